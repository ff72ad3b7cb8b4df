// blocks: a version in which a block of threads shares each point of a nest.
//
//   needs      Flat
//   gives      Flat
//   may skip   yes
//
//   let ys: [n][m]f32 = par@grid (i < n) { loop … { … par@thread (j < m) … par@thread (j < m) … } }
//     becomes
//   let is_block: bool = threshold "block_1" for block from 32, m
//   let ys: [n][m]f32 = if is_block
//     then par@grid (i < n) { loop … { … par@block (j < m) … par@block (j < m) … } }
//     else par@grid (i < n) { loop … { … par@thread (j < m) … par@thread (j < m) … } }
//
// A point that goes through several pars would run on one thread, or each of the pars be a kernel
// of its own for all points, with everything between them in the device's memory, in each round of
// a loop. A block of threads keeps it in fast memory instead. The degree of parallelism is that of
// the point: how many threads have something to do. What one par after the other needs must fit
// into fast memory, which the pass `plan` asks again when places are known; so sizes must be known
// in front of the kernel, or have room in one that is (analysis/room.h). What computes sizes from
// what is known there moves there. Points with one par have kernels that are as fast (doc/gpu.md).
//
// A long loop without a par is one thread's work, and so is its point, unless a loop with pars is
// as long.
//
// Maps in maps are one space in such a version: `par@block (i < n, j < m)`. The pass runs once more
// after flattening, for the pars that it makes: their points have several dimensions, and what
// was not taken apart any further inside.
//
// Where a point as a whole is too much, but has pars inside whose points a block could share, say
// one for each row in a loop, they are in the version, which flatten makes points of the host:
//
//   par@grid (i < n) { loop … { par@thread (j < m) { … par@block (k < l) … par@block (k < l) … } }
//   }
//
// A source that says how large its blocks are says what they do, too: it gets no versions.
//
// A loop of the host over small pars is one point of its own, if there is little to do in a round:
// a kernel takes longer to launch than to run.
//
//   let ys: [m]f32 = loop (a: [m]f32 = xs) for i < k do { … par@grid (j < m) … par@grid (j < m) … }
//     becomes, beside itself,
//   let all: [1][m]f32 = par@grid (one < 1) {
//     let xs_copy: [m]f32 = copy xs
//     let ys: [m]f32 = loop (a: [m]f32 = xs_copy) for i < k do { … par@block … par@block … }
//     map ys
//   }
//   let ys: [m]f32 = index all[0]
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "analysis/room.h"
#include "flat/flat.h"
#include "flat/flat_internal.h"
#include "flat/wishes.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"

enum {
  LANES_LEAST = 32,    // a warp: fewer are better off with a thread for each point
  LOCAL_ELEMENTS = 64, // of an array that a thread may have for itself
  LANES_MOST = 4096    // points of a par that is worth one block
};

typedef struct Blocks {
  Program *program;
  Diag *diag;
  Mapper mapper;
  FlatBudget budget;
  Map *thresholds;    // Var -> the Exp that it is: conditions of versions
  Map *rooms;         // of sizes that points compute
  bool is_in_version; // its loops are there for many points, not for few
} Blocks;

// What is found out about a point.
typedef struct BlockSurvey {
  Arena *arena;
  const Map *rooms; // of sizes that points compute
  RoomStms sizes;   // statements of the point that compute what could be known in front of it
  VarSet inside;    // what the point binds, without those
  ParLevel level;   // of the pars that would be shared
  size_t pars;      // those in loops count twice, a histogram and what it begins with once
  size_t size;      // statements
  bool has_rounds;  // pars are in a loop
  Vec(const Par *) shared;
  Vec(Atom) rounds;        // how often loops with pars run, as far as that is a number
  Vec(const Stm *) serial; // long loops without
  const char *obstacle;    // what stands in the way first; NULL: nothing
  Span where;
} BlockSurvey;

static void survey_stop(BlockSurvey *survey, const Stm *stm, const char *obstacle) {
  if (survey->obstacle) return;
  survey->obstacle = obstacle;
  survey->where = stm->span;
}

// ---- What a point does ----

static bool is_known_outside(const BlockSurvey *survey, Dim dim) {
  return !dim_is_varying(dim) && (!dim.var || !varset_has(&survey->inside, dim.var));
}

// Is what an array needs known?
static bool has_room(const BlockSurvey *survey, Dim dim) {
  return is_known_outside(survey, dim) ||
         (!dim_is_varying(dim) && room_of(survey->rooms, dim.var) != NULL);
}

static Atom room_for(const BlockSurvey *survey, Dim dim) {
  return is_known_outside(survey, dim) ? dim_size(dim) : room_of(survey->rooms, dim.var)->size;
}

