#include "fuzz/random.h"

#include "base/base.h"

Random random_new(uint64_t seed) { return (Random){hash_u64(seed + 0x9e3779b97f4a7c15u)}; }

uint64_t random_next(Random *random) {
  random->state += 0x9e3779b97f4a7c15u;
  return hash_u64(random->state);
}

size_t random_below(Random *random, size_t count) {
  if (count == 0) INTERNAL_ERROR("a random number below 0");
  return (size_t)(random_next(random) % count);
}

int64_t random_between(Random *random, int64_t low, int64_t high) {
  return low + (int64_t)random_below(random, (size_t)(high - low) + 1);
}

bool random_chance(Random *random, unsigned percent) { return random_below(random, 100) < percent; }
