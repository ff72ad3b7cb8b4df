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
#include "front/apl/to_core_internal.h"

enum { ELEMENTS, STARTS, LENGTHS, ITEM_RANK_LIMIT = 8 };

static size_t item_rank(const AplValue *nested) { return nested->item_count - LENGTHS; }

static const Array *part_array(Lower *lower, const AplValue *nested, size_t part) {
  return apl_stored(lower, nested->items[part]);
}

static const AplValue *nested_make(Lower *lower, const AplValue *const *parts, size_t count) {
  AplValue *value = (AplValue *)(uintptr_t)apl_value_tuple(lower, parts, count);
  value->kind = APL_VALUE_NESTED;
  return value;
}

// ---- Items ----

static Atom descriptor(Lower *lower, const AplValue *nested, size_t part, const Atom *point) {
  return apl_element(lower, part_array(lower, nested, part), point).part[0];
}

const AplValue *apl_nested_item(Lower *lower, const AplValue *nested, const Atom *point) {
  size_t rank = item_rank(nested);
  Atom dims[ITEM_RANK_LIMIT], count = atom_i64(1);
  Atom start = descriptor(lower, nested, STARTS, point);
  for (size_t i = 0; i < rank; i++) {
    dims[i] = descriptor(lower, nested, LENGTHS + i, point);
    if (dims[i].var != NULL) apl_natural(lower, dims[i].var);
    count = apl_mul(lower, count, dims[i]);
  }
  const AplValue *elements = nested->items[ELEMENTS];
  apl_stored(lower, elements);
  const AplValue *list = apl_slice(lower, elements, 0, start, count, atom_i64(1));
  return apl_reshape_view(lower, list, dims, rank);
}

// The same function on all descriptors.
typedef const AplValue *PartFunction(Lower *lower, const AplValue *part, void *context);

static const AplValue *for_descriptors(Lower *lower, const AplValue *nested, PartFunction *function,
                                       void *context) {
  const AplValue **parts = arena_array(lower->arena, const AplValue *, nested->item_count);
  parts[ELEMENTS] = nested->items[ELEMENTS];
  for (size_t i = STARTS; i < nested->item_count; i++)
    parts[i] = function(lower, nested->items[i], context);
  return nested_make(lower, parts, nested->item_count);
}

// ---- Making them ----

static const AplValue *int_items(Lower *lower, const Atom *atoms, size_t count) {
  Elem *items = arena_array(lower->arena, Elem, count + 1);
  for (size_t i = 0; i < count; i++)
    items[i] = apl_elem(APL_INT, atoms[i]);
  return apl_value_items(lower, items, count, APL_INT);
}

static const AplValue *raveled(Lower *lower, const AplValue *value) {
  Call call = {.right = value};
  return apl_array_ravel(lower, &call);
}

static const AplValue *joined(Lower *lower, const AplValue *left, const AplValue *right) {
  Call call = {.left = left, .right = right};
  return apl_array_catenate_last(lower, &call);
}

static const AplValue *enclosed(Lower *lower, const AplValue *value) {
  const Array *array = apl_array(lower, value);
  if (array->rank == 0) return value;
  if (array->rank > ITEM_RANK_LIMIT) apl_unsupported(lower, "items of so many dimensions");
  const AplValue *parts[LENGTHS + ITEM_RANK_LIMIT];
  parts[ELEMENTS] = raveled(lower, value);
  parts[STARTS] = apl_value_scalar(lower, apl_elem_int(0));
  for (size_t i = 0; i < array->rank; i++)
    parts[LENGTHS + i] = apl_value_scalar(lower, apl_elem(APL_INT, array->dims[i]));
  return nested_make(lower, parts, LENGTHS + array->rank);
}

// A tuple of arrays of one rank; NULL when it is not that.
static const AplValue *nested_of_tuple(Lower *lower, const AplValue *tuple) {
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
    const AplValue *list = raveled(lower, tuple->items[i]);
    parts[ELEMENTS] = i == 0 ? list : joined(lower, parts[ELEMENTS], list);
    starts[i] = end;
    end = apl_add(lower, end, apl_array(lower, list)->dims[0]);
  }
  parts[STARTS] = int_items(lower, starts, count);
  for (size_t k = 0; k < rank; k++) {
    Atom *lengths = arena_array(lower->arena, Atom, count);
    for (size_t i = 0; i < count; i++)
      lengths[i] = tuple->items[i]->array.dims[k];
    parts[LENGTHS + k] = int_items(lower, lengths, count);
  }
  return nested_make(lower, parts, LENGTHS + rank);
}

const AplValue *apl_nested(Lower *lower, const AplValue *value) {
  if (value->kind == APL_VALUE_NESTED) return value;
  return value->kind == APL_VALUE_TUPLE ? nested_of_tuple(lower, value) : NULL;
}

// ---- Items that are computed ----

typedef struct Rows {
  const Atom *dims; // the outer shape
  size_t rank;
  ValuePoint *body;
  void *context;
  const AplValue *none; // an array without items, to begin with
} Rows;

static Elem length_at(Lower *lower, Atom index, void *context) {
  return apl_element(lower, context, &index);
}

typedef struct Reshaping {
  const Atom *dims;
  size_t rank;
} Reshaping;

static const AplValue *reshaped_part(Lower *lower, const AplValue *part, void *context) {
  const Reshaping *reshaping = context;
  return apl_reshape_view(lower, part, reshaping->dims, reshaping->rank);
}

static void output_map(Lower *lower, Space *space, Atom atom) {
  Atom *value = arena_make(lower->arena, Atom);
  *value = atom;
  Output output = {.mode = MODE_MAP, .values = value, .value_count = 1};
  apl_space_output(lower, space, output);
}

