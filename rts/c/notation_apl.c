// The notation of APL. See notation_apl.h.

#include "rts/c/notation_apl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

ShownArray shown_array(int64_t kind, const WorldText *sizes, const WorldText *elements) {
  ShownArray array = {.kind = (AplElement)kind,
                      .rank = sizes->count / 8,
                      .sizes = sizes,
                      .elements = elements,
                      .count = (int64_t)(elements->count / 8)};
  if (array.kind == APL_ELEMENT_COMPLEX) array.count /= 2;
  return array;
}

int64_t shown_number(const WorldText *text, int64_t position) {
  uint64_t number = 0;
  for (size_t i = 8; i-- > 0;)
    number = number << 8 | (unsigned char)text->bytes[8 * position + (int64_t)i];
  return (int64_t)number;
}

double shown_double(const WorldText *text, int64_t position) {
  int64_t bits = shown_number(text, position);
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

// ---- Elements ----

enum { SHOWN_SIZE = 80 };

static size_t shown_double_text(double x, char *text) {
  if (isnan(x)) return (size_t)sprintf(text, "nan"); // whatever its sign
  snprintf(text, SHOWN_SIZE / 2, "%.12g", x);
  // Neither a point nor an exponent, and no name such as inf.
  if (strpbrk(text, ".ein") == NULL) strcat(text, ".0");
  return strlen(text);
}

size_t shown_char(uint32_t c, char *text) {
  static const unsigned char LEADS[] = {0, 0, 0xC0, 0xE0, 0xF0};
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t i = length - 1; i > 0; i--, c >>= 6)
    text[i] = (char)(0x80 | (c & 0x3F));
  text[0] = (char)(LEADS[length] | c);
  text[length] = '\0';
  return length;
}

static size_t shown_element(const ShownArray *array, int64_t i, char *text) {
  switch (array->kind) {
  case APL_ELEMENT_BOOL:
  case APL_ELEMENT_INT: return (size_t)sprintf(text, "%" PRId64, shown_number(array->elements, i));
  case APL_ELEMENT_DOUBLE: return shown_double_text(shown_double(array->elements, i), text);
  case APL_ELEMENT_COMPLEX: {
    size_t length = shown_double_text(shown_double(array->elements, 2 * i), text);
    text[length++] = 'j';
    return length + shown_double_text(shown_double(array->elements, 2 * i + 1), text + length);
  }
  case APL_ELEMENT_CHAR: break;
  }
  uint32_t c = (uint32_t)shown_number(array->elements, i);
  return c == '\n' ? (size_t)sprintf(text, "\\n") : shown_char(c, text);
}

// ---- Arrays ----

static void shown_puts(EffectWorld *world, const char *text) {
  world_put(world, text, strlen(text));
}

// The characters, and nothing else.
static void shown_text(EffectWorld *world, const ShownArray *array, int64_t start, int64_t count) {
  char text[SHOWN_SIZE];
  for (int64_t i = start; i < start + count; i++)
    world_put(world, text, shown_element(array, i, text));
  shown_puts(world, "\n");
}

// `[2,3](1,2,…)`
static void shown_list(EffectWorld *world, const ShownArray *array) {
  char text[SHOWN_SIZE];
  shown_puts(world, "[");
  for (size_t i = 0; i < array->rank; i++) {
    sprintf(text, "%s%" PRId64, i > 0 ? "," : "", shown_number(array->sizes, (int64_t)i));
    shown_puts(world, text);
  }
  shown_puts(world, "](");
  for (int64_t i = 0; i < array->count; i++) {
    if (i > 0 && array->kind != APL_ELEMENT_CHAR) shown_puts(world, ",");
    world_put(world, text, shown_element(array, i, text));
  }
  shown_puts(world, ")\n");
}

static size_t shown_widest(const ShownArray *array) {
  char text[SHOWN_SIZE];
  size_t width = 0;
  for (int64_t i = 0; i < array->count; i++) {
    size_t length = shown_element(array, i, text);
    if (length > width) width = length;
  }
  return width;
}

static void shown_row(EffectWorld *world, const ShownArray *array, int64_t start, int64_t count,
                      size_t width) {
  char text[SHOWN_SIZE];
  for (int64_t i = start; i < start + count; i++) {
    size_t length = shown_element(array, i, text);
    for (size_t k = length; k < width + 1; k++)
      shown_puts(world, " ");
    world_put(world, text, length);
  }
}

