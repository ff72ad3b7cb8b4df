#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/internal.h"
#include "lsp/lsp_internal.h"

// ---- Texts ----

LspDocument *lsp_document_find(const LspServer *server, const char *uri) {
  for (size_t i = 0; i < server->documents.count; i++)
    if (strcmp(server->documents.data[i]->uri, uri) == 0) return server->documents.data[i];
  return NULL;
}

// Something changed: what depends on the text is to be found again.
static void document_touch(LspDocument *document) {
  document->is_changed = true;
  document->is_published = document->is_compiled = false;
}

void lsp_document_open(LspServer *server, const char *uri, const char *text, size_t length,
                       int64_t version) {
  LspDocument *document = lsp_document_find(server, uri);
  if (!document) {
    document = arena_make(server->arena, LspDocument);
    document->uri = arena_strndup(server->arena, uri, strlen(uri));
    const char *path = lsp_path_from_uri(server->arena, uri);
    document->path = path ? path_normalize(server->arena, path) : document->uri;
    document->front = front_for_extension(path_extension(document->path));
    vec_push(server->arena, &server->documents, document);
  }
  strbuf_clear(&document->text);
  strbuf_write(&document->text, text, length);
  document->version = version;
  document_touch(document);
}

void lsp_document_close(LspServer *server, LspDocument *document) {
  size_t at = 0;
  while (server->documents.data[at] != document)
    at++;
  server->documents.data[at] = vec_last(&server->documents);
  server->documents.count--;
  strbuf_free(&document->text);
  lsp_analysis_free(document->analysis);
}

LspPosition lsp_read_position(const JsonValue *value) {
  double line = json_find_number(value, "line", 0);
  double character = json_find_number(value, "character", 0);
  static const double LIMIT = 1e9;
  return (LspPosition){line > 0 ? (uint32_t)(line < LIMIT ? line : LIMIT) : 0,
                       character > 0 ? (uint32_t)(character < LIMIT ? character : LIMIT) : 0};
}

size_t lsp_document_offset(const LspDocument *document, const JsonValue *params) {
  const JsonValue *position = json_find(params, "position");
  if (!position) return 0;
  return lsp_offset(strbuf_text(&document->text), document->text.length,
                    lsp_read_position(position));
}

void lsp_document_change(LspDocument *document, const JsonValue *range, const char *text,
                         size_t length) {
  StrBuf *old = &document->text, changed = {0};
  const JsonValue *first = range ? json_find(range, "start") : NULL;
  const JsonValue *last = range ? json_find(range, "end") : NULL;
  if (first && last) {
    size_t start = lsp_offset(strbuf_text(old), old->length, lsp_read_position(first));
    size_t end = lsp_offset(strbuf_text(old), old->length, lsp_read_position(last));
    if (end < start) end = start;
    strbuf_write(&changed, strbuf_text(old), start);
    strbuf_write(&changed, text, length);
    strbuf_write(&changed, strbuf_text(old) + end, old->length - end);
  } else {
    strbuf_write(&changed, text, length);
  }
  strbuf_free(old);
  *old = changed;
  document_touch(document);
}

// ---- Analysis ----

static void take_diagnostic(void *context, const Diagnostic *diagnostic) {
  LspAnalysis *analysis = context;
  vec_push(analysis->arena, &analysis->diagnostics, diagnostic);
}

// A bug of a front end must not end the server.
typedef struct LspRescue {
  jmp_buf escape;
} LspRescue;

static void rescue(void *data) {
  LspRescue *place = data;
  longjmp(place->escape, 1);
}

static void record_with(FrontRecorder *recorder) {
  FrontSettings settings = *front_settings();
  settings.recorder = recorder;
  front_configure(settings);
}

static void analysis_run(LspAnalysis *analysis, const Front *front, bool is_compiled) {
  LspRescue place;
  if (setjmp(place.escape) != 0) {
    analysis->has_failed = true;
  } else {
    internal_error_set_hook(rescue, &place);
    if (is_compiled || !front->editor || !front->editor->analyze)
      front->compile(analysis->arena, analysis->front.names, analysis->front.file, analysis->diag);
    else
      front->editor->analyze(&analysis->front, analysis->diag);
    diag_flush(analysis->diag);
  }
  internal_error_set_hook(NULL, NULL);
}

static bool is_same_name(const char *text, const char *name, size_t length, bool ignores_case) {
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (ignores_case && c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
    if (c != name[i]) return false;
  }
  return true;
}

// Some names are not written where they are bound: `it`, sizes that have none. They are left out.
static void keep_written(LspAnalysis *analysis, bool ignores_case) {
  FrontRecorder *recorder = &analysis->front.recorder;
  size_t kept = 0;
  for (size_t i = 0; i < recorder->all.count; i++) {
    Occurrence occurrence = recorder->all.data[i];
    const SourceFile *file = source_get(analysis->sources, occurrence.span.file);
    size_t length = strlen(occurrence.name);
    bool is_written =
        file && occurrence.span.end - occurrence.span.start == length &&
        occurrence.span.end <= file->length &&
        is_same_name(file->text + occurrence.span.start, occurrence.name, length, ignores_case);
    if (is_written) recorder->all.data[kept++] = occurrence;
  }
  recorder->all.count = kept;
}

LspAnalysis *lsp_analyze(const LspServer *server, const LspDocument *document, const char *text,
                         size_t length, bool is_compiled) {
  Arena *arena = arena_new();
  LspAnalysis *analysis = arena_make(arena, LspAnalysis);
  analysis->arena = arena;
  analysis->sources = sources_new(arena);
  analysis->diag = diag_new(arena, analysis->sources);
  diag_configure(
      analysis->diag,
      (DiagSettings){.take = take_diagnostic, .take_context = analysis, .output = stderr});
  analysis->front = (FrontAnalysis){.arena = arena, .names = interner_new(arena)};
  analysis->front.recorder.arena = arena;
  analysis->front.file = source_add(analysis->sources, document->path, text, length);
  for (size_t i = 0; i < server->documents.count; i++) {
    const LspDocument *other = server->documents.data[i];
    if (other != document && other->front == document->front)
      source_add(analysis->sources, other->path, strbuf_text(&other->text), other->text.length);
  }
  record_with(is_compiled ? NULL : &analysis->front.recorder);
  analysis_run(analysis, document->front, is_compiled);
  record_with(NULL);
  front_recorder_finish(&analysis->front.recorder);
  const FrontEditor *editor = document->front->editor;
  keep_written(analysis, editor && editor->ignores_case);
  return analysis;
}

void lsp_analysis_free(LspAnalysis *analysis) {
  if (analysis) arena_free(analysis->arena);
}

size_t lsp_analysis_errors(const LspAnalysis *analysis) {
  return diag_error_count(analysis->diag) + analysis->has_failed;
}

LspAnalysis *lsp_document_analysis(const LspServer *server, LspDocument *document) {
  if (!document->front) return NULL;
  if (document->is_changed || !document->analysis) {
    lsp_analysis_free(document->analysis);
    document->analysis =
        lsp_analyze(server, document, strbuf_text(&document->text), document->text.length, false);
    document->is_changed = false;
  }
  return document->analysis;
}
