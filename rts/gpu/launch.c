// How the kernels of a program are launched: how many blocks, which memory beside that of the
// program, and in which order the parameters are. See gpu.h, and README.md for what skeletons want.

#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"
#include "rts/gpu/gpu.h"

// Epochs start again before the states of any skeleton have no room for them.
enum { EPOCH_MOST = (1 << 22) - 1 };

// How many blocks; the tiles that they take altogether; memory that all blocks share, with states
// if it must be zero at first; and by how much they raise the counter.
typedef struct Plan {
  int64_t groups, tiles, bytes, counts;
  bool has_states;
} Plan;

typedef struct Launch Launch;
struct Launch {
  int64_t size, limit;
  const GpuSegments *segments; // NULL when it has none
  int64_t total;               // of their points
  const Launch *of;            // carry: the launch whose segments it finishes
  int64_t pieces, length;      // rows: of a segment, and points of a piece; 0: not by rows
  int32_t team;                // threads that share one; 0: it combines the pieces
  int32_t width;               // scan by columns: segments of a block
  int64_t low, bins;           // histogram: from this bin on, this many
  int64_t each, copies;        // of which a block has this many, in this many copies; 0: it counts
  int64_t span;                // of this many points; 0: of all
  Block *sorted;               // points by buckets of 1 << shift bins, or NULL
  int32_t shift;
  int64_t room;  // bytes of fast memory
  int64_t block; // threads of a block; 0: as many as the kernel says
  int32_t number;
  uint32_t base;
  Scratch *scratch;
  Plan plan;
  GpuArg *args;
  size_t arg_count;
};

// The number of the launch; starts again before it overflows.
static int launch_number(Context *ctx, int32_t *number) {
  Gpu *gpu = ctx->gpu;
  int error = RT_OK;
  if (gpu->launch >= INT32_MAX - 1) {
    gpu->is_pending = true;
    error = memory_wait(ctx);
    gpu->launch = 0;
    heap_close(ctx); // it knows launches by their numbers
  }
  *number = ++gpu->launch;
  return error;
}

static int64_t at_least(int64_t value, int64_t least) { return value < least ? least : value; }

static int64_t divide_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }

int device_launch(Context *ctx, size_t kernel, int64_t groups, int64_t block, const GpuArg *args,
                  size_t arg_count) {
  void *handle = NULL;
  int error = parts_kernel(ctx, kernel, &handle);
  if (error != RT_OK) return error;
  return device_run(ctx, handle, kernel_name_of(ctx->table->gpu, kernel), groups, block, args,
                    arg_count);
}

// With `threads`, which is not 0 when threads have memory of their own, there are no more than
// that.
static Plan launch_plan(const Context *ctx, const KernelInfo *info, int64_t size, int64_t threads) {
  Plan plan = {.tiles = at_least(divide_up(size, info->tile), 1)};
  int64_t most = threads > 0 ? divide_up(threads, info->block) : plan.tiles;
  int64_t busy = at_least(ctx->gpu->threads / info->block, 1);
  plan.groups = plan.tiles < most ? plan.tiles : most;
  switch (info->skeleton) {
  case SKELETON_MAP:
  case SKELETON_PRODUCT:
  case SKELETON_BLOCK: break;
  case SKELETON_REDUCE:
    if (plan.groups > busy) plan.groups = busy;
    plan.bytes = plan.groups * info->acc_bytes;
    plan.counts = plan.groups;
    break;
  case SKELETON_SCAN:
  case SKELETON_KEEP:
  case SKELETON_WALK:
  case SKELETON_SEG_SCAN:
  case SKELETON_COLUMN_SCAN:
    plan.counts = divide_up(plan.tiles, plan.groups) * plan.groups;
    plan.bytes = plan.counts * info->state_bytes;
    plan.has_states = true;
    break;
  case SKELETON_HISTOGRAM:
  case SKELETON_DIRECT:
  case SKELETON_ROWS:
  case SKELETON_COLUMNS: break;
  case SKELETON_SEG_REDUCE:
    plan.bytes = plan.groups * (2 * info->acc_bytes + 8); // what a tile has of its first and last
    break;
  }
  return plan;
}

