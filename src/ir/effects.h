// Effects for front ends: a token that is handed from each effect to the next.
//
// A front end emits effects in the order in which they are to happen, with any token. Here every
// function, branch, loop and par that has effects inside gets the token and gives the next one:
//
//   let w1: i64 = effect "print", 0, 1, xs         let w1: i64 = effect "print", w, 1, xs
//   let r: f64 = if c                              let (w4: i64, r: f64) = if c
//     then {                                 =>      then {
//       let w2: i64 = effect "print", 0, 1, ys         let w2: i64 = effect "print", w1, 1, ys
//       in (x) }                                       in (w2, x) }
//     else { in (y) }                                else { in (w1, y) }
//
// The token is an ordinary number, so a pass that knows nothing of effects can neither drop, double
// nor reorder them. An entry point begins with 0, or with the token of a late global that it needs,
// and gives its last token as a size, which nothing sees. The points of a par have no order, so
// only traces may be in one. Another effect that every point reaches is an error; one that a point
// only reaches under a condition becomes a check that fails there, in a copy of the function that
// is called. Each point begins with the sum of its index and the token from outside, so that no two
// are the same, and the largest of their last ones is the token after the par. An operator that
// traces, of a reduction or a scan, has the token as one more component. A condition of a loop that
// acts is computed in front of the loop and at the end of its body.
//
// A language that is strict says by ATTR_NEEDED (ir.h) that a value is computed though nothing uses
// it: such an opaque has the token like a trace, and so what it needs is there before what follows.
//
// An effect is neither shared nor hoisted (FLAG_ACTS), failures do not move in front of effects,
// and points that act stay whole; no pass knows more than that. What effects do is in
// rts/c/world.c, the same text in the interpreters and in compiled programs; texts are copied from
// and to a device there.
//
// Values that a program binds at top level are globals, computed before anything runs. Those of
// NESL are late: an entry point computes the ones that it needs, in order, so that the effects of a
// form happen where the form stands.
#ifndef RAVEL_IR_EFFECTS_H
#define RAVEL_IR_EFFECTS_H

#include "base/base.h"
#include "ir/ir.h"

// How a language speaks of what goes wrong.
typedef struct EffectWords {
  const char *title;   // in front of the message, or NULL
  ErrorCode in_par;    // for an effect where nothing is in order
  const char *par;     // what that is called: "an apply-to-each"
  const char *instead; // what to do about it
  const char *lambda;  // how the names of functions begin that have none in the source, or NULL
  ErrorCode elsewhere; // for a trace where it is not supported
} EffectWords;

// Changes the program in place; it must be right otherwise. False after reporting an error.
bool program_thread_effects(Program *program, Diag *diag, const EffectWords *words);

#endif
