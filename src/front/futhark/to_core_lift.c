// Lifting. Calls that take functions are evaluated in place, and so are local functions and
// lambdas; functions that call each other twice, level upon level, would make programs grow without
// measure. So a function that was evaluated in place many times becomes a Core function after all:
// one for each choice of the functions that it is given. What these and its own environment refer
// to, the free variables of the body, are further parameters.
//
// A recursive definition that takes functions becomes one at once. It passes on the functions that
// it was given, so a call of it inside of its body is a call of the same Core function. Which free
// variables there are is known only after the body; then these calls get them, too.
#include "front/futhark/to_core_internal.h"
#include "ir/map.h"
#include "ir/walk.h"

// How often a function is evaluated in place before it is lifted.
enum { IN_PLACE_COUNT = 32 };

struct Lifted {
  Fun *fun;     // NULL while its body is lowered, unless it is open, and when it cannot be lifted
  bool is_open; // recursive, and its body is lowered now
  Vec(Exp *) calls; // of itself, in the body
  Var **sizes;      // a parameter for each dimension of the data arguments
  size_t size_count;
  Var **captured; // the free variables, in terms of where the function was made
  size_t captured_count;
  const FutLayout *result; // in terms of sizes, captured and the results
};

// ---- Keys: which calls are of one function ----

static void key_static(FutLower *lower, StrBuf *key, const Static *value);

static void key_atom(StrBuf *key, const Atom *atom) {
  if (atom->var != NULL)
    strbuf_printf(key, "%u,", atom->var->index);
  else
    strbuf_printf(key, "%d=%llx,", (int)atom->constant.type,
                  (unsigned long long)atom->constant.value.i64);
}

// Whether an argument of this type shows what a size or a type parameter is.
static bool type_shows(FutLower *lower, const FutType *type, const void *name) {
  type = type_expand(lower, type);
  if (type->tag == FUT_T_PARAM) return type->param == name;
  if (type->tag == FUT_T_ARRAY) {
    const FutSize *size = fut_size_resolve(type->array.size);
    bool is_size = size->kind == FUT_SIZE_VALUE && size->projection_count == 0;
    return (is_size && size->value == name) || type_shows(lower, type->array.element, name);
  }
  for (size_t i = 0; type->tag == FUT_T_RECORD && i < type->record.count; i++)
    if (type_shows(lower, type->record.fields[i].type, name)) return true;
  return false;
}

static bool params_show(FutLower *lower, const FutBinding *binding, const void *name) {
  for (size_t i = 0; i < binding->params.count; i++)
    if (type_shows(lower, binding->params.data[i]->type, name)) return true;
  return false;
}

// Sizes and types that the context has chosen, and not the arguments: `n` in `f () : [n]t`.
static void key_chosen(FutLower *lower, StrBuf *key, const Closure *closure) {
  const FutScheme *scheme = &closure->value->scheme;
  FutFrame *frame = frame_new(lower, closure->frame);
  match_type(lower, frame, scheme->type, closure->instance);
  bind_solved(lower, frame, closure->solved, closure->solved_count);
  for (size_t i = 0; i < scheme->size_count; i++) {
    const Static *size = frame_find(frame, scheme->sizes[i]);
    if (size == NULL || params_show(lower, closure->binding, scheme->sizes[i])) continue;
    Atom atom = static_atom(size);
    key_atom(key, &atom);
  }
  for (size_t i = 0; i < scheme->type_count; i++) {
    const FutLayout *layout = frame_find_type(frame, scheme->types[i]);
    if (layout == NULL || params_show(lower, closure->binding, scheme->types[i])) continue;
    Atoms sizes = layout_sizes(lower, layout);
    for (size_t k = 0; k < sizes.count; k++)
      key_atom(key, &sizes.data[k]);
  }
}

static void key_closure(FutLower *lower, StrBuf *key, const Closure *closure) {
  strbuf_printf(key, "%d,%p,%p,%p,%p", (int)closure->kind, (const void *)closure->exp,
                (const void *)closure->binding, (const void *)closure->value,
                (const void *)closure->frame);
  if (closure->instance != NULL) layout_print(key, closure->instance);
  if (closure->instance != NULL && closure->kind == CLOSURE_BINDING)
    key_chosen(lower, key, closure);
  if (closure->type != NULL) strbuf_printf(key, "%p", (const void *)closure->type);
  if (closure->function != NULL) key_static(lower, key, closure->function);
  for (size_t i = 0; i < closure->arg_count; i++)
    key_static(lower, key, closure->args[i]);
}

