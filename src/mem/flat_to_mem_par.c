// par: its results get places before it runs, and its points write there.
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/flat_to_mem.h"

// ---- Operators ----

Lambda *settle_operator(Settler *settler, const Lambda *op, Span span) {
  if (!op) return NULL;
  for (size_t i = 0; i < op->param_count; i++) {
    if (op->params[i]->type->kind == TYPE_SCALAR) continue;
    settle_refuse(settler, span, "an accumulator whose operator works on whole arrays");
    diag_hint(settler->diag, "an operator that works element by element, like `map2 (+)`, can be "
                             "compiled, and so can any operator of `reduce_by_index`");
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

// A block that has room for the values of every point of a space of one dimension.
static Place place_of_all(Settler *settler, const Par *par, const Var *result) {
  const Type *type = result->type;
  Atom *counts = arena_array(settler->scratch, Atom, type->rank);
  for (size_t k = 0; k < type->rank; k++)
    counts[k] = dim_size(k == 0 ? par->space[0] : type->dims[k]);
  Var *block = settle_alloc(settler, result->name, type->scalar, counts, type->rank);
  return (Place){.block = block, .offset = atom_i64(0)};
}

// Does the shape of the result vary with other results of the statement? Then its values are
// appended to a block that the par makes.
static bool is_join(const Stm *stm, const Var *result) {
  const Type *type = result->type;
  for (size_t k = 0; type->kind == TYPE_ARRAY && k < type->rank; k++) {
    if (!dim_is_varying(type->dims[k])) continue;
    for (size_t i = 0; i < stm->var_count; i++)
      if (stm->vars[i] == type->dims[k].var) return true;
  }
  return false;
}

static bool is_consumed_by(const Settler *settler, const Stms *stms, const Var *array) {
  Vars consumed = {0};
  for (size_t i = 0; i < stms->count; i++)
    consumed_by_stm(settler->scratch, stms->data[i], &consumed);
  for (size_t i = 0; i < consumed.count; i++)
    if (consumed.data[i]->type->kind == TYPE_ACC ||
        alias_may_share(settler->aliases, consumed.data[i], array))
      return true;
  return false;
}

// Does a point change its row of a consumed array, and may it run twice? The second time it must
// find the row as it was.
static bool is_row_copied(const Settler *settler, const Par *par, const Var *row) {
  if (!type_is_array(row->type) || !par_may_run_twice(par)) return false;
  return is_consumed_by(settler, &par->body.stms, row) ||
         (par->has_epilogue && is_consumed_by(settler, &par->epilogue.stms, row));
}

// The place of the consumed array whose rows, updated in place, are the values of this output.
static bool place_of_consumed(const Settler *settler, const Par *par, const Output *output,
                              size_t number, Place *place) {
  if (!mode_has(output->mode, TRAIT_ELEMENTS) || !type_is_array(atom_type(output->values[number])))
    return false;
  Var *origin = output->values[number].var;
  if (!wish_is_used_once(settler, origin)) return false;
  if (par->has_epilogue) origin = wish_origin(&par->epilogue.stms, atom_var(origin));
  if (origin) origin = wish_origin(&par->body.stms, atom_var(origin));
  for (size_t i = 0; i < par->consumed_count; i++) {
    if (par->consumed[i].inside != origin || is_row_copied(settler, par, origin)) continue;
    *place = *par->consumed[i].outside->type->place;
    return true;
  }
  return false;
}

static bool is_wish_granted(Settler *settler, Var *result, Place *place) {
  return wish_grant(settler, result, place) && !(place->strides && type_is_irregular(result->type));
}

// A fresh block with the first dimensions last.
static Place place_turned(Settler *settler, const Var *result, size_t first) {
  Place place = settle_fresh(settler, result);
  const Type *type = result->type;
  place.strides = arena_array(settler->program->arena, Atom, type->rank);
  Atom stride = atom_i64(1);
  for (size_t i = type->rank; i-- > 0;) {
    size_t k = (i + first) % type->rank;
    place.strides[k] = stride;
    stride = lmads_mul(settler->lmads, &settler->builder, stride, dim_size(type->dims[k]));
  }
  return place;
}

// `number` counts the results of the output.
static void place_result(Settler *settler, const Par *par, const Output *output, size_t number,
                         Var *result) {
  if (result->type->kind != TYPE_ARRAY) return;
  size_t counts = par_result_count(par, output) - output->value_count;
  Place place;
  if (mode_has(output->mode, TRAIT_WRITES))
    place = *output->dests[number].var->type->place;
  else if (mode_has(output->mode, TRAIT_DROPS) && number >= counts)
    place = place_of_all(settler, par, result);
  else if (!is_wish_granted(settler, result, &place) &&
           !place_of_consumed(settler, par, output, number - counts, &place))
    place = result->type->rank > par->rank && par->is_turned
                ? place_turned(settler, result, par->rank)
                : settle_fresh(settler, result);
  settle_place(settler, result, &place);
}

// The blocks of joins are results of the par too.
static void place_join(Settler *settler, Var *result, Vars *blocks) {
  Place place = form_bind(settler, FORM_BLOCK, result, result->type, NULL, blocks);
  settle_place(settler, result, &place);
}

static Var **place_results(Settler *settler, const Stm *stm, const Par *par, const Thunk *thunk,
                           Var **results, Vars *blocks) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    size_t count = par_result_count(par, &thunk->outputs[i]);
    for (size_t k = 0; k < count; k++, results++) {
      if (is_join(stm, *results))
        place_join(settler, *results, blocks);
      else
        place_result(settler, par, &thunk->outputs[i], k, *results);
    }
  }
  return results;
}

