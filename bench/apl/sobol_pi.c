#include "apl.h"
#include "sobol.h"

static int64_t size(void) { return 10000000; }

static double reference(int64_t n) {
  int64_t v1[BITS], v2[BITS], m = 1, inside = 0;
  for (int b = 0; b < BITS; b++, m ^= 2 * m) {
    v1[b] = (int64_t)1 << (BITS - 1 - b);
    v2[b] = m * v1[b];
  }
#pragma omp parallel for reduction(+ : inside)
  for (int64_t i = 1; i <= n; i++) {
    double x = sobol(v1, i), y = sobol(v2, i);
    inside += x * x + y * y < 1;
  }
  return 4 * (double)inside / (double)n;
}