// Memory that the blocks share: what the kernel had the last time, if that is enough.
static int launch_scratch(Context *ctx, const KernelInfo *info, Launch *launch) {
  Scratch *scratch = launch->scratch;
  int64_t bytes = launch->plan.bytes;
  bool is_new = scratch->block == NULL || scratch->block->size < bytes;
  if (bytes == 0) return RT_OK;
  if (is_new) {
    if (scratch->block != NULL) bytes = at_least(bytes, 2 * scratch->block->size);
    block_unref(ctx, &scratch->block);
    int error = block_new(ctx, &scratch->block, bytes, info->where);
    if (error != RT_OK) return error;
  }
  if (!launch->plan.has_states) return RT_OK;
  bool is_over = scratch->epoch >= EPOCH_MOST;
  scratch->epoch = is_new || is_over ? 1 : scratch->epoch + 1;
  return is_new || is_over ? block_zero(ctx, scratch->block, 0, scratch->block->size) : RT_OK;
}

static void arg_block(Launch *launch, Block *block) {
  launch->args[launch->arg_count++] = (GpuArg){.block = block};
}

static void arg_data(Launch *launch, const void *data, size_t size) {
  launch->args[launch->arg_count++] = (GpuArg){.data = data, .size = size};
}

// What the blocks share, and how they count themselves.
static void arg_shared(Context *ctx, Launch *launch) {
  arg_block(launch, launch->scratch->block);
  arg_block(launch, ctx->gpu->counter);
  arg_data(launch, &launch->base, sizeof launch->base);
  if (launch->plan.has_states) arg_data(launch, &launch->scratch->epoch, sizeof(uint32_t));
}

static void arg_space(Launch *launch, const GpuSegments *segments, Block *starts) {
  if (segments->offsets == NULL) {
    arg_data(launch, &segments->size, sizeof segments->size);
    return;
  }
  arg_block(launch, segments->offsets);
  arg_data(launch, &segments->origin, sizeof segments->origin);
  arg_data(launch, &segments->is_narrow, sizeof segments->is_narrow);
  arg_block(launch, starts);
}

static void arg_rows(Launch *launch) {
  arg_data(launch, &launch->pieces, sizeof launch->pieces);
  if (launch->team != 0) arg_data(launch, &launch->length, sizeof launch->length);
  if (launch->team != 0) arg_data(launch, &launch->team, sizeof launch->team);
  arg_block(launch, launch->scratch->block);
  arg_space(launch, launch->segments, NULL);
}

static void arg_columns(Context *ctx, Launch *launch) {
  arg_data(launch, &launch->segments->count, sizeof launch->segments->count);
  arg_data(launch, &launch->segments->size, sizeof launch->segments->size);
  arg_data(launch, &launch->width, sizeof launch->width);
  arg_shared(ctx, launch);
}

static void arg_segments(Context *ctx, Launch *launch, const KernelInfo *info) {
  const GpuSegments *segments = launch->segments;
  arg_data(launch, &segments->count, sizeof segments->count);
  if (launch->pieces > 0) {
    arg_rows(launch);
    return;
  }
  arg_data(launch, &launch->total, sizeof launch->total);
  if (launch->of != NULL) {
    arg_block(launch, launch->of->scratch->block);
    arg_data(launch, &launch->of->plan.tiles, sizeof launch->of->plan.tiles);
  }
  if (info->skeleton == SKELETON_SEG_REDUCE && launch->of == NULL)
    arg_block(launch, launch->scratch->block);
  else
    arg_shared(ctx, launch);
  arg_space(launch, segments, ctx->gpu->scratches[info->starts].block);
}

// Bytes of a bin in fast memory.
static int64_t bin_bytes(const KernelInfo *info) {
  return info->acc_bytes + (info->has_locks ? 4 : 0);
}

static void arg_room(Launch *launch, int64_t bytes) {
  if (bytes > 0) launch->args[launch->arg_count++] = (GpuArg){.size = (size_t)bytes};
}

static void arg_bins(Launch *launch, bool is_direct) {
  if (launch->sorted != NULL) {
    arg_data(launch, &launch->bins, sizeof launch->bins);
    arg_data(launch, &launch->shift, sizeof launch->shift);
    arg_block(launch, launch->sorted);
    arg_room(launch, launch->room);
    return;
  }
  if (is_direct) arg_data(launch, &launch->low, sizeof launch->low);
  arg_data(launch, &launch->bins, sizeof launch->bins);
  arg_data(launch, &launch->each, sizeof launch->each);
  if (!is_direct) arg_data(launch, &launch->copies, sizeof launch->copies);
  if (!is_direct) arg_data(launch, &launch->span, sizeof launch->span);
  arg_room(launch, launch->room);
}

