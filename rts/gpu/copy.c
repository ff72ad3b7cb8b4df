// Copies on the device between two strided places, which have no element in common unless they are
// the same. What stands in order on both sides is one copy of bytes. Where neighbours of the one
// side are far apart on the other, tiles go through fast memory; the rest is copied one by one
// (copy.kernel).

#include "rts/gpu/gpu.h"

enum { COPY_RANK = 5, COPY_BLOCK = 256, COPY_POINTS = 1024 };

typedef struct CopyShape {
  int64_t rank, is_narrow;
  int64_t sizes[COPY_RANK], to_strides[COPY_RANK], from_strides[COPY_RANK], tiles[3];
  uint32_t factors[COPY_RANK], shifts[COPY_RANK];
  int32_t tile[3];
  uint32_t tile_factors[2];
  int32_t is_from_dense, is_to_dense;
} CopyShape;

typedef struct Copying {
  Block *to, *from;
  int64_t to_first, from_first, size; // size: bytes of an element
  CopyShape shape;
} Copying;

static int64_t distance_of(int64_t stride) { return stride < 0 ? -stride : stride; }

static void shape_swap(CopyShape *shape, size_t a, size_t b) {
  const CopyShape old = *shape;
  shape->sizes[a] = old.sizes[b];
  shape->to_strides[a] = old.to_strides[b];
  shape->from_strides[a] = old.from_strides[b];
  shape->sizes[b] = old.sizes[a];
  shape->to_strides[b] = old.to_strides[a];
  shape->from_strides[b] = old.from_strides[a];
}

// Adds a dimension after those with larger strides in `to`; the order of elements does not matter.
static bool shape_add(Copying *copy, int64_t size, int64_t to_stride, int64_t from_stride) {
  CopyShape *shape = &copy->shape;
  if (size == 1) return true;
  if (shape->rank == COPY_RANK) return false;
  if (to_stride < 0) {
    copy->to_first += (size - 1) * to_stride;
    copy->from_first += (size - 1) * from_stride;
    to_stride = -to_stride;
    from_stride = -from_stride;
  }
  size_t at = (size_t)shape->rank++;
  shape->sizes[at] = size;
  shape->to_strides[at] = to_stride;
  shape->from_strides[at] = from_stride;
  for (; at > 0 && shape->to_strides[at - 1] < shape->to_strides[at]; at--)
    shape_swap(shape, at - 1, at);
  return true;
}

// Makes one of dimensions that both places step through as if they were one.
static void shape_merge(CopyShape *shape) {
  int64_t count = 0;
  for (int64_t i = 0; i < shape->rank; i++) {
    int64_t size = shape->sizes[i], to = shape->to_strides[i], from = shape->from_strides[i];
    bool fits = count > 0 && shape->to_strides[count - 1] == to * size &&
                shape->from_strides[count - 1] == from * size;
    if (!fits) count++;
    shape->sizes[count - 1] = fits ? shape->sizes[count - 1] * size : size;
    shape->to_strides[count - 1] = to;
    shape->from_strides[count - 1] = from;
  }
  shape->rank = count;
}

// Takes pairs of neighbours as one element where they stay together.
static void copy_widen(Copying *copy) {
  CopyShape *shape = &copy->shape;
  while (copy->size < 8 && shape->rank > 0) {
    int64_t last = shape->rank - 1;
    bool fits = copy->to->origin == BLOCK_OWN && copy->from->origin == BLOCK_OWN &&
                shape->to_strides[last] == 1 && shape->from_strides[last] == 1 &&
                (shape->sizes[last] | copy->to_first | copy->from_first) % 2 == 0;
    for (int64_t i = 0; i < last; i++)
      fits = fits && (shape->to_strides[i] | shape->from_strides[i]) % 2 == 0;
    if (!fits) return;
    for (int64_t i = 0; i < last; i++) {
      shape->to_strides[i] /= 2;
      shape->from_strides[i] /= 2;
    }
    shape->sizes[last] /= 2;
    if (shape->sizes[last] == 1) shape->rank--;
    copy->to_first /= 2;
    copy->from_first /= 2;
    copy->size *= 2;
  }
}

