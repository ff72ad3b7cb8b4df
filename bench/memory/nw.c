#include "bench.h"

enum { N = 4096, M = N + 1, B = 64, PENALTY = 10 };
static int32_t *refs, *table, got;
static struct futhark_i32_2d *frefs;

static void setup(struct futhark_context *ctx) {
  refs = allocate((size_t)N * N * sizeof *refs);
  table = allocate((size_t)M * M * sizeof *table);
  for (int64_t i = 0; i < N; i++)
    for (int64_t j = 0; j < N; j++)
      refs[i * N + j] = (int32_t)((i * 31 + j * 17 + i * j) % 21) - 10;
  frefs = futhark_new_i32_2d(ctx, refs, N, N);
}

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

// A block in place, row by row: what the row above gives is found first, for all columns at once.
static void block(int64_t row, int64_t column) {
  for (int64_t i = row + 1; i <= row + B; i++) {
    const int32_t *up = table + (i - 1) * M + column, *ref = refs + (i - 1) * N + column;
    int32_t *out = table + i * M + column, above[B];
    for (int64_t j = 0; j < B; j++)
      above[j] = larger(up[j] + ref[j], up[j + 1] - PENALTY);
    for (int64_t j = 0; j < B; j++)
      out[j + 1] = larger(above[j], out[j] - PENALTY);
  }
}

static void run_reference(void) {
  for (int32_t i = 0; i < M; i++)
    table[i] = table[(int64_t)i * M] = -PENALTY * i;
  for (int64_t s = 0; s < 2 * (N / B) - 1; s++) {
    int64_t first = s < N / B ? 0 : s - N / B + 1, last = s < N / B ? s : N / B - 1;
#pragma omp parallel for
    for (int64_t i = first; i <= last; i++)
      block(i * B, (s - i) * B);
  }
}

static void run_program(struct futhark_context *ctx) {
  check(ctx, futhark_entry_main(ctx, &got, PENALTY, frefs));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  (void)ctx;
  return got == table[(int64_t)M * M - 1];
}
