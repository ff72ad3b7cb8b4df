#include "front/apl/parse.h"

#include <string.h>

#include "front/parser.h"

// What is being parsed: the innermost dfn, or NULL at top level.
typedef struct Parsing {
  FrontParser base;
  AplDfn *dfn;
} Parsing;

static AplPhrase *parse_phrase(Parsing *parser, const FrontToken *open);

// ---- Brackets ----

static void expect_close(Parsing *parser, AplTokenKind kind, const FrontToken *open) {
  if (front_parser_accept(&parser->base, kind)) return;
  const FrontToken *found = front_parser_peek(&parser->base);
  bool is_line_end = found->is_first && kind != APL_TOKEN_RBRACE;
  if (front_parser_fail_unclosed(&parser->base, kind, open) && is_line_end)
    diag_hint(parser->base.diag, "only `{` may be closed on a later line");
}

static void parse_group(Parsing *parser, AplItem *item) {
  const FrontToken *open = front_parser_next(&parser->base);
  item->kind = APL_ITEM_GROUP;
  item->group = parse_phrase(parser, open);
  expect_close(parser, APL_TOKEN_RPAREN, open);
}

static void parse_index(Parsing *parser, AplItem *item) {
  const FrontToken *open = front_parser_next(&parser->base);
  item->kind = APL_ITEM_INDEX;
  do {
    AplPhrase *phrase = parse_phrase(parser, open);
    vec_push(parser->base.arena, &item->indices, phrase);
  } while (front_parser_accept(&parser->base, APL_TOKEN_SEMICOLON));
  expect_close(parser, APL_TOKEN_RBRACKET, open);
}

static void parse_statements(Parsing *parser, const FrontToken *open, AplStatements *statements);

static void parse_dfn(Parsing *parser, AplItem *item) {
  const FrontToken *open = front_parser_next(&parser->base);
  AplDfn *dfn = arena_make(parser->base.arena, AplDfn), *outer = parser->dfn;
  parser->dfn = dfn;
  parse_statements(parser, open, &dfn->statements);
  parser->dfn = outer;
  expect_close(parser, APL_TOKEN_RBRACE, open);
  dfn->span = front_parser_span_from(&parser->base, open);
  item->kind = APL_ITEM_DFN;
  item->dfn = dfn;
}

// ---- Items ----

static void parse_numbers(Parsing *parser, AplItem *item) {
  item->kind = APL_ITEM_NUMBERS;
  do {
    const AplNumber *number = front_parser_next(&parser->base)->value;
    vec_push(parser->base.arena, &item->numbers, number);
  } while (front_parser_is(&parser->base, APL_TOKEN_NUMBER) &&
           !front_parser_peek(&parser->base)->is_first);
}

static void parse_name(Parsing *parser, AplItem *item) {
  item->kind = APL_ITEM_NAME;
  item->name = front_parser_next(&parser->base)->name;
  bool is_left = strcmp(item->name, "⍺⍺") == 0, is_right = strcmp(item->name, "⍵⍵") == 0;
  bool is_argument = is_left || is_right || strcmp(item->name, "⍺") == 0 ||
                     strcmp(item->name, "⍵") == 0 || strcmp(item->name, "∇") == 0;
  if (parser->dfn == NULL && is_argument) {
    Span span = span_new(parser->base.file->id, parser->base.tokens[parser->base.at - 1].start,
                         parser->base.tokens[parser->base.at - 1].end);
    if (front_parser_fail(&parser->base, ERROR_APL_SYNTAX, span,
                          "SYNTAX ERROR: `%s` has no meaning outside of braces", item->name))
      diag_hint(parser->base.diag, "a function is written `{⍵+1}`");
    return;
  }
  if (is_left) parser->dfn->has_left_operand = true;
  if (is_right) parser->dfn->has_right_operand = true;
}

