// Tokens other than literals; see lex_literal.c for those.
#include "front/apl/lex.h"

#include <string.h>

#include "base/utf8.h"
#include "front/apl/keys.h"
#include "front/apl/lex_internal.h"
#include "front/apl/primitives.h"

const FrontTokenKind APL_TOKENS[] = {
#define TOKEN(id, text) {text, 0, false},
#include "front/apl/tokens.def"
#undef TOKEN
};

_Static_assert((int)TOKEN_END == (int)APL_TOKEN_END && (int)TOKEN_BAD == (int)APL_TOKEN_BAD,
               "all languages begin with the same kinds of tokens");

// How many bytes spell the text at the current position, with glyphs or with keys; 0: others do.
static uint32_t spelled(const FrontLexer *lexer, const char *text) {
  uint32_t size = 0;
  while (*text != '\0') {
    char byte = front_lexer_byte(lexer, size);
    const char *glyph = byte == '`' ? apl_key_glyph(front_lexer_byte(lexer, size + 1)) : NULL;
    size_t length = glyph != NULL ? strlen(glyph) : 1;
    if (glyph != NULL ? strncmp(text, glyph, length) != 0 : *text != byte) return 0;
    text += length;
    size += glyph != NULL ? 2 : 1;
  }
  return size;
}

bool apl_lexer_at(const FrontLexer *lexer, const char *text) { return spelled(lexer, text) > 0; }

bool apl_lexer_accept(FrontLexer *lexer, const char *text) {
  uint32_t size = spelled(lexer, text);
  lexer->at += size;
  return size > 0;
}

// What was read since `start`, with glyphs.
static Name glyphs_from(FrontLexer *lexer, uint32_t start) {
  StrBuf text = {0};
  apl_keys_expand(&text, lexer->text + start, lexer->at - start);
  Name name = intern(lexer->names, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return name;
}

// ---- Names ----

// A letter beyond ASCII: ∆ and ⍙, and those of Latin alphabets.
static uint32_t letter_length(const FrontLexer *lexer) {
  if (front_is_letter(front_lexer_byte(lexer, 0))) return 1;
  uint32_t codepoint = 0;
  size_t size = utf8_decode(lexer->text + lexer->at, lexer->length - lexer->at, &codepoint);
  bool is_latin = codepoint >= 0xC0 && codepoint < 0x250 && codepoint != 0xD7 && codepoint != 0xF7;
  if (is_latin) return (uint32_t)size;
  static const char *const OTHERS[] = {"∆", "⍙", "_"};
  uint32_t length = 0;
  for (size_t i = 0; length == 0 && i < sizeof OTHERS / sizeof *OTHERS; i++)
    length = spelled(lexer, OTHERS[i]);
  return length;
}

uint32_t apl_lexer_letter(const FrontLexer *lexer) { return letter_length(lexer); }

static void take_word(FrontLexer *lexer) {
  for (;;) {
    uint32_t length = front_is_digit(front_lexer_byte(lexer, 0)) ? 1 : letter_length(lexer);
    if (length == 0) return;
    lexer->at += length;
  }
}

static void lex_name(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  take_word(lexer);
  front_lexer_push(lexer, APL_TOKEN_NAME, start)->name = glyphs_from(lexer, start);
}

// `⎕`, or `⎕NAME`, in which case does not count.
static void lex_quad(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  apl_lexer_accept(lexer, "⎕");
  uint32_t word = lexer->at;
  take_word(lexer);
  if (lexer->at == word) {
    front_lexer_push(lexer, APL_TOKEN_QUAD, start);
    return;
  }
  char *capitals = arena_strndup(lexer->arena, lexer->text + word, lexer->at - word);
  for (char *byte = capitals; *byte != '\0'; byte++)
    if (*byte >= 'a' && *byte <= 'z') *byte = (char)(*byte - 'a' + 'A');
  front_lexer_push(lexer, APL_TOKEN_SYSTEM, start)->name =
      intern(lexer->names, capitals, lexer->at - word);
}

// The names of arguments and operands, doubled or not.
static bool lex_argument(FrontLexer *lexer) {
  static const struct {
    const char *text, *name;
  } SPELLINGS[] = {{"⍺⍺", "⍺⍺"}, {"αα", "⍺⍺"}, {"⍵⍵", "⍵⍵"}, {"ωω", "⍵⍵"}, {"⍺", "⍺"},
                   {"α", "⍺"},   {"⍵", "⍵"},   {"ω", "⍵"},   {"∇∇", "∇∇"}, {"∇", "∇"}};
  uint32_t start = lexer->at;
  for (size_t i = 0; i < sizeof SPELLINGS / sizeof *SPELLINGS; i++)
    if (apl_lexer_accept(lexer, SPELLINGS[i].text)) {
      front_lexer_push(lexer, APL_TOKEN_NAME, start)->name =
          intern_str(lexer->names, SPELLINGS[i].name);
      return true;
    }
  return false;
}

// ---- Comments ----

// An annotation goes on in a comment that begins with an arrow.
static bool goes_on(const FrontLexer *lexer) {
  uint32_t at = lexer->at;
  if (lexer->tokens.count == 0 || vec_last(&lexer->tokens).kind != APL_TOKEN_ANNOTATION)
    return false;
  while (at < lexer->length && lexer->text[at] == ' ')
    at++;
  return lexer->length - at >= strlen("→") && memcmp(lexer->text + at, "→", strlen("→")) == 0;
}

// `⍝` up to the end of the line; `⍝:` is an annotation.
static void lex_comment(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  apl_lexer_accept(lexer, "⍝");
  bool is_annotation = apl_lexer_accept(lexer, ":") || goes_on(lexer);
  uint32_t text = lexer->at;
  while (!front_lexer_is_at_line_end(lexer))
    lexer->at++;
  lexer->is_spaced = true;
  if (!is_annotation) return;
  bool is_first = lexer->is_first;
  FrontToken *token = front_lexer_push(lexer, APL_TOKEN_ANNOTATION, start);
  token->name = glyphs_from(lexer, text);
  lexer->is_first = is_first;
}

// ---- Symbols ----

static const struct {
  const char *text;
  AplTokenKind kind;
} SYMBOLS[] = {{"(", APL_TOKEN_LPAREN},    {")", APL_TOKEN_RPAREN},  {"[", APL_TOKEN_LBRACKET},
               {"]", APL_TOKEN_RBRACKET},  {"{", APL_TOKEN_LBRACE},  {"}", APL_TOKEN_RBRACE},
               {";", APL_TOKEN_SEMICOLON}, {":", APL_TOKEN_COLON},   {"⋄", APL_TOKEN_DIAMOND},
               {"◊", APL_TOKEN_DIAMOND},   {"◇", APL_TOKEN_DIAMOND}, {"←", APL_TOKEN_ARROW},
               {"⍬", APL_TOKEN_ZILDE}};

static bool lex_symbol(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++)
    if (apl_lexer_accept(lexer, SYMBOLS[i].text)) {
      front_lexer_push(lexer, SYMBOLS[i].kind, start);
      return true;
    }
  return false;
}

