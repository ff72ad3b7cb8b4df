// Occurrences: what the names of a program stand for, noted while it is checked.
//
// Editors ask where a name is defined, who uses it and which type it has. The checkers know all
// that anyway; each tells it by one call where it binds or resolves a name. Nothing is kept unless
// somebody listens (FrontSettings.recorder). What a name means is kept as the checker's own value,
// and turned into words when somebody asks (FrontEditor.describe).
//
// A name may be told several times, because bodies of loops, copies of modules and the like are
// checked more than once: the last one counts.
#ifndef FRONT_OCCURRENCES_H
#define FRONT_OCCURRENCES_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"

typedef enum OccurrenceKind {
  OCCURRENCE_VALUE,
  OCCURRENCE_FUNCTION,
  OCCURRENCE_SIZE,
  OCCURRENCE_TYPE,
  OCCURRENCE_TYPE_PARAMETER,
  OCCURRENCE_MODULE,
  OCCURRENCE_MODULE_TYPE,
  OCCURRENCE_FIELD,
  OCCURRENCE_KEYWORD
} OccurrenceKind;

typedef struct Occurrence {
  OccurrenceKind kind;
  Name name;
  Span span;          // of the name alone, without what qualifies it
  Span definition;    // of the name where it is bound; unknown: it is part of the language
  const void *what;   // the checker's value
  const void *use;    // the checker's type of this use; NULL: as it was defined
  bool is_definition; // it is bound here
} Occurrence;

typedef struct FrontRecorder {
  Arena *arena;
  Vec(Occurrence) all;
} FrontRecorder;

// Notes an occurrence, if somebody listens. One without a name or a span is nothing to note.
void front_record(Occurrence occurrence);

// Sorts by file and place, and keeps the last of those that have the same span.
void front_recorder_finish(FrontRecorder *recorder);

// The occurrence at an offset of a file, also right after its end; NULL when there is none.
const Occurrence *front_recorder_at(const FrontRecorder *recorder, uint32_t file, uint32_t offset);

#endif
