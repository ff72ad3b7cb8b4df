// Private to check_match*.c: patterns as rows of a matrix (Maranget, "Warnings for pattern
// matching", 2007). A row is one case, a column one part of the value; a column is split by the
// constructor of its type until nothing is left.
#ifndef FRONT_FUTHARK_CHECK_MATCH_INTERNAL_H
#define FRONT_FUTHARK_CHECK_MATCH_INTERNAL_H

#include "front/futhark/check_match.h"

typedef enum FutCellKind {
  FUT_CELL_ANY,
  FUT_CELL_RECORD,
  FUT_CELL_CLAUSE,
  FUT_CELL_LITERAL // truth values, numbers, characters
} FutCellKind;

// A pattern without names, or the example of a value.
typedef struct FutCell FutCell;
struct FutCell {
  FutCellKind kind;
  bool is_char;    // LITERAL: written as a character
  bool is_example; // LITERAL: one of many values that it stands for
  Name name;       // CLAUSE
  uint64_t key;    // LITERAL: equal values have equal keys
  const FutType *type;
  const FutCell **items; // RECORD, CLAUSE
  size_t count;
};

typedef struct FutMatrix {
  Arena *arena;
  size_t steps;   // of work so far
  bool is_broken; // a pattern does not have the type that it must; say nothing
} FutMatrix;

typedef const FutCell **FutRow;
typedef Vec(FutRow) FutRows;

// The cell of a pattern of the type.
const FutCell *fut_cell_new(FutMatrix *matrix, const FutPattern *pattern, const FutType *type);

// A value that no row (each of one cell) covers, or NULL.
const FutCell *fut_match_missing(FutMatrix *matrix, const FutRows *rows);

// Whether a cell covers a value that no row covers.
bool fut_match_is_useful(FutMatrix *matrix, const FutRows *rows, const FutCell *cell);

// The cell as the user would write it.
const char *fut_cell_text(Arena *arena, const FutCell *cell);

#endif
