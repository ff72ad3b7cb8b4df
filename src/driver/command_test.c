// ravel test: finds the files, has them tested, reports.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/build.h"
#include "driver/bundle.h"
#include "driver/cc.h"
#include "driver/folder.h"
#include "driver/test.h"
#include "ir/par.h"

// ---- Finding files ----

static bool is_regular(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

int test_files_find(Driver *driver, const Words *operands, Words *paths) {
  int status = EXIT_OK;
  for (size_t i = 0; i < operands->count; i++) {
    const char *path = operands->data[i];
    if (folder_is_there(path)) {
      if (!folder_find(driver, path, paths)) status = EXIT_SOURCE_ERROR;
    } else if (access(path, R_OK) != 0) {
      diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot read %s: %s", path,
                 strerror(errno));
      status = EXIT_SOURCE_ERROR;
    } else if (!front_choose(driver, path, NULL)) {
      return EXIT_USAGE;
    } else if (!is_regular(path)) {
      diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE,
                 "cannot read %s: it is read several times, and so must be a file", path);
      status = EXIT_SOURCE_ERROR;
    } else {
      vec_push(driver->arena, paths, path);
    }
  }
  return status;
}

// Is the file one of those that are tested? Its path decides, so that runs of one turn take the
// same.
static bool is_in_share(const TestSettings *settings, const char *path) {
  return hash_bytes(path, strlen(path)) % settings->share == settings->turn % settings->share;
}

// Keeps the files whose tags are wanted. A file whose blocks are malformed stays and will fail.
static void keep_selected(const TestSettings *settings, Words *paths) {
  size_t kept = 0;
  for (size_t i = 0; i < paths->count; i++) {
    Session session;
    TestSpec spec;
    const char *error;
    const char *path = paths->data[i];
    if (!is_in_share(settings, path)) continue;
    session_open(&session, 0);
    const SourceFile *file = source_load(session.driver.sources, path, &error);
    const Front *front = front_choose(&session.driver, path, NULL);
    if (!file || !test_spec_parse(&session.driver, front, file, &spec) ||
        test_is_selected(settings, &spec))
      paths->data[kept++] = path;
    session_close(&session);
  }
  paths->count = kept;
}

// ---- Reporting ----

typedef struct Tally {
  size_t passed, failed, skipped;
  bool is_json, is_verbose, is_terminal;
} Tally;

// Removes the progress line.
static void progress_clear(const Tally *tally) {
  if (tally->is_terminal) fputs("\r\033[K", stderr);
}

static void progress_show(void *context, size_t done, size_t total) {
  const Tally *tally = context;
  if (!tally->is_terminal) return;
  fprintf(stderr, "\r\033[K%zu of %zu files, %zu passed, %zu failed", done, total, tally->passed,
          tally->failed);
  fflush(stderr);
}

// Every line of the text, indented.
static void put_indented(const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    printf("  %.*s\n", (int)length, text);
    text += length + (text[length] != 0);
  }
}

static void outcome_show_json(const char *path, const TestOutcome *outcome) {
  StrBuf text = {0};
  JsonWriter json = json_begin(&text);
  json_begin_object(&json);
  json_key(&json, "file"), json_string(&json, path);
  json_key(&json, "test"), json_string(&json, outcome->what);
  json_key(&json, "passed"), json_bool(&json, !outcome->why);
  if (outcome->is_skipped) json_key(&json, "skipped"), json_bool(&json, true);
  if (outcome->why) json_key(&json, "message"), json_string(&json, outcome->why);
  json_end_object(&json);
  json_end(&json);
  puts(strbuf_text(&text));
  strbuf_free(&text);
}

static void outcomes_show(void *context, const char *path, const TestOutcomes *outcomes,
                          double seconds) {
  Tally *tally = context;
  progress_clear(tally);
  for (size_t i = 0; i < outcomes->count; i++) {
    const TestOutcome *outcome = &outcomes->data[i];
    if (outcome->is_skipped)
      tally->skipped++;
    else if (outcome->why)
      tally->failed++;
    else
      tally->passed++;
    if (tally->is_json) {
      outcome_show_json(path, outcome);
    } else if (outcome->why) {
      printf("%s %s: %s\n", outcome->is_skipped ? "skipped" : "FAILED", path, outcome->what);
      put_indented(outcome->why);
    } else if (tally->is_verbose) {
      printf("passed %s: %s\n", path, outcome->what);
    }
  }
  if (tally->is_verbose && !tally->is_json && seconds > 0)
    printf("took %.1f s %s\n", seconds, path);
  fflush(stdout);
}

// The last line. What was skipped is told only when there is something.
static void tally_show(const Tally *tally) {
  printf(tally->is_json ? "{\"passed\":%zu,\"failed\":%zu" : "%zu passed, %zu failed",
         tally->passed, tally->failed);
  if (tally->skipped) printf(tally->is_json ? ",\"skipped\":%zu" : ", %zu skipped", tally->skipped);
  puts(tally->is_json ? "}" : "");
}

// ---- The command ----

static ParLevel forced_level(const Arguments *arguments) {
  const char *text = option_text(arguments, OPTION_LEVELS, "");
  for (ParLevel level = PAR_THREAD; level <= PAR_GRID; level++)
    if (strcmp(text, par_level_text(level)) == 0) return level;
  return PAR_ANY;
}

// The target on which ravel run runs programs.
static const char *best_target(Driver *driver) {
  if (!cc_is_there(driver)) return "interpret";
  return build_prefers_threads(driver, cache_open(driver)) ? "multicore" : "c";
}

