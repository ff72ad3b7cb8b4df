// a*x + y against a copy of device memory by the driver, and against a hand-written kernel.
#include "bench.cuh"

template <class T> __global__ void saxpy_kernel(T a, const T *x, const T *y, T *to, int64_t count) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < count) to[i] = a * x[i] + y[i];
}

// The arrays of the program, by their element.
struct Single {
  typedef float T;
  typedef struct futhark_f32_1d Array;
  static constexpr const char *NAME = "saxpy f32", *PLAIN = "  hand-written f32";
  static Array *make(struct futhark_context *ctx, T *data, int64_t count) {
    return futhark_new_raw_f32_1d(ctx, raw(data), count);
  }
  static int run(struct futhark_context *ctx, Array **out, Array *x, Array *y) {
    return futhark_entry_single(ctx, out, 2, x, y);
  }
  static void drop(struct futhark_context *ctx, Array *array) { futhark_free_f32_1d(ctx, array); }
  static CUdeviceptr data(struct futhark_context *ctx, Array *array) {
    return futhark_values_raw_f32_1d(ctx, array);
  }
};

struct Double {
  typedef double T;
  typedef struct futhark_f64_1d Array;
  static constexpr const char *NAME = "saxpy f64", *PLAIN = "  hand-written f64";
  static Array *make(struct futhark_context *ctx, T *data, int64_t count) {
    return futhark_new_raw_f64_1d(ctx, raw(data), count);
  }
  static int run(struct futhark_context *ctx, Array **out, Array *x, Array *y) {
    return futhark_entry_double(ctx, out, 2, x, y);
  }
  static void drop(struct futhark_context *ctx, Array *array) { futhark_free_f64_1d(ctx, array); }
  static CUdeviceptr data(struct futhark_context *ctx, Array *array) {
    return futhark_values_raw_f64_1d(ctx, array);
  }
};

template <class Kind> static void run(struct futhark_context *ctx, int64_t n) {
  typedef typename Kind::T T;
  T *x = device_uniform<T>(n, 1), *y = device_uniform<T>(n, 2), *to = device_array<T>(n);
  typename Kind::Array *fx = Kind::make(ctx, x, n), *fy = Kind::make(ctx, y, n), *out = nullptr;
  double bytes = 3.0 * (double)n * sizeof(T);
  auto program = [&] {
    check(ctx, Kind::run(ctx, &out, fx, fy));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) Kind::drop(ctx, out);
    out = nullptr;
  };
  auto plain = [&] { saxpy_kernel<<<(unsigned)((n + 255) / 256), 256>>>((T)2, x, y, to, n); };
  auto copy = [&] { CUDA(cudaMemcpyAsync(to, x, n * sizeof(T), cudaMemcpyDeviceToDevice)); };
  auto is_right = [&] { return are_close(Kind::data(ctx, out), to, n, 1e-6); };
  Line line = line_bytes(Kind::NAME, bytes, GOAL_RATIO, 0.95);
  line_size(line, "", n);
  line.reference_amount = 2.0 * (double)n * sizeof(T);
  bench_line(line, program, clear, copy, [] { return true; });
  Line other = line_bytes(Kind::PLAIN, bytes, GOAL_NONE, 0);
  line_size(other, "", n);
  bench_line(other, program, clear, plain, is_right);
  Kind::drop(ctx, fx), Kind::drop(ctx, fy);
  CUDA(cudaFree(x)), CUDA(cudaFree(y)), CUDA(cudaFree(to));
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  run<Single>(ctx, (int64_t)1 << 28);
  if (!is_quick) run<Double>(ctx, (int64_t)1 << 28);
}
