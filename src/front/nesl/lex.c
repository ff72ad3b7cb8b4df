// Tokens other than literals; see lex_literal.c for those.
#include "front/nesl/lex.h"

#include <string.h>

#include "front/nesl/lex_internal.h"
#include "front/nesl/operators.h"

const FrontTokenKind NESL_TOKENS[] = {
#define TOKEN(id, text)   {text, 0, false},
#define KEYWORD(id, text) {text, 0, true},
#include "front/nesl/tokens.def"
#undef TOKEN
#undef KEYWORD
};

_Static_assert((int)TOKEN_END == (int)NESL_TOKEN_END && (int)TOKEN_BAD == (int)NESL_TOKEN_BAD,
               "all languages begin with the same kinds of tokens");

enum { FIRST_KEYWORD = NESL_TOKEN_TRUE, TOKEN_COUNT = sizeof NESL_TOKENS / sizeof *NESL_TOKENS };

bool nesl_lexer_is_constituent(char byte) { return front_is_letter(byte) || front_is_digit(byte); }

static NeslTokenKind word_kind(Name name) {
  for (int kind = FIRST_KEYWORD; kind < TOKEN_COUNT; kind++)
    if (strcmp(NESL_TOKENS[kind].text, name) == 0) return (NeslTokenKind)kind;
  bool is_operator = nesl_operator_find(name, true) != NESL_OPERATOR_COUNT ||
                     nesl_operator_find(name, false) != NESL_OPERATOR_COUNT;
  return strcmp(name, "_") == 0 ? NESL_TOKEN_UNDERSCORE
         : is_operator          ? NESL_TOKEN_OPERATOR
                                : NESL_TOKEN_NAME;
}

// A name or a keyword. Case does not count.
static void lex_word(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  while (nesl_lexer_is_constituent(front_lexer_byte(lexer, 0)))
    lexer->at++;
  char *lower = arena_strndup(lexer->arena, lexer->text + start, lexer->at - start);
  for (char *byte = lower; *byte != '\0'; byte++)
    if (*byte >= 'A' && *byte <= 'Z') *byte = (char)(*byte - 'A' + 'a');
  Name name = intern(lexer->names, lower, lexer->at - start);
  front_lexer_push(lexer, word_kind(name), start)->name = name;
}

static bool is_between_forms(const FrontLexer *lexer) {
  return lexer->tokens.count == 0 || vec_last(&lexer->tokens).kind == NESL_TOKEN_SEMICOLON;
}

// `%…%`, over any number of lines. One that is not ended may be the last thing in a file, but only
// after a form: inside of one, `a % b` was meant to be a remainder.
static void lex_comment(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  lexer->is_spaced = true;
  const char *end = memchr(lexer->text + start + 1, '%', lexer->length - start - 1);
  if (end != NULL) {
    if (memchr(lexer->text + start, '\n', (size_t)(end - lexer->text) - start) != NULL)
      lexer->is_first = true;
    lexer->at = (uint32_t)(end - lexer->text) + 1;
    return;
  }
  lexer->at = start + 1;
  if (is_between_forms(lexer)) {
    diag_warning(lexer->diag, ERROR_NESL_OPEN_COMMENT, front_lexer_span(lexer, start),
                 "this comment is not ended, and reaches up to the end of the file");
    lexer->at = lexer->length;
    return;
  }
  diag_error(lexer->diag, ERROR_NESL_UNTERMINATED, front_lexer_span(lexer, start),
             "this comment is not ended");
  diag_hint(lexer->diag,
            "a comment reaches from `%%` to the next `%%`; the remainder of a division "
            "is written `rem(a, b)`");
  front_lexer_push(lexer, NESL_TOKEN_BAD, start);
  lexer->at = lexer->length;
}

