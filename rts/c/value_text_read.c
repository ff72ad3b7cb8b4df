// Values from text.

#include <stdlib.h>
#include <string.h>

#include "rts/c/value_internal.h"

// What is being read: elements collect in `data`, sizes in `shape`.
typedef struct TextReader {
  Reader *reader;
  ValueError *error;
  Prim prim;
  bool is_prim_known;             // else the first element decides
  int rank;                       // -1 if not known yet
  int64_t shape[VALUE_MAX_RANK];  // -1 where not known yet
  int64_t counts[VALUE_MAX_RANK]; // elements so far in the open arrays
  unsigned char *data;
  size_t size, capacity;
} TextReader;

// ---------------------------------------------------------------------------------------------
// Characters

static bool is_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(int c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; }

static int hex_digit(int c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The byte at p, or -1 at the end of the view.
static inline int byte_at(const Reader *reader, const unsigned char *p) {
  return p < reader->end ? *p : -1;
}

// The next byte of the input, or -1.
static inline int peek(Reader *reader) {
  if (reader->position == reader->end) reader_fill(reader, 1);
  return byte_at(reader, reader->position);
}

static void skip_line(Reader *reader) {
  for (int c = peek(reader); c != -1 && c != '\n'; c = peek(reader))
    reader->position++;
}

void reader_skip_blanks(Reader *reader) {
  for (;;) {
    int c = peek(reader);
    if (is_blank(c)) {
      reader->position++;
    } else if (c == '-') {
      reader_fill(reader, 2);
      if (byte_at(reader, reader->position + 1) != '-') return;
      skip_line(reader);
    } else {
      return;
    }
  }
}

// Describes what is at the current position, for messages: the word there, or the character.
static void found_print(Reader *reader, char *buffer, size_t size) {
  reader_fill(reader, READER_LOOKAHEAD);
  const unsigned char *p = reader->position;
  int c = byte_at(reader, p);
  if (c == -1) {
    snprintf(buffer, size, "the end of the input");
    return;
  }
  if (c < ' ' || c > '~') {
    snprintf(buffer, size, "a byte 0x%02x", (unsigned)c);
    return;
  }
  if (c == '-') p++;
  while (is_word(byte_at(reader, p)))
    p++;
  if (p == reader->position) p++;
  size_t length = (size_t)(p - reader->position);
  bool is_long = length > 40;
  snprintf(buffer, size, "%.*s%s", is_long ? 40 : (int)length, (const char *)reader->position,
           is_long ? "..." : "");
}

// Fails because something else was expected here.
static bool expected_fail(TextReader *text, const char *expected) {
  char found[64];
  found_print(text->reader, found, sizeof found);
  return reader_fail(text->reader, text->reader->position, text->error, "expected %s, found %s",
                     expected, found);
}

// Fails because an element of another type was expected here.
static bool element_fail(TextReader *text) {
  return expected_fail(text, text->is_prim_known ? prim_name(text->prim) : "a value");
}

// Fails because a value of another type was expected here.
static bool expected_type_fail(TextReader *text) {
  char type[192];
  ValueType expected = {.prim = text->prim, .rank = text->rank};
  value_type_print(expected, NULL, type, sizeof type);
  return expected_fail(text, type);
}

// ---------------------------------------------------------------------------------------------
// Literals

static void digit_add(Literal *literal, unsigned base, unsigned digit) {
  // The division is only needed for the last digits of very long numbers.
  bool is_near_limit = literal->magnitude >= UINT64_MAX / 32;
  if (is_near_limit && literal->magnitude > (UINT64_MAX - digit) / base)
    literal->is_overflow = true;
  if (!literal->is_overflow) literal->magnitude = literal->magnitude * base + digit;
}

// Digits and underscores, the first a digit; returns the end. Counts the digits.
static const unsigned char *digits_scan(const Reader *reader, const unsigned char *p, unsigned base,
                                        Literal *literal, int64_t *count) {
  *count = 0;
  for (;; p++) {
    int c = byte_at(reader, p);
    if (c == '_' && *count > 0) continue;
    int digit = base == 16 ? hex_digit(c) : is_digit(c) ? c - '0' : -1;
    if (digit < 0 || (unsigned)digit >= base) return p;
    digit_add(literal, base, (unsigned)digit);
    ++*count;
  }
}

// An exponent, if one is here: a letter, maybe a sign, digits. Returns the end.
static const unsigned char *exponent_scan(const Reader *reader, const unsigned char *p, int letter,
                                          Literal *literal) {
  int c = byte_at(reader, p);
  if (c != letter && c != letter - 'a' + 'A') return p;
  const unsigned char *digits = p + 1;
  int sign = byte_at(reader, digits);
  if (sign == '-' || sign == '+') digits++;
  if (!is_digit(byte_at(reader, digits))) return p;
  int64_t exponent = 0;
  for (; is_digit(byte_at(reader, digits)); digits++) {
    if (exponent < 1000000) exponent = exponent * 10 + (*digits - '0');
  }
  literal->exponent += sign == '-' ? -exponent : exponent;
  literal->is_float = true;
  return digits;
}

static const unsigned char *decimal_scan(const Reader *reader, const unsigned char *p,
                                         Literal *literal) {
  int64_t whole, fraction = 0;
  p = digits_scan(reader, p, 10, literal, &whole);
  if (byte_at(reader, p) == '.') {
    p = digits_scan(reader, p + 1, 10, literal, &fraction);
    literal->is_float = true;
  }
  if (whole + fraction == 0) return NULL;
  literal->exponent = -fraction;
  return exponent_scan(reader, p, 'e', literal);
}

// After 0x or 0b. A hexadecimal float must have an exponent, else its suffix would be digits.
static const unsigned char *prefixed_scan(const Reader *reader, const unsigned char *p,
                                          unsigned base, Literal *literal) {
  int64_t whole, fraction = 0;
  bool has_point = false;
  literal->is_prefixed = true;
  p = digits_scan(reader, p, base, literal, &whole);
  if (base == 16 && byte_at(reader, p) == '.') {
    has_point = true;
    p = digits_scan(reader, p + 1, base, literal, &fraction);
  }
  if (base == 16) p = exponent_scan(reader, p, 'p', literal);
  if (whole + fraction == 0 || (has_point && !literal->is_float)) return NULL;
  return p;
}

// Is it this word, in small letters, or in capitals somewhere?
static bool is_spelled(const unsigned char *p, size_t length, const char *word) {
  if (strlen(word) != length) return false;
  for (size_t i = 0; i < length; i++)
    if ((p[i] | 0x20) != (unsigned char)word[i]) return false;
  return true;
}

// nan, inf, f32.nan, f64.inf and so on; and as other languages write them: NaN, Infinity. Returns
// the end, or NULL.
static const unsigned char *special_scan(const Reader *reader, const unsigned char *p,
                                         Literal *literal) {
  const unsigned char *end = p;
  while (is_word(byte_at(reader, end)))
    end++;
  if (end - p == 7 && p[3] == '.' && prim_from_name((const char *)p, 3, &literal->suffix) &&
      prim_is_float(literal->suffix)) {
    literal->has_suffix = true;
    p += 4;
  }
  size_t length = (size_t)(end - p);
  literal->is_float = true;
  literal->is_nan = is_spelled(p, length, "nan");
  literal->is_infinite = is_spelled(p, length, "inf") || is_spelled(p, length, "infinity");
  return literal->is_nan || literal->is_infinite ? end : NULL;
}

static const unsigned char *suffix_scan(const Reader *reader, const unsigned char *p,
                                        Literal *literal) {
  const unsigned char *end = p;
  while (is_word(byte_at(reader, end)))
    end++;
  if (end == p) return end;
  if (!prim_from_name((const char *)p, (size_t)(end - p), &literal->suffix)) return NULL;
  if (literal->suffix == PRIM_BOOL) return NULL;
  literal->has_suffix = true;
  return end;
}

// Scans the number at the position, which stays where it is. Returns its end, or NULL if there is
// no number.
static const unsigned char *literal_scan(Reader *reader, Literal *literal) {
  const unsigned char *p = reader->position;
  memset(literal, 0, sizeof *literal);
  literal->text = p;
  literal->is_negative = byte_at(reader, p) == '-';
  if (literal->is_negative) p++;
  if (is_letter(byte_at(reader, p))) return special_scan(reader, p, literal);
  int prefix = byte_at(reader, p) == '0' ? byte_at(reader, p + 1) : -1;
  if (prefix == 'x' || prefix == 'X')
    p = prefixed_scan(reader, p + 2, 16, literal);
  else if (prefix == 'b' || prefix == 'B')
    p = prefixed_scan(reader, p + 2, 2, literal);
  else
    p = decimal_scan(reader, p, literal);
  if (p == NULL) return NULL;
  literal->length = (size_t)(p - literal->text);
  return suffix_scan(reader, p, literal);
}

// ---------------------------------------------------------------------------------------------
// Elements

// So much is read although it is more than the limit, so that the message can say how much it is.
#define TEXT_EXCESS ((size_t)1 << 20)

// Makes room for one more element; NULL if memory is short.
static size_t element_room(const TextReader *text) {
  return text->capacity == 0 ? 64 : 2 * text->capacity;
}

static unsigned char *element_add(TextReader *text) {
  size_t step = prim_size(text->prim);
  if (text->capacity - text->size < step) {
    if (text->capacity > PTRDIFF_MAX / 2) return NULL;
    size_t capacity = element_room(text);
    if (capacity > text->reader->limit && capacity > TEXT_EXCESS) return NULL;
    unsigned char *data = realloc(text->data, capacity);
    if (data == NULL) return NULL;
    text->data = data;
    text->capacity = capacity;
  }
  unsigned char *element = text->data + text->size;
  text->size += step;
  return element;
}

// Stores an integer; false if it is out of range. Two's complement makes one way do for all types,
// also for `0x8407i16`, which says all bits of a signed number, and for `-1u16`.
static bool integer_store(const Literal *literal, Prim prim, unsigned char *target) {
  int bits = 8 * (int)prim_size(prim);
  uint64_t limit = UINT64_MAX >> (64 - bits);
  bool has_sign = literal->is_negative || !literal->is_prefixed;
  if (prim_is_signed(prim) && has_sign) limit = (limit >> 1) + literal->is_negative;
  if (literal->is_overflow || literal->magnitude > limit) return false;
  uint64_t number = literal->is_negative ? 0 - literal->magnitude : literal->magnitude;
  uint8_t number8 = (uint8_t)number;
  uint16_t number16 = (uint16_t)number;
  uint32_t number32 = (uint32_t)number;
  const void *source = bits == 8    ? (const void *)&number8
                       : bits == 16 ? (const void *)&number16
                       : bits == 32 ? (const void *)&number32
                                    : (const void *)&number;
  memcpy(target, source, prim_size(prim));
  return true;
}

static bool number_read(TextReader *text) {
  Reader *reader = text->reader;
  Literal literal;
  const unsigned char *end = literal_scan(reader, &literal);
  if (end == NULL) return element_fail(text);
  // That much is in view, so a number which might go on beyond the view is too long as well.
  if (end - reader->position >= READER_LOOKAHEAD)
    return reader_fail(reader, reader->position, text->error, "a number is too long");
  if (!text->is_prim_known) {
    text->prim = literal.has_suffix ? literal.suffix : literal.is_float ? PRIM_F64 : PRIM_I32;
    text->is_prim_known = true;
  }
  Prim prim = text->prim;
  bool is_type_right = prim_is_float(prim) || (prim != PRIM_BOOL && !literal.is_float);
  if (!is_type_right || (literal.has_suffix && literal.suffix != prim)) return element_fail(text);
  unsigned char *target = element_add(text);
  if (target == NULL) return value_fail_memory(text->error, element_room(text));
  bool is_in_range = prim_is_float(prim) ? literal_to_float(&literal, prim, target)
                                         : integer_store(&literal, prim, target);
  if (!is_in_range) {
    char found[64];
    found_print(reader, found, sizeof found);
    return reader_fail(reader, reader->position, text->error, "%s is out of range for %s", found,
                       prim_name(prim));
  }
  reader->position = end;
  return true;
}

// Whether the word at the position is this one.
static bool word_is(const Reader *reader, const char *word) {
  size_t length = strlen(word);
  return (size_t)(reader->end - reader->position) >= length &&
         memcmp(reader->position, word, length) == 0 &&
         !is_word(byte_at(reader, reader->position + length));
}

static bool scalar_read(TextReader *text) {
  Reader *reader = text->reader;
  reader_fill(reader, READER_LOOKAHEAD);
  bool is_true = word_is(reader, "true");
  if (!is_true && !word_is(reader, "false")) return number_read(text);
  if (!text->is_prim_known) {
    text->prim = PRIM_BOOL;
    text->is_prim_known = true;
  }
  if (text->prim != PRIM_BOOL) return element_fail(text);
  unsigned char *target = element_add(text);
  if (target == NULL) return value_fail_memory(text->error, element_room(text));
  *target = is_true;
  reader->position += is_true ? 4 : 5;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Strings

// The character after a backslash; -1 if there is no such escape. Moves the position past it.
static int escape_read(Reader *reader) {
  static const char names[] = "abfnrtv0\\\"'";
  static const char codes[] = "\a\b\f\n\r\t\v\0\\\"'";
  reader_fill(reader, 3);
  int c = byte_at(reader, reader->position);
  const char *name = c > 0 ? strchr(names, c) : NULL;
  if (name != NULL) {
    reader->position++;
    return (unsigned char)codes[name - names];
  }
  if (c != 'x') return -1;
  int high = hex_digit(byte_at(reader, reader->position + 1));
  int low = high < 0 ? -1 : hex_digit(byte_at(reader, reader->position + 2));
  if (low < 0) return -1;
  reader->position += 3;
  return 16 * high + low;
}

// The characters of a string, after the opening quote, up to and including the closing one.
static bool string_read(TextReader *text, int64_t *count) {
  Reader *reader = text->reader;
  *count = 0;
  for (;;) {
    int c = peek(reader);
    if (c == -1 || c == '\n') return expected_fail(text, "the closing \" of a string");
    reader->position++;
    if (c == '"') return true;
    if (c == '\\' && (c = escape_read(reader)) < 0)
      return expected_fail(text, "one of a b f n r t v 0 x \\ \" ' after a backslash");
    unsigned char *target = element_add(text);
    if (target == NULL) return value_fail_memory(text->error, element_room(text));
    *target = (unsigned char)c;
    ++*count;
  }
}

// ---------------------------------------------------------------------------------------------
// Arrays

// Notes that an array at this depth (from 1) ended with this many elements; all at one depth must
// have the same number.
static bool dimension_close(TextReader *text, int depth, int64_t count) {
  int64_t *size = &text->shape[depth - 1];
  if (*size < 0) *size = count;
  if (*size == count) return true;
  return reader_fail(text->reader, text->reader->position, text->error,
                     "this array has %lld elements, but the ones before it have %lld",
                     (long long)count, (long long)*size);
}

// Notes that elements are at this depth.
static bool rank_check(TextReader *text, int depth) {
  if (text->rank < 0) text->rank = depth;
  if (text->rank == depth) return true;
  if (text->rank == 0) return expected_type_fail(text);
  if (depth < text->rank) return expected_fail(text, "[");
  char expected[32];
  snprintf(expected, sizeof expected, "an element of type %s", prim_name(text->prim));
  return expected_fail(text, expected);
}

// An array without elements, at its closing bracket: what is not seen must be known.
static bool nothing_check(TextReader *text, int depth) {
  if (text->rank == depth && text->is_prim_known) return true;
  return reader_fail(text->reader, text->reader->position, text->error,
                     "the type of an empty array is not clear; write empty([0]i32), for example");
}

// One string, as a row of an array of this depth.
static bool string_row_read(TextReader *text, int depth) {
  int64_t count;
  if (text->is_prim_known && text->prim != PRIM_U8) return expected_type_fail(text);
  if (depth == VALUE_MAX_RANK || !rank_check(text, depth + 1)) return expected_type_fail(text);
  text->prim = PRIM_U8;
  text->is_prim_known = true;
  text->reader->position++;
  return string_read(text, &count) && dimension_close(text, depth + 1, count);
}

// Opens an array inside `depth` others.
static bool array_open(TextReader *text, int depth) {
  if (text->rank >= 0 && depth >= text->rank) return rank_check(text, depth + 1);
  if (depth == VALUE_MAX_RANK)
    return reader_fail(text->reader, text->reader->position, text->error,
                       "an array has more than %d dimensions", VALUE_MAX_RANK);
  text->counts[depth] = 0;
  text->reader->position++;
  return true;
}

// Reads up to the end of one element: opens arrays until there is a scalar, a string, or an empty
// array, which is closed at once.
static bool element_read(TextReader *text, int *depth) {
  bool is_open = false;
  for (;;) {
    reader_skip_blanks(text->reader);
    int c = peek(text->reader);
    if (c == '[') {
      if (!array_open(text, *depth)) return false;
      ++*depth;
      is_open = true;
    } else if (c == ']' && is_open) {
      if (!nothing_check(text, *depth) || !dimension_close(text, *depth, 0)) return false;
      text->reader->position++;
      --*depth;
      return true;
    } else if (c == '"') {
      return string_row_read(text, *depth);
    } else {
      if (*depth == 0 && text->rank > 0) return expected_type_fail(text);
      return rank_check(text, *depth) && scalar_read(text);
    }
  }
}

static bool elements_read(TextReader *text) {
  int depth = 0;
  for (;;) {
    if (!element_read(text, &depth)) return false;
    for (;;) {
      if (depth == 0) return true;
      text->counts[depth - 1]++;
      reader_skip_blanks(text->reader);
      int c = peek(text->reader);
      if (c != ',' && c != ']') return expected_fail(text, "',' or ']'");
      if (c == ']' && !dimension_close(text, depth, text->counts[depth - 1])) return false;
      text->reader->position++;
      if (c == ',') break;
      depth--;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// empty([0][3]i32)

// The type between the parentheses, without blanks; false if there is none or it is too long.
static bool empty_type_scan(Reader *reader, char *text, size_t size, size_t *length) {
  reader->position += strlen("empty");
  reader_skip_blanks(reader);
  if (peek(reader) != '(') return false;
  reader->position++;
  for (*length = 0;; reader->position++) {
    reader_skip_blanks(reader);
    int c = peek(reader);
    if (c == ')') break;
    if (c == -1 || *length == size) return false;
    text[(*length)++] = (char)c;
  }
  reader->position++;
  return true;
}

static bool empty_read(TextReader *text, const ValueType *expected) {
  Reader *reader = text->reader;
  char type_text[22 * VALUE_MAX_RANK + 8];
  size_t length, size;
  ValueType type;
  int64_t count;
  if (!empty_type_scan(reader, type_text, sizeof type_text, &length))
    return reader_fail(reader, reader->position, text->error,
                       "expected empty(...), with a type in parentheses");
  if (!value_type_parse(type_text, length, &type, text->shape))
    return reader_fail(reader, reader->position, text->error,
                       "the type in empty(...) is malformed");
  if (expected != NULL && (type.prim != expected->prim || type.rank != expected->rank)) {
    char expected_text[192];
    value_type_print(*expected, NULL, expected_text, sizeof expected_text);
    return reader_fail(reader, reader->position, text->error, "expected %s, found empty(%.*s)",
                       expected_text, (int)length, type_text);
  }
  if (!shape_measure(type.prim, type.rank, text->shape, &count, &size) || count != 0)
    return reader_fail(reader, reader->position, text->error,
                       "empty(...) needs a size for every dimension, one of them 0");
  text->prim = type.prim;
  text->rank = type.rank;
  return true;
}

// ---------------------------------------------------------------------------------------------

// Hands the collected elements over to the value.
static bool value_finish(TextReader *text, Value *out) {
  int64_t *shape = NULL;
  unsigned char *data = realloc(text->data, text->size == 0 ? 1 : text->size);
  if (data == NULL) return value_fail_memory(text->error, text->size);
  text->data = data;
  if (text->rank > 0) {
    size_t size = (size_t)text->rank * sizeof *shape;
    shape = malloc(size);
    if (shape == NULL) return value_fail_memory(text->error, size);
    memcpy(shape, text->shape, size);
  }
  *out = (Value){.prim = text->prim, .rank = text->rank, .shape = shape, .data = data};
  return true;
}

bool value_read_text(Reader *reader, const ValueType *expected, Value *out, ValueError *error) {
  TextReader text = {.reader = reader, .error = error, .rank = -1};
  for (int i = 0; i < VALUE_MAX_RANK; i++)
    text.shape[i] = -1;
  if (expected != NULL) {
    text.prim = expected->prim;
    text.is_prim_known = true;
    text.rank = expected->rank;
  }
  reader_fill(reader, READER_LOOKAHEAD);
  bool is_read = word_is(reader, "empty") ? empty_read(&text, expected) : elements_read(&text);
  if (is_read && value_finish(&text, out)) return true;
  free(text.data);
  return false;
}
