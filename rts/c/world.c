#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "rts/c/world.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rts/c/layout_apl.h"
#include "rts/c/notation_apl.h"
#include "rts/c/notation_leaves.h"

enum { WORLD_FIRST_FILE = 3 };
enum { WORLD_TO_READ = 0, WORLD_TO_WRITE = 1 };

// ---- What is left to be received ----

void world_put(EffectWorld *world, const char *bytes, size_t count) {
  if (world->text_count + count > world->text_capacity) {
    size_t capacity = 2 * (world->text_count + count) + 64;
    char *text = realloc(world->text, capacity);
    if (text == NULL) {
      world->lacks_memory = true;
      return;
    }
    world->text = text;
    world->text_capacity = capacity;
  }
  if (count > 0) memcpy(world->text + world->text_count, bytes, count);
  world->text_count += count;
}

static void world_puts(EffectWorld *world, const char *text) {
  world_put(world, text, strlen(text));
}

// The text is what went wrong: `path: No such file or directory`.
static void world_complain(EffectWorld *world, const char *name, size_t count, int error) {
  world->text_count = 0;
  if (count > 0) {
    world_put(world, name, count);
    world_puts(world, ": ");
  }
  world_puts(world, strerror(error));
}

// ---- Streams ----

static FILE *world_stream(EffectWorld *world, int64_t number) {
  if (number == 0) return stdin;
  if (number == 1) return world->out != NULL ? world->out : stdout;
  if (number == 2) return stderr;
  size_t place = (size_t)number - WORLD_FIRST_FILE;
  bool is_file = number >= WORLD_FIRST_FILE && place < world->file_count;
  return is_file ? world->files[place].file : NULL;
}

// What went wrong with a file.
static void world_complain_file(EffectWorld *world, const WorldText *path, int error) {
  world_complain(world, path->bytes, path->count, error);
  if (path->count > 0) return;
  world->text_count = 0;
  world_puts(world, "the name of the file is empty");
}

// A copy of a name with a NUL; NULL, and errno, if it is empty, or has one already, or memory is
// short.
static char *world_name(const WorldText *text) {
  if (text->count == 0 || memchr(text->bytes, 0, text->count) != NULL) {
    errno = EINVAL;
    return NULL;
  }
  char *name = malloc(text->count + 1);
  if (name == NULL) return NULL;
  memcpy(name, text->bytes, text->count);
  name[text->count] = 0;
  return name;
}

