#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lsp/lsp.h"

// The number after a header of this name in the lines up to `end`; false when there is none.
static bool find_length(const char *bytes, size_t end, size_t *length) {
  static const char NAME[] = "Content-Length:";
  size_t name_length = sizeof NAME - 1;
  for (size_t at = 0; at < end;) {
    const char *line_end = memchr(bytes + at, '\n', end - at);
    size_t next = line_end ? (size_t)(line_end - bytes) + 1 : end;
    if (next - at > name_length && strncasecmp(bytes + at, NAME, name_length) == 0) {
      const char *digit = bytes + at + name_length;
      while (*digit == ' ' || *digit == '\t')
        digit++;
      size_t value = 0, count = 0;
      for (; isdigit((unsigned char)*digit) && value <= LSP_LENGTH_LIMIT; digit++, count++)
        value = value * 10 + (size_t)(*digit - '0');
      *length = value;
      return count > 0 && (*digit == '\r' || *digit == '\n');
    }
    at = next;
  }
  return false;
}

// Where the header ends: after an empty line. 0: not yet.
static size_t header_end(const char *bytes, size_t length) {
  for (size_t i = 0; i + 1 < length; i++) {
    if (bytes[i] != '\n') continue;
    if (bytes[i + 1] == '\n') return i + 2;
    if (i + 2 < length && bytes[i + 1] == '\r' && bytes[i + 2] == '\n') return i + 3;
  }
  return 0;
}

LspFrame lsp_frame_find(const char *bytes, size_t length, size_t *start, size_t *content,
                        size_t *used) {
  enum { HEADER_LIMIT = 1 << 16 };
  size_t end = header_end(bytes, length);
  *start = *content = *used = 0;
  if (end == 0) {
    if (length < HEADER_LIMIT) return LSP_FRAME_PARTIAL;
    *used = length;
    return LSP_FRAME_BAD;
  }
  if (!find_length(bytes, end, content) || *content > LSP_LENGTH_LIMIT) {
    *used = end;
    return LSP_FRAME_BAD;
  }
  *start = end;
  if (length - end < *content) return LSP_FRAME_PARTIAL;
  *used = end + *content;
  return LSP_FRAME_WHOLE;
}
