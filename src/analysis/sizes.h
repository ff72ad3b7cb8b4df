// What a function says about its integers: which are equal, constant, bounded.
//
// Facts come from
//   types         a size of a parameter, or one that is bound with its array, is not negative
//   definitions   sums, products, extrema, quotients, remainders, conversions, choices, elements of
//                 arrays that a `par` made from its index
//   scopes        inside a par or loop 0 <= i < n, so n >= 1; a branch has its condition; a loop
//                 parameter that steps by the same amount is its initial value plus a multiple of i
//   checks        after an assert its condition holds, on the witness of its certificate
//   coerce        its sizes are equal, on the witness of its result
//   opaque        one that needs a check equals its operand, on the witness of its certificate
//   arrays        of i64, as functions of their indices (below): equal and constant lengths, sums
//
// Two kinds of facts. A fact about a variable that follows from its definition, and from what
// surrounds that definition, holds for every statement that uses the variable, whatever happens to
// other statements: those need no witness. That an assert or `coerce` ran earlier is another
// matter: passes drop dead checks. Such a fact holds for a statement only when it needs the
// certificate, or uses the array; so it comes with a witness, and a pass that relies on it adds the
// witness to the statement. Questions take a list for the witnesses; NULL asks for facts without.
//
// Integers wrap around. A variable is given the polynomial of its definition only when that
// provably stays within its type; otherwise it stands for itself, or for an earlier one that is the
// same polynomial modulo 2 to the power of its width. In an inner scope more may be known, n >= 1
// where i < n: there it is the polynomial all the same; and so it is, on its witness, after a
// check. To make more of them provable it is assumed that
//   - an array that is a parameter of the function has at most ARRAY_ELEMENT_LIMIT elements. (It
//     exists in memory, and no pass removes it. The sizes of other arrays are not so bounded: the
//     array may be fused away. Nor is one size of [n][m], because the other one may be 0.)
//   - a size of an argument of an entry point is at most ARRAY_SIZE_LIMIT: others are refused when
//     it is called (VALUE_MAX_SIZE).
//
// Walking. The facts of scopes are known only inside, so a pass that asks walks along: it calls
// sizes_enter_... before a body, sizes_stm after each statement (its bodies were walked before) and
// sizes_leave after a body. A pass that needs no facts of scopes calls sizes_learn once: then
// everything that follows from definitions may be asked at any time, also after a rewrite that
// keeps the meaning of the variables. Flat programs have the same facts.
#ifndef RAVEL_ANALYSIS_SIZES_H
#define RAVEL_ANALYSIS_SIZES_H

#include "analysis/prove.h"

#define ARRAY_ELEMENT_LIMIT ((int64_t)1 << 48)
#define ARRAY_SQUARE_LIMIT  ((int64_t)1 << 24) // its root
#define ARRAY_SIZE_LIMIT    ((int64_t)1 << 60)

typedef struct Sizes Sizes;

// The facts of the globals and of the function's parameters. `fun` is NULL for a global's body.
Sizes *sizes_new(Arena *arena, Program *program, const Fun *fun);
Algebra *sizes_algebra(Sizes *sizes);
Bounds *sizes_bounds(Sizes *sizes);

// ---- Walking ----

// Every scope ends with sizes_leave, given what sizes_mark gave in front of it.
typedef struct SizesMark {
  size_t assumption_count, wrap_count, division_count, limited_count;
  uint32_t depth;
} SizesMark;

SizesMark sizes_mark(const Sizes *sizes);
void sizes_leave(Sizes *sizes, SizesMark mark);
// The thunks of the par: its indices.
void sizes_enter_par(Sizes *sizes, const Par *par);
// The body of a loop, with its parameters and index; and the condition of a while loop. After the
// latter the walker may assume that it holds.
void sizes_enter_loop(Sizes *sizes, const Stm *stm);
// A body with nothing to know: an operator, a with_acc, the condition of a loop.
void sizes_enter_body(Sizes *sizes);
// Body number `branch` of an `if` or `switch`.
void sizes_enter_branch(Sizes *sizes, const Exp *exp, size_t branch);
// The statement ran: what it defines and what its checks say.
void sizes_stm(Sizes *sizes, Stm *stm);
// Walks the body; what follows from definitions stays known.
void sizes_learn(Sizes *sizes, const Body *body);

