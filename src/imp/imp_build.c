// The makers of nodes.
#include "imp/imp.h"
#include "ir/type.h"

static const ScalarInfo *info(Scalar scalar) { return scalar_info(scalar); }

ImpVar *imp_var(ImpProgram *program, ImpKind kind, Scalar scalar, Name name) {
  ImpVar *var = arena_make(program->arena, ImpVar);
  *var = (ImpVar){.kind = kind, .scalar = scalar, .name = name, .number = ++program->last_number};
  return var;
}

// ---- Expressions ----

static ImpExp *exp_make(ImpProgram *program, ImpExpKind kind, Scalar type) {
  ImpExp *exp = arena_make(program->arena, ImpExp);
  *exp = (ImpExp){.kind = kind, .type = type, .size = 1};
  return exp;
}

ImpExp *imp_const(ImpProgram *program, Constant constant) {
  ImpExp *exp = exp_make(program, IMP_CONST, constant.type);
  exp->as.constant = constant;
  return exp;
}

ImpExp *imp_i64(ImpProgram *program, int64_t value) {
  return imp_const(program, constant_i64(value));
}

ImpExp *imp_zero(ImpProgram *program, Scalar scalar) {
  if (scalar == SCALAR_BOOL) return imp_const(program, constant_bool(false));
  bool is_float = scalar_info(scalar)->class == CLASS_FLOAT;
  return imp_const(program, is_float ? constant_float(scalar, 0) : constant_int(scalar, 0));
}

ImpExp *imp_use(ImpProgram *program, ImpVar *var) {
  ImpExp *exp = exp_make(program, IMP_VAR, var->scalar);
  exp->as.var = var;
  return exp;
}

// The type that the operation gives.
static Scalar result_type(Op op, Scalar to, ImpExp *const *args) {
  switch (op_info(op)->shape) {
  case SHAPE_UNARY:
  case SHAPE_BINARY:
  case SHAPE_TERNARY:
  case SHAPE_SCALE: return args[0]->type;
  case SHAPE_COMPARE:
  case SHAPE_TEST: return SCALAR_BOOL;
  case SHAPE_TALLY: return SCALAR_I32;
  case SHAPE_SELECT: return args[1]->type;
  case SHAPE_CONVERT: return to;
  case SHAPE_SPECIAL: break;
  }
  INTERNAL_ERROR("%s is not a scalar operation", op_info(op)->text);
}

ImpExp *imp_op(ImpProgram *program, Op op, Scalar to, ImpExp *const *args, size_t count) {
  if (count == 0 || count > 3) INTERNAL_ERROR("%s with %zu operands", op_info(op)->text, count);
  ImpExp *exp = exp_make(program, IMP_OP, result_type(op, to, args));
  exp->as.op.op = op;
  exp->as.op.arg_count = count;
  for (size_t i = 0; i < count; i++) {
    exp->as.op.args[i] = args[i];
    exp->size += args[i]->size;
  }
  return exp;
}

ImpExp *imp_binary(ImpProgram *program, Op op, ImpExp *a, ImpExp *b) {
  ImpExp *args[] = {a, b};
  return imp_op(program, op, a->type, args, 2);
}

static ImpExp *exact(ImpProgram *program, Op op, ImpExp *a, ImpExp *b) {
  ImpExp *exp = imp_binary(program, op, a, b);
  exp->as.op.is_exact = true;
  return exp;
}

bool imp_is_i64(const ImpExp *exp, int64_t value) {
  return exp->kind == IMP_CONST && info(exp->type)->class == CLASS_INT &&
         constant_to_i64(exp->as.constant) == value;
}

// Small enough that no sum or product of two overflows.
static bool is_small(const ImpExp *exp) {
  if (exp->kind != IMP_CONST) return false;
  int64_t value = constant_to_i64(exp->as.constant);
  return value > -0x40000000 && value < 0x40000000;
}

