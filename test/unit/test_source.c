#include "test/unit/unit.h"

#include <string.h>

#include "base/internal.h"
#include "base/source.h"

static void expect_position(const SourceFile *file, size_t offset, uint32_t line, uint32_t column) {
  uint32_t actual_line = 0, actual_column = 0;
  source_position(file, offset, &actual_line, &actual_column);
  assert_int_equal(actual_line, line);
  assert_int_equal(actual_column, column);
}

static void finds_positions(void **state) {
  (void)state;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  const char text[] = "ab\n\n⍳x\xFFy\nz";
  const SourceFile *file = source_add(sources, "a.apl", text, strlen(text));
  assert_int_equal(file->line_count, 4);
  expect_position(file, 0, 1, 1);
  expect_position(file, 2, 1, 3);
  expect_position(file, 3, 2, 1);
  expect_position(file, 4, 3, 1);
  expect_position(file, 5, 3, 1);
  expect_position(file, 6, 3, 1);
  expect_position(file, 7, 3, 2);
  expect_position(file, 8, 3, 3);
  expect_position(file, 9, 3, 4);
  expect_position(file, 11, 4, 1);
  expect_position(file, 12, 4, 2);
  expect_position(file, 1000, 4, 2);
  arena_free(arena);
}

static void an_empty_file_has_one_line(void **state) {
  (void)state;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  const SourceFile *file = source_add(sources, "empty", NULL, 0);
  size_t length = 9;
  assert_int_equal(file->line_count, 1);
  assert_string_equal(source_line(file, 1, &length), "");
  assert_int_equal(length, 0);
  expect_position(file, 0, 1, 1);
  expect_position(file, 5, 1, 1);
  const SourceFile *ended = source_add(sources, "ended", "x\n", 2);
  assert_int_equal(ended->line_count, 2);
  expect_position(ended, 2, 2, 1);
  arena_free(arena);
}

static void expect_line(const SourceFile *file, uint32_t line, const char *expected) {
  size_t length = 0;
  const char *text = source_line(file, line, &length);
  assert_int_equal(length, strlen(expected));
  assert_memory_equal(text, expected, length);
}

static void lines_have_no_breaks(void **state) {
  (void)state;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  const char text[] = "one\r\n\r\ntwo\nthree\r";
  const SourceFile *file = source_add(sources, "crlf", text, strlen(text));
  expect_line(file, 1, "one");
  expect_line(file, 2, "");
  expect_line(file, 3, "two");
  expect_line(file, 4, "three");
  arena_free(arena);
}

static void has_ids_from_one(void **state) {
  (void)state;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  assert_null(source_get(sources, 0));
  assert_null(source_get(sources, 1));
  char text[] = "text";
  const SourceFile *first = source_add(sources, "same", text, 4);
  const SourceFile *second = source_add(sources, "same", text, 4);
  text[0] = 'T';
  assert_int_equal(first->id, 1);
  assert_int_equal(second->id, 2);
  assert_ptr_equal(source_get(sources, 2), second);
  assert_ptr_equal(first->path, second->path);
  assert_string_equal(first->text, "text");
  assert_null(source_get(sources, UINT32_MAX));
  arena_free(arena);
}

static void reports_why_it_cannot_load(void **state) {
  (void)state;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  const char *error = NULL;
  assert_null(source_load(sources, "no/such/file", &error));
  assert_string_equal(error, "No such file or directory");
  error = NULL;
  assert_null(source_load(sources, "/", &error));
  assert_string_equal(error, "Is a directory");
  const SourceFile *file = source_load(sources, "/dev/null", &error);
  assert_non_null(file);
  assert_int_equal(file->length, 0);
  assert_int_equal(file->id, 1);
  arena_free(arena);
}

static void expect_span(Span span, uint32_t file, uint32_t start, uint32_t end) {
  assert_int_equal(span.file, file);
  assert_int_equal(span.start, start);
  assert_int_equal(span.end, end);
}

static void joins_spans(void **state) {
  (void)state;
  expect_span(span_join(span_new(1, 5, 7), span_new(1, 2, 3)), 1, 2, 7);
  expect_span(span_join(span_new(1, 2, 9), span_new(1, 3, 4)), 1, 2, 9);
  expect_span(span_join(SPAN_NONE, span_new(1, 3, 4)), 1, 3, 4);
  expect_span(span_join(span_new(1, 3, 4), SPAN_NONE), 1, 3, 4);
  expect_span(span_join(span_new(1, 3, 4), span_new(2, 0, 9)), 1, 3, 4);
  assert_false(span_is_known(span_join(SPAN_NONE, SPAN_NONE)));
}

// A statement of g, which f calls twice, in the place of calls of f.
static void knows_calls(void **state) {
  (void)state;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  Span statement = span_new(1, 1, 2), first = span_new(1, 10, 12), second = span_new(1, 20, 22);
  Span outer = span_new(1, 30, 33);
  Span in_first = source_called(sources, statement, first);
  Span in_second = source_called(sources, statement, second);
  expect_span(source_caller(sources, in_first), 1, 10, 12);
  assert_false(span_is_known(source_caller(sources, statement)));
  assert_int_equal(source_called(sources, statement, first).call, in_first.call);
  Span whole = source_called(sources, in_first, outer);
  expect_span(source_caller(sources, whole), 1, 10, 12);
  expect_span(source_caller(sources, source_caller(sources, whole)), 1, 30, 33);
  // What is common is from the inside.
  assert_int_equal(source_common_call(sources, in_first, in_second), 0);
  assert_int_equal(source_common_call(sources, whole, in_first), in_first.call);
  for (int i = 0; i < 3 * CALL_DEPTH; i++)
    whole = source_called(sources, whole, outer);
  size_t depth = 0;
  for (Span at = whole; span_is_known(source_caller(sources, at)); depth++)
    at = source_caller(sources, at);
  assert_int_equal(depth, CALL_DEPTH);
  arena_free(arena);
}

UnitCount test_source(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_positions),      cmocka_unit_test(an_empty_file_has_one_line),
      cmocka_unit_test(lines_have_no_breaks), cmocka_unit_test(has_ids_from_one),
      cmocka_unit_test(joins_spans),          cmocka_unit_test(reports_why_it_cannot_load),
      cmocka_unit_test(knows_calls),
  };
  return UNIT_RUN("source", tests);
}
