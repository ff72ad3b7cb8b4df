// ravel run: an entry point on values of the command line or stdin, compiled or interpreted. ravel
// profile does the same, and looks at what the program recorded.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/build.h"
#include "driver/cache.h"
#include "driver/cc.h"
#include "driver/pipeline.h"
#include "driver/process.h"
#include "driver/profile.h"
#include "driver/run_input.h"
#include "driver/target.h"
#include "driver/tuning_file.h"

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
  int status = run_has_inputs(arguments) ? run_inputs_read(driver, entry, arguments, &inputs)
                                         : arguments_read(driver, entry, &inputs);
  const TestTarget *target =
      target_named(option_is_set(arguments, OPTION_HEAP) ? "heap" : "interpret");
  if (status == EXIT_OK)
    status = entry_run(driver, target, program, entry, &inputs, arguments, &results, &times);
  if (status == EXIT_OK && time_path)
    status = text_write(driver, time_path, strbuf_text(&times), times.length);
  if (status == EXIT_OK && option_is_set(arguments, OPTION_RUN_OUTPUT))
    status = run_results_write(driver, arguments, entry, &results);
  else if (status == EXIT_OK && !option_is_set(arguments, OPTION_NO_PRINT))
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

// The forms of a program take nothing and show what they give.
static int forms_check(Driver *driver, const Arguments *arguments) {
  bool has_inputs = run_has_inputs(arguments);
  if (!has_inputs && !option_is_set(arguments, OPTION_RUN_OUTPUT)) return EXIT_OK;
  diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "the forms of the program %s",
             has_inputs ? "take no arguments" : "are shown, and not written to a file");
  diag_hint(driver->diag, "-e NAME calls a function of the program");
  return EXIT_USAGE;
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
  if (!option_is_set(arguments, OPTION_ENTRY) && has_forms(program)) {
    status = forms_check(driver, arguments);
    return status == EXIT_OK ? forms_execute(driver, arguments, program) : status;
  }
  Fun *entry = entry_select(driver, program, option_text(arguments, OPTION_ENTRY, NULL));
  if (!entry) return EXIT_USAGE;
  return entry_execute(driver, arguments, program, entry);
}

static Program *read_program(Driver *driver, const Arguments *arguments, int *status) {
  const char *path = arguments->operands.data[0];
  return source_compile(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL), status);
}

// False with --Werror.
static bool warn_interpreted(Driver *driver, const char *why) {
  diag_warning(driver->diag, ERROR_INTERPRETED, SPAN_NONE, "the program is interpreted: %s", why);
  diag_flush(driver->diag);
  return diag_error_count(driver->diag) == 0;
}

// Interprets what could not be compiled. The program is made again, because the passes may have
// changed it, but what there is to say about it was said.
static int interpret_instead(Driver *driver, const Arguments *arguments,
                             const BuildOptions *options, const char *why) {
  if (!warn_interpreted(driver, why)) return EXIT_SOURCE_ERROR;
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
      OPTION_ENTRY,        OPTION_BINARY,       OPTION_NO_PRINT,     OPTION_PRINT_LIMIT,
      OPTION_TIME_FILE,    OPTION_PRINT_LAYOUT, OPTION_RUNS,         OPTION_NUM_THREADS,
      OPTION_PARAM,        OPTION_TUNING,       OPTION_DEBUGGING,    OPTION_LOG,
      OPTION_PROFILE,      OPTION_JSON,         OPTION_PROFILE_JSON, OPTION_MEMORY_LIMIT,
      OPTION_PRINT_PARAMS, OPTION_WRITE_RESULT, OPTION_RUN_DEVICE,   OPTION_RUN_PLATFORM,
      OPTION_BUILD_OPTION, OPTION_DUMP_KERNELS, OPTION_LOAD_KERNELS, OPTION_CACHE_FILE};
  for (size_t i = 0; i < arguments->options.count; i++) {
    const OptionUse *use = &arguments->options.data[i];
    for (size_t k = 0; k < sizeof PASSED / sizeof *PASSED; k++) {
      if (PASSED[k] != use->id) continue;
      vec_push(driver->arena, words,
               arena_printf(driver->arena, "--%s", option_info(use->id)->name));
      if (use->value) vec_push(driver->arena, words, use->value);
    }
  }
  if (option_is_set(arguments, OPTION_NO_CACHE))
    vec_push(driver->arena, words, "--no-kernel-cache");
}

