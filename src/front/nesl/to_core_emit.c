// Statements: where they go, the checks they need, and small arithmetic.
#include "front/nesl/to_core_internal.h"

Builder nesl_lower_builder(Lower *lower) {
  Builder builder = builder_new(lower->program, &lower->block->stms, lower->span);
  builder.certs = lower->certs.data;
  builder.cert_count = lower->certs.count;
  return builder;
}

Block *nesl_block_open(Lower *lower) {
  Block *block = arena_make(lower->arena, Block);
  block->parent = lower->block;
  lower->block = block;
  return block;
}

void nesl_block_close(Lower *lower, Block *block) { lower->block = block->parent; }

bool nesl_block_binds(const Block *block, const Var *var) {
  for (size_t i = 0; i < block->bound.count; i++)
    if (block->bound.data[i] == var) return true;
  for (size_t i = 0; i < block->stms.count; i++) {
    const Stm *stm = block->stms.data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k] == var) return true;
  }
  return false;
}

Var *nesl_emit_let(Lower *lower, const char *name, Exp *exp) {
  Builder builder = nesl_lower_builder(lower);
  return build_let(&builder, name, exp);
}

Var *nesl_emit_shaped(Lower *lower, const char *name, Exp *exp, const Type *type) {
  Builder builder = nesl_lower_builder(lower);
  Var *var = var_new(lower->program, name, type, lower->span);
  build_stm(&builder, exp, &var, 1);
  return var;
}

Atom nesl_emit_unary(Lower *lower, const char *name, Op op, Atom a) {
  Builder builder = nesl_lower_builder(lower);
  return build_unary(&builder, name, op, a);
}

Atom nesl_emit_binary(Lower *lower, const char *name, Op op, Atom a, Atom b) {
  Builder builder = nesl_lower_builder(lower);
  return build_binary(&builder, name, op, a, b);
}

Atom nesl_emit_convert(Lower *lower, const char *name, Op op, Atom a, Scalar to) {
  Builder builder = nesl_lower_builder(lower);
  return build_convert(&builder, name, op, a, to);
}

Atom nesl_emit_select(Lower *lower, Atom condition, Atom a, Atom b) {
  if (atom_equal(a, b)) return a;
  if (condition.var == NULL) return condition.constant.value.b ? a : b;
  Atom args[3] = {condition, a, b};
  return atom_var(nesl_emit_let(lower, "chosen", exp_new(lower->program, OP_SELECT, args, 3)));
}

static bool is_constant_bool(Atom atom, bool value) {
  return atom.var == NULL && atom.constant.value.b == value;
}

Atom nesl_emit_and(Lower *lower, Atom a, Atom b) {
  if (is_constant_bool(a, true) || is_constant_bool(b, false)) return b;
  if (is_constant_bool(b, true) || is_constant_bool(a, false)) return a;
  return nesl_emit_binary(lower, "both", OP_AND, a, b);
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

Atom nesl_emit_size(Lower *lower, Op op, Atom a, Atom b) {
  Atom result;
  if (size_fold(op, a, b, &result)) return result;
  return nesl_emit_binary(lower, "size", op, a, b);
}

// ---- Checks ----

void nesl_lower_check(Lower *lower, Atom condition, const char *message, const Atom *values,
                      size_t count) {
  if (is_constant_bool(condition, true)) return;
  Name text = intern_str(lower->names, message);
  Var *cert =
      nesl_emit_let(lower, "check", exp_assert(lower->program, condition, text, values, count));
  vec_push(lower->arena, &lower->certs, cert);
}

size_t nesl_lower_mark(const Lower *lower) { return lower->certs.count; }

void nesl_lower_uncheck(Lower *lower, size_t mark) { lower->certs.count = mark; }

const char *nesl_core_name(const char *name, const char *otherwise) {
  while (name != NULL && name[0] == '_')
    name++;
  if (name == NULL || name[0] == '\0') return otherwise;
  bool is_letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
  return is_letter ? name : otherwise;
}
