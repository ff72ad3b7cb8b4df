// Pars and accumulators.
//
//   par (i < 0) { … reduce (op; ne) x }    =>  ne, when it is a scalar
//   par (i < n) { … map x map x }          =>  one of them, unless one is owned
//   with_acc () A                          =>  A
//
// A par of one point stays a par: what it makes is an array, and that is as good a way as any.
#include "core/simplify.h"
#include "ir/par.h"
#include "ir/type.h"

static void visit_outputs_outside(Simplifier *simplifier, Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    Output *output = &thunk->outputs[i];
    if (output->op) visit_lambda(simplifier, output->op);
    if (output->neutral) resolve_all(simplifier, output->neutral, output->value_count);
    if (output->dests) resolve_all(simplifier, output->dests, output->value_count);
  }
}

static void visit_thunk(Simplifier *simplifier, Thunk *thunk) {
  Stms out = {0};
  visit_stms(simplifier, &thunk->stms, &out);
  thunk->stms = out;
  for (size_t i = 0; i < thunk->output_count; i++) {
    Output *output = &thunk->outputs[i];
    resolve_all(simplifier, &output->selector, 1);
    resolve_all(simplifier, output->indices, output->index_count);
    resolve_all(simplifier, output->values, output->value_count);
  }
}

static void visit_inputs(Simplifier *simplifier, ParInput *inputs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    inputs[i].outside = resolve(simplifier, atom_var(inputs[i].outside)).var;
    resolve_types(simplifier, &inputs[i].inside, 1);
  }
}

static void visit_space(Simplifier *simplifier, Par *par) {
  for (size_t i = 0; i < par->rank; i++) {
    if (!par->space[i].var) continue;
    uint32_t skip = par->space[i].skip;
    par->space[i] = dim_atom(resolve(simplifier, atom_var(par->space[i].var)));
    par->space[i].skip = skip;
  }
  for (size_t i = 0; i < par->rank; i++) {
    if (!dim_is_varying(par->space[i]))
      set_bound(simplifier, par->indices[i], dim_size(par->space[i]));
  }
}

// ---- Outputs ----

// Is it a plain `map` of one value?
static bool is_map(const Output *output) {
  return mode_has(output->mode, TRAIT_ELEMENTS) && output->value_count == 1;
}

// A map of a value that an earlier output maps already is that output's result.
static void share_map(Simplifier *simplifier, const Stm *stm, const Thunk *thunk, size_t output,
                      size_t first, size_t position) {
  const Output *later = &thunk->outputs[output];
  Var *result = stm->vars[position];
  if (!is_map(later) || facts_is_owned(simplifier->facts, result)) return;
  for (size_t i = 0; i < output; i++) {
    const Output *earlier = &thunk->outputs[i];
    Var *other = stm->vars[first];
    bool is_same = is_map(earlier) && atom_equal(earlier->values[0], later->values[0]) &&
                   !facts_is_owned(simplifier->facts, other);
    if (is_same && replace(simplifier, result, atom_var(other))) return;
    first += par_result_count(stm->exp->as.par, earlier);
  }
}

static void drop_empty_reduce(Simplifier *simplifier, const Stm *stm, const Output *output,
                              size_t position) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->space[0].var || par->space[0].size != 0) return;
  if (!mode_has(output->mode, TRAIT_TOTAL) || stm->cert_count > 0) return;
  for (size_t i = 0; i < output->value_count; i++) {
    if (atom_type(output->neutral[i])->kind == TYPE_SCALAR)
      replace(simplifier, stm->vars[position + i], output->neutral[i]);
  }
}

// How many outputs a thunk may have for equal ones to be looked for, which takes quadratic time.
enum { SHARED_OUTPUT_LIMIT = 64 };

static size_t visit_results(Simplifier *simplifier, const Stm *stm, const Thunk *thunk,
                            size_t position) {
  const Par *par = stm->exp->as.par;
  size_t first = position;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    bool is_inner = par_hides(par, output);
    if (is_inner) continue;
    drop_empty_reduce(simplifier, stm, output, position);
    bool is_searched = !par->has_epilogue && thunk->output_count <= SHARED_OUTPUT_LIMIT;
    if (is_searched) share_map(simplifier, stm, thunk, i, first, position);
    position += par_result_count(par, output);
  }
  return position;
}

void visit_par(Simplifier *simplifier, Stm *stm, Stms *out) {
  Par *par = stm->exp->as.par;
  visit_outputs_outside(simplifier, &par->body);
  if (par->has_epilogue) visit_outputs_outside(simplifier, &par->epilogue);
  visit_space(simplifier, par);
  for (Plan *plan = par->plan; plan && plan->otherwise; plan = plan->otherwise)
    resolve_all(simplifier, &plan->condition, 1);
  visit_inputs(simplifier, par->consumed, par->consumed_count);
  visit_inputs(simplifier, par->accs, par->acc_count);
  ScopeMark mark = scope_enter(simplifier);
  visit_thunk(simplifier, &par->body);
  if (par->has_epilogue) {
    resolve_types(simplifier, par->scan_params, par->scan_param_count);
    visit_thunk(simplifier, &par->epilogue);
  }
  scope_leave(simplifier, mark);
  size_t position = visit_results(simplifier, stm, &par->body, par_block_count(stm));
  if (par->has_epilogue) visit_results(simplifier, stm, &par->epilogue, position);
  if (!visit_copies(simplifier, stm, out)) keep_stm(simplifier, stm, out);
}

void visit_with_acc(Simplifier *simplifier, Stm *stm, Stms *out) {
  WithAcc *with_acc = stm->exp->as.with_acc;
  if (with_acc->acc_count == 0 && splice(simplifier, stm, with_acc->body, out)) return;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    AccDecl *acc = &with_acc->accs[i];
    resolve_all(simplifier, acc->dests, acc->dest_count);
    if (acc->op) visit_lambda(simplifier, acc->op);
    if (acc->neutral) resolve_all(simplifier, acc->neutral, acc->dest_count);
    resolve_types(simplifier, &acc->param, 1);
  }
  visit_body(simplifier, with_acc->body);
  keep_stm(simplifier, stm, out);
}
