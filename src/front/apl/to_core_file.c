// Files and the clock.
#include <string.h>

#include "base/utf8.h"
#include "front/apl/to_core_internal.h"

// ---- Effects ----

Stm *apl_act(AplLower *lower, EffectKind kind, const Atom *operands, size_t count) {
  Builder builder = emit_builder(&lower->emit);
  Effect effect = {.kind = kind};
  lower->effect_count++;
  Exp *exp = exp_effect(lower->emit.program, effect, operands, count);
  return build_infer(&builder, effect_info(kind)->text, exp);
}

Var *apl_receive(AplLower *lower, Atom length) {
  Program *program = lower->emit.program;
  Dim dim = dim_atom(length);
  Span span = lower->emit.span;
  Var *vars[2] = {var_new(program, "text", type_array(program, SCALAR_I8, 1, &dim), span),
                  var_new(program, "token", type_scalar(SCALAR_I64), span)};
  Atom token = atom_i64(0);
  Builder builder = emit_builder(&lower->emit);
  build_stm(&builder, exp_new(program, OP_RECEIVE, &token, 1), vars, 2);
  return vars[0];
}

// Milliseconds, when the argument is there.
const AplValue *apl_now(AplLower *lower, const AplValue *argument) {
  const AplArray *array = apl_stored(lower, argument);
  Atom operands[2] = {atom_i64(0), array->data[0]};
  Stm *clock = apl_act(lower, EFFECT_CLOCK, operands, 2);
  Atom time = apl_op2(lower, OP_SQUOT, atom_var(clock->vars[1]), atom_i64(1000000));
  return apl_value_scalar(lower, apl_int_low(lower, time));
}

// ---- Texts ----

// The bytes of a file.
typedef struct Text {
  Var *bytes;
  Atom length;
} Text;

static Atom path_bytes(AplLower *lower, const AplValue *path) {
  size_t count;
  const AplArray *array = apl_array(lower, path);
  const Elem *items = array->kind == APL_CHAR ? apl_known(lower, array, &count) : NULL;
  Atoms bytes = {0};
  if (items == NULL)
    apl_fail(lower, ERROR_APL_DOMAIN,
             "DOMAIN ERROR: the name of a file must be a text that is "
             "known before the program runs");
  for (size_t i = 0; i < count; i++) {
    char text[4];
    if (!apl_elem_is_constant(items[i])) apl_unsupported(lower, "names of files that are computed");
    size_t size = utf8_encode((uint32_t)constant_to_i64(items[i].part[0].constant), text);
    for (size_t k = 0; k < size; k++)
      vec_push(lower->arena, &bytes, atom_constant(constant_int(SCALAR_I8, text[k])));
  }
  Dim dim = dim_const((int64_t)bytes.count);
  const Type *type = type_array(lower->emit.program, SCALAR_I8, 1, &dim);
  Exp *exp = exp_new(lower->emit.program, OP_ARRAY, bytes.data, bytes.count);
  return atom_var(emit_shaped(&lower->emit, "path", exp, type));
}

// Reads a file; the program fails when that is not possible.
static Text load(AplLower *lower, const AplValue *path) {
  Program *program = lower->emit.program;
  Atom operands[2] = {atom_i64(0), path_bytes(lower, path)};
  Stm *act = apl_act(lower, EFFECT_LOAD, operands, 2);
  Var *bytes = apl_receive(lower, atom_var(act->vars[2]));
  Atom is_bad = apl_op2(lower, OP_SLT, atom_var(act->vars[1]), atom_i64(0));
  EmitBlock *block = emit_open(&lower->emit);
  Atom message[2] = {atom_i64(0), atom_var(bytes)};
  apl_act(lower, EFFECT_FAIL, message, 2);
  emit_close(&lower->emit, block);
  Builder builder = emit_builder(&lower->emit);
  build_stm(&builder,
            exp_if(program, is_bad, body_new(program, block->stms, NULL, 0),
                   body_new(program, (Stms){0}, NULL, 0)),
            NULL, 0);
  return (Text){bytes, atom_var(act->vars[2])};
}

