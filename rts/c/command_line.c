// See command_line.h.

#include "rts/c/command_line.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CommandWord word_complain(CommandWordKind kind, const char *format, ...) {
  CommandWord word = {.kind = kind};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(word.message, sizeof word.message, format, arguments);
  va_end(arguments);
  return word;
}

// ---------------------------------------------------------------------------------------------
// Values

static bool is_whole_number(const char *text) {
  if (*text == '\0' || strspn(text, "0123456789") != strlen(text)) return false;
  errno = 0;
  unsigned long long value = strtoull(text, NULL, 10);
  return errno == 0 && value <= INT64_MAX;
}

static bool is_real_number(const char *text) {
  char *end = NULL;
  double value = strtod(text, &end);
  return end != text && *end == '\0' && isfinite(value) && value >= 0;
}

static bool is_one_of(const char *choices, const char *text) {
  size_t length = strlen(text);
  for (const char *choice = choices;; choice++) {
    size_t choice_length = strcspn(choice, "|");
    if (choice_length == length && memcmp(choice, text, length) == 0) return true;
    choice += choice_length;
    if (*choice == '\0') return false;
  }
}

static bool is_value_of(const OptionForm *form, const char *text) {
  switch (form->kind) {
  case KIND_FLAG: return false;
  case KIND_TEXT:
  case KIND_LIST: return *text != '\0';
  case KIND_COUNT: return is_whole_number(text);
  case KIND_SOME: return is_whole_number(text) && strtoull(text, NULL, 10) > 0;
  case KIND_REAL: return is_real_number(text);
  case KIND_CHOICE: return is_one_of(form->argument, text);
  }
  return false;
}

// What the option wants, in two pieces.
static const char *value_wanted(OptionKind kind) {
  switch (kind) {
  case KIND_FLAG: return "nothing";
  case KIND_TEXT: return "a text that is not empty: ";
  case KIND_LIST: return "a list that is not empty: ";
  case KIND_COUNT: return "a whole number that is not negative";
  case KIND_SOME: return "a whole number, at least 1";
  case KIND_REAL: return "a number that is not negative";
  case KIND_CHOICE: return "one of ";
  }
  return "";
}

// An option was written, by its letter or, where that is 0, by its name; a value may follow.
static CommandWord word_option(CommandLine *line, size_t option, const OptionForm *form,
                               char letter, const char *value) {
  char spelling[64];
  if (letter != 0)
    snprintf(spelling, sizeof spelling, "-%c", letter);
  else
    snprintf(spelling, sizeof spelling, "--%s", form->name);
  if (form->kind == KIND_FLAG) {
    if (value != NULL) return word_complain(WORD_WRONG, "%s takes no value", spelling);
    return (CommandWord){.kind = WORD_OPTION, .option = option};
  }
  bool is_named = form->kind == KIND_TEXT || form->kind == KIND_LIST || form->kind == KIND_CHOICE;
  const char *wanted = value_wanted(form->kind), *name = is_named ? form->argument : "";
  if (value == NULL && line->next < line->count) value = line->words[line->next++];
  if (value == NULL)
    return word_complain(WORD_WRONG, "%s needs a value: %s%s", spelling, wanted, name);
  if (!is_value_of(form, value))
    return word_complain(WORD_WRONG, "%s needs %s%s, not '%.200s'", spelling, wanted, name, value);
  return (CommandWord){.kind = WORD_OPTION, .option = option, .text = value};
}

// ---------------------------------------------------------------------------------------------
// Names

static CommandWord read_long_word(CommandLine *line, OptionTable *table, const void *data,
                                  const char *word) {
  size_t length = strcspn(word, "="), found = 0;
  const char *value = word[length] == '=' ? word + length + 1 : NULL;
  const char *name = word + 2, *other = NULL;
  size_t name_length = length - 2;
  OptionForm form, kept = {0};
  for (size_t i = 0; table(data, i, &form); i++) {
    if (form.name == NULL || strncmp(form.name, name, name_length) != 0) continue;
    bool is_exact = form.name[name_length] == '\0';
    if (is_exact) return word_option(line, i, &form, 0, value);
    if (form.is_whole || name_length == 0) continue;
    if (kept.name != NULL) other = kept.name;
    kept = form;
    found = i;
  }
  if (other != NULL)
    return word_complain(WORD_WRONG, "%.*s may be --%s or --%s", (int)length, word, other,
                         kept.name);
  if (kept.name != NULL) return word_option(line, found, &kept, 0, value);
  return word_complain(WORD_UNKNOWN, "unknown option %.*s", (int)length, word);
}

static CommandWord read_letter(CommandLine *line, OptionTable *table, const void *data) {
  const char *at = line->letters;
  OptionForm form;
  line->letters = at[1] != '\0' ? at + 1 : NULL;
  for (size_t i = 0; table(data, i, &form); i++) {
    if (form.name == NULL || form.letter != *at) continue;
    const char *value = form.kind == KIND_FLAG ? NULL : line->letters;
    if (form.kind != KIND_FLAG) line->letters = NULL;
    return word_option(line, i, &form, *at, value);
  }
  line->letters = NULL;
  return word_complain(WORD_UNKNOWN, "unknown option -%c", *at);
}

// No option is a digit.
static bool is_signed_number(const char *word) {
  return (word[1] >= '0' && word[1] <= '9') || (word[1] == '.' && word[2] >= '0' && word[2] <= '9');
}

CommandWord command_line_next(CommandLine *line, OptionTable *table, const void *data) {
  if (line->letters != NULL) return read_letter(line, table, data);
  if (line->next >= line->count) return (CommandWord){.kind = WORD_END};
  const char *word = line->words[line->next++];
  bool is_option = !line->is_over && word[0] == '-' && word[1] != '\0' && !is_signed_number(word);
  if (!is_option) return (CommandWord){.kind = WORD_OPERAND, .text = word};
  if (strcmp(word, "--") == 0) {
    line->is_over = true;
    return command_line_next(line, table, data);
  }
  if (word[1] == '-') return read_long_word(line, table, data, word);
  line->letters = word + 1;
  return read_letter(line, table, data);
}
