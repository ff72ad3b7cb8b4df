// Tokens other than literals; see lex_literal.c for those.
#include "front/futhark/lex.h"

#include <string.h>

#include "base/strbuf.h"
#include "front/futhark/lex_internal.h"

enum {
  ATOM = FUT_BEGINS_ATOM,
  PREFIX = FUT_BEGINS_PREFIX,
  PATTERN = FUT_BEGINS_PATTERN,
  TYPE = FUT_BEGINS_TYPE,
  DECL = FUT_BEGINS_DECL,
};

const FrontTokenKind FUT_TOKENS[] = {
#define TOKEN(id, text, flags)   {text, flags, false},
#define KEYWORD(id, text, flags) {text, flags, true},
#include "front/futhark/tokens.def"
#undef TOKEN
#undef KEYWORD
};

_Static_assert((int)TOKEN_END == (int)FUT_TOKEN_END && (int)TOKEN_BAD == (int)FUT_TOKEN_BAD,
               "all languages begin with the same kinds of tokens");

enum { FIRST_KEYWORD = FUT_TOKEN_TRUE, TOKEN_COUNT = sizeof FUT_TOKENS / sizeof *FUT_TOKENS };

bool fut_token_begins(int kind, FutTokenFlag flag) {
  return (FUT_TOKENS[kind].flags & (uint32_t)flag) != 0;
}

FutQualifiers fut_token_qualifiers(const FrontToken *token) {
  bool is_named = token->kind == FUT_TOKEN_NAME || token->kind == FUT_TOKEN_SYMBOL;
  if (!is_named || token->value == NULL) return (FutQualifiers){0};
  return *(const FutQualifiers *)token->value;
}

const FutNumber *fut_token_number(const FrontToken *token) { return token->value; }

bool fut_lexer_is_constituent(char byte) {
  return front_is_letter(byte) || front_is_digit(byte) || byte == '\'';
}

bool fut_is_symbol_char(char byte) { return byte != '\0' && strchr("+-*/%=!><|&^.", byte); }

static bool is_symbol_start(char byte) { return fut_is_symbol_char(byte) && byte != '.'; }

static FutTokenKind word_kind(const char *text, uint32_t length) {
  for (int kind = FIRST_KEYWORD; kind < TOKEN_COUNT; kind++) {
    const char *keyword = FUT_TOKENS[kind].text;
    if (keyword[0] != text[0]) continue; // mostly
    if (strncmp(keyword, text, length) == 0 && keyword[length] == '\0') return (FutTokenKind)kind;
  }
  return FUT_TOKEN_NAME;
}

// The length of the name that begins at an offset from the current position.
static uint32_t name_length(const FrontLexer *lexer, uint32_t offset) {
  uint32_t end = offset;
  while (fut_lexer_is_constituent(front_lexer_byte(lexer, end)))
    end++;
  return end - offset;
}

static uint32_t symbol_length(const FrontLexer *lexer, uint32_t offset) {
  uint32_t end = offset;
  while (fut_is_symbol_char(front_lexer_byte(lexer, end)))
    end++;
  return end - offset;
}

typedef Vec(Name) FutNames;

static void push_named(FrontLexer *lexer, FutTokenKind kind, uint32_t start, Name name,
                       FutNames quals) {
  FutQualifiers *qualifiers = quals.count == 0 ? NULL : arena_make(lexer->arena, FutQualifiers);
  if (qualifiers != NULL) *qualifiers = (FutQualifiers){quals.data, (uint32_t)quals.count};
  FrontToken *token = front_lexer_push(lexer, kind, start);
  token->name = name;
  token->value = qualifiers;
}

// A keyword, or a name with qualifiers: `x`, `a.b.x`, `a.b.+`. What follows a dot must follow
// without a blank, and must not be a keyword.
static void lex_word(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  uint32_t length = name_length(lexer, 0);
  FutTokenKind kind = word_kind(lexer->text + start, length);
  FutNames quals = {0};
  Name name = front_lexer_take_name(lexer, length);
  while (kind == FUT_TOKEN_NAME && front_lexer_byte(lexer, 0) == '.') {
    if (front_is_letter(front_lexer_byte(lexer, 1))) {
      length = name_length(lexer, 1);
      if (word_kind(lexer->text + lexer->at + 1, length) != FUT_TOKEN_NAME) break;
    } else if (is_symbol_start(front_lexer_byte(lexer, 1))) {
      kind = FUT_TOKEN_SYMBOL;
      length = symbol_length(lexer, 1);
    } else {
      break;
    }
    vec_push(lexer->arena, &quals, name);
    lexer->at++;
    name = front_lexer_take_name(lexer, length);
  }
  push_named(lexer, kind, start, name, quals);
}

static void lex_symbol(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  Name name = front_lexer_take_name(lexer, symbol_length(lexer, 0));
  FutTokenKind kind = strcmp(name, "=") == 0    ? FUT_TOKEN_EQUALS
                      : strcmp(name, "->") == 0 ? FUT_TOKEN_ARROW
                                                : FUT_TOKEN_SYMBOL;
  push_named(lexer, kind, start, name, (FutNames){0});
}

