// Private to the lexer: what lex.c and lex_literal.c share.
#ifndef FRONT_NESL_LEX_INTERNAL_H
#define FRONT_NESL_LEX_INTERNAL_H

#include "front/nesl/lex.h"

// Whether a byte may be part of a name.
bool nesl_lexer_is_constituent(char byte);

// Read a literal at the current position.
void nesl_lexer_number(FrontLexer *lexer);
void nesl_lexer_string(FrontLexer *lexer);
void nesl_lexer_char(FrontLexer *lexer);

#endif
