// Failures of the threads of a block are told after their loop.
//
//   team { for team i … {                     team {
//     if not (k < n) { fail … k }               failed = false, shown = 0
//     x = a[k]                          =>      for team i … {
//     b[i] = x                                    holds = k < n
//   } }                                           failed = holds ? failed : true
//                                                 shown = holds ? shown : k
//                                                 x = holds ? a[k] : 0
//                                                 if holds { b[i] = x }
//                                               }
//                                               if failed { fail … shown }
//                                             }
//
// A check that leaves the loop stands between the loads of one iteration and the next, so that a
// thread waits for each of them. Like this it asks for several at a time. What hangs on a check
// that failed is not done; other iterations are, whose results nobody sees. What a thread stores in
// an element of fast memory that is its own, by the index of the loop, it stores in any case, so
// that there is no branch around it.
//
// Only loops whose checks stand in their body itself, and that do nothing but compute, load and
// store. Where there turns out to be no barrier between two of them, both loops come before what
// they have to tell, so that a thread asks for the elements of both at a time.
#include "imp/imp.h"
#include "ir/type.h"

enum { CHECK_LIMIT = 3 }; // each takes registers

typedef struct Deferral {
  ImpProgram *program;
  ImpBuilder before; // in front of the loop
  ImpBuilder inside;
  ImpStms behind;
  const ImpFor *loop;
  ImpVar *holds;      // all checks so far; NULL: there was none
  ImpExps conditions; // of these checks
} Deferral;

static bool is_check(const ImpStm *stm) {
  return stm->kind == IMP_STM_IF && stm->as.branch.body.count == 1 &&
         stm->as.branch.otherwise.count == 0 && stm->as.branch.body.data[0]->kind == IMP_STM_FAIL;
}

static bool is_plain(const ImpStm *stm);

static bool are_plain(const ImpStms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    if (!is_plain(stms->data[i])) return false;
  return true;
}

static bool is_plain(const ImpStm *stm) {
  if (stm->kind == IMP_STM_IF)
    return are_plain(&stm->as.branch.body) && are_plain(&stm->as.branch.otherwise);
  return stm->kind == IMP_STM_NOTE || stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_ASSIGN ||
         (stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_SCALAR);
}

static bool can_defer(const ImpFor *loop) {
  size_t checks = 0;
  for (size_t i = 0; i < loop->body.count; i++) {
    const ImpStm *stm = loop->body.data[i];
    if (is_check(stm))
      checks++;
    else if (!is_plain(stm))
      return false;
  }
  return loop->kind == IMP_FOR_TEAM && checks > 0 && checks <= CHECK_LIMIT;
}

// ---- Statements ----

static ImpExp *choose(ImpProgram *program, ImpVar *condition, ImpExp *yes, ImpExp *no) {
  ImpExp *args[3] = {imp_use(program, condition), yes, no};
  return imp_op(program, OP_SELECT, yes->type, args, 3);
}

// A variable in front of the loop that gets this value where the check fails.
static ImpVar *note(Deferral *deferral, const char *name, ImpVar *holds, ImpExp *value) {
  ImpProgram *program = deferral->program;
  ImpVar *var = imp_declare(&deferral->before, intern_str(program->names, name), value->type,
                            imp_zero(program, value->type));
  imp_assign(&deferral->inside, var, choose(program, holds, imp_use(program, var), value));
  return var;
}

static bool is_declared(const ImpFor *loop, const ImpVar *var) {
  for (size_t i = 0; i < loop->body.count; i++) {
    const ImpStm *stm = loop->body.data[i];
    if (stm->kind == IMP_STM_DECLARE && stm->as.set.var == var) return true;
  }
  return loop->index == var;
}

// Is it the same in all iterations?
static bool is_fixed(const ImpFor *loop, const ImpExp *exp) {
  if (exp->kind == IMP_VAR) return !is_declared(loop, exp->as.var);
  if (exp->kind == IMP_LOAD) return false;
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    if (!is_fixed(loop, exp->as.op.args[i])) return false;
  return true;
}

