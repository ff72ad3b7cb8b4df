// Functions that move elements: reverse, rotate, take, drop, catenate.
#include <math.h>

#include "front/apl/to_core_internal.h"

// ---- Slices ----

typedef struct AplRange {
  size_t axis;
  Atom start, count, stride;
  const AplArray *array;
} AplRange;

static Exp *make_slice(AplLower *lower, Var *part, void *context) {
  const AplRange *range = context;
  size_t rank = range->axis + 1;
  Atom *atoms = arena_array(lower->arena, Atom, 3 * rank);
  for (size_t i = 0; i < rank; i++) {
    atoms[3 * i] = i == range->axis ? range->start : atom_i64(0);
    atoms[3 * i + 1] = i == range->axis ? range->count : range->array->dims[i];
    atoms[3 * i + 2] = i == range->axis ? range->stride : atom_i64(1);
  }
  return exp_slice(lower->emit.program, part, selector_of(lower->emit.program, rank, true), atoms,
                   3 * rank);
}

const AplValue *apl_slice(AplLower *lower, const AplValue *value, size_t axis, Atom start,
                          Atom count, Atom stride) {
  const AplArray *array = apl_stored(lower, value);
  if (atom_is_i64(start, 0) && atom_is_i64(stride, 1) && atom_equal(count, array->dims[axis]))
    return value;
  AplRange range = {axis, start, count, stride, array};
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i == axis ? count : array->dims[i];
  return apl_view(lower, array, array->rank, dims, "slice", make_slice, &range);
}

// Some of the known elements.
static const AplValue *known_range(AplLower *lower, const AplArray *array, int64_t start,
                                   int64_t count, int64_t stride) {
  Elem *items = arena_array(lower->arena, Elem, (size_t)count + 1);
  for (int64_t i = 0; i < count; i++)
    items[i] = array->items[start + i * stride];
  return apl_value_items(lower, items, (size_t)count, array->kind);
}

static bool constant_of(Atom atom, int64_t *value) { return apl_size_known(atom, value); }

// ---- Reverse ----

static const AplValue *reverse(AplLower *lower, const Call *call, bool is_last) {
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank == 0) return call->right;
  size_t axis = apl_axis(lower, call, array, is_last ? array->rank - 1 : 0);
  int64_t length;
  if (array->items != NULL && constant_of(array->dims[0], &length))
    return known_range(lower, array, length - 1, length, -1);
  Atom last = apl_sub(lower, array->dims[axis], atom_i64(1));
  return apl_slice(lower, call->right, axis, last, array->dims[axis], atom_i64(-1));
}

const AplValue *apl_array_reverse_last(AplLower *lower, const Call *call) {
  return reverse(lower, call, true);
}

const AplValue *apl_array_reverse_first(AplLower *lower, const Call *call) {
  return reverse(lower, call, false);
}

// ---- Rotate ----

// Where the element at an index comes from: the amount further on, from the end on at the start.
static Atom rotated(AplLower *lower, Atom index, Atom amount, Atom length) {
  Atom before = apl_sub(lower, length, amount);
  Atom is_before = apl_op2(lower, OP_SLT, index, before);
  return emit_select(&lower->emit, is_before, apl_add(lower, index, amount),
                     apl_sub(lower, index, before));
}

static Atom rotation_amount(AplLower *lower, Elem amount, Atom length) {
  apl_need_int(lower, amount.kind, "a rotation", apl_kind_name(amount.kind));
  return apl_op2(lower, OP_SMOD, apl_size_of(lower, amount), apl_max(lower, length, atom_i64(1)));
}

static const AplValue *rotate_by(AplLower *lower, const Call *call, const AplArray *array,
                                 size_t axis) {
  Atom length = array->dims[axis];
  Atom amount = rotation_amount(lower, apl_single(lower, apl_stored(lower, call->left)), length);
  int64_t known, count;
  if (array->items != NULL && constant_of(amount, &known) && constant_of(length, &count)) {
    Elem *items = arena_array(lower->arena, Elem, (size_t)count + 1);
    for (int64_t i = 0; i < count; i++)
      items[i] = array->items[(i + known) % count];
    return apl_value_items(lower, items, (size_t)count, array->kind);
  }
  array = apl_stored(lower, call->right);
  AplNest nest = apl_nest_open(lower, array->dims, array->rank);
  nest.index[axis] = rotated(lower, nest.index[axis], amount, length);
  return apl_nest_close(lower, &nest, apl_element(lower, array, nest.index));
}

