// The parser's tokens, errors and nesting, and its entry point.
#include "front/nesl/parse.h"

#include <string.h>

#include "front/nesl/parse_internal.h"

// How deep constructs may nest, counted in calls of nesl_parser_enter. The C stack bounds it.
enum { DEPTH_LIMIT = 1000 };

const NeslToken *nesl_parser_peek(const NeslParser *parser) { return &parser->tokens[parser->at]; }

const NeslToken *nesl_parser_peek_at(const NeslParser *parser, size_t offset) {
  size_t left = parser->end - parser->at;
  return &parser->tokens[parser->at + (offset < left ? offset : left)];
}

const NeslToken *nesl_parser_next(NeslParser *parser) {
  const NeslToken *token = nesl_parser_peek(parser);
  if (parser->at < parser->end) parser->at++;
  return token;
}

bool nesl_parser_is(const NeslParser *parser, NeslTokenKind kind) {
  return nesl_parser_peek(parser)->kind == kind;
}

bool nesl_parser_accept(NeslParser *parser, NeslTokenKind kind) {
  if (!nesl_parser_is(parser, kind)) return false;
  nesl_parser_next(parser);
  return true;
}

bool nesl_parser_is_operator(const NeslParser *parser, const char *text) {
  const NeslToken *token = nesl_parser_peek(parser);
  return token->kind == NESL_TOKEN_OPERATOR && strcmp(token->name, text) == 0;
}

Span nesl_parser_token_span(const NeslParser *parser, const NeslToken *token) {
  return (Span){parser->file->id, token->start, token->end};
}

Span nesl_parser_span_from(const NeslParser *parser, const NeslToken *first) {
  const NeslToken *last = parser->at == 0 ? first : &parser->tokens[parser->at - 1];
  if (last->end < first->start) last = first;
  return (Span){parser->file->id, first->start, last->end};
}

const char *nesl_parser_describe(const NeslParser *parser, const NeslToken *token) {
  enum { LENGTH_LIMIT = 32 };
  uint32_t length = token->end - token->start;
  if (token->kind == NESL_TOKEN_END || token->kind == NESL_TOKEN_STRING ||
      token->kind == NESL_TOKEN_CHAR || length > LENGTH_LIMIT)
    return nesl_token_text(token->kind);
  return arena_printf(parser->arena, "`%.*s`", (int)length, parser->file->text + token->start);
}

// A token that could not be read was reported by the lexer.
static bool is_reported(const NeslParser *parser) {
  return nesl_parser_is(parser, NESL_TOKEN_BAD) ||
         (parser->at > 0 && parser->tokens[parser->at - 1].kind == NESL_TOKEN_BAD);
}

