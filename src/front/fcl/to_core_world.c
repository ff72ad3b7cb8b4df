// What acts on the world outside: reading and printing numbers, and the clock.
//
// Statements are written in the order in which they happen, and program_thread_effects hands the
// token on. Only programs of level grid do this, so it is never inside of a par.
#include <string.h>

#include "front/fcl/to_core_internal.h"

enum { KIND_INT = 1, KIND_DOUBLE = 2, DECIMALS = 5 }; // of the effect "fixed"

static Stm *act(FclLower *lower, EffectKind kind, const Atom *atoms, size_t count) {
  Builder builder = emit_builder(&lower->emit);
  Effect effect = {.kind = kind};
  Exp *exp = exp_effect(lower->emit.program, effect, atoms, count);
  return build_infer(&builder, effect_info(kind)->text, exp);
}

// The text that an effect has left, which gave its status and the length of the text.
static Var *receive(FclLower *lower, const Stm *effect) {
  Program *program = lower->emit.program;
  Dim dim = dim_var(effect->vars[2]);
  Span span = lower->emit.span;
  Var *vars[2] = {var_new(program, "text", type_array(program, SCALAR_I8, 1, &dim), span),
                  var_new(program, "token", type_scalar(SCALAR_I64), span)};
  Atom token = atom_i64(0);
  Builder builder = emit_builder(&lower->emit);
  build_stm(&builder, exp_new(program, OP_RECEIVE, &token, 1), vars, 2);
  return vars[0];
}

static Atom byte_atom(unsigned char byte) {
  return atom_constant(constant_int(SCALAR_I8, (int8_t)byte));
}

static Atom op2(FclLower *lower, Op op, Atom a, Atom b) {
  return emit_binary(&lower->emit, op_info(op)->text, op, a, b);
}

static Atom element(FclLower *lower, Var *array, Atom index) {
  return atom_var(emit_let(&lower->emit, "x", exp_index(lower->emit.program, array, &index, 1)));
}

// A text that is known.
static Var *constant_text(FclLower *lower, const char *bytes, size_t length) {
  Program *program = lower->emit.program;
  Atoms atoms = {0};
  for (size_t i = 0; i < length; i++)
    vec_push(lower->arena, &atoms, byte_atom((unsigned char)bytes[i]));
  Dim dim = dim_const((int64_t)length);
  return emit_shaped(&lower->emit, "text", exp_new(program, OP_ARRAY, atoms.data, atoms.count),
                     type_array(program, SCALAR_I8, 1, &dim));
}

// Closes a par with one map.
static Var *close_map(FclLower *lower, EmitSpace *space, Atom value, const char *name) {
  const FclValue *model = fcl_value_scalar(lower, value);
  fcl_space_map(lower, space, model);
  return fcl_space_close(lower, space, model, name)->atom.var;
}

// The first `count` numbers of an array as a text, 8 characters each, the lowest first.
static Var *number_text(FclLower *lower, Var *numbers, Atom count) {
  Emitter *emit = &lower->emit;
  EmitSpace space =
      fcl_space_open(lower, emit_size(emit, OP_MUL, count, atom_i64(8)), FCL_LEVEL_GRID);
  Atom at = op2(lower, OP_LSHR, space.index, atom_i64(3));
  Atom shift = op2(lower, OP_SHL, op2(lower, OP_AND, space.index, atom_i64(7)), atom_i64(3));
  Atom number = element(lower, numbers, at);
  Scalar type = numbers->type->scalar;
  if (type == SCALAR_F64) number = emit_convert(emit, "bits", OP_BITCAST, number, SCALAR_I64);
  if (type == SCALAR_I32) number = emit_convert(emit, "wide", OP_SEXT, number, SCALAR_I64);
  Atom byte = emit_convert(emit, "byte", OP_SEXT, op2(lower, OP_LSHR, number, shift), SCALAR_I8);
  return close_map(lower, &space, byte, "bytes");
}

