// Reductions of several values and splits against CUB; scans down columns, histograms of rows and
// stencils against a copy of as many bytes, with plain kernels to compare the results.
#include "bench.cuh"
#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/transform_iterator.h>

static const int64_t TOTAL = (int64_t)1 << 28;

// ---- Reductions ----

struct Extremes {
  float sum, least, most;
};

struct ToExtremes {
  __host__ __device__ Extremes operator()(float x) const { return {x, x, x}; }
};

struct JoinExtremes {
  __host__ __device__ Extremes operator()(Extremes a, Extremes b) const {
    return {a.sum + b.sum, fminf(a.least, b.least), fmaxf(a.most, b.most)};
  }
};

static void run_extremes(struct futhark_context *ctx, float *xs) {
  Extremes *to = device_array<Extremes>(1), expected;
  struct futhark_f32_1d *array = futhark_new_raw_f32_1d(ctx, raw(xs), TOTAL);
  struct futhark_opaque_tup3_f32_f32_f32 *out = nullptr;
  Room room;
  auto values = thrust::make_transform_iterator((const float *)xs, ToExtremes());
  auto program = [&] { check(ctx, futhark_entry_extremes(ctx, &out, array)); };
  auto clear = [&] {
    if (out) futhark_free_opaque_tup3_f32_f32_f32(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DeviceReduce::Reduce, values, to, (int)TOTAL, JoinExtremes(),
        Extremes{0, INFINITY, -INFINITY});
    CUDA(cudaMemcpy(&expected, to, sizeof expected, cudaMemcpyDeviceToHost));
  };
  Line line = line_bytes("sum, least, most", 4.0 * (double)TOTAL, GOAL_RATIO, 0.9);
  line_size(line, "", TOTAL);
  bench_line(line, program, clear, reference, [&] {
    float sum, least, most;
    check(ctx, futhark_project_opaque_tup3_f32_f32_f32_0(ctx, &sum, out));
    check(ctx, futhark_project_opaque_tup3_f32_f32_f32_1(ctx, &least, out));
    check(ctx, futhark_project_opaque_tup3_f32_f32_f32_2(ctx, &most, out));
    return fabsf(sum - expected.sum) < 1e-3f * expected.sum && least == expected.least &&
           most == expected.most;
  });
  futhark_free_f32_1d(ctx, array);
  CUDA(cudaFree(to));
}

static void run_argmax(struct futhark_context *ctx, float *xs) {
  typedef cub::KeyValuePair<int, float> Pair;
  Pair *to = device_array<Pair>(1), expected;
  struct futhark_f32_1d *array = futhark_new_raw_f32_1d(ctx, raw(xs), TOTAL);
  struct futhark_opaque_tup2_f32_i32 *out = nullptr;
  Room room;
  auto program = [&] { check(ctx, futhark_entry_argmax(ctx, &out, array)); };
  auto clear = [&] {
    if (out) futhark_free_opaque_tup2_f32_i32(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DeviceReduce::ArgMax, xs, to, (int)TOTAL);
    CUDA(cudaMemcpy(&expected, to, sizeof expected, cudaMemcpyDeviceToHost));
  };
  Line line = line_bytes("argmax, in order", 4.0 * (double)TOTAL, GOAL_RATIO, 0.8);
  line_size(line, "", TOTAL);
  bench_line(line, program, clear, reference, [&] {
    float most;
    int32_t where;
    check(ctx, futhark_project_opaque_tup2_f32_i32_0(ctx, &most, out));
    check(ctx, futhark_project_opaque_tup2_f32_i32_1(ctx, &where, out));
    return most == expected.value && where == expected.key;
  });
  futhark_free_f32_1d(ctx, array);
  CUDA(cudaFree(to));
}

// ---- Splits ----

struct IsSmall {
  __host__ __device__ bool operator()(float x) const { return x < 0.25f; }
};

struct IsMiddle {
  __host__ __device__ bool operator()(float x) const { return x < 0.75f; }
};

