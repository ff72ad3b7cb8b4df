// Counting, searching, sorting and random numbers.
#include "front/apl/to_core_internal.h"
#include "front/settings.h"

// ---- Iota ----

// All indices of an array of that shape.
static const AplValue *iota_of_shape(AplLower *lower, const AplValue *shape) {
  size_t rank, mark = emit_mark(&lower->emit);
  const Atom *numbers = apl_shape_sizes(lower, shape, &rank);
  if (rank == 0)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⍳ takes a number or a shape, not %s",
             apl_type_text(lower, shape));
  Atom *sizes = arena_array(lower->arena, Atom, rank + 1);
  for (size_t i = 0; i < rank; i++) {
    apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), numbers[i]), ERROR_APL_DOMAIN,
              "DOMAIN ERROR: ⍳ takes a number that is not negative, not {}", &numbers[i], 1);
    sizes[i] = apl_checked_size(lower, numbers[i]);
  }
  sizes[rank] = atom_i64((int64_t)rank); // the numbers of each place
  apl_checked_count(lower, sizes, rank + 1, "would be too large");
  const AplValue *result = apl_nested_places(lower, sizes, rank, NULL);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_array_iota(AplLower *lower, const Call *call) {
  enum { SHORT = 16 };
  const AplArray *array = apl_array(lower, call->right);
  if (array->rank > 0 && !apl_is_single(array)) return iota_of_shape(lower, call->right);
  Atom count = apl_int_scalar(lower, call->right, "the argument of ⍳");
  size_t mark = emit_mark(&lower->emit);
  apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), count), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: ⍳ takes a number that is not negative, not {}", &count, 1);
  count = apl_checked_size(lower, count);
  int64_t known;
  const AplValue *result;
  if (apl_size_known(count, &known) && known >= 0 && known <= SHORT) {
    Elem items[SHORT];
    for (int64_t i = 0; i < known; i++)
      items[i] = apl_elem_int(i + lower->origin);
    result = apl_value_items(lower, items, (size_t)known, APL_INT);
  } else {
    AplNest nest = apl_nest_open(lower, &count, 1);
    Atom number = apl_add(lower, nest.index[0], atom_i64(lower->origin));
    result = apl_nest_close(lower, &nest, apl_int_of(lower, number));
  }
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Searching ----

typedef struct AplFound {
  const AplArray *where;
  Elem what;
  Atom none;
} AplFound;

static Elem found_number(AplLower *lower, Atom index, void *context) {
  const AplFound *found = context;
  Elem elem = apl_element(lower, found->where, &index);
  Atom is_it = apl2_equal(lower, elem, found->what).part[0];
  Atom number = apl_add(lower, index, atom_i64(lower->origin));
  return apl_elem_size(emit_select(&lower->emit, is_it, number, found->none));
}

static Elem found_it(AplLower *lower, Atom index, void *context) {
  const AplFound *found = context;
  return apl2_equal(lower, apl_element(lower, found->where, &index), found->what);
}

static const AplValue *primitive(AplLower *lower, AplPrimitiveId id) {
  AplFunction function = {.kind = APL_FN_PRIMITIVE, .primitive = id};
  return apl_value_function(lower, function);
}

const AplValue *apl_array_index_of(AplLower *lower, const Call *call) {
  const AplArray *where = apl_stored(lower, call->left), *what = apl_stored(lower, call->right);
  if (where->rank != 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⍳ looks in a vector, not in %s",
             apl_type_text(lower, call->left));
  const AplValue *least = primitive(lower, APL_FLOOR_PRIMITIVE);
  AplFound found = {.where = where,
                    .none = apl_add(lower, where->dims[0], atom_i64(lower->origin))};
  AplNest nest = apl_nest_open(lower, what->dims, what->rank);
  found.what = apl_element(lower, what, nest.index);
  Elem number = apl_fold(lower, least, APL_SIZE, where->dims[0], found_number, &found);
  Atom place = apl_min(lower, number.part[0], found.none);
  return apl_nest_close(lower, &nest, apl_int_of(lower, place));
}

static Elem is_found(AplLower *lower, const AplArray *where, Elem what) {
  AplFound found = {.where = where, .what = what};
  return apl_fold(lower, primitive(lower, APL_OR_PRIMITIVE), APL_BOOL, where->dims[0], found_it,
                  &found);
}

