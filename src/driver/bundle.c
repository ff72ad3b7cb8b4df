#include "driver/bundle.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/hash.h"
#include "driver/cc.h"
#include "driver/executable.h"

enum { MANY_THREADS = 7 };

// What thresholds are set to, so that a choice takes another alternative than sizes ask for.
typedef enum Forced {
  FORCED_NONE,
  FORCED_FIRST, // enough for the first alternative, wherever its shape allows that
  FORCED_LAST,  // never enough
  FORCED_MIXED, // one or the other, by their names
  FORCED_COUNT
} Forced;

struct Bundle {
  Driver *driver;
  Arena *arena;
  Scratch scratch;
  BundleOptions options;
  Words sources;
  Vec(TraceOrder) trace_orders;                              // by program
  Vec(bool) is_parallel;                                     // by program
  Vec(Words) thresholds;                                     // by program: their names
  bool has_threads;                                          // one of them is
  const char *executable, *input, *output, *errors, *result; // files in the scratch folder
  Helper helper;                                             // for a device: runs program `helped`
  size_t helped;
  Forced helped_forced; // with these thresholds
  bool is_alone; // the runner was left without an answer; the programs get processes of their own
};

// ---- Making the executable ----

static CcOptions cc_options(const BundleOptions *options) {
  return (CcOptions){.is_quick = true,
                     .is_sanitized = options->is_sanitized,
                     .is_exact = options->is_exact,
                     .has_opencl = options->device == DEVICE_OPENCL,
                     .has_cuda = options->device == DEVICE_CUDA,
                     .is_shared = options->runner != NULL};
}

const char *bundle_runtime(Driver *driver, Scratch *scratch, bool is_sanitized,
                           LibraryDevice device) {
  const char *source = path_join(driver->arena, scratch->folder,
                                 arena_printf(driver->arena, "runtime_%d.c", device));
  const char *object = path_join(driver->arena, scratch->folder,
                                 arena_printf(driver->arena, "runtime_%d.o", device));
  StrBuf text = {0};
  library_runtime(&text, LIBRARY_EXECUTABLE, device);
  int status = text_write(driver, source, text.data, text.length);
  strbuf_free(&text);
  if (status != EXIT_OK) return NULL;
  CcOptions cc = cc_options(&(BundleOptions){.is_sanitized = is_sanitized, .device = device});
  cc.is_object = true;
  cc.is_shared = device != DEVICE_NONE;
  Words inputs = {.data = &source, .count = 1};
  return cc_run(driver, scratch, &inputs, object, cc) == EXIT_OK ? object : NULL;
}

const char *bundle_runner(Driver *driver, Scratch *scratch) {
  const char *source = path_join(driver->arena, scratch->folder, "runner.c");
  const char *program = path_join(driver->arena, scratch->folder, "runner");
  StrBuf text = {0};
  library_runner(&text);
  int status = text_write(driver, source, text.data, text.length);
  strbuf_free(&text);
  Words inputs = {.data = &source, .count = 1};
  CcOptions cc = {.is_quick = true, .has_cuda = true};
  if (status == EXIT_OK) status = cc_run(driver, scratch, &inputs, program, cc);
  return status == EXIT_OK ? program : NULL;
}

// What the programs find in their environment, unless the user has said otherwise.
static void environment_set(void) {
  // There are more threads than cores: one that waits by spinning holds up what it waits for.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  // PoCL takes half as long for kernels that it need not make fast, and these run but once.
  setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 0);
}

void runner_start(Driver *driver, Scratch *scratch, Runner *runner) {
  Helper *helper = &runner->helper;
  if (helper->process > 0 && waitpid(helper->process, NULL, WNOHANG) == 0) return;
  if (helper->process > 0) {
    helper->process = 0;
    helper_end(scratch, helper);
  }
  environment_set();
  Words words = {0};
  vec_push(driver->arena, &words, runner->program);
  vec_push(driver->arena, &words, runner->device == DEVICE_CUDA ? "cuda" : "opencl");
  if (!helper_start(driver, scratch, &words, "/dev/null", helper)) helper_end(scratch, helper);
}

