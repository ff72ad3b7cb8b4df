// The options of executables and servers. See options.h.

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rts/c/options.h"

#include "rts/c/command_line.h"

typedef enum OptionId {
  OPTION_HELP,
  OPTION_DEBUGGING,
  OPTION_LOG,
  OPTION_PROFILE,
  OPTION_PROFILE_JSON,
  OPTION_PROFILE_TRACE,
  OPTION_MEMORY_LIMIT,
  OPTION_NUM_THREADS,
  OPTION_PARAM,
  OPTION_TUNING,
  OPTION_TUNING_BESIDE,
  OPTION_BATCHES,
  OPTION_PRINT_PARAMS,
  OPTION_CACHE_FILE,
  OPTION_NO_KERNEL_CACHE,
  OPTION_ENTRY,
  OPTION_BINARY,
  OPTION_QUIET,
  OPTION_RESULT,
  OPTION_RUNTIME,
  OPTION_RUNS,
  OPTION_DEVICE,
  OPTION_DUMP_KERNELS,
  OPTION_LOAD_KERNELS,
  OPTION_PRINT_LIMIT,
  OPTION_PRINT,
  OPTION_BATCH,
  OPTION_JSON,
  OPTION_PLATFORM,
  OPTION_BUILD,
  OPTION_THRESHOLD,
  OPTION_NOTED,  // says that it has no effect
  OPTION_REFUSED // says what to use instead
} OptionId;

// Which programs have an option.
typedef enum OptionTarget { FOR_ALL, FOR_DEVICES, FOR_OPENCL, FOR_CUDA } OptionTarget;

typedef struct Option {
  OptionId id;
  char letter; // or 0
  const char *name;
  OptionKind kind;
  const char *argument; // what its value is called, or NULL
  bool is_for_servers;
  OptionTarget target;
  const char *purpose;
} Option;

static const Option OPTIONS[] = {
    {OPTION_HELP, 'h', "help", KIND_FLAG, NULL, true, FOR_ALL, "print this text and exit"},
    {OPTION_DEBUGGING, 'D', "debugging", KIND_FLAG, NULL, true, FOR_ALL,
     "print debugging information on standard error; implies -L and -P"},
    {OPTION_LOG, 'L', "log", KIND_FLAG, NULL, true, FOR_ALL,
     "print a log of what is done on standard error"},
    {OPTION_PROFILE, 'P', "profile", KIND_FLAG, NULL, true, FOR_ALL,
     "measure, and print a summary at the end"},
    {OPTION_PROFILE_JSON, 0, "profile-json", KIND_TEXT, "FILE", false, FOR_ALL,
     "measure, and write the profile to FILE as JSON"},
    {OPTION_PROFILE_TRACE, 0, "profile-trace", KIND_TEXT, "FILE", false, FOR_ALL,
     "write what happens when to FILE as JSON, for ravel profile"},
    {OPTION_MEMORY_LIMIT, 0, "memory-limit", KIND_SOME, "BYTES", true, FOR_ALL,
     "use at most so much memory for arrays"},
    {OPTION_NUM_THREADS, 0, "num-threads", KIND_COUNT, "N", true, FOR_ALL,
     "use N threads; 0 means one for each processor"},
    {OPTION_PARAM, 0, "param", KIND_TEXT, "NAME=VALUE", true, FOR_ALL, "set a tuning parameter"},
    {OPTION_TUNING, 0, "tuning", KIND_TEXT, "FILE", true, FOR_ALL,
     "read tuning parameters from lines NAME=VALUE"},
    {OPTION_PRINT_PARAMS, 0, "print-params", KIND_FLAG, NULL, true, FOR_ALL,
     "list the tuning parameters and exit"},
    {OPTION_CACHE_FILE, 0, "cache-file", KIND_TEXT, "FILE", true, FOR_ALL,
     "where compiled kernels are kept, if there are any"},
    {OPTION_NO_KERNEL_CACHE, 0, "no-kernel-cache", KIND_FLAG, NULL, true, FOR_ALL,
     "compile kernels again, if there are any, and keep none"},
    {OPTION_ENTRY, 'e', "entry-point", KIND_TEXT, "NAME", false, FOR_ALL,
     "run this entry point instead of main"},
    {OPTION_BINARY, 'b', "binary-output", KIND_FLAG, NULL, false, FOR_ALL,
     "print the result in the binary format"},
    {OPTION_QUIET, 'n', "no-print-result", KIND_FLAG, NULL, false, FOR_ALL,
     "do not print the result"},
    {OPTION_RESULT, 0, "write-result-to", KIND_TEXT, "FILE", false, FOR_ALL,
     "write the result to FILE, apart from what the program prints"},
    {OPTION_RUNTIME, 't', "write-runtime-to", KIND_TEXT, "FILE", false, FOR_ALL,
     "write the time of each run in microseconds"},
    {OPTION_RUNS, 'r', "runs", KIND_SOME, "N", false, FOR_ALL,
     "run N times, after one run to warm up"},
    {OPTION_DEVICE, 'd', "device", KIND_TEXT, "NAME", true, FOR_DEVICES,
     "use the device with this in its name, or #K"},
    {OPTION_PLATFORM, 'p', "platform", KIND_TEXT, "NAME", true, FOR_OPENCL,
     "use the platform with this in its name, or #K"},
    {OPTION_BUILD, 0, "build-option", KIND_TEXT, "TEXT", true, FOR_DEVICES,
     "give this to the compiler of the kernels, too"},
    {OPTION_DUMP_KERNELS, 0, "dump-kernels", KIND_TEXT, "FILE", true, FOR_DEVICES,
     "write the kernels to FILE"},
    {OPTION_LOAD_KERNELS, 0, "load-kernels", KIND_TEXT, "FILE", true, FOR_DEVICES,
     "read the kernels from FILE instead: text, or for CUDA what nvcc made"},
    {OPTION_PRINT_LIMIT, 0, "print-limit", KIND_COUNT, "N", false, FOR_ALL,
     "show at most N elements of each sequence (NESL)"},
    {OPTION_PRINT, 0, "print", KIND_CHOICE, "tail|apl", false, FOR_ALL,
     "show arrays without brackets (apl) or with them (tail) (APL)"},
    {OPTION_JSON, 0, "json", KIND_FLAG, NULL, false, FOR_ALL,
     "print messages about a failure as JSON, one object per line"},
    {OPTION_BATCH, 0, "batch", KIND_FLAG, NULL, false, FOR_ALL,
     "run again and again: standard input has lines "
     "ENTRY<tab>INPUT<tab>OUTPUT<tab>ERRORS[<tab>RESULT]"},
};

