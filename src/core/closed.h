// Closing an entry point: a program without globals, for callers that keep the values of globals
// themselves, as a session does.
#ifndef RAVEL_CORE_CLOSED_H
#define RAVEL_CORE_CLOSED_H

#include "ir/ir.h"

// What the closed entry point takes and gives beside its own results, in order: globals of the
// program before it was closed.
typedef struct Closed {
  Global **given; // known ones: a parameter for each of their variables
  size_t given_count;
  Global **made; // the others: a result for each of their variables, before the results of its own
  size_t made_count;
  size_t made_values; // how many results these are
} Closed;

// Does the caller have the value of a global?
typedef bool GlobalIsKnown(void *context, const Global *global);

// Reduces a Core program to one entry point without parameters and what it needs. Globals whose
// values are known become parameters; those that are not are computed where it starts, and given
// back. Sizes are values like others: they are passed and given, not derived. Changes the program.
Closed program_close(Program *program, Fun *entry, GlobalIsKnown *is_known, void *context);

// Reduces a program to some functions, and what they reach.
void program_keep(Program *program, Fun *const *funs, size_t count);

#endif
