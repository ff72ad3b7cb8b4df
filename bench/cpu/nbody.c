#include "bench.h"

enum { N = 10000 };
static float *in[4], *out[3];
static struct futhark_f32_1d *fin[4];
typedef struct futhark_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32 Result;
#define RESULT(action) futhark_##action##_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32
#define FIELD(number)  futhark_project_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32_##number
static Result *result;

static void setup(struct futhark_context *ctx) {
  uint64_t state = 1;
  for (int k = 0; k < 4; k++) {
    in[k] = allocate(N * sizeof *in[k]);
    for (int i = 0; i < N; i++)
      in[k][i] = (float)uniform(&state);
    fin[k] = futhark_new_f32_1d(ctx, in[k], N);
  }
  for (int k = 0; k < 3; k++)
    out[k] = allocate(N * sizeof *out[k]);
}

static void run_reference(void) {
  const float *restrict x = in[0], *restrict y = in[1], *restrict z = in[2], *restrict m = in[3];
#pragma omp parallel for
  for (int64_t i = 0; i < N; i++) {
    float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
    for (int64_t j = 0; j < N; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float s = m[j] / (r2 * sqrtf(r2));
      ax += s * dx, ay += s * dy, az += s * dz;
    }
    out[0][i] = ax, out[1][i] = ay, out[2][i] = az;
  }
}

static void run_program(struct futhark_context *ctx) {
  if (result) RESULT(free)(ctx, result);
  check(ctx, futhark_entry_main(ctx, &result, fin[0], fin[1], fin[2], fin[3]));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate(N * sizeof *got);
  struct futhark_f32_1d *fields[3];
  check(ctx, FIELD(0)(ctx, &fields[0], result));
  check(ctx, FIELD(1)(ctx, &fields[1], result));
  check(ctx, FIELD(2)(ctx, &fields[2], result));
  bool is_equal = true;
  for (int k = 0; k < 3; k++) {
    check(ctx, futhark_values_f32_1d(ctx, fields[k], got));
    check(ctx, futhark_context_sync(ctx));
    for (int i = 0; i < N; i++)
      is_equal = is_equal && is_close(out[k][i], got[i], 1e-3);
    futhark_free_f32_1d(ctx, fields[k]);
  }
  return is_equal;
}
