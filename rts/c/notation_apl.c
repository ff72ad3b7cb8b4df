// The notation of APL. See notation_apl.h.

#include "rts/c/notation_apl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/value_internal.h"

static const char SHOWN_PROGRAM[] = "apl program", SHOWN_WORD[] = "apl shows ";

typedef struct ShownArray {
  char kind; // the first letter of its name
  int rank;
  int64_t count;
  const Value *parts;
} ShownArray;

bool apl_is_program(const char *const *attributes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(attributes[i], SHOWN_PROGRAM) == 0) return true;
  return false;
}

// ---------------------------------------------------------------------------------------------
// Elements

enum { SHOWN_SIZE = 80 };

static size_t shown_double_text(double x, char *text) {
  snprintf(text, SHOWN_SIZE / 2, "%.12g", x);
  // Neither a point nor an exponent, and no name such as inf.
  if (strpbrk(text, ".ein") == NULL) strcat(text, ".0");
  return strlen(text);
}

static size_t shown_char_text(int32_t codepoint, char *text) {
  uint32_t c = (uint32_t)codepoint;
  if (c == '\n') {
    strcpy(text, "\\n");
    return 2;
  }
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char LEADS[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = length - 1; i > 0; i--, c >>= 6)
    text[i] = (char)(0x80 | (c & 0x3F));
  text[0] = (char)(LEADS[length] | c);
  text[length] = '\0';
  return length;
}

static size_t shown_element_text(const ShownArray *array, int64_t i, char *text) {
  const void *data = array->parts[0].data;
  switch (array->kind) {
  case 'b': return (size_t)sprintf(text, "%d", ((const uint8_t *)data)[i] != 0);
  case 'i': return (size_t)sprintf(text, "%" PRId64, ((const int64_t *)data)[i]);
  case 'd': return shown_double_text(((const double *)data)[i], text);
  case 'z': {
    size_t length = shown_double_text(((const double *)data)[i], text);
    text[length++] = 'j';
    return length + shown_double_text(((const double *)array->parts[1].data)[i], text + length);
  }
  default: return shown_char_text(((const int32_t *)data)[i], text);
  }
}

// ---------------------------------------------------------------------------------------------
// Arrays

static bool shown_put(Writer *writer, const char *text, ValueError *error) {
  return writer_put(writer, text, strlen(text), error);
}

static bool shown_padding(Writer *writer, size_t count, ValueError *error) {
  for (; count > 0; count--)
    if (!writer_put(writer, " ", 1, error)) return false;
  return true;
}

// The characters, and nothing else.
static bool shown_text(Writer *writer, const ShownArray *array, int64_t start, int64_t count,
                       ValueError *error) {
  char text[SHOWN_SIZE];
  for (int64_t i = start; i < start + count; i++) {
    size_t length = shown_element_text(array, i, text);
    if (!writer_put(writer, text, length, error)) return false;
  }
  return shown_put(writer, "\n", error);
}

// `[2,3](1,2,…)`
static bool shown_list(Writer *writer, const ShownArray *array, ValueError *error) {
  char text[SHOWN_SIZE];
  if (!shown_put(writer, "[", error)) return false;
  for (int i = 0; i < array->rank; i++) {
    snprintf(text, sizeof text, "%s%" PRId64, i > 0 ? "," : "", array->parts[0].shape[i]);
    if (!shown_put(writer, text, error)) return false;
  }
  if (!shown_put(writer, "](", error)) return false;
  bool is_separated = array->kind != 'c';
  for (int64_t i = 0; i < array->count; i++) {
    if (i > 0 && is_separated && !shown_put(writer, ",", error)) return false;
    size_t length = shown_element_text(array, i, text);
    if (!writer_put(writer, text, length, error)) return false;
  }
  return shown_put(writer, ")\n", error);
}

static size_t shown_widest(const ShownArray *array) {
  char text[SHOWN_SIZE];
  size_t width = 0;
  for (int64_t i = 0; i < array->count; i++) {
    size_t length = shown_element_text(array, i, text);
    if (length > width) width = length;
  }
  return width;
}

static bool shown_row(Writer *writer, const ShownArray *array, int64_t start, int64_t count,
                      size_t width, ValueError *error) {
  char text[SHOWN_SIZE];
  for (int64_t i = start; i < start + count; i++) {
    size_t length = shown_element_text(array, i, text);
    if (!shown_padding(writer, width + 1 - length, error) ||
        !writer_put(writer, text, length, error))
      return false;
  }
  return shown_put(writer, "\n", error);
}

static bool shown_matrix(Writer *writer, const ShownArray *array, ValueError *error) {
  int64_t rows = array->parts[0].shape[0], columns = array->parts[0].shape[1];
  size_t width = array->kind == 'c' ? 0 : shown_widest(array);
  if (!shown_put(writer, "\n", error)) return false;
  for (int64_t i = 0; i < rows; i++) {
    bool is_written = array->kind == 'c'
                          ? shown_text(writer, array, i * columns, columns, error)
                          : shown_row(writer, array, i * columns, columns, width, error);
    if (!is_written) return false;
  }
  return shown_put(writer, "\n", error);
}

static bool shown_array(Writer *writer, const ShownArray *array, ValueError *error) {
  if (array->rank == 1 && array->kind == 'c')
    return shown_text(writer, array, 0, array->count, error);
  bool is_matrix = array->rank == 2 && array->count > 0;
  return (is_matrix ? shown_matrix : shown_list)(writer, array, error);
}

bool apl_write(Writer *writer, const char *const *attributes, size_t count, const Value *values,
               ValueError *error) {
  for (size_t i = 0; i < count; i++) {
    if (strncmp(attributes[i], SHOWN_WORD, sizeof SHOWN_WORD - 1) != 0) continue;
    const char *kind = attributes[i] + sizeof SHOWN_WORD - 1;
    ShownArray array = {.parts = values, .count = 1};
    array.kind = kind[0] == 'c' && kind[1] == 'o' ? 'z' : kind[0];
    array.rank = values[0].rank;
    for (int k = 0; k < array.rank; k++)
      array.count *= values[0].shape[k];
    values += array.kind == 'z' ? 2 : 1;
    if (!shown_array(writer, &array, error)) return false;
  }
  return true;
}