ImpExp *imp_add(ImpProgram *program, ImpExp *a, ImpExp *b) {
  if (imp_is_i64(a, 0)) return b;
  if (imp_is_i64(b, 0)) return a;
  if (is_small(a) && is_small(b))
    return imp_i64(program, constant_to_i64(a->as.constant) + constant_to_i64(b->as.constant));
  if (is_small(b) && constant_to_i64(b->as.constant) < 0)
    return exact(program, OP_SUB, a, imp_i64(program, -constant_to_i64(b->as.constant)));
  return exact(program, OP_ADD, a, b);
}

// ---- How large integers are ----

// No loop gets further, and no sum of a few such numbers overflows.
static const int64_t LOOP_MOST = INT64_C(1) << 47, SUM_MOST = INT64_C(1) << 62;

static int64_t product_most(int64_t a, int64_t b) {
  return a == INT64_MAX || b == INT64_MAX || (b > 0 && a > SUM_MOST / b) ? INT64_MAX : a * b;
}

static int64_t sum_most(int64_t a, int64_t b) {
  return a > SUM_MOST || b > SUM_MOST - a ? INT64_MAX : a + b;
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t op_most(Op op, ImpExp *const *args) {
  int64_t a = imp_most(args[0]);
  switch ((int)op) {
  case OP_ADD:
  case OP_SUB: return sum_most(a, imp_most(args[1]));
  case OP_MUL: return product_most(a, imp_most(args[1]));
  case OP_SMIN:
  case OP_SMAX: return larger(a, imp_most(args[1]));
  case OP_SELECT: return larger(imp_most(args[1]), imp_most(args[2]));
  case OP_SEXT:
  case OP_ZEXT: {
    size_t width = info(args[0]->type)->width;
    int64_t all = width < 64 ? INT64_C(1) << width : INT64_MAX;
    return op == OP_SEXT && a < all ? a : all;
  }
  default: return INT64_MAX;
  }
}

int64_t imp_most(const ImpExp *exp) {
  if (info(exp->type)->class != CLASS_INT) return INT64_MAX;
  if (exp->kind == IMP_CONST) {
    int64_t value = constant_to_i64(exp->as.constant);
    return value < -SUM_MOST || value > SUM_MOST ? INT64_MAX : value < 0 ? -value : value;
  }
  if (exp->kind == IMP_VAR) return exp->as.var->most > 0 ? exp->as.var->most : INT64_MAX;
  // Smaller types wrap around earlier.
  bool is_wide = exp->type == SCALAR_I64;
  return exp->kind == IMP_OP && is_wide ? op_most(exp->as.op.op, exp->as.op.args) : INT64_MAX;
}

bool imp_fits(Op op, ImpExp *const *args) {
  if (op != OP_ADD && op != OP_SUB && op != OP_MUL) return false;
  return args[0]->type == SCALAR_I64 && op_most(op, args) != INT64_MAX;
}

static bool is_natural(const ImpExp *exp) {
  if (exp->kind == IMP_OP && exp->as.op.op == OP_SEXT) return is_natural(exp->as.op.args[0]);
  if (exp->kind == IMP_VAR) return exp->as.var->is_index;
  return exp->kind == IMP_CONST && constant_to_i64(exp->as.constant) >= 0;
}

// Where one operand is not negative, a sum that wraps is negative, and no index.
ImpExp *imp_index(ImpProgram *program, ImpExp *exp) {
  if (exp->kind != IMP_OP || exp->type != SCALAR_I64 || exp->as.op.is_exact) return exp;
  ImpExp *a = exp->as.op.args[0], *b = exp->as.op.arg_count > 1 ? exp->as.op.args[1] : NULL;
  bool is_sum = exp->as.op.op == OP_ADD && (is_natural(a) || is_natural(b));
  bool is_difference = exp->as.op.op == OP_SUB && is_natural(a);
  return is_sum || is_difference ? exact(program, exp->as.op.op, a, b) : exp;
}

ImpExp *imp_sub(ImpProgram *program, ImpExp *a, ImpExp *b) {
  if (imp_is_i64(b, 0)) return a;
  if (is_small(a) && is_small(b))
    return imp_i64(program, constant_to_i64(a->as.constant) - constant_to_i64(b->as.constant));
  return exact(program, OP_SUB, a, b);
}

ImpExp *imp_mul(ImpProgram *program, ImpExp *a, ImpExp *b) {
  if (imp_is_i64(a, 0) || imp_is_i64(b, 1)) return a;
  if (imp_is_i64(b, 0) || imp_is_i64(a, 1)) return b;
  if (is_small(a) && is_small(b))
    return imp_i64(program, constant_to_i64(a->as.constant) * constant_to_i64(b->as.constant));
  return exact(program, OP_MUL, a, b);
}

ImpExp *imp_load(ImpProgram *program, ImpVar *pointer, ImpExp *index) {
  ImpExp *exp = exp_make(program, IMP_LOAD, pointer->scalar);
  exp->as.load.pointer = pointer;
  exp->as.load.index = index;
  exp->size += index->size;
  return exp;
}

ImpExp *imp_threads(ImpProgram *program) { return exp_make(program, IMP_THREADS, SCALAR_I64); }

ImpExp *imp_param(ImpProgram *program, const ImpParam *param) {
  ImpExp *exp = exp_make(program, IMP_PARAM, SCALAR_I64);
  for (exp->as.param = 0; exp->as.param < program->params.count; exp->as.param++)
    if (program->params.data[exp->as.param].threshold.name == param->threshold.name) return exp;
  vec_push(program->arena, &program->params, *param);
  return exp;
}

ImpExp *imp_room(ImpProgram *program, ImpExp *size, ImpExp *bytes) {
  ImpExp *exp = exp_make(program, IMP_ROOM, SCALAR_I64);
  exp->as.room.size = size;
  exp->as.room.bytes = bytes;
  return exp;
}

ImpExp *imp_thread(ImpProgram *program) { return exp_make(program, IMP_THREAD, SCALAR_I64); }

ImpExp *imp_lane(ImpProgram *program) { return exp_make(program, IMP_LANE, SCALAR_I64); }

ImpExp *imp_lanes(ImpProgram *program) { return exp_make(program, IMP_LANES, SCALAR_I64); }

ImpExp *imp_not(ImpProgram *program, ImpExp *condition) {
  if (condition->kind == IMP_OP && condition->as.op.op == OP_NOT) return condition->as.op.args[0];
  return imp_op(program, OP_NOT, SCALAR_BOOL, &condition, 1);
}

bool imp_equal(const ImpExp *a, const ImpExp *b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->type != b->type || a->size != b->size) return false;
  switch (a->kind) {
  case IMP_CONST: return constant_equal(a->as.constant, b->as.constant);
  case IMP_VAR: return a->as.var == b->as.var;
  case IMP_OP:
    if (a->as.op.op != b->as.op.op || a->as.op.arg_count != b->as.op.arg_count) return false;
    for (size_t i = 0; i < a->as.op.arg_count; i++)
      if (!imp_equal(a->as.op.args[i], b->as.op.args[i])) return false;
    return true;
  case IMP_LOAD:
    return a->as.load.pointer == b->as.load.pointer &&
           imp_equal(a->as.load.index, b->as.load.index);
  case IMP_THREADS: return true;
  case IMP_PARAM: return a->as.param == b->as.param;
  case IMP_THREAD:
  case IMP_LANE:
  case IMP_LANES: return true;
  case IMP_ROOM:
    return imp_equal(a->as.room.size, b->as.room.size) &&
           imp_equal(a->as.room.bytes, b->as.room.bytes);
  }
  INTERNAL_ERROR("an expression of no kind");
}

