// Primitive types, types of values, and values themselves.

#include "rts/c/value.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/scalar.h"
#include "rts/c/value_internal.h"

// ---------------------------------------------------------------------------------------------
// Primitive types

const char *prim_name(Prim prim) {
  switch (prim) {
#define X(ID, NAME, TAG, SIZE)                                                                     \
  case PRIM_##ID: return NAME;
    VALUE_PRIMS(X)
#undef X
  }
  return "?";
}

bool prim_from_name(const char *name, size_t length, Prim *prim) {
#define X(ID, NAME, TAG, SIZE)                                                                     \
  if (length == sizeof NAME - 1 && memcmp(name, NAME, sizeof NAME - 1) == 0) {                     \
    *prim = PRIM_##ID;                                                                             \
    return true;                                                                                   \
  }
  VALUE_PRIMS(X)
#undef X
  return false;
}

size_t prim_size(Prim prim) {
  switch (prim) {
#define X(ID, NAME, TAG, SIZE)                                                                     \
  case PRIM_##ID: return SIZE;
    VALUE_PRIMS(X)
#undef X
  }
  return 0;
}

bool prim_is_signed(Prim prim) { return prim <= PRIM_I64; }
bool prim_is_unsigned(Prim prim) { return prim >= PRIM_U8 && prim <= PRIM_U64; }
bool prim_is_float(Prim prim) { return prim >= PRIM_F16 && prim <= PRIM_F64; }

// ---------------------------------------------------------------------------------------------
// Errors

static void error_print(ValueError *error, const char *format, va_list arguments) {
  memset(error, 0, sizeof *error);
  vsnprintf(error->message, sizeof error->message, format, arguments);
}

bool value_fail(ValueError *error, const char *format, ...) {
  if (error == NULL) return false;
  va_list arguments;
  va_start(arguments, format);
  error_print(error, format, arguments);
  va_end(arguments);
  return false;
}

bool value_fail_memory(ValueError *error, size_t bytes) {
  value_fail(error, "out of memory: %zu bytes are needed", bytes);
  if (error != NULL) error->out_of_memory = true;
  return false;
}

size_t reader_offset(const Reader *reader) {
  return reader->offset + (size_t)(reader->position - reader->start);
}

// Fills in the offset and, if reading failed, says so.
static void error_place(const Reader *reader, size_t offset, ValueError *error) {
  error->offset = offset;
  error->has_offset = true;
  if (reader->error_number != 0)
    snprintf(error->message, sizeof error->message, "cannot read the input: %s",
             strerror(reader->error_number));
}

bool reader_fail(Reader *reader, const unsigned char *at, ValueError *error, const char *format,
                 ...) {
  if (error == NULL) return false;
  va_list arguments;
  va_start(arguments, format);
  error_print(error, format, arguments);
  va_end(arguments);
  error_place(reader, reader->offset + (size_t)(at - reader->start), error);
  if (reader->has_binary) return false;
  error->line = reader->line;
  error->column = reader->column;
  for (const unsigned char *p = reader->start; p < at; p++) {
    if (*p == '\n') {
      error->line++;
      error->column = 1;
    } else if ((*p & 0xc0) != 0x80) { // continuation bytes of UTF-8 do not count
      error->column++;
    }
  }
  return false;
}

bool reader_fail_binary(Reader *reader, size_t offset, ValueError *error, const char *format, ...) {
  if (error == NULL) return false;
  va_list arguments;
  va_start(arguments, format);
  error_print(error, format, arguments);
  va_end(arguments);
  error_place(reader, offset, error);
  return false;
}

// ---------------------------------------------------------------------------------------------
// Types of values

// A size: digits that fit int64_t. Returns the end, or NULL.
static const char *size_parse(const char *text, const char *end, int64_t *size) {
  if (text == end || *text < '0' || *text > '9') return NULL;
  *size = 0;
  for (; text < end && *text >= '0' && *text <= '9'; text++) {
    int digit = *text - '0';
    if (*size > (INT64_MAX - digit) / 10) return NULL;
    *size = *size * 10 + digit;
  }
  return text;
}

bool value_type_parse(const char *text, size_t length, ValueType *type, int64_t *shape) {
  const char *end = text + length;
  int rank = 0;
  while (text < end && *text == '[') {
    int64_t size = -1;
    text++;
    if (text < end && *text != ']') {
      text = size_parse(text, end, &size);
      if (text == NULL) return false;
    }
    if (text == end || *text != ']' || rank == VALUE_MAX_RANK) return false;
    text++;
    if (shape != NULL) shape[rank] = size;
    rank++;
  }
  type->rank = rank;
  return prim_from_name(text, (size_t)(end - text), &type->prim);
}

int value_type_print(ValueType type, const int64_t *shape, char *buffer, size_t size) {
  int length = 0;
  for (int i = 0; i <= type.rank; i++) {
    size_t used = (size_t)length < size ? (size_t)length : size;
    char *target = size == 0 ? NULL : buffer + used;
    if (i == type.rank)
      length += snprintf(target, size - used, "%s", prim_name(type.prim));
    else if (shape == NULL || shape[i] < 0)
      length += snprintf(target, size - used, "[]");
    else
      length += snprintf(target, size - used, "[%" PRId64 "]", shape[i]);
  }
  return length;
}

// ---------------------------------------------------------------------------------------------
// Values

