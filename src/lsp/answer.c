// Diagnostics, hover, outline, formatting.
#include <string.h>

#include "base/file.h"
#include "front/format.h"
#include "lsp/lsp_internal.h"

// ---- Places ----

void lsp_write_position(JsonWriter *json, LspPosition position) {
  json_begin_object(json);
  json_key(json, "line"), json_int(json, position.line);
  json_key(json, "character"), json_int(json, position.character);
  json_end_object(json);
}

static void write_places(JsonWriter *json, LspPosition start, LspPosition end) {
  json_begin_object(json);
  json_key(json, "start"), lsp_write_position(json, start);
  json_key(json, "end"), lsp_write_position(json, end);
  json_end_object(json);
}

void lsp_write_range(JsonWriter *json, const LspAnalysis *analysis, Span span) {
  const SourceFile *file = source_get(analysis->sources, span.file);
  LspPosition start = {0}, end = {0};
  lsp_span_now(analysis, &span);
  if (analysis->outdated && file == analysis->front.file) {
    const StrBuf *text = &analysis->outdated->text;
    start = lsp_position(strbuf_text(text), text->length, span.start);
    end = lsp_position(strbuf_text(text), text->length, span.end);
  } else if (file) {
    start = lsp_source_position(file, span.start);
    end = lsp_source_position(file, span.end);
  }
  write_places(json, start, end);
}

// The prelude is part of the compiler.
bool lsp_span_has_file(const LspAnalysis *analysis, Span span) {
  static const char PRELUDE[] = "/prelude/";
  const SourceFile *file = source_get(analysis->sources, span.file);
  bool is_file = file && strncmp(file->path, PRELUDE, sizeof PRELUDE - 1) != 0;
  return is_file && lsp_span_now(analysis, &span);
}

void lsp_write_location(JsonWriter *json, const LspAnalysis *analysis, Span span) {
  const SourceFile *file = source_get(analysis->sources, span.file);
  json_begin_object(json);
  json_key(json, "uri"), json_string(json, lsp_uri_from_path(analysis->arena, file->path));
  json_key(json, "range"), lsp_write_range(json, analysis, span);
  json_end_object(json);
}

// ---- Diagnostics ----

