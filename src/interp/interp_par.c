// par, point by point in order, and accumulators.
//
// The points of a segment run one after the other, so a scan's value is known right after the
// point's body, and the epilogue of a point can follow at once: nothing needs to be stored for it.
#include "interp/interp_internal.h"
#include "ir/par.h"

#include <stdlib.h>
#include <string.h>

typedef struct InterpOutputState {
  List *lists;        // one per value, unless it is a write
  List *counts;       // keep: one; split: one per class
  InterpSlot *folded; // reduce, scan: what is combined so far
  InterpSlot *values; // of a point
  Array **dests;
  Component *place;
  int64_t kept;           // in this segment
  int64_t *class_counts;  // split, in this segment
  int64_t *classes;       // split, of the segment's values
  int64_t class_capacity; // of `classes`
  Acc *acc;
} InterpOutputState;

typedef struct InterpParRun {
  Interp *interp;
  const Code *code;
  InterpSlot *frame;
  const ParCode *par;
  InterpOutputState *outputs;
  InterpSlot *consumed, *accs;
  Component *place; // of the point, for consumed arrays
  int64_t *path;
  int64_t point_count, segment_count;
} InterpParRun;

// ---- The space ----

static bool space_size(InterpParRun *run, size_t dim, int64_t *size) {
  const DimCode *code = &run->par->space[dim];
  if (!dim_evaluate(run->interp, run->frame, code, run->path, dim, size)) return false;
  if (*size >= 0) return true;
  return interp_fail(run->interp, FAILURE_SHAPE, "a par over %lld points", (long long)*size);
}

// Adds the points of the dimensions from `dim` up to `end`.
static bool count_points(InterpParRun *run, size_t dim, size_t end, int64_t *total) {
  int64_t size;
  if (dim == end) {
    if (*total == INT64_MAX)
      return interp_fail(run->interp, FAILURE_MEMORY, "the space of a par is too large");
    ++*total;
    return true;
  }
  bool varies = false;
  for (size_t i = dim + 1; i < end; i++)
    varies = varies || run->par->space[i].kind == DIM_VARYING;
  if (varies) {
    if (!space_size(run, dim, &size)) return false;
    for (run->path[dim] = 0; run->path[dim] < size; run->path[dim]++)
      if (!count_points(run, dim + 1, end, total)) return false;
    return true;
  }
  int64_t product = 1;
  for (size_t i = dim; i < end; i++) {
    if (!space_size(run, i, &size)) return false;
    if (size != 0 && product > INT64_MAX / size)
      return interp_fail(run->interp, FAILURE_MEMORY, "the space of a par is too large");
    product *= size;
  }
  if (product > INT64_MAX - *total)
    return interp_fail(run->interp, FAILURE_MEMORY, "the space of a par is too large");
  *total += product;
  return true;
}

static bool count_space(InterpParRun *run) {
  size_t rank = run->par->rank;
  run->point_count = run->segment_count = 0;
  return count_points(run, 0, rank, &run->point_count) &&
         (rank == 0 || count_points(run, 0, rank - 1, &run->segment_count));
}

// ---- Begin ----

static bool output_begin(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  Interp *interp = run->interp;
  size_t counts = out->count_results;
  StackMark mark; // run_par pops all of them
  size_t size = out->count * (sizeof(List) + 2 * sizeof(InterpSlot) + sizeof(Array *)) +
                counts * (sizeof(List) + sizeof(int64_t)) + out->index_count * sizeof(Component);
  unsigned char *memory = stack_push(interp, size, &mark);
  if (memory == NULL) return false;
  memset(memory, 0, size);
  state->lists = (List *)(void *)memory;
  state->counts = state->lists + out->count;
  state->place = (Component *)(void *)(state->counts + counts);
  state->folded = (InterpSlot *)(void *)(state->place + out->index_count);
  state->values = state->folded + out->count;
  state->class_counts = (int64_t *)(void *)(state->values + out->count);
  state->dests = (Array **)(void *)(state->class_counts + counts);
  size_t rank = run->par->rank;
  for (size_t i = 0; i < counts; i++)
    if (!list_start(interp, &state->counts[i], &out->types[i], rank - 1, run->segment_count))
      return false;
  for (size_t i = counts; i < out->result_count; i++) {
    bool is_fold = mode_has(out->mode, TRAIT_TOTAL);
    if (out->dests != NULL) {
      state->dests[i] = operand_use(run->frame, out->dests[i]).array;
    } else if (!mode_has(out->mode, TRAIT_HANDS_ON)) {
      size_t outer = is_fold ? rank - 1 : rank;
      int64_t capacity = is_fold ? run->segment_count : run->point_count;
      if (!list_start(interp, &state->lists[i - counts], &out->types[i], outer, capacity))
        return false;
    }
  }
  return true;
}

