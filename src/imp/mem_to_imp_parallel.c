#include "imp/mem_to_imp.h"
void lower_par_parallel(Lower *lower, const Stm *stm) {
  (void)lower;
  (void)stm;
}
