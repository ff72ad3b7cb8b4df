// Made where it belongs: places for arrays that are about to be copied elsewhere.
//
// An array that is made fresh in a list of statements and used only once, by something that copies
// it, has a wish: to be made where the copy would go. So has one that is otherwise only read,
// before or after that, as long as nothing overwrites it there. The wish is looked up when it is
// made:
//
//   an operand of `concat`, a row of    a part of the result. The block of the result is allocated
//   `array`                             then, before its first part is made
//   the value of an `update`            the selection of the array, when nothing between here and
//                                       the update touches it (early.h)
//   the value of a `map` output, the    a place that is given from around
//   result of a branch
//   what is only looked at through a    where the view, the copy or the result of the loop wishes
//   view, or copied, or is the initial  to be
//   value of a loop that works in
//   place
//   a view that a function gives, or a  a new block, in order
//   loop of a point to its next round
//
// A wish is never needed: where it cannot be had, or is not obeyed, the array gets a block and the
// copy moves it. Whatever is written early is written to storage that nothing else uses until the
// copy: it is fresh, or nothing in between touches it.
//
// For a place the arithmetic and the checks of the later statement are needed early. `demand` moves
// them up: they stand in the same list and run anyway.
#include "analysis/sizes.h"
#include "ir/handing.h"
#include "ir/par.h"
#include "ir/rules.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/flat_to_mem.h"

typedef enum WishKind {
  WISH_PLACE,
  WISH_PART,
  WISH_ROW,
  WISH_SELECTION,
  WISH_THROUGH,
  WISH_FRESH
} WishKind;

typedef struct Wish {
  WishKind kind;
  Place place;        // WISH_PLACE
  Stm *stm;           // the one that uses the array
  size_t number;      // which operand, or for a loop or par which result
  bool is_read_after; // WISH_SELECTION: the array is read after the update
} Wish;

// A list of statements on its way to Mem.
struct WishList {
  const Stms *stms;
  Map *positions;   // Var -> the position + 1 of the statement that binds it
  bool *is_settled; // by position
  size_t current;   // the statement that is being settled
  VarSet *uses;     // by position: the free variables, once they are asked for
  Vars read_on;     // arrays that hold others which are read after they were put there
};

// ---- Lists ----

WishList *wish_list_new(Settler *settler, const Stms *stms) {
  WishList *list = arena_make(settler->scratch, WishList);
  list->stms = stms;
  list->positions = map_new(settler->scratch);
  list->is_settled = arena_array(settler->scratch, bool, stms->count);
  list->uses = arena_array(settler->scratch, VarSet, stms->count);
  for (size_t i = 0; i < stms->count; i++) {
    for (size_t k = 0; k < stms->data[i]->var_count; k++) {
      Var *var = stms->data[i]->vars[k];
      map_put(list->positions, map_key(var), (void *)(uintptr_t)(i + 1));
      map_remove(settler->wishes, map_key(var));
      map_remove(settler->planned, map_key(var));
    }
  }
  return list;
}

bool wish_next(WishList *list, size_t position) {
  list->current = position;
  bool is_first = !list->is_settled[position];
  list->is_settled[position] = true;
  return is_first;
}

// The position of the statement of the list that binds the variable; false when none does.
static bool position_of(const WishList *list, const Var *var, size_t *position) {
  size_t number = (size_t)(uintptr_t)map_get(list->positions, map_key(var));
  if (number == 0) return false;
  *position = number - 1;
  return true;
}

static Stm *definition(const WishList *list, const Var *var) {
  size_t position;
  return position_of(list, var, &position) ? list->stms->data[position] : NULL;
}

// ---- Counting uses ----

static void count_use(Walker *walker, Var *var) {
  Map *uses = walker->context;
  uintptr_t count = (uintptr_t)map_get(uses, map_key(var));
  map_put(uses, map_key(var), (void *)(count + 1));
}

static Walker counter(Settler *settler) {
  settler->uses = map_new(settler->scratch);
  return (Walker){.context = settler->uses, .use = count_use};
}

