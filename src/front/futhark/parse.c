// The parser's entry points, attributes, and what it says of mistakes.
#include "front/futhark/parse.h"

#include <string.h>

#include "base/suggest.h"
#include "front/futhark/parse_internal.h"

bool fut_token_is_symbol(const FrontToken *token, const char *symbol) {
  return token->kind == FUT_TOKEN_SYMBOL && fut_token_qualifiers(token).count == 0 &&
         strcmp(token->name, symbol) == 0;
}

void fut_parser_expect_equals(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (front_parser_accept(parser, FUT_TOKEN_EQUALS)) return;
  if (!front_parser_fail_expected(parser, "`=`")) return;
  if (fut_token_is_symbol(token, "==")) {
    diag_hint(parser->diag, "`==` compares; a definition is written with `=`");
  } else if (fut_token_is_symbol(token, "<-")) {
    diag_hint(parser->diag, "older versions wrote `<-` here; write `=`");
  } else if (token->kind == FUT_TOKEN_SYMBOL && token->name[0] == '=') {
    diag_hint(parser->diag, "`%s` is read as one operator; put a blank after `=`", token->name);
  } else if (FUT_TOKENS[token->kind].is_keyword &&
             !fut_token_begins(token->kind, FUT_BEGINS_DECL)) {
    diag_hint(parser->diag, "`%s` is a word of the language and cannot be a name", token->name);
  } else if (token->kind == FUT_TOKEN_ARROW) {
    diag_hint(parser->diag,
              "the type of a result is written with `:`, as in `def f (x: t): u = e`");
  } else if (token->kind == FUT_TOKEN_COMMA) {
    diag_hint(parser->diag, "parameters are written one after the other: `(x: t) (y: u)`");
  }
}

void fut_parser_expect_arrow(FrontParser *parser, const char *example) {
  const FrontToken *token = front_parser_peek(parser);
  if (front_parser_accept(parser, FUT_TOKEN_ARROW)) return;
  if (!front_parser_fail_expected(parser, "`->`")) return;
  if (token->kind == FUT_TOKEN_SYMBOL && strncmp(token->name, "->", 2) == 0)
    diag_hint(parser->diag, "`%s` is read as one operator; put a blank after `->`", token->name);
  else
    diag_hint(parser->diag, "write `%s`", example);
}

// Whether what follows is an operator that lacks its right operand before a closing bracket.
static bool is_dangling_operator(const FrontParser *parser, int close) {
  return fut_parser_is_operator(parser) &&
         front_parser_peek_at(parser, fut_parser_operator_length(parser))->kind == close;
}

// What other languages have in brackets.
static void hint_bracketed(FrontParser *parser, const FrontToken *open, const FrontToken *token) {
  static const char *const LAMBDAS[] = {"fun", "fn", "lambda", "function"};
  bool is_lambda = open->kind == FUT_TOKEN_LPAREN && token->kind == FUT_TOKEN_ARROW;
  for (size_t i = 0; i < sizeof LAMBDAS / sizeof *LAMBDAS; i++)
    is_lambda |= open[1].kind == FUT_TOKEN_NAME && strcmp(open[1].name, LAMBDAS[i]) == 0;
  bool is_list = open->kind == FUT_TOKEN_LBRACKET;
  if (is_lambda)
    diag_hint(parser->diag, "a function without a name begins with a backslash: `\\x -> e`");
  else if (is_list && (token->kind == FUT_TOKEN_IN || token->kind == FUT_TOKEN_FOR))
    diag_hint(parser->diag, "there are no comprehensions; write `map (\\x -> e) xs`, and "
                            "`filter` for conditions");
}

