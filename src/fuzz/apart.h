// Child processes that check seeds, seen from their parent.
#ifndef RAVEL_FUZZ_APART_H
#define RAVEL_FUZZ_APART_H

#include <stdio.h>
#include <sys/types.h>

#include "fuzz/fuzz.h"

// A process that checks the seeds from `next` up to but not including `end`.
typedef struct Child {
  pid_t process;
  int reports;  // the pipe to read from
  FILE *errors; // what it wrote to stderr
  uint64_t next, end;
  char stage[STAGE_LENGTH];
  bool is_partial; // the last seed that is done has variants that were not checked
} Child;

// What the next report of a child says.
typedef enum ChildNews {
  CHILD_STAGE,   // a stage begins
  CHILD_FINDING, // about seed `next`
  CHILD_DONE,    // with a seed; `next` is the one after it
  CHILD_OVER,    // all is done; the child is buried
  CHILD_DEAD     // it died while it checked seed `next`, which is the finding; it is buried
} ChildNews;

// Starts a child for some seeds.
void child_run_seeds(Child *child, const FuzzOptions *options, uint64_t first, uint64_t end);
// Waits for its next report.
ChildNews child_next(Child *child, Finding *finding);

// A check to be done in a child; the checks it is given report their stages.
typedef void ApartCheck(void *context, const FuzzChecks *hooked, Finding *finding);

// Does a check in a child process; a crash or timeout is its finding.
void fuzz_apart(ApartCheck *check, void *context, const FuzzChecks *checks, unsigned timeout,
                Finding *finding);

#endif
