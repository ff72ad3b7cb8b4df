// The options of executables and servers.

#ifndef RAVEL_RTS_OPTIONS_H
#define RAVEL_RTS_OPTIONS_H

#include "rts/c/object.h"
#include "rts/c/stack.h"

// What the command line asks for.
typedef struct Settings {
  const char *program; // argv[0]
  Config *config;
  const char *entry;        // -e, or NULL
  const char *runtime_file; // -t, or NULL
  const char *report_file;  // --profile-json, or NULL
  const char *trace_file;   // --profile-trace, or NULL
  const char *result_file;  // --write-result-to, or NULL
  long runs;                // -r
  bool has_warm_up;
  bool is_batched; // times of short calls are means of many, with a fraction
  bool is_binary, is_quiet;
  int64_t print_limit; // of elements of a sequence; negative: none
  bool is_batch;       // --batch
  bool is_json;        // --json: messages are JSON
  bool is_done;        // --help and the like: there is nothing to run
} Settings;

// Reads the options, and sets what they say in settings->config, which is there already. Returns
// RT_OK or, after a message on stderr, an exit code. A server has fewer options.
RTS_API int settings_read(Settings *settings, bool is_server, int argc, char **argv);

// What `run` returns. A program that calls itself gets a deep stack for it, where there is one.
typedef int ProgramAction(void *data);
RTS_API int program_run(const ProgramTable *table, ProgramAction *run, void *data);

// Lets threads that wait for the next loop sleep soon, unless the environment says how they wait;
// the program may start again for that. The first thing that an executable does.
RTS_API void threads_settle(char **argv);

#endif
