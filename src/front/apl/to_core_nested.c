// Nested arrays whose items have one type and one rank.
//
// A nested array is the elements of all its items in one vector, and for every item where they
// begin and how long its axes are. These descriptors are arrays of the outer shape: what moves
// items around, such as `⌽` or `/`, moves descriptors, and the elements stay where they are.
//
//   (1 2 3)(4 5)    elements 1 2 3 4 5, starts 0 3, lengths 3 2
//
// An item is a slice of the elements. Items that are computed, as by `⍳¨3 1 2`, are the rows of an
// irregular array of Core, whose elements are taken together.
#include "front/apl/to_core_nested.h"

const AplValue *apl_nested_starts(const AplValue *nested) { return nested->items[STARTS]; }

size_t apl_item_rank(const AplValue *nested) { return nested->item_count - LENGTHS; }

const AplArray *apl_nested_part(AplLower *lower, const AplValue *nested, size_t part) {
  return apl_stored(lower, nested->items[part]);
}

const AplValue *apl_nested_make(AplLower *lower, const AplValue *const *parts, size_t count) {
  AplValue *value = (AplValue *)(uintptr_t)apl_value_tuple(lower, parts, count);
  value->kind = APL_VALUE_NESTED;
  return value;
}

// ---- Items ----

Atom apl_nested_descriptor(AplLower *lower, const AplValue *nested, size_t part,
                           const Atom *point) {
  return apl_element(lower, apl_nested_part(lower, nested, part), point).part[0];
}

const AplValue *apl_nested_item(AplLower *lower, const AplValue *nested, const Atom *point) {
  size_t rank = apl_item_rank(nested);
  Atom dims[ITEM_RANK_LIMIT], count = atom_i64(1);
  Atom start = apl_nested_descriptor(lower, nested, STARTS, point);
  for (size_t i = 0; i < rank; i++) {
    dims[i] = apl_nested_descriptor(lower, nested, LENGTHS + i, point);
    if (dims[i].var != NULL) apl_natural(lower, dims[i].var);
    count = apl_mul(lower, count, dims[i]);
  }
  const AplValue *elements = nested->items[ELEMENTS];
  apl_stored(lower, elements);
  const AplValue *list = apl_slice(lower, elements, 0, start, count, atom_i64(1));
  return apl_reshape_view(lower, list, dims, rank);
}

const AplValue *apl_for_descriptors(AplLower *lower, const AplValue *nested, PartFunction *function,
                                    void *context) {
  const AplValue **parts = arena_array(lower->arena, const AplValue *, nested->item_count);
  parts[ELEMENTS] = nested->items[ELEMENTS];
  for (size_t i = STARTS; i < nested->item_count; i++)
    parts[i] = function(lower, nested->items[i], context);
  return apl_nested_make(lower, parts, nested->item_count);
}

// ---- Making them ----

static const AplValue *size_items(AplLower *lower, const Atom *atoms, size_t count) {
  Elem *items = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++)
    items[i] = apl_elem_size(atoms[i]);
  return apl_value_items(lower, items, count, APL_SIZE);
}

const AplValue *apl_raveled(AplLower *lower, const AplValue *value) {
  Call call = {.right = value};
  return apl_array_ravel(lower, &call);
}

const AplValue *apl_joined(AplLower *lower, const AplValue *left, const AplValue *right) {
  Call call = {.left = left, .right = right};
  return apl_array_catenate_last(lower, &call);
}

const AplValue *apl_enclosed(AplLower *lower, const AplValue *value) {
  const AplArray *array = apl_array(lower, value);
  if (array->rank == 0) return value;
  if (array->rank > ITEM_RANK_LIMIT) apl_unsupported(lower, "items of so many dimensions");
  const AplValue *parts[LENGTHS + ITEM_RANK_LIMIT];
  parts[ELEMENTS] = apl_raveled(lower, value);
  parts[STARTS] = apl_value_scalar(lower, apl_elem_size(atom_i64(0)));
  for (size_t i = 0; i < array->rank; i++)
    parts[LENGTHS + i] = apl_value_scalar(lower, apl_elem_size(array->dims[i]));
  return apl_nested_make(lower, parts, LENGTHS + array->rank);
}

