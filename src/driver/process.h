// Other processes, and files that must not outlive this one.
//
// Signal handlers would need mutable globals, and nothing can handle SIGKILL. So each scratch
// folder has a keeper: a process that waits until this one has ended or closed the folder, ends
// what this one had started, and removes the folder.
#ifndef RAVEL_DRIVER_PROCESS_H
#define RAVEL_DRIVER_PROCESS_H

#include <stdio.h>
#include <sys/types.h>

#include "driver/driver.h"

typedef struct Scratch {
  const char *folder;
  int keeper_pipe; // its end here; who ends, closes it
  pid_t keeper;
} Scratch;

// Makes a new folder inside `parent`. When it cannot, sets *error and yields false.
bool scratch_open(Driver *driver, Scratch *scratch, const char *parent, const char **error);
// Removes the folder and all that is in it.
void scratch_close(Scratch *scratch);
// Removes a folder and all that is in it, or a file. Symbolic links are removed, not followed.
void folder_remove(const char *path);
// Where temporary files go: $TMPDIR or /tmp.
const char *scratch_parent(void);
// Moves a file within a file system, over an old one. When it cannot, sets *error and yields false.
bool file_move(const char *from, const char *to, const char **error);
// The value of an environment variable, or the fallback when it is not set or empty.
const char *environment(const char *name, const char *fallback);

// A process to run: the words of its command, and the files that are its stdin, stdout and stderr;
// NULL: those of this process. $TMPDIR is the scratch folder for it.
typedef struct Process {
  const Words *words;
  const char *input, *output, *errors;
  uint64_t timeout; // in seconds of processor time (base/limit.h); 0: none
} Process;

typedef struct ProcessEnd {
  bool is_started; // false: the command was not found, or could not be run
  bool is_late;    // it was ended by the timeout
  int signal;      // that ended it, or 0
  int code;        // its exit code otherwise
} ProcessEnd;

// Runs a process to its end.
ProcessEnd process_run(Driver *driver, Scratch *scratch, const Process *process);

// Runs commands at the same time, until all have ended. Gives the end of the first in order that
// failed, or of the last.
ProcessEnd process_run_all(Driver *driver, Scratch *scratch, const Words *commands, size_t count);

// A process that is asked again and again: it answers each line with a number.
typedef struct Helper {
  pid_t process; // 0: there is none
  FILE *questions, *answers;
} Helper;

// Starts a helper, whose stderr goes to a file; false when it cannot be started.
bool helper_start(Driver *driver, Scratch *scratch, const Words *words, const char *errors,
                  Helper *helper);
// Asks a helper; false when it has ended instead of answering.
bool helper_ask(Helper *helper, const char *line, int *answer);
// Waits until a helper that is asked no more has ended. Without one there is nothing to do.
ProcessEnd helper_end(Scratch *scratch, Helper *helper);

// Becomes the program in an open file. Comes back only when that fails, with an errno.
int descriptor_execute(int descriptor, char **argv);

// The file that a command stands for, found along $PATH; NULL when there is none.
const char *command_find_file(Driver *driver, const char *name);

#endif