// The rows of an irregular array of Core, one behind the other.
static const AplValue *rows_in_parallel(Lower *lower, const Rows *rows) {
  Atom count = atom_i64(1), lengths[ITEM_RANK_LIMIT];
  for (size_t i = 0; i < rows->rank; i++)
    count = apl_mul(lower, count, rows->dims[i]);
  Space space = apl_space_open(lower, count);
  const Atom *point = apl_coordinates(lower, rows->dims, rows->rank, space.index);
  const AplValue *item = rows->body(lower, point, rows->context);
  const AplValue *list = raveled(lower, item);
  const Array *array = apl_stored(lower, list);
  size_t rank = apl_array(lower, item)->rank, parts = apl_kind_parts(array->kind);
  for (size_t i = 0; i < rank; i++)
    output_map(lower, &space, lengths[i] = apl_array(lower, item)->dims[i]);
  Atom length = array->dims[0];
  output_map(lower, &space, length);
  for (size_t i = 0; i < parts; i++)
    output_map(lower, &space, array->data[i]);
  Stm *stm = apl_space_close(lower, &space, "rows");
  const AplValue *results[LENGTHS + ITEM_RANK_LIMIT];
  for (size_t i = 0; i < rank; i++) {
    Atom data = atom_var(stm->vars[i]);
    results[LENGTHS + i] = apl_value_array(lower, apl_array_make(lower, APL_INT, 1, &count, &data));
  }
  Atom sizes = atom_var(stm->vars[rank]), data[2];
  Array size_array = apl_array_make(lower, APL_INT, 1, &count, &sizes);
  Atom total = apl_sum(lower, count, length_at, &size_array);
  const Type *type = apl_part_type(lower, array->kind, 1, &total);
  for (size_t i = 0; i < parts; i++) {
    Atom row = atom_var(stm->vars[rank + 1 + i]);
    Exp *exp = exp_new(lower->emit.program, OP_RESHAPE, &row, 1);
    data[i] = atom_var(emit_shaped(&lower->emit, "elements", exp, type));
  }
  results[ELEMENTS] = apl_value_array(lower, apl_array_make(lower, array->kind, 1, &total, data));
  const AplValue *sums = apl_sums(lower, count, length_at, &size_array);
  results[STARTS] = apl_map_dyadic(lower, apl2_subtract, sums, apl_value_array(lower, size_array));
  const AplValue *nested = nested_make(lower, results, LENGTHS + rank);
  Reshaping reshaping = {rows->dims, rows->rank};
  return for_descriptors(lower, nested, reshaped_part, &reshaping);
}

static const AplValue *nested_join(Lower *lower, const AplValue *left, const AplValue *right) {
  if (item_rank(left) != item_rank(right))
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: the items have different ranks: %s and %s",
             apl_type_text(lower, left), apl_type_text(lower, right));
  const AplValue **parts = arena_array(lower->arena, const AplValue *, left->item_count);
  parts[ELEMENTS] = joined(lower, left->items[ELEMENTS], right->items[ELEMENTS]);
  Elem total = apl_elem(APL_INT, apl_array(lower, left->items[ELEMENTS])->dims[0]);
  const AplValue *moved =
      apl_map_dyadic(lower, apl2_add, right->items[STARTS], apl_value_scalar(lower, total));
  parts[STARTS] = joined(lower, left->items[STARTS], moved);
  for (size_t i = LENGTHS; i < left->item_count; i++)
    parts[i] = joined(lower, left->items[i], right->items[i]);
  return nested_make(lower, parts, left->item_count);
}

static const AplValue *row_step(Lower *lower, const AplValue *state, void *context) {
  const Rows *rows = context;
  Atom number = vec_last(&lower->counters);
  const Atom *point = apl_coordinates(lower, rows->dims, rows->rank, number);
  const AplValue *item = rows->body(lower, point, rows->context);
  return nested_join(lower, state, enclosed(lower, item));
}

// One after the other, because what they do must be in order.
static const AplValue *rows_in_order(Lower *lower, Rows *rows, AplKind kind, size_t rank) {
  Atom count = atom_i64(1);
  for (size_t i = 0; i < rows->rank; i++)
    count = apl_mul(lower, count, rows->dims[i]);
  const AplValue *none[LENGTHS + ITEM_RANK_LIMIT];
  none[ELEMENTS] = apl_value_items(lower, NULL, 0, kind);
  for (size_t i = STARTS; i < LENGTHS + rank; i++)
    none[i] = apl_value_items(lower, NULL, 0, APL_INT);
  const AplValue *nested =
      apl_loop(lower, count, nested_make(lower, none, LENGTHS + rank), row_step, rows);
  Reshaping reshaping = {rows->dims, rows->rank};
  return for_descriptors(lower, nested, reshaped_part, &reshaping);
}

// ---- Points that give anything ----

typedef struct ElemPoint {
  ValuePoint *body;
  void *context;
} ElemPoint;

static Elem point_elem(Lower *lower, const Atom *point, void *context) {
  const ElemPoint *inner = context;
  return apl_single(lower, apl_stored(lower, inner->body(lower, point, inner->context)));
}

// What the body gives at a point, without anything of it being left.
static const AplValue *probe(Lower *lower, const Atom *dims, size_t rank, ValuePoint *body,
                             void *context, bool *is_free) {
  size_t effects = lower->effect_count, counters = lower->counters.count;
  EmitBlock *block = lower->emit.block;
  Nest nest = apl_nest_open(lower, dims, rank);
  const AplValue *value = body(lower, nest.index, context);
  *is_free = lower->effect_count == effects && lower->region->writes.count == 0;
  for (size_t i = rank; i-- > 0;)
    apl_region_close(lower, nest.regions[i]);
  lower->counters.count = counters;
  lower->emit.block = block;
  emit_uncheck(&lower->emit, nest.mark);
  return value;
}

