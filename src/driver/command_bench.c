// ravel bench: finds the data sets, has them measured, prints a table.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/bench.h"
#include "driver/build.h"
#include "driver/cache.h"
#include "driver/cc.h"
#include "driver/tuning_file.h"

typedef struct Bench {
  Driver *driver;
  const Arguments *arguments;
  BenchSettings settings;
  TestSettings selection;
  const char *cache;
  Words targets;
  AllSeries all, before;
  size_t failed;
  bool is_refused; // the file for the results is part of a program
  bool has_before;
} Bench;

// ---- The table ----

enum { NAME_WIDTH = 34 };

// The target is NULL when the name of the program tells it.
static void table_head(const Bench *bench, const char *program, const char *target) {
  printf("%s%s%s%s\n", bench->all.count ? "\n" : "", program, target ? " on " : "",
         target ? target : "");
  printf("  %-*s %10s %10s %9s %8s %6s%s\n", NAME_WIDTH, "data set", "mean", "min", "deviation",
         "95 %", "runs", bench->has_before ? "  change" : "");
}

// The name in the width of its column; characters are not cut in two.
static void put_name(StrBuf *out, const char *name) {
  size_t length = strlen(name), width = utf8_display_width(name, length);
  const char *rest = width > NAME_WIDTH ? "..." : "";
  while (width + strlen(rest) > NAME_WIDTH) {
    do
      length--;
    while (((unsigned char)name[length] & 0xC0) == 0x80);
    width = utf8_display_width(name, length);
  }
  strbuf_puts(out, "  ");
  strbuf_write(out, name, length);
  strbuf_puts(out, rest);
  strbuf_fill(out, ' ', NAME_WIDTH - width - strlen(rest));
}

static void put_time(StrBuf *out, double microseconds) {
  StrBuf text = {0};
  time_print(&text, microseconds);
  strbuf_printf(out, " %10s", strbuf_text(&text));
  strbuf_free(&text);
}

static void series_show(const Bench *bench, const Series *series) {
  StrBuf line = {0};
  put_name(&line, series->data_set);
  if (series->failure) {
    strbuf_printf(&line, " FAILED: %s", series->failure);
  } else {
    Statistics statistics = statistics_of(&series->times);
    double percent = statistics.mean > 0 ? 100 / statistics.mean : 0;
    put_time(&line, statistics.mean);
    put_time(&line, statistics.least);
    strbuf_printf(&line, " %7.1f %%", statistics.deviation * percent);
    if (isfinite(statistics.interval))
      strbuf_printf(&line, " ±%4.1f %%", statistics.interval * percent);
    else
      strbuf_printf(&line, " %7s", "");
    strbuf_printf(&line, " %6zu", series->times.count);
  }
  if (bench->has_before && !series->failure) {
    strbuf_puts(&line, "  ");
    change_print(&line, series_find(&bench->before, series), series);
  }
  puts(strbuf_text(&line));
  fflush(stdout);
  strbuf_free(&line);
}

static void series_add(Bench *bench, Series series) {
  bench->failed += series.failure != NULL;
  series_show(bench, &series);
  vec_push(bench->driver->arena, &bench->all, series);
}

// ---- Names ----

// With several targets each has its own name, so that none is lost in the file of results.
static const char *program_name(const Bench *bench, const char *path, const char *entry,
                                const char *target) {
  Arena *arena = bench->driver->arena;
  bool is_main = strcmp(entry, "main") == 0, is_one = bench->targets.count == 1;
  return arena_printf(arena, "%s%s%s%s%s", path, is_main ? "" : ":", is_main ? "" : entry,
                      is_one ? "" : " on ", is_one ? "" : target);
}

// ---- One file ----

// What is measured of a file.
typedef struct BenchJob {
  Bench *bench;
  BenchFile file;
} BenchJob;

static bool is_data_set(const Bench *bench, const TestCase *test) {
  const char *only = option_text(bench->arguments, OPTION_BENCH_ENTRY, NULL);
  if (test->is_unmeasured || test->error || test->input.kind == DATA_NONE) return false;
  return !only || strcmp(only, test->entry ? test->entry : "main") == 0;
}

static void case_measure(BenchJob *job, const TestCase *test, const char *target, int descriptor,
                         size_t position) {
  Bench *bench = job->bench;
  BenchFile *file = &job->file;
  Arena *arena = bench->driver->arena;
  Driver *driver = &file->session.driver;
  Fun *entry = entry_select(driver, file->program, test->entry);
  const char *called = entry ? entry_name(entry) : test->entry ? test->entry : "main";
  Series series = {.program = program_name(bench, file->path, called, target),
                   .data_set = bench_set_name(arena, test, position)};
  if (!entry) {
    series.failure = "there is no such entry point";
    series_add(bench, series);
    return;
  }
  Values expected = {0};
  StrBuf why = {0};
  BenchCase run = {.driver = bench->driver,
                   .scratch = &file->scratch,
                   .settings = &bench->settings,
                   .descriptor = descriptor,
                   .entry = called,
                   .input = path_join(driver->arena, file->scratch.folder, "input")};
  if (!option_is_set(bench->arguments, OPTION_BENCH_NO_TUNING))
    tuning_add(arena, file->path, target, &run.options);
  ValueType *types = entry_result_types(entry, &run.result_count);
  run.result_types = types;
  if (bench_data_make(file, test, entry, &run, &expected, &why))
    bench_measure(&run, &series);
  else
    series.failure = arena_printf(arena, "%s", strbuf_text(&why));
  series_add(bench, series);
  free(types);
  values_free(&expected);
  strbuf_free(&why);
}

