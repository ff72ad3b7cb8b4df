// reuse: fewer blocks.
//
// Takes and gives   Mem. Changes the program in place.
// Cost              linear in the size of the program times the depth of its nesting.
//
//   let a_mem: mem = alloc n : f32              let a_mem: mem = alloc n : f32
//   let a: [n]f32 @ a_mem = par ...             let a: [n]f32 @ a_mem = par ...
//   let b_mem: mem = alloc n : f32         =>   let b: [n]f32 @ a_mem = par (i < n) {
//   let b: [n]f32 @ b_mem = par (i < n) {         let x: f32 = index a[i]
//     let x: f32 = index a[i] ... map y }         ... map y }
//
// A block that is allocated is replaced by one that is there already when that one is not used any
// more, and either
//
//   - it has the same size, and its last use is before the allocation; or
//   - its last use is the par that fills the new block, which reads at each point only the element
//     that the point then writes: a map in place. A par over rows that fills each row by a par
//     works alike.
//
// Only blocks that this list of statements owns are reused: that it allocates itself, those of
// parameters that are consumed, and those of loop parameters that own every block they get. A block
// that is handed on by itself (to a loop, a function, as a result) may live on under another name.
// After that it is not reused.
#include "mem/reuse.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/lmad.h"
#include "mem/mem.h"

typedef struct Reuse {
  Program *program;
  Arena *scratch;
  Subst *subst;  // replaced blocks
  Map *replaced; // the same: Var -> Var
} Reuse;

// What is known about a block in a list of statements.
typedef struct Block {
  Var *var;
  size_t last;      // the position of the last statement that uses it
  size_t escape;    // of the first that hands it on by itself; NEVER: none
  bool is_owned;    // the list may overwrite it when it is not used any more
  const Exp *alloc; // how it is allocated, when the list does so itself
} Block;

#define NEVER SIZE_MAX

// The list that is being worked on.
typedef struct List {
  Reuse *reuse;
  Stms *stms;
  Map *blocks;      // Var -> Block
  Vec(Block *) all; // in order of appearance
  size_t position;
} List;

// ---- Uses of blocks ----

static Block *block_of(List *list, Var *var) {
  var = block_resolve(list->reuse->replaced, var);
  Block *block = map_get(list->blocks, map_key(var));
  if (block) return block;
  block = arena_make(list->reuse->scratch, Block);
  *block = (Block){.var = var, .escape = NEVER};
  map_put(list->blocks, map_key(var), block);
  vec_push(list->reuse->scratch, &list->all, block);
  return block;
}

static void use_block(Walker *walker, Var *var) {
  List *list = walker->context;
  const Type *type = var->type;
  if (type->kind == TYPE_MEM) block_of(list, var)->last = list->position;
  if (type->place) block_of(list, type->place->block)->last = list->position;
  for (size_t i = 0; type->kind == TYPE_ACC && i < type->acc_count; i++)
    block_of(list, type->acc_types[i]->place->block)->last = list->position;
}

static void escape_atoms(List *list, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!atoms[i].var || atoms[i].var->type->kind != TYPE_MEM) continue;
    Block *block = block_of(list, atoms[i].var);
    if (block->escape == NEVER) block->escape = list->position;
  }
}

static bool escape_stm(Walker *walker, Stm *stm) {
  List *list = walker->context;
  const Exp *exp = stm->exp;
  escape_atoms(list, exp->args, exp->arg_count);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++) {
      const Body *body = exp->as.branches.bodies[i];
      escape_atoms(list, body->results, body->result_count);
    }
  } else if (exp->op == OP_LOOP) {
    escape_atoms(list, exp->as.loop->body->results, exp->as.loop->body->result_count);
  } else if (exp->op == OP_WITH_ACC) {
    escape_atoms(list, exp->as.with_acc->body->results, exp->as.with_acc->body->result_count);
  }
  return true;
}

static Walker block_walker(List *list) {
  return (Walker){.context = list, .use = use_block, .enter = escape_stm};
}

static void find_uses(List *list) {
  Walker walker = block_walker(list);
  for (list->position = 0; list->position < list->stms->count; list->position++)
    walk_stm(&walker, list->stms->data[list->position]);
}

// ---- Replacing ----

static bool is_free(const Block *block, size_t from) {
  return block->is_owned && block->last < from && block->escape >= from;
}

static void replace(List *list, Block *block, Block *by) {
  Reuse *reuse = list->reuse;
  map_put(reuse->replaced, map_key(block->var), by->var);
  subst_add(reuse->subst, block->var, atom_var(by->var));
  by->last = block->last;
  by->escape = block->escape;
}

static unsigned width_of(Scalar scalar) { return scalar_info(scalar)->width; }

