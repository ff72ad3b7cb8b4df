// Equality of values of any type: arrays of different shapes are different.
#include "front/futhark/to_core_internal.h"

static Atom equal_arrays(FutLower *lower, const Static *left, const Static *right);

static Atom equal_parts(FutLower *lower, const FutLayout *a, const FutLayout *b, const Atom *left,
                        const Atom *right) {
  return static_equal(lower, static_data(lower, a, left), static_data(lower, b, right));
}

static Atom equal_records(FutLower *lower, const Static *left, const Static *right) {
  Atom result = atom_bool(true);
  size_t next = 0;
  for (size_t i = 0; i < left->layout->count; i++) {
    const FutLayout *field = left->layout->fields[i];
    result = emit_and(&lower->emit, result,
                      equal_parts(lower, field, right->layout->fields[i], left->leaves + next,
                                  right->leaves + next));
    next += field->leaf_count;
  }
  return result;
}

// Equal tags, and equal payloads of the constructor that they mean.
static Atom equal_sums(FutLower *lower, const Static *left, const Static *right) {
  Atom result = emit_binary(&lower->emit, "same_case", OP_EQ, left->leaves[0], right->leaves[0]);
  size_t next = 1;
  for (size_t i = 0; i < left->layout->count; i++) {
    const LayoutClause *clause = &left->layout->clauses[i];
    Atom payload = atom_bool(true);
    for (size_t k = 0; k < clause->count; k++) {
      payload =
          emit_and(&lower->emit, payload,
                   equal_parts(lower, clause->payload[k], right->layout->clauses[i].payload[k],
                               left->leaves + next, right->leaves + next));
      next += clause->payload[k]->leaf_count;
    }
    if (payload.var == NULL) continue;
    Atom tag = atom_constant(layout_tag(left->layout, i));
    Atom is_other = emit_binary(&lower->emit, "is_other", OP_NE, left->leaves[0], tag);
    result = emit_and(&lower->emit, result,
                      emit_binary(&lower->emit, "either", OP_OR, is_other, payload));
  }
  return result;
}

// All elements at once, as a reduction.
static Atom equal_elements(FutLower *lower, const Static *left, const Static *right) {
  Var *params[2];
  for (int i = 0; i < 2; i++)
    params[i] = var_new(lower->emit.program, "same", type_scalar(SCALAR_BOOL), lower->emit.span);
  EmitBlock *block = emit_open(&lower->emit);
  Atom both = emit_binary(&lower->emit, "both", OP_AND, atom_var(params[0]), atom_var(params[1]));
  emit_close(&lower->emit, block);
  Body *body = body_new(lower->emit.program, block->stms, &both, 1);
  EmitSpace space = space_open(lower, left->layout->size);
  Static *a = static_index(lower, left, &space.index, 1);
  Static *b = static_index(lower, right, &space.index, 1);
  Atom *atoms = arena_array(lower->arena, Atom, 2);
  atoms[0] = static_equal(lower, a, b);
  atoms[1] = atom_bool(true);
  Output output = {.mode = MODE_REDUCE, .is_commutative = true, .value_count = 1};
  output.values = atoms;
  output.neutral = atoms + 1;
  output.op = lambda_new(lower->emit.program, params, 2, body);
  space_output(lower, &space, output);
  return atom_var(space_close(lower, &space, "all_same")->vars[0]);
}

static Atom equal_arrays(FutLower *lower, const Static *left, const Static *right) {
  if (atom_equal(left->layout->size, right->layout->size))
    return left->layout->leaf_count == 0 ? atom_bool(true) : equal_elements(lower, left, right);
  Atom is_same =
      emit_binary(&lower->emit, "same_size", OP_EQ, left->layout->size, right->layout->size);
  if (left->layout->leaf_count == 0) return is_same;
  EmitBlock *blocks[2];
  Static *values[2];
  blocks[0] = emit_open(&lower->emit);
  values[0] = static_scalar(lower, FUT_PRIM_BOOL, equal_elements(lower, left, right));
  emit_close(&lower->emit, blocks[0]);
  blocks[1] = emit_open(&lower->emit);
  values[1] = static_scalar(lower, FUT_PRIM_BOOL, atom_bool(false));
  emit_close(&lower->emit, blocks[1]);
  return static_atom(lower_branch(lower, is_same, blocks, values));
}

Atom static_equal(FutLower *lower, const Static *left, const Static *right) {
  if (left->kind != STATIC_DATA || right->kind != STATIC_DATA)
    INTERNAL_ERROR("functions are compared");
  switch (left->layout->kind) {
  case LAYOUT_PRIM:
    return emit_binary(&lower->emit, "equal", OP_EQ, left->leaves[0], right->leaves[0]);
  case LAYOUT_RECORD: return equal_records(lower, left, right);
  case LAYOUT_SUM: return equal_sums(lower, left, right);
  case LAYOUT_ARRAY: return equal_arrays(lower, left, right);
  case LAYOUT_ARROW:
  case LAYOUT_ACC: break;
  }
  INTERNAL_ERROR("functions are compared");
}
