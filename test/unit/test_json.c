#include "test/unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/internal.h"
#include "base/json.h"
#include "base/json_read.h"

static void writes_nested_values(void **state) {
  (void)state;
  StrBuf out = {0};
  JsonWriter json = json_begin(&out);
  json_begin_object(&json);
  json_key(&json, "a");
  json_begin_array(&json);
  json_int(&json, INT64_MIN);
  json_begin_array(&json);
  json_end_array(&json);
  json_begin_object(&json);
  json_end_object(&json);
  json_bool(&json, true);
  json_end_array(&json);
  json_key(&json, "b\n");
  json_null(&json);
  json_key(&json, "c");
  json_bool(&json, false);
  json_end_object(&json);
  json_end(&json);
  assert_string_equal(out.data,
                      "{\"a\":[-9223372036854775808,[],{},true],\"b\\n\":null,\"c\":false}");
  strbuf_free(&out);
}

static void expect_text(const char *text, size_t length, const char *expected) {
  StrBuf out = {0};
  JsonWriter json = json_begin(&out);
  json_text(&json, text, length);
  json_end(&json);
  assert_string_equal(out.data, expected);
  strbuf_free(&out);
}

static void escapes_strings(void **state) {
  (void)state;
  expect_text("", 0, "\"\"");
  expect_text("a\"b\\c/", 6, "\"a\\\"b\\\\c/\"");
  expect_text("\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\"");
  expect_text("\0\x01\x1F\x7F", 4, "\"\\u0000\\u0001\\u001f\x7F\"");
  expect_text("⍳😀", 7, "\"⍳😀\"");
  expect_text("a\xFF\xE2\x8D", 4, "\"a\uFFFD\uFFFD\uFFFD\"");
  expect_text("\xED\xA0\x80", 3, "\"\uFFFD\uFFFD\uFFFD\"");
}

static void expect_double(double value, const char *expected) {
  StrBuf out = {0};
  JsonWriter json = json_begin(&out);
  json_double(&json, value);
  json_end(&json);
  assert_string_equal(out.data, expected);
  strbuf_free(&out);
}

static void writes_doubles_that_read_back(void **state) {
  (void)state;
  expect_double(0.1, "0.1");
  expect_double(-0.0, "-0");
  expect_double(1e300 * 10, "1e+301");
  expect_double(5e-324, "4.94065645841247e-324");
  expect_double(1.0 / 3, "0.3333333333333333");
  expect_double(0.1 + 0.2, "0.30000000000000004");
  expect_double((double)NAN, "null");
  expect_double((double)INFINITY, "null");
  expect_double(-(double)INFINITY, "null");
}

static void value_without_key(void *data) {
  JsonWriter json = json_begin(data);
  json_begin_object(&json);
  json_int(&json, 1);
}

static void key_in_array(void *data) {
  JsonWriter json = json_begin(data);
  json_begin_array(&json);
  json_key(&json, "k");
}

static void two_keys(void *data) {
  JsonWriter json = json_begin(data);
  json_begin_object(&json);
  json_key(&json, "k");
  json_key(&json, "k");
}

static void key_without_value(void *data) {
  JsonWriter json = json_begin(data);
  json_begin_object(&json);
  json_key(&json, "k");
  json_end_object(&json);
}

static void crossed_ends(void *data) {
  JsonWriter json = json_begin(data);
  json_begin_array(&json);
  json_end_object(&json);
}

static void end_at_top(void *data) {
  JsonWriter json = json_begin(data);
  json_end_array(&json);
}

static void left_open(void *data) {
  JsonWriter json = json_begin(data);
  json_begin_array(&json);
  json_end(&json);
}

static void no_value(void *data) {
  JsonWriter json = json_begin(data);
  json_end(&json);
}

static void two_values(void *data) {
  JsonWriter json = json_begin(data);
  json_null(&json);
  json_null(&json);
}

static void misuse_is_an_internal_error(void **state) {
  (void)state;
  void (*actions[])(void *) = {value_without_key, key_in_array, two_keys,
                               key_without_value, crossed_ends, end_at_top,
                               left_open,         no_value,     two_values};
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
    StrBuf out = {0};
    assert_int_equal(unit_run_child(actions[i], &out).exit_code, EXIT_INTERNAL);
  }
}

static void nests_deeply(void **state) {
  (void)state;
  StrBuf out = {0};
  JsonWriter json = json_begin(&out);
  for (int i = 0; i < 10000; i++)
    json_begin_array(&json);
  for (int i = 0; i < 10000; i++)
    json_end_array(&json);
  json_end(&json);
  assert_int_equal(out.length, 20000);
  strbuf_free(&out);
}

