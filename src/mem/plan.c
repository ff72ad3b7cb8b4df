// plan: as which kernel each par of the host runs on a device.
//
// Takes and gives   Mem. Changes the program in place. Only targets with a device need it: others,
//                   and the interpreters, do not look at plans. Without it each par has the
//                   plainest plan (ir/plan.h).
// Cost              linear in the size of the program times the depth of its nests of maps.
//
//   let xs: [n][m]f32 = par@grid (i < n) { … par@thread (j < m) { … } … }
//     becomes
//   let work: i64 = mul n, m
//   let is_large: bool = threshold "tile_1" from threads, work
//   let xs: [n][m]f32 = par@grid (i < n) by tile(side 64) if is_large else map(depth 2) { … }
//
// Kernels and what they need of a par are in ir/kernels.def. Where the better one depends on sizes,
// the plan is a choice, and its condition asks a threshold, which can be tuned: 1 takes the kernel
// wherever its shape allows, a huge number never. All that is left to the run-time system is how
// many blocks there are.
//
// A version of a nest (flat/versions.c) that a device takes in any case is settled here, too: rows
// run by elements, however few there are, and so does what was taken apart to pars without pars
// inside.
#include "ir/par.h"
#include "ir/walk.h"
#include "mem/mem.h"
#include "mem/plan_internal.h"
#include "mem/segmented.h"

// ---- Versions ----

typedef struct NestDepth {
  Walker walker;
  size_t pars, most;
} NestDepth;

static bool depth_enter(Walker *walker, Stm *stm) {
  NestDepth *depth = walker->context;
  if (stm->exp->op == OP_PAR && ++depth->pars > depth->most) depth->most = depth->pars;
  return true;
}

static void depth_leave(Walker *walker, Stm *stm) {
  NestDepth *depth = walker->context;
  if (stm->exp->op == OP_PAR) depth->pars--;
}

// Is a par of the body inside another one?
static bool is_nested(const Body *body) {
  NestDepth depth = {0};
  depth.walker = (Walker){.context = &depth, .enter = depth_enter, .leave = depth_leave};
  walk_body(&depth.walker, body);
  return depth.most > 1;
}

// Notes elements that loops outside pars read or write.
static bool loop_enter(Walker *walker, Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) return false;
  bool is_element =
      exp->op == OP_UPDATE || (exp->op == OP_INDEX && stm->vars[0]->type->kind == TYPE_SCALAR);
  if (is_element) *(bool *)walker->context = true;
  return true;
}

// Has the body a par that is better one kernel, however few points it has: a nest of maps, or one
// whose points go through arrays element by element in loops?
static bool is_settled(Arena *arena, const Body *body) {
  bool has_steps = false;
  Walker walker = {.context = &has_steps, .enter = loop_enter};
  for (size_t i = 0; i < body->stms.count; i++) {
    const Stm *stm = body->stms.data[i];
    if (stm->exp->op != OP_PAR) continue;
    if (nest_inner(arena, stm)) return true;
    const Stms *stms = &stm->exp->as.par->body.stms;
    for (size_t k = 0; k < stms->count; k++)
      if (stms->data[k]->exp->op == OP_LOOP) walk_stm(&walker, stms->data[k]);
  }
  return has_steps;
}

// Does the body hold maps that a device runs over the elements of rows?
static bool has_rows(Arena *arena, const Body *body) {
  MapNest nest;
  for (size_t i = 0; i < body->stms.count; i++)
    if (body->stms.data[i]->exp->op == OP_PAR &&
        nest_of_rows(arena, body->stms.data[i], ROW_OWN, &nest))
      return true;
  return false;
}

// Pars of a version whose points a block of threads should share, also in loops.
typedef struct SharedPars {
  Walker walker;
  Arena *arena;
  Vec(Stm *) all;
} SharedPars;

static bool shared_enter(Walker *walker, Stm *stm) {
  SharedPars *pars = walker->context;
  if (stm->exp->op != OP_PAR) return true;
  if (par_has_blocks(stm->exp->as.par)) vec_push(pars->arena, &pars->all, stm);
  return false;
}

static SharedPars shared_pars(Arena *arena, const Body *version) {
  SharedPars pars = {.arena = arena};
  pars.walker = (Walker){.context = &pars, .enter = shared_enter};
  walk_body(&pars.walker, version);
  return pars;
}

// Is there one that they cannot share? Then the tuning tree says why.
static bool has_unshared(Planning *planning, const Body *version) {
  SharedPars pars = shared_pars(planning->scratch, version);
  for (size_t i = 0; i < pars.all.count; i++) {
    Team team;
    const Stm *point = pars.all.data[i];
    if (plan_team(planning, point, &team)) continue;
    Span where = span_is_known(team.obstacle.where) ? team.obstacle.where : point->span;
    program_obstruct(planning->program, "block", team.obstacle.why, where);
    return true;
  }
  return false;
}

