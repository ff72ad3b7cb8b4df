// Items that are computed: each, outer products, reductions and ⌸ of nested arrays.
#include "front/apl/to_core_nested.h"

// ---- Items that are computed ----

static Elem length_at(AplLower *lower, Atom index, void *context) {
  return apl_element(lower, context, &index);
}

const AplValue *apl_reshaped_part(AplLower *lower, const AplValue *part, void *context) {
  const Reshaping *reshaping = context;
  return apl_reshape_view(lower, part, reshaping->dims, reshaping->rank);
}

static void output_map(AplLower *lower, AplSpace *space, Atom atom) {
  Atom *value = arena_make(lower->arena, Atom);
  *value = atom;
  Output output = {.mode = MODE_MAP, .values = value, .value_count = 1};
  apl_space_output(lower, space, output);
}

// The rows of an irregular array of Core, one after the other.
const AplValue *apl_rows(AplLower *lower, const AplRows *rows) {
  Atom count = atom_i64(1), lengths[ITEM_RANK_LIMIT];
  for (size_t i = 0; i < rows->rank; i++)
    count = apl_mul(lower, count, rows->dims[i]);
  AplSpace space = apl_space_open(lower, count);
  const Atom *point = apl_coordinates(lower, rows->dims, rows->rank, space.index);
  const AplValue *item = rows->body(lower, point, rows->context);
  const AplValue *list = apl_raveled(lower, item);
  const AplArray *array = apl_stored(lower, list);
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
    results[LENGTHS + i] =
        apl_value_array(lower, apl_array_make(lower, APL_SIZE, 1, &count, &data));
  }
  Atom sizes = atom_var(stm->vars[rank]), data[2];
  AplArray size_array = apl_array_make(lower, APL_SIZE, 1, &count, &sizes);
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
  const AplValue *nested = apl_nested_make(lower, results, LENGTHS + rank);
  Reshaping reshaping = {rows->dims, rows->rank};
  return apl_for_descriptors(lower, nested, apl_reshaped_part, &reshaping);
}

const AplValue *apl_nested_opened(AplLower *lower, const AplValue *value) {
  if (value->kind != APL_VALUE_NESTED || apl_array(lower, value->items[STARTS])->rank > 0)
    return value;
  return apl_nested_item(lower, value, NULL);
}

const AplValue *apl_nested_assign(AplLower *lower, const AplValue *nested,
                                  const AplValue *const *indices, size_t count,
                                  const AplValue *replacement) {
  const AplValue *others = apl_nested(lower, replacement);
  if (others == NULL || apl_item_rank(others) != apl_item_rank(nested))
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: items of %s cannot become %s; `⊂x` is one item",
             apl_type_text(lower, nested), apl_type_text(lower, replacement));
  const AplValue **parts = arena_array(lower->arena, const AplValue *, nested->item_count);
  parts[ELEMENTS] = apl_joined(lower, nested->items[ELEMENTS], others->items[ELEMENTS]);
  Elem total = apl_elem_size(apl_array(lower, nested->items[ELEMENTS])->dims[0]);
  for (size_t i = STARTS; i < nested->item_count; i++) {
    const AplValue *part = others->items[i];
    if (i == STARTS) part = apl_map_dyadic(lower, apl2_add, part, apl_value_scalar(lower, total));
    parts[i] = apl_index_assign(lower, nested->items[i], indices, count, part);
  }
  return apl_nested_make(lower, parts, nested->item_count);
}

const AplValue *apl_nested_join(AplLower *lower, const AplValue *left, const AplValue *right) {
  if (apl_item_rank(left) != apl_item_rank(right))
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: the items have different ranks: %s and %s",
             apl_type_text(lower, left), apl_type_text(lower, right));
  const AplValue **parts = arena_array(lower->arena, const AplValue *, left->item_count);
  parts[ELEMENTS] = apl_joined(lower, left->items[ELEMENTS], right->items[ELEMENTS]);
  Elem total = apl_elem_size(apl_array(lower, left->items[ELEMENTS])->dims[0]);
  const AplValue *moved =
      apl_map_dyadic(lower, apl2_add, right->items[STARTS], apl_value_scalar(lower, total));
  parts[STARTS] = apl_joined(lower, left->items[STARTS], moved);
  for (size_t i = LENGTHS; i < left->item_count; i++)
    parts[i] = apl_joined(lower, left->items[i], right->items[i]);
  return apl_nested_make(lower, parts, left->item_count);
}

static const AplValue *row_step(AplLower *lower, const AplValue *state, void *context) {
  const AplRows *rows = context;
  Atom number = vec_last(&lower->counters);
  const Atom *point = apl_coordinates(lower, rows->dims, rows->rank, number);
  const AplValue *item = rows->body(lower, point, rows->context);
  return apl_nested_join(lower, state, apl_enclosed(lower, item));
}

