// index, slice and update: selections of arrays, flat or boxed.
#include "interp/interp_internal.h"

#include <string.h>

// ---- Reading ----

bool component_fits(const Component *component, int64_t size) {
  int64_t start = component->start, count = component->count, stride = component->stride;
  if (component->is_range && count == 0) return true;
  if (start < 0 || start >= size) return false;
  if (!component->is_range || count == 1 || stride == 0) return true;
  // Steps that fit before either end, without computing the last place, which might overflow.
  if (stride > 0) return (size - 1 - start) / stride >= count - 1;
  return stride != INT64_MIN ? start / -stride >= count - 1 : count <= 1;
}

static Outcome select_flat(Interp *interp, Array *array, const Component *components, size_t count,
                           InterpSlot *result) {
  unsigned char *data = array->data;
  size_t rank = array->rank;
  bool is_empty = false;
  for (size_t i = 0; i < count; i++) {
    if (!component_fits(&components[i], array_shape(array)[i])) return OUTCOME_OUTSIDE;
    if (!components[i].is_range) rank--;
    if (components[i].is_range && components[i].count == 0)
      is_empty = true;
    else
      data += components[i].start * array_strides(array)[i];
  }
  if (rank == 0) {
    memcpy(&result->scalar, data, SCALAR_SIZE(array->element));
    return OUTCOME_OK;
  }
  Array *view = array_view(interp, array, rank);
  if (view == NULL) return OUTCOME_FAILED;
  view->data = is_empty ? array->data : data;
  for (size_t i = 0, k = 0; i < array->rank; i++) {
    int64_t size = array_shape(array)[i], stride = array_strides(array)[i];
    if (i < count && !components[i].is_range) continue;
    if (i < count) {
      size = components[i].count;
      if (size > 1 && components[i].stride == 0) view->has_overlap = true;
      stride = size > 1 ? stride * components[i].stride : 0;
    }
    array_shape(view)[k] = size;
    array_strides(view)[k++] = stride;
  }
  result->array = view;
  return OUTCOME_OK;
}

// A range of rows of which more is selected inside: the results may differ in shape, or may have
// become regular, which is then one flat array.
static Outcome select_rows(Interp *interp, Array *array, const Component *components, size_t count,
                           uint32_t boxes, InterpSlot *result) {
  const Component *range = &components[0];
  StackMark mark;
  InterpSlot *rows = stack_push(interp, (size_t)range->count * sizeof(InterpSlot), &mark);
  if (rows == NULL) return OUTCOME_FAILED;
  Outcome outcome = OUTCOME_OK;
  int64_t done = 0;
  bool is_scalar = false;
  Scalar element = SCALAR_BOOL;
  while (outcome == OUTCOME_OK && done < range->count) {
    Array *row = *array_rows(array, range->start + done * range->stride);
    size_t left = row->rank;
    for (size_t i = 1; i < count; i++)
      if (!components[i].is_range) left--;
    is_scalar = row->head.kind == OBJECT_FLAT && left == 0;
    element = row->element;
    outcome = array_select(interp, row, components + 1, count - 1, boxes > 0 ? boxes - 1 : 0,
                           &rows[done]);
    if (outcome == OUTCOME_OK) done++;
  }
  if (outcome == OUTCOME_OK && is_scalar) {
    result->array = array_flat(interp, element, 1, &range->count);
    for (int64_t i = 0; result->array != NULL && i < done; i++)
      memcpy(result->array->data + i * array_strides(result->array)[0], &rows[i].scalar,
             SCALAR_SIZE(element));
  } else if (outcome == OUTCOME_OK) {
    Array **arrays = (Array **)(void *)rows;
    for (int64_t i = 0; i < done; i++)
      arrays[i] = rows[i].array;
    if (done > 0 && arrays[0]->head.kind == OBJECT_FLAT) element = arrays[0]->element;
    size_t rank = done > 0 ? arrays[0]->rank : 0;
    result->array = array_from_rows(interp, arrays, done, boxes > 0, element, rank, &range->count);
  } else {
    for (int64_t i = 0; !is_scalar && i < done; i++)
      array_release(interp, rows[i].array);
  }
  stack_pop(interp, mark);
  return outcome == OUTCOME_OK && result->array == NULL ? OUTCOME_FAILED : outcome;
}