// Elements of an array of constant size; -1 otherwise.
static int64_t constant_count(const Type *type) {
  int64_t count = 1;
  for (size_t i = 0; i < type->rank; i++) {
    if (type->dims[i].var || type->dims[i].size > LOCAL_ELEMENTS) return -1;
    count *= type->dims[i].size;
  }
  return count;
}

// Does the thunk give the array, or what a loop makes of it?
static bool is_given(const Thunk *thunk, const Var *var) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (mode_has(thunk->outputs[i].mode, TRAIT_ELEMENTS) && thunk->outputs[i].values[0].var == var)
      return true;
  for (size_t i = 0; i < thunk->stms.count; i++) {
    const Stm *stm = thunk->stms.data[i];
    for (size_t k = 0; stm->exp->op == OP_LOOP && k < stm->exp->as.loop->param_count; k++)
      if (stm->exp->args[k].var == var && is_given(thunk, stm->vars[k])) return true;
  }
  return false;
}

static bool is_view(const Exp *exp) { return op_has(exp->op, FLAG_VIEW) || exp->op == OP_INDEX; }

// What one thread does for its element of a par: arrays that it makes are small, or the element
// itself. What a loop changes is where it was; if Mem finds another place, the version is not
// taken.
static bool is_thread_work(const Stms *stms, const Thunk *thunk) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    const Exp *exp = stm->exp;
    if (exp->op == OP_CALL || exp->op == OP_WITH_ACC || exp->op == OP_EFFECT ||
        exp->op == OP_RECEIVE)
      return false;
    for (size_t k = 0; k < stm->var_count; k++) {
      const Type *type = stm->vars[k]->type;
      if (type->kind != TYPE_SCALAR && type->kind != TYPE_ARRAY && type->kind != TYPE_CERT &&
          type->kind != TYPE_ACC)
        return false;
      if (!type_is_array(type) || is_view(exp) || exp->op == OP_UPDATE) continue;
      if (type_is_irregular(type)) return false;
      bool is_small = constant_count(type) >= 0 && constant_count(type) <= LOCAL_ELEMENTS;
      if (!is_small && !(thunk && is_given(thunk, stm->vars[k]))) return false;
    }
    if (exp->op == OP_PAR) {
      const Par *par = exp->as.par;
      if (!is_thread_work(&par->body.stms, &par->body) ||
          !is_thread_work(&par->epilogue.stms, NULL))
        return false;
    }
    if (exp->op == OP_LOOP &&
        (!is_thread_work(&exp->as.loop->body->stms, NULL) ||
         (exp->as.loop->condition && !is_thread_work(&exp->as.loop->condition->stms, NULL))))
      return false;
    for (size_t k = 0;
         (exp->op == OP_IF || exp->op == OP_SWITCH) && k < exp->as.branches.body_count; k++)
      if (!is_thread_work(&exp->as.branches.bodies[k]->stms, NULL)) return false;
  }
  return true;
}

// Why a block cannot share out the output; NULL when it can.
static const char *output_obstacle(const Output *output) {
  bool is_plain = true;
  for (size_t i = 0; i < output->value_count; i++)
    is_plain = is_plain && (mode_has(output->mode, TRAIT_ELEMENTS | TRAIT_REPLACES) ||
                            atom_type(output->values[i])->kind == TYPE_SCALAR);
  if (mode_has(output->mode, TRAIT_ELEMENTS | TRAIT_REPLACES)) return NULL;
  if (mode_has(output->mode, TRAIT_DROPS)) return is_plain ? NULL : "a filter of rows";
  if (mode_has(output->mode, TRAIT_FOLDS)) {
    if (!is_plain) return "an operator that combines arrays";
    return operator_is_plain(output->op->body) ? NULL : "an operator that may fail, or has loops";
  }
  if (mode_has(output->mode, TRAIT_ADDS)) {
    if (!is_plain && !output_is_by_element(output)) return "an operator that combines arrays";
    return operator_is_plain(output->op->body) ? NULL : "an operator that may fail, or has loops";
  }
  return NULL;
}

static const char *thunk_obstacle(const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const char *obstacle = output_obstacle(&thunk->outputs[i]);
    if (obstacle) return obstacle;
  }
  return NULL;
}

