// Nests of maps at Mem, as kernels see them: maps whose points are threads, and rows whose elements
// are shared out.
//
// A map whose points are maps themselves, made where they belong, is one kernel over all
// dimensions: the statements around the inner map are cheap, and each thread does them for itself.
//
//   par@grid (i < n) {                         points: n * m
//     let x: f32 = index xs[i]
//     let ys: [m]f32 @ zs_mem … = par@thread (j < m) { … map y }
//     map ys
//   }
//
// A map that reduces or scans a row is a kernel over the elements of all rows where these are
// neighbours in memory: one thread per row would read one line of memory per element. In other
// nests neighbouring threads read neighbours, or all read the same; their reductions run like that
// only when there are few rows, too few for a thread each. Scans that go down the columns of memory
// are as fast.
#include "mem/nests.h"

#include "analysis/address.h"
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

// ---- Maps in maps ----

// A view in another block is a copy.
bool nest_is_in_place(const Stm *stm) {
  if (!cost_is_within(stm->exp, COST_LIMIT_LIGHT)) return false;
  if (stm->var_count == 0) return true;
  const Var *result = stm->vars[stm->var_count - 1];
  if (!type_is_array(result->type)) return true;
  const Var *operand = stm->exp->args[0].var;
  return operand && result->type->place->block == operand->type->place->block;
}

bool nest_can_repeat(const Stm *stm, Obstacle *obstacle) {
  if (nest_is_in_place(stm)) return true;
  bool is_loop = stm->exp->op == OP_LOOP;
  return obstacle_note(
      obstacle,
      is_loop ? "a loop goes from round to round: threads can share a reduction, or a scan"
              : "threads that share a row would each repeat this, and it is not light",
      stm->span);
}

// Is the value of each output made in the place of the result?
static bool is_in_place(const Stm *outer) {
  const Thunk *thunk = &outer->exp->as.par->body;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Var *value = thunk->outputs[i].values[0].var, *result = outer->vars[i];
    if (!type_is_array(value->type) || !type_is_array(result->type)) return false;
    if (value->type->place->block != result->type->place->block) return false;
  }
  return true;
}

const Stm *nest_inner(Arena *arena, const Stm *outer) {
  const Stm *inner = nest_find(arena, outer);
  if (!inner || !is_in_place(outer)) return NULL;
  const Stms *stms = &outer->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] != inner && !nest_is_in_place(stms->data[i])) return NULL;
  return inner;
}

bool nest_accumulates_by_point(Arena *arena, const Par *par, const Par *around) {
  VarSet inside = bound_vars_par(arena, around);
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!output->op) continue;
    VarSet used = free_vars_lambda(arena, output->op);
    for (size_t k = 0; k < output->value_count; k++)
      if (output->neutral[k].var) varset_add(&used, output->neutral[k].var);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      if (varset_has(&inside, var)) return true;
  }
  return false;
}

// ---- Rows ----

static bool has_unit_rows(const Type *type) {
  if (!type_is_array(type) || type->rank == 0) return false;
  return !type->place->strides || atom_is_i64(type->place->strides[type->rank - 1], 1);
}

// Does the statement read in a row of an array, at a place that depends on the index?
static bool reads_row(const Addresses *addresses, const Stm *stm, const Var *index) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX || exp->arg_count < 2) return false;
  const Type *type = exp->args[0].var->type;
  return has_unit_rows(type) && type->rank + 1 == exp->arg_count &&
         address_depends(addresses, exp->args[exp->arg_count - 1], index);
}

// Is it another row, but the same place in it, for another value of the index?
static bool reads_other_row(const Addresses *addresses, const Stm *stm, const Var *index) {
  const Exp *exp = stm->exp;
  if (address_depends(addresses, exp->args[exp->arg_count - 1], index)) return false;
  bool is_other = address_depends(addresses, exp->args[0].var->type->place->offset, index);
  for (size_t i = 0; i + 1 < exp->arg_count; i++)
    is_other = is_other || address_depends(addresses, exp->args[i], index);
  return is_other;
}

// What statements beside pars compute.
static void note_beside(Addresses *addresses, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i]->exp->op != OP_PAR) address_note(addresses, stms->data[i]);
}

