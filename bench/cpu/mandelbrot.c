#include "bench.h"

enum { W = 1200, H = 800, LIMIT = 255 };
static int32_t *out;
static struct futhark_i32_2d *fout;

static void setup(struct futhark_context *ctx) {
  (void)ctx;
  out = allocate(W * H * sizeof *out);
}

static int32_t escape(float cr, float ci) {
  float r = 0, i = 0;
  int32_t steps = 0;
  while (steps < LIMIT && r * r + i * i <= 4) {
    float next = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = next;
    steps++;
  }
  return steps;
}

static void run_reference(void) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int64_t y = 0; y < H; y++)
    for (int64_t x = 0; x < W; x++)
      out[y * W + x] = escape((float)x * 3 / W - 2, (float)y * 2 / H - 1);
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_i32_2d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, W, H, LIMIT));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  int32_t *got = allocate(W * H * sizeof *got);
  check(ctx, futhark_values_i32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  int64_t different = 0; // contraction may change a point on the border
  for (int64_t i = 0; i < W * H; i++)
    different += out[i] != got[i];
  return different <= W * H / 1000;
}
