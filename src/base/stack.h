// Running on a stack of a size of our choice: how deep we can recurse is not to depend on limits
// that the user may not know of.
#ifndef BASE_STACK_H
#define BASE_STACK_H

#include <stdbool.h>
#include <stddef.h>

// What is run; it is told the size of its stack in bytes.
typedef void StackAction(void *data, size_t stack_size);

// Runs the action on a thread of its own and waits for it. The stack has `most` bytes, or, where
// these cannot be had, as many as can be, but at least `least`; false when there are none. Memory
// is only taken as it is used.
bool stack_run(size_t most, size_t least, StackAction *action, void *data);

// Runs the action on a stack that is deep enough for parser, passes and verifier, which recurse as
// deeply as programs are nested (500 levels at most). Ends the process when there is none.
void stack_run_deep(StackAction *action, void *data);

#endif
