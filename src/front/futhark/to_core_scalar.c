// Intrinsics on scalars: the table intrinsics.def, checks of division, and conversions.
#include <string.h>

#include "front/futhark/to_core_intrinsic.h"

typedef struct ScalarOps {
  const char *name;
  size_t arity;
  Op is_signed, is_unsigned, is_float, is_bool; // OP_COUNT where there is none
} ScalarOps;

static const ScalarOps SCALARS[] = {
#define SCALAR(name, arity, s, u, f, b) {name, arity, OP_##s, OP_##u, OP_##f, OP_##b},
#define INTRINSIC(name, arity, implementation)
#include "front/futhark/intrinsics.def"
#undef SCALAR
#undef INTRINSIC
};

static const ScalarOps *scalar_find(const char *name) {
  for (size_t i = 0; i < sizeof SCALARS / sizeof *SCALARS; i++)
    if (strcmp(SCALARS[i].name, name) == 0) return &SCALARS[i];
  return NULL;
}

static Op scalar_op(const ScalarOps *ops, FutPrim prim) {
  if (prim == FUT_PRIM_BOOL) return ops->is_bool;
  if (fut_prim_is_float(prim)) return ops->is_float;
  return fut_prim_is_signed(prim) ? ops->is_signed : ops->is_unsigned;
}

static const char *division_message(Op op) {
  if (op == OP_UDIV) return "division by zero: {:u} / 0.";
  if (op == OP_UMOD) return "division by zero: {:u} % 0.";
  bool is_rest = op == OP_SMOD || op == OP_SREM;
  return is_rest ? "division by zero: {} % 0." : "division by zero: {} / 0.";
}

// A divisor is not zero; an exponent not negative.
static void check_operand(FutLower *lower, Op op, const Atom *operands, FutPrim prim) {
  Atom operand = operands[1];
  bool divides = op == OP_SDIV || op == OP_UDIV || op == OP_SMOD || op == OP_UMOD ||
                 op == OP_SQUOT || op == OP_SREM;
  if (!divides && op != OP_SPOW) return;
  int64_t known = operand.var == NULL ? constant_to_i64(operand.constant) : 0;
  if (divides ? known != 0 : operand.var == NULL && known >= 0) return;
  Atom zero = prim_int(prim, 0);
  if (divides) {
    Atom is_right = emit_binary(&lower->emit, "is_nonzero", OP_NE, operand, zero);
    emit_check(&lower->emit, is_right, ERROR_RUN_DIVISION, division_message(op), operands, 1);
  } else {
    Atom is_right = emit_binary(&lower->emit, "is_natural", OP_SLE, zero, operand);
    emit_check(&lower->emit, is_right, ERROR_RUN_DIVISION, "negative exponent {}.", &operand, 1);
  }
}

static FutPrim scalar_result(Op op, FutPrim prim) {
  OpShape shape = op_info(op)->shape;
  if (shape == SHAPE_COMPARE || shape == SHAPE_TEST) return FUT_PRIM_BOOL;
  return shape == SHAPE_TALLY ? FUT_PRIM_I32 : prim;
}

static Static *lower_scalar(FutLower *lower, const FutCall *call, const ScalarOps *ops) {
  FutPrim prim = call->args[0]->layout->prim;
  Op op = scalar_op(ops, prim);
  if (op == OP_COUNT && strcmp(ops->name, "abs") == 0) return call->args[0];
  if (op == OP_COUNT) INTERNAL_ERROR("`%s` on %s", ops->name, fut_prim_text(prim));
  Atom atoms[3];
  for (size_t i = 0; i < call->count; i++)
    atoms[i] = static_atom(call->args[i]);
  size_t mark = emit_mark(&lower->emit);
  if (call->count == 2) check_operand(lower, op, atoms, prim);
  Var *var = emit_let(&lower->emit, op_info(op)->text,
                      exp_new(lower->emit.program, op, atoms, call->count));
  emit_uncheck(&lower->emit, mark);
  return static_scalar(lower, scalar_result(op, prim), atom_var(var));
}

Static *lower_greater(FutLower *lower, const FutCall *call) {
  FutCall flipped = *call;
  Static *args[2] = {call->args[1], call->args[0]};
  flipped.args = args;
  bool is_strict = strcmp(call->value->name, ">") == 0;
  return lower_scalar(lower, &flipped, scalar_find(is_strict ? "<" : "<="));
}

Static *lower_equal(FutLower *lower, const FutCall *call) {
  return static_scalar(lower, FUT_PRIM_BOOL, static_equal(lower, call->args[0], call->args[1]));
}

Static *lower_unequal(FutLower *lower, const FutCall *call) {
  if (call->args[0]->layout->kind == LAYOUT_PRIM)
    return static_scalar(lower, FUT_PRIM_BOOL,
                         emit_binary(&lower->emit, "unequal", OP_NE, static_atom(call->args[0]),
                                     static_atom(call->args[1])));
  Atom is_equal = static_equal(lower, call->args[0], call->args[1]);
  return static_scalar(lower, FUT_PRIM_BOOL, emit_not(&lower->emit, is_equal));
}

// ---- Conversions ----

// Between integers the bits are kept: a narrower one is extended by its sign only where both know
// signs, so that `u64.i32 (-1)` is 4294967295.
static bool integer_keeps_sign(FutPrim from, FutPrim to) {
  return fut_prim_is_signed(from) && fut_prim_is_signed(to);
}

