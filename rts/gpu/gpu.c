// The host of a device: blocks, launches and failures, over what a kind of device does. See gpu.h.

#include "rts/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"

enum {
  RECORD_VALUES = 32, // of a failure
  RECORD_RESULTS = 2 + RECORD_VALUES,
  RESULT_MAX = 256,
  LOCK_WORDS = 65536
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

// Kernels that were launched after a failure did not count.
static int counter_clear(Context *ctx) {
  ctx->gpu->counted = 0;
  return block_zero(ctx, ctx->gpu->counter, 0, 64);
}

int memory_open(Context *ctx) {
  ctx->gpu = calloc(1, sizeof *ctx->gpu);
  if (ctx->gpu == NULL) return context_fail_memory(ctx, sizeof *ctx->gpu, NULL);
  int error = device_open(ctx);
  if (error == RT_OK)
    error = block_new(ctx, &ctx->gpu->record, (RECORD_RESULTS + RESULT_MAX) * 8, NULL);
  if (error == RT_OK) error = block_new(ctx, &ctx->gpu->locks, LOCK_WORDS * 4, NULL);
  if (error == RT_OK) error = block_zero(ctx, ctx->gpu->locks, 0, LOCK_WORDS * 4);
  if (error == RT_OK) error = block_new(ctx, &ctx->gpu->counter, 64, NULL);
  if (error == RT_OK) error = counter_clear(ctx);
  if (error == RT_OK) error = record_clear(ctx);
  return error;
}

void memory_close(Context *ctx) {
  if (ctx->gpu == NULL) return;
  block_unref(ctx, &ctx->gpu->record);
  block_unref(ctx, &ctx->gpu->locks);
  block_unref(ctx, &ctx->gpu->counter);
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
  counter_clear(ctx);
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
  if (groups > ctx->gpu->threads / GROUP) groups = ctx->gpu->threads / GROUP;
  int64_t most = bytes > 0 ? budget / bytes / GROUP : groups;
  if (most < 1) most = 1;
  return (groups < most ? groups : most) * GROUP;
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

// How many blocks, and how much memory beside that of the program: so many bytes, the first of them
// zero.
typedef struct Plan {
  int64_t groups, zeros, bytes;
} Plan;

static int64_t at_least(int64_t value, int64_t least) { return value < least ? least : value; }

static Plan launch_plan(const Context *ctx, const KernelInfo *info, int64_t size, int64_t threads) {
  int64_t most = threads > 0 ? (threads + info->block - 1) / info->block
                             : at_least(ctx->gpu->threads / info->block, 1);
  int64_t tile = info->skeleton == SKELETON_MAP ? info->block : info->tile;
  int64_t tiles = at_least((size + tile - 1) / tile, 1);
  Plan plan = {.groups = at_least(tiles < most ? tiles : most, 1)};
  switch (info->skeleton) {
  case SKELETON_MAP: break;
  case SKELETON_REDUCE:
    plan.zeros = 64;
    plan.bytes = 64 + plan.groups * info->acc_bytes;
    break;
  case SKELETON_SCAN:
    plan.zeros = 64 + (tiles + 15) / 16 * 64;
    plan.bytes = plan.zeros + 2 * tiles * info->acc_bytes;
    break;
  case SKELETON_TILED_MAP: plan.groups = tiles; break;
  case SKELETON_TILED_REDUCE: plan.bytes = plan.groups * info->acc_bytes; break;
  case SKELETON_TILED_SCAN:
    plan.groups = tiles;
    plan.bytes = plan.zeros = tiles * info->state_bytes;
    break;
  }
  return plan;
}

typedef struct Launch {
  int64_t size, limit;
  int32_t number;
  uint32_t base, epoch;
  Block *scratch;
  Plan plan;
  GpuArg *args;
  size_t arg_count;
} Launch;

static void arg_block(Launch *launch, Block *block) {
  launch->args[launch->arg_count++] = (GpuArg){.block = block};
}

static void arg_data(Launch *launch, const void *data, size_t size) {
  launch->args[launch->arg_count++] = (GpuArg){.data = data, .size = size};
}

static void arg_program(Context *ctx, Launch *launch, const GpuArg *args, size_t count) {
  arg_block(launch, ctx->gpu->record);
  arg_data(launch, &launch->number, sizeof launch->number);
  arg_block(launch, ctx->gpu->locks);
  for (size_t i = 0; i < count; i++)
    launch->args[launch->arg_count++] = args[i];
}

// The arguments in the order of the skeleton's parameters.
static void launch_args(Context *ctx, Launch *launch, Skeleton skeleton, const GpuArg *args,
                        size_t count) {
  bool is_tiled = skeleton >= SKELETON_TILED_MAP;
  if (!is_tiled) arg_program(ctx, launch, args, count);
  arg_data(launch, &launch->size, sizeof launch->size);
  switch (skeleton) {
  case SKELETON_MAP: arg_data(launch, &launch->limit, sizeof launch->limit); break;
  case SKELETON_REDUCE:
  case SKELETON_SCAN: arg_block(launch, launch->scratch); break;
  case SKELETON_TILED_MAP: break;
  case SKELETON_TILED_REDUCE:
  case SKELETON_TILED_SCAN:
    arg_block(launch, launch->scratch);
    arg_block(launch, ctx->gpu->counter);
    arg_data(launch, &launch->base, sizeof launch->base);
    if (skeleton == SKELETON_TILED_SCAN) arg_data(launch, &launch->epoch, sizeof launch->epoch);
    break;
  }
  if (is_tiled) arg_program(ctx, launch, args, count);
}

// Blocks of a scan count themselves, and those of a reduction when there are several.
static void launch_count(Context *ctx, const Launch *launch, Skeleton skeleton) {
  bool is_counted = skeleton == SKELETON_TILED_SCAN ||
                    (skeleton == SKELETON_TILED_REDUCE && launch->plan.groups > 1);
  if (is_counted) ctx->gpu->counted += (uint32_t)launch->plan.groups;
}

static int launch_run(Context *ctx, size_t kernel, Launch *launch, int64_t threads,
                      const GpuArg *args, size_t count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int error = launch_number(ctx, &launch->number);
  if (error != RT_OK) return error;
  GpuArg few[64];
  launch->args = count + 10 <= 64 ? few : calloc(count + 10, sizeof *launch->args);
  if (launch->args == NULL) return context_fail_memory(ctx, (int64_t)(count * sizeof *few), NULL);
  int64_t all = launch->plan.groups * info->block;
  launch->limit = threads > 0 && threads < all ? threads : all;
  launch->base = ctx->gpu->counted;
  launch->epoch = 1; // the states are new
  launch_args(ctx, launch, info->skeleton, args, count);
  int64_t start = profile_start(ctx);
  error =
      device_launch(ctx, kernel, launch->plan.groups, info->block, launch->args, launch->arg_count);
  if (launch->args != few) free(launch->args);
  launch_count(ctx, launch, info->skeleton);
  ctx->gpu->is_pending = true;
  if (start != 0 && error == RT_OK) error = device_wait(ctx); // times of kernels one by one
  profile_stop(ctx, start, info->name);
  return error;
}

int gpu_launch(Context *ctx, size_t kernel, int64_t size, int64_t threads, const GpuArg *args,
               size_t arg_count, int64_t *results, size_t result_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  bool is_map = info->skeleton == SKELETON_MAP || info->skeleton == SKELETON_TILED_MAP;
  if (size <= 0 && is_map) return RT_OK;
  if (result_count > RESULT_MAX) return context_fail(ctx, "a kernel with too many results");
  Launch launch = {.size = size < 0 ? 0 : size, .plan = launch_plan(ctx, info, size, threads)};
  const Plan *plan = &launch.plan;
  int error = plan->bytes > 0 ? block_new(ctx, &launch.scratch, plan->bytes, info->where) : RT_OK;
  if (error == RT_OK && plan->zeros > 0) error = block_zero(ctx, launch.scratch, 0, plan->zeros);
  if (error == RT_OK) error = launch_run(ctx, kernel, &launch, threads, args, arg_count);
  block_unref(ctx, &launch.scratch);
  if (error != RT_OK || result_count == 0) return error;
  int64_t record[RECORD_RESULTS + RESULT_MAX];
  error = device_read(ctx, record, ctx->gpu->record->data, 0,
                      (int64_t)(RECORD_RESULTS + result_count) * 8);
  if (error == RT_OK) error = record_check(ctx, record);
  memcpy(results, record + RECORD_RESULTS, result_count * 8);
  return error;
}