// The arguments in the order of the skeleton's parameters, and those of the program.
static void launch_args(Context *ctx, Launch *launch, const KernelInfo *info, const GpuArg *args,
                        size_t count) {
  if (launch->segments == NULL) arg_data(launch, &launch->size, sizeof launch->size);
  switch (info->skeleton) {
  case SKELETON_MAP:
  case SKELETON_PRODUCT: arg_data(launch, &launch->limit, sizeof launch->limit); break;
  case SKELETON_REDUCE:
  case SKELETON_SCAN:
  case SKELETON_KEEP: arg_shared(ctx, launch); break;
  case SKELETON_WALK:
  case SKELETON_SEG_REDUCE:
  case SKELETON_ROWS:
  case SKELETON_COLUMNS:
  case SKELETON_SEG_SCAN: arg_segments(ctx, launch, info); break;
  case SKELETON_COLUMN_SCAN: arg_columns(ctx, launch); break;
  case SKELETON_HISTOGRAM: arg_bins(launch, false); break;
  case SKELETON_DIRECT: arg_bins(launch, true); break;
  case SKELETON_BLOCK: arg_room(launch, launch->room); break;
  }
  arg_block(launch, ctx->gpu->record);
  arg_block(launch, ctx->gpu->report);
  arg_data(launch, &launch->number, sizeof launch->number);
  arg_block(launch, ctx->gpu->locks);
  if (ctx->table->gpu->has_heap) arg_block(launch, ctx->gpu->heap);
  for (size_t i = 0; i < count; i++)
    launch->args[launch->arg_count++] = args[i];
}

// Runs a kernel whose arguments are there; `args` are those of the program.
static int launch_kernel(Context *ctx, size_t kernel, const Launch *launch, const GpuArg *args,
                         size_t count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  bool is_timed = timing_begin(ctx);
  int64_t block = launch->block > 0 ? launch->block : info->block;
  int error =
      device_launch(ctx, kernel, launch->plan.groups, block, launch->args, launch->arg_count);
  ctx->gpu->is_pending = true;
  timing_end(ctx, is_timed, info->name, info->where, is_timed ? args_bytes(args, count) : 0);
  return error;
}

// `info` says how the kernel is run.
static int launch_run(Context *ctx, size_t kernel, const KernelInfo *info, Launch *launch,
                      int64_t threads, const GpuArg *args, size_t count) {
  enum { FEW = 64, STANDARD = 16 }; // how many parameters are the skeleton's and the standard ones
  int error = launch_number(ctx, &launch->number);
  if (error != RT_OK) return error;
  GpuArg few[FEW];
  launch->args = count + STANDARD <= FEW ? few : calloc(count + STANDARD, sizeof *launch->args);
  if (launch->args == NULL) return context_fail_memory(ctx, (int64_t)(count * sizeof *few), NULL);
  int64_t all = launch->plan.groups * info->block;
  launch->limit = threads > 0 && threads < all ? threads : all;
  launch->base = ctx->gpu->counted;
  if (!ctx->gpu->is_risky || info->is_harmless) launch->number = -launch->number;
  launch_args(ctx, launch, info, args, count);
  error = launch_kernel(ctx, kernel, launch, args, count);
  if (info->can_fail || info->has_heap) ctx->gpu->is_risky = true;
  if (launch->args != few) free(launch->args);
  if (error == RT_OK) ctx->gpu->counted += (uint32_t)launch->plan.counts;
  return error;
}

// Few points, one for each thread, are in blocks so small that all processors have some.
static void launch_spread(const Context *ctx, const KernelInfo *info, Launch *launch) {
  enum { PROCESSOR = 2048 }; // threads that one runs at a time
  int64_t processors = at_least(ctx->gpu->threads / PROCESSOR, 1);
  int64_t block = divide_up(divide_up(launch->size, processors), info->warp) * info->warp;
  if (info->skeleton != SKELETON_MAP || info->tile != info->block || block >= info->block) return;
  launch->block = block;
  launch->plan.groups = divide_up(launch->size, block);
}

