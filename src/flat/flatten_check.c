// What points check.
//
// A check of a point stands in the prefix of its context, and runs with what needs it. But that may
// be an arm that the point does not take, or a par that has no elements there: the check would be
// left out, and a program that fails without this pass would not fail with it. So before anything
// is lifted out of a context, the checks that have not run at all of its points do: with the
// lengths of a par or the arms of a branch, when those are computed, or else in a par of their own.
// A branch of the prefix may check something in an arm. What it checks is then run once more, as a
// branch of its own.
#include "flat/flatten.h"
#include "ir/rules.h"

// ---- What branches check ----

static bool find_assert(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  *is_found = *is_found || stm->exp->op == OP_ASSERT;
  return !*is_found;
}

// Does an arm check something? Loops and the like are run at all points by what needs them.
static bool is_checking_branch(const Lift *lift, Stm *stm) {
  bool is_found = false;
  if (stm->exp->op != OP_IF && stm->exp->op != OP_SWITCH) return false;
  if (stm->var_count == 0 || map_find(lift->costly, map_key(stm), NULL)) return false;
  Walker walker = {.context = &is_found, .enter = find_assert};
  walk_stm(&walker, stm);
  return is_found;
}

static Atom build_checked_branch(Lift *lift, Builder *builder, Stm *stm, Atom number);

// The body with a number for its result, which needs everything that it checks.
static Body *checked_body(Lift *lift, const Body *body, Atom number) {
  Arena *arena = lift->program->arena;
  Stms stms = {0};
  Vars certs = {0};
  Builder builder = builder_new(lift->program, &stms, lift->host.span);
  for (size_t i = 0; i < body->stms.count; i++) {
    Stm *stm = body->stms.data[i];
    vec_push(arena, &stms, stm);
    if (stm->exp->op == OP_ASSERT) vec_push(arena, &certs, stm->vars[0]);
    if (is_checking_branch(lift, stm)) number = build_checked_branch(lift, &builder, stm, number);
  }
  builder.certs = certs.data;
  builder.cert_count = certs.count;
  // An operation that stays, so that the certificates are not dropped.
  number = build_binary(&builder, "checked", OP_SMAX, number, atom_i64(0));
  return body_new(lift->program, stms, &number, 1);
}

// The branch once more, only for what it checks.
static Atom build_checked_branch(Lift *lift, Builder *builder, Stm *stm, Atom number) {
  Program *program = lift->program;
  const Stm *copy = rename_stm(program, stm, subst_new(program));
  Branches branches = copy->exp->as.branches;
  Body **bodies = arena_array(program->arena, Body *, branches.body_count);
  for (size_t i = 0; i < branches.body_count; i++)
    bodies[i] = checked_body(lift, branches.bodies[i], number);
  branches.bodies = bodies;
  Exp *exp = copy->exp->op == OP_IF ? exp_if(program, copy->exp->args[0], bodies[0], bodies[1])
                                    : exp_switch(program, copy->exp->args[0], branches);
  Builder needing = *builder;
  needing.certs = copy->certs;
  needing.cert_count = copy->cert_count;
  return atom_var(build_let(&needing, "checked", exp));
}

// A certificate of the context that the branch was run, which no pass finds to be redundant.
static Var *branch_cert(Lift *lift, Context *context, Stm *stm) {
  Program *program = lift->program;
  Builder builder = context_builder(lift, context);
  size_t first = context->prefix.count;
  Atom number = build_checked_branch(lift, &builder, stm, atom_var(context->pos));
  Atom is_right = atom_bool(true);
  is_right = atom_var(build_let(&builder, "is_right", exp_new(program, OP_OPAQUE, &is_right, 1)));
  Name text = intern_str(program->names, "point {} was not checked");
  Var *cert = build_let(&builder, "cert", exp_assert(program, is_right, text, &number, 1));
  context_built(lift, context, first);
  return cert;
}

void check_seen(const Emission *emission, Stm *stm) {
  bool is_check = stm->exp->op == OP_ASSERT || is_checking_branch(emission->lift, stm);
  for (size_t i = 0; i < stm->var_count; i++)
    is_check = is_check && varset_has(&emission->needed, stm->vars[i]);
  if (is_check) map_put(emission->context->checked, map_key(stm->vars[0]), stm);
}

