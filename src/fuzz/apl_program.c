// Whole APL programs.
#include <string.h>

#include "fuzz/apl.h"
#include "fuzz/fuzz.h"

enum { FUEL = 60, DEPTH = 4 };

static void put(Carver *carver, const char *text) {
  strbuf_puts(&carver->out, text);
  strbuf_putc(&carver->out, '\n');
}

static void name_add(Carver *carver, const char *name, CarvedShape shape) {
  vec_push(carver->arena, &carver->names, ((CarvedName){name, shape}));
}

// ---- Statements ----

typedef void FuzzAplStatement(Carver *carver);

static void write_value(Carver *carver) {
  CarvedShape shape = carve_shape(carver);
  const char *value = carve(carver, &shape, DEPTH), *name = carver_name(carver, "v");
  put(carver, carver_format(carver, "%s←%s", name, value));
  name_add(carver, name, shape);
}

static void write_show(Carver *carver) {
  CarvedShape shape = carve_shape(carver);
  put(carver, carver_format(carver, "⎕←%s", carve(carver, &shape, DEPTH)));
}

static void write_function(Carver *carver) {
  CarvedFunction function = {.is_dyadic = carver_chance(carver, 40)};
  function.left = carve_shape(carver);
  function.right = carve_shape(carver);
  function.result = carve_shape(carver);
  carver->may_write = false; // it may be called for each of many points
  const char *text = carve_dfn(carver, function.is_dyadic ? &function.left : NULL, &function.right,
                               &function.result, DEPTH - 1);
  carver->may_write = true;
  function.name = carver_name(carver, "f");
  put(carver, carver_format(carver, "%s←%s", function.name, text));
  vec_push(carver->arena, &carver->functions, function);
}

// A vector whose length only the running program knows.
static void write_unknown(Carver *carver) {
  CarvedShape shape = {.sort = carve_sort(carver), .rank = 1};
  shape.sizes[0] = 1 + (int)carver_below(carver, CARVED_UNKNOWN);
  CarvedShape mask = shape;
  mask.sort = CARVED_BOOL;
  const char *name = carver_name(carver, "v"), *value;
  if (carver_chance(carver, 30) && shape.sort != CARVED_COMPLEX) {
    value = carver_format(carver, "∪%s", carve(carver, &shape, DEPTH - 1));
  } else if (carver_chance(carver, 20)) {
    shape.sort = CARVED_INT;
    value = carver_format(carver, "⍸%s", carve(carver, &mask, DEPTH - 1));
  } else {
    const char *left = carve_left(carver, &mask, DEPTH - 1);
    value = carver_format(carver, "%s/%s", left, carve(carver, &shape, DEPTH - 1));
  }
  put(carver, carver_format(carver, "%s←%s", name, value));
  vec_push(carver->arena, &carver->unknowns, carver_format(carver, "(≢%s)", name));
  shape.sizes[0] = -(int)carver->unknowns.count;
  name_add(carver, name, shape);
}

static void write_several(Carver *carver) {
  CarvedShape shapes[2] = {carve_shape(carver), carve_shape(carver)};
  const char *values[2], *names[2];
  for (size_t i = 2; i-- > 0;)
    values[i] = carve(carver, &shapes[i], DEPTH - 1);
  for (size_t i = 0; i < 2; i++) {
    names[i] = carver_name(carver, "v");
    name_add(carver, names[i], shapes[i]);
  }
  if (shapes[0].rank == 0 && shapes[1].rank == 0) { // a strand of scalars has one type
    put(carver, carver_format(carver, "%s←%s ⋄ %s←%s", names[0], values[0], names[1], values[1]));
    return;
  }
  put(carver, carver_format(carver, "(%s %s)←(%s)(%s)", names[0], names[1], values[0], values[1]));
}

static bool is_writable(const CarvedName *name) {
  if (name->name[0] != 'v' || name->shape.rank == 0 || name->shape.rank > 2) return false;
  for (size_t i = 0; i < name->shape.rank; i++)
    if (name->shape.sizes[i] < 1) return false;
  return true;
}

const char *carve_update(Carver *carver, size_t depth) {
  Vec(CarvedName) found = {0};
  for (size_t i = 0; i < carver->names.count; i++)
    if (is_writable(&carver->names.data[i])) vec_push(carver->arena, &found, carver->names.data[i]);
  if (found.count == 0) return NULL;
  const CarvedName *name = &found.data[carver_below(carver, found.count)];
  CarvedShape index = carved_scalar(CARVED_INT), element = carved_scalar(name->shape.sort);
  size_t whole = name->shape.rank == 2 ? carver_below(carver, 4) : SIZE_MAX; // one axis, or none
  const char *indices = "";
  for (size_t i = 0; i < name->shape.rank; i++) {
    const char *text = "";
    if (i != whole)
      text = carver_format(carver, "1+%d|%s", name->shape.sizes[i], carve(carver, &index, depth));
    else if (carver_chance(carver, 50))
      element = carved_insert(element, 0, name->shape.sizes[i]);
    indices = carver_format(carver, "%s%s%s", indices, i > 0 ? ";" : "", text);
  }
  return carver_format(carver, "%s[%s]←%s", name->name, indices, carve(carver, &element, depth));
}

static void write_update(Carver *carver) {
  const char *text = carve_update(carver, DEPTH - 2);
  if (text) put(carver, text);
}

static FuzzAplStatement *const STATEMENTS[] = {
    write_value, write_value, write_value,    write_value,   write_value,   write_show,
    write_show,  write_show,  write_function, write_unknown, write_several, write_update,
};

// ---- Mistakes and doom ----

typedef struct Template {
  const char *what, *text;
} Template;

static const Template MISTAKES[] = {
#define MISTAKE(what, text) {what, text},
#include "fuzz/apl_mistakes.def"
#undef MISTAKE
};

static const Template DOOMS[] = {
#define DOOM(what, text) {what, text},
#include "fuzz/apl_dooms.def"
#undef DOOM
};

// ---- The program ----

FuzzText fuzz_apl(Arena *arena, uint64_t seed) {
  Carver carver = {.arena = arena, .random = random_new(seed), .may_act = true, .may_write = true};
  size_t fate = carver_below(&carver, 100), count = 3 + carver_below(&carver, 6);
  const Template *mistake =
      fate < 20 ? &MISTAKES[carver_below(&carver, sizeof MISTAKES / sizeof *MISTAKES)] : NULL;
  const Template *doom =
      fate >= 90 ? &DOOMS[carver_below(&carver, sizeof DOOMS / sizeof *DOOMS)] : NULL;
  size_t place = carver_below(&carver, count);
  put(&carver, "zero←+/70⍴0");
  for (size_t i = 0; i < count; i++) {
    carver.fuel = FUEL;
    STATEMENTS[carver_below(&carver, sizeof STATEMENTS / sizeof *STATEMENTS)](&carver);
    if (mistake && i == place) put(&carver, mistake->text);
  }
  carver.fuel = FUEL;
  for (size_t i = 0; i < carver.names.count; i++)
    put(&carver, carver_format(&carver, "⎕←%s", carver.names.data[i].name));
  write_show(&carver);
  if (doom) put(&carver, doom->text);
  FuzzText text = {.text = arena_strndup(arena, strbuf_text(&carver.out), carver.out.length)};
  text.mistake = mistake ? mistake->what : NULL;
  text.doomed = doom ? doom->what : NULL;
  text.is_open = fate >= 20 && fate < 40;
  if (text.is_open) text.text = carve_change(&carver, text.text);
  strbuf_free(&carver.out);
  return text;
}