void runner_end(Runner *runner) {
  Helper *helper = &runner->helper;
  if (helper->process > 0) kill(-helper->process, SIGKILL);
  if (helper->questions) fclose(helper->questions);
  if (helper->answers) fclose(helper->answers);
  if (helper->process > 0) waitpid(helper->process, NULL, 0);
  *helper = (Helper){0};
}

Bundle *bundle_new(Driver *driver, const BundleOptions *options) {
  environment_set();
  const char *error = NULL;
  Arena *arena = arena_new();
  Bundle *bundle = arena_make(arena, Bundle);
  *bundle = (Bundle){.driver = driver, .arena = arena, .options = *options};
  if (!scratch_open(driver, &bundle->scratch, scratch_parent(), &error)) {
    write_failed(driver, scratch_parent(), error);
    arena_free(arena);
    return NULL;
  }
  const char *folder = bundle->scratch.folder;
  bundle->executable = path_join(arena, folder, "program");
  bundle->input = path_join(arena, folder, "input");
  bundle->output = path_join(arena, folder, "output");
  bundle->errors = path_join(arena, folder, "errors");
  bundle->result = path_join(arena, folder, "result");
  return bundle;
}

void bundle_free(Bundle *bundle) {
  helper_end(&bundle->scratch, &bundle->helper);
  scratch_close(&bundle->scratch);
  arena_free(bundle->arena);
}

// The program as C; false after a report.
static bool unit_text(Bundle *bundle, Program *program, const SourceMap *sources,
                      const ExecutableOptions *options, size_t number, Words *thresholds,
                      StrBuf *text) {
  Driver inner = *bundle->driver, *driver = &inner;
  if (sources) inner.sources = (SourceMap *)sources;
  int status = EXIT_OK;
  ImpProgram *imp = executable_lower(driver, program, options, &status);
  if (!imp) return false;
  for (size_t i = 0; i < imp->params.count; i++)
    vec_push(bundle->arena, thresholds,
             arena_printf(bundle->arena, "%s", imp->params.data[i].threshold.name));
  LibraryOptions library = executable_library(driver, options);
  library.unit = number;
  library_source(text, imp, &library);
  return true;
}

size_t bundle_add(Bundle *bundle, Program *program, const SourceMap *sources, bool is_parallel) {
  size_t number = bundle->is_parallel.count;
  ExecutableOptions options = {.imp = {.is_parallel = is_parallel,
                                       .chunk_work = bundle->options.is_single ? 0 : 1,
                                       .has_lines = sources != NULL,
                                       .level = bundle->options.level},
                               .form = LIBRARY_UNIT,
                               .name = "program",
                               .device = bundle->options.device,
                               .cc = cc_options(&bundle->options)};
  StrBuf text = {0};
  Words thresholds = {0};
  if (!unit_text(bundle, program, sources, &options, number, &thresholds, &text)) return SIZE_MAX;
  const char *name = arena_printf(bundle->arena, "unit_%zu.c", number);
  const char *source = path_join(bundle->arena, bundle->scratch.folder, name);
  int status = text_write(bundle->driver, source, text.data, text.length);
  strbuf_free(&text);
  if (status != EXIT_OK) return SIZE_MAX;
  vec_push(bundle->arena, &bundle->sources, source);
  vec_push(bundle->arena, &bundle->is_parallel, is_parallel);
  vec_push(bundle->arena, &bundle->trace_orders, program_trace_order(program));
  vec_push(bundle->arena, &bundle->thresholds, thresholds);
  bundle->has_threads = bundle->has_threads || is_parallel;
  return number;
}

int bundle_build(Bundle *bundle) {
  Driver *driver = bundle->driver;
  const char *runtime = bundle->options.runtime;
  if (!runtime)
    runtime = bundle_runtime(driver, &bundle->scratch, bundle->options.is_sanitized,
                             bundle->options.device);
  if (!runtime) return EXIT_USAGE;
  const char *source = path_join(bundle->arena, bundle->scratch.folder, "main.c");
  StrBuf text = {0};
  library_main(&text, bundle->is_parallel.count);
  int status = text_write(driver, source, text.data, text.length);
  strbuf_free(&text);
  if (status != EXIT_OK) return status;
  vec_push(bundle->arena, &bundle->sources, source);
  vec_push(bundle->arena, &bundle->sources, runtime);
  CcOptions cc = cc_options(&bundle->options);
  cc.has_threads = bundle->has_threads;
  return cc_run(driver, &bundle->scratch, &bundle->sources, bundle->executable, cc);
}