static void unit_begin(Settler *settler, const Fun *fun, const Body *body) {
  settler->fun = fun;
  settler->body = body;
  settler->sizes = NULL;
  settler->early = NULL;
  settler->windows.count = 0;
}

void wish_begin_fun(Settler *settler, Fun *fun) {
  Walker walker = counter(settler);
  walk_fun(&walker, fun);
  unit_begin(settler, fun, fun->body);
}

void wish_begin_global(Settler *settler, Global *global) {
  Walker walker = counter(settler);
  walk_global(&walker, global);
  unit_begin(settler, NULL, global->body);
}

// The facts about sizes cost more than most functions need.
static Sizes *facts(Settler *settler) {
  if (settler->sizes) return settler->sizes;
  settler->sizes = sizes_new(settler->scratch, settler->program, settler->fun);
  sizes_learn(settler->sizes, settler->body);
  return settler->sizes;
}

bool wish_is_used_once(const Settler *settler, const Var *var) {
  return (uintptr_t)map_get(settler->uses, map_key(var)) == 1;
}

// ---- Demands ----

static bool can_move_up(const Stm *stm) {
  Op op = stm->exp->op;
  if (op == OP_INDEX) return stm->vars[0]->type->kind == TYPE_SCALAR;
  return op_is_scalar(op) || op == OP_ASSERT;
}

// Makes the variable available here, by settling the statements that compute it early. False when
// that cannot be; then nothing has moved that may not move.
static bool demand_var(Settler *settler, Var *var) {
  WishList *list = settler->list;
  size_t position;
  if (!position_of(list, var, &position)) return true;
  if (position == list->current) return false;
  if (list->is_settled[position]) return true;
  Stm *stm = list->stms->data[position];
  if (!can_move_up(stm)) return false;
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    if (stm->exp->args[i].var && !demand_var(settler, stm->exp->args[i].var)) return false;
  }
  for (size_t i = 0; i < stm->cert_count; i++) {
    if (!demand_var(settler, stm->certs[i])) return false;
  }
  list->is_settled[position] = true;
  settle_stm(settler, stm);
  return true;
}

static bool demand_atoms(Settler *settler, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (atoms[i].var && !demand_var(settler, atoms[i].var)) return false;
  }
  return true;
}

static bool demand_certs(Settler *settler, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    if (!demand_var(settler, stm->certs[i])) return false;
  }
  return true;
}

static bool demand_dims(Settler *settler, const Type *type) {
  for (size_t k = 0; k < type->rank; k++) {
    if (type->dims[k].var && !demand_var(settler, type->dims[k].var)) return false;
  }
  return true;
}

// ---- Making wishes ----

static void wish_add(Settler *settler, Var *var, Wish wish) {
  Wish *stored = arena_make(settler->scratch, Wish);
  *stored = wish;
  map_put(settler->wishes, map_key(var), stored);
}

// Is something that was put into the array still read there? Then it stays where it is: where it
// would go, it may be overwritten before that.
static bool is_read_on(const Settler *settler, const WishList *list, const Var *array) {
  for (size_t i = 0; i < list->read_on.count; i++)
    if (alias_may_share(settler->aliases, array, list->read_on.data[i])) return true;
  return false;
}

// Is this an array that the list makes, and which may be made elsewhere?
static bool is_movable(const Settler *settler, const WishList *list, Atom atom) {
  return atom.var && type_is_array(atom.var->type) && definition(list, atom.var) &&
         !is_read_on(settler, list, atom.var);
}

// Is it made for one use?
static bool can_wish(const Settler *settler, const WishList *list, Atom atom) {
  return is_movable(settler, list, atom) && wish_is_used_once(settler, atom.var);
}

static void wish_operands(Settler *settler, const WishList *list, Stm *stm, WishKind kind) {
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Atom operand = stm->exp->args[i];
    if (can_wish(settler, list, operand))
      wish_add(settler, operand.var, (Wish){.kind = kind, .stm = stm, .number = i});
  }
}

