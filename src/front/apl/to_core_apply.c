// Functions applied to arguments.
#include "front/apl/to_core_internal.h"

typedef struct Primitive {
  ScalarMonadic *scalar1;
  ScalarDyadic *scalar2;
  ArrayFunction *array1, *array2;
} Primitive;

#define apl_NONE       NULL
#define apl2_NONE      NULL
#define apl_array_NONE NULL
static const Primitive PRIMITIVES[] = {
#define PRIMITIVE(id, glyph, role, scalar1, scalar2, array1, array2)                               \
  {apl_##scalar1, apl2_##scalar2, apl_array_##array1, apl_array_##array2},
#define SYNONYM(glyph, other)
#include "front/apl/primitives.def"
#undef PRIMITIVE
#undef SYNONYM
};
#undef apl_NONE
#undef apl2_NONE
#undef apl_array_NONE

bool apl_is_primitive(const AplValue *function, AplPrimitiveId id) {
  return function->kind == APL_VALUE_FUNCTION && function->function->kind == APL_FN_PRIMITIVE &&
         function->function->primitive == id;
}

ScalarMonadic *apl_scalar_monadic(const AplValue *function) {
  if (function->kind != APL_VALUE_FUNCTION || function->function->kind != APL_FN_PRIMITIVE)
    return NULL;
  return PRIMITIVES[function->function->primitive].scalar1;
}

ScalarDyadic *apl_scalar_dyadic(const AplValue *function) {
  if (function->kind != APL_VALUE_FUNCTION || function->function->kind != APL_FN_PRIMITIVE)
    return NULL;
  return PRIMITIVES[function->function->primitive].scalar2;
}

AplNamed apl_name_primitive(AplLower *lower, const AplValue *function, bool is_monadic) {
  AplNamed outer = {lower->glyph, lower->is_monadic};
  bool is_primitive = function->function->kind == APL_FN_PRIMITIVE;
  lower->glyph = is_primitive ? apl_primitive_glyph(function->function->primitive) : NULL;
  lower->is_monadic = is_monadic;
  return outer;
}

void apl_name_again(AplLower *lower, AplNamed named) {
  lower->glyph = named.glyph;
  lower->is_monadic = named.is_monadic;
}

// ---- Primitives ----

// The items of a tuple; those of a simple array beside it are its elements.
static const AplValue *const *tuple_items(AplLower *lower, const AplValue *value, size_t count) {
  if (value->kind == APL_VALUE_TUPLE) return value->items;
  size_t known_count;
  const AplValue **items = arena_array(lower->arena, const AplValue *, count + 1);
  const AplArray *array = apl_array(lower, value);
  const Elem *known = apl_known(lower, apl_stored(lower, value), &known_count);
  bool is_good = known != NULL && (known_count == 1 || known_count == count);
  if (!is_good || array->rank > 1)
    apl_fail(lower, ERROR_APL_LENGTH, "LENGTH ERROR: there is %s for a tuple of %zu items",
             apl_type_text(lower, value), count);
  for (size_t i = 0; i < count; i++)
    items[i] = apl_value_scalar(lower, known[known_count == 1 ? 0 : i]);
  return items;
}

// Scalar functions reach into tuples.
static const AplValue *for_items(AplLower *lower, const AplValue *function, const AplValue *left,
                                 const AplValue *right) {
  bool has_left = left != NULL && left->kind == APL_VALUE_TUPLE;
  bool has_right = right->kind == APL_VALUE_TUPLE;
  size_t count = has_right ? right->item_count : left->item_count;
  if (has_left && has_right && left->item_count != right->item_count)
    apl_fail(lower, ERROR_APL_LENGTH, "LENGTH ERROR: the tuples have %zu and %zu items",
             left->item_count, right->item_count);
  const AplValue *const *rights = tuple_items(lower, right, count);
  const AplValue *const *lefts = left != NULL ? tuple_items(lower, left, count) : NULL;
  const AplValue **items = arena_array(lower->arena, const AplValue *, count + 1);
  for (size_t i = count; i-- > 0;)
    items[i] =
        apl_apply(lower, function, lefts != NULL ? lefts[i] : NULL, rights[i], lower->emit.span);
  return apl_value_tuple(lower, items, count);
}

static const AplValue *apply_primitive(AplLower *lower, const AplValue *function,
                                       const AplValue *left, const AplValue *right) {
  AplPrimitiveId id = function->function->primitive;
  const Primitive *primitive = &PRIMITIVES[id];
  bool is_scalar = left == NULL ? primitive->scalar1 != NULL : primitive->scalar2 != NULL;
  bool has_tuple =
      right->kind == APL_VALUE_TUPLE || (left != NULL && left->kind == APL_VALUE_TUPLE);
  const AplValue *nested = apl_nested_apply(lower, function, left, right);
  if (nested != NULL) return nested;
  if (is_scalar && has_tuple) return for_items(lower, function, left, right);
  Call call = {function->function, left, right};
  if (is_scalar && left == NULL) return apl_map_monadic(lower, primitive->scalar1, right);
  if (is_scalar && function->function->axis != NULL)
    return apl_map_axes(lower, primitive->scalar2, function->function->axis, left, right);
  if (is_scalar) return apl_map_dyadic(lower, primitive->scalar2, left, right);
  ArrayFunction *array = left == NULL ? primitive->array1 : primitive->array2;
  if (function->function->kind == APL_FN_PRIMITIVE && apl_primitive_role(id) == APL_HYBRID &&
      left == NULL)
    array = NULL;
  if (array == NULL && left == NULL && (primitive->scalar2 != NULL || primitive->array2 != NULL)) {
    diag_error(lower->diag, ERROR_APL_SYNTAX, lower->emit.span,
               "SYNTAX ERROR: `%s` takes two arguments, and there is no left one",
               apl_primitive_glyph(id));
    if (id == APL_EQUAL_PRIMITIVE)
      diag_hint(lower->diag, "comparisons are single glyphs: `= ≠ < ≤ ≥ >`");
    apl_escape(lower);
  }
  if (array == NULL)
    apl_unsupported(lower, "`%s` with %s", apl_primitive_glyph(id),
                    left == NULL ? "one argument" : "two arguments");
  return array(lower, &call);
}

static const AplValue *apply_derived(AplLower *lower, const AplValue *function,
                                     const AplValue *left, const AplValue *right) {
  AplPrimitiveId id = function->function->primitive;
  Call call = {function->function, left, right};
  ArrayFunction *array = left == NULL ? PRIMITIVES[id].array1 : PRIMITIVES[id].array2;
  if (left != NULL && apl_primitive_role(id) == APL_HYBRID) array = apl_reduce_windows;
  if (id == APL_PRODUCT_PRIMITIVE && left == NULL)
    apl_fail(lower, ERROR_APL_SYNTAX,
             "SYNTAX ERROR: a product takes two arguments, and there is no left one");
  if (array == NULL)
    apl_unsupported(lower, "a function derived by `%s` with %s", apl_primitive_glyph(id),
                    left == NULL ? "one argument" : "two arguments");
  return array(lower, &call);
}

// ---- Operators that only pass arguments on ----

static const AplValue *apply_operand(AplLower *lower, const AplValue *operand, const AplValue *left,
                                     const AplValue *right) {
  return apl_apply(lower, operand, left, right, lower->emit.span);
}

const AplValue *apl_array_commute(AplLower *lower, const Call *call) {
  const AplValue *operand = call->function->operands[0];
  if (operand->kind != APL_VALUE_FUNCTION) return operand;
  return apply_operand(lower, operand, call->right, call->right);
}

const AplValue *apl_array_commute_two(AplLower *lower, const Call *call) {
  const AplValue *operand = call->function->operands[0];
  if (operand->kind != APL_VALUE_FUNCTION) return operand;
  return apply_operand(lower, operand, call->right, call->left);
}

static bool is_function(const AplValue *value) { return value->kind == APL_VALUE_FUNCTION; }

const AplValue *apl_array_compose(AplLower *lower, const Call *call) {
  const AplValue *f = call->function->operands[0], *g = call->function->operands[1];
  if (!is_function(f)) return apply_operand(lower, g, f, call->right);
  if (!is_function(g)) return apply_operand(lower, f, call->right, g);
  return apply_operand(lower, f, NULL, apply_operand(lower, g, NULL, call->right));
}

const AplValue *apl_array_compose_two(AplLower *lower, const Call *call) {
  const AplValue *f = call->function->operands[0], *g = call->function->operands[1];
  if (!is_function(f) || !is_function(g))
    apl_fail(lower, ERROR_APL_SYNTAX,
             "SYNTAX ERROR: a function that is bound to an argument takes only one more");
  return apply_operand(lower, f, call->left, apply_operand(lower, g, NULL, call->right));
}

const AplValue *apl_array_over(AplLower *lower, const Call *call) {
  const AplValue *f = call->function->operands[0], *g = call->function->operands[1];
  return apply_operand(lower, f, NULL, apply_operand(lower, g, NULL, call->right));
}

const AplValue *apl_array_over_two(AplLower *lower, const Call *call) {
  const AplValue *f = call->function->operands[0], *g = call->function->operands[1];
  const AplValue *right = apply_operand(lower, g, NULL, call->right);
  return apply_operand(lower, f, apply_operand(lower, g, NULL, call->left), right);
}

// ---- Trains ----

static const AplValue *apply_train(AplLower *lower, const AplFunction *train, const AplValue *left,
                                   const AplValue *right) {
  const AplValue *result = apply_operand(lower, train->tines[2], left, right);
  if (train->tines[0] == NULL) return apply_operand(lower, train->tines[1], NULL, result);
  const AplValue *first = is_function(train->tines[0])
                              ? apply_operand(lower, train->tines[0], left, right)
                              : train->tines[0];
  return apply_operand(lower, train->tines[1], first, result);
}

// ---- Dfns ----

static void bind(AplLower *lower, Scope *scope, const char *name, const AplValue *value) {
  if (value != NULL) apl_scope_bind(lower, scope, intern_str(lower->names, name), value);
}

// The operator that a function was derived by.
static const AplValue *operator_of(AplLower *lower, const AplFunction *derived) {
  AplFunction function = *derived;
  function.operands[0] = function.operands[1] = NULL;
  AplValue *value = (AplValue *)(uintptr_t)apl_value_function(lower, function);
  value->kind = APL_VALUE_OPERATOR;
  return value;
}

const AplValue *apl_dfn_body(AplLower *lower, const AplValue *function, const AplValue *left,
                             const AplValue *right) {
  const AplFunction *dfn = function->function;
  if (lower->calls.count >= CALL_LIMIT)
    apl_unsupported(lower, "functions that call each other more than %d deep", CALL_LIMIT);
  Scope *scope = apl_scope_new(lower, dfn->scope);
  size_t mark = emit_mark(&lower->emit);
  vec_push(lower->arena, &lower->calls, lower->emit.span);
  void *annotation = apl_annotation_open(lower, dfn, &left, &right);
  scope->function = dfn;
  bind(lower, scope, "⍺", left);
  bind(lower, scope, "⍵", right);
  bind(lower, scope, "⍺⍺", dfn->operands[0]);
  bind(lower, scope, "⍵⍵", dfn->operands[1]);
  bind(lower, scope, "∇", function);
  if (dfn->operands[0] != NULL) bind(lower, scope, "∇∇", operator_of(lower, dfn));
  int64_t origin = lower->origin; // what a function assigns to `⎕IO` is its own
  uint32_t body_inside = lower->body_inside;
  lower->body_inside = lower->inside;
  const AplValue *result = apl_statements(lower, scope, &dfn->dfn->statements);
  lower->body_inside = body_inside;
  lower->origin = origin;
  if (result == NULL)
    apl_fail_at(lower, ERROR_APL_VALUE, dfn->dfn->span, "VALUE ERROR: the function has no value");
  if (annotation != NULL) {
    result = apl_annotation_close(lower, annotation, result);
    emit_uncheck(&lower->emit, mark);
  }
  lower->calls.count--;
  return result;
}

// ---- Axes ----

// Whether a function looks at an axis in brackets.
static bool takes_axis(const AplFunction *function, bool is_dyadic) {
  if (function->kind != APL_FN_PRIMITIVE && function->kind != APL_FN_DERIVED) return false;
  if (apl_primitive_role(function->primitive) == APL_HYBRID) return true;
  if (function->kind == APL_FN_DERIVED) return false;
  switch ((int)function->primitive) {
  case APL_REVERSE_PRIMITIVE:
  case APL_REVERSE_FIRST_PRIMITIVE: return true;
  case APL_RAVEL_PRIMITIVE:
  case APL_TABLE_PRIMITIVE:
  case APL_TAKE_PRIMITIVE:
  case APL_DROP_PRIMITIVE: return is_dyadic;
  }
  return is_dyadic && PRIMITIVES[function->primitive].scalar2 != NULL;
}

static void check_axis(AplLower *lower, const AplFunction *function, bool is_dyadic) {
  if (function->axis == NULL || takes_axis(function, is_dyadic)) return;
  bool is_named = function->kind == APL_FN_PRIMITIVE;
  apl_unsupported(lower, "an axis in brackets for %s%s%s with %s", is_named ? "`" : "this function",
                  is_named ? apl_primitive_glyph(function->primitive) : "", is_named ? "`" : "",
                  is_dyadic ? "two arguments" : "one argument");
}

// ---- All ----

const AplValue *apl_apply(AplLower *lower, const AplValue *function, const AplValue *left,
                          const AplValue *right, Span span) {
  if (function->kind != APL_VALUE_FUNCTION)
    apl_fail_at(lower, ERROR_APL_SYNTAX, span, "SYNTAX ERROR: expected a function, found %s",
                apl_type_text(lower, function));
  Span outer = lower->emit.span;
  lower->emit.span = apl_span(lower, span);
  const AplValue *result = NULL;
  lower->apply_count++;
  check_axis(lower, function->function, left != NULL);
  AplNamed named = apl_name_primitive(lower, function, left == NULL);
  switch (function->function->kind) {
  case APL_FN_PRIMITIVE: result = apply_primitive(lower, function, left, right); break;
  case APL_FN_DERIVED: result = apply_derived(lower, function, left, right); break;
  case APL_FN_TRAIN: result = apply_train(lower, function->function, left, right); break;
  case APL_FN_DFN: result = apl_dfn_apply(lower, function, left, right); break;
  case APL_FN_SYSTEM: result = apl_system_apply(lower, function->function, left, right); break;
  }
  apl_name_again(lower, named);
  lower->emit.span = outer;
  apl_types_note(lower, function, left, right, result);
  return result;
}

Elem apl_apply_elem(AplLower *lower, const AplValue *function, const Elem *left, Elem right) {
  ScalarDyadic *scalar2 = apl_scalar_dyadic(function);
  ScalarMonadic *scalar1 = apl_scalar_monadic(function);
  if (left != NULL ? scalar2 != NULL : scalar1 != NULL) {
    AplNamed named = apl_name_primitive(lower, function, left == NULL);
    Elem elem = left != NULL ? scalar2(lower, *left, right) : scalar1(lower, right);
    apl_name_again(lower, named);
    return elem;
  }
  const AplValue *value =
      apl_apply(lower, function, left != NULL ? apl_value_scalar(lower, *left) : NULL,
                apl_value_scalar(lower, right), lower->emit.span);
  if (value->kind != APL_VALUE_ARRAY || !apl_is_single(&value->array))
    apl_unsupported(lower,
                    "a function that is applied to every element and gives %s: it must give a "
                    "scalar",
                    apl_type_text(lower, value));
  return apl_single(lower, apl_stored(lower, value));
}