// Options that executables of Futhark's compiler have, or had: other names, what has no effect
// here, and what has to be done otherwise; and the one by which `ravel run` hands over the tuning
// file beside the program, which may be for another target, and `ravel bench` asks for times with a
// fraction. They are not listed, and cannot be shortened.
static const char OWN_SIZES[] = "kernels are sized by the device and what they do";

static const Option OTHER_OPTIONS[] = {
    {OPTION_TUNING_BESIDE, 0, "tuning-beside", KIND_TEXT, "FILE", true, FOR_ALL, NULL},
    {OPTION_BATCHES, 0, "batches", KIND_FLAG, NULL, true, FOR_ALL, NULL},
    {OPTION_PARAM, 0, "size", KIND_TEXT, "NAME=VALUE", true, FOR_ALL, NULL},
    {OPTION_PRINT_PARAMS, 0, "print-sizes", KIND_FLAG, NULL, true, FOR_ALL, NULL},
    {OPTION_THRESHOLD, 0, "default-threshold", KIND_COUNT, "N", true, FOR_ALL, NULL},
    {OPTION_NOTED, 0, "default-thread-block-size", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-group-size", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-grid-size", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-num-thread-blocks", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-num-groups", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-tile-size", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-reg-tile-size", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-registers", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-cache", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "default-shared-memory", KIND_COUNT, "N", true, FOR_ALL, OWN_SIZES},
    {OPTION_NOTED, 0, "unified-memory", KIND_COUNT, "N", true, FOR_DEVICES,
     "arrays are in the device's memory"},
    {OPTION_NOTED, 'p', "platform", KIND_TEXT, "NAME", true, FOR_CUDA,
     "there is one platform for CUDA"},
    {OPTION_DUMP_KERNELS, 0, "dump-opencl", KIND_TEXT, "FILE", true, FOR_OPENCL, NULL},
    {OPTION_LOAD_KERNELS, 0, "load-opencl", KIND_TEXT, "FILE", true, FOR_OPENCL, NULL},
    {OPTION_REFUSED, 0, "dump-opencl-binary", KIND_TEXT, "FILE", true, FOR_OPENCL,
     "--cache-file FILE keeps the compiled kernels"},
    {OPTION_REFUSED, 0, "load-opencl-binary", KIND_TEXT, "FILE", true, FOR_OPENCL,
     "--cache-file FILE keeps the compiled kernels"},
    {OPTION_DUMP_KERNELS, 0, "dump-cuda", KIND_TEXT, "FILE", true, FOR_CUDA, NULL},
    {OPTION_LOAD_KERNELS, 0, "load-ptx", KIND_TEXT, "FILE", true, FOR_CUDA, NULL},
    {OPTION_REFUSED, 0, "load-cuda", KIND_TEXT, "FILE", true, FOR_CUDA,
     "--load-kernels takes the text as it is"},
    {OPTION_REFUSED, 0, "dump-ptx", KIND_TEXT, "FILE", true, FOR_CUDA,
     "--dump-kernels writes the text, which `nvcc -ptx` compiles"},
    {OPTION_BUILD, 0, "nvrtc-option", KIND_TEXT, "TEXT", true, FOR_CUDA, NULL},
    {OPTION_REFUSED, 0, "list-devices", KIND_FLAG, NULL, true, FOR_DEVICES,
     "the message about a device that is not there, as with `-d none`, lists those that are"},
};