void fut_parser_expect_close(FrontParser *parser, FutTokenKind kind, const FrontToken *open) {
  if (front_parser_accept(parser, kind)) return;
  if (parser->is_failing) return;
  if (is_dangling_operator(parser, FUT_TOKEN_RPAREN)) {
    parser->at += fut_parser_operator_length(parser);
    front_parser_fail_expected(parser, "an expression");
    return;
  }
  const FrontToken *token = front_parser_peek(parser);
  if (!front_parser_fail_unclosed(parser, kind, open)) return;
  FutTokenKind before = open == parser->tokens ? FUT_TOKEN_END : open[-1].kind;
  bool is_pattern = before == FUT_TOKEN_LET || before == FUT_TOKEN_LOOP ||
                    before == FUT_TOKEN_FOR || before == FUT_TOKEN_CASE ||
                    before == FUT_TOKEN_BACKSLASH;
  if (token->kind == FUT_TOKEN_EQUALS && !is_pattern)
    diag_hint(parser->diag, "`=` defines; `==` compares");
  else if (token->kind == FUT_TOKEN_BACKSLASH)
    diag_hint(parser->diag, "a lambda that is an argument needs parentheses: `f (\\x -> e)`");
  else
    hint_bracketed(parser, open, token);
}

bool fut_parser_more(FrontParser *parser, FutTokenKind close, bool is_first) {
  if (!is_first && !front_parser_accept(parser, FUT_TOKEN_COMMA)) return false;
  return !front_parser_is(parser, close) && !front_parser_is(parser, FUT_TOKEN_END);
}

FutIdent fut_parser_token_ident(const FrontParser *parser, const FrontToken *token) {
  return (FutIdent){token->name, front_parser_token_span(parser, token)};
}

FutQualName fut_parser_qual_name(const FrontParser *parser, const FrontToken *token) {
  FutQualifiers qualifiers = fut_token_qualifiers(token);
  return (FutQualName){front_parser_token_span(parser, token), token->name, qualifiers.names,
                       qualifiers.count};
}

bool fut_token_is_wildcard(const FrontToken *token) {
  return token->kind == FUT_TOKEN_NAME && strcmp(token->name, "_") == 0 &&
         fut_token_qualifiers(token).count == 0;
}

FutIdent fut_parser_ident(FrontParser *parser, const char *what) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind != FUT_TOKEN_NAME) {
    front_parser_fail_expected(parser, what);
    return (FutIdent){0};
  }
  if (fut_token_is_wildcard(token)) {
    if (front_parser_fail_expected(parser, what))
      diag_hint(parser->diag, "`_` is a pattern for what needs no name");
    return (FutIdent){0};
  }
  if (fut_token_qualifiers(token).count > 0) {
    bool is_new = front_parser_fail(
        parser, ERROR_FUTHARK_SYNTAX, front_parser_token_span(parser, token),
        "expected %s without a dot, found %s", what, front_parser_describe(parser, token));
    if (is_new) diag_hint(parser->diag, "only names inside modules are written with dots");
    return (FutIdent){0};
  }
  return fut_parser_token_ident(parser, front_parser_next(parser));
}

FutIdent fut_parser_field(FrontParser *parser) {
  const FrontToken *token = front_parser_peek(parser);
  if (token->kind == FUT_TOKEN_FIELD)
    return fut_parser_token_ident(parser, front_parser_next(parser));
  if (token->kind == FUT_TOKEN_INT && fut_token_number(token)->suffix == FUT_PRIM_NONE) {
    front_parser_next(parser);
    return (FutIdent){fut_token_number(token)->text, front_parser_token_span(parser, token)};
  }
  return fut_parser_ident(parser, "the name of a field");
}

// name | number | name(attribute, …)
static FutAttribute *fut_parser_attribute_inner(FrontParser *parser) {
  const FrontToken *first = front_parser_peek(parser);
  FutAttribute *attribute = arena_make(parser->arena, FutAttribute);
  if (!front_parser_enter(parser)) {
    front_parser_leave(parser);
    return attribute;
  }
  if (first->kind == FUT_TOKEN_INT && fut_token_number(first)->suffix == FUT_PRIM_NONE) {
    attribute->name = fut_token_number(front_parser_next(parser))->text;
  } else {
    attribute->name = fut_parser_ident(parser, "the name of an attribute").name;
    const FrontToken *open = front_parser_peek(parser);
    if (attribute->name != NULL && front_parser_accept(parser, FUT_TOKEN_LPAREN)) {
      attribute->is_compound = true;
      for (bool is_first = true; fut_parser_more(parser, FUT_TOKEN_RPAREN, is_first);
           is_first = false)
        vec_push(parser->arena, &attribute->arguments, fut_parser_attribute_inner(parser));
      fut_parser_expect_close(parser, FUT_TOKEN_RPAREN, open);
    }
  }
  attribute->span = front_parser_span_from(parser, first);
  front_parser_leave(parser);
  return attribute;
}

