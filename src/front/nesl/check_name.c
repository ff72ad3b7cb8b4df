// What the names of a form stand for.
#include <string.h>

#include "base/internal.h"
#include "front/nesl/check_internal.h"

static void resolve_exp(NeslChecker *checker, NeslExp *exp);

// Notes that the current form uses what another one defines.
static void note_use(NeslChecker *checker, size_t form, NeslIdent name) {
  NeslUse use = {form, name};
  vec_push(checker->arena, &checker->infos[checker->form].uses, use);
}

// ---- Variables ----

// `t` and `f` are truth values unless something else is called so.
static bool is_truth(Name name) { return strcmp(name, "t") == 0 || strcmp(name, "f") == 0; }

static void resolve_variable(NeslChecker *checker, NeslExp *exp) {
  Name name = exp->variable.name;
  NeslValue *value = map_get(checker->locals, map_key(name));
  if (value == NULL) {
    const NeslEntry *entry = nesl_scope_find(checker, checker->values, name, false);
    if (entry == NULL && is_truth(name)) {
      exp->kind = NESL_EXP_BOOL;
      exp->is_true = name[0] == 't';
      return;
    }
    if (entry == NULL) {
      nesl_report_unknown_variable(checker, name, exp->span);
      return;
    }
    value = entry->value;
    note_use(checker, entry->form, (NeslIdent){name, exp->span});
  }
  if (value != NULL) value->is_used = true;
  exp->variable.value = value;
}

// ---- Functions ----

static NeslFunction *find_intrinsic(NeslChecker *checker, NeslIdent name) {
  NeslFunction *function = map_get(checker->intrinsics, map_key(name.name));
  if (function == NULL) return NULL;
  if (!nesl_is_prelude(checker)) {
    diag_error(checker->diag, ERROR_NESL_RESERVED, name.span,
               "`%s` can only be called by the prelude", name.name);
  }
  NeslFormInfo *info = &checker->infos[checker->form];
  if (function->intrinsic == NESL_INTRINSIC_RAND) info->is_random = true;
  if (function->intrinsic >= NESL_INTRINSIC_PRINT) info->is_acting = true;
  return function;
}

// The function that an operator calls; the span is where it is used.
static NeslFunction *operator_target(NeslChecker *checker, NeslOperator op, Span span) {
  Name name = intern_str(checker->names, nesl_operator_function(op));
  NeslFunction *function = map_get(checker->intrinsics, map_key(name));
  if (function != NULL) return function;
  const NeslEntries *entries = map_get(checker->functions, map_key(name));
  for (size_t i = entries == NULL ? 0 : entries->count; i > 0; i--) {
    const NeslEntry *entry = &entries->data[i - 1];
    if (entry->form >= checker->prelude_count) continue;
    note_use(checker, entry->form, (NeslIdent){name, span});
    return entry->function;
  }
  INTERNAL_ERROR("the prelude does not define `%s`", name);
}

// The function of a word such as `rem`, which may also be called by its name.
static NeslFunction *find_word(NeslChecker *checker, NeslIdent name) {
  NeslOperator op = nesl_operator_find(name.name, true);
  return op == NESL_OPERATOR_COUNT ? NULL : operator_target(checker, op, name.span);
}

// The function of a name, or NULL after an error; a broken one is NULL, too.
static NeslFunction *find_function(NeslChecker *checker, NeslIdent name) {
  const NeslEntry *entry = nesl_scope_find(checker, checker->functions, name.name, true);
  if (entry != NULL) {
    note_use(checker, entry->form, name);
    return entry->function;
  }
  NeslFunction *function = find_intrinsic(checker, name);
  if (function == NULL) function = find_word(checker, name);
  if (function == NULL) nesl_report_unknown_function(checker, name);
  return function;
}

// ---- Patterns ----

// Whether the name was bound since the trail had this length.
static const NeslValue *bound_since(const NeslChecker *checker, size_t mark, Name name) {
  for (size_t i = mark; i < checker->trail.count; i++)
    if (checker->trail.data[i].name == name) return map_get(checker->locals, map_key(name));
  return NULL;
}

static void report_constructor(NeslChecker *checker, NeslIdent name, bool is_function,
                               NeslValueKind kind) {
  if (is_function) {
    diag_error(checker->diag, ERROR_NESL_PATTERN, name.span,
               "`%s` is a function, and a pattern can only take datatypes apart", name.name);
  } else {
    diag_error(checker->diag, ERROR_NESL_UNKNOWN_TYPE, name.span, "unknown datatype `%s`",
               name.name);
  }
  if (kind == NESL_VALUE_GLOBAL)
    diag_hint(checker->diag, "a function is defined by `function %s(…) = e;`", name.name);
  else if (!is_function)
    nesl_hint_close(checker, checker->types, name.name, false);
}