// Every row by its own amount.
static const AplValue *rotate_rows(AplLower *lower, const Call *call, const AplArray *array,
                                   size_t axis) {
  const AplArray *amounts = apl_stored(lower, call->left);
  if (amounts->rank + 1 != array->rank)
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: %s is rotated by a scalar, or by an array of one rank less, not by %s",
             apl_type_text(lower, call->right), apl_type_text(lower, call->left));
  size_t mark = emit_mark(&lower->emit);
  for (size_t i = 0; i < amounts->rank; i++) {
    Atom sizes[2] = {amounts->dims[i], array->dims[i < axis ? i : i + 1]};
    if (!atom_equal(sizes[0], sizes[1]))
      apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
                "LENGTH ERROR: there are {} rotations for {} rows", sizes, 2);
  }
  array = apl_stored(lower, call->right);
  AplNest nest = apl_nest_open(lower, array->dims, array->rank);
  Atom *row = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < amounts->rank; i++)
    row[i] = nest.index[i < axis ? i : i + 1];
  Atom length = array->dims[axis];
  Atom amount = rotation_amount(lower, apl_element(lower, amounts, row), length);
  nest.index[axis] = rotated(lower, nest.index[axis], amount, length);
  const AplValue *result = apl_nest_close(lower, &nest, apl_element(lower, array, nest.index));
  emit_uncheck(&lower->emit, mark);
  return result;
}

static const AplValue *rotate(AplLower *lower, const Call *call, bool is_last) {
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank == 0) {
    if (!apl_is_single(apl_array(lower, call->left)))
      apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: a scalar is rotated by a scalar, not by %s",
               apl_type_text(lower, call->left));
    Elem amount = apl_single(lower, apl_stored(lower, call->left));
    apl_need_int(lower, amount.kind, "a rotation", apl_kind_name(amount.kind));
    return call->right;
  }
  size_t axis = apl_axis(lower, call, array, is_last ? array->rank - 1 : 0);
  bool is_one = apl_is_single(apl_array(lower, call->left));
  return (is_one ? rotate_by : rotate_rows)(lower, call, array, axis);
}

const AplValue *apl_array_rotate_last(AplLower *lower, const Call *call) {
  return rotate(lower, call, true);
}

const AplValue *apl_array_rotate_first(AplLower *lower, const Call *call) {
  return rotate(lower, call, false);
}

// ---- Take and drop ----

typedef struct AplInside {
  const AplArray *array;
  const Atom *index;
} AplInside;

static Elem inside_element(AplLower *lower, void *context) {
  const AplInside *inside = context;
  return apl_element(lower, inside->array, inside->index);
}

static Elem inside_fill(AplLower *lower, void *context) {
  (void)lower;
  return apl_fill(((const AplInside *)context)->array->kind);
}

// Takes `count` (not negative) elements, of which element 0 is at `start` of the argument.
static const AplValue *take_filled(AplLower *lower, const AplValue *value, size_t axis, Atom start,
                                   Atom count) {
  const AplArray *array = apl_stored(lower, value);
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i == axis ? count : array->dims[i];
  AplNest nest = apl_nest_open(lower, dims, array->rank);
  Atom index = nest.index[axis] = apl_add(lower, nest.index[axis], start);
  Atom is_inside = apl_op2(lower, OP_SLT, index, array->dims[axis]);
  if (!atom_is_i64(start, 0))
    is_inside = emit_and(&lower->emit, is_inside, apl_op2(lower, OP_SLE, atom_i64(0), index));
  AplInside inside = {array, nest.index};
  return apl_nest_close(lower, &nest,
                        apl_if(lower, is_inside, inside_element, inside_fill, &inside));
}

// How many elements are taken or dropped; the least int has no magnitude.
static Atom magnitude(AplLower *lower, Atom amount) {
  bool is_natural = amount.var != NULL && map_get(lower->naturals, map_key(amount.var)) != NULL;
  return is_natural ? amount
                    : apl_op1(lower, OP_SABS, apl_max(lower, amount, atom_i64(-INT64_MAX)));
}

