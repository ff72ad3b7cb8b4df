// The host of a device: blocks, launches and failures, over what a kind of device does. See gpu.h.

#include "rts/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"

enum {
  RECORD_VALUES = 32, // of a failure
  RECORD_RESULTS = 2 + RECORD_VALUES,
  RESULT_MAX = 256,
  LOCK_WORDS = 65536,
  TILE_ITEMS = 4 // points of a thread in a tile; the skeletons say $ITEMS
};

// ---------------------------------------------------------------------------------------------
// Blocks

Block *block_allocate(Context *ctx, int64_t capacity) {
  Block *block = malloc(sizeof *block);
  if (block == NULL) return NULL;
  *block = (Block){.capacity = capacity, .origin = BLOCK_OWN};
  block->data = device_allocate(ctx, capacity > 0 ? capacity : BLOCK_ALIGNMENT);
  if (block->data != NULL) return block;
  free(block);
  return NULL;
}

void block_destroy(Context *ctx, Block *block) {
  if (block->origin == BLOCK_OWN) device_free(ctx, block->data);
  free(block);
}

// What comes from the host is copied to the device.
int block_wrap(Context *ctx, Block **out, void *data, int64_t bytes, BlockOrigin origin) {
  *out = NULL;
  if (origin == BLOCK_MALLOC) {
    int error = block_new(ctx, out, bytes, NULL);
    if (error == RT_OK) error = block_write(ctx, *out, 0, data, bytes);
    if (error == RT_OK)
      free(data);
    else
      block_unref(ctx, out);
    return error;
  }
  Block *block = malloc(sizeof *block);
  if (block == NULL) return context_fail_memory(ctx, (int64_t)sizeof *block, NULL);
  *block = (Block){.size = bytes, .data = data, .origin = origin};
  *out = block;
  return block_adopt(ctx, block);
}

int block_read(Context *ctx, void *to, const Block *from, int64_t offset, int64_t bytes) {
  int error = memory_wait(ctx);
  if (error != RT_OK || bytes <= 0) return error;
  return device_read(ctx, to, from->data, offset, bytes);
}

int block_write(Context *ctx, Block *to, int64_t offset, const void *from, int64_t bytes) {
  return bytes > 0 ? device_write(ctx, to->data, offset, from, bytes) : RT_OK;
}

int block_copy(Context *ctx, Block *to, int64_t to_offset, const Block *from, int64_t from_offset,
               int64_t bytes) {
  return bytes > 0 ? device_copy(ctx, to->data, to_offset, from->data, from_offset, bytes) : RT_OK;
}

int block_zero(Context *ctx, Block *block, int64_t offset, int64_t bytes) {
  return bytes > 0 ? device_fill(ctx, block->data, offset, 0, bytes) : RT_OK;
}

int block_show(Context *ctx, const Block *block, void **data, void **copy) {
  *copy = *data = malloc(block->size > 0 ? (size_t)block->size : 1);
  if (*copy == NULL) return context_fail_memory(ctx, block->size, NULL);
  int error = block_read(ctx, *copy, block, 0, block->size);
  if (error == RT_OK) return RT_OK;
  free(*copy);
  *copy = *data = NULL;
  return error;
}

// ---------------------------------------------------------------------------------------------
// The device

// An empty record: nothing is taken, and no launch has failed.
static int record_clear(Context *ctx) {
  int32_t words[4] = {0, INT32_MAX, 0, 0};
  return device_write(ctx, ctx->gpu->record->data, 0, words, sizeof words);
}

int memory_open(Context *ctx) {
  ctx->gpu = calloc(1, sizeof *ctx->gpu);
  if (ctx->gpu == NULL) return context_fail_memory(ctx, sizeof *ctx->gpu, NULL);
  int error = device_open(ctx);
  if (error == RT_OK)
    error = block_new(ctx, &ctx->gpu->record, (RECORD_RESULTS + RESULT_MAX) * 8, NULL);
  if (error == RT_OK) error = block_new(ctx, &ctx->gpu->locks, LOCK_WORDS * 4, NULL);
  if (error == RT_OK) error = block_zero(ctx, ctx->gpu->locks, 0, LOCK_WORDS * 4);
  if (error == RT_OK) error = record_clear(ctx);
  return error;
}

void memory_close(Context *ctx) {
  if (ctx->gpu == NULL) return;
  block_unref(ctx, &ctx->gpu->record);
  block_unref(ctx, &ctx->gpu->locks);
  context_clear_caches(ctx);
  device_close(ctx);
  free(ctx->gpu);
  ctx->gpu = NULL;
}

