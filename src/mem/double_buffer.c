// double_buffer: no allocation in loops.
//
// Takes and gives   Mem. Changes the program in place.
// Cost              linear in the size of the program times the depth of its nesting.
//
//   loop (a_mem: mem = m, a: [n]f32 @ a_mem = xs) for i < k do {
//     let b_mem: mem = alloc n : f32
//     let b: [n]f32 @ b_mem = par ... a ...
//     in (b_mem, b)
//   }
//
// The block that each iteration gives to the next one needs two blocks in turn: the one that is
// read and the one that is written. Both are allocated in front of the loop and go round with it,
// next to the block of the initial value, which is not overwritten:
//
//   let next: mem = alloc n : f32
//   let other: mem = alloc n : f32
//   loop (a_mem: mem = m, a: [n]f32 @ a_mem = xs, b_mem: mem = next, o: mem = other) for i < k do {
//     let b: [n]f32 @ b_mem = par ... a ...
//     in (b_mem, b, o, b_mem)
//   }
//
// Where a loop hands arrays from one parameter to another, (a, b) becoming (b, new), a block lives
// longer, and as many more go round.
//
// When the initial value is in a block of that size which is not used otherwise, it is the other
// one: (b_mem, b, a_mem). So is that of a parameter which the function consumes. Then one block is
// left over after the loop; in a loop around it, that is the one that is allocated for the next
// round. A block that does not leave its iteration is allocated once, in front.
//
// Where only one arm of a branch makes a new array, and the other one hands the old one on, the
// branch also says which of the two blocks it leaves over:
//
//   loop (a_mem, a, b_mem) … { let (c_mem, c, o) = if p then { … in (b_mem, b, a_mem) }
//                                                  else { in (a_mem, a, b_mem) }
//                              in (c_mem, c, o) }
//
// The size must not change in the loop; what computes it there moves in front. Inner loops come
// first, so that what leaves them may leave the outer ones too. Allocations in a `par` stay:
// lowering, which schedules it, knows how many there are.
#include "analysis/sizes.h"
#include "ir/build.h"
#include "ir/map.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/blocks.h"
#include "mem/lmad.h"
#include "mem/mem.h"

// A block that lives for more iterations than this is allocated in each.
enum { LIFETIME_LIMIT = 8 };

typedef struct Buffering {
  Program *program;
  Arena *scratch;
  const Fun *fun;
  const Body *body;
  Sizes *sizes;   // NULL until they are needed
  unsigned loops; // around the list
  Map *spares;    // a block that is allocated for a loop -> the one that is left over after it
} Buffering;

// ---- Allocations ----

static const Stm *find_alloc(const Stms *stms, const Var *block) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (stm->exp->op == OP_ALLOC && stm->vars[0] == block) return stm;
  }
  return NULL;
}

static bool is_invariant(const VarSet *inside, const Stm *alloc) {
  for (size_t i = 0; i < alloc->exp->arg_count; i++) {
    if (alloc->exp->args[i].var && varset_has(inside, alloc->exp->args[i].var)) return false;
  }
  for (size_t i = 0; i < alloc->cert_count; i++) {
    if (varset_has(inside, alloc->certs[i])) return false;
  }
  return true;
}

static Sizes *facts(Buffering *buffering) {
  if (!buffering->sizes) {
    buffering->sizes = sizes_new(buffering->scratch, buffering->program, buffering->fun);
    sizes_learn(buffering->sizes, buffering->body);
  }
  return buffering->sizes;
}

