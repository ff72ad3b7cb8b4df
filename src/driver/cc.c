#include "driver/cc.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef Vec(char *) CcWords;

const char *cc_flags(Arena *arena, CcOptions options) {
  if (options.is_quick)
    return arena_printf(arena,
                        "-std=c11 -O1 -ffp-contract=off -fno-math-errno -fno-trapping-math %s",
                        options.has_threads ? "-fopenmp" : "-fopenmp-simd");
  return arena_printf(
      arena, "-std=c11 %s%s -fno-math-errno -fno-trapping-math -fopenmp-simd%s%s",
      options.is_sanitized ? "-O1 -g" : "-O3", options.is_portable ? "" : " -march=native",
      options.has_threads ? " -fopenmp" : "",
      options.is_sanitized ? " -fsanitize=address,undefined -fno-sanitize-recover=all" : "");
}

// Adds the words of a text that are separated by blanks.
static void words_add(Arena *arena, CcWords *words, const char *text) {
  while (text && *(text += strspn(text, " \t\n")) != '\0') {
    size_t length = strcspn(text, " \t\n");
    vec_push(arena, words, arena_printf(arena, "%.*s", (int)length, text));
    text += length;
  }
}

static const char *cc_command(void) {
  const char *compiler = getenv("CC");
  return compiler && *compiler ? compiler : "cc";
}

// Writes all of the text; false if the reader went away or something else went wrong.
static bool pipe_write(int pipe, const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(pipe, text, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text += written;
    length -= (size_t)written;
  }
  return true;
}

// Runs the command with the text as its standard input; its exit code, or -1.
static int command_feed(char **command, const char *text, size_t length) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(command[0], command);
    _exit(127);
  }
  close(ends[0]);
  // A compiler that gives up early must not end this process.
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGPIPE, &ignore, &before);
  if (child > 0) pipe_write(ends[1], text, length);
  close(ends[1]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  sigaction(SIGPIPE, &before, NULL);
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int cc_compile(Driver *driver, const char *text, size_t length, const char *output,
               CcOptions options) {
  CcWords words = {0};
  words_add(driver->arena, &words, cc_command());
  words_add(driver->arena, &words, cc_flags(driver->arena, options));
  words_add(driver->arena, &words, getenv("CFLAGS"));
  words_add(driver->arena, &words, "-x c - -o");
  vec_push(driver->arena, &words, arena_printf(driver->arena, "%s", output));
  words_add(driver->arena, &words, "-lm -pthread");
  vec_push(driver->arena, &words, NULL);
  int status = command_feed(words.data, text, length);
  if (status == 0) return EXIT_OK;
  if (status == 127 || status < 0)
    diag_error(driver->diag, ERROR_CC, SPAN_NONE, "cannot run the C compiler %s", cc_command());
  else
    diag_error(driver->diag, ERROR_CC, SPAN_NONE, "the C compiler %s failed with exit code %d",
               cc_command(), status);
  diag_hint(driver->diag, "the environment variables CC and CFLAGS choose the compiler and flags");
  return EXIT_USAGE;
}
