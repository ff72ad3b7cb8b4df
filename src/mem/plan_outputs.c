// Plans by what outputs ask for: histograms, filters, partitions, sums and prefixes.
#include "ir/par.h"
#include "ir/type.h"
#include "mem/histogram.h"
#include "mem/plan_internal.h"

// ---- Outputs ----

// An output of the par and the variables that it gives.
typedef struct PlanOutput {
  const Output *output;
  bool is_epilogue;
  Var *const *results;
} PlanOutput;

typedef struct PlanOutputs {
  PlanOutput *data;
  size_t count;
} PlanOutputs;

static PlanOutputs outputs_of(Arena *arena, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  size_t body = par->body.output_count, result = par_block_count(stm);
  size_t count = body + (par->has_epilogue ? par->epilogue.output_count : 0);
  PlanOutputs outputs = {.data = arena_array(arena, PlanOutput, count + 1), .count = count};
  for (size_t i = 0; i < count; i++) {
    bool is_epilogue = i >= body;
    const Output *output = is_epilogue ? &par->epilogue.outputs[i - body] : &par->body.outputs[i];
    outputs.data[i] = (PlanOutput){output, is_epilogue, stm->vars + result};
    result += par_result_count(par, output);
  }
  return outputs;
}

static bool has_output(const PlanOutputs *outputs, unsigned traits) {
  for (size_t i = 0; i < outputs->count; i++)
    if (mode_has(outputs->data[i].output->mode, traits)) return true;
  return false;
}

// Do points and bins fall into parts?
static bool has_parts(const Par *par, const PlanOutputs *outputs) {
  for (size_t i = 0; i < outputs->count; i++) {
    const PlanOutput *output = &outputs->data[i];
    if (mode_has(output->output->mode, TRAIT_ADDS) &&
        histogram_parts(par, output->output, output->results[0]->type) > 0)
      return true;
  }
  return false;
}

// ---- What outputs allow ----

static bool are_scalars(const Atom *values, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (atom_type(values[k])->kind != TYPE_SCALAR) return false;
  return true;
}

// May the output be made in bins of fast memory?
static bool is_histogram(const PlanOutput *output) {
  enum { VALUES_MOST = 8 }; // larger ones are combined in device memory
  const Output *source = output->output;
  size_t count = source->value_count;
  if (output->is_epilogue || count == 0 || count > VALUES_MOST) return false;
  if (!are_scalars(source->neutral, count) || !are_scalars(source->values, count)) return false;
  for (size_t k = 0; k < count; k++)
    if (output->results[k]->type->rank != source->index_count) return false;
  return true;
}

static size_t varying_dim(const Par *par) {
  size_t varying = 0;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) varying = i;
  return varying;
}

// Are there, beside combine outputs of scalars, at most maps and puts?
static bool has_histograms(const PlanOutputs *outputs, const Par *par, Obstacle *obstacle) {
  if (par->acc_count > 0 || par->has_epilogue)
    return obstacle_note(obstacle, "an accumulator, or an epilogue", SPAN_NONE);
  if (varying_dim(par) > 0)
    return obstacle_note(obstacle, "rows have different lengths", SPAN_NONE);
  for (size_t i = 0; i < outputs->count; i++) {
    const Output *output = outputs->data[i].output;
    if (mode_has(output->mode, TRAIT_ADDS) && !is_histogram(&outputs->data[i]))
      return obstacle_note(obstacle, "bins are no scalars, or have many of them", output->span);
    if (!mode_has(output->mode, TRAIT_ADDS | TRAIT_ELEMENTS | TRAIT_REPLACES))
      return obstacle_note(obstacle, "it gives something else, too", output->span);
  }
  return true;
}

// Can all elements be numbered, and the segment of each be found?
static bool has_balanced_space(const Par *par) {
  size_t varying = varying_dim(par);
  return par->rank > 1 && varying <= 1 && (varying == 0 || par->rank <= 3);
}

// Is the result one of the blocks that the par appends to?
static bool is_joined(const Stm *stm, const Var *result) {
  const Place *place = result->type->place;
  for (size_t i = 0; place && i < par_block_count(stm); i++)
    if (place->block == stm->vars[i]) return true;
  return false;
}

// Are scalars kept, and is nothing else appended or carried from point to point?
static bool can_keep_segments(const PlanOutputs *outputs, const Stm *stm, Obstacle *obstacle) {
  if (stm->exp->as.par->rank == 1) return obstacle_note(obstacle, "it is not over rows", SPAN_NONE);
  if (!has_balanced_space(stm->exp->as.par))
    return obstacle_note(obstacle, "nothing finds the row of an element", SPAN_NONE);
  for (size_t i = 0; i < outputs->count; i++) {
    const PlanOutput *output = &outputs->data[i];
    const Output *source = output->output;
    if (output->is_epilogue || mode_has(source->mode, TRAIT_RUNNING | TRAIT_SORTS))
      return obstacle_note(obstacle, "prefixes, a partition or an epilogue", source->span);
    bool is_kept = mode_has(source->mode, TRAIT_DROPS);
    if (is_kept && !are_scalars(source->values, source->value_count))
      return obstacle_note(obstacle, "rows are kept", source->span);
    for (size_t k = 0; k < source->value_count; k++)
      if (is_joined(stm, output->results[is_kept ? 1 + k : k]) != is_kept)
        return obstacle_note(obstacle, "rows are appended that are no filters", source->span);
  }
  return true;
}

