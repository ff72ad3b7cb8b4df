// Modules: an abstract type with its functions, modules over any such module, and applications.
#include <string.h>

#include "fuzz/futhark.h"

// A function of a module, by what it takes and gives; NULL stands for the module's type.
typedef struct Member {
  const char *name;
  size_t param_count;
  bool takes_own[2], gives_own;
} Member;

static const Member MEMBERS[] = {
    {"make", 1, {false}, true}, {"join", 2, {true, true}, true}, {"weigh", 1, {true}, false}};

// How many parameters a parametric module has at most.
#define PARAMS_MOST 2

#define MEMBER_COUNT (sizeof MEMBERS / sizeof *MEMBERS)

// Lets the functions of a module be called, whose type is this one.
static void members_bind(Scribe *scribe, const char *module, const DraftType *own) {
  const DraftType *i64 = draft_type_scalar(scribe, PRIM_I64);
  for (size_t k = 0; k < MEMBER_COUNT; k++) {
    const Member *member = &MEMBERS[k];
    Callable callable = {.name = arena_printf(scribe->arena, "%s.%s", module, member->name),
                         .params = arena_array(scribe->arena, const DraftType *, 2),
                         .is_consumed = arena_array(scribe->arena, bool, 2),
                         .size_of_param = arena_array(scribe->arena, size_t, 2),
                         .param_count = member->param_count,
                         .result = member->gives_own ? own : i64,
                         .cost = 8};
    for (size_t j = 0; j < member->param_count; j++) {
      callable.params[j] = member->takes_own[j] ? own : i64;
      callable.size_of_param[j] = SIZE_MAX;
    }
    vec_push(scribe->arena, &scribe->callables, callable);
  }
  const char *zero = arena_printf(scribe->arena, "%s.zero", module);
  draft_scope_bind(scribe, zero, own, draft_roots_new(scribe, false));
  vec_last(&scribe->roots).is_global = true;
}

static const char *signature_write(Scribe *scribe) {
  const char *name = scribe_name(scribe, "S");
  strbuf_printf(&scribe->out,
                "module type %s = {\n  type t\n  val zero: t\n  val make: i64 -> t\n"
                "  val join: t -> t -> t\n  val weigh: t -> i64\n}\n\n",
                name);
  return name;
}

// The body of one function of a module, without blocks inside that need more lines.
static void member_write(Scribe *scribe, const Member *member, const DraftType *own,
                         const char *type) {
  const DraftType *i64 = draft_type_scalar(scribe, PRIM_I64);
  Nest nest;
  draft_nest_enter(scribe, &nest, 1, true);
  StrBuf params = {0};
  for (size_t k = 0; k < member->param_count; k++) {
    const char *name = scribe_name(scribe, "a");
    draft_scope_bind(scribe, name, member->takes_own[k] ? own : i64,
                     draft_roots_new(scribe, false));
    strbuf_printf(&params, " (%s: %s)", name, member->takes_own[k] ? type : "i64");
  }
  DraftExp body = draft_block_of(scribe, member->gives_own ? own : i64, scribe_below(scribe, 2), 2);
  if (draft_roots_are_global(scribe, body.roots))
    body.text = arena_printf(scribe->arena, "copy (%s)", body.text);
  strbuf_printf(&scribe->out, "  def %s%s: %s = %s\n", member->name, strbuf_text(&params),
                member->gives_own ? type : "i64", body.text);
  strbuf_free(&params);
  draft_nest_leave(scribe, &nest);
}

// A module that has the signature. Its type is known outside, or only that it is there.
static const DraftType *structure_write(Scribe *scribe, const char *name, const char *signature) {
  const DraftType *own = draft_any_type(scribe, 1);
  while (!draft_type_can_be_written(own) || own->kind == DRAFT_NAMED)
    own = draft_any_type(scribe, 1);
  size_t how = scribe_below(scribe, 3);
  const char *text = draft_type_text(scribe, own);
  strbuf_printf(&scribe->out, "module %s", name);
  if (how == 0) strbuf_printf(&scribe->out, ": %s", signature);
  if (how == 1)
    strbuf_printf(&scribe->out, ": %s with t = %s", signature, draft_type_atom(scribe, own));
  strbuf_printf(&scribe->out, " = {\n  type t = %s\n", text);
  strbuf_printf(&scribe->out, "  def zero: t = %s\n", draft_exp_of(scribe, own, 2).text);
  for (size_t k = 0; k < MEMBER_COUNT; k++)
    member_write(scribe, &MEMBERS[k], own, "t");
  strbuf_puts(&scribe->out, "}\n\n");
  if (how != 0) return own;
  const DraftType *outside = draft_type_named(scribe, arena_printf(scribe->arena, "%s.t", name));
  vec_push(scribe->arena, &scribe->nominal, outside);
  return outside;
}

