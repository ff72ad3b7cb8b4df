// Compression, replication, expansion; first and pick.
#include "front/apl/to_core_nested.h"

// Both arguments of a compression along an axis.
typedef struct Filter {
  const AplArray *mask; // stored; a scalar or vector
  bool is_single;       // one number for all
  Elem single;
  const AplValue *value; // of rank at least 1
  size_t axis;
  Atom length; // of that axis
} Filter;

static const AplValue *as_vector(AplLower *lower, const AplValue *value) {
  if (apl_array(lower, value)->rank > 0) return value;
  Call ravel = {.right = value};
  return apl_array_ravel(lower, &ravel);
}

static Filter filter_open(AplLower *lower, const Call *call, bool is_last, bool is_expansion) {
  Filter filter = {.mask = apl_stored(lower, call->left)};
  if (filter.mask->rank > 1)
    apl_fail(lower, ERROR_APL_RANK,
             "RANK ERROR: the left argument must be a scalar or vector, but it is %s",
             apl_type_text(lower, call->left));
  apl_need_int(lower, filter.mask->kind, "the left argument", apl_type_text(lower, call->left));
  filter.is_single = apl_is_single(filter.mask);
  if (filter.is_single) filter.single = apl_single(lower, filter.mask);
  filter.value = as_vector(lower, call->right);
  const AplArray *array = apl_array(lower, filter.value);
  filter.axis = apl_axis(lower, call, array, is_last ? array->rank - 1 : 0);
  filter.length = array->dims[filter.axis];
  if (is_expansion || filter.is_single) return filter;
  Atom sizes[2] = {filter.mask->dims[0], filter.length};
  if (atom_is_i64(filter.length, 1)) { // one element extends
    Atom *dims = arena_array(lower->arena, Atom, array->rank);
    for (size_t i = 0; i < array->rank; i++)
      dims[i] = i == filter.axis ? sizes[0] : array->dims[i];
    array = apl_stored(lower, filter.value);
    AplNest nest = apl_nest_open(lower, dims, array->rank);
    nest.index[filter.axis] = atom_i64(0);
    filter.value = apl_nest_close(lower, &nest, apl_element(lower, array, nest.index));
  } else if (!atom_equal(sizes[0], sizes[1])) {
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: there are {} numbers for {} elements", sizes, 2);
  }
  filter.length = sizes[0];
  return filter;
}

// ---- Compression ----

// The values where the mask holds.
static const AplValue *keep(AplLower *lower, const Filter *filter, bool keeps_index) {
  const AplArray *array = apl_stored(lower, filter->value);
  AplSpace space = apl_space_open(lower, filter->length);
  Elem condition = apl_element(lower, filter->mask, &space.index);
  Elem elem = keeps_index ? apl_elem_size(space.index) : apl_element(lower, array, &space.index);
  size_t parts = apl_kind_parts(elem.kind);
  Output output = {.mode = MODE_KEEP, .selector = condition.part[0], .value_count = parts};
  output.values = arena_array(lower->arena, Atom, parts);
  for (size_t i = 0; i < parts; i++)
    output.values[i] = elem.part[i];
  apl_space_output(lower, &space, output);
  Stm *stm = apl_space_close(lower, &space, "kept");
  Atom data[2], count = atom_var(stm->vars[0]);
  apl_natural(lower, stm->vars[0]);
  for (size_t i = 0; i < parts; i++)
    data[i] = atom_var(stm->vars[1 + i]);
  return apl_value_array(lower, apl_array_make(lower, elem.kind, 1, &count, data));
}

static const AplValue *compress(AplLower *lower, const Filter *filter) {
  if (apl_array(lower, filter->value)->rank == 1) return keep(lower, filter, false);
  const AplValue *index = keep(lower, filter, true);
  return apl_gather(lower, filter->value, filter->axis, &index->array);
}

// ---- Replication ----

