// The parser: from a source file to its AST.
#ifndef FRONT_FCL_PARSE_H
#define FRONT_FCL_PARSE_H

#include "front/fcl/ast.h"

// Reads a file. Definitions with errors are left out.
FclProgram *fcl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

#endif