static FutAttribute *attribute_any(FrontParser *parser) {
  const FrontToken *open = front_parser_expect(parser, FUT_TOKEN_ATTRIBUTE, NULL);
  FutAttribute *attribute = fut_parser_attribute_inner(parser);
  fut_parser_expect_close(parser, FUT_TOKEN_RBRACKET, open);
  return attribute;
}

// What may stand in the parentheses of `flattening(…)` (flat/wishes.h).
static void check_versions(FrontParser *parser, const FutAttribute *attribute) {
  static const char *const KNOWN[] = {"no_outer", "no_intra", "only_intra", "only_inner",
                                      "only_outer"};
  for (size_t i = 0; i < attribute->arguments.count; i++) {
    const FutAttribute *argument = attribute->arguments.data[i];
    Suggestion suggestion = suggestion_for(argument->name ? argument->name : "");
    bool is_known = false;
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; k++) {
      is_known = is_known || (argument->name && strcmp(KNOWN[k], argument->name) == 0);
      suggestion_offer(&suggestion, KNOWN[k]);
    }
    if (is_known) continue;
    diag_warning(parser->diag, ERROR_FUTHARK_ATTRIBUTE, argument->span,
                 "`%s` knows no%s%s, which has no effect", attribute->name,
                 argument->name ? " " : " such word", argument->name ? argument->name : "");
    if (suggestion.best != NULL) diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
  }
}

void fut_parser_check_attribute(FrontParser *parser, const FutAttribute *attribute) {
  static const char *const KNOWN[] = {
#define ATTRIBUTE(name) #name,
#include "front/futhark/attributes.def"
  };
  if (attribute->name == NULL || parser->is_failing) return;
  Suggestion suggestion = suggestion_for(attribute->name);
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
    if (strcmp(KNOWN[i], attribute->name) == 0) {
      if (strstr(attribute->name, "flattening")) check_versions(parser, attribute);
      return;
    }
    suggestion_offer(&suggestion, KNOWN[i]);
  }
  diag_warning(parser->diag, ERROR_FUTHARK_ATTRIBUTE, attribute->span,
               "the attribute `%s` is not known and has no effect", attribute->name);
  if (suggestion.best != NULL) diag_hint(parser->diag, "did you mean `%s`?", suggestion.best);
}

FutAttribute *fut_parser_attribute(FrontParser *parser) {
  FutAttribute *attribute = attribute_any(parser);
  fut_parser_check_attribute(parser, attribute);
  return attribute;
}

FutAttributes fut_parser_attributes(FrontParser *parser) {
  FutAttributes attributes = {0};
  while (front_parser_is(parser, FUT_TOKEN_ATTRIBUTE))
    vec_push(parser->arena, &attributes, attribute_any(parser));
  return attributes;
}

// Other languages' comments are operators and constructors here, followed by words.
bool fut_parser_in_comment(const FrontParser *parser, const FrontToken *token) {
  for (;; token--) {
    bool is_hash = token->kind == FUT_TOKEN_CONSTRUCTOR && front_parser_column(parser, token) == 0;
    if (is_hash || fut_token_is_symbol(token, "//") || fut_token_is_symbol(token, "/*"))
      return true;
    if (token == parser->tokens || token->is_first) return false;
  }
}

static void hint_comment(FrontParser *parser, const FrontToken *token) {
  bool is_behind = token->is_first && token > parser->tokens;
  if (fut_parser_in_comment(parser, token) ||
      (is_behind && fut_parser_in_comment(parser, token - 1)))
    diag_hint(parser->diag, "a comment begins with `--` and ends with the line");
}

