// checks: remove asserts that always hold, and move others out of loops and pars.
//
// Takes and gives   Core or Flat. Changes the program in place.
// Breaks            PROPERTY_SIMPLE: comparisons become constants.
// Cost              linear in the size, times a bounded effort for each comparison.
//
//   let ys = par (i < n) {                           let short: bool = slt n, 1
//     let ok: bool = ult i, n                        let first: bool = ult k, m
//     let c: cert = assert ok, "…"                   let last: i64 = …n - 1 + k…
//     let x: f32 = index xs[i] needs (c)             let d: cert = assert …short or (first and
//     last)… let j: i64 = add i, k                     =>   let ys = par (i < n) { let good: bool =
//     ult j, m                        let x: f32 = index xs[i] let d: cert = assert good, "…" let
//     j: i64 = add i, k let z: f32 = index zs[j] needs (d)               let z: f32 = index zs[j]
//     needs (d) …                                                …
//
// An assert goes when its condition follows from what analysis/sizes.h knows. When that hangs on
// certificates of other asserts, the statements that needed it need those instead, so that no pass
// drops them. A comparison becomes a constant only by facts that hang on nothing. Of a condition `a
// and b` where one part is known to hold, only the other one stays.
//
// What cannot be proved but is the same at every point of a loop or par, or changes linearly, is
// decided in front of it (checks_move.c), so that inner loops are free of branches. But not past
// effects: those before a failure must happen.
#include "core/checks.h"

#include "analysis/lmad_here.h"
#include "core/core.h"
#include "ir/build.h"
#include "ir/type.h"
#include "ir/walk.h"

CheckVar *check_var(Checker *checker, const Var *var) { return table_at(&checker->vars, var); }

static void bind_vars(Checker *checker, Var *const *vars, size_t count, uint32_t depth) {
  for (size_t i = 0; i < count; i++)
    check_var(checker, vars[i])->depth = depth;
}

// ---- Certificates ----

typedef struct CertList {
  Var **data;
  size_t count, capacity;
} CertList;

static void cert_add(Checker *checker, CertList *certs, Var *cert) {
  for (size_t i = 0; i < certs->count; i++) {
    if (certs->data[i] == cert) return;
  }
  vec_push(checker->program->arena, certs, cert);
}

// Adds the certificate, or what stands for it; a moved assert may have gone after it stood for
// another.
static void cert_resolve(Checker *checker, CertList *certs, Var *cert) {
  Given given = check_var(checker, cert)->given;
  if (!given.is_given) cert_add(checker, certs, cert);
  for (size_t i = 0; i < given.cert_count; i++)
    cert_resolve(checker, certs, given.certs[i]);
}

// Replaces certificates whose asserts are gone.
static void resolve_certs(Checker *checker, Stm *stm) {
  bool is_same = true;
  for (size_t i = 0; i < stm->cert_count; i++)
    is_same &= !check_var(checker, stm->certs[i])->given.is_given;
  if (is_same) return;
  CertList certs = {0};
  for (size_t i = 0; i < stm->cert_count; i++)
    cert_resolve(checker, &certs, stm->certs[i]);
  stm->certs = certs.data;
  stm->cert_count = certs.count;
}

static bool resolve_enter(Walker *walker, Stm *stm) {
  resolve_certs(walker->context, stm);
  return true;
}

// ---- Asserts ----

static bool has_cert(const Stm *stm, const Var *cert) {
  for (size_t i = 0; i < stm->cert_count; i++)
    if (stm->certs[i] == cert) return true;
  return false;
}

static bool are_certs(const Witnesses *witnesses) {
  for (size_t i = 0; i < witnesses->count; i++) {
    if (witnesses->vars[i]->type->kind != TYPE_CERT) return false;
  }
  return true;
}

