// poly_atom: the arithmetic that computes a polynomial.
#ifndef RAVEL_ANALYSIS_POLY_ATOM_H
#define RAVEL_ANALYSIS_POLY_ATOM_H

#include "analysis/algebra.h"
#include "ir/build.h"

// The polynomial modulo 2^64, as an i64. Its variables must be in scope; `name` is for the sums.
Atom build_poly(Builder *builder, const char *name, const Poly *poly);

#endif
