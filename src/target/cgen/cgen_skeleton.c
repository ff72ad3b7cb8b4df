// Which skeleton of rts/gpu a kernel takes: one table, from what the kernel is to the files of its
// text, the name that the host knows it by, and the numbers in it. rts/gpu/README.md says which
// were good.
#include "ir/type.h"
#include "target/cgen/cgen.h"

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

// Fewer threads, until what they have in fast memory fits.
static void shrink_to(KernelShape *shape, int64_t bytes_per_thread, int64_t most) {
  while (shape->block > BLOCK_LEAST && shape->block * bytes_per_thread > most)
    shape->block /= 2;
}

static void shrink(KernelShape *shape, int64_t bytes_per_thread) {
  shrink_to(shape, bytes_per_thread, FAST_BYTES);
}

static KernelShape map_shape(const ImpKernel *kernel, bool has_warps) {
  KernelShape shape = {.block = 256, .items = 1, .width = 1};
  if (kernel->is_long || kernel->has_room || !has_warps) return shape;
  bool is_narrow = widest(kernel) <= 4;
  shape.items = is_narrow ? 4 : 2;
  shape.width = is_narrow ? 2 : 1;
  return shape;
}

// A reduction whose points must be combined in order, with warps: they are turned in fast memory.
static KernelShape ordered_shape(const ImpKernel *kernel) {
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = 256, .items = 1, .width = 1, .lanes = 1, .blocks = 1};
  if (!kernel->is_long && !kernel->has_room)
    shape.items = bytes <= 4 ? 15 : bytes <= 8 ? 15 : bytes <= 16 ? 9 : bytes <= 32 ? 5 : 1;
  shrink_to(&shape, shape.items * bytes, FAST_MOST);
  return shape;
}

static KernelShape reduce_shape(const ImpKernel *kernel, bool has_warps) {
  int64_t bytes = kernel_acc_bytes(kernel);
  if (has_warps && !kernel->is_commutative) return ordered_shape(kernel);
  KernelShape shape = {
      .block = has_warps ? 256 : 64, .items = 1, .width = 1, .lanes = 1, .blocks = 1};
  shrink(&shape, has_warps ? (bytes + 31) / 32 : bytes);
  if (bytes > 64 || kernel->has_room) return shape;
  shape.items = 4;
  shape.width = shape.lanes = 2;
  if (!has_warps || kernel->is_long || bytes > 16) return shape;
  shape.block = 512;
  shape.blocks = 2;
  shape.items = 16;
  shape.width = widest(kernel) <= 4 ? 4 : 2;
  shape.lanes = 4;
  return shape;
}

static int64_t state_words(int64_t bytes, bool has_warps) {
  int64_t words = (bytes + 7) / 8;
  return bytes <= 4 ? 1 : has_warps ? 2 * words : 1 + 2 * words;
}

// Few items where there are no warps: a thread has them all in private memory there.
static KernelShape scan_shape(const ImpKernel *kernel, bool has_warps) {
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = has_warps ? 128 : 64, .items = bytes <= 64 ? 3 : 1, .blocks = 1};
  if (has_warps && !kernel->is_long && !kernel->has_room)
    shape.items = bytes <= 4    ? 31
                  : bytes <= 8  ? 23
                  : bytes <= 16 ? 11
                  : bytes <= 32 ? 5
                                : shape.items;
  if (shape.items == 31) shape.blocks = 10;
  if (shape.items == 23) shape.blocks = 7;
  shrink(&shape, shape.items * bytes);
  shape.state = state_words(bytes, has_warps);
  return shape;
}

// The skeletons for segments want a value per item in fast memory, but for the one that walks.
static KernelShape walk_shape(const ImpKernel *kernel, bool has_warps) {
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = has_warps ? 256 : 64, .items = kernel->is_long ? 2 : 8};
  if (has_warps && !kernel->is_long && bytes <= 16)
    shape.items = kernel->memory_count == 0 ? 96 : 16;
  if (kernel->has_room) shape.items = 1;
  shrink(&shape, has_warps ? (bytes + 31) / 32 : bytes + 8);
  shape.state = state_words(bytes, has_warps);
  shape.has_starts = kernel->is_irregular;
  return shape;
}

