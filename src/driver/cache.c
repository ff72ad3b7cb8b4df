// Only so does the C library say whether programs may be executed on a file system.
#define _GNU_SOURCE

#include "driver/cache.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "driver/process.h"

// ---- Keys ----

void cache_key_text(CacheKey *key, const char *text) { digest_add(key, text, strlen(text)); }

void cache_key_file(CacheKey *key, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) memset(&status, 0, sizeof status);
  const uint64_t words[] = {(uint64_t)status.st_dev, (uint64_t)status.st_ino,
                            (uint64_t)status.st_size, (uint64_t)status.st_mtim.tv_sec,
                            (uint64_t)status.st_mtim.tv_nsec};
  digest_add(key, words, sizeof words);
}

// ---- Entries ----

static const char *cache_folder(Driver *driver) {
  const char *base = environment("XDG_CACHE_HOME", NULL);
  if (base && base[0] == '/') return path_join(driver->arena, base, "ravel");
  const char *home = environment("HOME", NULL);
  return home ? path_join(driver->arena, home, ".cache/ravel") : NULL;
}

static bool is_executable_there(const char *folder) {
#ifdef ST_NOEXEC
  struct statvfs info;
  return statvfs(folder, &info) != 0 || (info.f_flag & ST_NOEXEC) == 0;
#else
  (void)folder;
  return true; // found out when a program is executed
#endif
}

void cache_refuse(Driver *driver, const char *what, const char *why) {
  diag_warning(driver->diag, ERROR_NO_CACHE, SPAN_NONE, "nothing is cached: %s%s%s", what,
               why ? ": " : "", why ? why : "");
}

const char *cache_open(Driver *driver) {
  const char *folder = cache_folder(driver), *why = folder ? kept_folder(folder) : NULL;
  if (folder && !why && !is_executable_there(folder))
    why = "programs cannot be executed on this file system";
  if (folder && !why) return folder;
  cache_refuse(driver, folder ? folder : "neither XDG_CACHE_HOME nor HOME is set", why);
  return NULL;
}

static const char *entry_path(Driver *driver, const char *folder, CacheKind kind, CacheKey key) {
  return arena_printf(driver->arena, "%s/%c-%016llx%016llx", folder, (char)kind,
                      (unsigned long long)key.first, (unsigned long long)key.second);
}

// The data, to be freed, and the open file of an entry; NULL when there is none that can be used.
// One that is damaged is made again, like one that is not there.
static char *entry_open(Driver *driver, const char *path, CacheKey key, size_t *length,
                        int *descriptor) {
  char *data = NULL;
  switch (kept_read(path, key, &data, length, descriptor)) {
  case KEPT_WHOLE: futimens(*descriptor, NULL); return data;
  case KEPT_MISSING:
  case KEPT_DAMAGED: return NULL;
  case KEPT_FOREIGN:
    diag_warning(driver->diag, ERROR_NO_CACHE, SPAN_NONE,
                 "%s is not used: it is not a file that only this user may write", path);
    return NULL;
  }
  INTERNAL_ERROR("a file in no state");
}

const char *cache_read(Driver *driver, const char *folder, CacheKind kind, CacheKey key,
                       size_t *length) {
  int descriptor;
  char *data = entry_open(driver, entry_path(driver, folder, kind, key), key, length, &descriptor);
  if (!data) return NULL;
  close(descriptor);
  const char *text = arena_strndup(driver->arena, data, *length);
  free(data);
  return text;
}

// Without space for a program there may be none for what else is kept; one message is enough.
bool cache_write(Driver *driver, const char *folder, CacheKind kind, CacheKey key, const char *text,
                 size_t length) {
  bool is_program = kind == CACHE_PROGRAM;
  const char *path = entry_path(driver, folder, kind, key);
  if (kept_write(path, key, text, length, is_program)) return true;
  if (is_program) cache_refuse(driver, path, strerror(errno));
  return false;
}

int cache_take(Driver *driver, const char *folder, CacheKey key, const char **path) {
  size_t length;
  int descriptor;
  *path = entry_path(driver, folder, CACHE_PROGRAM, key);
  char *data = entry_open(driver, *path, key, &length, &descriptor);
  if (!data) return -1;
  free(data);
  return descriptor;
}

// ---- All of them ----

// Temporary files and folders that nobody can be using any more.
static bool is_left_behind(const char *name, const struct stat *status) {
  enum { HOURS = 3 };
  size_t length = kept_name_length(name);
  bool has_name = strncmp(name, ".ravel-", 7) == 0 || (length > 0 && name[length] == '.');
  return has_name && time(NULL) - status->st_mtime > (time_t)HOURS * 3600;
}

static void left_behind_remove(Driver *driver, const char *folder) {
  DIR *stream = opendir(folder);
  if (!stream) return;
  for (struct dirent *found; (found = readdir(stream));) {
    struct stat status;
    char *path = path_join(driver->arena, folder, found->d_name);
    if (lstat(path, &status) == 0 && is_left_behind(found->d_name, &status)) folder_remove(path);
  }
  closedir(stream);
}

static uint64_t size_limit(Driver *driver) {
  const char *wrong = NULL;
  uint64_t limit = kept_limit(&wrong);
  if (wrong)
    diag_warning(driver->diag, ERROR_CACHE_SIZE, SPAN_NONE,
                 "RAVEL_CACHE_SIZE needs a whole number of MiB, not '%s'", wrong);
  return limit;
}

void cache_trim(Driver *driver, const char *folder) {
  left_behind_remove(driver, folder);
  kept_trim(folder, size_limit(driver));
}

// ---- ravel cache ----

static int cache_clear(Driver *driver, const KeptEntries *entries) {
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
  struct stat status;
  const char *why = lstat(folder, &status) == 0 ? kept_folder(folder) : NULL;
  if (why) {
    diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "%s is no cache: %s", folder, why);
    return EXIT_USAGE;
  }
  left_behind_remove(driver, folder);
  KeptEntries entries = kept_list(folder);
  if (option_is_set(arguments, OPTION_CLEAR)) {
    int code = cache_clear(driver, &entries);
    kept_list_free(&entries);
    return code;
  }
  size_t programs = 0, kernels = 0;
  for (size_t i = 0; i < entries.count; i++) {
    programs += path_basename(entries.data[i].path)[0] == CACHE_PROGRAM;
    kernels += path_basename(entries.data[i].path)[0] == CACHE_KERNELS;
  }
  printf("folder    %s\n", folder);
  printf("programs  %zu\n", programs);
  printf("kernels   %zu\n", kernels);
  printf("size      %.1f MiB of at most %.0f MiB\n",
         (double)kept_size(&entries) / (double)(1 << 20),
         (double)size_limit(driver) / (double)(1 << 20));
  kept_list_free(&entries);
  return EXIT_OK;
}