// Looks at a record that was read. What a failed kernel has locked is free again.
static int record_check(Context *ctx, const int64_t *record) {
  int32_t words[2];
  memcpy(words, record, sizeof words);
  ctx->gpu->is_pending = false;
  if (words[0] == 0) return RT_OK;
  int error = ctx->table->gpu->failure(ctx, record[1], record + 2);
  block_zero(ctx, ctx->gpu->locks, 0, LOCK_WORDS * 4);
  record_clear(ctx);
  return error;
}

int memory_wait(Context *ctx) {
  if (ctx->gpu == NULL || !ctx->gpu->is_pending) return RT_OK;
  int64_t record[RECORD_RESULTS];
  int error = device_read(ctx, record, ctx->gpu->record->data, 0, sizeof record);
  return error == RT_OK ? record_check(ctx, record) : error;
}

// ---------------------------------------------------------------------------------------------
// Elements

int gpu_read(Context *ctx, void *to, const Block *from, int64_t index, size_t size) {
  return block_read(ctx, to, from, index * (int64_t)size, (int64_t)size);
}

int gpu_write(Context *ctx, Block *to, int64_t index, const void *from, size_t size) {
  return device_write(ctx, to->data, index * (int64_t)size, from, (int64_t)size);
}

int64_t gpu_room(Context *ctx, int64_t size, int64_t bytes) {
  enum { GROUP = 256 };
  const int64_t budget = (int64_t)1 << 30;
  if (size <= GROUP) return size < 0 ? 0 : size;
  int64_t groups = (size + GROUP - 1) / GROUP;
  if (groups > ctx->gpu->groups) groups = ctx->gpu->groups;
  int64_t most = bytes > 0 ? budget / bytes / GROUP : groups;
  if (most < 1) most = 1;
  return (groups < most ? groups : most) * GROUP;
}

// ---------------------------------------------------------------------------------------------
// Copies

typedef struct CopyShape {
  int64_t rank, sizes[8], to_strides[8], from_strides[8];
} CopyShape;

// Merges dimensions that both places step through as if they were one; false if too many are left.
static bool copy_shape(CopyShape *copy, const int64_t *to_strides, const int64_t *from_strides,
                       const int64_t *shape, size_t rank) {
  *copy = (CopyShape){0};
  for (size_t i = 0; i < rank; i++) {
    if (shape[i] == 1) continue;
    int64_t last = copy->rank - 1;
    bool fits = last >= 0 && copy->to_strides[last] == to_strides[i] * shape[i] &&
                copy->from_strides[last] == from_strides[i] * shape[i];
    if (!fits && ++last == 8) return false;
    copy->sizes[last] = fits ? copy->sizes[last] * shape[i] : shape[i];
    copy->to_strides[last] = to_strides[i];
    copy->from_strides[last] = from_strides[i];
    copy->rank = last + 1;
  }
  return true;
}

static int copy_kernel(Context *ctx, Block *to, int64_t to_first, Block *from, int64_t from_first,
                       const CopyShape *shape, int64_t count, size_t size) {
  size_t kernel = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  int64_t groups = (count + 255) / 256;
  if (groups > 8 * ctx->gpu->groups) groups = 8 * ctx->gpu->groups;
  GpuArg args[] = {{.block = to},
                   {.data = &to_first, .size = sizeof to_first},
                   {.block = from},
                   {.data = &from_first, .size = sizeof from_first},
                   {.data = shape, .size = sizeof *shape},
                   {.data = &count, .size = sizeof count}};
  int64_t start = profile_start(ctx);
  int error = device_launch(ctx, ctx->table->gpu->kernel_count + kernel, groups, 256, args,
                            sizeof args / sizeof *args);
  if (start != 0 && error == RT_OK) error = device_wait(ctx);
  profile_stop(ctx, start, "copy");
  return error;
}

int gpu_copy(Context *ctx, Block *to, int64_t to_first, const int64_t *to_strides, Block *from,
             int64_t from_first, const int64_t *from_strides, const int64_t *shape, size_t rank,
             size_t size) {
  bool is_same = to == from && to_first == from_first;
  int64_t count = 1;
  for (size_t i = 0; i < rank; i++) {
    if (shape[i] <= 0) return RT_OK;
    if (to_strides[i] != from_strides[i] && shape[i] > 1) is_same = false;
    count *= shape[i];
  }
  if (is_same) return RT_OK;
  CopyShape copy;
  if (!copy_shape(&copy, to_strides, from_strides, shape, rank)) {
    for (int64_t i = 0; i < shape[0]; i++) {
      int error =
          gpu_copy(ctx, to, to_first + i * to_strides[0], to_strides + 1, from,
                   from_first + i * from_strides[0], from_strides + 1, shape + 1, rank - 1, size);
      if (error != RT_OK) return error;
    }
    return RT_OK;
  }
  bool is_flat =
      copy.rank == 0 || (copy.rank == 1 && copy.to_strides[0] == 1 && copy.from_strides[0] == 1);
  if (is_flat && to != from)
    return device_copy(ctx, to->data, to_first * (int64_t)size, from->data,
                       from_first * (int64_t)size, count * (int64_t)size);
  if (copy.rank == 0) copy = (CopyShape){.rank = 1, .sizes = {1}};
  return copy_kernel(ctx, to, to_first, from, from_first, &copy, count, size);
}

