// Sizes of types at run time, and the operations that take their shape from the pattern.
#include "interp/interp_internal.h"

#include <string.h>

// ---- Dimensions ----

bool dim_evaluate(Interp *interp, InterpSlot *frame, const DimCode *dim, const int64_t *path,
                  size_t position, int64_t *size) {
  switch (dim->kind) {
  case DIM_CONSTANT: *size = dim->size; return true;
  case DIM_SLOT: *size = frame[dim->slot].scalar.i64; return true;
  case DIM_VARYING: {
    Array *lengths = frame[dim->slot].array;
    const int64_t *point = path + (position - dim->skip - dim->rank);
    if (array_length_at(lengths, point, dim->rank, size)) return true;
    return fail_index(interp, lengths, point, dim->rank);
  }
  }
  INTERNAL_ERROR("a dimension of no kind");
}

// The sizes from dimension `first` on, at a point of the boxes in front.
static bool flat_shape(Interp *interp, InterpSlot *frame, const TypeCode *type, const int64_t *path,
                       size_t first, int64_t *shape) {
  for (size_t i = first; i < type->rank; i++)
    if (!dim_evaluate(interp, frame, &type->dims[i], path, i, &shape[i - first])) return false;
  return true;
}

static void print_sizes(StrBuf *out, const int64_t *shape, size_t rank) {
  for (size_t i = 0; i < rank; i++)
    strbuf_printf(out, "[%lld]", (long long)shape[i]);
}

