// Prefix sums against cub::DeviceScan.
#include "bench.cuh"
#include <cub/device/device_scan.cuh>

static void run(struct futhark_context *ctx, int64_t n, double goal) {
  float *xs = device_uniform<float>(n, 1), *to = device_array<float>(n);
  struct futhark_f32_1d *array = futhark_new_raw_f32_1d(ctx, raw(xs), n), *out = nullptr;
  Room room;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &out, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] { CUB(room, cub::DeviceScan::InclusiveSum, xs, to, (int)n); };
  Line line = line_bytes("scan", 8.0 * (double)n, GOAL_RATIO, goal);
  line_size(line, "", n);
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f32_1d(ctx, out), to, n, 1e-3); });
  futhark_free_f32_1d(ctx, array);
  CUDA(cudaFree(xs)), CUDA(cudaFree(to));
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  run(ctx, (int64_t)1 << 29, 0.97);
  (void)is_quick;
  run(ctx, (int64_t)1 << 24, 0.9);
}