enum {
  OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS,
  OTHER_COUNT = sizeof OTHER_OPTIONS / sizeof *OTHER_OPTIONS
};

static bool option_is_there(const Settings *settings, const Option *option, bool is_server) {
  const ProgramTable *table = settings->config->table;
  if (is_server && !option->is_for_servers) return false;
  switch (option->target) {
  case FOR_ALL: return true;
  case FOR_DEVICES: return table->gpu != NULL;
  case FOR_OPENCL: return table->gpu != NULL && strcmp(table->backend, "opencl") == 0;
  case FOR_CUDA: return table->gpu != NULL && strcmp(table->backend, "cuda") == 0;
  }
  return false;
}

static int usage_fail(const Settings *settings, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", settings->program);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n%s --help lists the options.\n", settings->program);
  va_end(arguments);
  return RT_USAGE;
}

// ---------------------------------------------------------------------------------------------
// What options do

static void print_help(const Settings *settings, bool is_server) {
  printf("Usage: %s [OPTION]...\n", settings->program);
  printf("%s\n\nOptions:\n", is_server ? "Obeys the commands on standard input."
                                       : "Runs an entry point on the values on standard input.");
  for (size_t i = 0; i < OPTION_COUNT; i++) {
    const Option *option = &OPTIONS[i];
    if (!option_is_there(settings, option, is_server)) continue;
    char left[64];
    snprintf(left, sizeof left, "%c%c%s --%s %s", option->letter ? '-' : ' ',
             option->letter ? option->letter : ' ', option->letter ? "," : " ", option->name,
             option->argument ? option->argument : "");
    printf("  %-32s %s\n", left, option->purpose);
  }
  printf("\nOther options of Futhark's executables are taken, too; a message says what they do.\n");
}

static void print_params(const Settings *settings) {
  const ProgramTable *table = settings->config->table;
  for (size_t i = 0; i < table->param_count; i++)
    printf("%s (%s)\n", table->params[i].name, table->params[i].family);
}

// A whole number, and nothing after it.
static bool parse_number(const char *text, int64_t *number) {
  char *end = NULL;
  errno = 0;
  long long parsed = strtoll(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0) return false;
  *number = parsed;
  return true;
}

// What becomes of a name that is not known.
typedef enum UnknownParam { PARAM_REFUSED, PARAM_NOTED, PARAM_PASSED } UnknownParam;

// NAME=VALUE. `place` says where it stands, for messages. In a file, which may have been made for
// another compiler or target, names that are not known are passed over.
static int set_param(const Settings *settings, const char *text, const char *place,
                     UnknownParam unknown) {
  const char *equals = strchr(text, '=');
  if (equals == NULL) return usage_fail(settings, "%s: `%s` is not NAME=VALUE", place, text);
  int64_t value = 0;
  if (!parse_number(equals + 1, &value) || value < 0)
    return usage_fail(settings, "%s: `%s` is not a number from 0 on", place, equals + 1);
  size_t length = (size_t)(equals - text);
  char *name = malloc(length + 1);
  if (name == NULL) return RT_MEMORY;
  memcpy(name, text, length);
  name[length] = '\0';
  bool is_set = config_set_param(settings->config, name, value);
  int error = RT_OK;
  if (!is_set && unknown == PARAM_NOTED)
    fprintf(stderr, "%s: %s: there is no tuning parameter %s, so this has no effect\n",
            settings->program, place, name);
  else if (!is_set && unknown == PARAM_REFUSED)
    error = usage_fail(settings, "%s: there is no tuning parameter %s", place, name);
  free(name);
  return error;
}

