// Functions that move elements, or ask about them.
#include "fuzz/apl.h"

static bool give(Carved *carved, const char *text) {
  *carved = (Carved){text, false};
  return true;
}

bool carve_reverse(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  return give(carved, carver_format(carver, "%s%s", carver_chance(carver, 50) ? "⌽" : "⊖",
                                    carve(carver, shape, depth)));
}

bool carve_rotate(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape count = carved_scalar(CARVED_INT);
  if (shape->rank == 0) return false;
  const char *left = carve_left(carver, &count, depth > 0 ? 1 : 0);
  return give(carved, carver_format(carver, "%s%s%s", left, carver_chance(carver, 50) ? "⌽" : "⊖",
                                    carve(carver, shape, depth)));
}

// Axis i of the argument becomes axis ⍺[i] of the result.
bool carve_transpose(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape other = *shape;
  size_t order[CARVED_RANK];
  if (shape->rank < 2) return false;
  bool is_plain = carver_chance(carver, 60);
  for (size_t i = 0; i < shape->rank; i++)
    order[i] = shape->rank - 1 - i;
  for (size_t i = shape->rank; !is_plain && i > 1; i--) {
    size_t k = carver_below(carver, i), last = order[i - 1];
    order[i - 1] = order[k];
    order[k] = last;
  }
  const char *axes = "";
  for (size_t i = 0; i < shape->rank; i++) {
    other.sizes[i] = shape->sizes[order[i]];
    axes = carver_format(carver, "%s%s%zu", axes, i > 0 ? " " : "", order[i] + 1);
  }
  return give(carved,
              carver_format(carver, "%s⍉%s", is_plain ? "" : axes, carve(carver, &other, depth)));
}

bool carve_take(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape other = *shape;
  if (shape->rank == 0) return false;
  size_t axes = carver_chance(carver, 60) ? shape->rank : 1;
  const char *counts = "";
  for (size_t i = 0; i < axes; i++) {
    other.sizes[i] = 1 + (int)carver_below(carver, CARVED_SIZE + 1);
    const char *sign = shape->sizes[i] > 0 && carver_chance(carver, 30) ? "¯" : "";
    const char *size =
        *sign ? carver_format(carver, "%d", shape->sizes[i]) : carve_size(carver, shape->sizes[i]);
    counts = carver_format(carver, "%s%s%s%s", counts, i > 0 ? " " : "", sign, size);
  }
  if (carved_volume(&other) > CARVED_VOLUME) return false;
  return give(carved, carver_format(carver, "%s↑%s", counts, carve(carver, &other, depth)));
}

bool carve_drop(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape other = *shape;
  if (shape->rank == 0 || shape->sizes[0] < 0) return false;
  int count = (int)carver_below(carver, 3);
  other.sizes[0] += count;
  if (carved_volume(&other) > CARVED_VOLUME) return false;
  const char *sign = carver_chance(carver, 40) ? "¯" : "";
  return give(carved, carver_format(carver, "%s%d↓%s", sign, count, carve(carver, &other, depth)));
}

// Two arrays, an array and its rows, or an array and a scalar.
bool carve_catenate(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->rank == 0) return false;
  bool is_first = carver_chance(carver, 40);
  size_t axis = is_first ? 0 : shape->rank - 1;
  if (shape->sizes[axis] < 1) return false;
  CarvedShape sides[2] = {*shape, *shape};
  int cut = (int)carver_below(carver, (size_t)shape->sizes[axis] + 1);
  sides[0].sizes[axis] = cut;
  sides[1].sizes[axis] = shape->sizes[axis] - cut;
  for (size_t i = 0; i < 2; i++) {
    bool is_alone = sides[i].sizes[axis] == 1 && sides[i].rank == shape->rank &&
                    sides[1 - i].rank == shape->rank;
    if (is_alone && carver_chance(carver, 40)) sides[i] = carved_remove(sides[i], axis);
    if (is_alone && sides[i].rank == shape->rank && carver_chance(carver, 20))
      sides[i] = carved_scalar(shape->sort);
  }
  const char *left = carve_left(carver, &sides[0], depth);
  return give(carved, carver_format(carver, "%s%s%s", left, is_first ? "⍪" : ",",
                                    carve(carver, &sides[1], depth)));
}

bool carve_reshape(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape other = carve_shape(carver);
  other.sort = shape->sort;
  return give(carved, carver_format(carver, "%s⍴%s", carve_sizes(carver, shape),
                                    carve(carver, &other, depth)));
}

