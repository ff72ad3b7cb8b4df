// The interpreter's life: preparing a program, running entry points, failing.
#include "interp/interp.h"

#include <stdlib.h>
#include <string.h>

#include "interp/interp_internal.h"
#include "ir/walk.h"

enum {
  DEFAULT_DEPTH = 100000,
  DEFAULT_THRESHOLD = 32768,
  CHUNK_SIZE = 1 << 20,
  // What nested bodies of one function and the functions of libc may need of the machine stack.
  STACK_RESERVE = 1 << 21
};

// ---- Failing ----

bool interp_fail(Interp *interp, FailureKind kind, const char *format, ...) {
  if (interp->has_failed) return false;
  interp->has_failed = true;
  StrBuf text = {0};
  va_list arguments;
  va_start(arguments, format);
  strbuf_vprintf(&text, format, arguments);
  va_end(arguments);
  interp->failure.kind = kind;
  interp->failure.span = SPAN_NONE;
  interp->failure.message = strbuf_take(&text);
  return false;
}

bool interp_fail_assert(Interp *interp, ErrorCode code, const char *text) {
  if (interp->has_failed) return false;
  interp_fail(interp, FAILURE_ASSERT, "%s", text);
  interp->failure.code = code;
  interp->failure.has_code = true;
  return false;
}

void failure_add_call(Failure *failure, Span call) {
  size_t count = failure->call_count;
  Span last = count > 0 ? failure->calls[count - 1].span : SPAN_NONE;
  bool is_same = last.file == call.file && last.start == call.start && last.end == call.end &&
                 last.call == call.call;
  if (count > 0 && is_same && failure->hidden_count == 0)
    failure->calls[count - 1].more++;
  else if (count < FAILURE_CALLS)
    failure->calls[failure->call_count++] = (FailureCall){.span = call};
  else
    failure->hidden_count++;
}

bool interp_failed_at(Interp *interp, Span span, bool is_call) {
  Failure *failure = &interp->failure;
  if (!interp->has_span)
    failure->span = span;
  else if (is_call)
    failure_add_call(failure, span);
  interp->has_span = true;
  return false;
}

// ---- The stack of frames ----

void *stack_push(Interp *interp, size_t size, StackMark *mark) {
  StackChunk *chunk = interp->stack;
  *mark = (StackMark){.chunk = chunk, .used = chunk == NULL ? 0 : chunk->used};
  size = (size + sizeof(ScalarValue) - 1) / sizeof(ScalarValue) * sizeof(ScalarValue);
  if (chunk == NULL || chunk->size - chunk->used < size) {
    size_t wanted = size > CHUNK_SIZE ? size : CHUNK_SIZE;
    StackChunk *next = chunk == NULL ? NULL : chunk->next;
    if (next != NULL && next->size < size) {
      free(next);
      next = NULL;
    }
    if (next == NULL) {
      next = malloc(sizeof(StackChunk) + wanted);
      if (next == NULL) {
        interp_fail(interp, FAILURE_MEMORY, "out of memory for %zu bytes of frames", size);
        return NULL;
      }
      *next = (StackChunk){.previous = chunk, .size = wanted};
      if (chunk != NULL) chunk->next = next;
    }
    next->used = 0;
    interp->stack = chunk = next;
  }
  void *memory = (unsigned char *)chunk->data + chunk->used;
  chunk->used += size;
  return memory;
}

void stack_pop(Interp *interp, StackMark mark) {
  // One chunk ahead is kept, so that a call at the edge does not allocate every time.
  while (interp->stack != mark.chunk) {
    StackChunk *chunk = interp->stack;
    free(chunk->next);
    chunk->next = NULL;
    interp->stack = chunk->previous;
    if (chunk->previous == NULL || chunk->size > CHUNK_SIZE) {
      if (chunk->previous != NULL) chunk->previous->next = NULL;
      free(chunk);
    }
  }
  if (interp->stack != NULL) interp->stack->used = mark.used;
}

// ---- Life ----

Interp *interp_new(Program *program, InterpOptions options) {
  Interp *interp = calloc(1, sizeof(Interp));
  if (interp == NULL) fatal_out_of_memory(sizeof(Interp));
  interp->program = program;
  interp->options = options;
  if (options.depth_limit == 0) interp->options.depth_limit = DEFAULT_DEPTH;
  if (options.default_threshold == 0) interp->options.default_threshold = DEFAULT_THRESHOLD;
  interp->arena = arena_new();
  interp_compile(interp);
  return interp;
}

