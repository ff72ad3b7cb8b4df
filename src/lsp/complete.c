// What may be typed next: completion, and the parameters of the function that is called.
//
// The text around the cursor is usually not a program, so that tokens are looked at, and not the
// tree.
#include <string.h>

#include "base/map.h"
#include "lsp/lsp_internal.h"

static bool is_name_byte(char byte) {
  return front_is_letter(byte) || front_is_digit(byte) || byte == '\'';
}

// Where the word begins that ends at an offset.
static size_t word_start(const char *text, size_t offset) {
  while (offset > 0 && is_name_byte(text[offset - 1]))
    offset--;
  return offset;
}

// Where what qualifies the word begins: `a.b` of `a.b.c`. The word itself: nothing does.
static size_t qualifier_start(const char *text, size_t word) {
  if (word == 0 || text[word - 1] != '.') return word;
  size_t first = word - 1;
  while (first > 0 && (is_name_byte(text[first - 1]) || text[first - 1] == '.'))
    first--;
  return first == word - 1 ? word : first;
}

// ---- Candidates ----

typedef struct LspCandidates {
  const FrontEditor *editor;
  const LspAnalysis *analysis;
  JsonWriter *json;
  const char *prefix;
  size_t prefix_length;
  Interner *names; // those of `seen`
  Map *seen;       // what was offered, by name
} LspCandidates;

// The kinds of the protocol.
static int completion_kind(OccurrenceKind kind) {
  switch (kind) {
  case OCCURRENCE_VALUE: return 6;
  case OCCURRENCE_FUNCTION: return 3;
  case OCCURRENCE_SIZE: return 12;
  case OCCURRENCE_TYPE: return 22;
  case OCCURRENCE_TYPE_PARAMETER: return 25;
  case OCCURRENCE_MODULE: return 9;
  case OCCURRENCE_MODULE_TYPE: return 8;
  case OCCURRENCE_FIELD: return 5;
  case OCCURRENCE_KEYWORD: return 14;
  }
  return 1;
}

static void offer(LspCandidates *candidates, FrontMember member) {
  if (strncmp(member.name, candidates->prefix, candidates->prefix_length) != 0) return;
  Name name = intern_str(candidates->names, member.name);
  if (map_find(candidates->seen, map_key(name), NULL)) return;
  map_put(candidates->seen, map_key(name), name);
  JsonWriter *json = candidates->json;
  json_begin_object(json);
  json_key(json, "label"), json_string(json, member.name);
  json_key(json, "kind"), json_int(json, completion_kind(member.kind));
  if (member.what && candidates->editor->describe) {
    Occurrence occurrence = {.kind = member.kind, .name = member.name, .what = member.what};
    json_key(json, "detail");
    json_string(json, candidates->editor->describe(candidates->analysis->arena, &occurrence));
  }
  json_end_object(json);
}

static void offer_all(LspCandidates *candidates, const FrontMembers *members) {
  for (size_t i = 0; i < members->count; i++)
    offer(candidates, members->data[i]);
}

// The last thing of a name that is defined before an offset.
static const Occurrence *defined_before(const LspAnalysis *analysis, Name name, size_t offset) {
  const Occurrence *last = NULL;
  for (size_t i = 0; i < analysis->front.recorder.all.count; i++) {
    const Occurrence *occurrence = &analysis->front.recorder.all.data[i];
    bool is_here = occurrence->span.file == analysis->front.file->id && occurrence->is_definition;
    if (is_here && occurrence->span.start < offset && occurrence->name == name) last = occurrence;
  }
  return last;
}

// Where the declaration begins that an offset is in.
static size_t declaration_start(const LspAnalysis *analysis, size_t offset) {
  size_t start = 0;
  for (size_t i = 0; i < analysis->front.declarations.count; i++) {
    const FrontDeclaration *declaration = &analysis->front.declarations.data[i];
    bool is_before = declaration->depth == 0 && declaration->span.start <= offset;
    if (is_before && declaration->span.start > start) start = declaration->span.start;
  }
  return start;
}

