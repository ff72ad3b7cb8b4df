// Private to the server: what its files share.
#ifndef LSP_LSP_INTERNAL_H
#define LSP_LSP_INTERNAL_H

#include "base/diag_render.h"
#include "lsp/lsp.h"

typedef struct LspDocument LspDocument;

// The bytes from start to old_end were replaced by others, which end at new_end.
typedef struct LspEdit {
  size_t start, old_end, new_end;
} LspEdit;

// What was found out about a text, all in an arena of its own.
typedef struct LspAnalysis {
  Arena *arena;
  SourceMap *sources;
  Diag *diag;
  FrontAnalysis front; // with an empty recorder when the language tells nothing
  Vec(const Diagnostic *) diagnostics;
  bool has_failed; // an internal error ended it
  // The document whose text it was; answers are in places of the text of now. NULL: it still is.
  const LspDocument *outdated;
} LspAnalysis;

// A text for a file, in place of what is in it.
typedef struct LspText {
  const char *path;
  StrBuf text;
} LspText;

typedef Vec(LspText) LspTexts;

struct LspDocument {
  char *uri;
  const char *path;
  const Front *front; // NULL: no language of ours
  StrBuf text;
  int64_t version;
  LspAnalysis *analysis; // of an older text when is_changed; NULL: none yet
  LspAnalysis *parsed;   // of an older text without syntax errors, when this one has some; or NULL
  Vec(LspEdit) edits;    // since `parsed`, or since `analysis` when that is NULL
  bool is_changed;       // since it was analysed
  bool is_published;     // the diagnostics were sent
  bool is_compiled;      // those of a compilation, too
};

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
// The language counts where the extension says nothing: new files have none.
void lsp_document_open(LspServer *server, const char *uri, const char *language, const char *text,
                       size_t length, int64_t version);
void lsp_document_close(LspServer *server, LspDocument *document);
// Applies one change: the text between two positions, or all of it when range is NULL.
void lsp_document_change(LspServer *server, LspDocument *document, const JsonValue *range,
                         const char *text, size_t length);
// What is known about the text as it is now; NULL when it has no language. Texts of other open
// documents count where it imports them.
LspAnalysis *lsp_document_analysis(const LspServer *server, LspDocument *document);
// What was known of an older text without syntax errors; NULL: this one has none, or there was
// none.
LspAnalysis *lsp_document_parsed(LspDocument *document);
// Analyses the document by the checker or by compiling it, anew. `texts` are in place of those of
// the files, this one's and imported ones; NULL: none.
LspAnalysis *lsp_analyze(const LspServer *server, const LspDocument *document,
                         const LspTexts *texts, bool is_compiled);
void lsp_analysis_free(LspAnalysis *analysis);
size_t lsp_analysis_errors(const LspAnalysis *analysis);
// Where an offset of the text of now was in that of the analysis; false when it is in what is new.
bool lsp_offset_before(const LspAnalysis *analysis, size_t *offset);
// Where a span of the analysis is now; false when it was changed.
bool lsp_span_now(const LspAnalysis *analysis, Span *span);

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
void lsp_write_range(JsonWriter *json, const LspAnalysis *analysis, Span span);
// `{ uri, range }`; a source that is no file has none, nor does what is not there any more.
bool lsp_span_has_file(const LspAnalysis *analysis, Span span);
void lsp_write_location(JsonWriter *json, const LspAnalysis *analysis, Span span);

// The occurrence at the position of a request; NULL when there is none.
const Occurrence *lsp_occurrence(LspServer *server, LspDocument *document, const JsonValue *params,
                                 LspAnalysis **analysis);

#endif
