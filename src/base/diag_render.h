// One diagnostic, for those who take it from a Diag (DiagSettings.take), and how it is turned into
// text or JSON.
#ifndef BASE_DIAG_RENDER_H
#define BASE_DIAG_RENDER_H

#include <stdbool.h>

#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"

typedef enum Severity { SEVERITY_ERROR, SEVERITY_WARNING } Severity;

typedef struct DiagMessage {
  const char *text;
  Span span;
} DiagMessage;

typedef struct Diagnostic {
  Severity severity;
  const char *code; // NULL for what has no entry of its own
  DiagMessage main;
  const char *place_file;          // where it is in what is no source; NULL when it is in none
  size_t place_line, place_column; // 0 when unknown
  Vec(DiagMessage) notes;
  Vec(const char *) hints;
} Diagnostic;

// Appends the diagnostic as lines of text, with excerpts and carets. sources may be NULL.
void diagnostic_write_text(const Diagnostic *diagnostic, const SourceMap *sources, bool has_color,
                           StrBuf *out);

// Appends the diagnostic as one line of JSON.
void diagnostic_write_json(const Diagnostic *diagnostic, const SourceMap *sources, StrBuf *out);

#endif