// The same, and calls this for each statement of the body and the bodies inside, with what is known
// after it there.
typedef void SizesVisitor(void *context, Stm *stm);
void sizes_visit(Sizes *sizes, const Body *body, SizesVisitor *visit, void *context);

// ---- Asking about atoms of integer type ----

// The value as a polynomial; an atom that is not an integer is unknown.
const Poly *sizes_poly(Sizes *sizes, Atom atom);
bool sizes_equal(Sizes *sizes, Atom a, Atom b, Witnesses *witnesses);
// a >= b, a < b.
bool sizes_at_least(Sizes *sizes, Atom a, Atom b, Witnesses *witnesses);
bool sizes_less(Sizes *sizes, Atom a, Atom b, Witnesses *witnesses);
bool sizes_constant(Sizes *sizes, Atom atom, int64_t *value);
// Numbers between which it is; those of its type at least.
void sizes_interval(Sizes *sizes, Atom atom, int64_t *low, int64_t *high);
// The same dimension, or sizes that are equal, or lengths that are equal and vary over the same
// dimensions.
bool sizes_dims_equal(Sizes *sizes, Dim a, Dim b, Witnesses *witnesses);
// Is the polynomial never negative? Also looks into choices, extrema and `if`s.
bool sizes_prove(Sizes *sizes, const Poly *poly, Witnesses *witnesses);

// ---- Arrays of i64 as functions of their indices ----
//
// Lengths are such arrays: paper 004's dimension functions. An array is a value, so that s[i] is
// the same number wherever it is read. That number is a variable of its own, in no program: an
// instance of s. A row or slice of lengths is s again, at other indices; what a `par` maps is its
// value as a polynomial of the index. So two arrays are equal when their polynomials are.

enum { PLACEHOLDER_LIMIT = 8 };

// An element of an array that nothing else is known about, or the sum of body(i) over i < size.
typedef struct Instance Instance;
struct Instance {
  Var *var;
  Var *array;        // NULL: a sum
  const Poly **args; // the indices; of a sum its size and its body, over the placeholder of sums
  size_t arg_count;
  const Instance *next;
};

// The polynomial with instances for whatever is read from an array.
const Poly *sizes_canonical(Sizes *sizes, const Poly *poly);
// What the variable stands for when it is an instance; else NULL. Only such a variable may not be
// used in a program.
const Instance *sizes_instance(Sizes *sizes, const Var *var);
// What stands for the indices in the polynomial of an array.
Var *sizes_placeholder(Sizes *sizes, size_t number);
Var *sizes_sum_placeholder(Sizes *sizes);
// The elements of an array of i64, as a polynomial over the placeholders; NULL for other arrays.
const Poly *sizes_function(Sizes *sizes, Var *array);
// Its element at these indices, as many as it has dimensions.
const Poly *sizes_apply(Sizes *sizes, Var *array, const Poly *const *indices);
// The sum of the body over all numbers below the size for the placeholder of sums.
const Poly *sizes_sum(Sizes *sizes, const Poly *size, const Poly *body);
// The polynomials in the place of the variables, also in what instances are of.
const Poly *sizes_substitute(Sizes *sizes, const Poly *poly, Var *const *from,
                             const Poly *const *to, size_t count);
// Does the polynomial, or what its instances are of, mention the variable?
bool sizes_mentions(Sizes *sizes, const Poly *poly, const Var *var);
// Do two arrays of i64 hold the same numbers, as far as both have them?
bool sizes_arrays_equal(Sizes *sizes, Var *a, Var *b, Witnesses *witnesses);
// Are all elements the same number, which is known where the array is? Lengths like these are of a
// rectangular array.
bool sizes_is_uniform(Sizes *sizes, Var *array, const Poly **size);

// ---- Conditions ----

typedef enum Truth { TRUTH_UNKNOWN, TRUTH_FALSE, TRUTH_TRUE } Truth;

// Is the boolean known here? Looks through comparisons, `and`, `or`, `not`, `select` and `if`.
Truth sizes_truth(Sizes *sizes, Atom condition, Witnesses *witnesses);
// The checks whose certificates the statement needs have passed, until the scope is left.
void sizes_assume_certs(Sizes *sizes, const Stm *stm);
// The size is positive until the scope is left.
void sizes_assume_positive(Sizes *sizes, const Poly *size);
// The boolean has this value until the scope is left.
void sizes_assume(Sizes *sizes, Atom condition, bool value, Var *witness);

#endif