// The message. Notes and hints are told beside it, or in it to an editor that shows nothing else.
static const char *message_text(const LspAnalysis *analysis, const Diagnostic *diagnostic,
                                bool is_here, bool is_alone) {
  StrBuf text = {0};
  const SourceFile *file = source_get(analysis->sources, diagnostic->main.span.file);
  if (!is_here && file) strbuf_printf(&text, "in %s: ", path_basename(file->path));
  strbuf_puts(&text, diagnostic->main.text);
  for (size_t i = 0; i < diagnostic->notes.count; i++)
    if (is_alone || !lsp_span_has_file(analysis, diagnostic->notes.data[i].span))
      strbuf_printf(&text, "\nnote: %s", diagnostic->notes.data[i].text);
  for (size_t i = 0; i < diagnostic->hints.count; i++)
    if (is_alone || !is_here) strbuf_printf(&text, "\nhint: %s", diagnostic->hints.data[i]);
  const char *result = arena_strndup(analysis->arena, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return result;
}

static void write_related(JsonWriter *json, const LspAnalysis *analysis, DiagMessage message) {
  if (!lsp_span_has_file(analysis, message.span)) return;
  json_begin_object(json);
  json_key(json, "location"), lsp_write_location(json, analysis, message.span);
  json_key(json, "message"), json_string(json, message.text);
  json_end_object(json);
}

static void write_all_related(JsonWriter *json, const LspAnalysis *analysis,
                              const Diagnostic *diagnostic, bool is_here) {
  json_key(json, "relatedInformation"), json_begin_array(json);
  if (!is_here) write_related(json, analysis, diagnostic->main);
  for (size_t i = 0; i < diagnostic->notes.count; i++)
    write_related(json, analysis, diagnostic->notes.data[i]);
  for (size_t i = 0; is_here && i < diagnostic->hints.count; i++) {
    const char *text = arena_printf(analysis->arena, "hint: %s", diagnostic->hints.data[i]);
    write_related(json, analysis, (DiagMessage){text, diagnostic->main.span});
  }
  json_end_array(json);
}

static void write_diagnostic(JsonWriter *json, const LspAnalysis *analysis,
                             const Diagnostic *diagnostic, bool shows_related) {
  const SourceFile *file = analysis->front.file;
  // What is wrong in an imported file is told at the start of this one, with a link.
  bool is_here = diagnostic->main.span.file == file->id;
  json_begin_object(json);
  json_key(json, "range");
  lsp_write_range(json, analysis, is_here ? diagnostic->main.span : SPAN_NONE);
  json_key(json, "severity"), json_int(json, diagnostic->severity == SEVERITY_ERROR ? 1 : 2);
  json_key(json, "source"), json_string(json, "ravel");
  if (diagnostic->code) json_key(json, "code"), json_string(json, diagnostic->code);
  json_key(json, "message");
  json_string(json, message_text(analysis, diagnostic, is_here, !shows_related));
  if (shows_related) write_all_related(json, analysis, diagnostic, is_here);
  json_end_object(json);
}

static void write_failure(JsonWriter *json) {
  json_begin_object(json);
  json_key(json, "range"), write_places(json, (LspPosition){0, 0}, (LspPosition){0, 0});
  json_key(json, "severity"), json_int(json, 2);
  json_key(json, "source"), json_string(json, "ravel");
  json_key(json, "message");
  json_string(json, "ravel has a bug that this text shows; the log of the server has more");
  json_end_object(json);
}

void lsp_publish(LspServer *server, LspDocument *document, const LspAnalysis *analysis) {
  StrBuf message = {0};
  JsonWriter json = json_begin(&message);
  json_begin_object(&json);
  json_key(&json, "jsonrpc"), json_string(&json, "2.0");
  json_key(&json, "method"), json_string(&json, "textDocument/publishDiagnostics");
  json_key(&json, "params"), json_begin_object(&json);
  json_key(&json, "uri"), json_string(&json, document->uri);
  json_key(&json, "version"), json_int(&json, document->version);
  json_key(&json, "diagnostics"), json_begin_array(&json);
  for (size_t i = 0; analysis && i < analysis->diagnostics.count; i++)
    write_diagnostic(&json, analysis, analysis->diagnostics.data[i], server->shows_related);
  if (analysis && analysis->has_failed) write_failure(&json);
  json_end_array(&json), json_end_object(&json), json_end_object(&json);
  json_end(&json);
  lsp_send(server, &message);
  strbuf_free(&message);
}

// ---- Requests ----

void lsp_hover(LspServer *server, LspDocument *document, const JsonValue *params, JsonWriter *json,
               const char **error) {
  (void)error;
  LspAnalysis *analysis;
  const Occurrence *occurrence = lsp_occurrence(server, document, params, &analysis);
  if (!occurrence || !document->front->editor->describe) return;
  const FrontEditor *editor = document->front->editor;
  const char *text = editor->describe(analysis->arena, occurrence);
  const char *comment = editor->document ? editor->document(occurrence) : NULL;
  text = arena_printf(analysis->arena, "```%s\n%s\n```%s%s", document->front->name, text,
                      comment ? "\n\n" : "", comment ? comment : "");
  json_begin_object(json);
  json_key(json, "contents"), json_begin_object(json);
  json_key(json, "kind"), json_string(json, "markdown");
  json_key(json, "value"), json_string(json, text);
  json_end_object(json);
  json_key(json, "range"), lsp_write_range(json, analysis, occurrence->span);
  json_end_object(json);
}

// The kinds of the protocol.
static int symbol_kind(OccurrenceKind kind) {
  switch (kind) {
  case OCCURRENCE_VALUE: return 13;
  case OCCURRENCE_FUNCTION: return 12;
  case OCCURRENCE_SIZE: return 14;
  case OCCURRENCE_TYPE: return 23;
  case OCCURRENCE_TYPE_PARAMETER: return 26;
  case OCCURRENCE_MODULE: return 2;
  case OCCURRENCE_MODULE_TYPE: return 11;
  case OCCURRENCE_FIELD: return 8;
  case OCCURRENCE_KEYWORD: break;
  }
  return 13;
}

// Writes the declarations from one on that are at least as deep; gives the first that is not.
static size_t write_symbols(JsonWriter *json, const LspAnalysis *analysis,
                            const FrontEditor *editor, size_t at, uint32_t depth) {
  const FrontDeclarations *all = &analysis->front.declarations;
  json_begin_array(json);
  while (at < all->count && all->data[at].depth >= depth) {
    const FrontDeclaration *declaration = &all->data[at];
    const Occurrence *occurrence = front_recorder_at(
        &analysis->front.recorder, declaration->name_span.file, declaration->name_span.start);
    json_begin_object(json);
    json_key(json, "name"), json_string(json, declaration->name);
    json_key(json, "kind"), json_int(json, symbol_kind(declaration->kind));
    if (occurrence && occurrence->span.start == declaration->name_span.start && editor->signature) {
      const char *type = editor->signature(analysis->arena, occurrence);
      if (type) json_key(json, "detail"), json_string(json, type);
    }
    Span whole = span_join(declaration->span, declaration->name_span);
    json_key(json, "range"), lsp_write_range(json, analysis, whole);
    json_key(json, "selectionRange");
    lsp_write_range(json, analysis, declaration->name_span);
    json_key(json, "children");
    at = write_symbols(json, analysis, editor, at + 1, depth + 1);
    json_end_object(json);
  }
  json_end_array(json);
  return at;
}

void lsp_symbols(LspServer *server, LspDocument *document, const JsonValue *params,
                 JsonWriter *json, const char **error) {
  (void)params, (void)error;
  const LspAnalysis *analysis = lsp_document_analysis(server, document);
  if (!analysis) return;
  write_symbols(json, analysis, document->front->editor, 0, 0);
}

void lsp_formatting(LspServer *server, LspDocument *document, const JsonValue *params,
                    JsonWriter *json, const char **error) {
  (void)server, (void)params;
  if (!document->front) return;
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  Diag *silent = diag_new(arena, sources);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  const SourceFile *file =
      source_add(sources, document->path, strbuf_text(&document->text), document->text.length);
  StrBuf text = {0};
  if (front_format(document->front, arena, file, silent, &text)) {
    json_begin_array(json);
    if (text.length != file->length || memcmp(strbuf_text(&text), file->text, text.length) != 0) {
      json_begin_object(json);
      json_key(json, "range"),
          write_places(json, (LspPosition){0, 0}, lsp_source_position(file, file->length));
      json_key(json, "newText"), json_text(json, strbuf_text(&text), text.length);
      json_end_object(json);
    }
    json_end_array(json);
  } else {
    *error = "the text has syntax errors, and is left as it is";
  }
  strbuf_free(&text);
  arena_free(arena);
}
