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
//   cells          turns those of small arrays into such of their elements
//   columns        does those of rows by columns, for a device
//   elements       one element of what maps of a point make, computed again without the array
//   split          takes an output or the epilogue out of a par
//   flatten*       makes irregular parallelism inside a par parallelism of the host (flatten.h)
//   split_row      takes a partition of a row apart into counts and places
//   arms           makes branches that give rows branches of their elements, for a device
//   unroll         takes a loop over a few calls apart
//   divisions      makes rows of index spaces whose index is divided
//   wavefront      makes rows of what rounds write along diagonals
//   rounds         takes out of loops what is the same in all rounds
//   sink           moves what only one arm of a branch needs into it
//   telescope      counts elements where lengths are differences of neighbours
//   blocks         lets a block of threads share a point, in a version of its own
//   blocks_apart   takes apart what threads of a block share only then
//   bins           lets a block share several points with rows of a length of their own (bins.h)
//   parts, classes takes pars apart that no kernel of a device runs whole
//   part_rows      rows of a map are kernels of their own, over elements
//   layout         stores arrays so that threads of a kernel read and write neighbours
//   wishes         the versions that a program asks for by attributes
//   degree         how much parallelism there is in a nest
//   versions       runs an outer par as a loop on the host when it alone has too little parallelism
//
// On the host a reduction of arrays has two versions: many elements are reduced in 64 chunks in
// parallel, few in one loop with the parallelism inside the operator. A histogram whose operator
// works element by element (`map2 (+)`) is not a loop: it gets the operator of the elements, and
// stays beside the other outputs of its par, so that a k-means step is one pass that stores nothing
// for its points (rows.c). A threshold is never reached in sequential code, which therefore has no
// trace of it. A par without a space is its statements.
//
// For a device the pars must become kernels with enough threads that read neighbours in memory:
//   - What has rows in several steps is taken apart. A branch of a point that gives rows becomes a
//     branch of each element (arms); a row that is partitioned is counted, numbered by a scan and
//     put in its places; what reduces or filters the prefixes of a scan of the same row leaves its
//     epilogue (flatten_apart); an element of a row that the point has copied or made is updated by
//     all points at once (flatten_update).
//   - A point that makes a row and does something else that is long has a kernel for each. Nests of
//     maps around a reduction are left whole, for tiles, and what is reduced of such a nest is
//     apart. A long reduction beside something that is not light is shared out by elements when
//     there are fewer than 16384 points.
//   - A reduction or scan beside a long inner par becomes a par of its own after it (split), so
//     that what is left has only maps and is shared out by elements, or gets versions, like any
//     map.
//   - A row that a map copies, or makes by an inner map beside other results, becomes a kernel over
//     elements; rows that are combined by their elements are a histogram of these, and rows that
//     are put to places are put by theirs. Rows that are given transposed are made as they are, and
//     the result is a view (part_rows).
//   - What a thread reads row by row is copied transposed once, in front of the loops in which it
//     does not change; what it writes row by row is stored with the threads' dimension last, and
//     copied for other uses; a loop that both reads and makes an array by rows carries it in that
//     form. At Flat a copy of a permuted view says all this; places follow (layout).
//   - A par that calls functions which call themselves, where flattening could not lift them, is
//     run by the host, with a warning (W0004): threads have no stack.
//
// This folder uses base, ir, analysis and core.
#ifndef RAVEL_FLAT_FLAT_H
#define RAVEL_FLAT_FLAT_H

#include "ir/pass.h"

extern const Pass pass_parts;
extern const Pass pass_arms;
extern const Pass pass_bins;
extern const Pass pass_blocks;
extern const Pass pass_core_to_flat;
extern const Pass pass_flatten;
extern const Pass pass_sink;
extern const Pass pass_layout;
extern const Pass pass_part_rows;
extern const Pass pass_divisions;
extern const Pass pass_wavefront;
extern const Pass pass_rounds;
extern const Pass pass_telescope;
extern const Pass pass_unroll;

#endif
