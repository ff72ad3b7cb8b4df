// Histograms with few bins. Equal neighbours wait for each other when they are counted in the same
// place, so there are LANES copies of the destination, used in turn and combined at the end.
//
//   for i < n { dest[at(i)] += value(i) }
//     becomes
//   lanes[LANES][LANE_BINS] = 0
//   for q < n/4 { for l < 4 { lanes[l][at(q*4 + l)] += value(q*4 + l) } }
//   for b < bins { dest[b] += lanes[0][b] + lanes[1][b] + ... }
//
// Only when the bins are few and the points many, which is tested when the program runs, and only
// for operators and points of a few instructions: otherwise nothing is gained.
#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/type.h"
#include "lower/lower_internal.h"

enum {
  LANES = 4,
  LANE_BINS = 1024,      // more do not stay in the first cache
  LEAST_POINTS = 1 << 14 // fewer do not pay for the combination
};

static bool has_quick_points(Lower *lower, const Par *par) {
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (!cost_is_within(par->body.stms.data[i]->exp, COST_LIMIT_LANES)) return false;
  return !par->has_epilogue && par_cost(lower, par).amount <= COST_LANES;
}

// The only histogram of the par; NULL when there is none or it is not worth it.
static OutputState *find_output(Lower *lower, ParState *state) {
  const Par *par = state->par;
  OutputState *found = NULL;
  if (par->level != PAR_GRID || par->rank != 1 || par->acc_count > 0 || state->is_shared)
    return NULL;
  for (size_t i = 0; i < state->output_count; i++) {
    if (!output_has(&state->outputs[i], TRAIT_ADDS)) continue;
    if (found || state->outputs[i].action != ACTION_FULL) return NULL;
    found = &state->outputs[i];
  }
  if (!found || found->output->value_count != 1 || found->output->index_count != 1) return NULL;
  if (found->results[0]->type->rank != 1) return NULL;
  // As many bins as points can never be few bins and many points.
  if (dim_equal(found->results[0]->type->dims[0], par->space[0])) return NULL;
  Op op = operator_primitive(found->output->op, 0, 1);
  if (op == OP_COUNT || !op_has(op, FLAG_COMMUTES)) return NULL;
  return has_quick_points(lower, par) ? found : NULL;
}

static Region destination(Lower *lower, const OutputState *output) {
  return output->dests ? output->dests[0] : region_of(lower, output->results[0]);
}

Region lanes_region(Lower *lower, const OutputState *output, Region dest) {
  ImpProgram *imp = lower->imp;
  dest.block = NULL;
  dest.pointer = output->lanes;
  dest.offset = imp_mul(imp, output->lane, imp_i64(imp, LANE_BINS));
  dest.strides = arena_array(imp->arena, ImpExp *, 1);
  dest.strides[0] = imp_i64(imp, 1);
  dest.is_flat = true;
  return dest;
}

static void fill(Lower *lower, const OutputState *output) {
  ImpProgram *imp = lower->imp;
  ImpVar *index = loop_index(lower, "lane");
  ImpExp *count = imp_i64(imp, LANES * LANE_BINS);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_SIMD, index, imp_i64(imp, 0), count);
  ImpBuilder inside = imp_into(&lower->out, &loop->body);
  imp_store(&inside, output->lanes, imp_use(imp, index),
            lower_atom(lower, output->output->neutral[0]));
}

// LANES points at a time; the last few all in the first lane.
static void emit_points(Lower *lower, ParState *state, OutputState *output, ImpExp *first,
                        ImpExp *last) {
  ImpProgram *imp = lower->imp;
  ImpExp *width = imp_i64(imp, LANES);
  ImpExp *groups = imp_binary(imp, OP_SQUOT, imp_sub(imp, last, first), width);
  groups = imp_use(imp, imp_let(&lower->out, name_of(lower, "groups"), groups));
  ImpVar *group = loop_index(lower, "group"), *lane = loop_index(lower, "lane");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, group, imp_i64(imp, 0), groups);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *start = imp_add(imp, first, imp_mul(imp, imp_use(imp, group), width));
  ImpFor *inner = imp_for(&lower->out, IMP_FOR_UNROLLED, lane, imp_i64(imp, 0), width);
  lower->out = imp_into(&lower->out, &inner->body);
  Var *index = state->par->indices[0];
  ImpVar *point = imp_let(&lower->out, index->name, imp_add(imp, start, imp_use(imp, lane)));
  bind_alias(lower, index, imp_use(imp, point));
  output->lane = imp_use(imp, lane);
  par_emit_point(lower, state);
  lower->out = saved;
  output->lane = imp_i64(imp, 0);
  ImpExp *rest = imp_add(imp, first, imp_mul(imp, groups, width));
  par_emit_points(lower, state, rest, last);
}

// dest[bin] := op(dest[bin], its lanes)
static void merge(Lower *lower, const OutputState *output, Region dest) {
  ImpProgram *imp = lower->imp;
  ImpVar *bin = loop_index(lower, "bin");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, bin, imp_i64(imp, 0), dest.shape[0]);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  Region place = region_row(lower, dest, imp_use(imp, bin));
  ImpVar *merged =
      imp_declare(&lower->out, name_of(lower, "merged"), dest.scalar, region_load(lower, &place));
  for (int64_t lane = 0; lane < LANES; lane++) {
    ImpExp *at = imp_add(imp, imp_i64(imp, lane * LANE_BINS), imp_use(imp, bin));
    ImpVar *value = imp_let(&lower->out, name_of(lower, "value"), imp_load(imp, output->lanes, at));
    ImpExp *values[] = {imp_use(imp, value)};
    operator_apply(lower, output->output->op, &merged, values, 1);
  }
  region_store(lower, &place, imp_use(imp, merged));
  lower->out = saved;
}

ImpStm *lanes_emit(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  ImpProgram *imp = lower->imp;
  OutputState *output = find_output(lower, state);
  if (!output) return NULL;
  Region dest = destination(lower, output);
  ImpExp *bins = dest.shape[0], *points = imp_sub(imp, last, first);
  ImpExp *is_small = imp_binary(imp, OP_SLE, bins, imp_i64(imp, LANE_BINS));
  ImpExp *least = imp_i64(imp, LEAST_POINTS);
  ImpExp *is_worth = imp_binary(imp, OP_AND, is_small, imp_binary(imp, OP_SLE, least, points));
  ImpStm *choice = imp_if(&lower->out, is_worth);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &choice->as.branch.body);
  output->lanes = imp_local(&lower->out, name_of(lower, "lanes"), dest.scalar, LANES * LANE_BINS);
  fill(lower, output);
  emit_points(lower, state, output, first, last);
  merge(lower, output, dest);
  output->lanes = NULL;
  lower->out = saved;
  return choice;
}
