// Executables: the main function over a program's table.

#ifndef RAVEL_RTS_EXECUTABLE_H
#define RAVEL_RTS_EXECUTABLE_H

#include "rts/c/options.h"

// Returns the exit code.
RTS_API int executable_main(const ProgramTable *table, int argc, char **argv);

#endif
