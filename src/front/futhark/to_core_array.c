// Arrays: literals, ranges, indexing, slices, updates, and coercions of their sizes.
#include <string.h>

#include "front/futhark/to_core_internal.h"

// ---- Literals ----

// Elements of any layout as an array; element k has all leaves.
static Static *array_of_values(FutLower *lower, Static *const *items, size_t count,
                               const FutLayout *element) {
  const FutLayout *layout = layout_array(lower, atom_i64((int64_t)count), element);
  const Type **types = layout_types(lower, layout);
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  Atom *parts = arena_array(lower->arena, Atom, count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    for (size_t k = 0; k < count; k++)
      parts[k] = items[k]->leaves[i];
    Exp *exp = exp_new(lower->emit.program, OP_ARRAY, parts, count);
    leaves[i] = atom_var(emit_shaped(&lower->emit, "array", exp, types[i]));
  }
  return static_data(lower, layout, leaves);
}

static LayoutSize zero_unknown(void *context, LayoutSize size) {
  (void)context;
  return size.is_known ? size : (LayoutSize){.is_known = true, .size = atom_i64(0)};
}

Static *lower_array(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  size_t count = exp->items.count;
  if (count == 0) {
    const FutLayout *type = layout_of(lower, frame, exp->type);
    const FutLayout *element = type->kind == LAYOUT_ARRAY ? type->element : type;
    return array_of_values(lower, NULL, 0, layout_map(lower, element, zero_unknown, NULL));
  }
  Static **items = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++) {
    items[i] = lower_exp(lower, frame, exp->items.data[i]);
    if (items[i]->kind != STATIC_DATA)
      lower_unsupported(lower, exp->span, "functions cannot be elements of an array");
    if (i > 0) items[i] = static_check_shape(lower, items[i], items[0]->layout, SHAPE_OF_ROW);
  }
  return array_of_values(lower, items, count, items[0]->layout);
}

Static *lower_string(FutLower *lower, const FutExp *exp) {
  size_t count = exp->string.length;
  Static **items = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++)
    items[i] = static_scalar(lower, FUT_PRIM_U8,
                             prim_int(FUT_PRIM_U8, (int64_t)(unsigned char)exp->string.bytes[i]));
  return array_of_values(lower, items, count, layout_prim(lower, FUT_PRIM_U8));
}

// ---- Ranges ----

typedef struct FutRange {
  FutPrim prim;
  Atom first, step;
} FutRange;

static Static *range_point(FutLower *lower, Atom index, void *context) {
  const FutRange *range = context;
  Scalar scalar = prim_scalar(range->prim);
  if (scalar != SCALAR_I64) index = emit_convert(&lower->emit, "i", OP_SEXT, index, scalar);
  Atom step = range->step;
  bool is_one = step.var == NULL && constant_to_i64(step.constant) == 1;
  Atom offset = is_one ? index : emit_binary(&lower->emit, "offset", OP_MUL, index, step);
  bool is_zero = range->first.var == NULL && constant_to_i64(range->first.constant) == 0;
  Atom value = is_zero ? offset : emit_binary(&lower->emit, "value", OP_ADD, range->first, offset);
  return static_scalar(lower, range->prim, value);
}

static Atom to_i64(FutLower *lower, FutPrim prim, Atom atom) {
  Scalar scalar = prim_scalar(prim);
  if (scalar == SCALAR_I64) return atom;
  if (atom.var == NULL) {
    int64_t value = constant_to_i64(atom.constant);
    int bits = fut_prim_bits(prim);
    if (!fut_prim_is_signed(prim)) value &= ((int64_t)1 << bits) - 1;
    return atom_i64(value);
  }
  Op op = fut_prim_is_signed(prim) ? OP_SEXT : OP_ZEXT;
  return emit_convert(&lower->emit, "index", op, atom, SCALAR_I64);
}

// A step that is known, and so short that nothing overflows.
static bool is_short(Atom step) {
  int64_t known = step.var == NULL ? constant_to_i64(step.constant) : 0;
  return known != 0 && -INT32_MAX <= known && known <= INT32_MAX;
}

// Divides a distance into steps, both natural numbers. Distance and step together may pass the
// largest i64, and a step that was the least one is 2^63: both are right without a sign. With a
// sign, more is known of the quotient.
static Atom divide_steps(FutLower *lower, Atom distance, Atom step) {
  Op op = is_short(step) ? OP_SQUOT : OP_UDIV;
  return emit_binary(&lower->emit, "count", op, distance, step);
}