// Is each element selected once?
static bool is_selection_apart(const Exp *exp) {
  const Selector *selector = &exp->as.selector;
  if (selector->is_lmad) return false;
  const Atom *atoms = exp->args + 2;
  for (size_t k = 0; k < selector->rank; k++) {
    if (selector->is_range[k] && (atoms[2].var || atom_is_i64(atoms[2], 0))) return false;
    atoms += selector->is_range[k] ? 3 : 1;
  }
  return true;
}

// May it be that the slice only goes through dimensions backwards?
static bool can_be_reversal(const Exp *exp, const Type *result) {
  const Selector *selector = &exp->as.selector;
  if (selector->is_lmad || !type_is_array(result)) return false;
  const Atom *step = exp->args + 3;
  for (size_t k = 0; k < selector->rank; k++, step += 3)
    if (!selector->is_range[k] || !(atom_is_i64(*step, 1) || atom_is_i64(*step, -1))) return false;
  return true;
}

// ---- Arrays that are read before they are put somewhere ----

typedef struct WishReading {
  const Settler *settler;
  const Var *array;
  Map *uses; // Var -> how often it is used until the update
  bool is_reshaped;
} WishReading;

static void count_reading(Walker *walker, Var *var) {
  WishReading *reading = walker->context;
  uintptr_t count = (uintptr_t)map_get(reading->uses, map_key(var));
  map_put(reading->uses, map_key(var), (void *)(count + 1));
}

static bool reading_enter(Walker *walker, Stm *stm) {
  WishReading *reading = walker->context;
  if (stm->exp->op == OP_RESHAPE &&
      handing_atoms(reading->settler->aliases, reading->array, stm->exp->args, stm->exp->arg_count))
    reading->is_reshaped = true;
  return true;
}

static bool is_done_with(const WishReading *reading, const Var *var) {
  return map_get(reading->uses, map_key(var)) == map_get(reading->settler->uses, map_key(var));
}

// Does the list use all views of the array, which it makes? Those after the point where the array
// is put into another one are read after it.
static bool are_views_done(const WishReading *reading, const WishList *list, size_t first,
                           size_t put, bool *is_after) {
  const Settler *settler = reading->settler;
  for (size_t i = first; i < list->stms->count; i++) {
    const Stm *stm = list->stms->data[i];
    for (size_t k = 0; k < stm->var_count && i != put; k++) {
      Var *var = stm->vars[k];
      if (!type_is_array(var->type) ||
          !alias_may_share_alive(settler->aliases, var, reading->array))
        continue;
      if (!is_done_with(reading, var)) return false;
      *is_after = *is_after || var != reading->array;
    }
  }
  return true;
}

// Does a statement from this position on overwrite storage of the array?
static bool is_overwritten(const Settler *settler, const WishList *list, size_t position,
                           const Var *array) {
  Vars consumed = {0};
  for (size_t i = position; i < list->stms->count; i++)
    consumed_by_stm(settler->scratch, list->stms->data[i], &consumed);
  for (size_t i = 0; i < consumed.count; i++)
    if (consumed.data[i]->type->kind == TYPE_ACC ||
        alias_may_share(settler->aliases, consumed.data[i], array))
      return true;
  return false;
}

// How many statements after an array are looked at for its readers, at most.
enum { READ_LIMIT = 400 };

// Is the array, which the list makes, only read by the list, by itself or through views, but for
// the statement that puts it into another one? Then it may as well be read there, as long as
// nothing overwrites it. What reads it takes elements in any order. Small arrays of a point may be
// in registers. `is_after`: it is read after that statement.
static bool is_only_read(const Settler *settler, const WishList *list, const Stm *point,
                         const Var *array, bool is_in_order, bool *is_after) {
  size_t first = 0, put = 0;
  if (settler->par_depth > 0 && placing_is_small(array->type)) return false;
  if (!position_of(list, array, &first) || !position_of(list, point->vars[0], &put)) return false;
  if (list->stms->count - first > READ_LIMIT) return false;
  WishReading reading = {.settler = settler, .array = array, .uses = map_new(settler->scratch)};
  Walker walker = {.context = &reading, .use = count_reading, .enter = reading_enter};
  for (size_t i = first + 1; i <= put; i++)
    walk_stm(&walker, list->stms->data[i]);
  *is_after = !is_done_with(&reading, array);
  for (size_t i = first; i < list->stms->count; i++) {
    Stm *stm = list->stms->data[i];
    if (i > put) walk_stm(&walker, stm);
    if (i > first && i != put && handing_stm(settler->aliases, array, stm)) return false;
  }
  if ((reading.is_reshaped && !is_in_order) || !is_done_with(&reading, array)) return false;
  if (is_overwritten(settler, list, put + 1, array)) return false;
  return are_views_done(&reading, list, first, put, is_after);
}