// The certificate of an assert that always holds is given by those that the proof hangs on and
// those that it needed itself. One that is used as a value stays.
static bool give_cert(Checker *checker, const Stm *stm, const Witnesses *witnesses) {
  if (use_count(checker->facts, stm->vars[0]) > 0 || !are_certs(witnesses)) return false;
  CertList certs = {0};
  for (size_t i = 0; i < stm->cert_count; i++)
    cert_add(checker, &certs, stm->certs[i]);
  for (size_t i = 0; i < witnesses->count; i++)
    cert_add(checker, &certs, witnesses->vars[i]);
  Given given = {.is_given = true, .certs = certs.data, .cert_count = certs.count};
  check_var(checker, stm->vars[0])->given = given;
  return true;
}

// True when the assert always holds and is gone.
static bool drop_assert(Checker *checker, const Stm *stm) {
  Witnesses witnesses = {0};
  Truth truth = sizes_truth(checker->sizes, stm->exp->args[0], &witnesses);
  return truth == TRUTH_TRUE && give_cert(checker, stm, &witnesses);
}

// ---- Updates that select no element twice ----

// The updates that an assert is about, and what is known of them.
typedef struct OnceSearch {
  Checker *checker;
  const Var *cert;
  size_t count;
  bool is_proved;
  Witnesses witnesses;
} OnceSearch;

static bool is_update_once(OnceSearch *search, const Exp *exp) {
  Sizes *sizes = search->checker->sizes;
  const Atom *atoms = exp->args + 2;
  Lmad lmad = {.offset = sizes_poly(sizes, *atoms++), .rank = exp->as.selector.rank};
  if (!exp->as.selector.is_lmad || lmad.rank > LMAD_RANK_LIMIT) return false;
  for (size_t k = 0; k < lmad.rank; k++) {
    lmad.dims[k].size = sizes_poly(sizes, *atoms++);
    lmad.dims[k].stride = sizes_poly(sizes, *atoms++);
  }
  return lmad_is_injective_here(sizes, &lmad, NULL) ||
         lmad_is_injective_here(sizes, &lmad, &search->witnesses);
}

static bool once_enter(Walker *walker, Stm *stm) {
  OnceSearch *search = walker->context;
  bool is_meant = stm->exp->op == OP_UPDATE && has_cert(stm, search->cert);
  search->count += is_meant;
  if (is_meant && search->is_proved) search->is_proved = is_update_once(search, stm->exp);
  return search->is_proved;
}

// Is the statement an assert that updates after it select no element twice, as they never do? Then
// it goes. What it counts at run time is more than what it asks.
static bool drop_once(Checker *checker, const Stms *stms, size_t position) {
  const Stm *stm = stms->data[position];
  if (stm->exp->op != OP_ASSERT || !stm_has(stm, ATTR_ONCE)) return false;
  OnceSearch search = {.checker = checker, .cert = stm->vars[0], .is_proved = true};
  Walker walker = {.context = &search, .enter = once_enter};
  for (size_t i = position + 1; i < stms->count && search.is_proved; i++)
    walk_stm(&walker, stms->data[i]);
  return search.is_proved && search.count > 0 && give_cert(checker, stm, &search.witnesses);
}

// The part of a condition that is not known to hold, when it is there already.
static Atom remaining(Checker *checker, Atom condition) {
  const Stm *def = condition.var ? check_var(checker, condition.var)->def : NULL;
  if (!def || def->exp->op != OP_AND || def->cert_count > 0) return condition;
  Atom left = def->exp->args[0], right = def->exp->args[1];
  if (sizes_truth(checker->sizes, left, NULL) == TRUTH_TRUE) return remaining(checker, right);
  if (sizes_truth(checker->sizes, right, NULL) == TRUTH_TRUE) return remaining(checker, left);
  return condition;
}

// True when the assert is gone from here.
static bool visit_assert(Checker *checker, Stm *stm, CheckScope *scope) {
  if (drop_assert(checker, stm)) return true;
  stm->exp->args[0] = remaining(checker, stm->exp->args[0]);
  return scope->index && move_assert(checker, stm, scope);
}

