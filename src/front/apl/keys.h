// Typing APL without its keyboard: a backquote and a key stand for a glyph, as in `r for ⍴. The
// lexer takes both spellings; these functions are for everybody else.
#ifndef FRONT_APL_KEYS_H
#define FRONT_APL_KEYS_H

#include "base/strbuf.h"

// The glyph that a key types after a backquote; NULL: none.
const char *apl_key_glyph(char key);

// All keys, in the order of the keyboard.
typedef struct AplKey {
  char key;
  const char *glyph, *purpose;
} AplKey;
size_t apl_key_count(void);
const AplKey *apl_key_at(size_t position);

// The text with glyphs in place of keys, wherever they stand.
void apl_keys_expand(StrBuf *out, const char *text, size_t length);
// A program with glyphs in place of keys, or keys in place of all glyphs beyond ASCII that have
// one. It means the same: strings and comments stay what they are, but for the sign of a comment.
void apl_glyphs_from_keys(StrBuf *out, const char *text, size_t length);
void apl_keys_from_glyphs(StrBuf *out, const char *text, size_t length);

#endif
