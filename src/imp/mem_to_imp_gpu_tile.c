// Matrix-shaped reductions as a kernel: a nest of maps around a reduction, where what is reduced is
// made of values that the last map's index does not matter for, and of values that the index in
// front of it does not matter for.
//
//   par@grid (i < n) { par (j < m) { par (k < p) {      load_a(i, k): a = { xs[i, k] }
//     x = index xs[i, k]                                load_b(j, k): b = { ys[k, j] }
//     y = index ys[k, j]                           =>   step: acc = acc op f(a, b)
//     reduce op f(x, y)                                 finish(i, j): g(acc) is stored
//   } map g(reduced) } }
//
// With one operand of the point and one of the step, rts/gpu/sweep.kernel: load_a(i), load_b(k).
//
// rts/gpu/tile.kernel keeps slices of both in fast memory. Dimensions further out are a batch.
// mem_to_imp_tile.c does the same for a processor, where addresses must be affine, so that slices
// can be packed; here only who depends on what matters.
#include "flat/nest.h"
#include "imp/mem_to_imp_gpu.h"
#include "ir/par.h"

enum {
  LEAST_SIDE = 64,
  LEAST_DEPTH = 16, // smaller ones have a thread per point
  AXES_MOST = 16,
  ACC_MOST = 16,  // bytes of a sum
  SIDE_MOST = 16, // bytes of an element of either side
  SWEEP_ROWS = 256,
  SWEEP_WORK = 8, // threads that a point is worth
  TILE_WORK = 4,
  SWEEP_DEPTH = 64,
  SWEEP_MOST = 64,   // bytes of a sum and of either side
  SMALL_SQUARE = 64, // with 16 by 16 threads
  LARGE_SQUARE = 128,
  PROCESSOR = 2048 // threads that one runs at a time
};

// What a value depends on.
enum { ON_ROW = 1, ON_COLUMN = 2, ON_STEP = 4, ON_BOTH = ON_ROW | ON_COLUMN };

// A dimension of the maps.
typedef struct Axis {
  const Par *par;
  size_t dim;
} Axis;

typedef struct Tiling {
  Grid *grid;
  Lower *lower;
  const Stm *nest[NEST_MOST]; // the maps
  size_t depth;
  const Stm *reduce; // in the last one
  Axis axes[AXES_MOST];
  size_t axis_count;
  bool is_sweep;           // all dimensions are rows, and steps have a side of their own
  Map *masks;              // Var -> what it depends on, for all that is bound in the nest
  VarSet sides[IMP_SIDES]; // what a step takes of a load
  ImpExp *rows, *columns, *steps, *batch;
} Tiling;

// ---- The shape of the nest ----

static bool is_plain_reduction(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || par->has_epilogue || par->acc_count > 0 || is_varying(par->space[0]))
    return false;
  if (par->body.output_count == 0 || par_block_count(stm) > 0) return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (par->body.outputs[i].mode != MODE_REDUCE) return false;
  return true;
}

// The only par among the statements, a reduction; everything else is cheap.
static const Stm *only_reduction(const Par *par) {
  const Stm *found = NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *stm = par->body.stms.data[i];
    bool is_par = stm->exp->op == OP_PAR;
    if (is_par && (found || !is_plain_reduction(stm))) return NULL;
    if (is_par) found = stm;
    if (!is_par && !nest_is_cheap(stm)) return NULL;
  }
  return found;
}

static bool find_nest(Tiling *tiling) {
  tiling->nest[0] = tiling->grid->stm;
  tiling->depth = 1;
  const Stm *inner;
  while (tiling->depth < NEST_MOST &&
         (inner = nest_inner(tiling->lower, tiling->nest[tiling->depth - 1])))
    tiling->nest[tiling->depth++] = inner;
  const Stm *last = tiling->nest[tiling->depth - 1];
  if (!nest_is_map(last)) return false;
  tiling->reduce = only_reduction(last->exp->as.par);
  if (!tiling->reduce) return false;
  for (size_t i = 0; i < tiling->depth; i++) {
    const Par *par = tiling->nest[i]->exp->as.par;
    for (size_t k = 0; k < par->rank; k++) {
      if (tiling->axis_count == AXES_MOST) return false;
      tiling->axes[tiling->axis_count++] = (Axis){.par = par, .dim = k};
    }
  }
  return true;
}