int gpu_launch(Context *ctx, size_t kernel, int64_t size, int64_t threads, const GpuArg *args,
               size_t arg_count, int64_t *results, size_t result_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  bool is_free = info->skeleton == SKELETON_MAP || info->skeleton == SKELETON_PRODUCT;
  if (size <= 0 && is_free) return RT_OK;
  if (info->has_heap && threads <= 0) threads = at_least(ctx->gpu->threads, info->block);
  Launch launch = {.size = size < 0 ? 0 : size,
                   .plan = launch_plan(ctx, info, size < 0 ? 0 : size, threads),
                   .scratch = &ctx->gpu->scratches[kernel]};
  if (threads <= 0 && info->warp > 1) launch_spread(ctx, info, &launch);
  int error = launch_scratch(ctx, info, &launch);
  if (error == RT_OK && info->has_heap) error = heap_prepare(ctx);
  if (error == RT_OK) error = launch_run(ctx, kernel, info, &launch, threads, args, arg_count);
  return error == RT_OK && result_count > 0 ? gpu_results(ctx, results, result_count) : error;
}

// ---------------------------------------------------------------------------------------------
// Blocks that share a point

// Whole warps, as many as are asked for, up to what the kernel is compiled for.
static int64_t block_lanes(const KernelInfo *info, int64_t lanes) {
  if (lanes > info->block) lanes = info->block;
  return at_least(divide_up(lanes, info->warp), 1) * info->warp;
}

int gpu_launch_block(Context *ctx, size_t kernel, int64_t size, int64_t lanes, int64_t room,
                     const GpuArg *args, size_t arg_count) {
  enum { GROUPS_MOST = 1 << 20, SLOT = 8 };
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  if (size <= 0) return RT_OK;
  Launch launch = {.size = size, .block = block_lanes(info, lanes)};
  launch.plan.groups = size < GROUPS_MOST ? size : GROUPS_MOST;
  // First slots in which threads exchange values, at least one of 8 bytes each, then arrays.
  int64_t slots = info->warp > 1 ? info->warp : launch.block;
  launch.room = slots * at_least(info->acc_bytes, SLOT) + room;
  if (launch.room > ctx->gpu->fast)
    return context_fail_as(ctx, "E2134",
                           "%s: a block needs %lld bytes of fast memory, but the device has %lld",
                           info->where, (long long)launch.room, (long long)ctx->gpu->fast);
  return launch_run(ctx, kernel, info, &launch, 0, args, arg_count);
}

// ---------------------------------------------------------------------------------------------
// Segments

// Finds where the tiles of an irregular space start.
static int launch_starts(Context *ctx, const KernelInfo *info, const Launch *of) {
  const KernelInfo *starts = &ctx->table->gpu->kernels[info->starts];
  const GpuSegments *segments = of->segments;
  GpuArg args[7];
  int64_t entries = of->plan.tiles + 1;
  Launch launch = {.plan = {.groups = divide_up(entries, starts->block), .bytes = entries * 8},
                   .scratch = &ctx->gpu->scratches[info->starts],
                   .args = args};
  int error = launch_scratch(ctx, info, &launch);
  if (error != RT_OK) return error;
  arg_data(&launch, &segments->count, sizeof segments->count);
  arg_data(&launch, &of->total, sizeof of->total);
  arg_data(&launch, &of->plan.tiles, sizeof of->plan.tiles);
  arg_block(&launch, segments->offsets);
  arg_data(&launch, &segments->origin, sizeof segments->origin);
  arg_data(&launch, &segments->is_narrow, sizeof segments->is_narrow);
  arg_block(&launch, launch.scratch->block);
  return launch_kernel(ctx, info->starts, &launch, NULL, 0);
}

