// Signals are taken one by one while the compiler runs: an interruption ends it, removes what was
// written, and then has its usual effect.
#include "driver/toolchain.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void add_words(Driver *driver, Words *words, const char *text) {
  const char *at = text;
  while (*at != '\0') {
    size_t length = strcspn(at, " \t\n");
    if (length > 0) vec_push(driver->arena, words, arena_strndup(driver->arena, at, length));
    at += length + (at[length] != '\0');
  }
}

static const char *variable(const char *name, const char *fallback) {
  const char *value = getenv(name);
  return value && *value != '\0' ? value : fallback;
}

void cc_command(Driver *driver, CcOptions options, const char *source, const char *output,
                Words *words) {
  add_words(driver, words, variable("CC", "cc"));
  add_words(driver, words, "-std=c11 -fno-math-errno -fno-trapping-math");
  if (options.is_sanitized)
    add_words(driver, words, "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all");
  else if (options.is_quick)
    add_words(driver, words, "-O1 -ffp-contract=off");
  else
    add_words(driver, words, "-O3 -ffp-contract=fast");
  if (!options.is_portable && !options.is_sanitized && !options.is_quick)
    add_words(driver, words, "-march=native");
  add_words(driver, words, options.has_threads ? "-fopenmp" : "-fopenmp-simd");
  if (options.is_shared) add_words(driver, words, "-shared -fPIC");
  add_words(driver, words, variable("CFLAGS", ""));
  add_words(driver, words, "-o");
  vec_push(driver->arena, words, output);
  vec_push(driver->arena, words, source);
  add_words(driver, words, "-lm -lpthread");
}

// ---- A process ----

static sigset_t watched_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGCHLD);
  return set;
}

// Starts the command, with the signals as they were before.
static pid_t start(Driver *driver, const Words *words, const sigset_t *before) {
  char **argv = arena_array(driver->arena, char *, words->count + 1);
  for (size_t i = 0; i < words->count; i++)
    argv[i] = arena_printf(driver->arena, "%s", words->data[i]);
  diag_flush(driver->diag);
  fflush(NULL);
  pid_t process = fork();
  if (process != 0) return process;
  sigprocmask(SIG_SETMASK, before, NULL);
  execvp(argv[0], argv);
  fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
  _exit(127);
}

// Waits for the process; an interruption is handed on to it. Gives the signal, or 0.
static int wait_for(pid_t process, const sigset_t *set, int *status) {
  int interruption = 0;
  for (;;) {
    pid_t ended = waitpid(process, status, WNOHANG);
    if (ended == process) return interruption;
    if (ended < 0 && errno != EINTR) {
      *status = -1;
      return interruption;
    }
    int number = sigwaitinfo(set, NULL);
    if (number <= 0 || number == SIGCHLD) continue;
    interruption = number;
    kill(process, SIGTERM);
  }
}

// ---- Files that must not stay ----

typedef struct Scratch {
  char *folder;
  char *source;
  char *output; // beside the real one, so that it can be renamed
} Scratch;

static bool scratch_open(Driver *driver, Scratch *scratch, const char *output) {
  scratch->folder = arena_printf(driver->arena, "%s/ravel-XXXXXX", variable("TMPDIR", "/tmp"));
  if (!mkdtemp(scratch->folder)) return false;
  scratch->source = path_join(driver->arena, scratch->folder, "program.c");
  scratch->output = arena_printf(driver->arena, "%s.ravel-%ld", output, (long)getpid());
  return true;
}

static void scratch_close(const Scratch *scratch) {
  unlink(scratch->source);
  unlink(scratch->output);
  rmdir(scratch->folder);
}

static int report(Driver *driver, const Words *words, int status) {
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) == 127) {
    diag_error(driver->diag, ERROR_C_COMPILER, SPAN_NONE, "the C compiler `%s` cannot be run",
               words->data[0]);
    diag_hint(driver->diag, "set CC to a C11 compiler such as gcc or clang");
    return EXIT_USAGE;
  }
  diag_error(driver->diag, ERROR_C_COMPILER, SPAN_NONE, "the C compiler `%s` failed with status %d",
             words->data[0], WEXITSTATUS(status));
  diag_hint(driver->diag, "look at CC and CFLAGS; with --emit=c the program is shown");
  return EXIT_USAGE;
}

static int compile(Driver *driver, CcOptions options, const Scratch *scratch, const char *output,
                   const sigset_t *set, const sigset_t *before, int *interruption) {
  Words words = {0};
  cc_command(driver, options, scratch->source, scratch->output, &words);
  int status = -1;
  pid_t process = start(driver, &words, before);
  if (process > 0) *interruption = wait_for(process, set, &status);
  if (*interruption) return EXIT_OK;
  if (process < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return report(driver, &words, status);
  if (rename(scratch->output, output) != 0) return write_failed(driver, output, strerror(errno));
  return EXIT_OK;
}

int cc_run(Driver *driver, CcOptions options, const char *text, size_t length, const char *output) {
  sigset_t set = watched_signals(), before;
  sigprocmask(SIG_BLOCK, &set, &before);
  Scratch scratch;
  int status = EXIT_OK, interruption = 0;
  const char *error = NULL;
  if (!scratch_open(driver, &scratch, output)) {
    status = write_failed(driver, scratch.folder, strerror(errno));
  } else {
    if (!file_write(driver->arena, scratch.source, text, length, &error))
      status = write_failed(driver, scratch.source, error);
    else
      status = compile(driver, options, &scratch, output, &set, &before, &interruption);
    scratch_close(&scratch);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (interruption) raise(interruption);
  return status;
}