// The same number of bytes, as far as names tell. The counts may stand in another order.
static bool is_same_size(Reuse *reuse, const Exp *a, const Exp *b) {
  if (a->arg_count != b->arg_count || width_of(a->as.to) != width_of(b->as.to)) return false;
  bool *is_taken = arena_array(reuse->scratch, bool, b->arg_count);
  for (size_t i = 0; i < a->arg_count; i++) {
    size_t k = 0;
    while (k < b->arg_count && (is_taken[k] || !atom_equal(a->args[i], b->args[k])))
      k++;
    if (k == b->arg_count) return false;
    is_taken[k] = true;
  }
  return true;
}

static Block *find_same_size(List *list, const Exp *alloc) {
  for (size_t i = 0; i < list->all.count; i++) {
    Block *block = list->all.data[i];
    if (block->alloc && is_free(block, list->position) &&
        is_same_size(list->reuse, block->alloc, alloc))
      return block;
  }
  return NULL;
}

// The first statement behind the current one that uses the block.
static size_t first_use(List *list, const Var *block) {
  for (size_t i = list->position + 1; i < list->stms->count; i++) {
    VarSet uses = free_vars_stm(list->reuse->scratch, list->stms->data[i]);
    if (varset_has(&uses, block)) return i;
  }
  return NEVER;
}

static Block *find_in_place(List *list, const Block *made, const Stm *allocation) {
  size_t position = first_use(list, made->var);
  if (position == NEVER) return NULL;
  const Stm *stm = list->stms->data[position];
  for (size_t i = 0; i < list->all.count; i++) {
    Block *block = list->all.data[i];
    if (block != made && block->is_owned && block->last == position && block->escape > position &&
        is_map_in_place(list->reuse->scratch, list->reuse->replaced, stm, allocation, block->var))
      return block;
  }
  return NULL;
}

// An allocation is dropped when another block can take its place.
static bool settle_allocation(List *list, const Stm *stm) {
  Block *made = block_of(list, stm->vars[0]);
  Block *other = find_in_place(list, made, stm);
  if (!other) other = find_same_size(list, stm->exp);
  if (other) {
    replace(list, made, other);
    return true;
  }
  made->is_owned = true;
  made->alloc = stm->exp;
  return false;
}

// ---- Loops ----

// Is the number of times that the atom stands in the list 1?
static bool stands_once(const Atom *atoms, size_t count, Atom atom) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++)
    found += atom_equal(atoms[i], atom);
  return found == 1;
}

// Does the body make or get this block for itself: does it allocate it, or get it with a parameter
// that is owned, and hand it on as its result only?
static bool is_owned_inside(List *inside, const Loop *loop, const bool *is_owned, Var *block) {
  if (block_of(inside, block)->escape != NEVER) return false;
  for (size_t k = 0; k < loop->param_count; k++) {
    if (loop->params[k] == block) return is_owned[k];
  }
  for (size_t i = 0; i < loop->body->stms.count; i++) {
    const Stm *stm = loop->body->stms.data[i];
    if (stm->exp->op == OP_ALLOC && stm->vars[0] == block) return true;
  }
  return false;
}

// Is the initial block given up to the loop, under the parameter's name only?
static bool is_given_up(List *list, const List *inside, const Exp *exp, size_t k) {
  const Loop *loop = exp->as.loop;
  const Body *body = loop->body;
  if (loop->params[k]->type->kind != TYPE_MEM) return false;
  const Block *init = block_of(list, exp->args[k].var);
  return init->is_owned && init->last == list->position && init->escape == list->position &&
         !map_find(inside->blocks, map_key(init->var), NULL) &&
         stands_once(exp->args, loop->param_count, exp->args[k]) &&
         stands_once(body->results, body->result_count, body->results[k]);
}

// Which parameters are blocks that only the loop has, in every iteration.
static bool *owned_params(List *list, const Exp *exp) {
  const Loop *loop = exp->as.loop;
  List inside = {
      .reuse = list->reuse, .stms = &loop->body->stms, .blocks = map_new(list->reuse->scratch)};
  find_uses(&inside);
  Walker walker = block_walker(&inside);
  walk_atoms(&walker, loop->body->results, loop->body->result_count);
  if (loop->condition) walk_body(&walker, loop->condition);
  bool *is_owned = arena_array(list->reuse->scratch, bool, loop->param_count);
  for (size_t k = 0; k < loop->param_count; k++)
    is_owned[k] = is_given_up(list, &inside, exp, k);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t k = 0; k < loop->param_count; k++) {
      Var *next = loop->body->results[k].var;
      if (!is_owned[k] || is_owned_inside(&inside, loop, is_owned, next)) continue;
      is_owned[k] = false;
      has_changed = true;
    }
  }
  return is_owned;
}

