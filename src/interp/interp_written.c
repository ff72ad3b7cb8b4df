// Which elements are written, of arrays that a par makes blank (`par overwritten`): such an array
// is room, and what is in it before something is written there is not specified. What is written of
// an array goes along where it is copied or becomes a row; to read an element that is not, or to
// give it as a result, is a failure of the program.
#include "interp/interp_internal.h"

#include <stdlib.h>

static size_t element_number(const Array *array, const unsigned char *place) {
  return (size_t)(place - (const unsigned char *)array->storage->data) /
         SCALAR_SIZE(array->element);
}

// Begins to note what is written of so many elements.
static bool storage_note(Interp *interp, Storage *storage, size_t count, bool is_written) {
  free(storage->written);
  storage->written = malloc(count);
  if (storage->written == NULL) return interp_fail(interp, FAILURE_MEMORY, "out of memory");
  memset(storage->written, is_written, count);
  return true;
}

static size_t storage_count(const Storage *storage, Scalar element) {
  return (storage->bytes - sizeof(Storage)) / SCALAR_SIZE(element);
}

bool array_blank(Interp *interp, Array *array) {
  if (array->head.kind != OBJECT_FLAT || array_count(array) == 0) return true;
  return storage_note(interp, array->storage, storage_count(array->storage, array->element), false);
}

void array_note_written(Array *array, const unsigned char *place) {
  array->storage->written[element_number(array, place)] = 1;
}

bool array_check_written(Interp *interp, const Array *array, const unsigned char *place) {
  size_t number = element_number(array, place);
  if (array->storage->written[number] != 0) return true;
  return interp_fail(interp, FAILURE_ASSERT, "element %zu is read before it is written",
                     number - element_number(array, array->data));
}

// ---- All elements of an array, in order ----

// A byte for each, which says whether it is written, or from now on is what is known of it.
static unsigned char *walk(Array *array, const unsigned char *data, size_t dim,
                           unsigned char *bytes, bool is_noting) {
  if (dim == array->rank) {
    unsigned char *written = &array->storage->written[element_number(array, data)];
    if (is_noting)
      *written = *bytes;
    else
      *bytes = *written;
    return bytes + 1;
  }
  for (int64_t i = 0; i < array_shape(array)[dim]; i++)
    bytes = walk(array, data + i * array_strides(array)[dim], dim + 1, bytes, is_noting);
  return bytes;
}

bool array_check_all(Interp *interp, Array *array) {
  if (array->head.kind == OBJECT_BOXED) {
    for (int64_t i = 0; i < array_shape(array)[0]; i++)
      if (!array_check_all(interp, *array_rows(array, i))) return false;
    return true;
  }
  size_t count = (size_t)array_count(array);
  if (count == 0 || array->storage->written == NULL) return true;
  unsigned char *bytes = malloc(count);
  if (bytes == NULL) return interp_fail(interp, FAILURE_MEMORY, "out of memory");
  walk(array, array->data, 0, bytes, false);
  const unsigned char *missing = memchr(bytes, 0, count);
  if (missing != NULL)
    interp_fail(interp, FAILURE_ASSERT, "element %zu of a result is not written",
                (size_t)(missing - bytes));
  free(bytes);
  return missing == NULL;
}

bool array_copy_written(Interp *interp, Array *to, Array *from) {
  size_t count = (size_t)array_count(from);
  if (count == 0 || (to->storage->written == NULL && from->storage->written == NULL)) return true;
  // What was not blank was written.
  if (to->storage->written == NULL &&
      !storage_note(interp, to->storage, storage_count(to->storage, to->element), true))
    return false;
  unsigned char *bytes = malloc(count);
  if (bytes == NULL) return interp_fail(interp, FAILURE_MEMORY, "out of memory");
  memset(bytes, 1, count);
  if (from->storage->written != NULL) walk(from, from->data, 0, bytes, false);
  walk(to, to->data, 0, bytes, true);
  free(bytes);
  return true;
}

bool storage_add_written(Interp *interp, Storage *storage, size_t first, Array *row) {
  size_t count = (size_t)array_count(row);
  if (count == 0 || (storage->written == NULL && row->storage->written == NULL)) return true;
  if (storage->written == NULL &&
      !storage_note(interp, storage, storage_count(storage, row->element), true))
    return false;
  if (row->storage->written != NULL) walk(row, row->data, 0, storage->written + first, false);
  return true;
}
