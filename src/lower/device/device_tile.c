// Matrix-shaped reductions as a kernel: a nest of maps around a reduction, where what is reduced is
// made of values that the last map's index does not matter for, and of values that the index in
// front of it does not matter for (mem/product.h).
//
//   par@grid (i < n) { par (j < m) { par (k < p) {      load_a(i, k): a = { xs[i, k] }
//     x = index xs[i, k]                                load_b(j, k): b = { ys[k, j] }
//     y = index ys[k, j]                           =>   step: acc = acc op f(a, b)
//     reduce op f(x, y)                                 finish(i, j): g(acc) is stored
//   } map g(reduced) } }
//
// With one operand of the point and one of the step, rts/gpu/sweep.kernel: load_a(i), load_b(k).
//
// rts/gpu/tile.kernel keeps slices of both in fast memory. Rows, columns and the matrices of a
// batch have a number each, whatever dimensions they have. cpu_tile.c does the same for a
// processor, where addresses must be affine, so that slices can be packed; here only who depends on
// what matters.
#include "ir/par.h"
#include "lower/device/device.h"
#include "mem/product.h"

typedef struct Tiling {
  Product product;
  Grid *grid;
  Lower *lower;
  ImpExp *extents[PRODUCT_ROLES], *steps;
} Tiling;

// ---- Functions ----

static ImpVar *index_param(Tiling *tiling, ImpFun *fun, const char *name) {
  ImpVar *var = loop_index(tiling->lower, name);
  vec_push(tiling->lower->imp->arena, &fun->params, var);
  return var;
}

// Has an axis further out the same role?
static bool has_more(const Product *product, size_t axis) {
  for (size_t i = 0; i < axis; i++)
    if (product->axes[i].role == product->axes[axis].role) return true;
  return false;
}

// Binds the indices of the batch, and those of the row and the column where they are known.
static void bind_axes(Tiling *tiling, ImpVar *batch, ImpVar *row, ImpVar *column) {
  Lower *lower = tiling->lower;
  ImpVar *known[PRODUCT_ROLES] = {
      [PRODUCT_BATCH] = batch, [PRODUCT_ROW] = row, [PRODUCT_COLUMN] = column};
  ImpExp *rest[PRODUCT_ROLES] = {NULL};
  for (size_t i = tiling->product.axis_count; i-- > 0;) {
    const ProductAxis *axis = &tiling->product.axes[i];
    Var *index = axis->par->indices[axis->dim];
    if (!known[axis->role]) continue;
    if (!rest[axis->role]) rest[axis->role] = imp_use(lower->imp, known[axis->role]);
    ImpExp *size = lower_dim(lower, axis->par->space[axis->dim]), **at = &rest[axis->role];
    bool is_split = has_more(&tiling->product, i);
    bind_alias(lower, index,
               is_split ? grid_split_index(tiling->grid, at, size, index->name) : *at);
  }
}

// Adds what the needed statements use, last statement first.
static void need_stms(Tiling *tiling, VarSet *needed, const Stms *stms) {
  for (size_t i = stms->count; i-- > 0;) {
    Stm *stm = stms->data[i];
    bool is_needed = false;
    for (size_t k = 0; k < stm->var_count; k++)
      is_needed = is_needed || varset_has(needed, stm->vars[k]);
    if (!is_needed) continue;
    VarSet used = free_vars_stm(tiling->lower->arena, stm);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      varset_add(needed, var);
  }
}

static void emit_needed(Tiling *tiling, const VarSet *needed, const Stms *stms,
                        const Stm *without) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    bool is_needed = false;
    for (size_t k = 0; k < stm->var_count; k++)
      is_needed = is_needed || varset_has(needed, stm->vars[k]);
    if (is_needed && stm != tiling->product.reduce && stm != without) lower_stm(tiling->lower, stm);
  }
}

static ImpVar *side_field(Tiling *tiling, size_t side, size_t position) {
  return tiling->grid->kernel->as.product.sides[side].data[position];
}

static void declare_side(Tiling *tiling, size_t side) {
  Lower *lower = tiling->lower;
  ImpVars *fields = &tiling->grid->kernel->as.product.sides[side];
  Var *var;
  for (size_t cursor = 0; varset_each(&tiling->product.sides[side], &cursor, &var);) {
    ImpVar *field = imp_var(lower->imp, IMP_SCALAR, var->type->scalar, var->name);
    field->access = name_of(
        lower, arena_printf(lower->imp->arena, "%s_v%zu", imp_side_text(side), fields->count));
    vec_push(lower->imp->arena, fields, field);
  }
}

// A function of a row or a column and a step.
static void open_load(Tiling *tiling, size_t side, ImpRole role) {
  Lower *lower = tiling->lower;
  function_open(tiling->grid, role);
  ImpFun *fun = tiling->grid->kernel->functions[role];
  ImpVar *batch = index_param(tiling, fun, "batch");
  ImpVar *at = index_param(tiling, fun, side == IMP_SIDE_A ? "row" : "column");
  ImpVar *step = index_param(tiling, fun, "step");
  bind_axes(tiling, batch, side == IMP_SIDE_A ? at : NULL, side == IMP_SIDE_B ? at : NULL);
  bind_alias(lower, tiling->product.reduce->exp->as.par->indices[0], imp_use(lower->imp, step));
}

