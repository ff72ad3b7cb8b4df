// The executable measures itself (-r, -t); here is decided how often it must. It is started a few
// times, each time for as many runs as seem to be missing: the first few tell how long a run takes
// and how much that varies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/bench.h"

// ---- Numbers ----

// Student's t for 95 %, by the expansion around the normal distribution.
static double student(size_t freedom) {
  static const double FEW[] = {0, 12.706, 4.303, 3.182};
  if (freedom < sizeof FEW / sizeof *FEW) return FEW[freedom];
  double z = 1.959964, n = (double)freedom, z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

static int compare_doubles(const void *left, const void *right) {
  const double *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

static double median_of(const Times *times) {
  size_t count = times->count;
  double *sorted = malloc((count + 1) * sizeof *sorted);
  if (!sorted) fatal_out_of_memory(count * sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    sorted[i] = times->data[i];
  qsort(sorted, count, sizeof *sorted, compare_doubles);
  double median = count == 0 ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  free(sorted);
  return median;
}

Statistics statistics_of(const Times *times) {
  Statistics result = {.least = INFINITY, .interval = INFINITY, .median = median_of(times)};
  double count = (double)times->count, squares = 0;
  for (size_t i = 0; i < times->count; i++) {
    result.mean += times->data[i] / count;
    result.least = fmin(result.least, times->data[i]);
  }
  for (size_t i = 0; i < times->count; i++)
    squares += (times->data[i] - result.mean) * (times->data[i] - result.mean);
  if (times->count < 2) return result;
  result.deviation = sqrt(squares / (count - 1));
  result.interval = student(times->count - 1) * result.deviation / sqrt(count);
  return result;
}

static int times_compare(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

double times_median(Times *times) {
  qsort(times->data, times->count, sizeof *times->data, times_compare);
  double upper = times->data[times->count / 2];
  return times->count % 2 ? upper : (times->data[times->count / 2 - 1] + upper) / 2;
}

// ---- Runs ----

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Times are measured to the microsecond, but for short ones, so more than that is not asked for.
static double interval_wanted(const BenchSettings *settings, const Statistics *statistics) {
  double least = statistics->mean < BENCH_SHORT ? 0.005 : 0.5;
  return fmax(settings->precision * statistics->mean, least);
}

static bool is_tight(const BenchSettings *settings, const Statistics *statistics) {
  return statistics->interval <= interval_wanted(settings, statistics);
}

// How many runs to do next; 0: enough.
static uint64_t runs_wanted(const BenchSettings *settings, const Times *times, double elapsed) {
  enum { FIRST = 2, GROWTH = 4 };
  uint64_t done = times->count;
  if (done == 0) return settings->most_runs < FIRST ? settings->most_runs : FIRST;
  Statistics statistics = statistics_of(times);
  double left = settings->most_time - elapsed;
  if (done >= settings->most_runs || left <= 0) return 0;
  if (done >= settings->least_runs && is_tight(settings, &statistics)) return 0;
  double total = (double)settings->least_runs;
  if (done >= settings->least_runs) {
    double ratio = statistics.interval / interval_wanted(settings, &statistics);
    total = fmin((double)done * ratio * ratio * 1.1 + 1, (double)(done * GROWTH));
  }
  total = fmin(total, (double)settings->most_runs);
  double wanted = fmax(total - (double)done, 1);
  wanted = fmin(wanted, fmax(left / (fmax(statistics.mean, 1) * 1e-6), 1));
  return (uint64_t)wanted;
}

static void progress_show(const BenchCase *run, const Series *series) {
  if (!run->settings->is_terminal) return;
  StrBuf text = {0};
  fprintf(stderr, "\r\033[K%.60s", series->data_set);
  if (series->times.count) {
    Statistics statistics = statistics_of(&series->times);
    time_print(&text, statistics.mean);
    fprintf(stderr, ": %s, %zu runs", strbuf_text(&text), series->times.count);
  }
  fflush(stderr);
  strbuf_free(&text);
}

// ---- One start of the executable ----

static const char *file_in(const BenchCase *run, const char *name) {
  return path_join(run->driver->arena, run->scratch->folder, name);
}

static bool fail(const BenchCase *run, Series *series, const char *what, const char *why) {
  size_t length = strlen(why);
  while (length > 0 && why[length - 1] == '\n')
    length--;
  series->failure = arena_printf(run->driver->arena, "%s%s%.*s", what, *what && length ? ": " : "",
                                 (int)length, why);
  return false;
}

// What the program said, without the name that it was started by.
static const char *read_errors(const BenchCase *run, const char *name) {
  enum { LIMIT = 1 << 26 };
  size_t length = 0;
  const char *error = NULL;
  const char *text = file_read(run->driver->arena, file_in(run, "errors"), LIMIT, &length, &error);
  if (!text) return error;
  size_t prefix = strlen(name);
  bool has_name = strncmp(text, name, prefix) == 0 && strncmp(text + prefix, ": ", 2) == 0;
  return has_name ? text + prefix + 2 : text;
}

const char *bench_errors(const BenchCase *run) { return read_errors(run, ""); }

static bool read_times(const BenchCase *run, Series *series, uint64_t runs) {
  size_t length = 0, count = 0;
  const char *error = NULL;
  const char *text =
      file_read(run->driver->arena, file_in(run, "times"), (size_t)1 << 28, &length, &error);
  if (!text) return fail(run, series, "its times cannot be read", error);
  for (char *end; *text; text = end + strspn(end, "\n"), count++) {
    double time = strtod(text, &end);
    if (end == text) return fail(run, series, "its times cannot be read", text);
    vec_push(run->driver->arena, &series->times, time);
  }
  return count == runs || fail(run, series, "it did not run as often as it was told", "");
}

static bool start(const BenchCase *run, Series *series, uint64_t runs) {
  Arena *arena = run->driver->arena;
  Words words = {0};
  const char *name = arena_printf(arena, "/proc/self/fd/%d", run->descriptor);
  vec_push(arena, &words, name);
  vec_push(arena, &words, "-b");
  vec_push(arena, &words, arena_printf(arena, "-r%llu", (unsigned long long)runs));
  vec_push(arena, &words, "--batches");
  vec_push(arena, &words, "-t");
  vec_push(arena, &words, file_in(run, "times"));
  vec_push(arena, &words, "-e");
  vec_push(arena, &words, run->entry);
  if (run->settings->threads)
    vec_push(arena, &words,
             arena_printf(arena, "--num-threads=%llu", (unsigned long long)run->settings->threads));
  vec_append(arena, &words, run->options.data, run->options.count);
  Process process = {.words = &words,
                     .input = run->input,
                     .output = file_in(run, "output"),
                     .errors = file_in(run, "errors"),
                     .timeout = run->settings->timeout};
  ProcessEnd end = process_run(run->driver, run->scratch, &process);
  if (end.is_late)
    return fail(run, series,
                arena_printf(arena, "it took longer than %llu seconds of processor time",
                             (unsigned long long)run->settings->timeout),
                "");
  if (end.signal)
    return fail(run, series, arena_printf(arena, "it was ended by signal %d", end.signal), "");
  if (!end.is_started) return fail(run, series, "it cannot be started", read_errors(run, name));
  if (end.code != EXIT_OK) return fail(run, series, "", read_errors(run, name));
  return read_times(run, series, runs);
}

// ---- Results ----

static bool is_expected(const BenchCase *run, const Values *results, StrBuf *why) {
  for (size_t i = 0; i < results->count; i++) {
    char message[512];
    if (value_compare(&run->expected->data[i], &results->data[i], run->settings->tolerance, message,
                      sizeof message))
      continue;
    strbuf_printf(why, "result %zu: %s", i + 1, message);
    return false;
  }
  return true;
}

static bool results_read_back(const BenchCase *run, Values *results, StrBuf *why) {
  TestData output = {.kind = DATA_FILE, .text = file_in(run, "output")};
  return test_data_read(run->driver, &output, (TestWhose){0}, run->result_types, run->result_count,
                        results, why);
}

bool bench_call(const BenchCase *run, Values *results, StrBuf *why) {
  Series series = {0};
  if (start(run, &series, 1)) return results_read_back(run, results, why);
  strbuf_puts(why, series.failure);
  return false;
}

static bool results_check(const BenchCase *run, Series *series) {
  if (!run->expected) return true;
  Values results = {0};
  StrBuf why = {0};
  bool is_good = results_read_back(run, &results, &why) && is_expected(run, &results, &why);
  if (!is_good) fail(run, series, "wrong results", strbuf_text(&why));
  values_free(&results);
  strbuf_free(&why);
  return is_good;
}

void bench_measure(const BenchCase *run, Series *series) {
  double begin = seconds_now();
  bool is_first = true;
  for (uint64_t runs; (runs = runs_wanted(run->settings, &series->times, seconds_now() - begin));) {
    progress_show(run, series);
    if (!start(run, series, runs)) break;
    if (is_first && !results_check(run, series)) break;
    is_first = false;
  }
  if (run->settings->is_terminal) fputs("\r\033[K", stderr);
}
