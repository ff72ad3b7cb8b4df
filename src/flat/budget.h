// budget: how many versions of nests a pass makes. Each is a copy of the nest, under a threshold
// that has a name and a number; a nest that comes after the last one has none, and a warning says
// so.
#ifndef RAVEL_FLAT_BUDGET_H
#define RAVEL_FLAT_BUDGET_H

#include "base/diag.h"
#include "ir/ir.h"

enum {
  BUDGET_FEW = 12,  // whose outer loop the host runs
  BUDGET_BLOCK = 8, // for blocks of threads
  BUDGET_BINS = 8   // for points in bins
};

typedef struct FlatBudget {
  Program *program;
  Diag *diag;
  const char *purpose; // of the versions: "a block of threads"
  uint32_t most, used;
  bool is_told; // that there are no more
} FlatBudget;

// Is there one more, for this nest?
bool flat_budget_has(FlatBudget *budget, const Stm *nest);
// Takes one: the name of its threshold, "block_3".
Name flat_budget_take(FlatBudget *budget, const char *what);

#endif
