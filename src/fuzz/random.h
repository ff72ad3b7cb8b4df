// Random numbers that are the same on every machine: a seed names a program.
#ifndef RAVEL_FUZZ_RANDOM_H
#define RAVEL_FUZZ_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Random {
  uint64_t state;
} Random;

// A stream of its own for every seed; neighbouring seeds are unrelated.
Random random_new(uint64_t seed);
// The next 64 bits.
uint64_t random_next(Random *random);
// A number below `count`, which is at least 1.
size_t random_below(Random *random, size_t count);
// A number from `low` to `high`, both included.
int64_t random_between(Random *random, int64_t low, int64_t high);
// True in this many of a hundred cases.
bool random_chance(Random *random, unsigned percent);

#endif
