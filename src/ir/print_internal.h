// Private to the print family: the state of printing, and what its files share.
#ifndef RAVEL_IR_PRINT_INTERNAL_H
#define RAVEL_IR_PRINT_INTERNAL_H

#include "ir/ir.h"

typedef struct Printer {
  StrBuf *out;
  size_t indent;
  bool is_brief; // bodies are elided
} Printer;

// Ends the line and indents the next.
void printer_newline(Printer *printer);
// A body from `{` to `}`, on one line when it has no statements.
void body_print(Printer *printer, const Body *body);
// The body of an operator: on one line also when it has one simple statement.
void body_print_short(Printer *printer, const Body *body);
// `x: i64`, and such variables, or bare ones, separated by commas.
void typed_var_print(StrBuf *out, const Var *var);
void vars_print(StrBuf *out, Var *const *vars, size_t count, bool are_typed);
// In quotes, with escapes.
void string_print(StrBuf *out, const char *text);
// An expression, without what it is bound to.
void exp_print(Printer *printer, const Exp *exp);
// Atoms separated by commas; and alone or in parentheses where several values may stand.
void atoms_print(StrBuf *out, const Atom *atoms, size_t count);
void values_print(StrBuf *out, const Atom *values, size_t count);
// The expressions of print_par.c.
void par_print(Printer *printer, const Par *par);
void with_acc_print(Printer *printer, const WithAcc *with_acc);
// The statements of a body or thunk, each on a line of its own.
void stms_print(Printer *printer, const Stms *stms);

#endif
