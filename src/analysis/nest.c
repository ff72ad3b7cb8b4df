#include "analysis/nest.h"

#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

bool nest_is_map(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->has_epilogue || par->acc_count > 0 || par->rank == 0) return false;
  if (par->consumed_count > 0 || par->body.output_count == 0) return false;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return false;
  if (!thunk_has_only(&par->body, TRAIT_ELEMENTS)) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i]->type->kind == TYPE_MEM || type_is_irregular(stm->vars[i]->type)) return false;
  return true;
}

// Is the value of each output what the inner par makes?
static bool is_made(const Stm *outer, const Stm *inner) {
  const Thunk *thunk = &outer->exp->as.par->body;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Var *value = thunk->outputs[i].values[0].var;
    bool is_found = false;
    for (size_t k = 0; k < inner->var_count; k++)
      is_found = is_found || inner->vars[k] == value;
    if (!is_found) return false;
  }
  return true;
}

static bool is_sum(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || dim_is_varying(par->space[0]) || par->acc_count + par->consumed_count > 0)
    return false;
  return thunk_has(&par->body, TRAIT_FOLDS) &&
         thunk_has_only(&par->body, TRAIT_FOLDS | TRAIT_ELEMENTS);
}

// The one par among light statements, of a size that is known outside.
static const Stm *find_only(Arena *arena, const Stm *outer, bool (*is_wanted)(const Stm *stm)) {
  const Stms *stms = &outer->exp->as.par->body.stms;
  const Stm *inner = NULL;
  if (!nest_is_map(outer) || stms->count > COST_AGAIN_INNER) return NULL;
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    bool is_par = stm->exp->op == OP_PAR;
    if (is_par && (inner || !is_wanted(stm))) return NULL;
    if (is_par) inner = stm;
    if (!is_par && !cost_is_within(stm->exp, COST_LIMIT_LIGHT)) return NULL;
  }
  if (!inner) return NULL;
  VarSet inside = bound_vars_stms(arena, stms);
  for (size_t i = 0; i < inner->exp->as.par->rank; i++) {
    Dim dim = inner->exp->as.par->space[i];
    if (dim.var && varset_has(&inside, dim.var)) return NULL;
  }
  return inner;
}

const Stm *nest_find(Arena *arena, const Stm *outer) {
  const Stm *inner = find_only(arena, outer, nest_is_map);
  return inner && is_made(outer, inner) ? inner : NULL;
}

const Stm *nest_find_sum(Arena *arena, const Stm *outer) { return find_only(arena, outer, is_sum); }

// Is it a reduction of what is not parallel itself?
static bool is_plain_sum(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (!is_sum(stm) || par->has_epilogue) return false;
  if (!thunk_has_only(&par->body, TRAIT_TOTAL)) return false;
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!cost_is_within(par->body.stms.data[i]->exp, COST_LIMIT_LIGHT)) return false;
  return true;
}

bool nest_is_sums(const Stm *stm) {
  if (stm->exp->op != OP_PAR || !nest_is_map(stm)) return false;
  const Stms *stms = &stm->exp->as.par->body.stms;
  const Stm *inner = NULL;
  for (size_t i = 0; i < stms->count; i++) {
    bool is_par = stms->data[i]->exp->op == OP_PAR;
    if ((is_par && inner) || (!is_par && !cost_is_within(stms->data[i]->exp, COST_LIMIT_LIGHT)))
      return false;
    if (is_par) inner = stms->data[i];
  }
  return inner && (is_plain_sum(inner) || nest_is_sums(inner));
}
