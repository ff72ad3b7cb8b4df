// Numbers, strings and characters.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "front/futhark/lex_internal.h"

typedef enum PrimClass { SIGNED, UNSIGNED, FLOAT, TRUTH } PrimClass;

typedef struct PrimInfo {
  const char *text;
  int bits;
  PrimClass class;
} PrimInfo;

static const PrimInfo PRIMS[] = {
    {"", 0, SIGNED},
#define PRIM(id, text, bits, class) {text, bits, class},
#include "front/futhark/prims.def"
#undef PRIM
};

const char *fut_prim_text(FutPrim prim) { return PRIMS[prim].text; }

int fut_prim_bits(FutPrim prim) { return PRIMS[prim].bits; }

bool fut_prim_is_float(FutPrim prim) { return prim != FUT_PRIM_NONE && PRIMS[prim].class == FLOAT; }

bool fut_prim_is_signed(FutPrim prim) {
  return prim != FUT_PRIM_NONE && PRIMS[prim].class == SIGNED;
}

// The value of a digit in a base up to 16; -1 if it is none.
static int digit_value(char byte, int base) {
  int value = byte >= '0' && byte <= '9'   ? byte - '0'
              : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
              : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                           : 16;
  return value < base ? value : -1;
}

// Takes digits and `_` at the current position, and appends the digits.
static void take_digits(FrontLexer *lexer, StrBuf *digits, int base) {
  for (char byte; (byte = front_lexer_byte(lexer, 0)) == '_' || digit_value(byte, base) >= 0;
       lexer->at++)
    if (byte != '_') strbuf_putc(digits, byte);
}

// Takes an exponent such as `e-5` if there is one; whether there was.
static bool take_exponent(FrontLexer *lexer, StrBuf *digits, char lower, char upper) {
  char mark = front_lexer_byte(lexer, 0), next = front_lexer_byte(lexer, 1);
  if (mark != lower && mark != upper) return false;
  uint32_t sign = next == '+' || next == '-' ? 1 : 0;
  if (digit_value(front_lexer_byte(lexer, 1 + sign), 10) < 0) return false;
  strbuf_write(digits, lexer->text + lexer->at, 1 + sign);
  lexer->at += 1 + sign;
  take_digits(lexer, digits, 10);
  return true;
}

// Takes the digits of a number and its point and exponent; yields the base, sets *is_float.
static int take_number(FrontLexer *lexer, StrBuf *digits, bool *is_float) {
  uint32_t start = lexer->at;
  char second = front_lexer_byte(lexer, 1);
  int base = 10;
  if (front_lexer_byte(lexer, 0) == '0' && (second == 'x' || second == 'X')) base = 16;
  if (front_lexer_byte(lexer, 0) == '0' && (second == 'b' || second == 'B')) base = 2;
  if (base != 10) {
    strbuf_write(digits, lexer->text + lexer->at, 2);
    lexer->at += 2;
  }
  take_digits(lexer, digits, base);
  if (base == 2) return base;
  if (front_lexer_byte(lexer, 0) == '.' && digit_value(front_lexer_byte(lexer, 1), base) >= 0) {
    *is_float = true;
    strbuf_putc(digits, '.');
    lexer->at++;
    take_digits(lexer, digits, base);
  }
  char mark = base == 16 ? 'p' : 'e';
  if (take_exponent(lexer, digits, mark, (char)(mark - 'a' + 'A'))) {
    *is_float = true;
  } else if (base == 16 && *is_float) {
    diag_error(lexer->diag, ERROR_FUTHARK_NUMBER, front_lexer_span(lexer, start),
               "a hexadecimal number with a point needs an exponent");
    diag_hint(lexer->diag, "write `p0` after it: `0x1.8p0`");
  }
  return base;
}

