// Comparing and searching for items of nested arrays.
#include "front/apl/to_core_nested.h"

typedef struct Comparison {
  const AplValue *sides[2];
  const Atom *places[2];
  Atom starts[2];
  Atom number, none; // of what is searched
} Comparison;

static Elem elements_match(AplLower *lower, Atom index, void *context) {
  const Comparison *comparison = context;
  Elem elems[2];
  for (size_t i = 0; i < 2; i++) {
    Atom place = apl_add(lower, comparison->starts[i], index);
    elems[i] = apl_element(lower, apl_nested_part(lower, comparison->sides[i], ELEMENTS), &place);
  }
  return apl2_equal(lower, elems[0], elems[1]);
}

static Elem all_match(AplLower *lower, void *context) {
  Comparison *comparison = context;
  AplFunction all = {.kind = APL_FN_PRIMITIVE, .primitive = APL_AND_PRIMITIVE};
  Atom count = atom_i64(1);
  for (size_t i = LENGTHS; i < comparison->sides[0]->item_count; i++)
    count = apl_mul(lower, count,
                    apl_nested_descriptor(lower, comparison->sides[0], i, comparison->places[0]));
  for (size_t i = 0; i < 2; i++)
    comparison->starts[i] =
        apl_nested_descriptor(lower, comparison->sides[i], STARTS, comparison->places[i]);
  return apl_fold(lower, apl_value_function(lower, all), APL_BOOL, count, elements_match,
                  comparison);
}

static Elem none_match(AplLower *lower, void *context) {
  (void)lower;
  (void)context;
  return apl_elem_bool(false);
}

// Are two items of one shape, with the same elements?
static Atom items_match(AplLower *lower, Comparison *comparison) {
  if (comparison->sides[0]->item_count != comparison->sides[1]->item_count) return atom_bool(false);
  Atom is_same = atom_bool(true);
  for (size_t i = LENGTHS; i < comparison->sides[0]->item_count; i++) {
    Atom lengths[2];
    for (size_t k = 0; k < 2; k++)
      lengths[k] = apl_nested_descriptor(lower, comparison->sides[k], i, comparison->places[k]);
    is_same = emit_and(&lower->emit, is_same, apl_op2(lower, OP_EQ, lengths[0], lengths[1]));
  }
  return apl_if(lower, is_same, all_match, none_match, comparison).part[0];
}

static Elem number_of_match(AplLower *lower, Atom index, void *context) {
  Comparison *comparison = context;
  Atom *place = arena_make(lower->arena, Atom);
  *place = index;
  comparison->places[0] = place;
  Atom number = apl_add(lower, index, atom_i64(lower->origin));
  return apl_elem_size(
      emit_select(&lower->emit, items_match(lower, comparison), number, comparison->none));
}

static void store_parts(AplLower *lower, const AplValue *nested) {
  for (size_t i = 0; i < nested->item_count; i++)
    apl_stored(lower, nested->items[i]);
}

// Where the items on the right are first among those of the vector on the left.
static const AplValue *items_index_of(AplLower *lower, const AplValue *where,
                                      const AplValue *what) {
  store_parts(lower, where);
  store_parts(lower, what);
  const AplArray *list = apl_nested_part(lower, where, STARTS),
                 *outer = apl_nested_part(lower, what, STARTS);
  if (list->rank != 1)
    apl_fail(lower, ERROR_APL_RANK, "RANK ERROR: ⍳ looks in a vector, not in %s",
             apl_type_text(lower, where));
  AplFunction least = {.kind = APL_FN_PRIMITIVE, .primitive = APL_FLOOR_PRIMITIVE};
  Comparison comparison = {.sides = {where, what}};
  comparison.none = apl_add(lower, list->dims[0], atom_i64(lower->origin));
  AplNest nest = apl_nest_open(lower, outer->dims, outer->rank);
  comparison.places[1] = nest.index;
  Elem number = apl_fold(lower, apl_value_function(lower, least), APL_SIZE, list->dims[0],
                         number_of_match, &comparison);
  Atom place = apl_min(lower, number.part[0], comparison.none);
  return apl_nest_close(lower, &nest, apl_int_of(lower, place));
}