// Finishes the segments that several tiles have a part of, and all if none has points.
static int launch_carry(Context *ctx, const KernelInfo *info, const Launch *of, const GpuArg *args,
                        size_t arg_count) {
  const KernelInfo *carry = &ctx->table->gpu->kernels[info->carry];
  int64_t points = of->total == 0 ? of->segments->count : of->plan.tiles;
  int64_t chunks = divide_up(points, carry->block);
  Launch launch = {
      .plan = {.groups = chunks, .tiles = chunks, .counts = chunks, .has_states = true},
      .segments = of->segments,
      .total = of->total,
      .of = of,
      .scratch = &ctx->gpu->scratches[info->carry]};
  launch.plan.bytes = chunks * carry->state_bytes;
  int error = launch_scratch(ctx, info, &launch);
  return error == RT_OK ? launch_run(ctx, info->carry, info, &launch, 0, args, arg_count) : error;
}

// How many threads share a segment: each should have some points, and all should be neighbours.
// More than a warp would have to wait for each other.
static int64_t team_of(const KernelInfo *info, const GpuSegments *segments) {
  enum { TEAM_LEAST = 4, POINTS = 32 };
  if (info->warp == 1) return 1;
  if (info->skeleton == SKELETON_COLUMNS) { // some of each warp
    int64_t each = segments->count < info->warp ? info->warp / segments->count : 1;
    return info->block / info->warp * each;
  }
  int64_t team = info->warp < TEAM_LEAST ? info->warp : TEAM_LEAST;
  while (team < info->warp && team * POINTS < segments->size)
    team *= 2;
  return team;
}

// Shares out whole segments, or pieces of them where there are few.
static int launch_rows(Context *ctx, size_t kernel, const GpuSegments *segments, const GpuArg *args,
                       size_t arg_count) {
  enum { PIECE_LEAST = 32, PIECES_MOST = 8192 }; // points of a thread
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int64_t team = team_of(info, segments), each = info->block / team;
  int64_t busy = 2 * at_least(ctx->gpu->threads / info->block, 1);
  // Blocks take pieces of a column.
  bool is_column = info->skeleton == SKELETON_COLUMNS && info->warp > 1;
  int64_t groups = divide_up(segments->count, is_column ? info->warp : each);
  Launch launch = {.segments = segments,
                   .pieces = 1,
                   .length = segments->size,
                   .team = (int32_t)team,
                   .scratch = &ctx->gpu->scratches[kernel]};
  while (groups * launch.pieces < busy && launch.length >= 2 * PIECE_LEAST * team &&
         launch.pieces < PIECES_MOST) {
    launch.pieces *= 2;
    launch.length = divide_up(segments->size, launch.pieces);
  }
  launch.plan.groups =
      is_column ? groups * launch.pieces : divide_up(segments->count * launch.pieces, each);
  launch.plan.bytes = info->acc_bytes * (launch.pieces > 1 ? launch.pieces * segments->count : 1);
  int error = launch_scratch(ctx, info, &launch);
  if (error == RT_OK) error = launch_run(ctx, kernel, info, &launch, 0, args, arg_count);
  if (error != RT_OK || launch.pieces == 1) return error;
  launch.team = 0;
  launch.arg_count = 0;
  launch.plan.groups = divide_up(segments->count, info->block / info->warp);
  return launch_run(ctx, info->carry, info, &launch, 0, args, arg_count);
}

// Scans by columns: a block has segments side by side, and of each as many points as its threads
// have. Short segments have few threads each, few segments have many.
static int launch_columns(Context *ctx, size_t kernel, const GpuSegments *segments,
                          const GpuArg *args, size_t arg_count) {
  enum { TEAM_MOST = 8 };
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int64_t items = info->tile / info->block, team = 1;
  while (team < TEAM_MOST && team * items < segments->size)
    team *= 2;
  int64_t width = info->block / team;
  if (width > segments->count) width = segments->count;
  team = info->block / width;
  int64_t rows = divide_up(segments->size, team * items);
  int64_t tiles = rows * divide_up(segments->count, width);
  Launch launch = {.segments = segments,
                   .width = (int32_t)width,
                   .plan = {.groups = tiles,
                            .tiles = tiles,
                            .counts = tiles,
                            .bytes = info->state_bytes * (rows > 1 ? rows * segments->count : 1),
                            .has_states = true},
                   .scratch = &ctx->gpu->scratches[kernel]};
  int error = launch_scratch(ctx, info, &launch);
  return error == RT_OK ? launch_run(ctx, kernel, info, &launch, 0, args, arg_count) : error;
}

