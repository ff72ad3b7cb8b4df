// How much work statements are, whether they can fail, and what they consume.
//
// Costs are rough: what matters is the difference between arithmetic that may be repeated rather
// than stored and loaded again, and everything else.
#include "analysis/cost.h"
#include "core/fuse.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"
#include "ir/walk.h"

enum { READ_COST = 2 };

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
    uint32_t cost = COST_LOOP;
    Work inside = {0};
    bool is_branch = op == OP_IF;
    if (is_branch) inside = branch_work(stm->exp);
    if (is_branch) {
      cost = inside.cost;
    } else if (op_is_scalar(op)) {
      cost = (uint32_t)cost_weight(COST_SCALE_MEMORY, op_info(op)->work);
    } else if (op == OP_INDEX || op == OP_SLICE || op == OP_PERMUTE || op == OP_ASSERT) {
      cost = is_element(stm) ? READ_COST : 0;
    }
    work.reads += is_element(stm) + inside.reads;
    work.cost = work.cost + cost < COST_LOOP ? work.cost + cost : COST_LOOP;
    if (op_has(op, FLAG_BODIES) && !(is_branch && inside.is_flat)) work.is_flat = false;
    // What certificates are needed comes from outside, or there is an assert here.
    if (!(op_is_scalar(op) || (is_branch && inside.is_safe)) || op_has(op, FLAG_FAILS))
      work.is_safe = false;
  }
  return work;
}

// What needs a certificate is safe with it.
static bool failing_enter(Walker *walker, Stm *stm) {
  Op op = stm->exp->op;
  bool is_failing = op == OP_ASSERT || op == OP_CALL;
  if (op_is_scalar(op)) is_failing = stm->cert_count == 0 && scalar_can_fail(stm->exp);
  *(bool *)walker->context |= is_failing;
  return true;
}

bool fuse_may_fail(const Stm *stm) {
  bool may_fail = false;
  Walker walker = {.context = &may_fail, .enter = failing_enter};
  walk_stm(&walker, (Stm *)stm);
  return may_fail;
}
