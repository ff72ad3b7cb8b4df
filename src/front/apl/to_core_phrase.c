// Phrases, read from right to left.
//
// What an item means depends on what names stand for at that moment, and on its neighbours:
// brackets bind to what is before them, then a dyadic operator to its right operand, arrays to a
// strand, an operator to its left operand, which reaches as far as it can; and last a function to
// its arguments. `/ ⌿ \ ⍀` are operators after a function, and functions otherwise.
#include <ctype.h>
#include <string.h>

#include "base/suggest.h"
#include "base/utf8.h"
#include "front/apl/to_core_internal.h"

// What an item stands for, with the brackets after it: found once.
typedef struct Unit {
  const AplValue *value;
  size_t start; // its first item
} Unit;

typedef struct AplReading {
  AplLower *lower;
  Scope *scope;
  const AplPhrase *phrase;
  Unit *units; // by their last items
} AplReading;

// ---- Literals ----

static Elem number_elem(const AplNumber *number) {
  switch (number->kind) {
  case APL_BOOL: return apl_elem_bool(number->integer == 1);
  case APL_SIZE:
  case APL_INT: return apl_elem_int(number->integer);
  case APL_DOUBLE: return apl_elem_double(number->real);
  case APL_COMPLEX: {
    Elem elem = apl_elem_double(number->real);
    elem.kind = APL_COMPLEX;
    elem.part[1] = apl_elem_double(number->imaginary).part[0];
    return elem;
  }
  case APL_CHAR: break;
  }
  INTERNAL_ERROR("a number that is none");
}

static const AplValue *numbers_value(AplLower *lower, const AplItem *item) {
  size_t count = item->numbers.count;
  AplKind kind = APL_BOOL;
  Elem *items = arena_array(lower->arena, Elem, count);
  for (size_t i = 0; i < count; i++) {
    const AplNumber *number = item->numbers.data[i];
    bool is_long =
        number->kind == APL_INT && (number->integer < INT32_MIN || number->integer > INT32_MAX);
    if (is_long && apl_kind_scalar(APL_INT) == SCALAR_I32)
      apl_fail_at(lower, ERROR_APL_NUMBER, apl_span(lower, number->span),
                  "SYNTAX ERROR: this number is out of range for an int of 32 bits");
    items[i] = number_elem(number);
    if (items[i].kind > kind) kind = items[i].kind;
  }
  return count == 1 ? apl_value_scalar(lower, items[0])
                    : apl_value_items(lower, items, count, kind);
}

static const AplValue *string_value(AplLower *lower, const FrontString *string) {
  Vec(Elem) items = {0};
  for (size_t at = 0; at < string->length;) {
    uint32_t codepoint = 0;
    at += utf8_decode(string->bytes + at, string->length - at, &codepoint);
    Elem elem = apl_elem(APL_CHAR, atom_constant(constant_int(SCALAR_I32, (int64_t)codepoint)));
    vec_push(lower->arena, &items, elem);
  }
  return items.count == 1 ? apl_value_scalar(lower, items.data[0])
                          : apl_value_items(lower, items.data, items.count, APL_CHAR);
}

// ---- Units ----

static const AplItem *item_at(const AplReading *reading, size_t end) {
  return &reading->phrase->data[end - 1];
}

// A name that is written nearly like this one. Those of the prelude that begin with ∆ are no
// program's.
static void hint_close(const AplReading *reading, Name name) {
  Suggestion suggestion = suggestion_for(name);
  for (const Scope *scope = reading->scope; scope != NULL; scope = scope->parent) {
    MapEntry entry;
    for (size_t cursor = 0; map_each(scope->cells, &cursor, &entry);) {
      const AplCell *cell = entry.value;
      if (isalpha((unsigned char)cell->name[0])) suggestion_offer(&suggestion, cell->name);
    }
  }
  if (suggestion.best != NULL && isalpha((unsigned char)name[0]))
    diag_hint(reading->lower->diag, "did you mean `%s`?", suggestion.best);
}