// A byte as a number from 0 to 255; the last one beyond the end.
static Atom byte_at(AplLower *lower, const Text *text, Atom index) {
  Atom last = apl_op2(lower, OP_SUB, text->length, atom_i64(1));
  Atom inside = apl_max(lower, apl_min(lower, index, last), atom_i64(0));
  Var *byte =
      emit_let(&lower->emit, "byte", exp_index(lower->emit.program, text->bytes, &inside, 1));
  return apl_op_convert(lower, OP_ZEXT, atom_var(byte), SCALAR_I64);
}

// The values of the points at which the condition holds.
static const AplValue *keep(AplLower *lower, AplSpace *space, Atom condition, Elem elem) {
  Atom *value = arena_make(lower->arena, Atom);
  *value = elem.part[0];
  Output output = {.mode = MODE_KEEP, .selector = condition, .values = value, .value_count = 1};
  apl_space_output(lower, space, output);
  Stm *stm = apl_space_close(lower, space, "kept");
  Atom count = atom_var(stm->vars[0]), data = atom_var(stm->vars[1]);
  return apl_value_array(lower, apl_array_make(lower, elem.kind, 1, &count, &data));
}

// The characters of UTF-8: what begins one is kept, with the bits of those after it.
const AplValue *apl_read_text(AplLower *lower, const AplValue *path) {
  Text text = load(lower, path);
  AplSpace space = apl_space_open(lower, text.length);
  Atom lead = byte_at(lower, &text, space.index), point = lead;
  static const struct {
    int64_t from, mask;
    size_t more;
  } LEADS[] = {{0xC0, 0x1F, 1}, {0xE0, 0x0F, 2}, {0xF0, 0x07, 3}};
  for (size_t i = 0; i < 3; i++) {
    Atom sum = apl_op2(lower, OP_AND, lead, atom_i64(LEADS[i].mask));
    for (size_t k = 1; k <= LEADS[i].more; k++) {
      Atom next = byte_at(lower, &text, apl_add(lower, space.index, atom_i64((int64_t)k)));
      sum = apl_op2(lower, OP_OR, apl_op2(lower, OP_SHL, sum, atom_i64(6)),
                    apl_op2(lower, OP_AND, next, atom_i64(0x3F)));
    }
    Atom is_longer = apl_op2(lower, OP_SLE, atom_i64(LEADS[i].from), lead);
    point = emit_select(&lower->emit, is_longer, sum, point);
  }
  Atom head = apl_op2(lower, OP_AND, lead, atom_i64(0xC0));
  Atom is_lead = apl_op2(lower, OP_NE, head, atom_i64(0x80));
  Atom code = apl_op_convert(lower, OP_SEXT, point, SCALAR_I32);
  return keep(lower, &space, is_lead, apl_elem(APL_CHAR, code));
}

// ---- Numbers ----

static Atom is_one_of(AplLower *lower, Atom byte, const char *bytes) {
  Atom result = atom_bool(false);
  for (const char *at = bytes; *at != '\0'; at++) {
    Atom is_it = apl_op2(lower, OP_EQ, byte, atom_i64((unsigned char)*at));
    result = at == bytes ? is_it : apl_op2(lower, OP_OR, result, is_it);
  }
  return result;
}

static const char SEPARATORS[] = " ,;\t\r\n";

// What is known of a number up to a character: its digits, the power of ten, the exponent, signs.
enum { STATE_PLACE, STATE_DIGITS, STATE_POWER, STATE_EXPONENT, STATE_MODE, STATE_SIGNS, STATES };
enum { MODE_POINT = 1, MODE_EXPONENT_PART = 2, MODE_WRONG = 4 };
enum { SIGN_NUMBER = 1, SIGN_EXPONENT = 2 };

static Atom chosen(AplLower *lower, Atom condition, Atom a, Atom b) {
  return emit_select(&lower->emit, condition, a, b);
}

static Atom has_bit(AplLower *lower, Atom bits, int64_t bit) {
  return apl_op2(lower, OP_NE, apl_op2(lower, OP_AND, bits, atom_i64(bit)), atom_i64(0));
}

