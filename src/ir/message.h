// The messages of `assert`: text with places for values. `{}` shows a value as signed, `{:u}` as
// unsigned; `{{` and `}}` stand for the braces themselves. A message may begin with its code in
// doc/errors.md, `{!E0402}`, which is not shown; it is E0401 otherwise.
#ifndef RAVEL_IR_MESSAGE_H
#define RAVEL_IR_MESSAGE_H

#include "base/diag.h"
#include "ir/ir.h"

typedef enum MessagePiece {
  MESSAGE_END,
  MESSAGE_CHAR, // one byte of text
  MESSAGE_SIGNED,
  MESSAGE_UNSIGNED,
  MESSAGE_CODE,
  MESSAGE_MALFORMED // a brace that is neither a place nor doubled
} MessagePiece;

// Takes the next piece of the text; `byte` is set for MESSAGE_CHAR.
MessagePiece message_next(const char **text, char *byte);

// The message that shows a text as it is.
const char *message_plain(Arena *arena, const char *text, size_t length);

// Steps over the code with which a message begins. E0401 when there is none.
ErrorCode message_code(const char **text);
// Appends the text up to the next place for a value, where `text` then stands; false at the end.
bool message_text(StrBuf *out, const char **text);
// Appends a value for the place where `text` stands, and steps over it.
void message_value(StrBuf *out, const char **text, ScalarValue value, Scalar type);

#endif
