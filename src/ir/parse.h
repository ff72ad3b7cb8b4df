// Reading the textual form of the IR (doc/ir.md).
#ifndef RAVEL_IR_PARSE_H
#define RAVEL_IR_PARSE_H

#include "ir/ir.h"

// The program in a source file, or NULL after at least one error was reported. It is well typed,
// for it is made by the rules, but not verified.
Program *program_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

#endif
