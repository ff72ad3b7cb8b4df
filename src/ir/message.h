// The messages of `assert`: text with places for values. `{}` shows a value as signed, `{:u}` as
// unsigned; `{{` and `}}` stand for the braces themselves.
#ifndef RAVEL_IR_MESSAGE_H
#define RAVEL_IR_MESSAGE_H

#include "ir/ir.h"

typedef enum MessagePiece {
  MESSAGE_END,
  MESSAGE_CHAR, // one byte of text
  MESSAGE_SIGNED,
  MESSAGE_UNSIGNED,
  MESSAGE_MALFORMED // a brace that is neither a place nor doubled
} MessagePiece;

// Takes the next piece of the text; `byte` is set for MESSAGE_CHAR.
MessagePiece message_next(const char **text, char *byte);

// Appends the text up to the next place for a value, where `text` then stands; false at the end.
bool message_text(StrBuf *out, const char **text);
// Appends a value for the place where `text` stands, and steps over it.
void message_value(StrBuf *out, const char **text, ScalarValue value, Scalar type);

#endif