// The numbers as they are shown, with blanks between them.
static Var *format(FclLower *lower, Var *numbers, Atom count, int64_t decimals) {
  Program *program = lower->emit.program;
  Dim one = dim_const(1);
  Var *sizes = emit_shaped(&lower->emit, "sizes", exp_new(program, OP_ARRAY, &count, 1),
                           type_array(program, SCALAR_I64, 1, &one));
  int64_t kind = numbers->type->scalar == SCALAR_F64 ? KIND_DOUBLE : KIND_INT;
  Atom atoms[6] = {atom_i64(0),
                   atom_i64(kind),
                   atom_i64(0),
                   atom_i64(decimals),
                   atom_var(number_text(lower, sizes, atom_i64(1))),
                   atom_var(number_text(lower, numbers, count))};
  return receive(lower, act(lower, EFFECT_FIXED, atoms, 6));
}

static void print_text(FclLower *lower, int64_t stream, Var *text) {
  Atom atoms[3] = {atom_i64(0), atom_i64(stream), atom_var(text)};
  act(lower, EFFECT_PRINT, atoms, 3);
}

static Var *append(FclLower *lower, Var *const *texts, size_t count) {
  Program *program = lower->emit.program;
  Atom *atoms = arena_array(lower->arena, Atom, count), size = atom_i64(0);
  for (size_t i = 0; i < count; i++) {
    atoms[i] = atom_var(texts[i]);
    size = emit_size(&lower->emit, OP_ADD, size, dim_size(texts[i]->type->dims[0]));
  }
  Dim dim = dim_atom(size);
  return emit_shaped(&lower->emit, "line", exp_concat(program, 0, atoms, count),
                     type_array(program, SCALAR_I8, 1, &dim));
}

void fcl_print(FclLower *lower, const FclStored *stored, Atom count, bool is_double) {
  Atom shown =
      fcl_scalar(lower, OP_SMAX, fcl_int(0), fcl_scalar(lower, OP_SMIN, count, stored->length));
  Var *text =
      format(lower, stored->elements->atom.var, fcl_size(lower, shown), is_double ? DECIMALS : 0);
  EmitSpace space = fcl_space_open(lower, dim_size(text->type->dims[0]), FCL_LEVEL_GRID);
  Atom byte = element(lower, text, space.index);
  Atom is_blank = op2(lower, OP_EQ, byte, byte_atom(' '));
  Var *list =
      close_map(lower, &space, emit_select(&lower->emit, is_blank, byte_atom(','), byte), "list");
  Var *parts[3] = {constant_text(lower, "[", 1), list, constant_text(lower, "]\n", 2)};
  print_text(lower, 1, append(lower, parts, 3));
}

// ---- Reading ----

static Atom is_separator(FclLower *lower, Atom byte) {
  Atom is_one = op2(lower, OP_EQ, byte, byte_atom(','));
  static const char OTHERS[] = " \n\r\t;";
  for (const char *other = OTHERS; *other != '\0'; other++)
    is_one = op2(lower, OP_OR, is_one, op2(lower, OP_EQ, byte, byte_atom((unsigned char)*other)));
  return is_one;
}

// Where numbers begin: after a separator, or at the beginning.
static Var *find_starts(FclLower *lower, Var *text, Atom length) {
  Emitter *emit = &lower->emit;
  EmitSpace space = fcl_space_open(lower, length, FCL_LEVEL_GRID);
  Atom is_inside = emit_not(emit, is_separator(lower, element(lower, text, space.index)));
  Atom before = op2(lower, OP_SMAX, op2(lower, OP_SUB, space.index, atom_i64(1)), atom_i64(0));
  Atom is_behind = is_separator(lower, element(lower, text, before));
  Atom is_first = op2(lower, OP_EQ, space.index, atom_i64(0));
  Atom *value = arena_make(lower->arena, Atom);
  *value = space.index;
  Output output = {.mode = MODE_KEEP,
                   .selector = emit_and(emit, is_inside, op2(lower, OP_OR, is_first, is_behind)),
                   .value_count = 1,
                   .values = value};
  emit_space_output(emit, &space, output);
  return emit_space_close(emit, &space, "start")->vars[1];
}

// The state of reading a number: the position; the digits so far; how many of them are after the
// point, or -1 before it; the exponent, and whether it is being read; signs; whether it is good.
enum { AT, DIGITS, DECIMAL, EXPONENT, IN_EXPONENT, NEGATIVE, EXPONENT_NEGATIVE, GOOD, STATE };

static Atom f64_atom(double value) { return atom_constant(constant_float(SCALAR_F64, value)); }

static Atom both(FclLower *lower, Atom a, Atom b) { return op2(lower, OP_AND, a, b); }

