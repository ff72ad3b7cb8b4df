// mem_to_imp: the program, its functions and globals.
//
//   let ys: [n]f32 @ m = par@thread (i < n) {     for simd i from 0 to n {
//     let x: f32 = index xs[i]                      let x = xs[i]
//     let y: f32 = mul x, 2.0f32             =>     ys[i] = mul(x, 2.0f32)
//     map y                                       }
//   }
//
// Takes a verified program at level Mem. Gives a program in which every function takes and gives
// the scalars and blocks of its telescopes in order.
#include <string.h>

#include "lower/device/device.h"

Name name_of(Lower *lower, const char *text) { return intern_str(lower->imp->names, text); }

// ---- The environment ----

Bound *bind(Lower *lower, Var *var) {
  Bound *bound = &lower->bound[var->index];
  *bound = (Bound){.fun = lower->out.fun};
  return bound;
}

// A kernel gets a global as a parameter.
static void bind_global_in_kernel(Lower *lower, Var *var, Bound *bound, ImpVar *global) {
  *bound = (Bound){.fun = lower->out.fun, .is_lent = true};
  if (!lower->part) {
    device_bind_global(lower, var, bound, global);
    return;
  }
  if (global->kind == IMP_SCALAR) {
    bound->exp = part_take(lower, var->name, imp_use(lower->imp, global));
    return;
  }
  bound->block = part_take(lower, var->name, imp_use(lower->imp, global))->as.var;
  for (unsigned scalar = 0; scalar < SCALAR_COUNT; scalar++) {
    if (!(usage_of(lower, var)->scalars & 1u << scalar)) continue;
    ImpVar *param = imp_var(lower->imp, IMP_POINTER, (Scalar)scalar, var->name);
    vec_push(lower->imp->arena, &lower->part->fun->params, param);
    vec_push(lower->arena, &lower->part->args, imp_use(lower->imp, global));
    bound->pointers[scalar] = param;
  }
}

// A global: a scalar is read from the context where it is used, and the pointers into a block are
// set when the function starts.
static void bind_global(Lower *lower, Var *var, Bound *bound) {
  ImpVar *global = map_get(lower->globals, map_key(var));
  if (lower->is_device) {
    bind_global_in_kernel(lower, var, bound, global);
    return;
  }
  *bound = (Bound){.fun = lower->out.fun, .is_lent = true};
  if (global->kind == IMP_SCALAR) {
    bound->exp = imp_use(lower->imp, global);
    return;
  }
  ImpBuilder start = imp_into(&lower->out, lower->prologue);
  bound->block = global;
  for (unsigned scalar = 0; scalar < SCALAR_COUNT; scalar++) {
    if (usage_of(lower, var)->scalars & 1u << scalar)
      bound->pointers[scalar] =
          imp_pointer(&start, usage_of(lower, var)->label, (Scalar)scalar, global);
  }
}

// What depends on a scalar that stayed on the device is computed in the kernel.
static ImpExp *take_loaded(Lower *lower, const char *name, ImpExp *value) {
  if (value->kind == IMP_LOAD) {
    ImpVar *cell = part_take_pointer(lower, value->as.load.pointer);
    return imp_load(lower->imp, cell, value->as.load.index);
  }
  if (!lower_has_load(value)) return part_take_value(lower, name, value);
  ImpExp *args[3];
  for (size_t i = 0; i < value->as.op.arg_count; i++)
    args[i] = take_loaded(lower, name, value->as.op.args[i]);
  ImpExp *again = imp_op(lower->imp, value->as.op.op, value->type, args, value->as.op.arg_count);
  again->as.op.is_exact = value->as.op.is_exact;
  return again;
}

