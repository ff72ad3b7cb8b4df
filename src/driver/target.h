// Targets: what can execute a program. The table targets.def lists them; tests run on all of them.
#ifndef RAVEL_DRIVER_TARGET_H
#define RAVEL_DRIVER_TARGET_H

#include "driver/driver.h"
#include "ir/said.h"
#include "lower/lower.h"
#include "target/library/library.h"

typedef struct TargetOptions {
  bool is_plain;      // interpreted: arrays are shown without brackets
  ParLevel level;     // of nests in compiled code
  bool is_forced;     // compiled for a device: also with all choices by size forced
  bool is_single;     // compiled: run once, as a user would, and not on several numbers of threads
  const char *tuning; // a file of thresholds for compiled code, or NULL
  bool is_sanitized;  // compiled code with the address and undefined-behaviour sanitizers
  // The compiled run-time systems that programs share (bundle.h), by LibraryDevice; or NULL.
  const char *runtimes[DEVICE_CUDA + 1];
  struct Runner *runner; // of programs for one device (bundle.h), or NULL
} TargetOptions;

typedef struct TestTarget {
  const char *name;
  // The levels of the programs that it can run, as bits of IrLevel.
  unsigned levels;
  // Can it run a program before and after any pass? Others take the end of the pipeline only.
  bool runs_variants;
  // Is it slow to prepare? Tests use it only when asked.
  bool is_compiled;
  // Does it take programs from the pipeline for devices?
  bool has_device;
  // Can this machine run it?
  bool (*is_available)(void);
  // Makes a verified program ready to run, as often as wanted; it must not change meanwhile. NULL
  // after a report.
  void *(*prepare)(Driver *driver, Program *program, const TargetOptions *options);
  // Runs an entry point. What it prints and traces is kept in `said`; where that is NULL, it goes
  // to standard output and error. False: `failure` says why, and `said` has what was printed until
  // then, but no traces.
  bool (*run)(void *prepared, Fun *entry, const Values *arguments, Values *results, Said *said,
              Failure *failure);
  void (*release)(void *prepared);
  const char *purpose;
} TestTarget;

// The targets, in the order of the table; and the one of this name or NULL.
size_t target_count(void);
const TestTarget *target_at(size_t position);
const TestTarget *target_named(const char *name);
// The same, but reports and gives NULL also when this machine cannot run it.
const TestTarget *target_find(Driver *driver, const char *name);

#endif