// Whether the previous token is one that a projection may follow, and nothing is in between.
static bool is_after_operand(const FrontLexer *lexer) {
  if (lexer->is_spaced || lexer->tokens.count == 0) return false;
  FutTokenKind kind = vec_last(&lexer->tokens).kind;
  return kind == FUT_TOKEN_NAME || kind == FUT_TOKEN_FIELD || kind == FUT_TOKEN_RPAREN ||
         kind == FUT_TOKEN_RBRACKET || kind == FUT_TOKEN_RBRACE;
}

// Whether the dot at the current position begins a section such as `(.0)`, `(.0.x)` or `(.0[i])`,
// and not a number such as in `(.5 + x)`.
static bool is_field_section(const FrontLexer *lexer) {
  if (lexer->tokens.count == 0) return false;
  if (vec_last(&lexer->tokens).kind != FUT_TOKEN_LPAREN) return false;
  uint32_t end = 1;
  while (front_is_digit(front_lexer_byte(lexer, end)))
    end++;
  char next = front_lexer_byte(lexer, end);
  return next == ')' || next == '.' || next == '[';
}

static void lex_field(FrontLexer *lexer) {
  uint32_t start = lexer->at, digits = 0;
  while (front_is_digit(front_lexer_byte(lexer, digits)))
    digits++;
  push_named(lexer, FUT_TOKEN_FIELD, start, front_lexer_take_name(lexer, digits), (FutNames){0});
}

// A number right after `with` is a field: `x with 0.1 = y`.
static bool is_after_with(const FrontLexer *lexer) {
  return lexer->tokens.count > 0 && vec_last(&lexer->tokens).kind == FUT_TOKEN_WITH;
}

static void lex_dot(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  FutTokenKind kind = FUT_TOKEN_DOT;
  uint32_t length = 1;
  if (front_lexer_byte(lexer, 1) == '.') {
    char third = front_lexer_byte(lexer, 2);
    length = third == '.' || third == '<' || third == '>' ? 3 : 2;
    kind = third == '.'   ? FUT_TOKEN_RANGE_TO
           : third == '<' ? FUT_TOKEN_RANGE_UPTO
           : third == '>' ? FUT_TOKEN_RANGE_DOWNTO
                          : FUT_TOKEN_DOTS;
  } else if (front_is_digit(front_lexer_byte(lexer, 1))) {
    if (!is_after_operand(lexer) && !is_field_section(lexer)) {
      fut_lexer_number(lexer);
      return;
    }
    lexer->at++;
    front_lexer_push(lexer, FUT_TOKEN_DOT, start);
    lex_field(lexer);
    return;
  }
  lexer->at += length;
  front_lexer_push(lexer, kind, start);
}

// A line that begins with `-- |` and the comment lines that follow it directly are documentation.
static bool is_comment(const FrontLexer *lexer, uint32_t at) {
  return lexer->length - at >= 2 && lexer->text[at] == '-' && lexer->text[at + 1] == '-';
}

static uint32_t line_end(const FrontLexer *lexer, uint32_t at) {
  const char *end = memchr(lexer->text + at, '\n', lexer->length - at);
  return end == NULL ? lexer->length : (uint32_t)(end - lexer->text);
}

static uint32_t skip_blanks(const FrontLexer *lexer, uint32_t at) {
  while (at < lexer->length && (lexer->text[at] == ' ' || lexer->text[at] == '\t'))
    at++;
  return at;
}

static void append_doc_line(FrontLexer *lexer, StrBuf *doc, uint32_t start, uint32_t end) {
  while (end > start && strchr(" \t\r", lexer->text[end - 1]))
    end--;
  strbuf_write(doc, lexer->text + start, end - start);
}

static void lex_comment(FrontLexer *lexer) {
  uint32_t end = line_end(lexer, lexer->at);
  uint32_t bar = skip_blanks(lexer, lexer->at + 2);
  bool is_doc = lexer->is_first && bar < end && lexer->text[bar] == '|';
  lexer->at = end;
  if (!is_doc) return;
  StrBuf doc = {0};
  append_doc_line(lexer, &doc, skip_blanks(lexer, bar + 1), end);
  while (end < lexer->length && is_comment(lexer, skip_blanks(lexer, end + 1))) {
    uint32_t start = skip_blanks(lexer, end + 1) + 2;
    if (start < lexer->length && lexer->text[start] == ' ') start++;
    end = line_end(lexer, start);
    strbuf_putc(&doc, '\n');
    append_doc_line(lexer, &doc, start, end);
  }
  const char *text = arena_strndup(lexer->arena, strbuf_text(&doc), doc.length);
  strbuf_free(&doc);
  vec_push(lexer->arena, &lexer->docs, text);
  lexer->doc = (uint32_t)lexer->docs.count;
  lexer->at = end;
}

