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
  Leaf *leaves; // of all parameters
  int *
      counted; // for each leaf: how many dimensions count; fewer than it has where nothing is there
  size_t leaf_count, dim_count;
  int64_t *shapes; // room for the shapes of unused leaves, dim_count of them
  int64_t *sizes;
  SizePlace *places;
} Checking;

// Codes of what is wrong with arguments, and with the shape of a result.
static const char ARGUMENT[] = "E0405", SHAPE[] = "E0404";

static int fail_dim(const Checking *checking, size_t param, int dim, int64_t wanted, int64_t got) {
  return context_fail_as(checking->ctx, ARGUMENT,
                         "dimension %d of %s (argument %zu) must be %" PRId64 ", but is %" PRId64,
                         dim, checking->entry->params[param].name, param + 1, wanted, got);
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
  return context_fail_as(checking->ctx, ARGUMENT,
                         "size %s is %" PRId64 " in dimension %d of %s (argument %zu) but %" PRId64
                         " in dimension %d of %s (argument %zu)",
                         entry->size_names[size], checking->sizes[size], place->dim,
                         entry->params[place->param].name, place->param + 1, got, dim,
                         entry->params[param].name, param + 1);
}

static int check_dim(Checking *checking, size_t param, int dim, DimInfo info, int64_t got) {
  if (got > VALUE_MAX_SIZE)
    return context_fail_as(checking->ctx, ARGUMENT,
                           "dimension %d of %s (argument %zu) is %" PRId64
                           ", which is more than 2^60",
                           dim, checking->entry->params[param].name, param + 1, got);
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

// What a dimension that does not count must be. A size that nothing else has is what it is here.
static int64_t wanted_dim(Checking *checking, DimInfo info, int64_t got) {
  switch (info.kind) {
  case DIM_FREE: return got;
  case DIM_CONSTANT: return info.value;
  case DIM_LEAF: return checking->leaves[info.value].scalar.i64;
  case DIM_SIZE:
    if (!checking->places[info.value].is_known) checking->sizes[info.value] = got;
    checking->places[info.value].is_known = true;
    return checking->sizes[info.value];
  }
  return got;
}

// Gives a leaf the shape that the entry point expects, and zeros if that is not its own.
static int fit_leaf(Checking *checking, Leaf *leaf, int counted, const DimInfo *dims,
                    int64_t *shape) {
  bool is_same = true;
  for (int d = 0; d < leaf->rank; d++) {
    shape[d] = d < counted ? leaf->shape[d] : wanted_dim(checking, dims[d], leaf->shape[d]);
    is_same = is_same && shape[d] == leaf->shape[d];
  }
  if (is_same) {
    block_ref(leaf->block);
    return RT_OK;
  }
  leaf->shape = shape;
  int error = block_new(checking->ctx, &leaf->block, leaf_bytes(leaf), NULL);
  if (error == RT_OK) error = block_zero(checking->ctx, leaf->block, 0, leaf->block->size);
  return error;
}

static int check_used(Checking *checking) {
  const EntryInfo *entry = checking->entry;
  const DimInfo *dim = entry->dims;
  size_t at = 0;
  for (size_t i = 0; i < entry->param_count; i++) {
    const ObjectType *type = &checking->ctx->table->types[entry->params[i].type];
    for (size_t k = 0; k < type->leaf_count; k++, at++)
      for (int d = 0; d < checking->leaves[at].rank; d++, dim++) {
        if (d >= checking->counted[at]) continue;
        int error = check_dim(checking, i, d, *dim, checking->leaves[at].shape[d]);
        if (error != RT_OK) return error;
      }
  }
  return RT_OK;
}

// Finds the sizes. Afterwards the blocks of leaves that were fitted belong to this call.
static int check_sizes(Checking *checking) {
  int error = check_used(checking);
  size_t at_dim = 0;
  for (size_t i = 0; i < checking->leaf_count; i++) {
    Leaf *leaf = &checking->leaves[i];
    if (checking->counted[i] < leaf->rank) {
      if (error == RT_OK)
        error = fit_leaf(checking, leaf, checking->counted[i], checking->entry->dims + at_dim,
                         checking->shapes + at_dim);
      else
        leaf->block = NULL;
    }
    at_dim += (size_t)leaf->rank;
  }
  return error;
}

static void free_fitted(Checking *checking) {
  for (size_t i = 0; i < checking->leaf_count; i++)
    if (checking->counted[i] < checking->leaves[i].rank)
      block_unref(checking->ctx, &checking->leaves[i].block);
}

// ---------------------------------------------------------------------------------------------
// Arguments

static int check_argument(Context *ctx, const EntryInfo *entry, size_t param,
                          const Object *object) {
  const ParamInfo *info = &entry->params[param];
  const ObjectType *type = &ctx->table->types[info->type];
  if (object->type != type)
    return context_fail_as(ctx, ARGUMENT, "argument %zu of %zu (%s: %s) has type %s", param + 1,
                           entry->param_count, info->name, type->name, object->type->name);
  if (object->is_consumed)
    return context_fail_as(ctx, ARGUMENT,
                           "argument %zu of %zu (%s: %s) was consumed by an earlier call",
                           param + 1, entry->param_count, info->name, type->name);
  return RT_OK;
}

// An argument that is consumed cannot be another argument too.
static int check_once(Context *ctx, const EntryInfo *entry, Object *const *in, size_t param) {
  if (!entry->params[param].is_unique) return RT_OK;
  for (size_t i = 0; i < entry->param_count; i++)
    if (i != param && in[i] == in[param])
      return context_fail_as(ctx, ARGUMENT,
                             "argument %zu of %zu (%s), which is consumed, is argument %zu too",
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
    if (error == RT_OK) error = block_copy(ctx, copy, 0, leaf->block, 0, copy->size);
    if (error != RT_OK) {
      block_unref(ctx, &copy);
      return error;
    }
    block_unref(ctx, &leaf->block);
    leaf->block = copy;
  }
  return RT_OK;
}

// What comes out can go in.
static int check_result(Context *ctx, const EntryInfo *entry, const Object *result) {
  for (size_t i = 0; i < result->type->leaf_count; i++)
    for (int d = 0; d < result->leaves[i].rank; d++)
      if (result->leaves[i].shape[d] > VALUE_MAX_SIZE)
        return context_fail_as(
            ctx, SHAPE, "dimension %d of the result of %s is %" PRId64 ", which is more than 2^60",
            d, entry->name, result->leaves[i].shape[d]);
  return RT_OK;
}

static int call_checked(Checking *checking, Object **out) {
  Context *ctx = checking->ctx;
  const EntryInfo *entry = checking->entry;
  Object *result = object_new(ctx, &ctx->table->types[entry->result]);
  if (result == NULL) return RT_MEMORY;
  context_log(ctx, "calling %s with %zu argument%s", entry->name, entry->param_count,
              entry->param_count == 1 ? "" : "s");
  int64_t start = profile_start(ctx);
  int error = entry->call(ctx, checking->sizes, checking->leaves, result->leaves);
  if (error == RT_OK) error = memory_wait(ctx);
  profile_stop(ctx, start, entry->name);
  if (error == RT_OK) error = check_result(ctx, entry, result);
  if (error == RT_OK)
    *out = result;
  else
    object_free(ctx, result);
  return error;
}

// Collects the leaves of all arguments, and makes room for what is found out about them.
static int checking_start(Checking *checking, Object *const *in) {
  const EntryInfo *entry = checking->entry;
  for (size_t i = 0; i < entry->param_count; i++) {
    checking->leaf_count += in[i]->type->leaf_count;
    for (size_t k = 0; k < in[i]->type->leaf_count; k++)
      checking->dim_count += (size_t)in[i]->leaves[k].rank;
  }
  checking->leaves = calloc(checking->leaf_count + 1, sizeof *checking->leaves);
  checking->counted = calloc(checking->leaf_count + 1, sizeof *checking->counted);
  checking->shapes = calloc(checking->dim_count + 1, sizeof *checking->shapes);
  checking->sizes = calloc(entry->size_count + 1, sizeof *checking->sizes);
  checking->places = calloc(entry->size_count + 1, sizeof *checking->places);
  if (checking->leaves == NULL || checking->counted == NULL || checking->shapes == NULL ||
      checking->sizes == NULL || checking->places == NULL)
    return context_fail_memory(checking->ctx,
                               (int64_t)(checking->leaf_count * sizeof *checking->leaves), NULL);
  size_t at = 0;
  for (size_t i = 0; i < entry->param_count; i++) {
    const ObjectType *type = in[i]->type;
    for (size_t k = 0; k < type->leaf_count; k++)
      checking->leaves[at + k] = in[i]->leaves[k];
    if (!leaves_count_dims(checking->ctx, type, in[i]->leaves, checking->counted + at))
      return context_fail_memory(checking->ctx, (int64_t)type->leaf_count, NULL);
    at += type->leaf_count;
  }
  return RT_OK;
}

static void checking_free(Checking *checking) {
  free(checking->leaves);
  free(checking->counted);
  free(checking->shapes);
  free(checking->sizes);
  free(checking->places);
}

int entry_call(Context *ctx, const EntryInfo *entry, Object *const *in, Object **out) {
  *out = NULL;
  if (ctx->is_unfit)
    return context_fail(ctx, "%s cannot be called: the constants of the program failed",
                        entry->name);
  int error = RT_OK;
  for (size_t i = 0; error == RT_OK && i < entry->param_count; i++)
    error = check_argument(ctx, entry, i, in[i]);
  for (size_t i = 0; error == RT_OK && i < entry->param_count; i++)
    error = check_once(ctx, entry, in, i);
  for (size_t i = 0; error == RT_OK && i < entry->param_count; i++)
    if (entry->params[i].is_unique) error = argument_own(ctx, in[i]);
  if (error != RT_OK) return error;
  Checking checking = {.ctx = ctx, .entry = entry};
  error = checking_start(&checking, in);
  if (error == RT_OK) {
    error = check_sizes(&checking);
    if (error == RT_OK) error = call_checked(&checking, out);
    free_fitted(&checking);
  }
  checking_free(&checking);
  return error;
}
