// Maps in place: what may overwrite the array that it reads.
//
// A map is a par over rows and elements, or the loop over rows that is its other version:
//
//   let room: [n][m]f32 @ made = par (...) overwritten ...
//   let rows: [n][m]f32 @ made = loop (ys: [n][m]f32 @ made = room) for i < n do {
//     let row: [m]f32 @ made + offset = par (j < m) { let x: f32 = index xs[i, j] ... map y }
//     let next: [n][m]f32 @ made = update ys[i] = row
//     in (next)
//   }
//
// or a branch between such maps. The points of a loop are its iterations.
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/lmad.h"
#include "mem/reuse.h"

// The array that is written, and the indices of the point that writes an element of it.
typedef struct ReuseGoal {
  Arena *scratch;
  const Type *type;
  const Var *made, *old;
  const Map *replaced;
  bool is_large; // `old` has room for it, as far as names tell
  bool is_device;
  Vars point;
  const Stm *writer; // the par whose points write elements, or the update that writes one
  size_t outer;      // how many indices of the point are those around the writer
  bool is_read;      // the point reads an array of `old` of the same shape: it has room
  Var *read;         // such an array, of the same type; NULL when there is none
} ReuseGoal;

static bool is_old(const ReuseGoal *target, const Type *array) {
  return block_resolve(target->replaced, array->place->block) == target->old;
}

// Prefixes, and what an epilogue makes of them. A CPU may run a point twice, but writes what it
// gives the second time; a device shares them out among threads in other ways.
static bool is_prefix_map(const Par *par) {
  if (!thunk_has_only(&par->body, TRAIT_RUNNING)) return false;
  return !par->has_epilogue || thunk_has_only(&par->epilogue, TRAIT_ELEMENTS | TRAIT_TOTAL);
}

// Every thunk runs once per point, and its values are written after it.
static bool is_plain_map(const ReuseGoal *target, const Par *par) {
  if (!target->is_device && is_prefix_map(par)) return true;
  if (par->has_epilogue) return false;
  return thunk_has_only(&par->body, TRAIT_ELEMENTS | TRAIT_TOTAL);
}

// The result of the statement that is in the block; NULL when there is none, or several.
static const Var *result_in(const Stm *stm, const Var *block, size_t *number) {
  const Var *found = NULL;
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (!type_is_array(type) || type->place->block != block) continue;
    if (found) return NULL;
    found = stm->vars[i];
    *number = i;
  }
  return found;
}

// The position of the statement that binds the variable; the count when there is none.
static size_t binder(const Stms *stms, const Var *var) {
  for (size_t i = 0; i < stms->count; i++) {
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k] == var) return i;
  }
  return stms->count;
}

// ---- What writes ----

static bool find_in_par(ReuseGoal *target, const Stm *stm, size_t result);

// The row is made by a par of these statements, where it belongs.
static bool find_row(ReuseGoal *target, const Stms *stms, const Var *row) {
  size_t position = binder(stms, row), number;
  if (position == stms->count || stms->data[position]->exp->op != OP_PAR) return false;
  if (result_in(stms->data[position], target->made, &number) != row) return false;
  return find_in_par(target, stms->data[position], number);
}

// Follows a map output to the par that writes the elements: itself, or one that makes the rows.
static bool find_in_par(ReuseGoal *target, const Stm *stm, size_t result) {
  const Par *par = stm->exp->as.par;
  size_t first;
  if (!is_plain_map(target, par)) return false;
  if (par_block_count(stm) > 0) return false;
  const Output *output = par_output_at(par, result, &first);
  if (!mode_has(output->mode, TRAIT_ELEMENTS | TRAIT_RUNNING)) return false;
  size_t outer = target->point.count;
  vec_append(target->scratch, &target->point, par->indices, par->rank);
  Atom value = output->values[result - first];
  if (atom_type(value)->kind != TYPE_SCALAR) return find_row(target, &par->body.stms, value.var);
  target->writer = stm;
  target->outer = outer;
  return target->point.count == target->type->rank;
}

// A loop that writes its row, or its element, in each iteration.
static bool find_in_loop(ReuseGoal *target, const Stm *stm, size_t result) {
  const Loop *loop = stm->exp->as.loop;
  const Stms *stms = &loop->body->stms;
  size_t position = binder(stms, loop->body->results[result].var);
  if (!loop->index || position == stms->count) return false;
  const Stm *write = stms->data[position];
  const Exp *update = write->exp;
  if (update->op != OP_UPDATE || update->args[0].var != loop->params[result]) return false;
  const Selector *selector = &update->as.selector;
  if (selector->is_lmad || selector->rank != 1 || selector->is_range[0]) return false;
  if (update->args[2].var != loop->index) return false;
  vec_push(target->scratch, &target->point, loop->index);
  Atom value = update->args[1];
  if (atom_type(value)->kind != TYPE_SCALAR) return find_row(target, stms, value.var);
  target->writer = write;
  target->outer = target->point.count;
  return target->point.count == target->type->rank;
}