// ---- Statements ----

ImpBuilder imp_into(ImpBuilder *builder, ImpStms *stms) {
  ImpBuilder inner = *builder;
  inner.stms = stms;
  return inner;
}

ImpStm *imp_emit(ImpBuilder *builder, ImpStmKind kind) {
  ImpStm *stm = arena_make(builder->program->arena, ImpStm);
  stm->kind = kind;
  stm->span = builder->span;
  vec_push(builder->program->arena, builder->stms, stm);
  return stm;
}

static void emit_declare(ImpBuilder *builder, ImpVar *var, ImpExp *value) {
  ImpStm *stm = imp_emit(builder, IMP_STM_DECLARE);
  stm->as.set.var = var;
  stm->as.set.value = value;
}

ImpVar *imp_let(ImpBuilder *builder, Name name, ImpExp *value) {
  ImpVar *var = imp_var(builder->program, IMP_SCALAR, value->type, name);
  var->is_const = true;
  var->most = imp_most(value);
  emit_declare(builder, var, value);
  return var;
}

ImpVar *imp_declare(ImpBuilder *builder, Name name, Scalar scalar, ImpExp *value) {
  ImpVar *var = imp_var(builder->program, IMP_SCALAR, scalar, name);
  emit_declare(builder, var, value);
  return var;
}

