// ravel run: an entry point on the values of stdin, compiled or interpreted.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/build.h"
#include "driver/cache.h"
#include "driver/cc.h"
#include "driver/pipeline.h"
#include "driver/process.h"
#include "driver/target.h"

// ---- Interpreting ----

// Does the user want the passes to run?
static bool has_pipeline_option(const Arguments *arguments) {
  return option_any_of(arguments, GROUP_PIPELINE) || option_any_of(arguments, GROUP_PASSES) ||
         option_is_set(arguments, OPTION_TO);
}

static int results_print(Driver *driver, const Arguments *arguments, const Fun *entry,
                         const Values *results) {
  Writer *writer = writer_to_file(stdout);
  if (!writer) fatal_out_of_memory(0);
  ValueError error = {0};
  bool has_limit = option_is_set(arguments, OPTION_PRINT_LIMIT);
  int64_t limit = has_limit ? (int64_t)option_count(arguments, OPTION_PRINT_LIMIT, 0) : -1;
  bool is_binary = option_is_set(arguments, OPTION_BINARY);
  bool is_good =
      entry_show(writer, entry, results, is_binary, limit, &error) && writer_flush(writer, &error);
  writer_free(writer);
  if (is_good) return EXIT_OK;
  diag_error(driver->diag, ERROR_CANNOT_WRITE, SPAN_NONE, "standard output: %s", error.message);
  return EXIT_USAGE;
}

static uint64_t microseconds_since(struct timespec start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000);
}

static bool is_plain(const Arguments *arguments) {
  return strcmp(option_text(arguments, OPTION_PRINT_LAYOUT, "tail"), "apl") == 0;
}

// Runs as often as asked, keeps the last results, and appends a line per run to `times`.
static int entry_run(Driver *driver, const TestTarget *target, Program *program, Fun *entry,
                     const Values *inputs, const Arguments *arguments, Values *results,
                     StrBuf *times) {
  uint64_t runs = option_count(arguments, OPTION_RUNS, 1);
  TargetOptions options = {.is_plain = is_plain(arguments)};
  void *prepared = target->prepare(driver, program, &options);
  if (!prepared) return EXIT_SOURCE_ERROR;
  int status = EXIT_OK;
  for (uint64_t i = 0; status == EXIT_OK && i < runs; i++) {
    struct timespec start;
    Failure failure = {0};
    values_free(results);
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (target->run(prepared, entry, inputs, results, NULL, &failure))
      strbuf_printf(times, "%llu\n", (unsigned long long)microseconds_since(start));
    else
      status = failure_report(driver, &failure);
  }
  target->release(prepared);
  return status;
}

static int arguments_read(Driver *driver, const Fun *entry, Values *arguments) {
  size_t count = 0;
  free(entry_param_types(entry, &count));
  bool is_terminal = isatty(STDIN_FILENO) != 0;
  if (is_terminal && count == 0) return EXIT_OK;
  Reader *reader = reader_from_file(stdin);
  if (!reader) fatal_out_of_memory(0);
  int status = entry_read(driver, entry, reader, "<stdin>", is_terminal, arguments);
  reader_free(reader);
  return status;
}

// Reads, runs, prints.
static int entry_execute(Driver *driver, const Arguments *arguments, Program *program, Fun *entry) {
  Values inputs = {0}, results = {0};
  StrBuf times = {0};
  const char *time_path = option_text(arguments, OPTION_TIME_FILE, NULL);
  int status = arguments_read(driver, entry, &inputs);
  const TestTarget *target =
      target_named(option_is_set(arguments, OPTION_HEAP) ? "heap" : "interpret");
  if (status == EXIT_OK)
    status = entry_run(driver, target, program, entry, &inputs, arguments, &results, &times);
  if (status == EXIT_OK && time_path)
    status = text_write(driver, time_path, strbuf_text(&times), times.length);
  if (status == EXIT_OK && !option_is_set(arguments, OPTION_NO_PRINT))
    status = results_print(driver, arguments, entry, &results);
  values_free(&inputs);
  values_free(&results);
  strbuf_free(&times);
  return status;
}