Outcome array_select(Interp *interp, Array *array, const Component *components, size_t count,
                     uint32_t boxes, InterpSlot *result) {
  if (count == 0) {
    result->array = array_retain(array);
    return OUTCOME_OK;
  }
  if (array->head.kind == OBJECT_FLAT) return select_flat(interp, array, components, count, result);
  if (!component_fits(&components[0], array_shape(array)[0])) return OUTCOME_OUTSIDE;
  if (!components[0].is_range)
    return array_select(interp, *array_rows(array, components[0].start), components + 1, count - 1,
                        boxes, result);
  if (count == 1) return select_flat(interp, array, components, 1, result);
  return select_rows(interp, array, components, count, boxes, result);
}

bool array_length_at(Array *lengths, const int64_t *path, size_t rank, int64_t *length) {
  for (size_t i = 0; i < rank; i++) {
    if (path[i] < 0) return false;
    if (lengths->head.kind == OBJECT_BOXED) {
      if (path[i] >= array_shape(lengths)[0]) return false;
      lengths = *array_rows(lengths, path[i]);
      continue;
    }
    unsigned char *data = lengths->data;
    for (size_t k = 0; i + k < rank; k++) {
      if (k >= lengths->rank || path[i + k] < 0 || path[i + k] >= array_shape(lengths)[k])
        return false;
      data += path[i + k] * array_strides(lengths)[k];
    }
    memcpy(length, data, sizeof *length);
    return true;
  }
  return false;
}

// ---- Writing ----

static Outcome fail_store(Interp *interp, Array *selected, Array *value) {
  StrBuf text = {0};
  array_print_shape(&text, value);
  strbuf_puts(&text, " is written where the shape is ");
  array_print_shape(&text, selected);
  interp_fail(interp, FAILURE_SHAPE, "an array of shape %s", strbuf_text(&text));
  strbuf_free(&text);
  return OUTCOME_FAILED;
}

static Outcome store_flat(Interp *interp, Array *array, const Component *components, size_t count,
                          InterpSlot value, bool is_scalar) {
  if (is_scalar && count == array->rank) {
    unsigned char *data = array->data;
    for (size_t i = 0; i < count; i++) {
      if (!component_fits(&components[i], array_shape(array)[i])) return OUTCOME_OUTSIDE;
      data += components[i].start * array_strides(array)[i];
    }
    memcpy(data, &value.scalar, SCALAR_SIZE(array->element));
    if (array->storage->written != NULL) array_note_written(array, data);
    return OUTCOME_OK;
  }
  InterpSlot selected;
  Outcome outcome = select_flat(interp, array, components, count, &selected);
  if (outcome != OUTCOME_OK) return outcome;
  if (!array_same_shape(selected.array, value.array))
    outcome = fail_store(interp, selected.array, value.array);
  else if (!array_copy_elements(interp, selected.array, value.array))
    outcome = OUTCOME_FAILED;
  array_release(interp, selected.array);
  return outcome;
}

// Writes rows of a value into a range of boxes.
static Outcome store_rows(Interp *interp, Array *array, const Component *components, size_t count,
                          Array *value) {
  const Component *range = &components[0];
  if (array_shape(value)[0] != range->count) return fail_store(interp, array, value);
  for (int64_t i = 0; i < range->count; i++) {
    InterpSlot row;
    if (!array_row(interp, value, i, &row)) return OUTCOME_FAILED;
    bool is_scalar = has_scalar_rows(value);
    Outcome outcome = array_store(interp, array_rows(array, range->start + i * range->stride),
                                  components + 1, count - 1, row, is_scalar);
    slot_release(interp, row, !is_scalar);
    if (outcome != OUTCOME_OK) return outcome;
  }
  return OUTCOME_OK;
}

Outcome array_store(Interp *interp, Array **holder, const Component *components, size_t count,
                    InterpSlot value, bool is_scalar) {
  if (count == 0) {
    if (!array_same_shape(*holder, value.array)) return fail_store(interp, *holder, value.array);
    Array *old = *holder;
    *holder = array_retain(value.array);
    array_release(interp, old);
    return OUTCOME_OK;
  }
  *holder = array_own(interp, *holder);
  Array *array = *holder;
  if (array == NULL) return OUTCOME_FAILED;
  if (array->head.kind == OBJECT_FLAT)
    return store_flat(interp, array, components, count, value, is_scalar);
  if (!component_fits(&components[0], array_shape(array)[0])) return OUTCOME_OUTSIDE;
  if (components[0].is_range) return store_rows(interp, array, components, count, value.array);
  return array_store(interp, array_rows(array, components[0].start), components + 1, count - 1,
                     value, is_scalar);
}

// ---- Statements ----

