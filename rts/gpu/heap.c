// The host's side of the heap that kernels allocate from (heap.h), and the gathering of what they
// leave there. The heap has a part of the device's memory, from the first launch on that needs one.

#include "rts/gpu/gpu.h"

enum {
  HEAP_SLOT_BYTES = 256,
  HEAP_SPARE_THREADS = 1024, // a launch may have a few more threads than there are
  HEAP_LEAST = 1 << 20,
  GATHER_BLOCK = 256,
  GATHER_NEAR = 64 // counts that one thread adds
};

static int64_t heap_first(const Context *ctx) {
  return 64 + (ctx->gpu->threads + HEAP_SPARE_THREADS) * HEAP_SLOT_BYTES;
}

// A quarter of the device's memory, or what is there.
static int heap_open(Context *ctx) {
  int64_t bytes = ctx->memory_limit > 0 ? ctx->memory_limit / 4 : (int64_t)1 << 30;
  int64_t least = heap_first(ctx) + HEAP_LEAST;
  if (bytes < least) bytes = least;
  while ((ctx->gpu->heap = block_allocate(ctx, bytes)) == NULL && bytes / 2 >= least)
    bytes /= 2;
  if (ctx->gpu->heap == NULL) return context_fail_memory(ctx, bytes, NULL);
  return device_fill(ctx, ctx->gpu->heap->data, 0, 0, heap_first(ctx));
}

int heap_prepare(Context *ctx) {
  int error = ctx->gpu->heap == NULL ? heap_open(ctx) : RT_OK;
  if (error != RT_OK) return error;
  int64_t words[2] = {heap_first(ctx), ctx->gpu->heap->capacity};
  return device_write(ctx, ctx->gpu->heap->data, 0, words, sizeof words);
}

void heap_close(Context *ctx) {
  if (ctx->gpu->heap != NULL) block_destroy(ctx, ctx->gpu->heap);
  ctx->gpu->heap = NULL;
}

static int gather_launch(Context *ctx, OwnKernel kernel, int64_t threads, const GpuArg *args,
                         size_t count) {
  int64_t groups = (threads + GATHER_BLOCK - 1) / GATHER_BLOCK;
  ctx->gpu->is_busy = true;
  return device_launch(ctx, ctx->table->gpu->kernel_count + kernel, groups, GATHER_BLOCK, args,
                       count);
}

#define GATHER_NUMBER(value)                                                                       \
  { .data = &(value), .size = sizeof(value) }

// starts := the sums of the counts before each, and after them the sum of all. The counts are every
// `stride`th word, after the first `stride - 1` of the block.
static int gather_starts(Context *ctx, Block *counts, int64_t stride, int64_t n, Block *starts) {
  Block *sums = NULL;
  int64_t one = 1, threads = (n + GATHER_NEAR - 1) / GATHER_NEAR;
  int error = RT_OK;
  if (n > GATHER_NEAR) {
    error = block_new(ctx, &sums, (threads + 1) * 8, NULL);
    GpuArg args[] = {{.block = counts}, GATHER_NUMBER(stride), GATHER_NUMBER(n), {.block = sums}};
    if (error == RT_OK) error = gather_launch(ctx, OWN_GATHER_SUMS, threads, args, 4);
    if (error == RT_OK) error = gather_starts(ctx, sums, one, threads, sums);
  }
  GpuArg args[] = {{.block = counts},
                   GATHER_NUMBER(stride),
                   GATHER_NUMBER(n),
                   {.block = sums},
                   {.block = starts}};
  if (error == RT_OK) error = gather_launch(ctx, OWN_GATHER_STARTS, threads, args, 5);
  block_unref(ctx, &sums);
  return error;
}

static int gather_move(Context *ctx, Block *to, int64_t count, Block *starts, int64_t n,
                       Block *slots, size_t size) {
  OwnKernel kernel = OWN_GATHER + (OwnKernel)(size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3);
  GpuArg args[] = {{.block = to},    GATHER_NUMBER(count), {.block = starts},
                   GATHER_NUMBER(n), {.block = slots},     {.block = ctx->gpu->heap}};
  return count > 0 ? gather_launch(ctx, kernel, count, args, 6) : RT_OK;
}

int gpu_gather(Context *ctx, Block **out, Block *slots, int64_t n, size_t size, const char *where) {
  Block *starts = NULL;
  int64_t count = 0;
  int error = memory_wait(ctx); // what failed has left no slots
  if (error != RT_OK) return error;
  if (n <= 0) return block_new(ctx, out, 0, where);
  error = block_new(ctx, &starts, (n + 1) * 8, where);
  if (error == RT_OK) error = gather_starts(ctx, slots, 2, n, starts);
  if (error == RT_OK) error = device_read(ctx, &count, starts->data, n * 8, 8);
  if (error == RT_OK) error = block_new(ctx, out, count * (int64_t)size, where);
  if (error == RT_OK) error = gather_move(ctx, *out, count, starts, n, slots, size);
  block_unref(ctx, &starts);
  return error;
}
