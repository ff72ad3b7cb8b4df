// Expressions.
#include <string.h>

#include "front/fcl/check_internal.h"
#include "front/occurrences.h"

static const FclType *type_open(FclCheck *check) {
  return fcl_type_variable(check->arena, check->rank, FCL_KIND_TYP, NULL);
}

static const FclType *type_of(FclCheck *check, FclTypeKind kind) {
  return fcl_type(check->arena, kind, NULL, NULL);
}

// ---- Names ----

// Tells editors what a name stands for (front/occurrences.h).
static void record(const FclVariable *variable, Span span) {
  front_record((Occurrence){
      .kind = variable->is_builtin || variable->is_global ? OCCURRENCE_FUNCTION : OCCURRENCE_VALUE,
      .name = variable->name,
      .span = span,
      .definition = variable->span,
      .what = variable,
      .is_definition = span.start == variable->span.start});
}

static FclVariable *variable_new(FclCheck *check, Name name, Span span, FclScheme *scheme) {
  FclVariable *variable = arena_make(check->arena, FclVariable);
  *variable = (FclVariable){.name = name, .scheme = scheme, .span = span};
  return variable;
}

static FclVariable *variable_add(FclCheck *check, FclVariable *variable) {
  vec_push(check->arena, &check->scope, variable);
  record(variable, variable->span);
  return variable;
}

// Binds the names of a pattern, none of which is general.
static const FclType *check_pattern(FclCheck *check, FclPattern *pattern) {
  switch (pattern->kind) {
  case FCL_PATTERN_UNIT: return type_of(check, FCL_TYPE_UNIT);
  case FCL_PATTERN_WILDCARD: return type_open(check);
  case FCL_PATTERN_PAIR: {
    const FclType *first = check_pattern(check, pattern->first);
    const FclType *second = check_pattern(check, pattern->second);
    return fcl_type(check->arena, FCL_TYPE_PAIR, first, second);
  }
  case FCL_PATTERN_NAME: {
    FclScheme *scheme = arena_make(check->arena, FclScheme);
    scheme->type = type_open(check);
    pattern->variable =
        variable_add(check, variable_new(check, pattern->name, pattern->span, scheme));
    return scheme->type;
  }
  }
  return type_open(check);
}

static FclVariable *find_variable(const FclCheck *check, Name name) {
  for (size_t i = check->scope.count; i-- > 0;) {
    FclVariable *variable = check->scope.data[i];
    bool is_hidden = variable == check->self && check->arms == 0;
    if (variable->name == name && !is_hidden) return variable;
  }
  return NULL;
}

// Is there a level above grid in the type?
static bool exceeds(const FclType *type) {
  type = fcl_type_resolve(type);
  if (type->level != NULL) {
    FclLevel level = fcl_level_resolve(type->level);
    if (level.variable == NULL && level.up > FCL_LEVEL_GRID) return true;
  }
  return (type->first != NULL && exceeds(type->first)) ||
         (type->second != NULL && exceeds(type->second));
}

static void check_level_arguments(FclCheck *check, FclUse *use) {
  size_t count = use->variable->scheme->levels.count;
  FclClash clash;
  for (size_t i = 0; i < use->levels.count; i++) {
    const FclLevel *level = fcl_check_level(check, &use->levels.data[i]);
    if (i < count) {
      fcl_unify_level(check->arena, use->level_arguments[i], level, &clash);
      continue;
    }
    bool is_new = fcl_check_fail(check, ERROR_FCL_LEVEL_ARGUMENTS, use->levels.data[i].span,
                                 "`%s` takes %zu level%s, and this is one more", use->ident.name,
                                 count, count == 1 ? "" : "s");
    if (is_new && span_is_known(use->variable->span))
      diag_note(check->diag, use->variable->span, "`%s` is defined here", use->ident.name);
    return;
  }
}

