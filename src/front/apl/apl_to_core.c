#include "front/apl/apl_to_core.h"

#include <stdarg.h>

#include "front/apl/to_core_internal.h"
#include "ir/effects.h"
#include "ir/natural.h"
#include "ir/own.h"

// ---- Errors ----

enum { SHOWN_CALLS = 4 }; // of functions around an error

_Noreturn void apl_escape(AplLower *lower) {
  if (lower->is_trying) apl_throw(lower, CATCH_OUTSIDE);
  for (size_t i = 0; i < lower->calls.count && i < SHOWN_CALLS; i++) {
    Span call = lower->calls.data[lower->calls.count - 1 - i];
    if (!span_is_known(call)) break; // of an entry point
    diag_note(lower->diag, call,
              i == 0 ? "in the function that is called here" : "which is called here");
  }
  longjmp(lower->escape, ESCAPE_ERROR);
}

_Noreturn void apl_fail(AplLower *lower, ErrorCode code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(lower->diag, code, lower->emit.span, format, arguments);
  va_end(arguments);
  apl_escape(lower);
}

_Noreturn void apl_fail_at(AplLower *lower, ErrorCode code, Span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(lower->diag, code, span, format, arguments);
  va_end(arguments);
  apl_escape(lower);
}

_Noreturn void apl_unsupported(AplLower *lower, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *what = arena_vprintf(lower->arena, format, arguments);
  va_end(arguments);
  diag_error(lower->diag, ERROR_APL_UNSUPPORTED, lower->emit.span, "not supported: %s", what);
  apl_escape(lower);
}

// ---- Places ----

Span apl_span(const AplLower *lower, Span text) {
  text.call = lower->call;
  return text;
}

// ---- The program ----

// A function at the end that no name was given to is one whose argument was forgotten.
static void check_end(AplLower *lower, const AplValue *value) {
  const AplStatement *last = &vec_last(&lower->program->statements);
  if (value->kind != APL_VALUE_FUNCTION && value->kind != APL_VALUE_OPERATOR) return;
  for (size_t i = 0; i < last->phrase->count; i++)
    if (last->phrase->data[i].kind == APL_ITEM_ARROW) return;
  apl_fail_at(lower, ERROR_APL_SYNTAX, last->span,
              "SYNTAX ERROR: the program ends with %s that is applied to nothing",
              value->kind == APL_VALUE_FUNCTION ? "a function" : "an operator");
}

static void lower_main(AplLower *lower) {
  EmitBlock *block = emit_open(&lower->emit);
  lower->emit.span = span_new(lower->program->file->id, 0, 0);
  const AplValue *value = apl_statements(lower, lower->top, &lower->program->statements);
  if (value != NULL) {
    check_end(lower, value);
    apl_show(lower, value, true);
  }
  apl_main_finish(lower, block);
  emit_close(&lower->emit, block);
}

static void lower_prelude(AplLower *lower, const AplProgram *prelude) {
  lower->frame = apl_frame_new(lower);
  Scope *standard = apl_scope_new(lower, NULL);
  EmitBlock *block = emit_open(&lower->emit);
  apl_statements(lower, standard, &prelude->statements);
  emit_close(&lower->emit, block);
  lower->top = apl_scope_new(lower, standard);
}

static AplLower *lower_new(Arena *arena, Interner *names, const AplProgram *program, Diag *diag) {
  AplLower *lower = arena_make(arena, AplLower);
  *lower =
      (AplLower){.arena = arena, .names = names, .diag = diag, .program = program, .origin = 1};
  lower->emit.program = program_new(arena, names, LEVEL_CORE);
  lower->naturals = map_new(arena);
  lower->twins = map_new(arena);
  lower->checked = map_new(arena);
  lower->uses = map_new(arena);
  lower->instances = map_new(arena);
  return lower;
}

// Copies where they are needed, sizes that are not negative, and effects in order.
static bool program_finish(const AplLower *lower) {
  program_own(lower->emit.program);
  program_clamp_sizes(lower->emit.program);
  EffectWords words = {.title = "DOMAIN ERROR: ",
                       .in_par = ERROR_APL_NO_ORDER,
                       .par = "a scan or a product",
                       .instead = "show the result after it",
                       .elsewhere = ERROR_APL_UNSUPPORTED};
  return program_thread_effects(lower->emit.program, lower->diag, &words);
}

// What is lowered after the prelude.
typedef void Lowering(AplLower *lower, void *context);

// Lowers anew when a dfn is found to call itself; NULL after an error was reported.
static AplLower *lower_all(Arena *arena, Interner *names, const AplProgram *prelude,
                           const AplProgram *program, Diag *diag, Lowering *lowering,
                           void *context) {
  Map *recursive = map_new(arena);
  AplLower *lower = NULL;
  for (size_t known = SIZE_MAX; known != map_count(recursive);) {
    known = map_count(recursive);
    lower = lower_new(arena, names, program, diag);
    lower->recursive = recursive;
    int why = setjmp(lower->escape);
    if (why == ESCAPE_ERROR) return NULL;
    if (why == ESCAPE_AGAIN) continue;
    lower_prelude(lower, prelude);
    lowering(lower, context);
    apl_link(lower);
  }
  return lower;
}

static void lower_program(AplLower *lower, void *context) {
  (void)context;
  lower_main(lower);
  apl_lower_entries(lower);
}

Program *apl_to_core(Arena *arena, Interner *names, const AplProgram *prelude,
                     const AplProgram *program, Diag *diag) {
  AplLower *lower = lower_all(arena, names, prelude, program, diag, lower_program, NULL);
  if (lower == NULL || !program_finish(lower)) return NULL;
  apl_types_print(lower);
  return lower->emit.program;
}

// ---- Sessions ----

static void names_add(const AplLower *lower, const Scope *scope, SessionNames *seen) {
  MapEntry entry;
  for (; scope != NULL; scope = scope->parent)
    for (size_t cursor = 0; map_each(scope->cells, &cursor, &entry);)
      vec_push(lower->arena, seen, ((const AplCell *)entry.value)->name);
}

typedef struct Statements {
  size_t known;
  SessionProgram *result, empty;
} Statements;

static void lower_statements(AplLower *lower, void *context) {
  Statements *statements = context;
  *statements->result = statements->empty; // what an earlier attempt left is gone
  apl_lower_session(lower, statements->known, statements->result);
}

bool apl_session_to_core(Arena *arena, Interner *names, const AplProgram *prelude,
                         const AplProgram *program, size_t known, Diag *diag,
                         SessionProgram *result, SessionNames *seen) {
  Statements statements = {known, result, *result};
  AplLower *lower = lower_all(arena, names, prelude, program, diag, lower_statements, &statements);
  if (lower == NULL) return false;
  if (seen != NULL) names_add(lower, lower->top, seen);
  result->program = lower->emit.program;
  return program_finish(lower);
}