// ---- What has not run ----

// Adds the certificates of the context that were not yet given for all points.
static void pending_add(Lift *lift, Context *context, VarSet *certs) {
  size_t count = context->prefix.count;
  for (size_t i = 0; i < count; i++) {
    Stm *stm = context->prefix.data[i];
    if (!is_checking_branch(lift, stm) || map_find(context->checked, map_key(stm->vars[0]), NULL))
      continue;
    branch_cert(lift, context, stm);
    map_put(context->checked, map_key(stm->vars[0]), stm);
  }
  for (size_t i = 0; i < context->prefix.count; i++) {
    const Stm *stm = context->prefix.data[i];
    if (stm->exp->op == OP_ASSERT && !map_find(context->checked, map_key(stm->vars[0]), NULL))
      varset_add(certs, stm->vars[0]);
  }
}

Vars checks_pending(Lift *lift, Context *context) {
  Arena *arena = lift->program->arena;
  VarSet certs = varset_new(arena);
  Vars pending = {0};
  Var *cert = NULL;
  pending_add(lift, context, &certs);
  for (size_t cursor = 0; varset_each(&certs, &cursor, &cert);)
    vec_push(arena, &pending, cert);
  return pending;
}

// The greatest of the numbers, none of which is negative.
static Var *greatest_of(Lift *lift, Var *array) {
  Program *program = lift->program;
  Par *par = par_new(program, PAR_GRID, array->type->dims, 1, "i", lift->host.span);
  Builder builder = builder_new(program, &par->body.stms, lift->host.span);
  Atom index = atom_var(par->indices[0]);
  Atom value = atom_var(build_index(&builder, "checked", array, &index, 1));
  thunk_give(program, &par->body, output_reduce(program, OP_SMAX, value, lift->host.span));
  return build_infer(&lift->host, "checked", exp_par(program, par))->vars[0];
}

// A number that the host knows when all points have been checked.
static Var *check_points(Lift *lift, Context *context, const Vars *certs) {
  Emission emission = emission_new(lift, context, true);
  emission_need(&emission, atom_var(context->pos));
  for (size_t i = 0; i < certs->count; i++)
    emission_need(&emission, atom_var(certs->data[i]));
  emission_settle(&emission, true);
  emission_begin(&emission);
  emission.body.certs = arena_array(lift->program->arena, Var *, certs->count);
  emission.body.cert_count = certs->count;
  for (size_t i = 0; i < certs->count; i++)
    emission.body.certs[i] = emission_atom(&emission, atom_var(certs->data[i])).var;
  // An operation that stays, so that the certificates are not dropped.
  Atom pos = emission_atom(&emission, atom_var(context->pos));
  Atom value = build_binary(&emission.body, "checked", OP_SMAX, pos, atom_i64(0));
  vec_push(lift->program->arena, &emission.outputs,
           output_reduce(lift->program, OP_SMAX, value, lift->host.span));
  Var *checked = emission_end(&emission, "checked")->vars[0];
  return type_is_array(checked->type) ? greatest_of(lift, checked) : checked;
}

void checks_need(const Lift *lift, Stm *stm) {
  Vars certs = {0};
  if (lift->checks.count == 0) return;
  vec_append(lift->program->arena, &certs, stm->certs, stm->cert_count);
  vec_append(lift->program->arena, &certs, lift->checks.data, lift->checks.count);
  stm->certs = certs.data;
  stm->cert_count = certs.count;
}

void checks_run(Lift *lift, Context *context) {
  Program *program = lift->program;
  Builder *host = &lift->host;
  Vars certs = checks_pending(lift, context);
  if (certs.count == 0) return;
  Atom checked = atom_var(check_points(lift, context, &certs));
  // No pass finds out that this always holds.
  checked = atom_var(build_let(host, "checked", exp_new(program, OP_OPAQUE, &checked, 1)));
  Atom is_right = build_binary(host, "is_right", OP_SLE, atom_i64(0), checked);
  Name text = intern_str(program->names, "points were not checked");
  Var *cert = build_let(host, "cert", exp_assert(program, is_right, text, NULL, 0));
  Vars all = {0};
  vec_append(program->arena, &all, lift->checks.data, lift->checks.count);
  vec_push(program->arena, &all, cert);
  lift->checks = all;
  for (size_t i = 0; i < certs.count; i++)
    map_put(lift->given, map_key(certs.data[i]), certs.data[i]);
}

