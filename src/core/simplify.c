// simplify: make a program smaller and plainer without moving anything.
//
// Takes and gives   any level. Changes the program in place. At Mem an array is where it is: only
//                   scalars are replaced there, in places too.
// Establishes       PROPERTY_SIMPLE: running it again changes nothing.
// Cost              linear per round; a round that changes nothing is the last one of a function,
//                   and there are never more than ROUND_LIMIT.
//
//   let a: i64 = add n, 0              let c: i64 = mul n, 2
//   let b: i64 = mul a, 2              in (c)
//   let c: i64 = mul n, 2         =>
//   let d: i64 = sub b, c
//   let e: i64 = add c, d
//   in (e)
//
// What stays although it looks redundant: x + 0.0 (changes -0.0), x * 0.0, x - x for floats (nan),
// anything after `opaque`, a failing division that is used, and a statement that needs a
// certificate where its value is known (dropping it would drop the check).
#include "core/simplify.h"

#include <string.h>

#include "core/core.h"
#include "ir/type.h"

// Rounds that one function may take. Nearly all take two or three; only chains of loops that each
// make the next one simpler take more.
enum { ROUND_LIMIT = 64 };

// How often the rules are tried on one statement.
enum { REWRITE_LIMIT = 16 };

Rewrite rewrite_none(void) { return (Rewrite){.kind = REWRITE_NONE}; }

Rewrite rewrite_atom(Atom atom) { return (Rewrite){.kind = REWRITE_ATOM, .atom = atom}; }

Rewrite rewrite_exp(Exp *exp) { return (Rewrite){.kind = REWRITE_EXP, .exp = exp}; }

// ---- Variables ----

VarState *var_state(Simplifier *simplifier, const Var *var) {
  if (var->index >= simplifier->var_capacity) {
    size_t capacity = facts_capacity(simplifier->program);
    VarState *vars = arena_array(simplifier->scratch, VarState, capacity);
    if (simplifier->vars) memcpy(vars, simplifier->vars, simplifier->var_capacity * sizeof *vars);
    simplifier->vars = vars;
    simplifier->var_capacity = capacity;
  }
  return &simplifier->vars[var->index];
}

Atom resolve(Simplifier *simplifier, Atom atom) {
  while (atom.var) {
    const VarState *state = var_state(simplifier, atom.var);
    if (!state->is_replaced) break;
    atom = state->replacement;
  }
  return atom;
}

void resolve_all(Simplifier *simplifier, Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    atoms[i] = resolve(simplifier, atoms[i]);
}

static Atom resolve_use(Mapper *mapper, Atom atom) { return resolve(mapper->context, atom); }

bool simplify_has_places(const Simplifier *simplifier) {
  return simplifier->program->level == LEVEL_MEM;
}

static bool is_number(const Type *type) {
  return type->kind == TYPE_SCALAR || type->kind == TYPE_CERT;
}

bool simplify_is_placed(const Simplifier *simplifier, const Var *var) {
  return simplify_has_places(simplifier) && !is_number(var->type);
}

void resolve_types(Simplifier *simplifier, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!is_number(vars[i]->type)) vars[i]->type = map_type(&simplifier->mapper, vars[i]->type);
  }
}

bool simplify_is_replaceable(Simplifier *simplifier, const Var *var) {
  return !facts_is_pinned(simplifier->facts, var);
}

bool simplify_can_replace(Simplifier *simplifier, Var *var, Atom atom) {
  atom = resolve(simplifier, atom); // what it stands for may be pinned
  if (!simplify_is_replaceable(simplifier, var) || atom.var == var) return false;
  if (atom.var && facts_is_pinned(simplifier->facts, atom.var) &&
      facts_is_output(simplifier->facts, var))
    return false;
  if (atom.var && facts_is_beside(simplifier->facts, var) &&
      facts_is_beside(simplifier->facts, atom.var))
    return false;
  resolve_types(simplifier, &var, 1);
  if (!type_equal(var->type, atom_type(atom)) || simplify_is_placed(simplifier, var)) return false;
  bool is_negative_size = !atom.var && atom.constant.type == SCALAR_I64 &&
                          atom.constant.value.i64 < 0 && facts_is_size(simplifier->facts, var);
  return !is_negative_size;
}

