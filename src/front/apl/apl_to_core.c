#include "front/apl/apl_to_core.h"

#include <stdarg.h>

#include "front/apl/to_core_internal.h"
#include "ir/effects.h"
#include "ir/natural.h"
#include "ir/own.h"

// ---- Errors ----

_Noreturn void apl_escape(Lower *lower) {
  if (lower->calls.count > 0)
    diag_note(lower->diag, vec_last(&lower->calls), "in the function that is called here");
  longjmp(lower->escape, 1);
}

_Noreturn void apl_fail(Lower *lower, ErrorCode code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(lower->diag, code, lower->emit.span, format, arguments);
  va_end(arguments);
  apl_escape(lower);
}

_Noreturn void apl_fail_at(Lower *lower, ErrorCode code, Span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(lower->diag, code, span, format, arguments);
  va_end(arguments);
  apl_escape(lower);
}

_Noreturn void apl_unsupported(Lower *lower, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *what = arena_vprintf(lower->arena, format, arguments);
  va_end(arguments);
  diag_error(lower->diag, ERROR_APL_UNSUPPORTED, lower->emit.span, "not supported: %s", what);
  apl_escape(lower);
}

// ---- The program ----

static void lower_main(Lower *lower) {
  EmitBlock *block = emit_open(&lower->emit);
  lower->emit.span = (Span){lower->program->file->id, 0, 0};
  const AplValue *value = apl_statements(lower, lower->top, &lower->program->statements);
  if (value != NULL) apl_show(lower, value, true);
  apl_main_finish(lower, block);
  emit_close(&lower->emit, block);
}

static Lower lower_new(Arena *arena, Interner *names, const AplProgram *program, Diag *diag) {
  Lower lower = {.arena = arena, .names = names, .diag = diag, .program = program};
  lower.emit.program = program_new(arena, names, LEVEL_CORE);
  lower.naturals = map_new(arena);
  return lower;
}

static void lower_prelude(Lower *lower, const AplProgram *prelude) {
  Scope *standard = apl_scope_new(lower, NULL);
  EmitBlock *block = emit_open(&lower->emit);
  apl_statements(lower, standard, &prelude->statements);
  emit_close(&lower->emit, block);
  lower->top = apl_scope_new(lower, standard);
}

// Copies where they are needed, sizes that are not negative, and effects in order.
static bool program_finish(const Lower *lower) {
  program_own(lower->emit.program);
  program_clamp_sizes(lower->emit.program);
  EffectWords words = {.in_par = ERROR_APL_NO_ORDER,
                       .par = "a reduction, a scan or a product",
                       .instead = "show the result behind it",
                       .elsewhere = ERROR_APL_UNSUPPORTED};
  return program_thread_effects(lower->emit.program, lower->diag, &words);
}

Program *apl_to_core(Arena *arena, Interner *names, const AplProgram *prelude,
                     const AplProgram *program, Diag *diag) {
  Lower lower = lower_new(arena, names, program, diag);
  if (setjmp(lower.escape) != 0) return NULL;
  lower_prelude(&lower, prelude);
  lower_main(&lower);
  apl_lower_entries(&lower);
  return program_finish(&lower) ? lower.emit.program : NULL;
}

// ---- Sessions ----

static void names_add(const Lower *lower, const Scope *scope, SessionNames *seen) {
  MapEntry entry;
  for (; scope != NULL; scope = scope->parent)
    for (size_t cursor = 0; map_each(scope->cells, &cursor, &entry);)
      vec_push(lower->arena, seen, ((const Cell *)entry.value)->name);
}

bool apl_session_to_core(Arena *arena, Interner *names, const AplProgram *prelude,
                         const AplProgram *program, size_t known, Diag *diag,
                         SessionProgram *result, SessionNames *seen) {
  Lower lower = lower_new(arena, names, program, diag);
  if (setjmp(lower.escape) != 0) return false;
  lower_prelude(&lower, prelude);
  apl_lower_session(&lower, known, result);
  if (seen != NULL) names_add(&lower, lower.top, seen);
  result->program = lower.emit.program;
  return program_finish(&lower);
}
