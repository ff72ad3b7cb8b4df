// From a program to an executable.
#ifndef RAVEL_DRIVER_EXECUTABLE_H
#define RAVEL_DRIVER_EXECUTABLE_H

#include "driver/cc.h"
#include "driver/driver.h"

typedef struct ExecutableOptions {
  bool is_parallel;
  const char *name; // of the program, in its help
  CcOptions cc;
} ExecutableOptions;

// Makes an executable of a program at Core. Gives an exit code, after a report; only when something
// cannot be compiled yet (EXIT_UNSUPPORTED), *why_not says what, and nothing is reported.
int executable_make(Driver *driver, Program *program, const ExecutableOptions *options,
                    const char *output, const char **why_not);

#endif
