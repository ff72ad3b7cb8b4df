// What a word at the prompt may become: a name, a command, a file.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/pipeline.h"
#include "driver/repl.h"

static bool is_name_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '\'' || byte == '.';
}

// Adds a word that begins with what is typed.
static void offer(EditChoices *choices, const char *typed, size_t length, const char *word) {
  if (strncmp(word, typed, length) == 0)
    vec_push(choices->arena, &choices->words, arena_printf(choices->arena, "%s", word));
}

static void offer_names(Repl *repl, const char *text, size_t cursor, EditChoices *choices) {
  size_t start = cursor;
  while (start > 0 && is_name_byte(text[start - 1]))
    start--;
  if (start == cursor) return;
  choices->start = start;
  SessionNames names = repl_names(repl, choices->arena);
  for (size_t i = 0; i < names.count; i++)
    offer(choices, text + start, cursor - start, names.data[i]);
}

// The word that the cursor is in or after, up to the blank before it.
static void begin_word(const char *text, size_t cursor, EditChoices *choices) {
  size_t start = cursor;
  while (start > 0 && !strchr(" \t", text[start - 1]))
    start--;
  choices->start = start;
}

// `behind` is what follows the name of a command that takes an argument.
static void offer_commands(const char *text, size_t cursor, const char *behind,
                           EditChoices *choices) {
  for (size_t i = 0; i < repl_command_count(); i++) {
    bool is_alone = *repl_command_argument(i) == '\0';
    const char *word =
        arena_printf(choices->arena, "%s%s", repl_command_name(i), is_alone ? "" : behind);
    offer(choices, text + choices->start, cursor - choices->start, word);
  }
}

static bool is_folder(Arena *arena, const char *folder, const char *name) {
  struct stat status;
  return stat(path_join(arena, folder, name), &status) == 0 && S_ISDIR(status.st_mode);
}

// Files of the language, and folders; those that begin with a dot only when that is typed.
static void offer_files(const Repl *repl, const char *text, size_t cursor, EditChoices *choices) {
  Arena *arena = choices->arena;
  char *typed = arena_strndup(arena, text + choices->start, cursor - choices->start);
  char *slash = strrchr(typed, '/');
  const char *prefix = slash ? arena_strndup(arena, typed, (size_t)(slash + 1 - typed)) : "";
  const char *folder = *prefix ? prefix : ".", *name = slash ? slash + 1 : typed;
  DIR *directory = opendir(folder);
  if (!directory) return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_name[0] == '.' && name[0] != '.') continue;
    bool is_inner = is_folder(arena, folder, entry->d_name);
    if (!is_inner && front_for_extension(path_extension(entry->d_name)) != repl->front) continue;
    offer(choices, typed, strlen(typed),
          arena_printf(arena, "%s%s%s", prefix, entry->d_name, is_inner ? "/" : ""));
  }
  closedir(directory);
}

static void offer_passes(const char *text, size_t cursor, EditChoices *choices) {
  const char *typed = text + choices->start;
  offer(choices, typed, cursor - choices->start, "parse");
  for (size_t i = 0; i < pass_count(); i++)
    offer(choices, typed, cursor - choices->start, pass_at(i)->name);
}

static void offer_settings(const char *text, size_t cursor, EditChoices *choices) {
  static const char *const WORDS[] = {"limit", "compile", "print", "all", "auto",
                                      "never", "always",  "apl",   "tail"};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    offer(choices, text + choices->start, cursor - choices->start, WORDS[i]);
}

// What follows a command. It may have been cut short.
static void offer_argument(Repl *repl, const char *command, size_t length, const char *text,
                           size_t cursor, EditChoices *choices) {
  const char *first = command + length + strspn(command + length, " \t");
  begin_word(text, cursor, choices);
  if (repl_command_is(command, length, "load"))
    offer_files(repl, text, cursor, choices);
  else if (repl_command_is(command, length, "help"))
    offer_commands(text, cursor, "", choices);
  else if (repl_command_is(command, length, "set"))
    offer_settings(text, cursor, choices);
  else if (repl_command_is(command, length, "dump") && text + choices->start <= first)
    offer_passes(text, cursor, choices);
  else
    offer_names(repl, text, cursor, choices);
}

void repl_complete(Repl *repl, const char *text, size_t cursor, EditChoices *choices) {
  size_t blank = strspn(text, " \t");
  if (text[blank] != ':' || cursor <= blank) {
    offer_names(repl, text, cursor, choices);
    return;
  }
  const char *command = text + blank + 1;
  size_t length = strcspn(command, " \t");
  if (cursor > blank + 1 + length) {
    offer_argument(repl, command, length, text, cursor, choices);
    return;
  }
  choices->start = blank + 1;
  offer_commands(text, cursor, " ", choices);
}
