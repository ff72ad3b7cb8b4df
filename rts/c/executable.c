// Plain executables: values in, one entry point, values out. See executable.h.

#include "rts/c/executable.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rts/c/complain.h"
#include "rts/c/record.h"

typedef struct Execution {
  const ProgramTable *table;
  Settings settings;
  Context *ctx;
  const EntryInfo *entry;
  Object **arguments; // param_count of them
  Object *result;
  FILE *runtimes; // -t, or NULL
  FILE *report;   // --profile-json, or NULL
  FILE *trace;    // --profile-trace, or NULL
  FILE *results;  // --write-result-to, or NULL: standard output
} Execution;

// The codes of doc/errors.md that the compiler's interpreter has for the same.
static const char CODE_WRITE[] = "E0004", CODE_ENTRY[] = "E0011", CODE_FAILURE[] = "E0401",
                  CODE_ARGUMENT[] = "E0405", CODE_MEMORY[] = "E0407", CODE_DEVICE[] = "E0410";

static void complain(const Execution *run, const char *code, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text != NULL) vsnprintf(text, (size_t)length + 1, format, again);
  complain_text(&run->settings, run->table, code, text != NULL ? text : "out of memory");
  free(text);
  va_end(again);
  va_end(arguments);
}

// Prints the context's error; returns its code.
static int complain_context(const Execution *run) {
  int code = context_error_code(run->ctx);
  const char *name = context_error_name(run->ctx);
  char *error = context_take_error(run->ctx);
  const char *known = name != NULL        ? name
                      : code == RT_MEMORY ? CODE_MEMORY
                      : code == RT_USAGE  ? CODE_WRITE
                      : code == RT_DEVICE ? CODE_DEVICE
                                          : CODE_FAILURE;
  complain(run, known, "%s", error != NULL ? error : "failed");
  free(error);
  return code;
}

// ---------------------------------------------------------------------------------------------
// Arguments

// What an attribute of the entry point says about the notation of its values, or NULL.
static const char *entry_notation(const EntryInfo *entry, const char *word, size_t position) {
  return notation_find(entry->attributes, entry->attribute_count, word, position);
}

// Is it a top-level form of a NESL program?
static bool is_form(const EntryInfo *entry) {
  return notation_is_form(entry->attributes, entry->attribute_count);
}

// Why a function of a NESL program cannot be called; NULL when there is none of this name.
static const char *entry_obstacle(const ProgramTable *table, const char *name) {
  const char *why = NULL;
  for (size_t i = 0; name != NULL && why == NULL && i < table->entry_count; i++)
    why = notation_obstacle(entry_notation(&table->entries[i], "prints", 0), name);
  return why;
}

static int entry_choose(Execution *run) {
  const ProgramTable *table = run->table;
  const char *name = run->settings.entry;
  run->entry = entry_named(table, name != NULL ? name : "main");
  if (run->entry == NULL && name == NULL && table->entry_count == 1) run->entry = table->entries;
  if (run->entry != NULL) return RT_OK;
  const char *why = entry_obstacle(table, name);
  size_t known = 0;
  for (size_t i = 0; i < table->entry_count; i++)
    known += !is_form(&table->entries[i]);
  if (why != NULL)
    complain(run, CODE_ENTRY, "there is no entry point %s: its type %s", name, why);
  else if (known == 0)
    complain(run, CODE_ENTRY, "the program has no entry point");
  else if (name != NULL)
    complain(run, CODE_ENTRY, "there is no entry point %s", name);
  else
    complain(run, CODE_ENTRY,
             "the program has several entry points and none is called main; choose one with -e");
  if (run->settings.is_json) return RT_USAGE;
  if (known > 0) fputs("The entry points are:", stderr);
  for (size_t i = 0; i < table->entry_count; i++)
    if (!is_form(&table->entries[i])) fprintf(stderr, " %s", table->entries[i].name);
  if (known > 0) fputc('\n', stderr);
  return RT_USAGE;
}

static void complain_value(const Execution *run, const char *what, const ValueError *error) {
  if (error->line > 0)
    complain(run, CODE_ARGUMENT, "standard input, line %zu, column %zu: %s: %s", error->line,
             error->column, what, error->message);
  else if (error->has_offset)
    complain(run, CODE_ARGUMENT, "standard input, byte %zu: %s: %s", error->offset, what,
             error->message);
  else
    complain(run, CODE_ARGUMENT, "standard input: %s: %s", what, error->message);
}