static const AplArray *as_list(AplLower *lower, const AplValue *value) {
  Call ravel = {.right = value};
  return apl_stored(lower, apl_array_ravel(lower, &ravel));
}

const AplValue *apl_array_member(AplLower *lower, const Call *call) {
  const AplArray *what = apl_stored(lower, call->left), *where = as_list(lower, call->right);
  AplNest nest = apl_nest_open(lower, what->dims, what->rank);
  Elem elem = apl_element(lower, what, nest.index);
  return apl_nest_close(lower, &nest, is_found(lower, where, elem));
}

const AplValue *apl_array_without(AplLower *lower, const Call *call) {
  const AplValue *found = apl_array_member(lower, call);
  Call ravel = {.right = call->left};
  Call compress = {.left = apl_map_monadic(lower, apl_not, found),
                   .right = apl_array_ravel(lower, &ravel)};
  return apl_array_replicate_last(lower, &compress);
}

// ---- Sets ----

const AplValue *apl_array_intersection(AplLower *lower, const Call *call) {
  Call ravel = {.right = call->left};
  Call compress = {.left = apl_array_member(lower, call), .right = apl_array_ravel(lower, &ravel)};
  return apl_array_replicate_last(lower, &compress);
}

// The left argument, and what of the right one is not in it.
const AplValue *apl_array_union(AplLower *lower, const Call *call) {
  Call others = {.left = call->right, .right = call->left};
  Call join = {.left = call->left, .right = apl_array_without(lower, &others)};
  return apl_array_catenate_last(lower, &join);
}

// Is every element found at its own place first?
const AplValue *apl_array_unique_mask(AplLower *lower, const Call *call) {
  Call ravel = {.right = call->right};
  const AplValue *list = apl_array_ravel(lower, &ravel);
  const AplArray *array = apl_array(lower, list);
  if (apl_array(lower, call->right)->rank > 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: the function takes a vector, not %s",
             apl_type_text(lower, call->right));
  Call find = {.left = list, .right = list};
  AplNest nest = apl_nest_open(lower, array->dims, 1);
  Atom number = apl_add(lower, nest.index[0], atom_i64(lower->origin));
  const AplValue *places = apl_nest_close(lower, &nest, apl_int_of(lower, number));
  return apl_map_dyadic(lower, apl2_equal, apl_array_index_of(lower, &find), places);
}

const AplValue *apl_array_unique(AplLower *lower, const Call *call) {
  Call compress = {.left = apl_array_unique_mask(lower, call)};
  Call ravel = {.right = call->right};
  compress.right = apl_array_ravel(lower, &ravel);
  return apl_array_replicate_last(lower, &compress);
}

// ---- Matching ----

typedef struct AplMatching {
  const AplArray *lists[2];
} AplMatching;

static Elem match_at(AplLower *lower, Atom index, void *context) {
  const AplMatching *matching = context;
  return apl2_equal(lower, apl_element(lower, matching->lists[0], &index),
                    apl_element(lower, matching->lists[1], &index));
}

static Elem match_all(AplLower *lower, void *context) {
  const AplMatching *matching = context;
  return apl_fold(lower, primitive(lower, APL_AND_PRIMITIVE), APL_BOOL, matching->lists[0]->dims[0],
                  match_at, context);
}

static Elem match_not(AplLower *lower, void *context) {
  (void)lower;
  (void)context;
  return apl_elem_bool(false);
}