// An accumulator leaves the par with the places that it has inside.
static Var **place_accs(Settler *settler, const Par *par, const Thunk *thunk, Var **results) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (mode_has(output->mode, TRAIT_HANDS_ON))
      settle_place_like(settler, *results, atom_type(output->values[0]));
    results += par_result_count(par, output);
  }
  return results;
}

// ---- Thunks ----

static Atom *settle_dests(Settler *settler, const Output *output) {
  Atom *dests = arena_array(settler->program->arena, Atom, output->value_count);
  for (size_t k = 0; k < output->value_count; k++)
    dests[k] = settle_apart(settler, output->dests[k]);
  return dests;
}

static void settle_outputs(Settler *settler, Thunk *thunk) {
  Output *outputs = arena_array(settler->program->arena, Output, thunk->output_count);
  for (size_t i = 0; i < thunk->output_count; i++) {
    outputs[i] = thunk->outputs[i];
    if (outputs[i].dests) outputs[i].dests = settle_dests(settler, &thunk->outputs[i]);
    outputs[i].op = settle_operator(settler, outputs[i].op, outputs[i].span);
  }
  thunk->outputs = outputs;
}

static void bind_all(Settler *settler, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    settle_bind(settler, vars[i]);
}

static Atom *point_of(const Settler *settler, const Par *par) {
  Atom *indices = arena_array(settler->scratch, Atom, par->rank);
  for (size_t k = 0; k < par->rank; k++)
    indices[k] = atom_var(par->indices[k]);
  return indices;
}

// The element or row of a consumed array that a point owns is an index of it.
static void index_consumed(Settler *settler, const Par *par, const ParInput *input,
                           bool is_copied) {
  Builder builder = settler->builder;
  builder.cert_count = 0;
  Atom *indices = point_of(settler, par);
  const Type *array = input->outside->type;
  Var *inside = input->inside, *row = inside;
  if (is_copied) {
    row = var_new(settler->program, inside->name, inside->type, inside->span);
    Place place = settle_fresh(settler, inside);
    settle_place(settler, inside, &place);
  }
  if (array->rank > par->rank) {
    Place place = place_index(settler->lmads, &builder, array, indices, par->rank);
    settle_place(settler, row, &place);
  }
  build_stm(&builder, exp_index(settler->program, input->outside, indices, par->rank), &row, 1);
  if (is_copied) {
    Atom operand = atom_var(row);
    build_stm(&builder, exp_new(settler->program, OP_COPY, &operand, 1), &inside, 1);
    copy_note(settler->program, inside, ERROR_COPY_READ, "a target may run each point twice");
  }
  settle_bind(settler, inside);
}

// The row of each result that is to be the value of this point.
static void wish_rows(Settler *settler, const Par *par, const Thunk *thunk, Var *const *results,
                      PlaceWishes *wishes) {
  Builder builder = settler->builder;
  builder.cert_count = 0;
  Atom *indices = point_of(settler, par);
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    for (size_t k = 0; mode_has(output->mode, TRAIT_ELEMENTS) && k < output->value_count; k++) {
      Atom value = output->values[k];
      if (!type_is_array(atom_type(value)) || type_is_irregular(results[k]->type)) continue;
      Place place = place_index(settler->lmads, &builder, results[k]->type, indices, par->rank);
      vec_push(settler->scratch, wishes, (PlaceWish){.value = value, .place = place});
    }
    results += par_result_count(par, output);
  }
}

static size_t thunk_result_count(const Par *par, const Thunk *thunk) {
  size_t count = 0;
  for (size_t i = 0; i < thunk->output_count; i++)
    count += par_result_count(par, &thunk->outputs[i]);
  return count;
}

