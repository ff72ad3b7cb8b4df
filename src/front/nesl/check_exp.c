// Expressions other than calls.
#include "front/nesl/check_internal.h"

const NeslType *nesl_fresh(NeslChecker *checker, NeslClass class, Span span) {
  NeslTypeVar *var = arena_make(checker->arena, NeslTypeVar);
  var->class = class;
  var->span = span;
  vec_push(checker->arena, &checker->vars, var);
  NeslType *type = arena_make(checker->arena, NeslType);
  type->tag = NESL_T_VAR;
  type->var = var;
  return type;
}

const NeslType *nesl_fresh_part(NeslChecker *checker, const NeslTypeVar *whole, Span span) {
  const NeslType *part = nesl_fresh(checker, NESL_CLASS_ANY, span);
  part->var->depth = whole->depth + 1;
  part->var->is_function = whole->is_function;
  if (part->var->depth < NESL_TYPE_LIMIT) return part;
  nesl_report_limit(checker, span);
  return NULL;
}

static const NeslType *scalar(NeslTypeTag tag) { return nesl_type_scalar(tag); }

static const char *type_text(NeslChecker *checker, const NeslType *type) {
  NeslPrinter printer = {.arena = checker->arena};
  return nesl_message_type(&printer, type);
}

// The element type of a sequence, or NULL when the type is something else.
static const NeslType *element_type(NeslChecker *checker, const NeslType *type, Span span) {
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_SEQUENCE) return type->element;
  if (type->tag == NESL_T_ERROR) return type;
  if (type->tag != NESL_T_VAR) return NULL;
  const NeslType *element = nesl_fresh_part(checker, type->var, span);
  if (element == NULL) return scalar(NESL_T_ERROR);
  NeslMismatch mismatch = {0};
  const NeslType *sequence = nesl_type_sequence(checker->arena, element);
  return nesl_unify(sequence, type, &mismatch) ? element : NULL;
}

static const NeslType *check_tuple(NeslChecker *checker, NeslExp *exp) {
  const NeslType **items = arena_array(checker->arena, const NeslType *, exp->items.count);
  for (size_t i = 0; i < exp->items.count; i++)
    items[i] = nesl_check_exp(checker, exp->items.data[i]);
  return nesl_type_tuple(checker->arena, items, exp->items.count);
}

static const NeslType *check_sequence(NeslChecker *checker, NeslExp *exp) {
  const NeslType *element = nesl_check_exp(checker, exp->items.data[0]);
  for (size_t i = 1; i < exp->items.count; i++) {
    NeslExp *item = exp->items.data[i];
    nesl_check_exp(checker, item);
    NeslWhy why = {.words = "this element"};
    if (nesl_expect(checker, item->span, element, item->type, why)) continue;
    diag_note(checker->diag, exp->items.data[0]->span, "the first element has type `%s`",
              type_text(checker, element));
    return scalar(NESL_T_ERROR);
  }
  return nesl_type_sequence(checker->arena, element);
}

static const NeslType *check_empty(NeslChecker *checker, NeslExp *exp) {
  const NeslType *element = NULL;
  if (exp->element == NULL) {
    element = nesl_fresh(checker, NESL_CLASS_ANY, exp->span);
    element->var->is_element = true;
  } else {
    element = nesl_check_type(checker, exp->element);
  }
  return nesl_type_sequence(checker->arena, element);
}

static void check_int(NeslChecker *checker, NeslExp *exp, const char *words) {
  const NeslType *found = nesl_check_exp(checker, exp);
  nesl_expect(checker, exp->span, scalar(NESL_T_INT), found, (NeslWhy){.words = words});
}

static void check_bool(NeslChecker *checker, NeslExp *exp, const char *words) {
  const NeslType *found = nesl_check_exp(checker, exp);
  nesl_expect(checker, exp->span, scalar(NESL_T_BOOL), found, (NeslWhy){.words = words});
}

static const NeslType *check_range(NeslChecker *checker, NeslExp *exp) {
  check_int(checker, exp->range.first, "the start of a range");
  check_int(checker, exp->range.last, "the end of a range");
  if (exp->range.step != NULL) check_int(checker, exp->range.step, "the stride of a range");
  return nesl_type_sequence(checker->arena, scalar(NESL_T_INT));
}

static const NeslType *check_index(NeslChecker *checker, NeslExp *exp) {
  NeslExp *sequence = exp->index.sequence, *index = exp->index.index;
  const NeslType *type = nesl_check_exp(checker, sequence);
  const NeslType *element = element_type(checker, type, sequence->span);
  if (element == NULL) {
    nesl_report_not_a_sequence(checker, sequence->span, type, "an index");
    if (nesl_type_resolve(type)->tag == NESL_T_PAIR)
      diag_hint(checker->diag, "a pattern takes a tuple apart: `let (a, b) = e in …`");
    element = scalar(NESL_T_ERROR);
  }
  const NeslType *found = nesl_type_resolve(nesl_check_exp(checker, index));
  NeslWhy why = {.words = "an index"};
  if (!nesl_expect(checker, index->span, scalar(NESL_T_INT), found, why) &&
      found->tag == NESL_T_SEQUENCE)
    diag_hint(checker->diag, "`v -> is` reads the elements at several indices");
  return element;
}

