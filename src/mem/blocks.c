// Blocks of memory in a list of statements: uses, and ownership.
#include "mem/blocks.h"
#include "ir/type.h"
#include "ir/walk.h"

// Loops inside loops are looked at from each loop around them, but not deeper than this.
enum { DEPTH_LIMIT = 3 };

// ---- Uses ----

Var *block_resolve(const Map *replaced, Var *var) {
  for (Var *next; replaced && (next = map_get(replaced, map_key(var)));)
    var = next;
  return var;
}

MemBlock *block_of(BlockList *list, Var *var) {
  var = block_resolve(list->replaced, var);
  MemBlock *block = map_get(list->blocks, map_key(var));
  if (block) return block;
  block = arena_make(list->scratch, MemBlock);
  *block = (MemBlock){.var = var, .escape = BLOCK_NEVER};
  map_put(list->blocks, map_key(var), block);
  vec_push(list->scratch, &list->all, block);
  return block;
}

static void use_block(Walker *walker, Var *var) {
  BlockList *list = walker->context;
  const Type *type = var->type;
  if (type->kind == TYPE_MEM) block_of(list, var)->last = list->position;
  if (type->place) block_of(list, type->place->block)->last = list->position;
  for (size_t i = 0; type->kind == TYPE_ACC && i < type->acc_count; i++)
    block_of(list, type->acc_types[i]->place->block)->last = list->position;
}

void stm_hands_on(const Stm *stm, HandedOn *visit, void *context) {
  const Exp *exp = stm->exp;
  visit(context, exp->args, exp->arg_count);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++) {
      const Body *body = exp->as.branches.bodies[i];
      visit(context, body->results, body->result_count);
    }
  } else if (exp->op == OP_LOOP) {
    visit(context, exp->as.loop->body->results, exp->as.loop->body->result_count);
  } else if (exp->op == OP_WITH_ACC) {
    visit(context, exp->as.with_acc->body->results, exp->as.with_acc->body->result_count);
  }
}

static void escape_atoms(void *context, const Atom *atoms, size_t count) {
  BlockList *list = context;
  for (size_t i = 0; i < count; i++) {
    if (!atoms[i].var || atoms[i].var->type->kind != TYPE_MEM) continue;
    MemBlock *block = block_of(list, atoms[i].var);
    if (block->escape == BLOCK_NEVER) block->escape = list->position;
  }
}

static bool escape_stm(Walker *walker, Stm *stm) {
  stm_hands_on(stm, escape_atoms, walker->context);
  return true;
}

static Walker block_walker(BlockList *list) {
  return (Walker){.context = list, .use = use_block, .enter = escape_stm};
}

// What a list gives is used after its last statement.
BlockList *blocks_new(Arena *scratch, const Map *replaced, const Stms *stms, const Body *body,
                      const Thunk *thunk) {
  BlockList *list = arena_make(scratch, BlockList);
  *list = (BlockList){
      .scratch = scratch, .replaced = replaced, .stms = stms, .blocks = map_new(scratch)};
  Walker walker = block_walker(list);
  for (list->position = 0; list->position < stms->count; list->position++)
    walk_stm(&walker, stms->data[list->position]);
  if (body) {
    walk_atoms(&walker, body->results, body->result_count);
    escape_atoms(list, body->results, body->result_count);
  }
  for (size_t i = 0; thunk && i < thunk->output_count; i++)
    walk_atoms(&walker, thunk->outputs[i].values, thunk->outputs[i].value_count);
  list->position = 0;
  return list;
}

// ---- Other names ----

typedef struct BlockSearch {
  const VarSet *blocks;
  bool is_found;
} BlockSearch;

static void search_atoms(void *context, const Atom *atoms, size_t count) {
  BlockSearch *search = context;
  for (size_t i = 0; i < count; i++) {
    if (atoms[i].var && varset_has(search->blocks, atoms[i].var)) search->is_found = true;
  }
}

static bool search_enter(Walker *walker, Stm *stm) {
  stm_hands_on(stm, search_atoms, walker->context);
  return true;
}

