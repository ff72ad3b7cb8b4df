// Core functions for first-order definitions, one per instance of their types without sizes, and
// globals for definitions without parameters.
//
// The parameters of a Core function are, in order: a size for each size parameter of the scheme, a
// size for each dimension inside a type argument, a size for each dimension of a parameter's type
// that is computed (`[n + 1]`), and then the leaves of the parameters. Results are the sizes that
// the parameters do not tell, and then the leaves. All of this follows from the types, so that a
// body may call the function that it belongs to.
#include <string.h>

#include "front/futhark/to_core_internal.h"

struct FutInstance {
  Fun *fun;
  const Closure *closure;
  FutFrame *frame;                   // of the body
  const FutLayout **params;          // in terms of the parameters' variables
  const FutLayout *result;           // in terms of parameters and results
  Vec(Var *) sizes;                  // the size parameters
  size_t type_size_start;            // where those of type arguments begin
  size_t computed_start;             // where those of computed dimensions begin
  ParLevel level;                    // requested where it is called
  Vec(const FutSize *) result_sizes; // what each result size is in the type
  Vec(Var *) result_vars;
};

// ---- Which calls ----

static bool is_first_order_type(FutLower *lower, const FutFrame *frame, const FutType *type) {
  type = type_expand(lower, type);
  const FutLayout *layout;
  switch (type->tag) {
  case FUT_T_PRIM: return true;
  case FUT_T_ARROW: return false;
  case FUT_T_ARRAY: return is_first_order_type(lower, frame, type->array.element);
  case FUT_T_RECORD:
    for (size_t i = 0; i < type->record.count; i++)
      if (!is_first_order_type(lower, frame, type->record.fields[i].type)) return false;
    return true;
  case FUT_T_SUM:
    for (size_t i = 0; i < type->sum.count; i++)
      for (size_t k = 0; k < type->sum.clauses[i].payload_count; k++)
        if (!is_first_order_type(lower, frame, type->sum.clauses[i].payload[k])) return false;
    return true;
  case FUT_T_PARAM:
    layout = frame_find_type(frame, type->param);
    return layout == NULL || (!layout->has_function && layout->kind != LAYOUT_ACC);
  case FUT_T_ABSTRACT: // an accumulator
  case FUT_T_VAR:
  case FUT_T_ERROR: return false;
  }
  return false;
}

bool closure_is_first_order(FutLower *lower, const Closure *closure, FutFrame *frame,
                            Static *const *args) {
  if (closure->value->kind != FUT_VALUE_DEF || closure->value->is_prelude) return false;
  for (size_t i = 0; i < closure->binding->params.count; i++)
    if (args[i]->kind != STATIC_DATA ||
        !is_first_order_type(lower, frame, closure->binding->params.data[i]->type))
      return false;
  return is_first_order_type(lower, frame, closure->binding->result);
}

// ---- Names ----

Name lower_fun_name(FutLower *lower, Name name) {
  StrBuf text = {0};
  for (const char *at = name; *at != '\0'; at++)
    strbuf_putc(&text, fut_is_symbol_char(*at) ? '_' : *at);
  if (fut_is_symbol_char(name[0])) {
    strbuf_clear(&text);
    strbuf_puts(&text, "operator");
  }
  size_t length = text.length;
  Name result = intern_str(lower->names, strbuf_text(&text));
  for (size_t i = 2; map_find(lower->fun_names, map_key(result), NULL); i++) {
    text.length = length;
    strbuf_printf(&text, "_%zu", i);
    result = intern_str(lower->names, strbuf_text(&text));
  }
  strbuf_free(&text);
  map_put(lower->fun_names, map_key(result), result);
  return result;
}

static Name instance_key(FutLower *lower, const Closure *closure, const FutFrame *frame) {
  StrBuf text = {0};
  strbuf_printf(&text, "%u", closure->value->id);
  for (size_t i = 0; i < closure->value->scheme.type_count; i++) {
    const FutLayout *layout = frame_find_type(frame, closure->value->scheme.types[i]);
    strbuf_putc(&text, ';');
    if (layout != NULL) layout_print(&text, layout);
  }
  if (lower->level != PAR_ANY) strbuf_puts(&text, ";sequential");
  Name key = intern_str(lower->names, strbuf_text(&text));
  strbuf_free(&text);
  return key;
}

