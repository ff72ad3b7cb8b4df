// Globals in functions that kernels call. A device cannot look into the context: such a function
// takes the globals that it uses, and those of the functions that it calls, as further parameters,
// and the kernels hand them down.
//
//   device f(x) { ... g() ... }     =>   device f(x, t) { ... g(t) ... }
//   device g() { ... table[i] ... }      device g(t) { ... t[i] ... }
#include "lower/lower_internal.h"

typedef struct GlobalUse {
  ImpVar *global, *param;
} GlobalUse;

typedef Vec(GlobalUse) GlobalUses;

static GlobalUses *uses_of(Lower *lower, const ImpFun *fun) {
  GlobalUses *uses = map_get(lower->device_globals, map_key(fun));
  if (uses) return uses;
  uses = arena_make(lower->arena, GlobalUses);
  map_put(lower->device_globals, map_key(fun), uses);
  return uses;
}

static ImpVar *param_for(Lower *lower, ImpVar *global) {
  ImpVar *param = imp_var(lower->imp, global->kind, global->scalar, global->name);
  param->is_const = global->kind == IMP_SCALAR;
  return param;
}

static ImpVar *find_param(const GlobalUses *uses, const ImpVar *global) {
  for (size_t i = 0; i < uses->count; i++)
    if (uses->data[i].global == global) return uses->data[i].param;
  return NULL;
}

// The parameter of the function that has the global.
static ImpVar *take_global(Lower *lower, ImpFun *fun, ImpVar *global) {
  GlobalUses *uses = uses_of(lower, fun);
  ImpVar *param = find_param(uses, global);
  if (param) return param;
  param = param_for(lower, global);
  vec_push(lower->imp->arena, &fun->params, param);
  vec_push(lower->arena, uses, (GlobalUse){.global = global, .param = param});
  return param;
}

void device_bind_global(Lower *lower, Var *var, Bound *bound, ImpVar *global) {
  ImpVar *param = take_global(lower, lower->out.fun, global);
  if (global->kind == IMP_SCALAR) {
    bound->exp = imp_use(lower->imp, param);
    return;
  }
  ImpBuilder start = imp_into(&lower->out, lower->prologue);
  bound->block = param;
  for (unsigned scalar = 0; scalar < SCALAR_COUNT; scalar++)
    if (usage_of(lower, var)->scalars & 1u << scalar)
      bound->pointers[scalar] =
          imp_pointer(&start, usage_of(lower, var)->label, (Scalar)scalar, param);
}

// ---- Handing down ----

typedef struct Caller {
  Lower *lower;
  ImpFun *fun;
  ImpKernel *kernel; // fun is one of its functions; or NULL
  bool is_changed;
} Caller;

// All functions of a kernel take its parameters first.
static void take_in_kernel(Caller *caller, ImpVar *global) {
  Lower *lower = caller->lower;
  ImpKernel *kernel = caller->kernel;
  GlobalUses *uses = map_get(lower->device_globals, map_key(kernel));
  if (!uses) {
    uses = arena_make(lower->arena, GlobalUses);
    map_put(lower->device_globals, map_key(kernel), uses);
  }
  if (find_param(uses, global)) return;
  ImpVar *param = param_for(lower, global);
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++) {
    ImpFun *fun = kernel->functions[role];
    if (!fun) continue;
    ImpVars params = {0};
    vec_append(lower->imp->arena, &params, fun->params.data, kernel->params.count);
    vec_push(lower->imp->arena, &params, param);
    vec_append(lower->imp->arena, &params, fun->params.data + kernel->params.count,
               fun->params.count - kernel->params.count);
    fun->params = params;
  }
  vec_push(lower->imp->arena, &kernel->params, param);
  vec_push(lower->arena, uses, (GlobalUse){.global = global, .param = param});
}

static void take_for_call(void *context, ImpStm *stm) {
  Caller *caller = context;
  if (stm->kind != IMP_STM_CALL) return;
  const GlobalUses *uses = uses_of(caller->lower, stm->as.call->callee);
  for (size_t i = 0; i < uses->count; i++) {
    if (caller->kernel) {
      take_in_kernel(caller, uses->data[i].global);
      continue;
    }
    size_t count = caller->fun->params.count;
    take_global(caller->lower, caller->fun, uses->data[i].global);
    if (caller->fun->params.count > count) caller->is_changed = true;
  }
}

static void pass_to_call(void *context, ImpStm *stm) {
  Caller *caller = context;
  Lower *lower = caller->lower;
  if (stm->kind != IMP_STM_CALL) return;
  const GlobalUses *uses = uses_of(lower, stm->as.call->callee);
  const GlobalUses *own = caller->kernel ? map_get(lower->device_globals, map_key(caller->kernel))
                                         : uses_of(lower, caller->fun);
  for (size_t i = 0; i < uses->count; i++)
    vec_push(lower->imp->arena, &stm->as.call->args,
             imp_use(lower->imp, find_param(own, uses->data[i].global)));
}

static void each_role(Caller *caller, ImpVisit *visit) {
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++) {
    caller->fun = caller->kernel->functions[role];
    if (caller->fun) imp_walk(&caller->fun->body, visit, caller);
  }
}

static void pass_to_launch(void *context, ImpStm *stm) {
  Lower *lower = context;
  if (stm->kind != IMP_STM_LAUNCH) return;
  const GlobalUses *uses = map_get(lower->device_globals, map_key(stm->as.launch->kernel));
  for (size_t i = 0; uses && i < uses->count; i++)
    vec_push(lower->imp->arena, &stm->as.launch->args, imp_use(lower->imp, uses->data[i].global));
}

void device_pass_globals(Lower *lower) {
  ImpProgram *imp = lower->imp;
  Caller caller = {.lower = lower, .is_changed = true};
  while (caller.is_changed) {
    caller.is_changed = false;
    for (size_t i = 0; i < imp->devices.count; i++) {
      caller.fun = imp->devices.data[i];
      imp_walk(&caller.fun->body, take_for_call, &caller);
    }
  }
  for (size_t i = 0; i < imp->devices.count; i++) {
    caller.fun = imp->devices.data[i];
    imp_walk(&caller.fun->body, pass_to_call, &caller);
  }
  for (size_t i = 0; i < imp->kernels.count; i++) {
    caller.kernel = imp->kernels.data[i];
    each_role(&caller, take_for_call);
    each_role(&caller, pass_to_call);
  }
  for (size_t i = 0; i < imp->funs.count; i++)
    imp_walk(&imp->funs.data[i]->body, pass_to_launch, lower);
}