static Atom choose(FclLower *lower, Atom condition, Atom a, Atom b) {
  return emit_select(&lower->emit, condition, a, b);
}

// The state after one character.
static void read_character(FclLower *lower, Var *text, Var *const *old, bool is_double,
                           Atom *next) {
  Emitter *emit = &lower->emit;
  Atom byte = element(lower, text, atom_var(old[AT]));
  Atom digit =
      emit_convert(emit, "digit", OP_SEXT, op2(lower, OP_SUB, byte, byte_atom('0')), SCALAR_I64);
  Atom is_digit = op2(lower, OP_ULT, digit, atom_i64(10));
  Atom in_exponent = atom_var(old[IN_EXPONENT]), decimal = atom_var(old[DECIMAL]);
  Atom not_exponent = emit_not(emit, in_exponent);
  Atom is_mantissa = both(lower, is_digit, not_exponent);
  Atom is_power = both(lower, is_digit, in_exponent);
  Atom is_minus = op2(lower, OP_EQ, byte, byte_atom('-'));
  Atom is_sign = op2(lower, OP_OR, is_minus, op2(lower, OP_EQ, byte, byte_atom('+')));
  Atom is_point = op2(lower, OP_EQ, byte, byte_atom('.'));
  Atom is_mark = op2(lower, OP_OR, op2(lower, OP_EQ, byte, byte_atom('e')),
                     op2(lower, OP_EQ, byte, byte_atom('E')));
  Atom value = is_double ? emit_convert(emit, "value", OP_SITOFP, digit, SCALAR_F64) : digit;
  Atom ten = is_double ? f64_atom(10.0) : atom_i64(10);
  Atom more = op2(lower, OP_ADD, op2(lower, OP_MUL, atom_var(old[DIGITS]), ten), value);
  Atom is_behind_point = op2(lower, OP_SLE, atom_i64(0), decimal);
  Atom counted = op2(lower, OP_ADD, decimal, atom_i64(1));
  Atom power = op2(lower, OP_ADD, op2(lower, OP_MUL, atom_var(old[EXPONENT]), atom_i64(10)), digit);
  next[AT] = op2(lower, OP_ADD, atom_var(old[AT]), atom_i64(1));
  next[DIGITS] = choose(lower, is_mantissa, more, atom_var(old[DIGITS]));
  next[DECIMAL] = choose(lower, both(lower, is_mantissa, is_behind_point), counted,
                         choose(lower, is_point, atom_i64(0), decimal));
  next[EXPONENT] = choose(lower, is_power, power, atom_var(old[EXPONENT]));
  next[IN_EXPONENT] = op2(lower, OP_OR, in_exponent, is_mark);
  next[NEGATIVE] = op2(lower, OP_OR, atom_var(old[NEGATIVE]), both(lower, is_minus, not_exponent));
  next[EXPONENT_NEGATIVE] =
      op2(lower, OP_OR, atom_var(old[EXPONENT_NEGATIVE]), both(lower, is_minus, in_exponent));
  Atom is_known = op2(lower, OP_OR, is_digit, is_sign);
  if (is_double) is_known = op2(lower, OP_OR, is_known, op2(lower, OP_OR, is_point, is_mark));
  next[GOOD] = both(lower, atom_var(old[GOOD]), is_known);
}

// Reads the number that begins at a position.
static void read_number(FclLower *lower, Var *text, Atom length, Atom start, bool is_double,
                        Atom *state) {
  Emitter *emit = &lower->emit;
  Atom starts[STATE] = {start,
                        is_double ? f64_atom(0.0) : atom_i64(0),
                        atom_i64(-1),
                        atom_i64(0),
                        atom_bool(false),
                        atom_bool(false),
                        atom_bool(false),
                        atom_bool(true)};
  FclLoop loop = fcl_loop_open(lower, starts, STATE);
  EmitBlock *body = emit->block;
  emit->block = body->parent;
  EmitBlock *block = emit_open(emit);
  Atom is_there = op2(lower, OP_SLT, atom_var(loop.loop->params[AT]), length);
  Atom last = op2(lower, OP_SUB, length, atom_i64(1));
  Atom at = op2(lower, OP_SMIN, atom_var(loop.loop->params[AT]), last);
  Atom goes_on =
      both(lower, is_there, emit_not(emit, is_separator(lower, element(lower, text, at))));
  emit->block = body;
  loop.loop->condition = body_new(emit->program, block->stms, &goes_on, 1);
  Atom next[STATE];
  read_character(lower, text, loop.loop->params, is_double, next);
  fcl_loop_close(lower, &loop, next, state);
}

