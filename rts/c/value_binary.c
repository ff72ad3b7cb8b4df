// The binary format: 'b', version 2, rank, a type tag of four characters, the shape as 64-bit
// numbers, the elements; everything in little-endian byte order.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/value_internal.h"

#define BINARY_VERSION 2
#define BINARY_CHUNK   ((size_t)1 << 20)

static const char *prim_tag(Prim prim) {
  switch (prim) {
#define X(ID, NAME, TAG, SIZE)                                                                     \
  case PRIM_##ID: return TAG;
    VALUE_PRIMS(X)
#undef X
  }
  return "????";
}

static bool prim_from_tag(const unsigned char *tag, Prim *prim) {
#define X(ID, NAME, TAG, SIZE)                                                                     \
  if (memcmp(tag, TAG, 4) == 0) {                                                                  \
    *prim = PRIM_##ID;                                                                             \
    return true;                                                                                   \
  }
  VALUE_PRIMS(X)
#undef X
  return false;
}

static bool is_little_endian(void) {
  const uint16_t probe = 1;
  unsigned char first;
  memcpy(&first, &probe, 1);
  return first == 1;
}

// Turns elements from the host's byte order to little-endian or back.
static void elements_swap(unsigned char *data, size_t size, size_t element_size) {
  if (is_little_endian() || element_size == 1) return;
  for (unsigned char *element = data; element < data + size; element += element_size) {
    for (size_t i = 0; i < element_size / 2; i++) {
      unsigned char byte = element[i];
      element[i] = element[element_size - 1 - i];
      element[element_size - 1 - i] = byte;
    }
  }
}

// Where the parts of the header are.
enum { HEADER_VERSION = 1, HEADER_RANK = 2, HEADER_TYPE = 3, HEADER_SHAPE = 7 };

// Reads one size of the shape.
static bool size_read(Reader *reader, int dim, int64_t *size, ValueError *error) {
  size_t start = reader_offset(reader);
  unsigned char bytes[8];
  uint64_t bits = 0;
  if (!reader_take(reader, bytes, sizeof bytes))
    return reader_fail_binary(reader, reader_offset(reader), error,
                              "the shape of a binary value is cut off");
  for (int j = 7; j >= 0; j--)
    bits = bits << 8 | bytes[j];
  if (bits > INT64_MAX)
    return reader_fail_binary(reader, start, error,
                              "dimension %d of a binary value is negative: -%" PRIu64, dim,
                              ~bits + 1);
  *size = (int64_t)bits;
  return true;
}

// Reads the header; the shape has room for VALUE_MAX_RANK sizes.
static bool header_read(Reader *reader, ValueType *type, int64_t *shape, ValueError *error) {
  size_t start = reader_offset(reader);
  unsigned char header[HEADER_SHAPE];
  if (!reader_take(reader, header, sizeof header))
    return reader_fail_binary(reader, reader_offset(reader), error,
                              "the header of a binary value is cut off");
  if (header[1] != BINARY_VERSION)
    return reader_fail_binary(reader, start + HEADER_VERSION, error,
                              "version %d of the binary format is not supported, only version %d",
                              header[1], BINARY_VERSION);
  if (header[2] > VALUE_MAX_RANK)
    return reader_fail_binary(reader, start + HEADER_RANK, error,
                              "a binary value has rank %d; the limit is %d", header[2],
                              VALUE_MAX_RANK);
  type->rank = header[2];
  if (!prim_from_tag(header + 3, &type->prim))
    return reader_fail_binary(reader, start + HEADER_TYPE, error,
                              "a binary value has an unknown type (bytes %02x %02x %02x %02x)",
                              header[3], header[4], header[5], header[6]);
  for (int i = 0; i < type->rank; i++)
    if (!size_read(reader, i, &shape[i], error)) return false;
  return true;
}

