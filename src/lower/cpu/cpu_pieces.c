// An irregular space in chunks. The elements are numbered with the segments: segment i is number
// offset(i) + i, and its elements are the numbers after it. Chunks are ranges of these numbers, so
// that one giant segment and a million empty ones are both shared out evenly.
//
// A chunk that begins inside a segment has a head: what it does for that segment is combined
// afterwards, in order, with what the chunks before have. For scans the totals of the segments that
// continue past their chunk are found first; only these elements are visited twice.
#include "ir/par.h"
#include "lower/cpu/cpu_parallel.h"

ImpExp *pieces_size(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ImpExp *total = lower_dim(lower, chunked->par->space[1]);
  return imp_add(lower->imp, total, lower_dim(lower, chunked->par->space[0]));
}

// A number of the chunk's range, and where it is: `inside` its segment, 0 for the segment itself.
typedef struct Spot {
  ImpExp *segment, *start, *inside;
  ImpExp *element; // the element with this number, or the next one
} Spot;

// A scan visits what it cuts twice. So a number inside a segment that is not very long stands for
// the nearest start of a segment: there are enough others to share out.
static ImpExp *skip_short(Chunked *chunked, const Region *offsets, ImpVar *segment, ImpExp *at) {
  enum { PARTS = 8 };
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  ImpExp *here = imp_use(imp, segment), *behind = imp_add(imp, here, number(chunked, 1));
  ImpExp *total = part_take(lower, "size", chunked->size);
  ImpExp *start = let(chunked, "start", segment_offset(lower, offsets, here));
  ImpExp *first = let(chunked, "first", imp_add(imp, start, here));
  ImpVar *spot = imp_declare(&lower->out, name_of(lower, "spot"), SCALAR_I64, at);
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLT, first, at));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  ImpExp *parts = number(chunked, PARTS);
  if (!lower->options.is_deterministic) parts = imp_mul(imp, imp_threads(imp), number(chunked, 4));
  ImpExp *limit =
      binary(chunked, OP_SDIV, total, binary(chunked, OP_SMAX, parts, number(chunked, 1)));
  ImpExp *length = imp_sub(imp, segment_offset(lower, offsets, behind), start);
  length = let(chunked, "length", length);
  ImpStm *is_short = imp_if(&lower->out, binary(chunked, OP_SLE, length, limit));
  lower->out = imp_into(&lower->out, &is_short->as.branch.body);
  ImpExp *half = binary(chunked, OP_ASHR, length, number(chunked, 1));
  ImpStm *skip = imp_if(&lower->out, binary(chunked, OP_SLT, half, imp_sub(imp, at, first)));
  ImpBuilder right = imp_into(&lower->out, &skip->as.branch.body);
  ImpBuilder left = imp_into(&lower->out, &skip->as.branch.otherwise);
  imp_assign(&right, segment, behind);
  imp_assign(&left, spot, first);
  lower->out = saved;
  return let(chunked, "at", imp_use(imp, spot));
}

// Finds the last segment that is not past the number, by halving.
static Spot find_spot(Chunked *chunked, const Region *offsets, ImpExp *at) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  ImpExp *size = lower_dim(lower, chunked->par->space[0]);
  ImpVar *low = imp_declare(&lower->out, name_of(lower, "low"), SCALAR_I64, number(chunked, 0));
  ImpVar *high = imp_declare(&lower->out, name_of(lower, "high"), SCALAR_I64, size);
  ImpStm *search = imp_while(&lower->out);
  search->as.branch.condition = binary(chunked, OP_SLT, imp_use(imp, low), imp_use(imp, high));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &search->as.branch.body);
  ImpExp *range = imp_sub(imp, imp_use(imp, high), imp_use(imp, low));
  ImpExp *half =
      binary(chunked, OP_ASHR, imp_add(imp, range, number(chunked, 1)), number(chunked, 1));
  ImpExp *middle = let(chunked, "middle", imp_add(imp, imp_use(imp, low), half));
  ImpExp *there = imp_add(imp, segment_offset(lower, offsets, middle), middle);
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLE, there, at));
  ImpBuilder right = imp_into(&lower->out, &test->as.branch.body);
  ImpBuilder left = imp_into(&lower->out, &test->as.branch.otherwise);
  imp_assign(&right, low, middle);
  imp_assign(&left, high, imp_sub(imp, middle, number(chunked, 1)));
  lower->out = saved;
  if (chunked->has_scan) at = skip_short(chunked, offsets, low, at);
  Spot spot = {.segment = let(chunked, "segment", imp_use(imp, low))};
  spot.start = let(chunked, "start", segment_offset(lower, offsets, spot.segment));
  ImpExp *first = imp_add(imp, spot.start, spot.segment);
  ImpExp *inside = binary(chunked, OP_SMAX, imp_sub(imp, at, first), number(chunked, 0));
  spot.inside = let(chunked, "inside", inside);
  ImpExp *skipped = imp_sub(imp, spot.inside, number(chunked, 1));
  skipped = binary(chunked, OP_SMAX, skipped, number(chunked, 0));
  spot.element = let(chunked, "element", imp_add(imp, spot.start, skipped));
  return spot;
}

