// The AST as text: for tests, and to show what a program means.
#ifndef FRONT_NESL_AST_PRINT_H
#define FRONT_NESL_AST_PRINT_H

#include "base/strbuf.h"
#include "front/nesl/ast.h"

// Writes a program with parentheses around every operator, `if` and `let`. What is written is a
// program, and parses to the same tree. Broken forms are left out.
void nesl_program_print(const NeslProgram *program, StrBuf *out);

#endif
