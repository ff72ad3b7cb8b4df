// Who only reads an array, and who hands it on.
//
// A reader looks at elements, or gives a view: it has done with the array when nothing uses its
// results any more. Others may keep it: a result of a body, a loop, a call, what consumes it.
#ifndef RAVEL_IR_HANDING_H
#define RAVEL_IR_HANDING_H

#include "ir/alias.h"

// Is the array, or something that may share its storage, one of these?
bool handing_atoms(const Aliases *aliases, const Var *array, const Atom *atoms, size_t count);
// Does the body give it as a result? The body may be NULL.
bool handing_body(const Aliases *aliases, const Var *array, const Body *body);
// Do the outputs hand it on? What a map stores is copied anyway.
bool handing_thunk(const Aliases *aliases, const Var *array, const Thunk *thunk);
// Does anything in the statement do more than read it?
bool handing_stm(const Aliases *aliases, const Var *array, Stm *stm);

#endif
