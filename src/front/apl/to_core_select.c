// Indexing and indexed assignment.
#include "front/apl/to_core_internal.h"

// One of the indices in brackets.
typedef struct Index {
  const AplArray *array; // NULL: all
  Atom atom;             // when it is a scalar: from 0 on
  bool is_scalar;
  size_t first, rank; // its dimensions among those of the result
} Index;

typedef struct AplSelection {
  const AplArray *array;
  Index *indices; // one for each axis
  size_t rank;    // of the result
  Atom *dims;
  bool is_plain; // only scalars, or all of an axis
} AplSelection;

static Atom checked_index(AplLower *lower, Elem elem, Atom length) {
  apl_need_int(lower, elem.kind, "an index", apl_kind_name(elem.kind));
  Atom values[2] = {apl_size_of(lower, elem), length};
  Atom index = apl_sub(lower, values[0], atom_i64(lower->origin));
  Atom is_good = apl_op2(lower, OP_ULT, index, length);
  apl_check(lower, is_good, ERROR_APL_INDEX,
            "INDEX ERROR: index {} is out of range for an axis of length {}", values, 2);
  return index;
}

// Indices of which each item says where one element is.
static _Noreturn void fail_chosen(AplLower *lower) {
  diag_error(lower->diag, ERROR_APL_UNSUPPORTED, lower->emit.span,
             "not supported: indices that choose elements one by one");
  diag_hint(lower->diag, "`2 1⊃m` is one element, and `{⍵⊃m}¨(1 2)(2 1)` are several");
  apl_escape(lower);
}

static AplSelection selection_open(AplLower *lower, const AplValue *value,
                                   const AplValue *const *indices, size_t count) {
  AplSelection selection = {.array = apl_stored(lower, value), .is_plain = true};
  const AplArray *array = selection.array;
  bool is_chosen = count == 1 && indices[0] != NULL &&
                   (indices[0]->kind == APL_VALUE_TUPLE || indices[0]->kind == APL_VALUE_NESTED);
  if (is_chosen) fail_chosen(lower);
  if (count != array->rank)
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: the rank of %s is %u, but the number of indices in the brackets is %zu",
             apl_type_text(lower, value), (unsigned)array->rank, count);
  selection.indices = arena_array(lower->arena, Index, count + 1);
  for (size_t i = 0; i < count; i++) {
    Index *index = &selection.indices[i];
    index->first = selection.rank;
    index->rank = 1;
    if (indices[i] != NULL) {
      index->array = apl_stored(lower, indices[i]);
      index->rank = index->array->rank;
      index->is_scalar = index->rank == 0;
      selection.is_plain = selection.is_plain && index->is_scalar;
      if (index->is_scalar)
        index->atom = checked_index(lower, apl_element(lower, index->array, NULL), array->dims[i]);
    }
    selection.rank += index->rank;
  }
  selection.dims = arena_array(lower->arena, Atom, selection.rank + 1);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < selection.indices[i].rank; k++)
      selection.dims[selection.indices[i].first + k] =
          selection.indices[i].array == NULL ? array->dims[i] : selection.indices[i].array->dims[k];
  return selection;
}

// Where a point of the result is in the array.
static const Atom *selected_place(AplLower *lower, const AplSelection *selection,
                                  const Atom *point) {
  Atom *place = arena_array(lower->arena, Atom, selection->array->rank + 1);
  for (size_t i = 0; i < selection->array->rank; i++) {
    const Index *index = &selection->indices[i];
    if (index->is_scalar)
      place[i] = index->atom;
    else if (index->array == NULL)
      place[i] = point[index->first];
    else
      place[i] = checked_index(lower, apl_element(lower, index->array, point + index->first),
                               selection->array->dims[i]);
  }
  return place;
}

// The selector of scalars and whole axes, with its atoms.
static Selector plain_selector(AplLower *lower, const AplSelection *selection, Atoms *atoms) {
  size_t rank = selection->array->rank;
  Selector selector = selector_of(lower->emit.program, rank, false);
  for (size_t i = 0; i < rank; i++) {
    const Index *index = &selection->indices[i];
    selector.is_range[i] = !index->is_scalar;
    if (index->is_scalar) {
      vec_push(lower->arena, atoms, index->atom);
      continue;
    }
    vec_push(lower->arena, atoms, atom_i64(0));
    vec_push(lower->arena, atoms, selection->array->dims[i]);
    vec_push(lower->arena, atoms, atom_i64(1));
  }
  return selector;
}

static Exp *make_plain(AplLower *lower, Var *part, void *context) {
  Atoms atoms = {0};
  Selector selector = plain_selector(lower, context, &atoms);
  return exp_slice(lower->emit.program, part, selector, atoms.data, atoms.count);
}

