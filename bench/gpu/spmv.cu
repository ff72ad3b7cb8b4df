// A sparse matrix with power-law rows times a vector, against a hand-written kernel that gives
// every thread the same number of elements: it finds its first row by binary search, and adds what
// it has of a row to the result. When all threads of a warp are inside of one row, they add up
// first.
#include "bench.cuh"

enum { SHARE = 16, BLOCK = 256 };

static __global__ void spmv_kernel(const int64_t *offsets, const int32_t *columns,
                                   const float *values, const float *xs, float *to, int64_t rows) {
  int64_t first = (blockIdx.x * (int64_t)BLOCK + threadIdx.x) * SHARE;
  int64_t last = first + SHARE; // `total` is a multiple of what a block has
  int64_t row = 0, high = rows; // offsets[row] <= first < offsets[high]
  while (high - row > 1) {
    int64_t middle = (row + high) / 2;
    if (offsets[middle] <= first)
      row = middle;
    else
      high = middle;
  }
  float sum = 0;
  int64_t end = offsets[row + 1], last_of_warp = first + (32 - threadIdx.x % 32) * SHARE;
  bool is_inside = __all_sync(0xffffffff, last_of_warp <= end) &&
                   __shfl_sync(0xffffffff, row, 0) == __shfl_sync(0xffffffff, row, 31);
  if (is_inside) {
    for (int64_t j = first; j < last; j++)
      sum += values[j] * xs[columns[j]];
    for (int step = 16; step > 0; step /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0) atomicAdd(&to[row], sum);
    return;
  }
  for (int64_t j = first; j < last; j++) {
    while (j >= end) {
      if (sum != 0) atomicAdd(&to[row], sum);
      sum = 0;
      end = offsets[++row + 1];
    }
    sum += values[j] * xs[columns[j]];
  }
  atomicAdd(&to[row], sum);
}

static __global__ void columns_kernel(int32_t *columns, int64_t total, uint64_t count) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < total;
       i += (int64_t)gridDim.x * blockDim.x)
    columns[i] = (int32_t)(mix((uint64_t)i) % count);
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t rows = (int64_t)1 << 20, total = (int64_t)1 << 24;
  (void)is_quick;
  int64_t *offsets = device_copy(offsets_of(power_law(rows, total)));
  int32_t *columns = device_array<int32_t>(total);
  columns_kernel<<<2048, 256>>>(columns, total, (uint64_t)rows);
  float *values = device_uniform<float>(total, 1), *xs = device_uniform<float>(rows, 2);
  float *to = device_array<float>(rows);
  CUDA(cudaDeviceSynchronize());
  struct futhark_i64_1d *foffsets = futhark_new_raw_i64_1d(ctx, raw(offsets), rows + 1);
  struct futhark_i32_1d *fcolumns = futhark_new_raw_i32_1d(ctx, raw(columns), total);
  struct futhark_f32_1d *fvalues = futhark_new_raw_f32_1d(ctx, raw(values), total);
  struct futhark_f32_1d *fxs = futhark_new_raw_f32_1d(ctx, raw(xs), rows), *out = nullptr;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &out, foffsets, fcolumns, fvalues, fxs));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUDA(cudaMemsetAsync(to, 0, (size_t)rows * sizeof *to));
    spmv_kernel<<<(unsigned)(total / (SHARE * BLOCK)), BLOCK>>>(offsets, columns, values, xs, to,
                                                                rows);
  };
  Line line = line_bytes("sparse matrix-vector", 8.0 * (double)total + 16.0 * (double)rows,
                         GOAL_RATIO, 1 / 1.5);
  snprintf(line.size, sizeof line.size, "2^20, 2^24");
  bench_line(line, program, clear, reference, [&] {
    return futhark_shape_f32_1d(ctx, out)[0] == rows &&
           are_close(futhark_values_raw_f32_1d(ctx, out), to, rows, 1e-3);
  });
  futhark_free_i64_1d(ctx, foffsets), futhark_free_i32_1d(ctx, fcolumns);
  futhark_free_f32_1d(ctx, fvalues), futhark_free_f32_1d(ctx, fxs);
}
