// Limits on what a process may take.
#ifndef BASE_LIMIT_H
#define BASE_LIMIT_H

#include <stdbool.h>

// How much longer than the processor time a process may take by the clock.
enum { LIMIT_CLOCK_FACTOR = 10 };

// From now on this process may use this many seconds of processor time, with all its threads, and
// as many has each process that it starts; 0: any number. So other programs that use the machine do
// not matter. A process that waits for ever uses none: after ten times as many seconds of the clock
// it ends, too. Each call replaces the last one.
void limit_time(unsigned long seconds);

// Was a process ended by such a limit? `signal` is what ended it.
bool limit_was_reached(int signal);

#endif