// Takes the version beside the one that is asked for; nobody asks any more, so that there is no
// parameter.
static void settle(Stm *stm, Stms *before) {
  const Var *condition = stm->exp->args[0].var;
  stm->exp->args[0] = atom_constant(constant_bool(false));
  for (size_t i = before->count; i-- > 0;) {
    if (before->data[i]->exp->op != OP_THRESHOLD || before->data[i]->vars[0] != condition) continue;
    for (; i + 1 < before->count; i++)
      before->data[i] = before->data[i + 1];
    before->count--;
    return;
  }
}

// `before` are the statements in front of it.
static void settle_version(Planning *planning, Stm *stm, Stms *before) {
  const Body *otherwise = stm->exp->as.branches.bodies[1];
  const Var *condition = stm->exp->args[0].var;
  if (!condition || !varset_has(&planning->versions, condition)) return;
  // The one beside it does what a block of threads cannot.
  bool is_other = has_unshared(planning, stm->exp->as.branches.bodies[0]);
  if (varset_has(&planning->nests, condition))
    is_other = is_other || has_rows(planning->scratch, otherwise) ||
               is_settled(planning->scratch, otherwise) || !is_nested(otherwise);
  if (is_other) settle(stm, before);
}

// Are the sizes of what the threads share known in front of the arm?
static bool is_sized_outside(Arena *arena, const Team *team, const Body *arm) {
  VarSet inside = bound_vars_stms(arena, &arm->stms);
  for (size_t i = 0; i < team->allocs.count; i++) {
    const Exp *alloc = team->allocs.data[i]->exp;
    for (size_t k = 0; k < alloc->arg_count; k++)
      if (team_size(team, alloc->args[k]).var &&
          varset_has(&inside, team_size(team, alloc->args[k]).var))
        return false;
  }
  return true;
}

// A version for blocks of threads whose arrays are too large is not taken: the one beside it runs,
// and not one thread for each point.
static void plan_version(Planning *planning, Builder *builder, Stm *stm) {
  const Body *shared = stm->exp->as.branches.bodies[0];
  Atom *condition = &stm->exp->args[0];
  if (!condition->var || !varset_has(&planning->versions, condition->var)) return;
  SharedPars pars = shared_pars(planning->scratch, shared);
  VarSet inside = bound_vars_stms(planning->scratch, &shared->stms);
  for (size_t i = 0; i < pars.all.count; i++) {
    const Stm *point = pars.all.data[i];
    Team team;
    if (point->exp->as.par->plan || !plan_team(planning, point, &team) ||
        !is_sized_outside(planning->scratch, &team, shared))
      continue;
    point->exp->as.par->plan = plan_by_team(planning, builder, point->exp->as.par, &team, &inside);
    if (team.allocs.count == 0) continue;
    Atom args[] = {plan_is_too_large(planning, builder, &team), atom_constant(constant_bool(false)),
                   *condition};
    *condition =
        atom_var(build_let(builder, "is_shared", exp_new(planning->program, OP_SELECT, args, 3)));
  }
}

// ---- Pars ----

static void warn_single(Planning *planning, const Stm *stm, Kernel kernel) {
  if (kernel != KERNEL_SINGLE && kernel != KERNEL_APPEND_SINGLE) return;
  diag_warning(planning->diag, ERROR_SINGLE_THREAD, stm->span,
               "one thread of the device runs this, one point after the other");
}

static Plan *plan_par(Planning *planning, Builder *builder, const Stm *stm) {
  Kernel kernel = plan_kernel(planning, stm);
  if (kernel == KERNEL_COUNT) return plan_map(planning, builder, stm);
  if (kernel == KERNEL_SEG_REDUCE || kernel == KERNEL_SEG_KEEP)
    return plan_segments(planning, builder, stm, NULL);
  if (kernel == KERNEL_HISTOGRAM) return plan_histogram(planning, builder, stm);
  warn_single(planning, stm, kernel);
  return plan_new(planning->program->arena, kernel, 0, 0);
}

// Can the kernel go through rows of the par, or of the nest that it begins?
static bool is_possible_by_rows(Planning *planning, const Stm *stm, const Plan *plan,
                                Kernel chosen) {
  MapNest nest;
  if (plan->depth == 0)
    return chosen == KERNEL_SEG_REDUCE && segmented_fits(stm->exp->as.par, plan->kernel, NULL);
  return (nest_of_rows(planning->scratch, stm, ROW_LONG, &nest) ||
          nest_of_rows(planning->scratch, stm, ROW_OWN, &nest)) &&
         nest.depth == plan->depth && segmented_fits(nest.row->exp->as.par, plan->kernel, NULL);
}