static Atom finish_number(FclLower *lower, const Atom *state, bool is_double) {
  Emitter *emit = &lower->emit;
  if (!is_double) {
    Atom number = choose(lower, state[NEGATIVE],
                         emit_unary(emit, "negative", OP_NEG, state[DIGITS]), state[DIGITS]);
    return emit_convert(emit, "number", OP_SEXT, number, SCALAR_I32);
  }
  Atom exponent = choose(lower, state[EXPONENT_NEGATIVE],
                         emit_unary(emit, "negative", OP_NEG, state[EXPONENT]), state[EXPONENT]);
  Atom decimals = op2(lower, OP_SMAX, state[DECIMAL], atom_i64(0));
  Atom power = op2(lower, OP_SUB, exponent, decimals);
  Atom is_up = op2(lower, OP_SLE, atom_i64(0), power);
  Atom size =
      emit_convert(emit, "power", OP_SITOFP, emit_unary(emit, "size", OP_SABS, power), SCALAR_F64);
  Atom scale = op2(lower, OP_FPOW, f64_atom(10.0), size);
  Atom number = choose(lower, is_up, op2(lower, OP_MUL, state[DIGITS], scale),
                       op2(lower, OP_FDIV, state[DIGITS], scale));
  return choose(lower, state[NEGATIVE], emit_unary(emit, "negative", OP_NEG, number), number);
}

const FclValue *fcl_read(FclLower *lower, const FrontString *path, bool is_double) {
  Emitter *emit = &lower->emit;
  size_t mark = emit_mark(emit);
  Atom atoms[2] = {atom_i64(0), atom_var(constant_text(lower, path->bytes, path->length))};
  Stm *load = act(lower, EFFECT_LOAD, atoms, 2);
  Var *text = receive(lower, load);
  const char *message = arena_printf(lower->arena, "the file %s cannot be read", path->bytes);
  fcl_check_run(lower, op2(lower, OP_SLE, atom_i64(0), atom_var(load->vars[1])), ERROR_RUN_ASSERT,
                message, NULL, 0);
  Atom length = dim_size(text->type->dims[0]);
  Var *starts = find_starts(lower, text, length);
  Atom count = dim_size(starts->type->dims[0]);
  EmitSpace space = fcl_space_open(lower, count, FCL_LEVEL_GRID);
  Atom state[STATE];
  size_t inner = emit_mark(emit);
  read_number(lower, text, length, element(lower, starts, space.index), is_double, state);
  message = arena_printf(lower->arena, "number {} of the file %s is not one", path->bytes);
  fcl_check_run(lower, state[GOOD], ERROR_RUN_ASSERT, message, &space.index, 1);
  Atom number = finish_number(lower, state, is_double);
  emit_uncheck(emit, inner);
  Var *numbers = close_map(lower, &space, number, "numbers");
  emit_uncheck(emit, mark);
  FclStored stored = {.elements = fcl_value_scalar(lower, atom_var(numbers)),
                      .length = fcl_count(lower, count)};
  return fcl_value_stored(lower, stored);
}

// ---- Time ----

static Atom milliseconds(FclLower *lower, Atom nanoseconds) {
  return op2(lower, OP_FDIV, emit_convert(&lower->emit, "time", OP_SITOFP, nanoseconds, SCALAR_F64),
             f64_atom(1e6));
}

// All scalars and arrays of a value, which is stored where it is not.
static void wait_for(FclLower *lower, const FclValue *value, Atoms *atoms, Atom *bytes) {
  switch (value->kind) {
  case FCL_VALUE_SCALAR: vec_push(lower->arena, atoms, value->atom); return;
  case FCL_VALUE_PAIR:
    wait_for(lower, value->pair.first, atoms, bytes);
    wait_for(lower, value->pair.second, atoms, bytes);
    return;
  case FCL_VALUE_PUSH: {
    FclStored stored = fcl_store(lower, value->push);
    size_t first = atoms->count;
    fcl_value_atoms(lower, stored.elements, atoms);
    for (size_t i = first; i < atoms->count; i++) {
      int64_t width = scalar_info(atom_type(atoms->data[i])->scalar)->width / 8;
      Atom size = emit_size(&lower->emit, OP_MUL, fcl_size(lower, stored.length), atom_i64(width));
      *bytes = emit_size(&lower->emit, OP_ADD, *bytes, size);
    }
    return;
  }
  case FCL_VALUE_PULL: {
    FclPush push = {.kind = FCL_PUSH_PULL,
                    .level = FCL_LEVEL_GRID,
                    .length = value->pull->length,
                    .pull = value->pull};
    wait_for(lower, fcl_value_push(lower, push), atoms, bytes);
    return;
  }
  case FCL_VALUE_UNIT:
  case FCL_VALUE_STRING:
  case FCL_VALUE_FUNCTION:
  case FCL_VALUE_PROGRAM: return;
  }
}

