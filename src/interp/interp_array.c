// Arrays of the interpreter: storage, references, copies and rows.
#include "interp/interp_internal.h"

#include <stdlib.h>
#include <string.h>

// ---- Storage ----

static void *fail_memory(Interp *interp, size_t bytes) {
  interp_fail(interp, FAILURE_MEMORY, "out of memory: an array of %zu bytes does not fit", bytes);
  return NULL;
}

// The bytes of a storage; false when it is too large or over the limit.
static bool storage_bytes(Interp *interp, int64_t count, size_t size, size_t old, size_t *bytes) {
  const size_t most = PTRDIFF_MAX - sizeof(Storage);
  if (count < 0 || (size != 0 && (uint64_t)count > most / size)) {
    interp_fail(interp, FAILURE_MEMORY,
                "out of memory: an array of %lld items of %zu bytes is too large", (long long)count,
                size);
    return false;
  }
  *bytes = sizeof(Storage) + (size_t)count * size;
  size_t limit = interp->options.memory_limit;
  if (limit != 0 && (*bytes > limit || interp->bytes - old > limit - *bytes)) {
    fail_memory(interp, *bytes);
    return false;
  }
  return true;
}

Storage *storage_new(Interp *interp, int64_t count, size_t size, bool is_boxed) {
  size_t bytes;
  if (!storage_bytes(interp, count, size, 0, &bytes)) return NULL;
  // Boxes start as null references, so that a half-filled array can be released.
  Storage *storage = is_boxed ? calloc(1, bytes) : malloc(bytes);
  if (storage == NULL) return fail_memory(interp, bytes);
  *storage = (Storage){.refs = 1, .bytes = bytes, .boxes = is_boxed ? (size_t)count : 0};
  interp->bytes += bytes;
  return storage;
}

Storage *storage_resize(Interp *interp, Storage *storage, int64_t count, size_t size) {
  size_t bytes;
  if (!storage_bytes(interp, count, size, storage->bytes, &bytes)) return NULL;
  Storage *resized = realloc(storage, bytes);
  if (resized == NULL) return fail_memory(interp, bytes);
  interp->bytes = interp->bytes - resized->bytes + bytes;
  resized->bytes = bytes;
  return resized;
}

void storage_release(Interp *interp, Storage *storage) {
  if (storage == NULL || --storage->refs != 0) return;
  Array **rows = (Array **)(void *)storage->data;
  for (size_t i = 0; i < storage->boxes; i++)
    array_release(interp, rows[i]);
  interp->bytes -= storage->bytes;
  free(storage->written);
  free(storage);
}

void object_release_last(Interp *interp, Object *object) {
  if (object->kind == OBJECT_ACC) {
    Acc *acc = (Acc *)(void *)object;
    for (size_t i = 0; i < acc->decl->dest_count; i++)
      array_release(interp, acc->dests[i]);
    free(acc->written);
    free(acc);
    return;
  }
  Array *array = (Array *)(void *)object;
  storage_release(interp, array->storage);
  free(array);
}

// ---- Headers ----

bool shape_count(const int64_t *shape, size_t rank, int64_t *count) {
  bool is_empty = false, is_large = false;
  int64_t product = 1;
  for (size_t i = 0; i < rank; i++) {
    if (shape[i] < 0) return false;
    if (shape[i] == 0)
      is_empty = true;
    else if (product > INT64_MAX / shape[i])
      is_large = true;
    else
      product *= shape[i];
  }
  *count = is_empty ? 0 : product;
  return is_empty || !is_large;
}

// A header that takes over the reference to the storage.
static Array *array_header(Interp *interp, Storage *storage, Scalar element, size_t rank) {
  Array *array = malloc(sizeof(Array) + 2 * rank * sizeof(int64_t));
  if (array == NULL) {
    storage_release(interp, storage);
    return fail_memory(interp, sizeof(Array));
  }
  array->head = (Object){.refs = 1, .kind = OBJECT_FLAT};
  array->element = element;
  array->rank = (uint32_t)rank;
  array->has_overlap = false;
  array->data = (unsigned char *)storage->data;
  array->storage = storage;
  return array;
}