// Takes the letters after the digits; yields the type they name, or sets *is_known to false.
static FutPrim take_suffix(FrontLexer *lexer, bool *is_known) {
  uint32_t start = lexer->at;
  while (fut_lexer_is_constituent(front_lexer_byte(lexer, 0)))
    lexer->at++;
  uint32_t length = lexer->at - start;
  *is_known = true;
  for (size_t i = 0; i < sizeof PRIMS / sizeof *PRIMS; i++)
    if (PRIMS[i].class != TRUTH && strlen(PRIMS[i].text) == length &&
        memcmp(PRIMS[i].text, lexer->text + start, length) == 0)
      return (FutPrim)i;
  *is_known = false;
  return FUT_PRIM_NONE;
}

// Computes the value of the digits, which may begin with 0x or 0b.
static void read_integer(FutNumber *number, int base) {
  for (const char *next = number->text + (base == 10 ? 0 : 2); *next != '\0'; next++) {
    uint64_t digit = (uint64_t)digit_value(*next, base);
    number->real = number->real * base + (double)digit;
    if (number->integer > (UINT64_MAX - digit) / (uint64_t)base) number->is_huge = true;
    number->integer = number->integer * (uint64_t)base + digit;
  }
  if (number->is_huge && number->suffix == FUT_PRIM_NONE) number->integer = 0;
  if (base == 10) number->real = strtod(number->text, NULL);
}

static bool is_float_in_range(const FutNumber *number) {
  double magnitude = fabs(number->real);
  if (number->suffix == FUT_PRIM_F16) return magnitude < 65520.0;
  if (number->suffix == FUT_PRIM_F32) return !isinf(strtof(number->text, NULL));
  return !isinf(magnitude);
}

// A decimal literal of a signed type may be 2^(bits-1), because a minus may stand before it. Other
// literals may use all bits: `0xFFi8` is -1.
static bool is_integer_in_range(const FutNumber *number, int base) {
  if (number->suffix == FUT_PRIM_NONE) return true;
  if (number->is_huge) return false;
  int bits = PRIMS[number->suffix].bits;
  uint64_t largest = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  if (PRIMS[number->suffix].class == SIGNED && base == 10) largest = UINT64_C(1) << (bits - 1);
  return number->integer <= largest;
}

// Says what is wrong with the letters after a number.
static void report_suffix(FrontLexer *lexer, uint32_t start, uint32_t suffix_at,
                          const char *problem) {
  Span span = front_lexer_span(lexer, suffix_at);
  if (suffix_at == lexer->at) span = front_lexer_span(lexer, start);
  diag_error(lexer->diag, ERROR_FUTHARK_NUMBER, span, "%s", problem);
}

// An integer with a suffix keeps its lowest bits, as the reference says; nobody means that.
static void wrap_integer(FrontLexer *lexer, FutNumber *number, uint32_t start) {
  const char *type = PRIMS[number->suffix].text;
  int unused = 64 - PRIMS[number->suffix].bits;
  number->integer = number->integer << unused >> unused;
  number->is_huge = false;
  bool is_signed = PRIMS[number->suffix].class == SIGNED;
  uint64_t sign = is_signed ? number->integer >> (63 - unused) : 0;
  uint64_t magnitude = sign ? (0 - number->integer) << unused >> unused : number->integer;
  diag_warning(lexer->diag, ERROR_FUTHARK_NUMBER_WRAPS, front_lexer_span(lexer, start),
               "this number is out of range for %s and becomes %s%llu", type, sign ? "-" : "",
               (unsigned long long)magnitude);
  uint64_t largest = UINT64_MAX >> (is_signed ? unused + 1 : unused);
  if (is_signed)
    diag_hint(lexer->diag, "an %s is at least -%llu and at most %llu", type,
              (unsigned long long)largest + 1, (unsigned long long)largest);
  else
    diag_hint(lexer->diag, "a %s is at most %llu", type, (unsigned long long)largest);
}

static bool check_number(FrontLexer *lexer, FutNumber *number, int base, uint32_t start) {
  if (!number->is_float) {
    if (!is_integer_in_range(number, base)) wrap_integer(lexer, number, start);
    return true;
  }
  if (is_float_in_range(number)) return true;
  diag_error(lexer->diag, ERROR_FUTHARK_NUMBER_RANGE, front_lexer_span(lexer, start),
             "this number is out of range for %s",
             number->suffix == FUT_PRIM_NONE ? "f64" : PRIMS[number->suffix].text);
  return false;
}

