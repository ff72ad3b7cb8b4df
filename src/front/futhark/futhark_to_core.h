// From a checked Futhark program to Core.
//
// The lowering evaluates the program with static structure: records, sums and functions are values
// of the compiler, only scalars and arrays of scalars exist in Core. Calls of first-order
// definitions become Core functions, one for each instance of their types; calls that take or give
// functions are evaluated in place, so that closures never exist at run time. Modules are gone
// already, because every name points at its definition. SOACs become `par`; bounds, sizes and
// division are checked by `assert` unless #[unsafe] says otherwise.
#ifndef FRONT_FUTHARK_FUTHARK_TO_CORE_H
#define FRONT_FUTHARK_FUTHARK_TO_CORE_H

#include "front/futhark/check.h"
#include "ir/ir.h"

// The Core program of what the entry points reach. NULL after reporting something that cannot be
// lowered. The checked program must be without errors.
Program *futhark_to_core(Arena *arena, Interner *names, const FutChecked *checked, Diag *diag);

#endif
