// How ravel ends when it cannot go on: a bug in ravel itself, or no memory left.
#ifndef BASE_INTERNAL_H
#define BASE_INTERNAL_H

#include <stddef.h>

#include "base/attributes.h"

// The exit codes of every ravel process.
enum {
  EXIT_OK = 0,
  EXIT_SOURCE_ERROR = 1,
  EXIT_USAGE = 2,
  EXIT_UNSUPPORTED = 3,
  EXIT_RUN_TIME = 4,
  EXIT_OUT_OF_MEMORY = 5,
  EXIT_INTERNAL = 70,
};

// Says that ravel has a bug, where and which, calls the hook, and exits with EXIT_INTERNAL.
_Noreturn void internal_error(const char *file, int line, const char *format, ...)
    PRINTF_LIKE(3, 4);

#define INTERNAL_ERROR(...) internal_error(__FILE__, __LINE__, __VA_ARGS__)

// Called once by internal_error before the exit, to name the pass and save the IR.
typedef void InternalErrorHook(void *data);

// Sets the hook of this thread, or removes it when NULL. This is the only mutable global of base:
// an internal error can happen where no context is at hand.
void internal_error_set_hook(InternalErrorHook *hook, void *data);

// Says that memory ran out and exits with EXIT_OUT_OF_MEMORY.
_Noreturn void fatal_out_of_memory(size_t size);

#endif
