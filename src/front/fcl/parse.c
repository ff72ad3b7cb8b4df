// The parser's entry point, definitions, and what its files share.
#include "front/fcl/parse.h"

#include <string.h>

#include "front/fcl/parse_internal.h"

bool fcl_parser_is_operator(const FrontParser *parser, const char *text) {
  const FrontToken *token = front_parser_peek(parser);
  return token->kind == FCL_TOKEN_OPERATOR && strcmp(token->name, text) == 0;
}

bool fcl_parser_accept_operator(FrontParser *parser, const char *text) {
  if (!fcl_parser_is_operator(parser, text)) return false;
  front_parser_next(parser);
  return true;
}

void fcl_parser_expect_close(FrontParser *parser, FclTokenKind kind, const FrontToken *open) {
  if (front_parser_accept(parser, kind)) return;
  front_parser_fail_unclosed(parser, kind, open);
}

FclIdent fcl_parser_ident(FrontParser *parser, const char *what) {
  const FrontToken *token = front_parser_expect(parser, FCL_TOKEN_NAME, what);
  if (token->kind != FCL_TOKEN_NAME) return (FclIdent){0};
  return (FclIdent){token->name, front_parser_token_span(parser, token)};
}

// ---- Definitions ----

static FclDefinition definition_sig(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FclSignature *signature = arena_make(parser->arena, FclSignature);
  signature->name = fcl_parser_ident(parser, "the name of what is declared");
  front_parser_expect(parser, FCL_TOKEN_COLON, NULL);
  signature->scheme = fcl_parser_scheme(parser);
  signature->span = front_parser_span_from(parser, first);
  return (FclDefinition){.signature = signature};
}

// `fun f<l> x y = e`, `val v<l> = e`.
static FclDefinition definition_binding(FrontParser *parser) {
  const FrontToken *first = front_parser_next(parser);
  FclDefinition definition = {.is_function = first->kind == FCL_TOKEN_FUN};
  FclBinding *binding = definition.binding = arena_make(parser->arena, FclBinding);
  const FrontToken *name = front_parser_peek(parser);
  FclIdent ident = fcl_parser_ident(parser, "the name of what is defined");
  binding->pattern = arena_make(parser->arena, FclPattern);
  *binding->pattern = (FclPattern){.kind = FCL_PATTERN_NAME,
                                   .height = 1,
                                   .span = front_parser_token_span(parser, name),
                                   .name = ident.name};
  if (fcl_parser_is_operator(parser, "<")) binding->levels = fcl_parser_level_names(parser);
  const FrontToken *start = front_parser_peek(parser);
  FclPatterns parameters = {0};
  while (definition.is_function && fcl_parser_is_pattern(parser)) {
    FclPattern *parameter = fcl_parser_pattern(parser);
    vec_push(parser->arena, &parameters, parameter);
  }
  if (front_parser_accept(parser, FCL_TOKEN_COLON)) binding->signature = fcl_parser_scheme(parser);
  bool is_pattern = fcl_parser_is_pattern(parser);
  if (!front_parser_accept(parser, FCL_TOKEN_EQUALS) && front_parser_fail_expected(parser, "`=`") &&
      is_pattern)
    diag_hint(parser->diag, "what has parameters is defined by `fun`");
  FclExp *value = fcl_parser_exp(parser);
  if (parameters.count > 0)
    value = fcl_parser_lambda(parser, parameters, value, front_parser_span_from(parser, start));
  binding->value = value;
  binding->span = front_parser_span_from(parser, first);
  return definition;
}

static bool is_definition(const FrontToken *token) {
  return token->kind == FCL_TOKEN_SIG || token->kind == FCL_TOKEN_FUN ||
         token->kind == FCL_TOKEN_VAL;
}

// After a definition only another one may stand.
static void definition_end(FrontParser *parser) {
  while (front_parser_accept(parser, FCL_TOKEN_SEMICOLON)) {
  }
  const FrontToken *token = front_parser_peek(parser);
  if (parser->is_failing || token->kind == FCL_TOKEN_END || is_definition(token)) return;
  if (!front_parser_fail_expected(parser, "another definition")) return;
  if (token->kind == FCL_TOKEN_IN)
    diag_hint(parser->diag, "one `in` follows the bindings of a `let`");
  else if (token->kind == FCL_TOKEN_LAMBDA)
    diag_hint(parser->diag, "an arm of a `case` is written `| <thread> => e`");
}

// After a failure in the definition that began at token start: moves to the next one.
static void recover(FrontParser *parser, size_t start) {
  size_t at = parser->resume > start ? parser->resume : start + 1;
  while (at < parser->end && !is_definition(&parser->tokens[at]))
    at++;
  parser->at = at;
  parser->is_failing = false;
  parser->depth = 0;
}

static void parse_definitions(FrontParser *parser, FclProgram *program) {
  while (front_parser_accept(parser, FCL_TOKEN_SEMICOLON)) {
  }
  while (!front_parser_is(parser, FCL_TOKEN_END)) {
    size_t start = parser->at;
    const FrontToken *first = front_parser_peek(parser);
    FclDefinition definition = {0};
    if (first->kind == FCL_TOKEN_SIG)
      definition = definition_sig(parser);
    else if (is_definition(first))
      definition = definition_binding(parser);
    else if (front_parser_fail_expected(parser, "a definition") &&
             (first->kind == FCL_TOKEN_NAME || first->kind == FCL_TOKEN_LET))
      diag_hint(parser->diag, "a definition begins with `fun` or `val`");
    definition_end(parser);
    if (parser->is_failing)
      recover(parser, start);
    else
      vec_push(parser->arena, &program->definitions, definition);
  }
}

FclProgram *fcl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  static const FrontSyntax SYNTAX = {.kinds = FCL_TOKENS,
                                     .syntax = ERROR_FCL_SYNTAX,
                                     .unclosed = ERROR_FCL_UNCLOSED,
                                     .depth = ERROR_FCL_DEPTH};
  FrontLexer lexer = fcl_lex(arena, names, file, diag);
  FrontParser parser = front_parser_begin(&SYNTAX, &lexer);
  FclProgram *program = arena_make(arena, FclProgram);
  program->file = file;
  parse_definitions(&parser, program);
  program->has_errors = parser.has_errors;
  return program;
}
