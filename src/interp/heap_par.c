// par, point by point in order, and accumulators.
//
// The variables of the pattern hold the places of the results while the points run; the count of a
// `keep` is the size of the space until the end.
#include "interp/heap_internal.h"

#include <stdlib.h>

#include "ir/par.h"

// What a split keeps of a segment until all classes are known.
typedef struct SplitStore {
  int64_t *counts; // per class
  int64_t *classes;
  ScalarValue *elements; // of all values of all points
  size_t capacity;       // in points
  size_t point_size;     // elements of all values of a point
} SplitStore;

typedef struct HeapOutputState {
  const Output *output;
  Var **results; // in the pattern
  bool is_epilogue;
  Var **scan_params; // of a scan in front of an epilogue
  Cell *folded;      // reduce, scan, combine: operands of the operator
  int64_t kept;      // keep, split: in this segment
  SplitStore split;
  uint64_t group; // put, combine
  HeapAcc *acc;
} HeapOutputState;

typedef struct ParRun {
  Heap *heap;
  Cell *frame;
  const Stm *stm;
  const Par *par;
  HeapOutputState *outputs;
  size_t output_count;
  int64_t *sizes, *path;
  int64_t segments; // that have begun, the current one included
  int64_t base;     // points in the segments before
  bool is_rehearsal;
} ParRun;

// ---- Operators ----

// left := op(left, right), each `count` values; all are scalars.
static bool run_operator(Heap *heap, Cell *frame, const Lambda *op, size_t count, Cell *left,
                         const Cell *right) {
  for (size_t i = 0; i < count; i++) {
    *cell_of(heap, frame, op->params[i]) = left[i];
    *cell_of(heap, frame, op->params[count + i]) = right[i];
  }
  if (!run_stms(heap, frame, &op->body->stms)) return false;
  for (size_t i = 0; i < count; i++)
    left[i].scalar = atom_value(heap, frame, op->body->results[i]);
  return true;
}

static bool check_operator(Heap *heap, const Lambda *op) {
  for (size_t i = 0; i < op->param_count; i++)
    if (op->params[i]->type->kind != TYPE_SCALAR) return heap_refuse(heap, "operators on arrays");
  return true;
}

// The selection of a destination at the indices; false: it is outside.
static bool select_target(Heap *heap, Cell *frame, const Atom *indices, size_t count, View *view) {
  int64_t path[VIEW_MAX_RANK];
  for (size_t i = 0; i < count; i++) {
    path[i] = atom_number(heap, frame, indices[i]);
    if (path[i] < 0 || path[i] >= view->shape[i]) return false;
  }
  view_at(view, path, count);
  return true;
}

// ---- Irregular results ----

// Does the par make the block of this result? Then its values are appended.
static bool is_join(const ParRun *run, const Var *result) {
  size_t count = par_block_count(run->stm);
  for (size_t i = 0; i < count; i++)
    if (type_is_array(result->type) && result->type->place->block == run->stm->vars[i]) return true;
  return false;
}

static bool join_begin(ParRun *run, const Var *result) {
  Heap *heap = run->heap;
  const Var *var = result->type->place->block;
  HeapBlock *block = heap_block_new(heap, var, 0, result->type->scalar);
  if (block == NULL) return false;
  heap_block_release(heap, cell_of(heap, run->frame, var)->block);
  cell_of(heap, run->frame, var)->block = block;
  View none = {.block = block, .rank = 1, .strides = {1}};
  view_store(heap, run->frame, result, &none);
  return true;
}

static bool join_append(ParRun *run, const Var *result, Atom value) {
  Heap *heap = run->heap;
  View all, row = {.rank = 0};
  view_load(heap, run->frame, result, &all);
  if (type_is_array(atom_type(value))) view_load(heap, run->frame, value.var, &row);
  int64_t count = view_count(&row);
  row.block = all.block;
  row.offset = all.shape[0];
  row.element = all.element;
  view_make_row_major(&row);
  all.shape[0] = wrap_add(all.shape[0], count);
  if (!heap_block_grow(heap, all.block, all.shape[0], all.element)) return false;
  view_store(heap, run->frame, result, &all);
  return count == 0 || view_write(heap, run->frame, &row, value, 0);
}

