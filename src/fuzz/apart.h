// Child processes that check seeds, seen from their parent.
#ifndef RAVEL_FUZZ_APART_H
#define RAVEL_FUZZ_APART_H

#include <stdio.h>
#include <sys/types.h>

#include "fuzz/fuzz.h"

// How many seeds a child has at most.
#define CHILD_SEEDS 64

// A process that checks the seeds from `first` up to but not including `end` that are not done.
typedef struct Child {
  pid_t process;
  int reports;  // the pipe to read from
  FILE *errors; // what it wrote to stderr
  uint64_t first, end;
  bool is_done[CHILD_SEEDS];
  uint64_t seed; // that the last report is about
  char stage[STAGE_LENGTH];
  bool is_partial; // the last seed that is done has variants that were not checked
} Child;

// What the next report of a child says.
typedef enum ChildNews {
  CHILD_STAGE,   // a stage begins
  CHILD_FINDING, // about seed `seed`
  CHILD_DONE,    // with seed `seed`
  CHILD_OVER,    // all is done; the child is buried
  CHILD_DEAD     // it died while it checked seed `seed`, which is the finding; it is buried
} ChildNews;

// Starts a child for its seeds. Are all of them done?
void child_run_seeds(Child *child, const FuzzOptions *options);
bool child_is_done(const Child *child);
// Waits for its next report.
ChildNews child_next(Child *child, Finding *finding);

// A check to be done in a child; the checks it is given report their stages.
typedef void ApartCheck(const void *context, const FuzzChecks *hooked, Finding *finding);

// Does a check in a child process; a crash or timeout is its finding. True when nothing was found.
bool fuzz_apart(ApartCheck *check, const void *context, const FuzzChecks *checks, unsigned timeout,
                Finding *finding);

#endif
