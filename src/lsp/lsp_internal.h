// Private to the server: what its files share.
#ifndef LSP_LSP_INTERNAL_H
#define LSP_LSP_INTERNAL_H

#include "base/diag_render.h"
#include "lsp/lsp.h"

// What was found out about a text, all in an arena of its own.
typedef struct LspAnalysis {
  Arena *arena;
  SourceMap *sources;
  Diag *diag;
  FrontAnalysis front; // with an empty recorder when the language tells nothing
  Vec(const Diagnostic *) diagnostics;
  bool has_failed; // an internal error ended it
} LspAnalysis;

typedef struct LspDocument {
  char *uri;
  const char *path;
  const Front *front; // NULL: no language of ours
  StrBuf text;
  int64_t version;
  LspAnalysis *analysis; // of an older text when is_changed; NULL: none yet
  bool is_changed;       // since it was analysed
  bool is_published;     // the diagnostics were sent
  bool is_compiled;      // those of a compilation, too
} LspDocument;

typedef struct LspServer {
  Arena *arena; // for what lives as long as the server
  FILE *output;
  Vec(LspDocument *) documents;
  bool shows_related; // the editor shows what belongs to a diagnostic beside it
  bool is_initialized, is_shut_down, is_over;
  int status;
} LspServer;

// ---- document.c ----

LspDocument *lsp_document_find(const LspServer *server, const char *uri);
void lsp_document_open(LspServer *server, const char *uri, const char *text, size_t length,
                       int64_t version);
void lsp_document_close(LspServer *server, LspDocument *document);
// Applies one change: the text between two positions, or all of it when range is NULL.
void lsp_document_change(LspDocument *document, const JsonValue *range, const char *text,
                         size_t length);
// What is known about the text as it is now; NULL when it has no language. Texts of other open
// documents count where it imports them.
LspAnalysis *lsp_document_analysis(const LspServer *server, LspDocument *document);
// Analyses a text that is not in the document, by the checker or by compiling it.
LspAnalysis *lsp_analyze(const LspServer *server, const LspDocument *document, const char *text,
                         size_t length, bool is_compiled);
void lsp_analysis_free(LspAnalysis *analysis);
size_t lsp_analysis_errors(const LspAnalysis *analysis);

// A position of a request in the text of its document.
LspPosition lsp_read_position(const JsonValue *value);
size_t lsp_document_offset(const LspDocument *document, const JsonValue *params);

// ---- Answers ----

// Writes the result of a request; nothing was written: there is none.
typedef void LspAnswer(LspServer *server, LspDocument *document, const JsonValue *params,
                       JsonWriter *json, const char **error);

LspAnswer lsp_hover, lsp_symbols, lsp_formatting;                                        // answer.c
LspAnswer lsp_definition, lsp_references, lsp_highlight, lsp_rename, lsp_prepare_rename; // names.c
LspAnswer lsp_completion, lsp_signature_help; // complete.c

// Sends the diagnostics of a document.
void lsp_publish(LspServer *server, LspDocument *document, const LspAnalysis *analysis);
// Sends a message, which is complete but for its header.
void lsp_send(LspServer *server, const StrBuf *message);

void lsp_write_position(JsonWriter *json, LspPosition position);
void lsp_write_range(JsonWriter *json, const SourceFile *file, Span span);
// `{ uri, range }`; a source that is no file has none, and the result is null.
bool lsp_span_has_file(const LspAnalysis *analysis, Span span);
void lsp_write_location(JsonWriter *json, const LspAnalysis *analysis, Span span);

// The occurrence at the position of a request; NULL when there is none.
const Occurrence *lsp_occurrence(LspServer *server, LspDocument *document, const JsonValue *params,
                                 LspAnalysis **analysis);

#endif
