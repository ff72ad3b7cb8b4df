#include "test/unit/unit.h"

#include <string.h>

#include "base/hash.h"
#include "base/map.h"

static void is_empty_at_first(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Map *map = map_new(arena);
  MapEntry entry;
  size_t cursor = 0;
  assert_int_equal(map_count(map), 0);
  assert_null(map_get(map, 0));
  assert_false(map_find(map, 0, NULL));
  assert_false(map_remove(map, 0));
  assert_false(map_each(map, &cursor, &entry));
  arena_free(arena);
}

static void tells_null_from_absent(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Map *map = map_new(arena);
  void *value = map;
  map_put(map, 0, NULL);
  assert_true(map_find(map, 0, &value));
  assert_null(value);
  assert_false(map_find(map, 1, &value));
  map_put(map, UINT64_MAX, map);
  assert_ptr_equal(map_get(map, UINT64_MAX), map);
  arena_free(arena);
}

static void iterates_in_insertion_order(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Map *map = map_new(arena);
  int values[5] = {0};
  uint64_t keys[] = {900, 3, UINT64_MAX, 0, 17};
  for (size_t i = 0; i < 5; i++)
    map_put(map, keys[i], &values[i]);
  map_put(map, 3, &values[4]);
  map_remove(map, UINT64_MAX);
  map_remove(map, 900);
  map_put(map, 900, &values[0]);
  uint64_t expected[] = {3, 0, 17, 900};
  MapEntry entry;
  size_t n = 0;
  for (size_t cursor = 0; map_each(map, &cursor, &entry); n++)
    assert_int_equal(entry.key, expected[n]);
  assert_int_equal(n, 4);
  assert_int_equal(map_count(map), 4);
  assert_ptr_equal(map_get(map, 3), &values[4]);
  arena_free(arena);
}

// A long random walk, checked against a plain array.
static void agrees_with_an_array(void **state) {
  (void)state;
  enum { KEYS = 512, STEPS = 200000 };
  static char marks[STEPS];
  Arena *arena = arena_new();
  Map *map = map_new(arena);
  void *model[KEYS] = {NULL};
  size_t count = 0;
  for (size_t i = 0; i < STEPS; i++) {
    uint64_t random = hash_u64(i + 1);
    size_t key = random % KEYS;
    uint64_t spread = (uint64_t)key << 40;
    if (random >> 32 & 1) {
      count += model[key] == NULL;
      model[key] = &marks[i];
      map_put(map, spread, &marks[i]);
    } else {
      assert_int_equal(map_remove(map, spread), model[key] != NULL);
      count -= model[key] != NULL;
      model[key] = NULL;
    }
    assert_ptr_equal(map_get(map, spread), model[key]);
    assert_int_equal(map_count(map), count);
  }
  for (size_t key = 0; key < KEYS; key++)
    assert_ptr_equal(map_get(map, (uint64_t)key << 40), model[key]);
  arena_free(arena);
}

static void grows_and_survives_removal_while_iterating(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Map *map = map_new(arena);
  for (uint64_t i = 0; i < 100000; i++)
    map_put(map, i * 4096, arena);
  assert_int_equal(map_count(map), 100000);
  MapEntry entry;
  for (size_t cursor = 0; map_each(map, &cursor, &entry);)
    if (entry.key % 8192 == 0) map_remove(map, entry.key);
  assert_int_equal(map_count(map), 50000);
  assert_null(map_get(map, 8192));
  assert_ptr_equal(map_get(map, 4096), arena);
  arena_free(arena);
}

UnitCount test_map(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_empty_at_first),
      cmocka_unit_test(tells_null_from_absent),
      cmocka_unit_test(iterates_in_insertion_order),
      cmocka_unit_test(agrees_with_an_array),
      cmocka_unit_test(grows_and_survives_removal_while_iterating),
  };
  return UNIT_RUN("map", tests);
}
