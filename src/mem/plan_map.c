// Plans of maps: a thread for each point, rows, squares, sweeps, or blocks of threads.
#include "analysis/nest.h"
#include "ir/par.h"
#include "ir/type.h"
#include "mem/plan_internal.h"
#include "mem/segmented.h"

// ---- Maps ----

// How many points the maps have.
static Atom count_points(Builder *builder, const MapNest *nest) {
  Atom count = amount_of(1);
  for (size_t k = 0; k < nest->depth; k++)
    for (size_t i = 0; i < nest->maps[k]->exp->as.par->rank; i++)
      count = amount_times(builder, count, dim_size(nest->maps[k]->exp->as.par->space[i]));
  return count;
}

// How many rows the innermost dimension has.
static Atom count_rows(Builder *builder, const Par *par) {
  Atom count = amount_of(1);
  for (size_t i = 0; i + 1 < par->rank; i++)
    count = amount_times(builder, count, dim_size(par->space[i]));
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
                   (amount_is_known(length) && constant_to_i64(length.constant) >= least)))
    return length;
  Atom all = amount_times(builder, rows, length), few = amount_of(PLAN_ROWS_FEW);
  Atom longer = amount_times(builder, length, amount_of(least / PLAN_ROWS_LEAST));
  Atom others = commutes ? length : amount_of(0);
  if (amount_is_known(all)) return constant_to_i64(all.constant) <= PLAN_ROWS_FEW ? longer : others;
  Atom args[] = {build_binary(builder, "is_enough", OP_SLE, all, few), longer, others};
  return atom_var(build_let(builder, "work", exp_new(builder->program, OP_SELECT, args, 3)));
}

// Notes why rows do not go by a faster kernel than this one.
static void refuse_segments(Planning *planning, Kernel kernel, bool has_scan, bool is_filter,
                            const Obstacle *obstacle) {
  Kernel faster = kernel == KERNEL_WALK ? (has_scan ? KERNEL_SEG_SCAN : KERNEL_SEG_REDUCE)
                                        : (has_scan ? KERNEL_COLUMN_SCAN : KERNEL_ROWS);
  const char *why =
      obstacle->why ? obstacle->why : "neighbouring rows are not neighbours in memory";
  if (kernel == KERNEL_COLUMN_SCAN) return;
  plan_refuse(planning, is_filter ? filter_of(faster) : faster, why, obstacle->where);
}

// Rows that threads share, or have side by side, where there is enough of them for that.
static Plan *plan_shared(Planning *planning, Builder *builder, const Stm *row, const MapNest *nest,
                         Kernel kernel, int64_t least, Plan *otherwise) {
  const Par *par = row->exp->as.par;
  Kernel counted = par_block_count(row) > 0 ? filter_of(kernel) : kernel;
  Demands demands = demands_new(builder);
  Atom amount = nest ? count_points(builder, nest) : count_rows(builder, par);
  if (kernel == KERNEL_COLUMNS)
    demands_least(&demands, 1, par->space[par->rank - 1]);
  else
    amount = length_of_few(builder, par, amount, least);
  if (amount_is_known(amount)) demands_least(&demands, least, dim_atom(amount));
  if (!demands.is_possible) {
    plan_refuse(planning, counted, "rows are too short, or too few", row->span);
    return otherwise;
  }
  Plan *shared = plan_new(planning->program->arena, counted, otherwise->depth, 0);
  if (amount_is_known(amount) && amount_is_known(demands.all)) return shared;
  return plan_choose(planning, builder, kernel_traits(kernel)->text, least,
                     demands_guard(&demands, amount), shared, otherwise);
}

Plan *plan_segments(Planning *planning, Builder *builder, const Stm *row, const MapNest *nest) {
  uint32_t depth = nest ? (uint32_t)nest->depth : 0;
  bool is_filter = par_block_count(row) > 0;
  Obstacle obstacle = {0};
  Kernel kernel = segmented_kernel(planning->scratch, row, nest, &obstacle), other = KERNEL_COUNT;
  Kernel counted = is_filter ? filter_of(kernel) : kernel;
  Plan *plan = plan_new(planning->program->arena, counted, depth, 0);
  int64_t least = 0;
  if (kernel == KERNEL_SEG_REDUCE)
    other = segmented_sharing(planning->scratch, row, nest, &least, &obstacle);
  if (other != KERNEL_COUNT) return plan_shared(planning, builder, row, nest, other, least, plan);
  bool has_scan = thunk_has(&row->exp->as.par->body, TRAIT_RUNNING);
  refuse_segments(planning, kernel, has_scan, is_filter, &obstacle);
  return plan;
}