// The program as it is to be run, after the passes that the options ask for. NULL after a report.
static Program *program_prepare(Driver *driver, const Arguments *arguments, Program *program,
                                int *status) {
  bool is_heap = option_is_set(arguments, OPTION_HEAP);
  if (!is_heap && !has_pipeline_option(arguments)) return program;
  Pipeline pipeline = pipeline_default(driver->arena, LEVEL_MEM);
  if (has_pipeline_option(arguments) && !pipeline_from(driver, arguments, &pipeline)) {
    *status = EXIT_USAGE;
    return NULL;
  }
  program = pipeline_run(driver, &pipeline, program, status);
  if (!program || !is_heap || program->level == LEVEL_MEM) return program;
  diag_error(driver->diag, ERROR_PASS_ORDER, SPAN_NONE,
             "the interpreter by heap runs programs at level mem, but this one is at level %s",
             level_name(program->level));
  *status = EXIT_USAGE;
  return NULL;
}

static bool has_forms(const Program *program) {
  for (size_t i = 0; i < program->funs.count; i++)
    if (program->funs.data[i]->entry && entry_is_form(program->funs.data[i])) return true;
  return false;
}

// Evaluates and shows the top-level forms of a NESL program in their order.
static int forms_execute(Driver *driver, const Arguments *arguments, Program *program) {
  const TestTarget *target =
      target_named(option_is_set(arguments, OPTION_HEAP) ? "heap" : "interpret");
  TargetOptions options = {.is_plain = is_plain(arguments)};
  void *prepared = target->prepare(driver, program, &options);
  if (!prepared) return EXIT_SOURCE_ERROR;
  int status = EXIT_OK;
  for (size_t i = 0; status == EXIT_OK && i < program->funs.count; i++) {
    Fun *entry = program->funs.data[i];
    if (!entry->entry || !entry_is_form(entry)) continue;
    Values none = {0}, results = {0};
    Failure failure = {0};
    if (!target->run(prepared, entry, &none, &results, NULL, &failure))
      status = failure_report(driver, &failure);
    else if (!option_is_set(arguments, OPTION_NO_PRINT))
      status = results_print(driver, arguments, entry, &results);
    values_free(&results);
  }
  target->release(prepared);
  return status;
}

static int interpret(Driver *driver, const Arguments *arguments, Program *program) {
  int status = EXIT_OK;
  program = program_prepare(driver, arguments, program, &status);
  if (!program) return status;
  if (!option_is_set(arguments, OPTION_ENTRY) && has_forms(program))
    return forms_execute(driver, arguments, program);
  Fun *entry = entry_select(driver, program, option_text(arguments, OPTION_ENTRY, NULL));
  if (!entry) return EXIT_USAGE;
  return entry_execute(driver, arguments, program, entry);
}

static Program *read_program(Driver *driver, const Arguments *arguments, int *status) {
  const char *path = arguments->operands.data[0];
  return source_compile(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL), status);
}

static void warn_interpreted(Driver *driver, const char *why) {
  diag_warning(driver->diag, ERROR_INTERPRETED, SPAN_NONE, "the program is interpreted: %s", why);
  diag_flush(driver->diag);
}

// Interprets what could not be compiled. The program is made again, because the passes may have
// changed it, but what there is to say about it was said.
static int interpret_instead(Driver *driver, const Arguments *arguments,
                             const BuildOptions *options, const char *why) {
  warn_interpreted(driver, why);
  DiagSettings settings = diag_settings_from(arguments), silent = settings;
  silent.output = fopen("/dev/null", "w");
  if (!silent.output) silent.output = stderr;
  Driver again = driver_open(silent);
  int status = EXIT_OK;
  Program *program =
      text_compile(&again, options->front, source_again(&again, options->source), &status);
  diag_configure(again.diag, settings);
  if (program) status = interpret(&again, arguments, program);
  driver_close(&again);
  if (silent.output != stderr) fclose(silent.output);
  return status;
}

// ---- Executing ----

// The options that an executable takes, with its own names for them.
static void add_options(Driver *driver, const Arguments *arguments, Words *words) {
  static const OptionId PASSED[] = {
      OPTION_ENTRY,        OPTION_BINARY, OPTION_NO_PRINT,    OPTION_PRINT_LIMIT, OPTION_TIME_FILE,
      OPTION_PRINT_LAYOUT, OPTION_RUNS,   OPTION_NUM_THREADS, OPTION_PARAM,       OPTION_TUNING,
      OPTION_DEBUGGING,    OPTION_LOG,    OPTION_PROFILE,     OPTION_JSON};
  for (size_t i = 0; i < arguments->options.count; i++) {
    const OptionUse *use = &arguments->options.data[i];
    for (size_t k = 0; k < sizeof PASSED / sizeof *PASSED; k++) {
      if (PASSED[k] != use->id) continue;
      vec_push(driver->arena, words,
               arena_printf(driver->arena, "--%s", option_info(use->id)->name));
      if (use->value) vec_push(driver->arena, words, use->value);
    }
  }
}

