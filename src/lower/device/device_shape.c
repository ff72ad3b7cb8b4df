// The numbers of kernels: threads of a block, points of a thread, and what else fills the holes of
// a skeleton, by what is accumulated and what a point does. rts/gpu/README.md says which were good.
#include "ir/plan.h"
#include "ir/type.h"
#include "lower/device/device.h"

// What a block may have in fast memory; more of it than that is left for others.
// Segments of different sizes need much of it.
enum { FAST_BYTES = 24576, FAST_MOST = 40960, BLOCK_LEAST = 32 };

// The bytes of the widest elements that the kernel sees.
static int64_t widest(const ImpKernel *kernel) {
  int64_t bytes = 1;
  for (size_t i = 0; i < kernel->params.count; i++) {
    const ImpVar *param = kernel->params.data[i];
    int64_t width = scalar_info(param->scalar)->width / 8;
    if (param->kind == IMP_POINTER && width > bytes) bytes = width;
  }
  return bytes;
}

// What the functions of a point of segments need: nothing but its index says what they do, and how
// many pointers they read and write by.
typedef struct PointUses {
  bool is_streaming;
  size_t memory_count;
} PointUses;

typedef struct Shaping {
  const ImpKernel *kernel;
  bool has_warps;
  bool is_asked;  // the source says how large blocks are
  bool is_tested; // blocks are asked for wherever there can be some
  PointUses uses; // of segments
} Shaping;

static PointUses uses_of(Arena *arena, const ImpProgram *imp, const ImpKernel *kernel) {
  static const ImpRole ROLES[] = {IMP_ROLE_TOTAL, IMP_ROLE_POINT, IMP_ROLE_FINISH};
  const ImpSegmentKernel *segments = &kernel->as.segments;
  uint32_t *counts = arena_array(arena, uint32_t, imp->last_number + 1);
  PointUses uses = {0};
  for (size_t i = 0; i < sizeof ROLES / sizeof *ROLES; i++)
    if (kernel->functions[ROLES[i]]) imp_count_uses(kernel->functions[ROLES[i]], counts);
  uses.is_streaming = counts[segments->segment->number] == 0 &&
                      counts[segments->start->number] == 0 && counts[segments->inside->number] == 0;
  for (size_t i = 0; i < kernel->params.count; i++) {
    const ImpVar *param = kernel->params.data[i];
    if (param->kind != IMP_SCALAR && counts[param->number] > 0) uses.memory_count++;
  }
  return uses;
}

// Fewer threads, until what they have in fast memory fits.
static void shrink_to(ImpShape *shape, int64_t bytes_per_thread, int64_t most) {
  while (shape->block > BLOCK_LEAST && shape->block * bytes_per_thread > most)
    shape->block /= 2;
}

static void shrink(ImpShape *shape, int64_t bytes_per_thread) {
  shrink_to(shape, bytes_per_thread, FAST_BYTES);
}

static ImpShape map_shape(const Shaping *by) {
  ImpShape shape = {.block = 256, .items = 1, .width = 1};
  if (by->kernel->is_long || by->kernel->has_room || !by->has_warps) return shape;
  bool is_narrow = widest(by->kernel) <= 4;
  shape.items = is_narrow ? 4 : 2;
  shape.width = is_narrow ? 2 : 1;
  return shape;
}

// A reduction whose points must be combined in order, with warps: they are turned in fast memory.
static ImpShape ordered_shape(const Shaping *by) {
  int64_t bytes = imp_acc_bytes(by->kernel);
  ImpShape shape = {.block = 256, .items = 1, .width = 1, .lanes = 1, .blocks = 1};
  if (!by->kernel->is_long && !by->kernel->has_room)
    shape.items = bytes <= 4 ? 15 : bytes <= 8 ? 15 : bytes <= 16 ? 9 : bytes <= 32 ? 5 : 1;
  shrink_to(&shape, shape.items * bytes, FAST_MOST);
  return shape;
}

