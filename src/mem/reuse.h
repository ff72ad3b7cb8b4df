// The inside of reuse: what is a map in place.
#ifndef RAVEL_MEM_REUSE_H
#define RAVEL_MEM_REUSE_H

#include "ir/ir.h"

typedef Vec(Var *) Vars;

// The block that stands for this one, after replacements (Var -> Var).
Var *block_resolve(const Map *replaced, Var *var);

// Could the statement write what it writes to block `made` to block `old` instead? It is a par that
// fills one array of `made`, which is allocated for nothing more than it, and that reads of `old`
// at each point nothing that another point writes, and nothing after it is written.
bool is_map_in_place(Arena *scratch, const Map *replaced, const Stm *stm, const Stm *made,
                     const Var *old);

#endif
