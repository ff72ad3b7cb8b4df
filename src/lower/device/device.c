// A par as a kernel. Its points are numbered, and the functions of the kernel (imp.h: IMP_ROLES)
// say what happens at a point and how what is accumulated is combined; a skeleton of rts/gpu calls
// them.
//
//   map, put, combine     one function, for a point
//   reduce                acc has the values of all reductions
//   scan, keep            acc has those, the prefixes, and how many values were kept
//   keep or split alone   acc has the values of a point; those that are kept are stored later
//   split                 the classes are counted by a kernel of their own before; beside others
//                         that accumulate acc has where the next value of each class goes
//   several dimensions    a point of the kernel is a segment, with loops over the innermost one
//   an epilogue that accumulates (fusion makes none for a device), many classes
//                         one thread does it all
#include "lower/device/device.h"
#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/plan.h"

// ---- Kernels ----

// A nest of maps: all dimensions of all of them.
static void launch_nest(Grid *grid, const MapNest *nest) {
  Lower *lower = grid->lower;
  const Stm *const *maps = nest->maps;
  ImpExps sizes = {0};
  for (size_t k = 0; k < nest->depth; k++)
    for (size_t i = 0; i < maps[k]->exp->as.par->rank; i++)
      vec_push(lower->arena, &sizes, lower_dim(lower, maps[k]->exp->as.par->space[i]));
  ImpExp *size = grid_product(grid, "size", &sizes);
  int64_t cost = cost_point(maps[nest->depth - 1]->exp->as.par);
  for (size_t k = 0; k + 1 < nest->depth; k++)
    cost += cost_around(&maps[k]->exp->as.par->body.stms, maps[k + 1]);
  kernel_open(grid, IMP_SKELETON_MAP, size, cost);
  function_open(grid, IMP_ROLE_POINT);
  ImpExp *rest = imp_use(lower->imp, grid->kernel->index);
  for (size_t k = nest->depth; k-- > 0;) {
    const Par *par = maps[k]->exp->as.par;
    for (size_t i = par->rank; i-- > 0;) {
      bool is_last = k == 0 && i == 0;
      ImpExp *dim = lower_dim(lower, par->space[i]);
      bind_alias(lower, par->indices[i],
                 is_last ? rest : grid_split_index(grid, &rest, dim, par->indices[i]->name));
    }
  }
  for (size_t k = 0; k + 1 < nest->depth; k++)
    grid_emit_around(lower, maps[k], maps[k + 1]);
  ParState state;
  par_state_init(lower, &state, maps[nest->depth - 1]);
  par_emit_point(lower, &state);
  function_close(grid, IMP_ROLE_POINT);
  kernel_close(grid, size);
  room_close(lower, &grid->room);
}

static void launch_map(Grid *grid, const Plan *plan) {
  Lower *lower = grid->lower;
  if (plan->depth > 1) {
    MapNest nest = nest_planned(grid->stm, plan);
    launch_nest(grid, &nest);
    return;
  }
  ParState state = grid_state(grid);
  ImpExp *size = grid_points(grid, &state, grid->par->rank);
  kernel_open(grid, IMP_SKELETON_MAP, size, grid_cost(grid));
  kernel_emit_point(grid, &state, IMP_ROLE_POINT);
  kernel_close(grid, size);
  room_close(lower, &grid->room);
}

// The rows are the innermost dimension, or those of a par inside maps.
static void launch_segments(Grid *grid, const Plan *plan, ImpSkeleton skeleton) {
  if (plan->depth == 0) {
    launch_balanced(grid, skeleton);
    return;
  }
  MapNest nest = nest_planned(grid->stm, plan);
  Grid rows = {.lower = grid->lower, .stm = nest.row, .par = nest.row->exp->as.par, .nest = &nest};
  launch_rows(&rows, skeleton);
}

