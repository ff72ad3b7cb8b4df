// The host of a device: blocks, launches and failures, over what a kind of device does. See gpu.h.

#include "rts/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"

enum {
  RECORD_VALUES = 128, // of a failure
  RECORD_WORDS = 2 + RECORD_VALUES,
  RESULT_MAX = 256,
  LOCK_WORDS = 65536
};

static int record_look(Context *ctx);

// ---------------------------------------------------------------------------------------------
// Blocks

Block *block_allocate(Context *ctx, int64_t capacity) {
  Gpu *gpu = ctx->gpu;
  DeviceBlock *made = malloc(sizeof *made);
  int64_t bytes = capacity > 0 ? capacity : BLOCK_ALIGNMENT;
  if (made == NULL) return NULL;
  *made = (DeviceBlock){.block = {.capacity = capacity, .origin = BLOCK_OWN}};
  // What waits on the free list counts, so that it is given back first.
  bool has_room = ctx->footprint <= ctx->memory_limit - bytes;
  made->block.data = has_room ? device_allocate(ctx, bytes) : NULL;
  if (made->block.data == NULL) {
    free(made);
    return NULL;
  }
  made->following = gpu->blocks;
  if (gpu->blocks != NULL) gpu->blocks->previous = made;
  gpu->blocks = made;
  return &made->block;
}

// A device takes longer to make a block than many a kernel runs, and waits to free one.
int64_t memory_spare(const Context *ctx) {
  int64_t most = ctx->memory_limit / 8;
  return ctx->peak < most ? ctx->peak : most;
}

void block_destroy(Context *ctx, Block *block) {
  if (block->origin != BLOCK_OWN) {
    free(block);
    return;
  }
  DeviceBlock *old = (DeviceBlock *)block;
  device_free(ctx, block->data);
  if (old->previous != NULL)
    old->previous->following = old->following;
  else
    ctx->gpu->blocks = old->following;
  if (old->following != NULL) old->following->previous = old->previous;
  free(old);
}

// Devices have no such thing.
Block *block_shrink(Context *ctx, Block *block, int64_t capacity) {
  (void)ctx, (void)capacity;
  return block;
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
  int error = record_look(ctx);
  if (error != RT_OK || bytes <= 0) return error;
  bool is_timed = timing_begin(ctx);
  error = device_read(ctx, to, from->data, offset, bytes);
  timing_end(ctx, is_timed, "read", NULL, bytes);
  return error;
}

int block_write(Context *ctx, Block *to, int64_t offset, const void *from, int64_t bytes) {
  if (bytes <= 0) return RT_OK;
  bool is_timed = timing_begin(ctx);
  int error = device_write(ctx, to->data, offset, from, bytes);
  ctx->gpu->is_busy = true;
  timing_end(ctx, is_timed, "write", NULL, bytes);
  return error;
}

int block_copy(Context *ctx, Block *to, int64_t to_offset, const Block *from, int64_t from_offset,
               int64_t bytes) {
  if (bytes <= 0) return RT_OK;
  bool is_timed = timing_begin(ctx);
  int error = device_copy(ctx, to->data, to_offset, from->data, from_offset, bytes);
  ctx->gpu->is_busy = true;
  timing_end(ctx, is_timed, "copy", NULL, 2 * bytes);
  return error;
}

int block_zero(Context *ctx, Block *block, int64_t offset, int64_t bytes) {
  if (bytes <= 0) return RT_OK;
  bool is_timed = timing_begin(ctx);
  int error = device_fill(ctx, block->data, offset, 0, bytes);
  ctx->gpu->is_busy = true;
  timing_end(ctx, is_timed, "fill", NULL, bytes);
  return error;
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
  int error = device_write(ctx, ctx->gpu->record->data, 0, words, sizeof words);
  if (ctx->gpu->mailbox == NULL && error == RT_OK) return block_zero(ctx, ctx->gpu->report, 0, 8);
  if (ctx->gpu->mailbox != NULL) ctx->gpu->mailbox[0] = 0;
  return error;
}

// The report is memory of the host where kernels can write that.
static int report_open(Context *ctx, const char *where) {
  Gpu *gpu = ctx->gpu;
  int64_t bytes = (1 + RESULT_MAX) * 8;
  void *host = NULL, *data = device_mailbox(ctx, bytes, &host);
  if (data == NULL) return block_new(ctx, &gpu->report, bytes, where);
  gpu->mailbox = host;
  return block_wrap(ctx, &gpu->report, data, bytes, BLOCK_FOREIGN);
}

const char *own_kernel_name(const GpuProgram *program, size_t number) {
  static const char *const NAMES[OWN_COUNT] = {
      "copy_1",      "copy_2",      "copy_4",      "copy_8",       "transpose_1",
      "transpose_2", "transpose_4", "transpose_8", "gather_1",     "gather_2",
      "gather_4",    "gather_8",    "gather_sums", "gather_starts"};
  bool is_there = number < OWN_GATHER ? program->copies >> number % 4 & 1 : program->has_heap;
  return is_there ? NAMES[number] : NULL;
}

bool name_is_wanted(const char *wanted, const char *name, uint64_t index) {
  if (wanted == NULL || *wanted == '\0') return true;
  if (wanted[0] != '#') return strstr(name, wanted) != NULL;
  const char *digits = wanted + 1;
  bool is_number = *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
  return is_number && strtoull(digits, NULL, 10) == index;
}

void name_list(char *lines, size_t size, const char *name) {
  size_t length = strlen(lines);
  snprintf(lines + length, size - length, "\nThere is %s.", name);
}