static const AplValue *items_member(AplLower *lower, const AplValue *what, const AplValue *where) {
  Call ravel = {.right = NULL};
  const AplValue **parts = arena_array(lower->arena, const AplValue *, where->item_count);
  parts[ELEMENTS] = where->items[ELEMENTS];
  for (size_t i = STARTS; i < where->item_count; i++) {
    ravel.right = where->items[i];
    parts[i] = apl_array_ravel(lower, &ravel);
  }
  const AplValue *list = apl_nested_make(lower, parts, where->item_count);
  const AplValue *numbers = items_index_of(lower, list, what);
  Atom last =
      apl_add(lower, apl_nested_part(lower, list, STARTS)->dims[0], atom_i64(lower->origin - 1));
  return apl_map_dyadic(lower, apl2_less_equal, numbers,
                        apl_value_scalar(lower, apl_int_of(lower, last)));
}

static const AplValue *items_kept(AplLower *lower, const AplValue *nested, const AplValue *mask) {
  AplFunction compress = {.kind = APL_FN_PRIMITIVE, .primitive = APL_SLASH_PRIMITIVE};
  Moving moving = {apl_value_function(lower, compress), mask, lower->emit.span};
  return apl_for_descriptors(lower, nested, apl_moved_part, &moving);
}

const AplValue *apl_nested_firsts(AplLower *lower, const AplValue *nested) {
  return items_index_of(lower, nested, nested);
}

const AplValue *apl_nested_unique(AplLower *lower, const AplValue *nested) {
  const AplValue *first = apl_nested_firsts(lower, nested);
  Atom count = apl_nested_part(lower, nested, STARTS)->dims[0];
  AplNest nest = apl_nest_open(lower, &count, 1);
  Atom number = apl_add(lower, nest.index[0], atom_i64(lower->origin));
  const AplValue *places = apl_nest_close(lower, &nest, apl_int_of(lower, number));
  return items_kept(lower, nested, apl_map_dyadic(lower, apl2_equal, first, places));
}

static Elem pair_matches(AplLower *lower, Atom index, void *context) {
  Comparison *comparison = context;
  Atom *place = arena_make(lower->arena, Atom);
  *place = index;
  comparison->places[0] = comparison->places[1] = place;
  return apl_elem(APL_BOOL, items_match(lower, comparison));
}

static Elem pairs_match(AplLower *lower, void *context) {
  Comparison *comparison = context;
  AplFunction all = {.kind = APL_FN_PRIMITIVE, .primitive = APL_AND_PRIMITIVE};
  return apl_fold(lower, apl_value_function(lower, all), APL_BOOL,
                  apl_nested_part(lower, comparison->sides[0], STARTS)->dims[0], pair_matches,
                  comparison);
}

Elem apl_nested_match(AplLower *lower, const AplValue *left, const AplValue *right) {
  Atom is_same = atom_bool(true);
  Comparison comparison = {.sides = {left, right}};
  const AplArray *a = apl_nested_part(lower, left, STARTS),
                 *b = apl_nested_part(lower, right, STARTS);
  if (a->rank != b->rank) return apl_elem_bool(false);
  for (size_t i = 0; i < a->rank; i++)
    is_same = emit_and(&lower->emit, is_same, apl_op2(lower, OP_EQ, a->dims[i], b->dims[i]));
  for (size_t k = 0; k < 2; k++) {
    const AplValue *side = comparison.sides[k];
    const AplValue **parts = arena_array(lower->arena, const AplValue *, side->item_count);
    parts[ELEMENTS] = side->items[ELEMENTS];
    for (size_t i = STARTS; i < side->item_count; i++)
      parts[i] = apl_raveled(lower, side->items[i]);
    comparison.sides[k] = apl_nested_make(lower, parts, side->item_count);
    store_parts(lower, comparison.sides[k]);
  }
  return apl_if(lower, is_same, pairs_match, none_match, &comparison);
}

// Functions that compare items.
const AplValue *apl_nested_search(AplLower *lower, AplPrimitiveId id, const AplValue *left,
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
    return apl_nested_join(lower, sides[0], others);
  }
  default: return NULL;
  }
}
