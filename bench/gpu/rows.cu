// Sums and prefix sums of the rows of a matrix against cub::DeviceSegmentedReduce and
// cub::DeviceScan by key. The goal is a rate: no row length may be slow.
#include "bench.cuh"
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

static const int64_t TOTAL = (int64_t)1 << 28;

struct Multiply {
  int64_t size;
  __host__ __device__ int64_t operator()(int64_t i) const { return i * size; }
};

struct Divide {
  uint32_t size;
  __host__ __device__ uint32_t operator()(uint32_t i) const { return i / size; }
};

static void run_sums(struct futhark_context *ctx, float *xs, int64_t size) {
  int64_t n = TOTAL / size;
  float *to = device_array<float>(n);
  struct futhark_f32_2d *array = futhark_new_raw_f32_2d(ctx, raw(xs), n, size);
  struct futhark_f32_1d *out = nullptr;
  Room room;
  auto offsets =
      thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0), Multiply{size});
  auto program = [&] {
    check(ctx, futhark_entry_sums(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DeviceSegmentedReduce::Sum, xs, to, (int)n, offsets, offsets + 1);
  };
  Line line =
      line_bytes("sums of rows", 4.0 * (double)(n * size + n), GOAL_RATE, size < 8 ? 1500 : 2500);
  line_size(line, "", size);
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f32_1d(ctx, out), to, n, 1e-4); });
  futhark_free_f32_2d(ctx, array);
  CUDA(cudaFree(to));
}

static void run_scans(struct futhark_context *ctx, float *xs, int64_t size) {
  int64_t n = TOTAL / size;
  float *to = device_array<float>(n * size);
  struct futhark_f32_2d *array = futhark_new_raw_f32_2d(ctx, raw(xs), n, size), *out = nullptr;
  Room room;
  auto keys = thrust::make_transform_iterator(thrust::make_counting_iterator<uint32_t>(0),
                                              Divide{(uint32_t)size});
  auto program = [&] {
    check(ctx, futhark_entry_scans(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_2d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DeviceScan::InclusiveSumByKey, keys, xs, to, (int)(n * size));
  };
  Line line =
      line_bytes("scans of rows", 8.0 * (double)(n * size), GOAL_RATE, size < 8 ? 1500 : 2500);
  line_size(line, "", size);
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f32_2d(ctx, out), to, n * size, 1e-3); });
  futhark_free_f32_2d(ctx, array);
  CUDA(cudaFree(to));
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  static const int64_t SIZES[] = {1, 8, 64, 1000, 100000, 1000000};
  float *xs = device_uniform<float>(TOTAL, 1);
  for (int64_t size : SIZES)
    if (!is_quick || size == 8 || size == 1000) run_sums(ctx, xs, size);
  for (int64_t size : SIZES)
    if (!is_quick || size == 8 || size == 1000) run_scans(ctx, xs, size);
  CUDA(cudaFree(xs));
}
