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
} CgenOptions;

// Appends the functions of the program as C, without the runtime in front of it and the entry
// points behind it: `struct Globals`, the functions, and
//   static int globals_init(Context *ctx);
//   static void globals_free(Context *ctx);
void imp_to_c(StrBuf *out, const ImpProgram *program, CgenOptions options);

// Appends the C name of a function: `fun_` and its name, with what C does not allow replaced.
void c_fun_name(StrBuf *out, Name name);
// The C type of a scalar.
const char *c_scalar_type(Scalar scalar);
// Appends a text as a C string, quotes included.
void c_string(StrBuf *out, const char *text, size_t length);

#endif
