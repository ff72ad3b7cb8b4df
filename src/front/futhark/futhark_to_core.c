#include "front/futhark/futhark_to_core.h"

#include <stdarg.h>

#include "front/futhark/to_core_internal.h"
#include "ir/effects.h"
#include "ir/natural.h"
#include "ir/own.h"
#include "ir/walk.h"

Span lower_span(const FutLower *lower, Span text) {
  if (lower->is_prelude) return lower->emit.span;
  text.call = lower->call;
  return text;
}

_Noreturn void lower_unsupported(FutLower *lower, Span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(lower->diag, ERROR_FUTHARK_UNSUPPORTED, span, format, arguments);
  va_end(arguments);
  longjmp(lower->escape, 1);
}

const char *core_name(const char *name, const char *otherwise) {
  if (name == NULL || name[0] == '\0') return otherwise;
  bool is_letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
  return is_letter || name[0] == '_' ? name : otherwise;
}

Program *futhark_to_core(Arena *arena, Interner *names, const FutChecked *checked, Diag *diag) {
  FutLower lower = {.arena = arena, .names = names, .diag = diag, .checked = checked};
  lower.stack = (uintptr_t)&lower;
  lower.emit.program = program_new(arena, names, LEVEL_CORE);
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
  // What a global calls needs globals, too, which were found after it.
  program_sort_globals(lower.emit.program);
  program_clamp_sizes(lower.emit.program);
  program_own(lower.emit.program);
  static const EffectWords WORDS = {.in_par = ERROR_FUTHARK_UNSUPPORTED,
                                    .par = "a parallel function",
                                    .elsewhere = ERROR_FUTHARK_UNSUPPORTED};
  return program_thread_effects(lower.emit.program, diag, &WORDS) ? lower.emit.program : NULL;
}
