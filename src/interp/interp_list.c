// Lists: the values of the points of a par on their way to becoming an array.
#include "interp/interp_internal.h"

#include <stdlib.h>
#include <string.h>

bool list_start(Interp *interp, List *list, const TypeCode *type, size_t outer, int64_t capacity) {
  *list = (List){.element = type->scalar, .capacity = capacity};
  list->kind = type->rank == outer ? LIST_SCALARS : type->boxes >= outer ? LIST_BOXES : LIST_ROWS;
  if (list->kind == LIST_ROWS) { // storage comes with the first row, which tells the size
    list->row_rank = type->rank - outer;
    list->row_shape = calloc(list->row_rank, sizeof(int64_t));
    return list->row_shape != NULL || interp_fail(interp, FAILURE_MEMORY, "out of memory");
  }
  list->size = list->kind == LIST_BOXES ? sizeof(Array *) : SCALAR_SIZE(list->element);
  list->storage = storage_new(interp, capacity, list->size, list->kind == LIST_BOXES);
  return list->storage != NULL;
}

static bool list_first_row(Interp *interp, List *list, const int64_t *shape) {
  memcpy(list->row_shape, shape, list->row_rank * sizeof(int64_t));
  size_t size = SCALAR_SIZE(list->element);
  if (!shape_count(shape, list->row_rank, &list->row_count) ||
      list->row_count > INT64_MAX / (int64_t)size)
    return interp_fail(interp, FAILURE_MEMORY, "out of memory: a row is too large");
  list->size = (size_t)list->row_count * size;
  list->storage = storage_new(interp, list->capacity, list->size, false);
  list->has_row = true;
  return list->storage != NULL;
}

static bool list_push_row(Interp *interp, List *list, Array *row) {
  if (!list->has_row && !list_first_row(interp, list, array_shape(row))) return false;
  if (row->rank != list->row_rank ||
      memcmp(array_shape(row), list->row_shape, list->row_rank * sizeof(int64_t)) != 0) {
    StrBuf text = {0};
    array_print_shape(&text, row);
    interp_fail(interp, FAILURE_SHAPE, "a value of shape %s differs from the others",
                strbuf_text(&text));
    strbuf_free(&text);
    return false;
  }
  unsigned char *out = (unsigned char *)list->storage->data + (size_t)list->count * list->size;
  array_write_elements(row, &out);
  return storage_add_written(interp, list->storage, (size_t)(list->count * list->row_count), row);
}

bool list_push(Interp *interp, List *list, InterpSlot value) {
  unsigned char *data = NULL;
  if (list->storage != NULL)
    data = (unsigned char *)list->storage->data + (size_t)list->count * list->size;
  switch (list->kind) {
  case LIST_SCALARS: scalar_store(data, value, list->size); break;
  case LIST_BOXES: *(Array **)(void *)data = value.array; break;
  case LIST_ROWS: {
    bool is_ok = list_push_row(interp, list, value.array);
    array_release(interp, value.array);
    if (!is_ok) return false;
    break;
  }
  }
  list->count++;
  return true;
}

void list_free(Interp *interp, List *list) {
  storage_release(interp, list->storage);
  free(list->row_shape);
  *list = (List){0};
}

bool list_permute(Interp *interp, List *list, int64_t start, const int64_t *places) {
  if (list->storage == NULL || list->size == 0) return true;
  StackMark mark;
  size_t count = (size_t)(list->count - start);
  unsigned char *copy = stack_push(interp, count * list->size, &mark);
  if (copy == NULL) return false;
  unsigned char *items = (unsigned char *)list->storage->data + (size_t)start * list->size;
  memcpy(copy, items, count * list->size);
  for (size_t i = 0; i < count; i++)
    memcpy(items + (size_t)places[i] * list->size, copy + i * list->size, list->size);
  stack_pop(interp, mark);
  return true;
}

// ---- Nesting ----

typedef struct InterpNest {
  Interp *interp;
  InterpSlot *frame;
  List *list;
  const TypeCode *type;
  size_t outer;
  int64_t *path, *shape; // room for the whole rank
  int64_t next;          // the item to come
} InterpNest;

static bool fail_nest(InterpNest *nest) {
  return interp_fail(nest->interp, FAILURE_SHAPE, "the points of a par do not fill its result");
}

// The items from here on that fill the remaining outer dimensions, which are regular.
static Array *nest_block(InterpNest *nest, size_t level) {
  List *list = nest->list;
  size_t rank = nest->type->rank - level;
  int64_t items;
  for (size_t i = level; i < nest->outer; i++)
    if (!dim_evaluate(nest->interp, nest->frame, &nest->type->dims[i], nest->path, i,
                      &nest->shape[i - level]))
      return NULL;
  if (!shape_count(nest->shape, nest->outer - level, &items) || items > list->count - nest->next)
    return fail_nest(nest), NULL;
  for (size_t i = nest->outer; i < nest->type->rank; i++) {
    int64_t *size = &nest->shape[i - level];
    if (list->has_row)
      *size = list->row_shape[i - nest->outer];
    else if (!dim_evaluate(nest->interp, nest->frame, &nest->type->dims[i], nest->path, i, size))
      return NULL;
  }
  int64_t offset = nest->next * (list->kind == LIST_ROWS ? list->row_count : 1);
  nest->next += items;
  if (list->storage == NULL) return array_flat(nest->interp, list->element, rank, nest->shape);
  return array_block(nest->interp, list->storage, list->element, rank, nest->shape, offset);
}

static Array *nest_level(InterpNest *nest, size_t level) {
  List *list = nest->list;
  if (level == nest->outer) { // only boxes get here
    if (nest->next >= list->count) return fail_nest(nest), NULL;
    return array_retain(((Array **)(void *)list->storage->data)[nest->next++]);
  }
  if (level >= nest->type->boxes) return nest_block(nest, level);
  int64_t size;
  if (!dim_evaluate(nest->interp, nest->frame, &nest->type->dims[level], nest->path, level, &size))
    return NULL;
  if (size < 0) return fail_nest(nest), NULL;
  Array *boxed = array_boxed(nest->interp, size);
  for (int64_t i = 0; boxed != NULL && i < size; i++) {
    nest->path[level] = i;
    Array *row = nest_level(nest, level + 1);
    if (row == NULL) return array_release(nest->interp, boxed), NULL;
    *array_rows(boxed, i) = row;
  }
  return boxed;
}

bool list_finish(Interp *interp, InterpSlot *frame, List *list, const TypeCode *type, size_t outer,
                 InterpSlot *result) {
  if (outer == 0 && list->kind == LIST_SCALARS) {
    memcpy(&result->scalar, list->storage->data, list->size);
    return true;
  }
  if (list->storage != NULL && list->count < list->capacity && list->kind != LIST_BOXES) {
    Storage *trimmed = storage_resize(interp, list->storage, list->count, list->size);
    if (trimmed == NULL) return false;
    list->storage = trimmed;
    list->capacity = list->count;
  }
  StackMark mark;
  int64_t *path = stack_push(interp, 2 * type->rank * sizeof(int64_t), &mark);
  if (path == NULL) return false;
  InterpNest nest = {.interp = interp,
                     .frame = frame,
                     .list = list,
                     .type = type,
                     .outer = outer,
                     .path = path,
                     .shape = path + type->rank};
  Array *array = nest_level(&nest, 0);
  stack_pop(interp, mark);
  if (array == NULL) return false;
  result->array = array;
  return true;
}
