// Objects: what they are made of, and how they are taken apart. See object.h.

#include "rts/c/object.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Leaves

int64_t leaf_count(const Leaf *leaf) {
  int64_t count = 1;
  for (int i = 0; i < leaf->rank; i++)
    if (leaf->shape[i] == 0) return 0;
  for (int i = 0; i < leaf->rank; i++)
    count = size_times(count, leaf->shape[i]);
  return count;
}

int64_t leaf_bytes(const Leaf *leaf) {
  return size_times(leaf_count(leaf), (int64_t)prim_size(leaf->prim));
}

const void *leaf_data(const Leaf *leaf) {
  return leaf->rank == 0 ? (const void *)&leaf->scalar : leaf->block->data;
}

Value leaf_value(const Leaf *leaf) {
  // Nothing writes through the value: it is only shown to writers.
  return (Value){.prim = leaf->prim,
                 .rank = leaf->rank,
                 .shape = leaf->shape,
                 .data = leaf->rank == 0 ? (void *)&leaf->scalar : leaf->block->data};
}

// The leaf gets a block of its own, not initialised, for the shape that it has.
static int leaf_allocate(Context *ctx, Leaf *leaf) {
  if (leaf->rank == 0) return RT_OK;
  return block_new(ctx, &leaf->block, leaf_bytes(leaf), NULL);
}

static void leaf_share(Leaf *to, const Leaf *from) {
  to->scalar = from->scalar;
  for (int i = 0; i < to->rank; i++)
    to->shape[i] = from->shape[i];
  to->block = block_ref(from->block);
}

static void bytes_copy(void *to, const void *from, int64_t bytes) {
  if (bytes > 0) memcpy(to, from, (size_t)bytes);
}

// ---------------------------------------------------------------------------------------------
// Objects

Object *object_new(Context *ctx, const ObjectType *type) {
  size_t dims = 0;
  for (size_t i = 0; i < type->leaf_count; i++)
    dims += (size_t)type->leaves[i].rank;
  size_t size = sizeof(Object) + type->leaf_count * sizeof(Leaf) + dims * sizeof(int64_t);
  Object *object = calloc(1, size);
  if (object == NULL) {
    context_fail_memory(ctx, (int64_t)size, NULL);
    return NULL;
  }
  object->type = type;
  object->leaves = (Leaf *)(object + 1);
  int64_t *shape = (int64_t *)(object->leaves + type->leaf_count);
  for (size_t i = 0; i < type->leaf_count; i++) {
    Leaf *leaf = &object->leaves[i];
    leaf->prim = type->leaves[i].prim;
    leaf->rank = type->leaves[i].rank;
    leaf->shape = shape;
    shape += leaf->rank;
  }
  return object;
}

void object_free(Context *ctx, Object *object) {
  if (object == NULL) return;
  for (size_t i = 0; i < object->type->leaf_count; i++)
    block_unref(ctx, &object->leaves[i].block);
  free(object);
}

// Hands the object over, or frees it if something failed.
static int object_finish(Context *ctx, Object *object, int error, Object **out) {
  if (error != RT_OK) {
    object_free(ctx, object);
    object = NULL;
  }
  *out = object;
  return error;
}

int object_of_scalar(Context *ctx, const ObjectType *type, const void *data, Object **out) {
  Object *object = *out = object_new(ctx, type);
  if (object == NULL) return RT_MEMORY;
  memcpy(&object->leaves[0].scalar, data, prim_size(object->leaves[0].prim));
  return RT_OK;
}

static int shape_check(Context *ctx, const ObjectType *type, const int64_t *shape) {
  for (int i = 0; i < type->rank; i++)
    if (shape[i] < 0)
      return context_fail(ctx, "dimension %d of a new array of type %s is %" PRId64, i, type->name,
                          shape[i]);
  return RT_OK;
}

int object_of_array(Context *ctx, const ObjectType *type, const void *data, const int64_t *shape,
                    BlockOrigin origin, Object **out) {
  *out = NULL;
  if (shape_check(ctx, type, shape) != RT_OK) return RT_FAILURE;
  Object *object = object_new(ctx, type);
  if (object == NULL) return RT_MEMORY;
  Leaf *leaf = &object->leaves[0];
  for (int i = 0; i < leaf->rank; i++)
    leaf->shape[i] = shape[i];
  int error = RT_OK;
  if (origin == BLOCK_FOREIGN) {
    // The interface of new_raw says that the memory is the array's, although it may say const.
    error = block_wrap(ctx, &leaf->block, (void *)(uintptr_t)data, leaf_bytes(leaf), origin);
  } else {
    error = leaf_allocate(ctx, leaf);
    if (error == RT_OK) bytes_copy(leaf->block->data, data, leaf_bytes(leaf));
  }
  return object_finish(ctx, object, error, out);
}