static Elem match(AplLower *lower, const AplValue *left, const AplValue *right) {
  if (left->kind == APL_VALUE_NESTED || right->kind == APL_VALUE_NESTED) {
    const AplValue *a = apl_nested(lower, left), *b = apl_nested(lower, right);
    return a != NULL && b != NULL ? apl_nested_match(lower, a, b) : apl_elem_bool(false);
  }
  if (left->kind == APL_VALUE_TUPLE && right->kind == APL_VALUE_TUPLE) {
    Elem all = apl_elem_bool(left->item_count == right->item_count);
    for (size_t i = 0; i < left->item_count && i < right->item_count; i++)
      all = apl2_and(lower, all, match(lower, left->items[i], right->items[i]));
    return all;
  }
  if (left->kind != right->kind) return apl_elem_bool(false);
  const AplArray *a = apl_array(lower, left), *b = apl_array(lower, right);
  if (a->rank != b->rank || (a->kind == APL_CHAR) != (b->kind == APL_CHAR))
    return apl_elem_bool(false); // also when both are empty
  Atom is_same = atom_bool(true);
  for (size_t i = 0; i < a->rank; i++)
    if (!atom_equal(a->dims[i], b->dims[i]))
      is_same = emit_and(&lower->emit, is_same, apl_op2(lower, OP_EQ, a->dims[i], b->dims[i]));
  AplMatching matching = {{as_list(lower, left), as_list(lower, right)}};
  return apl_if(lower, is_same, match_all, match_not, &matching);
}

const AplValue *apl_array_match(AplLower *lower, const Call *call) {
  return apl_value_scalar(lower, match(lower, call->left, call->right));
}

const AplValue *apl_array_not_match(AplLower *lower, const Call *call) {
  return apl_value_scalar(lower, apl_not(lower, match(lower, call->left, call->right)));
}

// How deep a value is nested; negative when its items differ in that.
static int64_t depth_of(const AplValue *value) {
  if (value->kind == APL_VALUE_NESTED) return 2;
  if (value->kind != APL_VALUE_TUPLE) return value->array.rank > 0 ? 1 : 0;
  int64_t depth = 0;
  bool is_even = true;
  for (size_t i = 0; i < value->item_count; i++) {
    int64_t inner = depth_of(value->items[i]), size = inner < 0 ? -inner : inner;
    is_even = is_even && inner >= 0 && (i == 0 || size == depth);
    if (size > depth) depth = size;
  }
  return is_even ? depth + 1 : -(depth + 1);
}

const AplValue *apl_array_depth(AplLower *lower, const Call *call) {
  return apl_value_scalar(lower, apl_elem_int(depth_of(call->right)));
}

// ---- Intervals and parts ----

static Elem is_not_above(AplLower *lower, Atom index, void *context) {
  const AplFound *found = context;
  Elem holds = apl2_less_equal(lower, apl_element(lower, found->where, &index), found->what);
  return apl_convert(lower, holds, APL_SIZE);
}

// How many of the ascending numbers on the left are not above each on the right.
const AplValue *apl_array_interval(AplLower *lower, const Call *call) {
  const AplArray *where = apl_stored(lower, call->left), *what = apl_stored(lower, call->right);
  if (where->rank != 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⍸ looks in a vector, not in %s",
             apl_type_text(lower, call->left));
  AplFound found = {.where = where};
  AplNest nest = apl_nest_open(lower, what->dims, what->rank);
  found.what = apl_element(lower, what, nest.index);
  Atom count = apl_sum(lower, where->dims[0], is_not_above, &found);
  Atom place = apl_add(lower, count, atom_i64(lower->origin - 1));
  return apl_nest_close(lower, &nest, apl_int_of(lower, place));
}

typedef struct AplPart {
  const AplArray *what, *where;
  const Atom *start;
} AplPart;

// Element number `index` of what is looked for, against the one that stands there.
static Elem part_matches(AplLower *lower, Atom index, void *context) {
  const AplPart *part = context;
  const Atom *point = apl_coordinates(lower, part->what->dims, part->what->rank, index);
  size_t skip = part->where->rank - part->what->rank;
  Atom *place = arena_array(lower->arena, Atom, part->where->rank + 1);
  for (size_t i = 0; i < part->where->rank; i++)
    place[i] = i < skip ? part->start[i] : apl_add(lower, part->start[i], point[i - skip]);
  return apl2_equal(lower, apl_element(lower, part->what, point),
                    apl_element(lower, part->where, place));
}

static Elem part_is_there(AplLower *lower, void *context) {
  const AplPart *part = context;
  return apl_fold(lower, primitive(lower, APL_AND_PRIMITIVE), APL_BOOL,
                  apl_count(lower, part->what), part_matches, context);
}

