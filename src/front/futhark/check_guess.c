// The result of a recursive definition that does not declare it:
//
//   def sum [n] (xs: [n]i32) = if n == 0 then 0 else xs[0] + sum (drop 1 xs)
//
// Calls of itself may be at other sizes, so its type must be known when they are checked. It is
// found by trying, silently and on copies of the definition:
//
//  1. All sizes are taken to agree, and calls of itself to have one type. That leaves the types.
//  2. Calls of itself have these types, with any sizes. That leaves the sizes of the rest.
//  3. What came out is the type, as if it were declared.
//  4. If that fails, the sizes of the result are unknown, as if it were declared with `[]`.
//
// The definition itself is checked with the assumption that has turned out right.
#include "front/futhark/ast_clone.h"
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_exp.h"
#include "front/futhark/check_internal.h"

// ---- Which definitions ----

typedef struct FutSearch {
  Name name;
  bool is_found;
} FutSearch;

static bool is_name(const FutQualName *name, Name wanted) {
  return name->qualifier_count == 0 && name->name == wanted;
}

static void visit(void *context, const FutExp *exp) {
  FutSearch *search = context;
  for (; exp != NULL && !search->is_found; exp = fut_let_body(exp)) {
    if (exp->kind == FUT_EXP_VAR) search->is_found = is_name(&exp->name, search->name);
    if (exp->kind == FUT_EXP_BINARY) search->is_found = is_name(&exp->binary.op.name, search->name);
    if (exp->kind == FUT_EXP_SECTION_LEFT || exp->kind == FUT_EXP_SECTION_RIGHT)
      search->is_found = is_name(&exp->section.op.name, search->name);
    if (!search->is_found) fut_exp_parts(exp, visit, search);
  }
}

bool fut_needs_guess(const FutBinding *binding) {
  if (binding->return_type || binding->params.count == 0) return false;
  FutSearch search = {.name = binding->name.name};
  visit(&search, binding->body);
  return search.is_found;
}

// ---- Trying ----

// Whether something in a type is still to be found out, which checking the definition reports.
static bool is_open(const FutType *type) {
  type = fut_type_resolve(type);
  if (type->tag == FUT_T_VAR) return true;
  const FutType *part;
  for (size_t i = 0; (part = fut_type_part(type, i)); i++)
    if (is_open(part)) return true;
  return false;
}

// The scheme that a copy of the definition gets; NULL when it has errors.
static const FutScheme *try_guess(FutChecker *checker, const FutBinding *binding,
                                  const FutGuess *guess, Span span) {
  FutBinding *copy = arena_make(checker->arena, FutBinding);
  *copy = fut_clone_binding(checker->arena, binding);
  Diag *outer = checker->diag;
  checker->diag = diag_new(checker->arena, checker->sources);
  DiagSettings settings = diag_settings_default();
  settings.is_silent = true;
  diag_configure(checker->diag, settings);
  FutValue *value = fut_check_guess(checker, copy, guess, span);
  bool is_good = diag_error_count(checker->diag) == 0 && !is_open(value->scheme.type);
  checker->diag = outer;
  return is_good ? &value->scheme : NULL;
}

FutGuess fut_guess_result(FutChecker *checker, const FutBinding *binding, Span span) {
  FutGuess guess = {FUT_GUESS_NOTHING, NULL};
  checker->ignores_sizes = true;
  const FutScheme *types = try_guess(checker, binding, &guess, span);
  checker->ignores_sizes = false;
  if (!types) return guess;
  guess = (FutGuess){FUT_GUESS_CALLS, types};
  const FutScheme *sizes = try_guess(checker, binding, &guess, span);
  guess = (FutGuess){FUT_GUESS_ALL, sizes ? sizes : types};
  if (!try_guess(checker, binding, &guess, span)) guess.kind = FUT_GUESS_TYPES;
  return guess;
}

// ---- The assumed type ----

// Gives the parameters the types of the scheme; what follows them, with any sizes where each call
// makes new ones.
static const FutType *guess_params(FutChecker *checker, const FutFunction *function) {
  const FutType *type = fut_instantiate(checker, function->guess->scheme, function->span);
  for (size_t i = 0; i < function->params->count; i++) {
    const FutPattern *param = function->params->data[i];
    type = fut_type_resolve(type);
    FutMismatch ignored = {0}; // what is written down may be more special, and is right
    fut_unify(checker, param->type, type->arrow.from, &ignored);
    size_t count = type->arrow.unknown_count;
    const FutSize **any = arena_array(checker->arena, const FutSize *, count);
    for (size_t j = 0; j < count; j++)
      any[j] = fut_new_size_var(checker, function->span);
    FutSubst subst = {.values = type->arrow.unknown, .size_by = any, .value_count = count};
    type = fut_apply_parameter(checker, type, fut_parameter_value(param));
    type = fut_type_substitute(checker->arena, type, &subst);
  }
  return type;
}

const FutType *fut_guessed_type(FutChecker *checker, const FutFunction *function) {
  const FutGuess *guess = function->guess;
  if (guess->kind == FUT_GUESS_NOTHING) {
    const FutType *any = fut_new_type_var(checker, function->span, FUT_SIZE_LIFTED);
    any->var->level = UINT32_MAX; // sizes of the body may be in it, which are closed after it
    return any;
  }
  const FutType *type = guess_params(checker, function);
  if (guess->kind == FUT_GUESS_CALLS) {
    function->self->scheme = *guess->scheme;
    return NULL;
  }
  return guess->kind == FUT_GUESS_TYPES ? fut_refresh_sizes(checker, type, function->span) : type;
}
