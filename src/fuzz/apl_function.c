// Functions and operators.
#include <string.h>

#include "fuzz/apl.h"

static bool give(Carved *carved, const char *text) {
  *carved = (Carved){text, false};
  return true;
}

// ---- Dfns ----

// What is inside of braces, and who is around.
typedef struct FuzzAplInside {
  size_t names, barrier;
  bool may_act, may_write;
} FuzzAplInside;

static FuzzAplInside enter(Carver *carver, const CarvedShape *left, const CarvedShape *right) {
  FuzzAplInside inside = {carver->names.count, carver->barrier, carver->may_act, carver->may_write};
  carver->barrier = carver->names.count;
  if (left) vec_push(carver->arena, &carver->names, ((CarvedName){"⍺", *left}));
  vec_push(carver->arena, &carver->names, ((CarvedName){"⍵", *right}));
  return inside;
}

static void leave(Carver *carver, FuzzAplInside inside) {
  carver->names.count = inside.names;
  carver->barrier = inside.barrier;
  carver->may_act = inside.may_act;
  carver->may_write = inside.may_write;
}

static const char *body(Carver *carver, const CarvedShape *result, size_t depth) {
  const char *text = "";
  if (depth > 0 && carver_chance(carver, 30)) {
    CarvedShape shape = carve_shape(carver);
    const char *name = carver_name(carver, "v"), *value = carve(carver, &shape, depth - 1);
    text = carver_format(carver, "%s←%s ⋄ ", name, value);
    vec_push(carver->arena, &carver->names, ((CarvedName){name, shape}));
  }
  if (carver->may_write && carver_chance(carver, 15)) {
    const char *update = carve_update(carver, depth / 2);
    if (update) text = carver_format(carver, "%s%s ⋄ ", text, update);
  }
  if (carver->may_act && carver_chance(carver, 10)) {
    CarvedShape shape = carve_shape(carver);
    text = carver_format(carver, "%s⎕←%s ⋄ ", text, carve(carver, &shape, depth / 2));
  }
  if (depth > 0 && carver_chance(carver, 15)) {
    CarvedShape condition = carved_scalar(CARVED_BOOL);
    const char *guard = carve(carver, &condition, depth - 1);
    text = carver_format(carver, "%s%s:%s ⋄ ", text, guard, carve(carver, result, depth / 2));
  }
  return carver_format(carver, "%s%s", text, carve(carver, result, depth));
}

const char *carve_dfn(Carver *carver, const CarvedShape *left, const CarvedShape *right,
                      const CarvedShape *result, size_t depth) {
  FuzzAplInside inside = enter(carver, left, right);
  const char *text = body(carver, result, depth);
  leave(carver, inside);
  return carver_format(carver, "{%s}", text);
}

// A function that runs in any order, as an operand.
static const char *pure_dfn(Carver *carver, const CarvedShape *left, const CarvedShape *right,
                            const CarvedShape *result, size_t depth) {
  bool may_act = carver->may_act, may_write = carver->may_write;
  carver->may_act = carver->may_write = false;
  const char *text = carve_dfn(carver, left, right, result, depth);
  carver->may_act = may_act;
  carver->may_write = may_write;
  return text;
}

const char *carve_scalar_function(Carver *carver, CarvedSort left, CarvedSort right,
                                  CarvedSort result, size_t depth) {
  static const char *const INTS[] = {"+", "-", "×", "⌈", "⌊", "|"};
  static const char *const BOOLS[] = {"<", "≤", "=", "≥", ">", "≠"};
  bool are_ints = left == CARVED_INT && right == CARVED_INT;
  bool are_numbers = left <= CARVED_DOUBLE && right <= CARVED_DOUBLE;
  if (carver_chance(carver, 60) && result == CARVED_INT && are_ints)
    return INTS[carver_below(carver, 6)];
  if (carver_chance(carver, 60) && result == CARVED_BOOL && are_numbers)
    return BOOLS[carver_below(carver, 6)];
  CarvedShape shapes[3] = {carved_scalar(left), carved_scalar(right), carved_scalar(result)};
  return carve_dfn(carver, &shapes[0], &shapes[1], &shapes[2], depth > 1 ? 2 : depth);
}

// ---- Operators on elements ----

bool carve_each(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape right = *shape, left = *shape;
  right.sort = carve_sort(carver);
  left.sort = carve_sort(carver);
  CarvedShape point = carved_scalar(right.sort), result = carved_scalar(shape->sort);
  bool may_write = carver->may_write;
  if (carver_chance(carver, 50)) {
    carver->may_write = false;
    const char *function = carve_dfn(carver, NULL, &point, &result, depth > 2 ? 2 : depth);
    carver->may_write = may_write;
    return give(carved, carver_format(carver, "%s¨%s", function, carve(carver, &right, depth)));
  }
  carver->may_write = false;
  const char *function = carve_scalar_function(carver, left.sort, right.sort, shape->sort, depth);
  carver->may_write = may_write;
  if (carver_chance(carver, 30)) left = carved_scalar(left.sort);
  const char *first = carve_left(carver, &left, depth);
  return give(carved,
              carver_format(carver, "%s%s¨%s", first, function, carve(carver, &right, depth)));
}

