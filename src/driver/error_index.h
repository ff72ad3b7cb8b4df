// The index of errors, doc/errors.md, which the build embeds.
#ifndef RAVEL_DRIVER_ERROR_INDEX_H
#define RAVEL_DRIVER_ERROR_INDEX_H

#include <stddef.h>

// An item without a name ends the list.
typedef struct ErrorIndexFile {
  const char *name;
  const char *text;
  size_t length;
} ErrorIndexFile;

extern const ErrorIndexFile ERROR_INDEX_FILES[];

#endif