static void wish_update(Settler *settler, WishList *list, Stm *stm) {
  Atom value = stm->exp->args[1];
  bool is_after = false;
  if (!is_movable(settler, list, value)) return;
  if (!wish_is_used_once(settler, value.var) &&
      !is_only_read(settler, list, stm, value.var, false, &is_after))
    return;
  wish_add(settler, value.var,
           (Wish){.kind = WISH_SELECTION, .stm = stm, .is_read_after = is_after});
  if (is_after) vec_push(settler->scratch, &list->read_on, stm->vars[0]);
}

// The parts of a new array. One that is read, too, is read there.
static void wish_parts(Settler *settler, WishList *list, Stm *stm, WishKind kind) {
  bool is_in_order = kind == WISH_ROW || stm->exp->as.dim == 0;
  size_t position;
  if (!position_of(list, stm->vars[0], &position)) return;
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Atom part = stm->exp->args[i];
    bool is_after = false;
    if (!is_movable(settler, list, part)) continue;
    bool is_made_there =
        wish_is_used_once(settler, part.var) ||
        (is_only_read(settler, list, stm, part.var, is_in_order, &is_after) &&
         (!is_after || !is_overwritten(settler, list, position + 1, stm->vars[0])));
    if (!is_made_there) continue;
    wish_add(settler, part.var, (Wish){.kind = kind, .stm = stm, .number = i});
    if (is_after) vec_push(settler->scratch, &list->read_on, stm->vars[0]);
  }
}

static void wish_loop(Settler *settler, const WishList *list, Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t k = 0; k < loop->param_count; k++) {
    Atom init = stm->exp->args[k];
    if (can_wish(settler, list, init) &&
        wish_origin(&loop->body->stms, loop->body->results[k]) == loop->params[k])
      wish_add(settler, init.var, (Wish){.kind = WISH_THROUGH, .stm = stm, .number = k});
  }
}

// What a kernel writes or combines into is made where its result should be.
static void wish_dests(Settler *settler, const WishList *list, Stm *stm) {
  if (stm->exp->as.par->level != PAR_GRID) return;
  for (size_t k = 0; k < stm->var_count; k++) {
    Atom dest = wish_par_origin(stm, k);
    if (can_wish(settler, list, dest))
      wish_add(settler, dest.var, (Wish){.kind = WISH_THROUGH, .stm = stm, .number = k});
  }
}

void wish_scan(Settler *settler, WishList *list) {
  for (size_t i = 0; i < list->stms->count; i++) {
    Stm *stm = list->stms->data[i];
    Op op = stm->exp->op;
    if (op == OP_CONCAT)
      wish_parts(settler, list, stm, WISH_PART);
    else if (op == OP_ARRAY)
      wish_parts(settler, list, stm, WISH_ROW);
    else if (op == OP_COERCE || op == OP_COPY || op == OP_RESHAPE || op == OP_PERMUTE)
      wish_operands(settler, list, stm, WISH_THROUGH);
    else if (op == OP_SLICE && can_be_reversal(stm->exp, stm->vars[0]->type) &&
             can_wish(settler, list, stm->exp->args[0]))
      wish_add(settler, stm->exp->args[0].var, (Wish){.kind = WISH_THROUGH, .stm = stm});
    else if (op == OP_UPDATE)
      wish_update(settler, list, stm);
    else if (op == OP_LOOP)
      wish_loop(settler, list, stm);
    else if (op == OP_PAR)
      wish_dests(settler, list, stm);
  }
}

