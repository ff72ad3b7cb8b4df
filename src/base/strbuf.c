#include "base/strbuf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/internal.h"

enum { FIRST_CAPACITY = 64 };

const char *strbuf_text(const StrBuf *buffer) { return buffer->data == NULL ? "" : buffer->data; }

void strbuf_free(StrBuf *buffer) {
  free(buffer->data);
  *buffer = (StrBuf){0};
}

void strbuf_clear(StrBuf *buffer) {
  buffer->length = 0;
  if (buffer->data != NULL) buffer->data[0] = '\0';
}

void strbuf_reserve(StrBuf *buffer, size_t extra) {
  if (extra >= SIZE_MAX / 2 - buffer->length) fatal_out_of_memory(extra);
  size_t wanted = buffer->length + extra + 1;
  if (wanted <= buffer->capacity) return;
  size_t capacity = buffer->capacity * 2;
  if (capacity < FIRST_CAPACITY) capacity = FIRST_CAPACITY;
  if (capacity < wanted) capacity = wanted;
  char *data = realloc(buffer->data, capacity);
  if (data == NULL) fatal_out_of_memory(capacity);
  data[buffer->length] = '\0';
  buffer->data = data;
  buffer->capacity = capacity;
}

void strbuf_write(StrBuf *buffer, const char *bytes, size_t n) {
  strbuf_reserve(buffer, n);
  if (n > 0) memcpy(buffer->data + buffer->length, bytes, n);
  buffer->length += n;
  buffer->data[buffer->length] = '\0';
}

void strbuf_putc(StrBuf *buffer, char byte) { strbuf_write(buffer, &byte, 1); }

void strbuf_puts(StrBuf *buffer, const char *text) { strbuf_write(buffer, text, strlen(text)); }

void strbuf_fill(StrBuf *buffer, char byte, size_t n) {
  strbuf_reserve(buffer, n);
  memset(buffer->data + buffer->length, byte, n);
  buffer->length += n;
  buffer->data[buffer->length] = '\0';
}

void strbuf_vprintf(StrBuf *buffer, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length < 0) INTERNAL_ERROR("cannot format \"%s\"", format);
  strbuf_reserve(buffer, (size_t)length);
  vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
  va_end(again);
  buffer->length += (size_t)length;
}

void strbuf_printf(StrBuf *buffer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  strbuf_vprintf(buffer, format, arguments);
  va_end(arguments);
}

char *strbuf_take(StrBuf *buffer) {
  strbuf_reserve(buffer, 0);
  char *text = buffer->data;
  *buffer = (StrBuf){0};
  return text;
}
