// cost: how much work statements are, in operations. One measure, on which whoever asks sets a
// limit with a name of its own.
#ifndef RAVEL_ANALYSIS_COST_H
#define RAVEL_ANALYSIS_COST_H

#include "ir/ir.h"

enum {
  COST_LOOP = 1000, // a loop, a par, a call, or waiting for a lock: how long it takes is not known
  COST_LONG = 140   // a point of a kernel that does more is alone in its thread
};

// The statements with those inside them.
int64_t cost_stms(const Stms *stms);
// The same without one of them.
int64_t cost_around(const Stms *stms, const Stm *without);
// What is done with the values of a point, in a kernel whose points run at the same time.
int64_t cost_outputs(const Thunk *thunk);
// A point of the par.
int64_t cost_point(const Par *par);

#endif
