// fuzz: random programs, and the checks that every one of them must pass.
//
// A seed names a program: the generator makes from it, on every machine alike, a well-typed Core
// program that terminates, and arguments for its entry point. The checks are differential. The
// program is right by construction, so whatever disagrees about it is a bug of ravel (or of the
// generator):
//
//   generated    the verifier accepts it
//   text         print, parse, print gives the same text, and the parsed program is accepted too
//   interpret    the interpreter runs it; what it gives is what the rest is compared with
//   a variant    after some passes the program is accepted and gives the same results, bit for bit
//                but for nans, and prints and traces the same; what pars trace comes in any order.
//                A program that failed may do anything but hang or crash: a pass may exchange
//                failures, and drop those of values that are not needed, but never add one. One
//                with a doomed result must fail again
//   c, ...       compiled for this target, at Mem, it does what it does by value, with versions for
//                little parallelism or with those for much
//   by heap      a variant at Mem does by heap, with its places, just what it does by value, with
//                versions of either kind
//   PASS twice   running a pass that says so once more changes nothing; what it gives also survives
//                print, parse, print
//
// The programs may also be those of a source language (FuzzSource): then a seed names a text, which
// may have one mistake, and two stages come first. What is accepted goes on as a Core program.
//
//   check        the front end accepts a right program and refuses a wrong one
//   compare      another compiler, if one is given, decides likewise and computes the same
//
// Futhark is written by the scribe (futhark.h), APL by the carver (apl.h), FCL by the weaver
// (fcl.h); all are shrunk as text (source_shrink.c).
//
// A seed is checked in a child process, so that crashes and endless loops are findings as well. A
// finding is made small by the shrinker, which tries simpler programs and keeps those that show the
// same finding, and is left behind as fuzz-SEED.core with its input in a test block.
//
// Terms
//   author     the state of the generator (generate.h); it writes statements from front to back
//   scribe     the same for Futhark (futhark.h)
//   carver     the same for APL (apl.h)
//   weaver     the same for FCL (fcl.h)
//   peer       another compiler, which is compared with
//   feature    something a program may contain (features.def). Each seed enables some of them
//   variant    a list of passes to run, with a name
//   stage      what is being checked: "text", the name of a variant, ...
//   finding    a stage that went wrong, and how
//   doomed     a result of the entry point whose statement fails, and nothing else does: the value
//              is needed, so every variant must fail
//   idle       a part of a program that does not run, which passes cannot know, and would fail
//
// Adding a feature to the generator: a line in features.def, and a production, a function from an
// Author to bool whose name begins with write_, in the file of its family: generate_scalar.c,
// generate_array.c, generate_slice.c (selections), generate_overlap.c, generate_par.c,
// generate_monoid.c (operators), generate_operand.c (what points have for what is inside),
// generate_control.c, generate_fault.c, generate_effect.c. A production picks operands with
// author_pick or makes them (author_scalar, author_array), appends statements with author_emit, and
// tells what it knows about the results: ranges of sizes (facts_range), and shared storage, where
// author_emit cannot see it. It returns false, best before it has written anything, when it cannot
// be used here. The number of random choices made by old productions changes with the table, so
// seeds do not keep their programs when a feature is added.
//
// This folder may use base, rts/c and ir. It knows no pass: the driver hands them over.
#ifndef RAVEL_FUZZ_FUZZ_H
#define RAVEL_FUZZ_FUZZ_H

#include "interp/interp.h"
#include "ir/ir.h"
#include "ir/pass.h"
#include "ir/said.h"
#include "rts/c/value.h"

// A program with the arguments of its entry point `main`. Its effects are in order, but have no
// tokens yet: so the shrinker can take any of them away.
typedef struct FuzzCase {
  Program *program;
  Value *args; // freed by fuzz_case_free
  size_t arg_count;
  const SourceMap *sources; // where its spans are; NULL: nowhere
  bool is_doomed; // it must fail as written and on every variant, whatever its results are called
} FuzzCase;

