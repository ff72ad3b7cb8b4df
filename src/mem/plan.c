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
#include "ir/plan.h"
#include "analysis/nest.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/histogram.h"
#include "mem/mem.h"
#include "mem/product.h"
#include "mem/segmented.h"
#include "mem/team.h"

typedef struct Planning {
  Program *program;
  Diag *diag;
  Arena *scratch;
  VarSet nests;    // conditions that choose between a nest and what it is taken apart to
  VarSet versions; // conditions that choose between versions of any kind
  uint32_t count;  // of choices
} Planning;

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

static bool find_team(const Planning *planning, const Stm *stm, Team *team) {
  return team_find(planning->scratch, stm, planning->program->block_size, team);
}

// Is there one that they cannot share? Then the tuning tree says why.
static bool has_unshared(Planning *planning, const Body *version) {
  SharedPars pars = shared_pars(planning->scratch, version);
  for (size_t i = 0; i < pars.all.count; i++) {
    Team team;
    const Stm *point = pars.all.data[i];
    if (find_team(planning, point, &team)) continue;
    Span where = span_is_known(team.where) ? team.where : point->span;
    program_obstruct(planning->program, "block", team.obstacle, where);
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

// ---- Choices ----

static bool is_constant(Atom atom) { return !atom.var; }

static Atom times(Builder *builder, Atom a, Atom b) {
  if (atom_is_i64(a, 1)) return b;
  if (atom_is_i64(b, 1)) return a;
  if (is_constant(a) && is_constant(b)) {
    uint64_t product =
        (uint64_t)constant_to_i64(a.constant) * (uint64_t)constant_to_i64(b.constant);
    return atom_constant(constant_i64((int64_t)product));
  }
  return build_binary(builder, "work", OP_MUL, a, b);
}

static Atom number(int64_t value) { return atom_constant(constant_i64(value)); }

static Atom divided(Builder *builder, Atom a, Atom b) {
  if (is_constant(a) && is_constant(b) && constant_to_i64(b.constant) > 0)
    return number(constant_to_i64(a.constant) / constant_to_i64(b.constant));
  return build_binary(builder, "quotient", OP_SQUOT, a, b);
}

// Conditions that must all hold; false when one never does.
typedef struct Demands {
  Builder *builder;
  Atom all; // `true` when there are none
  bool is_possible;
} Demands;

static void demand(Demands *demands, Atom next) {
  demands->all = is_constant(demands->all)
                     ? next
                     : build_binary(demands->builder, "is_enough", OP_AND, demands->all, next);
}

static void demand_least(Demands *demands, int64_t least, Dim dim) {
  Atom size = dim_size(dim);
  if (is_constant(size))
    demands->is_possible = demands->is_possible && least <= constant_to_i64(size.constant);
  else
    demand(demands, build_binary(demands->builder, "is_enough", OP_SLE, number(least), size));
}

// The amount where the demands hold, otherwise 0.
static Atom only_if(Demands *demands, Atom amount) {
  if (is_constant(demands->all)) return amount;
  Atom args[] = {demands->all, amount, number(0)};
  return atom_var(
      build_let(demands->builder, "work", exp_new(demands->builder->program, OP_SELECT, args, 3)));
}

// Does the amount reach a threshold of this name?
static Atom reaches(Planning *planning, Builder *builder, const char *what, int64_t initial,
                    Atom amount) {
  Program *program = planning->program;
  const char *name = arena_printf(program->arena, "%s_%u", what, (unsigned)++planning->count);
  Threshold threshold = {.name = intern_str(program->names, name), .initial = initial};
  return atom_var(build_let(builder, "is_enough", exp_threshold(program, threshold, amount)));
}

// The plan when there is this much to do, or more, otherwise the other one.
static Plan *choose(Planning *planning, Builder *builder, const char *what, int64_t initial,
                    Atom amount, const Plan *plan, Plan *otherwise) {
  return plan_choice(planning->program->arena, reaches(planning, builder, what, initial, amount),
                     plan, otherwise);
}

// ---- Maps ----

// How many points the maps have.
static Atom count_points(Builder *builder, const MapNest *nest) {
  Atom count = number(1);
  for (size_t k = 0; k < nest->depth; k++)
    for (size_t i = 0; i < nest->maps[k]->exp->as.par->rank; i++)
      count = times(builder, count, dim_size(nest->maps[k]->exp->as.par->space[i]));
  return count;
}

// How many rows the innermost dimension has.
static Atom count_rows(Builder *builder, const Par *par) {
  Atom count = number(1);
  for (size_t i = 0; i + 1 < par->rank; i++)
    count = times(builder, count, dim_size(par->space[i]));
  return count;
}

// ---- Rows ----

// The same kernel where what is counted is a filter.
static Kernel filter_of(Kernel kernel) {
  return kernel == KERNEL_WALK      ? KERNEL_WALK_KEEP
         : kernel == KERNEL_ROWS    ? KERNEL_ROWS_KEEP
         : kernel == KERNEL_COLUMNS ? KERNEL_COLUMNS_KEEP
                                    : KERNEL_SEG_KEEP;
}

// The length of the rows, as often as it takes for short ones to reach `least` where there are few
// elements in all. Threads that combine in order do not read in lines: only there are they as fast.
static Atom length_of_few(Builder *builder, const Par *par, Atom rows, int64_t least) {
  Atom length = dim_size(par->space[par->rank - 1]);
  bool commutes = par_commutes(par);
  if (commutes && (least <= PLAN_ROWS_LEAST ||
                   (is_constant(length) && constant_to_i64(length.constant) >= least)))
    return length;
  Atom all = times(builder, rows, length), few = number(PLAN_ROWS_FEW);
  Atom longer = times(builder, length, number(least / PLAN_ROWS_LEAST));
  if (is_constant(all))
    return constant_to_i64(all.constant) <= PLAN_ROWS_FEW ? longer : commutes ? length : number(0);
  Atom args[] = {build_binary(builder, "is_enough", OP_SLE, all, few), longer,
                 commutes ? length : number(0)};
  return atom_var(build_let(builder, "work", exp_new(builder->program, OP_SELECT, args, 3)));
}

// The par of rows, those of a nest, or its innermost dimension: elements are shared out evenly, or
// rows that are long, or many and side by side in memory, are.
static Plan *plan_segments(Planning *planning, Builder *builder, const Stm *row,
                           const MapNest *nest) {
  Arena *arena = planning->program->arena;
  uint32_t depth = nest ? (uint32_t)nest->depth : 0;
  bool is_filter = par_block_count(row) > 0;
  const Par *par = row->exp->as.par;
  Kernel kernel = segmented_kernel(planning->scratch, row, nest), other = KERNEL_COUNT;
  Plan *plan = plan_new(arena, is_filter ? filter_of(kernel) : kernel, depth, 0);
  int64_t least = 0;
  if (kernel == KERNEL_SEG_REDUCE) other = segmented_sharing(planning->scratch, row, nest, &least);
  if (other == KERNEL_COUNT) return plan;
  Demands demands = {builder, atom_constant(constant_bool(true)), true};
  Atom amount = dim_size(par->space[par->rank - 1]);
  if (other == KERNEL_COLUMNS) {
    demand_least(&demands, 1, par->space[par->rank - 1]);
    amount = nest ? count_points(builder, nest) : count_rows(builder, par);
  } else {
    amount = length_of_few(builder, par,
                           nest ? count_points(builder, nest) : count_rows(builder, par), least);
  }
  if (is_constant(amount)) demand_least(&demands, least, dim_atom(amount));
  if (!demands.is_possible) return plan;
  Plan *shared = plan_new(arena, is_filter ? filter_of(other) : other, depth, 0);
  if (is_constant(amount) && is_constant(demands.all)) return shared;
  return choose(planning, builder, kernel_traits(other)->text, least, only_if(&demands, amount),
                shared, plan);
}

// A thread for each point, or one for each element of the rows: those that lie one behind the other
// in any case, others only when they are few.
static Plan *plan_rows(Planning *planning, Builder *builder, const Stm *stm) {
  Program *program = planning->program;
  MapNest rows, maps = nest_of_maps(planning->scratch, stm);
  Plan *by_point = plan_new(program->arena, KERNEL_MAP, (uint32_t)maps.depth, 0);
  bool is_own = nest_of_rows(planning->scratch, stm, ROW_OWN, &rows);
  if (!is_own && !nest_of_rows(planning->scratch, stm, ROW_LONG, &rows)) return by_point;
  Plan *by_row = plan_segments(planning, builder, rows.row, &rows);
  if (is_own) return by_row;
  Traffic traffic = segmented_traffic(planning->scratch, rows.row, &rows);
  int64_t few = traffic_is_by_column(&traffic, false) ? PLAN_MAP_COLUMNS : PLAN_MAP_POINTS;
  return choose(planning, builder, "map", few, count_points(builder, &rows), by_point, by_row);
}

// How many rows, columns or matrices the product has.
static Atom count_role(Builder *builder, const Product *product, ProductRole role) {
  Atom count = number(1);
  for (size_t i = 0; i < product->axis_count; i++) {
    const ProductAxis *axis = &product->axes[i];
    if (axis->role == role) count = times(builder, count, dim_size(axis->par->space[axis->dim]));
  }
  return count;
}

// How many squares of this side there are.
static Atom count_squares(Builder *builder, const Product *product, int64_t side) {
  Atom count = count_role(builder, product, PRODUCT_BATCH);
  for (ProductRole role = PRODUCT_ROW; role <= PRODUCT_COLUMN; role++) {
    Atom size = count_role(builder, product, role);
    size = build_binary(builder, "up", OP_ADD, size, number(side - 1));
    count = times(builder, count, divided(builder, size, number(side)));
  }
  return count;
}

// Of one matrix.
typedef struct ProductSizes {
  Dim rows, columns, steps;
} ProductSizes;

static Demands demand_sizes(Builder *builder, const ProductSizes *sizes, int64_t least,
                            int64_t steps) {
  Demands demands = {builder, atom_constant(constant_bool(true)), true};
  demand_least(&demands, least, sizes->rows);
  demand_least(&demands, least, sizes->columns);
  demand_least(&demands, steps, sizes->steps);
  return demands;
}

// Squares of this side, where the sizes are as demanded and there are points for all threads.
static Plan *plan_squares(Planning *planning, Builder *builder, const Product *product,
                          uint32_t side, Demands *demands, Plan *otherwise) {
  Atom points = times(builder, count_points(builder, &product->nest), number(PLAN_TILE_WORK));
  Plan *plan = plan_new(planning->program->arena, KERNEL_TILE, 0, side);
  return choose(planning, builder, "tile", THRESHOLD_THREADS, only_if(demands, points), plan,
                otherwise);
}

static bool has_batch(const Product *product) {
  for (size_t i = 0; i < product->axis_count; i++)
    if (product->axes[i].role == PRODUCT_BATCH) return true;
  return false;
}

// Small squares for matrices of a batch that have as few rows and columns.
static Plan *plan_batch(Planning *planning, Builder *builder, const Product *product,
                        const ProductSizes *sizes, Plan *otherwise) {
  uint32_t side = plan_batch_side(sizes->rows, sizes->columns, sizes->steps);
  if (side == 0 || !has_batch(product)) return otherwise;
  Demands demands = demand_sizes(builder, sizes, side / 2 + 1, PLAN_BATCH_STEPS);
  return plan_squares(planning, builder, product, side, &demands, otherwise);
}

// Large squares where there is one for each processor, and they are full; otherwise small ones.
static Plan *plan_tile(Planning *planning, Builder *builder, const Product *product,
                       Plan *otherwise) {
  Program *program = planning->program;
  ProductSizes sizes = {dim_atom(count_role(builder, product, PRODUCT_ROW)),
                        dim_atom(count_role(builder, product, PRODUCT_COLUMN)),
                        product->reduce->exp->as.par->space[0]};
  Dim rows = sizes.rows, columns = sizes.columns;
  otherwise = plan_batch(planning, builder, product, &sizes, otherwise);
  Demands demands = demand_sizes(builder, &sizes, PLAN_TILE_LEAST, PLAN_TILE_STEPS);
  if (!demands.is_possible) return otherwise;
  Plan *plan = plan_squares(planning, builder, product, PLAN_TILE_SMALL, &demands, otherwise);
  if (product->bytes > PLAN_TILE_LARGE_SUM) return plan;
  demand_least(&demands, PLAN_TILE_LEAST + 1, rows);
  demand_least(&demands, PLAN_TILE_LEAST + 1, columns);
  if (!demands.is_possible) return plan;
  Atom squares =
      times(builder, count_squares(builder, product, PLAN_TILE_LARGE), number(PLAN_PROCESSOR));
  Plan *large = plan_new(program->arena, KERNEL_TILE, 0, PLAN_TILE_LARGE);
  return choose(planning, builder, "square", THRESHOLD_THREADS, only_if(&demands, squares), large,
                plan);
}

static Plan *plan_sweep(Planning *planning, Builder *builder, const Product *product,
                        Plan *otherwise) {
  Atom points = count_points(builder, &product->nest);
  Demands demands = {builder, atom_constant(constant_bool(true)), true};
  demand_least(&demands, PLAN_SWEEP_POINTS, dim_atom(points));
  demand_least(&demands, PLAN_SWEEP_STEPS, product->reduce->exp->as.par->space[0]);
  if (!demands.is_possible) return otherwise;
  Atom work = only_if(&demands, times(builder, points, number(PLAN_SWEEP_WORK)));
  Plan *plan = plan_new(planning->program->arena, KERNEL_SWEEP, 0, 0);
  return choose(planning, builder, "sweep", THRESHOLD_THREADS, work, plan, otherwise);
}

// Bytes of fast memory for what the threads of a block exchange, and for the arrays that they
// share.
static Atom count_bytes(Builder *builder, const Team *team) {
  enum { ALIGNMENT = 16, SLOTS = 32 * 8 };
  Atom sum = number((int64_t)(team->fold_count > 0 ? team->fold_count : 1) * SLOTS);
  for (size_t i = 0; i < team->allocs.count; i++) {
    const Exp *alloc = team->allocs.data[i]->exp;
    Atom bytes = number(scalar_info(alloc->as.to)->width / 8);
    for (size_t k = 0; k < alloc->arg_count; k++)
      bytes = times(builder, bytes, team_size(team, alloc->args[k]));
    Atom gaps = divided(builder, bytes, number(TEAM_GAPS));
    bytes = build_binary(builder, "bytes", OP_ADD, bytes, gaps);
    bytes = build_binary(builder, "bytes", OP_ADD, bytes, number(ALIGNMENT));
    sum = build_binary(builder, "bytes", OP_ADD, sum, bytes);
  }
  return sum;
}

// A source that says how large blocks are is obeyed: its arrays are in fast memory, or it fails.
static void check_fast(Planning *planning, const Team *team) {
  enum { FAST_MOST = 227 * 1024 }; // that any device gives to a block
  int64_t sum = 0;
  for (size_t i = 0; i < team->allocs.count; i++) {
    const Exp *alloc = team->allocs.data[i]->exp;
    int64_t bytes = scalar_info(alloc->as.to)->width / 8;
    for (size_t k = 0; k < alloc->arg_count; k++) {
      Atom size = team_size(team, alloc->args[k]);
      int64_t count = size.var ? 1 : constant_to_i64(size.constant);
      bytes = count > 0 && bytes > INT64_MAX / 4 / count ? INT64_MAX / 4 : bytes * count;
    }
    sum = sum > INT64_MAX / 2 ? sum : sum + bytes;
    if (sum <= FAST_MOST) continue;
    diag_error(planning->diag, ERROR_FAST_MEMORY, team->allocs.data[i]->span,
               "a block needs %lld bytes of fast memory up to here, but no device has more than %d",
               (long long)sum, (int)FAST_MOST);
    return;
  }
}

// Are the arrays more than fast memory has room for?
static Atom is_too_large(Planning *planning, Builder *builder, const Team *team) {
  return reaches(planning, builder, "fast", THRESHOLD_FAST, count_bytes(builder, team));
}

// A block of threads for each point, unless its arrays are too much for fast memory.
static Plan *plan_block(Planning *planning, Builder *builder, const Team *team, Plan *otherwise) {
  Plan *plan = plan_new(planning->program->arena, KERNEL_BLOCK, 0, 0);
  if (planning->program->block_size > 0) check_fast(planning, team);
  if (team->allocs.count == 0 || planning->program->block_size > 0) return plan;
  return plan_choice(planning->program->arena, is_too_large(planning, builder, team), otherwise,
                     plan);
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
  for (size_t i = 0; i < pars.all.count; i++) {
    const Stm *point = pars.all.data[i];
    Team team;
    if (point->exp->as.par->plan || !find_team(planning, point, &team) ||
        !is_sized_outside(planning->scratch, &team, shared))
      continue;
    point->exp->as.par->plan = plan_new(planning->program->arena, KERNEL_BLOCK, 0, 0);
    if (team.allocs.count == 0) continue;
    Atom args[] = {is_too_large(planning, builder, &team), atom_constant(constant_bool(false)),
                   *condition};
    *condition =
        atom_var(build_let(builder, "is_shared", exp_new(planning->program, OP_SELECT, args, 3)));
  }
}

// Pars at level block are loops of one thread then: nobody would notice but by the clock.
static void warn_unshared(Planning *planning, const Stm *stm, const Team *team) {
  Span where = span_is_known(team->where) ? team->where : stm->span;
  diag_warning(planning->diag, ERROR_UNSHARED, where,
               "a block of threads cannot share this, so one thread runs each point: %s",
               team->obstacle);
}

static Plan *plan_map(Planning *planning, Builder *builder, const Stm *stm) {
  Product product;
  Team team;
  bool has_blocks = par_has_blocks(stm->exp->as.par);
  if (has_blocks && !find_team(planning, stm, &team)) warn_unshared(planning, stm, &team);
  if (has_blocks && !team.obstacle)
    return plan_block(planning, builder, &team,
                      plan_new(planning->program->arena, KERNEL_MAP, 1, 0));
  Plan *plan = plan_rows(planning, builder, stm);
  if (product_find(planning->scratch, stm, KERNEL_TILE, &product))
    return plan_tile(planning, builder, &product, plan);
  if (product_find(planning->scratch, stm, KERNEL_SWEEP, &product))
    return plan_sweep(planning, builder, &product, plan);
  return plan;
}

// ---- Outputs ----

// An output of the par and the variables that it gives.
typedef struct PlanOutput {
  const Output *output;
  bool is_epilogue;
  Var *const *results;
} PlanOutput;

typedef struct PlanOutputs {
  PlanOutput *data;
  size_t count;
} PlanOutputs;

static PlanOutputs outputs_of(Arena *arena, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  size_t body = par->body.output_count, result = par_block_count(stm);
  size_t count = body + (par->has_epilogue ? par->epilogue.output_count : 0);
  PlanOutputs outputs = {.data = arena_array(arena, PlanOutput, count + 1), .count = count};
  for (size_t i = 0; i < count; i++) {
    bool is_epilogue = i >= body;
    const Output *output = is_epilogue ? &par->epilogue.outputs[i - body] : &par->body.outputs[i];
    outputs.data[i] = (PlanOutput){output, is_epilogue, stm->vars + result};
    result += par_result_count(par, output);
  }
  return outputs;
}

// Do points and bins fall into parts?
static bool has_parts(const Par *par, const PlanOutputs *outputs) {
  for (size_t i = 0; i < outputs->count; i++) {
    const PlanOutput *output = &outputs->data[i];
    if (mode_has(output->output->mode, TRAIT_ADDS) &&
        histogram_parts(par, output->output, output->results[0]->type) > 0)
      return true;
  }
  return false;
}

// ---- Histograms ----

// What the histograms of a par ask for: the one with most bins decides for all.
typedef struct Bins {
  Atom points;
  Atom count; // of bins
  Atom bytes; // of fast memory that each range of bins takes
  bool can_sort;
} Bins;

static Atom larger(Builder *builder, Atom a, Atom b) {
  if (is_constant(a) && is_constant(b))
    return constant_to_i64(a.constant) < constant_to_i64(b.constant) ? b : a;
  return build_binary(builder, "larger", OP_SMAX, a, b);
}

// Of how many blocks the fast memory can have bins: ranges of them, or where the bins of a part of
// the points are known, those of one part, or of four, since a thread loads four points at a time.
static Atom count_ranges(Builder *builder, const Par *par, const Output *output, const Type *dest,
                         Atom points, int64_t ranges) {
  size_t depth = histogram_parts(par, output, dest);
  Atom parts = number(1);
  if (depth == 0) return number(ranges);
  for (size_t i = 0; i < depth; i++)
    parts = times(builder, parts, dim_size(par->space[i]));
  Atom each = divided(builder, points, larger(builder, parts, number(1)));
  Atom rest = build_binary(builder, "rest", OP_SREM, each, number(4));
  Atom is_even = build_binary(builder, "is_even", OP_EQ, rest, number(0));
  Atom args[] = {is_even, parts, divided(builder, parts, number(4))};
  Exp *select = exp_new(builder->program, OP_SELECT, args, 3);
  return larger(builder, atom_var(build_let(builder, "parts", select)), number(ranges));
}

static Bins bins_of(Builder *builder, const Par *par, const PlanOutputs *outputs) {
  enum { COUNT_BYTES = 2, COUNTED_RANGES = 4 }; // where a constant integer is added
  Bins bins = {number(1), number(0), number(0), true};
  for (size_t i = 0; i < par->rank; i++)
    bins.points = times(builder, bins.points, dim_size(par->space[i]));
  for (size_t i = 0; i < outputs->count; i++) {
    const Output *output = outputs->data[i].output;
    if (!mode_has(output->mode, TRAIT_ADDS)) continue;
    const Type *dest = outputs->data[i].results[0]->type;
    bool can_sort = histogram_can_sort(par, output), is_first = atom_is_i64(bins.count, 0);
    HistogramAdd add = histogram_add(output);
    bool is_counted =
        can_sort && histogram_is_constant(output) && (add == ADD_I32 || add == ADD_I64);
    int64_t most = is_counted ? COUNTED_RANGES : histogram_ranges(output, can_sort);
    Atom count = number(1);
    for (size_t k = 0; k < dest->rank; k++)
      count = times(builder, count, dim_size(dest->dims[k]));
    Atom ranges = count_ranges(builder, par, output, dest, bins.points, most);
    int64_t width = is_counted ? COUNT_BYTES : histogram_bin_bytes(output);
    Atom bytes = times(builder, count, number(width));
    bytes = divided(builder, bytes, ranges);
    bins.count = is_first ? count : larger(builder, bins.count, count);
    bins.bytes = is_first ? bytes : larger(builder, bins.bytes, bytes);
    bins.can_sort = bins.can_sort && can_sort;
  }
  return bins;
}

// Bins that are in fast memory; more are in device memory, and so are those with few points, unless
// blocks have their own. Where there are many of both, points are sorted before.
static Plan *plan_histogram(Planning *planning, Builder *builder, const Stm *stm,
                            const PlanOutputs *outputs) {
  Arena *arena = planning->program->arena;
  const Par *par = stm->exp->as.par;
  Bins bins = bins_of(builder, par, outputs);
  Plan *plan = plan_new(arena, KERNEL_HISTOGRAM, 0, 0);
  Plan *direct = plan_new(arena, KERNEL_DIRECT, 0, 0);
  Atom is_direct = atom_constant(constant_bool(false));
  bool is_small = is_constant(bins.bytes) && constant_to_i64(bins.bytes.constant) < PLAN_FAST_LEAST;
  if (!has_parts(par, outputs)) {
    // There are this many bins for 256 points.
    Atom all = times(builder, bins.count, number(PLAN_SPARSE_UNIT));
    Atom some = divided(builder, all, larger(builder, bins.points, number(1)));
    is_direct = reaches(planning, builder, "sparse", PLAN_SPARSE_BINS, some);
  }
  if (!is_small) {
    Atom is_large = reaches(planning, builder, "direct", THRESHOLD_FAST, bins.bytes);
    is_direct = is_constant(is_direct)
                    ? is_large
                    : build_binary(builder, "is_direct", OP_OR, is_direct, is_large);
  }
  if (!is_constant(is_direct)) plan = plan_choice(arena, is_direct, direct, plan);
  if (!bins.can_sort || is_small) return plan;
  Demands demands = {builder, atom_constant(constant_bool(true)), true};
  Atom enough = divided(builder, bins.points, number(PLAN_SORTED_POINTS));
  demand(&demands, build_binary(builder, "is_enough", OP_SLE, bins.count, enough));
  Plan *sorted = plan_new(arena, KERNEL_BUCKETS, 0, 0);
  return choose(planning, builder, "buckets", THRESHOLD_FAST, only_if(&demands, bins.bytes), sorted,
                plan);
}

// ---- What outputs allow ----

static bool are_scalars(const Atom *values, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (atom_type(values[k])->kind != TYPE_SCALAR) return false;
  return true;
}

// May the output be made in bins of fast memory?
static bool is_histogram(const PlanOutput *output) {
  enum { VALUES_MOST = 8 }; // larger ones are combined in device memory
  const Output *source = output->output;
  size_t count = source->value_count;
  if (output->is_epilogue || count == 0 || count > VALUES_MOST) return false;
  if (!are_scalars(source->neutral, count) || !are_scalars(source->values, count)) return false;
  for (size_t k = 0; k < count; k++)
    if (output->results[k]->type->rank != source->index_count) return false;
  return true;
}

static size_t varying_dim(const Par *par) {
  size_t varying = 0;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) varying = i;
  return varying;
}

// Has the par combine outputs of scalars, and at most maps and puts beside them?
static bool has_histograms(const PlanOutputs *outputs, const Par *par) {
  bool has_one = false;
  if (par->acc_count > 0 || varying_dim(par) > 0 || par->has_epilogue) return false;
  for (size_t i = 0; i < outputs->count; i++) {
    Mode mode = outputs->data[i].output->mode;
    if (mode_has(mode, TRAIT_ADDS) && !is_histogram(&outputs->data[i])) return false;
    if (!mode_has(mode, TRAIT_ADDS) && !mode_has(mode, TRAIT_ELEMENTS) &&
        !mode_has(mode, TRAIT_REPLACES))
      return false;
    has_one = has_one || mode_has(mode, TRAIT_ADDS);
  }
  return has_one;
}

// Can all elements be numbered, and the segment of each be found?
static bool has_balanced_space(const Par *par) {
  size_t varying = varying_dim(par);
  return par->rank > 1 && varying <= 1 && (varying == 0 || par->rank <= 3);
}

// Is the result one of the blocks that the par appends to?
static bool is_joined(const Stm *stm, const Var *result) {
  const Place *place = result->type->place;
  for (size_t i = 0; place && i < par_block_count(stm); i++)
    if (place->block == stm->vars[i]) return true;
  return false;
}

// Are scalars kept, and is nothing else appended or carried from point to point?
static bool can_keep_segments(const PlanOutputs *outputs, const Stm *stm) {
  if (!has_balanced_space(stm->exp->as.par)) return false;
  for (size_t i = 0; i < outputs->count; i++) {
    const PlanOutput *output = &outputs->data[i];
    const Output *source = output->output;
    if (output->is_epilogue || mode_has(source->mode, TRAIT_RUNNING) ||
        mode_has(source->mode, TRAIT_SORTS))
      return false;
    bool is_kept = mode_has(source->mode, TRAIT_DROPS);
    if (is_kept && !are_scalars(source->values, source->value_count)) return false;
    for (size_t k = 0; k < source->value_count; k++)
      if (is_joined(stm, output->results[is_kept ? 1 + k : k]) != is_kept) return false;
  }
  return true;
}

// The kernel for what is kept or split, if that is the only output that accumulates, and few
// scalars are; KERNEL_COUNT otherwise.
static Kernel keep_kernel(const PlanOutputs *outputs) {
  enum { VALUES_MOST = 8 };
  Kernel kernel = KERNEL_COUNT;
  for (size_t i = 0; i < outputs->count; i++) {
    const Output *output = outputs->data[i].output;
    if (mode_has(output->mode, TRAIT_FREE)) continue;
    bool is_split = mode_has(output->mode, TRAIT_SORTS) && output->class_count > 1;
    bool fits = kernel == KERNEL_COUNT && (mode_has(output->mode, TRAIT_DROPS) || is_split) &&
                !outputs->data[i].is_epilogue && output->value_count > 0 &&
                output->value_count <= VALUES_MOST;
    if (!fits || !are_scalars(output->values, output->value_count)) return KERNEL_COUNT;
    kernel = is_split ? KERNEL_SPLIT : KERNEL_KEEP;
  }
  return kernel;
}

// ---- Pars ----

// The kernel for a par whose outputs and space alone decide; KERNEL_SEG_REDUCE and KERNEL_SEG_KEEP
// stand for all that go through rows, KERNEL_COUNT where nests count too.
static Kernel kernel_of(Planning *planning, const Stm *stm) {
  PlanDemand demand = plan_demand(stm);
  PlanOutputs outputs = outputs_of(planning->scratch, stm);
  const Par *par = stm->exp->as.par;
  Kernel plain = plan_plain(planning->scratch, stm)->kernel;
  if (demand.appends) return can_keep_segments(&outputs, stm) ? KERNEL_SEG_KEEP : plain;
  if (plain == KERNEL_MAP) return has_histograms(&outputs, par) ? KERNEL_HISTOGRAM : KERNEL_COUNT;
  if (plain == KERNEL_SERIES) {
    bool has_filter = demand.modes & (1u << MODE_KEEP | 1u << MODE_SPLIT);
    bool is_balanced = has_balanced_space(par) && !demand.is_deep && !has_filter;
    return is_balanced ? KERNEL_SEG_REDUCE : plain;
  }
  Kernel keep = plain == KERNEL_SCAN ? keep_kernel(&outputs) : KERNEL_COUNT;
  return keep == KERNEL_COUNT ? plain : keep;
}

static void warn_single(Planning *planning, const Stm *stm, Kernel kernel) {
  if (kernel != KERNEL_SINGLE && kernel != KERNEL_APPEND_SINGLE) return;
  diag_warning(planning->diag, ERROR_SINGLE_THREAD, stm->span,
               "one thread of the device runs this, one point after the other");
}

static Plan *plan_par(Planning *planning, Builder *builder, const Stm *stm) {
  Kernel kernel = kernel_of(planning, stm);
  if (kernel == KERNEL_COUNT) return plan_map(planning, builder, stm);
  if (kernel == KERNEL_SEG_REDUCE || kernel == KERNEL_SEG_KEEP)
    return plan_segments(planning, builder, stm, NULL);
  if (kernel == KERNEL_HISTOGRAM) {
    PlanOutputs outputs = outputs_of(planning->scratch, stm);
    return plan_histogram(planning, builder, stm, &outputs);
  }
  warn_single(planning, stm, kernel);
  return plan_new(planning->program->arena, kernel, 0, 0);
}

// Can the kernel go through rows of the par, or of the nest that it begins?
static bool is_possible_by_rows(Planning *planning, const Stm *stm, const Plan *plan,
                                Kernel chosen) {
  MapNest nest;
  if (plan->depth == 0)
    return chosen == KERNEL_SEG_REDUCE && segmented_fits(stm->exp->as.par, plan->kernel);
  return (nest_of_rows(planning->scratch, stm, ROW_LONG, &nest) ||
          nest_of_rows(planning->scratch, stm, ROW_OWN, &nest)) &&
         nest.depth == plan->depth && segmented_fits(nest.row->exp->as.par, plan->kernel);
}

// Can the par run as a plan that was there already says?
static bool is_possible(Planning *planning, const Stm *stm, const Plan *plan) {
  Product product;
  Kernel plain = plan_plain(planning->scratch, stm)->kernel, chosen = kernel_of(planning, stm);
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
    return chosen == KERNEL_SEG_KEEP && segmented_fits(stm->exp->as.par, KERNEL_SEG_REDUCE);
  case KERNEL_ROWS_KEEP:
  case KERNEL_COLUMNS_KEEP:
    return chosen == KERNEL_SEG_KEEP && segmented_fits(stm->exp->as.par, KERNEL_ROWS);
  case KERNEL_TILE:
    return plan_has_side(plan->side) &&
           product_find(planning->scratch, stm, KERNEL_TILE, &product) &&
           (plan->side < PLAN_TILE_LARGE || product.bytes <= PLAN_TILE_LARGE_SUM);
  case KERNEL_SWEEP: return product_find(planning->scratch, stm, KERNEL_SWEEP, &product);
  case KERNEL_BLOCK: return find_team(planning, stm, &(Team){0});
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
  return exp->op == OP_IF && is_constant(exp->args[0]) &&
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