// A literal index of a tuple.
static size_t tuple_index(AplLower *lower, const AplValue *tuple, const AplValue *const *indices,
                          size_t count) {
  if (count != 1 || indices[0] == NULL)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: a tuple has one axis");
  const AplArray *array = apl_array(lower, indices[0]);
  int64_t index;
  if (!apl_is_single(array) || !apl_elem_to_int(apl_single(lower, array), &index)) {
    diag_error(
        lower->diag, ERROR_APL_DOMAIN, lower->emit.span,
        "DOMAIN ERROR: the items of the tuple differ, so that its index must be a number that "
        "is known before the program runs: %s",
        apl_type_text(lower, tuple));
    apl_hint_character(lower, tuple);
    apl_escape(lower);
  }
  if (index < lower->origin || index - lower->origin >= (int64_t)tuple->item_count)
    apl_fail(lower, ERROR_APL_INDEX, "INDEX ERROR: index %lld is out of range for a tuple of %zu",
             (long long)index, tuple->item_count);
  return (size_t)(index - lower->origin);
}

// Known elements at known indices.
static const AplValue *index_known(AplLower *lower, const AplValue *value, const AplValue *index) {
  const AplArray *array = apl_array(lower, value);
  size_t count;
  if (array->items == NULL || index == NULL || index->kind != APL_VALUE_ARRAY) return NULL;
  if (index->array.rank == 1 && index->array.items == NULL) return NULL;
  if (index->array.rank > 1) return NULL;
  const Elem *items = apl_known(lower, &index->array, &count);
  int64_t length = constant_to_i64(array->dims[0].constant), at;
  Elem *chosen = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++) {
    if (!apl_elem_to_int(items[i], &at)) return NULL;
    at = sub_i64(at, lower->origin);
    if (at < 0 || at >= length) return NULL;
    chosen[i] = array->items[at];
  }
  return index->array.rank == 0 ? apl_value_scalar(lower, chosen[0])
                                : apl_value_items(lower, chosen, count, array->kind);
}

static const AplValue *picked(AplLower *lower, const AplValue *value) {
  AplValue *copy = arena_make(lower->arena, AplValue);
  *copy = *value;
  copy->is_picked = true;
  return copy;
}

// One index, which is known before the program runs.
static bool is_literal_index(AplLower *lower, const AplValue *const *indices, size_t count) {
  int64_t number;
  bool is_one = count == 1 && indices[0] != NULL && indices[0]->kind == APL_VALUE_ARRAY &&
                apl_is_single(&indices[0]->array);
  return is_one && apl_elem_to_int(apl_single(lower, apl_stored(lower, indices[0])), &number);
}

// One item of a tuple or a nested array, or several of one sort.
static const AplValue *index_items(AplLower *lower, const AplValue *value,
                                   const AplValue *const *indices, size_t count) {
  bool is_literal = is_literal_index(lower, indices, count);
  const AplValue *nested =
      value->kind == APL_VALUE_TUPLE && is_literal ? NULL : apl_nested(lower, value);
  if (nested == NULL) return picked(lower, value->items[tuple_index(lower, value, indices, count)]);
  const AplValue *result = apl_nested_index(lower, nested, indices, count);
  return result->kind == APL_VALUE_ARRAY ? picked(lower, result) : result;
}

const AplValue *apl_index(AplLower *lower, const AplValue *value, const AplValue *const *indices,
                          size_t count) {
  if (value->kind == APL_VALUE_TUPLE || value->kind == APL_VALUE_NESTED)
    return index_items(lower, value, indices, count);
  const AplValue *known = count == 1 ? index_known(lower, value, indices[0]) : NULL;
  if (known != NULL) return known;
  size_t mark = emit_mark(&lower->emit);
  AplSelection selection = selection_open(lower, value, indices, count);
  const AplValue *result;
  if (selection.is_plain && selection.rank > 0) {
    result = apl_view(lower, selection.array, selection.rank, selection.dims, "selected",
                      make_plain, &selection);
  } else {
    AplNest nest = apl_nest_open(lower, selection.dims, selection.rank);
    const Atom *place = selected_place(lower, &selection, nest.index);
    result = apl_nest_close(lower, &nest, apl_element(lower, selection.array, place));
  }
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_gather(AplLower *lower, const AplValue *value, size_t axis,
                           const AplArray *index) {
  const AplArray *array = apl_stored(lower, value);
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i == axis ? index->dims[0] : array->dims[i];
  AplNest nest = apl_nest_open(lower, dims, array->rank);
  nest.index[axis] = apl_element(lower, index, &nest.index[axis]).part[0];
  return apl_nest_close(lower, &nest, apl_element(lower, array, nest.index));
}

// ---- Indexed assignment ----

static const AplValue *tuple_assign(AplLower *lower, const AplValue *tuple, size_t index,
                                    const AplValue *replacement) {
  const AplValue **items = arena_array(lower->arena, const AplValue *, tuple->item_count);
  for (size_t i = 0; i < tuple->item_count; i++)
    items[i] = i == index ? replacement : tuple->items[i];
  return apl_value_tuple(lower, items, tuple->item_count);
}

// The replacement has the shape of the selection, or is a scalar.
static void check_replacement(AplLower *lower, const AplSelection *selection,
                              const AplValue *value) {
  const AplArray *array = apl_array(lower, value);
  if (array->rank == 0) return;
  if (array->rank != selection->rank)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: what is selected has rank %zu, but it becomes %s",
             selection->rank, apl_type_text(lower, value));
  AplArray selected = {.rank = (uint32_t)selection->rank, .dims = selection->dims};
  for (size_t i = 0; i < array->rank; i++) {
    Atom sizes[2] = {selection->dims[i], array->dims[i]};
    if (!atom_equal(sizes[0], sizes[1]))
      apl_check_shapes(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]),
                       "what is selected and what it becomes have different shapes", &selected,
                       array);
  }
}

