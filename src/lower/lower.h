// lower: from Mem to Imp, from arrays with places to loops, loads and stores.
//
// A par at level grid is loops and threads for a CPU, and a kernel for a device, of the kind that
// its plan names. What both do is in this folder; cpu/ and device/ have the rest.
//
// Sequential code
//   - One pass per par. All outputs of a par, and its epilogue, share one loop. What goes from
//     point to point are scalars in front of it: sums, prefixes, the count of a `keep`. Only a
//     `split` runs twice, first for the counts. A sequential `keep` stores without a branch.
//   - A loop whose points are independent but for reductions by add, mul, min, max, and, or, xor,
//     and that holds only scalar statements, is marked `simd`: operators are associative by
//     declaration, so that it may be vectorised. Counting what is kept is such a reduction too. A
//     reduction of floats inside other loops also exists without vectors, for fewer than 16
//     elements: combining the lanes would cost more than they gain.
//   - A variable that holds a block owns a reference. It is released after the last statement of
//     the list that binds it which mentions it or an array in it; what dies in the statement that
//     hands it on is moved. Blocks of at most 1 KiB of constant size that are not handed on are
//     local arrays. What every point of a par would allocate in the same size is allocated in front
//     of the loop, once for each worker. Small blocks that are given up wait on shelves by size, in
//     nearly all cases one shelf for each thread (rts/c/context.c): a recursive function that makes
//     many small arrays asks for no lock.
//   - Memory of recursive functions (lower_uses.c). A function is lent its arguments and gets,
//     beside each block, the variable of the caller that holds it if the caller does not need it
//     any more (an owner): it releases that as soon as it can. Only a `keep` that has to wait for a
//     call is trimmed to what was kept, if the rest is much: in other places the next round of a
//     loop would only ask for fresh pages.
//   - Copies between strided places are a node of their own. rts/c/loops.h merges dimensions, uses
//     memmove, tiles when rows become columns, and does nothing when both places are the same: that
//     is how results that were made in place cost nothing.
//   - Errors leave a function by `goto cleanup`, which releases what it owns. A part returns its
//     error; the loop notes it and skips the parts after it that have not started. Of several
//     failing parts the first one's error is reported: the parts before it run on (context_enter).
//
// Threads. A par at level grid is cut into chunks. A part is a function that runs one chunk with
// the loops of sequential code, so that everything about vectors, errors and cleanup is the same; a
// parallel loop only calls parts.
//   - How many chunks there are depends on the number of points and the estimated work
//     (lower_cost.c), not on the threads; with one thread there is one chunk. The longest inner
//     loop whose length the host knows counts by that length, so that few points with much work
//     each are shared out too. So integers never depend on the threads, and with --deterministic
//     floats do not either. Irregular work (loops of unknown length) is handed out dynamically.
//   - `combine` works on a copy for each thread when the destination is small next to the number of
//     points, and otherwise with atomic updates or locks.
//   - Joins (lower_join.c): the block that grows doubles. Pieces are kept in a block of slots, so
//     that a failure releases them all, and each is released when it is copied. The peak is twice
//     the result. A single chunk's piece is the result.
//   - Irregular spaces (lower_space.c, cpu_pieces.c). Sequentially that is two loops; where a
//     segment starts is carried in a variable, only its end is read, and `index offsets[i]` in the
//     thunk is that variable. A scan cuts only segments of more than a quarter of a thread's share.
//     A segment that is `split` is not cut. With a regular dimension in front, one thread runs the
//     space.
//
// Loops at the hardware's limit. Some things are done here and in imp/ because no C compiler does
// them: tiles (cpu_tile.c; rts/c/tile.h packs blocks of both operands and keeps 6 by 2 vectors of
// sums in registers, by the vector extensions of GCC and clang: with plain arrays for the sums GCC
// 12 spills them and is thirty times slower), strips of points (cpu_strips.c), blocks of points
// (cpu_blocks.c: a hundred nearest neighbours by a hundred reductions of 10^5 distances took 0.7 to
// 1.2 ms instead of 3 to 8.4; where every block changes something, as in falling numbers, 0.1 to
// 0.3 more), peeling (imp/imp_peel.c), and loops that are split where answers change
// (imp/imp_split.c). Conditions that a language writes with branches become plain logic in
// simplify, when both sides are cheap and cannot fail.
//
// Devices: doc/gpu.md.
//
// lower_internal.h lists the files. This folder uses base, ir, analysis, core, flat, mem and imp.
#ifndef RAVEL_LOWER_LOWER_H
#define RAVEL_LOWER_LOWER_H

#include "imp/imp.h"
#include "ir/target.h"

typedef struct LowerOptions {
  Target target;         // what the passes were told, too
  bool is_parallel;      // use threads for pars at level grid
  bool is_unsafe;        // leave out asserts
  bool is_deterministic; // float results do not depend on the number of threads
  bool has_lines;        // notes with the source lines
  bool has_places;       // every operation keeps its place in the source, for profiles
  bool is_plain;         // kernels for a device whose threads cannot shuffle
  ParLevel level;        // for tests: of nests, wherever there is such a version; PAR_ANY: by size
  int64_t chunk_work;    // operations that make a chunk worth a thread; 0: the default
} LowerOptions;

// Lowers a verified program at level Mem. The result lives in the arena of the program.
ImpProgram *mem_to_imp(Program *program, SourceMap *sources, LowerOptions options);

#endif
