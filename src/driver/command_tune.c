// ravel tune: has the thresholds of a program tuned, writes them, and shows what it gained.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/build.h"
#include "driver/tune_measure.h"
#include "driver/tuning_file.h"

// ---- The program and its data sets ----

static int program_open(TuneJob *job, const Arguments *arguments, const char *target) {
  BuildOptions options = {
      .source = job->file.source, .front = job->file.front, .cache = job->cache};
  build_choose(&options, target);
  job->has_device = options.device != DEVICE_NONE;
  options.is_told = job->is_terminal;
  Build build;
  Driver builder = driver_open(diag_settings_from(arguments));
  int status = build_open(&builder, &options, &build);
  if (build.why_not)
    diag_error(builder.diag, ERROR_NO_DATA_SET, SPAN_NONE, "%s cannot be compiled yet: %s",
               job->file.path, build.why_not);
  driver_close(&builder);
  job->descriptor = build.descriptor;
  return status;
}

// What all runs of the executable depend on.
static bool program_key(const TuneJob *job, const char *device, CacheKey *key) {
  static const size_t LIMIT = (size_t)1 << 31;
  Arena *arena = arena_new();
  size_t length = 0;
  const char *error = NULL, *path = arena_printf(arena, "/dev/fd/%d", job->descriptor);
  const char *bytes = file_read(arena, path, LIMIT, &length, &error);
  if (bytes) digest_add(key, bytes, length);
  cache_key_text(key, device);
  digest_add(key, &job->settings.threads, sizeof job->settings.threads);
  for (size_t i = 0; i < job->options.count; i++)
    cache_key_text(key, job->options.data[i]);
  arena_free(arena);
  return bytes != NULL;
}

static void set_key(TuneSet *set, CacheKey program) {
  static const size_t LIMIT = (size_t)1 << 40;
  Arena *arena = arena_new();
  size_t length = 0;
  const char *error = NULL, *bytes = file_read(arena, set->run.input, LIMIT, &length, &error);
  set->key = program;
  cache_key_text(&set->key, set->run.entry);
  if (bytes) digest_add(&set->key, bytes, length);
  arena_free(arena);
}

static bool is_tuned(const TestCase *test, const char *only) {
  if (test->is_unmeasured || test->error || test->input.kind == DATA_NONE) return false;
  return !only || strcmp(only, test->entry ? test->entry : "main") == 0;
}

static bool set_add(TuneJob *job, const TestCase *test, CacheKey key) {
  Driver *driver = &job->file.session.driver;
  Arena *arena = job->driver->arena;
  size_t number = job->sets.count + 1;
  const Fun *entry = entry_select(driver, job->file.program, test->entry);
  TuneSet set = {.name = bench_set_name(arena, test, number), .best = INFINITY};
  StrBuf why = {0};
  Values *expected = arena_make(arena, Values);
  *expected = (Values){0};
  if (entry) {
    set.run = (BenchCase){.driver = job->driver,
                          .scratch = &job->file.scratch,
                          .settings = &job->settings,
                          .descriptor = job->descriptor,
                          .entry = entry_name(entry),
                          .input = path_join(arena, job->file.scratch.folder,
                                             arena_printf(arena, "input_%zu", number))};
    set.run.result_types = entry_result_types(entry, &set.run.result_count);
  }
  bool is_good = entry && bench_data_make(&job->file, test, entry, &set.run, expected, &why);
  if (is_good) {
    set_key(&set, key);
    vec_push(arena, &job->sets, set);
  } else {
    diag_error(job->driver->diag, ERROR_NO_DATA_SET, SPAN_NONE, "the data set %s: %s", set.name,
               entry ? strbuf_text(&why) : "there is no such entry point");
  }
  strbuf_free(&why);
  return is_good;
}

static bool sets_open(TuneJob *job, const Arguments *arguments, CacheKey key) {
  const char *only = option_text(arguments, OPTION_TUNE_ENTRY, NULL);
  const TestSpec *spec = &job->file.spec;
  for (size_t i = 0; i < spec->cases.count; i++)
    if (is_tuned(&spec->cases.data[i], only) && !set_add(job, &spec->cases.data[i], key))
      return false;
  if (job->sets.count > 0) return true;
  diag_error(job->driver->diag, ERROR_NO_DATA_SET, SPAN_NONE, "%s has no data set to tune for",
             job->file.path);
  diag_hint(job->driver->diag, "a test block with `input` is one; see ravel help test");
  return false;
}