static const FclType *check_name(FclCheck *check, FclUse *use) {
  use->variable = find_variable(check, use->ident.name);
  if (use->variable == NULL) {
    fcl_fail_unknown(check, &use->ident);
    return type_open(check);
  }
  record(use->variable, use->ident.span);
  const FclType *type = fcl_instantiate(check->arena, use->variable->scheme, check->rank,
                                        &use->level_arguments, &use->type_arguments);
  check_level_arguments(check, use);
  if (use->levels.count > 0 && exceeds(type))
    fcl_check_fail(check, ERROR_FCL_LEVEL, use->levels.data[0].span,
                   "`%s` lifts programs one level up, and there is no level above grid",
                   use->ident.name);
  vec_push(check->arena, &check->uses, use);
  FclOwnUse own = {use, false};
  if (use->variable == check->self) vec_push(check->arena, &check->own_uses, own);
  fcl_overload_use(check, use, type);
  return type;
}

// ---- Functions ----

static const FclType *check_lambda(FclCheck *check, FclExp *exp) {
  size_t mark = check->scope.count;
  Vec(const FclType *) types = {0};
  for (size_t i = 0; i < exp->lambda.parameters.count; i++)
    vec_push(check->arena, &types, check_pattern(check, exp->lambda.parameters.data[i]));
  const FclType *type = fcl_check_exp(check, exp->lambda.body);
  check->scope.count = mark;
  for (size_t i = types.count; i-- > 0;)
    type = fcl_type(check->arena, FCL_TYPE_FUNCTION, types.data[i], type);
  return type;
}

// The parameters of a lambda have the types that a signature says before its body is checked, so
// that operators and messages know them.
static const FclType *check_lambda_as(FclCheck *check, FclExp *exp, const FclType *expected) {
  size_t mark = check->scope.count;
  const FclType *rest = expected;
  FclClash clash;
  for (size_t i = 0; i < exp->lambda.parameters.count; i++) {
    FclPattern *pattern = exp->lambda.parameters.data[i];
    const FclType *own = check_pattern(check, pattern);
    rest = fcl_type_resolve(rest);
    if (rest->kind != FCL_TYPE_FUNCTION) {
      FclPrinter printer = {.arena = check->arena};
      fcl_check_fail(check, ERROR_FCL_SIGNATURE, pattern->span,
                     "the signature %s has %zu parameter%s, and this is one more",
                     fcl_type_text(&printer, expected), i, i == 1 ? "" : "s");
      rest = fcl_type(check->arena, FCL_TYPE_FUNCTION, own, type_open(check));
    }
    if (!fcl_unify(check->arena, rest->first, own, &clash))
      fcl_fail_clash(check, pattern->span, "this parameter does not fit the signature", rest->first,
                     own, &clash);
    rest = rest->second;
  }
  const FclType *result = fcl_check_exp_as(check, exp->lambda.body, rest);
  check->scope.count = mark;
  if (!fcl_unify(check->arena, rest, result, &clash))
    fcl_fail_clash(check, exp->lambda.body->span, "the result does not fit the signature", rest,
                   result, &clash);
  return expected;
}

static const FclType *check_apply(FclCheck *check, FclExp *exp) {
  const FclType *function = NULL, *argument = NULL;
  FclClash clash;
  if (exp->apply.is_piped) argument = fcl_check_exp(check, exp->apply.argument);
  function = fcl_type_resolve(fcl_check_exp(check, exp->apply.function));
  if (!exp->apply.is_piped) argument = fcl_check_exp(check, exp->apply.argument);
  function = fcl_type_resolve(function);
  if (function->kind == FCL_TYPE_VARIABLE && function->variable->name == NULL) {
    const FclType *arrow = fcl_type(check->arena, FCL_TYPE_FUNCTION, argument, type_open(check));
    if (!fcl_unify(check->arena, function, arrow, &clash))
      fcl_fail_clash(check, exp->apply.function->span, "what is applied here", arrow, function,
                     &clash);
    return arrow->second;
  }
  if (function->kind != FCL_TYPE_FUNCTION) {
    fcl_fail_function(check, exp, function);
    return type_open(check);
  }
  if (!fcl_unify(check->arena, function->first, argument, &clash))
    fcl_fail_argument(check, exp, function->first, argument, &clash);
  else if (exceeds(function->second))
    fcl_check_fail(check, ERROR_FCL_LEVEL, exp->span,
                   "this lifts programs of level grid, and there is no level above grid");
  if (check->overloads.count > 0) fcl_overload_decide(check, check->rank, false);
  return function->second;
}