// How many steps a distance takes, the last perhaps not whole. Both are at most 2^63.
static Atom count_steps(FutLower *lower, Atom distance, Atom step) {
  if (atom_is_i64(step, 1)) return distance;
  Atom sum = emit_size(&lower->emit, OP_ADD, distance, step);
  return divide_steps(lower, emit_size(&lower->emit, OP_SUB, sum, atom_i64(1)), step);
}

typedef struct RangeParts {
  Atom first, second, last; // as i64
  bool has_second;
  FutPrim prim;
  FutRangeEnd end;
} RangeParts;

// Which way a range goes. Both are constant where that is known.
typedef struct Direction {
  Atom rises, falls;
} Direction;

// How far a range goes, and in which steps: natural numbers below 2^64 where it is valid.
typedef struct FutExtent {
  Atom distance, step;
  bool is_small;   // the distance is no more than the largest i64
  bool is_smaller; // and not that either
} FutExtent;

static void range_check(FutLower *lower, const RangeParts *parts, Atom is_valid) {
  static const char *const dots[] = {
      [FUT_RANGE_TO] = "...",
      [FUT_RANGE_UPTO] = "..<",
      [FUT_RANGE_DOWNTO] = "..>",
  };
  const char *value = parts->prim == FUT_PRIM_U64 ? "{:u}" : "{}";
  // The prelude makes all arrays of a given size from 0..1..<n, which the user did not write.
  if (lower->is_prelude && parts->end == FUT_RANGE_UPTO && atom_is_i64(parts->first, 0) &&
      atom_is_i64(parts->second, 1)) {
    emit_check(&lower->emit, is_valid, ERROR_RUN_COUNT, "An array cannot have {} elements.",
               &parts->last, 1);
    return;
  }
  StrBuf message = {0};
  strbuf_printf(&message, "Range %s%s%s%s%s is invalid.", value, parts->has_second ? ".." : "",
                parts->has_second ? value : "", dots[parts->end], value);
  Atom values[3] = {parts->first, parts->second, parts->last};
  if (!parts->has_second) values[1] = parts->last;
  emit_check(&lower->emit, is_valid, ERROR_RUN_COUNT, strbuf_text(&message), values,
             parts->has_second ? 3 : 2);
  strbuf_free(&message);
}

// a < b, or a <= b, of numbers of the range's type.
static Atom range_order(FutLower *lower, const RangeParts *parts, bool is_strict, Atom a, Atom b) {
  bool is_unsigned = parts->prim == FUT_PRIM_U64;
  if (a.var == NULL && b.var == NULL) {
    int64_t left = constant_to_i64(a.constant), right = constant_to_i64(b.constant);
    bool is_less = is_unsigned ? ult_i64(left, right) : left < right;
    return atom_bool(is_less || (!is_strict && left == right));
  }
  Op op = is_unsigned ? OP_ULE : OP_SLE;
  if (is_strict) op = is_unsigned ? OP_ULT : OP_SLT;
  return emit_binary(&lower->emit, is_strict ? "is_less" : "is_valid", op, a, b);
}

static bool is_false(Atom atom) { return atom.var == NULL && !atom.constant.value.b; }

static Direction range_direction(FutLower *lower, const RangeParts *parts) {
  bool is_down = parts->end == FUT_RANGE_DOWNTO;
  if (!parts->has_second) return (Direction){atom_bool(!is_down), atom_bool(is_down)};
  return (Direction){range_order(lower, parts, true, parts->first, parts->second),
                     range_order(lower, parts, true, parts->second, parts->first)};
}

// Upwards the end is not below the start, downwards not above. A step is never zero.
static Atom range_is_valid(FutLower *lower, const RangeParts *parts, Direction direction) {
  Emitter *emit = &lower->emit;
  Atom up = atom_bool(false), down = atom_bool(false);
  if (parts->end != FUT_RANGE_DOWNTO && !is_false(direction.rises))
    up = emit_and(emit, direction.rises,
                  range_order(lower, parts, false, parts->first, parts->last));
  if (parts->end != FUT_RANGE_UPTO && !is_false(direction.falls))
    down = emit_and(emit, direction.falls,
                    range_order(lower, parts, false, parts->last, parts->first));
  if (is_false(up)) return down;
  return is_false(down) ? up : emit_binary(emit, "is_valid", OP_OR, up, down);
}

