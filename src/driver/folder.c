#include "driver/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int compare_words(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool folder_is_there(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool find_files(Driver *driver, const char *folder, Words *paths) {
  DIR *stream = opendir(folder);
  if (!stream) {
    diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot read %s: %s", folder,
               strerror(errno));
    return false;
  }
  Words names = {0};
  for (struct dirent *entry; (entry = readdir(stream));)
    if (entry->d_name[0] != '.')
      vec_push(driver->arena, &names, arena_printf(driver->arena, "%s", entry->d_name));
  closedir(stream);
  if (names.count) qsort(names.data, names.count, sizeof *names.data, compare_words);
  bool is_good = true;
  for (size_t i = 0; i < names.count; i++) {
    char *path = path_join(driver->arena, folder, names.data[i]);
    if (folder_is_there(path))
      is_good = find_files(driver, path, paths) && is_good;
    else if (front_for_extension(path_extension(path)))
      vec_push(driver->arena, paths, path);
  }
  return is_good;
}

// Slashes at the end are left out, so that paths in reports have one.
bool folder_find(Driver *driver, const char *folder, Words *paths) {
  size_t length = strlen(folder);
  while (length > 1 && folder[length - 1] == '/')
    length--;
  return find_files(driver, arena_strndup(driver->arena, folder, length), paths);
}

bool folder_expand(Driver *driver, const Words *operands, Words *paths) {
  bool is_good = true;
  for (size_t i = 0; i < operands->count; i++) {
    if (folder_is_there(operands->data[i]))
      is_good = folder_find(driver, operands->data[i], paths) && is_good;
    else
      vec_push(driver->arena, paths, operands->data[i]);
  }
  return is_good;
}
