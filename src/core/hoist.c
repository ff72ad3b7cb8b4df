// hoist: move what does not change out of loops, pars and operators.
//
// Takes and gives   Core or Flat. Changes the program in place.
// Breaks            PROPERTY_SIMPLE: statements that met in an outer scope may be equal now.
// Cost              linear in the size times the depth of the nesting.
//
//   let ys = par (i < n) {                    let s: f64 = sqrt a
//     let s: f64 = sqrt a                     let ys = par (i < n) {
//     let x: f64 = index xs[i]           =>     let x: f64 = index xs[i]
//     let y: f64 = mul x, s                     let y: f64 = mul x, s
//     map y                                     map y
//   }                                         }
//
// A statement moves one scope up when everything it uses, its certificates included, is bound
// further out, and
//
//   - it is cheap and cannot fail: a scalar operation or a view, or the first element of an array
//     if there is one. It is then computed in vain when
//     the loop runs zero times, which costs next to nothing; or
//   - the body certainly runs: a `for` or par over a positive constant, the condition of a `while`,
//     a with_acc. Then it would have been computed, and would have failed, anyway. Not where there
//     are effects inside: those before a failure happen.
//
// What asks for a level below grid stays in its par: outside it would run elsewhere, and be stored
// elsewhere.
//
// Everything else stays: an expensive or failing statement in a loop that may run zero times (that
// would add work or a failure), whatever makes an array that is consumed (each iteration needs its
// own), accumulators, `opaque`, and pinned sizes (facts.h). Nothing leaves a branch. What may
// consume an array does not leave a with_acc: there, unlike in a loop or par, it may be an array
// from around it, which something that stays still uses before.
#include "analysis/cost.h"
#include "core/core.h"
#include "core/facts.h"
#include "ir/build.h"
#include "ir/type.h"
#include "ir/walk.h"

typedef struct HoistSite {
  uint32_t depth; // of the scope that binds the variable; 0 is the function
  uint32_t stamp; // of the statement inside which it was last seen to be bound
  const Stm *def; // NULL: a parameter or index
} HoistSite;

typedef struct Hoister {
  Program *program;
  Arena *scratch;
  bool has_effects; // somewhere
  Facts *facts;
  HoistSite *places; // by Var.index; no variables are made here
  uint32_t last_stamp;
} Hoister;

typedef struct HoistScope {
  uint32_t depth;
  bool is_branch;  // nothing leaves it
  bool is_certain; // it runs whenever the statement around it does
  bool is_open;    // it may consume what is bound around it
  bool is_par;
  Stms floated; // what leaves it
} HoistScope;

// ---- What may move ----

typedef struct Invariance {
  Hoister *hoister;
  uint32_t depth, stamp;
  bool is_invariant;
} Invariance;

static void invariance_bind(Walker *walker, Var *var) {
  Invariance *invariance = walker->context;
  invariance->hoister->places[var->index].stamp = invariance->stamp;
}

static void invariance_use(Walker *walker, Var *var) {
  Invariance *invariance = walker->context;
  const HoistSite *place = &invariance->hoister->places[var->index];
  if (place->stamp != invariance->stamp && place->depth >= invariance->depth)
    invariance->is_invariant = false;
}

// Is everything that the statement uses bound outside the scope?
static bool is_invariant(Hoister *hoister, Stm *stm, const HoistScope *scope) {
  Invariance invariance = {.hoister = hoister,
                           .depth = scope->depth,
                           .stamp = ++hoister->last_stamp,
                           .is_invariant = true};
  Walker walker = {.context = &invariance, .use = invariance_use, .bind = invariance_bind};
  walk_stm(&walker, stm);
  return invariance.is_invariant;
}

// Is it the first element of an array, if there is one: if 0 < n then { index xs[0] } else { … }?
static bool is_first_element(const Hoister *hoister, const Exp *exp) {
  if (exp->op != OP_IF || !exp->args[0].var) return false;
  const Stm *condition = hoister->places[exp->args[0].var->index].def;
  const Stms *some = &exp->as.branches.bodies[0]->stms;
  if (!condition || condition->exp->op != OP_SLT || !atom_is_i64(condition->exp->args[0], 0))
    return false;
  if (some->count != 1 || exp->as.branches.bodies[1]->stms.count > 0) return false;
  const Exp *read = some->data[0]->exp;
  return read->op == OP_INDEX && read->arg_count == 2 && atom_is_i64(read->args[1], 0) &&
         some->data[0]->cert_count == 0 && read->args[0].var->type->rank == 1 &&
         atom_equal(dim_size(read->args[0].var->type->dims[0]), condition->exp->args[1]);
}