static ImpExp *is_inside(Chunked *chunked, const Spot *spot) {
  return binary(chunked, OP_SLT, number(chunked, 0), spot->inside);
}

// The segment itself if it begins at the spot or after it, else the next one.
static ImpExp *next_segment(Chunked *chunked, const Spot *spot) {
  ImpExp *inside = is_inside(chunked, spot);
  ImpExp *step = imp_op(chunked->lower->imp, OP_BTOI, SCALAR_I64, &inside, 1);
  return let(chunked, "bound", imp_add(chunked->lower->imp, spot->segment, step));
}

// ---- The elements of a segment that are in the chunk ----

// Elements from <= j < to of the current segment, in a space of two dimensions, without what is
// around them; in one of more dimensions all of it.
static void emit_elements(Chunked *chunked, ParState *state, ImpExp *from, ImpExp *to) {
  Lower *lower = chunked->lower;
  const Par *par = chunked->par;
  if (par->rank == 2) {
    par_emit_loop(lower, state, from, to);
    return;
  }
  ImpBuilder saved = lower->out;
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, par->rank);
  ImpVar *index = loop_index(lower, par->indices[1]->name);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, from, to);
  lower->out = imp_into(&saved, &loop->body);
  outer[0] = lower_atom(lower, atom_var(par->indices[0]));
  outer[1] = imp_use(lower->imp, index);
  bind_alias(lower, par->indices[1], outer[1]);
  par_emit_outer(lower, state, outer, 2);
  par_emit_segment(lower, state, outer);
  lower->out = saved;
}

// Goes on with a segment that began in a chunk before.
static void emit_head(Chunked *chunked, ParState *state, const Region *offsets, const Spot *first,
                      const Spot *last) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  ImpStm *test = imp_if(&lower->out, is_inside(chunked, first));
  ImpBuilder saved = lower->out;
  const Segment *around = segment_around(lower, state);
  lower->out = imp_into(&saved, &test->as.branch.body);
  ImpExp *behind = imp_add(imp, first->segment, number(chunked, 1));
  ImpExp *end = let(chunked, "end", segment_offset(lower, offsets, behind));
  bind_alias(lower, chunked->par->indices[0], first->segment);
  segment_enter(lower, state, first->segment, first->start, end);
  ImpExp *from = let(chunked, "from", imp_sub(imp, first->element, first->start));
  ImpExp *stop = binary(chunked, OP_SMIN, end, last->element);
  ImpExp *to = let(chunked, "to", imp_sub(imp, stop, first->start));
  if (chunked->is_carried) {
    joins_begin_segment(lower, state, imp_sub(imp, to, from));
    outputs_begin(lower, state);
    start_neutrally(chunked, state, TRAIT_TOTAL);
    for (size_t i = 0; i < state->output_count; i++)
      if (output_has(&state->outputs[i], TRAIT_RUNNING)) exchange(chunked, state, i, true);
  }
  emit_elements(chunked, state, from, to);
  for (size_t i = 0; chunked->is_carried && i < state->output_count; i++) {
    Mode mode = state->outputs[i].output->mode;
    if (mode_has(mode, TRAIT_TOTAL | TRAIT_DROPS)) exchange(chunked, state, i, false);
  }
  segment_leave(lower, state, around);
  lower->out = saved;
  if (!chunked->is_carried) return;
  ImpVar *heads = part_take_pointer(lower, chunked->heads);
  imp_store(&lower->out, heads, chunked->chunk,
            choose(chunked, is_inside(chunked, first), first->segment, number(chunked, -1)));
}

