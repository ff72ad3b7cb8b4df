// The messages of `assert`: text with places for values. `{}` shows a value as signed, `{:u}` as
// unsigned; `{{` and `}}` stand for the braces themselves.
#ifndef RAVEL_IR_MESSAGE_H
#define RAVEL_IR_MESSAGE_H

typedef enum MessagePiece {
  MESSAGE_END,
  MESSAGE_CHAR, // one byte of text
  MESSAGE_SIGNED,
  MESSAGE_UNSIGNED,
  MESSAGE_MALFORMED // a brace that is neither a place nor doubled
} MessagePiece;

// Takes the next piece of the text; `byte` is set for MESSAGE_CHAR.
MessagePiece message_next(const char **text, char *byte);

#endif