static int read_argument(Execution *run, Reader *reader, size_t i) {
  const ParamInfo *param = &run->entry->params[i];
  const ObjectType *type = &run->table->types[param->type];
  ValueError error = {0};
  const char *notation = entry_notation(run->entry, "param", i);
  int code = notation != NULL ? object_read_notation(run->ctx, type, notation, reader,
                                                     &run->arguments[i], &error)
                              : object_read(run->ctx, type, reader, &run->arguments[i], &error);
  if (code == RT_OK) return RT_OK;
  if (error.message[0] == '\0') return complain_context(run);
  char what[512];
  snprintf(what, sizeof what, "argument %zu of %zu (%s: %s)", i + 1, run->entry->param_count,
           param->name, type->name);
  complain_value(run, what, &error);
  return code;
}

// At a terminal, what is waited for.
static void tell_arguments(const Execution *run) {
  if (run->entry->param_count == 0 || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) return;
  fprintf(stderr,
          "%s waits for its arguments on standard input, ended by Ctrl-D:", run->entry->name);
  for (size_t i = 0; i < run->entry->param_count; i++)
    fprintf(stderr, "%s %s: %s", i > 0 ? "," : "", run->entry->params[i].name,
            run->table->types[run->entry->params[i].type].name);
  fputc('\n', stderr);
}

static int read_arguments(Execution *run) {
  tell_arguments(run);
  Reader *reader = reader_from_file(stdin);
  run->arguments = calloc(run->entry->param_count + 1, sizeof *run->arguments);
  int code = reader == NULL || run->arguments == NULL ? RT_MEMORY : RT_OK;
  if (code != RT_OK) complain(run, CODE_MEMORY, "out of memory");
  for (size_t i = 0; code == RT_OK && i < run->entry->param_count; i++)
    code = read_argument(run, reader, i);
  ValueError error = {0};
  // At a terminal nobody says that nothing follows.
  if (code == RT_OK && !isatty(STDIN_FILENO) && !reader_at_end(reader, &error)) {
    char what[512];
    snprintf(what, sizeof what, "%s takes %zu argument%s", run->entry->name,
             run->entry->param_count, run->entry->param_count == 1 ? "" : "s");
    complain_value(run, what, &error);
    code = RT_FAILURE;
  }
  reader_free(reader);
  return code;
}

// ---------------------------------------------------------------------------------------------
// Running

// The arguments of one run: what it consumes are copies, except in the last run.
static int run_arguments(Execution *run, bool is_last, Object **arguments) {
  for (size_t i = 0; i < run->entry->param_count; i++) {
    bool is_copied = run->entry->params[i].is_unique && !is_last;
    int error = is_copied ? object_copy(run->ctx, run->arguments[i], &arguments[i]) : RT_OK;
    if (error != RT_OK) return error;
    if (!is_copied) arguments[i] = run->arguments[i];
  }
  return RT_OK;
}

static bool has_consumed(const EntryInfo *entry) {
  for (size_t i = 0; i < entry->param_count; i++)
    if (entry->params[i].is_unique) return true;
  return false;
}

// A call of a few microseconds is shorter than what the clock and the processor's mood make of it:
// it is called as often as makes a hundred of them, and the time of one is the mean. What it
// consumes it cannot get twice, and what it prints is not printed more often than it was asked.
static int write_runtime(Execution *run, Object **arguments, int64_t time) {
  enum { SHORT = 10000, BATCH = 100000 };
  int64_t begin = clock_now(), count = 0;
  int error = RT_OK;
  bool is_whole = !run->settings.is_batched || run->ctx->has_acted;
  if (time >= SHORT || is_whole || has_consumed(run->entry)) {
    fprintf(run->runtimes, "%" PRId64 "\n", time / 1000);
    return RT_OK;
  }
  while (error == RT_OK && (count == 0 || clock_now() - begin < BATCH)) {
    for (int i = 0; error == RT_OK && i < 8; i++, count++) {
      object_free(run->ctx, run->result);
      run->result = NULL;
      error = entry_call(run->ctx, run->entry, arguments, &run->result);
    }
  }
  double each = (double)(clock_now() - begin) / (double)count;
  fprintf(run->runtimes, "%.3f\n", each / 1000);
  return error;
}

