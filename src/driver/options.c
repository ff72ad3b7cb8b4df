#include "driver/options.h"

#include <errno.h>
#include <math.h>
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

// The words that are still to be read, and where messages go.
typedef struct ArgumentParser {
  Arena *arena;
  Diag *diag; // NULL: silent
  const Command *command;
  int count, next;
  char *const *words;
  bool is_good;
} ArgumentParser;

// Begins a message unless the parser is silent; whether it did.
#define COMPLAIN(parser, ...)                                                                      \
  ((parser)->is_good = false,                                                                      \
   (parser)->diag ? (diag_error((parser)->diag, __VA_ARGS__), true) : false)

static bool find_long(const ArgumentParser *parser, const char *name, size_t length, OptionId *id) {
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    if (!command_takes(parser->command, (OptionId)i)) continue;
    if (strlen(OPTIONS[i].name) != length || memcmp(OPTIONS[i].name, name, length) != 0) continue;
    *id = (OptionId)i;
    return true;
  }
  return false;
}

static bool find_short(const ArgumentParser *parser, char letter, OptionId *id) {
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    if (!command_takes(parser->command, (OptionId)i) || OPTIONS[i].letter != letter) continue;
    *id = (OptionId)i;
    return true;
  }
  return false;
}

static void complain_unknown(ArgumentParser *parser, const char *word, size_t length) {
  char *shown = arena_strndup(parser->arena, word, length);
  if (!COMPLAIN(parser, ERROR_UNKNOWN_OPTION, SPAN_NONE, "unknown option %s for ravel %s", shown,
                parser->command->name))
    return;
  Suggestion suggestion = suggestion_for(shown);
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (command_takes(parser->command, (OptionId)i))
      suggestion_offer(&suggestion, arena_printf(parser->arena, "--%s", OPTIONS[i].name));
  if (suggestion.best)
    diag_hint(parser->diag, "did you mean %s?", suggestion.best);
  else
    diag_hint(parser->diag, "ravel %s --help lists the options", parser->command->name);
}

static bool is_count(const char *text) {
  if (!*text || strspn(text, "0123456789") != strlen(text)) return false;
  errno = 0;
  unsigned long long value = strtoull(text, NULL, 10);
  return errno == 0 && value <= INT64_MAX;
}

static bool is_real(const char *text) {
  char *end;
  double value = strtod(text, &end);
  return end != text && *end == 0 && isfinite(value) && value >= 0;
}

static bool is_choice(const char *choices, const char *text) {
  size_t length = strlen(text);
  for (const char *choice = choices;; choice++) {
    size_t choice_length = strcspn(choice, "|");
    if (choice_length == length && memcmp(choice, text, length) == 0) return true;
    choice += choice_length;
    if (!*choice) return false;
  }
}

static bool is_value_good(const OptionInfo *info, const char *value) {
  switch (info->kind) {
  case KIND_FLAG: return false;
  case KIND_TEXT:
  case KIND_LIST: return *value != 0;
  case KIND_COUNT: return is_count(value);
  case KIND_SOME: return is_count(value) && strtoull(value, NULL, 10) > 0;
  case KIND_REAL: return is_real(value);
  case KIND_CHOICE: return is_choice(info->argument, value);
  }
  INTERNAL_ERROR("kind of option %d", (int)info->kind);
}

static const char *kind_expected(const OptionInfo *info, Arena *arena) {
  switch (info->kind) {
  case KIND_FLAG: return "nothing";
  case KIND_TEXT: return arena_printf(arena, "a text that is not empty (%s)", info->argument);
  case KIND_LIST: return arena_printf(arena, "a list that is not empty (%s)", info->argument);
  case KIND_COUNT: return "a whole number that is not negative";
  case KIND_SOME: return "a whole number, at least 1";
  case KIND_REAL: return "a number that is not negative";
  case KIND_CHOICE: return arena_printf(arena, "one of %s", info->argument);
  }
  INTERNAL_ERROR("kind of option %d", (int)info->kind);
}

// Records one option. `value` is what was written behind `=`, or NULL.
static void take_option(ArgumentParser *parser, Arguments *arguments, OptionId id,
                        const char *spelling, const char *value) {
  const OptionInfo *info = &OPTIONS[id];
  if (info->kind == KIND_FLAG) {
    if (value)
      COMPLAIN(parser, ERROR_BAD_OPTION, SPAN_NONE, "%s takes no value", spelling);
    else
      vec_push(parser->arena, &arguments->options, (OptionUse){id, NULL});
    return;
  }
  if (!value && parser->next < parser->count) value = parser->words[parser->next++];
  if (!value) {
    COMPLAIN(parser, ERROR_BAD_OPTION, SPAN_NONE, "%s needs a value: %s", spelling,
             kind_expected(info, parser->arena));
  } else if (!is_value_good(info, value)) {
    COMPLAIN(parser, ERROR_BAD_OPTION, SPAN_NONE, "%s needs %s, not '%s'", spelling,
             kind_expected(info, parser->arena), value);
  } else {
    vec_push(parser->arena, &arguments->options, (OptionUse){id, value});
  }
}

static void parse_word(ArgumentParser *parser, Arguments *arguments, const char *word) {
  OptionId id;
  if (word[1] == '-') {
    size_t length = strcspn(word, "=");
    char *spelling = arena_strndup(parser->arena, word, length);
    if (find_long(parser, word + 2, length - 2, &id))
      take_option(parser, arguments, id, spelling, word[length] ? word + length + 1 : NULL);
    else
      complain_unknown(parser, word, length);
  } else if (find_short(parser, word[1], &id) &&
             (word[2] == 0 || OPTIONS[id].kind != KIND_FLAG)) { // also `-j2`
    char *spelling = arena_strndup(parser->arena, word, 2);
    take_option(parser, arguments, id, spelling, word[2] ? word + 2 : NULL);
  } else {
    complain_unknown(parser, word, strlen(word));
  }
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

// A number with a sign is an operand: no option is a digit.
static bool is_negative(const char *word) {
  return (word[1] >= '0' && word[1] <= '9') || (word[1] == '.' && word[2] >= '0' && word[2] <= '9');
}

bool arguments_parse(Arena *arena, Diag *diag, const Command *command, int count,
                     char *const *words, Arguments *arguments) {
  ArgumentParser parser = {arena, diag, command, count, 0, words, true};
  *arguments = (Arguments){.command = command};
  bool has_options = true;
  while (parser.next < parser.count) {
    const char *word = words[parser.next++];
    if (has_options && strcmp(word, "--") == 0)
      has_options = false;
    else if (has_options && word[0] == '-' && word[1] && !is_negative(word))
      parse_word(&parser, arguments, word);
    else
      vec_push(arena, &arguments->operands, word);
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