// Appends another allocation like this one, of this block, in front of the loop. The loop may run
// zero times, and its sizes may make no sense then.
static void alloc_before(Buffering *buffering, const Stm *alloc, Var *block, Stms *out) {
  Program *program = buffering->program;
  Builder builder = builder_new(program, out, alloc->span);
  size_t count = alloc->exp->arg_count;
  Atom *counts = arena_array(buffering->scratch, Atom, count);
  for (size_t i = 0; i < count; i++) {
    counts[i] = alloc->exp->args[i];
    if (number_is_natural(counts[i])) continue;
    if (!sizes_at_least(facts(buffering), counts[i], atom_i64(0), NULL))
      counts[i] = build_binary(&builder, "room", OP_SMAX, counts[i], atom_i64(0));
  }
  builder.certs = alloc->certs;
  builder.cert_count = alloc->cert_count;
  build_stm(&builder, exp_alloc(program, counts, count, alloc->exp->as.to), &block, 1);
}

static Var *alloc_another(Buffering *buffering, const Stm *alloc, Stms *out) {
  Var *block = var_like(buffering->program, alloc->vars[0], type_mem());
  alloc_before(buffering, alloc, block, out);
  return block;
}

static void drop_stm(Stms *stms, const Stm *dropped) {
  size_t count = 0;
  for (size_t i = 0; i < stms->count; i++) {
    if (stms->data[i] != dropped) stms->data[count++] = stms->data[i];
  }
  stms->count = count;
}

// ---- Loops ----

// Adds parameters to the loop, with their initial values, and results.
static void add_param(Buffering *buffering, Stm *stm, Var *param, Atom init, Atom next) {
  Arena *arena = buffering->program->arena;
  Exp *exp = stm->exp;
  Loop *loop = exp->as.loop;
  Vec(Var *) params = {0}, pattern = {0};
  Vec(Atom) args = {0}, results = {0};
  vec_append(arena, &params, loop->params, loop->param_count);
  vec_push(arena, &params, param);
  vec_append(arena, &pattern, stm->vars, stm->var_count);
  vec_push(arena, &pattern, var_like(buffering->program, param, param->type));
  vec_append(arena, &args, exp->args, loop->param_count);
  vec_push(arena, &args, init);
  if (loop->index) vec_push(arena, &args, loop_bound(exp));
  vec_append(arena, &results, loop->body->results, loop->body->result_count);
  vec_push(arena, &results, next);
  loop->params = params.data;
  loop->param_count = params.count;
  stm->vars = pattern.data;
  stm->var_count = pattern.count;
  exp->args = args.data;
  exp->arg_count = args.count;
  loop->body->results = results.data;
  loop->body->result_count = results.count;
}

// Is the initial block of that size, and used only as the initial value of this parameter?
static bool can_overwrite_initial(BlockList *around, const Exp *exp, size_t k, const Stm *alloc) {
  return block_fits(around->scratch, block_of(around, exp->args[k].var), alloc->exp) &&
         block_is_given_up(around, exp, k);
}

// The variables that differ from one iteration to the next.
static VarSet inside_of(Arena *scratch, const Loop *loop) {
  VarSet inside = bound_vars_stms(scratch, &loop->body->stms);
  for (size_t k = 0; k < loop->param_count; k++)
    varset_add(&inside, loop->params[k]);
  if (loop->index) varset_add(&inside, loop->index);
  return inside;
}

// The allocation of the block that goes to the next iteration as parameter k.
static Stm *find_buffered(Arena *scratch, const Loop *loop, const VarSet *inside, size_t k) {
  Body *body = loop->body;
  Var *next = body->results[k].var;
  if (loop->params[k]->type->kind != TYPE_MEM) return NULL;
  const Stm *alloc = find_alloc(&body->stms, next);
  if (!alloc || !is_invariant(inside, alloc)) return NULL;
  return block_leaving_count(scratch, body, next) == 1 ? (Stm *)alloc : NULL;
}

// The iteration does not use the block any more; the next one writes to it.
static void buffer_with(Buffering *buffering, Stm *stm, Var *dying, Stm *alloc, Stms *out) {
  Var *first = alloc_another(buffering, alloc, out);
  drop_stm(&stm->exp->as.loop->body->stms, alloc);
  add_param(buffering, stm, alloc->vars[0], atom_var(first), atom_var(dying));
  map_put(buffering->spares, map_key(first), stm->vars[stm->var_count - 1]);
}

