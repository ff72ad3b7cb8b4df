// cost: how much work statements are. Whoever asks weighs the kinds of work of ops.def on a scale,
// and compares with a limit; all scales and limits have their names here.
#ifndef RAVEL_ANALYSIS_COST_H
#define RAVEL_ANALYSIS_COST_H

#include "ir/ir.h"

// What an operation of a kind is weighed against.
typedef enum CostScale {
  COST_SCALE_KERNEL, // the other operations of a thread of a device, which has units for functions
  COST_SCALE_MEMORY, // core/fuse.h: storing a value, and loading it again
  COST_SCALE_ROUND,  // flat/rounds.c: loading it in each round of a loop
  COST_SCALES
} CostScale;

int64_t cost_weight(CostScale scale, OpWork work);

// Limits, each on the scale of the one who asks; those of the targets' threads are operations as
// lower/lower_cost.c counts them.
enum {
  COST_LOOP = 1000,  // a loop, a par, a call, or waiting for a lock: how long it takes is not known
  COST_LONG = 140,   // kernel: a point that does more is alone in its thread
  COST_FREE = 6,     // memory: repeated wherever it is read
  COST_CHEAP = 8,    // memory: repeated once, with what it reads
  COST_GUARD = 16,   // memory: more is skipped where a point is not kept
  COST_STORED = 12,  // round: stored in front of the loop
  COST_LANES = 24,   // threads: a point that does more hides that bins wait for each other
  COST_SHORT = 32,   // threads: a loop over points that do more is never a short one
  COST_REPEATED = 64 // threads: more work for a point is not worth doing twice
};

// Limits on code that is copied for one more version, in statements (cost_code).
enum {
  COST_CODE_POINT = 400, // for few points, or for a block of threads that shares the point
  COST_CODE_OUTER = 800, // for blocks of threads that share pars inside it
  COST_CODE_BINS = 1000,
  COST_CODE_ITEMS = 40 // a point, which is done twice if a thread has several
};

// Limits on what is run again, in statements.
enum {
  COST_AGAIN_INNER = 24,   // nests: around an inner map, by each of its threads
  COST_AGAIN_ARM = 16,     // arms: of a branch, in front of the pars that are taken out of it
  COST_AGAIN_ROW = 16,     // part_rows: for a row that is made where it is needed
  COST_AGAIN_ELEMENT = 24, // elements: for one element of an array that is not made
  COST_AGAIN_RECIPE = 4    // bins: for a scalar that would be stored for each point
};

// What is cheap enough to be done more often than the program says, for one purpose or another: the
// kinds of work of ops.def, and how many statements an arm of a choice may have. The table is in
// cost.c.
typedef enum CostLimit {
  COST_LIMIT_BOTH,   // simplify: both arms are run, and then one chosen
  COST_LIMIT_EARLY,  // hoist: it is run where it may not be needed
  COST_LIMIT_LIGHT,  // nests: each thread runs it, though it is the same for many
  COST_LIMIT_AGAIN,  // flattening: it is run again rather than stored for each point
  COST_LIMIT_RECIPE, // bins: it is run again rather than stored for a round
  COST_LIMIT_LANES   // histograms of a CPU: it keeps no point from running beside others
} CostLimit;

// Is what the expression does by itself within the limit?
bool cost_is_within(const Exp *exp, CostLimit limit);
// Are all statements of the arm of a choice, and are there few enough of them?
bool cost_arm_is_within(const Body *arm, CostLimit limit);

// The statements with those inside them.
int64_t cost_stms(const Stms *stms);
// The same without one of them.
int64_t cost_around(const Stms *stms, const Stm *without);
// How much code a copy of it is: the statements, at whatever depth.
size_t cost_code(const Thunk *thunk);
// What is done with the values of a point, in a kernel whose points run at the same time.
int64_t cost_outputs(const Thunk *thunk);
// A point of the par.
int64_t cost_point(const Par *par);

#endif
