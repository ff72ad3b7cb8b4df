#include "bench.h"
#ifdef _OPENMP
#include <omp.h>
#endif

enum { N = 10000000 };
static int32_t *x, *out;
static struct futhark_i32_1d *fx, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  x = allocate(N * sizeof *x), out = allocate(N * sizeof *out);
  for (int i = 0; i < N; i++)
    x[i] = (int32_t)(100 * uniform(&state)) - 50;
  fx = futhark_new_i32_1d(ctx, x, N);
}

static int32_t scan_part(const int32_t *restrict from, int32_t *restrict to, int64_t n,
                         int32_t sum) {
  for (int64_t i = 0; i < n; i++)
    to[i] = sum += from[i];
  return sum;
}

static int32_t sum_part(const int32_t *from, int64_t n) {
  int32_t sum = 0;
  for (int64_t i = 0; i < n; i++)
    sum += from[i];
  return sum;
}

static void run_reference(void) {
#ifdef _OPENMP
  int64_t chunks = omp_get_max_threads();
  int32_t sums[64];
  if (chunks > 64) chunks = 64;
#pragma omp parallel for
  for (int64_t c = 0; c < chunks; c++)
    sums[c] = sum_part(x + c * N / chunks, (c + 1) * N / chunks - c * N / chunks);
  int32_t before = 0;
  for (int64_t c = 0; c < chunks; c++) {
    int32_t sum = sums[c];
    sums[c] = before;
    before += sum;
  }
#pragma omp parallel for
  for (int64_t c = 0; c < chunks; c++)
    scan_part(x + c * N / chunks, out + c * N / chunks, (c + 1) * N / chunks - c * N / chunks,
              sums[c]);
#else
  (void)sum_part;
  scan_part(x, out, N, 0);
#endif
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_i32_1d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fx));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  int32_t *got = allocate(N * sizeof *got);
  check(ctx, futhark_values_i32_1d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  return memcmp(out, got, N * sizeof *got) == 0;
}