bool carve_ravel(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->rank != 1) return false;
  CarvedShape other = carved_insert(*shape, carver_below(carver, 2), 1);
  int size = shape->sizes[0], factor = 2 + (int)carver_below(carver, 3);
  if (size > 0 && size % factor == 0) {
    other.sizes[0] = factor;
    other.sizes[1] = size / factor;
  }
  return give(carved, carver_format(carver, ",%s", carve(carver, &other, depth)));
}

// Some elements are replaced: rows, or those that are equal to something.
bool carve_at(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->rank == 0 || shape->sizes[0] < 1) return false;
  const char *change = carve_literal(carver, shape->sort);
  const char *where = carver_format(carver, "(%s∘=)", carve_literal(carver, shape->sort));
  if (carver_chance(carver, 50))
    where = carver_format(carver, "%zu", 1 + carver_below(carver, (size_t)shape->sizes[0]));
  return give(carved,
              carver_format(carver, "%s@%s⊢%s", change, where, carve(carver, shape, depth)));
}

// The greatest element around each.
bool carve_stencil(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->sort != CARVED_INT || shape->rank == 0 || shape->rank > 2) return false;
  const char *sizes = shape->rank == 1 ? (carver_chance(carver, 50) ? "3" : "5") : "3 1";
  return give(carved, carver_format(carver, "({⌈/,⍵}⌺%s)%s", sizes, carve(carver, shape, depth)));
}

bool carve_undone(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  static const char *const FUNCTIONS[] = {"⌽", "⊖", "2∘+", "-∘3", "5∘-", "+\\", "(1-⊢)", "-"};
  if (shape->sort != CARVED_INT || shape->rank == 0) return false;
  const char *function = FUNCTIONS[carver_below(carver, sizeof FUNCTIONS / sizeof *FUNCTIONS)];
  return give(carved, carver_format(carver, "%s⍣¯1⊢%s", function, carve(carver, shape, depth)));
}

// An int of this shape that is an index of an axis of this many elements.
static const char *index_below(Carver *carver, CarvedShape shape, int size, size_t depth) {
  shape.sort = CARVED_INT;
  return carver_format(carver, "1+%d|%s", size, carve(carver, &shape, depth));
}

bool carve_index(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape from = {.sort = shape->sort};
  if (shape->rank > 2 || carver_chance(carver, 50)) { // of any rank, from a vector
    int size = 1 + (int)carver_below(carver, CARVED_SIZE);
    from = carved_insert(from, 0, size);
    const char *array = carve_left(carver, &from, depth);
    if (array[0] != '(' && array[0] != 'v') array = carver_format(carver, "(%s)", array);
    return give(carved,
                carver_format(carver, "%s[%s]", array, index_below(carver, *shape, size, depth)));
  }
  // From a matrix: each axis of the shape is selected by a vector or whole, others by a scalar.
  size_t next = 0;
  const char *indices = "";
  for (size_t i = 0; i < 2; i++) {
    bool is_kept = next < shape->rank && (shape->rank == 2 || i == 1 || carver_chance(carver, 50));
    int size = 1 + (int)carver_below(carver, CARVED_SIZE);
    CarvedShape index = carved_scalar(CARVED_INT);
    const char *text = "";
    if (is_kept && carver_chance(carver, 40)) {
      size = shape->sizes[next];
    } else {
      if (is_kept) index = carved_insert(index, 0, shape->sizes[next]);
      text = index_below(carver, index, size, depth / 2);
    }
    next += is_kept;
    from = carved_insert(from, i, size);
    indices = carver_format(carver, "%s%s%s", indices, i > 0 ? ";" : "", text);
  }
  return give(carved, carver_format(carver, "(%s)[%s]", carve(carver, &from, depth), indices));
}

// Counts that are written down, so that the size is known.
bool carve_replicate(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->rank == 0) return false;
  bool is_first = carver_chance(carver, 40);
  size_t axis = is_first ? 0 : shape->rank - 1;
  int left = shape->sizes[axis], count = 0;
  const char *counts = "";
  if (left < 0) return false;
  while (left > 0 || count < 2) {
    int times = (int)carver_below(carver, 4);
    if (times > left || count > 5) times = left;
    left -= times;
    counts = carver_format(carver, "%s%s%d", counts, count > 0 ? " " : "", times);
    count++;
  }
  CarvedShape other = *shape;
  other.sizes[axis] = count;
  if (carved_volume(&other) > CARVED_VOLUME) return false;
  return give(carved, carver_format(carver, "%s%s%s", counts, is_first ? "⌿" : "/",
                                    carve(carver, &other, depth)));
}

