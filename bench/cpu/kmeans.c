#include "bench.h"
#ifdef _OPENMP
#include <omp.h>
#endif

enum { N = 1000000, K = 16, D = 8 };
static float *points, *centres, *out;
static struct futhark_f32_2d *fpoints, *fcentres, *fout;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  points = allocate(N * D * sizeof *points), centres = allocate(K * D * sizeof *centres);
  out = allocate(K * D * sizeof *out);
  for (int i = 0; i < N * D; i++)
    points[i] = (float)uniform(&state);
  for (int i = 0; i < K * D; i++)
    centres[i] = (float)uniform(&state);
  fpoints = futhark_new_f32_2d(ctx, points, N, D);
  fcentres = futhark_new_f32_2d(ctx, centres, K, D);
}

typedef struct Sums {
  float sums[K][D];
  int32_t counts[K];
} Sums;

// The sizes are not constants for the program, so they are not for the reference. The rows are
// short: a reduction in vectors, whose lanes must be combined for each row, takes three times as
// long.
static void gather(const float *restrict from, const float *restrict to, int64_t n, int64_t k,
                   int64_t d, Sums *sums) {
  for (int64_t i = 0; i < n; i++) {
    const float *point = from + i * d;
    float least = INFINITY;
    int64_t owner = 0;
    for (int64_t c = 0; c < k; c++) {
      float sum = 0;
      for (int64_t j = 0; j < d; j++) {
        float difference = point[j] - to[c * d + j];
        sum += difference * difference;
      }
      if (sum < least) least = sum, owner = c;
    }
    sums->counts[owner]++;
    for (int64_t j = 0; j < d; j++)
      sums->sums[owner][j] += point[j];
  }
}

static volatile int64_t k_size = K, d_size = D;

static void run_reference(void) {
  int threads = 1;
#ifdef _OPENMP
  threads = omp_get_max_threads();
#endif
  Sums *parts = calloc((size_t)threads, sizeof *parts);
#pragma omp parallel for
  for (int t = 0; t < threads; t++) {
    int64_t low = (int64_t)t * N / threads, high = (int64_t)(t + 1) * N / threads;
    gather(points + low * D, centres, high - low, k_size, d_size, &parts[t]);
  }
  for (int c = 0; c < K; c++) {
    int32_t count = 0;
    for (int t = 0; t < threads; t++)
      count += parts[t].counts[c];
    for (int j = 0; j < D; j++) {
      float sum = 0;
      for (int t = 0; t < threads; t++)
        sum += parts[t].sums[c][j];
      out[c * D + j] = sum / (float)(count > 1 ? count : 1);
    }
  }
  free(parts);
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_2d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fpoints, fcentres));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate(K * D * sizeof *got);
  check(ctx, futhark_values_f32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < K * D; i++)
    if (!is_close(out[i], got[i], 1e-2)) return false;
  return true;
}
