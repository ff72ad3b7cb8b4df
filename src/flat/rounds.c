// rounds: what varies with the point, but not with the round, is computed once, before the loop.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   loop (…) for i < h do {                        let w: f32 = sqrt x
//     … par@thread (k < n) {                       let (cs: [n]f32, checked: i64) =
//       let w: f32 = sqrt x                          par@thread (k < n) {
//       let c: f32 = fdiv …k…, w            =>         … map c … reduce … }
//       let inside: bool = …k…                     let all: cert = assert …checked…
//       let check: cert = assert inside, "…"       loop (…) for i < h do {
//       let y: f32 = index ys[k + 1] needs (check)   … par@thread (k < n) {
//       … mul c, y …                                   let c: f32 = index cs[k]
//     } …                                              let y: f32 = index ys[k + 1] needs (all)
//   }                                                  … mul c, y …
//                                                    } …
//                                                  }
//
// Only scalars that cannot fail, also out of the arms of branches. What the rest of the par uses of
// them is stored for each point, unless it is computed again sooner than it is read; what is the
// same for all points is a scalar. Checks run where the loop has a round and the point takes the
// arm: then the first round would have made them. Not past effects: those before a failure happen.
//
// The pass is for a CPU, where what a point stores stays in a core's cache. On a device bins.c does
// the same for points that share a block.
#include "flat/rounds.h"

#include "analysis/cost.h"
#include "flat/flat.h"
#include "flat/flatten.h"
#include "ir/type.h"

enum { STORED_MOST = 16 }; // values of a par

// The arms around a statement of a point.
typedef struct RoundsArm {
  const struct RoundsArm *around;
  Atom condition;
  bool is_else;
} RoundsArm;

typedef struct RoundsCheck {
  const Stm *stm;
  const RoundsArm *arm;
} RoundsCheck;

// A par in a loop.
typedef struct Rounds {
  Program *program;
  const VarSet *inside; // bound in the loop
  VarSet constant;      // bound in the par, the same in all rounds
  VarSet pointed;       // of those: not the same at all points
  Map *costs;           // of those: Var -> size_t *
  Vec(Stm *) stms;      // that compute them, in order
  Vars wanted;          // those that the rest of the par uses
  size_t stored;        // of those: at each point
  Vec(RoundsCheck) checks;
  bool has_checks;
} Rounds;

// ---- What is the same in all rounds ----

static bool is_constant(const Rounds *rounds, const Var *var) {
  return varset_has(&rounds->constant, var) || !varset_has(rounds->inside, var);
}

static bool are_constant(const Rounds *rounds, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (atoms[i].var && !is_constant(rounds, atoms[i].var)) return false;
  return true;
}

static bool is_branch(const Stm *stm) { return stm->exp->op == OP_IF || stm->exp->op == OP_SWITCH; }

// What cannot fail needs its certificates only to be in order.
static bool is_pure(const Stm *stm) {
  const Exp *exp = stm->exp;
  if (stm->var_count == 0) return false;
  if (!is_branch(stm)) return op_is_scalar(exp->op) && !op_has(exp->op, FLAG_FAILS);
  for (size_t i = 0; i < exp->as.branches.body_count; i++)
    for (size_t k = 0; k < exp->as.branches.bodies[i]->stms.count; k++)
      if (!is_pure(exp->as.branches.bodies[i]->stms.data[k])) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i]->type->kind != TYPE_SCALAR) return false;
  return true;
}

static size_t cost_of(const Rounds *rounds, const Stm *stm) {
  const Exp *exp = stm->exp;
  size_t cost = (size_t)cost_weight(COST_SCALE_ROUND, op_info(exp->op)->work);
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Var *var = exp->args[i].var;
    const size_t *before = var ? map_get(rounds->costs, map_key(var)) : NULL;
    if (before) cost += *before;
  }
  if (is_branch(stm))
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      for (size_t k = 0; k < exp->as.branches.bodies[i]->stms.count; k++)
        cost += cost_of(rounds, exp->as.branches.bodies[i]->stms.data[k]);
  return cost < COST_STORED ? cost : COST_STORED;
}

static bool find_constant(Rounds *rounds, Stm *stm) {
  Arena *arena = rounds->program->arena;
  Var *var;
  if (!is_pure(stm)) return false;
  Stm plain = *stm;
  plain.cert_count = 0;
  VarSet used = free_vars_stm(arena, &plain);
  bool is_pointed = false;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);) {
    if (!is_constant(rounds, var)) return false;
    is_pointed = is_pointed || varset_has(&rounds->pointed, var);
  }
  vec_push(arena, &rounds->stms, stm);
  for (size_t i = 0; i < stm->var_count; i++) {
    size_t *cost = arena_make(arena, size_t);
    *cost = cost_of(rounds, stm);
    varset_add(&rounds->constant, stm->vars[i]);
    if (is_pointed) varset_add(&rounds->pointed, stm->vars[i]);
    map_put(rounds->costs, map_key(stm->vars[i]), cost);
  }
  return true;
}

