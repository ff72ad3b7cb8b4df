// What begins with a colon at the prompt.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/pipeline.h"
#include "driver/repl.h"

typedef int ReplAction(Repl *repl, const char *argument);

typedef struct ReplCommand {
  const char *name, *argument;
  bool has_argument; // needs one
  const char *purpose, *details;
  ReplAction *action;
} ReplCommand;

#define REPL_COMMAND(name, ...) static int act_##name(Repl *repl, const char *argument);
#include "driver/repl_commands.def"
#undef REPL_COMMAND

static const ReplCommand COMMANDS[] = {
#define REPL_COMMAND(name, argument, has_argument, purpose, details)                               \
  {#name, argument, has_argument, purpose, details, act_##name},
#include "driver/repl_commands.def"
#undef REPL_COMMAND
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

// ---- Saying what is wrong ----

static int complain(Repl *repl, const char *hint, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  diag_verror(repl->driver->diag, ERROR_REPL_COMMAND, SPAN_NONE, format, arguments);
  va_end(arguments);
  if (hint) diag_hint(repl->driver->diag, "%s", hint);
  diag_flush(repl->driver->diag);
  return EXIT_USAGE;
}

// ---- Expressions ----

static int act_type(Repl *repl, const char *argument) { return repl_type(repl, argument); }

// Evaluates an expression like one that was typed.
static int run_expression(Repl *repl, const char *text, ReplRun run) {
  const char *terminator = repl->front->session->terminator;
  size_t length = strlen(text);
  bool is_ended = !terminator || (length > 0 && text[length - 1] == terminator[0]);
  run.path = arena_printf(repl->arena, "<input %zu>", ++repl->number);
  run.text = arena_printf(repl->arena, "%s%s", text, is_ended ? "" : terminator);
  run.length = strlen(run.text);
  return repl_run(repl, &run);
}

static int act_time(Repl *repl, const char *argument) {
  return run_expression(repl, argument, (ReplRun){.is_timed = true});
}

static int act_all(Repl *repl, const char *argument) {
  return run_expression(repl, *argument ? argument : "it", (ReplRun){.is_whole = true});
}

static int act_dump(Repl *repl, const char *argument) {
  size_t length = strcspn(argument, " \t");
  const char *text = argument + length + strspn(argument + length, " \t");
  if (!*text) return complain(repl, ":dump simplify 1 + 2", ":dump needs a pass and an expression");
  return repl_dump(repl, arena_strndup(repl->arena, argument, length), text);
}

// ---- The session ----

static int act_load(Repl *repl, const char *argument) {
  const char *path = argument;
  const Front *front = front_for_extension(path_extension(path));
  if (front && front != repl->front)
    return complain(repl, NULL, "%s is %s, and this session is %s", path, front->name,
                    repl->front->name);
  return repl_load(repl, arena_printf(repl->arena, "%s", path));
}

static int act_reload(Repl *repl, const char *argument) {
  (void)argument;
  return repl_reload(repl);
}

static int act_clear(Repl *repl, const char *argument) {
  (void)argument;
  repl_clear(repl);
  return EXIT_OK;
}

// Is the name defined again after this place?
static bool is_hidden(const Repl *repl, size_t input, size_t position, const char *name) {
  for (size_t i = input; i < repl->inputs.count; i++) {
    const ReplInput *later = &repl->inputs.data[i];
    for (size_t k = i == input ? position + 1 : 0; k < later->definitions.count; k++)
      if (strcmp(later->definitions.data[k].name, name) == 0) return true;
  }
  return false;
}

static int act_defs(Repl *repl, const char *argument) {
  (void)argument;
  for (size_t i = 0; i < repl->inputs.count; i++)
    for (size_t k = 0; k < repl->inputs.data[i].definitions.count; k++) {
      const ReplDefinition *definition = &repl->inputs.data[i].definitions.data[k];
      if (is_hidden(repl, i, k, definition->name)) continue;
      if (definition->type)
        printf("%s%s\n", definition->name, definition->type);
      else
        printf("%s %s\n", definition->kind, definition->name);
    }
  return EXIT_OK;
}

static int act_quit(Repl *repl, const char *argument) {
  (void)argument;
  repl->is_over = true;
  return EXIT_OK;
}

// ---- Settings ----

static const char *const COMPILING[] = {
    [COMPILE_AUTO] = "auto", [COMPILE_NEVER] = "never", [COMPILE_ALWAYS] = "always"};

static void print_settings(const Repl *repl) {
  if (repl->limit < 0)
    puts("limit all");
  else
    printf("limit %lld\n", (long long)repl->limit);
  printf("compile %s\n", COMPILING[repl->compiling]);
  printf("print %s\n", repl->is_plain ? "apl" : "tail");
}

static int set_limit(Repl *repl, const char *value) {
  char *end = NULL;
  long long limit = strtoll(value, &end, 10);
  if (strcmp(value, "all") == 0)
    repl->limit = -1;
  else if (*value && !*end && limit >= 0)
    repl->limit = limit;
  else
    return complain(repl, NULL, "the limit is a number of elements, or all, not %s", value);
  return EXIT_OK;
}

static int set_compile(Repl *repl, const char *value) {
  for (size_t i = 0; i < sizeof COMPILING / sizeof *COMPILING; i++)
    if (strcmp(COMPILING[i], value) == 0) {
      repl->compiling = (ReplCompiling)i;
      return EXIT_OK;
    }
  return complain(repl, NULL, "compile is auto, never or always, not %s", value);
}

static int set_print(Repl *repl, const char *value) {
  bool is_plain = strcmp(value, "apl") == 0;
  if (!is_plain && strcmp(value, "tail") != 0)
    return complain(repl, NULL, "print is apl or tail, not %s", value);
  repl->is_plain = is_plain;
  return EXIT_OK;
}

static int act_set(Repl *repl, const char *argument) {
  if (!*argument) {
    print_settings(repl);
    return EXIT_OK;
  }
  size_t length = strcspn(argument, " \t=");
  const char *name = arena_strndup(repl->arena, argument, length);
  const char *value = argument + length + strspn(argument + length, " \t=");
  if (strcmp(name, "limit") == 0) return set_limit(repl, value);
  if (strcmp(name, "compile") == 0) return set_compile(repl, value);
  if (strcmp(name, "print") == 0) return set_print(repl, value);
  return complain(repl, "the settings are limit, compile and print", "there is no setting %s",
                  name);
}

// ---- Help ----

size_t repl_command_count(void) { return COMMAND_COUNT; }

const char *repl_command_name(size_t position) { return COMMANDS[position].name; }

const char *repl_command_argument(size_t position) { return COMMANDS[position].argument; }

// The command that a word stands for, whole or cut short; NULL when there is none.
static const ReplCommand *command_meant(const char *word, size_t length) {
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strlen(COMMANDS[i].name) == length && strncmp(COMMANDS[i].name, word, length) == 0)
      return &COMMANDS[i];
  for (size_t i = 0; i < COMMAND_COUNT && length > 0; i++)
    if (strncmp(COMMANDS[i].name, word, length) == 0) return &COMMANDS[i];
  return NULL;
}

bool repl_command_is(const char *word, size_t length, const char *name) {
  const ReplCommand *command = command_meant(word, length);
  return command && strcmp(command->name, name) == 0;
}

// The same, but reports when there is none.
static const ReplCommand *command_for(Repl *repl, const char *word) {
  const ReplCommand *command = command_meant(word, strlen(word));
  if (command) return command;
  Suggestion suggestion = suggestion_for(word);
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    suggestion_offer(&suggestion, COMMANDS[i].name);
  complain(repl,
           suggestion.best ? arena_printf(repl->arena, "did you mean :%s?", suggestion.best)
                           : ":help lists the commands",
           "there is no command :%s", word);
  return NULL;
}

static int act_help(Repl *repl, const char *argument) {
  if (*argument == ':') argument++;
  if (*argument) {
    const ReplCommand *command = command_for(repl, argument);
    if (!command) return EXIT_USAGE;
    printf(":%s%s%s\n%s.\n\n%s\n", command->name, *command->argument ? " " : "", command->argument,
           command->purpose, command->details);
    return EXIT_OK;
  }
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    const ReplCommand *command = &COMMANDS[i];
    const char *head = arena_printf(repl->arena, ":%s %s", command->name, command->argument);
    printf("  %-24s %s\n", head, command->purpose);
  }
  puts("Anything else is a definition or an expression; `it` is the last value.");
  return EXIT_OK;
}

void repl_command(Repl *repl, const char *line) {
  size_t length = 0;
  line++;
  while (isalpha((unsigned char)line[length]))
    length++;
  const char *word = arena_strndup(repl->arena, line, length);
  const char *rest = line + length + strspn(line + length, " \t\n");
  size_t end = strlen(rest);
  while (end > 0 && isspace((unsigned char)rest[end - 1]))
    end--;
  const ReplCommand *command = command_for(repl, word);
  int status = EXIT_USAGE;
  if (command && command->has_argument && end == 0)
    complain(repl, NULL, ":%s needs %s", command->name, command->argument);
  else if (command)
    status = command->action(repl, arena_strndup(repl->arena, rest, end));
  if (repl->status == EXIT_OK) repl->status = status;
  fflush(stdout);
}