static bool par_begin(InterpParRun *run) {
  const ParCode *par = run->par;
  StackMark mark;
  size_t size = par->output_count * sizeof(InterpOutputState) +
                (par->consumed_count + par->acc_count) * sizeof(InterpSlot) +
                par->rank * sizeof(Component);
  unsigned char *memory = stack_push(run->interp, size, &mark);
  if (memory == NULL) return false;
  memset(memory, 0, size);
  run->outputs = (InterpOutputState *)(void *)memory;
  run->place = (Component *)(void *)(run->outputs + par->output_count);
  run->consumed = (InterpSlot *)(void *)(run->place + par->rank);
  run->accs = run->consumed + par->consumed_count;
  for (size_t i = 0; i < par->consumed_count; i++)
    run->consumed[i] = operand_use(run->frame, par->consumed[i].outside);
  for (size_t i = 0; i < par->acc_count; i++)
    run->accs[i] = operand_use(run->frame, par->accs[i].outside);
  size_t acc = 0;
  for (size_t i = 0; i < par->output_count; i++) {
    if (!output_begin(run, &par->outputs[i], &run->outputs[i])) return false;
    // Without points nothing says which accumulator this output is; they come in order.
    if (mode_has(par->outputs[i].mode, TRAIT_HANDS_ON) && acc < par->acc_count) {
      run->outputs[i].acc = run->accs[acc++].acc;
      run->outputs[i].acc->head.refs++;
    }
  }
  return true;
}

static bool is_object_slot(const InterpParRun *run, uint32_t slot) {
  return slot < run->code->object_count;
}

static void output_free(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  Interp *interp = run->interp;
  if (state->lists == NULL) return; // never begun
  size_t counts = out->count_results;
  for (size_t i = 0; i < out->count; i++) {
    list_free(interp, &state->lists[i]);
    array_release(interp, state->dests[i]);
    if (mode_has(out->mode, TRAIT_OPERATES))
      slot_release(interp, state->folded[i], is_object_slot(run, out->op.params[i]));
  }
  for (size_t i = 0; i < counts; i++)
    list_free(interp, &state->counts[i]);
  if (state->acc != NULL) object_release(interp, &state->acc->head);
  free(state->classes);
}

static void par_free(InterpParRun *run) {
  if (run->outputs == NULL) return;
  for (size_t i = 0; i < run->par->output_count; i++)
    output_free(run, &run->par->outputs[i], &run->outputs[i]);
  for (size_t i = 0; i < run->par->consumed_count; i++)
    object_release(run->interp, run->consumed[i].object);
  for (size_t i = 0; i < run->par->acc_count; i++)
    object_release(run->interp, run->accs[i].object);
}

// ---- Points ----

// Binds what the point owns: copies, since the whole array still holds the elements. Copying every
// row once is no more work than making the result.
static bool bind_consumed(InterpParRun *run, size_t input) {
  const ParCode *par = run->par;
  const ParInputCode *code = &par->consumed[input];
  Array *array = run->consumed[input].array;
  if (par->rank == 0) {
    run->frame[code->inside].array = array_retain(array);
    return true;
  }
  for (size_t i = 0; i < par->rank; i++)
    run->place[i] = (Component){.start = run->frame[par->indices[i]].scalar.i64};
  InterpSlot row;
  Outcome outcome = array_select(run->interp, array, run->place, par->rank, 0, &row);
  if (outcome == OUTCOME_OUTSIDE) return fail_index(run->interp, array, &run->place[0].start, 1);
  if (outcome == OUTCOME_FAILED) return false;
  if (!code->is_scalar) row.array = array_own(run->interp, row.array);
  run->frame[code->inside] = row;
  return code->is_scalar || row.array != NULL;
}

static void use_values(InterpParRun *run, const OutputCode *out, InterpSlot *values) {
  for (size_t i = 0; i < out->count; i++)
    values[i] = operand_use(run->frame, out->values[i]);
}

