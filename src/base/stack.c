#include "base/stack.h"

#include "base/internal.h"

enum { DEEP_MOST = 1 << 26, DEEP_LEAST = 1 << 22 };

void stack_run_deep(StackAction *action, void *data) {
  if (!stack_run(DEEP_MOST, DEEP_LEAST, action, data)) fatal_out_of_memory(DEEP_LEAST);
}