static const FclType *check_binary(FclCheck *check, FclExp *exp) {
  FclClash clash;
  const FclType *left = fcl_check_exp(check, exp->binary.left);
  const FclType *right = fcl_check_exp(check, exp->binary.right);
  if (!fcl_unify(check->arena, left, right, &clash))
    fcl_fail_operands(check, exp, left, right, &clash);
  fcl_overload_operator(check, exp->binary.op, left, exp->binary.op_span);
  fcl_overload_decide(check, check->rank, false);
  bool is_comparison = fcl_operator_class(exp->binary.op) == FCL_CLASS_COMPARE;
  return is_comparison ? type_of(check, FCL_TYPE_BOOL) : left;
}

// ---- Branches ----

static const FclType *check_if(FclCheck *check, FclExp *exp) {
  FclClash clash;
  const FclType *condition = fcl_check_exp(check, exp->branch.condition);
  if (!fcl_unify(check->arena, type_of(check, FCL_TYPE_BOOL), condition, &clash))
    fcl_fail_clash(check, exp->branch.condition->span, "the condition of an `if`",
                   type_of(check, FCL_TYPE_BOOL), condition, &clash);
  const FclType *then = fcl_check_exp(check, exp->branch.then);
  const FclType *otherwise = fcl_check_exp(check, exp->branch.otherwise);
  if (!fcl_unify(check->arena, then, otherwise, &clash)) {
    fcl_fail_clash(check, exp->branch.otherwise->span, "the branches of this `if` differ", then,
                   otherwise, &clash);
  } else if (!fcl_type_restrict(then, FCL_KIND_BT, &clash)) {
    FclPrinter printer = {.arena = check->arena};
    bool is_new =
        fcl_check_fail(check, ERROR_FCL_KIND, exp->span,
                       "an `if` chooses between scalars, and these branches are of type %s",
                       fcl_type_text(&printer, then));
    FclTypeKind kind = clash.left->kind;
    if (is_new && (kind == FCL_TYPE_PULL || kind == FCL_TYPE_PUSH))
      diag_hint(check->diag, "choose for each element: `generate n (fn i => if … then … else …)`");
    else if (is_new && kind == FCL_TYPE_PROGRAM)
      diag_hint(check->diag, "all threads run the same program; choose between the values that it "
                             "computes");
  }
  return then;
}

// ---- do ----

// Unifies the type of a statement with a program of the level, and gives what it computes; NULL: it
// may be anything.
static const FclType *check_statement(FclCheck *check, const FclExp *sequence, FclExp *value,
                                      const FclLevel *level, const FclType *result) {
  if (result == NULL) result = type_open(check);
  const FclType *wanted = fcl_type_at(check->arena, FCL_TYPE_PROGRAM, level, result);
  const FclType *type = fcl_check_exp_as(check, value, wanted);
  FclClash clash;
  if (!fcl_unify(check->arena, wanted, type, &clash))
    fcl_fail_statement(check, sequence, value, type, &clash);
  return result;
}

static void check_bindings(FclCheck *check, FclBindings bindings);

static const FclType *check_do(FclCheck *check, FclExp *exp, const FclType *expected) {
  size_t mark = check->scope.count;
  const FclType *result = NULL, *last = NULL;
  FclClash clash;
  if (expected != NULL) expected = fcl_type_resolve(expected);
  if (expected != NULL && expected->kind == FCL_TYPE_PROGRAM) last = expected->first;
  const FclLevel *level = exp->sequence.has_level
                              ? fcl_check_level(check, &exp->sequence.level)
                              : fcl_level_variable(check->arena, check->rank, NULL);
  for (size_t i = 0; i < exp->sequence.statements.count; i++) {
    FclStatement *statement = &exp->sequence.statements.data[i];
    if (statement->kind == FCL_STATEMENT_LET) {
      check_bindings(check, statement->lets);
      continue;
    }
    bool is_last = i + 1 == exp->sequence.statements.count;
    result = check_statement(check, exp, statement->value, level, is_last ? last : NULL);
    if (statement->kind != FCL_STATEMENT_BIND) continue;
    const FclType *pattern = check_pattern(check, statement->pattern);
    if (!fcl_unify(check->arena, result, pattern, &clash))
      fcl_fail_clash(check, statement->pattern->span, "this pattern does not fit its value", result,
                     pattern, &clash);
  }
  check->scope.count = mark;
  return fcl_type_at(check->arena, FCL_TYPE_PROGRAM, level, result);
}

