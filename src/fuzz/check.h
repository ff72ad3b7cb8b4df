// What the checks of one program share: stages, outcomes and how they are compared.
#ifndef RAVEL_FUZZ_CHECK_H
#define RAVEL_FUZZ_CHECK_H

#include <stdio.h>

#include "fuzz/fuzz.h"
#include "interp/interp.h"

// What a run gives.
typedef struct FuzzOutcome {
  bool is_failure;
  Value *results;
  size_t result_count;
  Failure failure;
  Said said;
} FuzzOutcome;

// Which versions run, wherever a program has several. They may drop different failures.
typedef enum Versions { VERSIONS_MUCH, VERSIONS_LITTLE, VERSIONS_COUNT } Versions;

typedef struct FuzzChecker {
  const FuzzCase *fuzz_case;
  const FuzzChecks *checks;
  Finding *finding;
  Arena *arena; // of the current stage
  Diag *diag;
  FILE *log; // what the diagnostics say
  char *log_text;
  size_t log_length;
  FuzzOutcome expected;
  bool must_fail; // it failed, and so must every variant
  TraceOrder trace_order;
} FuzzChecker;

// Begins a stage with an arena and diagnostics of its own; ends it.
void stage_begin(FuzzChecker *checker, const char *stage);
void stage_end(FuzzChecker *checker);
// Is the stage one of those to check?
bool stage_is_wanted(const FuzzChecker *checker, const char *stage);
// Records a finding, and what the diagnostics said; gives false.
bool stage_found(FuzzChecker *checker, FindingKind kind);

// What the program of a case gives by value, with these versions.
FuzzOutcome outcome_of(const FuzzCase *fuzz_case, Versions versions);
void outcome_free(FuzzOutcome *outcome);
// How much fits into memory and stack does not depend on the program.
bool outcome_is_limit(const FuzzOutcome *outcome);

// The program after the passes of a variant, verified after each. NULL after a finding, or when it
// cannot be compiled yet.
Program *variant_run(FuzzChecker *checker, const FuzzVariant *variant, Program *program);
// Does the outcome agree with what is expected, or with another one? False after a finding.
bool check_results(FuzzChecker *checker, const FuzzOutcome *outcome);
bool check_values(FuzzChecker *checker, const FuzzOutcome *expected, const FuzzOutcome *outcome);
// And what was printed and traced.
bool check_said(FuzzChecker *checker, const FuzzOutcome *expected, const FuzzOutcome *outcome);

#endif