static bool lex_primitive(FrontLexer *lexer) {
  uint32_t start = lexer->at, length = 0;
  char byte = front_lexer_byte(lexer, 0);
  const char *glyph = byte == '`' ? apl_key_glyph(front_lexer_byte(lexer, 1)) : NULL;
  int primitive = glyph != NULL
                      ? apl_primitive_at(glyph, strlen(glyph), &length)
                      : apl_primitive_at(lexer->text + start, lexer->length - start, &length);
  if (primitive < 0) return false;
  if (glyph != NULL) length = 2;
  lexer->at += length;
  front_lexer_push(lexer, APL_TOKEN_PRIMITIVE, start)->integer = primitive;
  return true;
}

// Glyphs of other APLs.
static bool take_foreign(FrontLexer *lexer) {
  static const char *const FOREIGN[] = {"→", "⌶", "⍞", "⍠", "⍁", "⍛", "⌾", "⍢", "⍫", "⊇", "…"};
  for (size_t i = 0; i < sizeof FOREIGN / sizeof *FOREIGN; i++)
    if (apl_lexer_accept(lexer, FOREIGN[i])) return true;
  return false;
}

static void lex_stray(FrontLexer *lexer) {
  uint32_t start = lexer->at;
  if (take_foreign(lexer)) {
    diag_error(lexer->diag, ERROR_APL_UNSUPPORTED, front_lexer_span(lexer, start),
               "not supported: `%.*s`", (int)(lexer->at - start), lexer->text + start);
    if (strncmp(lexer->text + start, "→", strlen("→")) == 0)
      diag_hint(lexer->diag, "in place of jumps there are guards, `∇` and `⍣`");
    front_lexer_push(lexer, APL_TOKEN_BAD, start);
    return;
  }
  uint32_t codepoint = front_lexer_stray(lexer, start, ERROR_APL_STRAY, "SYNTAX ERROR: ", "APL");
  if (codepoint == '#')
    diag_hint(lexer->diag, "a comment begins with `⍝`");
  else if (codepoint == '%')
    diag_hint(lexer->diag, "the rest of x by 3 is `3|x`; a comment begins with `⍝`");
  else if (codepoint == 0x203E || codepoint == '_')
    diag_hint(lexer->diag, "a negative number is written `¯5`");
  else if (codepoint == '`')
    diag_hint(lexer->diag, "a backquote and a key type a glyph, as in `r for ⍴; "
                           "`ravel glyphs` lists them");
  else if (codepoint == 0x2018 || codepoint == 0x2019 || codepoint == 0x201C || codepoint == 0x201D)
    diag_hint(lexer->diag, "text stands between straight quotes, `'…'` or `\"…\"`");
  else if (codepoint == '$')
    diag_hint(lexer->diag, "statements are separated by `⋄` or a new line");
}

static void lex_token(FrontLexer *lexer) {
  char byte = front_lexer_byte(lexer, 0), next = front_lexer_byte(lexer, 1);
  if (front_lexer_take_blank(lexer)) return;
  if (front_is_digit(byte) || (byte == '.' && front_is_digit(next)) || apl_lexer_at(lexer, "¯")) {
    apl_lexer_number(lexer);
  } else if (letter_length(lexer) > 0) {
    lex_name(lexer);
  } else if (byte == '\'' || byte == '"') {
    apl_lexer_string(lexer);
  } else if (apl_lexer_at(lexer, "⍝")) {
    lex_comment(lexer);
  } else if (apl_lexer_at(lexer, "⎕")) {
    lex_quad(lexer);
  } else if (!lex_argument(lexer) && !lex_symbol(lexer) && !lex_primitive(lexer)) {
    lex_stray(lexer);
  }
}

FrontLexer apl_lex(Arena *arena, Interner *names, const SourceFile *file, Diag *diag) {
  return front_lex(arena, names, file, diag, lex_token);
}
