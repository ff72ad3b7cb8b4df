// Private to the lexer: what lex.c and lex_literal.c share.
#ifndef FRONT_FUTHARK_LEX_INTERNAL_H
#define FRONT_FUTHARK_LEX_INTERNAL_H

#include "front/futhark/lex.h"

// Whether a byte may be part of a name.
bool fut_lexer_is_constituent(char byte);

// Read a literal at the current position.
void fut_lexer_number(FrontLexer *lexer);
void fut_lexer_string(FrontLexer *lexer);
void fut_lexer_char(FrontLexer *lexer);

#endif
