#include "apl.h"

static int64_t size(void) { return 10000; }

static double reference(int64_t n) {
  int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int64_t x = 2; x <= n; x++) {
    int64_t divisors = 0;
    for (int64_t d = 2; d <= n; d++)
      divisors += x % d == 0;
    if (divisors == 1) sum += x;
  }
  return (double)sum;
}
