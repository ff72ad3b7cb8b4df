// Versions of a nest of pars.
#include "flat/flat_internal.h"

bool versions_split(Flattener *flattener, const Stm *stm, Stms *out) {
  (void)flattener;
  (void)stm;
  (void)out;
  return false;
}
