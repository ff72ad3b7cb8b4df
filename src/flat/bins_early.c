// What varies with the place but not with the round is computed once, before the loop.
//
//   loop (…) for i < h do {                        let cs: [w]f32 = par@thread (k < w) { … map c }
//     … par@thread (k < w) {                  =>   loop (…) for i < h do {
//       let c: f32 = fdiv …k…                        … par@thread (k < w) {
//       … mul c, …                                     let c: f32 = index cs[k]
//     } …                                              … mul c, …
//   }                                                } …
//                                                  }
//
// Only scalars that cannot fail, also out of the arms of branches. What the rest of the par uses of
// them is stored, unless it is computed again sooner than it is read.
#include "analysis/cost.h"
#include "flat/bins.h"
#include "ir/type.h"

enum { STORED_MOST = 16 }; // values of a par

typedef struct BinEarly {
  Program *program;
  VarSet inside;   // bound in the loop
  VarSet constant; // bound in the par, the same in all rounds
  Map *costs;      // of those: Var -> size_t *
  Vec(Stm *) stms; // that compute them, in order
  Vars wanted;     // those that the rest of the par uses
} BinEarly;

// ---- What is the same in all rounds ----

static bool is_constant(const BinEarly *early, Var *var) {
  return varset_has(&early->constant, var) || !varset_has(&early->inside, var);
}

static bool is_pure(const Stm *stm) {
  const Exp *exp = stm->exp;
  if (stm->cert_count > 0) return false;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      for (size_t k = 0; k < exp->as.branches.bodies[i]->stms.count; k++)
        if (!is_pure(exp->as.branches.bodies[i]->stms.data[k])) return false;
    for (size_t i = 0; i < stm->var_count; i++)
      if (stm->vars[i]->type->kind != TYPE_SCALAR) return false;
    return true;
  }
  return op_is_scalar(exp->op) && !op_has(exp->op, FLAG_FAILS);
}

static size_t cost_of(const BinEarly *early, const Stm *stm) {
  const Exp *exp = stm->exp;
  size_t cost = (size_t)cost_weight(COST_SCALE_ROUND, op_info(exp->op)->work);
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Var *var = exp->args[i].var;
    const size_t *before = var ? map_get(early->costs, map_key(var)) : NULL;
    if (before) cost += *before;
  }
  if (exp->op == OP_IF || exp->op == OP_SWITCH)
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      for (size_t k = 0; k < exp->as.branches.bodies[i]->stms.count; k++)
        cost += cost_of(early, exp->as.branches.bodies[i]->stms.data[k]);
  return cost < COST_STORED ? cost : COST_STORED;
}

static bool find_constant(BinEarly *early, Stm *stm) {
  Arena *arena = early->program->arena;
  VarSet used = free_vars_stm(arena, stm);
  Var *var;
  if (!is_pure(stm)) return false;
  for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
    if (!is_constant(early, var)) return false;
  vec_push(arena, &early->stms, stm);
  for (size_t i = 0; i < stm->var_count; i++) {
    size_t *cost = arena_make(arena, size_t);
    *cost = cost_of(early, stm);
    varset_add(&early->constant, stm->vars[i]);
    map_put(early->costs, map_key(stm->vars[i]), cost);
  }
  return true;
}

static void want(BinEarly *early, Var *var) {
  if (!varset_has(&early->constant, var)) return;
  const size_t *cost = map_get(early->costs, map_key(var));
  if (!cost || *cost < COST_STORED) return;
  for (size_t i = 0; i < early->wanted.count; i++)
    if (early->wanted.data[i] == var) return;
  if (early->wanted.count < STORED_MOST) vec_push(early->program->arena, &early->wanted, var);
}

static void want_all(BinEarly *early, const VarSet *used) {
  Var *var;
  for (size_t cursor = 0; varset_each(used, &cursor, &var);)
    want(early, var);
}

