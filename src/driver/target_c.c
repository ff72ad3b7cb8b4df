// The compiled targets of the tests: each program is a bundle of its own, which is given its
// arguments in the binary format and gives its results so.
#include "driver/target_c.h"

#include <unistd.h>

#include "driver/bundle.h"

bool compiled_is_available(void) { return true; }

static void *prepare(Driver *driver, Program *program, const TargetOptions *target,
                     bool is_parallel, LibraryDevice device) {
  BundleOptions options = {.runtime = target->runtimes[device],
                           .device = device,
                           .level = target->level,
                           .is_forced = target->is_forced,
                           .is_single = target->is_single,
                           .tuning = target->tuning,
                           .is_sanitized = target->is_sanitized};
  if (target->runner && target->runner->device == device) options.runner = target->runner;
  Bundle *bundle = bundle_new(driver, &options);
  if (!bundle) return NULL;
  if (bundle_add(bundle, program, NULL, is_parallel) == 0 && bundle_build(bundle) == EXIT_OK)
    return bundle;
  bundle_free(bundle);
  return NULL;
}

void *c_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, false, DEVICE_NONE);
}

void *multicore_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, true, DEVICE_NONE);
}

// A device is there when its interface says so; that is asked once per process.
bool opencl_is_available(void) {
  return access("/etc/OpenCL/vendors", R_OK) == 0 && access("/usr/include/CL/cl.h", R_OK) == 0;
}

bool cuda_is_available(void) { return access("/dev/nvidia0", F_OK) == 0; }

void *opencl_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, false, DEVICE_OPENCL);
}

void *cuda_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, false, DEVICE_CUDA);
}

bool compiled_run(void *prepared, Fun *entry, const Values *arguments, Values *results, Said *said,
                  Failure *failure) {
  Said heard = {0};
  bool is_success = bundle_run(prepared, 0, entry, arguments->data, arguments->count, results,
                               said ? said : &heard, failure);
  if (heard.printed_length > 0) fwrite(heard.printed, 1, heard.printed_length, stdout);
  if (heard.traced_length > 0) fwrite(heard.traced, 1, heard.traced_length, stderr);
  said_free(&heard);
  return is_success;
}

void compiled_release(void *prepared) { bundle_free(prepared); }
