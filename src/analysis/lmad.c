#include "analysis/lmad.h"

#include "ir/type.h"

static Lmad lmad_unknown(void) { return (Lmad){0}; }

bool lmad_is_known(const Lmad *lmad) {
  for (size_t k = 0; k < lmad->rank; k++)
    if (!lmad->dims[k].size || !lmad->dims[k].stride) return false;
  return lmad->offset != NULL;
}

void lmad_print(StrBuf *out, const Lmad *lmad) {
  poly_print(out, lmad->offset);
  strbuf_puts(out, " + {");
  for (size_t k = 0; k < lmad->rank; k++) {
    strbuf_puts(out, k == 0 ? "(" : ", (");
    poly_print(out, lmad->dims[k].size);
    strbuf_puts(out, " : ");
    poly_print(out, lmad->dims[k].stride);
    strbuf_puts(out, ")");
  }
  strbuf_puts(out, "}");
}

// offset + index * stride
static const Poly *step(Algebra *algebra, const Poly *offset, const Poly *index,
                        const Poly *stride) {
  return poly_add(algebra, offset, poly_mul(algebra, index, stride));
}

static Lmad without(const Lmad *lmad, size_t dim) {
  Lmad result = {.offset = lmad->offset};
  for (size_t k = 0; k < lmad->rank; k++)
    if (k != dim) result.dims[result.rank++] = lmad->dims[k];
  return result;
}

// The LMAD with these dimensions in place of one.
static Lmad replaced(const Lmad *lmad, size_t dim, const LmadDim *dims, size_t count) {
  Lmad result = {.offset = lmad->offset};
  if (lmad->rank - 1 + count > LMAD_RANK_LIMIT) return lmad_unknown();
  for (size_t k = 0; k < lmad->rank; k++) {
    for (size_t j = 0; k == dim && j < count; j++)
      result.dims[result.rank++] = dims[j];
    if (k != dim) result.dims[result.rank++] = lmad->dims[k];
  }
  return result;
}

// ---- Index functions ----

Lmad lmad_point(const Poly *offset) { return (Lmad){.offset = offset}; }

Lmad lmad_row_major(Algebra *algebra, const Poly *const *sizes, size_t rank) {
  if (rank > LMAD_RANK_LIMIT) return lmad_unknown();
  Lmad lmad = {.offset = poly_constant(algebra, 0), .rank = rank};
  const Poly *stride = poly_constant(algebra, 1);
  for (size_t k = rank; k-- > 0;) {
    lmad.dims[k] = (LmadDim){.size = sizes[k], .stride = stride};
    stride = poly_mul(algebra, stride, sizes[k]);
  }
  return lmad;
}

Lmad lmad_column_major(Algebra *algebra, const Poly *const *sizes, size_t rank) {
  if (rank > LMAD_RANK_LIMIT) return lmad_unknown();
  Lmad lmad = {.offset = poly_constant(algebra, 0), .rank = rank};
  const Poly *stride = poly_constant(algebra, 1);
  for (size_t k = 0; k < rank; k++) {
    lmad.dims[k] = (LmadDim){.size = sizes[k], .stride = stride};
    stride = poly_mul(algebra, stride, sizes[k]);
  }
  return lmad;
}

const Poly *lmad_apply(Algebra *algebra, const Lmad *lmad, const Poly *const *index) {
  const Poly *address = lmad->offset;
  for (size_t k = 0; k < lmad->rank; k++)
    address = step(algebra, address, index[k], lmad->dims[k].stride);
  return address;
}

Lmad lmad_fix(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *index) {
  Lmad result = without(lmad, dim);
  result.offset = step(algebra, lmad->offset, index, lmad->dims[dim].stride);
  return result;
}

Lmad lmad_slice(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *start,
                const Poly *count, const Poly *stride) {
  Lmad result = *lmad;
  result.offset = step(algebra, lmad->offset, start, lmad->dims[dim].stride);
  result.dims[dim].size = count;
  result.dims[dim].stride = poly_mul(algebra, stride, lmad->dims[dim].stride);
  return result;
}