static void defer_check(Deferral *deferral, ImpStm *stm) {
  ImpProgram *program = deferral->program;
  ImpFail *fail = stm->as.branch.body.data[0]->as.fail;
  ImpExp *condition = imp_not(program, stm->as.branch.condition);
  vec_push(program->arena, &deferral->conditions, condition);
  if (deferral->holds)
    condition = imp_binary(program, OP_AND, imp_use(program, deferral->holds), condition);
  ImpVar *holds = imp_let(&deferral->inside, intern_str(program->names, "holds"), condition);
  ImpVar *earlier = deferral->holds;
  ImpVar *decides = holds;
  if (earlier) {
    // It is this check that failed, where the earlier ones held.
    ImpExp *either = imp_binary(program, OP_OR, imp_use(program, holds),
                                imp_not(program, imp_use(program, earlier)));
    decides = imp_let(&deferral->inside, intern_str(program->names, "passes"), either);
  }
  ImpExp *yes = imp_const(program, constant_bool(true));
  ImpVar *failed = note(deferral, "failed", decides, yes);
  for (size_t i = 0; i < fail->values.count; i++)
    if (!is_fixed(deferral->loop, fail->values.data[i]))
      fail->values.data[i] =
          imp_use(program, note(deferral, "shown", decides, fail->values.data[i]));
  stm->as.branch.condition = imp_use(program, failed);
  vec_push(program->arena, &deferral->behind, stm);
  deferral->holds = holds;
}

static bool has_load(const ImpExp *exp) {
  if (exp->kind == IMP_LOAD) return true;
  for (size_t i = 0; exp->kind == IMP_OP && i < exp->as.op.arg_count; i++)
    if (has_load(exp->as.op.args[i])) return true;
  return false;
}

// Is it what one of the checks has found out?
static bool is_known(const Deferral *deferral, const ImpExp *condition) {
  for (size_t i = 0; i < deferral->conditions.count; i++)
    if (imp_equal(deferral->conditions.data[i], condition)) return true;
  return false;
}

// May it be stored whatever the checks say?
static bool is_free_store(const Deferral *deferral, const ImpStm *stm) {
  if (stm->kind != IMP_STM_STORE || !stm->as.set.var->is_fast) return false;
  const ImpExp *index = stm->as.set.index;
  bool is_own = index && index->kind == IMP_VAR && index->as.var == deferral->loop->index;
  return is_own && !has_load(stm->as.set.value);
}

static void keep_stm(Deferral *deferral, ImpStm *stm) {
  ImpProgram *program = deferral->program;
  bool is_value = stm->kind == IMP_STM_DECLARE;
  bool is_test = stm->kind == IMP_STM_IF && is_known(deferral, stm->as.branch.condition);
  if (is_test && stm->as.branch.otherwise.count == 0) {
    for (size_t i = 0; i < stm->as.branch.body.count; i++)
      keep_stm(deferral, stm->as.branch.body.data[i]);
    return;
  }
  if (is_value && stm->as.set.value && has_load(stm->as.set.value))
    stm->as.set.value = choose(program, deferral->holds, stm->as.set.value,
                               imp_zero(program, stm->as.set.value->type));
  if (is_value || stm->kind == IMP_STM_NOTE || is_free_store(deferral, stm)) {
    vec_push(program->arena, deferral->inside.stms, stm);
    return;
  }
  ImpStm *test = imp_if(&deferral->inside, imp_use(program, deferral->holds));
  vec_push(program->arena, &test->as.branch.body, stm);
}

