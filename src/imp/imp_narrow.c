// Offsets of segments in 32 bits, on a device.
//
//   launch scan[n](lengths, offsets) -> (total)
//   launch sums[…, segments n by offsets](…)
//     becomes
//   narrow = 1
//   launch scan[n](lengths, offsets, narrow) -> (total)
//   if (total >= 2^32) { narrow = 0; offsets[0] = 0; launch scan[n](lengths, offsets, narrow) }
//   launch sums[…, segments n by offsets, narrow](…)
//
// Where segments are short their offsets are much of what a kernel reads. Most are below 2^32, but
// that is known only once they have been computed; then the kernels that read them are told, and in
// the rare other case the offsets are made again. This is only for offsets that nothing but
// skeletons looks at: a program that reads them itself, or hands them on, keeps them as they are.
#include "imp/imp.h"

typedef struct Narrow {
  ImpProgram *imp;
  ImpFun *fun;
  // Of the candidate:
  const ImpKernel *kernel; // that makes the offsets
  ImpVar *pointer;         // to them, on the host
  ImpVar *param;           // and in the kernel
  ImpVar *flag;
  uint32_t allowed;       // uses of the pointer that are known
  uint32_t block_allowed; // uses of its block
  bool is_other;          // it is used in another way
} Narrow;

static bool is_var(const ImpExp *exp, const ImpVar *var) {
  return exp && exp->kind == IMP_VAR && exp->as.var == var;
}

// ---- Whether it can be done ----

static uint32_t *uses_new(const Narrow *narrow, Arena *arena) {
  return arena_array(arena, uint32_t, narrow->imp->last_number + 1);
}

static uint32_t kernel_uses(const Narrow *narrow, const ImpKernel *kernel, const ImpVar *param) {
  Arena *arena = arena_new();
  uint32_t *counts = uses_new(narrow, arena);
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
    if (kernel->functions[role]) imp_count_uses(kernel->functions[role], counts);
  uint32_t count = counts[param->number];
  arena_free(arena);
  return count;
}

static void note_launch(Narrow *narrow, const ImpLaunch *launch) {
  if (launch->segments && launch->segments->offsets == narrow->pointer) narrow->allowed++;
  for (size_t i = 0; i < launch->args.count; i++) {
    if (!is_var(launch->args.data[i], narrow->pointer)) continue;
    bool is_unused = kernel_uses(narrow, launch->kernel, launch->kernel->params.data[i]) == 0;
    if (launch->kernel == narrow->kernel || is_unused) narrow->allowed++;
  }
}

static void note_use(void *context, ImpStm *stm) {
  Narrow *narrow = context;
  const ImpVar *block = narrow->pointer->block;
  if (stm->kind == IMP_STM_DECLARE) {
    if (stm->as.set.var == narrow->pointer && is_var(stm->as.set.value, block))
      narrow->block_allowed++;
  } else if (stm->kind == IMP_STM_STORE) {
    if (stm->as.set.var == narrow->pointer && imp_is_i64(stm->as.set.index, 0)) narrow->allowed++;
  } else if (stm->kind == IMP_STM_LAUNCH) {
    note_launch(narrow, stm->as.launch);
  } else if (imp_stm_has(stm, IMP_HANDS)) {
    if (stm->as.block.var == block || stm->as.block.from == block) narrow->is_other = true;
  }
}

// The statements of a list that store through the parameter.
typedef struct Stores {
  const Narrow *narrow;
  uint32_t count;
} Stores;

static void note_store(void *context, ImpStm *stm) {
  Stores *stores = context;
  bool is_store = stm->kind == IMP_STM_STORE && stm->as.set.var == stores->narrow->param;
  if (is_store) stores->count++;
}

// Does the kernel only write the offsets?
static bool is_written(const Narrow *narrow) {
  Stores stores = {.narrow = narrow};
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
    if (narrow->kernel->functions[role])
      imp_walk(&narrow->kernel->functions[role]->body, note_store, &stores);
  return stores.count > 0 && kernel_uses(narrow, narrow->kernel, narrow->param) == stores.count;
}