// Every element this many times: those of the result divide by that.
static const AplValue *replicate_all(AplLower *lower, const Filter *filter) {
  const AplArray *array = apl_stored(lower, filter->value);
  Atom amount = apl_size_of(lower, filter->single);
  Atom times = apl_op1(lower, OP_SABS, amount);
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i == filter->axis ? apl_mul(lower, array->dims[i], times) : array->dims[i];
  AplNest nest = apl_nest_open(lower, dims, array->rank);
  Atom *place = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    place[i] = nest.index[i];
  place[filter->axis] =
      apl_op2(lower, OP_SQUOT, place[filter->axis], apl_max(lower, times, atom_i64(1)));
  Elem elem = apl_element(lower, array, place);
  Atom is_fill = apl_op2(lower, OP_SLT, amount, atom_i64(0));
  Elem fill = apl_fill(elem.kind);
  for (size_t i = 0; i < apl_kind_parts(elem.kind); i++)
    elem.part[i] = emit_select(&lower->emit, is_fill, fill.part[i], elem.part[i]);
  return apl_nest_close(lower, &nest, elem);
}

static Elem count_at(AplLower *lower, Atom index, void *context) {
  const Filter *filter = context;
  Atom amount = apl_size_of(lower, apl_element(lower, filter->mask, &index));
  return apl_elem_size(apl_op1(lower, OP_SABS, amount));
}

// The first place at which the sums are larger than the number.
static Atom search(AplLower *lower, const AplArray *sums, Atom number) {
  Emitter *emit = &lower->emit;
  const Type *type = type_scalar(SCALAR_I64);
  Loop *loop = arena_make(lower->arena, Loop);
  loop->param_count = 2;
  loop->params = arena_array(lower->arena, Var *, 2);
  loop->params[0] = var_new(emit->program, "low", type, emit->span);
  loop->params[1] = var_new(emit->program, "high", type, emit->span);
  Atom low = atom_var(loop->params[0]), high = atom_var(loop->params[1]);
  EmitBlock *block = emit_open(emit);
  Atom goes_on = apl_op2(lower, OP_SLT, low, high);
  emit_close(emit, block);
  loop->condition = body_new(emit->program, block->stms, &goes_on, 1);
  block = emit_open(emit);
  Atom middle = apl_op2(lower, OP_LSHR, apl_add(lower, low, high), atom_i64(1));
  Atom sum = apl_element(lower, sums, &middle).part[0];
  Atom is_larger = apl_op2(lower, OP_SLT, number, sum);
  Atom next[2] = {emit_select(emit, is_larger, low, apl_add(lower, middle, atom_i64(1))),
                  emit_select(emit, is_larger, middle, high)};
  emit_close(emit, block);
  loop->body = body_new(emit->program, block->stms, next, 2);
  Atom inits[2] = {atom_i64(0), sums->dims[0]};
  Builder builder = emit_builder(emit);
  Stm *stm = build_infer(&builder, "found", exp_loop(emit->program, loop, inits, atom_i64(0)));
  return atom_var(stm->vars[0]);
}

static const AplValue *replicate_each(AplLower *lower, Filter *filter) {
  const AplArray *sums = &apl_sums(lower, filter->length, count_at, filter)->array;
  Atom total = apl_sum(lower, filter->length, count_at, filter);
  AplNest owners_nest = apl_nest_open(lower, &total, 1);
  Atom owner = search(lower, sums, owners_nest.index[0]);
  const AplValue *owners = apl_nest_close(lower, &owners_nest, apl_elem_size(owner));
  const AplArray *array = apl_stored(lower, filter->value);
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i == filter->axis ? total : array->dims[i];
  AplNest nest = apl_nest_open(lower, dims, array->rank);
  Atom place = apl_element(lower, &owners->array, &nest.index[filter->axis]).part[0];
  nest.index[filter->axis] = place;
  Elem elem = apl_element(lower, array, nest.index), fill = apl_fill(elem.kind);
  Atom amount = apl_size_of(lower, apl_element(lower, filter->mask, &place));
  Atom is_fill = apl_op2(lower, OP_SLT, amount, atom_i64(0));
  for (size_t i = 0; i < apl_kind_parts(elem.kind); i++)
    elem.part[i] = emit_select(&lower->emit, is_fill, fill.part[i], elem.part[i]);
  return apl_nest_close(lower, &nest, elem);
}

