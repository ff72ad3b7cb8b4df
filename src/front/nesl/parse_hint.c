// What the parser advises where it finds something else than it expects.
#include <string.h>

#include "front/nesl/parse_internal.h"

// What other languages write, and what NESL writes. The token that is not understood stands after
// the word.
static const char *const FOREIGN[][2] = {
    {"def", "a function is defined by `function f(x) = e;`"},
    {"define", "a function is defined by `function f(x) = e;`"},
    {"defun", "a function is defined by `function f(x) = e;`"},
    {"fun", "a function is defined by `function f(x) = e;`, or written `x => e` without a name"},
    {"fn", "a function is defined by `function f(x) = e;`, or written `x => e` without a name"},
    {"lambda", "a function without a name is written `x => e`"},
    {"func", "a function is defined by `function f(x) = e;`"},
    {"val", "a top-level variable is bound by `x = e;`"},
    {"var", "a top-level variable is bound by `x = e;`"},
    {"type", "a type is defined by `datatype name(type, …);`"},
    {"struct", "a type is defined by `datatype name(type, …);`"},
    {"return", "the result of a function is its expression; there is no `return`"},
    {"for", "write an apply-to-each: `{e : x in xs}`"},
    {"while", "NESL has no loops; define a recursive function"},
    {"import", "another file is read by `load \"file\";`"},
    {"include", "another file is read by `load \"file\";`"},
    // What looks like a command of the interactive system
    {"load", "the name of the file is a string: `load \"file\";`"},
    {"trace", "show the values of parts as forms of their own"},
    {"profile", "`ravel bench` measures programs, and `-P` in executables prints a profile"},
    {"use", "the target is chosen by the command: `ravel c`, `multicore`, `opencl`, `cuda`"},
};

// Words that are themselves not understood.
static const char *const FOREIGN_WORDS[][2] = {
    {"mod", "the remainder is written `a rem b`"},
    {"div", "`/` of integers gives an integer"},
    {"where", "names are bound before they are used: `let x = e in …`"},
    {"for", "an apply-to-each is written in braces: `{e : x in xs}`"},
    {"of", "a binding of an apply-to-each is written `x in xs`"},
};

// Operators of other languages, as the two tokens that they are read as.
static const char *const FOREIGN_OPERATORS[][3] = {
    {"<", ">", "`/=` tells whether values differ"},     {"*", "*", "a power is written `a ^ b`"},
    {"/", "/", "a comment is written `% … %`"},         {"/", "*", "a comment is written `% … %`"},
    {":", "=", "a variable is bound by `=`: `x = e;`"},
};

static const char EACH_HINT[] = "an apply-to-each is `{body : x in xs | condition}`";

static const char *find_pair(const FrontToken *first, const FrontToken *second) {
  bool is_pair = first->name != NULL && second->name != NULL && first->end == second->start;
  for (size_t i = 0; is_pair && i < sizeof FOREIGN_OPERATORS / sizeof *FOREIGN_OPERATORS; i++)
    if (strcmp(first->name, FOREIGN_OPERATORS[i][0]) == 0 &&
        strcmp(second->name, FOREIGN_OPERATORS[i][1]) == 0)
      return FOREIGN_OPERATORS[i][2];
  return NULL;
}

static const char *find_word(const char *const (*table)[2], size_t count, const FrontToken *token) {
  for (size_t i = 0; token->kind == NESL_TOKEN_NAME && i < count; i++)
    if (strcmp(table[i][0], token->name) == 0) return table[i][1];
  return NULL;
}

static const char *find_foreign(const FrontToken *previous, const FrontToken *token) {
  const char *hint = find_word(FOREIGN, sizeof FOREIGN / sizeof *FOREIGN, previous);
  if (hint == NULL)
    hint = find_word(FOREIGN_WORDS, sizeof FOREIGN_WORDS / sizeof *FOREIGN_WORDS, token);
  if (hint == NULL) hint = find_pair(previous, token);
  if (hint == NULL && token->kind != TOKEN_END) hint = find_pair(token, token + 1);
  return hint;
}

static bool is_literal(const FrontToken *token) {
  return token->kind == NESL_TOKEN_INT || token->kind == NESL_TOKEN_FLOAT ||
         token->kind == NESL_TOKEN_STRING || token->kind == NESL_TOKEN_CHAR;
}

// `f x`: a name, and what may be its argument on the same line.
static bool is_juxtaposed(const FrontParser *parser, const FrontToken *previous,
                          const FrontToken *token) {
  if (previous->kind != NESL_TOKEN_NAME || token->is_first) return false;
  bool is_condition = previous > parser->tokens && previous[-1].kind == NESL_TOKEN_IF;
  return !is_condition && (token->kind == NESL_TOKEN_NAME || is_literal(token));
}

void nesl_parser_hint(FrontParser *parser, const FrontToken *token) {
  const FrontToken *previous = token == parser->tokens ? token : token - 1;
  const char *foreign = find_foreign(previous, token);
  if (foreign != NULL)
    diag_hint(parser->diag, "%s", foreign);
  else if (token->kind == NESL_TOKEN_EQUALS && !previous->is_first)
    diag_hint(parser->diag, "`=` defines; `==` compares");
  else if (token->kind == NESL_TOKEN_FUNCTION)
    diag_hint(parser->diag,
              "functions are defined at top level, `function f(x) = e;`; one without a "
              "name is written `x => e`");
  else if (previous->kind == NESL_TOKEN_CHAR && token->kind == NESL_TOKEN_NAME &&
           previous->end == token->start)
    diag_hint(parser->diag, "a string is written in double quotes");
  else if (is_juxtaposed(parser, previous, token))
    diag_hint(parser->diag, "arguments are written in parentheses: `%s(…)`", previous->name);
}

// In braces: `: x = v`, a second `:`, `if`, or `in` after the bar. A `=` elsewhere compares.
static bool is_each_mistake(const FrontToken *token) {
  bool is_binding = token[-1].kind == NESL_TOKEN_NAME &&
                    (token[-2].kind == NESL_TOKEN_COLON || token[-2].kind == NESL_TOKEN_SEMICOLON);
  return (token->kind == NESL_TOKEN_EQUALS && is_binding) || token->kind == NESL_TOKEN_COLON ||
         token->kind == NESL_TOKEN_IN || token->kind == NESL_TOKEN_IF;
}

void nesl_parser_hint_close(FrontParser *parser, NeslTokenKind kind, const FrontToken *token) {
  const FrontToken *previous = token - 1; // there is at least the bracket that is open
  bool is_item = is_literal(token) || token->kind == NESL_TOKEN_LPAREN ||
                 token->kind == NESL_TOKEN_LBRACKET || token->kind == NESL_TOKEN_LBRACE ||
                 token->kind == NESL_TOKEN_NAME;
  if (kind == NESL_TOKEN_RBRACE && is_each_mistake(token))
    diag_hint(parser->diag, "%s", EACH_HINT);
  else if (kind == NESL_TOKEN_RBRACKET && token->kind == NESL_TOKEN_IN)
    diag_hint(parser->diag, "an apply-to-each is written in braces: `{e : x in xs}`");
  else if (kind != NESL_TOKEN_RBRACE && is_item && !token->is_first &&
           previous->kind != NESL_TOKEN_NAME && find_foreign(previous, token) == NULL)
    diag_hint(parser->diag, "a `,` or an operator may be missing before it");
  else
    nesl_parser_hint(parser, token);
}
