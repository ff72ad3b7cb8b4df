// Which kernels allocate, by themselves or in functions that they call. The others need no heap.
#include "imp/imp.h"

static void note_alloc(void *context, ImpStm *stm) {
  bool *is_found = context;
  if (stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_RESERVE) *is_found = true;
}

void imp_find_heaps(ImpProgram *program) {
  for (size_t i = 0; i < program->kernels.count; i++) {
    ImpKernel *kernel = program->kernels.data[i];
    Map *seen = map_new(program->arena);
    bool is_found = false;
    for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
      if (kernel->functions[role])
        imp_walk_calls(&kernel->functions[role]->body, seen, note_alloc, &is_found);
    if (!is_found) continue;
    kernel->has_heap = kernel->has_room = program->has_heap = true;
  }
}
