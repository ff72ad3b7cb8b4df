#include "bench.h"

enum { N = 10000000, LANES = 64 };
static float *x, *y, out, got;
static struct futhark_f32_1d *fx, *fy;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  x = allocate(N * sizeof *x), y = allocate(N * sizeof *y);
  for (int i = 0; i < N; i++)
    x[i] = (float)uniform(&state), y[i] = (float)uniform(&state);
  fx = futhark_new_f32_1d(ctx, x, N), fy = futhark_new_f32_1d(ctx, y, N);
}

// One accumulator per lane, several vectors wide, so that additions overlap.
static float dot_part(const float *restrict xs, const float *restrict ys, int64_t n) {
  float sums[LANES] = {0};
  int64_t i = 0;
  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++)
      sums[k] += xs[i + k] * ys[i + k];
  float sum = 0;
  for (int k = 0; k < LANES; k++)
    sum += sums[k];
  for (; i < n; i++)
    sum += xs[i] * ys[i];
  return sum;
}

static float dot(const float *restrict xs, const float *restrict ys, int64_t n) {
  enum { CHUNK = 100000 };
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t i = 0; i < n; i += CHUNK)
    sum += dot_part(xs + i, ys + i, n - i < CHUNK ? n - i : CHUNK);
  return sum;
}

static void run_reference(void) { out = dot(x, y, N); }

static void run_program(struct futhark_context *ctx) {
  check(ctx, futhark_entry_main(ctx, &got, fx, fy));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  (void)ctx;
  return is_close(out, got, 1e-3);
}
