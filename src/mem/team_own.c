// Arrays of a point that need no memory: each thread of its block has its own element at hand.
//
//   let a: [512]f32 = par@block (j < 512) { … map x }       thread j:  a = x
//   loop (c: [512]f32 = a) for i < n do {                              c = a; for i < n {
//     let d: [512]f32 = par@block (j < 512) {        =>
//       let y: f32 = index c[j] … map z }                                d = …c…
//     in (d)                                                             c = d
//   }                                                                  }
//
// That is so where all pars of the point are over one constant space, of which a thread has the
// same indices in each, and where nothing reads an array but at the index of the par. Loops hand
// such arrays on, and copies of them are such arrays, too. Where their place would be in memory
// does not matter: a block in which there is nothing else is none.
#include "ir/par.h"
#include "ir/type.h"
#include "mem/team.h"

typedef struct OwnArray {
  Var *var;
  size_t uses, own_uses; // those at its own element, or as what a loop takes
  bool is_own;
} OwnArray;

// What a statement with bodies hands on from one variable to another.
typedef struct OwnStep {
  const Var *from, *to;
  bool is_use; // of `from`
} OwnStep;

typedef struct OwnSearch {
  Walker walker;
  Arena *arena;
  int64_t points;
  Map *arrays; // Var -> OwnArray
  Vec(OwnArray *) all;
  Vec(OwnStep) steps;
  const Par *par; // of the block, which the statement is in; NULL: none
  Vars placed;    // all that is in memory
} OwnSearch;

// ---- Which arrays ----

static bool has_space(const OwnSearch *search, const Type *type) {
  return type_is_array(type) && type->rank == 1 && !type->dims[0].var &&
         type->dims[0].size == search->points && type->place;
}

static void add_array(OwnSearch *search, Var *var) {
  if (!has_space(search, var->type)) return;
  OwnArray *array = arena_make(search->arena, OwnArray);
  *array = (OwnArray){.var = var};
  map_put(search->arrays, map_key(var), array);
  vec_push(search->arena, &search->all, array);
}

static void add_step(OwnSearch *search, const Var *from, const Var *to, bool is_use) {
  if (from) vec_push(search->arena, &search->steps, ((OwnStep){from, to, is_use}));
}

static void find_arrays(OwnSearch *search, const Stms *stms);

static void find_loop_arrays(OwnSearch *search, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < loop->param_count; i++) {
    add_array(search, loop->params[i]);
    add_array(search, stm->vars[i]);
    add_step(search, stm->exp->args[i].var, loop->params[i], true);
    add_step(search, loop->body->results[i].var, loop->params[i], true);
    add_step(search, loop->params[i], stm->vars[i], false);
  }
  if (loop->condition) find_arrays(search, &loop->condition->stms);
  find_arrays(search, &loop->body->stms);
}

static void find_choice_arrays(OwnSearch *search, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  for (size_t i = 0; i < branches->body_count; i++) {
    const Body *body = branches->bodies[i];
    find_arrays(search, &body->stms);
    for (size_t k = 0; k < body->result_count; k++)
      if (stm->vars[k]->type->kind == TYPE_MEM)
        add_step(search, body->results[k].var, stm->vars[k], true);
  }
}

static void find_par_arrays(OwnSearch *search, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  for (size_t i = par_block_count(stm); i < stm->var_count; i++) {
    size_t first;
    const Output *output = par_output_at(par, i - par_block_count(stm), &first);
    bool is_array = type_is_array(stm->vars[i]->type);
    if (is_array && mode_has(output->mode, TRAIT_ELEMENTS | TRAIT_RUNNING))
      add_array(search, stm->vars[i]);
  }
}

static void find_arrays(OwnSearch *search, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (stm->exp->op == OP_PAR) find_par_arrays(search, stm);
    if (stm->exp->op == OP_COPY && type_is_array(stm->vars[0]->type)) {
      add_array(search, stm->vars[0]);
      add_step(search, stm->exp->args[0].var, stm->vars[0], true);
    }
    if (stm->exp->op == OP_LOOP) find_loop_arrays(search, stm);
    if (stm->exp->op == OP_IF || stm->exp->op == OP_SWITCH) find_choice_arrays(search, stm);
    if (stm->exp->op == OP_WITH_ACC) find_arrays(search, &stm->exp->as.with_acc->body->stms);
  }
}

// ---- How they are used ----

static OwnArray *array_of(const OwnSearch *search, const Var *var) {
  return var ? map_get(search->arrays, map_key(var)) : NULL;
}

