// Private to the lexer: what lex.c and lex_literal.c share.
#ifndef FRONT_APL_LEX_INTERNAL_H
#define FRONT_APL_LEX_INTERNAL_H

#include "front/apl/lex.h"

// Whether this text is at the current position; the same, and then takes it.
bool apl_lexer_at(const FrontLexer *lexer, const char *text);
bool apl_lexer_accept(FrontLexer *lexer, const char *text);
// The length of the letter at the current position; 0 when there is none.
uint32_t apl_lexer_letter(const FrontLexer *lexer);

// Read a literal at the current position.
void apl_lexer_number(FrontLexer *lexer);
void apl_lexer_string(FrontLexer *lexer);

#endif
