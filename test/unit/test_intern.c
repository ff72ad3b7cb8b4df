#include "test/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "base/intern.h"

static void equal_text_is_equal_pointer(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Interner *interner = interner_new(arena);
  char text[] = "alpha";
  Name alpha = intern_str(interner, text);
  text[0] = 'A';
  assert_string_equal(alpha, "alpha");
  assert_ptr_equal(alpha, intern(interner, "alphabet", 5));
  assert_ptr_not_equal(alpha, intern_str(interner, "alphabet"));
  assert_ptr_not_equal(alpha, intern_str(interner, "Alpha"));
  assert_ptr_equal(intern_str(interner, ""), intern(interner, NULL, 0));
  arena_free(arena);
}

static void zero_bytes_count(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Interner *interner = interner_new(arena);
  Name plain = intern(interner, "a", 1);
  Name longer = intern(interner, "a\0", 2);
  assert_ptr_not_equal(plain, longer);
  assert_ptr_not_equal(intern(interner, "a\0b", 3), intern(interner, "a\0c", 3));
  assert_ptr_equal(longer, intern(interner, "a\0x", 2));
  arena_free(arena);
}

static void survives_growth(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  static Name names[COUNT];
  Arena *arena = arena_new();
  Interner *interner = interner_new(arena);
  char text[32];
  for (int i = 0; i < COUNT; i++) {
    snprintf(text, sizeof text, "name%d", i);
    names[i] = intern_str(interner, text);
  }
  for (int i = 0; i < COUNT; i++) {
    snprintf(text, sizeof text, "name%d", i);
    assert_ptr_equal(names[i], intern_str(interner, text));
    assert_string_equal(names[i], text);
  }
  arena_free(arena);
}

UnitCount test_intern(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_text_is_equal_pointer),
      cmocka_unit_test(zero_bytes_count),
      cmocka_unit_test(survives_growth),
  };
  return UNIT_RUN("intern", tests);
}
