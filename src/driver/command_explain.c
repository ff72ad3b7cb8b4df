// ravel explain: the entries of the index of errors.
#include <ctype.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/error_index.h"

static const ErrorCode CODES[] = {
#define ERROR(id, code, title) ERROR_##id,
#include "base/errors.def"
#undef ERROR
};

enum { CODE_COUNT = sizeof CODES / sizeof *CODES };

// ---- The index ----

static const char *line_end(const char *line) {
  const char *end = strchr(line, '\n');
  return end ? end + 1 : line + strlen(line);
}

static bool is_fence(const char *line) { return strncmp(line, "```", 3) == 0; }

// Whether a line outside of examples begins an entry: `## E0001 cannot read file`.
static bool is_heading(const char *line) { return strncmp(line, "## ", 3) == 0; }

// The line with which the entry of a code begins. scripts/check-errors sees to it that there is
// one.
static const char *entry_find(const char *code) {
  bool is_example = false;
  for (const char *line = ERROR_INDEX_FILES[0].text; *line; line = line_end(line)) {
    if (is_fence(line)) is_example = !is_example;
    if (!is_example && is_heading(line) && strncmp(line + 3, code, strlen(code)) == 0) return line;
  }
  INTERNAL_ERROR("doc/errors.md has no entry for %s", code);
}

// Appends an entry as plain text: examples are indented, not fenced.
static void entry_put(StrBuf *out, const char *line) {
  size_t blank_count = 0;
  bool is_example = false;
  const char *next = line_end(line);
  strbuf_write(out, line + 3, (size_t)(next - line - 3));
  for (line = next; *line && (is_example || !is_heading(line)); line = next) {
    next = line_end(line);
    bool is_blank = *line == '\n';
    if (is_blank) {
      blank_count++;
      continue;
    }
    if (is_fence(line)) {
      is_example = !is_example;
      continue;
    }
    // Blank lines are put off, so that none end the entry.
    strbuf_fill(out, '\n', blank_count);
    blank_count = 0;
    if (is_example) strbuf_puts(out, "    ");
    strbuf_write(out, line, (size_t)(next - line));
  }
}

// ---- Codes ----

static void list_codes(StrBuf *out) {
  for (size_t i = 0; i < CODE_COUNT; i++)
    strbuf_printf(out, "%s  %s\n", error_code_text(CODES[i]), error_code_title(CODES[i]));
}

// A code may be written as it is in a message, in small letters, or as the number of an error.
static const char *code_of(Arena *arena, const char *word) {
  if (isdigit((unsigned char)*word)) return arena_printf(arena, "E%s", word);
  char *code = arena_strndup(arena, word, strlen(word));
  *code = (char)toupper((unsigned char)*code);
  return code;
}

static bool is_known(const char *code) {
  for (size_t i = 0; i < CODE_COUNT; i++)
    if (strcmp(error_code_text(CODES[i]), code) == 0) return true;
  return false;
}

static int report_unknown(Driver *driver, const char *word, const char *code) {
  diag_error(driver->diag, ERROR_UNKNOWN_CODE, SPAN_NONE, "no message has the code %s", word);
  Suggestion suggestion = suggestion_for(code);
  for (size_t i = 0; i < CODE_COUNT; i++)
    suggestion_offer(&suggestion, error_code_text(CODES[i]));
  if (suggestion.best)
    diag_hint(driver->diag, "did you mean %s?", suggestion.best);
  else
    diag_hint(driver->diag, "ravel explain lists the codes");
  return EXIT_USAGE;
}

int command_explain(Driver *driver, const Arguments *arguments) {
  StrBuf text = {0};
  int status = EXIT_OK;
  if (arguments->operands.count == 0) list_codes(&text);
  for (size_t i = 0; i < arguments->operands.count; i++) {
    const char *code = code_of(driver->arena, arguments->operands.data[i]);
    if (!is_known(code)) {
      status = report_unknown(driver, arguments->operands.data[i], code);
      continue;
    }
    if (text.length > 0) strbuf_putc(&text, '\n');
    entry_put(&text, entry_find(code));
  }
  int written = text_write(driver, NULL, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return status != EXIT_OK ? status : written;
}
