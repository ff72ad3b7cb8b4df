// Statements: where they go, the checks they need, and small arithmetic.
#include <stdarg.h>

#include "front/futhark/to_core_internal.h"

Builder lower_builder(Lower *lower) {
  Builder builder = builder_new(lower->program, &lower->block->stms, lower->span);
  builder.certs = lower->certs.data;
  builder.cert_count = lower->certs.count;
  return builder;
}

Block *lower_open(Lower *lower) {
  Block *block = arena_make(lower->arena, Block);
  block->parent = lower->block;
  lower->block = block;
  return block;
}

void lower_close(Lower *lower, Block *block) { lower->block = block->parent; }

bool block_binds(const Block *block, const Var *var) {
  for (size_t i = 0; i < block->stms.count; i++) {
    const Stm *stm = block->stms.data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k] == var) return true;
  }
  return false;
}

Var *emit_let(Lower *lower, const char *name, Exp *exp) {
  Builder builder = lower_builder(lower);
  return build_let(&builder, name, exp);
}

Var *emit_shaped(Lower *lower, const char *name, Exp *exp, const Type *type) {
  Builder builder = lower_builder(lower);
  Var *var = var_new(lower->program, name, type, lower->span);
  build_stm(&builder, exp, &var, 1);
  return var;
}

Atom emit_unary(Lower *lower, const char *name, Op op, Atom a) {
  Builder builder = lower_builder(lower);
  return build_unary(&builder, name, op, a);
}

Atom emit_binary(Lower *lower, const char *name, Op op, Atom a, Atom b) {
  Builder builder = lower_builder(lower);
  return build_binary(&builder, name, op, a, b);
}

Atom emit_convert(Lower *lower, const char *name, Op op, Atom a, Scalar to) {
  Builder builder = lower_builder(lower);
  return build_convert(&builder, name, op, a, to);
}

Atom emit_select(Lower *lower, Atom condition, Atom a, Atom b) {
  if (atom_equal(a, b)) return a;
  if (condition.var == NULL) return condition.constant.value.b ? a : b;
  Atom args[3] = {condition, a, b};
  return atom_var(emit_let(lower, "chosen", exp_new(lower->program, OP_SELECT, args, 3)));
}

static bool is_constant_bool(Atom atom, bool value) {
  return atom.var == NULL && atom.constant.value.b == value;
}

Atom emit_and(Lower *lower, Atom a, Atom b) {
  if (is_constant_bool(a, true) || is_constant_bool(b, false)) return b;
  if (is_constant_bool(b, true) || is_constant_bool(a, false)) return a;
  return emit_binary(lower, "both", OP_AND, a, b);
}

Atom emit_not(Lower *lower, Atom a) {
  if (a.var == NULL) return atom_bool(!a.constant.value.b);
  return emit_unary(lower, "not", OP_NOT, a);
}

// ---- Sizes ----

static bool size_fold(Op op, Atom a, Atom b, Atom *result) {
  if (a.var == NULL && b.var == NULL) {
    int64_t left = a.constant.value.i64, right = b.constant.value.i64;
    if (op == OP_ADD) *result = atom_i64(add_i64(left, right));
    if (op == OP_SUB) *result = atom_i64(sub_i64(left, right));
    if (op == OP_MUL) *result = atom_i64(mul_i64(left, right));
    return op == OP_ADD || op == OP_SUB || op == OP_MUL;
  }
  if ((op == OP_ADD || op == OP_SUB) && is_i64(b, 0)) return *result = a, true;
  if (op == OP_ADD && is_i64(a, 0)) return *result = b, true;
  if (op == OP_MUL && is_i64(b, 1)) return *result = a, true;
  if (op == OP_MUL && is_i64(a, 1)) return *result = b, true;
  return false;
}

Atom atom_as_size(Atom atom) {
  return atom.var == NULL && constant_to_i64(atom.constant) < 0 ? atom_i64(0) : atom;
}

Atom emit_size(Lower *lower, Op op, Atom a, Atom b) {
  Atom result;
  if (size_fold(op, a, b, &result)) return result;
  for (const Block *block = lower->block; block != NULL; block = block->parent)
    for (size_t i = 0; i < block->facts.count; i++) {
      const SizeFact *fact = &block->facts.data[i];
      if (fact->op == op && atom_equal(fact->left, a) && atom_equal(fact->right, b))
        return fact->result;
    }
  result = emit_binary(lower, "size", op, a, b);
  SizeFact fact = {.op = op, .left = a, .right = b, .result = result};
  vec_push(lower->arena, &lower->block->facts, fact);
  return result;
}

// ---- Checks ----

void lower_check(Lower *lower, Atom condition, const char *message, const Atom *values,
                 size_t count) {
  if (lower->is_unsafe || is_constant_bool(condition, true)) return;
  Name text = intern_str(lower->names, message);
  Var *cert = emit_let(lower, "check", exp_assert(lower->program, condition, text, values, count));
  vec_push(lower->arena, &lower->certs, cert);
}

size_t lower_mark(const Lower *lower) { return lower->certs.count; }

void lower_uncheck(Lower *lower, size_t mark) { lower->certs.count = mark; }

_Noreturn void lower_unsupported(Lower *lower, Span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(lower->diag, ERROR_FUTHARK_UNSUPPORTED, span, format, arguments);
  va_end(arguments);
  longjmp(lower->escape, 1);
}

// ---- Scalars ----

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

const char *core_name(const char *name, const char *otherwise) {
  if (name == NULL || name[0] == '\0') return otherwise;
  bool is_letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
  return is_letter || name[0] == '_' ? name : otherwise;
}