// ---- Reads ----

typedef struct Reads {
  ReuseGoal *target;
  bool is_behind;     // the writer was passed
  unsigned in_writer; // how deep inside the writer
  unsigned in_kernel; // and inside other pars that a device runs
  bool is_right;
} Reads;

// Is it the same shape, in the same order, with elements of the same width?
static bool is_aligned(const Type *array, const Type *target) {
  if (!place_is_plain(array) || array->rank != target->rank) return false;
  if (scalar_info(array->scalar)->width != scalar_info(target->scalar)->width) return false;
  for (size_t k = 0; k < array->rank; k++) {
    if (!dim_equal(array->dims[k], target->dims[k])) return false;
  }
  return true;
}

// Is it an index of the old block at the point itself; or, in front of the writer, in the part that
// belongs to the points around it?
static bool is_own_element(const Reads *reads, const Exp *exp) {
  const ReuseGoal *target = reads->target;
  size_t needed = reads->in_writer > 0 ? target->point.count : target->outer;
  if (exp->arg_count - 1 != target->type->rank || needed == 0) return false;
  for (size_t k = 0; k < needed; k++) {
    if (exp->args[1 + k].var != target->point.data[k]) return false;
  }
  return true;
}

// A par around the writer: its row may be shared out among threads.
static bool is_kernel(const Reads *reads, const Stm *stm) {
  return reads->target->is_device && stm != reads->target->writer && stm->exp->op == OP_PAR &&
         stm->exp->as.par->level == PAR_GRID;
}

static bool reads_enter(Walker *walker, Stm *stm) {
  Reads *reads = walker->context;
  ReuseGoal *target = reads->target;
  const Exp *exp = stm->exp;
  if (stm == target->writer) reads->in_writer++;
  if (is_kernel(reads, stm)) reads->in_kernel++;
  if (exp->op != OP_INDEX || stm->vars[0]->type->kind != TYPE_SCALAR) return true;
  Var *array = exp->args[0].var;
  if (!is_old(target, array->type)) return true;
  bool is_early = reads->in_kernel > 0 && reads->in_writer == 0; // other threads may have written
  if (reads->is_behind || is_early || !is_own_element(reads, exp) ||
      !is_aligned(array->type, target->type))
    reads->is_right = false;
  target->is_read = true;
  if (type_equal(array->type, target->type)) target->read = array;
  return false;
}

static void reads_leave(Walker *walker, Stm *stm) {
  Reads *reads = walker->context;
  if (is_kernel(reads, stm)) reads->in_kernel--;
  if (stm != reads->target->writer) return;
  reads->in_writer--;
  reads->is_behind = true;
}

// Any use but the ones above spoils it.
static void reads_use(Walker *walker, Var *var) {
  Reads *reads = walker->context;
  const Type *type = var->type;
  const ReuseGoal *target = reads->target;
  bool is_bad = type->kind == TYPE_MEM && block_resolve(target->replaced, var) == target->old;
  if (type->place) is_bad = is_old(target, type);
  for (size_t i = 0; type->kind == TYPE_ACC && i < type->acc_count; i++)
    is_bad = is_bad || is_old(target, type->acc_types[i]);
  if (is_bad) reads->is_right = false;
}

static bool are_reads_right(ReuseGoal *target, const Stm *stm) {
  Reads reads = {.target = target, .is_right = true};
  Walker walker = {.context = &reads, .use = reads_use, .enter = reads_enter, .leave = reads_leave};
  walk_stm(&walker, (Stm *)stm);
  return reads.is_right && (target->is_read || target->is_large);
}

// ---- Lists ----

// Where a map stands: in these statements of an arm, or NULL.
typedef struct ReuseSearch {
  const ReuseGoal *model;
  Stms *stms;
  Rooms *rooms;
} ReuseSearch;

static bool is_in_place(const ReuseSearch *search, const Stm *stm, size_t result);

typedef struct Mentions {
  const ReuseGoal *target;
  bool is_old, is_made;
} Mentions;

static void mention_block(Mentions *mentions, Var *block) {
  if (block == mentions->target->made) mentions->is_made = true;
  if (block_resolve(mentions->target->replaced, block) == mentions->target->old)
    mentions->is_old = true;
}