// ---- What the command line says about arguments and results ----

// The entry point, whose types say what the command line means.
typedef struct RunPlan {
  Driver reader; // has the program
  bool is_open;
  Fun *entry;          // NULL: standard input and output are the program's
  const char *results; // where the program writes what is converted, or NULL
  const char *trace;   // where it writes what happens when, or NULL
} RunPlan;

static bool needs_plan(const Arguments *arguments) {
  return run_has_inputs(arguments) || option_is_set(arguments, OPTION_RUN_OUTPUT);
}

// Reads the program, without a word: whoever compiles it says what there is to say.
static int plan_make(Driver *driver, const Arguments *arguments, const BuildOptions *options,
                     RunPlan *plan) {
  DiagSettings settings = diag_settings_from(arguments), silent = settings;
  silent.output = fopen("/dev/null", "w");
  if (!silent.output) return write_failed(driver, "/dev/null", strerror(errno));
  plan->reader = driver_open(silent);
  plan->is_open = true;
  int status = EXIT_OK;
  Program *program = text_compile(&plan->reader, options->front,
                                  source_again(&plan->reader, options->source), &status);
  diag_flush(plan->reader.diag);
  plan->reader.diag = diag_new(plan->reader.arena, plan->reader.sources);
  diag_configure(plan->reader.diag, settings);
  fclose(silent.output);
  if (!program) return EXIT_OK;
  if (!option_is_set(arguments, OPTION_ENTRY) && has_forms(program))
    return forms_check(&plan->reader, arguments);
  plan->entry = entry_select(&plan->reader, program, option_text(arguments, OPTION_ENTRY, NULL));
  if (!plan->entry) return EXIT_USAGE;
  DataFormat format;
  const char *output = run_output(arguments, &format);
  status = output ? output_check(&plan->reader, output, NULL) : EXIT_OK;
  Values inputs = {0};
  if (status == EXIT_OK && run_has_inputs(arguments)) {
    status = run_inputs_read(&plan->reader, plan->entry, arguments, &inputs);
    if (status == EXIT_OK) status = run_inputs_feed(&plan->reader, &inputs);
    values_free(&inputs);
  }
  return status;
}

static void plan_end(RunPlan *plan) {
  if (plan->is_open) driver_close(&plan->reader);
}

// How the program is told where its results go.
static void add_output(Driver *driver, const Arguments *arguments, const RunPlan *plan,
                       Words *words) {
  DataFormat format;
  const char *path = run_output(arguments, &format);
  if (!path) return;
  vec_push(driver->arena, words, "--write-result-to");
  vec_push(driver->arena, words, plan->results ? plan->results : path);
  if (plan->results || format == DATA_BINARY) vec_push(driver->arena, words, "--binary-output");
}

// The thresholds that were tuned for the program; what the command line says goes before them.
static void add_tuning(Driver *driver, const Arguments *arguments, const BuildOptions *options,
                       Words *words) {
  bool is_told =
      option_is_set(arguments, OPTION_TUNING) || option_is_set(arguments, OPTION_RUN_NO_TUNING);
  if (!is_told)
    tuning_add(driver->arena, arguments->operands.data[0], build_target(options), words);
}

