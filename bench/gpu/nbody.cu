// The acceleration of each body by all others, against a hand-written kernel that takes the bodies
// through shared memory. 20 operations a pair.
#include "bench.cuh"

enum { BLOCK = 256 };

struct Bodies {
  float *x, *y, *z, *mass;
};

static __global__ void nbody_kernel(Bodies bodies, Bodies to, int n) {
  __shared__ float4 tile[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  float px = bodies.x[i], py = bodies.y[i], pz = bodies.z[i], ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += BLOCK) {
    int k = first + threadIdx.x;
    tile[threadIdx.x] = make_float4(bodies.x[k], bodies.y[k], bodies.z[k], bodies.mass[k]);
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < BLOCK; j++) {
      float4 q = tile[j];
      float dx = q.x - px, dy = q.y - py, dz = q.z - pz;
      float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float s = q.w * (inverse * inverse * inverse);
      ax += s * dx, ay += s * dy, az += s * dz;
    }
    __syncthreads();
  }
  to.x[i] = ax, to.y[i] = ay, to.z[i] = az;
}

typedef struct futhark_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32 Result;
#define RESULT(action) futhark_##action##_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32
#define FIELD(number)  futhark_project_opaque_tup3_arr1d_f32_arr1d_f32_arr1d_f32_##number

static void bench(struct futhark_context *ctx, bool is_quick) {
  int n = 1 << 16;
  (void)is_quick;
  Bodies bodies = {device_uniform<float>(n, 1), device_uniform<float>(n, 1000000),
                   device_uniform<float>(n, 2000000), device_uniform<float>(n, 3000000)};
  Bodies to = {device_array<float>(n), device_array<float>(n), device_array<float>(n), nullptr};
  struct futhark_f32_1d *in[] = {futhark_new_raw_f32_1d(ctx, raw(bodies.x), n),
                                 futhark_new_raw_f32_1d(ctx, raw(bodies.y), n),
                                 futhark_new_raw_f32_1d(ctx, raw(bodies.z), n),
                                 futhark_new_raw_f32_1d(ctx, raw(bodies.mass), n)};
  Result *out = nullptr;
  auto program = [&] {
    check(ctx, futhark_entry_main(ctx, &out, in[0], in[1], in[2], in[3]));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) RESULT(free)(ctx, out);
    out = nullptr;
  };
  auto reference = [&] { nbody_kernel<<<n / BLOCK, BLOCK>>>(bodies, to, n); };
  auto is_right = [&] {
    struct futhark_f32_1d *fields[3];
    float *expected[] = {to.x, to.y, to.z};
    check(ctx, FIELD(0)(ctx, &fields[0], out));
    check(ctx, FIELD(1)(ctx, &fields[1], out));
    check(ctx, FIELD(2)(ctx, &fields[2], out));
    bool is_close = true;
    for (int k = 0; k < 3; k++) {
      is_close =
          is_close && are_close(futhark_values_raw_f32_1d(ctx, fields[k]), expected[k], n, 1e-2);
      futhark_free_f32_1d(ctx, fields[k]);
    }
    return is_close;
  };
  double flops = 20.0 * n * n;
  Line line = {"n-body", "2^16", TERAFLOPS, flops, flops, GOAL_RATIO, 0.95};
  bench_line(line, program, clear, reference, is_right);
  for (struct futhark_f32_1d *array : in)
    futhark_free_f32_1d(ctx, array);
}