// A tuple of arrays of one rank; NULL when it is not that.
static const AplValue *nested_of_tuple(AplLower *lower, const AplValue *tuple) {
  size_t count = tuple->item_count, rank = 0;
  for (size_t i = 0; i < count; i++) {
    const AplValue *item = tuple->items[i];
    bool is_good = item->kind == APL_VALUE_ARRAY && item->array.rank > 0 &&
                   (i == 0 || item->array.rank == rank) &&
                   (item->array.kind == APL_CHAR) == (tuple->items[0]->array.kind == APL_CHAR);
    if (!is_good) return NULL;
    rank = item->array.rank;
  }
  if (count == 0 || rank > ITEM_RANK_LIMIT) return NULL;
  Atom *starts = arena_array(lower->arena, Atom, count), end = atom_i64(0);
  const AplValue *parts[LENGTHS + ITEM_RANK_LIMIT];
  for (size_t i = 0; i < count; i++) {
    const AplValue *list = apl_raveled(lower, tuple->items[i]);
    parts[ELEMENTS] = i == 0 ? list : apl_joined(lower, parts[ELEMENTS], list);
    starts[i] = end;
    end = apl_add(lower, end, apl_array(lower, list)->dims[0]);
  }
  parts[STARTS] = size_items(lower, starts, count);
  for (size_t k = 0; k < rank; k++) {
    Atom *lengths = arena_array(lower->arena, Atom, count);
    for (size_t i = 0; i < count; i++)
      lengths[i] = tuple->items[i]->array.dims[k];
    parts[LENGTHS + k] = size_items(lower, lengths, count);
  }
  return apl_nested_make(lower, parts, LENGTHS + rank);
}

const AplValue *apl_nested(AplLower *lower, const AplValue *value) {
  if (value->kind == APL_VALUE_NESTED) return value;
  return value->kind == APL_VALUE_TUPLE ? nested_of_tuple(lower, value) : NULL;
}

// ---- Functions of nested arrays ----

const AplValue *apl_moved_part(AplLower *lower, const AplValue *part, void *context) {
  const Moving *moving = context;
  return apl_apply(lower, moving->function, moving->left, part, moving->span);
}

// Functions that only look at places.
static bool is_moving(AplPrimitiveId id, bool is_dyadic) {
  switch ((int)id) {
  case APL_RAVEL_PRIMITIVE:
  case APL_TABLE_PRIMITIVE: return !is_dyadic;
  case APL_SHAPE_PRIMITIVE:
  case APL_TAKE_PRIMITIVE:
  case APL_DROP_PRIMITIVE:
  case APL_SLASH_PRIMITIVE:
  case APL_SLASH_FIRST_PRIMITIVE:
  case APL_BACKSLASH_PRIMITIVE:
  case APL_BACKSLASH_FIRST_PRIMITIVE: return is_dyadic;
  case APL_REVERSE_PRIMITIVE:
  case APL_REVERSE_FIRST_PRIMITIVE:
  case APL_TRANSPOSE_PRIMITIVE: return true;
  default: return false;
  }
}

// An item, or the fill of one: nothing.
const AplValue *apl_nested_first(AplLower *lower, const AplValue *nested) {
  Call first = {0};
  const AplValue **parts = arena_array(lower->arena, const AplValue *, nested->item_count);
  parts[ELEMENTS] = nested->items[ELEMENTS];
  for (size_t i = STARTS; i < nested->item_count; i++) {
    first.right = nested->items[i];
    parts[i] = apl_array_first(lower, &first);
  }
  return apl_nested_item(lower, apl_nested_make(lower, parts, nested->item_count), NULL);
}