// The number of the result that is the block of parameter k itself, and the only one in it; the
// number of results when there is none.
static size_t handed_to(Arena *scratch, const Loop *loop, size_t k) {
  const Body *body = loop->body;
  size_t number = 0;
  if (block_leaving_count(scratch, body, loop->params[k]) != 1) return body->result_count;
  while (number < body->result_count && body->results[number].var != loop->params[k])
    number++;
  return number;
}

// For how many iterations a block lives that goes to the next one as parameter k, and from there
// perhaps to other parameters; 0 when that is not known, or too long. In a loop around it, the
// blocks of the last time are still in use when those of the next one are allocated: so many would
// be more than one in each iteration.
static size_t lifetime(const Buffering *buffering, const Loop *loop, size_t k) {
  size_t most = buffering->loops > 0 ? 1 : LIFETIME_LIMIT;
  for (size_t length = 1; length <= most; length++) {
    if (block_leaving_count(buffering->scratch, loop->body, loop->params[k]) == 0) return length;
    k = handed_to(buffering->scratch, loop, k);
    if (k >= loop->param_count) return 0;
  }
  return 0;
}

// One block is written while those of the iterations before live on. They go round: each iteration
// writes the one that was written longest ago.
static void buffer_in_turn(Buffering *buffering, Stm *stm, Stm *alloc, size_t count, Stms *out) {
  Var *turn[LIFETIME_LIMIT + 1] = {alloc->vars[0]};
  drop_stm(&stm->exp->as.loop->body->stms, alloc);
  for (size_t i = 1; i < count; i++)
    turn[i] = var_like(buffering->program, alloc->vars[0], type_mem());
  for (size_t i = 0; i < count; i++) {
    Var *first = alloc_another(buffering, alloc, out);
    add_param(buffering, stm, turn[i], atom_var(first), atom_var(turn[(i + 1) % count]));
  }
}

// ---- Branches ----

// An array that the next round has from a branch: from an arm that makes it, or as it was.
typedef struct BranchRoom {
  const VarSet *inside;
  const Var *kept;  // the block of the parameter
  const Stm *alloc; // what the arms allocate
  bool is_kept;     // by some arm
} BranchRoom;

static Stm *find_branch(const Stms *stms, const Var *result, size_t *number) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    for (*number = 0; stm->exp->op == OP_IF && *number < stm->var_count; ++*number)
      if (stm->vars[*number] == result) return stm;
  }
  return NULL;
}

static bool is_like(const Exp *alloc, const Exp *other) {
  if (alloc->as.to != other->as.to || alloc->arg_count != other->arg_count) return false;
  for (size_t i = 0; i < alloc->arg_count; i++)
    if (!atom_equal(alloc->args[i], other->args[i])) return false;
  return true;
}

// Is the result of each arm the block that was there, or one that it makes alike?
static bool find_room(Arena *scratch, BranchRoom *room, const Stm *branch, size_t number) {
  for (size_t i = 0; i < 2; i++) {
    const Body *arm = branch->exp->as.branches.bodies[i];
    Var *result = arm->results[number].var;
    const Stm *alloc = find_alloc(&arm->stms, result);
    size_t inner;
    const Stm *nested = find_branch(&arm->stms, result, &inner);
    if (nested) {
      if (!find_room(scratch, room, nested, inner)) return false;
    } else if (result == room->kept) {
      room->is_kept = true;
    } else if (!alloc || !is_invariant(room->inside, alloc) ||
               (room->alloc && !is_like(room->alloc->exp, alloc->exp)) ||
               block_leaving_count(scratch, arm, result) != 1) {
      return false;
    } else {
      room->alloc = alloc;
    }
  }
  return true;
}

