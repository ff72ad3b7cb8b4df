// Kernels over rows at Mem: which of them goes best through what the points of the rows touch.
#ifndef RAVEL_MEM_SEGMENTED_H
#define RAVEL_MEM_SEGMENTED_H

#include "analysis/access.h"
#include "mem/nests.h"

// The kernel for a par that accumulates along its innermost dimension, or for the rows of a nest;
// the nest is NULL for the former. Filters count as reductions that count. If it is `walk`, the
// obstacle says why.
Kernel segmented_kernel(Arena *arena, const Stm *stm, const MapNest *nest, Obstacle *obstacle);
// The kernel whose threads share rows in place of `seg_reduce`, and how long rows must be for that
// to be faster, or of `columns` how many; KERNEL_COUNT, and why, when none can.
Kernel segmented_sharing(Arena *arena, const Stm *stm, const MapNest *nest, int64_t *least,
                         Obstacle *obstacle);
// What its points do to memory.
Traffic segmented_traffic(Arena *arena, const Stm *stm, const MapNest *nest);
// Does a point allocate what it cannot have for itself?
bool segmented_needs_memory(const Par *par);
// Can this one, one of them, run the par? The obstacle may be NULL.
bool segmented_fits(const Par *par, Kernel kernel, Obstacle *obstacle);

#endif