// What is combined of prefixes once, and not in rounds, all points together do as fast.
static const char *par_obstacle(Arena *arena, const Par *par, ParLevel level, bool is_repeated) {
  if (par->level != level || par->rank == 0) return "a loop that asks for another level";
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return "rows of different lengths";
  const char *obstacle = thunk_obstacle(&par->body);
  if (!obstacle) obstacle = thunk_obstacle(&par->epilogue);
  if (obstacle) return obstacle;
  bool is_whole = !thunk_has(&par->body, TRAIT_SORTS) &&
                  thunk_has_only(&par->epilogue, TRAIT_ELEMENTS | TRAIT_REPLACES);
  bool is_once = par->has_epilogue && !is_repeated;
  if (!is_whole && (is_once || !blocks_can_take_apart(arena, par)))
    return par->has_epilogue ? "prefixes that are combined" : "a partition";
  if (is_thread_work(&par->body.stms, &par->body) && is_thread_work(&par->epilogue.stms, NULL))
    return NULL;
  return "a thread that makes a large array, or calls a function";
}

static void survey_stms(BlockSurvey *survey, const Stms *stms, bool is_repeated);

static void survey_results(BlockSurvey *survey, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    bool is_array = type_is_array(type);
    if (type->kind != TYPE_SCALAR && type->kind != TYPE_CERT && type->kind != TYPE_ACC && !is_array)
      survey_stop(survey, stm, "an effect");
    if (!is_array || is_view(stm->exp)) continue;
    // What is kept fills a part of what it was chosen from.
    bool is_kept = stm->exp->op == OP_PAR && type->rank == 1 && type->dims[0].var && i > 0 &&
                   type->dims[0].var == stm->vars[0];
    if (type_is_irregular(type)) survey_stop(survey, stm, "rows of different lengths");
    for (size_t k = 0; k < type->rank && !is_kept; k++)
      if (!has_room(survey, type->dims[k]))
        survey_stop(survey, stm, "an array whose size is only known at the point");
  }
}

static bool is_long(Atom count) {
  return count.var || constant_to_i64(count.constant) > LOCAL_ELEMENTS;
}

// All threads go through a loop without pars, with the same values.
static void survey_rounds(BlockSurvey *survey, const Stm *stm, size_t pars) {
  const Exp *loop = stm->exp;
  bool is_serial = survey->pars == pars, has_arrays = false;
  for (size_t i = 0; i < loop->as.loop->param_count; i++)
    has_arrays = has_arrays || type_is_array(loop->as.loop->params[i]->type);
  if (!is_serial && loop->as.loop->index)
    vec_push(survey->arena, &survey->rounds, loop_bound(loop));
  if (is_serial && (loop->as.loop->index ? is_long(loop_bound(loop)) : has_arrays))
    vec_push(survey->arena, &survey->serial, stm);
}

// Nothing in a long loop without pars is for the threads to share out: that is little work only if
// another loop, of which they share the rounds, is as long.
static void survey_serial(BlockSurvey *survey) {
  for (size_t i = 0; i < survey->serial.count; i++) {
    const Stm *stm = survey->serial.data[i];
    bool is_little = false;
    for (size_t k = 0; stm->exp->as.loop->index && k < survey->rounds.count; k++)
      is_little = is_little || atom_equal(survey->rounds.data[k], loop_bound(stm->exp));
    if (!is_little) survey_stop(survey, stm, "a long loop with nothing to share out");
  }
}

// Has the device a kernel for just this, over the points of all?
static bool is_histogram(const Par *par) {
  const Output *output = par->body.outputs;
  return par->body.output_count == 1 && mode_has(output->mode, TRAIT_ADDS) &&
         atom_type(output->values[0])->kind == TYPE_SCALAR;
}

static void survey_stm(BlockSurvey *survey, const Stm *stm, bool is_repeated) {
  const Exp *exp = stm->exp;
  survey->size++;
  survey_results(survey, stm);
  if (exp->op == OP_PAR) {
    survey->pars += is_repeated ? 2 : !is_histogram(exp->as.par);
    survey->has_rounds = survey->has_rounds || is_repeated;
    const char *obstacle = par_obstacle(survey->arena, exp->as.par, survey->level, is_repeated);
    if (obstacle) survey_stop(survey, stm, obstacle);
    vec_push(survey->arena, &survey->shared, exp->as.par);
    survey->size += exp->as.par->body.stms.count;
  } else if (exp->op == OP_LOOP) {
    size_t pars = survey->pars;
    if (exp->as.loop->condition) survey_stms(survey, &exp->as.loop->condition->stms, true);
    survey_stms(survey, &exp->as.loop->body->stms, true);
    survey_rounds(survey, stm, pars);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      survey_stms(survey, &exp->as.branches.bodies[i]->stms, is_repeated);
  } else if (exp->op == OP_WITH_ACC) {
    const WithAcc *with_acc = exp->as.with_acc;
    for (size_t i = 0; i < with_acc->acc_count; i++)
      if (with_acc->accs[i].op && !operator_is_plain(with_acc->accs[i].op->body))
        survey_stop(survey, stm, "an operator that may fail, or has loops");
    survey_stms(survey, &with_acc->body->stms, is_repeated);
  } else if (exp->op == OP_ACC_UPDATE) {
    survey_stop(survey, stm, "an element that all threads would write to an accumulator");
  } else if (exp->op == OP_CALL || exp->op == OP_EFFECT || exp->op == OP_RECEIVE) {
    survey_stop(survey, stm, exp->op == OP_CALL ? "a call of a function" : "an effect");
  }
}

