// What the lexers of all languages share: tokens, and a place in the text.
//
// The whole file is read at once, so that a parser can look ahead as far as it likes. Every lexical
// error is reported by the lexer; the parser sees TOKEN_BAD and stays silent about it.
//
// A language has a table of its kinds of tokens, an enumeration that begins with TOKEN_END and
// TOKEN_BAD. What a literal means is the language's own matter: its lexer says what it puts there.
#ifndef FRONT_LEXER_H
#define FRONT_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/vec.h"

// The first kinds of tokens of each language.
enum { TOKEN_END, TOKEN_BAD };

typedef struct FrontTokenKind {
  const char *text; // how a message calls it: its spelling, or words
  uint32_t flags;   // of the language
  bool is_keyword;
} FrontTokenKind;

typedef struct FrontToken {
  int kind; // in the language's enumeration
  uint32_t start, end;
  uint32_t doc;             // 1 + the index of the documentation comment before it; 0 for none
  bool is_spaced, is_first; // a blank, a comment or the start of the file is before it, or a line's
  Name name;                // of names, keywords and operators
  union {
    int64_t integer;
    double real;
    const void *value;
  };
} FrontToken;

// A string literal: bytes, possibly zero ones.
typedef struct FrontString {
  const char *bytes;
  size_t length;
} FrontString;

typedef struct FrontLexer {
  Arena *arena;
  Interner *names;
  Diag *diag;
  const SourceFile *file;
  const char *text;
  uint32_t length, at;
  bool is_spaced, is_first;
  uint32_t doc;
  bool has_errors;
  Vec(FrontToken) tokens; // in the end, the last one is TOKEN_END
  Vec(const char *) docs;
} FrontLexer;

// Reads one token, or a blank or a comment, at the current position.
typedef void FrontLexToken(FrontLexer *lexer);

// Reads all tokens of a file. Errors go to diag.
FrontLexer front_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag,
                     FrontLexToken *lex_token);

// The byte at an offset from the current position; 0 beyond the end.
static inline char front_lexer_byte(const FrontLexer *lexer, uint32_t offset) {
  return lexer->length - lexer->at > offset ? lexer->text[lexer->at + offset] : '\0';
}

// Digits, as many as there are; an exponent such as `e-5` if there is one, and whether there was.
void front_lexer_take_digits(FrontLexer *lexer);
bool front_lexer_take_exponent(FrontLexer *lexer);

// A token that is always spelled alike. In a table longer ones are before those that they begin
// with.
typedef struct FrontSymbol {
  const char *text;
  int kind;
} FrontSymbol;

// The symbol of a table that is next; NULL when none is.
const FrontSymbol *front_lexer_symbol(const FrontLexer *lexer, const FrontSymbol *symbols,
                                      size_t count);
void front_lexer_take_symbol(FrontLexer *lexer, const FrontSymbol *symbol);

// The span from a position to the current one.
Span front_lexer_span(const FrontLexer *lexer, uint32_t start);

// The name of the next bytes, which are taken.
Name front_lexer_take_name(FrontLexer *lexer, uint32_t length);

// Takes a character of one byte or more, and yields it; an unreadable byte is taken too.
uint32_t front_lexer_take_codepoint(FrontLexer *lexer);

// Takes a blank; whether there was one.
bool front_lexer_take_blank(FrontLexer *lexer);

// Appends a token that reaches from start to the current position, and yields it to be filled in.
FrontToken *front_lexer_push(FrontLexer *lexer, int kind, uint32_t start);

// The same for a string literal, whose bytes are copied.
void front_lexer_push_string(FrontLexer *lexer, int kind, uint32_t start, const char *bytes,
                             size_t length);

// Whether the current position is at the end of a line or of the file.
bool front_lexer_is_at_line_end(const FrontLexer *lexer);

// Takes a run of the same character, which no token of the language begins with, and reports what
// was taken from start on, in a message that begins with the heading. Yields the character, for a
// hint.
uint32_t front_lexer_stray(FrontLexer *lexer, uint32_t start, ErrorCode code, const char *heading,
                           const char *language);

// Whether a byte is a letter or `_`; a digit.
static inline bool front_is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}
static inline bool front_is_digit(char byte) { return byte >= '0' && byte <= '9'; }

#endif
