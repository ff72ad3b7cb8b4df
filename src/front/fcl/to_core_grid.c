// Reductions, scans, filters and orders of the grid, and histograms of every level, by ravel's own
// skeletons: each is one `par`, which takes what its pull array computes along.
#include "front/fcl/to_core_internal.h"

static FclStored held_by_grid(const FclValue *elements, Atom length, bool is_single) {
  return (FclStored){
      .elements = elements, .length = length, .is_single = is_single, .held = FCL_LEVEL_GRID + 1};
}

// Parameters like these values, and a value of them.
static const FclValue *operand(FclLower *lower, const FclValue *model, VarVec *params) {
  Atoms atoms = {0};
  fcl_value_atoms(lower, model, &atoms);
  for (size_t i = 0; i < atoms.count; i++) {
    Var *var = var_new(lower->emit.program, "x", type_scalar(atom_type(atoms.data[i])->scalar),
                       lower->emit.span);
    vec_push(lower->arena, params, var);
    atoms.data[i] = atom_var(var);
  }
  const Atom *next = atoms.data;
  return fcl_value_like(lower, model, &next);
}

static Lambda *operator_of(FclLower *lower, const FclValue *function, const FclValue *model) {
  VarVec params = {0};
  const FclValue *left = operand(lower, model, &params);
  const FclValue *right = operand(lower, model, &params);
  EmitBlock *block = emit_open(&lower->emit), *floor = lower->floor;
  size_t mark = emit_mark(&lower->emit);
  lower->floor = block;
  vec_append(lower->arena, &block->bound, params.data, params.count);
  const FclValue *value = fcl_apply(lower, fcl_apply(lower, function, left), right);
  lower->floor = floor;
  emit_uncheck(&lower->emit, mark);
  emit_close(&lower->emit, block);
  Atoms results = {0};
  fcl_value_atoms(lower, value, &results);
  Body *body = body_new(lower->emit.program, block->stms, results.data, results.count);
  return lambda_new(lower->emit.program, params.data, params.count, body);
}

// A par over the elements, of which this is the one at its index.
static EmitSpace elements_open(FclLower *lower, const FclPull *pull, const FclValue **element) {
  EmitSpace space = fcl_space_open(lower, fcl_checked_size(lower, pull->length), FCL_LEVEL_GRID);
  *element = fcl_element(lower, pull, fcl_length(lower, space.index));
  return space;
}

FclStored fcl_fold_grid(FclLower *lower, bool is_scan, const FclValue *function,
                        const FclValue *neutral, const FclPull *pull) {
  size_t mark = emit_mark(&lower->emit);
  Lambda *op = operator_of(lower, function, neutral);
  const FclValue *element = NULL;
  EmitSpace space = elements_open(lower, pull, &element);
  Atoms values = {0}, neutrals = {0};
  fcl_value_atoms(lower, element, &values);
  fcl_value_atoms(lower, neutral, &neutrals);
  Output output = {.mode = is_scan ? MODE_SCAN : MODE_REDUCE,
                   .op = op,
                   .neutral = neutrals.data,
                   .values = values.data,
                   .value_count = values.count};
  emit_space_output(&lower->emit, &space, output);
  const FclValue *result = fcl_space_close(lower, &space, element, is_scan ? "prefixes" : "total");
  emit_uncheck(&lower->emit, mark);
  return held_by_grid(result, is_scan ? pull->length : fcl_int(1), !is_scan);
}