// Whether there was an item.
static bool parse_item(Parsing *parser, AplItem *item) {
  const FrontToken *token = front_parser_peek(&parser->base);
  *item = (AplItem){0};
  switch ((AplTokenKind)token->kind) {
  case APL_TOKEN_NUMBER: parse_numbers(parser, item); break;
  case APL_TOKEN_NAME: parse_name(parser, item); break;
  case APL_TOKEN_STRING:
    item->kind = APL_ITEM_STRING;
    item->string = front_parser_next(&parser->base)->value;
    break;
  case APL_TOKEN_ZILDE:
    item->kind = APL_ITEM_ZILDE;
    front_parser_next(&parser->base);
    break;
  case APL_TOKEN_PRIMITIVE:
    item->kind = APL_ITEM_PRIMITIVE;
    item->primitive = (AplPrimitiveId)front_parser_next(&parser->base)->integer;
    break;
  case APL_TOKEN_SYSTEM:
    item->kind = APL_ITEM_SYSTEM;
    item->name = front_parser_next(&parser->base)->name;
    break;
  case APL_TOKEN_QUAD:
    item->kind = APL_ITEM_QUAD;
    front_parser_next(&parser->base);
    break;
  case APL_TOKEN_ARROW:
    item->kind = APL_ITEM_ARROW;
    front_parser_next(&parser->base);
    break;
  case APL_TOKEN_LPAREN: parse_group(parser, item); break;
  case APL_TOKEN_LBRACKET: parse_index(parser, item); break;
  case APL_TOKEN_LBRACE: parse_dfn(parser, item); break;
  case APL_TOKEN_END:
  case APL_TOKEN_BAD:
  case APL_TOKEN_RPAREN:
  case APL_TOKEN_RBRACKET:
  case APL_TOKEN_RBRACE:
  case APL_TOKEN_SEMICOLON:
  case APL_TOKEN_COLON:
  case APL_TOKEN_DIAMOND:
  case APL_TOKEN_ANNOTATION: return false;
  }
  item->span = front_parser_span_from(&parser->base, token);
  return true;
}

// Items up to something else, or the end of the line.
static AplPhrase *parse_phrase(Parsing *parser, const FrontToken *open) {
  AplPhrase *phrase = arena_make(parser->base.arena, AplPhrase);
  const FrontToken *first = front_parser_peek(&parser->base);
  AplItem item;
  phrase->span = front_parser_token_span(&parser->base, open != NULL ? open : first);
  if (!front_parser_enter(&parser->base)) return phrase;
  while (!parser->base.is_failing &&
         !(front_parser_peek(&parser->base)->is_first && (open != NULL || phrase->count > 0))) {
    if (!parse_item(parser, &item)) break;
    vec_push(parser->base.arena, phrase, item);
  }
  front_parser_leave(&parser->base);
  if (phrase->count > 0) phrase->span = front_parser_span_from(&parser->base, first);
  return phrase;
}

// ---- Statements ----

static void take_annotation(Parsing *parser) {
  const FrontToken *token = front_parser_next(&parser->base);
  AplAnnotation annotation = {token->name, front_parser_token_span(&parser->base, token)};
  if (parser->dfn != NULL) vec_push(parser->base.arena, &parser->dfn->annotations, annotation);
}

static bool is_statement_end(const FrontToken *token) {
  return token->is_first || token->kind == APL_TOKEN_DIAMOND || token->kind == APL_TOKEN_RBRACE ||
         token->kind == APL_TOKEN_END || token->kind == APL_TOKEN_ANNOTATION;
}

