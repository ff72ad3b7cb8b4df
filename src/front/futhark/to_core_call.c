// Closures and their application.
#include "front/futhark/to_core_internal.h"

static size_t closure_arity(const Closure *closure) {
  switch (closure->kind) {
  case CLOSURE_LAMBDA: return closure->exp->lambda.params.count;
  case CLOSURE_BINDING: return closure->binding->params.count;
  case CLOSURE_INTRINSIC: return intrinsic_arity(closure->value);
  case CLOSURE_SECTION:
  case CLOSURE_PATH:
  case CLOSURE_HOLE: return 1;
  case CLOSURE_PARTIAL:
  case CLOSURE_GUARD: break;
  }
  INTERNAL_ERROR("a partial application has no arity of its own");
}

FutFrame *closure_frame(FutLower *lower, const Closure *closure, Static *const *args) {
  FutFrame *frame = frame_new(lower, closure->frame);
  const FutPatterns *params = &closure->binding->params;
  for (size_t i = 0; i < params->count; i++)
    if (args[i]->kind == STATIC_DATA)
      match_type(lower, frame, params->data[i]->type, args[i]->layout);
  if (closure->instance != NULL)
    match_type(lower, frame, closure->value->scheme.type, closure->instance);
  bind_solved(lower, frame, closure->solved, closure->solved_count);
  return frame;
}

static Static *binding_body(FutLower *lower, const Closure *closure, FutFrame *frame,
                            Static *const *args) {
  bool is_prelude = lower->is_prelude;
  Name function = lower->function;
  bool is_definition = closure->value->kind == FUT_VALUE_DEF;
  lower->is_prelude = is_definition ? closure->value->is_prelude : closure->is_prelude;
  if (is_definition) lower->function = closure->value->name;
  for (size_t i = 0; i < closure->binding->params.count; i++)
    bind_pattern(lower, frame, closure->binding->params.data[i], args[i]);
  Static *result = lower_exp(lower, frame, closure->binding->body);
  lower->is_prelude = is_prelude;
  lower->function = function;
  return result;
}

static Static *lambda_body(FutLower *lower, const Closure *closure, Static *const *args) {
  bool is_prelude = lower->is_prelude;
  lower->is_prelude = closure->is_prelude;
  FutFrame *frame = frame_new(lower, closure->frame);
  for (size_t i = 0; i < closure->exp->lambda.params.count; i++)
    bind_pattern(lower, frame, closure->exp->lambda.params.data[i], args[i]);
  Static *result = lower_exp(lower, frame, closure->exp->lambda.body);
  lower->is_prelude = is_prelude;
  return result;
}

bool lower_is_too_deep(const FutLower *lower) {
  char here;
  uintptr_t top = (uintptr_t)&here;
  uintptr_t used = top > lower->stack ? top - lower->stack : lower->stack - top;
  return lower->depth >= IN_PLACE_LIMIT || used > STACK_LIMIT;
}

static bool is_of_prelude(const Closure *closure) {
  return closure->is_prelude || (closure->value != NULL && closure->value->is_prelude);
}

Static *lower_closure_body(FutLower *lower, const Closure *closure, Static *const *args) {
  if (lower_is_too_deep(lower))
    lower_unsupported(lower, lower->emit.span,
                      "functions are nested too deeply here to be compiled");
  lower->depth++;
  uint32_t outer = lower->call;
  if (!is_of_prelude(closure))
    lower->call = source_call(diag_sources(lower->diag), lower->emit.span);
  Static *result = closure->kind == CLOSURE_LAMBDA
                       ? lambda_body(lower, closure, args)
                       : binding_body(lower, closure, closure_frame(lower, closure, args), args);
  lower->call = outer;
  lower->depth--;
  return result;
}

// In place, or by a call when that has happened too often.
static Static *apply_in_place(FutLower *lower, const Closure *closure, Static *const *args,
                              size_t count) {
  bool is_prelude = is_of_prelude(closure);
  bool is_recursive = closure->kind == CLOSURE_BINDING && closure->value->is_recursive;
  if (is_recursive || (!is_prelude && lift_is_due(lower, closure, args, count))) {
    Static *result = lower_lifted(lower, closure, args, count);
    if (result != NULL) return result;
  }
  return lower_closure_body(lower, closure, args);
}

static Static *apply_binding(FutLower *lower, const Closure *closure, Static *const *args,
                             size_t count, Span span) {
  if (closure->value->kind == FUT_VALUE_DEF && !closure->value->is_prelude) {
    FutFrame *frame = closure_frame(lower, closure, args);
    if (closure_is_first_order(lower, closure, frame, args))
      return lower_call(lower, closure, frame, args, span);
  }
  return apply_in_place(lower, closure, args, count);
}

static Static *apply_section(FutLower *lower, const Closure *closure, Static *arg, Span span) {
  bool is_left = closure->exp->kind == FUT_EXP_SECTION_LEFT;
  Static *args[2] = {is_left ? closure->args[0] : arg, is_left ? arg : closure->args[0]};
  return lower_apply(lower, closure->function, args, 2, span);
}