static const AplValue *take_axis(AplLower *lower, const AplValue *value, size_t axis, Atom amount) {
  const AplArray *array = apl_array(lower, value);
  Atom length = array->dims[axis];
  int64_t known, size;
  bool is_known = constant_of(amount, &known);
  Atom count = magnitude(lower, amount), start = atom_i64(0);
  if (!is_known || known < 0) {
    Atom is_from_end = apl_op2(lower, OP_SLT, amount, atom_i64(0));
    start = emit_select(&lower->emit, is_from_end, apl_sub(lower, length, count), atom_i64(0));
  }
  if (is_known && constant_of(length, &size)) {
    int64_t taken = constant_to_i64(count.constant);
    if (array->items != NULL && taken <= ITEM_LIMIT) {
      Elem *items = arena_array(lower->arena, Elem, (size_t)taken + 1);
      for (int64_t i = 0; i < taken; i++) {
        int64_t at = known < 0 ? size - taken + i : i;
        items[i] = at >= 0 && at < size ? array->items[at] : apl_fill(array->kind);
      }
      return apl_value_items(lower, items, (size_t)taken, array->kind);
    }
    if (taken <= size) return apl_slice(lower, value, axis, start, count, atom_i64(1));
  }
  return take_filled(lower, value, axis, start, count);
}

static const AplValue *drop_axis(AplLower *lower, const AplValue *value, size_t axis, Atom amount) {
  const AplArray *array = apl_array(lower, value);
  Atom length = array->dims[axis];
  int64_t known, size;
  bool is_known = constant_of(amount, &known);
  Atom dropped = apl_min(lower, magnitude(lower, amount), length);
  Atom count = apl_sub(lower, length, dropped), start = atom_i64(0);
  if (!is_known || known >= 0) {
    // Where nothing is left it does not matter where that begins.
    Atom first = is_known ? amount : dropped;
    Atom is_from_start = apl_op2(lower, OP_SLE, atom_i64(0), amount);
    start = emit_select(&lower->emit, is_from_start, first, atom_i64(0));
  }
  if (array->items != NULL && is_known && constant_of(length, &size)) {
    int64_t first = 0, rest = 0;
    constant_of(start, &first);
    constant_of(count, &rest);
    return known_range(lower, array, first, rest, 1);
  }
  return apl_slice(lower, value, axis, start, count, atom_i64(1));
}

typedef const AplValue *AxisFunction(AplLower *lower, const AplValue *value, size_t axis,
                                     Atom amount);

static const AplValue *for_axes(AplLower *lower, const Call *call, AxisFunction *function) {
  const AplValue *value = call->right;
  const AplArray *amounts = apl_array(lower, call->left);
  if (amounts->rank > 1)
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: the left argument must be a scalar or vector, "
             "but it is %s",
             apl_type_text(lower, call->left));
  size_t count;
  const Elem *items = apl_known(lower, apl_stored(lower, call->left), &count);
  if (items == NULL)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: how many axes %s is for is not known",
             apl_type_text(lower, call->left));
  const AplArray *array = apl_array(lower, value);
  if (array->rank == 0 && count > 0) {
    Atom *ones = arena_array(lower->arena, Atom, count);
    for (size_t i = 0; i < count; i++)
      ones[i] = atom_i64(1);
    Elem elem = apl_element(lower, array, NULL);
    value = count == 1 ? apl_value_items(lower, &elem, 1, elem.kind)
                       : apl_reshape_view(lower, value, ones, count);
    array = apl_array(lower, value);
  }
  bool has_axis = call->function != NULL && call->function->axis != NULL;
  size_t first = has_axis ? apl_axis(lower, call, array, 0) : 0;
  if (has_axis && count > 1)
    apl_unsupported(lower,
                    "`↑` and `↓` along several axes in brackets; give a number for each axis");
  if (count > array->rank)
    apl_fail(lower, ERROR_APL_LENGTH,
             "LENGTH ERROR: the left argument has %zu numbers, but the rank of %s is %u", count,
             apl_type_text(lower, call->right), (unsigned)array->rank);
  for (size_t i = 0; i < count; i++) {
    apl_need_int(lower, items[i].kind, "the left argument", apl_kind_name(items[i].kind));
    value = function(lower, value, first + i, apl_size_of(lower, items[i]));
  }
  return value;
}

const AplValue *apl_array_take(AplLower *lower, const Call *call) {
  return for_axes(lower, call, take_axis);
}

const AplValue *apl_array_drop(AplLower *lower, const Call *call) {
  return for_axes(lower, call, drop_axis);
}

// ---- Catenate ----

// One of two arrays that are joined: a scalar, an array with the axis, or one without.
typedef struct Joined {
  const AplArray *array;
  Elem single;
  bool is_single, lacks_axis;
  Atom length;
} Joined;

typedef struct Joining {
  Joined parts[2];
  size_t axis, rank;
  const Atom *index;
  AplKind kind;
} Joining;