Lmad lmad_slice_lmad(Algebra *algebra, const Lmad *lmad, size_t dim, const Lmad *slice) {
  LmadDim dims[LMAD_RANK_LIMIT];
  const Poly *stride = lmad->dims[dim].stride;
  for (size_t k = 0; k < slice->rank; k++) {
    dims[k].size = slice->dims[k].size;
    dims[k].stride = poly_mul(algebra, stride, slice->dims[k].stride);
  }
  Lmad result = replaced(lmad, dim, dims, slice->rank);
  if (result.offset) result.offset = step(algebra, lmad->offset, slice->offset, stride);
  return result;
}

Lmad lmad_permute(const Lmad *lmad, const uint32_t *permutation) {
  Lmad result = *lmad;
  for (size_t k = 0; k < lmad->rank; k++)
    result.dims[k] = lmad->dims[permutation[k]];
  return result;
}

void permutation_invert(const uint32_t *permutation, size_t rank, uint32_t *inverse) {
  for (uint32_t k = 0; k < rank; k++)
    inverse[permutation[k]] = k;
}

// The address of the last index, seen from the first.
static const Poly *span(Algebra *algebra, const LmadDim *dim) {
  return poly_mul(algebra, poly_add_constant(algebra, dim->size, -1), dim->stride);
}

Lmad lmad_reverse(Algebra *algebra, const Lmad *lmad, size_t dim) {
  Lmad result = *lmad;
  result.offset = poly_add(algebra, lmad->offset, span(algebra, &lmad->dims[dim]));
  result.dims[dim].stride = poly_negate(algebra, lmad->dims[dim].stride);
  return result;
}

static bool is_one(const Poly *poly) {
  int64_t number;
  return poly_is_constant(poly, &number) && number == 1;
}

// The dimensions joined wherever one steps by the whole next one; those of size 1 are gone.
static Lmad joined(Algebra *algebra, const Lmad *lmad) {
  Lmad result = {.offset = lmad->offset};
  for (size_t k = 0; k < lmad->rank; k++) {
    const LmadDim *dim = &lmad->dims[k];
    if (is_one(dim->size)) continue;
    LmadDim *last = result.rank > 0 ? &result.dims[result.rank - 1] : NULL;
    const Poly *whole = poly_mul(algebra, dim->size, dim->stride);
    if (last && poly_equal(last->stride, whole)) {
      last->size = poly_mul(algebra, last->size, dim->size);
      last->stride = dim->stride;
    } else {
      result.dims[result.rank++] = *dim;
    }
  }
  return result;
}

// Each dimension of the joined LMAD is split into the new sizes, from the innermost on.
Lmad lmad_reshape(Algebra *algebra, const Lmad *lmad, const Poly *const *sizes, size_t rank) {
  if (!lmad_is_known(lmad) || rank > LMAD_RANK_LIMIT) return lmad_unknown();
  Lmad from = joined(algebra, lmad), result = {.offset = lmad->offset, .rank = rank};
  const Poly *left = poly_constant(algebra, 1), *stride = poly_constant(algebra, 1);
  for (size_t k = rank; k-- > 0;) {
    if (!sizes[k]) return lmad_unknown();
    bool is_next = is_one(left) && !is_one(sizes[k]);
    if (is_next && from.rank == 0) return lmad_unknown();
    if (is_next) {
      left = from.dims[--from.rank].size;
      stride = from.dims[from.rank].stride;
    }
    result.dims[k] = (LmadDim){.size = sizes[k], .stride = stride};
    left = poly_divide(algebra, left, sizes[k]);
    stride = poly_mul(algebra, stride, sizes[k]);
    if (!left) return lmad_unknown();
  }
  return from.rank == 0 && is_one(left) ? result : lmad_unknown();
}

