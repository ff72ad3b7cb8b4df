// A par on several threads. The points (or segments, when the space has several dimensions) are cut
// into chunks, and a part runs one chunk with the loops that sequential code has. How many chunks
// there are depends only on the number of points, so that results do not depend on the number of
// threads, except for floats when one thread does everything in one chunk.
//
//   map, put           the chunks are independent
//   reduce             each chunk has a partial result; they are combined in order
//   scan               first the total of each chunk, then with these the prefixes
//   keep, split        first the counts of each chunk, then the values at their places
//                      (scan and keep of even work: cpu_chain.c)
//   combine            small destinations have a copy per chunk, larger ones are written atomically
//
// So there are up to three phases, each a part of its own that leaves out what it does not need.
#include "lower/cpu/cpu_parallel.h"
#include "ir/par.h"

enum {
  CHUNKS_MAX = 256,
  TILE_CHUNK = 256,          // rows of a chunk of a matrix-shaped reduction
  COPIES_MAX = 16,           // of a destination, when they must not depend on the threads
  COPIES_ELEMENTS = 1 << 26, // of all copies together
};

// ---- What the par has, and how it is cut ----

static void survey(Chunked *chunked) {
  for (size_t i = 0; i < chunked->state.output_count; i++) {
    Mode mode = chunked->state.outputs[i].output->mode;
    if (mode_has(mode, TRAIT_RUNNING)) chunked->has_scan = true;
    if (mode_has(mode, TRAIT_SELECTS)) chunked->has_count = true;
    if (mode_has(mode, TRAIT_SORTS)) chunked->has_split = true;
    if (mode_has(mode, TRAIT_ADDS)) chunked->has_combine = true;
  }
  if (!chunked->is_segmented) return;
  // A chunk of an irregular space may begin and end inside a segment, unless that is split. What is
  // kept is appended and needs no phase.
  chunked->is_cut = chunked->is_irregular && (chunked->par->rank > 2 || !chunked->has_split);
  chunked->is_carried = chunked->is_cut && chunked->par->rank == 2;
  if (chunked->is_carried) {
    chunked->has_count = chunked->has_split = false;
    return;
  }
  // A segment is not cut, so its outputs need no phases.
  chunked->has_scan = chunked->has_count = chunked->has_split = false;
}

// Points, or segments of the innermost dimension.
static ImpExp *size_of(Chunked *chunked) {
  const Par *par = chunked->par;
  if (chunked->is_irregular) return let(chunked, "size", pieces_size(chunked));
  if (par->rank == 1) return let(chunked, "size", lower_dim(chunked->lower, par->space[0]));
  ImpExp *size = number(chunked, 1);
  for (size_t i = 0; i + 1 < par->rank; i++)
    size = imp_mul(chunked->lower->imp, size, lower_dim(chunked->lower, par->space[i]));
  return let(chunked, "size", size);
}

static ImpExp *plain_chunks(Chunked *chunked) {
  ImpExp *grain = let(chunked, "grain", par_grain(chunked->lower, chunked->par)), *count;
  if (chunked->is_segmented && !chunked->is_irregular) {
    // The length of the segments counts: size * length * cost / work, without overflow.
    const Par *par = chunked->par;
    ImpExp *length = lower_dim(chunked->lower, par->space[par->rank - 1]);
    ImpExp *segments =
        binary(chunked, OP_SDIV, grain, binary(chunked, OP_SMAX, length, number(chunked, 1)));
    segments = binary(chunked, OP_SMAX, segments, number(chunked, 1));
    count = binary(chunked, OP_SDIV, chunked->size, segments);
  } else {
    count = binary(chunked, OP_SDIV, chunked->size, grain);
  }
  ImpExp *most = number(chunked, CHUNKS_MAX);
  if (chunked->is_chained) most = chain_most(chunked, most);
  count = binary(chunked, OP_SMIN, count, most);
  if (!chunked->is_irregular && lower_is_tile_shaped(chunked->par)) {
    // Each chunk packs the other operand for itself.
    bool is_fixed = chunked->lower->options.is_deterministic;
    ImpExp *few = binary(chunked, OP_SDIV, chunked->size, number(chunked, TILE_CHUNK));
    if (!is_fixed) few = binary(chunked, OP_SMAX, few, imp_threads(chunked->lower->imp));
    count = binary(chunked, OP_SMIN, count, few);
  }
  return binary(chunked, OP_SMAX, count, number(chunked, 1));
}

static bool gives_float(const Chunked *chunked) {
  for (size_t i = 0; i < chunked->state.output_count; i++) {
    const Output *output = chunked->state.outputs[i].output;
    for (size_t k = 0; output->op && k < output->value_count; k++)
      if (scalar_info(atom_type(output->neutral[k])->scalar)->class == CLASS_FLOAT) return true;
  }
  return false;
}

