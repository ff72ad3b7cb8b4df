// Who is called what: definitions, references, and other names for them.
#include <string.h>

#include "base/file.h"
#include "lsp/lsp_internal.h"

const Occurrence *lsp_occurrence(LspServer *server, LspDocument *document, const JsonValue *params,
                                 LspAnalysis **analysis) {
  *analysis = lsp_document_analysis(server, document);
  if (!*analysis) return NULL;
  return front_recorder_at(&(*analysis)->front.recorder, (*analysis)->front.file->id,
                           (uint32_t)lsp_document_offset(document, params));
}

// A place that means the same in several analyses.
typedef struct LspPlace {
  const char *path;
  uint32_t offset;
} LspPlace;

static LspPlace place_of(const LspAnalysis *analysis, Span span) {
  const SourceFile *file = source_get(analysis->sources, span.file);
  return (LspPlace){file ? file->path : "", span.start};
}

static bool is_at(const LspAnalysis *analysis, Span span, LspPlace place) {
  if (!span_is_known(span) || span.start != place.offset) return false;
  return strcmp(place_of(analysis, span).path, place.path) == 0;
}

// A reference, in the words of the analysis that has it.
typedef struct LspReference {
  const LspAnalysis *analysis;
  Span span;
} LspReference;

typedef Vec(LspReference) LspReferences;

static bool has_reference(const LspReferences *found, const LspAnalysis *analysis, Span span) {
  LspPlace place = place_of(analysis, span);
  for (size_t i = 0; i < found->count; i++)
    if (is_at(found->data[i].analysis, found->data[i].span, place)) return true;
  return false;
}

// All uses of what is defined somewhere, in the open documents of a language and what they import.
static LspReferences find_references(LspServer *server, const LspDocument *document, Arena *arena,
                                     LspPlace definition) {
  LspReferences found = {0};
  for (size_t i = 0; i < server->documents.count; i++) {
    LspDocument *other = server->documents.data[i];
    if (other->front != document->front) continue;
    const LspAnalysis *analysis = lsp_document_analysis(server, other);
    for (size_t j = 0; j < analysis->front.recorder.all.count; j++) {
      const Occurrence *occurrence = &analysis->front.recorder.all.data[j];
      if (!is_at(analysis, occurrence->definition, definition)) continue;
      LspReference reference = {analysis, occurrence->span};
      if (!has_reference(&found, analysis, occurrence->span)) vec_push(arena, &found, reference);
    }
  }
  return found;
}

void lsp_definition(LspServer *server, LspDocument *document, const JsonValue *params,
                    JsonWriter *json, const char **error) {
  (void)error;
  LspAnalysis *analysis;
  const Occurrence *occurrence = lsp_occurrence(server, document, params, &analysis);
  if (occurrence && lsp_span_has_file(analysis, occurrence->definition))
    lsp_write_location(json, analysis, occurrence->definition);
}

void lsp_references(LspServer *server, LspDocument *document, const JsonValue *params,
                    JsonWriter *json, const char **error) {
  (void)error;
  LspAnalysis *analysis;
  const Occurrence *occurrence = lsp_occurrence(server, document, params, &analysis);
  const JsonValue *wish = json_find(params, "context.includeDeclaration");
  bool has_declaration = !wish || wish->kind != JSON_BOOL || wish->truth;
  json_begin_array(json);
  if (occurrence && span_is_known(occurrence->definition)) {
    LspPlace definition = place_of(analysis, occurrence->definition);
    LspReferences found = find_references(server, document, analysis->arena, definition);
    for (size_t i = 0; i < found.count; i++) {
      bool is_declaration = is_at(found.data[i].analysis, found.data[i].span, definition);
      bool is_shown = lsp_span_has_file(found.data[i].analysis, found.data[i].span);
      if (is_shown && (has_declaration || !is_declaration))
        lsp_write_location(json, found.data[i].analysis, found.data[i].span);
    }
  }
  json_end_array(json);
}

void lsp_highlight(LspServer *server, LspDocument *document, const JsonValue *params,
                   JsonWriter *json, const char **error) {
  (void)error;
  LspAnalysis *analysis;
  const Occurrence *here = lsp_occurrence(server, document, params, &analysis);
  json_begin_array(json);
  for (size_t i = 0; here && i < analysis->front.recorder.all.count; i++) {
    const Occurrence *occurrence = &analysis->front.recorder.all.data[i];
    bool is_same = occurrence->span.file == analysis->front.file->id &&
                   occurrence->what == here->what && occurrence->name == here->name;
    if (!is_same) continue;
    json_begin_object(json);
    json_key(json, "range"), lsp_write_range(json, analysis->front.file, occurrence->span);
    json_end_object(json);
  }
  json_end_array(json);
}

// ---- Renaming ----

// Why something cannot have another name; NULL when it can.
static const char *rename_obstacle(const LspAnalysis *analysis, const Occurrence *occurrence) {
  if (!occurrence) return "there is no name here that could be changed";
  if (!lsp_span_has_file(analysis, occurrence->definition))
    return "this name belongs to the language and cannot be changed";
  return NULL;
}