static void array_set_shape(Array *array, const int64_t *shape) {
  int64_t stride = SCALAR_SIZE(array->element);
  for (size_t i = array->rank; i-- > 0;) {
    array_shape(array)[i] = shape[i];
    array_strides(array)[i] = stride;
    // An array without elements has no use for strides, and their product might overflow.
    stride = shape[i] == 0 ? 0 : (int64_t)((uint64_t)stride * (uint64_t)shape[i]);
  }
}

Array *array_flat(Interp *interp, Scalar element, size_t rank, const int64_t *shape) {
  int64_t count;
  for (size_t i = 0; i < rank; i++) {
    if (shape[i] >= 0) continue;
    interp_fail(interp, FAILURE_SHAPE, "an array with a dimension of size %lld",
                (long long)shape[i]);
    return NULL;
  }
  if (!shape_count(shape, rank, &count)) {
    interp_fail(interp, FAILURE_MEMORY, "out of memory: the array is too large");
    return NULL;
  }
  Storage *storage = storage_new(interp, count, SCALAR_SIZE(element), false);
  if (storage == NULL) return NULL;
  Array *array = array_header(interp, storage, element, rank);
  if (array != NULL) array_set_shape(array, shape);
  return array;
}

Array *array_boxed(Interp *interp, int64_t count) {
  Storage *storage = storage_new(interp, count, sizeof(Array *), true);
  if (storage == NULL) return NULL;
  Array *array = array_header(interp, storage, SCALAR_BOOL, 1);
  if (array == NULL) return NULL;
  array->head.kind = OBJECT_BOXED;
  array_shape(array)[0] = count;
  array_strides(array)[0] = sizeof(Array *);
  return array;
}

Array *array_over(Interp *interp, Storage *storage, Scalar element, size_t rank) {
  storage->refs++;
  Array *array = array_header(interp, storage, element, rank);
  if (array != NULL && storage->boxes != 0) array->head.kind = OBJECT_BOXED;
  return array;
}

Array *array_block(Interp *interp, Storage *storage, Scalar element, size_t rank,
                   const int64_t *shape, int64_t offset) {
  Array *array = array_over(interp, storage, element, rank);
  if (array == NULL) return NULL;
  array_set_shape(array, shape);
  array->data += (size_t)offset * SCALAR_SIZE(element);
  return array;
}

Array *array_view(Interp *interp, Array *array, size_t rank) {
  Array *view = array_over(interp, array->storage, array->element, rank);
  if (view == NULL) return NULL;
  view->head.kind = array->head.kind; // also of an empty array of boxes
  view->data = array->data;
  view->has_overlap = array->has_overlap;
  return view;
}

// ---- Elements ----

int64_t array_count(Array *array) {
  int64_t count = 1;
  for (size_t i = 0; i < array->rank; i++) {
    if (array_shape(array)[i] == 0) return 0;
    count *= array_shape(array)[i];
  }
  return count;
}

bool array_is_contiguous(Array *array) {
  int64_t stride = SCALAR_SIZE(array->element);
  if (array_count(array) == 0) return true;
  for (size_t i = array->rank; i-- > 0;) {
    if (array_shape(array)[i] != 1 && array_strides(array)[i] != stride) return false;
    stride *= array_shape(array)[i];
  }
  return true;
}

// Copies dimensions `dim` and further of non-empty arrays.
static void copy_dims(unsigned char *to, const int64_t *to_strides, const unsigned char *from,
                      const int64_t *from_strides, const int64_t *shape, size_t rank, size_t size) {
  if (rank == 0) {
    memmove(to, from, size);
  } else if (rank == 1 && *to_strides == (int64_t)size && *from_strides == (int64_t)size) {
    memmove(to, from, (size_t)*shape * size);
  } else if (rank == 1 && size == 8) {
    for (int64_t i = 0; i < *shape; i++)
      memcpy(to + i * *to_strides, from + i * *from_strides, 8);
  } else if (rank == 1 && size == 4) {
    for (int64_t i = 0; i < *shape; i++)
      memcpy(to + i * *to_strides, from + i * *from_strides, 4);
  } else {
    for (int64_t i = 0; i < *shape; i++)
      copy_dims(to + i * *to_strides, to_strides + 1, from + i * *from_strides, from_strides + 1,
                shape + 1, rank - 1, size);
  }
}

