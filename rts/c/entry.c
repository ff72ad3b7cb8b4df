// Entry points: checking arguments and calling. See object.h.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"

const EntryInfo *entry_named(const ProgramTable *table, const char *name) {
  for (size_t i = 0; i < table->entry_count; i++)
    if (strcmp(table->entries[i].name, name) == 0) return &table->entries[i];
  return NULL;
}

const ObjectType *type_named(const ProgramTable *table, const char *name) {
  for (size_t i = 0; i < table->type_count; i++)
    if (strcmp(table->types[i].name, name) == 0) return &table->types[i];
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Sizes

// Where a size was seen first.
typedef struct SizePlace {
  bool is_known;
  size_t param;
  int dim;
} SizePlace;

typedef struct Checking {
  Context *ctx;
  const EntryInfo *entry;
  const Leaf *leaves; // of all parameters
  int64_t *sizes;
  SizePlace *places;
} Checking;

static int fail_dim(const Checking *checking, size_t param, int dim, int64_t wanted, int64_t got) {
  return context_fail(checking->ctx,
                      "dimension %d of %s (argument %zu) must be %" PRId64 ", but is %" PRId64, dim,
                      checking->entry->params[param].name, param + 1, wanted, got);
}

static int check_size(Checking *checking, size_t param, int dim, size_t size, int64_t got) {
  const EntryInfo *entry = checking->entry;
  SizePlace *place = &checking->places[size];
  if (!place->is_known) {
    *place = (SizePlace){.is_known = true, .param = param, .dim = dim};
    checking->sizes[size] = got;
    return RT_OK;
  }
  if (checking->sizes[size] == got) return RT_OK;
  return context_fail(checking->ctx,
                      "size %s is %" PRId64 " in dimension %d of %s (argument %zu) but %" PRId64
                      " in dimension %d of %s (argument %zu)",
                      entry->size_names[size], checking->sizes[size], place->dim,
                      entry->params[place->param].name, place->param + 1, got, dim,
                      entry->params[param].name, param + 1);
}

static int check_dim(Checking *checking, size_t param, int dim, DimInfo info, int64_t got) {
  switch (info.kind) {
  case DIM_FREE: return RT_OK;
  case DIM_SIZE: return check_size(checking, param, dim, (size_t)info.value, got);
  case DIM_CONSTANT:
    return got == info.value ? RT_OK : fail_dim(checking, param, dim, info.value, got);
  case DIM_LEAF: {
    int64_t wanted = checking->leaves[info.value].scalar.i64;
    return got == wanted ? RT_OK : fail_dim(checking, param, dim, wanted, got);
  }
  }
  return RT_OK;
}

static int check_sizes(Checking *checking) {
  const EntryInfo *entry = checking->entry;
  const DimInfo *dim = entry->dims;
  const Leaf *leaf = checking->leaves;
  for (size_t i = 0; i < entry->param_count; i++) {
    const ObjectType *type = &checking->ctx->table->types[entry->params[i].type];
    for (size_t k = 0; k < type->leaf_count; k++, leaf++)
      for (int d = 0; d < leaf->rank; d++) {
        int error = check_dim(checking, i, d, *dim++, leaf->shape[d]);
        if (error != RT_OK) return error;
      }
  }
  return RT_OK;
}

// ---------------------------------------------------------------------------------------------
// Arguments

static int check_argument(Context *ctx, const EntryInfo *entry, size_t param,
                          const Object *object) {
  const ParamInfo *info = &entry->params[param];
  const ObjectType *type = &ctx->table->types[info->type];
  if (object->type != type)
    return context_fail(ctx, "argument %zu of %zu (%s: %s) has type %s", param + 1,
                        entry->param_count, info->name, type->name, object->type->name);
  if (object->is_consumed)
    return context_fail(ctx, "argument %zu of %zu (%s: %s) was consumed by an earlier call",
                        param + 1, entry->param_count, info->name, type->name);
  return RT_OK;
}

// An argument that is consumed cannot be another argument too.
static int check_once(Context *ctx, const EntryInfo *entry, Object *const *in, size_t param) {
  if (!entry->params[param].is_unique) return RT_OK;
  for (size_t i = 0; i < entry->param_count; i++)
    if (i != param && in[i] == in[param])
      return context_fail(ctx, "argument %zu of %zu (%s), which is consumed, is argument %zu too",
                          param + 1, entry->param_count, entry->params[param].name, i + 1);
  return RT_OK;
}

// What is consumed will be written: blocks that somebody else holds are copied before.
static int argument_own(Context *ctx, Object *object) {
  object->is_consumed = true;
  for (size_t i = 0; i < object->type->leaf_count; i++) {
    Leaf *leaf = &object->leaves[i];
    if (leaf->rank == 0 || atomic_load(&leaf->block->references) == 1) continue;
    Block *copy = NULL;
    int error = block_new(ctx, &copy, leaf_bytes(leaf), NULL);
    if (error != RT_OK) return error;
    if (copy->size > 0) memcpy(copy->data, leaf->block->data, (size_t)copy->size);
    block_unref(ctx, &leaf->block);
    leaf->block = copy;
  }
  return RT_OK;
}

static int call_checked(Checking *checking, Object **out) {
  Context *ctx = checking->ctx;
  const EntryInfo *entry = checking->entry;
  int error = check_sizes(checking);
  if (error != RT_OK) return error;
  Object *result = object_new(ctx, &ctx->table->types[entry->result]);
  if (result == NULL) return RT_MEMORY;
  context_log(ctx, "calling %s with %zu arguments", entry->name, entry->param_count);
  int64_t start = profile_start(ctx);
  error = entry->call(ctx, checking->sizes, checking->leaves, result->leaves);
  profile_stop(ctx, start, entry->name);
  if (error == RT_OK)
    *out = result;
  else
    object_free(ctx, result);
  return error;
}

static size_t count_leaves(Context *ctx, const EntryInfo *entry) {
  size_t count = 0;
  for (size_t i = 0; i < entry->param_count; i++)
    count += ctx->table->types[entry->params[i].type].leaf_count;
  return count;
}

int entry_call(Context *ctx, const EntryInfo *entry, Object *const *in, Object **out) {
  *out = NULL;
  int error = RT_OK;
  for (size_t i = 0; error == RT_OK && i < entry->param_count; i++)
    error = check_argument(ctx, entry, i, in[i]);
  for (size_t i = 0; error == RT_OK && i < entry->param_count; i++)
    error = check_once(ctx, entry, in, i);
  for (size_t i = 0; error == RT_OK && i < entry->param_count; i++)
    if (entry->params[i].is_unique) error = argument_own(ctx, in[i]);
  if (error != RT_OK) return error;
  size_t count = count_leaves(ctx, entry);
  Leaf *leaves = calloc(count + 1, sizeof *leaves);
  Checking checking = {.ctx = ctx, .entry = entry, .leaves = leaves};
  checking.sizes = calloc(entry->size_count + 1, sizeof *checking.sizes);
  checking.places = calloc(entry->size_count + 1, sizeof *checking.places);
  if (leaves == NULL || checking.sizes == NULL || checking.places == NULL) {
    error = context_fail_memory(ctx, (int64_t)(count * sizeof *leaves), NULL);
  } else {
    size_t at = 0;
    for (size_t i = 0; i < entry->param_count; i++)
      for (size_t k = 0; k < in[i]->type->leaf_count; k++)
        leaves[at++] = in[i]->leaves[k];
    error = call_checked(&checking, out);
  }
  free(leaves);
  free(checking.sizes);
  free(checking.places);
  return error;
}
