// See stack.h.

#include "rts/c/stack.h"

#include <pthread.h>

typedef struct StackCall {
  StackAction *action;
  void *data;
  size_t stack_size;
} StackCall;

static void *stack_call_run(void *data) {
  const StackCall *call = data;
  call->action(call->data, call->stack_size);
  return NULL;
}

static bool stack_try(StackCall *call) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) return false;
  int error = pthread_attr_setstacksize(&attributes, call->stack_size);
  if (error == 0) error = pthread_create(&thread, &attributes, stack_call_run, call);
  pthread_attr_destroy(&attributes);
  if (error == 0) pthread_join(thread, NULL);
  return error == 0;
}

bool stack_run(size_t most, size_t least, StackAction *action, void *data) {
  StackCall call = {.action = action, .data = data};
  for (call.stack_size = most; call.stack_size >= least; call.stack_size /= 2)
    if (stack_try(&call)) return true;
  return false;
}