// The names that the declaration binds, and then all that are written in it, in case it is broken.
static void offer_local(LspCandidates *candidates, const FrontLexer *lexer, size_t offset) {
  const LspAnalysis *analysis = candidates->analysis;
  size_t start = declaration_start(analysis, offset);
  for (size_t i = 0; i < analysis->front.recorder.all.count; i++) {
    const Occurrence *occurrence = &analysis->front.recorder.all.data[i];
    bool is_here = occurrence->span.file == analysis->front.file->id && occurrence->is_definition;
    if (is_here && occurrence->span.start >= start && occurrence->span.end < offset)
      offer(candidates, (FrontMember){occurrence->kind, occurrence->name, occurrence->what});
  }
  for (size_t i = 0; i < lexer->tokens.count; i++) {
    const FrontToken *token = &lexer->tokens.data[i];
    bool is_local = token->start >= start && token->end < offset;
    bool is_plain = token->kind == candidates->editor->name_token && token->name &&
                    strlen(token->name) == token->end - token->start;
    if (is_local && is_plain) offer(candidates, (FrontMember){OCCURRENCE_VALUE, token->name, NULL});
  }
}

static FrontLexer lex_silently(Arena *arena, Interner *names, SourceMap *sources,
                               const SourceFile *file, const FrontEditor *editor) {
  Diag *silent = diag_new(arena, sources);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  return editor->lex(arena, names, file, silent);
}

static FrontLexer lex_analysed(const LspAnalysis *analysis, const FrontEditor *editor) {
  return lex_silently(analysis->arena, analysis->front.names, analysis->sources,
                      analysis->front.file, editor);
}

// A name that nothing qualifies.
static void complete_name(const LspAnalysis *analysis, LspCandidates *candidates, size_t offset) {
  const FrontEditor *editor = candidates->editor;
  FrontLexer lexer = lex_analysed(analysis, editor);
  FrontMembers members = {0};
  offer_local(candidates, &lexer, offset);
  for (int i = 0; i < editor->token_count; i++)
    if (editor->tokens[i].is_keyword)
      offer(candidates, (FrontMember){OCCURRENCE_KEYWORD, editor->tokens[i].text, NULL});
  if (analysis->front.scope) editor->members(&analysis->front, NULL, &members);
  offer_all(candidates, &members);
}

// ---- Members and fields ----

static int bracket_depth(const SourceFile *file, const FrontToken *token) {
  char first = token->end > token->start ? file->text[token->start] : '\0';
  if (token->end - token->start != 1) return 0;
  if (strchr("([{", first)) return 1;
  return strchr(")]}", first) ? -1 : 0;
}

// Appends what closes the brackets that are open at an offset, and stay open.
static void put_closers(const LspDocument *document, size_t offset, StrBuf *out) {
  Arena *arena = arena_new();
  SourceMap *sources = sources_new(arena);
  const StrBuf *text = &document->text;
  const SourceFile *file = source_add(sources, document->path, strbuf_text(text), text->length);
  FrontLexer lexer =
      lex_silently(arena, interner_new(arena), sources, file, document->front->editor);
  StrBuf open = {0};
  size_t inner = 0; // brackets that are open only after the offset
  for (size_t i = 0; i < lexer.tokens.count; i++) {
    const FrontToken *token = &lexer.tokens.data[i];
    int step = bracket_depth(file, token);
    bool is_before = token->end <= offset;
    if (step > 0 && is_before) strbuf_putc(&open, file->text[token->start]);
    if (step > 0 && !is_before) inner++;
    if (step >= 0) continue;
    if (inner > 0)
      inner--;
    else if (open.length > 0)
      open.length--;
  }
  while (open.length > 0) {
    char bracket = open.data[--open.length];
    strbuf_putc(out, bracket == '(' ? ')' : bracket == '[' ? ']' : '}');
  }
  strbuf_free(&open);
  arena_free(arena);
}

static void offer_fields(LspCandidates *candidates, const Occurrence *record) {
  const FrontEditor *editor = candidates->editor;
  FrontMembers members = {0};
  if (record && editor->fields) editor->fields(&candidates->analysis->front, record, &members);
  offer_all(candidates, &members);
}

// What the words before a dot have inside: a module or a record.
static void offer_members(LspCandidates *candidates, const char *text, size_t first, size_t dot) {
  const LspAnalysis *analysis = candidates->analysis;
  Name qualifier = intern(analysis->front.names, text + first, dot - first);
  FrontMembers members = {0};
  if (analysis->front.scope) candidates->editor->members(&analysis->front, qualifier, &members);
  offer_all(candidates, &members);
  if (members.count > 0) return;
  const Occurrence *record =
      front_recorder_at(&analysis->front.recorder, analysis->front.file->id, (uint32_t)dot);
  bool is_there = record && record->span.end == dot;
  offer_fields(candidates, is_there ? record : defined_before(analysis, qualifier, dot));
}

