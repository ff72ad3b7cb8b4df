// A par whose points are done by blocks of threads (mem/team.h).
//
//   par@grid (i < n) by block {              kernel block: for point i, in each thread
//     let ys = par@block (j < m) { … }         team { for team j from lane to m { … } }
//     let s = par@block (j < m) { reduce … }   barrier
//     …                                        team { for team j … sum = sum + ys[j] … }
//   }                                          fold sum
//
// What is between the pars is done by all threads, with the same values; what it writes to memory
// one of them writes. There is a barrier in front of everything that writes what others may be
// reading, and after everything that writes, unless nothing needs it (imp_barriers.c). How values
// of all threads are combined is in device_fold.c.
#include "ir/par.h"
#include "ir/plan.h"
#include "ir/type.h"
#include "lower/device/device.h"
#include "mem/team.h"

// ---- Barriers ----

static bool is_quiet(const ImpStm *stm) {
  if (stm->kind == IMP_STM_NOTE) return true;
  return stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_SCALAR &&
         (!stm->as.set.value || !lower_has_load(stm->as.set.value));
}

// All threads wait, unless they have just done so.
void team_wait(Lower *lower) {
  const ImpStms *stms = lower->out.stms;
  for (size_t i = stms->count; i-- > 0;) {
    if (stms->data[i]->kind == IMP_STM_BARRIER) return;
    if (!is_quiet(stms->data[i])) break;
  }
  imp_barrier(&lower->out);
}

ImpBuilder team_alone(Lower *lower) {
  team_wait(lower);
  ImpBuilder saved = lower->out;
  ImpExp *is_first = imp_binary(lower->imp, OP_EQ, imp_lane(lower->imp), imp_i64(lower->imp, 0));
  ImpStm *test = imp_if(&lower->out, is_first);
  lower->out = imp_into(&saved, &test->as.branch.body);
  return saved;
}

// ---- Points that are dealt out ----

// How many points the first dimensions of a par have.
static ImpExp *count_points(Lower *lower, const Par *par, size_t rank) {
  ImpExp *count = imp_i64(lower->imp, 1);
  for (size_t i = 0; i < rank; i++)
    count = imp_mul(lower->imp, count, lower_dim(lower, par->space[i]));
  if (count->kind == IMP_CONST || count->kind == IMP_VAR) return count;
  return imp_use(lower->imp, imp_let(&lower->out, name_of(lower, "points"), count));
}

// Binds the indices of the first dimensions to those of a point.
static void bind_point(Lower *lower, const Par *par, size_t rank, ImpExp *point, ImpExp **outer) {
  Grid grid = {.lower = lower, .par = par};
  for (size_t i = rank; i-- > 0;) {
    outer[i] = i > 0 ? grid_split_index(&grid, &point, lower_dim(lower, par->space[i]),
                                        par->indices[i]->name)
                     : point;
    bind_alias(lower, par->indices[i], outer[i]);
  }
}

// Opens the loop of a team over this many points. Statements go to its body.
static ImpExp *deal_out(Lower *lower, ImpExp *count) {
  ImpStm *team = imp_team(&lower->out);
  ImpVar *index = loop_index(lower, "at");
  ImpBuilder inside = imp_into(&lower->out, &team->as.branch.body);
  ImpFor *loop = imp_for(&inside, IMP_FOR_TEAM, index, imp_lane(lower->imp), count);
  lower->out = imp_into(&lower->out, &loop->body);
  lower->is_team = false;
  return imp_use(lower->imp, index);
}

void team_points(Lower *lower, ParState *state) {
  const Par *par = state->par;
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, par->rank + 1);
  ImpExp *count = count_points(lower, par, par->rank);
  ImpBuilder saved = lower->out;
  bind_point(lower, par, par->rank, deal_out(lower, count), indices);
  par_emit_point(lower, state);
  lower->out = saved;
  lower->is_team = true;
}