static const AplValue *name_value(const AplReading *reading, const AplItem *item) {
  AplCell *cell = apl_scope_find(reading->scope, item->name);
  if (cell != NULL) return apl_cell_read(reading->lower, reading->scope, cell);
  AplLower *lower = reading->lower;
  diag_error(lower->diag, ERROR_APL_VALUE, item->span, "VALUE ERROR: `%s` has no value here",
             item->name);
  if (strcmp(item->name, "⍺") == 0)
    diag_hint(lower->diag, "the function was called with one argument");
  else if (strcmp(item->name, "∇∇") == 0)
    diag_hint(lower->diag, "`∇∇` is the operator whose braces are around it: they have `⍺⍺`");
  const AplPhrase *phrase = reading->phrase;
  size_t next = (size_t)(item - phrase->data) + 1;
  bool is_equal = next < phrase->count && phrase->data[next].kind == APL_ITEM_PRIMITIVE &&
                  phrase->data[next].primitive == APL_EQUAL_PRIMITIVE;
  if (is_equal && next == 1)
    diag_hint(lower->diag, "`=` compares; a name gets a value by `←`");
  else
    hint_close(reading, item->name);
  apl_escape(lower);
}

static const AplValue *dfn_value(const AplReading *reading, const AplDfn *dfn) {
  AplFunction function = {
      .kind = APL_FN_DFN, .dfn = dfn, .scope = reading->scope, .span = dfn->span};
  bool is_operator = dfn->has_left_operand || dfn->has_right_operand;
  function.is_dyadic = dfn->has_right_operand;
  AplValue *value = (AplValue *)(uintptr_t)apl_value_function(reading->lower, function);
  if (is_operator) value->kind = APL_VALUE_OPERATOR;
  return value;
}

static const AplValue *primitive_value(const AplReading *reading, const AplItem *item) {
  AplRole role = apl_primitive_role(item->primitive);
  AplFunction function = {
      .kind = APL_FN_PRIMITIVE, .primitive = item->primitive, .span = item->span};
  function.is_dyadic = role == APL_DYADIC;
  AplValue *value = (AplValue *)(uintptr_t)apl_value_function(reading->lower, function);
  if (role == APL_MONADIC || role == APL_DYADIC) value->kind = APL_VALUE_OPERATOR;
  return value;
}

static Unit unit_at(AplReading *reading, size_t end);

static bool is_array_value(const AplValue *value) {
  return value->kind == APL_VALUE_ARRAY || value->kind == APL_VALUE_TUPLE ||
         value->kind == APL_VALUE_NESTED;
}

// An array with indices, or a function with an axis.
static Unit indexed_unit(AplReading *reading, size_t end) {
  AplLower *lower = reading->lower;
  const AplItem *item = item_at(reading, end);
  if (end == 1)
    apl_fail_at(lower, ERROR_APL_SYNTAX, item->span,
                "SYNTAX ERROR: there is nothing before the brackets");
  size_t count = item->indices.count;
  const AplValue **indices = arena_array(lower->arena, const AplValue *, count);
  for (size_t i = count; i-- > 0;)
    if (item->indices.data[i]->count > 0)
      indices[i] = apl_phrase(lower, reading->scope, item->indices.data[i]);
  Unit base = unit_at(reading, end - 1);
  Span outer = lower->emit.span;
  lower->emit.span = apl_span(lower, item->span);
  Unit result = {.start = base.start};
  if (is_array_value(base.value)) {
    result.value = apl_index(lower, base.value, indices, count);
  } else {
    if (count != 1 || indices[0] == NULL)
      apl_fail(lower, ERROR_APL_SYNTAX, "SYNTAX ERROR: a function has one axis in brackets");
    AplFunction function = *base.value->function;
    function.axis = indices[0];
    AplValue *value = (AplValue *)(uintptr_t)apl_value_function(lower, function);
    value->kind = base.value->kind;
    result.value = value;
  }
  lower->emit.span = outer;
  return result;
}

static Unit unit_find(AplReading *reading, size_t end) {
  AplLower *lower = reading->lower;
  const AplItem *item = item_at(reading, end);
  Unit unit = {.start = end - 1};
  switch (item->kind) {
  case APL_ITEM_NUMBERS: unit.value = numbers_value(lower, item); break;
  case APL_ITEM_STRING: unit.value = string_value(lower, item->string); break;
  case APL_ITEM_ZILDE: unit.value = apl_value_items(lower, NULL, 0, APL_INT); break;
  case APL_ITEM_NAME: unit.value = name_value(reading, item); break;
  case APL_ITEM_PRIMITIVE: unit.value = primitive_value(reading, item); break;
  case APL_ITEM_SYSTEM: unit.value = apl_system(lower, item->name); break;
  case APL_ITEM_GROUP: unit.value = apl_phrase(lower, reading->scope, item->group); break;
  case APL_ITEM_DFN: unit.value = dfn_value(reading, item->dfn); break;
  case APL_ITEM_INDEX: return indexed_unit(reading, end);
  case APL_ITEM_QUAD: apl_unsupported(lower, "input with `⎕`"); break;
  case APL_ITEM_ARROW:
    apl_fail_at(lower, ERROR_APL_SYNTAX, item->span,
                "SYNTAX ERROR: there is nothing to assign after `←`");
  }
  return unit;
}