static bool fail_shape(Interp *interp, const int64_t *shape, size_t rank, Array *array) {
  StrBuf text = {0};
  print_sizes(&text, shape, rank);
  strbuf_puts(&text, ", but the array has shape ");
  array_print_shape(&text, array);
  interp_fail(interp, FAILURE_SHAPE, "the pattern says %s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

// `path` has room for the whole rank, and so has `shape`.
static bool check_level(Interp *interp, InterpSlot *frame, Array *array, const TypeCode *type,
                        size_t level, int64_t *path, int64_t *shape) {
  if (level >= type->boxes) {
    if (!flat_shape(interp, frame, type, path, level, shape)) return false;
    size_t rank = type->rank - level;
    if (array->rank == rank && memcmp(array_shape(array), shape, rank * sizeof(int64_t)) == 0)
      return true;
    return fail_shape(interp, shape, rank, array);
  }
  int64_t size;
  if (!dim_evaluate(interp, frame, &type->dims[level], path, level, &size)) return false;
  if (size != array_shape(array)[0]) return fail_shape(interp, &size, 1, array);
  for (path[level] = 0; path[level] < size; path[level]++) {
    Array *row = *array_rows(array, path[level]);
    if (!check_level(interp, frame, row, type, level + 1, path, shape)) return false;
  }
  return true;
}

bool shape_check(Interp *interp, InterpSlot *frame, Array *array, const TypeCode *type) {
  StackMark mark;
  int64_t *path = stack_push(interp, 2 * type->rank * sizeof(int64_t), &mark);
  if (path == NULL) return false;
  bool is_ok = check_level(interp, frame, array, type, 0, path, path + type->rank);
  stack_pop(interp, mark);
  return is_ok;
}

Array *shape_empty(Interp *interp, InterpSlot *frame, const TypeCode *type) {
  StackMark mark;
  int64_t *path = stack_push(interp, 2 * type->rank * sizeof(int64_t), &mark);
  if (path == NULL) return NULL;
  int64_t *shape = path + type->rank;
  memset(path, 0, type->rank * sizeof(int64_t));
  Array *array = NULL;
  if (flat_shape(interp, frame, type, path, 0, shape))
    array = array_flat(interp, type->scalar, type->rank, shape);
  stack_pop(interp, mark);
  return array;
}

// Cuts the next elements off `flat`, counting them in `offset`.
static Array *apply_level(Interp *interp, InterpSlot *frame, Array *flat, int64_t *offset,
                          const TypeCode *type, size_t level, int64_t *path, int64_t *shape) {
  if (level >= type->boxes) {
    int64_t count;
    size_t rank = type->rank - level;
    if (!flat_shape(interp, frame, type, path, level, shape)) return NULL;
    if (!shape_count(shape, rank, &count) || count > array_shape(flat)[0] - *offset)
      return fail_shape(interp, shape, rank, flat), NULL;
    Array *block = array_block(interp, flat->storage, flat->element, rank, shape, 0);
    if (block == NULL) return NULL;
    block->data = flat->data + *offset * array_strides(flat)[0];
    block->has_overlap = flat->has_overlap;
    *offset += count;
    return block;
  }
  int64_t size;
  if (!dim_evaluate(interp, frame, &type->dims[level], path, level, &size)) return NULL;
  if (size < 0) return fail_shape(interp, &size, 1, flat), NULL;
  Array *boxed = array_boxed(interp, size);
  if (boxed == NULL) return NULL;
  for (int64_t i = 0; i < size; i++) {
    path[level] = i;
    Array *row = apply_level(interp, frame, flat, offset, type, level + 1, path, shape);
    if (row == NULL) return array_release(interp, boxed), NULL;
    *array_rows(boxed, i) = row;
  }
  return boxed;
}

Array *shape_apply(Interp *interp, InterpSlot *frame, Array *flat, const TypeCode *type) {
  StackMark mark;
  int64_t *path = stack_push(interp, 2 * type->rank * sizeof(int64_t), &mark);
  if (path == NULL) return NULL;
  int64_t offset = 0;
  Array *array = apply_level(interp, frame, flat, &offset, type, 0, path, path + type->rank);
  if (array != NULL && offset != array_shape(flat)[0]) {
    interp_fail(interp, FAILURE_SHAPE, "the pattern says %lld elements, but the array has %lld",
                (long long)offset, (long long)array_shape(flat)[0]);
    array_release(interp, array);
    array = NULL;
  }
  stack_pop(interp, mark);
  return array;
}

// Adds up the sizes of dimension `rank` - 1.
static bool rows_level(Interp *interp, InterpSlot *frame, const TypeCode *type, size_t rank,
                       size_t level, int64_t *path, int64_t *count) {
  int64_t size;
  if (!dim_evaluate(interp, frame, &type->dims[level], path, level, &size)) return false;
  if (level + 1 == rank) {
    if (size > INT64_MAX - *count)
      return interp_fail(interp, FAILURE_SHAPE, "the sum of the segments' lengths is too large");
    *count += size;
    return true;
  }
  for (path[level] = 0; path[level] < size; path[level]++)
    if (!rows_level(interp, frame, type, rank, level + 1, path, count)) return false;
  return true;
}

bool shape_rows(Interp *interp, InterpSlot *frame, const TypeCode *type, size_t rank,
                int64_t *count) {
  StackMark mark;
  int64_t *path = stack_push(interp, type->rank * sizeof(int64_t), &mark);
  if (path == NULL) return false;
  *count = 0;
  bool is_ok = rows_level(interp, frame, type, rank, 0, path, count);
  stack_pop(interp, mark);
  return is_ok;
}

// ---- concat ----

static bool fail_concat(Interp *interp, Array *a, Array *b, uint32_t dim) {
  StrBuf text = {0};
  array_print_shape(&text, a);
  strbuf_puts(&text, " and ");
  array_print_shape(&text, b);
  interp_fail(interp, FAILURE_SHAPE, "arrays of shape %s cannot be concatenated along dimension %u",
              strbuf_text(&text), (unsigned)dim);
  strbuf_free(&text);
  return false;
}

// The shape of flat arrays one after the other along `dim`, which `result` receives.
static bool concat_shape(Interp *interp, Array **arrays, size_t count, uint32_t dim,
                         int64_t *shape) {
  Array *first = arrays[0];
  memcpy(shape, array_shape(first), first->rank * sizeof(int64_t));
  for (size_t i = 1; i < count; i++) {
    for (size_t k = 0; k < first->rank; k++)
      if (arrays[i]->rank != first->rank ||
          (k != dim && array_shape(arrays[i])[k] != array_shape(first)[k]))
        return fail_concat(interp, first, arrays[i], dim);
    shape[dim] += array_shape(arrays[i])[dim];
  }
  return true;
}

static Array *concat_flat(Interp *interp, Array **arrays, size_t count, uint32_t dim) {
  StackMark mark;
  size_t rank = arrays[0]->rank;
  int64_t *shape = stack_push(interp, rank * sizeof(int64_t), &mark);
  if (shape == NULL) return NULL;
  Array *result = NULL;
  if (concat_shape(interp, arrays, count, dim, shape))
    result = array_flat(interp, arrays[0]->element, rank, shape);
  stack_pop(interp, mark);
  if (result == NULL) return NULL;
  Array *part = array_view(interp, result, rank);
  if (part == NULL) return array_release(interp, result), NULL;
  memcpy(part->dims, result->dims, 2 * rank * sizeof(int64_t));
  bool is_ok = true;
  for (size_t i = 0; i < count; i++) {
    array_shape(part)[dim] = array_shape(arrays[i])[dim];
    is_ok = is_ok && array_copy_elements(interp, part, arrays[i]);
    part->data += array_shape(part)[dim] * array_strides(part)[dim];
  }
  array_release(interp, part);
  if (is_ok) return result;
  array_release(interp, result);
  return NULL;
}

static Array *concat_arrays(Interp *interp, Array **arrays, size_t count, uint32_t dim,
                            uint32_t boxes);

// Row by row when the dimension lies inside the boxes.
static bool concat_row(Interp *interp, Array **arrays, size_t count, uint32_t dim, uint32_t boxes,
                       int64_t index, Array **row) {
  StackMark mark;
  Array **rows = stack_push(interp, count * sizeof(Array *), &mark);
  if (rows == NULL) return false;
  for (size_t i = 0; i < count; i++)
    rows[i] = *array_rows(arrays[i], index);
  *row = concat_arrays(interp, rows, count, dim - 1, boxes - 1);
  stack_pop(interp, mark);
  return *row != NULL;
}

// All are boxed.
static Array *concat_boxed(Interp *interp, Array **arrays, size_t count, uint32_t dim,
                           uint32_t boxes) {
  int64_t size = array_shape(arrays[0])[0];
  for (size_t i = 1; i < count; i++) {
    if (dim == 0)
      size += array_shape(arrays[i])[0];
    else if (array_shape(arrays[i])[0] != size)
      return fail_concat(interp, arrays[0], arrays[i], dim), NULL;
  }
  Array *result = array_boxed(interp, size);
  if (result == NULL) return NULL;
  for (int64_t i = 0; dim > 0 && i < size; i++)
    if (!concat_row(interp, arrays, count, dim, boxes, i, array_rows(result, i)))
      return array_release(interp, result), NULL;
  int64_t next = 0;
  for (size_t k = 0; dim == 0 && k < count; k++)
    for (int64_t i = 0; i < array_shape(arrays[k])[0]; i++)
      *array_rows(result, next++) = array_retain(*array_rows(arrays[k], i));
  return result;
}

static Array *concat_arrays(Interp *interp, Array **arrays, size_t count, uint32_t dim,
                            uint32_t boxes) {
  if (boxes == 0) return concat_flat(interp, arrays, count, dim);
  StackMark mark;
  Array **boxed = stack_push(interp, count * sizeof(Array *), &mark);
  if (boxed == NULL) return NULL;
  size_t done = 0;
  while (done < count && (boxed[done] = array_box(interp, arrays[done], boxes)) != NULL)
    done++;
  Array *result = done == count ? concat_boxed(interp, boxed, count, dim, boxes) : NULL;
  for (size_t i = 0; i < done; i++)
    array_release(interp, boxed[i]);
  stack_pop(interp, mark);
  return result;
}

static Array *run_concat(Interp *interp, InterpSlot *frame, const ShapedCode *code) {
  StackMark mark;
  Array **arrays = stack_push(interp, code->arg_count * sizeof(Array *), &mark);
  if (arrays == NULL) return NULL;
  for (size_t i = 0; i < code->arg_count; i++)
    arrays[i] = frame[code->args[i].slot].array;
  Array *result = NULL;
  if (code->arg_count > 0)
    result = concat_arrays(interp, arrays, code->arg_count, code->dim, code->type.boxes);
  else
    result = shape_empty(interp, frame, &code->type);
  stack_pop(interp, mark);
  return result;
}

// ---- array, reshape, coerce ----

static Array *run_array(Interp *interp, InterpSlot *frame, const ShapedCode *code) {
  int64_t count = (int64_t)code->arg_count;
  if (count == 0)
    return code->type.boxes > 0 ? array_boxed(interp, 0) : shape_empty(interp, frame, &code->type);
  if (!code->args[0].is_object) {
    Array *array = array_flat(interp, code->type.scalar, 1, &count);
    size_t size = SCALAR_SIZE(code->type.scalar);
    for (int64_t i = 0; array != NULL && i < count; i++)
      memcpy(array->data + (size_t)i * size, &frame[code->args[i].slot].scalar, size);
    return array;
  }
  StackMark mark;
  Array **rows = stack_push(interp, code->arg_count * sizeof(Array *), &mark);
  if (rows == NULL) return NULL;
  uint32_t boxes = code->type.boxes;
  int64_t done = 0;
  for (; done < count; done++) {
    Array *row = frame[code->args[done].slot].array;
    rows[done] = array_box(interp, row, boxes > 0 ? boxes - 1 : 0);
    if (rows[done] == NULL) break;
  }
  Array *array = NULL;
  if (done == count)
    array = array_from_rows(interp, rows, count, boxes > 0, code->type.scalar, code->type.rank - 1,
                            NULL);
  for (int64_t i = 0; done < count && i < done; i++)
    array_release(interp, rows[i]);
  stack_pop(interp, mark);
  return array;
}

static Array *run_reshape(Interp *interp, InterpSlot *frame, const ShapedCode *code) {
  Array *flat = array_flatten(interp, frame[code->args[0].slot].array, code->type.scalar);
  if (flat == NULL) return NULL;
  Array *array = shape_apply(interp, frame, flat, &code->type);
  array_release(interp, flat);
  return array;
}

// How deep the boxes are, as far as there are rows to see it.
static uint32_t box_depth(Array *array) {
  if (array->head.kind == OBJECT_FLAT) return 0;
  uint32_t depth = 0;
  for (int64_t i = 0; i < array_shape(array)[0]; i++) {
    uint32_t inner = box_depth(*array_rows(array, i));
    if (inner > depth) depth = inner;
  }
  return depth + 1;
}

// The same array with just this many levels of boxes.
static Array *rebox(Interp *interp, InterpSlot *frame, Array *array, uint32_t boxes,
                    const TypeCode *type) {
  if (array->head.kind == OBJECT_FLAT) return array_box(interp, array, boxes);
  int64_t count = array_shape(array)[0];
  if (count == 0 && boxes == 0) return shape_empty(interp, frame, type);
  StackMark mark;
  Array **rows = stack_push(interp, (size_t)count * sizeof(Array *), &mark);
  if (rows == NULL) return NULL;
  int64_t done = 0;
  for (; done < count; done++) {
    rows[done] = rebox(interp, frame, *array_rows(array, done), boxes > 0 ? boxes - 1 : 0, type);
    if (rows[done] == NULL) break;
  }
  Array *result = NULL;
  if (done == count)
    result = array_from_rows(interp, rows, count, boxes > 0, type->scalar,
                             count > 0 ? rows[0]->rank : 0, NULL);
  for (int64_t i = 0; done < count && i < done; i++)
    array_release(interp, rows[i]);
  stack_pop(interp, mark);
  return result;
}

static Array *run_coerce(Interp *interp, InterpSlot *frame, const ShapedCode *code) {
  Array *array = frame[code->args[0].slot].array;
  if (box_depth(array) == code->type.boxes) return array_retain(array);
  return rebox(interp, frame, array, code->type.boxes, &code->type);
}

bool run_shaped(Interp *interp, InterpSlot *frame, const ShapedCode *code) {
  Array *array = NULL;
  if (code->op == OP_CONCAT)
    array = run_concat(interp, frame, code);
  else if (code->op == OP_ARRAY)
    array = run_array(interp, frame, code);
  else if (code->op == OP_RESHAPE)
    array = run_reshape(interp, frame, code);
  else
    array = run_coerce(interp, frame, code);
  frame[code->dest].array = array;
  if (array == NULL) return false;
  return code->op == OP_RESHAPE || shape_check(interp, frame, array, &code->type);
}

// ---- permute ----

static Array *permute_flat(Interp *interp, Array *array, const uint32_t *permutation) {
  Array *view = array_view(interp, array, array->rank);
  for (size_t i = 0; view != NULL && i < array->rank; i++) {
    array_shape(view)[i] = array_shape(array)[permutation[i]];
    array_strides(view)[i] = array_strides(array)[permutation[i]];
  }
  return view;
}

// A permutation of an irregular array, element by element.
typedef struct Permuting {
  InterpSlot *frame;
  Array *source;
  const PermuteCode *code;
  int64_t *path;        // the indices of an element of the result
  int64_t *source_path; // and of the source
} Permuting;

// Where the source has the element at source_path.
static unsigned char *permuting_element(Interp *interp, const Permuting *permuting) {
  Array *array = permuting->source;
  const int64_t *index = permuting->source_path;
  for (; array->head.kind == OBJECT_BOXED; index++) {
    if (*index >= array_shape(array)[0]) return fail_index(interp, array, index, 1), NULL;
    array = *array_rows(array, *index);
  }
  unsigned char *data = array->data;
  for (size_t i = 0; i < array->rank; i++) {
    if (index[i] >= array_shape(array)[i])
      return fail_index(interp, array, index, array->rank), NULL;
    data += index[i] * array_strides(array)[i];
  }
  return data;
}

// The elements of a flat part of the result, in order: all indices from dimension `level` on.
static bool permute_elements(Interp *interp, Permuting *permuting, const int64_t *shape,
                             size_t level, unsigned char **out) {
  const TypeCode *type = &permuting->code->type;
  if (level == type->rank) {
    for (size_t i = 0; i < type->rank; i++)
      permuting->source_path[permuting->code->permutation[i]] = permuting->path[i];
    unsigned char *element = permuting_element(interp, permuting);
    if (element == NULL) return false;
    memcpy(*out, element, SCALAR_SIZE(type->scalar));
    *out += SCALAR_SIZE(type->scalar);
    return true;
  }
  for (int64_t i = 0; i < shape[0]; i++) {
    permuting->path[level] = i;
    if (!permute_elements(interp, permuting, shape + 1, level + 1, out)) return false;
  }
  return true;
}

static Array *permute_block(Interp *interp, Permuting *permuting, size_t level) {
  const TypeCode *type = &permuting->code->type;
  size_t rank = type->rank - level;
  StackMark mark;
  int64_t *shape = stack_push(interp, rank * sizeof(int64_t), &mark);
  if (shape == NULL) return NULL;
  bool is_good = true;
  for (size_t i = 0; is_good && i < rank; i++)
    is_good = dim_evaluate(interp, permuting->frame, &type->dims[level + i], permuting->path,
                           level + i, &shape[i]);
  Array *block = is_good ? array_flat(interp, type->scalar, rank, shape) : NULL;
  unsigned char *out = block != NULL ? block->data : NULL;
  if (block != NULL && !permute_elements(interp, permuting, shape, level, &out)) {
    array_release(interp, block);
    block = NULL;
  }
  stack_pop(interp, mark);
  return block;
}

static Array *permute_boxes(Interp *interp, Permuting *permuting, size_t level) {
  const TypeCode *type = &permuting->code->type;
  if (level == type->boxes) return permute_block(interp, permuting, level);
  int64_t size;
  if (!dim_evaluate(interp, permuting->frame, &type->dims[level], permuting->path, level, &size))
    return NULL;
  Array *result = array_boxed(interp, size);
  for (int64_t i = 0; result != NULL && i < size; i++) {
    permuting->path[level] = i;
    *array_rows(result, i) = permute_boxes(interp, permuting, level + 1);
    if (*array_rows(result, i) != NULL) continue;
    array_release(interp, result);
    result = NULL;
  }
  return result;
}

bool run_permute(Interp *interp, InterpSlot *frame, const PermuteCode *code) {
  Array *source = frame[code->source].array;
  if (source->head.kind == OBJECT_FLAT) {
    frame[code->dest].array = permute_flat(interp, source, code->permutation);
    return frame[code->dest].array != NULL;
  }
  StackMark mark;
  int64_t *path = stack_push(interp, 2 * code->type.rank * sizeof(int64_t), &mark);
  if (path == NULL) return false;
  Permuting permuting = {frame, source, code, path, path + code->type.rank};
  frame[code->dest].array = permute_boxes(interp, &permuting, 0);
  stack_pop(interp, mark);
  return frame[code->dest].array != NULL;
}

// ---- Segment descriptors: the array of the lengths ----

// Offsets in the place of the lengths; the total after.
static bool segment_offsets(Interp *interp, Array *flat, int64_t *total) {
  int64_t *lengths = (int64_t *)(void *)flat->data, sum = 0;
  for (int64_t i = 0; i < array_shape(flat)[0]; i++) {
    if (lengths[i] > INT64_MAX - sum)
      return interp_fail(interp, FAILURE_SHAPE, "the sum of the segments' lengths is too large");
    int64_t length = lengths[i];
    lengths[i] = sum;
    sum += length;
  }
  *total = sum;
  return true;
}

// seg_index and seg_flags: one value per element.
static Array *segment_elements(Interp *interp, Op op, Array *offsets, int64_t total) {
  const int64_t *starts = (const int64_t *)(const void *)offsets->data;
  bool is_flags = op == OP_SEG_FLAGS;
  Array *array = array_flat(interp, is_flags ? SCALAR_BOOL : SCALAR_I64, 1, &total);
  if (array == NULL) return NULL;
  int64_t count = array_shape(offsets)[0];
  for (int64_t i = 0; i < count; i++) {
    int64_t end = i + 1 < count ? starts[i + 1] : total;
    for (int64_t k = starts[i]; k < end; k++) {
      if (is_flags)
        array->data[k] = k == starts[i];
      else
        memcpy(array->data + (size_t)k * sizeof(int64_t), &i, sizeof i);
    }
  }
  return array;
}

static bool segment_check(Interp *interp, Array *array) {
  Array *flat = array_flatten(interp, array, SCALAR_I64);
  if (flat == NULL) return false;
  bool is_ok = true;
  const int64_t *lengths = (const int64_t *)(const void *)flat->data;
  for (int64_t i = 0; is_ok && i < array_shape(flat)[0]; i++)
    if (lengths[i] < 0)
      is_ok = interp_fail(interp, FAILURE_SHAPE, "segment %lld has length %lld", (long long)i,
                          (long long)lengths[i]);
  array_release(interp, flat);
  return is_ok;
}

bool run_segment(Interp *interp, InterpSlot *frame, const SegmentCode *code) {
  Array *lengths = frame[code->source].array;
  if (code->op == OP_SEG_MAKE || code->op == OP_SEG_LENGTHS) {
    if (code->op == OP_SEG_MAKE && !segment_check(interp, lengths)) return false;
    frame[code->dest].array = array_retain(lengths);
    return true;
  }
  Array *flat = array_flatten(interp, lengths, SCALAR_I64);
  if (flat == NULL || (flat = array_own(interp, flat)) == NULL) return false;
  int64_t total = 0;
  bool is_ok = segment_offsets(interp, flat, &total);
  if (is_ok && code->op == OP_SEG_TOTAL) {
    frame[code->dest].scalar.i64 = total;
  } else if (is_ok) {
    Array *array = code->op == OP_SEG_OFFSETS ? shape_apply(interp, frame, flat, &code->type)
                                              : segment_elements(interp, code->op, flat, total);
    frame[code->dest].array = array;
    is_ok = array != NULL;
    if (is_ok && op_has(code->op, FLAG_SHAPED))
      is_ok = shape_check(interp, frame, array, &code->type);
  }
  array_release(interp, flat);
  return is_ok;
}
