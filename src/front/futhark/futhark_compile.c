// The stages of the front end, one after the other.
#include "front/futhark/futhark.h"

bool futhark_check(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  FutProgram *program = fut_parse(arena, names, file, diag);
  return !fut_check(arena, names, diag_sources(diag), diag, program)->has_errors;
}
