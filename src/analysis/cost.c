#include "analysis/cost.h"

#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

// The statement itself.
static int64_t cost_own(const Stm *stm) {
  const Exp *exp = stm->exp;
  if (op_is_scalar(exp->op)) return 1;
  if (exp->op == OP_ASSERT) return 2; // a test and a message
  // Each branch assigns the results.
  if (exp->op == OP_IF || exp->op == OP_SWITCH)
    return 1 + (int64_t)(stm->var_count * (1 + exp->as.branches.body_count));
  if (exp->op == OP_INDEX || exp->op == OP_UPDATE) {
    bool is_element = exp->op == OP_INDEX ? stm->vars[0]->type->kind == TYPE_SCALAR
                                          : atom_type(exp->args[1])->kind == TYPE_SCALAR;
    return is_element ? 1 : exp->op == OP_UPDATE ? COST_LOOP : 0;
  }
  if (exp->op == OP_ALLOC || op_has(exp->op, FLAG_VIEW)) return 0;
  bool is_loop = exp->op == OP_LOOP || exp->op == OP_PAR || exp->op == OP_CALL;
  return is_loop || exp->op == OP_COPY || exp->op == OP_CONCAT ? COST_LOOP : 1;
}

static bool add_cost(Walker *walker, Stm *stm) {
  *(int64_t *)walker->context += cost_own(stm);
  return true;
}

int64_t cost_around(const Stms *stms, const Stm *without) {
  int64_t cost = 0;
  Walker walker = {.context = &cost, .enter = add_cost};
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] != without) walk_stm(&walker, stms->data[i]);
  return cost;
}

int64_t cost_stms(const Stms *stms) { return cost_around(stms, NULL); }

// Is what is combined a scalar, by one operation that a device has for its memory?
static bool is_atomic(const Output *output) {
  if (output->value_count != 1 || atom_type(output->values[0])->kind != TYPE_SCALAR) return false;
  Scalar scalar = atom_type(output->values[0])->scalar;
  return operator_primitive(output->op, 0, 1) != OP_COUNT && scalar != SCALAR_F16 &&
         scalar != SCALAR_BOOL;
}

int64_t cost_outputs(const Thunk *thunk) {
  int64_t cost = 0;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    cost += (int64_t)output->value_count;
    for (size_t k = 0; output->mode != MODE_MAP && k < output->value_count; k++)
      if (atom_type(output->values[k])->kind != TYPE_SCALAR) cost += COST_LOOP; // copied
    if (output->mode == MODE_COMBINE && !is_atomic(output)) cost += COST_LOOP;
  }
  return cost;
}

int64_t cost_point(const Par *par) {
  int64_t cost = cost_stms(&par->body.stms) + cost_outputs(&par->body);
  if (!par->has_epilogue) return cost;
  return cost + cost_stms(&par->epilogue.stms) + cost_outputs(&par->epilogue);
}
