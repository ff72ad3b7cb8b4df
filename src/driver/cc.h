// The C compiler: $CC with our flags and then $CFLAGS.
#ifndef RAVEL_DRIVER_CC_H
#define RAVEL_DRIVER_CC_H

#include "driver/driver.h"

typedef struct CcOptions {
  bool has_threads;  // OpenMP
  bool is_portable;  // for other machines than this
  bool is_quick;     // for tests: compiled fast, and floats are not contracted
  bool is_sanitized; // with the address and undefined-behaviour sanitizers
} CcOptions;

// The flags that generated C is compiled with, in one text.
const char *cc_flags(Arena *arena, CcOptions options);
// Compiles C to an executable. Returns an exit code, after a report if something failed.
int cc_compile(Driver *driver, const char *text, size_t length, const char *output,
               CcOptions options);

#endif
