// A transposed copy against a hand-written kernel that turns squares in shared memory.
#include "bench.cuh"

enum { SIDE = 64, WARP = 32, ROWS = 8 };

// Each of 8 warps takes every eighth row of a square, half a row at a time, so that no bank of
// shared memory is asked twice.
static __global__ void transpose_kernel(const float *from, float *to, int64_t n) {
  __shared__ float square[SIDE][SIDE + 1];
  int64_t row = blockIdx.y * (int64_t)SIDE, column = blockIdx.x * (int64_t)SIDE;
#pragma unroll
  for (int i = 0; i < SIDE; i += ROWS) {
    int k = i + threadIdx.y;
    square[k][threadIdx.x] = from[(row + k) * n + column + threadIdx.x];
    square[k][threadIdx.x + WARP] = from[(row + k) * n + column + threadIdx.x + WARP];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < SIDE; i += ROWS) {
    int k = i + threadIdx.y;
    to[(column + k) * n + row + threadIdx.x] = square[threadIdx.x][k];
    to[(column + k) * n + row + threadIdx.x + WARP] = square[threadIdx.x + WARP][k];
  }
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t n = (int64_t)1 << 14;
  (void)is_quick;
  float *xs = device_uniform<float>(n * n, 1), *to = device_array<float>(n * n);
  struct futhark_f32_2d *array = futhark_new_raw_f32_2d(ctx, raw(xs), n, n), *out = nullptr;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_2d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    transpose_kernel<<<dim3((unsigned)(n / SIDE), (unsigned)(n / SIDE)), dim3(WARP, ROWS)>>>(xs, to,
                                                                                             n);
  };
  Line line = line_bytes("transpose", 8.0 * (double)(n * n), GOAL_RATIO, 0.95);
  snprintf(line.size, sizeof line.size, "2^14 x 2^14");
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f32_2d(ctx, out), to, n * n, 0); });
  futhark_free_f32_2d(ctx, array);
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}
