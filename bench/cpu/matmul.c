// The reference packs panels of b, and keeps a tile of ROWS by COLUMNS sums in registers.
#include "bench.h"

enum { N = 1024, ROWS = 6, COLUMNS = 32, DEPTH = 256 };
static float *a, *b, *out;
static struct futhark_f32_2d *fa, *fb, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  a = allocate(N * N * sizeof *a), b = allocate(N * N * sizeof *b);
  out = allocate(N * N * sizeof *out);
  for (int i = 0; i < N * N; i++)
    a[i] = (float)uniform(&state), b[i] = (float)uniform(&state);
  fa = futhark_new_f32_2d(ctx, a, N, N), fb = futhark_new_f32_2d(ctx, b, N, N);
}

// Up to ROWS rows of `to` += rows of `from` times a packed panel.
static void tile(const float *restrict from, const float *restrict panel, float *restrict to,
                 int64_t rows, int64_t depth) {
  if (rows < ROWS) {
    for (int64_t i = 0; i < rows; i++)
      for (int64_t k = 0; k < depth; k++)
        for (int64_t j = 0; j < COLUMNS; j++)
          to[i * N + j] += from[i * N + k] * panel[k * COLUMNS + j];
    return;
  }
  float sums[ROWS][COLUMNS] = {{0}};
  for (int64_t k = 0; k < depth; k++)
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < COLUMNS; j++)
        sums[i][j] += from[i * N + k] * panel[k * COLUMNS + j];
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      to[i * N + j] += sums[i][j];
}

static void run_reference(void) {
#pragma omp parallel for
  for (int64_t j = 0; j < N; j += COLUMNS) {
    float panel[DEPTH * COLUMNS];
    for (int64_t i = 0; i < N; i++)
      memset(out + i * N + j, 0, COLUMNS * sizeof *out);
    for (int64_t k = 0; k < N; k += DEPTH) {
      for (int64_t q = 0; q < DEPTH; q++)
        memcpy(panel + q * COLUMNS, b + (k + q) * N + j, COLUMNS * sizeof *b);
      for (int64_t i = 0; i < N; i += ROWS)
        tile(a + i * N + k, panel, out + i * N + j, N - i < ROWS ? N - i : ROWS, DEPTH);
    }
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_2d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fa, fb));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate(N * N * sizeof *got);
  check(ctx, futhark_values_f32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < N * N; i++)
    if (!is_close(out[i], got[i], 1e-4)) return false;
  return true;
}
