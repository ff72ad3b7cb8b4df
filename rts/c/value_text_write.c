// The writer, and values as text.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/value_internal.h"

#define WRITER_CAPACITY ((size_t)1 << 16)

// ---------------------------------------------------------------------------------------------
// The writer

static Writer *writer_make(FILE *file, size_t capacity) {
  Writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->data = malloc(capacity);
  if (writer->data == NULL) {
    free(writer);
    return NULL;
  }
  writer->file = file;
  writer->capacity = capacity;
  writer->data[0] = '\0';
  return writer;
}

Writer *writer_to_file(FILE *file) { return writer_make(file, WRITER_CAPACITY); }
Writer *writer_to_memory(void) { return writer_make(NULL, 256); }

void writer_free(Writer *writer) {
  if (writer == NULL) return;
  free(writer->data);
  free(writer);
}

const char *writer_data(const Writer *writer, size_t *size) {
  *size = writer->count;
  return writer->data;
}

static bool bytes_write(FILE *file, const char *data, size_t size, ValueError *error) {
  errno = 0;
  if (fwrite(data, 1, size, file) == size) return true;
  return value_fail(error, "cannot write the output: %s", strerror(errno != 0 ? errno : EIO));
}

// Hands the buffer to the stream.
static bool writer_drain(Writer *writer, ValueError *error) {
  size_t size = writer->count;
  writer->count = 0;
  return bytes_write(writer->file, writer->data, size, error);
}

bool writer_flush(Writer *writer, ValueError *error) {
  if (writer->file == NULL) return true;
  if (!writer_drain(writer, error)) return false;
  errno = 0;
  if (fflush(writer->file) == 0) return true;
  return value_fail(error, "cannot write the output: %s", strerror(errno != 0 ? errno : EIO));
}

char *writer_reserve(Writer *writer, size_t count, ValueError *error) {
  if (writer->file != NULL && count > writer->capacity - writer->count) {
    if (!writer_drain(writer, error)) return NULL;
  }
  // A writer to memory keeps one byte more, for the zero at the end.
  if (count >= writer->capacity - writer->count) {
    size_t capacity = writer->capacity;
    while (capacity - writer->count <= count) {
      if (capacity > PTRDIFF_MAX / 2) {
        value_fail_memory(error, SIZE_MAX);
        return NULL;
      }
      capacity *= 2;
    }
    char *data = realloc(writer->data, capacity);
    if (data == NULL) {
      value_fail_memory(error, capacity);
      return NULL;
    }
    writer->data = data;
    writer->capacity = capacity;
  }
  return writer->data + writer->count;
}

bool writer_put(Writer *writer, const char *text, size_t length, ValueError *error) {
  if (writer->file != NULL && length >= writer->capacity / 4)
    return writer_drain(writer, error) && bytes_write(writer->file, text, length, error);
  char *target = writer_reserve(writer, length, error);
  if (target == NULL) return false;
  memcpy(target, text, length);
  writer->count += length;
  if (writer->file == NULL) writer->data[writer->count] = '\0';
  return true;
}

// ---------------------------------------------------------------------------------------------
// Elements

