// Measures versions for ravel tune, and keeps in the cache what was measured, so that a tuning that
// was interrupted goes on where it was. The key of an entry has the executable, the device, the
// data set and the values of all thresholds.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/tune_measure.h"

// ---- The executable ----

// Runs the executable for what it writes on stdout or stderr; NULL when it cannot be read.
static const char *ask(TuneJob *job, const Words *options, bool is_errors) {
  enum { LIMIT = 1 << 20, TIMEOUT = 600 };
  Arena *arena = job->driver->arena;
  Scratch *scratch = &job->file.scratch;
  Words words = {0};
  vec_push(arena, &words, arena_printf(arena, "/proc/self/fd/%d", job->descriptor));
  vec_append(arena, &words, options->data, options->count);
  const char *output = path_join(arena, scratch->folder, "answer");
  const char *errors = path_join(arena, scratch->folder, "complaint");
  Process process = {.words = &words,
                     .input = "/dev/null",
                     .output = output,
                     .errors = errors,
                     .timeout = TIMEOUT};
  process_run(job->driver, scratch, &process);
  size_t length = 0;
  const char *error = NULL;
  return file_read(arena, is_errors ? errors : output, LIMIT, &length, &error);
}

// The number of the parameter and 1; 0 when there is none of this name.
static size_t param_named(const TuneJob *job, const char *name, size_t length) {
  for (size_t i = 0; i < job->params.count; i++)
    if (strlen(job->params.data[i].name) == length &&
        strncmp(job->params.data[i].name, name, length) == 0)
      return i + 1;
  return 0;
}

// The last step of a path such as `!outer_1 inner_2)`, which is the parent.
static void parent_read(const TuneJob *job, const char *path, size_t length, TuneParam *param) {
  size_t start = length;
  while (start > 0 && path[start - 1] != ' ')
    start--;
  param->is_taken = path[start] != '!';
  start += !param->is_taken;
  param->parent = param_named(job, path + start, length - start);
}

void tune_params_read(TuneJob *job) {
  Arena *arena = job->driver->arena;
  Words options = {0};
  vec_push(arena, &options, "--print-params");
  const char *text = ask(job, &options, false);
  // Names first: a parent may stand after its child.
  for (int step = 0; step < 2 && text; step++) {
    size_t number = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
      size_t length = strcspn(line, "\n"), name = strcspn(line, " \n");
      if (step == 0) {
        bool is_limit = strncmp(line + name, " (limit(", 8) == 0;
        TuneParam param = {.name = arena_strndup(arena, line, name), .is_limit = is_limit};
        vec_push(arena, &job->params, param);
        continue;
      }
      const char *comma = memchr(line + name, ',', length - name);
      if (comma && comma + 2 < line + length - 2)
        parent_read(job, comma + 2, (size_t)(line + length - 2 - (comma + 2)),
                    &job->params.data[number]);
      number++;
    }
  }
}

static const char *processor_name(Arena *arena) {
  enum { LIMIT = 1 << 22 };
  size_t length = 0;
  const char *error = NULL, *text = file_read(arena, "/proc/cpuinfo", LIMIT, &length, &error);
  const char *found = text ? strstr(text, "model name") : NULL;
  const char *colon = found ? strchr(found, ':') : NULL;
  if (!colon) return "this machine";
  return arena_strndup(arena, colon + 2, strcspn(colon + 2, "\n"));
}

// A program says in its log which device it uses, before it misses its arguments.
const char *tune_device(TuneJob *job) {
  Arena *arena = job->driver->arena;
  if (!job->has_device) return processor_name(arena);
  static const char BEGIN[] = "using the device ";
  Words options = {0};
  vec_push(arena, &options, "-L");
  vec_append(arena, &options, job->options.data, job->options.count);
  const char *text = ask(job, &options, true), *found = text ? strstr(text, BEGIN) : NULL;
  if (!found) return "this device";
  found += strlen(BEGIN);
  return arena_strndup(arena, found, strcspn(found, "\n"));
}

// ---- What is kept ----

static CacheKey run_key(const TuneJob *job, const TuneSet *set, const int64_t *values) {
  CacheKey key = set->key;
  digest_add(&key, values, job->params.count * sizeof *values);
  return key;
}

static void run_write(const TuneJob *job, CacheKey key, const TuneRun *run) {
  StrBuf text = {0};
  strbuf_printf(&text, "%.17g\n", run->time);
  for (size_t i = 0; i < run->comparisons.count; i++) {
    const TuneComparison *comparison = &run->comparisons.data[i];
    strbuf_printf(&text, "%zu %" PRId64 " %d\n", comparison->param, comparison->degree,
                  comparison->is_reached);
  }
  cache_write(job->driver, job->cache, CACHE_TIMES, key, strbuf_text(&text), text.length);
  strbuf_free(&text);
}

