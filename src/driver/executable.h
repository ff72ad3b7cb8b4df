// From a program to an executable: the one way that `ravel c`, `run`, `bench` and the compiled
// targets of the tests share.
//
// The C of an executable is several files, which C compilers take side by side: the run-time
// system, which `run` and `bench` keep compiled in the cache, and the program, in as many pieces of
// 64 KiB as there are cores (library_pieces). Functions of a program are PIECE: static, unless
// there are several pieces. `--emit=c` and libraries are one file with everything. A program of
// more than a megabyte or so of C is compiled with -O1 (cc.c), where loops that are marked `simd`
// are still vectors.
//
// `ravel run` looks into the cache (cache.h, build.c) and then becomes the program, through an open
// descriptor, so that nothing can remove the file in between. Names of entries are hashes of 128
// bits: with 64 bits, two programs of many millions would meet one day, and the wrong one would
// run. XXH3 is faster than MurmurHash3, but a library that the build would then need, and reading
// the file takes longer than either.
//
// For a device, kernels whose text is the same but for names, as copies of a function give them,
// are one (kernels_share): numbers in names count within a kernel, and checks of one place in the
// source have one number.
#ifndef RAVEL_DRIVER_EXECUTABLE_H
#define RAVEL_DRIVER_EXECUTABLE_H

#include "driver/cc.h"
#include "driver/driver.h"
#include "lower/lower.h"
#include "target/library/library.h"

// What belongs to a shared library.
typedef struct LibraryTexts {
  const char *header, *manifest;
} LibraryTexts;

typedef struct ExecutableOptions {
  LowerOptions imp; // says whether it uses threads
  LibraryForm form;
  const char *name; // of the program
  CcOptions cc;     // without has_threads
  LibraryDevice device;
  bool is_ahead;           // CUDA: nvcc compiles all kernels, and not NVRTC those that run
  NvccTime *ahead_time;    // then: how long that takes; or NULL
  const char *cache;       // where the run-time system may be found compiled; NULL: nowhere
  const Arguments *passes; // their options leave passes out or watch them; NULL: none
  const char *prefix;      // of the names of a library; NULL: `futhark`
  const char *comment;     // what begins a comment in the source, or NULL
  LibraryBuild build;      // LIBRARY_LIBRARY: what is made of its C
  LibraryTexts *texts;     // then: what goes with it; NULL: nothing
} ExecutableOptions;

// Only running a program shows its top-level forms: whoever calls its functions sees none.
void forms_remove(Program *program);

// The options of the writer of C, and of the C compiler.
LibraryOptions executable_library(Driver *driver, const ExecutableOptions *options);

// The program as loops and kernels; NULL after a report when the target cannot do it.
ImpProgram *executable_lower(Driver *driver, Program *program, const ExecutableOptions *options,
                             int *status);

// Makes an executable, a server or a shared library of a program at Mem. Gives an exit code, after
// a report.
int executable_write(Driver *driver, Program *program, const ExecutableOptions *options,
                     const char *output);

// The same of a program at Core. When something cannot be compiled yet (EXIT_UNSUPPORTED) to an
// executable, nothing is reported, and *why_not says what.
int executable_make(Driver *driver, Program *program, const ExecutableOptions *options,
                    const char *output, const char **why_not);

#endif
