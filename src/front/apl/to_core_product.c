// Inner and outer products, each.
#include "front/apl/to_core_internal.h"

// ---- Outer products ----

static const Atom *dims_joined(Lower *lower, const Atom *a, size_t a_rank, const Atom *b,
                               size_t b_rank) {
  Atom *dims = arena_array(lower->arena, Atom, a_rank + b_rank + 1);
  for (size_t i = 0; i < a_rank + b_rank; i++)
    dims[i] = i < a_rank ? a[i] : b[i - a_rank];
  return dims;
}

static const AplValue *outer_product(Lower *lower, const AplValue *function, const Call *call) {
  return apl_outer_any(lower, function, call->left, call->right);
}

// ---- Inner products ----

typedef struct Inner {
  const Array *a, *b;
  Atom *a_index, *b_index; // the last, and the first, is what is reduced
  const AplValue *function;
} Inner;

static Elem inner_element(Lower *lower, Atom index, void *context) {
  Inner *inner = context;
  if (inner->a->rank > 0) inner->a_index[inner->a->rank - 1] = index;
  if (inner->b->rank > 0) inner->b_index[0] = index;
  Elem left = apl_element(lower, inner->a, inner->a_index);
  Elem right = apl_element(lower, inner->b, inner->b_index);
  return apl_apply_elem(lower, inner->function, &left, right);
}

// The kind of what the right operand gives.
static AplKind inner_kind(Lower *lower, const Inner *inner) {
  EmitBlock *block = emit_open(&lower->emit);
  Region *region = apl_region_open(lower);
  size_t mark = emit_mark(&lower->emit);
  Elem left = apl_fill(inner->a->kind);
  AplKind kind = apl_apply_elem(lower, inner->function, &left, apl_fill(inner->b->kind)).kind;
  emit_uncheck(&lower->emit, mark);
  apl_region_end(lower, region);
  emit_close(&lower->emit, block);
  return kind;
}

static Atom inner_length(Lower *lower, const Inner *inner) {
  const Array *a = inner->a, *b = inner->b;
  if (a->rank == 0 && b->rank == 0) return atom_i64(1);
  if (a->rank == 0) return b->dims[0];
  if (b->rank == 0) return a->dims[a->rank - 1];
  Atom sizes[2] = {a->dims[a->rank - 1], b->dims[0]};
  if (!atom_equal(sizes[0], sizes[1]))
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: the last axis on the left has {} elements, the first on the right {}",
              sizes, 2);
  return sizes[0];
}

const AplValue *apl_array_product(Lower *lower, const Call *call) {
  const AplValue *reducer = call->function->operands[0], *function = call->function->operands[1];
  if (reducer == NULL) return outer_product(lower, function, call);
  size_t mark = emit_mark(&lower->emit);
  Inner inner = {.a = apl_stored(lower, call->left), .b = apl_stored(lower, call->right)};
  inner.function = function;
  size_t a_rank = inner.a->rank > 0 ? inner.a->rank - 1 : 0;
  size_t b_rank = inner.b->rank > 0 ? inner.b->rank - 1 : 0;
  Atom length = inner_length(lower, &inner);
  AplKind kind = inner_kind(lower, &inner);
  const Atom *dims = dims_joined(lower, inner.a->dims, a_rank,
                                 inner.b->rank > 0 ? inner.b->dims + 1 : NULL, b_rank);
  Nest nest = apl_nest_open(lower, dims, a_rank + b_rank);
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

static const AplValue *each_item(Lower *lower, const Call *call) {
  size_t count = call->right->item_count;
  const AplValue **items = arena_array(lower->arena, const AplValue *, count + 1);
  for (size_t i = count; i-- > 0;)
    items[i] = apl_apply(lower, call->function->operands[0], NULL, call->right->items[i],
                         lower->emit.span);
  return apl_strand(lower, items, count);
}

const AplValue *apl_array_each(Lower *lower, const Call *call) {
  if (call->right->kind == APL_VALUE_TUPLE) return each_item(lower, call);
  return apl_each(lower, call->function->operands[0], NULL, call->right);
}

const AplValue *apl_array_each_two(Lower *lower, const Call *call) {
  return apl_each(lower, call->function->operands[0], call->left, call->right);
}