static void survey_stms(BlockSurvey *survey, const Stms *stms, bool is_repeated) {
  for (size_t i = 0; i < stms->count; i++)
    survey_stm(survey, stms->data[i], is_repeated);
}

// What is only known in the point.
static void survey_inside(BlockSurvey *survey, const Par *par) {
  survey->inside = bound_vars_par(survey->arena, par);
  survey->sizes = room_liftable(survey->arena, par);
  for (size_t i = 0; i < survey->sizes.count; i++)
    map_remove(survey->inside.map, map_key(survey->sizes.data[i]->vars[0]));
}

// Is a point worth a block of threads? One par has a kernel of its own.
static bool is_candidate(const Stm *stm, ParLevel level, BlockSurvey *survey) {
  const Par *par = stm->exp->as.par;
  if (par->level != level || par->has_epilogue || par->consumed_count + par->acc_count > 0)
    return false;
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return false;
  if (!thunk_has_only(&par->body, TRAIT_ELEMENTS)) return false;
  for (size_t i = 0; i < stm->var_count; i++)
    if (type_is_irregular(stm->vars[i]->type)) return false;
  if (par->rank == 0 || stm->var_count == 0) return false;
  survey->level = PAR_THREAD;
  if (level == PAR_GRID) survey_inside(survey, par);
  survey_stms(survey, &par->body.stms, false);
  survey_serial(survey);
  if (survey->size > COST_CODE_POINT)
    survey_stop(survey, stm, "more statements than are worth a second version");
  return !survey->obstacle && survey->pars > 1;
}

// ---- The shared version ----

// The only par in a map of rows, which makes all of them; NULL when there is none.
static Stm *row_map(Arena *arena, const Par *par) {
  Stm *row = NULL;
  VarSet bound = bound_vars_stms(arena, &par->body.stms);
  if (par->has_epilogue) return NULL;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *stm = par->body.stms.data[i];
    if (stm->exp->op == OP_PAR && row) return NULL;
    if (stm->exp->op == OP_PAR)
      row = stm;
    else if (!cost_is_within(stm->exp, COST_LIMIT_LIGHT))
      return NULL;
  }
  if (!row || row->var_count != par->body.output_count || row->exp->as.par->has_epilogue ||
      row->exp->as.par->consumed_count > 0)
    return NULL;
  const Par *inner = row->exp->as.par;
  for (size_t i = 0; i < inner->rank; i++)
    if (inner->space[i].var && varset_has(&bound, inner->space[i].var)) return NULL;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (!mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS) ||
        !mode_has(inner->body.outputs[i].mode, TRAIT_ELEMENTS) ||
        par->body.outputs[i].values[0].var != row->vars[i])
      return NULL;
  return row;
}

// Makes one space of a map of maps.
static void join_rows(Program *program, Par *par) {
  Arena *arena = program->arena;
  for (Stm *row; (row = row_map(arena, par));) {
    Par *inner = row->exp->as.par;
    uint32_t rank = par->rank + inner->rank;
    Dim *space = arena_array(arena, Dim, rank);
    Var **indices = arena_array(arena, Var *, rank);
    Stms stms = {0};
    for (size_t i = 0; i < rank; i++) {
      space[i] = i < par->rank ? par->space[i] : inner->space[i - par->rank];
      indices[i] = i < par->rank ? par->indices[i] : inner->indices[i - par->rank];
    }
    for (size_t i = 0; i < par->body.stms.count; i++)
      if (par->body.stms.data[i] != row) vec_push(arena, &stms, par->body.stms.data[i]);
    for (size_t i = 0; i < inner->body.stms.count; i++) {
      if (row->cert_count > 0) needs_add(program, inner->body.stms.data[i], row);
      vec_push(arena, &stms, inner->body.stms.data[i]);
    }
    par->space = space;
    par->indices = indices;
    par->rank = rank;
    par->body = inner->body;
    par->body.stms = stms;
  }
}

