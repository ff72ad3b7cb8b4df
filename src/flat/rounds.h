// What is the same in all rounds of a loop is computed once, before the loop. rounds.c says how.
#ifndef RAVEL_FLAT_ROUNDS_H
#define RAVEL_FLAT_ROUNDS_H

#include "ir/ir.h"

// Which pars of loops, and what of them.
typedef struct RoundsWish {
  const Var *width; // pars of one dimension over it; NULL: over anything that loops do not change
  bool has_checks;  // asserts, too
} RoundsWish;

// Writes in front of the loop what its pars at level thread have in common in all rounds, and
// changes them.
void rounds_early(Program *program, const RoundsWish *wish, Stm *loop, Stms *front);

#endif