// A difference of narrower numbers is an i64, and so is that from a natural number upwards.
static bool is_distance_from(const RangeParts *parts, bool rises, int64_t least) {
  if (prim_scalar(parts->prim) != SCALAR_I64) return true;
  Atom low = rises ? parts->first : parts->last;
  return parts->prim == FUT_PRIM_I64 && low.var == NULL && constant_to_i64(low.constant) >= least;
}

static FutExtent range_extent(FutLower *lower, const RangeParts *parts, Atom step,
                              Direction direction) {
  Emitter *emit = &lower->emit;
  if (direction.rises.var == NULL && direction.falls.var == NULL) {
    bool rises = !is_false(direction.rises);
    Atom low = rises ? parts->first : parts->last, high = rises ? parts->last : parts->first;
    Atom size = rises ? step : atom_i64(neg_i64(constant_to_i64(step.constant)));
    bool moves = rises || !is_false(direction.falls);
    return (FutExtent){.distance = emit_size(emit, OP_SUB, high, low),
                       .step = moves ? size : atom_i64(1),
                       .is_small = is_distance_from(parts, rises, 0),
                       .is_smaller = is_distance_from(parts, rises, 1)};
  }
  Atom ahead = emit_size(emit, OP_SUB, parts->last, parts->first);
  Atom behind = emit_size(emit, OP_SUB, parts->first, parts->last);
  Atom back = emit_unary(emit, "back", OP_NEG, step);
  Atom size = emit_select(emit, direction.rises, step, back);
  // Where the step is zero the check fails, but a division that is moved must not.
  Atom moves = emit_binary(emit, "moves", OP_OR, direction.rises, direction.falls);
  return (FutExtent){
      .distance = emit_select(emit, direction.rises, ahead, behind),
      .step = emit_select(emit, moves, size, atom_i64(1)),
      .is_small = is_distance_from(parts, true, 0) && is_distance_from(parts, false, 0),
      .is_smaller = is_distance_from(parts, true, 1) && is_distance_from(parts, false, 1)};
}

// The distance in steps, rounded up, where nothing but its 64 bits bounds it.
static Atom count_far(FutLower *lower, Atom distance, Atom step) {
  Emitter *emit = &lower->emit;
  Atom whole = emit_binary(emit, "whole", OP_UDIV, distance, step);
  Atom covered = emit_binary(emit, "covered", OP_MUL, whole, step);
  Atom is_more = emit_binary(emit, "is_more", OP_NE, covered, distance);
  Atom rest = emit_convert(emit, "rest", OP_BTOI, is_more, SCALAR_I64);
  return emit_size(emit, OP_ADD, whole, rest);
}

// A number of elements that may pass the largest i64: then it is negative.
static Atom check_count(FutLower *lower, const RangeParts *parts, Atom count) {
  range_check(lower, parts, emit_binary(&lower->emit, "is_size", OP_SLE, atom_i64(0), count));
  return count;
}

// The end is included: one more than the distance in steps, rounded down.
static Atom count_through(FutLower *lower, const RangeParts *parts, FutExtent extent) {
  Atom whole = extent.distance;
  bool is_one = atom_is_i64(extent.step, 1);
  if (!is_one && extent.is_small) whole = divide_steps(lower, extent.distance, extent.step);
  if (!is_one && !extent.is_small)
    whole = emit_binary(&lower->emit, "whole", OP_UDIV, extent.distance, extent.step);
  int64_t known = extent.step.var == NULL ? constant_to_i64(extent.step.constant) : 1;
  bool is_far = !extent.is_small && ult_i64(known, 2);
  if (is_far) check_count(lower, parts, whole);
  Atom count = emit_size(&lower->emit, OP_ADD, whole, atom_i64(1));
  bool may_be_large = !extent.is_smaller && ult_i64(known, extent.is_small ? 2 : 3);
  return may_be_large ? check_count(lower, parts, count) : count;
}

// The end is not included: the distance in steps, rounded up.
static Atom count_before(FutLower *lower, const RangeParts *parts, FutExtent extent) {
  if (extent.is_small) return count_steps(lower, extent.distance, extent.step);
  if (atom_is_i64(extent.step, 1)) return check_count(lower, parts, extent.distance);
  return check_count(lower, parts, count_far(lower, extent.distance, extent.step));
}