// The row of a result over an irregular space: at a point, or at a segment.
static void irregular_row(ParRun *run, const Var *result, int64_t position, size_t rank,
                          View *row) {
  const Type *type = result->type;
  view_load(run->heap, run->frame, result, row);
  row->rank = type->rank - (uint32_t)rank;
  for (uint32_t i = 0; i < row->rank; i++)
    row->shape[i] = atom_number(run->heap, run->frame, dim_size(type->dims[rank + i]));
  view_make_row_major(row);
  row->offset = wrap_add(row->offset, wrap_mul(position, view_count(row)));
}

// The row of a result at the leading `rank` indices of the path.
static void result_row(ParRun *run, const Var *result, const int64_t *path, size_t rank,
                       View *row) {
  if (type_is_irregular(result->type)) {
    bool is_point = rank == run->par->rank;
    int64_t position = is_point ? wrap_add(run->base, path[rank - 1]) : run->segments - 1;
    irregular_row(run, result, position, rank, row);
    return;
  }
  view_load(run->heap, run->frame, result, row);
  view_at(row, path, rank);
}

// ---- Begin ----

// The places of the results, as far as they are known before the points run.
static bool bind_results(ParRun *run, HeapOutputState *state) {
  Heap *heap = run->heap;
  const Output *output = state->output;
  size_t count = par_result_count(run->par, output);
  if (output->dests != NULL || mode_has(output->mode, TRAIT_HANDS_ON)) return true;
  for (size_t i = 0; i < count; i++) {
    const Var *var = state->results[i];
    View said;
    if (is_join(run, var)) {
      if (!join_begin(run, var)) return false;
    } else if (type_is_array(var->type)) {
      if (!view_of_type(heap, run->frame, var->type, &said)) return false;
      view_store(heap, run->frame, var, &said);
    } else if (mode_has(output->mode, TRAIT_DROPS) && i == 0) {
      cell_of(heap, run->frame, var)->number = run->sizes[run->par->rank - 1];
    }
  }
  return true;
}

static size_t value_size(ParRun *run, Var *result) {
  View view;
  result_row(run, result, run->path, run->par->rank, &view);
  return (size_t)view_count(&view);
}

static bool output_begin(ParRun *run, HeapOutputState *state) {
  Heap *heap = run->heap;
  const Output *output = state->output;
  StackMark mark; // run_heap_par pops all of them
  if (!bind_results(run, state)) return false;
  if (output->op != NULL) {
    if (!check_operator(heap, output->op)) return false;
    state->folded = stack_push(heap->interp, 2 * output->value_count * sizeof(Cell), &mark);
    if (state->folded == NULL) return false;
  }
  if (output->dests != NULL) state->group = ++heap->group;
  if (!mode_has(output->mode, TRAIT_SORTS)) return true;
  state->split.counts = stack_push(heap->interp, output->class_count * sizeof(int64_t) + 1, &mark);
  for (size_t i = 0; i < output->value_count; i++)
    state->split.point_size += value_size(run, state->results[output->class_count + i]);
  return state->split.counts != NULL;
}

static bool space_begin(ParRun *run) {
  const Par *par = run->par;
  for (size_t i = 0; i < par->rank; i++) {
    run->path[i] = 0;
    run->sizes[i] = 0;
    if (dim_is_varying(par->space[i])) continue; // it is known when the dimension is entered
    run->sizes[i] = atom_number(run->heap, run->frame, dim_size(par->space[i]));
    if (run->sizes[i] < 0)
      return interp_fail(run->heap->interp, FAILURE_SHAPE, "a par over %lld points",
                         (long long)run->sizes[i]);
  }
  return true;
}

