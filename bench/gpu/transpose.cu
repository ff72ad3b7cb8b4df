// A transposed copy against a hand-written kernel that turns squares in shared memory.
#include "bench.cuh"

enum { SIDE = 64, ROWS = 16 };

// Blocks of 16 rows of 16 threads, each of which takes four neighbours at a time.
static __global__ void transpose_kernel(const float *from, float *to, int64_t n) {
  __shared__ float square[SIDE][SIDE + 1];
  int64_t row = blockIdx.y * (int64_t)SIDE, column = blockIdx.x * (int64_t)SIDE;
  for (int i = threadIdx.y; i < SIDE; i += ROWS) {
    float4 four = *(const float4 *)(from + (row + i) * n + column + 4 * threadIdx.x);
    square[i][4 * threadIdx.x] = four.x, square[i][4 * threadIdx.x + 1] = four.y;
    square[i][4 * threadIdx.x + 2] = four.z, square[i][4 * threadIdx.x + 3] = four.w;
  }
  __syncthreads();
  for (int i = threadIdx.y; i < SIDE; i += ROWS) {
    int k = 4 * threadIdx.x;
    *(float4 *)(to + (column + i) * n + row + k) =
        make_float4(square[k][i], square[k + 1][i], square[k + 2][i], square[k + 3][i]);
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
    transpose_kernel<<<dim3((unsigned)(n / SIDE), (unsigned)(n / SIDE)), dim3(SIDE / 4, ROWS)>>>(
        xs, to, n);
  };
  Line line = line_bytes("transpose", 8.0 * (double)(n * n), GOAL_RATIO, 0.95);
  snprintf(line.size, sizeof line.size, "2^14 x 2^14");
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f32_2d(ctx, out), to, n * n, 0); });
  futhark_free_f32_2d(ctx, array);
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}
