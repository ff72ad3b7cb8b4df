// The prelude: functions in APL that every program sees and may define anew. The files are those of
// prelude/apl, embedded.
#ifndef FRONT_APL_PRELUDE_H
#define FRONT_APL_PRELUDE_H

#include <stddef.h>

typedef struct AplPreludeFile {
  const char *name;
  const char *text;
  size_t length;
} AplPreludeFile;

#endif
