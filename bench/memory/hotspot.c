#include "bench.h"

enum { N = 1024, STEPS = 60 };
static float *heat, *power, *from, *to;
static struct futhark_f32_2d *fheat, *fpower, *fout;

static void setup(struct futhark_context *ctx) {
  size_t bytes = (size_t)N * N * sizeof *heat;
  heat = allocate(bytes), power = allocate(bytes), from = allocate(bytes), to = allocate(bytes);
  for (int64_t i = 0; i < N; i++)
    for (int64_t j = 0; j < N; j++) {
      heat[i * N + j] = 80 + (float)((i * 5 + j * 3) % 17);
      power[i * N + j] = (float)((i + j * 7) % 5) / 4;
    }
  fheat = futhark_new_f32_2d(ctx, heat, N, N);
  fpower = futhark_new_f32_2d(ctx, power, N, N);
}

static float next(float x, float p, float up, float down, float left, float right) {
  return x + 0.1f * (p + ((up + down) - 2 * x) + ((left + right) - 2 * x) + 0.05f * (80 - x));
}

static void step(const float *restrict t, const float *restrict p, float *restrict out) {
#pragma omp parallel for
  for (int64_t i = 0; i < N; i++) {
    const float *row = t + i * N, *up = i == 0 ? row : row - N, *down = i == N - 1 ? row : row + N;
    const float *pow = p + i * N;
    float *o = out + i * N;
    o[0] = next(row[0], pow[0], up[0], down[0], row[0], row[1]);
    for (int64_t j = 1; j < N - 1; j++)
      o[j] = next(row[j], pow[j], up[j], down[j], row[j - 1], row[j + 1]);
    o[N - 1] = next(row[N - 1], pow[N - 1], up[N - 1], down[N - 1], row[N - 2], row[N - 1]);
  }
}

static void run_reference(void) {
  step(heat, power, to);
  for (int k = 1; k < STEPS; k++) {
    float *swap = from;
    from = to, to = swap;
    step(from, power, to);
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_2d(ctx, fout);
  check(ctx, futhark_entry_parts(ctx, &fout, STEPS, fheat, fpower));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate((size_t)N * N * sizeof *got);
  check(ctx, futhark_values_f32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int64_t i = 0; i < N * N; i++)
    if (!is_close(to[i], got[i], 1e-4)) return false;
  return true;
}
