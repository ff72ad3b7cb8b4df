// Ownership. Core's rules of sharing and consuming (doc/ir.md) are stricter in places than those of
// the source languages, and know nothing about what a checker proved. A front end need not write
// copies; here the alias analysis says which rules a program breaks, and each breach is mended by a
// copy of what is consumed, or by a result that declares what it shares. A copy never changes a
// value, so this cannot be wrong, only slow. Mending one breach may show another: it is repeated.
//
// A copy of lengths is another name for them: what is returned beside it with these lengths is then
// coerced to the new name.
#include "ir/own.h"

#include "ir/alias.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/walk.h"

enum { ROUND_LIMIT = 200 };

typedef struct Fix {
  const Var *var;
  struct Fix *next;
} Fix;

typedef struct Owning {
  Program *program;
  Map *fixes;       // Stm -> Fix: what it consumes must be copied before
  Map *nexts;       // loop parameter: its next value must be copied
  Map *results;     // Result: it must be copied
  bool has_changed; // something was mended
} Owning;

// ---- Collecting ----

static void copy_before(Owning *owning, const Stm *stm, const Var *var) {
  if (stm == NULL || var == NULL || var->type->kind != TYPE_ARRAY) return;
  Fix *first = map_get(owning->fixes, map_key(stm));
  for (const Fix *fix = first; fix != NULL; fix = fix->next)
    if (fix->var == var) return;
  Fix *fix = arena_make(owning->program->arena, Fix);
  *fix = (Fix){.var = var, .next = first};
  map_put(owning->fixes, map_key(stm), fix);
}

static Result *find_result(const Fun *fun, const Var *var) {
  for (size_t i = 0; i < fun->result_count; i++)
    if (fun->results[i].var == var) return &fun->results[i];
  return NULL;
}

// A result that shares with a parameter says so; at an entry point and for globals it is copied.
static void mend_result(Owning *owning, const AliasViolation *violation) {
  const Fun *fun = violation->fun;
  Result *result = fun != NULL ? find_result(fun, violation->var) : NULL;
  if (result == NULL) return;
  for (size_t i = 0; i < fun->param_count && fun->entry == NULL; i++) {
    if (fun->params[i].var != violation->other) continue;
    Arena *arena = owning->program->arena;
    uint32_t *aliases = arena_array(arena, uint32_t, result->alias_count + 1);
    for (size_t k = 0; k < result->alias_count; k++)
      aliases[k] = result->aliases[k];
    aliases[result->alias_count++] = (uint32_t)i;
    result->aliases = aliases;
    owning->has_changed = true;
    return;
  }
  map_put(owning->results, map_key(result), result);
}

static void note(void *context, const AliasViolation *violation) {
  Owning *owning = context;
  const Var *other = violation->other != NULL ? violation->other : violation->var;
  switch (violation->rule) {
  case ALIAS_USED: copy_before(owning, violation->other_stm, other); break;
  case ALIAS_OUTER:
  case ALIAS_NOT_OWNED:
  case ALIAS_LOOP_INITIAL:
  case ALIAS_LOOP_USED: copy_before(owning, violation->stm, violation->var); break;
  case ALIAS_LOOP_NEXT: map_put(owning->nexts, map_key(violation->var), violation->var); break;
  case ALIAS_RESULT: mend_result(owning, violation); break;
  case ALIAS_RESULTS_SHARE:
    if (violation->fun != NULL && find_result(violation->fun, violation->var) != NULL)
      map_put(owning->results, map_key(find_result(violation->fun, violation->var)),
              violation->var);
    break;
  case ALIAS_REUSED_ACC:
  case ALIAS_MIXED_ACC: break; // no copy helps; the verifier tells
  }
}

// ---- Mending ----

static Var *emit_copy(Owning *owning, Stms *stms, Var *var, Span span) {
  Program *program = owning->program;
  Builder builder = builder_new(program, stms, span);
  Atom operand = atom_var(var);
  owning->has_changed = true;
  return build_let(&builder, var->name, exp_new(program, OP_COPY, &operand, 1));
}

static Atom *find_atom(Atom *atoms, size_t count, const Var *var) {
  for (size_t i = 0; i < count; i++)
    if (atoms[i].var == var) return &atoms[i];
  return NULL;
}