static bool run_read(const TuneJob *job, CacheKey key, TuneRun *run) {
  size_t length = 0;
  const char *text = cache_read(job->driver, job->cache, CACHE_TIMES, key, &length);
  if (!text) return false;
  char *end;
  run->time = strtod(text, &end);
  while (*end == '\n' && end[1]) {
    TuneComparison comparison;
    comparison.param = (size_t)strtoull(end, &end, 10);
    comparison.degree = strtoll(end, &end, 10);
    comparison.is_reached = strtol(end, &end, 10) != 0;
    if (comparison.param >= job->params.count) return false;
    vec_push(job->driver->arena, &run->comparisons, comparison);
  }
  return true;
}

// ---- Runs ----

static bool has_comparison(const TuneComparisons *known, TuneComparison comparison) {
  for (size_t i = 0; i < known->count; i++)
    if (known->data[i].param == comparison.param && known->data[i].degree == comparison.degree)
      return true;
  return false;
}

// What the log says: `Compared NAME <= DEGREE: true.`
static void comparisons_read(const TuneJob *job, const char *text, TuneComparisons *comparisons) {
  static const char BEGIN[] = "Compared ";
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    if (strncmp(line, BEGIN, strlen(BEGIN)) != 0) continue;
    const char *name = line + strlen(BEGIN);
    size_t length = strcspn(name, " \n"), number = param_named(job, name, length);
    if (number == 0 || strncmp(name + length, " <= ", 4) != 0) continue;
    char *end;
    TuneComparison comparison = {.param = number - 1,
                                 .degree = strtoll(name + length + 4, &end, 10)};
    comparison.is_reached = strncmp(end, ": true", 6) == 0;
    if (!has_comparison(comparisons, comparison))
      vec_push(job->driver->arena, comparisons, comparison);
  }
}

static void options_add(const TuneJob *job, const int64_t *values, Words *options) {
  Arena *arena = job->driver->arena;
  vec_append(arena, options, job->options.data, job->options.count);
  for (size_t i = 0; i < job->params.count; i++)
    if (values[i] != TUNE_DEFAULT)
      vec_push(arena, options,
               arena_printf(arena, "--param=%s=%" PRId64, job->params.data[i].name, values[i]));
}

// One that is far slower than the best needs no second look. Nor is it waited for much longer.
static void time_measure(TuneJob *job, TuneSet *set, BenchCase *run, TuneRun *result) {
  enum { SLOWER = 3, PATIENCE = 50, LEAST_PATIENCE = 10 };
  BenchSettings settings = job->settings;
  double patience = LEAST_PATIENCE + PATIENCE * set->best / 1e6;
  if (!job->has_device && isfinite(set->best) && patience < (double)settings.timeout)
    settings.timeout = (uint64_t)ceil(patience);
  run->settings = &settings;
  Series series = {.data_set = set->name};
  Words plain = run->options;
  vec_push(job->driver->arena, &run->options, "-L");
  settings.least_runs = settings.most_runs = 1;
  bench_measure(run, &series);
  const char *log = bench_errors(run);
  if (log) comparisons_read(job, log, &result->comparisons);
  if (!series.failure && series.times.data[0] <= SLOWER * set->best) {
    settings = job->settings;
    run->options = plain;
    series.times.count = 0;
    bench_measure(run, &series);
  }
  result->time = series.failure ? INFINITY : times_median(&series.times);
  set->failure = series.failure;
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void progress_show(const TuneJob *job, const TuneSet *set) {
  if (!job->is_terminal) return;
  size_t versions = job->params.count + 1, most = versions * job->sets.count;
  double done = (double)job->measured, left = (double)most - (double)job->tried;
  fprintf(stderr, "\r\033[Krun %zu of about %zu: %.40s", job->tried + 1, most, set->name);
  if (job->measured > 0 && left > 0)
    fprintf(stderr, ", %.0f s left", (seconds_now() - job->begin) / done * left);
  fflush(stderr);
}

bool tune_measure(void *context, size_t number, const int64_t *values, TuneRun *run) {
  TuneJob *job = context;
  TuneSet *set = &job->sets.data[number];
  CacheKey key = run_key(job, set, values);
  if (job->begin == 0) job->begin = seconds_now();
  bool is_known = job->cache && !job->is_fresh && run_read(job, key, run);
  progress_show(job, set);
  job->tried++;
  if (!is_known) {
    BenchCase bench = set->run;
    options_add(job, values, &bench.options);
    time_measure(job, set, &bench, run);
    job->measured++;
    if (set->failure && strncmp(set->failure, "wrong results", 13) == 0) return false;
    if (job->cache) run_write(job, key, run);
  }
  if (run->time < set->best) set->best = run->time;
  if (job->is_verbose) {
    fprintf(stderr, "%s%s:", job->is_terminal ? "\r\033[K" : "", set->name);
    for (size_t i = 0; i < job->params.count; i++) {
      if (values[i] == TUNE_DEFAULT) continue;
      fprintf(stderr, values[i] == TUNE_NEVER ? " %s=never" : " %s=%" PRId64,
              job->params.data[i].name, values[i]);
    }
    if (isfinite(run->time))
      fprintf(stderr, ": %.0f µs%s\n", run->time, is_known ? ", as measured before" : "");
    else
      fprintf(stderr, ": %s\n", set->failure ? set->failure : "failed before");
  }
  return true;
}