static Elem joined_element(AplLower *lower, const Joining *joining, size_t side) {
  const Joined *part = &joining->parts[side];
  Elem elem = part->single;
  if (!part->is_single) {
    Atom *index = arena_array(lower->arena, Atom, joining->rank + 1);
    size_t count = 0;
    for (size_t i = 0; i < joining->rank; i++) {
      if (i != joining->axis)
        index[count++] = joining->index[i];
      else if (!part->lacks_axis)
        index[count++] = side == 0 ? joining->index[i]
                                   : apl_sub(lower, joining->index[i], joining->parts[0].length);
    }
    elem = apl_element(lower, part->array, index);
  }
  return apl_convert(lower, elem, joining->kind);
}

static Elem joined_left(AplLower *lower, void *context) {
  return joined_element(lower, context, 0);
}

static Elem joined_right(AplLower *lower, void *context) {
  return joined_element(lower, context, 1);
}

static const AplValue *join_known(AplLower *lower, const AplArray *a, const AplArray *b,
                                  AplKind kind) {
  size_t counts[2];
  const Elem *parts[2] = {apl_known(lower, a, &counts[0]), apl_known(lower, b, &counts[1])};
  Elem *items = arena_array(lower->arena, Elem, counts[0] + counts[1] + 1);
  for (size_t i = 0; i < counts[0] + counts[1]; i++)
    items[i] = i < counts[0] ? parts[0][i] : parts[1][i - counts[0]];
  return apl_value_items(lower, items, counts[0] + counts[1], kind);
}

static Joined joined_part(AplLower *lower, const AplValue *value, size_t rank, size_t axis) {
  Joined part = {.array = apl_stored(lower, value), .length = atom_i64(1)};
  part.is_single = part.array->rank == 0;
  if (part.is_single)
    part.single = apl_element(lower, part.array, NULL);
  else if (part.array->rank == rank)
    part.length = part.array->dims[axis];
  else
    part.lacks_axis = true;
  return part;
}

static Atom joined_size(const Joined *part, size_t axis, size_t i) {
  return part->array->dims[part->lacks_axis && i > axis ? i - 1 : i];
}

// `,[0.5]`: is the axis a new one, between those that are there?
static bool is_lamination(AplLower *lower, const Call *call, size_t rank, size_t *axis) {
  const AplValue *given = call->function != NULL ? call->function->axis : NULL;
  if (given == NULL || given->kind != APL_VALUE_ARRAY || given->array.kind != APL_DOUBLE)
    return false;
  Elem elem = apl_single(lower, &given->array);
  double number = apl_elem_is_constant(elem) ? elem.part[0].constant.value.f64 : 0;
  double place = ceil(number) - (double)lower->origin;
  if (!apl_is_single(&given->array) || number == floor(number) || place < 0 || place > (double)rank)
    apl_fail(lower, ERROR_APL_INDEX,
             "INDEX ERROR: a new axis is a number between those of the axes that there are");
  *axis = (size_t)place;
  return true;
}

// The argument with one more axis, of length 1; a scalar extends.
static const AplValue *with_axis(AplLower *lower, const AplValue *value, size_t axis) {
  const AplArray *array = apl_stored(lower, value);
  if (array->rank == 0) return value;
  Atom *dims = arena_array(lower->arena, Atom, array->rank + 1);
  for (size_t i = 0; i <= array->rank; i++)
    dims[i] = i == axis ? atom_i64(1) : array->dims[i < axis ? i : i - 1];
  return apl_reshape_view(lower, value, dims, array->rank + 1);
}

static const AplValue *catenate(AplLower *lower, const Call *call, bool is_last);

static const AplValue *laminate(AplLower *lower, const Call *call, size_t rank, size_t axis) {
  const AplArray *a = apl_array(lower, call->left), *b = apl_array(lower, call->right);
  if (a->rank != b->rank && a->rank > 0 && b->rank > 0)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: %s and %s have no new axis in common",
             apl_type_text(lower, call->left), apl_type_text(lower, call->right));
  if (rank == 0) {
    Call plain = {.left = call->left, .right = call->right};
    return catenate(lower, &plain, true);
  }
  AplFunction function = {.kind = APL_FN_PRIMITIVE, .primitive = APL_RAVEL_PRIMITIVE};
  function.axis = apl_value_scalar(lower, apl_elem_int((int64_t)axis + lower->origin));
  Call join = {.function = &function,
               .left = with_axis(lower, call->left, axis),
               .right = with_axis(lower, call->right, axis)};
  return catenate(lower, &join, true);
}

bool apl_is_void(const AplValue *value) {
  return value->kind == APL_VALUE_ARRAY && value->array.rank == 1 &&
         atom_is_i64(value->array.dims[0], 0);
}