// A choice whose condition is known is settled, also where the condition itself hangs on checks, if
// the choice hangs on them too.
static void visit_choice(Checker *checker, Stm *stm) {
  if (stm->exp->op != OP_IF && stm->exp->op != OP_SELECT) return;
  Atom *condition = &stm->exp->args[0];
  const Stm *def = condition->var ? check_var(checker, condition->var)->def : NULL;
  if (!def || def->cert_count == 0) return;
  for (size_t i = 0; i < def->cert_count; i++)
    if (!has_cert(stm, def->certs[i])) return;
  Truth truth = sizes_truth(checker->sizes, *condition, NULL);
  if (truth != TRUTH_UNKNOWN) *condition = atom_bool(truth == TRUTH_TRUE);
}

// Is it a comparison that is known? Then its uses are replaced.
static bool visit_comparison(Checker *checker, const Stm *stm) {
  if (op_info(stm->exp->op)->shape != SHAPE_COMPARE || stm->cert_count > 0) return false;
  Truth truth = sizes_truth(checker->sizes, atom_var(stm->vars[0]), NULL);
  if (truth == TRUTH_UNKNOWN) return false;
  subst_add(checker->subst, stm->vars[0], atom_bool(truth == TRUTH_TRUE));
  return true;
}

// ---- Remainders ----

// Is low <= x < high, by facts that hang on nothing?
static bool is_between(Checker *checker, const Poly *low, const Poly *x, const Poly *high) {
  Algebra *algebra = sizes_algebra(checker->sizes);
  const Poly *above = poly_sub(algebra, x, low);
  const Poly *below = poly_add_constant(algebra, poly_sub(algebra, high, x), -1);
  return sizes_prove(checker->sizes, above, NULL) && sizes_prove(checker->sizes, below, NULL);
}

// The branch `if condition then x op n else x`, as the statement's value.
static void build_wrapped(Checker *checker, const Stm *stm, Atom x, Atom condition, Op op,
                          Stms *out) {
  Program *program = checker->program;
  Atom n = stm->exp->args[1];
  Stms far = {0};
  Builder inner = builder_new(program, &far, stm->span);
  Atom wrapped = build_binary(&inner, "wrapped", op, x, n);
  Exp *exp = exp_if(program, condition, body_new(program, far, &wrapped, 1),
                    body_new(program, (Stms){0}, &x, 1));
  Builder builder = builder_new(program, out, stm->span);
  builder.certs = stm->certs;
  builder.cert_count = stm->cert_count;
  build_stm(&builder, exp, stm->vars, 1);
}

// Is it a variable plus a constant? Then the atom is that sum.
static bool build_shifted(Checker *checker, const Poly *poly, Builder *builder, Atom *atom) {
  int64_t constant = 0;
  poly = bounds_normalise(sizes_bounds(checker->sizes), poly);
  for (size_t i = 0; poly && i < poly->count; i++)
    if (poly->terms[i].degree == 0) constant = poly->terms[i].factor;
  const Poly *rest = poly_add_constant(sizes_algebra(checker->sizes), poly, -constant);
  Var *var = rest ? poly_is_var(rest) : NULL;
  if (!var || !type_is_scalar(var->type, SCALAR_I64) || sizes_instance(checker->sizes, var))
    return false;
  *atom = build_binary(builder, "around", OP_ADD, atom_var(var), atom_i64(constant));
  return true;
}

