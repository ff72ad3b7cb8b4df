// Who is called what: definitions, references, and other names for them.
#include <string.h>

#include "base/file.h"
#include "lsp/lsp_internal.h"

static const Occurrence *occurrence_at(const LspAnalysis *analysis, size_t offset) {
  return front_recorder_at(&analysis->front.recorder, analysis->front.file->id, (uint32_t)offset);
}

// What is said where the text is broken comes from the time before it was.
const Occurrence *lsp_occurrence(LspServer *server, LspDocument *document, const JsonValue *params,
                                 LspAnalysis **analysis) {
  size_t offset = lsp_document_offset(document, params);
  *analysis = lsp_document_analysis(server, document);
  if (!*analysis) return NULL;
  const Occurrence *found = occurrence_at(*analysis, offset);
  LspAnalysis *parsed = found ? NULL : lsp_document_parsed(document);
  if (!parsed || !lsp_offset_before(parsed, &offset)) return found;
  found = occurrence_at(parsed, offset);
  if (!found || !lsp_span_has_file(parsed, found->span)) return NULL;
  *analysis = parsed;
  return found;
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
// Of the document itself the analysis is given.
static LspReferences find_references(LspServer *server, const LspDocument *document,
                                     const LspAnalysis *own, Arena *arena, LspPlace definition) {
  LspReferences found = {0};
  for (size_t i = 0; i < server->documents.count; i++) {
    LspDocument *other = server->documents.data[i];
    if (other->front != document->front) continue;
    const LspAnalysis *analysis = other == document ? own : lsp_document_analysis(server, other);
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
    LspReferences found = find_references(server, document, analysis, analysis->arena, definition);
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
    if (!is_same || !lsp_span_has_file(analysis, occurrence->span)) continue;
    json_begin_object(json);
    json_key(json, "range"), lsp_write_range(json, analysis, occurrence->span);
    json_end_object(json);
  }
  json_end_array(json);
}

// ---- Renaming ----

// Why something cannot have another name; NULL when it can.
static const char *rename_obstacle(const LspAnalysis *analysis, const Occurrence *occurrence) {
  if (analysis && analysis->outdated) return "the text has syntax errors here; mend them first";
  if (!occurrence) return "there is no name here that could be changed";
  if (occurrence->kind == OCCURRENCE_FIELD)
    return "fields cannot be renamed: records with the same fields are of one type";
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
  json_key(json, "range"), lsp_write_range(json, analysis, occurrence->span);
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

// A file with the new name in all its places.
typedef struct LspRenamed {
  const SourceFile *file; // as it is now
  Vec(Span) places;       // in their order
} LspRenamed;

typedef Vec(LspRenamed) LspRenamings;

static LspRenamed *renaming_of(LspRenamings *renamings, const char *path) {
  for (size_t i = 0; i < renamings->count; i++)
    if (strcmp(renamings->data[i].file->path, path) == 0) return &renamings->data[i];
  return NULL;
}

static void place_insert(Arena *arena, LspRenamed *renamed, Span place) {
  vec_push(arena, &renamed->places, place);
  for (size_t i = renamed->places.count - 1; i > 0; i--) {
    Span *before = &renamed->places.data[i - 1];
    if (before->start <= place.start) break;
    before[1] = *before;
    *before = place;
  }
}

static LspRenamings renamings_make(Arena *arena, const LspReferences *found) {
  LspRenamings renamings = {0};
  for (size_t i = 0; i < found->count; i++) {
    Span span = found->data[i].span;
    const SourceFile *file = source_get(found->data[i].analysis->sources, span.file);
    if (!renaming_of(&renamings, file->path))
      vec_push(arena, &renamings, ((LspRenamed){.file = file}));
    place_insert(arena, renaming_of(&renamings, file->path), span);
  }
  return renamings;
}

static void renamed_text(const LspRenamed *renamed, const char *name, StrBuf *out) {
  size_t at = 0;
  for (size_t i = 0; i < renamed->places.count; i++) {
    Span place = renamed->places.data[i];
    strbuf_write(out, renamed->file->text + at, place.start - at);
    strbuf_puts(out, name);
    at = place.end;
  }
  strbuf_write(out, renamed->file->text + at, renamed->file->length - at);
}

// Where a place is afterwards.
static LspPlace moved(LspRenamings *renamings, const char *name, LspPlace place) {
  const LspRenamed *renamed = renaming_of(renamings, place.path);
  int64_t shift = 0;
  for (size_t i = 0; renamed && i < renamed->places.count; i++) {
    Span other = renamed->places.data[i];
    if (other.start >= place.offset) break;
    shift += (int64_t)strlen(name) - (int64_t)(other.end - other.start);
  }
  return (LspPlace){place.path, (uint32_t)((int64_t)place.offset + shift)};
}

static bool is_same_place(LspPlace a, LspPlace b) {
  return a.offset == b.offset && strcmp(a.path, b.path) == 0;
}

// Does every name of a document, and of what it imports, mean what it meant before?
static bool is_same_meaning(const LspAnalysis *before, const LspAnalysis *after,
                            LspRenamings *renamings, const char *name) {
  if (lsp_analysis_errors(after) > lsp_analysis_errors(before)) return false;
  for (size_t i = 0; i < before->front.recorder.all.count; i++) {
    const Occurrence *old = &before->front.recorder.all.data[i];
    if (!lsp_span_has_file(before, old->span)) continue;
    LspPlace place = moved(renamings, name, place_of(before, old->span));
    const SourceFile *file = source_find(after->sources, place.path);
    const Occurrence *new =
        file ? front_recorder_at(&after->front.recorder, file->id, place.offset) : NULL;
    if (!new || new->span.start != place.offset) return false;
    LspPlace definition = moved(renamings, name, place_of(before, old->definition));
    if (!is_same_place(place_of(after, new->definition), definition)) return false;
  }
  return true;
}

// Does a document see one of the files?
static bool has_any_of(const LspAnalysis *analysis, const LspRenamings *renamings) {
  for (size_t i = 0; i < renamings->count; i++) {
    const SourceFile *file = source_find(analysis->sources, renamings->data[i].file->path);
    for (size_t j = 0; file && j < analysis->front.recorder.all.count; j++)
      if (analysis->front.recorder.all.data[j].span.file == file->id) return true;
  }
  return false;
}

// Would every name still mean what it means now? The texts are changed, and all documents analysed
// that see one of them.
static bool keeps_meaning(LspServer *server, const LspDocument *document, LspRenamings *renamings,
                          const char *name) {
  Arena *arena = arena_new();
  LspTexts texts = {0};
  bool is_same = true;
  for (size_t i = 0; i < renamings->count; i++) {
    LspText text = {.path = renamings->data[i].file->path};
    renamed_text(&renamings->data[i], name, &text.text);
    vec_push(arena, &texts, text);
  }
  for (size_t i = 0; is_same && i < server->documents.count; i++) {
    LspDocument *other = server->documents.data[i];
    if (other->front != document->front) continue;
    const LspAnalysis *before = lsp_document_analysis(server, other);
    if (!has_any_of(before, renamings)) continue;
    LspAnalysis *after = lsp_analyze(server, other, &texts, false);
    is_same = is_same_meaning(before, after, renamings, name);
    lsp_analysis_free(after);
  }
  for (size_t i = 0; i < texts.count; i++)
    strbuf_free(&texts.data[i].text);
  arena_free(arena);
  return is_same;
}

static void write_edits(JsonWriter *json, const LspRenamings *renamings, const LspReferences *found,
                        const char *name) {
  Arena *arena = arena_new();
  json_begin_object(json), json_key(json, "changes"), json_begin_object(json);
  for (size_t i = 0; i < renamings->count; i++) {
    const char *path = renamings->data[i].file->path;
    json_key(json, lsp_uri_from_path(arena, path)), json_begin_array(json);
    for (size_t j = 0; j < found->count; j++) {
      const LspReference *reference = &found->data[j];
      if (strcmp(place_of(reference->analysis, reference->span).path, path) != 0) continue;
      json_begin_object(json), json_key(json, "range");
      lsp_write_range(json, reference->analysis, reference->span);
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
  LspReferences found = find_references(server, document, analysis, analysis->arena, definition);
  LspRenamings renamings = renamings_make(analysis->arena, &found);
  if (!keeps_meaning(server, document, &renamings, name))
    *error = "with this name something would mean something else, or be wrong";
  else
    write_edits(json, &renamings, &found, name);
}
