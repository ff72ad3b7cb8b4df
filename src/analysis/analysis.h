// analysis: computed facts about programs. Nothing here rewrites anything.
//
// A pass that wants to know whether two sizes are equal, whether an index is within its bounds or
// whether two sets of addresses are apart asks this folder, so that all passes know the same.
//
//   algebra.h   symbolic integers: polynomials over variables, in canonical form
//   prove.h     bounds of variables, and a prover of inequalities between polynomials
//   lmad.h      index functions and sets of addresses, and whether two of them are apart
//   table.h     side tables by variable
//   address.h   where an element is in its block, and how that moves with an index
//   access.h    how what the points of rows read and write goes through memory
//   cost.h      how much work statements are, and what is cheap enough for what purpose
//   nest.h      which pars inside a map could be threads of its kernel, by what they compute
//   room.h      the most that sizes inside a nest can be, by what is known in front of it
//   sizes.h     what a function says about its integers: types, definitions, scopes, checks
//
// Terms
//   polynomial   an exact integer, without wrap-around. An i64 variable of a program has a
//                polynomial other than itself only where its definition is known not to wrap
//   unknown      a polynomial that got too large; NULL. Every operation on it gives unknown, every
//                question about it "not proved". The analyses give up, they are never wrong
//   witness      what a fact hangs on beside the scope: the certificate of an assert, or an array
//                whose existence says something about its sizes. A pass that uses the fact must see
//                to it that the witness stays in front of what it concludes
//
// Everything is deterministic and bounded: a proof takes a limited number of steps.
//
// This folder uses base and ir.
#ifndef RAVEL_ANALYSIS_ANALYSIS_H
#define RAVEL_ANALYSIS_ANALYSIS_H

#include "analysis/algebra.h"
#include "analysis/lmad.h"
#include "analysis/prove.h"
#include "analysis/sizes.h"

#endif
