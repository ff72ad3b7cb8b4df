// Needleman-Wunsch of many pairs, row by row of the table.
#include "batch.h"

static const Shape SHAPES[BENCH_CASES] = {
    {"nw_1x8192", 1, 8192},     {"nw_16x2048", 16, 2048},   {"nw_256x512", 256, 512},
    {"nw_4096x128", 4096, 128}, {"nw_65536x16", 65536, 16}, {"nw_262144x8", 262144, 8},
};

static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

static void one_row(const float *restrict from, float *restrict to, float *restrict room,
                    int64_t n) {
  int64_t half = n / 2;
  int32_t *row = (int32_t *)(void *)room;
  for (int64_t j = 0; j < half; j++)
    row[j] = -(int32_t)(j + 1);
  for (int64_t i = 0; i < half; i++) {
    int a = (int)(from[i] * 4);
    int32_t diagonal = -(int32_t)i, left = -(int32_t)(i + 1);
    for (int64_t j = 0; j < half; j++) {
      int32_t up = row[j], score = a == (int)(from[half + j] * 4) ? 2 : -2;
      left = row[j] = larger(diagonal + score, larger(up, left) - 1);
      diagonal = up;
    }
  }
  memcpy(to, from, (size_t)half * sizeof *to);
  for (int64_t j = 0; j < half; j++)
    to[half + j] = (float)row[j];
}
