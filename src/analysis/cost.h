// cost: how much work statements are, in operations. One measure, on which whoever asks sets a
// limit with a name of its own.
#ifndef RAVEL_ANALYSIS_COST_H
#define RAVEL_ANALYSIS_COST_H

#include "ir/walk.h"

enum {
  COST_LOOP = 1000, // a loop, a par, a call, or waiting for a lock: how long it takes is not known
  COST_LONG = 160   // a point of a kernel that does more is alone in its thread
};

// The statements with those inside them; only those that bind one of these variables, unless the
// set is NULL.
int64_t cost_stms(const Stms *stms, const VarSet *needed);
// What is done with the values of a point, in a kernel whose points run at the same time.
int64_t cost_outputs(const Thunk *thunk);
// A point of the par.
int64_t cost_point(const Par *par);

#endif