static bool can_run_early(const Hoister *hoister, const Exp *exp) {
  if (is_first_element(hoister, exp)) return true;
  return !op_has(exp->op, FLAG_FAILS) && cost_is_within(exp, COST_LIMIT_EARLY);
}

// Does each iteration need its own? A view of an outer array is never consumed in a loop.
static bool is_own(const Hoister *hoister, const Stm *stm) {
  if (stm->exp->op == OP_OPAQUE || op_has(stm->exp->op, FLAG_ACTS)) return true;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Var *var = stm->vars[i];
    if (facts_is_pinned(hoister->facts, var) || var->type->kind == TYPE_ACC) return true;
    bool is_made = var->type->kind == TYPE_ARRAY && !op_has(stm->exp->op, FLAG_VIEW);
    if (is_made && facts_is_owned(hoister->facts, var)) return true;
  }
  return false;
}

static bool may_consume(Op op) {
  return op_has(op, FLAG_CONSUMES) || op_has(op, FLAG_BODIES) || op == OP_CALL;
}

static bool note_request(Walker *walker, Stm *stm) {
  ParLevel level = stm->exp->op == OP_PAR ? stm->exp->as.par->level : PAR_ANY;
  if (level == PAR_BLOCK || level == PAR_THREAD) *(bool *)walker->context = true;
  return true;
}

// Is it a par that asks for a level, or does it have such ones inside? At Core only the source
// asks.
static bool has_request(const Hoister *hoister, Stm *stm) {
  if (hoister->program->level != LEVEL_CORE || !op_has(stm->exp->op, FLAG_BODIES)) return false;
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = note_request};
  walk_stm(&walker, stm);
  return is_found;
}

static bool can_leave(Hoister *hoister, Stm *stm, const HoistScope *scope) {
  if (scope->depth == 0 || scope->is_branch) return false;
  if (scope->is_par && has_request(hoister, stm)) return false;
  if (!scope->is_certain && !can_run_early(hoister, stm->exp)) return false;
  if (scope->is_open && may_consume(stm->exp->op)) return false;
  return !is_own(hoister, stm) && is_invariant(hoister, stm, scope);
}

// ---- Scopes ----

static void bind_at(Hoister *hoister, Var *const *vars, size_t count, uint32_t depth) {
  for (size_t i = 0; i < count; i++)
    hoister->places[vars[i]->index].depth = depth;
}

// Puts a statement into the scope, or hands it on to the one around.
static void place_stm(Hoister *hoister, Stm *stm, HoistScope *scope, Stms *out) {
  bool is_leaving = can_leave(hoister, stm, scope);
  bind_at(hoister, stm->vars, stm->var_count, scope->depth - (is_leaving ? 1 : 0));
  for (size_t i = 0; i < stm->var_count; i++)
    hoister->places[stm->vars[i]->index].def = stm;
  vec_push(hoister->program->arena, is_leaving ? &scope->floated : out, stm);
}

static void hoist_inside(Hoister *hoister, Stm *stm, HoistScope *scope, Stms *out);

static void hoist_stms(Hoister *hoister, Stms *stms, HoistScope *scope) {
  Stms out = {0};
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (op_has(stm->exp->op, FLAG_BODIES)) hoist_inside(hoister, stm, scope, &out);
    place_stm(hoister, stm, scope, &out);
  }
  *stms = out;
}

static HoistScope scope_inside(const HoistScope *scope, bool is_certain) {
  return (HoistScope){.depth = scope->depth + 1, .is_certain = is_certain};
}

// What floated out of an inner scope comes before the statement that it floated out of.
static void land(Hoister *hoister, const HoistScope *inner, HoistScope *scope, Stms *out) {
  for (size_t i = 0; i < inner->floated.count; i++)
    place_stm(hoister, inner->floated.data[i], scope, out);
}

static void hoist_operator(Hoister *hoister, Lambda *op, HoistScope *scope, Stms *out) {
  if (!op) return;
  HoistScope inner = scope_inside(scope, false);
  bind_at(hoister, op->params, op->param_count, inner.depth);
  hoist_stms(hoister, &op->body->stms, &inner);
  land(hoister, &inner, scope, out);
}

static void hoist_branches(Hoister *hoister, const Branches *branches, HoistScope *scope) {
  for (size_t i = 0; i < branches->body_count; i++) {
    HoistScope inner = scope_inside(scope, false);
    inner.is_branch = true;
    hoist_stms(hoister, &branches->bodies[i]->stms, &inner);
  }
}

// An effect before a failure happens, so what can fail does not leave a body that has one.
static bool is_acting(const Hoister *hoister, const Body *body) {
  return hoister->has_effects && body_reaches_effect(hoister->scratch, body);
}