int object_share(Context *ctx, const Object *object, Object **out) {
  Object *shared = *out = object_new(ctx, object->type);
  if (shared == NULL) return RT_MEMORY;
  for (size_t i = 0; i < object->type->leaf_count; i++)
    leaf_share(&shared->leaves[i], &object->leaves[i]);
  return RT_OK;
}

// Replaces the leaf's block by a copy that nobody else has.
static int leaf_own(Context *ctx, Leaf *leaf) {
  if (leaf->rank == 0) return RT_OK;
  Block *shared = leaf->block;
  int error = leaf_allocate(ctx, leaf);
  if (error != RT_OK) {
    leaf->block = shared;
    return error;
  }
  bytes_copy(leaf->block->data, shared->data, leaf_bytes(leaf));
  block_unref(ctx, &shared);
  return RT_OK;
}

int object_copy(Context *ctx, const Object *object, Object **out) {
  int error = object_share(ctx, object, out);
  if (error != RT_OK) return error;
  for (size_t i = 0; error == RT_OK && i < object->type->leaf_count; i++)
    error = leaf_own(ctx, &(*out)->leaves[i]);
  return object_finish(ctx, *out, error, out);
}

// ---------------------------------------------------------------------------------------------
// Parts of objects

static const ObjectType *type_at(Context *ctx, size_t position) {
  return &ctx->table->types[position];
}

// The object that the field, payload or field array is, sharing its blocks.
static int part_take(Context *ctx, const Object *object, const FieldInfo *field, Object **out) {
  const ObjectType *type = type_at(ctx, field->type);
  Object *part = *out = object_new(ctx, type);
  if (part == NULL) return RT_MEMORY;
  for (size_t i = 0; i < type->leaf_count; i++)
    leaf_share(&part->leaves[i], &object->leaves[field->first + i]);
  return RT_OK;
}

static int part_check(Context *ctx, const ObjectType *whole, const FieldInfo *field, size_t number,
                      const Object *part) {
  const ObjectType *type = type_at(ctx, field->type);
  if (part->is_consumed) return context_fail(ctx, "a part of %s was consumed", whole->name);
  if (part->type == type) return RT_OK;
  return context_fail(ctx, "part %zu%s%s of %s has type %s, not %s", number + 1,
                      field->name != NULL ? ", " : "", field->name != NULL ? field->name : "",
                      whole->name, type->name, part->type->name);
}

static void part_put(Object *object, const FieldInfo *field, const Object *part) {
  for (size_t i = 0; i < part->type->leaf_count; i++)
    leaf_share(&object->leaves[field->first + i], &part->leaves[i]);
}

static int parts_put(Context *ctx, Object *object, const FieldInfo *fields, size_t count,
                     Object *const *parts) {
  for (size_t i = 0; i < count; i++) {
    int error = part_check(ctx, object->type, &fields[i], i, parts[i]);
    if (error != RT_OK) return error;
    part_put(object, &fields[i], parts[i]);
  }
  return RT_OK;
}

int object_of_fields(Context *ctx, const ObjectType *type, Object *const *fields, Object **out) {
  Object *object = *out = object_new(ctx, type);
  if (object == NULL) return RT_MEMORY;
  int error = parts_put(ctx, object, type->fields, type->field_count, fields);
  return object_finish(ctx, object, error, out);
}

int object_project(Context *ctx, const Object *object, size_t field, Object **out) {
  return part_take(ctx, object, &object->type->fields[field], out);
}

// ---------------------------------------------------------------------------------------------
// Sums: leaf 0 is the tag, the number of the variant

// Tags are integers; how wide they are, the type of the leaf says.
static void tag_set(Leaf *leaf, size_t variant) {
  int64_t tag = (int64_t)variant;
  switch (prim_size(leaf->prim)) {
  case 1: leaf->scalar.i8 = (int8_t)tag; break;
  case 2: leaf->scalar.i16 = (int16_t)tag; break;
  case 4: leaf->scalar.i32 = (int32_t)tag; break;
  default: leaf->scalar.i64 = tag; break;
  }
}

