// The compiled targets of the tests: each program is a bundle of its own, which is given its
// arguments in the binary format and gives its results so.
#include "driver/target_c.h"

#include "driver/bundle.h"

bool compiled_is_available(void) { return true; }

static void *prepare(Driver *driver, Program *program, const TargetOptions *target,
                     bool is_parallel) {
  BundleOptions options = {.runtime = target->runtime, .is_sanitized = target->is_sanitized};
  Bundle *bundle = bundle_new(driver, &options);
  if (!bundle) return NULL;
  if (bundle_add(bundle, program, is_parallel) == 0 && bundle_build(bundle) == EXIT_OK)
    return bundle;
  bundle_free(bundle);
  return NULL;
}

void *c_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, false);
}

void *multicore_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, true);
}

bool compiled_run(void *prepared, Fun *entry, const Values *arguments, Values *results,
                  Failure *failure) {
  return bundle_run(prepared, 0, entry, arguments->data, arguments->count, results, failure);
}

void compiled_release(void *prepared) { bundle_free(prepared); }