// One after the other, because what they do must be in order.
static const AplValue *rows_in_order(AplLower *lower, AplRows *rows, AplKind kind, size_t rank) {
  Atom count = atom_i64(1);
  for (size_t i = 0; i < rows->rank; i++)
    count = apl_mul(lower, count, rows->dims[i]);
  const AplValue *none[LENGTHS + ITEM_RANK_LIMIT];
  none[ELEMENTS] = apl_value_items(lower, NULL, 0, kind);
  for (size_t i = STARTS; i < LENGTHS + rank; i++)
    none[i] = apl_value_items(lower, NULL, 0, APL_SIZE);
  const AplValue *nested =
      apl_loop(lower, count, apl_nested_make(lower, none, LENGTHS + rank), row_step, rows);
  Reshaping reshaping = {rows->dims, rows->rank};
  return apl_for_descriptors(lower, nested, apl_reshaped_part, &reshaping);
}

// ---- Points that give anything ----

typedef struct ElemPoint {
  ValuePoint *body;
  void *context;
} ElemPoint;

static Elem point_elem(AplLower *lower, const Atom *point, void *context) {
  const ElemPoint *inner = context;
  return apl_single(lower, apl_stored(lower, inner->body(lower, point, inner->context)));
}

void apl_nest_undo(AplLower *lower, const AplNest *nest, EmitBlock *block) {
  for (size_t i = nest->rank; i-- > 0;)
    apl_region_close(lower, nest->spaces[i].region);
  lower->counters.count -= nest->rank;
  lower->emit.block = block;
  emit_uncheck(&lower->emit, nest->mark);
}

