#include "test/unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/internal.h"

// A Diag that prints into memory.
typedef struct Fixture {
  Arena *arena;
  SourceMap *sources;
  Diag *diag;
  FILE *output;
  char *text;
  size_t length;
} Fixture;

static int fixture_open(void **state) {
  Fixture *fixture = calloc(1, sizeof *fixture);
  if (fixture == NULL) return 1;
  *state = fixture;
  fixture->arena = arena_new();
  fixture->sources = sources_new(fixture->arena);
  fixture->diag = diag_new(fixture->arena, fixture->sources);
  fixture->output = open_memstream(&fixture->text, &fixture->length);
  DiagSettings settings = diag_settings_default();
  settings.output = fixture->output;
  settings.color = DIAG_COLOR_NEVER;
  settings.error_limit = 1000;
  diag_configure(fixture->diag, settings);
  return fixture->output == NULL;
}

static int fixture_close(void **state) {
  Fixture *fixture = *state;
  fclose(fixture->output);
  free(fixture->text);
  arena_free(fixture->arena);
  free(fixture);
  return 0;
}

static void expect_output(Fixture *fixture, const char *expected) {
  diag_flush(fixture->diag);
  fflush(fixture->output);
  assert_string_equal(fixture->text, expected);
}

// Reports one error "message" at the bytes from..to of a file "f" with this text.
static void report(Fixture *fixture, const char *text, uint32_t from, uint32_t to) {
  const SourceFile *file = source_add(fixture->sources, "f", text, strlen(text));
  diag_error(fixture->diag, ERROR_CANNOT_READ, span_new(file->id, from, to), "message");
}

static void prints_without_a_source(void **state) {
  Fixture *fixture = *state;
  diag_error(fixture->diag, ERROR_UNKNOWN_COMMAND, SPAN_NONE, "no %s", "frob");
  fflush(fixture->output);
  assert_int_equal(fixture->length, 0);
  diag_hint(fixture->diag, "did you mean %s?", "from");
  diag_warning(fixture->diag, ERROR_CANNOT_READ, span_new(77, 1, 2), "unknown file");
  diag_note(fixture->diag, SPAN_NONE, "n");
  expect_output(fixture, "error[E0003]: no frob\nhint: did you mean from?\n"
                         "warning[E0001]: unknown file\nnote: n\n");
  diag_flush(fixture->diag);
  assert_int_equal(diag_error_count(fixture->diag), 1);
}

static void points_at_one_line(void **state) {
  Fixture *fixture = *state;
  report(fixture, "a\nlet x = 10\n", 6, 7);
  expect_output(fixture, "error[E0001]: message\n --> f:2:5\n  |\n2 | let x = 10\n  |     ^\n");
}

static void points_at_empty_places(void **state) {
  Fixture *fixture = *state;
  report(fixture, "", 0, 0);
  report(fixture, "ab\n", 3, 3);
  report(fixture, "ab", 2, 2);
  report(fixture, "ab", 4000, 5000);
  report(fixture, "ab", 1, 0);
  expect_output(fixture, "error[E0001]: message\n --> f:1:1\n  |\n1 |\n  | ^\n"
                         "error[E0001]: message\n --> f:2:1\n  |\n2 |\n  | ^\n"
                         "error[E0001]: message\n --> f:1:3\n  |\n1 | ab\n  |   ^\n"
                         "error[E0001]: message\n --> f:1:3\n  |\n1 | ab\n  |   ^\n"
                         "error[E0001]: message\n --> f:1:2\n  |\n1 | ab\n  |  ^\n");
}

static void measures_apl_and_wide_characters(void **state) {
  Fixture *fixture = *state;
  report(fixture, "{+/⍳⍵}", 6, 9);
  report(fixture, "日本語x", 3, 9);
  report(fixture, "e\xCC\x81\xCC\x81x", 5, 6);
  report(fixture, "ab\xCC\x81", 2, 4);
  expect_output(fixture, "error[E0001]: message\n --> f:1:5\n  |\n1 | {+/⍳⍵}\n  |     ^\n"
                         "error[E0001]: message\n --> f:1:2\n  |\n1 | 日本語x\n  |   ^^^^\n"
                         "error[E0001]: message\n --> f:1:4\n  |\n1 | e\xCC\x81\xCC\x81x\n  |  ^\n"
                         "error[E0001]: message\n --> f:1:3\n  |\n1 | ab\xCC\x81\n  |  ^\n");
}

