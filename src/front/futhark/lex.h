// The lexer: from a source file to an array of tokens.
//
// What tokens hold: INT and FLOAT a FutNumber as the value; STRING a FrontString; CHAR its code
// point as the integer; TYPE_PARAM its sigil '~', '^' or 0 as the integer; NAME and SYMBOL the
// FutQualifiers before it as the value, or NULL.
//
// Blanks matter in one place of the language: `a[i]` indexes, `a [i]` applies.
#ifndef FRONT_FUTHARK_LEX_H
#define FRONT_FUTHARK_LEX_H

#include "front/lexer.h"

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
  bool is_huge;      // an integer that does not fit 64 bits; only `real` approximates it
  bool is_character; // written as one: 'a' is the integer 97, of whatever type is wanted
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

// The qualifiers of a name or an operator, from the outermost module on.
typedef struct FutQualifiers {
  const Name *names;
  uint32_t count;
} FutQualifiers;

// Reads all tokens of a file. Errors go to diag.
FrontLexer fut_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);

// What messages call the kinds of tokens, which are words of the language, and their flags.
extern const FrontTokenKind FUT_TOKENS[];

// Whether a token of this kind may begin what the flag says.
bool fut_token_begins(int kind, FutTokenFlag flag);

// The qualifiers of a token that has a name; none for any other.
FutQualifiers fut_token_qualifiers(const FrontToken *token);

// The number of a token that is one.
const FutNumber *fut_token_number(const FrontToken *token);

// The name of a suffix, "" for none; its width in bits; whether it is a floating-point type.
const char *fut_prim_text(FutPrim prim);
int fut_prim_bits(FutPrim prim);
bool fut_prim_is_float(FutPrim prim);
bool fut_prim_is_signed(FutPrim prim);

// Whether a character may be part of an operator.
bool fut_is_symbol_char(char byte);

#endif