static void add_result(Program *program, Body *arm, Var *result) {
  Vec(Atom) results = {0};
  vec_append(program->arena, &results, arm->results, arm->result_count);
  vec_push(program->arena, &results, atom_var(result));
  arm->results = results.data;
  arm->result_count = results.count;
}

// The arms make the array in this block, and give the one that they leave over, as another result
// of the branch, which is returned.
static Var *give_room(Buffering *buffering, Stm *branch, size_t number, Var *kept, Var *block) {
  Program *program = buffering->program;
  for (size_t i = 0; i < 2; i++) {
    Body **arm = &branch->exp->as.branches.bodies[i];
    Var *result = (*arm)->results[number].var;
    size_t inner;
    Stm *nested = find_branch(&(*arm)->stms, result, &inner);
    if (nested) {
      add_result(program, *arm, give_room(buffering, nested, inner, kept, block));
    } else if (result == kept) {
      add_result(program, *arm, block);
    } else {
      Subst *subst = subst_new(program);
      subst_add(subst, result, atom_var(block));
      drop_stm(&(*arm)->stms, find_alloc(&(*arm)->stms, result));
      *arm = rename_body(program, *arm, subst);
      add_result(program, *arm, kept);
    }
  }
  Var *spare = var_like(program, block, type_mem());
  Vars vars = {0};
  vec_append(program->arena, &vars, branch->vars, branch->var_count);
  vec_push(program->arena, &vars, spare);
  branch->vars = vars.data;
  branch->var_count = vars.count;
  return spare;
}

// Where the next round has parameter k from a branch, which may make it anew, a block is allocated
// in front of the loop.
static void buffer_branch(Buffering *buffering, BlockList *around, Stm *stm, const VarSet *inside,
                          size_t k, Stms *out) {
  Loop *loop = stm->exp->as.loop;
  size_t number;
  if (loop->params[k]->type->kind != TYPE_MEM) return;
  Stm *branch = find_branch(&loop->body->stms, loop->body->results[k].var, &number);
  BranchRoom room = {.inside = inside, .kept = loop->params[k]};
  if (!branch || !find_room(buffering->scratch, &room, branch, number) || !room.alloc) return;
  if (block_leaving_count(buffering->scratch, loop->body, loop->params[k]) !=
      (room.is_kept ? 1 : 0))
    return;
  if (!can_overwrite_initial(around, stm->exp, k, room.alloc)) return;
  Stm *alloc = arena_make(buffering->program->arena, Stm);
  *alloc = *room.alloc;
  alloc->vars = arena_array(buffering->program->arena, Var *, 1);
  alloc->vars[0] = var_like(buffering->program, room.alloc->vars[0], type_mem());
  Var *spare = give_room(buffering, branch, number, loop->params[k], alloc->vars[0]);
  buffer_with(buffering, stm, spare, alloc, out);
}

// ---- Whole loops ----

// A parameter that the loop owns, which is as large as what is allocated and ends with the
// iteration without a block of its own that takes its place; NULL when there is none.
static Var *find_dying(BlockList *body, const Loop *loop, const VarSet *inside,
                       const bool *is_owned, size_t count, const Stm *alloc) {
  for (size_t k = 0; k < count; k++) {
    if (!is_owned[k] || !block_fits(body->scratch, block_of(body, loop->params[k]), alloc->exp) ||
        block_leaving_count(body->scratch, loop->body, loop->params[k]) != 0 ||
        find_buffered(body->scratch, loop, inside, k))
      continue;
    return loop->params[k];
  }
  return NULL;
}

// What a loop inside leaves over is what it needs the next time.
static void keep_spares(Buffering *buffering, Stm *stm, const VarSet *inside, Stms *out) {
  Body *body = stm->exp->as.loop->body;
  for (size_t i = 0; i < body->stms.count;) {
    Stm *alloc = body->stms.data[i];
    Var *spare =
        alloc->exp->op == OP_ALLOC ? map_get(buffering->spares, map_key(alloc->vars[0])) : NULL;
    if (!spare || !is_invariant(inside, alloc)) {
      i++;
      continue;
    }
    buffer_with(buffering, stm, spare, alloc, out);
  }
}