static void sets_close(TuneJob *job) {
  for (size_t i = 0; i < job->sets.count; i++) {
    BenchCase *run = &job->sets.data[i].run;
    free((void *)run->result_types);
    if (run->expected) values_free((Values *)run->expected);
  }
}

// ---- What was found ----

static void conflicts_report(const TuneJob *job, const Tuner *tuner) {
  for (size_t i = 0; i < tuner->conflicts.count; i++) {
    const TuneConflict *conflict = &tuner->conflicts.data[i];
    const char *name = job->params.data[conflict->param].name;
    const char *first = job->sets.data[conflict->first].name;
    const char *second = job->sets.data[conflict->second].name;
    if (conflict->first == conflict->second)
      diag_warning(job->driver->diag, ERROR_NOT_MONOTONE, SPAN_NONE,
                   "%s keeps its default: the degrees of parallelism in the data set %s want "
                   "different sides of any value",
                   name, first);
    else
      diag_warning(job->driver->diag, ERROR_NOT_MONOTONE, SPAN_NONE,
                   "%s keeps its default: the data sets %s and %s want different sides of any "
                   "value",
                   name, first, second);
  }
}

static void put_cell(StrBuf *out, double time) {
  StrBuf text = {0};
  if (isfinite(time))
    time_print(&text, time);
  else
    strbuf_puts(&text, "failed");
  strbuf_printf(out, " %10s", strbuf_text(&text));
  strbuf_free(&text);
}

static bool table_show(const TuneJob *job, Tuner *tuner, const int64_t *tuned) {
  enum { NAME_WIDTH = 44 };
  int64_t *defaults = arena_array(tuner->arena, int64_t, tuner->param_count + 1);
  for (size_t i = 0; i < tuner->param_count; i++)
    defaults[i] = TUNE_DEFAULT;
  bool is_first = true;
  for (size_t set = 0; set < job->sets.count; set++) {
    double before, after;
    if (!tune_time(tuner, set, defaults, &before) || !tune_time(tuner, set, tuned, &after))
      return false;
    if (job->is_terminal) fputs("\r\033[K", stderr);
    if (is_first) printf("  %-*s %10s %10s %8s\n", NAME_WIDTH, "data set", "untuned", "tuned", "");
    is_first = false;
    StrBuf line = {0};
    strbuf_printf(&line, "  %-*.*s", NAME_WIDTH, NAME_WIDTH, job->sets.data[set].name);
    put_cell(&line, before);
    put_cell(&line, after);
    if (isfinite(before) && isfinite(after) && after > 0)
      strbuf_printf(&line, " %7.2fx", before / after);
    puts(strbuf_text(&line));
    strbuf_free(&line);
  }
  return true;
}

// A file that is there is written in any case: what it says is out of date.
static int thresholds_write(TuneJob *job, const int64_t *tuned, const char *path) {
  StrBuf text = {0};
  for (size_t i = 0; i < job->params.count; i++)
    if (tuned[i] != TUNE_DEFAULT)
      strbuf_printf(&text, "%s=%" PRId64 "\n", job->params.data[i].name, tuned[i]);
  int status = EXIT_OK;
  if (text.length == 0 && access(path, F_OK) != 0) {
    printf("the defaults are the best, so %s is not written\n", path);
  } else {
    status = output_check(&job->file.session.driver, path, NULL);
    if (status != EXIT_OK)
      fputs(session_text(&job->file.session), stderr);
    else
      status = text_write(job->driver, path, strbuf_text(&text), text.length);
    if (status == EXIT_OK) printf("%s is written\n", path);
  }
  strbuf_free(&text);
  return status;
}

static int stopped(const TuneJob *job) {
  for (size_t i = 0; i < job->sets.count; i++)
    if (job->sets.data[i].failure)
      diag_error(job->driver->diag, ERROR_NO_DATA_SET, SPAN_NONE, "the data set %s: %s",
                 job->sets.data[i].name, job->sets.data[i].failure);
  return EXIT_RUN_TIME;
}

// ---- The command ----

