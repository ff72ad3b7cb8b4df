#include "front/futhark/futhark_to_core.h"

#include "front/futhark/to_core_internal.h"
#include "ir/own.h"

Program *futhark_to_core(Arena *arena, Interner *names, const FutChecked *checked, Diag *diag) {
  Lower lower = {.arena = arena, .names = names, .diag = diag, .checked = checked};
  lower.stack = (uintptr_t)&lower;
  lower.program = program_new(arena, names, LEVEL_CORE);
  lower.instances = map_new(arena);
  lower.globals = map_new(arena);
  lower.in_place = map_new(arena);
  lower.lifted = map_new(arena);
  lower.fun_names = map_new(arena);
  lower.top = frame_new(&lower, NULL);
  if (setjmp(lower.escape) != 0) return NULL;
  for (size_t i = 0; i < checked->entries.count; i++) {
    lower_entry(&lower, checked->entries.data[i]);
    lower_queue(&lower);
  }
  program_own(lower.program);
  return lower.program;
}