// Each segment of the innermost dimension is a point.
static void launch_series(Grid *grid) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  ImpExp *size = grid_points(grid, &state, grid->par->rank - 1);
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, grid->par->rank);
  kernel_open(grid, IMP_SKELETON_MAP, size, COST_LOOP);
  function_open(grid, IMP_ROLE_POINT);
  grid_bind_indices(grid, &state, grid->par->rank - 1, outer);
  par_emit_segment(lower, &state, outer);
  function_close(grid, IMP_ROLE_POINT);
  kernel_close(grid, size);
  room_close(lower, &grid->room);
}

// One thread does it all.
static void launch_single(Grid *grid) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  state.is_shared = false;
  ImpExp *size = grid_number(grid, 1);
  kernel_open(grid, IMP_SKELETON_MAP, size, COST_LOOP);
  function_open(grid, IMP_ROLE_POINT);
  par_emit_space(lower, &state);
  kernel_store_scalars(grid, &state);
  function_close(grid, IMP_ROLE_POINT);
  ImpLaunch *launch = kernel_close(grid, size);
  grid_bind_scalars(grid, launch);
  room_close(lower, &grid->room);
}

static void launch_reduce(Grid *grid) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  ImpExp *size = grid_points(grid, &state, 1);
  kernel_open(grid, IMP_SKELETON_REDUCE, size, grid_cost(grid));
  grid->kernel->as.reduce.is_commutative = par_commutes(grid->par);
  kernel_emit_operator(grid, &state, NULL);
  state.is_value = true;
  kernel_emit_point(grid, &state, IMP_ROLE_POINT);
  kernel_emit_result(grid, &state);
  ImpLaunch *launch = kernel_close(grid, size);
  grid_bind_scalars(grid, launch);
  room_close(lower, &grid->room);
}

// The same split without its last class, which has all values that are in no other one.
static const Output *without_last(Lower *lower, const Output *split) {
  Output *fewer = arena_make(lower->arena, Output);
  *fewer = *split;
  if (split->class_count > 1) fewer->class_count--;
  return fewer;
}

// Counts the values of each class of all splits. Gives where the classes start, on the host, and in
// `counts`, if it is not NULL, how many values they have.
static ImpVar **launch_counts(Grid *grid, size_t count, ImpVar **counts) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  ParState all = grid_state(grid), state = grid_state(grid);
  for (size_t i = 0; i < state.output_count; i++) {
    OutputState *output = &state.outputs[i];
    bool is_split = output_has(output, TRAIT_SORTS);
    output->action = is_split ? ACTION_COUNT : ACTION_NONE;
    if (is_split) output->output = without_last(lower, output->output);
  }
  par_needs(lower, &state);
  ImpExp *size = grid_points(grid, &state, 1);
  kernel_open(grid, IMP_SKELETON_REDUCE, size, grid_cost(grid));
  grid->kernel->as.reduce.is_commutative = true;
  kernel_emit_operator(grid, &state, NULL);
  state.is_value = true;
  kernel_emit_point(grid, &state, IMP_ROLE_POINT);
  function_open(grid, IMP_ROLE_RESULT);
  ImpVar *results = kernel_results(grid);
  int64_t next = 0;
  for (size_t i = 0; i < state.output_count; i++)
    for (uint32_t k = 0; grid->classes[i] && k < state.outputs[i].output->class_count; k++)
      imp_store(&lower->out, results, grid_number(grid, next++), imp_use(imp, grid->classes[i][k]));
  function_close(grid, IMP_ROLE_RESULT);
  ImpLaunch *launch = kernel_close(grid, size);
  ImpVar **starts = arena_array(lower->arena, ImpVar *, count + 1);
  next = 0;
  for (size_t i = 0; i < state.output_count; i++) {
    ImpExp *sum = grid_number(grid, 0);
    for (uint32_t k = 0; grid->classes[i] && k < all.outputs[i].output->class_count; k++) {
      ImpVar *bits = NULL;
      starts[next] = imp_let(&lower->out, name_of(lower, "start"), sum);
      if (k < state.outputs[i].output->class_count) {
        bits = imp_var(imp, IMP_SCALAR, SCALAR_I64, name_of(lower, "classes"));
        bits->is_const = true;
        vec_push(imp->arena, &launch->results, bits);
      } else {
        ImpExp *rest = imp_sub(imp, size, imp_use(imp, starts[next]));
        bits = imp_let(&lower->out, name_of(lower, "classes"), rest);
      }
      if (counts) counts[next] = bits;
      sum = imp_add(imp, imp_use(imp, starts[next++]), imp_use(imp, bits));
    }
  }
  room_close(lower, &grid->room);
  return starts;
}

