#include "test/unit/unit.h"

#include <string.h>

#include "lsp/lsp.h"

static void counts_utf16_units(void **state) {
  (void)state;
  // One unit for ⍴ (three bytes), two for 𝄞 (four bytes); CRLF; no line break at the end.
  const char text[] = "a⍴𝄞b\r\n\nlast";
  size_t length = strlen(text);
  static const struct {
    uint32_t line, character;
    size_t offset;
  } PLACES[] = {{0, 0, 0}, {0, 1, 1},  {0, 2, 4},  {0, 4, 8},
                {0, 5, 9}, {1, 0, 11}, {2, 0, 12}, {2, 4, 16}};
  for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
    LspPosition position = {PLACES[i].line, PLACES[i].character};
    assert_int_equal(lsp_offset(text, length, position), PLACES[i].offset);
    LspPosition back = lsp_position(text, length, PLACES[i].offset);
    assert_int_equal(back.line, position.line);
    assert_int_equal(back.character, position.character);
  }
  // Inside of a pair; behind the end of a line, of the text.
  assert_int_equal(lsp_offset(text, length, (LspPosition){0, 3}), 4);
  assert_int_equal(lsp_offset(text, length, (LspPosition){0, 99}), 9);
  assert_int_equal(lsp_offset(text, length, (LspPosition){2, 99}), 16);
  assert_int_equal(lsp_offset(text, length, (LspPosition){99, 0}), 16);
  assert_int_equal(lsp_offset("", 0, (LspPosition){0, 5}), 0);
  assert_int_equal(lsp_position(text, length, 1000).line, 2);
  // A byte that is no part of a character is one unit.
  assert_int_equal(lsp_position("\xFFx", 2, 2).character, 2);
}

static void sources_count_alike(void **state) {
  (void)state;
  Arena *arena = arena_new();
  const char text[] = "⍴\n\n𝄞x\ny";
  const SourceFile *file = source_add(sources_new(arena), "a", text, strlen(text));
  for (size_t offset = 0; offset <= strlen(text); offset++) {
    LspPosition one = lsp_source_position(file, offset),
                other = lsp_position(text, strlen(text), offset);
    assert_int_equal(one.line, other.line);
    assert_int_equal(one.character, other.character);
  }
  arena_free(arena);
}

static void finds_frames(void **state) {
  (void)state;
  const char text[] = "X-Other: 1\r\ncontent-length: 2\r\n\r\n{}Content-Length: 3\n\nabc";
  size_t start, content, used;
  for (size_t length = 0; length < 35; length++)
    assert_int_equal(lsp_frame_find(text, length, &start, &content, &used), LSP_FRAME_PARTIAL);
  assert_int_equal(lsp_frame_find(text, 35, &start, &content, &used), LSP_FRAME_WHOLE);
  assert_int_equal(start, 33);
  assert_int_equal(content, 2);
  assert_int_equal(used, 35);
  assert_int_equal(lsp_frame_find(text + 35, strlen(text) - 35, &start, &content, &used),
                   LSP_FRAME_WHOLE);
  assert_int_equal(content, 3);
  static const char *const BAD[] = {
      "\n\n",
      "Content-Length: -1\r\n\r\n",
      "Content-Length:\r\n\r\n",
      "Content-Length: 5x\r\n\r\n",
      "Content-Length: 99999999999999999999999\r\n\r\n",
      "Length: 3\r\n\r\n",
  };
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    assert_int_equal(lsp_frame_find(BAD[i], strlen(BAD[i]), &start, &content, &used),
                     LSP_FRAME_BAD);
    assert_int_equal(used, strlen(BAD[i]));
  }
}

static void knows_addresses(void **state) {
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(lsp_path_from_uri(arena, "file:///a/b%20c%E2%8D%B4.fut"), "/a/b c⍴.fut");
  assert_string_equal(lsp_path_from_uri(arena, "file://host/x%2"), "/x%2");
  assert_string_equal(lsp_path_from_uri(arena, "file:///a%00b"), "/a%00b");
  assert_null(lsp_path_from_uri(arena, "untitled:1"));
  assert_null(lsp_path_from_uri(arena, "file://"));
  assert_string_equal(lsp_uri_from_path(arena, "/a/b c⍴.fut"), "file:///a/b%20c%E2%8D%B4.fut");
  arena_free(arena);
}

UnitCount test_lsp(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_utf16_units),
      cmocka_unit_test(sources_count_alike),
      cmocka_unit_test(finds_frames),
      cmocka_unit_test(knows_addresses),
  };
  return UNIT_RUN("lsp", tests);
}