static int read_tuning(const Settings *settings, const char *file_name, UnknownParam unknown) {
  FILE *file = fopen(file_name, "r");
  if (file == NULL) return usage_fail(settings, "cannot open %s: %s", file_name, strerror(errno));
  char *line = NULL;
  size_t capacity = 0;
  int error = RT_OK;
  char place[512];
  for (long number = 1; error == RT_OK; number++) {
    errno = 0;
    ssize_t length = getline(&line, &capacity, file);
    if (length < 0) {
      if (errno != 0)
        error = usage_fail(settings, "cannot read %s: %s", file_name, strerror(errno));
      break;
    }
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
      line[--length] = '\0';
    if (length == 0) continue;
    snprintf(place, sizeof place, "%.400s:%ld", file_name, number);
    error = set_param(settings, line, place, unknown);
  }
  free(line);
  fclose(file);
  return error;
}

static int set_text(char **slot, const char *text) {
  free(*slot);
  *slot = malloc(strlen(text) + 1);
  if (*slot == NULL) return RT_MEMORY;
  strcpy(*slot, text);
  return RT_OK;
}

static int set_number(Settings *settings, const Option *option, const char *argument) {
  int64_t number = 0;
  int64_t most = option->id == OPTION_NUM_THREADS    ? THREADS_MAX
                 : option->id == OPTION_MEMORY_LIMIT ? INT64_MAX
                                                     : INT32_MAX;
  if (!parse_number(argument, &number) || number > most)
    return usage_fail(settings, "--%s: `%s` is more than %" PRId64, option->name, argument, most);
  if (option->id == OPTION_RUNS) {
    settings->runs = (long)number;
    settings->has_warm_up = true;
  } else if (option->id == OPTION_PRINT_LIMIT) {
    settings->print_limit = number;
  } else if (option->id == OPTION_MEMORY_LIMIT) {
    settings->config->memory_limit = number;
  } else {
    settings->config->num_threads = (int)number;
  }
  return RT_OK;
}

static int option_do(Settings *settings, const Option *option, bool is_server,
                     const char *argument) {
  Config *config = settings->config;
  switch (option->id) {
  case OPTION_HELP:
    print_help(settings, is_server);
    settings->is_done = true;
    return RT_OK;
  case OPTION_PRINT_PARAMS:
    print_params(settings);
    settings->is_done = true;
    return RT_OK;
  case OPTION_DEBUGGING: config->is_debugging = true; return RT_OK;
  case OPTION_LOG: config->is_logging = true; return RT_OK;
  case OPTION_PROFILE: config->is_profiling = true; return RT_OK;
  case OPTION_PROFILE_JSON:
    config->is_profiling = true;
    settings->report_file = argument;
    return RT_OK;
  case OPTION_PROFILE_TRACE:
    config->is_profiling = true;
    settings->trace_file = argument;
    return RT_OK;
  case OPTION_PRINT: config->is_plain = strcmp(argument, "apl") == 0; return RT_OK;
  case OPTION_BINARY: settings->is_binary = true; return RT_OK;
  case OPTION_QUIET: settings->is_quiet = true; return RT_OK;
  case OPTION_JSON: settings->is_json = true; return RT_OK;
  case OPTION_BATCH: settings->is_batch = true; return RT_OK;
  case OPTION_ENTRY: settings->entry = argument; return RT_OK;
  case OPTION_RESULT: settings->result_file = argument; return RT_OK;
  case OPTION_RUNTIME: settings->runtime_file = argument; return RT_OK;
  case OPTION_PARAM: return set_param(settings, argument, "--param", PARAM_REFUSED);
  case OPTION_TUNING: return read_tuning(settings, argument, PARAM_NOTED);
  case OPTION_TUNING_BESIDE: return read_tuning(settings, argument, PARAM_PASSED);
  case OPTION_BATCHES: settings->is_batched = true; return RT_OK;
  case OPTION_CACHE_FILE: return set_text(&config->cache_file, argument);
  case OPTION_NO_KERNEL_CACHE: config->has_no_cache = true; return RT_OK;
  case OPTION_DEVICE: return set_text(&config->device, argument);
  case OPTION_PLATFORM: return set_text(&config->platform, argument);
  case OPTION_BUILD: return config_add_build_option(config, argument) ? RT_OK : RT_MEMORY;
  case OPTION_THRESHOLD: config_set_thresholds(config, strtoll(argument, NULL, 10)); return RT_OK;
  case OPTION_NOTED:
    fprintf(stderr, "%s: --%s has no effect: %s\n", settings->program, option->name,
            option->purpose);
    return RT_OK;
  case OPTION_REFUSED:
    return usage_fail(settings, "--%s is not supported: %s", option->name, option->purpose);
  case OPTION_DUMP_KERNELS: return set_text(&config->dump_kernels, argument);
  case OPTION_LOAD_KERNELS: return set_text(&config->load_kernels, argument);
  case OPTION_MEMORY_LIMIT:
  case OPTION_RUNS:
  case OPTION_PRINT_LIMIT:
  case OPTION_NUM_THREADS: return set_number(settings, option, argument);
  }
  return RT_OK;
}

