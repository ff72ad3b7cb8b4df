// Which skeleton of rts/gpu a kernel takes: one table, from what the kernel is to the files of its
// text, the name that the host knows it by, and the numbers in it. rts/gpu/README.md says which
// were good.
#include "ir/type.h"
#include "target/cgen/cgen.h"

// What a block may have in fast memory; more of it than that is left for others.
enum { FAST_BYTES = 24576, BLOCK_LEAST = 32 };

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
static void shrink(KernelShape *shape, int64_t bytes_per_thread) {
  while (shape->block > BLOCK_LEAST && shape->block * bytes_per_thread > FAST_BYTES)
    shape->block /= 2;
}

static KernelShape map_shape(const ImpKernel *kernel, bool has_warps) {
  KernelShape shape = {.block = 256, .items = 1, .width = 1};
  if (kernel->is_long || kernel->has_room || !has_warps) return shape;
  bool is_narrow = widest(kernel) <= 4;
  shape.items = is_narrow ? 4 : 2;
  shape.width = is_narrow ? 2 : 1;
  return shape;
}

static KernelShape reduce_shape(const ImpKernel *kernel, bool has_warps) {
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = has_warps ? 256 : 64, .items = 1, .width = 1, .lanes = 1};
  shrink(&shape, has_warps ? (bytes + 31) / 32 : bytes);
  if (bytes > 64 || kernel->has_room) return shape;
  shape.items = 4;
  shape.width = shape.lanes = 2;
  if (!has_warps || kernel->is_long || bytes > 16) return shape;
  shape.block = 512;
  shape.items = 16;
  shape.width = widest(kernel) <= 4 ? 4 : 2;
  shape.lanes = 4;
  return shape;
}

// Few items where there are no warps: a thread has them all in private memory there.
static KernelShape scan_shape(const ImpKernel *kernel, bool has_warps) {
  int64_t bytes = kernel_acc_bytes(kernel);
  KernelShape shape = {.block = has_warps ? 128 : 64, .items = bytes <= 64 ? 3 : 1};
  if (has_warps && !kernel->is_long && !kernel->has_room)
    shape.items = bytes <= 4    ? 31
                  : bytes <= 8  ? 23
                  : bytes <= 16 ? 11
                  : bytes <= 32 ? 5
                                : shape.items;
  shrink(&shape, shape.items * bytes);
  shape.state = bytes <= 4 ? 1 : has_warps && bytes <= 8 ? 2 : 1 + 2 * ((bytes + 7) / 8);
  return shape;
}

typedef struct Skeleton {
  const char *name; // in rts/gpu/gpu.h
  KernelShape (*shape)(const ImpKernel *kernel, bool has_warps);
  const char *files[8]; // of rts/gpu
} Skeleton;

static const Skeleton SKELETONS[] = {
    [IMP_SKELETON_MAP] = {"SKELETON_MAP", map_shape, {"fit_map.kernel", "map.kernel"}},
    [IMP_SKELETON_REDUCE] = {"SKELETON_REDUCE",
                             reduce_shape,
                             {"fit_acc.kernel", "fit_reduce.kernel", "block.kernel",
                              "reduce.kernel"}},
    [IMP_SKELETON_SCAN] = {
        "SKELETON_SCAN",
        scan_shape,
        {"fit_acc.kernel", "fit_scan.kernel", "block.kernel", "look.kernel", "scan.kernel"}}};

KernelShape kernel_shape(const ImpKernel *kernel, bool is_cuda) {
  const Skeleton *skeleton = &SKELETONS[kernel->skeleton];
  KernelShape shape = skeleton->shape(kernel, is_cuda && !kernel->is_plain);
  shape.skeleton = skeleton->name;
  shape.files = skeleton->files;
  return shape;
}