static int tune(TuneJob *job, const Arguments *arguments, const char *target) {
  Arena *arena = job->driver->arena;
  const char *device = tune_device(job);
  CacheKey key = {0};
  tune_params_read(job);
  if (!program_key(job, device, &key)) return EXIT_INTERNAL;
  if (!sets_open(job, arguments, key)) return EXIT_USAGE;
  Tuner tuner = {.arena = arena,
                 .params = job->params.data,
                 .param_count = job->params.count,
                 .set_count = job->sets.count,
                 .epsilon = option_real(arguments, OPTION_EPSILON, 3) / 100,
                 .measure = tune_measure,
                 .context = job};
  printf("%s on %s, %s: %zu threshold%s, %zu data set%s\n", job->file.path, target, device,
         job->params.count, job->params.count == 1 ? "" : "s", job->sets.count,
         job->sets.count == 1 ? "" : "s");
  fflush(stdout);
  if (!tune_program(&tuner)) return stopped(job);
  int64_t *tuned = arena_array(arena, int64_t, job->params.count + 1);
  for (size_t i = 0; i < job->params.count; i++)
    tuned[i] = tune_value(&tuner, i);
  if (!table_show(job, &tuner, tuned)) return stopped(job);
  conflicts_report(job, &tuner);
  for (size_t i = 0; i < job->sets.count; i++)
    if (!isfinite(job->sets.data[i].best)) return stopped(job);
  const char *own = option_is_set(arguments, OPTION_TUNE_FOR_TARGET) ? target : NULL;
  const char *path = tuning_path(arena, job->file.path, own);
  return thresholds_write(job, tuned, option_text(arguments, OPTION_TUNE_OUTPUT, path));
}

static void options_read(TuneJob *job, const Arguments *arguments) {
  static const OptionId PASSED[] = {OPTION_TUNE_DEVICE, OPTION_TUNE_PLATFORM};
  Arena *arena = job->driver->arena;
  job->is_fresh = option_is_set(arguments, OPTION_FRESH);
  job->is_verbose = option_is_set(arguments, OPTION_TUNE_VERBOSE);
  job->is_terminal = isatty(STDERR_FILENO) != 0;
  job->settings = (BenchSettings){
      .least_runs = option_count(arguments, OPTION_TUNE_RUNS, 5),
      .most_runs = 1000,
      .most_time = option_real(arguments, OPTION_TUNE_TIME, 1),
      .timeout = option_count(arguments, OPTION_TUNE_TIMEOUT, 60),
      .precision = 0.02,
      .tolerance = 0.002,
      .threads = option_count(arguments, OPTION_TUNE_THREADS, 0),
  };
  if (job->settings.most_runs < job->settings.least_runs)
    job->settings.most_runs = job->settings.least_runs;
  for (size_t i = 0; i < sizeof PASSED / sizeof *PASSED; i++) {
    const char *value = option_text(arguments, PASSED[i], NULL);
    if (!value) continue;
    vec_push(arena, &job->options, arena_printf(arena, "--%s", option_info(PASSED[i])->name));
    vec_push(arena, &job->options, value);
  }
}

static int file_tune(TuneJob *job, const Arguments *arguments, const char *target) {
  int status = EXIT_OK;
  const char *error = NULL;
  Driver *driver = &job->file.session.driver;
  job->file.program = text_compile(driver, job->file.front, job->file.source, &status);
  if (!job->file.program) {
    fputs(session_text(&job->file.session), stderr);
    return status;
  }
  status = program_open(job, arguments, target);
  if (status != EXIT_OK) return status;
  if (scratch_open(driver, &job->file.scratch, scratch_parent(), &error)) {
    status = tune(job, arguments, target);
    sets_close(job);
    scratch_close(&job->file.scratch);
  } else {
    status = write_failed(job->driver, scratch_parent(), error);
  }
  close(job->descriptor);
  return status;
}

int command_tune(Driver *driver, const Arguments *arguments) {
  TuneJob job = {.driver = driver, .cache = cache_open(driver)};
  options_read(&job, arguments);
  const char *best = build_prefers_threads(driver, job.cache) ? "multicore" : "c";
  const char *target = option_text(arguments, OPTION_TUNE_TARGET, best);
  const char *language = option_text(arguments, OPTION_LANGUAGE, NULL);
  diag_flush(driver->diag);
  int status = bench_file_open(&job.file, arguments->operands.data[0], language);
  if (status == EXIT_OK) status = file_tune(&job, arguments, target);
  session_close(&job.file.session);
  if (job.cache) cache_trim(driver, job.cache);
  return status;
}
