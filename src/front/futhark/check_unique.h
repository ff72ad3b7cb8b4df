// Uniqueness and aliasing of one checked definition: what is consumed is never used again.
//
// The walk computes, for every expression, with which named values its result may share memory.
// Consuming a value (`with`, a `*` parameter, a loop that updates its parameter) consumes all
// values with which it may share. Aliases are kept for every part of a record or a sum of its own.
#ifndef FRONT_FUTHARK_CHECK_UNIQUE_H
#define FRONT_FUTHARK_CHECK_UNIQUE_H

#include "front/futhark/ast.h"
#include "front/futhark/types.h"

// Checks a top-level definition whose types are known. Errors go to diag, which may be NULL to stay
// silent. When the definition is a function without a declared result type, the result in the
// type of binding->value gets the `*` that its body deserves. `is_instance`: it belongs to an
// application of a parametric module, whose body was checked before.
void fut_check_unique(Arena *arena, Diag *diag, FutBinding *binding, bool is_instance);

#endif
