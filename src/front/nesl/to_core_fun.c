// Core functions, one per instance of a definition, and calls.
//
// The parameters of a Core function are the sizes of its parameter and then its lengths and arrays;
// so are its results. This follows from the types, so that a body may call the function that it
// belongs to. Definitions of the prelude that are not recursive are evaluated where they are
// called: they are small, and what is known about sizes there is not lost.
#include <string.h>

#include "front/nesl/to_core_internal.h"

struct Instance {
  const NeslFunction *function;
  const NeslType **types;
  const NeslType *from, *to;
  Fun *fun;
  const Data *parameter;
  Var *seed; // its last parameter, when it calls rand: else each call would draw the same numbers
};

const NeslFunction *nesl_instance_function(const Instance *instance) { return instance->function; }

const NeslType **nesl_instance_types(const Instance *instance) { return instance->types; }

const NeslType *nesl_instance_from(const Instance *instance) { return instance->from; }

const NeslType *nesl_instance_to(const Instance *instance) { return instance->to; }

Name nesl_fun_name_new(Lower *lower, Name name) {
  const char *stem = nesl_core_name(name, "function");
  // The parser of textual IR takes these for the beginning of a function.
  if (strcmp(stem, "fun") == 0 || strcmp(stem, "entry") == 0) stem = "function";
  Name result = intern_str(lower->names, stem);
  for (size_t i = 2; map_find(lower->fun_names, map_key(result), NULL); i++)
    result = intern_str(lower->names, arena_printf(lower->arena, "%s_%zu", stem, i));
  map_put(lower->fun_names, map_key(result), result);
  return result;
}

static Name instance_key(Lower *lower, const NeslFunction *function, const NeslType **types) {
  StrBuf text = {0};
  NeslPrinter printer = {.arena = lower->arena};
  strbuf_printf(&text, "%u", (unsigned)function->id);
  for (size_t i = 0; i < function->param_count; i++)
    strbuf_printf(&text, ";%s/%llx", nesl_type_text(&printer, types[i]),
                  (unsigned long long)nesl_type_hash(types[i]));
  Name key = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  return key;
}

static Param *params_of(Lower *lower, const VarVec *sizes, const VarVec *others) {
  Param *params = arena_array(lower->arena, Param, sizes->count + others->count);
  for (size_t i = 0; i < sizes->count; i++)
    params[i].var = sizes->data[i];
  for (size_t i = 0; i < others->count; i++)
    params[sizes->count + i].var = others->data[i];
  return params;
}

static Result *results_of(Lower *lower, const VarVec *sizes, const VarVec *others) {
  Result *results = arena_array(lower->arena, Result, sizes->count + others->count);
  for (size_t i = 0; i < sizes->count; i++)
    results[i].var = sizes->data[i];
  for (size_t i = 0; i < others->count; i++)
    results[sizes->count + i].var = others->data[i];
  return results;
}

static Fun *instance_head(Lower *lower, Instance *instance) {
  Fun *fun = arena_make(lower->arena, Fun);
  fun->name = nesl_fun_name_new(lower, instance->function->name);
  fun->span = instance->function->span;
  Span outer = lower->emit.span;
  lower->emit.span = fun->span;
  VarVec sizes = {0}, others = {0}, result_sizes = {0}, result_others = {0};
  instance->parameter = nesl_data_fresh(lower, instance->from, "x", &sizes, &others);
  if (instance->function->is_random) {
    instance->seed =
        var_new(lower->emit.program, "seed", type_scalar(SCALAR_I64), lower->emit.span);
    vec_push(lower->arena, &others, instance->seed);
  }
  nesl_data_fresh(lower, instance->to, "y", &result_sizes, &result_others);
  fun->params = params_of(lower, &sizes, &others);
  fun->size_count = sizes.count;
  fun->param_count = sizes.count + others.count;
  fun->results = results_of(lower, &result_sizes, &result_others);
  fun->result_size_count = result_sizes.count;
  fun->result_count = result_sizes.count + result_others.count;
  lower->emit.span = outer;
  return fun;
}

Instance *nesl_instance_get(Lower *lower, const NeslFunction *function, const NeslType **types) {
  Name key = instance_key(lower, function, types);
  Instance *known = map_get(lower->instances, map_key(key));
  if (known != NULL) return known;
  Instance *instance = arena_make(lower->arena, Instance);
  *instance = (Instance){.function = function, .types = types};
  instance->from = nesl_type_substitute(lower->arena, function->from, function->params, types,
                                        function->param_count);
  instance->to = nesl_type_substitute(lower->arena, function->to, function->params, types,
                                      function->param_count);
  map_put(lower->instances, map_key(key), instance);
  instance->fun = instance_head(lower, instance);
  vec_push(lower->arena, &lower->emit.program->funs, instance->fun);
  vec_push(lower->arena, &lower->queue, instance);
  return instance;
}

// ---- Bodies ----

