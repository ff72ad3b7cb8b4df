// Rounds of a map and a scan over each row.
#include "batch.h"

static const Shape SHAPES[BENCH_CASES] = {
    {"mapscan_1x1M", 1, 1 << 20},    {"mapscan_16x64K", 16, 1 << 16},
    {"mapscan_1024x1K", 1024, 1024}, {"mapscan_8192x128", 8192, 128},
    {"mapscan_32768x32", 32768, 32}, {"mapscan_262144x4", 262144, 4},
};

static void one_row(const float *restrict from, float *restrict to, float *restrict room,
                    int64_t n) {
  (void)room;
  memcpy(to, from, (size_t)n * sizeof *to);
  for (int k = 0; k < 8; k++) {
    float sum = 0;
    for (int64_t i = 0; i < n; i++) {
      sum += (to[i] - to[i] * to[i]) / (float)n;
      to[i] = 0.5f * to[i] + sum;
    }
  }
}
