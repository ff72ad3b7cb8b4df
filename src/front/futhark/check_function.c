// Functions: parameters, result and body. Shared by definitions, local functions and lambdas.
#include "base/internal.h"
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_internal.h"

FutValue *fut_parameter_value(const FutPattern *pattern) {
  pattern = fut_pattern_bare(pattern);
  return pattern->kind == FUT_PATTERN_NAME ? pattern->value : NULL;
}

const FutType *fut_apply_parameter(FutChecker *checker, const FutType *arrow, FutValue *parameter) {
  const FutType *to = arrow->arrow.to;
  if (!arrow->arrow.parameter || !parameter || !fut_type_mentions(to, arrow->arrow.parameter))
    return to;
  FutValue *values[] = {arrow->arrow.parameter};
  const FutSize *by[] = {fut_size_value(checker->arena, parameter)};
  FutSubst subst = {.values = values, .size_by = by, .value_count = 1};
  return fut_type_substitute(checker->arena, to, &subst);
}

static void check_params(FutChecker *checker, FutFunction *function, FutValues *staying) {
  const FutType *hint = function->expected;
  FutValues bound = {0};
  if (function->sizes)
    vec_append(checker->arena, &bound, function->sizes->data, function->sizes->count);
  for (size_t i = 0; i < function->params->count; i++) {
    FutPattern *pattern = function->params->data[i];
    const FutType *type = NULL;
    hint = hint ? fut_type_resolve(hint) : NULL;
    bool has_hint = hint && hint->tag == FUT_T_ARROW;
    if (has_hint)
      type = fut_type_unique(checker->arena, hint->arrow.from, false);
    else
      type = fut_new_type_var(checker, pattern->span, FUT_LIFTED);
    size_t first = bound.count;
    fut_check_pattern(checker, pattern, type, FUT_ANONYMOUS_ANY, NULL, &bound);
    // Each parameter has a level of its own, because its type may mention those before it only.
    checker->level++;
    for (size_t j = first; j < bound.count; j++)
      bound.data[j]->level = checker->level;
    FutValue *parameter = fut_parameter_value(pattern);
    if (parameter) vec_push(checker->arena, staying, parameter);
    hint = has_hint ? fut_apply_parameter(checker, hint, parameter) : NULL;
  }
}

// The types of the parameters as callers see them. A size that is only a part of a parameter, as in
// `def f (n: i64, m: i64) (xs: [n]i32)`, has no name there: it becomes a size parameter.
static const FutType **close_params(FutChecker *checker, FutFunction *function,
                                    FutClosing *closing) {
  size_t count = function->params->count;
  const FutType **types = arena_array(checker->arena, const FutType *, count);
  FutValues sizes = {0};
  closing->unknown = &sizes;
  for (size_t i = 0; i < count; i++) {
    const FutType *type = function->params->data[i]->type;
    types[i] = function->sizes ? fut_close_type(closing, type) : type;
    if (type->is_unique) types[i] = fut_type_unique(checker->arena, types[i], true);
  }
  for (size_t i = 0; i < sizes.count; i++) {
    sizes.data[i]->kind = FUT_VALUE_SIZE;
    sizes.data[i]->is_used = true;
    vec_push(checker->arena, function->sizes, sizes.data[i]);
  }
  closing->unknown = NULL;
  return types;
}

static const FutType *build_arrows(FutChecker *checker, const FutFunction *function,
                                   const FutType **from, const FutType *result,
                                   const FutValues *unknown) {
  const FutType *type = result;
  for (size_t i = function->params->count; i-- > 0;) {
    const FutPattern *pattern = function->params->data[i];
    FutType *arrow = arena_make(checker->arena, FutType);
    *arrow = *fut_type_arrow(checker->arena, fut_parameter_value(pattern), from[i], type);
    if (i == function->params->count - 1) {
      arrow->arrow.unknown = unknown->data;
      arrow->arrow.unknown_count = unknown->count;
    }
    type = arrow;
  }
  return type;
}

// A constant: its unknown sizes are known from where it is defined on.
static const FutType *finish_constant(FutChecker *checker, const FutType *type, uint32_t level) {
  FutValues unknown = {0};
  fut_collect_unknown(checker, type, 0, &unknown);
  for (size_t i = 0; i < unknown.count; i++)
    if (unknown.data[i]->level > level) unknown.data[i]->level = level;
  return type;
}