static Atom updated(AplLower *lower, const AplSelection *selection, Var *part, Atom value) {
  Atoms atoms = {0};
  Selector selector = plain_selector(lower, selection, &atoms);
  Exp *exp = exp_update(lower->emit.program, part, selector, atoms.data, atoms.count, value);
  return atom_var(emit_let(&lower->emit, "updated", exp));
}

static const AplValue *assign_plain(AplLower *lower, const AplSelection *selection,
                                    const AplValue *replacement) {
  const AplArray *array = apl_stored(lower, replacement);
  if (selection->rank > 0 && array->rank == 0) {
    AplNest nest = apl_nest_open(lower, selection->dims, selection->rank);
    array = &apl_nest_close(lower, &nest, apl_element(lower, array, NULL))->array;
  } else if (selection->rank > 0) {
    array =
        apl_stored(lower, apl_reshape_view(lower, replacement, selection->dims, selection->rank));
  }
  AplArray result = *selection->array;
  for (size_t i = 0; i < apl_kind_parts(array->kind); i++)
    result.data[i] = updated(lower, selection, selection->array->data[i].var, array->data[i]);
  result.items = NULL;
  result.block = NULL;
  return apl_value_array(lower, result);
}

static const AplValue *assign_scattered(AplLower *lower, const AplSelection *selection,
                                        const AplValue *replacement) {
  const AplArray *array = apl_stored(lower, replacement);
  Atom count = atom_i64(1);
  for (size_t i = 0; i < selection->rank; i++)
    count = apl_mul(lower, count, selection->dims[i]);
  size_t parts = apl_kind_parts(array->kind);
  Output output = {.mode = MODE_PUT, .value_count = parts, .index_count = selection->array->rank};
  AplSpace space = apl_space_open(lower, count);
  const Atom *point = apl_coordinates(lower, selection->dims, selection->rank, space.index);
  const Atom *place = selected_place(lower, selection, point);
  Elem elem = apl_element(lower, array, point);
  output.indices = arena_array(lower->arena, Atom, output.index_count);
  for (size_t i = 0; i < output.index_count; i++)
    output.indices[i] = place[i];
  output.values = arena_array(lower->arena, Atom, parts);
  output.dests = arena_array(lower->arena, Atom, parts);
  for (size_t i = 0; i < parts; i++) {
    output.values[i] = elem.part[i];
    output.dests[i] = selection->array->data[i];
  }
  apl_space_output(lower, &space, output);
  Stm *stm = apl_space_close(lower, &space, "updated");
  AplArray result = *selection->array;
  for (size_t i = 0; i < parts; i++)
    result.data[i] = atom_var(stm->vars[i]);
  result.items = NULL;
  result.block = NULL;
  return apl_value_array(lower, result);
}

const AplValue *apl_index_assign(AplLower *lower, const AplValue *value,
                                 const AplValue *const *indices, size_t count,
                                 const AplValue *replacement) {
  const AplValue *nested = value->kind == APL_VALUE_TUPLE && is_literal_index(lower, indices, count)
                               ? NULL
                               : apl_nested(lower, value);
  if (nested != NULL) return apl_nested_assign(lower, nested, indices, count, replacement);
  if (value->kind == APL_VALUE_TUPLE)
    return tuple_assign(lower, value, tuple_index(lower, value, indices, count),
                        apl_nested_opened(lower, replacement));
  const AplArray *array = apl_array(lower, replacement);
  if (array->rank > 0 && apl_is_single(array)) // extends as a scalar does
    replacement = apl_value_scalar(lower, apl_single(lower, apl_stored(lower, replacement)));
  AplKind kind = apl_kind_join(lower, apl_array(lower, value)->kind, array->kind);
  value = apl_as_kind(lower, value, kind);
  replacement = apl_as_kind(lower, replacement, kind);
  size_t mark = emit_mark(&lower->emit);
  AplSelection selection = selection_open(lower, value, indices, count);
  check_replacement(lower, &selection, replacement);
  const AplValue *result =
      (selection.is_plain ? assign_plain : assign_scattered)(lower, &selection, replacement);
  emit_uncheck(&lower->emit, mark);
  return result;
}