typedef struct Indexing {
  const AplValue *const *indices;
  size_t count;
} Indexing;

static const AplValue *indexed_part(AplLower *lower, const AplValue *part, void *context) {
  const Indexing *indexing = context;
  return apl_index(lower, part, indexing->indices, indexing->count);
}

const AplValue *apl_nested_index(AplLower *lower, const AplValue *nested,
                                 const AplValue *const *indices, size_t count) {
  Indexing indexing = {indices, count};
  size_t rank = apl_array(lower, nested->items[STARTS])->rank;
  if (count != rank)
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: the rank of %s is %zu, but the number of indices is %zu",
             apl_type_text(lower, nested), rank, count);
  const AplValue *result = apl_for_descriptors(lower, nested, indexed_part, &indexing);
  if (apl_array(lower, result->items[STARTS])->rank > 0) return result;
  return apl_nested_item(lower, result, NULL);
}

static const AplValue *list_point(AplLower *lower, const Atom *point, void *context) {
  return apl_raveled(lower, apl_nested_item(lower, context, point));
}

// The elements of all items in order.
static const AplValue *enlisted(AplLower *lower, const AplValue *nested) {
  const AplArray *outer = apl_nested_part(lower, nested, STARTS);
  if (outer->rank == 0) return apl_raveled(lower, apl_nested_item(lower, nested, NULL));
  AplRows rows = {outer->dims, outer->rank, list_point, (void *)(uintptr_t)nested, NULL};
  return apl_rows(lower, &rows)->items[ELEMENTS];
}

const AplValue *apl_array_enlist(AplLower *lower, const Call *call) {
  const AplValue *nested = apl_nested(lower, call->right);
  if (nested != NULL) return enlisted(lower, nested);
  if (call->right->kind != APL_VALUE_TUPLE) return apl_raveled(lower, call->right);
  const AplValue *result = NULL;
  for (size_t i = 0; i < call->right->item_count; i++) {
    Call item = {.right = call->right->items[i]};
    const AplValue *list = apl_array_enlist(lower, &item);
    result = i == 0 ? list : apl_joined(lower, result, list);
  }
  return result;
}

// ---- Mix and split ----

typedef struct Mixing {
  const AplValue *nested;
  const Atom *index; // of the result: that of the item, and in it
  size_t outer_rank;
  Atom start;
} Mixing;

static Elem mixed_element(AplLower *lower, void *context) {
  const Mixing *mixing = context;
  size_t rank = apl_item_rank(mixing->nested);
  Atom place = atom_i64(0);
  for (size_t i = 0; i < rank; i++) {
    Atom length = apl_nested_descriptor(lower, mixing->nested, LENGTHS + i, mixing->index);
    place = apl_add(lower, apl_mul(lower, place, length), mixing->index[mixing->outer_rank + i]);
  }
  place = apl_add(lower, place, mixing->start);
  return apl_element(lower, apl_nested_part(lower, mixing->nested, ELEMENTS), &place);
}

static Elem mixed_fill(AplLower *lower, void *context) {
  const Mixing *mixing = context;
  return apl_fill(apl_array(lower, mixing->nested->items[ELEMENTS])->kind);
}

static Elem raveled_length(AplLower *lower, Atom index, void *context) {
  return apl_element(lower, context, &index);
}

static Atom greatest_length(AplLower *lower, const AplValue *lengths) {
  AplArray list = *apl_stored(lower, apl_raveled(lower, lengths));
  AplFunction greatest = {.kind = APL_FN_PRIMITIVE, .primitive = APL_CEILING_PRIMITIVE};
  Elem elem = apl_fold(lower, apl_value_function(lower, greatest), APL_SIZE, list.dims[0],
                       raveled_length, &list);
  return apl_max(lower, elem.part[0], atom_i64(0));
}

