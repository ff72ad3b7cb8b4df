// Closing an entry point over the globals of its program.
//
//   let n: i64 = …                                   entry e(n: i64) -> (m: i64, r: i64) = {
//   let m: i64 = add n, 1                              let m: i64 = add n, 1
//   fun f(x: i64) -> i64 = { … add x, n }              let r: i64 = call f(n, m)
//   entry e() -> i64 = { let r: i64 = call f(m) … }    …
//                                                    fun f(n: i64, x: i64) -> i64 = { … add x, n }
//
// Here n is known and m is not. In the entry point the variables of globals stay what they are:
// parameters, or the results of statements. Functions get parameters for the globals that they
// need, and their calls get the arguments.
#include "core/closed.h"

#include "ir/build.h"
#include "ir/map.h"
#include "ir/own.h"
#include "ir/print.h"
#include "ir/walk.h"

// What a function or a global needs.
typedef struct ClosedNeeds {
  bool *globals; // by number
  Vec(Fun *) callees;
  bool is_reached;
} ClosedNeeds;

typedef struct Closing {
  Program *program;
  Arena *arena;
  size_t global_count;
  Map *owners; // Var -> its Global's number and 1
  Map *needs;  // Fun -> Needs
  ClosedNeeds *global_needs;
  ClosedNeeds *current;
  Map *local; // in a function: Var of a global -> the parameter that stands for it
} Closing;

// ---- What needs what ----

static void note_use(Walker *walker, Var *var) {
  const Closing *closing = walker->context;
  uintptr_t number = (uintptr_t)map_get(closing->owners, map_key(var));
  if (number > 0) closing->current->globals[number - 1] = true;
}

static bool note_call(Walker *walker, Stm *stm) {
  const Closing *closing = walker->context;
  if (stm->exp->op == OP_CALL)
    vec_push(closing->arena, &closing->current->callees, stm->exp->as.callee);
  return true;
}

static Walker noting(Closing *closing, ClosedNeeds *needs) {
  needs->globals = arena_array(closing->arena, bool, closing->global_count);
  closing->current = needs;
  return (Walker){.context = closing, .use = note_use, .enter = note_call};
}

static void note_all(Closing *closing) {
  const Program *program = closing->program;
  for (size_t i = 0; i < closing->global_count; i++) {
    Walker walker = noting(closing, &closing->global_needs[i]);
    walk_global(&walker, program->globals.data[i]);
    closing->global_needs[i].globals[i] = false;
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    ClosedNeeds *needs = arena_make(closing->arena, ClosedNeeds);
    map_put(closing->needs, map_key(program->funs.data[i]), needs);
    Walker walker = noting(closing, needs);
    walk_fun(&walker, program->funs.data[i]);
  }
}

static bool add_needs(const Closing *closing, ClosedNeeds *to, const bool *from) {
  bool is_changed = false;
  for (size_t i = 0; i < closing->global_count; i++) {
    if (!from[i] || to->globals[i]) continue;
    to->globals[i] = is_changed = true;
  }
  return is_changed;
}

// The types of a global's variables may name those of others.
static void add_types(Closing *closing, ClosedNeeds *needs) {
  for (size_t i = closing->global_count; i > 0; i--) {
    if (!needs->globals[i - 1]) continue;
    const Global *global = closing->program->globals.data[i - 1];
    Walker walker = {.context = closing, .use = note_use};
    closing->current = needs;
    for (size_t k = 0; k < global->var_count; k++)
      walk_type(&walker, global->vars[k]->type);
  }
}

static bool add_callees(Closing *closing, ClosedNeeds *needs) {
  bool is_changed = false;
  for (size_t i = 0; i < needs->callees.count; i++) {
    const ClosedNeeds *callee = map_get(closing->needs, map_key(needs->callees.data[i]));
    if (add_needs(closing, needs, callee->globals)) is_changed = true;
  }
  return is_changed;
}

static void close_needs(Closing *closing) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    MapEntry entry;
    for (size_t cursor = 0; map_each(closing->needs, &cursor, &entry);) {
      add_types(closing, entry.value);
      if (add_callees(closing, entry.value)) is_changed = true;
    }
  }
  for (size_t i = 0; i < closing->global_count; i++) {
    add_types(closing, &closing->global_needs[i]);
    add_callees(closing, &closing->global_needs[i]);
    closing->global_needs[i].globals[i] = false;
  }
}

// ---- What is reached ----

static void reach(Closing *closing, ClosedNeeds *needs) {
  if (needs->is_reached) return;
  needs->is_reached = true;
  for (size_t i = 0; i < needs->callees.count; i++)
    reach(closing, map_get(closing->needs, map_key(needs->callees.data[i])));
}

