// Sums against the same tree by hand, and against CUB. All have the sum on the host in the end.
#include "fcl.cuh"
#include <cub/device/device_reduce.cuh>

enum { BLOCKS = 1024, THREADS = 256 };

static __device__ int tree_sum(int mine, int *shared) {
  shared[threadIdx.x] = mine;
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
  }
  return shared[0];
}

static __global__ void parts_kernel(const int *__restrict__ xs, int each, int *__restrict__ sums) {
  __shared__ int shared[THREADS];
  int mine = 0;
  for (int j = 0; j < each; j++)
    mine += xs[(blockIdx.x * each + j) * THREADS + threadIdx.x];
  mine = tree_sum(mine, shared);
  if (threadIdx.x == 0) sums[blockIdx.x] = mine;
}

static __global__ void last_kernel(const int *__restrict__ sums, int *__restrict__ sum) {
  __shared__ int shared[THREADS];
  int mine = 0;
  for (int j = 0; j < BLOCKS / THREADS; j++)
    mine += sums[j * THREADS + threadIdx.x];
  mine = tree_sum(mine, shared);
  if (threadIdx.x == 0) *sum = mine;
}

typedef int SumEntry(struct futhark_context *, int32_t *, const struct futhark_i32_1d *);

template <class Reference>
static void run(struct futhark_context *ctx, const char *name, double goal, SumEntry *entry, int *xs,
                int64_t n, const int *sum, Reference reference) {
  struct futhark_i32_1d *array = futhark_new_raw_i32_1d(ctx, raw(xs), n);
  int32_t got = 0;
  auto program = [&] {
    check(ctx, entry(ctx, &got, array));
    check(ctx, futhark_context_sync(ctx));
  };
  Line line = line_bytes(name, 4.0 * (double)n, GOAL_RATIO, goal);
  line_size(line, "", n);
  bench_line(line, program, [] {}, reference, [&] { return got == *sum; });
  futhark_free_i32_1d(ctx, array);
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t n = (int64_t)1 << (is_quick ? 24 : 29);
  int *xs = device_ints(n, 1, ~0u), *sums = device_array<int>(BLOCKS), *to = device_array<int>(1), *sum;
  CUDA(cudaMallocHost(&sum, sizeof *sum));
  Room room;
  auto by_hand = [&] {
    parts_kernel<<<BLOCKS, THREADS>>>(xs, (int)(n / BLOCKS / THREADS), sums);
    last_kernel<<<1, THREADS>>>(sums, to);
    CUDA(cudaMemcpyAsync(sum, to, sizeof *sum, cudaMemcpyDeviceToHost));
  };
  auto by_cub = [&] {
    CUB(room, cub::DeviceReduce::Sum, xs, to, n);
    CUDA(cudaMemcpyAsync(sum, to, sizeof *sum, cudaMemcpyDeviceToHost));
  };
  run(ctx, "fcl reduce", 0.95, futhark_entry_sum, xs, n, sum, by_hand);
  run(ctx, "fcl reduce / CUB", 0.95, futhark_entry_sum, xs, n, sum, by_cub);
  run(ctx, "fcl reduceGrid / CUB", 0.95, futhark_entry_sumGrid, xs, n, sum, by_cub);
  CUDA(cudaFree(xs)), CUDA(cudaFree(sums)), CUDA(cudaFree(to)), CUDA(cudaFreeHost(sum));
}
