// Functions, calls and globals.
//
// A function takes arrays that are row-major, anywhere in any block, so that a row or slice is
// passed as it is; blocks and offsets stand with the sizes. What it consumes, and so may return, is
// at offset 0, and so is what it gives, unless a result may be an argument. At an entry point
// everything is at offset 0. An argument or result that lies elsewhere is copied. Accumulators
// cannot be copied: their destinations may be anywhere.
#include "ir/type.h"
#include "mem/flat_to_mem.h"

static FormKind head_form(const Type *type, bool is_anywhere) {
  if (type->kind == TYPE_ACC) return FORM_STRIDES;
  return is_anywhere ? FORM_OFFSET : FORM_BLOCK;
}

static bool is_head_regular(Settler *settler, const Var *var, Span span) {
  bool is_bad = var->type->kind == TYPE_SEG;
  for (size_t i = 0; i < part_count(var->type); i++)
    is_bad = is_bad || type_is_irregular(part_type(var->type, i));
  if (is_bad) settle_refuse(settler, var->span.file ? var->span : span, "an irregular array");
  return !is_bad;
}

// Places a variable of a head; what is bound for that is appended to `sizes`.
static void place_in_head(Settler *settler, Var *var, FormKind form, Vars *sizes) {
  size_t parts = part_count(var->type);
  Place *places = arena_array(settler->scratch, Place, parts);
  for (size_t part = 0; part < parts; part++)
    places[part] = form_bind(settler, form, var, part_type(var->type, part), NULL, sizes);
  settle_place(settler, var, places);
}

// ---- Heads ----

// Parameters after the sizes have another position now.
static void shift_aliases(Program *program, Fun *fun, uint32_t by) {
  for (size_t i = 0; i < fun->result_count; i++) {
    Result *result = &fun->results[i];
    uint32_t *aliases = arena_array(program->arena, uint32_t, result->alias_count);
    for (size_t k = 0; k < result->alias_count; k++)
      aliases[k] = result->aliases[k] + (result->aliases[k] < fun->size_count ? 0 : by);
    result->aliases = aliases;
  }
}

static void settle_params(Settler *settler, Fun *fun, const FunHead *head) {
  Vars sizes = {0};
  for (size_t i = 0; i < fun->param_count; i++) {
    if (!is_head_regular(settler, fun->params[i].var, fun->span)) return;
    place_in_head(settler, fun->params[i].var, head->params[i], &sizes);
    settle_bind(settler, fun->params[i].var);
  }
  size_t count = fun->param_count + sizes.count;
  Param *params = arena_array(settler->program->arena, Param, count);
  for (size_t i = 0; i < count; i++) {
    if (i < fun->size_count)
      params[i] = fun->params[i];
    else if (i < fun->size_count + sizes.count)
      params[i].var = sizes.data[i - fun->size_count];
    else
      params[i] = fun->params[i - sizes.count];
  }
  shift_aliases(settler->program, fun, (uint32_t)sizes.count);
  fun->params = params;
  fun->param_count = count;
  fun->size_count += sizes.count;
}

static void settle_results(Settler *settler, Fun *fun, const FunHead *head) {
  Vars sizes = {0};
  for (size_t i = 0; i < fun->result_count; i++) {
    if (!is_head_regular(settler, fun->results[i].var, fun->span)) return;
    place_in_head(settler, fun->results[i].var, head->results[i], &sizes);
  }
  size_t count = fun->result_count + sizes.count;
  Result *results = arena_array(settler->program->arena, Result, count);
  for (size_t i = 0; i < count; i++) {
    if (i < fun->result_size_count)
      results[i] = fun->results[i];
    else if (i < fun->result_size_count + sizes.count)
      results[i].var = sizes.data[i - fun->result_size_count];
    else
      results[i] = fun->results[i - sizes.count];
  }
  fun->results = results;
  fun->result_count = count;
  fun->result_size_count += sizes.count;
}

void settle_fun_head(Settler *settler, Fun *fun) {
  FunHead *head = arena_make(settler->scratch, FunHead);
  *head = (FunHead){.size_count = fun->size_count, .result_size_count = fun->result_size_count};
  head->params = arena_array(settler->scratch, FormKind, fun->param_count + 1);
  for (size_t i = 0; i < fun->param_count; i++)
    head->params[i] =
        head_form(fun->params[i].var->type, !fun->entry && !fun->params[i].is_consumed);
  head->results = arena_array(settler->scratch, FormKind, fun->result_count + 1);
  for (size_t i = 0; i < fun->result_count; i++)
    head->results[i] =
        head_form(fun->results[i].var->type, !fun->entry && fun->results[i].alias_count > 0);
  map_put(settler->heads, map_key(fun), head);
  settle_params(settler, fun, head);
  if (!settler->has_failed) settle_results(settler, fun, head);
}

// ---- Values that cross a head ----

