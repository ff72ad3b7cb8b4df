// Causality: a size must be known before it is needed. A size that only the evaluation of an
// expression makes known can be part of the type of something that is evaluated earlier, because
// types are found by looking at everything:
//
//   if b then [] else [filter p xs]     -- how long are the rows of `[]`?
//
// This walk over a checked definition follows the order of evaluation. Sizes are needed where a
// value is made from nothing but its type: by array literals and by instances of functions.
#include "front/futhark/ast_walk.h"
#include "front/futhark/check_internal.h"

typedef struct Walk {
  FutChecker *checker;
  Map *made;  // every unknown size that some expression of the definition lists
  Map *known; // those that have been made so far
  bool is_collecting;
  bool has_error;
} Walk;

static void visit(Walk *walk, const FutExp *exp);

static void make_known(Walk *walk, FutValue *const *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    map_put(walk->is_collecting ? walk->made : walk->known, map_key(values[i]), values[i]);
}

static bool is_early(const Walk *walk, const FutValue *value) {
  return map_get(walk->made, map_key(value)) && !map_get(walk->known, map_key(value));
}

static void report_early(Walk *walk, const FutExp *exp, const FutType *type,
                         const FutValue *value) {
  FutPrinter printer = {.arena = walk->checker->arena};
  const FutSize size = {.kind = FUT_SIZE_VALUE, .value = (FutValue *)value};
  const char *type_text = fut_type_text(&printer, type);
  const char *size_text = fut_size_text(&printer, &size);
  Diag *diag = walk->checker->diag;
  diag_error(diag, ERROR_FUTHARK_CAUSALITY, exp->span,
             "this has type `%s`, but the size `%s` is not yet known when it is evaluated",
             type_text, size_text);
  diag_note(diag, value->span, "`%s` only becomes known when this has been evaluated", size_text);
  diag_hint(diag, "bind what makes the size with `let` before, or write down sizes that are known");
  walk->has_error = true;
}

// Reports the sizes of a type that are needed too early. What the expression itself makes is fine.
static void need_sizes(Walk *walk, const FutExp *exp, const FutType *type) {
  if (walk->is_collecting || walk->has_error) return;
  FutValues values = {0};
  fut_collect_unknown(walk->checker, type, 0, &values);
  for (size_t i = 0; i < values.count; i++) {
    bool is_own = false;
    for (uint32_t j = 0; j < exp->unknown_count; j++)
      is_own |= exp->unknown[j] == values.data[i];
    if (is_own || !is_early(walk, values.data[i])) continue;
    report_early(walk, exp, type, values.data[i]);
    return;
  }
}

// What a function or value needs to be told: the sizes of its result that no argument shows.
static void need_instance(Walk *walk, const FutExp *exp, const FutType *type) {
  if (!type || walk->is_collecting || walk->has_error) return;
  FutValues shown = {0}, values = {0};
  const FutType *result = fut_type_resolve(type);
  for (; result->tag == FUT_T_ARROW; result = fut_type_resolve(result->arrow.to))
    fut_collect_unknown(walk->checker, result->arrow.from, 0, &shown);
  fut_collect_unknown(walk->checker, result, 0, &values);
  for (size_t i = 0; i < values.count; i++) {
    bool is_shown = false;
    for (size_t j = 0; j < shown.count; j++)
      is_shown |= shown.data[j] == values.data[i];
    if (is_shown || !is_early(walk, values.data[i])) continue;
    report_early(walk, exp, result, values.data[i]);
    return;
  }
}

static bool is_function(const FutExp *exp) {
  return exp->kind == FUT_EXP_LAMBDA ||
         (exp->type && fut_type_resolve(exp->type)->tag == FUT_T_ARROW);
}

// Arguments that are functions run when the others have been evaluated.
static void visit_arguments(Walk *walk, FutExp *const *args, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!is_function(args[i])) visit(walk, args[i]);
  for (size_t i = 0; i < count; i++)
    if (is_function(args[i])) visit(walk, args[i]);
}

static void visit_apply(Walk *walk, const FutExp *exp) {
  visit_arguments(walk, exp->apply.arguments.data, exp->apply.arguments.count);
  const FutExp *function = exp->apply.function;
  if (function->kind != FUT_EXP_VAR)
    visit(walk, function);
  else if (function->value_type && exp->unknown_count == 0)
    need_instance(walk, function, function->value_type);
}

static void visit_loop(Walk *walk, const FutExp *exp) {
  visit(walk, exp->loop.initial);
  if (exp->loop.form != FUT_LOOP_WHILE) visit(walk, exp->loop.bound);
  make_known(walk, exp->loop.varying, exp->loop.varying_count);
  if (exp->loop.form == FUT_LOOP_WHILE) visit(walk, exp->loop.bound);
  visit(walk, exp->loop.body);
}

static void visit_part(void *walk, const FutExp *exp) { visit(walk, exp); }

static void visit_parts(Walk *walk, const FutExp *exp) {
  if (exp->kind == FUT_EXP_APPLY) {
    visit_apply(walk, exp);
  } else if (exp->kind == FUT_EXP_CONSTRUCTOR) {
    visit_arguments(walk, exp->constructor.arguments.data, exp->constructor.arguments.count);
  } else if (exp->kind == FUT_EXP_BINARY) {
    visit_arguments(walk, (FutExp *const[]){exp->binary.left, exp->binary.right}, 2);
  } else if (exp->kind == FUT_EXP_LOOP) {
    visit_loop(walk, exp);
  } else {
    fut_exp_parts(exp, visit_part, walk);
  }
  if (exp->kind == FUT_EXP_VAR && exp->value && exp->value->scheme.size_count > 0)
    need_instance(walk, exp, exp->value_type);
  if (exp->kind == FUT_EXP_ARRAY && exp->type) need_sizes(walk, exp, exp->type);
}

// The sizes of a chain of lets become known behind its last body.
static void visit(Walk *walk, const FutExp *exp) {
  for (const FutExp *part = exp; part != NULL; part = fut_let_body(part))
    visit_parts(walk, part);
  const FutExp *last = exp;
  while (fut_let_body(last) != NULL)
    last = fut_let_body(last);
  make_known(walk, last->unknown, last->unknown_count);
  for (; exp != last; exp = fut_let_body(exp))
    make_known(walk, exp->unknown, exp->unknown_count);
}

void fut_check_causality(FutChecker *checker, const FutBinding *binding) {
  Walk walk = {.checker = checker, .made = map_new(checker->arena), .is_collecting = true};
  visit(&walk, binding->body);
  if (map_count(walk.made) == 0) return;
  walk.known = map_new(checker->arena);
  walk.is_collecting = false;
  visit(&walk, binding->body);
}
