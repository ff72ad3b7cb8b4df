#include "bench.h"

enum { N = 855280, K = 100 };
static float *xs, *ys, *distances, far[K];
static int64_t where[K];
static struct futhark_f32_1d *fxs, *fys;
static struct futhark_opaque_tup2_arr1d_i64_arr1d_f32 *fout;

static void setup(struct futhark_context *ctx) {
  xs = allocate(N * sizeof *xs), ys = allocate(N * sizeof *ys);
  distances = allocate(N * sizeof *distances);
  for (int64_t i = 0; i < N; i++) {
    xs[i] = (float)((i * 7919) % 100003) / 1000;
    ys[i] = (float)((i * 104729) % 99991) / 1000;
  }
  fxs = futhark_new_f32_1d(ctx, xs, N);
  fys = futhark_new_f32_1d(ctx, ys, N);
}

// The least distance by vectors, then the first place that has it.
static int64_t nearest(float *least) {
  float d = INFINITY;
#pragma omp parallel for simd reduction(min : d)
  for (int64_t i = 0; i < N; i++)
    d = distances[i] < d ? distances[i] : d;
  *least = d;
  for (int64_t i = 0; i < N; i++)
    if (distances[i] == d) return i;
  return -1;
}

static void run_reference(void) {
#pragma omp parallel for
  for (int64_t i = 0; i < N; i++) {
    float dx = xs[i] - 20, dy = ys[i] - 30;
    distances[i] = sqrtf(dx * dx + dy * dy);
  }
  for (int k = 0; k < K; k++) {
    where[k] = nearest(&far[k]);
    distances[where[k]] = INFINITY;
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_opaque_tup2_arr1d_i64_arr1d_f32(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, K, 20, 30, fxs, fys));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  static int64_t got[K];
  struct futhark_i64_1d *fwhere;
  check(ctx, futhark_project_opaque_tup2_arr1d_i64_arr1d_f32_0(ctx, &fwhere, fout));
  check(ctx, futhark_values_i64_1d(ctx, fwhere, got));
  check(ctx, futhark_context_sync(ctx));
  for (int k = 0; k < K; k++)
    if (where[k] != got[k]) return false;
  return true;
}
