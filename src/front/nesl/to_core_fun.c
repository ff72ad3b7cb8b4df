// Core functions, one per instance of a definition or lambda, and calls.
//
// The parameters of a Core function are the sizes of its parameter and then its lengths and arrays;
// so are its results. This follows from the layouts, so that a body may call the function that it
// belongs to. Definitions of the prelude that are not recursive are evaluated where they are
// called: they are small, and what is known about sizes there is not lost.
//
// Which functions a result may be is only known when the body is lowered. So what gives functions
// is evaluated where it is called, too, unless it is recursive. Then the result is taken to be
// none, and the body is lowered again with what it gives, until that is all: the instance is
// *settled*. Bodies that were lowered meanwhile may have relied on too little; they are settled
// anew.
#include <string.h>

#include "front/nesl/to_core_internal.h"

struct NeslInstance {
  const NeslCode *code;
  const NeslLayout *from, *to;
  Fun *fun;
  const Data *parameter;
  Var *seed; // its last parameter, when it calls rand: else each call would draw the same numbers
  bool is_settled, is_settling;
};

const NeslCode *nesl_instance_code(const NeslInstance *instance) { return instance->code; }

const NeslLayout *nesl_instance_from(const NeslInstance *instance) { return instance->from; }

const NeslLayout *nesl_instance_to(const NeslInstance *instance) { return instance->to; }

// ---- Codes ----

static bool code_is_random(const NeslCode *code) {
  return code->lambda != NULL ? code->lambda->lambda.is_random : code->function->is_random;
}

static bool code_is_recursive(const NeslCode *code) {
  return code->lambda != NULL ? code->lambda->lambda.is_recursive : code->function->is_recursive;
}

static const NeslExp *code_body(const NeslCode *code) {
  return code->lambda != NULL ? code->lambda->lambda.body : code->function->form->body;
}

// The body with this parameter: of a lambda that holds something, a pair of that and the argument.
static const Data *code_value(NeslLower *lower, const NeslCode *code, const Data *parameter) {
  NeslFrame *frame = nesl_frame_new(lower, code->params, code->types, code->type_count);
  const NeslPattern *pattern =
      code->lambda != NULL ? code->lambda->lambda.parameter : code->function->form->parameter;
  for (size_t i = 0; i < code->capture_count; i++)
    map_put(frame->values, map_key(code->lambda->lambda.captures.data[i]),
            nesl_data_item(parameter->first, i, code->capture_count));
  nesl_bind_pattern(lower, frame, pattern, code->capture_count > 0 ? parameter->second : parameter);
  return nesl_lower_exp(lower, frame, code_body(code));
}

// ---- Instances ----

Name nesl_fun_name_new(NeslLower *lower, Name name) {
  const char *stem = nesl_core_name(name, "function");
  // The parser of textual IR takes these for the beginning of a function.
  if (strcmp(stem, "fun") == 0 || strcmp(stem, "entry") == 0) stem = "function";
  Name result = intern_str(lower->names, stem);
  for (size_t i = 2; map_find(lower->fun_names, map_key(result), NULL); i++)
    result = intern_str(lower->names, arena_printf(lower->arena, "%s_%zu", stem, i));
  map_put(lower->fun_names, map_key(result), result);
  return result;
}

static Name instance_key(NeslLower *lower, const NeslCode *code, const NeslLayout *from) {
  StrBuf text = {0};
  strbuf_printf(&text, "%zu", code->id);
  if (from->has_function) nesl_layout_key(from, &text);
  Name key = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  return key;
}

static Param *params_of(NeslLower *lower, const VarVec *sizes, const VarVec *others) {
  Param *params = arena_array(lower->arena, Param, sizes->count + others->count);
  for (size_t i = 0; i < sizes->count; i++)
    params[i].var = sizes->data[i];
  for (size_t i = 0; i < others->count; i++)
    params[sizes->count + i].var = others->data[i];
  return params;
}

static Result *results_of(NeslLower *lower, const VarVec *sizes, const VarVec *others) {
  Result *results = arena_array(lower->arena, Result, sizes->count + others->count);
  for (size_t i = 0; i < sizes->count; i++)
    results[i].var = sizes->data[i];
  for (size_t i = 0; i < others->count; i++)
    results[sizes->count + i].var = others->data[i];
  return results;
}