static void hoist_loop(Hoister *hoister, const Exp *exp, HoistScope *scope, Stms *out) {
  Loop *loop = exp->as.loop;
  bool is_certain = false;
  if (loop->index && !loop_bound(exp).var)
    is_certain = constant_to_i64(loop_bound(exp).constant) > 0 && !is_acting(hoister, loop->body);
  HoistScope inner = scope_inside(scope, is_certain);
  bind_at(hoister, loop->params, loop->param_count, inner.depth);
  if (loop->index) bind_at(hoister, &loop->index, 1, inner.depth);
  if (loop->condition) {
    HoistScope condition = scope_inside(scope, !is_acting(hoister, loop->condition));
    hoist_stms(hoister, &loop->condition->stms, &condition);
    land(hoister, &condition, scope, out);
  }
  hoist_stms(hoister, &loop->body->stms, &inner);
  land(hoister, &inner, scope, out);
}

static bool is_certain_space(const Hoister *hoister, const Par *par) {
  if (hoister->has_effects && par_reaches_effect(hoister->scratch, par)) return false;
  for (size_t i = 0; i < par->rank; i++) {
    if (par->space[i].var || par->space[i].size <= 0) return false;
  }
  return true;
}

static void hoist_operators(Hoister *hoister, const Thunk *thunk, HoistScope *scope, Stms *out) {
  for (size_t i = 0; i < thunk->output_count; i++)
    hoist_operator(hoister, thunk->outputs[i].op, scope, out);
}

static void hoist_par(Hoister *hoister, Par *par, HoistScope *scope, Stms *out) {
  hoist_operators(hoister, &par->body, scope, out);
  hoist_operators(hoister, &par->epilogue, scope, out);
  HoistScope inner = scope_inside(scope, is_certain_space(hoister, par));
  inner.is_par = true;
  bind_at(hoister, par->indices, par->rank, inner.depth);
  for (size_t i = 0; i < par->consumed_count; i++)
    bind_at(hoister, &par->consumed[i].inside, 1, inner.depth);
  for (size_t i = 0; i < par->acc_count; i++)
    bind_at(hoister, &par->accs[i].inside, 1, inner.depth);
  hoist_stms(hoister, &par->body.stms, &inner);
  bind_at(hoister, par->scan_params, par->scan_param_count, inner.depth);
  hoist_stms(hoister, &par->epilogue.stms, &inner);
  land(hoister, &inner, scope, out);
}

static void hoist_with_acc(Hoister *hoister, WithAcc *with_acc, HoistScope *scope, Stms *out) {
  HoistScope inner = scope_inside(scope, !is_acting(hoister, with_acc->body));
  inner.is_open = true;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    hoist_operator(hoister, with_acc->accs[i].op, scope, out);
    bind_at(hoister, &with_acc->accs[i].param, 1, inner.depth);
  }
  hoist_stms(hoister, &with_acc->body->stms, &inner);
  land(hoister, &inner, scope, out);
}

static void hoist_inside(Hoister *hoister, Stm *stm, HoistScope *scope, Stms *out) {
  Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    hoist_branches(hoister, &exp->as.branches, scope);
  } else if (exp->op == OP_LOOP) {
    hoist_loop(hoister, exp, scope, out);
  } else if (exp->op == OP_PAR) {
    hoist_par(hoister, exp->as.par, scope, out);
  } else if (exp->op == OP_WITH_ACC) {
    hoist_with_acc(hoister, exp->as.with_acc, scope, out);
  } else {
    INTERNAL_ERROR("hoist does not know the bodies of %s", op_info(exp->op)->text);
  }
}

// ---- The pass ----

static Program *hoist_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arena *scratch = arena_new();
  Hoister hoister = {.program = program, .scratch = scratch, .facts = facts_new(program, scratch)};
  hoister.has_effects = program_has_effects(program);
  hoister.places = arena_array(scratch, HoistSite, program->var_count);
  for (size_t i = 0; i < program->globals.count; i++) {
    HoistScope scope = {0};
    facts_of_global(hoister.facts, program->globals.data[i]);
    hoist_stms(&hoister, &program->globals.data[i]->body->stms, &scope);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    HoistScope scope = {0};
    facts_of_fun(hoister.facts, program->funs.data[i]);
    hoist_stms(&hoister, &program->funs.data[i]->body->stms, &scope);
  }
  arena_free(scratch);
  return program;
}

const Pass pass_hoist = {.name = "hoist",
                         .purpose = "move what does not change out of loops and pars",
                         .from = LEVEL_VALUES,
                         .to = LEVEL_VALUES,
                         .breaks = PROPERTY_SIMPLE,
                         .run = hoist_run};
