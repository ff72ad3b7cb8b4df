// The C compiler: $CC (default cc) with our flags and then $CFLAGS, so that the user has the last
// word.
#ifndef RAVEL_DRIVER_CC_H
#define RAVEL_DRIVER_CC_H

#include "driver/cache.h"
#include "driver/process.h"
#include "target/library/library.h"

typedef struct CcOptions {
  bool has_threads;  // OpenMP
  bool is_portable;  // for other machines than this
  bool is_quick;     // for tests: compiled fast, and floats are not contracted
  bool is_long;      // a long program: compiled with less optimisation
  bool has_opencl;   // links OpenCL
  bool has_cuda;     // loads CUDA when it runs
  bool is_sanitized; // with the address and undefined-behaviour sanitizers
  bool is_exact;     // quick, and without vector math
  bool is_object;    // not linked
  bool has_symbols;  // addresses can be found in the source; without other changes
  bool is_shared;    // a shared object, or an object for one
} CcOptions;

// The flags that generated C is compiled with, in one text.
const char *cc_flags(Arena *arena, CcOptions options);
// Compiles C files and objects to one file. Gives an exit code, after a report.
int cc_run(Driver *driver, Scratch *scratch, const Words *inputs, const char *output,
           CcOptions options);

// Compiles C files to objects, all at the same time. Gives an exit code, after a report.
int cc_run_all(Driver *driver, Scratch *scratch, const Words *sources, const Words *objects,
               CcOptions options);

// Puts an object into a static library, by $AR (default ar). Gives an exit code, after a report.
int cc_archive(Driver *driver, Scratch *scratch, const char *object, const char *output);

// How long nvcc took for how many kernels.
typedef struct NvccTime {
  size_t kernels; // 0: nothing was compiled
  double seconds;
} NvccTime;

// Compiles the kernels of a program with $NVCC (default nvcc), and puts the result into the
// options. Gives an exit code, after a report. `time` may be NULL.
int nvcc_kernels(Driver *driver, const ImpProgram *imp, LibraryOptions *options, const char *output,
                 NvccTime *time);

// Is there such a command? Its name.
bool cc_is_there(Driver *driver);
const char *cc_name(void);
// Adds what the result of a compilation depends on beside the text: the compiler, its flags, and
// this machine.
void cc_key_add(Driver *driver, CacheKey *key, CcOptions options);
// Can it make programs with OpenMP? The answer is kept in the cache folder, unless that is NULL.
bool cc_has_openmp(Driver *driver, const char *cache);

#endif
