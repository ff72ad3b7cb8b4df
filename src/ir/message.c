#include "ir/message.h"

#include <string.h>

MessagePiece message_next(const char **text, char *byte) {
  static const struct {
    const char *text;
    MessagePiece piece;
  } forms[] = {{"{}", MESSAGE_SIGNED},
               {"{:u}", MESSAGE_UNSIGNED},
               {"{{", MESSAGE_CHAR},
               {"}}", MESSAGE_CHAR}};
  *byte = **text;
  if (*byte == '\0') return MESSAGE_END;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    size_t length = strlen(forms[i].text);
    if (strncmp(*text, forms[i].text, length) != 0) continue;
    *text += length;
    return forms[i].piece;
  }
  ++*text;
  return *byte == '{' || *byte == '}' ? MESSAGE_MALFORMED : MESSAGE_CHAR;
}
