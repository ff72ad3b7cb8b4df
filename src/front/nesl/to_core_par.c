// Loops over index spaces: pars under construction, apply-to-each, reductions and scans.
#include "front/nesl/to_core_internal.h"

const Data *nesl_space_map(NeslLower *lower, EmitSpace *space, Atom size, const Data *value) {
  NeslLifting lifting = nesl_data_lift(lower, space->block, value);
  if (lifting.outputs.count == 0) { // functions that hold nothing
    emit_close(&lower->emit, space->block);
    return nesl_lifting_data(lower, &lifting, dim_atom(size), NULL);
  }
  for (size_t i = 0; i < lifting.outputs.count; i++) {
    Output output = {.mode = MODE_MAP, .values = &lifting.outputs.data[i], .value_count = 1};
    emit_space_output(&lower->emit, space, output);
  }
  Stm *stm = emit_space_close(&lower->emit, space, "mapped");
  return nesl_lifting_data(lower, &lifting, dim_atom(size), stm->vars);
}

const Data *nesl_space_keep(NeslLower *lower, EmitSpace *space, Atom condition, const Data *value) {
  NeslLifting lifting = nesl_data_lift(lower, space->block, value);
  // Where functions hold nothing, something must be kept all the same: it tells how many there are.
  if (lifting.outputs.count == 0) vec_push(lower->arena, &lifting.outputs, space->index);
  Output output = {.mode = MODE_KEEP,
                   .selector = condition,
                   .values = lifting.outputs.data,
                   .value_count = lifting.outputs.count};
  emit_space_output(&lower->emit, space, output);
  Stm *stm = emit_space_close(&lower->emit, space, "kept");
  return nesl_lifting_data(lower, &lifting, dim_var(stm->vars[0]), stm->vars + 1);
}

const Data *nesl_lower_map(NeslLower *lower, Atom size, NeslPointBody *body, void *context) {
  EmitSpace space = emit_space_open(&lower->emit, size);
  const Data *value = body(lower, space.index, context);
  return nesl_space_map(lower, &space, size, value);
}

// ---- Reductions and scans ----

static Lambda *monoid_lambda(NeslLower *lower, NeslMonoid monoid) {
  const Type *type = atom_type(monoid.neutral);
  Var *params[2];
  for (size_t i = 0; i < 2; i++)
    params[i] = var_new(lower->emit.program, i == 0 ? "a" : "b", type, lower->emit.span);
  size_t cert_count = lower->emit.certs.count;
  lower->emit.certs.count = 0;
  EmitBlock *block = emit_open(&lower->emit);
  Atom result = emit_binary(&lower->emit, "c", monoid.op, atom_var(params[0]), atom_var(params[1]));
  emit_close(&lower->emit, block);
  lower->emit.certs.count = cert_count;
  return lambda_new(lower->emit.program, params, 2,
                    body_new(lower->emit.program, block->stms, &result, 1));
}

static Output monoid_output(NeslLower *lower, Mode mode, NeslMonoid monoid, Atom value) {
  Atom *atoms = arena_array(lower->arena, Atom, 2);
  atoms[0] = value;
  atoms[1] = monoid.neutral;
  return (Output){.mode = mode,
                  .is_commutative = mode == MODE_REDUCE && monoid.is_commutative,
                  .op = monoid_lambda(lower, monoid),
                  .values = atoms,
                  .value_count = 1,
                  .neutral = atoms + 1};
}

Atom nesl_lower_reduce(NeslLower *lower, NeslMonoid monoid, Atom size, Var *array) {
  EmitSpace space = emit_space_open(&lower->emit, size);
  Var *value = emit_let(&lower->emit, "x", exp_index(lower->emit.program, array, &space.index, 1));
  emit_space_output(&lower->emit, &space,
                    monoid_output(lower, MODE_REDUCE, monoid, atom_var(value)));
  return atom_var(emit_space_close(&lower->emit, &space, "reduced")->vars[0]);
}

Var *nesl_lower_scan(NeslLower *lower, NeslMonoid monoid, Atom size, Var *array,
                     bool is_exclusive) {
  EmitSpace space = emit_space_open(&lower->emit, size);
  Var *value = emit_let(&lower->emit, "x", exp_index(lower->emit.program, array, &space.index, 1));
  Output output = monoid_output(lower, MODE_SCAN, monoid, atom_var(value));
  output.is_exclusive = is_exclusive;
  emit_space_output(&lower->emit, &space, output);
  return emit_space_close(&lower->emit, &space, "scanned")->vars[0];
}

