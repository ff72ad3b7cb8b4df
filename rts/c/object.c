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

int leaf_show(Context *ctx, const Leaf *leaf, Value *value, void **copy) {
  // Nothing writes through the value: it is only shown to writers.
  *value = (Value){.prim = leaf->prim, .rank = leaf->rank, .shape = leaf->shape};
  *copy = NULL;
  if (leaf->rank > 0) return block_show(ctx, leaf->block, &value->data, copy);
  value->data = (void *)(uintptr_t)&leaf->scalar;
  return RT_OK;
}

// The leaf gets a block of its own, not initialised, for the shape that it has.
static int leaf_allocate(Context *ctx, Leaf *leaf) {
  if (leaf->rank == 0) return RT_OK;
  return block_new(ctx, &leaf->block, leaf_bytes(leaf), NULL);
}

static void leaf_share(Leaf *to, const Leaf *from) {
  to->scalar = from->scalar;
  to->is_exact = from->is_exact;
  for (int i = 0; i < to->rank; i++)
    to->shape[i] = from->shape[i];
  to->block = block_ref(from->block);
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
    if (error == RT_OK) error = block_write(ctx, leaf->block, 0, data, leaf_bytes(leaf));
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
  error = block_copy(ctx, leaf->block, 0, shared, 0, leaf_bytes(leaf));
  block_unref(ctx, &shared);
  return error;
}

static bool leaf_is_shared(const Leaf *leaf) {
  return leaf->rank > 0 &&
         (leaf->block->origin == BLOCK_FOREIGN || atomic_load(&leaf->block->references) > 1);
}

