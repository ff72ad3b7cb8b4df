#include "driver/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "driver/process.h"

// How many MiB the entries may take together; $RAVEL_CACHE_SIZE says otherwise.
static const uint64_t DEFAULT_SIZE = 1024;

// ---- Keys ----

static void key_word(CacheKey *key, uint64_t word) {
  key->first = hash_combine(key->first, word);
  key->second = hash_combine(key->second + 1, ~word);
}

void cache_key_add(CacheKey *key, const void *bytes, size_t length) {
  const unsigned char *next = bytes;
  key_word(key, length);
  for (size_t left = length; left > 0;) {
    uint64_t word = 0;
    size_t count = left < sizeof word ? left : sizeof word;
    memcpy(&word, next, count);
    key_word(key, word);
    next += count;
    left -= count;
  }
}

void cache_key_text(CacheKey *key, const char *text) { cache_key_add(key, text, strlen(text)); }

void cache_key_file(CacheKey *key, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) memset(&status, 0, sizeof status);
  key_word(key, (uint64_t)status.st_dev);
  key_word(key, (uint64_t)status.st_ino);
  key_word(key, (uint64_t)status.st_size);
  key_word(key, (uint64_t)status.st_mtim.tv_sec);
  key_word(key, (uint64_t)status.st_mtim.tv_nsec);
}

// ---- Entries ----

static const char *cache_folder(Driver *driver) {
  const char *base = environment("XDG_CACHE_HOME", NULL);
  if (base && base[0] == '/') return path_join(driver->arena, base, "ravel");
  const char *home = environment("HOME", NULL);
  return home ? path_join(driver->arena, home, ".cache/ravel") : NULL;
}

// Makes a folder and those around it. They are for the user only, as the standard asks for.
static bool folder_make(Driver *driver, const char *path) {
  if (mkdir(path, 0700) == 0 || errno == EEXIST) return true;
  if (errno != ENOENT) return false;
  const char *outer = path_dirname(driver->arena, path);
  if (strcmp(outer, path) == 0 || !folder_make(driver, outer)) return false;
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

const char *cache_open(Driver *driver) {
  const char *folder = cache_folder(driver);
  if (folder && folder_make(driver, folder) && access(folder, R_OK | W_OK | X_OK) == 0)
    return folder;
  diag_warning(driver->diag, ERROR_NO_CACHE, SPAN_NONE, "nothing is cached: %s%s%s",
               folder ? folder : "neither XDG_CACHE_HOME nor HOME is set", folder ? ": " : "",
               folder ? strerror(errno) : "");
  return NULL;
}

const char *cache_path(Driver *driver, const char *folder, CacheKind kind, CacheKey key) {
  return arena_printf(driver->arena, "%s/%c-%016llx%016llx", folder, (char)kind,
                      (unsigned long long)key.first, (unsigned long long)key.second);
}

const char *cache_read(Driver *driver, const char *folder, CacheKind kind, CacheKey key,
                       size_t *length) {
  enum { LIMIT = 1 << 24 };
  const char *error = NULL;
  const char *path = cache_path(driver, folder, kind, key);
  int descriptor = cache_take(path);
  if (descriptor < 0) return NULL;
  close(descriptor);
  return file_read(driver->arena, path, LIMIT, length, &error);
}

void cache_write(Driver *driver, const char *folder, CacheKind kind, CacheKey key, const char *text,
                 size_t length) {
  const char *error = NULL;
  file_write(driver->arena, cache_path(driver, folder, kind, key), text, length, &error);
}

int cache_take(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) futimens(descriptor, NULL);
  return descriptor;
}

// ---- All of them ----

typedef struct CacheEntry {
  const char *path;
  uint64_t size;
  struct timespec time;
} CacheEntry;

typedef Vec(CacheEntry) CacheEntries;

// The length of the name of an entry that a name starts with; 0 when it does not.
static size_t entry_name_length(const char *name) {
  enum { DIGITS = 32 };
  static const char KINDS[] = {CACHE_PROGRAM, CACHE_SOURCES, CACHE_OBJECT, CACHE_ANSWER, '\0'};
  if (name[0] == '\0' || !strchr(KINDS, name[0]) || name[1] != '-') return 0;
  return strspn(name + 2, "0123456789abcdef") == DIGITS ? 2 + DIGITS : 0;
}

static bool has_entry_name(const char *name) {
  size_t length = entry_name_length(name);
  return length > 0 && name[length] == '\0';
}