bool fail_index(Interp *interp, Array *array, const int64_t *indices, size_t count) {
  StrBuf text = {0};
  for (size_t i = 0; i < count; i++)
    strbuf_printf(&text, "%s%lld", i == 0 ? "" : ", ", (long long)indices[i]);
  strbuf_puts(&text, count == 1 ? " is" : "] is");
  strbuf_puts(&text, " out of bounds for an array of shape ");
  array_print_shape(&text, array);
  interp_fail(interp, FAILURE_BOUNDS, count == 1 ? "index %s" : "index [%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

void print_selection(StrBuf *out, const Component *components, size_t count) {
  bool has_range = false;
  for (size_t i = 0; i < count; i++)
    has_range = has_range || components[i].is_range;
  bool has_bracket = has_range || count != 1;
  strbuf_printf(out, "%s %s", has_range ? "slice" : "index", has_bracket ? "[" : "");
  for (size_t i = 0; i < count; i++) {
    const Component *c = &components[i];
    strbuf_printf(out, "%s%lld", i == 0 ? "" : ", ", (long long)c->start);
    if (c->is_range)
      strbuf_printf(out, " : %lld : %lld", (long long)c->count, (long long)c->stride);
  }
  if (has_bracket) strbuf_putc(out, ']');
}

static bool fail_outside(Interp *interp, Array *array, const Component *components, size_t count) {
  StrBuf text = {0};
  print_selection(&text, components, count);
  strbuf_puts(&text, " is out of bounds for an array of shape ");
  array_print_shape(&text, array);
  interp_fail(interp, FAILURE_BOUNDS, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

static bool fail_count(Interp *interp, int64_t count) {
  return interp_fail(interp, FAILURE_SHAPE, "a slice of %lld elements", (long long)count);
}

// Evaluates the components of a selector that is not an LMAD.
static bool select_components(Interp *interp, InterpSlot *frame, const SelectCode *code,
                              Component *components) {
  const uint32_t *atom = code->atoms;
  for (size_t i = 0; i < code->selector.rank; i++) {
    components[i] = (Component){.start = frame[*atom++].scalar.i64};
    if (code->selector.is_range == NULL || !code->selector.is_range[i]) continue;
    components[i].is_range = true;
    components[i].count = frame[*atom++].scalar.i64;
    components[i].stride = frame[*atom++].scalar.i64;
    if (components[i].count < 0) return fail_count(interp, components[i].count);
  }
  return true;
}

bool lmad_reach(int64_t *low, int64_t *high, int64_t count, int64_t stride) {
  if (stride == 0 || count <= 1) return true;
  if (stride == INT64_MIN || count - 1 > INT64_MAX / (stride < 0 ? -stride : stride)) return false;
  int64_t reach = (count - 1) * stride;
  if (reach < 0) {
    if (*low < INT64_MIN - reach) return false;
    *low += reach;
  } else {
    if (*high > INT64_MAX - reach) return false;
    *high += reach;
  }
  return true;
}

// The view `array{offset; count : stride, ...}` of a one-dimensional array.
static Array *select_lmad(Interp *interp, InterpSlot *frame, const SelectCode *code, Array *array) {
  int64_t offset = frame[code->atoms[0]].scalar.i64, low = offset, high = offset;
  int64_t size = array_shape(array)[0];
  bool is_empty = false, fits = true;
  for (size_t i = 0; i < code->selector.rank; i++) {
    int64_t count = frame[code->atoms[1 + 2 * i]].scalar.i64;
    if (count < 0) return fail_count(interp, count), NULL;
    if (count == 0) is_empty = true;
    fits = fits && lmad_reach(&low, &high, count, frame[code->atoms[2 + 2 * i]].scalar.i64);
  }
  if (!is_empty && (!fits || low < 0 || high >= size)) {
    interp_fail(interp, FAILURE_BOUNDS,
                "an LMAD slice from %lld reaches %lld to %lld, out of bounds for an array of shape "
                "[%lld]",
                (long long)offset, (long long)low, (long long)high, (long long)size);
    return NULL;
  }
  Array *view = array_view(interp, array, code->selector.rank);
  if (view == NULL) return NULL;
  view->has_overlap = true;
  if (!is_empty) view->data += offset * array_strides(array)[0];
  for (size_t i = 0; i < code->selector.rank; i++) {
    int64_t count = frame[code->atoms[1 + 2 * i]].scalar.i64;
    int64_t stride = frame[code->atoms[2 + 2 * i]].scalar.i64;
    array_shape(view)[i] = count;
    array_strides(view)[i] = is_empty || count <= 1 ? 0 : stride * array_strides(array)[0];
  }
  return view;
}

// Binds the lengths that a selection of an irregular array has left.
static bool select_lengths(Interp *interp, InterpSlot *frame, const SelectCode *code,
                           const Component *components) {
  for (size_t i = 0; i < code->length_count; i++) {
    const LengthCode *length = &code->lengths[i];
    size_t count = 0;
    while (count < length->rank && length->first + count < code->selector.rank)
      count++;
    InterpSlot result;
    Array *lengths = frame[length->lengths].array;
    Outcome outcome =
        array_select(interp, lengths, components + length->first, count, length->boxes, &result);
    if (outcome == OUTCOME_OUTSIDE)
      return fail_outside(interp, lengths, components + length->first, count);
    if (outcome == OUTCOME_FAILED) return false;
    frame[length->dest] = result;
  }
  return true;
}

// Selecting no rows of boxes cannot see what rank the rows would have had.
static bool fix_rank(Interp *interp, InterpSlot *frame, const SelectCode *code) {
  Array *array = frame[code->dest].array;
  if (code->type.boxes > 0 || array->rank == code->type.rank) return true;
  Array *empty = shape_empty(interp, frame, &code->type);
  if (empty == NULL) return false;
  array_release(interp, array);
  frame[code->dest].array = empty;
  return true;
}

bool run_select(Interp *interp, InterpSlot *frame, const SelectCode *code) {
  Array *array = frame[code->array.slot].array;
  if (code->selector.is_lmad) {
    Array *view = select_lmad(interp, frame, code, array);
    if (view == NULL) return false;
    if (code->is_scalar) {
      InterpSlot element = {0};
      memcpy(&element.scalar, view->data, SCALAR_SIZE(view->element));
      array_release(interp, view);
      frame[code->dest] = element;
    } else {
      frame[code->dest].array = view;
    }
    return true;
  }
  StackMark mark;
  Component *components = stack_push(interp, (code->selector.rank + 1) * sizeof(Component), &mark);
  if (components == NULL) return false;
  InterpSlot result;
  bool is_ok = select_components(interp, frame, code, components);
  if (is_ok) {
    size_t count = code->selector.rank;
    Outcome outcome = array_select(interp, array, components, count, code->type.boxes, &result);
    if (outcome == OUTCOME_OUTSIDE) fail_outside(interp, array, components, count);
    is_ok = outcome == OUTCOME_OK;
  }
  if (is_ok) {
    frame[code->dest] = result;
    is_ok = select_lengths(interp, frame, code, components);
  }
  stack_pop(interp, mark);
  return is_ok && (code->is_scalar || fix_rank(interp, frame, code));
}

static bool update_lmad(Interp *interp, InterpSlot *frame, const SelectCode *code, Array *array,
                        InterpSlot value) {
  Array *view = select_lmad(interp, frame, code, array);
  if (view == NULL) return false;
  bool is_ok = true;
  if (code->is_scalar && view->rank == 0) {
    memcpy(view->data, &value.scalar, SCALAR_SIZE(array->element));
    if (array->storage->written != NULL) array_note_written(array, view->data);
  } else if (array_same_shape(view, value.array)) {
    is_ok = array_copy_elements(interp, view, value.array);
  } else {
    is_ok = fail_store(interp, view, value.array) == OUTCOME_OK;
  }
  array_release(interp, view);
  return is_ok;
}

static bool update_components(Interp *interp, InterpSlot *frame, const SelectCode *code,
                              Array **array, InterpSlot value) {
  StackMark mark;
  Component *components = stack_push(interp, (code->selector.rank + 1) * sizeof(Component), &mark);
  if (components == NULL) return false;
  bool is_ok = select_components(interp, frame, code, components);
  if (is_ok) {
    size_t count = code->selector.rank;
    Outcome outcome = array_store(interp, array, components, count, value, code->is_scalar);
    if (outcome == OUTCOME_OUTSIDE) fail_outside(interp, *array, components, count);
    is_ok = outcome == OUTCOME_OK;
  }
  stack_pop(interp, mark);
  return is_ok;
}

bool run_update(Interp *interp, InterpSlot *frame, const SelectCode *code) {
  // The array first: when the value is the same variable, the array is then copied, not moved.
  Array *array = operand_use(frame, code->array).array;
  InterpSlot value = operand_use(frame, code->value);
  bool is_ok;
  if (code->selector.is_lmad) {
    array = array_own(interp, array);
    is_ok = array != NULL && update_lmad(interp, frame, code, array, value);
  } else {
    is_ok = update_components(interp, frame, code, &array, value);
  }
  slot_release(interp, value, !code->is_scalar);
  if (is_ok)
    frame[code->dest].array = array;
  else
    array_release(interp, array);
  return is_ok;
}
