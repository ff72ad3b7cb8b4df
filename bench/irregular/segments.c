// Segmented sum, maximum and scan over 10^7 elements in segments of several sizes, and a sparse
// matrix with power-law rows times a vector. The reference finds out where the segments start, by
// a parallel scan, and then shares them out in bunches, handed out as threads get free. It uses
// vectors for segments that are long enough.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "prog.h"
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
static int omp_get_num_threads(void) { return 1; }
#endif

enum { TOTAL = 10000000, COLUMNS = 1000000, RUNS = 15, SHORT = 16 };

static double *values, *vector, *expected, *got;
static int32_t *columns;
static int64_t *lengths, *offsets, count;

static double seconds_now(void) {
  struct timespec now;
#if defined(_OPENMP) && !defined(BENCH_CPU)
  clock_gettime(CLOCK_MONOTONIC, &now);
#elif defined(_OPENMP)
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
#else
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
#endif
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

// ---- The references ----

static void make_offsets(void) {
  int64_t partial[257] = {0};
#pragma omp parallel
  {
    int64_t threads = omp_get_num_threads(), me = omp_get_thread_num();
    int64_t first = count * me / threads, last = count * (me + 1) / threads, sum = 0;
    if (me + 1 < threads)
      for (int64_t i = first; i < last; i++)
        sum += lengths[i];
    partial[me + 1] = sum;
#pragma omp barrier
    sum = 0;
    for (int64_t k = 0; k <= me; k++)
      sum += partial[k];
    for (int64_t i = first; i < last; i++) {
      offsets[i] = sum;
      sum += lengths[i];
    }
    if (last == count) offsets[count] = sum;
  }
}

// How many segments make a bunch: some ten thousand elements.
static int64_t bunch(void) {
  int64_t size = count / (TOTAL / 20000);
  return size < 1 ? 1 : size;
}

static double sum_long(const double *xs, int64_t length) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t j = 0; j < length; j++)
    sum += xs[j];
  return sum;
}

static inline double sum_of(const double *xs, int64_t length) {
  if (length >= SHORT) return sum_long(xs, length);
  double sum = 0;
#pragma omp simd reduction(+ : sum) simdlen(1)
  for (int64_t j = 0; j < length; j++)
    sum += xs[j];
  return sum;
}

static void reference_sums(void) {
  make_offsets();
  int64_t step = bunch();
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t b = 0; b < count; b += step) {
    int64_t last = b + step < count ? b + step : count;
    for (int64_t i = b; i < last; i++)
      expected[i] = sum_of(values + offsets[i], offsets[i + 1] - offsets[i]);
  }
}

static double maximum_long(const double *xs, int64_t length) {
  double most = -INFINITY, other = -INFINITY;
  // Of a long one two halves at a time: a comparison takes longer than memory does.
  int64_t half = length < 10000 ? 0 : length / 2;
#pragma omp simd reduction(max : most, other)
  for (int64_t j = 0; j < half; j++) {
    most = xs[j] > most ? xs[j] : most;
    other = xs[half + j] > other ? xs[half + j] : other;
  }
#pragma omp simd reduction(max : other)
  for (int64_t j = 2 * half; j < length; j++)
    other = xs[j] > other ? xs[j] : other;
  return most > other ? most : other;
}

static inline double maximum_of(const double *xs, int64_t length) {
  if (length >= SHORT) return maximum_long(xs, length);
  double most = -INFINITY;
#pragma omp simd reduction(max : most) simdlen(1)
  for (int64_t j = 0; j < length; j++)
    most = xs[j] > most ? xs[j] : most;
  return most;
}

static void reference_maxima(void) {
  make_offsets();
  int64_t step = bunch();
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t b = 0; b < count; b += step) {
    int64_t last = b + step < count ? b + step : count;
    for (int64_t i = b; i < last; i++)
      expected[i] = maximum_of(values + offsets[i], offsets[i + 1] - offsets[i]);
  }
}

static void reference_scans(void) {
  make_offsets();
  int64_t step = bunch();
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t b = 0; b < count; b += step) {
    int64_t last = b + step < count ? b + step : count;
    for (int64_t i = b; i < last; i++) {
      double sum = 0;
      for (int64_t j = offsets[i]; j < offsets[i + 1]; j++)
        expected[j] = sum += values[j];
    }
  }
}

static double product_long(const double *xs, const int32_t *places, int64_t length) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t j = 0; j < length; j++)
    sum += xs[j] * vector[places[j]];
  return sum;
}

static inline double product_of(const double *xs, const int32_t *places, int64_t length) {
  if (length >= SHORT) return product_long(xs, places, length);
  double sum = 0;
#pragma omp simd reduction(+ : sum) simdlen(1)
  for (int64_t j = 0; j < length; j++)
    sum += xs[j] * vector[places[j]];
  return sum;
}

static void reference_spmv(void) {
  make_offsets();
  int64_t step = bunch();
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t b = 0; b < count; b += step) {
    int64_t last = b + step < count ? b + step : count;
    for (int64_t i = b; i < last; i++)
      expected[i] =
          product_of(values + offsets[i], columns + offsets[i], offsets[i + 1] - offsets[i]);
  }
}

// ---- The inputs ----

// Segments of one size; with size 0 a power law: few are very long, most very short.
static void make_segments(int64_t size) {
  uint64_t state = 7;
  int64_t left = TOTAL;
  for (count = 0; left > 0; count++) {
    int64_t length = size > 0 ? size : (int64_t)pow(1 - uniform(&state), -1.0);
    if (length > TOTAL / 5) length = TOTAL / 5;
    lengths[count] = length < left ? length : left;
    left -= lengths[count];
  }
}

