// The frame around every sub-command: the driver's life, the command table, output.
#include "driver/driver.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/core.h"

#define MANY      SIZE_MAX
#define IN(group) (1u << GROUP_##group)

static const Command COMMANDS[] = {
#define COMMAND(name, function, operands, least, most, groups, purpose, details)                   \
  {#name, function, operands, least, most, groups, purpose, details},
#include "driver/commands.def"
#undef COMMAND
};

size_t command_count(void) { return sizeof COMMANDS / sizeof *COMMANDS; }

const Command *command_at(size_t position) { return &COMMANDS[position]; }

const Command *command_named(const char *name) {
  for (size_t i = 0; i < command_count(); i++)
    if (strcmp(COMMANDS[i].name, name) == 0) return &COMMANDS[i];
  return NULL;
}

Driver driver_open(DiagSettings settings) {
  Driver driver = {.arena = arena_new(), .crash_folder = "."};
  driver.names = interner_new(driver.arena);
  driver.sources = sources_new(driver.arena);
  driver.diag = diag_new(driver.arena, driver.sources);
  diag_configure(driver.diag, settings);
  return driver;
}

void driver_close(Driver *driver) {
  diag_flush(driver->diag);
  arena_free(driver->arena);
}

// ---- Finding and running the command ----

DiagSettings diag_settings_from(const Arguments *arguments) {
  DiagSettings settings = diag_settings_default();
  const char *color = option_text(arguments, OPTION_COLOR, "auto");
  settings.color = strcmp(color, "always") == 0  ? DIAG_COLOR_ALWAYS
                   : strcmp(color, "never") == 0 ? DIAG_COLOR_NEVER
                                                 : DIAG_COLOR_AUTO;
  settings.hides_warnings =
      option_is_set(arguments, OPTION_NO_WARNINGS) || option_is_set(arguments, OPTION_QUIET);
  settings.warnings_fail = option_is_set(arguments, OPTION_WARNINGS_FAIL);
  settings.json = option_is_set(arguments, OPTION_JSON);
  settings.is_verbose = option_is_set(arguments, OPTION_TELL);
  settings.error_limit = (size_t)option_count(arguments, OPTION_ERROR_LIMIT, settings.error_limit);
  return settings;
}

typedef struct CommandCall {
  Driver *driver;
  const Command *command;
  const Arguments *arguments;
  int status;
} CommandCall;

static void command_call(void *data, size_t stack_size) {
  (void)stack_size;
  CommandCall *call = data;
  call->status = call->command->run(call->driver, call->arguments);
}

// Runs the command on a deep stack, which is a thread of its own. Those that start processes do so
// from the main thread, and each process takes a deep stack for itself: in a process that was
// forked from another thread a leak checker does not know the stack.
static int command_run_deep(Driver *driver, const Command *command, const Arguments *arguments) {
  CommandCall call = {driver, command, arguments, EXIT_INTERNAL};
  if (command->groups & (IN(TEST) | IN(FUZZ) | IN(REPL)))
    command_call(&call, 0);
  else
    stack_run_deep(command_call, &call);
  return call.status;
}

// Parses the options silently, so that --json and --color also hold for the complaints about the
// others, then aloud.
static int command_run_with(Driver *driver, const Command *command, int count, char **words) {
  Arguments arguments;
  bool is_good = arguments_parse(driver->arena, NULL, command, count, words, &arguments);
  diag_configure(driver->diag, diag_settings_from(&arguments));
  if (option_is_set(&arguments, OPTION_HELP)) {
    StrBuf text = {0};
    help_print(&text, command);
    int status = text_write(driver, NULL, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return status;
  }
  if (!is_good) {
    arguments_parse(driver->arena, driver->diag, command, count, words, &arguments);
    return EXIT_USAGE;
  }
  FrontSettings settings = {.seed = option_count(&arguments, OPTION_RANDOM_SEED, 0),
                            .shows_types = option_is_set(&arguments, OPTION_TYPES),
                            .block_size = option_count(&arguments, OPTION_BLOCK_SIZE, 0)};
  settings.has_short_ints = strcmp(option_text(&arguments, OPTION_INT_BITS, "64"), "32") == 0;
  front_configure(settings);
  return command_run_deep(driver, command, &arguments);
}

const Command *command_find(Driver *driver, const char *name) {
  const Command *command = command_named(name);
  if (command) return command;
  if (name[0] == '-') {
    diag_error(driver->diag, ERROR_UNKNOWN_COMMAND, SPAN_NONE, "expected a sub-command, not %s",
               name);
    diag_hint(driver->diag, "options come after the sub-command: ravel check --json FILE");
    return NULL;
  }
  diag_error(driver->diag, ERROR_UNKNOWN_COMMAND, SPAN_NONE, "unknown sub-command %s", name);
  Suggestion suggestion = suggestion_for(name);
  for (size_t i = 0; i < command_count(); i++)
    suggestion_offer(&suggestion, COMMANDS[i].name);
  if (suggestion.best)
    diag_hint(driver->diag, "did you mean %s?", suggestion.best);
  else
    diag_hint(driver->diag, "ravel --help lists the sub-commands");
  return NULL;
}

int driver_run(Driver *driver, int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : NULL;
  bool is_help = !word || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
  if (word && (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)) {
    bool is_verbose =
        argc == 3 && (strcmp(argv[2], "--verbose") == 0 || strcmp(argv[2], "-v") == 0);
    if (argc > 2 && !is_verbose) {
      diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE,
                 "ravel %s does not know what to do with %s", word, argv[2]);
      return EXIT_USAGE;
    }
    StrBuf text = {0};
    strbuf_printf(&text, "ravel %s\n%s\n", RAVEL_VERSION, fuse_planner());
    if (is_verbose) features_print(driver, &text);
    int status = text_write(driver, NULL, strbuf_text(&text), text.length);
    strbuf_free(&text);
    return status;
  }
  if (is_help) {
    StrBuf text = {0};
    help_print(&text, NULL);
    int status = EXIT_USAGE;
    if (word)
      status = text_write(driver, NULL, strbuf_text(&text), text.length);
    else
      fputs(strbuf_text(&text), stderr);
    strbuf_free(&text);
    return status;
  }
  const Command *command = command_find(driver, word);
  return command ? command_run_with(driver, command, argc - 2, argv + 2) : EXIT_USAGE;
}

// ---- Output ----

int write_failed(Driver *driver, const char *path, const char *reason) {
  diag_error(driver->diag, ERROR_CANNOT_WRITE, SPAN_NONE, "cannot write %s: %s", path, reason);
  return EXIT_USAGE;
}

// The source that is this file; 0 when it is none.
static uint32_t source_at(const Driver *driver, const char *path) {
  const SourceFile *file;
  for (uint32_t id = 1; (file = source_get(driver->sources, id)); id++) {
    bool is_stdin = strcmp(file->path, "<stdin>") == 0;
    if (file_is_same(is_stdin ? "/dev/stdin" : file->path, path)) return id;
  }
  return 0;
}

int output_check(Driver *driver, const char *path, const char *mark) {
  uint32_t source = source_at(driver, path);
  if (source == 0 && !(mark && file_is_other(path, mark))) return EXIT_OK;
  write_failed(driver, path,
               source == 1  ? "it is the source"
               : source > 1 ? "the program imports it"
                            : "the file is there, and ravel has not written it");
  diag_hint(driver->diag, "-o gives the output another name");
  return EXIT_USAGE;
}

int text_write(Driver *driver, const char *path, const char *text, size_t length) {
  const char *error = NULL;
  if (path && strcmp(path, "-") != 0) {
    int status = output_check(driver, path, NULL);
    if (status != EXIT_OK) return status;
    if (file_write(driver->arena, path, text, length, &error)) return EXIT_OK;
    return write_failed(driver, path, error);
  }
  if (fwrite(text, 1, length, stdout) == length) return EXIT_OK;
  return write_failed(driver, "standard output", strerror(errno));
}

// After another failure this one would only repeat it.
int stdout_finish(Driver *driver, int status) {
  bool is_good = fflush(stdout) == 0 && !ferror(stdout);
  if (is_good || status != EXIT_OK) return status;
  return write_failed(driver, "standard output", strerror(errno));
}
