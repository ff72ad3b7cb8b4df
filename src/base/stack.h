// The stack that the compiler itself runs on.
#ifndef BASE_STACK_H
#define BASE_STACK_H

#include "rts/c/stack.h"

// Runs the action on a stack that is deep enough for parser, passes and verifier, which recurse as
// deeply as programs are nested (500 levels at most). Ends the process when there is none.
void stack_run_deep(StackAction *action, void *data);

#endif