static const AplValue *replicate(AplLower *lower, const Call *call, bool is_last) {
  size_t mark = emit_mark(&lower->emit);
  Filter filter = filter_open(lower, call, is_last, false);
  const AplValue *result = filter.is_single                ? replicate_all(lower, &filter)
                           : filter.mask->kind == APL_BOOL ? compress(lower, &filter)
                                                           : replicate_each(lower, &filter);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_array_replicate_last(AplLower *lower, const Call *call) {
  return replicate(lower, call, true);
}

const AplValue *apl_array_replicate_first(AplLower *lower, const Call *call) {
  return replicate(lower, call, false);
}

// ---- Expansion ----

typedef struct AplExpanded {
  const AplArray *array;
  const Atom *place;
} AplExpanded;

static Elem expanded_element(AplLower *lower, void *context) {
  const AplExpanded *expanded = context;
  return apl_element(lower, expanded->array, expanded->place);
}

static Elem expanded_fill(AplLower *lower, void *context) {
  (void)lower;
  return apl_fill(((const AplExpanded *)context)->array->kind);
}

static const AplValue *expand(AplLower *lower, const Call *call, bool is_last);

// How many elements a mask holds for: a number where it is written down.
static Atom mask_count(AplLower *lower, const Call *call, Filter *filter) {
  size_t count;
  int64_t sum = 0;
  const Elem *items = apl_known(lower, apl_array(lower, call->left), &count);
  for (size_t i = 0; items != NULL && i < count; i++) {
    if (items[i].part[0].var != NULL)
      items = NULL;
    else
      sum += constant_to_i64(items[i].part[0].constant);
  }
  return items != NULL ? atom_i64(sum) : apl_sum(lower, filter->mask->dims[0], count_at, filter);
}

// Elements for positive numbers, each as often, and fills for others: at least one.
static const AplValue *expand_by_ints(AplLower *lower, const Call *call, bool is_last) {
  const AplValue *zero = apl_value_scalar(lower, apl_elem_int(0));
  Call spread = *call, repeat = *call;
  spread.left = apl_map_dyadic(lower, apl2_less, zero, call->left);
  const AplValue *is_zero = apl_map_dyadic(lower, apl2_equal, zero, call->left);
  repeat.left = apl_map_dyadic(lower, apl2_subtract, call->left, is_zero);
  repeat.right = expand(lower, &spread, is_last);
  return replicate(lower, &repeat, is_last);
}

// The elements where the mask holds, in their order, and fills elsewhere.
static const AplValue *expand(AplLower *lower, const Call *call, bool is_last) {
  size_t mark = emit_mark(&lower->emit);
  Filter filter = filter_open(lower, call, is_last, true);
  if (filter.mask->kind != APL_BOOL) return expand_by_ints(lower, call, is_last);
  if (filter.mask->rank == 0) {
    Call ravel = {.right = call->left};
    filter.mask = apl_stored(lower, apl_array_ravel(lower, &ravel));
  }
  Atom length = filter.mask->dims[0];
  const AplArray *array = apl_stored(lower, filter.value);
  const AplArray *sums = &apl_sums(lower, length, count_at, &filter)->array;
  Atom sizes[2] = {mask_count(lower, call, &filter), filter.length};
  bool extends = atom_is_i64(filter.length, 1);
  if (!extends)
    apl_check(lower, apl_op2(lower, OP_EQ, sizes[0], sizes[1]), ERROR_APL_LENGTH,
              "LENGTH ERROR: the left argument shows places for {} elements, but there are {}",
              sizes, 2);
  Atom *dims = arena_array(lower->arena, Atom, array->rank);
  for (size_t i = 0; i < array->rank; i++)
    dims[i] = i == filter.axis ? length : array->dims[i];
  AplNest nest = apl_nest_open(lower, dims, array->rank);
  Atom at = nest.index[filter.axis];
  Atom is_there = apl_element(lower, filter.mask, &at).part[0];
  Atom number = apl_element(lower, sums, &at).part[0];
  nest.index[filter.axis] = extends ? atom_i64(0) : apl_sub(lower, number, atom_i64(1));
  AplExpanded expanded = {array, nest.index};
  Elem elem = apl_if(lower, is_there, expanded_element, expanded_fill, &expanded);
  const AplValue *result = apl_nest_close(lower, &nest, elem);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_array_expand_last(AplLower *lower, const Call *call) {
  return expand(lower, call, true);
}

const AplValue *apl_array_expand_first(AplLower *lower, const Call *call) {
  return expand(lower, call, false);
}

// ---- Where ----

// Places as they are counted in the program.
static const AplValue *from_origin(AplLower *lower, const AplValue *value) {
  const AplValue *origin = apl_value_scalar(lower, apl_elem_int(lower->origin));
  return apl_map_dyadic(lower, apl2_add, apl_as_kind(lower, value, APL_INT), origin);
}

// Something is computed under the check, so that what needs the number needs that, too.
static Elem checked_count(AplLower *lower, Elem a) {
  Atom amount = apl_size_of(lower, a);
  apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), amount), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: the numbers say how often each place counts, and must not be negative, "
            "but there is {}",
            &amount, 1);
  return apl_int_low(lower, apl_max(lower, amount, atom_i64(0)));
}

