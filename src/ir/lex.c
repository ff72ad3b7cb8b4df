#include "ir/lex.h"

#include <math.h>
#include <string.h>

#include "ir/type.h"

// What a word means when it is not a variable.
typedef struct Word {
  TokenKind kind;
  Op op;
  Scalar scalar;
  Constant constant;
} Word;

typedef struct Lexer {
  Arena *arena;
  Interner *names;
  const SourceFile *file;
  Diag *diag;
  const char *text;
  size_t length, at;
  Map *words; // Name -> Word
  Tokens tokens;
  uint32_t last_id;
} Lexer;

typedef struct TokenInfo {
  const char *text, *quoted;
  enum { CLASS, PUNCTUATION, KEYWORD } class;
} TokenInfo;

static const TokenInfo token_infos[TOKEN_COUNT] = {
#define TOKEN(id, text, class) {text, "`" text "`", class},
#include "ir/tokens.def"
#undef TOKEN
};

const char *token_kind_text(TokenKind kind) {
  const TokenInfo *info = &token_infos[kind];
  return info->class == CLASS ? info->text : info->quoted;
}

// ---- Words ----

static void word_add(Lexer *lexer, const char *text, Word word) {
  Word *copy = arena_make(lexer->arena, Word);
  *copy = word;
  map_put(lexer->words, map_key(intern_str(lexer->names, text)), copy);
}

static void words_add(Lexer *lexer) {
  lexer->words = map_new(lexer->arena);
  for (size_t i = 0; i < OP_COUNT; i++)
    word_add(lexer, op_info((Op)i)->text, (Word){.kind = TOKEN_OP, .op = (Op)i});
  for (size_t i = 0; i < SCALAR_COUNT; i++)
    word_add(lexer, scalar_info((Scalar)i)->text,
             (Word){.kind = TOKEN_SCALAR, .scalar = (Scalar)i});
  for (size_t i = 0; i < TOKEN_COUNT; i++) {
    if (token_infos[i].class == KEYWORD)
      word_add(lexer, token_infos[i].text, (Word){.kind = (TokenKind)i});
  }
  word_add(lexer, "true", (Word){.kind = TOKEN_CONSTANT, .constant = constant_bool(true)});
  word_add(lexer, "false", (Word){.kind = TOKEN_CONSTANT, .constant = constant_bool(false)});
}

// ---- Helpers ----

static Span lexer_span(const Lexer *lexer, size_t start) {
  return span_new(lexer->file->id, (uint32_t)start, (uint32_t)lexer->at);
}

static Token *lexer_push(Lexer *lexer, TokenKind kind, size_t start) {
  Token token = {.kind = kind, .start = (uint32_t)start, .end = (uint32_t)lexer->at};
  vec_push(lexer->arena, &lexer->tokens, token);
  return &vec_last(&lexer->tokens);
}

