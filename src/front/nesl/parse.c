// The parser's entry point, and what it says of mistakes.
#include "front/nesl/parse.h"

#include <string.h>

#include "front/nesl/parse_internal.h"

bool nesl_parser_is_operator(const FrontParser *parser, const char *text) {
  const FrontToken *token = front_parser_peek(parser);
  return token->kind == NESL_TOKEN_OPERATOR && strcmp(token->name, text) == 0;
}

// What other languages write, and what NESL writes.
static const char *const FOREIGN[][2] = {
    {"def", "a function is defined by `function f(x) = e;`"},
    {"define", "a function is defined by `function f(x) = e;`"},
    {"defun", "a function is defined by `function f(x) = e;`"},
    {"fun", "a function is defined by `function f(x) = e;`"},
    {"fn", "a function is defined by `function f(x) = e;`"},
    {"func", "a function is defined by `function f(x) = e;`"},
    {"val", "a top-level variable is bound by `x = e;`"},
    {"var", "a top-level variable is bound by `x = e;`"},
    {"type", "a type is defined by `datatype name(type, …);`"},
    {"struct", "a type is defined by `datatype name(type, …);`"},
    {"return", "the result of a function is its expression; there is no `return`"},
    {"for", "write an apply-to-each: `{e : x in xs}`"},
    {"while", "NESL has no loops; define a recursive function"},
    // Commands of the interactive system
    {"load", "a program is one file; copy what it needs into it"},
    {"set", "settings are options: `ravel run --help`; `--print-limit=N` is how much is shown"},
    {"describe", "a definition is shown with its type: `ravel run`"},
    {"show", "the value of every expression at top level is shown"},
    {"trace", "show the values of parts as forms of their own"},
    {"profile", "`ravel bench` measures programs, and `-P` in executables prints a profile"},
    {"dump", "`ravel dump` and `ravel opt` show what becomes of a program"},
    {"use", "the target is chosen by the command: `ravel c`, `multicore`, `opencl`, `cuda`"},
};

// Operators of other languages, as the two tokens or the name that they are read as.
static const char *const FOREIGN_OPERATORS[][3] = {
    {"<", ">", "`/=` tells whether values differ"},
    {"*", "*", "a power is written `a ^ b`"},
    {"", "mod", "the remainder is written `a rem b`"},
    {"", "div", "`/` of integers gives an integer"},
};

static const char *foreign_operator_hint(const FrontToken *previous, const FrontToken *token) {
  if (token->name == NULL) return NULL;
  for (size_t i = 0; i < sizeof FOREIGN_OPERATORS / sizeof *FOREIGN_OPERATORS; i++) {
    const char *first = FOREIGN_OPERATORS[i][0];
    bool is_first = first[0] == '\0' || (previous->name != NULL && previous->end == token->start &&
                                         strcmp(previous->name, first) == 0);
    if (is_first && strcmp(token->name, FOREIGN_OPERATORS[i][1]) == 0)
      return FOREIGN_OPERATORS[i][2];
  }
  return NULL;
}

static const char *foreign_hint(const FrontToken *token) {
  for (size_t i = 0; token->kind == NESL_TOKEN_NAME && i < sizeof FOREIGN / sizeof *FOREIGN; i++)
    if (strcmp(FOREIGN[i][0], token->name) == 0) return FOREIGN[i][1];
  return NULL;
}

void nesl_parser_hint(FrontParser *parser, const FrontToken *token) {
  const FrontToken *previous = token == parser->tokens ? token : token - 1;
  const char *foreign = foreign_hint(previous);
  if (foreign == NULL) foreign = foreign_operator_hint(previous, token);
  if (foreign != NULL)
    diag_hint(parser->diag, "%s", foreign);
  else if (token->kind == NESL_TOKEN_EQUALS && !previous->is_first)
    diag_hint(parser->diag, "`=` defines; `==` compares");
  else if (previous->kind == NESL_TOKEN_NAME && token->kind != NESL_TOKEN_END && !token->is_first &&
           (token->kind == NESL_TOKEN_NAME || token->kind == NESL_TOKEN_INT ||
            token->kind == NESL_TOKEN_FLOAT || token->kind == NESL_TOKEN_STRING ||
            token->kind == NESL_TOKEN_CHAR))
    diag_hint(parser->diag, "arguments are written in parentheses: `%s(…)`", previous->name);
}

void nesl_parser_expect_equals(FrontParser *parser) {
  if (front_parser_accept(parser, NESL_TOKEN_EQUALS)) return;
  bool is_comparison = nesl_parser_is_operator(parser, "==");
  bool is_arrow = nesl_parser_is_operator(parser, "->");
  if (!front_parser_fail_expected(parser, "`=`")) return;
  if (is_comparison)
    diag_hint(parser->diag, "`==` compares; a definition is written with `=`");
  else if (is_arrow)
    diag_hint(parser->diag, "the type of a function is written behind a colon: "
                            "`function f(x) : int -> int = e`");
}

void nesl_parser_expect_close(FrontParser *parser, NeslTokenKind kind, const FrontToken *open) {
  if (front_parser_accept(parser, kind)) return;
  const FrontToken *token = front_parser_peek(parser);
  if (!front_parser_fail_unclosed(parser, kind, open)) return;
  if (kind == NESL_TOKEN_RBRACKET && token->kind == NESL_TOKEN_IN)
    diag_hint(parser->diag, "an apply-to-each is written in braces: `{e : x in xs}`");
  nesl_parser_hint(parser, token);
}

NeslIdent nesl_parser_ident(FrontParser *parser, const char *what) {
  const FrontToken *token = front_parser_expect(parser, NESL_TOKEN_NAME, what);
  if (token->kind != NESL_TOKEN_NAME) return (NeslIdent){0};
  return (NeslIdent){token->name, front_parser_token_span(parser, token)};
}

NeslProgram *nesl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  static const FrontSyntax SYNTAX = {.kinds = NESL_TOKENS,
                                     .syntax = ERROR_NESL_SYNTAX,
                                     .unclosed = ERROR_NESL_UNCLOSED,
                                     .depth = ERROR_NESL_DEPTH,
                                     .hint = nesl_parser_hint};
  FrontLexer lexer = nesl_lex(arena, names, file, diag);
  FrontParser parser = front_parser_begin(&SYNTAX, &lexer);
  NeslProgram *program = arena_make(arena, NeslProgram);
  program->file = file;
  program->forms = nesl_parser_forms(&parser);
  program->has_errors = parser.has_errors;
  return program;
}
