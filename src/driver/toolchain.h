// The C compiler: finding it, running it, and leaving nothing behind.
#ifndef RAVEL_DRIVER_TOOLCHAIN_H
#define RAVEL_DRIVER_TOOLCHAIN_H

#include "driver/driver.h"

typedef struct CcOptions {
  bool has_threads;  // link with OpenMP
  bool is_portable;  // run on machines other than this one
  bool is_sanitized; // find misuse of memory and undefined behaviour
  bool is_quick;     // compile fast rather than well, with exact floats
  bool is_shared;    // make a shared object
} CcOptions;

// Appends the words of the command that compiles `source` to `output`: $CC (default cc), the flags
// for these options, and then $CFLAGS, so that the user has the last word.
void cc_command(Driver *driver, CcOptions options, const char *source, const char *output,
                Words *words);

// Compiles a C text to a file, which appears only when it is complete. Temporary files are gone
// afterwards, also when the user interrupts it. Gives the exit code, after a report unless 0.
int cc_run(Driver *driver, CcOptions options, const char *text, size_t length, const char *output);

#endif