static int run_once(Execution *run, bool is_last, bool is_timed) {
  object_free(run->ctx, run->result);
  run->result = NULL;
  Object **arguments = calloc(run->entry->param_count + 1, sizeof *arguments);
  if (arguments == NULL) {
    complain(run, CODE_MEMORY, "out of memory");
    return RT_MEMORY;
  }
  int error = run_arguments(run, is_last, arguments);
  if (error == RT_OK) {
    recording_run(run->ctx, 0);
    int64_t start = clock_now();
    error = entry_call(run->ctx, run->entry, arguments, &run->result);
    int64_t time = clock_now() - start;
    recording_run(run->ctx, 1);
    if (error == RT_OK && is_timed && run->runtimes != NULL)
      error = write_runtime(run, arguments, time);
  }
  for (size_t i = 0; i < run->entry->param_count; i++)
    if (arguments[i] != run->arguments[i]) object_free(run->ctx, arguments[i]);
  free(arguments);
  return error == RT_OK ? RT_OK : complain_context(run);
}

static int call_entry(Execution *run) {
  object_free(run->ctx, run->result);
  run->result = NULL;
  return entry_call(run->ctx, run->entry, run->arguments, &run->result);
}

// All forms of a program, and what they bind.
static int call_forms(Execution *run) {
  int error = context_renew(run->ctx);
  for (size_t i = 0; error == RT_OK && i < run->table->entry_count; i++) {
    run->entry = &run->table->entries[i];
    if (is_form(run->entry)) error = call_entry(run);
  }
  return error;
}

// Runs for a recording, as often as it takes to see something.
static int record_calls(Execution *run, int call(Execution *)) {
  int error = RT_OK;
  int64_t calls = 1;
  while (error == RT_OK && calls > 0) {
    recording_run(run->ctx, 0);
    for (int64_t i = 0; error == RT_OK && i < calls; i++)
      error = call(run);
    recording_run(run->ctx, calls);
    calls = recording_wants(run->ctx);
  }
  return error == RT_OK ? RT_OK : complain_context(run);
}

// The same of an entry point. What it consumes is copied before each run.
static int run_recorded(Execution *run) {
  if (!has_consumed(run->entry)) return record_calls(run, call_entry);
  int error = run_once(run, false, true);
  while (error == RT_OK && recording_wants(run->ctx) > 0)
    error = run_once(run, false, true);
  return error;
}

static bool is_recorded(const Execution *run) {
  return run->ctx->recording != NULL && !run->settings.has_warm_up;
}

static int run_all(Execution *run) {
  long runs = run->settings.runs;
  if (is_recorded(run)) return run_recorded(run);
  int error = run->settings.has_warm_up ? run_once(run, false, false) : RT_OK;
  for (long i = 0; error == RT_OK && i < runs; i++)
    error = run_once(run, i + 1 == runs, true);
  return error;
}

static bool put_text(Writer *writer, const char *text, size_t length, ValueError *error) {
  return writer_put(writer, text, length, error);
}

// `name = value : type` for a top-level form, and else the value alone.
static bool write_notation(const Execution *run, const char *notation, Writer *writer,
                           ValueError *error) {
  const char *shown = entry_notation(run->entry, "shows", 0);
  const char *type = shown != NULL ? strstr(shown, " : ") : NULL;
  if (shown != NULL && !(put_text(writer, shown, (size_t)(type - shown), error) &&
                         put_text(writer, " = ", 3, error)))
    return false;
  if (!object_write_notation(run->ctx, run->result, notation, run->settings.print_limit, writer,
                             error))
    return false;
  if (type != NULL && !put_text(writer, type, strlen(type), error)) return false;
  return put_text(writer, "\n", 1, error);
}

static bool write_values(const Execution *run, Writer *writer, ValueError *error) {
  const char *notation = entry_notation(run->entry, "result", 0);
  const char *text = entry_notation(run->entry, "prints", 0);
  if (run->settings.is_binary || (notation == NULL && text == NULL))
    return object_write(run->ctx, run->result, writer, run->settings.is_binary, error);
  if (notation != NULL) return write_notation(run, notation, writer, error);
  return put_text(writer, text, strlen(text), error) && put_text(writer, "\n", 1, error);
}