static void number_step(AplLower *lower, const Text *text, const Atom *state, Atom *next) {
  static const int64_t MOST = INT64_MAX / 10; // digits after that, and 2^63 in all, only count
  Atom byte = byte_at(lower, text, state[STATE_PLACE]);
  Atom digit = apl_op2(lower, OP_SUB, byte, atom_i64('0'));
  Atom is_digit = apl_op2(lower, OP_ULT, digit, atom_i64(10));
  Atom mode = state[STATE_MODE], signs = state[STATE_SIGNS];
  Atom in_exponent = has_bit(lower, mode, MODE_EXPONENT_PART);
  Atom behind_point = has_bit(lower, mode, MODE_POINT);
  Atom is_digit_here = emit_and(&lower->emit, is_digit, emit_not(&lower->emit, in_exponent));
  Atom digits = state[STATE_DIGITS];
  Atom is_last = emit_and(&lower->emit, apl_op2(lower, OP_EQ, digits, atom_i64(MOST)),
                          apl_op2(lower, OP_ULE, digit, atom_i64(8)));
  Atom has_room = apl_op2(lower, OP_OR, apl_op2(lower, OP_ULT, digits, atom_i64(MOST)), is_last);
  Atom takes = emit_and(&lower->emit, is_digit_here, has_room);
  Atom longer = apl_add(lower, apl_mul(lower, digits, atom_i64(10)), digit);
  next[STATE_PLACE] = apl_add(lower, state[STATE_PLACE], atom_i64(1));
  next[STATE_DIGITS] = chosen(lower, takes, longer, digits);
  Atom moves = chosen(lower, behind_point, chosen(lower, takes, atom_i64(-1), atom_i64(0)),
                      chosen(lower, takes, atom_i64(0), atom_i64(1)));
  next[STATE_POWER] =
      apl_add(lower, state[STATE_POWER], chosen(lower, is_digit_here, moves, atom_i64(0)));
  Atom is_exponent_digit = emit_and(&lower->emit, is_digit, in_exponent);
  Atom further = apl_add(lower, apl_mul(lower, state[STATE_EXPONENT], atom_i64(10)), digit);
  next[STATE_EXPONENT] = chosen(lower, is_exponent_digit, apl_min(lower, further, atom_i64(9999)),
                                state[STATE_EXPONENT]);
  Atom is_point = is_one_of(lower, byte, "."), is_mark = is_one_of(lower, byte, "eE");
  Atom is_minus = is_one_of(lower, byte, "-\xAF"), is_other = is_one_of(lower, byte, "+\xC2");
  Atom known = apl_op2(lower, OP_OR, apl_op2(lower, OP_OR, is_digit, is_point),
                       apl_op2(lower, OP_OR, is_mark, apl_op2(lower, OP_OR, is_minus, is_other)));
  Atom bits = chosen(lower, is_point, atom_i64(MODE_POINT),
                     chosen(lower, is_mark, atom_i64(MODE_EXPONENT_PART),
                            chosen(lower, known, atom_i64(0), atom_i64(MODE_WRONG))));
  next[STATE_MODE] = apl_op2(lower, OP_OR, mode, bits);
  Atom sign = chosen(lower, in_exponent, atom_i64(SIGN_EXPONENT), atom_i64(SIGN_NUMBER));
  next[STATE_SIGNS] = apl_op2(lower, OP_OR, signs, chosen(lower, is_minus, sign, atom_i64(0)));
}

// Reads the number that begins at a place.
static Stm *number_loop(AplLower *lower, const Text *text, Atom place) {
  Emitter *emit = &lower->emit;
  Loop *loop = arena_make(lower->arena, Loop);
  Atom state[STATES], next[STATES], inits[STATES];
  loop->param_count = STATES;
  loop->params = arena_array(lower->arena, Var *, STATES);
  for (size_t i = 0; i < STATES; i++) {
    loop->params[i] = var_new(emit->program, "state", type_scalar(SCALAR_I64), emit->span);
    state[i] = atom_var(loop->params[i]);
    inits[i] = i == STATE_PLACE ? place : atom_i64(0);
  }
  EmitBlock *block = emit_open(emit);
  Atom is_inside = apl_op2(lower, OP_SLT, state[STATE_PLACE], text->length);
  Atom byte = byte_at(lower, text, state[STATE_PLACE]);
  Atom goes_on = emit_and(emit, is_inside, emit_not(emit, is_one_of(lower, byte, SEPARATORS)));
  emit_close(emit, block);
  loop->condition = body_new(emit->program, block->stms, &goes_on, 1);
  block = emit_open(emit);
  number_step(lower, text, state, next);
  emit_close(emit, block);
  loop->body = body_new(emit->program, block->stms, next, STATES);
  Builder builder = emit_builder(emit);
  return build_infer(&builder, "number", exp_loop(emit->program, loop, inits, atom_i64(0)));
}