// The number of elements of the destinations of all combines, or of the places for their values.
static ImpExp *bins_of(Chunked *chunked, bool counts_rows) {
  ImpExp *bins = number(chunked, 0);
  for (size_t i = 0; i < chunked->state.output_count; i++) {
    const OutputState *output = &chunked->state.outputs[i];
    if (!output_has(output, TRAIT_ADDS) || output->output->value_count == 0) continue;
    Region dest = region_of(chunked->lower, output->results[0]);
    ImpExp *count = number(chunked, 1);
    size_t rank = counts_rows ? output->output->index_count : dest.rank;
    for (size_t k = 0; k < rank; k++)
      count = imp_mul(chunked->lower->imp, count, dest.shape[k]);
    bins = imp_add(chunked->lower->imp, bins, count);
  }
  return bins;
}

// Do the results not depend on how the points are cut?
static bool is_free(const Chunked *chunked) {
  for (size_t i = 0; i < chunked->state.output_count; i++) {
    Mode mode = chunked->state.outputs[i].output->mode;
    if (!mode_has(mode, TRAIT_ELEMENTS | TRAIT_REPLACES)) return false;
  }
  return !chunked->is_dynamic;
}

// The same number of chunks for each thread.
static ImpExp *balanced(Chunked *chunked, ImpExp *plain) {
  ImpExp *threads = imp_threads(chunked->lower->imp);
  ImpExp *most = let(chunked, "most", plain);
  if (most->kind == IMP_CONST) return most;
  ImpExp *rest =
      binary(chunked, OP_SREM, most, binary(chunked, OP_SMAX, threads, number(chunked, 1)));
  ImpExp *whole = imp_sub(chunked->lower->imp, most, rest);
  return choose(chunked, binary(chunked, OP_SLE, most, threads), most, whole);
}

static void cut(Chunked *chunked) {
  Lower *lower = chunked->lower;
  bool is_fixed = lower->options.is_deterministic && gives_float(chunked);
  chunked->size = size_of(chunked);
  ImpExp *plain = plain_chunks(chunked);
  ImpExp *is_alone = binary(chunked, OP_SLE, imp_threads(lower->imp), number(chunked, 1));
  if (chunked->has_combine && (!chunked->is_segmented || chunked->is_irregular)) {
    ImpExp *bins =
        let(chunked, "bins", binary(chunked, OP_SMAX, bins_of(chunked, false), number(chunked, 1)));
    ImpExp *rows =
        let(chunked, "rows", binary(chunked, OP_SMAX, bins_of(chunked, true), number(chunked, 1)));
    ImpExp *most = is_fixed ? number(chunked, COPIES_MAX) : imp_threads(lower->imp);
    most = binary(chunked, OP_SMIN, most, binary(chunked, OP_SDIV, chunked->size, rows));
    most = binary(chunked, OP_SMIN, most,
                  binary(chunked, OP_SDIV, number(chunked, COPIES_ELEMENTS), bins));
    most = binary(chunked, OP_SMIN, most, plain);
    chunked->copies = let(chunked, "copies", most);
    ImpExp *is_copied = binary(chunked, OP_SLT, number(chunked, 1), chunked->copies);
    // Atomic updates of floats come in any order.
    ImpExp *other =
        is_fixed ? number(chunked, 1) : choose(chunked, is_alone, number(chunked, 1), plain);
    chunked->chunks = let(chunked, "chunks", choose(chunked, is_copied, chunked->copies, other));
    return;
  }
  if (is_fixed && chunked->has_combine) plain = number(chunked, 1);
  if (is_free(chunked)) plain = balanced(chunked, plain);
  chunked->chunks = let(chunked, "chunks",
                        is_fixed ? plain : choose(chunked, is_alone, number(chunked, 1), plain));
}

// ---- Arrays with one element per chunk ----

size_t handed_count(const OutputState *output) {
  if (output_has(output, TRAIT_FOLDS)) return output->output->value_count;
  return output_has(output, TRAIT_SELECTS) ? 1 : 0;
}

void make_array(Chunked *chunked, ImpVar **array, const char *name, Scalar scalar, int64_t each) {
  Lower *lower = chunked->lower;
  ImpVar *block = imp_block(&lower->out, name_of(lower, name));
  ImpExp *chunks = chunked->chunks;
  if (chunked->is_chained) chunks = imp_add(lower->imp, chunks, number(chunked, 1));
  ImpExp *counts[] = {chunks, number(chunked, each)};
  imp_alloc(&lower->out, block, scalar, counts, each == 1 ? 1 : 2);
  *array = imp_pointer(&lower->out, name_of(lower, name), scalar, block);
  vec_push(lower->arena, &chunked->blocks, block);
}