// Becomes the program. Comes back only when that fails, with an errno.
static int execute(Driver *driver, const Arguments *arguments, const BuildOptions *options,
                   const RunPlan *plan, const Build *build) {
  Words words = {0};
  // What its messages begin with.
  vec_push(driver->arena, &words, plan->trace ? "ravel profile" : "ravel run");
  add_tuning(driver, arguments, options, &words);
  add_options(driver, arguments, &words);
  add_output(driver, arguments, plan, &words);
  if (plan->trace) {
    vec_push(driver->arena, &words, "--no-print-result");
    vec_push(driver->arena, &words, "--profile-trace");
    vec_push(driver->arena, &words, plan->trace);
  }
  char **argv = arena_array(driver->arena, char *, words.count + 1);
  StrBuf told = {0};
  for (size_t i = 0; i < words.count; i++) {
    argv[i] = arena_printf(driver->arena, "%s", words.data[i]);
    if (i > 0) strbuf_printf(&told, " %s", words.data[i]);
  }
  diag_tell(driver->diag, "the program runs%s%s", told.length ? " with" : "", strbuf_text(&told));
  strbuf_free(&told);
  diag_flush(driver->diag);
  fflush(NULL);
  return descriptor_execute(build->descriptor, argv);
}

// Reads what the program has written, and writes it in the format of the file.
static int results_convert(RunPlan *plan, const Arguments *arguments) {
  ValueError error = {0};
  Values results = {0};
  FILE *file = fopen(plan->results, "rb");
  Reader *reader = file ? reader_from_file(file) : NULL;
  int status = EXIT_OK;
  if (!reader || !entry_read_results(reader, plan->entry, &results, &error))
    status = write_failed(&plan->reader, plan->results,
                          error.message[0] ? error.message : strerror(errno));
  reader_free(reader);
  if (file) fclose(file);
  if (status == EXIT_OK)
    status = run_results_write(&plan->reader, arguments, plan->entry, &results);
  values_free(&results);
  return status;
}

// Has a process become the program, waits for it, and gives its exit code. -1: it was not started,
// and *error says why.
static int execute_and_wait(Driver *driver, const Arguments *arguments, const BuildOptions *options,
                            const RunPlan *plan, const Build *build, int *error) {
  int report[2];
  if (pipe(report) != 0) fatal_out_of_memory(0);
  fflush(NULL);
  pid_t process = fork();
  if (process == 0) {
    close(report[0]);
    fcntl(report[1], F_SETFD, FD_CLOEXEC);
    int why = execute(driver, arguments, options, plan, build);
    if (write(report[1], &why, sizeof why) < 0) _exit(EXIT_INTERNAL);
    _exit(EXIT_INTERNAL);
  }
  close(report[1]);
  // Ctrl-C ends the program, and through it this process.
  void (*before)(int) = signal(SIGINT, SIG_IGN);
  int ended = 0;
  *error = 0;
  bool is_failed = process < 0 || read(report[0], error, sizeof *error) > 0;
  if (process > 0) waitpid(process, &ended, 0);
  signal(SIGINT, before);
  close(report[0]);
  if (is_failed) return -1;
  if (WIFSIGNALED(ended)) raise(WTERMSIG(ended));
  return WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
}

// Runs the program in a process of its own, and converts its results. -1: it was not started.
static int execute_and_convert(Driver *driver, const Arguments *arguments,
                               const BuildOptions *options, RunPlan *plan, const Build *build,
                               int *error) {
  Scratch scratch;
  const char *why = NULL;
  if (!scratch_open(driver, &scratch, scratch_parent(), &why))
    return write_failed(driver, scratch_parent(), why);
  plan->results = path_join(driver->arena, scratch.folder, "results");
  int status = execute_and_wait(driver, arguments, options, plan, build, error);
  if (status == EXIT_OK) status = results_convert(plan, arguments);
  scratch_close(&scratch);
  return status;
}

// Runs the program in a process of its own, and makes a page of its recording. -1: it was not
// started.
static int execute_and_profile(Driver *driver, const Arguments *arguments, RunPlan *plan,
                               const BuildOptions *options, const Build *build, int *error) {
  Scratch scratch;
  const char *why = NULL;
  if (!scratch_open(driver, &scratch, scratch_parent(), &why))
    return write_failed(driver, scratch_parent(), why);
  plan->trace = path_join(driver->arena, scratch.folder, "trace");
  int status = execute_and_wait(driver, arguments, options, plan, build, error);
  ProfileRun run = {.options = options, .build = build, .scratch = &scratch, .trace = plan->trace};
  if (status == EXIT_OK) status = profile_write(driver, arguments, &run);
  scratch_close(&scratch);
  return status;
}