// Reports a size of a parameter or result that callers cannot see, because it is only a part of a
// parameter; whether there is one.
static bool report_hidden(FutChecker *checker, const FutType *type, const FutValues *staying,
                          uint32_t base, Span span, const char *what) {
  FutValues hidden = {0};
  FutClosing closing = {.checker = checker,
                        .level = base,
                        .var_level = UINT32_MAX,
                        .staying = staying,
                        .span = span,
                        .unknown = &hidden};
  fut_close_type(&closing, type);
  if (hidden.count == 0) return false;
  FutPrinter printer = {.arena = checker->arena};
  const FutSize *size = closing.closed.data[0].inside;
  const char *text = fut_size_text(&printer, size);
  diag_error(checker->diag, ERROR_FUTHARK_HIDDEN_SIZE, span,
             "this %s has the size `%s`, which the type of the function cannot name", what, text);
  if (size->kind == FUT_SIZE_VALUE)
    diag_note(checker->diag, size->value->span, "`%s` is only a part of a parameter", text);
  diag_hint(checker->diag,
            "make `%s` a parameter of its own, or take any size and coerce it: "
            "`let ys = xs :> [%s]t`",
            text, text);
  return true;
}

static void check_accessible(FutChecker *checker, const FutFunction *function,
                             const FutValues *staying, uint32_t base) {
  for (size_t i = 0; i < function->params->count; i++) {
    const FutPattern *pattern = function->params->data[i];
    if (report_hidden(checker, pattern->type, staying, base, pattern->span, "parameter")) return;
  }
}

// A parameter of a function in the type that has an unknown size not older than first_id; or NULL.
static const FutType *unknown_parameter(FutChecker *checker, const FutType *type, uint32_t first_id,
                                        FutValues *unknown) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_ARROW) {
    fut_collect_unknown(checker, type->arrow.from, first_id, unknown);
    if (unknown->count > 0) return type->arrow.from;
    return unknown_parameter(checker, type->arrow.to, first_id, unknown);
  }
  if (type->tag != FUT_T_RECORD) return NULL;
  for (size_t i = 0; i < type->record.count; i++) {
    const FutType *found =
        unknown_parameter(checker, type->record.fields[i].type, first_id, unknown);
    if (found) return found;
  }
  return NULL;
}

// Reports a function in the result that can never be applied, because nothing has the size that it
// wants.
static void check_applicable(FutChecker *checker, const FutFunction *function, uint32_t first_id) {
  FutValues unknown = {0};
  const FutType *parameter = unknown_parameter(checker, function->result, first_id, &unknown);
  if (!parameter) return;
  FutPrinter printer = {.arena = checker->arena};
  const FutSize size = {.kind = FUT_SIZE_VALUE, .value = unknown.data[0]};
  const char *text = fut_size_text(&printer, &size);
  Span span = function->body->span;
  for (const FutExp *exp = function->body; exp; exp = fut_let_body(exp))
    span = exp->span;
  diag_error(checker->diag, ERROR_FUTHARK_UNKNOWN_PARAMETER, span,
             "this is a function of `%s`, but the size `%s` is not known outside, so it can never "
             "be applied",
             fut_type_text(&printer, parameter), text);
  diag_hint(checker->diag,
            "take an array of any size, and coerce it inside of the function: `\\ys -> "
            "let xs = ys :> [n]t in …`");
}

// What a function is in its own body, when its result is written down or guessed: polymorphic in
// every size that is still to be found, and each call makes the unknown sizes of the result.
// Whether the calls fit what is found in the end is checked then (check_recursive_calls in
// check_binding.c).
static void bind_recursion(FutChecker *checker, const FutFunction *function, const FutType **from,
                           const FutType *declared) {
  FutValues sizes = {0}, unknown = {0};
  vec_append(checker->arena, &sizes, function->sizes->data, function->sizes->count);
  FutOpenSizes open = {0};
  for (size_t i = 0; i < function->params->count; i++)
    fut_collect_open_sizes(checker, from[i], &open);
  for (size_t i = 0; i < open.count; i++) {
    FutValue *value = fut_new_value(checker, FUT_VALUE_SIZE, NULL, open.data[i]->span, NULL);
    open.data[i]->link = fut_size_value(checker->arena, value);
    vec_push(checker->arena, &sizes, value);
  }
  size_t param_count = open.count;
  fut_collect_open_sizes(checker, declared, &open);
  for (size_t i = param_count; i < open.count; i++) {
    FutValue *value = fut_new_value(checker, FUT_VALUE_UNKNOWN, NULL, open.data[i]->span, NULL);
    open.data[i]->link = fut_size_value(checker->arena, value);
    vec_push(checker->arena, &unknown, value);
  }
  FutSubst nothing = {0};
  function->self->scheme.type = fut_type_substitute(
      checker->arena, build_arrows(checker, function, from, declared, &unknown), &nothing);
  function->self->scheme.sizes = sizes.data;
  function->self->scheme.size_count = sizes.count;
  for (size_t i = 0; i < open.count; i++)
    open.data[i]->link = NULL;
  open.count = param_count;
  checker->recursion.open = open;
  checker->recursion.given = function->sizes->count;
}

