// Functions that look at shapes and change them, and those that give an argument back.
#include "front/apl/to_core_internal.h"

// ---- Looking ----

const AplValue *apl_array_shape(AplLower *lower, const Call *call) {
  const AplArray *array = apl_array(lower, call->right);
  Elem *sizes = arena_array(lower->arena, Elem, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++)
    sizes[i] = apl_int_of(lower, array->dims[i]);
  return apl_value_items(lower, sizes, array->rank, APL_INT);
}

const AplValue *apl_array_tally(AplLower *lower, const Call *call) {
  if (call->right->kind == APL_VALUE_TUPLE)
    return apl_value_scalar(lower, apl_elem_int((int64_t)call->right->item_count));
  const AplArray *array = apl_array(lower, call->right);
  Atom count = array->rank == 0 ? atom_i64(1) : array->dims[0];
  return apl_value_scalar(lower, apl_int_of(lower, count));
}

const AplValue *apl_array_same(AplLower *lower, const Call *call) {
  (void)lower;
  return call->right;
}

const AplValue *apl_array_right(AplLower *lower, const Call *call) {
  (void)lower;
  return call->right;
}

const AplValue *apl_array_left(AplLower *lower, const Call *call) {
  (void)lower;
  return call->left;
}

static Exp *make_opaque(AplLower *lower, Var *part, void *context) {
  (void)context;
  Atom operand = atom_var(part);
  return exp_new(lower->emit.program, OP_OPAQUE, &operand, 1);
}

// Stored, whatever is done with it.
const AplValue *apl_array_materialise(AplLower *lower, const Call *call) {
  const AplArray *array = apl_stored(lower, call->right);
  if (array->rank == 0) return call->right;
  return apl_view(lower, array, array->rank, array->dims, "stored", make_opaque, NULL);
}

// ---- Ravel, table ----

static Exp *make_reshape(AplLower *lower, Var *part, void *context) {
  (void)context;
  Atom operand = atom_var(part);
  return exp_new(lower->emit.program, OP_RESHAPE, &operand, 1);
}

static const AplValue *scalar_spread(AplLower *lower, Elem elem, const Atom *dims, size_t rank) {
  AplNest nest = apl_nest_open(lower, dims, rank);
  return apl_nest_close(lower, &nest, elem);
}

const AplValue *apl_reshape_view(AplLower *lower, const AplValue *value, const Atom *dims,
                                 size_t rank) {
  const AplArray *array = apl_stored(lower, value);
  if (array->rank == rank) {
    bool is_same = true;
    for (size_t i = 0; i < rank; i++)
      is_same = is_same && atom_equal(dims[i], array->dims[i]);
    if (is_same) return value;
  }
  if (array->rank == 0) return scalar_spread(lower, apl_element(lower, array, NULL), dims, rank);
  if (rank == 0) return apl_value_scalar(lower, apl_single(lower, array));
  return apl_view(lower, array, rank, dims, "reshaped", make_reshape, NULL);
}

const AplValue *apl_array_ravel(AplLower *lower, const Call *call) {
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank == 1) return call->right;
  if (array->rank == 0) {
    Elem elem = apl_element(lower, array, NULL);
    return apl_value_items(lower, &elem, 1, elem.kind);
  }
  Atom count = apl_count(lower, array);
  return apl_reshape_view(lower, call->right, &count, 1);
}

const AplValue *apl_array_table(AplLower *lower, const Call *call) {
  const AplArray *array = apl_array(lower, call->right);
  Atom dims[2] = {array->rank == 0 ? atom_i64(1) : array->dims[0], atom_i64(1)};
  for (size_t i = 1; i < array->rank; i++)
    dims[1] = apl_mul(lower, dims[1], array->dims[i]);
  return apl_reshape_view(lower, call->right, dims, 2);
}

// ---- Reshape ----

