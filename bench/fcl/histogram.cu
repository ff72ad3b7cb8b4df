// A histogram of 256 bins against CUB.
#include "fcl.cuh"
#include <cub/device/device_histogram.cuh>

static const int BINS = 256;

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t n = (int64_t)1 << (is_quick ? 24 : 28);
  int *xs = device_ints(n, 1, BINS - 1), *to = device_array<int>(BINS);
  Room room;
  Line line = line_bytes("fcl histogram / CUB", 4.0 * (double)n, GOAL_RATIO, 0.8);
  line_size(line, "", n);
  run_ints(ctx, line, futhark_entry_counts, xs, n, to, BINS, [&] {
    CUB(room, cub::DeviceHistogram::HistogramEven, xs, to, BINS + 1, 0, BINS, (int)n);
  });
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}
