// ravel test: what a source says about itself is true.
//
//   test_spec.c      reads the test blocks in the comments of a source
//   test_data.c      the values that they speak of: written out, in files, or random
//   test_script.c    those that a script computes
//   test_file.c      all tests of one file, in a process of its own
//   test_forms.c     what the top-level forms of a program show
//   test_golden.c    messages and programs that must be exactly those in a file
//   test_pool.c      the processes
//   command_test.c   finds the files and reports
//
// Its author sees the cases of a program, each run once on the best target. With --compiler, which
// is what the suite of ravel uses, the compiler is tested by them: on the interpreters, as written,
// after the pipeline and without each pass, on several numbers of threads.
//
// Terms
//   case        an input for an entry point, and what must come out
//   variant     the program as written, after the default pipeline, or after it without one pass
//   check       one thing that passes or fails: a case, a structure, a golden file, ...
#ifndef RAVEL_DRIVER_TEST_H
#define RAVEL_DRIVER_TEST_H

#include <stdio.h>

#include "driver/driver.h"
#include "driver/pipeline.h"
#include "driver/process.h"
#include "driver/target.h"

// ---- What the blocks say ----

typedef enum DataKind { DATA_NONE, DATA_TEXT, DATA_FILE, DATA_RANDOM, DATA_SCRIPT } DataKind;

// Where values come from: the text between the braces, or the name of a file.
typedef struct TestData {
  DataKind kind;
  const char *text;
  size_t length;
  Span span;
} TestData;

typedef struct TestCase {
  const char *entry;                            // NULL: the default one
  const char *name;                             // for ravel bench; NULL: it has none
  bool is_unmeasured, is_untested, is_compiled; // the last: too much for an interpreter
  TestData input;
  TestData output;         // none: all variants and targets must agree
  const char *error;       // the failure must match this regular expression; NULL: must not fail
  TestData prints, traces; // none: all variants and targets must agree
  Span span;
} TestCase;

// How often an op, an output mode, or a par at a level must occur.
typedef struct OpCount {
  const char *name;
  size_t count;
} OpCount;

typedef struct Structure {
  Words passes; // empty: the default pipeline
  Vec(OpCount) counts;
  Words foreign; // the constructs of another compiler, which are not counted
  Span span;
} Structure;

typedef struct TestSpec {
  Driver *driver; // in which it was read; spans point into its sources
  Words tags;
  Vec(TestCase) cases;
  Vec(Structure) structures;
  const char *error;   // the program must be rejected with this; NULL: must be accepted
  Words warnings;      // the program must be accepted with a warning that matches each
  Words passes;        // for the .expected file
  bool has_short_ints; // APL: with --int=32
  TestData shown;      // what the top-level forms of a NESL program show, line by line
} TestSpec;

// Reads all test blocks of a file. False after reporting.
bool test_spec_parse(Driver *driver, const Front *front, const SourceFile *file, TestSpec *spec);

// ---- Values ----

// What a script may use: the entry points of a program, and files.
typedef struct ScriptHost ScriptHost;
struct ScriptHost {
  const Program *program; // for the types of its entry points
  const char *folder;     // that names of files are relative to
  // Runs the entry point of this name. False: `why` says what went wrong.
  bool (*run)(const ScriptHost *host, const char *name, const Values *arguments, Values *results,
              StrBuf *why);
  void *context;
};

// Whose values they are, for those that are written in the notation of the language.
typedef struct TestWhose {
  const Fun *entry; // NULL: the data format it is
  bool are_results; // and not parameters
  const ScriptHost *host;
} TestWhose;

// Reads or makes the values of these types; `driver` is that of the specification. On failure
// appends the reason to `why`.
bool test_data_read(Driver *driver, const TestData *data, TestWhose whose, const ValueType *types,
                    size_t count, Values *values, StrBuf *why);
