// Tokens other than literals; see lex_literal.c for those.
#include "front/nesl/lex.h"

#include <string.h>

#include "base/utf8.h"
#include "front/nesl/lex_internal.h"
#include "front/nesl/operators.h"

typedef struct TokenInfo {
  const char *text;
  bool is_keyword;
} TokenInfo;

static const TokenInfo TOKENS[] = {
#define TOKEN(id, text)   {text, false},
#define KEYWORD(id, text) {text, true},
#include "front/nesl/tokens.def"
#undef TOKEN
#undef KEYWORD
};

enum { FIRST_KEYWORD = NESL_TOKEN_TRUE, TOKEN_COUNT = sizeof TOKENS / sizeof *TOKENS };

const char *nesl_token_text(NeslTokenKind kind) { return TOKENS[kind].text; }

bool nesl_token_is_keyword(NeslTokenKind kind) { return TOKENS[kind].is_keyword; }

char nesl_lexer_byte(const NeslLexer *lexer, uint32_t offset) {
  return lexer->length - lexer->at > offset ? lexer->text[lexer->at + offset] : '\0';
}

Span nesl_lexer_span(const NeslLexer *lexer, uint32_t start) {
  return (Span){lexer->out->file->id, start, lexer->at};
}

NeslToken *nesl_lexer_push(NeslLexer *lexer, NeslTokenKind kind, uint32_t start) {
  NeslToken token = {.kind = kind, .start = start, .end = lexer->at, .is_first = lexer->is_first};
  vec_push(lexer->arena, &lexer->out->tokens, token);
  lexer->is_first = false;
  return &vec_last(&lexer->out->tokens);
}

static bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

bool nesl_lexer_is_digit(char byte) { return byte >= '0' && byte <= '9'; }

bool nesl_lexer_is_constituent(char byte) { return is_letter(byte) || nesl_lexer_is_digit(byte); }

static NeslTokenKind word_kind(Name name) {
  for (int kind = FIRST_KEYWORD; kind < TOKEN_COUNT; kind++)
    if (strcmp(TOKENS[kind].text, name) == 0) return (NeslTokenKind)kind;
  bool is_operator = nesl_operator_find(name, true) != NESL_OPERATOR_COUNT ||
                     nesl_operator_find(name, false) != NESL_OPERATOR_COUNT;
  return strcmp(name, "_") == 0 ? NESL_TOKEN_UNDERSCORE
         : is_operator          ? NESL_TOKEN_OPERATOR
                                : NESL_TOKEN_NAME;
}

// A name or a keyword. Case does not count.
static void lex_word(NeslLexer *lexer) {
  uint32_t start = lexer->at;
  while (nesl_lexer_is_constituent(nesl_lexer_byte(lexer, 0)))
    lexer->at++;
  char *lower = arena_strndup(lexer->arena, lexer->text + start, lexer->at - start);
  for (char *byte = lower; *byte != '\0'; byte++)
    if (*byte >= 'A' && *byte <= 'Z') *byte = (char)(*byte - 'A' + 'a');
  Name name = intern(lexer->names, lower, lexer->at - start);
  nesl_lexer_push(lexer, word_kind(name), start)->name = name;
}

// `%…%`, over any number of lines.
static void lex_comment(NeslLexer *lexer) {
  uint32_t start = lexer->at;
  const char *end = memchr(lexer->text + start + 1, '%', lexer->length - start - 1);
  if (end != NULL) {
    if (memchr(lexer->text + start, '\n', (size_t)(end - lexer->text) - start) != NULL)
      lexer->is_first = true;
    lexer->at = (uint32_t)(end - lexer->text) + 1;
    return;
  }
  lexer->at = start + 1;
  diag_error(lexer->diag, ERROR_NESL_UNTERMINATED, nesl_lexer_span(lexer, start),
             "this comment is not ended");
  diag_hint(lexer->diag,
            "a comment reaches from `%%` to the next `%%`; the remainder of a division "
            "is written `rem(a, b)`");
  nesl_lexer_push(lexer, NESL_TOKEN_BAD, start);
  lexer->at = lexer->length;
}

static void hint_stray(Diag *diag, uint32_t codepoint) {
  if (codepoint == '&') {
    diag_hint(diag, "the conjunction is written `and`");
  } else if (codepoint == '!') {
    diag_hint(diag, "the negation is written `not(x)`, and `/=` compares");
  } else if (codepoint == '\'') {
    diag_hint(diag, "a character is written with a backquote before it, as in `a");
  } else if (codepoint == '.') {
    diag_hint(diag, "NESL has no fields; a pattern takes a pair or a datatype apart");
  } else if (codepoint == '\\') {
    diag_hint(diag, "NESL has no lambdas; define a function");
  } else if (codepoint == 0xA0) {
    diag_hint(diag, "this is a non-breaking space; type an ordinary one");
  } else if (codepoint >= 0x2018 && codepoint <= 0x201F) {
    diag_hint(diag, "these are typographic quotes; write ` or \"");
  } else if (codepoint >= 0x80) {
    diag_hint(diag, "names consist of the letters a-z and A-Z, digits and `_`");
  }
}

