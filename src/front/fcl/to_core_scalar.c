// Scalars: operators, and the two widths of lengths.
#include "front/fcl/to_core_internal.h"

Atom fcl_int(int64_t value) { return atom_constant(constant_int(SCALAR_I32, value)); }

Atom fcl_number(Scalar scalar, int64_t value) {
  if (scalar == SCALAR_BOOL) return atom_bool(value != 0);
  bool is_float = scalar_info(scalar)->class == CLASS_FLOAT;
  return atom_constant(is_float ? constant_float(scalar, (double)value)
                                : constant_int(scalar, value));
}

bool fcl_is_constant(Atom atom, int64_t *value) {
  if (atom.var != NULL || atom.constant.type != SCALAR_I32) return false;
  *value = constant_to_i64(atom.constant);
  return true;
}

bool fcl_is_int(Atom atom, int64_t value) {
  int64_t known = 0;
  return fcl_is_constant(atom, &known) && known == value;
}

bool fcl_is_visible(const FclLower *lower, const EmitBlock *block) {
  for (const EmitBlock *at = lower->emit.block; at != NULL; at = at->parent)
    if (at == block) return true;
  return false;
}

// ---- Folding ----

static bool fold_ints(Op op, int32_t a, int32_t b, Atom *result) {
  switch ((int)op) {
  case OP_ADD: *result = fcl_int(add_i32(a, b)); return true;
  case OP_SUB: *result = fcl_int(sub_i32(a, b)); return true;
  case OP_MUL: *result = fcl_int(mul_i32(a, b)); return true;
  case OP_AND: *result = fcl_int(a & b); return true;
  case OP_OR: *result = fcl_int(a | b); return true;
  case OP_XOR: *result = fcl_int(a ^ b); return true;
  case OP_SHL: *result = fcl_int(shl_i32(a, b)); return true;
  case OP_LSHR: *result = fcl_int(lshr_i32(a, b)); return true;
  case OP_ASHR: *result = fcl_int(ashr_i32(a, b)); return true;
  case OP_SMIN: *result = fcl_int(a < b ? a : b); return true;
  case OP_SMAX: *result = fcl_int(a > b ? a : b); return true;
  case OP_EQ: *result = atom_bool(a == b); return true;
  case OP_NE: *result = atom_bool(a != b); return true;
  case OP_SLT: *result = atom_bool(a < b); return true;
  case OP_SLE: *result = atom_bool(a <= b); return true;
  default: break; // others are left to the passes
  }
  bool is_safe = b != 0 && !(a == INT32_MIN && b == -1);
  if (is_safe && op == OP_SQUOT) return *result = fcl_int(a / b), true;
  if (is_safe && op == OP_SREM) return *result = fcl_int(a % b), true;
  return false;
}

static bool fold(Op op, Atom a, Atom b, Atom *result) {
  int64_t left = 0, right = 0;
  bool is_left = fcl_is_constant(a, &left), is_right = fcl_is_constant(b, &right);
  if (is_left && is_right) return fold_ints(op, (int32_t)left, (int32_t)right, result);
  if (is_right && right == 0 && (op == OP_ADD || op == OP_SUB)) return *result = a, true;
  if (is_left && left == 0 && op == OP_ADD) return *result = b, true;
  if (is_right && right == 1 && (op == OP_MUL || op == OP_SQUOT)) return *result = a, true;
  if (is_left && left == 1 && op == OP_MUL) return *result = b, true;
  if (((is_left && left == 0) || (is_right && right == 0)) && op == OP_MUL)
    return *result = fcl_int(0), true;
  if (is_right && right == 1 && op == OP_SREM) return *result = fcl_int(0), true;
  bool is_bool = a.var == NULL && b.var == NULL && a.constant.type == SCALAR_BOOL;
  if (is_bool && op == OP_AND)
    return *result = atom_bool(a.constant.value.b && b.constant.value.b), true;
  if (is_bool && op == OP_OR)
    return *result = atom_bool(a.constant.value.b || b.constant.value.b), true;
  return false;
}

// ---- Where it is computed ----

static const char *op_name(Op op) { return op_info(op)->text; }

// Ints that nothing can go wrong with are computed as far out as their operands are, so that sizes
// of a block's arrays are known before it starts.
static bool is_free(Op op, Atom b) {
  int64_t divisor = 0;
  switch ((int)op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_SMIN:
  case OP_SMAX:
  case OP_EQ:
  case OP_NE:
  case OP_SLT:
  case OP_SLE:
  case OP_ULT: return true;
  case OP_SQUOT:
  case OP_SREM: return fcl_is_constant(b, &divisor) && divisor > 0;
  default: return false; // it may fail, or is no operation on ints
  }
}