static bool par_begin(ParRun *run) {
  const Par *par = run->par;
  if (par->rank > VIEW_MAX_RANK) return heap_refuse(run->heap, "spaces of so many dimensions");
  if (par->consumed_count > 0) return heap_refuse(run->heap, "consumed arrays at Mem");
  StackMark mark;
  run->output_count = par->body.output_count + (par->has_epilogue ? par->epilogue.output_count : 0);
  size_t output_bytes = run->output_count * sizeof(HeapOutputState);
  unsigned char *memory =
      stack_push(run->heap->interp, output_bytes + 2 * par->rank * sizeof(int64_t) + 1, &mark);
  if (memory == NULL) return false;
  memset(memory, 0, output_bytes);
  run->outputs = (HeapOutputState *)(void *)memory;
  run->sizes = (int64_t *)(void *)(memory + output_bytes);
  run->path = run->sizes + par->rank;
  if (!space_begin(run)) return false;
  size_t result = par_block_count(run->stm), scanned = 0, accs = 0;
  for (size_t i = 0; i < run->output_count; i++) {
    HeapOutputState *state = &run->outputs[i];
    state->is_epilogue = i >= par->body.output_count;
    state->output = state->is_epilogue ? &par->epilogue.outputs[i - par->body.output_count]
                                       : &par->body.outputs[i];
    state->results = run->stm->vars + result;
    result += par_result_count(par, state->output);
    if (par_hides(par, state->output)) {
      state->scan_params = par->scan_params + scanned;
      scanned += state->output->value_count;
    }
    // Without points nothing says which accumulator this output is; they come in order.
    if (mode_has(state->output->mode, TRAIT_HANDS_ON) && accs < par->acc_count)
      state->acc = cell_of(run->heap, run->frame, par->accs[accs++].outside)->acc;
    if (!output_begin(run, state)) return false;
  }
  return true;
}

static void par_free(ParRun *run) {
  for (size_t i = 0; i < run->output_count && run->outputs != NULL; i++) {
    free(run->outputs[i].split.classes);
    free(run->outputs[i].split.elements);
  }
}

// ---- Points ----

static void load_values(const ParRun *run, const Output *output, Cell *cells) {
  for (size_t i = 0; i < output->value_count; i++)
    cells[i].scalar = atom_value(run->heap, run->frame, output->values[i]);
}

// Writes a value to the row of a result that `path` says.
static bool write_row(ParRun *run, const Var *result, const int64_t *path, size_t rank,
                      Atom value) {
  Heap *heap = run->heap;
  if (rank == 0 && !type_is_array(result->type)) {
    cell_of(heap, run->frame, result)->scalar = atom_value(heap, run->frame, value);
    return true;
  }
  View row;
  if (is_join(run, result)) return join_append(run, result, value);
  result_row(run, result, path, rank, &row);
  return view_write(heap, run->frame, &row, value, 0);
}

static bool point_map(ParRun *run, HeapOutputState *state) {
  for (size_t i = 0; i < state->output->value_count; i++)
    if (!write_row(run, state->results[i], run->path, run->par->rank, state->output->values[i]))
      return false;
  return true;
}

static bool point_fold(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  Cell *values = state->folded + output->value_count;
  load_values(run, output, values);
  return run_operator(run->heap, run->frame, output->op, output->value_count, state->folded,
                      values);
}

// Shows what is folded so far to the result or the epilogue.
static bool scan_show(ParRun *run, HeapOutputState *state) {
  for (size_t i = 0; i < state->output->value_count; i++) {
    Atom value = {.constant.value = state->folded[i].scalar};
    if (state->scan_params != NULL)
      cell_of(run->heap, run->frame, state->scan_params[i])->scalar = state->folded[i].scalar;
    else if (!write_row(run, state->results[i], run->path, run->par->rank, value))
      return false;
  }
  return true;
}

static bool point_scan(ParRun *run, HeapOutputState *state) {
  bool is_exclusive = state->output->is_exclusive;
  return (!is_exclusive || scan_show(run, state)) && point_fold(run, state) &&
         (is_exclusive || scan_show(run, state));
}

static bool point_keep(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  if (!atom_value(run->heap, run->frame, output->selector).b) return true;
  int64_t last = run->path[run->par->rank - 1];
  run->path[run->par->rank - 1] = state->kept++;
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < output->value_count; i++)
    is_ok = write_row(run, state->results[1 + i], run->path, run->par->rank, output->values[i]);
  run->path[run->par->rank - 1] = last;
  return is_ok;
}

