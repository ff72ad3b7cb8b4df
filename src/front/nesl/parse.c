// The parser's entry point, and what its files share.
#include "front/nesl/parse.h"

#include <string.h>

#include "base/file.h"
#include "front/nesl/parse_internal.h"

bool nesl_parser_is_operator(const FrontParser *parser, const char *text) {
  const FrontToken *token = front_parser_peek(parser);
  return token->kind == NESL_TOKEN_OPERATOR && strcmp(token->name, text) == 0;
}

const FrontToken *nesl_parser_behind_pattern(const FrontParser *parser) {
  size_t depth = 0;
  for (size_t i = 0;; i++) {
    const FrontToken *token = front_parser_peek_at(parser, i);
    if (token->kind == NESL_TOKEN_LPAREN)
      depth++;
    else if (token->kind == NESL_TOKEN_RPAREN && depth > 0)
      depth--;
    else if (token->kind != NESL_TOKEN_NAME && token->kind != NESL_TOKEN_UNDERSCORE &&
             token->kind != NESL_TOKEN_COMMA)
      return depth == 0 ? token : NULL;
  }
}

void nesl_parser_expect_equals(FrontParser *parser) {
  if (front_parser_accept(parser, NESL_TOKEN_EQUALS)) return;
  bool is_comparison = nesl_parser_is_operator(parser, "==");
  bool is_lambda = front_parser_is(parser, NESL_TOKEN_LAMBDA);
  bool is_brace = front_parser_is(parser, NESL_TOKEN_LBRACE);
  if (!front_parser_fail_expected(parser, "`=`")) return;
  if (is_comparison)
    diag_hint(parser->diag, "`==` compares; a definition is written with `=`");
  else if (is_lambda)
    diag_hint(parser->diag, "the result of a function follows `=`: `function f(x) = e;`");
  else if (is_brace)
    diag_hint(parser->diag, "the body of a function follows `=`: `function f(x) = e;`");
}

void nesl_parser_expect_close(FrontParser *parser, NeslTokenKind kind, const FrontToken *open) {
  if (front_parser_accept(parser, kind)) return;
  const FrontToken *token = front_parser_peek(parser);
  if (!front_parser_fail_unclosed(parser, kind, open)) return;
  nesl_parser_hint_close(parser, kind, token);
}

NeslIdent nesl_parser_ident(FrontParser *parser, const char *what) {
  const FrontToken *token = front_parser_expect(parser, NESL_TOKEN_NAME, what);
  if (token->kind != NESL_TOKEN_NAME) return (NeslIdent){0};
  return (NeslIdent){token->name, front_parser_token_span(parser, token)};
}

bool nesl_loads_add(Arena *arena, NeslLoads *loads, Name path) {
  for (size_t i = 0; i < loads->paths.count; i++)
    if (loads->paths.data[i] == path) return false;
  vec_push(arena, &loads->paths, path);
  return true;
}

NeslProgram *nesl_parse_file(Arena *arena, Interner *names, const SourceFile *file, Diag *diag,
                             NeslLoads *loads) {
  static const FrontSyntax SYNTAX = {.kinds = NESL_TOKENS,
                                     .syntax = ERROR_NESL_SYNTAX,
                                     .unclosed = ERROR_NESL_UNCLOSED,
                                     .depth = ERROR_NESL_DEPTH,
                                     .hint = nesl_parser_hint};
  FrontLexer lexer = nesl_lex(arena, names, file, diag);
  FrontParser parser = front_parser_begin(&SYNTAX, &lexer);
  NeslProgram *program = arena_make(arena, NeslProgram);
  program->file = file;
  loads->exit = SPAN_NONE;
  program->forms = nesl_parser_forms(&parser, loads);
  program->has_errors = parser.has_errors;
  program->exit = loads->exit;
  return program;
}

NeslProgram *nesl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  NeslLoads loads = {0};
  nesl_loads_add(arena, &loads, intern_str(names, path_normalize(arena, file->path)));
  return nesl_parse_file(arena, names, file, diag, &loads);
}