static void expands_tabs_and_hides_controls(void **state) {
  Fixture *fixture = *state;
  report(fixture, "\ta\tb", 3, 4);
  report(fixture, "a\tb", 1, 2);
  report(fixture, "\x1B[2J\xFFz\r\n", 5, 6);
  report(fixture, "a\u202Eb", 1, 4);
  expect_output(fixture, "error[E0001]: message\n --> f:1:4\n  |\n1 |     a   b\n  |         ^\n"
                         "error[E0001]: message\n --> f:1:2\n  |\n1 | a   b\n  |  ^^^\n"
                         "error[E0001]: message\n --> f:1:6\n  |\n1 | \uFFFD[2J\uFFFDz\n"
                         "  |      ^\n"
                         "error[E0001]: message\n --> f:1:2\n  |\n1 | a\uFFFDb\n  |  ^\n");
}

static void a_line_break_does_not_make_two_lines(void **state) {
  Fixture *fixture = *state;
  report(fixture, "abc\r\ndef\n", 1, 5);
  report(fixture, "abc\ndef\n", 3, 4);
  expect_output(fixture, "error[E0001]: message\n --> f:1:2\n  |\n1 | abc\n  |  ^^\n"
                         "error[E0001]: message\n --> f:1:4\n  |\n1 | abc\n  |    ^\n");
}

static void connects_lines(void **state) {
  Fixture *fixture = *state;
  report(fixture, "x = (\n  1)\n", 4, 10);
  report(fixture, "(\n\n\n\n\n\n\n\n\n\n日)", 0, 15);
  report(fixture, "ab\n\nc", 1, 4);
  expect_output(fixture, "error[E0001]: message\n --> f:1:5\n  |\n"
                         "1 |   x = (\n  |  _____^\n2 | |   1)\n  | |____^\n"
                         "error[E0001]: message\n  --> f:1:1\n   |\n"
                         " 1 |   (\n   |  _^\n … | |\n11 | | 日)\n   | |___^\n"
                         "error[E0001]: message\n --> f:1:2\n  |\n"
                         "1 |   ab\n  |  __^\n2 | |\n  | |_^\n");
}

static void notes_have_excerpts(void **state) {
  Fixture *fixture = *state;
  report(fixture, "one two\n", 0, 3);
  diag_note(fixture->diag, span_new(1, 4, 7), "and %d", 2);
  diag_hint(fixture->diag, "first");
  diag_hint(fixture->diag, "second");
  expect_output(fixture, "error[E0001]: message\n --> f:1:1\n  |\n1 | one two\n  | ^^^\n"
                         "note: and 2\n --> f:1:5\n  |\n1 | one two\n  |     ^^^\n"
                         "hint: first\nhint: second\n");
}

// Reports an error in one line of count times unit.
static void clip(Fixture *fixture, const char *unit, size_t count, uint32_t from, uint32_t to) {
  size_t size = strlen(unit);
  char *text = arena_alloc(fixture->arena, size * count + 1);
  for (size_t i = 0; i < count; i++)
    memcpy(text + size * i, unit, size);
  report(fixture, text, from, to);
  diag_flush(fixture->diag);
  fflush(fixture->output);
}

static void clips_long_lines(void **state) {
  Fixture *fixture = *state;
  static const char *const UNITS[] = {"x", "日", "\tz", "⍳", "e\xCC\x81", "\xFF"};
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
    uint32_t size = (uint32_t)strlen(UNITS[i]);
    uint32_t places[] = {0, 500000, 999999, 1000000};
    for (size_t j = 0; j < 4; j++) {
      fflush(fixture->output);
      size_t before = fixture->length;
      clip(fixture, UNITS[i], 1000000, places[j] * size, places[j] * size + 70000 * size);
      assert_true(fixture->length - before < 2000);
      assert_int_equal(strstr(fixture->text + before, "| …") != NULL, j > 0);
      assert_int_equal(strstr(fixture->text + before, "…\n") != NULL, j < 2);
    }
  }
}