bool nesl_parser_fail(NeslParser *parser, ErrorCode code, Span span, const char *format, ...) {
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

static const char *foreign_operator_hint(const NeslToken *previous, const NeslToken *token) {
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

static const char *foreign_hint(const NeslToken *token) {
  for (size_t i = 0; token->kind == NESL_TOKEN_NAME && i < sizeof FOREIGN / sizeof *FOREIGN; i++)
    if (strcmp(FOREIGN[i][0], token->name) == 0) return FOREIGN[i][1];
  return NULL;
}

void nesl_parser_hint(NeslParser *parser, const NeslToken *token) {
  const NeslToken *previous = token == parser->tokens ? token : token - 1;
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

bool nesl_parser_fail_expected(NeslParser *parser, const char *what) {
  if (parser->is_failing) return false;
  const NeslToken *token = nesl_parser_peek(parser);
  const char *found = nesl_parser_describe(parser, token);
  Span span = nesl_parser_token_span(parser, token);
  if (parser->at == 0)
    return nesl_parser_fail(parser, ERROR_NESL_SYNTAX, span, "expected %s, found %s", what, found);
  const char *previous = nesl_parser_describe(parser, &parser->tokens[parser->at - 1]);
  bool is_new = nesl_parser_fail(parser, ERROR_NESL_SYNTAX, span, "expected %s after %s, found %s",
                                 what, previous, found);
  if (!is_new) return false;
  if (nesl_token_is_keyword(token->kind) && strstr(what, "name") != NULL)
    diag_hint(parser->diag, "%s is a word of the language and cannot be a name", found);
  else
    nesl_parser_hint(parser, token);
  return true;
}

const NeslToken *nesl_parser_expect(NeslParser *parser, NeslTokenKind kind, const char *what) {
  if (nesl_parser_is(parser, kind)) return nesl_parser_next(parser);
  if (what == NULL) what = arena_printf(parser->arena, "`%s`", nesl_token_text(kind));
  nesl_parser_fail_expected(parser, what);
  return nesl_parser_peek(parser);
}

void nesl_parser_expect_equals(NeslParser *parser) {
  if (nesl_parser_accept(parser, NESL_TOKEN_EQUALS)) return;
  bool is_comparison = nesl_parser_is_operator(parser, "==");
  bool is_arrow = nesl_parser_is_operator(parser, "->");
  if (!nesl_parser_fail_expected(parser, "`=`")) return;
  if (is_comparison)
    diag_hint(parser->diag, "`==` compares; a definition is written with `=`");
  else if (is_arrow)
    diag_hint(parser->diag, "the type of a function is written behind a colon: "
                            "`function f(x) : int -> int = e`");
}

void nesl_parser_expect_close(NeslParser *parser, NeslTokenKind kind, const NeslToken *open) {
  if (nesl_parser_accept(parser, kind)) return;
  if (parser->is_failing) return;
  const NeslToken *token = nesl_parser_peek(parser);
  const char *opened = nesl_token_text(open->kind);
  bool is_new = nesl_parser_fail(parser, ERROR_NESL_UNCLOSED, nesl_parser_token_span(parser, token),
                                 "expected `%s` to close `%s`, found %s", nesl_token_text(kind),
                                 opened, nesl_parser_describe(parser, token));
  if (!is_new) return;
  diag_note(parser->diag, nesl_parser_token_span(parser, open), "the `%s` is here", opened);
  if (kind == NESL_TOKEN_RBRACKET && token->kind == NESL_TOKEN_IN)
    diag_hint(parser->diag, "an apply-to-each is written in braces: `{e : x in xs}`");
  nesl_parser_hint(parser, token);
}

NeslIdent nesl_parser_ident(NeslParser *parser, const char *what) {
  const NeslToken *token = nesl_parser_expect(parser, NESL_TOKEN_NAME, what);
  if (token->kind != NESL_TOKEN_NAME) return (NeslIdent){0};
  return (NeslIdent){token->name, nesl_parser_token_span(parser, token)};
}

bool nesl_parser_enter(NeslParser *parser) {
  parser->depth++;
  if (parser->depth <= DEPTH_LIMIT) return true;
  bool is_new = nesl_parser_fail(parser, ERROR_NESL_DEPTH,
                                 nesl_parser_token_span(parser, nesl_parser_peek(parser)),
                                 "this is nested more than %d levels deep", DEPTH_LIMIT);
  if (is_new) diag_hint(parser->diag, "give names to parts of it");
  return false;
}

void nesl_parser_leave(NeslParser *parser) { parser->depth--; }

void nesl_parser_raise(NeslParser *parser, uint32_t *height, uint32_t child) {
  if (*height <= child) *height = child + 1;
  if (*height <= NESL_HEIGHT_LIMIT) return;
  bool is_new = nesl_parser_fail(
      parser, ERROR_NESL_DEPTH, nesl_parser_token_span(parser, nesl_parser_peek(parser)),
      "more than %d operations are chained up to here", NESL_HEIGHT_LIMIT);
  if (is_new) diag_hint(parser->diag, "give names to parts of it");
}

NeslProgram *nesl_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  size_t errors = diag_error_count(diag);
  NeslTokens *tokens = nesl_lex(arena, names, file, diag);
  NeslParser parser = {.arena = arena,
                       .names = names,
                       .diag = diag,
                       .file = file,
                       .tokens = tokens->tokens.data,
                       .end = tokens->tokens.count - 1,
                       .has_errors = diag_error_count(diag) > errors};
  NeslProgram *program = arena_make(arena, NeslProgram);
  program->file = file;
  program->forms = nesl_parser_forms(&parser);
  program->has_errors = parser.has_errors;
  return program;
}
