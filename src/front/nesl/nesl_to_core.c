#include "front/nesl/nesl_to_core.h"

#include "front/nesl/to_core_internal.h"
#include "ir/effects.h"
#include "ir/own.h"

static void find_prelude(NeslLower *lower) {
  for (size_t i = 0; i < lower->checked->forms.count; i++) {
    const NeslForm *form = lower->checked->forms.data[i];
    if (form->kind == NESL_FORM_FUNCTION && form->is_prelude)
      map_put(lower->prelude, map_key(form->function.name.name), form->function.function);
  }
}

const char *nesl_core_name(const char *name, const char *otherwise) {
  while (name != NULL && name[0] == '_')
    name++;
  if (name == NULL || name[0] == '\0') return otherwise;
  bool is_letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
  return is_letter ? name : otherwise;
}

// The program never names those with two underscores: operators call them.
void nesl_emit_check(NeslLower *lower, Atom condition, ErrorCode code, const char *message,
                     const Atom *values, size_t count) {
  bool is_named = lower->prelude_depth > 0 && lower->prelude_name[0] != '_';
  if (is_named) message = arena_printf(lower->arena, "%s: %s", lower->prelude_name, message);
  emit_check(&lower->emit, condition, code, message, values, count);
}

Program *nesl_to_core(Arena *arena, Interner *names, Diag *diag, const NeslChecked *checked) {
  NeslLower lower = {.arena = arena, .names = names, .diag = diag, .checked = checked};
  lower.emit.program = program_new(arena, names, LEVEL_CORE);
  lower.codes = map_new(arena);
  lower.instances = map_new(arena);
  lower.fun_names = map_new(arena);
  lower.globals = map_new(arena);
  lower.prelude = map_new(arena);
  find_prelude(&lower);
  nesl_lower_forms(&lower);
  nesl_lower_queue(&lower);
  if (lower.has_failed) return NULL;
  program_own(lower.emit.program);
  EffectWords words = {.in_par = ERROR_NESL_NO_ORDER,
                       .par = "an apply-to-each",
                       .instead = "gather what is to be done in a sequence, and do it for all at "
                                  "once; or call a function that calls itself for the rest",
                       .lambda = "lambda",
                       .elsewhere = ERROR_NESL_UNSUPPORTED};
  bool is_good = program_thread_effects(lower.emit.program, diag, &words);
  return is_good ? lower.emit.program : NULL;
}