// Is one of the blocks handed on by itself in this statement, so that its results may be in it?
static bool hands_on(const VarSet *blocks, Stm *stm) {
  BlockSearch search = {.blocks = blocks};
  Walker walker = {.context = &search, .enter = search_enter};
  walk_stm(&walker, stm);
  return search.is_found;
}

static void add_names(const Stms *stms, VarSet *names);

// What a loop gives is in the block where its parameter may be: at first, or in a later round.
static void add_names_of_loop(const Stm *stm, VarSet *names) {
  const Loop *loop = stm->exp->as.loop;
  for (bool grows = true; grows;) {
    grows = false;
    add_names(&loop->body->stms, names);
    for (size_t k = 0; k < loop->param_count; k++) {
      Var *param = loop->params[k], *first = stm->exp->args[k].var;
      const Var *next = loop->body->results[k].var;
      bool is_name = (first && varset_has(names, first)) || (next && varset_has(names, next));
      if (param->type->kind != TYPE_MEM || !is_name || varset_has(names, param)) continue;
      varset_add(names, param);
      grows = true;
    }
  }
  for (size_t k = 0; k < loop->param_count; k++)
    if (varset_has(names, loop->params[k])) varset_add(names, stm->vars[k]);
}

// Adds the names that the statements give to the blocks.
static void add_names(const Stms *stms, VarSet *names) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (!hands_on(names, stm)) continue;
    if (stm->exp->op == OP_LOOP) add_names_of_loop(stm, names);
    for (size_t k = 0; k < stm->var_count && stm->exp->op != OP_LOOP; k++)
      if (stm->vars[k]->type->kind == TYPE_MEM) varset_add(names, stm->vars[k]);
  }
}

size_t block_leaving_count(Arena *scratch, const Body *body, Var *block) {
  VarSet names = varset_new(scratch);
  varset_add(&names, block);
  add_names(&body->stms, &names);
  size_t count = 0;
  for (size_t i = 0; i < body->result_count; i++)
    count += body->results[i].var && varset_has(&names, body->results[i].var);
  return count;
}

// ---- Sizes ----

// Do these counts of elements, of one width, have the same product, as far as names tell?
static bool is_same_product(Arena *scratch, const Exp *alloc, const Atom *counts, size_t count) {
  if (alloc->arg_count != count) return false;
  bool *is_taken = arena_array(scratch, bool, count);
  for (size_t i = 0; i < count; i++) {
    size_t k = 0;
    while (k < count && (is_taken[k] || !atom_equal(alloc->args[i], counts[k])))
      k++;
    if (k == count) return false;
    is_taken[k] = true;
  }
  return true;
}

bool block_fits(Arena *scratch, const MemBlock *block, const Exp *alloc) {
  unsigned width = scalar_info(alloc->as.to)->width;
  if (block->alloc)
    return scalar_info(block->alloc->as.to)->width == width &&
           is_same_product(scratch, alloc, block->alloc->args, block->alloc->arg_count);
  const Type *array = block->array;
  if (!array || scalar_info(array->scalar)->width != width) return false;
  Atom *counts = arena_array(scratch, Atom, array->rank);
  for (size_t k = 0; k < array->rank; k++)
    counts[k] = dim_size(array->dims[k]);
  return is_same_product(scratch, alloc, counts, array->rank);
}

bool block_fits_number(const Lmads *numbers, const MemBlock *block, const Exp *alloc) {
  Algebra *algebra = lmads_algebra(numbers);
  const Poly *product = poly_constant(algebra, 1);
  const Type *array = block->array;
  size_t count = block->alloc ? block->alloc->arg_count : array ? array->rank : 0;
  if (alloc->arg_count != 1 || count == 0) return false;
  Scalar scalar = block->alloc ? block->alloc->as.to : array->scalar;
  if (scalar_info(scalar)->width != scalar_info(alloc->as.to)->width) return false;
  for (size_t k = 0; k < count; k++) {
    Atom size = block->alloc ? block->alloc->args[k] : dim_size(array->dims[k]);
    product = poly_mul(algebra, product, lmads_poly(numbers, size));
  }
  return poly_equal(product, lmads_poly(numbers, alloc->args[0]));
}

static void own_block_of(BlockList *list, const Type *array) {
  MemBlock *block = block_of(list, array->place->block);
  block->is_owned = true;
  if (place_is_plain(array) && !type_is_irregular(array)) block->array = array;
}

