// Symbolic integers: polynomials over integer variables, in canonical form.
//
// A polynomial is a sum of terms, a term a constant factor and a product of variables. Terms are
// sorted (higher degree first, then by the variables), variables within a term too, no factor is 0:
// equal polynomials have equal terms. Polynomials are immutable. NULL stands for "unknown": a
// factor beyond 64 bits, too many terms or too high a degree. Every operation on unknown gives
// unknown.
//
// The values are mathematical integers. Whether a variable of a program, which wraps around, equals
// a polynomial is for the maker of the polynomial to justify.
#ifndef RAVEL_ANALYSIS_ALGEBRA_H
#define RAVEL_ANALYSIS_ALGEBRA_H

#include "ir/ir.h"

enum { POLY_TERM_LIMIT = 40, POLY_DEGREE_LIMIT = 10 };

typedef struct Term {
  int64_t factor; // not 0
  uint32_t degree;
  Var *const *vars; // `degree` of them, by Var.index; x * x is x twice
} Term;

typedef struct Poly {
  size_t count; // 0: the polynomial is 0
  const Term *terms;
} Poly;

// Where polynomials live: an arena, or for the time of one proof a scratch space of fixed size.
typedef struct Algebra Algebra;

Algebra *algebra_new(Arena *arena);
// From here on polynomials are made in the scratch space, until algebra_leave, which is given what
// this returned. When it is full, they are unknown. It may be entered again inside.
size_t algebra_enter(Algebra *algebra);
void algebra_leave(Algebra *algebra, size_t mark);
// A copy that outlives the scratch space.
const Poly *poly_keep(Algebra *algebra, const Poly *poly);

// ---- Making ----

const Poly *poly_constant(Algebra *algebra, int64_t value);
const Poly *poly_var(Algebra *algebra, Var *var);
const Poly *poly_add(Algebra *algebra, const Poly *a, const Poly *b);
const Poly *poly_sub(Algebra *algebra, const Poly *a, const Poly *b);
const Poly *poly_mul(Algebra *algebra, const Poly *a, const Poly *b);
const Poly *poly_negate(Algebra *algebra, const Poly *a);
// a + value and a * value.
const Poly *poly_add_constant(Algebra *algebra, const Poly *a, int64_t value);
const Poly *poly_scale(Algebra *algebra, const Poly *a, int64_t value);
// `by` in every place of the variable.
const Poly *poly_substitute(Algebra *algebra, const Poly *poly, const Var *var, const Poly *by);
// poly = var * quotient + rest, where the rest is free of the variable. False when unknown.
bool poly_split(Algebra *algebra, const Poly *poly, const Var *var, const Poly **quotient,
                const Poly **rest);
// poly / divisor, when that leaves no rest; else unknown.
const Poly *poly_divide(Algebra *algebra, const Poly *poly, const Poly *divisor);

// ---- Asking ----

// Are both known and the same?
bool poly_equal(const Poly *a, const Poly *b);
// A total order of known polynomials, for sorting; it has no meaning beyond that.
int poly_compare(const Poly *a, const Poly *b);
// Equal polynomials have the same.
uint64_t poly_hash(const Poly *poly);
bool poly_is_zero(const Poly *poly);
// Is it this kind of number? Sets the value.
bool poly_is_constant(const Poly *poly, int64_t *value);
// Is it a variable and nothing else? Gives it, or NULL.
Var *poly_is_var(const Poly *poly);
bool poly_has_var(const Poly *poly, const Var *var);
// Prints it like `2*n*m - i + 1`; `?` when unknown.
void poly_print(StrBuf *out, const Poly *poly);

// ---- Numbers that do not overflow ----

// False when the result does not fit.
bool number_add(int64_t a, int64_t b, int64_t *result);
bool number_mul(int64_t a, int64_t b, int64_t *result);

#endif
