// Rows are sorted by bitonic networks.
#include "batch.h"

static const Shape SHAPES[BENCH_CASES] = {
    {"sort_1x1M", 1, 1 << 18},    {"sort_16x16K", 16, 1 << 14}, {"sort_256x1K", 256, 1024},
    {"sort_4096x128", 4096, 128}, {"sort_32768x32", 32768, 32}, {"sort_262144x4", 262144, 4},
};

static void one_row(const float *restrict from, float *restrict to, float *restrict room,
                    int64_t n) {
  (void)room;
  memcpy(to, from, (size_t)n * sizeof *to);
  for (int64_t size = 2; size <= n; size *= 2)
    for (int64_t j = size / 2; j > 0; j /= 2)
      for (int64_t first = 0; first < n; first += 2 * j) {
        bool is_up = (first & size) == 0;
        float *restrict low = to + first, *restrict high = low + j;
        for (int64_t i = 0; i < j; i++) {
          float a = low[i], b = high[i], least = a < b ? a : b, most = a < b ? b : a;
          low[i] = is_up ? least : most;
          high[i] = is_up ? most : least;
        }
      }
}