static int64_t tag_get(const Leaf *leaf) {
  switch (prim_size(leaf->prim)) {
  case 1: return leaf->scalar.i8;
  case 2: return leaf->scalar.i16;
  case 4: return leaf->scalar.i32;
  default: return leaf->scalar.i64;
  }
}

int object_of_variant(Context *ctx, const ObjectType *type, size_t variant, Object *const *payload,
                      Object **out) {
  const VariantInfo *info = &type->variants[variant];
  Object *object = *out = object_new(ctx, type);
  if (object == NULL) return RT_MEMORY;
  tag_set(&object->leaves[0], variant);
  int error = parts_put(ctx, object, info->payload, info->payload_count, payload);
  // The payloads of the other variants are arrays without elements.
  for (size_t i = 1; error == RT_OK && i < type->leaf_count; i++)
    if (object->leaves[i].block == NULL) error = leaf_allocate(ctx, &object->leaves[i]);
  return object_finish(ctx, object, error, out);
}

int object_variant(Context *ctx, const Object *object, size_t *variant) {
  int64_t tag = tag_get(&object->leaves[0]);
  if (tag < 0 || (uint64_t)tag >= object->type->variant_count)
    return context_fail(ctx, "%s has no variant %" PRId64, object->type->name, tag);
  *variant = (size_t)tag;
  return RT_OK;
}

int object_destruct(Context *ctx, const Object *object, size_t variant, Object **payload) {
  const VariantInfo *info = &object->type->variants[variant];
  size_t actual = 0;
  int error = object_variant(ctx, object, &actual);
  if (error == RT_OK && actual != variant)
    error = context_fail(ctx, "the value of type %s is a %s, not a %s", object->type->name,
                         object->type->variants[actual].name, info->name);
  for (size_t i = 0; i < info->payload_count; i++)
    payload[i] = NULL;
  for (size_t i = 0; error == RT_OK && i < info->payload_count; i++)
    error = part_take(ctx, object, &info->payload[i], &payload[i]);
  for (size_t i = 0; error != RT_OK && i < info->payload_count; i++) {
    object_free(ctx, payload[i]);
    payload[i] = NULL;
  }
  return error;
}

// ---------------------------------------------------------------------------------------------
// Arrays

// The position of an element among `rank` leading dimensions.
static int element_position(Context *ctx, const Object *object, const int64_t *indices,
                            int64_t *position) {
  const Leaf *leaf = &object->leaves[0];
  *position = 0;
  for (int i = 0; i < object->type->rank; i++) {
    if (indices[i] < 0 || indices[i] >= leaf->shape[i])
      return context_fail(ctx,
                          "index %" PRId64 " is out of bounds for dimension %d of an array of type "
                          "%s, which has size %" PRId64,
                          indices[i], i, object->type->name, leaf->shape[i]);
    *position = *position * leaf->shape[i] + indices[i];
  }
  return RT_OK;
}

// Can elements of a type without leaves be told apart? No: such an array has no shape.
static int array_check(Context *ctx, const ObjectType *type) {
  if (type->leaf_count > 0) return RT_OK;
  return context_fail(ctx, "arrays of type %s have no elements that could be stored", type->name);
}

static void element_get(Leaf *to, const Leaf *from, int64_t position) {
  int64_t bytes = leaf_bytes(to);
  const char *data = (const char *)from->block->data + position * bytes;
  bytes_copy(to->rank == 0 ? (void *)&to->scalar : to->block->data, data, bytes);
}

int object_index(Context *ctx, const Object *object, const int64_t *indices, Object **out) {
  *out = NULL;
  int64_t position = 0;
  int error = array_check(ctx, object->type);
  if (error == RT_OK) error = element_position(ctx, object, indices, &position);
  if (error != RT_OK) return error;
  Object *element = object_new(ctx, type_at(ctx, object->type->element));
  if (element == NULL) return RT_MEMORY;
  for (size_t i = 0; error == RT_OK && i < object->type->leaf_count; i++) {
    Leaf *to = &element->leaves[i];
    const Leaf *from = &object->leaves[i];
    for (int k = 0; k < to->rank; k++)
      to->shape[k] = from->shape[object->type->rank + k];
    error = leaf_allocate(ctx, to);
    if (error == RT_OK) element_get(to, from, position);
  }
  return object_finish(ctx, element, error, out);
}