// After the list the array is used only at that place, so it may be used in the list too.
void wish_place(Settler *settler, const WishList *list, Atom atom, Place place) {
  if (atom.var && type_is_array(atom.var->type) && definition(list, atom.var))
    wish_add(settler, atom.var, (Wish){.kind = WISH_PLACE, .place = place});
}

// How many rows that are written down are still made faster side by side than copied there; and how
// many of a map, which has one loop for all. Of 4 million f32, two took 2.2 ms instead of 3.4 to
// 15, four that are written down 12 instead of 29, but four of a map 34 instead of 21.
enum { ROWS_BESIDE = 4, MAPPED_BESIDE = 2 };

// Does it put the elements of a few rows beside each other?
static bool is_interleaving(const WishList *list, const Exp *permute) {
  const Type *type = atom_type(permute->args[0]);
  const Stm *maker = definition(list, permute->args[0].var);
  if (!maker || type->rank != 2 || permute->as.permutation[0] != 1) return false;
  int64_t most = maker->exp->op == OP_ARRAY ? ROWS_BESIDE : MAPPED_BESIDE;
  Dim rows = type->dims[0];
  return !rows.var && rows.result < 0 && rows.size <= most;
}

// Is it only a view, which can be undone? The host copies a transposition faster, block by block,
// than it is written from the start.
static bool is_undone(const Settler *settler, const WishList *list, const Exp *exp) {
  return exp->op == OP_SLICE || exp->op == OP_RESHAPE ||
         (exp->op == OP_PERMUTE && (settler->par_depth > 0 || is_interleaving(list, exp)));
}

// Is the array made here, and only seen in another way?
static bool is_view_in_rows(const Settler *settler, const WishList *list, Atom atom) {
  while (can_wish(settler, list, atom)) {
    const Exp *exp = definition(list, atom.var)->exp;
    if (!is_undone(settler, list, exp) && exp->op != OP_COERCE) return exp->op != OP_PERMUTE;
    atom = exp->args[0];
  }
  return false;
}

void wish_fresh(Settler *settler, const WishList *list, Atom atom) {
  const Stm *stm = atom.var ? definition(list, atom.var) : NULL;
  if (!stm || !is_undone(settler, list, stm->exp)) return;
  if (is_view_in_rows(settler, list, atom)) wish_add(settler, atom.var, (Wish){.kind = WISH_FRESH});
}

// ---- Fresh arrays ----

bool wish_is_fresh(const Settler *settler, Var *var) {
  const Stm *stm = definition(settler->list, var);
  if (!stm || !wish_is_used_once(settler, var) || is_read_on(settler, settler->list, var))
    return false;
  Op op = stm->exp->op;
  bool is_right = op == OP_PAR || op == OP_CONCAT || op == OP_ARRAY || op == OP_COPY;
  // A reshape that has copied what does not stand in order.
  if (op == OP_RESHAPE)
    is_right = var->type->place->block != stm->exp->args[0].var->type->place->block;
  for (size_t k = 0; k < stm->var_count && op != OP_RESHAPE; k++) {
    if (stm->vars[k] != var)
      is_right = is_right && !alias_may_share_alive(settler->aliases, stm->vars[k], var);
    else if (op == OP_LOOP)
      is_right = wish_fresh_in_loop(stm->exp, k);
  }
  return is_right;
}

// ---- Granting wishes ----

// Notes why the array is not made where it will be copied to.
static bool deny(Settler *settler, const Var *var, ErrorCode code, const char *detail) {
  copy_note(settler->program, var, code, detail);
  return false;
}

static bool deny_late(Settler *settler, const Var *var) {
  return deny(settler, var, ERROR_COPY_LATE,
              "its offset or sizes are computed, or checked, after the array is made");
}

// Does something still use the operand in its own right: not made yet, nor being made?
static bool is_open(const Settler *settler, Atom atom) {
  size_t position;
  if (!position_of(settler->list, atom.var, &position)) return false;
  return position != settler->list->current && !settler->list->is_settled[position];
}

