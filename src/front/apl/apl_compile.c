// The stages of the front end, one after the other.
#include "front/apl/apl.h"
#include "front/apl/apl_to_core.h"
#include "front/apl/prelude.h"

// Generated from prelude/apl by scripts/embed.
extern const AplPreludeFile APL_PRELUDE_FILES[];

// All files of the prelude as one program.
AplProgram *apl_read_prelude(Arena *arena, Interner *names, Diag *diag) {
  AplProgram *prelude = arena_make(arena, AplProgram);
  for (const AplPreludeFile *file = APL_PRELUDE_FILES; file->name != NULL; file++) {
    const char *path = arena_printf(arena, "/prelude/%s", file->name);
    const SourceFile *source = source_add(diag_sources(diag), path, file->text, file->length);
    const AplProgram *part = apl_parse(arena, names, source, diag);
    if (part->has_errors) INTERNAL_ERROR("the prelude %s has errors", file->name);
    prelude->file = source;
    vec_append(arena, &prelude->statements, part->statements.data, part->statements.count);
  }
  return prelude;
}

Program *apl_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  AplProgram *prelude = apl_read_prelude(arena, names, diag);
  AplProgram *program = apl_parse(arena, names, file, diag);
  if (program->has_errors) return NULL;
  return apl_to_core(arena, names, prelude, program, diag);
}