static void hint_stray(Diag *diag, uint32_t codepoint) {
  if (codepoint == ';') {
    diag_hint(diag, "Futhark has no `;`: declarations and bindings simply follow each other");
  } else if (codepoint >= 0x2018 && codepoint <= 0x201F) {
    diag_hint(diag, "these are typographic quotes; write ' or \"");
  } else if (codepoint == '$') {
    diag_hint(diag, "the operator that applies a function to what follows is `<|`");
  } else if (codepoint == 0x3BB) {
    diag_hint(diag, "a lambda is written `\\x -> e`");
  } else if (codepoint >= 0x80 && codepoint != 0xA0) {
    diag_hint(diag, "names consist of the letters a-z and A-Z, digits, `_` and `'`");
  }
}

static void lex_stray(FrontLexer *lexer) {
  hint_stray(lexer->diag, front_lexer_stray(lexer, lexer->at, ERROR_FUTHARK_STRAY, "", "Futhark"));
}

static void lex_hash(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  if (front_lexer_byte(lexer, 1) == '[') {
    lexer->at += 2;
    front_lexer_push(lexer, FUT_TOKEN_ATTRIBUTE, start);
  } else if (front_is_letter(front_lexer_byte(lexer, 1))) {
    lexer->at++;
    Name name = front_lexer_take_name(lexer, name_length(lexer, 0));
    push_named(lexer, FUT_TOKEN_CONSTRUCTOR, start, name, (FutNames){0});
  } else {
    lexer->at++;
    diag_error(lexer->diag, ERROR_FUTHARK_STRAY, front_lexer_span(lexer, start),
               "a name or `[` must follow `#` directly");
    diag_hint(lexer->diag, "a comment begins with `--`; constructors are written `#name`, "
                           "attributes `#[name]`");
    front_lexer_push(lexer, FUT_TOKEN_BAD, start);
  }
}

// A character literal, or a type parameter: `'t`, `'~t`, `'^t`. The quote that follows the next
// character tells them apart.
static void lex_quote(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  char next = front_lexer_byte(lexer, 1);
  char sigil = next == '~' || next == '^' ? next : '\0';
  uint32_t name_at = sigil == '\0' ? 1 : 2;
  if (!front_is_letter(front_lexer_byte(lexer, name_at)) || front_lexer_byte(lexer, 2) == '\'') {
    fut_lexer_char(lexer);
    return;
  }
  lexer->at += name_at;
  Name name = front_lexer_take_name(lexer, name_length(lexer, 0));
  push_named(lexer, FUT_TOKEN_TYPE_PARAM, start, name, (FutNames){0});
  vec_last(&lexer->tokens).integer = sigil;
}

static FutTokenKind punctuation_kind(char byte) {
  switch (byte) {
  case '(': return FUT_TOKEN_LPAREN;
  case ')': return FUT_TOKEN_RPAREN;
  case '[': return FUT_TOKEN_LBRACKET;
  case ']': return FUT_TOKEN_RBRACKET;
  case '{': return FUT_TOKEN_LBRACE;
  case '}': return FUT_TOKEN_RBRACE;
  case ',': return FUT_TOKEN_COMMA;
  case ':': return FUT_TOKEN_COLON;
  case '\\': return FUT_TOKEN_BACKSLASH;
  case '`': return FUT_TOKEN_BACKTICK;
  case '?': return FUT_TOKEN_QUESTION;
  case '~': return FUT_TOKEN_TILDE;
  default: return FUT_TOKEN_BAD; // not punctuation; bytes are no enum, so `default` is in order
  }
}

static void lex_punctuation(FrontLexer *lexer, FutTokenKind kind) {
  uint32_t start = lexer->at, length = 1;
  if (kind == FUT_TOKEN_COLON && front_lexer_byte(lexer, 1) == '>') {
    kind = FUT_TOKEN_COERCE;
    length = 2;
  } else if (kind == FUT_TOKEN_QUESTION && front_lexer_byte(lexer, 1) == '?' &&
             front_lexer_byte(lexer, 2) == '?') {
    kind = FUT_TOKEN_HOLE;
    length = 3;
  }
  lexer->at += length;
  front_lexer_push(lexer, kind, start);
}

static void lex_token(FrontLexer *lexer) {
  char byte = front_lexer_byte(lexer, 0);
  FutTokenKind punctuation = punctuation_kind(byte);
  if (front_lexer_take_blank(lexer)) return;
  if (front_is_letter(byte)) {
    lex_word(lexer);
  } else if (front_is_digit(byte) && is_after_with(lexer)) {
    lex_field(lexer);
  } else if (front_is_digit(byte)) {
    fut_lexer_number(lexer);
  } else if (is_comment(lexer, lexer->at)) {
    lex_comment(lexer);
  } else if (punctuation != FUT_TOKEN_BAD) {
    lex_punctuation(lexer, punctuation);
  } else if (byte == '.') {
    lex_dot(lexer);
  } else if (is_symbol_start(byte)) {
    lex_symbol(lexer);
  } else if (byte == '#') {
    lex_hash(lexer);
  } else if (byte == '"') {
    fut_lexer_string(lexer);
  } else if (byte == '\'') {
    lex_quote(lexer);
  } else {
    lex_stray(lexer);
  }
}

FrontLexer fut_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  return front_lex(arena, names, file, diag, lex_token);
}
