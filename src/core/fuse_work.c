// How much work statements are, whether they can fail, and what they consume.
//
// Costs are rough: what matters is the difference between arithmetic that may be repeated rather
// than stored and loaded again, and everything else.
#include "core/fuse.h"
#include "ir/type.h"
#include "ir/walk.h"

enum { COST_SIMPLE = 1, COST_READ = 2, COST_DIVIDE = 8, COST_FUNCTION = 24, COST_MUCH = 1000 };

static uint32_t scalar_cost(Op op) {
  OpWork work = op_info(op)->work;
  return work == WORK_MATH ? COST_FUNCTION : work == WORK_DIVIDE ? COST_DIVIDE : COST_SIMPLE;
}

static bool is_element(const Stm *stm) {
  return stm->exp->op == OP_INDEX && stm->var_count == 1 && stm->vars[0]->type->kind == TYPE_SCALAR;
}

// A branch is as much work as its longer arm; the comparison has been counted already. What is
// concatenated, or taken beyond its end, is such a branch.
static Work branch_work(const Exp *exp) {
  Work work = {.is_safe = true, .is_flat = true}, longest = {0};
  for (size_t i = 0; i < exp->as.branches.body_count; i++) {
    Work way = work_of(&exp->as.branches.bodies[i]->stms);
    if (way.cost > longest.cost) longest.cost = way.cost;
    if (way.reads > longest.reads) longest.reads = way.reads;
    work.is_safe &= way.is_safe;
    work.is_flat &= way.is_flat;
  }
  work.cost = longest.cost;
  work.reads = longest.reads;
  return work;
}

Work work_of(const Stms *stms) {
  Work work = {.is_safe = true, .is_flat = true};
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    Op op = stm->exp->op;
    uint32_t cost = COST_MUCH;
    Work inside = {0};
    bool is_branch = op == OP_IF;
    if (is_branch) inside = branch_work(stm->exp);
    if (is_branch) {
      cost = inside.cost;
    } else if (op_is_scalar(op)) {
      cost = scalar_cost(op);
    } else if (op == OP_INDEX || op == OP_SLICE || op == OP_PERMUTE || op == OP_ASSERT) {
      cost = is_element(stm) ? COST_READ : 0;
    }
    work.reads += is_element(stm) + inside.reads;
    work.cost = work.cost + cost < COST_MUCH ? work.cost + cost : COST_MUCH;
    if (op_has(op, FLAG_BODIES) && !(is_branch && inside.is_flat)) work.is_flat = false;
    // What certificates are needed comes from outside, or there is an assert here.
    if (!(op_is_scalar(op) || (is_branch && inside.is_safe)) || op_has(op, FLAG_FAILS))
      work.is_safe = false;
  }
  return work;
}

// ---- Consumption ----

typedef struct Consumption {
  Fuser *fuser;
  FuseVars *vars;
} Consumption;

static void consume(Consumption *consumption, Var *var) {
  if (var) vec_push(consumption->fuser->scratch, consumption->vars, var);
}

static void consume_outputs(Consumption *consumption, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    for (size_t k = 0; output->dests && k < output->value_count; k++)
      consume(consumption, output->dests[k].var);
  }
}

static void consume_par(Consumption *consumption, const Par *par) {
  for (size_t i = 0; i < par->consumed_count; i++)
    consume(consumption, par->consumed[i].outside);
  for (size_t i = 0; i < par->acc_count; i++)
    consume(consumption, par->accs[i].outside);
  consume_outputs(consumption, &par->body);
  consume_outputs(consumption, &par->epilogue);
}

// What a loop consumes of its parameters it takes from their initial values.
static bool consumption_enter(Walker *walker, Stm *stm) {
  Consumption *consumption = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) {
    consume_par(consumption, exp->as.par);
  } else if (exp->op == OP_WITH_ACC) {
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++) {
      const AccDecl *acc = &exp->as.with_acc->accs[i];
      for (size_t k = 0; k < acc->dest_count; k++)
        consume(consumption, acc->dests[k].var);
    }
  } else if (exp->op == OP_CALL) {
    for (size_t i = 0; i < exp->arg_count; i++)
      if (exp->as.callee->params[i].is_consumed) consume(consumption, exp->args[i].var);
  } else if (op_has(exp->op, FLAG_CONSUMES)) {
    consume(consumption, exp->args[0].var);
  }
  return true;
}

void add_consumed(Fuser *fuser, Stm *stm, FuseVars *consumed) {
  Consumption consumption = {fuser, consumed};
  Walker walker = {.context = &consumption, .enter = consumption_enter};
  walk_stm(&walker, stm);
}
