// ravel bench: how fast programs are.
//
//   command_bench.c   the files, the table
//   bench_data.c      the data sets
//   bench_measure.c   runs an executable until its time is known, and looks at its results
//   bench_results.c   files of results, and what changed between two
//   bench_plot.c      pictures of results
//
// Terms
//   data set   the input of a case in a test block (test.h)
//   series     the times of one data set of one program
#ifndef RAVEL_DRIVER_BENCH_H
#define RAVEL_DRIVER_BENCH_H

#include "driver/process.h"
#include "driver/test.h"

typedef Vec(double) Times;

// Calls shorter than this many microseconds are measured in batches (rts/c/executable.c), and have
// digits after the point.
enum { BENCH_SHORT = 10 };

typedef struct Series {
  const char *program; // the file, and its entry point if that is not main: "a.fut:step"
  const char *data_set;
  Times times;         // in microseconds
  const char *failure; // NULL: none
} Series;

typedef Vec(Series) AllSeries;

// ---- Numbers ----

typedef struct Statistics {
  double mean, least, median;
  double deviation; // of the sample
  double interval;  // the mean is within this much of the true one, with a probability of 95 %
} Statistics;

// What the times say; with fewer than two, the interval is infinite.
Statistics statistics_of(const Times *times);

// ---- Measuring ----

typedef struct BenchSettings {
  uint64_t least_runs, most_runs, timeout;
  double most_time; // in seconds
  double precision; // the interval wanted, as a part of the mean
  double tolerance; // of the results
  uint64_t threads; // 0: as the program likes
  bool is_terminal; // show progress
} BenchSettings;

// One data set, ready to run. The files are in the scratch folder.
typedef struct BenchCase {
  Driver *driver;
  Scratch *scratch;
  const BenchSettings *settings;
  int descriptor; // the executable
  const char *entry;
  const char *input; // a file
  const ValueType *result_types;
  size_t result_count;
  const Values *expected; // NULL: not known
  Words options;          // more of them for the executable
} BenchCase;

// A program that is measured. It has a driver of its own, which takes the memory along.
typedef struct BenchFile {
  const char *path;
  const Front *front;
  const SourceFile *source;
  Session session; // of the test blocks
  TestSpec spec;
  Program *program; // for the types of its entry points
  Scratch scratch;
} BenchFile;

// Opens the session and reads the test blocks. Gives an exit code, after a report.
int bench_file_open(BenchFile *file, const char *path, const char *language);
// How a data set is called: by its name, its file, or its text and position. It outlives the
// session of its file.
const char *bench_set_name(Arena *arena, const TestCase *test, size_t position);
// Makes the input of a case, and the results that are expected. False: `why` says what went wrong.
bool bench_data_make(BenchFile *file, const TestCase *test, const Fun *entry, BenchCase *run,
                     Values *expected, StrBuf *why);

// Runs it, and fills in the times or the failure.
void bench_measure(const BenchCase *run, Series *series);
// Runs it once for its results. False: `why` says what went wrong.
bool bench_call(const BenchCase *run, Values *results, StrBuf *why);
// What its last run wrote on stderr.
const char *bench_errors(const BenchCase *run);
// In the middle of the times, which are put in order; there must be one.
double times_median(Times *times);

// ---- Files of results ----

// The format is documented in doc/running.md.
void results_write(StrBuf *out, const AllSeries *all);
// Reads a file of results; gives an exit code, after a report.
int results_read(Driver *driver, const char *path, AllSeries *all);
// The series of the same program and data set; NULL when there is none.
const Series *series_find(const AllSeries *all, const Series *like);
// Appends how the time of a series, which did not fail, has changed: "1.25x faster". There may be
// none from before.
void change_print(StrBuf *out, const Series *before, const Series *after);
// Appends a picture as SVG, or in a page of HTML. `before` may be NULL.
void plot_write(StrBuf *out, const AllSeries *all, const AllSeries *before, bool is_page);
// Appends a time with a unit that suits it.
void time_print(StrBuf *out, double microseconds);

#endif