// A file beside `path` that will take its place. What is no plain file (a terminal, /dev/null, a
// pipe, a link) is written itself, and *temporary stays NULL.
static FILE *world_create(const char *path, char **temporary) {
  struct stat there, link;
  bool is_there = stat(path, &there) == 0;
  bool is_link = lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
  if (is_link || (is_there && !S_ISREG(there.st_mode))) return fopen(path, "wb");
  if (is_there && access(path, W_OK) != 0) return NULL;
  enum { ENDING = 32, TRIES = 1000 };
  size_t length = strlen(path);
  char *name = malloc(length + ENDING);
  if (name == NULL) return NULL;
  memcpy(name, path, length);
  int descriptor = -1;
  errno = EEXIST;
  for (int i = 0; i < TRIES && descriptor < 0 && errno == EEXIST; i++) {
    snprintf(name + length, ENDING, ".%ld-%d", (long)getpid(), i);
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  FILE *file = NULL;
  if (descriptor >= 0 && (!is_there || fchmod(descriptor, there.st_mode & 0777) == 0))
    file = fdopen(descriptor, "wb");
  if (file == NULL) {
    int error = errno;
    if (descriptor >= 0) {
      close(descriptor);
      unlink(name);
    }
    free(name);
    errno = error;
    return NULL;
  }
  *temporary = name;
  return file;
}

// Ends a file that was written: it gets its name if all of it is there.
static bool world_finish(FILE *file, const char *path, char *temporary, bool is_good) {
  int error = errno;
  if (is_good && (fflush(file) != 0 || (temporary != NULL && fsync(fileno(file)) != 0))) {
    is_good = false;
    error = errno;
  }
  if (fclose(file) != 0 && is_good) {
    is_good = false;
    error = errno;
  }
  if (temporary == NULL) {
    errno = error;
    return is_good;
  }
  if (is_good && rename(temporary, path) != 0) {
    is_good = false;
    error = errno;
  }
  if (!is_good) unlink(temporary);
  errno = error;
  return is_good;
}

// ---- Effects; each gives its first result ----

static int64_t world_open(EffectWorld *world, int64_t mode, const WorldText *path) {
  WorldFile *files = realloc(world->files, (world->file_count + 1) * sizeof *files);
  if (files != NULL) world->files = files;
  WorldFile made = {.path = files != NULL ? world_name(path) : NULL};
  if (made.path != NULL)
    made.file =
        mode == WORLD_TO_WRITE ? world_create(made.path, &made.temporary) : fopen(made.path, "rb");
  struct stat opened;
  if (made.file != NULL && mode == WORLD_TO_READ && fstat(fileno(made.file), &opened) == 0 &&
      S_ISDIR(opened.st_mode)) {
    fclose(made.file);
    made.file = NULL;
    errno = EISDIR;
  }
  if (made.file == NULL) {
    int error = errno;
    free(made.path);
    world_complain_file(world, path, error);
    return -1;
  }
  world->files[world->file_count++] = made;
  return (int64_t)world->file_count - 1 + WORLD_FIRST_FILE;
}

static int64_t world_end(EffectWorld *world, int64_t number) {
  FILE *file = world_stream(world, number);
  if (file == NULL) {
    world_complain(world, "", 0, EBADF);
    return -1;
  }
  if (number < WORLD_FIRST_FILE) {
    if (number == 0 || fflush(file) == 0) return 0;
    world_complain(world, "", 0, errno);
    return -1;
  }
  WorldFile *ended = &world->files[number - WORLD_FIRST_FILE];
  bool is_good = world_finish(file, ended->path, ended->temporary, ferror(file) == 0);
  if (!is_good) world_complain(world, ended->path, strlen(ended->path), errno);
  free(ended->path);
  free(ended->temporary);
  *ended = (WorldFile){0};
  return is_good ? 0 : -1;
}

static int64_t world_write(EffectWorld *world, int64_t number, const WorldText *text) {
  FILE *file = world_stream(world, number);
  errno = EBADF;
  if (number == 1 && text->count > 0) world->is_in_line = text->bytes[text->count - 1] != '\n';
  if (file != NULL && fwrite(text->bytes, 1, text->count, file) == text->count) return 0;
  world_complain(world, "", 0, errno);
  return -1;
}

static int64_t world_read(EffectWorld *world, int64_t number, int64_t most, const WorldText *ends) {
  bool is_output = number == 1 || number == 2;
  FILE *file = is_output ? NULL : world_stream(world, number);
  errno = EBADF;
  if (file == NULL) {
    world_complain(world, "", 0, errno);
    return -1;
  }
  if (file == stdin) fflush(stdout); // a question comes before its answer
  for (int64_t i = 0; i != most && !world->lacks_memory; i++) {
    errno = 0;
    int byte = fgetc(file);
    if (byte == EOF && ferror(file)) {
      world_complain(world, "", 0, errno);
      return -1;
    }
    if (byte == EOF) return 0;
    if (ends->count > 0 && memchr(ends->bytes, byte, ends->count) != NULL) return 1;
    world_put(world, &(char){(char)byte}, 1);
  }
  return 2;
}

static int64_t world_load(EffectWorld *world, const WorldText *path) {
  int64_t stream = world_open(world, WORLD_TO_READ, path);
  if (stream < 0) return -1;
  bool is_good = world_read(world, stream, -1, &(WorldText){0}) >= 0;
  if (!is_good) world_complain_file(world, path, errno);
  WorldFile *last = &world->files[--world->file_count];
  fclose(last->file);
  free(last->path);
  return is_good ? 0 : -1;
}

static int64_t world_save(EffectWorld *world, int64_t mode, const WorldText *path,
                          const WorldText *text) {
  char *name = world_name(path), *temporary = NULL;
  bool is_whole = mode == 0;
  FILE *file = NULL;
  if (name != NULL) file = is_whole ? world_create(name, &temporary) : fopen(name, "ab");
  bool is_good = file != NULL && fwrite(text->bytes, 1, text->count, file) == text->count;
  if (file != NULL) is_good = world_finish(file, name, temporary, is_good);
  if (!is_good) world_complain_file(world, path, errno);
  free(temporary);
  free(name);
  return is_good ? 0 : -1;
}

static int64_t world_ask(EffectWorld *world, const WorldText *name) {
  char *variable = world_name(name);
  const char *value = variable != NULL ? getenv(variable) : NULL;
  if (value != NULL) world_puts(world, value);
  free(variable);
  return value != NULL ? 0 : -1;
}

// ---- Arrays ----

static bool world_show(EffectWorld *world, int64_t kind, const WorldText *sizes,
                       const WorldText *elements) {
  if (world->is_plain)
    world_put_layout(world, -1, kind, sizes, elements);
  else
    world_put_array(world, kind, sizes, elements);
  if (world->lacks_memory) {
    world->text_count = 0;
    world_puts(world, strerror(ENOMEM));
    return false;
  }
  WorldText text = {.bytes = world->text, .count = world->text_count};
  return world_write(world, 1, &text) == 0;
}

// ---- All of them ----

bool world_act(EffectWorld *world, EffectKind kind, const int64_t *numbers, const WorldText *texts,
               int64_t *results) {
  int64_t status = 0;
  world->text_count = 0;
  world->lacks_memory = false;
  switch (kind) {
  case EFFECT_PRINT: return world_write(world, numbers[0], &texts[0]) == 0;
  case EFFECT_LINE:
    return !world->is_in_line ||
           world_write(world, 1, &(WorldText){.bytes = "\n", .count = 1}) == 0;
  case EFFECT_OPEN: status = world_open(world, numbers[0], &texts[0]); break;
  case EFFECT_CLOSE: status = world_end(world, numbers[0]); break;
  case EFFECT_WRITE: status = world_write(world, numbers[0], &texts[0]); break;
  case EFFECT_READ: status = world_read(world, numbers[0], numbers[1], &texts[0]); break;
  case EFFECT_LOAD: status = world_load(world, &texts[0]); break;
  case EFFECT_SAVE: status = world_save(world, numbers[0], &texts[0], &texts[1]); break;
  case EFFECT_FORMAT: status = world_put_format(world, numbers[0], &texts[0], &texts[1]); break;
  case EFFECT_NOTATE: status = world_put_notation(world, &texts[0], &texts[1]); break;
  case EFFECT_PARSE: status = world_put_leaves(world, &texts[0], &texts[1]); break;
  case EFFECT_FIXED: status = world_put_fixed(world, numbers, &texts[0], &texts[1]); break;
  case EFFECT_SHOW: return world_show(world, numbers[0], &texts[0], &texts[1]);
  case EFFECT_FAIL: world_put(world, texts[0].bytes, texts[0].count); return false;
  case EFFECT_ASK: status = world_ask(world, &texts[0]); break;
  case EFFECT_CLOCK:
  case EFFECT_TRACE:
  case EFFECT_COUNT: return false; // not for this function
  }
  results[0] = status;
  results[1] = (int64_t)world->text_count;
  if (!world->lacks_memory) return true;
  world->text_count = 0;
  world_puts(world, strerror(ENOMEM));
  return false;
}

void world_close(EffectWorld *world) {
  for (size_t i = 0; i < world->file_count; i++) {
    WorldFile *file = &world->files[i];
    if (file->file != NULL) fclose(file->file);
    if (file->temporary != NULL) unlink(file->temporary);
    free(file->path);
    free(file->temporary);
  }
  free(world->files);
  free(world->text);
  *world = (EffectWorld){.out = world->out, .is_plain = world->is_plain};
}
