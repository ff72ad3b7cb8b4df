// A sum against cub::DeviceReduce. Both have the sum on the host in the end.
#include "bench.cuh"
#include <cub/device/device_reduce.cuh>

static void run(struct futhark_context *ctx, int64_t n, double goal) {
  float *xs = device_uniform<float>(n, 1), *to = device_array<float>(1), *sum;
  CUDA(cudaMallocHost(&sum, sizeof *sum));
  struct futhark_f32_1d *array = futhark_new_raw_f32_1d(ctx, raw(xs), n);
  float got = 0;
  Room room;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &got, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto reference = [&] {
    CUB(room, cub::DeviceReduce::Sum, xs, to, (int)n);
    CUDA(cudaMemcpyAsync(sum, to, sizeof *sum, cudaMemcpyDeviceToHost));
  };
  Line line = line_bytes("reduce", 4.0 * (double)n, GOAL_RATIO, goal);
  line_size(line, "", n);
  bench_line(
      line, program, [] {}, reference,
      [&] { return std::fabs(got - *sum) <= 1e-4 * std::fabs(*sum); });
  futhark_free_f32_1d(ctx, array);
  CUDA(cudaFree(xs)), CUDA(cudaFree(to)), CUDA(cudaFreeHost(sum));
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  run(ctx, (int64_t)1 << 29, 0.95);
  (void)is_quick;
  run(ctx, (int64_t)1 << 24, 0.9);
}