static void shown_matrix(EffectWorld *world, const ShownArray *array) {
  int64_t rows = shown_number(array->sizes, 0), columns = shown_number(array->sizes, 1);
  bool is_text = array->kind == APL_ELEMENT_CHAR;
  size_t width = is_text ? 0 : shown_widest(array);
  shown_puts(world, "\n");
  for (int64_t i = 0; i < rows; i++) {
    if (is_text) {
      shown_text(world, array, i * columns, columns);
      continue;
    }
    shown_row(world, array, i * columns, columns, width);
    shown_puts(world, "\n");
  }
  shown_puts(world, "\n");
}

int64_t world_put_format(EffectWorld *world, int64_t kind, const WorldText *sizes,
                         const WorldText *elements) {
  ShownArray array = shown_array(kind, sizes, elements);
  char text[SHOWN_SIZE];
  if (array.rank < 2) {
    for (int64_t i = 0; i < array.count; i++) {
      if (i > 0) shown_puts(world, " ");
      world_put(world, text, shown_element(&array, i, text));
    }
    return (int64_t)world->text_count;
  }
  int64_t columns = shown_number(sizes, (int64_t)array.rank - 1);
  size_t width = shown_widest(&array);
  for (int64_t i = 0; i < array.count; i += columns)
    shown_row(world, &array, i, columns, width);
  return columns * (int64_t)(width + 1);
}

// ---- Fixed decimals ----

// 309 digits, a sign, a point, and decimals.
enum { FIXED_DECIMALS = 99, FIXED_SIZE = 320 + FIXED_DECIMALS };

static size_t fixed_element(const ShownArray *array, int64_t i, int decimals, char *text) {
  bool is_whole = array->kind == APL_ELEMENT_BOOL || array->kind == APL_ELEMENT_INT;
  if (is_whole && decimals >= 0) {
    int length = sprintf(text, "%" PRId64, shown_number(array->elements, i));
    if (decimals > 0) length += sprintf(text + length, ".%0*d", decimals, 0);
    return (size_t)length;
  }
  double x = is_whole ? (double)shown_number(array->elements, i) : shown_double(array->elements, i);
  if (isnan(x)) return (size_t)sprintf(text, "nan");
  if (decimals >= 0 || isinf(x)) {
    sprintf(text, "%.*f", decimals, x);
    // What is rounded to zero has no sign.
    if (text[0] == '-' && strspn(text + 1, "0.") == strlen(text + 1))
      memmove(text, text + 1, strlen(text));
    return strlen(text);
  }
  sprintf(text, "%.*e", -decimals - 1, x);
  char *exponent = strchr(text, 'e');
  int power = 0;
  sscanf(exponent + 1, "%d", &power);
  return (size_t)(exponent - text) + (size_t)sprintf(exponent, "e%d", power);
}

static void fixed_put(EffectWorld *world, const char *text, size_t length, size_t width) {
  for (size_t k = length; k < width; k++)
    shown_puts(world, " ");
  for (size_t k = 0; k < width && length > width; k++)
    shown_puts(world, "*");
  if (length <= width) world_put(world, text, length);
}

int64_t world_put_fixed(EffectWorld *world, const int64_t numbers[3], const WorldText *sizes,
                        const WorldText *elements) {
  ShownArray array = shown_array(numbers[0], sizes, elements);
  char text[FIXED_SIZE];
  int decimals = (int)numbers[2];
  size_t width = (size_t)numbers[1], widest = 0;
  for (int64_t i = 0; width == 0 && i < array.count; i++) {
    size_t length = fixed_element(&array, i, decimals, text);
    if (length > widest) widest = length;
  }
  bool is_line = array.rank < 2;
  for (int64_t i = 0; i < array.count; i++) {
    size_t length = fixed_element(&array, i, decimals, text);
    if (width == 0 && is_line && i > 0) shown_puts(world, " ");
    fixed_put(world, text, length, width > 0 ? width : is_line ? length : widest + 1);
  }
  if (is_line) return (int64_t)world->text_count;
  int64_t columns = shown_number(sizes, (int64_t)array.rank - 1);
  return columns * (int64_t)(width > 0 ? width : widest + 1);
}

void world_put_array(EffectWorld *world, int64_t kind, const WorldText *sizes,
                     const WorldText *elements) {
  ShownArray array = shown_array(kind, sizes, elements);
  if (array.rank == 1 && array.kind == APL_ELEMENT_CHAR)
    shown_text(world, &array, 0, array.count);
  else if (array.rank == 2 && array.count > 0)
    shown_matrix(world, &array);
  else
    shown_list(world, &array);
}
