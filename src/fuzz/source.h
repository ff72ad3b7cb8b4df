// Programs in a source language: what is checked of them before they are Core programs like any
// other, and how they are made small.
#ifndef RAVEL_FUZZ_SOURCE_H
#define RAVEL_FUZZ_SOURCE_H

#include "fuzz/fuzz.h"

// Checks what the front end, and the other compiler if there is one, say about the program. True
// when it is right: then it is compiled to Core, in the arena, and the other checks follow.
bool source_open(const FuzzText *text, const FuzzChecks *checks, Arena *arena, FuzzCase *fuzz_case,
                 Finding *finding);
// All checks of a program.
void source_check(const FuzzText *text, const FuzzChecks *checks, Finding *finding);
bool source_check_apart(const FuzzText *text, const FuzzChecks *checks, unsigned timeout,
                        Finding *finding);
// The smallest program found that shows the same finding. It lives in the arena, and shares the
// arguments.
FuzzText source_shrink(const FuzzText *text, const FuzzChecks *checks, unsigned timeout,
                       const Finding *finding, Arena *arena);

#endif