// Every place as often as the number there says.
static const AplValue *where_counts(AplLower *lower, const AplValue *value) {
  size_t mark = emit_mark(&lower->emit);
  Call count = {.right = apl_value_scalar(lower, apl_int_of(lower, value->array.dims[0]))};
  Call replicate = {.left = apl_map_monadic(lower, checked_count, value),
                    .right = apl_array_iota(lower, &count)};
  const AplValue *result = apl_array_replicate_last(lower, &replicate);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_array_where(AplLower *lower, const Call *call) {
  const AplValue *value = as_vector(lower, call->right);
  const AplArray *array = apl_stored(lower, value);
  if (array->kind == APL_INT && array->rank == 1) return where_counts(lower, value);
  if (array->kind != APL_BOOL)
    apl_unsupported(lower, "⍸ of %s: it takes 0 and 1, or a vector of ints",
                    apl_type_text(lower, call->right));
  Call ravel = {.right = value};
  const AplValue *list = apl_array_ravel(lower, &ravel);
  const AplArray *mask = apl_stored(lower, list);
  Filter filter = {.mask = mask, .value = list, .length = mask->dims[0]};
  const AplValue *numbers = keep(lower, &filter, true);
  if (array->rank > 1) return apl_nested_places(lower, array->dims, array->rank, numbers);
  return from_origin(lower, numbers);
}

// ---- First and pick ----

static Elem first_element(AplLower *lower, void *context) { return apl_single(lower, context); }

static Elem first_fill(AplLower *lower, void *context) {
  (void)lower;
  return apl_fill(((const AplArray *)context)->kind);
}

const AplValue *apl_array_first(AplLower *lower, const Call *call) {
  if (call->right->kind == APL_VALUE_TUPLE) return call->right->items[0];
  if (call->right->kind == APL_VALUE_NESTED) return apl_nested_first(lower, call->right);
  if (call->right->is_picked) return call->right;
  AplArray array = *apl_stored(lower, call->right);
  if (array.rank == 0) return call->right;
  Atom is_some = apl_op2(lower, OP_SLT, atom_i64(0), apl_count(lower, &array));
  return apl_value_scalar(lower, apl_if(lower, is_some, first_element, first_fill, &array));
}

// A number that is known before the program runs.
static bool is_literal(AplLower *lower, const AplValue *value) {
  int64_t number;
  if (value->kind != APL_VALUE_ARRAY || !apl_is_single(&value->array)) return false;
  return apl_elem_to_int(apl_single(lower, apl_stored(lower, value)), &number);
}

// `2 1⊃items`: the first numbers say which item, the others which element of that.
static const AplValue *pick_inside(AplLower *lower, const Call *call, const Elem *items,
                                   size_t count) {
  size_t outer =
      call->right->kind == APL_VALUE_NESTED ? apl_nested_part(lower, call->right, STARTS)->rank : 1;
  if (count < outer)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: %s picks no item of %s",
             apl_type_text(lower, call->left), apl_type_text(lower, call->right));
  const AplValue **indices = arena_array(lower->arena, const AplValue *, outer + 1);
  for (size_t i = 0; i < outer; i++)
    indices[i] = apl_value_scalar(lower, items[i]);
  if (count == outer) return apl_index(lower, call->right, indices, outer);
  Call rest = {.left = apl_value_items(lower, items + outer, count - outer, call->left->array.kind),
               .right = apl_index(lower, call->right, indices, outer)};
  return apl_array_pick(lower, &rest);
}

