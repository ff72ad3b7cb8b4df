#include "apl.h"

enum { N = 1200 };

static int64_t size(void) { return 100; }

// The borders are peeled, so that the rest vectorises.
static void step(const uint8_t *restrict from, uint8_t *restrict to, int64_t n) {
#pragma omp parallel for
  for (int64_t i = 0; i < n; i++) {
    const uint8_t *up = from + (i == 0 ? n - 1 : i - 1) * n, *row = from + i * n;
    const uint8_t *down = from + (i == n - 1 ? 0 : i + 1) * n;
    for (int64_t j = 1; j < n - 1; j++) {
      uint8_t count = (uint8_t)(up[j - 1] + up[j] + up[j + 1] + row[j - 1] + row[j] + row[j + 1] +
                                down[j - 1] + down[j] + down[j + 1]);
      to[i * n + j] = (uint8_t)((count == 3) | (row[j] & (count == 4)));
    }
    for (int64_t j = 0; j < n; j += n - 1) {
      int64_t l = j == 0 ? n - 1 : j - 1, r = j == n - 1 ? 0 : j + 1;
      int count = up[l] + up[j] + up[r] + row[l] + row[j] + row[r] + down[l] + down[j] + down[r];
      to[i * n + j] = (uint8_t)((count == 3) | (row[j] & (count == 4)));
    }
  }
}

static double reference(int64_t steps) {
  static const uint8_t START[] = {0, 1, 1, 0, 0, 0, 1};
  uint8_t *from = allocate((size_t)(N * N)), *to = allocate((size_t)(N * N));
  for (int64_t i = 0; i < N * N; i++)
    from[i] = START[i % 7];
  for (int64_t k = 0; k < steps; k++) {
    step(from, to, N);
    uint8_t *next = to;
    to = from;
    from = next;
  }
  int64_t sum = 0;
  for (int64_t i = 0; i < N * N; i++)
    sum += from[i];
  free(from);
  free(to);
  return (double)sum;
}
