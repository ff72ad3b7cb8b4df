#include "driver/target.h"

#include <string.h>

#include "driver/target_c.h"
#include "interp/heap.h"

static bool interpret_is_available(void) { return true; }

// By value the versions for little parallelism run, by heap the others: so both are tested.
static void *interpret_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  (void)driver;
  return interp_new(program,
                    (InterpOptions){.default_threshold = 1, .is_plain = options->is_plain});
}

// One of the interpreters, as a function that runs an entry point, and one that redirects it.
typedef bool TargetRun(void *interpreter, Fun *entry, const Value *args, size_t arg_count,
                       Value **results, size_t *result_count, Failure *failure);
typedef void Redirect(void *interpreter, FILE *out, FILE *traces);

static bool run_said(TargetRun *run, Redirect *redirect, void *interpreter, Fun *entry,
                     const Values *arguments, Values *results, Said *said, Failure *failure) {
  SaidStreams streams;
  if (said) {
    said_open(&streams);
    redirect(interpreter, streams.out, streams.traces);
  }
  *results = (Values){0};
  bool is_success = run(interpreter, entry, arguments->data, arguments->count, &results->data,
                        &results->count, failure);
  if (!is_success) *results = (Values){0};
  if (!said) return is_success;
  redirect(interpreter, NULL, NULL);
  *said = said_close(&streams);
  if (!is_success) said_forget_traces(said);
  return is_success;
}

static bool value_run(void *interpreter, Fun *entry, const Value *args, size_t arg_count,
                      Value **results, size_t *result_count, Failure *failure) {
  return interp_run(interpreter, entry, args, arg_count, results, result_count, failure);
}

static void value_redirect(void *interpreter, FILE *out, FILE *traces) {
  interp_redirect(interpreter, out, traces);
}

static bool interpret_run(void *prepared, Fun *entry, const Values *arguments, Values *results,
                          Said *said, Failure *failure) {
  return run_said(value_run, value_redirect, prepared, entry, arguments, results, said, failure);
}

static void interpret_release(void *prepared) { interp_free(prepared); }

static void *heap_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  (void)driver;
  return heap_new(program, (InterpOptions){.is_plain = options->is_plain, .is_rehearsed = true});
}

static bool places_run(void *interpreter, Fun *entry, const Value *args, size_t arg_count,
                       Value **results, size_t *result_count, Failure *failure) {
  return heap_run(interpreter, entry, args, arg_count, results, result_count, failure);
}

static void places_redirect(void *interpreter, FILE *out, FILE *traces) {
  heap_redirect(interpreter, out, traces);
}

static bool heap_execute(void *prepared, Fun *entry, const Values *arguments, Values *results,
                         Said *said, Failure *failure) {
  return run_said(places_run, places_redirect, prepared, entry, arguments, results, said, failure);
}

static void heap_release(void *prepared) { heap_free(prepared); }

static const TestTarget TARGETS[] = {
#define TARGET(name, levels, runs_variants, is_compiled, has_device, is_available, prepare, run,   \
               release, purpose)                                                                   \
  {#name,        levels,  runs_variants, is_compiled, has_device,                                  \
   is_available, prepare, run,           release,     purpose},
#include "driver/targets.def"
#undef TARGET
};

size_t target_count(void) { return sizeof TARGETS / sizeof *TARGETS; }

const TestTarget *target_at(size_t position) { return &TARGETS[position]; }

const TestTarget *target_named(const char *name) {
  for (size_t i = 0; i < target_count(); i++)
    if (strcmp(TARGETS[i].name, name) == 0) return &TARGETS[i];
  return NULL;
}

// What a target needs that is not here.
static const char *target_needs(const TestTarget *target) {
  if (strcmp(target->name, "opencl") == 0)
    return "OpenCL needs a driver that /etc/OpenCL/vendors names, and the header CL/cl.h; "
           "scripts/setup opencl installs them";
  if (strcmp(target->name, "cuda") == 0) return "CUDA needs a device, /dev/nvidia0";
  return "a C compiler is needed";
}

const TestTarget *target_find(Driver *driver, const char *name) {
  const TestTarget *target = target_named(name);
  if (target && target->is_available()) return target;
  diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
             target ? "the target %s is not available on this machine" : "unknown target %s", name);
  if (target) diag_hint(driver->diag, "%s", target_needs(target));
  for (size_t k = 0; !target && k < target_count(); k++)
    diag_hint(driver->diag, "there is %s: %s", TARGETS[k].name, TARGETS[k].purpose);
  return NULL;
}