static void want(Rounds *rounds, Var *var) {
  if (!var || !varset_has(&rounds->constant, var)) return;
  const size_t *cost = map_get(rounds->costs, map_key(var));
  if (!cost || *cost < COST_STORED) return;
  for (size_t i = 0; i < rounds->wanted.count; i++)
    if (rounds->wanted.data[i] == var) return;
  bool is_stored = varset_has(&rounds->pointed, var);
  if (is_stored && rounds->stored == STORED_MOST) return;
  rounds->stored += is_stored;
  vec_push(rounds->program->arena, &rounds->wanted, var);
}

static bool find_check(Rounds *rounds, const Stm *stm, const RoundsArm *arm) {
  if (!rounds->has_checks || stm->exp->op != OP_ASSERT) return false;
  if (!are_constant(rounds, stm->exp->args, stm->exp->arg_count)) return false;
  for (const RoundsArm *around = arm; around; around = around->around)
    if (!are_constant(rounds, &around->condition, 1)) return false;
  vec_push(rounds->program->arena, &rounds->checks, ((RoundsCheck){stm, arm}));
  return true;
}

static void find_constants(Rounds *rounds, const Stms *stms, const RoundsArm *arm) {
  Arena *arena = rounds->program->arena;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (find_constant(rounds, stm) || find_check(rounds, stm, arm)) continue;
    if (!is_branch(stm)) {
      VarSet used = free_vars_stm(arena, stm);
      Var *var;
      for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
        want(rounds, var);
      continue;
    }
    want(rounds, exp->args[0].var);
    bool had_checks = rounds->has_checks;
    rounds->has_checks = had_checks && exp->op == OP_IF;
    for (size_t k = 0; k < exp->as.branches.body_count; k++) {
      const Body *body = exp->as.branches.bodies[k];
      RoundsArm *inner = arena_make(arena, RoundsArm);
      *inner = (RoundsArm){.around = arm, .condition = exp->args[0], .is_else = k > 0};
      find_constants(rounds, &body->stms, inner);
      for (size_t r = 0; r < body->result_count; r++)
        want(rounds, body->results[r].var);
    }
    rounds->has_checks = had_checks;
  }
}

static void want_outputs(Rounds *rounds, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    want(rounds, output->selector.var);
    for (size_t k = 0; k < output->index_count; k++)
      want(rounds, output->indices[k].var);
    for (size_t k = 0; k < output->value_count; k++)
      want(rounds, output->values[k].var);
  }
}

// ---- The par before the loop ----

// Writes the checks; what is returned needs them all, and is 0 or the point's number.
static Atom write_checks(Rounds *rounds, Builder *builder, Subst *subst, Atom no_rounds,
                         const Par *par) {
  Program *program = rounds->program;
  Vars certs = {0};
  for (size_t i = 0; i < rounds->checks.count; i++) {
    const RoundsCheck *check = &rounds->checks.data[i];
    const Exp *exp = check->stm->exp;
    Builder inside = *builder;
    inside.span = check->stm->span;
    Atom holds = subst_atom(subst, exp->args[0]);
    for (const RoundsArm *arm = check->arm; arm; arm = arm->around) {
      Atom is_other = subst_atom(subst, arm->condition);
      if (!arm->is_else) is_other = build_unary(&inside, "is_other", OP_NOT, is_other);
      holds = build_binary(&inside, "holds", OP_OR, is_other, holds);
    }
    holds = build_binary(&inside, "holds", OP_OR, no_rounds, holds);
    size_t count = exp->arg_count - 1;
    Atom *values = arena_array(program->arena, Atom, count + 1);
    for (size_t k = 0; k < count; k++)
      values[k] = subst_atom(subst, exp->args[k + 1]);
    Exp *moved = exp_assert(program, holds, exp->as.message.text, values, count);
    vec_push(program->arena, &certs, build_let(&inside, "check", moved));
  }
  Builder needing = *builder;
  needing.certs = certs.data;
  needing.cert_count = certs.count;
  // An operation that stays, so that the certificates are not dropped.
  return build_binary(&needing, "checked", OP_SMAX, atom_var(par->indices[0]), atom_i64(0));
}

static Var *write_cert(Program *program, Builder *builder, Var *checked) {
  // No pass finds out that this always holds.
  Atom number = atom_var(checked);
  number = atom_var(build_let(builder, "checked", exp_new(program, OP_OPAQUE, &number, 1)));
  Atom is_right = build_binary(builder, "is_right", OP_SLE, atom_i64(0), number);
  Name text = intern_str(program->names, "rounds were not checked");
  return build_let(builder, "cert", exp_assert(program, is_right, text, NULL, 0));
}

