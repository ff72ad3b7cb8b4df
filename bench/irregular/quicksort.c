#include "bench.h"

// The reference is the C library's qsort, on one core also when the program has two.
enum { N = 10000000 };
static int64_t *x, *out;
static struct futhark_i64_1d *fx, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  x = allocate(N * sizeof *x), out = allocate(N * sizeof *out);
  for (int i = 0; i < N; i++)
    x[i] = (int64_t)(1e9 * uniform(&state));
  fx = futhark_new_i64_1d(ctx, x, N);
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void run_reference(void) {
  memcpy(out, x, N * sizeof *x);
  qsort(out, N, sizeof *out, by_value);
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_i64_1d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fx));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  int64_t *got = allocate(N * sizeof *got);
  check(ctx, futhark_values_i64_1d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  return memcmp(out, got, N * sizeof *got) == 0;
}
