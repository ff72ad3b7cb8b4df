// Numbers of textual IR: `-3i8`, `1_000`, `0x1F`, `0b101i16`, `2.5f32`, `0x1.8p3`.
#include <string.h>

#include "ir/lex.h"
#include "ir/type.h"
#include "rts/c/value.h"

typedef struct Number {
  const char *text;
  size_t length;
  Span span;
  Diag *diag;
  bool is_negative, is_float;
  unsigned base;
  size_t digits_start, digits_end; // of all but sign, 0x or 0b, and suffix
  Scalar type;
} Number;

static bool is_digit(char c, unsigned base) {
  if (base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return true;
  return c >= '0' && c <= (base == 2 ? '1' : '9');
}

static bool is_word_byte(char c) {
  return is_digit(c, 10) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '\'' || (unsigned char)c >= 0x80;
}

static size_t digits_skip(const char *text, size_t length, size_t at, unsigned base) {
  while (at < length && (is_digit(text[at], base) || text[at] == '_'))
    at++;
  return at;
}

// After an exponent's letter: where its digits end, or 0 when there are none.
static size_t exponent_end(const char *text, size_t length, size_t at) {
  if (at < length && (text[at] == '+' || text[at] == '-')) at++;
  if (at >= length || !is_digit(text[at], 10)) return 0;
  return digits_skip(text, length, at, 10);
}

// Finds the digits, from `at` on, and whether they have a fraction or an exponent.
static size_t number_scan(const char *text, size_t length, size_t at, unsigned base,
                          bool *is_float) {
  *is_float = false;
  at = digits_skip(text, length, at, base);
  if (base != 2 && at + 1 < length && text[at] == '.' && is_digit(text[at + 1], base)) {
    *is_float = true;
    at = digits_skip(text, length, at + 1, base);
  }
  char lower = base == 16 ? 'p' : 'e', upper = base == 16 ? 'P' : 'E';
  if (base != 2 && at < length && (text[at] == lower || text[at] == upper)) {
    size_t end = exponent_end(text, length, at + 1);
    if (end > 0) {
      *is_float = true;
      at = end;
    }
  }
  return at;
}

// The base that a prefix after the sign says; moves past it.
static unsigned base_scan(const char *text, size_t length, size_t *at) {
  unsigned base = 10;
  if (*at + 1 < length && text[*at] == '0') {
    char letter = text[*at + 1];
    if (letter == 'x' || letter == 'X') base = 16;
    if (letter == 'b' || letter == 'B') base = 2;
  }
  if (base != 10) *at += 2;
  return base;
}

size_t number_extent(const char *text, size_t length) {
  size_t at = length > 0 && text[0] == '-' ? 1 : 0;
  if (at >= length || !is_digit(text[at], 10)) return 0;
  unsigned base = base_scan(text, length, &at);
  bool is_float;
  at = number_scan(text, length, at, base, &is_float);
  while (at < length && is_word_byte(text[at]))
    at++;
  // A point that no digit follows belongs to the number too, so that the error is about it.
  return at < length && text[at] == '.' ? at + 1 : at;
}

static bool number_fail(const Number *number, const char *reason) {
  diag_error(number->diag, ERROR_MALFORMED_NUMBER, number->span, "%s", reason);
  return false;
}

static bool range_fail(const Number *number) {
  const ScalarInfo *info = scalar_info(number->type);
  diag_error(number->diag, ERROR_NUMBER_RANGE, number->span, "this number is out of range for %s",
             info->text);
  if (info->class == CLASS_INT) {
    int64_t least = info->width == 64 ? INT64_MIN : -((int64_t)1 << (info->width - 1));
    uint64_t most = UINT64_MAX >> (64 - info->width);
    diag_hint(number->diag, "%s holds %lld to %llu, where the upper half is read as negative",
              info->text, (long long)least, (unsigned long long)most);
  }
  return false;
}

// The type, from the suffix or by default.
static bool suffix_parse(Number *number) {
  char suffix[8] = "";
  size_t length = number->length - number->digits_end;
  number->type = number->is_float ? SCALAR_F64 : SCALAR_I64;
  if (length == 0) return true;
  if (number->text[number->digits_end] == '.')
    return number_fail(number, "a digit must follow the point of a number");
  if (length < sizeof suffix) memcpy(suffix, number->text + number->digits_end, length);
  Scalar type;
  if (!scalar_from_text(suffix, &type) || type == SCALAR_BOOL) {
    number_fail(number, "this number ends in something that is not a type");
    diag_hint(number->diag, "the suffixes are i8, i16, i32, i64, f16, f32 and f64");
    return false;
  }
  bool is_int = scalar_info(type)->class == CLASS_INT;
  if (is_int && number->is_float)
    return number_fail(number, "a number with a point or exponent cannot be an integer");
  if (!is_int && number->base == 2) return number_fail(number, "a binary number cannot be a float");
  number->type = type;
  number->is_float = !is_int;
  return true;
}

static bool integer_parse(const Number *number, Constant *constant) {
  uint64_t magnitude = 0;
  unsigned width = scalar_info(number->type)->width;
  uint64_t most = number->is_negative ? (uint64_t)1 << (width - 1) : UINT64_MAX >> (64 - width);
  for (size_t i = number->digits_start; i < number->digits_end; i++) {
    char c = number->text[i];
    if (c == '_') continue;
    unsigned digit = (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    if (magnitude > (most - digit) / number->base || digit > most) return range_fail(number);
    magnitude = magnitude * number->base + digit;
  }
  uint64_t bits = number->is_negative ? 0 - magnitude : magnitude;
  int64_t value;
  memcpy(&value, &bits, sizeof value);
  *constant = constant_int(number->type, value);
  return true;
}

// As values are read everywhere. The form is right already, so only the range can be wrong.
static bool float_parse(const Number *number, Constant *constant) {
  bool is_double = number->type == SCALAR_F64;
  Prim prim = is_double ? PRIM_F64 : number->type == SCALAR_F32 ? PRIM_F32 : PRIM_F16;
  ValueType expected = {.prim = prim};
  Reader *reader = reader_from_memory(number->text, number->length);
  if (!reader) fatal_out_of_memory(number->length);
  Value value = {0};
  ValueError error = {0};
  bool is_read = value_read(reader, &expected, &value, &error);
  if (error.out_of_memory) fatal_out_of_memory(number->length);
  if (is_read) memcpy(&constant->value, value.data, prim_size(prim));
  value_free(&value);
  reader_free(reader);
  return is_read || range_fail(number);
}

bool number_parse(const char *text, size_t length, Span span, Diag *diag, Constant *constant) {
  Number number = {.text = text, .length = length, .span = span, .diag = diag};
  number.is_negative = text[0] == '-';
  number.digits_start = number.is_negative ? 1 : 0;
  number.base = base_scan(text, length, &number.digits_start);
  number.digits_end = number_scan(text, length, number.digits_start, number.base, &number.is_float);
  *constant = constant_i64(0);
  if (number.base == 2 && number.digits_end < length && is_digit(text[number.digits_end], 10))
    return number_fail(&number, "a binary number has only the digits 0 and 1");
  if (number.digits_start == number.digits_end || !is_digit(text[number.digits_start], number.base))
    return number_fail(&number, "this number has no digits");
  bool has_exponent = memchr(text, 'p', length) || memchr(text, 'P', length);
  if (number.base == 16 && number.is_float && !has_exponent)
    return number_fail(&number, "a hexadecimal float has an exponent: 0x1.8p3");
  if (!suffix_parse(&number)) return false;
  *constant = constant_int(number.type, 0);
  return number.is_float ? float_parse(&number, constant) : integer_parse(&number, constant);
}
