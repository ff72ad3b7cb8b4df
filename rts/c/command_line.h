// How options are written on a command line. The compiler reads its own with this, and so do the
// programs and servers that it makes, so that all agree:
//
//   --name  --name=VALUE  --name VALUE      a long name may be cut short while only one begins so
//   -x  -x VALUE  -xVALUE  -xyz             letters without values can be run together
//
// `--` ends the options. `-`, and a number with its sign, are no options.

#ifndef RAVEL_RTS_COMMAND_LINE_H
#define RAVEL_RTS_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "rts/c/value.h"

typedef enum OptionKind {
  KIND_FLAG,   // takes no value
  KIND_TEXT,   // any text but the empty one
  KIND_LIST,   // words separated by commas; may be given several times
  KIND_COUNT,  // a whole number, not negative
  KIND_SOME,   // a whole number, at least 1
  KIND_REAL,   // a number, not negative
  KIND_CHOICE, // one of the words in `argument`, which '|' separates
} OptionKind;

// How an option is written.
typedef struct OptionForm {
  const char *name; // NULL: it is not there
  char letter;      // 0 when it has none
  OptionKind kind;
  const char *argument; // how help calls the value; NULL for a flag
  bool is_whole;        // the name cannot be cut short
} OptionForm;

// The options that may be given: the form of number i; false when there are no more.
typedef bool OptionTable(const void *data, size_t i, OptionForm *form);

// The words that are still to be read.
typedef struct CommandLine {
  char *const *words;
  int count, next;
  const char *letters; // the rest of the word that is being read, or NULL
  bool is_over;        // there are only operands from here on
} CommandLine;

typedef enum CommandWordKind {
  WORD_END,
  WORD_OPERAND, // `text` is it
  WORD_OPTION,  // number `option`, with the value `text`; NULL for a flag
  WORD_UNKNOWN, // no option is written so; `message` says which
  WORD_WRONG    // a name is ambiguous, or a value missing, needless or not the option's; `message`
} CommandWordKind;

typedef struct CommandWord {
  CommandWordKind kind;
  size_t option;
  const char *text;
  char message[512];
} CommandWord;

RTS_API CommandWord command_line_next(CommandLine *line, OptionTable *table, const void *data);

#endif
