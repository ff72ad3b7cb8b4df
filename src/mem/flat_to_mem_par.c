// par: its results get places before it runs, and its points write there.
#include "ir/par.h"
#include "ir/type.h"
#include "mem/flat_to_mem.h"

// ---- Operators ----

Lambda *settle_operator(Settler *settler, const Lambda *op, Span span) {
  if (!op) return NULL;
  for (size_t i = 0; i < op->param_count; i++) {
    if (op->params[i]->type->kind == TYPE_SCALAR) continue;
    settle_refuse(settler, span, "an operator on arrays");
    return NULL;
  }
  Stms stms = {0};
  SettleScope scope = settle_open(settler, &stms);
  for (size_t i = 0; i < op->param_count; i++)
    settle_bind(settler, op->params[i]);
  settle_stms(settler, &op->body->stms);
  settle_close(settler, &scope);
  Body *body = body_new(settler->program, stms, op->body->results, op->body->result_count);
  return lambda_new(settler->program, op->params, op->param_count, body);
}

// ---- Results ----

// A block that has room for the values of every point.
static Place place_of_all(Settler *settler, const Par *par, const Var *result) {
  const Type *type = result->type;
  Dim *dims = arena_array(settler->scratch, Dim, type->rank);
  for (size_t k = 0; k < type->rank; k++)
    dims[k] = k < par->rank ? par->space[k] : type->dims[k];
  Var *block = settle_alloc(settler, result->name, type->scalar, dims, type->rank);
  return (Place){.block = block, .offset = atom_i64(0)};
}

// `number` counts the results of the output.
static void place_result(Settler *settler, const Par *par, const Output *output, size_t number,
                         Var *result) {
  if (result->type->kind != TYPE_ARRAY) return;
  size_t counts = par_result_count(par, output) - output->value_count;
  Place place;
  if (output->mode == MODE_PUT || output->mode == MODE_COMBINE)
    place = *output->dests[number].var->type->place;
  else if (output->mode == MODE_KEEP && number >= counts)
    place = place_of_all(settler, par, result);
  else
    place = settle_destination(settler, result);
  settle_place(settler, result, &place);
}

static Var **place_results(Settler *settler, const Par *par, const Thunk *thunk, Var **results) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    size_t count = par_result_count(par, &thunk->outputs[i]);
    for (size_t k = 0; k < count; k++)
      place_result(settler, par, &thunk->outputs[i], k, *results++);
  }
  return results;
}

// An accumulator leaves the par with the places that it has inside.
static Var **place_accs(Settler *settler, const Par *par, const Thunk *thunk, Var **results) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (output->mode == MODE_ACC)
      settle_place_like(settler, *results, atom_type(output->values[0]));
    results += par_result_count(par, output);
  }
  return results;
}

// ---- Thunks ----

static void settle_outputs(Settler *settler, Thunk *thunk) {
  Output *outputs = arena_array(settler->program->arena, Output, thunk->output_count);
  for (size_t i = 0; i < thunk->output_count; i++) {
    outputs[i] = thunk->outputs[i];
    outputs[i].op = settle_operator(settler, outputs[i].op, outputs[i].span);
  }
  thunk->outputs = outputs;
}

static void bind_all(Settler *settler, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    settle_bind(settler, vars[i]);
}

// The element or row of a consumed array that a point owns is an index of it.
static void index_consumed(Settler *settler, const Par *par, const ParInput *input) {
  Builder builder = settler->builder;
  builder.cert_count = 0;
  Atom *indices = arena_array(settler->scratch, Atom, par->rank);
  for (size_t k = 0; k < par->rank; k++)
    indices[k] = atom_var(par->indices[k]);
  const Type *array = input->outside->type;
  if (array->rank > par->rank) {
    Place place = place_index(settler->lmads, &builder, array, indices, par->rank);
    settle_place(settler, input->inside, &place);
  }
  Var *inside = input->inside;
  build_stm(&builder, exp_index(settler->program, input->outside, indices, par->rank), &inside, 1);
  settle_bind(settler, inside);
}

static void settle_thunks(Settler *settler, const Par *from, Par *par) {
  par->body.stms = (Stms){0};
  par->epilogue.stms = (Stms){0};
  SettleScope scope = settle_open(settler, &par->body.stms);
  bind_all(settler, par->indices, par->rank);
  for (size_t i = 0; i < par->consumed_count; i++)
    index_consumed(settler, par, &par->consumed[i]);
  for (size_t i = 0; i < par->acc_count; i++) {
    settle_place_like(settler, par->accs[i].inside, par->accs[i].outside->type);
    settle_bind(settler, par->accs[i].inside);
  }
  settle_stms(settler, &from->body.stms);
  if (par->has_epilogue) {
    settler->builder.stms = &par->epilogue.stms;
    bind_all(settler, par->scan_params, par->scan_param_count);
    settle_stms(settler, &from->epilogue.stms);
  }
  settle_close(settler, &scope);
}

void settle_par(Settler *settler, Stm *stm) {
  const Par *from = stm->exp->as.par;
  for (size_t k = 0; k < from->rank; k++) {
    if (!is_varying(from->space[k])) continue;
    settle_refuse(settler, stm->span, "an irregular space");
    return;
  }
  Par *par = arena_make(settler->program->arena, Par);
  *par = *from;
  settle_outputs(settler, &par->body);
  if (par->has_epilogue) settle_outputs(settler, &par->epilogue);
  if (settler->has_failed) return;
  Var **rest = place_results(settler, par, &par->body, stm->vars);
  if (par->has_epilogue) place_results(settler, par, &par->epilogue, rest);
  settle_thunks(settler, from, par);
  if (settler->has_failed) return;
  rest = place_accs(settler, par, &par->body, stm->vars);
  if (par->has_epilogue) place_accs(settler, par, &par->epilogue, rest);
  par->consumed = NULL;
  par->consumed_count = 0;
  settle_emit(settler, stm, exp_par(settler->program, par), stm->vars, stm->var_count);
}
