// The reference packs panels of b, and keeps a tile of ROWS by 2 vectors of sums in registers. The
// vector extension is needed: GCC 12 spills a plain array of sums.
#include "bench.h"

enum { N = 1024, ROWS = 6, DEPTH = 256 };
#ifdef __AVX512F__
typedef float Vector __attribute__((vector_size(64), aligned(4)));
#else
typedef float Vector __attribute__((vector_size(32), aligned(4)));
#endif
enum { LANES = sizeof(Vector) / sizeof(float), COLUMNS = 2 * LANES };
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

static Vector load(const float *from) {
  Vector vector;
  memcpy(&vector, from, sizeof vector);
  return vector;
}

// ROWS rows of `to` += rows of `from` times a packed panel.
static inline void tile(const float *restrict from, const float *restrict panel, float *restrict to,
                        int rows) {
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

static void run_reference(void) {
  memset(out, 0, N * N * sizeof *out);
#pragma omp parallel for
  for (int64_t j = 0; j < N; j += COLUMNS) {
    float panel[DEPTH * COLUMNS];
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
