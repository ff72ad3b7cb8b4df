// Intrinsics on scalars.
#include "front/nesl/to_core_internal.h"

static bool is_float(const NeslType *type) { return nesl_type_resolve(type)->tag == NESL_T_FLOAT; }

static bool is_int(const NeslType *type) { return nesl_type_resolve(type)->tag == NESL_T_INT; }

Atom nesl_lower_compare(NeslLower *lower, Op signed_op, Op float_op, Op unsigned_op,
                        const NeslType *type, Atom a, Atom b) {
  Op op = is_int(type) ? signed_op : is_float(type) ? float_op : unsigned_op;
  return emit_binary(&lower->emit, "compared", op, a, b);
}

// ---- Arithmetic with checks ----

Atom nesl_lower_division(NeslLower *lower, Op op, Atom a, Atom b) {
  size_t mark = emit_mark(&lower->emit);
  if (b.var != NULL || atom_is_i64(b, 0))
    nesl_emit_check(lower, emit_binary(&lower->emit, "is_divisor", OP_NE, b, atom_i64(0)),
                    ERROR_RUN_DIVISION, "division of {} by zero", &a, 1);
  Atom result = emit_binary(&lower->emit, "quotient", op, a, b);
  emit_uncheck(&lower->emit, mark);
  return result;
}

Atom nesl_lower_power(NeslLower *lower, const NeslType *type, Atom a, Atom b) {
  if (is_float(type))
    return emit_binary(&lower->emit, "power", OP_FPOW, a,
                       emit_convert(&lower->emit, "exponent", OP_SITOFP, b, SCALAR_F64));
  size_t mark = emit_mark(&lower->emit);
  nesl_emit_check(lower, emit_binary(&lower->emit, "is_exponent", OP_SLE, atom_i64(0), b),
                  ERROR_RUN_DIVISION, "an integer to the power of {}", &b, 1);
  Atom result = emit_binary(&lower->emit, "power", OP_SPOW, a, b);
  emit_uncheck(&lower->emit, mark);
  return result;
}

Atom nesl_lower_code_char(NeslLower *lower, Atom code) {
  Atom is_code = emit_binary(&lower->emit, "is_code", OP_ULT, code, atom_i64(256));
  size_t mark = emit_mark(&lower->emit);
  nesl_emit_check(lower, is_code, ERROR_RUN_ASSERT, "{} is not the code of a character", &code, 1);
  Atom result = emit_convert(&lower->emit, "char", OP_SEXT, code, SCALAR_I8);
  emit_uncheck(&lower->emit, mark);
  return result;
}

Atom nesl_lower_radicand(NeslLower *lower, Atom a) {
  size_t mark = emit_mark(&lower->emit);
  nesl_emit_check(lower, emit_binary(&lower->emit, "is_natural", OP_SLE, atom_i64(0), a),
                  ERROR_RUN_DIVISION, "the integer root of {}", &a, 1);
  Atom result = emit_binary(&lower->emit, "radicand", OP_SMAX, a, atom_i64(0));
  emit_uncheck(&lower->emit, mark);
  return result;
}

// Floats in the order of their bits: those of negative ones are flipped.
Atom nesl_lower_sort_key(NeslLower *lower, const NeslType *type, Atom a) {
  if (is_int(type)) return a;
  if (nesl_type_resolve(type)->tag == NESL_T_BOOL)
    return emit_convert(&lower->emit, "key", OP_BTOI, a, SCALAR_I64);
  if (!is_float(type)) return emit_convert(&lower->emit, "key", OP_ZEXT, a, SCALAR_I64);
  Atom bits = emit_convert(&lower->emit, "bits", OP_BITCAST, a, SCALAR_I64);
  Atom sign = emit_binary(&lower->emit, "sign", OP_ASHR, bits, atom_i64(63));
  Atom flips = emit_binary(&lower->emit, "flips", OP_LSHR, sign, atom_i64(1));
  return emit_binary(&lower->emit, "key", OP_XOR, bits, flips);
}

Atom nesl_lower_order_key(NeslLower *lower, const NeslType *type, Atom a) {
  if (is_float(type))
    a = emit_binary(&lower->emit, "positive_zero", OP_ADD, a,
                    atom_constant(constant_float(SCALAR_F64, 0.0)));
  return nesl_lower_sort_key(lower, type, a);
}

Atom nesl_lower_order_value(NeslLower *lower, const NeslType *type, Atom key) {
  if (is_int(type)) return key;
  if (nesl_type_resolve(type)->tag == NESL_T_BOOL)
    return emit_binary(&lower->emit, "value", OP_NE, key, atom_i64(0));
  if (!is_float(type)) return emit_convert(&lower->emit, "value", OP_SEXT, key, SCALAR_I8);
  Atom sign = emit_binary(&lower->emit, "sign", OP_ASHR, key, atom_i64(63));
  Atom flips = emit_binary(&lower->emit, "flips", OP_LSHR, sign, atom_i64(1));
  Atom bits = emit_binary(&lower->emit, "bits", OP_XOR, key, flips);
  return emit_convert(&lower->emit, "value", OP_BITCAST, bits, SCALAR_F64);
}