static void key_static(FutLower *lower, StrBuf *key, const Static *value) {
  strbuf_putc(key, '(');
  if (value->kind == STATIC_FUNCTION) key_closure(lower, key, value->closure);
  if (value->kind == STATIC_CHOICE) strbuf_puts(key, value->constructor);
  for (size_t i = 0; i < value->count; i++)
    key_static(lower, key, value->fields[i]);
  for (size_t i = 0; value->kind == STATIC_DATA && i < value->layout->leaf_count; i++)
    key_atom(key, &value->leaves[i]);
  strbuf_putc(key, ')');
}

// Data arguments count by their type only.
static Name call_key(FutLower *lower, const Closure *closure, Static *const *args, size_t count) {
  StrBuf key = {0};
  key_closure(lower, &key, closure);
  for (size_t i = 0; i < count; i++) {
    strbuf_putc(&key, ';');
    if (args[i]->kind == STATIC_DATA)
      layout_print(&key, args[i]->layout);
    else
      key_static(lower, &key, args[i]);
  }
  if (lower->level != PAR_ANY) strbuf_puts(&key, ";sequential");
  Name name = intern(lower->names, key.data, key.length);
  strbuf_free(&key);
  return name;
}

static bool has_acc(const FutLayout *layout) {
  if (layout->kind == LAYOUT_ACC) return true;
  for (size_t i = 0; layout->kind == LAYOUT_RECORD && i < layout->count; i++)
    if (has_acc(layout->fields[i])) return true;
  return false;
}

bool lift_is_due(FutLower *lower, const Closure *closure, Static *const *args, size_t count) {
  const void *syntax =
      closure->kind == CLOSURE_LAMBDA ? (const void *)closure->exp : (const void *)closure->binding;
  uintptr_t uses = (uintptr_t)map_get(lower->in_place, map_key(syntax));
  map_put(lower->in_place, map_key(syntax), (void *)(uses + 1));
  if (uses < IN_PLACE_COUNT) return false;
  // A call of a function that is open must be in its own body, and not in that of another.
  if (lower->open_lifted != NULL) return false;
  for (size_t i = 0; i < count; i++)
    if (args[i]->kind == STATIC_DATA && has_acc(args[i]->layout)) return false;
  return true;
}

// ---- Parameters ----

typedef struct ParamSizes {
  FutLower *lower;
  Vec(Var *) vars;
} ParamSizes;

static LayoutSize size_param(void *context, LayoutSize size) {
  (void)size;
  ParamSizes *sizes = context;
  Var *var =
      var_new(sizes->lower->emit.program, "n", type_scalar(SCALAR_I64), sizes->lower->emit.span);
  vec_push(sizes->lower->arena, &sizes->vars, var);
  return (LayoutSize){.is_known = true, .size = atom_var(var)};
}

static const FutPatterns *closure_params(const Closure *closure) {
  return closure->kind == CLOSURE_LAMBDA ? &closure->exp->lambda.params : &closure->binding->params;
}

typedef struct LiftParams {
  ParamSizes sizes;
  Vec(Param) leaves;
  Static **args; // what the body sees
} LiftParams;

static LiftParams lift_params(FutLower *lower, const Closure *closure, Static *const *args,
                              size_t count) {
  LiftParams params = {.sizes = {.lower = lower}};
  params.args = arena_array(lower->arena, Static *, count);
  for (size_t i = 0; i < count; i++) {
    params.args[i] = args[i];
    if (args[i]->kind != STATIC_DATA) continue;
    const FutPattern *pattern = closure_params(closure)->data[i];
    const FutLayout *layout = layout_map(lower, args[i]->layout, size_param, &params.sizes);
    Var **vars = layout_vars(lower, layout, "x");
    bool is_unique = fut_type_resolve(pattern->type)->is_unique;
    for (size_t k = 0; k < layout->leaf_count; k++) {
      Param param = {.var = vars[k], .is_consumed = is_unique && type_is_array(vars[k]->type)};
      vec_push(lower->arena, &params.leaves, param);
    }
    params.args[i] = static_of_vars(lower, layout, vars);
  }
  return params;
}

