// Where the variables of a function are bound, and in which order.
#include "core/shapes_pass.h"

#include "ir/par.h"
#include "ir/type.h"

static uint32_t scope_new(Namer *namer, uint32_t parent, bool is_thunk) {
  BodyScope scope = {.parent = parent, .is_thunk = is_thunk};
  scope.is_nested = is_thunk || namer->scopes.data[parent].is_nested;
  vec_push(namer->scratch, &namer->scopes, scope);
  return (uint32_t)namer->scopes.count - 1;
}

void number_vars(Namer *namer, Var *const *vars, size_t count, uint32_t scope, const Stm *def) {
  for (size_t i = 0; i < count; i++) {
    NamedVar *at = namer_at(namer, vars[i]);
    at->scope = scope;
    at->order = ++namer->last_order;
    at->def = def;
  }
}

static void number_body(Namer *namer, const Body *body, Var *const *params, size_t count,
                        uint32_t parent) {
  if (!body) return;
  uint32_t scope = scope_new(namer, parent, false);
  number_vars(namer, params, count, scope, NULL);
  number_stms(namer, &body->stms, scope);
}

static void number_lambda(Namer *namer, const Lambda *lambda, uint32_t parent) {
  if (lambda) number_body(namer, lambda->body, lambda->params, lambda->param_count, parent);
}

static void number_par(Namer *namer, const Par *par, uint32_t parent) {
  const Thunk *thunks[] = {&par->body, &par->epilogue};
  uint32_t scope = scope_new(namer, parent, true);
  bool only_maps = true;
  for (size_t i = 0; i < 2; i++)
    only_maps &= thunk_has_only(thunks[i], TRAIT_ELEMENTS);
  namer->scopes.data[scope].only_maps = only_maps;
  number_vars(namer, par->indices, par->rank, scope, NULL);
  for (size_t i = 0; i < par->consumed_count; i++)
    number_vars(namer, &par->consumed[i].inside, 1, scope, NULL);
  for (size_t i = 0; i < par->acc_count; i++)
    number_vars(namer, &par->accs[i].inside, 1, scope, NULL);
  number_vars(namer, par->scan_params, par->scan_param_count, scope, NULL);
  for (size_t i = 0; i < 2; i++) {
    number_stms(namer, &thunks[i]->stms, scope);
    for (size_t k = 0; k < thunks[i]->output_count; k++)
      number_lambda(namer, thunks[i]->outputs[k].op, parent);
  }
}

static void number_inside(Namer *namer, const Stm *stm, uint32_t scope) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      number_body(namer, exp->as.branches.bodies[i], NULL, 0, scope);
  } else if (exp->op == OP_LOOP) {
    const Loop *loop = exp->as.loop;
    uint32_t around = scope_new(namer, scope, false);
    number_vars(namer, loop->params, loop->param_count, around, NULL);
    if (loop->index) number_vars(namer, &loop->index, 1, around, NULL);
    number_body(namer, loop->condition, NULL, 0, around);
    number_body(namer, loop->body, NULL, 0, around);
  } else if (exp->op == OP_PAR) {
    number_par(namer, exp->as.par, scope);
  } else if (exp->op == OP_WITH_ACC) {
    const WithAcc *with_acc = exp->as.with_acc;
    uint32_t around = scope_new(namer, scope, false);
    for (size_t i = 0; i < with_acc->acc_count; i++) {
      number_lambda(namer, with_acc->accs[i].op, scope);
      number_vars(namer, &with_acc->accs[i].param, 1, around, NULL);
    }
    number_body(namer, with_acc->body, NULL, 0, around);
  } else {
    INTERNAL_ERROR("shapes does not know the bodies of %s", op_info(exp->op)->text);
  }
}

void number_stms(Namer *namer, const Stms *stms, uint32_t scope) {
  namer_raise_checks(namer, stms);
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (op_has(stm->exp->op, FLAG_BODIES)) number_inside(namer, stm, scope);
    number_vars(namer, stm->vars, stm->var_count, scope, stm);
  }
}

bool namer_sees(Namer *namer, uint32_t scope, Atom atom) {
  if (!atom.var) return true;
  const NamedVar *at = namer_at(namer, atom.var);
  if (at->order == 0) return false;
  while (scope > at->scope)
    scope = namer->scopes.data[scope].parent;
  return scope == at->scope;
}

Var *namer_fresh(Namer *namer, const Var *model, const Type *type, uint32_t scope) {
  Var *var = var_like(namer->program, model, type);
  number_vars(namer, &var, 1, scope, NULL);
  return var;
}