// The program of a seed; it lives in the arena.
FuzzCase fuzz_generate(Arena *arena, Interner *names, uint64_t seed);
void fuzz_case_free(FuzzCase *fuzz_case);
// The entry point.
Fun *fuzz_case_entry(const FuzzCase *fuzz_case);
// The program as text, with the arguments in a test block.
void fuzz_case_print(StrBuf *out, const FuzzCase *fuzz_case);
// A copy in another arena.
FuzzCase fuzz_case_clone(const FuzzCase *fuzz_case, Arena *arena);
// A copy whose effects have their tokens; the program is NULL after a report.
FuzzCase fuzz_case_thread(const FuzzCase *fuzz_case, Arena *arena, Diag *diag);

// A variable of the environment that programs ask for; others are not there. And what it is.
#define FUZZ_VARIABLE       "RAVEL_FUZZ"
#define FUZZ_VARIABLE_VALUE "a variable"

// A program as text in a source language, with the arguments of its entry point `main`.
typedef struct FuzzText {
  const char *text;    // may have places that are written twice: fuzz_text_choose
  const char *mistake; // the one thing that is wrong with it; NULL: nothing
  const char *doomed;  // what fails when it runs, though it is right; NULL: nothing must
  bool is_open;        // or it was changed, and may be wrong: compilers need only agree
  bool is_sound;       // it does not fail when it runs, unless it is doomed
  Value *args;         // freed by fuzz_text_free
  size_t arg_count;
} FuzzText;

// The Futhark program of a seed; it lives in the arena. Half of the seeds have a mistake, of the
// others half were changed at random, and a fifth is doomed.
FuzzText fuzz_futhark(Arena *arena, uint64_t seed);
// The APL program of a seed. A fifth have a mistake, another fifth were changed at random, a tenth
// are doomed.
FuzzText fuzz_apl(Arena *arena, uint64_t seed);
// The FCL program of a seed. A seventh have a mistake, another one are doomed.
FuzzText fuzz_fcl(Arena *arena, uint64_t seed);
void fuzz_text_free(FuzzText *text);
// The text with one of the forms in which some places are written: the one that is new in the
// language, or the old one, which means the same.
const char *fuzz_text_choose(Arena *arena, const char *text, bool is_old);
// The program, with the arguments in a test block. Comments begin with the sign.
void fuzz_text_print(StrBuf *out, const FuzzText *text, const char *comment);

// What a doomed result of the entry point is called.
#define FUZZ_DOOMED "doomed"
// Has the entry point one, and which?
bool fuzz_doomed_result(const FuzzCase *fuzz_case, size_t *which);
// Does the program fail, and only because of its doomed result? A variant must then fail too.
bool fuzz_must_fail(const FuzzCase *fuzz_case);

// Passes to run one after the other.
typedef struct FuzzVariant {
  const char *name;
  Target target;
  const Pass *const *passes;
  size_t pass_count;
  bool is_idempotent; // twice gives the same text as once
} FuzzVariant;

// FINDINGS(X): X(ID, how it is called)
#define FINDINGS(X)                                                                                \
  X(NONE, "nothing")                                                                               \
  X(INVALID, "the verifier refuses the program")                                                   \
  X(TEXT, "print, parse, print differs")                                                           \
  X(PASS, "the pass reports an error")                                                             \
  X(FAILURE, "a failure was added")                                                                \
  X(LOST, "a failure was lost")                                                                    \
  X(RESULT, "the result differs")                                                                  \
  X(SAID, "what is printed or traced differs")                                                     \
  X(UNSTABLE, "running it twice differs")                                                          \
  X(REFUSED, "a right program is refused")                                                         \
  X(ACCEPTED, "a wrong program is accepted")                                                       \
  X(STRICT, "ravel refuses what the other compiler accepts")                                       \
  X(LAX, "ravel accepts what the other compiler refuses")                                          \
  X(CC, "the C compiler refuses the program")                                                      \
  X(PROGRAM, "the compiled program crashes")                                                       \
  X(CRASH, "the compiler crashes")                                                                 \
  X(TIMEOUT, "the compiler hangs")

typedef enum FindingKind {
#define X(id, text) FINDING_##id,
  FINDINGS(X)
#undef X
} FindingKind;

#define STAGE_LENGTH 64