static void mention_use(Walker *walker, Var *var) {
  Mentions *mentions = walker->context;
  const Type *type = var->type;
  if (type->kind == TYPE_MEM) mention_block(mentions, var);
  if (type->place) mention_block(mentions, type->place->block);
  for (size_t i = 0; type->kind == TYPE_ACC && i < type->acc_count; i++)
    mention_block(mentions, type->acc_types[i]->place->block);
}

static Mentions mentions_in(const ReuseGoal *target, const Stm *stm) {
  Mentions mentions = {.target = target};
  Walker walker = {.context = &mentions, .use = mention_use};
  walk_stm(&walker, (Stm *)stm);
  return mentions;
}

static bool is_dropped(const Rooms *rooms, const Stm *stm) {
  for (size_t i = 0; i < rooms->count; i++)
    if (rooms->data[i].stm == stm) return true;
  return false;
}

// In an arm, what stands in front of the map may read all of the old block, but has nothing in the
// new one; what stands after it reads nothing of the old one.
static bool is_arm_in_place(const ReuseSearch *search, Body *arm, size_t result) {
  ReuseSearch inside = *search;
  inside.stms = &arm->stms;
  const Var *array = arm->results[result].var;
  size_t position = binder(&arm->stms, array), number;
  if (position == arm->stms.count) return false;
  const Stm *map = arm->stms.data[position];
  if (result_in(map, search->model->made, &number) != array) return false;
  if (!is_in_place(&inside, map, number)) return false;
  for (size_t i = 0; i < arm->stms.count; i++) {
    const Stm *stm = arm->stms.data[i];
    if (i == position || is_dropped(search->rooms, stm)) continue;
    Mentions mentions = mentions_in(search->model, stm);
    if (i < position ? mentions.is_made : mentions.is_old) return false;
  }
  return true;
}

static bool is_branch_in_place(const ReuseSearch *search, const Branches *branches, size_t result) {
  for (size_t i = 0; i < branches->body_count; i++)
    if (!is_arm_in_place(search, branches->bodies[i], result)) return false;
  return true;
}

// Notes that the room from which the loop starts is not to be made.
static bool is_room_dropped(const ReuseSearch *search, const ReuseGoal *target, const Stm *stm,
                            size_t result) {
  Var *room = stm->exp->args[result].var;
  if (!search->stms || !target->read) return false;
  size_t position = binder(search->stms, room);
  if (position == search->stms->count || !par_is_overwritten(search->stms->data[position]))
    return false;
  Room dropped = {.stms = search->stms, .stm = search->stms->data[position], .array = target->read};
  vec_push(target->scratch, search->rooms, dropped);
  return true;
}

static bool is_in_place(const ReuseSearch *search, const Stm *stm, size_t result) {
  const Exp *exp = stm->exp;
  ReuseGoal target = *search->model;
  if (exp->op == OP_IF || exp->op == OP_SWITCH)
    return is_branch_in_place(search, &exp->as.branches, result);
  if (!place_is_plain(stm->vars[result]->type)) return false;
  if (exp->op == OP_PAR) return find_in_par(&target, stm, result) && are_reads_right(&target, stm);
  return exp->op == OP_LOOP && find_in_loop(&target, stm, result) &&
         are_reads_right(&target, stm) && is_room_dropped(search, &target, stm, result);
}

// Is the block as large as the array? Else there are other parts of it, which the old block may not
// have: what is appended to the array is made after it.
static bool is_whole(Arena *scratch, const Exp *alloc, const Type *array) {
  MemBlock block = {.array = array};
  return block_fits(scratch, &block, alloc);
}

bool reuse_is_map_in_place(Arena *scratch, const Map *replaced, const Stm *stm, const Stm *made,
                           const MemBlock *old, bool is_device, Rooms *rooms) {
  size_t result;
  const Var *array = result_in(stm, made->vars[0], &result);
  if (!array || !place_is_plain(array->type) || type_is_irregular(array->type)) return false;
  if (!is_whole(scratch, made->exp, array->type)) return false;
  ReuseGoal model = {.scratch = scratch,
                     .type = array->type,
                     .made = made->vars[0],
                     .old = old->var,
                     .replaced = replaced,
                     .is_device = is_device,
                     .is_large = block_fits(scratch, old, made->exp)};
  ReuseSearch search = {.model = &model, .rooms = rooms};
  return is_in_place(&search, stm, result);
}

void rooms_drop(const Rooms *rooms, Subst *subst) {
  for (size_t i = 0; i < rooms->count; i++) {
    const Room *room = &rooms->data[i];
    size_t count = 0;
    for (size_t k = 0; k < room->stms->count; k++)
      if (room->stms->data[k] != room->stm) room->stms->data[count++] = room->stms->data[k];
    room->stms->count = count;
    subst_add(subst, room->stm->vars[0], atom_var(room->array));
  }
}
