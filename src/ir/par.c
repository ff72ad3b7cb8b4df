#include "ir/par.h"

#include "ir/type.h"
#include "ir/walk.h"

const char *par_level_text(ParLevel level) {
  switch (level) {
  case PAR_ANY: break;
  case PAR_THREAD: return "thread";
  case PAR_BLOCK: return "block";
  case PAR_GRID: return "grid";
  }
  INTERNAL_ERROR("a level that is not spelled");
}

bool mode_has(Mode mode, unsigned traits) {
  static const unsigned by_mode[] = {
#define MODE(id, text, traits, purpose) traits,
#include "ir/modes.def"
#undef MODE
  };
  return (by_mode[mode] & traits) != 0;
}

bool thunk_has(const Thunk *thunk, unsigned traits) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (mode_has(thunk->outputs[i].mode, traits)) return true;
  return false;
}

bool thunk_has_only(const Thunk *thunk, unsigned traits) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (!mode_has(thunk->outputs[i].mode, traits)) return false;
  return true;
}

bool par_may_run_twice(const Par *par) {
  return thunk_has(&par->body, TRAIT_PREFIX) ||
         (par->has_epilogue && thunk_has(&par->epilogue, TRAIT_PREFIX));
}

size_t output_count_results(const Output *output) {
  return mode_has(output->mode, TRAIT_DROPS)   ? 1
         : mode_has(output->mode, TRAIT_SORTS) ? output->class_count
                                               : 0;
}

bool par_hides(const Par *par, const Output *output) {
  return par->has_epilogue && mode_has(output->mode, TRAIT_RUNNING);
}

size_t par_result_count(const Par *par, const Output *output) {
  return par_hides(par, output) ? 0 : output_count_results(output) + output->value_count;
}

bool par_is_overwritten(const Stm *stm) {
  return stm->exp->op == OP_PAR && stm->var_count == 1 && stm->exp->as.par->is_overwritten;
}

bool par_is_plain(const Stm *stm) {
  return stm->exp->op == OP_PAR && stm->attrs.count == 0 && !stm->exp->as.par->is_overwritten;
}

size_t par_block_count(const Stm *stm) {
  size_t count = 0;
  while (count < stm->var_count && stm->vars[count]->type->kind == TYPE_MEM)
    count++;
  return count;
}

const Output *par_output_at(const Par *par, size_t result, size_t *first) {
  size_t position = 0;
  for (int part = 0; part < 2; part++) {
    const Thunk *thunk = part == 0 ? &par->body : &par->epilogue;
    for (size_t i = 0; i < thunk->output_count; i++) {
      size_t count = par_result_count(par, &thunk->outputs[i]);
      *first = position;
      if (result < position + count) return &thunk->outputs[i];
      position += count;
    }
  }
  INTERNAL_ERROR("a par without an output for result %zu", result);
}

static bool is_over_scalars(const Lambda *op) {
  for (size_t i = 0; i < op->param_count; i++)
    if (op->params[i]->type->kind != TYPE_SCALAR) return false;
  return op->param_count > 0;
}

bool acc_is_by_element(const AccDecl *acc) {
  if (!acc->op || acc->dest_count == 0 || !is_over_scalars(acc->op)) return false;
  for (size_t i = 0; i < acc->dest_count; i++) {
    const Type *type = atom_type(acc->dests[i]);
    if (!type_is_array(type) || type->rank <= acc->param->type->acc_rank) return false;
  }
  return true;
}

bool output_is_by_element(const Output *output) {
  if (!mode_has(output->mode, TRAIT_ADDS) || output->value_count == 0) return false;
  if (!is_over_scalars(output->op)) return false;
  for (size_t i = 0; i < output->value_count; i++)
    if (!type_is_array(atom_type(output->values[i]))) return false;
  return true;
}

