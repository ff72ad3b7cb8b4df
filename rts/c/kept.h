// Files that are kept so that work is not done twice: programs and objects by the compiler, built
// kernels by programs.
//
// A file has what is kept and, after it, its length and a digest of it and of the key that it was
// made for; after, because an executable has to begin as one. So a file that was cut off or
// zeroed, or that belongs to another key, is noticed. Files are written under another name, brought
// to the disk, and renamed. Used are only those of this user that nobody else may write, and
// symbolic links are not followed: what is in them is executed.

#ifndef RAVEL_RTS_KEPT_H
#define RAVEL_RTS_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifndef RTS_API
#define RTS_API
#endif

// A hash of 128 bits (MurmurHash3), over any number of parts. Start with {0}.
typedef struct Digest {
  uint64_t first, second;
} Digest;

// Adds a part; parts that are split otherwise give another digest.
RTS_API void digest_add(Digest *digest, const void *bytes, size_t length);

typedef enum KeptState {
  KEPT_WHOLE,
  KEPT_MISSING,
  KEPT_DAMAGED, // or made for another key
  KEPT_FOREIGN, // not a file of this user alone
} KeptState;

// Reads a file and leaves it open. The data, which the caller frees, and the descriptor are only
// there when it is whole.
RTS_API KeptState kept_read(const char *path, Digest key, char **data, size_t *length,
                            int *descriptor);
// Writes a file, for the user only. When it cannot, errno says why.
RTS_API bool kept_write(const char *path, Digest key, const void *data, size_t length,
                        bool is_executable);
// Whether a file that the user names may be written over: it is missing, empty, or one of these.
// Otherwise errno says so.
RTS_API bool kept_is_replaceable(const char *path);
// The files of a folder that are named as entries are: a kind, which is a letter, and a key,
// `k-` and 32 digits. Others are none of ours.
typedef struct KeptEntry {
  char *path;
  uint64_t size;
  struct timespec time; // when it was used last
} KeptEntry;

typedef struct KeptEntries {
  KeptEntry *data;
  size_t count;
} KeptEntries;

// The length of the name of an entry that a name starts with; 0 when it does not.
RTS_API size_t kept_name_length(const char *name);
RTS_API KeptEntries kept_list(const char *folder);
RTS_API void kept_list_free(KeptEntries *entries);
RTS_API uint64_t kept_size(const KeptEntries *entries);
// How many bytes the entries of a folder may have, as $RAVEL_CACHE_SIZE says in MiB, or else 1024
// MiB. *wrong, unless `wrong` is NULL, is what it says when that is no size, or NULL.
RTS_API uint64_t kept_limit(const char **wrong);
// Removes those that were not used for the longest time, until the rest is within the limit.
RTS_API void kept_trim(const char *folder, uint64_t limit);
// Makes a folder for such files where there is none, and those around it. NULL, or why it cannot be
// used.
RTS_API const char *kept_folder(const char *path);

#endif