const AplValue *apl_points_any(Lower *lower, const Atom *dims, size_t rank, ValuePoint *body,
                               void *context) {
  if (rank == 0) {
    const AplValue *value = body(lower, NULL, context);
    return value->kind == APL_VALUE_ARRAY ? enclosed(lower, value) : value;
  }
  bool is_free;
  size_t randoms = lower->random_count;
  const AplValue *value = probe(lower, dims, rank, body, context, &is_free);
  lower->random_count = randoms;
  if (value->kind != APL_VALUE_ARRAY)
    apl_unsupported(lower, "a function that is applied to every element and gives %s",
                    apl_type_text(lower, value));
  ElemPoint point = {body, context};
  if (apl_is_single(&value->array)) return apl_points(lower, dims, rank, point_elem, &point);
  if (value->array.rank > ITEM_RANK_LIMIT) apl_unsupported(lower, "items of so many dimensions");
  Rows rows = {dims, rank, body, context, NULL};
  return is_free ? rows_in_parallel(lower, &rows)
                 : rows_in_order(lower, &rows, value->array.kind, value->array.rank);
}

// ---- Each ----

typedef struct Sides {
  const AplValue *function;
  const AplValue *values[2]; // left (or NULL) and right
  Pairing pairing;           // of their descriptors, for two
  Span span;
} Sides;

// What stands for the outer shape: the array itself, or where its items begin.
static const AplValue *outer_of(const AplValue *value) {
  return value->kind == APL_VALUE_NESTED ? value->items[STARTS] : value;
}

static const AplValue *side_item(Lower *lower, const AplValue *value, const Atom *point) {
  if (value->kind == APL_VALUE_NESTED) return apl_nested_item(lower, value, point);
  return apl_value_scalar(lower, apl_element(lower, apl_stored(lower, value), point));
}

static const AplValue *each_one(Lower *lower, const Atom *point, void *context) {
  const Sides *sides = context;
  const AplValue *item = side_item(lower, sides->values[1], point);
  return apl_apply(lower, sides->function, NULL, item, sides->span);
}

static const AplValue *each_both(Lower *lower, const Atom *point, void *context) {
  const Sides *sides = context;
  const AplValue *items[2];
  for (size_t i = 2; i-- > 0;) {
    const Atom *place = point;
    if (sides->pairing.is_single[i]) {
      size_t rank = sides->pairing.arrays[i]->rank;
      Atom *zeros = arena_array(lower->arena, Atom, rank + 1);
      for (size_t k = 0; k < rank; k++)
        zeros[k] = atom_i64(0);
      place = zeros;
    }
    items[i] = side_item(lower, sides->values[i], place);
  }
  return apl_apply(lower, sides->function, items[0], items[1], sides->span);
}

const AplValue *apl_each(Lower *lower, const AplValue *function, const AplValue *left,
                         const AplValue *right) {
  Sides sides = {.function = function, .values = {left, right}, .span = lower->emit.span};
  for (size_t i = 0; i < 2; i++)
    if (sides.values[i] != NULL && sides.values[i]->kind == APL_VALUE_TUPLE) {
      const AplValue *nested = apl_nested(lower, sides.values[i]);
      if (nested == NULL)
        apl_unsupported(lower, "each item of %s: the items differ",
                        apl_type_text(lower, sides.values[i]));
      sides.values[i] = nested;
    }
  const Array *outer = apl_stored(lower, outer_of(sides.values[1]));
  if (left == NULL) return apl_points_any(lower, outer->dims, outer->rank, each_one, &sides);
  size_t mark = emit_mark(&lower->emit);
  sides.pairing = apl_pair(lower, outer_of(sides.values[0]), outer_of(sides.values[1]));
  const AplValue *result =
      apl_points_any(lower, sides.pairing.dims, sides.pairing.rank, each_both, &sides);
  emit_uncheck(&lower->emit, mark);
  return result;
}

typedef struct Table {
  const AplValue *function, *left, *right;
  size_t left_rank;
  Span span;
} Table;

static const AplValue *table_point(Lower *lower, const Atom *point, void *context) {
  const Table *table = context;
  const AplValue *right = side_item(lower, table->right, point + table->left_rank);
  return apl_apply(lower, table->function, side_item(lower, table->left, point), right,
                   table->span);
}

const AplValue *apl_outer_any(Lower *lower, const AplValue *function, const AplValue *left,
                              const AplValue *right) {
  const AplValue *sides[2] = {left, right};
  for (size_t i = 0; i < 2; i++) {
    if (sides[i]->kind == APL_VALUE_ARRAY) continue;
    const AplValue *nested = apl_nested(lower, sides[i]);
    sides[i] = nested != NULL ? nested : apl_value_array(lower, *apl_array(lower, sides[i]));
  }
  const Array *a = apl_stored(lower, outer_of(sides[0])),
              *b = apl_stored(lower, outer_of(sides[1]));
  Atom *dims = arena_array(lower->arena, Atom, a->rank + b->rank + 1);
  for (size_t i = 0; i < a->rank + b->rank; i++)
    dims[i] = i < a->rank ? a->dims[i] : b->dims[i - a->rank];
  Table table = {function, sides[0], sides[1], a->rank, lower->emit.span};
  return apl_points_any(lower, dims, a->rank + b->rank, table_point, &table);
}

// ---- Functions of nested arrays ----

