// From a checked program to Core.
#ifndef FRONT_NESL_NESL_TO_CORE_H
#define FRONT_NESL_NESL_TO_CORE_H

#include "front/nesl/check.h"
#include "ir/ir.h"

// The Core program of a checked one without errors; NULL after reporting one.
Program *nesl_to_core(Arena *arena, Interner *names, Diag *diag, const NeslChecked *checked);

#endif
