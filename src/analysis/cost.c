#include "analysis/cost.h"

#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

enum {
  SCALAR_WORK = WORK_LOGIC | WORK_STEP | WORK_DIVIDE | WORK_MATH,
  LIGHT_WORK = SCALAR_WORK | WORK_VIEW | WORK_ELEMENT | WORK_CHECK
};

static const struct {
  unsigned works;     // bits of OpWork
  size_t arm_most;    // statements in an arm of a choice
  bool has_choices;   // also in arms
  bool is_of_scalars; // choices give scalars
  bool has_no_floats; // but to compare them
} LIMITS[] = {
    // More would cost more than a jump does.
    [COST_LIMIT_BOTH] = {.works = WORK_LOGIC, .arm_most = 4, .has_no_floats = true},
    [COST_LIMIT_EARLY] = {.works = SCALAR_WORK | WORK_VIEW | WORK_NONE},
    [COST_LIMIT_LIGHT] = {.works = LIGHT_WORK,
                          .arm_most = 4,
                          .has_choices = true,
                          .is_of_scalars = true},
    [COST_LIMIT_AGAIN] = {.works = LIGHT_WORK | WORK_NONE, .arm_most = 12, .has_choices = true},
    [COST_LIMIT_RECIPE] = {.works = WORK_LOGIC | WORK_STEP},
    [COST_LIMIT_LANES] = {.works = SCALAR_WORK | WORK_ELEMENT},
};

static bool is_float_arithmetic(const Exp *exp) {
  return op_is_scalar(exp->op) && op_info(exp->op)->shape != SHAPE_COMPARE &&
         scalar_info(atom_type(exp->args[0])->scalar)->class == CLASS_FLOAT;
}

bool cost_arm_is_within(const Body *arm, CostLimit limit) {
  if (arm->stms.count > LIMITS[limit].arm_most) return false;
  for (size_t i = 0; i < arm->stms.count; i++)
    if (!cost_is_within(arm->stms.data[i]->exp, limit)) return false;
  for (size_t i = 0; LIMITS[limit].is_of_scalars && i < arm->result_count; i++)
    if (atom_type(arm->results[i])->kind != TYPE_SCALAR) return false;
  return true;
}

bool cost_is_within(const Exp *exp, CostLimit limit) {
  OpWork work = op_info(exp->op)->work;
  if (work != WORK_CHOICE)
    return (work & LIMITS[limit].works) &&
           !(LIMITS[limit].has_no_floats && is_float_arithmetic(exp));
  for (size_t i = 0; i < exp->as.branches.body_count; i++)
    if (!LIMITS[limit].has_choices || !cost_arm_is_within(exp->as.branches.bodies[i], limit))
      return false;
  return true;
}

int64_t cost_weight(CostScale scale, OpWork work) {
  static const int64_t DIVIDES[COST_SCALES] = {1, 8, 10}, FUNCTIONS[COST_SCALES] = {1, 24, 20};
  return work == WORK_MATH ? FUNCTIONS[scale] : work == WORK_DIVIDE ? DIVIDES[scale] : 1;
}

static bool is_scalar(const Type *type) { return type->kind == TYPE_SCALAR; }

// The statement itself, for a thread of a device.
static int64_t cost_own(const Stm *stm) {
  const Exp *exp = stm->exp;
  OpWork work = op_info(exp->op)->work;
  switch (work) {
  case WORK_NONE:
  case WORK_VIEW: return 0;
  case WORK_LOGIC:
  case WORK_STEP:
  case WORK_DIVIDE:
  case WORK_MATH:
  case WORK_OTHER: return cost_weight(COST_SCALE_KERNEL, work);
  case WORK_ELEMENT: return is_scalar(stm->vars[0]->type) ? 1 : 0; // a row is a view
  case WORK_STORE: return is_scalar(atom_type(exp->args[1])) ? 1 : COST_LOOP;
  case WORK_CHECK:
    return 2; // a test and a message
  // Each branch assigns the results.
  case WORK_CHOICE: return 1 + (int64_t)(stm->var_count * (1 + exp->as.branches.body_count));
  case WORK_LOOP: return COST_LOOP;
  }
  INTERNAL_ERROR("%s is work of no kind", op_info(exp->op)->text);
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

static bool count_code(Walker *walker, Stm *stm) {
  (void)stm;
  ++*(size_t *)walker->context;
  return true;
}

size_t cost_code(const Thunk *thunk) {
  size_t count = 0;
  Walker walker = {.context = &count, .enter = count_code};
  walk_thunk(&walker, thunk);
  return count;
}

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
    for (size_t k = 0; !mode_has(output->mode, TRAIT_ELEMENTS) && k < output->value_count; k++)
      if (atom_type(output->values[k])->kind != TYPE_SCALAR) cost += COST_LOOP; // copied
    if (mode_has(output->mode, TRAIT_ADDS) && !is_atomic(output)) cost += COST_LOOP;
  }
  return cost;
}

int64_t cost_point(const Par *par) {
  int64_t cost = cost_stms(&par->body.stms) + cost_outputs(&par->body);
  if (!par->has_epilogue) return cost;
  return cost + cost_stms(&par->epilogue.stms) + cost_outputs(&par->epilogue);
}