static void make_arrays(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ParState *state = &chunked->state;
  chunked->arrays = arena_array(lower->arena, ImpVar **, state->output_count + 1);
  if (chunked->is_carried) make_array(chunked, &chunked->heads, "heads", SCALAR_I64, 1);
  if (chunked->is_carried && chunked->has_scan)
    make_array(chunked, &chunked->opens, "opens", SCALAR_I64, 1);
  bool has_arrays = !chunked->is_segmented || chunked->is_carried;
  for (size_t i = 0; i < state->output_count && has_arrays; i++) {
    const Output *output = state->outputs[i].output;
    size_t count = handed_count(&state->outputs[i]);
    chunked->arrays[i] = arena_array(lower->arena, ImpVar *, count + 1);
    for (size_t k = 0; k < count; k++) {
      bool is_value = mode_has(output->mode, TRAIT_FOLDS);
      Scalar scalar = is_value ? atom_type(output->neutral[k])->scalar : SCALAR_I64;
      int64_t each = mode_has(output->mode, TRAIT_SORTS) ? output->class_count : 1;
      make_array(chunked, &chunked->arrays[i][k], is_value ? "partials" : "places", scalar, each);
    }
  }
}

static void free_arrays(Chunked *chunked) {
  for (size_t i = 0; i < chunked->blocks.count; i++)
    imp_release(&chunked->lower->out, chunked->blocks.data[i]);
}

// ---- Parts ----

void open_part(Chunked *chunked, LowerPart *part, const char *what, ImpExp *size, ImpExp *chunks) {
  Lower *lower = chunked->lower;
  part_open(lower, part, what);
  // The first argument is filled in by the call.
  ImpVar *chunk = imp_var(lower->imp, IMP_SCALAR, SCALAR_I64, name_of(lower, "chunk"));
  vec_push(lower->imp->arena, &part->fun->params, chunk);
  vec_push(lower->arena, &part->args, NULL);
  chunked->chunk = imp_use(lower->imp, chunk);
  ImpExp *total = part_take(lower, "size", size), *count = part_take(lower, "chunks", chunks);
  ImpExp *share = let(chunked, "share", binary(chunked, OP_SQUOT, total, count));
  ImpExp *rest = let(chunked, "rest", binary(chunked, OP_SREM, total, count));
  ImpExp *early = binary(chunked, OP_SMIN, chunked->chunk, rest);
  ImpExp *start = imp_add(lower->imp, imp_mul(lower->imp, chunked->chunk, share), early);
  chunked->first = let(chunked, "first", start);
  ImpExp *is_longer = binary(chunked, OP_SLT, chunked->chunk, rest);
  ImpExp *more = imp_op(lower->imp, OP_BTOI, SCALAR_I64, &is_longer, 1);
  ImpExp *end = imp_add(lower->imp, imp_add(lower->imp, chunked->first, share), more);
  chunked->last = let(chunked, "last", end);
}

void call_part(Chunked *chunked, const LowerPart *part, ImpBuilder *out, ImpExp *chunk) {
  ImpCall *call = imp_call(out, part->fun);
  for (size_t i = 0; i < part->args.count; i++)
    vec_push(chunked->lower->imp->arena, &call->args,
             part->args.data[i] ? part->args.data[i] : chunk);
}

void call_chunks(Chunked *chunked, const LowerPart *part, ImpExp *chunks, bool is_dynamic) {
  Lower *lower = chunked->lower;
  ImpVar *index = chunk_index(lower);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PARALLEL, index, number(chunked, 0), chunks);
  loop->is_dynamic = is_dynamic;
  ImpBuilder inside = imp_into(&lower->out, &loop->body);
  call_part(chunked, part, &inside, imp_use(lower->imp, index));
}

// Closes the part and has it run: by this thread when there is one chunk, else by all.
static void close_part(Chunked *chunked, LowerPart *part) {
  Lower *lower = chunked->lower;
  part_close(lower, part);
  if (chunked->chunks->kind == IMP_CONST) {
    call_part(chunked, part, &lower->out, number(chunked, 0));
    return;
  }
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLE, chunked->chunks, number(chunked, 1)));
  ImpBuilder saved = lower->out, alone = imp_into(&saved, &test->as.branch.body);
  call_part(chunked, part, &alone, number(chunked, 0));
  lower->out = imp_into(&saved, &test->as.branch.otherwise);
  if (chunked->is_chained)
    chain_run(chunked, part);
  else
    call_chunks(chunked, part, chunked->chunks, chunked->is_dynamic);
  lower->out = saved;
}

// ---- What a part takes over and hands on ----

// The element of a chunk's class.
static ImpExp *class_place(Chunked *chunked, const Output *output, ImpExp *chunk, ImpExp *class) {
  ImpExp *classes = number(chunked, output->class_count);
  return imp_add(chunked->lower->imp, imp_mul(chunked->lower->imp, chunk, classes), class);
}