static ImpShape reduce_shape(const Shaping *by) {
  int64_t bytes = imp_acc_bytes(by->kernel);
  if (by->has_warps && !by->kernel->as.reduce.is_commutative) return ordered_shape(by);
  ImpShape shape = {
      .block = by->has_warps ? 256 : 64, .items = 1, .width = 1, .lanes = 1, .blocks = 1};
  shrink(&shape, by->has_warps ? (bytes + 31) / 32 : bytes);
  if (bytes > 64 || by->kernel->has_room) return shape;
  if (by->has_warps && by->kernel->is_long) {
    // Copies of a long point, and what compilers compute ahead of all of them, would take the
    // registers of other threads, which have something to do while one waits.
    shape.blocks = 2;
    return shape;
  }
  shape.items = 4;
  shape.width = shape.lanes = 2;
  if (!by->has_warps || bytes > 16) return shape;
  shape.block = 512;
  shape.blocks = 2;
  shape.items = 16;
  shape.width = widest(by->kernel) <= 4 ? 4 : 2;
  shape.lanes = 4;
  return shape;
}

static int64_t state_words(int64_t bytes, bool has_warps) {
  int64_t words = (bytes + 7) / 8;
  return bytes <= 4 ? 1 : has_warps ? 2 * words : 1 + 2 * words;
}

// Few items where there are no warps: a thread has them all in private memory there.
static ImpShape scan_shape(const Shaping *by) {
  int64_t bytes = imp_acc_bytes(by->kernel);
  ImpShape shape = {.block = by->has_warps ? 128 : 64, .items = bytes <= 64 ? 3 : 1, .blocks = 1};
  if (by->has_warps && !by->kernel->is_long && !by->kernel->has_room)
    shape.items = bytes <= 4    ? 31
                  : bytes <= 8  ? 23
                  : bytes <= 16 ? 11
                  : bytes <= 32 ? 5
                                : shape.items;
  if (shape.items == 31) shape.blocks = 10;
  if (shape.items == 23) shape.blocks = 7;
  shrink(&shape, shape.items * bytes);
  shape.state = state_words(bytes, by->has_warps);
  return shape;
}

// The skeletons for segments want a value per item in fast memory, but for the one that walks.
static ImpShape walk_shape(const Shaping *by) {
  int64_t bytes = imp_acc_bytes(by->kernel);
  ImpShape shape = {.block = by->has_warps ? 256 : 64, .items = by->kernel->is_long ? 2 : 8};
  if (by->has_warps && !by->kernel->is_long && bytes <= 16)
    shape.items = by->uses.memory_count == 0 ? 96 : 16;
  if (by->kernel->has_room) shape.items = 1;
  shrink(&shape, by->has_warps ? (bytes + 31) / 32 : bytes + 8);
  shape.state = state_words(bytes, by->has_warps);
  shape.has_starts = by->kernel->as.segments.is_irregular;
  return shape;
}

static ImpShape striped_shape(const Shaping *by) {
  enum { NAMED_ITEMS = 7, FOUND_ITEMS = 15 }; // addresses take registers
  int64_t bytes = imp_acc_bytes(by->kernel);
  ImpShape shape = {.block = by->has_warps ? 256 : 64, .items = 3, .blocks = 1};
  if (by->has_warps && !by->kernel->is_long) {
    shape.block = bytes <= 16 ? 256 : 128;
    shape.items = bytes <= 4 ? 23 : bytes <= 8 ? 15 : bytes <= 16 ? 7 : 9;
    shape.blocks = bytes <= 4 ? 5 : bytes <= 8 ? 4 : bytes <= 16 ? 3 : 5;
  }
  int64_t most = by->kernel->as.segments.is_irregular ? NAMED_ITEMS : FOUND_ITEMS;
  if (by->has_warps && !by->uses.is_streaming && shape.items > most) {
    shape.items = most;
    shape.blocks = 4;
  }
  bool is_large = by->has_warps && (by->kernel->as.segments.is_irregular || bytes > 16);
  shrink_to(&shape, shape.items * (bytes + 2), is_large ? FAST_MOST : FAST_BYTES);
  shape.state = state_words(bytes, by->has_warps);
  shape.has_names = !by->uses.is_streaming && by->kernel->as.segments.is_irregular;
  shape.divides = !by->uses.is_streaming && !by->kernel->as.segments.is_irregular;
  shape.has_starts = by->kernel->as.segments.is_irregular;
  return shape;
}

