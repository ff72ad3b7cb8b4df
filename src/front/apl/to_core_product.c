// Inner and outer products, each.
#include "front/apl/to_core_nested.h"

// ---- Outer products ----

static const Atom *dims_joined(AplLower *lower, const Atom *a, size_t a_rank, const Atom *b,
                               size_t b_rank) {
  Atom *dims = arena_array(lower->arena, Atom, a_rank + b_rank + 1);
  for (size_t i = 0; i < a_rank + b_rank; i++)
    dims[i] = i < a_rank ? a[i] : b[i - a_rank];
  return dims;
}

static const AplValue *outer_product(AplLower *lower, const AplValue *function, const Call *call) {
  return apl_outer_any(lower, function, call->left, call->right);
}

// ---- Inner products ----

typedef struct Inner {
  const AplArray *a, *b;
  Atom *a_index, *b_index;   // the last, and the first, is what is reduced
  bool a_extends, b_extends; // along that axis: it is known to have one element
  const AplValue *function;
} Inner;

static Elem inner_element(AplLower *lower, Atom index, void *context) {
  Inner *inner = context;
  if (inner->a->rank > 0)
    inner->a_index[inner->a->rank - 1] = inner->a_extends ? atom_i64(0) : index;
  if (inner->b->rank > 0) inner->b_index[0] = inner->b_extends ? atom_i64(0) : index;
  Elem left = apl_element(lower, inner->a, inner->a_index);
  Elem right = apl_element(lower, inner->b, inner->b_index);
  return apl_apply_elem(lower, inner->function, &left, right);
}

// The kind of what the right operand gives.
static AplKind inner_kind(AplLower *lower, const Inner *inner) {
  EmitBlock *block = emit_open(&lower->emit);
  AplRegion *region = apl_region_open(lower);
  size_t mark = emit_mark(&lower->emit);
  Elem left = apl_fill(inner->a->kind);
  AplKind kind = apl_apply_elem(lower, inner->function, &left, apl_fill(inner->b->kind)).kind;
  emit_uncheck(&lower->emit, mark);
  apl_region_end(lower, region);
  emit_close(&lower->emit, block);
  return kind;
}

static Atom inner_length(AplLower *lower, Inner *inner) {
  const AplArray *a = inner->a, *b = inner->b;
  if (a->rank == 0 && b->rank == 0) return atom_i64(1);
  if (a->rank == 0) return b->dims[0];
  if (b->rank == 0) return a->dims[a->rank - 1];
  Atom sizes[2] = {a->dims[a->rank - 1], b->dims[0]};
  inner->a_extends = atom_is_i64(sizes[0], 1);
  inner->b_extends = atom_is_i64(sizes[1], 1);
  if (inner->a_extends || inner->b_extends) return sizes[inner->a_extends ? 1 : 0];
  if (!atom_equal(sizes[0], sizes[1]))
    apl_check_shapes(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]),
                     "the last axis of the left shape is not as long as the first of the right one",
                     a, b);
  return sizes[0];
}

// ---- Inner products of items ----

// One side of an inner product of vectors, at least one of which has items: `1 ⍵∨.∧3 4=⊂n`.
typedef struct ItemSide {
  const AplValue *value;
  const Elem *elems; // of a simple vector
  size_t count;
  bool extends; // one item for all
} ItemSide;

static ItemSide item_side(AplLower *lower, const AplValue *value) {
  ItemSide side = {.value = value, .count = 1};
  if (value->kind == APL_VALUE_TUPLE) {
    side.count = value->item_count;
    return side;
  }
  const AplArray *outer = value->kind == APL_VALUE_NESTED ? apl_nested_part(lower, value, STARTS)
                                                          : apl_array(lower, value);
  int64_t count = 1;
  side.extends = outer->rank == 0;
  bool is_known = outer->rank == 0 || (outer->rank == 1 && apl_size_known(outer->dims[0], &count));
  side.count = (size_t)count;
  if (value->kind == APL_VALUE_ARRAY && is_known) {
    side.elems = apl_known(lower, apl_stored(lower, value), &side.count);
    is_known = side.elems != NULL;
  }
  if (!is_known)
    apl_unsupported(lower, "an inner product of items with %s: it must be a vector of known length",
                    apl_type_text(lower, value));
  return side;
}

static const AplValue *side_item(AplLower *lower, const ItemSide *side, size_t i) {
  Atom index = atom_i64((int64_t)i);
  if (side->value->kind == APL_VALUE_TUPLE) return side->value->items[i];
  if (side->elems != NULL) return apl_value_scalar(lower, side->elems[side->extends ? 0 : i]);
  return apl_nested_item(lower, side->value, side->extends ? NULL : &index);
}

static const AplValue *product_of_items(AplLower *lower, const Call *call) {
  ItemSide left = item_side(lower, call->left), right = item_side(lower, call->right);
  size_t count = left.extends ? right.count : left.count;
  if (!left.extends && !right.extends && left.count != right.count)
    apl_fail(lower, ERROR_APL_LENGTH,
             "LENGTH ERROR: there are %zu items on the left and %zu on "
             "the right",
             left.count, right.count);
  if (count == 0) apl_unsupported(lower, "an inner product without items");
  const AplValue *result = NULL;
  for (size_t i = count; i-- > 0;) {
    const AplValue *item = apl_apply(lower, call->function->operands[1], side_item(lower, &left, i),
                                     side_item(lower, &right, i), lower->emit.span);
    result = result == NULL
                 ? item
                 : apl_apply(lower, call->function->operands[0], item, result, lower->emit.span);
  }
  AplValue *picked = arena_make(lower->arena, AplValue);
  *picked = *result;
  picked->is_picked = true;
  return picked;
}

const AplValue *apl_array_product(AplLower *lower, const Call *call) {
  const AplValue *reducer = call->function->operands[0], *function = call->function->operands[1];
  if (reducer == NULL) return outer_product(lower, function, call);
  if (call->left->kind != APL_VALUE_ARRAY || call->right->kind != APL_VALUE_ARRAY)
    return product_of_items(lower, call);
  size_t mark = emit_mark(&lower->emit);
  Inner inner = {.a = apl_stored(lower, call->left), .b = apl_stored(lower, call->right)};
  inner.function = function;
  size_t a_rank = inner.a->rank > 0 ? inner.a->rank - 1 : 0;
  size_t b_rank = inner.b->rank > 0 ? inner.b->rank - 1 : 0;
  Atom length = inner_length(lower, &inner);
  AplKind kind = inner_kind(lower, &inner);
  const Atom *dims = dims_joined(lower, inner.a->dims, a_rank,
                                 inner.b->rank > 0 ? inner.b->dims + 1 : NULL, b_rank);
  AplNest nest = apl_nest_open(lower, dims, a_rank + b_rank);
  inner.a_index = arena_array(lower->arena, Atom, a_rank + 1);
  inner.b_index = arena_array(lower->arena, Atom, b_rank + 1);
  for (size_t i = 0; i < a_rank; i++)
    inner.a_index[i] = nest.index[i];
  for (size_t i = 0; i < b_rank; i++)
    inner.b_index[i + 1] = nest.index[a_rank + i];
  Elem elem = apl_fold(lower, reducer, kind, length, inner_element, &inner);
  const AplValue *result = apl_nest_close(lower, &nest, elem);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Each ----

const AplValue *apl_array_each(AplLower *lower, const Call *call) {
  return apl_each(lower, call->function->operands[0], NULL, call->right);
}

const AplValue *apl_array_each_two(AplLower *lower, const Call *call) {
  return apl_each(lower, call->function->operands[0], call->left, call->right);
}