// What may follow a dot. As long as nothing does, the text is broken, so it is looked at without
// the dot and the word behind it; then also with the brackets closed that are open there.
static void complete_member(LspServer *server, LspDocument *document, LspCandidates *candidates,
                            size_t first, size_t dot) {
  const char *text = strbuf_text(&document->text);
  size_t end = dot + 1;
  while (is_name_byte(text[end]))
    end++;
  StrBuf closers = {0};
  put_closers(document, dot, &closers);
  for (int i = 0; i < (closers.length > 0 ? 2 : 1) && map_count(candidates->seen) == 0; i++) {
    LspText without = {.path = document->path};
    strbuf_write(&without.text, text, dot);
    if (i == 1) strbuf_write(&without.text, strbuf_text(&closers), closers.length);
    strbuf_write(&without.text, text + end, document->text.length - end);
    LspTexts texts = {.data = &without, .count = 1};
    LspAnalysis *analysis = lsp_analyze(server, document, &texts, false);
    candidates->analysis = analysis;
    offer_members(candidates, text, first, dot);
    lsp_analysis_free(analysis);
    strbuf_free(&without.text);
  }
  strbuf_free(&closers);
  // Or what was there when the text was not broken.
  candidates->analysis = lsp_document_parsed(document);
  size_t before = dot;
  if (map_count(candidates->seen) > 0 || !candidates->analysis) return;
  if (!lsp_offset_before(candidates->analysis, &before)) return;
  Name qualifier = intern(candidates->analysis->front.names, text + first, dot - first);
  offer_fields(candidates, defined_before(candidates->analysis, qualifier, before));
}

void lsp_completion(LspServer *server, LspDocument *document, const JsonValue *params,
                    JsonWriter *json, const char **error) {
  (void)error;
  const FrontEditor *editor = document->front ? document->front->editor : NULL;
  const char *text = strbuf_text(&document->text);
  size_t offset = lsp_document_offset(document, params), start = word_start(text, offset);
  size_t first = qualifier_start(text, start);
  Arena *arena = arena_new();
  LspCandidates candidates = {.editor = editor,
                              .json = json,
                              .prefix = text + start,
                              .prefix_length = offset - start,
                              .names = interner_new(arena),
                              .seen = map_new(arena)};
  json_begin_array(json);
  if (editor && editor->members && first < start) {
    complete_member(server, document, &candidates, first, start - 1);
  } else if (editor && editor->members) {
    candidates.analysis = lsp_document_analysis(server, document);
    complete_name(candidates.analysis, &candidates, offset);
  }
  json_end_array(json);
  arena_free(arena);
}

// ---- Signatures ----

typedef struct LspCall {
  const FrontToken *function;
  size_t argument; // which of them the cursor is in
} LspCall;

static bool is_comma(const LspAnalysis *analysis, const FrontToken *token) {
  return token->end - token->start == 1 && analysis->front.file->text[token->start] == ',';
}

// `f(a, b`: the function before the bracket that is open, and the commas since.
static LspCall find_bracket_call(const LspAnalysis *analysis, const FrontToken *tokens,
                                 size_t count) {
  LspCall call = {0};
  int depth = 0;
  for (size_t i = count; i-- > 0;) {
    depth -= bracket_depth(analysis->front.file, &tokens[i]);
    if (depth == 0 && is_comma(analysis, &tokens[i])) call.argument++;
    if (depth >= 0) continue;
    call.function = i > 0 ? &tokens[i - 1] : NULL;
    break;
  }
  return call;
}

// Ends an application: what is no name, literal or bracket.
static bool is_boundary(const LspAnalysis *analysis, const FrontEditor *editor,
                        const FrontToken *token) {
  if (editor->tokens[token->kind].is_keyword || is_comma(analysis, token)) return true;
  char first = token->end > token->start ? analysis->front.file->text[token->start] : '\0';
  bool is_atom = front_is_letter(first) || front_is_digit(first) || strchr("'\"#.", first) != NULL;
  return !is_atom && bracket_depth(analysis->front.file, token) == 0;
}