// The points that tiles are made of: with the ends of the segments, unless the kernel finds them by
// division.
static int64_t tiled_points(const KernelInfo *info, const GpuSegments *segments) {
  int64_t total = segments->steps - segments->count;
  if (info->skeleton == SKELETON_WALK) return segments->steps;
  if (total == 0) return info->carry != 0 ? segments->count : 0; // one value each
  return segments->offsets != NULL ? segments->steps : total;
}

int gpu_launch_segments(Context *ctx, size_t kernel, const GpuSegments *segments, int64_t threads,
                        const GpuArg *args, size_t arg_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int64_t points = tiled_points(info, segments);
  if (segments->count <= 0 || points <= 0) return RT_OK;
  if (info->skeleton == SKELETON_ROWS || info->skeleton == SKELETON_COLUMNS)
    return launch_rows(ctx, kernel, segments, args, arg_count);
  if (info->skeleton == SKELETON_COLUMN_SCAN)
    return launch_columns(ctx, kernel, segments, args, arg_count);
  if (info->has_heap && threads <= 0) threads = at_least(ctx->gpu->threads, info->block);
  Launch launch = {.size = points,
                   .segments = segments,
                   .total = segments->steps - segments->count,
                   .plan = launch_plan(ctx, info, points, threads),
                   .scratch = &ctx->gpu->scratches[kernel]};
  int error = launch_scratch(ctx, info, &launch);
  if (error == RT_OK && info->has_heap) error = heap_prepare(ctx);
  if (error == RT_OK && segments->offsets != NULL) error = launch_starts(ctx, info, &launch);
  bool is_empty = launch.total == 0 && info->carry != 0;
  if (error == RT_OK && !is_empty)
    error = launch_run(ctx, kernel, info, &launch, threads, args, arg_count);
  bool is_whole = segments->offsets == NULL && segments->size == 1; // no segment is in two tiles
  bool is_carried = info->carry != 0 && launch.plan.tiles > 1 && !is_whole;
  if (error == RT_OK && (is_empty || is_carried))
    error = launch_carry(ctx, info, &launch, args, arg_count);
  return error;
}

// ---------------------------------------------------------------------------------------------
// Histograms

enum {
  COPIES_MOST = 32,         // threads that run in step
  THREADS_AT_A_TIME = 1024, // on a processor
  FAST_KEPT = 1024,         // bytes of fast memory that each block takes
  COUNT_BYTES = 2,          // of a bin that is counted
  COUNTED_RANGES = 4,       // of bins that are counted, at most
  BUCKETS = 512,            // of buckets.kernel
  SHIFT_LEAST = 8,          // of the bins of a bucket
  SHIFT_MOST = 16,
  POINTS_PER_BIN = 16,    // fewer are not worth bins in fast memory
  CACHE_BYTES = 32 << 20, // of bins that are combined in device memory at a time
};

// Combines in device memory, in a range of bins at a time that stays in the cache.
static int histogram_direct(Context *ctx, size_t kernel, Launch *launch, int64_t bins,
                            int64_t threads, const GpuArg *args, size_t arg_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int64_t each = at_least(CACHE_BYTES / info->acc_bytes, 1);
  int64_t busy = at_least(ctx->gpu->threads / info->block, 1);
  int64_t place = bin_bytes(info) + 4; // a bin in fast memory, and which one it is
  bool is_short = launch->size < bins; // most bins are not touched
  int64_t ranges = is_short ? 1 : divide_up(bins, each);
  int error = RT_OK;
  launch->plan.groups = launch->plan.groups < busy ? launch->plan.groups : busy;
  launch->each = 2 * info->block;
  while (launch->each > 1 && launch->each * place > ctx->gpu->fast / 3)
    launch->each /= 2;
  launch->room = launch->each * place;
  launch->bins = divide_up(bins, ranges);
  for (int64_t i = 0; error == RT_OK && i < ranges; i++) {
    launch->low = i * launch->bins;
    launch->arg_count = 0;
    error = launch_run(ctx, kernel, info, launch, threads, args, arg_count);
  }
  return error;
}

