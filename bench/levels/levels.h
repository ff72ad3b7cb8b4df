// A benchmark of nests on a CPU: one program, several shapes of its input, from few large problems
// to many small ones.
#ifndef LEVELS_H
#define LEVELS_H

// Functions for vectors, which the program has too.
#include "vector_math.h"

#include "bench.h"

// Room of a thread for the arrays of a problem.
enum { LEVELS_ROOM = 4096 };

#endif
