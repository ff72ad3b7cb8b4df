// The lexer of textual IR: a source becomes an array of tokens (doc/ir.md, "Lexical structure").
#ifndef RAVEL_IR_LEX_H
#define RAVEL_IR_LEX_H

#include "ir/ir.h"

typedef enum TokenKind {
#define TOKEN(id, text, class) TOKEN_##id,
#include "ir/tokens.def"
#undef TOKEN
  TOKEN_COUNT
} TokenKind;

typedef struct Token {
  TokenKind kind;
  uint32_t start, end; // in bytes
  // The word as written; of a string what it denotes, of an attribute what is in the brackets.
  Name text;
  Name name;         // variable: without its number
  uint32_t id;       // variable: its number, or 0
  Constant constant; // constant
  bool is_malformed; // constant: it was reported, and stands for something else
  Op op;             // op
  Scalar scalar;     // scalar type
} Token;

typedef struct Tokens {
  Token *data;
  size_t count, capacity; // the last token is TOKEN_END
} Tokens;

// The largest number that a variable may have in the text.
enum { VARIABLE_ID_MAX = 999999999 };

// All tokens of a file, which must be UTF-8. What is malformed is reported and left out, or stands
// for something well formed, so that the parser can go on. `last_id` receives the largest number
// of a variable.
Tokens lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag, uint32_t *last_id);

// The spelling in backquotes, or what kind of token it is: "`let`", "a name".
const char *token_kind_text(TokenKind kind);

// Reads a number (with sign, without blanks) of `length` bytes. False after reporting an error at
// the span; the constant is then a zero of the right type.
bool number_parse(const char *text, size_t length, Span span, Diag *diag, Constant *constant);
// How many bytes at the start of the text belong to a number; 0 when there is none.
size_t number_extent(const char *text, size_t length);

#endif
