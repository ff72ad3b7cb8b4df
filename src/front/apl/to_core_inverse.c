// Inverses of functions: `f⍣¯1`.
//
// They are known of primitives and of what operators and trains make of them. A function with two
// arguments is undone for the right one: `a f⍣¯1⊢y` is the x with y = a f x.
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

static const AplValue *undo_one(AplLower *lower, AplPrimitiveId id, const AplValue *y) {
  switch ((int)id) {
  case APL_PLUS_PRIMITIVE:
  case APL_MINUS_PRIMITIVE:
  case APL_DIVIDE_PRIMITIVE:
  case APL_NOT_PRIMITIVE:
  case APL_REVERSE_PRIMITIVE:
  case APL_REVERSE_FIRST_PRIMITIVE:
  case APL_TRANSPOSE_PRIMITIVE:
  case APL_DOMINO_PRIMITIVE:
  case APL_RIGHT_PRIMITIVE:
  case APL_LEFT_PRIMITIVE:
  case APL_MATERIALISE_PRIMITIVE: return apply(lower, id, NULL, y);
  case APL_POWER_PRIMITIVE: return apply(lower, APL_LOG_PRIMITIVE, NULL, y);
  case APL_LOG_PRIMITIVE: return apply(lower, APL_POWER_PRIMITIVE, NULL, y);
  case APL_TAKE_PRIMITIVE: return apply(lower, APL_DROP_PRIMITIVE, NULL, y);
  case APL_DROP_PRIMITIVE: return apply(lower, APL_TAKE_PRIMITIVE, NULL, y);
  case APL_CIRCLE_PRIMITIVE: {
    const AplValue *turn = apply(lower, id, NULL, number(lower, 1));
    return apply(lower, APL_DIVIDE_PRIMITIVE, y, turn);
  }
  default: fail_inverse(lower);
  }
}

// The digits of numbers in one base: as many as the largest needs.
static const AplValue *undo_decode(AplLower *lower, const AplValue *bases, const AplValue *y) {
  if (apl_array(lower, bases)->rank > 0) return apply(lower, APL_ENCODE_PRIMITIVE, bases, y);
  return apl_apply(lower, apl_prelude(lower, "∆digits"), bases, y, lower->emit.span);
}

// The permutation that undoes one whose numbers are known.
static const AplValue *permuted_back(AplLower *lower, const AplValue *axes) {
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
  return apl_value_items(lower, back, count, APL_INT);
}

// The x with y = a f x.
static const AplValue *undo_right(AplLower *lower, AplPrimitiveId id, const AplValue *a,
                                  const AplValue *y) {
  switch ((int)id) {
  case APL_PLUS_PRIMITIVE: return apply(lower, APL_MINUS_PRIMITIVE, y, a);
  case APL_MINUS_PRIMITIVE:
  case APL_DIVIDE_PRIMITIVE:
  case APL_EQUAL_PRIMITIVE:
  case APL_NOT_EQUAL_PRIMITIVE: return apply(lower, id, a, y);
  case APL_TIMES_PRIMITIVE: return apply(lower, APL_DIVIDE_PRIMITIVE, y, a);
  case APL_POWER_PRIMITIVE: return apply(lower, APL_LOG_PRIMITIVE, a, y);
  case APL_LOG_PRIMITIVE: return apply(lower, APL_POWER_PRIMITIVE, a, y);
  case APL_CIRCLE_PRIMITIVE:
  case APL_REVERSE_PRIMITIVE:
  case APL_REVERSE_FIRST_PRIMITIVE:
    return apply(lower, id, apply(lower, APL_MINUS_PRIMITIVE, NULL, a), y);
  case APL_TRANSPOSE_PRIMITIVE: return apply(lower, id, permuted_back(lower, a), y);
  case APL_RIGHT_PRIMITIVE: return y;
  case APL_DECODE_PRIMITIVE: return undo_decode(lower, a, y);
  case APL_ENCODE_PRIMITIVE: return apply(lower, APL_DECODE_PRIMITIVE, a, y);
  default: fail_inverse(lower);
  }
}