static Addresses *addresses_of(Arena *arena, const MapNest *nest, const Par *row) {
  Addresses *addresses = addresses_new(arena);
  address_track(addresses, row->indices[0]);
  for (size_t k = 0; k < nest->depth; k++) {
    const Par *par = nest->maps[k]->exp->as.par;
    for (size_t i = 0; i < par->rank; i++)
      address_track(addresses, par->indices[i]);
    note_beside(addresses, &par->body.stms);
  }
  note_beside(addresses, &row->body.stms);
  return addresses;
}

// Has every point of the maps a row of its own? What several of them read is better read by tiles.
static bool is_rowwise(Arena *arena, const MapNest *nest, const Par *row) {
  const Addresses *addresses = addresses_of(arena, nest, row);
  for (size_t i = 0; i < row->body.stms.count; i++) {
    const Stm *stm = row->body.stms.data[i];
    bool is_own = reads_row(addresses, stm, row->indices[0]);
    for (size_t k = 0; k < nest->depth && is_own; k++) {
      const Par *par = nest->maps[k]->exp->as.par;
      for (size_t d = 0; d < par->rank && is_own; d++)
        is_own = reads_other_row(addresses, stm, par->indices[d]);
    }
    if (is_own) return true;
  }
  return false;
}

// Reductions and scans of scalars; what else it gives is in its place already.
static bool is_row_par(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || dim_is_varying(par->space[0]) || par->acc_count > 0) return false;
  if (par_block_count(stm) > 0 || par->consumed_count > 0) return false;
  if (par->has_epilogue && !thunk_has_only(&par->epilogue, TRAIT_ELEMENTS)) return false;
  return thunk_has(&par->body, TRAIT_FOLDS) &&
         thunk_has_only(&par->body, TRAIT_FOLDS | TRAIT_ELEMENTS);
}

// Is every value that the map gives a scalar, or made by the row in its place?
static bool are_values_placed(const Stm *around, const Stm *row) {
  const Par *par = around->exp->as.par;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Atom value = par->body.outputs[i].values[0];
    if (!value.var || !type_is_array(value.var->type)) continue;
    bool is_made = false;
    for (size_t k = 0; k < row->var_count; k++)
      is_made = is_made || row->vars[k] == value.var;
    const Type *result = around->vars[i]->type;
    if (!is_made || !type_is_array(result)) return false;
    if (value.var->type->place->block != result->place->block) return false;
  }
  return true;
}

// The arrays of a row are in results of the map, not in memory of a point.
static bool are_rows_placed(const Stm *around, const Stm *row) {
  for (size_t k = 0; k < row->var_count; k++) {
    if (!type_is_array(row->vars[k]->type)) continue;
    bool is_result = false;
    for (size_t i = 0; i < around->var_count; i++) {
      const Type *type = around->vars[i]->type;
      if (type_is_array(type) && type->place->block == row->vars[k]->type->place->block)
        is_result = true;
    }
    if (!is_result) return false;
  }
  return true;
}

// Does the map give a number for each row, which the end of the row would store, beside scans
// alone? Their kernel has nothing that runs at the end of a row.
static bool lacks_end(const Stm *around, const Par *row) {
  const Par *par = around->exp->as.par;
  if (thunk_has(&row->body, TRAIT_TOTAL)) return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    Atom value = par->body.outputs[i].values[0];
    if (!value.var || !type_is_array(value.var->type)) return true;
  }
  return false;
}

// The only par of the innermost map, which does little beside it.
static const Stm *only_row(const Stm *around, Obstacle *obstacle) {
  const Stms *stms = &around->exp->as.par->body.stms;
  const Stm *row = NULL;
  if (!nest_is_map(around)) obstacle_note(obstacle, "it is no map of regular values", around->span);
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    bool is_par = stm->exp->op == OP_PAR;
    if (is_par && row) obstacle_note(obstacle, "a point has a second par", stm->span);
    if (is_par && !is_row_par(stm))
      obstacle_note(obstacle, "a par of the point does not reduce or scan a row of scalars",
                    stm->span);
    if (is_par) row = stm;
    if (!is_par) nest_can_repeat(stm, obstacle);
  }
  if (!row) obstacle_note(obstacle, "a point reduces nothing, and scans nothing", SPAN_NONE);
  return obstacle->why ? NULL : row;
}

