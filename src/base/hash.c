#include "base/hash.h"

// The finaliser of SplitMix64: every input bit reaches every output bit.
uint64_t hash_u64(uint64_t value) {
  value ^= value >> 30;
  value *= 0xBF58476D1CE4E5B9u;
  value ^= value >> 27;
  value *= 0x94D049BB133111EBu;
  return value ^ value >> 31;
}

uint64_t hash_combine(uint64_t hash, uint64_t next) {
  return hash_u64((hash << 5 | hash >> 59) + 0x9E3779B97F4A7C15u + hash_u64(next));
}

// Words are put together byte by byte, so that the byte order of the machine does not show.
static uint64_t load_word(const unsigned char *bytes, size_t length) {
  uint64_t word = 0;
  for (size_t i = 0; i < length; i++)
    word |= (uint64_t)bytes[i] << 8 * i;
  return word;
}

uint64_t hash_bytes(const void *bytes, size_t length) {
  const unsigned char *next = bytes;
  uint64_t hash = hash_u64(length + 0x9E3779B97F4A7C15u);
  size_t left = length;
  for (; left >= 8; left -= 8, next += 8)
    hash = hash_combine(hash, load_word(next, 8));
  return left > 0 ? hash_combine(hash, load_word(next, left)) : hash;
}