Atom nesl_lower_total(NeslLower *lower, Atom size, Var *lengths) {
  NeslMonoid sum = {.op = OP_ADD, .neutral = atom_i64(0), .is_commutative = true};
  return nesl_lower_reduce(lower, sum, size, lengths);
}

// ---- Apply-to-each ----

// The sequences of the bindings, all of one size.
typedef struct NeslParBindings {
  const NeslBindings *syntax;
  const Data **sequences;
  Var **checks; // that a sequence has the size, where that stands in for its own; or NULL
  size_t count;
  Atom size;
} NeslParBindings;

static const char *binding_words(NeslLower *lower, const NeslExp *value, size_t position) {
  if (value->kind == NESL_EXP_VAR && lower->prelude_depth == 0) return value->variable.name;
  static const char *const NUMBERS[] = {"the first sequence", "the second sequence",
                                        "the third sequence"};
  return position < 3 ? NUMBERS[position]
                      : arena_printf(lower->arena, "sequence %zu", position + 1);
}

static bool has_sequence(const Data *data) {
  switch (data->kind) {
  case DATA_SCALAR: return false;
  case DATA_PAIR: return has_sequence(data->first) || has_sequence(data->second);
  case DATA_SEQUENCE: return true;
  case DATA_FUNCTION: return data->content != NULL && has_sequence(data->content);
  }
  INTERNAL_ERROR("data that is none");
}

// A sequence that was checked gets the common size. One with sequences inside keeps its own: with
// another name for the size, all lengths in it are lengths of something else, and what was known
// of them is found out again at every level.
static void check_lengths(NeslLower *lower, NeslParBindings *bindings, size_t k) {
  const NeslBinding *first = &bindings->syntax->data[0], *other = &bindings->syntax->data[k];
  Atom sizes[2] = {bindings->size, nesl_data_size(bindings->sequences[k])};
  if (atom_equal(sizes[0], sizes[1])) return;
  Atom is_same = emit_binary(&lower->emit, "is_same", OP_EQ, sizes[0], sizes[1]);
  const char *message =
      arena_printf(lower->arena, "lengths differ: %s has {}, %s has {}",
                   binding_words(lower, first->value, 0), binding_words(lower, other->value, k));
  size_t mark = emit_mark(&lower->emit);
  nesl_emit_check(lower, is_same, ERROR_RUN_SHAPE, message, sizes, 2);
  if (has_sequence(bindings->sequences[k]->element))
    bindings->checks[k] = lower->emit.certs.data[mark];
  else
    bindings->sequences[k] = nesl_data_resize(lower, bindings->sequences[k], bindings->size);
  emit_uncheck(&lower->emit, mark);
}

static NeslParBindings bindings_lower(NeslLower *lower, NeslFrame *frame,
                                      const NeslBindings *syntax) {
  NeslParBindings bindings = {.syntax = syntax, .count = syntax->count};
  bindings.sequences = arena_array(lower->arena, const Data *, syntax->count);
  bindings.checks = arena_array(lower->arena, Var *, syntax->count);
  for (size_t i = 0; i < syntax->count; i++)
    bindings.sequences[i] = nesl_lower_exp(lower, frame, syntax->data[i].value);
  bindings.size = nesl_data_size(bindings.sequences[0]);
  for (size_t i = 1; i < syntax->count; i++)
    check_lengths(lower, &bindings, i);
  return bindings;
}

static const Data *binding_element(NeslLower *lower, const NeslParBindings *bindings, size_t k,
                                   Atom index) {
  size_t mark = emit_mark(&lower->emit);
  if (bindings->checks[k] != NULL) vec_push(lower->arena, &lower->emit.certs, bindings->checks[k]);
  const Data *element = nesl_data_index(lower, bindings->sequences[k], index);
  emit_uncheck(&lower->emit, mark);
  return element;
}

// The elements of all sequences at an index.
static void bind_elements(NeslLower *lower, NeslFrame *frame, const NeslParBindings *bindings,
                          Atom index) {
  for (size_t i = 0; i < bindings->count; i++) {
    const NeslPattern *pattern = bindings->syntax->data[i].pattern;
    if (pattern->kind == NESL_PATTERN_WILDCARD) continue;
    nesl_bind_pattern(lower, frame, pattern, binding_element(lower, bindings, i, index));
  }
}