bool lmad_equal(const Lmad *a, const Lmad *b) {
  if (a->rank != b->rank || !poly_equal(a->offset, b->offset)) return false;
  for (size_t k = 0; k < a->rank; k++) {
    const LmadDim *left = &a->dims[k], *right = &b->dims[k];
    if (!poly_equal(left->size, right->size)) return false;
    if (!is_one(left->size) && !poly_equal(left->stride, right->stride)) return false;
  }
  return true;
}

// ---- Sets of addresses ----

Lmad lmad_insert(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *stride) {
  Lmad result = {.offset = lmad->offset};
  if (lmad->rank == LMAD_RANK_LIMIT) return lmad_unknown();
  for (size_t k = 0; k <= lmad->rank; k++) {
    if (k == dim)
      result.dims[result.rank++] = (LmadDim){.size = poly_constant(algebra, 1), .stride = stride};
    if (k < lmad->rank) result.dims[result.rank++] = lmad->dims[k];
  }
  return result;
}

Lmad lmad_join(Algebra *algebra, const Lmad *lmad, size_t dim) {
  const LmadDim *outer = &lmad->dims[dim], *inner = &lmad->dims[dim + 1];
  if (!poly_equal(outer->stride, poly_mul(algebra, inner->size, inner->stride)))
    return lmad_unknown();
  Lmad result = without(lmad, dim);
  result.dims[dim].size = poly_mul(algebra, outer->size, inner->size);
  return result;
}

Lmad lmad_split(Algebra *algebra, const Lmad *lmad, size_t dim, const Poly *size) {
  const LmadDim *whole = &lmad->dims[dim];
  const Poly *count = poly_divide(algebra, whole->size, size);
  if (!count) return lmad_unknown();
  LmadDim dims[2] = {{.size = count, .stride = poly_mul(algebra, size, whole->stride)},
                     {.size = size, .stride = whole->stride}};
  return replaced(lmad, dim, dims, 2);
}

Lmad lmad_expand(Algebra *algebra, const Lmad *lmad, const Var *var, const Poly *low,
                 const Poly *count) {
  if (!lmad_is_known(lmad) || lmad->rank == LMAD_RANK_LIMIT) return lmad_unknown();
  for (size_t k = 0; k < lmad->rank; k++) {
    if (poly_has_var(lmad->dims[k].size, var) || poly_has_var(lmad->dims[k].stride, var))
      return lmad_unknown();
  }
  if (!poly_has_var(lmad->offset, var)) return *lmad;
  const Poly *stride, *rest;
  if (!poly_split(algebra, lmad->offset, var, &stride, &rest)) return lmad_unknown();
  if (poly_has_var(stride, var)) return lmad_unknown();
  Lmad result = {.offset = step(algebra, rest, low, stride), .rank = lmad->rank + 1};
  result.dims[0] = (LmadDim){.size = count, .stride = stride};
  for (size_t k = 0; k < lmad->rank; k++)
    result.dims[k + 1] = lmad->dims[k];
  return result;
}

Lmad lmad_normalise(Algebra *algebra, Bounds *bounds, const Lmad *lmad, Witnesses *witnesses) {
  Lmad result = {.offset = lmad->offset};
  if (!lmad_is_known(lmad)) return lmad_unknown();
  for (size_t k = 0; k < lmad->rank; k++) {
    LmadDim dim = lmad->dims[k];
    const Poly *turned = poly_negate(algebra, dim.stride);
    if (!prove_nonnegative(bounds, dim.stride, witnesses)) {
      if (!prove_nonnegative(bounds, turned, witnesses)) return lmad_unknown();
      result.offset = poly_add(algebra, result.offset, span(algebra, &dim));
      dim.stride = turned;
    }
    size_t at = result.rank++;
    for (; at > 0; at--) {
      const Poly *last = result.dims[at - 1].stride;
      if (prove_nonnegative(bounds, poly_sub(algebra, last, dim.stride), witnesses)) break;
      if (!prove_nonnegative(bounds, poly_sub(algebra, dim.stride, last), witnesses))
        return lmad_unknown();
      result.dims[at] = result.dims[at - 1];
    }
    result.dims[at] = dim;
  }
  return result;
}