// Bins of this many `bytes`. As many blocks as run at a time, `blocks` on a processor; fewer when
// there are few points, since each adds all its bins to the destination in the end.
static int histogram_fast(Context *ctx, size_t kernel, Launch *launch, int64_t bins, int64_t room,
                          int64_t bytes, int64_t blocks, int64_t threads, const GpuArg *args,
                          size_t arg_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int64_t ranges = divide_up(bins, room / bytes - 1); // an even number of them
  int64_t busy = at_least(ctx->gpu->threads / 2048, 1) * blocks;
  int64_t groups = busy < launch->plan.groups ? busy : launch->plan.groups;
  launch->bins = bins;
  launch->each = divide_up(bins, ranges);
  int64_t worth = at_least(launch->size / (4 * launch->each), 1);
  groups = at_least(groups / ranges, 1);
  launch->plan.groups = ranges * (groups < worth ? groups : worth);
  launch->copies = bytes == COUNT_BYTES ? 0 : 1;
  launch->room = (launch->each + 1) / 2 * 2 * bytes; // those that are counted are two in a word
  while (launch->copies > 0 && launch->copies < COPIES_MOST && 4 * launch->room <= room) {
    launch->copies *= 2;
    launch->room *= 2;
  }
  return launch_run(ctx, kernel, info, launch, threads, args, arg_count);
}

// Each block has some rows: their points, and their bins in fast memory, which no other block has
// unless rows are few. False when those of one do not fit.
static bool histogram_rows(const Context *ctx, const KernelInfo *info, Launch *launch, int64_t bins,
                           int64_t rows) {
  enum { WIDE = 4 }; // points that a thread loads at a time
  int64_t points = launch->size / rows, bytes = bin_bytes(info) * (bins / rows);
  int64_t busy = at_least(ctx->gpu->threads / 2048, 1), most = ctx->gpu->fast / at_least(bytes, 1);
  if (rows < 2 || most < 1 || bins >= UINT32_MAX) return false;
  int64_t each = divide_up(info->tile, points);
  if (each > at_least(rows / busy, 1)) each = at_least(rows / busy, 1);
  if (points % WIDE != 0)
    each = divide_up(each, WIDE) * WIDE; // each block begins with such a point
  if (each > most) each = points % WIDE == 0 ? most : most / WIDE * WIDE;
  if (each == 0) return false;
  int64_t ranges = divide_up(rows, each), parts = divide_up(each * points, info->tile);
  launch->bins = bins;
  launch->each = each * (bins / rows);
  launch->span = each * points;
  launch->copies = 1;
  launch->room = each * bytes;
  int64_t shares = at_least(busy / ranges, 1);
  launch->plan.groups = ranges * (shares < parts ? shares : parts);
  return true;
}

// The bits of the bins of a bucket, when this many buckets suffice; -1 when they do not. Few large
// buckets are sorted faster, but each block adds all bins of one to the destination in the end.
static int32_t bucket_shift(const Context *ctx, const KernelInfo *info, int64_t bins,
                            int64_t size) {
  int64_t most = ctx->gpu->fast / bin_bytes(info), blocks = at_least(ctx->gpu->threads / 2048, 1);
  int32_t shift = SHIFT_LEAST;
  while (shift <= SHIFT_MOST && (bins - 1) >> shift >= BUCKETS)
    shift++;
  if (shift > SHIFT_MOST || (int64_t)1 << shift > most) return -1;
  while (shift < SHIFT_MOST && (int64_t)2 << shift <= most &&
         ((blocks << shift) + bins) * POINTS_PER_BIN <= size)
    shift++;
  return shift;
}

// Runs one of the kernels that sort points, with this many blocks on a processor.
static int launch_bucket(Context *ctx, const KernelInfo *info, Launch *launch, size_t which,
                         int64_t room, int64_t blocks, const GpuArg *args, size_t arg_count) {
  launch->plan.groups = at_least(ctx->gpu->threads / 2048, 1) * blocks;
  launch->room = room;
  launch->arg_count = 0;
  return launch_run(ctx, info->buckets + which, info, launch, 0, args, arg_count);
}