static void own_use(Walker *walker, Var *var) {
  OwnArray *array = array_of(walker->context, var);
  if (array) array->uses++;
}

static void own_bind(Walker *walker, Var *var) {
  OwnSearch *search = walker->context;
  if (type_is_array(var->type) && var->type->place) vec_push(search->arena, &search->placed, var);
}

// An operator runs for values of several threads.
static void note_operators(OwnSearch *search, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    if (!thunk->outputs[i].op) continue;
    VarSet used = free_vars_lambda(search->arena, thunk->outputs[i].op);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      own_use(&search->walker, var);
  }
}

static bool own_enter(Walker *walker, Stm *stm) {
  OwnSearch *search = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR && exp->as.par->level == PAR_BLOCK) {
    search->par = exp->as.par;
    note_operators(search, &exp->as.par->body);
  }
  OwnArray *array = exp->op == OP_INDEX ? array_of(search, exp->args[0].var) : NULL;
  if (array && search->par && exp->args[1].var == search->par->indices[0]) array->own_uses++;
  return true;
}

static void own_leave(Walker *walker, Stm *stm) {
  OwnSearch *search = walker->context;
  if (stm->exp->op == OP_PAR && stm->exp->as.par->level == PAR_BLOCK) search->par = NULL;
}

// An array that is handed on is alike on both sides.
static bool spread_out(OwnSearch *search) {
  bool has_changed = false;
  for (size_t i = 0; i < search->steps.count; i++) {
    OwnArray *from = array_of(search, search->steps.data[i].from);
    OwnArray *to = array_of(search, search->steps.data[i].to);
    if ((from && from->is_own) == (to && to->is_own)) continue;
    if (from) from->is_own = false;
    if (to) to->is_own = false;
    has_changed = true;
  }
  return has_changed;
}

static void find_own(OwnSearch *search) {
  for (size_t i = 0; i < search->steps.count; i++) {
    OwnArray *from = array_of(search, search->steps.data[i].from);
    if (from && search->steps.data[i].is_use) from->own_uses++;
  }
  for (size_t i = 0; i < search->all.count; i++)
    search->all.data[i]->is_own = search->all.data[i]->uses == search->all.data[i]->own_uses;
  while (spread_out(search)) {
  }
}

// ---- Blocks ----

// The blocks in which there is anything else, and those from which these come.
static VarSet find_needed(const OwnSearch *search) {
  VarSet needed = varset_new(search->arena);
  for (size_t i = 0; i < search->placed.count; i++) {
    const Var *var = search->placed.data[i];
    const OwnArray *array = array_of(search, var);
    if (!array || !array->is_own) varset_add(&needed, var->type->place->block);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < search->steps.count; i++)
      if (varset_has(&needed, search->steps.data[i].to))
        has_changed |= varset_add(&needed, (Var *)search->steps.data[i].from);
  }
  return needed;
}

static int64_t common_points(const Team *team) {
  int64_t common = 0;
  for (size_t i = 0; i < team->pars.count; i++) {
    const Par *par = team->pars.data[i];
    if (par->rank != 1 || par->space[0].var) return 0;
    if (common > 0 && par->space[0].size != common) return 0;
    common = par->space[0].size;
  }
  return common;
}

void team_find_own(Arena *arena, const Par *par, int64_t threads, Team *team) {
  enum { POINTS_MOST = 512 }; // more threads take longer at barriers than they gain
  int64_t points = common_points(team), most = threads > 0 ? threads : POINTS_MOST;
  team->own = varset_new(arena);
  if (points < 1 || points > most) return;
  team->points = points;
  OwnSearch search = {.arena = arena, .points = points, .arrays = map_new(arena)};
  search.walker = (Walker){
      .context = &search, .use = own_use, .bind = own_bind, .enter = own_enter, .leave = own_leave};
  find_arrays(&search, &par->body.stms);
  walk_thunk(&search.walker, &par->body);
  find_own(&search);
  for (size_t i = 0; i < search.all.count; i++)
    if (search.all.data[i]->is_own) varset_add(&team->own, search.all.data[i]->var);
  VarSet needed = find_needed(&search);
  size_t count = 0;
  for (size_t i = 0; i < team->allocs.count; i++) {
    const Stm *alloc = team->allocs.data[i];
    if (varset_has(&needed, alloc->vars[0]))
      team->allocs.data[count++] = alloc;
    else
      vec_push(arena, &team->idle, alloc);
  }
  team->allocs.count = count;
}
