// library: what surrounds the functions of a program in C.
//
//   rts_text.c       the text of the run-time system, which is embedded in the compiler
//   model.c          the entry points and types of a program as the outside sees them
//   table.c          the ProgramTable (rts/c/object.h), and the calls of the generated functions
//   api.c            the typed C API of a library, and its header
//   manifest.c       the description of that API as JSON; files for pkg-config and CMake
//   kernels.c        the kernels of a program, for a device
//   fold.c           constants in the text of kernels
//   strip.c          what a kernel does not use is left out
//   write.c          whole files
//
// An executable, a server, a library and a unit differ only in what is put behind the table.
#ifndef RAVEL_TARGET_LIBRARY_LIBRARY_H
#define RAVEL_TARGET_LIBRARY_LIBRARY_H

#include "target/target.h"

typedef enum LibraryForm {
  LIBRARY_EXECUTABLE,
  LIBRARY_SERVER,
  LIBRARY_LIBRARY,
  LIBRARY_UNIT // a part of an executable that holds several programs and the run-time system once
} LibraryForm;

// Where kernels run.
typedef enum LibraryDevice { DEVICE_NONE, DEVICE_OPENCL, DEVICE_CUDA } LibraryDevice;

typedef struct LibraryBinary {
  const void *data;
  size_t size;
} LibraryBinary;

typedef struct LibraryOptions {
  LibraryForm form;
  const char *name;    // of the program, and of the library's files: "prog"
  const char *backend; // "c", "multicore", "opencl" or "cuda"
  LibraryDevice device;
  const LibraryBinary *binaries; // kernels as CUDA takes them, in parts
  size_t binary_count;
  const char *version; // of the compiler
  const char *flags;   // that the C file should be compiled with; for pkg-config and CMake
  size_t unit;         // LIBRARY_UNIT: its number
  CgenOptions cgen;
} LibraryOptions;

// The text of the run-time system for a form, to stand before everything else.
void rts_text(StrBuf *out, LibraryForm form, LibraryDevice device);

// The kernels of a program, in the dialect of rts/gpu: part number `part` of so many, each a text
// of its own. `is_described`: each says what it is and where in the source it is from. Not for what
// is compiled: drivers keep what they have built by its text, which would change with every line
// above and with the path.
void library_kernels(StrBuf *out, const ImpProgram *program, LibraryDevice device, size_t part,
                     size_t part_count, bool is_described);
// Finds kernels that do the same, as copies of a function do; they are written and compiled once.
void kernels_share(ImpProgram *program, LibraryDevice device);
// How many kernels there are without those that are the same as another one.
size_t kernels_distinct(const ImpProgram *program);

// What units share: the run-time system, and the function main, whose first argument is the number
// of the unit that it runs.
void library_runtime(StrBuf *out, LibraryForm form, LibraryDevice device);
void library_main(StrBuf *out, size_t unit_count);
// The text of a program that runs others, compiled as shared objects: rts/gpu/runner.c.
void library_runner(StrBuf *out);

// The whole C file of a program.
void library_source(StrBuf *out, const ImpProgram *program, const LibraryOptions *options);
// The same for an executable or a server without the run-time system, in so many C files, which are
// linked with library_runtime.
void library_pieces(StrBuf *pieces, size_t count, const ImpProgram *program,
                    const LibraryOptions *options);
// The header of a library, its manifest, and how others find it: NAME.pc, and NAME.cmake.
void library_header(StrBuf *out, const ImpProgram *program, const LibraryOptions *options);
void library_manifest(StrBuf *out, const ImpProgram *program, const LibraryOptions *options);
void library_pkg_config(StrBuf *out, const LibraryOptions *options);
void library_cmake(StrBuf *out, const LibraryOptions *options);

#endif
