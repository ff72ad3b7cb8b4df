#include "analysis/room.h"

#include "ir/scalar_eval.h"
#include "ir/type.h"
#include "ir/walk.h"

// More than this is not tried for a size.
enum { ANSWER_LIMIT = 12 };

// ---- What a nest computes from outside ----

typedef struct LiftSearch {
  Arena *arena;
  VarSet inside; // of the nest, without what could stand in front of it
  RoomStms found;
} LiftSearch;

static bool is_liftable(const LiftSearch *search, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (stm->var_count != 1 || !type_is_scalar(stm->vars[0]->type, SCALAR_I64)) return false;
  if (!op_is_scalar(exp->op) || op_has(exp->op, FLAG_ACTS) || scalar_can_fail(exp)) return false;
  for (size_t i = 0; i < exp->arg_count; i++)
    if (exp->args[i].var && varset_has(&search->inside, exp->args[i].var)) return false;
  return true;
}

RoomStms room_liftable(Arena *arena, const Par *nest) {
  LiftSearch search = {.arena = arena, .inside = bound_vars_par(arena, nest)};
  for (size_t i = 0; i < nest->body.stms.count; i++) {
    Stm *stm = nest->body.stms.data[i];
    if (!is_liftable(&search, stm)) continue;
    map_remove(search.inside.map, map_key(stm->vars[0]));
    vec_push(arena, &search.found, stm);
  }
  return search.found;
}

// ---- Nests and what is outside ----

typedef Vec(Atom) Answers;

typedef struct RoomNest {
  VarSet inside;
  Answers answers; // integers of the host that the nest uses
} RoomNest;

typedef struct RoomSearch {
  Walker walker;
  Arena *arena;
  Sizes *sizes;
  Map *nests; // Var that an outermost par binds -> RoomNest *
  Map *rooms;
  VarSet asked;   // sizes that rooms were looked for
  RoomNest *nest; // while one is walked
} RoomSearch;

static void add_answer(RoomSearch *search, Atom atom) {
  Answers *answers = &search->nest->answers;
  if (!type_is_scalar(atom_type(atom), SCALAR_I64) || answers->count == ANSWER_LIMIT) return;
  if (atom.var && varset_has(&search->nest->inside, atom.var)) return;
  for (size_t i = 0; i < answers->count; i++)
    if (atom_equal(answers->data[i], atom)) return;
  vec_push(search->arena, answers, atom);
}

// Lengths of arrays and spaces first: they are likely to be answers.
static bool collect_sizes(Walker *walker, Stm *stm) {
  RoomSearch *search = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    for (size_t k = 0; k < stm->vars[i]->type->rank; k++)
      if (!dim_is_varying(stm->vars[i]->type->dims[k]))
        add_answer(search, dim_size(stm->vars[i]->type->dims[k]));
  if (stm->exp->op == OP_PAR)
    for (size_t i = 0; i < stm->exp->as.par->rank; i++)
      if (!dim_is_varying(stm->exp->as.par->space[i]))
        add_answer(search, dim_size(stm->exp->as.par->space[i]));
  return true;
}

static bool collect_operands(Walker *walker, Stm *stm) {
  RoomSearch *search = walker->context;
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    if (stm->exp->args[i].var) add_answer(search, stm->exp->args[i]);
  return true;
}

static bool nest_enter(Walker *walker, Stm *stm) {
  RoomSearch *search = walker->context;
  if (stm->exp->op != OP_PAR) return true;
  const Par *par = stm->exp->as.par;
  search->nest = arena_make(search->arena, RoomNest);
  *search->nest = (RoomNest){.inside = bound_vars_par(search->arena, par)};
  RoomStms liftable = room_liftable(search->arena, par);
  for (size_t i = 0; i < liftable.count; i++)
    map_remove(search->nest->inside.map, map_key(liftable.data[i]->vars[0]));
  Var *var;
  for (size_t cursor = 0; varset_each(&search->nest->inside, &cursor, &var);)
    map_put(search->nests, map_key(var), search->nest);
  Walker sizes = {.context = search, .enter = collect_sizes};
  walk_thunk(&sizes, &par->body);
  Walker operands = {.context = search, .enter = collect_operands};
  walk_thunk(&operands, &par->body);
  return false;
}

// ---- Rooms ----

static bool are_certs(const Witnesses *witnesses) {
  for (size_t i = 0; i < witnesses->count; i++)
    if (witnesses->vars[i]->type->kind != TYPE_CERT) return false;
  return true;
}

static void find_room(RoomSearch *search, Atom size) {
  const RoomNest *nest = size.var ? map_get(search->nests, map_key(size.var)) : NULL;
  if (!nest || varset_has(&search->asked, size.var)) return;
  varset_add(&search->asked, size.var);
  SizeRoom *room = NULL;
  for (size_t i = 0; i < nest->answers.count; i++) {
    Atom answer = nest->answers.data[i];
    Witnesses witnesses = {0};
    if (!sizes_at_least(search->sizes, answer, size, &witnesses) || !are_certs(&witnesses))
      continue;
    if (room && !sizes_at_least(search->sizes, room->size, answer, NULL)) continue;
    if (!room) room = arena_make(search->arena, SizeRoom);
    *room = (SizeRoom){answer, witnesses};
  }
  if (room) map_put(search->rooms, map_key(size.var), room);
}

static void visit_stm(void *context, Stm *stm) {
  RoomSearch *search = context;
  const Exp *exp = stm->exp;
  for (size_t i = 0; exp->op == OP_ALLOC && i < exp->arg_count; i++)
    find_room(search, exp->args[i]);
  for (size_t i = 0; i < stm->var_count; i++)
    for (size_t k = 0; k < stm->vars[i]->type->rank; k++)
      if (!dim_is_varying(stm->vars[i]->type->dims[k]))
        find_room(search, dim_size(stm->vars[i]->type->dims[k]));
}

Map *room_find(Arena *arena, Program *program, const Fun *fun) {
  RoomSearch search = {.arena = arena, .nests = map_new(arena), .rooms = map_new(arena)};
  search.asked = varset_new(arena);
  search.walker = (Walker){.context = &search, .enter = nest_enter};
  walk_body(&search.walker, fun->body);
  if (map_count(search.nests) == 0) return search.rooms;
  search.sizes = sizes_new(arena, program, fun);
  sizes_visit(search.sizes, fun->body, visit_stm, &search);
  return search.rooms;
}

const SizeRoom *room_of(const Map *rooms, const Var *size) {
  return rooms && size ? map_get(rooms, map_key(size)) : NULL;
}