static const AplValue *catenate(AplLower *lower, const Call *call, bool is_last) {
  const AplArray *a = apl_array(lower, call->left), *b = apl_array(lower, call->right);
  // `⍬` and `''` say nothing about the type of what is joined to them.
  bool is_mixed = (a->kind == APL_CHAR) != (b->kind == APL_CHAR);
  if (is_mixed && b->rank <= 1 && apl_is_void(call->left)) return apl_raveled(lower, call->right);
  if (is_mixed && a->rank <= 1 && apl_is_void(call->right)) return apl_raveled(lower, call->left);
  size_t rank = a->rank > b->rank ? a->rank : b->rank;
  AplKind kind = apl_kind_join(lower, a->kind, b->kind);
  size_t new_axis;
  if (is_lamination(lower, call, rank, &new_axis)) return laminate(lower, call, rank, new_axis);
  if (rank == 0) rank = 1;
  const AplArray *vector = &apl_value_items(lower, NULL, 0, kind)->array;
  if (rank == 1) apl_axis(lower, call, vector, 0);
  bool is_known = (a->rank == 0 || a->items != NULL) && (b->rank == 0 || b->items != NULL);
  if (is_known) return join_known(lower, a, b, kind);
  size_t least = a->rank < b->rank ? a->rank : b->rank;
  if (least > 0 && least + 1 < rank)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: the ranks of %s and %s differ by more than one",
             apl_type_text(lower, call->left), apl_type_text(lower, call->right));
  size_t axis = apl_axis(lower, call, a->rank == rank ? a : b, is_last ? rank - 1 : 0);
  Joining joining = {.axis = axis, .rank = rank, .kind = kind};
  joining.parts[0] = joined_part(lower, call->left, rank, axis);
  joining.parts[1] = joined_part(lower, call->right, rank, axis);
  size_t mark = emit_mark(&lower->emit);
  Atom *dims = arena_array(lower->arena, Atom, rank);
  for (size_t i = 0; i < rank; i++) {
    size_t whole = joining.parts[0].is_single ? 1 : 0;
    if (i == axis) {
      dims[i] = apl_add(lower, joining.parts[0].length, joining.parts[1].length);
      continue;
    }
    dims[i] = joined_size(&joining.parts[whole], axis, i);
    if (joining.parts[1].is_single || whole == 1) continue;
    Atom sizes[2] = {dims[i], joined_size(&joining.parts[1], axis, i)};
    if (!atom_equal(sizes[0], sizes[1]))
      apl_check_shapes(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]),
                       "arrays of these shapes cannot be joined", joining.parts[0].array,
                       joining.parts[1].array);
  }
  AplNest nest = apl_nest_open(lower, dims, rank);
  joining.index = nest.index;
  Atom is_left = apl_op2(lower, OP_SLT, nest.index[axis], joining.parts[0].length);
  Elem elem = apl_if(lower, is_left, joined_left, joined_right, &joining);
  const AplValue *result = apl_nest_close(lower, &nest, elem);
  emit_uncheck(&lower->emit, mark);
  return result;
}

typedef Vec(const AplValue *) TupleItems;

// The items of a tuple, or the elements of a vector, which must be known one by one.
static void tuple_items_add(AplLower *lower, TupleItems *items, const AplValue *value) {
  if (value->kind == APL_VALUE_TUPLE) {
    for (size_t i = 0; i < value->item_count; i++)
      vec_push(lower->arena, items, value->items[i]);
    return;
  }
  if (value->kind != APL_VALUE_ARRAY || value->array.rank == 0) {
    vec_push(lower->arena, items, value);
    return;
  }
  size_t count;
  const Elem *known = apl_known(lower, &value->array, &count);
  if (known == NULL)
    apl_unsupported(lower, "a tuple that is joined to %s, whose elements would be items",
                    apl_type_text(lower, value));
  for (size_t i = 0; i < count; i++)
    vec_push(lower->arena, items, apl_value_scalar(lower, known[i]));
}

// Tuples are joined, too.
static const AplValue *catenate_tuples(AplLower *lower, const AplValue *left,
                                       const AplValue *right) {
  TupleItems items = {0};
  tuple_items_add(lower, &items, left);
  tuple_items_add(lower, &items, right);
  return apl_value_tuple(lower, items.data, items.count);
}

const AplValue *apl_array_catenate_last(AplLower *lower, const Call *call) {
  if (call->left->kind == APL_VALUE_TUPLE || call->right->kind == APL_VALUE_TUPLE)
    return catenate_tuples(lower, call->left, call->right);
  return catenate(lower, call, true);
}

const AplValue *apl_array_catenate_first(AplLower *lower, const Call *call) {
  return catenate(lower, call, false);
}
