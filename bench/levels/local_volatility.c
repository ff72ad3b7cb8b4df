#include "bench.h"

enum { OUTER = 16, NX = 32, NY = 256, NT = 64 };
static float expected[OUTER], got[OUTER];
static struct futhark_f32_1d *fout;

static void setup(struct futhark_context *ctx) { (void)ctx; }

// A tridiagonal system; `y` becomes the solution.
static void tridag(const float *a, const float *b, const float *c, float *y, float *pivot, int n) {
  pivot[0] = b[0];
  for (int i = 1; i < n; i++) {
    float beta = a[i] / pivot[i - 1];
    pivot[i] = b[i] - beta * c[i - 1];
    y[i] -= beta * y[i - 1];
  }
  y[n - 1] /= pivot[n - 1];
  for (int i = n - 2; i >= 0; i--)
    y[i] = (y[i] - c[i] * y[i + 1]) / pivot[i];
}

static void derivatives(const float *x, int n, float d[][3], float dd[][3]) {
  memset(d, 0, (size_t)n * sizeof *d), memset(dd, 0, (size_t)n * sizeof *dd);
  for (int i = 1; i < n - 1; i++) {
    float l = x[i] - x[i - 1], u = x[i + 1] - x[i];
    d[i][0] = -u / l / (l + u), d[i][1] = (u / l - l / u) / (l + u), d[i][2] = l / u / (l + u);
    dd[i][0] = 2 / l / (l + u), dd[i][1] = -2 * (1 / l + 1 / u) / (l + u);
    dd[i][2] = 2 / u / (l + u);
  }
}

typedef struct Grid {
  float xs[NX], ys[NY], dx[NX][3], dxx[NX][3], dy[NY][3], dyy[NY][3];
  float res[NX][NY], u[NY][NX], v[NX][NY];
} Grid;

static void step(Grid *g, float now, float dt_inv, float nu, float beta) {
  float a[NY], b[NY], c[NY], pivot[NY], var[NX];
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++) {
      float sum = 0;
      for (int k = -1; k <= 1; k++)
        if (j + k >= 0 && j + k < NY) sum += 0.5f * nu * nu * g->dyy[j][k + 1] * g->res[i][j + k];
      g->v[i][j] = sum;
    }
  for (int j = 0; j < NY; j++) {
    float *u = g->u[j];
    for (int i = 0; i < NX; i++)
      var[i] = expf(2 * (beta * logf(g->xs[i]) + g->ys[j] - 0.5f * nu * nu * now));
    for (int i = 0; i < NX; i++) {
      float sum = 0;
      for (int k = -1; k <= 1; k++)
        if (i + k >= 0 && i + k < NX) sum += 0.5f * var[i] * g->dxx[i][k + 1] * g->res[i + k][j];
      u[i] = dt_inv * g->res[i][j] + 0.5f * sum + g->v[i][j];
      a[i] = -0.25f * var[i] * g->dxx[i][0];
      b[i] = dt_inv - 0.25f * var[i] * g->dxx[i][1];
      c[i] = -0.25f * var[i] * g->dxx[i][2];
    }
    tridag(a, b, c, u, pivot, NX);
  }
  for (int i = 0; i < NX; i++) {
    for (int j = 0; j < NY; j++) {
      g->res[i][j] = dt_inv * g->u[j][i] - 0.5f * g->v[i][j];
      a[j] = -0.25f * nu * nu * g->dyy[j][0];
      b[j] = dt_inv - 0.25f * nu * nu * g->dyy[j][1];
      c[j] = -0.25f * nu * nu * g->dyy[j][2];
    }
    tridag(a, b, c, g->res[i], pivot, NY);
  }
}

static float value(float strike) {
  const float s0 = 1, t = 2, alpha = 0.04f, nu = 0.3f, beta = 0.5f;
  Grid *g = allocate(sizeof *g);
  float x_step = 20 * alpha * s0 * sqrtf(t) / NX, y_step = 10 * nu * sqrtf(t) / NY;
  int ix = (int)(s0 / x_step) % NX, iy = NY / 2;
  for (int i = 0; i < NX; i++)
    g->xs[i] = (float)(i - ix) * x_step + s0;
  for (int j = 0; j < NY; j++)
    g->ys[j] = (float)(j - iy) * y_step + logf(alpha);
  derivatives(g->xs, NX, g->dx, g->dxx);
  derivatives(g->ys, NY, g->dy, g->dyy);
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++)
      g->res[i][j] = fmaxf(g->xs[i] - strike, 0);
  for (int k = 0; k < NT - 1; k++) {
    float now = t * (float)(NT - 2 - k) / (NT - 1), then = t * (float)(NT - 1 - k) / (NT - 1);
    step(g, now, 1 / (then - now), nu, beta);
  }
  float result = g->res[ix][iy];
  free(g);
  return result;
}

static void run_reference(void) {
#pragma omp parallel for
  for (int i = 0; i < OUTER; i++)
    expected[i] = value(0.8f + 0.1f * (float)(i % 8));
}

static void run_program(struct futhark_context *ctx) {
  if (fout) futhark_free_f32_1d(ctx, fout);
  check(ctx, futhark_entry_main(ctx, &fout, OUTER, NX, NY, NT));
  check(ctx, futhark_context_sync(ctx));
}

static bool compare(struct futhark_context *ctx) {
  check(ctx, futhark_values_f32_1d(ctx, fout, got));
  check(ctx, futhark_context_sync(ctx));
  for (int i = 0; i < OUTER; i++)
    if (!is_close(expected[i], got[i], 2e-3)) return false;
  return true;
}
