// UTF-8: strict decoding and encoding, and how wide a character is on a terminal.
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

// Decodes the first code point of text. Yields its length in bytes, or 0 when text is empty or
// begins with anything that is not strict UTF-8 (overlong, surrogate, above 10FFFF, truncated).
size_t utf8_decode(const char *text, size_t length, uint32_t *codepoint);

// Encodes a code point into up to four bytes and yields how many; 0 if it is not a scalar value.
size_t utf8_encode(uint32_t codepoint, char out[4]);

// The length of the longest valid prefix of text; `length` when all of it is valid.
size_t utf8_valid_prefix(const char *text, size_t length);

// Whether all of text is strict UTF-8.
bool utf8_is_valid(const char *text, size_t length);

// How many terminal cells a code point takes: 0 (combining, control), 1 or 2 (East Asian wide).
int utf8_width(uint32_t codepoint);

// How many cells text takes. An invalid byte counts as 1, like the replacement character. Tabs are
// the caller's business and count as 0.
size_t utf8_display_width(const char *text, size_t length);

#endif