// Gives the sizes of constructors that a declared result leaves open, and that nothing decides, a
// value: they are never made. Those of parameters are decided by callers, and those of a function
// around this one there.
static void close_constructors(FutChecker *checker, const FutType *type, const FutOpenSizes *params,
                               bool is_inside) {
  type = fut_type_resolve(type);
  const FutSize *size;
  for (size_t i = 0; is_inside && (size = fut_type_size(type, i)); i++) {
    size = fut_size_resolve(size);
    bool is_own =
        size->kind == FUT_SIZE_VAR && size->var->is_result && size->var->level >= checker->level;
    for (size_t j = 0; is_own && j < params->count; j++)
      is_own = params->data[j] != size->var;
    if (is_own) size->var->link = fut_size_const(checker->arena, 0);
  }
  if (type->tag == FUT_T_ARROW) return;
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    close_constructors(checker, part, params, is_inside || type->tag == FUT_T_SUM);
}

// The result that the function declares. A size that is not written down is that of the body.
static const FutType *declared_result(FutChecker *checker, const FutFunction *function) {
  const FutType *declared = fut_check_type(checker, function->return_type, FUT_ANONYMOUS_ANY, NULL);
  FutOpenSizes open = {0};
  fut_collect_open_sizes(checker, declared, &open);
  for (size_t i = 0; i < open.count; i++)
    open.data[i]->is_result = true;
  return declared;
}

const FutType *fut_check_function(FutChecker *checker, FutFunction *function) {
  uint32_t outer = checker->level, first_id = checker->next_id;
  size_t error_count = diag_error_count(checker->diag);
  // The sizes of a definition's parameters that are still to be found are its own.
  if (function->sizes) checker->level++;
  uint32_t base = checker->level;
  FutValues staying = {0}, unknown = {0};
  check_params(checker, function, &staying);
  FutClosing closing = {.checker = checker,
                        .level = base,
                        .var_level = base + (uint32_t)function->params->count,
                        .staying = &staying,
                        .span = function->span};
  checker->level++;
  const FutType *declared = NULL;
  if (function->return_type)
    declared = declared_result(checker, function);
  else if (function->guess)
    declared = fut_guessed_type(checker, function);
  if (function->return_type && function->sizes &&
      report_hidden(checker, declared, &staying, base, function->return_type->span, "result"))
    declared = fut_type_error(checker->arena);
  const FutType **from = close_params(checker, function, &closing);
  if (function->self && declared) bind_recursion(checker, function, from, declared);
  if (function->self_scope)
    fut_env_add_value(function->self_scope, function->self->name, function->self);
  const FutType *found = fut_check_exp(checker, function->body, declared);
  if (declared) fut_expect(checker, function->body->span, declared, found, function->why);
  if (declared) {
    FutOpenSizes params = {0};
    for (size_t i = 0; i < function->params->count; i++)
      fut_collect_open_sizes(checker, from[i], &params);
    close_constructors(checker, declared, &params, false);
  }
  checker->level = outer;
  if (function->params->count == 0) {
    function->result = finish_constant(checker, declared ? declared : found, outer);
    if (!declared) check_applicable(checker, function, first_id);
    return function->result;
  }
  closing.unknown = &unknown;
  function->result = fut_close_type(&closing, declared ? declared : found);
  if (declared && declared->is_unique)
    function->result = fut_type_unique(checker->arena, function->result, true);
  if (diag_error_count(checker->diag) == error_count) {
    check_accessible(checker, function, &staying, base);
    if (!declared) check_applicable(checker, function, first_id);
  }
  return build_arrows(checker, function, from, function->result, &unknown);
}
