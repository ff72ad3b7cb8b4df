// The inside of reuse: what is a map in place.
#ifndef RAVEL_MEM_REUSE_H
#define RAVEL_MEM_REUSE_H

#include "ir/map.h"
#include "mem/blocks.h"

// A par that makes room which is overwritten before it is read, and the array that is there when
// the old block takes the place of the new one. The par would destroy it.
typedef struct Room {
  Stms *stms;
  const Stm *stm;
  Var *array;
} Room;
typedef Vec(Room) Rooms;

// Could the statement write what it writes to block `made` to block `old` instead? It fills one
// array of `made`, which is allocated for nothing more than it, and reads of `old` at each point
// nothing that another point writes, and nothing after it is written; `old` has room for it. On a
// device the elements of a row that a point makes are points too. Then `rooms` are to be dropped.
bool reuse_is_map_in_place(Arena *scratch, const Map *replaced, const Stm *stm, const Stm *made,
                           const MemBlock *old, bool is_device, Rooms *rooms);
void rooms_drop(const Rooms *rooms, Subst *subst);

#endif
