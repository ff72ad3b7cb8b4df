// reread: an element that only kernels need is read by them.
//
//   needs      Flat, for a target with a device
//   gives      Flat
//   may skip   yes
//
//   loop (m: [n][n]f32 = …) for k < n do {          loop (m: [n][n]f32 = …) for k < n do {
//     let pivot: f32 = index m[k, k]                  let column: [s]f32 = par@grid (i < s) {
//     let column: [s]f32 = par@grid (i < s) {   =>      let pivot: f32 = index m[k, k]
//       … fdiv x, pivot …                               … fdiv x, pivot …
//     }                                               }
//     let next: [n][n]f32 = update m[…] = column      let next: [n][n]f32 = update m[…] = column
//     in (next) }                                     in (next) }
//
// The host would launch a kernel that copies the element to a cell, which takes as long as many
// other kernels. So it is in loops; elsewhere one launch does not matter. What is made in the place
// of what it updates must still be: `early` says so before and after (early.h), and where an update
// would lose its place, the function stays as it was.
#include "ir/alias.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/early.h"
#include "mem/mem.h"

// A list that has changed.
typedef struct RereadList {
  Stms *stms;
  Stms before;
} RereadList;

typedef struct Reread {
  Program *program;
  Arena *scratch;
  Aliases *aliases;
  Vec(RereadList) lists;
  Vec(const Stm *) updates; // of the host
  Vec(EarlyPermit) permits; // that they had
} Reread;

// ---- Which elements ----

static bool is_element(const Stm *stm) {
  return stm->exp->op == OP_INDEX && stm->var_count == 1 && stm->cert_count == 0 &&
         stm->vars[0]->type->kind == TYPE_SCALAR;
}

static bool is_in_operators(Arena *scratch, const Thunk *thunk, const Var *var) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (!output->op) continue;
    VarSet used = free_vars_lambda(scratch, output->op);
    if (varset_has(&used, var)) return true;
    for (size_t k = 0; output->neutral && k < output->value_count; k++)
      if (output->neutral[k].var == var) return true;
  }
  return false;
}

// Is it a par whose points are all that needs the variable? What could take the place of the array
// that it would read (reuse.c) had better do that.
static bool is_reader(const Reread *reread, const Stm *stm, const Stm *element) {
  const Var *var = element->vars[0];
  if (stm->exp->op != OP_PAR || stm->exp->as.par->level != PAR_GRID) return false;
  const Par *par = stm->exp->as.par;
  for (size_t i = 0; i < par->rank; i++)
    if (par->space[i].var == var) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_equal(stm->vars[i]->type, element->exp->args[0].var->type)) return false;
  return par->rank > 0 && !is_in_operators(reread->scratch, &par->body, var) &&
         !is_in_operators(reread->scratch, &par->epilogue, var);
}

static bool consumes(Reread *reread, Stm *stm, const Var *array) {
  Vars consumed = {0};
  consumed_by_stm(reread->scratch, stm, &consumed);
  for (size_t i = 0; i < consumed.count; i++)
    if (consumed.data[i]->type->kind == TYPE_ACC ||
        alias_may_share(reread->aliases, consumed.data[i], array))
      return true;
  return false;
}

static bool uses(const Reread *reread, Stm *stm, const Var *var) {
  VarSet used = free_vars_stm(reread->scratch, stm);
  return varset_has(&used, var);
}

static bool has_operand(const Exp *exp, const Var *var) {
  for (size_t i = 0; i < exp->arg_count; i++)
    if (exp->args[i].var == var) return true;
  return false;
}

static bool is_result(const Body *body, const Var *var) {
  for (size_t i = 0; i < body->result_count; i++)
    if (body->results[i].var == var) return true;
  return false;
}

static bool is_choice(const Exp *exp) { return exp->op == OP_IF || exp->op == OP_SWITCH; }

// How many pars of the list, and of arms in it, use the element as long as its array is there; -1
// when something else does. An arm in which that is so reads the element for itself.
static int count_readers(Reread *reread, const Body *body, size_t first, const Stm *element) {
  const Var *var = element->vars[0];
  int count = 0;
  bool is_gone = false;
  if (is_result(body, var)) return -1;
  for (size_t i = first; i < body->stms.count; i++) {
    Stm *stm = body->stms.data[i];
    is_gone = is_gone || consumes(reread, stm, element->exp->args[0].var);
    if (!uses(reread, stm, var)) continue;
    bool is_arm = is_choice(stm->exp) && !has_operand(stm->exp, var);
    if (is_gone || (!is_arm && !is_reader(reread, stm, element))) return -1;
    for (size_t k = 0; is_arm && k < stm->exp->as.branches.body_count; k++) {
      const Body *arm = stm->exp->as.branches.bodies[k];
      int inside = count_readers(reread, arm, 0, element);
      if (inside < 0 && is_result(arm, var)) return -1;
      if (inside > 0) count += inside;
    }
    count += !is_arm;
  }
  return count;
}

// ---- Reading them again ----

static void note_list(Reread *reread, Body *body) {
  for (size_t i = 0; i < reread->lists.count; i++)
    if (reread->lists.data[i].stms == &body->stms) return;
  vec_push(reread->scratch, &reread->lists, ((RereadList){&body->stms, body->stms}));
}

