// The common part of the typed C API. See library.h.

#include "rts/c/library.h"

#include <stdlib.h>
#include <string.h>

static void api_enter(Context *ctx) {
  pthread_mutex_lock(&ctx->call_lock);
  free(context_take_error(ctx)); // of an earlier call, which nobody asked for
}

static int api_leave(Context *ctx, int code) {
  pthread_mutex_unlock(&ctx->call_lock);
  if (code == RT_OK) return API_SUCCESS;
  return code == RT_MEMORY ? API_OUT_OF_MEMORY : API_PROGRAM_ERROR;
}

// ---------------------------------------------------------------------------------------------
// Scalars as objects and back

// The object that an argument is; a scalar becomes an object that the caller frees by boxes_free.
static int box(Context *ctx, size_t type_number, const void *argument, Object **out) {
  const ObjectType *type = &ctx->table->types[type_number];
  if (type->kind == OBJECT_PRIMITIVE) return object_of_scalar(ctx, type, argument, out);
  // Consuming an object changes it, although the C API calls it const.
  *out = (Object *)(uintptr_t)argument;
  return RT_OK;
}

static void boxes_free(Context *ctx, Object **objects, size_t count) {
  for (size_t i = 0; objects != NULL && i < count; i++)
    if (objects[i] != NULL && objects[i]->type->kind == OBJECT_PRIMITIVE)
      object_free(ctx, objects[i]);
  free(objects);
}

// All arguments as objects; NULL after a failure.
static Object **box_fields(Context *ctx, const FieldInfo *fields, size_t count,
                           const void *const *arguments) {
  Object **objects = calloc(count + 1, sizeof(Object *));
  if (objects == NULL) context_fail_memory(ctx, (int64_t)(count * sizeof *objects), NULL);
  int error = objects == NULL ? RT_MEMORY : RT_OK;
  for (size_t i = 0; error == RT_OK && i < count; i++)
    error = box(ctx, fields[i].type, arguments[i], &objects[i]);
  if (error == RT_OK) return objects;
  boxes_free(ctx, objects, count);
  return NULL;
}

// Hands a result over: a scalar is copied and its object freed.
static void unbox(Context *ctx, Object *object, void *out) {
  if (object->type->kind == OBJECT_PRIMITIVE) {
    memcpy(out, &object->leaves[0].scalar, prim_size(object->leaves[0].prim));
    object_free(ctx, object);
  } else {
    *(void **)out = object;
  }
}

// ---------------------------------------------------------------------------------------------
// Calls

static int call_boxed(Context *ctx, const EntryInfo *entry, void *out, const void *const *in) {
  size_t count = entry->param_count;
  Object **objects = calloc(count + 1, sizeof(Object *)), *result = NULL;
  if (objects == NULL) return context_fail_memory(ctx, (int64_t)(count * sizeof *objects), NULL);
  int error = RT_OK;
  for (size_t i = 0; error == RT_OK && i < count; i++)
    error = box(ctx, entry->params[i].type, in[i], &objects[i]);
  if (error == RT_OK) error = entry_call(ctx, entry, objects, &result);
  if (error == RT_OK) unbox(ctx, result, out);
  boxes_free(ctx, objects, count);
  return error;
}

int api_call(Context *ctx, size_t entry, void *out, const void *const *in) {
  api_enter(ctx);
  return api_leave(ctx, call_boxed(ctx, &ctx->table->entries[entry], out, in));
}

// ---------------------------------------------------------------------------------------------
// Objects of any type

int api_free(Context *ctx, void *object) {
  pthread_mutex_lock(&ctx->call_lock);
  object_free(ctx, object);
  pthread_mutex_unlock(&ctx->call_lock);
  return API_SUCCESS;
}

int api_unshare(Context *ctx, void *object) {
  Object *whole = object;
  api_enter(ctx);
  int error = RT_OK;
  if (whole->is_consumed)
    error = context_fail(ctx, "a value of type %s was consumed", whole->type->name);
  else
    error = object_unshare(ctx, whole);
  return api_leave(ctx, error);
}

int api_store(Context *ctx, const void *object, void **bytes, size_t *size) {
  api_enter(ctx);
  void *stored = NULL;
  int error = object_store(ctx, object, &stored, size);
  if (error == RT_OK && bytes != NULL && *bytes == NULL) {
    *bytes = stored;
    stored = NULL;
  } else if (error == RT_OK && bytes != NULL) {
    memcpy(*bytes, stored, *size);
  }
  free(stored);
  return api_leave(ctx, error);
}

void *api_restore(Context *ctx, size_t type, const void *bytes) {
  Object *object = NULL;
  api_enter(ctx);
  api_leave(ctx, object_restore(ctx, &ctx->table->types[type], bytes, &object));
  return object;
}

// ---------------------------------------------------------------------------------------------
// Arrays

void *api_array_new(Context *ctx, size_t type, const void *data, const int64_t *shape,
                    BlockOrigin origin) {
  Object *object = NULL;
  api_enter(ctx);
  api_leave(ctx, object_of_array(ctx, &ctx->table->types[type], data, shape, origin, &object));
  return object;
}

