#include "bench.h"

enum { N = 1024, M = 1024, STEPS = 100 };
static float *in, *a, *b;
static struct futhark_f32_2d *fin, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  in = allocate(N * M * sizeof *in), a = allocate(N * M * sizeof *a),
  b = allocate(N * M * sizeof *b);
  for (int i = 0; i < N * M; i++)
    in[i] = (float)uniform(&state);
  fin = futhark_new_f32_2d(ctx, in, N, M);
}

static void step(const float *restrict from, float *restrict to) {
#pragma omp parallel for
  for (int64_t i = 0; i < N; i++) {
    const float *row = from + i * M;
    float *out = to + i * M;
    if (i == 0 || i == N - 1) {
      memcpy(out, row, M * sizeof *out);
      continue;
    }
    out[0] = row[0];
    for (int64_t j = 1; j < M - 1; j++)
      out[j] = 0.2f * (row[j] + row[j - M] + row[j + M] + row[j - 1] + row[j + 1]);
    out[M - 1] = row[M - 1];
  }
}

static void run_reference(void) {
  step(in, a);
  for (int i = 1; i < STEPS; i++) {
    step(a, b);
    float *swap = a;
    a = b, b = swap;
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_2d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fin));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate(N * M * sizeof *got);
  check(ctx, futhark_values_f32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < N * M; i++)
    if (!is_close(a[i], got[i], 1e-4)) return false;
  return true;
}