static bool split_reserve(ParRun *run, SplitStore *split) {
  size_t capacity = 2 * split->capacity + 16;
  int64_t *classes = realloc(split->classes, capacity * sizeof *classes);
  if (classes != NULL) split->classes = classes;
  ScalarValue *elements =
      realloc(split->elements, (capacity * split->point_size + 1) * sizeof *elements);
  if (elements != NULL) split->elements = elements;
  if (classes == NULL || elements == NULL)
    return interp_fail(run->heap->interp, FAILURE_MEMORY, "out of memory");
  split->capacity = capacity;
  return true;
}

// Reads all elements of a value.
static bool read_elements(ParRun *run, Atom value, ScalarValue **out) {
  Heap *heap = run->heap;
  if (!type_is_array(atom_type(value))) {
    *(*out)++ = atom_value(heap, run->frame, value);
    return true;
  }
  View view;
  int64_t path[VIEW_MAX_RANK] = {0};
  view_load(heap, run->frame, value.var, &view);
  if (view_count(&view) == 0) return true;
  do {
    if (!element_read(heap, view.block, view_index(&view, path), view.element, 0, (*out)++))
      return false;
  } while (view_next(&view, path));
  return true;
}

static bool point_split(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  SplitStore *split = &state->split;
  int64_t class = atom_number(run->heap, run->frame, output->selector);
  if (class < 0 || class >= (int64_t)output->class_count)
    return interp_fail(run->heap->interp, FAILURE_BOUNDS,
                       "class %lld is out of range for a split into %u classes", (long long)class,
                       (unsigned)output->class_count);
  if ((size_t)state->kept == split->capacity && !split_reserve(run, split)) return false;
  split->classes[state->kept] = class;
  split->counts[class]++;
  ScalarValue *out = split->elements + (size_t)state->kept++ * split->point_size;
  for (size_t i = 0; i < output->value_count; i++)
    if (!read_elements(run, output->values[i], &out)) return false;
  return true;
}

static bool point_put(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  for (size_t i = 0; i < output->value_count; i++) {
    View view;
    view_load(run->heap, run->frame, output->dests[i].var, &view);
    if (select_target(run->heap, run->frame, output->indices, output->index_count, &view) &&
        !view_write(run->heap, run->frame, &view, output->values[i], state->group))
      return false;
  }
  return true;
}

// dest := op(dest, value) at the indices; `operands` has room for two sets of values, of which the
// second is given.
static bool combine_at(Heap *heap, Cell *frame, const Lambda *op, const View *targets, size_t count,
                       uint64_t group, Cell *operands) {
  for (size_t i = 0; i < count; i++)
    if (!element_read(heap, targets[i].block, targets[i].offset, targets[i].element, group,
                      &operands[i].scalar))
      return false;
  if (!run_operator(heap, frame, op, count, operands, operands + count)) return false;
  for (size_t i = 0; i < count; i++)
    if (!element_write(heap, targets[i].block, targets[i].offset, targets[i].element, group,
                       operands[i].scalar))
      return false;
  return true;
}

// Combines the operands' second half into the destinations, which are in the frame `home` with the
// operator; the indices are in `frame`. Outside, nothing happens.
static bool combine_dests(Heap *heap, Cell *home, const Lambda *op, const Atom *dests, size_t count,
                          Cell *frame, const Atom *indices, size_t index_count, uint64_t group,
                          Cell *operands) {
  StackMark mark;
  View *targets = stack_push(heap->interp, count * sizeof(View), &mark);
  if (targets == NULL) return false;
  bool is_inside = true;
  for (size_t i = 0; is_inside && i < count; i++) {
    view_load(heap, home, dests[i].var, &targets[i]);
    is_inside = select_target(heap, frame, indices, index_count, &targets[i]);
  }
  bool is_ok = !is_inside || combine_at(heap, home, op, targets, count, group, operands);
  stack_pop(heap->interp, mark);
  return is_ok;
}