// Warps do not wait for each other: blocks are small, and there are many at a time. What counts is
// how much memory is asked for at once.
static ImpShape seg_reduce_shape(const Shaping *by) {
  ImpShape shape = striped_shape(by);
  bool is_found =
      by->uses.is_streaming || !by->kernel->as.segments.is_irregular; // no warp looks for segments
  if (by->has_warps && is_found && !by->kernel->is_long && shape.block >= 128) {
    int64_t bytes = imp_acc_bytes(by->kernel);
    shape.block = 128;
    shape.blocks = bytes <= 4 && by->uses.is_streaming ? 10 : bytes <= 16 ? 8 : 4;
    if (bytes > 16) shape.items = 7;
    if (bytes <= 4 && by->uses.memory_count <= 1 && by->uses.is_streaming) {
      shape.items = by->kernel->as.segments.is_irregular ? 27 : 31;
      shape.blocks = by->kernel->as.segments.is_irregular ? 10 : 9;
    }
  }
  shape.has_carry = true;
  return shape;
}

static ImpShape rows_shape(const Shaping *by) {
  (void)by;
  return (ImpShape){.block = 256, .items = 1, .has_carry = true};
}

// A value per item in fast memory where points are read by column and stored by row.
static ImpShape column_scan_shape(const Shaping *by) {
  int64_t bytes = imp_acc_bytes(by->kernel);
  ImpShape shape = {.block = by->has_warps ? 256 : 64, .items = 2, .blocks = 1};
  if (by->has_warps && !by->kernel->is_long) {
    shape.items = bytes <= 4 ? 16 : bytes <= 8 ? 12 : bytes <= 16 ? 6 : 4;
    shape.blocks = bytes <= 16 ? 4 : 2;
  }
  shrink_to(&shape, (by->kernel->as.segments.stores_rows ? shape.items + 3 : 2) * bytes, FAST_MOST);
  shape.state = state_words(bytes, by->has_warps);
  return shape;
}

static ImpShape keep_shape(const Shaping *by) {
  int64_t bytes = imp_acc_bytes(by->kernel);
  ImpShape shape = {.block = by->has_warps ? 256 : 64, .items = 3, .state = 1, .blocks = 1};
  if (by->has_warps && !by->kernel->is_long && !by->kernel->has_room && bytes <= 16) {
    shape.block = 512;
    shape.items = bytes <= 4 ? 17 : bytes <= 8 ? 9 : 5;
    shape.blocks = 3;
    return shape;
  }
  shrink(&shape, shape.items * bytes);
  return shape;
}

static ImpShape split_shape(const Shaping *by) {
  ImpShape shape = keep_shape(by);
  if (shape.blocks > 1) { // what is known of the points takes registers, too
    shape.block = 256;
    shape.blocks = 4;
    shape.items = by->kernel->as.split.class_count > 3 || imp_acc_bytes(by->kernel) > 8 ? 5 : 17;
  }
  shape.state = (int64_t)by->kernel->as.split.class_count - 1;
  return shape;
}

// Points of the launch are squares: one for a block, or several small ones. Half as many again of
// these blocks as of large ones run at a time: twice as many would put sums out of registers.
static ImpShape tile_shape(const Shaping *by) {
  int64_t side = by->kernel->as.product.side, bytes = imp_acc_bytes(by->kernel);
  int64_t count = bytes <= 4 ? 2 : 1; // at a time on a processor
  if (side < PLAN_TILE_LARGE) count = bytes <= 8 ? 2 * count : 1;
  if (side >= PLAN_TILE_SMALL)
    return (ImpShape){.block = 256, .items = side / 16, .lanes = count, .tile = 1};
  ImpShape shape = {.block = 128, .items = side > PLAN_BATCH_LEAST_SIDE ? 4 : 2};
  int64_t threads = (side / shape.items) * (side / shape.items);
  shape.lanes = count + count / 2;
  shape.tile = shape.block / threads;
  return shape;
}

// Many threads of a block share the bins. Where they can be sorted, a thread takes several points
// at a time: four neighbours in one load.
static ImpShape histogram_shape(const Shaping *by) {
  ImpShape shape = {.block = by->has_warps ? 1024 : 64, .items = 1, .width = 1};
  if (!by->has_warps) return shape;
  if (by->kernel->is_long || by->kernel->has_room) shape.block = 256;
  if (!by->kernel->as.bins.can_sort) return shape;
  shape.is_wide = true;
  shape.items = imp_acc_bytes(by->kernel) <= 4 ? 16 : 8;
  return shape;
}

static ImpShape buckets_shape(const Shaping *by) {
  ImpShape shape = histogram_shape(by);
  shape.has_buckets = shape.is_wide;
  return shape;
}

