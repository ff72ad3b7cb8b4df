// Entry points: what can be called from outside.
#include <string.h>

#include "front/futhark/check_module.h"

// Whether a parameter or the final result holds a function. A definition need not name all of its
// parameters: `entry f = map g`.
static bool is_higher_order(const FutValue *value) {
  const FutType *type = fut_type_resolve(value->scheme.type);
  for (; type->tag == FUT_T_ARROW; type = fut_type_resolve(type->arrow.to))
    if (fut_type_has_function(type->arrow.from)) return true;
  return fut_type_has_function(type);
}

// Whether a definition was found to be polymorphic only because of what was reported before.
static bool is_doubtful(FutChecker *checker, const FutBinding *binding) {
  for (size_t i = 0; i < binding->type_params.count; i++)
    if (!binding->type_params.data[i].is_size) return false;
  return diag_error_count(checker->diag) > 0;
}

// Gives a definition one more parameter, and applies its body to it.
static void add_param(FutChecker *checker, FutBinding *binding, const FutType *arrow, Span span) {
  Arena *arena = checker->arena;
  Name name = intern_str(checker->names, arena_printf(arena, "x%zu", binding->params.count));
  FutValue *value = arrow->arrow.parameter;
  if (value == NULL) value = fut_new_value(checker, FUT_VALUE_LOCAL, name, span, arrow->arrow.from);
  FutPattern *param = arena_make(arena, FutPattern);
  param->kind = FUT_PATTERN_NAME;
  param->span = span;
  param->type = arrow->arrow.from;
  param->value = value;
  param->name = name;
  vec_push(arena, &binding->params, param);
  FutExp *argument = arena_make(arena, FutExp);
  argument->kind = FUT_EXP_VAR;
  argument->span = span;
  argument->type = argument->value_type = arrow->arrow.from;
  argument->value = value;
  argument->name = (FutQualName){.span = span, .name = name};
  FutExp *body = arena_make(arena, FutExp);
  body->kind = FUT_EXP_APPLY;
  body->span = binding->body->span;
  body->type = arrow->arrow.to;
  body->unknown = arrow->arrow.unknown;
  body->unknown_count = (uint32_t)arrow->arrow.unknown_count;
  body->apply.function = binding->body;
  vec_push(arena, &body->apply.arguments, argument);
  binding->body = body;
  binding->result = arrow->arrow.to;
}

// An entry point has all of its parameters: `entry f = map g` becomes `entry f x = map g x`.
static void complete_params(FutChecker *checker, FutBinding *binding, Span span) {
  for (;;) {
    const FutType *type = fut_type_resolve(binding->result);
    if (type->tag != FUT_T_ARROW) return;
    add_param(checker, binding, type, span);
  }
}

// Whether the sizes of the arguments say what every size parameter is; reports one that they do
// not.
static bool shows_sizes(FutChecker *checker, const FutValue *value, const FutIdent *name) {
  for (size_t i = 0; i < value->scheme.size_count; i++) {
    FutValue *size = value->scheme.sizes[i];
    const FutSize *wanted = fut_size_value(checker->arena, size);
    bool is_shown = false, is_mentioned = false;
    const FutType *type = fut_type_resolve(value->scheme.type);
    for (; type->tag == FUT_T_ARROW; type = fut_type_resolve(type->arrow.to)) {
      is_shown |= fut_type_shows(type->arrow.from, wanted);
      is_mentioned |= fut_type_mentions(type->arrow.from, size);
    }
    if (is_shown) continue;
    FutPrinter printer = {.arena = checker->arena};
    const char *text = fut_size_text(&printer, wanted);
    if (is_mentioned) {
      diag_error(checker->diag, ERROR_FUTHARK_ENTRY, name->span,
                 "no array that the entry point `%s` takes has just the size `%s`, so that callers "
                 "cannot say what it is",
                 name->name, text);
    } else {
      diag_error(checker->diag, ERROR_FUTHARK_ENTRY, name->span,
                 "the result of the entry point `%s` can have any size `%s`: nothing that it takes "
                 "says which",
                 name->name, text);
    }
    if (span_is_known(size->span)) diag_note(checker->diag, size->span, "`%s` is this size", text);
    diag_hint(checker->diag, "take the size as an argument: `(%s: i64)`", text);
    return false;
  }
  return true;
}

void fut_check_entry(FutChecker *checker, FutValue *value, const FutIdent *name, bool is_explicit) {
  FutModules *modules = checker->modules;
  if (modules->module_depth > 0) {
    if (!is_explicit || modules->quiet > 0) return;
    diag_error(checker->diag, ERROR_FUTHARK_ENTRY, name->span,
               "an entry point cannot be inside a module");
    diag_hint(checker->diag, "write `def` here, and an `entry` outside that calls it");
    return;
  }
  if (modules->open.count != 1 || checker->is_prelude) return;
  const char *why = is_explicit ? "" : " (`main` is always one)";
  if (fut_name_is_symbol(name->name)) {
    diag_error(checker->diag, ERROR_FUTHARK_ENTRY, name->span,
               "an entry point cannot be an operator");
    return;
  }
  if (value->scheme.type->tag == FUT_T_ERROR) return;
  if (value->scheme.type_count > 0) {
    if (is_doubtful(checker, value->binding)) return;
    diag_error(checker->diag, ERROR_FUTHARK_ENTRY, name->span,
               "the entry point `%s`%s cannot be polymorphic", name->name, why);
    FutPrinter printer = {.arena = checker->arena};
    diag_note(checker->diag, SPAN_NONE, "its type is `%s`",
              fut_scheme_text(&printer, &value->scheme));
    diag_hint(checker->diag, "say which types its parameters have: `(x: i32)`");
    return;
  }
  if (is_higher_order(value)) {
    FutPrinter printer = {.arena = checker->arena};
    diag_error(checker->diag, ERROR_FUTHARK_ENTRY, name->span,
               "the entry point `%s`%s cannot take or return functions", name->name, why);
    diag_note(checker->diag, SPAN_NONE, "its type is `%s`",
              fut_type_text(&printer, value->scheme.type));
    return;
  }
  if (diag_error_count(checker->diag) == 0 && !shows_sizes(checker, value, name)) return;
  complete_params(checker, value->binding, name->span);
  value->is_entry = true;
  vec_push(checker->arena, &checker->checked->entries, value);
}
