// The cache of compiled programs: files in $XDG_CACHE_HOME/ravel or ~/.cache/ravel.
//
// The name of an entry is a kind and a hash of everything that it depends on, so an entry is never
// wrong, only unused. rts/c/kept.h says how they are written, and which are used. Several processes
// may use the cache at once. Each use renews an entry's time, and the oldest go when there is too
// much.
#ifndef RAVEL_DRIVER_CACHE_H
#define RAVEL_DRIVER_CACHE_H

#include "driver/driver.h"
#include "rts/c/kept.h"

typedef enum CacheKind {
  CACHE_PROGRAM = 'p',  // an executable or a shared library
  CACHE_SOURCES = 's',  // the paths of the files that a source imports
  CACHE_WARNINGS = 'w', // what was said about a program when it was compiled
  CACHE_OBJECT = 'o',   // the run-time system, compiled
  CACHE_ANSWER = 'a',   // something found out about the C compiler
  CACHE_KERNELS = 'k',  // built kernels, which programs keep (rts/gpu/parts.c)
  CACHE_HEADER = 'h',   // of a shared library, which itself is a program
  CACHE_MANIFEST = 'm', // of a shared library
  CACHE_TIMES = 't',    // of a version, which ravel tune measured
} CacheKind;

// Start with {0}, and add parts by digest_add.
typedef Digest CacheKey;

void cache_key_text(CacheKey *key, const char *text);
// Adds what tells one version of a file from another without reading it: device, number, size and
// time.
void cache_key_file(CacheKey *key, const char *path);

// The folder, made when it is not there; NULL after a warning when it cannot be used.
const char *cache_open(Driver *driver);
// The warning: what cannot be used, and why (or NULL).
void cache_refuse(Driver *driver, const char *what, const char *why);
// The text of an entry; NULL when there is none.
const char *cache_read(Driver *driver, const char *folder, CacheKind kind, CacheKey key,
                       size_t *length);
// Makes an entry. It is no error when that fails: the next run does the work again.
bool cache_write(Driver *driver, const char *folder, CacheKind kind, CacheKey key, const char *text,
                 size_t length);
// Opens a program for reading and gives its path, whether it exists or not; -1 when there is none.
int cache_take(Driver *driver, const char *folder, CacheKey key, const char **path);
// Removes the oldest entries until the rest is within the limit, and what was left behind.
void cache_trim(Driver *driver, const char *folder);

#endif
