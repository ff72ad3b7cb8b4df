// The histogram of N numbers into BINS bins; the number of bins is the only difference.
#include "bench.h"
#ifdef _OPENMP
#include <omp.h>
#endif

enum { N = 10000000 };
static int32_t *is, *out;
static struct futhark_i32_1d *fis, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  is = allocate(N * sizeof *is), out = allocate(BINS * sizeof *out);
  for (int i = 0; i < N; i++)
    is[i] = (int32_t)(BINS * uniform(&state));
  fis = futhark_new_i32_1d(ctx, is, N);
}

// With few bins several histograms, so that equal neighbours do not wait for each other.
enum { COPIES = BINS <= 4096 ? 4 : 1 };

static void count(const int32_t *restrict from, int64_t n, int32_t *restrict to) {
  int32_t extra[COPIES][BINS <= 4096 ? BINS : 1];
  int64_t i = 0;
  if (COPIES > 1) {
    memset(extra, 0, sizeof extra);
    for (; i < n - (COPIES - 1); i += COPIES)
      for (int c = 0; c < COPIES; c++)
        if ((uint32_t)from[i + c] < BINS) extra[c][from[i + c]]++;
    for (int c = 0; c < COPIES; c++)
      for (int b = 0; b < BINS; b++)
        to[b] += extra[c][b];
  }
  for (int64_t rest = n - i, k = 0; k < rest; k++)
    if ((uint32_t)from[i + k] < BINS) to[from[i + k]]++;
}

static void run_reference(void) {
  memset(out, 0, BINS * sizeof *out);
#ifdef _OPENMP
  int threads = omp_get_max_threads();
  int32_t *parts = calloc((size_t)threads * BINS, sizeof *parts);
#pragma omp parallel for
  for (int t = 0; t < threads; t++)
    count(is + (int64_t)t * N / threads, (int64_t)(t + 1) * N / threads - (int64_t)t * N / threads,
          parts + (int64_t)t * BINS);
#pragma omp parallel for
  for (int b = 0; b < BINS; b++)
    for (int t = 0; t < threads; t++)
      out[b] += parts[(int64_t)t * BINS + b];
  free(parts);
#else
  count(is, N, out);
#endif
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_i32_1d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, BINS, fis));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  int32_t *got = allocate(BINS * sizeof *got);
  check(ctx, futhark_values_i32_1d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  return memcmp(out, got, BINS * sizeof *got) == 0;
}