// ---- What depends on what ----

static unsigned mask_of(const Tiling *tiling, const Var *var) {
  return (unsigned)(uintptr_t)map_get(tiling->masks, map_key(var));
}

static bool is_inside(const Tiling *tiling, const Var *var) {
  return map_find(tiling->masks, map_key(var), NULL);
}

static void note_mask(Tiling *tiling, const Var *var, unsigned mask) {
  map_put(tiling->masks, map_key(var), (void *)(uintptr_t)mask);
}

static void note_stms(Tiling *tiling, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    VarSet used = free_vars_stm(tiling->lower->arena, stm);
    unsigned mask = 0;
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      mask |= mask_of(tiling, var);
    for (size_t k = 0; k < stm->var_count; k++)
      note_mask(tiling, stm->vars[k], mask);
  }
}

static void note_nest(Tiling *tiling) {
  tiling->masks = map_new(tiling->lower->arena);
  for (size_t i = 0; i < tiling->axis_count; i++) {
    const Axis *axis = &tiling->axes[i];
    size_t after = tiling->axis_count - i;
    unsigned mask = after == 1 ? ON_COLUMN : after == 2 ? ON_ROW : 0;
    note_mask(tiling, axis->par->indices[axis->dim], tiling->is_sweep ? ON_ROW : mask);
  }
  for (size_t i = 0; i < tiling->depth; i++)
    note_stms(tiling, &tiling->nest[i]->exp->as.par->body.stms);
  const Par *reduce = tiling->reduce->exp->as.par;
  note_mask(tiling, reduce->indices[0], ON_STEP);
  note_stms(tiling, &reduce->body.stms);
}

// Does this depend on what both loads know?
static bool is_joint(const Tiling *tiling, unsigned mask) {
  unsigned both = tiling->is_sweep ? ON_ROW | ON_STEP : ON_BOTH;
  return (mask & both) == both;
}

// A value that a step needs: it is made by a step, or handed over by one of the loads.
static bool take_value(Tiling *tiling, Var *var, const VarSet *made) {
  if (!is_inside(tiling, var) || varset_has(made, var)) return true;
  unsigned mask = mask_of(tiling, var);
  if (var->type->kind != TYPE_SCALAR || is_joint(tiling, mask)) return false;
  bool is_b = tiling->is_sweep ? !(mask & ON_ROW) : (mask & ON_COLUMN) != 0;
  varset_add(&tiling->sides[is_b ? IMP_SIDE_B : IMP_SIDE_A], var);
  return true;
}

// Is this done in a step, and not by a load?
static bool is_step(const Tiling *tiling, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (is_joint(tiling, mask_of(tiling, stm->vars[i]))) return true;
  return false;
}

// Finds what the loads hand over. False when a step needs something else.
static bool find_sides(Tiling *tiling) {
  Arena *arena = tiling->lower->arena;
  const Par *reduce = tiling->reduce->exp->as.par;
  VarSet made = varset_new(arena);
  for (size_t i = 0; i < IMP_SIDES; i++)
    tiling->sides[i] = varset_new(arena);
  for (size_t i = 0; i < reduce->body.stms.count; i++) {
    Stm *stm = reduce->body.stms.data[i];
    if (!nest_is_cheap(stm)) return false;
    if (!is_step(tiling, stm)) continue;
    bool is_scalar = stm->var_count == 1 && stm->vars[0]->type->kind == TYPE_SCALAR;
    if (!is_scalar || (tiling->is_sweep && stm->exp->op == OP_INDEX)) return false;
    VarSet used = free_vars_stm(arena, stm);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      if (!take_value(tiling, var, &made)) return false;
    varset_add(&made, stm->vars[0]);
  }
  for (size_t i = 0; i < reduce->body.output_count; i++) {
    const Output *output = &reduce->body.outputs[i];
    for (size_t k = 0; k < output->value_count; k++)
      if (output->values[k].var && !take_value(tiling, output->values[k].var, &made)) return false;
  }
  return varset_count(&tiling->sides[0]) > 0 && varset_count(&tiling->sides[1]) > 0;
}

