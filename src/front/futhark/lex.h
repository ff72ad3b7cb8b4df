// The lexer: from a source file to an array of tokens.
//
// The whole file is read at once, so that the parser can look ahead as far as it likes. Every
// lexical error is reported here; the parser sees FUT_TOKEN_BAD and stays silent about it.
//
// Blanks matter in one place of the language: `a[i]` indexes, `a [i]` applies. A token therefore
// knows whether anything stood before it (is_spaced).
#ifndef FRONT_FUTHARK_LEX_H
#define FRONT_FUTHARK_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"

typedef enum FutTokenKind {
#define TOKEN(id, text, flags)   FUT_TOKEN_##id,
#define KEYWORD(id, text, flags) FUT_TOKEN_##id,
#include "front/futhark/tokens.def"
#undef TOKEN
#undef KEYWORD
} FutTokenKind;

// What a token may begin, as in tokens.def.
typedef enum FutTokenFlag {
  FUT_BEGINS_ATOM = 1,
  FUT_BEGINS_PREFIX = 2,
  FUT_BEGINS_PATTERN = 4,
  FUT_BEGINS_TYPE = 8,
  FUT_BEGINS_DECL = 16,
} FutTokenFlag;

// The scalar type that a literal names as its suffix; NONE when it names none.
typedef enum FutPrim {
  FUT_PRIM_NONE,
#define PRIM(id, text, bits, class) FUT_PRIM_##id,
#include "front/futhark/prims.def"
#undef PRIM
} FutPrim;

// A numeric literal. An integer literal with a float suffix (`1f32`) is a float.
typedef struct FutNumber {
  Name text; // without `_` and suffix; strtof and strtod read floats back from it
  FutPrim suffix;
  bool is_float;
  bool is_huge; // an integer that does not fit 64 bits; only `real` approximates it
  uint64_t integer;
  double real;
} FutNumber;

// A name or an operator with the modules before it: `a.b.c`, `i32.+`. In expressions the qualifiers
// may also be a value and its fields; only the checker can tell.
typedef struct FutQualName {
  Span span;
  Name name;
  const Name *qualifiers;
  uint32_t qualifier_count;
} FutQualName;

// A string literal: UTF-8, possibly with zero bytes.
typedef struct FutString {
  const char *bytes;
  size_t length;
} FutString;

typedef struct FutToken {
  FutTokenKind kind;
  uint32_t start, end;
  uint32_t doc;   // 1 + the index of the documentation comment before it; 0 for none
  bool is_spaced; // a blank, a comment or the start of the file is before it
  bool is_first;  // the first token of its line
  char sigil;     // of a type parameter: '~', '^' or 0
  union {
    struct {
      Name name; // of NAME, SYMBOL, FIELD, CONSTRUCTOR, TYPE_PARAM and keywords
      const Name *qualifiers;
      uint32_t qualifier_count;
    };
    const FutNumber *number; // of INT and FLOAT
    FutString string;        // of STRING
    uint32_t codepoint;      // of CHAR
  };
} FutToken;

typedef struct FutTokens {
  const SourceFile *file;
  Vec(FutToken) tokens; // the last one is END
  Vec(const char *) docs;
} FutTokens;

// Reads all tokens of a file. Errors go to diag.
FutTokens *fut_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// How a message calls a kind of token: its spelling, or words.
const char *fut_token_text(FutTokenKind kind);

// Whether a token of this kind may begin what the flag says.
bool fut_token_begins(FutTokenKind kind, FutTokenFlag flag);

// Whether a token of this kind is a word of the language.
bool fut_token_is_keyword(FutTokenKind kind);

// The name of a suffix, "" for none; its width in bits; whether it is a floating-point type.
const char *fut_prim_text(FutPrim prim);
int fut_prim_bits(FutPrim prim);
bool fut_prim_is_float(FutPrim prim);
bool fut_prim_is_signed(FutPrim prim);

// Whether a character may be part of an operator.
bool fut_is_symbol_char(char byte);

#endif
