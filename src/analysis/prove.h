// A prover of inequalities between polynomials, from bounds of their variables.
//
// To prove p >= 0 it eliminates one variable after the other, the one bound last first: with
// p = x * a + b, where a is proved not to be negative and x >= L is known, a * L + b >= 0 suffices;
// where a is proved not to be positive, an upper bound of x stands for it. a may contain x again,
// so that squares are bounded factor by factor. Several bounds are tried one after the other.
//
// Bounds are polynomials themselves, and usually mention variables that were bound earlier: that is
// why the process ends. At any rate a proof takes at most PROVE_STEP_LIMIT steps; after that it has
// failed. A failed proof means nothing. All proofs together share an effort, so that a program made
// of hard questions does not take long either: when it is spent, each has PROVE_STEP_FLOOR steps
// left, which is enough for the plain ones.
//
// It is not a decision procedure, not even for linear inequalities: it never adds up three bounds
// of one variable, and knows no divisibility. The tests of the thesis (section 3.6: strides that
// exceed the span of inner dimensions, intervals that are apart) are within its reach: see
// test/unit/test_algebra.c for Needleman-Wunsch.
#ifndef RAVEL_ANALYSIS_PROVE_H
#define RAVEL_ANALYSIS_PROVE_H

#include "analysis/algebra.h"

enum { PROVE_STEP_LIMIT = 300, PROVE_STEP_FLOOR = 6, PROVE_DEPTH_LIMIT = 12 };
// Steps that there are for a start.
enum { PROVE_EFFORT = 16000 };
enum { WITNESS_LIMIT = 8 };

// What is known about variables. A variable without an entry may be any integer.
typedef struct Bounds Bounds;

// What a proof hangs on, each once.
typedef struct Witnesses {
  Var *vars[WITNESS_LIMIT];
  size_t count;
} Witnesses;

Bounds *bounds_new(Arena *arena, Algebra *algebra);
// Allows this many more steps of proof.
void bounds_refill(Bounds *bounds, unsigned steps);

// ---- What is known ----

// The variable exists from now on, later than those before it, and low <= var <= high.
void bounds_bind(Bounds *bounds, Var *var, int64_t low, int64_t high);
// scale * var + rest >= 0, for good: part of what the variable is. scale is not 0. NULL says
// nothing.
void bounds_limit(Bounds *bounds, Var *var, int64_t scale, const Poly *rest, Var *witness);
// poly >= 0, and poly = 0, until bounds_undo. NULL says nothing. A fact with a witness is used only
// in proofs that may name it.
void bounds_assume(Bounds *bounds, const Poly *poly, Var *witness);
void bounds_assume_zero(Bounds *bounds, const Poly *poly, Var *witness);
// poly >= 0, to be used where its leading product is, and not to bound one of its variables.
void bounds_assume_product(Bounds *bounds, const Poly *poly);
// What numbers bound the variable bounds those that it is bounded by: from i >= 2 and i <= k
// follows k >= 2, and so on up to this depth. Assumptions do not do that by themselves.
void bounds_spread(Bounds *bounds, const Var *var, unsigned depth);
// How many assumptions were made, and forgetting all but that many of them.
size_t bounds_mark(const Bounds *bounds);
void bounds_undo(Bounds *bounds, size_t mark);

// ---- Asking ----

// The numbers between which the polynomial is, by the numeric bounds alone; false when they are
// beyond 64 bits.
bool bounds_interval(const Bounds *bounds, const Poly *poly, int64_t *low, int64_t *high);
// Visits the bounds scale * var + rest >= 0 of the variable, until the visitor says false.
typedef bool BoundVisitor(void *context, int64_t scale, const Poly *rest, Var *witness);
void bounds_each(const Bounds *bounds, const Var *var, BoundVisitor *visit, void *context);

// Are these proved? Facts with witnesses count only when `witnesses` is not NULL; it receives those
// that were used, beside those that it holds already.
bool prove_nonnegative(Bounds *bounds, const Poly *poly, Witnesses *witnesses);
bool prove_positive(Bounds *bounds, const Poly *poly, Witnesses *witnesses);
bool prove_zero(Bounds *bounds, const Poly *poly, Witnesses *witnesses);
// The polynomial with every variable that is known to equal another polynomial replaced.
const Poly *bounds_normalise(const Bounds *bounds, const Poly *poly);

// Adds a witness; false when there are too many. NULL is not a witness.
bool witness_add(Witnesses *witnesses, Var *witness);

#endif