// The first axes are those of the left argument.
static void split(Carver *carver, const CarvedShape *shape, CarvedShape *left, CarvedShape *right) {
  size_t cut = carver_below(carver, shape->rank + 1);
  *left = *right = carved_scalar(shape->sort);
  for (size_t i = 0; i < shape->rank; i++) {
    CarvedShape *side = i < cut ? left : right;
    *side = carved_insert(*side, side->rank, shape->sizes[i]);
  }
}

bool carve_outer(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape left, right;
  if (shape->rank == 0) return false;
  split(carver, shape, &left, &right);
  left.sort = carve_sort(carver);
  right.sort = carve_sort(carver);
  if (carver_chance(carver, 60) && (shape->sort == CARVED_INT || shape->sort == CARVED_BOOL))
    left.sort = right.sort = CARVED_INT;
  bool may_write = carver->may_write;
  carver->may_write = false;
  const char *function = carve_scalar_function(carver, left.sort, right.sort, shape->sort, depth);
  carver->may_write = may_write;
  const char *first = carve_left(carver, &left, depth);
  return give(carved,
              carver_format(carver, "%s∘.%s%s", first, function, carve(carver, &right, depth)));
}

// What a reduction to this type may be of, in any order. The type of the elements is the same, or
// bool for a sum.
static const char *reducing(Carver *carver, CarvedSort sort, CarvedSort *elements) {
  static const char *const GLYPHS[][4] = {[CARVED_BOOL] = {"∧", "∨", "≠", "="},
                                          [CARVED_INT] = {"+", "×", "⌈", "⌊"},
                                          [CARVED_DOUBLE] = {"⌈", "⌊", "⌈", "⌊"}};
  if (sort > CARVED_DOUBLE) return NULL;
  *elements = sort;
  if (sort != CARVED_INT || !carver_chance(carver, 30))
    return GLYPHS[sort][carver_below(carver, 4)];
  if (carver_chance(carver, 50)) {
    *elements = CARVED_BOOL;
    return "+";
  }
  return carver_chance(carver, 50) ? "{⍵⌈⍺}" : "{⍵+⍺}";
}

bool carve_inner(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape left, right;
  CarvedSort elements;
  const char *outer = reducing(carver, shape->sort, &elements);
  if (!outer || outer[0] == '{' || shape->rank == CARVED_RANK) return false;
  split(carver, shape, &left, &right);
  int size = (int)carver_below(carver, 4);
  left = carved_insert(left, left.rank, size);
  right = carved_insert(right, 0, size);
  if (carved_volume(&left) > CARVED_VOLUME || carved_volume(&right) > CARVED_VOLUME) return false;
  left.sort = right.sort = elements == CARVED_DOUBLE ? CARVED_DOUBLE : CARVED_INT;
  const char *inner = elements == CARVED_INT      ? (carver_chance(carver, 50) ? "×" : "-")
                      : elements == CARVED_BOOL   ? (carver_chance(carver, 50) ? "=" : "<")
                      : carver_chance(carver, 50) ? "+"
                                                  : "⌊";
  const char *first = carve_left(carver, &left, depth);
  return give(carved, carver_format(carver, "%s%s.%s%s", first, outer, inner,
                                    carve(carver, &right, depth)));
}

// Functions that run in order: from the right.
static const char *ordered(Carver *carver, CarvedSort sort) {
  CarvedShape point = carved_scalar(sort);
  if (sort == CARVED_INT && carver_chance(carver, 50))
    return carver_chance(carver, 50) ? "-" : "{⍺+2×⍵}";
  return pure_dfn(carver, &point, &point, &point, 2);
}

static const char *operand(Carver *carver, CarvedSort sort, CarvedSort *elements, bool *is_safe) {
  *elements = sort;
  *is_safe = !carver_chance(carver, 25);
  const char *function = *is_safe ? reducing(carver, sort, elements) : ordered(carver, sort);
  if (function && function[0] == '{') *is_safe = false;
  return function;
}

bool carve_reduce(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedSort elements;
  bool is_safe;
  const char *function = operand(carver, shape->sort, &elements, &is_safe);
  if (!function || shape->rank >= CARVED_RANK - 1) return false;
  size_t axis = carver_below(carver, shape->rank + 1);
  int size = is_safe ? (int)carver_below(carver, 5) : 1 + (int)carver_below(carver, 4);
  CarvedShape other = carved_insert(*shape, axis, size);
  other.sort = elements;
  if (carved_volume(&other) > CARVED_VOLUME) return false;
  const char *glyph = axis == shape->rank && carver_chance(carver, 70) ? "/"
                      : axis == 0 && carver_chance(carver, 70)
                          ? "⌿"
                          : carver_format(carver, "/[%zu]", axis + 1);
  return give(carved,
              carver_format(carver, "%s%s%s", function, glyph, carve(carver, &other, depth)));
}

