// How an executable says what went wrong, on standard error.
//
// As text, the first line is `PROGRAM: error[CODE]: MESSAGE`, where the message of a failure begins
// with its place in the source, `prog.fut:3:60-71: `. The line of the source follows, if the
// program has it, and then a line for each call around the failure, `called from prog.fut:9:3-12`,
// with its own line of the source. As JSON, it is one object in a line, as the compiler writes
// them.

#ifndef RAVEL_RTS_COMPLAIN_H
#define RAVEL_RTS_COMPLAIN_H

#include "rts/c/options.h"

// Says it, under a code of doc/errors.md.
RTS_API void complain_text(const Settings *settings, const ProgramTable *table, const char *code,
                           const char *text);

#endif
