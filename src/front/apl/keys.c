#include "front/apl/keys.h"

#include <stdbool.h>
#include <string.h>

static const AplKey KEYS[] = {
#define KEY(key, glyph, purpose) {key, glyph, purpose},
#include "front/apl/keys.def"
#undef KEY
};

size_t apl_key_count(void) { return sizeof KEYS / sizeof *KEYS; }

const AplKey *apl_key_at(size_t position) { return &KEYS[position]; }

const char *apl_key_glyph(char key) {
  for (size_t i = 0; i < apl_key_count(); i++)
    if (KEYS[i].key == key) return KEYS[i].glyph;
  return NULL;
}

static const char *glyph_at(const char *text, size_t length) {
  return length > 1 && text[0] == '`' ? apl_key_glyph(text[1]) : NULL;
}

void apl_keys_expand(StrBuf *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const char *glyph = glyph_at(text + i, length - i);
    if (glyph == NULL) {
      strbuf_putc(out, text[i]);
    } else {
      strbuf_puts(out, glyph);
      i++;
    }
  }
}

// ---- Programs ----

// The key of the glyph at the beginning of the text; NULL: it has none, or is ASCII anyway.
static const AplKey *key_at(const char *text, size_t length) {
  for (size_t i = 0; i < apl_key_count(); i++) {
    size_t size = strlen(KEYS[i].glyph);
    if (size > 1 && size <= length && memcmp(KEYS[i].glyph, text, size) == 0) return &KEYS[i];
  }
  return NULL;
}

// How long the string is that begins the text: up to its quote, or the end of the line.
static size_t string_length(const char *text, size_t length) {
  size_t end = 1;
  while (end < length && text[end] != text[0] && text[end] != '\n')
    end++;
  return end < length && text[end] == text[0] ? end + 1 : end;
}

static size_t line_length(const char *text, size_t length) {
  const char *end = memchr(text, '\n', length);
  return end != NULL ? (size_t)(end - text) : length;
}

typedef void Convert(StrBuf *out, const char *text, size_t length, size_t *size, bool *is_comment);

// Glyph by glyph; what a string or a comment holds is copied. An annotation, `⍝:`, is no comment.
static void convert_program(StrBuf *out, const char *text, size_t length, Convert *convert) {
  for (size_t i = 0; i < length;) {
    bool is_comment = false;
    size_t size = 1;
    if (text[i] == '\'' || text[i] == '"') {
      size = string_length(text + i, length - i);
      strbuf_write(out, text + i, size);
    } else {
      convert(out, text + i, length - i, &size, &is_comment);
    }
    i += size;
    if (!is_comment || (i < length && text[i] == ':')) continue;
    size_t rest = line_length(text + i, length - i);
    strbuf_write(out, text + i, rest);
    i += rest;
  }
}

static void to_glyph(StrBuf *out, const char *text, size_t length, size_t *size, bool *is_comment) {
  const AplKey *key = key_at(text, length);
  const char *glyph = glyph_at(text, length);
  if (glyph != NULL)
    *size = 2;
  else if (key != NULL)
    *size = strlen(glyph = key->glyph);
  if (glyph == NULL)
    strbuf_putc(out, text[0]);
  else
    strbuf_puts(out, glyph);
  *is_comment = glyph != NULL && strcmp(glyph, "⍝") == 0;
}

static void to_key(StrBuf *out, const char *text, size_t length, size_t *size, bool *is_comment) {
  const AplKey *key = key_at(text, length);
  const char *typed = glyph_at(text, length);
  if (key != NULL) {
    *size = strlen(key->glyph);
    strbuf_printf(out, "`%c", key->key);
  } else {
    *size = typed != NULL ? 2 : 1; // it may be keys already
    strbuf_write(out, text, *size);
  }
  const char *glyph = key != NULL ? key->glyph : typed;
  *is_comment = glyph != NULL && strcmp(glyph, "⍝") == 0;
}

void apl_glyphs_from_keys(StrBuf *out, const char *text, size_t length) {
  convert_program(out, text, length, to_glyph);
}

void apl_keys_from_glyphs(StrBuf *out, const char *text, size_t length) {
  convert_program(out, text, length, to_key);
}