// When the clock has been read the program is run: what the clock also says, true, is not known to
// any pass, so that none moves the program in front of it. Gives the nanoseconds and the bytes.
static void time_round(FclLower *lower, const FclValue *program, Atom results[2]) {
  Emitter *emit = &lower->emit;
  Atom token = atom_i64(0);
  Stm *start = act(lower, EFFECT_CLOCK, &token, 1);
  Atom is_read = op2(lower, OP_NE, atom_var(start->vars[2]), atom_i64(0));
  EmitBlock *block = emit_open(emit);
  Atoms waited = {0};
  Atom bytes = atom_i64(0);
  vec_push(lower->arena, &waited, token);
  wait_for(lower, fcl_run(lower, program), &waited, &bytes);
  Stm *end = act(lower, EFFECT_CLOCK, waited.data, waited.count);
  Atom done[2] = {op2(lower, OP_SUB, atom_var(end->vars[1]), atom_var(start->vars[1])), bytes};
  emit_close(emit, block);
  Body *then = body_new(emit->program, block->stms, done, 2);
  Atom none[2] = {atom_i64(0), atom_i64(0)};
  Body *otherwise = body_new(emit->program, (Stms){0}, none, 2);
  Builder builder = emit_builder(emit);
  Stm *stm = build_infer(&builder, "timed", exp_if(emit->program, is_read, then, otherwise));
  results[0] = atom_var(stm->vars[0]);
  results[1] = atom_var(stm->vars[1]);
}

void fcl_benchmark(FclLower *lower, Atom count, const FclValue *program) {
  Emitter *emit = &lower->emit;
  enum { SUM, LEAST, BYTES, COUNT };
  Atom starts[COUNT] = {atom_i64(0), atom_i64(INT64_MAX), atom_i64(0)}, ends[COUNT], round[2];
  size_t mark = emit_mark(emit);
  FclLoop loop = fcl_loop_open(lower, starts, COUNT);
  fcl_loop_count(lower, &loop, count);
  time_round(lower, program, round);
  Atom nexts[COUNT] = {op2(lower, OP_ADD, atom_var(loop.loop->params[SUM]), round[0]),
                       op2(lower, OP_SMIN, atom_var(loop.loop->params[LEAST]), round[0]), round[1]};
  emit_uncheck(emit, mark);
  fcl_loop_close(lower, &loop, nexts, ends);
  Atom rounds = emit_convert(emit, "rounds", OP_SITOFP,
                             fcl_scalar(lower, OP_SMAX, count, fcl_int(1)), SCALAR_F64);
  Atom mean = op2(lower, OP_FDIV, milliseconds(lower, ends[SUM]), rounds);
  Atom bytes = emit_convert(emit, "bytes", OP_SITOFP, ends[BYTES], SCALAR_F64);
  Atom rate = op2(lower, OP_FDIV, bytes, op2(lower, OP_MUL, mean, f64_atom(1e6)));
  Atom numbers[3] = {mean, milliseconds(lower, ends[LEAST]), rate};
  Dim dim = dim_const(3);
  Var *array = emit_shaped(emit, "times", exp_new(emit->program, OP_ARRAY, numbers, 3),
                           type_array(emit->program, SCALAR_F64, 1, &dim));
  static const char HEAD[] = "mean ms, least ms, GB/s written: ";
  Var *parts[3] = {constant_text(lower, HEAD, sizeof HEAD - 1),
                   format(lower, array, atom_i64(3), DECIMALS), constant_text(lower, "\n", 1)};
  print_text(lower, 2, append(lower, parts, 3));
}
