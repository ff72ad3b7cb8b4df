// Bundles: programs that are compiled together, for tests.
//
// Most of what a C compiler has to do for a small program is the run-time system. So that is
// compiled once, for all bundles; a program is a unit of its own; and one executable holds the
// units of a bundle. Its first argument says which of them runs. Every run is a process of its own,
// so a crash is one of that program only; but a device takes long to open, so there one process
// does all runs of a program, or of many (Runner), and a new one what follows a crash.
#ifndef RAVEL_DRIVER_BUNDLE_H
#define RAVEL_DRIVER_BUNDLE_H

#include "driver/driver.h"
#include "driver/process.h"
#include "ir/said.h"
#include "lower/lower.h"
#include "target/library/library.h"

// A process that runs the programs of many bundles for a device (rts/gpu/runner.c), because a new
// process would take longer to open the device than its program runs.
typedef struct Runner {
  const char *program; // its executable
  LibraryDevice device;
  Helper helper;
} Runner;

typedef struct BundleOptions {
  const char *runtime; // what bundle_runtime made; NULL: each bundle compiles its own
  LibraryDevice device;
  ParLevel level;     // of nests
  bool is_sanitized;  // with the address and undefined-behaviour sanitizers
  bool is_single;     // run once, as a user would, and not on several numbers of threads
  bool is_forced;     // on a device also with each choice forced (Forced in bundle.c)
  const char *tuning; // a file of thresholds, or NULL
  bool is_exact;      // without vector math, which may be off by a few units in the last place
  Runner *runner;     // for programs that are shared objects; NULL: they are executables
} BundleOptions;

typedef struct Bundle Bundle;

// Compiles the run-time system into the scratch folder. NULL after a report.
const char *bundle_runtime(Driver *driver, Scratch *scratch, bool is_sanitized,
                           LibraryDevice device);

// Compiles the runner into the scratch folder. NULL after a report.
const char *bundle_runner(Driver *driver, Scratch *scratch);
// Starts the process, if there is none that is still running; ends it.
void runner_start(Driver *driver, Scratch *scratch, Runner *runner);
void runner_end(Runner *runner);

// An empty bundle; NULL after a report. The driver must outlive it.
Bundle *bundle_new(Driver *driver, const BundleOptions *options);
// Adds a program at Mem, sequential or for threads, and gives its number, or SIZE_MAX after a
// report. A parallel program is cut into the smallest chunks. With sources its text has the lines
// of the source.
size_t bundle_add(Bundle *bundle, Program *program, const SourceMap *sources, bool is_parallel);
// Compiles what was added. Gives an exit code, after a report.
int bundle_build(Bundle *bundle);
// Runs an entry point of a program; a parallel one on 1, 2 and 7 threads, and one whose choices are
// forced with others as well, which must agree, but for the order of what they trace; what is given
// is what the last one traces. False: `failure` says why, of kind FAILURE_CRASH when the process
// ended as no program should; `said` then has what the first run printed, but no traces.
bool bundle_run(Bundle *bundle, size_t number, const Fun *entry, const Value *arguments,
                size_t argument_count, Values *results, Said *said, Failure *failure);
// Removes the files.
void bundle_free(Bundle *bundle);

#endif