typedef struct Finding {
  FindingKind kind;
  char stage[STAGE_LENGTH];
  StrBuf message;
  bool is_partial; // a variant could not be checked: it cannot be compiled yet
} Finding;

// How a kind is called.
const char *finding_text(FindingKind kind);

// How programs at Mem are compiled and run; the driver hands it over. A batch holds many programs,
// and is compiled at once.
typedef struct FuzzCompiler {
  void *context;
  const char *const *targets; // by name; each is a stage
  size_t target_count;        // at most FUZZ_TARGETS
  const FuzzVariant *lowering;
  void *(*open)(void *context);
  // Adds a program for a target, and gives its number in the batch.
  size_t (*add)(void *batch, const FuzzCase *lowered, size_t target);
  // False: `why` says what the C compiler did.
  bool (*build)(void *batch, StrBuf *why);
  // Runs it. False: `failure` says why; FAILURE_CRASH is a bug.
  bool (*run)(void *batch, size_t number, const FuzzCase *fuzz_case, Value **results,
              size_t *result_count, Said *said, Failure *failure);
  void (*close)(void *batch);
} FuzzCompiler;

#define FUZZ_TARGETS 4

// Another compiler of a source language, to compare with; the driver hands it over.
typedef struct FuzzPeer {
  void *context;
  // Does it accept the program? What it says about it is appended.
  bool (*accepts)(void *context, const char *text, StrBuf *said);
  // What the entry point gives. False when the run fails; what it says is appended.
  bool (*run)(void *context, const char *text, const FuzzCase *fuzz_case, Value **results,
              size_t *result_count, StrBuf *said);
} FuzzPeer;

// A source language whose programs are checked.
typedef struct FuzzSource {
  const char *extension; // of findings, with its dot
  const char *comment;   // how one begins
  const char *option;    // the options of `ravel fuzz` that choose it, with a blank before them
  FuzzText (*generate)(Arena *arena, uint64_t seed);
  Program *(*compile)(Arena *arena, Interner *names, const SourceFile *file, Diag *diag);
  const FuzzPeer *peer; // NULL: none
} FuzzSource;

// Called before each stage.
typedef void StageHook(void *context, const char *stage);

typedef struct FuzzChecks {
  const FuzzVariant *variants;
  size_t variant_count;
  StageHook *hook; // may be NULL
  void *hook_context;
  const char *only_stage;       // check only what leads to this stage; NULL: everything
  FindingKind only_kind;        // look for nothing else, where that is cheaper; NONE: for all
  const FuzzCompiler *compiler; // NULL: nothing is compiled
  const FuzzSource *source;     // NULL: programs are Core
} FuzzChecks;

// Checks a program in this process; true when nothing was found. It may crash or hang.
bool fuzz_check(const FuzzCase *fuzz_case, const FuzzChecks *checks, Finding *finding);

typedef struct FuzzOptions {
  uint64_t seed;
  size_t count;
  size_t jobs;      // processes at a time; at least 1
  unsigned timeout; // seconds per seed
  const FuzzVariant *variants;
  size_t variant_count;
  const FuzzCompiler *compiler; // NULL: nothing is compiled
  const FuzzSource *source;     // NULL: programs are Core
  const char *folder;           // where findings are left
  bool is_kept_whole;           // do not shrink
  FILE *output;                 // what was found, and the closing line
  bool has_progress;            // show a counter on stderr
} FuzzOptions;

typedef struct FuzzSummary {
  size_t passed, failed;
  size_t partial; // of these, seeds with a variant that could not be checked
} FuzzSummary;

// Checks the seeds from `seed` on, in child processes. What is found is told and saved at once, and
// shrunk at the end.
FuzzSummary fuzz_run(const FuzzOptions *options);

// Checks one program in a child process; true when nothing was found.
bool fuzz_check_apart(const FuzzCase *fuzz_case, const FuzzChecks *checks, unsigned timeout,
                      Finding *finding);

// The smallest program found that shows the same finding; it lives in an arena of its own, which
// the caller frees through its program.
FuzzCase fuzz_shrink(const FuzzCase *fuzz_case, const FuzzChecks *checks, unsigned timeout,
                     const Finding *finding);

#endif
