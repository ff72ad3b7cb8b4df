// Inverses of functions: `f⍣¯1`.
//
// They are known of primitives (inverses.def) and of what operators and trains make of them. A
// function with two arguments is undone for the right one: `a f⍣¯1⊢y` is the x with y = a f x.
#include "front/apl/to_core_internal.h"

static _Noreturn void fail_inverse(AplLower *lower) {
  diag_error(lower->diag, ERROR_APL_UNSUPPORTED, lower->emit.span,
             "not supported: the inverse of this function");
  diag_hint(lower->diag, "inverses are known of primitives that have one, such as `+ × *`, with an "
                         "argument bound to them, and of compositions and scans of these");
  apl_escape(lower);
}

static const AplValue *primitive(AplLower *lower, AplPrimitiveId id) {
  AplFunction function = {.kind = APL_FN_PRIMITIVE, .primitive = id, .span = lower->emit.span};
  return apl_value_function(lower, function);
}

static const AplValue *apply(AplLower *lower, AplPrimitiveId id, const AplValue *left,
                             const AplValue *right) {
  return apl_apply(lower, primitive(lower, id), left, right, lower->emit.span);
}

static const AplValue *number(AplLower *lower, double value) {
  return apl_value_scalar(lower, apl_elem_double(value));
}

// ---- Primitives ----

// The x with y = f x, a f x or x f a. Without `a` it is NULL.
typedef const AplValue *Undo(AplLower *lower, AplPrimitiveId f, const AplValue *a,
                             const AplValue *y);

static const AplValue *undo_itself(AplLower *lower, AplPrimitiveId f, const AplValue *a,
                                   const AplValue *y) {
  return apply(lower, f, a, y);
}

static const AplValue *undo_argument(AplLower *lower, AplPrimitiveId f, const AplValue *a,
                                     const AplValue *y) {
  (void)lower, (void)f, (void)a;
  return y;
}

// UNDO(name, other function, its left argument, its right argument)
#define UNDO(name, other, left, right)                                                             \
  static const AplValue *undo_##name(AplLower *lower, AplPrimitiveId f, const AplValue *a,         \
                                     const AplValue *y) {                                          \
    (void)f, (void)a;                                                                              \
    return apply(lower, APL_##other##_PRIMITIVE, left, right);                                     \
  }
UNDO(plus_a, PLUS, y, a)
UNDO(minus_a, MINUS, y, a)
UNDO(times_a, TIMES, y, a)
UNDO(divide_a, DIVIDE, y, a)
UNDO(log_y, LOG, a, y)
UNDO(power_y, POWER, a, y)
UNDO(drop_y, DROP, a, y)
UNDO(take_y, TAKE, a, y)
UNDO(decode_y, DECODE, a, y)
UNDO(root, POWER, y, apply(lower, APL_DIVIDE_PRIMITIVE, NULL, a))
UNDO(base, POWER, a, apply(lower, APL_DIVIDE_PRIMITIVE, NULL, y))
#undef UNDO

static const AplValue *undo_divide_by_turn(AplLower *lower, AplPrimitiveId f, const AplValue *a,
                                           const AplValue *y) {
  return apply(lower, APL_DIVIDE_PRIMITIVE, y, apply(lower, f, a, number(lower, 1)));
}

static const AplValue *undo_negated(AplLower *lower, AplPrimitiveId f, const AplValue *a,
                                    const AplValue *y) {
  return apply(lower, f, apply(lower, APL_MINUS_PRIMITIVE, NULL, a), y);
}

// The digits of numbers in one base: as many as the largest needs.
static const AplValue *undo_encode_y(AplLower *lower, AplPrimitiveId f, const AplValue *bases,
                                     const AplValue *y) {
  (void)f;
  if (apl_array(lower, bases)->rank > 0) return apply(lower, APL_ENCODE_PRIMITIVE, bases, y);
  return apl_apply(lower, apl_prelude(lower, "∆digits"), bases, y, lower->emit.span);
}

// By the permutation that undoes one whose numbers are known.
static const AplValue *undo_permuted_back(AplLower *lower, AplPrimitiveId f, const AplValue *axes,
                                          const AplValue *y) {
  size_t count;
  const Elem *items = apl_known(lower, apl_array(lower, axes), &count);
  if (items == NULL) fail_inverse(lower);
  Elem *back = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++)
    back[i] = items[i];
  for (size_t i = 0; i < count; i++) {
    int64_t axis = -1;
    if (apl_elem_to_int(items[i], &axis)) axis -= lower->origin;
    if (axis >= 0 && (size_t)axis < count) back[axis] = apl_elem_int((int64_t)i + lower->origin);
  }
  return apply(lower, f, apl_value_items(lower, back, count, APL_INT), y);
}