// Where does the left argument begin in the right one?
const AplValue *apl_array_find(AplLower *lower, const Call *call) {
  AplPart part = {apl_stored(lower, call->left), apl_stored(lower, call->right), NULL};
  AplNest nest = apl_nest_open(lower, part.where->dims, part.where->rank);
  if (part.what->rank > part.where->rank) return apl_nest_close(lower, &nest, apl_elem_bool(false));
  size_t skip = part.where->rank - part.what->rank;
  Atom fits = atom_bool(true);
  for (size_t i = 0; i < part.what->rank; i++) {
    Atom end = apl_add(lower, nest.index[skip + i], part.what->dims[i]);
    Atom is_inside = apl_op2(lower, OP_SLE, end, part.where->dims[skip + i]);
    fits = emit_and(&lower->emit, fits, is_inside);
  }
  part.start = nest.index;
  return apl_nest_close(lower, &nest, apl_if(lower, fits, part_is_there, match_not, &part));
}

// ---- Sorting ----

// A number in the order of the elements, read as unsigned.
static Atom sort_key(AplLower *lower, Elem elem, bool is_down) {
  Atom key = elem.part[0];
  switch (elem.kind) {
  case APL_BOOL: key = apl_op_convert(lower, OP_BTOI, key, SCALAR_I64); break;
  case APL_CHAR: key = apl_op_convert(lower, OP_ZEXT, key, SCALAR_I64); break;
  case APL_SIZE: key = apl_op2(lower, OP_XOR, key, atom_i64(INT64_MIN)); break;
  case APL_INT: {
    bool is_short = apl_kind_scalar(APL_INT) == SCALAR_I32;
    Atom lowest = atom_i64(is_short ? INT32_MIN : INT64_MIN);
    key = apl_op2(lower, OP_XOR, apl_size_of(lower, elem), lowest);
    break;
  }
  case APL_DOUBLE: {
    Atom zero = apl_elem_double(0).part[0];
    Atom bits = apl_op_convert(lower, OP_BITCAST, apl_op2(lower, OP_ADD, key, zero), SCALAR_I64);
    Atom sign = apl_op2(lower, OP_ASHR, bits, atom_i64(63));
    Atom flips = apl_op2(lower, OP_OR, sign, atom_i64(INT64_MIN));
    key = apl_op2(lower, OP_XOR, bits, flips);
    break;
  }
  case APL_COMPLEX:
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: complex numbers have no order");
  }
  return is_down ? apl_op1(lower, OP_NOT, key) : key;
}

// Four bits of the keys are put in order at a time.
enum { DIGIT_BITS = 4, DIGITS = 16 };

static void sort_step(AplLower *lower, Atom count, Atom shift, const Atom arrays[2], Atom next[2]) {
  Emitter *emit = &lower->emit;
  AplSpace space = apl_space_open(lower, count);
  Output output = {.mode = MODE_SPLIT, .class_count = DIGITS, .value_count = 2};
  output.values = arena_array(lower->arena, Atom, 2);
  for (size_t i = 0; i < 2; i++)
    output.values[i] =
        atom_var(emit_let(emit, "x", exp_index(emit->program, arrays[i].var, &space.index, 1)));
  output.selector = apl_op2(lower, OP_AND, apl_op2(lower, OP_LSHR, output.values[0], shift),
                            atom_i64(DIGITS - 1));
  apl_space_output(lower, &space, output);
  Stm *stm = apl_space_close(lower, &space, "sorted");
  for (size_t i = 0; i < 2; i++)
    next[i] = atom_var(stm->vars[DIGITS + i]);
}

// The order of keys, which is stable; as indices from 0 on.
static Atom sort(AplLower *lower, Atom count, Atom keys, Atom order, int64_t steps) {
  Emitter *emit = &lower->emit;
  Loop *loop = arena_make(lower->arena, Loop);
  const Type *type = apl_part_type(lower, APL_SIZE, 1, &count);
  loop->param_count = 2;
  loop->params = arena_array(lower->arena, Var *, 2);
  loop->params[0] = var_new(emit->program, "keys", type, emit->span);
  loop->params[1] = var_new(emit->program, "order", type, emit->span);
  loop->index = var_new(emit->program, "digit", type_scalar(SCALAR_I64), emit->span);
  EmitBlock *block = emit_open(emit);
  Atom shift = apl_mul(lower, atom_var(loop->index), atom_i64(DIGIT_BITS));
  Atom arrays[2] = {atom_var(loop->params[0]), atom_var(loop->params[1])}, next[2];
  sort_step(lower, count, shift, arrays, next);
  emit_close(emit, block);
  loop->body = body_new(emit->program, block->stms, next, 2);
  Atom inits[2] = {keys, order};
  Builder builder = emit_builder(emit);
  Stm *stm = build_infer(&builder, "sorted", exp_loop(emit->program, loop, inits, atom_i64(steps)));
  return atom_var(stm->vars[1]);
}

