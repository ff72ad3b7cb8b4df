#include "bench.h"

enum { N = 1024, B = 32 };
static float *in, *a;
static struct futhark_f32_2d *fin, *fout;

static void setup(struct futhark_context *ctx) {
  in = allocate((size_t)N * N * sizeof *in), a = allocate((size_t)N * N * sizeof *a);
  for (int64_t i = 0; i < N; i++)
    for (int64_t j = 0; j < N; j++)
      in[i * N + j] = i == j ? 100 + (float)(i % 32) : 1 / (1 + (float)((i * 7 + j * 3) % 13));
  fin = futhark_new_f32_2d(ctx, in, N, N);
}

static void diagonal(float *d) {
  for (int64_t k = 0; k < B; k++)
    for (int64_t i = k + 1; i < B; i++) {
      float factor = d[i * N + k] /= d[k * N + k];
      for (int64_t j = k + 1; j < B; j++)
        d[i * N + j] -= factor * d[k * N + j];
    }
}

static void right(const float *restrict d, float *restrict t) {
  for (int64_t i = 1; i < B; i++)
    for (int64_t k = 0; k < i; k++)
      for (int64_t j = 0; j < B; j++)
        t[i * N + j] -= d[i * N + k] * t[k * N + j];
}

static void below(const float *restrict d, float *restrict t) {
  for (int64_t i = 0; i < B; i++)
    for (int64_t j = 0; j < B; j++) {
      float value = t[i * N + j] / d[j * N + j];
      t[i * N + j] = value;
      for (int64_t k = j + 1; k < B; k++)
        t[i * N + k] -= value * d[j * N + k];
    }
}

static void inner(const float *restrict l, const float *restrict r, float *restrict t) {
  for (int64_t i = 0; i < B; i++)
    for (int64_t k = 0; k < B; k++)
      for (int64_t j = 0; j < B; j++)
        t[i * N + j] -= l[i * N + k] * r[k * N + j];
}

static void run_reference(void) {
  memcpy(a, in, (size_t)N * N * sizeof *a);
  for (int64_t k = 0; k < N; k += B) {
    float *d = a + k * N + k;
    diagonal(d);
#pragma omp parallel for
    for (int64_t t = B; t < N - k; t += B) {
      right(d, d + t);
      below(d, d + t * N);
    }
#pragma omp parallel for
    for (int64_t i = B; i < N - k; i += B)
      for (int64_t j = B; j < N - k; j += B)
        inner(d + i * N, d + j, d + i * N + j);
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_2d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fin));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate((size_t)N * N * sizeof *got);
  check(ctx, futhark_values_f32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int64_t i = 0; i < N * N; i++)
    if (!is_close(a[i], got[i], 1e-3)) return false;
  return true;
}