static Atom negated_if(AplLower *lower, Atom condition, Atom number) {
  return chosen(lower, condition, apl_op1(lower, OP_NEG, number), number);
}

// Digits and a power of ten, which is exact for those that a double holds.
static Atom scaled(AplLower *lower, Atom digits, Atom power) {
  Atom number = apl_op_convert(lower, OP_UITOFP, digits, SCALAR_F64);
  Atom size = apl_op_convert(lower, OP_SITOFP, apl_op1(lower, OP_SABS, power), SCALAR_F64);
  Atom ten = apl_op2(lower, OP_FPOW, apl_elem_double(10).part[0], size);
  return chosen(lower, apl_op2(lower, OP_SLT, power, atom_i64(0)),
                apl_op2(lower, OP_FDIV, number, ten), apl_op2(lower, OP_MUL, number, ten));
}

static Elem number_at(AplLower *lower, const Text *text, Atom place, AplKind kind) {
  Stm *loop = number_loop(lower, text, place);
  Atom state[STATES];
  for (size_t i = 0; i < STATES; i++)
    state[i] = atom_var(loop->vars[i]);
  int64_t wrong = kind == APL_INT ? MODE_WRONG | MODE_POINT | MODE_EXPONENT_PART : MODE_WRONG;
  Atom is_good = emit_not(&lower->emit, has_bit(lower, state[STATE_MODE], wrong));
  Atom is_negative = has_bit(lower, state[STATE_SIGNS], SIGN_NUMBER);
  if (kind == APL_INT) {
    Atom fits = apl_op2(lower, OP_OR, is_negative,
                        apl_op2(lower, OP_SLE, atom_i64(0), state[STATE_DIGITS]));
    Atom is_whole = apl_op2(lower, OP_EQ, state[STATE_POWER], atom_i64(0));
    is_good = emit_and(&lower->emit, is_good, emit_and(&lower->emit, is_whole, fits));
  }
  Atom where[1] = {apl_add(lower, place, atom_i64(1))};
  apl_check(lower, is_good, ERROR_APL_DOMAIN,
            kind == APL_INT ? "DOMAIN ERROR: the file has no int at character {}"
                            : "DOMAIN ERROR: the file has no number at character {}",
            where, 1);
  if (kind == APL_INT)
    return apl_int_low(lower, negated_if(lower, is_negative, state[STATE_DIGITS]));
  Atom is_small = has_bit(lower, state[STATE_SIGNS], SIGN_EXPONENT);
  Atom power =
      apl_add(lower, state[STATE_POWER], negated_if(lower, is_small, state[STATE_EXPONENT]));
  return apl_elem(kind, negated_if(lower, is_negative, scaled(lower, state[STATE_DIGITS], power)));
}

// The numbers of a file, between blanks, commas and line ends.
const AplValue *apl_read_numbers(AplLower *lower, const AplValue *path, AplKind kind) {
  Text text = load(lower, path);
  AplSpace space = apl_space_open(lower, text.length);
  Atom here = is_one_of(lower, byte_at(lower, &text, space.index), SEPARATORS);
  Atom before = apl_op2(lower, OP_SUB, space.index, atom_i64(1));
  Atom is_first = apl_op2(lower, OP_EQ, space.index, atom_i64(0));
  Atom behind =
      apl_op2(lower, OP_OR, is_first, is_one_of(lower, byte_at(lower, &text, before), SEPARATORS));
  Atom begins = emit_and(&lower->emit, behind, emit_not(&lower->emit, here));
  const AplValue *places = keep(lower, &space, begins, apl_elem_size(space.index));
  AplNest nest = apl_nest_open(lower, places->array.dims, 1);
  Atom place = apl_element(lower, &places->array, nest.index).part[0];
  return apl_nest_close(lower, &nest, number_at(lower, &text, place, kind));
}