bool carve_expand(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->rank == 0) return false;
  bool is_first = carver_chance(carver, 40);
  size_t axis = is_first ? 0 : shape->rank - 1;
  CarvedShape other = *shape;
  const char *mask = "";
  if (shape->sizes[axis] < 2) return false;
  other.sizes[axis] = 0;
  for (int i = 0; i < shape->sizes[axis]; i++) {
    bool is_there = carver_chance(carver, 70);
    other.sizes[axis] += is_there;
    mask = carver_format(carver, "%s%s%d", mask, i > 0 ? " " : "", is_there);
  }
  return give(carved, carver_format(carver, "%s%s%s", mask, is_first ? "⍀" : "\\",
                                    carve(carver, &other, depth)));
}

bool carve_iota(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  (void)depth;
  if (shape->sort != CARVED_INT || shape->rank != 1) return false;
  return give(carved, carver_format(carver, "⍳%s", carve_size(carver, shape->sizes[0])));
}

bool carve_grade(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->sort != CARVED_INT || shape->rank != 1) return false;
  CarvedShape other = *shape;
  if (carver_chance(carver, 40))
    other.sort = carver_chance(carver, 50) ? CARVED_CHAR : CARVED_DOUBLE;
  return give(carved, carver_format(carver, "%s%s", carver_chance(carver, 50) ? "⍋" : "⍒",
                                    carve(carver, &other, depth)));
}

// `x⍳y`, `x∊y`
bool carve_search(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape list = {.sort = carver_chance(carver, 30) ? CARVED_CHAR : CARVED_INT, .rank = 1};
  CarvedShape items = *shape;
  if (shape->sort != CARVED_BOOL && shape->sort != CARVED_INT) return false;
  list.sizes[0] = (int)carver_below(carver, CARVED_SIZE + 1);
  items.sort = list.sort;
  bool is_member = shape->sort == CARVED_BOOL;
  const char *left = carve_left(carver, is_member ? &items : &list, depth);
  const char *right = carve(carver, is_member ? &list : &items, depth);
  return give(carved, carver_format(carver, "%s%s%s", left, is_member ? "∊" : "⍳", right));
}

// Questions about an array.
bool carve_asked(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape other = carve_shape(carver);
  if (shape->sort == CARVED_BOOL && shape->rank == 0) {
    const char *left = carve_left(carver, &other, depth);
    return give(carved, carver_format(carver, "%s%s%s", left, carver_chance(carver, 50) ? "≡" : "≢",
                                      carve(carver, &other, depth)));
  }
  if (shape->sort != CARVED_INT) return false;
  if (shape->rank == 0)
    return give(carved, carver_format(carver, "≢%s", carve(carver, &other, depth)));
  if (shape->rank != 1 || shape->sizes[0] < 0 || shape->sizes[0] > 3) return false;
  other.rank = 0;
  for (int i = 0; i < shape->sizes[0]; i++)
    other = carved_insert(other, 0, 1 + (int)carver_below(carver, 3));
  return give(carved, carver_format(carver, "⍴%s", carve(carver, &other, depth)));
}

bool carve_first(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  CarvedShape other = carve_shape(carver);
  other.sort = shape->sort;
  if (shape->rank > 0) return false;
  if (carver_chance(carver, 60) || other.rank == 0 || other.sizes[0] < 1)
    return give(carved, carver_format(carver, "⊃%s", carve(carver, &other, depth)));
  while (other.rank > 1)
    other = carved_remove(other, other.rank - 1);
  const char *index = index_below(carver, carved_scalar(CARVED_INT), other.sizes[0], 0);
  return give(carved, carver_format(carver, "(%s)⊃%s", index, carve(carver, &other, depth)));
}

// `2⊥v`, `2 2 2⊤v`
bool carve_bases(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved) {
  if (shape->sort != CARVED_INT || shape->rank > 2) return false;
  if (shape->rank == 0) {
    CarvedShape list = carved_insert(*shape, 0, (int)carver_below(carver, CARVED_SIZE));
    return give(carved, carver_format(carver, "2⊥%s", carve(carver, &list, depth)));
  }
  int size = shape->sizes[0];
  if (size < 2) return false;
  const char *bases = "2";
  for (int i = 1; i < size; i++)
    bases = carver_format(carver, "%s %d", bases, 2 + (int)carver_below(carver, 4));
  CarvedShape rest = carved_remove(*shape, 0);
  return give(carved, carver_format(carver, "%s⊤%s", bases, carve(carver, &rest, depth)));
}
