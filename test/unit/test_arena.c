#include "test/unit/unit.h"

#include <string.h>

#include "base/arena.h"
#include "base/internal.h"

static void hands_out_zeroed_aligned_memory(void **state) {
  (void)state;
  Arena *arena = arena_new();
  for (size_t size = 0; size < 3000; size += 7) {
    unsigned char *bytes = arena_alloc(arena, size);
    assert_non_null(bytes);
    assert_int_equal((uintptr_t)bytes % 16, 0);
    for (size_t i = 0; i < size; i++)
      assert_int_equal(bytes[i], 0);
    if (size > 0) memset(bytes, 0xFF, size);
  }
  arena_free(arena);
}

static void keeps_blocks_apart(void **state) {
  (void)state;
  Arena *arena = arena_new();
  enum { COUNT = 400 };
  unsigned char *blocks[COUNT];
  size_t sizes[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    sizes[i] = i % 50 == 0 ? 700 * 1000 : i * 37 % 5000;
    blocks[i] = arena_alloc(arena, sizes[i]);
    if (sizes[i] > 0) memset(blocks[i], (int)(i & 0xFF), sizes[i]);
  }
  for (size_t i = 0; i < COUNT; i++)
    for (size_t j = 0; j < sizes[i]; j += 97)
      assert_int_equal(blocks[i][j], i & 0xFF);
  arena_free(arena);
}

static void counts_what_it_hands_out(void **state) {
  (void)state;
  Arena *arena = arena_new();
  assert_int_equal(arena_used(arena), 0);
  arena_alloc(arena, 100);
  arena_array(arena, uint64_t, 10);
  assert_int_equal(arena_used(arena), 180);
  arena_free(arena);
  arena_free(NULL);
}

static void copies_and_formats_strings(void **state) {
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(arena_strndup(arena, "ravel", 3), "rav");
  assert_string_equal(arena_strndup(arena, NULL, 0), "");
  assert_memory_equal(arena_strndup(arena, "a\0b", 3), "a\0b", 4);
  assert_string_equal(arena_printf(arena, "%d-%s", -7, "x"), "-7-x");
  char *wide = arena_printf(arena, "%*d", 100000, 1);
  assert_int_equal(strlen(wide), 100000);
  arena_free(arena);
}

static void overflow_array(void *data) { arena_alloc_array(data, SIZE_MAX / 4, 8); }
static void ask_for_everything(void *data) { arena_alloc(data, SIZE_MAX); }
static void ask_for_half(void *data) { arena_alloc(data, SIZE_MAX / 2 - 8); }

static void ends_with_code_5_when_memory_is_out(void **state) {
  (void)state;
  Arena *arena = arena_new();
  void (*actions[])(void *) = {overflow_array, ask_for_everything, ask_for_half};
  for (size_t i = 0; i < 3; i++) {
    UnitChild child = unit_run_child(actions[i], arena);
    assert_int_equal(child.exit_code, EXIT_OUT_OF_MEMORY);
    assert_non_null(strstr(child.error_text, "out of memory"));
  }
  arena_free(arena);
}

UnitCount test_arena(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(hands_out_zeroed_aligned_memory),
      cmocka_unit_test(keeps_blocks_apart),
      cmocka_unit_test(counts_what_it_hands_out),
      cmocka_unit_test(copies_and_formats_strings),
      cmocka_unit_test(ends_with_code_5_when_memory_is_out),
  };
  return UNIT_RUN("arena", tests);
}
