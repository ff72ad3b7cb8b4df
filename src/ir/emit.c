#include "ir/emit.h"

#include "rts/c/scalar.h"

Builder emit_builder(Emitter *emit) {
  Builder builder = builder_new(emit->program, &emit->block->stms, emit->span);
  builder.certs = emit->certs.data;
  builder.cert_count = emit->certs.count;
  return builder;
}

EmitBlock *emit_open(Emitter *emit) {
  EmitBlock *block = arena_make(emit->program->arena, EmitBlock);
  block->parent = emit->block;
  emit->block = block;
  return block;
}

void emit_close(Emitter *emit, EmitBlock *block) { emit->block = block->parent; }

bool emit_binds(const EmitBlock *block, const Var *var) {
  for (size_t i = 0; i < block->bound.count; i++)
    if (block->bound.data[i] == var) return true;
  for (size_t i = 0; i < block->stms.count; i++) {
    const Stm *stm = block->stms.data[i];
    for (size_t k = 0; k < stm->var_count; k++)
      if (stm->vars[k] == var) return true;
  }
  return false;
}

Var *emit_let(Emitter *emit, const char *name, Exp *exp) {
  Builder builder = emit_builder(emit);
  return build_let(&builder, name, exp);
}

Var *emit_shaped(Emitter *emit, const char *name, Exp *exp, const Type *type) {
  Builder builder = emit_builder(emit);
  Var *var = var_new(emit->program, name, type, emit->span);
  build_stm(&builder, exp, &var, 1);
  return var;
}

Atom emit_unary(Emitter *emit, const char *name, Op op, Atom a) {
  Builder builder = emit_builder(emit);
  return build_unary(&builder, name, op, a);
}

Atom emit_binary(Emitter *emit, const char *name, Op op, Atom a, Atom b) {
  Builder builder = emit_builder(emit);
  return build_binary(&builder, name, op, a, b);
}

Atom emit_convert(Emitter *emit, const char *name, Op op, Atom a, Scalar to) {
  Builder builder = emit_builder(emit);
  return build_convert(&builder, name, op, a, to);
}

Atom emit_select(Emitter *emit, Atom condition, Atom a, Atom b) {
  if (atom_equal(a, b)) return a;
  if (condition.var == NULL) return condition.constant.value.b ? a : b;
  Atom args[3] = {condition, a, b};
  return atom_var(emit_let(emit, "chosen", exp_new(emit->program, OP_SELECT, args, 3)));
}

static bool is_constant_bool(Atom atom, bool value) {
  return atom.var == NULL && atom.constant.value.b == value;
}

Atom emit_and(Emitter *emit, Atom a, Atom b) {
  if (is_constant_bool(a, true) || is_constant_bool(b, false)) return b;
  if (is_constant_bool(b, true) || is_constant_bool(a, false)) return a;
  return emit_binary(emit, "both", OP_AND, a, b);
}

Atom emit_not(Emitter *emit, Atom a) {
  if (a.var == NULL) return atom_bool(!a.constant.value.b);
  return emit_unary(emit, "not", OP_NOT, a);
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
  if ((op == OP_ADD || op == OP_SUB) && atom_is_i64(b, 0)) return *result = a, true;
  if (op == OP_ADD && atom_is_i64(a, 0)) return *result = b, true;
  if (op == OP_MUL && atom_is_i64(b, 1)) return *result = a, true;
  if (op == OP_MUL && atom_is_i64(a, 1)) return *result = b, true;
  return false;
}

Atom emit_size(Emitter *emit, Op op, Atom a, Atom b) {
  Atom result;
  if (size_fold(op, a, b, &result)) return result;
  for (const EmitBlock *block = emit->block; block != NULL; block = block->parent)
    for (size_t i = 0; i < block->facts.count; i++) {
      const SizeFact *fact = &block->facts.data[i];
      if (fact->op == op && atom_equal(fact->left, a) && atom_equal(fact->right, b))
        return fact->result;
    }
  result = emit_binary(emit, "size", op, a, b);
  SizeFact fact = {.op = op, .left = a, .right = b, .result = result};
  vec_push(emit->program->arena, &emit->block->facts, fact);
  return result;
}

