// Joins on a device: each point of the kernel, or each segment, appends its rows to a block of its
// own (lower_join.c) and parks it in its slot; then the host has the slots gathered. A par
// that also accumulates over all points is done by one thread, with one slot.
//
//   let (m, s, rows @ m) = par@grid (i < n)     alloc slots : i64, 2, n
//     { ... map k map row }                =>   launch kernel[n](slots, ...)
//                                               gather m, slots : f32, n
//                                               in the kernel: reserve b, ...; park slots, point, b
#include "analysis/cost.h"
#include "lower/device/device.h"

typedef Vec(LowerJoin *) Joins;

static Joins joins_in(Lower *lower, const ParState *state) {
  Joins joins = {0};
  for (size_t i = 0; i < state->output_count; i++)
    for (size_t k = 0; k < state->outputs[i].output->value_count; k++) {
      LowerJoin *join = join_of(&state->outputs[i], k);
      if (join) vec_push(lower->arena, &joins, join);
    }
  return joins;
}

// In the kernel: the blocks of this point are parked, and how much of them counts is noted.
static void park_joins(Grid *grid, const Joins *joins, const ImpVars *slots, ImpExp *number) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  for (size_t i = 0; i < joins->count; i++) {
    const LowerJoin *join = joins->data[i];
    ImpVar *slot = part_take(lower, "slots", imp_use(imp, slots->data[i]))->as.var;
    ImpVar *counts = imp_pointer(&lower->out, name_of(lower, "counts"), SCALAR_I64, slot);
    ImpExp *at = imp_add(imp, imp_mul(imp, number, imp_i64(imp, 2)), imp_i64(imp, 1));
    imp_park(&lower->out, slot, number, join->buffer);
    imp_store(&lower->out, counts, at, imp_use(imp, join->used));
  }
}

static void emit_grain(Grid *grid, ParState *state, const ImpVars *slots, Grain grain) {
  Lower *lower = grid->lower;
  size_t tails = lower->tails.count;
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, grid->par->rank + 1);
  ImpExp *number =
      grain == GRAIN_ALL ? grid_number(grid, 0) : imp_use(lower->imp, grid->kernel->index);
  if (grain == GRAIN_ALL) {
    state->is_shared = false;
    par_emit_space(lower, state);
  } else {
    bool is_segment = grain == GRAIN_SEGMENT;
    grid_bind_indices(grid, state, grid->par->rank - (is_segment ? 1 : 0), outer);
    joins_begin(lower, state);
    if (is_segment)
      par_emit_segment(lower, state, outer);
    else
      par_emit_point(lower, state);
  }
  lower->tails.count = tails;
  Joins joins = joins_in(lower, state);
  park_joins(grid, &joins, slots, number);
}

void launch_joins(Grid *grid, Grain grain) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  Joins joins = joins_in(lower, &state);
  ImpExp *size = grain == GRAIN_ALL
                     ? grid_number(grid, 1)
                     : grid_points(grid, &state, grid->par->rank - (grain == GRAIN_SEGMENT));
  ImpVars slots = {0};
  for (size_t i = 0; i < joins.count; i++) {
    ImpVar *slot = imp_block(&lower->out, name_of(lower, "slots"));
    ImpExp *counts[] = {grid_number(grid, 2), size};
    imp_alloc(&lower->out, slot, SCALAR_I64, counts, 2);
    vec_push(lower->arena, &slots, slot);
  }
  kernel_open(grid, IMP_SKELETON_MAP, size, grain == GRAIN_POINT ? grid_cost(grid) : COST_LOOP);
  function_open(grid, IMP_ROLE_POINT);
  emit_grain(grid, &state, &slots, grain);
  if (grain == GRAIN_ALL) kernel_store_scalars(grid, &state);
  function_close(grid, IMP_ROLE_POINT);
  ImpLaunch *launch = kernel_close(grid, size);
  if (grain == GRAIN_ALL) grid_bind_scalars(grid, launch);
  room_close(lower, &grid->room);
  for (size_t i = 0; i < joins.count; i++) {
    Var *result = joins.data[i]->result;
    ImpVar *block = imp_block(&lower->out, result->name);
    imp_gather(&lower->out, block, slots.data[i], result->type->scalar, size);
    imp_release(&lower->out, slots.data[i]);
    bind_block(lower, result->type->place->block, block, false);
  }
}