// Room for this many values, which are nothing yet.
void values_make(Values *values, size_t count);
// Reads a data file, which is compressed when its name ends in .gz. On failure appends the reason.
bool data_file_read(Arena *arena, const char *path, StrBuf *text, StrBuf *why);
// Has a script compute values of these types; `values` has room for them.
bool test_script_run(Driver *driver, const ScriptHost *host, const TestData *data,
                     const ValueType *types, Values *values, StrBuf *why);

// ---- A driver that keeps its messages ----

typedef struct Session {
  Driver driver;
  FILE *stream;
  char *text; // what was reported, without colour
  size_t length;
} Session;

// Makes a session that keeps this many errors; 0: all.
void session_open(Session *session, size_t error_limit);
// What was reported so far; valid until the session goes on.
const char *session_text(Session *session);
void session_close(Session *session);

// ---- Checks ----

typedef struct TestSettings {
  uint64_t jobs;
  uint64_t timeout;     // processor time of a check, in seconds; 0: none
  uint64_t within;      // time of all, in seconds; 0: none
  uint64_t share, turn; // one file in this many; which one
  double tolerance;
  TargetOptions target;
  bool is_tuned;              // by the files of ravel tune
  const char *runner_program; // of programs for a device (bundle.h), or NULL
  LibraryDevice runner_device;
  bool is_updating;
  bool is_for_compiler; // the compiler is tested, and not only what the author of a program wrote
  bool warnings_fail;   // those that no test block expects
  Words targets, only, exclude;
} TestSettings;

// Where the results of a file go.
typedef struct TestReport TestReport;
struct TestReport {
  void (*begin)(TestReport *report, const char *what);
  void (*pass)(TestReport *report);
  void (*fail)(TestReport *report, const char *why);
  // In place of pass: the check, or a part of it, could not be done.
  void (*skip)(TestReport *report, const char *why);
};

// Runs all tests of a file. The current folder must be the file's, and `name` its last part.
void file_test(const TestSettings *settings, const char *name, TestReport *report);
// The sources that the operands stand for: files, and all those in folders. Gives an exit code.
int test_files_find(Driver *driver, const Words *operands, Words *paths);
// Do the tags ask for the file to be tested?
bool test_is_selected(const TestSettings *settings, const TestSpec *spec);

// The program after a pipeline, verified after every pass, in its textual form; freed by the
// caller. NULL after reporting.
char *test_transform(Session *session, const char *name, const Pipeline *pipeline);

// The checks against name.err and name.expected (with the extension replaced).
void test_golden_error(const TestSettings *settings, const char *name, const TestSpec *spec,
                       const char *golden, TestReport *report);
void test_golden_program(const TestSettings *settings, const char *name, const TestSpec *spec,
                         const char *golden, TestReport *report);
// Against name.shapes: what `ravel dump --shapes` prints.
void test_golden_shapes(const TestSettings *settings, const char *name, const char *golden,
                        TestReport *report);
// Says where two texts differ first: the line's number and both lines.
void text_difference(StrBuf *out, const char *expected, const char *got);

// Tests what the forms of a program show, in the order of the lines. Those with values are cases,
// which are handed on.
typedef void FormCase(void *context, const TestCase *test);
void forms_test(Arena *arena, const TestData *shown, const SourceFile *file, const Program *program,
                TestReport *into, FormCase *run, void *context);

// ---- Processes ----

// What came out for one file.
typedef struct TestOutcome {
  const char *what;
  const char *why; // NULL: passed
  bool is_skipped; // and not failed
} TestOutcome;

typedef Vec(TestOutcome) TestOutcomes;

// Called for each file, in order, as soon as it and all files before it are done.
typedef void TestDone(void *context, const char *path, const TestOutcomes *outcomes,
                      double seconds);
// Called whenever something has changed.
typedef void TestProgress(void *context, size_t done, size_t total);

// Tests the files, each in a process of its own, several at a time.
// The scratch folder is only used when something is compiled.
void test_pool_run(Driver *driver, Scratch *scratch, const TestSettings *settings,
                   const Words *paths, TestDone *done, TestProgress *progress, void *context);

#endif
