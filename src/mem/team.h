// What a block of threads needs to share a point: the pass `plan` asks whether it can, lowering
// takes what it finds.
//
// A point with pars at level block inside is done by the threads of one block together. All of them
// run what is between those pars, with the same values; the points of a par are dealt out to them.
// Arrays that the point makes are in fast memory, so their sizes must be known in front of the
// kernel.
#ifndef RAVEL_MEM_TEAM_H
#define RAVEL_MEM_TEAM_H

#include "base/map.h"
#include "ir/walk.h"

// An array has as much more room, as a part of its own, for gaps between its elements
// (imp/imp_pad.c).
enum { TEAM_GAPS = 16 };

typedef struct Team {
  Vec(const Stm *) allocs;   // of arrays that the threads share
  Vec(const Stm *) idle;     // of arrays that are all in `own`: nothing is there
  int64_t points;            // that all pars have, if a thread has at most one; 0: others
  VarSet own;                // arrays of which a thread sees its own element only (team_own.c)
  Vec(const Par *) pars;     // that are dealt out
  Vec(const Par *) repeated; // those of them that are in loops
  Map *rooms;                // Var -> Var: a size at the point is this one, or 0
  size_t fold_count;         // the most values that are combined at a time
  Obstacle obstacle;         // why the point cannot be shared
} Team;

// Looks at a par at level grid. False, and the obstacle is set, when its points cannot be shared.
// `threads`: how many the source gives to a block, or 0.
bool team_find(Arena *arena, const Stm *stm, int64_t threads, Team *team);
// For team.c: finds what the threads have to themselves.
void team_find_own(Arena *arena, const Par *par, int64_t threads, Team *team);
// Are values of the points of the par combined by all threads, and is that in their order?
bool team_combines(const Par *par);
bool team_goes_in_order(const Par *par);
// May a thread have several points at a time of a par that goes in order?
bool team_has_items(const Par *par);
// What is known in front of the kernel of the size of an array that the threads share. The array
// has no elements where it is negative.
Atom team_size(const Team *team, Atom size);

#endif