bool shape_measure(Prim prim, int rank, const int64_t *shape, int64_t *count, size_t *size) {
  uint64_t limit = (uint64_t)PTRDIFF_MAX / prim_size(prim);
  uint64_t product = 1;
  bool is_empty = false;
  for (int i = 0; i < rank; i++) {
    if (shape[i] < 0) return false;
    if (shape[i] == 0) is_empty = true;
  }
  for (int i = 0; i < rank && !is_empty; i++) {
    if (product > limit / (uint64_t)shape[i]) return false;
    product *= (uint64_t)shape[i];
  }
  if (is_empty) product = 0;
  *count = (int64_t)product;
  *size = (size_t)product * prim_size(prim);
  return true;
}

bool value_make(Value *value, Prim prim, int rank, const int64_t *shape) {
  int64_t count;
  size_t size;
  memset(value, 0, sizeof *value);
  if (rank < 0 || rank > VALUE_MAX_RANK) return false;
  if (!shape_measure(prim, rank, shape, &count, &size)) return false;
  value->prim = prim;
  value->rank = rank;
  value->data = calloc(size == 0 ? 1 : size, 1);
  if (rank > 0) value->shape = malloc((size_t)rank * sizeof *shape);
  if (value->data == NULL || (rank > 0 && value->shape == NULL)) {
    value_free(value);
    return false;
  }
  if (rank > 0) memcpy(value->shape, shape, (size_t)rank * sizeof *shape);
  return true;
}

void value_free(Value *value) {
  free(value->shape);
  free(value->data);
  memset(value, 0, sizeof *value);
}

int64_t value_count(const Value *value) {
  int64_t count = 0;
  size_t size = 0;
  // A value that exists has a shape that can be measured.
  shape_measure(value->prim, value->rank, value->shape, &count, &size);
  return count;
}

ValueType value_type(const Value *value) {
  return (ValueType){.prim = value->prim, .rank = value->rank};
}

bool value_equal_type(const Value *a, const Value *b) {
  return a->prim == b->prim && a->rank == b->rank;
}

// ---------------------------------------------------------------------------------------------
// Comparison

static double element_to_double(Prim prim, const void *data) {
  ScalarValue scalar;
  memcpy(&scalar, data, prim_size(prim));
  return prim == PRIM_F16   ? fpconv_f16_f64(scalar.f16)
         : prim == PRIM_F32 ? fpconv_f32_f64(scalar.f32)
                            : scalar.f64;
}

static bool element_equals(Prim prim, const void *expected, const void *got, double tolerance) {
  if (!prim_is_float(prim)) return memcmp(expected, got, prim_size(prim)) == 0;
  double e = element_to_double(prim, expected), g = element_to_double(prim, got);
  if (isnan(e) || isnan(g)) return isnan(e) && isnan(g);
  if (isinf(e) || isinf(g)) return e == g;
  return e == g || fabs(e - g) <= tolerance * fmax(fabs(e), 0.001);
}

// Writes the position of an element, such as "[3][4]".
static void index_print(const Value *value, int64_t index, char *buffer, size_t size) {
  int64_t indices[VALUE_MAX_RANK];
  for (int i = value->rank - 1; i >= 0; i--) {
    indices[i] = index % value->shape[i];
    index /= value->shape[i];
  }
  size_t used = 0;
  for (int i = 0; i < value->rank && used < size; i++)
    used += (size_t)snprintf(buffer + used, size - used, "[%" PRId64 "]", indices[i]);
}

static void difference_print(const Value *expected, const Value *got, int64_t index, char *message,
                             size_t size) {
  size_t at = (size_t)index * prim_size(expected->prim);
  PowersOfTen *powers = calloc(1, sizeof *powers);
  char place[256] = "", expected_text[ELEMENT_TEXT_SIZE] = "?", got_text[ELEMENT_TEXT_SIZE] = "?";
  if (powers != NULL) {
    *element_print(powers, expected->prim, (char *)expected->data + at, expected_text) = '\0';
    *element_print(powers, got->prim, (char *)got->data + at, got_text) = '\0';
  }
  free(powers);
  index_print(expected, index, place, sizeof place);
  snprintf(message, size, "%s%s%sexpected %s, got %s", expected->rank > 0 ? "at " : "", place,
           expected->rank > 0 ? ": " : "", expected_text, got_text);
}

bool value_compare(const Value *expected, const Value *got, double tolerance, char *message,
                   size_t size) {
  bool is_same_shape = value_equal_type(expected, got);
  for (int i = 0; is_same_shape && i < expected->rank; i++)
    is_same_shape = expected->shape[i] == got->shape[i];
  if (!is_same_shape) {
    char expected_type[256], got_type[256];
    value_type_print(value_type(expected), expected->shape, expected_type, sizeof expected_type);
    value_type_print(value_type(got), got->shape, got_type, sizeof got_type);
    snprintf(message, size, "expected a value of type %s, got one of type %s", expected_type,
             got_type);
    return false;
  }
  int64_t count = value_count(expected);
  size_t step = prim_size(expected->prim);
  const char *e = expected->data, *g = got->data;
  for (int64_t i = 0; i < count; i++, e += step, g += step) {
    if (element_equals(expected->prim, e, g, tolerance)) continue;
    difference_print(expected, got, i, message, size);
    return false;
  }
  return true;
}