// Whether a point follows that is no part of a range or of a path such as `0.x`.
static bool has_lonely_point(const FrontLexer *lexer) {
  char next = front_lexer_byte(lexer, 1);
  return front_lexer_byte(lexer, 0) == '.' && next != '.' && !fut_lexer_is_constituent(next);
}

// Whether `.5` follows, as in a version number; `..` is a range.
static bool has_second_point(const FrontLexer *lexer) {
  return front_lexer_byte(lexer, 0) == '.' && digit_value(front_lexer_byte(lexer, 1), 10) >= 0;
}

void fut_lexer_number(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  StrBuf digits = {0};
  FutNumber *number = arena_make(lexer->arena, FutNumber);
  int base = take_number(lexer, &digits, &number->is_float);
  uint32_t suffix_at = lexer->at;
  bool is_known = false, is_good = true;
  number->suffix = take_suffix(lexer, &is_known);
  number->text = intern(lexer->names, digits.data, digits.length);
  if (base != 10 && digits.length == 2) {
    report_suffix(lexer, start, lexer->at, "a number needs digits after its prefix");
    is_good = false;
  } else if (!is_known) {
    report_suffix(lexer, start, suffix_at, "this is not the suffix of a number");
    diag_hint(lexer->diag, "suffixes are i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64");
    is_good = false;
  } else if (has_lonely_point(lexer)) {
    lexer->at++;
    report_suffix(lexer, start, lexer->at, "a number needs digits after its point");
    is_good = false;
  } else if (number->is_float && has_second_point(lexer)) {
    while (front_lexer_byte(lexer, 0) == '.' ||
           fut_lexer_is_constituent(front_lexer_byte(lexer, 0)))
      lexer->at++;
    report_suffix(lexer, start, lexer->at, "a number has only one point");
    is_good = false;
  } else if (number->is_float && number->suffix != FUT_PRIM_NONE &&
             !fut_prim_is_float(number->suffix)) {
    report_suffix(lexer, start, suffix_at,
                  "a number with a point or an exponent is not an integer");
    diag_hint(lexer->diag, "use the suffix f16, f32 or f64, or none");
    is_good = false;
  } else if (number->is_float) {
    number->real = strtod(number->text, NULL);
  } else {
    read_integer(number, base);
    number->is_float = fut_prim_is_float(number->suffix);
  }
  strbuf_free(&digits);
  is_good = is_good && check_number(lexer, number, base, start);
  FutTokenKind kind = !is_good ? FUT_TOKEN_BAD : number->is_float ? FUT_TOKEN_FLOAT : FUT_TOKEN_INT;
  front_lexer_push(lexer, kind, start)->value = number;
}

// Takes the digits of a numeric escape; false if there are none or the value is no character.
static bool take_code(FrontLexer *lexer, int base, uint32_t *codepoint) {
  uint32_t start = lexer->at, value = 0;
  for (int digit; (digit = digit_value(front_lexer_byte(lexer, 0), base)) >= 0; lexer->at++)
    if (value <= 0x10FFFF) value = value * (uint32_t)base + (uint32_t)digit;
  char encoded[4];
  *codepoint = value;
  return lexer->at > start && utf8_encode(value, encoded) > 0;
}

// Takes what follows a backslash; false if it is no escape.
static bool take_escape(FrontLexer *lexer, uint32_t *codepoint) {
  static const char LETTERS[] = "abfnrtv\\'\"";
  static const char VALUES[] = "\a\b\f\n\r\t\v\\'\"";
  char letter = front_lexer_byte(lexer, 0);
  const char *found = letter == '\0' ? NULL : strchr(LETTERS, letter);
  if (found != NULL) {
    *codepoint = (unsigned char)VALUES[found - LETTERS];
    lexer->at++;
    return true;
  }
  if (letter == 'x' || letter == 'o') {
    lexer->at++;
    return take_code(lexer, letter == 'x' ? 16 : 8, codepoint);
  }
  return take_code(lexer, 10, codepoint);
}