// Sorts the globals that are needed into those given and those made. Each sees only those before.
static void sort_globals(Closing *closing, ClosedNeeds *entry, GlobalIsKnown *is_known,
                         void *context, Closed *closed) {
  const Program *program = closing->program;
  bool *is_made = arena_array(closing->arena, bool, closing->global_count);
  for (size_t i = closing->global_count; i > 0; i--) {
    if (!entry->globals[i - 1] || is_known(context, program->globals.data[i - 1])) continue;
    is_made[i - 1] = true;
    reach(closing, &closing->global_needs[i - 1]);
    add_needs(closing, entry, closing->global_needs[i - 1].globals);
  }
  closed->given = arena_array(closing->arena, Global *, closing->global_count);
  closed->made = arena_array(closing->arena, Global *, closing->global_count);
  for (size_t i = 0; i < closing->global_count; i++) {
    if (!entry->globals[i]) continue;
    Global *global = program->globals.data[i];
    if (is_made[i])
      closed->made[closed->made_count++] = global;
    else
      closed->given[closed->given_count++] = global;
    if (is_made[i]) closed->made_values += global->var_count;
  }
}

// ---- Functions ----

static Atom local_use(Mapper *mapper, Atom atom) {
  const Closing *closing = mapper->context;
  Var *var = atom.var ? map_get(closing->local, map_key(atom.var)) : NULL;
  return var ? atom_var(var) : atom;
}

static Mapper local_mapper(Closing *closing) {
  return (Mapper){.program = closing->program, .context = closing, .use = local_use};
}

// What a call of the function passes on: the caller's own names of the globals.
static size_t add_arguments(const Closing *closing, const ClosedNeeds *needs, Atom *args) {
  size_t count = 0;
  for (size_t i = 0; i < closing->global_count; i++) {
    if (!needs->globals[i]) continue;
    const Global *global = closing->program->globals.data[i];
    for (size_t k = 0; k < global->var_count; k++, count++) {
      Var *var = closing->local ? map_get(closing->local, map_key(global->vars[k])) : NULL;
      if (args) args[count] = atom_var(var ? var : global->vars[k]);
    }
  }
  return count;
}

static bool complete_call(Walker *walker, Stm *stm) {
  const Closing *closing = walker->context;
  Exp *exp = stm->exp;
  if (exp->op != OP_CALL) return true;
  const ClosedNeeds *needs = map_get(closing->needs, map_key(exp->as.callee));
  size_t more = add_arguments(closing, needs, NULL);
  if (more == 0) return true;
  Atom *args = arena_array(closing->arena, Atom, more + exp->arg_count);
  add_arguments(closing, needs, args);
  for (size_t i = 0; i < exp->arg_count; i++)
    args[more + i] = exp->args[i];
  exp->args = args;
  exp->arg_count += more;
  return true;
}

// Gives a function its parameters. They are in front, where all types see them; and so its sizes
// are values like others.
static void complete_fun(Closing *closing, Fun *fun) {
  const ClosedNeeds *needs = map_get(closing->needs, map_key(fun));
  size_t more = add_arguments(closing, needs, NULL);
  closing->local = map_new(closing->arena);
  Mapper mapper = local_mapper(closing);
  Param *params = arena_array(closing->arena, Param, more + fun->param_count);
  size_t count = 0;
  for (size_t i = 0; i < closing->global_count; i++) {
    const Global *global = closing->program->globals.data[i];
    for (size_t k = 0; needs->globals[i] && k < global->var_count; k++) {
      Var *var = global->vars[k];
      Var *param = var_like(closing->program, var, map_type(&mapper, var->type));
      map_put(closing->local, map_key(var), param);
      params[count++] = (Param){.var = param};
    }
  }
  map_fun(&mapper, fun);
  Walker walker = {.context = closing, .enter = complete_call};
  walk_body(&walker, fun->body);
  if (more > 0) {
    for (size_t i = 0; i < fun->param_count; i++)
      params[more + i] = fun->params[i];
    for (size_t i = 0; i < fun->result_count; i++)
      for (size_t k = 0; k < fun->results[i].alias_count; k++)
        fun->results[i].aliases[k] += (uint32_t)more;
    fun->params = params;
    fun->param_count += more;
    fun->size_count = 0;
  }
  fun->entry = NULL;
  closing->local = NULL;
}

// ---- The entry point ----

static EntryValue plain_value(const Closing *closing, const Var *var) {
  StrBuf type = {0};
  type_print_external(&type, var->type);
  EntryValue value = {.type = intern_str(closing->program->names, strbuf_text(&type)), .count = 1};
  strbuf_free(&type);
  return value;
}

static void entry_params(const Closing *closing, Fun *entry, const Closed *closed) {
  Vec(Param) params = {0};
  Vec(EntryValue) values = {0};
  for (size_t i = 0; i < closed->given_count; i++)
    for (size_t k = 0; k < closed->given[i]->var_count; k++) {
      Var *var = closed->given[i]->vars[k];
      EntryValue value = plain_value(closing, var);
      value.name = var->name;
      vec_push(closing->arena, &params, ((Param){.var = var}));
      vec_push(closing->arena, &values, value);
    }
  entry->params = params.data;
  entry->param_count = params.count;
  entry->size_count = 0;
  entry->entry->params = values.data;
  entry->entry->param_count = values.count;
}