Atom nesl_lower_sign(NeslLower *lower, const NeslType *type, Atom a) {
  if (!is_float(type)) return emit_unary(&lower->emit, "sign", OP_SSGN, a);
  return emit_convert(&lower->emit, "sign", OP_FPTOSI, emit_unary(&lower->emit, "sign", OP_FSGN, a),
                      SCALAR_I64);
}

// ---- Pseudo-random numbers ----

// The mixing function of splitmix64, of which every bit of the result depends on all of the
// operand.
static Atom lower_mix(NeslLower *lower, Atom bits) {
  static const struct {
    int64_t shift;
    uint64_t factor;
  } STEPS[] = {{30, 0xbf58476d1ce4e5b9u}, {27, 0x94d049bb133111ebu}, {31, 1}};
  for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
    Atom high = emit_binary(&lower->emit, "high", OP_LSHR, bits, atom_i64(STEPS[i].shift));
    bits = emit_binary(&lower->emit, "bits", OP_XOR, bits, high);
    bits = emit_size(&lower->emit, OP_MUL, bits, atom_i64((int64_t)STEPS[i].factor));
  }
  return bits;
}

Atom nesl_lower_random_bits(NeslLower *lower) {
  Atom bits = atom_i64((int64_t)(++lower->rand_count * 0x9e3779b97f4a7c15u));
  if (lower->seed.var != NULL)
    bits = lower_mix(lower, emit_binary(&lower->emit, "bits", OP_ADD, bits, lower->seed));
  for (const EmitBlock *block = lower->emit.block; block != NULL; block = block->parent)
    for (size_t i = 0; i < block->bound.count; i++)
      bits = lower_mix(
          lower, emit_binary(&lower->emit, "bits", OP_ADD, bits, atom_var(block->bound.data[i])));
  return bits;
}

Atom nesl_lower_rand(NeslLower *lower, const NeslType *type, Atom a) {
  Atom seed = is_float(type) ? emit_convert(&lower->emit, "seed", OP_BITCAST, a, SCALAR_I64) : a;
  Atom bits = nesl_lower_random_bits(lower);
  bits = lower_mix(lower, emit_binary(&lower->emit, "bits", OP_ADD, bits, seed));
  size_t mark = emit_mark(&lower->emit);
  Atom zero = is_float(type) ? atom_constant(constant_float(SCALAR_F64, 0.0)) : atom_i64(0);
  Op less = is_float(type) ? OP_FLT : OP_SLT;
  nesl_emit_check(lower, emit_binary(&lower->emit, "is_positive", less, zero, a), ERROR_RUN_ASSERT,
                  "a random number below {}", &a, 1);
  Atom result;
  if (is_float(type)) {
    bits = emit_binary(&lower->emit, "bits", OP_LSHR, bits, atom_i64(11));
    Atom fraction = emit_convert(&lower->emit, "fraction", OP_SITOFP, bits, SCALAR_F64);
    Atom scale = atom_constant(constant_float(SCALAR_F64, 0x1p-53));
    fraction = emit_binary(&lower->emit, "fraction", OP_MUL, fraction, scale);
    result = emit_binary(&lower->emit, "random", OP_MUL, fraction, a);
  } else {
    bits = emit_binary(&lower->emit, "bits", OP_LSHR, bits, atom_i64(1));
    result = emit_binary(&lower->emit, "random", OP_SMOD, bits, a);
  }
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Rounding ----

// The conversion takes large floats to the nearest integer, but infinities to 0.
Atom nesl_lower_rounded(NeslLower *lower, Op op, Atom a) {
  Atom large = atom_constant(constant_float(SCALAR_F64, 0x1p64));
  large = emit_binary(&lower->emit, "large", OP_COPYSIGN, large, a);
  a = emit_select(&lower->emit, emit_unary(&lower->emit, "is_infinite", OP_ISINF, a), large, a);
  if (op != OP_TRUNC) a = emit_unary(&lower->emit, "rounded", op, a);
  return emit_convert(&lower->emit, "int", OP_FPTOSI, a, SCALAR_I64);
}

// ---- By type ----

Atom nesl_lower_divide(NeslLower *lower, const NeslType *type, Atom a, Atom b) {
  if (is_float(type)) return emit_binary(&lower->emit, "quotient", OP_FDIV, a, b);
  return nesl_lower_division(lower, OP_SQUOT, a, b);
}

Atom nesl_lower_extreme(NeslLower *lower, const NeslType *type, Atom a, Atom b, bool is_greatest) {
  if (nesl_type_resolve(type)->tag == NESL_T_BOOL)
    return emit_binary(&lower->emit, "extreme", is_greatest ? OP_OR : OP_AND, a, b);
  if (is_greatest) return nesl_lower_compare(lower, OP_SMAX, OP_FMAX, OP_UMAX, type, a, b);
  return nesl_lower_compare(lower, OP_SMIN, OP_FMIN, OP_UMIN, type, a, b);
}

Atom nesl_lower_negated(NeslLower *lower, Op op, Atom a, Atom b) {
  return emit_unary(&lower->emit, "negated", OP_NOT, emit_binary(&lower->emit, "both", op, a, b));
}

Atom nesl_lower_abs(NeslLower *lower, const NeslType *type, Atom a) {
  return emit_unary(&lower->emit, "abs", is_float(type) ? OP_FABS : OP_SABS, a);
}