// The array itself when its place has this form, otherwise a copy.
static Atom settle_formed(Settler *settler, Atom atom, FormKind form) {
  bool is_anywhere = form == FORM_OFFSET && atom.var && atom.var->type->kind == TYPE_ARRAY;
  if (is_anywhere && !atom.var->type->place->strides) return atom;
  return settle_plain(settler, atom);
}

// Sizes, then blocks and offsets, then values of these forms: arguments, or the results of a body.
static Atoms head_values(Settler *settler, const Atom *values, size_t count, size_t size_count,
                         const FormKind *forms) {
  Arena *arena = settler->program->arena;
  Atoms all = {0};
  vec_append(arena, &all, values, size_count);
  for (size_t i = size_count; i < count; i++) {
    const Type *type = atom_type(values[i]);
    for (size_t part = 0; part < part_count(type); part++)
      form_values(settler, forms[i], part_type(type, part), &all);
  }
  vec_append(arena, &all, values + size_count, count - size_count);
  return all;
}

void settle_call(Settler *settler, Stm *stm) {
  Program *program = settler->program;
  const Exp *exp = stm->exp;
  Fun *callee = exp->as.callee;
  const FunHead *head = map_get(settler->heads, map_key(callee));
  if (!head) INTERNAL_ERROR("%s is called before it has a head", callee->name);
  Atom *args = arena_array(settler->scratch, Atom, exp->arg_count);
  for (size_t i = 0; i < exp->arg_count; i++)
    args[i] = settle_formed(settler, exp->args[i], head->params[i]);
  Atoms all = head_values(settler, args, exp->arg_count, head->size_count, head->params);
  Vars pattern = {0};
  vec_append(program->arena, &pattern, stm->vars, head->result_size_count);
  for (size_t i = head->result_size_count; i < stm->var_count; i++)
    place_in_head(settler, stm->vars[i], head->results[i], &pattern);
  vec_append(program->arena, &pattern, stm->vars + head->result_size_count,
             stm->var_count - head->result_size_count);
  settle_emit(settler, stm, exp_call(program, callee, all.data, all.count), pattern.data,
              pattern.count);
}

// ---- Bodies ----

// At an entry point each result has a block of its own: one that may share storage with an earlier
// one is copied.
static bool shares_with_earlier(const Settler *settler, const Atom *results, size_t number) {
  for (size_t i = 0; i < number; i++) {
    if (results[i].var && type_is_array(results[i].var->type) &&
        alias_may_share_alive(settler->aliases, results[i].var, results[number].var))
      return true;
  }
  return false;
}

static Body *settle_results_of(Settler *settler, const Fun *fun, const Body *from, Stms *stms) {
  const FunHead *head = map_get(settler->heads, map_key(fun));
  Atom *results = arena_array(settler->scratch, Atom, from->result_count);
  for (size_t i = 0; i < from->result_count; i++) {
    Atom result = from->results[i];
    bool is_shared = fun->entry && result.var && type_is_array(result.var->type) &&
                     shares_with_earlier(settler, from->results, i);
    results[i] = is_shared ? settle_copy(settler, result.var, ERROR_COPY_OWN)
                           : settle_formed(settler, result, head->results[i]);
  }
  Atoms all =
      head_values(settler, results, from->result_count, head->result_size_count, head->results);
  return body_new(settler->program, *stms, all.data, all.count);
}

void settle_fun_body(Settler *settler, Fun *fun) {
  wish_begin_fun(settler, fun);
  Stms stms = {0};
  SettleScope scope = settle_open(settler, &stms);
  settler->builder.span = fun->span;
  PlaceWishes wishes = {0};
  for (size_t i = 0; i < fun->body->result_count; i++)
    vec_push(settler->scratch, &wishes, (PlaceWish){.value = fun->body->results[i]});
  settle_stms_at(settler, &fun->body->stms, &wishes);
  if (!settler->has_failed) fun->body = settle_results_of(settler, fun, fun->body, &stms);
  settle_close(settler, &scope);
}

void settle_global(Settler *settler, Global *global) {
  wish_begin_global(settler, global);
  Arena *arena = settler->program->arena;
  const Body *from = global->body;
  Stms stms = {0};
  SettleScope scope = settle_open(settler, &stms);
  settler->builder.span = global->span;
  settle_stms(settler, &from->stms);
  Atoms results = {0};
  Vars vars = {0};
  for (size_t i = 0; i < from->result_count && !settler->has_failed; i++) {
    Var *var = global->vars[i];
    if (!is_head_regular(settler, var, global->span)) break;
    Atom value = settle_plain(settler, from->results[i]);
    for (size_t part = 0; part < part_count(var->type); part++)
      form_values(settler, head_form(var->type, false), part_type(atom_type(value), part),
                  &results);
    vec_push(arena, &results, value);
    place_in_head(settler, var, head_form(var->type, false), &vars);
    vec_push(arena, &vars, var);
  }
  settle_close(settler, &scope);
  for (size_t i = 0; i < vars.count; i++)
    settle_bind(settler, vars.data[i]);
  global->body = body_new(settler->program, stms, results.data, results.count);
  global->vars = vars.data;
  global->var_count = vars.count;
}