static Atom at_least_zero(Settler *settler, Atom size) {
  if (number_is_natural(size)) return size;
  if (sizes_at_least(facts(settler), size, atom_i64(0), NULL)) return size;
  Builder builder = settler->builder;
  builder.cert_count = 0;
  return build_binary(&builder, "room", OP_SMAX, size, atom_i64(0));
}

// How much room a part of a block needs. The size of what is not made yet may still turn out to be
// negative.
static Atom room(Settler *settler, Atom part, size_t dim) {
  Atom size = dim_size(part.var->type->dims[dim]);
  return is_open(settler, part) ? at_least_zero(settler, size) : size;
}

Place wish_early(Settler *settler, const Var *var) {
  const Type *type = var->type;
  Atom *counts = arena_array(settler->scratch, Atom, type->rank);
  for (size_t k = 0; k < type->rank; k++)
    counts[k] = at_least_zero(settler, dim_size(type->dims[k]));
  Var *block = settle_alloc(settler, var->name, type->scalar, counts, type->rank);
  return (Place){.block = block, .offset = atom_i64(0)};
}

// Allocates the result of a concat or array before it is reached.
static bool plan(Settler *settler, const Stm *stm) {
  const Exp *exp = stm->exp;
  Var *var = stm->vars[0];
  const Type *type = var->type;
  for (size_t i = 0; i < exp->arg_count; i++) {
    if (!demand_dims(settler, atom_type(exp->args[i]))) return false;
  }
  if (!demand_dims(settler, type)) return false;
  Atom *counts = arena_array(settler->scratch, Atom, type->rank);
  for (size_t k = 0; k < type->rank; k++)
    counts[k] = dim_size(type->dims[k]);
  if (exp->op == OP_CONCAT) {
    Atom *sum = &counts[exp->as.dim];
    *sum = room(settler, exp->args[0], exp->as.dim);
    for (size_t i = 1; i < exp->arg_count; i++)
      *sum = lmads_add(settler->lmads, &settler->builder, *sum,
                       room(settler, exp->args[i], exp->as.dim));
  }
  Var *block = settle_alloc(settler, var->name, type->scalar, counts, type->rank);
  wish_plan(settler, var, (Place){.block = block, .offset = atom_i64(0)});
  return true;
}

void wish_plan(Settler *settler, Var *var, Place place) {
  Place *planned = arena_make(settler->scratch, Place);
  *planned = place;
  map_put(settler->planned, map_key(var), planned);
}

// The type of the array that the statement makes, at the place where it will be.
static const Type *target_type(Settler *settler, const Stm *stm) {
  Var *var = stm->vars[0];
  Place place;
  // Sizes whose sum or product wraps around must not become the room for what is written early.
  if (!demand_certs(settler, stm)) return NULL;
  if (!wish_grant(settler, var, &place)) {
    if (!plan(settler, stm)) return NULL;
    place = *(const Place *)map_get(settler->planned, map_key(var));
  }
  wish_plan(settler, var, place);
  return type_with_place(settler->program, var->type, &place);
}

static bool grant_part(Settler *settler, const Wish *wish, const Var *var, Place *place) {
  const Exp *exp = wish->stm->exp;
  size_t dim = exp->as.dim;
  Atom start = atom_i64(0);
  if (!demand_dims(settler, var->type)) return deny_late(settler, var);
  for (size_t i = 0; i < wish->number; i++) {
    if (!demand_dims(settler, atom_type(exp->args[i]))) return deny_late(settler, var);
  }
  const Type *target = target_type(settler, wish->stm);
  if (!target) return deny_late(settler, var);
  for (size_t i = 0; i < wish->number; i++)
    start = lmads_add(settler->lmads, &settler->builder, start,
                      dim_size(atom_type(exp->args[i])->dims[dim]));
  *place = place_part(settler->lmads, &settler->builder, target, dim, start, var->type);
  return true;
}

static bool grant_row(Settler *settler, const Wish *wish, const Var *var, Place *place) {
  const Type *target = target_type(settler, wish->stm);
  if (!target) return deny_late(settler, var);
  Atom index = atom_i64((int64_t)wish->number);
  *place = place_index(settler->lmads, &settler->builder, target, &index, 1);
  return true;
}