static Static *apply_intrinsic(FutLower *lower, const Closure *closure, Static *const *args,
                               size_t count, Span span) {
  FutCall call = {.value = closure->value, .instance = closure->instance, .count = count};
  call.args = arena_array(lower->arena, Static *, count);
  call.result = closure->instance;
  call.span = lower_span(lower, span);
  for (size_t i = 0; i < count; i++) {
    call.args[i] = args[i];
    if (call.result != NULL && call.result->kind == LAYOUT_ARROW) call.result = call.result->to;
  }
  return lower_intrinsic(lower, &call);
}

static Static *apply_path(FutLower *lower, const Closure *closure, Static *value, Span span) {
  const FutPath *path = &closure->exp->section_path;
  for (size_t i = 0; i < path->count; i++) {
    const FutStep *step = &path->data[i];
    value = step->field.name != NULL
                ? static_project(lower, value, step->field.name)
                : lower_index(lower, closure->frame, value, &step->indices, span);
  }
  return value;
}

// All arguments are there.
static Static *apply_closure(FutLower *lower, const Closure *closure, Static *const *args,
                             size_t count, Span span) {
  switch (closure->kind) {
  case CLOSURE_LAMBDA: return apply_in_place(lower, closure, args, count);
  case CLOSURE_BINDING: return apply_binding(lower, closure, args, count, span);
  case CLOSURE_INTRINSIC: return apply_intrinsic(lower, closure, args, count, span);
  case CLOSURE_SECTION: return apply_section(lower, closure, args[0], span);
  case CLOSURE_PATH: return apply_path(lower, closure, args[0], span);
  case CLOSURE_HOLE:
    return lower_hole(lower, closure->frame, closure->type->arrow.to, closure->span);
  case CLOSURE_PARTIAL:
  case CLOSURE_GUARD: break;
  }
  INTERNAL_ERROR("a partial application was applied");
}

Static *lower_apply(FutLower *lower, const Static *function, Static *const *args, size_t count,
                    Span span) {
  if (function->kind != STATIC_FUNCTION) INTERNAL_ERROR("something that is no function is applied");
  const Closure *closure = function->closure;
  if (closure->kind == CLOSURE_GUARD) return apply_guarded(lower, closure, args, count, span);
  Vec(Static *) all = {0};
  if (closure->kind == CLOSURE_PARTIAL) {
    vec_append(lower->arena, &all, closure->args, closure->arg_count);
    function = closure->function;
    closure = function->closure;
  }
  vec_append(lower->arena, &all, args, count);
  size_t arity = closure_arity(closure);
  if (all.count < arity) {
    Closure *partial = arena_make(lower->arena, Closure);
    *partial = (Closure){
        .kind = CLOSURE_PARTIAL, .function = function, .args = all.data, .arg_count = all.count};
    return static_function(lower, partial);
  }
  Static *result = apply_closure(lower, closure, all.data, arity, span);
  if (all.count == arity) return result;
  return lower_apply(lower, result, all.data + arity, all.count - arity, span);
}

// ---- Implicit maps ----

typedef struct Automap {
  FutFrame *frame;
  const Static *function;
  Static **args;
  uint32_t *depths;
  size_t count;
  const FutType *type;
  size_t level; // how many dimensions are mapped over already
  Span span;
} Automap;

static Static *automap_point(FutLower *lower, Atom index, void *context) {
  const Automap *outer = context;
  uint32_t deepest = 0;
  for (size_t i = 0; i < outer->count; i++)
    if (outer->depths[i] > deepest) deepest = outer->depths[i];
  Automap inner = *outer;
  inner.level++;
  inner.args = arena_array(lower->arena, Static *, outer->count);
  inner.depths = arena_array(lower->arena, uint32_t, outer->count);
  bool is_done = true;
  for (size_t i = 0; i < outer->count; i++) {
    bool is_mapped = outer->depths[i] == deepest;
    inner.args[i] = is_mapped ? static_index(lower, outer->args[i], &index, 1) : outer->args[i];
    inner.depths[i] = outer->depths[i] - (is_mapped ? 1 : 0);
    is_done = is_done && inner.depths[i] == 0;
  }
  if (is_done) return lower_apply(lower, outer->function, inner.args, inner.count, inner.span);
  return lower_automap(lower, inner.frame, inner.function, inner.args, inner.depths, inner.count,
                       fut_type_peel(outer->type, 1), inner.span);
}

Static *lower_automap(FutLower *lower, FutFrame *frame, const Static *function, Static *const *args,
                      const uint32_t *depths, size_t count, const FutType *type, Span span) {
  Automap automap = {.frame = frame, .function = function, .count = count, .type = type};
  automap.span = span;
  automap.args = arena_array(lower->arena, Static *, count);
  automap.depths = arena_array(lower->arena, uint32_t, count);
  uint32_t deepest = 0;
  for (size_t i = 0; i < count; i++) {
    automap.args[i] = args[i];
    automap.depths[i] = depths[i];
    if (depths[i] > deepest) deepest = depths[i];
  }
  if (deepest == 0) return lower_apply(lower, function, args, count, span);
  Atom size = atom_i64(0);
  for (size_t i = count; i > 0; i--)
    if (depths[i - 1] == deepest) size = args[i - 1]->layout->size;
  RowType row = {.frame = frame, .type = type, .depth = 1};
  return lower_map(lower, size, row, automap_point, &automap);
}