// ---------------------------------------------------------------------------------------------
// Launches

// The number of the launch; starts again before it overflows.
static int launch_number(Context *ctx, int32_t *number) {
  Gpu *gpu = ctx->gpu;
  int error = RT_OK;
  if (gpu->launch >= INT32_MAX - 1) {
    gpu->is_pending = true;
    error = memory_wait(ctx);
    gpu->launch = 0;
  }
  *number = ++gpu->launch;
  return error;
}

// How many blocks, and how much memory beside that of the program.
typedef struct Plan {
  int64_t groups, zeros, bytes;
} Plan;

static Plan launch_plan(const Context *ctx, const KernelInfo *info, int64_t size, int64_t threads) {
  int64_t most = threads > 0 ? (threads + info->block - 1) / info->block : ctx->gpu->groups;
  int64_t tile = info->skeleton == SKELETON_MAP ? info->block : info->block * TILE_ITEMS;
  int64_t tiles = (size + tile - 1) / tile;
  Plan plan = {.groups = tiles < 1 ? 1 : tiles < most ? tiles : most};
  if (plan.groups < 1) plan.groups = 1;
  if (info->skeleton == SKELETON_REDUCE) {
    plan.zeros = 64;
    plan.bytes = 64 + plan.groups * info->acc_bytes;
  } else if (info->skeleton == SKELETON_SCAN) {
    if (tiles < 1) tiles = 1;
    plan.zeros = 64 + (tiles + 15) / 16 * 64;
    plan.bytes = plan.zeros + 2 * tiles * info->acc_bytes;
  }
  return plan;
}

static int launch_run(Context *ctx, size_t kernel, int64_t size, int64_t threads,
                      const GpuArg *args, size_t arg_count, Block *scratch, Plan plan) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int32_t number = 0;
  int error = launch_number(ctx, &number);
  if (error != RT_OK) return error;
  GpuArg *all = calloc(arg_count + 6, sizeof *all);
  if (all == NULL) return context_fail_memory(ctx, (int64_t)(arg_count * sizeof *all), NULL);
  size_t next = 0;
  all[next++] = (GpuArg){.block = ctx->gpu->record};
  all[next++] = (GpuArg){.data = &number, .size = sizeof number};
  all[next++] = (GpuArg){.block = ctx->gpu->locks};
  for (size_t i = 0; i < arg_count; i++)
    all[next++] = args[i];
  all[next++] = (GpuArg){.data = &size, .size = sizeof size};
  int64_t limit = threads > 0 ? threads : plan.groups * info->block;
  if (limit > plan.groups * info->block) limit = plan.groups * info->block;
  if (info->skeleton == SKELETON_MAP)
    all[next++] = (GpuArg){.data = &limit, .size = sizeof limit};
  else
    all[next++] = (GpuArg){.block = scratch};
  int64_t start = profile_start(ctx);
  error = device_launch(ctx, kernel, plan.groups, info->block, all, next);
  free(all);
  ctx->gpu->is_pending = true;
  if (start != 0 && error == RT_OK) error = device_wait(ctx); // times of kernels one by one
  profile_stop(ctx, start, info->name);
  return error;
}

int gpu_launch(Context *ctx, size_t kernel, int64_t size, int64_t threads, const GpuArg *args,
               size_t arg_count, int64_t *results, size_t result_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  if (size <= 0 && info->skeleton == SKELETON_MAP) return RT_OK;
  if (result_count > RESULT_MAX) return context_fail(ctx, "a kernel with too many results");
  Plan plan = launch_plan(ctx, info, size, threads);
  Block *scratch = NULL;
  int error = plan.bytes > 0 ? block_new(ctx, &scratch, plan.bytes, info->where) : RT_OK;
  if (error == RT_OK) error = scratch ? block_zero(ctx, scratch, 0, plan.zeros) : RT_OK;
  if (error == RT_OK)
    error = launch_run(ctx, kernel, size, threads, args, arg_count, scratch, plan);
  block_unref(ctx, &scratch);
  if (error != RT_OK || result_count == 0) return error;
  int64_t record[RECORD_RESULTS + RESULT_MAX];
  error = device_read(ctx, record, ctx->gpu->record->data, 0,
                      (int64_t)(RECORD_RESULTS + result_count) * 8);
  if (error == RT_OK) error = record_check(ctx, record);
  memcpy(results, record + RECORD_RESULTS, result_count * 8);
  return error;
}
