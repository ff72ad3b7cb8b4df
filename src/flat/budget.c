// See budget.h.
#include "flat/budget.h"

bool flat_budget_has(FlatBudget *budget, const Stm *nest) {
  if (budget->used < budget->most) return true;
  if (!budget->is_told)
    diag_warning(budget->diag, ERROR_VERSION_LIMIT, nest->span,
                 "this nest, and perhaps others, has no version for %s: the program has %u of them",
                 budget->purpose, budget->most);
  budget->is_told = true;
  return false;
}

Name flat_budget_take(FlatBudget *budget, const char *what) {
  Program *program = budget->program;
  return intern_str(program->names,
                    arena_printf(program->arena, "%s_%u", what, (unsigned)++budget->used));
}
