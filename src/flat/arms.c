// arms: a branch of a point that gives rows is a branch for each of their elements.
//
//   needs      Flat, for a target with a device
//   gives      Flat
//   may skip   yes
//   cost       linear, but for branches in branches
//
//   let r: [m]f32 = if c                           let r: [m]f32 = par@thread (j < m) {
//     then { let y: [m]f32 = copy x in (y) }         let e: f32 = if c
//     else {                                           then { let y: f32 = index x[j] in (y) }
//       let f: f32 = fdiv a, b                 =>      else {
//       let z: [m]f32 = par@thread (j < m) {             let f: f32 = fdiv a, b
//         let t: f32 = mul f, j                          let t: f32 = mul f, j
//         map t                                          in (t)
//       }                                              }
//       in (z)                                       map e
//     }                                            }
//
// Then the row is a map like any other, whose elements are points of a kernel. Otherwise a thread
// would have the row to itself, or the points would be sorted by the arm that they take. What an
// arm does beside its maps is done again for each element, so it must be light.
//
//   let r: f32 = if c                              let m: i64 = select c, 0, n
//     then { in (0) }                              let s: f32 = par@thread (j < m) { … reduce … }
//     else {                                 =>    let r: f32 = if c
//       let s: f32 = par@thread (j < n) {            then { in (0) }
//         … reduce …                                 else { let t: f32 = fdiv s, x in (t) }
//       }
//       let t: f32 = fdiv s, x
//       in (t)
//     }
//
// A reduction in one arm is one over no elements for points that take the other; then it is shared
// out by elements like any other.
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "flat/flat.h"
#include "flat/flat_internal.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/walk.h"

typedef struct Arms {
  Program *program;
  Mapper mapper;
  bool is_inside; // of a kernel
} Arms;

// ---- Which branches ----

static bool is_branch(const Stm *stm) { return stm->exp->op == OP_IF || stm->exp->op == OP_SWITCH; }

// Are all results rows of one size that is known beforehand and not very short?
static bool gives_rows(const Stm *stm) {
  enum { SHORT_ROW = 64 };
  if (stm->var_count == 0 || stm->vars[0]->type->kind != TYPE_ARRAY) return false;
  Dim dim = stm->vars[0]->type->dims[0];
  if (!dim.var && dim.size <= SHORT_ROW) return false;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (type->kind != TYPE_ARRAY || type_is_irregular(type) || !dim_equal(type->dims[0], dim))
      return false;
    for (size_t k = 0; k < type->rank; k++)
      for (size_t v = 0; v < stm->var_count; v++)
        if (type->dims[k].var == stm->vars[v]) return false;
  }
  return true;
}

static bool is_row_map(const Stm *stm, Dim dim) {
  if (stm->exp->op != OP_PAR || !nest_is_map(stm)) return false;
  const Par *par = stm->exp->as.par;
  return par->rank == 1 && par->level == PAR_THREAD && dim_equal(par->space[0], dim);
}

static bool is_used_in(Arms *arms, const Stms *stms, const Stm *made) {
  for (size_t i = 0; i < stms->count; i++) {
    VarSet used = free_vars_stm(arms->program->arena, stms->data[i]);
    for (size_t k = 0; k < made->var_count; k++)
      if (varset_has(&used, made->vars[k])) return true;
  }
  return false;
}

// Does the arm consist of maps and copies of rows, and light statements?
static bool is_arm_of_rows(Arms *arms, const Body *arm, Dim dim, bool *has_work) {
  size_t light = 0;
  for (size_t i = 0; i < arm->stms.count; i++) {
    const Stm *stm = arm->stms.data[i];
    if (is_row_map(stm, dim)) {
      if (is_used_in(arms, &arm->stms, stm)) return false;
      *has_work = true;
    } else if (stm->exp->op == OP_COPY) {
      *has_work = true;
    } else if (!cost_is_within(stm->exp, COST_LIMIT_LIGHT) || ++light > COST_AGAIN_ARM) {
      return false;
    }
  }
  return true;
}

static bool is_joinable(Arms *arms, const Stm *stm) {
  if (!is_branch(stm) || !gives_rows(stm)) return false;
  const Branches *branches = &stm->exp->as.branches;
  bool has_work = false;
  for (size_t i = 0; i < branches->body_count; i++)
    if (!is_arm_of_rows(arms, branches->bodies[i], stm->vars[0]->type->dims[0], &has_work))
      return false;
  return has_work;
}

// ---- One element ----