// What a loop begins with is in fast memory, as what it goes on with: a part of an array that the
// point only looks at is copied.
static void own_inits(Program *program, Stm *stm, const VarSet *made, Stms *out) {
  Builder builder = builder_new(program, out, stm->span);
  for (size_t i = 0; i < stm->exp->as.loop->param_count; i++) {
    Atom init = stm->exp->args[i];
    if (type_is_array(atom_type(init)) && !varset_has(made, init.var))
      stm->exp->args[i] =
          atom_var(build_let(&builder, "given", exp_new(program, OP_COPY, &init, 1)));
  }
}

// Pars of the point itself are for the block. `made` is what the point makes, and does not only
// look at.
static void share_stms(Program *program, Stms *stms, VarSet *made) {
  Stms shared = {0}, parts = {0};
  for (size_t i = 0; i < stms->count; i++)
    blocks_take_apart(program, stms->data[i], &parts);
  for (size_t i = 0; i < parts.count; i++) {
    Stm *stm = parts.data[i];
    Exp *exp = stm->exp;
    if (exp->op == OP_PAR) {
      join_rows(program, exp->as.par);
      exp->as.par->level = PAR_BLOCK;
    } else if (exp->op == OP_LOOP) {
      own_inits(program, stm, made, &shared);
      for (size_t k = 0; k < exp->as.loop->param_count; k++)
        varset_add(made, exp->as.loop->params[k]);
      if (exp->as.loop->condition) share_stms(program, &exp->as.loop->condition->stms, made);
      share_stms(program, &exp->as.loop->body->stms, made);
    } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
      for (size_t k = 0; k < exp->as.branches.body_count; k++)
        share_stms(program, &exp->as.branches.bodies[k]->stms, made);
    } else if (exp->op == OP_WITH_ACC) {
      share_stms(program, &exp->as.with_acc->body->stms, made);
    }
    bool is_of_made = is_view(exp) && varset_has(made, exp->args[0].var);
    for (size_t k = 0; k < stm->var_count && (is_of_made || !is_view(exp)); k++)
      varset_add(made, stm->vars[k]);
    vec_push(program->arena, &shared, stm);
  }
  *stms = shared;
}

static void share_point(Program *program, Stms *stms) {
  VarSet made = varset_new(program->arena);
  share_stms(program, stms, &made);
}

// ---- The choice ----

// The most points that a shared par has, as far as that is known in front of the kernel; those of
// maps in maps count.
static Atom build_lanes(Builder *builder, const BlockSurvey *survey) {
  Atom most = atom_i64(0);
  for (size_t i = 0; i < survey->shared.count; i++) {
    const Par *par = survey->shared.data[i];
    Atom points = atom_i64(1);
    for (Stm *row = NULL; par; par = row ? row->exp->as.par : NULL) {
      for (size_t k = 0; k < par->rank; k++)
        if (has_room(survey, par->space[k]))
          points = build_degree_times(builder, "lanes", points, room_for(survey, par->space[k]));
      row = row_map(survey->arena, par);
    }
    if (atom_equal(most, points)) continue;
    most = atom_is_i64(most, 0) ? points : build_binary(builder, "lanes", OP_SMAX, most, points);
  }
  return most;
}

static Body *version_of(Program *program, const Stm *stm, bool is_shared) {
  Stms stms = {0};
  Stm *copy = rename_stm(program, (Stm *)stm, subst_new(program));
  copy->certs = NULL;
  copy->cert_count = 0;
  if (is_shared) share_point(program, &copy->exp->as.par->body.stms);
  vec_push(program->arena, &stms, copy);
  Atom *results = arena_array(program->arena, Atom, copy->var_count + 1);
  for (size_t i = 0; i < copy->var_count; i++)
    results[i] = atom_var(copy->vars[i]);
  return body_new(program, stms, results, copy->var_count);
}

// The shared version where enough lanes have something to do, otherwise the statement as it is.
static void build_choice(Blocks *blocks, Builder *builder, const Stm *stm, Atom lanes,
                         int64_t least, Body *shared) {
  Program *program = blocks->program;
  Threshold threshold = {
      .name = flat_budget_take(&blocks->budget, "block"), .initial = least, .level = PAR_BLOCK};
  Atom is_block =
      atom_var(build_let(builder, "is_block", exp_threshold(program, threshold, lanes)));
  builder->certs = stm->certs;
  builder->cert_count = stm->cert_count;
  Exp *choice = exp_if(program, is_block, shared, version_of(program, stm, false));
  build_stm(builder, choice, stm->vars, stm->var_count)->attrs = stm->attrs;
}

