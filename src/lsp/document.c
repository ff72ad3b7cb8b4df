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

// What is alike at the start and at the end was not replaced.
static LspEdit edit_between(const char *old, size_t old_length, const char *new,
                            size_t new_length) {
  LspEdit edit = {0, old_length, new_length};
  while (edit.start < old_length && edit.start < new_length && old[edit.start] == new[edit.start])
    edit.start++;
  while (edit.old_end > edit.start && edit.new_end > edit.start &&
         old[edit.old_end - 1] == new[edit.new_end - 1])
    edit.old_end--, edit.new_end--;
  return edit;
}

// Puts a text in place of the document's, which is freed. What is typed in one place is one edit.
static void text_replace(LspServer *server, LspDocument *document, StrBuf *text) {
  LspEdit edit = edit_between(strbuf_text(&document->text), document->text.length,
                              strbuf_text(text), text->length);
  LspEdit *last = document->edits.count > 0 ? &vec_last(&document->edits) : NULL;
  if (last && edit.start >= last->start && edit.old_end <= last->new_end)
    last->new_end += edit.new_end - edit.old_end;
  else
    vec_push(server->arena, &document->edits, edit);
  strbuf_free(&document->text);
  document->text = *text;
}

// Something changed: what depends on the text is to be found again.
static void document_touch(LspDocument *document) {
  document->is_changed = true;
  document->is_published = document->is_compiled = false;
}

void lsp_document_open(LspServer *server, const char *uri, const char *language, const char *text,
                       size_t length, int64_t version) {
  LspDocument *document = lsp_document_find(server, uri);
  if (!document) {
    document = arena_make(server->arena, LspDocument);
    document->uri = arena_strndup(server->arena, uri, strlen(uri));
    const char *path = lsp_path_from_uri(server->arena, uri);
    document->path = path ? path_normalize(server->arena, path) : document->uri;
    document->front = front_for_extension(path_extension(document->path));
    if (!document->front) document->front = front_named(language);
    vec_push(server->arena, &server->documents, document);
  }
  StrBuf new = {0};
  strbuf_write(&new, text, length);
  text_replace(server, document, &new);
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
  lsp_analysis_free(document->parsed);
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

void lsp_document_change(LspServer *server, LspDocument *document, const JsonValue *range,
                         const char *text, size_t length) {
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
  text_replace(server, document, &changed);
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

// The text of a path among these; the document's own when there is none.
static const StrBuf *text_among(const LspTexts *texts, const LspDocument *document) {
  for (size_t i = 0; texts && i < texts->count; i++)
    if (strcmp(texts->data[i].path, document->path) == 0) return &texts->data[i].text;
  return &document->text;
}

static void sources_add(SourceMap *sources, const char *path, const StrBuf *text) {
  if (!source_find(sources, path)) source_add(sources, path, strbuf_text(text), text->length);
}

LspAnalysis *lsp_analyze(const LspServer *server, const LspDocument *document,
                         const LspTexts *texts, bool is_compiled) {
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
  const StrBuf *text = text_among(texts, document);
  analysis->front.file =
      source_add(analysis->sources, document->path, strbuf_text(text), text->length);
  for (size_t i = 0; texts && i < texts->count; i++)
    sources_add(analysis->sources, texts->data[i].path, &texts->data[i].text);
  for (size_t i = 0; i < server->documents.count; i++) {
    const LspDocument *other = server->documents.data[i];
    if (other->front == document->front) sources_add(analysis->sources, other->path, &other->text);
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

// Are there names that it does not know?
static bool is_broken(const LspAnalysis *analysis) {
  return analysis->front.is_broken || analysis->has_failed;
}

LspAnalysis *lsp_document_analysis(const LspServer *server, LspDocument *document) {
  if (!document->front) return NULL;
  if (document->is_changed || !document->analysis) {
    LspAnalysis *old = document->analysis;
    document->analysis = lsp_analyze(server, document, NULL, false);
    document->is_changed = false;
    bool is_kept = is_broken(document->analysis) && old && !is_broken(old);
    if (is_kept || !is_broken(document->analysis)) {
      lsp_analysis_free(document->parsed);
      document->parsed = is_kept ? old : NULL;
    }
    if (!document->parsed) document->edits.count = 0;
    if (!is_kept) lsp_analysis_free(old);
  }
  return document->analysis;
}

// ---- Older texts ----

LspAnalysis *lsp_document_parsed(LspDocument *document) {
  LspAnalysis *parsed = document->parsed, *latest = document->analysis;
  if (!parsed && document->is_changed && latest && !is_broken(latest)) parsed = latest;
  if (parsed) parsed->outdated = document;
  return parsed;
}

bool lsp_offset_before(const LspAnalysis *analysis, size_t *offset) {
  if (!analysis->outdated) return true;
  for (size_t i = analysis->outdated->edits.count; i-- > 0;) {
    LspEdit edit = analysis->outdated->edits.data[i];
    if (*offset <= edit.start) continue;
    if (*offset < edit.new_end) return false;
    *offset += edit.old_end - edit.new_end;
  }
  return true;
}

bool lsp_span_now(const LspAnalysis *analysis, Span *span) {
  if (!analysis->outdated || span->file != analysis->front.file->id) return true;
  size_t start = span->start, end = span->end;
  for (size_t i = 0; i < analysis->outdated->edits.count; i++) {
    LspEdit edit = analysis->outdated->edits.data[i];
    if (end <= edit.start) continue;
    if (start < edit.old_end) return false;
    start += edit.new_end - edit.old_end;
    end += edit.new_end - edit.old_end;
  }
  *span = span_new(span->file, (uint32_t)start, (uint32_t)end);
  return true;
}
