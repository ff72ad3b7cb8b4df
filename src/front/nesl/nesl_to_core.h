// From a checked program to Core.
#ifndef FRONT_NESL_NESL_TO_CORE_H
#define FRONT_NESL_NESL_TO_CORE_H

#include "front/nesl/check.h"
#include "ir/ir.h"

// The Core program of a checked one without errors.
Program *nesl_to_core(Arena *arena, Interner *names, const NeslChecked *checked);

#endif