int api_array_values(Context *ctx, const void *object, void *data) {
  const Object *array = object;
  const Leaf *leaf = &array->leaves[0];
  api_enter(ctx);
  int error = RT_OK;
  if (array->is_consumed)
    error = context_fail(ctx, "an array of type %s was consumed", array->type->name);
  else if (leaf_count(leaf) > 0)
    error = block_read(ctx, data, leaf->block, 0, leaf_bytes(leaf));
  return api_leave(ctx, error);
}

void *api_array_raw(const void *object) {
  const Object *array = object;
  return array->leaves[0].block->data;
}

const int64_t *api_array_shape(const void *object) {
  const Object *array = object;
  return array->type->leaf_count == 0 ? NULL : array->leaves[0].shape;
}

int api_array_index(Context *ctx, void *out, const void *object, const int64_t *indices) {
  Object *element = NULL;
  api_enter(ctx);
  int error = object_index(ctx, object, indices, &element);
  if (error == RT_OK) unbox(ctx, element, out);
  return api_leave(ctx, error);
}

int api_array_set(Context *ctx, void *object, const void *element, const int64_t *indices) {
  api_enter(ctx);
  return api_leave(ctx, object_set(ctx, object, indices, element));
}

int api_array_of_elements(Context *ctx, size_t type, void **out, const void *const *elements,
                          const int64_t *shape) {
  Object *object = NULL;
  api_enter(ctx);
  // The elements are only read.
  int error = object_of_elements(ctx, &ctx->table->types[type], shape,
                                 (Object *const *)(uintptr_t)elements, &object);
  if (error == RT_OK) *out = object;
  return api_leave(ctx, error);
}

int api_array_zip(Context *ctx, size_t type, void **out, const void *const *fields) {
  const ObjectType *array = &ctx->table->types[type];
  api_enter(ctx);
  Object **objects = box_fields(ctx, array->fields, array->field_count, fields), *object = NULL;
  int error = objects == NULL ? RT_MEMORY : object_zip(ctx, array, objects, &object);
  boxes_free(ctx, objects, array->field_count);
  if (error == RT_OK) *out = object;
  return api_leave(ctx, error);
}

// ---------------------------------------------------------------------------------------------
// Records and sums

int api_record_new(Context *ctx, size_t type, void **out, const void *const *fields) {
  const ObjectType *record = &ctx->table->types[type];
  api_enter(ctx);
  Object **objects = box_fields(ctx, record->fields, record->field_count, fields), *object = NULL;
  int error = objects == NULL ? RT_MEMORY : object_of_fields(ctx, record, objects, &object);
  boxes_free(ctx, objects, record->field_count);
  if (error == RT_OK) *out = object;
  return api_leave(ctx, error);
}

int api_project(Context *ctx, void *out, const void *object, size_t field) {
  Object *part = NULL;
  api_enter(ctx);
  int error = object_project(ctx, object, field, &part);
  if (error == RT_OK) unbox(ctx, part, out);
  return api_leave(ctx, error);
}

int api_sum_new(Context *ctx, size_t type, size_t variant, void **out, const void *const *payload) {
  const ObjectType *sum = &ctx->table->types[type];
  const VariantInfo *info = &sum->variants[variant];
  api_enter(ctx);
  Object **objects = box_fields(ctx, info->payload, info->payload_count, payload), *object = NULL;
  int error = objects == NULL ? RT_MEMORY : object_of_variant(ctx, sum, variant, objects, &object);
  boxes_free(ctx, objects, info->payload_count);
  if (error == RT_OK) *out = object;
  return api_leave(ctx, error);
}

int api_destruct(Context *ctx, void *const *out, const void *object, size_t variant) {
  const Object *sum = object;
  size_t count = sum->type->variants[variant].payload_count;
  api_enter(ctx);
  Object **parts = calloc(count + 1, sizeof(Object *));
  int error = parts == NULL ? context_fail_memory(ctx, (int64_t)(count * sizeof *parts), NULL)
                            : object_destruct(ctx, sum, variant, parts);
  for (size_t i = 0; error == RT_OK && i < count; i++)
    unbox(ctx, parts[i], out[i]);
  free(parts);
  return api_leave(ctx, error);
}

int api_variant(Context *ctx, const void *object) {
  size_t variant = 0;
  api_enter(ctx);
  int error = object_variant(ctx, object, &variant);
  api_leave(ctx, error);
  return error == RT_OK ? (int)variant : -1;
}

// ---------------------------------------------------------------------------------------------
// Contexts and configurations

void api_pause(Context *ctx, bool is_paused) {
  pthread_mutex_lock(&ctx->call_lock);
  ctx->is_paused = is_paused;
  pthread_mutex_unlock(&ctx->call_lock);
}

int api_clear_caches(Context *ctx) {
  pthread_mutex_lock(&ctx->call_lock);
  context_clear_caches(ctx);
  pthread_mutex_unlock(&ctx->call_lock);
  return API_SUCCESS;
}

// An error that nobody asked for yet stays.
int api_sync(Context *ctx) {
  pthread_mutex_lock(&ctx->call_lock);
  return api_leave(ctx, memory_wait(ctx));
}

int api_set_param(Config *config, const char *name, size_t value) {
  if (value > INT64_MAX) return 1;
  return config_set_param(config, name, (int64_t)value) ? 0 : 1;
}

void api_set_text(char **slot, const char *text) {
  free(*slot);
  *slot = text == NULL ? NULL : malloc(strlen(text) + 1);
  if (*slot != NULL) strcpy(*slot, text);
}