typedef struct RoundsChange {
  Mapper mapper;
  const Rounds *rounds;
  Var *const *rows;
  const Par *inner;
  Subst *scalars; // what is the same at all points
  Map *moved;     // certificates of checks
  Var *cert;      // that stands for those
} RoundsChange;

static Atom change_use(Mapper *mapper, Atom atom) {
  const RoundsChange *change = mapper->context;
  if (change->cert && map_find(change->moved, map_key(atom.var), NULL))
    return atom_var(change->cert);
  return subst_atom(change->scalars, atom);
}

// What is stored is read where it was computed.
static bool change_stm(Mapper *mapper, Stm *stm, Stms *out) {
  const RoundsChange *change = mapper->context;
  const Rounds *rounds = change->rounds;
  Program *program = mapper->program;
  if (stm->exp->op == OP_ASSERT && map_find(change->moved, map_key(stm->vars[0]), NULL))
    return true;
  size_t row = 0, found = 0;
  Stms read = {0};
  Builder builder = builder_new(program, &read, stm->span);
  for (size_t i = 0; i < rounds->wanted.count; i++) {
    Var *var = rounds->wanted.data[i];
    bool is_stored = varset_has(&rounds->pointed, var);
    for (size_t k = 0; k < stm->var_count; k++) {
      if (stm->vars[k] != var) continue;
      found++;
      if (!is_stored) continue;
      Atom *at = arena_array(program->arena, Atom, change->inner->rank);
      for (size_t d = 0; d < change->inner->rank; d++)
        at[d] = atom_var(change->inner->indices[d]);
      build_stm(&builder, exp_index(program, change->rows[row], at, change->inner->rank), &var, 1);
    }
    row += is_stored;
  }
  if (found < stm->var_count || found == 0) return false;
  vec_append(program->arena, out, read.data, read.count);
  return true;
}

// What the loop needs, and what the par in it does.
static Vars needs_of(const Rounds *rounds, const Stm *loop, const Stm *stm) {
  Vars certs = {0};
  vec_append(rounds->program->arena, &certs, loop->certs, loop->cert_count);
  vec_append(rounds->program->arena, &certs, stm->certs, stm->cert_count);
  return certs;
}

// Writes the par in front of the loop, and changes the one in it.
static void write_early(Rounds *rounds, const Stm *loop, Stm *stm, Stms *front) {
  Program *program = rounds->program;
  Arena *arena = program->arena;
  Par *inner = stm->exp->as.par;
  bool has_checks = rounds->checks.count > 0;
  Builder builder = builder_new(program, front, stm->span);
  Vars needs = needs_of(rounds, loop, stm);
  builder.certs = needs.data;
  builder.cert_count = needs.count;
  Atom no_rounds = atom_bool(false);
  if (has_checks) {
    Atom bound = loop_bound(loop->exp);
    Atom one = atom_constant(constant_int(atom_type(bound)->scalar, 1));
    no_rounds = build_binary(&builder, "no_rounds", OP_SLT, bound, one);
  }
  Par *par = arena_make(arena, Par);
  *par = (Par){.level = inner->level, .rank = inner->rank, .space = inner->space};
  par->indices = arena_array(arena, Var *, par->rank);
  Subst *subst = subst_new(program);
  for (size_t d = 0; d < par->rank; d++) {
    par->indices[d] = var_like(program, inner->indices[d], inner->indices[d]->type);
    subst_add(subst, inner->indices[d], atom_var(par->indices[d]));
  }
  for (size_t i = 0; i < rounds->stms.count; i++) {
    const Stm *source = rounds->stms.data[i];
    Stm *copy = rename_stm(program, rounds->stms.data[i], subst);
    copy->cert_count = 0;
    bool is_pointed = varset_has(&rounds->pointed, source->vars[0]);
    vec_push(arena, is_pointed ? &par->body.stms : front, copy);
  }
  par->body.outputs = arena_array(arena, Output, rounds->wanted.count + 1);
  for (size_t i = 0; i < rounds->wanted.count; i++) {
    if (!varset_has(&rounds->pointed, rounds->wanted.data[i])) continue;
    Atom *value = arena_make(arena, Atom);
    *value = subst_atom(subst, atom_var(rounds->wanted.data[i]));
    par->body.outputs[par->body.output_count++] =
        (Output){.mode = MODE_MAP, .values = value, .value_count = 1, .span = stm->span};
  }
  RoundsChange change = {
      .rounds = rounds, .inner = inner, .scalars = subst_new(program), .moved = map_new(arena)};
  if (has_checks) {
    Builder body = builder_new(program, &par->body.stms, stm->span);
    Atom checked = write_checks(rounds, &body, subst, no_rounds, par);
    par->body.outputs[par->body.output_count++] =
        output_reduce(program, OP_SMAX, checked, stm->span);
  }
  if (par->body.output_count > 0)
    change.rows = build_infer(&builder, "early", exp_par(program, par))->vars;
  if (has_checks)
    change.cert = write_cert(program, &builder, change.rows[par->body.output_count - 1]);
  for (size_t i = 0; i < rounds->checks.count; i++)
    map_put(change.moved, map_key(rounds->checks.data[i].stm->vars[0]), change.cert);
  for (size_t i = 0; i < rounds->wanted.count; i++)
    if (!varset_has(&rounds->pointed, rounds->wanted.data[i]))
      subst_add(change.scalars, rounds->wanted.data[i],
                subst_atom(subst, atom_var(rounds->wanted.data[i])));
  change.mapper =
      (Mapper){.program = program, .context = &change, .use = change_use, .stm = change_stm};
  *stm = *map_stm(&change.mapper, stm);
}

