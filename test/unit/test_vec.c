#include "test/unit/unit.h"

#include <string.h>

#include "base/internal.h"
#include "base/vec.h"

typedef struct Pair {
  int first, second;
} Pair;

static void keeps_what_is_pushed(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Vec(size_t) numbers = {0};
  for (size_t i = 0; i < 10000; i++)
    vec_push(arena, &numbers, i * i);
  assert_int_equal(numbers.count, 10000);
  assert_true(numbers.capacity >= 10000);
  for (size_t i = 0; i < 10000; i++)
    assert_int_equal(numbers.data[i], i * i);
  assert_true(arena_used(arena) < 8 * 10000 * sizeof(size_t));
  arena_free(arena);
}

static void pushes_compound_literals_and_own_items(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Vec(Pair) pairs = {0};
  vec_push(arena, &pairs, (Pair){1, 2});
  for (int i = 0; i < 100; i++)
    vec_push(arena, &pairs, pairs.data[0]);
  assert_int_equal(pairs.count, 101);
  assert_int_equal(vec_last(&pairs).second, 2);
  vec_last(&pairs).second = 9;
  assert_int_equal(vec_pop(&pairs).second, 9);
  assert_int_equal(pairs.count, 100);
  assert_int_equal(pairs.data[99].second, 2);
  arena_free(arena);
}

static void appends_nothing_much_and_itself(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Vec(char) text = {0};
  vec_append(arena, &text, NULL, 0);
  assert_int_equal(text.count, 0);
  vec_append(arena, &text, "abcdefg", 7);
  for (int i = 0; i < 5; i++)
    vec_append(arena, &text, text.data, text.count);
  assert_int_equal(text.count, 7 * 32);
  for (size_t i = 0; i < text.count; i++)
    assert_int_equal(text.data[i], "abcdefg"[i % 7]);
  arena_free(arena);
}

static void reserves_exactly_once(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Vec(int) numbers = {0};
  vec_reserve(arena, &numbers, 0);
  vec_reserve(arena, &numbers, 1000);
  int *data = numbers.data;
  for (int i = 0; i < 1000; i++)
    vec_push(arena, &numbers, i);
  assert_ptr_equal(data, numbers.data);
  arena_free(arena);
}

static void pop_empty(void *data) {
  (void)data;
  Vec(int) numbers = {0};
  (void)vec_pop(&numbers);
}

static void reserve_too_much(void *arena) {
  Vec(int) numbers = {0};
  vec_push(arena, &numbers, 1);
  vec_reserve(arena, &numbers, SIZE_MAX);
}

static void reserve_overflowing_bytes(void *arena) {
  Vec(int) numbers = {0};
  vec_reserve(arena, &numbers, SIZE_MAX / 3);
}

static void refuses_the_impossible(void **state) {
  (void)state;
  Arena *arena = arena_new();
  assert_int_equal(unit_run_child(pop_empty, NULL).exit_code, EXIT_INTERNAL);
  assert_int_equal(unit_run_child(reserve_too_much, arena).exit_code, EXIT_OUT_OF_MEMORY);
  assert_int_equal(unit_run_child(reserve_overflowing_bytes, arena).exit_code, EXIT_OUT_OF_MEMORY);
  arena_free(arena);
}

UnitCount test_vec(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_what_is_pushed),
      cmocka_unit_test(pushes_compound_literals_and_own_items),
      cmocka_unit_test(appends_nothing_much_and_itself),
      cmocka_unit_test(reserves_exactly_once),
      cmocka_unit_test(refuses_the_impossible),
  };
  return UNIT_RUN("vec", tests);
}