static KernelShape striped_shape(const ImpKernel *kernel, bool has_warps) {
  enum { NAMED_ITEMS = 7, FOUND_ITEMS = 15 }; // addresses take registers
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = has_warps ? 256 : 64, .items = 3, .blocks = 1};
  if (has_warps && !kernel->is_long) {
    shape.block = bytes <= 16 ? 256 : 128;
    shape.items = bytes <= 4 ? 23 : bytes <= 8 ? 15 : bytes <= 16 ? 7 : 9;
    shape.blocks = bytes <= 4 ? 5 : bytes <= 8 ? 4 : bytes <= 16 ? 3 : 5;
  }
  int64_t most = kernel->is_irregular ? NAMED_ITEMS : FOUND_ITEMS;
  if (has_warps && !kernel->is_streaming && shape.items > most) {
    shape.items = most;
    shape.blocks = 4;
  }
  bool is_large = has_warps && (kernel->is_irregular || bytes > 16);
  shrink_to(&shape, shape.items * (bytes + 2), is_large ? FAST_MOST : FAST_BYTES);
  shape.state = state_words(bytes, has_warps);
  shape.has_names = !kernel->is_streaming && kernel->is_irregular;
  shape.divides = !kernel->is_streaming && !kernel->is_irregular;
  shape.has_starts = kernel->is_irregular;
  return shape;
}

// Warps do not wait for each other: blocks are small, and there are many at a time. What counts is
// how much memory is asked for at once.
static KernelShape seg_reduce_shape(const ImpKernel *kernel, bool has_warps) {
  KernelShape shape = striped_shape(kernel, has_warps);
  bool is_found = kernel->is_streaming || !kernel->is_irregular; // no warp looks for segments
  if (has_warps && is_found && !kernel->is_long && shape.block >= 128) {
    int64_t bytes = kernel_acc_bytes(kernel);
    shape.block = 128;
    shape.blocks = bytes <= 4 && kernel->is_streaming ? 10 : bytes <= 16 ? 8 : 4;
    if (bytes > 16) shape.items = 7;
    if (bytes <= 4 && kernel->memory_count <= 1 && kernel->is_streaming) {
      shape.items = kernel->is_irregular ? 27 : 31;
      shape.blocks = kernel->is_irregular ? 10 : 9;
    }
  }
  shape.has_carry = true;
  return shape;
}

static KernelShape rows_shape(const ImpKernel *kernel, bool has_warps) {
  (void)kernel;
  (void)has_warps;
  return (KernelShape){.block = 256, .items = 1, .has_carry = true};
}

// A value per item in fast memory where points are read by column and stored by row.
static KernelShape column_scan_shape(const ImpKernel *kernel, bool has_warps) {
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = has_warps ? 256 : 64, .items = 2, .blocks = 1};
  if (has_warps && !kernel->is_long) {
    shape.items = bytes <= 4 ? 16 : bytes <= 8 ? 12 : bytes <= 16 ? 6 : 4;
    shape.blocks = bytes <= 16 ? 4 : 2;
  }
  shrink_to(&shape, (kernel->stores_rows ? shape.items + 3 : 2) * bytes, FAST_MOST);
  shape.state = state_words(bytes, has_warps);
  return shape;
}

static KernelShape keep_shape(const ImpKernel *kernel, bool has_warps) {
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = has_warps ? 256 : 64, .items = 3, .state = 1, .blocks = 1};
  if (has_warps && !kernel->is_long && !kernel->has_room && bytes <= 16) {
    shape.block = 512;
    shape.items = bytes <= 4 ? 17 : bytes <= 8 ? 9 : 5;
    shape.blocks = 3;
    return shape;
  }
  shrink(&shape, shape.items * bytes);
  return shape;
}

static KernelShape split_shape(const ImpKernel *kernel, bool has_warps) {
  KernelShape shape = keep_shape(kernel, has_warps);
  if (shape.blocks > 1) { // what is known of the points takes registers, too
    shape.block = 256;
    shape.blocks = 4;
    shape.items = kernel->class_count > 3 || kernel_acc_bytes(kernel) > 8 ? 5 : 17;
  }
  shape.state = (int64_t)kernel->class_count - 1;
  return shape;
}

