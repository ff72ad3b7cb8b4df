// ravel tune: which version of a program is the fastest, for its data sets on this device.
//
//   tune_search.c    finds the thresholds, by asking for times
//   tune_measure.c   measures, and keeps in the cache what was measured
//   command_tune.c   the program, its data sets, the file and the table
//   tuning_file.c    the file, which `run`, `test` and `bench` use
//
// The procedure is that of Munksgaard's thesis, chapter 7. A version is taken when its degree of
// parallelism reaches a threshold. For each data set the thresholds are tuned from the leaves of
// the forest to its roots: all are out of reach at first; then each is tried, while those below it
// have the best values and those above it are such that it is asked at all. The interval of values
// that choose the fastest version for a data set is intersected with those of the others.
//
// With n thresholds in one tree there are n + 1 versions, and each runs once for each data set. A
// threshold that is compared with several degrees in one run takes two more runs for each halving
// of them. What is decided is remembered, not what was set, so nothing runs twice.
//
// Two things are not as printed there: procedure 7.3 stops at low = high, before it has looked at
// that candidate, and the upper end of the interval in its line 25 belongs to the next one.
//
// Terms
//   degree     what is compared with a threshold
//   candidate  a value for a threshold: one of the degrees, or NEVER
//   conflict   two data sets want a threshold on different sides: the fastest version does not
//              depend on the degree alone, and the default stays
#ifndef RAVEL_DRIVER_TUNE_H
#define RAVEL_DRIVER_TUNE_H

#include "driver/bench.h"

// A value that no degree reaches, and one that stands for the program's own.
#define TUNE_NEVER INT64_MAX
enum { TUNE_DEFAULT = 0 };

// A threshold, and its place in the forest.
typedef struct TuneParam {
  const char *name;
  size_t parent; // its number and 1; 0: none
  bool is_taken; // it is asked when the parent is reached; or when it is not
  bool is_limit; // a property of the device, which is left alone
} TuneParam;

typedef struct TuneComparison {
  size_t param;
  int64_t degree;
  bool is_reached;
} TuneComparison;

typedef Vec(TuneComparison) TuneComparisons;

typedef struct TuneRun {
  double time; // in microseconds; INFINITY: it failed, or took too long
  TuneComparisons comparisons;
} TuneRun;

// The values of all thresholds that choose the fastest version, and which data sets say so.
typedef struct TuneInterval {
  int64_t low, high;        // TUNE_NEVER: there is no end
  size_t low_set, high_set; // data sets
  bool is_known;            // some data set asks
  bool is_default;          // all of them are content with the default
} TuneInterval;

typedef struct TuneConflict {
  size_t param;
  size_t first, second; // data sets; when they are one, its own degrees disagree
} TuneConflict;

typedef struct TuneMemory TuneMemory;

typedef struct Tuner {
  Arena *arena;
  const TuneParam *params;
  size_t param_count, set_count;
  double epsilon; // the default stays when it is slower by no more than this part
  // Measures a data set with these values. False: stop.
  bool (*measure)(void *context, size_t set, const int64_t *values, TuneRun *run);
  void *context;
  // What was found:
  TuneInterval *intervals; // by parameter
  bool *is_fixed;          // by parameter: it keeps the default
  Vec(TuneConflict) conflicts;
  TuneMemory *memories; // by data set
  size_t run_count;     // of measurements
} Tuner;

// Fills in what was found. False when measuring stopped.
bool tune_program(Tuner *tuner);
// What the threshold should be; TUNE_DEFAULT when it needs no other value.
int64_t tune_value(const Tuner *tuner, size_t param);
// The time of a data set with these values, measured if need be. False: stop.
bool tune_time(Tuner *tuner, size_t set, const int64_t *values, double *time);

#endif