static int64_t field_bytes(Scalar scalar) { return scalar_info(scalar)->width == 64 ? 8 : 4; }

// At most, with what lies unused between fields.
static int64_t side_bytes(const VarSet *side) {
  int64_t widest = 0;
  Var *var;
  for (size_t cursor = 0; varset_each(side, &cursor, &var);)
    if (field_bytes(var->type->scalar) > widest) widest = field_bytes(var->type->scalar);
  return widest * (int64_t)varset_count(side);
}

// The bytes of a sum; -1 when the reductions do not fit.
static int64_t sum_bytes(const Tiling *tiling) {
  const Thunk *thunk = &tiling->reduce->exp->as.par->body;
  const Par *outermost = tiling->nest[0]->exp->as.par;
  int64_t bytes = 0;
  if (par_accumulates_by_point(tiling->lower, tiling->reduce->exp->as.par, outermost)) return -1;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    for (size_t k = 0; k < output->op->body->stms.count; k++)
      if (!nest_is_cheap(output->op->body->stms.data[k])) return -1;
    for (size_t k = 0; k < output->value_count; k++)
      bytes += field_bytes(atom_type(output->neutral[k])->scalar);
  }
  return bytes;
}

// ---- Which elements are neighbours in memory ----

// Does the load step by one when this index does?
static bool is_dense(const Stm *stm, const Var *index) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX) return false;
  const Type *type = exp->args[0].var->type;
  for (size_t d = 0; d + 1 < exp->arg_count; d++) {
    if (exp->args[1 + d].var != index) continue;
    if (!type->place || !type->place->strides) return d + 1 == type->rank;
    Atom stride = type->place->strides[d];
    return atom_equal(stride, atom_constant(constant_i64(1)));
  }
  return false;
}

static bool has_dense(const Tiling *tiling, unsigned side, const Var *index) {
  const Stms *stms = &tiling->reduce->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    bool is_of_side = stm->var_count == 1 && (mask_of(tiling, stm->vars[0]) & ON_BOTH) == side;
    if (is_of_side && is_dense(stm, index)) return true;
  }
  return false;
}

// ---- Functions ----

static ImpVar *index_param(Tiling *tiling, ImpFun *fun, const char *name) {
  ImpVar *var = loop_index(tiling->lower, name);
  vec_push(tiling->lower->imp->arena, &fun->params, var);
  return var;
}

// Binds the indices of the batch, and those of the row and the column where they are known.
static void bind_axes(Tiling *tiling, ImpVar *batch, ImpVar *row, ImpVar *column) {
  Lower *lower = tiling->lower;
  bool is_sweep = tiling->is_sweep;
  if (is_sweep && !row) return;
  ImpExp *rest = imp_use(lower->imp, is_sweep ? row : batch);
  for (size_t i = tiling->axis_count; i-- > 0;) {
    const Axis *axis = &tiling->axes[i];
    Var *index = axis->par->indices[axis->dim];
    size_t after = tiling->axis_count - i;
    if (after <= 2 && !is_sweep) {
      ImpVar *known = after == 1 ? column : row;
      if (known) bind_alias(lower, index, imp_use(lower->imp, known));
      continue;
    }
    ImpExp *size = lower_dim(lower, axis->par->space[axis->dim]);
    bind_alias(lower, index,
               i == 0 ? rest : grid_split_index(tiling->grid, &rest, size, index->name));
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
    if (is_needed && stm != tiling->reduce && stm != without) lower_stm(tiling->lower, stm);
  }
}

