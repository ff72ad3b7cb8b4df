#include "test/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/internal.h"
#include "base/strbuf.h"

static void is_always_a_string(void **state) {
  (void)state;
  StrBuf buffer = {0};
  assert_string_equal(strbuf_text(&buffer), "");
  strbuf_write(&buffer, NULL, 0);
  assert_string_equal(buffer.data, "");
  strbuf_puts(&buffer, "ab");
  strbuf_putc(&buffer, 'c');
  strbuf_fill(&buffer, '-', 3);
  strbuf_fill(&buffer, '-', 0);
  assert_string_equal(buffer.data, "abc---");
  strbuf_clear(&buffer);
  assert_string_equal(buffer.data, "");
  assert_int_equal(buffer.length, 0);
  strbuf_free(&buffer);
  strbuf_free(&buffer);
  strbuf_clear(&buffer);
  assert_null(buffer.data);
}

static void keeps_zero_bytes(void **state) {
  (void)state;
  StrBuf buffer = {0};
  strbuf_write(&buffer, "a\0b", 3);
  strbuf_putc(&buffer, '\0');
  assert_int_equal(buffer.length, 4);
  assert_memory_equal(buffer.data, "a\0b\0", 5);
  strbuf_free(&buffer);
}

static void formats_at_every_boundary(void **state) {
  (void)state;
  for (int width = 0; width < 300; width++) {
    StrBuf buffer = {0};
    strbuf_puts(&buffer, "x");
    strbuf_printf(&buffer, "%*s", width, "");
    strbuf_printf(&buffer, "%s", "");
    strbuf_printf(&buffer, "%d|", -1);
    assert_int_equal(buffer.length, (size_t)width + 4);
    assert_int_equal(strlen(buffer.data), buffer.length);
    strbuf_free(&buffer);
  }
}

static void hands_over(void **state) {
  (void)state;
  StrBuf buffer = {0};
  char *empty = strbuf_take(&buffer);
  assert_string_equal(empty, "");
  free(empty);
  strbuf_puts(&buffer, "text");
  char *text = strbuf_take(&buffer);
  assert_null(buffer.data);
  assert_int_equal(buffer.capacity, 0);
  assert_string_equal(text, "text");
  free(text);
}

static void grows_linearly_in_time(void **state) {
  (void)state;
  StrBuf buffer = {0};
  for (int i = 0; i < 1000000; i++)
    strbuf_putc(&buffer, (char)('a' + i % 26));
  assert_int_equal(buffer.length, 1000000);
  assert_int_equal(buffer.data[999999], 'a' + 999999 % 26);
  strbuf_free(&buffer);
}

static void reserve_everything(void *data) { strbuf_reserve(data, SIZE_MAX); }

static void refuses_overflow(void **state) {
  (void)state;
  StrBuf buffer = {0};
  strbuf_puts(&buffer, "abc");
  assert_int_equal(unit_run_child(reserve_everything, &buffer).exit_code, EXIT_OUT_OF_MEMORY);
  strbuf_free(&buffer);
}

UnitCount test_strbuf(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_always_a_string),        cmocka_unit_test(keeps_zero_bytes),
      cmocka_unit_test(formats_at_every_boundary), cmocka_unit_test(hands_over),
      cmocka_unit_test(grows_linearly_in_time),    cmocka_unit_test(refuses_overflow),
  };
  return UNIT_RUN("strbuf", tests);
}