// Items become cells, filled up to the longest.
const AplValue *apl_mixed(AplLower *lower, const AplValue *nested) {
  for (size_t i = 0; i < nested->item_count; i++)
    apl_stored(lower, nested->items[i]);
  const AplArray *outer = apl_nested_part(lower, nested, STARTS);
  size_t rank = apl_item_rank(nested);
  Atom *dims = arena_array(lower->arena, Atom, outer->rank + rank);
  for (size_t i = 0; i < outer->rank; i++)
    dims[i] = outer->dims[i];
  for (size_t i = 0; i < rank; i++)
    dims[outer->rank + i] = greatest_length(lower, nested->items[LENGTHS + i]);
  AplNest nest = apl_nest_open(lower, dims, outer->rank + rank);
  Atom is_inside = atom_bool(true);
  for (size_t i = 0; i < rank; i++) {
    Atom length = apl_nested_descriptor(lower, nested, LENGTHS + i, nest.index);
    is_inside = emit_and(&lower->emit, is_inside,
                         apl_op2(lower, OP_SLT, nest.index[outer->rank + i], length));
  }
  Mixing mixing = {nested, nest.index, outer->rank,
                   apl_nested_descriptor(lower, nested, STARTS, nest.index)};
  return apl_nest_close(lower, &nest, apl_if(lower, is_inside, mixed_element, mixed_fill, &mixing));
}

// Scalars among vectors are vectors of one element: `'a' 'bc'`.
static const AplValue *with_vectors(AplLower *lower, const AplValue *tuple) {
  if (tuple->kind != APL_VALUE_TUPLE) return tuple;
  const AplValue **items = arena_array(lower->arena, const AplValue *, tuple->item_count);
  for (size_t i = 0; i < tuple->item_count; i++) {
    const AplValue *item = tuple->items[i];
    bool is_scalar = item->kind == APL_VALUE_ARRAY && item->array.rank == 0;
    items[i] = is_scalar ? apl_raveled(lower, item) : item;
  }
  return apl_value_tuple(lower, items, tuple->item_count);
}

const AplValue *apl_array_mix(AplLower *lower, const Call *call) {
  if (call->right->kind == APL_VALUE_ARRAY) return call->right;
  const AplValue *nested = apl_nested(lower, with_vectors(lower, call->right));
  if (nested == NULL)
    apl_unsupported(lower, "`↑` of %s: the items differ", apl_type_text(lower, call->right));
  return apl_mixed(lower, nested);
}

const AplValue *apl_array_split(AplLower *lower, const Call *call) {
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank < 2) return apl_enclosed(lower, call->right);
  size_t rank = array->rank - 1;
  Atom row = array->dims[rank];
  const AplValue *parts[3] = {apl_raveled(lower, call->right)};
  AplNest starts = apl_nest_open(lower, array->dims, rank);
  Atom number = atom_i64(0);
  for (size_t i = 0; i < rank; i++)
    number = apl_add(lower, apl_mul(lower, number, array->dims[i]), starts.index[i]);
  parts[STARTS] = apl_nest_close(lower, &starts, apl_elem_size(apl_mul(lower, number, row)));
  AplNest lengths = apl_nest_open(lower, array->dims, rank);
  parts[LENGTHS] = apl_nest_close(lower, &lengths, apl_elem_size(row));
  return apl_nested_make(lower, parts, 3);
}

// ---- Enclose and partitions ----

const AplValue *apl_array_enclose(AplLower *lower, const Call *call) {
  if (call->right->kind != APL_VALUE_ARRAY) {
    const AplValue *nested = apl_nested(lower, call->right);
    bool is_scalar = nested != NULL && apl_array(lower, nested->items[STARTS])->rank == 0;
    if (!is_scalar)
      apl_unsupported(lower, "`⊂` of %s: items cannot be nested",
                      apl_type_text(lower, call->right));
    return nested;
  }
  return apl_enclosed(lower, call->right);
}

// `⊆`: encloses what is not nested.
const AplValue *apl_array_nest(AplLower *lower, const Call *call) {
  return call->right->kind == APL_VALUE_ARRAY ? apl_enclosed(lower, call->right) : call->right;
}