static Op convert_op(FutPrim from, FutPrim to) {
  if (to == FUT_PRIM_BOOL) return OP_NTOB;
  if (from == FUT_PRIM_BOOL) return OP_BTOI;
  bool is_signed = fut_prim_is_signed(from);
  if (fut_prim_is_float(from) && fut_prim_is_float(to)) return OP_FPCONV;
  if (fut_prim_is_float(from)) return fut_prim_is_signed(to) ? OP_FPTOSI : OP_FPTOUI;
  if (fut_prim_is_float(to)) return is_signed ? OP_SITOFP : OP_UITOFP;
  return integer_keeps_sign(from, to) ? OP_SEXT : OP_ZEXT;
}

// Integer constants are converted here: most conversions of literals are sizes.
static bool convert_constant(FutPrim from, FutPrim to, Atom *atom) {
  bool is_int = from != FUT_PRIM_BOOL && to != FUT_PRIM_BOOL && !fut_prim_is_float(from) &&
                !fut_prim_is_float(to);
  if (!is_int || atom->var != NULL) return false;
  int64_t value = constant_to_i64(atom->constant);
  int bits = fut_prim_bits(from);
  if (!integer_keeps_sign(from, to) && bits < 64) value &= ((int64_t)1 << bits) - 1;
  *atom = prim_int(to, value);
  return true;
}

static FutPrim result_prim(const FutCall *call) {
  if (call->result == NULL || call->result->kind != LAYOUT_PRIM)
    INTERNAL_ERROR("`%s` does not give a scalar", call->value->name);
  return call->result->prim;
}

Static *lower_convert(FutLower *lower, const FutCall *call) {
  FutPrim from = call->args[0]->layout->prim, to = result_prim(call);
  Atom atom = static_atom(call->args[0]);
  bool is_same_scalar = prim_scalar(from) == prim_scalar(to);
  if (is_same_scalar || convert_constant(from, to, &atom)) return static_scalar(lower, to, atom);
  return static_scalar(
      lower, to,
      emit_convert(&lower->emit, fut_prim_text(to), convert_op(from, to), atom, prim_scalar(to)));
}

Static *lower_bitcast(FutLower *lower, const FutCall *call) {
  FutPrim from = call->args[0]->layout->prim, to = result_prim(call);
  Atom atom = static_atom(call->args[0]);
  if (prim_scalar(from) != prim_scalar(to))
    atom = emit_convert(&lower->emit, "bits", OP_BITCAST, atom, prim_scalar(to));
  return static_scalar(lower, to, atom);
}

// ---- The table ----

typedef struct FutIntrinsic {
  const char *name;
  size_t arity;
  LowerIntrinsic *lower;
} FutIntrinsic;

static const FutIntrinsic INTRINSICS[] = {
#define SCALAR(name, arity, s, u, f, b)
#define INTRINSIC(name, arity, implementation) {name, arity, lower_##implementation},
#include "front/futhark/intrinsics.def"
#undef SCALAR
#undef INTRINSIC
};

Scalar prim_scalar(FutPrim prim) {
  switch (prim) {
  case FUT_PRIM_I8:
  case FUT_PRIM_U8: return SCALAR_I8;
  case FUT_PRIM_I16:
  case FUT_PRIM_U16: return SCALAR_I16;
  case FUT_PRIM_I32:
  case FUT_PRIM_U32: return SCALAR_I32;
  case FUT_PRIM_I64:
  case FUT_PRIM_U64: return SCALAR_I64;
  case FUT_PRIM_F16: return SCALAR_F16;
  case FUT_PRIM_F32: return SCALAR_F32;
  case FUT_PRIM_F64: return SCALAR_F64;
  case FUT_PRIM_BOOL: return SCALAR_BOOL;
  case FUT_PRIM_NONE: break;
  }
  INTERNAL_ERROR("a scalar type without a name");
}

Atom prim_int(FutPrim prim, int64_t value) {
  if (prim == FUT_PRIM_BOOL) return atom_bool(value != 0);
  Scalar scalar = prim_scalar(prim);
  if (fut_prim_is_float(prim)) return atom_constant(constant_float(scalar, (double)value));
  return atom_constant(constant_int(scalar, value));
}

Atom atom_as_size(Atom atom) {
  return atom.var == NULL && constant_to_i64(atom.constant) < 0 ? atom_i64(0) : atom;
}

static const FutIntrinsic *intrinsic_find(const char *name) {
  for (size_t i = 0; i < sizeof INTRINSICS / sizeof *INTRINSICS; i++)
    if (strcmp(INTRINSICS[i].name, name) == 0) return &INTRINSICS[i];
  return NULL;
}

size_t intrinsic_arity(const FutValue *value) {
  const ScalarOps *ops = scalar_find(value->name);
  if (ops != NULL) return ops->arity;
  const FutIntrinsic *intrinsic = intrinsic_find(value->name);
  if (intrinsic == NULL) INTERNAL_ERROR("no intrinsic `%s`", value->name);
  return intrinsic->arity;
}

Static *lower_intrinsic(FutLower *lower, const FutCall *call) {
  const ScalarOps *ops = scalar_find(call->value->name);
  if (ops != NULL) return lower_scalar(lower, call, ops);
  return intrinsic_find(call->value->name)->lower(lower, call);
}
