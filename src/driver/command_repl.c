// ravel repl: reads inputs, from the line editor or plain lines, and runs them.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/process.h"
#include "driver/repl.h"
#include "rts/c/kept.h"

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

// ---- Plain lines ----

// For scripts, and for terminals that cannot do more: an input ends where it is complete, or with
// the file.
static void read_lines(Repl *repl, const char *prompt) {
  StrBuf input = {0};
  char *line = NULL;
  size_t capacity = 0;
  for (;;) {
    if (prompt && input.length == 0) fputs(prompt, stdout);
    fflush(stdout);
    if (repl->is_over || getline(&line, &capacity, stdin) < 0) break;
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

// ---- At a terminal ----

static bool edit_is_open(void *context, const char *text, size_t length) {
  if (is_blank(text) || is_command(text)) return false;
  return repl_is_open(context, text, length);
}

static void edit_complete(void *context, const char *text, size_t cursor, EditChoices *choices) {
  repl_complete(context, text, cursor, choices);
}

static const char *edit_typed(void *context, const char *text, size_t cursor, size_t *size) {
  const Repl *repl = context;
  const FrontSession *session = repl->front->session;
  return session->typed ? session->typed(text, cursor, size) : NULL;
}

// SIGINT stops an evaluation and nothing else; repl_evaluate.c looks for it.
static void block_interrupts(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static void edit_lines(Repl *repl, EditTerminal *terminal, EditHistory *history,
                       const char *prompt) {
  EditScreen screen = terminal_screen(terminal);
  EditClient client = {
      .context = repl, .is_open = edit_is_open, .complete = edit_complete, .typed = edit_typed};
  EditOptions options = {.screen = &screen,
                         .client = &client,
                         .history = history,
                         .prompt = prompt,
                         .more = arena_printf(repl->arena, "%*s", (int)strlen(prompt), ".. ")};
  block_interrupts();
  while (!repl->is_over) {
    StrBuf text = {0};
    terminal_enter(terminal);
    EditEnd end = edit_read(&options, &text);
    forget_interrupts();
    terminal_leave(terminal);
    if (end == EDIT_EOF) repl->is_over = true;
    if (end == EDIT_DONE) run_input(repl, strbuf_text(&text));
    strbuf_free(&text);
  }
}

// Where past inputs are kept; NULL: nowhere, after a warning.
static const char *history_path(Repl *repl) {
  const char *base = environment("XDG_STATE_HOME", NULL), *home = environment("HOME", NULL);
  if (option_is_set(repl->arguments, OPTION_NO_HISTORY)) return NULL;
  const char *folder = base && base[0] == '/' ? path_join(repl->arena, base, "ravel")
                       : home                 ? path_join(repl->arena, home, ".local/state/ravel")
                                              : NULL;
  const char *why = folder ? kept_folder(folder) : "neither XDG_STATE_HOME nor HOME is set";
  if (!why)
    return path_join(repl->arena, folder,
                     arena_printf(repl->arena, "history-%s", repl->front->name));
  diag_warning(repl->driver->diag, ERROR_NO_HISTORY, SPAN_NONE, "past inputs are not kept: %s%s%s",
               folder ? folder : "", folder ? ": " : "", why);
  diag_flush(repl->driver->diag);
  return NULL;
}

static void run_interactive(Repl *repl, EditTerminal *terminal, const char *prompt) {
  const char *path = history_path(repl), *why = NULL;
  EditHistory *history = history_open(path, &why);
  if (why) {
    diag_warning(repl->driver->diag, ERROR_NO_HISTORY, SPAN_NONE,
                 "past inputs are not kept: %s: %s", path, why);
    diag_flush(repl->driver->diag);
  }
  edit_lines(repl, terminal, history, prompt);
  history_close(history);
}

// ---- The command ----

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
               .compiling = compiling_from(arguments),
               .is_plain = strcmp(option_text(arguments, OPTION_REPL_LAYOUT, "apl"), "apl") == 0};
  EditTerminal *terminal = terminal_open(repl.arena);
  if (terminal) setvbuf(stdin, NULL, _IONBF, 0); // the editor, and a form that reads, take turns
  const char *prompt = front->session->prompt ? front->session->prompt
                                              : arena_printf(repl.arena, "%s> ", front->name);
  if (repl.is_interactive)
    printf("ravel %s, %s. :help lists the commands, Ctrl-D ends.\n", RAVEL_VERSION, front->name);
  for (size_t i = 0; i < arguments->operands.count; i++) {
    int status = repl_load(&repl, arguments->operands.data[i]);
    if (repl.status == EXIT_OK) repl.status = status;
  }
  if (terminal)
    run_interactive(&repl, terminal, prompt);
  else
    read_lines(&repl, repl.is_interactive ? prompt : NULL);
  repl_clear(&repl);
  arena_free(repl.arena);
  return repl.is_interactive ? EXIT_OK : repl.status;
}
