// target: from Imp to text that another compiler takes.
//
// One folder per family of targets: cgen/ writes the C of a program, for the sequential and the
// multicore target alike. How a par is executed was decided before, in imp/; a writer only spells
// it. Nothing here knows files, processes or options of the command line: the driver does.
#ifndef RAVEL_TARGET_TARGET_H
#define RAVEL_TARGET_TARGET_H

#include "imp/imp.h"

typedef struct CgenOptions {
  bool has_threads; // the text is compiled with OpenMP
  bool has_simd;    // mark loops whose iterations may run side by side
  bool has_device;  // blocks are on a device
  bool has_origins; // the C compiler is told the lines of the source (#line)
} CgenOptions;

// Appends the functions of the program as C, without the runtime in front of it and the entry
// points after it: `struct Globals`, the functions, and
//   static int globals_init(Context *ctx);
//   static void globals_free(Context *ctx);
void imp_to_c(StrBuf *out, const ImpProgram *program, CgenOptions options);
// The same in pieces of about one size, for C compilers that run side by side: what all of them see
// goes to `declarations`. The first has the functions of the globals.
void imp_to_pieces(StrBuf *declarations, StrBuf *pieces, size_t count, const ImpProgram *program,
                   CgenOptions options);

// The parameters of a kernel as text: `GLOBAL float *xs, int64_t n`, `xs, n`, the same where all
// that is read begins at a multiple of 16 bytes, each with a comma in front; and whether that is
// so, with `&&` in front.
typedef struct KernelArgs {
  StrBuf params, args, wide_args, is_wide;
} KernelArgs;

// For a program with kernels: appends the functions that kernels call; and the types and functions
// of one kernel that its skeleton calls, where variables have names, or only numbers.
void imp_to_device(StrBuf *out, const ImpProgram *program);
void kernel_to_device(StrBuf *out, const ImpProgram *program, const ImpKernel *kernel,
                      bool is_nameless, KernelArgs *args);
// Appends the name of a kernel in its text.
void kernel_name(StrBuf *out, const ImpKernel *kernel);
// Appends what a kernel is, as a comment: `// main_kernel_3: reduction (reduce add),
// dot.fut:4:11-22`. Others with the same text (ImpKernel.twin) are told beside it.
void kernel_describe(StrBuf *out, const ImpProgram *program, const ImpKernel *kernel);
// Does a histogram add one integer for all points?
bool kernel_counts(const ImpKernel *kernel);

// The skeleton of a kernel.
typedef struct KernelSkeleton {
  const char *name;      // in rts/gpu/gpu.h
  const char *title;     // for who reads the kernel: "segmented scan"
  const char *files[12]; // of rts/gpu, in order
} KernelSkeleton;

const KernelSkeleton *kernel_skeleton(const ImpKernel *kernel);
// Does the function of a point only compute and check, so that a point may be done twice? And are
// there checks?
bool kernel_is_pure(const ImpKernel *kernel);
bool kernel_tries(const ImpKernel *kernel);
// How many kernels run before or after this one, or in its place. After all kernels stand those of
// the first, then those of the second, and so on.
size_t kernel_companions(const ImpKernel *kernel);
// How many kernels the text has, with those that run before and after others.
size_t kernel_count(const ImpProgram *program);

// Appends the C name of a function: `fun_` and its name, with what C does not allow replaced.
void c_fun_name(StrBuf *out, Name name);
// The C type of a scalar.
const char *c_scalar_type(Scalar scalar);
// The type of its elements in the memory of the host.
const char *c_stored_type(Scalar scalar);
// Appends a text as a C string, quotes included.
void c_string(StrBuf *out, const char *text, size_t length);
// Appends a text that somebody else has written to a comment that ends with the line. It stays on
// this line, and the next one does not become part of the comment.
void c_comment(StrBuf *out, const char *text, size_t length);

#endif
