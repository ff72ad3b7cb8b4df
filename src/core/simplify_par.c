// Pars and accumulators.
//
//   par (i < 0) { … reduce (op; ne) x }    =>  ne, when it is a scalar
//   par (i < n) { … map x map x }          =>  one of them, unless one is owned
//   par (i < n) { let y: i64 = sext x : i64   =>  let r: i32 = par (i < n) { … reduce xor x }
//                 reduce (xor; 0) y }             sext r : i64
//   with_acc () A                          =>  A
//
// A par of one point stays a par: what it makes is an array, and that is as good a way as any.
#include "core/simplify.h"
#include "ir/build.h"
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

// ---- Narrow reductions ----

// The op that combines the numbers of a reduction, when it does so in any width alike: the bits
// of a widened number beyond the width are its sign. Otherwise OP_COUNT.
static Op widthless_op(const Output *output) {
  if (!mode_has(output->mode, TRAIT_TOTAL) || output->value_count != 1) return OP_COUNT;
  Op op = operator_primitive(output->op, 0, 1);
  bool is_one = op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SMIN || op == OP_SMAX;
  return is_one ? op : OP_COUNT;
}

// What the value of a reduction was before it was widened; a constant when it cannot be taken.
static Atom narrow_value(Simplifier *simplifier, const Output *output) {
  const Exp *wide = def_of(simplifier, output->values[0], OP_SEXT);
  if (!wide || output->neutral[0].var) return atom_bool(false);
  Scalar from = atom_type(wide->args[0])->scalar, to = wide->as.to;
  int64_t neutral = constant_to_i64(output->neutral[0].constant);
  bool fits = constant_to_i64(constant_int(from, neutral)) == neutral;
  bool is_wider = scalar_info(to)->width > scalar_info(from)->width;
  return fits && is_wider ? wide->args[0] : atom_bool(false);
}

static void narrow_output(Simplifier *simplifier, Output *output, Op op, Atom value) {
  Program *program = simplifier->program;
  const Type *type = atom_type(value);
  Var *params[2];
  for (size_t i = 0; i < 2; i++)
    params[i] = var_like(program, output->op->params[i], type);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, output->span);
  Atom both = build_binary(&builder, "both", op, atom_var(params[0]), atom_var(params[1]));
  output->op = lambda_new(program, params, 2, body_new(program, stms, &both, 1));
  int64_t neutral = constant_to_i64(output->neutral[0].constant);
  output->neutral = arena_make(program->arena, Atom);
  output->neutral[0] = atom_constant(constant_int(type->scalar, neutral));
  output->values = arena_make(program->arena, Atom);
  output->values[0] = value;
}

// Reductions of widened numbers are in their own width; `widened` gets what widens the results.
static void narrow_reductions(Simplifier *simplifier, Stm *stm, Stms *widened) {
  Par *par = stm->exp->as.par;
  size_t position = 0;
  if (par->has_epilogue || simplifier->program->level != LEVEL_CORE) return;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Output *output = &par->body.outputs[i];
    Op op = widthless_op(output);
    Atom value = op == OP_COUNT ? atom_bool(false) : narrow_value(simplifier, output);
    if (value.var) {
      Var *wide = stm->vars[position];
      narrow_output(simplifier, output, op, value);
      stm->vars[position] = var_like(simplifier->program, wide, atom_type(value));
      Builder builder = builder_new(simplifier->program, widened, stm->span);
      Atom narrow = atom_var(stm->vars[position]);
      build_stm(&builder, exp_convert(simplifier->program, OP_SEXT, narrow, wide->type->scalar),
                &wide, 1);
      simplifier->has_changed = true;
    }
    position += par_result_count(par, output);
  }
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
  Stms widened = {0};
  narrow_reductions(simplifier, stm, &widened);
  if (!visit_copies(simplifier, stm, out)) keep_stm(simplifier, stm, out);
  visit_stms(simplifier, &widened, out);
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