// Compiles for a target and measures all data sets. Gives an exit code, after a report.
static int target_measure(BenchJob *job, const char *target) {
  Bench *bench = job->bench;
  const BenchFile *file = &job->file;
  Build build;
  BuildOptions options = {.source = file->source, .front = file->front, .cache = bench->cache};
  build_choose(&options, target);
  Driver builder = driver_open(diag_settings_from(bench->arguments));
  int status = build_open(&builder, &options, &build);
  if (build.why_not)
    diag_error(builder.diag, ERROR_NO_DATA_SET, SPAN_NONE, "%s cannot be compiled yet: %s",
               file->path, build.why_not);
  driver_close(&builder);
  if (status != EXIT_OK) return status;
  table_head(bench, file->path, target);
  size_t position = 0;
  for (size_t i = 0; i < file->spec.cases.count; i++) {
    const TestCase *test = &file->spec.cases.data[i];
    if (is_data_set(bench, test)) case_measure(job, test, target, build.descriptor, ++position);
  }
  close(build.descriptor);
  return EXIT_OK;
}

static bool has_data_set(const BenchJob *job) {
  for (size_t i = 0; i < job->file.spec.cases.count; i++)
    if (is_data_set(job->bench, &job->file.spec.cases.data[i])) return true;
  return false;
}

// Reads the program for the types of its entry points. What is wrong with it is reported when it
// is compiled.
static int file_measure(BenchJob *job) {
  Bench *bench = job->bench;
  BenchFile *file = &job->file;
  int status = EXIT_OK, worst = EXIT_OK;
  file->program = text_compile(&file->session.driver, file->front, file->source, &status);
  if (!file->program) {
    fputs(session_text(&file->session), stderr);
    return status;
  }
  // The results are written when all is measured, but never over what a program imports.
  const char *results = option_text(bench->arguments, OPTION_RESULT_FILE, NULL);
  if (results && output_check(&file->session.driver, results, NULL) != EXIT_OK) {
    fputs(session_text(&file->session), stderr);
    bench->is_refused = true;
    return EXIT_USAGE;
  }
  for (size_t i = 0; i < bench->targets.count; i++) {
    status = target_measure(job, bench->targets.data[i]);
    if (status != EXIT_OK) worst = status;
  }
  return worst;
}

static int file_bench(Bench *bench, const char *path, size_t *count) {
  BenchJob job = {.bench = bench};
  int status = bench_file_open(&job.file, path, NULL);
  if (status == EXIT_OK && test_is_selected(&bench->selection, &job.file.spec) &&
      has_data_set(&job)) {
    const char *error = NULL;
    ++*count;
    if (scratch_open(&job.file.session.driver, &job.file.scratch, scratch_parent(), &error)) {
      status = file_measure(&job);
      scratch_close(&job.file.scratch);
    } else {
      status = write_failed(bench->driver, scratch_parent(), error);
    }
  }
  session_close(&job.file.session);
  return status;
}

// ---- Comparing two files ----

static int compare_files(Bench *bench, const char *path) {
  AllSeries after = {0};
  int status = results_read(bench->driver, path, &after);
  const char *program = "";
  for (size_t i = 0; status == EXIT_OK && i < after.count; i++) {
    const Series *series = &after.data[i];
    if (strcmp(program, series->program) != 0) {
      table_head(bench, series->program, NULL);
      program = series->program;
    }
    series_show(bench, series);
    vec_push(bench->driver->arena, &bench->all, *series);
  }
  for (size_t i = 0; status == EXIT_OK && i < bench->before.count; i++) {
    const Series *series = &bench->before.data[i];
    if (!series_find(&after, series)) printf("gone: %s, %s\n", series->program, series->data_set);
  }
  return status;
}

// ---- Pictures ----

static bool is_page(const char *path) { return strcmp(path_extension(path), ".html") == 0; }

static int plot_check(const Bench *bench) {
  const char *path = option_text(bench->arguments, OPTION_PLOT, NULL);
  if (!path || is_page(path) || strcmp(path_extension(path), ".svg") == 0) return EXIT_OK;
  diag_error(bench->driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
             "--plot draws .svg and .html, and not %s", path);
  return EXIT_USAGE;
}