// Moves what does not leave the iteration in front of the loop.
static void move_allocs(Buffering *buffering, const Loop *loop, const VarSet *inside, Stms *out) {
  Body *body = loop->body;
  for (size_t i = 0; i < body->stms.count;) {
    Stm *stm = body->stms.data[i];
    bool is_moved = stm->exp->op == OP_ALLOC && is_invariant(inside, stm) &&
                    block_leaving_count(buffering->scratch, body, stm->vars[0]) == 0;
    if (!is_moved) {
      i++;
      continue;
    }
    map_put(buffering->spares, map_key(stm->vars[0]), NULL); // it is bound inside
    alloc_before(buffering, stm, stm->vars[0], out);
    drop_stm(&body->stms, stm);
  }
}

// The number among the statements that computes the size from what the loop does not change, by
// operations that cannot fail; the number of statements when there is none, or when it is not the
// next one to move.
static size_t find_size(const Stms *stms, const VarSet *inside, Atom size) {
  for (size_t i = 0; i < stms->count && size.var; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (stms->data[i]->var_count != 1 || stms->data[i]->vars[0] != size.var) continue;
    if (!op_is_scalar(exp->op) || op_has(exp->op, FLAG_FAILS | FLAG_ACTS)) break;
    for (size_t k = 0; k < exp->arg_count; k++) {
      if (!exp->args[k].var || !varset_has(inside, exp->args[k].var)) continue;
      size_t before = find_size(stms, inside, exp->args[k]);
      return before < i ? before : stms->count;
    }
    return i;
  }
  return stms->count;
}

// Sizes of allocations that are computed in the loop, and are the same each time, leave it.
static void move_sizes(Buffering *buffering, Loop *loop, Stms *out) {
  Stms *stms = &loop->body->stms;
  VarSet inside = inside_of(buffering->scratch, loop);
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *alloc = stms->data[i]->exp;
    for (size_t k = 0; alloc->op == OP_ALLOC && k < alloc->arg_count;) {
      bool is_inside = alloc->args[k].var && varset_has(&inside, alloc->args[k].var);
      size_t number = is_inside ? find_size(stms, &inside, alloc->args[k]) : stms->count;
      if (number >= i) {
        k++;
        continue;
      }
      Stm *size = stms->data[number];
      size->cert_count = 0;
      vec_push(buffering->program->arena, out, size);
      drop_stm(stms, size);
      map_remove(inside.map, map_key(size->vars[0]));
      i--;
    }
  }
}

// `is_owned` says which of its parameters are only the loop's.
static void buffer_loop(Buffering *buffering, BlockList *around, Stm *stm, const bool *is_owned,
                        Stms *out) {
  Arena *scratch = buffering->scratch;
  Loop *loop = stm->exp->as.loop;
  move_sizes(buffering, loop, out);
  VarSet inside = inside_of(scratch, loop);
  size_t count = loop->param_count;
  BlockList *body = blocks_new(scratch, NULL, &loop->body->stms, loop->body, NULL);
  blocks_own_params(body, loop, is_owned);
  for (size_t k = 0; k < count; k++) {
    Stm *alloc = find_buffered(scratch, loop, &inside, k);
    size_t lives;
    if (!alloc) buffer_branch(buffering, around, stm, &inside, k, out);
    if (!alloc) continue;
    bool is_left = block_leaving_count(scratch, loop->body, loop->params[k]) != 0;
    Var *dying = is_left ? find_dying(body, loop, &inside, is_owned, count, alloc) : NULL;
    if (!is_left && can_overwrite_initial(around, stm->exp, k, alloc)) dying = loop->params[k];
    if (dying)
      buffer_with(buffering, stm, dying, alloc, out);
    else if ((lives = lifetime(buffering, loop, k)) > 0)
      buffer_in_turn(buffering, stm, alloc, lives + 1, out);
  }
  move_allocs(buffering, loop, &inside, out);
  keep_spares(buffering, stm, &inside, out);
}