const Atom *apl_shape_sizes(AplLower *lower, const AplValue *left, size_t *rank) {
  const AplArray *array = apl_array(lower, left);
  if (array->rank > 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: a shape must be a scalar or vector, but it is %s",
             apl_type_text(lower, left));
  if (array->rank == 1 && array->dims[0].var != NULL) {
    diag_error(lower->diag, ERROR_APL_RANK, lower->emit.span,
               "RANK ERROR: the rank of the result is not known: the shape is %s",
               apl_type_text(lower, left));
    diag_note(lower->diag, array->lost, "its length is only known at run time, because of this");
    apl_escape(lower);
  }
  apl_need_int(lower, array->kind, "a shape", apl_type_text(lower, left));
  if (array->rank == 1 && constant_to_i64(array->dims[0].constant) > RANK_MAX)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: an array has at most %d dimensions", RANK_MAX);
  const Elem *items = apl_known(lower, apl_stored(lower, left), rank);
  if (array->items != NULL) items = array->items;
  if (items == NULL) {
    Elem *loaded = arena_array(lower->arena, Elem, *rank);
    for (size_t i = 0; i < *rank; i++) {
      Atom index = atom_i64((int64_t)i);
      loaded[i] = apl_element(lower, apl_stored(lower, left), &index);
    }
    items = loaded;
  }
  Atom *sizes = arena_array(lower->arena, Atom, *rank + 1);
  for (size_t i = 0; i < *rank; i++)
    sizes[i] = apl_size_of(lower, items[i]);
  return sizes;
}

typedef struct Cycle {
  const AplArray *flat;
  Atom index;
  Elem fill;
} Cycle;

static Elem cycle_element(AplLower *lower, void *context) {
  const Cycle *cycle = context;
  Atom length = cycle->flat->dims[0];
  Atom index = cycle->index;
  if (!atom_is_i64(length, 1))
    index = apl_op2(lower, OP_UMOD, index, apl_max(lower, length, atom_i64(1)));
  else
    index = atom_i64(0);
  return apl_element(lower, cycle->flat, &index);
}

static Elem cycle_fill(AplLower *lower, void *context) {
  (void)lower;
  return ((const Cycle *)context)->fill;
}

// Elements again and again; fills when there are none. A point of the result knows its place among
// all of them, so that what reads it is fused with what makes it.
static const AplValue *reshape_cyclic(AplLower *lower, const AplValue *right, const Atom *sizes,
                                      size_t rank) {
  Call ravel = {.right = right};
  const AplArray *flat = apl_stored(lower, apl_array_ravel(lower, &ravel));
  AplNest nest = apl_nest_open(lower, sizes, rank);
  Atom place = rank == 0 ? atom_i64(0) : nest.index[0];
  for (size_t i = 1; i < rank; i++)
    place = apl_add(lower, apl_mul(lower, place, sizes[i]), nest.index[i]);
  Cycle cycle = {.flat = flat, .index = place, .fill = apl_fill(flat->kind)};
  Atom is_some = apl_op2(lower, OP_SLT, atom_i64(0), flat->dims[0]);
  Elem elem = apl_if(lower, is_some, cycle_element, cycle_fill, &cycle);
  return apl_nest_close(lower, &nest, elem);
}

static const AplValue *reshape_known(AplLower *lower, const AplArray *array, size_t count) {
  size_t length;
  const Elem *known = apl_known(lower, array, &length);
  Elem *items = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++)
    items[i] = length == 0 ? apl_fill(array->kind) : known[i % length];
  return apl_value_items(lower, items, count, array->kind);
}

const AplValue *apl_array_reshape(AplLower *lower, const Call *call) {
  enum { SHORT = 8 };
  size_t rank, mark = emit_mark(&lower->emit);
  const Atom *numbers = apl_shape_sizes(lower, call->left, &rank);
  Atom *sizes = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++) {
    apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), numbers[i]), ERROR_APL_DOMAIN,
              "DOMAIN ERROR: {} is no length of an axis", &numbers[i], 1);
    sizes[i] = apl_checked_size(lower, numbers[i]);
  }
  Atom count = apl_checked_count(lower, sizes, rank, "would be too large");
  const AplArray *array = apl_array(lower, call->right);
  const AplValue *result;
  int64_t known = count.var == NULL ? constant_to_i64(count.constant) : INT64_MAX;
  bool is_short = array->rank == 0 ? known <= SHORT : array->items != NULL && known <= ITEM_LIMIT;
  if (rank == 1 && is_short)
    result = reshape_known(lower, array, (size_t)constant_to_i64(count.constant));
  else if (array->rank == 0)
    result = scalar_spread(lower, apl_element(lower, array, NULL), sizes, rank);
  else if (atom_equal(count, apl_count(lower, array)))
    result = apl_reshape_view(lower, call->right, sizes, rank);
  else
    result = reshape_cyclic(lower, call->right, sizes, rank);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Transpose ----