// A remainder of what is at most once around, (i + 1) % n, is a question instead of a division: the
// loop is then peeled where the answer changes. (i + n - 1) % n is (i - 1) % n, where that is
// plain.
static bool visit_remainder(Checker *checker, const Stm *stm, Stms *out) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_SMOD || !type_is_scalar(stm->vars[0]->type, SCALAR_I64) || !exp->args[0].var)
    return false;
  Algebra *algebra = sizes_algebra(checker->sizes);
  const Poly *x = sizes_poly(checker->sizes, exp->args[0]);
  const Poly *n = sizes_poly(checker->sizes, exp->args[1]), *zero = poly_constant(algebra, 0);
  Builder builder = builder_new(checker->program, out, stm->span);
  Atom around = exp->args[0];
  bool is_above = is_between(checker, zero, x, poly_scale(algebra, n, 2));
  bool is_below = is_above ? build_shifted(checker, poly_sub(algebra, x, n), &builder, &around)
                           : is_between(checker, poly_negate(algebra, n), x, n);
  if (is_below) {
    Atom far = build_binary(&builder, "is_around", OP_SLT, around, atom_i64(0));
    build_wrapped(checker, stm, around, far, OP_ADD, out);
  } else if (is_above) {
    Atom far = build_binary(&builder, "is_around", OP_SLE, exp->args[1], around);
    build_wrapped(checker, stm, around, far, OP_SUB, out);
  }
  return is_below || is_above;
}

// ---- The walk ----

static void visit_stm(Checker *checker, Stm *stm, CheckScope *scope, Stms *out);

static void visit_stms(Checker *checker, Stms *stms, CheckScope *scope) {
  Stms out = {0};
  for (size_t i = 0; i < stms->count; i++)
    if (!drop_once(checker, stms, i)) visit_stm(checker, stms->data[i], scope, &out);
  *stms = out;
}

static CheckScope scope_inside(const CheckScope *scope) {
  return (CheckScope){.depth = scope->depth + 1};
}

// A body about which nothing is known.
static void visit_plain(Checker *checker, Body *body, const CheckScope *scope) {
  SizesMark mark = sizes_mark(checker->sizes);
  CheckScope inner = scope_inside(scope);
  sizes_enter_body(checker->sizes);
  visit_stms(checker, &body->stms, &inner);
  sizes_leave(checker->sizes, mark);
}

static void visit_operator(Checker *checker, Lambda *op, const CheckScope *scope) {
  if (!op) return;
  bind_vars(checker, op->params, op->param_count, scope->depth + 1);
  visit_plain(checker, op->body, scope);
}

static void visit_branches(Checker *checker, const Exp *exp, const CheckScope *scope) {
  for (size_t i = 0; i < exp->as.branches.body_count; i++) {
    SizesMark mark = sizes_mark(checker->sizes);
    CheckScope inner = scope_inside(scope);
    sizes_enter_branch(checker->sizes, exp, i);
    visit_stms(checker, &exp->as.branches.bodies[i]->stms, &inner);
    sizes_leave(checker->sizes, mark);
  }
}

static void visit_loop(Checker *checker, Stm *stm, CheckScope *inner) {
  Loop *loop = stm->exp->as.loop;
  bind_vars(checker, loop->params, loop->param_count, inner->depth);
  sizes_enter_loop(checker->sizes, stm);
  if (loop->index) {
    bind_vars(checker, &loop->index, 1, inner->depth);
    inner->bound = loop_bound(stm->exp);
    if (type_is_scalar(loop->index->type, SCALAR_I64) &&
        !(checker->has_effects && body_reaches_effect(checker->scratch, loop->body)))
      inner->index = loop->index;
  }
  if (loop->condition) {
    visit_plain(checker, loop->condition, inner);
    sizes_assume(checker->sizes, loop->condition->results[0], true, NULL);
  }
  visit_stms(checker, &loop->body->stms, inner);
}

static void visit_thunk_operators(Checker *checker, const Thunk *thunk, const CheckScope *scope) {
  for (size_t i = 0; i < thunk->output_count; i++)
    visit_operator(checker, thunk->outputs[i].op, scope);
}

