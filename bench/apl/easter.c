#include "apl.h"

static int64_t size(void) { return 10000000; }

// The remainder with the sign of the divisor, as in the program.
static int64_t residue(int64_t divisor, int64_t x) {
  int64_t rest = x % divisor;
  return rest < 0 ? rest + divisor : rest;
}

static int64_t easter(int64_t y) {
  int64_t g = 1 + residue(19, y), c = 1 + (int64_t)floor((double)y / 100);
  int64_t x = (int64_t)floor((double)c * 0.75) - 12;
  int64_t z = (int64_t)floor((double)(5 + 8 * c) / 25) - 5;
  int64_t s = (int64_t)floor((double)(5 * y) / 4) - (x + 10);
  int64_t e = residue(30, 11 * g + 20 + z - x);
  int64_t f = e + (e == 24 || (e == 25 && g > 11));
  int64_t n = 30 * (f > 23) + 44 - f;
  n += 7 - residue(7, s + n);
  return n - 31 * (n > 31) + 100 * (3 + (n > 31)) + 10000 * y;
}

static double reference(int64_t n) {
  int64_t sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int64_t i = 1; i <= n; i++)
    sum += easter(i);
  return (double)sum;
}