// Can the par run as a plan that was there already says?
static bool is_possible(Planning *planning, const Stm *stm, const Plan *plan) {
  Product product;
  Kernel plain = plan_plain(planning->scratch, stm)->kernel, chosen = plan_kernel(planning, stm);
  switch (plan->kernel) {
  case KERNEL_MAP:
    return plain == KERNEL_MAP && plan->depth <= nest_of_maps(planning->scratch, stm).depth;
  case KERNEL_WALK:
  case KERNEL_SEG_REDUCE:
  case KERNEL_ROWS:
  case KERNEL_COLUMNS:
  case KERNEL_SEG_SCAN:
  case KERNEL_COLUMN_SCAN: return is_possible_by_rows(planning, stm, plan, chosen);
  case KERNEL_WALK_KEEP: return chosen == KERNEL_SEG_KEEP;
  case KERNEL_SEG_KEEP:
    return chosen == KERNEL_SEG_KEEP && segmented_fits(stm->exp->as.par, KERNEL_SEG_REDUCE, NULL);
  case KERNEL_ROWS_KEEP:
  case KERNEL_COLUMNS_KEEP:
    return chosen == KERNEL_SEG_KEEP && segmented_fits(stm->exp->as.par, KERNEL_ROWS, NULL);
  case KERNEL_TILE:
    return plan_has_side(plan->side) &&
           product_find(planning->scratch, stm, KERNEL_TILE, &product) &&
           (plan->side < PLAN_TILE_LARGE || product.bytes <= PLAN_TILE_LARGE_SUM);
  case KERNEL_SWEEP: return product_find(planning->scratch, stm, KERNEL_SWEEP, &product);
  case KERNEL_BLOCK:
  case KERNEL_BLOCK_ITEMS: return plan_team(planning, stm, &(Team){0});
  case KERNEL_DIRECT:
  case KERNEL_BUCKETS: return chosen == KERNEL_HISTOGRAM;
  case KERNEL_HISTOGRAM:
  case KERNEL_REDUCE:
  case KERNEL_SCAN:
  case KERNEL_KEEP:
  case KERNEL_SPLIT:
  case KERNEL_SERIES:
  case KERNEL_APPEND:
  case KERNEL_APPEND_SERIES:
  case KERNEL_APPEND_SINGLE: return plan->kernel == plain || plan->kernel == chosen;
  case KERNEL_SINGLE: return stm->exp->as.par->rank > 0 && !plan_demand(stm).appends;
  case KERNEL_COUNT: break;
  }
  INTERNAL_ERROR("a plan without a kernel");
}

static void check_plan(Planning *planning, const Stm *stm) {
  for (const Plan *plan = stm->exp->as.par->plan; plan; plan = plan->otherwise)
    if (!is_possible(planning, stm, plan))
      diag_error(planning->diag, ERROR_PLAN, stm->span, "this par cannot run as the kernel `%s`",
                 kernel_traits(plan->kernel)->text);
}

static void plan_stms(Planning *planning, Stms *stms);

// The arm of an `if` that is not taken has no plans.
static bool is_dead_arm(const Exp *exp, size_t arm) {
  return exp->op == OP_IF && amount_is_known(exp->args[0]) &&
         exp->args[0].constant.value.b != (arm == 0);
}

static void plan_bodies(Planning *planning, const Exp *exp) {
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      if (!is_dead_arm(exp, i)) plan_stms(planning, &exp->as.branches.bodies[i]->stms);
  } else if (exp->op == OP_LOOP) {
    if (exp->as.loop->condition) plan_stms(planning, &exp->as.loop->condition->stms);
    plan_stms(planning, &exp->as.loop->body->stms);
  } else if (exp->op == OP_WITH_ACC) {
    plan_stms(planning, &exp->as.with_acc->body->stms);
  }
}

static void plan_stms(Planning *planning, Stms *stms) {
  Stms out = {0};
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (exp->op == OP_THRESHOLD) varset_add(&planning->versions, stm->vars[0]);
    if (exp->op == OP_THRESHOLD && exp->as.threshold.initial == THRESHOLD_NEST)
      varset_add(&planning->nests, stm->vars[0]);
    if (exp->op == OP_IF) {
      Builder builder = builder_new(planning->program, &out, stm->span);
      settle_version(planning, stm, &out);
      plan_version(planning, &builder, stm);
    }
    plan_bodies(planning, exp);
    bool is_planned = exp->op == OP_PAR && exp->as.par->level == PAR_GRID && exp->as.par->rank > 0;
    planning->par = stm;
    if (is_planned && exp->as.par->plan) {
      check_plan(planning, stm);
    } else if (is_planned) {
      Builder builder = builder_new(planning->program, &out, stm->span);
      exp->as.par->plan = plan_par(planning, &builder, stm);
    }
    vec_push(planning->program->arena, &out, stm);
  }
  *stms = out;
}

static Program *plan_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  Planning planning = {.program = program, .diag = diag, .scratch = arena_new()};
  size_t errors = diag_error_count(diag);
  planning.nests = varset_new(planning.scratch);
  planning.versions = varset_new(planning.scratch);
  for (size_t i = 0; i < program->globals.count; i++)
    plan_stms(&planning, &program->globals.data[i]->body->stms);
  for (size_t i = 0; i < program->funs.count; i++)
    plan_stms(&planning, &program->funs.data[i]->body->stms);
  arena_free(planning.scratch);
  return diag_error_count(diag) == errors ? program : NULL;
}

const Pass pass_plan = {.name = "plan",
                        .purpose = "choose the kernels of a device",
                        .from = LEVEL_MEM,
                        .to = LEVEL_MEM,
                        .is_for_device = true,
                        .run = plan_run};