static ImpShape sweep_shape(const Shaping *by) {
  return (ImpShape){.block = by->has_warps ? 256 : 64, .items = 1};
}

// The registers that an array of a thread takes, in which it has more than its element.
static void count_words(void *context, ImpStm *stm) {
  int64_t *words = context;
  bool is_local = stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_LOCAL;
  if (is_local && stm->as.set.var->count > 1)
    *words += (stm->as.set.var->count * scalar_info(stm->as.set.var->scalar)->width + 31) / 32;
}

// Blocks have as many threads as there is to do at a point, up to this many; or as many as is known
// before, in whole warps. Where threads do not run in step one does it all: such a device
// is a CPU. Only tests have several there, which then find what lacks a barrier.
static ImpShape block_shape(const Shaping *by) {
  enum { WITH_WARPS = 1024, TESTED = 8, WARP = 32, BLOCKS_MOST = 32 };
  enum { REGISTERS = 65536, WORDS_FEW = 16 };
  int64_t block = by->has_warps ? WITH_WARPS : by->is_tested ? TESTED : 1;
  int64_t warp = by->has_warps ? WARP : 1;
  int64_t asked = (by->kernel->as.block.threads + warp - 1) / warp * warp;
  if (asked > 0 && asked < block) block = asked;
  // While one block waits at a barrier others do something: as many as a processor can have, where
  // the source says how large blocks are; or three quarters, so that a thread has up to 40
  // registers, or half of them, where threads keep much. Arrays of a thread come on top.
  int64_t words = 0;
  imp_walk(&by->kernel->functions[IMP_ROLE_POINT]->body, count_words, &words);
  int64_t registers = by->kernel->as.block.own_words > WORDS_FEW ? 64 : by->is_asked ? 32 : 40;
  registers += words + words / 4;
  int64_t blocks = asked > 0 && by->has_warps ? REGISTERS / (registers * block) : 1;
  if (blocks < 1) blocks = 1;
  if (blocks > BLOCKS_MOST) blocks = BLOCKS_MOST;
  return (ImpShape){.block = block, .items = 1, .tile = 1, .blocks = blocks};
}

static ImpShape shape_of(const Shaping *by) {
  switch (by->kernel->skeleton) {
  case IMP_SKELETON_MAP: return map_shape(by);
  case IMP_SKELETON_REDUCE: return reduce_shape(by);
  case IMP_SKELETON_SCAN: return scan_shape(by);
  case IMP_SKELETON_KEEP: return keep_shape(by);
  case IMP_SKELETON_SPLIT: return split_shape(by);
  case IMP_SKELETON_WALK: return walk_shape(by);
  case IMP_SKELETON_SEG_REDUCE: return seg_reduce_shape(by);
  case IMP_SKELETON_ROWS:
  case IMP_SKELETON_COLUMNS: return rows_shape(by);
  case IMP_SKELETON_SEG_SCAN: return striped_shape(by);
  case IMP_SKELETON_COLUMN_SCAN: return column_scan_shape(by);
  case IMP_SKELETON_TILE: return tile_shape(by);
  case IMP_SKELETON_HISTOGRAM:
  case IMP_SKELETON_DIRECT: return histogram_shape(by);
  case IMP_SKELETON_BUCKETS: return buckets_shape(by);
  case IMP_SKELETON_SWEEP: return sweep_shape(by);
  case IMP_SKELETON_BLOCK: return block_shape(by);
  }
  INTERNAL_ERROR("a kernel without a skeleton");
}

void device_shapes(ImpProgram *imp, LowerOptions options) {
  bool has_warps = options.target.has_warps && !options.is_plain;
  Arena *arena = arena_new();
  for (size_t i = 0; i < imp->kernels.count; i++) {
    ImpKernel *kernel = imp->kernels.data[i];
    ImpShape *shape = &kernel->shape;
    Shaping by = {
        .kernel = kernel, .has_warps = has_warps, .is_tested = options.level == PAR_BLOCK};
    by.is_asked = imp->origin->block_size > 0;
    if (imp_skeleton_has(kernel->skeleton, IMP_SEGMENTED)) by.uses = uses_of(arena, imp, kernel);
    *shape = shape_of(&by);
    shape->warp = has_warps ? 32 : 1;
    if (shape->tile == 0) shape->tile = shape->block * shape->items;
  }
  arena_free(arena);
}
