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
//   - it has the same size, by name or as a product, and its last use is before the allocation; or
//   - its last use is the par that fills the new block, which reads at each point only the element
//     that the point then writes: a map in place. A par over rows that fills each row by a par
//     works alike, and so do loops over rows and branches (reuse_map.c).
//
// Only blocks that this list of statements owns are reused (blocks.h).
#include "mem/reuse.h"
#include "ir/map.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/lmad.h"
#include "mem/mem.h"

typedef struct Reuse {
  Program *program;
  Arena *scratch;
  Subst *subst;     // replaced blocks
  Map *replaced;    // the same: Var -> Var
  Lmads *numbers;   // what the program computes
  const Loop *loop; // whose body it is; NULL: none
  bool is_device;
} Reuse;

// ---- Replacing ----

static bool is_free(const MemBlock *block, size_t from) {
  return block->is_owned && block->last < from && block->escape >= from;
}

static void replace(Reuse *reuse, const MemBlock *block, MemBlock *by) {
  map_put(reuse->replaced, map_key(block->var), by->var);
  subst_add(reuse->subst, block->var, atom_var(by->var));
  by->last = block->last;
  by->escape = block->escape;
}

// Both may be local arrays, of one type each: as one block of two types they would be on the heap.
static bool is_split_local(const MemBlock *block, const Exp *alloc) {
  return block->alloc && block->alloc->as.to != alloc->as.to && mem_local_count(alloc) >= 0 &&
         mem_local_count(block->alloc) >= 0;
}

static MemBlock *find_same_size(const Reuse *reuse, BlockList *list, const Exp *alloc) {
  for (size_t i = 0; i < list->all.count; i++) {
    MemBlock *block = list->all.data[i];
    if (!is_free(block, list->position) || is_split_local(block, alloc)) continue;
    if (block_fits(list->scratch, block, alloc) || block_fits_number(reuse->numbers, block, alloc))
      return block;
  }
  return NULL;
}

// The first statement after the current one that uses the block.
static size_t first_use(const BlockList *list, const Var *block) {
  for (size_t i = list->position + 1; i < list->stms->count; i++) {
    VarSet uses = free_vars_stm(list->scratch, list->stms->data[i]);
    if (varset_has(&uses, block)) return i;
  }
  return BLOCK_NEVER;
}

// Could the statement at the position, the first that uses what is allocated, fill the block
// instead?
static bool is_made_in_place(Reuse *reuse, BlockList *list, const MemBlock *block, size_t position,
                             const Stm *allocation) {
  Rooms rooms = {0};
  if (!block->is_owned || block->last != position || block->escape <= position ||
      is_split_local(block, allocation->exp))
    return false;
  if (!reuse_is_map_in_place(reuse->scratch, reuse->replaced, list->stms->data[position],
                             allocation, block, reuse->is_device, &rooms))
    return false;
  rooms_drop(&rooms, reuse->subst);
  return true;
}

// The parameter of the loop whose next value the block is: what is made there stays at one place in
// all rounds. NULL when there is none.
static const Var *find_param(const Reuse *reuse, const Var *block) {
  const Loop *loop = reuse->loop;
  for (size_t i = 0; loop && i < loop->param_count; i++)
    if (loop->body->results[i].var == block) return loop->params[i];
  return NULL;
}

static MemBlock *find_in_place(Reuse *reuse, BlockList *list, const MemBlock *made,
                               const Stm *allocation) {
  size_t position = first_use(list, made->var);
  if (position == BLOCK_NEVER) return NULL;
  const Var *param = find_param(reuse, made->var);
  for (int is_any = param ? 0 : 1; is_any < 2; is_any++)
    for (size_t i = 0; i < list->all.count; i++) {
      MemBlock *block = list->all.data[i];
      if (block == made || (!is_any && block->var != param)) continue;
      if (is_made_in_place(reuse, list, block, position, allocation)) return block;
    }
  return NULL;
}

// An allocation is dropped when another block can take its place.
static bool settle_allocation(Reuse *reuse, BlockList *list, const Stm *stm) {
  const MemBlock *made = block_of(list, stm->vars[0]);
  MemBlock *other = find_in_place(reuse, list, made, stm);
  if (!other) other = find_same_size(reuse, list, stm->exp);
  if (!other) return false;
  replace(reuse, made, other);
  return true;
}

// ---- Lists ----

