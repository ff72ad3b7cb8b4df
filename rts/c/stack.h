// Running on a stack of a size of our choice: how deep we can recurse is not to depend on limits
// that the user may not know of.

#ifndef RAVEL_RTS_STACK_H
#define RAVEL_RTS_STACK_H

#include <stdbool.h>
#include <stddef.h>

#ifndef RTS_API
#define RTS_API
#endif

// What is run; it is told the size of its stack in bytes.
typedef void StackAction(void *data, size_t stack_size);

// Runs the action on a thread of its own and waits for it. The stack has `most` bytes, or, where
// these cannot be had, as many as can be, but at least `least`; false when there are none. Memory
// is only taken as it is used.
RTS_API bool stack_run(size_t most, size_t least, StackAction *action, void *data);

#endif
