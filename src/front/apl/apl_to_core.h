// From the tree to Core.
#ifndef FRONT_APL_APL_TO_CORE_H
#define FRONT_APL_APL_TO_CORE_H

#include "front/apl/ast.h"
#include "ir/ir.h"

// The Core program, or NULL after an error was reported.
Program *apl_to_core(Arena *arena, Interner *names, const AplProgram *prelude,
                     const AplProgram *program, Diag *diag);

#endif