// ---- Signatures ----

static Var *new_size(FutLower *lower, const char *name) {
  return var_new(lower->emit.program, name, type_scalar(SCALAR_I64), lower->emit.span);
}

typedef struct Fresh {
  FutLower *lower;
  FutInstance *instance;
} Fresh;

static LayoutSize fresh_size(void *context, LayoutSize size) {
  (void)size;
  Fresh *fresh = context;
  Var *var = new_size(fresh->lower, "n");
  vec_push(fresh->lower->arena, &fresh->instance->sizes, var);
  return (LayoutSize){.is_known = true, .size = atom_var(var)};
}

// The sizes of the scheme and of its type arguments, as parameters.
static void instance_scheme(FutLower *lower, FutInstance *instance, const FutFrame *frame) {
  const FutScheme *scheme = &instance->closure->value->scheme;
  for (size_t i = 0; i < scheme->size_count; i++) {
    Var *var = new_size(lower, core_name(scheme->sizes[i]->name, "n"));
    vec_push(lower->arena, &instance->sizes, var);
    frame_bind(instance->frame, scheme->sizes[i], static_size(lower, atom_var(var)));
  }
  instance->type_size_start = instance->sizes.count;
  Fresh fresh = {.lower = lower, .instance = instance};
  for (size_t i = 0; i < scheme->type_count; i++) {
    const FutLayout *layout = frame_find_type(frame, scheme->types[i]);
    if (layout == NULL) continue;
    map_put(instance->frame->types, map_key(scheme->types[i]),
            layout_map(lower, layout, fresh_size, &fresh));
  }
  instance->computed_start = instance->sizes.count;
}

// A dimension that a signature can name: a constant, or a parameter.
static bool is_nameable(FutLower *lower, const FutFrame *frame, const FutSize *size, Atom *atom) {
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_CONST) return *atom = atom_i64(size->constant), true;
  void *found;
  if (size->kind != FUT_SIZE_VALUE || !map_find(frame->values, map_key(size->value), &found))
    return false;
  const Static *meaning = found;
  for (size_t i = 0; i < size->projection_count; i++)
    meaning = static_project(lower, meaning, size->projections[i]);
  if (meaning->kind != STATIC_DATA || meaning->layout->kind != LAYOUT_PRIM) return false;
  *atom = static_atom(meaning);
  return true;
}

typedef Atom SizeNamer(FutLower *lower, FutInstance *instance, const FutSize *size);

static const FutLayout *signature_layout(FutLower *lower, FutInstance *instance,
                                         const FutType *type, SizeNamer *namer);

static const FutLayout *signature_sum(FutLower *lower, FutInstance *instance, const FutType *type,
                                      SizeNamer *namer) {
  LayoutClause *clauses = layout_clauses(lower, type);
  for (size_t i = 0; i < type->sum.count; i++)
    for (size_t k = 0; k < clauses[i].count; k++)
      clauses[i].payload[k] =
          signature_layout(lower, instance, type->sum.clauses[i].payload[k], namer);
  return layout_sum(lower, clauses, type->sum.count);
}

// The layout of a parameter or result, with a variable for every size that is not nameable.
static const FutLayout *signature_layout(FutLower *lower, FutInstance *instance,
                                         const FutType *type, SizeNamer *namer) {
  type = type_expand(lower, type);
  if (type->tag == FUT_T_ARRAY) {
    Atom size;
    if (!is_nameable(lower, instance->frame, type->array.size, &size))
      size = namer(lower, instance, type->array.size);
    return layout_array(lower, size, signature_layout(lower, instance, type->array.element, namer));
  }
  if (type->tag == FUT_T_SUM) return signature_sum(lower, instance, type, namer);
  if (type->tag != FUT_T_RECORD) return layout_of(lower, instance->frame, type);
  size_t count = type->record.count;
  Name *names = arena_array(lower->arena, Name, count);
  const FutLayout **fields = arena_array(lower->arena, const FutLayout *, count);
  for (size_t i = 0; i < count; i++) {
    names[i] = type->record.fields[i].name;
    fields[i] = signature_layout(lower, instance, type->record.fields[i].type, namer);
  }
  return layout_record(lower, names, fields, count, type->record.is_tuple);
}