const Par *operator_par(const Lambda *op) {
  if (op->body->stms.count != 1 || op->body->stms.data[0]->exp->op != OP_PAR) return NULL;
  const Stm *stm = op->body->stms.data[0];
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->consumed_count + par->acc_count > 0) return NULL;
  if (stm->var_count * 2 != op->param_count || par->body.output_count != stm->var_count)
    return NULL;
  for (size_t i = 0; i < stm->var_count; i++)
    if (op->body->results[i].var != stm->vars[i] ||
        !mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS))
      return NULL;
  return par;
}

bool par_shows_prefix(const Par *par, bool *is_exclusive) {
  bool has_other = false, has_inclusive = false, has_exclusive = false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (mode_has(output->mode, TRAIT_RUNNING) && output->is_exclusive)
      has_exclusive = true;
    else if (mode_has(output->mode, TRAIT_RUNNING))
      has_inclusive = true;
    else if (!mode_has(output->mode, TRAIT_FREE))
      has_other = true;
  }
  for (size_t i = 0; par->has_epilogue && i < par->epilogue.output_count; i++)
    if (!mode_has(par->epilogue.outputs[i].mode, TRAIT_FREE)) has_other = true;
  *is_exclusive = has_exclusive;
  return !has_other && has_inclusive != has_exclusive;
}

bool operator_is_plain(const Body *body) {
  for (size_t i = 0; i < body->stms.count; i++) {
    const Stm *stm = body->stms.data[i];
    const Exp *exp = stm->exp;
    bool is_choice = exp->op == OP_IF || exp->op == OP_SWITCH;
    for (size_t k = 0; is_choice && k < exp->as.branches.body_count; k++)
      if (!operator_is_plain(exp->as.branches.bodies[k])) return false;
    if (stm->var_count != 1 || stm->vars[0]->type->kind != TYPE_SCALAR) return false;
    if (!is_choice && !op_is_scalar(exp->op) && exp->op != OP_INDEX) return false;
  }
  return true;
}

static bool block_enter(Walker *walker, Stm *stm) {
  if (stm->exp->op == OP_PAR && stm->exp->as.par->level == PAR_BLOCK)
    *(bool *)walker->context = true;
  return true;
}

bool par_has_blocks(const Par *par) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = block_enter};
  walk_thunk(&walker, &par->body);
  return is_found;
}

Op operator_primitive(const Lambda *op, size_t k, size_t count) {
  const Var *result = op->body->results[k].var;
  if (!result) return OP_COUNT;
  for (size_t i = 0; i < op->body->stms.count; i++) {
    const Stm *stm = op->body->stms.data[i];
    if (stm->var_count != 1 || stm->vars[0] != result) continue;
    const Exp *exp = stm->exp;
    if (!op_is_scalar(exp->op) || op_info(exp->op)->shape != SHAPE_BINARY) return OP_COUNT;
    const Var *a = exp->args[0].var, *b = exp->args[1].var;
    if (a == op->params[k] && b == op->params[count + k]) return exp->op;
    bool is_swapped = b == op->params[k] && a == op->params[count + k];
    return is_swapped && op_has(exp->op, FLAG_COMMUTES) ? exp->op : OP_COUNT;
  }
  return OP_COUNT;
}

// Which of two zeros fmin and fmax give depends on the order, as the last bits of a sum do.
static bool is_commuting(Op op) {
  return op != OP_COUNT && (op_has(op, FLAG_COMMUTES) || op == OP_FMIN || op == OP_FMAX);
}

static bool thunk_commutes(const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    for (size_t k = 0; mode_has(output->mode, TRAIT_TOTAL) && k < output->value_count; k++) {
      Op op = operator_primitive(output->op, k, output->value_count);
      if (!is_commuting(op) && !output->is_commutative) return false;
    }
  }
  return true;
}

bool par_commutes(const Par *par) {
  return thunk_commutes(&par->body) && (!par->has_epilogue || thunk_commutes(&par->epilogue));
}
