// Elements of pull arrays, and arrays in memory.
#include "front/fcl/to_core_internal.h"

enum { KNOWN_LIMIT = 16 }; // elements of one array that are remembered

const FclValue *fcl_element(FclLower *lower, const FclPull *pull, Atom index) {
  FclPull *own = (FclPull *)pull;
  size_t first = own->known.count > KNOWN_LIMIT ? own->known.count - KNOWN_LIMIT : 0;
  for (size_t i = own->known.count; i-- > first;) {
    const FclKnownElement *known = &own->known.data[i];
    if (atom_equal(known->index, index) && fcl_is_visible(lower, known->block)) return known->value;
  }
  FclKnownElement known = {.index = index, .block = lower->emit.block};
  known.value = pull->element(lower, pull->context, index);
  vec_push(lower->arena, &own->known, known);
  return known.value;
}

// Whether the index is known to be within the length.
static bool is_inside(Atom index, Atom length) {
  int64_t at = 0, count = 0;
  return fcl_is_constant(index, &at) && fcl_is_constant(length, &count) && at >= 0 && at < count;
}

const FclValue *fcl_index(FclLower *lower, const FclPull *pull, Atom index) {
  size_t mark = emit_mark(&lower->emit);
  if (!is_inside(index, pull->length)) {
    // As unsigned numbers, what is negative is too large.
    Atom values[2] = {index, pull->length};
    Atom is_good = fcl_scalar(lower, OP_ULT, index, pull->length);
    fcl_check_run(lower, is_good, ERROR_RUN_BOUNDS, "index {} is out of bounds for length {}",
                  values, 2);
  }
  const FclValue *value = fcl_element(lower, pull, index);
  emit_uncheck(&lower->emit, mark);
  return value;
}

// ---- Memory ----

static const FclValue *stored_element(FclLower *lower, const void *context, Atom index) {
  const FclStored *stored = context;
  if (stored->is_single) return stored->elements;
  Atoms arrays = {0};
  fcl_value_atoms(lower, stored->elements, &arrays);
  Atom *elements = arena_array(lower->arena, Atom, arrays.count);
  Atom at = fcl_size(lower, index);
  for (size_t i = 0; i < arrays.count; i++)
    elements[i] = atom_var(
        emit_let(&lower->emit, "x", exp_index(lower->emit.program, arrays.data[i].var, &at, 1)));
  const Atom *next = elements;
  return fcl_value_like(lower, stored->elements, &next);
}

const FclValue *fcl_value_stored(FclLower *lower, FclStored stored) {
  FclStored *copy = arena_make(lower->arena, FclStored);
  *copy = stored;
  Atoms arrays = {0};
  if (stored.held != 0 && !stored.is_single) fcl_value_atoms(lower, stored.elements, &arrays);
  for (size_t i = 0; i < arrays.count; i++)
    map_put(lower->held, map_key(arrays.data[i].var), copy);
  return fcl_value_pull(lower, stored.length, stored_element, copy);
}

bool fcl_is_held(const FclPush *push, FclStored *stored) {
  if (push->kind != FCL_PUSH_PULL || push->pull->element != stored_element) return false;
  *stored = *(const FclStored *)push->pull->context;
  return stored->held == push->level + 1;
}
