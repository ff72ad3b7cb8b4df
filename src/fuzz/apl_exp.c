// Expressions: what is written down, names, scalar functions, and the choice between all.
#include <stdarg.h>
#include <string.h>

#include "fuzz/apl.h"

size_t carver_below(Carver *carver, size_t count) { return random_below(&carver->random, count); }

bool carver_chance(Carver *carver, unsigned percent) {
  return random_chance(&carver->random, percent);
}

const char *carver_name(Carver *carver, const char *prefix) {
  return carver_format(carver, "%s%u", prefix, ++carver->name_count);
}

const char *carver_format(Carver *carver, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = arena_vprintf(carver->arena, format, arguments);
  va_end(arguments);
  return text;
}

// ---- What is written down ----

const char *carve_literal(Carver *carver, CarvedSort sort) {
  static const char *const INTS[] = {"2", "3", "5", "7", "¯1", "¯4", "12", "100", "¯37", "4"};
  static const char *const DOUBLES[] = {"0.25", "1.5", "¯2.75", ".5", "10.0", "3.25", "¯0.5"};
  static const char *const COMPLEXES[] = {"1J2", "0J¯1", "¯3J.5", "2J0"};
  switch (sort) {
  case CARVED_BOOL: return carver_chance(carver, 50) ? "1" : "0";
  case CARVED_INT: return INTS[carver_below(carver, sizeof INTS / sizeof *INTS)];
  case CARVED_DOUBLE: return DOUBLES[carver_below(carver, sizeof DOUBLES / sizeof *DOUBLES)];
  case CARVED_COMPLEX: return COMPLEXES[carver_below(carver, sizeof COMPLEXES / sizeof *COMPLEXES)];
  case CARVED_CHAR: return carver_format(carver, "'%c'", (int)('a' + carver_below(carver, 8)));
  }
  INTERNAL_ERROR("a sort that is none");
}

// A few elements in a row.
static const char *literals(Carver *carver, CarvedSort sort, size_t count) {
  const char *text = "";
  for (size_t i = 0; i < count && sort != CARVED_CHAR; i++)
    text = carver_format(carver, "%s%s%s", text, i > 0 ? " " : "", carve_literal(carver, sort));
  for (size_t i = 0; i < count && sort == CARVED_CHAR; i++)
    text = carver_format(carver, "%s%c", text, (int)('a' + carver_below(carver, 8)));
  return sort == CARVED_CHAR ? carver_format(carver, "'%s'", text) : text;
}

static Carved written(Carver *carver, const CarvedShape *shape) {
  int size = shape->rank == 1 ? shape->sizes[0] : -1;
  if (shape->rank == 0) return (Carved){carve_literal(carver, shape->sort), true};
  if (size > 1) return (Carved){literals(carver, shape->sort, (size_t)size), true};
  if (size == 1)
    return (Carved){carver_format(carver, ",%s", carve_literal(carver, shape->sort)), false};
  return (Carved){carver_format(carver, "%s⍴%s", carve_sizes(carver, shape),
                                literals(carver, shape->sort, 1 + carver_below(carver, 4))),
                  false};
}

static bool is_argument(const char *name) {
  return strcmp(name, "⍵") == 0 || strcmp(name, "⍺") == 0;
}

static const char *name_of(Carver *carver, const CarvedShape *shape) {
  Vec(const char *) found = {0};
  for (size_t i = 0; i < carver->names.count; i++) {
    const CarvedName *name = &carver->names.data[i];
    if (is_argument(name->name) && i < carver->barrier) continue;
    if (carved_equal(&name->shape, shape)) vec_push(carver->arena, &found, name->name);
  }
  return found.count > 0 ? found.data[carver_below(carver, found.count)] : NULL;
}

Carved carve_leaf(Carver *carver, const CarvedShape *shape) {
  const char *name = carver_chance(carver, 75) ? name_of(carver, shape) : NULL;
  return name ? (Carved){name, true} : written(carver, shape);
}

// ---- Scalar functions ----

// Another type of element that a function of two gives this one for.
static CarvedSort compared_sort(Carver *carver) {
  static const CarvedSort SORTS[] = {CARVED_INT, CARVED_INT, CARVED_DOUBLE, CARVED_BOOL};
  return SORTS[carver_below(carver, sizeof SORTS / sizeof *SORTS)];
}

static bool carve_compared(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  static const char *const ALL[] = {"<", "≤", "=", "≥", ">", "≠"};
  if (shape->sort != CARVED_BOOL) return false;
  CarvedShape operand = *shape;
  operand.sort = carver_chance(carver, 15) ? CARVED_CHAR : compared_sort(carver);
  const char *left = carve_left(carver, &operand, depth);
  const char *right = carve(carver, &operand, depth);
  const char *glyph = operand.sort == CARVED_CHAR ? (carver_chance(carver, 50) ? "=" : "≠")
                                                  : ALL[carver_below(carver, 6)];
  *carved = (Carved){carver_format(carver, "%s%s%s", left, glyph, right), false};
  return true;
}