static void places_the_caret_in_a_clipped_line(void **state) {
  Fixture *fixture = *state;
  char text[402];
  for (size_t i = 0; i < 400; i++)
    text[i] = '.';
  memcpy(text + 200, "here", 5);
  for (size_t i = 204; i < 401; i++)
    text[i] = '.';
  text[401] = '\0';
  report(fixture, text, 200, 204);
  diag_flush(fixture->diag);
  const char *line = strstr(fixture->text, "1 | …");
  const char *caret = strstr(fixture->text, "^^^^\n");
  assert_non_null(line);
  assert_non_null(caret);
  // The mark takes three bytes and one cell.
  const char *marks = strchr(line, '\n') + 1;
  assert_int_equal(strstr(line, "here") - line, caret - marks + 2);
  assert_null(strstr(fixture->text, "^^^^^"));
}

static void stops_after_the_limit(void **state) {
  Fixture *fixture = *state;
  DiagSettings settings = diag_settings_default();
  settings.output = fixture->output;
  settings.color = DIAG_COLOR_NEVER;
  settings.error_limit = 2;
  diag_configure(fixture->diag, settings);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(diag_is_over_limit(fixture->diag), i > 2);
    diag_error(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "%d", i);
    diag_hint(fixture->diag, "h");
  }
  diag_warning(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "w");
  diag_note(fixture->diag, SPAN_NONE, "n");
  expect_output(fixture, "error[E0001]: 0\nhint: h\nerror[E0001]: 1\nhint: h\n"
                         "error: too many errors (2 shown)\n");
  assert_int_equal(diag_error_count(fixture->diag), 5);
}

static void stops_warnings_after_the_limit(void **state) {
  Fixture *fixture = *state;
  DiagSettings settings = diag_settings_default();
  settings.output = fixture->output;
  settings.color = DIAG_COLOR_NEVER;
  settings.error_limit = 1;
  diag_configure(fixture->diag, settings);
  for (int i = 0; i < 4; i++) {
    diag_warning(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "%d", i);
    diag_hint(fixture->diag, "h");
  }
  assert_false(diag_is_over_limit(fixture->diag));
  diag_error(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "e");
  diag_hint(fixture->diag, "h");
  expect_output(fixture, "warning[E0001]: 0\nhint: h\nwarning: too many warnings (1 shown)\n"
                         "error[E0001]: e\nhint: h\n");
  assert_int_equal(diag_error_count(fixture->diag), 1);
}

static void has_no_limit_at_zero(void **state) {
  Fixture *fixture = *state;
  DiagSettings settings = diag_settings_default();
  assert_int_equal(settings.error_limit, 20);
  settings.output = fixture->output;
  settings.error_limit = 0;
  diag_configure(fixture->diag, settings);
  for (int i = 0; i < 100; i++)
    diag_error(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "x");
  diag_flush(fixture->diag);
  assert_int_equal(fixture->length, 100 * strlen("error[E0001]: x\n"));
  assert_false(diag_is_over_limit(fixture->diag));
}

static void colours_only_when_told(void **state) {
  Fixture *fixture = *state;
  DiagSettings settings = diag_settings_default();
  settings.output = fixture->output;
  diag_configure(fixture->diag, settings);
  diag_error(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "x\x1B[0m");
  settings.color = DIAG_COLOR_ALWAYS;
  diag_configure(fixture->diag, settings);
  diag_error(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "y");
  expect_output(fixture, "error[E0001]: x\uFFFD[0m\n"
                         "\033[1;31merror[E0001]\033[0m: \033[1my\033[0m\n");
}

