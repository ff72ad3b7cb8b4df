// Copies and a reversal against a thread for each element, and blocks of 256 threads for 1024.
#include "fcl.cuh"

enum { THREADS = 256, CHUNK = 1024 };

static __global__ void copy_kernel(const int *__restrict__ from, int *__restrict__ to, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)THREADS + threadIdx.x;
  if (i < n) to[i] = from[i];
}

static __global__ void copy_blocks_kernel(const int *__restrict__ from, int *__restrict__ to) {
  int64_t first = blockIdx.x * (int64_t)CHUNK;
#pragma unroll
  for (int k = threadIdx.x; k < CHUNK; k += THREADS)
    to[first + k] = from[first + k];
}

static __global__ void reverse_kernel(const int *__restrict__ from, int *__restrict__ to) {
  int64_t first = blockIdx.x * (int64_t)CHUNK;
  int64_t last = (gridDim.x - blockIdx.x) * (int64_t)CHUNK - 1;
#pragma unroll
  for (int k = threadIdx.x; k < CHUNK; k += THREADS)
    to[first + k] = from[last - k];
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t n = (int64_t)1 << (is_quick ? 24 : 29);
  int *xs = device_ints(n, 1, ~0u), *to = device_array<int>(n);
  Line line = line_bytes("fcl copy", 8.0 * (double)n, GOAL_RATIO, 0.95);
  line_size(line, "", n);
  run_ints(ctx, line, futhark_entry_copy, xs, n, to, n,
           [&] { copy_kernel<<<(unsigned)(n / THREADS), THREADS>>>(xs, to, n); });
  line.name = "fcl copy, blocks";
  run_ints(ctx, line, futhark_entry_copyBlocks, xs, n, to, n,
           [&] { copy_blocks_kernel<<<(unsigned)(n / CHUNK), THREADS>>>(xs, to); });
  line.name = "fcl reverse, blocks";
  run_ints(ctx, line, futhark_entry_reverseBlocks, xs, n, to, n,
           [&] { reverse_kernel<<<(unsigned)(n / CHUNK), THREADS>>>(xs, to); });
  line.name = "fcl copy / memcpy";
  run_ints(ctx, line, futhark_entry_copy, xs, n, to, n,
           [&] { CUDA(cudaMemcpyAsync(to, xs, 4 * n, cudaMemcpyDeviceToDevice)); });
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}
