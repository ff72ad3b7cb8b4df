// Objects as data: read, written, stored and restored. See object.h.

#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"
#include "rts/c/value_internal.h"

// The leaf takes the memory of the value, which becomes empty.
static int leaf_take(Context *ctx, Leaf *leaf, Value *value) {
  if (leaf->rank == 0) {
    memcpy(&leaf->scalar, value->data, prim_size(leaf->prim));
    return RT_OK;
  }
  for (int i = 0; i < leaf->rank; i++)
    leaf->shape[i] = value->shape[i];
  int error = block_wrap(ctx, &leaf->block, value->data, leaf_bytes(leaf), BLOCK_MALLOC);
  if (error == RT_OK) value->data = NULL;
  return error;
}

// ---------------------------------------------------------------------------------------------
// The tags of sums, which must stand for variants

static const ObjectType *type_of(const Context *ctx, size_t position) {
  return &ctx->table->types[position];
}

static int64_t tag_of(const Value *tags, int64_t index) {
  switch (prim_size(tags->prim)) {
  case 1: return ((const int8_t *)tags->data)[index];
  case 2: return ((const int16_t *)tags->data)[index];
  case 4: return ((const int32_t *)tags->data)[index];
  default: return ((const int64_t *)tags->data)[index];
  }
}

// Some of `outer` elements: `count` from `start` on. A value has as many elements for each of them.
typedef struct Elements {
  int64_t outer, start, count;
} Elements;

static const ObjectType *find_wrong_tag(Context *ctx, const ObjectType *type, const Value *values,
                                        Elements elements, int64_t *tag);

static const ObjectType *parts_find_wrong_tag(Context *ctx, const FieldInfo *fields, size_t count,
                                              const Value *values, Elements elements,
                                              int64_t *tag) {
  const ObjectType *wrong = NULL;
  for (size_t i = 0; wrong == NULL && i < count; i++)
    wrong =
        find_wrong_tag(ctx, type_of(ctx, fields[i].type), values + fields[i].first, elements, tag);
  return wrong;
}

// Of a payload only the elements that have this variant count; the others are anything.
static const ObjectType *sum_find_wrong_tag(Context *ctx, const ObjectType *type,
                                            const Value *values, Elements elements, int64_t *tag) {
  int64_t total = value_count(values);
  int64_t each = elements.outer > 0 ? total / elements.outer : 0;
  for (int64_t i = elements.start * each; i < (elements.start + elements.count) * each; i++) {
    *tag = tag_of(values, i);
    if (*tag < 0 || *tag >= (int64_t)type->variant_count) return type;
    const VariantInfo *variant = &type->variants[*tag];
    Elements one = {.outer = total, .start = i, .count = 1};
    const ObjectType *wrong =
        parts_find_wrong_tag(ctx, variant->payload, variant->payload_count, values, one, tag);
    if (wrong != NULL) return wrong;
  }
  return NULL;
}

static const ObjectType *find_wrong_tag(Context *ctx, const ObjectType *type, const Value *values,
                                        Elements elements, int64_t *tag) {
  switch (type->kind) {
  case OBJECT_PRIMITIVE:
  case OBJECT_OPAQUE: return NULL;
  case OBJECT_ARRAY: return find_wrong_tag(ctx, type_of(ctx, type->element), values, elements, tag);
  case OBJECT_RECORD:
    return parts_find_wrong_tag(ctx, type->fields, type->field_count, values, elements, tag);
  case OBJECT_SUM: return sum_find_wrong_tag(ctx, type, values, elements, tag);
  }
  return NULL;
}

static const ObjectType *values_find_wrong_tag(Context *ctx, const ObjectType *type,
                                               const Value *values, int64_t *tag) {
  return find_wrong_tag(ctx, type, values, (Elements){.outer = 1, .start = 0, .count = 1}, tag);
}

static int tags_check(Context *ctx, const ObjectType *type, const Value *values,
                      ValueError *error) {
  int64_t tag = 0;
  const ObjectType *wrong = values_find_wrong_tag(ctx, type, values, &tag);
  if (wrong == NULL) return RT_OK;
  value_fail(error, "%lld stands for no variant of %s, which has %zu", (long long)tag, wrong->name,
             wrong->variant_count);
  return RT_FAILURE;
}

// ---------------------------------------------------------------------------------------------
// Reading and writing

