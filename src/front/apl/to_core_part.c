// Operators that take parts of an array: `@`, some elements, and `⌺`, the surroundings of each.
#include "front/apl/to_core_internal.h"

// ---- At ----

// The new elements for those that were selected: an array as it is, or what a function gives.
static const AplValue *part_changed(AplLower *lower, const Call *call, const AplValue *part) {
  const AplValue *change = call->function->operands[0];
  if (change->kind == APL_VALUE_FUNCTION)
    return apl_apply(lower, change, call->left, part, lower->emit.span);
  if (call->left != NULL)
    apl_fail(lower, ERROR_APL_SYNTAX,
             "SYNTAX ERROR: the array before `@` replaces elements, and takes no left argument");
  return change;
}

// `f@g`: those elements for which g gives 1.
static const AplValue *at_mask(AplLower *lower, const Call *call, const AplValue *test) {
  const AplArray *array = apl_array(lower, call->right);
  const AplValue *mask = apl_apply(lower, test, NULL, call->right, lower->emit.span);
  if (apl_array(lower, mask)->kind == APL_INT) // of which all are checked to be 0 or 1
    mask = apl_map_monadic(lower, apl_not, apl_map_monadic(lower, apl_not, mask));
  const AplArray *bits = apl_array(lower, mask);
  if (bits->kind != APL_BOOL || bits->rank != array->rank)
    apl_fail(lower, ERROR_APL_DOMAIN,
             "DOMAIN ERROR: the function after `@` must give 0 or 1 for every element of %s, but "
             "it gives %s",
             apl_type_text(lower, call->right), apl_type_text(lower, mask));
  Pairing pairing = apl_pair(lower, call->right, mask); // checks that the shapes are equal
  Call ravel = {.right = call->right}, ravel_mask = {.right = mask};
  const AplValue *list = apl_array_ravel(lower, &ravel);
  Call where = {.right = apl_array_ravel(lower, &ravel_mask)};
  const AplValue *places = apl_array_where(lower, &where);
  const AplValue *part = apl_index(lower, list, &places, 1);
  list = apl_index_assign(lower, list, &places, 1, part_changed(lower, call, part));
  return apl_reshape_view(lower, list, pairing.dims, pairing.rank);
}

// `f@i`: the cells along the first axis with these numbers.
static const AplValue *at(AplLower *lower, const Call *call) {
  const AplValue *places = call->function->operands[1];
  if (places->kind == APL_VALUE_FUNCTION) return at_mask(lower, call, places);
  const AplArray *array = apl_array(lower, call->right);
  if (places->kind != APL_VALUE_ARRAY)
    apl_unsupported(lower, "`@` with %s after it", apl_type_text(lower, places));
  if (array->rank == 0 || places->array.rank > 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: `@` selects no elements of %s by %s",
             apl_type_text(lower, call->right), apl_type_text(lower, places));
  const AplValue **indices = arena_array(lower->arena, const AplValue *, array->rank);
  indices[0] = places;
  const AplValue *part = apl_index(lower, call->right, indices, array->rank);
  return apl_index_assign(lower, call->right, indices, array->rank,
                          part_changed(lower, call, part));
}

const AplValue *apl_array_at(AplLower *lower, const Call *call) {
  size_t mark = emit_mark(&lower->emit);
  const AplValue *result = at(lower, call);
  emit_uncheck(&lower->emit, mark);
  return result;
}

const AplValue *apl_array_at_two(AplLower *lower, const Call *call) {
  return apl_array_at(lower, call);
}

// ---- Stencil ----

typedef struct Stencil {
  const AplArray *array;
  const AplValue *function;
  const int64_t *sizes; // of the window, along each axis
  Span span;
} Stencil;

typedef struct StencilPlace {
  const AplArray *array;
  const Atom *place;
} StencilPlace;

static Elem inside_element(AplLower *lower, void *context) {
  const StencilPlace *there = context;
  return apl_element(lower, there->array, there->place);
}