// Checks the range and counts its elements. What the number is computed by needs the certificate,
// and the number itself is checked: whoever uses it, perhaps without the range, may rely on it.
static Atom range_checked(FutLower *lower, const RangeParts *parts, Atom step) {
  Direction direction = range_direction(lower, parts);
  range_check(lower, parts, range_is_valid(lower, parts, direction));
  FutExtent extent = range_extent(lower, parts, step, direction);
  bool is_through = parts->end == FUT_RANGE_TO;
  return is_through ? count_through(lower, parts, extent) : count_before(lower, parts, extent);
}

Static *lower_range(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *first = lower_exp(lower, frame, exp->range.first);
  Static *second = exp->range.second ? lower_exp(lower, frame, exp->range.second) : NULL;
  Static *last = lower_exp(lower, frame, exp->range.last);
  FutPrim prim = first->layout->prim;
  RangeParts parts = {.first = to_i64(lower, prim, static_atom(first)),
                      .last = to_i64(lower, prim, static_atom(last)),
                      .has_second = second != NULL,
                      .prim = prim,
                      .end = exp->range.end};
  Atom step = atom_i64(exp->range.end == FUT_RANGE_DOWNTO ? -1 : 1);
  if (second != NULL) {
    parts.second = to_i64(lower, prim, static_atom(second));
    step = emit_size(&lower->emit, OP_SUB, parts.second, parts.first);
  }
  size_t mark = emit_mark(&lower->emit);
  Atom count = range_checked(lower, &parts, step);
  if (count.var != NULL && emit_mark(&lower->emit) > mark) {
    SizeCheck check = {.size = count.var, .cert = vec_last(&lower->emit.certs)};
    vec_push(lower->arena, &lower->emit.block->checks, check);
  }
  FutRange range = {.prim = prim, .first = static_atom(first)};
  Scalar scalar = prim_scalar(prim);
  range.step = step;
  if (step.var == NULL)
    range.step = prim_int(prim, constant_to_i64(step.constant));
  else if (scalar != SCALAR_I64)
    range.step = emit_convert(&lower->emit, "step", OP_SEXT, step, scalar);
  Static *result = lower_map(lower, count, (RowType){0}, range_point, &range);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Selections ----

// What an index expression selects: per dimension an index, or a range of start, count and stride.
typedef struct FutSelection {
  Selector selector;
  Vec(Atom) atoms;
  size_t rank;             // dimensions selected
  const FutLayout *layout; // of what is selected
  Atom is_inside;
  Atoms shown; // for the message, with the shape
  StrBuf message;
} FutSelection;

static Atom lower_index_value(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *value = lower_exp(lower, frame, exp);
  return to_i64(lower, value->layout->prim, static_atom(value));
}

static void select_index(FutLower *lower, FutSelection *selection, Atom index, Atom size) {
  Atom is_inside = emit_binary(&lower->emit, "is_inside", OP_ULT, index, size);
  selection->is_inside = emit_and(&lower->emit, selection->is_inside, is_inside);
  vec_push(lower->arena, &selection->atoms, index);
  vec_push(lower->arena, &selection->shown, index);
  strbuf_puts(&selection->message, "{}");
}

static void show_slice(FutLower *lower, FutSelection *selection, const FutIndex *index, Atom start,
                       Atom end, Atom stride) {
  StrBuf *message = &selection->message;
  if (index->start != NULL) {
    strbuf_puts(message, "{}");
    vec_push(lower->arena, &selection->shown, start);
  }
  strbuf_putc(message, ':');
  if (index->end != NULL) {
    strbuf_puts(message, "{}");
    vec_push(lower->arena, &selection->shown, end);
  }
  if (index->stride != NULL) {
    strbuf_puts(message, ":{}");
    vec_push(lower->arena, &selection->shown, stride);
  }
}

typedef struct Slice {
  Atom start, end, stride, width, count, is_inside; // the width is the stride without a sign
  bool has_start, has_end;                          // they were given
} Slice;

// The ends are in order, and either the elements are within or the start is the end: then there are
// none, and that is in bounds wherever it is.
static Atom slice_within(FutLower *lower, const Slice *slice, Atom is_ordered, Atom is_within) {
  Emitter *emit = &lower->emit;
  if (slice->has_start && slice->has_end && !atom_is_i64(slice->start, 0)) {
    Atom is_empty = emit_binary(emit, "is_empty", OP_EQ, slice->start, slice->end);
    is_within = emit_binary(emit, "is_inside", OP_OR, is_empty, is_within);
  }
  return emit_and(emit, is_ordered, is_within);
}

// Upwards: 0 <= start <= end, and the end is at most the size or, as it is not included, beyond it
// by less than a stride. The last element is between the start and the end: no sum wraps around.
static Atom slice_up(FutLower *lower, const Slice *slice, Atom size) {
  Emitter *emit = &lower->emit;
  Atom is_up = emit_binary(emit, "is_up", OP_SLE, slice->start, slice->end);
  Atom is_below = emit_binary(emit, "is_inside", OP_SLE, slice->end, size);
  if (slice->has_end && !atom_is_i64(slice->stride, 1)) {
    Atom steps = emit_size(emit, OP_SUB, slice->count, atom_i64(1));
    Atom reach = emit_size(emit, OP_MUL, steps, slice->width);
    Atom last = emit_size(emit, OP_ADD, slice->start, reach);
    Atom is_last = emit_binary(emit, "is_inside", OP_SLT, last, size);
    is_below = emit_binary(emit, "is_inside", OP_OR, is_below, is_last);
  }
  Atom is_above = emit_binary(emit, "is_inside", OP_SLE, atom_i64(0), slice->start);
  return slice_within(lower, slice, is_up, emit_and(emit, is_above, is_below));
}

// Downwards: -1 <= end <= start < size.
static Atom slice_down(FutLower *lower, const Slice *slice, Atom size) {
  Emitter *emit = &lower->emit;
  Atom is_down = emit_binary(emit, "is_down", OP_SLE, slice->end, slice->start);
  Atom is_above = emit_binary(emit, "is_inside", OP_SLE, atom_i64(-1), slice->end);
  Atom is_below = emit_binary(emit, "is_inside", OP_SLT, slice->start, size);
  return slice_within(lower, slice, is_down, emit_and(emit, is_above, is_below));
}

static void slice_fixed(FutLower *lower, Slice *slice, bool is_up, Atom size) {
  Atom from = is_up ? slice->start : slice->end, to = is_up ? slice->end : slice->start;
  Atom distance = emit_size(&lower->emit, OP_SUB, to, from);
  slice->width = slice->stride;
  if (!is_up) slice->width = atom_i64(neg_i64(constant_to_i64(slice->stride.constant)));
  slice->count = count_steps(lower, distance, slice->width);
  slice->is_inside = is_up ? slice_up(lower, slice, size) : slice_down(lower, slice, size);
}

// A stride that only becomes known when the program runs, or is very long: both directions are
// computed.
static void slice_variable(FutLower *lower, Slice *slice, Atom rises, Atom size) {
  Emitter *emit = &lower->emit;
  Atom falls = emit_binary(emit, "falls", OP_SLT, slice->stride, atom_i64(0));
  Atom ahead = emit_size(emit, OP_SUB, slice->end, slice->start);
  Atom behind = emit_size(emit, OP_SUB, slice->start, slice->end);
  Atom distance = emit_select(emit, rises, ahead, behind);
  Atom back = emit_unary(emit, "back", OP_NEG, slice->stride);
  Atom width = emit_select(emit, rises, slice->stride, back);
  Atom moves = emit_binary(emit, "moves", OP_OR, rises, falls);
  slice->width = emit_select(emit, moves, width, atom_i64(1));
  slice->count = count_steps(lower, distance, slice->width);
  Atom up = emit_and(emit, rises, slice_up(lower, slice, size));
  Atom down = emit_and(emit, falls, slice_down(lower, slice, size));
  slice->is_inside = emit_binary(emit, "is_inside", OP_OR, up, down);
  // The stride of no or one element does not matter, but places are computed with it, and there it
  // must not be out of all proportion.
  Atom has_steps = emit_binary(emit, "has_steps", OP_SLT, atom_i64(1), slice->count);
  slice->stride = emit_select(emit, has_steps, slice->stride, atom_i64(1));
}

static void select_slice(FutLower *lower, FutFrame *frame, FutSelection *selection,
                         const FutIndex *index, Atom size) {
  Slice slice = {
      .stride = atom_i64(1), .has_start = index->start != NULL, .has_end = index->end != NULL};
  if (index->stride != NULL) slice.stride = lower_index_value(lower, frame, index->stride);
  Atom stride = slice.stride;
  bool is_fixed = is_short(stride);
  bool is_up = is_fixed && constant_to_i64(slice.stride.constant) > 0;
  Atom rises = atom_bool(is_up);
  if (!is_fixed) rises = emit_binary(&lower->emit, "rises", OP_SLT, atom_i64(0), slice.stride);
  if (index->start != NULL) {
    slice.start = lower_index_value(lower, frame, index->start);
  } else {
    Atom last = atom_i64(0);
    if (!is_up) last = emit_size(&lower->emit, OP_SUB, size, atom_i64(1));
    slice.start = emit_select(&lower->emit, rises, atom_i64(0), last);
  }
  if (index->end != NULL)
    slice.end = lower_index_value(lower, frame, index->end);
  else
    slice.end = emit_select(&lower->emit, rises, size, atom_i64(-1));
  if (is_fixed)
    slice_fixed(lower, &slice, is_up, size);
  else
    slice_variable(lower, &slice, rises, size);
  selection->is_inside = emit_and(&lower->emit, selection->is_inside, slice.is_inside);
  vec_push(lower->arena, &selection->atoms, slice.start);
  vec_push(lower->arena, &selection->atoms, atom_as_size(slice.count));
  vec_push(lower->arena, &selection->atoms, slice.stride);
  show_slice(lower, selection, index, slice.start, slice.end, stride);
}

static bool is_whole(const FutIndex *index) {
  return index->is_slice && index->start == NULL && index->end == NULL && index->stride == NULL;
}

// Computes a selection and checks it; the caller undoes the check's mark.
static FutSelection select_begin(FutLower *lower, FutFrame *frame, const Static *array,
                                 const FutIndices *indices) {
  FutSelection selection = {.rank = indices->count, .is_inside = atom_bool(true)};
  selection.selector = selector_of(lower->emit.program, indices->count, false);
  strbuf_puts(&selection.message, "Index [");
  const FutLayout *layout = array->layout;
  for (size_t i = 0; i < indices->count; i++) {
    const FutIndex *index = &indices->data[i];
    if (i > 0) strbuf_puts(&selection.message, ", ");
    selection.selector.is_range[i] = index->is_slice;
    if (is_whole(index)) {
      strbuf_putc(&selection.message, ':');
      Atom parts[3] = {atom_i64(0), layout->size, atom_i64(1)};
      vec_append(lower->arena, &selection.atoms, parts, 3);
    } else if (index->is_slice) {
      select_slice(lower, frame, &selection, index, layout->size);
    } else {
      select_index(lower, &selection, lower_index_value(lower, frame, index->start), layout->size);
    }
    layout = layout->element;
  }
  strbuf_puts(&selection.message, "] out of bounds for array of shape ");
  layout = array->layout;
  for (size_t i = 0; i < indices->count; i++, layout = layout->element) {
    strbuf_puts(&selection.message, "[{}]");
    vec_push(lower->arena, &selection.shown, layout->size);
  }
  strbuf_putc(&selection.message, '.');
  size_t next = selection.atoms.count;
  for (size_t i = indices->count; i > 0; i--) {
    next -= selection.selector.is_range[i - 1] ? 3 : 1;
    if (selection.selector.is_range[i - 1])
      layout = layout_array(lower, selection.atoms.data[next + 1], layout);
  }
  selection.layout = layout;
  return selection;
}

// What functions of the prelude that index say when they fail, in place of an index that the user
// has not written. The message shows the last `count` of what that one would: positions and size.
typedef struct PreludeMessage {
  const char *function, *message;
  size_t count;
} PreludeMessage;

static const PreludeMessage *prelude_message(const FutLower *lower) {
  static const PreludeMessage MESSAGES[] = {
      {"head", "An empty array has no first element.", 0},
      {"last", "An empty array has no last element.", 0},
      {"tail", "An empty array has no first element to leave out.", 0},
      {"init", "An empty array has no last element to leave out.", 0},
      {"take", "Cannot take {} elements of an array of {}.", 2},
      {"drop", "Cannot drop {} elements of an array of {}.", 2},
      {"split", "Cannot split {} elements off an array of {}.", 2},
  };
  if (!lower->is_prelude || lower->function == NULL) return NULL;
  for (size_t i = 0; i < sizeof MESSAGES / sizeof *MESSAGES; i++)
    if (strcmp(MESSAGES[i].function, lower->function) == 0) return &MESSAGES[i];
  return NULL;
}

static void select_check(FutLower *lower, FutSelection *selection) {
  const PreludeMessage *message = prelude_message(lower);
  const Atoms *shown = &selection->shown;
  if (message != NULL)
    emit_check(&lower->emit, selection->is_inside, ERROR_RUN_BOUNDS, message->message,
               shown->data + shown->count - message->count, message->count);
  else
    emit_check(&lower->emit, selection->is_inside, ERROR_RUN_BOUNDS,
               strbuf_text(&selection->message), shown->data, shown->count);
  strbuf_free(&selection->message);
}

static bool is_all_indices(const Selector *selector) {
  for (uint32_t i = 0; i < selector->rank; i++)
    if (selector->is_range[i]) return false;
  return true;
}

Static *static_slice(FutLower *lower, const Static *array, Selector selector, const Atom *atoms,
                     size_t count, const FutLayout *layout) {
  Atom *leaves = arena_array(lower->arena, Atom, layout->leaf_count);
  for (size_t i = 0; i < layout->leaf_count; i++) {
    Exp *exp = exp_slice(lower->emit.program, array->leaves[i].var, selector, atoms, count);
    leaves[i] = atom_var(emit_let(&lower->emit, "slice", exp));
  }
  return static_data(lower, layout, leaves);
}

Static *lower_index(FutLower *lower, FutFrame *frame, const Static *array,
                    const FutIndices *indices, Span span) {
  if (array->kind != STATIC_DATA) INTERNAL_ERROR("a function is indexed");
  Span outer = lower->emit.span;
  lower->emit.span = lower_span(lower, span);
  size_t mark = emit_mark(&lower->emit);
  FutSelection selection = select_begin(lower, frame, array, indices);
  select_check(lower, &selection);
  Static *result;
  if (is_all_indices(&selection.selector))
    result = static_index(lower, array, selection.atoms.data, selection.atoms.count);
  else
    result = static_slice(lower, array, selection.selector, selection.atoms.data,
                          selection.atoms.count, selection.layout);
  emit_uncheck(&lower->emit, mark);
  lower->emit.span = outer;
  return result;
}

// ---- Updates ----

Static *static_update(FutLower *lower, const Static *array, Selector selector, const Atom *atoms,
                      size_t count, const Static *value) {
  Atom *leaves = arena_array(lower->arena, Atom, array->layout->leaf_count);
  for (size_t i = 0; i < array->layout->leaf_count; i++) {
    Exp *exp = exp_update(lower->emit.program, array->leaves[i].var, selector, atoms, count,
                          value->leaves[i]);
    leaves[i] = atom_var(emit_let(&lower->emit, "updated", exp));
  }
  return static_data(lower, array->layout, leaves);
}

static Static *update_selected(FutLower *lower, FutFrame *frame, const Static *array,
                               const FutIndices *indices, const Static *value) {
  size_t mark = emit_mark(&lower->emit);
  FutSelection selection = select_begin(lower, frame, array, indices);
  select_check(lower, &selection);
  value = static_check_shape(lower, value, selection.layout, SHAPE_OF_SLICE);
  Static *result = static_update(lower, array, selection.selector, selection.atoms.data,
                                 selection.atoms.count, value);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// An update on its way along a path.
typedef struct PathUpdate {
  FutFrame *frame;
  Static *value;
  Span span;
} PathUpdate;

// `indices` select what the steps go into. Arrays of records are records of arrays, so a field of
// an element is an element of a field: only the innermost array is written to. Through a slice a
// path goes by way of the slice.
static Static *update_steps(FutLower *lower, const PathUpdate *update, const Static *target,
                            const FutIndices *indices, const FutStep *steps, size_t count) {
  if (count == 0 && indices->count == 0) return update->value;
  if (count == 0) return update_selected(lower, update->frame, target, indices, update->value);
  Name field = steps[0].field.name;
  if (field != NULL) {
    Static *part = static_project_rows(lower, target, field, indices->count);
    part = update_steps(lower, update, part, indices, steps + 1, count - 1);
    return static_with_row_field(lower, target, field, indices->count, part);
  }
  bool has_slice = false;
  for (size_t i = 0; i < indices->count; i++)
    has_slice |= indices->data[i].is_slice;
  if (has_slice) {
    FutIndices none = {0};
    Static *view = lower_index(lower, update->frame, target, indices, update->span);
    view = update_steps(lower, update, view, &none, steps, count);
    return update_selected(lower, update->frame, target, indices, view);
  }
  FutIndices more = {0};
  vec_append(lower->arena, &more, indices->data, indices->count);
  vec_append(lower->arena, &more, steps[0].indices.data, steps[0].indices.count);
  return update_steps(lower, update, target, &more, steps + 1, count - 1);
}

Static *lower_update(FutLower *lower, FutFrame *frame, const Static *source, const FutPath *path,
                     const FutExp *value, Span span) {
  PathUpdate update = {frame, lower_exp(lower, frame, value), span};
  FutIndices none = {0};
  Span outer = lower->emit.span;
  lower->emit.span = lower_span(lower, span);
  Static *result = update_steps(lower, &update, source, &none, path->data, path->count);
  lower->emit.span = outer;
  return result;
}

// ---- Sizes ----

static void show_shape(FutLower *lower, const FutLayout *layout, StrBuf *message, Atoms *shown) {
  for (; layout->kind == LAYOUT_ARRAY; layout = layout->element) {
    strbuf_puts(message, "[{}]");
    vec_push(lower->arena, shown, layout->size);
  }
}

// What a mismatch is called: as every implementation of the language has it where the user wrote
// the type or the slice.
static void show_mismatch(FutLower *lower, const FutLayout *have, const FutLayout *want,
                          ShapeDemand demand, StrBuf *message, Atoms *shown) {
  const FutLayout *element = want;
  while (element->kind == LAYOUT_ARRAY)
    element = element->element;
  switch (demand) {
  case SHAPE_OF_TYPE:
    strbuf_puts(message, "Value of (desugared) shape ");
    show_shape(lower, have, message, shown);
    strbuf_puts(message, " cannot match shape of type \"");
    show_shape(lower, want, message, shown);
    strbuf_printf(message, "%s\".",
                  element->kind == LAYOUT_PRIM ? fut_prim_text(element->prim) : "...");
    return;
  case SHAPE_OF_SLICE:
    strbuf_puts(message, "Shape ");
    show_shape(lower, want, message, shown);
    strbuf_puts(message, " of slice does not match shape ");
    show_shape(lower, have, message, shown);
    strbuf_puts(message, " of value.");
    return;
  case SHAPE_OF_ROW:
  case SHAPE_OF_ARGUMENT:
    strbuf_printf(message, "The %s has shape ", demand == SHAPE_OF_ROW ? "row" : "argument");
    show_shape(lower, have, message, shown);
    strbuf_puts(message, ", but must have shape ");
    show_shape(lower, want, message, shown);
    strbuf_putc(message, '.');
    return;
  }
  INTERNAL_ERROR("a shape that nothing demands");
}

Static *static_check_shape(FutLower *lower, const Static *value, const FutLayout *layout,
                           ShapeDemand demand) {
  const char *what = demand == SHAPE_OF_ROW        ? "row"
                     : demand == SHAPE_OF_ARGUMENT ? "argument"
                                                   : "value";
  if (value->kind != STATIC_DATA) return (Static *)value;
  layout = layout_fill(lower, layout, value->layout);
  Atoms have = layout_sizes(lower, value->layout), want = layout_sizes(lower, layout);
  Atom is_same = atom_bool(true), fits = atom_bool(true);
  for (size_t i = 0; i < have.count && i < want.count; i++) {
    if (atom_equal(have.data[i], want.data[i])) continue;
    fits = emit_and(&lower->emit, fits, emit_size_fits(&lower->emit, want.data[i]));
    is_same = emit_and(&lower->emit, is_same,
                       emit_binary(&lower->emit, "is_same", OP_EQ, have.data[i], want.data[i]));
  }
  Atoms shown = {0};
  StrBuf message = {0};
  size_t mark = emit_mark(&lower->emit);
  strbuf_printf(&message, "A size in the type of the %s overflows i64.", what);
  emit_check(&lower->emit, fits, ERROR_RUN_COUNT, strbuf_text(&message), NULL, 0);
  strbuf_clear(&message);
  show_mismatch(lower, value->layout, layout, demand, &message, &shown);
  if (shown.count == 0) {
    strbuf_clear(&message);
    strbuf_printf(&message, "The %s has arrays of another shape.", what);
  }
  emit_check(&lower->emit, is_same, ERROR_RUN_SHAPE, strbuf_text(&message), shown.data,
             shown.count);
  strbuf_free(&message);
  Static *result = static_coerce(lower, value, layout);
  emit_uncheck(&lower->emit, mark);
  return result;
}

Static *lower_size_coercion(FutLower *lower, FutFrame *frame, const FutExp *exp) {
  Static *value = lower_exp(lower, frame, exp->ascribe.value);
  if (value->kind != STATIC_DATA) return value;
  for (uint32_t i = 0; i < exp->unknown_count; i++)
    map_remove(frame->values, map_key(exp->unknown[i]));
  return static_check_shape(lower, value, layout_of(lower, frame, exp->type), SHAPE_OF_TYPE);
}
