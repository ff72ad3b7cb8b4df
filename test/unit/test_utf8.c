#include "test/unit/unit.h"

#include <string.h>

#include "base/utf8.h"

static void every_scalar_value_goes_round(void **state) {
  (void)state;
  for (uint32_t codepoint = 0; codepoint <= 0x10FFFF; codepoint++) {
    char bytes[4];
    size_t size = utf8_encode(codepoint, bytes);
    if (codepoint >= 0xD800 && codepoint <= 0xDFFF) {
      assert_int_equal(size, 0);
      continue;
    }
    uint32_t decoded = 0;
    if (utf8_decode(bytes, size, &decoded) != size || decoded != codepoint) fail();
    for (size_t i = 0; i < size; i++)
      if (utf8_decode(bytes, i, &decoded) != 0) fail();
  }
  char bytes[4];
  assert_int_equal(utf8_encode(0x110000, bytes), 0);
  assert_int_equal(utf8_encode(UINT32_MAX, bytes), 0);
}

static void refuses_malformed_bytes(void **state) {
  (void)state;
  static const char *const BAD[] = {
      "\x80",
      "\xBF",
      "\xC0\x80",
      "\xC1\xBF",
      "\xC3",
      "\xC3(",
      "\xE0\x80\x80",
      "\xE0\x9F\xBF",
      "\xED\xA0\x80",
      "\xED\xBF\xBF",
      "\xE2\x82",
      "\xE2(\xA1",
      "\xF0\x8F\xBF\xBF",
      "\xF4\x90\x80\x80",
      "\xF5\x80\x80\x80",
      "\xF0\x9F\x98",
      "\xFE",
      "\xFF",
      "\xF8\x88\x80\x80\x80",
  };
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    uint32_t codepoint = 0;
    assert_int_equal(utf8_decode(BAD[i], strlen(BAD[i]), &codepoint), 0);
    assert_false(utf8_is_valid(BAD[i], strlen(BAD[i])));
  }
}

// Every sequence of up to three bytes is valid exactly if it is made of encodings.
static void counts_the_valid_sequences(void **state) {
  (void)state;
  size_t single[4] = {0};
  for (uint32_t i = 0; i < 1u << 24; i++) {
    char bytes[3] = {(char)(i >> 16), (char)(i >> 8), (char)i};
    uint32_t codepoint = 0;
    single[utf8_decode(bytes, 3, &codepoint) & 3]++;
  }
  assert_int_equal(single[1], 128 << 16);
  assert_int_equal(single[2], 1920 << 8);
  assert_int_equal(single[3], 0x10000 - 0x800 - 0x800);
}

static void finds_the_first_bad_byte(void **state) {
  (void)state;
  assert_int_equal(utf8_valid_prefix("", 0), 0);
  assert_int_equal(utf8_valid_prefix("⍳a\xE9z", 6), 4);
  assert_int_equal(utf8_valid_prefix("⍳", 2), 0);
  assert_true(utf8_is_valid("a\0⍳", 5));
}

static void knows_widths(void **state) {
  (void)state;
  static const struct {
    uint32_t codepoint;
    int width;
  } CASES[] = {
      {'a', 1},    {' ', 1},     {'~', 1},      {0x7F, 0},    {0, 0},       {'\t', 0},
      {0xE9, 1},   {0xAD, 1},    {0x301, 0},    {0x200D, 0},  {0x2373, 1},  {0x2374, 1},
      {0x2218, 1}, {0x22C4, 1},  {0x2336, 1},   {0x237A, 1},  {0x2395, 1},  {0x25CB, 1},
      {0x1100, 2}, {0x1160, 0},  {0x3042, 2},   {0x4E00, 2},  {0x9FFF, 2},  {0xAC00, 2},
      {0xD7A3, 2}, {0xFF21, 2},  {0xFF71, 1},   {0x1F600, 2}, {0x20000, 2}, {0x3FFFD, 2},
      {0xFE0F, 0}, {0xE0100, 0}, {0x10FFFF, 1}, {0xFFFD, 1},  {0x3000, 2},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
    assert_int_equal(utf8_width(CASES[i].codepoint), CASES[i].width);
}

static void adds_up_widths(void **state) {
  (void)state;
  assert_int_equal(utf8_display_width("", 0), 0);
  assert_int_equal(utf8_display_width("{+/⍳⍵}", strlen("{+/⍳⍵}")), 6);
  assert_int_equal(utf8_display_width("日本", 6), 4);
  assert_int_equal(utf8_display_width("e\xCC\x81", 3), 1);
  assert_int_equal(utf8_display_width("\xFF\xFFz", 3), 3);
}

UnitCount test_utf8(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_scalar_value_goes_round),
      cmocka_unit_test(refuses_malformed_bytes),
      cmocka_unit_test(counts_the_valid_sequences),
      cmocka_unit_test(finds_the_first_bad_byte),
      cmocka_unit_test(knows_widths),
      cmocka_unit_test(adds_up_widths),
  };
  return UNIT_RUN("utf8", tests);
}