// ---- Derived functions ----

static const AplValue *undo_left(AplLower *lower, const AplValue *function, const AplValue *a,
                                 const AplValue *y);

// `f⍣¯1` as a function.
static const AplValue *inverse_of(AplLower *lower, const AplValue *function) {
  AplFunction power = {.kind = APL_FN_DERIVED, .primitive = APL_REPEAT_PRIMITIVE};
  power.span = lower->emit.span;
  power.operands[0] = function;
  power.operands[1] = apl_value_scalar(lower, apl_elem_int(-1));
  return apl_value_function(lower, power);
}

// Each element against the one before, along the axis of a scan.
static const AplValue *undo_scan(AplLower *lower, const AplFunction *scan, const AplValue *left,
                                 const AplValue *y) {
  if (left != NULL) fail_inverse(lower);
  const AplArray *array = apl_array(lower, y);
  if (array->rank == 0) return y;
  Call along = {.function = scan};
  bool is_last = scan->primitive == APL_BACKSLASH_PRIMITIVE;
  size_t axis = apl_axis(lower, &along, array, is_last ? array->rank - 1 : 0);
  AplPrimitiveId undo = APL_MINUS_PRIMITIVE;
  Elem neutral = apl_elem_bool(false);
  if (apl_is_primitive(scan->operands[0], APL_TIMES_PRIMITIVE)) {
    undo = APL_DIVIDE_PRIMITIVE;
    neutral = apl_elem_bool(true);
  } else if (apl_is_primitive(scan->operands[0], APL_NOT_EQUAL_PRIMITIVE)) {
    undo = APL_NOT_EQUAL_PRIMITIVE;
  } else if (!apl_is_primitive(scan->operands[0], APL_PLUS_PRIMITIVE)) {
    fail_inverse(lower);
  }
  // Joined first and dropped then, so that no elements stay none.
  AplFunction bracketed = {.kind = APL_FN_PRIMITIVE, .primitive = APL_RAVEL_PRIMITIVE};
  bracketed.axis = apl_value_scalar(lower, apl_elem_int((int64_t)axis + lower->origin));
  bracketed.span = lower->emit.span;
  const AplValue *before = apl_apply(lower, apl_value_function(lower, bracketed),
                                     apl_value_scalar(lower, neutral), y, bracketed.span);
  bracketed.primitive = APL_DROP_PRIMITIVE;
  before = apl_apply(lower, apl_value_function(lower, bracketed),
                     apl_value_scalar(lower, apl_elem_int(-1)), before, bracketed.span);
  return apply(lower, undo, y, before);
}

// `+⍨` is twice, `×⍨` the square.
static const AplValue *undo_twin(AplLower *lower, const AplValue *function, const AplValue *y) {
  if (apl_is_primitive(function, APL_PLUS_PRIMITIVE))
    return apply(lower, APL_DIVIDE_PRIMITIVE, y, number(lower, 2));
  if (apl_is_primitive(function, APL_TIMES_PRIMITIVE))
    return apply(lower, APL_POWER_PRIMITIVE, y, number(lower, 0.5));
  fail_inverse(lower);
}

static const AplValue *undo_composition(AplLower *lower, const AplFunction *function,
                                        const AplValue *left, const AplValue *y) {
  const AplValue *f = function->operands[0], *g = function->operands[1];
  if (f->kind != APL_VALUE_FUNCTION) return apl_undo(lower, g, f, y);
  if (g->kind != APL_VALUE_FUNCTION) return undo_left(lower, f, g, y);
  return apl_undo(lower, g, NULL, apl_undo(lower, f, left, y));
}