// Sorts the points by buckets of bins, and combines each bucket in fast memory.
static int histogram_sorted(Context *ctx, const KernelInfo *info, Launch *launch, int64_t bytes,
                            const GpuArg *args, size_t arg_count) {
  enum { COUNT, STARTS, SCATTER, GATHER };
  int error = block_new(ctx, &launch->sorted, bytes, info->where);
  if (error == RT_OK) error = block_zero(ctx, launch->sorted, 0, BUCKETS * 8);
  if (error == RT_OK) error = launch_bucket(ctx, info, launch, COUNT, 0, 3, args, arg_count);
  if (error == RT_OK) {
    GpuArg sorted = {.block = launch->sorted};
    Launch starts = {.plan = {.groups = 1}, .args = &sorted, .arg_count = 1};
    error = launch_kernel(ctx, info->buckets + STARTS, &starts, NULL, 0);
  }
  int64_t tile = info->tile / 2 * (4 + (info->has_constant ? 0 : info->acc_bytes));
  int64_t blocks = info->has_constant ? 3 : 2;
  if (error == RT_OK)
    error = launch_bucket(ctx, info, launch, SCATTER, tile, blocks, args, arg_count);
  int64_t room = ((int64_t)1 << launch->shift) * bin_bytes(info);
  if (error == RT_OK) error = launch_bucket(ctx, info, launch, GATHER, room, 1, args, arg_count);
  block_unref(ctx, &launch->sorted);
  return error;
}

// Sorts the points where that is possible: threads shuffle, there are few enough buckets, and there
// is memory for the points.
static int launch_direct(Context *ctx, size_t kernel, Launch *launch, int64_t bins, int64_t threads,
                         const GpuArg *args, size_t arg_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  int64_t sorted = (1 << 16) + launch->size * (2 + (info->has_constant ? 0 : info->acc_bytes));
  launch->shift = info->buckets != 0 ? bucket_shift(ctx, info, bins, launch->size) : -1;
  launch->bins = bins;
  if (launch->shift >= 0 && sorted <= ctx->memory_limit / 8)
    return histogram_sorted(ctx, info, launch, sorted, args, arg_count);
  return histogram_direct(ctx, kernel, launch, bins, threads, args, arg_count);
}

// Bins in fast memory: those of some rows in each block, where all are too many or points are few,
// or ranges of all.
static int launch_bins(Context *ctx, size_t kernel, Launch *launch, int64_t bins, int64_t rows,
                       int64_t threads, const GpuArg *args, size_t arg_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  if (bins >= UINT32_MAX) return context_fail(ctx, "a histogram has too many bins for fast memory");
  // Small blocks share a processor, when they have room for all bins.
  int64_t bytes = bin_bytes(info), fast = ctx->gpu->fast;
  int64_t blocks = at_least(THREADS_AT_A_TIME / info->block, 1);
  while (blocks > 1 && bins > (fast / blocks - FAST_KEPT) / bytes)
    blocks /= 2;
  int64_t room = blocks > 1 ? fast / blocks - FAST_KEPT : fast;
  if (info->is_counting && divide_up(bins, room / bytes) > 2) bytes = COUNT_BYTES;
  int64_t ranges = bytes == COUNT_BYTES ? COUNTED_RANGES : info->ranges;
  int64_t most = (ranges < launch->plan.groups ? ranges : launch->plan.groups) * (room / bytes - 1);
  bool is_sparse = bins > launch->size / POINTS_PER_BIN;
  if ((bins > most || is_sparse) && histogram_rows(ctx, info, launch, bins, rows))
    return launch_run(ctx, kernel, info, launch, threads, args, arg_count);
  return histogram_fast(ctx, kernel, launch, bins, room, bytes, blocks, threads, args, arg_count);
}

int gpu_launch_histogram(Context *ctx, size_t kernel, int64_t size, int64_t bins, int64_t rows,
                         int64_t threads, const GpuArg *args, size_t arg_count) {
  const KernelInfo *info = &ctx->table->gpu->kernels[kernel];
  if (size <= 0 || bins <= 0) return RT_OK;
  if (info->has_heap && threads <= 0) threads = at_least(ctx->gpu->threads, info->block);
  Launch launch = {.size = size,
                   .plan = launch_plan(ctx, info, size, threads),
                   .scratch = &ctx->gpu->scratches[kernel]};
  int error = info->has_heap ? heap_prepare(ctx) : RT_OK;
  if (error != RT_OK) return error;
  if (info->skeleton == SKELETON_DIRECT)
    return launch_direct(ctx, kernel, &launch, bins, threads, args, arg_count);
  return launch_bins(ctx, kernel, &launch, bins, rows, threads, args, arg_count);
}