static void release_values(InterpParRun *run, const OutputCode *out, InterpSlot *values) {
  for (size_t i = 0; i < out->count; i++)
    slot_release(run->interp, values[i], out->values[i].is_object);
}

static bool point_map(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  for (size_t i = 0; i < out->count; i++)
    if (!list_push(run->interp, &state->lists[i], operand_use(run->frame, out->values[i])))
      return false;
  return true;
}

static bool point_reduce(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  use_values(run, out, state->values);
  return exec_lambda(run->interp, run->code, run->frame, &out->op, state->folded, state->values);
}

// Shows what is folded so far to the result or the epilogue.
static bool scan_show(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  for (size_t i = 0; i < out->count; i++) {
    InterpSlot value = state->folded[i];
    if (is_object_slot(run, out->op.params[i])) value.object->refs++;
    if (out->scan_params != NULL)
      run->frame[out->scan_params[i]] = value;
    else if (!list_push(run->interp, &state->lists[i], value))
      return false;
  }
  return true;
}

static bool point_scan(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  if (out->is_exclusive && !scan_show(run, out, state)) return false;
  if (!point_reduce(run, out, state)) return false;
  return out->is_exclusive || scan_show(run, out, state);
}

static bool point_keep(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  bool is_kept = run->frame[out->selector.slot].scalar.b;
  if (is_kept) {
    state->kept++;
    return point_map(run, out, state);
  }
  use_values(run, out, state->values);
  release_values(run, out, state->values);
  return true;
}

static bool point_split(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  int64_t class = run->frame[out->selector.slot].scalar.i64;
  if (class < 0 || class >= (int64_t)out->class_count)
    return interp_fail(run->interp, FAILURE_BOUNDS,
                       "class %lld is out of range for a split into %u classes", (long long)class,
                       (unsigned)out->class_count);
  if (state->kept == state->class_capacity) {
    int64_t capacity = 2 * state->class_capacity + 16;
    int64_t *classes = realloc(state->classes, (size_t)capacity * sizeof(int64_t));
    if (classes == NULL) return interp_fail(run->interp, FAILURE_MEMORY, "out of memory");
    state->classes = classes;
    state->class_capacity = capacity;
  }
  state->classes[state->kept++] = class;
  state->class_counts[class]++;
  return point_map(run, out, state);
}

static void place_write(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  for (size_t i = 0; i < out->index_count; i++)
    state->place[i] = (Component){.start = run->frame[out->indices[i]].scalar.i64};
}

static bool point_put(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  place_write(run, out, state);
  bool is_ok = true;
  for (size_t i = 0; i < out->count; i++) {
    InterpSlot value = operand_use(run->frame, out->values[i]);
    bool is_object = out->values[i].is_object;
    is_ok = is_ok && array_store(run->interp, &state->dests[i], state->place, out->index_count,
                                 value, !is_object) != OUTCOME_FAILED;
    slot_release(run->interp, value, is_object);
  }
  return is_ok;
}

// Combines values (references are taken) into arrays at a place; outside, nothing happens.
static bool combine_at(Interp *interp, const Code *code, InterpSlot *frame, const LambdaCode *op,
                       Array **dests, size_t count, const Component *place, size_t place_rank,
                       InterpSlot *old, InterpSlot *values) {
  Outcome outcome = OUTCOME_OK;
  size_t done = 0;
  for (; done < count && outcome == OUTCOME_OK; done++) {
    outcome = array_select(interp, dests[done], place, place_rank, 0, &old[done]);
    if (outcome != OUTCOME_OK) break;
    if (op->params[done] < code->object_count) {
      // A copy, lest the operator sees or holds the array that is about to be written.
      old[done].array = array_own(interp, old[done].array);
      if (old[done].array == NULL) outcome = OUTCOME_FAILED;
    }
  }
  if (outcome != OUTCOME_OK) {
    for (size_t i = 0; i < count; i++) {
      bool is_object = op->params[i] < code->object_count;
      if (i < done) slot_release(interp, old[i], is_object);
      slot_release(interp, values[i], is_object);
      old[i].object = NULL;
    }
    return outcome == OUTCOME_OUTSIDE;
  }
  if (!exec_lambda(interp, code, frame, op, old, values)) return false;
  bool is_ok = true;
  for (size_t i = 0; i < count; i++) {
    bool is_object = op->params[i] < code->object_count;
    is_ok = is_ok &&
            array_store(interp, &dests[i], place, place_rank, old[i], !is_object) == OUTCOME_OK;
    slot_release(interp, old[i], is_object);
    old[i].object = NULL;
  }
  return is_ok;
}

