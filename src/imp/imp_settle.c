// What the host knows of the numbers that it gives to kernels of blocks.
//
//   let end = 2048 + 15 & -16                   launch f_kernel_1[n](count)
//   let count = sext n : i64                    in the kernel:
//   launch f_kernel_1[n](end, count)     =>       let end = 2048
//   in the kernel:                                if sext count : i32 <u k { … }
//     if count <u sext k : i64 { … }
//
// A number that is the same in all launches becomes a constant of the kernel: where an array is in
// fast memory says how it is aligned, and so how many elements are loaded at a time. Numbers that
// have 32 bits are compared in 32 bits: a device has no wider comparison.
#include "imp/imp.h"
#include "ir/scalar_eval.h"
#include "ir/type.h"

typedef struct KernelSettling {
  ImpProgram *program;
  Map *values;    // scalar of the host, or of the kernel, that never changes -> its value
  Map *constants; // the same -> what it is found to be, or NULL
  Map *launches;  // kernel -> one launch of it, or NULL when it has several
  Map *narrow;    // parameter that has 32 bits -> itself
} KernelSettling;

// ---- What the host knows ----

static void note_value(void *context, ImpStm *stm) {
  KernelSettling *settling = context;
  bool is_value = stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_SCALAR;
  if (is_value && stm->as.set.var->is_const && stm->as.set.value)
    map_put(settling->values, map_key(stm->as.set.var), stm->as.set.value);
  if (stm->kind != IMP_STM_LAUNCH) return;
  ImpLaunch *launch = stm->as.launch;
  bool is_second = map_find(settling->launches, map_key(launch->kernel), NULL);
  map_put(settling->launches, map_key(launch->kernel), is_second ? NULL : launch);
}

static const ImpExp *constant_of(KernelSettling *settling, const ImpExp *exp);

static const ImpExp *constant_of_op(KernelSettling *settling, const ImpExp *exp) {
  ScalarValue args[3], result;
  for (size_t i = 0; i < exp->as.op.arg_count; i++) {
    const ImpExp *arg = constant_of(settling, exp->as.op.args[i]);
    if (!arg) return NULL;
    args[i] = arg->as.constant.value;
  }
  if (!scalar_eval(exp->as.op.op, exp->as.op.args[0]->type, exp->type, args, &result)) return NULL;
  return imp_const(settling->program, (Constant){.type = exp->type, .value = result});
}

// The constant that the expression is; NULL when it is none.
static const ImpExp *constant_of(KernelSettling *settling, const ImpExp *exp) {
  if (exp->kind == IMP_CONST) return exp;
  if (exp->kind == IMP_OP) return constant_of_op(settling, exp);
  if (exp->kind != IMP_VAR) return NULL;
  void *known = NULL;
  if (map_find(settling->constants, map_key(exp->as.var), &known)) return known;
  const ImpExp *value = map_get(settling->values, map_key(exp->as.var));
  const ImpExp *constant = value ? constant_of(settling, value) : NULL;
  map_put(settling->constants, map_key(exp->as.var), constant);
  return constant;
}

// ---- Numbers of 32 bits ----

static bool is_i64(const ImpExp *exp) { return exp->type == SCALAR_I64; }

// The same number in 32 bits; NULL when it may need more.
static ImpExp *narrowed(const KernelSettling *settling, ImpExp *exp) {
  ImpProgram *program = settling->program;
  if (exp->kind == IMP_CONST) {
    int64_t value = constant_to_i64(exp->as.constant);
    if (value < INT32_MIN || value > INT32_MAX) return NULL;
    return imp_const(program, constant_int(SCALAR_I32, value));
  }
  if (exp->kind == IMP_OP && exp->as.op.op == OP_SEXT)
    return exp->as.op.args[0]->type == SCALAR_I32 ? exp->as.op.args[0] : NULL;
  if (exp->kind != IMP_VAR) return NULL;
  if (map_find(settling->narrow, map_key(exp->as.var), NULL))
    return imp_op(program, OP_SEXT, SCALAR_I32, &exp, 1);
  ImpExp *value = map_get(settling->values, map_key(exp->as.var));
  return value && value->kind == IMP_OP ? narrowed(settling, value) : NULL;
}

// Widening keeps the order of numbers, with and without signs.
static ImpExp *narrow_comparison(void *context, ImpExp *exp) {
  KernelSettling *settling = context;
  ImpExp *made = imp_map_args(settling->program, exp, narrow_comparison, context);
  if (made->kind != IMP_OP || op_info(made->as.op.op)->shape != SHAPE_COMPARE) return made;
  if (!is_i64(made->as.op.args[0])) return made;
  ImpExp *a = narrowed(settling, made->as.op.args[0]);
  ImpExp *b = narrowed(settling, made->as.op.args[1]);
  return a && b ? imp_binary(settling->program, made->as.op.op, a, b) : made;
}

static void narrow_stm(void *context, ImpStm *stm) { imp_map_stm(stm, narrow_comparison, context); }

// ---- Kernels ----

static void drop_param(ImpFun *fun, const ImpVar *param) {
  size_t kept = 0;
  for (size_t i = 0; i < fun->params.count; i++)
    if (fun->params.data[i] != param) fun->params.data[kept++] = fun->params.data[i];
  fun->params.count = kept;
}

// Takes constants out of the parameters, and notes which of them have 32 bits.
static void settle_params(KernelSettling *settling, ImpKernel *kernel, ImpLaunch *launch) {
  ImpProgram *program = settling->program;
  ImpFun *point = kernel->functions[IMP_ROLE_POINT];
  ImpStms body = {0};
  ImpBuilder builder = {.program = program, .fun = point, .stms = &body, .span = kernel->span};
  size_t kept = 0;
  for (size_t i = 0; i < kernel->params.count; i++) {
    ImpVar *param = kernel->params.data[i];
    ImpExp *arg = launch->args.data[i];
    const ImpExp *constant = param->kind == IMP_SCALAR ? constant_of(settling, arg) : NULL;
    if (constant) {
      ImpStm *declared = imp_emit(&builder, IMP_STM_DECLARE);
      declared->as.set.var = param;
      declared->as.set.value = imp_const(program, constant->as.constant);
      drop_param(point, param);
      continue;
    }
    if (param->kind == IMP_SCALAR && is_i64(arg) && narrowed(settling, arg))
      map_put(settling->narrow, map_key(param), param);
    kernel->params.data[kept] = param;
    launch->args.data[kept++] = arg;
  }
  kernel->params.count = launch->args.count = kept;
  vec_append(program->arena, &body, point->body.data, point->body.count);
  point->body = body;
}

void imp_settle(ImpProgram *program) {
  Arena *scratch = arena_new();
  KernelSettling settling = {.program = program,
                             .values = map_new(scratch),
                             .constants = map_new(scratch),
                             .launches = map_new(scratch),
                             .narrow = map_new(scratch)};
  for (size_t i = 0; i < program->funs.count; i++)
    imp_walk(&program->funs.data[i]->body, note_value, &settling);
  if (program->init) imp_walk(&program->init->body, note_value, &settling);
  for (size_t i = 0; i < program->kernels.count; i++) {
    ImpKernel *kernel = program->kernels.data[i];
    ImpLaunch *launch = map_get(settling.launches, map_key(kernel));
    if (!imp_skeleton_has(kernel->skeleton, IMP_SHARED) || !launch) continue;
    ImpFun *point = kernel->functions[IMP_ROLE_POINT];
    imp_walk(&point->body, note_value, &settling);
    settle_params(&settling, kernel, launch);
    imp_walk(&point->body, narrow_stm, &settling);
  }
  arena_free(scratch);
}
