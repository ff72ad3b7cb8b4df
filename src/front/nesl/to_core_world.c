// Effects: what the intrinsics of prelude/nesl/world.nesl do. Statements are written in the order
// in which they happen, and program_thread_effects hands the token on.
#include "front/nesl/to_core_internal.h"

enum { ACT_OPERANDS = 1 + EFFECT_MAX_NUMBERS + EFFECT_MAX_TEXTS };

// The operands of an effect, after a token that is written later.
typedef struct Operands {
  Atom atoms[ACT_OPERANDS];
  size_t count;
} Operands;

static Stm *emit_act(NeslLower *lower, EffectKind kind, const Atom *atoms, size_t count) {
  Builder builder = emit_builder(&lower->emit);
  Effect effect = {.kind = kind};
  Exp *exp = exp_effect(lower->emit.program, effect, atoms, count);
  return build_infer(&builder, effect_info(kind)->text, exp);
}

// The text that an effect has left, which gave its status and the length of the text.
static const Data *receive(NeslLower *lower, const Stm *act) {
  Program *program = lower->emit.program;
  Dim dim = dim_var(act->vars[2]);
  const Type *type = type_array(program, SCALAR_I8, 1, &dim);
  Span span = lower->emit.span;
  Var *vars[2] = {var_new(program, "text", type, span),
                  var_new(program, "token", type_scalar(SCALAR_I64), span)};
  Atom token = atom_i64(0);
  Builder builder = emit_builder(&lower->emit);
  build_stm(&builder, exp_new(program, OP_RECEIVE, &token, 1), vars, 2);
  const Data *text = nesl_data_sequence(lower, dim, nesl_data_scalar(lower, atom_var(vars[0])));
  return nesl_data_pair(lower, nesl_data_scalar(lower, atom_var(act->vars[1])), text);
}

// The parts of a tuple in order: numbers and texts.
static void add_operands(NeslLower *lower, Operands *operands, const Data *data) {
  switch (data->kind) {
  case DATA_SCALAR: operands->atoms[operands->count++] = data->atom; return;
  case DATA_SEQUENCE: operands->atoms[operands->count++] = data->element->atom; return;
  case DATA_PAIR:
    add_operands(lower, operands, data->first);
    add_operands(lower, operands, data->second);
    return;
  case DATA_FUNCTION: INTERNAL_ERROR("an effect on a function");
  }
}

const Data *nesl_lower_act(NeslLower *lower, EffectKind kind, const Data *argument) {
  Operands operands = {.atoms = {atom_i64(0)}, .count = 1};
  add_operands(lower, &operands, argument);
  Stm *act = emit_act(lower, kind, operands.atoms, operands.count);
  if (act->var_count == 1) return nesl_data_scalar(lower, atom_bool(true));
  return receive(lower, act);
}

const Data *nesl_lower_effect(NeslLower *lower, NeslIntrinsic id, const Data *argument) {
  static const EffectKind kinds[NESL_INTRINSIC_COUNT] = {
      [NESL_INTRINSIC_PRINT] = EFFECT_PRINT,     [NESL_INTRINSIC_OPEN] = EFFECT_OPEN,
      [NESL_INTRINSIC_CLOSE] = EFFECT_CLOSE,     [NESL_INTRINSIC_PUT_STREAM] = EFFECT_WRITE,
      [NESL_INTRINSIC_GET_STREAM] = EFFECT_READ, [NESL_INTRINSIC_LOAD] = EFFECT_LOAD,
      [NESL_INTRINSIC_SAVE] = EFFECT_SAVE,       [NESL_INTRINSIC_ENVIRONMENT] = EFFECT_ASK,
      [NESL_INTRINSIC_FAIL] = EFFECT_FAIL,
  };
  return nesl_lower_act(lower, kinds[id], argument);
}

void nesl_end_line(NeslLower *lower) {
  Atom token = atom_i64(0);
  emit_act(lower, EFFECT_LINE, &token, 1);
}

// ---- Time ----

static Stm *read_clock(NeslLower *lower) {
  Atom token = atom_i64(0);
  return emit_act(lower, EFFECT_CLOCK, &token, 1);
}

static Atom to_seconds(NeslLower *lower, Atom nanoseconds) {
  Emitter *emit = &lower->emit;
  return emit_binary(emit, "seconds", OP_FDIV,
                     emit_convert(emit, "span", OP_SITOFP, nanoseconds, SCALAR_F64),
                     atom_constant(constant_float(SCALAR_F64, 1e9)));
}

// A look at the clock when all of a canonical value is there.
static Stm *read_clock_behind(NeslLower *lower, const Data *value) {
  Atoms waited = {0}, others = {0};
  vec_push(lower->arena, &waited, atom_i64(0));
  nesl_data_atoms(lower, value, &waited, &others);
  vec_append(lower->arena, &waited, others.data, others.count);
  return emit_act(lower, EFFECT_CLOCK, waited.data, waited.count);
}

// The value, and the seconds until it is there.
static const Data *timed(NeslLower *lower, const Stm *start, const Data *value) {
  value = nesl_data_canonical(lower, value);
  const Stm *end = read_clock_behind(lower, value);
  Atom span =
      emit_binary(&lower->emit, "span", OP_SUB, atom_var(end->vars[1]), atom_var(start->vars[1]));
  return nesl_data_pair(lower, value, nesl_data_scalar(lower, to_seconds(lower, span)));
}

// When the clock has been read the expression is evaluated: what it says, true, is not known to
// any pass. When the value is there the clock is read again.
const Data *nesl_lower_time(NeslLower *lower, NeslFrame *frame, const NeslExp *exp) {
  Emitter *emit = &lower->emit;
  Stm *start = read_clock(lower);
  Atom is_read = emit_binary(emit, "is_read", OP_NE, atom_var(start->vars[2]), atom_i64(0));
  EmitBlock *blocks[2];
  const Data *values[2];
  for (size_t i = 0; i < 2; i++) {
    blocks[i] = emit_open(emit);
    // The other arm is never taken.
    values[i] = i == 0 ? nesl_lower_exp(lower, frame, exp)
                       : nesl_data_zeros(lower, nesl_layout_of_data(lower, values[0]));
    emit_close(emit, blocks[i]);
  }
  return timed(lower, start, nesl_data_branch(lower, is_read, blocks, values));
}

const Data *nesl_lower_time_of_value(NeslLower *lower, const Data *value) {
  return timed(lower, read_clock(lower), value);
}

const Data *nesl_lower_clock(NeslLower *lower, const Data *value) {
  const Stm *now = read_clock_behind(lower, nesl_data_canonical(lower, value));
  return nesl_data_scalar(lower, to_seconds(lower, atom_var(now->vars[1])));
}
