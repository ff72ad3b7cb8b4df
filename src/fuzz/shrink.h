// What shrinkers share, and the edits of Core programs.
#ifndef RAVEL_FUZZ_SHRINK_H
#define RAVEL_FUZZ_SHRINK_H

#include "fuzz/fuzz.h"

// What a shrinker may spend on a finding. Attempts, not time, are limited, so that a finding always
// shrinks to the same program.
typedef struct ShrinkLimits {
  unsigned timeout; // seconds per attempt
  size_t attempts_left;
} ShrinkLimits;

ShrinkLimits shrink_limits(const Finding *finding, unsigned timeout);
// Does a smaller program show what is wanted?
bool finding_is_same(const Finding *finding, const Finding *wanted);

// ---- Edits ----

// Edits are small changes that make a program simpler. Most keep it well typed; the verifier
// refuses the rest. Positions are counted from 0, and the same program always has the same ones.

// EDITS(X): X(ID, what it does at a position)
#define EDITS(X)                                                                                   \
  X(RESULT, "drops a result of the entry point")                                                   \
  X(DEAD, "drops all statements, functions and globals that nothing uses")                         \
  X(DROP, "drops a statement, if nothing uses it")                                                 \
  X(CHUNK, "replaces several statements in a row by constants")                                    \
  X(REPLACE, "replaces a statement by constants")                                                  \
  X(UNWRAP, "replaces a par by its body at index 0, and its results by constants")                 \
  X(PART, "drops a result of a branch or loop")                                                    \
  X(BRANCH, "replaces a branch by one of its bodies")                                              \
  X(SKIP_LOOP, "replaces a loop by its initial values")                                            \
  X(UNROLL, "replaces a loop by its body, once")                                                   \
  X(OUTPUT, "drops an output of a par")                                                            \
  X(OPERAND, "replaces a statement by one of its operands")                                        \
  X(ZERO, "replaces an operand by 0")                                                              \
  X(ONE, "replaces an operand by 1")                                                               \
  X(CERTS, "drops the certificates that a statement needs")                                        \
  X(FUN_RESULT, "drops a result of a function that is called, or a value of a global")             \
  X(FUN_PARAM, "drops a parameter of a function that is called")                                   \
  X(FUN, "drops a function or a global")                                                           \
  X(PARAM, "drops a parameter of the entry point")                                                 \
  X(SIZE, "halves or decrements a size")                                                           \
  X(VALUE, "makes all elements of an argument 0")

typedef enum EditKind {
#define X(id, text) EDIT_##id,
  EDITS(X)
#undef X
      EDIT_COUNT
} EditKind;

// Is there anything to change here? Much cheaper than trying.
bool edit_is_possible(const FuzzCase *fuzz_case, EditKind kind, size_t position);
// How many positions there are for a kind of edit.
size_t edit_positions(const FuzzCase *fuzz_case, EditKind kind);
// Changes the program in place; false when there is nothing to change here.
bool edit_apply(FuzzCase *fuzz_case, EditKind kind, size_t position);

// Takes away the marks that edits leave on what they put in.
void edit_unmark(FuzzCase *fuzz_case);

#endif
