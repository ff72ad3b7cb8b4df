// The parser's tokens, errors and nesting, and its entry points.
#include "front/futhark/parse.h"

#include <string.h>

#include "front/futhark/parse_internal.h"

// How deep constructs may nest, counted in calls of fut_parser_enter. The C stack bounds it.
enum { DEPTH_LIMIT = 1000 };

const FutToken *fut_parser_peek(const FutParser *parser) { return &parser->tokens[parser->at]; }

const FutToken *fut_parser_peek_at(const FutParser *parser, size_t offset) {
  size_t left = parser->end - parser->at;
  return &parser->tokens[parser->at + (offset < left ? offset : left)];
}

const FutToken *fut_parser_next(FutParser *parser) {
  const FutToken *token = fut_parser_peek(parser);
  if (parser->at < parser->end) parser->at++;
  return token;
}

bool fut_parser_is(const FutParser *parser, FutTokenKind kind) {
  return fut_parser_peek(parser)->kind == kind;
}

bool fut_parser_accept(FutParser *parser, FutTokenKind kind) {
  if (!fut_parser_is(parser, kind)) return false;
  fut_parser_next(parser);
  return true;
}

bool fut_token_is_symbol(const FutToken *token, const char *symbol) {
  return token->kind == FUT_TOKEN_SYMBOL && token->qualifier_count == 0 &&
         strcmp(token->name, symbol) == 0;
}

Span fut_parser_token_span(const FutParser *parser, const FutToken *token) {
  return (Span){parser->file->id, token->start, token->end};
}

Span fut_parser_span_from(const FutParser *parser, const FutToken *first) {
  const FutToken *last = parser->at == 0 ? first : &parser->tokens[parser->at - 1];
  if (last->end < first->start) last = first;
  return (Span){parser->file->id, first->start, last->end};
}

const char *fut_parser_describe(const FutParser *parser, const FutToken *token) {
  enum { LENGTH_LIMIT = 32 };
  uint32_t length = token->end - token->start;
  if (token->kind == FUT_TOKEN_END || token->kind == FUT_TOKEN_STRING ||
      token->kind == FUT_TOKEN_BACKTICK || length > LENGTH_LIMIT)
    return fut_token_text(token->kind);
  return arena_printf(parser->arena, "`%.*s`", (int)length, parser->file->text + token->start);
}

// A token that could not be read was reported by the lexer.
static bool is_reported(const FutParser *parser) {
  return fut_parser_is(parser, FUT_TOKEN_BAD) ||
         (parser->at > 0 && parser->tokens[parser->at - 1].kind == FUT_TOKEN_BAD);
}

