// What is larger than a half, against cub::DeviceSelect. Both have the count on the host in the
// end.
#include "bench.cuh"
#include <cub/device/device_select.cuh>

struct IsKept {
  __host__ __device__ bool operator()(float x) const { return x > 0.5f; }
};

static void run(struct futhark_context *ctx, int64_t n) {
  float *xs = device_uniform<float>(n, 1), *to = device_array<float>(n);
  int *count = device_array<int>(1), *kept;
  CUDA(cudaMallocHost(&kept, sizeof *kept));
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
  auto reference = [&] {
    CUB(room, cub::DeviceSelect::If, xs, to, count, (int)n, IsKept());
    CUDA(cudaMemcpyAsync(kept, count, sizeof *kept, cudaMemcpyDeviceToHost));
  };
  reference();
  CUDA(cudaDeviceSynchronize());
  Line line = line_bytes("filter", 4.0 * (double)n + 4.0 * *kept, GOAL_RATIO, 0.9);
  line_size(line, "", n);
  bench_line(line, program, clear, reference, [&] {
    return futhark_shape_f32_1d(ctx, out)[0] == *kept &&
           are_close(futhark_values_raw_f32_1d(ctx, out), to, *kept, 0);
  });
  futhark_free_f32_1d(ctx, array);
  CUDA(cudaFree(xs)), CUDA(cudaFree(to)), CUDA(cudaFree(count)), CUDA(cudaFreeHost(kept));
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  run(ctx, (int64_t)1 << 28);
  (void)is_quick;
  run(ctx, (int64_t)1 << 24);
}