typedef struct Bench {
  const char *name;
  void (*reference)(void);
  int (*program)(struct futhark_context *, struct futhark_f64_1d **, const struct futhark_i64_1d *,
                 const struct futhark_f64_1d *);
} Bench;

static void check(struct futhark_context *ctx, int status) {
  if (status == 0) return;
  fprintf(stderr, "%s\n", futhark_context_get_error(ctx));
  exit(4);
}

static struct futhark_i32_1d *device_columns;
static struct futhark_f64_1d *device_vector;

static int program_spmv(struct futhark_context *ctx, struct futhark_f64_1d **out,
                        const struct futhark_i64_1d *sizes, const struct futhark_f64_1d *data) {
  return futhark_entry_spmv(ctx, out, sizes, device_columns, data, device_vector);
}

// One side alone is for peak memory: nothing is printed or compared.
static void run_only(struct futhark_context *ctx, const Bench *bench, const char *only,
                     struct futhark_f64_1d *data) {
  struct futhark_i64_1d *sizes = futhark_new_i64_1d(ctx, lengths, count);
  struct futhark_f64_1d *out = NULL;
  if (strcmp(only, "reference") == 0) {
    bench->reference();
  } else {
    check(ctx, bench->program(ctx, &out, sizes, data));
    check(ctx, futhark_context_sync(ctx));
    futhark_free_f64_1d(ctx, out);
  }
  futhark_free_i64_1d(ctx, sizes);
}

static bool run(struct futhark_context *ctx, const Bench *bench, const char *mix,
                struct futhark_f64_1d *data) {
  struct futhark_i64_1d *sizes = futhark_new_i64_1d(ctx, lengths, count);
  struct futhark_f64_1d *out = NULL;
  double reference = INFINITY, program = INFINITY;
  for (int i = 0; i < RUNS; i++) {
    if (out) futhark_free_f64_1d(ctx, out);
    double before = seconds_now();
    bench->reference();
    double between = seconds_now();
    check(ctx, bench->program(ctx, &out, sizes, data));
    check(ctx, futhark_context_sync(ctx));
    double after = seconds_now();
    reference = fmin(reference, between - before);
    program = fmin(program, after - between);
  }
  int64_t size = futhark_shape_f64_1d(ctx, out)[0];
  futhark_values_f64_1d(ctx, out, got);
  bool is_equal = true;
  for (int64_t i = 0; i < size; i++)
    is_equal = is_equal && fabs(got[i] - expected[i]) <= 1e-9 * fmax(1, fabs(expected[i]));
  char name[64];
  snprintf(name, sizeof name, "%s_%s", bench->name, mix);
  printf("%-16s %10.3f %10.3f %8.3f%s\n", name, 1e3 * reference, 1e3 * program, program / reference,
         is_equal ? "" : "  WRONG RESULT");
  fflush(stdout);
  futhark_free_f64_1d(ctx, out);
  futhark_free_i64_1d(ctx, sizes);
  return is_equal;
}

// As many threads as the reference has.
static void use_threads(struct futhark_context_config *config) {
#ifdef _OPENMP
  const char *threads = getenv("OMP_NUM_THREADS");
  if (threads) futhark_context_config_set_num_threads(config, atoi(threads));
#else
  (void)config;
#endif
}

int main(int argc, char **argv) {
  static const Bench benches[] = {{"sum", reference_sums, futhark_entry_sums},
                                  {"max", reference_maxima, futhark_entry_maxima},
                                  {"scan", reference_scans, futhark_entry_scans},
                                  {"spmv", reference_spmv, program_spmv}};
  static const int64_t sizes[] = {1, 10, 1000, 1000000, 0};
  static const char *const mixes[] = {"1", "10", "1000", "1000000", "power"};
  struct futhark_context_config *config = futhark_context_config_new();
  use_threads(config);
  struct futhark_context *ctx = futhark_context_new(config);
  const char *only = argc > 2 ? argv[2] : "";
  bool is_memory = strcmp(only, "reference") == 0 || strcmp(only, "program") == 0;
  size_t bytes = (TOTAL + 1) * sizeof(double);
  values = malloc(bytes), expected = malloc(bytes), got = malloc(bytes);
  lengths = malloc(bytes), offsets = malloc(bytes);
  columns = malloc(TOTAL * sizeof *columns), vector = malloc(COLUMNS * sizeof *vector);
  uint64_t state = 1;
  for (int64_t i = 0; i < TOTAL; i++)
    values[i] = uniform(&state), columns[i] = (int32_t)(uniform(&state) * COLUMNS);
  for (int64_t i = 0; i < COLUMNS; i++)
    vector[i] = uniform(&state);
  struct futhark_f64_1d *data = futhark_new_f64_1d(ctx, values, TOTAL);
  device_columns = futhark_new_i32_1d(ctx, columns, TOTAL);
  device_vector = futhark_new_f64_1d(ctx, vector, COLUMNS);
  bool is_right = true;
  for (size_t b = 0; b < 4; b++)
    for (size_t m = 0; m < 5; m++) {
      char name[64];
      snprintf(name, sizeof name, "%s_%s", benches[b].name, mixes[m]);
      if (!is_memory && !strstr(name, only)) continue;
      if (b == 3 && sizes[m] != 0 && (!*only || is_memory)) continue;
      make_segments(sizes[m]);
      if (is_memory)
        run_only(ctx, &benches[b], only, data);
      else
        is_right = run(ctx, &benches[b], mixes[m], data) && is_right;
    }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  if (is_memory) printf("%s %ld\n", argv[1], usage.ru_maxrss);
  futhark_free_f64_1d(ctx, data);
  futhark_free_i32_1d(ctx, device_columns);
  futhark_free_f64_1d(ctx, device_vector);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return is_right ? 0 : 1;
}