// Combines rows (references are taken) element by element; `place` has room for their dimensions.
static bool combine_rows(Interp *interp, const Code *code, InterpSlot *frame, const LambdaCode *op,
                         Array **dests, size_t count, Component *place, size_t place_rank,
                         InterpSlot *values) {
  StackMark mark;
  InterpSlot *rows = stack_push(interp, 2 * count * sizeof(InterpSlot), &mark);
  int64_t size = array_shape(values[0].array)[0];
  bool is_last = has_scalar_rows(values[0].array), is_ok = rows != NULL;
  for (int64_t at = 0; is_ok && at < size; at++) {
    place[place_rank] = (Component){.start = at};
    for (size_t i = 0; is_ok && i < count; i++)
      is_ok = array_row(interp, values[i].array, at, &rows[i]);
    if (!is_ok) break;
    is_ok = is_last
                ? combine_at(interp, code, frame, op, dests, count, place, place_rank + 1,
                             rows + count, rows)
                : combine_rows(interp, code, frame, op, dests, count, place, place_rank + 1, rows);
  }
  for (size_t i = 0; i < count; i++)
    slot_release(interp, values[i], true);
  if (rows != NULL) stack_pop(interp, mark);
  return is_ok;
}

// Combines values into arrays at a place, rows by an operator over scalars element by element.
static bool combine_values(Interp *interp, const Code *code, InterpSlot *frame,
                           const LambdaCode *op, Array **dests, size_t count,
                           const Component *place, size_t place_rank, const Operand *operands,
                           InterpSlot *old, InterpSlot *values) {
  bool has_rows = count > 0 && operands[0].is_object && op->params[0] >= code->object_count;
  if (!has_rows)
    return combine_at(interp, code, frame, op, dests, count, place, place_rank, old, values);
  StackMark mark;
  size_t rank = place_rank + values[0].array->rank;
  Component *longer = stack_push(interp, rank * sizeof(Component), &mark);
  if (longer == NULL) {
    for (size_t i = 0; i < count; i++)
      slot_release(interp, values[i], true);
    return false;
  }
  memcpy(longer, place, place_rank * sizeof(Component));
  bool is_ok = combine_rows(interp, code, frame, op, dests, count, longer, place_rank, values);
  stack_pop(interp, mark);
  return is_ok;
}

static bool point_combine(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  place_write(run, out, state);
  use_values(run, out, state->values);
  return combine_values(run->interp, run->code, run->frame, &out->op, state->dests, out->count,
                        state->place, out->index_count, out->values, state->folded, state->values);
}

static bool point_output(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  switch (out->mode) {
  case MODE_MAP: return point_map(run, out, state);
  case MODE_REDUCE: return point_reduce(run, out, state);
  case MODE_SCAN: return point_scan(run, out, state);
  case MODE_KEEP: return point_keep(run, out, state);
  case MODE_SPLIT: return point_split(run, out, state);
  case MODE_PUT: return point_put(run, out, state);
  case MODE_COMBINE: return point_combine(run, out, state);
  case MODE_ACC: {
    Acc *acc = operand_use(run->frame, out->values[0]).acc;
    if (state->acc != NULL) object_release(run->interp, &state->acc->head);
    state->acc = acc;
    return true;
  }
  case MODE_COUNT: break;
  }
  INTERNAL_ERROR("an output without a mode");
}

static bool run_point(InterpParRun *run) {
  const ParCode *par = run->par;
  for (size_t i = 0; i < par->consumed_count; i++)
    if (!bind_consumed(run, i)) return false;
  for (size_t i = 0; i < par->acc_count; i++) {
    run->frame[par->accs[i].inside] = run->accs[i];
    run->accs[i].object->refs++;
  }
  if (!exec(run->interp, run->code, par->entry, run->frame)) return false;
  size_t i = 0;
  for (; i < par->output_count && !par->outputs[i].is_epilogue; i++)
    if (!point_output(run, &par->outputs[i], &run->outputs[i])) return false;
  if (!par->has_epilogue) return true;
  if (!exec(run->interp, run->code, par->epilogue, run->frame)) return false;
  for (; i < par->output_count; i++)
    if (!point_output(run, &par->outputs[i], &run->outputs[i])) return false;
  return true;
}

// ---- Segments ----