static void settle_thunks(Settler *settler, const Par *from, Par *par, Var *const *results) {
  par->body.stms = (Stms){0};
  par->epilogue.stms = (Stms){0};
  SettleScope scope = settle_open(settler, &par->body.stms);
  settler->par_depth++;
  bind_all(settler, par->indices, par->rank);
  for (size_t i = 0; i < par->consumed_count; i++)
    index_consumed(settler, par, &par->consumed[i],
                   is_row_copied(settler, from, par->consumed[i].inside));
  for (size_t i = 0; i < par->acc_count; i++) {
    settle_place_like(settler, par->accs[i].inside, par->accs[i].outside->type);
    settle_bind(settler, par->accs[i].inside);
  }
  PlaceWishes wishes = {0};
  wish_rows(settler, par, &from->body, results, &wishes);
  if (par->has_epilogue)
    wish_rows(settler, par, &from->epilogue, results + thunk_result_count(par, &from->body),
              &wishes);
  settle_stms_at(settler, &from->body.stms, &wishes);
  if (par->has_epilogue) {
    settler->builder.stms = &par->epilogue.stms;
    bind_all(settler, par->scan_params, par->scan_param_count);
    settle_stms_at(settler, &from->epilogue.stms, &wishes);
  }
  settler->par_depth--;
  settle_close(settler, &scope);
}

// ---- A single point ----

static bool binds_own_size(const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    for (size_t k = 0; k < type->rank; k++) {
      for (size_t j = 0; j < i; j++)
        if (type->dims[k].var == stm->vars[j]) return true;
    }
  }
  return false;
}

// A par without dimensions may give arrays whose sizes are only known inside. It is a body that
// runs once; so is a with_acc without accumulators.
static bool settle_point(Settler *settler, Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank > 0 || !binds_own_size(stm)) return false;
  Atoms results = {0};
  bool is_map = !par->has_epilogue && par->acc_count == 0 && par->consumed_count == 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    is_map = is_map && mode_has(output->mode, TRAIT_ELEMENTS);
    vec_append(settler->scratch, &results, output->values, output->value_count);
  }
  if (!is_map) {
    settle_refuse(settler, stm->span, "a par without dimensions that gives sizes and writes");
    return true;
  }
  WithAcc *with_acc = arena_make(settler->scratch, WithAcc);
  with_acc->body = body_new(settler->program, par->body.stms, results.data, results.count);
  Stm body = *stm;
  body.exp = exp_with_acc(settler->program, with_acc);
  settle_with_acc(settler, &body);
  return true;
}

// ---- The statement ----

static bool has_split_join(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  for (size_t i = 0; i < stm->var_count; i++) {
    size_t first;
    if (is_join(stm, stm->vars[i]) && mode_has(par_output_at(par, i, &first)->mode, TRAIT_SORTS))
      return true;
  }
  return false;
}

// The rows that points own are apart from each other.
static void settle_consumed(Settler *settler, Par *par) {
  ParInput *consumed = arena_array(settler->scratch, ParInput, par->consumed_count);
  for (size_t i = 0; i < par->consumed_count; i++) {
    consumed[i] = par->consumed[i];
    if (consumed[i].outside->type->rank > par->rank)
      consumed[i].outside = settle_apart(settler, atom_var(consumed[i].outside)).var;
  }
  par->consumed = consumed;
}

void settle_par(Settler *settler, Stm *stm) {
  const Par *from = stm->exp->as.par;
  if (settle_point(settler, stm)) return;
  if (!placing_is_settled_space(from)) {
    settle_refuse(settler, stm->span, "a space with several dimensions that vary");
    return;
  }
  if (has_split_join(stm)) {
    settle_refuse(settler, stm->span, "a split of values that differ in size");
    return;
  }
  Par *par = arena_make(settler->program->arena, Par);
  *par = *from;
  settle_consumed(settler, par);
  settle_outputs(settler, &par->body);
  if (par->has_epilogue) settle_outputs(settler, &par->epilogue);
  if (settler->has_failed) return;
  Vars pattern = {0};
  Var **rest = place_results(settler, stm, par, &par->body, stm->vars, &pattern);
  if (par->has_epilogue) place_results(settler, stm, par, &par->epilogue, rest, &pattern);
  settle_thunks(settler, from, par, stm->vars);
  if (settler->has_failed) return;
  rest = place_accs(settler, par, &par->body, stm->vars);
  if (par->has_epilogue) place_accs(settler, par, &par->epilogue, rest);
  par->consumed = NULL;
  par->consumed_count = 0;
  vec_append(settler->program->arena, &pattern, stm->vars, stm->var_count);
  settle_emit(settler, stm, exp_par(settler->program, par), pattern.data, pattern.count);
}
