// Numbers, strings and characters.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "front/nesl/lex_internal.h"

// ---- Numbers ----

// Whether a minus stands before what is read now, so that 2^63 may follow.
static bool is_after_minus(const FrontLexer *lexer) {
  if (lexer->tokens.count == 0) return false;
  const FrontToken *last = &vec_last(&lexer->tokens);
  return last->kind == NESL_TOKEN_OPERATOR && strcmp(last->name, "-") == 0;
}

// The value of decimal digits; false when it is out of range.
static bool read_integer(const FrontLexer *lexer, uint32_t start, int64_t *value) {
  uint64_t sum = 0, limit = (uint64_t)INT64_MAX + (is_after_minus(lexer) ? 1 : 0);
  for (uint32_t i = start; i < lexer->at; i++) {
    uint64_t digit = (uint64_t)(lexer->text[i] - '0');
    if (sum > (limit - digit) / 10) return false;
    sum = sum * 10 + digit;
  }
  *value = sum > (uint64_t)INT64_MAX ? INT64_MIN : (int64_t)sum;
  return true;
}

// Whether letters, or a second point, follow directly; takes them.
static bool take_rest(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  while (nesl_lexer_is_constituent(front_lexer_byte(lexer, 0)) || front_lexer_byte(lexer, 0) == '.')
    lexer->at++;
  return lexer->at > start;
}

static void push_integer(FrontLexer *lexer, uint32_t start) {
  int64_t value = 0;
  bool is_good = read_integer(lexer, start, &value);
  if (!is_good) {
    diag_error(lexer->diag, ERROR_NESL_NUMBER_RANGE, front_lexer_span(lexer, start),
               "this number is out of range for int");
    diag_hint(lexer->diag, "an int is at least -9223372036854775808 and at most "
                           "9223372036854775807; with a point it is a float");
  }
  front_lexer_push(lexer, is_good ? NESL_TOKEN_INT : NESL_TOKEN_BAD, start)->integer = value;
}

static void push_float(FrontLexer *lexer, uint32_t start) {
  const char *text = arena_strndup(lexer->arena, lexer->text + start, lexer->at - start);
  double value = strtod(text, NULL);
  bool is_good = !isinf(value);
  if (!is_good)
    diag_error(lexer->diag, ERROR_NESL_NUMBER_RANGE, front_lexer_span(lexer, start),
               "this number is out of range for float");
  front_lexer_push(lexer, is_good ? NESL_TOKEN_FLOAT : NESL_TOKEN_BAD, start)->real = value;
}

void nesl_lexer_number(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  front_lexer_take_digits(lexer);
  bool is_float = front_lexer_byte(lexer, 0) == '.';
  if (is_float) {
    lexer->at++;
    front_lexer_take_digits(lexer);
  }
  if (front_lexer_take_exponent(lexer)) is_float = true;
  uint32_t end = lexer->at;
  if (take_rest(lexer)) {
    bool is_point = lexer->text[end] == '.';
    diag_error(lexer->diag, ERROR_NESL_NUMBER, front_lexer_span(lexer, start),
               is_point ? "a number has only one point" : "this is neither a number nor a name");
    if (is_point && end > start && (lexer->text[end - 1] == '.' || lexer->text[end + 1] == '.'))
      diag_hint(lexer->diag, "a range is written `[start:end]`, and does not have its end");
    else if (!is_point)
      diag_hint(lexer->diag, "a name begins with a letter; put a blank or an operator after a "
                             "number");
    front_lexer_push(lexer, NESL_TOKEN_BAD, start);
  } else if (is_float) {
    push_float(lexer, start);
  } else {
    push_integer(lexer, start);
  }
}

// ---- Characters ----

static const char ESCAPE_LETTERS[] = "nrt0\\\"";
static const char ESCAPE_VALUES[] = "\n\r\t\0\\\"";

// The character that a letter after a backslash means; false when it means none.
static bool find_escape(char letter, char *value) {
  const char *found = letter == '\0' ? NULL : strchr(ESCAPE_LETTERS, letter);
  if (found == NULL) return false;
  *value = ESCAPE_VALUES[found - ESCAPE_LETTERS];
  return true;
}

// Takes one character of a string, which is there; false after an error was reported.
static bool take_string_char(FrontLexer *lexer, StrBuf *bytes) {
  uint32_t start = lexer->at;
  char byte = front_lexer_byte(lexer, 0);
  lexer->at++;
  if (byte != '\\') {
    strbuf_putc(bytes, byte);
    return true;
  }
  char value = '\0';
  bool is_escape = find_escape(front_lexer_byte(lexer, 0), &value);
  if (!front_lexer_is_at_line_end(lexer)) front_lexer_take_codepoint(lexer);
  if (is_escape) {
    strbuf_putc(bytes, value);
    return true;
  }
  diag_error(lexer->diag, ERROR_NESL_CHARACTER, front_lexer_span(lexer, start),
             "this is not an escape sequence");
  diag_hint(lexer->diag, "escapes are \\n \\r \\t \\0 \\\\ \\\"");
  return false;
}

// Is there a quote that ends the string somewhere? It may stand on a later line.
static bool is_string_ended(const FrontLexer *lexer) {
  for (uint32_t at = lexer->at; at < lexer->length; at++) {
    if (lexer->text[at] == '"') return true;
    if (lexer->text[at] == '\\') at++;
  }
  return false;
}

void nesl_lexer_string(FrontLexer *lexer) {
  uint32_t start = lexer->at++;
  StrBuf bytes = {0};
  bool is_good = is_string_ended(lexer);
  if (is_good) {
    for (; front_lexer_byte(lexer, 0) != '"';)
      if (!take_string_char(lexer, &bytes)) is_good = false;
    lexer->at++;
  } else {
    while (!front_lexer_is_at_line_end(lexer))
      lexer->at++;
    diag_error(lexer->diag, ERROR_NESL_UNTERMINATED, span_new(lexer->file->id, start, start + 1),
               "this string is not ended");
    diag_hint(lexer->diag,
              "end it with `\"`; a string may have line breaks, so that the quote that is "
              "missing may belong further up");
  }
  front_lexer_push_string(lexer, is_good ? NESL_TOKEN_STRING : NESL_TOKEN_BAD, start,
                          strbuf_text(&bytes), bytes.length);
  strbuf_free(&bytes);
}

// A backquote and any character. A backslash stands for itself, unless an escape follows.
void nesl_lexer_char(FrontLexer *lexer) {
  uint32_t start = lexer->at++, codepoint = 0;
  char value = '\0';
  bool is_good = true;
  if (front_lexer_is_at_line_end(lexer)) {
    is_good = false;
    diag_error(lexer->diag, ERROR_NESL_UNTERMINATED, front_lexer_span(lexer, start),
               "a character must follow the backquote");
    diag_hint(lexer->diag, "the line break is called `newline`");
  } else if (front_lexer_byte(lexer, 0) == '\\' &&
             find_escape(front_lexer_byte(lexer, 1), &value)) {
    lexer->at += 2;
    codepoint = (uint8_t)value;
  } else {
    codepoint = front_lexer_take_codepoint(lexer);
    is_good = codepoint < 0x80;
    if (!is_good) {
      diag_error(lexer->diag, ERROR_NESL_CHARACTER, front_lexer_span(lexer, start),
                 "a character is one byte, and this one is not ASCII");
      diag_hint(lexer->diag, "in a string it is several characters");
    }
  }
  front_lexer_push(lexer, is_good ? NESL_TOKEN_CHAR : NESL_TOKEN_BAD, start)->integer = codepoint;
}
