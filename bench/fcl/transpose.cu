// A transposed copy against a kernel that turns the same tiles.
#include "fcl.cuh"

enum { SIDE = 32, THREADS = 256 };

static __global__ void transpose_kernel(const int *__restrict__ from, int *__restrict__ to, int n) {
  __shared__ int tile[SIDE * SIDE];
  int tiles = n / SIDE, row = blockIdx.x / tiles * SIDE, column = blockIdx.x % tiles * SIDE;
#pragma unroll
  for (int at = threadIdx.x; at < SIDE * SIDE; at += THREADS) {
    int i = at / SIDE, j = at % SIDE ^ i;
    tile[at] = from[(row + i) * n + column + j];
  }
  __syncthreads();
#pragma unroll
  for (int at = threadIdx.x; at < SIDE * SIDE; at += THREADS) {
    int i = at / SIDE, j = at % SIDE;
    to[(column + i) * n + row + j] = tile[j * SIDE + (i ^ j)];
  }
}

static int transpose_entry(struct futhark_context *ctx, struct futhark_i32_1d **out,
                           const struct futhark_i32_1d *xs) {
  int64_t count = futhark_shape_i32_1d(ctx, (struct futhark_i32_1d *)xs)[0];
  return futhark_entry_transposeTiles(ctx, out, (int32_t)std::lround(std::sqrt((double)count)), xs);
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t n = (int64_t)1 << (is_quick ? 12 : 14);
  int *xs = device_ints(n * n, 1, ~0u), *to = device_array<int>(n * n);
  Line line = line_bytes("fcl transpose", 8.0 * (double)(n * n), GOAL_RATIO, 0.95);
  snprintf(line.size, sizeof line.size, "%lld^2", (long long)n);
  run_ints(ctx, line, transpose_entry, xs, n * n, to, n * n, [&] {
    transpose_kernel<<<(unsigned)(n / SIDE * (n / SIDE)), THREADS>>>(xs, to, (int)n);
  });
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}