static const NeslType *check_if(NeslChecker *checker, NeslExp *exp) {
  check_bool(checker, exp->branch.condition, "the condition of an `if`");
  const NeslType *then = nesl_check_exp(checker, exp->branch.then);
  const NeslType *otherwise = nesl_check_exp(checker, exp->branch.otherwise);
  NeslWhy why = {.words = "the `else` branch"};
  if (nesl_expect(checker, exp->branch.otherwise->span, then, otherwise, why)) return then;
  diag_note(checker->diag, exp->branch.then->span, "the `then` branch has type `%s`",
            type_text(checker, then));
  return scalar(NESL_T_ERROR);
}

static const NeslType *check_let(NeslChecker *checker, NeslExp *exp) {
  for (size_t i = 0; i < exp->let.bindings.count; i++) {
    NeslBinding *binding = &exp->let.bindings.data[i];
    nesl_check_pattern(checker, binding->pattern, nesl_check_exp(checker, binding->value));
  }
  return nesl_check_exp(checker, exp->let.body);
}

// ---- Apply-to-each ----

static void check_source(NeslChecker *checker, NeslBinding *binding) {
  NeslExp *source = binding->value;
  const NeslType *type = nesl_check_exp(checker, source);
  const NeslType *element = element_type(checker, type, source->span);
  if (element == NULL) {
    nesl_report_not_a_sequence(checker, source->span, type, "an apply-to-each");
    if (nesl_type_resolve(type)->tag == NESL_T_INT)
      diag_hint(checker->diag, "`[0:n]` are the integers from 0 up to, but without, n");
    element = scalar(NESL_T_ERROR);
  }
  nesl_check_pattern(checker, binding->pattern, element);
}

static const NeslType *check_each(NeslChecker *checker, NeslExp *exp) {
  for (size_t i = 0; i < exp->each.bindings.count; i++)
    check_source(checker, &exp->each.bindings.data[i]);
  if (exp->each.filter != NULL)
    check_bool(checker, exp->each.filter, "the condition of an apply-to-each");
  const NeslType *element = exp->each.body == NULL ? exp->each.bindings.data[0].pattern->type
                                                   : nesl_check_exp(checker, exp->each.body);
  return nesl_type_sequence(checker->arena, element);
}

// ---- Functions and names ----

static const NeslType *check_lambda(NeslChecker *checker, NeslExp *exp) {
  const NeslType *from = nesl_fresh(checker, NESL_CLASS_ANY, exp->lambda.parameter->span);
  from->var->is_function = true;
  nesl_check_pattern(checker, exp->lambda.parameter, from);
  exp->lambda.is_random = checker->is_random;
  exp->lambda.is_recursive = checker->is_recursive;
  const NeslType *to = nesl_check_exp(checker, exp->lambda.body);
  return nesl_type_function(checker->arena, from, to);
}

static const NeslType *check_variable(NeslChecker *checker, NeslExp *exp) {
  const NeslValue *value = exp->variable.value;
  bool is_redefined = value != NULL && exp->function != NULL;
  if (is_redefined && nesl_type_resolve(value->type)->tag == NESL_T_FUNCTION) {
    exp->kind = NESL_EXP_FUNCTION;
    return nesl_check_function(checker, exp);
  }
  if (value != NULL) return nesl_check_value(checker, exp);
  if (exp->function == NULL) return scalar(NESL_T_ERROR);
  vec_push(checker->arena, &checker->truths, exp);
  return nesl_fresh(checker, NESL_CLASS_ANY, exp->span);
}

static const NeslType *check_kind(NeslChecker *checker, NeslExp *exp) {
  switch (exp->kind) {
  case NESL_EXP_INT: return scalar(NESL_T_INT);
  case NESL_EXP_FLOAT: return scalar(NESL_T_FLOAT);
  case NESL_EXP_BOOL: return scalar(NESL_T_BOOL);
  case NESL_EXP_CHAR: return scalar(NESL_T_CHAR);
  case NESL_EXP_STRING: return nesl_type_sequence(checker->arena, scalar(NESL_T_CHAR));
  case NESL_EXP_VAR: return check_variable(checker, exp);
  case NESL_EXP_FUNCTION: return nesl_check_function(checker, exp);
  case NESL_EXP_LAMBDA: return nesl_check_size(checker, exp->span, check_lambda(checker, exp));
  case NESL_EXP_TUPLE: return nesl_check_size(checker, exp->span, check_tuple(checker, exp));
  case NESL_EXP_SEQUENCE: return nesl_check_size(checker, exp->span, check_sequence(checker, exp));
  case NESL_EXP_EMPTY: return check_empty(checker, exp);
  case NESL_EXP_RANGE: return check_range(checker, exp);
  case NESL_EXP_CALL: return nesl_check_call(checker, exp);
  case NESL_EXP_APPLY: return nesl_check_apply(checker, exp);
  case NESL_EXP_BINARY: return nesl_check_binary(checker, exp);
  case NESL_EXP_UNARY: return nesl_check_unary(checker, exp);
  case NESL_EXP_INDEX: return check_index(checker, exp);
  case NESL_EXP_IF: return check_if(checker, exp);
  case NESL_EXP_LET: return check_let(checker, exp);
  case NESL_EXP_EACH: return nesl_check_size(checker, exp->span, check_each(checker, exp));
  }
  return scalar(NESL_T_ERROR);
}

const NeslType *nesl_check_exp(NeslChecker *checker, NeslExp *exp) {
  exp->type = check_kind(checker, exp);
  return exp->type;
}
