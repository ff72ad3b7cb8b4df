// core: the optimisations that take Core to Core. All but inline, borrow, fuse and narrow also take
// Flat to Flat.
//
// Each pass here may be skipped without changing what a program computes. They keep these rules:
//
//   - Results are the same bit for bit, floats included: nothing is reassociated, and an identity
//     is used only when it also holds for nan, infinities and both zeros. The one exception are
//     small powers, which are products (simplify_scalar.c).
//   - A pass never adds a failure. It may drop one whose value is not needed any more.
//   - A certificate that a needed statement needs is never lost: a statement that needs one is
//     not replaced by an atom, and merged only with a statement that needs it too.
//   - `opaque` is never looked through.
//   - An array that may be consumed, or that must be fresh, keeps its identity (facts.h).
//
// The passes
//   simplify   folds, propagates, shares and removes, to a fixed point (simplify.h)
//   guard      gives hand-written programs the asserts that they lack; it alone adds failures,
//              which are the interpreter's
//   inline     puts functions in the place of their calls; removes those that nothing reaches
//   borrow     drops copies of arrays that stay as they are; Core only
//   hoist      moves what does not change out of loops, pars and operators
//   checks     removes asserts that always hold, and moves others out of loops and pars
//   shapes     gives equal sizes one name and makes rectangular arrays regular (shapes_pass.h);
//              Core only
//   fuse       makes one par of several (fuse.h); Core only
//   narrow     computes small numbers that are compared in 8 bits; Core only
//   last       makes a reduction of a scan whose last prefix is all that is used; Core only
//   unnest     replaces irregular arrays by flat ones; the last to take and give Core
//
// This folder uses base, ir and analysis.
#ifndef RAVEL_CORE_CORE_H
#define RAVEL_CORE_CORE_H

#include "ir/pass.h"

extern const Pass pass_simplify;
extern const Pass pass_guard;
extern const Pass pass_inline;
extern const Pass pass_borrow;
extern const Pass pass_hoist;
extern const Pass pass_checks;
extern const Pass pass_shapes;
extern const Pass pass_fuse;
extern const Pass pass_last;
extern const Pass pass_narrow;
extern const Pass pass_unnest;

// What the pass does, for core_to_flat, which relies on it; nothing happens when no array is
// irregular. NULL after a refusal.
Program *unnest_program(Program *program, Diag *diag);

// Appends the size-annotated types of all functions and arrays, in the notation of paper 004
// (shapes_print.c); for Core programs.
void shapes_print(StrBuf *out, Program *program);

// How this build plans fusion, as a sentence: with lp_solve or without.
const char *fuse_planner(void);

#endif