// The leaves take the values, which are freed.
static int values_take(Context *ctx, Object *object, Value *values, int code) {
  size_t count = object->type->leaf_count;
  for (size_t i = 0; code == RT_OK && i < count; i++)
    code = leaf_take(ctx, &object->leaves[i], &values[i]);
  for (size_t i = 0; i < count; i++)
    value_free(&values[i]);
  free(values);
  return code;
}

// How much may still be allocated.
static int64_t memory_left(Context *ctx) {
  int64_t live = context_live(ctx);
  return live < ctx->memory_limit ? ctx->memory_limit - live : 0;
}

// Is there memory for these arrays, by the limit?
static int values_check_size(Context *ctx, const ObjectType *type, const Value *values,
                             ValueError *error) {
  int64_t total = 0;
  for (size_t i = 0; i < type->leaf_count; i++)
    if (values[i].rank > 0)
      total = size_plus(total, value_count(&values[i]) * (int64_t)prim_size(values[i].prim));
  if (total <= memory_left(ctx)) return RT_OK;
  value_fail_memory(error, (size_t)total);
  return RT_MEMORY;
}

static int values_read(Context *ctx, Reader *reader, Object *object, ValueError *error) {
  const ObjectType *type = object->type;
  Value *values = calloc(type->leaf_count + 1, sizeof *values);
  if (values == NULL)
    return context_fail_memory(ctx, (int64_t)(type->leaf_count * sizeof *values), NULL);
  int code = RT_OK;
  reader_set_limit(reader, (size_t)memory_left(ctx));
  for (size_t i = 0; code == RT_OK && i < type->leaf_count; i++)
    if (!value_read(reader, &type->leaves[i], &values[i], error))
      code = error->out_of_memory ? RT_MEMORY : RT_FAILURE;
  if (code == RT_OK) code = values_check_size(ctx, type, values, error);
  if (code == RT_OK) code = tags_check(ctx, type, values, error);
  return values_take(ctx, object, values, code);
}

static void leaves_set_exact(Object *object, bool is_exact) {
  for (size_t i = 0; i < object->type->leaf_count; i++)
    object->leaves[i].is_exact = is_exact;
}

int object_read(Context *ctx, const ObjectType *type, Reader *reader, Object **out,
                ValueError *error) {
  *out = NULL;
  error->message[0] = '\0';
  Object *object = object_new(ctx, type);
  if (object == NULL) return RT_MEMORY;
  int code = values_read(ctx, reader, object, error);
  leaves_set_exact(object, true);
  if (code == RT_OK)
    *out = object;
  else
    object_free(ctx, object);
  return code;
}

static bool leaf_show_or_fail(Context *ctx, const Leaf *leaf, Value *value, void **copy,
                              ValueError *error) {
  if (leaf_show(ctx, leaf, value, copy) == RT_OK) return true;
  snprintf(error->message, sizeof error->message, "the value cannot be read from the device");
  return false;
}

static bool leaf_write(Context *ctx, const Leaf *leaf, Writer *writer, bool is_binary,
                       ValueError *error) {
  Value value = {0};
  void *copy = NULL;
  if (!leaf_show_or_fail(ctx, leaf, &value, &copy, error)) return false;
  bool is_written =
      is_binary ? value_write_binary(writer, &value, error)
                : value_write_text(writer, &value, error) && writer_put(writer, "\n", 1, error);
  free(copy);
  return is_written;
}

