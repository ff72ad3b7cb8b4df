// Sources: the texts of a compilation, and spans that point into them.
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"

// The bytes start up to but not including end of a file. File 0 is "no source".
typedef struct Span {
  uint32_t file, start, end;
} Span;

#define SPAN_NONE ((Span){0, 0, 0})

typedef struct SourceFile {
  uint32_t id; // from 1
  Name path;
  const char *text; // ended by a NUL that length does not count
  size_t length;
  const uint32_t *line_starts; // the offset of each line's first byte
  uint32_t line_count;         // at least 1
} SourceFile;

typedef struct SourceMap SourceMap;

// Makes an empty map; files live as long as arena.
SourceMap *sources_new(Arena *arena);

// Reads a file, or stdin for "-", and adds it. NULL and a reason in *error when it cannot.
// Files above 2 GiB are refused. The text is not checked to be UTF-8; see diag_load_source.
const SourceFile *source_load(SourceMap *sources, const char *path, const char **error);

// Adds a text under a path. The text is copied and must be shorter than 2 GiB.
const SourceFile *source_add(SourceMap *sources, const char *path, const char *text, size_t length);

// The first file under a path, or NULL.
const SourceFile *source_find(const SourceMap *sources, const char *path);

// The file of an id, or NULL for 0 and unknown ids.
const SourceFile *source_get(const SourceMap *sources, uint32_t id);

// The line and column of an offset, both from 1; columns count code points. An offset beyond the
// end is the end, one inside a character is that character.
void source_position(const SourceFile *file, size_t offset, uint32_t *line, uint32_t *column);

// The text of a line (from 1) without its line break.
const char *source_line(const SourceFile *file, uint32_t line, size_t *length);

// Whether a span points into a source.
bool span_is_known(Span span);

// The smallest span that covers both. An unknown span is ignored; of two files the first wins.
Span span_join(Span first, Span second);

#endif