Saved nesl_body_open(Lower *lower) {
  Saved saved = {.block = lower->emit.block,
                 .span = lower->emit.span,
                 .certs = lower->emit.certs,
                 .prelude_depth = lower->prelude_depth,
                 .depth = lower->depth,
                 .seed = lower->seed};
  lower->emit.block = NULL;
  lower->emit.certs = (VarVec){0};
  lower->prelude_depth = 0;
  lower->depth = 0;
  lower->seed = atom_i64(0);
  return saved;
}

void nesl_body_close(Lower *lower, Saved saved) {
  lower->emit.block = saved.block;
  lower->emit.span = saved.span;
  lower->emit.certs = saved.certs;
  lower->prelude_depth = saved.prelude_depth;
  lower->depth = saved.depth;
  lower->seed = saved.seed;
}

static const Data *instance_value(Lower *lower, const Instance *instance) {
  if (nesl_is_loop(lower, instance)) return nesl_lower_loop(lower, instance, instance->parameter);
  const NeslFunctionForm *form = instance->function->form;
  Frame *frame = nesl_frame_new(lower, instance->function->params, instance->types,
                                instance->function->param_count);
  nesl_bind_pattern(lower, frame, form->parameter, instance->parameter);
  return nesl_lower_exp(lower, frame, form->body);
}

static void instance_lower(Lower *lower, Instance *instance) {
  Fun *fun = instance->fun;
  Saved saved = nesl_body_open(lower);
  lower->emit.span = instance->function->form->body->span;
  if (instance->seed != NULL) lower->seed = atom_var(instance->seed);
  EmitBlock *block = emit_open(&lower->emit);
  const Data *value = nesl_data_canonical(lower, instance_value(lower, instance));
  AtomVec sizes = {0}, others = {0};
  nesl_data_atoms(lower, value, &sizes, &others);
  vec_append(lower->arena, &sizes, others.data, others.count);
  fun->body = body_new(lower->emit.program, block->stms, sizes.data, sizes.count);
  emit_close(&lower->emit, block);
  nesl_body_close(lower, saved);
}

void nesl_lower_queue(Lower *lower) {
  while (lower->queue.count > 0)
    instance_lower(lower, vec_pop(&lower->queue));
}

// ---- Calls ----

const Data *nesl_call_instance(Lower *lower, const Instance *instance, const Data *argument) {
  Fun *fun = instance->fun;
  AtomVec sizes = {0}, others = {0};
  nesl_data_atoms(lower, nesl_data_canonical(lower, argument), &sizes, &others);
  vec_append(lower->arena, &sizes, others.data, others.count);
  if (instance->seed != NULL) vec_push(lower->arena, &sizes, nesl_lower_random_bits(lower));
  Builder builder = emit_builder(&lower->emit);
  Stm *stm =
      build_infer(&builder, fun->name, exp_call(lower->emit.program, fun, sizes.data, sizes.count));
  size_t size_count = 0, other_count = 0;
  return nesl_data_of_vars(lower, instance->to, stm->vars, stm->vars + fun->result_size_count,
                           &size_count, &other_count);
}

static const Data *apply_in_place(Lower *lower, const NeslFunction *function,
                                  const NeslType **types, const Data *argument) {
  const NeslFunctionForm *form = function->form;
  Frame *frame = nesl_frame_new(lower, function->params, types, function->param_count);
  nesl_bind_pattern(lower, frame, form->parameter, argument);
  if (lower->prelude_depth == 0) lower->prelude_name = function->name;
  lower->prelude_depth++;
  lower->depth++;
  const Data *result = nesl_lower_exp(lower, frame, form->body);
  lower->depth--;
  lower->prelude_depth--;
  return result;
}

const Data *nesl_lower_apply(Lower *lower, const NeslFunction *function, const NeslType **types,
                             const Data *argument, Span span) {
  Span outer = lower->emit.span;
  if (lower->prelude_depth == 0) lower->emit.span = span;
  const Data *result = NULL;
  switch (function->kind) {
  case NESL_FUNCTION_CONSTRUCTOR: result = argument; break;
  case NESL_FUNCTION_INTRINSIC: {
    Intrinsic call = {.id = function->intrinsic,
                      .types = function->param_count > 0 ? types : NULL,
                      .argument = argument};
    result = nesl_lower_intrinsic(lower, &call);
    break;
  }
  case NESL_FUNCTION_DEFINED:
    if (function->is_prelude && !function->is_recursive && lower->depth < IN_PLACE_LIMIT)
      result = apply_in_place(lower, function, types, argument);
    else
      result = nesl_call_instance(lower, nesl_instance_get(lower, function, types), argument);
    break;
  }
  lower->emit.span = outer;
  return result;
}

const Data *nesl_lower_prelude(Lower *lower, const char *name, const NeslType **types, size_t count,
                               const Data *argument) {
  Name key = intern_str(lower->names, name);
  const NeslFunction *function = map_get(lower->prelude, map_key(key));
  if (function == NULL || function->param_count != count)
    INTERNAL_ERROR("the prelude has no function %s of %zu types", name, count);
  return nesl_lower_apply(lower, function, types, argument, lower->emit.span);
}
