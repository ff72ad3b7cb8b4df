// Gives what can fail on a device its number, from 1 on: a kernel tells the host the number, and
// the host knows what to say. Those that say the same have one number, as those of a function that
// is in several places do.
//
//   fail "index {} …" at 3:5      =>      program->failures: that statement -> 1
//
// All kernels and the host ask the same table, which is made once for a program.
#include "imp/imp.h"

typedef struct FailureNumbering {
  ImpProgram *program;
  Interner *texts;
  Map *known; // what a failure says -> its number
  size_t last;
} FailureNumbering;

// What tells failures apart.
static Name failure_text(const FailureNumbering *numbering, const ImpStm *stm) {
  StrBuf text = {0};
  bool is_fail = stm->kind == IMP_STM_FAIL;
  strbuf_printf(&text, "%d %u %u %u %u %s", is_fail, (unsigned)stm->span.file,
                (unsigned)stm->span.start, (unsigned)stm->span.end, (unsigned)stm->span.call,
                is_fail ? stm->as.fail->message : "");
  for (size_t i = 0; is_fail && i < stm->as.fail->values.count; i++)
    strbuf_printf(&text, " %d", stm->as.fail->values.data[i]->type);
  Name name = intern_str(numbering->texts, strbuf_text(&text));
  strbuf_free(&text);
  return name;
}

static void number_stm(void *context, ImpStm *stm) {
  FailureNumbering *numbering = context;
  bool can_fail =
      stm->kind == IMP_STM_FAIL || stm->kind == IMP_STM_ALLOC || stm->kind == IMP_STM_RESERVE;
  if (!can_fail) return;
  Name text = failure_text(numbering, stm);
  void *number = map_get(numbering->known, map_key(text));
  if (!number) {
    number = (void *)(uintptr_t)++numbering->last;
    map_put(numbering->known, map_key(text), number);
  }
  map_put(numbering->program->failures, map_key(stm), number);
}

static void number_fun(void *context, ImpFun *fun) {
  if (fun->is_device) imp_walk(&fun->body, number_stm, context);
}

void imp_number_failures(ImpProgram *program) {
  Arena *arena = arena_new();
  FailureNumbering numbering = {
      .program = program, .texts = interner_new(arena), .known = map_new(arena)};
  program->failures = map_new(program->arena);
  imp_each_fun(program, number_fun, &numbering);
  arena_free(arena);
}

size_t imp_failure_number(const ImpProgram *program, const ImpStm *stm) {
  return (size_t)(uintptr_t)map_get(program->failures, map_key(stm));
}