// A thread for each point, or one for each element of the rows: those that lie one after the other
// in any case, others only when they are few.
static Plan *plan_rows(Planning *planning, Builder *builder, const Stm *stm) {
  Program *program = planning->program;
  MapNest rows, maps = nest_of_maps(planning->scratch, stm);
  Plan *by_point = plan_new(program->arena, KERNEL_MAP, (uint32_t)maps.depth, 0);
  bool is_own = nest_of_rows(planning->scratch, stm, ROW_OWN, &rows);
  if (!is_own && !nest_of_rows(planning->scratch, stm, ROW_LONG, &rows)) {
    plan_refuse(planning, KERNEL_SEG_REDUCE, rows.obstacle.why, rows.obstacle.where);
    return by_point;
  }
  Plan *by_row = plan_segments(planning, builder, rows.row, &rows);
  if (is_own) return by_row;
  Traffic traffic = segmented_traffic(planning->scratch, rows.row, &rows);
  int64_t few = traffic_is_by_column(&traffic, false) ? PLAN_MAP_COLUMNS : PLAN_MAP_POINTS;
  return plan_choose(planning, builder, "map", few, count_points(builder, &rows), by_point, by_row);
}

// How many rows, columns or matrices the product has.
static Atom count_role(Builder *builder, const Product *product, ProductRole role) {
  Atom count = amount_of(1);
  for (size_t i = 0; i < product->axis_count; i++) {
    const ProductAxis *axis = &product->axes[i];
    if (axis->role == role)
      count = amount_times(builder, count, dim_size(axis->par->space[axis->dim]));
  }
  return count;
}

// How many squares of this side there are.
static Atom count_squares(Builder *builder, const Product *product, int64_t side) {
  Atom count = count_role(builder, product, PRODUCT_BATCH);
  for (ProductRole role = PRODUCT_ROW; role <= PRODUCT_COLUMN; role++) {
    Atom size = count_role(builder, product, role);
    size = build_binary(builder, "up", OP_ADD, size, amount_of(side - 1));
    count = amount_times(builder, count, amount_divided(builder, size, amount_of(side)));
  }
  return count;
}

// Of one matrix.
typedef struct ProductSizes {
  Dim rows, columns, steps;
} ProductSizes;

static Demands demands_of_sizes(Builder *builder, const ProductSizes *sizes, int64_t least,
                                int64_t steps) {
  Demands demands = demands_new(builder);
  demands_least(&demands, least, sizes->rows);
  demands_least(&demands, least, sizes->columns);
  demands_least(&demands, steps, sizes->steps);
  return demands;
}

// Squares of this side, where the sizes are as demanded and there are points for all threads.
static Plan *plan_squares(Planning *planning, Builder *builder, const Product *product,
                          uint32_t side, Demands *demands, Plan *otherwise) {
  Atom points =
      amount_times(builder, count_points(builder, &product->nest), amount_of(PLAN_TILE_WORK));
  Plan *plan = plan_new(planning->program->arena, KERNEL_TILE, 0, side);
  return plan_choose(planning, builder, "tile", THRESHOLD_THREADS, demands_guard(demands, points),
                     plan, otherwise);
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
  Demands demands = demands_of_sizes(builder, sizes, side / 2 + 1, PLAN_BATCH_STEPS);
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
  Demands demands = demands_of_sizes(builder, &sizes, PLAN_TILE_LEAST, PLAN_TILE_STEPS);
  if (!demands.is_possible) {
    plan_refuse(planning, KERNEL_TILE, "the matrices have few rows, columns or steps",
                product->reduce->span);
    return otherwise;
  }
  Plan *plan = plan_squares(planning, builder, product, PLAN_TILE_SMALL, &demands, otherwise);
  if (product->bytes > PLAN_TILE_LARGE_SUM) return plan;
  demands_least(&demands, PLAN_TILE_LEAST + 1, rows);
  demands_least(&demands, PLAN_TILE_LEAST + 1, columns);
  if (!demands.is_possible) return plan;
  Atom squares = amount_times(builder, count_squares(builder, product, PLAN_TILE_LARGE),
                              amount_of(PLAN_PROCESSOR));
  Plan *large = plan_new(program->arena, KERNEL_TILE, 0, PLAN_TILE_LARGE);
  return plan_choose(planning, builder, "square", THRESHOLD_THREADS,
                     demands_guard(&demands, squares), large, plan);
}

static Plan *plan_sweep(Planning *planning, Builder *builder, const Product *product,
                        Plan *otherwise) {
  Atom points = count_points(builder, &product->nest);
  Demands demands = demands_new(builder);
  demands_least(&demands, PLAN_SWEEP_POINTS, dim_atom(points));
  demands_least(&demands, PLAN_SWEEP_STEPS, product->reduce->exp->as.par->space[0]);
  if (!demands.is_possible) {
    plan_refuse(planning, KERNEL_SWEEP, "there are few points or few steps", product->reduce->span);
    return otherwise;
  }
  Atom work = demands_guard(&demands, amount_times(builder, points, amount_of(PLAN_SWEEP_WORK)));
  Plan *plan = plan_new(planning->program->arena, KERNEL_SWEEP, 0, 0);
  return plan_choose(planning, builder, "sweep", THRESHOLD_THREADS, work, plan, otherwise);
}

