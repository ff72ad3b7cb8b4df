// Inside the generator of APL programs: the carver, who writes them from right to left as far as
// meaning goes, and from types down to glyphs: an expression is made for an element type and a
// shape. Sizes are numbers, or sizes that only the running program knows, which have a number of
// their own and are equal when that is.
//
// What the carver writes is right by construction, or has exactly one mistake, which is a statement
// of its own (apl_mistakes.def), or fails at its end (apl_dooms.def), or was changed at random
// (apl_change.c), and then may be anything.
//
// Doubles are sums of a few quarters, and are not added up by reductions: so the order in which a
// target adds does not matter.
#ifndef RAVEL_FUZZ_APL_H
#define RAVEL_FUZZ_APL_H

#include "base/base.h"
#include "fuzz/random.h"

typedef enum CarvedSort {
  CARVED_BOOL,
  CARVED_INT,
  CARVED_DOUBLE,
  CARVED_COMPLEX,
  CARVED_CHAR
} CarvedSort;

enum { CARVED_RANK = 4, CARVED_SIZE = 5, CARVED_VOLUME = 60, CARVED_UNKNOWN = 6 };

typedef struct CarvedShape {
  CarvedSort sort;
  size_t rank;
  int sizes[CARVED_RANK]; // -1 - k: what only the running program knows, number k
} CarvedShape;

typedef struct CarvedName {
  const char *name;
  CarvedShape shape;
} CarvedName;

typedef struct CarvedFunction {
  const char *name;
  bool is_dyadic;
  CarvedShape left, right, result;
} CarvedFunction;

typedef struct Carver {
  Arena *arena;
  Random random;
  StrBuf out;
  Vec(CarvedName) names;
  Vec(CarvedFunction) functions;
  Vec(const char *) unknowns; // how an unknown size is written
  size_t barrier;             // arguments before this name belong to a dfn around
  uint32_t name_count;
  int fuel;       // how many more expressions may be written
  bool may_act;   // what is written runs in order, so it may show something
  bool may_write; // and just once for all points: it may assign elements
} Carver;

// A text, and whether it can be a left argument as it is.
typedef struct Carved {
  const char *text;
  bool is_atom;
} Carved;

size_t carver_below(Carver *carver, size_t count);
bool carver_chance(Carver *carver, unsigned percent);
const char *carver_name(Carver *carver, const char *prefix);
const char *carver_format(Carver *carver, const char *format, ...) PRINTF_LIKE(2, 3);

// ---- apl_shape.c ----

CarvedSort carve_sort(Carver *carver);
CarvedShape carve_shape(Carver *carver);
CarvedShape carved_scalar(CarvedSort sort);
bool carved_equal(const CarvedShape *a, const CarvedShape *b);
// How many elements there are at most.
int carved_volume(const CarvedShape *shape);
// The same with one size more, at this axis; with one less.
CarvedShape carved_insert(CarvedShape shape, size_t axis, int size);
CarvedShape carved_remove(CarvedShape shape, size_t axis);
// A size, or all of them, as a left argument of ⍴ and ↑; perhaps so that nobody knows them before.
const char *carve_size(Carver *carver, int size);
const char *carve_sizes(Carver *carver, const CarvedShape *shape);

// ---- apl_exp.c ----

// An expression of this type, as a right argument, and as a left one.
const char *carve(Carver *carver, const CarvedShape *shape, size_t depth);
const char *carve_left(Carver *carver, const CarvedShape *shape, size_t depth);
const char *carve_literal(Carver *carver, CarvedSort sort);
// The same, written down or a name.
Carved carve_leaf(Carver *carver, const CarvedShape *shape);

// Gives false when it cannot be used here.
typedef bool Carving(Carver *carver, const CarvedShape *shape, size_t depth, Carved *carved);

// ---- apl_move.c, apl_function.c ----

Carving carve_reverse, carve_rotate, carve_transpose, carve_take, carve_drop, carve_catenate,
    carve_reshape, carve_ravel, carve_index, carve_replicate, carve_expand, carve_iota, carve_grade,
    carve_search, carve_asked, carve_first, carve_bases, carve_at, carve_stencil, carve_undone;
Carving carve_each, carve_outer, carve_inner, carve_reduce, carve_scan, carve_call, carve_lambda,
    carve_power, carve_guard, carve_commute, carve_train, carve_bound;

// A function of scalars, as an operand: a primitive or a dfn.
const char *carve_scalar_function(Carver *carver, CarvedSort left, CarvedSort right,
                                  CarvedSort result, size_t depth);
// `{…}` for arguments of these types; left may be NULL.
const char *carve_dfn(Carver *carver, const CarvedShape *left, const CarvedShape *right,
                      const CarvedShape *result, size_t depth);

// ---- apl_program.c, apl_change.c ----

// A statement that assigns elements of a name, or NULL.
const char *carve_update(Carver *carver, size_t depth);
const char *carve_change(Carver *carver, const char *text);

#endif