// Points of the launch are blocks, each for a square.
static KernelShape tile_shape(const ImpKernel *kernel, bool has_warps) {
  (void)has_warps;
  int64_t count = kernel_acc_bytes(kernel) <= 4 ? 2 : 1; // at a time on a processor
  if (kernel->side < 128) count = kernel_acc_bytes(kernel) <= 8 ? 2 * count : 1;
  return (KernelShape){.block = 256, .items = kernel->side / 16, .lanes = count, .tile = 1};
}

bool kernel_counts(const ImpKernel *kernel) {
  return kernel->has_constant && (kernel->add_kind == 1 || kernel->add_kind == 2);
}

// Many threads of a block share the bins. Where they can be sorted, a thread takes several points
// at a time: four neighbours in one load.
static KernelShape histogram_shape(const ImpKernel *kernel, bool has_warps) {
  KernelShape shape = {.block = has_warps ? 1024 : 64, .items = 1, .width = 1};
  if (!has_warps) return shape;
  if (kernel->is_long || kernel->has_room) shape.block = 256;
  if (!kernel->can_sort) return shape;
  shape.is_wide = true;
  shape.items = kernel_acc_bytes(kernel) <= 4 ? 16 : 8;
  return shape;
}

static KernelShape buckets_shape(const ImpKernel *kernel, bool has_warps) {
  KernelShape shape = histogram_shape(kernel, has_warps);
  shape.has_buckets = shape.is_wide;
  return shape;
}

static KernelShape sweep_shape(const ImpKernel *kernel, bool has_warps) {
  (void)kernel;
  return (KernelShape){.block = has_warps ? 256 : 64, .items = 1};
}

// ---- Checks ----

// What a function does beside computing.
typedef struct Effects {
  bool has_checks, has_others;
} Effects;

static void note_effect(void *context, ImpStm *stm) {
  Effects *effects = context;
  if (stm->kind == IMP_STM_FAIL)
    effects->has_checks = true;
  else if (!imp_stm_has(stm, IMP_PURE))
    effects->has_others = true;
}

static Effects point_effects(const ImpKernel *kernel) {
  bool is_prefix = kernel->functions[IMP_ROLE_TOTAL] != NULL;
  const ImpFun *fun = kernel->functions[is_prefix ? IMP_ROLE_TOTAL : IMP_ROLE_POINT];
  Effects effects = {.has_others = fun == NULL};
  if (fun) imp_walk(&fun->body, note_effect, &effects);
  return effects;
}

bool kernel_is_pure(const ImpKernel *kernel) { return !point_effects(kernel).has_others; }

bool kernel_tries(const ImpKernel *kernel) {
  return kernel_is_pure(kernel) && point_effects(kernel).has_checks;
}

typedef struct Skeleton {
  const char *name;  // in rts/gpu/gpu.h
  const char *title; // for who reads the kernel
  KernelShape (*shape)(const ImpKernel *kernel, bool has_warps);
  const char *files[12]; // of rts/gpu
} Skeleton;