bool object_write(Context *ctx, const Object *object, Writer *writer, bool is_binary,
                  ValueError *error) {
  for (size_t i = 0; i < object->type->leaf_count; i++)
    if (!leaf_write(ctx, &object->leaves[i], writer, is_binary, error)) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// In the notation of NESL

static int read_notation(Context *ctx, Notation *notation, Reader *reader, Object *object,
                         ValueError *error) {
  const ObjectType *type = object->type;
  Value *values = calloc(type->leaf_count + 1, sizeof *values);
  if (values == NULL)
    return context_fail_memory(ctx, (int64_t)(type->leaf_count * sizeof *values), NULL);
  int code = RT_OK;
  if (!notation_read(reader, notation, type->leaves, values, error))
    code = error->out_of_memory ? RT_MEMORY : RT_FAILURE;
  if (code == RT_OK) code = values_check_size(ctx, type, values, error);
  return values_take(ctx, object, values, code);
}

int object_read_notation(Context *ctx, const ObjectType *type, const char *notation, Reader *reader,
                         Object **out, ValueError *error) {
  *out = NULL;
  error->message[0] = '\0';
  Notation *parsed = notation_new(notation);
  Object *object = parsed != NULL ? object_new(ctx, type) : NULL;
  int code = object != NULL ? read_notation(ctx, parsed, reader, object, error) : RT_MEMORY;
  notation_free(parsed);
  if (code == RT_OK)
    *out = object;
  else
    object_free(ctx, object);
  return code;
}

bool object_write_notation(Context *ctx, const Object *object, const char *notation, int64_t limit,
                           Writer *writer, ValueError *error) {
  size_t count = object->type->leaf_count;
  Notation *parsed = notation_new(notation);
  Value *values = calloc(count + 1, sizeof *values);
  void **copies = calloc(count + 1, sizeof *copies);
  bool is_good = parsed != NULL && values != NULL && copies != NULL;
  if (!is_good) value_fail_memory(error, (count + 1) * sizeof *values);
  for (size_t i = 0; is_good && i < count; i++)
    is_good = leaf_show_or_fail(ctx, &object->leaves[i], &values[i], &copies[i], error);
  is_good = is_good && notation_write(writer, parsed, values, limit, error);
  for (size_t i = 0; copies != NULL && i < count; i++)
    free(copies[i]);
  free(copies);
  free(values);
  notation_free(parsed);
  return is_good;
}

// ---------------------------------------------------------------------------------------------
// Bytes: a head, and the leaves in the binary format

typedef struct StoreHead {
  char magic[8];
  uint64_t size; // of everything
  uint64_t type; // a hash of its name and leaves
} StoreHead;

static const char STORE_MAGIC[8] = {'r', 'a', 'v', 'e', 'l', 'v', '1', '\0'};

static uint64_t hash_byte(uint64_t hash, unsigned byte) {
  return (hash ^ byte) * UINT64_C(1099511628211);
}

static uint64_t type_hash(const ObjectType *type) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (const char *name = type->name; *name != '\0'; name++)
    hash = hash_byte(hash, (unsigned char)*name);
  for (size_t i = 0; i < type->leaf_count; i++) {
    hash = hash_byte(hash, (unsigned)type->leaves[i].prim);
    hash = hash_byte(hash, (unsigned)type->leaves[i].rank);
  }
  return hash;
}

static int store_fail(Context *ctx, const ValueError *error) {
  if (error->out_of_memory) return context_fail_memory(ctx, 0, NULL);
  return context_fail(ctx, "the value cannot be stored: %s", error->message);
}

int object_store(Context *ctx, const Object *object, void **bytes, size_t *size) {
  ValueError error = {0};
  Writer *writer = writer_to_memory();
  if (writer == NULL) return context_fail_memory(ctx, 0, NULL);
  StoreHead head = {.type = type_hash(object->type)};
  memcpy(head.magic, STORE_MAGIC, sizeof head.magic);
  char *copy = NULL;
  bool is_written = writer_put(writer, (const char *)&head, sizeof head, &error) &&
                    object_write(ctx, object, writer, true, &error);
  if (is_written) {
    const char *data = writer_data(writer, size);
    copy = malloc(*size);
    if (copy != NULL) {
      memcpy(copy, data, *size);
      head.size = *size;
      memcpy(copy, &head, sizeof head);
    }
    error.out_of_memory = copy == NULL;
  }
  writer_free(writer);
  if (copy == NULL) return store_fail(ctx, &error);
  *bytes = copy;
  return RT_OK;
}

int object_restore(Context *ctx, const ObjectType *type, const void *bytes, Object **out) {
  *out = NULL;
  StoreHead head;
  memcpy(&head, bytes, sizeof head);
  if (memcmp(head.magic, STORE_MAGIC, sizeof head.magic) != 0 || head.size < sizeof head ||
      head.type != type_hash(type))
    return context_fail(ctx, "the bytes are not those of a stored value of type %s", type->name);
  Reader *reader =
      reader_from_memory((const char *)bytes + sizeof head, (size_t)(head.size - sizeof head));
  if (reader == NULL) return context_fail_memory(ctx, 0, NULL);
  ValueError error = {0};
  int code = object_read(ctx, type, reader, out, &error);
  reader_free(reader);
  // Stored values are as exact as what was stored, which the bytes do not tell.
  if (code == RT_OK) leaves_set_exact(*out, false);
  if (code != RT_OK && error.message[0] != '\0')
    code =
        context_fail(ctx, "the stored value of type %s is damaged: %s", type->name, error.message);
  return code;
}