// The segments that begin in the chunk. The last one may continue past it.
static void emit_segments(Chunked *chunked, ParState *state, const Region *offsets,
                          const Spot *first, const Spot *last) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  const Par *par = chunked->par;
  ImpExp *begin = next_segment(chunked, first), *bound = next_segment(chunked, last);
  ImpVar *next = imp_declare(&lower->out, name_of(lower, "next"), SCALAR_I64,
                             segment_offset(lower, offsets, begin));
  ImpVar *index = loop_index(lower, par->indices[0]->name);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, begin, bound);
  ImpBuilder saved = lower->out;
  const Segment *around = segment_around(lower, state);
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *at = imp_use(imp, index);
  bind_alias(lower, par->indices[0], at);
  ImpExp *start = let(chunked, "start", imp_use(imp, next));
  ImpExp *behind = imp_add(imp, at, number(chunked, 1));
  ImpExp *end = let(chunked, "end", segment_offset(lower, offsets, behind));
  imp_assign(&lower->out, next, end);
  segment_enter(lower, state, at, start, end);
  ImpExp *size = state->length;
  if (chunked->is_cut) {
    ImpExp *stop = binary(chunked, OP_SMIN, end, last->element);
    size = let(chunked, "size", imp_sub(imp, stop, start));
  }
  if (par->rank == 2 && !chunked->is_cut) {
    par_emit_segment(lower, state, &at);
  } else if (par->rank == 2) {
    joins_begin_segment(lower, state, size);
    outputs_begin(lower, state);
    emit_elements(chunked, state, number(chunked, 0), size);
    outputs_end(lower, state, &at);
  } else {
    emit_elements(chunked, state, number(chunked, 0), size);
  }
  segment_leave(lower, state, around);
  lower->out = saved;
}

void pieces_emit(Chunked *chunked, ParState *state) {
  Lower *lower = chunked->lower;
  ImpVars hoisted = {0};
  Region offsets = segment_offsets(lower, state);
  ImpExp *is_run = binary(chunked, OP_SLT, chunked->first, chunked->last);
  par_hoist(lower, chunked->par, is_run, &hoisted);
  Spot first = find_spot(chunked, &offsets, chunked->first);
  Spot last = find_spot(chunked, &offsets, chunked->last);
  if (chunked->is_cut) emit_head(chunked, state, &offsets, &first, &last);
  emit_segments(chunked, state, &offsets, &first, &last);
  par_unhoist(lower, &hoisted);
}

// ---- The totals of scans ----

// The elements of the last segment of the chunk, if it continues past it.
static void emit_open_segment(Chunked *chunked, ParState *phase, const Region *offsets) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  Spot last = find_spot(chunked, offsets, chunked->last);
  ImpExp *before = imp_sub(imp, chunked->first, imp_add(imp, last.start, last.segment));
  before = let(chunked, "before", before);
  ImpExp *is_own = binary(chunked, OP_SLE, before, number(chunked, 0));
  ImpExp *is_open = imp_op(imp, OP_BTOI, SCALAR_I64, &is_own, 1);
  imp_store(&lower->out, part_take_pointer(lower, chunked->opens), chunked->chunk, is_open);
  outputs_begin(lower, phase);
  ImpStm *test = imp_if(&lower->out, imp_not(imp, is_own));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  start_neutrally(chunked, phase, TRAIT_RUNNING);
  lower->out = saved;
  ImpExp *skipped = imp_sub(imp, before, number(chunked, 1));
  ImpExp *from = let(chunked, "from", binary(chunked, OP_SMAX, skipped, number(chunked, 0)));
  ImpStm *run = imp_if(&lower->out, is_inside(chunked, &last));
  lower->out = imp_into(&saved, &run->as.branch.body);
  const Segment *around = segment_around(lower, phase);
  ImpExp *behind = imp_add(imp, last.segment, number(chunked, 1));
  ImpExp *end = let(chunked, "end", segment_offset(lower, offsets, behind));
  bind_alias(lower, chunked->par->indices[0], last.segment);
  segment_enter(lower, phase, last.segment, last.start, end);
  par_emit_loop(lower, phase, from, let(chunked, "to", imp_sub(imp, last.element, last.start)));
  segment_leave(lower, phase, around);
  lower->out = saved;
}