// The scan that a descriptor is made of tells the host where the last segment ends.
static bool makes_ends(Grid *grid) {
  const Plan *plan = grid->par->plan;
  bool is_chosen = plan && plan->otherwise; // then the host would have to know which one ran
  return grid->stm->var_count == 1 && !is_chosen &&
         usage_of(grid->lower, grid->stm->vars[0])->is_ends;
}

// The kernel gives the last end, and writes the 0 in front of the first one.
static void emit_last_end(Grid *grid, const ParState *state) {
  Lower *lower = grid->lower;
  function_open(grid, IMP_ROLE_RESULT);
  imp_store(&lower->out, kernel_results(grid), grid_number(grid, 0),
            imp_use(lower->imp, state->outputs[0].carry[0]));
  Region first = region_of(lower, grid->stm->vars[0]);
  first.offset = imp_sub(lower->imp, first.offset, grid_number(grid, 1));
  region_store(lower, &first, grid_number(grid, 0));
  function_close(grid, IMP_ROLE_RESULT);
}

static void bind_last_end(Grid *grid, ImpLaunch *launch) {
  Lower *lower = grid->lower;
  ImpVar *total = imp_var(lower->imp, IMP_SCALAR, SCALAR_I64, name_of(lower, "total"));
  total->is_const = true;
  vec_push(lower->imp->arena, &launch->results, total);
  bind_alias(lower, grid->stm->vars[0], imp_use(lower->imp, total));
}

static void launch_scan(Grid *grid, size_t classes) {
  Lower *lower = grid->lower;
  ImpVar **starts = classes > 0 ? launch_counts(grid, classes, NULL) : NULL;
  ParState state = grid_state(grid), totals = grid_state(grid);
  bool has_ends = makes_ends(grid);
  ImpExp *size = grid_points(grid, &state, 1);
  kernel_open(grid, IMP_SKELETON_SCAN, size, grid_cost(grid));
  kernel_emit_operator(grid, &state, starts);
  for (size_t i = 0; i < totals.output_count; i++) {
    OutputState *output = &totals.outputs[i];
    Mode mode = output->output->mode;
    output->action = mode_has(mode, TRAIT_RUNNING)   ? ACTION_TOTAL
                     : mode_has(mode, TRAIT_SELECTS) ? ACTION_COUNT
                     : mode_has(mode, TRAIT_TOTAL)   ? ACTION_FULL
                                                     : ACTION_NONE;
  }
  bool is_given = par_shows_prefix(grid->par, &grid->kernel->as.scan.is_exclusive);
  par_needs(lower, &totals);
  if (is_given) par_needs_checks(lower, &totals, false);
  grid_take_fields(&totals, &state);
  totals.is_value = true;
  kernel_emit_point(grid, &totals, IMP_ROLE_TOTAL);
  kernel_emit_point(grid, &state, IMP_ROLE_POINT);
  if (is_given) {
    ParState shown = grid_state(grid);
    grid_take_fields(&shown, &state);
    for (size_t i = 0; i < shown.output_count; i++)
      shown.outputs[i].is_given = output_has(&shown.outputs[i], TRAIT_RUNNING);
    par_needs(lower, &shown);
    par_needs_checks(lower, &shown, true);
    shown.is_whole = false;
    kernel_emit_point(grid, &shown, IMP_ROLE_FINISH);
  }
  grid->kernel->as.scan.makes_ends = has_ends;
  if (has_ends)
    emit_last_end(grid, &state);
  else
    kernel_emit_result(grid, &state);
  ImpLaunch *launch = kernel_close(grid, size);
  grid_bind_scalars(grid, launch);
  if (has_ends) bind_last_end(grid, launch);
  room_close(lower, &grid->room);
}