static bool settings_read(Driver *driver, const Arguments *arguments, TestSettings *settings) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  *settings = (TestSettings){
      .jobs = option_count(arguments, OPTION_JOBS, cores > 0 ? (uint64_t)cores : 1),
      .timeout = option_count(arguments, OPTION_TIMEOUT, 60),
      .within = option_count(arguments, OPTION_WITHIN, 0),
      .tolerance = option_real(arguments, OPTION_TOLERANCE, 0.002),
      .share = option_count(arguments, OPTION_SHARE, 1),
      .turn = option_count(arguments, OPTION_TURN, 0),
      .is_for_compiler =
          option_is_set(arguments, OPTION_COMPILER) || option_is_set(arguments, OPTION_UPDATE),
      .target = {.is_sanitized = option_is_set(arguments, OPTION_TEST_SANITIZE),
                 .level = forced_level(arguments),
                 .is_forced = option_is_set(arguments, OPTION_FORCE_PLANS)},
      .is_updating = option_is_set(arguments, OPTION_UPDATE),
      .warnings_fail = option_is_set(arguments, OPTION_WARNINGS_FAIL),
      .targets = option_words(driver->arena, arguments, OPTION_TARGET),
      .only = option_words(driver->arena, arguments, OPTION_ONLY),
      .exclude = option_words(driver->arena, arguments, OPTION_EXCLUDE),
  };
  settings->target.is_single = !settings->is_for_compiler;
  settings->is_tuned =
      !settings->is_for_compiler && !option_is_set(arguments, OPTION_TEST_NO_TUNING);
  if (!settings->is_for_compiler && settings->targets.count == 0)
    vec_push(driver->arena, &settings->targets, best_target(driver));
  for (size_t i = 0; i < settings->targets.count; i++)
    if (!target_find(driver, settings->targets.data[i])) return false;
  return true;
}

static bool has_compiled_target(const TestSettings *settings) {
  for (size_t i = 0; i < settings->targets.count; i++)
    if (target_named(settings->targets.data[i])->is_compiled) return true;
  return false;
}

static bool runtimes_make(Driver *driver, Scratch *scratch, TestSettings *settings) {
  static const struct {
    const char *target;
    LibraryDevice device;
  } NEEDS[] = {{"c", DEVICE_NONE},
               {"multicore", DEVICE_NONE},
               {"opencl", DEVICE_OPENCL},
               {"cuda", DEVICE_CUDA}};
  for (size_t i = 0; i < sizeof NEEDS / sizeof *NEEDS; i++) {
    const char **runtime = &settings->target.runtimes[NEEDS[i].device];
    if (*runtime || !words_have(&settings->targets, NEEDS[i].target)) continue;
    *runtime = bundle_runtime(driver, scratch, settings->target.is_sanitized, NEEDS[i].device);
    if (!*runtime) return false;
  }
  settings->runner_device = settings->target.runtimes[DEVICE_CUDA] ? DEVICE_CUDA : DEVICE_OPENCL;
  // Sanitizers want to be the first in a process.
  bool is_wanted = settings->target.runtimes[settings->runner_device] != NULL;
  if (!is_wanted || settings->target.is_sanitized) return true;
  settings->runner_program = bundle_runner(driver, scratch);
  return settings->runner_program != NULL;
}

// Tests the files. What all compiled programs share is compiled before.
static int test_all(Driver *driver, TestSettings *settings, const Words *paths, Tally *tally) {
  Scratch scratch = {0};
  const char *error = NULL;
  bool is_compiling = has_compiled_target(settings), is_ready = true;
  if (is_compiling) {
    if (!scratch_open(driver, &scratch, scratch_parent(), &error))
      return write_failed(driver, scratch_parent(), error);
    is_ready = runtimes_make(driver, &scratch, settings);
  }
  if (is_ready) {
    test_pool_run(driver, &scratch, settings, paths, outcomes_show, progress_show, tally);
    progress_clear(tally);
    tally_show(tally);
  }
  if (!is_compiling) return EXIT_OK;
  scratch_close(&scratch);
  return is_ready ? EXIT_OK : EXIT_USAGE;
}

int command_test(Driver *driver, const Arguments *arguments) {
  TestSettings settings;
  Words paths = {0};
  if (!settings_read(driver, arguments, &settings)) return EXIT_USAGE;
  int status = test_files_find(driver, &arguments->operands, &paths);
  if (status != EXIT_OK) return status;
  keep_selected(&settings, &paths);
  if (option_is_set(arguments, OPTION_LIST)) {
    for (size_t i = 0; i < paths.count; i++)
      puts(paths.data[i]);
    return EXIT_OK;
  }
  if (paths.count == 0) {
    diag_error(driver->diag, ERROR_TEST_SELECTION, SPAN_NONE, "there is no file to test");
    return EXIT_USAGE;
  }
  Tally tally = {.is_json = option_is_set(arguments, OPTION_JSON),
                 .is_verbose = option_is_set(arguments, OPTION_VERBOSE),
                 .is_terminal = isatty(STDERR_FILENO) && isatty(STDOUT_FILENO)};
  status = test_all(driver, &settings, &paths, &tally);
  if (status != EXIT_OK) return status;
  if (tally.passed + tally.failed + tally.skipped == 0 && !tally.is_json) {
    fputs("These programs have no tests. They are written in comments, as in\n\n"
          "  -- ==\n  -- input { 3 } output { 9 }\n\nravel help test has more.\n",
          stderr);
  }
  return tally.failed ? EXIT_SOURCE_ERROR : EXIT_OK;
}