static FrontParser fut_parser_begin(Arena *arena, Interner *names, const SourceFile *file,
                                    Diag *diag) {
  static const FrontSyntax SYNTAX = {.kinds = FUT_TOKENS,
                                     .syntax = ERROR_FUTHARK_SYNTAX,
                                     .unclosed = ERROR_FUTHARK_UNCLOSED,
                                     .depth = ERROR_FUTHARK_DEPTH,
                                     .hint = hint_comment};
  FrontLexer lexer = fut_lex(arena, names, file, diag);
  return front_parser_begin(&SYNTAX, &lexer);
}

FutProgram *fut_parse(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  FrontParser parser = fut_parser_begin(arena, names, file, diag);
  FutProgram *program = arena_make(arena, FutProgram);
  program->file = file;
  program->decls = fut_parser_decls(&parser, false);
  program->has_errors = parser.has_errors;
  return program;
}

FutExp *fut_parse_exp(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  FrontParser parser = fut_parser_begin(arena, names, file, diag);
  FutExp *exp = fut_parser_exp(&parser);
  front_parser_expect(&parser, FUT_TOKEN_END, NULL);
  return parser.has_errors ? NULL : exp;
}

// ---- Inputs ----

// One way to read an input.
typedef struct FutParseReading {
  FutDecls decls;
  bool has_errors;
  size_t reached; // the number of the token where the only error is; 0 when there are several
  size_t end;
} FutParseReading;

// `def it = e`
static FutDecl *expression_decl(FrontParser *parser) {
  FutDecl *decl = arena_make(parser->arena, FutDecl);
  const FrontToken *first = front_parser_peek(parser);
  decl->kind = FUT_DECL_VALUE;
  decl->value.keyword = FUT_KEYWORD_DEF;
  decl->value.binding.body = fut_parser_exp(parser);
  front_parser_expect(parser, FUT_TOKEN_END, "the end of the expression");
  decl->span = front_parser_span_from(parser, first);
  decl->value.binding.name = (FutIdent){intern_str(parser->names, "it"), decl->span};
  return decl;
}

static FutParseReading read_as(FrontParser parser, Diag *diag, bool is_expression) {
  size_t errors = diag_error_count(diag);
  parser.diag = diag;
  FutParseReading reading = {.end = parser.end};
  if (is_expression)
    vec_push(parser.arena, &reading.decls, expression_decl(&parser));
  else
    reading.decls = fut_parser_decls(&parser, false);
  if (is_expression && parser.has_errors) reading.decls.count = 0;
  reading.has_errors = parser.has_errors;
  reading.reached = parser.has_errors ? parser.resume : parser.end;
  if (diag_error_count(diag) > errors + 1) reading.reached = 0;
  return reading;
}

// `let` and attributes begin both; what can be read as declarations is, since `let x = 1` could
// only be the beginning of an expression.
static bool is_expression_input(const FrontParser *parser, Diag *silent) {
  FutTokenKind kind = front_parser_peek(parser)->kind;
  if (kind == FUT_TOKEN_END) return false;
  if (kind != FUT_TOKEN_LET && kind != FUT_TOKEN_ATTRIBUTE)
    return !fut_token_begins(kind, FUT_BEGINS_DECL);
  FutParseReading declarations = read_as(*parser, silent, false);
  if (!declarations.has_errors) return false;
  FutParseReading expression = read_as(*parser, silent, true);
  return !expression.has_errors || expression.reached > declarations.reached;
}

FutInput fut_parse_input(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  Diag *silent = diag_new(arena, NULL);
  diag_configure(silent, (DiagSettings){.is_silent = true});
  FrontParser parser = fut_parser_begin(arena, names, file, diag);
  FutInput input = {.program = arena_make(arena, FutProgram)};
  input.is_expression = is_expression_input(&parser, silent);
  bool is_readable = !parser.has_errors;
  FutParseReading reading = read_as(parser, diag, input.is_expression);
  input.is_open = is_readable && reading.has_errors && reading.reached == reading.end;
  *input.program =
      (FutProgram){.file = file, .decls = reading.decls, .has_errors = reading.has_errors};
  return input;
}
