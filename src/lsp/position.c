#include <string.h>

#include "base/utf8.h"
#include "lsp/lsp.h"

// Takes the next character of a text: its bytes, and its UTF-16 units. A byte that is no part of
// one is one unit, as what an editor shows in its place.
static size_t take_character(const char *text, size_t length, uint32_t *units) {
  uint32_t codepoint;
  size_t size = utf8_decode(text, length, &codepoint);
  *units = size > 0 && codepoint > 0xFFFF ? 2 : 1;
  return size == 0 ? 1 : size;
}

// How many bytes of a line are before a character.
static size_t line_offset(const char *line, size_t length, uint32_t character) {
  size_t at = 0;
  for (uint32_t units, before = 0; at < length; before += units) {
    size_t size = take_character(line + at, length - at, &units);
    if (before + units > character) break;
    at += size;
  }
  return at;
}

static uint32_t line_units(const char *line, size_t length) {
  uint32_t total = 0, units;
  for (size_t at = 0; at < length; total += units)
    at += take_character(line + at, length - at, &units);
  return total;
}

// A line without its line break.
static size_t line_length(const char *line, size_t length) {
  const char *end = memchr(line, '\n', length);
  size_t result = end ? (size_t)(end - line) : length;
  return end && result > 0 && line[result - 1] == '\r' ? result - 1 : result;
}

size_t lsp_offset(const char *text, size_t length, LspPosition position) {
  size_t start = 0;
  for (uint32_t line = 0; line < position.line; line++) {
    const char *end = start < length ? memchr(text + start, '\n', length - start) : NULL;
    if (!end) return length;
    start = (size_t)(end - text) + 1;
  }
  return start +
         line_offset(text + start, line_length(text + start, length - start), position.character);
}

LspPosition lsp_position(const char *text, size_t length, size_t offset) {
  LspPosition position = {0};
  if (offset > length) offset = length;
  size_t start = 0;
  for (const char *end; start < offset && (end = memchr(text + start, '\n', offset - start));) {
    start = (size_t)(end - text) + 1;
    position.line++;
  }
  position.character = line_units(text + start, offset - start);
  return position;
}

LspPosition lsp_source_position(const SourceFile *file, size_t offset) {
  if (offset > file->length) offset = file->length;
  uint32_t low = 0, high = file->line_count; // the line is in between
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (file->line_starts[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  size_t start = file->line_starts[low];
  return (LspPosition){low, line_units(file->text + start, offset - start)};
}

// ---- Addresses ----

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

const char *lsp_path_from_uri(Arena *arena, const char *uri) {
  static const char SCHEME[] = "file://";
  if (strncmp(uri, SCHEME, sizeof SCHEME - 1) != 0) return NULL;
  const char *from = strchr(uri + sizeof SCHEME - 1, '/'); // after the name of a machine
  if (!from) return NULL;
  char *path = arena_strndup(arena, from, strlen(from)), *to = path;
  for (; *from; from++) {
    int high = *from == '%' ? hex_digit(from[1]) : -1;
    int low = high >= 0 ? hex_digit(from[2]) : -1;
    if (high < 0 || low < 0 || (high == 0 && low == 0)) {
      *to++ = *from;
      continue;
    }
    *to++ = (char)(high << 4 | low);
    from += 2;
  }
  *to = '\0';
  return path;
}

const char *lsp_uri_from_path(Arena *arena, const char *path) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  StrBuf uri = {0};
  strbuf_puts(&uri, "file://");
  for (; *path; path++) {
    if (strchr(PLAIN, *path))
      strbuf_putc(&uri, *path);
    else
      strbuf_printf(&uri, "%%%02X", (unsigned char)*path);
  }
  const char *result = arena_strndup(arena, uri.data, uri.length);
  strbuf_free(&uri);
  return result;
}