// `f a b`: the first of the atoms before the cursor, and how many follow it.
static LspCall find_plain_call(const LspAnalysis *analysis, const FrontEditor *editor,
                               const FrontToken *tokens, size_t count, size_t offset) {
  LspCall call = {0};
  size_t first = count, atoms = 0;
  int depth = 0;
  for (size_t i = count; i-- > 0;) {
    int step = bracket_depth(analysis->front.file, &tokens[i]);
    if (depth == 0 && (step > 0 || is_boundary(analysis, editor, &tokens[i]))) break;
    depth -= step;
    bool is_index = step > 0 && !tokens[i].is_spaced;
    if (depth == 0 && !is_index) atoms++;
    if (depth == 0) first = i;
  }
  bool is_after = count > 0 && tokens[count - 1].end < offset;
  if (first == count || atoms + is_after < 2) return call;
  call.function = &tokens[first];
  call.argument = atoms + is_after - 2;
  return call;
}

// What a token of a call names: by where it stands, or by its name when the text there is broken.
static bool find_function(const LspAnalysis *analysis, const FrontEditor *editor,
                          const FrontToken *token, Occurrence *function) {
  const Occurrence *known =
      front_recorder_at(&analysis->front.recorder, analysis->front.file->id, token->end);
  if (known && known->span.end == token->end) {
    *function = *known;
    return true;
  }
  FrontMembers members = {0};
  const char *text = analysis->front.file->text;
  uint32_t dot = token->end;
  while (dot > token->start && text[dot - 1] != '.')
    dot--;
  Name qualifier = dot > token->start
                       ? intern(analysis->front.names, text + token->start, dot - 1 - token->start)
                       : NULL;
  if (analysis->front.scope) editor->members(&analysis->front, qualifier, &members);
  for (size_t i = 0; i < members.count; i++)
    if (members.data[i].name == token->name) {
      *function = (Occurrence){
          .kind = members.data[i].kind, .name = token->name, .what = members.data[i].what};
      return true;
    }
  return false;
}

// The parts of a function's type that its arguments have: from arrow to arrow, or, of a tuple,
// from comma to comma.
static void write_parameters(JsonWriter *json, const char *type, size_t before,
                             bool is_juxtaposed) {
  int depth = 0;
  bool is_tuple = !is_juxtaposed && type[0] == '(';
  size_t start = is_tuple ? 1 : 0;
  json_begin_array(json);
  for (size_t i = start; type[i]; i++) {
    bool is_end = depth == 0 &&
                  (is_tuple ? strchr(",)", type[i]) != NULL : type[i] == '-' && type[i + 1] == '>');
    if (is_end) {
      size_t end = i;
      while (end > start && type[end - 1] == ' ')
        end--;
      json_begin_object(json), json_key(json, "label"), json_begin_array(json);
      json_int(json, (int64_t)(before + start)), json_int(json, (int64_t)(before + end));
      json_end_array(json), json_end_object(json);
      if (is_tuple ? type[i] == ')' : !is_juxtaposed) break;
      start = i + (is_tuple ? 1 : 2);
      while (type[start] == ' ')
        start++;
    }
    if (strchr("([{", type[i])) depth++;
    if (strchr(")]}", type[i])) depth--;
  }
  json_end_array(json);
}

void lsp_signature_help(LspServer *server, LspDocument *document, const JsonValue *params,
                        JsonWriter *json, const char **error) {
  (void)error;
  const LspAnalysis *analysis = lsp_document_analysis(server, document);
  const FrontEditor *editor = document->front ? document->front->editor : NULL;
  if (!analysis || !editor || !editor->signature) return;
  size_t offset = lsp_document_offset(document, params), count = 0;
  FrontLexer lexer = lex_analysed(analysis, editor);
  while (count + 1 < lexer.tokens.count && lexer.tokens.data[count].end <= offset)
    count++;
  LspCall call = editor->is_juxtaposed
                     ? find_plain_call(analysis, editor, lexer.tokens.data, count, offset)
                     : find_bracket_call(analysis, lexer.tokens.data, count);
  Occurrence function;
  if (!call.function || !call.function->name) return;
  if (!find_function(analysis, editor, call.function, &function)) return;
  const char *type = editor->signature(analysis->arena, &function);
  if (!type) return;
  size_t before = strlen(function.name) + 3;
  json_begin_object(json), json_key(json, "signatures"), json_begin_array(json);
  json_begin_object(json), json_key(json, "label");
  json_string(json, arena_printf(analysis->arena, "%s : %s", function.name, type));
  json_key(json, "parameters"), write_parameters(json, type, before, editor->is_juxtaposed);
  json_end_object(json), json_end_array(json);
  json_key(json, "activeSignature"), json_int(json, 0);
  json_key(json, "activeParameter"), json_int(json, (int64_t)call.argument);
  json_end_object(json);
}
