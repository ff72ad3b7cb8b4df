// LMADs: index functions and sets of addresses, offset + {(size : stride), ...}, over polynomials
// (chapter 3 of the thesis).
//
// As a function an LMAD gives each index an address, offset + i0 * stride0 + i1 * stride1 ...; as a
// set it is all of these addresses for 0 <= i < size. Operations on index functions keep the order
// of dimensions; those on sets (join, split, normalise, expand) only keep the addresses. Sizes may
// be 0: then the set is empty.
//
// LMADs are values. A part that is unknown (algebra.h), or a dimension too many, makes an LMAD
// unknown: operations on it give unknown, questions about it say no.
#ifndef RAVEL_ANALYSIS_LMAD_H
#define RAVEL_ANALYSIS_LMAD_H

#include "analysis/prove.h"

enum { LMAD_RANK_LIMIT = 12 };

typedef struct LmadDim {
  const Poly *size, *stride;
} LmadDim;

typedef struct Lmad {
  const Poly *offset; // NULL: the LMAD is unknown
  size_t rank;
  LmadDim dims[LMAD_RANK_LIMIT];
} Lmad;

bool lmad_is_known(const Lmad *lmad);
// Prints it like `i*m + {(n : m), (b : 1)}`.
void lmad_print(StrBuf *out, const Lmad *lmad);

// ---- Index functions ----

// A single address.
Lmad lmad_point(const Poly *offset);
// Of an array of these sizes, row by row or column by column, from address 0 on.
Lmad lmad_row_major(Algebra *algebra, const Poly *const *sizes, size_t rank);
Lmad lmad_column_major(Algebra *algebra, const Poly *const *sizes, size_t rank);
// The address of this index, which has as many numbers as there are dimensions.
const Poly *lmad_apply(Algebra *algebra, const Lmad *lmad, const Poly *const *index);
// One index of a dimension; the dimension is gone.
Lmad lmad_fix(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *index);
// `count` indices of a dimension, from `start` on, `step` apart.
Lmad lmad_slice(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *start,
                const Poly *count, const Poly *step);
// The indices of a dimension that another LMAD gives; its dimensions stand for that one.
Lmad lmad_slice_lmad(Algebra *algebra, const Lmad *lmad, size_t dim, const Lmad *slice);
// Dimension k of the result is dimension permutation[k].
Lmad lmad_permute(const Lmad *lmad, const uint32_t *permutation);
// permutation[inverse[k]] = k.
void permutation_invert(const uint32_t *permutation, size_t rank, uint32_t *inverse);
// A dimension from its last index to its first.
Lmad lmad_reverse(Algebra *algebra, const Lmad *lmad, size_t dim);
// The elements in the same order, in another shape of as many; unknown when no LMAD gives them.
Lmad lmad_reshape(Algebra *algebra, const Lmad *lmad, const Poly *const *sizes, size_t rank);
// Do both give the same address to each index, as far as polynomials tell?
bool lmad_equal(const Lmad *a, const Lmad *b);

// ---- Sets of addresses ----

// A dimension with one index, in front of dimension `dim`.
Lmad lmad_insert(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *stride);
// Dimensions `dim` and `dim + 1` as one; unknown when the first does not step by the whole second.
Lmad lmad_join(Algebra *algebra, const Lmad *lmad, size_t dim);
// A dimension as two, the second of size `size`; unknown when that does not divide it.
Lmad lmad_split(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *size);
// The union over all low <= var < low + count. Unknown when a size or stride mentions the variable,
// or when the offset is not linear in it.
Lmad lmad_expand(Algebra *algebra, const Lmad *lmad, const Var *var, const Poly *low,
                 const Poly *count);
// The same addresses with strides that are not negative and fall; unknown when that is not proved.
// All sizes must be positive.
Lmad lmad_normalise(Algebra *algebra, Bounds *bounds, const Lmad *lmad, Witnesses *witnesses);

// ---- Overlap ----

// Is it proved that no two indices have one address?
bool lmad_is_injective(Algebra *algebra, Bounds *bounds, const Lmad *lmad, Witnesses *witnesses);
// Is it proved that the sets have no address in common? (lmad_apart.c)
bool lmad_is_apart(Algebra *algebra, Bounds *bounds, const Lmad *a, const Lmad *b,
                   Witnesses *witnesses);
// Is it proved that they are the same, index by index, or else apart, as two rows are whose numbers
// may be equal? Either the distance is a multiple of the unit and the sets reach less far, or all
// strides are and the distance is less. All sizes must be positive.
bool lmad_is_same_or_apart(Algebra *algebra, Bounds *bounds, const Lmad *a, const Lmad *b,
                           const Poly *unit, Witnesses *witnesses);

#endif