// A module over any module of the signature. Gives how many functions it has, which are the last
// callables; they speak of the parameter's type.
static size_t functor_write(Scribe *scribe, const char *name, const char *signature,
                            const char *const *params, size_t param_count) {
  Nest nest;
  draft_nest_enter(scribe, &nest, 1, false);
  size_t nominal = scribe->nominal.count;
  strbuf_printf(&scribe->out, "module %s", name);
  for (size_t k = 0; k < param_count; k++) {
    const DraftType *own = draft_type_named(scribe, arena_printf(scribe->arena, "%s.t", params[k]));
    members_bind(scribe, params[k], own);
    vec_push(scribe->arena, &scribe->nominal, own);
    strbuf_printf(&scribe->out, " (%s: %s)", params[k], signature);
  }
  strbuf_puts(&scribe->out, " = {\n");
  if (scribe_chance(scribe, 50)) strbuf_printf(&scribe->out, "  open %s\n", params[0]);
  size_t first = scribe->callables.count, count = 1 + scribe_below(scribe, 2);
  for (size_t k = 0; k < count; k++) {
    const char *inner = scribe_name(scribe, "fn");
    draft_function_write(scribe, "def", inner, inner);
  }
  strbuf_puts(&scribe->out, "}\n\n");
  Callable *made = arena_array(scribe->arena, Callable, count);
  memcpy(made, scribe->callables.data + first, count * sizeof *made);
  scribe->nominal.count = nominal;
  draft_nest_leave(scribe, &nest);
  vec_append(scribe->arena, &scribe->callables, made, count);
  return count;
}

// The functions of the parametric module, with other types in place of those of its parameters.
static void application_write(Scribe *scribe, const char *functor, const char *const *params,
                              size_t param_count, const char *argument, const DraftType *own,
                              const Callable *inside, size_t count) {
  const char *name = scribe_name(scribe, "M");
  const char *names[PARAMS_MOST];
  const DraftType *types[PARAMS_MOST];
  strbuf_printf(&scribe->out, "module %s = %s", name, functor);
  for (size_t k = 0; k < param_count; k++) {
    names[k] = arena_printf(scribe->arena, "%s.t", params[k]);
    types[k] = own;
    strbuf_printf(&scribe->out, " %s", argument);
  }
  strbuf_puts(&scribe->out, "\n\n");
  for (size_t k = 0; k < count; k++) {
    DraftInstance instance = {.type_names = names, .types = types, .type_count = param_count};
    Callable made = inside[k];
    made.name = arena_printf(scribe->arena, "%s.%s", name, inside[k].name);
    made.result = draft_type_instance(scribe, inside[k].result, &instance);
    made.params = arena_array(scribe->arena, const DraftType *, inside[k].param_count);
    for (size_t j = 0; j < inside[k].param_count; j++)
      made.params[j] = draft_type_instance(scribe, inside[k].params[j], &instance);
    vec_push(scribe->arena, &scribe->callables, made);
  }
}

void draft_declare_module(Scribe *scribe) {
  const char *signature = signature_write(scribe);
  const char *functor = scribe_name(scribe, "F");
  const char *params[PARAMS_MOST] = {scribe_name(scribe, "P"), scribe_name(scribe, "P")};
  size_t param_count = 1 + (size_t)scribe_chance(scribe, 25);
  size_t count = functor_write(scribe, functor, signature, params, param_count);
  Callable *inside = arena_array(scribe->arena, Callable, count);
  scribe->callables.count -= count;
  memcpy(inside, scribe->callables.data + scribe->callables.count, count * sizeof *inside);
  for (size_t k = 1 + scribe_below(scribe, 2); k > 0; k--) {
    const char *name = scribe_name(scribe, "M");
    const DraftType *own = structure_write(scribe, name, signature);
    members_bind(scribe, name, own);
    application_write(scribe, functor, params, param_count, name, own, inside, count);
  }
}