// ---- Free variables ----

typedef struct Capturing {
  FutLower *lower;
  VarSet bound; // parameters and globals
  VarSet seen;
  Vec(Var *) vars;
} Capturing;

// Sizes in a variable's type come before it.
static void capture(Capturing *capturing, Var *var) {
  if (varset_has(&capturing->bound, var) || !varset_add(&capturing->seen, var)) return;
  for (uint32_t i = 0; i < var->type->rank; i++)
    if (var->type->dims[i].var != NULL) capture(capturing, var->type->dims[i].var);
  vec_push(capturing->lower->arena, &capturing->vars, var);
}

static void capture_free(FutLower *lower, struct Lifted *lifted, const Body *body,
                         const FutMerge *merge, const LiftParams *params) {
  Capturing capturing = {
      .lower = lower, .bound = varset_new(lower->arena), .seen = varset_new(lower->arena)};
  for (size_t i = 0; i < params->sizes.vars.count; i++)
    varset_add(&capturing.bound, params->sizes.vars.data[i]);
  for (size_t i = 0; i < params->leaves.count; i++)
    varset_add(&capturing.bound, params->leaves.data[i].var);
  for (size_t i = 0; i < lower->emit.program->globals.count; i++)
    for (size_t k = 0; k < lower->emit.program->globals.data[i]->var_count; k++)
      varset_add(&capturing.bound, lower->emit.program->globals.data[i]->vars[k]);
  VarSet free = free_vars_body(lower->arena, body);
  Var *var;
  for (size_t cursor = 0; varset_each(&free, &cursor, &var);)
    capture(&capturing, var);
  for (size_t i = 0; i < merge->count; i++)
    varset_add(&capturing.bound, merge->vars[i]);
  for (size_t i = 0; i < merge->count; i++)
    for (uint32_t k = 0; k < merge->vars[i]->type->rank; k++)
      if (merge->vars[i]->type->dims[k].var != NULL)
        capture(&capturing, merge->vars[i]->type->dims[k].var);
  lifted->captured = capturing.vars.data;
  lifted->captured_count = capturing.vars.count;
}

// ---- The function ----

static Fun *fun_new(FutLower *lower, const char *name) {
  Fun *fun = arena_make(lower->arena, Fun);
  fun->name = lower_fun_name(lower, intern_str(lower->names, name));
  fun->span = lower->emit.span;
  return fun;
}

// Puts the signature together: sizes, captured variables by new names, leaves.
static Fun *lift_fun(FutLower *lower, const struct Lifted *lifted, Body *body,
                     const FutMerge *merge, const LiftParams *params, const char *name) {
  Fun *fun = lifted->fun != NULL ? lifted->fun : fun_new(lower, name);
  fun->size_count = params->sizes.vars.count;
  fun->param_count = fun->size_count + lifted->captured_count + params->leaves.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count);
  size_t next = 0;
  for (size_t i = 0; i < fun->size_count; i++)
    fun->params[next++].var = params->sizes.vars.data[i];
  Subst *subst = subst_new(lower->emit.program);
  for (size_t i = 0; i < lifted->captured_count; i++) {
    Var *old = lifted->captured[i];
    Var *var = var_like(lower->emit.program, old, subst_type(subst, old->type));
    subst_add(subst, old, atom_var(var));
    fun->params[next++].var = var;
  }
  for (size_t i = 0; i < params->leaves.count; i++)
    fun->params[next++] = params->leaves.data[i];
  fun->result_size_count = merge->size_count;
  fun->result_count = merge->count;
  fun->results = arena_array(lower->arena, Result, merge->count);
  for (size_t i = 0; i < merge->count; i++) {
    merge->vars[i]->type = subst_type(subst, merge->vars[i]->type);
    fun->results[i].var = merge->vars[i];
  }
  fun->body = subst_body(subst, body);
  vec_push(lower->arena, &lower->emit.program->funs, fun);
  return fun;
}