// ---- Ownership ----

void blocks_own_consumed(BlockList *list, const Fun *fun) {
  for (size_t i = 0; i < fun->param_count; i++) {
    const Param *param = &fun->params[i];
    if (param->is_consumed && type_is_array(param->var->type)) own_block_of(list, param->var->type);
  }
}

// The array among these variables that is in the block, from its start on; NULL when there is none.
static const Type *array_in(Var *const *vars, size_t count, const Var *block) {
  for (size_t i = 0; i < count; i++) {
    const Type *type = vars[i]->type;
    if (type_is_array(type) && type->place->block == block && place_is_plain(type) &&
        !type_is_irregular(type))
      return type;
  }
  return NULL;
}

static void own_block(BlockList *list, Var *var, Var *const *vars, size_t count) {
  MemBlock *block = block_of(list, var);
  block->is_owned = true;
  block->array = array_in(vars, count, var);
}

void blocks_own_params(BlockList *list, const Loop *loop, const bool *is_owned) {
  for (size_t k = 0; k < loop->param_count; k++)
    if (is_owned[k]) own_block(list, loop->params[k], loop->params, loop->param_count);
}

void blocks_own_dying(BlockList *list, const BlockList *around) {
  for (size_t i = 0; i < around->all.count; i++) {
    const MemBlock *outer = around->all.data[i];
    bool is_dying = outer->is_owned && outer->last == around->position &&
                    (outer->escape == BLOCK_NEVER || outer->escape == around->position);
    if (!is_dying || !map_find(list->blocks, map_key(outer->var), NULL)) continue;
    MemBlock *block = block_of(list, outer->var);
    block->is_owned = true;
    block->alloc = outer->alloc;
    block->array = outer->array;
  }
}

void blocks_lose_handed(BlockList *around, BlockList *list) {
  for (size_t i = 0; i < around->all.count; i++) {
    MemBlock *outer = around->all.data[i];
    if (!map_find(list->blocks, map_key(outer->var), NULL)) continue;
    if (block_of(list, outer->var)->escape != BLOCK_NEVER) outer->is_owned = false;
  }
}

// Does the atom stand in the list exactly once?
static bool stands_once(const Atom *atoms, size_t count, Atom atom) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++)
    found += atom_equal(atoms[i], atom);
  return found == 1;
}

// Is the initial block given up to the loop, under the parameter's name only?
static bool is_given_up(BlockList *list, const BlockList *inside, const Exp *exp, size_t k) {
  const Loop *loop = exp->as.loop;
  const Body *body = loop->body;
  if (loop->params[k]->type->kind != TYPE_MEM) return false;
  const MemBlock *init = block_of(list, exp->args[k].var);
  return init->is_owned && init->last == list->position && init->escape == list->position &&
         !map_find(inside->blocks, map_key(init->var), NULL) &&
         stands_once(exp->args, loop->param_count, exp->args[k]) &&
         stands_once(body->results, body->result_count, body->results[k]);
}

// The body's list, passed through to its end with these parameters owned.
static BlockList *pass_body(BlockList *list, const Loop *loop, const bool *is_owned) {
  BlockList *inside =
      blocks_new(list->scratch, list->replaced, &loop->body->stms, loop->body, NULL);
  if (loop->condition) {
    Walker walker = block_walker(inside);
    inside->position = loop->body->stms.count;
    walk_body(&walker, loop->condition);
  }
  inside->depth = list->depth + 1;
  if (is_owned) blocks_own_params(inside, loop, is_owned);
  size_t count = is_owned ? loop->body->stms.count : 0;
  for (inside->position = 0; inside->position < count; inside->position++)
    blocks_pass(inside, loop->body->stms.data[inside->position]);
  return inside;
}

// Is the block that goes to the next iteration owned by the body, and handed on there only?
static bool is_next_owned(BlockList *inside, const Loop *loop, size_t k) {
  const MemBlock *next = block_of(inside, loop->body->results[k].var);
  return next->is_owned && next->escape == loop->body->stms.count;
}