static void visit_par(Checker *checker, Par *par, const CheckScope *scope, CheckScope *inner) {
  visit_thunk_operators(checker, &par->body, scope);
  visit_thunk_operators(checker, &par->epilogue, scope);
  bind_vars(checker, par->indices, par->rank, inner->depth);
  for (size_t i = 0; i < par->consumed_count; i++)
    bind_vars(checker, &par->consumed[i].inside, 1, inner->depth);
  for (size_t i = 0; i < par->acc_count; i++)
    bind_vars(checker, &par->accs[i].inside, 1, inner->depth);
  bind_vars(checker, par->scan_params, par->scan_param_count, inner->depth);
  if (par->rank == 1 && !dim_is_varying(par->space[0]) &&
      !(checker->has_effects && par_reaches_effect(checker->scratch, par))) {
    inner->index = par->indices[0];
    inner->bound = dim_size(par->space[0]);
  }
  sizes_enter_par(checker->sizes, par);
  visit_stms(checker, &par->body.stms, inner);
  visit_stms(checker, &par->epilogue.stms, inner);
}

static void visit_with_acc(Checker *checker, WithAcc *with_acc, const CheckScope *scope) {
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    visit_operator(checker, with_acc->accs[i].op, scope);
    bind_vars(checker, &with_acc->accs[i].param, 1, scope->depth + 1);
  }
  visit_plain(checker, with_acc->body, scope);
}

static void visit_inside(Checker *checker, Stm *stm, CheckScope *scope, Stms *out) {
  Exp *exp = stm->exp;
  CheckScope inner = scope_inside(scope);
  SizesMark mark = sizes_mark(checker->sizes);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    visit_branches(checker, exp, scope);
  } else if (exp->op == OP_LOOP) {
    visit_loop(checker, stm, &inner);
  } else if (exp->op == OP_PAR) {
    visit_par(checker, exp->as.par, scope, &inner);
  } else if (exp->op == OP_WITH_ACC) {
    visit_with_acc(checker, exp->as.with_acc, scope);
  } else {
    INTERNAL_ERROR("checks does not know the bodies of %s", op_info(exp->op)->text);
  }
  sizes_leave(checker->sizes, mark);
  // What moved in front may be known there, or move on.
  for (size_t i = 0; i < inner.moved.count; i++)
    visit_stm(checker, inner.moved.data[i], scope, out);
}

static void visit_stm(Checker *checker, Stm *stm, CheckScope *scope, Stms *out) {
  resolve_certs(checker, stm);
  visit_choice(checker, stm);
  if (op_has(stm->exp->op, FLAG_BODIES)) visit_inside(checker, stm, scope, out);
  if (stm->exp->op == OP_ASSERT && visit_assert(checker, stm, scope)) return;
  bind_vars(checker, stm->vars, stm->var_count, scope->depth);
  for (size_t i = 0; i < stm->var_count; i++)
    check_var(checker, stm->vars[i])->def = stm;
  sizes_stm(checker->sizes, stm);
  if (visit_comparison(checker, stm) || visit_remainder(checker, stm, out)) return;
  vec_push(checker->program->arena, out, stm);
}

// ---- The pass ----

static Body *check_body(Checker *checker, const Fun *fun, Body *body) {
  CheckScope scope = {0};
  checker->scratch = arena_new();
  checker->sizes = sizes_new(checker->scratch, checker->program, fun);
  checker->subst = subst_new(checker->program);
  visit_stms(checker, &body->stms, &scope);
  // A moved assert may have gone after the statements that need it were visited.
  Walker walker = {.context = checker, .enter = resolve_enter};
  walk_body(&walker, body);
  arena_free(checker->scratch);
  return subst_body(checker->subst, body);
}

static Program *checks_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arena *arena = arena_new();
  Checker checker = {.program = program, .facts = facts_new(program, arena)};
  checker.vars = table_new(arena, sizeof(CheckVar));
  checker.has_effects = program_has_effects(program);
  for (size_t i = 0; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    facts_of_global(checker.facts, global);
    global->body = check_body(&checker, NULL, global->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    facts_of_fun(checker.facts, fun);
    fun->body = check_body(&checker, fun, fun->body);
  }
  arena_free(arena);
  return program;
}

const Pass pass_checks = {.name = "checks",
                          .purpose = "remove checks that always hold, move others out of loops",
                          .from = LEVEL_ALL,
                          .to = LEVEL_ALL,
                          .breaks = PROPERTY_SIMPLE,
                          .run = checks_run};
