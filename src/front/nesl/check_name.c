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

// The function of an operator that is used by its name, such as `rem` or `+`; of two, the binary
// one.
static NeslFunction *find_operator(NeslChecker *checker, NeslIdent name) {
  NeslOperator op = nesl_operator_find(name.name, true);
  if (op == NESL_OPERATOR_COUNT) op = nesl_operator_find(name.name, false);
  return op == NESL_OPERATOR_COUNT ? NULL : operator_target(checker, op, name.span);
}

// Whether a name is that of a function; a broken one is NULL.
static bool find_function(NeslChecker *checker, NeslIdent name, NeslFunction **function) {
  const NeslEntry *entry = nesl_scope_find(checker, checker->functions, name.name, true);
  if (entry != NULL) {
    note_use(checker, entry->form, name);
    *function = entry->function;
  } else {
    *function = find_intrinsic(checker, name);
    if (*function == NULL) *function = find_operator(checker, name);
    if (*function == NULL) return false;
  }
  if (*function != NULL) (*function)->is_used = true;
  nesl_record_function(checker, *function, name.span);
  return true;
}

// ---- Variables ----

// `t` and `f` are truth values unless something else is called so.
static bool is_truth(Name name) { return strcmp(name, "t") == 0 || strcmp(name, "f") == 0; }

// The lambdas around that a local value comes from outside of hold it. Values are numbered in the
// order in which they are bound.
static void note_captures(NeslChecker *checker, NeslValue *value) {
  for (size_t i = checker->lambdas.count; i-- > 0;) {
    const NeslOpenLambda *open = &checker->lambdas.data[i];
    if (value->id > open->first_id) return;
    NeslValues *captures = &open->exp->lambda.captures;
    for (size_t j = 0; j < captures->count; j++)
      if (captures->data[j] == value) return;
    vec_push(checker->arena, captures, value);
  }
}

// Whether a function was defined since a variable at top level got the same name.
static bool is_redefined(const NeslChecker *checker, Name name) {
  if (map_get(checker->locals, map_key(name)) != NULL) return false;
  const NeslEntry *entry = nesl_scope_find(checker, checker->values, name, false);
  const NeslEntry *function = nesl_scope_find(checker, checker->functions, name, false);
  return entry != NULL && function != NULL && function->form > entry->form;
}

// Whether a name is that of a variable; a broken one is NULL.
static bool find_variable(NeslChecker *checker, NeslIdent name, NeslValue **value) {
  *value = map_get(checker->locals, map_key(name.name));
  if (*value != NULL) {
    note_captures(checker, *value);
  } else {
    const NeslEntry *entry = nesl_scope_find(checker, checker->values, name.name, false);
    if (entry == NULL) return false;
    note_use(checker, entry->form, name);
    *value = entry->value;
  }
  if (*value != NULL) (*value)->is_used = true;
  nesl_record_value(checker, *value, name.span);
  return true;
}

// What is not a variable may be a function, or a truth value. What `f` is where a function is
// called so depends on its type, and so does what a name is that was given to a variable and then
// to a function: the checker decides.
static void resolve_variable(NeslChecker *checker, NeslExp *exp) {
  NeslIdent name = {exp->variable.name, exp->span};
  if (find_variable(checker, name, &exp->variable.value)) {
    if (is_redefined(checker, name.name)) (void)find_function(checker, name, &exp->function);
    return;
  }
  bool is_function = find_function(checker, name, &exp->function);
  if (is_truth(name.name)) {
    if (exp->function != NULL) return;
    exp->kind = NESL_EXP_BOOL;
    exp->is_true = name.name[0] == 't';
  } else if (is_function) {
    exp->kind = NESL_EXP_FUNCTION;
  } else {
    nesl_report_unknown_variable(checker, name.name, exp->span);
  }
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
  nesl_record_function(checker, entry->function, name.span);
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

static void resolve_lambda(NeslChecker *checker, NeslExp *exp) {
  size_t outer = checker->trail.count;
  exp->lambda.id = ++checker->next_id;
  NeslOpenLambda open = {exp, checker->next_id};
  vec_push(checker->arena, &checker->lambdas, open);
  resolve_pattern(checker, exp->lambda.parameter, outer, NESL_VALUE_LOCAL);
  resolve_exp(checker, exp->lambda.body);
  (void)vec_pop(&checker->lambdas);
  nesl_scope_leave(checker, outer);
}

// The variable that a call may mean. A local one hides the functions of the program. Those of the
// prelude have so many names that it depends on the type of the variable which of them is called.
static void resolve_callee(NeslChecker *checker, NeslExp *exp) {
  NeslIdent name = exp->call.name;
  NeslValue *value = NULL;
  bool is_local = map_get(checker->locals, map_key(name.name)) != NULL;
  if (is_redefined(checker, name.name)) return;
  if (!find_variable(checker, name, &value)) return;
  checker->infos[checker->form].is_applying = true;
  exp->call.variable = arena_make(checker->arena, NeslExp);
  *exp->call.variable = (NeslExp){.kind = NESL_EXP_VAR, .height = 1, .span = name.span};
  exp->call.variable->variable.name = name.name;
  exp->call.variable->variable.value = value;
  const NeslEntry *entry = nesl_scope_find(checker, checker->functions, name.name, true);
  bool is_hidden = entry == NULL ? nesl_operator_find(name.name, true) == NESL_OPERATOR_COUNT
                                 : is_local && entry->form >= checker->prelude_count;
  if (is_hidden) nesl_make_apply(exp);
}

static void resolve_call(NeslChecker *checker, NeslExp *exp) {
  resolve_callee(checker, exp);
  if (exp->kind == NESL_EXP_APPLY) {
    resolve_exp(checker, exp->apply.argument);
    return;
  }
  if (!find_function(checker, exp->call.name, &exp->function))
    nesl_report_unknown_function(checker, exp->call.name);
  resolve_exp(checker, exp->call.argument);
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
  Span span = is_binary ? exp->binary.op_span : exp->unary.op_span;
  exp->function = operator_target(checker, is_binary ? exp->binary.op : exp->unary.op, span);
  nesl_record_function(checker, exp->function, span);
  if (is_binary) {
    resolve_exp(checker, exp->binary.left);
    resolve_exp(checker, exp->binary.right);
  } else {
    resolve_exp(checker, exp->unary.operand);
  }
  exp->function->is_used = true;
}

static void resolve_exp(NeslChecker *checker, NeslExp *exp) {
  switch (exp->kind) {
  case NESL_EXP_INT:
  case NESL_EXP_FLOAT:
  case NESL_EXP_BOOL:
  case NESL_EXP_CHAR:
  case NESL_EXP_STRING:
  case NESL_EXP_EMPTY:
  case NESL_EXP_FUNCTION: return;
  case NESL_EXP_VAR: resolve_variable(checker, exp); return;
  case NESL_EXP_LAMBDA: resolve_lambda(checker, exp); return;
  case NESL_EXP_TUPLE:
  case NESL_EXP_SEQUENCE: resolve_items(checker, &exp->items); return;
  case NESL_EXP_RANGE: resolve_range(checker, exp); return;
  case NESL_EXP_CALL: resolve_call(checker, exp); return;
  case NESL_EXP_APPLY:
    checker->infos[checker->form].is_applying = true;
    resolve_exp(checker, exp->apply.callee);
    resolve_exp(checker, exp->apply.argument);
    return;
  case NESL_EXP_BINARY:
  case NESL_EXP_UNARY: resolve_operators(checker, exp); return;
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
