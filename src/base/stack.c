#include "base/stack.h"

#include <pthread.h>

#include "base/internal.h"

enum { DEEP_MOST = 1 << 26, DEEP_LEAST = 1 << 22 };

typedef struct Call {
  StackAction *action;
  void *data;
  size_t stack_size;
} Call;

static void *call_run(void *data) {
  const Call *call = data;
  call->action(call->data, call->stack_size);
  return NULL;
}

static bool try_run(Call *call) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) return false;
  int error = pthread_attr_setstacksize(&attributes, call->stack_size);
  if (error == 0) error = pthread_create(&thread, &attributes, call_run, call);
  pthread_attr_destroy(&attributes);
  if (error == 0) pthread_join(thread, NULL);
  return error == 0;
}

bool stack_run(size_t most, size_t least, StackAction *action, void *data) {
  Call call = {.action = action, .data = data};
  for (call.stack_size = most; call.stack_size >= least; call.stack_size /= 2)
    if (try_run(&call)) return true;
  return false;
}

void stack_run_deep(StackAction *action, void *data) {
  if (!stack_run(DEEP_MOST, DEEP_LEAST, action, data)) fatal_out_of_memory(DEEP_LEAST);
}