// The output that keeps values, or splits them in classes: the only one that accumulates.
static OutputState *kept_output(const ParState *state) {
  for (size_t i = 0; i < state->output_count; i++) {
    Mode mode = state->outputs[i].output->mode;
    if (mode_has(mode, TRAIT_SELECTS)) return &state->outputs[i];
  }
  INTERNAL_ERROR("a plan for values that are kept, but none is");
}

static void launch_keep(Grid *grid) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  ImpExp *size = grid_points(grid, &state, 1);
  OutputState *output = kept_output(&state);
  uint32_t classes = output_has(output, TRAIT_SORTS) ? output->output->class_count : 0;
  ImpVar *counts[PLAN_CLASSES_MOST] = {NULL};
  ImpVar **starts = classes > 0 ? launch_counts(grid, classes, counts) : NULL;
  kernel_open(grid, classes > 0 ? IMP_SKELETON_SPLIT : IMP_SKELETON_KEEP, size, grid_cost(grid));
  if (classes > 0) grid->kernel->as.split.class_count = classes;
  kernel_emit_keep(grid, &state, output, starts);
  ImpLaunch *launch = kernel_close(grid, size);
  for (size_t k = 0; k < classes; k++)
    bind_alias(lower, output->results[k], imp_use(lower->imp, counts[k]));
  if (!starts) grid_bind_scalars(grid, launch);
  room_close(lower, &grid->room);
}

// ---- Plans ----

// As many classes as all splits of the par have.
static size_t class_count(const Grid *grid) { return plan_demand(grid->stm).classes; }

static void launch_plan(Grid *grid, const Plan *plan) {
  switch (plan->kernel) {
  case KERNEL_MAP: launch_map(grid, plan); return;
  case KERNEL_TILE:
  case KERNEL_SWEEP: launch_product(grid, plan); return;
  case KERNEL_HISTOGRAM: launch_histograms(grid, IMP_SKELETON_HISTOGRAM); return;
  case KERNEL_DIRECT: launch_histograms(grid, IMP_SKELETON_DIRECT); return;
  case KERNEL_BUCKETS: launch_histograms(grid, IMP_SKELETON_BUCKETS); return;
  case KERNEL_REDUCE: launch_reduce(grid); return;
  case KERNEL_SCAN: launch_scan(grid, class_count(grid)); return;
  case KERNEL_KEEP:
  case KERNEL_SPLIT: launch_keep(grid); return;
  case KERNEL_WALK: launch_segments(grid, plan, IMP_SKELETON_WALK); return;
  case KERNEL_SEG_REDUCE: launch_segments(grid, plan, IMP_SKELETON_SEG_REDUCE); return;
  case KERNEL_ROWS: launch_segments(grid, plan, IMP_SKELETON_ROWS); return;
  case KERNEL_COLUMNS: launch_segments(grid, plan, IMP_SKELETON_COLUMNS); return;
  case KERNEL_SEG_SCAN: launch_segments(grid, plan, IMP_SKELETON_SEG_SCAN); return;
  case KERNEL_COLUMN_SCAN: launch_segments(grid, plan, IMP_SKELETON_COLUMN_SCAN); return;
  case KERNEL_WALK_KEEP: launch_kept(grid, IMP_SKELETON_WALK); return;
  case KERNEL_SEG_KEEP: launch_kept(grid, IMP_SKELETON_SEG_REDUCE); return;
  case KERNEL_BLOCK: launch_block(grid, false); return;
  case KERNEL_BLOCK_ITEMS: launch_block(grid, true); return;
  case KERNEL_ROWS_KEEP: launch_kept(grid, IMP_SKELETON_ROWS); return;
  case KERNEL_COLUMNS_KEEP: launch_kept(grid, IMP_SKELETON_COLUMNS); return;
  case KERNEL_SERIES: launch_series(grid); return;
  case KERNEL_APPEND: launch_joins(grid, GRAIN_POINT); return;
  case KERNEL_APPEND_SERIES: launch_joins(grid, GRAIN_SEGMENT); return;
  case KERNEL_APPEND_SINGLE: launch_joins(grid, GRAIN_ALL); return;
  case KERNEL_SINGLE: launch_single(grid); return;
  case KERNEL_COUNT: break;
  }
  INTERNAL_ERROR("a plan without a kernel");
}

