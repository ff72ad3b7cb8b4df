// Uses shapes.fut as a C library: arrays, records, sums, errors.
//
//   ravel c --library shapes.fut
//   cc -std=c11 -O3 -fopenmp-simd -o shapes_demo shapes_demo.c shapes.c -lm -pthread
#include <stdio.h>
#include <stdlib.h>

#include "shapes.h"

// Ends with a message if a call failed.
static void check(struct futhark_context *ctx, int error) {
  if (error == FUTHARK_SUCCESS) return;
  char *message = futhark_context_get_error(ctx);
  fprintf(stderr, "error %d: %s\n", error, message ? message : "unknown");
  free(message);
  exit(1);
}

// A polygon goes in as an array of records, and comes out of a sum again.
static void polygons(struct futhark_context *ctx) {
  struct futhark_opaque_arr1d_point *corners, *again;
  struct futhark_opaque_shape *polygon;
  double area;
  check(ctx, futhark_entry_corners(ctx, &corners, 6));
  check(ctx, futhark_new_opaque_shape_polygon(ctx, &polygon, corners));
  check(ctx, futhark_entry_area(ctx, &area, polygon));
  check(ctx, futhark_destruct_opaque_shape_polygon(ctx, &again, polygon));
  printf("a polygon with %lld corners has area %.4f\n",
         (long long)futhark_shape_opaque_arr1d_point(ctx, again)[0], area);
  check(ctx, futhark_free_opaque_arr1d_point(ctx, corners));
  check(ctx, futhark_free_opaque_arr1d_point(ctx, again));
  check(ctx, futhark_free_opaque_shape(ctx, polygon));
}

static void circles(struct futhark_context *ctx) {
  struct futhark_opaque_point *centre;
  struct futhark_opaque_shape *circle, *restored;
  double area, x;
  void *bytes = NULL;
  size_t size;
  check(ctx, futhark_new_opaque_point(ctx, &centre, 1.0, 2.0));
  check(ctx, futhark_project_opaque_point_x(ctx, &x, centre));
  check(ctx, futhark_new_opaque_shape_circle(ctx, &circle, centre, 2.0));
  check(ctx, futhark_store_opaque_shape(ctx, circle, &bytes, &size));
  restored = futhark_restore_opaque_shape(ctx, bytes);
  check(ctx, futhark_entry_area(ctx, &area, restored));
  printf("the circle at x = %.1f, variant %d, has area %.4f\n", x,
         futhark_variant_opaque_shape(ctx, restored), area);
  free(bytes);
  check(ctx, futhark_free_opaque_point(ctx, centre));
  check(ctx, futhark_free_opaque_shape(ctx, circle));
  check(ctx, futhark_free_opaque_shape(ctx, restored));
}

static void arrays(struct futhark_context *ctx) {
  double values[] = {3, 1, 2}, low, high;
  struct futhark_f64_1d *xs = futhark_new_f64_1d(ctx, values, 3), *scaled;
  struct futhark_opaque_tup2_f64_f64 *bounds;
  check(ctx, futhark_entry_bounds(ctx, &bounds, xs));
  check(ctx, futhark_project_opaque_tup2_f64_f64_0(ctx, &low, bounds));
  check(ctx, futhark_project_opaque_tup2_f64_f64_1(ctx, &high, bounds));
  check(ctx, futhark_entry_scale(ctx, &scaled, 10.0, xs)); // consumes xs
  check(ctx, futhark_values_f64_1d(ctx, scaled, values));
  printf("from %.1f to %.1f; scaled: %.1f %.1f %.1f\n", low, high, values[0], values[1], values[2]);
  check(ctx, futhark_free_opaque_tup2_f64_f64(ctx, bounds));
  check(ctx, futhark_free_f64_1d(ctx, xs)); // also what was consumed is freed
  check(ctx, futhark_free_f64_1d(ctx, scaled));
}

// A failure is a return code and a message; the context can be used further.
static void failures(struct futhark_context *ctx) {
  int32_t numbers[] = {1, 2, 3}, picked = 0;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, numbers, 3);
  int error = futhark_entry_pick(ctx, &picked, xs, 7);
  char *message = futhark_context_get_error(ctx);
  printf("error %d: %s\n", error, message ? message : "none");
  free(message);
  check(ctx, futhark_entry_pick(ctx, &picked, xs, 2));
  printf("picked %d\n", (int)picked);
  check(ctx, futhark_free_i32_1d(ctx, xs));
}

int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(config);
  polygons(ctx);
  circles(ctx);
  arrays(ctx);
  failures(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}
