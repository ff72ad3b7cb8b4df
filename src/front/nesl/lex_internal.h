// Private to the lexer: its state, and what lex.c and lex_literal.c share.
#ifndef FRONT_NESL_LEX_INTERNAL_H
#define FRONT_NESL_LEX_INTERNAL_H

#include "front/nesl/lex.h"

typedef struct NeslLexer {
  Arena *arena;
  Interner *names;
  Diag *diag;
  NeslTokens *out;
  const char *text;
  uint32_t length, at;
  bool is_first;
} NeslLexer;

// The byte at an offset from the current position; 0 beyond the end.
char nesl_lexer_byte(const NeslLexer *lexer, uint32_t offset);

// The span from a position to the current one.
Span nesl_lexer_span(const NeslLexer *lexer, uint32_t start);

// Appends a token that reaches from start to the current position, and yields it to be filled in.
NeslToken *nesl_lexer_push(NeslLexer *lexer, NeslTokenKind kind, uint32_t start);

// Whether a byte may be part of a name; whether it is a digit.
bool nesl_lexer_is_constituent(char byte);
bool nesl_lexer_is_digit(char byte);

// Read a literal at the current position.
void nesl_lexer_number(NeslLexer *lexer);
void nesl_lexer_string(NeslLexer *lexer);
void nesl_lexer_char(NeslLexer *lexer);

#endif