static int plot_save(const Bench *bench) {
  const char *path = option_text(bench->arguments, OPTION_PLOT, NULL);
  if (!path || bench->all.count == 0) return EXIT_OK;
  StrBuf text = {0};
  plot_write(&text, &bench->all, bench->has_before ? &bench->before : NULL, is_page(path));
  int status = text_write(bench->driver, path, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return status;
}

// ---- The command ----

static bool targets_choose(Bench *bench) {
  Driver *driver = bench->driver;
  bench->targets = option_words(driver->arena, bench->arguments, OPTION_BENCH_TARGET);
  for (size_t i = 0; i < bench->targets.count; i++) {
    const char *name = bench->targets.data[i];
    if (build_choose(&(BuildOptions){0}, name)) continue;
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "unknown target %s", name);
    diag_hint(driver->diag, "there are c, multicore, opencl and cuda");
    return false;
  }
  if (bench->targets.count == 0)
    vec_push(driver->arena, &bench->targets,
             build_prefers_threads(driver, bench->cache) ? "multicore" : "c");
  return true;
}

static BenchSettings settings_from(const Arguments *arguments) {
  BenchSettings settings = {
      .least_runs = option_count(arguments, OPTION_LEAST_RUNS, 10),
      .most_runs = option_count(arguments, OPTION_MOST_RUNS, 5000),
      .most_time = option_real(arguments, OPTION_MOST_TIME, 20),
      .timeout = option_count(arguments, OPTION_BENCH_TIMEOUT, 600),
      .precision = option_real(arguments, OPTION_PRECISION, 1) / 100,
      .tolerance = option_real(arguments, OPTION_BENCH_TOLERANCE, 0.002),
      .threads = option_count(arguments, OPTION_BENCH_THREADS, 0),
      .is_terminal = isatty(STDERR_FILENO) != 0,
  };
  bool is_limited = option_is_set(arguments, OPTION_MOST_RUNS);
  if (is_limited && settings.least_runs > settings.most_runs)
    settings.least_runs = settings.most_runs;
  if (settings.least_runs > settings.most_runs) settings.most_runs = settings.least_runs;
  return settings;
}

static int files_bench(Bench *bench) {
  Driver *driver = bench->driver;
  Words paths = {0};
  size_t count = 0;
  int worst = test_files_find(driver, &bench->arguments->operands, &paths);
  if (worst != EXIT_OK) return worst;
  const char *results = option_text(bench->arguments, OPTION_RESULT_FILE, NULL);
  for (size_t i = 0; results && i < paths.count; i++)
    if (file_is_same(results, paths.data[i]))
      return write_failed(driver, results, "it is a program to be measured");
  if (!cc_is_there(driver)) {
    diag_error(driver->diag, ERROR_CC, SPAN_NONE, "there is no C compiler %s", cc_name());
    return EXIT_USAGE;
  }
  bool is_cached = !option_is_set(bench->arguments, OPTION_BENCH_NO_CACHE);
  bench->cache = is_cached ? cache_open(driver) : NULL;
  if (!targets_choose(bench)) return EXIT_USAGE;
  for (size_t i = 0; i < paths.count; i++) {
    int status = file_bench(bench, paths.data[i], &count);
    if (status != EXIT_OK) worst = status;
  }
  if (count > 0 || worst != EXIT_OK) return worst;
  diag_error(driver->diag, ERROR_NO_DATA_SET, SPAN_NONE, "there is no data set to measure");
  diag_hint(driver->diag, "data sets are the inputs of test blocks; ravel test --help shows some");
  return EXIT_USAGE;
}

int command_bench(Driver *driver, const Arguments *arguments) {
  Bench bench = {.driver = driver, .arguments = arguments, .settings = settings_from(arguments)};
  bench.selection =
      (TestSettings){.only = option_words(driver->arena, arguments, OPTION_BENCH_ONLY),
                     .exclude = option_words(driver->arena, arguments, OPTION_BENCH_EXCLUDE)};
  const char *before = option_text(arguments, OPTION_COMPARE, NULL);
  const char *first = arguments->operands.data[0];
  int status = EXIT_OK;
  bench.has_before = before != NULL;
  if (plot_check(&bench) != EXIT_OK) return EXIT_USAGE;
  if (before) status = results_read(driver, before, &bench.before);
  if (status != EXIT_OK) return status;
  if (before && arguments->operands.count == 1 && strcmp(path_extension(first), ".json") == 0)
    status = compare_files(&bench, first);
  else
    status = files_bench(&bench);
  int drawn = plot_save(&bench);
  if (status == EXIT_OK) status = drawn;
  const char *results = option_text(arguments, OPTION_RESULT_FILE, NULL);
  if (results && bench.all.count > 0 && !bench.is_refused) {
    StrBuf text = {0};
    results_write(&text, &bench.all);
    int written = text_write(driver, results, strbuf_text(&text), text.length);
    if (written != EXIT_OK) status = written;
    strbuf_free(&text);
  }
  return status == EXIT_OK && bench.failed ? EXIT_SOURCE_ERROR : status;
}