bool replace(Simplifier *simplifier, Var *var, Atom atom) {
  if (var_state(simplifier, var)->is_replaced) return true;
  atom = resolve(simplifier, atom);
  if (!simplify_can_replace(simplifier, var, atom)) return false;
  VarState *state = var_state(simplifier, var);
  state->is_replaced = true;
  state->replacement = atom;
  if (atom.var) facts_replace(simplifier->facts, var, atom.var);
  simplifier->has_changed = true;
  return true;
}

const Exp *def_of(Simplifier *simplifier, Atom atom, Op op) {
  if (!atom.var) return NULL;
  const Stm *def = var_state(simplifier, atom.var)->def;
  return def && def->exp->op == op && def->cert_count == 0 ? def->exp : NULL;
}

void set_bound(Simplifier *simplifier, const Var *index, Atom bound) {
  VarState *state = var_state(simplifier, index);
  state->has_bound = true;
  state->bound = bound;
}

// Signed and unsigned order agree, because the index is not negative and its bound is positive
// where it exists.
bool simplify_is_index_below(Simplifier *simplifier, Atom index, Atom limit) {
  const VarState *state = index.var ? var_state(simplifier, index.var) : NULL;
  if (!state || !state->has_bound) return false;
  if (limit.var || state->bound.var) return atom_equal(limit, state->bound);
  return constant_to_i64(state->bound.constant) <= constant_to_i64(limit.constant);
}

uint32_t stms_stamp(Simplifier *simplifier, const Stms *stms) {
  uint32_t stamp = ++simplifier->last_stamp;
  for (size_t i = 0; i < stms->count; i++) {
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      var_state(simplifier, stms->data[i]->vars[k])->stamp = stamp;
  }
  return stamp;
}

// ---- Scopes ----

ScopeMark scope_enter(Simplifier *simplifier) {
  ScopeMark mark = {simplifier->scope, numbering_count(simplifier->numbers)};
  simplifier->scope = ++simplifier->last_scope;
  vec_push(simplifier->scratch, &simplifier->scopes, simplifier->scope);
  return mark;
}

void scope_leave(Simplifier *simplifier, ScopeMark mark) {
  simplifier->scope = mark.scope;
  simplifier->scopes.count--;
  numbering_cut(simplifier->numbers, mark.number_count);
}

static bool is_inside_scope(const Simplifier *simplifier, uint32_t scope) {
  if (scope == 0) return true;
  for (size_t i = simplifier->scopes.count; i > 0; i--)
    if (simplifier->scopes.data[i - 1] == scope) return true;
  return false;
}

bool simplify_is_visible(const Simplifier *simplifier, const Var *var) {
  return is_inside_scope(simplifier, simplifier->vars[var->index].scope);
}

// From here to the end of the scope there is an array with these sizes. One that the statement
// makes for certain reasons only, says nothing of sizes that are older.
static void note_sizes(Simplifier *simplifier, const Type *type, const Stm *stm) {
  for (size_t k = 0; type->kind == TYPE_ARRAY && k < type->rank; k++) {
    if (!type->dims[k].var) continue;
    VarState *state = var_state(simplifier, type->dims[k].var);
    if (stm && stm->cert_count > 0 && state->def != stm) continue;
    if (state->is_size && is_inside_scope(simplifier, state->size_scope)) continue;
    state->is_size = true;
    state->size_scope = simplifier->scope;
  }
}

bool simplify_is_size_of_array(Simplifier *simplifier, Atom atom) {
  if (!atom.var) return constant_to_i64(atom.constant) >= 0;
  const VarState *state = var_state(simplifier, atom.var);
  return state->is_size && is_inside_scope(simplifier, state->size_scope);
}

void visit_body(Simplifier *simplifier, Body *body) {
  ScopeMark mark = scope_enter(simplifier);
  Stms out = {0};
  visit_stms(simplifier, &body->stms, &out);
  body->stms = out;
  resolve_all(simplifier, body->results, body->result_count);
  scope_leave(simplifier, mark);
}

void visit_lambda(Simplifier *simplifier, Lambda *lambda) {
  resolve_types(simplifier, lambda->params, lambda->param_count);
  visit_body(simplifier, lambda->body);
}

// ---- Statements ----

// Resolves the certificates; those that are always given and repeated ones go.
static void visit_certs(Simplifier *simplifier, Stm *stm) {
  size_t count = 0;
  for (size_t i = 0; i < stm->cert_count; i++) {
    Var *cert = resolve(simplifier, atom_var(stm->certs[i])).var;
    bool is_needed = !var_state(simplifier, cert)->is_given;
    for (size_t k = 0; k < count && is_needed; k++)
      is_needed = stm->certs[k] != cert;
    if (is_needed) stm->certs[count++] = cert;
  }
  stm->cert_count = count;
}