bool block_is_given_up(BlockList *list, const Exp *exp, size_t k) {
  return is_given_up(list, pass_body(list, exp->as.loop, NULL), exp, k);
}

static bool *owned_params(BlockList *list, const Exp *exp) {
  const Loop *loop = exp->as.loop;
  bool *is_owned = arena_array(list->scratch, bool, loop->param_count);
  const BlockList *uses = pass_body(list, loop, NULL);
  for (size_t k = 0; k < loop->param_count; k++)
    is_owned[k] = is_given_up(list, uses, exp, k);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    BlockList *inside = pass_body(list, loop, is_owned);
    for (size_t k = 0; k < loop->param_count; k++) {
      if (!is_owned[k] || is_next_owned(inside, loop, k)) continue;
      is_owned[k] = false;
      has_changed = true;
    }
  }
  return is_owned;
}

// For results that are not arguments a function gives blocks of their own.
static void own_call(BlockList *list, const Stm *stm) {
  const Fun *callee = stm->exp->as.callee;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (type_is_array(type) && callee->results[i].alias_count == 0) own_block_of(list, type);
  }
}

// The list of an arm, passed through to its end.
static BlockList *pass_arm(BlockList *list, const Body *arm) {
  BlockList *inside = blocks_new(list->scratch, list->replaced, &arm->stms, arm, NULL);
  inside->depth = list->depth;
  blocks_own_dying(inside, list);
  for (inside->position = 0; inside->position < arm->stms.count; inside->position++)
    blocks_pass(inside, arm->stms.data[inside->position]);
  return inside;
}

// Has the arm, at its end, a block of its own for this result, and no other name for it?
static bool arm_owns(BlockList *inside, const Body *arm, size_t number) {
  const MemBlock *block = block_of(inside, arm->results[number].var);
  return block->is_owned && block->escape == arm->stms.count &&
         stands_once(arm->results, arm->result_count, arm->results[number]);
}

// Whichever arm a branch takes, what it gives is in a block that nothing else has.
static void own_branch(BlockList *list, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  bool *is_owned = arena_array(list->scratch, bool, stm->var_count + 1), has_blocks = false;
  for (size_t k = 0; k < stm->var_count; k++)
    has_blocks |= is_owned[k] = stm->vars[k]->type->kind == TYPE_MEM;
  for (size_t i = 0; has_blocks && i < branches->body_count; i++) {
    BlockList *inside = pass_arm(list, branches->bodies[i]);
    for (size_t k = 0; k < stm->var_count; k++)
      is_owned[k] = is_owned[k] && arm_owns(inside, branches->bodies[i], k);
  }
  for (size_t k = 0; k < stm->var_count; k++)
    if (is_owned[k]) own_block(list, stm->vars[k], stm->vars, stm->var_count);
}

bool *blocks_pass(BlockList *list, const Stm *stm) {
  if (stm->exp->op == OP_ALLOC) {
    MemBlock *block = block_of(list, stm->vars[0]);
    block->is_owned = true;
    block->alloc = stm->exp;
  } else if (stm->exp->op == OP_CALL) {
    own_call(list, stm);
  } else if (stm->exp->op == OP_IF || stm->exp->op == OP_SWITCH) {
    own_branch(list, stm);
  } else if (stm->exp->op == OP_LOOP) {
    const Loop *loop = stm->exp->as.loop;
    bool *is_owned = list->depth < DEPTH_LIMIT
                         ? owned_params(list, stm->exp)
                         : arena_array(list->scratch, bool, loop->param_count);
    for (size_t k = 0; k < loop->param_count; k++)
      if (is_owned[k]) own_block(list, stm->vars[k], stm->vars, stm->var_count);
    return is_owned;
  }
  return NULL;
}

int64_t mem_local_count(const Exp *alloc) {
  enum { LOCAL_BYTES = 1024 };
  int64_t count = 1, width = scalar_info(alloc->as.to)->width / 8;
  for (size_t i = 0; i < alloc->arg_count; i++) {
    if (alloc->args[i].var) return -1;
    int64_t size = constant_to_i64(alloc->args[i].constant);
    if (size < 0 || size > LOCAL_BYTES) return -1;
    count *= size;
    if (count * width > LOCAL_BYTES) return -1;
  }
  return count;
}
