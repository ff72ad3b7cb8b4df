// From a source file to an AST.
#ifndef FRONT_NESL_PARSE_H
#define FRONT_NESL_PARSE_H

#include "front/nesl/ast.h"

// Reads a program, and the files that it loads, whose forms stand where they are loaded. Never
// NULL: a form with a syntax error is reported and becomes BROKEN, and reading goes on at the next
// one.
NeslProgram *nesl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

#endif
