#include "front/lexer.h"

#include <string.h>

#include "base/utf8.h"

FrontLexer front_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag,
                     FrontLexToken *lex_token) {
  static const char MARK[] = "\xEF\xBB\xBF";
  size_t errors = diag_error_count(diag);
  FrontLexer lexer = {.arena = arena,
                      .names = names,
                      .diag = diag,
                      .file = file,
                      .text = file->text,
                      .length = (uint32_t)file->length,
                      .is_spaced = true,
                      .is_first = true};
  if (!diag_check_utf8(diag, file)) {
    lexer.at = lexer.length;
    front_lexer_push(&lexer, TOKEN_BAD, lexer.length);
  }
  if (lexer.length >= 3 && memcmp(lexer.text, MARK, 3) == 0) lexer.at += 3;
  // Hardly any source has more tokens than this, and memory that is not touched costs nothing.
  vec_reserve(arena, &lexer.tokens, lexer.length / 2 + 16);
  while (lexer.at < lexer.length)
    lex_token(&lexer);
  front_lexer_push(&lexer, TOKEN_END, lexer.length);
  lexer.has_errors = diag_error_count(diag) > errors;
  return lexer;
}

Span front_lexer_span(const FrontLexer *lexer, uint32_t start) {
  return span_new(lexer->file->id, start, lexer->at);
}

Name front_lexer_take_name(FrontLexer *lexer, uint32_t length) {
  Name name = intern(lexer->names, lexer->text + lexer->at, length);
  lexer->at += length;
  return name;
}

uint32_t front_lexer_take_codepoint(FrontLexer *lexer) {
  uint32_t codepoint = 0;
  size_t size = utf8_decode(lexer->text + lexer->at, lexer->length - lexer->at, &codepoint);
  lexer->at += size == 0 ? 1 : (uint32_t)size;
  return codepoint;
}

bool front_lexer_take_blank(FrontLexer *lexer) {
  char byte = front_lexer_byte(lexer, 0);
  if (byte != ' ' && (byte < '\t' || byte > '\r')) return false;
  if (byte == '\n') lexer->is_first = true;
  lexer->is_spaced = true;
  lexer->at++;
  return true;
}

FrontToken *front_lexer_push(FrontLexer *lexer, int kind, uint32_t start) {
  FrontToken token = {.kind = kind,
                      .start = start,
                      .end = lexer->at,
                      .doc = lexer->doc,
                      .is_spaced = lexer->is_spaced,
                      .is_first = lexer->is_first};
  vec_push(lexer->arena, &lexer->tokens, token);
  lexer->is_spaced = false;
  lexer->is_first = false;
  lexer->doc = 0;
  return &vec_last(&lexer->tokens);
}

void front_lexer_push_string(FrontLexer *lexer, int kind, uint32_t start, const char *bytes,
                             size_t length) {
  FrontString *string = arena_make(lexer->arena, FrontString);
  *string = (FrontString){arena_strndup(lexer->arena, bytes, length), length};
  front_lexer_push(lexer, kind, start)->value = string;
}

bool front_lexer_is_at_line_end(const FrontLexer *lexer) {
  return lexer->at >= lexer->length || front_lexer_byte(lexer, 0) == '\n';
}

uint32_t front_lexer_stray(FrontLexer *lexer, uint32_t start, ErrorCode code, const char *heading,
                           const char *language) {
  const char *first = lexer->text + lexer->at;
  uint32_t codepoint = front_lexer_take_codepoint(lexer);
  uint32_t step = (uint32_t)(lexer->text + lexer->at - first);
  while (lexer->length - lexer->at >= step && memcmp(lexer->text + lexer->at, first, step) == 0)
    lexer->at += step;
  Span span = front_lexer_span(lexer, start);
  if (codepoint < 0x20 || codepoint == 0x7F)
    diag_error(lexer->diag, code, span, "%sthe control character U+%04X is not allowed", heading,
               codepoint);
  else
    diag_error(lexer->diag, code, span, "%sthe character `%.*s` is not part of %s", heading,
               (int)step, first, language);
  if (codepoint == 0xA0)
    diag_hint(lexer->diag, "this is a non-breaking space; type an ordinary one");
  front_lexer_push(lexer, TOKEN_BAD, start);
  return codepoint;
}

void front_lexer_take_digits(FrontLexer *lexer) {
  while (front_is_digit(front_lexer_byte(lexer, 0)))
    lexer->at++;
}

bool front_lexer_take_exponent(FrontLexer *lexer) {
  char mark = front_lexer_byte(lexer, 0), next = front_lexer_byte(lexer, 1);
  if (mark != 'e' && mark != 'E') return false;
  uint32_t sign = next == '+' || next == '-' ? 1 : 0;
  if (!front_is_digit(front_lexer_byte(lexer, 1 + sign))) return false;
  lexer->at += 1 + sign;
  front_lexer_take_digits(lexer);
  return true;
}

const FrontSymbol *front_lexer_symbol(const FrontLexer *lexer, const FrontSymbol *symbols,
                                      size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(symbols[i].text);
    if (lexer->length - lexer->at >= length &&
        memcmp(lexer->text + lexer->at, symbols[i].text, length) == 0)
      return &symbols[i];
  }
  return NULL;
}

void front_lexer_take_symbol(FrontLexer *lexer, const FrontSymbol *symbol) {
  uint32_t start = lexer->at;
  lexer->at += (uint32_t)strlen(symbol->text);
  front_lexer_push(lexer, symbol->kind, start)->name = intern_str(lexer->names, symbol->text);
}