// The lanes, or none when they are more than a block has use for: all points together have enough
// then, kernel by kernel.
static Atom build_few(Builder *builder, Atom lanes) {
  Atom is_small = build_binary(builder, "is_small", OP_SLE, lanes, atom_i64(LANES_MOST));
  Atom args[] = {is_small, lanes, atom_i64(0)};
  return atom_var(build_let(builder, "lanes", exp_new(builder->program, OP_SELECT, args, 3)));
}

// What computes sizes from what is known in front of the point moves there. It cannot fail, so it
// needs none of the point's checks.
static void lift_sizes(Program *program, Par *par, const RoomStms *sizes, Stms *out) {
  Stms rest = {0};
  size_t next = 0;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    Stm *stm = par->body.stms.data[i];
    bool is_lifted = next < sizes->count && sizes->data[next] == stm;
    if (is_lifted) {
      stm->cert_count = 0;
      next++;
    }
    vec_push(program->arena, is_lifted ? out : &rest, stm);
  }
  par->body.stms = rest;
}

static void make_versions(Blocks *blocks, const Stm *stm, const BlockSurvey *survey, Stms *out) {
  Program *program = blocks->program;
  lift_sizes(program, stm->exp->as.par, &survey->sizes, out);
  Builder builder = builder_new(program, out, stm->span);
  Atom lanes = build_lanes(&builder, survey);
  bool is_wanted = flat_wish(stm).wants_block;
  if (!survey->has_rounds && !is_wanted) lanes = build_few(&builder, lanes);
  build_choice(blocks, &builder, stm, lanes, is_wanted ? 1 : LANES_LEAST,
               version_of(program, stm, true));
}

// ---- Points inside points ----

// Points of pars inside a point that a block of threads could share.
typedef struct InnerPoints {
  Walker walker;
  Arena *arena;
  const VarSet *inside; // what the outer point binds: all of this is only known there
  Vec(Par *) found;
  BlockSurvey all; // of all of them
} InnerPoints;

static bool inner_enter(Walker *walker, Stm *stm) {
  InnerPoints *points = walker->context;
  BlockSurvey survey = {.arena = points->arena, .inside = *points->inside};
  if (stm->exp->op != OP_PAR) return true;
  if (stm->exp->as.par->rank != 1 || !is_candidate(stm, PAR_THREAD, &survey)) return true;
  vec_push(points->arena, &points->found, stm->exp->as.par);
  vec_append(points->arena, &points->all.shared, survey.shared.data, survey.shared.count);
  points->all.has_rounds = points->all.has_rounds || survey.has_rounds;
  return false;
}

static InnerPoints find_inner(Arena *arena, const Par *outer, const VarSet *inside) {
  InnerPoints points = {.arena = arena, .inside = inside};
  points.all = (BlockSurvey){.arena = arena, .inside = *inside};
  points.walker = (Walker){.context = &points, .enter = inner_enter};
  walk_thunk(&points.walker, &outer->body);
  return points;
}

// The version whose inner points are for blocks; flatten makes them points of the host.
static bool make_inner_versions(Blocks *blocks, const Stm *stm, Stms *out) {
  Program *program = blocks->program;
  const Par *par = stm->exp->as.par;
  if (par->level != PAR_GRID || par->rank != 1 || par->has_epilogue || !nest_is_map(stm) ||
      cost_code(&par->body) > COST_CODE_OUTER)
    return false;
  VarSet inside = bound_vars_par(program->arena, par);
  InnerPoints points = find_inner(program->arena, par, &inside);
  if (points.found.count == 0 || !flat_budget_has(&blocks->budget, stm)) return false;
  Builder builder = builder_new(program, out, stm->span);
  Atom lanes = build_lanes(&builder, &points.all);
  if (!points.all.has_rounds) lanes = build_few(&builder, lanes);
  Body *shared = version_of(program, stm, false);
  const Par *copy = shared->stms.data[0]->exp->as.par;
  inside = bound_vars_par(program->arena, copy);
  points = find_inner(program->arena, copy, &inside);
  for (size_t i = 0; i < points.found.count; i++)
    share_point(program, &points.found.data[i]->body.stms);
  build_choice(blocks, &builder, stm, lanes, LANES_LEAST, shared);
  return true;
}

// ---- Loops of the host ----

// The loop as the one version of everything in it that a point would run.
static Stm *settled_loop(Program *program, const Stm *stm) {
  Stms stms = {0};
  vec_push(program->arena, &stms, rename_stm(program, (Stm *)stm, subst_new(program)));
  Body *body = body_new(program, stms, NULL, 0);
  body = versions_settle(program, body);
  return body->stms.count == 1 ? body->stms.data[0] : NULL;
}

