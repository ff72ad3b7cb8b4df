#include "bench.h"

enum { N = 10000000, LANES = 64 };
static float *x, out, got;
static struct futhark_f32_1d *fx;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  x = allocate(N * sizeof *x);
  for (int i = 0; i < N; i++)
    x[i] = (float)(uniform(&state) - 0.5);
  fx = futhark_new_f32_1d(ctx, x, N);
}

static float squares_part(const float *restrict xs, int64_t n) {
  float sums[LANES] = {0};
  int64_t i = 0;
  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++)
      sums[k] += xs[i + k] > 0 ? xs[i + k] * xs[i + k] : 0;
  float sum = 0;
  for (int k = 0; k < LANES; k++)
    sum += sums[k];
  for (; i < n; i++)
    sum += xs[i] > 0 ? xs[i] * xs[i] : 0;
  return sum;
}

static void run_reference(void) {
  enum { CHUNK = 100000 };
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t i = 0; i < N; i += CHUNK)
    sum += squares_part(x + i, N - i < CHUNK ? N - i : CHUNK);
  out = sum;
}

static void run_program(struct futhark_context *ctx) {
  check(ctx, futhark_entry_main(ctx, &got, fx));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  (void)ctx;
  return is_close(out, got, 1e-3);
}
