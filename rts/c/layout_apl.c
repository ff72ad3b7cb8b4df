// The layout of APL systems. See layout_apl.h.

#include "rts/c/layout_apl.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAID_SIZE = 96, LAID_DIGITS = 10, LAID_LEAST = -6 };

// The text of an element. What is before its point and what is after are aligned in a column.
typedef struct LaidElement {
  char text[LAID_SIZE];
  size_t length;
  size_t before, behind; // characters, not bytes; the point belongs to what is after
} LaidElement;

// How wide a column is.
typedef struct LaidColumn {
  size_t before, behind;
} LaidColumn;

typedef struct Laying {
  EffectWorld *world;
  ShownArray array;
  int64_t limit;
  int64_t columns; // of the last axis
  int64_t shown;   // how many of these are shown
  LaidColumn *widths;
} Laying;

// ---- Elements ----

static void laid_puts(EffectWorld *world, const char *text) {
  world_put(world, text, strlen(text));
}

static void laid_blanks(EffectWorld *world, size_t count) {
  for (size_t i = 0; i < count; i++)
    laid_puts(world, " ");
}

// A number as C writes it, with the signs of APL: -1.5e-07 is ¯1.5E¯7.
static size_t laid_signs(const char *number, char *text) {
  char *out = text;
  for (const char *at = number; *at != '\0'; at++) {
    bool is_exponent = at > number && at[-1] == 'e';
    if (*at == '-') out += sprintf(out, "¯");
    if (is_exponent && (*at == '-' || *at == '+'))
      while (at[1] == '0')
        at++;
    if (*at == '-' || *at == '+') continue;
    if (is_exponent && *at == '0') continue;
    *out++ = (char)(*at == 'e' ? 'E' : *at);
  }
  *out = '\0';
  return (size_t)(out - text);
}

static size_t laid_double(double x, char *text) {
  char number[LAID_SIZE / 2];
  if (isnan(x)) return (size_t)sprintf(text, "nan");
  if (isinf(x)) return (size_t)sprintf(text, "%s", x < 0 ? "¯∞" : "∞");
  if (x == 0) return (size_t)sprintf(text, "0");
  snprintf(number, sizeof number, "%.*e", LAID_DIGITS - 1, x);
  int exponent = atoi(strchr(number, 'e') + 1);
  if (exponent < -4 && exponent >= LAID_LEAST) { // where %g would have an exponent already
    snprintf(number, sizeof number, "%.*f", LAID_DIGITS - 1 - exponent, x);
    size_t length = strlen(number);
    while (number[length - 1] == '0')
      number[--length] = '\0';
  } else {
    snprintf(number, sizeof number, "%.*g", LAID_DIGITS, x);
  }
  return laid_signs(number, text);
}

static size_t laid_text(const ShownArray *array, int64_t i, char *text) {
  switch (array->kind) {
  case APL_ELEMENT_BOOL:
  case APL_ELEMENT_INT: {
    char number[LAID_SIZE / 2];
    sprintf(number, "%" PRId64, shown_number(array->elements, i));
    return laid_signs(number, text);
  }
  case APL_ELEMENT_DOUBLE: return laid_double(shown_double(array->elements, i), text);
  case APL_ELEMENT_COMPLEX: {
    size_t length = laid_double(shown_double(array->elements, 2 * i), text);
    double imaginary = shown_double(array->elements, 2 * i + 1);
    if (imaginary == 0) return length;
    text[length++] = 'J';
    return length + laid_double(imaginary, text + length);
  }
  case APL_ELEMENT_CHAR: break;
  }
  return shown_char((uint32_t)shown_number(array->elements, i), text);
}

static LaidElement laid_element(const ShownArray *array, int64_t i) {
  LaidElement element = {0};
  element.length = laid_text(array, i, element.text);
  bool is_behind = false, is_whole = strpbrk(element.text, "EJ") != NULL;
  for (size_t k = 0; k < element.length; k++) {
    if ((element.text[k] & 0xC0) == 0x80) continue; // within a character
    is_behind = is_behind || (element.text[k] == '.' && !is_whole);
    element.before += !is_behind;
    element.behind += is_behind;
  }
  return element;
}

// ---- Rows ----

static void laid_row(Laying *laying, int64_t start) {
  bool is_text = laying->array.kind == APL_ELEMENT_CHAR;
  for (int64_t i = 0; i < laying->shown; i++) {
    LaidElement element = laid_element(&laying->array, start + i);
    const LaidColumn *column = laying->widths != NULL ? &laying->widths[i] : NULL;
    if (!is_text && i > 0) laid_blanks(laying->world, 1);
    if (column != NULL) laid_blanks(laying->world, column->before - element.before);
    world_put(laying->world, element.text, element.length);
    if (column != NULL) laid_blanks(laying->world, column->behind - element.behind);
  }
  if (laying->shown < laying->columns)
    laid_puts(laying->world, is_text || laying->shown == 0 ? "..." : " ...");
  laid_puts(laying->world, "\n");
}

static int64_t laid_count(const Laying *laying, int64_t size) {
  return laying->limit >= 0 && laying->limit < size ? laying->limit : size;
}

// Every column is as wide as its widest element, in all rows.
static void laid_measure(Laying *laying) {
  int64_t rows = laying->columns > 0 ? laying->array.count / laying->columns : 0;
  for (int64_t row = 0; row < rows; row++)
    for (int64_t i = 0; i < laying->shown; i++) {
      LaidElement element = laid_element(&laying->array, row * laying->columns + i);
      LaidColumn *column = &laying->widths[i];
      if (element.before > column->before) column->before = element.before;
      if (element.behind > column->behind) column->behind = element.behind;
    }
}

// The rows of an axis and all after it, from an element on. Between those of an outer axis there
// is an empty line, and one more for each axis further out.
static void laid_axis(Laying *laying, size_t axis, int64_t start, int64_t count) {
  if (axis + 1 == laying->array.rank) {
    laid_row(laying, start);
    return;
  }
  int64_t size = shown_number(laying->array.sizes, (int64_t)axis);
  int64_t each = size > 0 ? count / size : 0, shown = laid_count(laying, size);
  for (int64_t i = 0; i < shown; i++) {
    for (size_t k = axis + 2; i > 0 && k < laying->array.rank; k++)
      laid_puts(laying->world, "\n");
    laid_axis(laying, axis + 1, start + i * each, each);
  }
  if (shown < size) laid_puts(laying->world, "...\n");
}

void world_put_layout(EffectWorld *world, int64_t limit, int64_t kind, const WorldText *sizes,
                      const WorldText *elements) {
  Laying laying = {.world = world, .array = shown_array(kind, sizes, elements), .limit = limit};
  if (laying.array.rank == 0) {
    laying.columns = laying.shown = 1;
    laid_row(&laying, 0);
    return;
  }
  laying.columns = shown_number(sizes, (int64_t)laying.array.rank - 1);
  laying.shown = laid_count(&laying, laying.columns);
  if (laying.array.rank > 1 && laying.array.kind != APL_ELEMENT_CHAR) {
    laying.widths = calloc((size_t)laying.shown + 1, sizeof *laying.widths);
    world->lacks_memory = world->lacks_memory || laying.widths == NULL;
    if (laying.widths == NULL) return;
    laid_measure(&laying);
  }
  laid_axis(&laying, 0, 0, laying.array.count);
  free(laying.widths);
}