static void writes_json_lines(void **state) {
  Fixture *fixture = *state;
  DiagSettings settings = diag_settings_default();
  settings.output = fixture->output;
  settings.json = true;
  settings.error_limit = 1;
  diag_configure(fixture->diag, settings);
  report(fixture, "⍳a\n\"b\"", 3, 8);
  diag_note(fixture->diag, span_new(1, 3, 3), "n\"");
  diag_note(fixture->diag, SPAN_NONE, "m");
  diag_hint(fixture->diag, "h");
  diag_warning(fixture->diag, ERROR_INVALID_UTF8, SPAN_NONE, "\xFF");
  diag_error(fixture->diag, ERROR_CANNOT_READ, SPAN_NONE, "unseen");
  expect_output(
      fixture,
      "{\"code\":\"E0001\",\"severity\":\"error\",\"message\":\"message\",\"file\":\"f\","
      "\"line\":1,\"column\":2,\"end_line\":2,\"end_column\":4,"
      "\"notes\":[{\"message\":\"n\\\"\",\"file\":\"f\",\"line\":1,\"column\":2,\"end_line\":1,"
      "\"end_column\":2},{\"message\":\"m\",\"file\":null,\"line\":null,\"column\":null,"
      "\"end_line\":null,\"end_column\":null}],\"hints\":[\"h\"]}\n"
      "{\"code\":\"E0002\",\"severity\":\"warning\",\"message\":\"\uFFFD\",\"file\":null,"
      "\"line\":null,\"column\":null,\"end_line\":null,\"end_column\":null,"
      "\"notes\":[],\"hints\":[]}\n"
      "{\"code\":null,\"severity\":\"error\",\"message\":\"too many errors (1 shown)\","
      "\"file\":null,\"line\":null,\"column\":null,\"end_line\":null,\"end_column\":null,"
      "\"notes\":[],\"hints\":[]}\n");
}

static void hint_first(void *diag) { diag_hint(diag, "to nothing"); }

static void a_hint_needs_an_error(void **state) {
  Fixture *fixture = *state;
  assert_int_equal(unit_run_child(hint_first, fixture->diag).exit_code, EXIT_INTERNAL);
}

static void loads_sources(void **state) {
  Fixture *fixture = *state;
  assert_null(diag_load_source(fixture->diag, "no/such/file"));
  assert_non_null(diag_load_source(fixture->diag, "/dev/null"));
  expect_output(fixture, "error[E0001]: cannot read no/such/file: No such file or directory\n");
}

// What doc/errors.md shows for E0002.
static void refuses_sources_that_are_not_utf8(void **state) {
  Fixture *fixture = *state;
  char path[] = "/tmp/ravel-unit-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, "-- caf\xE9\n", 8), 8);
  assert_int_equal(close(descriptor), 0);
  assert_null(diag_load_source(fixture->diag, path));
  assert_int_equal(unlink(path), 0);
  diag_flush(fixture->diag);
  assert_non_null(strstr(fixture->text, "error[E0002]: the byte 0xE9 is not valid UTF-8 here\n"));
  assert_non_null(strstr(fixture->text, ":1:7\n  |\n1 | -- caf\uFFFD\n  |       ^\nhint: save"));
}

#define DIAG_TEST(test) cmocka_unit_test_setup_teardown(test, fixture_open, fixture_close)

UnitCount test_diag(void) {
  static const struct CMUnitTest tests[] = {
      DIAG_TEST(prints_without_a_source),
      DIAG_TEST(points_at_one_line),
      DIAG_TEST(points_at_empty_places),
      DIAG_TEST(measures_apl_and_wide_characters),
      DIAG_TEST(expands_tabs_and_hides_controls),
      DIAG_TEST(a_line_break_does_not_make_two_lines),
      DIAG_TEST(connects_lines),
      DIAG_TEST(notes_have_excerpts),
      DIAG_TEST(clips_long_lines),
      DIAG_TEST(places_the_caret_in_a_clipped_line),
      DIAG_TEST(stops_after_the_limit),
      DIAG_TEST(stops_warnings_after_the_limit),
      DIAG_TEST(has_no_limit_at_zero),
      DIAG_TEST(colours_only_when_told),
      DIAG_TEST(writes_json_lines),
      DIAG_TEST(a_hint_needs_an_error),
      DIAG_TEST(loads_sources),
      DIAG_TEST(refuses_sources_that_are_not_utf8),
  };
  return UNIT_RUN("diag", tests);
}
