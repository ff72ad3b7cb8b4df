// A histogram against cub::DeviceHistogram, and for many bins, where that needs a copy of the bins
// for every block, against a kernel with atomic additions in device memory. Each number of bins
// must reach half the rate that the powers of four next to it reach, so that there is no cliff.
#include "bench.cuh"
#include <cub/device/device_histogram.cuh>

static const int64_t N = (int64_t)1 << 28;

static __global__ void bins_kernel(int32_t *data, int64_t count, uint64_t bins) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += (int64_t)gridDim.x * blockDim.x)
    data[i] = (int32_t)(mix((uint64_t)i) % bins);
}

static __global__ void atomic_kernel(const int32_t *data, int64_t count, int32_t *bins) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += (int64_t)gridDim.x * blockDim.x)
    atomicAdd(&bins[data[i]], 1);
}

static const int64_t CUB_MOST = 1 << 16;

struct Measured {
  Line line;
  Timing timing;
  int64_t bins;
  bool is_right;
};

static double rate(const Measured &one) {
  return line_rate(one.line, one.line.amount, one.timing.program);
}

static Measured run(struct futhark_context *ctx, int32_t *is, int64_t bins) {
  int32_t *to = device_array<int32_t>(bins);
  bins_kernel<<<2048, 256>>>(is, N, (uint64_t)bins);
  CUDA(cudaDeviceSynchronize());
  struct futhark_i32_1d *array = futhark_new_raw_i32_1d(ctx, raw(is), N), *out = nullptr;
  Room room;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &out, bins, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_i32_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    if (bins <= CUB_MOST) {
      CUB(room, cub::DeviceHistogram::HistogramEven, is, to, (int)bins + 1, 0, (int)bins, (int)N);
    } else {
      CUDA(cudaMemsetAsync(to, 0, (size_t)bins * sizeof *to));
      atomic_kernel<<<132 * 8, 512>>>(is, N, to);
    }
  };
  Line line = line_bytes("histogram", 4.0 * (double)(N + bins), GOAL_NONE, 0);
  line_size(line, "", bins);
  Timing timing = bench_time(program, clear, reference);
  bool is_right = are_close(futhark_values_raw_i32_1d(ctx, out), to, bins, 0);
  clear();
  futhark_free_i32_1d(ctx, array);
  CUDA(cudaFree(to));
  return {line, timing, bins, is_right};
}

static bool is_power_of_four(int64_t number) {
  while (number % 4 == 0)
    number /= 4;
  return number == 1;
}

// Against CUB for the sizes of the goal, else half of the best neighbour among the powers of four.
static void set_goal(std::vector<Measured> &all, size_t at) {
  int64_t bins = all[at].bins;
  double neighbour = 0;
  for (const Measured &other : all) {
    bool is_next = other.bins != bins && other.bins <= 4 * bins && 4 * other.bins >= bins;
    if (is_next && is_power_of_four(other.bins)) neighbour = std::max(neighbour, rate(other));
  }
  bool is_against_cub = bins == 256 || bins == 1 << 16;
  Line &line = all[at].line;
  bool is_cliff = neighbour > 0 && rate(all[at]) < neighbour / 2;
  line.kind = is_against_cub && !is_cliff ? GOAL_RATIO : neighbour > 0 ? GOAL_RATE : GOAL_NONE;
  line.goal = line.kind == GOAL_RATIO ? 0.8 : neighbour / 2;
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  static const int64_t QUICK[] = {1, 256, 65536, 1 << 24};
  static const int64_t ALL[] = {1,       2,       4,        10,     16,     40,     64,
                                130,     256,     600,      1024,   2500,   4096,   10000,
                                16384,   40000,   65536,    150000, 262144, 700000, 1 << 20,
                                3000000, 1 << 22, 10000000, 1 << 24};
  int32_t *is = device_array<int32_t>(N);
  std::vector<Measured> all;
  for (int64_t bins : std::vector<int64_t>(is_quick ? std::begin(QUICK) : std::begin(ALL),
                                           is_quick ? std::end(QUICK) : std::end(ALL)))
    all.push_back(run(ctx, is, bins));
  for (size_t i = 0; i < all.size(); i++)
    set_goal(all, i);
  for (const Measured &one : all)
    line_print(one.line, one.timing, one.is_right);
  CUDA(cudaFree(is));
}
