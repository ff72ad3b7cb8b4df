// The stages of the front end, one after the other.
#include "front/nesl/nesl.h"
#include "front/nesl/nesl_to_core.h"
#include "front/nesl/prelude.h"

// Generated from prelude/nesl by scripts/embed.
extern const NeslPreludeFile NESL_PRELUDE_FILES[];

NeslProgram *nesl_read_prelude(Arena *arena, Interner *names, Diag *diag) {
  NeslProgram *prelude = arena_make(arena, NeslProgram);
  for (const NeslPreludeFile *file = NESL_PRELUDE_FILES; file->name != NULL; file++) {
    const char *path = arena_printf(arena, "/prelude/%s", file->name);
    const SourceFile *source = source_add(diag_sources(diag), path, file->text, file->length);
    const NeslProgram *part = nesl_parse(arena, names, source, diag);
    if (part->has_errors) INTERNAL_ERROR("the prelude %s has errors", file->name);
    prelude->file = source;
    vec_append(arena, &prelude->forms, part->forms.data, part->forms.count);
  }
  return prelude;
}

Program *nesl_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  NeslProgram *prelude = nesl_read_prelude(arena, names, diag);
  NeslProgram *program = nesl_parse(arena, names, file, diag);
  NeslChecked *checked = nesl_check(arena, names, diag, prelude, program);
  return checked->has_errors ? NULL : nesl_to_core(arena, names, diag, checked);
}
