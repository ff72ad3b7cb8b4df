#include "bench.h"

enum { C = 16, D = 16, N = 256, M = 256, ROWS = N - 2, COLUMNS = M - 2 };
static float *image, *kernels, *out;
static struct futhark_f32_3d *fimage, *fout;
static struct futhark_f32_4d *fkernels;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  image = allocate(C * N * M * sizeof *image);
  kernels = allocate(D * C * 9 * sizeof *kernels);
  out = allocate(D * ROWS * COLUMNS * sizeof *out);
  for (int i = 0; i < C * N * M; i++)
    image[i] = (float)uniform(&state);
  for (int i = 0; i < D * C * 9; i++)
    kernels[i] = (float)uniform(&state) - 0.5f;
  fimage = futhark_new_f32_3d(ctx, image, C, N, M);
  fkernels = futhark_new_f32_4d(ctx, kernels, D, C, 3, 3);
}

static void run_reference(void) {
#pragma omp parallel for collapse(2)
  for (int o = 0; o < D; o++)
    for (int y = 0; y < ROWS; y++) {
      float *restrict row = out + (o * ROWS + y) * COLUMNS;
      memset(row, 0, COLUMNS * sizeof *row);
      for (int i = 0; i < C; i++)
        for (int k = 0; k < 9; k++) {
          const float *from = image + (i * N + y + k / 3) * M + k % 3;
          float factor = kernels[(o * C + i) * 9 + k];
          for (int x = 0; x < COLUMNS; x++)
            row[x] += from[x] * factor;
        }
    }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_3d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fimage, fkernels));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate(D * ROWS * COLUMNS * sizeof *got);
  check(ctx, futhark_values_f32_3d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < D * ROWS * COLUMNS; i++)
    if (!is_close(out[i], got[i], 1e-4)) return false;
  return true;
}
