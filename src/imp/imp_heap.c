// Which kernels allocate, by themselves or in functions that they call. The others need no heap.
#include "imp/imp.h"

typedef struct Search {
  Map *seen; // ImpFun: callees that were looked at
  bool is_found;
} Search;

static void search_stm(void *context, ImpStm *stm) {
  Search *search = context;
  if (stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_RESERVE) search->is_found = true;
  if (stm->kind != IMP_STM_CALL || search->is_found) return;
  const ImpFun *callee = stm->as.call->callee;
  if (map_find(search->seen, map_key(callee), NULL)) return;
  map_put(search->seen, map_key(callee), callee);
  imp_walk(&callee->body, search_stm, search);
}

void imp_find_heaps(ImpProgram *program) {
  for (size_t i = 0; i < program->kernels.count; i++) {
    ImpKernel *kernel = program->kernels.data[i];
    Search search = {.seen = map_new(program->arena)};
    for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
      if (kernel->functions[role]) imp_walk(&kernel->functions[role]->body, search_stm, &search);
    if (!search.is_found) continue;
    kernel->has_heap = kernel->has_room = program->has_heap = true;
  }
}