static Unit unit_at(AplReading *reading, size_t end) {
  Unit *unit = &reading->units[end - 1];
  if (unit->value != NULL) return *unit;
  Span outer = reading->lower->emit.span;
  reading->lower->emit.span = apl_span(reading->lower, item_at(reading, end)->span);
  *unit = unit_find(reading, end);
  reading->lower->emit.span = outer;
  return *unit;
}

// Is there something before this place that the unit there may bind to?
static bool has_unit(const AplReading *reading, size_t end) {
  return end > 0 && item_at(reading, end)->kind != APL_ITEM_ARROW;
}

static bool is_dyadic_operator(AplReading *reading, size_t end) {
  if (!has_unit(reading, end)) return false;
  const AplValue *value = unit_at(reading, end).value;
  return value->kind == APL_VALUE_OPERATOR && value->function->is_dyadic;
}

// Is there an array that ends here and is not the right operand of an operator?
static bool is_array_end(AplReading *reading, size_t end) {
  if (!has_unit(reading, end)) return false;
  Unit unit = unit_at(reading, end);
  return is_array_value(unit.value) && !is_dyadic_operator(reading, unit.start);
}

static Span span_between(const AplReading *reading, size_t start, size_t end) {
  Span span = item_at(reading, start + 1)->span;
  span.end = item_at(reading, end)->span.end;
  return span;
}

// ---- Strands ----

const AplValue *apl_strand(AplLower *lower, const AplValue *const *items, size_t count) {
  if (count == 1) return items[0];
  bool is_vector = count > 0;
  AplKind kind = APL_BOOL;
  for (size_t i = 0; i < count; i++) {
    is_vector = is_vector && items[i]->kind == APL_VALUE_ARRAY && items[i]->array.rank == 0;
    if (!is_vector) break;
    AplKind next = items[i]->array.kind;
    is_vector = i == 0 || (next == APL_CHAR) == (kind == APL_CHAR);
    if (i == 0 || next > kind) kind = next;
  }
  if (!is_vector) return apl_value_tuple(lower, items, count);
  Elem *elems = arena_array(lower->arena, Elem, count);
  for (size_t i = 0; i < count; i++)
    elems[i] = apl_single(lower, &items[i]->array);
  return apl_value_items(lower, elems, count, kind);
}

// The arrays next to each other that end here.
static const AplValue *read_strand(AplReading *reading, size_t end, size_t *start) {
  Vec(const AplValue *) items = {0};
  Arena *arena = reading->lower->arena;
  bool is_literal = item_at(reading, end)->kind == APL_ITEM_NUMBERS;
  while (is_array_end(reading, end)) {
    Unit unit = unit_at(reading, end);
    const AplItem *item = item_at(reading, end);
    // Numbers next to each other are as many items.
    if (item->kind == APL_ITEM_NUMBERS && item->numbers.count > 1)
      for (size_t i = item->numbers.count; i-- > 0;)
        vec_push(arena, &items,
                 apl_value_scalar(reading->lower, number_elem(item->numbers.data[i])));
    else
      vec_push(arena, &items, unit.value);
    end = unit.start;
    if (is_literal && !is_array_end(reading, end)) { // the whole strand is one literal
      *start = end;
      return unit.value;
    }
    is_literal = false;
  }
  *start = end;
  for (size_t i = 0; i < items.count / 2; i++) {
    const AplValue *other = items.data[items.count - 1 - i];
    items.data[items.count - 1 - i] = items.data[i];
    items.data[i] = other;
  }
  return apl_strand(reading->lower, items.data, items.count);
}

// ---- Functions ----

static const AplValue *read_function(AplReading *reading, size_t end, size_t *start);

