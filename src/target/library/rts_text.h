// The embedded files of the run-time system.
#ifndef RAVEL_TARGET_LIBRARY_RTS_TEXT_H
#define RAVEL_TARGET_LIBRARY_RTS_TEXT_H

#include "target/library/library.h"

typedef struct RtsFile {
  const char *name;
  const char *text;
  size_t length;
} RtsFile;

// The file of this name, which must exist.
const RtsFile *rts_file(const char *name);

// The kernels as parts of the C of the host, with the GpuProgram (rts/gpu/gpu.h).
void kernels_embed(StrBuf *out, const ImpProgram *program, const LibraryOptions *options);

// Does the text begin with the word?
bool begins_with(const char *at, const char *word);
// Folds constants in a line of a skeleton.
void line_fold(StrBuf *line);
// Appends the text of a kernel without the functions that neither it nor `users` (or NULL) uses.
void kernel_strip(StrBuf *out, const char *text, const char *users);
// Lines of a text: first, end, first, end ...
typedef Vec(uint32_t) KernelLines;
void kernel_lines_add(Arena *arena, KernelLines *lines, uint32_t first, uint32_t end);
// Adds the lines of a text without the functions that `users` does not use. Its first line has this
// number.
void kernel_needs(Arena *arena, KernelLines *lines, const char *text, uint32_t first,
                  const char *users);

// Around code that is not worth the time that optimising it takes.
void rts_cool_begin(StrBuf *out);
void rts_cool_end(StrBuf *out);

#endif
