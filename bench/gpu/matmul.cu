// A matrix product in single precision against cuBLAS, which uses no tensor cores for that.
#include "bench.cuh"
#include <cublas_v2.h>

#define CUBLAS(call)                                                                               \
  do {                                                                                             \
    if ((call) != CUBLAS_STATUS_SUCCESS) {                                                         \
      fprintf(stderr, "%s failed\n", #call);                                                       \
      exit(3);                                                                                     \
    }                                                                                              \
  } while (0)

static void bench(struct futhark_context *ctx, bool is_quick) {
  int n = 4096;
  int64_t count = (int64_t)n * n;
  (void)is_quick;
  float *a = device_uniform<float>(count, 1), *b = device_uniform<float>(count, 2);
  float *c = device_array<float>(count);
  const float one = 1, zero = 0;
  cublasHandle_t blas;
  CUBLAS(cublasCreate(&blas));
  struct futhark_f32_2d *fa = futhark_new_raw_f32_2d(ctx, raw(a), n, n);
  struct futhark_f32_2d *fb = futhark_new_raw_f32_2d(ctx, raw(b), n, n), *out = nullptr;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &out, fa, fb));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_2d(ctx, out);
    out = nullptr;
  };
  // Its matrices are stored by columns: the transposed product of the transposed matrices.
  auto reference = [&] {
    CUBLAS(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n));
  };
  double flops = 2.0 * n * n * n;
  Line line = {"matrix product", "4096^2", TERAFLOPS, flops, flops, GOAL_RATIO, 0.6};
  bench_line(line, program, clear, reference,
             [&] { return are_close(futhark_values_raw_f32_2d(ctx, out), c, count, 1e-3); });
  futhark_free_f32_2d(ctx, fa), futhark_free_f32_2d(ctx, fb);
  CUBLAS(cublasDestroy(blas));
  CUDA(cudaFree(a)), CUDA(cudaFree(b)), CUDA(cudaFree(c));
}