static Exp *make_permute(AplLower *lower, Var *part, void *context) {
  return exp_permute(lower->emit.program, part, context);
}

const AplValue *apl_permute(AplLower *lower, const AplValue *value, const uint32_t *permutation) {
  const AplArray *array = apl_stored(lower, value);
  bool is_same = true;
  Atom *dims = arena_array(lower->arena, Atom, array->rank + 1);
  uint32_t *copy = arena_array(lower->arena, uint32_t, array->rank + 1);
  for (uint32_t i = 0; i < array->rank; i++) {
    copy[i] = permutation[i];
    dims[i] = array->dims[permutation[i]];
    is_same = is_same && permutation[i] == i;
  }
  if (is_same) return value;
  return apl_view(lower, array, array->rank, dims, "permuted", make_permute, copy);
}

const AplValue *apl_array_transpose(AplLower *lower, const Call *call) {
  const AplArray *array = apl_array(lower, call->right);
  uint32_t *order = arena_array(lower->arena, uint32_t, array->rank + 1);
  for (uint32_t i = 0; i < array->rank; i++)
    order[i] = array->rank - 1 - i;
  return apl_permute(lower, call->right, order);
}

// Axis i of the argument becomes axis axes[i]; several that become one give the diagonal.
static const AplValue *diagonal(AplLower *lower, const AplArray *array, const size_t *axes,
                                size_t rank) {
  Atom *dims = arena_array(lower->arena, Atom, rank + 1);
  bool *is_set = arena_array(lower->arena, bool, rank + 1);
  for (size_t i = 0; i < array->rank; i++) {
    size_t axis = axes[i];
    dims[axis] = is_set[axis] ? apl_min(lower, dims[axis], array->dims[i]) : array->dims[i];
    is_set[axis] = true;
  }
  AplNest nest = apl_nest_open(lower, dims, rank);
  Atom *index = arena_array(lower->arena, Atom, array->rank + 1);
  for (size_t i = 0; i < array->rank; i++)
    index[i] = nest.index[axes[i]];
  return apl_nest_close(lower, &nest, apl_element(lower, array, index));
}

const AplValue *apl_array_transpose_by(AplLower *lower, const Call *call) {
  const AplArray *array = apl_stored(lower, call->right);
  size_t count, rank = 0;
  const Elem *items = apl_known(lower, apl_array(lower, call->left), &count);
  if (items == NULL || count != array->rank)
    apl_fail(
        lower, ERROR_APL_LENGTH,
        "LENGTH ERROR: the left argument of ⍉ is a number for each axis of the right one, which "
        "has %u; but it is %s",
        (unsigned)array->rank, apl_type_text(lower, call->left));
  size_t *axes = arena_array(lower->arena, size_t, count + 1);
  bool *is_used = arena_array(lower->arena, bool, count + 1);
  bool is_permutation = true;
  for (size_t i = 0; i < count; i++) {
    int64_t axis;
    if (!apl_elem_to_int(items[i], &axis))
      apl_unsupported(lower, "axes of ⍉ that are only known at run time");
    if (axis < lower->origin || axis - lower->origin >= (int64_t)count)
      apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: ⍉ has no axis %lld of %zu", (long long)axis,
               count);
    axes[i] = (size_t)(axis - lower->origin);
    is_permutation = is_permutation && !is_used[axes[i]];
    is_used[axes[i]] = true;
    if (axes[i] >= rank) rank = axes[i] + 1;
  }
  for (size_t i = 0; i < rank; i++)
    if (!is_used[i])
      apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: no axis of the argument becomes axis %zu",
               i + (size_t)lower->origin);
  if (!is_permutation) return diagonal(lower, array, axes, rank);
  uint32_t *order = arena_array(lower->arena, uint32_t, count + 1);
  for (size_t i = 0; i < count; i++)
    order[axes[i]] = (uint32_t)i;
  return apl_permute(lower, call->right, order);
}
