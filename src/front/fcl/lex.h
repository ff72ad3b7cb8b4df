// The lexer: from a source file to an array of tokens.
//
// What tokens hold: INT an integer, within the range of an int or, for a hexadecimal one, of its
// unsigned counterpart; DOUBLE a real; STRING a FrontString as the value. A TYPE_VARIABLE has its
// name with the quote.
#ifndef FRONT_FCL_LEX_H
#define FRONT_FCL_LEX_H

#include "front/lexer.h"

typedef enum FclTokenKind {
#define TOKEN(id, text)   FCL_TOKEN_##id,
#define KEYWORD(id, text) FCL_TOKEN_##id,
#include "front/fcl/tokens.def"
#undef TOKEN
#undef KEYWORD
} FclTokenKind;

// Reads all tokens of a file. Errors go to diag.
FrontLexer fcl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// What messages call the kinds of tokens, and which are words of the language.
extern const FrontTokenKind FCL_TOKENS[];

#endif