static const AplValue *derive(AplReading *reading, const AplValue *operator, const AplValue * left,
                              const AplValue *right, Span span) {
  AplFunction function = *operator->function;
  bool is_primitive = function.kind == APL_FN_PRIMITIVE;
  if (is_primitive && function.primitive == APL_REPEAT_PRIMITIVE &&
      left->kind != APL_VALUE_FUNCTION) {
    diag_error(reading->lower->diag, ERROR_APL_SYNTAX, span,
               "SYNTAX ERROR: `⍣` repeats a function, but %s is before it",
               apl_type_text(reading->lower, left));
    diag_hint(reading->lower->diag, "powers are `*`, as in `2*0.5`");
    apl_escape(reading->lower);
  }
  if (is_primitive) function.kind = APL_FN_DERIVED;
  function.operands[0] = left;
  function.operands[1] = right;
  function.span = span;
  return apl_value_function(reading->lower, function);
}

// What an operator has before it: a function with its own operators, or a strand.
static const AplValue *read_operand(AplReading *reading, size_t end, size_t *start) {
  if (!has_unit(reading, end))
    apl_fail_at(reading->lower, ERROR_APL_SYNTAX, item_at(reading, end + 1)->span,
                "SYNTAX ERROR: the operator has nothing before it");
  if (is_array_end(reading, end)) return read_strand(reading, end, start);
  return read_function(reading, end, start);
}

static bool is_jot(const AplReading *reading, size_t end) {
  return end > 0 && item_at(reading, end)->kind == APL_ITEM_PRIMITIVE &&
         item_at(reading, end)->primitive == APL_COMPOSE_PRIMITIVE;
}

static bool is_product(const AplValue *operator) {
  return operator->function->kind == APL_FN_PRIMITIVE && operator->function->primitive ==
      APL_PRODUCT_PRIMITIVE;
}

// A function derived by the dyadic operator that ends at `middle`.
static const AplValue *read_dyadic(AplReading *reading, size_t middle, size_t end, size_t *start) {
  const AplValue *operator= unit_at(reading, middle).value;
  const AplValue *right = unit_at(reading, end).value, *left = NULL;
  size_t before = unit_at(reading, middle).start;
  if (right->kind == APL_VALUE_OPERATOR)
    apl_fail_at(reading->lower, ERROR_APL_SYNTAX, item_at(reading, end)->span,
                "SYNTAX ERROR: an operator cannot be an operand");
  if (is_product(operator) && is_jot(reading, before)) {
    *start = before - 1;
  } else {
    left = read_operand(reading, before, start);
  }
  bool is_product_of_arrays =
      is_product(operator) && (is_array_value(right) || (left != NULL && is_array_value(left)));
  if (is_product_of_arrays)
    apl_fail_at(reading->lower, ERROR_APL_SYNTAX, span_between(reading, *start, end),
                "SYNTAX ERROR: `.` stands between functions");
  return derive(reading, operator, left, right, span_between(reading, *start, end));
}

// `name∘←` is how other systems assign to a name of an enclosing function.
static _Noreturn void fail_operand(AplReading *reading, size_t end, const AplFunction *operator) {
  AplLower *lower = reading->lower;
  bool is_outer = operator->primitive == APL_COMPOSE_PRIMITIVE &&
                  end<reading->phrase->count && reading->phrase->data[end]
                      .kind == APL_ITEM_ARROW;
  diag_error(lower->diag, ERROR_APL_SYNTAX, item_at(reading, end)->span,
             "SYNTAX ERROR: the operator has no right operand");
  if (is_outer)
    diag_hint(lower->diag, "a function assigns elements of names outside of it, `name[i]←x`, "
                           "but gives no such name another value");
  apl_escape(lower);
}

static const AplValue *read_function(AplReading *reading, size_t end, size_t *start) {
  Unit unit = unit_at(reading, end);
  if (unit.value->kind == APL_VALUE_OPERATOR && unit.value->function->is_dyadic)
    fail_operand(reading, end, unit.value->function);
  bool is_operator = unit.value->kind == APL_VALUE_OPERATOR;
  bool is_right_operand = !is_operator && is_dyadic_operator(reading, unit.start);
  if (is_right_operand) return read_dyadic(reading, unit.start, end, start);
  if (is_array_value(unit.value))
    apl_fail_at(reading->lower, ERROR_APL_SYNTAX, item_at(reading, end)->span,
                "SYNTAX ERROR: there is no function between this array and what is after it");
  const AplFunction *function = unit.value->function;
  if (!is_operator && function->kind == APL_FN_PRIMITIVE &&
      apl_primitive_role(function->primitive) == APL_HYBRID && has_unit(reading, unit.start))
    is_operator = !is_array_end(reading, unit.start);
  *start = unit.start;
  if (!is_operator) return unit.value;
  const AplValue *operand = read_operand(reading, unit.start, start);
  bool is_function_operator =
      function->kind == APL_FN_PRIMITIVE && function->primitive != APL_COMMUTE_PRIMITIVE;
  if (is_function_operator && operand->kind != APL_VALUE_FUNCTION)
    apl_fail_at(reading->lower, ERROR_APL_SYNTAX, item_at(reading, end)->span,
                "SYNTAX ERROR: the operator takes a function, not %s",
                apl_type_text(reading->lower, operand));
  return derive(reading, unit.value, operand, NULL, span_between(reading, *start, end));
}

