// The compiled targets of the tests: each program becomes an executable, which is given its
// arguments in the binary format and gives its results so. Multicore programs are cut into the
// smallest chunks and run on 1, 2 and 7 threads, which must agree.
#include "driver/target_c.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/cc.h"
#include "imp/imp.h"
#include "target/library/library.h"

typedef struct Compiled {
  Arena *arena;
  char *folder, *executable;
  char *input, *output, *errors; // files in the folder
  bool is_parallel;
} Compiled;

bool compiled_is_available(void) { return true; }

// ---- Making the executable ----

static Compiled *compiled_new(bool is_parallel) {
  Arena *arena = arena_new();
  Compiled *compiled = arena_make(arena, Compiled);
  const char *folder = getenv("TMPDIR");
  *compiled = (Compiled){.arena = arena, .is_parallel = is_parallel};
  compiled->folder =
      arena_printf(arena, "%s/ravel-test-XXXXXX", folder && *folder ? folder : "/tmp");
  if (!mkdtemp(compiled->folder)) {
    arena_free(arena);
    return NULL;
  }
  compiled->executable = path_join(arena, compiled->folder, "program");
  compiled->input = path_join(arena, compiled->folder, "input");
  compiled->output = path_join(arena, compiled->folder, "output");
  compiled->errors = path_join(arena, compiled->folder, "errors");
  return compiled;
}

void compiled_release(void *prepared) {
  Compiled *compiled = prepared;
  unlink(compiled->executable);
  unlink(compiled->input);
  unlink(compiled->output);
  unlink(compiled->errors);
  rmdir(compiled->folder);
  arena_free(compiled->arena);
}

static void *prepare(Driver *driver, Program *program, bool is_parallel) {
  Compiled *compiled = compiled_new(is_parallel);
  if (!compiled) {
    write_failed(driver, "a temporary folder", strerror(errno));
    return NULL;
  }
  ImpOptions options = {.is_parallel = is_parallel, .chunk_work = 1};
  ImpProgram *imp = mem_to_imp(program, driver->sources, options);
  LibraryOptions library = {.form = LIBRARY_EXECUTABLE,
                            .name = "program",
                            .backend = is_parallel ? "multicore" : "c",
                            .version = RAVEL_VERSION,
                            .flags = "",
                            .cgen = {.has_threads = is_parallel, .has_simd = true}};
  StrBuf text = {0};
  library_source(&text, imp, &library);
  CcOptions cc = {.has_threads = is_parallel, .is_quick = true};
  int status = cc_compile(driver, strbuf_text(&text), text.length, compiled->executable, cc);
  strbuf_free(&text);
  if (status == EXIT_OK) return compiled;
  compiled_release(compiled);
  return NULL;
}

void *c_prepare(Driver *driver, Program *program) { return prepare(driver, program, false); }

void *multicore_prepare(Driver *driver, Program *program) { return prepare(driver, program, true); }

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

// Opens a file as one of the standard streams; only in the child.
static void redirect(const char *path, int flags, int stream) {
  int file = open(path, flags, 0600);
  if (file < 0 || dup2(file, stream) < 0) _exit(126);
  close(file);
}

static int execute(const Compiled *compiled, const char *entry, int threads) {
  char number[32];
  snprintf(number, sizeof number, "--num-threads=%d", threads);
  fflush(NULL);
  pid_t process = fork();
  if (process == 0) {
    redirect(compiled->input, O_RDONLY, STDIN_FILENO);
    redirect(compiled->output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(compiled->errors, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    execl(compiled->executable, compiled->executable, "-b", "-e", entry,
          compiled->is_parallel ? number : (char *)NULL, (char *)NULL);
    _exit(126);
  }
  int status = 0;
  while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR)
    continue;
  return process > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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