// Does the statement at this position use storage of the array?
static bool touches(Settler *settler, WishList *list, size_t position, const Var *array) {
  if (!list->uses[position].map)
    list->uses[position] = free_vars_stm(settler->scratch, list->stms->data[position]);
  Var *used;
  for (size_t cursor = 0; varset_each(&list->uses[position], &cursor, &used);) {
    if (type_is_array(used->type) && alias_may_share_alive(settler->aliases, used, array))
      return true;
    if (used->type->kind == TYPE_ACC) return true;
  }
  return false;
}

// Does nothing up to the update touch the storage of the array, which is there?
static bool is_selection_free(Settler *settler, const Wish *wish) {
  WishList *list = settler->list;
  Var *array = wish->stm->exp->args[0].var;
  size_t last;
  if (!position_of(list, wish->stm->vars[0], &last)) return false;
  for (size_t i = list->current; i < last; i++) {
    bool is_over = i > list->current && list->is_settled[i];
    if (!is_over && touches(settler, list, i, array)) return false;
  }
  return true;
}

// What the analysis of a function says; it is made when it is first needed.
static const Early *early_of(Settler *settler) {
  if (!settler->early)
    settler->early = early_new(settler->scratch, settler->program, settler->aliases, settler->fun,
                               settler->body, settler->is_device);
  return settler->early;
}

static const EarlyPermit *permit_of(Settler *settler, const Stm *update) {
  return early_find(early_of(settler), update);
}

bool wish_selects_once(Settler *settler, const Stm *slice) {
  return early_selects_once(early_of(settler), slice);
}

// The statement that is being settled needs these certificates, too.
static bool need_certs(Settler *settler, const Witnesses *witnesses) {
  Builder *builder = &settler->builder;
  for (size_t i = 0; i < witnesses->count; i++)
    if (!demand_var(settler, witnesses->vars[i])) return false;
  size_t count = builder->cert_count + witnesses->count;
  Var **certs = arena_array(settler->program->arena, Var *, count);
  for (size_t i = 0; i < count; i++)
    certs[i] =
        i < builder->cert_count ? builder->certs[i] : witnesses->vars[i - builder->cert_count];
  builder->certs = certs;
  builder->cert_count = count;
  return true;
}

// Is it proved that nothing looks at the selection from here on?
static bool is_selection_permitted(Settler *settler, const Wish *wish, const Var *var) {
  const WishList *list = settler->list;
  const EarlyPermit *permit = permit_of(settler, wish->stm);
  if (!permit) return deny(settler, var, ERROR_COPY_READ, "the selection is too hard to follow");
  if (!permit->is_injective && !is_selection_apart(wish->stm->exp))
    return deny(settler, var, ERROR_COPY_REPEATED, NULL);
  if (wish->is_read_after && !permit->is_kept)
    return deny(settler, var, ERROR_COPY_READ, permit->obstacle);
  if (list->current < permit->from && list->stms->data[list->current] != permit->maker)
    return deny(settler, var, ERROR_COPY_READ, permit->obstacle);
  return need_certs(settler, &permit->witnesses) || deny_late(settler, var);
}

// The array in whose place the updated one is; NULL when that is not there yet.
static Var *array_there(const Settler *settler, Var *array) {
  size_t bound;
  while (position_of(settler->list, array, &bound) &&
         (bound == settler->list->current || !settler->list->is_settled[bound])) {
    const Exp *exp = settler->list->stms->data[bound]->exp;
    if (exp->op != OP_UPDATE) return NULL;
    array = exp->args[0].var;
  }
  return array;
}