int object_unshare(Context *ctx, Object *object) {
  int error = RT_OK;
  for (size_t i = 0; error == RT_OK && i < object->type->leaf_count; i++)
    if (leaf_is_shared(&object->leaves[i])) error = leaf_own(ctx, &object->leaves[i]);
  return error;
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

// The tag number `index` in an array of tags; 0 for a single one.
static int64_t tag_get(const Leaf *leaf, const void *data, int64_t index) {
  switch (prim_size(leaf->prim)) {
  case 1: return ((const int8_t *)data)[index];
  case 2: return ((const int16_t *)data)[index];
  case 4: return ((const int32_t *)data)[index];
  default: return ((const int64_t *)data)[index];
  }
}

// When the tags cannot be read the error is recorded, and the variant counts as used.
static bool is_variant_used(Context *ctx, const Leaf *tags, size_t variant) {
  int64_t count = leaf_count(tags);
  Value value = {0};
  void *copy = NULL;
  bool is_used = leaf_show(ctx, tags, &value, &copy) != RT_OK;
  for (int64_t i = 0; !is_used && i < count; i++)
    is_used = tag_get(tags, value.data, i) == (int64_t)variant;
  free(copy);
  return is_used;
}

static void parts_mark_unused(Context *ctx, const FieldInfo *fields, size_t count,
                              const Leaf *leaves, bool is_used, bool *unused) {
  for (size_t i = 0; i < count; i++) {
    const ObjectType *type = type_at(ctx, fields[i].type);
    size_t first = fields[i].first;
    if (is_used) leaves_mark_unused(ctx, type, leaves + first, unused + first);
    for (size_t k = 0; !is_used && k < type->leaf_count; k++)
      unused[first + k] = true;
  }
}

void leaves_mark_unused(Context *ctx, const ObjectType *type, const Leaf *leaves, bool *unused) {
  switch (type->kind) {
  case OBJECT_PRIMITIVE:
  case OBJECT_OPAQUE: return;
  case OBJECT_ARRAY: leaves_mark_unused(ctx, type_at(ctx, type->element), leaves, unused); return;
  case OBJECT_RECORD:
    parts_mark_unused(ctx, type->fields, type->field_count, leaves, true, unused);
    return;
  case OBJECT_SUM:
    for (size_t i = 0; i < type->variant_count; i++) {
      const VariantInfo *variant = &type->variants[i];
      bool is_used = is_variant_used(ctx, &leaves[0], i);
      parts_mark_unused(ctx, variant->payload, variant->payload_count, leaves, is_used, unused);
    }
    return;
  }
}

// Nobody knows the inner sizes of an array without elements, if they are all 0.
static void leaf_count_dims(const Leaf *leaf, int outer, int *counted) {
  bool is_empty = false, is_known = false;
  for (int d = 0; d < leaf->rank; d++) {
    is_empty = is_empty || (d < outer && leaf->shape[d] == 0);
    is_known = is_known || (d >= outer && leaf->shape[d] != 0);
  }
  if (!leaf->is_exact && is_empty && !is_known && outer < *counted) *counted = outer;
}

// `outer` dimensions are those of the arrays around.
static void empty_count_dims(Context *ctx, const ObjectType *type, const Leaf *leaves, int outer,
                             int *counted) {
  switch (type->kind) {
  case OBJECT_PRIMITIVE:
  case OBJECT_OPAQUE: return;
  case OBJECT_ARRAY:
    outer += type->rank;
    for (size_t i = 0; i < type->leaf_count; i++)
      leaf_count_dims(&leaves[i], outer, &counted[i]);
    empty_count_dims(ctx, type_at(ctx, type->element), leaves, outer, counted);
    return;
  case OBJECT_RECORD:
    for (size_t i = 0; i < type->field_count; i++)
      empty_count_dims(ctx, type_at(ctx, type->fields[i].type), leaves + type->fields[i].first,
                       outer, counted + type->fields[i].first);
    return;
  case OBJECT_SUM:
    for (size_t i = 0; i < type->variant_count; i++)
      for (size_t k = 0; k < type->variants[i].payload_count; k++) {
        const FieldInfo *part = &type->variants[i].payload[k];
        empty_count_dims(ctx, type_at(ctx, part->type), leaves + part->first, outer,
                         counted + part->first);
      }
    return;
  }
}

bool leaves_count_dims(Context *ctx, const ObjectType *type, const Leaf *leaves, int *counted) {
  bool *unused = calloc(type->leaf_count + 1, sizeof *unused);
  if (unused == NULL) return false;
  leaves_mark_unused(ctx, type, leaves, unused);
  for (size_t i = 0; i < type->leaf_count; i++)
    counted[i] = unused[i] && !leaves[i].is_exact ? 0 : leaves[i].rank;
  empty_count_dims(ctx, type, leaves, 0, counted);
  free(unused);
  return true;
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
  int64_t tag = tag_get(&object->leaves[0], &object->leaves[0].scalar, 0);
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

static int element_get(Context *ctx, Leaf *to, const Leaf *from, int64_t position) {
  int64_t bytes = leaf_bytes(to);
  if (to->rank == 0) return block_read(ctx, &to->scalar, from->block, position * bytes, bytes);
  return block_copy(ctx, to->block, 0, from->block, position * bytes, bytes);
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
    to->is_exact = from->is_exact;
    for (int k = 0; k < to->rank; k++)
      to->shape[k] = from->shape[object->type->rank + k];
    error = leaf_allocate(ctx, to);
    if (error == RT_OK) error = element_get(ctx, to, from, position);
  }
  return object_finish(ctx, element, error, out);
}

// Copies the element's leaf to its place. One that is not used and has another shape gives zeros.
static int element_put(Context *ctx, const ObjectType *type, Leaf *to, const Leaf *from,
                       bool is_unused, int64_t position) {
  int64_t bytes = (int64_t)prim_size(to->prim);
  bool is_same = true;
  for (int k = 0; k < from->rank; k++) {
    int64_t size = to->shape[type->rank + k];
    is_same = is_same && size == from->shape[k];
    bytes = size_times(bytes, size);
  }
  if (is_same && from->rank == 0)
    return block_write(ctx, to->block, position * bytes, &from->scalar, bytes);
  if (is_same) return block_copy(ctx, to->block, position * bytes, from->block, 0, bytes);
  if (is_unused) return block_zero(ctx, to->block, position * bytes, bytes);
  return context_fail(ctx, "an element of an array of type %s has another shape than the others",
                      type->name);
}

static int element_write(Context *ctx, Object *object, const Object *element, int64_t position) {
  const ObjectType *type = object->type;
  if (element->type != type_at(ctx, type->element))
    return context_fail(ctx, "an element of %s has type %s, not %s", type->name,
                        type_at(ctx, type->element)->name, element->type->name);
  bool *unused = calloc(type->leaf_count, sizeof *unused);
  if (unused == NULL) return context_fail_memory(ctx, (int64_t)type->leaf_count, NULL);
  leaves_mark_unused(ctx, element->type, element->leaves, unused);
  int error = RT_OK;
  for (size_t i = 0; error == RT_OK && i < type->leaf_count; i++)
    error = element_put(ctx, type, &object->leaves[i], &element->leaves[i], unused[i], position);
  free(unused);
  return error;
}

int object_set(Context *ctx, Object *object, const int64_t *indices, const Object *element) {
  int64_t position = 0;
  int error = array_check(ctx, object->type);
  if (error == RT_OK) error = element_position(ctx, object, indices, &position);
  for (size_t i = 0; error == RT_OK && i < object->type->leaf_count; i++) {
    Leaf *leaf = &object->leaves[i];
    // Other objects that share the block must not see the change.
    if (atomic_load(&leaf->block->references) > 1) error = leaf_own(ctx, leaf);
  }
  return error == RT_OK ? element_write(ctx, object, element, position) : error;
}

// The inner shape of each leaf is that of the first element that uses it.
static int elements_shape(Context *ctx, Object *object, Object *const *elements, int64_t count) {
  const ObjectType *type = object->type;
  bool *unused = malloc(2 * type->leaf_count * sizeof *unused), *is_set = unused + type->leaf_count;
  if (unused == NULL) return context_fail_memory(ctx, (int64_t)type->leaf_count, NULL);
  memset(is_set, 0, type->leaf_count * sizeof *is_set);
  for (int64_t at = 0; at < count; at++) {
    if (elements[at]->type != type_at(ctx, type->element)) continue; // element_write complains
    memset(unused, 0, type->leaf_count * sizeof *unused);
    leaves_mark_unused(ctx, elements[at]->type, elements[at]->leaves, unused);
    bool is_complete = true;
    for (size_t i = 0; i < type->leaf_count; i++) {
      if (!is_set[i] && !unused[i]) object->leaves[i].is_exact = elements[at]->leaves[i].is_exact;
      for (int k = 0; !is_set[i] && !unused[i] && k < elements[at]->leaves[i].rank; k++)
        object->leaves[i].shape[type->rank + k] = elements[at]->leaves[i].shape[k];
      is_set[i] = is_set[i] || !unused[i];
      is_complete = is_complete && is_set[i];
    }
    if (is_complete) break;
  }
  free(unused);
  return RT_OK;
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
  for (int i = 0; i < type->rank; i++) {
    count = size_times(count, shape[i]);
    for (size_t k = 0; k < type->leaf_count; k++)
      object->leaves[k].shape[i] = shape[i];
  }
  error = elements_shape(ctx, object, elements, count);
  for (size_t i = 0; error == RT_OK && i < type->leaf_count; i++)
    error = leaf_allocate(ctx, &object->leaves[i]);
  for (int64_t at = 0; error == RT_OK && at < count; at++)
    error = element_write(ctx, object, elements[at], at);
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
