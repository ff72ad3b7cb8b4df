// What a program says while it runs: the text that it prints, and its traces. For whatever runs
// programs to compare them.
#ifndef RAVEL_IR_SAID_H
#define RAVEL_IR_SAID_H

#include <stdio.h>

#include "base/base.h"
#include "ir/ir.h"

typedef struct Said {
  char *printed, *traced; // malloc'ed, with a NUL after; NULL: nothing is known
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
void said_forget_traces(Said *said);

// What is certain about the traces of a program. Those of a par come in any order; and how often an
// operator is applied, which may trace as well, is not said.
typedef enum TraceOrder { TRACES_IN_ORDER, TRACES_IN_ANY_ORDER, TRACES_UNCERTAIN } TraceOrder;

TraceOrder program_trace_order(const Program *program);

// The same text, and the same traces, as far as they are certain? What differs is appended to
// `why`.
bool said_equal(const Said *expected, const Said *got, TraceOrder order, StrBuf *why);

#endif
