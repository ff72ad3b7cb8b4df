// The lexer.
#include "front/fcl/lex.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

const FrontTokenKind FCL_TOKENS[] = {
#define TOKEN(id, text)   {text, 0, false},
#define KEYWORD(id, text) {text, 0, true},
#include "front/fcl/tokens.def"
#undef TOKEN
#undef KEYWORD
};

_Static_assert((int)TOKEN_END == (int)FCL_TOKEN_END && (int)TOKEN_BAD == (int)FCL_TOKEN_BAD,
               "all languages begin with the same kinds of tokens");

enum { FIRST_KEYWORD = FCL_TOKEN_TRUE, TOKEN_COUNT = sizeof FCL_TOKENS / sizeof *FCL_TOKENS };

// ---- Names ----

static bool is_constituent(char byte) {
  return front_is_letter(byte) || front_is_digit(byte) || byte == '\'' || byte == '#';
}

static FclTokenKind word_kind(Name name) {
  for (int kind = FIRST_KEYWORD; kind < TOKEN_COUNT; kind++)
    if (strcmp(FCL_TOKENS[kind].text, name) == 0) return (FclTokenKind)kind;
  return FCL_TOKEN_NAME;
}

static void lex_word(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  while (is_constituent(front_lexer_byte(lexer, 0)))
    lexer->at++;
  Name name = intern(lexer->names, lexer->text + start, lexer->at - start);
  FclTokenKind kind = lexer->text[start] == '\'' ? FCL_TOKEN_TYPE_VARIABLE : word_kind(name);
  front_lexer_push(lexer, kind, start)->name = name;
}

// ---- Comments ----

// `(* … *)`, which nest.
static void lex_comment(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  size_t depth = 0;
  lexer->is_spaced = true;
  do {
    char byte = front_lexer_byte(lexer, 0), next = front_lexer_byte(lexer, 1);
    if (lexer->at >= lexer->length) {
      diag_error(lexer->diag, ERROR_FCL_UNTERMINATED, span_new(lexer->file->id, start, start + 2),
                 "this comment is not ended");
      diag_hint(lexer->diag, "comments nest: every `(*` needs its own `*)`");
      front_lexer_push(lexer, FCL_TOKEN_BAD, start);
      return;
    }
    bool is_open = byte == '(' && next == '*', is_close = byte == '*' && next == ')';
    if (is_open) depth++;
    if (is_close) depth--;
    if (byte == '\n') lexer->is_first = true;
    lexer->at += is_open || is_close ? 2 : 1;
  } while (depth > 0);
}

static void lex_line_comment(FrontLexer *lexer) {
  lexer->is_spaced = true;
  while (!front_lexer_is_at_line_end(lexer))
    lexer->at++;
}

// ---- Numbers ----