typedef struct Cutting {
  const AplArray *marks;
  Atom count;
  bool is_partition; // `⊆`: marks are groups; otherwise items begin at some
} Cutting;

static Atom mark_at(AplLower *lower, const Cutting *cutting, Atom index) {
  Atom inside = apl_max(lower, apl_min(lower, index, apl_sub(lower, cutting->count, atom_i64(1))),
                        atom_i64(0));
  return apl_size_of(lower, apl_element(lower, cutting->marks, &inside));
}

// The places of all points at which something begins, or ends.
static const AplValue *places(AplLower *lower, const Cutting *cutting, bool is_end) {
  AplSpace space = apl_space_open(lower, cutting->count);
  Atom here = mark_at(lower, cutting, space.index);
  Atom is_some = apl_op2(lower, OP_SLT, atom_i64(0), here);
  Atom other_place =
      is_end ? apl_add(lower, space.index, atom_i64(1)) : apl_sub(lower, space.index, atom_i64(1));
  Atom other = mark_at(lower, cutting, other_place);
  Atom is_edge = is_end ? apl_op2(lower, OP_SLE, cutting->count, other_place)
                        : apl_op2(lower, OP_SLT, other_place, atom_i64(0));
  // A group goes on while its number does not grow, and is not 0.
  Atom breaks = is_end ? apl_op2(lower, OP_OR, apl_op2(lower, OP_SLT, here, other),
                                 apl_op2(lower, OP_EQ, other, atom_i64(0)))
                       : apl_op2(lower, OP_OR, apl_op2(lower, OP_SLT, other, here),
                                 apl_op2(lower, OP_EQ, other, atom_i64(0)));
  Atom holds = cutting->is_partition
                   ? emit_and(&lower->emit, is_some, apl_op2(lower, OP_OR, is_edge, breaks))
                   : is_some;
  Atom *value = arena_make(lower->arena, Atom);
  *value = space.index;
  Output output = {.mode = MODE_KEEP, .selector = holds, .values = value, .value_count = 1};
  apl_space_output(lower, &space, output);
  Stm *stm = apl_space_close(lower, &space, "places");
  apl_natural(lower, stm->vars[0]);
  Atom count = atom_var(stm->vars[0]), data = atom_var(stm->vars[1]);
  return apl_value_array(lower, apl_array_make(lower, APL_SIZE, 1, &count, &data));
}

static Cutting cutting_open(AplLower *lower, const Call *call) {
  Cutting cutting = {.marks = apl_stored(lower, call->left)};
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank != 1 || cutting.marks->rank != 1 || cutting.marks->kind > APL_INT)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: a vector is cut by a vector of ints, not %s by %s",
             apl_type_text(lower, call->right), apl_type_text(lower, call->left));
  Atom sizes[2] = {cutting.marks->dims[0], array->dims[0]};
  if (!atom_equal(sizes[0], sizes[1]))
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: there are {} marks for {} elements", sizes, 2);
  cutting.count = sizes[0];
  return cutting;
}

// Every place as often as the number there says.
static const AplValue *repeated_places(AplLower *lower, const AplValue *marks) {
  Call where = {.right = marks};
  const AplValue *origin = apl_value_scalar(lower, apl_elem_int(lower->origin));
  const AplValue *numbers = apl_array_where(lower, &where);
  return apl_as_kind(lower, apl_map_dyadic(lower, apl2_subtract, numbers, origin), APL_SIZE);
}

