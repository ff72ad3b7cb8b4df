// Inside the generator of FCL programs: the weaver, who knows the length of every array, as
// numbers, because it knows the arguments, too; the compiler does not. So what it writes is right
// by construction, or has exactly one mistake (fcl_mistakes.def), or fails at its end
// (fcl_dooms.def).
//
// A program has functions that work at every level, and `main`, whose steps hand arrays on. Steps
// of grid and block deal pieces out to the level below. The only oracle of what the front end makes
// is the program itself: at the end of `main` the functions run at all three levels, and pieces are
// interleaved in two orders; where what should be equal differs, an index is out of range. Names
// but `main` end in a quote, so that they are no entry points; levels are left out here and there,
// where types say them.
#ifndef RAVEL_FUZZ_FCL_H
#define RAVEL_FUZZ_FCL_H

#include "base/base.h"
#include "fuzz/random.h"

typedef struct WovenArray {
  const char *text; // a name, or an expression that may stand as an argument
  int length;
} WovenArray;

typedef struct Weaver {
  Arena *arena;
  Random random;
  Vec(WovenArray) arrays;   // in scope
  Vec(const char *) ints;   // in scope: expressions
  Vec(const char *) shapes; // functions at every level that keep the length
  uint32_t name_count;
  int fuel; // how many more expressions may be written
} Weaver;

// A level as it is written after a name: "<block>", "<l>"; which one it is; 0 is thread.
typedef struct WovenLevel {
  const char *text;
  int height; // -1: a variable
} WovenLevel;

size_t weaver_below(Weaver *weaver, size_t count);
const char *weaver_format(Weaver *weaver, const char *format, ...) PRINTF_LIKE(2, 3);
// A new name that begins so.
const char *weaver_name(Weaver *weaver, const char *begin);

// What is in scope; weaver_leave forgets what came after.
typedef struct WovenScope {
  size_t arrays, ints;
} WovenScope;
WovenScope weaver_enter(const Weaver *weaver);
void weaver_leave(Weaver *weaver, WovenScope scope);

// ---- fcl_exp.c ----

const char *weave_int(Weaver *weaver, int depth);
const char *weave_bool(Weaver *weaver, int depth);
// A pull array that may stand as an argument.
WovenArray weave_pull(Weaver *weaver, int depth);
// An array made as long as that.
const char *weave_fit(Weaver *weaver, WovenArray array, int length);

// ---- fcl_step.c ----

// A program of the level that gives a push array of this length.
const char *weave_program(Weaver *weaver, WovenLevel level, int length, int depth);
// Statements of a `do`, each with its line; what they bind is in scope afterwards.
const char *weave_steps(Weaver *weaver, WovenLevel level, size_t count, int depth);
// Statements of `main` that fail where the same computed in two ways differs.
const char *weave_twins(Weaver *weaver);

#endif