// ---- Lists ----

static void reuse_list(Reuse *reuse, Stms *stms, const Vars *owned, const Body *body,
                       const Thunk *thunk);

static void reuse_body(Reuse *reuse, Body *body) {
  if (body) reuse_list(reuse, &body->stms, NULL, body, NULL);
}

static void reuse_thunk(Reuse *reuse, Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    if (thunk->outputs[i].op) reuse_body(reuse, thunk->outputs[i].op->body);
  }
}

static void reuse_loop(List *list, Stm *stm) {
  Reuse *reuse = list->reuse;
  Loop *loop = stm->exp->as.loop;
  const bool *is_owned = owned_params(list, stm->exp);
  Vars owned = {0};
  for (size_t k = 0; k < loop->param_count; k++) {
    if (!is_owned[k]) continue;
    vec_push(reuse->scratch, &owned, loop->params[k]);
    block_of(list, stm->vars[k])->is_owned = true;
  }
  reuse_body(reuse, loop->condition);
  reuse_list(reuse, &loop->body->stms, &owned, loop->body, NULL);
}

static void reuse_par(Reuse *reuse, Par *par) {
  reuse_thunk(reuse, &par->body);
  reuse_thunk(reuse, &par->epilogue);
  // The epilogue sees what the body makes.
  if (par->has_epilogue)
    reuse_list(reuse, &par->epilogue.stms, NULL, NULL, &par->epilogue);
  else
    reuse_list(reuse, &par->body.stms, NULL, NULL, &par->body);
}

static void reuse_inside(List *list, Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      reuse_body(list->reuse, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    reuse_loop(list, stm);
  } else if (exp->op == OP_PAR) {
    reuse_par(list->reuse, exp->as.par);
  } else if (exp->op == OP_WITH_ACC) {
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++) {
      if (exp->as.with_acc->accs[i].op) reuse_body(list->reuse, exp->as.with_acc->accs[i].op->body);
    }
    reuse_body(list->reuse, exp->as.with_acc->body);
  }
}

// What the list gives is used behind its last statement.
static void use_results(List *list, const Body *body, const Thunk *thunk) {
  Walker walker = block_walker(list);
  if (body) {
    walk_atoms(&walker, body->results, body->result_count);
    escape_atoms(list, body->results, body->result_count);
  }
  for (size_t i = 0; thunk && i < thunk->output_count; i++)
    walk_atoms(&walker, thunk->outputs[i].values, thunk->outputs[i].value_count);
}

static void reuse_list(Reuse *reuse, Stms *stms, const Vars *owned, const Body *body,
                       const Thunk *thunk) {
  List list = {.reuse = reuse, .stms = stms, .blocks = map_new(reuse->scratch)};
  find_uses(&list);
  use_results(&list, body, thunk);
  for (size_t i = 0; owned && i < owned->count; i++)
    block_of(&list, owned->data[i])->is_owned = true;
  Stms kept = {0};
  for (list.position = 0; list.position < stms->count; list.position++) {
    Stm *stm = stms->data[list.position];
    if (op_has(stm->exp->op, FLAG_BODIES)) reuse_inside(&list, stm);
    bool is_dropped = stm->exp->op == OP_ALLOC && settle_allocation(&list, stm);
    if (!is_dropped) vec_push(reuse->program->arena, &kept, stm);
  }
  *stms = kept;
}

// ---- The pass ----

static void reuse_fun(Reuse *reuse, Fun *fun) {
  Vars owned = {0};
  for (size_t i = 0; i < fun->param_count; i++) {
    const Param *param = &fun->params[i];
    if (param->is_consumed && is_array(param->var->type))
      vec_push(reuse->scratch, &owned, param->var->type->place->block);
  }
  reuse_list(reuse, &fun->body->stms, &owned, fun->body, NULL);
}

static Program *reuse_run(Program *program, Diag *diag) {
  (void)diag;
  Arena *scratch = arena_new();
  Reuse reuse = {.program = program,
                 .scratch = scratch,
                 .subst = subst_new(program),
                 .replaced = map_new(scratch)};
  for (size_t i = 0; i < program->globals.count; i++) {
    Global *global = program->globals.data[i];
    reuse_body(&reuse, global->body);
    global->body = subst_body(reuse.subst, global->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    reuse_fun(&reuse, fun);
    fun->body = subst_body(reuse.subst, fun->body);
  }
  arena_free(scratch);
  return program;
}

const Pass pass_reuse = {.name = "reuse",
                         .purpose = "use blocks of memory again, and map in place",
                         .from = LEVEL_MEM,
                         .to = LEVEL_MEM,
                         .run = reuse_run};