static void reuse_list(Reuse *reuse, Stms *stms, BlockList *list);

static void reuse_body(Reuse *reuse, Body *body) {
  if (body)
    reuse_list(reuse, &body->stms,
               blocks_new(reuse->scratch, reuse->replaced, &body->stms, body, NULL));
}

static void reuse_operators(Reuse *reuse, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    if (thunk->outputs[i].op) reuse_body(reuse, thunk->outputs[i].op->body);
  }
}

static void reuse_loop(Reuse *reuse, const Loop *loop, const bool *is_owned) {
  Body *body = loop->body;
  reuse_body(reuse, loop->condition);
  BlockList *list = blocks_new(reuse->scratch, reuse->replaced, &body->stms, body, NULL);
  blocks_own_params(list, loop, is_owned);
  const Loop *around = reuse->loop;
  reuse->loop = loop;
  reuse_list(reuse, &body->stms, list);
  reuse->loop = around;
}

static void reuse_par(Reuse *reuse, Par *par) {
  reuse_operators(reuse, &par->body);
  reuse_operators(reuse, &par->epilogue);
  // The epilogue sees what the body makes.
  Thunk *thunk = par->has_epilogue ? &par->epilogue : &par->body;
  reuse_list(reuse, &thunk->stms,
             blocks_new(reuse->scratch, reuse->replaced, &thunk->stms, NULL, thunk));
}

// An arm may use what the list around it does not need after the branch.
static void reuse_arm(Reuse *reuse, BlockList *around, Body *body) {
  BlockList *list = blocks_new(reuse->scratch, reuse->replaced, &body->stms, body, NULL);
  blocks_own_dying(list, around);
  reuse_list(reuse, &body->stms, list);
  blocks_lose_handed(around, blocks_new(reuse->scratch, reuse->replaced, &body->stms, body, NULL));
}

// `is_owned` says which parameters of a loop are its own.
static void reuse_inside(Reuse *reuse, BlockList *around, Stm *stm, const bool *is_owned) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      reuse_arm(reuse, around, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    reuse_loop(reuse, exp->as.loop, is_owned);
  } else if (exp->op == OP_PAR) {
    reuse_par(reuse, exp->as.par);
  } else if (exp->op == OP_WITH_ACC) {
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++) {
      if (exp->as.with_acc->accs[i].op) reuse_body(reuse, exp->as.with_acc->accs[i].op->body);
    }
    reuse_body(reuse, exp->as.with_acc->body);
  }
}

static void reuse_list(Reuse *reuse, Stms *stms, BlockList *list) {
  Stms kept = {0};
  for (list->position = 0; list->position < stms->count; list->position++) {
    Stm *stm = stms->data[list->position];
    if (stm->exp->op == OP_ALLOC && settle_allocation(reuse, list, stm)) continue;
    const bool *is_owned = blocks_pass(list, stm);
    if (op_has(stm->exp->op, FLAG_BODIES)) reuse_inside(reuse, list, stm, is_owned);
    vec_push(reuse->program->arena, &kept, stm);
  }
  *stms = kept;
}

// ---- The pass ----

static void reuse_fun(Reuse *reuse, Fun *fun) {
  Body *body = fun->body;
  BlockList *list = blocks_new(reuse->scratch, reuse->replaced, &body->stms, body, NULL);
  blocks_own_consumed(list, fun);
  reuse_list(reuse, &body->stms, list);
}

static bool learn_stm(Walker *walker, Stm *stm) {
  if (op_is_scalar(stm->exp->op)) lmads_learn(walker->context, stm);
  return true;
}

static Program *reuse_program(Program *program, bool is_device) {
  Arena *scratch = arena_new();
  Reuse reuse = {.program = program,
                 .scratch = scratch,
                 .subst = subst_new(program),
                 .is_device = is_device,
                 .replaced = map_new(scratch),
                 .numbers = lmads_new(program, scratch)};
  Walker walker = {.context = reuse.numbers, .enter = learn_stm};
  walk_program(&walker, program);
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

static Program *reuse_run(Program *program, const Target *target, Diag *diag) {
  (void)diag;
  return reuse_program(program, target->has_device);
}

const Pass pass_reuse = {.name = "reuse",
                         .purpose = "use blocks of memory again, and map in place",
                         .from = LEVEL_MEM,
                         .to = LEVEL_MEM,
                         .run = reuse_run};
