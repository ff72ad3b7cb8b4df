// lower: from Mem to Imp, from arrays with places to loops, loads and stores.
//
// A par at level grid is loops and threads for a CPU, and a kernel for a device, of the kind that
// its plan names. What both do is in this folder; cpu/ and device/ have the rest.
// lower_internal.h lists the files. This folder uses base, ir, analysis, core, flat, mem and imp.
#ifndef RAVEL_LOWER_LOWER_H
#define RAVEL_LOWER_LOWER_H

#include "imp/imp.h"

typedef struct LowerOptions {
  bool is_parallel;      // use threads for pars at level grid
  bool is_unsafe;        // leave out asserts
  bool is_deterministic; // float results do not depend on the number of threads
  bool has_lines;        // notes with the source lines
  bool is_plain;         // kernels for a device whose threads cannot shuffle
  bool is_gpu;           // pars at level grid are kernels, and blocks are on the device
  int64_t chunk_work;    // operations that make a chunk worth a thread; 0: the default
} LowerOptions;

// Lowers a verified program at level Mem. The result lives in the arena of the program.
ImpProgram *mem_to_imp(Program *program, SourceMap *sources, LowerOptions options);

#endif
