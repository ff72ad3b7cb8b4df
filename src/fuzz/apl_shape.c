// Types and shapes.
#include "fuzz/apl.h"

CarvedSort carve_sort(Carver *carver) {
  static const CarvedSort SORTS[] = {CARVED_BOOL, CARVED_INT,    CARVED_INT,
                                     CARVED_INT,  CARVED_DOUBLE, CARVED_CHAR};
  if (carver_chance(carver, 4)) return CARVED_COMPLEX;
  return SORTS[carver_below(carver, sizeof SORTS / sizeof *SORTS)];
}

static int any_size(Carver *carver) {
  if (carver_chance(carver, 6)) return 0;
  if (carver->unknowns.count > 0 && carver_chance(carver, 15))
    return -1 - (int)carver_below(carver, carver->unknowns.count);
  return 1 + (int)carver_below(carver, CARVED_SIZE);
}

CarvedShape carve_shape(Carver *carver) {
  static const size_t RANKS[] = {0, 0, 1, 1, 1, 1, 2, 2, 2, 3};
  CarvedShape shape = {.sort = carve_sort(carver)};
  size_t rank = RANKS[carver_below(carver, sizeof RANKS / sizeof *RANKS)];
  for (; shape.rank < rank; shape.rank++) {
    shape.sizes[shape.rank] = any_size(carver);
    CarvedShape longer = shape;
    longer.rank++;
    if (carved_volume(&longer) > CARVED_VOLUME) shape.sizes[shape.rank] = 1;
  }
  return shape;
}

CarvedShape carved_scalar(CarvedSort sort) { return (CarvedShape){.sort = sort}; }

bool carved_equal(const CarvedShape *a, const CarvedShape *b) {
  if (a->sort != b->sort || a->rank != b->rank) return false;
  for (size_t i = 0; i < a->rank; i++)
    if (a->sizes[i] != b->sizes[i]) return false;
  return true;
}

int carved_volume(const CarvedShape *shape) {
  int volume = 1;
  for (size_t i = 0; i < shape->rank; i++)
    volume *= shape->sizes[i] < 0 ? CARVED_UNKNOWN : shape->sizes[i];
  return volume;
}

CarvedShape carved_insert(CarvedShape shape, size_t axis, int size) {
  if (shape.rank == CARVED_RANK) INTERNAL_ERROR("a shape gets too many axes");
  for (size_t i = shape.rank; i > axis; i--)
    shape.sizes[i] = shape.sizes[i - 1];
  shape.sizes[axis] = size;
  shape.rank++;
  return shape;
}

CarvedShape carved_remove(CarvedShape shape, size_t axis) {
  for (size_t i = axis; i + 1 < shape.rank; i++)
    shape.sizes[i] = shape.sizes[i + 1];
  shape.rank--;
  return shape;
}

// `zero` is 0, which only the running program knows.
const char *carve_size(Carver *carver, int size) {
  if (size < 0) return carver->unknowns.data[-1 - size];
  return carver_format(carver, carver_chance(carver, 25) ? "(%d+zero)" : "%d", size);
}

const char *carve_sizes(Carver *carver, const CarvedShape *shape) {
  const char *text = "";
  if (shape->rank == 0) return "⍬";
  for (size_t i = 0; i < shape->rank; i++)
    text = carver_format(carver, "%s%s%s", text, i > 0 ? " " : "",
                         carve_size(carver, shape->sizes[i]));
  return text;
}