// ---- Trains ----

static const AplValue *train_make(AplReading *reading, const AplValue *left, const AplValue *middle,
                                  const AplValue *right) {
  AplFunction function = {.kind = APL_FN_TRAIN, .tines = {left, middle, right}};
  function.span = reading->phrase->span;
  return apl_value_function(reading->lower, function);
}

// A function without arguments: one, or a train of several.
static const AplValue *read_train(AplReading *reading, size_t end, size_t *start) {
  Vec(const AplValue *) tines = {0};
  for (size_t last = end, next; has_unit(reading, end); last = next) {
    next = end;
    bool is_array = is_array_end(reading, end);
    const AplValue *tine =
        is_array ? read_strand(reading, end, &end) : read_function(reading, end, &end);
    if (is_array && (tines.count % 2 != 0 || tines.count < 2))
      apl_fail_at(reading->lower, ERROR_APL_SYNTAX, span_between(reading, next, last),
                  "SYNTAX ERROR: this function has no right argument");
    vec_push(reading->lower->arena, &tines, tine);
  }
  *start = end;
  const AplValue *result = tines.data[0];
  for (size_t i = 1; i < tines.count; i += 2)
    result = i + 1 < tines.count ? train_make(reading, tines.data[i + 1], tines.data[i], result)
                                 : train_make(reading, NULL, tines.data[i], result);
  return result;
}

// ---- Phrases ----

// Applies the function that ends here to what is on its right, and to an array on its left.
static const AplValue *read_call(AplReading *reading, size_t *end, const AplValue *right) {
  size_t start;
  const AplValue *function = read_function(reading, *end, &start), *left = NULL;
  Span span = span_between(reading, start, *end);
  *end = start;
  if (is_array_end(reading, start)) left = read_strand(reading, start, end);
  return apl_apply(reading->lower, function, left, right, span);
}

// Is what stands before an arrow a function, with something to assign before it?
static bool is_function_before_arrow(AplReading *reading, size_t end) {
  if (end < 2) return false;
  const AplItem *item = item_at(reading, end), *before = item_at(reading, end - 1);
  switch (item->kind) {
  case APL_ITEM_PRIMITIVE:
  case APL_ITEM_DFN: return true;
  case APL_ITEM_NAME: {
    const AplCell *cell = apl_scope_find(reading->scope, item->name);
    bool is_function = cell != NULL && cell->value->kind == APL_VALUE_FUNCTION;
    return is_function && (before->kind == APL_ITEM_NAME || before->kind == APL_ITEM_INDEX);
  }
  case APL_ITEM_SYSTEM:
    return strcmp(item->name, "IO") != 0 && unit_at(reading, end).value->kind == APL_VALUE_FUNCTION;
  case APL_ITEM_NUMBERS:
  case APL_ITEM_STRING:
  case APL_ITEM_ZILDE:
  case APL_ITEM_QUAD:
  case APL_ITEM_ARROW:
  case APL_ITEM_GROUP:
  case APL_ITEM_INDEX: return false;
  }
  INTERNAL_ERROR("an item of no kind");
}

// What stands before the arrow that ends here gets a value.
static size_t read_assignment(AplReading *reading, size_t end, const AplValue *value) {
  size_t start;
  if (!is_function_before_arrow(reading, end - 1))
    return apl_assign(reading->lower, reading->scope, reading->phrase, end - 1, value);
  const AplValue *function = read_function(reading, end - 1, &start);
  if (start == 0)
    apl_fail_at(reading->lower, ERROR_APL_SYNTAX, item_at(reading, end)->span,
                "SYNTAX ERROR: there is no name before `←`");
  return apl_assign_through(reading->lower, reading->scope, reading->phrase, start, function,
                            value);
}