static Atom *find_dest(Thunk *thunk, const Var *var) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    Output *output = &thunk->outputs[i];
    if (output->dests == NULL) continue;
    Atom *atom = find_atom(output->dests, output->value_count, var);
    if (atom != NULL) return atom;
  }
  return NULL;
}

// The place where the statement consumes the variable.
static Atom *find_consumed(Stm *stm, const Var *var) {
  Exp *exp = stm->exp;
  if (exp->op == OP_UPDATE) return find_atom(exp->args, 1, var);
  if (exp->op == OP_LOOP) return find_atom(exp->args, exp->as.loop->param_count, var);
  if (exp->op == OP_PAR) return find_dest(&exp->as.par->body, var);
  if (exp->op == OP_CALL) {
    for (size_t i = 0; i < exp->arg_count; i++)
      if (exp->as.callee->params[i].is_consumed && exp->args[i].var == var) return &exp->args[i];
  }
  if (exp->op == OP_WITH_ACC) {
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++) {
      AccDecl *decl = &exp->as.with_acc->accs[i];
      Atom *atom = find_atom(decl->dests, decl->dest_count, var);
      if (atom != NULL) return atom;
    }
  }
  return NULL;
}

static void mend_loop(Owning *owning, Loop *loop) {
  for (size_t i = 0; i < loop->param_count; i++) {
    Atom *next = &loop->body->results[i];
    if (!map_find(owning->nexts, map_key(loop->params[i]), NULL) || next->var == NULL) continue;
    *next = atom_var(emit_copy(owning, &loop->body->stms, next->var, loop->params[i]->span));
  }
}

static bool mend_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Owning *owning = mapper->context;
  if (stm->exp->op == OP_LOOP) mend_loop(owning, stm->exp->as.loop);
  const Fix *fix = map_get(owning->fixes, map_key(stm));
  if (fix == NULL) return false;
  for (; fix != NULL; fix = fix->next) {
    Atom *place = find_consumed(stm, fix->var);
    if (place != NULL) *place = atom_var(emit_copy(owning, out, place->var, stm->span));
  }
  stm->exp = map_exp(mapper, stm->exp);
  vec_push(owning->program->arena, out, stm);
  return true;
}

// The results after number k whose types name the lengths `old` have `new` instead; those that are
// lengths themselves get new names by that too.
static void rename_lengths(Owning *owning, Fun *fun, size_t k, Var *old, Var *new) {
  Subst *subst = subst_new(owning->program);
  subst_add(subst, old, atom_var(new));
  Builder builder = builder_new(owning->program, &fun->body->stms, fun->span);
  for (size_t i = k + 1; i < fun->result_count; i++) {
    Atom *result = &fun->body->results[i];
    if (result->var == NULL) continue;
    const Type *type = subst_type(subst, result->var->type);
    if (type_equal(type, result->var->type)) continue;
    Var *var = var_like(owning->program, result->var, type);
    build_stm(&builder, exp_new(owning->program, OP_COERCE, result, 1), &var, 1);
    subst_add(subst, result->var, atom_var(var));
    *result = atom_var(var);
  }
}

static void mend_result_copies(Owning *owning, Fun *fun) {
  for (size_t k = 0; k < fun->result_count; k++) {
    Atom *result = &fun->body->results[k];
    if (!map_find(owning->results, map_key(&fun->results[k]), NULL) || result->var == NULL)
      continue;
    Var *old = result->var;
    *result = atom_var(emit_copy(owning, &fun->body->stms, old, fun->span));
    rename_lengths(owning, fun, k, old, result->var);
  }
}

static void mend_program(Owning *owning) {
  Program *program = owning->program;
  Mapper mapper = {.program = program, .context = owning, .stm = mend_stm};
  for (size_t i = 0; i < program->globals.count; i++)
    program->globals.data[i]->body = map_body(&mapper, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    fun->body = map_body(&mapper, fun->body);
    mend_result_copies(owning, fun);
  }
}

void program_own(Program *program) {
  for (size_t round = 0; round < ROUND_LIMIT; round++) {
    Arena *scratch = arena_new();
    Owning owning = {.program = program};
    owning.fixes = map_new(scratch);
    owning.nexts = map_new(scratch);
    owning.results = map_new(scratch);
    AliasObserver observer = {.context = &owning, .violation = note};
    alias_analyse(scratch, program, &observer);
    mend_program(&owning);
    arena_free(scratch);
    if (!owning.has_changed) return;
  }
}
