// What the parsers of all languages share: a place among the tokens, errors, and nesting.
//
// Parsers are written by recursive descent. They look ahead, but never go back, so that their time
// is linear.
//
// Failing. The first error of a declaration is reported by front_parser_fail, which then moves the
// parser to the TOKEN_END. There every loop stops, every expectation fails silently, and every
// function returns some node; so no caller has to check. The list of declarations notices
// (is_failing), drops the nodes and resumes where the error was.
#ifndef FRONT_PARSER_H
#define FRONT_PARSER_H

#include "front/lexer.h"

// No node of a tree is higher than this, so that walkers may recurse.
enum { FRONT_HEIGHT_LIMIT = 2000 };

typedef struct FrontParser FrontParser;

// What the parser must know of a language.
typedef struct FrontSyntax {
  const FrontTokenKind *kinds;
  ErrorCode syntax, unclosed, depth; // the codes of its errors
  const char *heading;               // how their messages begin. Or NULL.
  // After an error: says what the token, which was not expected, suggests that was meant. Or NULL.
  void (*hint)(FrontParser *parser, const FrontToken *token);
} FrontSyntax;

struct FrontParser {
  const FrontSyntax *syntax;
  Arena *arena;
  Interner *names;
  Diag *diag;
  const SourceFile *file;
  const FrontToken *tokens;
  const char *const *docs;
  size_t at, end; // end is the index of the TOKEN_END
  size_t resume;  // where the parser was when it failed
  uint32_t depth;
  uint32_t column; // where the innermost declaration begins, in bytes from the start of its line
  bool is_failing, has_errors;
};

// A parser at the first of the tokens of a file.
FrontParser front_parser_begin(const FrontSyntax *syntax, const FrontLexer *lexer);

// The current token; one further on, counted from 0.
const FrontToken *front_parser_peek(const FrontParser *parser);
const FrontToken *front_parser_peek_at(const FrontParser *parser, size_t offset);

// Moves on and yields the token that was current. Stays at the TOKEN_END.
const FrontToken *front_parser_next(FrontParser *parser);

// Whether the current token is of this kind; the same, and then moves on.
bool front_parser_is(const FrontParser *parser, int kind);
bool front_parser_accept(FrontParser *parser, int kind);

// The span of a token; from a token to the one before the current one.
Span front_parser_token_span(const FrontParser *parser, const FrontToken *token);
Span front_parser_span_from(const FrontParser *parser, const FrontToken *first);

// How many bytes of its line are before a token.
uint32_t front_parser_column(const FrontParser *parser, const FrontToken *token);

// How a message calls a kind of token; a token: `in`, a string literal, the end of the file.
const char *front_parser_text(const FrontParser *parser, int kind);
const char *front_parser_describe(const FrontParser *parser, const FrontToken *token);

// Reports an error unless one was already reported, and fails. Whether it was reported: then the
// caller may add notes and hints.
bool front_parser_fail(FrontParser *parser, ErrorCode code, Span span, const char *format, ...)
    PRINTF_LIKE(4, 5);

// Fails at the current token: "expected WHAT after `previous`, found `current`".
bool front_parser_fail_expected(FrontParser *parser, const char *what);

// Fails at the current token, where the bracket of this kind should close `open`.
bool front_parser_fail_unclosed(FrontParser *parser, int kind, const FrontToken *open);

// Takes a token of this kind or fails; what is the message's word for it, or NULL for its spelling.
const FrontToken *front_parser_expect(FrontParser *parser, int kind, const char *what);

// Enter and leave a level of nesting. When it is too deep, fails and yields false.
bool front_parser_enter(FrontParser *parser);
void front_parser_leave(FrontParser *parser);

// Makes a node at least one higher than its child; fails when it is too high.
void front_parser_raise(FrontParser *parser, uint32_t *height, uint32_t child);

#endif
