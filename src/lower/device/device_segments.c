// Pars that accumulate along their innermost dimension, as kernels that share out elements and not
// segments: a thread has as many points as any other, whatever the segments are.
//
//   par@grid (i < n, j < m) { ... reduce (op; ne) x }
//   par@grid (i < n, j < d) { ... scan (op; ne) x, map y }
//
// Points are numbered through all segments, and `start + inside` is the number of the point. So an
// array over the space is read and written at that number, without a look at the segment: functions
// that need nothing else are not told the segment, and take the fastest skeletons.
//
// What is kept takes two kernels: one counts by segments and does all else, one gathers the values
// of all segments one after the other. Left to one thread per segment: what is split, what is kept
// beside prefixes, rows that are kept, epilogues that accumulate, a varying dimension after
// others.
#include "ir/par.h"
#include "lower/device/device.h"
#include "mem/segmented.h"

// Where the segments are, as the host knows it.
static ImpSegments *segments_of(Grid *grid, const ParState *state) {
  Lower *lower = grid->lower;
  size_t last = grid->par->rank - 1;
  ImpSegments *segments = arena_make(lower->imp->arena, ImpSegments);
  *segments = (ImpSegments){.count = grid_points(grid, state, last)};
  if (state->varying == last) {
    Region offsets = segment_offsets(lower, state);
    segments->offsets = offsets.pointer;
    segments->first = offsets.offset;
  } else {
    segments->size = lower_dim(lower, grid->par->space[last]);
  }
  return segments;
}

// Points and ends of segments.
static ImpExp *steps_of(Grid *grid, const ParState *state, const ImpSegments *segments) {
  Lower *lower = grid->lower;
  if (segments->size) return grid_steps(grid, segments->count, segments->size);
  ImpExp *total = lower_dim(lower, grid->par->space[state->varying]);
  return grid_let(grid, "steps", imp_add(lower->imp, total, segments->count));
}

// What is carried on, and nothing else.
static void emit_total(Grid *grid, const ParState *state, bool has_checks) {
  ParState totals = grid_state(grid);
  for (size_t i = 0; i < totals.output_count; i++) {
    Mode mode = totals.outputs[i].output->mode;
    totals.outputs[i].action = mode_has(mode, TRAIT_RUNNING) ? ACTION_TOTAL
                               : mode_has(mode, TRAIT_TOTAL) ? ACTION_FULL
                                                             : ACTION_NONE;
  }
  par_needs(grid->lower, &totals);
  if (has_checks) par_needs_checks(grid->lower, &totals, false);
  grid_take_fields(&totals, state);
  totals.is_value = true;
  kernel_emit_point(grid, &totals, IMP_ROLE_TOTAL);
}

// What is shown, and all else but accumulating.
static void emit_finish(Grid *grid, const ParState *state) {
  ParState shown = grid_state(grid);
  grid_take_fields(&shown, state);
  for (size_t i = 0; i < shown.output_count; i++)
    shown.outputs[i].is_given = output_has(&shown.outputs[i], TRAIT_RUNNING);
  par_needs(grid->lower, &shown);
  par_needs_checks(grid->lower, &shown, true);
  shown.is_whole = false;
  kernel_emit_point(grid, &shown, IMP_ROLE_FINISH);
}

// The results of a segment.
static void emit_end(Grid *grid, ParState *state) {
  Lower *lower = grid->lower;
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, grid->par->rank);
  function_open(grid, IMP_ROLE_END);
  grid_bind_indices(grid, state, grid->par->rank - 1, outer);
  outputs_end(lower, state, outer);
  function_close(grid, IMP_ROLE_END);
}

void launch_accumulating(Grid *grid, ImpSkeleton skeleton, ParState *state, ImpSegments *segments,
                         ImpExp *size, void (*end)(Grid *grid, ParState *state)) {
  Lower *lower = grid->lower;
  bool has_prefix = false;
  for (size_t i = 0; i < state->output_count; i++)
    if (output_has(&state->outputs[i], TRAIT_RUNNING)) has_prefix = true;
  kernel_open(grid, skeleton, size, grid_cost(grid));
  ImpSegmentKernel *kernel = &grid->kernel->as.segments;
  kernel->is_irregular = segments->offsets != NULL;
  Traffic traffic = segmented_traffic(lower->arena, grid->stm, grid->nest);
  kernel->is_commutative = par_commutes(grid->par);
  kernel->stores_rows = traffic.stores_rows && !traffic.stores_columns;
  kernel_emit_operator(grid, state, NULL);
  bool is_given = has_prefix && par_shows_prefix(grid->par, &kernel->is_exclusive);
  if (has_prefix) emit_total(grid, state, is_given);
  state->is_value = !has_prefix;
  kernel_emit_point(grid, state, IMP_ROLE_POINT);
  if (is_given) emit_finish(grid, state);
  end(grid, state);
  ImpLaunch *launch = kernel_close(grid, size);
  launch->segments = segments;
  room_close(lower, &grid->room);
}

void launch_balanced(Grid *grid, ImpSkeleton skeleton) {
  ParState state = grid_state(grid);
  ImpSegments *segments = segments_of(grid, &state);
  ImpExp *size = steps_of(grid, &state, segments);
  launch_accumulating(grid, skeleton, &state, segments, size, emit_end);
}

// ---- Filters of segments ----

// The values of one output, of all segments one after the other.
static void launch_values(Grid *grid, size_t number) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  for (size_t i = 0; i < state.output_count; i++)
    if (i != number) state.outputs[i].action = ACTION_NONE;
  ImpExp *size = grid_points(grid, &state, grid->par->rank);
  OutputState *output = &state.outputs[number];
  for (size_t k = 0; k < output->output->value_count; k++) {
    Var *result = join_of(output, k)->result;
    ImpVar *block = imp_block(&lower->out, result->name);
    imp_alloc(&lower->out, block, result->type->scalar, &size, 1);
    bind_block(lower, result->type->place->block, block, false);
  }
  kernel_open(grid, IMP_SKELETON_KEEP, size, grid_cost(grid));
  kernel_emit_keep(grid, &state, output, NULL);
  kernel_close(grid, size);
  room_close(lower, &grid->room);
}

void launch_kept(Grid *grid, ImpSkeleton skeleton) {
  Lower *lower = grid->lower;
  ParState state = grid_state(grid);
  for (size_t i = 0; i < state.output_count; i++)
    if (output_has(&state.outputs[i], TRAIT_DROPS)) state.outputs[i].action = ACTION_COUNT;
  par_needs(lower, &state);
  par_needs_checks(lower, &state, false);
  ImpSegments *segments = segments_of(grid, &state);
  launch_accumulating(grid, skeleton, &state, segments, steps_of(grid, &state, segments), emit_end);
  for (size_t i = 0; i < state.output_count; i++) {
    const Output *output = state.outputs[i].output;
    if (mode_has(output->mode, TRAIT_DROPS) && output->value_count > 0) launch_values(grid, i);
  }
}