bool carve_scan(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedSort elements;
  bool is_safe;
  const char *function = operand(carver, shape->sort, &elements, &is_safe);
  if (!function || shape->rank == 0) return false;
  CarvedShape other = *shape;
  other.sort = elements;
  return give(carved,
              carver_format(carver, "%s%s%s", function, carver_chance(carver, 60) ? "\\" : "⍀",
                            carve(carver, &other, depth)));
}

// ---- Calls ----

bool carve_call(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  Vec(const CarvedFunction *) found = {0};
  for (size_t i = 0; i < carver->functions.count; i++)
    if (carved_equal(&carver->functions.data[i].result, shape))
      vec_push(carver->arena, &found, &carver->functions.data[i]);
  if (found.count == 0 || !carver->may_act) return false;
  const CarvedFunction *function = found.data[carver_below(carver, found.count)];
  const char *left = function->is_dyadic ? carve_left(carver, &function->left, depth) : "";
  return give(carved, carver_format(carver, "%s%s%s %s", left, *left ? " " : "", function->name,
                                    carve(carver, &function->right, depth)));
}

bool carve_lambda(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape right = carve_shape(carver), left = carve_shape(carver);
  bool is_dyadic = carver_chance(carver, 40);
  const char *function = carve_dfn(carver, is_dyadic ? &left : NULL, &right, shape, depth);
  const char *first = is_dyadic ? carve_left(carver, &left, depth / 2) : "";
  return give(carved,
              carver_format(carver, "%s%s%s", first, function, carve(carver, &right, depth / 2)));
}

// The state of a loop keeps its type.
bool carve_power(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  const char *function = carve_dfn(carver, NULL, shape, shape, depth > 2 ? 2 : depth);
  CarvedShape condition = carved_scalar(CARVED_BOOL);
  const char *count = carver_format(carver, "%zu", carver_below(carver, 4));
  if (carver_chance(carver, 30)) count = carver_format(carver, "(%s+zero)", count);
  if (carver_chance(carver, 30))
    count = carver_format(carver, "(%s)", carve(carver, &condition, 1));
  return give(carved,
              carver_format(carver, "(%s⍣%s)%s", function, count, carve(carver, shape, depth)));
}

bool carve_guard(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape condition = carved_scalar(CARVED_BOOL);
  FuzzAplInside inside = enter(carver, NULL, &condition);
  const char *first = carve(carver, shape, depth), *second = carve(carver, shape, depth);
  leave(carver, inside);
  return give(carved, carver_format(carver, "{⍵:%s ⋄ %s}%s", first, second,
                                    carve(carver, &condition, depth)));
}

// ---- Functions of functions ----

bool carve_commute(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->sort != CARVED_INT) return false;
  const char *glyph = carver_chance(carver, 50) ? "-" : "|";
  if (carver_chance(carver, 30))
    return give(carved, carver_format(carver, "×⍨%s", carve(carver, shape, depth)));
  const char *left = carve_left(carver, shape, depth);
  return give(carved, carver_format(carver, "%s%s⍨%s", left, glyph, carve(carver, shape, depth)));
}

bool carve_train(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  static const char *const INTS[] = {"+", "-", "×", "⌈", "⌊"};
  static const char *const ONES[] = {"-", "×", "|", "⊢"};
  if (shape->sort != CARVED_INT) return false;
  const char *middle = INTS[carver_below(carver, 5)];
  if (carver_chance(carver, 40)) {
    const char *left = carve_left(carver, shape, depth);
    return give(carved,
                carver_format(carver, "%s(%s%s%s)%s", left, INTS[carver_below(carver, 5)], middle,
                              INTS[carver_below(carver, 5)], carve(carver, shape, depth)));
  }
  const char *first =
      carver_chance(carver, 20) ? carve_literal(carver, CARVED_INT) : ONES[carver_below(carver, 4)];
  return give(carved, carver_format(carver, "(%s%s%s)%s", first, middle,
                                    ONES[carver_below(carver, 4)], carve(carver, shape, depth)));
}

// `A∘f`, `f∘A`, `f∘g`
bool carve_bound(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  static const char *const INTS[] = {"+", "-", "×", "⌈", "⌊"};
  if (shape->sort != CARVED_INT) return false;
  const char *glyph = INTS[carver_below(carver, 5)];
  CarvedShape point = carved_scalar(CARVED_INT);
  const char *array = carve_left(carver, carver_chance(carver, 50) ? shape : &point, depth / 2);
  const char *right = carve(carver, shape, depth);
  switch (carver_below(carver, 3)) {
  case 0: return give(carved, carver_format(carver, "%s∘%s⊢%s", array, glyph, right));
  case 1: return give(carved, carver_format(carver, "(%s∘%s)%s", glyph, array, right));
  default: return give(carved, carver_format(carver, "%s∘×%s", "-", right));
  }
}
