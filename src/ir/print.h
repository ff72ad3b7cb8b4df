// The textual form of the IR (doc/ir.md). Printing and parsing are inverse: print, parse, print
// gives the same text.
#ifndef RAVEL_IR_PRINT_H
#define RAVEL_IR_PRINT_H

#include "ir/ir.h"

void program_print(StrBuf *out, const Program *program);
void fun_print(StrBuf *out, const Fun *fun);
// One statement, indented by `indent` levels, ending in a newline.
void stm_print(StrBuf *out, const Stm *stm, size_t indent);
// The statement on one line, with bodies elided as `{ ... }`; for messages.
void stm_print_brief(StrBuf *out, const Stm *stm);
// How a mode of an output is written.
const char *mode_text(Mode mode);
void atom_print(StrBuf *out, Atom atom);
void constant_print(StrBuf *out, Constant constant);
// How the outside sees a value of this type at an entry point, `[]f64`: without sizes, and with all
// dimensions up to the innermost varying one as one.
void type_print_external(StrBuf *out, const Type *type);

#endif
