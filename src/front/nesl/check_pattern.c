// Patterns take values apart; they always match.
#include "front/nesl/check_internal.h"

static void report_shape(NeslChecker *checker, const NeslPattern *pattern, const NeslType *type) {
  NeslPrinter printer = {.arena = checker->arena};
  diag_error(checker->diag, ERROR_NESL_PATTERN_SHAPE, pattern->span,
             "this pattern has %zu parts, but its value has type `%s`", pattern->items.count,
             nesl_message_type(&printer, type));
  if (nesl_type_resolve(type)->tag == NESL_T_DATA)
    diag_hint(checker->diag, "a datatype is taken apart by its name: `%s(…)`",
              nesl_type_resolve(type)->data.datatype->name);
}

// The pair that a type is, or is made when it is still to be found; NULL when it is no pair or
// after an error.
static const NeslType *as_pair(NeslChecker *checker, const NeslType *type, Span span) {
  type = nesl_type_resolve(type);
  if (type->tag == NESL_T_PAIR) return type;
  if (type->tag != NESL_T_VAR) return NULL;
  const NeslType *first = nesl_fresh_part(checker, type->var, span);
  if (first == NULL) return NULL;
  const NeslType *second = nesl_fresh_part(checker, type->var, span);
  const NeslType *pair = nesl_type_pair(checker->arena, first, second);
  NeslMismatch mismatch = {0};
  return nesl_unify(type, pair, &mismatch) ? pair : NULL;
}

// The last item takes what is left, as in (a, b) = (1, 2, 3).
static void check_tuple(NeslChecker *checker, NeslPattern *pattern, const NeslType *type) {
  const NeslType *rest = type;
  size_t count = pattern->items.count;
  for (size_t i = 0; i < count; i++) {
    NeslPattern *item = pattern->items.data[i];
    size_t errors = diag_error_count(checker->diag);
    const NeslType *pair = i + 1 < count ? as_pair(checker, rest, item->span) : NULL;
    bool is_reported =
        nesl_type_resolve(rest)->tag == NESL_T_ERROR || diag_error_count(checker->diag) > errors;
    if (i + 1 < count && pair == NULL) {
      if (!is_reported) report_shape(checker, pattern, type);
      rest = nesl_type_scalar(NESL_T_ERROR);
    }
    nesl_check_pattern(checker, item, pair == NULL ? rest : pair->pair.first);
    if (pair != NULL) rest = pair->pair.second;
  }
}

static void check_data(NeslChecker *checker, NeslPattern *pattern, const NeslType *type) {
  const NeslType *content = nesl_type_scalar(NESL_T_ERROR);
  if (pattern->data.constructor != NULL) {
    NeslDatatype *datatype = pattern->data.constructor->datatype;
    const NeslType **arguments =
        arena_array(checker->arena, const NeslType *, datatype->param_count);
    for (size_t i = 0; i < datatype->param_count; i++)
      arguments[i] = nesl_fresh(checker, datatype->params[i]->class, pattern->span);
    const NeslType *data = nesl_type_data(checker->arena, datatype, arguments);
    NeslWhy why = {.words = "the value of this pattern"};
    if (nesl_expect(checker, pattern->span, data, type, why))
      content = nesl_data_content(checker->arena, data);
  }
  nesl_check_pattern(checker, pattern->data.argument, content);
}

void nesl_check_pattern(NeslChecker *checker, NeslPattern *pattern, const NeslType *type) {
  pattern->type = type;
  if (pattern->annotation != NULL) {
    NeslWhy why = {.words = "the value of this pattern"};
    const NeslType *annotation = nesl_check_type(checker, pattern->annotation);
    nesl_expect(checker, pattern->span, annotation, type, why);
  }
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return;
  case NESL_PATTERN_NAME: pattern->variable.value->type = type; return;
  case NESL_PATTERN_TUPLE: check_tuple(checker, pattern, type); return;
  case NESL_PATTERN_DATA: check_data(checker, pattern, type); return;
  }
}
