// Numbers and strings.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "front/apl/lex_internal.h"

// ---- Numbers ----

static bool take_digits(FrontLexer *lexer, StrBuf *text) {
  bool has_some = false;
  for (; front_is_digit(front_lexer_byte(lexer, 0)); lexer->at++, has_some = true)
    strbuf_putc(text, front_lexer_byte(lexer, 0));
  return has_some;
}

static void take_sign(FrontLexer *lexer, StrBuf *text) {
  if (apl_lexer_accept(lexer, "¯")) strbuf_putc(text, '-');
}

// One part of a number, spelled as C reads it. False when it has no digits.
static bool take_real(FrontLexer *lexer, StrBuf *text, bool *is_integer) {
  take_sign(lexer, text);
  bool has_digits = take_digits(lexer, text);
  *is_integer = true;
  if (front_lexer_byte(lexer, 0) == '.') {
    *is_integer = false;
    lexer->at++;
    strbuf_putc(text, '.');
    has_digits = take_digits(lexer, text) || has_digits;
  }
  char mark = front_lexer_byte(lexer, 0);
  if (has_digits && (mark == 'e' || mark == 'E')) {
    *is_integer = false;
    lexer->at++;
    strbuf_putc(text, 'e');
    take_sign(lexer, text);
    has_digits = take_digits(lexer, text);
  }
  return has_digits;
}

static void fail_number(FrontLexer *lexer, uint32_t start, const char *message, const char *hint) {
  diag_error(lexer->diag, ERROR_APL_NUMBER, front_lexer_span(lexer, start), "SYNTAX ERROR: %s",
             message);
  if (hint != NULL) diag_hint(lexer->diag, "%s", hint);
  front_lexer_push(lexer, APL_TOKEN_BAD, start);
}

static void push_number(FrontLexer *lexer, uint32_t start, AplNumber number) {
  AplNumber *value = arena_make(lexer->arena, AplNumber);
  *value = number;
  value->span = front_lexer_span(lexer, start);
  front_lexer_push(lexer, APL_TOKEN_NUMBER, start)->value = value;
}

static bool read_integer(const char *text, int64_t *value) {
  uint64_t sum = 0;
  bool is_negative = *text == '-';
  uint64_t limit = (uint64_t)INT64_MAX + (is_negative ? 1 : 0);
  for (const char *digit = text + is_negative; *digit != '\0'; digit++) {
    uint64_t next = (uint64_t)(*digit - '0');
    if (sum > (limit - next) / 10) return false;
    sum = sum * 10 + next;
  }
  *value = is_negative ? (int64_t)(0 - sum) : (int64_t)sum;
  return true;
}

// What stands directly after a number, though no blank is between.
typedef enum AplRest { REST_NONE, REST_LETTERS, REST_POINT, REST_MINUS } AplRest;

// How far it reaches, and how it begins. A point that no digit follows is an operator.
static AplRest take_rest(FrontLexer *lexer) {
  AplRest rest = REST_NONE;
  for (;;) {
    char byte = front_lexer_byte(lexer, 0);
    bool is_point = byte == '.' && front_is_digit(front_lexer_byte(lexer, 1));
    bool is_minus = apl_lexer_at(lexer, "¯");
    uint32_t length = is_point || front_is_digit(byte) ? 1 : apl_lexer_letter(lexer);
    if (length == 0 && !is_minus) return rest;
    if (rest == REST_NONE) rest = is_point ? REST_POINT : is_minus ? REST_MINUS : REST_LETTERS;
    lexer->at += length;
    if (is_minus) apl_lexer_accept(lexer, "¯");
  }
}

// `0x1F`, `1_000`, `2i3`: as other languages write numbers.
static const char *rest_hint(const char *text, size_t length) {
  const char *end = text + length;
  if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    return "numbers are written in decimal; `16⊥1 15` is the value of digits in another base";
  for (const char *at = text; at < end; at++)
    if (*at == '_') return "the digits of a number stand together: `1000000`, or `1E6`";
  return "put a blank between a number and a name";
}

static void number_from(FrontLexer *lexer, uint32_t start, const char *real, bool is_integer,
                        const char *imaginary) {
  AplNumber number = {.kind = imaginary != NULL ? APL_COMPLEX : APL_DOUBLE};
  number.real = strtod(real, NULL);
  number.imaginary = imaginary != NULL ? strtod(imaginary, NULL) : 0;
  if (isinf(number.real) || isinf(number.imaginary)) {
    fail_number(lexer, start, "this number is out of range for double", NULL);
    return;
  }
  if (imaginary == NULL && is_integer) {
    if (!read_integer(real, &number.integer)) {
      fail_number(lexer, start, "this number is out of range for int",
                  "an int is at least ¯9223372036854775808 and at most 9223372036854775807; "
                  "with a point it is a double");
      return;
    }
    number.kind = number.integer == 0 || number.integer == 1 ? APL_BOOL : APL_INT;
  }
  push_number(lexer, start, number);
}

void apl_lexer_number(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  StrBuf real = {0}, imaginary = {0};
  bool is_integer, is_whole, is_complex = false;
  bool is_good = take_real(lexer, &real, &is_integer);
  char mark = front_lexer_byte(lexer, 0);
  if (is_good && (mark == 'j' || mark == 'J')) {
    lexer->at++;
    is_complex = true;
    is_good = take_real(lexer, &imaginary, &is_whole);
  }
  AplRest rest = is_good ? take_rest(lexer) : REST_NONE;
  if (rest == REST_LETTERS)
    fail_number(lexer, start, "this is neither a number nor a name",
                rest_hint(lexer->text + start, lexer->at - start));
  else if (rest == REST_POINT)
    fail_number(lexer, start, "this number has more than one point",
                "put a blank between two numbers");
  else if (rest == REST_MINUS)
    fail_number(lexer, start, "`¯` is the sign of a number and stands before its first digit",
                "to subtract, use `-`; put a blank between two numbers");
  else if (is_good)
    number_from(lexer, start, strbuf_text(&real), is_integer,
                is_complex ? strbuf_text(&imaginary) : NULL);
  else
    fail_number(lexer, start, "this number has no digits where some must stand",
                front_lexer_byte(lexer, 0) == '-' ? "a minus inside of a number is `¯`: `1E¯3`"
                : apl_lexer_letter(lexer) > 0
                    ? "`-` negates what has a name: `-a`"
                    : "numbers are written `¯3`, `.5`, `1E¯3` or `2J¯1.5`");
  strbuf_free(&real);
  strbuf_free(&imaginary);
}

// ---- Strings ----

// A quote inside of a string is doubled.
void apl_lexer_string(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  char quote = front_lexer_byte(lexer, 0);
  StrBuf text = {0};
  lexer->at++;
  for (;;) {
    char byte = front_lexer_byte(lexer, 0);
    if (front_lexer_is_at_line_end(lexer)) {
      diag_error(lexer->diag, ERROR_APL_UNTERMINATED, front_lexer_span(lexer, start),
                 "SYNTAX ERROR: this string is not ended on its line");
      diag_hint(lexer->diag, "a quote inside of a string is doubled: 'it''s'");
      front_lexer_push(lexer, APL_TOKEN_BAD, start);
      strbuf_free(&text);
      return;
    }
    lexer->at++;
    if (byte == quote) {
      if (front_lexer_byte(lexer, 0) != quote) break;
      lexer->at++;
    }
    if (byte != '\r' || !front_lexer_is_at_line_end(lexer)) strbuf_putc(&text, byte);
  }
  front_lexer_push_string(lexer, APL_TOKEN_STRING, start, strbuf_text(&text), text.length);
  strbuf_free(&text);
}
