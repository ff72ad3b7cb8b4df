// sink: arrays that only one arm of a branch needs are made there.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   let zs: [k]i64 = concat xs, ys                 let r: i64 = if c
//   let r: i64 = if c                                then {
//     then { … zs … }                                  let zs: [k]i64 = concat xs, ys
//     else { … xs … ys … }                             … zs … }
//                                                    else { … xs … ys … }
//
// Versions of a nest leave such arrays behind: what the one packs for all points the other never
// looks at. They would cost time, and memory for as long as the branch runs. Only what the host
// runs moves: inside a par a branch around a load costs more than the load. What reads storage that
// is consumed later stays where it is, and so does what may fail: the failure must not depend on
// the arm that is taken.
#include "flat/flat.h"
#include "ir/alias.h"
#include "ir/map.h"
#include "ir/walk.h"

enum { NO_ARM = -1 };

// What uses a variable of a list.
typedef struct User {
  const Stm *stm; // NULL: what comes after the list
  int arm;
  bool is_one; // all uses are there
} User;

typedef struct Sinker {
  Program *program;
  Aliases *aliases;
  Arena *arena;
  Map *users; // Var -> User
} Sinker;

static void use_var(Sinker *sinker, Var *var, const Stm *stm, int arm) {
  User *user = map_get(sinker->users, map_key(var));
  if (!user) {
    user = arena_make(sinker->arena, User);
    *user = (User){.stm = stm, .arm = arm, .is_one = true};
    map_put(sinker->users, map_key(var), user);
  }
  if (user->stm != stm || user->arm != arm || arm == NO_ARM) user->is_one = false;
}

static void use_vars(Sinker *sinker, const VarSet *vars, const Stm *stm, int arm) {
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(vars, &cursor, &var);)
    use_var(sinker, var, stm, arm);
}

static bool is_branch(const Stm *stm) { return stm->exp->op == OP_IF || stm->exp->op == OP_SWITCH; }

// What the statement uses itself, and what each of its arms does.
static void use_stm(Sinker *sinker, Stm *stm) {
  if (!is_branch(stm)) {
    VarSet used = free_vars_stm(sinker->arena, stm);
    use_vars(sinker, &used, stm, NO_ARM);
    return;
  }
  Exp head = *stm->exp;
  head.as.branches.body_count = 0;
  Stm outside = *stm;
  outside.exp = &head;
  VarSet used = free_vars_stm(sinker->arena, &outside);
  use_vars(sinker, &used, stm, NO_ARM);
  for (size_t i = 0; i < stm->exp->as.branches.body_count; i++) {
    used = free_vars_body(sinker->arena, stm->exp->as.branches.bodies[i]);
    use_vars(sinker, &used, stm, (int)i);
  }
}

static bool is_making(const Stm *stm) {
  return stm->exp->op == OP_PAR || stm->exp->op == OP_CONCAT || stm->exp->op == OP_COPY;
}

static bool uses_consumed(const Sinker *sinker, Stm *stm) {
  VarSet used = free_vars_stm(sinker->arena, stm);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    if (var->type->kind == TYPE_SCALAR || var->type->kind == TYPE_CERT) continue;
    if (!alias_is_known(sinker->aliases, var) || alias_consumer(sinker->aliases, var)) return true;
  }
  return false;
}

static bool note_failing(Walker *walker, Stm *stm) {
  bool *is_failing = walker->context;
  if (stm->exp->op == OP_ASSERT || stm->exp->op == OP_CALL) *is_failing = true;
  return true;
}

static bool may_fail(Stm *stm) {
  bool is_failing = false;
  Walker walker = {.enter = note_failing, .context = &is_failing};
  walk_stm(&walker, stm);
  return is_failing;
}

// The arm that all uses of the statement's results are in; NULL when there is none.
static const User *find_arm(const Sinker *sinker, Stm *stm) {
  const User *arm = NULL;
  if (!is_making(stm) || may_fail(stm)) return NULL;
  for (size_t i = 0; i < stm->var_count; i++) {
    const User *user = map_get(sinker->users, map_key(stm->vars[i]));
    if (!user) continue;
    if (!user->is_one || (arm && (arm->stm != user->stm || arm->arm != user->arm))) return NULL;
    arm = user;
  }
  return arm && !uses_consumed(sinker, stm) ? arm : NULL;
}

static void prepend(Sinker *sinker, Body *body, Stm *stm) {
  Stms stms = {0};
  vec_push(sinker->program->arena, &stms, stm);
  vec_append(sinker->program->arena, &stms, body->stms.data, body->stms.count);
  body->stms = stms;
}

static void sink_body(Sinker *sinker, Body *body);

static void sink_inside(Sinker *sinker, const Stm *stm) {
  const Exp *exp = stm->exp;
  for (size_t i = 0; is_branch(stm) && i < exp->as.branches.body_count; i++)
    sink_body(sinker, exp->as.branches.bodies[i]);
  if (exp->op == OP_LOOP) sink_body(sinker, exp->as.loop->body);
}

// From the last statement to the first, so that what a statement needs can follow it.
static void sink_body(Sinker *sinker, Body *body) {
  sinker->users = map_new(sinker->arena);
  for (size_t i = 0; i < body->result_count; i++)
    if (body->results[i].var) use_var(sinker, body->results[i].var, NULL, NO_ARM);
  size_t left = body->stms.count;
  for (size_t i = body->stms.count; i-- > 0;) {
    Stm *stm = body->stms.data[i];
    const User *arm = find_arm(sinker, stm);
    if (!arm) {
      use_stm(sinker, stm);
      body->stms.data[--left] = stm;
      continue;
    }
    VarSet used = free_vars_stm(sinker->arena, stm);
    use_vars(sinker, &used, arm->stm, arm->arm);
    prepend(sinker, arm->stm->exp->as.branches.bodies[arm->arm], stm);
  }
  size_t count = body->stms.count - left;
  for (size_t i = 0; i < count; i++)
    body->stms.data[i] = body->stms.data[left + i];
  body->stms.count = count;
  for (size_t i = 0; i < count; i++)
    sink_inside(sinker, body->stms.data[i]);
}

static Program *sink_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arena *scratch = arena_new();
  Sinker sinker = {.program = program, .arena = scratch};
  sinker.aliases = alias_analyse(scratch, program, NULL);
  for (size_t i = 0; i < program->globals.count; i++)
    sink_body(&sinker, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++)
    sink_body(&sinker, program->funs.data[i]->body);
  arena_free(scratch);
  return program;
}

const Pass pass_sink = {.name = "sink",
                        .purpose = "make arrays in the arm that needs them",
                        .from = LEVEL_FLAT,
                        .to = LEVEL_FLAT,
                        .run = sink_run};
