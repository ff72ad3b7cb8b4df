#include "bench.h"
#ifdef _OPENMP
#include <omp.h>
#endif

enum { N = 1000000 };
typedef struct Point {
  double x, y;
} Point;
static double *xs, *ys;
static Point *points, *room, *out;
static int64_t out_count;
static struct futhark_f64_1d *fx, *fy;
static struct futhark_opaque_tup2_arr1d_f64_arr1d_f64 *fout;

// Points in a disc: the hull has some hundred corners.
static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  xs = allocate(N * sizeof *xs), ys = allocate(N * sizeof *ys);
  points = allocate(N * sizeof *points), room = allocate(2 * N * sizeof *room);
  out = allocate(2 * N * sizeof *out);
  for (int i = 0; i < N;) {
    double x = 2 * uniform(&state) - 1, y = 2 * uniform(&state) - 1;
    if (x * x + y * y > 1) continue;
    xs[i] = x, ys[i] = y;
    points[i++] = (Point){x, y};
  }
  fx = futhark_new_f64_1d(ctx, xs, N);
  fy = futhark_new_f64_1d(ctx, ys, N);
}

static double cross(Point o, Point a, Point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// Corners from p1 on, before p2, among the points left of the line. `from` is overwritten.
static int64_t hull_part(Point *from, int64_t n, Point p1, Point p2, Point *to) {
  int64_t kept = 0;
  double most = 0;
  Point far = p1;
  for (int64_t i = 0; i < n; i++) {
    Point p = from[i];
    double c = cross(p, p1, p2);
    if (c <= 0) continue;
    if (c > most) most = c, far = p;
    from[kept++] = p;
  }
  to[0] = p1;
  if (kept == 0) return 1;
  if (kept == 1) {
    to[1] = from[0];
    return 2;
  }
  Point *copy = malloc((size_t)kept * sizeof *copy);
  memcpy(copy, from, (size_t)kept * sizeof *copy);
  int64_t first = hull_part(copy, kept, p1, far, to);
  free(copy);
  return first + hull_part(from, kept, far, p2, to + first);
}

static void run_reference(void) {
  int64_t left = 0, right = 0, counts[2];
  for (int64_t i = 1; i < N; i++) {
    if (points[i].x < points[left].x) left = i;
    if (points[i].x > points[right].x) right = i;
  }
#pragma omp parallel for
  for (int side = 0; side < 2; side++) {
    Point *mine = room + side * N;
    memcpy(mine, points, N * sizeof *mine);
    counts[side] = side == 0 ? hull_part(mine, N, points[left], points[right], out)
                             : hull_part(mine, N, points[right], points[left], out + N);
  }
  memmove(out + counts[0], out + N, (size_t)counts[1] * sizeof *out);
  out_count = counts[0] + counts[1];
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_opaque_tup2_arr1d_f64_arr1d_f64(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, fx, fy));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  struct futhark_f64_1d *foutx, *fouty;
  check(ctx, futhark_project_opaque_tup2_arr1d_f64_arr1d_f64_0(ctx, &foutx, fout));
  check(ctx, futhark_project_opaque_tup2_arr1d_f64_arr1d_f64_1(ctx, &fouty, fout));
  int64_t count = futhark_shape_f64_1d(ctx, foutx)[0];
  double *x = allocate((size_t)count * sizeof *x), *y = allocate((size_t)count * sizeof *y);
  check(ctx, futhark_values_f64_1d(ctx, foutx, x));
  check(ctx, futhark_values_f64_1d(ctx, fouty, y));
  check(ctx, futhark_context_sync(ctx));
  if (count != out_count) return false;
  for (int64_t i = 0; i < count; i++)
    if (x[i] != out[i].x || y[i] != out[i].y) return false;
  return true;
}
