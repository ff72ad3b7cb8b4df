#include "apl.h"

static int64_t size(void) { return 10000000; }

static double pdf(double x) { return exp(-0.5 * x * x) / sqrt(2 * 3.14159265358979323846); }

static double cdf(double x) {
  double l = fabs(x), k = 1 / (1 + 0.2316419 * l), k2 = k * k;
  double w = 1 - pdf(l) * (0.31938153 * k - 0.356563782 * k2 + 1.781477937 * k2 * k -
                           1.821255978 * k2 * k2 + 1.330274429 * k2 * k2 * k);
  double b = x < 0;
  return b * (1 - w) + (1 - b) * w;
}

static double price(double days) {
  double s = 60, x = 65, r = 0.1, v = 0.2, t = days / 365, vs = v * sqrt(t);
  double d1 = (log(s / x) + (r + 0.5 * v * v) * t) / vs;
  return s * cdf(d1) - x * exp(-r * t) * cdf(d1 - vs);
}

static double reference(int64_t n) {
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int64_t i = 1; i <= n; i++)
    sum += price((double)(1 + i % 1000));
  return sum / (double)n;
}