static int write_result(Execution *run) {
  if (run->settings.is_quiet) return RT_OK;
  ValueError error = {0};
  Writer *writer = writer_to_file(run->results != NULL ? run->results : stdout);
  bool is_written =
      writer != NULL && write_values(run, writer, &error) && writer_flush(writer, &error);
  bool is_memory = writer == NULL || error.out_of_memory;
  writer_free(writer);
  if (is_written) return RT_OK;
  complain(run, is_memory ? CODE_MEMORY : CODE_WRITE, "%s: %s",
           run->results != NULL ? run->settings.result_file : "standard output",
           is_memory ? "out of memory" : error.message);
  return is_memory ? RT_MEMORY : RT_USAGE;
}

// ---------------------------------------------------------------------------------------------
// From the command line to the exit

static int open_output(const Execution *run, const char *name, FILE **file) {
  if (name == NULL) return RT_OK;
  *file = fopen(name, "w");
  if (*file != NULL) return RT_OK;
  complain(run, CODE_WRITE, "cannot write %s: %s", name, strerror(errno));
  return RT_USAGE;
}

static int close_output(const Execution *run, const char *name, FILE *file, int code) {
  if (file == NULL) return code;
  bool is_good = !ferror(file);
  if (fclose(file) != 0) is_good = false;
  if (is_good || code != RT_OK) return code;
  complain(run, CODE_WRITE, "cannot write %s: %s", name, strerror(errno));
  return RT_USAGE;
}

// With --profile-json the profile goes to that file, else it is printed, unless it is recorded.
static int write_profile(Execution *run) {
  if (!run->ctx->is_profiling) return RT_OK;
  if (run->trace != NULL) {
    if (recording_write(run->ctx, run->entry != NULL ? run->entry->name : "", run->trace))
      return RT_OK;
    complain(run, CODE_MEMORY, "out of memory");
    return RT_MEMORY;
  }
  if (run->report == NULL) {
    context_summary(run->ctx, stderr);
    return RT_OK;
  }
  char *report = context_report(run->ctx);
  if (report == NULL) {
    complain(run, CODE_MEMORY, "out of memory");
    return RT_MEMORY;
  }
  fprintf(run->report, "%s\n", report);
  free(report);
  return RT_OK;
}

static bool has_forms(const ProgramTable *table) {
  for (size_t i = 0; i < table->entry_count; i++)
    if (is_form(&table->entries[i])) return true;
  return false;
}

// Evaluates and shows the top-level forms of a NESL program in their order.
static int execute_forms(Execution *run) {
  // What has acted on the world already when things were bound does not do so again.
  if (is_recorded(run) && !run->ctx->has_acted) return record_calls(run, call_forms);
  int error = RT_OK;
  for (size_t i = 0; error == RT_OK && i < run->table->entry_count; i++) {
    if (!is_form(&run->table->entries[i])) continue;
    run->entry = &run->table->entries[i];
    error = run_all(run);
    if (error == RT_OK) error = write_result(run);
  }
  return error;
}

static int execute_entry(Execution *run) {
  int error = entry_choose(run);
  if (error == RT_OK) error = read_arguments(run);
  if (error == RT_OK) error = run_all(run);
  if (error == RT_OK) error = write_result(run);
  return error;
}

// ---------------------------------------------------------------------------------------------
// Batches: many runs in one process, because a device takes long to open

static void run_clear(Execution *run) {
  for (size_t i = 0; run->arguments != NULL && i < run->entry->param_count; i++)
    object_free(run->ctx, run->arguments[i]);
  free(run->arguments);
  object_free(run->ctx, run->result);
  run->arguments = NULL;
  run->result = NULL;
}

// Splits a line into words, which are separated by tabs, and gives their number, at most `count`.
static size_t line_split(char *line, char **words, size_t count) {
  line[strcspn(line, "\n")] = '\0';
  for (size_t i = 0; i < count; i++) {
    words[i] = line;
    line += strcspn(line, "\t");
    if (*line == '\0') return i + 1;
    *line++ = '\0';
  }
  return count;
}

