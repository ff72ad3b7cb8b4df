// What the references share: numbers of a Sobol sequence, and normal numbers from uniform ones.
#ifndef SOBOL_H
#define SOBOL_H

#include <math.h>
#include <stdint.h>

enum { BITS = 30 };

static inline double sobol(const int64_t *directions, int64_t point) {
  int64_t gray = point ^ (point >> 1), sum = 0;
  for (int b = 0; b < BITS; b++)
    sum ^= directions[b] * ((gray >> b) & 1);
  return (double)sum / (1 << BITS);
}

static inline double normal(double u) {
  double q = fmin(u, 1 - u), t = sqrt(-2 * log(q)), t2 = t * t;
  double x = t - (2.515517 + 0.802853 * t + 0.010328 * t2) /
                     (1 + 1.432788 * t + 0.189269 * t2 + 0.001308 * t2 * t);
  return u < 0.5 ? -x : x;
}

#endif
