// A product of matrices against the same tiles by hand: each thread has one element of the result.
// In single precision also against cuBLAS, which uses no tensor cores for that.
#include "bench.cuh"
#include <cublas_v2.h>

enum { SIDE = 16 };

static __global__ void product_kernel(const double *__restrict__ a, const double *__restrict__ b,
                                      double *__restrict__ to, int n) {
  __shared__ double tile_a[SIDE * SIDE], tile_b[SIDE * SIDE];
  int tiles = n / SIDE, row = blockIdx.x / tiles * SIDE, column = blockIdx.x % tiles * SIDE;
  int i = threadIdx.x / SIDE, j = threadIdx.x % SIDE;
  double sum = 0;
  for (int t = 0; t < tiles; t++) {
    tile_a[threadIdx.x] = a[(row + i) * n + t * SIDE + j];
    tile_b[threadIdx.x] = b[(t * SIDE + i) * n + column + j];
    __syncthreads();
    double part = 0;
#pragma unroll
    for (int k = 0; k < SIDE; k++)
      part += tile_a[i * SIDE + k] * tile_b[k * SIDE + j];
    sum += part;
    __syncthreads();
  }
  to[(row + i) * n + column + j] = sum;
}

typedef int ProductEntry(struct futhark_context *, struct futhark_f32_1d **, int32_t,
                         const struct futhark_f32_1d *, const struct futhark_f32_1d *);

static void bench_product(struct futhark_context *ctx, const char *name, ProductEntry *entry,
                          double goal, int n) {
  int64_t count = (int64_t)n * n;
  float *a = device_uniform<float>(count, 1), *b = device_uniform<float>(count, 2),
        *c = device_array<float>(count);
  const float one = 1, zero = 0;
  cublasHandle_t blas;
  if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS) exit(3);
  struct futhark_f32_1d *left = futhark_new_raw_f32_1d(ctx, raw(a), count),
                        *right = futhark_new_raw_f32_1d(ctx, raw(b), count), *out = nullptr;
  auto program = [&] {
    check(ctx, entry(ctx, &out, n, left, right));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_1d(ctx, out);
    out = nullptr;
  };
  // Its matrices are stored by columns: the transposed product of the transposed matrices.
  auto reference = [&] {
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n);
  };
  double flops = 2.0 * n * n * n;
  Line line = {name, "", TERAFLOPS, flops, flops, GOAL_RATIO, goal};
  snprintf(line.size, sizeof line.size, "%d^2 f32", n);
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f32_1d(ctx, out), c, count, 1e-3); });
  futhark_free_f32_1d(ctx, left), futhark_free_f32_1d(ctx, right);
  cublasDestroy(blas);
  CUDA(cudaFree(a)), CUDA(cudaFree(b)), CUDA(cudaFree(c));
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  bench_product(ctx, "fcl matmul / cuBLAS", futhark_entry_productFloat, 0.1, is_quick ? 512 : 4096);
  bench_product(ctx, "fcl patches / cuBLAS", futhark_entry_productPatches, 0.4,
                is_quick ? 512 : 4096);
  int64_t n = is_quick ? 512 : 4096;
  double *a = device_uniform<double>(n * n, 1), *b = device_uniform<double>(n * n, 2),
         *to = device_array<double>(n * n);
  struct futhark_f64_1d *left = futhark_new_raw_f64_1d(ctx, raw(a), n * n),
                        *right = futhark_new_raw_f64_1d(ctx, raw(b), n * n), *out = nullptr;
  auto program = [&] {
    check(ctx, futhark_entry_product(ctx, &out, (int32_t)n, left, right));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f64_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    product_kernel<<<(unsigned)(n / SIDE * (n / SIDE)), SIDE * SIDE>>>(a, b, to, (int)n);
  };
  double flops = 2.0 * (double)n * (double)n * (double)n;
  Line line = {"fcl matmul", "", TERAFLOPS, flops, flops, GOAL_RATIO, 0.95};
  snprintf(line.size, sizeof line.size, "%lld^2 f64", (long long)n);
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f64_1d(ctx, out), to, n * n, 1e-9); });
  futhark_free_f64_1d(ctx, left), futhark_free_f64_1d(ctx, right);
  CUDA(cudaFree(a)), CUDA(cudaFree(b)), CUDA(cudaFree(to));
}
