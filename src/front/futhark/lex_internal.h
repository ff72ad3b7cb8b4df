// Private to the lexer: its state, and what lex.c and lex_literal.c share.
#ifndef FRONT_FUTHARK_LEX_INTERNAL_H
#define FRONT_FUTHARK_LEX_INTERNAL_H

#include "front/futhark/lex.h"

typedef struct FutLexer {
  Arena *arena;
  Interner *names;
  Diag *diag;
  FutTokens *out;
  const char *text;
  uint32_t length, at;
  bool is_spaced, is_first;
  uint32_t doc;
} FutLexer;

// The byte at an offset from the current position; 0 beyond the end.
char fut_lexer_byte(const FutLexer *lexer, uint32_t offset);

// The span from a position to the current one.
Span fut_lexer_span(const FutLexer *lexer, uint32_t start);

// Appends a token that reaches from start to the current position, and yields it to be filled in.
FutToken *fut_lexer_push(FutLexer *lexer, FutTokenKind kind, uint32_t start);

// Whether a byte may be part of a name.
bool fut_lexer_is_constituent(char byte);

// Read a literal at the current position.
void fut_lexer_number(FutLexer *lexer);
void fut_lexer_string(FutLexer *lexer);
void fut_lexer_char(FutLexer *lexer);

#endif
