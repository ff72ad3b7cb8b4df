// Whole files, and paths. Paths are separated by '/'.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

// Reads all of a file, or of stdin when path is "-". The text is ended by a NUL that length does
// not count. Yields NULL and sets *error when it cannot, or when the file exceeds limit bytes.
char *file_read(Arena *arena, const char *path, size_t limit, size_t *length, const char **error);

// Writes a file so that other processes see the old content or the new, never a part; "-" is
// stdout. What is not a regular file (/dev/null, a pipe) is written in place. On failure sets
// *error, leaves an old file as it was, and yields false.
bool file_write(Arena *arena, const char *path, const char *bytes, size_t length,
                const char **error);

// The part after the last '/': "c.fut" of "a/b/c.fut"; empty when path ends in '/'.
const char *path_basename(const char *path);

// The extension with its dot, or "" : ".fut" of "a/b.fut", "" of "a.b/c" and of ".profile".
const char *path_extension(const char *path);

// The part before the last '/': "a/b" of "a/b/c"; "." when there is none, "/" for the root.
char *path_dirname(Arena *arena, const char *path);

// The path without its extension: "a/b" of "a/b.fut".
char *path_without_extension(Arena *arena, const char *path);

// Joins a folder and a relative path; an absolute path stays as it is.
char *path_join(Arena *arena, const char *folder, const char *path);

// The path without `.`, without `..` where something is before it, and without empty parts.
const char *path_normalize(Arena *arena, const char *path);

// Do the paths lead to one regular file? Not when there is none.
bool file_is_same(const char *one, const char *other);

// Is there a regular file that holds something and does not begin with these words, or a pipe?
bool file_is_other(const char *path, const char *beginning);

#endif
