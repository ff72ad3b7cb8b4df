// From a program to an executable.
#ifndef RAVEL_DRIVER_EXECUTABLE_H
#define RAVEL_DRIVER_EXECUTABLE_H

#include "driver/cc.h"
#include "driver/driver.h"
#include "lower/lower.h"
#include "target/library/library.h"

typedef struct ExecutableOptions {
  LowerOptions imp; // says whether it uses threads
  LibraryForm form;
  const char *name; // of the program
  CcOptions cc;     // without has_threads
  LibraryDevice device;
  const char *cache;       // where the run-time system may be found compiled; NULL: nowhere
  const Arguments *passes; // their options leave passes out or watch them; NULL: none
} ExecutableOptions;

// The options of the writer of C, and of the C compiler.
LibraryOptions executable_library(Driver *driver, const ExecutableOptions *options);

// The program as loops and kernels; NULL after a report when the target cannot do it.
ImpProgram *executable_lower(Driver *driver, Program *program, const ExecutableOptions *options,
                             int *status);

// Makes an executable, or a server, of a program at Mem. Gives an exit code, after a report.
int executable_write(Driver *driver, Program *program, const ExecutableOptions *options,
                     const char *output);

// The same of a program at Core. When something cannot be compiled yet (EXIT_UNSUPPORTED), nothing
// is reported, and *why_not says what.
int executable_make(Driver *driver, Program *program, const ExecutableOptions *options,
                    const char *output, const char **why_not);

#endif