// A sum with a constant is computed again, so that the part knows how it relates to the other
// operand.
ImpExp *part_take_value(Lower *lower, const char *name, ImpExp *value) {
  if (lower_has_load(value)) return take_loaded(lower, name, value);
  bool is_sum = value->kind == IMP_OP && (value->as.op.op == OP_ADD || value->as.op.op == OP_SUB);
  if (!is_sum || value->as.op.args[0]->kind != IMP_VAR || value->as.op.args[1]->kind != IMP_CONST)
    return part_take(lower, name, value);
  ImpVar *base = value->as.op.args[0]->as.var;
  ImpExp *args[] = {part_take(lower, base->name, value->as.op.args[0]), value->as.op.args[1]};
  ImpExp *again = imp_op(lower->imp, value->as.op.op, value->type, args, 2);
  again->as.op.is_exact = value->as.op.is_exact;
  return again;
}

// A variable of the function around a part.
static void bind_captured(Lower *lower, Var *var, Bound *bound) {
  LowerPart *part = lower->part;
  Bound outside = *bound;
  vec_push(lower->arena, &part->captures, (Capture){.var = var, .outside = outside});
  *bound = (Bound){.fun = part->fun, .is_lent = true, .acc = outside.acc};
  if (outside.exp) bound->exp = part_take_value(lower, var->name, outside.exp);
  if (outside.block && lower_is_handed_on(lower, var))
    bound->block = part_take(lower, var->name, imp_use(lower->imp, outside.block))->as.var;
  for (unsigned scalar = 0; scalar < SCALAR_COUNT; scalar++)
    if (outside.pointers[scalar])
      bound->pointers[scalar] = part_take_pointer(lower, outside.pointers[scalar]);
}

Bound *bound_of(Lower *lower, Var *var) {
  Bound *bound = &lower->bound[var->index];
  if (bound->fun && bound->fun == lower->out.fun) return bound;
  if (map_find(lower->globals, map_key(var), NULL))
    bind_global(lower, var, bound);
  else if (lower->part && bound->fun == lower->part->outer)
    bind_captured(lower, var, bound);
  else
    INTERNAL_ERROR("%s.%u has no value in %s", var->name, (unsigned)var->id, lower->out.fun->name);
  return bound;
}

// ---- Functions ----

void refuse(Lower *lower, Span span, const char *message) {
  vec_push(lower->imp->arena, &lower->imp->refusals,
           (ImpRefusal){.span = span, .message = message});
}

static ImpFun *fun_new(Lower *lower, Name name, Span span) {
  ImpFun *fun = arena_make(lower->imp->arena, ImpFun);
  fun->name = name;
  fun->span = span;
  return fun;
}

static bool is_value(const Var *var) {
  return var->type->kind == TYPE_SCALAR || var->type->kind == TYPE_MEM;
}

static ImpVar *var_for(Lower *lower, const Var *var) {
  bool is_block = var->type->kind == TYPE_MEM;
  return imp_var(lower->imp, is_block ? IMP_BLOCK : IMP_SCALAR,
                 is_block ? SCALAR_I8 : var->type->scalar, var->name);
}

// The parameters and results that are left when arrays and certificates are gone.
static ImpFun *declare_fun(Lower *lower, Fun *source) {
  ImpFun *fun = fun_new(lower, source->name, source->span);
  fun->origin = source;
  for (size_t i = 0; i < source->param_count; i++) {
    if (!is_value(source->params[i].var)) continue;
    ImpVar *param = var_for(lower, source->params[i].var);
    param->is_const = param->kind == IMP_SCALAR;
    vec_push(lower->imp->arena, &fun->params, param);
  }
  for (size_t i = 0; i < source->result_count; i++)
    if (is_value(source->results[i].var))
      vec_push(lower->imp->arena, &fun->results, var_for(lower, source->results[i].var));
  return fun;
}

static void declare_owners(Lower *lower, const Fun *source, ImpFun *fun) {
  const Vars *owners = owners_of(lower, source);
  for (size_t i = 0; i < owners->count; i++)
    vec_push(lower->imp->arena, &fun->params,
             imp_var(lower->imp, IMP_OWNER, SCALAR_I8, owners->data[i]->name));
}

ImpFun *device_fun(Lower *lower, Fun *fun) {
  ImpFun *device = map_get(lower->devices, map_key(fun));
  if (device) return device;
  device = declare_fun(lower, fun);
  device->is_device = true;
  map_put(lower->devices, map_key(fun), device);
  vec_push(lower->arena, &lower->pending, fun);
  return device;
}

