// Names: strings that are stored once, so that equal text is equal pointer.
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>

#include "base/arena.h"

// An interned string, ended by a NUL. Two Names of one Interner are equal iff their text is.
typedef const char *Name;

typedef struct Interner Interner;

// Makes an empty interner whose names live as long as arena.
Interner *interner_new(Arena *arena);

// The Name of length bytes of text. Zero bytes inside are allowed and significant.
Name intern(Interner *interner, const char *text, size_t length);

// The Name of a NUL-ended string.
Name intern_str(Interner *interner, const char *text);

#endif