static void resolve_constructor(NeslChecker *checker, NeslPattern *pattern, NeslValueKind kind) {
  NeslIdent name = pattern->data.name;
  const NeslEntry *entry = nesl_scope_find(checker, checker->functions, name.name, true);
  if (entry != NULL && entry->function == NULL) return;
  if (entry == NULL || entry->function->kind != NESL_FUNCTION_CONSTRUCTOR) {
    report_constructor(checker, name, entry != NULL, kind);
    return;
  }
  note_use(checker, entry->form, name);
  pattern->data.constructor = entry->function;
}

// Binds the names of a pattern, which belongs to those that were bound since mark.
static void resolve_pattern(NeslChecker *checker, NeslPattern *pattern, size_t mark,
                            NeslValueKind kind) {
  switch (pattern->kind) {
  case NESL_PATTERN_WILDCARD: return;
  case NESL_PATTERN_NAME: {
    NeslIdent name = {pattern->variable.name, pattern->span};
    const NeslValue *before = bound_since(checker, mark, name.name);
    if (before != NULL) {
      diag_error(checker->diag, ERROR_NESL_DUPLICATE, pattern->span, "`%s` is bound twice here",
                 name.name);
      diag_note(checker->diag, before->span, "the first one is here");
    }
    pattern->variable.value = nesl_new_value(checker, kind, name);
    nesl_scope_bind(checker, name.name, pattern->variable.value);
    return;
  }
  case NESL_PATTERN_TUPLE:
    for (size_t i = 0; i < pattern->items.count; i++)
      resolve_pattern(checker, pattern->items.data[i], mark, kind);
    return;
  case NESL_PATTERN_DATA:
    resolve_constructor(checker, pattern, kind);
    resolve_pattern(checker, pattern->data.argument, mark, kind);
    return;
  }
}

// ---- Expressions ----

// A name that a `let` binds in vain. Parts of tuples often are not needed.
static void note_unused(NeslChecker *checker, const NeslPattern *pattern) {
  if (pattern->kind != NESL_PATTERN_NAME || nesl_is_prelude(checker)) return;
  const NeslValue *value = pattern->variable.value;
  if (value->is_used || value->name[0] == '_') return;
  vec_push(checker->arena, &checker->infos[checker->form].unused, pattern);
}

static void resolve_let(NeslChecker *checker, NeslExp *exp) {
  size_t outer = checker->trail.count;
  for (size_t i = 0; i < exp->let.bindings.count; i++) {
    NeslBinding *binding = &exp->let.bindings.data[i];
    resolve_exp(checker, binding->value);
    resolve_pattern(checker, binding->pattern, checker->trail.count, NESL_VALUE_LOCAL);
  }
  resolve_exp(checker, exp->let.body);
  nesl_scope_leave(checker, outer);
  for (size_t i = 0; i < exp->let.bindings.count; i++)
    note_unused(checker, exp->let.bindings.data[i].pattern);
}

static void resolve_each(NeslChecker *checker, NeslExp *exp) {
  size_t outer = checker->trail.count;
  for (size_t i = 0; i < exp->each.bindings.count; i++)
    resolve_exp(checker, exp->each.bindings.data[i].value);
  for (size_t i = 0; i < exp->each.bindings.count; i++)
    resolve_pattern(checker, exp->each.bindings.data[i].pattern, outer, NESL_VALUE_LOCAL);
  if (exp->each.filter != NULL) resolve_exp(checker, exp->each.filter);
  if (exp->each.body != NULL) resolve_exp(checker, exp->each.body);
  nesl_scope_leave(checker, outer);
}

static void resolve_items(NeslChecker *checker, NeslExps *items) {
  for (size_t i = 0; i < items->count; i++)
    resolve_exp(checker, items->data[i]);
}

static void resolve_range(NeslChecker *checker, NeslExp *exp) {
  resolve_exp(checker, exp->range.first);
  resolve_exp(checker, exp->range.last);
  if (exp->range.step != NULL) resolve_exp(checker, exp->range.step);
}

static void resolve_operators(NeslChecker *checker, NeslExp *exp) {
  bool is_binary = exp->kind == NESL_EXP_BINARY;
  exp->function = operator_target(checker, is_binary ? exp->binary.op : exp->unary.op,
                                  is_binary ? exp->binary.op_span : exp->unary.op_span);
  if (is_binary) {
    resolve_exp(checker, exp->binary.left);
    resolve_exp(checker, exp->binary.right);
  } else {
    resolve_exp(checker, exp->unary.operand);
  }
}