ImpVar *imp_pointer(ImpBuilder *builder, Name name, Scalar scalar, ImpVar *block) {
  ImpVar *var = imp_var(builder->program, IMP_POINTER, scalar, name);
  var->is_const = true;
  var->is_fast = block->is_fast;
  var->block = block;
  emit_declare(builder, var, imp_use(builder->program, block));
  return var;
}

ImpVar *imp_pointer_at(ImpBuilder *builder, Name name, Scalar scalar, ImpVar *block,
                       ImpExp *index) {
  ImpVar *var = imp_pointer(builder, name, scalar, block);
  vec_last(builder->stms)->as.set.index = index;
  return var;
}

ImpVar *imp_local(ImpBuilder *builder, Name name, Scalar scalar, int64_t count) {
  ImpVar *var = imp_var(builder->program, IMP_LOCAL, scalar, name);
  var->count = count;
  emit_declare(builder, var, NULL);
  return var;
}

ImpVar *imp_block(ImpBuilder *builder, Name name) {
  ImpVar *var = imp_var(builder->program, IMP_BLOCK, SCALAR_I8, name);
  vec_push(builder->program->arena, &builder->fun->blocks, var);
  return var;
}

void imp_assign(ImpBuilder *builder, ImpVar *var, ImpExp *value) {
  ImpStm *stm = imp_emit(builder, IMP_STM_ASSIGN);
  stm->as.set.var = var;
  stm->as.set.value = value;
}

void imp_store(ImpBuilder *builder, ImpVar *pointer, ImpExp *index, ImpExp *value) {
  ImpStm *stm = imp_emit(builder, IMP_STM_STORE);
  stm->as.set.var = pointer;
  stm->as.set.index = index;
  stm->as.set.value = value;
}

void imp_atomic(ImpBuilder *builder, Op op, ImpVar *pointer, ImpExp *index, ImpExp *value) {
  ImpStm *stm = imp_emit(builder, IMP_STM_ATOMIC);
  stm->as.set.op = op;
  stm->as.set.var = pointer;
  stm->as.set.index = index;
  stm->as.set.value = value;
}

static ImpStm *emit_block(ImpBuilder *builder, ImpStmKind kind, ImpVar *var, ImpVar *from) {
  ImpStm *stm = imp_emit(builder, kind);
  stm->as.block.var = var;
  stm->as.block.from = from;
  return stm;
}

void imp_alloc(ImpBuilder *builder, ImpVar *block, Scalar scalar, ImpExp *const *counts,
               size_t count) {
  ImpStm *stm = emit_block(builder, IMP_STM_ALLOC, block, NULL);
  stm->as.block.scalar = scalar;
  for (size_t i = 0; i < count; i++)
    vec_push(builder->program->arena, &stm->as.block.counts, counts[i]);
}