// How many digits the keys of a kind have.
static int64_t step_count(AplKind kind) {
  if (kind == APL_BOOL) return 1;
  return kind == APL_CHAR ? 6 : scalar_info(apl_kind_scalar(kind))->width / DIGIT_BITS;
}

typedef struct Grading {
  const AplArray *array; // of rank 2: rows are compared column by column
  bool is_down;
} Grading;

// From the last column to the first, so that the first one counts most.
static const AplValue *grade_column(AplLower *lower, const AplValue *order, void *context) {
  const Grading *grading = context;
  const AplArray *array = grading->array;
  Atom step = vec_last(&lower->counters), count = array->dims[0];
  Atom column = apl_sub(lower, apl_sub(lower, array->dims[1], atom_i64(1)), step);
  AplNest nest = apl_nest_open(lower, &count, 1);
  Atom place[2] = {apl_element(lower, &order->array, nest.index).part[0], column};
  Atom key = sort_key(lower, apl_element(lower, array, place), grading->is_down);
  const AplValue *keys = apl_nest_close(lower, &nest, apl_elem_size(key));
  Atom sorted =
      sort(lower, count, keys->array.data[0], order->array.data[0], step_count(array->kind));
  return apl_value_array(lower, apl_array_make(lower, APL_SIZE, 1, &count, &sorted));
}

const AplValue *apl_grade(AplLower *lower, const AplValue *value, bool is_down) {
  const AplArray *array = apl_stored(lower, value);
  if (array->rank == 0) apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: a scalar has no order");
  Atom count = array->dims[0], row = atom_i64(1);
  for (size_t i = 1; i < array->rank; i++)
    row = apl_mul(lower, row, array->dims[i]);
  Atom dims[2] = {count, row};
  Grading grading = {apl_stored(lower, apl_reshape_view(lower, value, dims, 2)), is_down};
  AplNest order_nest = apl_nest_open(lower, &count, 1);
  const AplValue *order = apl_nest_close(lower, &order_nest, apl_elem_size(order_nest.index[0]));
  if (array->rank == 1) {
    vec_push(lower->arena, &lower->counters, atom_i64(0));
    order = grade_column(lower, order, &grading);
    lower->counters.count--;
  } else {
    order = apl_loop(lower, row, order, grade_column, &grading);
  }
  AplNest nest = apl_nest_open(lower, &count, 1);
  Atom place = apl_element(lower, &order->array, nest.index).part[0];
  Atom number = apl_add(lower, place, atom_i64(lower->origin));
  return apl_nest_close(lower, &nest, apl_int_of(lower, number));
}

const AplValue *apl_array_grade_up(AplLower *lower, const Call *call) {
  return apl_grade(lower, call->right, false);
}

const AplValue *apl_array_grade_down(AplLower *lower, const Call *call) {
  return apl_grade(lower, call->right, true);
}

// ---- Random numbers ----

// The mixing function of splitmix64.
static Atom mix(AplLower *lower, Atom bits) {
  static const struct {
    int64_t shift;
    uint64_t factor;
  } STEPS[] = {{30, 0xBF58476D1CE4E5B9u}, {27, 0x94D049BB133111EBu}, {31, 1}};
  bits = apl_op2(lower, OP_ADD, bits, atom_i64((int64_t)0x9E3779B97F4A7C15u));
  for (size_t i = 0; i < 3; i++) {
    Atom high = apl_op2(lower, OP_LSHR, bits, atom_i64(STEPS[i].shift));
    bits = apl_op2(lower, OP_XOR, bits, high);
    if (STEPS[i].factor != 1)
      bits = apl_op2(lower, OP_MUL, bits, atom_i64((int64_t)STEPS[i].factor));
  }
  return bits;
}