bool fut_parser_fail(FutParser *parser, ErrorCode code, Span span, const char *format, ...) {
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

bool fut_parser_fail_expected(FutParser *parser, const char *what) {
  if (parser->is_failing) return false;
  const FutToken *token = fut_parser_peek(parser);
  const char *found = fut_parser_describe(parser, token);
  Span span = fut_parser_token_span(parser, token);
  if (parser->at == 0)
    return fut_parser_fail(parser, ERROR_FUTHARK_SYNTAX, span, "expected %s, found %s", what,
                           found);
  const char *previous = fut_parser_describe(parser, &parser->tokens[parser->at - 1]);
  bool is_new = fut_parser_fail(parser, ERROR_FUTHARK_SYNTAX, span,
                                "expected %s after %s, found %s", what, previous, found);
  if (is_new && fut_token_is_keyword(token->kind) && strstr(what, "name") != NULL)
    diag_hint(parser->diag, "%s is a word of the language and cannot be a name", found);
  return is_new;
}

const FutToken *fut_parser_expect(FutParser *parser, FutTokenKind kind, const char *what) {
  if (fut_parser_is(parser, kind)) return fut_parser_next(parser);
  if (what == NULL) what = arena_printf(parser->arena, "`%s`", fut_token_text(kind));
  fut_parser_fail_expected(parser, what);
  return fut_parser_peek(parser);
}

void fut_parser_expect_equals(FutParser *parser) {
  const FutToken *token = fut_parser_peek(parser);
  if (fut_parser_accept(parser, FUT_TOKEN_EQUALS)) return;
  if (!fut_parser_fail_expected(parser, "`=`")) return;
  if (fut_token_is_symbol(token, "==")) {
    diag_hint(parser->diag, "`==` compares; a definition is written with `=`");
  } else if (fut_token_is_symbol(token, "<-")) {
    diag_hint(parser->diag, "older versions wrote `<-` here; write `=`");
  } else if (token->kind == FUT_TOKEN_SYMBOL && token->name[0] == '=') {
    diag_hint(parser->diag, "`%s` is read as one operator; put a blank after `=`", token->name);
  } else if (fut_token_is_keyword(token->kind) && !fut_token_begins(token->kind, FUT_BEGINS_DECL)) {
    diag_hint(parser->diag, "`%s` is a word of the language and cannot be a name", token->name);
  } else if (token->kind == FUT_TOKEN_ARROW) {
    diag_hint(parser->diag,
              "the type of a result is written with `:`, as in `def f (x: t): u = e`");
  } else if (token->kind == FUT_TOKEN_COMMA) {
    diag_hint(parser->diag, "parameters are written one after the other: `(x: t) (y: u)`");
  }
}

void fut_parser_expect_arrow(FutParser *parser, const char *example) {
  const FutToken *token = fut_parser_peek(parser);
  if (fut_parser_accept(parser, FUT_TOKEN_ARROW)) return;
  if (!fut_parser_fail_expected(parser, "`->`")) return;
  if (token->kind == FUT_TOKEN_SYMBOL && strncmp(token->name, "->", 2) == 0)
    diag_hint(parser->diag, "`%s` is read as one operator; put a blank after `->`", token->name);
  else
    diag_hint(parser->diag, "write `%s`", example);
}

// Whether what follows is an operator that lacks its right operand before a closing bracket.
static bool is_dangling_operator(const FutParser *parser, FutTokenKind close) {
  return fut_parser_is_operator(parser) &&
         fut_parser_peek_at(parser, fut_parser_operator_length(parser))->kind == close;
}

void fut_parser_expect_close(FutParser *parser, FutTokenKind kind, const FutToken *open) {
  if (fut_parser_accept(parser, kind)) return;
  if (parser->is_failing) return;
  if (is_dangling_operator(parser, FUT_TOKEN_RPAREN)) {
    parser->at += fut_parser_operator_length(parser);
    fut_parser_fail_expected(parser, "an expression");
    return;
  }
  const FutToken *token = fut_parser_peek(parser);
  const char *opened = fut_token_text(open->kind);
  bool is_new =
      fut_parser_fail(parser, ERROR_FUTHARK_UNCLOSED, fut_parser_token_span(parser, token),
                      "expected `%s` to close `%s`, found %s", fut_token_text(kind), opened,
                      fut_parser_describe(parser, token));
  if (!is_new) return;
  diag_note(parser->diag, fut_parser_token_span(parser, open), "the `%s` is here", opened);
  FutTokenKind before = open == parser->tokens ? FUT_TOKEN_END : open[-1].kind;
  bool is_pattern = before == FUT_TOKEN_LET || before == FUT_TOKEN_LOOP ||
                    before == FUT_TOKEN_FOR || before == FUT_TOKEN_CASE ||
                    before == FUT_TOKEN_BACKSLASH;
  if (token->kind == FUT_TOKEN_EQUALS && !is_pattern)
    diag_hint(parser->diag, "`=` defines; `==` compares");
  else if (token->kind == FUT_TOKEN_BACKSLASH)
    diag_hint(parser->diag, "a lambda that is an argument needs parentheses: `f (\\x -> e)`");
}

bool fut_parser_more(FutParser *parser, FutTokenKind close, bool is_first) {
  if (!is_first && !fut_parser_accept(parser, FUT_TOKEN_COMMA)) return false;
  return !fut_parser_is(parser, close) && !fut_parser_is(parser, FUT_TOKEN_END);
}

FutIdent fut_parser_token_ident(const FutParser *parser, const FutToken *token) {
  return (FutIdent){token->name, fut_parser_token_span(parser, token)};
}

FutQualName fut_parser_qual_name(const FutParser *parser, const FutToken *token) {
  return (FutQualName){fut_parser_token_span(parser, token), token->name, token->qualifiers,
                       token->qualifier_count};
}

FutIdent fut_parser_ident(FutParser *parser, const char *what) {
  const FutToken *token = fut_parser_peek(parser);
  if (token->kind != FUT_TOKEN_NAME) {
    fut_parser_fail_expected(parser, what);
    return (FutIdent){0};
  }
  if (token->qualifier_count > 0) {
    bool is_new = fut_parser_fail(
        parser, ERROR_FUTHARK_SYNTAX, fut_parser_token_span(parser, token),
        "expected %s without a dot, found %s", what, fut_parser_describe(parser, token));
    if (is_new) diag_hint(parser->diag, "only names inside modules are written with dots");
    return (FutIdent){0};
  }
  return fut_parser_token_ident(parser, fut_parser_next(parser));
}

FutIdent fut_parser_field(FutParser *parser) {
  const FutToken *token = fut_parser_peek(parser);
  if (token->kind == FUT_TOKEN_FIELD)
    return fut_parser_token_ident(parser, fut_parser_next(parser));
  if (token->kind == FUT_TOKEN_INT && token->number->suffix == FUT_PRIM_NONE) {
    fut_parser_next(parser);
    return (FutIdent){token->number->text, fut_parser_token_span(parser, token)};
  }
  return fut_parser_ident(parser, "the name of a field");
}

uint32_t fut_parser_column(const FutParser *parser, const FutToken *token) {
  uint32_t column = 0;
  while (column < token->start && parser->file->text[token->start - column - 1] != '\n')
    column++;
  return column;
}

bool fut_parser_enter(FutParser *parser) {
  parser->depth++;
  if (parser->depth <= DEPTH_LIMIT) return true;
  bool is_new = fut_parser_fail(parser, ERROR_FUTHARK_DEPTH,
                                fut_parser_token_span(parser, fut_parser_peek(parser)),
                                "this is nested more than %d levels deep", DEPTH_LIMIT);
  if (is_new) diag_hint(parser->diag, "give names to parts of it");
  return false;
}

void fut_parser_leave(FutParser *parser) { parser->depth--; }

void fut_parser_raise(FutParser *parser, uint32_t *height, uint32_t child) {
  if (*height <= child) *height = child + 1;
  if (*height <= FUT_HEIGHT_LIMIT) return;
  bool is_new = fut_parser_fail(parser, ERROR_FUTHARK_DEPTH,
                                fut_parser_token_span(parser, fut_parser_peek(parser)),
                                "more than %d operations are chained up to here", FUT_HEIGHT_LIMIT);
  if (is_new) diag_hint(parser->diag, "give names to parts of it");
}

// name | number | name(attribute, …)
static FutAttribute *fut_parser_attribute_inner(FutParser *parser) {
  const FutToken *first = fut_parser_peek(parser);
  FutAttribute *attribute = arena_make(parser->arena, FutAttribute);
  if (!fut_parser_enter(parser)) {
    fut_parser_leave(parser);
    return attribute;
  }
  if (first->kind == FUT_TOKEN_INT && first->number->suffix == FUT_PRIM_NONE) {
    attribute->name = fut_parser_next(parser)->number->text;
  } else {
    attribute->name = fut_parser_ident(parser, "the name of an attribute").name;
    const FutToken *open = fut_parser_peek(parser);
    if (attribute->name != NULL && fut_parser_accept(parser, FUT_TOKEN_LPAREN)) {
      attribute->is_compound = true;
      for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RPAREN, is_first);
           is_first = false)
        vec_push(parser->arena, &attribute->arguments, fut_parser_attribute_inner(parser));
      fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
    }
  }
  attribute->span = fut_parser_span_from(parser, first);
  fut_parser_leave(parser);
  return attribute;
}

