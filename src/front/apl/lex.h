// The lexer: from a source file to an array of tokens.
//
// What tokens hold: NUMBER an AplNumber as the value; STRING a FrontString, in UTF-8 and without
// its quotes; PRIMITIVE the index of the primitive as the integer; NAME its name, where `⍺ ⍵ ⍺⍺ ⍵⍵
// ∇` are names like others; SYSTEM its name in capital letters; ANNOTATION the text after `⍝:`.
//
// Line ends separate statements: a token that begins a line is marked is_first.
#ifndef FRONT_APL_LEX_H
#define FRONT_APL_LEX_H

#include "front/lexer.h"

typedef enum AplTokenKind {
#define TOKEN(id, text) APL_TOKEN_##id,
#include "front/apl/tokens.def"
#undef TOKEN
} AplTokenKind;

// The types of elements, each of which can stand for those before it; but not for characters.
// SIZE is what the compiler counts with: sizes, places and descriptors, which have 64 bits also
// when ints have 32. No value of a program has that kind.
typedef enum AplKind { APL_BOOL, APL_SIZE, APL_INT, APL_DOUBLE, APL_COMPLEX, APL_CHAR } AplKind;

// A number as it is written. 0 and 1 are bool.
typedef struct AplNumber {
  AplKind kind;
  int64_t integer;        // BOOL, INT
  double real, imaginary; // DOUBLE, COMPLEX
  Span span;
} AplNumber;

// Reads all tokens of a file. Errors go to diag.
FrontLexer apl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// What messages call the kinds of tokens.
extern const FrontTokenKind APL_TOKENS[];

#endif
