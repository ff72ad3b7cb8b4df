#include "bench.h"

enum { NX = 48, NY = 48, NZ = 60, Q = 19, CELLS = NX * NY * NZ, STEPS = 10 };
static const int CX[Q] = {0, 0, 0, 1, -1, 0, 0, 0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1};
static const int CY[Q] = {0, 1, -1, 0, 0, 0, 0, 1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1};
static const int CZ[Q] = {0, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
static const int BACK[Q] = {0, 2, 1, 4, 3, 6, 5, 10, 9, 8, 7, 14, 13, 12, 11, 18, 17, 16, 15};
static bool *walls;
static float *cells, *from, *to;
static struct futhark_bool_3d *fwalls;
static struct futhark_f32_4d *fcells, *fout;

static float weight(int k) { return k == 0 ? 1 / 3.0f : k < 7 ? 1 / 18.0f : 1 / 36.0f; }

static void setup(struct futhark_context *ctx) {
  size_t bytes = (size_t)CELLS * Q * sizeof *cells;
  walls = allocate(CELLS * sizeof *walls);
  cells = allocate(bytes), from = allocate(bytes), to = allocate(bytes);
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        int at = (z * NY + y) * NX + x;
        walls[at] = (z * 7 + y * 3 + x * 5) % 11 == 0;
        for (int k = 0; k < Q; k++)
          cells[at * Q + k] = weight(k) * (1 + (float)((z + 2 * y + 3 * x + k) % 8) / 64);
      }
  fwalls = futhark_new_bool_3d(ctx, walls, NZ, NY, NX);
  fcells = futhark_new_f32_4d(ctx, cells, NZ, NY, NX, Q);
}

static void collide(const float *f, float *out) {
  const float omega = 1.2f;
  float rho = 0, ux = 0, uy = 0, uz = 0;
  for (int k = 0; k < Q; k++) {
    rho += f[k];
    ux += f[k] * (float)CX[k], uy += f[k] * (float)CY[k], uz += f[k] * (float)CZ[k];
  }
  ux /= rho, uy /= rho, uz /= rho;
  float u2 = 1.5f * (ux * ux + uy * uy + uz * uz);
  for (int k = 0; k < Q; k++) {
    float cu = 3 * ((float)CX[k] * ux + (float)CY[k] * uy + (float)CZ[k] * uz);
    out[k] = f[k] + omega * (weight(k) * rho * (1 + cu + 0.5f * cu * cu - u2) - f[k]);
  }
}

static int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

static void step(const float *restrict t, float *restrict out) {
#pragma omp parallel for
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        int at = (z * NY + y) * NX + x;
        float f[Q];
        for (int k = 0; k < Q; k++) {
          int plane = wrap(z - CZ[k], NZ) * NY + wrap(y - CY[k], NY);
          f[k] = t[(plane * NX + wrap(x - CX[k], NX)) * Q + k];
        }
        for (int k = 0; walls[at] && k < Q; k++)
          out[at * Q + k] = f[BACK[k]];
        if (!walls[at]) collide(f, out + at * Q);
      }
}

static void run_reference(void) {
  step(cells, to);
  for (int k = 1; k < STEPS; k++) {
    float *swap = from;
    from = to, to = swap;
    step(from, to);
  }
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_4d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, STEPS, fwalls, fcells));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  float *got = allocate((size_t)CELLS * Q * sizeof *got);
  check(ctx, futhark_values_f32_4d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < CELLS * Q; i++)
    if (!is_close(to[i], got[i], 1e-4)) return false;
  return true;
}