// The dimension with the smallest steps in `from`.
static size_t shape_nearest(const CopyShape *shape) {
  size_t best = 0;
  for (size_t i = 1; i < (size_t)shape->rank; i++)
    if (distance_of(shape->from_strides[i]) <= distance_of(shape->from_strides[best])) best = i;
  return best;
}

// Finds how elements are numbered in 32 bits, if they can be.
static void shape_narrow(CopyShape *shape, int64_t count) {
  int64_t to_most = 0, from_most = 0, limit = INT32_MAX;
  for (int64_t i = 0; i < shape->rank; i++) {
    int64_t steps = shape->sizes[i] - 1;
    int64_t to = shape->to_strides[i], from = distance_of(shape->from_strides[i]);
    if (to > limit || from > limit || steps > limit) return;
    to_most += steps * to;
    from_most += steps * from;
    if (to_most > limit || from_most > limit) return;
  }
  if (count > limit) return;
  shape->is_narrow = 1;
  for (int64_t i = 0; i < shape->rank; i++) {
    uint64_t size = (uint64_t)shape->sizes[i];
    uint32_t shift = 0;
    while (((uint64_t)1 << shift) < size)
      shift++;
    shape->factors[i] = (uint32_t)((((((uint64_t)1 << shift) - size) << 32) / size) + 1);
    shape->shifts[i] = shift;
  }
}

static int64_t copy_count(const Copying *copy) {
  int64_t count = 1;
  for (int64_t i = 0; i < copy->shape.rank; i++)
    count *= copy->shape.sizes[i];
  return count;
}

static int copy_launch(Context *ctx, Copying *copy, OwnKernel first, int64_t groups,
                       int64_t count) {
  size_t kernel = first + (copy->size == 1 ? 0 : copy->size == 2 ? 1 : copy->size == 4 ? 2 : 3);
  GpuArg args[] = {{.block = copy->to},
                   {.data = &copy->to_first, .size = sizeof copy->to_first},
                   {.block = copy->from},
                   {.data = &copy->from_first, .size = sizeof copy->from_first},
                   {.data = &copy->shape, .size = sizeof copy->shape},
                   {.data = &count, .size = sizeof count}};
  size_t arg_count = sizeof args / sizeof *args - (first == OWN_TRANSPOSE ? 1 : 0);
  bool is_timed = timing_begin(ctx);
  int error = device_launch(ctx, ctx->table->gpu->kernel_count + kernel, groups, COPY_BLOCK, args,
                            arg_count);
  ctx->gpu->is_busy = true;
  timing_end(ctx, is_timed, own_kernel_name(ctx->table->gpu, kernel), NULL,
             2 * copy_count(copy) * copy->size);
  return error;
}

static int64_t at_most(int64_t value, int64_t most) { return value < most ? value : most; }

// Do the elements of a tile stand in order, with these strides of rows, columns and matrices? Only
// the outermost dimension may be larger than the tile.
static bool is_dense(const CopyShape *shape, const int64_t *strides, size_t inner, size_t outer) {
  const int32_t *tile = shape->tile;
  bool is_batch = tile[2] > 1;
  if (strides[inner] != 1 || strides[outer] != tile[inner] || tile[inner] != shape->sizes[inner])
    return false;
  return !is_batch ||
         (tile[outer] == shape->sizes[outer] && strides[2] == (int64_t)tile[inner] * tile[outer]);
}

// Tiles are squares. Narrow matrices have longer ones, in whole lines of memory, and small ones
// share a tile.
static void shape_tiles(CopyShape *shape, int64_t size) {
  enum { LINE = 32 };
  int64_t side = size <= 2 ? 128 : size == 8 ? 32 : 64, area = side * side;
  int64_t rows = at_most(shape->sizes[0], side), columns = at_most(shape->sizes[1], side);
  if (columns < side) rows = at_most(shape->sizes[0], area / columns / LINE * LINE);
  if (rows < side) columns = at_most(shape->sizes[1], area / rows / LINE * LINE);
  shape->tile[0] = (int32_t)rows;
  shape->tile[1] = (int32_t)columns;
  shape->tile[2] = (int32_t)at_most(shape->sizes[2], area / (rows * columns));
  for (size_t i = 0; i < 2; i++)
    shape->tile_factors[i] = (uint32_t)(((uint64_t)1 << 32) / (uint64_t)shape->tile[i] + 1);
  shape->is_from_dense = is_dense(shape, shape->from_strides, 1, 0);
  shape->is_to_dense = is_dense(shape, shape->to_strides, 0, 1);
}