// What a function of this layout gives; the sizes come first.
static void declare_results(NeslLower *lower, Fun *fun, const NeslLayout *to) {
  VarVec sizes = {0}, others = {0};
  nesl_data_fresh(lower, to, "y", &sizes, &others);
  fun->results = results_of(lower, &sizes, &others);
  fun->result_size_count = sizes.count;
  fun->result_count = sizes.count + others.count;
}

static Fun *instance_head(NeslLower *lower, NeslInstance *instance) {
  const NeslCode *code = instance->code;
  Fun *fun = arena_make(lower->arena, Fun);
  bool is_lambda = code->lambda != NULL;
  fun->name = nesl_fun_name_new(lower, is_lambda ? "lambda" : code->function->name);
  fun->span = is_lambda ? code->lambda->span : code->function->span;
  Span outer = lower->emit.span;
  lower->emit.span = fun->span;
  VarVec sizes = {0}, others = {0};
  instance->parameter = nesl_data_fresh(lower, instance->from, "x", &sizes, &others);
  if (code_is_random(code)) {
    instance->seed =
        var_new(lower->emit.program, "seed", type_scalar(SCALAR_I64), lower->emit.span);
    vec_push(lower->arena, &others, instance->seed);
  }
  fun->params = params_of(lower, &sizes, &others);
  fun->size_count = sizes.count;
  fun->param_count = sizes.count + others.count;
  declare_results(lower, fun, instance->to);
  lower->emit.span = outer;
  return fun;
}

static void instance_settle(NeslLower *lower, NeslInstance *instance);

static NeslInstance *instance_get(NeslLower *lower, const NeslCode *code, const NeslLayout *from) {
  Name key = instance_key(lower, code, from);
  NeslInstance *instance = map_get(lower->instances, map_key(key));
  if (instance == NULL) {
    instance = arena_make(lower->arena, NeslInstance);
    *instance =
        (NeslInstance){.code = code, .from = from, .to = nesl_layout_of_type(lower, code->to)};
    map_put(lower->instances, map_key(key), instance);
    instance->fun = instance_head(lower, instance);
    vec_push(lower->arena, &lower->emit.program->funs, instance->fun);
    if (!instance->to->has_function) vec_push(lower->arena, &lower->queue, instance);
  }
  bool is_open = instance->to->has_function && !instance->is_settled && !instance->is_settling;
  if (is_open) instance_settle(lower, instance);
  return instance;
}

// ---- Bodies ----