// Each thread does whole segments of the innermost dimension.
static void emit_segments(Lower *lower, ParState *state) {
  const Par *par = state->par;
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, par->rank + 1);
  ImpExp *count = count_points(lower, par, par->rank - 1);
  ImpBuilder saved = lower->out;
  bind_point(lower, par, par->rank - 1, deal_out(lower, count), outer);
  par_emit_segment(lower, state, outer);
  lower->out = saved;
  lower->is_team = true;
}

// ---- What threads have to themselves ----

ImpVar *team_own(const Lower *lower, const Var *array) {
  return lower->own ? map_get(lower->own, map_key(array)) : NULL;
}

static bool is_own(const Lower *lower, const Var *var) {
  return lower->own && map_find(lower->own, map_key(var), NULL);
}

// Where its elements are is declared.
static void declare_own(Lower *lower, const Var *var) {
  if (!is_own(lower, var)) return;
  int64_t count =
      lower->options.target.has_warps && !lower->options.is_plain ? 1 : var->type->dims[0].size;
  map_put(lower->own, map_key(var), imp_local(&lower->out, var->name, var->type->scalar, count));
}

// to[j] := from[j]: both are one thread's.
static void copy_own(Lower *lower, const Var *to, const Var *from) {
  ImpBuilder saved = lower->out;
  ImpExp *at = deal_out(lower, lower_dim(lower, to->type->dims[0]));
  Region there = region_at(lower, region_of(lower, to), &at, 1);
  Region here = region_at(lower, region_of(lower, from), &at, 1);
  region_store(lower, &there, region_load(lower, &here));
  lower->out = saved;
  lower->is_team = true;
}

bool team_copy_own(Lower *lower, const Var *to, const Var *from) {
  if (!is_own(lower, to)) return false;
  declare_own(lower, to);
  copy_own(lower, to, from);
  return true;
}

void team_begin_loop(Lower *lower, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < loop->param_count; i++) {
    declare_own(lower, loop->params[i]);
    if (is_own(lower, loop->params[i])) copy_own(lower, loop->params[i], stm->exp->args[i].var);
  }
}

// All of them before any changes.
void team_next_round(Lower *lower, const Loop *loop) {
  Vars next = {0};
  for (size_t i = 0; i < loop->param_count; i++) {
    Var *result = loop->body->results[i].var;
    if (!is_own(lower, loop->params[i]) || result == loop->params[i]) continue;
    Var *copy = var_like(lower->program, result, result->type);
    map_put(lower->own, map_key(copy), copy);
    declare_own(lower, copy);
    copy_own(lower, copy, result);
    vec_push(lower->arena, &next, copy);
  }
  for (size_t i = 0, k = 0; i < loop->param_count; i++) {
    if (!is_own(lower, loop->params[i]) || loop->body->results[i].var == loop->params[i]) continue;
    copy_own(lower, loop->params[i], next.data[k++]);
  }
}

void team_end_loop(Lower *lower, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < loop->param_count; i++)
    if (is_own(lower, stm->vars[i]))
      map_put(lower->own, map_key(stm->vars[i]), team_own(lower, loop->params[i]));
}

// ---- The par of a team ----

void lower_par_team(Lower *lower, const Stm *stm) {
  ParState state;
  par_state_init(lower, &state, stm);
  state.is_shared = true;
  for (size_t i = 0; i < stm->var_count; i++)
    declare_own(lower, stm->vars[i]);
  team_wait(lower);
  if (team_goes_in_order(state.par))
    fold_in_rounds(lower, &state);
  else if (!team_combines(state.par))
    team_points(lower, &state);
  else if (state.par->rank > 1)
    emit_segments(lower, &state);
  else
    fold_sums(lower, &state);
  team_wait(lower);
}

// ---- The kernel ----

// Elements of a block, at least 0.
static ImpExp *alloc_count(Lower *lower, const Team *team, const Stm *stm) {
  ImpProgram *imp = lower->imp;
  ImpExp *count = imp_i64(imp, 1);
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Atom known = team_size(team, stm->exp->args[i]);
    ImpExp *size = lower_atom(lower, known);
    if (known.var) size = imp_binary(imp, OP_SMAX, size, imp_i64(imp, 0));
    count = imp_mul(imp, count, size);
  }
  return count;
}