static void segment_begin(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  state->kept = 0;
  bool is_split = mode_has(out->mode, TRAIT_SORTS);
  for (size_t i = 0; is_split && i < out->class_count; i++)
    state->class_counts[i] = 0;
  if (!mode_has(out->mode, TRAIT_FOLDS)) return;
  for (size_t i = 0; i < out->count; i++)
    state->folded[i] = operand_use(run->frame, out->neutral[i]);
}

// Orders the segment's values by class; `classes` becomes their places.
static bool segment_split(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  int64_t start = 0;
  for (size_t i = 0; i < out->class_count; i++) {
    int64_t count = state->class_counts[i];
    InterpSlot value = {.scalar = {.i64 = count}};
    if (!list_push(run->interp, &state->counts[i], value)) return false;
    state->class_counts[i] = start;
    start += count;
  }
  for (int64_t i = 0; i < state->kept; i++)
    state->classes[i] = state->class_counts[state->classes[i]]++;
  for (size_t i = 0; i < out->count; i++) {
    List *list = &state->lists[i];
    if (!list_permute(run->interp, list, list->count - state->kept, state->classes)) return false;
  }
  return true;
}

static bool segment_end(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  if (mode_has(out->mode, TRAIT_DROPS)) {
    InterpSlot value = {.scalar = {.i64 = state->kept}};
    return list_push(run->interp, &state->counts[0], value);
  }
  if (mode_has(out->mode, TRAIT_SORTS)) return segment_split(run, out, state);
  if (!mode_has(out->mode, TRAIT_FOLDS)) return true;
  for (size_t i = 0; i < out->count; i++) {
    InterpSlot value = state->folded[i];
    state->folded[i].object = NULL;
    if (mode_has(out->mode, TRAIT_RUNNING))
      slot_release(run->interp, value, is_object_slot(run, out->op.params[i]));
    else if (!list_push(run->interp, &state->lists[i], value))
      return false;
  }
  return true;
}

static bool run_segment_points(InterpParRun *run) {
  const ParCode *par = run->par;
  int64_t size = 1;
  if (par->rank > 0 && !space_size(run, par->rank - 1, &size)) return false;
  for (size_t i = 0; i < par->output_count; i++)
    segment_begin(run, &par->outputs[i], &run->outputs[i]);
  for (int64_t i = 0; i < size; i++) {
    if (par->rank > 0) run->frame[par->indices[par->rank - 1]].scalar.i64 = i;
    if (!run_point(run)) return false;
  }
  for (size_t i = 0; i < par->output_count; i++)
    if (!segment_end(run, &par->outputs[i], &run->outputs[i])) return false;
  return true;
}

static bool run_dims(InterpParRun *run, size_t dim) {
  if (dim + 1 >= run->par->rank) return run_segment_points(run);
  int64_t size;
  if (!space_size(run, dim, &size)) return false;
  for (int64_t i = 0; i < size; i++) {
    run->path[dim] = i;
    run->frame[run->par->indices[dim]].scalar.i64 = i;
    if (!run_dims(run, dim + 1)) return false;
  }
  return true;
}

// ---- End ----

static bool output_finish(InterpParRun *run, const OutputCode *out, InterpOutputState *state) {
  size_t counts = out->count_results;
  size_t rank = run->par->rank;
  for (size_t i = 0; i < out->result_count; i++) {
    InterpSlot *result = &run->frame[out->results[i]];
    if (mode_has(out->mode, TRAIT_HANDS_ON)) {
      result->acc = state->acc;
      state->acc = NULL;
    } else if (out->dests != NULL) {
      result->array = state->dests[i];
      state->dests[i] = NULL;
    } else {
      bool is_inner = i >= counts && !mode_has(out->mode, TRAIT_TOTAL);
      List *list = i < counts ? &state->counts[i] : &state->lists[i - counts];
      if (!list_finish(run->interp, run->frame, list, &out->types[i], is_inner ? rank : rank - 1,
                       result))
        return false;
      bool is_blank = run->par->is_overwritten && out->types[i].rank > 0;
      if (is_blank && !array_blank(run->interp, result->array)) return false;
    }
  }
  return true;
}