// ---- Lengths ----

bool segments_have(const FlattenSegments *segments, const Var *cert) {
  for (size_t i = 0; i < segments->cert_count; i++)
    if (segments->certs[i] == cert) return true;
  return false;
}

static bool has_certs(const FlattenSegments *segments, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++)
    if (!segments_have(segments, stm->certs[i])) return false;
  return true;
}

typedef struct FlattenChecks {
  Arena *arena;
  const Context *context;
  VarSet certs;                    // of the points
  const FlattenSegments *segments; // that have them
} FlattenChecks;

static bool checks_find(Walker *walker, Stm *stm) {
  FlattenChecks *checks = walker->context;
  for (size_t i = 0; i < stm->cert_count; i++) {
    const Stm *check = context_find(checks->context, stm->certs[i], NULL);
    if (check && check->exp->op == OP_ASSERT) varset_add(&checks->certs, stm->certs[i]);
  }
  return true;
}

static bool checks_drop(Walker *walker, Stm *stm) {
  const FlattenChecks *checks = walker->context;
  Vars left = {0};
  for (size_t i = 0; i < stm->cert_count; i++)
    if (!varset_has(&checks->certs, stm->certs[i]) ||
        !segments_have(checks->segments, stm->certs[i]))
      vec_push(checks->arena, &left, stm->certs[i]);
  stm->certs = left.data;
  stm->cert_count = left.count;
  return true;
}

// What the statements of the par need of the points, and what the slices need that it looks at:
// those are checked also where the par has no points.
static void guard_certs(Lift *lift, FlattenChecks *checks, const Stm *stm) {
  Walker walker = {.context = checks, .enter = checks_find};
  if (lift->flatten->target->has_device) walk_exp(&walker, stm->exp);
  VarSet used = free_vars_exp(checks->arena, stm->exp);
  Var *var = NULL;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    Stm *def = context_find(checks->context, var, NULL);
    if (def && def->exp->op == OP_SLICE) checks_find(&walker, def);
  }
}

static void guard_drop(Lift *lift, FlattenChecks *checks, const FlattenSegments *segments,
                       Stm *stm) {
  if (!lift->flatten->target->has_device) return;
  checks->segments = segments;
  Walker walker = {.context = checks, .enter = checks_drop};
  walk_exp(&walker, stm->exp);
}

bool context_guard(Lift *lift, Context *context, Atom size, Stm *stm) {
  Arena *arena = lift->program->arena;
  FlattenChecks checks = {.arena = arena, .context = context, .certs = varset_new(arena)};
  bool is_inside = flatten_is_atom_at_point(lift, size);
  if (is_inside) guard_certs(lift, &checks, stm);
  // Where the lengths have to be computed, everything is checked at the same time.
  if (is_inside && !element_of(lift, context, size)) pending_add(lift, context, &checks.certs);
  if (stm->cert_count + varset_count(&checks.certs) == 0) return true;
  if (!is_inside) return false;
  FlattenSegments *known = map_get(context->lengths, map_key(size.var));
  if (known) {
    guard_drop(lift, &checks, known, stm);
    return has_certs(known, stm);
  }
  Vars certs = {0};
  vec_append(arena, &certs, stm->certs, stm->cert_count);
  Var *cert = NULL;
  for (size_t cursor = 0; varset_each(&checks.certs, &cursor, &cert);)
    vec_push(arena, &certs, cert);
  // An operation that stays, so that the certificates are not dropped.
  Builder builder = context_builder(lift, context);
  builder.certs = certs.data;
  builder.cert_count = certs.count;
  size_t first = context->prefix.count;
  Atom guarded = build_binary(&builder, "length", OP_SMAX, size, atom_i64(0));
  context_built(lift, context, first);
  FlattenSegments *segments = segments_of(lift, context, guarded);
  segments->certs = certs.data;
  segments->cert_count = certs.count;
  map_put(context->lengths, map_key(size.var), segments);
  guard_drop(lift, &checks, segments, stm);
  return true;
}
