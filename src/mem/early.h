// early: which values of updates may be made where the update puts them (chapter 6 of the thesis).
//
//   let row: [m]f32 = par (i < m) { let x: f32 = index a[k, i] ... map y }
//   let b: [n][m]f32 = update a[k] = row
//
// The elements of `row` are written into `a` before the update, so nothing that stands in between,
// and no other point of the par, may look at what they overwrite. This analysis works on Flat: an
// array is a set of addresses, an LMAD, in the row-major array that it is a view of. At each place
// where storage of the updated array is used, it must be proved apart from what may have been
// written by then; there all that is known in the scope is known about the indices. The first that
// makes the value counts: what a loop that works in place starts from, say. A copy of the selection
// itself moves nothing; nor does one of a row, or column, with an index that may be the same.
//
//   - From the first write to the update: from all of the selection.
//   - Inside a map that makes the value, at a point: from what other points write, two sets for
//     each dimension. Its own element it may read, since it writes it at the end. A row that a
//     point makes may be shared out among threads: only the par that makes the row may read it.
//   - Inside a loop that makes the value row by row, and starts from what is overwritten:
//     from the rows before.
//   - Inside a branch: in each body, from its maker on.
//
// After the update the value may still be read in its place when nothing in the list overwrites
// the selection; what is made early in the meantime does not either, since the update comes later.
//
// Own reads count as foreign where a target may write for a point what it reads when it runs again:
// when the par keeps, and on a device when it scans.
//
// Proofs may hang on checks in front of the value; their certificates are given.
#ifndef RAVEL_MEM_EARLY_H
#define RAVEL_MEM_EARLY_H

#include "analysis/prove.h"
#include "ir/alias.h"

typedef struct EarlyPermit {
  size_t from;       // from this statement of the list on nothing touches the selection
  const Stm *maker;  // this one may make the value, too; NULL: there is none
  bool is_injective; // no element is selected twice
  bool is_kept;      // nothing after the update in its list overwrites the selection
  Witnesses witnesses;
  const char *obstacle; // what could not be proved when something touches the selection
} EarlyPermit;

typedef struct Early Early;

// Analyses the updates of a function, or of a global when `fun` is NULL.
Early *early_new(Arena *scratch, Program *program, Aliases *aliases, const Fun *fun,
                 const Body *body, bool is_device);
// What is known about this update of an array by an array; NULL: nothing.
const EarlyPermit *early_find(const Early *early, const Stm *update);

// May the slice select an element twice, where no step is the constant 0? An LMAD may, and a step
// that is not known.
bool slice_may_repeat(const Exp *slice);
// Is it proved that such a slice does not?
bool early_selects_once(const Early *early, const Stm *slice);

#endif