// Elements that are independent of each other are lowered once. Otherwise what was lowered only
// tells what there is.
const AplValue *apl_points_any(AplLower *lower, const Atom *dims, size_t rank, ValuePoint *body,
                               void *context) {
  if (rank == 0) {
    const AplValue *value = body(lower, NULL, context);
    return value->kind == APL_VALUE_ARRAY ? apl_enclosed(lower, value) : value;
  }
  size_t effects = lower->effect_count, randoms = lower->random_count;
  EmitBlock *block = lower->emit.block;
  AplNest nest = apl_nest_open(lower, dims, rank);
  const AplValue *value = body(lower, nest.index, context);
  if (value->kind != APL_VALUE_ARRAY) {
    diag_error(lower->diag, ERROR_APL_UNSUPPORTED, lower->emit.span,
               "not supported: a function that is applied to every element and gives %s",
               apl_type_text(lower, value));
    if (value->kind == APL_VALUE_TUPLE)
      diag_hint(lower->diag, "apply a function for each item: `(f¨x)(g¨x)` in place of "
                             "`{(f ⍵)(g ⍵)}¨x`");
    apl_escape(lower);
  }
  bool is_free = lower->effect_count == effects && lower->region->writes.count == 0;
  bool is_single = value->array.rank == 0;
  if (is_free && is_single)
    return apl_nest_close(lower, &nest, apl_single(lower, apl_stored(lower, value)));
  apl_nest_undo(lower, &nest, block);
  lower->random_count = randoms;
  ElemPoint point = {body, context};
  if (is_single)
    return apl_points_in_order(lower, nest.dims, rank, point_elem, &point, value->array.kind);
  if (value->array.rank > ITEM_RANK_LIMIT) apl_unsupported(lower, "items of so many dimensions");
  AplRows rows = {nest.dims, rank, body, context, NULL};
  return is_free ? apl_rows(lower, &rows)
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

static const AplValue *side_item(AplLower *lower, const AplValue *value, const Atom *point) {
  if (value->kind == APL_VALUE_NESTED) return apl_nested_item(lower, value, point);
  return apl_value_scalar(lower, apl_element(lower, apl_stored(lower, value), point));
}

static const AplValue *each_one(AplLower *lower, const Atom *point, void *context) {
  const Sides *sides = context;
  const AplValue *item = side_item(lower, sides->values[1], point);
  return apl_apply(lower, sides->function, NULL, item, sides->span);
}

static const AplValue *each_both(AplLower *lower, const Atom *point, void *context) {
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

// What goes with an item of a tuple on the other side: an item or element there, or all of it.
static const AplValue *beside(AplLower *lower, const AplValue *value, size_t count, size_t place) {
  if (value == NULL) return NULL;
  Atom index = atom_i64((int64_t)place), sizes[2] = {atom_i64((int64_t)count), atom_i64(1)};
  if (value->kind == APL_VALUE_TUPLE) {
    if (value->item_count != count)
      apl_fail(lower, ERROR_APL_LENGTH, "LENGTH ERROR: there are tuples of %zu and %zu items",
               count, value->item_count);
    return value->items[place];
  }
  const AplArray *outer = apl_stored(lower, outer_of(value));
  if (apl_is_single(outer)) {
    Atom zeros[RANK_MAX] = {0};
    for (size_t i = 0; i < outer->rank; i++)
      zeros[i] = atom_i64(0);
    return side_item(lower, value, zeros);
  }
  if (outer->rank != 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: there is %s for a tuple of %zu items",
             apl_type_text(lower, value), count);
  sizes[1] = outer->dims[0];
  apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
            "LENGTH ERROR: there are {} items for {} elements", sizes, 2);
  return side_item(lower, value, &index);
}

// The function is applied to each item by itself, which may differ in type and rank, in order.
static const AplValue *each_of_tuple(AplLower *lower, const Sides *sides, size_t count) {
  const AplValue **results = arena_array(lower->arena, const AplValue *, count);
  size_t mark = emit_mark(&lower->emit);
  for (size_t i = 0; i < count; i++) {
    const AplValue *right = beside(lower, sides->values[1], count, i);
    results[i] = apl_apply(lower, sides->function, beside(lower, sides->values[0], count, i), right,
                           sides->span);
  }
  emit_uncheck(&lower->emit, mark);
  return apl_strand(lower, results, count);
}

const AplValue *apl_each(AplLower *lower, const AplValue *function, const AplValue *left,
                         const AplValue *right) {
  Sides sides = {.function = function, .values = {left, right}, .span = lower->emit.span};
  if (left == NULL && right->kind == APL_VALUE_TUPLE)
    return each_of_tuple(lower, &sides, right->item_count);
  for (size_t i = 0; i < 2; i++)
    if (sides.values[i] != NULL && sides.values[i]->kind == APL_VALUE_TUPLE) {
      const AplValue *nested = apl_nested(lower, sides.values[i]);
      if (nested == NULL) return each_of_tuple(lower, &sides, sides.values[i]->item_count);
      sides.values[i] = nested;
    }
  const AplArray *outer = apl_stored(lower, outer_of(sides.values[1]));
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

static const AplValue *table_point(AplLower *lower, const Atom *point, void *context) {
  const Table *table = context;
  const AplValue *right = side_item(lower, table->right, point + table->left_rank);
  return apl_apply(lower, table->function, side_item(lower, table->left, point), right,
                   table->span);
}

const AplValue *apl_outer_any(AplLower *lower, const AplValue *function, const AplValue *left,
                              const AplValue *right) {
  const AplValue *sides[2] = {left, right};
  for (size_t i = 0; i < 2; i++) {
    if (sides[i]->kind == APL_VALUE_ARRAY) continue;
    const AplValue *nested = apl_nested(lower, sides[i]);
    sides[i] = nested != NULL ? nested : apl_value_array(lower, *apl_array(lower, sides[i]));
  }
  const AplArray *a = apl_stored(lower, outer_of(sides[0])),
                 *b = apl_stored(lower, outer_of(sides[1]));
  Atom *dims = arena_array(lower->arena, Atom, a->rank + b->rank + 1);
  for (size_t i = 0; i < a->rank + b->rank; i++)
    dims[i] = i < a->rank ? a->dims[i] : b->dims[i - a->rank];
  Table table = {function, sides[0], sides[1], a->rank, lower->emit.span};
  return apl_points_any(lower, dims, a->rank + b->rank, table_point, &table);
}

// ---- Reductions ----

typedef struct Folding {
  const AplValue *function, *nested;
  Atom *place; // of an item: the last axis is folded
  size_t axis;
  Atom last;
  Span span;
} Folding;

static const AplValue *fold_step(AplLower *lower, const AplValue *state, void *context) {
  const Folding *folding = context;
  Atom step = vec_last(&lower->counters);
  folding->place[folding->axis] = apl_sub(lower, apl_sub(lower, folding->last, atom_i64(1)), step);
  const AplValue *item = apl_nested_item(lower, folding->nested, folding->place);
  return apl_apply(lower, folding->function, item, state, folding->span);
}

// The items along the last axis, from right to left.
static const AplValue *fold_items(AplLower *lower, const Atom *point, void *context) {
  Folding *folding = context;
  const AplArray *outer = apl_nested_part(lower, folding->nested, STARTS);
  folding->place = arena_array(lower->arena, Atom, outer->rank);
  for (size_t i = 0; i < folding->axis; i++)
    folding->place[i] = point[i];
  folding->place[folding->axis] = folding->last;
  const AplValue *first = apl_nested_item(lower, folding->nested, folding->place);
  return apl_loop(lower, folding->last, first, fold_step, folding);
}

const AplValue *apl_nested_reduce(AplLower *lower, const AplValue *function,
                                  const AplValue *nested) {
  const AplArray *outer = apl_nested_part(lower, nested, STARTS);
  if (outer->rank == 0) return nested;
  if (apl_is_primitive(function, APL_RAVEL_PRIMITIVE) && apl_item_rank(nested) == 1 &&
      outer->rank == 1)
    return apl_enclosed(lower, apl_array_enlist(lower, &(Call){.right = nested}));
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

// ---- Key ----

// Keys that are items, or rows, are known by the number of the first one that is the same.
typedef struct Keys {
  const AplArray *keys, *groups;
  const AplValue *names; // the items or rows; NULL when the keys are elements
  bool are_rows;
  const AplValue *values;
  const AplValue *function;
  Span span;
} Keys;

static const AplValue *scalar_part(AplLower *lower, const AplValue *part, void *context) {
  return apl_value_scalar(lower, apl_element(lower, apl_stored(lower, part), context));
}

// The left argument: an element, an item, which is enclosed, or a row.
static const AplValue *key_name(AplLower *lower, const Keys *keys, Elem key) {
  if (keys->names == NULL) return apl_value_scalar(lower, key);
  Atom place = apl_sub(lower, apl_size_of(lower, key), atom_i64(lower->origin));
  return keys->are_rows ? apl_nested_item(lower, keys->names, &place)
                        : apl_for_descriptors(lower, keys->names, scalar_part, &place);
}

static const AplValue *key_point(AplLower *lower, const Atom *point, void *context) {
  const Keys *keys = context;
  Elem key = apl_element(lower, keys->groups, point);
  AplNest nest = apl_nest_open(lower, keys->keys->dims, 1);
  Elem is_it = apl2_equal(lower, apl_element(lower, keys->keys, nest.index), key);
  const AplValue *mask = apl_nest_close(lower, &nest, is_it);
  AplFunction compress = {.kind = APL_FN_PRIMITIVE, .primitive = APL_SLASH_FIRST_PRIMITIVE};
  const AplValue *group =
      apl_apply(lower, apl_value_function(lower, compress), mask, keys->values, lower->emit.span);
  return apl_apply(lower, keys->function, key_name(lower, keys, key), group, keys->span);
}

// What is looked at in place of keys that are no elements.
static const AplValue *key_items(AplLower *lower, const AplValue *names) {
  if (names->kind != APL_VALUE_ARRAY) return apl_nested(lower, names);
  if (names->array.rank != 2) return NULL;
  Call split = {.right = names};
  return apl_array_split(lower, &split);
}

static const AplValue *key(AplLower *lower, const Call *call, const AplValue *names,
                           const AplValue *values) {
  Keys keys = {.values = values,
               .function = call->function->operands[0],
               .names = key_items(lower, names),
               .are_rows = names->kind == APL_VALUE_ARRAY,
               .span = lower->emit.span};
  bool is_vector = names->kind == APL_VALUE_ARRAY && names->array.rank == 1;
  if (!is_vector && keys.names == NULL)
    apl_unsupported(lower, "⌸ of %s: it takes a vector or a matrix, or items of one type and rank",
                    apl_type_text(lower, names));
  const AplValue *numbers = is_vector ? names : apl_nested_firsts(lower, keys.names);
  Call unique = {.right = numbers};
  AplArray groups = *apl_stored(lower, apl_array_unique(lower, &unique));
  keys.keys = apl_stored(lower, numbers);
  keys.groups = &groups;
  return apl_points_cells(lower, groups.dims, 1, key_point, &keys);
}

// How many keys or values there are, as a tuple or along the first axis.
static Atom key_count(AplLower *lower, const AplValue *value) {
  if (value->kind == APL_VALUE_TUPLE) return atom_i64((int64_t)value->item_count);
  const AplArray *outer = apl_array(lower, outer_of(value));
  return outer->rank > 0 ? outer->dims[0] : atom_i64(1);
}

const AplValue *apl_array_key(AplLower *lower, const Call *call) {
  Atom count = key_count(lower, call->right);
  AplNest nest = apl_nest_open(lower, &count, 1);
  Atom number = apl_add(lower, nest.index[0], atom_i64(lower->origin));
  const AplValue *numbers = apl_nest_close(lower, &nest, apl_int_of(lower, number));
  return key(lower, call, call->right, numbers);
}

static bool is_scalar_value(AplLower *lower, const AplValue *value) {
  return value->kind != APL_VALUE_TUPLE && apl_array(lower, outer_of(value))->rank == 0;
}

const AplValue *apl_array_key_two(AplLower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  if (is_scalar_value(lower, call->left) || is_scalar_value(lower, call->right))
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⌸ takes keys and as many values");
  Atom sizes[2] = {key_count(lower, call->left), key_count(lower, call->right)};
  if (!atom_equal(sizes[0], sizes[1]))
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: there are {} keys for {} values", sizes, 2);
  const AplValue *result = key(lower, call, call->left, call->right);
  emit_uncheck(&lower->emit, mark);
  return result;
}