void interp_redirect(Interp *interp, FILE *out, FILE *traces) {
  interp->options.out = out;
  interp->options.traces = traces;
}

void interp_free(Interp *interp) {
  if (interp == NULL) return;
  for (size_t i = 0; i < interp->global_count; i++)
    slot_release(interp, interp->global_values[i], interp->is_global_object[i]);
  if (interp->bytes != 0) INTERNAL_ERROR("%zu bytes of arrays were not released", interp->bytes);
  world_close(&interp->world);
  arena_free(interp->arena);
  free(interp);
}

InterpSlot *global_value(Interp *interp, const Var *var) {
  const Program *program = interp->program;
  size_t number = 0;
  for (size_t i = 0; i < program->globals.count; i++)
    for (size_t k = 0; k < program->globals.data[i]->var_count; k++, number++)
      if (program->globals.data[i]->vars[k] == var) return &interp->global_values[number];
  return NULL;
}

// ---- Running ----

typedef struct Run {
  Interp *interp;
  const Fun *fun;
  const Value *args;
  size_t arg_count;
  Value *values;
} Run;

bool interp_globals(Interp *interp, const Fun *fun) {
  const Program *program = interp->program;
  Arena *scratch = arena_new();
  const bool *first = globals_needed(scratch, program, NULL);
  const bool *needed = globals_needed(scratch, program, fun);
  size_t number = 0;
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < program->globals.count; i++) {
    size_t start = number;
    number += program->globals.data[i]->var_count;
    if (interp->has_global[i] || !(first[i] || needed[i])) continue;
    is_ok = exec_code(interp, &interp->globals[i], NULL, interp->global_values + start);
    interp->has_global[i] = is_ok;
  }
  arena_free(scratch);
  return is_ok;
}

static const Code *fun_code(const Interp *interp, const Fun *fun) {
  for (size_t i = 0; i < interp->program->funs.count; i++)
    if (interp->program->funs.data[i] == fun) return &interp->funs[i];
  INTERNAL_ERROR("%s is not a function of this program", fun->name);
}

static bool run_entry(void *data) {
  const Run *run = data;
  Interp *interp = run->interp;
  const Fun *fun = run->fun;
  if (!interp_globals(interp, fun)) return false;
  size_t count = fun->param_count + fun->result_count;
  InterpSlot *params = calloc(count + 1, sizeof(InterpSlot));
  if (params == NULL) return interp_fail(interp, FAILURE_MEMORY, "out of memory");
  InterpSlot *results = params + fun->param_count;
  bool is_ok = entry_arguments(interp, fun, run->args, run->arg_count, params) &&
               exec_code(interp, fun_code(interp, fun), params, results) &&
               entry_results(interp, fun, params, results, run->values);
  free(params);
  return is_ok;
}

typedef struct StackRun {
  Interp *interp;
  InterpAction *action;
  void *data;
  bool is_ok;
} StackRun;

static void run_here(void *data, size_t stack_size) {
  char here;
  StackRun *run = data;
  const char *top = &here;
  run->interp->stack_limit = top - (stack_size - STACK_RESERVE);
  run->is_ok = run->action(run->data);
}

bool interp_on_stack(Interp *interp, InterpAction *action, void *data) {
  interp->has_failed = interp->has_span = false;
  interp->failure = (Failure){0};
  StackRun run = {.interp = interp, .action = action, .data = data};
  if (stack_run((size_t)1 << 30, (size_t)8 << 20, run_here, &run)) return run.is_ok;
  return interp_fail(interp, FAILURE_MEMORY, "no stack to run on");
}

bool interp_run(Interp *interp, Fun *entry, const Value *args, size_t arg_count, Value **results,
                size_t *result_count, Failure *failure) {
  size_t count = entry->result_count - entry->result_size_count;
  Value *values = calloc(count + 1, sizeof(Value));
  if (values == NULL) fatal_out_of_memory(count * sizeof(Value));
  Run run = {
      .interp = interp, .fun = entry, .args = args, .arg_count = arg_count, .values = values};
  if (interp_on_stack(interp, run_entry, &run)) {
    *results = values;
    *result_count = count;
    return true;
  }
  for (size_t i = 0; i < count; i++)
    value_free(&values[i]);
  free(values);
  *failure = interp->failure;
  return false;
}
