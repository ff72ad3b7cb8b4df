// Sources: the texts of a compilation, and spans that point into them.
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"

// The bytes start up to but not including end of a file. File 0 is "no source". What was put in the
// place of a call knows that call (source_call), and through it the calls around.
typedef struct Span {
  uint32_t file, start, end;
  uint32_t call; // 0: none
} Span;

#define SPAN_NONE ((Span){0})

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

// ---- Calls ----
//
// A function that is put in the place of its calls has one text and many callers. A program that
// fails there shows them: its spans have the number of a call, whose own span has that of the call
// around it, and so on outwards. At most CALL_DEPTH of them are kept, the innermost ones.

enum { CALL_DEPTH = 32 };

// The number of a call, for what is put in its place.
uint32_t source_call(SourceMap *sources, Span call);
// The call in whose place a span was put; an unknown span when there is none.
Span source_caller(const SourceMap *sources, Span span);
// The span itself, or the call of the prelude in whose place it was put, from the inside: the first
// that is in a source of the user. An unknown span when there is none.
Span source_own(const SourceMap *sources, Span span);
// The span of something in a function that is put in the place of a call: after the calls that it
// has, it gets this one.
Span source_called(SourceMap *sources, Span span, Span call);
// The calls that two spans have in common, from the inside.
uint32_t source_common_call(SourceMap *sources, Span first, Span second);

// ---- Spans ----

// A span that is in no call's place.
Span span_new(uint32_t file, uint32_t start, uint32_t end);

// Whether a span points into a source.
bool span_is_known(Span span);

// The smallest span that covers both. An unknown span is ignored; of two files the first wins.
Span span_join(Span first, Span second);

#endif