// What a choice of kernels gives beside arrays: each alternative leaves it in a variable that is
// declared before. NULL for arrays, and for scalars that stay on the device.
static ImpVar **choice_open(Grid *grid) {
  Lower *lower = grid->lower;
  ImpVar **given = arena_array(lower->arena, ImpVar *, grid->stm->var_count + 1);
  for (size_t i = 0; i < grid->stm->var_count; i++) {
    const Var *var = grid->stm->vars[i];
    if (var->type->kind == TYPE_MEM) given[i] = imp_block(&lower->out, var->name);
    if (var->type->kind == TYPE_SCALAR && !(grid->cells && grid->cells[i]))
      given[i] = imp_declare(&lower->out, var->name, var->type->scalar, NULL);
  }
  return given;
}

static void choice_give(Grid *grid, ImpVar *const *given) {
  Lower *lower = grid->lower;
  for (size_t i = 0; i < grid->stm->var_count; i++) {
    const Bound *bound = given[i] ? bound_of(lower, grid->stm->vars[i]) : NULL;
    if (given[i] && given[i]->kind == IMP_BLOCK)
      imp_move(&lower->out, given[i], bound->block);
    else if (given[i])
      imp_assign(&lower->out, given[i], bound->exp);
  }
}

static void choice_close(Grid *grid, ImpVar *const *given) {
  Lower *lower = grid->lower;
  for (size_t i = 0; i < grid->stm->var_count; i++) {
    if (given[i] && given[i]->kind == IMP_BLOCK)
      bind_block(lower, grid->stm->vars[i], given[i], false);
    else if (given[i])
      bind_alias(lower, grid->stm->vars[i], imp_use(lower->imp, given[i]));
  }
}

static void launch_choice(Grid *grid, const Plan *plan) {
  Lower *lower = grid->lower;
  ImpVar **given = choice_open(grid);
  ImpBuilder saved = lower->out;
  ImpGuard around = lower->guard;
  for (; plan->otherwise; plan = plan->otherwise) {
    guard_enter(lower, plan->condition);
    ImpStm *choice = imp_if(&lower->out, lower_atom(lower, plan->condition));
    ImpBuilder other = imp_into(&lower->out, &choice->as.branch.otherwise);
    lower->out = imp_into(&lower->out, &choice->as.branch.body);
    launch_plan(grid, plan);
    choice_give(grid, given);
    lower->out = other;
    guard_turn(lower, plan->condition);
  }
  launch_plan(grid, plan);
  choice_give(grid, given);
  lower->out = saved;
  lower->guard = around;
  choice_close(grid, given);
}

void lower_par_device(Lower *lower, const Stm *stm) {
  Grid grid = {.lower = lower, .stm = stm, .par = stm->exp->as.par};
  PlanDemand demand = plan_demand(stm);
  const Plan *plan = grid.par->plan;
  if (!plan) plan = plan_plain(lower->arena, stm);
  if (demand.has_reduce || demand.has_prefix) grid_make_cells(&grid);
  if (plan->otherwise)
    launch_choice(&grid, plan);
  else
    launch_plan(&grid, plan);
}