// Starts a function: statements go to its body, and what comes first to the prologue.
static void open_fun(Lower *lower, ImpFun *fun, ImpStms *prologue) {
  lower->out =
      (ImpBuilder){.program = lower->imp, .fun = fun, .stms = &fun->body, .span = fun->span};
  lower->prologue = prologue;
}

static void prepend(Lower *lower, ImpStms *stms, const ImpStms *front) {
  ImpStms all = {0};
  vec_append(lower->imp->arena, &all, front->data, front->count);
  vec_append(lower->imp->arena, &all, stms->data, stms->count);
  *stms = all;
}

static void lower_fun(Lower *lower, Fun *source, ImpFun *fun) {
  ImpStms prologue = {0};
  open_fun(lower, fun, &prologue);
  size_t next = 0;
  for (size_t i = 0; i < source->param_count; i++) {
    Var *var = source->params[i].var;
    if (!is_value(var)) continue;
    ImpVar *param = fun->params.data[next++];
    if (param->kind == IMP_BLOCK)
      bind_block(lower, var, param, true);
    else
      bind_alias(lower, var, imp_use(lower->imp, param));
  }
  const Vars *owners = owners_of(lower, source);
  for (size_t i = 0; i < owners->count && !fun->is_device; i++)
    lower->bound[owners->data[i]->index].owner = fun->params.data[next++];
  lower_stms(lower, &source->body->stms);
  lower_results(lower, source->body);
  prepend(lower, &fun->body, &prologue);
}

// Functions that kernels call. One that is called is lowered after its caller.
static void lower_devices(Lower *lower) {
  lower->is_device = true;
  for (size_t i = 0; i < lower->pending.count; i++) {
    Fun *fun = lower->pending.data[i];
    ImpFun *device = map_get(lower->devices, map_key(fun));
    lower_fun(lower, fun, device);
    vec_push(lower->imp->arena, &lower->imp->devices, device);
  }
  // Devices have no stack for it.
  for (size_t i = 0; i < lower->imp->devices.count; i++) {
    ImpFun *device = lower->imp->devices.data[i];
    if (imp_fun_is_recursive(device))
      refuse(lower, device->span, "a recursive function that runs in a kernel");
  }
  device_pass_globals(lower);
  lower->is_device = false;
}

// ---- Parts ----

void part_open(Lower *lower, LowerPart *part, const char *what) {
  if (lower->part) INTERNAL_ERROR("a part inside a part");
  const char *name = arena_printf(lower->imp->arena, "%s_%s_%u", lower->out.fun->name, what,
                                  (unsigned)++lower->part_count);
  *part =
      (LowerPart){.outer = lower->out.fun, .saved = lower->out, .saved_prologue = lower->prologue};
  part->fun = fun_new(lower, name_of(lower, name), lower->out.span);
  part->fun->is_part = true;
  lower->part = part;
  open_fun(lower, part->fun, &part->prologue);
}

ImpExp *part_take(Lower *lower, const char *name, ImpExp *value) {
  if (value->kind == IMP_CONST) return value;
  bool is_global = value->kind == IMP_VAR && value->as.var->is_global;
  if (is_global && !lower->part->is_kernel) return value;
  for (size_t i = 0; i < lower->part->args.count; i++) {
    const ImpExp *arg = lower->part->args.data[i];
    if (arg && imp_equal(arg, value)) return imp_use(lower->imp, lower->part->fun->params.data[i]);
  }
  bool is_block = value->kind == IMP_VAR && value->as.var->kind == IMP_BLOCK;
  ImpVar *param =
      imp_var(lower->imp, is_block ? IMP_BLOCK : IMP_SCALAR, value->type, name_of(lower, name));
  param->is_const = !is_block;
  if (!is_block) number_bind(lower, param, value);
  vec_push(lower->imp->arena, &lower->part->fun->params, param);
  vec_push(lower->arena, &lower->part->args, value);
  return imp_use(lower->imp, param);
}

