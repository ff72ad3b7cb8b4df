// Kernels over rows: all share out the elements of all rows evenly, whatever their lengths.
//
//   walk          a thread has elements that follow each other and goes from one to the next
//   seg_reduce    a warp reads lines of memory, and its threads combine what they have
//   rows          several threads share a row, and nothing looks for rows
//   columns       rows that lie side by side in memory: threads side by side have one each
//   seg_scan      the same as seg_reduce for prefixes
//   column_scan   prefixes of rows that lie side by side in memory: a thread has a row
//
// What reads and writes memory is read in lines. Where a point needs its own row, and rows differ
// in length, the search for it costs more than walking, unless there is much to read.
#include "mem/segmented.h"

#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/blocks.h"

// ---- What a point touches ----

static RowSpace space_of_par(const Par *par) {
  size_t last = par->rank - 1;
  return (RowSpace){par->indices, par->space, last, par->indices[last], par->space[last]};
}

static RowSpace space_of_nest(Arena *arena, const MapNest *nest) {
  size_t count = 0, at = 0;
  for (size_t k = 0; k < nest->depth; k++)
    count += nest->maps[k]->exp->as.par->rank;
  Var **outer = arena_array(arena, Var *, count);
  Dim *sizes = arena_array(arena, Dim, count);
  for (size_t k = 0; k < nest->depth; k++) {
    const Par *par = nest->maps[k]->exp->as.par;
    for (size_t i = 0; i < par->rank; i++, at++) {
      outer[at] = par->indices[i];
      sizes[at] = par->space[i];
    }
  }
  const Par *row = nest->row->exp->as.par;
  return (RowSpace){outer, sizes, count, row->indices[0], row->space[0]};
}

// What points store themselves: all but what is reduced or counted.
static void survey_outputs(AccessSurvey *survey, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  size_t result = par_block_count(stm), body = par->body.output_count;
  size_t count = body + (par->has_epilogue ? par->epilogue.output_count : 0);
  for (size_t i = 0; i < count; i++) {
    const Output *output = i < body ? &par->body.outputs[i] : &par->epilogue.outputs[i - body];
    // What is kept is gathered later: here it is counted.
    for (size_t k = 0; k < output->value_count && !mode_has(output->mode, TRAIT_DROPS); k++)
      access_use(survey, output->values[k]);
    if (mode_has(output->mode, TRAIT_SELECTS)) access_use(survey, output->selector);
    for (size_t k = 0; k < output->index_count; k++)
      access_use(survey, output->indices[k]);
    size_t results = par_result_count(par, output);
    bool is_stored = !mode_has(output->mode, TRAIT_TOTAL | TRAIT_DROPS);
    for (size_t k = 0; k < results && is_stored; k++)
      access_store(survey, stm->vars[result + k]->type);
    result += results;
  }
}

Traffic segmented_traffic(Arena *arena, const Stm *stm, const MapNest *nest) {
  const Par *par = stm->exp->as.par;
  AccessSurvey *survey = access_new(arena, nest ? space_of_nest(arena, nest) : space_of_par(par));
  if (nest) {
    Stms around = nest_around_row(arena, nest);
    access_stms(survey, &around);
  }
  access_stms(survey, &par->body.stms);
  if (par->has_epilogue) access_stms(survey, &par->epilogue.stms);
  survey_outputs(survey, stm);
  return access_traffic(survey);
}

// ---- What a point needs beside ----

static bool find_memory(Walker *walker, Stm *stm) {
  if (stm->exp->op == OP_ALLOC && mem_local_count(stm->exp) < 0) *(bool *)walker->context = true;
  return true;
}

static bool find_call(Walker *walker, Stm *stm) {
  if (stm->exp->op == OP_CALL) *(bool *)walker->context = true;
  return true;
}

static bool has_any(const Par *par, bool (*find)(Walker *walker, Stm *stm)) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = find};
  walk_thunk(&walker, &par->body);
  if (par->has_epilogue) walk_thunk(&walker, &par->epilogue);
  return is_found;
}

bool segmented_needs_memory(const Par *par) { return has_any(par, find_memory); }

// The bytes of what is carried from point to point, one value after the other.
static int64_t carried_bytes(const Par *par) {
  PlanBytes bytes = {0};
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    bool is_counted = mode_has(output->mode, TRAIT_DROPS);
    size_t count = is_counted ? 1 : mode_has(output->mode, TRAIT_FOLDS) ? output->value_count : 0;
    for (size_t k = 0; k < count; k++)
      plan_bytes_add(&bytes, is_counted ? SCALAR_I64 : atom_type(output->values[k])->scalar);
  }
  return plan_bytes(&bytes);
}