// The same for rows, which are in `frame`, element by element.
static bool combine_dest_rows(Heap *heap, Cell *home, const Lambda *op, const Atom *dests,
                              size_t count, Cell *frame, const Atom *indices, size_t index_count,
                              const Atom *values, uint64_t group, Cell *operands) {
  StackMark mark;
  View *targets = stack_push(heap->interp, 3 * count * sizeof(View), &mark);
  if (targets == NULL) return false;
  View *rows = targets + count, *elements = rows + count;
  bool is_inside = true, is_ok = true;
  for (size_t i = 0; is_inside && i < count; i++) {
    view_load(heap, home, dests[i].var, &targets[i]);
    is_inside = select_target(heap, frame, indices, index_count, &targets[i]);
    view_load(heap, frame, values[i].var, &rows[i]);
  }
  int64_t path[VIEW_MAX_RANK] = {0};
  bool is_more = is_inside && view_count(&rows[0]) > 0;
  while (is_more && is_ok) {
    for (size_t i = 0; is_ok && i < count; i++) {
      elements[i] = targets[i];
      view_at(&elements[i], path, rows[i].rank);
      is_ok = element_read(heap, rows[i].block, view_index(&rows[i], path), rows[i].element, 0,
                           &operands[count + i].scalar);
    }
    is_ok = is_ok && combine_at(heap, home, op, elements, count, group, operands);
    is_more = view_next(&rows[0], path);
  }
  stack_pop(heap->interp, mark);
  return is_ok;
}

static bool point_combine(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  size_t count = output->value_count;
  if (output_is_by_element(output))
    return combine_dest_rows(run->heap, run->frame, output->op, output->dests, count, run->frame,
                             output->indices, output->index_count, output->values, state->group,
                             state->folded);
  load_values(run, output, state->folded + count);
  return combine_dests(run->heap, run->frame, output->op, output->dests, count, run->frame,
                       output->indices, output->index_count, state->group, state->folded);
}

static bool point_output(ParRun *run, HeapOutputState *state) {
  bool is_shown = mode_has(state->output->mode, TRAIT_RUNNING) && state->scan_params != NULL;
  if (run->is_rehearsal && !is_shown) return true;
  switch (state->output->mode) {
  case MODE_MAP: return point_map(run, state);
  case MODE_REDUCE: return point_fold(run, state);
  case MODE_SCAN: return point_scan(run, state);
  case MODE_KEEP: return point_keep(run, state);
  case MODE_SPLIT: return point_split(run, state);
  case MODE_PUT: return point_put(run, state);
  case MODE_COMBINE: return point_combine(run, state);
  case MODE_ACC:
    state->acc = cell_of(run->heap, run->frame, state->output->values[0].var)->acc;
    return true;
  case MODE_COUNT: break;
  }
  INTERNAL_ERROR("an output without a mode");
}

static bool run_point(ParRun *run) {
  const Par *par = run->par;
  Heap *heap = run->heap;
  level_point(heap, false);
  for (size_t i = 0; i < par->rank; i++)
    cell_of(heap, run->frame, par->indices[i])->number = run->path[i];
  for (size_t i = 0; i < par->acc_count; i++)
    cell_of(heap, run->frame, par->accs[i].inside)->acc =
        cell_of(heap, run->frame, par->accs[i].outside)->acc;
  if (!run_stms(heap, run->frame, &par->body.stms)) return false;
  size_t i = 0;
  for (; i < run->output_count && !run->outputs[i].is_epilogue; i++)
    if (!point_output(run, &run->outputs[i])) return false;
  if (!par->has_epilogue) return true;
  if (!run_stms(heap, run->frame, &par->epilogue.stms)) return false;
  for (; i < run->output_count; i++)
    if (!point_output(run, &run->outputs[i])) return false;
  return true;
}

// ---- Segments ----

static void segment_begin(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  state->kept = 0;
  bool is_split = mode_has(output->mode, TRAIT_SORTS);
  for (size_t i = 0; is_split && i < output->class_count; i++)
    state->split.counts[i] = 0;
  for (size_t i = 0; output->neutral != NULL && i < output->value_count; i++)
    state->folded[i].scalar = atom_value(run->heap, run->frame, output->neutral[i]);
}