// ---- Running it ----

static bool fail(Failure *failure, FailureKind kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  StrBuf text = {0};
  strbuf_vprintf(&text, format, arguments);
  va_end(arguments);
  *failure = (Failure){.kind = kind, .message = strbuf_take(&text)};
  return false;
}

static bool write_input(const Bundle *bundle, const Value *arguments, size_t count,
                        Failure *failure) {
  FILE *file = fopen(bundle->input, "wb");
  ValueError error = {0};
  bool is_good = file && values_write(file, arguments, count, &error);
  if (file) fclose(file);
  return is_good || fail(failure, FAILURE_CRASH, "cannot write the arguments: %s", error.message);
}

static void add_tuning(Bundle *bundle, Words *words) {
  if (!bundle->options.tuning) return;
  vec_push(bundle->arena, words, "--tuning-beside");
  vec_push(bundle->arena, words, bundle->options.tuning);
}

static int64_t forced_value(Forced forced, const char *name) {
  bool is_first = forced == FORCED_FIRST;
  if (forced == FORCED_MIXED) is_first = hash_bytes(name, strlen(name)) % 2 == 0;
  return is_first ? 1 : INT64_MAX;
}

static void add_forced(Bundle *bundle, size_t number, Forced forced, Words *words) {
  const Words *names = &bundle->thresholds.data[number];
  for (size_t i = 0; forced != FORCED_NONE && i < names->count; i++)
    vec_push(bundle->arena, words,
             arena_printf(bundle->arena, "--param=%s=%lld", names->data[i],
                          (long long)forced_value(forced, names->data[i])));
}

// On many threads the versions for much parallelism run, however little there is.
static ProcessEnd execute(Bundle *bundle, size_t number, const char *entry, int threads) {
  Words words = {0};
  vec_push(bundle->arena, &words, bundle->executable);
  vec_push(bundle->arena, &words, arena_printf(bundle->arena, "%zu", number));
  vec_push(bundle->arena, &words, "-b");
  vec_push(bundle->arena, &words, "-e");
  vec_push(bundle->arena, &words, entry);
  vec_push(bundle->arena, &words, "--write-result-to");
  vec_push(bundle->arena, &words, bundle->result);
  if (bundle->is_parallel.data[number])
    vec_push(bundle->arena, &words, arena_printf(bundle->arena, "--num-threads=%d", threads));
  add_tuning(bundle, &words);
  if (bundle->is_parallel.data[number] && threads == MANY_THREADS)
    add_forced(bundle, number, FORCED_FIRST, &words);
  Process process = {
      .words = &words, .input = bundle->input, .output = bundle->output, .errors = bundle->errors};
  return process_run(bundle->driver, &bundle->scratch, &process);
}

// Has the runner run the program; it is asked through pipes in the scratch folder. False when there
// is no runner.
static bool helper_share(Bundle *bundle) {
  const char *in = path_join(bundle->arena, bundle->scratch.folder, "questions");
  const char *out = path_join(bundle->arena, bundle->scratch.folder, "answers");
  Runner *runner = bundle->options.runner;
  int answer;
  // The runner gives all programs the same options.
  if (!runner || bundle->is_alone || bundle->options.tuning ||
      bundle->helped_forced != FORCED_NONE || mkfifo(in, 0600) != 0 || mkfifo(out, 0600) != 0)
    return false;
  const char *line = arena_printf(bundle->arena, "%s\t%s\t%s", bundle->executable, in, out);
  if (!helper_ask(&runner->helper, line, &answer)) return false;
  bundle->helper = (Helper){.questions = fopen(in, "w"), .answers = fopen(out, "r")};
  return bundle->helper.questions && bundle->helper.answers;
}