// Copies the counters of a split from or to the arrays.
static void exchange_classes(Chunked *chunked, OutputState *output, ImpVar *array, bool is_taken) {
  Lower *lower = chunked->lower;
  ImpVar *index = loop_index(lower, "class");
  ImpExp *limit = number(chunked, output->output->class_count), *class = imp_use(lower->imp, index);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, number(chunked, 0), limit);
  ImpBuilder inside = imp_into(&lower->out, &loop->body);
  ImpExp *place = class_place(chunked, output->output, chunked->chunk, class);
  if (is_taken)
    imp_store(&inside, output->places, class, imp_load(lower->imp, array, place));
  else
    imp_store(&inside, array, place, imp_load(lower->imp, output->places, class));
}

void exchange(Chunked *chunked, ParState *state, size_t i, bool is_taken) {
  Lower *lower = chunked->lower;
  OutputState *output = &state->outputs[i];
  for (size_t k = 0; k < handed_count(output); k++) {
    ImpVar *array = part_take_pointer(lower, chunked->arrays[i][k]);
    if (output_has(output, TRAIT_SORTS)) {
      exchange_classes(chunked, output, array, is_taken);
      continue;
    }
    ImpVar *carried = output_has(output, TRAIT_DROPS) ? output->count : output->carry[k];
    if (is_taken)
      imp_assign(&lower->out, carried, imp_load(lower->imp, array, chunked->chunk));
    else
      imp_store(&lower->out, array, chunked->chunk, imp_use(lower->imp, carried));
  }
}

bool identity_of(Op op, Scalar scalar, Constant *identity) {
  if (scalar_info(scalar)->class != CLASS_INT) return false;
  *identity = constant_int(scalar, op == OP_MUL ? 1 : op == OP_AND ? -1 : 0);
  return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR;
}

// A program may give a start value that is not neutral. Where the neutral element is known, only
// the first chunk starts with the value, and the totals of scans do not.
void start_neutrally(Chunked *chunked, ParState *state, ModeTrait trait) {
  Lower *lower = chunked->lower;
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    if (!output_has(output, trait)) continue;
    for (size_t k = 0; k < output->output->value_count; k++) {
      Constant identity;
      Op op = operator_primitive(output->output->op, k, output->output->value_count);
      if (op == OP_COUNT || !identity_of(op, output->carry[k]->scalar, &identity)) continue;
      if (atom_equal(output->output->neutral[k], atom_constant(identity))) continue;
      ImpExp *start = imp_const(lower->imp, identity);
      if (trait == TRAIT_TOTAL) {
        ImpExp *is_first = binary(chunked, OP_EQ, chunked->chunk, number(chunked, 0));
        start = choose(chunked, is_first, lower_atom(lower, output->output->neutral[k]), start);
      }
      imp_assign(&lower->out, output->carry[k], start);
    }
  }
}

ParState phase_state(Chunked *chunked, Action scans, Action counts, Action others) {
  ParState state;
  par_state_init(chunked->lower, &state, chunked->stm);
  par_actions(chunked->lower, &state, scans, counts, others);
  return state;
}

// The loop of a chunk, without what is around it.
static void emit_chunk(Chunked *chunked, ParState *state) {
  ImpVars hoisted = {0};
  ImpExp *is_run = binary(chunked, OP_SLT, chunked->first, chunked->last);
  par_hoist(chunked->lower, chunked->par, is_run, &hoisted);
  par_emit_loop(chunked->lower, state, chunked->first, chunked->last);
  par_unhoist(chunked->lower, &hoisted);
}

// ---- Phase one: the totals of scans ----

static void emit_totals(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ParState *state = &chunked->state;
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLE, chunked->chunks, number(chunked, 1)));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  for (size_t i = 0; i < state->output_count; i++)
    for (size_t k = 0;
         output_has(&state->outputs[i], TRAIT_RUNNING) && k < handed_count(&state->outputs[i]); k++)
      imp_store(&lower->out, chunked->arrays[i][k], number(chunked, 0),
                lower_atom(lower, state->outputs[i].output->neutral[k]));
  lower->out = imp_into(&saved, &test->as.branch.otherwise);
  LowerPart part;
  ParState phase = phase_state(chunked, ACTION_TOTAL, ACTION_NONE, ACTION_NONE);
  open_part(chunked, &part, "totals", chunked->size, chunked->chunks);
  outputs_begin(lower, &phase);
  start_neutrally(chunked, &phase, TRAIT_RUNNING);
  emit_chunk(chunked, &phase);
  for (size_t i = 0; i < phase.output_count; i++)
    if (phase.outputs[i].action != ACTION_NONE) exchange(chunked, &phase, i, false);
  part_close(lower, &part);
  if (chunked->is_chained) {
    chain_add(chunked, &part, TRAIT_RUNNING);
    lower->out = saved;
    return;
  }
  call_chunks(chunked, &part, chunked->chunks, chunked->is_dynamic);
  for (size_t i = 0; i < state->output_count; i++)
    if (output_has(&state->outputs[i], TRAIT_RUNNING)) emit_carries(chunked, i);
  lower->out = saved;
}

