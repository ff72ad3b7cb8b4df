// The compiled targets of the tests: each program becomes an executable, which is given its
// arguments in the binary format and gives its results so. Multicore programs are cut into the
// smallest chunks and run on 1, 2 and 7 threads, which must agree.
#include "driver/target_c.h"

#include <stdio.h>
#include <stdlib.h>

#include "driver/executable.h"
#include "driver/process.h"

typedef struct Compiled {
  Driver *driver;
  Arena *arena;
  Scratch scratch;
  char *executable;
  char *input, *output, *errors; // files in the scratch folder
  bool is_parallel;
} Compiled;

bool compiled_is_available(void) { return true; }

// ---- Making the executable ----

static Compiled *compiled_new(Driver *driver, bool is_parallel) {
  const char *error = NULL;
  Arena *arena = arena_new();
  Compiled *compiled = arena_make(arena, Compiled);
  *compiled = (Compiled){.driver = driver, .arena = arena, .is_parallel = is_parallel};
  if (!scratch_open(driver, &compiled->scratch, scratch_parent(), &error)) {
    write_failed(driver, scratch_parent(), error);
    arena_free(arena);
    return NULL;
  }
  const char *folder = compiled->scratch.folder;
  compiled->executable = path_join(arena, folder, "program");
  compiled->input = path_join(arena, folder, "input");
  compiled->output = path_join(arena, folder, "output");
  compiled->errors = path_join(arena, folder, "errors");
  return compiled;
}

void compiled_release(void *prepared) {
  Compiled *compiled = prepared;
  scratch_close(&compiled->scratch);
  arena_free(compiled->arena);
}

static void *prepare(Driver *driver, Program *program, const TargetOptions *target,
                     bool is_parallel) {
  Compiled *compiled = compiled_new(driver, is_parallel);
  if (!compiled) return NULL;
  ExecutableOptions options = {.imp = {.is_parallel = is_parallel, .chunk_work = 1},
                               .form = LIBRARY_EXECUTABLE,
                               .name = "program",
                               .cc = {.is_quick = true, .is_sanitized = target->is_sanitized}};
  if (executable_write(driver, program, &options, compiled->executable) == EXIT_OK) return compiled;
  compiled_release(compiled);
  return NULL;
}

void *c_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, false);
}

void *multicore_prepare(Driver *driver, Program *program, const TargetOptions *options) {
  return prepare(driver, program, options, true);
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

static bool write_input(const Compiled *compiled, const Values *arguments, Failure *failure) {
  FILE *file = fopen(compiled->input, "wb");
  Writer *writer = file ? writer_to_file(file) : NULL;
  ValueError error = {0};
  bool is_good = writer != NULL;
  for (size_t i = 0; is_good && i < arguments->count; i++)
    is_good = value_write_binary(writer, &arguments->data[i], &error);
  is_good = is_good && writer_flush(writer, &error);
  writer_free(writer);
  if (file) fclose(file);
  return is_good ||
         fail(failure, FAILURE_ARGUMENT, "cannot write the arguments: %s", error.message);
}

// Gives the exit code, or -1.
static int execute(Compiled *compiled, const char *entry, int threads) {
  Words words = {0};
  vec_push(compiled->arena, &words, compiled->executable);
  vec_push(compiled->arena, &words, "-b");
  vec_push(compiled->arena, &words, "-e");
  vec_push(compiled->arena, &words, entry);
  if (compiled->is_parallel)
    vec_push(compiled->arena, &words, arena_printf(compiled->arena, "--num-threads=%d", threads));
  Process process = {.words = &words,
                     .input = compiled->input,
                     .output = compiled->output,
                     .errors = compiled->errors};
  ProcessEnd end = process_run(compiled->driver, &compiled->scratch, &process);
  return end.is_started && !end.signal ? end.code : -1;
}

// What the program said about its failure.
static bool fail_with_errors(const Compiled *compiled, int status, Failure *failure) {
  const char *error = NULL;
  size_t length = 0;
  char *text = file_read(compiled->arena, compiled->errors, 1 << 20, &length, &error);
  FailureKind kind = status == EXIT_OUT_OF_MEMORY ? FAILURE_MEMORY : FAILURE_ASSERT;
  if (status != EXIT_RUN_TIME && status != EXIT_OUT_OF_MEMORY)
    return fail(failure, kind, "the executable ended with status %d: %s", status,
                text ? text : error);
  return fail(failure, kind, "%s", text ? text : error);
}

static bool read_output(const Compiled *compiled, const Fun *entry, Values *results,
                        Failure *failure) {
  size_t count = 0;
  ValueType *types = entry_result_types(entry, &count);
  *results = (Values){.data = calloc(count + 1, sizeof *results->data)};
  FILE *file = fopen(compiled->output, "rb");
  Reader *reader = file ? reader_from_file(file) : NULL;
  ValueError error = {0};
  bool is_good = reader && types && results->data;
  while (is_good && results->count < count) {
    is_good = value_read(reader, &types[results->count], &results->data[results->count], &error);
    if (is_good) results->count++;
  }
  is_good = is_good && reader_at_end(reader, &error);
  reader_free(reader);
  if (file) fclose(file);
  free(types);
  if (is_good) return true;
  values_free(results);
  return fail(failure, FAILURE_SHAPE, "the executable's results cannot be read: %s", error.message);
}

static bool run_once(Compiled *compiled, Fun *entry, int threads, Values *results,
                     Failure *failure) {
  int status = execute(compiled, entry->entry->name, threads);
  if (status != EXIT_OK) return fail_with_errors(compiled, status, failure);
  return read_output(compiled, entry, results, failure);
}

static bool is_same(const Values *a, const Values *b, Failure *failure, int threads) {
  char message[512];
  for (size_t i = 0; i < a->count; i++)
    if (!value_compare(&a->data[i], &b->data[i], 1e-4, message, sizeof message))
      return fail(failure, FAILURE_SHAPE,
                  "with %d threads result %zu differs from one thread's: %s", threads, i + 1,
                  message);
  return true;
}

bool compiled_run(void *prepared, Fun *entry, const Values *arguments, Values *results,
                  Failure *failure) {
  Compiled *compiled = prepared;
  *results = (Values){0};
  if (!write_input(compiled, arguments, failure)) return false;
  if (!run_once(compiled, entry, 1, results, failure)) return false;
  static const int counts[] = {2, 7};
  for (size_t i = 0; compiled->is_parallel && i < sizeof counts / sizeof *counts; i++) {
    Values again = {0};
    bool is_good = run_once(compiled, entry, counts[i], &again, failure) &&
                   is_same(results, &again, failure, counts[i]);
    values_free(&again);
    if (is_good) continue;
    values_free(results);
    return false;
  }
  return true;
}
