// Doomed results: whether a failure is one that no pass may drop.
//
// The value of a doomed result is needed, for it is a result, so its statement's own failure is
// too. That the failure is its own shows when the program without the statement succeeds. This is
// asked of the program at hand, since the shrinker changes it: what made it fail may be gone, or
// have become the failure of something that only was an operand.
#include <stdlib.h>
#include <string.h>

#include "fuzz/shrink_internal.h"
#include "interp/interp.h"
#include "ir/par.h"
#include "ir/verify.h"
#include "ir/walk.h"

bool fuzz_doomed_result(const FuzzCase *fuzz_case, size_t *which) {
  const Fun *fun = fuzz_case_entry(fuzz_case);
  for (size_t k = 0; k < fun->result_count; k++) {
    if (strcmp(fun->results[k].var->name, FUZZ_DOOMED) != 0) continue;
    if (which) *which = k;
    return true;
  }
  return false;
}

// The place of the statement that binds the variable, or the number of statements.
static size_t place_of(const Body *body, const Var *var) {
  for (size_t k = 0; k < body->stms.count; k++) {
    const Stm *stm = body->stms.data[k];
    for (size_t j = 0; j < stm->var_count; j++)
      if (stm->vars[j] == var) return k;
  }
  return body->stms.count;
}

// Takes the statement that binds the variable out of the body; NULL when it is not there.
static Stm *take(Body *body, const Var *var) {
  size_t place = place_of(body, var);
  if (place == body->stms.count) return NULL;
  Stm *stm = body->stms.data[place];
  remove_at(body->stms.data, &body->stms.count, place, sizeof *body->stms.data);
  return stm;
}

// Does the statement that gives the array have a shape or a selection that may be wrong?
static bool is_shaped(const Body *body, const Var *var) {
  size_t place = var ? place_of(body, var) : body->stms.count;
  if (place == body->stms.count) return false;
  Op op = body->stms.data[place]->exp->op;
  return op_has(op, FLAG_SHAPED) || op == OP_SLICE || op == OP_UPDATE;
}

static bool can_fail(const Stm *stm) {
  return op_has(stm->exp->op, FLAG_FAILS) || stm->cert_count > 0;
}

// A par that does nothing but map what can fail.
static bool is_failing_map(const Exp *exp) {
  const Thunk *thunk = &exp->as.par->body;
  if (exp->as.par->has_epilogue || thunk->stms.count != 1 || thunk->output_count != 1) return false;
  const Stm *stm = thunk->stms.data[0];
  const Output *output = &thunk->outputs[0];
  return mode_has(output->mode, TRAIT_ELEMENTS) && can_fail(stm) &&
         output->values[0].var == stm->vars[0];
}

static bool look_inside(Walker *walker, Stm *stm) {
  *(bool *)walker->context |= can_fail(stm);
  return true;
}

// Can only the statement itself fail, not one inside it whose value may not be needed?
static bool fails_itself(Stm *stm) {
  if (stm->exp->op == OP_PAR && is_failing_map(stm->exp)) return true;
  bool is_inside = false;
  Walker walker = {.context = &is_inside, .enter = look_inside};
  walk_exp(&walker, stm->exp);
  return can_fail(stm) && !is_inside;
}

// Takes out the statement of the doomed result with the asserts that it needs. With `is_deep` also
// the shapes and selections of the array of which it is an element.
static bool take_doomed(Body *body, const Var *doomed, bool is_deep) {
  Stm *stm = take(body, doomed);
  if (!stm || !fails_itself(stm)) return false;
  for (size_t k = 0; k < stm->cert_count; k++)
    take(body, stm->certs[k]);
  if (stm->exp->op != OP_INDEX) return true;
  while (is_deep && is_shaped(body, stm->exp->args[0].var))
    stm = take(body, stm->exp->args[0].var);
  return true;
}

static bool succeeds(const FuzzCase *fuzz_case) {
  Value *results = NULL;
  size_t count = 0;
  Failure failure = {0};
  SaidStreams streams;
  said_open(&streams);
  Interp *interp = interp_new(fuzz_case->program, (InterpOptions){0});
  interp_redirect(interp, streams.out, streams.traces);
  bool is_success = interp_run(interp, fuzz_case_entry(fuzz_case), fuzz_case->args,
                               fuzz_case->arg_count, &results, &count, &failure);
  interp_free(interp);
  Said said = said_close(&streams);
  said_free(&said);
  for (size_t k = 0; k < count; k++)
    value_free(&results[k]);
  free(results);
  if (!is_success) free(failure.message);
  return is_success;
}

static bool succeeds_without(const FuzzCase *fuzz_case, size_t which, bool is_deep) {
  Arena *arena = arena_new();
  FuzzCase rest = fuzz_case_clone(fuzz_case, arena);
  Body *body = fuzz_case_entry(&rest)->body;
  const Var *doomed = body->results[which].var;
  edit_result(&rest, which);
  bool is_success = take_doomed(body, doomed, is_deep) &&
                    program_verify(rest.program, diag_new(arena, NULL)) && succeeds(&rest);
  fuzz_case_free(&rest);
  arena_free(arena);
  return is_success;
}

bool fuzz_must_fail(const FuzzCase *fuzz_case) {
  size_t which;
  if (!fuzz_doomed_result(fuzz_case, &which)) return false;
  return succeeds_without(fuzz_case, which, false) || succeeds_without(fuzz_case, which, true);
}
