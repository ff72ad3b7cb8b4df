// The inside of flat, shared by its files only.
#ifndef RAVEL_FLAT_FLAT_INTERNAL_H
#define RAVEL_FLAT_FLAT_INTERNAL_H

#include "ir/build.h"
#include "ir/map.h"

typedef struct Flattener {
  Program *program;
  Mapper mapper;
  size_t depth;           // pars around the statement
  uint32_t version_count; // thresholds named so far
  Map *inner_funs;        // Fun -> the copy for the inside of pars
  Map *parallel_funs;     // Fun -> itself, when a par is in it or in what it calls
} Flattener;

// A name for the next threshold: "reduce_3".
Name threshold_name(Flattener *flattener, const char *what);

// Does an output combine arrays?
bool has_array_operator(const Par *par);
// Writes what stands for a par that combines arrays: Core statements in which every such output is
// a loop, which may hold further pars that combine arrays. False when a value that had to leave the
// par is irregular; the par then stays as it is.
bool operators_expand(Flattener *flattener, const Stm *stm, Stms *out);

// Is the par worth a second version? Then what stands for it, with both, goes to `out`.
bool versions_split(Flattener *flattener, const Stm *stm, Stms *out);

#endif
