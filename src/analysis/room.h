// room: the most that sizes inside a nest can be, as far as that is known in front of it.
//
//   par (i < n) {
//     let vs: [m]f64 = …
//     loop … for t < m do {
//       let k: i64 = sub m, t
//       let ws: [k]f64 = …              ws has room in [m]f64
//
// What is asked for are the sizes that are computed in an outermost par: of the arrays that its
// statements make, and of allocations. What may answer is whatever integer of the host the nest
// uses: lengths of other arrays, bounds of loops. The smallest that is proved to be large enough
// does.
#ifndef RAVEL_ANALYSIS_ROOM_H
#define RAVEL_ANALYSIS_ROOM_H

#include "analysis/sizes.h"
#include "base/map.h"

typedef struct SizeRoom {
  Atom size;           // known in front of the nest
  Witnesses witnesses; // certificates that this hangs on
} SizeRoom;

// Integers that are computed from what is known in front of the nest, by operations that cannot
// fail: their statements, in order, could stand there too.
typedef Vec(Stm *) RoomStms;
RoomStms room_liftable(Arena *arena, const Par *nest);

// Var -> SizeRoom *, for sizes that are only known inside outermost pars of the function.
Map *room_find(Arena *arena, Program *program, const Fun *fun);
// NULL when nothing is known; so it is without rooms.
const SizeRoom *room_of(const Map *rooms, const Var *size);

#endif