// ---------------------------------------------------------------------------------------------
// The command line

typedef struct OptionsSeen {
  const Settings *settings;
  bool is_server;
} OptionsSeen;

static const Option *option_at(size_t i) {
  return i < OPTION_COUNT ? &OPTIONS[i] : &OTHER_OPTIONS[i - OPTION_COUNT];
}

static bool option_form(const void *data, size_t i, OptionForm *form) {
  const OptionsSeen *seen = data;
  if (i >= OPTION_COUNT + OTHER_COUNT) return false;
  const Option *option = option_at(i);
  bool is_there = option_is_there(seen->settings, option, seen->is_server);
  *form = (OptionForm){.name = is_there ? option->name : NULL,
                       .letter = option->letter,
                       .kind = option->kind,
                       .argument = option->argument,
                       .is_whole = i >= OPTION_COUNT};
  return true;
}

int settings_read(Settings *settings, bool is_server, int argc, char **argv) {
  const OptionsSeen seen = {settings, is_server};
  CommandLine line = {.words = argv, .count = argc, .next = 1};
  int error = RT_OK;
  while (error == RT_OK && !settings->is_done) {
    CommandWord word = command_line_next(&line, option_form, &seen);
    if (word.kind == WORD_END) break;
    if (word.kind == WORD_OPTION)
      error = option_do(settings, option_at(word.option), is_server, word.text);
    else if (word.kind == WORD_OPERAND)
      error = usage_fail(settings, "`%s` is not an option; values are read from standard input",
                         word.text);
    else
      error = usage_fail(settings, "%s", word.message);
  }
  if (error == RT_MEMORY) fprintf(stderr, "%s: out of memory\n", settings->program);
  return error;
}

// With the address sanitizer: memory that is not there is told by the program itself, and recursion
// may be deep, which takes for ever when every frame is kept on a stack of its own.
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#define IS_SANITIZED __has_feature(address_sanitizer)
#else
#define IS_SANITIZED 0
#endif

#if IS_SANITIZED
extern const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "allocator_may_return_null=1:detect_stack_use_after_return=0";
}
#endif

typedef struct ProgramRun {
  ProgramAction *action;
  void *data;
  int code;
} ProgramRun;

static void program_run_here(void *data, size_t stack_size) {
  ProgramRun *run = data;
  (void)stack_size;
  run->code = run->action(run->data);
}

// A hundred thousand calls, as many as the interpreter makes, of frames that are not small.
enum { PROGRAM_STACK = 1 << 28, PROGRAM_STACK_LEAST = 1 << 23 };

int program_run(const ProgramTable *table, ProgramAction *action, void *data) {
  ProgramRun run = {.action = action, .data = data};
  if (!table->is_recursive ||
      !stack_run(PROGRAM_STACK, PROGRAM_STACK_LEAST, program_run_here, &run))
    program_run_here(&run, 0);
  return run.code;
}

// A waiting thread of libgomp looks for work for some milliseconds before it sleeps. Where other
// programs want the processors too it takes the time of the very thread that it waits for, at every
// loop. libgomp reads its settings when it is loaded, before main: so the program starts again with
// them. What was loaded in front of it, like valgrind, may not follow, and is left alone. LLVM's
// library reads them later.
void threads_settle(char **argv) {
#if defined(_OPENMP)
  static const char *const TOLD[] = {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME",
                                     "LD_PRELOAD"};
  for (size_t i = 0; i < sizeof TOLD / sizeof *TOLD; i++)
    if (getenv(TOLD[i]) != NULL) return;
  if (setenv("KMP_BLOCKTIME", "1", 1) != 0 || setenv("GOMP_SPINCOUNT", "3000", 1) != 0) return;
#if !defined(__clang__)
  (void)execv("/proc/self/exe", argv); // where there is none, they wait as they do
#endif
#endif
  (void)argv;
}