// Stores a result of the segment.
static bool segment_store(ParRun *run, const Var *result, ScalarValue value) {
  return write_row(run, result, run->path, run->par->rank - 1, (Atom){.constant.value = value});
}

// Writes the elements of a value that were kept.
static bool write_elements(ParRun *run, const View *row, const ScalarValue **next) {
  int64_t path[VIEW_MAX_RANK] = {0};
  if (view_count(row) == 0) return true;
  do {
    if (!element_write(run->heap, row->block, view_index(row, path), row->element, 0, *(*next)++))
      return false;
  } while (view_next(row, path));
  return true;
}

// Writes the values of the segment ordered by class; `counts` becomes the next place of each.
static bool segment_split(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  SplitStore *split = &state->split;
  size_t rank = run->par->rank;
  int64_t start = 0;
  for (size_t i = 0; i < output->class_count; i++) {
    int64_t count = split->counts[i];
    if (!segment_store(run, state->results[i], (ScalarValue){.i64 = count})) return false;
    split->counts[i] = start;
    start += count;
  }
  bool is_ok = true;
  int64_t last = run->path[rank - 1];
  for (int64_t k = 0; is_ok && k < state->kept; k++) {
    const ScalarValue *next = split->elements + (size_t)k * split->point_size;
    run->path[rank - 1] = split->counts[split->classes[k]]++;
    for (size_t i = 0; is_ok && i < output->value_count; i++) {
      View row;
      result_row(run, state->results[output->class_count + i], run->path, rank, &row);
      is_ok = write_elements(run, &row, &next);
    }
  }
  run->path[rank - 1] = last;
  return is_ok;
}

static bool segment_end(ParRun *run, HeapOutputState *state) {
  const Output *output = state->output;
  if (mode_has(output->mode, TRAIT_SORTS)) return segment_split(run, state);
  if (mode_has(output->mode, TRAIT_DROPS))
    return segment_store(run, state->results[0], (ScalarValue){.i64 = state->kept});
  if (!mode_has(output->mode, TRAIT_TOTAL)) return true;
  for (size_t i = 0; i < output->value_count; i++)
    if (!segment_store(run, state->results[i], state->folded[i].scalar)) return false;
  return true;
}

static bool run_segment_points(ParRun *run) {
  const Par *par = run->par;
  int64_t size = par->rank > 0 ? run->sizes[par->rank - 1] : 1;
  run->segments++;
  for (size_t i = 0; i < run->output_count; i++)
    segment_begin(run, &run->outputs[i]);
  for (int64_t i = 0; i < size; i++) {
    if (par->rank > 0) run->path[par->rank - 1] = i;
    if (!run_point(run)) return false;
  }
  level_point(run->heap, true);
  for (size_t i = 0; i < run->output_count && !run->is_rehearsal; i++)
    if (!segment_end(run, &run->outputs[i])) return false;
  run->base = wrap_add(run->base, size);
  return true;
}

// The length of the segment that the path is in.
static bool segment_size(ParRun *run, size_t dim) {
  Heap *heap = run->heap;
  const Dim *space = &run->par->space[dim];
  if (dim >= run->par->rank || !dim_is_varying(*space)) return true;
  if (space->var->type->kind != TYPE_SEG || space->skip > 0)
    return heap_refuse(heap, "irregular spaces without a descriptor");
  View descriptor;
  ScalarValue start, end;
  view_load(heap, run->frame, space->var, &descriptor);
  int64_t at = wrap_add(descriptor.offset, run->path[dim - 1]);
  if (!element_read(heap, descriptor.block, at, SCALAR_I64, 0, &start) ||
      !element_read(heap, descriptor.block, at + 1, SCALAR_I64, 0, &end))
    return false;
  run->sizes[dim] = end.i64 - start.i64;
  return true;
}

static bool run_dims(ParRun *run, size_t dim) {
  if (!segment_size(run, dim)) return false;
  if (dim + 1 >= run->par->rank) return run_segment_points(run);
  for (int64_t i = 0; i < run->sizes[dim]; i++) {
    run->path[dim] = i;
    if (!run_dims(run, dim + 1)) return false;
  }
  return true;
}

