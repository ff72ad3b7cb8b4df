// driver: the program `ravel`, from the command line to the exit code.
//
// This folder knows all the others and none of them knows it. It holds no knowledge about
// languages, transformations or machines, only tables of them and the loops over these tables:
//
//   commands.def   the sub-commands; one file command_<name>.c each
//   options.def    the options, in groups; options.c parses, help.c explains
//   passes.def     the passes and the default pipeline; pipeline.c runs them
//   targets.def    what can execute a program; target.c
//   front/fronts.def   the source languages
//
// Terms
//   driver     what a command hangs from: arena, names, sources, diagnostics; a test makes several
//   step       one run of a pass in the pipeline; the second run of simplify is simplify.2
//   variant    a program after some of the passes, in the tests
//
// What is wrong with the command line, a program or its input is reported through the Diag, with
// a code of errors.def. Functions that can fail so give an exit code (base/internal.h).
// The whole of `ravel test` is the family test*.c with its own header test.h.
#ifndef RAVEL_DRIVER_DRIVER_H
#define RAVEL_DRIVER_DRIVER_H

#include <stdio.h>

#include "driver/options.h"
#include "front/front.h"
#include "interp/interp.h"
#include "ir/ir.h"

typedef struct Driver {
  Arena *arena;
  Interner *names;
  SourceMap *sources;
  Diag *diag;
  const char *crash_folder; // where the program is saved when a pass fails; NULL: nowhere
} Driver;

// Makes a driver with its own arena; driver_close frees everything that was made in it.
Driver driver_open(DiagSettings settings);
void driver_close(Driver *driver);

// ---- Sub-commands ----

// Does the work and returns the exit code.
typedef int CommandRun(Driver *driver, const Arguments *arguments);

struct Command {
  const char *name;
  CommandRun *run;
  const char *operands;
  size_t least, most; // how many operands
  unsigned groups;    // bits of OptionGroup
  const char *purpose;
  const char *details;
};

#define COMMAND(name, function, ...) CommandRun function;
#include "driver/commands.def"
#undef COMMAND

// The sub-commands, in the order of the table, and the one of this name or NULL.
size_t command_count(void);
const Command *command_at(size_t position);
const Command *command_named(const char *name);
// The same, but reports when there is none.
const Command *command_find(Driver *driver, const char *name);
// How messages are to be shown.
DiagSettings diag_settings_from(const Arguments *arguments);
// Finds the sub-command, parses its options and runs it.
int driver_run(Driver *driver, int argc, char **argv);

// The help of one sub-command, or of ravel when it is NULL.
void help_print(StrBuf *out, const Command *command);
// The same as `text`, as a page for `man`, or completions for `bash`, `zsh` or `fish`.
void help_print_as(StrBuf *out, const char *format, const Command *command);
// What ravel has found on this machine, a line each.
void features_print(Driver *driver, StrBuf *out);

// ---- Text out ----

// Reports that a file cannot be written, and gives the exit code.
int write_failed(Driver *driver, const char *path, const char *reason);
// May the file be written? Not when the program was read from it; nor, with a mark, when it is
// there and does not begin with it, since ravel has not written it. Reports and gives the exit
// code.
int output_check(Driver *driver, const char *path, const char *mark);
// Writes a text to a file that may be written, or to stdout when path is NULL; gives the exit code.
int text_write(Driver *driver, const char *path, const char *text, size_t length);
// Hands stdout to the system and reports when that fails; gives the exit code.
int stdout_finish(Driver *driver, int status);

// ---- Programs ----

// The front end for a path; `language` (may be NULL) overrides the extension. Reports and gives
// NULL when there is none.
const Front *front_choose(Driver *driver, const char *path, const char *language);
// The verified program in a file. NULL after an error was reported; *status is then the exit code.
Program *source_compile(Driver *driver, const char *path, const char *language, int *status);
// The same for a text that was read already.
Program *text_compile(Driver *driver, const Front *front, const SourceFile *file, int *status);
// Adds a source that another driver has read. A pipe cannot be read twice.
const SourceFile *source_again(Driver *driver, const SourceFile *file);

// ---- Entry points ----

// The entry point of this name; with NULL `main`, or the only one. Reports and gives NULL when
// there is none.
Fun *entry_select(Driver *driver, const Program *program, const char *name);
// Can anything of the program be called or shown? Reports when nothing can.
bool program_check_entries(Driver *driver, const Program *program);
// How the outside calls an entry point; and the one that it calls so, or NULL.
const char *entry_name(const Fun *fun);
Fun *program_entry(const Program *program, const char *name);
// How the outside calls value number k among the parameters: "xs", or NULL when it has no name.
const char *entry_param_name(const Fun *entry, size_t k);

// An argument as the user sees it: one may have several values, in the notation of NESL or as a
// record. Textual IR may say nothing about that; each value is one then.
typedef struct EntryArgument {
  const char *name;    // or NULL
  const char *type;    // how the user calls it
  size_t first, count; // its values
} EntryArgument;

size_t entry_argument_count(const Fun *entry);
EntryArgument entry_argument(const Fun *entry, size_t number);

// Values with their count; freed by values_free.
typedef struct Values {
  Value *data;
  size_t count;
} Values;

void values_free(Values *values);
// Writes values in the binary format.
bool values_write(FILE *file, const Value *values, size_t count, ValueError *error);
// Reads the results of an entry point in the data format; after a failure there are none.
bool entry_read_results(Reader *reader, const Fun *entry, Values *results, ValueError *error);
// Reads the arguments of an entry point, and checks that nothing follows (unless `is_open`, for a
// terminal). `origin` names the input in messages. Gives the exit code.
int entry_read(Driver *driver, const Fun *entry, Reader *reader, const char *origin, bool is_open,
               Values *arguments);
// Is it a top-level form of a NESL program: what it gives is shown when the program is run?
bool entry_is_form(const Fun *entry);
// Reads the values of an entry point's parameters, or results, from text: in the notation of the
// language, or in the data format. *position is the number of the value that is wrong.
bool entry_read_values(const Fun *entry, bool are_results, Reader *reader, const ValueType *types,
                       Values *values, size_t *position, ValueError *error);
// Reads one argument; `types` and `values` are those of all values.
bool entry_read_argument(const Fun *entry, size_t number, Reader *reader, const ValueType *types,
                         Value *values, ValueError *error);
// Writes the results of an entry point: in the binary format, or as text. Of a sequence in the
// notation of NESL at most `limit` elements are shown, unless it is negative.
bool entry_show(Writer *writer, const Fun *entry, const Values *results, bool is_binary,
                int64_t limit, ValueError *error);
// Makes a failure's calls all that are known, so that its spans have none.
void failure_list_calls(const SourceMap *sources, Failure *failure);
// Reports why a run failed, with the calls around it, frees the message, and gives the exit code.
int failure_report(Driver *driver, Failure *failure);
// Writes a value in the binary format, or as a line of text.
bool value_show(Writer *writer, const Value *value, bool is_binary, ValueError *error);

#endif