// The kernel for what is kept or split, if that is the only output that accumulates, and few
// scalars are; KERNEL_COUNT, and why, otherwise.
static Kernel keep_kernel(const PlanOutputs *outputs, Obstacle *obstacle) {
  enum { VALUES_MOST = 8 };
  Kernel kernel = KERNEL_COUNT;
  for (size_t i = 0; i < outputs->count; i++) {
    const Output *output = outputs->data[i].output;
    if (mode_has(output->mode, TRAIT_FREE)) continue;
    bool is_split = mode_has(output->mode, TRAIT_SORTS) && output->class_count > 1;
    if (kernel != KERNEL_COUNT || outputs->data[i].is_epilogue)
      obstacle_note(obstacle, "something else accumulates, too", output->span);
    if (!mode_has(output->mode, TRAIT_DROPS) && !is_split)
      obstacle_note(obstacle, "a reduction or a scan beside it", output->span);
    if (output->value_count == 0 || output->value_count > VALUES_MOST ||
        !are_scalars(output->values, output->value_count))
      obstacle_note(obstacle, "no scalars, or many, are kept", output->span);
    if (obstacle->why) return KERNEL_COUNT;
    kernel = is_split ? KERNEL_SPLIT : KERNEL_KEEP;
  }
  return kernel;
}

// ---- Histograms ----

// What the histograms of a par ask for: the one with most bins decides for all.
typedef struct Bins {
  Atom points;
  Atom count; // of bins
  Atom bytes; // of fast memory that each range of bins takes
  bool can_sort;
} Bins;

// Of how many blocks the fast memory can have bins: ranges of them, or where the bins of a part of
// the points are known, those of one part, or of four, since a thread loads four points at a time.
static Atom count_ranges(Builder *builder, const Par *par, const Output *output, const Type *dest,
                         Atom points, int64_t ranges) {
  size_t depth = histogram_parts(par, output, dest);
  Atom parts = amount_of(1);
  if (depth == 0) return amount_of(ranges);
  for (size_t i = 0; i < depth; i++)
    parts = amount_times(builder, parts, dim_size(par->space[i]));
  Atom each = amount_divided(builder, points, amount_larger(builder, parts, amount_of(1)));
  Atom rest = build_binary(builder, "rest", OP_SREM, each, amount_of(4));
  Atom is_even = build_binary(builder, "is_even", OP_EQ, rest, amount_of(0));
  Atom args[] = {is_even, parts, amount_divided(builder, parts, amount_of(4))};
  Exp *select = exp_new(builder->program, OP_SELECT, args, 3);
  return amount_larger(builder, atom_var(build_let(builder, "parts", select)), amount_of(ranges));
}

static Bins bins_of(Builder *builder, const Par *par, const PlanOutputs *outputs) {
  enum { COUNT_BYTES = 2, COUNTED_RANGES = 4 }; // where a constant integer is added
  Bins bins = {amount_of(1), amount_of(0), amount_of(0), true};
  for (size_t i = 0; i < par->rank; i++)
    bins.points = amount_times(builder, bins.points, dim_size(par->space[i]));
  for (size_t i = 0; i < outputs->count; i++) {
    const Output *output = outputs->data[i].output;
    if (!mode_has(output->mode, TRAIT_ADDS)) continue;
    const Type *dest = outputs->data[i].results[0]->type;
    bool can_sort = histogram_can_sort(par, output), is_first = atom_is_i64(bins.count, 0);
    HistogramAdd add = histogram_add(output);
    bool is_counted =
        can_sort && histogram_is_constant(output) && (add == ADD_I32 || add == ADD_I64);
    int64_t most = is_counted ? COUNTED_RANGES : histogram_ranges(output, can_sort);
    Atom count = amount_of(1);
    for (size_t k = 0; k < dest->rank; k++)
      count = amount_times(builder, count, dim_size(dest->dims[k]));
    Atom ranges = count_ranges(builder, par, output, dest, bins.points, most);
    int64_t width = is_counted ? COUNT_BYTES : histogram_bin_bytes(output);
    Atom bytes = amount_times(builder, count, amount_of(width));
    bytes = amount_divided(builder, bytes, ranges);
    bins.count = is_first ? count : amount_larger(builder, bins.count, count);
    bins.bytes = is_first ? bytes : amount_larger(builder, bins.bytes, bytes);
    bins.can_sort = bins.can_sort && can_sort;
  }
  return bins;
}

