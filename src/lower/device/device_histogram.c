// Histograms as kernels: combine outputs, one kernel for each, whose blocks combine in fast memory
// before they add what they have to the destination (rts/gpu/bins.kernel).
//
//   par@grid (e < n) {             point(e): acc = { v }, bin = i when it is inside, or -1
//     combine op dest [i] v   =>   combine:  acc = acc op other
//   }                              store(bin): dest[bin] = dest[bin] op acc, as one step
//
// A par that has other outputs too is run once more for them. Bins of a destination with several
// dimensions are numbered in order.
#include "analysis/cost.h"
#include "ir/par.h"
#include "lower/device/device.h"
#include "mem/histogram.h"

// Combines acc into the bin of a number.
static void emit_store(Grid *grid, const OutputState *output) {
  Lower *lower = grid->lower;
  const Output *source = output->output;
  size_t count = source->value_count, rank = source->index_count;
  function_open(grid, IMP_ROLE_STORE);
  Region *dests = arena_array(lower->arena, Region, count);
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, rank + 1);
  ImpExp **values = arena_array(lower->imp->arena, ImpExp *, count + 1);
  ImpExp *rest = imp_use(lower->imp, grid->kernel->index);
  for (size_t k = 0; k < count; k++) {
    dests[k] = region_of(lower, output->results[k]);
    values[k] = imp_use(lower->imp, output->carry[k]);
  }
  for (size_t i = rank; i-- > 0;)
    indices[i] = i > 0 ? grid_split_index(grid, &rest, dests[0].shape[i], "at") : rest;
  for (size_t k = 0; k < count; k++)
    dests[k] = region_at(lower, dests[k], indices, rank);
  combine_at(lower, source->op, dests, values, count, true);
  function_close(grid, IMP_ROLE_STORE);
}

// Into how many parts points and bins fall.
static ImpExp *count_parts(Grid *grid, const OutputState *output) {
  size_t parts = histogram_parts(grid->par, output->output, output->results[0]->type);
  ImpExp *count = grid_number(grid, 1);
  for (size_t i = 0; i < parts; i++)
    count = imp_mul(grid->lower->imp, count, lower_dim(grid->lower, grid->par->space[i]));
  return grid_let(grid, "parts", count);
}

// A kernel for one output.
static void launch_one(Grid *grid, ImpSkeleton skeleton, size_t number) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  for (size_t i = 0; i < state.output_count; i++)
    state.outputs[i].action = i == number ? ACTION_OFFER : ACTION_NONE;
  par_needs(lower, &state);
  OutputState *output = &state.outputs[number];
  ImpExp *size = grid_points(grid, &state, grid->par->rank);
  ImpExp *bins = grid_number(grid, 1);
  const Type *dest = output->results[0]->type;
  for (size_t i = 0; i < dest->rank; i++)
    bins = imp_mul(lower->imp, bins, lower_dim(lower, dest->dims[i]));
  bins = grid_let(grid, "bins", bins);
  ImpExp *rows = count_parts(grid, output);
  kernel_open(grid, skeleton, size, cost_stms(&grid->par->body.stms));
  ImpBinsKernel *kernel = &grid->kernel->as.bins;
  *kernel = (ImpBinsKernel){.add_kind = (int)histogram_add(output->output),
                            .has_constant = histogram_is_constant(output->output),
                            .can_sort = histogram_can_sort(grid->par, output->output)};
  kernel->ranges = histogram_ranges(output->output, kernel->can_sort);
  kernel_emit_operator(grid, &state, NULL);
  output->count = imp_var(lower->imp, IMP_SCALAR, SCALAR_I64, name_of(lower, "bin"));
  output->count->access = name_of(lower, "bin_v0");
  function_open(grid, IMP_ROLE_POINT);
  // A constant is the value also where there is no bin, so that the compiler of kernels knows it.
  for (size_t k = 0; kernel->has_constant && k < output->output->value_count; k++)
    imp_assign(&lower->out, output->carry[k], lower_atom(lower, output->output->values[k]));
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, grid->par->rank + 1);
  grid_bind_indices(grid, &state, grid->par->rank, indices);
  par_emit_point(lower, &state);
  function_close(grid, IMP_ROLE_POINT);
  emit_store(grid, output);
  ImpLaunch *launch = kernel_close(grid, size);
  launch->bins = bins;
  launch->rows = rows;
  room_close(lower, &grid->room);
}

void launch_histograms(Grid *grid, ImpSkeleton skeleton) {
  ParState state = grid_state(grid);
  for (size_t i = 0; i < state.output_count; i++)
    if (output_has(&state.outputs[i], TRAIT_ADDS)) launch_one(grid, skeleton, i);
  bool has_other = false;
  for (size_t i = 0; i < state.output_count; i++) {
    bool is_other = !output_has(&state.outputs[i], TRAIT_ADDS);
    state.outputs[i].action = is_other ? ACTION_FULL : ACTION_NONE;
    has_other = has_other || is_other;
  }
  if (!has_other) return;
  par_needs(grid->lower, &state);
  ImpExp *size = grid_points(grid, &state, grid->par->rank);
  kernel_open(grid, IMP_SKELETON_MAP, size, cost_stms(&grid->par->body.stms));
  kernel_emit_point(grid, &state, IMP_ROLE_POINT);
  kernel_close(grid, size);
  room_close(grid->lower, &grid->room);
}
