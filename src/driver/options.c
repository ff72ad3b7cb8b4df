#include "driver/options.h"

#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"

static const OptionInfo OPTIONS[] = {
#define OPTION(id, group, letter, name, kind, argument, help)                                      \
  {GROUP_##group, letter, name, KIND_##kind, argument, help},
#include "driver/options.def"
};

static const char *const HEADINGS[] = {
#define GROUP(id, heading) heading,
#include "driver/options.def"
};

const OptionInfo *option_info(OptionId id) { return &OPTIONS[id]; }

const char *group_heading(OptionGroup group) { return HEADINGS[group]; }

static bool has_group_of(const Command *command, size_t id) {
  return (command->groups >> OPTIONS[id].group & 1) != 0;
}

bool command_takes(const Command *command, OptionId id) {
  if (!has_group_of(command, id)) return false;
  for (size_t i = (size_t)id + 1; i < OPTION_COUNT; i++)
    if (has_group_of(command, i) && strcmp(OPTIONS[i].name, OPTIONS[id].name) == 0) return false;
  return true;
}

// ---- Parsing ----

// Where messages go.
typedef struct ArgumentParser {
  Arena *arena;
  Diag *diag; // NULL: silent
  const Command *command;
  bool is_good;
} ArgumentParser;

// Begins a message unless the parser is silent; whether it did.
#define COMPLAIN(parser, ...)                                                                      \
  ((parser)->is_good = false,                                                                      \
   (parser)->diag ? (diag_error((parser)->diag, __VA_ARGS__), true) : false)

// The options of a command.
static bool command_option(const void *data, size_t i, OptionForm *form) {
  const Command *command = data;
  if (i >= OPTION_COUNT) return false;
  const OptionInfo *info = &OPTIONS[i];
  *form = (OptionForm){.name = command_takes(command, (OptionId)i) ? info->name : NULL,
                       .letter = info->letter,
                       .kind = info->kind,
                       .argument = info->argument};
  return true;
}

static void complain_unknown(ArgumentParser *parser, const char *message) {
  if (!COMPLAIN(parser, ERROR_UNKNOWN_OPTION, SPAN_NONE, "%s for ravel %s", message,
                parser->command->name))
    return;
  const char *option = strrchr(message, ' ');
  Suggestion suggestion = suggestion_for(option ? option + 1 : message);
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(parser->command, (OptionId)i))
      suggestion_offer(&suggestion, arena_printf(parser->arena, "--%s", OPTIONS[i].name));
  if (suggestion.best)
    diag_hint(parser->diag, "did you mean %s?", suggestion.best);
  else
    diag_hint(parser->diag, "ravel %s --help lists the options", parser->command->name);
}

static void check_operands(ArgumentParser *parser, const Arguments *arguments) {
  const Command *command = parser->command;
  size_t count = arguments->operands.count;
  if (option_is_set(arguments, OPTION_HELP)) return;
  if (count < command->least) {
    if (COMPLAIN(parser, ERROR_OPERANDS, SPAN_NONE, "ravel %s needs %s", command->name,
                 command->operands))
      diag_hint(parser->diag, "ravel %s --help shows examples", command->name);
  } else if (count > command->most) {
    COMPLAIN(parser, ERROR_OPERANDS, SPAN_NONE, "ravel %s does not know what to do with %s",
             command->name, arguments->operands.data[command->most]);
  }
}

bool arguments_parse(Arena *arena, Diag *diag, const Command *command, int count,
                     char *const *words, Arguments *arguments) {
  ArgumentParser parser = {arena, diag, command, true};
  CommandLine line = {.words = words, .count = count};
  CommandWord word;
  *arguments = (Arguments){.command = command};
  while ((word = command_line_next(&line, command_option, command)).kind != WORD_END) {
    switch (word.kind) {
    case WORD_END: break;
    case WORD_OPERAND: vec_push(arena, &arguments->operands, word.text); break;
    case WORD_OPTION:
      vec_push(arena, &arguments->options, (OptionUse){(OptionId)word.option, word.text});
      break;
    case WORD_UNKNOWN: complain_unknown(&parser, word.message); break;
    case WORD_WRONG: COMPLAIN(&parser, ERROR_BAD_OPTION, SPAN_NONE, "%s", word.message); break;
    }
  }
  check_operands(&parser, arguments);
  return parser.is_good;
}

// ---- Asking ----

static const OptionUse *last_use(const Arguments *arguments, OptionId id) {
  for (size_t i = arguments->options.count; i > 0; i--)
    if (arguments->options.data[i - 1].id == id) return &arguments->options.data[i - 1];
  return NULL;
}

bool option_is_set(const Arguments *arguments, OptionId id) {
  return last_use(arguments, id) != NULL;
}

bool option_any_of(const Arguments *arguments, OptionGroup group) {
  for (size_t i = 0; i < arguments->options.count; i++)
    if (option_info(arguments->options.data[i].id)->group == group) return true;
  return false;
}

const char *option_text(const Arguments *arguments, OptionId id, const char *fallback) {
  const OptionUse *use = last_use(arguments, id);
  return use ? use->value : fallback;
}

uint64_t option_count(const Arguments *arguments, OptionId id, uint64_t fallback) {
  const OptionUse *use = last_use(arguments, id);
  return use ? strtoull(use->value, NULL, 10) : fallback;
}

double option_real(const Arguments *arguments, OptionId id, double fallback) {
  const OptionUse *use = last_use(arguments, id);
  return use ? strtod(use->value, NULL) : fallback;
}

static void words_add(Arena *arena, Words *words, const char *text, size_t length) {
  static const char SEPARATORS[] = ", \t\r\n";
  size_t i = 0;
  while (i < length) {
    size_t start = i;
    while (i < length && !strchr(SEPARATORS, text[i]))
      i++;
    if (i > start) vec_push(arena, words, arena_strndup(arena, text + start, i - start));
    if (i < length) i++;
  }
}

Words words_split(Arena *arena, const char *text, size_t length) {
  Words words = {0};
  words_add(arena, &words, text, length);
  return words;
}

Words option_words(Arena *arena, const Arguments *arguments, OptionId id) {
  Words words = {0};
  for (size_t i = 0; i < arguments->options.count; i++)
    if (arguments->options.data[i].id == id) {
      const char *value = arguments->options.data[i].value;
      words_add(arena, &words, value, strlen(value));
    }
  return words;
}

bool words_have(const Words *words, const char *word) {
  for (size_t i = 0; i < words->count; i++)
    if (strcmp(words->data[i], word) == 0) return true;
  return false;
}
