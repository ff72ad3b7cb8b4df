#include "base/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local struct {
  InternalErrorHook *call;
  void *data;
} hook;

void internal_error_set_hook(InternalErrorHook *call, void *data) {
  hook.call = call;
  hook.data = data;
}

_Noreturn void internal_error(const char *file, int line, const char *format, ...) {
  fflush(stdout);
  fprintf(stderr, "internal error: %s:%d: ", file, line);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\nthis is a bug in ravel\n");

  // The hook walks a broken program and may fail itself; it must not be entered twice.
  InternalErrorHook *call = hook.call;
  hook.call = NULL;
  if (call != NULL) call(hook.data);
  exit(EXIT_INTERNAL);
}

_Noreturn void fatal_out_of_memory(size_t size) {
  fprintf(stderr, "ravel: out of memory (%zu bytes were asked for)\n", size);
  exit(EXIT_OUT_OF_MEMORY);
}
