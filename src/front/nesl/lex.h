// The lexer: from a source file to an array of tokens.
//
// What tokens hold: INT an integer, -2^63 when it is 2^63, which only a minus may stand before;
// FLOAT a real; CHAR its byte as the integer; STRING a FrontString as the value. The names of NAME
// and of keywords are in lower case.
#ifndef FRONT_NESL_LEX_H
#define FRONT_NESL_LEX_H

#include "front/lexer.h"

typedef enum NeslTokenKind {
#define TOKEN(id, text)   NESL_TOKEN_##id,
#define KEYWORD(id, text) NESL_TOKEN_##id,
#include "front/nesl/tokens.def"
#undef TOKEN
#undef KEYWORD
} NeslTokenKind;

// Reads all tokens of a file. Errors go to diag.
FrontLexer nesl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// What messages call the kinds of tokens, and which are words of the language.
extern const FrontTokenKind NESL_TOKENS[];

#endif
