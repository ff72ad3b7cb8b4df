// Prefix sums against CUB.
#include "fcl.cuh"
#include <cub/device/device_scan.cuh>

static void bench(struct futhark_context *ctx, bool is_quick) {
  int64_t n = (int64_t)1 << (is_quick ? 24 : 29);
  int *xs = device_ints(n, 1, ~0u), *to = device_array<int>(n);
  Room room;
  auto reference = [&] { CUB(room, cub::DeviceScan::InclusiveSum, xs, to, n); };
  Line line = line_bytes("fcl scan / CUB", 8.0 * (double)n, GOAL_RATIO, 0.45);
  line_size(line, "", n);
  run_ints(ctx, line, futhark_entry_prefixes, xs, n, to, n, reference);
  line.name = "fcl scanGrid / CUB";
  line.goal = 0.97;
  run_ints(ctx, line, futhark_entry_prefixesGrid, xs, n, to, n, reference);
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}