// In tiles. Dimension `nearest` has neighbours in `from`, the last one in `to`.
static int copy_transposed(Context *ctx, Copying *copy, size_t nearest) {
  CopyShape *shape = &copy->shape;
  size_t last = (size_t)shape->rank - 1;
  int64_t tiles = 1;
  for (size_t i = nearest; i > 0; i--)
    shape_swap(shape, i - 1, i);
  for (size_t i = last; i > 0; i--)
    shape_swap(shape, i - 1, i);
  if (last > 2) shape_swap(shape, 2, last); // matrices of a tile are near each other
  if (last < 2) shape->sizes[2] = 1;
  shape_tiles(shape, copy->size);
  for (size_t i = 0; i < 3; i++)
    tiles *= shape->tiles[i] = (shape->sizes[i] + shape->tile[i] - 1) / shape->tile[i];
  for (size_t i = 3; i <= last; i++)
    tiles *= shape->sizes[i];
  return copy_launch(ctx, copy, OWN_TRANSPOSE, tiles, 0);
}

// All in order, perhaps within one block.
static int copy_bytes(Context *ctx, const Copying *copy, int64_t count) {
  int64_t bytes = count * copy->size;
  int64_t to = copy->to_first * copy->size, from = copy->from_first * copy->size;
  bool is_apart = copy->to != copy->from || to + bytes <= from || from + bytes <= to;
  if (is_apart) return block_copy(ctx, copy->to, to, copy->from, from, bytes);
  Block *room = NULL;
  int error = block_new(ctx, &room, bytes, NULL);
  if (error == RT_OK) error = block_copy(ctx, room, 0, copy->from, from, bytes);
  if (error == RT_OK) error = block_copy(ctx, copy->to, to, room, 0, bytes);
  block_unref(ctx, &room);
  return error;
}

static int copy_run(Context *ctx, Copying *copy) {
  CopyShape *shape = &copy->shape;
  shape_merge(shape);
  copy_widen(copy);
  int64_t count = 1, last = shape->rank - 1;
  for (int64_t i = 0; i <= last; i++)
    count *= shape->sizes[i];
  bool is_plain =
      last < 0 || (last == 0 && shape->to_strides[0] == 1 && shape->from_strides[0] == 1);
  if (is_plain) return copy_bytes(ctx, copy, count);
  size_t nearest = shape_nearest(shape);
  if (nearest != (size_t)last) return copy_transposed(ctx, copy, nearest);
  shape_narrow(shape, count);
  return copy_launch(ctx, copy, OWN_COPY, (count + COPY_POINTS - 1) / COPY_POINTS, count);
}

int gpu_copy(Context *ctx, Block *to, int64_t to_first, const int64_t *to_strides, Block *from,
             int64_t from_first, const int64_t *from_strides, const int64_t *shape, size_t rank,
             size_t size) {
  bool is_same = to == from && to_first == from_first, fits = true;
  Copying copy = {.to = to,
                  .from = from,
                  .to_first = to_first,
                  .from_first = from_first,
                  .size = (int64_t)size};
  for (size_t i = 0; i < rank; i++) {
    if (shape[i] <= 0) return RT_OK;
    if (to_strides[i] != from_strides[i] && shape[i] > 1) is_same = false;
  }
  if (is_same) return RT_OK;
  for (size_t i = 0; i < rank; i++) {
    int64_t size = shape[i];
    while (i + 1 < rank && to_strides[i] == to_strides[i + 1] * shape[i + 1] &&
           from_strides[i] == from_strides[i + 1] * shape[i + 1])
      size *= shape[++i];
    fits = fits && shape_add(&copy, size, to_strides[i], from_strides[i]);
  }
  if (fits) return copy_run(ctx, &copy);
  for (int64_t i = 0; i < shape[0]; i++) {
    int error =
        gpu_copy(ctx, to, to_first + i * to_strides[0], to_strides + 1, from,
                 from_first + i * from_strides[0], from_strides + 1, shape + 1, rank - 1, size);
    if (error != RT_OK) return error;
  }
  return RT_OK;
}