static Atom name_param_size(FutLower *lower, FutInstance *instance, const FutSize *size) {
  Var *var = new_size(lower, "n");
  vec_push(lower->arena, &instance->sizes, var);
  size = fut_size_resolve(size);
  if (size->kind == FUT_SIZE_VALUE)
    frame_bind(instance->frame, size->value, static_size(lower, atom_var(var)));
  return atom_var(var);
}

static Atom name_result_size(FutLower *lower, FutInstance *instance, const FutSize *size) {
  for (size_t i = 0; i < instance->result_sizes.count; i++)
    if (fut_size_equal(instance->result_sizes.data[i], size))
      return atom_var(instance->result_vars.data[i]);
  Var *var = new_size(lower, "n");
  vec_push(lower->arena, &instance->result_sizes, size);
  vec_push(lower->arena, &instance->result_vars, var);
  return atom_var(var);
}

// Which leaves of a parameter are consumed: those below a `*`.
static void consumed_leaves(FutLower *lower, const FutType *type, const FutLayout *layout,
                            bool is_unique, bool **next) {
  type = fut_type_resolve(type);
  is_unique = is_unique || type->is_unique;
  type = type_expand(lower, type);
  is_unique = is_unique || type->is_unique;
  if (type->tag == FUT_T_RECORD && layout->kind == LAYOUT_RECORD &&
      layout->count == type->record.count) {
    for (size_t i = 0; i < layout->count; i++)
      consumed_leaves(lower, type->record.fields[i].type, layout->fields[i], is_unique, next);
    return;
  }
  for (size_t i = 0; i < layout->leaf_count; i++)
    *(*next)++ = is_unique;
}

