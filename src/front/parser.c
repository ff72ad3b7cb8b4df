#include "front/parser.h"

#include <string.h>

// How deep constructs may nest, counted in calls of front_parser_enter. The C stack bounds it.
enum { DEPTH_LIMIT = 1000 };

FrontParser front_parser_begin(const FrontSyntax *syntax, const FrontLexer *lexer) {
  return (FrontParser){.syntax = syntax,
                       .arena = lexer->arena,
                       .names = lexer->names,
                       .diag = lexer->diag,
                       .file = lexer->file,
                       .tokens = lexer->tokens.data,
                       .docs = lexer->docs.data,
                       .end = lexer->tokens.count - 1,
                       .has_errors = lexer->has_errors};
}

const FrontToken *front_parser_peek(const FrontParser *parser) {
  return &parser->tokens[parser->at];
}

const FrontToken *front_parser_peek_at(const FrontParser *parser, size_t offset) {
  size_t left = parser->end - parser->at;
  return &parser->tokens[parser->at + (offset < left ? offset : left)];
}

const FrontToken *front_parser_next(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (parser->at < parser->end) parser->at++;
  return token;
}

bool front_parser_is(const FrontParser *parser, int kind) {
  return front_parser_peek(parser)->kind == kind;
}

bool front_parser_accept(FrontParser *parser, int kind) {
  if (!front_parser_is(parser, kind)) return false;
  front_parser_next(parser);
  return true;
}

Span front_parser_token_span(const FrontParser *parser, const FrontToken *token) {
  return span_new(parser->file->id, token->start, token->end);
}

Span front_parser_span_from(const FrontParser *parser, const FrontToken *first) {
  const FrontToken *last = parser->at == 0 ? first : &parser->tokens[parser->at - 1];
  if (last->end < first->start) last = first;
  return span_new(parser->file->id, first->start, last->end);
}

uint32_t front_parser_column(const FrontParser *parser, const FrontToken *token) {
  uint32_t column = 0;
  while (column < token->start && parser->file->text[token->start - column - 1] != '\n')
    column++;
  return column;
}

const char *front_parser_text(const FrontParser *parser, int kind) {
  return parser->syntax->kinds[kind].text;
}

// A token is shown as it is written, unless it is long or its quotes would confuse.
const char *front_parser_describe(const FrontParser *parser, const FrontToken *token) {
  enum { LENGTH_LIMIT = 32 };
  uint32_t length = token->end - token->start;
  const char *text = parser->file->text + token->start;
  bool is_plain =
      length > 0 && length <= LENGTH_LIMIT && text[0] != '"' && memchr(text, '`', length) == NULL;
  if (!is_plain || token->kind == TOKEN_END) return front_parser_text(parser, token->kind);
  return arena_printf(parser->arena, "`%.*s`", (int)length, text);
}

// A token that could not be read was reported by the lexer.
static bool is_reported(const FrontParser *parser) {
  return front_parser_is(parser, TOKEN_BAD) ||
         (parser->at > 0 && parser->tokens[parser->at - 1].kind == TOKEN_BAD);
}

bool front_parser_fail(FrontParser *parser, ErrorCode code, Span span, const char *format, ...) {
  if (parser->is_failing) return false;
  bool is_new = !is_reported(parser);
  if (is_new) {
    va_list arguments;
    va_start(arguments, format);
    diag_verror(parser->diag, code, span, format, arguments);
    va_end(arguments);
  }
  parser->is_failing = true;
  parser->has_errors = true;
  parser->resume = parser->at;
  parser->at = parser->end;
  return is_new;
}

static const char *heading(const FrontParser *parser) {
  return parser->syntax->heading != NULL ? parser->syntax->heading : "";
}

bool front_parser_fail_expected(FrontParser *parser, const char *what) {
  if (parser->is_failing) return false;
  const FrontToken *token = front_parser_peek(parser);
  const char *found = front_parser_describe(parser, token), *after = "";
  if (parser->at > 0)
    after = arena_printf(parser->arena, " after %s",
                         front_parser_describe(parser, &parser->tokens[parser->at - 1]));
  bool is_new =
      front_parser_fail(parser, parser->syntax->syntax, front_parser_token_span(parser, token),
                        "%sexpected %s%s, found %s", heading(parser), what, after, found);
  if (!is_new) return false;
  if (parser->syntax->kinds[token->kind].is_keyword && strstr(what, "name") != NULL)
    diag_hint(parser->diag, "%s is a word of the language and cannot be a name", found);
  else if (parser->syntax->hint != NULL)
    parser->syntax->hint(parser, token);
  return true;
}

bool front_parser_fail_unclosed(FrontParser *parser, int kind, const FrontToken *open) {
  if (parser->is_failing) return false;
  const FrontToken *token = front_parser_peek(parser);
  const char *opened = front_parser_text(parser, open->kind);
  bool is_new = front_parser_fail(
      parser, parser->syntax->unclosed, front_parser_token_span(parser, token),
      "%sexpected `%s` to close `%s`, found %s", heading(parser), front_parser_text(parser, kind),
      opened, front_parser_describe(parser, token));
  if (is_new)
    diag_note(parser->diag, front_parser_token_span(parser, open), "the `%s` is here", opened);
  return is_new;
}

const FrontToken *front_parser_expect(FrontParser *parser, int kind, const char *what) {
  if (front_parser_is(parser, kind)) return front_parser_next(parser);
  if (what == NULL) what = arena_printf(parser->arena, "`%s`", front_parser_text(parser, kind));
  front_parser_fail_expected(parser, what);
  return front_parser_peek(parser);
}

// Fails at the current token, because a construct is too large for those who walk over it.
static void fail_deep(FrontParser *parser, const char *message) {
  Span span = front_parser_token_span(parser, front_parser_peek(parser));
  if (front_parser_fail(parser, parser->syntax->depth, span, "%s%s", heading(parser), message))
    diag_hint(parser->diag, "give names to parts of it");
}

bool front_parser_enter(FrontParser *parser) {
  parser->depth++;
  if (parser->depth <= DEPTH_LIMIT) return true;
  fail_deep(parser,
            arena_printf(parser->arena, "this is nested more than %d levels deep", DEPTH_LIMIT));
  return false;
}

void front_parser_leave(FrontParser *parser) { parser->depth--; }

void front_parser_raise(FrontParser *parser, uint32_t *height, uint32_t child) {
  if (*height <= child) *height = child + 1;
  if (*height > FRONT_HEIGHT_LIMIT)
    fail_deep(parser, arena_printf(parser->arena, "more than %d operations are chained up to here",
                                   FRONT_HEIGHT_LIMIT));
}