static bool is_hexadecimal(char byte) {
  return front_is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

// The letter after a number says its type, where that is not int or double.
static char take_suffix(FrontLexer *lexer) {
  char letter = front_lexer_byte(lexer, 0);
  bool is_suffix = letter == 'l' || letter == 'y' || letter == 'f';
  if (!is_suffix || is_constituent(front_lexer_byte(lexer, 1))) return '\0';
  lexer->at++;
  return letter;
}

static void push_integer(FrontLexer *lexer, uint32_t start, char suffix) {
  uint32_t length = lexer->at - start - (suffix == '\0' ? 0 : 1);
  bool is_hex = memchr(lexer->text + start, 'x', length) != NULL;
  const char *text = arena_strndup(lexer->arena, lexer->text + start, length);
  unsigned width = suffix == 'l' ? 64 : suffix == 'y' ? 8 : 32;
  errno = 0;
  uint64_t size = strtoull(*text == '-' ? text + 1 : text, NULL, is_hex ? 16 : 10);
  uint64_t most = (uint64_t)1 << (width - 1); // below 0; a bit pattern may have one bit more
  uint64_t limit = *text == '-' ? most : is_hex ? most - 1 + most : most - 1;
  bool is_good = errno == 0 && size <= limit;
  const char *type = suffix == 'l' ? "long" : suffix == 'y' ? "byte" : "int";
  if (!is_good) {
    diag_error(lexer->diag, ERROR_FCL_NUMBER, front_lexer_span(lexer, start),
               "this number is out of range for %s", type);
    diag_hint(lexer->diag, "%s %s has %u bits: it is at least -%llu and at most %llu",
              suffix == '\0' ? "an" : "a", type, width, (unsigned long long)most,
              (unsigned long long)(most - 1));
  }
  FclTokenKind kind = suffix == 'l'   ? FCL_TOKEN_LONG
                      : suffix == 'y' ? FCL_TOKEN_BYTE
                                      : FCL_TOKEN_INT;
  int64_t value = (int64_t)(*text == '-' ? 0 - size : size);
  if (suffix == '\0') value = (int32_t)(uint32_t)(uint64_t)value;
  if (suffix == 'y') value = (int8_t)(uint8_t)(uint64_t)value;
  front_lexer_push(lexer, is_good ? kind : FCL_TOKEN_BAD, start)->integer = value;
}

static void push_real(FrontLexer *lexer, uint32_t start, bool is_float) {
  uint32_t length = lexer->at - start - (is_float ? 1 : 0);
  double value = strtod(arena_strndup(lexer->arena, lexer->text + start, length), NULL);
  bool is_good = is_float ? !isinf((float)value) : !isinf(value);
  if (!is_good)
    diag_error(lexer->diag, ERROR_FCL_NUMBER, front_lexer_span(lexer, start),
               "this number is out of range for %s", is_float ? "float" : "double");
  FclTokenKind kind = is_float ? FCL_TOKEN_FLOAT : FCL_TOKEN_DOUBLE;
  front_lexer_push(lexer, is_good ? kind : FCL_TOKEN_BAD, start)->real = value;
}

// A number, perhaps with a minus that belongs to it.
static void lex_number(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  bool is_double = false, is_hex = false;
  if (front_lexer_byte(lexer, 0) == '-') lexer->at++;
  if (front_lexer_byte(lexer, 0) == '0' && front_lexer_byte(lexer, 1) == 'x' &&
      is_hexadecimal(front_lexer_byte(lexer, 2))) {
    lexer->at += 2;
    is_hex = true;
    while (is_hexadecimal(front_lexer_byte(lexer, 0)))
      lexer->at++;
  } else {
    front_lexer_take_digits(lexer);
    if (front_lexer_byte(lexer, 0) == '.' && front_is_digit(front_lexer_byte(lexer, 1))) {
      is_double = true;
      lexer->at++;
      front_lexer_take_digits(lexer);
    }
    if (front_lexer_take_exponent(lexer)) is_double = true;
  }
  char suffix = take_suffix(lexer);
  bool is_wrong = (is_double && suffix != '\0' && suffix != 'f') || (is_hex && suffix == 'f');
  if (is_wrong || is_constituent(front_lexer_byte(lexer, 0))) {
    while (is_constituent(front_lexer_byte(lexer, 0)))
      lexer->at++;
    diag_error(lexer->diag, ERROR_FCL_NUMBER, front_lexer_span(lexer, start),
               "this is neither a number nor a name");
    diag_hint(lexer->diag, "a name begins with a letter; put a blank after a number");
    front_lexer_push(lexer, FCL_TOKEN_BAD, start);
  } else if (is_double || suffix == 'f') {
    push_real(lexer, start, suffix == 'f');
  } else {
    push_integer(lexer, start, suffix);
  }
}

// A minus belongs to the digit that it touches if a blank is before it, or if nothing that could be
// subtracted from is: `maxi -2 10`, `(-1)`, but `n-1` and `n - 1`.
static bool is_sign(const FrontLexer *lexer) {
  if (front_lexer_byte(lexer, 0) != '-' || !front_is_digit(front_lexer_byte(lexer, 1)))
    return false;
  if (lexer->is_spaced || lexer->tokens.count == 0) return true;
  switch ((FclTokenKind)vec_last(&lexer->tokens).kind) {
  case FCL_TOKEN_NAME:
  case FCL_TOKEN_INT:
  case FCL_TOKEN_LONG:
  case FCL_TOKEN_BYTE:
  case FCL_TOKEN_DOUBLE:
  case FCL_TOKEN_FLOAT:
  case FCL_TOKEN_STRING:
  case FCL_TOKEN_RPAREN:
  case FCL_TOKEN_RBRACKET:
  case FCL_TOKEN_RBRACE:
  case FCL_TOKEN_TRUE:
  case FCL_TOKEN_FALSE:
  case FCL_TOKEN_TYPE_VARIABLE:
  case FCL_TOKEN_END: return false;
  case FCL_TOKEN_BAD:
  case FCL_TOKEN_OPERATOR:
  case FCL_TOKEN_LPAREN:
  case FCL_TOKEN_LBRACKET:
  case FCL_TOKEN_LBRACE:
  case FCL_TOKEN_COMMA:
  case FCL_TOKEN_COLON:
  case FCL_TOKEN_SEMICOLON:
  case FCL_TOKEN_EQUALS:
  case FCL_TOKEN_ARROW:
  case FCL_TOKEN_LAMBDA:
  case FCL_TOKEN_BIND:
  case FCL_TOKEN_DOT:
  case FCL_TOKEN_SIG:
  case FCL_TOKEN_FUN:
  case FCL_TOKEN_VAL:
  case FCL_TOKEN_FN:
  case FCL_TOKEN_LET:
  case FCL_TOKEN_IN:
  case FCL_TOKEN_IF:
  case FCL_TOKEN_THEN:
  case FCL_TOKEN_ELSE:
  case FCL_TOKEN_DO:
  case FCL_TOKEN_CASE:
  case FCL_TOKEN_OF:
  case FCL_TOKEN_FORALL: return true;
  }
  return false;
}

// ---- Strings ----

static const char ESCAPE_LETTERS[] = "nrt\\\"";
static const char ESCAPE_VALUES[] = "\n\r\t\\\"";

// Takes one character of a string; false after an error was reported.
static bool take_string_char(FrontLexer *lexer, StrBuf *bytes) {
  uint32_t start = lexer->at;
  char byte = front_lexer_byte(lexer, 0), letter = front_lexer_byte(lexer, 1);
  lexer->at++;
  if (byte != '\\') {
    strbuf_putc(bytes, byte);
    return true;
  }
  const char *found = letter == '\0' ? NULL : strchr(ESCAPE_LETTERS, letter);
  if (!front_lexer_is_at_line_end(lexer)) front_lexer_take_codepoint(lexer);
  if (found != NULL) {
    strbuf_putc(bytes, ESCAPE_VALUES[found - ESCAPE_LETTERS]);
    return true;
  }
  diag_error(lexer->diag, ERROR_FCL_STRAY, front_lexer_span(lexer, start),
             "this is not an escape sequence");
  diag_hint(lexer->diag, "escapes are \\n \\r \\t \\\\ \\\"");
  return false;
}

static void lex_string(FrontLexer *lexer) {
  uint32_t start = lexer->at++;
  StrBuf bytes = {0};
  bool is_good = true;
  while (!front_lexer_is_at_line_end(lexer) && front_lexer_byte(lexer, 0) != '"')
    if (!take_string_char(lexer, &bytes)) is_good = false;
  if (front_lexer_is_at_line_end(lexer)) {
    diag_error(lexer->diag, ERROR_FCL_UNTERMINATED, span_new(lexer->file->id, start, start + 1),
               "this string is not ended");
    diag_hint(lexer->diag, "a string ends on its line, with `\"`");
    is_good = false;
  } else {
    lexer->at++;
  }
  front_lexer_push_string(lexer, is_good ? FCL_TOKEN_STRING : FCL_TOKEN_BAD, start,
                          strbuf_text(&bytes), bytes.length);
  strbuf_free(&bytes);
}

// ---- Symbols ----

static const FrontSymbol SYMBOLS[] = {
    {"->", FCL_TOKEN_ARROW},    {"=>", FCL_TOKEN_LAMBDA},   {"<-", FCL_TOKEN_BIND},
    {"|>", FCL_TOKEN_OPERATOR}, {"==", FCL_TOKEN_OPERATOR}, {"!=", FCL_TOKEN_OPERATOR},
    {"<=", FCL_TOKEN_OPERATOR}, {">=", FCL_TOKEN_OPERATOR}, {"<<", FCL_TOKEN_OPERATOR},
    {">>", FCL_TOKEN_OPERATOR}, {"<", FCL_TOKEN_OPERATOR},  {">", FCL_TOKEN_OPERATOR},
    {"&", FCL_TOKEN_OPERATOR},  {"^", FCL_TOKEN_OPERATOR},  {"|", FCL_TOKEN_OPERATOR},
    {"+", FCL_TOKEN_OPERATOR},  {"-", FCL_TOKEN_OPERATOR},  {"*", FCL_TOKEN_OPERATOR},
    {"/", FCL_TOKEN_OPERATOR},  {"%", FCL_TOKEN_OPERATOR},  {"(", FCL_TOKEN_LPAREN},
    {")", FCL_TOKEN_RPAREN},    {"[", FCL_TOKEN_LBRACKET},  {"]", FCL_TOKEN_RBRACKET},
    {"{", FCL_TOKEN_LBRACE},    {"}", FCL_TOKEN_RBRACE},    {",", FCL_TOKEN_COMMA},
    {":", FCL_TOKEN_COLON},     {";", FCL_TOKEN_SEMICOLON}, {"=", FCL_TOKEN_EQUALS},
    {".", FCL_TOKEN_DOT},
};

static void lex_stray(FrontLexer *lexer) {
  uint32_t codepoint = front_lexer_stray(lexer, lexer->at, ERROR_FCL_STRAY, "", "FCL");
  if (codepoint == '\\')
    diag_hint(lexer->diag, "a function without a name is written `fn x => e`");
  else if (codepoint == '!')
    diag_hint(lexer->diag, "the negation is written `not x`, and `!=` compares");
  else if (codepoint == '~')
    diag_hint(lexer->diag, "a negative number is written `-1`");
}

static void lex_token(FrontLexer *lexer) {
  char byte = front_lexer_byte(lexer, 0), next = front_lexer_byte(lexer, 1);
  const FrontSymbol *symbol = front_lexer_symbol(lexer, SYMBOLS, sizeof SYMBOLS / sizeof *SYMBOLS);
  if (front_lexer_take_blank(lexer)) return;
  if (byte == '-' && next == '-') {
    lex_line_comment(lexer);
  } else if (byte == '(' && next == '*') {
    lex_comment(lexer);
  } else if (front_is_letter(byte) || ((byte == '#' || byte == '\'') && front_is_letter(next))) {
    lex_word(lexer);
  } else if (front_is_digit(byte) || is_sign(lexer)) {
    lex_number(lexer);
  } else if (byte == '"') {
    lex_string(lexer);
  } else if (symbol != NULL) {
    front_lexer_take_symbol(lexer, symbol);
  } else {
    lex_stray(lexer);
  }
}

FrontLexer fcl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  return front_lex(arena, names, file, diag, lex_token);
}