static void instance_params(FutLower *lower, FutInstance *instance) {
  const FutPatterns *patterns = &instance->closure->binding->params;
  instance->params = arena_array(lower->arena, const FutLayout *, patterns->count);
  Vec(Param) leaves = {0};
  for (size_t i = 0; i < patterns->count; i++) {
    const FutPattern *pattern = patterns->data[i];
    const FutLayout *layout = signature_layout(lower, instance, pattern->type, name_param_size);
    const char *name = core_name(pattern->kind == FUT_PATTERN_NAME ? pattern->name : NULL, "x");
    Var **vars = layout_vars(lower, layout, name);
    bool *is_consumed = arena_array(lower->arena, bool, layout->leaf_count);
    bool *next = is_consumed;
    consumed_leaves(lower, pattern->type, layout, false, &next);
    for (size_t k = 0; k < layout->leaf_count; k++) {
      Param param = {.var = vars[k], .is_consumed = is_consumed[k] && type_is_array(vars[k]->type)};
      vec_push(lower->arena, &leaves, param);
    }
    instance->params[i] = layout;
    bind_pattern(lower, instance->frame, pattern, static_of_vars(lower, layout, vars));
  }
  Fun *fun = instance->fun;
  fun->size_count = instance->sizes.count;
  fun->param_count = fun->size_count + leaves.count;
  fun->params = arena_array(lower->arena, Param, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    fun->params[i] = i < fun->size_count ? (Param){.var = instance->sizes.data[i]}
                                         : leaves.data[i - fun->size_count];
}

static void instance_results(FutLower *lower, FutInstance *instance) {
  Fun *fun = instance->fun;
  instance->result =
      signature_layout(lower, instance, instance->closure->binding->result, name_result_size);
  Var **leaves = layout_vars(lower, instance->result, "result");
  fun->result_size_count = instance->result_vars.count;
  fun->result_count = fun->result_size_count + instance->result->leaf_count;
  fun->results = arena_array(lower->arena, Result, fun->result_count);
  for (size_t i = 0; i < fun->result_count; i++)
    fun->results[i].var = i < fun->result_size_count ? instance->result_vars.data[i]
                                                     : leaves[i - fun->result_size_count];
}

static FutInstance *instance_get(FutLower *lower, const Closure *closure, const FutFrame *frame) {
  Name key = instance_key(lower, closure, frame);
  FutInstance *instance = map_get(lower->instances, map_key(key));
  if (instance != NULL) return instance;
  instance = arena_make(lower->arena, FutInstance);
  map_put(lower->instances, map_key(key), instance);
  Span span = lower->emit.span;
  lower->emit.span = closure->value->span;
  // Nothing of a signature may end up in the statements of the caller.
  EmitBlock *block = lower->emit.block;
  lower->emit.block = arena_make(lower->arena, EmitBlock);
  instance->closure = closure;
  instance->frame = frame_new(lower, lower->top);
  instance->fun = arena_make(lower->arena, Fun);
  instance->fun->name = lower_fun_name(lower, closure->value->name);
  instance->fun->span = closure->value->span;
  vec_push(lower->arena, &lower->emit.program->funs, instance->fun);
  instance_scheme(lower, instance, frame);
  instance_params(lower, instance);
  instance_results(lower, instance);
  instance->level = lower->level;
  vec_push(lower->arena, &lower->queue, instance);
  lower->emit.block = block;
  lower->emit.span = span;
  return instance;
}

// ---- Bodies ----

FutSaved body_open(FutLower *lower) {
  FutSaved saved = {.block = lower->emit.block,
                    .span = lower->emit.span,
                    .certs = lower->emit.certs.data,
                    .cert_count = lower->emit.certs.count,
                    .depth = lower->depth,
                    .is_prelude = lower->is_prelude,
                    .call = lower->call};
  lower->emit.certs.data = NULL;
  lower->emit.certs.count = lower->emit.certs.capacity = 0;
  lower->emit.block = NULL;
  lower->depth = 0;
  lower->call = 0;
  return saved;
}

void body_close(FutLower *lower, FutSaved saved) {
  lower->emit.block = saved.block;
  lower->emit.span = saved.span;
  lower->emit.certs.data = saved.certs;
  lower->emit.certs.count = lower->emit.certs.capacity = saved.cert_count;
  lower->depth = saved.depth;
  lower->is_prelude = saved.is_prelude;
  lower->call = saved.call;
}

typedef struct ResultSizes {
  const FutInstance *instance;
  const FutLayout *layout;
  Vec(Atom) params, values;
  Arena *arena;
} ResultSizes;

static LayoutSize list_param(void *context, LayoutSize size) {
  ResultSizes *sizes = context;
  vec_push(sizes->arena, &sizes->params, size.size);
  return size;
}

static LayoutSize list_value(void *context, LayoutSize size) {
  ResultSizes *sizes = context;
  vec_push(sizes->arena, &sizes->values, size.size);
  return size;
}

typedef struct Rename {
  Var *const *from;
  const Atom *to;
  size_t count;
} Rename;

static LayoutSize rename_size(void *context, LayoutSize size) {
  const Rename *rename = context;
  for (size_t i = 0; i < rename->count; i++)
    if (size.size.var != NULL && size.size.var == rename->from[i])
      return (LayoutSize){.is_known = true, .size = rename->to[i]};
  return size;
}

// The results of a body: the sizes that the value has, then its leaves with just these sizes.
static Atom *instance_values(FutLower *lower, const FutInstance *instance, const Static *value) {
  const Fun *fun = instance->fun;
  ResultSizes sizes = {.instance = instance, .arena = lower->arena};
  layout_map(lower, instance->result, list_param, &sizes);
  layout_map(lower, value->layout, list_value, &sizes);
  Atom *atoms = arena_array(lower->arena, Atom, fun->result_count);
  for (size_t i = 0; i < fun->result_size_count; i++)
    for (size_t k = sizes.params.count; k > 0; k--)
      if (sizes.params.data[k - 1].var == fun->results[i].var) atoms[i] = sizes.values.data[k - 1];
  Rename rename = {
      .from = instance->result_vars.data, .to = atoms, .count = fun->result_size_count};
  const FutLayout *layout = layout_map(lower, instance->result, rename_size, &rename);
  Static *fitted = static_coerce(lower, value, layout);
  for (size_t i = 0; i < layout->leaf_count; i++)
    atoms[fun->result_size_count + i] = fitted->leaves[i];
  return atoms;
}

static void instance_lower(FutLower *lower, FutInstance *instance) {
  FutSaved saved = body_open(lower);
  lower->is_prelude = false;
  lower->emit.span = instance->closure->binding->body->span;
  EmitBlock *block = emit_open(&lower->emit);
  Static *value = lower_exp(lower, instance->frame, instance->closure->binding->body);
  Atom *atoms = instance_values(lower, instance, value);
  instance->fun->body =
      body_new(lower->emit.program, block->stms, atoms, instance->fun->result_count);
  emit_close(&lower->emit, block);
  body_close(lower, saved);
}

void lower_queue(FutLower *lower) {
  while (lower->queue.count > 0) {
    FutInstance *instance = vec_pop(&lower->queue);
    bool is_unsafe = lower->emit.is_unsafe;
    ParLevel level = lower->level;
    lower->emit.is_unsafe = false;
    lower->level = instance->level;
    instance_lower(lower, instance);
    lower->emit.is_unsafe = is_unsafe;
    lower->level = level;
  }
}

// ---- Calls ----

typedef struct CallSizes {
  Arena *arena;
  Vec(Atom) sizes;
} CallSizes;

static LayoutSize list_call_size(void *context, LayoutSize size) {
  CallSizes *sizes = context;
  vec_push(sizes->arena, &sizes->sizes, size.is_known ? size.size : atom_i64(0));
  return size;
}

// The sizes of computed dimensions, as the arguments have them.
static void computed_sizes(FutLower *lower, const FutInstance *instance, Static *const *args,
                           Atom *sizes) {
  for (size_t i = 0; i < instance->closure->binding->params.count; i++) {
    ResultSizes pairs = {.arena = lower->arena};
    layout_map(lower, instance->params[i], list_param, &pairs);
    layout_map(lower, args[i]->layout, list_value, &pairs);
    for (size_t k = 0; k < pairs.params.count; k++)
      for (size_t j = instance->computed_start; j < instance->sizes.count; j++)
        if (pairs.params.data[k].var == instance->sizes.data[j]) sizes[j] = pairs.values.data[k];
  }
}

static Atom *call_sizes(FutLower *lower, const FutInstance *instance, FutFrame *frame,
                        Static *const *args, Span span) {
  const FutScheme *scheme = &instance->closure->value->scheme;
  Atom *sizes = arena_array(lower->arena, Atom, instance->sizes.count);
  for (size_t i = 0; i < scheme->size_count; i++) {
    Static *size = frame_find(frame, scheme->sizes[i]);
    if (size == NULL)
      lower_unsupported(lower, span, "the size `%s` of this call of `%s` is not known",
                        scheme->sizes[i]->name, instance->closure->value->name);
    sizes[i] = static_atom(size);
  }
  CallSizes types = {.arena = lower->arena};
  for (size_t i = 0; i < scheme->type_count; i++) {
    const FutLayout *layout = frame_find_type(frame, scheme->types[i]);
    if (layout != NULL) layout_map(lower, layout, list_call_size, &types);
  }
  for (size_t i = 0; i < types.sizes.count; i++)
    sizes[instance->type_size_start + i] = types.sizes.data[i];
  computed_sizes(lower, instance, args, sizes);
  return sizes;
}

Static *lower_call(FutLower *lower, const Closure *closure, FutFrame *frame, Static *const *args,
                   Span span) {
  FutInstance *instance = instance_get(lower, closure, frame);
  const Fun *fun = instance->fun;
  Atom *atoms = arena_array(lower->arena, Atom, fun->param_count);
  Var **vars = arena_array(lower->arena, Var *, fun->param_count + fun->result_count);
  Atom *sizes = call_sizes(lower, instance, frame, args, span);
  for (size_t i = 0; i < fun->size_count; i++)
    atoms[i] = sizes[i];
  for (size_t i = 0; i < fun->param_count; i++)
    vars[i] = fun->params[i].var;
  size_t next = fun->size_count;
  for (size_t i = 0; i < closure->binding->params.count; i++) {
    Rename rename = {.from = vars, .to = atoms, .count = next};
    const FutLayout *layout = layout_map(lower, instance->params[i], rename_size, &rename);
    Static *arg = static_coerce(lower, args[i], layout);
    for (size_t k = 0; k < layout->leaf_count; k++)
      atoms[next++] = arg->leaves[k];
  }
  Builder builder = emit_builder(&lower->emit);
  Stm *stm = build_infer(&builder, fun->name,
                         exp_call(lower->emit.program, instance->fun, atoms, fun->param_count));
  Atom *to = arena_array(lower->arena, Atom, fun->param_count + fun->result_count);
  for (size_t i = 0; i < fun->param_count + fun->result_size_count; i++) {
    size_t k = i - fun->param_count;
    to[i] = i < fun->param_count ? atoms[i] : atom_var(stm->vars[k]);
    if (i >= fun->param_count) vars[i] = fun->results[k].var;
  }
  Rename rename = {.from = vars, .to = to, .count = fun->param_count + fun->result_size_count};
  return static_of_vars(lower, layout_map(lower, instance->result, rename_size, &rename),
                        stm->vars + fun->result_size_count);
}

// ---- Globals ----

static Static *global_in_place(FutLower *lower, FutValue *value, const FutLayout *instance,
                               SolvedSizes solved) {
  FutFrame *frame = frame_new(lower, lower->top);
  if (instance != NULL) match_type(lower, frame, value->scheme.type, instance);
  bind_solved(lower, frame, solved.data, solved.count);
  bool is_prelude = lower->is_prelude;
  lower->is_prelude = value->is_prelude;
  if (lower_is_too_deep(lower))
    lower_unsupported(lower, value->span, "`%s` is defined by itself", value->name);
  lower->depth++;
  Static *result = lower_exp(lower, frame, value->binding->body);
  lower->depth--;
  lower->is_prelude = is_prelude;
  return result;
}

// Evaluates the definition in a body of its own.
static Static *global_make(FutLower *lower, FutValue *value) {
  FutSaved saved = body_open(lower);
  lower->emit.span = value->span;
  lower->is_prelude = value->is_prelude;
  EmitBlock *block = emit_open(&lower->emit);
  Static *result = lower_exp(lower, frame_new(lower, lower->top), value->binding->body);
  emit_close(&lower->emit, block);
  if (block->stms.count > 0) {
    FutMerge merge = merge_values(lower, &block, &result, 1, core_name(value->name, "value"));
    Global *global = arena_make(lower->arena, Global);
    *global = (Global){
        .vars = merge.vars, .var_count = merge.count, .span = value->span, .id = value->id};
    global->body = body_new(lower->emit.program, block->stms, merge.results[0], merge.count);
    vec_push(lower->arena, &lower->emit.program->globals, global);
    result = static_of_vars(lower, merge.layout, merge.vars + merge.size_count);
  }
  body_close(lower, saved);
  return result;
}

Static *lower_global(FutLower *lower, FutValue *value, const FutLayout *instance,
                     SolvedSizes solved) {
  const FutScheme *scheme = &value->scheme;
  if (scheme->type_count + scheme->size_count > 0 ||
      !is_first_order_type(lower, lower->top, value->binding->result))
    return global_in_place(lower, value, instance, solved);
  Static *known = map_get(lower->globals, map_key(value));
  if (known != NULL) return known;
  bool is_unsafe = lower->emit.is_unsafe;
  ParLevel level = lower->level;
  size_t attr_count = lower->attrs.count;
  lower->emit.is_unsafe = false;
  lower->level = PAR_ANY;
  lower->attrs.count = 0;
  known = global_make(lower, value);
  lower->emit.is_unsafe = is_unsafe;
  lower->level = level;
  lower->attrs.count = attr_count;
  map_put(lower->globals, map_key(value), known);
  // Its unknown sizes are known wherever the definition is.
  if (known->kind == STATIC_DATA)
    match_type(lower, lower->top, value->binding->result, known->layout);
  return known;
}