static bool has_scan(const Par *par) { return thunk_has(&par->body, TRAIT_RUNNING); }

// Kernels whose threads have rows, or share them, without looking for where one ends.
static bool fits_regular(const Par *par, Obstacle *obstacle) {
  if (dim_is_varying(par->space[par->rank - 1]))
    return obstacle_note(obstacle, "rows have different lengths", SPAN_NONE);
  if (has_any(par, find_call))
    return obstacle_note(obstacle, "a point calls a function", SPAN_NONE);
  return true;
}

bool segmented_fits(const Par *par, Kernel kernel, Obstacle *obstacle) {
  bool is_exclusive, is_scan = kernel == KERNEL_SEG_SCAN || kernel == KERNEL_COLUMN_SCAN;
  if (kernel == KERNEL_WALK) return true;
  if (segmented_needs_memory(par))
    return obstacle_note(obstacle, "a point allocates what it cannot have for itself", SPAN_NONE);
  if (carried_bytes(par) > PLAN_WIDE_VALUE)
    return obstacle_note(obstacle, "what is combined is too wide for fast memory", SPAN_NONE);
  if (has_scan(par) != is_scan)
    return obstacle_note(obstacle, is_scan ? "nothing is scanned" : "prefixes are asked for",
                         SPAN_NONE);
  if (is_scan && !par_shows_prefix(par, &is_exclusive))
    return obstacle_note(obstacle, "the epilogue needs more than the prefix", SPAN_NONE);
  if (kernel == KERNEL_SEG_SCAN || kernel == KERNEL_SEG_REDUCE) return true;
  bool has_order = kernel == KERNEL_ROWS && !thunk_has(&par->body, TRAIT_DROPS);
  if (!is_scan && !has_order && !par_commutes(par))
    return obstacle_note(obstacle, "the operator does not commute", SPAN_NONE);
  return fits_regular(par, obstacle);
}

Kernel segmented_kernel(Arena *arena, const Stm *stm, const MapNest *nest, Obstacle *obstacle) {
  const Par *par = stm->exp->as.par;
  Kernel kernel = has_scan(par) ? KERNEL_SEG_SCAN : KERNEL_SEG_REDUCE;
  if (!segmented_fits(par, kernel, obstacle)) return KERNEL_WALK;
  Traffic traffic = segmented_traffic(arena, stm, nest);
  if (kernel == KERNEL_SEG_SCAN) {
    bool is_column = traffic_is_by_column(&traffic, true);
    return is_column && segmented_fits(par, KERNEL_COLUMN_SCAN, obstacle) ? KERNEL_COLUMN_SCAN
                                                                          : kernel;
  }
  bool is_lost = dim_is_varying(par->space[par->rank - 1]) && !traffic.is_streaming;
  bool is_little = traffic.memory_count < PLAN_MUCH_MEMORY;
  if (traffic.memory_count == 0) {
    obstacle_note(obstacle, "no memory is read", SPAN_NONE);
  } else if (is_lost && is_little) {
    obstacle_note(obstacle, "a point would look for its row, and reads little memory", SPAN_NONE);
  } else {
    return kernel;
  }
  return KERNEL_WALK;
}

static int64_t row_cost(Arena *arena, const Stm *stm, const MapNest *nest) {
  int64_t cost = cost_point(stm->exp->as.par);
  if (!nest) return cost;
  Stms around = nest_around_row(arena, nest);
  return cost + cost_stms(&around);
}

// Otherwise values of more than 4 bytes are turned in fast memory, which takes long.
Kernel segmented_sharing(Arena *arena, const Stm *stm, const MapNest *nest, int64_t *least,
                         Obstacle *obstacle) {
  const Par *par = stm->exp->as.par;
  Traffic traffic = segmented_traffic(arena, stm, nest);
  Kernel kernel = traffic_is_by_column(&traffic, false) ? KERNEL_COLUMNS : KERNEL_ROWS;
  if (kernel == KERNEL_COLUMNS && !segmented_fits(par, kernel, NULL)) kernel = KERNEL_ROWS;
  if (!segmented_fits(par, kernel, obstacle)) return KERNEL_COUNT;
  if (row_cost(arena, stm, nest) > COST_LONG) {
    obstacle_note(obstacle, "a point takes long, so threads need not share a row", stm->span);
    return KERNEL_COUNT;
  }
  *least = kernel == KERNEL_COLUMNS ? PLAN_COLUMNS_LEAST
           : !traffic.is_streaming  ? PLAN_ROWS_LEAST
                                    : (carried_bytes(par) <= 4 ? PLAN_ROWS_STREAM : PLAN_ROWS_WIDE);
  return kernel;
}
