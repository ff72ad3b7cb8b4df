// Nests of maps at Mem, as kernels see them. The pass `plan` asks what a nest could be; lowering
// takes the nest that a plan names.
#ifndef RAVEL_MEM_NESTS_H
#define RAVEL_MEM_NESTS_H

#include "ir/plan.h"

// Maps, each the only par in the one before, and perhaps the par of a row in the last one.
typedef struct MapNest {
  const Stm *maps[PLAN_DEPTH_MOST];
  size_t depth;
  const Stm *row;    // NULL when there is none
  Obstacle obstacle; // why there is none
} MapNest;

typedef enum RowKind {
  ROW_OWN, // rows that lie in memory one after the other, or are scanned
  ROW_LONG // that are perhaps long
} RowKind;

// Is the statement light (analysis/cost.h), and is what it looks at in another way where it was?
bool nest_is_in_place(const Stm *stm);
// The same, or what is in the way of threads that share a row, each of which would run it.
bool nest_can_repeat(const Stm *stm, Obstacle *obstacle);
// The map that makes the rows of a map, when both may be one kernel; NULL when there is none.
const Stm *nest_inner(Arena *arena, const Stm *outer);
// Does an operator of the par, or a neutral element, depend on what a point of a par around it
// binds? Threads combine what belongs to different points, so they know no such thing.
bool nest_accumulates_by_point(Arena *arena, const Par *par, const Par *around);

// All maps that may be one kernel with this one.
MapNest nest_of_maps(Arena *arena, const Stm *outer);
// The maps around rows of this kind that are reduced or scanned, with little beside; false when
// there are none, and the nest says what is in the way.
bool nest_of_rows(Arena *arena, const Stm *outer, RowKind kind, MapNest *nest);
// The statements of the maps that the row needs, in order.
Stms nest_around_row(Arena *arena, const MapNest *nest);
// The nest that a plan by `map` or `rows` speaks of.
MapNest nest_planned(const Stm *outer, const Plan *plan);

#endif
