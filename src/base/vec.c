#include "base/vec.h"

#include <stdint.h>
#include <string.h>

#include "base/internal.h"

// Most lists are short: the first block is a cache line.
enum { FIRST_SIZE = 64 };

void *vec_grow(Arena *arena, void *data, size_t count, size_t *capacity, size_t extra,
               size_t size) {
  if (extra <= *capacity - count) return data;
  if (extra > SIZE_MAX / 2 - count) fatal_out_of_memory(SIZE_MAX);
  size_t wanted = count + extra;
  size_t grown = *capacity <= SIZE_MAX / 4 ? *capacity * 2 : wanted;
  if (grown < FIRST_SIZE / size) grown = FIRST_SIZE / size;
  if (grown < wanted) grown = wanted;
  void *result = arena_alloc_array(arena, grown, size);
  if (count > 0) memcpy(result, data, count * size);
  *capacity = grown;
  return result;
}

size_t vec_copy(void *data, size_t count, const void *items, size_t n, size_t size) {
  if (n > 0) memcpy((char *)data + count * size, items, n * size);
  return n;
}

size_t vec_last_index(size_t count) {
  if (count == 0) INTERNAL_ERROR("the last item of an empty vector");
  return count - 1;
}