// ---- The pars of a loop ----

static bool is_outside(const VarSet *inside, const Par *par, const Stm *stm) {
  for (size_t d = 0; d < par->rank; d++)
    if (par->space[d].var &&
        (varset_has(inside, par->space[d].var) || dim_is_varying(par->space[d])))
      return false;
  for (size_t i = 0; i < stm->cert_count; i++)
    if (varset_has(inside, stm->certs[i])) return false;
  return true;
}

typedef struct RoundsLoop {
  Program *program;
  const RoundsWish *wish;
  const Stm *loop;
  const VarSet *inside;
  bool has_checks;
} RoundsLoop;

static void early_pars(const RoundsLoop *context, const Stms *stms, Stms *front) {
  Arena *arena = context->program->arena;
  const RoundsWish *wish = context->wish;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (stm->exp->op == OP_LOOP) {
      // Whether such a loop has a round may depend on the one around it.
      RoundsLoop nested = *context;
      nested.has_checks = false;
      early_pars(&nested, &stm->exp->as.loop->body->stms, front);
    }
    if (stm->exp->op != OP_PAR || stm->exp->as.par->level != PAR_THREAD) continue;
    const Par *par = stm->exp->as.par;
    if (par->rank == 0 || !is_outside(context->inside, par, stm)) continue;
    if (wish->width && (par->rank != 1 || par->space[0].var != wish->width)) continue;
    Rounds rounds = {.program = context->program,
                     .inside = context->inside,
                     .constant = varset_new(arena),
                     .pointed = varset_new(arena),
                     .costs = map_new(arena),
                     .has_checks = context->has_checks};
    for (size_t d = 0; d < par->rank; d++) {
      varset_add(&rounds.constant, par->indices[d]);
      varset_add(&rounds.pointed, par->indices[d]);
    }
    find_constants(&rounds, &par->body.stms, NULL);
    want_outputs(&rounds, &par->body);
    if (rounds.wanted.count + rounds.checks.count > 0)
      write_early(&rounds, context->loop, stm, front);
  }
}

void rounds_early(Program *program, const RoundsWish *wish, Stm *loop, Stms *front) {
  const Exp *exp = loop->exp;
  Stms stms = {.data = &loop, .count = 1};
  VarSet inside = bound_vars_stms(program->arena, &stms);
  RoundsLoop context = {.program = program, .wish = wish, .loop = loop, .inside = &inside};
  context.has_checks = wish->has_checks && exp->as.loop->index &&
                       !body_reaches_effect(program->arena, exp->as.loop->body);
  early_pars(&context, &exp->as.loop->body->stms, front);
}

// ---- The pass ----

// Outer loops first: what they leave varies with their rounds.
static bool rounds_stm(Mapper *mapper, Stm *stm, Stms *out) {
  if (stm->exp->op != OP_LOOP) return false;
  const RoundsWish wish = {.has_checks = true};
  rounds_early(mapper->program, &wish, stm, out);
  vec_push(mapper->program->arena, out, map_stm(mapper, stm));
  return true;
}

static Program *rounds_run(Program *program, const Target *target, Diag *diag) {
  (void)diag;
  if (target->has_device) return program;
  Mapper mapper = {.program = program, .stm = rounds_stm};
  map_program(&mapper, program);
  return program;
}

const Pass pass_rounds = {.name = "rounds",
                          .purpose = "compute before a loop what is the same in all its rounds",
                          .from = LEVEL_FLAT,
                          .to = LEVEL_FLAT,
                          .breaks = PROPERTY_SIMPLE,
                          .run = rounds_run};