Atom emit_fits(Emitter *emit, Atom a, Atom b) {
  if (a.var == NULL && b.var == NULL)
    return atom_bool(smulfits_i64(constant_to_i64(a.constant), constant_to_i64(b.constant)));
  if (atom_is_i64(a, 0) || atom_is_i64(b, 0) || atom_is_i64(a, 1) || atom_is_i64(b, 1))
    return atom_bool(true);
  return emit_binary(emit, "fits", OP_SMULFITS, a, b);
}

static const SizeFact *size_fact(const Emitter *emit, Atom size) {
  for (const EmitBlock *block = emit->block; size.var != NULL && block != NULL;
       block = block->parent)
    for (size_t i = 0; i < block->facts.count; i++)
      if (block->facts.data[i].result.var == size.var) return &block->facts.data[i];
  return NULL;
}

// A sum has wrapped around where its sign is that of neither operand, a difference where it is not
// that of the left one, and the right one has another.
static Atom emit_sum_fits(Emitter *emit, const SizeFact *fact) {
  Atom beside = fact->op == OP_ADD ? fact->result : fact->left;
  Atom left = emit_binary(emit, "sign", OP_XOR, fact->left, fact->result);
  Atom right = emit_binary(emit, "sign", OP_XOR, fact->right, beside);
  return emit_binary(emit, "fits", OP_SLE, atom_i64(0),
                     emit_binary(emit, "sign", OP_AND, left, right));
}

Atom emit_size_fits(Emitter *emit, Atom size) {
  const SizeFact *found = size_fact(emit, size);
  if (found == NULL) return atom_bool(true);
  SizeFact fact = *found;
  Atom fits =
      fact.op == OP_MUL ? emit_fits(emit, fact.left, fact.right) : emit_sum_fits(emit, &fact);
  fits = emit_and(emit, emit_size_fits(emit, fact.left), fits);
  return emit_and(emit, emit_size_fits(emit, fact.right), fits);
}

// ---- Checks ----

void emit_check(Emitter *emit, Atom condition, ErrorCode code, const char *message,
                const Atom *values, size_t count) {
  if (emit->is_unsafe || is_constant_bool(condition, true)) return;
  bool is_assert = code == ERROR_RUN_ASSERT;
  if (!is_assert)
    message = arena_printf(emit->program->arena, "{!%s}%s", error_code_text(code), message);
  Name text = intern_str(emit->program->names, message);
  Var *cert = emit_let(emit, "check", exp_assert(emit->program, condition, text, values, count));
  vec_push(emit->program->arena, &emit->certs, cert);
}

size_t emit_mark(const Emitter *emit) { return emit->certs.count; }

void emit_uncheck(Emitter *emit, size_t mark) { emit->certs.count = mark; }

// ---- Pars ----

EmitSpace emit_space_open(Emitter *emit, Atom size) {
  Dim dim = dim_atom(size);
  EmitSpace space = {.par = par_new(emit->program, PAR_ANY, &dim, 1, "i", emit->span)};
  Var *index = space.par->indices[0];
  space.index = atom_var(index);
  space.block = emit_open(emit);
  vec_push(emit->program->arena, &space.block->bound, index);
  return space;
}

void emit_space_output(Emitter *emit, EmitSpace *space, Output output) {
  output.span = emit->span;
  vec_push(emit->program->arena, &space->outputs, output);
}

// The check of the size, unless it is needed already.
static void need_size_check(Emitter *emit, const Var *size) {
  for (const EmitBlock *block = emit->block; size != NULL && block != NULL; block = block->parent)
    for (size_t i = 0; i < block->checks.count; i++) {
      if (block->checks.data[i].size != size) continue;
      for (size_t k = 0; k < emit->certs.count; k++)
        if (emit->certs.data[k] == block->checks.data[i].cert) return;
      vec_push(emit->program->arena, &emit->certs, block->checks.data[i].cert);
      return;
    }
}

Stm *emit_space_close(Emitter *emit, EmitSpace *space, const char *name) {
  emit_close(emit, space->block);
  size_t mark = emit_mark(emit);
  need_size_check(emit, space->par->space[0].var);
  space->par->body = (Thunk){.stms = space->block->stms,
                             .outputs = space->outputs.data,
                             .output_count = space->outputs.count};
  Builder builder = emit_builder(emit);
  Stm *stm = build_infer(&builder, name, exp_par(emit->program, space->par));
  emit_uncheck(emit, mark);
  return stm;
}