bool array_copy_elements(Interp *interp, Array *to, Array *from) {
  int64_t count = array_count(from);
  if (count == 0 || (to->data == from->data && to->storage == from->storage &&
                     memcmp(to->dims, from->dims, 2 * to->rank * sizeof(int64_t)) == 0))
    return true;
  size_t size = SCALAR_SIZE(from->element);
  if (array_is_contiguous(to) && array_is_contiguous(from))
    memmove(to->data, from->data, (size_t)count * size);
  else
    copy_dims(to->data, array_strides(to), from->data, array_strides(from), array_shape(from),
              from->rank, size);
  return array_copy_written(interp, to, from);
}

// Copies into consecutive memory and steps over it.
static void pack_dims(unsigned char **to, const unsigned char *from, const int64_t *strides,
                      const int64_t *shape, size_t rank, size_t size) {
  const int64_t step = (int64_t)size;
  if (rank <= 1) {
    copy_dims(*to, &step, from, strides, shape, rank, size);
    *to += rank == 0 ? size : (size_t)*shape * size;
    return;
  }
  for (int64_t i = 0; i < *shape; i++)
    pack_dims(to, from + i * *strides, strides + 1, shape + 1, rank - 1, size);
}

static void pack_elements(unsigned char **to, Array *from) {
  int64_t count = array_count(from);
  size_t size = SCALAR_SIZE(from->element);
  if (count == 0) return;
  if (array_is_contiguous(from)) {
    memcpy(*to, from->data, (size_t)count * size);
    *to += (size_t)count * size;
  } else {
    pack_dims(to, from->data, array_strides(from), array_shape(from), from->rank, size);
  }
}

void array_write_elements(Array *array, unsigned char **out) {
  if (array->head.kind == OBJECT_FLAT) {
    pack_elements(out, array);
    return;
  }
  for (int64_t i = 0; i < array_shape(array)[0]; i++)
    array_write_elements(*array_rows(array, i), out);
}

// Elements including those in boxes; shared rows may make it large. False when it overflows.
static bool total_count(Array *array, int64_t *total) {
  if (array->head.kind == OBJECT_FLAT) {
    int64_t count = array_count(array);
    if (*total > INT64_MAX - count) return false;
    *total += count;
    return true;
  }
  for (int64_t i = 0; i < array_shape(array)[0]; i++)
    if (!total_count(*array_rows(array, i), total)) return false;
  return true;
}

Array *array_flatten(Interp *interp, Array *array, Scalar element) {
  int64_t total = 0;
  if (!total_count(array, &total)) {
    interp_fail(interp, FAILURE_MEMORY, "out of memory: the array is too large");
    return NULL;
  }
  if (array->head.kind == OBJECT_FLAT && array_is_contiguous(array)) {
    Array *view = array_view(interp, array, 1);
    if (view != NULL) array_set_shape(view, &total);
    return view;
  }
  Array *flat = array_flat(interp, element, 1, &total);
  if (flat == NULL) return NULL;
  unsigned char *out = flat->data;
  array_write_elements(array, &out);
  return flat;
}

Array *array_copy(Interp *interp, Array *array) {
  if (array->head.kind == OBJECT_FLAT) {
    Array *copy = array_flat(interp, array->element, array->rank, array_shape(array));
    if (copy == NULL) return NULL;
    unsigned char *out = copy->data;
    pack_elements(&out, array);
    if (array_copy_written(interp, copy, array)) return copy;
    array_release(interp, copy);
    return NULL;
  }
  Array *copy = array_boxed(interp, array_shape(array)[0]);
  if (copy == NULL) return NULL;
  for (int64_t i = 0; i < array_shape(array)[0]; i++)
    *array_rows(copy, i) = array_retain(*array_rows(array, i));
  return copy;
}

Array *array_own(Interp *interp, Array *array) {
  if (array->head.refs == 1 && array->storage->refs == 1 && !array->has_overlap) return array;
  Array *copy = array_copy(interp, array);
  array_release(interp, array);
  return copy;
}

// ---- Shapes ----