// The par with the element read at each point.
static Stm *with_element(Program *program, Stm *stm, Stm *element) {
  Subst *subst = subst_new(program);
  Stm *copy = rename_stm(program, element, subst);
  Stm *reader = map_stm(&subst->mapper, stm);
  Par *par = reader->exp->as.par;
  Stms stms = {0};
  vec_push(program->arena, &stms, copy);
  vec_append(program->arena, &stms, par->body.stms.data, par->body.stms.count);
  par->body.stms = stms;
  return reader;
}

// The list with the element read first.
static void read_first(Reread *reread, Body *body, Stm *element) {
  Program *program = reread->program;
  Subst *subst = subst_new(program);
  Stms stms = {0};
  vec_push(program->arena, &stms, rename_stm(program, element, subst));
  Stms rest = map_stms(&subst->mapper, body->stms);
  vec_append(program->arena, &stms, rest.data, rest.count);
  note_list(reread, body);
  body->stms = stms;
}

// From statement `first` on the element is read where it is used.
static void sink_element(Reread *reread, Body *body, size_t first, Stm *element) {
  Arena *arena = reread->program->arena;
  Stms stms = {0};
  for (size_t i = 0; i < body->stms.count; i++) {
    Stm *stm = body->stms.data[i];
    if (stm == element) continue;
    bool is_using = i >= first && uses(reread, stm, element->vars[0]);
    bool is_arm = is_using && stm->exp->op != OP_PAR;
    for (size_t k = 0; is_arm && k < stm->exp->as.branches.body_count; k++) {
      Body *arm = stm->exp->as.branches.bodies[k];
      int count = count_readers(reread, arm, 0, element);
      if (count > 0) sink_element(reread, arm, 0, element);
      if (count < 0) read_first(reread, arm, element);
    }
    vec_push(arena, &stms, is_using && !is_arm ? with_element(reread->program, stm, element) : stm);
  }
  note_list(reread, body);
  body->stms = stms;
}

static void reread_body(Reread *reread, Body *body, bool is_in_loop) {
  for (size_t i = 0; i < body->stms.count; i++) {
    Stm *stm = body->stms.data[i];
    const Exp *exp = stm->exp;
    if (exp->op == OP_UPDATE) vec_push(reread->scratch, &reread->updates, stm);
    if (exp->op == OP_LOOP) reread_body(reread, exp->as.loop->body, true);
    for (size_t k = 0; is_choice(exp) && k < exp->as.branches.body_count; k++)
      reread_body(reread, exp->as.branches.bodies[k], is_in_loop);
    if (!is_in_loop || !is_element(stm) || count_readers(reread, body, i + 1, stm) <= 0) continue;
    sink_element(reread, body, i + 1, stm);
    i--;
  }
}

// ---- Places ----

// Does an update that made its value in place do so no more?
static bool has_lost(const Reread *reread, const Early *early) {
  static const EarlyPermit none;
  for (size_t i = 0; i < reread->updates.count; i++) {
    const EarlyPermit *before = &reread->permits.data[i];
    const EarlyPermit *after = early_find(early, reread->updates.data[i]);
    if (!after) after = &none;
    if ((before->maker && !after->maker) || (before->is_kept && !after->is_kept) ||
        before->is_injective != after->is_injective || after->from > before->from)
      return true;
  }
  return false;
}

static void reread_fun(Reread *reread, Fun *fun) {
  Program *program = reread->program;
  reread->lists.count = reread->updates.count = reread->permits.count = 0;
  const Early *early = NULL;
  Body *body = fun->body;
  reread_body(reread, body, false);
  if (reread->lists.count == 0) return;
  Vec(Stms) after = {0};
  for (size_t i = 0; i < reread->lists.count; i++) {
    RereadList *list = &reread->lists.data[i];
    vec_push(reread->scratch, &after, *list->stms);
    *list->stms = list->before;
  }
  early = early_new(reread->scratch, program, reread->aliases, fun, body, true);
  for (size_t i = 0; i < reread->updates.count; i++) {
    const EarlyPermit *permit = early_find(early, reread->updates.data[i]);
    vec_push(reread->scratch, &reread->permits, permit ? *permit : (EarlyPermit){0});
  }
  for (size_t i = 0; i < reread->lists.count; i++)
    *reread->lists.data[i].stms = after.data[i];
  Aliases *aliases = alias_analyse(reread->scratch, program, NULL);
  early = early_new(reread->scratch, program, aliases, fun, body, true);
  if (!has_lost(reread, early)) {
    reread->aliases = aliases;
    return;
  }
  for (size_t i = reread->lists.count; i-- > 0;)
    *reread->lists.data[i].stms = reread->lists.data[i].before;
}

static Program *reread_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Reread reread = {.program = program, .scratch = arena_new()};
  reread.aliases = alias_analyse(reread.scratch, program, NULL);
  for (size_t i = 0; i < program->funs.count; i++)
    reread_fun(&reread, program->funs.data[i]);
  arena_free(reread.scratch);
  return program;
}

const Pass pass_reread = {.name = "reread",
                          .purpose = "let kernels read elements that only they need",
                          .from = LEVEL_FLAT,
                          .to = LEVEL_FLAT,
                          .is_for_device = true,
                          .run = reread_run};
