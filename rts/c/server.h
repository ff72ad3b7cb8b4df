// Servers: the main function over a program's table.

#ifndef RAVEL_RTS_SERVER_H
#define RAVEL_RTS_SERVER_H

#include "rts/c/options.h"

// Returns the exit code.
RTS_API int server_main(const ProgramTable *table, int argc, char **argv);

#endif
