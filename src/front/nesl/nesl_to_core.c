#include "front/nesl/nesl_to_core.h"

#include "front/nesl/to_core_internal.h"
#include "ir/own.h"

static void find_prelude(Lower *lower) {
  for (size_t i = 0; i < lower->checked->forms.count; i++) {
    const NeslForm *form = lower->checked->forms.data[i];
    if (form->kind == NESL_FORM_FUNCTION && form->is_prelude)
      map_put(lower->prelude, map_key(form->function.name.name), form->function.function);
  }
}

Program *nesl_to_core(Arena *arena, Interner *names, const NeslChecked *checked) {
  Lower lower = {.arena = arena, .names = names, .checked = checked};
  lower.program = program_new(arena, names, LEVEL_CORE);
  lower.instances = map_new(arena);
  lower.fun_names = map_new(arena);
  lower.globals = map_new(arena);
  lower.prelude = map_new(arena);
  find_prelude(&lower);
  nesl_lower_forms(&lower);
  nesl_lower_queue(&lower);
  program_own(lower.program);
  return lower.program;
}