// The results of a recursive function, as its type tells. All sizes are results: the type may name
// some by parameters, but callers know these anyway.
static FutMerge recursive_results(FutLower *lower, const Closure *closure, Static *const *args) {
  FutFrame *frame = closure_frame(lower, closure, args);
  ParamSizes sizes = {.lower = lower};
  FutMerge merge = {.layout = layout_map(lower, layout_of(lower, frame, closure->binding->result),
                                         size_param, &sizes)};
  merge.size_count = sizes.vars.count;
  merge.count = merge.size_count + merge.layout->leaf_count;
  merge.vars = arena_array(lower->arena, Var *, merge.count);
  Var **leaves = layout_vars(lower, merge.layout, "result");
  for (size_t i = 0; i < merge.count; i++)
    merge.vars[i] = i < merge.size_count ? sizes.vars.data[i] : leaves[i - merge.size_count];
  return merge;
}

// Announces the function to its own body, for now without the free variables.
static void lift_open(FutLower *lower, struct Lifted *lifted, const Closure *closure,
                      const LiftParams *params, const FutMerge *merge) {
  Fun *fun = fun_new(lower, closure->value->name);
  fun->size_count = params->sizes.vars.count;
  fun->param_count = fun->size_count + params->leaves.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i] = i < fun->size_count ? (Param){.var = params->sizes.vars.data[i]}
                                         : params->leaves.data[i - fun->size_count];
  fun->result_size_count = merge->size_count;
  fun->result_count = merge->count;
  fun->results = arena_array(lower->arena, Result, merge->count);
  for (size_t i = 0; i < merge->count; i++)
    fun->results[i].var = merge->vars[i];
  lifted->fun = fun;
  lifted->result = merge->layout;
  lifted->sizes = params->sizes.vars.data;
  lifted->size_count = params->sizes.vars.count;
  lifted->is_open = true;
}

// Gives the calls of the function in its own body the free variables.
static void complete_calls(FutLower *lower, const struct Lifted *lifted) {
  for (size_t i = 0; i < lifted->calls.count; i++) {
    Exp *call = lifted->calls.data[i];
    Vec(Atom) all = {0};
    vec_append(lower->arena, &all, call->args, lifted->size_count);
    for (size_t k = 0; k < lifted->captured_count; k++)
      vec_push(lower->arena, &all, atom_var(lifted->captured[k]));
    vec_append(lower->arena, &all, call->args + lifted->size_count,
               call->arg_count - lifted->size_count);
    call->args = all.data;
    call->arg_count = all.count;
  }
}

static void lift_make_recursive(FutLower *lower, struct Lifted *lifted, const Closure *closure,
                                Static *const *args, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (args[i]->kind == STATIC_DATA && has_acc(args[i]->layout))
      lower_unsupported(lower, lower->emit.span,
                        "a recursive function of functions cannot take an accumulator");
  LiftParams params = lift_params(lower, closure, args, count);
  FutMerge merge = recursive_results(lower, closure, params.args);
  lift_open(lower, lifted, closure, &params, &merge);
  struct Lifted *outer = lower->open_lifted;
  lower->open_lifted = lifted;
  EmitBlock *block = emit_open(&lower->emit);
  Static *value = lower_closure_body(lower, closure, params.args);
  emit_close(&lower->emit, block);
  lower->open_lifted = outer;
  lifted->is_open = false;
  Vec(Atom) results = {0};
  Atoms sizes = layout_sizes(lower, value->layout);
  vec_append(lower->arena, &results, sizes.data, sizes.count);
  vec_append(lower->arena, &results, value->leaves, value->layout->leaf_count);
  Body *body = body_new(lower->emit.program, block->stms, results.data, results.count);
  capture_free(lower, lifted, body, &merge, &params);
  complete_calls(lower, lifted);
  lift_fun(lower, lifted, body, &merge, &params, closure->value->name);
}

