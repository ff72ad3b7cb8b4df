// From a checked program to Core.
#ifndef FRONT_FCL_FCL_TO_CORE_H
#define FRONT_FCL_FCL_TO_CORE_H

#include "front/fcl/check.h"
#include "ir/ir.h"

// The Core program, or NULL after an error was reported.
Program *fcl_to_core(Arena *arena, Interner *names, Diag *diag, const FclProgram *program,
                     const FclChecked *checked);

#endif