// ---- Lists ----

static void buffer_list(Buffering *buffering, Stms *stms, BlockList *list);

static void buffer_body(Buffering *buffering, Body *body) {
  if (body)
    buffer_list(buffering, &body->stms,
                blocks_new(buffering->scratch, NULL, &body->stms, body, NULL));
}

static void buffer_thunk(Buffering *buffering, Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    if (thunk->outputs[i].op) buffer_body(buffering, thunk->outputs[i].op->body);
  }
  buffer_list(buffering, &thunk->stms,
              blocks_new(buffering->scratch, NULL, &thunk->stms, NULL, thunk));
}

// An arm may use what the list around it does not need after the branch.
static void buffer_arm(Buffering *buffering, BlockList *around, Body *body) {
  BlockList *list = blocks_new(buffering->scratch, NULL, &body->stms, body, NULL);
  blocks_own_dying(list, around);
  buffer_list(buffering, &body->stms, list);
  blocks_lose_handed(around, blocks_new(buffering->scratch, NULL, &body->stms, body, NULL));
}

// `is_owned` says which parameters of a loop are its own.
static void buffer_inside(Buffering *buffering, BlockList *around, const Exp *exp,
                          const bool *is_owned) {
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      buffer_arm(buffering, around, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    Body *body = exp->as.loop->body;
    buffer_body(buffering, exp->as.loop->condition);
    BlockList *list = blocks_new(buffering->scratch, NULL, &body->stms, body, NULL);
    blocks_own_params(list, exp->as.loop, is_owned);
    buffering->loops++;
    buffer_list(buffering, &body->stms, list);
    buffering->loops--;
  } else if (exp->op == OP_PAR) {
    // The epilogue sees what the body makes: more comes after a loop of the body than the rest of
    // its list.
    if (!exp->as.par->has_epilogue) buffer_thunk(buffering, &exp->as.par->body);
  } else if (exp->op == OP_WITH_ACC) {
    buffer_body(buffering, exp->as.with_acc->body);
  }
}

static void buffer_list(Buffering *buffering, Stms *stms, BlockList *list) {
  Stms out = {0};
  for (list->position = 0; list->position < stms->count; list->position++) {
    Stm *stm = stms->data[list->position];
    const bool *is_owned = blocks_pass(list, stm);
    buffer_inside(buffering, list, stm->exp, is_owned);
    if (stm->exp->op == OP_LOOP) buffer_loop(buffering, list, stm, is_owned, &out);
    vec_push(buffering->program->arena, &out, stm);
  }
  *stms = out;
}

// ---- The pass ----

static Program *double_buffer_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  Buffering buffering = {.program = program, .scratch = arena_new()};
  buffering.spares = map_new(buffering.scratch);
  for (size_t i = 0; i < program->globals.count; i++) {
    buffering.fun = NULL;
    buffering.body = program->globals.data[i]->body;
    buffering.sizes = NULL;
    buffer_body(&buffering, program->globals.data[i]->body);
  }
  for (size_t i = 0; i < program->funs.count; i++) {
    Fun *fun = program->funs.data[i];
    buffering.fun = fun;
    buffering.body = fun->body;
    buffering.sizes = NULL;
    BlockList *list = blocks_new(buffering.scratch, NULL, &fun->body->stms, fun->body, NULL);
    blocks_own_consumed(list, fun);
    buffer_list(&buffering, &fun->body->stms, list);
  }
  arena_free(buffering.scratch);
  return program;
}

const Pass pass_double_buffer = {.name = "double_buffer",
                                 .purpose = "allocate what loops need in front of them",
                                 .from = LEVEL_MEM,
                                 .to = LEVEL_MEM,
                                 .run = double_buffer_run};
