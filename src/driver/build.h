// Programs as executables, for those who want to run them, ravel run and ravel bench; and as shared
// libraries, for programs that load them.
#ifndef RAVEL_DRIVER_BUILD_H
#define RAVEL_DRIVER_BUILD_H

#include "driver/cache.h"
#include "driver/driver.h"
#include "driver/executable.h"

typedef struct BuildOptions {
  const SourceFile *source; // read once: it may be a pipe
  const Front *front;
  bool is_parallel;
  LibraryDevice device;
  const char *cache;                // the folder; NULL: compile anew and keep nothing
  const Arguments *passes;          // their options leave passes out or watch them; NULL: none
  bool is_profiled;                 // addresses of the executable can be found in the source
  bool is_told;                     // the user sees that it is compiled
  const ExecutableOptions *library; // NULL: an executable; what is above counts, too
} BuildOptions;

typedef struct Build {
  int descriptor;         // the executable or library, open for reading
  const char *entry_file; // its name in the cache, or NULL
  const char *why_not;    // EXIT_UNSUPPORTED: what cannot be compiled, when nothing was reported
  LibraryTexts texts;     // of a library
} Build;

// Compiles a program, or finds it in the cache. Gives an exit code, after a report; but that
// something cannot be compiled yet is left to the caller to tell. The driver must be new.
int build_open(Driver *driver, const BuildOptions *options, Build *build);

// The same for a program that is there. The key stands for it, and for what its messages say of its
// sources; what else an executable depends on is added.
int build_program(Driver *driver, const BuildOptions *options, Program *program, CacheKey key,
                  Build *build);

// Sets what the program is compiled for: c, multicore, opencl or cuda. False for any other name.
bool build_choose(BuildOptions *options, const char *target);

// The name of what it is compiled for.
const char *build_target(const BuildOptions *options);

// Is a program that uses several threads the better choice here?
bool build_prefers_threads(Driver *driver, const char *cache);

#endif
