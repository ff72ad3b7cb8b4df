// Nests of maps as one kernel. A map whose points are maps themselves, made where they belong, is a
// kernel over all dimensions: the statements around the inner map are cheap, and each thread does
// them for itself.
//
//   par@grid (i < n) {                      point(e):
//     let x: f32 = index xs[i]                let j = e % m, i = e / m
//     let ys: [m]f32 = par@thread (j < m) {   let x = xs[i]
//       ...                             =>    ...
//       map y                                 zs[i*m + j] = y
//     }
//     map ys
//   }
#include "imp/mem_to_imp.h"
#include "ir/par.h"

// More statements around an inner map are not done again by every thread.
enum { AROUND_MOST = 24 };

bool nest_is_map(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->has_epilogue || par->acc_count > 0 || par->rank == 0) return false;
  if (par_block_count(stm) > 0 || par->body.output_count == 0) return false;
  for (size_t i = 0; i < par->rank; i++)
    if (is_varying(par->space[i])) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (par->body.outputs[i].mode != MODE_MAP) return false;
  return true;
}

bool nest_is_cheap(const Stm *stm) {
  const Exp *exp = stm->exp;
  if (is_scalar_op(exp->op) || exp->op == OP_ASSERT) return true;
  bool is_view = exp->op == OP_INDEX || exp->op == OP_SLICE || exp->op == OP_RESHAPE ||
                 exp->op == OP_PERMUTE || exp->op == OP_COERCE;
  if (!is_view || stm->var_count == 0) return false;
  const Var *result = stm->vars[stm->var_count - 1];
  if (!is_array(result->type)) return exp->op != OP_COERCE || result->type->kind == TYPE_SCALAR;
  return exp->args[0].var && result->type->place->block == exp->args[0].var->type->place->block;
}

// Is the value of each output what the inner par makes, in the place of the result?
static bool is_in_place(const Stm *outer, const Stm *inner) {
  const Par *par = outer->exp->as.par;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Var *value = par->body.outputs[i].values[0].var, *result = outer->vars[i];
    bool is_made = false;
    for (size_t k = 0; k < inner->var_count; k++)
      is_made = is_made || inner->vars[k] == value;
    if (!is_made || !is_array(value->type) || !is_array(result->type)) return false;
    if (value->type->place->block != result->type->place->block) return false;
  }
  return true;
}

const Stm *nest_inner(Lower *lower, const Stm *outer) {
  const Stms *stms = &outer->exp->as.par->body.stms;
  const Stm *inner = NULL;
  if (!nest_is_map(outer) || stms->count > AROUND_MOST) return NULL;
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    bool is_par = stm->exp->op == OP_PAR;
    if (is_par && (inner || !nest_is_map(stm))) return NULL;
    if (is_par) inner = stm;
    if (!is_par && !nest_is_cheap(stm)) return NULL;
  }
  if (!inner || !is_in_place(outer, inner)) return NULL;
  VarSet inside = bound_vars_stms(lower->arena, stms);
  for (size_t i = 0; i < inner->exp->as.par->rank; i++) {
    Dim dim = inner->exp->as.par->space[i];
    if (dim.var && varset_has(&inside, dim.var)) return NULL;
  }
  return inner;
}

void nest_emit_around(Lower *lower, const Stm *outer, const Stm *inner) {
  const Stms *stms = &outer->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] != inner) lower_stm(lower, stms->data[i]);
}