// Targets may run the points twice: then they do here.
static bool rehearse(ParRun *run) {
  Heap *heap = run->heap;
  if (!heap->interp->options.is_rehearsed || heap->rehearsal > 0 || !par_may_run_twice(run->par))
    return true;
  bool was_mute = heap->interp->is_mute;
  heap->interp->is_mute = run->is_rehearsal = true;
  heap->rehearsal = ++heap->group;
  bool is_ok = run_dims(run, 0);
  heap->interp->is_mute = was_mute;
  run->is_rehearsal = false;
  heap->rehearsal = 0;
  run->segments = run->base = 0;
  level_begin_again(heap);
  return is_ok;
}

// ---- Rows that threads share ----

// Is the value of each output a row that this par makes in its place?
static bool are_rows_in_place(const Stm *outer, const Stm *inner) {
  const Thunk *thunk = &outer->exp->as.par->body;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Var *value = thunk->outputs[i].values[0].var;
    bool is_made = false;
    for (size_t k = 0; k < inner->var_count; k++)
      is_made = is_made || inner->vars[k] == value;
    if (!is_made || !type_is_array(value->type) || !type_is_array(outer->vars[i]->type) ||
        value->type->place->block != outer->vars[i]->type->place->block)
      return false;
  }
  return true;
}

// May threads of a device share the row of a point, each running the light statements around its
// maker?
static bool is_row_shared(const Heap *heap, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  const Stm *inner = NULL;
  bool is_inside = heap->level_count > 1 && heap->levels[heap->level_count - 2].is_shared;
  if (!heap->interp->options.is_shared || par->has_epilogue || par->acc_count > 0) return false;
  if (!is_inside && par->level != PAR_GRID) return false;
  if (!thunk_has_only(&par->body, TRAIT_ELEMENTS)) return false;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *other = par->body.stms.data[i];
    Op op = other->exp->op;
    bool is_row = op == OP_PAR && !inner && other->exp->as.par->level == PAR_THREAD;
    bool is_light = op_is_scalar(op) || op_has(op, FLAG_VIEW) || op == OP_ASSERT;
    if (is_row)
      inner = other;
    else if (!is_light || op == OP_UPDATE)
      return false;
  }
  return inner && are_rows_in_place(stm, inner);
}

// ---- End ----

// Binds a result to a destination, which it must not leave.
static bool bind_dest(Heap *heap, Cell *frame, const Var *var, Cell *home, Atom dest) {
  View view, said;
  view_load(heap, home, dest.var, &view);
  if (!view_of_type(heap, frame, var->type, &said)) return false;
  if (!view_equal(&said, &view)) return fail_place(heap, var, &said, &view);
  view_store(heap, frame, var, &said);
  return true;
}

static bool output_end(ParRun *run, HeapOutputState *state) {
  Heap *heap = run->heap;
  const Output *output = state->output;
  if (mode_has(output->mode, TRAIT_HANDS_ON))
    cell_of(heap, run->frame, state->results[0])->acc = state->acc;
  // The count is known now, and so is the size of what was kept.
  if (mode_has(output->mode, TRAIT_DROPS) && run->par->rank == 1) {
    for (size_t i = 0; i < output->value_count; i++) {
      View said;
      if (is_join(run, state->results[1 + i])) continue;
      if (!view_of_type(heap, run->frame, state->results[1 + i]->type, &said)) return false;
      view_store(heap, run->frame, state->results[1 + i], &said);
    }
  }
  for (size_t i = 0; output->dests != NULL && i < output->value_count; i++)
    if (!bind_dest(heap, run->frame, state->results[i], run->frame, output->dests[i])) return false;
  return true;
}

// What is overwritten before it is read is not made: its place may hold what is still needed.
bool run_heap_par(Heap *heap, Cell *frame, const Stm *stm) {
  ParRun run = {.heap = heap, .frame = frame, .stm = stm, .par = stm->exp->as.par};
  StackMark mark;
  if (stack_push(heap->interp, sizeof(int64_t), &mark) == NULL) return false;
  bool is_ok = par_begin(&run) && level_push(heap, run.par, frame);
  if (is_ok) {
    heap->levels[heap->level_count - 1].is_shared = is_row_shared(heap, stm);
    is_ok = run.par->is_overwritten || (rehearse(&run) && run_dims(&run, 0));
    level_pop(heap);
  }
  for (size_t i = 0; is_ok && i < run.output_count; i++)
    is_ok = output_end(&run, &run.outputs[i]);
  par_free(&run);
  stack_pop(heap->interp, mark);
  return is_ok;
}

