// What an APL program shows, in its notation:
//
//   [](5)  [3](1,2,3)  [0,5]()  [2,3,4](…)     scalars, vectors, empty matrices, higher ranks
//   matrices in lines, between empty ones; texts as they are
//
// The attributes of the program's entry point say of each of its results what it is:
//
//   apl program           it is the program
//   apl shows KIND RANK   the next result, where KIND is bool, int, double, complex (two results)
//                         or char
#ifndef RAVEL_RTS_NOTATION_APL_H
#define RAVEL_RTS_NOTATION_APL_H

#include "rts/c/value.h"

// Do the attributes belong to an APL program?
RTS_API bool apl_is_program(const char *const *attributes, size_t count);

// Writes what the program shows: all of its results.
RTS_API bool apl_write(Writer *writer, const char *const *attributes, size_t count,
                       const Value *values, ValueError *error);

#endif
