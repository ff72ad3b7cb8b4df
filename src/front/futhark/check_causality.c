// Causality: a size must be known before it is needed. A size that only the evaluation of an
// expression makes known can be part of the type of something that is evaluated earlier, because
// types are found by looking at everything:
//
//   if b then [] else [filter p xs]     -- how long are the rows of `[]`?
//
// This walk over a checked definition follows the order of evaluation. Sizes are needed where a
// value is made from nothing but its type: by array literals and by instances of functions.
#include <string.h>

#include "front/futhark/ast_walk.h"
#include "front/futhark/check_internal.h"

typedef struct FutWalk {
  FutChecker *checker;
  Map *made;  // every unknown size that some expression of the definition lists
  Map *known; // those that have been made so far
  bool is_collecting;
  bool has_error;
  bool is_applied; // what is visited is a function left of `<|`
} FutWalk;

static void visit(FutWalk *walk, const FutExp *exp);

static void make_known(FutWalk *walk, FutValue *const *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    map_put(walk->is_collecting ? walk->made : walk->known, map_key(values[i]), values[i]);
}

static bool is_early(const FutWalk *walk, const FutValue *value) {
  return map_get(walk->made, map_key(value)) && !map_get(walk->known, map_key(value));
}

static void report_early(FutWalk *walk, const FutExp *exp, const FutType *type,
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
  if (walk->is_applied)
    diag_hint(diag, "what is left of `<|` is evaluated first; write `f (x)` or `x |> f`");
  else
    diag_hint(diag,
              "bind what makes the size with `let` before, or write down sizes that are known");
  walk->has_error = true;
}

// Reports the sizes of a type that are needed too early. What the expression itself makes is fine.
static void need_sizes(FutWalk *walk, const FutExp *exp, const FutType *type) {
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

// The unknown sizes anywhere in a type, also in its functions, but not those that calls of these
// functions make.
static void collect_sizes(FutWalk *walk, const FutType *type, FutValues *values) {
  FutChecker *checker = walk->checker;
  type = fut_type_resolve(type);
  if (type->tag != FUT_T_ARROW) {
    fut_collect_unknown(checker, type, 0, values);
    if (type->tag == FUT_T_RECORD)
      for (size_t i = 0; i < type->record.count; i++)
        if (fut_type_has_function(type->record.fields[i].type))
          collect_sizes(walk, type->record.fields[i].type, values);
    return;
  }
  collect_sizes(walk, type->arrow.from, values);
  FutValues result = {0};
  collect_sizes(walk, type->arrow.to, &result);
  for (size_t i = 0; i < result.count; i++) {
    bool is_bound = false;
    for (size_t j = 0; j < type->arrow.unknown_count; j++)
      is_bound |= type->arrow.unknown[j] == result.data[i];
    if (!is_bound) vec_push(checker->arena, values, result.data[i]);
  }
}

// What a function or value needs to be told: all sizes of its type. `whole` is the application of
// it, whose own sizes do not count, or the expression itself.
static void need_instance(FutWalk *walk, const FutExp *exp, const FutType *type,
                          const FutExp *whole) {
  if (!type || walk->is_collecting || walk->has_error) return;
  FutValues values = {0};
  collect_sizes(walk, type, &values);
  for (size_t i = 0; i < values.count; i++) {
    bool is_own = false;
    for (uint32_t j = 0; j < whole->unknown_count; j++)
      is_own |= whole->unknown[j] == values.data[i];
    if (is_own || !is_early(walk, values.data[i])) continue;
    report_early(walk, exp, type, values.data[i]);
    return;
  }
}

static bool is_function(const FutExp *exp) {
  return exp->kind == FUT_EXP_LAMBDA ||
         (exp->type && fut_type_resolve(exp->type)->tag == FUT_T_ARROW);
}

// Arguments that are functions run when the others have been evaluated.
static void visit_arguments(FutWalk *walk, FutExp *const *args, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!is_function(args[i])) visit(walk, args[i]);
  for (size_t i = 0; i < count; i++)
    if (is_function(args[i])) visit(walk, args[i]);
}

// An argument is evaluated before the function, and that is the application to the arguments before
// it: the last argument comes first.
static void visit_apply(FutWalk *walk, const FutExp *exp) {
  for (size_t i = exp->apply.arguments.count; i-- > 0;)
    visit(walk, exp->apply.arguments.data[i]);
  const FutExp *function = exp->apply.function;
  if (function->kind != FUT_EXP_VAR)
    visit(walk, function);
  else
    need_instance(walk, function, function->value_type, exp);
}

// A lambda can be applied when the sizes of its parameters are known.
static void visit_lambda(FutWalk *walk, const FutExp *exp) {
  for (size_t i = 0; i < exp->lambda.params.count; i++)
    need_instance(walk, exp, exp->lambda.params.data[i]->type, exp);
  visit(walk, exp->lambda.body);
}

static void visit_loop(FutWalk *walk, const FutExp *exp) {
  visit(walk, exp->loop.initial);
  if (exp->loop.form != FUT_LOOP_WHILE) visit(walk, exp->loop.bound);
  make_known(walk, exp->loop.varying, exp->loop.varying_count);
  if (exp->loop.form == FUT_LOOP_WHILE) visit(walk, exp->loop.bound);
  visit(walk, exp->loop.body);
}

static void visit_part(void *walk, const FutExp *exp) { visit(walk, exp); }

static void visit_parts(FutWalk *walk, const FutExp *exp) {
  if (exp->kind == FUT_EXP_APPLY) {
    visit_apply(walk, exp);
  } else if (exp->kind == FUT_EXP_CONSTRUCTOR) {
    visit_arguments(walk, exp->constructor.arguments.data, exp->constructor.arguments.count);
  } else if (exp->kind == FUT_EXP_BINARY) {
    // From left to right, also where the left operand is a function that is applied to the right
    // one: `f <| filter p xs` needs the size for f first.
    bool was_applied = walk->is_applied;
    walk->is_applied = strcmp(exp->binary.op.name.name, "<|") == 0;
    visit(walk, exp->binary.left);
    walk->is_applied = was_applied;
    visit(walk, exp->binary.right);
  } else if (exp->kind == FUT_EXP_SECTION_LEFT || exp->kind == FUT_EXP_SECTION_RIGHT) {
    // The operator comes first, and needs the sizes of its operand.
    need_instance(walk, exp, exp->value_type, exp);
    fut_exp_parts(exp, visit_part, walk);
  } else if (exp->kind == FUT_EXP_LOOP) {
    visit_loop(walk, exp);
  } else if (exp->kind == FUT_EXP_LAMBDA) {
    visit_lambda(walk, exp);
  } else {
    fut_exp_parts(exp, visit_part, walk);
  }
  if (exp->kind == FUT_EXP_VAR && exp->value) need_instance(walk, exp, exp->value_type, exp);
  if (exp->kind == FUT_EXP_ARRAY && exp->type) need_sizes(walk, exp, exp->type);
}

// The sizes of a chain of lets become known after its last body.
static void visit(FutWalk *walk, const FutExp *exp) {
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
  FutWalk walk = {.checker = checker, .made = map_new(checker->arena), .is_collecting = true};
  visit(&walk, binding->body);
  if (map_count(walk.made) == 0) return;
  walk.known = map_new(checker->arena);
  walk.is_collecting = false;
  visit(&walk, binding->body);
}