bool array_same_shape(Array *a, Array *b) {
  if (a->head.kind != b->head.kind || a->rank != b->rank) return false;
  if (memcmp(array_shape(a), array_shape(b), a->rank * sizeof(int64_t)) != 0) return false;
  if (a->head.kind == OBJECT_FLAT) return true;
  for (int64_t i = 0; i < array_shape(a)[0]; i++)
    if (!array_same_shape(*array_rows(a, i), *array_rows(b, i))) return false;
  return true;
}

void array_print_shape(StrBuf *out, Array *array) {
  for (size_t i = 0; i < array->rank; i++)
    strbuf_printf(out, "[%lld]", (long long)array_shape(array)[i]);
  if (array->head.kind == OBJECT_BOXED) strbuf_puts(out, "[]");
}

// ---- Rows ----

bool array_row(Interp *interp, Array *array, int64_t index, InterpSlot *row) {
  if (array->head.kind == OBJECT_BOXED) {
    row->array = array_retain(*array_rows(array, index));
    return true;
  }
  unsigned char *data = array->data + index * array_strides(array)[0];
  if (array->rank == 1) {
    memcpy(&row->scalar, data, SCALAR_SIZE(array->element));
    return true;
  }
  row->array = array_view(interp, array, array->rank - 1);
  if (row->array == NULL) return false;
  row->array->data = data;
  memcpy(array_shape(row->array), array_shape(array) + 1, row->array->rank * sizeof(int64_t));
  memcpy(array_strides(row->array), array_strides(array) + 1, row->array->rank * sizeof(int64_t));
  return true;
}

Array *array_box(Interp *interp, Array *array, uint32_t boxes) {
  if (boxes == 0 || array->head.kind == OBJECT_BOXED) return array_retain(array);
  Array *boxed = array_boxed(interp, array_shape(array)[0]);
  for (int64_t i = 0; boxed != NULL && i < array_shape(array)[0]; i++) {
    InterpSlot row;
    if (array_row(interp, array, i, &row)) {
      *array_rows(boxed, i) = array_box(interp, row.array, boxes - 1);
      array_release(interp, row.array);
      if (*array_rows(boxed, i) != NULL) continue;
    }
    array_release(interp, boxed);
    return NULL;
  }
  return boxed;
}

static Array *rows_to_flat(Interp *interp, Array **rows, int64_t count, Scalar element,
                           size_t row_rank, const int64_t *row_shape) {
  int64_t shape[1 + VALUE_MAX_RANK];
  if (row_rank > VALUE_MAX_RANK) {
    interp_fail(interp, FAILURE_SHAPE, "more than %d dimensions", VALUE_MAX_RANK);
    return NULL;
  }
  if (count > 0) row_shape = array_shape(rows[0]);
  shape[0] = count;
  memcpy(shape + 1, row_shape, row_rank * sizeof(int64_t));
  for (int64_t i = 1; i < count; i++) {
    if (array_same_shape(rows[0], rows[i])) continue;
    StrBuf text = {0};
    array_print_shape(&text, rows[0]);
    strbuf_puts(&text, " and ");
    array_print_shape(&text, rows[i]);
    interp_fail(interp, FAILURE_SHAPE, "the rows of an array have shapes %s", strbuf_text(&text));
    strbuf_free(&text);
    return NULL;
  }
  Array *array = array_flat(interp, element, row_rank + 1, shape);
  if (array == NULL) return NULL;
  unsigned char *out = array->data;
  for (int64_t i = 0; i < count; i++)
    array_write_elements(rows[i], &out);
  return array;
}

Array *array_from_rows(Interp *interp, Array **rows, int64_t count, bool is_boxed, Scalar element,
                       size_t row_rank, const int64_t *row_shape) {
  if (is_boxed) {
    Array *array = array_boxed(interp, count);
    for (int64_t i = 0; i < count; i++) {
      if (array != NULL)
        *array_rows(array, i) = rows[i];
      else
        array_release(interp, rows[i]);
    }
    return array;
  }
  Array *array = rows_to_flat(interp, rows, count, element, row_rank, row_shape);
  for (int64_t i = 0; i < count; i++)
    array_release(interp, rows[i]);
  return array;
}
