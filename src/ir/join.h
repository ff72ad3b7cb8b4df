// Joins: where an irregular array may stand once irregular arrays are gone (doc/ir.md, "Joins").
#ifndef RAVEL_IR_JOIN_H
#define RAVEL_IR_JOIN_H

#include "ir/ir.h"

// An irregular array that is not a join: one that is not the result of a par, or that something
// else uses than a reshape to a regular array in the same list of statements, or the type of
// another result of that par. `stm` is the statement that binds it, or NULL for a parameter or
// result.
typedef struct NoJoin {
  const Var *var;
  const Stm *stm;
} NoJoin;

// Finds the first irregular array of the program that is not a join.
bool find_no_join(Arena *arena, Program *program, NoJoin *found);

#endif
