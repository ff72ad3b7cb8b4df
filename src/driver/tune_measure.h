// What is tuned, and how it is run.
#ifndef RAVEL_DRIVER_TUNE_MEASURE_H
#define RAVEL_DRIVER_TUNE_MEASURE_H

#include "driver/cache.h"
#include "driver/tune.h"

typedef struct TuneSet {
  const char *name;
  BenchCase run;
  CacheKey key;        // of the program, the device and the input
  double best;         // the least time so far
  const char *failure; // of the last run; NULL: none
} TuneSet;

typedef struct TuneJob {
  Driver *driver;
  BenchFile file;
  int descriptor; // the executable
  bool has_device;
  const char *cache; // NULL: nothing is kept
  BenchSettings settings;
  Words options;         // for each run
  Vec(TuneParam) params; // all of them
  Vec(TuneSet) sets;
  bool is_fresh, is_verbose, is_terminal;
  size_t measured, tried;
  double begin; // when the first run began
} TuneJob;

// Asks the executable for its parameters.
void tune_params_read(TuneJob *job);
// The device that the executable uses, in words.
const char *tune_device(TuneJob *job);
// Tuner.measure, for a TuneJob.
bool tune_measure(void *context, size_t set, const int64_t *values, TuneRun *run);

#endif