// ---- Bindings ----

static bool scheme_has_level(const FclScheme *scheme, const FclLevelVariable *variable) {
  for (size_t i = 0; i < scheme->levels.count; i++)
    if (scheme->levels.data[i] == variable) return true;
  return false;
}

void fcl_check_levels_known(FclCheck *check, const FclScheme *scheme, size_t first) {
  size_t kept = first;
  for (size_t i = first; i < check->uses.count; i++) {
    FclUse *use = check->uses.data[i];
    bool is_open = false;
    for (size_t k = 0; k < use->variable->scheme->levels.count; k++) {
      FclLevelVariable *variable = fcl_level_resolve(use->level_arguments[k]).variable;
      if (variable == NULL || variable->name != NULL) continue;
      is_open = is_open || variable->rank <= check->rank;
      bool is_said = scheme != NULL && scheme_has_level(scheme, variable);
      if (variable->rank <= check->rank || is_said) continue;
      bool is_new = fcl_check_fail(check, ERROR_FCL_LEVEL_OPEN, use->ident.span,
                                   "nothing says at which level this `%s` works", use->ident.name);
      if (is_new) diag_hint(check->diag, "write it: `%s<block>`", use->ident.name);
      break;
    }
    if (is_open) check->uses.data[kept++] = use;
  }
  check->uses.count = kept;
}

// A variable of a signature that was found to be something from around it.
static void check_rigid(FclCheck *check, const FclBinding *binding, const FclScheme *scheme) {
  for (size_t i = 0; i < scheme->types.count; i++)
    if (scheme->types.data[i]->name != NULL && scheme->types.data[i]->rank <= check->rank)
      fcl_check_fail(check, ERROR_FCL_SIGNATURE, binding->span,
                     "the signature says that `%s` stands for every type, but here it is one that "
                     "is fixed outside",
                     scheme->types.data[i]->name);
  for (size_t i = 0; i < scheme->levels.count; i++)
    if (scheme->levels.data[i]->name != NULL && scheme->levels.data[i]->rank <= check->rank)
      fcl_check_fail(check, ERROR_FCL_SIGNATURE, binding->span,
                     "`%s` stands for every level, but here it is one that is fixed outside",
                     scheme->levels.data[i]->name);
}

// Where a definition uses itself, types must be of the kinds that were found out since.
static void check_kinds_of_self(FclCheck *check) {
  FclClash clash;
  for (size_t i = 0; i < check->own_uses.count; i++) {
    const FclUse *use = check->own_uses.data[i].use;
    const FclTypeVariables *types = &use->variable->scheme->types;
    for (size_t k = 0; k < types->count; k++)
      if (!fcl_type_restrict(use->type_arguments[k], types->data[k]->kind, &clash))
        fcl_fail_kind(check, use->ident.span, &clash);
  }
}