static void reads_values(void **state) {
  (void)state;
  Arena *arena = arena_new();
  const char *error = NULL;
  size_t offset;
  const char text[] = " {\"a\": [1, -2.5e1, 0, []], \"b\\n\\u00e9\\ud83d\\ude00\": \"x\\/y\", "
                      "\"c\": {\"d\": true, \"e\": null}} ";
  const JsonValue *value = json_read(arena, text, strlen(text), &error, &offset);
  assert_non_null(value);
  assert_int_equal(value->count, 3);
  const JsonValue *list = json_member(value, "a");
  assert_int_equal(list->count, 4);
  assert_true(list->items[1].value->number == -25.0);
  assert_int_equal(list->items[3].value->count, 0);
  assert_string_equal(json_member(value, "b\né😀")->text, "x/y");
  const JsonValue *inner = json_member(value, "c");
  assert_true(json_member(inner, "d")->truth);
  assert_int_equal(json_member(inner, "e")->kind, JSON_NULL);
  assert_null(json_member(inner, "f"));
  assert_null(json_member(list, "f"));
  arena_free(arena);
}

static void refuses_malformed_documents(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",      " ",         "{",         "[1,]",       "[1 2]",     "{\"a\"}",    "{\"a\":}",
      "{a:1}", "01",        "1.",        "1e",         "-",         "+1",         ".5",
      "nul",   "1 2",       "\"a",       "\"\\x\"",    "\"\\u12\"", "\"\\ud80\"", "\"\n\"",
      "1e999", "[1}",       "nan",       "{\"a\":1,}", "]",         "--1",        "1e+",
      "tru",   "[\"a\":1]", "{\"a\" 1}", "\"\\",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Arena *arena = arena_new();
    const char *error = NULL;
    size_t offset = 1000;
    assert_null(json_read(arena, texts[i], strlen(texts[i]), &error, &offset));
    assert_non_null(error);
    assert_true(offset <= strlen(texts[i]));
    arena_free(arena);
  }
}

static void refuses_deep_documents(void **state) {
  (void)state;
  StrBuf text = {0};
  Arena *arena = arena_new();
  const char *error = NULL;
  size_t offset;
  strbuf_fill(&text, '[', 200);
  strbuf_fill(&text, ']', 200);
  assert_non_null(json_read(arena, text.data, text.length, &error, &offset));
  strbuf_clear(&text);
  strbuf_fill(&text, '[', 1000000);
  assert_null(json_read(arena, text.data, text.length, &error, &offset));
  strbuf_free(&text);
  arena_free(arena);
}

// What editors send: halves of pairs, a NUL in a text, members some levels down.
static void reads_what_editors_send(void **state) {
  (void)state;
  Arena *arena = arena_new();
  const char *error = NULL;
  size_t offset;
  const char text[] = "{\"a\": \"x\\ud83dy\\udc00\\ud83d\\ud83d\\ude00\", \"b\": {\"c\": "
                      "{\"d\": 7}, \"e\": \"1\\u00002\"}}";
  const JsonValue *value = json_read(arena, text, strlen(text), &error, &offset);
  assert_non_null(value);
  assert_string_equal(json_find_text(value, "a", ""), "x\uFFFDy\uFFFD\uFFFD😀");
  assert_true(json_find_number(value, "b.c.d", 0) == 7);
  assert_true(json_find_number(value, "b.c.e", 3) == 3);
  assert_true(json_find_number(value, "a.c", 3) == 3);
  assert_null(json_find(value, "b.c.d.e"));
  assert_string_equal(json_find_text(value, "b.c", "none"), "none");
  assert_int_equal(json_find(value, "b.e")->length, 3);
  assert_memory_equal(json_find(value, "b.e")->text, "1\0002", 4);
  arena_free(arena);
}

UnitCount test_json(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_nested_values),          cmocka_unit_test(escapes_strings),
      cmocka_unit_test(writes_doubles_that_read_back), cmocka_unit_test(nests_deeply),
      cmocka_unit_test(misuse_is_an_internal_error),   cmocka_unit_test(reads_values),
      cmocka_unit_test(refuses_malformed_documents),   cmocka_unit_test(refuses_deep_documents),
      cmocka_unit_test(reads_what_editors_send),
  };
  return UNIT_RUN("json", tests);
}