// All that a load needs.
static VarSet side_needs(Tiling *tiling, size_t side) {
  VarSet needed = varset_new(tiling->lower->arena);
  Var *var;
  for (size_t cursor = 0; varset_each(&tiling->product.sides[side], &cursor, &var);)
    varset_add(&needed, var);
  need_stms(tiling, &needed, &tiling->product.reduce->exp->as.par->body.stms);
  for (size_t i = tiling->product.nest.depth; i-- > 0;)
    need_stms(tiling, &needed, &tiling->product.nest.maps[i]->exp->as.par->body.stms);
  return needed;
}

// The needed statements of the whole nest, but for one.
static void emit_around(Tiling *tiling, const VarSet *needed, const Stm *without) {
  for (size_t i = 0; i < tiling->product.nest.depth; i++)
    emit_needed(tiling, needed, &tiling->product.nest.maps[i]->exp->as.par->body.stms, without);
  emit_needed(tiling, needed, &tiling->product.reduce->exp->as.par->body.stms, without);
}

static void emit_load(Tiling *tiling, size_t side) {
  Lower *lower = tiling->lower;
  ImpRole role = side == IMP_SIDE_A ? IMP_ROLE_LOAD_A : IMP_ROLE_LOAD_B;
  VarSet needed = side_needs(tiling, side);
  open_load(tiling, side, role);
  emit_around(tiling, &needed, NULL);
  size_t next = 0;
  Var *var;
  for (size_t cursor = 0; varset_each(&tiling->product.sides[side], &cursor, &var);)
    imp_assign(&lower->out, side_field(tiling, side, next++), lower_atom(lower, atom_var(var)));
  function_close(tiling->grid, role);
}

// The load that a side consists of, when that is all and nothing on the way can fail.
static const Stm *only_load(const Tiling *tiling, size_t side, const VarSet *needed) {
  const Par *reduce = tiling->product.reduce->exp->as.par;
  const Stm *load = NULL;
  if (varset_count(&tiling->product.sides[side]) != 1) return NULL;
  for (size_t i = 0; i < reduce->body.stms.count; i++) {
    const Stm *stm = reduce->body.stms.data[i];
    if (stm->exp->op == OP_INDEX && stm->var_count == 1 &&
        varset_has(&tiling->product.sides[side], stm->vars[0]))
      load = stm;
  }
  if (!load || scalar_info(load->vars[0]->type->scalar)->width < 32) return NULL;
  Var *var;
  for (size_t cursor = 0; varset_each(needed, &cursor, &var);)
    if (var->type->kind == TYPE_CERT) return NULL;
  return load;
}

// Where that element is.
static void emit_place(Tiling *tiling, size_t side) {
  Lower *lower = tiling->lower;
  VarSet needed = side_needs(tiling, side);
  const Stm *load = only_load(tiling, side, &needed);
  const Product *product = &tiling->product;
  const ProductAxis *axis =
      &product->axes[side == IMP_SIDE_A ? product->row : product->axis_count - 1];
  const Var *index = axis->par->indices[axis->dim];
  bool is_step_first = tiling->grid->kernel->as.product.is_by_row[side] == (side == IMP_SIDE_A);
  if (!is_step_first && !product_is_grouped(product, axis)) return;
  if (is_step_first) index = tiling->product.reduce->exp->as.par->indices[0];
  if (!load || !product_is_dense(&tiling->product, load, index)) return;
  ImpRole role = side == IMP_SIDE_A ? IMP_ROLE_PLACE_A : IMP_ROLE_PLACE_B;
  open_load(tiling, side, role);
  emit_around(tiling, &needed, load);
  Region region = region_of(lower, load->exp->args[0].var);
  size_t count = load->exp->arg_count - 1;
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, count + 1);
  for (size_t i = 0; i < count; i++)
    indices[i] = lower_atom(lower, load->exp->args[1 + i]);
  region = region_at(lower, region, indices, count);
  ImpVar *place = imp_var(lower->imp, IMP_SCALAR, SCALAR_I64, name_of(lower, "place"));
  place->access = name_of(lower, "place_v0");
  imp_assign(&lower->out, place, region.offset);
  tiling->grid->kernel->as.product.bases[side] = region.pointer;
  function_close(tiling->grid, role);
}

static void emit_step(Tiling *tiling, ParState *state) {
  Lower *lower = tiling->lower;
  function_open(tiling->grid, IMP_ROLE_STEP);
  for (size_t side = 0; side < IMP_SIDES; side++) {
    size_t next = 0;
    Var *var;
    for (size_t cursor = 0; varset_each(&tiling->product.sides[side], &cursor, &var);)
      bind_alias(lower, var, imp_use(lower->imp, side_field(tiling, side, next++)));
  }
  const Stms *stms = &tiling->product.reduce->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (product_is_step(&tiling->product, stms->data[i])) lower_stm(lower, stms->data[i]);
  for (size_t i = 0; i < state->output_count; i++)
    output_emit(lower, state, &state->outputs[i], NULL);
  function_close(tiling->grid, IMP_ROLE_STEP);
}

