// flat: from Core to Flat: which par runs where.
//
// At Flat every par has a level, and operators that combine elements take scalars only. For a CPU
// the levels are few: a par that the host runs is at `grid`, the thread pool; every par inside
// another one is at `thread`, a plain loop. A function that runs inside a par has a copy of its own
// for it, since its pars are loops there.
//
// Terms
//   host        code outside every par
//   depth       how many pars are around a statement; 0 is the host
//   version     one of several ways to run a construct, chosen by `threshold name, amount`
//
// The files
//   core_to_flat   gives each par its level; copies functions for the inside of pars
//   operators      turns reductions, scans and histograms of arrays into loops
//   columns        does those of rows by columns, for a device
//   split          takes an output or the epilogue out of a par
//   flatten*       makes irregular parallelism inside a par parallelism of the host (flatten.h)
//   arms           makes branches that give rows branches of their elements, for a device
//   unroll         takes a loop over a few calls apart
//   sink           moves what only one arm of a branch needs into it
//   telescope      counts elements where lengths are differences of neighbours
//   parts, classes takes pars apart that no kernel of a device runs whole
//   part_rows      rows of a map are kernels of their own, over elements
//   layout         stores arrays so that threads of a kernel read and write neighbours
//   versions       runs an outer par as a loop on the host when it alone has too little parallelism
//
// This folder uses base, ir, analysis and core.
#ifndef RAVEL_FLAT_FLAT_H
#define RAVEL_FLAT_FLAT_H

#include "ir/pass.h"

extern const Pass pass_parts;
extern const Pass pass_arms;
extern const Pass pass_core_to_flat;
extern const Pass pass_flatten;
extern const Pass pass_sink;
extern const Pass pass_layout;
extern const Pass pass_part_rows;
extern const Pass pass_telescope;
extern const Pass pass_unroll;

#endif
