// wishes: which versions of a par the program asks for, by the attributes of the statement.
//
//   sequential_inner, flattening(only_outer)   a thread for each point
//   flattening(only_intra)                     a block of threads for each point
//   sequential_outer                           the points one after the other, each on all threads
//   flattening(only_inner), …(no_outer)        parallelism inside the points becomes the host's
//   flattening(no_intra)                       no blocks of threads
//
// `incremental_flattening` is the old name of `flattening`. A wish counts for pars of the host,
// where there is something to choose. (`sequential` is a level at Core already.)
#ifndef RAVEL_FLAT_WISHES_H
#define RAVEL_FLAT_WISHES_H

#include "base/diag.h"
#include "ir/ir.h"

typedef struct FlatWish {
  const char *text; // the attribute, or NULL: there is none
  bool wants_block; // nothing but a block for each point
  bool wants_loop;  // nothing but a loop over the points
  bool no_thread;   // no thread for each point
  bool no_block;
  bool no_grid; // inner parallelism is not the host's
} FlatWish;

FlatWish flat_wish(const Stm *stm);
// A warning that it cannot be obeyed, and why.
void flat_wish_refuse(Diag *diag, const Stm *stm, const FlatWish *wish, const char *why);

#endif
