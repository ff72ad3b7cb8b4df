// What a program says while it runs: the text that it prints, and its traces. For those who run
// programs to compare them.
#ifndef RAVEL_IR_SAID_H
#define RAVEL_IR_SAID_H

#include <stdio.h>

#include "base/base.h"
#include "ir/ir.h"

typedef struct Said {
  char *printed, *traced; // malloc'ed, with a NUL behind; NULL: nothing is known
  size_t printed_length, traced_length;
} Said;

// Streams that keep what is written to them.
typedef struct SaidStreams {
  FILE *out, *traces;
  Said said;
} SaidStreams;

// The streams stay where they are: `streams` must not move before it is closed.
void said_open(SaidStreams *streams);
// Closes the streams and gives what was written.
Said said_close(SaidStreams *streams);
void said_free(Said *said);

// The same text? Without `is_ordered` the traces may be the same lines in another order. What
// differs is appended to `why`.
bool said_equal(const Said *expected, const Said *got, bool is_ordered, StrBuf *why);

// Is there a par with traces inside? They come in no order.
bool program_traces_in_par(const Program *program);

#endif
