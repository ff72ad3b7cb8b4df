// realpath belongs to the XSI part of POSIX.
#define _XOPEN_SOURCE 700

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/internal.h"
#include "base/strbuf.h"
#include "base/vec.h"

static const char *error_text(Arena *arena, int code) {
  char text[256];
  if (strerror_r(code, text, sizeof text) != 0) return arena_printf(arena, "error %d", code);
  return arena_printf(arena, "%s", text);
}

// Reads descriptor to its end; yields 0 or an errno, EFBIG when there are more than limit bytes.
static int read_all(int descriptor, size_t limit, StrBuf *buffer) {
  size_t step = 64 * 1024;
  for (;;) {
    strbuf_reserve(buffer, step);
    ssize_t got = read(descriptor, buffer->data + buffer->length, step);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return 0;
    buffer->length += (size_t)got;
    if (buffer->length > limit) return EFBIG;
  }
}

char *file_read(Arena *arena, const char *path, size_t limit, size_t *length, const char **error) {
  bool is_stdin = strcmp(path, "-") == 0;
  int descriptor = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    *error = error_text(arena, errno);
    return NULL;
  }
  // A file known to be too large is refused before its content is read.
  struct stat info;
  StrBuf buffer = {0};
  int code = 0;
  if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 &&
      (unsigned long long)info.st_size > limit)
    code = EFBIG;
  if (code == 0) code = read_all(descriptor, limit, &buffer);
  if (!is_stdin) close(descriptor);

  char *text = NULL;
  if (code == EFBIG) {
    *error = arena_printf(arena, "the file is larger than %zu bytes", limit);
  } else if (code != 0) {
    *error = error_text(arena, code);
  } else {
    text = arena_strndup(arena, strbuf_text(&buffer), buffer.length);
    *length = buffer.length;
  }
  strbuf_free(&buffer);
  return text;
}

// Writes everything; yields 0 or an errno.
static int write_all(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t done = write(descriptor, bytes, length);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    bytes += done;
    length -= (size_t)done;
  }
  return 0;
}

static int write_in_place(const char *path, const char *bytes, size_t length) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  int code = write_all(descriptor, bytes, length);
  if (close(descriptor) != 0 && code == 0) code = errno;
  return code;
}

// Opens a new file next to path, under a name that nobody uses; stores the name in *name.
static int open_beside(Arena *arena, const char *path, char **name) {
  int descriptor = -1;
  for (int i = 0; i < 100; i++) {
    *name = arena_printf(arena, "%s.%ld-%d.tmp", path, (long)getpid(), i);
    descriptor = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) break;
  }
  return descriptor;
}

// Writes beside path and renames over it. mode, when not 0, is that of the file being replaced.
static int write_and_rename(Arena *arena, const char *path, mode_t mode, const char *bytes,
                            size_t length) {
  char *name = NULL;
  int descriptor = open_beside(arena, path, &name);
  if (descriptor < 0) return errno;
  int code = write_all(descriptor, bytes, length);
  if (code == 0 && mode != 0 && fchmod(descriptor, mode) != 0) code = errno;
  if (close(descriptor) != 0 && code == 0) code = errno;
  if (code == 0 && rename(name, path) != 0) code = errno;
  if (code != 0) unlink(name);
  return code;
}

bool file_write(Arena *arena, const char *path, const char *bytes, size_t length,
                const char **error) {
  int code = 0;
  struct stat info;
  if (strcmp(path, "-") == 0) {
    fflush(stdout);
    code = write_all(STDOUT_FILENO, bytes, length);
  } else if (stat(path, &info) != 0) {
    code = write_and_rename(arena, path, 0, bytes, length);
  } else if (!S_ISREG(info.st_mode)) {
    code = write_in_place(path, bytes, length);
  } else {
    // Through a symbolic link, the file is replaced and not the link.
    char *real = realpath(path, NULL);
    code =
        real == NULL ? errno : write_and_rename(arena, real, info.st_mode & 07777, bytes, length);
    free(real);
  }
  if (code != 0) *error = error_text(arena, code);
  return code == 0;
}

const char *path_basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

const char *path_extension(const char *path) {
  const char *base = path_basename(path);
  const char *dot = strrchr(base, '.');
  bool has_stem = dot != NULL && strspn(base, ".") < (size_t)(dot - base);
  return has_stem ? dot : path + strlen(path);
}

char *path_dirname(Arena *arena, const char *path) {
  size_t length = (size_t)(path_basename(path) - path);
  if (length == 0) return arena_strndup(arena, ".", 1);
  while (length > 1 && path[length - 1] == '/')
    length--;
  return arena_strndup(arena, path, length);
}

char *path_without_extension(Arena *arena, const char *path) {
  return arena_strndup(arena, path, (size_t)(path_extension(path) - path));
}

char *path_join(Arena *arena, const char *folder, const char *path) {
  if (path[0] == '/' || folder[0] == '\0' || strcmp(folder, ".") == 0)
    return arena_strndup(arena, path, strlen(path));
  bool has_slash = folder[strlen(folder) - 1] == '/';
  return arena_printf(arena, "%s%s%s", folder, has_slash ? "" : "/", path);
}

const char *path_normalize(Arena *arena, const char *path) {
  Vec(const char *) parts = {0};
  bool is_absolute = path[0] == '/';
  while (*path != '\0') {
    size_t length = strcspn(path, "/");
    const char *part = arena_strndup(arena, path, length);
    path += length + (path[length] == '/');
    if (length == 0 || strcmp(part, ".") == 0) continue;
    bool is_up = strcmp(part, "..") == 0;
    if (is_up && parts.count > 0 && strcmp(vec_last(&parts), "..") != 0)
      (void)vec_pop(&parts);
    else if (!is_up || !is_absolute)
      vec_push(arena, &parts, part);
  }
  const char *result = is_absolute ? "/" : "";
  for (size_t i = 0; i < parts.count; i++)
    result = arena_printf(arena, "%s%s%s", result, i > 0 ? "/" : "", parts.data[i]);
  return *result == '\0' ? "." : result;
}

bool file_is_same(const char *one, const char *other) {
  struct stat first, second;
  if (stat(one, &first) != 0 || stat(other, &second) != 0) return false;
  return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool file_is_other(const char *path, const char *beginning) {
  enum { MOST = 64 };
  char found[MOST];
  struct stat info;
  size_t length = strlen(beginning);
  if (length > MOST) INTERNAL_ERROR("a file cannot be told from others by %zu bytes", length);
  if (stat(path, &info) != 0) return false;
  if (S_ISFIFO(info.st_mode)) return true; // somebody's; to write it would be to wait for a reader
  if (!S_ISREG(info.st_mode) || info.st_size == 0) return false;
  // What cannot be read is not known to be ours.
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return true;
  ssize_t got = read(descriptor, found, length);
  close(descriptor);
  return got != (ssize_t)length || memcmp(found, beginning, length) != 0;
}
