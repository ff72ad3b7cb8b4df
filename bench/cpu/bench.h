// The frame of a benchmark: times a hand-written reference and the compiled program alternately in
// one process, compares their results, and prints the ratio.
//
// A benchmark defines the functions declared below and includes the library's header (prog.h, as
// `ravel c --library` wrote it). Times are the least of all runs: what the code needs when nothing
// disturbs it. Both do the same: they compute into memory that they own and give it back. A
// benchmark of several shapes defines BENCH_CASES, and has a line for each.
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "prog.h"

// ---- What a benchmark defines ----

// Makes the inputs, for both.
static void setup(struct futhark_context *ctx);
// Runs the reference once; the results stay where `compare` finds them.
static void run_reference(void);
// Runs the program once.
static void run_program(struct futhark_context *ctx);
// Are the results of both the same?
static bool compare(struct futhark_context *ctx);
#ifdef BENCH_CASES
// Makes the inputs of a case that is less than BENCH_CASES, and says what it is called. What those
// of the case before took is given back.
static const char *begin_case(struct futhark_context *ctx, int number);
#endif

// ---- Help for them ----

// Not cleared: when only the program runs, the reference's results take no memory. The first run
// pays for fresh pages, but the least time counts.
static inline void *allocate(size_t bytes) {
  void *data = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!data) {
    fprintf(stderr, "out of memory\n");
    exit(5);
  }
  return data;
}

static inline void check(struct futhark_context *ctx, int status) {
  if (status == 0) return;
  fprintf(stderr, "%s\n", futhark_context_get_error(ctx));
  exit(4);
}

// Reproducible numbers in [0, 1).
static inline double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

static inline bool is_close(double a, double b, double tolerance) {
  return fabs(a - b) <= tolerance * fmax(1.0, fmax(fabs(a), fabs(b)));
}

// Sequential code is measured by the time of the thread, which other programs disturb less; threads
// by the clock, or on a busy machine by the time of them all (BENCH_CPU).
static inline double seconds_now(void) {
  struct timespec now;
#if defined(_OPENMP) && defined(BENCH_CPU)
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
#elif defined(_OPENMP)
  clock_gettime(CLOCK_MONOTONIC, &now);
#else
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
#endif
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// As many threads as the reference has.
static inline void use_threads(struct futhark_context_config *config) {
#ifdef _OPENMP
  const char *count = getenv("OMP_NUM_THREADS");
  if (count) futhark_context_config_set_num_threads(config, atoi(count));
#else
  (void)config;
#endif
}

// ---- The run ----

enum { LEAST_RUNS = 5, MOST_RUNS = 40 };
static const double ENOUGH_SECONDS = 2.5;

// Shows what was measured, and says whether it was right.
static inline bool measure(struct futhark_context *ctx, const char *name, const char *only) {
  double reference = INFINITY, program = INFINITY, start = seconds_now();
  for (int i = 0; i < MOST_RUNS && (i < LEAST_RUNS || seconds_now() - start < ENOUGH_SECONDS);
       i++) {
    double before = seconds_now();
    if (strcmp(only, "program") != 0) run_reference();
    double between = seconds_now();
    if (strcmp(only, "reference") != 0) run_program(ctx);
    double after = seconds_now();
    reference = fmin(reference, between - before);
    program = fmin(program, after - between);
  }
  if (*only) return true;
  bool is_equal = compare(ctx);
  printf("%-16s %10.3f %10.3f %8.3f%s\n", name, 1e3 * reference, 1e3 * program, program / reference,
         is_equal ? "" : "  WRONG RESULT");
  return is_equal;
}

int main(int argc, char **argv) {
  struct futhark_context_config *config = futhark_context_config_new();
  use_threads(config);
  struct futhark_context *ctx = futhark_context_new(config);
  const char *name = argc > 1 ? argv[1] : "program";
  const char *only = argc > 2 ? argv[2] : ""; // reference or program: for peak memory
  bool is_right = true;
  setup(ctx);
#ifdef BENCH_CASES
  for (int i = 0; i < BENCH_CASES; i++)
    is_right = measure(ctx, begin_case(ctx, i), only) && is_right;
#else
  is_right = measure(ctx, name, only);
#endif
  if (*only) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%s %ld\n", name, usage.ru_maxrss);
  }
  if (!is_right) return 1;
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}

#endif
