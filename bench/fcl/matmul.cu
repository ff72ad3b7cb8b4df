// A product of matrices against the same tiles by hand: each thread has one element of the result.
#include "bench.cuh"

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

static void bench(struct futhark_context *ctx, bool is_quick) {
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
  bench_line(line, program, clear, reference, [&] {
    return are_close(futhark_values_raw_f64_1d(ctx, out), to, n * n, 1e-9);
  });
  futhark_free_f64_1d(ctx, left), futhark_free_f64_1d(ctx, right);
  CUDA(cudaFree(a)), CUDA(cudaFree(b)), CUDA(cudaFree(to));
}