const AplValue *apl_array_pick(AplLower *lower, const Call *call) {
  size_t count;
  bool is_nested = call->right->kind == APL_VALUE_NESTED;
  bool has_path = call->right->kind != APL_VALUE_ARRAY && call->left->kind == APL_VALUE_ARRAY &&
                  call->left->array.rank == 1 && !apl_is_single(&call->left->array);
  const Elem *path = has_path ? apl_known(lower, apl_stored(lower, call->left), &count) : NULL;
  if (path != NULL) return pick_inside(lower, call, path, count);
  if (call->right->kind == APL_VALUE_TUPLE && !is_literal(lower, call->left)) {
    const AplValue *nested = apl_nested(lower, call->right);
    if (nested != NULL) return apl_nested_index(lower, nested, &call->left, 1);
  }
  if (is_nested) return apl_nested_index(lower, call->right, &call->left, 1);
  if (call->right->kind == APL_VALUE_TUPLE) return apl_index(lower, call->right, &call->left, 1);
  const AplArray *array = apl_array(lower, call->right), *place = apl_stored(lower, call->left);
  const Elem *items = place->rank > 1 ? NULL : apl_known(lower, place, &count);
  if (items == NULL || count != array->rank)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: %s picks no element of %s",
             apl_type_text(lower, call->left), apl_type_text(lower, call->right));
  const AplValue **indices = arena_array(lower->arena, const AplValue *, count + 1);
  for (size_t i = 0; i < count; i++)
    indices[i] = apl_value_scalar(lower, items[i]);
  return apl_index(lower, call->right, indices, count);
}

// `(⊂i)⌷a` is a[i;…], `(i)(j)⌷a` is a[i;j;…].
static const AplValue *select_items(AplLower *lower, const Call *call) {
  const AplValue *left = call->left;
  const AplArray *array = apl_array(lower, call->right);
  const AplValue **indices = arena_array(lower->arena, const AplValue *, array->rank + 1);
  size_t count = left->kind == APL_VALUE_TUPLE ? left->item_count : 1;
  if (count > array->rank)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: %s selects nothing of %s",
             apl_type_text(lower, left), apl_type_text(lower, call->right));
  for (size_t i = 0; i < count && left->kind == APL_VALUE_TUPLE; i++)
    indices[i] = left->items[i];
  if (left->kind == APL_VALUE_NESTED) {
    if (apl_nested_part(lower, left, STARTS)->rank > 0)
      apl_unsupported(lower, "`⌷` with %s on the left", apl_type_text(lower, left));
    indices[0] = apl_nested_item(lower, left, NULL);
  }
  return apl_index(lower, call->right, indices, array->rank);
}

// `i j⌷a` is a[i;j;…]: what has no index is taken as a whole.
const AplValue *apl_array_select(AplLower *lower, const Call *call) {
  size_t count;
  if (call->right->kind == APL_VALUE_TUPLE) return apl_index(lower, call->right, &call->left, 1);
  if (call->left->kind != APL_VALUE_ARRAY) return select_items(lower, call);
  const AplArray *array = apl_array(lower, call->right), *place = apl_stored(lower, call->left);
  const Elem *items = place->rank > 1 ? NULL : apl_known(lower, place, &count);
  if (items == NULL || count > array->rank)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: %s selects nothing of %s",
             apl_type_text(lower, call->left), apl_type_text(lower, call->right));
  const AplValue **indices = arena_array(lower->arena, const AplValue *, array->rank + 1);
  for (size_t i = 0; i < count; i++)
    indices[i] = apl_value_scalar(lower, items[i]);
  return array->rank == 0 ? call->right : apl_index(lower, call->right, indices, array->rank);
}