static void run_classes(struct futhark_context *ctx, float *xs) {
  typedef struct futhark_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32 Classes;
  float *to[3];
  for (float *&part : to)
    part = device_array<float>(TOTAL);
  int *counts = device_array<int>(2), expected[2];
  struct futhark_f32_1d *array = futhark_new_raw_f32_1d(ctx, raw(xs), TOTAL), *first = nullptr;
  Classes *out = nullptr;
  Room room;
  auto program = [&] {
    check(ctx, futhark_entry_classes(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DevicePartition::If, xs, to[0], to[1], to[2], counts, (int)TOTAL, IsSmall(),
        IsMiddle());
    CUDA(cudaMemcpy(expected, counts, sizeof expected, cudaMemcpyDeviceToHost));
  };
  Line line = line_bytes("three classes", 8.0 * (double)TOTAL, GOAL_RATIO, 0.6);
  line_size(line, "", TOTAL);
  bench_line(line, program, clear, reference, [&] {
    check(ctx, futhark_project_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32_1(ctx, &first, out));
    bool is_right = futhark_shape_f32_1d(ctx, first)[0] == expected[1] &&
                    are_close(futhark_values_raw_f32_1d(ctx, first), to[1], expected[1], 0);
    futhark_free_f32_1d(ctx, first);
    return is_right;
  });
  futhark_free_f32_1d(ctx, array);
  for (float *part : to)
    CUDA(cudaFree(part));
  CUDA(cudaFree(counts));
}

// ---- Against a copy ----

static __global__ void column_scan_kernel(const float *from, float *to, int64_t n, int64_t m) {
  int64_t column = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  double sum = 0;
  for (int64_t i = 0; column < m && i < n; i++)
    to[i * m + column] = (float)(sum += from[i * m + column]);
}

static __global__ void row_histogram_kernel(const float *from, int32_t *to, int64_t n, int64_t m) {
  for (int64_t e = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; e < n * m;
       e += (int64_t)gridDim.x * blockDim.x) {
    int bin = (int)(64 * from[e]);
    if (bin < 64) atomicAdd(&to[e / m * 64 + bin], 1); // a value may be rounded up to 1
  }
}

static __global__ void stencil_kernel(const float *from, float *to, int64_t n, int64_t m) {
  int64_t i = blockIdx.y, j = blockIdx.x * (int64_t)blockDim.x + threadIdx.x, e = i * m + j;
  if (j >= m) return;
  bool is_inside = i > 0 && i < n - 1 && j > 0 && j < m - 1;
  to[e] = is_inside ? 0.2f * (from[e] + from[e - m] + from[e + m] + from[e - 1] + from[e + 1])
                    : from[e];
}

// `entry` gives an array of n by `width`, which `plain` computes once.
template <class T, class Out, class Entry, class Plain, class Free, class Values>
static void run_copy(struct futhark_context *ctx, const char *name, float *xs, int64_t n, int64_t m,
                     int64_t width, double goal, Entry entry, Plain plain, Free free_out,
                     Values values) {
  int64_t bytes = 4 * (n * m + n * width);
  T *to = device_array<T>(n * width);
  char *room = device_array<char>(bytes);
  CUDA(cudaMemset(to, 0, sizeof(T) * (size_t)(n * width)));
  plain(to);
  struct futhark_f32_2d *array = futhark_new_raw_f32_2d(ctx, raw(xs), n, m);
  Out *out = nullptr;
  auto program = [&] {
    check(ctx, entry(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) free_out(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUDA(cudaMemcpyAsync(room, room + bytes / 2, (size_t)bytes / 2, cudaMemcpyDeviceToDevice));
  };
  Line line = line_bytes(name, (double)bytes, goal > 0 ? GOAL_RATIO : GOAL_NONE, goal);
  snprintf(line.size, sizeof line.size, "%lld x %lld", (long long)n, (long long)m);
  bench_line(line, program, clear, reference,
             [&] { return are_close(values(ctx, out), to, n * width, 1e-3); });
  futhark_free_f32_2d(ctx, array);
  CUDA(cudaFree(to)), CUDA(cudaFree(room));
}

static void run_columns(struct futhark_context *ctx, float *xs, int64_t n, int64_t m) {
  run_copy<float, struct futhark_f32_2d>(
      ctx, "scans of columns", xs, n, m, m, 0.4, futhark_entry_column_scans,
      [&](float *to) { column_scan_kernel<<<(unsigned)((m + 63) / 64), 64>>>(xs, to, n, m); },
      futhark_free_f32_2d, futhark_values_raw_f32_2d);
}

static void run_row_histograms(struct futhark_context *ctx, float *xs, int64_t n, int64_t m) {
  run_copy<int32_t, struct futhark_i32_2d>(
      ctx, "histograms of rows", xs, n, m, 64, 0, futhark_entry_row_histograms,
      [&](int32_t *to) { row_histogram_kernel<<<2048, 256>>>(xs, to, n, m); }, futhark_free_i32_2d,
      futhark_values_raw_i32_2d);
}

static void run_stencil(struct futhark_context *ctx, float *xs, int64_t n, int64_t m) {
  run_copy<float, struct futhark_f32_2d>(
      ctx, "five-point stencil", xs, n, m, m, 0.5, futhark_entry_stencil,
      [&](float *to) {
        stencil_kernel<<<dim3((unsigned)((m + 255) / 256), (unsigned)n), 256>>>(xs, to, n, m);
      },
      futhark_free_f32_2d, futhark_values_raw_f32_2d);
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  float *xs = device_uniform<float>(TOTAL, 1);
  run_extremes(ctx, xs);
  run_argmax(ctx, xs);
  run_classes(ctx, xs);
  run_columns(ctx, xs, 8192, 8192);
  if (!is_quick) run_columns(ctx, xs, 1000000, 64);
  run_row_histograms(ctx, xs, 1000000, 100);
  if (!is_quick) run_row_histograms(ctx, xs, 10000, 10000);
  run_stencil(ctx, xs, 8192, 8192);
  CUDA(cudaFree(xs));
}