// The operands have the same shape, or one is a scalar.
static bool carve_dyadic(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  static const char *const GLYPHS[][6] = {[CARVED_BOOL] = {"∧", "∨", "⍲", "⍱", "≠", "="},
                                          [CARVED_INT] = {"+", "-", "×", "⌈", "⌊", "|"},
                                          [CARVED_DOUBLE] = {"+", "-", "⌈", "⌊", "+", "-"},
                                          [CARVED_COMPLEX] = {"+", "-", "×", "+", "-", "×"}};
  if (shape->sort == CARVED_CHAR) return false;
  CarvedShape sides[2] = {*shape, *shape};
  size_t which = carver_below(carver, 2);
  if (shape->rank > 0 && carver_chance(carver, 40)) sides[which] = carved_scalar(shape->sort);
  if (carver_chance(carver, 20) && shape->sort == CARVED_INT) sides[which].sort = CARVED_BOOL;
  if (carver_chance(carver, 20) && shape->sort == CARVED_DOUBLE) sides[which].sort = CARVED_INT;
  const char *left = carve_left(carver, &sides[0], depth);
  const char *glyph = GLYPHS[shape->sort][carver_below(carver, 6)];
  *carved = (Carved){carver_format(carver, "%s%s%s", left, glyph, carve(carver, &sides[1], depth)),
                     false};
  return true;
}

static bool carve_monadic(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  static const char *const INTS[] = {"-", "×", "|", "+"};
  CarvedShape operand = *shape;
  const char *format = "%s";
  switch (shape->sort) {
  case CARVED_BOOL: format = "~%s"; break;
  case CARVED_INT:
    if (carver_chance(carver, 25)) {
      operand.sort = CARVED_DOUBLE;
      format = carver_chance(carver, 50) ? "⌊%s" : "⌈%s";
    } else {
      format = carver_format(carver, "%s%%s", INTS[carver_below(carver, 4)]);
    }
    break;
  case CARVED_DOUBLE:
    if (carver_chance(carver, 50)) operand.sort = CARVED_INT;
    format = operand.sort == CARVED_INT ? ".25×100|%s" : "|%s";
    break;
  case CARVED_COMPLEX: format = carver_chance(carver, 50) ? "+%s" : "-%s"; break;
  case CARVED_CHAR: return false;
  }
  const char *right = carve(carver, &operand, depth);
  const char *place = strstr(format, "%s");
  *carved = (Carved){carver_format(carver, "%.*s%s", (int)(place - format), format, right), false};
  return true;
}

// ---- All of them ----

static Carving *const CARVINGS[] = {
    carve_compared, carve_compared, carve_dyadic,    carve_dyadic,  carve_dyadic, carve_monadic,
    carve_reverse,  carve_rotate,   carve_transpose, carve_take,    carve_drop,   carve_catenate,
    carve_catenate, carve_reshape,  carve_ravel,     carve_index,   carve_index,  carve_replicate,
    carve_expand,   carve_iota,     carve_grade,     carve_search,  carve_asked,  carve_first,
    carve_bases,    carve_each,     carve_each,      carve_outer,   carve_outer,  carve_inner,
    carve_reduce,   carve_reduce,   carve_scan,      carve_scan,    carve_call,   carve_call,
    carve_lambda,   carve_power,    carve_guard,     carve_commute, carve_train,  carve_bound,
    carve_at,       carve_stencil,  carve_undone,
};

static Carved carve_any(Carver *carver, const CarvedShape *shape, size_t depth) {
  Carved carved;
  carver->fuel--;
  if (depth == 0 || carver->fuel < 0 || carved_volume(shape) > CARVED_VOLUME)
    return carve_leaf(carver, shape);
  for (size_t attempt = 0; attempt < 6; attempt++)
    if (CARVINGS[carver_below(carver, sizeof CARVINGS / sizeof *CARVINGS)](carver, shape, depth - 1,
                                                                           &carved))
      return carved;
  return carve_leaf(carver, shape);
}

const char *carve(Carver *carver, const CarvedShape *shape, size_t depth) {
  return carve_any(carver, shape, depth).text;
}

const char *carve_left(Carver *carver, const CarvedShape *shape, size_t depth) {
  Carved carved = carve_any(carver, shape, depth);
  return carved.is_atom ? carved.text : carver_format(carver, "(%s)", carved.text);
}