FutAttribute *fut_parser_attribute(FutParser *parser) {
  const FutToken *open = fut_parser_expect(parser, FUT_TOKEN_ATTRIBUTE, NULL);
  FutAttribute *attribute = fut_parser_attribute_inner(parser);
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACKET, open);
  return attribute;
}

FutAttributes fut_parser_attributes(FutParser *parser) {
  FutAttributes attributes = {0};
  while (fut_parser_is(parser, FUT_TOKEN_ATTRIBUTE))
    vec_push(parser->arena, &attributes, fut_parser_attribute(parser));
  return attributes;
}

static FutParser fut_parser_begin(Arena *arena, Interner *names, const SourceFile *file,
                                  Diag *diag) {
  size_t errors = diag_error_count(diag);
  FutTokens *tokens = fut_lex(arena, names, file, diag);
  return (FutParser){.arena = arena,
                     .names = names,
                     .diag = diag,
                     .file = file,
                     .tokens = tokens->tokens.data,
                     .docs = tokens->docs.data,
                     .end = tokens->tokens.count - 1,
                     .has_errors = diag_error_count(diag) > errors};
}

FutProgram *fut_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  FutParser parser = fut_parser_begin(arena, names, file, diag);
  FutProgram *program = arena_make(arena, FutProgram);
  program->file = file;
  program->decls = fut_parser_decls(&parser, false);
  program->has_errors = parser.has_errors;
  return program;
}

FutExp *fut_parse_exp(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  FutParser parser = fut_parser_begin(arena, names, file, diag);
  FutExp *exp = fut_parser_exp(&parser);
  fut_parser_expect(&parser, FUT_TOKEN_END, NULL);
  return parser.has_errors ? NULL : exp;
}