// Takes one character of a literal, which is there; false after an error was reported.
static bool take_char(FrontLexer *lexer, uint32_t *codepoint) {
  uint32_t start = lexer->at;
  if (front_lexer_byte(lexer, 0) != '\\') {
    *codepoint = front_lexer_take_codepoint(lexer);
    return true;
  }
  lexer->at++;
  if (take_escape(lexer, codepoint)) return true;
  if (lexer->at == start + 1 && lexer->at < lexer->length && front_lexer_byte(lexer, 0) != '\n')
    front_lexer_take_codepoint(lexer);
  diag_error(lexer->diag, ERROR_FUTHARK_ESCAPE, front_lexer_span(lexer, start),
             "this is not an escape sequence");
  diag_hint(lexer->diag, "escapes are \\n \\t \\r \\a \\b \\f \\v \\\\ \\' \\\" \\DDD \\xHH \\oOO");
  return false;
}

void fut_lexer_string(FrontLexer *lexer) {
  uint32_t start = lexer->at++;
  StrBuf bytes = {0};
  bool is_good = true;
  while (!front_lexer_is_at_line_end(lexer) && front_lexer_byte(lexer, 0) != '"') {
    uint32_t codepoint = 0;
    char encoded[4];
    if (!take_char(lexer, &codepoint)) {
      is_good = false;
      continue;
    }
    strbuf_write(&bytes, encoded, utf8_encode(codepoint, encoded));
  }
  if (front_lexer_is_at_line_end(lexer)) {
    is_good = false;
    diag_error(lexer->diag, ERROR_FUTHARK_UNTERMINATED, span_new(lexer->file->id, start, start + 1),
               "this string is not ended on its line");
    diag_hint(lexer->diag, "end it with `\"`; write `\\n` for a line break in it");
  } else {
    lexer->at++;
  }
  front_lexer_push_string(lexer, is_good ? FUT_TOKEN_STRING : FUT_TOKEN_BAD, start,
                          strbuf_text(&bytes), bytes.length);
  strbuf_free(&bytes);
}

void fut_lexer_char(FrontLexer *lexer) {
  uint32_t start = lexer->at++, codepoint = 0;
  bool is_good = false;
  if (front_lexer_is_at_line_end(lexer)) {
    diag_error(lexer->diag, ERROR_FUTHARK_UNTERMINATED, front_lexer_span(lexer, start),
               "this character literal is not ended on its line");
  } else if (front_lexer_byte(lexer, 0) == '\'') {
    lexer->at++;
    diag_error(lexer->diag, ERROR_FUTHARK_ESCAPE, front_lexer_span(lexer, start),
               "a character literal cannot be empty");
    diag_hint(lexer->diag, "write `'\\''` for the character '");
  } else if (!take_char(lexer, &codepoint)) {
    if (front_lexer_byte(lexer, 0) == '\'') lexer->at++;
  } else if (front_lexer_byte(lexer, 0) != '\'') {
    while (fut_lexer_is_constituent(front_lexer_byte(lexer, 0)))
      lexer->at++;
    diag_error(lexer->diag, ERROR_FUTHARK_UNTERMINATED, front_lexer_span(lexer, start),
               "this character literal is not ended by `'`");
    diag_hint(lexer->diag,
              "a character literal holds one character; a string is written in `\"`, a "
              "type parameter as `'name`");
  } else {
    lexer->at++;
    is_good = true;
  }
  FutNumber *number = arena_make(lexer->arena, FutNumber);
  number->text = intern_str(lexer->names, arena_printf(lexer->arena, "%u", codepoint));
  number->suffix = FUT_PRIM_NONE;
  number->integer = codepoint;
  number->real = codepoint;
  number->is_character = true;
  front_lexer_push(lexer, is_good ? FUT_TOKEN_CHAR : FUT_TOKEN_BAD, start)->value = number;
}