void keep_stm(Simplifier *simplifier, Stm *stm, Stms *out) {
  resolve_types(simplifier, stm->vars, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++) {
    VarState *state = var_state(simplifier, stm->vars[i]);
    state->def = stm;
    state->scope = simplifier->scope;
    note_sizes(simplifier, stm->vars[i]->type, stm);
  }
  vec_push(simplifier->program->arena, out, stm);
}

// The certificate of an assert that always holds is always given, or the one that it needs itself
// stands for it. A certificate that is also used as a value cannot go.
static bool drop_assert(Simplifier *simplifier, Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_ASSERT || exp->args[0].var || !exp->args[0].constant.value.b) return false;
  if (stm->cert_count == 1) return replace(simplifier, stm->vars[0], atom_var(stm->certs[0]));
  if (stm->cert_count > 1 || use_count(simplifier->facts, stm->vars[0]) > 0) return false;
  var_state(simplifier, stm->vars[0])->is_given = true;
  simplifier->has_changed = true;
  return true;
}

// Does the earlier statement need all that this one needs?
static bool has_certs_of(const Stm *earlier, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    size_t k = 0;
    while (k < earlier->cert_count && earlier->certs[k] != stm->certs[i])
      k++;
    if (k == earlier->cert_count) return false;
  }
  return true;
}

void add_certs(Simplifier *simplifier, Stm *stm, const Stm *other) {
  if (has_certs_of(stm, other)) return;
  Var **certs = arena_array(simplifier->program->arena, Var *, stm->cert_count + other->cert_count);
  size_t count = 0;
  for (size_t i = 0; i < stm->cert_count; i++)
    certs[count++] = stm->certs[i];
  for (size_t i = 0; i < other->cert_count; i++)
    certs[count++] = other->certs[i];
  stm->certs = certs;
  stm->cert_count = count;
  visit_certs(simplifier, stm);
}

// Lets the earlier, equal statement stand for this one.
static bool merge_stm(Simplifier *simplifier, Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    if (!simplify_is_replaceable(simplifier, stm->vars[i])) return false;
  }
  resolve_types(simplifier, stm->vars, stm->var_count);
  Stm *earlier = numbering_find(simplifier, stm);
  if (!earlier || !has_certs_of(earlier, stm)) return false;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (!replace(simplifier, stm->vars[i], atom_var(earlier->vars[i]))) return false;
  }
  if (stm_has(stm, ATTR_SIZE)) stm_mark(simplifier->program, earlier, ATTR_SIZE);
  if (stm_has(stm, ATTR_ONCE)) stm_mark(simplifier->program, earlier, ATTR_ONCE);
  return true;
}

// Applies the rules until none fits; true when the statement is gone.
static bool rewrite_stm(Simplifier *simplifier, Stm *stm) {
  bool has_places = simplify_has_places(simplifier);
  for (int i = 0; i < REWRITE_LIMIT; i++) {
    Rewrite rewrite = op_is_scalar(stm->exp->op) ? rewrite_scalar(simplifier, stm->exp)
                      : has_places               ? rewrite_none()
                                                 : rewrite_array(simplifier, stm);
    if (rewrite.kind == REWRITE_NONE) return false;
    if (rewrite.kind == REWRITE_ATOM)
      return stm->cert_count == 0 && replace(simplifier, stm->vars[0], rewrite.atom);
    stm->exp = rewrite.exp;
    simplifier->has_changed = true;
  }
  return false;
}

static void visit_inside(Simplifier *simplifier, Stm *stm, Stms *out) {
  Op op = stm->exp->op;
  if (op == OP_IF || op == OP_SWITCH) {
    visit_branches(simplifier, stm, out);
  } else if (op == OP_LOOP) {
    visit_loop(simplifier, stm, out);
  } else if (op == OP_PAR) {
    visit_par(simplifier, stm, out);
  } else if (op == OP_WITH_ACC) {
    visit_with_acc(simplifier, stm, out);
  } else {
    INTERNAL_ERROR("simplify does not know the bodies of %s", op_info(op)->text);
  }
}