static bool is_bound_in(const FclLower *lower, const EmitBlock *block, Atom atom) {
  for (size_t i = 0; i < block->bound.count; i++)
    if (block->bound.data[i] == atom.var) return true;
  return map_get(lower->homes, map_key(atom.var)) == block;
}

// How many blocks further out something is bound; 0 if that is not known. Nothing leaves the floor.
static size_t steps_out(const FclLower *lower, Atom atom) {
  size_t steps = 0, limit = SIZE_MAX;
  for (const EmitBlock *at = lower->emit.block; at != NULL; at = at->parent, steps++) {
    if (limit == SIZE_MAX && at == lower->floor) limit = steps;
    bool is_outermost = at->parent == NULL;
    if (atom.var == NULL ? is_outermost : is_bound_in(lower, at, atom))
      return steps < limit ? steps : limit;
  }
  return 0;
}

// The block from which on both are in sight.
static EmitBlock *home_of(const FclLower *lower, Atom a, Atom b) {
  size_t left = steps_out(lower, a), right = steps_out(lower, b);
  EmitBlock *home = lower->emit.block;
  for (size_t steps = left < right ? left : right; steps > 0; steps--)
    home = home->parent;
  return home;
}

typedef struct FclMove {
  EmitBlock *block;
  VarVec certs;
} FclMove;

// Statements go to a block around until move_back. Nothing that is certified there is needed.
static FclMove move_to(FclLower *lower, EmitBlock *home) {
  FclMove move = {lower->emit.block, lower->emit.certs};
  if (home == move.block) return move;
  lower->emit.block = home;
  lower->emit.certs = (VarVec){0};
  return move;
}

static void move_back(FclLower *lower, FclMove move, Atom result) {
  if (result.var != NULL) map_put(lower->homes, map_key(result.var), lower->emit.block);
  lower->emit.block = move.block;
  lower->emit.certs = move.certs;
}

Atom fcl_scalar(FclLower *lower, Op op, Atom a, Atom b) {
  Emitter *emit = &lower->emit;
  Atom result;
  if (fold(op, a, b, &result)) return result;
  for (const EmitBlock *block = emit->block; block != NULL; block = block->parent)
    for (size_t i = block->facts.count; i-- > 0;) {
      const SizeFact *fact = &block->facts.data[i];
      if (fact->op == op && atom_equal(fact->left, a) && atom_equal(fact->right, b))
        return fact->result;
    }
  FclMove move = move_to(lower, is_free(op, b) ? home_of(lower, a, b) : emit->block);
  result = emit_binary(emit, op_name(op), op, a, b);
  SizeFact fact = {.op = op, .left = a, .right = b, .result = result};
  vec_push(lower->arena, &emit->block->facts, fact);
  move_back(lower, move, result);
  return result;
}

Atom fcl_unary(FclLower *lower, Op op, Atom a) {
  int64_t value = 0;
  if (op == OP_NOT && a.var == NULL && a.constant.type == SCALAR_BOOL)
    return atom_bool(!a.constant.value.b);
  if (fcl_is_constant(a, &value)) {
    if (op == OP_NEG) return fcl_int(neg_i32((int32_t)value));
    if (op == OP_CLZ) return fcl_int(clz_i32((int32_t)value));
  }
  return emit_unary(&lower->emit, op_name(op), op, a);
}

Atom fcl_convert(FclLower *lower, Op op, Atom a, Scalar to) {
  int64_t value = 0;
  if (op == OP_SEXT && to == SCALAR_I64 && fcl_is_constant(a, &value)) return atom_i64(value);
  if (op == OP_SEXT && to == SCALAR_I32 && a.var == NULL && a.constant.type == SCALAR_I64)
    return fcl_int(constant_to_i64(a.constant));
  return emit_convert(&lower->emit, op_name(op), op, a, to);
}

// ---- Operators ----

static void check_divisor(FclLower *lower, Atom a, Atom b) {
  int64_t value = 0;
  if (fcl_is_constant(b, &value) && value != 0) return;
  Atom zero = fcl_number(atom_type(b)->scalar, 0);
  fcl_check_run(lower, fcl_scalar(lower, OP_NE, b, zero), ERROR_RUN_DIVISION,
                "division of {} by zero", &a, 1);
}

