// Code that is written as textual IR, which the build embeds: prelude/flat.
#ifndef RAVEL_FLAT_FLAT_TEXT_H
#define RAVEL_FLAT_FLAT_TEXT_H

#include <stddef.h>

// An item without a name ends the list.
typedef struct FlatText {
  const char *name;
  const char *text;
  size_t length;
} FlatText;

extern const FlatText FLAT_TEXTS[];

#endif