// One run with the files in place of the standard ones, and perhaps one for the result. Gives its
// exit code. What was traced before, when globals were computed, may be in the file already.
static int batch_run(Execution *run, char *line) {
  char *words[5] = {NULL};
  if (line_split(line, words, 5) < 4) return RT_USAGE;
  run->settings.entry = words[0];
  run->settings.result_file = words[4];
  if (freopen(words[3], "ab", stderr) == NULL) return RT_USAGE;
  if (freopen(words[1], "rb", stdin) == NULL || freopen(words[2], "wb", stdout) == NULL) {
    complain(run, CODE_WRITE, "cannot open %s and %s", words[1], words[2]);
    return RT_USAGE;
  }
  int code = open_output(run, words[4], &run->results);
  // What a form binds is computed, and perhaps printed, in each run.
  if (code == RT_OK && has_forms(run->table)) code = context_renew(run->ctx);
  if (code == RT_OK) code = execute_entry(run);
  code = close_output(run, words[4], run->results, code);
  run->results = NULL;
  run_clear(run);
  if ((fflush(stdout) != 0 || fflush(stderr) != 0) && code == RT_OK) code = RT_FAILURE;
  return code;
}

// Answers each line with the exit code of its run. A device that does not work ends all; that is a
// failure of the batch, others are not.
static int execute_batch(Execution *run) {
  FILE *commands = fdopen(dup(STDIN_FILENO), "r"), *answers = fdopen(dup(STDOUT_FILENO), "w");
  char *line = NULL;
  size_t capacity = 0;
  int code = commands != NULL && answers != NULL ? RT_OK : RT_USAGE;
  while (code != RT_USAGE && code != RT_DEVICE && getline(&line, &capacity, commands) > 0) {
    code = batch_run(run, line);
    fprintf(answers, "%d\n", code);
    fflush(answers);
  }
  free(line);
  if (commands != NULL) fclose(commands);
  if (answers != NULL) fclose(answers);
  return code == RT_USAGE || code == RT_DEVICE ? code : RT_OK;
}

static int execute_in_context(Execution *run) {
  run->ctx = context_new(run->settings.config);
  if (run->ctx == NULL) {
    complain(run, CODE_MEMORY, "out of memory");
    return RT_MEMORY;
  }
  if (context_error_code(run->ctx) != RT_OK) return complain_context(run);
  if (run->trace != NULL && recording_begin(run->ctx) != RT_OK) {
    complain(run, CODE_MEMORY, "out of memory");
    return RT_MEMORY;
  }
  bool shows_forms = run->settings.entry == NULL && has_forms(run->table);
  int error = run->settings.is_batch ? execute_batch(run)
              : shows_forms          ? execute_forms(run)
                                     : execute_entry(run);
  int status = write_profile(run);
  return error == RT_OK ? status : error;
}

// Files that cannot be opened are noticed before anything runs.
static int execute(void *data) {
  Execution *run = data;
  const Settings *settings = &run->settings;
  int error = open_output(run, settings->runtime_file, &run->runtimes);
  if (error == RT_OK) error = open_output(run, settings->report_file, &run->report);
  if (error == RT_OK) error = open_output(run, settings->trace_file, &run->trace);
  if (error == RT_OK) error = open_output(run, settings->result_file, &run->results);
  if (error == RT_OK) error = execute_in_context(run);
  error = close_output(run, settings->result_file, run->results, error);
  error = close_output(run, settings->runtime_file, run->runtimes, error);
  error = close_output(run, settings->trace_file, run->trace, error);
  return close_output(run, settings->report_file, run->report, error);
}

static void execution_free(Execution *run) {
  run_clear(run);
  context_free(run->ctx);
  config_free(run->settings.config);
}

int executable_main(const ProgramTable *table, int argc, char **argv) {
  Execution run = {.table = table};
  run.settings =
      (Settings){.program = argc > 0 ? argv[0] : table->name, .runs = 1, .print_limit = -1};
  run.settings.config = config_new(table);
  if (run.settings.config == NULL) {
    complain(&run, CODE_MEMORY, "out of memory");
    return RT_MEMORY;
  }
  int code = settings_read(&run.settings, false, argc, argv);
  if (code == RT_OK && !run.settings.is_done) code = program_run(table, execute, &run);
  if (fflush(stdout) != 0 && code == RT_OK) {
    complain(&run, CODE_WRITE, "standard output: %s", strerror(errno));
    code = RT_USAGE;
  }
  execution_free(&run);
  return code;
}