// The last map, but for the reduction, whose results are known.
static void emit_finish(Tiling *tiling, const ParState *sums) {
  Lower *lower = tiling->lower;
  function_open(tiling->grid, IMP_ROLE_FINISH);
  ImpFun *fun = tiling->grid->kernel->functions[IMP_ROLE_FINISH];
  ImpVar *batch = index_param(tiling, fun, "batch"), *row = index_param(tiling, fun, "row");
  ImpVar *column = index_param(tiling, fun, "column");
  bind_axes(tiling, batch, row, column);
  for (size_t i = 0; i + 1 < tiling->product.nest.depth; i++)
    grid_emit_around(lower, tiling->product.nest.maps[i], tiling->product.nest.maps[i + 1]);
  for (size_t i = 0; i < sums->output_count; i++)
    for (size_t k = 0; k < sums->outputs[i].output->value_count; k++)
      bind_alias(lower, sums->outputs[i].results[k],
                 imp_use(lower->imp, sums->outputs[i].carry[k]));
  ParState state;
  const Stm *last = tiling->product.nest.maps[tiling->product.nest.depth - 1];
  par_state_init(lower, &state, last);
  state.is_whole = false;
  state.needed = varset_new(lower->arena);
  const Stms *stms = &last->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    for (size_t k = 0; stms->data[i] != tiling->product.reduce && k < stms->data[i]->var_count; k++)
      varset_add(&state.needed, stms->data[i]->vars[k]);
  par_emit_point(lower, &state);
  function_close(tiling->grid, IMP_ROLE_FINISH);
}

// ---- The launch ----

static ImpExp *rounded(Lower *lower, ImpExp *size, int64_t by) {
  ImpExp *up = imp_add(lower->imp, size, imp_i64(lower->imp, by - 1));
  return imp_binary(lower->imp, OP_SQUOT, up, imp_i64(lower->imp, by));
}

static void set_extents(Tiling *tiling) {
  Lower *lower = tiling->lower;
  for (size_t i = 0; i < PRODUCT_ROLES; i++)
    tiling->extents[i] = imp_i64(lower->imp, 1);
  for (size_t i = 0; i < tiling->product.axis_count; i++) {
    const ProductAxis *axis = &tiling->product.axes[i];
    ImpExp **extent = &tiling->extents[axis->role];
    *extent = imp_mul(lower->imp, *extent, lower_dim(lower, axis->par->space[axis->dim]));
  }
  tiling->steps = lower_dim(lower, tiling->product.reduce->exp->as.par->space[0]);
}

// How many squares there are.
static ImpExp *count_squares(Tiling *tiling, int64_t side) {
  Lower *lower = tiling->lower;
  ImpExp *blocks = imp_mul(lower->imp, rounded(lower, tiling->extents[PRODUCT_ROW], side),
                           rounded(lower, tiling->extents[PRODUCT_COLUMN], side));
  return grid_let(tiling->grid, "squares",
                  imp_mul(lower->imp, tiling->extents[PRODUCT_BATCH], blocks));
}

static void launch(Tiling *tiling, int64_t side) {
  Grid *grid = tiling->grid;
  Lower *lower = tiling->lower;
  ImpExp *size = tiling->product.is_sweep ? grid_let(grid, "size", tiling->extents[PRODUCT_ROW])
                                          : count_squares(tiling, side);
  kernel_open(grid, tiling->product.is_sweep ? IMP_SKELETON_SWEEP : IMP_SKELETON_TILE, size, 0);
  ImpProductKernel *kernel = &grid->kernel->as.product;
  kernel->side = side;
  kernel->extents[IMP_EXTENT_ROWS] = part_take(lower, "rows", tiling->extents[PRODUCT_ROW]);
  kernel->extents[IMP_EXTENT_COLUMNS] =
      part_take(lower, "columns", tiling->extents[PRODUCT_COLUMN]);
  kernel->extents[IMP_EXTENT_DEPTH] = part_take(lower, "depth", tiling->steps);
  for (size_t i = 0; i < IMP_SIDES; i++)
    kernel->is_by_row[i] = product_is_by_row(&tiling->product, i);
  ParState sums;
  par_state_init(lower, &sums, tiling->product.reduce);
  for (size_t i = 0; i < IMP_SIDES; i++)
    declare_side(tiling, i);
  kernel_emit_start(grid, &sums);
  for (size_t i = 0; i < IMP_SIDES; i++) {
    emit_load(tiling, i);
    if (!tiling->product.is_sweep) emit_place(tiling, i);
  }
  emit_step(tiling, &sums);
  emit_finish(tiling, &sums);
  kernel_close(grid, size);
  room_close(lower, &grid->room);
}

void launch_product(Grid *grid, const Plan *plan) {
  Tiling tiling = {.grid = grid, .lower = grid->lower};
  if (!product_find(grid->lower->arena, grid->stm, plan->kernel, &tiling.product))
    INTERNAL_ERROR("a plan for a product, but there is none");
  set_extents(&tiling);
  launch(&tiling, plan->side);
}
