// A batch of rows of numbers, each by itself: what a program with one entry point, from [q][n]f32
// to [q][n]f32, makes of them, and a function for one row. The benchmark defines SHAPES and
// `one_row`.
#ifndef BATCH_H
#define BATCH_H

#define BENCH_CASES 6
#include "levels.h"

typedef struct Shape {
  const char *name;
  int64_t count, size;
} Shape;

static const Shape SHAPES[BENCH_CASES];
// `room` has space for LEVELS_ROOM numbers, or for four times the row.
static void one_row(const float *restrict in, float *restrict out, float *restrict room, int64_t n);

static int64_t count, size;
static float *in, *out, *got;
static struct futhark_f32_2d *fin, *fout;

static void setup(struct futhark_context *ctx) { (void)ctx; }

static const char *begin_case(struct futhark_context *ctx, int number) {
  uint64_t state = 1;
  free(in), free(out), free(got);
  if (fin) check(ctx, futhark_free_f32_2d(ctx, fin));
  count = SHAPES[number].count, size = SHAPES[number].size;
  size_t bytes = (size_t)(count * size) * sizeof *in;
  in = allocate(bytes), out = allocate(bytes), got = allocate(bytes);
  for (int64_t i = 0; i < count * size; i++)
    in[i] = (float)uniform(&state);
  fin = futhark_new_f32_2d(ctx, in, count, size);
  return SHAPES[number].name;
}

static void run_reference(void) {
#pragma omp parallel
  {
    float *room = allocate((size_t)(4 * size + LEVELS_ROOM) * sizeof *room);
#pragma omp for
    for (int64_t i = 0; i < count; i++)
      one_row(in + i * size, out + i * size, room, size);
    free(room);
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) check(ctx, futhark_free_f32_2d(ctx, fout));
  check(ctx, futhark_entry_main(ctx, &fout, fin));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  check(ctx, futhark_values_f32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  bool is_equal = true;
  for (int64_t i = 0; i < count * size; i++)
    is_equal = is_equal && is_close(out[i], got[i], 1e-3);
  check(ctx, futhark_free_f32_2d(ctx, fout));
  fout = NULL;
  return is_equal;
}

#endif