NeslSaved nesl_body_open(NeslLower *lower) {
  NeslSaved saved = {.block = lower->emit.block,
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

void nesl_body_close(NeslLower *lower, NeslSaved saved) {
  lower->emit.block = saved.block;
  lower->emit.span = saved.span;
  lower->emit.certs = saved.certs;
  lower->prelude_depth = saved.prelude_depth;
  lower->depth = saved.depth;
  lower->seed = saved.seed;
}

static const Data *instance_value(NeslLower *lower, const NeslInstance *instance) {
  if (nesl_is_loop(lower, instance)) return nesl_lower_loop(lower, instance, instance->parameter);
  return code_value(lower, instance->code, instance->parameter);
}

// Lowers the body; where it gives other functions than the result may be, that is made to have them
// and the body is not good.
static bool instance_lower(NeslLower *lower, NeslInstance *instance) {
  Fun *fun = instance->fun;
  NeslSaved saved = nesl_body_open(lower);
  lower->emit.span = code_body(instance->code)->span;
  if (instance->seed != NULL) lower->seed = atom_var(instance->seed);
  EmitBlock *block = emit_open(&lower->emit);
  const Data *value = instance_value(lower, instance);
  const NeslLayout *before = instance->to;
  instance->to = nesl_layout_join(lower, before, nesl_layout_of_data(lower, value));
  value = nesl_data_canonical(lower, nesl_data_convert(lower, value, instance->to));
  Atoms sizes = {0}, others = {0};
  nesl_data_atoms(lower, value, &sizes, &others);
  vec_append(lower->arena, &sizes, others.data, others.count);
  fun->body = body_new(lower->emit.program, block->stms, sizes.data, sizes.count);
  emit_close(&lower->emit, block);
  nesl_body_close(lower, saved);
  return nesl_layout_equal(before, instance->to);
}

static void instance_settle(NeslLower *lower, NeslInstance *instance) {
  instance->is_settling = true;
  lower->settling++;
  size_t first = lower->settled.count;
  vec_push(lower->arena, &lower->settled, instance);
  while (!instance_lower(lower, instance)) {
    declare_results(lower, instance->fun, instance->to);
    for (size_t i = first + 1; i < lower->settled.count; i++)
      lower->settled.data[i]->is_settled = false;
  }
  lower->settling--;
  instance->is_settling = false;
  instance->is_settled = true;
}

// Instances that nothing needs any more are still part of the program, and must be right.
void nesl_lower_queue(NeslLower *lower) {
  do {
    while (lower->queue.count > 0)
      instance_lower(lower, vec_pop(&lower->queue));
    for (size_t i = 0; i < lower->settled.count; i++)
      if (!lower->settled.data[i]->is_settled) instance_settle(lower, lower->settled.data[i]);
  } while (lower->queue.count > 0);
}

// ---- Calls ----

static const Data *call_instance(NeslLower *lower, const NeslInstance *instance,
                                 const Data *parameter) {
  Fun *fun = instance->fun;
  Atoms sizes = {0}, others = {0};
  nesl_data_atoms(lower, nesl_data_canonical(lower, parameter), &sizes, &others);
  vec_append(lower->arena, &sizes, others.data, others.count);
  if (instance->seed != NULL) vec_push(lower->arena, &sizes, nesl_lower_random_bits(lower));
  Builder builder = emit_builder(&lower->emit);
  Stm *stm =
      build_infer(&builder, fun->name, exp_call(lower->emit.program, fun, sizes.data, sizes.count));
  return nesl_data_of_vars(lower, instance->to, stm->vars, stm->vars + fun->result_size_count);
}

// Evaluates a body where it is called. Spans inside of the prelude are those of the call.
static const Data *apply_in_place(NeslLower *lower, const NeslCode *code, const Data *parameter) {
  bool is_prelude = code->function != NULL && code->function->is_prelude;
  size_t depth = lower->prelude_depth;
  if (is_prelude && depth == 0) lower->prelude_name = code->function->name;
  lower->prelude_depth = is_prelude ? depth + 1 : 0;
  lower->depth++;
  const Data *result = code_value(lower, code, parameter);
  lower->depth--;
  lower->prelude_depth = depth;
  return result;
}

const Data *nesl_apply_code(NeslLower *lower, const NeslCode *code, const Data *captures,
                            const Data *argument) {
  if (lower->has_failed) return nesl_data_zeros(lower, nesl_layout_of_type(lower, code->to));
  const Data *parameter = captures != NULL ? nesl_data_pair(lower, captures, argument) : argument;
  bool is_in_place = nesl_type_has_function(code->to) && !code_is_recursive(code);
  if (is_in_place && lower->depth < IN_PLACE_LIMIT) return apply_in_place(lower, code, parameter);
  return call_instance(lower, instance_get(lower, code, nesl_layout_of_data(lower, parameter)),
                       parameter);
}

const Data *nesl_lower_apply(NeslLower *lower, const NeslFunction *function, const NeslType **types,
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
    if (function->is_prelude && !function->is_recursive && lower->depth < IN_PLACE_LIMIT) {
      NeslCode code = {.function = function,
                       .params = function->params,
                       .types = types,
                       .type_count = function->param_count};
      result = apply_in_place(lower, &code, argument);
    } else {
      const NeslCode *code = nesl_code_of_function(lower, function, types);
      result = nesl_apply_code(lower, code, NULL, argument);
    }
    break;
  }
  lower->emit.span = outer;
  return result;
}

const Data *nesl_lower_prelude(NeslLower *lower, const char *name, const NeslType **types,
                               size_t count, const Data *argument) {
  Name key = intern_str(lower->names, name);
  const NeslFunction *function = map_get(lower->prelude, map_key(key));
  if (function == NULL || function->param_count != count)
    INTERNAL_ERROR("the prelude has no function %s of %zu types", name, count);
  return nesl_lower_apply(lower, function, types, argument, lower->emit.span);
}