// The statement needs what the par around it needed.
static void stm_need(Arms *arms, Stm *stm, const Stm *around, Subst *subst) {
  size_t count = stm->cert_count + around->cert_count;
  Var **certs = arena_array(arms->program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    certs[i] = i < stm->cert_count
                   ? stm->certs[i]
                   : subst_atom(subst, atom_var(around->certs[i - stm->cert_count])).var;
  stm->certs = certs;
  stm->cert_count = count;
}

// The thunk of a map, at one point; what it maps stands for its results from now on.
static void add_point(Arms *arms, Stm *stm, Var *index, Subst *subst, Map *elements, Stms *out) {
  Program *program = arms->program;
  const Par *par = stm->exp->as.par;
  subst_add(subst, par->indices[0], atom_var(index));
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *copy = rename_stm(program, par->body.stms.data[i], subst);
    stm_need(arms, copy, stm, subst);
    vec_push(program->arena, out, copy);
  }
  for (size_t i = 0; i < stm->var_count; i++) {
    Atom *element = arena_make(program->arena, Atom);
    *element = subst_atom(subst, par->body.outputs[i].values[0]);
    map_put(elements, map_key(stm->vars[i]), element);
  }
}

static Body *arm_at(Arms *arms, const Body *arm, Var *index, Span span) {
  Program *program = arms->program;
  Subst *subst = subst_new(program);
  Map *elements = map_new(program->arena);
  Stms stms = {0};
  Builder builder = builder_new(program, &stms, span);
  for (size_t i = 0; i < arm->stms.count; i++) {
    Stm *stm = arm->stms.data[i];
    if (stm->exp->op == OP_PAR)
      add_point(arms, stm, index, subst, elements, &stms);
    else if (stm->exp->op == OP_COPY)
      subst_add(subst, stm->vars[0], subst_atom(subst, stm->exp->args[0]));
    else
      vec_push(program->arena, &stms, rename_stm(program, stm, subst));
  }
  Atom *results = arena_array(program->arena, Atom, arm->result_count);
  for (size_t i = 0; i < arm->result_count; i++) {
    const Atom *element = map_get(elements, map_key(arm->results[i].var));
    Atom at = atom_var(index), row = subst_atom(subst, arm->results[i]);
    results[i] = element ? *element : atom_var(build_index(&builder, "element", row.var, &at, 1));
  }
  return body_new(program, stms, results, arm->result_count);
}

static Exp *branch_at(Arms *arms, const Stm *stm, Var *index) {
  Program *program = arms->program;
  Branches branches = stm->exp->as.branches;
  Body **bodies = arena_array(program->arena, Body *, branches.body_count);
  for (size_t i = 0; i < branches.body_count; i++)
    bodies[i] = arm_at(arms, branches.bodies[i], index, stm->span);
  if (stm->exp->op == OP_IF) return exp_if(program, stm->exp->args[0], bodies[0], bodies[1]);
  branches.bodies = bodies;
  return exp_switch(program, stm->exp->args[0], branches);
}

static Stm *by_elements(Arms *arms, const Stm *stm) {
  Program *program = arms->program;
  Par *par = par_new(program, PAR_THREAD, stm->vars[0]->type->dims, 1, "j", stm->span);
  Builder builder = builder_new(program, &par->body.stms, stm->span);
  Stm *branch = build_infer(&builder, "element", branch_at(arms, stm, par->indices[0]));
  Atom *values = arena_array(program->arena, Atom, stm->var_count);
  for (size_t i = 0; i < stm->var_count; i++)
    values[i] = atom_var(branch->vars[i]);
  thunk_give_maps(program, &par->body, values, stm->var_count, stm->span);
  Stm *made = arena_make(program->arena, Stm);
  *made = *stm;
  made->exp = exp_par(program, par);
  return made;
}

// ---- Reductions in an arm ----

static bool is_sum(const Stm *stm) {
  const Par *par = stm->exp->op == OP_PAR ? stm->exp->as.par : NULL;
  if (!par || par->level != PAR_THREAD || par->rank != 1 || dim_is_varying(par->space[0]) ||
      par->has_epilogue || par->consumed_count + par->acc_count > 0)
    return false;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (!mode_has(output->mode, TRAIT_TOTAL)) return false;
    for (size_t k = 0; k < output->value_count; k++)
      if (atom_type(output->values[k])->kind != TYPE_SCALAR) return false;
  }
  return true;
}

static bool is_of_light(const Body *body, const Stm *without) {
  if (body->stms.count > COST_AGAIN_ARM) return false;
  for (size_t i = 0; i < body->stms.count; i++)
    if (body->stms.data[i] != without && !cost_is_within(body->stms.data[i]->exp, COST_LIMIT_LIGHT))
      return false;
  return true;
}

// The only par in the arm, a reduction; NULL when there is none, or the arm does more.
static Stm *find_sum(const Body *arm) {
  Stm *sum = NULL;
  for (size_t i = 0; i < arm->stms.count; i++) {
    if (arm->stms.data[i]->exp->op != OP_PAR) continue;
    if (sum || !is_sum(arm->stms.data[i])) return NULL;
    sum = arm->stms.data[i];
  }
  return sum && is_of_light(arm, sum) ? sum : NULL;
}

