#include "apl.h"

enum { STEPS = 100 };

static int64_t size(void) { return 500; }

static double square(double r, double i) {
  double magnitude = hypot(r, i);
  return magnitude * magnitude;
}

static int64_t stays(double cr, double ci) {
  double r = cr, i = ci;
  for (int k = 0; k < STEPS; k++) {
    if (square(r, i) > 4) continue;
    double next = cr + (r * r - i * i);
    i = ci + (r * i + i * r);
    r = next;
  }
  return square(r, i) <= 4;
}

static double reference(int64_t n) {
  int64_t sum = 0;
  double size = (double)n;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t x = 1; x <= n; x++)
    for (int64_t y = 1; y <= n; y++)
      sum += stays(3 * (double)x / size - 2, 2 * (double)y / size - 1);
  return (double)sum;
}