void imp_reserve(ImpBuilder *builder, ImpVar *block, Scalar scalar, ImpExp *used,
                 ImpExp *const *counts, size_t count) {
  ImpStm *stm = emit_block(builder, IMP_STM_RESERVE, block, NULL);
  stm->as.block.scalar = scalar;
  vec_push(builder->program->arena, &stm->as.block.counts, used);
  for (size_t i = 0; i < count; i++)
    vec_push(builder->program->arena, &stm->as.block.counts, counts[i]);
}

void imp_trim(ImpBuilder *builder, ImpVar *block, Scalar scalar, ImpExp *const *counts,
              size_t count) {
  ImpStm *stm = emit_block(builder, IMP_STM_TRIM, block, NULL);
  stm->as.block.scalar = scalar;
  for (size_t i = 0; i < count; i++)
    vec_push(builder->program->arena, &stm->as.block.counts, counts[i]);
}

static void emit_slot(ImpBuilder *builder, ImpStmKind kind, ImpVar *var, ImpVar *from,
                      ImpExp *number) {
  ImpStm *stm = emit_block(builder, kind, var, from);
  vec_push(builder->program->arena, &stm->as.block.counts, number);
}

void imp_slots(ImpBuilder *builder, ImpVar *block, ImpExp *count) {
  emit_slot(builder, IMP_STM_SLOTS, block, NULL, count);
}

void imp_park(ImpBuilder *builder, ImpVar *slots, ImpExp *number, ImpVar *block) {
  emit_slot(builder, IMP_STM_PARK, slots, block, number);
}

void imp_take(ImpBuilder *builder, ImpVar *block, ImpVar *slots, ImpExp *number) {
  emit_slot(builder, IMP_STM_TAKE, block, slots, number);
}

void imp_release(ImpBuilder *builder, ImpVar *block) {
  emit_block(builder, IMP_STM_RELEASE, block, NULL);
}

void imp_ref(ImpBuilder *builder, ImpVar *to, ImpVar *from) {
  emit_block(builder, IMP_STM_REF, to, from);
}

void imp_move(ImpBuilder *builder, ImpVar *to, ImpVar *from) {
  emit_block(builder, IMP_STM_MOVE, to, from);
}

void imp_result(ImpBuilder *builder, size_t number, ImpExp *value) {
  ImpStm *stm = imp_emit(builder, IMP_STM_RESULT);
  stm->as.set.number = number;
  stm->as.set.value = value;
}

void imp_fail(ImpBuilder *builder, Name message, const ImpExps *values) {
  ImpStm *stm = imp_emit(builder, IMP_STM_FAIL);
  stm->as.fail = arena_make(builder->program->arena, ImpFail);
  stm->as.fail->message = message;
  for (size_t i = 0; i < values->count; i++)
    vec_push(builder->program->arena, &stm->as.fail->values, values->data[i]);
}

ImpStm *imp_if(ImpBuilder *builder, ImpExp *condition) {
  ImpStm *stm = imp_emit(builder, IMP_STM_IF);
  stm->as.branch.condition = condition;
  return stm;
}

ImpStm *imp_lock(ImpBuilder *builder, ImpExp *number) {
  ImpStm *stm = imp_emit(builder, IMP_STM_LOCK);
  stm->as.branch.condition = number;
  return stm;
}

ImpStm *imp_while(ImpBuilder *builder) { return imp_emit(builder, IMP_STM_WHILE); }

ImpStm *imp_team(ImpBuilder *builder) { return imp_emit(builder, IMP_STM_TEAM); }

void imp_barrier(ImpBuilder *builder) { imp_emit(builder, IMP_STM_BARRIER); }

ImpFold *imp_fold(ImpBuilder *builder) {
  ImpStm *stm = imp_emit(builder, IMP_STM_FOLD);
  stm->as.fold = arena_make(builder->program->arena, ImpFold);
  return stm->as.fold;
}