// ---- Accumulators ----

static bool acc_begin(Heap *heap, Cell *frame, const AccDecl *decl, HeapAcc *acc) {
  if (decl->op != NULL && !check_operator(heap, decl->op)) return false;
  *acc = (HeapAcc){decl, frame, ++heap->group};
  cell_of(heap, frame, decl->param)->acc = acc;
  return true;
}

// Binds the destinations of the accumulators, then the other results.
static bool with_acc_end(Heap *heap, Cell *frame, const Stm *stm, const WithAcc *with_acc) {
  const Body *body = with_acc->body;
  size_t result = 0;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const HeapAcc *acc = cell_of(heap, frame, body->results[i].var)->acc;
    for (size_t k = 0; k < acc->decl->dest_count; k++)
      if (!bind_dest(heap, frame, stm->vars[result++], acc->frame, acc->decl->dests[k]))
        return false;
  }
  return telescope_set(heap, frame, stm->vars + result, frame, body->results + with_acc->acc_count,
                       body->result_count - with_acc->acc_count);
}

bool run_heap_with_acc(Heap *heap, Cell *frame, const Stm *stm) {
  const WithAcc *with_acc = stm->exp->as.with_acc;
  StackMark mark;
  HeapAcc *accs = stack_push(heap->interp, with_acc->acc_count * sizeof(HeapAcc), &mark);
  if (accs == NULL) return false;
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < with_acc->acc_count; i++)
    is_ok = acc_begin(heap, frame, &with_acc->accs[i], &accs[i]);
  is_ok = is_ok && run_stms(heap, frame, &with_acc->body->stms) &&
          with_acc_end(heap, frame, stm, with_acc);
  stack_pop(heap->interp, mark);
  return is_ok;
}

static bool acc_combine(Heap *heap, Cell *frame, const HeapAcc *acc, const Atom *indices,
                        size_t index_count, const Atom *values) {
  size_t count = acc->decl->dest_count;
  StackMark mark;
  Cell *operands = stack_push(heap->interp, 2 * count * sizeof(Cell), &mark);
  if (operands == NULL) return false;
  bool has_rows = acc_is_by_element(acc->decl);
  for (size_t i = 0; i < count && !has_rows; i++)
    operands[count + i].scalar = atom_value(heap, frame, values[i]);
  bool is_ok = has_rows
                   ? combine_dest_rows(heap, acc->frame, acc->decl->op, acc->decl->dests, count,
                                       frame, indices, index_count, values, acc->group, operands)
                   : combine_dests(heap, acc->frame, acc->decl->op, acc->decl->dests, count, frame,
                                   indices, index_count, acc->group, operands);
  stack_pop(heap->interp, mark);
  return is_ok;
}

bool run_heap_acc_update(Heap *heap, Cell *frame, const Stm *stm) {
  const Exp *exp = stm->exp;
  const HeapAcc *acc = cell_of(heap, frame, exp->args[0].var)->acc;
  const Atom *indices = exp->args + 1;
  size_t index_count = atom_type(exp->args[0])->acc_rank;
  const Atom *values = indices + index_count;
  cell_of(heap, frame, stm->vars[0])->acc = cell_of(heap, frame, exp->args[0].var)->acc;
  if (acc->group <= heap->rehearsal) return true;
  if (acc->decl->op != NULL) return acc_combine(heap, frame, acc, indices, index_count, values);
  for (size_t i = 0; i < acc->decl->dest_count; i++) {
    View view;
    view_load(heap, acc->frame, acc->decl->dests[i].var, &view);
    if (select_target(heap, frame, indices, index_count, &view) &&
        !view_write(heap, frame, &view, values[i], acc->group))
      return false;
  }
  return true;
}