// ---- Phase two: the counts of keep and split ----

// places[chunk] := the sum of the counts before it; for a split, class by class.
static void emit_count_offsets(Chunked *chunked, size_t i) {
  Lower *lower = chunked->lower;
  const Output *output = chunked->state.outputs[i].output;
  ImpProgram *imp = lower->imp;
  ImpVar *sum = imp_declare(&lower->out, name_of(lower, "sum"), SCALAR_I64, number(chunked, 0));
  ImpBuilder saved = lower->out;
  ImpVar *class = NULL;
  if (mode_has(output->mode, TRAIT_SORTS)) {
    class = loop_index(lower, "class");
    ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, class, number(chunked, 0),
                           number(chunked, output->class_count));
    lower->out = imp_into(&lower->out, &loop->body);
  }
  ImpVar *index = chunk_index(lower);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, number(chunked, 0), chunked->chunks);
  lower->out = imp_into(&lower->out, &loop->body);
  ImpExp *place = imp_use(imp, index);
  if (class) place = class_place(chunked, output, place, imp_use(imp, class));
  ImpExp *count = let(chunked, "count", imp_load(imp, chunked->arrays[i][0], place));
  imp_store(&lower->out, chunked->arrays[i][0], place, imp_use(imp, sum));
  imp_assign(&lower->out, sum, imp_add(imp, imp_use(imp, sum), count));
  lower->out = saved;
}

static void emit_counts(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ParState *state = &chunked->state;
  ImpBuilder saved = lower->out;
  if (!chunked->has_split) { // a single chunk counts while it writes
    ImpStm *test =
        imp_if(&lower->out, binary(chunked, OP_SLE, chunked->chunks, number(chunked, 1)));
    lower->out = imp_into(&saved, &test->as.branch.body);
    for (size_t i = 0; i < state->output_count; i++)
      if (output_has(&state->outputs[i], TRAIT_DROPS))
        imp_store(&lower->out, chunked->arrays[i][0], number(chunked, 0), number(chunked, 0));
    lower->out = imp_into(&saved, &test->as.branch.otherwise);
  }
  LowerPart part;
  ParState phase = phase_state(chunked, ACTION_NONE, ACTION_COUNT, ACTION_NONE);
  open_part(chunked, &part, "counts", chunked->size, chunked->chunks);
  outputs_begin(lower, &phase);
  for (size_t i = 0; i < phase.output_count; i++)
    if (output_has(&phase.outputs[i], TRAIT_RUNNING) && phase.outputs[i].action != ACTION_NONE)
      exchange(chunked, &phase, i, true);
  emit_chunk(chunked, &phase);
  for (size_t i = 0; i < phase.output_count; i++)
    if (phase.outputs[i].action == ACTION_COUNT) exchange(chunked, &phase, i, false);
  if (chunked->is_chained) {
    part_close(lower, &part);
    chain_add(chunked, &part, TRAIT_DROPS);
    lower->out = saved;
    return;
  }
  close_part(chunked, &part);
  for (size_t i = 0; i < state->output_count; i++)
    if (output_has(&state->outputs[i], TRAIT_SELECTS)) emit_count_offsets(chunked, i);
  lower->out = saved;
}

// ---- Phase three: everything ----

// The segments first <= segment < last, with the outer indices that they have.
static void emit_segments(Chunked *chunked, ParState *state) {
  Lower *lower = chunked->lower;
  const Par *par = chunked->par;
  ImpVars hoisted = {0};
  ImpExp *is_run = binary(chunked, OP_AND, binary(chunked, OP_SLT, chunked->first, chunked->last),
                          par_is_run(lower, par));
  par_hoist(lower, par, is_run, &hoisted);
  ImpVar *index = loop_index(lower, "segment");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, chunked->first, chunked->last);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, par->rank);
  ImpExp *rest = imp_use(lower->imp, index);
  for (size_t i = par->rank - 1; i-- > 0;) {
    ImpExp *size = lower_dim(lower, par->space[i]);
    outer[i] =
        i > 0 ? let(chunked, par->indices[i]->name, binary(chunked, OP_SREM, rest, size)) : rest;
    if (i > 0) rest = let(chunked, "rest", binary(chunked, OP_SQUOT, rest, size));
    bind_alias(lower, par->indices[i], outer[i]);
  }
  par_emit_segment(lower, state, outer);
  lower->out = saved;
  par_unhoist(lower, &hoisted);
}

// Do several chunks write anything other than their own outputs?
static bool is_sharing(const Chunked *chunked) {
  return chunked->has_combine || chunked->par->acc_count > 0;
}

