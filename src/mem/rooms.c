// rooms: where a block of threads shares a point, its arrays have room for the most that they need.
//
//   needs      Mem, for a target with a device
//   gives      Mem
//   may skip   yes: what is shared in such a version is then shared by nobody
//
//   par@grid (i < n) { loop … for t < m do {          par@grid (i < n) { loop … for t < m do {
//     let k: i64 = sub m, t                             let k: i64 = sub m, t
//     let ws_mem: mem = alloc k : f64            =>     let ws_mem: mem = alloc m : f64
//     let ws: [k]f64 @ ws_mem = par@block …             let ws: [k]f64 @ ws_mem = par@block …
//
// Fast memory is dealt out in front of the kernel, where only m is known (mem/team.h). An
// allocation whose room hangs on checks needs these, and so does whatever is written there.
#include "analysis/room.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/walk.h"
#include "mem/mem.h"

typedef struct RoomGiving {
  Walker walker;
  Program *program;
  const Map *rooms;
} RoomGiving;

static void add_witnesses(RoomGiving *rooms, Stm *stm, const Witnesses *witnesses) {
  size_t count = stm->cert_count;
  Var **certs = arena_array(rooms->program->arena, Var *, count + witnesses->count + 1);
  for (size_t i = 0; i < count; i++)
    certs[i] = stm->certs[i];
  for (size_t i = 0; i < witnesses->count; i++) {
    bool is_there = false;
    for (size_t k = 0; k < count; k++)
      is_there = is_there || certs[k] == witnesses->vars[i];
    if (!is_there) certs[count++] = witnesses->vars[i];
  }
  stm->certs = certs;
  stm->cert_count = count;
}

static bool alloc_enter(Walker *walker, Stm *stm) {
  RoomGiving *rooms = walker->context;
  for (size_t i = 0; stm->exp->op == OP_ALLOC && i < stm->exp->arg_count; i++) {
    const SizeRoom *room = room_of(rooms->rooms, stm->exp->args[i].var);
    if (!room) continue;
    stm->exp->args[i] = room->size;
    add_witnesses(rooms, stm, &room->witnesses);
  }
  return true;
}

static bool point_enter(Walker *walker, Stm *stm) {
  RoomGiving *rooms = walker->context;
  if (stm->exp->op != OP_PAR) return true;
  if (!par_has_blocks(stm->exp->as.par)) return false;
  Walker allocs = {.context = rooms, .enter = alloc_enter};
  walk_stms(&allocs, &stm->exp->as.par->body.stms);
  return false;
}

static bool shared_enter(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  if (stm->exp->op == OP_PAR) *is_found = *is_found || par_has_blocks(stm->exp->as.par);
  return !*is_found;
}

static bool has_shared_points(const Fun *fun) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = shared_enter};
  walk_body(&walker, fun->body);
  return is_found;
}

static Program *rooms_run(Program *program, const Target *target, Diag *diag) {
  (void)target;
  (void)diag;
  for (size_t i = 0; i < program->funs.count; i++) {
    const Fun *fun = program->funs.data[i];
    if (!has_shared_points(fun)) continue;
    Arena *scratch = arena_new();
    RoomGiving rooms = {.program = program, .rooms = room_find(scratch, program, fun)};
    rooms.walker = (Walker){.context = &rooms, .enter = point_enter};
    walk_body(&rooms.walker, fun->body);
    arena_free(scratch);
  }
  return program;
}

const Pass pass_rooms = {.name = "rooms",
                         .purpose = "give arrays of blocks of threads room for the most they need",
                         .from = LEVEL_MEM,
                         .to = LEVEL_MEM,
                         .is_for_device = true,
                         .run = rooms_run};
