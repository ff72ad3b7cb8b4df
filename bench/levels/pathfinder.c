// The cheapest ways down grids, from one large grid to a million small ones. One large grid shares
// the columns of a row among threads, many share the grids.
#define BENCH_CASES 6
#include "levels.h"

static const struct {
  const char *name;
  int64_t count, rows, columns;
} SHAPES[BENCH_CASES] = {
    {"path_1x4096", 1, 1024, 4096},  {"path_16x512", 16, 512, 512},
    {"path_256x128", 256, 128, 128}, {"path_4096x32", 4096, 32, 32},
    {"path_65536x8", 65536, 8, 8},   {"path_1048576x4", 1048576, 4, 4},
};

static int64_t count, rows, columns;
static int32_t *grids, *out, *spare, *got;
static struct futhark_i32_3d *fgrids;
static struct futhark_i32_2d *fout;

static void setup(struct futhark_context *ctx) { (void)ctx; }

static const char *begin_case(struct futhark_context *ctx, int number) {
  uint64_t state = 1;
  free(grids), free(out), free(spare), free(got);
  if (fgrids) check(ctx, futhark_free_i32_3d(ctx, fgrids));
  count = SHAPES[number].count, rows = SHAPES[number].rows, columns = SHAPES[number].columns;
  grids = allocate((size_t)(count * rows * columns) * sizeof *grids);
  out = allocate((size_t)(count * columns) * sizeof *out);
  got = allocate((size_t)(count * columns) * sizeof *got);
  spare = allocate((size_t)columns * sizeof *spare);
  for (int64_t i = 0; i < count * rows * columns; i++)
    grids[i] = (int32_t)(10 * uniform(&state));
  fgrids = futhark_new_i32_3d(ctx, grids, count, rows, columns);
  return SHAPES[number].name;
}

static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

static void path_by_columns(const int32_t *costs, int32_t *to, int32_t *other) {
  memcpy(to, costs, (size_t)columns * sizeof *to);
#pragma omp parallel
  {
    int32_t *best = to, *next = other;
    for (int64_t i = 1; i < rows; i++) {
      const int32_t *restrict row = costs + i * columns, *restrict from = best;
      int32_t *restrict into = next;
#pragma omp for
      for (int64_t j = 1; j < columns - 1; j++)
        into[j] = row[j] + least(from[j], least(from[j - 1], from[j + 1]));
#pragma omp single
      {
        into[0] = row[0] + least(from[0], from[1]);
        into[columns - 1] = row[columns - 1] + least(from[columns - 1], from[columns - 2]);
      }
      best = into, next = (int32_t *)from;
    }
  }
  if (rows % 2 == 0) memcpy(to, other, (size_t)columns * sizeof *to);
}

static void path(const int32_t *costs, int32_t *to) {
  int32_t one[columns], other[columns], *best = one, *next = other;
  memcpy(best, costs, (size_t)columns * sizeof *best);
  for (int64_t i = 1; i < rows; i++) {
    const int32_t *restrict row = costs + i * columns, *restrict from = best;
    int32_t *restrict into = next;
    into[0] = row[0] + least(from[0], from[1]);
    for (int64_t j = 1; j < columns - 1; j++)
      into[j] = row[j] + least(from[j], least(from[j - 1], from[j + 1]));
    into[columns - 1] = row[columns - 1] + least(from[columns - 1], from[columns - 2]);
    best = into, next = (int32_t *)from;
  }
  memcpy(to, best, (size_t)columns * sizeof *to);
}

static void run_reference(void) {
  if (count == 1) {
    path_by_columns(grids, out, spare);
    return;
  }
#pragma omp parallel for
  for (int64_t i = 0; i < count; i++)
    path(grids + i * rows * columns, out + i * columns);
}

static void run_program(struct futhark_context *ctx) {
  if (fout) check(ctx, futhark_free_i32_2d(ctx, fout));
  check(ctx, futhark_entry_main(ctx, &fout, fgrids));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  check(ctx, futhark_values_i32_2d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  bool is_equal = memcmp(out, got, (size_t)(count * columns) * sizeof *got) == 0;
  check(ctx, futhark_free_i32_2d(ctx, fout));
  fout = NULL;
  return is_equal;
}