static void emit_points(Chunked *chunked, ParState *phase) {
  Lower *lower = chunked->lower;
  if (chunked->is_irregular) {
    pieces_emit(chunked, phase);
    return;
  }
  if (chunked->is_segmented) {
    emit_segments(chunked, phase);
    return;
  }
  outputs_begin(lower, phase);
  start_neutrally(chunked, phase, TRAIT_TOTAL);
  for (size_t i = 0; i < phase->output_count; i++)
    if (!output_has(&phase->outputs[i], TRAIT_TOTAL) && handed_count(&phase->outputs[i]) > 0)
      exchange(chunked, phase, i, true);
  emit_chunk(chunked, phase);
  for (size_t i = 0; i < phase->output_count; i++)
    if (!output_has(&phase->outputs[i], TRAIT_RUNNING) && handed_count(&phase->outputs[i]) > 0)
      exchange(chunked, phase, i, false);
}

static void emit_all(Chunked *chunked, ParState *phase) {
  Lower *lower = chunked->lower;
  size_t tails = lower->tails.count;
  joins_begin(lower, phase);
  emit_points(chunked, phase);
  lower->tails.count = tails;
  chunk_joins_park(chunked, phase);
}

static void emit_plain(Chunked *chunked) {
  LowerPart part;
  ParState phase = phase_state(chunked, ACTION_FULL, ACTION_FULL, ACTION_FULL);
  open_part(chunked, &part, "part", chunked->size, chunked->chunks);
  emit_all(chunked, &phase);
  close_part(chunked, &part);
}

// One chunk alone writes as sequential code does; several write atomically.
static void emit_sharing(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ImpStm *test = imp_if(&lower->out, binary(chunked, OP_SLE, chunked->chunks, number(chunked, 1)));
  ImpBuilder saved = lower->out;
  for (int is_shared = 0; is_shared < 2; is_shared++) {
    LowerPart part;
    lower->out = imp_into(&saved, is_shared ? &test->as.branch.otherwise : &test->as.branch.body);
    ParState phase = phase_state(chunked, ACTION_FULL, ACTION_FULL, ACTION_FULL);
    open_part(chunked, &part, is_shared ? "shared" : "alone", chunked->size, chunked->chunks);
    phase.is_shared = is_shared != 0;
    emit_all(chunked, &phase);
    part_close(lower, &part);
    if (is_shared)
      call_chunks(chunked, &part, chunked->chunks, chunked->is_dynamic);
    else
      call_part(chunked, &part, &lower->out, number(chunked, 0));
  }
  lower->out = saved;
}

// ---- Copies of destinations ----

static ImpExp *element_count(Chunked *chunked, const Region *region) {
  ImpExp *count = number(chunked, 1);
  for (size_t i = 0; i < region->rank; i++)
    count = imp_mul(chunked->lower->imp, region->shape[i], count);
  return count;
}

// The distance from one copy to the next: no two threads write to one line of the cache, or to two
// that the machine fetches together.
static ImpExp *copy_stride(Chunked *chunked, const Region *dest) {
  enum { LINES = 128 };
  int64_t unit = LINES * 8 / scalar_info(dest->scalar)->width;
  ImpProgram *imp = chunked->lower->imp;
  ImpExp *count = imp_add(imp, element_count(chunked, dest), number(chunked, unit - 1));
  ImpExp *units = binary(chunked, OP_SQUOT, count, number(chunked, unit));
  return imp_mul(imp, units, number(chunked, unit));
}

// A copy of a destination: `pointer` has one after the other.
static Region copy_region(Chunked *chunked, Region dest, ImpVar *pointer, ImpExp *number_of_copy) {
  ImpProgram *imp = chunked->lower->imp;
  Region copy = dest;
  copy.block = NULL;
  copy.pointer = pointer;
  copy.is_flat = true;
  copy.strides = arena_array(imp->arena, ImpExp *, dest.rank);
  ImpExp *stride = number(chunked, 1);
  for (size_t i = dest.rank; i-- > 0;) {
    copy.strides[i] = stride;
    stride = imp_mul(imp, dest.shape[i], stride);
  }
  copy.offset = let(chunked, "copy", imp_mul(imp, number_of_copy, copy_stride(chunked, &dest)));
  return copy;
}

// The copy of this chunk starts with neutral elements.
static void fill_copy(Chunked *chunked, const Output *output, ImpVar *const *copies) {
  Lower *lower = chunked->lower;
  for (size_t k = 0; k < output->value_count; k++) {
    Region dest = region_of(lower, output->dests[k].var);
    Region copy = copy_region(chunked, dest, copies[k], chunked->chunk);
    ImpVar *index = loop_index(lower, "bin");
    ImpFor *loop = imp_for(&lower->out, IMP_FOR_SIMD, index, number(chunked, 0),
                           let(chunked, "bins", element_count(chunked, &dest)));
    ImpBuilder inside = imp_into(&lower->out, &loop->body);
    imp_store(&inside, copies[k], imp_add(lower->imp, copy.offset, imp_use(lower->imp, index)),
              lower_atom(lower, output->neutral[k]));
  }
}

