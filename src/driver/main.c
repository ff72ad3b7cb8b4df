// The entry point of ravel. What it can do stands in commands.def.
#include "driver/driver.h"

// Parser, passes and verifier recurse as deeply as programs are nested (500 levels at most).
enum { STACK_MOST = 1 << 26, STACK_LEAST = 1 << 22 };

typedef struct Invocation {
  int argc;
  char **argv;
  int status;
} Invocation;

static void invocation_run(void *data, size_t stack_size) {
  (void)stack_size;
  Invocation *invocation = data;
  Driver driver = driver_open(diag_settings_default());
  int status = driver_run(&driver, invocation->argc, invocation->argv);
  invocation->status = stdout_finish(&driver, status);
  driver_close(&driver);
}

int main(int argc, char **argv) {
  Invocation invocation = {.argc = argc, .argv = argv};
  if (!stack_run(STACK_MOST, STACK_LEAST, invocation_run, &invocation))
    fatal_out_of_memory(STACK_LEAST);
  return invocation.status;
}