// One diagnostic for a run of the same character, and for a character in quotes.
static void lex_stray(NeslLexer *lexer) {
  uint32_t start = lexer->at, codepoint = 0;
  size_t size = utf8_decode(lexer->text + start, lexer->length - start, &codepoint);
  uint32_t step = size == 0 ? 1 : (uint32_t)size;
  bool is_quoted = codepoint == '\'' && nesl_lexer_byte(lexer, 2) == '\'';
  if (is_quoted) lexer->at += 2;
  do {
    lexer->at += step;
  } while (lexer->length - lexer->at >= step &&
           memcmp(lexer->text + lexer->at, lexer->text + start, step) == 0);
  Span span = nesl_lexer_span(lexer, start);
  if (codepoint < 0x20 || codepoint == 0x7F) {
    diag_error(lexer->diag, ERROR_NESL_STRAY, span, "the control character U+%04X is not allowed",
               codepoint);
  } else {
    diag_error(lexer->diag, ERROR_NESL_STRAY, span, "the character `%.*s` is not part of NESL",
               (int)step, lexer->text + start);
  }
  hint_stray(lexer->diag, codepoint);
  nesl_lexer_push(lexer, NESL_TOKEN_BAD, start);
}

typedef struct Symbol {
  const char *text;
  NeslTokenKind kind;
} Symbol;

// Longer ones before those that they begin with.
static const Symbol SYMBOLS[] = {
    {"==", NESL_TOKEN_OPERATOR}, {"/=", NESL_TOKEN_OPERATOR}, {"<=", NESL_TOKEN_OPERATOR},
    {">=", NESL_TOKEN_OPERATOR}, {"<-", NESL_TOKEN_OPERATOR}, {"->", NESL_TOKEN_OPERATOR},
    {"++", NESL_TOKEN_OPERATOR}, {"||", NESL_TOKEN_OPERATOR}, {"::", NESL_TOKEN_CONTEXT},
    {"+", NESL_TOKEN_OPERATOR},  {"-", NESL_TOKEN_OPERATOR},  {"*", NESL_TOKEN_OPERATOR},
    {"/", NESL_TOKEN_OPERATOR},  {"<", NESL_TOKEN_OPERATOR},  {">", NESL_TOKEN_OPERATOR},
    {"^", NESL_TOKEN_OPERATOR},  {"#", NESL_TOKEN_OPERATOR},  {"@", NESL_TOKEN_OPERATOR},
    {"(", NESL_TOKEN_LPAREN},    {")", NESL_TOKEN_RPAREN},    {"[", NESL_TOKEN_LBRACKET},
    {"]", NESL_TOKEN_RBRACKET},  {"{", NESL_TOKEN_LBRACE},    {"}", NESL_TOKEN_RBRACE},
    {",", NESL_TOKEN_COMMA},     {":", NESL_TOKEN_COLON},     {"=", NESL_TOKEN_EQUALS},
    {"|", NESL_TOKEN_BAR},       {";", NESL_TOKEN_SEMICOLON}, {"$", NESL_TOKEN_SEMICOLON},
};

static const Symbol *find_symbol(const NeslLexer *lexer) {
  for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++) {
    size_t length = strlen(SYMBOLS[i].text);
    if (lexer->length - lexer->at >= length &&
        memcmp(lexer->text + lexer->at, SYMBOLS[i].text, length) == 0)
      return &SYMBOLS[i];
  }
  return NULL;
}

static void lex_symbol(NeslLexer *lexer, const Symbol *symbol) {
  uint32_t start = lexer->at;
  lexer->at += (uint32_t)strlen(symbol->text);
  nesl_lexer_push(lexer, symbol->kind, start)->name = intern_str(lexer->names, symbol->text);
}

static void lex_token(NeslLexer *lexer) {
  char byte = nesl_lexer_byte(lexer, 0);
  const Symbol *symbol = find_symbol(lexer);
  if (byte == ' ' || (byte >= '\t' && byte <= '\r')) {
    if (byte == '\n') lexer->is_first = true;
    lexer->at++;
  } else if (is_letter(byte)) {
    lex_word(lexer);
  } else if (nesl_lexer_is_digit(byte) ||
             (byte == '.' && nesl_lexer_is_digit(nesl_lexer_byte(lexer, 1)))) {
    nesl_lexer_number(lexer);
  } else if (byte == '%') {
    lex_comment(lexer);
  } else if (byte == '"') {
    nesl_lexer_string(lexer);
  } else if (byte == '`') {
    nesl_lexer_char(lexer);
  } else if (symbol != NULL) {
    lex_symbol(lexer, symbol);
  } else {
    lex_stray(lexer);
  }
}

NeslTokens *nesl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  static const char MARK[] = "\xEF\xBB\xBF";
  NeslTokens *out = arena_make(arena, NeslTokens);
  out->file = file;
  NeslLexer lexer = {.arena = arena,
                     .names = names,
                     .diag = diag,
                     .out = out,
                     .text = file->text,
                     .length = (uint32_t)file->length,
                     .is_first = true};
  if (!diag_check_utf8(diag, file)) {
    lexer.at = lexer.length;
    nesl_lexer_push(&lexer, NESL_TOKEN_BAD, lexer.length);
  }
  if (lexer.length >= 3 && memcmp(lexer.text, MARK, 3) == 0) lexer.at += 3;
  // Hardly any source has more tokens than this, and memory that is not touched costs nothing.
  vec_reserve(arena, &out->tokens, lexer.length / 2 + 16);
  while (lexer.at < lexer.length)
    lex_token(&lexer);
  nesl_lexer_push(&lexer, NESL_TOKEN_END, lexer.length);
  return out;
}