// Notes what the reduction needs of the arm. False when some of that may fail other than by a
// check.
static bool find_needed(Arms *arms, const Body *arm, Stm *sum, VarSet *needed) {
  Arena *arena = arms->program->arena;
  bool is_before = false;
  *needed = free_vars_stm(arena, sum);
  for (size_t i = arm->stms.count; i-- > 0;) {
    Stm *stm = arm->stms.data[i];
    is_before = is_before || stm == sum;
    if (!is_before || stm == sum || !varset_has(needed, stm->vars[0])) continue;
    bool is_safe = op_is_scalar(stm->exp->op) && !op_has(stm->exp->op, FLAG_FAILS);
    if (stm->var_count != 1 || (!is_safe && stm->exp->op != OP_ASSERT)) return false;
    VarSet used = free_vars_stm(arena, stm);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      varset_add(needed, var);
  }
  return true;
}

// Takes the reduction out of the arm, and in front of it what it needs: checks hold where the other
// arm is taken.
static bool pull_sum(Arms *arms, Stm *stm, Stms *out) {
  Program *program = arms->program;
  if (stm->exp->op != OP_IF) return false;
  Body **bodies = stm->exp->as.branches.bodies;
  Stm *sums[] = {find_sum(bodies[0]), find_sum(bodies[1])};
  size_t at = sums[0] ? 0 : 1;
  VarSet needed;
  if (!sums[at] || sums[1 - at] || !is_of_light(bodies[1 - at], NULL) ||
      !find_needed(arms, bodies[at], sums[at], &needed))
    return false;
  Stms rest = {0}, added = {0};
  Builder builder = builder_new(program, &added, stm->span);
  Atom condition = stm->exp->args[0], is_other = condition;
  if (at == 0) is_other = build_unary(&builder, "is_other", OP_NOT, condition);
  for (size_t i = 0; i < bodies[at]->stms.count; i++) {
    Stm *inner = bodies[at]->stms.data[i];
    if (inner == sums[at]) {
      Par *par = arena_make(program->arena, Par);
      *par = *inner->exp->as.par;
      Atom args[] = {is_other, atom_i64(0), dim_size(par->space[0])};
      Var *size = build_let(&builder, "size", exp_new(program, OP_SELECT, args, 3));
      par->space = arena_array(program->arena, Dim, 1);
      par->space[0] = dim_var(size);
      inner->exp = exp_par(program, par);
    } else if (inner->var_count != 1 || !varset_has(&needed, inner->vars[0])) {
      vec_push(program->arena, &rest, inner);
      continue;
    } else if (inner->exp->op == OP_ASSERT) {
      Exp *check = arena_make(program->arena, Exp);
      *check = *inner->exp;
      check->args = arena_array(program->arena, Atom, check->arg_count);
      for (size_t k = 0; k < check->arg_count; k++)
        check->args[k] = inner->exp->args[k];
      check->args[0] = build_binary(&builder, "holds", OP_OR, is_other, check->args[0]);
      inner->exp = check;
    }
    vec_push(program->arena, &added, inner);
  }
  for (size_t i = 0; i < added.count; i++)
    if (stm->cert_count > 0) needs_add(program, added.data[i], stm);
  bodies[at] = body_new(program, rest, bodies[at]->results, bodies[at]->result_count);
  vec_append(program->arena, out, added.data, added.count);
  vec_push(program->arena, out, stm);
  return true;
}

// ---- The pass ----

static bool arms_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Arms *arms = mapper->context;
  Arena *arena = arms->program->arena;
  if (!arms->is_inside && stm->exp->op == OP_PAR && stm->exp->as.par->level == PAR_GRID) {
    if (par_has_blocks(stm->exp->as.par)) return false;
    arms->is_inside = true;
    vec_push(arena, out, map_stm(mapper, stm));
    arms->is_inside = false;
    return true;
  }
  if (!arms->is_inside) return false;
  if (pull_sum(arms, stm, out)) return true;
  if (!is_joinable(arms, stm)) return false;
  vec_push(arena, out, map_stm(mapper, by_elements(arms, stm)));
  return true;
}

static Program *arms_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Arms arms = {.program = program};
  arms.mapper = (Mapper){.program = program, .context = &arms, .stm = arms_stm};
  map_program(&arms.mapper, program);
  return program;
}

const Pass pass_arms = {.name = "arms",
                        .purpose = "branches that give rows are branches of their elements",
                        .from = LEVEL_FLAT,
                        .to = LEVEL_FLAT,
                        .is_for_device = true,
                        .breaks = PROPERTY_SIMPLE,
                        .run = arms_run};
