// From an AST back to source text.
#ifndef FRONT_FUTHARK_AST_PRINT_H
#define FRONT_FUTHARK_AST_PRINT_H

#include "base/strbuf.h"
#include "front/futhark/ast.h"
#include "front/futhark/operators.h"

typedef enum FutPrintStyle {
  FUT_PRINT_PLAIN,         // parentheses where they are needed
  FUT_PRINT_PARENTHESISED, // parentheses around everything that is not an atom
} FutPrintStyle;

// Append source text that parses to an equal tree, comments and layout aside. A BROKEN declaration
// becomes a comment. Types are printed without a final line break, programs with one.
void fut_program_print(const FutProgram *program, FutPrintStyle style, StrBuf *out);
void fut_exp_print(const FutExp *exp, FutPrintStyle style, StrBuf *out);
void fut_type_print(const FutTypeExp *type, FutPrintStyle style, StrBuf *out);
void fut_pattern_print(const FutPattern *pattern, FutPrintStyle style, StrBuf *out);

// How tightly an expression binds: whether it needs parentheses somewhere.
FutPrecedence fut_exp_precedence(const FutExp *exp);

// Appends what is between the brackets: `name(argument, …)`.
void fut_attribute_print(const FutAttribute *attribute, StrBuf *out);

// Appends a name as it is written where it is bound or used alone: `x`, `a.b`, `(+)`, `(m.+)`.
void fut_qual_name_print(const FutQualName *name, StrBuf *out);

#endif
