// cost: how much work statements are, in operations. One measure, on which whoever asks sets a
// limit with a name of its own.
#ifndef RAVEL_ANALYSIS_COST_H
#define RAVEL_ANALYSIS_COST_H

#include "ir/ir.h"

enum {
  COST_LOOP = 1000, // a loop, a par, a call, or waiting for a lock: how long it takes is not known
  COST_LONG = 140   // a point of a kernel that does more is alone in its thread
};

// What is cheap enough to be done more often than the program says, for one purpose or another: the
// kinds of work of ops.def, and how many statements an arm of a choice may have. The table is in
// cost.c.
typedef enum CostLimit {
  COST_LIMIT_BOTH,  // simplify: both arms are run, and then one chosen
  COST_LIMIT_EARLY, // hoist: it is run where it may not be needed
  COST_LIMIT_LIGHT, // nests: each thread runs it, though it is the same for many
  COST_LIMIT_AGAIN  // flattening: it is run again rather than stored for each point
} CostLimit;

// Is what the expression does by itself within the limit?
bool cost_is_within(const Exp *exp, CostLimit limit);

// The statements with those inside them.
int64_t cost_stms(const Stms *stms);
// The same without one of them.
int64_t cost_around(const Stms *stms, const Stm *without);
// What is done with the values of a point, in a kernel whose points run at the same time.
int64_t cost_outputs(const Thunk *thunk);
// A point of the par.
int64_t cost_point(const Par *par);

#endif