bool run_par(Interp *interp, const Code *code, InterpSlot *frame, const ParCode *par) {
  InterpParRun run = {.interp = interp, .code = code, .frame = frame, .par = par};
  StackMark mark;
  run.path = stack_push(interp, par->rank * sizeof(int64_t), &mark);
  if (run.path == NULL) return false;
  bool is_ok = count_space(&run) && par_begin(&run) && run_dims(&run, 0);
  for (size_t i = 0; is_ok && i < par->output_count; i++)
    is_ok = output_finish(&run, &par->outputs[i], &run.outputs[i]);
  par_free(&run);
  stack_pop(interp, mark);
  return is_ok;
}

// ---- Accumulators ----

static bool acc_begin(Interp *interp, const Code *code, InterpSlot *frame, const AccCode *decl) {
  Acc *acc = calloc(1, sizeof(Acc) + decl->dest_count * sizeof(Array *));
  if (acc == NULL) return interp_fail(interp, FAILURE_MEMORY, "out of memory");
  acc->head = (Object){.refs = 1, .kind = OBJECT_ACC};
  acc->code = code;
  acc->frame = frame;
  acc->decl = decl;
  frame[decl->param].acc = acc;
  for (size_t i = 0; i < decl->dest_count; i++) {
    acc->dests[i] = array_own(interp, operand_use(frame, decl->dests[i]).array);
    if (acc->dests[i] == NULL) return false;
  }
  if (!decl->is_once) return true;
  acc->written = calloc((size_t)acc->dests[0]->dims[0] + 1, 1);
  return acc->written != NULL || interp_fail(interp, FAILURE_MEMORY, "out of memory");
}

bool run_with_acc(Interp *interp, const Code *code, InterpSlot *frame,
                  const WithAccCode *with_acc) {
  for (size_t i = 0; i < with_acc->acc_count; i++)
    if (!acc_begin(interp, code, frame, &with_acc->accs[i])) return false;
  if (!exec(interp, code, with_acc->entry, frame)) return false;
  size_t dest = 0;
  for (size_t i = 0; i < with_acc->result_count; i++) {
    InterpSlot value = operand_use(frame, with_acc->results[i]);
    if (i >= with_acc->acc_count) {
      frame[with_acc->dests[dest++]] = value;
      continue;
    }
    for (size_t k = 0; k < value.acc->decl->dest_count; k++)
      frame[with_acc->dests[dest++]].array = array_retain(value.acc->dests[k]);
    object_release(interp, value.object);
  }
  return true;
}

// Notes that the element is written. False if it was before, and may not be twice.
static bool note_written(Interp *interp, Acc *acc, int64_t at) {
  if (acc->written == NULL || at < 0 || at >= acc->dests[0]->dims[0]) return true;
  if (acc->written[at] != 0)
    return interp_fail(interp, FAILURE_ASSERT, "element %lld is written twice", (long long)at);
  acc->written[at] = 1;
  return true;
}

static bool acc_put(Interp *interp, Acc *acc, const Component *place, InterpSlot *frame,
                    const AccUpdateCode *update) {
  bool is_ok = note_written(interp, acc, place->start);
  for (size_t i = 0; i < update->value_count; i++) {
    InterpSlot value = operand_use(frame, update->values[i]);
    bool is_object = update->values[i].is_object;
    is_ok = is_ok && array_store(interp, &acc->dests[i], place, update->index_count, value,
                                 !is_object) != OUTCOME_FAILED;
    slot_release(interp, value, is_object);
  }
  return is_ok;
}

bool run_acc_update(Interp *interp, InterpSlot *frame, const AccUpdateCode *update) {
  Acc *acc = operand_use(frame, update->acc).acc;
  frame[update->dest].acc = acc;
  StackMark mark;
  size_t size =
      update->index_count * sizeof(Component) + 2 * update->value_count * sizeof(InterpSlot);
  Component *place = stack_push(interp, size, &mark);
  if (place == NULL) return false;
  InterpSlot *old = (InterpSlot *)(void *)(place + update->index_count);
  for (size_t i = 0; i < update->index_count; i++)
    place[i] = (Component){.start = frame[update->indices[i]].scalar.i64};
  bool is_ok;
  if (acc->decl->has_op) {
    InterpSlot *values = old + update->value_count;
    for (size_t i = 0; i < update->value_count; i++)
      values[i] = operand_use(frame, update->values[i]);
    is_ok = combine_values(interp, acc->code, acc->frame, &acc->decl->op, acc->dests,
                           update->value_count, place, update->index_count, update->values, old,
                           values);
  } else {
    is_ok = acc_put(interp, acc, place, frame, update);
  }
  stack_pop(interp, mark);
  return is_ok;
}
