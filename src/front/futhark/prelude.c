// The files of the prelude, which the build embeds.
#include <string.h>

#include "front/futhark/check_module.h"

// Generated from prelude/futhark by scripts/embed.
extern const FutPreludeFile FUT_PRELUDE_FILES[];

const FutPreludeFile *fut_prelude_file(const char *name) {
  for (const FutPreludeFile *file = FUT_PRELUDE_FILES; file->name != NULL; file++)
    if (strcmp(file->name, name) == 0) return file;
  return NULL;
}
