#include "mem/team.h"

#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/blocks.h"

// ---- What is in the way ----

typedef enum TeamSpace { SPACE_DEVICE, SPACE_FAST } TeamSpace;

typedef struct TeamFinder {
  Arena *arena;
  Team *team;
  VarSet inside; // what the point binds
  Map *fast;     // Var -> itself: blocks in fast memory
} TeamFinder;

static void obstruct(TeamFinder *finder, const Stm *stm, const char *obstacle) {
  obstacle_note(&finder->team->obstacle, obstacle, stm->span);
}

static TeamSpace space_of(const TeamFinder *finder, Atom block) {
  return map_find(finder->fast, map_key(block.var), NULL) ? SPACE_FAST : SPACE_DEVICE;
}

static void set_space(TeamFinder *finder, const Var *block, TeamSpace space) {
  if (space == SPACE_FAST) map_put(finder->fast, map_key(block), block);
}

// ---- What a thread does by itself ----

typedef struct ThreadSearch {
  Walker walker;
  TeamFinder *finder;
  VarSet own; // blocks that the thread allocates
} ThreadSearch;

static bool thread_enter(Walker *walker, Stm *stm) {
  ThreadSearch *search = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_CALL) obstruct(search->finder, stm, "a thread of the block calls a function");
  if (exp->op == OP_WITH_ACC) obstruct(search->finder, stm, "an accumulator of a thread");
  if (exp->op == OP_PAR && par_block_count(stm) > 0)
    obstruct(search->finder, stm, "rows whose length is only known when they are there");
  if (exp->op == OP_ALLOC) {
    varset_add(&search->own, stm->vars[0]);
    if (mem_local_count(exp) < 0)
      obstruct(search->finder, stm, "a thread of the block has a large array of its own");
  }
  for (size_t i = 0; i < exp->arg_count; i++)
    if (exp->args[i].var && varset_has(&search->own, exp->args[i].var))
      obstruct(search->finder, stm, "a thread of the block hands an array of its own on");
  return true;
}

static void find_in_thread(TeamFinder *finder, const Thunk *thunk) {
  ThreadSearch search = {.finder = finder, .own = varset_new(finder->arena)};
  search.walker = (Walker){.context = &search, .enter = thread_enter};
  walk_thunk(&search.walker, thunk);
}

// Does the epilogue take nothing but scalars from the point?
static bool is_scalar_epilogue(Arena *arena, const Par *par) {
  VarSet bound = bound_vars_stms(arena, &par->body.stms);
  for (size_t i = 0; i < par->epilogue.stms.count; i++) {
    VarSet used = free_vars_stm(arena, par->epilogue.stms.data[i]);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      if (varset_has(&bound, var) && var->type->kind != TYPE_SCALAR && var->type->kind != TYPE_CERT)
        return false;
  }
  return true;
}

// How many values of a par are combined at a time.
static size_t count_folded(const Par *par) {
  size_t count = 0;
  for (size_t i = 0; i < par->body.output_count; i++) {
    const Output *output = &par->body.outputs[i];
    if (mode_has(output->mode, TRAIT_FOLDS)) count += output->value_count;
    if (mode_has(output->mode, TRAIT_DROPS)) count++;
  }
  return count;
}

static void find_output(TeamFinder *finder, const Stm *stm, const Output *output) {
  bool is_scalar = true;
  for (size_t i = 0; i < output->value_count; i++)
    is_scalar = is_scalar && atom_type(output->values[i])->kind == TYPE_SCALAR;
  if (mode_has(output->mode, TRAIT_FOLDS)) {
    if (!is_scalar) obstruct(finder, stm, "arrays are combined");
    if (!operator_is_plain(output->op->body))
      obstruct(finder, stm, "an operator that may fail, or has loops");
  } else if (mode_has(output->mode, TRAIT_DROPS)) {
    if (!is_scalar) obstruct(finder, stm, "rows are kept");
  } else if (mode_has(output->mode, TRAIT_SORTS)) {
    obstruct(finder, stm, "a partition");
  } else if (mode_has(output->mode, TRAIT_ADDS)) {
    if (!is_scalar && !output_is_by_element(output)) obstruct(finder, stm, "arrays are combined");
    if (!operator_is_plain(output->op->body))
      obstruct(finder, stm, "an operator that may fail, or has loops");
  }
}

static void find_par(TeamFinder *finder, const Stm *stm, bool is_repeated) {
  const Par *par = stm->exp->as.par;
  if (par->level != PAR_BLOCK || par->rank == 0)
    obstruct(finder, stm, "a par that is not for the block");
  if (par_block_count(stm) > 0)
    obstruct(finder, stm, "rows whose length is only known when they are there");
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) obstruct(finder, stm, "rows of different lengths");
  for (size_t i = 0; i < par->body.output_count; i++)
    find_output(finder, stm, &par->body.outputs[i]);
  if (par->has_epilogue && !thunk_has_only(&par->epilogue, TRAIT_ELEMENTS | TRAIT_REPLACES))
    obstruct(finder, stm, "sums of prefixes");
  if (par->has_epilogue && !is_scalar_epilogue(finder->arena, par))
    obstruct(finder, stm, "an array of a point beside prefixes");
  find_in_thread(finder, &par->body);
  find_in_thread(finder, &par->epilogue);
  size_t folded = par->rank == 1 ? count_folded(par) : 0;
  if (folded > finder->team->fold_count) finder->team->fold_count = folded;
  vec_push(finder->arena, &finder->team->pars, par);
  if (is_repeated) vec_push(finder->arena, &finder->team->repeated, par);
}