static void find_constants(BinEarly *early, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (find_constant(early, stm)) continue;
    if (exp->op != OP_IF && exp->op != OP_SWITCH) {
      VarSet used = free_vars_stm(early->program->arena, stm);
      want_all(early, &used);
      continue;
    }
    if (exp->args[0].var) want(early, exp->args[0].var);
    for (size_t k = 0; k < exp->as.branches.body_count; k++) {
      const Body *arm = exp->as.branches.bodies[k];
      find_constants(early, &arm->stms);
      for (size_t r = 0; r < arm->result_count; r++)
        if (arm->results[r].var) want(early, arm->results[r].var);
    }
  }
}

// ---- What is stored ----

typedef struct BinEarlyRows {
  Mapper mapper;
  const BinEarly *early;
  Var *const *rows;
  Var *index;
} BinEarlyRows;

// What is stored is read where it was computed.
static bool early_stm(Mapper *mapper, Stm *stm, Stms *out) {
  BinEarlyRows *rows = mapper->context;
  bool is_stored = false;
  Builder builder = builder_new(mapper->program, out, stm->span);
  for (size_t i = 0; i < rows->early->wanted.count; i++) {
    if (stm->var_count != 1 || rows->early->wanted.data[i] != stm->vars[0]) continue;
    Atom at = atom_var(rows->index);
    build_stm(&builder, exp_index(mapper->program, rows->rows[i], &at, 1), stm->vars, 1);
    is_stored = true;
  }
  return is_stored;
}

// Writes the par in front of the loop, and changes the one in it.
static void store_constants(BinEarly *early, Stm *stm, Stms *front) {
  Program *program = early->program;
  Par *inner = stm->exp->as.par;
  size_t count = early->wanted.count;
  Par *par = arena_make(program->arena, Par);
  *par = (Par){.level = inner->level, .rank = 1, .space = inner->space};
  par->indices = arena_array(program->arena, Var *, 1);
  par->indices[0] = var_like(program, inner->indices[0], inner->indices[0]->type);
  Subst *subst = subst_new(program);
  subst_add(subst, inner->indices[0], atom_var(par->indices[0]));
  for (size_t i = 0; i < early->stms.count; i++)
    vec_push(program->arena, &par->body.stms, rename_stm(program, early->stms.data[i], subst));
  par->body.output_count = count;
  par->body.outputs = arena_array(program->arena, Output, count + 1);
  for (size_t i = 0; i < count; i++) {
    Atom *value = arena_make(program->arena, Atom);
    *value = subst_atom(subst, atom_var(early->wanted.data[i]));
    par->body.outputs[i] =
        (Output){.mode = MODE_MAP, .values = value, .value_count = 1, .span = stm->span};
  }
  Builder builder = builder_new(program, front, stm->span);
  const Stm *rows = build_infer(&builder, "early", exp_par(program, par));
  BinEarlyRows stored = {.early = early, .rows = rows->vars, .index = inner->indices[0]};
  stored.mapper = (Mapper){.program = program, .context = &stored, .stm = early_stm};
  inner->body.stms = map_stms(&stored.mapper, inner->body.stms);
}

static void early_pars(Binning *bins, const VarSet *inside, const Stms *stms, Stms *front) {
  Arena *arena = bins->program->arena;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (exp->op == OP_LOOP) early_pars(bins, inside, &exp->as.loop->body->stms, front);
    if (exp->op != OP_PAR || exp->as.par->rank != 1 || exp->as.par->space[0].var != bins->width)
      continue;
    BinEarly early = {.program = bins->program,
                      .inside = *inside,
                      .constant = varset_new(arena),
                      .costs = map_new(arena)};
    varset_add(&early.constant, exp->as.par->indices[0]);
    find_constants(&early, &exp->as.par->body.stms);
    if (early.wanted.count > 0) store_constants(&early, stm, front);
  }
}

void bins_early(Binning *bins, Par *par) {
  Arena *arena = bins->program->arena;
  Stms stms = {0};
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *stm = par->body.stms.data[i];
    if (stm->exp->op == OP_LOOP) {
      Stms loop = {.data = &stm, .count = 1};
      VarSet inside = bound_vars_stms(arena, &loop);
      early_pars(bins, &inside, &stm->exp->as.loop->body->stms, &stms);
    }
    vec_push(arena, &stms, stm);
  }
  par->body.stms = stms;
}