int memory_open(Context *ctx) {
  static const char OWN[] = "the run-time system";
  ctx->gpu = calloc(1, sizeof *ctx->gpu);
  if (ctx->gpu == NULL) return context_fail_memory(ctx, sizeof *ctx->gpu, NULL);
  int error = device_open(ctx);
  if (error == RT_OK) error = parts_open(ctx);
  int64_t record_bytes = (RECORD_WORDS + (int64_t)ctx->table->work_count) * 8;
  if (error == RT_OK) error = block_new(ctx, &ctx->gpu->record, record_bytes, OWN);
  if (error == RT_OK) error = block_zero(ctx, ctx->gpu->record, 0, record_bytes);
  if (error == RT_OK) error = report_open(ctx, OWN);
  if (error == RT_OK) error = block_new(ctx, &ctx->gpu->locks, LOCK_WORDS * 4, OWN);
  if (error == RT_OK) error = block_zero(ctx, ctx->gpu->locks, 0, LOCK_WORDS * 4);
  if (error == RT_OK) error = block_new(ctx, &ctx->gpu->counter, 64, OWN);
  if (error == RT_OK) error = block_zero(ctx, ctx->gpu->counter, 0, 64);
  ctx->gpu->scratches = calloc(ctx->table->gpu->kernel_count + 1, sizeof *ctx->gpu->scratches);
  if (ctx->gpu->scratches == NULL) return context_fail_memory(ctx, 0, NULL);
  if (error == RT_OK) error = record_clear(ctx);
  return error;
}

void memory_close(Context *ctx) {
  if (ctx->gpu == NULL) return;
  block_unref(ctx, &ctx->gpu->record);
  block_unref(ctx, &ctx->gpu->report);
  block_unref(ctx, &ctx->gpu->locks);
  block_unref(ctx, &ctx->gpu->counter);
  heap_close(ctx);
  for (size_t i = 0; ctx->gpu->scratches != NULL && i < ctx->table->gpu->kernel_count; i++)
    block_unref(ctx, &ctx->gpu->scratches[i].block);
  free(ctx->gpu->scratches);
  context_clear_caches(ctx);
  memory_measure(ctx);
  parts_close(ctx);
  device_close(ctx);
  free(ctx->gpu->timings);
  free(ctx->gpu);
  ctx->gpu = NULL;
}

// Reports what failed. What a failed kernel has locked is free again.
static int record_report(Context *ctx) {
  int64_t record[RECORD_WORDS];
  int error = device_read(ctx, record, ctx->gpu->record->data, 0, sizeof record);
  if (error != RT_OK) return error;
  error = ctx->table->gpu->failure(ctx, record[1], record + 2);
  block_zero(ctx, ctx->gpu->locks, 0, LOCK_WORDS * 4);
  record_clear(ctx);
  return error;
}

// What the host looks at after a wait; `count` results, at most.
static int report_read(Context *ctx, int64_t *report, size_t count) {
  Gpu *gpu = ctx->gpu;
  int64_t bytes = (int64_t)(1 + count) * 8;
  int error = RT_OK;
  if (gpu->mailbox != NULL) {
    error = device_wait(ctx);
    memcpy(report, gpu->mailbox, (size_t)bytes);
    return error;
  }
  bool is_timed = timing_begin(ctx);
  error = device_read(ctx, report, gpu->report->data, 0, bytes);
  timing_end(ctx, is_timed, "read of results", NULL, bytes);
  return error;
}

int gpu_results(Context *ctx, int64_t *results, size_t count) {
  int64_t report[1 + RESULT_MAX];
  if (count > RESULT_MAX) return context_fail(ctx, "a kernel with too many results");
  int error = report_read(ctx, report, count);
  ctx->gpu->is_busy = ctx->gpu->is_pending = ctx->gpu->is_risky = false;
  if (error == RT_OK && report[0] != 0) error = record_report(ctx);
  if (error == RT_OK && count > 0) memcpy(results, report + 1, count * 8);
  return error;
}

// Waits for what was launched, if anything was, and looks whether it failed.
static int record_look(Context *ctx) {
  if (!ctx->gpu->is_pending) return RT_OK;
  if (ctx->gpu->is_risky) return gpu_results(ctx, NULL, 0);
  ctx->gpu->is_pending = ctx->gpu->is_busy = false;
  return device_wait(ctx);
}

int memory_wait(Context *ctx) {
  if (ctx->gpu == NULL) return RT_OK;
  int error = record_look(ctx);
  if (error == RT_OK && ctx->gpu->is_busy) error = device_wait(ctx);
  ctx->gpu->is_busy = false;
  return error;
}

// ---------------------------------------------------------------------------------------------
// Elements

int gpu_read(Context *ctx, void *to, const Block *from, int64_t index, size_t size) {
  return block_read(ctx, to, from, index * (int64_t)size, (int64_t)size);
}

int gpu_post(Context *ctx, size_t slot, const Block *from, int64_t index, size_t size) {
  bool is_timed = timing_begin(ctx);
  int error = device_copy(ctx, ctx->gpu->report->data, (int64_t)(1 + slot) * 8, from->data,
                          index * (int64_t)size, (int64_t)size);
  ctx->gpu->is_busy = true;
  timing_end(ctx, is_timed, "post", NULL, (int64_t)size);
  return error;
}

int gpu_write(Context *ctx, Block *to, int64_t index, const void *from, size_t size) {
  return block_write(ctx, to, index * (int64_t)size, from, (int64_t)size);
}

int gpu_write_all(Context *ctx, Block *to, int64_t index, const void *from, int64_t count,
                  size_t size) {
  return device_write(ctx, to->data, index * (int64_t)size, from, count * (int64_t)size);
}

int64_t gpu_param(const Context *ctx, size_t number, int64_t own) {
  return ctx->params[number] > 0 ? ctx->params[number] : own;
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
