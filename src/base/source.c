#include "base/source.h"

#include <string.h>

#include "base/file.h"
#include "base/internal.h"
#include "base/utf8.h"
#include "base/vec.h"

static const size_t LENGTH_LIMIT = (size_t)INT32_MAX;

struct SourceMap {
  Arena *arena;
  Interner *paths;
  Vec(SourceFile *) files;
};

SourceMap *sources_new(Arena *arena) {
  SourceMap *sources = arena_make(arena, SourceMap);
  sources->arena = arena;
  sources->paths = interner_new(arena);
  return sources;
}

static void find_lines(Arena *arena, SourceFile *file) {
  const char *end = file->text + file->length;
  size_t count = 1;
  for (const char *next = file->text; (next = memchr(next, '\n', (size_t)(end - next))); next++)
    count++;
  uint32_t *starts = arena_array(arena, uint32_t, count);
  count = 1;
  for (const char *next = file->text; (next = memchr(next, '\n', (size_t)(end - next))); next++)
    starts[count++] = (uint32_t)(next + 1 - file->text);
  file->line_starts = starts;
  file->line_count = (uint32_t)count;
}

// Adds a text that already lives in the arena.
static const SourceFile *add_owned(SourceMap *sources, const char *path, const char *text,
                                   size_t length) {
  SourceFile *file = arena_make(sources->arena, SourceFile);
  vec_push(sources->arena, &sources->files, file);
  file->id = (uint32_t)sources->files.count;
  file->path = intern_str(sources->paths, path);
  file->text = text;
  file->length = length;
  find_lines(sources->arena, file);
  return file;
}

const SourceFile *source_load(SourceMap *sources, const char *path, const char **error) {
  size_t length = 0;
  const char *text = file_read(sources->arena, path, LENGTH_LIMIT, &length, error);
  if (text == NULL) return NULL;
  // A byte order mark says only that the text is UTF-8, as every source is.
  static const char MARK[] = "\xEF\xBB\xBF";
  if (length >= sizeof MARK - 1 && memcmp(text, MARK, sizeof MARK - 1) == 0) {
    text += sizeof MARK - 1;
    length -= sizeof MARK - 1;
  }
  return add_owned(sources, strcmp(path, "-") == 0 ? "<stdin>" : path, text, length);
}

const SourceFile *source_add(SourceMap *sources, const char *path, const char *text,
                             size_t length) {
  if (length > LENGTH_LIMIT) INTERNAL_ERROR("the source %s is longer than 2 GiB", path);
  return add_owned(sources, path, arena_strndup(sources->arena, text, length), length);
}

const SourceFile *source_find(const SourceMap *sources, const char *path) {
  const SourceFile *file;
  for (uint32_t id = 1; (file = source_get(sources, id)) != NULL; id++)
    if (strcmp(file->path, path) == 0) return file;
  return NULL;
}

const SourceFile *source_get(const SourceMap *sources, uint32_t id) {
  return id == 0 || id > sources->files.count ? NULL : sources->files.data[id - 1];
}

void source_position(const SourceFile *file, size_t offset, uint32_t *line, uint32_t *column) {
  if (offset > file->length) offset = file->length;
  uint32_t low = 0, high = file->line_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (file->line_starts[middle] <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  *line = low + 1;
  *column = 1;
  for (size_t next = file->line_starts[low]; next < offset; ++*column) {
    // Most of a source is ASCII, and a line may be very long.
    if ((unsigned char)file->text[next] < 0x80) {
      next++;
      continue;
    }
    uint32_t codepoint = 0;
    size_t size = utf8_decode(file->text + next, file->length - next, &codepoint);
    next += size == 0 ? 1 : size;
    if (next > offset) break;
  }
}

const char *source_line(const SourceFile *file, uint32_t line, size_t *length) {
  if (line == 0 || line > file->line_count) INTERNAL_ERROR("%s has no line %u", file->path, line);
  size_t start = file->line_starts[line - 1];
  size_t end = line < file->line_count ? file->line_starts[line] - 1u : file->length;
  if (end > start && file->text[end - 1] == '\r') end--;
  *length = end - start;
  return file->text + start;
}

bool span_is_known(Span span) { return span.file != 0; }

Span span_join(Span first, Span second) {
  if (!span_is_known(first)) return second;
  if (!span_is_known(second) || first.file != second.file) return first;
  return (Span){first.file, first.start < second.start ? first.start : second.start,
                first.end > second.end ? first.end : second.end};
}
