// Names that are bound by `let` and never used. A name that begins with `_` says that this is
// meant. Parameters, and names in the patterns of cases and loops, are often there for their type
// or to complete a pattern; they give no warning. Nor do top-level definitions, which others may
// import.
#include "front/futhark/check_module.h"

static void check_exp(FutChecker *checker, const FutExp *exp);

static void warn(FutChecker *checker, const FutValue *value, Name name, Span span,
                 const char *what) {
  if (value == NULL || value->is_used || name[0] == '_') return;
  diag_warning(checker->diag, ERROR_FUTHARK_UNUSED, span, "the %s `%s` is never used", what, name);
  diag_hint(checker->diag, "remove it, or call it `_%s` if that is meant",
            fut_name_is_symbol(name) ? "" : name);
}

static void check_pattern(FutChecker *checker, const FutPattern *pattern) {
  switch (pattern->kind) {
  case FUT_PATTERN_NAME: warn(checker, pattern->value, pattern->name, pattern->span, "name"); break;
  case FUT_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->tuple.count; i++)
      check_pattern(checker, pattern->tuple.data[i]);
    break;
  case FUT_PATTERN_RECORD:
    for (size_t i = 0; i < pattern->record.count; i++)
      check_pattern(checker, pattern->record.data[i].pattern);
    break;
  case FUT_PATTERN_CONSTRUCTOR:
    for (size_t i = 0; i < pattern->constructor.payload.count; i++)
      check_pattern(checker, pattern->constructor.payload.data[i]);
    break;
  case FUT_PATTERN_ASCRIBE: check_pattern(checker, pattern->ascribe.pattern); break;
  case FUT_PATTERN_ATTRIBUTE: check_pattern(checker, pattern->attributed.pattern); break;
  case FUT_PATTERN_WILDCARD:
  case FUT_PATTERN_NUMBER:
  case FUT_PATTERN_BOOL:
  case FUT_PATTERN_CHAR: break;
  }
}

static void check_exps(FutChecker *checker, const FutExps *exps) {
  for (size_t i = 0; i < exps->count; i++)
    check_exp(checker, exps->data[i]);
}

static void check_indices(FutChecker *checker, const FutIndices *indices) {
  for (size_t i = 0; i < indices->count; i++) {
    check_exp(checker, indices->data[i].start);
    check_exp(checker, indices->data[i].end);
    check_exp(checker, indices->data[i].stride);
  }
}

// The parts of an expression but for the body of a `let`.
static void check_parts(FutChecker *checker, const FutExp *exp) {
  switch (exp->kind) {
  case FUT_EXP_HOLE:
  case FUT_EXP_NUMBER:
  case FUT_EXP_BOOL:
  case FUT_EXP_CHAR:
  case FUT_EXP_STRING:
  case FUT_EXP_VAR:
  case FUT_EXP_SECTION_PROJECT: break;
  case FUT_EXP_TUPLE:
  case FUT_EXP_ARRAY: check_exps(checker, &exp->items); break;
  case FUT_EXP_RECORD:
    for (size_t i = 0; i < exp->record.count; i++)
      check_exp(checker, exp->record.data[i].value);
    break;
  case FUT_EXP_APPLY:
    check_exp(checker, exp->apply.function);
    check_exps(checker, &exp->apply.arguments);
    break;
  case FUT_EXP_CONSTRUCTOR: check_exps(checker, &exp->constructor.arguments); break;
  case FUT_EXP_BINARY:
    check_exp(checker, exp->binary.left);
    check_exp(checker, exp->binary.right);
    break;
  case FUT_EXP_NEGATE:
  case FUT_EXP_NOT: check_exp(checker, exp->operand); break;
  case FUT_EXP_RANGE:
    check_exp(checker, exp->range.first);
    check_exp(checker, exp->range.second);
    check_exp(checker, exp->range.last);
    break;
  case FUT_EXP_ASCRIBE:
  case FUT_EXP_COERCE: check_exp(checker, exp->ascribe.value); break;
  case FUT_EXP_INDEX:
    check_exp(checker, exp->index.array);
    check_indices(checker, &exp->index.indices);
    break;
  case FUT_EXP_PROJECT: check_exp(checker, exp->project.record); break;
  case FUT_EXP_UPDATE:
    check_exp(checker, exp->update.array);
    check_indices(checker, &exp->update.indices);
    check_exp(checker, exp->update.value);
    break;
  case FUT_EXP_RECORD_UPDATE:
    check_exp(checker, exp->record_update.record);
    check_exp(checker, exp->record_update.value);
    break;
  case FUT_EXP_OPEN: check_exp(checker, exp->open.body); break;
  case FUT_EXP_SECTION_LEFT:
  case FUT_EXP_SECTION_RIGHT: check_exp(checker, exp->section.operand); break;
  case FUT_EXP_SECTION_INDEX: check_indices(checker, &exp->section_index); break;
  case FUT_EXP_LAMBDA: check_exp(checker, exp->lambda.body); break;
  case FUT_EXP_IF:
    check_exp(checker, exp->branch.condition);
    check_exp(checker, exp->branch.then);
    check_exp(checker, exp->branch.otherwise);
    break;
  case FUT_EXP_LET:
    check_exp(checker, exp->let.value);
    check_pattern(checker, exp->let.pattern);
    break;
  case FUT_EXP_LET_UPDATE:
    check_indices(checker, &exp->let_update.indices);
    check_exp(checker, exp->let_update.value);
    break;
  case FUT_EXP_LET_FUNCTION: {
    const FutBinding *binding = &exp->let_function.binding;
    check_exp(checker, binding->body);
    warn(checker, binding->value, binding->name.name, binding->name.span, "local function");
    break;
  }
  case FUT_EXP_LOOP:
    check_exp(checker, exp->loop.initial);
    check_exp(checker, exp->loop.bound);
    check_exp(checker, exp->loop.body);
    break;
  case FUT_EXP_MATCH:
    check_exp(checker, exp->match.subject);
    for (size_t i = 0; i < exp->match.cases.count; i++)
      check_exp(checker, exp->match.cases.data[i].body);
    break;
  case FUT_EXP_ASSERT:
    check_exp(checker, exp->assertion.condition);
    check_exp(checker, exp->assertion.value);
    break;
  case FUT_EXP_ATTRIBUTE: check_exp(checker, exp->attributed.value); break;
  }
}

static void check_exp(FutChecker *checker, const FutExp *exp) {
  while (exp != NULL) {
    check_parts(checker, exp);
    if (exp->kind == FUT_EXP_LET)
      exp = exp->let.body;
    else if (exp->kind == FUT_EXP_LET_UPDATE)
      exp = exp->let_update.body;
    else
      exp = exp->kind == FUT_EXP_LET_FUNCTION ? exp->let_function.body : NULL;
  }
}

void fut_check_unused(FutChecker *checker, const FutBinding *binding) {
  check_exp(checker, binding->body);
}