// On the host: where each array is in fast memory, and how much there is of it.
static ImpExp **place_arrays(Lower *lower, const Team *team, ImpExp *has_gaps, ImpExp **room) {
  enum { ALIGNMENT = 16 };
  ImpProgram *imp = lower->imp;
  ImpExp **offsets = arena_array(lower->arena, ImpExp *, team->allocs.count + 1);
  ImpExp *end = imp_i64(imp, 0);
  for (size_t i = 0; i < team->allocs.count; i++) {
    const Stm *stm = team->allocs.data[i];
    int64_t width = scalar_info(stm->exp->as.to)->width / 8;
    ImpExp *bytes = imp_mul(imp, alloc_count(lower, team, stm), imp_i64(imp, width));
    ImpExp *gaps = imp_binary(imp, OP_SQUOT, bytes, imp_i64(imp, TEAM_GAPS));
    gaps = imp_binary(imp, OP_MUL, gaps, has_gaps);
    bytes = imp_add(imp, imp_add(imp, bytes, gaps), imp_i64(imp, ALIGNMENT - 1));
    bytes = imp_binary(imp, OP_AND, bytes, imp_i64(imp, -ALIGNMENT));
    offsets[i] = end;
    end = imp_use(imp, imp_let(&lower->out, name_of(lower, "end"), imp_add(imp, end, bytes)));
  }
  *room = end;
  return offsets;
}

// The larger one; `most` is the largest of some.
static ImpExp *larger(Lower *lower, ImpExp *most, ImpExp *points) {
  for (const ImpExp *exp = most; exp->kind == IMP_OP && exp->as.op.op == OP_SMAX;
       exp = exp->as.op.args[0])
    if (imp_equal(exp->as.op.args[1], points)) return most;
  return imp_binary(lower->imp, OP_SMAX, most, points);
}

static bool is_repeated(const Team *team, const Par *par) {
  if (team->repeated.count == 0) return true;
  for (size_t i = 0; i < team->repeated.count; i++)
    if (team->repeated.data[i] == par) return true;
  return false;
}

// So many that each has about as many items as it may have, and whole warps.
static ImpExp *fewer_lanes(Lower *lower, ImpExp *most) {
  ImpProgram *imp = lower->imp;
  ImpExp *up = imp_add(imp, most, imp_i64(imp, PLAN_ITEMS - 1));
  ImpExp *least = imp_binary(imp, OP_SQUOT, up, imp_i64(imp, PLAN_ITEMS));
  return imp_binary(imp, OP_SMAX, least, imp_i64(imp, PLAN_ROWS_LEAST));
}

// As many threads as the source says; or one for each point, where all pars are over one space that
// fits a block and has a constant size; or the most points that a par has which is dealt out, as
// far as the host knows. If there are loops, what is in them counts, and a share of what is done
// once. Threads that have items are fewer.
static ImpExp *most_lanes(Lower *lower, const Par *outer, const Team *team, int64_t known) {
  enum { SOME = 256, LANES_MOST = 256 }; // more take longer at barriers than they gain
  enum { ONCE = 16 };                    // points of what is done once, for a thread
  ImpProgram *imp = lower->imp;
  if (known > 0) return imp_i64(imp, known);
  VarSet inside = bound_vars_par(lower->arena, outer);
  ImpExp *most = imp_i64(imp, 1);
  for (size_t i = 0; i < team->pars.count; i++) {
    const Par *par = team->pars.data[i];
    ImpExp *points = imp_i64(imp, 1);
    for (size_t k = 0; k < par->rank; k++) {
      Dim dim = par->space[k];
      bool is_known = !dim.var || !varset_has(&inside, dim.var);
      points = imp_mul(imp, points, is_known ? lower_dim(lower, dim) : imp_i64(imp, SOME));
    }
    if (!is_repeated(team, par)) points = imp_binary(imp, OP_SQUOT, points, imp_i64(imp, ONCE));
    most = larger(lower, most, points);
  }
  if (lower->has_items) most = fewer_lanes(lower, most);
  most = imp_binary(imp, OP_SMIN, most, imp_i64(imp, LANES_MOST));
  return imp_use(imp, imp_let(&lower->out, name_of(lower, "lanes"), most));
}

