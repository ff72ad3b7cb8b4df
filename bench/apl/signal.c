#include "apl.h"

enum { N = 50000000 };

static int64_t size(void) { return 3; }

static double reference(int64_t k) {
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int64_t i = 0; i < N; i++) {
    double x = (double)(i + 1), before = (double)i;
    double change = 50 * ((x - before) / (0.01 + x));
    change = change < 50 ? change : 50;
    sum += change > -50 ? change : -50;
  }
  return (double)k * sum;
}