// Bits that depend on the place in the program and on all indices around it. They are a variable,
// also where all of that is known: what is rolled is no number of the program.
static Atom random_bits(AplLower *lower, size_t site) {
  Atom seed = mix(lower, atom_i64((int64_t)front_settings()->seed));
  Atom bits = emit_binary(&lower->emit, "seed", OP_ADD, seed, atom_i64((int64_t)site + 1));
  bits = mix(lower, bits);
  for (size_t i = 0; i < lower->counters.count; i++)
    bits = mix(lower, apl_op2(lower, OP_XOR, bits, lower->counters.data[i]));
  return bits;
}

Atom apl_random_seed(AplLower *lower) { return random_bits(lower, lower->random_count++); }

// In [0, 1): 53 bits.
static Elem roll_unit(AplLower *lower, Atom bits) {
  Atom high = apl_op2(lower, OP_LSHR, bits, atom_i64(11));
  Atom whole = apl_op_convert(lower, OP_SITOFP, high, SCALAR_F64);
  Atom scale = apl_elem_double(1.0 / 9007199254740992.0).part[0];
  return apl_elem(APL_DOUBLE, apl_op2(lower, OP_MUL, whole, scale));
}

static Elem roll_int(AplLower *lower, Atom bits, Atom range) {
  apl_check(lower, apl_op2(lower, OP_SLT, atom_i64(0), range), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: ? takes a number that is positive, not {}", &range, 1);
  Atom positive = apl_max(lower, range, atom_i64(1));
  Atom number = apl_op2(lower, OP_UMULHI, bits, positive);
  return apl_int_of(lower, apl_add(lower, number, atom_i64(lower->origin)));
}

// Are all elements known to be 1?
static bool is_ones(AplLower *lower, const AplArray *array) {
  size_t count;
  const Elem *known = apl_known(lower, array, &count);
  for (size_t i = 0; known != NULL && i < count; i++) {
    int64_t value;
    if (!apl_elem_to_int(known[i], &value) || value != 1) return false;
  }
  return known != NULL;
}

// ?5⍴0 is five numbers in [0, 1). Truth values that are not known may be 0, so that they give
// doubles.
const AplValue *apl_array_roll(AplLower *lower, const Call *call) {
  const AplArray *array = apl_stored(lower, call->right);
  if (array->kind > APL_INT)
    apl_fail(lower, ERROR_APL_DOMAIN, "DOMAIN ERROR: ? takes ints, not %s",
             apl_type_text(lower, call->right));
  size_t site = lower->random_count++;
  AplNest nest = apl_nest_open(lower, array->dims, array->rank);
  Elem elem = apl_element(lower, array, nest.index);
  Atom bits = random_bits(lower, site);
  Elem result;
  if (elem.kind == APL_BOOL && !is_ones(lower, array)) {
    result = roll_unit(lower, bits);
    Atom first = apl_elem_double((double)lower->origin).part[0];
    result.part[0] = emit_select(&lower->emit, elem.part[0], first, result.part[0]);
  } else {
    result = roll_int(lower, bits, apl_size_of(lower, elem));
  }
  return apl_nest_close(lower, &nest, result);
}

const AplValue *apl_array_deal(AplLower *lower, const Call *call) {
  Atom sizes[2] = {apl_int_scalar(lower, call->left, "the left argument of ?"),
                   apl_int_scalar(lower, call->right, "the right argument of ?")};
  size_t mark = emit_mark(&lower->emit);
  Atom counts[2] = {sizes[1], sizes[0]};
  apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), sizes[0]), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: the left argument of ? must not be negative, but it is {}", sizes, 1);
  apl_check(lower, apl_op2(lower, OP_SLE, sizes[0], sizes[1]), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: there are only {} numbers to choose {} different ones from", counts, 2);
  size_t site = lower->random_count++;
  AplNest nest = apl_nest_open(lower, &sizes[1], 1);
  Elem bits = apl_elem_size(random_bits(lower, site));
  const AplValue *keys = apl_nest_close(lower, &nest, bits);
  const AplValue *order = apl_grade(lower, keys, false);
  const AplValue *result = apl_slice(lower, order, 0, atom_i64(0), sizes[0], atom_i64(1));
  emit_uncheck(&lower->emit, mark);
  return result;
}
