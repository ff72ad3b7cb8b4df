// As in bench/cpu: panels of b are packed, and a tile of ROWS by 2 vectors of sums stays in
// registers.
#include "bench.h"

enum { N = 2048, ROWS = 6, DEPTH = 256 };
#ifdef __AVX512F__
typedef double Vector __attribute__((vector_size(64), aligned(8)));
#else
typedef double Vector __attribute__((vector_size(32), aligned(8)));
#endif
enum { LANES = sizeof(Vector) / sizeof(double), COLUMNS = 2 * LANES };

static Vector load(const double *from) {
  Vector vector;
  memcpy(&vector, from, sizeof vector);
  return vector;
}

// ROWS rows of `to` += rows of `from` times a packed panel.
static inline void tile(const double *restrict from, const double *restrict panel,
                        double *restrict to, int rows) {
  Vector sums[ROWS][2];
  for (int i = 0; i < rows; i++)
    sums[i][0] = load(to + i * N), sums[i][1] = load(to + i * N + LANES);
  for (int64_t k = 0; k < DEPTH; k++) {
    Vector left = load(panel + k * COLUMNS), right = load(panel + k * COLUMNS + LANES);
    for (int i = 0; i < rows; i++)
      sums[i][0] += from[i * N + k] * left, sums[i][1] += from[i * N + k] * right;
  }
  for (int i = 0; i < rows; i++) {
    memcpy(to + i * N, &sums[i][0], sizeof(Vector));
    memcpy(to + i * N + LANES, &sums[i][1], sizeof(Vector));
  }
}

static double *a, *b, *out;
static struct futhark_f64_2d *fout;

static void setup(struct futhark_context *ctx) {
  (void)ctx;
  a = allocate(N * N * sizeof *a), b = allocate(N * N * sizeof *b);
  out = allocate(N * N * sizeof *out);
}

static void run_reference(void) {
  for (int64_t i = 0; i < N * N; i++)
    a[i] = 1.5 + (double)(i % 97), b[i] = 1 / (double)(1 + i % 89);
  memset(out, 0, N * N * sizeof *out);
#pragma omp parallel for
  for (int64_t j = 0; j < N; j += COLUMNS) {
    double panel[DEPTH * COLUMNS];
    for (int64_t k = 0; k < N; k += DEPTH) {
      for (int64_t q = 0; q < DEPTH; q++)
        memcpy(panel + q * COLUMNS, b + (k + q) * N + j, COLUMNS * sizeof *b);
      int64_t i = 0;
      for (; i + ROWS <= N; i += ROWS)
        tile(a + i * N + k, panel, out + i * N + j, ROWS);
      for (; i < N; i++)
        tile(a + i * N + k, panel, out + i * N + j, 1);
    }
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f64_2d(ctx, fout);
  check(ctx, futhark_entry_run(ctx, &fout, N));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  double *got = allocate(N * N * sizeof *got);
  check(ctx, futhark_values_f64_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int64_t i = 0; i < N * N; i++)
    if (!is_close(out[i], got[i], 1e-9)) return false;
  return true;
}