const AplValue *apl_phrase(AplLower *lower, Scope *scope, const AplPhrase *phrase) {
  if (phrase->count == 0)
    apl_fail_at(lower, ERROR_APL_SYNTAX, phrase->span,
                "SYNTAX ERROR: there must be something in the brackets");
  AplReading reading = {.lower = lower, .scope = scope, .phrase = phrase};
  reading.units = arena_array(lower->arena, Unit, phrase->count);
  size_t end = phrase->count;
  const AplValue *value = is_array_end(&reading, end) ? read_strand(&reading, end, &end) : NULL;
  if (value == NULL) {
    const AplValue *last = unit_at(&reading, end).value;
    bool is_alone =
        end == 1 || item_at(&reading, unit_at(&reading, end).start)->kind == APL_ITEM_ARROW;
    if (last->kind == APL_VALUE_OPERATOR && is_alone) {
      value = last;
      end = unit_at(&reading, end).start;
    } else {
      value = read_train(&reading, end, &end);
    }
  }
  while (end > 0) {
    if (item_at(&reading, end)->kind == APL_ITEM_ARROW)
      end = read_assignment(&reading, end, value);
    else if (is_array_value(value))
      value = read_call(&reading, &end, value);
    else
      apl_fail_at(lower, ERROR_APL_SYNTAX, item_at(&reading, end)->span,
                  "SYNTAX ERROR: a function cannot be an argument");
  }
  return value;
}

// ---- Statements ----

typedef struct AplGuarded {
  Scope *scope;
  const AplStatements *statements;
  size_t next;
} AplGuarded;

static const AplValue *statements_from(AplLower *lower, Scope *scope,
                                       const AplStatements *statements, size_t first);

static const AplValue *guarded_value(AplLower *lower, void *context) {
  const AplGuarded *guarded = context;
  return apl_phrase(lower, guarded->scope, guarded->statements->data[guarded->next - 1].phrase);
}

static const AplValue *guarded_rest(AplLower *lower, void *context) {
  const AplGuarded *guarded = context;
  const AplValue *value =
      statements_from(lower, guarded->scope, guarded->statements, guarded->next);
  if (value == NULL)
    apl_fail_at(lower, ERROR_APL_VALUE, guarded->statements->data[guarded->next - 1].span,
                "VALUE ERROR: the function has no value when this condition does not hold");
  return value;
}

static const AplValue *guard_value(AplLower *lower, Scope *scope, const AplStatements *statements,
                                   size_t at) {
  const AplStatement *statement = &statements->data[at];
  const AplValue *condition = apl_phrase(lower, scope, statement->guard);
  Span outer = lower->emit.span;
  lower->emit.span = apl_span(lower, statement->guard->span);
  size_t mark = emit_mark(&lower->emit);
  Atom holds = apl_condition(lower, condition, "a condition");
  lower->emit.span = outer;
  if (holds.var != NULL) emit_uncheck(&lower->emit, mark); // it needs the check itself
  AplGuarded guarded = {scope, statements, at + 1};
  const AplValue *value = apl_branch(lower, holds, guarded_value, guarded_rest, &guarded);
  emit_uncheck(&lower->emit, mark);
  return value;
}

// `⍺←value` gives the left argument a value when there is none.
static bool is_default(const Scope *scope, const AplPhrase *phrase) {
  bool is_alpha = phrase->count > 1 && phrase->data[0].kind == APL_ITEM_NAME &&
                  strcmp(phrase->data[0].name, "⍺") == 0 && phrase->data[1].kind == APL_ITEM_ARROW;
  return is_alpha && map_find(scope->cells, map_key(phrase->data[0].name), NULL);
}

static const AplValue *statements_from(AplLower *lower, Scope *scope,
                                       const AplStatements *statements, size_t first) {
  const AplValue *value = NULL;
  for (size_t i = first; i < statements->count; i++) {
    const AplStatement *statement = &statements->data[i];
    if (statement->guard != NULL) return guard_value(lower, scope, statements, i);
    if (is_default(scope, statement->phrase)) continue;
    value = apl_phrase(lower, scope, statement->phrase);
  }
  return value;
}

const AplValue *apl_statements(AplLower *lower, Scope *scope, const AplStatements *statements) {
  return statements_from(lower, scope, statements, 0);
}