// `@seg`: of sums that start anew with each segment.
static const Skeleton SKELETONS[] = {
    [IMP_SKELETON_KEEP] = {"SKELETON_KEEP",
                           "filter",
                           keep_shape,
                           {"fit_keep.kernel", "tally.kernel", "keep.kernel"}},
    [IMP_SKELETON_MAP] = {"SKELETON_MAP", "map", map_shape, {"fit_map.kernel", "map.kernel"}},
    [IMP_SKELETON_REDUCE] = {"SKELETON_REDUCE",
                             "reduction",
                             reduce_shape,
                             {"fit_acc.kernel", "fit_reduce.kernel", "block.kernel",
                              "reduce.kernel"}},
    [IMP_SKELETON_SCAN] = {"SKELETON_SCAN",
                           "scan",
                           scan_shape,
                           {"fit_acc.kernel", "fit_scan.kernel", "block.kernel", "look.kernel",
                            "scan.kernel"}},
    [IMP_SKELETON_WALK] = {"SKELETON_WALK",
                           "segmented walk",
                           walk_shape,
                           {"fit_acc.kernel", "fit_segments.kernel", "segments.kernel",
                            "partition.kernel", "block.kernel", "block.kernel@seg", "look.kernel",
                            "walk.kernel"}},
    [IMP_SKELETON_SEG_REDUCE] = {"SKELETON_SEG_REDUCE",
                                 "segmented reduction",
                                 seg_reduce_shape,
                                 {"fit_acc.kernel", "fit_segments.kernel", "segments.kernel",
                                  "partition.kernel", "block.kernel", "block.kernel@seg",
                                  "look.kernel", "names.kernel", "seg_reduce.kernel"}},
    [IMP_SKELETON_ROWS] = {"SKELETON_ROWS",
                           "reduction of rows",
                           rows_shape,
                           {"fit_acc.kernel", "fit_segments.kernel", "block.kernel",
                            "rows.kernel"}},
    [IMP_SKELETON_COLUMNS] = {"SKELETON_COLUMNS",
                              "reduction of columns",
                              rows_shape,
                              {"fit_acc.kernel", "fit_segments.kernel", "block.kernel",
                               "rows.kernel"}},
    [IMP_SKELETON_SEG_SCAN] = {"SKELETON_SEG_SCAN",
                               "segmented scan",
                               striped_shape,
                               {"fit_acc.kernel", "fit_segments.kernel", "segments.kernel",
                                "partition.kernel", "block.kernel", "block.kernel@seg",
                                "look.kernel", "names.kernel", "seg_scan.kernel"}},
    [IMP_SKELETON_COLUMN_SCAN] = {"SKELETON_COLUMN_SCAN",
                                  "scan of columns",
                                  column_scan_shape,
                                  {"fit_acc.kernel", "fit_segments.kernel", "block.kernel",
                                   "look.kernel", "column_scan.kernel"}},
    [IMP_SKELETON_HISTOGRAM] = {"SKELETON_HISTOGRAM",
                                "histogram",
                                histogram_shape,
                                {"fit_acc.kernel", "block.kernel", "bins.kernel",
                                 "histogram.kernel"}},
    [IMP_SKELETON_DIRECT] = {"SKELETON_DIRECT",
                             "histogram in device memory",
                             histogram_shape,
                             {"fit_acc.kernel", "block.kernel", "bins.kernel", "direct.kernel"}},
    [IMP_SKELETON_BUCKETS] = {"SKELETON_DIRECT",
                              "histogram by sorting",
                              buckets_shape,
                              {"fit_acc.kernel", "block.kernel", "bins.kernel", "direct.kernel",
                               "buckets.kernel"}},
    [IMP_SKELETON_SWEEP] = {"SKELETON_MAP", "sweep", sweep_shape, {"sweep.kernel"}},
    [IMP_SKELETON_TILE] = {"SKELETON_MAP", "tiled product", tile_shape, {"tile.kernel"}}};

static const Skeleton SPLIT = {"SKELETON_KEEP",
                               "partition",
                               split_shape,
                               {"fit_split.kernel", "tally.kernel", "split.kernel"}};

static const Skeleton *skeleton_of(const ImpKernel *kernel) {
  return kernel->class_count > 0 ? &SPLIT : &SKELETONS[kernel->skeleton];
}

KernelShape kernel_shape(const ImpKernel *kernel, bool is_cuda) {
  const Skeleton *skeleton = skeleton_of(kernel);
  KernelShape shape = skeleton->shape(kernel, is_cuda && !kernel->is_plain);
  shape.skeleton = skeleton->name;
  shape.title = skeleton->title;
  shape.warp = is_cuda && !kernel->is_plain ? 32 : 1;
  shape.files = skeleton->files;
  if (shape.tile == 0) shape.tile = shape.block * shape.items;
  return shape;
}

size_t kernel_companions(const ImpKernel *kernel, bool is_cuda) {
  KernelShape shape = kernel_shape(kernel, is_cuda);
  return (shape.has_starts ? 1 : 0) + (shape.has_carry ? 1 : 0) + (shape.has_buckets ? 4 : 0);
}

size_t kernel_count(const ImpProgram *program, bool is_cuda) {
  size_t count = program->kernels.count;
  for (size_t i = 0; i < program->kernels.count; i++)
    count += kernel_companions(program->kernels.data[i], is_cuda);
  return count;
}
