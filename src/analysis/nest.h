// Nests of maps: which points of inner pars are threads of a kernel too.
#ifndef RAVEL_ANALYSIS_NEST_H
#define RAVEL_ANALYSIS_NEST_H

#include "ir/ir.h"

// Is it a map of regular values, and nothing else?
bool nest_is_map(const Stm *stm);
// The par whose points are points of the outer one, when the outer one consists of that map and a
// few cheap statements around it, and its results are that map's; NULL when there is none.
const Stm *nest_find(Arena *arena, const Stm *outer);
// The par that reduces or scans a row in a map of few other statements; NULL when there is none.
const Stm *nest_find_sum(Arena *arena, const Stm *outer);

// Is the par inside a point a map of light statements around one map or reduction, and so on down
// to a reduction? In a kernel of its own all of that is shared out well.
bool nest_is_sums(const Stm *stm);

#endif
