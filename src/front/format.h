// `ravel fmt`: a text laid out anew, in any language.
#ifndef FRONT_FORMAT_H
#define FRONT_FORMAT_H

#include "front/front.h"

// Appends the text of a file as it should be laid out. False, with what is wrong in diag, when the
// text cannot be read; then nothing is appended. A result that would not be the same program is an
// internal error.
bool front_format(const Front *front, Arena *arena, const SourceFile *file, Diag *diag,
                  StrBuf *out);

#endif