typedef struct Moving {
  const AplValue *function, *left;
  Span span;
} Moving;

static const AplValue *moved_part(Lower *lower, const AplValue *part, void *context) {
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
const AplValue *apl_nested_first(Lower *lower, const AplValue *nested) {
  Call first = {0};
  const AplValue **parts = arena_array(lower->arena, const AplValue *, nested->item_count);
  parts[ELEMENTS] = nested->items[ELEMENTS];
  for (size_t i = STARTS; i < nested->item_count; i++) {
    first.right = nested->items[i];
    parts[i] = apl_array_first(lower, &first);
  }
  return apl_nested_item(lower, nested_make(lower, parts, nested->item_count), NULL);
}

typedef struct Indexing {
  const AplValue *const *indices;
  size_t count;
} Indexing;

static const AplValue *indexed_part(Lower *lower, const AplValue *part, void *context) {
  const Indexing *indexing = context;
  return apl_index(lower, part, indexing->indices, indexing->count);
}

const AplValue *apl_nested_index(Lower *lower, const AplValue *nested,
                                 const AplValue *const *indices, size_t count) {
  Indexing indexing = {indices, count};
  const AplValue *result = for_descriptors(lower, nested, indexed_part, &indexing);
  if (apl_array(lower, result->items[STARTS])->rank > 0) return result;
  return apl_nested_item(lower, result, NULL);
}

static const AplValue *list_point(Lower *lower, const Atom *point, void *context) {
  return raveled(lower, apl_nested_item(lower, context, point));
}

// The elements of all items in order.
static const AplValue *enlisted(Lower *lower, const AplValue *nested) {
  const Array *outer = part_array(lower, nested, STARTS);
  if (outer->rank == 0) return raveled(lower, apl_nested_item(lower, nested, NULL));
  Rows rows = {outer->dims, outer->rank, list_point, (void *)(uintptr_t)nested, NULL};
  return rows_in_parallel(lower, &rows)->items[ELEMENTS];
}

const AplValue *apl_array_enlist(Lower *lower, const Call *call) {
  const AplValue *nested = apl_nested(lower, call->right);
  if (nested != NULL) return enlisted(lower, nested);
  if (call->right->kind != APL_VALUE_TUPLE) return raveled(lower, call->right);
  const AplValue *result = NULL;
  for (size_t i = 0; i < call->right->item_count; i++) {
    Call item = {.right = call->right->items[i]};
    const AplValue *list = apl_array_enlist(lower, &item);
    result = i == 0 ? list : joined(lower, result, list);
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

static Elem mixed_element(Lower *lower, void *context) {
  const Mixing *mixing = context;
  size_t rank = item_rank(mixing->nested);
  Atom place = atom_i64(0);
  for (size_t i = 0; i < rank; i++) {
    Atom length = descriptor(lower, mixing->nested, LENGTHS + i, mixing->index);
    place = apl_add(lower, apl_mul(lower, place, length), mixing->index[mixing->outer_rank + i]);
  }
  place = apl_add(lower, place, mixing->start);
  return apl_element(lower, part_array(lower, mixing->nested, ELEMENTS), &place);
}

static Elem mixed_fill(Lower *lower, void *context) {
  const Mixing *mixing = context;
  return apl_fill(apl_array(lower, mixing->nested->items[ELEMENTS])->kind);
}

static Elem raveled_length(Lower *lower, Atom index, void *context) {
  return apl_element(lower, context, &index);
}

static Atom greatest_length(Lower *lower, const AplValue *lengths) {
  Array list = *apl_stored(lower, raveled(lower, lengths));
  AplFunction greatest = {.kind = APL_FN_PRIMITIVE, .primitive = APL_CEILING_PRIMITIVE};
  Elem elem = apl_fold(lower, apl_value_function(lower, greatest), APL_INT, list.dims[0],
                       raveled_length, &list);
  return apl_max(lower, elem.part[0], atom_i64(0));
}

// Items become cells, filled up to the longest.
static const AplValue *mixed(Lower *lower, const AplValue *nested) {
  for (size_t i = 0; i < nested->item_count; i++)
    apl_stored(lower, nested->items[i]);
  const Array *outer = part_array(lower, nested, STARTS);
  size_t rank = item_rank(nested);
  Atom *dims = arena_array(lower->arena, Atom, outer->rank + rank);
  for (size_t i = 0; i < outer->rank; i++)
    dims[i] = outer->dims[i];
  for (size_t i = 0; i < rank; i++)
    dims[outer->rank + i] = greatest_length(lower, nested->items[LENGTHS + i]);
  Nest nest = apl_nest_open(lower, dims, outer->rank + rank);
  Atom is_inside = atom_bool(true);
  for (size_t i = 0; i < rank; i++) {
    Atom length = descriptor(lower, nested, LENGTHS + i, nest.index);
    is_inside = emit_and(&lower->emit, is_inside,
                         apl_op2(lower, OP_SLT, nest.index[outer->rank + i], length));
  }
  Mixing mixing = {nested, nest.index, outer->rank, descriptor(lower, nested, STARTS, nest.index)};
  return apl_nest_close(lower, &nest, apl_if(lower, is_inside, mixed_element, mixed_fill, &mixing));
}

const AplValue *apl_array_mix(Lower *lower, const Call *call) {
  if (call->right->kind == APL_VALUE_ARRAY) return call->right;
  const AplValue *nested = apl_nested(lower, call->right);
  if (nested == NULL)
    apl_unsupported(lower, "`↑` of %s: the items differ", apl_type_text(lower, call->right));
  return mixed(lower, nested);
}

const AplValue *apl_array_split(Lower *lower, const Call *call) {
  const Array *array = apl_array(lower, call->right);
  if (array->rank < 2) return enclosed(lower, call->right);
  size_t rank = array->rank - 1;
  Atom row = array->dims[rank];
  const AplValue *parts[3] = {raveled(lower, call->right)};
  Nest starts = apl_nest_open(lower, array->dims, rank);
  Atom number = atom_i64(0);
  for (size_t i = 0; i < rank; i++)
    number = apl_add(lower, apl_mul(lower, number, array->dims[i]), starts.index[i]);
  parts[STARTS] = apl_nest_close(lower, &starts, apl_elem(APL_INT, apl_mul(lower, number, row)));
  Nest lengths = apl_nest_open(lower, array->dims, rank);
  parts[LENGTHS] = apl_nest_close(lower, &lengths, apl_elem(APL_INT, row));
  return nested_make(lower, parts, 3);
}

// ---- Enclose and partitions ----

const AplValue *apl_array_enclose(Lower *lower, const Call *call) {
  if (call->right->kind != APL_VALUE_ARRAY) {
    const AplValue *nested = apl_nested(lower, call->right);
    bool is_scalar = nested != NULL && apl_array(lower, nested->items[STARTS])->rank == 0;
    if (!is_scalar)
      apl_unsupported(lower, "`⊂` of %s: items cannot be nested",
                      apl_type_text(lower, call->right));
    return nested;
  }
  return enclosed(lower, call->right);
}

// `⊆`: encloses what is not nested.
const AplValue *apl_array_nest(Lower *lower, const Call *call) {
  return call->right->kind == APL_VALUE_ARRAY ? enclosed(lower, call->right) : call->right;
}

typedef struct Cutting {
  const Array *marks;
  Atom count;
  bool is_partition; // `⊆`: marks are groups; otherwise 1 begins an item
} Cutting;

static Atom mark_at(Lower *lower, const Cutting *cutting, Atom index) {
  Atom inside = apl_max(lower, apl_min(lower, index, apl_sub(lower, cutting->count, atom_i64(1))),
                        atom_i64(0));
  return apl_convert(lower, apl_element(lower, cutting->marks, &inside), APL_INT).part[0];
}

// The places of all points at which something begins, or ends.
static const AplValue *places(Lower *lower, const Cutting *cutting, bool is_end) {
  Space space = apl_space_open(lower, cutting->count);
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
  return apl_value_array(lower, apl_array_make(lower, APL_INT, 1, &count, &data));
}

static Cutting cutting_open(Lower *lower, const Call *call) {
  Cutting cutting = {.marks = apl_stored(lower, call->left)};
  const Array *array = apl_array(lower, call->right);
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

// `marks⊂list`: an item begins at every 1, and goes on until the next.
const AplValue *apl_array_cut(Lower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  Cutting cutting = cutting_open(lower, call);
  const AplValue *starts = places(lower, &cutting, false);
  const Array *array = apl_stored(lower, starts);
  Nest nest = apl_nest_open(lower, array->dims, 1);
  Atom next = apl_add(lower, nest.index[0], atom_i64(1));
  Atom last = apl_sub(lower, array->dims[0], atom_i64(1));
  Atom inside = apl_min(lower, next, last);
  Atom is_last = apl_op2(lower, OP_SLE, array->dims[0], next);
  Atom behind =
      emit_select(&lower->emit, is_last, cutting.count, apl_element(lower, array, &inside).part[0]);
  Atom length = apl_sub(lower, behind, apl_element(lower, array, nest.index).part[0]);
  const AplValue *lengths = apl_nest_close(lower, &nest, apl_elem(APL_INT, length));
  const AplValue *parts[3] = {call->right, starts, lengths};
  const AplValue *result = nested_make(lower, parts, 3);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// `groups⊆list`: elements of one group next to each other, without those of group 0.
const AplValue *apl_array_partition(Lower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  Cutting cutting = cutting_open(lower, call);
  cutting.is_partition = true;
  const AplValue *starts = places(lower, &cutting, false);
  Array ends = *apl_stored(lower, places(lower, &cutting, true));
  const Array *array = apl_stored(lower, starts);
  Nest nest = apl_nest_open(lower, array->dims, 1);
  Atom end = apl_element(lower, &ends, nest.index).part[0];
  Atom length = apl_sub(lower, end, apl_element(lower, array, nest.index).part[0]);
  length = apl_add(lower, length, atom_i64(1));
  const AplValue *lengths = apl_nest_close(lower, &nest, apl_elem(APL_INT, length));
  const AplValue *parts[3] = {call->right, starts, lengths};
  const AplValue *result = nested_make(lower, parts, 3);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Indices ----

// All places of a space, or some: `numbers` are those of the points, NULL for all of them.
const AplValue *apl_nested_places(Lower *lower, const Atom *dims, size_t rank,
                                  const AplValue *numbers) {
  Atom count = atom_i64(1), width = atom_i64((int64_t)rank);
  for (size_t i = 0; i < rank; i++)
    count = apl_mul(lower, count, dims[i]);
  if (numbers != NULL) count = apl_array(lower, numbers)->dims[0];
  Atom total = apl_mul(lower, count, width);
  Nest elements = apl_nest_open(lower, &total, 1);
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
  parts[ELEMENTS] = apl_nest_close(lower, &elements, apl_elem(APL_INT, place));
  Nest starts = apl_nest_open(lower, &count, 1);
  Atom start = apl_mul(lower, starts.index[0], width);
  parts[STARTS] = apl_nest_close(lower, &starts, apl_elem(APL_INT, start));
  Nest lengths = apl_nest_open(lower, &count, 1);
  parts[LENGTHS] = apl_nest_close(lower, &lengths, apl_elem(APL_INT, width));
  const AplValue *nested = nested_make(lower, parts, 3);
  if (numbers != NULL) return nested;
  Reshaping reshaping = {dims, rank};
  return for_descriptors(lower, nested, reshaped_part, &reshaping);
}

// ---- Reductions ----

typedef struct Folding {
  const AplValue *function, *nested;
  Atom *place; // of an item: the last axis is folded
  size_t axis;
  Atom last;
  Span span;
} Folding;

static const AplValue *fold_step(Lower *lower, const AplValue *state, void *context) {
  const Folding *folding = context;
  Atom step = vec_last(&lower->counters);
  folding->place[folding->axis] = apl_sub(lower, apl_sub(lower, folding->last, atom_i64(1)), step);
  const AplValue *item = apl_nested_item(lower, folding->nested, folding->place);
  return apl_apply(lower, folding->function, item, state, folding->span);
}

// The items along the last axis, from right to left.
static const AplValue *fold_items(Lower *lower, const Atom *point, void *context) {
  Folding *folding = context;
  const Array *outer = part_array(lower, folding->nested, STARTS);
  folding->place = arena_array(lower->arena, Atom, outer->rank);
  for (size_t i = 0; i < folding->axis; i++)
    folding->place[i] = point[i];
  folding->place[folding->axis] = folding->last;
  const AplValue *first = apl_nested_item(lower, folding->nested, folding->place);
  return apl_loop(lower, folding->last, first, fold_step, folding);
}

const AplValue *apl_nested_reduce(Lower *lower, const AplValue *function, const AplValue *nested) {
  const Array *outer = part_array(lower, nested, STARTS);
  if (outer->rank == 0) return nested;
  if (apl_is_primitive(function, APL_RAVEL_PRIMITIVE) && item_rank(nested) == 1 && outer->rank == 1)
    return enclosed(lower, enlisted(lower, nested));
  for (size_t i = 0; i < nested->item_count; i++)
    apl_stored(lower, nested->items[i]);
  size_t axis = outer->rank - 1, mark = emit_mark(&lower->emit);
  Atom count = outer->dims[axis];
  apl_check(lower, apl_op2(lower, OP_SLT, atom_i64(0), count), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: the reduction of an empty axis by this function has no value", NULL, 0);
  Folding folding = {.function = function,
                     .nested = nested,
                     .axis = axis,
                     .last = apl_sub(lower, count, atom_i64(1)),
                     .span = lower->emit.span};
  const AplValue *result = apl_points_any(lower, outer->dims, axis, fold_items, &folding);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Searching for items ----

typedef struct Comparison {
  const AplValue *sides[2];
  const Atom *places[2];
  Atom starts[2];
  Atom number, none; // of what is searched
} Comparison;

static Elem elements_match(Lower *lower, Atom index, void *context) {
  const Comparison *comparison = context;
  Elem elems[2];
  for (size_t i = 0; i < 2; i++) {
    Atom place = apl_add(lower, comparison->starts[i], index);
    elems[i] = apl_element(lower, part_array(lower, comparison->sides[i], ELEMENTS), &place);
  }
  return apl2_equal(lower, elems[0], elems[1]);
}

static Elem all_match(Lower *lower, void *context) {
  Comparison *comparison = context;
  AplFunction all = {.kind = APL_FN_PRIMITIVE, .primitive = APL_AND_PRIMITIVE};
  Atom count = atom_i64(1);
  for (size_t i = LENGTHS; i < comparison->sides[0]->item_count; i++)
    count =
        apl_mul(lower, count, descriptor(lower, comparison->sides[0], i, comparison->places[0]));
  for (size_t i = 0; i < 2; i++)
    comparison->starts[i] = descriptor(lower, comparison->sides[i], STARTS, comparison->places[i]);
  return apl_fold(lower, apl_value_function(lower, all), APL_BOOL, count, elements_match,
                  comparison);
}

static Elem none_match(Lower *lower, void *context) {
  (void)lower;
  (void)context;
  return apl_elem_bool(false);
}

// Are two items of one shape, with the same elements?
static Atom items_match(Lower *lower, Comparison *comparison) {
  if (comparison->sides[0]->item_count != comparison->sides[1]->item_count) return atom_bool(false);
  Atom is_same = atom_bool(true);
  for (size_t i = LENGTHS; i < comparison->sides[0]->item_count; i++) {
    Atom lengths[2];
    for (size_t k = 0; k < 2; k++)
      lengths[k] = descriptor(lower, comparison->sides[k], i, comparison->places[k]);
    is_same = emit_and(&lower->emit, is_same, apl_op2(lower, OP_EQ, lengths[0], lengths[1]));
  }
  return apl_if(lower, is_same, all_match, none_match, comparison).part[0];
}

static Elem number_of_match(Lower *lower, Atom index, void *context) {
  Comparison *comparison = context;
  Atom *place = arena_make(lower->arena, Atom);
  *place = index;
  comparison->places[0] = place;
  Atom number = apl_add(lower, index, atom_i64(lower->origin));
  return apl_elem(
      APL_INT, emit_select(&lower->emit, items_match(lower, comparison), number, comparison->none));
}

static void store_parts(Lower *lower, const AplValue *nested) {
  for (size_t i = 0; i < nested->item_count; i++)
    apl_stored(lower, nested->items[i]);
}

// Where the items on the right are first among those of the vector on the left.
static const AplValue *items_index_of(Lower *lower, const AplValue *where, const AplValue *what) {
  store_parts(lower, where);
  store_parts(lower, what);
  const Array *list = part_array(lower, where, STARTS), *outer = part_array(lower, what, STARTS);
  if (list->rank != 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⍳ looks in a vector, not in %s",
             apl_type_text(lower, where));
  AplFunction least = {.kind = APL_FN_PRIMITIVE, .primitive = APL_FLOOR_PRIMITIVE};
  Comparison comparison = {.sides = {where, what}};
  comparison.none = apl_add(lower, list->dims[0], atom_i64(lower->origin));
  Nest nest = apl_nest_open(lower, outer->dims, outer->rank);
  comparison.places[1] = nest.index;
  Elem number = apl_fold(lower, apl_value_function(lower, least), APL_INT, list->dims[0],
                         number_of_match, &comparison);
  Atom place = apl_min(lower, number.part[0], comparison.none);
  return apl_nest_close(lower, &nest, apl_elem(APL_INT, place));
}

static const AplValue *items_member(Lower *lower, const AplValue *what, const AplValue *where) {
  Call ravel = {.right = NULL};
  const AplValue **parts = arena_array(lower->arena, const AplValue *, where->item_count);
  parts[ELEMENTS] = where->items[ELEMENTS];
  for (size_t i = STARTS; i < where->item_count; i++) {
    ravel.right = where->items[i];
    parts[i] = apl_array_ravel(lower, &ravel);
  }
  const AplValue *list = nested_make(lower, parts, where->item_count);
  const AplValue *numbers = items_index_of(lower, list, what);
  Atom last = apl_add(lower, part_array(lower, list, STARTS)->dims[0], atom_i64(lower->origin - 1));
  return apl_map_dyadic(lower, apl2_less_equal, numbers,
                        apl_value_scalar(lower, apl_elem(APL_INT, last)));
}

static const AplValue *items_kept(Lower *lower, const AplValue *nested, const AplValue *mask) {
  AplFunction compress = {.kind = APL_FN_PRIMITIVE, .primitive = APL_SLASH_PRIMITIVE};
  Moving moving = {apl_value_function(lower, compress), mask, lower->emit.span};
  return for_descriptors(lower, nested, moved_part, &moving);
}

static const AplValue *items_unique(Lower *lower, const AplValue *nested) {
  const AplValue *first = items_index_of(lower, nested, nested);
  Atom count = part_array(lower, nested, STARTS)->dims[0];
  Nest nest = apl_nest_open(lower, &count, 1);
  Atom number = apl_add(lower, nest.index[0], atom_i64(lower->origin));
  const AplValue *places = apl_nest_close(lower, &nest, apl_elem(APL_INT, number));
  return items_kept(lower, nested, apl_map_dyadic(lower, apl2_equal, first, places));
}

static Elem pair_matches(Lower *lower, Atom index, void *context) {
  Comparison *comparison = context;
  Atom *place = arena_make(lower->arena, Atom);
  *place = index;
  comparison->places[0] = comparison->places[1] = place;
  return apl_elem(APL_BOOL, items_match(lower, comparison));
}

static Elem pairs_match(Lower *lower, void *context) {
  Comparison *comparison = context;
  AplFunction all = {.kind = APL_FN_PRIMITIVE, .primitive = APL_AND_PRIMITIVE};
  return apl_fold(lower, apl_value_function(lower, all), APL_BOOL,
                  part_array(lower, comparison->sides[0], STARTS)->dims[0], pair_matches,
                  comparison);
}

Elem apl_nested_match(Lower *lower, const AplValue *left, const AplValue *right) {
  Atom is_same = atom_bool(true);
  Comparison comparison = {.sides = {left, right}};
  const Array *a = part_array(lower, left, STARTS), *b = part_array(lower, right, STARTS);
  if (a->rank != b->rank) return apl_elem_bool(false);
  for (size_t i = 0; i < a->rank; i++)
    is_same = emit_and(&lower->emit, is_same, apl_op2(lower, OP_EQ, a->dims[i], b->dims[i]));
  for (size_t k = 0; k < 2; k++) {
    const AplValue *side = comparison.sides[k];
    const AplValue **parts = arena_array(lower->arena, const AplValue *, side->item_count);
    parts[ELEMENTS] = side->items[ELEMENTS];
    for (size_t i = STARTS; i < side->item_count; i++)
      parts[i] = raveled(lower, side->items[i]);
    comparison.sides[k] = nested_make(lower, parts, side->item_count);
    store_parts(lower, comparison.sides[k]);
  }
  return apl_if(lower, is_same, pairs_match, none_match, &comparison);
}

// ---- Showing ----

static const AplValue *show_step(Lower *lower, const AplValue *state, void *context) {
  Atom step = vec_last(&lower->counters);
  apl_show(lower, apl_nested_item(lower, context, &step), false);
  return state;
}

void apl_nested_show(Lower *lower, const AplValue *nested) {
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
  const AplValue *list = nested_make(lower, parts, nested->item_count);
  Atom count = part_array(lower, list, STARTS)->dims[0];
  for (size_t i = 0; i < list->item_count; i++)
    apl_stored(lower, list->items[i]);
  apl_loop(lower, count, apl_value_scalar(lower, apl_elem_int(0)), show_step,
           (void *)(uintptr_t)list);
}

// ---- Key ----

typedef struct Keys {
  const Array *keys, *groups;
  const AplValue *values;
  const AplValue *function;
  Span span;
} Keys;

static const AplValue *key_point(Lower *lower, const Atom *point, void *context) {
  const Keys *keys = context;
  Elem key = apl_element(lower, keys->groups, point);
  Nest nest = apl_nest_open(lower, keys->keys->dims, 1);
  Elem is_it = apl2_equal(lower, apl_element(lower, keys->keys, nest.index), key);
  Call compress = {.left = apl_nest_close(lower, &nest, is_it), .right = keys->values};
  const AplValue *group = apl_array_replicate_first(lower, &compress);
  return apl_apply(lower, keys->function, apl_value_scalar(lower, key), group, keys->span);
}

static const AplValue *key(Lower *lower, const Call *call, const AplValue *names,
                           const AplValue *values) {
  const Array *array = apl_stored(lower, names);
  if (array->rank != 1)
    apl_unsupported(lower, "⌸ of %s: it takes a vector", apl_type_text(lower, names));
  Call unique = {.right = names};
  Array groups = *apl_stored(lower, apl_array_unique(lower, &unique));
  Keys keys = {array, &groups, values, call->function->operands[0], lower->emit.span};
  const AplValue *result = apl_points_any(lower, groups.dims, 1, key_point, &keys);
  return result->kind == APL_VALUE_NESTED ? mixed(lower, result) : result;
}

const AplValue *apl_array_key(Lower *lower, const Call *call) {
  const Array *array = apl_array(lower, call->right);
  Atom count = array->rank > 0 ? array->dims[0] : atom_i64(1);
  Nest nest = apl_nest_open(lower, &count, 1);
  Atom number = apl_add(lower, nest.index[0], atom_i64(lower->origin));
  const AplValue *numbers = apl_nest_close(lower, &nest, apl_elem(APL_INT, number));
  return key(lower, call, call->right, numbers);
}

const AplValue *apl_array_key_two(Lower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  const Array *a = apl_array(lower, call->left), *b = apl_array(lower, call->right);
  if (a->rank == 0 || b->rank == 0)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⌸ takes keys and as many values");
  Atom sizes[2] = {a->dims[0], b->dims[0]};
  if (!atom_equal(sizes[0], sizes[1]))
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: there are {} keys for {} values", sizes, 2);
  const AplValue *result = key(lower, call, call->left, call->right);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- All primitives ----

static bool is_simple(const AplValue *value) {
  return value == NULL || value->kind == APL_VALUE_ARRAY;
}

// A nested array of one item stands for it in what joins; others are enclosed.
static const AplValue *joined_side(Lower *lower, const AplValue *value) {
  const AplValue *nested = apl_nested(lower, value);
  if (nested != NULL) return nested;
  apl_unsupported(lower, "arrays in which some items are nested: %s", apl_type_text(lower, value));
}

// Functions that compare items.
static const AplValue *search_apply(Lower *lower, AplPrimitiveId id, const AplValue *left,
                                    const AplValue *right) {
  const AplValue *sides[2] = {apl_nested(lower, left), apl_nested(lower, right)};
  if (sides[0] == NULL || sides[1] == NULL) return NULL;
  switch ((int)id) {
  case APL_IOTA_PRIMITIVE: return items_index_of(lower, sides[0], sides[1]);
  case APL_MEMBER_PRIMITIVE: return items_member(lower, sides[0], sides[1]);
  case APL_NOT_PRIMITIVE: {
    const AplValue *found = items_member(lower, sides[0], sides[1]);
    return items_kept(lower, sides[0], apl_map_monadic(lower, apl_not, found));
  }
  case APL_INTERSECT_PRIMITIVE:
    return items_kept(lower, sides[0], items_member(lower, sides[0], sides[1]));
  case APL_UNIQUE_PRIMITIVE: {
    const AplValue *found = items_member(lower, sides[1], sides[0]);
    const AplValue *others = items_kept(lower, sides[1], apl_map_monadic(lower, apl_not, found));
    return nested_join(lower, sides[0], others);
  }
  default: return NULL;
  }
}

const AplValue *apl_nested_apply(Lower *lower, const AplValue *function, const AplValue *left,
                                 const AplValue *right) {
  if (is_simple(left) && is_simple(right)) return NULL;
  AplPrimitiveId id = function->function->primitive;
  bool is_scalar =
      left == NULL ? apl_scalar_monadic(function) != NULL : apl_scalar_dyadic(function) != NULL;
  bool has_nested =
      right->kind == APL_VALUE_NESTED || (left != NULL && left->kind == APL_VALUE_NESTED);
  if (is_scalar) return has_nested ? apl_each(lower, function, left, right) : NULL;
  if (id == APL_RAVEL_PRIMITIVE && left != NULL)
    return has_nested ? nested_join(lower, joined_side(lower, left), joined_side(lower, right))
                      : NULL;
  const AplValue *nested = apl_nested(lower, right);
  const AplValue *found = left != NULL ? search_apply(lower, id, left, right) : NULL;
  if (found != NULL) return found;
  if (nested == NULL || (left != NULL && left->kind != APL_VALUE_ARRAY)) return NULL;
  if (left == NULL && id == APL_UNIQUE_PRIMITIVE) return items_unique(lower, nested);
  if (is_moving(id, left != NULL)) {
    Moving moving = {function, left, lower->emit.span};
    return for_descriptors(lower, nested, moved_part, &moving);
  }
  Call outer = {function->function, left, outer_of(nested)};
  if (left == NULL && id == APL_SHAPE_PRIMITIVE) return apl_array_shape(lower, &outer);
  if (left == NULL && id == APL_TALLY_PRIMITIVE) return apl_array_tally(lower, &outer);
  if (left == NULL && (id == APL_GRADE_UP_PRIMITIVE || id == APL_GRADE_DOWN_PRIMITIVE))
    return apl_grade(lower, mixed(lower, nested), id == APL_GRADE_DOWN_PRIMITIVE);
  return NULL;
}