ImpVar *part_take_pointer(Lower *lower, ImpVar *pointer) {
  for (size_t i = 0; i < lower->part->args.count; i++) {
    const ImpExp *arg = lower->part->args.data[i];
    if (arg && arg->kind == IMP_VAR && arg->as.var == pointer)
      return lower->part->fun->params.data[i];
  }
  ImpVar *param = imp_var(lower->imp, IMP_POINTER, pointer->scalar, pointer->name);
  param->is_restrict = pointer->is_restrict;
  vec_push(lower->imp->arena, &lower->part->fun->params, param);
  vec_push(lower->arena, &lower->part->args, imp_use(lower->imp, pointer));
  return param;
}

void part_close(Lower *lower, LowerPart *part) {
  prepend(lower, &part->fun->body, &part->prologue);
  for (size_t i = part->captures.count; i-- > 0;)
    lower->bound[part->captures.data[i].var->index] = part->captures.data[i].outside;
  lower->out = part->saved;
  lower->prologue = part->saved_prologue;
  lower->part = NULL;
  if (!part->is_kernel) vec_push(lower->imp->arena, &lower->imp->funs, part->fun);
}

// ---- Globals ----

static void declare_globals(Lower *lower) {
  Program *program = lower->program;
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    for (size_t k = 0; k < global->var_count; k++) {
      if (!is_value(global->vars[k])) continue;
      ImpVar *var = var_for(lower, global->vars[k]);
      var->is_global = true;
      vec_push(lower->imp->arena, &lower->imp->globals, var);
      map_put(lower->globals, map_key(global->vars[k]), var);
    }
  }
}

static void lower_global(Lower *lower, const Global *global) {
  lower_stms(lower, &global->body->stms);
  for (size_t i = 0; i < global->var_count; i++) {
    ImpVar *var = map_get(lower->globals, map_key(global->vars[i]));
    if (!var) continue;
    if (var->kind == IMP_BLOCK)
      block_take(lower, var, global->body->results[i], lower_is_last_result(global->body, i));
    else
      imp_assign(&lower->out, var, lower_atom(lower, global->body->results[i]));
  }
}

// What computes a global, and for a late one whether that has happened.
typedef struct GlobalCode {
  ImpFun *fun;
  ImpVar *is_done; // NULL when it is not late
} GlobalCode;

static ImpVar *done_flag(Lower *lower, size_t number) {
  const char *name = arena_printf(lower->imp->arena, "has_global_%zu", number);
  ImpVar *flag = imp_var(lower->imp, IMP_SCALAR, SCALAR_BOOL, name_of(lower, name));
  flag->is_global = true;
  vec_push(lower->imp->arena, &lower->imp->globals, flag);
  return flag;
}

// Globals are computed by functions of their own, so that each sees the pointers of those before.
static GlobalCode *lower_globals(Lower *lower) {
  Program *program = lower->program;
  if (program->globals.count == 0) return NULL;
  GlobalCode *codes = arena_array(lower->arena, GlobalCode, program->globals.count);
  const bool *is_first = globals_needed(lower->arena, program, NULL);
  ImpFun *init = fun_new(lower, name_of(lower, "0_globals"), SPAN_NONE);
  for (size_t i = 0; i < program->globals.count; i++) {
    const char *name = arena_printf(lower->imp->arena, "global_%zu", i + 1);
    ImpFun *fun = fun_new(lower, name_of(lower, name), program->globals.data[i]->span);
    ImpStms prologue = {0};
    open_fun(lower, fun, &prologue);
    lower_global(lower, program->globals.data[i]);
    prepend(lower, &fun->body, &prologue);
    vec_push(lower->imp->arena, &lower->imp->funs, fun);
    codes[i] = (GlobalCode){.fun = fun, .is_done = is_first[i] ? NULL : done_flag(lower, i + 1)};
    ImpBuilder builder = {.program = lower->imp, .fun = init, .stms = &init->body};
    if (is_first[i]) imp_call(&builder, fun);
  }
  lower->imp->init = init;
  return codes;
}