static void lift_make(FutLower *lower, struct Lifted *lifted, const Closure *closure,
                      Static *const *args, size_t count) {
  LiftParams params = lift_params(lower, closure, args, count);
  EmitBlock *block = emit_open(&lower->emit);
  Static *value = lower_closure_body(lower, closure, params.args);
  emit_close(&lower->emit, block);
  if (value->kind != STATIC_DATA || has_acc(value->layout)) return;
  FutMerge merge = merge_values(lower, &block, &value, 1, "result");
  Body *body = body_new(lower->emit.program, block->stms, merge.results[0], merge.count);
  lifted->sizes = params.sizes.vars.data;
  lifted->size_count = params.sizes.vars.count;
  lifted->result = merge.layout;
  capture_free(lower, lifted, body, &merge, &params);
  bool is_named = closure->kind == CLOSURE_BINDING;
  lifted->fun =
      lift_fun(lower, lifted, body, &merge, &params, is_named ? closure->value->name : "lambda");
}

// ---- Calls ----

typedef struct CallAtoms {
  FutLower *lower;
  Vec(Atom) sizes;
} CallAtoms;

static LayoutSize collect_call_size(void *context, LayoutSize size) {
  CallAtoms *atoms = context;
  vec_push(atoms->lower->arena, &atoms->sizes, size.size);
  return size;
}

typedef struct FutRenamed {
  const struct Lifted *lifted;
  const Atom *sizes;
  const Stm *stm;
} FutRenamed;

static LayoutSize rename_result(void *context, LayoutSize size) {
  const FutRenamed *renamed = context;
  const struct Lifted *lifted = renamed->lifted;
  if (size.size.var == NULL) return size;
  for (size_t i = 0; i < lifted->size_count; i++)
    if (lifted->sizes[i] == size.size.var) return (LayoutSize){true, renamed->sizes[i]};
  for (size_t i = 0; i < lifted->fun->result_size_count; i++)
    if (lifted->fun->results[i].var == size.size.var)
      return (LayoutSize){true, atom_var(renamed->stm->vars[i])};
  return size;
}

static Static *lift_call(FutLower *lower, struct Lifted *lifted, Static *const *args,
                         size_t count) {
  CallAtoms atoms = {.lower = lower};
  for (size_t i = 0; i < count; i++)
    if (args[i]->kind == STATIC_DATA) layout_map(lower, args[i]->layout, collect_call_size, &atoms);
  Vec(Atom) all = {0};
  vec_append(lower->arena, &all, atoms.sizes.data, atoms.sizes.count);
  for (size_t i = 0; i < lifted->captured_count; i++)
    vec_push(lower->arena, &all, atom_var(lifted->captured[i]));
  for (size_t i = 0; i < count; i++)
    if (args[i]->kind == STATIC_DATA)
      vec_append(lower->arena, &all, args[i]->leaves, args[i]->layout->leaf_count);
  Builder builder = emit_builder(&lower->emit);
  Exp *call = exp_call(lower->emit.program, lifted->fun, all.data, all.count);
  if (lifted->is_open) vec_push(lower->arena, &lifted->calls, call);
  Stm *stm = build_infer(&builder, lifted->fun->name, call);
  FutRenamed renamed = {.lifted = lifted, .sizes = atoms.sizes.data, .stm = stm};
  return static_of_vars(lower, layout_map(lower, lifted->result, rename_result, &renamed),
                        stm->vars + lifted->fun->result_size_count);
}

Static *lower_lifted(FutLower *lower, const Closure *closure, Static *const *args, size_t count) {
  Name key = call_key(lower, closure, args, count);
  struct Lifted *lifted = map_get(lower->lifted, map_key(key));
  if (lifted == NULL) {
    lifted = arena_make(lower->arena, struct Lifted);
    map_put(lower->lifted, map_key(key), lifted);
    bool is_recursive = closure->kind == CLOSURE_BINDING && closure->value->is_recursive;
    FutSaved saved = body_open(lower);
    lower->depth = saved.depth;
    (is_recursive ? lift_make_recursive : lift_make)(lower, lifted, closure, args, count);
    body_close(lower, saved);
  }
  if (lifted->is_open && lower->open_lifted != lifted)
    lower_unsupported(lower, lower->emit.span,
                      "a recursive call of `%s` is inside another recursive function of functions",
                      closure->value->name);
  return lifted->fun == NULL ? NULL : lift_call(lower, lifted, args, count);
}
