#include "bench.h"

enum { N = 4000, M = 3000, TILE = 64 };
static float *in, *out;
static struct futhark_f32_2d *fin, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  in = allocate(N * M * sizeof *in), out = allocate(N * M * sizeof *out);
  for (int i = 0; i < N * M; i++)
    in[i] = (float)uniform(&state);
  fin = futhark_new_f32_2d(ctx, in, N, M);
}

static void run_reference(void) {
  const float *restrict from = in;
  float *restrict to = out;
#pragma omp parallel for
  for (int64_t j = 0; j < M; j += TILE)
    for (int64_t i = 0; i < N; i += TILE)
      for (int64_t q = j; q < (j + TILE < M ? j + TILE : M); q++)
        for (int64_t p = i; p < (i + TILE < N ? i + TILE : N); p++)
          to[q * N + p] = from[p * M + q];
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
  return memcmp(out, got, N * M * sizeof *got) == 0;
}