static char lexer_peek(const Lexer *lexer, size_t ahead) {
  return lexer->at + ahead < lexer->length ? lexer->text[lexer->at + ahead] : '\0';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The length of the letter at `text`, or 0. Beyond ASCII every character is one, except for blanks,
// controls and the marks that make text look different from what it is.
static size_t letter_length(const char *text, size_t length) {
  if (length > 0 && (unsigned char)text[0] < 0x80) return is_ascii_letter(text[0]) ? 1 : 0;
  uint32_t codepoint = 0;
  size_t size = utf8_decode(text, length, &codepoint);
  bool is_blank = codepoint <= 0xA0 || (codepoint >= 0x2000 && codepoint <= 0x206F) ||
                  codepoint == 0x1680 || codepoint == 0x3000 || codepoint == 0xFEFF;
  return is_blank ? 0 : size;
}

static void word_skip(Lexer *lexer) {
  for (;;) {
    const char *text = lexer->text + lexer->at;
    size_t rest = lexer->length - lexer->at;
    size_t size = letter_length(text, rest);
    if (size == 0 && rest > 0 && (is_digit(*text) || *text == '\'')) size = 1;
    if (size == 0) return;
    lexer->at += size;
  }
}

// ---- Variables and other words ----

// `.nan` or `.inf` after the name of a float type.
static bool lex_special_float(Lexer *lexer, size_t start, bool is_negative, const Word *word) {
  if (!word || word->kind != TOKEN_SCALAR || scalar_info(word->scalar)->class != CLASS_FLOAT)
    return false;
  size_t rest = lexer->length - lexer->at;
  const char *text = lexer->text + lexer->at;
  bool is_nan = rest >= 4 && memcmp(text, ".nan", 4) == 0;
  if (!is_nan && (rest < 4 || memcmp(text, ".inf", 4) != 0)) return false;
  if (rest > 4 && (letter_length(text + 4, rest - 4) > 0 || is_digit(text[4]))) return false;
  lexer->at += 4;
  double value = is_nan ? (double)NAN : (double)INFINITY;
  Token *token = lexer_push(lexer, TOKEN_CONSTANT, start);
  token->constant = constant_float(word->scalar, is_negative && !is_nan ? -value : value);
  return true;
}

// The number after the point of a variable. 0 after reporting an error.
static uint32_t lex_id(Lexer *lexer, size_t start) {
  lexer->at++;
  size_t first = lexer->at;
  uint64_t id = 0;
  while (is_digit(lexer_peek(lexer, 0))) {
    if (id <= VARIABLE_ID_MAX) id = id * 10 + (uint64_t)(lexer_peek(lexer, 0) - '0');
    lexer->at++;
  }
  size_t digits_end = lexer->at;
  word_skip(lexer);
  if (digits_end == first || lexer->at > digits_end || lexer->text[first] == '0') {
    diag_error(lexer->diag, ERROR_MALFORMED_NAME, lexer_span(lexer, start),
               "the `.` of a name is followed by a number that does not start with 0");
    diag_hint(lexer->diag, "variables are written `x` or `x.12`");
    return 0;
  }
  if (id > VARIABLE_ID_MAX) {
    diag_error(lexer->diag, ERROR_MALFORMED_NAME, lexer_span(lexer, start),
               "the number of a variable is at most %d", (int)VARIABLE_ID_MAX);
    return 0;
  }
  return (uint32_t)id;
}

static void lex_word(Lexer *lexer) {
  size_t start = lexer->at;
  word_skip(lexer);
  Name name = intern(lexer->names, lexer->text + start, lexer->at - start);
  const Word *word = map_get(lexer->words, map_key(name));
  if (lex_special_float(lexer, start, false, word)) return;
  uint32_t id = 0;
  bool has_id = lexer_peek(lexer, 0) == '.';
  if (has_id) id = lex_id(lexer, start);
  if (id > lexer->last_id) lexer->last_id = id;
  bool is_variable = has_id || !word;
  Token *token = lexer_push(lexer, is_variable ? TOKEN_VARIABLE : word->kind, start);
  token->text = intern(lexer->names, lexer->text + start, lexer->at - start);
  token->name = name;
  token->id = id;
  if (is_variable) return;
  token->op = word->op;
  token->scalar = word->scalar;
  token->constant = word->constant;
}

// ---- Numbers, strings, attributes ----

static void lex_number(Lexer *lexer, size_t length) {
  size_t start = lexer->at;
  lexer->at += length;
  Constant constant;
  bool is_right =
      number_parse(lexer->text + start, length, lexer_span(lexer, start), lexer->diag, &constant);
  Token *token = lexer_push(lexer, TOKEN_CONSTANT, start);
  token->constant = constant;
  token->is_malformed = !is_right;
}

// `-` begins a number, an infinity, an arrow or, doubled, a comment.
static bool lex_minus(Lexer *lexer) {
  size_t start = lexer->at;
  lexer->at++;
  if (is_ascii_letter(lexer_peek(lexer, 0))) {
    size_t word_start = lexer->at;
    word_skip(lexer);
    Name name = intern(lexer->names, lexer->text + word_start, lexer->at - word_start);
    if (lex_special_float(lexer, start, true, map_get(lexer->words, map_key(name)))) return true;
  }
  lexer->at = start;
  return false;
}

static int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// One escape, after its backslash; reports what is wrong with it.
static void lex_escape(Lexer *lexer, StrBuf *value) {
  size_t start = lexer->at - 1;
  char c = lexer_peek(lexer, 0);
  int high = hex_value(lexer_peek(lexer, 1)), low = hex_value(lexer_peek(lexer, 2));
  if (c == 'n' || c == 't' || c == '"' || c == '\\') {
    lexer->at++;
    strbuf_putc(value, (char)(c == 'n' ? '\n' : c == 't' ? '\t' : c));
  } else if (c == 'x' && high >= 0 && low >= 0 && high + low > 0) {
    lexer->at += 3;
    strbuf_putc(value, (char)(high * 16 + low));
  } else {
    diag_error(lexer->diag, ERROR_MALFORMED_STRING, lexer_span(lexer, start),
               "this `\\` does not begin an escape");
    diag_hint(lexer->diag, "the escapes are \\n, \\t, \\\", \\\\ and \\x with two digits, not 00");
  }
}

static void lex_string(Lexer *lexer) {
  size_t start = lexer->at++;
  StrBuf value = {0};
  for (;;) {
    char c = lexer_peek(lexer, 0);
    if (lexer->at >= lexer->length || c == '\n' || c == '\0') {
      diag_error(lexer->diag, ERROR_MALFORMED_STRING, lexer_span(lexer, start),
                 "this string does not end before %s",
                 lexer->at >= lexer->length ? "the end of the file"
                 : c == '\n'                ? "the end of the line"
                                            : "a zero byte");
      break;
    }
    lexer->at++;
    if (c == '"') break;
    if (c == '\\') {
      lex_escape(lexer, &value);
    } else {
      strbuf_putc(&value, c);
    }
  }
  Token *token = lexer_push(lexer, TOKEN_STRING, start);
  token->text = intern(lexer->names, strbuf_text(&value), value.length);
  strbuf_free(&value);
}

// `#[text]`; brackets inside are balanced.
static void lex_attribute(Lexer *lexer) {
  size_t start = lexer->at, depth = 1;
  lexer->at += 2;
  size_t text_start = lexer->at;
  for (; lexer->at < lexer->length && depth > 0; lexer->at++) {
    char c = lexer->text[lexer->at];
    if (c == '\n' || c == '\0') break;
    if (c == '[') depth++;
    if (c == ']') depth--;
  }
  if (depth > 0) {
    diag_error(lexer->diag, ERROR_MALFORMED_ATTRIBUTE, lexer_span(lexer, start),
               "this attribute has no closing `]` on its line");
    return;
  }
  Token *token = lexer_push(lexer, TOKEN_ATTRIBUTE, start);
  token->text = intern(lexer->names, lexer->text + text_start, lexer->at - 1 - text_start);
}

// ---- Everything ----

static bool lex_punctuation(Lexer *lexer) {
  const char *text = lexer->text + lexer->at;
  for (size_t i = 0; i < TOKEN_COUNT; i++) {
    if (token_infos[i].class != PUNCTUATION) continue;
    size_t size = strlen(token_infos[i].text);
    if (size > lexer->length - lexer->at || memcmp(text, token_infos[i].text, size) != 0) continue;
    size_t start = lexer->at;
    lexer->at += size;
    lexer_push(lexer, (TokenKind)i, start);
    return true;
  }
  return false;
}

// Reports a character that begins no token, once for a run of it.
static void lex_unexpected(Lexer *lexer) {
  size_t start = lexer->at;
  uint32_t codepoint = 0;
  const char *text = lexer->text + start;
  size_t size = utf8_decode(text, lexer->length - start, &codepoint);
  lexer->at += size;
  Span span = lexer_span(lexer, start);
  if (codepoint < 0x20 || codepoint == 0x7F) {
    diag_error(lexer->diag, ERROR_UNEXPECTED_CHARACTER, span,
               "the control character 0x%02X means nothing here", (unsigned)codepoint);
  } else if (codepoint >= 0x80) {
    diag_error(lexer->diag, ERROR_UNEXPECTED_CHARACTER, span,
               "the character U+%04X means nothing here", (unsigned)codepoint);
  } else {
    diag_error(lexer->diag, ERROR_UNEXPECTED_CHARACTER, span,
               "the character `%c` means nothing here", (int)codepoint);
    if (codepoint == '%') diag_hint(lexer->diag, "operations are written as words: `smod x, y`");
  }
  while (size <= lexer->length - lexer->at && memcmp(lexer->text + lexer->at, text, size) == 0)
    lexer->at += size;
}

static void lex_next(Lexer *lexer) {
  char c = lexer->text[lexer->at];
  const char *text = lexer->text + lexer->at;
  size_t rest = lexer->length - lexer->at, size = 0;
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
    lexer->at++;
  } else if (c == '-' && lexer_peek(lexer, 1) == '-') {
    const char *end = memchr(text, '\n', rest);
    lexer->at = end ? (size_t)(end - lexer->text) : lexer->length;
  } else if (letter_length(text, rest) > 0) {
    lex_word(lexer);
  } else if ((size = number_extent(text, rest)) > 0) {
    lex_number(lexer, size);
  } else if (c == '"') {
    lex_string(lexer);
  } else if (c == '#' && lexer_peek(lexer, 1) == '[') {
    lex_attribute(lexer);
  } else if (!(c == '-' && lex_minus(lexer)) && !lex_punctuation(lexer)) {
    lex_unexpected(lexer);
  }
}

Tokens lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag, uint32_t *last_id) {
  Lexer lexer = {.arena = arena,
                 .names = names,
                 .file = file,
                 .diag = diag,
                 .text = file->text,
                 .length = file->length};
  words_add(&lexer);
  while (lexer.at < lexer.length && !diag_is_over_limit(diag))
    lex_next(&lexer);
  lexer.at = lexer.length;
  lexer_push(&lexer, TOKEN_END, lexer.length);
  *last_id = lexer.last_id;
  return lexer.tokens;
}