static void fail_end(Parsing *parser) {
  const FrontToken *token = front_parser_peek(&parser->base);
  Span span = front_parser_token_span(&parser->base, token);
  if (token->kind == APL_TOKEN_RPAREN || token->kind == APL_TOKEN_RBRACKET ||
      token->kind == APL_TOKEN_RBRACE)
    front_parser_fail(&parser->base, ERROR_APL_UNCLOSED, span,
                      "SYNTAX ERROR: nothing opens this %s",
                      front_parser_describe(&parser->base, token));
  else if (front_parser_fail(&parser->base, ERROR_APL_SYNTAX, span,
                             "SYNTAX ERROR: %s cannot stand here",
                             front_parser_describe(&parser->base, token)) &&
           token->kind == APL_TOKEN_COLON)
    diag_hint(parser->base.diag,
              "a guard `condition: value` stands in braces; words such as `:If` are not supported");
}

// A statement, unless the current token ends an empty one.
static void parse_statement(Parsing *parser, AplStatements *statements) {
  AplStatement statement = {0};
  const FrontToken *first = front_parser_peek(&parser->base);
  statement.phrase = parse_phrase(parser, NULL);
  if (parser->dfn != NULL && front_parser_is(&parser->base, APL_TOKEN_COLON)) {
    statement.guard = statement.phrase;
    const FrontToken *colon = front_parser_next(&parser->base);
    statement.phrase = parse_phrase(parser, colon);
    if (statement.guard->count == 0 || statement.phrase->count == 0)
      front_parser_fail(
          &parser->base, ERROR_APL_SYNTAX, front_parser_token_span(&parser->base, colon),
          "SYNTAX ERROR: a guard is written `condition: value`, and the %s is missing",
          statement.guard->count == 0 ? "condition" : "value");
  }
  statement.span = front_parser_span_from(&parser->base, first);
  const FrontToken *next = front_parser_peek(&parser->base);
  if (next == first || !is_statement_end(next)) fail_end(parser);
  if (parser->base.is_failing) return;
  if (statement.phrase->count > 0 || statement.guard != NULL)
    vec_push(parser->base.arena, statements, statement);
}

static void parse_statements(Parsing *parser, const FrontToken *open, AplStatements *statements) {
  if (!front_parser_enter(&parser->base)) return;
  for (;;) {
    const FrontToken *token = front_parser_peek(&parser->base);
    if (token->kind == APL_TOKEN_END || (open != NULL && token->kind == APL_TOKEN_RBRACE)) break;
    if (token->kind == APL_TOKEN_DIAMOND)
      front_parser_next(&parser->base);
    else if (token->kind == APL_TOKEN_RBRACE)
      fail_end(parser);
    else if (token->kind == APL_TOKEN_ANNOTATION)
      take_annotation(parser);
    else
      parse_statement(parser, statements);
  }
  front_parser_leave(&parser->base);
}

// Goes on after the line of an error at top level.
static void recover(Parsing *parser) {
  FrontParser *base = &parser->base;
  base->is_failing = false;
  base->depth = 0;
  parser->dfn = NULL;
  base->at = base->resume;
  size_t depth = 0;
  for (; base->at < base->end; base->at++) {
    const FrontToken *token = front_parser_peek(base);
    if (token->kind == APL_TOKEN_LBRACE) depth++;
    if (token->kind == APL_TOKEN_RBRACE && depth > 0) depth--;
    if (depth == 0 && base->at > base->resume && token->is_first) return;
  }
}

AplProgram *apl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  static const FrontSyntax SYNTAX = {.kinds = APL_TOKENS,
                                     .syntax = ERROR_APL_SYNTAX,
                                     .unclosed = ERROR_APL_UNCLOSED,
                                     .depth = ERROR_APL_DEPTH,
                                     .heading = "SYNTAX ERROR: "};
  FrontLexer lexer = apl_lex(arena, names, file, diag);
  Parsing parser = {.base = front_parser_begin(&SYNTAX, &lexer)};
  AplProgram *program = arena_make(arena, AplProgram);
  program->file = file;
  for (;;) {
    parse_statements(&parser, NULL, &program->statements);
    if (!parser.base.is_failing) break;
    recover(&parser);
  }
  program->has_errors = parser.base.has_errors;
  return program;
}
