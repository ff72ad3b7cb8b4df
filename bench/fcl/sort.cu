// Sorting batches against the same network by hand.
#include "fcl.cuh"

enum { SIZE = 1024, LOG = 10, THREADS = 256 };

// Two arrays in turns, with a barrier for each step.
static __global__ void sort_kernel(const int *__restrict__ from, int *__restrict__ to) {
  __shared__ int arrays[2][SIZE];
  int now = 0;
  int64_t first = blockIdx.x * (int64_t)SIZE;
#pragma unroll
  for (int i = threadIdx.x; i < SIZE; i += THREADS)
    arrays[0][i] = from[first + i];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < LOG; k++) {
#pragma unroll
    for (int j = k; j >= 0; j--) {
#pragma unroll
      for (int i = threadIdx.x; i < SIZE; i += THREADS) {
        int other = i ^ 1 << j, x = arrays[now][i], y = arrays[now][other];
        bool is_up = (i >> (k + 1) & 1) == 0;
        arrays[1 - now][i] = is_up == (i < other) ? min(x, y) : max(x, y);
      }
      now = 1 - now;
      __syncthreads();
    }
  }
#pragma unroll
  for (int i = threadIdx.x; i < SIZE; i += THREADS)
    to[first + i] = arrays[now][i];
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t n = (int64_t)1 << (is_quick ? 20 : 26);
  int *xs = device_ints(n, 1, ~0u), *to = device_array<int>(n);
  Line line = line_bytes("fcl sort, batches", 8.0 * (double)n, GOAL_RATIO, 0.95);
  line_size(line, "", n);
  run_ints(ctx, line, futhark_entry_sortBatches, xs, n, to, n,
           [&] { sort_kernel<<<(unsigned)(n / SIZE), THREADS>>>(xs, to); });
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}