// Becomes the program. Comes back only when that fails, with an errno.
static int execute(Driver *driver, const Arguments *arguments, const Build *build) {
  Words words = {0};
  vec_push(driver->arena, &words, "ravel run"); // what its messages begin with
  add_options(driver, arguments, &words);
  char **argv = arena_array(driver->arena, char *, words.count + 1);
  for (size_t i = 0; i < words.count; i++)
    argv[i] = arena_printf(driver->arena, "%s", words.data[i]);
  diag_flush(driver->diag);
  fflush(NULL);
  return descriptor_execute(build->descriptor, argv);
}

static void target_choose(Driver *driver, const Arguments *arguments, BuildOptions *options) {
  const char *target = option_text(arguments, OPTION_RUN_TARGET, NULL);
  if (!target || !build_choose(options, target))
    options->is_parallel = build_prefers_threads(driver, options->cache);
}

// A program in the cache that cannot be executed is removed, and the cache is done without.
static int compile_and_execute(Driver *driver, const Arguments *arguments) {
  const char *path = arguments->operands.data[0];
  const Front *front = front_choose(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL));
  if (!front) return EXIT_USAGE;
  const SourceFile *source = diag_load_source(driver->diag, path);
  if (!source) return EXIT_SOURCE_ERROR;
  const char *time_path = option_text(arguments, OPTION_TIME_FILE, NULL);
  int free_status = time_path ? output_check(driver, time_path, NULL) : EXIT_OK;
  if (free_status != EXIT_OK) return free_status;
  bool has_passes = option_any_of(arguments, GROUP_PASSES);
  bool is_kept = !has_passes && !option_is_set(arguments, OPTION_NO_CACHE);
  const char *cache = is_kept ? cache_open(driver) : NULL;
  BuildOptions options = {
      .source = source, .front = front, .cache = cache, .passes = has_passes ? arguments : NULL};
  target_choose(driver, arguments, &options);
  diag_flush(driver->diag);
  for (;;) {
    Build build;
    Driver builder = driver_open(diag_settings_from(arguments));
    int status = build_open(&builder, &options, &build);
    // By now it is known what the program imports.
    if (status == EXIT_OK && time_path) status = output_check(&builder, time_path, NULL);
    const char *why = build.why_not ? arena_printf(driver->arena, "%s", build.why_not) : NULL;
    int error = status == EXIT_OK ? execute(&builder, arguments, &build) : 0;
    if (status == EXIT_OK && build.entry_file) unlink(build.entry_file);
    driver_close(&builder);
    if (why) return interpret_instead(driver, arguments, &options, why);
    if (status != EXIT_OK) return status;
    close(build.descriptor);
    if (options.cache) {
      cache_refuse(driver, "the program cannot be executed", strerror(error));
      options.cache = NULL;
    } else {
      diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot execute the program: %s",
                 strerror(error));
      return EXIT_USAGE;
    }
  }
}

// ---- The command ----

static bool is_interpreted(const Arguments *arguments) {
  if (option_is_set(arguments, OPTION_INTERPRET) || option_is_set(arguments, OPTION_HEAP))
    return true;
  return has_pipeline_option(arguments) && !option_is_set(arguments, OPTION_RUN_TARGET);
}

// A program that is compiled goes through the whole pipeline, and no other.
static bool check_pipeline(Driver *driver, const Arguments *arguments) {
  bool is_other = option_any_of(arguments, GROUP_PIPELINE) || option_is_set(arguments, OPTION_TO);
  if (is_interpreted(arguments) || !is_other) return true;
  diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE,
             "--target compiles the program by the default pipeline");
  diag_hint(driver->diag, "--skip leaves passes out of it; without --target, the program is "
                          "interpreted after the passes of --pass, --stop-after or --to");
  return false;
}

int command_run(Driver *driver, const Arguments *arguments) {
  const char *path = arguments->operands.data[0];
  if (strcmp(path, "-") == 0) {
    diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE,
               "ravel run reads arguments from stdin, not the program");
    return EXIT_USAGE;
  }
  if (!check_pipeline(driver, arguments)) return EXIT_USAGE;
  bool has_compiler = is_interpreted(arguments) || cc_is_there(driver);
  if (!has_compiler)
    warn_interpreted(driver, arena_printf(driver->arena, "there is no C compiler %s", cc_name()));
  if (has_compiler && !is_interpreted(arguments)) return compile_and_execute(driver, arguments);
  int status = EXIT_OK;
  Program *program = read_program(driver, arguments, &status);
  return program ? interpret(driver, arguments, program) : status;
}
