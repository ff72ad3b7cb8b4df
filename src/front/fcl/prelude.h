// The files of the prelude, which the build embeds.
#ifndef FRONT_FCL_PRELUDE_H
#define FRONT_FCL_PRELUDE_H

#include <stddef.h>

// An item without a name ends the list.
typedef struct FclPreludeFile {
  const char *name;
  const char *text;
  size_t length;
} FclPreludeFile;

#endif