// Does a thread go through many elements by itself?
static bool has_long_work(const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_PAR) {
      for (size_t k = 0; k < exp->as.par->rank; k++)
        if (is_long(dim_size(exp->as.par->space[k]))) return true;
      if (has_long_work(&exp->as.par->body.stms)) return true;
    } else if (exp->op == OP_LOOP) {
      if (!exp->as.loop->index || is_long(loop_bound(exp))) return true;
      if (has_long_work(&exp->as.loop->body->stms)) return true;
    }
    for (size_t k = 0;
         (exp->op == OP_IF || exp->op == OP_SWITCH) && k < exp->as.branches.body_count; k++)
      if (has_long_work(&exp->as.branches.bodies[k]->stms)) return true;
  }
  return false;
}

// Do threads do little for each point of the pars? Otherwise one block has less to work with than a
// device, which counts for more than the time of a launch.
static bool has_light_rounds(const BlockSurvey *survey) {
  for (size_t i = 0; i < survey->shared.count; i++) {
    const Par *par = survey->shared.data[i];
    for (Stm *row; (row = row_map(survey->arena, par));)
      par = row->exp->as.par;
    if (has_long_work(&par->body.stms)) return false;
  }
  return true;
}

static bool is_loop_candidate(const Stm *stm, BlockSurvey *survey) {
  if (stm->var_count == 0) return false;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (type->kind != TYPE_SCALAR && !(type_is_array(type) && !type_is_irregular(type)))
      return false;
  }
  survey->level = PAR_GRID;
  Stms stms = {.data = (Stm **)&stm, .count = 1};
  survey->inside = bound_vars_stms(survey->arena, &stms);
  survey_stms(survey, &stms, false);
  survey_serial(survey);
  return !survey->obstacle && survey->pars > 0 && survey->size <= COST_CODE_POINT &&
         has_light_rounds(survey);
}

// The types of what a loop gives name nothing that it binds: its sizes are known outside.
static bool has_outer_types(const BlockSurvey *survey, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    for (size_t k = 0; k < stm->vars[i]->type->rank; k++)
      if (!is_known_outside(survey, stm->vars[i]->type->dims[k])) return false;
  return true;
}

// The loop as the only point of a par.
static Body *one_point(Program *program, Stm *loop) {
  Arena *arena = program->arena;
  Stms stms = {0}, inside = {0};
  Builder host = builder_new(program, &stms, loop->span);
  size_t count = loop->var_count;
  loop->certs = NULL;
  loop->cert_count = 0;
  vec_push(arena, &inside, loop);
  share_point(program, &inside);
  Par *par = arena_make(arena, Par);
  *par = (Par){.level = PAR_GRID, .rank = 1};
  par->space = arena_array(arena, Dim, 1);
  par->space[0] = dim_const(1);
  par->indices = arena_array(arena, Var *, 1);
  par->indices[0] = var_new(program, "one", type_scalar(SCALAR_I64), loop->span);
  par->body.stms = inside;
  par->body.output_count = count;
  par->body.outputs = arena_array(arena, Output, count + 1);
  Var **all = arena_array(arena, Var *, count + 1);
  for (size_t i = 0; i < count; i++) {
    Atom *value = arena_array(arena, Atom, 1);
    *value = atom_var(loop->vars[i]);
    par->body.outputs[i] = (Output){.mode = MODE_MAP, .values = value, .value_count = 1};
    const Type *type = loop->vars[i]->type;
    Dim *dims = arena_array(arena, Dim, type->rank + 1);
    dims[0] = dim_const(1);
    for (size_t k = 0; k < type->rank; k++)
      dims[k + 1] = type->dims[k];
    all[i] = var_new(program, "all", type_array(program, type->scalar, type->rank + 1, dims),
                     loop->span);
  }
  build_stm(&host, exp_par(program, par), all, count);
  Atom zero = atom_i64(0), *results = arena_array(arena, Atom, count + 1);
  for (size_t i = 0; i < count; i++)
    results[i] =
        build_owned(&host, atom_var(build_let(&host, "row", exp_index(program, all[i], &zero, 1))));
  return body_new(program, stms, results, count);
}

static bool make_loop_versions(Blocks *blocks, const Stm *stm, Stms *out) {
  Program *program = blocks->program;
  Stm *settled = settled_loop(program, stm);
  BlockSurvey survey = {.arena = program->arena};
  if (!settled || !is_loop_candidate(settled, &survey) || !has_outer_types(&survey, settled) ||
      !flat_budget_has(&blocks->budget, stm))
    return false;
  Builder builder = builder_new(program, out, stm->span);
  Atom lanes = build_few(&builder, build_lanes(&builder, &survey));
  build_choice(blocks, &builder, stm, lanes, 1, one_point(program, settled));
  return true;
}