static const Data *body_value(NeslLower *lower, NeslFrame *frame, const NeslExp *exp,
                              const NeslParBindings *bindings, Atom index) {
  if (exp->each.body != NULL) return nesl_lower_exp(lower, frame, exp->each.body);
  return nesl_data_index(lower, bindings->sequences[0], index);
}

// Is it cheaper to compute the expression everywhere than to select first? Then it must not fail.
static bool is_cheap(const NeslExp *exp) {
  if (exp == NULL) return true;
  switch (exp->kind) {
  case NESL_EXP_INT:
  case NESL_EXP_FLOAT:
  case NESL_EXP_BOOL:
  case NESL_EXP_CHAR:
  case NESL_EXP_VAR:
  case NESL_EXP_FUNCTION: return true;
  case NESL_EXP_TUPLE:
    for (size_t i = 0; i < exp->items.count; i++)
      if (!is_cheap(exp->items.data[i])) return false;
    return true;
  case NESL_EXP_BINARY:
    return (exp->binary.op == NESL_BINARY_ADD || exp->binary.op == NESL_BINARY_SUBTRACT ||
            exp->binary.op == NESL_BINARY_MULTIPLY) &&
           is_cheap(exp->binary.left) && is_cheap(exp->binary.right);
  case NESL_EXP_STRING:
  case NESL_EXP_SEQUENCE:
  case NESL_EXP_EMPTY:
  case NESL_EXP_RANGE:
  case NESL_EXP_CALL:
  case NESL_EXP_APPLY:
  case NESL_EXP_LAMBDA:
  case NESL_EXP_UNARY:
  case NESL_EXP_INDEX:
  case NESL_EXP_IF:
  case NESL_EXP_LET:
  case NESL_EXP_EACH: return false;
  }
  return false;
}

// Selects the elements, or where elements are sequences their indices; then applies the body.
static const Data *each_filtered(NeslLower *lower, NeslFrame *frame, const NeslExp *exp,
                                 NeslParBindings *bindings) {
  EmitSpace space = emit_space_open(&lower->emit, bindings->size);
  bind_elements(lower, frame, bindings, space.index);
  Atom condition = nesl_lower_exp(lower, frame, exp->each.filter)->atom;
  if (is_cheap(exp->each.body)) {
    const Data *value = body_value(lower, frame, exp, bindings, space.index);
    return nesl_space_keep(lower, &space, condition, value);
  }
  bool is_nested = false;
  for (size_t i = 0; i < bindings->count; i++)
    is_nested = is_nested || has_sequence(bindings->sequences[i]->element);
  const Data *kept = nesl_data_scalar(lower, space.index);
  for (size_t i = bindings->count; !is_nested && i-- > 0;) {
    const Data *element = binding_element(lower, bindings, i, space.index);
    kept = i + 1 == bindings->count ? element : nesl_data_pair(lower, element, kept);
  }
  kept = nesl_space_keep(lower, &space, condition, kept);
  Atom size = nesl_data_size(kept);
  EmitSpace second = emit_space_open(&lower->emit, size);
  const Data *element = nesl_data_index(lower, kept, second.index);
  if (is_nested) {
    bind_elements(lower, frame, bindings, element->atom);
  } else {
    for (size_t i = 0; i < bindings->count; i++)
      nesl_bind_pattern(lower, frame, bindings->syntax->data[i].pattern,
                        nesl_data_item(element, i, bindings->count));
  }
  const Data *value = nesl_lower_exp(lower, frame, exp->each.body);
  return nesl_space_map(lower, &second, size, value);
}

const Data *nesl_lower_each(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  NeslParBindings bindings = bindings_lower(lower, frame, &exp->each.bindings);
  if (exp->each.filter != NULL) return each_filtered(lower, frame, exp, &bindings);
  if (exp->each.body == NULL) return bindings.sequences[0];
  EmitSpace space = emit_space_open(&lower->emit, bindings.size);
  bind_elements(lower, frame, &bindings, space.index);
  const Data *value = nesl_lower_exp(lower, frame, exp->each.body);
  return nesl_space_map(lower, &space, bindings.size, value);
}