static char *unsigned_print(uint64_t number, char *target) {
  char digits[20];
  char *first = digits + sizeof digits;
  do {
    *--first = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  size_t length = (size_t)(digits + sizeof digits - first);
  memcpy(target, first, length);
  return target + length;
}

static char *signed_print(int64_t number, char *target) {
  if (number >= 0) return unsigned_print((uint64_t)number, target);
  *target = '-';
  return unsigned_print(0 - (uint64_t)number, target + 1);
}

static char *string_print(const char *string, char *target) {
  size_t length = strlen(string);
  memcpy(target, string, length);
  return target + length;
}

// Loads an element of a C type, which may not be aligned.
#define ELEMENT_CASE(PRIM, TYPE, PRINT, WIDE, SUFFIX)                                              \
  case PRIM: {                                                                                     \
    TYPE element;                                                                                  \
    memcpy(&element, data, sizeof element);                                                        \
    return string_print(SUFFIX, PRINT((WIDE)element, target));                                     \
  }

char *element_print(PowersOfTen *powers, Prim prim, const void *data, char *target) {
  switch (prim) {
    ELEMENT_CASE(PRIM_I8, int8_t, signed_print, int64_t, "i8")
    ELEMENT_CASE(PRIM_I16, int16_t, signed_print, int64_t, "i16")
    ELEMENT_CASE(PRIM_I32, int32_t, signed_print, int64_t, "i32")
    ELEMENT_CASE(PRIM_I64, int64_t, signed_print, int64_t, "i64")
    ELEMENT_CASE(PRIM_U8, uint8_t, unsigned_print, uint64_t, "u8")
    ELEMENT_CASE(PRIM_U16, uint16_t, unsigned_print, uint64_t, "u16")
    ELEMENT_CASE(PRIM_U32, uint32_t, unsigned_print, uint64_t, "u32")
    ELEMENT_CASE(PRIM_U64, uint64_t, unsigned_print, uint64_t, "u64")
  case PRIM_F16:
  case PRIM_F32:
  case PRIM_F64: return float_print(powers, prim, data, target);
  case PRIM_BOOL: return string_print(*(const unsigned char *)data != 0 ? "true" : "false", target);
  }
  return target;
}
#undef ELEMENT_CASE

// ---------------------------------------------------------------------------------------------
// Values

static bool empty_write(Writer *writer, const Value *value, ValueError *error) {
  char type[22 * VALUE_MAX_RANK + 8];
  int length = value_type_print(value_type(value), value->shape, type, sizeof type);
  return writer_put(writer, "empty(", 6, error) &&
         writer_put(writer, type, (size_t)length, error) && writer_put(writer, ")", 1, error);
}

// Writes the elements of one innermost row, separated by commas.
static bool row_write(Writer *writer, Prim prim, const char *data, int64_t count,
                      ValueError *error) {
  size_t step = prim_size(prim);
  for (int64_t i = 0; i < count; i++, data += step) {
    char *target = writer_reserve(writer, ELEMENT_TEXT_SIZE + 2, error);
    if (target == NULL) return false;
    char *end = target;
    if (i > 0) end = string_print(", ", end);
    end = element_print(&writer->powers, prim, data, end);
    writer->count += (size_t)(end - target);
  }
  return true;
}

// Writes the brackets between two rows, `depth` of them on either side.
static bool brackets_write(Writer *writer, const char *brackets, int depth, ValueError *error) {
  return writer_put(writer, brackets, (size_t)depth, error);
}

static bool array_write(Writer *writer, const Value *value, ValueError *error) {
  static const char opening[] = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[";
  static const char closing[] = "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]";
  int64_t indices[VALUE_MAX_RANK] = {0};
  int last = value->rank - 1;
  int64_t width = value->shape[last];
  const char *data = value->data;
  if (!brackets_write(writer, opening, value->rank, error)) return false;
  for (;;) {
    if (!row_write(writer, value->prim, data, width, error)) return false;
    data += (size_t)width * prim_size(value->prim);
    int depth = last; // steps to the next row like an odometer
    while (depth > 0 && ++indices[depth - 1] == value->shape[depth - 1])
      indices[--depth] = 0;
    if (depth == 0) return brackets_write(writer, closing, value->rank, error);
    if (!brackets_write(writer, closing, value->rank - depth, error) ||
        !writer_put(writer, ", ", 2, error) ||
        !brackets_write(writer, opening, value->rank - depth, error))
      return false;
  }
}

bool value_write_text(Writer *writer, const Value *value, ValueError *error) {
  bool is_written = value->rank == 0 ? row_write(writer, value->prim, value->data, 1, error)
                    : value_count(value) == 0 ? empty_write(writer, value, error)
                                              : array_write(writer, value, error);
  if (is_written && writer->file == NULL) writer->data[writer->count] = '\0';
  return is_written;
}