// ---- The pass ----

static bool is_block_threshold(const Exp *exp) {
  return exp->op == OP_THRESHOLD && exp->as.threshold.level == PAR_BLOCK;
}

// The threshold that the branch asks; NULL when it asks something else.
static const Exp *threshold_of(const Blocks *blocks, const Stm *stm) {
  const Var *condition = stm->exp->op == OP_IF ? stm->exp->args[0].var : NULL;
  return condition ? map_get(blocks->thresholds, map_key(condition)) : NULL;
}

static bool has_par(const Thunk *thunk) {
  for (size_t i = 0; i < thunk->stms.count; i++)
    if (thunk->stms.data[i]->exp->op == OP_PAR) return true;
  return false;
}

// A wish that cannot be obeyed is none for later passes.
static void wish_drop(Blocks *blocks, Stm *stm, const FlatWish *wish) {
  if (!has_par(&stm->exp->as.par->body)) return;
  flat_wish_refuse(blocks->diag, stm, wish,
                   "blocks of threads share points of several loops whose sizes are known in front "
                   "of the nest");
  stm->attrs.count = 0;
}

static bool blocks_par(Blocks *blocks, Stm *stm, Stms *out) {
  FlatWish wish = flat_wish(stm);
  BlockSurvey survey = {.arena = blocks->program->arena, .rooms = blocks->rooms};
  if (wish.no_block) return false;
  if (is_candidate(stm, PAR_GRID, &survey)) {
    if (!flat_budget_has(&blocks->budget, stm)) return false;
    make_versions(blocks, stm, &survey, out);
    return true;
  }
  if (make_inner_versions(blocks, stm, out)) return true;
  if (survey.obstacle && survey.pars > 1)
    program_obstruct(blocks->program, "block", survey.obstacle, survey.where);
  if (wish.wants_block && !blocks->is_in_version) wish_drop(blocks, stm, &wish);
  return false;
}

static bool blocks_stm(Mapper *mapper, Stm *stm, Stms *out) {
  Blocks *blocks = mapper->context;
  Op op = stm->exp->op;
  if (op == OP_THRESHOLD) map_put(blocks->thresholds, map_key(stm->vars[0]), stm->exp);
  const Exp *threshold = threshold_of(blocks, stm);
  if (threshold && is_block_threshold(threshold)) {
    vec_push(blocks->program->arena, out, stm); // it has the version already
    return true;
  }
  if (threshold && !blocks->is_in_version) {
    blocks->is_in_version = true;
    vec_push(blocks->program->arena, out, map_stm(mapper, stm));
    blocks->is_in_version = false;
    return true;
  }
  if (op == OP_LOOP && !blocks->is_in_version && make_loop_versions(blocks, stm, out)) return true;
  if (stm->exp->op != OP_PAR) return false;
  if (!blocks_par(blocks, stm, out)) vec_push(blocks->program->arena, out, stm);
  return true;
}

// Versions that were made before have names already.
static bool count_enter(Walker *walker, Stm *stm) {
  *(uint32_t *)walker->context += is_block_threshold(stm->exp);
  return true;
}

static uint32_t count_versions(Program *program) {
  uint32_t count = 0;
  Walker walker = {.context = &count, .enter = count_enter};
  walk_program(&walker, program);
  return count;
}

static Program *blocks_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  if (program->block_size > 0) return program;
  Arena *scratch = arena_new();
  Blocks blocks = {.program = program,
                   .diag = diag,
                   .budget = {.program = program,
                              .diag = diag,
                              .purpose = "a block of threads",
                              .most = BUDGET_BLOCK,
                              .used = count_versions(program)},
                   .thresholds = map_new(program->arena)};
  blocks.mapper = (Mapper){.program = program, .context = &blocks, .stm = blocks_stm};
  for (size_t i = 0; i < program->globals.count; i++)
    program->globals.data[i]->body = map_body(&blocks.mapper, program->globals.data[i]->body);
  for (size_t i = 0; i < program->funs.count; i++) {
    blocks.rooms = room_find(scratch, program, program->funs.data[i]);
    map_fun(&blocks.mapper, program->funs.data[i]);
  }
  arena_free(scratch);
  return program;
}

const Pass pass_blocks = {.name = "blocks",
                          .purpose = "let blocks of threads share the points of a nest",
                          .from = LEVEL_FLAT,
                          .to = LEVEL_FLAT,
                          .is_for_device = true,
                          .breaks = PROPERTY_SIMPLE,
                          .run = blocks_run};