void lsp_prepare_rename(LspServer *server, LspDocument *document, const JsonValue *params,
                        JsonWriter *json, const char **error) {
  LspAnalysis *analysis;
  const Occurrence *occurrence = lsp_occurrence(server, document, params, &analysis);
  *error = rename_obstacle(analysis, occurrence);
  if (*error) return;
  json_begin_object(json);
  json_key(json, "range"), lsp_write_range(json, analysis->front.file, occurrence->span);
  json_key(json, "placeholder");
  json_text(json, analysis->front.file->text + occurrence->span.start,
            occurrence->span.end - occurrence->span.start);
  json_end_object(json);
}

// Is the text one name of the language?
static bool is_name(const FrontEditor *editor, Arena *arena, Interner *names, const char *text) {
  SourceMap *sources = sources_new(arena);
  Diag *silent = diag_new(arena, sources);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  const SourceFile *file = source_add(sources, "<name>", text, strlen(text));
  FrontLexer lexer = editor->lex(arena, names, file, silent);
  return !lexer.has_errors && lexer.tokens.count == 2 &&
         lexer.tokens.data[0].kind == editor->name_token && !strchr(text, '.') &&
         lexer.tokens.data[0].start == 0 && lexer.tokens.data[0].end == strlen(text);
}

// The text of a document with the new name in all its places, and how far a place has moved.
static void rename_text(const LspAnalysis *analysis, const LspReferences *found, const char *name,
                        StrBuf *out) {
  const SourceFile *file = analysis->front.file;
  size_t at = 0;
  for (size_t i = 0; i < found->count; i++) {
    Span span = found->data[i].span;
    if (found->data[i].analysis != analysis || span.file != file->id) continue;
    strbuf_write(out, file->text + at, span.start - at);
    strbuf_puts(out, name);
    at = span.end;
  }
  strbuf_write(out, file->text + at, file->length - at);
}

static uint32_t moved(const LspAnalysis *analysis, const LspReferences *found, const char *name,
                      Span span) {
  if (span.file != analysis->front.file->id) return span.start;
  int64_t shift = 0;
  for (size_t i = 0; i < found->count; i++) {
    Span other = found->data[i].span;
    if (found->data[i].analysis == analysis && other.file == span.file && other.start < span.start)
      shift += (int64_t)strlen(name) - (int64_t)(other.end - other.start);
  }
  return (uint32_t)((int64_t)span.start + shift);
}

// Would every name of the document still mean what it means now? The text is changed and analysed.
static bool keeps_meaning(LspServer *server, LspDocument *document, const LspAnalysis *analysis,
                          const LspReferences *found, const char *name) {
  StrBuf text = {0};
  rename_text(analysis, found, name, &text);
  LspAnalysis *after = lsp_analyze(server, document, strbuf_text(&text), text.length, false);
  const FrontRecorder *before = &analysis->front.recorder;
  uint32_t file = analysis->front.file->id;
  bool is_same = lsp_analysis_errors(after) <= lsp_analysis_errors(analysis);
  for (size_t i = 0; is_same && i < before->all.count; i++) {
    const Occurrence *old = &before->all.data[i];
    if (old->span.file != file || old->definition.file != file) continue;
    uint32_t start = moved(analysis, found, name, old->span);
    const Occurrence *new = front_recorder_at(&after->front.recorder, after->front.file->id, start);
    is_same = new &&new->span.start == start &&new->definition.start ==
              moved(analysis, found, name, old->definition);
  }
  lsp_analysis_free(after);
  strbuf_free(&text);
  return is_same;
}

static void write_edits(JsonWriter *json, const LspReferences *found, const char *name) {
  Vec(const char *) done = {0};
  Arena *arena = arena_new();
  json_begin_object(json), json_key(json, "changes"), json_begin_object(json);
  for (size_t i = 0; i < found->count; i++) {
    const char *path = place_of(found->data[i].analysis, found->data[i].span).path;
    bool is_done = false;
    for (size_t j = 0; j < done.count && !is_done; j++)
      is_done = strcmp(done.data[j], path) == 0;
    if (is_done) continue;
    vec_push(arena, &done, path);
    json_key(json, lsp_uri_from_path(arena, path)), json_begin_array(json);
    for (size_t j = i; j < found->count; j++) {
      const LspReference *reference = &found->data[j];
      if (strcmp(place_of(reference->analysis, reference->span).path, path) != 0) continue;
      json_begin_object(json), json_key(json, "range");
      lsp_write_range(json, source_get(reference->analysis->sources, reference->span.file),
                      reference->span);
      json_key(json, "newText"), json_string(json, name), json_end_object(json);
    }
    json_end_array(json);
  }
  json_end_object(json), json_end_object(json);
  arena_free(arena);
}

void lsp_rename(LspServer *server, LspDocument *document, const JsonValue *params, JsonWriter *json,
                const char **error) {
  LspAnalysis *analysis;
  const Occurrence *occurrence = lsp_occurrence(server, document, params, &analysis);
  const char *name = json_find_text(params, "newName", "");
  *error = rename_obstacle(analysis, occurrence);
  if (*error) return;
  if (!is_name(document->front->editor, analysis->arena, analysis->front.names, name)) {
    *error = "the new name is no name of the language";
    return;
  }
  LspPlace definition = place_of(analysis, occurrence->definition);
  LspReferences found = find_references(server, document, analysis->arena, definition);
  if (!keeps_meaning(server, document, analysis, &found, name))
    *error = "with this name something would mean something else, or be wrong";
  else
    write_edits(json, &found, name);
}