static bool grant_selection(Settler *settler, const Wish *wish, const Var *var, Place *place) {
  const Exp *exp = wish->stm->exp;
  Var *array = array_there(settler, exp->args[0].var);
  // What is copied before it is written cannot be written early.
  if (!array)
    return deny(settler, var, ERROR_COPY_LATE, "the updated array is made after the value");
  if (placing_is_repeated(settler, array)) return deny(settler, var, ERROR_COPY_REPEATED, NULL);
  bool is_plain = array == exp->args[0].var && is_selection_apart(exp) && !wish->is_read_after;
  if (!(is_plain && is_selection_free(settler, wish)) &&
      !is_selection_permitted(settler, wish, var))
    return false;
  if (!demand_certs(settler, wish->stm) ||
      !demand_atoms(settler, exp->args + 2, exp->arg_count - 2) || !demand_dims(settler, var->type))
    return deny_late(settler, var);
  const Type *type = type_with_place(settler->program, exp->args[0].var->type, array->type->place);
  *place = place_slice(settler->lmads, &settler->builder, type, &exp->as.selector, exp->args + 2,
                       var->type);
  return true;
}

// A new block, which the view will fill.
static bool grant_fresh(Settler *settler, Var *var, Place *place) {
  if (!demand_dims(settler, var->type)) return deny_late(settler, var);
  *place = wish_early(settler, var);
  wish_plan(settler, var, *place);
  return true;
}

// Does the slice go through all of each dimension, forwards or backwards? Then it is its own
// inverse.
static bool is_reversal(Settler *settler, const Exp *exp) {
  const Type *array = exp->args[0].var->type;
  const Atom *range = exp->args + 1;
  for (size_t k = 0; k < exp->as.selector.rank; k++, range += 3) {
    Atom size = dim_size(array->dims[k]), start = range[0];
    const Poly *first = lmads_poly(settler->lmads, start);
    if (atom_is_i64(range[2], -1))
      first = poly_sub(lmads_algebra(settler->lmads), lmads_poly(settler->lmads, size),
                       poly_add_constant(lmads_algebra(settler->lmads), first, 1));
    if (!lmads_same(settler->lmads, size, range[1]) || !poly_is_zero(first)) return false;
  }
  return true;
}

// What a view is made of must be where the view wishes to be, seen the other way.
static bool grant_through(Settler *settler, const Wish *wish, const Var *var, Place *place) {
  const Stm *stm = wish->stm;
  Op op = stm->exp->op;
  Var *result = stm->vars[op == OP_LOOP || op == OP_PAR ? wish->number : 0];
  const Exp *exp = stm->exp;
  if (op == OP_SLICE &&
      (!demand_atoms(settler, exp->args + 1, exp->arg_count - 1) || !is_reversal(settler, exp)))
    return false;
  if (!demand_certs(settler, stm) || !wish_grant(settler, result, place)) return false;
  if (!demand_dims(settler, result->type) || !demand_dims(settler, var->type)) return false;
  const Type *type = type_with_place(settler->program, result->type, place);
  if (op == OP_RESHAPE)
    return place_reshape(settler->lmads, &settler->builder, type, var->type, place);
  if (op == OP_SLICE)
    *place = place_slice(settler->lmads, &settler->builder, type, &exp->as.selector, exp->args + 1,
                         var->type);
  if (op != OP_PERMUTE) return true;
  uint32_t *inverse = arena_array(settler->scratch, uint32_t, type->rank);
  for (uint32_t k = 0; k < type->rank; k++)
    inverse[stm->exp->as.permutation[k]] = k;
  *place = place_permute(settler->lmads, &settler->builder, type, inverse, var->type);
  return true;
}

bool wish_grant(Settler *settler, Var *var, Place *place) {
  const Place *planned = map_get(settler->planned, map_key(var));
  if (planned) {
    *place = *planned;
    return true;
  }
  const Wish *wish = map_get(settler->wishes, map_key(var));
  if (!wish) return false;
  switch (wish->kind) {
  case WISH_PLACE: *place = wish->place; return true;
  case WISH_PART: return grant_part(settler, wish, var, place);
  case WISH_ROW: return grant_row(settler, wish, var, place);
  case WISH_SELECTION: return grant_selection(settler, wish, var, place);
  case WISH_THROUGH: return grant_through(settler, wish, var, place);
  case WISH_FRESH: return grant_fresh(settler, var, place);
  }
  INTERNAL_ERROR("a wish of no kind");
}
