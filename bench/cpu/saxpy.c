#include "bench.h"

enum { N = 10000000 };
static float *x, *y, *out;
static struct futhark_f32_1d *fx, *fy, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  x = allocate(N * sizeof *x), y = allocate(N * sizeof *y), out = allocate(N * sizeof *out);
  for (int i = 0; i < N; i++)
    x[i] = (float)uniform(&state), y[i] = (float)uniform(&state);
  fx = futhark_new_f32_1d(ctx, x, N), fy = futhark_new_f32_1d(ctx, y, N);
}

static void saxpy(float a, const float *restrict xs, const float *restrict ys, float *restrict to) {
#pragma omp parallel for
  for (int64_t i = 0; i < N; i++)
    to[i] = a * xs[i] + ys[i];
}

static void run_reference(void) { saxpy(2.0f, x, y, out); }

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_1d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, 2.0f, fx, fy));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate(N * sizeof *got);
  check(ctx, futhark_values_f32_1d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < N; i++)
    if (!is_close(out[i], got[i], 1e-6)) return false;
  return true;
}
