// The files of the prelude, which the build embeds.
#ifndef FRONT_NESL_PRELUDE_H
#define FRONT_NESL_PRELUDE_H

#include <stddef.h>

// An item without a name ends the list.
typedef struct NeslPreludeFile {
  const char *name;
  const char *text;
  size_t length;
} NeslPreludeFile;

#endif