static bool is_narrowable(Narrow *narrow) {
  Arena *arena = arena_new();
  uint32_t *counts = uses_new(narrow, arena);
  imp_count_uses(narrow->fun, counts);
  uint32_t count = counts[narrow->pointer->number];
  uint32_t block_count = counts[narrow->pointer->block->number];
  arena_free(arena);
  narrow->allowed = narrow->block_allowed = 0;
  narrow->is_other = false;
  imp_walk(&narrow->fun->body, note_use, narrow);
  return !narrow->is_other && count == narrow->allowed && block_count == narrow->block_allowed &&
         is_written(narrow);
}

// ---- Doing it ----

typedef struct ImpRewrite {
  const Narrow *narrow;
  ImpVar *flag, *param; // of the kernel: is it narrow, and the offsets then
  ImpFun *fun;
} ImpRewrite;

static ImpBuilder builder_into(const Narrow *narrow, ImpFun *fun, ImpStms *stms) {
  return (ImpBuilder){.program = narrow->imp, .fun = fun, .stms = stms};
}

static ImpExp *is_set(ImpProgram *imp, ImpVar *flag) {
  return imp_binary(imp, OP_NE, imp_use(imp, flag), imp_i64(imp, 0));
}

// if (flag) param[i] = (i32)value else offsets[i] = value
static void rewrite_stores(void *context, ImpStms *stms) {
  const ImpRewrite *rewrite = context;
  const Narrow *narrow = rewrite->narrow;
  ImpProgram *imp = narrow->imp;
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    bool is_store = stm->kind == IMP_STM_STORE && stm->as.set.var == narrow->param;
    if (!is_store) {
      imp_each_body(stm, rewrite_stores, context);
      continue;
    }
    ImpStms made = {0};
    ImpBuilder builder = builder_into(narrow, rewrite->fun, &made);
    ImpStm *test = imp_if(&builder, is_set(imp, rewrite->flag));
    ImpBuilder less = imp_into(&builder, &test->as.branch.body);
    ImpExp *value = stm->as.set.value;
    imp_store(&less, rewrite->param, stm->as.set.index,
              imp_op(imp, OP_SEXT, SCALAR_I32, &value, 1));
    vec_push(imp->arena, &test->as.branch.otherwise, stm);
    stms->data[i] = test;
  }
}

static void insert_param(ImpProgram *imp, ImpVars *params, size_t at, ImpVar *param) {
  vec_push(imp->arena, params, param);
  for (size_t i = params->count - 1; i > at; i--)
    params->data[i] = params->data[i - 1];
  params->data[at] = param;
}

static void rewrite_kernel(const Narrow *narrow, ImpKernel *kernel, ImpVars *added) {
  ImpProgram *imp = narrow->imp;
  ImpRewrite rewrite = {.narrow = narrow};
  rewrite.flag = imp_var(imp, IMP_SCALAR, SCALAR_I64, narrow->flag->name);
  rewrite.param = imp_var(imp, IMP_POINTER, SCALAR_I32, narrow->param->name);
  narrow->param->is_restrict = false; // the same memory
  size_t count = kernel->params.count;
  vec_push(imp->arena, added, rewrite.flag);
  vec_push(imp->arena, added, rewrite.param);
  for (size_t k = 0; k < added->count; k++)
    insert_param(imp, &kernel->params, count + k, added->data[k]);
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++) {
    ImpFun *fun = kernel->functions[role];
    if (!fun) continue;
    for (size_t k = 0; k < added->count; k++)
      insert_param(imp, &fun->params, count + k, added->data[k]);
    rewrite.fun = fun;
    rewrite_stores(&rewrite, &fun->body);
  }
}

static void note_segments(void *context, ImpStm *stm) {
  const Narrow *narrow = context;
  if (stm->kind != IMP_STM_LAUNCH || !stm->as.launch->segments) return;
  if (stm->as.launch->segments->offsets != narrow->pointer) return;
  stm->as.launch->segments->narrow = narrow->flag;
  stm->as.launch->kernel->as.segments.has_narrow = true;
}