static Elem outside_fill(AplLower *lower, void *context) {
  (void)lower;
  return apl_fill(((const StencilPlace *)context)->array->kind);
}

// The window around a point, with fills beyond the edges.
static const AplValue *window_at(AplLower *lower, const Stencil *stencil, const Atom *point) {
  size_t rank = stencil->array->rank;
  Atom *dims = arena_array(lower->arena, Atom, rank),
       *place = arena_array(lower->arena, Atom, rank);
  for (size_t i = 0; i < rank; i++)
    dims[i] = atom_i64(stencil->sizes[i]);
  AplNest nest = apl_nest_open(lower, dims, rank);
  Atom is_inside = atom_bool(true);
  for (size_t i = 0; i < rank; i++) {
    Atom start = apl_sub(lower, point[i], atom_i64((stencil->sizes[i] - 1) / 2));
    place[i] = apl_add(lower, start, nest.index[i]);
    is_inside = emit_and(&lower->emit, is_inside, apl_op2(lower, OP_SLE, atom_i64(0), place[i]));
    is_inside = emit_and(&lower->emit, is_inside,
                         apl_op2(lower, OP_SLT, place[i], stencil->array->dims[i]));
  }
  StencilPlace there = {stencil->array, place};
  return apl_nest_close(lower, &nest,
                        apl_if(lower, is_inside, inside_element, outside_fill, &there));
}

// How many rows of fills there are at each axis: negative after the elements.
static const AplValue *fills_at(AplLower *lower, const Stencil *stencil, const Atom *point) {
  size_t rank = stencil->array->rank;
  Elem *fills = arena_array(lower->arena, Elem, rank);
  for (size_t i = 0; i < rank; i++) {
    int64_t before = (stencil->sizes[i] - 1) / 2, behind = stencil->sizes[i] - 1 - before;
    Atom length = apl_sub(lower, stencil->array->dims[i], atom_i64(1));
    Atom left = apl_max(lower, apl_sub(lower, atom_i64(before), point[i]), atom_i64(0));
    Atom right = apl_sub(lower, length, apl_add(lower, point[i], atom_i64(behind)));
    right = apl_min(lower, right, atom_i64(0));
    Atom is_left = apl_op2(lower, OP_SLT, atom_i64(0), left);
    fills[i] = apl_int_of(lower, emit_select(&lower->emit, is_left, left, right));
  }
  return apl_value_items(lower, fills, rank, APL_INT);
}

static const AplValue *stencil_point(AplLower *lower, const Atom *point, void *context) {
  const Stencil *stencil = context;
  return apl_apply(lower, stencil->function, fills_at(lower, stencil, point),
                   window_at(lower, stencil, point), stencil->span);
}

const AplValue *apl_array_stencil(AplLower *lower, const Call *call) {
  const AplValue *operand = call->function->operands[1];
  const AplArray *array = apl_stored(lower, call->right);
  size_t count = 0;
  const AplArray *sizes = apl_array(lower, operand);
  const Elem *items = sizes->rank < 2 ? apl_known(lower, sizes, &count) : NULL;
  if (items == NULL)
    apl_unsupported(lower, "`⌺` with %s: it takes the size of a window along each axis",
                    apl_type_text(lower, operand));
  if (count != array->rank || count == 0)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: `⌺` has %zu size%s of a window for %s", count,
             count == 1 ? "" : "s", apl_type_text(lower, call->right));
  int64_t *known = arena_array(lower->arena, int64_t, count);
  for (size_t i = 0; i < count; i++) {
    if (!apl_elem_to_int(items[i], &known[i]) || known[i] < 1)
      apl_fail(lower, ERROR_APL_DOMAIN,
               "DOMAIN ERROR: the sizes of a window of `⌺` must be positive ints that are known "
               "before the program runs");
    if (known[i] % 2 == 0) apl_unsupported(lower, "a window of `⌺` without a middle");
  }
  Stencil stencil = {array, call->function->operands[0], known, lower->emit.span};
  return apl_points_cells(lower, array->dims, array->rank, stencil_point, &stencil);
}