bool plan_team(const Planning *planning, const Stm *stm, Team *team) {
  return team_find(planning->scratch, stm, planning->program->block_size, team);
}

// Bytes of fast memory for what the threads of a block exchange, and for the arrays that they
// share.
static Atom count_bytes(Builder *builder, const Team *team) {
  enum { ALIGNMENT = 16, SLOTS = 32 * 8 };
  Atom sum = amount_of((int64_t)(team->fold_count > 0 ? team->fold_count : 1) * SLOTS);
  for (size_t i = 0; i < team->allocs.count; i++) {
    const Exp *alloc = team->allocs.data[i]->exp;
    Atom bytes = amount_of(scalar_info(alloc->as.to)->width / 8);
    for (size_t k = 0; k < alloc->arg_count; k++)
      bytes = amount_times(builder, bytes, team_size(team, alloc->args[k]));
    Atom gaps = amount_divided(builder, bytes, amount_of(TEAM_GAPS));
    bytes = build_binary(builder, "bytes", OP_ADD, bytes, gaps);
    bytes = build_binary(builder, "bytes", OP_ADD, bytes, amount_of(ALIGNMENT));
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

Atom plan_is_too_large(Planning *planning, Builder *builder, const Team *team) {
  return plan_reaches(planning, builder, "fast", THRESHOLD_FAST, count_bytes(builder, team));
}

// The size of the rows of which the threads of a team may have several elements each, if it is
// known where `inside` is not; otherwise 0.
static Atom item_rows(const Team *team, const VarSet *inside) {
  for (size_t i = 0; i < team->pars.count && team->points == 0; i++) {
    Dim row = team->pars.data[i]->space[0];
    if (team_has_items(team->pars.data[i]) && !(row.var && varset_has(inside, row.var)))
      return dim_size(row);
  }
  return amount_of(0);
}

Plan *plan_by_team(Planning *planning, Builder *builder, const Par *par, const Team *team,
                   const VarSet *inside) {
  Plan *plan = plan_new(planning->program->arena, KERNEL_BLOCK, 0, 0);
  Atom rows = item_rows(team, inside), points = amount_of(1);
  if (planning->program->block_size > 0 || atom_is_i64(rows, 0)) return plan;
  for (size_t i = 0; i < par->rank; i++) {
    if (par->space[i].var && varset_has(inside, par->space[i].var)) return plan;
    points = amount_times(builder, points, dim_size(par->space[i]));
  }
  Atom units = amount_divided(builder, rows, amount_of(PLAN_ITEMS_UNIT));
  Plan *items = plan_new(planning->program->arena, KERNEL_BLOCK_ITEMS, 0, 0);
  return plan_choose(planning, builder, "items", PLAN_ITEMS_WORK,
                     amount_times(builder, points, units), items, plan);
}

// A block of threads for each point, unless its arrays are too much for fast memory.
static Plan *plan_block(Planning *planning, Builder *builder, const Stm *stm, const Team *team,
                        Plan *otherwise) {
  const Par *par = stm->exp->as.par;
  VarSet inside = bound_vars_par(planning->scratch, par);
  Plan *plan = plan_by_team(planning, builder, par, team, &inside);
  if (planning->program->block_size > 0) check_fast(planning, team);
  if (team->allocs.count == 0 || planning->program->block_size > 0) return plan;
  return plan_choice(planning->program->arena, plan_is_too_large(planning, builder, team),
                     otherwise, plan);
}

// Pars at level block are loops of one thread then: nobody would notice but by the clock.
static void warn_unshared(Planning *planning, const Stm *stm, const Team *team) {
  Span where = span_is_known(team->obstacle.where) ? team->obstacle.where : stm->span;
  diag_warning(planning->diag, ERROR_UNSHARED, where,
               "a block of threads cannot share this, so one thread runs each point: %s",
               team->obstacle.why);
}

Plan *plan_map(Planning *planning, Builder *builder, const Stm *stm) {
  Product product;
  Team team;
  bool has_blocks = par_has_blocks(stm->exp->as.par);
  if (has_blocks && plan_team(planning, stm, &team))
    return plan_block(planning, builder, stm, &team,
                      plan_new(planning->program->arena, KERNEL_MAP, 1, 0));
  if (has_blocks) {
    warn_unshared(planning, stm, &team);
    plan_refuse(planning, KERNEL_BLOCK, team.obstacle.why, team.obstacle.where);
  }
  Plan *plan = plan_rows(planning, builder, stm);
  if (product_find(planning->scratch, stm, KERNEL_TILE, &product))
    return plan_tile(planning, builder, &product, plan);
  plan_refuse(planning, KERNEL_TILE, product.obstacle.why, product.obstacle.where);
  if (product_find(planning->scratch, stm, KERNEL_SWEEP, &product))
    return plan_sweep(planning, builder, &product, plan);
  plan_refuse(planning, KERNEL_SWEEP, product.obstacle.why, product.obstacle.where);
  return plan;
}