// Where the launch stands: the flag, the launch, and another one if the total is too large.
static ImpStms rewrite_launch(Narrow *narrow, ImpStm *stm) {
  ImpProgram *imp = narrow->imp;
  ImpLaunch *launch = stm->as.launch;
  ImpStms made = {0};
  ImpVars added = {0};
  ImpBuilder builder = builder_into(narrow, narrow->fun, &made);
  Name name = intern_str(imp->names, "narrow");
  narrow->flag = imp_declare(&builder, name, SCALAR_I64, imp_i64(imp, 1));
  rewrite_kernel(narrow, launch->kernel, &added);
  vec_push(imp->arena, &launch->args, imp_use(imp, narrow->flag));
  vec_push(imp->arena, &launch->args, imp_use(imp, narrow->pointer));
  vec_push(imp->arena, &made, stm);
  ImpExp *most = imp_i64(imp, UINT32_MAX), *total = imp_use(imp, launch->results.data[0]);
  ImpStm *test = imp_if(&builder, imp_binary(imp, OP_SLT, most, total));
  ImpBuilder again = imp_into(&builder, &test->as.branch.body);
  imp_assign(&again, narrow->flag, imp_i64(imp, 0));
  imp_store(&again, narrow->pointer, imp_i64(imp, 0), imp_i64(imp, 0));
  ImpLaunch *copy = imp_launch(&again, launch->kernel);
  copy->size = launch->size;
  copy->threads = launch->threads;
  vec_append(imp->arena, &copy->args, launch->args.data, launch->args.count);
  ImpVar *ignored = imp_var(imp, IMP_SCALAR, SCALAR_I64, launch->results.data[0]->name);
  ignored->is_const = true;
  vec_push(imp->arena, &copy->results, ignored);
  imp_walk(&narrow->fun->body, note_segments, narrow);
  return made;
}

// The pointer that the kernel makes offsets through; there is one, or the launch is not a
// candidate.
static bool find_pointer(Narrow *narrow, const ImpLaunch *launch) {
  narrow->kernel = launch->kernel;
  narrow->pointer = NULL;
  Stores stores = {.narrow = narrow};
  for (size_t i = 0; i < launch->args.count; i++) {
    const ImpExp *arg = launch->args.data[i];
    if (arg->kind != IMP_VAR || arg->as.var->kind != IMP_POINTER) continue;
    narrow->param = launch->kernel->params.data[i];
    stores.count = 0;
    for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
      if (launch->kernel->functions[role])
        imp_walk(&launch->kernel->functions[role]->body, note_store, &stores);
    if (stores.count == 0) continue;
    narrow->pointer = arg->as.var;
    return narrow->pointer->block != NULL && narrow->pointer->scalar == SCALAR_I64;
  }
  return false;
}

static void narrow_list(void *context, ImpStms *stms) {
  Narrow *narrow = context;
  ImpStms made = {0};
  bool has_changed = false;
  for (size_t i = 0; i < stms->count; i++) {
    ImpStm *stm = stms->data[i];
    imp_each_body(stm, narrow_list, narrow);
    const ImpKernel *kernel = stm->kind == IMP_STM_LAUNCH ? stm->as.launch->kernel : NULL;
    bool is_candidate =
        kernel && kernel->skeleton == IMP_SKELETON_SCAN && kernel->as.scan.makes_ends;
    if (is_candidate && find_pointer(narrow, stm->as.launch) && is_narrowable(narrow)) {
      ImpStms parts = rewrite_launch(narrow, stm);
      vec_append(narrow->imp->arena, &made, parts.data, parts.count);
      has_changed = true;
    } else {
      vec_push(narrow->imp->arena, &made, stm);
    }
  }
  if (has_changed) *stms = made;
}

void imp_narrow(ImpProgram *program) {
  for (size_t i = 0; i < program->funs.count; i++) {
    Narrow narrow = {.imp = program, .fun = program->funs.data[i]};
    narrow_list(&narrow, &narrow.fun->body);
  }
}