static void resolve_exp(NeslChecker *checker, NeslExp *exp) {
  switch (exp->kind) {
  case NESL_EXP_INT:
  case NESL_EXP_FLOAT:
  case NESL_EXP_BOOL:
  case NESL_EXP_CHAR:
  case NESL_EXP_STRING:
  case NESL_EXP_EMPTY: return;
  case NESL_EXP_VAR: resolve_variable(checker, exp); return;
  case NESL_EXP_TUPLE:
  case NESL_EXP_SEQUENCE: resolve_items(checker, &exp->items); return;
  case NESL_EXP_RANGE: resolve_range(checker, exp); return;
  case NESL_EXP_CALL:
    exp->function = find_function(checker, exp->call.name);
    resolve_exp(checker, exp->call.argument);
    break;
  case NESL_EXP_BINARY:
  case NESL_EXP_UNARY: resolve_operators(checker, exp); break;
  case NESL_EXP_INDEX:
    resolve_exp(checker, exp->index.sequence);
    resolve_exp(checker, exp->index.index);
    return;
  case NESL_EXP_IF:
    resolve_exp(checker, exp->branch.condition);
    resolve_exp(checker, exp->branch.then);
    resolve_exp(checker, exp->branch.otherwise);
    return;
  case NESL_EXP_LET: resolve_let(checker, exp); return;
  case NESL_EXP_EACH: resolve_each(checker, exp); return;
  }
  if (exp->function != NULL) exp->function->is_used = true;
}

// ---- Forms ----

// Adds the values of a pattern at top level; they are not seen by the form itself.
static void add_globals(NeslChecker *checker, const NeslPattern *pattern) {
  if (pattern->kind == NESL_PATTERN_NAME) {
    NeslEntry entry = {.form = checker->form, .value = pattern->variable.value};
    nesl_scope_add(checker, checker->values, pattern->variable.name, entry);
  } else if (pattern->kind == NESL_PATTERN_TUPLE) {
    for (size_t i = 0; i < pattern->items.count; i++)
      add_globals(checker, pattern->items.data[i]);
  } else if (pattern->kind == NESL_PATTERN_DATA) {
    add_globals(checker, pattern->data.argument);
  }
}

// A binding with a pattern that is none was probably meant as a function: its value is not looked
// at.
static void define_binding(NeslChecker *checker, NeslForm *form) {
  size_t errors = diag_error_count(checker->diag);
  resolve_pattern(checker, form->binding.pattern, 0, NESL_VALUE_GLOBAL);
  nesl_scope_leave(checker, 0);
  add_globals(checker, form->binding.pattern);
  if (diag_error_count(checker->diag) == errors) return;
  form->kind = NESL_FORM_BROKEN;
  form->broken = (NeslIdent){0};
}

void nesl_define_form(NeslChecker *checker, NeslForm *form) {
  NeslEntry entry = {.form = checker->form};
  switch (form->kind) {
  case NESL_FORM_FUNCTION:
    form->function.function =
        nesl_new_function(checker, NESL_FUNCTION_DEFINED, form->function.name);
    form->function.function->form = &form->function;
    entry.function = form->function.function;
    nesl_scope_add(checker, checker->functions, form->function.name.name, entry);
    return;
  case NESL_FORM_DATATYPE: nesl_check_datatype(checker, form); return;
  case NESL_FORM_BINDING: define_binding(checker, form); return;
  case NESL_FORM_EXPRESSION: {
    NeslIdent name = {intern_str(checker->names, "it"), form->expression.value->span};
    entry.value = form->expression.it = nesl_new_value(checker, NESL_VALUE_GLOBAL, name);
    nesl_scope_add(checker, checker->values, name.name, entry);
    return;
  }
  case NESL_FORM_BROKEN:
    if (form->broken.name == NULL) return;
    nesl_scope_add(checker, checker->values, form->broken.name, entry);
    nesl_scope_add(checker, checker->functions, form->broken.name, entry);
    nesl_scope_add(checker, checker->types, form->broken.name, entry);
    return;
  }
}

// `x == 1;` with a name that nobody knows was meant to bind it.
static void hint_comparison(NeslChecker *checker, const NeslExp *exp) {
  if (exp->kind != NESL_EXP_BINARY || exp->binary.op != NESL_BINARY_EQUAL) return;
  const NeslExp *left = exp->binary.left;
  if (left->kind != NESL_EXP_VAR || left->variable.value != NULL) return;
  if (nesl_scope_find(checker, checker->values, left->variable.name, false) == NULL)
    diag_hint(checker->diag, "`==` compares; a variable is bound by `%s = e;`",
              left->variable.name);
}

static void resolve_parts(NeslChecker *checker, NeslForm *form) {
  switch (form->kind) {
  case NESL_FORM_FUNCTION:
    resolve_pattern(checker, form->function.parameter, 0, NESL_VALUE_LOCAL);
    resolve_exp(checker, form->function.body);
    nesl_scope_leave(checker, 0);
    return;
  case NESL_FORM_BINDING: resolve_exp(checker, form->binding.value); return;
  case NESL_FORM_EXPRESSION:
    resolve_exp(checker, form->expression.value);
    hint_comparison(checker, form->expression.value);
    return;
  case NESL_FORM_BROKEN:
  case NESL_FORM_DATATYPE: return;
  }
}

void nesl_resolve_form(NeslChecker *checker, NeslForm *form) {
  size_t errors = diag_error_count(checker->diag);
  resolve_parts(checker, form);
  checker->infos[checker->form].is_bad = diag_error_count(checker->diag) > errors;
}