// Can threads that share the elements of rows do what the nest asks for? Or what is in the way.
static bool can_share_row(Arena *arena, const MapNest *nest, const Stm *row, Obstacle *obstacle) {
  const Stm *around = nest->maps[nest->depth - 1];
  const Par *par = row->exp->as.par;
  if (!are_values_placed(around, row) || !are_rows_placed(around, row))
    return obstacle_note(obstacle, "a point keeps an array to itself", around->span);
  VarSet inside = bound_vars_par(arena, nest->maps[0]->exp->as.par);
  if (par->space[0].var && varset_has(&inside, par->space[0].var))
    return obstacle_note(obstacle, "rows have different lengths", row->span);
  if (nest_accumulates_by_point(arena, par, nest->maps[0]->exp->as.par))
    return obstacle_note(obstacle, "the operator or its neutral element depends on the point",
                         row->span);
  if (lacks_end(around, par))
    return obstacle_note(obstacle, "a scan alone does not see the end of its row", row->span);
  return true;
}

// The par of a row; NULL, and what is in the way, when there is none of this kind.
static const Stm *find_row(Arena *arena, MapNest *nest, RowKind kind) {
  nest->obstacle = (Obstacle){0};
  const Stm *row = only_row(nest->maps[nest->depth - 1], &nest->obstacle);
  if (!row || !can_share_row(arena, nest, row, &nest->obstacle)) return NULL;
  const Par *par = row->exp->as.par;
  bool is_long = par->space[0].var || par->space[0].size > PLAN_SHORT_ROW;
  if (is_long && (kind == ROW_LONG || thunk_has(&par->body, TRAIT_RUNNING))) return row;
  if (kind == ROW_OWN && is_rowwise(arena, nest, par)) return row;
  obstacle_note(&nest->obstacle, "rows are short, and points do not have them to themselves",
                row->span);
  return NULL;
}

// Takes one more map into the nest; false when there is none.
static bool go_deeper(Arena *arena, MapNest *nest) {
  const Stm *inner =
      nest->depth < PLAN_DEPTH_MOST ? nest_inner(arena, nest->maps[nest->depth - 1]) : NULL;
  if (inner) nest->maps[nest->depth++] = inner;
  return inner != NULL;
}

MapNest nest_of_maps(Arena *arena, const Stm *outer) {
  MapNest nest = {.maps = {outer}, .depth = 1};
  while (go_deeper(arena, &nest))
    continue;
  return nest;
}

bool nest_of_rows(Arena *arena, const Stm *outer, RowKind kind, MapNest *nest) {
  *nest = (MapNest){.maps = {outer}, .depth = 1};
  while (!(nest->row = find_row(arena, nest, kind)))
    if (!go_deeper(arena, nest)) return false;
  return true;
}

MapNest nest_planned(const Stm *outer, const Plan *plan) {
  MapNest nest = {.maps = {outer}, .depth = plan->depth};
  for (size_t k = 1; k <= plan->depth; k++) {
    bool is_row = k == plan->depth;
    if (is_row && plan->kernel == KERNEL_MAP) break;
    const Stms *stms = &nest.maps[k - 1]->exp->as.par->body.stms;
    const Stm *inner = NULL;
    for (size_t i = 0; i < stms->count; i++)
      if (stms->data[i]->exp->op == OP_PAR) inner = stms->data[i];
    if (!inner) INTERNAL_ERROR("a plan goes %u maps deep, but there are %zu", plan->depth, k);
    *(is_row ? &nest.row : &nest.maps[k]) = inner;
  }
  return nest;
}

// Adds what the statement uses if the set has one of its results.
static bool add_needed(Arena *arena, VarSet *needed, Stm *stm) {
  bool is_needed = false;
  for (size_t v = 0; v < stm->var_count; v++)
    is_needed = is_needed || varset_has(needed, stm->vars[v]);
  if (!is_needed || stm->exp->op == OP_PAR) return false;
  VarSet used = free_vars_stm(arena, stm);
  Var *var;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    varset_add(needed, var);
  return true;
}

Stms nest_around_row(Arena *arena, const MapNest *nest) {
  VarSet needed = free_vars_stm(arena, (Stm *)nest->row);
  Stms reversed = {0}, around = {0};
  for (size_t k = nest->depth; k-- > 0;) {
    const Stms *stms = &nest->maps[k]->exp->as.par->body.stms;
    for (size_t i = stms->count; i-- > 0;)
      if (add_needed(arena, &needed, stms->data[i])) vec_push(arena, &reversed, stms->data[i]);
  }
  for (size_t i = reversed.count; i-- > 0;)
    vec_push(arena, &around, reversed.data[i]);
  return around;
}