// Results for what is made, then its own; a type names the results that its sizes are.
static void entry_results(Closing *closing, Fun *entry, const Closed *closed, Subst *subst) {
  Vec(Result) results = {0};
  Vec(EntryValue) values = {0};
  Vec(Atom) atoms = {0};
  Arena *arena = closing->arena;
  closing->local = map_new(arena);
  Mapper mapper = local_mapper(closing);
  for (size_t i = 0; i < closed->made_count; i++)
    for (size_t k = 0; k < closed->made[i]->var_count; k++) {
      Var *var = closed->made[i]->vars[k];
      Var *result = var_like(closing->program, var, map_type(&mapper, var->type));
      map_put(closing->local, map_key(var), result);
      vec_push(arena, &results, ((Result){.var = result}));
      vec_push(arena, &values, plain_value(closing, result));
      vec_push(arena, &atoms, subst_atom(subst, atom_var(var)));
    }
  for (size_t i = 0; i < entry->result_count; i++) {
    Result result = entry->results[i];
    result.var->type = map_type(&mapper, result.var->type);
    result.alias_count = 0;
    vec_push(arena, &results, result);
    if (i < entry->result_size_count) vec_push(arena, &values, plain_value(closing, result.var));
    vec_push(arena, &atoms, entry->body->results[i]);
  }
  vec_append(arena, &values, entry->entry->results, entry->entry->result_count);
  closing->local = NULL;
  entry->results = results.data;
  entry->result_count = results.count;
  entry->result_size_count = 0;
  entry->entry->results = values.data;
  entry->entry->result_count = values.count;
  entry->body->results = atoms.data;
  entry->body->result_count = atoms.count;
}

// Computes what is made in front of the body.
static void entry_body(Closing *closing, Fun *entry, const Closed *closed, Subst *subst) {
  Walker walker = {.context = closing, .enter = complete_call};
  Stms stms = {0};
  for (size_t i = 0; i < closed->made_count; i++) {
    const Global *global = closed->made[i];
    walk_body(&walker, global->body);
    Body *body = subst_body(subst, global->body);
    vec_append(closing->arena, &stms, body->stms.data, body->stms.count);
    for (size_t k = 0; k < global->var_count; k++)
      subst_add(subst, global->vars[k], body->results[k]);
  }
  walk_body(&walker, entry->body);
  Body *body = subst_body(subst, entry->body);
  vec_append(closing->arena, &stms, body->stms.data, body->stms.count);
  entry->body = body_new(closing->program, stms, body->results, body->result_count);
}

static void keep_reached(Closing *closing, const Fun *entry) {
  Program *program = closing->program;
  size_t kept = 0;
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    const ClosedNeeds *needs = map_get(closing->needs, map_key(fun));
    if (!needs->is_reached) continue;
    if (fun != entry) complete_fun(closing, fun);
    program->funs.data[kept++] = fun;
  }
  program->funs.count = kept;
}

static Closing closing_new(Program *program) {
  Arena *arena = program->arena;
  Closing closing = {.program = program,
                     .arena = arena,
                     .global_count = program->globals.count,
                     .owners = map_new(arena),
                     .needs = map_new(arena)};
  closing.global_needs = arena_array(arena, ClosedNeeds, closing.global_count);
  for (size_t i = 0; i < closing.global_count; i++)
    for (size_t k = 0; k < program->globals.data[i]->var_count; k++)
      map_put(closing.owners, map_key(program->globals.data[i]->vars[k]),
              (const void *)(uintptr_t)(i + 1));
  note_all(&closing);
  close_needs(&closing);
  return closing;
}

static bool is_unknown(void *context, const Global *global) {
  (void)context, (void)global;
  return false;
}

void program_keep(Program *program, Fun *const *funs, size_t count) {
  Closing closing = closing_new(program);
  bool *is_needed = arena_array(closing.arena, bool, closing.global_count);
  for (size_t i = 0; i < count; i++) {
    Closed closed = {0};
    ClosedNeeds *needs = map_get(closing.needs, map_key(funs[i]));
    reach(&closing, needs);
    sort_globals(&closing, needs, is_unknown, NULL, &closed);
    for (size_t k = 0; k < closing.global_count; k++)
      is_needed[k] = is_needed[k] || needs->globals[k];
  }
  size_t kept = 0;
  for (size_t i = 0; i < closing.global_count; i++)
    if (is_needed[i]) program->globals.data[kept++] = program->globals.data[i];
  program->globals.count = kept;
  kept = 0;
  for (size_t i = 0; i < program->funs.count; i++) {
    const ClosedNeeds *needs = map_get(closing.needs, map_key(program->funs.data[i]));
    if (needs->is_reached) program->funs.data[kept++] = program->funs.data[i];
  }
  program->funs.count = kept;
}

Closed program_close(Program *program, Fun *entry, GlobalIsKnown *is_known, void *context) {
  Closing closing = closing_new(program);
  Closed closed = {0};
  ClosedNeeds *needs = map_get(closing.needs, map_key(entry));
  reach(&closing, needs);
  sort_globals(&closing, needs, is_known, context, &closed);
  Subst *subst = subst_new(program);
  entry_body(&closing, entry, &closed, subst);
  entry_params(&closing, entry, &closed);
  entry_results(&closing, entry, &closed, subst);
  keep_reached(&closing, entry);
  program->globals.count = 0;
  program_own(program);
  return closed;
}