// Bins that are in fast memory; more are in device memory, and so are those with few points, unless
// blocks have their own. Where there are many of both, points are sorted before.
Plan *plan_histogram(Planning *planning, Builder *builder, const Stm *stm) {
  Arena *arena = planning->program->arena;
  const Par *par = stm->exp->as.par;
  PlanOutputs outputs = outputs_of(planning->scratch, stm);
  Bins bins = bins_of(builder, par, &outputs);
  Plan *plan = plan_new(arena, KERNEL_HISTOGRAM, 0, 0);
  Plan *direct = plan_new(arena, KERNEL_DIRECT, 0, 0);
  Atom is_direct = atom_constant(constant_bool(false));
  bool is_small =
      amount_is_known(bins.bytes) && constant_to_i64(bins.bytes.constant) < PLAN_FAST_LEAST;
  if (!has_parts(par, &outputs)) {
    // There are this many bins for 256 points.
    Atom all = amount_times(builder, bins.count, amount_of(PLAN_SPARSE_UNIT));
    Atom some = amount_divided(builder, all, amount_larger(builder, bins.points, amount_of(1)));
    is_direct = plan_reaches(planning, builder, "sparse", PLAN_SPARSE_BINS, some);
  }
  if (!is_small) {
    Atom is_large = plan_reaches(planning, builder, "direct", THRESHOLD_FAST, bins.bytes);
    is_direct = amount_is_known(is_direct)
                    ? is_large
                    : build_binary(builder, "is_direct", OP_OR, is_direct, is_large);
  }
  if (!amount_is_known(is_direct)) plan = plan_choice(arena, is_direct, direct, plan);
  if (!bins.can_sort || is_small) {
    const char *why = is_small ? "the bins fit into the fast memory of any block"
                               : "values are large, or points take long: sorting them would, too";
    plan_refuse(planning, KERNEL_BUCKETS, why, SPAN_NONE);
    return plan;
  }
  Demands demands = demands_new(builder);
  Atom enough = amount_divided(builder, bins.points, amount_of(PLAN_SORTED_POINTS));
  demands_add(&demands, build_binary(builder, "is_enough", OP_SLE, bins.count, enough));
  Plan *sorted = plan_new(arena, KERNEL_BUCKETS, 0, 0);
  return plan_choose(planning, builder, "buckets", THRESHOLD_FAST,
                     demands_guard(&demands, bins.bytes), sorted, plan);
}

// ---- Which kernel ----

static Kernel refused(Planning *planning, Kernel kernel, const Obstacle *obstacle, Kernel plain) {
  plan_refuse(planning, kernel, obstacle->why, obstacle->where);
  return plain;
}

// Rows along the innermost dimension.
static Kernel segments_kernel(Planning *planning, const Par *par, const PlanDemand *demand,
                              const PlanOutputs *outputs) {
  Obstacle obstacle = {0};
  if (!has_balanced_space(par))
    obstacle_note(&obstacle, "nothing finds the row of an element", SPAN_NONE);
  if (demand->is_deep) obstacle_note(&obstacle, "the epilogue accumulates", SPAN_NONE);
  if (has_output(outputs, TRAIT_SELECTS))
    obstacle_note(&obstacle, "a filter of rows whose results are not appended", SPAN_NONE);
  if (!obstacle.why) return KERNEL_SEG_REDUCE;
  return refused(planning, KERNEL_SEG_REDUCE, &obstacle, KERNEL_SERIES);
}

Kernel plan_kernel(Planning *planning, const Stm *stm) {
  PlanDemand demand = plan_demand(stm);
  PlanOutputs outputs = outputs_of(planning->scratch, stm);
  const Par *par = stm->exp->as.par;
  Kernel plain = plan_plain(planning->scratch, stm)->kernel;
  Obstacle obstacle = {0};
  if (demand.appends)
    return can_keep_segments(&outputs, stm, &obstacle)
               ? KERNEL_SEG_KEEP
               : refused(planning, KERNEL_SEG_KEEP, &obstacle, plain);
  if (plain == KERNEL_MAP && !has_output(&outputs, TRAIT_ADDS)) return KERNEL_COUNT;
  if (plain == KERNEL_MAP)
    return has_histograms(&outputs, par, &obstacle)
               ? KERNEL_HISTOGRAM
               : refused(planning, KERNEL_HISTOGRAM, &obstacle, KERNEL_COUNT);
  if (plain == KERNEL_SERIES) return segments_kernel(planning, par, &demand, &outputs);
  if (plain == KERNEL_SINGLE) {
    obstacle_note(&obstacle,
                  demand.is_deep ? "the epilogue accumulates" : "it has too many classes",
                  SPAN_NONE);
    return refused(planning, KERNEL_SCAN, &obstacle, plain);
  }
  if (plain != KERNEL_SCAN || !has_output(&outputs, TRAIT_SELECTS)) return plain;
  Kernel keep = keep_kernel(&outputs, &obstacle);
  return keep != KERNEL_COUNT ? keep : refused(planning, KERNEL_KEEP, &obstacle, plain);
}