// `marks⊂list`: an item begins at every 1, and goes on until the next. Larger numbers begin several
// items there, of which only the last is not empty.
const AplValue *apl_array_cut(AplLower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  Cutting cutting = cutting_open(lower, call);
  const AplValue *starts = cutting.marks->kind == APL_BOOL ? places(lower, &cutting, false)
                                                           : repeated_places(lower, call->left);
  const AplArray *array = apl_stored(lower, starts);
  AplNest nest = apl_nest_open(lower, array->dims, 1);
  Atom next = apl_add(lower, nest.index[0], atom_i64(1));
  Atom last = apl_sub(lower, array->dims[0], atom_i64(1));
  Atom inside = apl_min(lower, next, last);
  Atom is_last = apl_op2(lower, OP_SLE, array->dims[0], next);
  Atom behind =
      emit_select(&lower->emit, is_last, cutting.count, apl_element(lower, array, &inside).part[0]);
  Atom length = apl_sub(lower, behind, apl_element(lower, array, nest.index).part[0]);
  const AplValue *lengths = apl_nest_close(lower, &nest, apl_elem_size(length));
  const AplValue *parts[3] = {call->right, starts, lengths};
  const AplValue *result = apl_nested_make(lower, parts, 3);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// `groups⊆list`: elements of one group next to each other, without those of group 0.
const AplValue *apl_array_partition(AplLower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  Cutting cutting = cutting_open(lower, call);
  cutting.is_partition = true;
  const AplValue *starts = places(lower, &cutting, false);
  AplArray ends = *apl_stored(lower, places(lower, &cutting, true));
  const AplArray *array = apl_stored(lower, starts);
  AplNest nest = apl_nest_open(lower, array->dims, 1);
  Atom end = apl_element(lower, &ends, nest.index).part[0];
  Atom length = apl_sub(lower, end, apl_element(lower, array, nest.index).part[0]);
  length = apl_add(lower, length, atom_i64(1));
  const AplValue *lengths = apl_nest_close(lower, &nest, apl_elem_size(length));
  const AplValue *parts[3] = {call->right, starts, lengths};
  const AplValue *result = apl_nested_make(lower, parts, 3);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Indices ----

// All places of a space, or some: `numbers` are those of the points, NULL for all of them.
const AplValue *apl_nested_places(AplLower *lower, const Atom *dims, size_t rank,
                                  const AplValue *numbers) {
  Atom count = atom_i64(1), width = atom_i64((int64_t)rank);
  for (size_t i = 0; i < rank; i++)
    count = apl_mul(lower, count, dims[i]);
  if (numbers != NULL) count = apl_array(lower, numbers)->dims[0];
  Atom total = apl_mul(lower, count, width);
  AplNest elements = apl_nest_open(lower, &total, 1);
  Atom number = apl_op2(lower, OP_SQUOT, elements.index[0], width);
  Atom axis = apl_op2(lower, OP_SREM, elements.index[0], width);
  if (numbers != NULL) number = apl_element(lower, apl_stored(lower, numbers), &number).part[0];
  const Atom *point = apl_coordinates(lower, dims, rank, number);
  Atom place = point[0];
  for (size_t i = 1; i < rank; i++)
    place = emit_select(&lower->emit, apl_op2(lower, OP_EQ, axis, atom_i64((int64_t)i)), point[i],
                        place);
  place = apl_add(lower, place, atom_i64(lower->origin));
  const AplValue *parts[3];
  parts[ELEMENTS] = apl_nest_close(lower, &elements, apl_int_of(lower, place));
  AplNest starts = apl_nest_open(lower, &count, 1);
  Atom start = apl_mul(lower, starts.index[0], width);
  parts[STARTS] = apl_nest_close(lower, &starts, apl_elem_size(start));
  AplNest lengths = apl_nest_open(lower, &count, 1);
  parts[LENGTHS] = apl_nest_close(lower, &lengths, apl_elem_size(width));
  const AplValue *nested = apl_nested_make(lower, parts, 3);
  if (numbers != NULL) return nested;
  Reshaping reshaping = {dims, rank};
  return apl_for_descriptors(lower, nested, apl_reshaped_part, &reshaping);
}

// ---- Showing ----

static const AplValue *show_step(AplLower *lower, const AplValue *state, void *context) {
  Atom step = vec_last(&lower->counters);
  apl_show(lower, apl_nested_item(lower, context, &step), false);
  return state;
}

void apl_nested_show(AplLower *lower, const AplValue *nested) {
  Call ravel = {.right = nested->items[STARTS]};
  if (apl_array(lower, nested->items[STARTS])->rank == 0) {
    apl_show(lower, apl_nested_item(lower, nested, NULL), false);
    return;
  }
  const AplValue **parts = arena_array(lower->arena, const AplValue *, nested->item_count);
  parts[ELEMENTS] = nested->items[ELEMENTS];
  for (size_t i = STARTS; i < nested->item_count; i++) {
    ravel.right = nested->items[i];
    parts[i] = apl_array_ravel(lower, &ravel);
  }
  const AplValue *list = apl_nested_make(lower, parts, nested->item_count);
  Atom count = apl_nested_part(lower, list, STARTS)->dims[0];
  for (size_t i = 0; i < list->item_count; i++)
    apl_stored(lower, list->items[i]);
  apl_loop(lower, count, apl_value_scalar(lower, apl_elem_int(0)), show_step,
           (void *)(uintptr_t)list);
}

// ---- All primitives ----

static bool is_simple(const AplValue *value) {
  return value == NULL || value->kind == APL_VALUE_ARRAY;
}

// A nested array of one item stands for it in what joins; others are enclosed.
static const AplValue *joined_side(AplLower *lower, const AplValue *value) {
  const AplValue *nested = apl_nested(lower, value);
  if (nested != NULL) return nested;
  apl_unsupported(lower, "arrays in which some items are nested: %s", apl_type_text(lower, value));
}

const AplValue *apl_nested_apply(AplLower *lower, const AplValue *function, const AplValue *left,
                                 const AplValue *right) {
  if (is_simple(left) && is_simple(right)) return NULL;
  AplPrimitiveId id = function->function->primitive;
  bool is_scalar =
      left == NULL ? apl_scalar_monadic(function) != NULL : apl_scalar_dyadic(function) != NULL;
  bool has_nested =
      right->kind == APL_VALUE_NESTED || (left != NULL && left->kind == APL_VALUE_NESTED);
  if (is_scalar) return has_nested ? apl_each(lower, function, left, right) : NULL;
  if (id == APL_RAVEL_PRIMITIVE && left != NULL && (apl_is_void(left) || apl_is_void(right))) {
    const AplValue *items = apl_nested(lower, apl_is_void(left) ? right : left);
    Moving moving = {function, NULL, lower->emit.span};
    if (items != NULL) return apl_for_descriptors(lower, items, apl_moved_part, &moving);
  }
  if (id == APL_RAVEL_PRIMITIVE && left != NULL)
    return has_nested ? apl_nested_join(lower, joined_side(lower, left), joined_side(lower, right))
                      : NULL;
  const AplValue *nested = apl_nested(lower, right);
  const AplValue *found = left != NULL ? apl_nested_search(lower, id, left, right) : NULL;
  if (found != NULL) return found;
  if (nested == NULL || (left != NULL && left->kind != APL_VALUE_ARRAY)) return NULL;
  if (left == NULL && id == APL_UNIQUE_PRIMITIVE) return apl_nested_unique(lower, nested);
  if (is_moving(id, left != NULL)) {
    Moving moving = {function, left, lower->emit.span};
    return apl_for_descriptors(lower, nested, apl_moved_part, &moving);
  }
  Call outer = {function->function, left, nested->items[STARTS]};
  if (left == NULL && id == APL_SHAPE_PRIMITIVE) return apl_array_shape(lower, &outer);
  if (left == NULL && id == APL_TALLY_PRIMITIVE) return apl_array_tally(lower, &outer);
  if (left == NULL && (id == APL_GRADE_UP_PRIMITIVE || id == APL_GRADE_DOWN_PRIMITIVE))
    return apl_grade(lower, apl_mixed(lower, nested), id == APL_GRADE_DOWN_PRIMITIVE);
  return NULL;
}