// Temporary files and folders, those of file_write included, that nobody can be using any more.
static bool is_left_behind(const char *name, const struct stat *status) {
  enum { HOURS = 3 };
  size_t length = entry_name_length(name);
  bool has_name = strncmp(name, ".ravel-", 7) == 0 || (length > 0 && name[length] == '.');
  return has_name && time(NULL) - status->st_mtime > (time_t)HOURS * 3600;
}

static void leftover_remove(Driver *driver, const char *path) {
  DIR *stream = opendir(path);
  if (!stream) {
    unlink(path);
    return;
  }
  for (struct dirent *entry; (entry = readdir(stream));)
    unlink(path_join(driver->arena, path, entry->d_name));
  closedir(stream);
  rmdir(path);
}

// The entries of the folder. Other files, which are not ours, are left alone.
static CacheEntries entries_find(Driver *driver, const char *folder) {
  CacheEntries entries = {0};
  DIR *stream = opendir(folder);
  if (!stream) return entries;
  for (struct dirent *found; (found = readdir(stream));) {
    struct stat status;
    char *path = path_join(driver->arena, folder, found->d_name);
    if (lstat(path, &status) != 0) continue;
    if (is_left_behind(found->d_name, &status)) leftover_remove(driver, path);
    if (!has_entry_name(found->d_name)) continue;
    CacheEntry entry = {path, (uint64_t)status.st_size, status.st_mtim};
    vec_push(driver->arena, &entries, entry);
  }
  closedir(stream);
  return entries;
}

static uint64_t entries_size(const CacheEntries *entries) {
  uint64_t total = 0;
  for (size_t i = 0; i < entries->count; i++)
    total += entries->data[i].size;
  return total;
}

static int compare_times(const void *a, const void *b) {
  const struct timespec *left = &((const CacheEntry *)a)->time;
  const struct timespec *right = &((const CacheEntry *)b)->time;
  if (left->tv_sec != right->tv_sec) return left->tv_sec < right->tv_sec ? -1 : 1;
  if (left->tv_nsec != right->tv_nsec) return left->tv_nsec < right->tv_nsec ? -1 : 1;
  return 0;
}

static uint64_t size_limit(Driver *driver) {
  const char *text = environment("RAVEL_CACHE_SIZE", NULL);
  char *end = NULL;
  unsigned long long number = text ? strtoull(text, &end, 10) : 0;
  bool is_good = text && text[0] >= '0' && text[0] <= '9' && *end == '\0' && number < 1u << 30;
  if (text && !is_good)
    diag_warning(driver->diag, ERROR_CACHE_SIZE, SPAN_NONE,
                 "RAVEL_CACHE_SIZE needs a whole number of MiB, not '%s'", text);
  return (is_good ? (uint64_t)number : DEFAULT_SIZE) << 20;
}

void cache_trim(Driver *driver, const char *folder) {
  CacheEntries entries = entries_find(driver, folder);
  uint64_t total = entries_size(&entries), limit = size_limit(driver);
  if (total <= limit) return;
  qsort(entries.data, entries.count, sizeof *entries.data, compare_times);
  for (size_t i = 0; i < entries.count && total > limit; i++) {
    unlink(entries.data[i].path);
    total -= entries.data[i].size;
  }
}

// ---- ravel cache ----

static int cache_clear(Driver *driver, const CacheEntries *entries) {
  int status = EXIT_OK;
  for (size_t i = 0; i < entries->count; i++) {
    const char *path = entries->data[i].path;
    if (unlink(path) != 0 && errno != ENOENT) status = write_failed(driver, path, strerror(errno));
  }
  return status;
}

int command_cache(Driver *driver, const Arguments *arguments) {
  const char *folder = cache_folder(driver);
  if (!folder) {
    diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE,
               "there is no cache: neither XDG_CACHE_HOME nor HOME is set");
    return EXIT_USAGE;
  }
  CacheEntries entries = entries_find(driver, folder);
  if (option_is_set(arguments, OPTION_CLEAR)) return cache_clear(driver, &entries);
  size_t programs = 0;
  for (size_t i = 0; i < entries.count; i++)
    programs += path_basename(entries.data[i].path)[0] == CACHE_PROGRAM;
  printf("folder    %s\n", folder);
  printf("programs  %zu\n", programs);
  printf("size      %.1f MiB of at most %.0f MiB\n",
         (double)entries_size(&entries) / (double)(1 << 20),
         (double)size_limit(driver) / (double)(1 << 20));
  return EXIT_OK;
}