// Before anything else an entry point computes the late globals that it needs.
static void compute_late(Lower *lower, const GlobalCode *codes, const Fun *source, ImpFun *fun) {
  const Program *program = lower->program;
  if (codes == NULL || source->entry == NULL) return;
  const bool *is_needed = globals_needed(lower->arena, program, source);
  ImpStms stms = {0};
  ImpBuilder builder = {.program = lower->imp, .fun = fun, .stms = &stms};
  for (size_t i = 0; i < program->globals.count; i++) {
    ImpVar *is_done = codes[i].is_done;
    if (!is_needed[i] || is_done == NULL) continue;
    ImpStm *test = imp_if(&builder, imp_not(lower->imp, imp_use(lower->imp, is_done)));
    ImpBuilder inside = imp_into(&builder, &test->as.branch.body);
    imp_call(&inside, codes[i].fun);
    imp_assign(&inside, is_done, imp_const(lower->imp, constant_bool(true)));
  }
  prepend(lower, &fun->body, &stms);
}

// For a device, only what the host calls: some versions are never taken there.
static void lower_funs(Lower *lower, const GlobalCode *codes) {
  Program *program = lower->program;
  bool *is_done = arena_array(lower->arena, bool, program->funs.count + 1);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < program->funs.count; i++) {
      Fun *fun = program->funs.data[i];
      bool is_wanted =
          !lower->options.target.has_device || fun->entry || map_get(lower->wanted, map_key(fun));
      if (is_done[i] || !is_wanted) continue;
      is_done[i] = has_changed = true;
      lower_fun(lower, fun, map_get(lower->funs, map_key(fun)));
      compute_late(lower, codes, fun, map_get(lower->funs, map_key(fun)));
    }
  }
  for (size_t i = 0; i < program->funs.count; i++)
    if (is_done[i])
      vec_push(lower->imp->arena, &lower->imp->funs,
               map_get(lower->funs, map_key(program->funs.data[i])));
}

ImpProgram *mem_to_imp(Program *program, SourceMap *sources, LowerOptions options) {
  Arena *scratch = arena_new();
  ImpProgram *imp = arena_make(program->arena, ImpProgram);
  *imp = (ImpProgram){
      .arena = program->arena, .names = program->names, .origin = program, .sources = sources};
  Lower lower = {.program = program, .imp = imp, .options = options, .arena = scratch};
  lower.bound = arena_array(scratch, Bound, program->var_count + 1);
  lower.funs = map_new(scratch);
  lower.globals = map_new(scratch);
  uses_find(&lower);
  declare_globals(&lower);
  lower.devices = map_new(scratch);
  lower.device_globals = map_new(scratch);
  for (size_t i = 0; i < program->funs.count; i++) {
    ImpFun *fun = declare_fun(&lower, program->funs.data[i]);
    declare_owners(&lower, program->funs.data[i], fun);
    map_put(lower.funs, map_key(program->funs.data[i]), fun);
  }
  lower.wanted = map_new(scratch);
  lower.costs = map_new(scratch);
  lower_funs(&lower, lower_globals(&lower));
  lower_devices(&lower);
  arena_free(scratch);
  if (imp->refusals.count > 0) return imp;
  if (!options.target.has_device) imp_peel(imp);
  if (!options.target.has_device) imp_split(imp);
  imp_clean(imp);
  if (options.target.has_device) imp_defer_failures(imp);
  if (options.target.has_device) imp_thin_barriers(imp);
  if (options.target.has_device) imp_join_teams(imp);
  if (options.target.has_device) imp_pad(imp);
  if (options.target.has_device) imp_settle(imp);
  if (options.target.has_device) imp_narrow(imp);
  imp_find_heaps(imp);
  imp->is_plain = options.is_plain;
  device_shapes(imp, options);
  if (options.target.has_device) imp_deal(imp);
  imp_make_tables(imp);
  imp_merge(imp);
  imp_outline(imp);
  imp_merge(imp);
  if (options.target.has_device) imp_fetch(imp);
  if (options.has_places) imp_count_work(imp, options.target.has_device);
  if (options.target.has_device) imp_number_failures(imp);
  imp_verify(imp);
  return imp;
}