void emit_carries(Chunked *chunked, size_t i) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  const Output *output = chunked->state.outputs[i].output;
  size_t count = output->value_count;
  ImpVar **carry = arena_array(lower->arena, ImpVar *, count + 1);
  ImpExp **totals = arena_array(lower->arena, ImpExp *, count + 1);
  for (size_t k = 0; k < count; k++)
    carry[k] =
        imp_declare(&lower->out, name_of(lower, "carry"), atom_type(output->neutral[k])->scalar,
                    lower_atom(lower, output->neutral[k]));
  ImpVar *index = chunk_index(lower);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, number(chunked, 0), chunked->chunks);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *at = imp_use(imp, index);
  for (size_t k = 0; k < count; k++) {
    totals[k] = let(chunked, "total", imp_load(imp, chunked->arrays[i][k], at));
    imp_store(&lower->out, chunked->arrays[i][k], at, imp_use(imp, carry[k]));
  }
  if (chunked->opens) {
    ImpExp *is_open = binary(chunked, OP_NE, imp_load(imp, chunked->opens, at), number(chunked, 0));
    ImpStm *test = imp_if(&lower->out, is_open);
    ImpBuilder inside = lower->out;
    lower->out = imp_into(&inside, &test->as.branch.body);
    for (size_t k = 0; k < count; k++)
      imp_assign(&lower->out, carry[k], totals[k]);
    lower->out = imp_into(&inside, &test->as.branch.otherwise);
  }
  operator_apply(lower, output->op, carry, totals, count);
  lower->out = saved;
}

void pieces_totals(Chunked *chunked) {
  Lower *lower = chunked->lower;
  // A single chunk begins with a segment.
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLT, number(chunked, 1), chunked->chunks));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  LowerPart part;
  ParState phase = phase_state(chunked, ACTION_TOTAL, ACTION_NONE, ACTION_NONE);
  open_part(chunked, &part, "totals", chunked->size, chunked->chunks);
  Region offsets = segment_offsets(lower, &phase);
  ImpVars hoisted = {0};
  ImpExp *is_run = binary(chunked, OP_SLT, chunked->first, chunked->last);
  par_hoist(lower, chunked->par, is_run, &hoisted);
  emit_open_segment(chunked, &phase, &offsets);
  par_unhoist(lower, &hoisted);
  for (size_t i = 0; i < phase.output_count; i++)
    if (phase.outputs[i].action != ACTION_NONE) exchange(chunked, &phase, i, false);
  part_close(lower, &part);
  call_chunks(chunked, &part, chunked->chunks, chunked->is_dynamic);
  for (size_t i = 0; i < chunked->state.output_count; i++)
    if (output_has(&chunked->state.outputs[i], TRAIT_RUNNING)) emit_carries(chunked, i);
  lower->out = saved;
}

// ---- Results of segments that are in several chunks ----

static void finish_output(Chunked *chunked, size_t i, ImpExp *chunk, ImpExp *segment) {
  Lower *lower = chunked->lower;
  ImpProgram *imp = lower->imp;
  const OutputState *output = &chunked->state.outputs[i];
  const Output *source = output->output;
  if (mode_has(source->mode, TRAIT_DROPS)) {
    Region to = region_row(lower, region_of(lower, output->results[0]), segment);
    ImpExp *more = imp_load(imp, chunked->arrays[i][0], chunk);
    region_store(lower, &to, imp_add(imp, region_load(lower, &to), more));
    return;
  }
  size_t count = source->value_count;
  ImpVar **carry = arena_array(lower->arena, ImpVar *, count + 1);
  ImpExp **values = arena_array(lower->arena, ImpExp *, count + 1);
  for (size_t k = 0; k < count; k++) {
    Region to = region_row(lower, region_of(lower, output->results[k]), segment);
    carry[k] =
        imp_declare(&lower->out, output->results[k]->name, to.scalar, region_load(lower, &to));
    values[k] = let(chunked, "partial", imp_load(imp, chunked->arrays[i][k], chunk));
  }
  operator_apply(lower, source->op, carry, values, count);
  for (size_t k = 0; k < count; k++) {
    Region to = region_row(lower, region_of(lower, output->results[k]), segment);
    region_store(lower, &to, imp_use(imp, carry[k]));
  }
}

void pieces_finish(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ImpVar *index = chunk_index(lower);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, number(chunked, 1), chunked->chunks);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *chunk = imp_use(lower->imp, index);
  ImpExp *segment = let(chunked, "segment", imp_load(lower->imp, chunked->heads, chunk));
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLE, number(chunked, 0), segment));
  lower->out = imp_into(&lower->out, &test->as.branch.body);
  for (size_t i = 0; i < chunked->state.output_count; i++) {
    Mode mode = chunked->state.outputs[i].output->mode;
    if (mode_has(mode, TRAIT_TOTAL | TRAIT_DROPS)) finish_output(chunked, i, chunk, segment);
  }
  lower->out = saved;
}
