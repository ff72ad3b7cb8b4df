// Names that are bound by `let` and never used. A name that begins with `_` says that this is
// meant. Parameters, and names in the patterns of cases and loops, are often there for their type
// or to complete a pattern; they give no warning. Nor do top-level definitions, which others may
// import.
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_module.h"

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
  case FUT_PATTERN_BOOL: break;
  }
}

static void check_exp(void *context, const FutExp *exp) {
  FutChecker *checker = context;
  for (; exp != NULL; exp = fut_let_body(exp)) {
    fut_exp_parts(exp, check_exp, checker);
    if (exp->kind == FUT_EXP_LET) check_pattern(checker, exp->let.pattern);
    if (exp->kind != FUT_EXP_LET_FUNCTION) continue;
    const FutBinding *binding = &exp->let_function.binding;
    warn(checker, binding->value, binding->name.name, binding->name.span, "local function");
  }
}

void fut_check_unused(FutChecker *checker, const FutBinding *binding) {
  check_exp(checker, binding->body);
}
