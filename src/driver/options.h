// The command line: which options there are, and what was given.
//
// All options are in options.def, in groups; a sub-command takes some of the groups. How they are
// written is up to rts/c/command_line.h, which reads the options of executables, too.
#ifndef RAVEL_DRIVER_OPTIONS_H
#define RAVEL_DRIVER_OPTIONS_H

#include "base/base.h"
#include "rts/c/command_line.h"

typedef struct Command Command;

typedef enum OptionGroup {
#define GROUP(id, heading) GROUP_##id,
#include "driver/options.def"
  GROUP_COUNT
} OptionGroup;

typedef enum OptionId {
#define OPTION(id, ...) OPTION_##id,
#include "driver/options.def"
  OPTION_COUNT
} OptionId;

typedef struct OptionInfo {
  OptionGroup group;
  char letter; // 0 when it has none
  const char *name;
  OptionKind kind;
  const char *argument; // how the help calls it; NULL for a flag
  const char *help;
} OptionInfo;

typedef struct OptionUse {
  OptionId id;
  const char *value; // NULL for a flag
} OptionUse;

typedef Vec(const char *) Words;

typedef struct Arguments {
  const Command *command;
  Vec(OptionUse) options; // in the order given
  Words operands;
} Arguments;

const OptionInfo *option_info(OptionId id);
const char *group_heading(OptionGroup group);
// Does the command take this option? One of a later group hides one of the same name.
bool command_takes(const Command *command, OptionId id);

// Parses what follows the name of the sub-command. `diag` NULL: says nothing and skips what is
// wrong. False when anything was wrong.
bool arguments_parse(Arena *arena, Diag *diag, const Command *command, int count,
                     char *const *words, Arguments *arguments);

// Was the option given? The value of its last use, or the fallback.
bool option_is_set(const Arguments *arguments, OptionId id);
// Was any option of the group given?
bool option_any_of(const Arguments *arguments, OptionGroup group);
const char *option_text(const Arguments *arguments, OptionId id, const char *fallback);
uint64_t option_count(const Arguments *arguments, OptionId id, uint64_t fallback);
double option_real(const Arguments *arguments, OptionId id, double fallback);
// All words of all uses of a list.
Words option_words(Arena *arena, const Arguments *arguments, OptionId id);
// The words of a text that are separated by commas and blanks.
Words words_split(Arena *arena, const char *text, size_t length);
bool words_have(const Words *words, const char *word);

#endif
