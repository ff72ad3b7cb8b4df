// See kept.h.

#include "rts/c/kept.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------
// Digests

static inline uint64_t digest_turn(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t digest_mix(uint64_t word) {
  word = (word ^ word >> 33) * UINT64_C(0xff51afd7ed558ccd);
  word = (word ^ word >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
  return word ^ word >> 33;
}

static inline uint64_t digest_spread(uint64_t word, int by, bool is_second) {
  const uint64_t factors[2] = {UINT64_C(0x87c37b91114253d5), UINT64_C(0x4cf5ad432745937f)};
  return digest_turn(word * factors[is_second], by) * factors[!is_second];
}

void digest_add(Digest *digest, const void *bytes, size_t length) {
  const unsigned char *next = bytes;
  uint64_t first = digest->first, second = digest->second, words[2];
  size_t left = length;
  for (; left >= sizeof words; left -= sizeof words, next += sizeof words) {
    memcpy(words, next, sizeof words);
    first = digest_turn(first ^ digest_spread(words[0], 31, false), 27) + second;
    first = first * 5 + 0x52dce729;
    second = digest_turn(second ^ digest_spread(words[1], 33, true), 31) + first;
    second = second * 5 + 0x38495ab5;
  }
  memset(words, 0, sizeof words);
  if (left > 0) memcpy(words, next, left);
  first ^= digest_spread(words[0], 31, false) ^ length;
  second ^= digest_spread(words[1], 33, true) ^ length;
  first += second;
  second += first;
  first = digest_mix(first);
  second = digest_mix(second);
  digest->first = first + second;
  digest->second = second + digest->first;
}

// ---------------------------------------------------------------------------------------------
// Files

// What stands after the data.
typedef struct KeptEnd {
  char mark[8];
  uint64_t length;
  Digest digest;
} KeptEnd;

static KeptEnd kept_end(Digest key, const void *data, size_t length) {
  KeptEnd end = {.mark = "ravel 1", .length = length, .digest = key};
  digest_add(&end.digest, data, length);
  return end;
}

static bool is_only_mine(const struct stat *info) {
  return info->st_uid == geteuid() && (info->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// All bytes of an open file; NULL when they cannot be read.
static char *descriptor_load(int descriptor, size_t length) {
  char *data = malloc(length + 1);
  for (size_t have = 0; data != NULL && have < length;) {
    ssize_t got = read(descriptor, data + have, length - have);
    if (got < 0 && errno == EINTR) continue;
    if (got > 0) {
      have += (size_t)got;
    } else {
      free(data);
      data = NULL;
    }
  }
  if (data != NULL) data[length] = '\0';
  return data;
}

KeptState kept_read(const char *path, Digest key, char **data, size_t *length, int *descriptor) {
  struct stat info;
  KeptEnd stored;
  // A pipe is not waited for.
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return errno == ENOENT ? KEPT_MISSING : KEPT_FOREIGN;
  KeptState state = KEPT_DAMAGED;
  char *bytes = NULL;
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || !is_only_mine(&info))
    state = KEPT_FOREIGN;
  else if (info.st_size >= (off_t)sizeof stored)
    bytes = descriptor_load(file, (size_t)info.st_size);
  if (bytes != NULL) {
    size_t size = (size_t)info.st_size - sizeof stored;
    KeptEnd found = kept_end(key, bytes, size);
    if (memcmp(bytes + size, &found, sizeof found) == 0) state = KEPT_WHOLE;
    *length = size;
  }
  if (state != KEPT_WHOLE) {
    free(bytes);
    close(file);
    return state;
  }
  bytes[*length] = '\0';
  *data = bytes;
  *descriptor = file;
  return state;
}

static bool descriptor_save(int descriptor, const void *data, size_t length) {
  for (const char *next = data; length > 0;) {
    ssize_t done = write(descriptor, next, length);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    next += done;
    length -= (size_t)done;
  }
  return true;
}

// What was left behind under the name by a process that had this number is of no use.
bool kept_write(const char *path, Digest key, const void *data, size_t length, bool is_executable) {
  KeptEnd end = kept_end(key, data, length);
  static atomic_uint number; // threads may write the same file at the same time
  size_t size = strlen(path) + 48;
  char *name = malloc(size);
  if (name == NULL) return false;
  snprintf(name, size, "%s.%ld.%u.tmp", path, (long)getpid(), atomic_fetch_add(&number, 1));
  unlink(name);
  int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, is_executable ? 0700 : 0600);
  bool is_good = file >= 0 && descriptor_save(file, data, length) &&
                 descriptor_save(file, &end, sizeof end) && fsync(file) == 0;
  int error = errno;
  if (file >= 0 && close(file) != 0 && is_good) {
    is_good = false;
    error = errno;
  }
  if (is_good && rename(name, path) != 0) {
    is_good = false;
    error = errno;
  }
  if (file >= 0 && !is_good) unlink(name);
  free(name);
  errno = error;
  return is_good;
}

// A damaged one has lost its end, but not its mode, which files that people write do not have.
bool kept_is_replaceable(const char *path) {
  struct stat info;
  if (lstat(path, &info) != 0) return errno == ENOENT;
  errno = EEXIST;
  bool is_private = info.st_uid == geteuid() && (info.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  return S_ISREG(info.st_mode) && (info.st_size == 0 || is_private);
}

static bool folder_make(char *path) {
  if (mkdir(path, 0700) == 0 || errno == EEXIST) return true;
  char *slash = strrchr(path, '/');
  if (errno != ENOENT || slash == NULL || slash == path) return false;
  *slash = '\0';
  bool is_good = folder_make(path);
  *slash = '/';
  return is_good && (mkdir(path, 0700) == 0 || errno == EEXIST);
}

const char *kept_folder(const char *path) {
  struct stat info;
  char *copy = malloc(strlen(path) + 1);
  if (copy == NULL) return strerror(ENOMEM);
  bool is_there = folder_make(strcpy(copy, path));
  free(copy);
  if (!is_there || lstat(path, &info) != 0) return strerror(errno);
  if (S_ISLNK(info.st_mode)) return "it is a symbolic link";
  if (!S_ISDIR(info.st_mode)) return "it is not a folder";
  if (info.st_uid != geteuid()) return "it belongs to another user";
  if (!is_only_mine(&info)) return "others may write to it";
  return access(path, R_OK | W_OK | X_OK) == 0 ? NULL : strerror(errno);
}

// ---------------------------------------------------------------------------------------------
// All files of a folder

size_t kept_name_length(const char *name) {
  enum { DIGITS = 32 };
  if (name[0] < 'a' || name[0] > 'z' || name[1] != '-') return 0;
  return strspn(name + 2, "0123456789abcdef") == DIGITS ? 2 + DIGITS : 0;
}

static void entry_add(KeptEntries *entries, const char *folder, const char *name) {
  struct stat info;
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  KeptEntry *grown = realloc(entries->data, (entries->count + 1) * sizeof *grown);
  if (grown != NULL) entries->data = grown;
  if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
  if (path != NULL && grown != NULL && lstat(path, &info) == 0)
    grown[entries->count++] = (KeptEntry){path, (uint64_t)info.st_size, info.st_mtim};
  else
    free(path);
}

KeptEntries kept_list(const char *folder) {
  KeptEntries entries = {0};
  DIR *stream = opendir(folder);
  if (stream == NULL) return entries;
  for (struct dirent *found; (found = readdir(stream)) != NULL;) {
    size_t length = kept_name_length(found->d_name);
    if (length > 0 && found->d_name[length] == '\0') entry_add(&entries, folder, found->d_name);
  }
  closedir(stream);
  return entries;
}

void kept_list_free(KeptEntries *entries) {
  for (size_t i = 0; i < entries->count; i++)
    free(entries->data[i].path);
  free(entries->data);
  *entries = (KeptEntries){0};
}

uint64_t kept_size(const KeptEntries *entries) {
  uint64_t total = 0;
  for (size_t i = 0; i < entries->count; i++)
    total += entries->data[i].size;
  return total;
}

uint64_t kept_limit(const char **wrong) {
  enum { DEFAULT_SIZE = 1024 };
  const char *text = getenv("RAVEL_CACHE_SIZE");
  char *end = NULL;
  if (text != NULL && *text == '\0') text = NULL;
  unsigned long long number = text != NULL ? strtoull(text, &end, 10) : 0;
  bool is_good =
      text != NULL && text[0] >= '0' && text[0] <= '9' && *end == '\0' && number < 1u << 30;
  if (wrong != NULL) *wrong = is_good ? NULL : text;
  return (is_good ? (uint64_t)number : DEFAULT_SIZE) << 20;
}

static int kept_compare(const void *a, const void *b) {
  const struct timespec *left = &((const KeptEntry *)a)->time;
  const struct timespec *right = &((const KeptEntry *)b)->time;
  if (left->tv_sec != right->tv_sec) return left->tv_sec < right->tv_sec ? -1 : 1;
  if (left->tv_nsec != right->tv_nsec) return left->tv_nsec < right->tv_nsec ? -1 : 1;
  return 0;
}

void kept_trim(const char *folder, uint64_t limit) {
  KeptEntries entries = kept_list(folder);
  uint64_t total = kept_size(&entries);
  if (total > limit) qsort(entries.data, entries.count, sizeof *entries.data, kept_compare);
  for (size_t i = 0; i < entries.count && total > limit; i++) {
    unlink(entries.data[i].path);
    total -= entries.data[i].size;
  }
  kept_list_free(&entries);
}