// A process for the program.
static bool helper_own(Bundle *bundle, size_t number) {
  Words words = {0};
  if (bundle->options.runner) vec_push(bundle->arena, &words, bundle->options.runner->program);
  vec_push(bundle->arena, &words, bundle->executable);
  vec_push(bundle->arena, &words, arena_printf(bundle->arena, "%zu", number));
  vec_push(bundle->arena, &words, "-b");
  vec_push(bundle->arena, &words, "--batch");
  add_tuning(bundle, &words);
  add_forced(bundle, number, bundle->helped_forced, &words);
  return helper_start(bundle->driver, &bundle->scratch, &words, bundle->errors, &bundle->helper);
}

// One run by the helper, which is started if there is none for this program. What the runner does
// not answer is asked again, in a process of its own, which tells how it ended.
static ProcessEnd execute_helped(Bundle *bundle, size_t number, const char *entry, Forced forced) {
  Helper *helper = &bundle->helper;
  bool is_other = bundle->helped != number || bundle->helped_forced != forced;
  if (helper->questions && is_other) helper_end(&bundle->scratch, helper);
  if (!helper->questions) {
    bundle->helped = number;
    bundle->helped_forced = forced;
    bundle->is_alone = !helper_share(bundle);
    if (bundle->is_alone) helper_end(&bundle->scratch, helper);
    if (bundle->is_alone && !helper_own(bundle, number)) {
      helper_end(&bundle->scratch, helper);
      return (ProcessEnd){.code = 127};
    }
  }
  ProcessEnd end = {.is_started = true};
  const char *line = arena_printf(bundle->arena, "%s\t%s\t%s\t%s\t%s", entry, bundle->input,
                                  bundle->output, bundle->errors, bundle->result);
  if (!helper_ask(helper, line, &end.code)) {
    end = helper_end(&bundle->scratch, helper);
    if (!bundle->is_alone) {
      bundle->is_alone = true;
      return execute_helped(bundle, number, entry, forced);
    }
    if (!end.signal && end.code == EXIT_OK) end.code = EXIT_INTERNAL; // it did not answer
    return end;
  }
  if (end.code == EXIT_UNSUPPORTED) helper_end(&bundle->scratch, helper);
  return end;
}

// What the program said about its failure.
static bool fail_with_errors(const Bundle *bundle, ProcessEnd end, Failure *failure) {
  const char *error = NULL;
  size_t length = 0;
  char *text = file_read(bundle->arena, bundle->errors, 1 << 20, &length, &error);
  const char *said = text ? text : error;
  if (end.signal) return fail(failure, FAILURE_CRASH, "ended by signal %d: %s", end.signal, said);
  if (end.is_started && end.code == EXIT_RUN_TIME) return fail(failure, FAILURE_ASSERT, "%s", said);
  if (end.is_started && end.code == EXIT_OUT_OF_MEMORY)
    return fail(failure, FAILURE_MEMORY, "%s", said);
  return fail(failure, FAILURE_CRASH, "ended with exit code %d: %s", end.code, said);
}

static bool read_output(const Bundle *bundle, const Fun *entry, Values *results, Failure *failure) {
  FILE *file = fopen(bundle->result, "rb");
  Reader *reader = file ? reader_from_file(file) : NULL;
  ValueError error = {0};
  bool is_good = reader && entry_read_results(reader, entry, results, &error);
  reader_free(reader);
  if (file) fclose(file);
  return is_good || fail(failure, FAILURE_CRASH, "the results cannot be read: %s", error.message);
}

// All of a file; NULL after failing.
static char *read_all(const Bundle *bundle, const char *path, size_t *length, Failure *failure) {
  enum { LIMIT = 1 << 26 };
  const char *error = NULL;
  StrBuf copy = {0};
  char *text = file_read(bundle->arena, path, LIMIT, length, &error);
  if (!text) {
    fail(failure, FAILURE_CRASH, "what the program said cannot be read: %s", error);
    return NULL;
  }
  strbuf_write(&copy, text, *length);
  return strbuf_take(&copy);
}

// What the program printed before it failed. Its traces are among the reports.
static void read_printed(const Bundle *bundle, Said *said) {
  Failure unread = {0};
  said->printed = read_all(bundle, bundle->output, &said->printed_length, &unread);
  free(unread.message);
}

