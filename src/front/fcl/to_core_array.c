// Elements of pull arrays, and arrays in memory.
#include "front/fcl/to_core_internal.h"

enum { KNOWN_LIMIT = 16 }; // elements of one array that are remembered

static const FclValue *find_element(const FclLower *lower, const FclPull *pull, Atom index,
                                    bool is_checked) {
  size_t first = pull->known.count > KNOWN_LIMIT ? pull->known.count - KNOWN_LIMIT : 0;
  for (size_t i = pull->known.count; i-- > first;) {
    const FclKnownElement *known = &pull->known.data[i];
    if (atom_equal(known->index, index) && (known->is_checked || !is_checked) &&
        fcl_is_visible(lower, known->block))
      return known->value;
  }
  return NULL;
}

static const FclValue *note_element(FclLower *lower, const FclPull *pull, Atom index,
                                    const FclValue *value, bool is_checked) {
  FclKnownElement known = {index, lower->emit.block, value, is_checked};
  vec_push(lower->arena, &((FclPull *)pull)->known, known);
  return value;
}

const FclValue *fcl_element(FclLower *lower, const FclPull *pull, Atom index) {
  const FclValue *known = find_element(lower, pull, index, false);
  if (known != NULL) return known;
  return note_element(lower, pull, index, pull->element(lower, pull->context, index), false);
}

// Whether the index is known to be within the length.
static bool is_inside(Atom index, Atom length) {
  int64_t at = 0, count = 0;
  return fcl_is_constant(index, &at) && fcl_is_constant(length, &count) && at >= 0 && at < count;
}

// ---- Checked values ----

// What was computed before a check, or further out, does not hang on it: the value would be there
// although the check fails. These are values that do.

typedef struct FclGuarded {
  const FclValue *value;
  VarVec certs;
} FclGuarded;

// The checks count again until emit_uncheck.
static size_t check_again(FclLower *lower, const FclGuarded *checked) {
  size_t mark = emit_mark(&lower->emit);
  vec_append(lower->arena, &lower->emit.certs, checked->certs.data, checked->certs.count);
  return mark;
}

static const FclValue *checked_element(FclLower *lower, const void *context, Atom index) {
  const FclGuarded *checked = context;
  size_t mark = check_again(lower, checked), first = lower->emit.block->stms.count;
  const FclValue *value = fcl_element(lower, checked->value->pull, index);
  value = fcl_value_checked(lower, value, first);
  emit_uncheck(&lower->emit, mark);
  return value;
}

static const FclValue *checked_run(FclLower *lower, const void *context) {
  const FclGuarded *checked = context;
  size_t mark = check_again(lower, checked), first = lower->emit.block->stms.count;
  const FclValue *value = fcl_run(lower, checked->value);
  value = fcl_value_checked(lower, value, first);
  emit_uncheck(&lower->emit, mark);
  return value;
}

static bool is_computed_since(const FclLower *lower, Atom atom, size_t first) {
  const Stms *stms = &lower->emit.block->stms;
  for (size_t i = first; atom.var != NULL && i < stms->count; i++)
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k] == atom.var) return true;
  return false;
}

static Atom checked_atom(FclLower *lower, Atom atom, size_t first) {
  if (is_computed_since(lower, atom, first)) return atom;
  if (atom_type(atom)->scalar == SCALAR_I32)
    return emit_binary(&lower->emit, "checked", OP_ADD, atom, fcl_int(0));
  return emit_unary(&lower->emit, "checked", OP_OPAQUE, atom);
}

const FclValue *fcl_value_checked(FclLower *lower, const FclValue *value, size_t first) {
  FclGuarded *checked = arena_make(lower->arena, FclGuarded);
  checked->value = value;
  switch (value->kind) {
  case FCL_VALUE_SCALAR: return fcl_value_scalar(lower, checked_atom(lower, value->atom, first));
  case FCL_VALUE_PAIR: {
    const FclValue *left = fcl_value_checked(lower, value->pair.first, first);
    return fcl_value_pair(lower, left, fcl_value_checked(lower, value->pair.second, first));
  }
  case FCL_VALUE_PULL:
    vec_append(lower->arena, &checked->certs, lower->emit.certs.data, lower->emit.certs.count);
    return fcl_value_pull(lower, value->pull->length, checked_element, checked);
  case FCL_VALUE_PROGRAM:
    vec_append(lower->arena, &checked->certs, lower->emit.certs.data, lower->emit.certs.count);
    return fcl_value_program(lower, checked_run, checked);
  case FCL_VALUE_UNIT:
  case FCL_VALUE_STRING:
  case FCL_VALUE_FUNCTION:
  case FCL_VALUE_PUSH: return value;
  }
  INTERNAL_ERROR("a value of no kind");
}

const FclValue *fcl_index(FclLower *lower, const FclPull *pull, Atom index) {
  size_t mark = emit_mark(&lower->emit);
  if (is_inside(index, pull->length)) return fcl_element(lower, pull, index);
  const FclValue *known = find_element(lower, pull, index, true);
  if (known != NULL) return known;
  // As unsigned numbers, what is negative is too large.
  Atom values[2] = {index, pull->length};
  Atom is_good = fcl_scalar(lower, OP_ULT, index, pull->length);
  fcl_check_run(lower, is_good, ERROR_RUN_BOUNDS, "index {} is out of bounds for length {}", values,
                2);
  size_t first = lower->emit.block->stms.count;
  Atom place = fcl_is_int(pull->length, 1) ? fcl_int(0) : index;
  const FclValue *value = fcl_value_checked(lower, fcl_element(lower, pull, place), first);
  emit_uncheck(&lower->emit, mark);
  return note_element(lower, pull, index, value, true);
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
