#include "base/source.h"

#include <string.h>

#include "base/file.h"
#include "base/internal.h"
#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"

static const size_t LENGTH_LIMIT = (size_t)INT32_MAX;

struct SourceMap {
  Arena *arena;
  Interner *paths;
  Vec(SourceFile *) files;
  Vec(Span) calls; // by their numbers, from 1
  Interner *spans;
  Map *numbers;              // a call's span, interned -> its number
  Map *called;               // number of a call, number of a call around it -> number of both
  Vec(uint32_t) call_depths; // how many calls each has around it
};

SourceMap *sources_new(Arena *arena) {
  SourceMap *sources = arena_make(arena, SourceMap);
  sources->arena = arena;
  sources->paths = interner_new(arena);
  sources->spans = interner_new(arena);
  sources->numbers = map_new(arena);
  sources->called = map_new(arena);
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

// ---- Calls ----

// As for files, a number that is not known is none: the span is one of other sources.
static bool is_call(const SourceMap *sources, uint32_t call) {
  return call > 0 && call <= sources->calls.count;
}

static uint32_t call_depth(const SourceMap *sources, uint32_t call) {
  return is_call(sources, call) ? sources->call_depths.data[call - 1] : 0;
}

uint32_t source_call(SourceMap *sources, Span call) {
  if (!span_is_known(call)) return call.call;
  uint32_t depth = call_depth(sources, call.call) + 1;
  const char *key = intern(sources->spans, (const char *)&call, sizeof call);
  void *number = map_get(sources->numbers, map_key(key));
  if (number != NULL) return (uint32_t)(uintptr_t)number;
  vec_push(sources->arena, &sources->calls, call);
  vec_push(sources->arena, &sources->call_depths, depth);
  map_put(sources->numbers, map_key(key), (void *)(uintptr_t)sources->calls.count);
  return (uint32_t)sources->calls.count;
}

Span source_caller(const SourceMap *sources, Span span) {
  return is_call(sources, span.call) ? sources->calls.data[span.call - 1] : SPAN_NONE;
}

Span source_own(const SourceMap *sources, Span span) {
  static const char PRELUDE[] = "/prelude/";
  for (; sources && span_is_known(span); span = source_caller(sources, span)) {
    const SourceFile *file = source_get(sources, span.file);
    if (file && strncmp(file->path, PRELUDE, sizeof PRELUDE - 1) != 0) return span;
  }
  return SPAN_NONE;
}

// The number of the call `inner`, with `outer` around all that are around it.
static uint32_t add_outermost(SourceMap *sources, uint32_t inner, uint32_t outer) {
  if (!is_call(sources, inner)) return outer;
  uint64_t key = (uint64_t)inner << 32 | outer;
  void *known = map_get(sources->called, key);
  if (known != NULL) return (uint32_t)(uintptr_t)known;
  Span call = sources->calls.data[inner - 1];
  call.call = add_outermost(sources, call.call, outer);
  uint32_t number = source_call(sources, call);
  map_put(sources->called, key, (void *)(uintptr_t)number);
  return number;
}

Span source_called(SourceMap *sources, Span span, Span call) {
  if (!span_is_known(call) || call_depth(sources, span.call) >= CALL_DEPTH) return span;
  span.call = add_outermost(sources, span.call, source_call(sources, call));
  return span;
}

uint32_t source_common_call(SourceMap *sources, Span first, Span second) {
  if (first.call == second.call) return first.call;
  if (!is_call(sources, first.call) || !is_call(sources, second.call)) return 0;
  Span call = source_caller(sources, first), other = source_caller(sources, second);
  if (call.file != other.file || call.start != other.start || call.end != other.end) return 0;
  call.call = source_common_call(sources, call, other);
  return source_call(sources, call);
}

// ---- Spans ----

Span span_new(uint32_t file, uint32_t start, uint32_t end) {
  return (Span){.file = file, .start = start, .end = end};
}

bool span_is_known(Span span) { return span.file != 0; }

Span span_join(Span first, Span second) {
  if (!span_is_known(first)) return second;
  if (!span_is_known(second) || first.file != second.file) return first;
  if (second.start < first.start) first.start = second.start;
  if (second.end > first.end) first.end = second.end;
  return first;
}