// What the program printed and traced.
static bool read_said(const Bundle *bundle, Said *said, Failure *failure) {
  said->printed = read_all(bundle, bundle->output, &said->printed_length, failure);
  if (said->printed) said->traced = read_all(bundle, bundle->errors, &said->traced_length, failure);
  if (said->traced) return true;
  said_free(said);
  return false;
}

// Nothing of another run is left.
static void clear_errors(const Bundle *bundle) {
  FILE *file = fopen(bundle->errors, "wb");
  if (file) fclose(file);
}

// How a program is run again.
typedef struct Manner {
  int threads;   // of a parallel one
  Forced forced; // for a device
  const char *text;
} Manner;

static bool run_once(Bundle *bundle, size_t number, const Fun *entry, Manner manner,
                     Values *results, Said *said, Failure *failure) {
  const char *name = entry->entry->name;
  clear_errors(bundle);
  ProcessEnd end = bundle->options.device != DEVICE_NONE
                       ? execute_helped(bundle, number, name, manner.forced)
                       : execute(bundle, number, name, manner.threads);
  if (!end.is_started || end.signal || end.code != EXIT_OK) {
    read_printed(bundle, said);
    return fail_with_errors(bundle, end, failure);
  }
  if (!read_said(bundle, said, failure)) return false;
  if (read_output(bundle, entry, results, failure)) return true;
  said_free(said);
  return false;
}

static bool says_same(const Said *a, const Said *b, TraceOrder order, Failure *failure,
                      const char *manner) {
  StrBuf why = {0};
  bool is_same = said_equal(a, b, order, &why) ||
                 fail(failure, FAILURE_CRASH, "%s, compared with the run before: %s", manner,
                      strbuf_text(&why));
  strbuf_free(&why);
  return is_same;
}

static bool is_same(const Values *a, const Values *b, Failure *failure, const char *manner) {
  char message[512];
  for (size_t i = 0; i < a->count; i++)
    if (!value_compare(&a->data[i], &b->data[i], 1e-4, message, sizeof message))
      return fail(failure, FAILURE_CRASH, "%s result %zu differs from the first run's: %s", manner,
                  i + 1, message);
  return true;
}

// Runs it once more; `said` is then what this run says.
static bool run_again(Bundle *bundle, size_t number, const Fun *entry, Manner manner,
                      const Values *results, Said *said, Failure *failure) {
  Values again = {0};
  Said said_again = {0};
  bool is_good =
      run_once(bundle, number, entry, manner, &again, &said_again, failure) &&
      is_same(results, &again, failure, manner.text) &&
      says_same(said, &said_again, bundle->trace_orders.data[number], failure, manner.text);
  values_free(&again);
  said_free(said);
  *said = said_again;
  return is_good;
}

bool bundle_run(Bundle *bundle, size_t number, const Fun *entry, const Value *arguments,
                size_t argument_count, Values *results, Said *said, Failure *failure) {
  static const Manner THREADS[] = {{.threads = 2, .text = "with 2 threads"},
                                   {.threads = MANY_THREADS, .text = "with 7 threads"}};
  static const Manner FORCED[] = {{.forced = FORCED_FIRST, .text = "with all thresholds 1"},
                                  {.forced = FORCED_LAST, .text = "with thresholds out of reach"},
                                  {.forced = FORCED_MIXED, .text = "with some thresholds 1"}};
  const BundleOptions *options = &bundle->options;
  *results = (Values){0};
  *said = (Said){0};
  if (!write_input(bundle, arguments, argument_count, failure)) return false;
  Manner first = {.threads = options->is_single ? 0 : 1};
  if (!run_once(bundle, number, entry, first, results, said, failure)) return false;
  bool is_parallel = bundle->is_parallel.data[number] && !options->is_single;
  bool is_forced = options->is_forced && bundle->thresholds.data[number].count > 0;
  const Manner *others = is_parallel ? THREADS : FORCED;
  size_t count = is_parallel ? sizeof THREADS / sizeof *THREADS
                 : is_forced ? sizeof FORCED / sizeof *FORCED
                             : 0;
  bool is_good = true;
  for (size_t i = 0; i < count && is_good; i++)
    is_good = run_again(bundle, number, entry, others[i], results, said, failure);
  if (is_good) return true;
  values_free(results);
  said_free(said);
  return false;
}
