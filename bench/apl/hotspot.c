#include "apl.h"

enum { N = 512 };

static int64_t size(void) { return 360; }

static double next(double x, double power, double up, double down, double left, double right) {
  return x + 0.1 * (power + (((up + down) - 2 * x) + ((left + right) - 2 * x)));
}

static void step(const double *restrict from, const double *restrict power, double *restrict to,
                 int64_t n) {
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    const double *row = from + i * n, *up = i == 0 ? row : row - n;
    const double *down = i == n - 1 ? row : row + n, *p = power + i * n;
    for (int64_t j = 1; j < n - 1; j++)
      to[i * n + j] = next(row[j], p[j], up[j], down[j], row[j - 1], row[j + 1]);
    to[i * n] = next(row[0], p[0], up[0], down[0], row[0], row[1]);
    to[i * n + n - 1] = next(row[n - 1], p[n - 1], up[n - 1], down[n - 1], row[n - 2], row[n - 1]);
  }
}

static double reference(int64_t steps) {
  static const double POWERS[] = {0.5, 0.25, 0.125};
  size_t bytes = (size_t)(N * N) * sizeof(double);
  double *from = allocate(bytes), *to = allocate(bytes), *power = allocate(bytes), sum = 0;
  for (int64_t i = 0; i < N * N; i++) {
    power[i] = POWERS[i % 3];
    from[i] = 80 + (double)(i % 5);
  }
  for (int64_t k = 0; k < steps; k++) {
    step(from, power, to, N);
    double *other = to;
    to = from;
    from = other;
  }
  for (int64_t i = 0; i < N * N; i++)
    sum += from[i];
  free(from), free(to), free(power);
  return sum / (double)(N * N);
}