static Op operator_op(FclOperator op, bool is_float) {
  switch (op) {
  case FCL_OPERATOR_EQ: return OP_EQ;
  case FCL_OPERATOR_NE: return OP_NE;
  case FCL_OPERATOR_LT:
  case FCL_OPERATOR_GT: return is_float ? OP_FLT : OP_SLT;
  case FCL_OPERATOR_LE:
  case FCL_OPERATOR_GE: return is_float ? OP_FLE : OP_SLE;
  case FCL_OPERATOR_SHL: return OP_SHL;
  case FCL_OPERATOR_SHR: return OP_ASHR;
  case FCL_OPERATOR_AND: return OP_AND;
  case FCL_OPERATOR_XOR: return OP_XOR;
  case FCL_OPERATOR_OR: return OP_OR;
  case FCL_OPERATOR_ADD: return OP_ADD;
  case FCL_OPERATOR_SUB: return OP_SUB;
  case FCL_OPERATOR_MUL: return OP_MUL;
  case FCL_OPERATOR_DIV: return is_float ? OP_FDIV : OP_SQUOT;
  case FCL_OPERATOR_MOD: return is_float ? OP_FMOD : OP_SREM;
  case FCL_OPERATOR_PIPE:
  case FCL_OPERATOR_COUNT: break;
  }
  INTERNAL_ERROR("an operator that is none");
}

Atom fcl_binary(FclLower *lower, FclOperator op, Atom a, Atom b) {
  Scalar type = atom_type(a)->scalar;
  Op core = operator_op(op, scalar_info(type)->class == CLASS_FLOAT);
  if (op == FCL_OPERATOR_GT || op == FCL_OPERATOR_GE) return fcl_scalar(lower, core, b, a);
  size_t mark = emit_mark(&lower->emit);
  if (core == OP_SQUOT || core == OP_SREM) check_divisor(lower, a, b);
  Atom result = fcl_scalar(lower, core, a, b);
  emit_uncheck(&lower->emit, mark);
  return result;
}

// ---- Trying things out ----

FclProbe fcl_probe_open(FclLower *lower) {
  FclProbe probe = {emit_mark(&lower->emit), emit_open(&lower->emit), lower->floor};
  lower->floor = probe.block;
  return probe;
}

void fcl_probe_close(FclLower *lower, FclProbe probe) {
  emit_close(&lower->emit, probe.block);
  emit_uncheck(&lower->emit, probe.mark);
  lower->floor = probe.floor;
}

// ---- Lengths and sizes ----

typedef struct FclConversion {
  Atom atom;
  const EmitBlock *block;
} FclConversion;

static void note(FclLower *lower, Map *map, Atom from, Atom to) {
  FclConversion *conversion = arena_make(lower->arena, FclConversion);
  *conversion = (FclConversion){to, lower->emit.block};
  if (from.var != NULL) map_put(map, map_key(from.var), conversion);
}

static const FclConversion *known(const FclLower *lower, const Map *map, Atom from) {
  const FclConversion *conversion = map_get(map, map_key(from.var));
  return conversion != NULL && fcl_is_visible(lower, conversion->block) ? conversion : NULL;
}

void fcl_note_size(FclLower *lower, Atom size, Atom length) {
  note(lower, lower->sizes, length, size);
  note(lower, lower->lengths, size, length);
}

Atom fcl_size(FclLower *lower, Atom length) {
  if (length.var == NULL) return fcl_convert(lower, OP_SEXT, length, SCALAR_I64);
  const FclConversion *conversion = known(lower, lower->sizes, length);
  if (conversion != NULL) return conversion->atom;
  FclMove move = move_to(lower, home_of(lower, length, length));
  Atom size = fcl_convert(lower, OP_SEXT, length, SCALAR_I64);
  fcl_note_size(lower, size, length);
  move_back(lower, move, size);
  return size;
}

Atom fcl_length(FclLower *lower, Atom size) {
  if (size.var == NULL) return fcl_convert(lower, OP_SEXT, size, SCALAR_I32);
  const FclConversion *conversion = known(lower, lower->lengths, size);
  if (conversion != NULL) return conversion->atom;
  FclMove move = move_to(lower, home_of(lower, size, size));
  Atom length = fcl_convert(lower, OP_SEXT, size, SCALAR_I32);
  fcl_note_size(lower, size, length);
  move_back(lower, move, length);
  return length;
}

Atom fcl_checked_size(FclLower *lower, Atom length) {
  int64_t value = 0;
  if (!fcl_is_constant(length, &value) || value < 0)
    fcl_check_run(lower, fcl_scalar(lower, OP_SLE, fcl_int(0), length), ERROR_RUN_COUNT,
                  "an array cannot have {} elements", &length, 1);
  return fcl_size(lower, length);
}

// Everything after it hangs on the check. The minimum says how large the length is wherever it is
// used.
Atom fcl_count(FclLower *lower, Atom size) {
  Atom most = atom_i64(FCL_LENGTH_MOST);
  Atom counted = emit_binary(&lower->emit, "counted", OP_SMIN, size, most);
  fcl_check_run(lower, fcl_scalar(lower, OP_SLE, size, most), ERROR_FCL_LENGTH,
                "an array has {} elements, which is more than 2147418112", &size, 1);
  return fcl_length(lower, counted);
}