static void target_choose(Driver *driver, const Arguments *arguments, BuildOptions *options) {
  const char *target = option_text(arguments, OPTION_RUN_TARGET, NULL);
  if (!target || !build_choose(options, target))
    options->is_parallel = build_prefers_threads(driver, options->cache);
}

// A program in the cache that cannot be executed is removed, and the cache is done without.
static int build_and_execute(Driver *driver, const Arguments *arguments, BuildOptions *options,
                             RunPlan *plan) {
  const char *time_path = option_text(arguments, OPTION_TIME_FILE, NULL);
  for (;;) {
    Build build;
    Driver builder = driver_open(diag_settings_from(arguments));
    int status = build_open(&builder, options, &build);
    // By now it is known what the program imports.
    if (status == EXIT_OK && time_path) status = output_check(&builder, time_path, NULL);
    const char *why = build.why_not ? arena_printf(driver->arena, "%s", build.why_not) : NULL;
    int error = 0;
    bool is_converted = plan->entry && run_output_is_converted(arguments);
    if (status == EXIT_OK && (options->is_profiled || is_converted)) {
      int ended = options->is_profiled
                      ? execute_and_profile(&builder, arguments, plan, options, &build, &error)
                      : execute_and_convert(&builder, arguments, options, plan, &build, &error);
      if (ended >= 0) {
        driver_close(&builder);
        return ended;
      }
    } else if (status == EXIT_OK) {
      error = execute(&builder, arguments, options, plan, &build);
    }
    if (status == EXIT_OK && build.entry_file) unlink(build.entry_file);
    driver_close(&builder);
    if (why && options->is_profiled) {
      diag_error(driver->diag, ERROR_NOT_PROFILED, SPAN_NONE,
                 "the program cannot be compiled yet: %s", why);
      return EXIT_UNSUPPORTED;
    }
    if (why) return interpret_instead(driver, arguments, options, why);
    if (status != EXIT_OK) return status;
    close(build.descriptor);
    if (options->cache) {
      cache_refuse(driver, "the program cannot be executed", strerror(error));
      options->cache = NULL;
    } else {
      diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot execute the program: %s",
                 strerror(error));
      return EXIT_USAGE;
    }
  }
}

static int compile_and_execute(Driver *driver, const Arguments *arguments, bool is_profiled) {
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
  options.is_told = isatty(STDERR_FILENO) != 0 && !option_is_set(arguments, OPTION_QUIET);
  options.is_profiled = is_profiled;
  diag_flush(driver->diag);
  RunPlan plan = {0};
  int status = needs_plan(arguments) ? plan_make(driver, arguments, &options, &plan) : EXIT_OK;
  if (status == EXIT_OK) status = build_and_execute(driver, arguments, &options, &plan);
  plan_end(&plan);
  return status;
}

// ---- The commands ----

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
  const char *why = arena_printf(driver->arena, "there is no C compiler %s", cc_name());
  if (!has_compiler && !warn_interpreted(driver, why)) return EXIT_SOURCE_ERROR;
  if (has_compiler && !is_interpreted(arguments))
    return compile_and_execute(driver, arguments, false);
  int status = EXIT_OK;
  Program *program = read_program(driver, arguments, &status);
  return program ? interpret(driver, arguments, program) : status;
}

int command_profile(Driver *driver, const Arguments *arguments) {
  if (strcmp(arguments->operands.data[0], "-") == 0) {
    diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE,
               "ravel profile reads arguments from stdin, not the program");
    return EXIT_USAGE;
  }
  int status = profile_page_check(driver, arguments);
  if (status != EXIT_OK) return status;
  if (cc_is_there(driver)) return compile_and_execute(driver, arguments, true);
  diag_error(driver->diag, ERROR_NOT_PROFILED, SPAN_NONE,
             "there is no C compiler %s, and what is interpreted has no profile", cc_name());
  return EXIT_USAGE;
}