static void visit_stm(Simplifier *simplifier, Stm *stm, Stms *out) {
  visit_certs(simplifier, stm);
  resolve_all(simplifier, stm->exp->args, stm->exp->arg_count);
  if (op_has(stm->exp->op, FLAG_BODIES)) {
    visit_inside(simplifier, stm, out);
    return;
  }
  expand_power(simplifier, stm, out);
  shift_bit(simplifier, stm, out);
  narrow_arithmetic(simplifier, stm, out);
  if (!simplify_has_places(simplifier)) {
    join_literals(simplifier, stm, out);
    compute_element(simplifier, stm, out);
    read_in_order(simplifier, stm, out);
  }
  bool is_gone =
      drop_assert(simplifier, stm) || rewrite_stm(simplifier, stm) || merge_stm(simplifier, stm);
  if (!is_gone) keep_stm(simplifier, stm, out);
}

void visit_stms(Simplifier *simplifier, const Stms *stms, Stms *out) {
  for (size_t i = 0; i < stms->count; i++)
    visit_stm(simplifier, stms->data[i], out);
}

// ---- The pass ----

static void visit_fun(Simplifier *simplifier, Fun *fun) {
  for (size_t i = 0; i < fun->param_count; i++) {
    resolve_types(simplifier, &fun->params[i].var, 1);
    note_sizes(simplifier, fun->params[i].var->type, NULL);
  }
  for (size_t i = 0; i < fun->result_count; i++)
    resolve_types(simplifier, &fun->results[i].var, 1);
  visit_body(simplifier, fun->body);
}

static void simplify_fun(Simplifier *simplifier, Fun *fun) {
  for (int round = 0; round < ROUND_LIMIT || simplifier->has_pending; round++) {
    simplifier->has_changed = simplifier->has_pending = false;
    facts_of_fun(simplifier->facts, fun);
    visit_fun(simplifier, fun);
    bool is_smaller = remove_dead_fun(simplifier->dead, fun);
    if (!is_smaller && !simplifier->has_changed) return;
  }
}

// The list of constants that the result of a global is; NULL: it is anything else.
static const Exp *table_of(const Global *global, Atom value) {
  const Stms *stms = &global->body->stms;
  for (size_t i = 0; i < stms->count && value.var; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op != OP_ARRAY || stms->data[i]->vars[0] != value.var) continue;
    for (size_t k = 0; k < exp->arg_count; k++)
      if (exp->args[k].var) return NULL;
    return exp;
  }
  return NULL;
}

// Functions see the constants that globals turn out to be, also as elements. A negative one stays,
// since nothing is known yet about what uses it as a size.
static void publish_global(Simplifier *simplifier, const Global *global) {
  for (size_t i = 0; i < global->var_count; i++) {
    Atom value = global->body->results[i];
    bool is_negative =
        !value.var && value.constant.type == SCALAR_I64 && value.constant.value.i64 < 0;
    if (!value.var && !is_negative) replace(simplifier, global->vars[i], value);
    const Exp *table = table_of(global, value);
    if (table) map_put(simplifier->tables, map_key(global->vars[i]), (void *)table);
  }
  resolve_types(simplifier, global->vars, global->var_count);
}

static void simplify_global(Simplifier *simplifier, Global *global) {
  for (int round = 0; round < ROUND_LIMIT || simplifier->has_pending; round++) {
    simplifier->has_changed = simplifier->has_pending = false;
    facts_of_global(simplifier->facts, global);
    resolve_types(simplifier, global->vars, global->var_count);
    visit_body(simplifier, global->body);
    bool is_smaller = remove_dead_global(simplifier->dead, global);
    if (!is_smaller && !simplifier->has_changed) break;
  }
  publish_global(simplifier, global);
}

static Program *simplify_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arena *scratch = arena_new();
  Simplifier simplifier = {.program = program, .scratch = scratch, .tables = map_new(scratch)};
  simplifier.facts = facts_new(program, scratch);
  simplifier.numbers = numbering_new(scratch);
  simplifier.dead = dead_new(program, scratch);
  simplifier.mapper = (Mapper){.program = program, .context = &simplifier, .use = resolve_use};
  for (size_t i = 0; i < program->globals.count; i++)
    simplify_global(&simplifier, program->globals.data[i]);
  for (size_t i = 0; i < program->funs.count; i++)
    simplify_fun(&simplifier, program->funs.data[i]);
  arena_free(scratch);
  return program;
}

const Pass pass_simplify = {.name = "simplify",
                            .purpose = "fold, propagate, share and remove",
                            .from = LEVEL_ALL,
                            .to = LEVEL_ALL,
                            .establishes = PROPERTY_SIMPLE,
                            .run = simplify_run};
