// ravel repl: reads inputs, from the line editor or plain lines, and runs them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/repl.h"

static const int64_t DEFAULT_LIMIT = 50;

static bool is_blank(const char *text) { return text[strspn(text, " \t\r\n")] == '\0'; }

static bool is_command(const char *text) { return text[strspn(text, " \t\r\n")] == ':'; }

// Runs what was read as one input.
static void run_input(Repl *repl, const char *text) {
  if (is_blank(text)) return;
  if (is_command(text)) {
    repl_command(repl, text + strspn(text, " \t\r\n"));
    return;
  }
  ReplRun run = {.path = arena_printf(repl->arena, "<input %zu>", ++repl->number),
                 .text = text,
                 .length = strlen(text)};
  int status = repl_run(repl, &run);
  if (repl->status == EXIT_OK) repl->status = status;
}

// Plain lines, for scripts: an input ends where it is complete, or with the file.
static void read_lines(Repl *repl) {
  StrBuf input = {0};
  char *line = NULL;
  size_t capacity = 0;
  while (!repl->is_over && getline(&line, &capacity, stdin) >= 0) {
    strbuf_puts(&input, line);
    const char *text = strbuf_text(&input);
    bool is_whole = is_blank(text) || is_command(text) || !repl_is_open(repl, text, input.length);
    if (!is_whole) continue;
    run_input(repl, text);
    strbuf_clear(&input);
  }
  if (!repl->is_over) run_input(repl, strbuf_text(&input));
  strbuf_free(&input);
  free(line);
}

// The language of the session; NULL after a report.
static const Front *session_front(Driver *driver, const Arguments *arguments) {
  const char *language = option_text(arguments, OPTION_LANGUAGE, NULL);
  if (!language && arguments->operands.count == 0) language = "futhark";
  const char *path = arguments->operands.count > 0 ? arguments->operands.data[0] : NULL;
  const Front *front = front_choose(driver, path, language);
  if (!front || front->session) return front;
  diag_error(driver->diag, ERROR_UNKNOWN_LANGUAGE, SPAN_NONE, "%s has no prompt", front->name);
  return NULL;
}

static ReplCompiling compiling_from(const Arguments *arguments) {
  const char *text = option_text(arguments, OPTION_REPL_COMPILE, "auto");
  return strcmp(text, "never") == 0    ? COMPILE_NEVER
         : strcmp(text, "always") == 0 ? COMPILE_ALWAYS
                                       : COMPILE_AUTO;
}

int command_repl(Driver *driver, const Arguments *arguments) {
  const Front *front = session_front(driver, arguments);
  if (!front) return EXIT_USAGE;
  Repl repl = {.driver = driver,
               .arguments = arguments,
               .arena = arena_new(),
               .front = front,
               .is_interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
               .limit = (int64_t)option_count(arguments, OPTION_REPL_LIMIT, DEFAULT_LIMIT),
               .compiling = compiling_from(arguments)};
  for (size_t i = 0; i < arguments->operands.count; i++) {
    int status = repl_load(&repl, arguments->operands.data[i]);
    if (repl.status == EXIT_OK) repl.status = status;
  }
  read_lines(&repl);
  repl_clear(&repl);
  arena_free(repl.arena);
  return repl.is_interactive ? EXIT_OK : repl.status;
}