// dest[place] := op(dest[place], copy[place]) for all copies, in order
static void merge_copies(Chunked *chunked, const OutputState *output, ImpVar *const *copies) {
  Lower *lower = chunked->lower;
  const Output *source = output->output;
  size_t count = source->value_count;
  Region first = region_of(lower, output->results[0]);
  ImpExp *bins = let(chunked, "bins", element_count(chunked, &first));
  LowerPart part;
  open_part(chunked, &part, "merge", bins, chunked->chunks);
  ImpExp *copy_count = part_take(lower, "copies", chunked->copies);
  ImpVar *bin = loop_index(lower, "bin");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, bin, chunked->first, chunked->last);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  Region *dests = arena_array(lower->arena, Region, count);
  ImpExp **values = arena_array(lower->arena, ImpExp *, count + 1);
  ImpVar **carry = arena_array(lower->arena, ImpVar *, count + 1);
  ImpVar **arrays = arena_array(lower->arena, ImpVar *, count + 1);
  for (size_t k = 0; k < count; k++) {
    Region dest = region_of(lower, output->results[k]);
    ImpExp *rest = imp_use(lower->imp, bin),
           **indices = arena_array(lower->imp->arena, ImpExp *, dest.rank);
    for (size_t i = dest.rank; i-- > 0;) {
      indices[i] =
          i > 0 ? let(chunked, "index", binary(chunked, OP_SREM, rest, dest.shape[i])) : rest;
      if (i > 0) rest = let(chunked, "rest", binary(chunked, OP_SQUOT, rest, dest.shape[i]));
    }
    dests[k] = region_at(lower, dest, indices, dest.rank);
    carry[k] = imp_declare(&lower->out, name_of(lower, "merged"), dest.scalar,
                           region_load(lower, &dests[k]));
    arrays[k] = part_take_pointer(lower, copies[k]);
  }
  ImpVar *copy = loop_index(lower, "copy");
  ImpFor *inner = imp_for(&lower->out, IMP_FOR_PLAIN, copy, number(chunked, 0), copy_count);
  ImpBuilder around = lower->out;
  lower->out = imp_into(&around, &inner->body);
  for (size_t k = 0; k < count; k++) {
    Region dest = region_of(lower, output->results[k]);
    ImpExp *start = imp_mul(lower->imp, imp_use(lower->imp, copy), copy_stride(chunked, &dest));
    ImpExp *place = imp_add(lower->imp, start, imp_use(lower->imp, bin));
    values[k] = let(chunked, "value", imp_load(lower->imp, arrays[k], place));
  }
  operator_apply(lower, source->op, carry, values, count);
  lower->out = around;
  for (size_t k = 0; k < count; k++)
    region_store(lower, &dests[k], imp_use(lower->imp, carry[k]));
  lower->out = saved;
  part_close(lower, &part);
  call_chunks(chunked, &part, chunked->chunks, false);
}

static void emit_copied(Chunked *chunked) {
  Lower *lower = chunked->lower;
  ParState *state = &chunked->state;
  ImpVars blocks = {0};
  ImpVar ***copies = arena_array(lower->arena, ImpVar **, state->output_count);
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    if (!output_has(output, TRAIT_ADDS)) continue;
    copies[i] = arena_array(lower->arena, ImpVar *, output->output->value_count + 1);
    for (size_t k = 0; k < output->output->value_count; k++) {
      Region dest = region_of(lower, output->results[k]);
      ImpVar *block = imp_block(&lower->out, name_of(lower, "copies"));
      ImpExp *counts[] = {chunked->copies, copy_stride(chunked, &dest)};
      imp_alloc(&lower->out, block, dest.scalar, counts, 2);
      copies[i][k] = imp_pointer(&lower->out, name_of(lower, "copies"), dest.scalar, block);
      copies[i][k]->is_restrict = true;
      vec_push(lower->arena, &blocks, block);
    }
  }
  LowerPart part;
  ParState phase = phase_state(chunked, ACTION_FULL, ACTION_FULL, ACTION_FULL);
  open_part(chunked, &part, "copied", chunked->size, chunked->chunks);
  for (size_t i = 0; i < phase.output_count; i++) {
    OutputState *output = &phase.outputs[i];
    if (!copies[i]) continue;
    ImpVar **arrays = arena_array(lower->arena, ImpVar *, output->output->value_count + 1);
    output->dests = arena_array(lower->arena, Region, output->output->value_count + 1);
    for (size_t k = 0; k < output->output->value_count; k++) {
      arrays[k] = part_take_pointer(lower, copies[i][k]);
      output->dests[k] =
          copy_region(chunked, region_of(lower, output->results[k]), arrays[k], chunked->chunk);
    }
    fill_copy(chunked, output->output, arrays);
  }
  phase.is_shared = chunked->par->acc_count > 0;
  emit_all(chunked, &phase);
  part_close(lower, &part);
  call_chunks(chunked, &part, chunked->chunks, chunked->is_dynamic);
  for (size_t i = 0; i < state->output_count; i++)
    if (copies[i] && state->outputs[i].output->value_count > 0)
      merge_copies(chunked, &state->outputs[i], copies[i]);
  for (size_t i = 0; i < blocks.count; i++)
    imp_release(&lower->out, blocks.data[i]);
}

