// What the benchmarks of FCL programs share beside bench/gpu/bench.cuh: arrays of ints, and a line for
// a program that takes an array and gives one. The references are CUDA as one would write it by hand
// for the same algorithm, with the same blocks of threads.
#ifndef FCL_CUH
#define FCL_CUH

#include "bench.cuh"

static __global__ void fill_ints_kernel(int *data, int64_t count, uint64_t seed, uint32_t mask) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += (int64_t)gridDim.x * blockDim.x)
    data[i] = (int)(mix(seed + (uint64_t)i) & mask);
}

// Numbers that look random, of the bits of the mask.
static inline int *device_ints(int64_t count, uint64_t seed, uint32_t mask) {
  int *data = device_array<int>(count);
  fill_ints_kernel<<<2048, 256>>>(data, count, seed, mask);
  CUDA(cudaDeviceSynchronize());
  return data;
}

typedef int IntEntry(struct futhark_context *, struct futhark_i32_1d **,
                     const struct futhark_i32_1d *);

// One array in, one out, of `bytes` in all; `reference` writes to `to`.
template <class Reference>
static void run_ints(struct futhark_context *ctx, Line line, IntEntry *entry, int *xs, int64_t n,
                     int *to, int64_t result_count, Reference reference) {
  struct futhark_i32_1d *array = futhark_new_raw_i32_1d(ctx, raw(xs), n), *out = nullptr;
  auto program = [&] {
    check(ctx, entry(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_i32_1d(ctx, out);
    out = nullptr;
  };
  bench_line(line, program, clear, reference, [&] {
    return are_close(futhark_values_raw_i32_1d(ctx, out), to, result_count, 0);
  });
  futhark_free_i32_1d(ctx, array);
}

#endif