static void defer_loop(ImpProgram *program, ImpFun *fun, ImpStm *stm, ImpStms *out) {
  ImpFor *loop = stm->as.loop;
  ImpStms body = {0};
  Deferral deferral = {.program = program, .loop = loop};
  deferral.before = (ImpBuilder){.program = program, .fun = fun, .stms = out, .span = stm->span};
  deferral.inside = imp_into(&deferral.before, &body);
  for (size_t i = 0; i < loop->body.count; i++) {
    ImpStm *inner = loop->body.data[i];
    if (is_check(inner))
      defer_check(&deferral, inner);
    else if (deferral.holds)
      keep_stm(&deferral, inner);
    else
      vec_push(program->arena, &body, inner);
  }
  loop->body = body;
  vec_push(program->arena, out, stm);
  vec_append(program->arena, out, deferral.behind.data, deferral.behind.count);
}

// ---- Teams ----

typedef struct Deferrals {
  ImpProgram *program;
  ImpFun *fun;
} Deferrals;

static void defer_team(void *context, ImpStm *stm) {
  const Deferrals *deferrals = context;
  if (stm->kind != IMP_STM_TEAM) return;
  ImpStms out = {0}, *body = &stm->as.branch.body;
  for (size_t i = 0; i < body->count; i++) {
    ImpStm *inner = body->data[i];
    if (inner->kind == IMP_STM_FOR && can_defer(inner->as.loop))
      defer_loop(deferrals->program, deferrals->fun, inner, &out);
    else
      vec_push(deferrals->program->arena, &out, inner);
  }
  *body = out;
}

// ---- Neighbours ----

// How many statements of a team are in front of what its loops have to tell; SIZE_MAX if it does
// anything else.
static size_t count_deferred(const ImpStms *body) {
  size_t loops = 0, told = 0;
  for (size_t i = 0; i < body->count; i++) {
    const ImpStm *stm = body->data[i];
    if (is_check(stm))
      told++;
    else if (told > 0)
      return SIZE_MAX;
    else if (stm->kind == IMP_STM_FOR && stm->as.loop->kind == IMP_FOR_TEAM)
      loops += are_plain(&stm->as.loop->body) ? 1 : SIZE_MAX / 2;
    else if (!is_plain(stm))
      return SIZE_MAX;
  }
  return loops < SIZE_MAX / 2 ? body->count - told : SIZE_MAX;
}

static void join_team(ImpProgram *program, ImpStms *first, const ImpStms *second) {
  size_t kept = count_deferred(first), count = count_deferred(second);
  ImpStms body = {0};
  vec_append(program->arena, &body, first->data, kept);
  vec_append(program->arena, &body, second->data, count);
  vec_append(program->arena, &body, first->data + kept, first->count - kept);
  vec_append(program->arena, &body, second->data + count, second->count - count);
  *first = body;
}

static bool is_joinable(const ImpStm *stm) {
  return stm->kind == IMP_STM_TEAM && count_deferred(&stm->as.branch.body) != SIZE_MAX;
}

static void join_list(void *context, ImpStms *stms) {
  ImpProgram *program = context;
  size_t left = 0;
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    imp_each_body(stm, join_list, context);
    if (left > 0 && is_joinable(stm) && is_joinable(stms->data[left - 1]))
      join_team(program, &stms->data[left - 1]->as.branch.body, &stm->as.branch.body);
    else
      stms->data[left++] = stm;
  }
  stms->count = left;
}

void imp_join_teams(ImpProgram *program) {
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpKernel *kernel = program->kernels.data[i];
    if (!imp_skeleton_has(kernel->skeleton, IMP_SHARED)) continue;
    join_list(program, &kernel->functions[IMP_ROLE_POINT]->body);
  }
}

// ---- Programs ----

void imp_defer_failures(ImpProgram *program) {
  for (size_t i = 0; i < program->kernels.count; i++) {
    const ImpKernel *kernel = program->kernels.data[i];
    if (!imp_skeleton_has(kernel->skeleton, IMP_SHARED)) continue;
    Deferrals deferrals = {program, kernel->functions[IMP_ROLE_POINT]};
    imp_walk(&deferrals.fun->body, defer_team, &deferrals);
  }
}