ImpFor *imp_for(ImpBuilder *builder, ImpForKind kind, ImpVar *index, ImpExp *first, ImpExp *last) {
  ImpStm *stm = imp_emit(builder, IMP_STM_FOR);
  stm->as.loop = arena_make(builder->program->arena, ImpFor);
  *stm->as.loop = (ImpFor){.index = index, .first = first, .last = last, .kind = kind};
  int64_t most = larger(imp_most(first), imp_most(last));
  if (index->is_index) index->most = most < LOOP_MOST ? larger(most, 1) : LOOP_MOST;
  return stm->as.loop;
}

ImpSwitch *imp_switch(ImpBuilder *builder, ImpExp *value) {
  ImpStm *stm = imp_emit(builder, IMP_STM_SWITCH);
  stm->as.choice = arena_make(builder->program->arena, ImpSwitch);
  stm->as.choice->value = value;
  return stm->as.choice;
}

ImpCall *imp_call(ImpBuilder *builder, ImpFun *callee) {
  ImpStm *stm = imp_emit(builder, IMP_STM_CALL);
  stm->as.call = arena_make(builder->program->arena, ImpCall);
  stm->as.call->callee = callee;
  return stm->as.call;
}

ImpEffect *imp_effect(ImpBuilder *builder, EffectKind kind) {
  ImpStm *stm = imp_emit(builder, IMP_STM_EFFECT);
  stm->as.effect = arena_make(builder->program->arena, ImpEffect);
  stm->as.effect->kind = kind;
  return stm->as.effect;
}

ImpCopy *imp_copy(ImpBuilder *builder, Scalar scalar, size_t rank) {
  Arena *arena = builder->program->arena;
  ImpStm *stm = imp_emit(builder, IMP_STM_COPY);
  stm->as.copy = arena_make(arena, ImpCopy);
  stm->as.copy->scalar = scalar;
  stm->as.copy->rank = rank;
  stm->as.copy->shape = arena_array(arena, ImpExp *, rank);
  stm->as.copy->to.strides = arena_array(arena, ImpExp *, rank);
  stm->as.copy->from.strides = arena_array(arena, ImpExp *, rank);
  return stm->as.copy;
}

ImpTile *imp_tile(ImpBuilder *builder) {
  ImpStm *stm = imp_emit(builder, IMP_STM_TILE);
  stm->as.tile = arena_make(builder->program->arena, ImpTile);
  return stm->as.tile;
}

ImpLaunch *imp_launch(ImpBuilder *builder, ImpKernel *kernel) {
  ImpStm *stm = imp_emit(builder, IMP_STM_LAUNCH);
  stm->as.launch = arena_make(builder->program->arena, ImpLaunch);
  stm->as.launch->kernel = kernel;
  return stm->as.launch;
}

ImpVar *imp_read(ImpBuilder *builder, Name name, ImpVar *pointer, ImpExp *index) {
  ImpVar *var = imp_var(builder->program, IMP_SCALAR, pointer->scalar, name);
  var->is_const = true;
  ImpStm *stm = imp_emit(builder, IMP_STM_READ);
  stm->as.set.var = var;
  stm->as.set.value = imp_load(builder->program, pointer, index);
  return var;
}

void imp_share(ImpBuilder *builder, ImpVar *to, ImpVar *from, Scalar scalar, ImpExp *first) {
  ImpStm *stm = emit_block(builder, IMP_STM_SHARE, to, from);
  stm->as.block.scalar = scalar;
  vec_push(builder->program->arena, &stm->as.block.counts, first);
}

void imp_gather(ImpBuilder *builder, ImpVar *block, ImpVar *slots, Scalar scalar, ImpExp *count) {
  ImpStm *stm = emit_block(builder, IMP_STM_GATHER, block, slots);
  stm->as.block.scalar = scalar;
  vec_push(builder->program->arena, &stm->as.block.counts, count);
}