static int element_check(Context *ctx, const Object *object, const Object *element) {
  const ObjectType *type = type_at(ctx, object->type->element);
  if (element->type != type)
    return context_fail(ctx, "an element of %s has type %s, not %s", object->type->name, type->name,
                        element->type->name);
  for (size_t i = 0; i < type->leaf_count; i++)
    for (int k = 0; k < element->leaves[i].rank; k++)
      if (element->leaves[i].shape[k] != object->leaves[i].shape[object->type->rank + k])
        return context_fail(ctx,
                            "an element of an array of type %s has another shape than the "
                            "others",
                            object->type->name);
  return RT_OK;
}

static void element_put(Leaf *to, const Leaf *from, int64_t position) {
  int64_t bytes = leaf_bytes(from);
  bytes_copy((char *)to->block->data + position * bytes, leaf_data(from), bytes);
}

int object_set(Context *ctx, Object *object, const int64_t *indices, const Object *element) {
  int64_t position = 0;
  int error = array_check(ctx, object->type);
  if (error == RT_OK) error = element_position(ctx, object, indices, &position);
  if (error == RT_OK) error = element_check(ctx, object, element);
  for (size_t i = 0; error == RT_OK && i < object->type->leaf_count; i++) {
    Leaf *leaf = &object->leaves[i];
    // Other objects that share the block must not see the change.
    if (atomic_load(&leaf->block->references) > 1) error = leaf_own(ctx, leaf);
  }
  for (size_t i = 0; error == RT_OK && i < object->type->leaf_count; i++)
    element_put(&object->leaves[i], &element->leaves[i], position);
  return error;
}

// The shape of an array whose elements are like the first one.
static void elements_shape(Object *object, const int64_t *shape, const Object *first) {
  int rank = object->type->rank;
  for (size_t i = 0; i < object->type->leaf_count; i++) {
    Leaf *leaf = &object->leaves[i];
    for (int k = 0; k < leaf->rank; k++)
      leaf->shape[k] = k < rank ? shape[k] : first == NULL ? 0 : first->leaves[i].shape[k - rank];
  }
}

int object_of_elements(Context *ctx, const ObjectType *type, const int64_t *shape,
                       Object *const *elements, Object **out) {
  *out = NULL;
  int error = array_check(ctx, type);
  if (error == RT_OK) error = shape_check(ctx, type, shape);
  if (error != RT_OK) return error;
  Object *object = object_new(ctx, type);
  if (object == NULL) return RT_MEMORY;
  int64_t count = 1;
  for (int i = 0; i < type->rank; i++)
    count = size_times(count, shape[i]);
  const ObjectType *element = type_at(ctx, type->element);
  if (count > 0 && elements[0]->type != element)
    error = context_fail(ctx, "an element of %s has type %s, not %s", type->name, element->name,
                         elements[0]->type->name);
  if (error == RT_OK) elements_shape(object, shape, count > 0 ? elements[0] : NULL);
  for (size_t i = 0; error == RT_OK && i < type->leaf_count; i++)
    error = leaf_allocate(ctx, &object->leaves[i]);
  for (int64_t at = 0; error == RT_OK && at < count; at++) {
    error = element_check(ctx, object, elements[at]);
    for (size_t i = 0; error == RT_OK && i < type->leaf_count; i++)
      element_put(&object->leaves[i], &elements[at]->leaves[i], at);
  }
  return object_finish(ctx, object, error, out);
}

int object_zip(Context *ctx, const ObjectType *type, Object *const *fields, Object **out) {
  int error = object_of_fields(ctx, type, fields, out);
  if (error != RT_OK) return error;
  for (size_t i = 1; error == RT_OK && i < type->leaf_count; i++)
    for (int k = 0; error == RT_OK && k < type->rank; k++) {
      int64_t expected = (*out)->leaves[0].shape[k], got = (*out)->leaves[i].shape[k];
      if (expected == got) continue;
      error = context_fail(
          ctx, "the arrays to zip to %s differ in dimension %d: %" PRId64 " and %" PRId64,
          type->name, k, expected, got);
    }
  return object_finish(ctx, *out, error, out);
}
