// The lexer: from a source file to an array of tokens.
//
// The whole file is read at once, so that the parser can look ahead as far as it likes. Every
// lexical error is reported here; the parser sees NESL_TOKEN_BAD and stays silent about it.
#ifndef FRONT_NESL_LEX_H
#define FRONT_NESL_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"

typedef enum NeslTokenKind {
#define TOKEN(id, text)   NESL_TOKEN_##id,
#define KEYWORD(id, text) NESL_TOKEN_##id,
#include "front/nesl/tokens.def"
#undef TOKEN
#undef KEYWORD
} NeslTokenKind;

// A string literal: bytes, possibly zero ones.
typedef struct NeslString {
  const char *bytes;
  size_t length;
} NeslString;

typedef struct NeslToken {
  NeslTokenKind kind;
  uint32_t start, end;
  bool is_first; // the first token of its line
  Name name;     // of NAME and keywords, in lower case; of OPERATOR
  union {
    int64_t integer;   // of INT; -2^63 when it is 2^63, which only a minus may stand before
    double real;       // of FLOAT
    uint8_t character; // of CHAR
    NeslString string; // of STRING
  };
} NeslToken;

typedef struct NeslTokens {
  const SourceFile *file;
  Vec(NeslToken) tokens; // the last one is END
} NeslTokens;

// Reads all tokens of a file. Errors go to diag.
NeslTokens *nesl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// How a message calls a kind of token: its spelling, or words.
const char *nesl_token_text(NeslTokenKind kind);

// Whether a token of this kind is a word of the language.
bool nesl_token_is_keyword(NeslTokenKind kind);

#endif