static ImpVar *side_field(Tiling *tiling, size_t side, size_t position) {
  return tiling->grid->kernel->sides[side].data[position];
}

static void declare_side(Tiling *tiling, size_t side) {
  Lower *lower = tiling->lower;
  ImpVars *fields = &tiling->grid->kernel->sides[side];
  Var *var;
  for (size_t cursor = 0; varset_each(&tiling->sides[side], &cursor, &var);) {
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
  bind_alias(lower, tiling->reduce->exp->as.par->indices[0], imp_use(lower->imp, step));
}

// All that a load needs.
static VarSet side_needs(Tiling *tiling, size_t side) {
  VarSet needed = varset_new(tiling->lower->arena);
  Var *var;
  for (size_t cursor = 0; varset_each(&tiling->sides[side], &cursor, &var);)
    varset_add(&needed, var);
  need_stms(tiling, &needed, &tiling->reduce->exp->as.par->body.stms);
  for (size_t i = tiling->depth; i-- > 0;)
    need_stms(tiling, &needed, &tiling->nest[i]->exp->as.par->body.stms);
  return needed;
}

// The needed statements of the whole nest, but for one.
static void emit_around(Tiling *tiling, const VarSet *needed, const Stm *without) {
  for (size_t i = 0; i < tiling->depth; i++)
    emit_needed(tiling, needed, &tiling->nest[i]->exp->as.par->body.stms, without);
  emit_needed(tiling, needed, &tiling->reduce->exp->as.par->body.stms, without);
}

static void emit_load(Tiling *tiling, size_t side) {
  Lower *lower = tiling->lower;
  ImpRole role = side == IMP_SIDE_A ? IMP_ROLE_LOAD_A : IMP_ROLE_LOAD_B;
  VarSet needed = side_needs(tiling, side);
  open_load(tiling, side, role);
  emit_around(tiling, &needed, NULL);
  size_t next = 0;
  Var *var;
  for (size_t cursor = 0; varset_each(&tiling->sides[side], &cursor, &var);)
    imp_assign(&lower->out, side_field(tiling, side, next++), lower_atom(lower, atom_var(var)));
  function_close(tiling->grid, role);
}

// The load that a side consists of, when that is all and nothing on the way can fail.
static const Stm *only_load(const Tiling *tiling, size_t side, const VarSet *needed) {
  const Par *reduce = tiling->reduce->exp->as.par;
  const Stm *load = NULL;
  if (varset_count(&tiling->sides[side]) != 1) return NULL;
  for (size_t i = 0; i < reduce->body.stms.count; i++) {
    const Stm *stm = reduce->body.stms.data[i];
    if (stm->exp->op == OP_INDEX && stm->var_count == 1 &&
        varset_has(&tiling->sides[side], stm->vars[0]))
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
  const Axis *axis = &tiling->axes[tiling->axis_count - (side == IMP_SIDE_A ? 2 : 1)];
  const Var *index = axis->par->indices[axis->dim];
  bool is_step_first = tiling->grid->kernel->is_by_row[side] == (side == IMP_SIDE_A);
  if (is_step_first) index = tiling->reduce->exp->as.par->indices[0];
  if (!load || !is_dense(load, index)) return;
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
  tiling->grid->kernel->bases[side] = region.pointer;
  function_close(tiling->grid, role);
}

static void emit_step(Tiling *tiling, ParState *state) {
  Lower *lower = tiling->lower;
  function_open(tiling->grid, IMP_ROLE_STEP);
  for (size_t side = 0; side < IMP_SIDES; side++) {
    size_t next = 0;
    Var *var;
    for (size_t cursor = 0; varset_each(&tiling->sides[side], &cursor, &var);)
      bind_alias(lower, var, imp_use(lower->imp, side_field(tiling, side, next++)));
  }
  const Stms *stms = &tiling->reduce->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (is_step(tiling, stms->data[i])) lower_stm(lower, stms->data[i]);
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
  for (size_t i = 0; i + 1 < tiling->depth; i++)
    nest_emit_around(lower, tiling->nest[i], tiling->nest[i + 1]);
  for (size_t i = 0; i < sums->output_count; i++)
    for (size_t k = 0; k < sums->outputs[i].output->value_count; k++)
      bind_alias(lower, sums->outputs[i].results[k],
                 imp_use(lower->imp, sums->outputs[i].carry[k]));
  ParState state;
  const Stm *last = tiling->nest[tiling->depth - 1];
  par_state_init(lower, &state, last);
  state.is_whole = false;
  state.needed = varset_new(lower->arena);
  const Stms *stms = &last->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    for (size_t k = 0; stms->data[i] != tiling->reduce && k < stms->data[i]->var_count; k++)
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
  tiling->batch = tiling->rows = tiling->columns = imp_i64(lower->imp, 1);
  for (size_t i = 0; i < tiling->axis_count; i++) {
    ImpExp *size = lower_dim(lower, tiling->axes[i].par->space[tiling->axes[i].dim]);
    size_t after = tiling->axis_count - i;
    if (tiling->is_sweep)
      tiling->rows = imp_mul(lower->imp, tiling->rows, size);
    else if (after == 1)
      tiling->columns = size;
    else if (after == 2)
      tiling->rows = size;
    else
      tiling->batch = imp_mul(lower->imp, tiling->batch, size);
  }
  tiling->steps = lower_dim(lower, tiling->reduce->exp->as.par->space[0]);
}

static ImpExp *is_worthwhile(Tiling *tiling) {
  ImpProgram *imp = tiling->lower->imp;
  bool is_sweep = tiling->is_sweep;
  ImpExp *side = imp_i64(imp, is_sweep ? SWEEP_ROWS : LEAST_SIDE);
  ImpExp *depth = imp_i64(imp, is_sweep ? SWEEP_DEPTH : LEAST_DEPTH);
  ImpExp *is_high = imp_binary(imp, OP_SLE, side, tiling->rows);
  ImpExp *is_wide = imp_binary(imp, OP_SLE, side, tiling->columns);
  ImpExp *is_deep = imp_binary(imp, OP_SLE, depth, tiling->steps);
  // With fewer points than the device has threads a thread for each is faster; with far fewer the
  // elements are shared out.
  ImpExp *points = imp_mul(imp, tiling->batch, imp_mul(imp, tiling->rows, tiling->columns));
  points = imp_mul(imp, points, imp_i64(imp, is_sweep ? SWEEP_WORK : TILE_WORK));
  points = grid_let(tiling->grid, "points", points);
  ImpExp *is_full = imp_binary(imp, OP_SLT, imp_room(imp, points, imp_i64(imp, 0)), points);
  if (!is_sweep) is_high = imp_binary(imp, OP_AND, is_high, is_wide);
  is_high = imp_binary(imp, OP_AND, is_high, is_deep);
  return imp_binary(imp, OP_AND, is_high, is_full);
}

// Which elements are neighbours in memory.
static void set_orders(Tiling *tiling) {
  bool *is_by_row = tiling->grid->kernel->is_by_row;
  if (tiling->is_sweep) return;
  const Axis *row = &tiling->axes[tiling->axis_count - 2];
  const Var *step = tiling->reduce->exp->as.par->indices[0];
  is_by_row[IMP_SIDE_A] = !has_dense(tiling, ON_ROW, row->par->indices[row->dim]);
  is_by_row[IMP_SIDE_B] = !has_dense(tiling, ON_COLUMN, step);
}

// How many squares there are.
static ImpExp *count_squares(Tiling *tiling, int64_t side) {
  Lower *lower = tiling->lower;
  ImpExp *blocks = imp_mul(lower->imp, rounded(lower, tiling->rows, side),
                           rounded(lower, tiling->columns, side));
  return grid_let(tiling->grid, "squares", imp_mul(lower->imp, tiling->batch, blocks));
}

static void launch(Tiling *tiling, int64_t side) {
  Grid *grid = tiling->grid;
  Lower *lower = tiling->lower;
  ImpExp *size =
      tiling->is_sweep ? grid_let(grid, "size", tiling->rows) : count_squares(tiling, side);
  kernel_open(grid, tiling->is_sweep ? IMP_SKELETON_SWEEP : IMP_SKELETON_TILE, size);
  ImpKernel *kernel = grid->kernel;
  kernel->side = side;
  kernel->extents[IMP_EXTENT_ROWS] = part_take(lower, "rows", tiling->rows);
  kernel->extents[IMP_EXTENT_COLUMNS] = part_take(lower, "columns", tiling->columns);
  kernel->extents[IMP_EXTENT_DEPTH] = part_take(lower, "depth", tiling->steps);
  set_orders(tiling);
  ParState sums;
  par_state_init(lower, &sums, tiling->reduce);
  for (size_t i = 0; i < IMP_SIDES; i++)
    declare_side(tiling, i);
  kernel_emit_start(grid, &sums);
  for (size_t i = 0; i < IMP_SIDES; i++) {
    emit_load(tiling, i);
    if (!tiling->is_sweep) emit_place(tiling, i);
  }
  emit_step(tiling, &sums);
  emit_finish(tiling, &sums);
  kernel_close(grid, size);
  room_close(lower, &grid->room);
}

// Does the nest fit the skeleton?
static bool is_fitting(Tiling *tiling, int64_t *bytes) {
  bool is_sweep = tiling->is_sweep;
  if (!is_sweep && tiling->axis_count < 2) return false;
  note_nest(tiling);
  Dim steps = tiling->reduce->exp->as.par->space[0];
  if (steps.var && is_inside(tiling, steps.var)) return false;
  *bytes = sum_bytes(tiling);
  if (*bytes < 0 || *bytes > (is_sweep ? SWEEP_MOST : ACC_MOST) || !find_sides(tiling))
    return false;
  for (size_t i = 0; i < IMP_SIDES; i++)
    if (side_bytes(&tiling->sides[i]) > (is_sweep ? SWEEP_MOST : SIDE_MOST)) return false;
  return true;
}

// Large squares where there is one for each processor, and they are full; otherwise small ones.
static void launch_squares(Tiling *tiling, int64_t bytes) {
  Lower *lower = tiling->lower;
  ImpProgram *imp = lower->imp;
  if (tiling->is_sweep || bytes > 8) {
    launch(tiling, SMALL_SQUARE);
    return;
  }
  ImpExp *threads = imp_mul(imp, count_squares(tiling, LARGE_SQUARE), imp_i64(imp, PROCESSOR));
  threads = grid_let(tiling->grid, "threads", threads);
  ImpExp *is_large = imp_binary(imp, OP_SLT, imp_room(imp, threads, imp_i64(imp, 0)), threads);
  ImpExp *small = imp_i64(imp, SMALL_SQUARE);
  is_large = imp_binary(imp, OP_AND, is_large, imp_binary(imp, OP_SLT, small, tiling->rows));
  is_large = imp_binary(imp, OP_AND, is_large, imp_binary(imp, OP_SLT, small, tiling->columns));
  ImpStm *choice = imp_if(&lower->out, is_large);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &choice->as.branch.body);
  launch(tiling, LARGE_SQUARE);
  lower->out = imp_into(&saved, &choice->as.branch.otherwise);
  launch(tiling, SMALL_SQUARE);
  lower->out = saved;
}

ImpStm *grid_tile(Grid *grid) {
  Tiling tiling = {.grid = grid, .lower = grid->lower};
  Lower *lower = grid->lower;
  int64_t bytes = 0;
  if (!find_nest(&tiling)) return NULL;
  if (!is_fitting(&tiling, &bytes)) {
    tiling.is_sweep = true;
    if (!is_fitting(&tiling, &bytes)) return NULL;
  }
  set_extents(&tiling);
  ImpStm *choice = imp_if(&lower->out, is_worthwhile(&tiling));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &choice->as.branch.body);
  launch_squares(&tiling, bytes);
  lower->out = saved;
  return choice;
}