static void bind_array(Lower *lower, const Stm *alloc, ImpVar *room, ImpExp *offset) {
  Var *var = alloc->vars[0];
  ImpVar *mine = imp_block(&lower->out, var->name);
  mine->is_fast = true;
  imp_share(&lower->out, mine, room, SCALAR_I8, offset);
  bind_block(lower, var, mine, true);
  lower->bound[var->index].is_hoisted = true;
}

// In the kernel: the arrays that threads share, and those that they have to themselves.
static void bind_arrays(Lower *lower, const Team *team, ImpExp *const *offsets) {
  ImpVar *room = imp_var(lower->imp, IMP_BLOCK, SCALAR_I8, name_of(lower, "room"));
  room->access = name_of(lower, "room");
  room->is_fast = true;
  for (size_t i = 0; i < team->allocs.count; i++)
    bind_array(lower, team->allocs.data[i], room, part_take(lower, "offset", offsets[i]));
  for (size_t i = 0; i < team->idle.count; i++)
    bind_array(lower, team->idle.data[i], room, imp_i64(lower->imp, 0));
  lower->own = NULL;
  if (varset_count(&team->own) == 0) return;
  lower->own = map_new(lower->arena);
  Var *var;
  for (size_t cursor = 0; varset_each(&team->own, &cursor, &var);)
    map_put(lower->own, map_key(var), NULL);
}

static size_t own_words(const Team *team) {
  size_t bits = 0;
  Var *var;
  for (size_t cursor = 0; varset_each(&team->own, &cursor, &var);)
    bits += (size_t)scalar_info(var->type->scalar)->width;
  return bits / 32;
}

static void forget_arrays(Lower *lower, const Team *team) {
  for (size_t i = 0; i < team->allocs.count; i++)
    lower->bound[team->allocs.data[i]->vars[0]->index].is_hoisted = false;
  for (size_t i = 0; i < team->idle.count; i++)
    lower->bound[team->idle.data[i]->vars[0]->index].is_hoisted = false;
  lower->own = NULL;
}

void launch_block(Grid *grid, bool has_items) {
  Lower *lower = grid->lower;
  Team team;
  if (!team_find(lower->arena, grid->stm, lower->program->block_size, &team))
    INTERNAL_ERROR("a plan for a block of threads that cannot share a point: %s",
                   team.obstacle.why);
  ParState state = grid_state(grid);
  ImpExp *size = grid_points(grid, &state, grid->par->rank), *room;
  ImpExp *has_gaps = imp_i64(lower->imp, 0);
  ImpExp **offsets = place_arrays(lower, &team, has_gaps, &room);
  int64_t threads = lower->program->block_size > 0 ? lower->program->block_size : team.points;
  lower->has_items = has_items;
  ImpExp *lanes = most_lanes(lower, grid->par, &team, threads);
  kernel_open(grid, IMP_SKELETON_BLOCK, size, grid_cost(grid));
  grid->kernel->as.block = (ImpBlockKernel){.fold_count = team.fold_count,
                                            .threads = threads,
                                            .own_words = own_words(&team),
                                            .has_gaps = has_gaps};
  function_open(grid, IMP_ROLE_POINT);
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, grid->par->rank + 1);
  bind_arrays(lower, &team, offsets);
  grid_bind_indices(grid, &state, grid->par->rank, indices);
  lower->is_team = true;
  par_emit_point(lower, &state);
  lower->is_team = false;
  function_close(grid, IMP_ROLE_POINT);
  forget_arrays(lower, &team);
  ImpLaunch *launch = kernel_close(grid, size);
  launch->lanes = lanes;
  launch->room = room;
}