static const AplValue *undo_each(AplLower *lower, const AplFunction *function, const AplValue *left,
                                 const AplValue *y) {
  return apl_each(lower, inverse_of(lower, function->operands[0]), left, y);
}

static const AplValue *undo_commuted(AplLower *lower, const AplFunction *function,
                                     const AplValue *left, const AplValue *y) {
  const AplValue *operand = function->operands[0];
  return left == NULL ? undo_twin(lower, operand, y) : undo_left(lower, operand, left, y);
}

static const AplValue *undo_repeated(AplLower *lower, const AplFunction *function,
                                     const AplValue *left, const AplValue *y) {
  if (function->operands[1]->kind != APL_VALUE_ARRAY) fail_inverse(lower);
  AplFunction power = *function;
  power.operands[1] = apply(lower, APL_MINUS_PRIMITIVE, NULL, function->operands[1]);
  return apl_apply(lower, apl_value_function(lower, power), left, y, lower->emit.span);
}

// ---- The table ----

typedef const AplValue *UndoDerived(AplLower *lower, const AplFunction *function,
                                    const AplValue *left, const AplValue *y);

typedef struct Inverse {
  Undo *one, *right, *left;
  UndoDerived *derived;
} Inverse;

// By AplPrimitiveId.
static const Inverse *inverse_row(AplPrimitiveId id) {
#define undo_NONE NULL
#define INVERSE(id, one, right, left, derived)                                                     \
  [APL_##id##_PRIMITIVE] = {undo_##one, undo_##right, undo_##left, undo_##derived},
  static const Inverse inverses[] = {
#include "front/apl/inverses.def"
  };
#undef INVERSE
#undef undo_NONE
#define INVERSE(...) +1
  _Static_assert(APL_PRIMITIVE_COUNT == 0
#include "front/apl/inverses.def"
                 ,
                 "inverses.def has a line for each primitive");
#undef INVERSE
  return &inverses[id];
}

// ---- All ----

static const AplValue *undo_by(AplLower *lower, Undo *undo, AplPrimitiveId f, const AplValue *a,
                               const AplValue *y) {
  if (undo == NULL) fail_inverse(lower);
  return undo(lower, f, a, y);
}

// The x with y = x f a.
static const AplValue *undo_left(AplLower *lower, const AplValue *function, const AplValue *a,
                                 const AplValue *y) {
  if (function->function->kind != APL_FN_PRIMITIVE) fail_inverse(lower);
  AplPrimitiveId f = function->function->primitive;
  return undo_by(lower, inverse_row(f)->left, f, a, y);
}

// Of a train the last function is undone last: y = A g h x, or y = g h x.
static const AplValue *undo_train(AplLower *lower, const AplFunction *train, const AplValue *left,
                                  const AplValue *y) {
  if (train->tines[0] == NULL)
    return apl_undo(lower, train->tines[2], left, apl_undo(lower, train->tines[1], NULL, y));
  if (train->tines[0]->kind == APL_VALUE_FUNCTION) fail_inverse(lower);
  return apl_undo(lower, train->tines[2], left,
                  apl_undo(lower, train->tines[1], train->tines[0], y));
}

const AplValue *apl_undo(AplLower *lower, const AplValue *value, const AplValue *left,
                         const AplValue *y) {
  const AplFunction *function = value->function;
  if (value->kind != APL_VALUE_FUNCTION || function->axis != NULL) fail_inverse(lower);
  AplPrimitiveId f = function->primitive;
  switch (function->kind) {
  case APL_FN_PRIMITIVE:
    return undo_by(lower, left == NULL ? inverse_row(f)->one : inverse_row(f)->right, f, left, y);
  case APL_FN_DERIVED:
    if (inverse_row(f)->derived == NULL) fail_inverse(lower);
    return inverse_row(f)->derived(lower, function, left, y);
  case APL_FN_TRAIN: return undo_train(lower, function, left, y);
  case APL_FN_DFN:
  case APL_FN_SYSTEM: break;
  }
  fail_inverse(lower);
}
