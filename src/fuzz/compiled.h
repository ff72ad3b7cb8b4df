// Programs that wait for their executable. The seeds of a child are compiled together.
#ifndef RAVEL_FUZZ_COMPILED_H
#define RAVEL_FUZZ_COMPILED_H

#include "fuzz/check.h"

// A program that passed all other checks: at Mem, and what it gave by value.
typedef struct Compiled {
  Arena *arena;
  FuzzCase lowered;
  FuzzOutcome expected;               // of the program as generated
  FuzzOutcome values[VERSIONS_COUNT]; // of the lowered one, by value
  bool must_fail;
  TraceOrder trace_order;
  size_t numbers[FUZZ_TARGETS]; // in the batch; SIZE_MAX: not wanted
} Compiled;

// Is the stage that of a target?
bool fuzz_is_compiled_stage(const FuzzCompiler *compiler, const char *stage);
// All checks that need no executable; then, unless `batch` is NULL, the program is added to it.
// True when nothing was found.
bool fuzz_check_interpreted(const FuzzCase *fuzz_case, const FuzzChecks *checks, void *batch,
                            Compiled *compiled, Finding *finding);
// Lowers the checker's program and adds it for every target. Takes what is expected from it.
bool compiled_add(FuzzChecker *checker, void *batch, Compiled *compiled);
// Runs the program, whose batch was built. True when nothing was found.
bool compiled_check(const Compiled *compiled, const FuzzChecks *checks, void *batch,
                    Finding *finding);
// The same when it is the only one of its batch: builds it, too.
bool compiled_check_alone(const Compiled *compiled, const FuzzChecks *checks, void *batch,
                          Finding *finding);
// Checks it in batches of its own, when the C compiler refused that of many.
bool compiled_check_again(Compiled *compiled, const FuzzChecks *checks, Finding *finding);
void compiled_free(Compiled *compiled);

#endif