// Reads the elements. A stream does not say how much it holds, so memory grows as data arrives: a
// header that promises too much cannot take much more than is there, nor more than it may.
static void *data_read(Reader *reader, size_t size, ValueError *error) {
  size_t rest = (size_t)(reader->end - reader->position);
  if (reader->is_exhausted && rest < size) {
    reader_fail_binary(reader, reader_offset(reader) + rest, error,
                       "a binary value of %zu bytes is cut off after %zu bytes", size, rest);
    return NULL;
  }
  size_t count = 0, capacity = reader->is_exhausted || size < BINARY_CHUNK ? size : BINARY_CHUNK;
  unsigned char *data = malloc(capacity == 0 ? 1 : capacity);
  while (data != NULL) {
    if (!reader_take(reader, data + count, capacity - count)) {
      reader_fail_binary(reader, reader_offset(reader), error,
                         "a binary value of %zu bytes is cut off", size);
      free(data);
      return NULL;
    }
    count = capacity;
    if (count == size) return data;
    capacity = size - count < count ? size : 2 * count;
    unsigned char *more = capacity > reader->limit ? NULL : realloc(data, capacity);
    if (more == NULL) free(data);
    data = more;
  }
  value_fail_memory(error, size);
  return NULL;
}

// Checks the elements, which were read just now.
static bool bools_check(Reader *reader, const unsigned char *data, size_t count,
                        ValueError *error) {
  unsigned char all = 0;
  for (size_t i = 0; i < count; i++)
    all |= data[i];
  if (all <= 1) return true;
  size_t wrong = 0;
  while (data[wrong] <= 1)
    wrong++;
  return reader_fail_binary(reader, reader_offset(reader) - count + wrong, error,
                            "a binary bool is neither 0 nor 1");
}

bool value_read_binary(Reader *reader, const ValueType *expected, Value *out, ValueError *error) {
  ValueType type = {.rank = 0};
  int64_t shape[VALUE_MAX_RANK];
  int64_t count;
  size_t size;
  size_t start = reader_offset(reader);
  reader->has_binary = true;
  if (!header_read(reader, &type, shape, error)) return false;
  if (expected != NULL && (expected->prim != type.prim || expected->rank != type.rank)) {
    char expected_text[192], found_text[192];
    value_type_print(*expected, NULL, expected_text, sizeof expected_text);
    value_type_print(type, NULL, found_text, sizeof found_text);
    return reader_fail_binary(reader, start, error,
                              "expected a value of type %s, found one of type %s", expected_text,
                              found_text);
  }
  if (!shape_measure(type.prim, type.rank, shape, &count, &size))
    return reader_fail_binary(reader, start, error,
                              "a binary value is too large for the address space");
  unsigned char *data = data_read(reader, size, error);
  if (data == NULL) return false;
  elements_swap(data, size, prim_size(type.prim));
  if (type.prim == PRIM_BOOL && !bools_check(reader, data, size, error)) {
    free(data);
    return false;
  }
  size_t shape_size = (size_t)type.rank * sizeof *shape;
  *out = (Value){.prim = type.prim, .rank = type.rank, .data = data};
  if (type.rank == 0) return true;
  out->shape = malloc(shape_size);
  if (out->shape == NULL) {
    value_free(out);
    return value_fail_memory(error, shape_size);
  }
  memcpy(out->shape, shape, shape_size);
  return true;
}

bool value_write_binary(Writer *writer, const Value *value, ValueError *error) {
  char header[7 + 8 * VALUE_MAX_RANK] = {'b', BINARY_VERSION, (char)value->rank};
  memcpy(header + 3, prim_tag(value->prim), 4);
  for (int i = 0; i < value->rank; i++) {
    for (int j = 0; j < 8; j++)
      header[7 + 8 * i + j] = (char)((uint64_t)value->shape[i] >> (8 * j) & 0xff);
  }
  if (!writer_put(writer, header, 7 + 8 * (size_t)value->rank, error)) return false;
  size_t element_size = prim_size(value->prim);
  size_t size = (size_t)value_count(value) * element_size;
  if (is_little_endian()) return writer_put(writer, value->data, size, error);
  unsigned char chunk[4096];
  for (size_t at = 0; at < size; at += sizeof chunk) {
    size_t part = size - at < sizeof chunk ? size - at : sizeof chunk;
    memcpy(chunk, (const char *)value->data + at, part);
    elements_swap(chunk, part, element_size);
    if (!writer_put(writer, (const char *)chunk, part, error)) return false;
  }
  return true;
}
