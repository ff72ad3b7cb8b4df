// The parser: from tokens to the tree.
#ifndef FRONT_APL_PARSE_H
#define FRONT_APL_PARSE_H

#include "front/apl/ast.h"

// Reads a program. Errors go to diag; what could be read is in the tree.
AplProgram *apl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

#endif
