// Text buffers that grow on the heap. Start with `StrBuf buffer = {0};`, end with strbuf_free.
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

#include "base/attributes.h"

// After the first write, data[length] is a NUL. Before it, data is NULL; see strbuf_text.
typedef struct StrBuf {
  char *data;
  size_t length, capacity;
} StrBuf;

// The text, ended by a NUL, also of a buffer that was never written. Valid until the next write.
const char *strbuf_text(const StrBuf *buffer);

// Frees the text and leaves an empty buffer, ready for use.
void strbuf_free(StrBuf *buffer);

// Forgets the text and keeps the memory.
void strbuf_clear(StrBuf *buffer);

// Makes room for extra more bytes, and the NUL.
void strbuf_reserve(StrBuf *buffer, size_t extra);

// Appends one byte, a NUL-ended string, or n bytes.
void strbuf_putc(StrBuf *buffer, char byte);
void strbuf_puts(StrBuf *buffer, const char *text);
void strbuf_write(StrBuf *buffer, const char *bytes, size_t n);

// Appends n copies of one byte.
void strbuf_fill(StrBuf *buffer, char byte, size_t n);

// Appends formatted text.
void strbuf_printf(StrBuf *buffer, const char *format, ...) PRINTF_LIKE(2, 3);
void strbuf_vprintf(StrBuf *buffer, const char *format, va_list arguments) PRINTF_LIKE(2, 0);

// Hands over the text, to be freed with free(), and leaves an empty buffer. Never NULL.
char *strbuf_take(StrBuf *buffer);

#endif
