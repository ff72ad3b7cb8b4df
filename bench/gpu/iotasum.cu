// Sums of the numbers below each of 2^20 power-law numbers, against a hand-written version that
// gives every thread the same number of elements: offsets by cub::DeviceScan, then each thread
// finds its first segment by binary search, adds, and adds what it has of a segment to the result.
// When all threads of a warp are inside of one segment, they add up first. The additions are done;
// nobody takes the formula.
#include "bench.cuh"
#include <cub/device/device_scan.cuh>

enum { SHARE = 128, BLOCK = 256 };

// `ends[i]` is where segment i ends.
static __global__ void iotasum_kernel(const int64_t *ends, unsigned long long *to, int64_t count) {
  int64_t first = (blockIdx.x * (int64_t)BLOCK + threadIdx.x) * SHARE;
  int64_t last = first + SHARE;          // `total` is a multiple of what a block has
  int64_t segment = 0, high = count - 1; // the first segment that ends behind `first`
  while (segment < high) {
    int64_t middle = (segment + high) / 2;
    if (ends[middle] > first)
      high = middle;
    else
      segment = middle + 1;
  }
  int64_t start = segment > 0 ? ends[segment - 1] : 0, end = ends[segment];
  unsigned long long sum = 0;
  int64_t last_of_warp = first + (32 - threadIdx.x % 32) * SHARE;
  bool is_inside = __all_sync(0xffffffff, last_of_warp <= end) &&
                   __shfl_sync(0xffffffff, segment, 0) == __shfl_sync(0xffffffff, segment, 31);
  if (is_inside) {
    for (int64_t j = first; j < last; j++)
      sum += (unsigned long long)(j - start);
    for (int step = 16; step > 0; step /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0) atomicAdd(&to[segment], sum);
    return;
  }
  for (int64_t j = first; j < last; j++) {
    while (j >= end) {
      if (sum != 0) atomicAdd(&to[segment], sum);
      sum = 0;
      start = end;
      end = ends[++segment];
    }
    sum += (unsigned long long)(j - start);
  }
  atomicAdd(&to[segment], sum);
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t count = (int64_t)1 << 20, total = (int64_t)1 << 28;
  (void)is_quick;
  int64_t *lengths = device_copy(power_law(count, total)), *ends = device_array<int64_t>(count);
  int64_t *to = device_array<int64_t>(count);
  struct futhark_i64_1d *array = futhark_new_raw_i64_1d(ctx, raw(lengths), count), *out = nullptr;
  Room room;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_i64_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DeviceScan::InclusiveSum, lengths, ends, (int)count);
    CUDA(cudaMemsetAsync(to, 0, (size_t)count * sizeof *to));
    iotasum_kernel<<<(unsigned)(total / (SHARE * BLOCK)), BLOCK>>>(ends, (unsigned long long *)to,
                                                                   count);
  };
  Line line = {"sums of iotas", "2^20, 2^28", TERAFLOPS, (double)total,
               (double)total,   GOAL_RATIO,   1 / 1.5};
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_i64_1d(ctx, out), to, count, 0); });
  futhark_free_i64_1d(ctx, array);
}