// The x with y = x f a.
static const AplValue *undo_left(AplLower *lower, const AplValue *function, const AplValue *a,
                                 const AplValue *y) {
  if (function->function->kind != APL_FN_PRIMITIVE) fail_inverse(lower);
  AplPrimitiveId id = function->function->primitive;
  switch ((int)id) {
  case APL_PLUS_PRIMITIVE: return apply(lower, APL_MINUS_PRIMITIVE, y, a);
  case APL_MINUS_PRIMITIVE: return apply(lower, APL_PLUS_PRIMITIVE, y, a);
  case APL_TIMES_PRIMITIVE: return apply(lower, APL_DIVIDE_PRIMITIVE, y, a);
  case APL_DIVIDE_PRIMITIVE: return apply(lower, APL_TIMES_PRIMITIVE, y, a);
  case APL_EQUAL_PRIMITIVE:
  case APL_NOT_EQUAL_PRIMITIVE: return apply(lower, id, y, a);
  case APL_POWER_PRIMITIVE: return apply(lower, id, y, apply(lower, APL_DIVIDE_PRIMITIVE, NULL, a));
  case APL_LOG_PRIMITIVE:
    return apply(lower, APL_POWER_PRIMITIVE, a, apply(lower, APL_DIVIDE_PRIMITIVE, NULL, y));
  case APL_LEFT_PRIMITIVE: return y;
  default: fail_inverse(lower);
  }
}

// ---- Derived functions ----

// `f⍣¯1` as a function.
static const AplValue *inverse_of(AplLower *lower, const AplValue *function) {
  AplFunction power = {.kind = APL_FN_DERIVED, .primitive = APL_REPEAT_PRIMITIVE};
  power.span = lower->emit.span;
  power.operands[0] = function;
  power.operands[1] = apl_value_scalar(lower, apl_elem_int(-1));
  return apl_value_function(lower, power);
}

// Each element against the one before, along the axis of a scan.
static const AplValue *undo_scan(AplLower *lower, const AplFunction *scan, const AplValue *y) {
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
  AplFunction bracketed = {.kind = APL_FN_PRIMITIVE, .primitive = APL_DROP_PRIMITIVE};
  bracketed.axis = apl_value_scalar(lower, apl_elem_int((int64_t)axis + lower->origin));
  bracketed.span = lower->emit.span;
  const AplValue *one = apl_value_scalar(lower, apl_elem_int(-1));
  const AplValue *before =
      apl_apply(lower, apl_value_function(lower, bracketed), one, y, bracketed.span);
  bracketed.primitive = APL_RAVEL_PRIMITIVE;
  before = apl_apply(lower, apl_value_function(lower, bracketed), apl_value_scalar(lower, neutral),
                     before, bracketed.span);
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

static const AplValue *undo_derived(AplLower *lower, const AplFunction *function,
                                    const AplValue *left, const AplValue *y) {
  const AplValue *operand = function->operands[0];
  switch ((int)function->primitive) {
  case APL_COMPOSE_PRIMITIVE: return undo_composition(lower, function, left, y);
  case APL_EACH_PRIMITIVE: return apl_each(lower, inverse_of(lower, operand), left, y);
  case APL_COMMUTE_PRIMITIVE:
    return left == NULL ? undo_twin(lower, operand, y) : undo_left(lower, operand, left, y);
  case APL_BACKSLASH_PRIMITIVE:
  case APL_BACKSLASH_FIRST_PRIMITIVE: return undo_scan(lower, function, y);
  case APL_REPEAT_PRIMITIVE: {
    if (function->operands[1]->kind != APL_VALUE_ARRAY) fail_inverse(lower);
    AplFunction power = *function;
    power.operands[1] = apply(lower, APL_MINUS_PRIMITIVE, NULL, function->operands[1]);
    return apl_apply(lower, apl_value_function(lower, power), left, y, lower->emit.span);
  }
  default: fail_inverse(lower);
  }
}

// ---- All ----

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
  switch (function->kind) {
  case APL_FN_PRIMITIVE:
    return left == NULL ? undo_one(lower, function->primitive, y)
                        : undo_right(lower, function->primitive, left, y);
  case APL_FN_DERIVED: return undo_derived(lower, function, left, y);
  case APL_FN_TRAIN: return undo_train(lower, function, left, y);
  case APL_FN_DFN:
  case APL_FN_SYSTEM: break;
  }
  fail_inverse(lower);
}
