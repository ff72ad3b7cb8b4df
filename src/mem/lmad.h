// The algebra of places: which index function an index, slice, permutation or reshape of an array
// has, given the array's own.
//
// Offsets and strides are atoms, so the algebra writes the i64 arithmetic that computes them into a
// builder. It folds constants, never multiplies by 0 or 1, and shares: what was computed before in
// the scope, by it or by the program, is not computed again. Numbers are compared as polynomials of
// analysis/algebra, modulo 2^64, so that n * m and m * n are one stride, 1 + n and n + 1 are one
// offset, and a strided place that is row-major is found to be so. Strides are written as products
// of sizes.
#ifndef RAVEL_MEM_LMAD_H
#define RAVEL_MEM_LMAD_H

#include "analysis/algebra.h"
#include "ir/build.h"

typedef struct Lmads Lmads;

// What is known lives in `scratch`.
Lmads *lmads_new(Program *program, Arena *scratch);

// What is computed between open and close is forgotten at the close, because it is out of scope.
size_t lmads_open(const Lmads *lmads);
void lmads_close(Lmads *lmads, size_t mark);
// Remembers what a statement of the program computes.
void lmads_learn(Lmads *lmads, const Stm *stm);

// ---- Numbers ----

Atom lmads_add(Lmads *lmads, Builder *builder, Atom a, Atom b);
Atom lmads_mul(Lmads *lmads, Builder *builder, Atom a, Atom b);
// Is it a constant that is not negative?
bool number_is_natural(Atom atom);
// Are two i64 atoms the same number, by how they are computed?
bool lmads_same(const Lmads *lmads, Atom a, Atom b);
// Are two places of arrays of one shape the same?
bool lmads_same_place(const Lmads *lmads, const Place *a, const Place *b, size_t rank);

// What the atom is, modulo 2^64, as a polynomial of the algebra.
const Poly *lmads_poly(const Lmads *lmads, Atom atom);
Algebra *lmads_algebra(const Lmads *lmads);

// ---- Places ----

// Is the array row-major at offset 0?
bool place_is_plain(const Type *type);
// The stride of dimension k, also of a row-major array.
Atom place_stride(Lmads *lmads, Builder *builder, const Type *type, size_t k);

// Where the row `array[indices]` is.
Place place_index(Lmads *lmads, Builder *builder, const Type *array, const Atom *indices,
                  size_t count);
// Where the selection, of type `result`, is. The atoms are those of the selector, in order.
Place place_slice(Lmads *lmads, Builder *builder, const Type *array, const Selector *selector,
                  const Atom *atoms, const Type *result);
// Where the part of the array is that starts at `start` of dimension `dim` and has the shape of
// `part`.
Place place_part(Lmads *lmads, Builder *builder, const Type *array, size_t dim, Atom start,
                 const Type *part);
Place place_permute(Lmads *lmads, Builder *builder, const Type *array, const uint32_t *permutation,
                    const Type *result);
// False when the elements of the array do not stand so that the other shape has a place there.
bool place_reshape(Lmads *lmads, Builder *builder, const Type *array, const Type *result,
                   Place *place);

#endif