FclStored fcl_filter_grid(FclLower *lower, const FclValue *function, const FclPull *pull) {
  size_t mark = emit_mark(&lower->emit);
  const FclValue *element = NULL;
  EmitSpace space = elements_open(lower, pull, &element);
  Atoms values = {0}, results = {0};
  Atom is_kept = fcl_apply(lower, function, element)->atom;
  fcl_value_atoms(lower, element, &values);
  Output output = {
      .mode = MODE_KEEP, .selector = is_kept, .values = values.data, .value_count = values.count};
  emit_space_output(&lower->emit, &space, output);
  Stm *stm = emit_space_close(&lower->emit, &space, "kept");
  emit_uncheck(&lower->emit, mark);
  for (size_t i = 1; i < stm->var_count; i++)
    vec_push(lower->arena, &results, atom_var(stm->vars[i]));
  const Atom *next = results.data;
  const FclValue *arrays = fcl_value_like(lower, element, &next);
  return held_by_grid(arrays, fcl_length(lower, atom_var(stm->vars[0])), false);
}

FclStored fcl_digit_grid(FclLower *lower, const FclValue *function, const FclPull *pull) {
  enum { DIGITS = 16 };
  size_t mark = emit_mark(&lower->emit);
  const FclValue *element = NULL;
  EmitSpace space = elements_open(lower, pull, &element);
  Atoms values = {0}, results = {0};
  Atom key = fcl_apply(lower, function, element)->atom;
  Atom digit = fcl_scalar(lower, OP_AND, key, fcl_int(DIGITS - 1));
  fcl_value_atoms(lower, element, &values);
  Output output = {.mode = MODE_SPLIT,
                   .selector = emit_convert(&lower->emit, "digit", OP_SEXT, digit, SCALAR_I64),
                   .class_count = DIGITS,
                   .values = values.data,
                   .value_count = values.count};
  emit_space_output(&lower->emit, &space, output);
  Stm *stm = emit_space_close(&lower->emit, &space, "ordered");
  emit_uncheck(&lower->emit, mark);
  for (size_t i = DIGITS; i < stm->var_count; i++)
    vec_push(lower->arena, &results, atom_var(stm->vars[i]));
  const Atom *next = results.data;
  return held_by_grid(fcl_value_like(lower, element, &next), pull->length, false);
}

static const FclValue *filled(FclLower *lower, const FclValue *value, Atom size, uint32_t level) {
  EmitSpace space = fcl_space_open(lower, size, level);
  fcl_space_map(lower, &space, value);
  return fcl_space_close(lower, &space, value, "begin");
}

FclStored fcl_accumulate(FclLower *lower, uint32_t level, const FclValue *function,
                         const FclValue *neutral, Atom length, const FclPull *pairs) {
  size_t mark = emit_mark(&lower->emit);
  Lambda *op = operator_of(lower, function, neutral);
  Atoms dests = {0}, neutrals = {0}, values = {0};
  fcl_value_atoms(lower, filled(lower, neutral, fcl_checked_size(lower, length), level), &dests);
  fcl_value_atoms(lower, neutral, &neutrals);
  EmitSpace space = fcl_space_open(lower, fcl_checked_size(lower, pairs->length), level);
  size_t inner_mark = emit_mark(&lower->emit);
  const FclValue *pair = fcl_element(lower, pairs, fcl_length(lower, space.index));
  Atom *index = arena_make(lower->arena, Atom);
  Atom checked[2] = {pair->pair.first->atom, length};
  fcl_check_run(lower, fcl_scalar(lower, OP_ULT, checked[0], length), ERROR_RUN_BOUNDS,
                "index {} is out of bounds for length {}", checked, 2);
  *index = emit_convert(&lower->emit, "bin", OP_SEXT, checked[0], SCALAR_I64);
  fcl_value_atoms(lower, pair->pair.second, &values);
  Output output = {.mode = MODE_COMBINE,
                   .is_commutative = true,
                   .op = op,
                   .neutral = neutrals.data,
                   .dests = dests.data,
                   .indices = index,
                   .index_count = 1,
                   .values = values.data,
                   .value_count = values.count};
  emit_space_output(&lower->emit, &space, output);
  emit_uncheck(&lower->emit, inner_mark);
  const FclValue *result = fcl_space_close(lower, &space, neutral, "accumulated");
  emit_uncheck(&lower->emit, mark);
  return (FclStored){.elements = result, .length = length, .held = level + 1};
}