// ---- Results ----

static void finish_reduce(Chunked *chunked, size_t i) {
  Lower *lower = chunked->lower;
  const OutputState *output = &chunked->state.outputs[i];
  const Output *source = output->output;
  size_t count = source->value_count;
  ImpVar **carry = arena_array(lower->arena, ImpVar *, count + 1);
  ImpExp **values = arena_array(lower->arena, ImpExp *, count + 1);
  for (size_t k = 0; k < count; k++)
    carry[k] =
        imp_declare(&lower->out, output->results[k]->name, atom_type(source->neutral[k])->scalar,
                    imp_load(lower->imp, chunked->arrays[i][k], number(chunked, 0)));
  ImpVar *index = chunk_index(lower);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, number(chunked, 1), chunked->chunks);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  for (size_t k = 0; k < count; k++)
    values[k] = let(chunked, "partial",
                    imp_load(lower->imp, chunked->arrays[i][k], imp_use(lower->imp, index)));
  operator_apply(lower, source->op, carry, values, count);
  lower->out = saved;
  for (size_t k = 0; k < count; k++)
    bind_alias(lower, output->results[k], imp_use(lower->imp, carry[k]));
}

// Where the last chunk ended is how many there are.
static void finish_counts(Chunked *chunked, size_t i) {
  Lower *lower = chunked->lower;
  const OutputState *output = &chunked->state.outputs[i];
  ImpExp *last = imp_sub(lower->imp, chunked->chunks, number(chunked, 1)),
         *before = number(chunked, 0);
  if (output_has(output, TRAIT_DROPS)) {
    ImpExp *total = imp_load(lower->imp, chunked->arrays[i][0], last);
    bind_alias(lower, output->results[0], let(chunked, output->results[0]->name, total));
    return;
  }
  for (size_t k = 0; k < output->output->class_count; k++) {
    ImpExp *place = class_place(chunked, output->output, last, number(chunked, (int64_t)k));
    ImpExp *end = let(chunked, "end", imp_load(lower->imp, chunked->arrays[i][0], place));
    ImpExp *count = imp_sub(lower->imp, end, before);
    bind_alias(lower, output->results[k], let(chunked, output->results[k]->name, count));
    before = end;
  }
}

void lower_par_parallel(Lower *lower, const Stm *stm) {
  Chunked chunked = {.lower = lower, .stm = stm, .par = stm->exp->as.par};
  par_state_init(lower, &chunked.state, stm);
  chunked.is_segmented = chunked.par->rank > 1;
  chunked.is_irregular = chunked.state.varying > 0;
  chunked.is_dynamic = par_cost(lower, chunked.par).is_irregular;
  survey(&chunked);
  chunked.is_chained = chunked.has_scan != chunked.has_count && !chunked.has_split &&
                       !chunked.is_segmented && !chunked.is_dynamic && !is_sharing(&chunked);
  cut(&chunked);
  if (chunked.chunks->kind == IMP_CONST) chunked.is_chained = false; // it is one
  make_arrays(&chunked);
  chunk_joins_make(&chunked);
  if (chunked.has_scan && chunked.is_irregular) pieces_totals(&chunked);
  if (chunked.has_scan && !chunked.is_irregular) emit_totals(&chunked);
  if (chunked.has_count) emit_counts(&chunked);
  if (chunked.copies) {
    ImpStm *test =
        imp_if(&lower->out, binary(&chunked, OP_SLT, number(&chunked, 1), chunked.copies));
    ImpBuilder saved = lower->out;
    lower->out = imp_into(&saved, &test->as.branch.body);
    emit_copied(&chunked);
    lower->out = imp_into(&saved, &test->as.branch.otherwise);
    emit_sharing(&chunked);
    lower->out = saved;
  } else if (is_sharing(&chunked)) {
    emit_sharing(&chunked);
  } else {
    emit_plain(&chunked);
  }
  for (size_t i = 0; i < chunked.state.output_count && !chunked.is_segmented; i++) {
    Mode mode = chunked.state.outputs[i].output->mode;
    if (mode_has(mode, TRAIT_TOTAL)) finish_reduce(&chunked, i);
    if (mode_has(mode, TRAIT_SELECTS)) finish_counts(&chunked, i);
  }
  if (chunked.is_carried) pieces_finish(&chunked);
  chunk_joins_gather(&chunked);
  free_arrays(&chunked);
}
