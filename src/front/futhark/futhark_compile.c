// The stages of the front end, one after the other.
#include "front/futhark/futhark.h"
#include "front/futhark/futhark_to_core.h"

Program *futhark_compile(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  FutProgram *program = fut_parse(arena, names, file, diag);
  FutChecked *checked = fut_check(arena, names, diag_sources(diag), diag, program);
  return checked->has_errors ? NULL : futhark_to_core(arena, names, checked, diag);
}