FclVariable *fcl_check_binding(FclCheck *check, FclBinding *binding, const FclSchemeExp *signature,
                               bool is_global) {
  FclScheme *scheme = arena_make(check->arena, FclScheme);
  FclMark mark = fcl_mark(check);
  FclClash clash;
  size_t first_use = check->uses.count, scope = check->scope.count;
  FclVariable *variable =
      variable_new(check, binding->pattern->name, binding->pattern->span, scheme);
  variable->is_global = is_global;
  variable->binding = binding;
  if (binding->signature != NULL) signature = binding->signature;
  check->rank++;
  scheme->type = fcl_open_signature(check, binding, signature, scheme);
  if (is_global && scheme->type != NULL && scheme->levels.count > 0) {
    check->self = variable;
    vec_push(check->arena, &check->scope, variable);
  }
  if (scheme->type == NULL) {
    scheme->type = fcl_check_exp(check, binding->value);
  } else if (binding->value->kind == FCL_EXP_LAMBDA) {
    check_lambda_as(check, binding->value, scheme->type);
  } else {
    const FclType *own = fcl_check_exp_as(check, binding->value, scheme->type);
    if (!fcl_unify(check->arena, scheme->type, own, &clash))
      fcl_fail_clash(check, binding->value->span, "this does not fit the signature", scheme->type,
                     own, &clash);
  }
  check->rank--;
  fcl_overload_decide(check, check->rank, true);
  fcl_release(check, mark);
  check_rigid(check, binding, scheme);
  fcl_generalise(check->arena, scheme, check->rank);
  fcl_check_levels_known(check, scheme, first_use);
  if (is_global) {
    check_kinds_of_self(check);
    check->self = NULL;
    check->own_uses.count = 0;
    check->scope.count = scope;
  }
  binding->scheme = scheme;
  binding->pattern->variable = variable_add(check, variable);
  return variable;
}

static void check_bindings(FclCheck *check, FclBindings bindings) {
  FclClash clash;
  for (size_t i = 0; i < bindings.count; i++) {
    FclBinding *binding = bindings.data[i];
    if (binding->pattern->kind == FCL_PATTERN_NAME) {
      fcl_check_binding(check, binding, NULL, false);
      continue;
    }
    const FclType *value = fcl_check_exp(check, binding->value);
    const FclType *pattern = check_pattern(check, binding->pattern);
    if (!fcl_unify(check->arena, value, pattern, &clash))
      fcl_fail_clash(check, binding->pattern->span, "this pattern does not fit its value", value,
                     pattern, &clash);
  }
}

static const FclType *check_let(FclCheck *check, FclExp *exp, const FclType *expected) {
  size_t mark = check->scope.count;
  check_bindings(check, exp->let.bindings);
  const FclType *type = expected == NULL ? fcl_check_exp(check, exp->let.body)
                                         : fcl_check_exp_as(check, exp->let.body, expected);
  check->scope.count = mark;
  return type;
}

const FclType *fcl_check_exp_as(FclCheck *check, FclExp *exp, const FclType *expected) {
  if (exp->kind == FCL_EXP_CASE) return fcl_check_case(check, exp, expected);
  if (exp->kind == FCL_EXP_DO) return check_do(check, exp, expected);
  if (exp->kind == FCL_EXP_LET) return check_let(check, exp, expected);
  return fcl_check_exp(check, exp);
}

const FclType *fcl_check_exp(FclCheck *check, FclExp *exp) {
  switch (exp->kind) {
  case FCL_EXP_INT: return type_of(check, FCL_TYPE_INT);
  case FCL_EXP_LONG: return type_of(check, FCL_TYPE_LONG);
  case FCL_EXP_BYTE: return type_of(check, FCL_TYPE_BYTE);
  case FCL_EXP_DOUBLE: return type_of(check, FCL_TYPE_DOUBLE);
  case FCL_EXP_FLOAT: return type_of(check, FCL_TYPE_FLOAT);
  case FCL_EXP_BOOL: return type_of(check, FCL_TYPE_BOOL);
  case FCL_EXP_STRING: return type_of(check, FCL_TYPE_STRING);
  case FCL_EXP_UNIT: return type_of(check, FCL_TYPE_UNIT);
  case FCL_EXP_NAME: return check_name(check, exp->use);
  case FCL_EXP_PAIR: {
    const FclType *first = fcl_check_exp(check, exp->pair.first);
    const FclType *second = fcl_check_exp(check, exp->pair.second);
    return fcl_type(check->arena, FCL_TYPE_PAIR, first, second);
  }
  case FCL_EXP_LAMBDA: return check_lambda(check, exp);
  case FCL_EXP_APPLY: return check_apply(check, exp);
  case FCL_EXP_BINARY: return check_binary(check, exp);
  case FCL_EXP_LET: return check_let(check, exp, NULL);
  case FCL_EXP_IF: return check_if(check, exp);
  case FCL_EXP_CASE: return fcl_check_case(check, exp, NULL);
  case FCL_EXP_DO: return check_do(check, exp, NULL);
  }
  return type_open(check);
}
