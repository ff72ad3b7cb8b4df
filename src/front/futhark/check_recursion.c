// What a recursive definition may do with functions. Each use of a function is compiled with the
// functions that it is given, so that recursion must pass on the same ones:
//
//   def f (g: i32 -> i32) (n: i32): i32 = if n == 0 then g 0 else f g (n - 1)
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_internal.h"

typedef struct FutRecursionWalk {
  FutChecker *checker;
  const FutBinding *binding;
  bool is_recursive;
  bool has_error;
} FutRecursionWalk;

static void visit(void *context, const FutExp *exp);

static bool is_self(const FutRecursionWalk *walk, const FutExp *exp) {
  return exp->kind == FUT_EXP_VAR && exp->value && exp->value == walk->binding->value;
}

// A use that does not say which functions it passes on. The caller adds a hint.
static void report_use(FutRecursionWalk *walk, Span span, const FutPattern *param,
                       const char *what) {
  Diag *diag = walk->checker->diag;
  walk->has_error = true;
  diag_error(diag, ERROR_FUTHARK_RECURSION, span, "a recursive call of `%s` must %s",
             walk->binding->name.name, what);
  diag_note(diag, param->span, "this parameter is or holds a function");
}

static void report_argument(FutRecursionWalk *walk, Span span, const FutPattern *param) {
  report_use(walk, span, param, "pass on the same function as it was given");
  diag_hint(walk->checker->diag, "write the name of the parameter here; what differs from call to "
                                 "call must be other values than functions");
}

static void report_partial(FutRecursionWalk *walk, Span span, const FutPattern *param) {
  report_use(walk, span, param, "have all its arguments, because it takes a function");
  diag_hint(walk->checker->diag, "write the call out: `\\x -> %s … x`", walk->binding->name.name);
}

// Checks one use of the definition in itself, with as many arguments as there are.
static void check_use(FutRecursionWalk *walk, const FutExp *use, FutExp *const *args,
                      size_t count) {
  const FutPatterns *params = &walk->binding->params;
  walk->is_recursive = true;
  for (size_t i = 0; i < params->count && !walk->has_error; i++) {
    const FutPattern *param = params->data[i];
    if (!param->type || !fut_type_has_function(param->type)) continue;
    const FutValue *name = fut_parameter_value(param);
    if (params->count > count)
      report_partial(walk, use->span, param);
    else if (args[i]->kind != FUT_EXP_VAR || !name || args[i]->value != name ||
             args[i]->projection_count > 0)
      report_argument(walk, args[i]->span, param);
  }
}

static void visit_one(FutRecursionWalk *walk, const FutExp *exp) {
  if (exp->kind == FUT_EXP_APPLY && is_self(walk, exp->apply.function)) {
    check_use(walk, exp->apply.function, exp->apply.arguments.data, exp->apply.arguments.count);
    for (size_t i = 0; i < exp->apply.arguments.count; i++)
      visit(walk, exp->apply.arguments.data[i]);
    return;
  }
  if (is_self(walk, exp)) check_use(walk, exp, NULL, 0);
  bool is_operator = exp->kind == FUT_EXP_BINARY || exp->kind == FUT_EXP_SECTION_LEFT ||
                     exp->kind == FUT_EXP_SECTION_RIGHT;
  if (is_operator && exp->value == walk->binding->value) {
    FutExp *operands[2] = {exp->binary.left, exp->binary.right};
    check_use(walk, exp, operands, exp->kind == FUT_EXP_BINARY ? 2 : 0);
  }
  fut_exp_parts(exp, visit, walk);
}

static void visit(void *context, const FutExp *exp) {
  for (; exp != NULL; exp = fut_let_body(exp))
    visit_one(context, exp);
}

void fut_check_recursion(FutChecker *checker, const FutBinding *binding) {
  if (binding->params.count == 0) return;
  FutRecursionWalk walk = {.checker = checker, .binding = binding};
  visit(&walk, binding->body);
  binding->value->is_recursive = walk.is_recursive;
  if (!walk.is_recursive || walk.has_error || !fut_type_has_function(binding->result)) return;
  Span span = binding->return_type ? binding->return_type->span : binding->name.span;
  diag_error(checker->diag, ERROR_FUTHARK_RECURSION, span,
             "the recursive definition `%s` may not return a function", binding->name.name);
  diag_hint(checker->diag, "make the parameters of the returned function its own parameters");
}