static void hint_stray(Diag *diag, uint32_t codepoint) {
  if (codepoint == '&') {
    diag_hint(diag, "the conjunction is written `and`");
  } else if (codepoint == '!') {
    diag_hint(diag, "the negation is written `not(x)`, and `/=` compares");
  } else if (codepoint == '\'') {
    diag_hint(diag, "a character is written with a backquote before it, as in `a; a string in "
                    "double quotes");
  } else if (codepoint == '.') {
    diag_hint(diag, "NESL has no fields; a pattern takes a pair or a datatype apart, and the "
                    "length of `v` is `#v`");
  } else if (codepoint == '\\') {
    diag_hint(diag, "a function without a name is written `x => e`");
  } else if (codepoint == '?') {
    diag_hint(diag, "a choice is written `if condition then e else f`");
  } else if (codepoint >= 0x2018 && codepoint <= 0x201F) {
    diag_hint(diag, "these are typographic quotes; write ` or \"");
  } else if (codepoint >= 0x80 && codepoint != 0xA0) {
    diag_hint(diag, "names consist of the letters a-z and A-Z, digits and `_`");
  }
}

// One diagnostic for a run of the same character, and for characters in quotes.
static void lex_stray(FrontLexer *lexer) {
  uint32_t start = lexer->at, end = start + 1;
  bool is_quote = front_lexer_byte(lexer, 0) == '\'';
  while (is_quote && end < lexer->length && lexer->text[end] != '\'' && lexer->text[end] != '\n')
    end++;
  if (is_quote && end < lexer->length && lexer->text[end] == '\'') lexer->at = end;
  hint_stray(lexer->diag, front_lexer_stray(lexer, start, ERROR_NESL_STRAY, "", "NESL"));
}

static const FrontSymbol SYMBOLS[] = {
    {"==", NESL_TOKEN_OPERATOR}, {"/=", NESL_TOKEN_OPERATOR}, {"<=", NESL_TOKEN_OPERATOR},
    {">=", NESL_TOKEN_OPERATOR}, {"<-", NESL_TOKEN_OPERATOR}, {"->", NESL_TOKEN_OPERATOR},
    {"++", NESL_TOKEN_OPERATOR}, {"||", NESL_TOKEN_OPERATOR}, {"::", NESL_TOKEN_CONTEXT},
    {"=>", NESL_TOKEN_LAMBDA},   {"+", NESL_TOKEN_OPERATOR},  {"-", NESL_TOKEN_OPERATOR},
    {"*", NESL_TOKEN_OPERATOR},  {"/", NESL_TOKEN_OPERATOR},  {"<", NESL_TOKEN_OPERATOR},
    {">", NESL_TOKEN_OPERATOR},  {"^", NESL_TOKEN_OPERATOR},  {"#", NESL_TOKEN_OPERATOR},
    {"@", NESL_TOKEN_OPERATOR},  {"(", NESL_TOKEN_LPAREN},    {")", NESL_TOKEN_RPAREN},
    {"[", NESL_TOKEN_LBRACKET},  {"]", NESL_TOKEN_RBRACKET},  {"{", NESL_TOKEN_LBRACE},
    {"}", NESL_TOKEN_RBRACE},    {",", NESL_TOKEN_COMMA},     {":", NESL_TOKEN_COLON},
    {"=", NESL_TOKEN_EQUALS},    {"|", NESL_TOKEN_BAR},       {";", NESL_TOKEN_SEMICOLON},
    {"$", NESL_TOKEN_SEMICOLON},
};

static void lex_token(FrontLexer *lexer) {
  char byte = front_lexer_byte(lexer, 0);
  const FrontSymbol *symbol = front_lexer_symbol(lexer, SYMBOLS, sizeof SYMBOLS / sizeof *SYMBOLS);
  if (front_lexer_take_blank(lexer)) return;
  if (front_is_letter(byte)) {
    lex_word(lexer);
  } else if (front_is_digit(byte) || (byte == '.' && front_is_digit(front_lexer_byte(lexer, 1)))) {
    nesl_lexer_number(lexer);
  } else if (byte == '%') {
    lex_comment(lexer);
  } else if (byte == '"') {
    nesl_lexer_string(lexer);
  } else if (byte == '`') {
    nesl_lexer_char(lexer);
  } else if (symbol != NULL) {
    front_lexer_take_symbol(lexer, symbol);
  } else {
    lex_stray(lexer);
  }
}

FrontLexer nesl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  return front_lex(arena, names, file, diag, lex_token);
}
