// The stages of the front end, one after the other.
#include <stdio.h>

#include "base/strbuf.h"
#include "front/fcl/fcl.h"
#include "front/fcl/fcl_to_core.h"
#include "front/fcl/prelude.h"
#include "front/settings.h"

// Generated from prelude/fcl by scripts/embed.
extern const FclPreludeFile FCL_PRELUDE_FILES[];

static FclProgram *read_text(Arena *arena, Interner *names, Diag *diag, const char *path,
                             const char *text, size_t length) {
  const SourceFile *source = source_add(diag_sources(diag), path, text, length);
  FclProgram *program = fcl_parse(arena, names, source, diag);
  if (program->has_errors) INTERNAL_ERROR("%s has errors", path);
  return program;
}

// The built-in functions as signatures, in the order of the table.
static FclProgram *read_builtins(Arena *arena, Interner *names, Diag *diag) {
  static const char *const SIGNATURES[] = {
#define BUILTIN(id, name, type)            "sig " name " : " type "\n",
#define SCALAR_BUILTIN(id, name, type, op) "sig " name " : " type "\n",
#include "front/fcl/builtins.def"
#undef BUILTIN
#undef SCALAR_BUILTIN
  };
  StrBuf text = {0};
  for (size_t i = 0; i < sizeof SIGNATURES / sizeof *SIGNATURES; i++)
    strbuf_puts(&text, SIGNATURES[i]);
  FclProgram *program =
      read_text(arena, names, diag, "/prelude/builtins.fcl", strbuf_text(&text), text.length);
  strbuf_free(&text);
  return program;
}

// All files of the prelude as one program, in the order of their names: nothing is seen before its
// definition.
static FclProgram *read_prelude(Arena *arena, Interner *names, Diag *diag) {
  FclProgram *prelude = arena_make(arena, FclProgram);
  for (const FclPreludeFile *file = FCL_PRELUDE_FILES; file->name != NULL; file++) {
    const char *path = arena_printf(arena, "/prelude/%s", file->name);
    const FclProgram *part = read_text(arena, names, diag, path, file->text, file->length);
    prelude->file = part->file;
    vec_append(arena, &prelude->definitions, part->definitions.data, part->definitions.count);
  }
  return prelude;
}

// `ravel check --types`: the schemes of all definitions.
static void print_types(Arena *arena, const FclChecked *checked) {
  if (!front_settings()->shows_types) return;
  for (size_t i = 0; i < checked->definitions.count; i++) {
    FclPrinter printer = {.arena = arena};
    const FclVariable *variable = checked->definitions.data[i].variable;
    printf("%s : %s\n", variable->name, fcl_scheme_text(&printer, variable->scheme));
  }
}

const FclChecked *fcl_check_source(Arena *arena, Interner *names, const SourceFile *file,
                                   Diag *diag, const FclProgram **program) {
  const FclProgram *builtins = read_builtins(arena, names, diag);
  const FclProgram *prelude = read_prelude(arena, names, diag);
  *program = fcl_parse(arena, names, file, diag);
  // What is wrong with its names may come from what could not be read.
  DiagSettings settings = diag_settings(diag), silent = settings;
  silent.is_silent = settings.is_silent || (*program)->has_errors;
  diag_configure(diag, silent);
  const FclChecked *checked = fcl_check(arena, names, diag, builtins, prelude, *program);
  diag_configure(diag, settings);
  return checked;
}

Program *fcl_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  const FclProgram *program;
  const FclChecked *checked = fcl_check_source(arena, names, file, diag, &program);
  if (checked->has_errors) return NULL;
  print_types(arena, checked);
  return fcl_to_core(arena, names, diag, program, checked);
}