// ---- What all threads do ----

static void find_stms(TeamFinder *finder, const Stms *stms, const Body *loop);

// Accumulators of the point are in fast memory; several threads may write to them, and each element
// keeps one of the values, or combines them.
static void find_accs(TeamFinder *finder, const Stm *stm, const Body *loop) {
  const WithAcc *with_acc = stm->exp->as.with_acc;
  for (size_t i = 0; i < with_acc->acc_count; i++)
    if (with_acc->accs[i].op && !operator_is_plain(with_acc->accs[i].op->body))
      obstruct(finder, stm, "an operator that may fail, or has loops");
  find_stms(finder, &with_acc->body->stms, loop);
}

Atom team_size(const Team *team, Atom size) {
  Var *known = size.var ? map_get(team->rooms, map_key(size.var)) : NULL;
  return known ? atom_var(known) : size;
}

// Buffers of loops have `smax size, 0` elements.
static void find_room(TeamFinder *finder, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_SMAX || !exp->args[0].var || exp->args[1].var) return;
  if (constant_to_i64(exp->args[1].constant) == 0)
    map_put(finder->team->rooms, map_key(stm->vars[0]), exp->args[0].var);
}

static void find_alloc(TeamFinder *finder, const Stm *stm, const Body *loop) {
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Atom size = team_size(finder->team, stm->exp->args[i]);
    if (size.var && varset_has(&finder->inside, size.var))
      obstruct(finder, stm, "an array whose size is only known at the point");
  }
  // It is at one place in all iterations, so what is in it must not live on in the next one.
  if (loop && block_leaving_count(finder->arena, loop, stm->vars[0]) > 0)
    obstruct(finder, stm, "an array that a loop makes anew while it needs the old one");
  set_space(finder, stm->vars[0], SPACE_FAST);
  vec_push(finder->arena, &finder->team->allocs, stm);
}

static void find_choice(TeamFinder *finder, const Stm *stm, const Body *loop) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++) {
    const Body *body = branches->bodies[i];
    find_stms(finder, &body->stms, loop);
    for (size_t k = 0; k < body->result_count; k++) {
      if (stm->vars[k]->type->kind != TYPE_MEM) continue;
      TeamSpace space = space_of(finder, body->results[k]);
      if (i > 0 && space != space_of(finder, atom_var(stm->vars[k])))
        obstruct(finder, stm, "an array that is in fast memory, or not");
      set_space(finder, stm->vars[k], space);
    }
  }
}

static void find_loop(TeamFinder *finder, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < loop->param_count; i++)
    if (loop->params[i]->type->kind == TYPE_MEM)
      set_space(finder, loop->params[i], space_of(finder, stm->exp->args[i]));
  if (loop->condition) find_stms(finder, &loop->condition->stms, loop->condition);
  find_stms(finder, &loop->body->stms, loop->body);
  for (size_t i = 0; i < loop->param_count; i++) {
    if (loop->params[i]->type->kind != TYPE_MEM) continue;
    TeamSpace space = space_of(finder, atom_var(loop->params[i]));
    if (space != space_of(finder, loop->body->results[i]))
      obstruct(finder, stm, "an array that is in fast memory, or not");
    set_space(finder, stm->vars[i], space);
  }
}

// What computes scalars, or moves elements, binds no block.
static void find_block_vars(TeamFinder *finder, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i]->type->kind == TYPE_MEM)
      obstruct(finder, stm, "an array that is handed on by itself");
}

static void find_stm(TeamFinder *finder, const Stm *stm, const Body *loop) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_ALLOC) {
    find_alloc(finder, stm, loop);
  } else if (exp->op == OP_PAR) {
    find_par(finder, stm, loop != NULL);
  } else if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    find_choice(finder, stm, loop);
  } else if (exp->op == OP_LOOP) {
    find_loop(finder, stm);
  } else if (exp->op == OP_CALL) {
    obstruct(finder, stm, "a call of a function");
  } else if (exp->op == OP_WITH_ACC) {
    find_accs(finder, stm, loop);
  } else if (exp->op == OP_ACC_UPDATE) {
    obstruct(finder, stm, "all threads would write to an accumulator");
  } else if (exp->op == OP_EFFECT || exp->op == OP_RECEIVE) {
    obstruct(finder, stm, "an effect");
  } else {
    find_room(finder, stm);
    find_block_vars(finder, stm);
  }
}

static void find_stms(TeamFinder *finder, const Stms *stms, const Body *loop) {
  for (size_t i = 0; i < stms->count; i++)
    find_stm(finder, stms->data[i], loop);
}

bool team_find(Arena *arena, const Stm *stm, int64_t threads, Team *team) {
  const Par *par = stm->exp->as.par;
  *team = (Team){.rooms = map_new(arena)};
  TeamFinder finder = {.arena = arena, .team = team, .fast = map_new(arena)};
  finder.inside = bound_vars_par(arena, par);
  if (par_block_count(stm) > 0) obstruct(&finder, stm, "rows of different lengths");
  if (par->has_epilogue) obstruct(&finder, stm, "an epilogue");
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) obstruct(&finder, stm, "rows of different lengths");
  if (!thunk_has_only(&par->body, TRAIT_ELEMENTS | TRAIT_HANDS_ON))
    obstruct(&finder, stm, "a point gives something else than rows");
  find_stms(&finder, &par->body.stms, NULL);
  if (team->pars.count == 0) obstruct(&finder, stm, "no par is for the block");
  team_find_own(arena, par, threads, team);
  return team->obstacle.why == NULL;
}
