// LU decompositions of small matrices, in place.
#define BENCH_CASES 6
#include "levels.h"

static const struct {
  const char *name;
  int64_t count, size;
} SHAPES[BENCH_CASES] = {
    {"lu_1x512", 1, 512},     {"lu_16x128", 16, 128},   {"lu_256x64", 256, 64},
    {"lu_4096x32", 4096, 32}, {"lu_65536x8", 65536, 8}, {"lu_1048576x3", 1048576, 3},
};

static int64_t count, size;
static float *matrices, *out, *got;
static struct futhark_f32_3d *fmatrices, *fout;

static void setup(struct futhark_context *ctx) { (void)ctx; }

static const char *begin_case(struct futhark_context *ctx, int number) {
  uint64_t state = 1;
  free(matrices), free(out), free(got);
  if (fmatrices) check(ctx, futhark_free_f32_3d(ctx, fmatrices));
  count = SHAPES[number].count, size = SHAPES[number].size;
  size_t bytes = (size_t)(count * size * size) * sizeof *matrices;
  matrices = allocate(bytes), out = allocate(bytes), got = allocate(bytes);
  for (int64_t i = 0; i < count * size * size; i++)
    matrices[i] = (float)uniform(&state) + (i % (size * size) % (size + 1) == 0 ? (float)size : 0);
  fmatrices = futhark_new_f32_3d(ctx, matrices, count, size, size);
  return SHAPES[number].name;
}

static void decompose(float *restrict m, int64_t n) {
  for (int64_t k = 0; k < n; k++)
    for (int64_t i = k + 1; i < n; i++) {
      float factor = m[i * n + k] /= m[k * n + k];
      for (int64_t j = k + 1; j < n; j++)
        m[i * n + j] -= factor * m[k * n + j];
    }
}

static void run_reference(void) {
#pragma omp parallel for
  for (int64_t i = 0; i < count; i++) {
    float *to = out + i * size * size;
    memcpy(to, matrices + i * size * size, (size_t)(size * size) * sizeof *to);
    decompose(to, size);
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) check(ctx, futhark_free_f32_3d(ctx, fout));
  check(ctx, futhark_entry_main(ctx, &fout, fmatrices));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  check(ctx, futhark_values_f32_3d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  bool is_equal = true;
  for (int64_t i = 0; i < count * size * size; i++)
    is_equal = is_equal && is_close(out[i], got[i], 1e-3);
  check(ctx, futhark_free_f32_3d(ctx, fout));
  fout = NULL;
  return is_equal;
}
