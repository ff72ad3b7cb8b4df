// Checks in child processes, so that a crash or an endless loop is a finding like any other.
//
// A child reports through a pipe, in records of fixed size: the stage that it begins, a finding
// with its message, or that a seed is done. Its stderr goes to a temporary file, where the message
// of an internal error can be found after its death. An alarm ends it when a seed takes too long.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/apart.h"
#include "fuzz/compiled.h"
#include "fuzz/source.h"

#define MESSAGE_LENGTH 3000

typedef enum RecordKind { RECORD_STAGE, RECORD_FINDING, RECORD_DONE } RecordKind;

typedef struct Record {
  RecordKind kind;
  FindingKind finding;
  uint64_t seed;
  bool is_partial;
  char text[STAGE_LENGTH];
  size_t message_length; // that many bytes follow
} Record;

static void write_all(int descriptor, const void *data, size_t size) {
  const char *bytes = data;
  while (size > 0) {
    ssize_t count = write(descriptor, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(EXIT_INTERNAL); // the parent is gone
    bytes += count;
    size -= (size_t)count;
  }
}

static bool read_all(int descriptor, void *data, size_t size) {
  char *bytes = data;
  while (size > 0) {
    ssize_t count = read(descriptor, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= (size_t)count;
  }
  return true;
}

static void report(int descriptor, Record record, const char *text, const StrBuf *message) {
  snprintf(record.text, STAGE_LENGTH, "%s", text);
  record.message_length = message ? message->length : 0;
  if (record.message_length > MESSAGE_LENGTH) record.message_length = MESSAGE_LENGTH;
  write_all(descriptor, &record, sizeof record);
  if (message) write_all(descriptor, strbuf_text(message), record.message_length);
}

// ---- The child ----

// Where stages are reported, and of which seed.
typedef struct Reporter {
  int descriptor;
  uint64_t seed;
} Reporter;

static void report_stage(void *context, const char *stage) {
  const Reporter *reporter = context;
  report(reporter->descriptor, (Record){.kind = RECORD_STAGE, .seed = reporter->seed}, stage, NULL);
}

static void report_outcome(const Reporter *reporter, const Finding *finding) {
  Record record = {.finding = finding->kind, .seed = reporter->seed};
  record.is_partial = finding->is_partial;
  if (finding->kind != FINDING_NONE) {
    record.kind = RECORD_FINDING;
    report(reporter->descriptor, record, finding->stage, &finding->message);
  }
  record.kind = RECORD_DONE;
  report(reporter->descriptor, record, "", NULL);
}

// A seed whose program waits for its executable.
typedef struct Waiting {
  uint64_t seed;
  Arena *arena;
  FuzzCase fuzz_case;
  Compiled compiled;
  Finding finding;
} Waiting;

static void waiting_end(const Reporter *reporter, Waiting *waiting) {
  report_outcome(reporter, &waiting->finding);
  strbuf_free(&waiting->finding.message);
  compiled_free(&waiting->compiled);
  fuzz_case_free(&waiting->fuzz_case);
  arena_free(waiting->arena);
}

// Checks a seed but for its executables. False: nothing is left to do.
static bool seed_begin(Reporter *reporter, const FuzzChecks *checks, void *batch,
                       Waiting *waiting) {
  waiting->arena = arena_new();
  report_stage(reporter, "generate");
  if (checks->source) {
    FuzzText text = checks->source->generate(waiting->arena, waiting->seed);
    if (!source_open(&text, checks, waiting->arena, &waiting->fuzz_case, &waiting->finding))
      return false;
  } else {
    waiting->fuzz_case = fuzz_generate(waiting->arena, interner_new(waiting->arena), waiting->seed);
  }
  return fuzz_check_interpreted(&waiting->fuzz_case, checks, batch, &waiting->compiled,
                                &waiting->finding) &&
         batch;
}

// Compiles the programs of all seeds at once; each by itself when that fails, to find the one that
// is refused.
static void seeds_end(Reporter *reporter, const FuzzChecks *checks, void *batch, Waiting *waiting,
                      size_t count, unsigned timeout) {
  StrBuf why = {0};
  limit_time(0);
  bool is_built = checks->compiler->build(batch, &why);
  strbuf_free(&why);
  for (size_t k = 0; k < count; k++) {
    reporter->seed = waiting[k].seed;
    limit_time(timeout);
    if (is_built)
      compiled_check(&waiting[k].compiled, checks, batch, &waiting[k].finding);
    else
      compiled_check_again(&waiting[k].compiled, checks, &waiting[k].finding);
    waiting_end(reporter, &waiting[k]);
  }
}

typedef struct ChildSeeds {
  int descriptor;
  const FuzzOptions *options;
  const Child *child;
} ChildSeeds;

static void child_seeds(void *data, size_t stack_size) {
  (void)stack_size;
  const ChildSeeds *seeds = data;
  const FuzzOptions *options = seeds->options;
  const FuzzCompiler *compiler = options->compiler;
  Reporter reporter = {.descriptor = seeds->descriptor};
  FuzzChecks checks = {.variants = options->variants,
                       .variant_count = options->variant_count,
                       .hook = report_stage,
                       .hook_context = &reporter,
                       .compiler = compiler,
                       .source = options->source};
  Arena *arena = arena_new();
  Waiting *waiting = arena_array(arena, Waiting, CHILD_SEEDS);
  size_t count = 0;
  void *batch = compiler ? compiler->open(compiler->context) : NULL;
  for (uint64_t seed = seeds->child->first; seed < seeds->child->end; seed++) {
    if (seeds->child->is_done[seed - seeds->child->first]) continue;
    limit_time(options->timeout);
    reporter.seed = seed;
    waiting[count] = (Waiting){.seed = seed};
    if (seed_begin(&reporter, &checks, batch, &waiting[count]))
      count++;
    else
      waiting_end(&reporter, &waiting[count]);
  }
  if (count > 0) seeds_end(&reporter, &checks, batch, waiting, count, options->timeout);
  if (batch) compiler->close(batch);
  arena_free(arena);
}

// ---- The parent's side ----

// Forks a child whose reports and complaints can be read; true in the child.
static bool child_start(Child *child) {
  int ends[2];
  child->errors = tmpfile();
  if (!child->errors || pipe(ends) != 0) INTERNAL_ERROR("cannot make a pipe or a temporary file");
  fflush(NULL);
  child->process = fork();
  if (child->process < 0) INTERNAL_ERROR("cannot start a process");
  if (child->process > 0) {
    close(ends[1]);
    child->reports = ends[0];
    return false;
  }
  close(ends[0]);
  child->reports = ends[1];
  signal(SIGALRM, SIG_DFL);
  if (dup2(fileno(child->errors), STDERR_FILENO) < 0) _exit(EXIT_INTERNAL);
  setenv(FUZZ_VARIABLE, FUZZ_VARIABLE_VALUE, 1);
  return true;
}

// What a dead child wrote to stderr, from the start, and how it died.
static void child_bury(Child *child, Finding *finding) {
  int status = 0;
  while (waitpid(child->process, &status, 0) < 0 && errno == EINTR)
    continue;
  bool is_timeout = WIFSIGNALED(status) && limit_was_reached(WTERMSIG(status));
  finding->kind = is_timeout ? FINDING_TIMEOUT : FINDING_CRASH;
  snprintf(finding->stage, STAGE_LENGTH, "%s", child->stage);
  strbuf_clear(&finding->message);
  if (WIFSIGNALED(status))
    strbuf_printf(&finding->message, "signal %d\n", WTERMSIG(status));
  else
    strbuf_printf(&finding->message, "exit status %d\n", WEXITSTATUS(status));
  char buffer[MESSAGE_LENGTH];
  rewind(child->errors);
  size_t length = fread(buffer, 1, sizeof buffer, child->errors);
  strbuf_write(&finding->message, buffer, length);
}

static void child_close(Child *child) {
  close(child->reports);
  fclose(child->errors);
}

bool child_is_done(const Child *child) {
  for (uint64_t seed = child->first; seed < child->end; seed++)
    if (!child->is_done[seed - child->first]) return false;
  return true;
}

ChildNews child_next(Child *child, Finding *finding) {
  Record record;
  for (;;) {
    if (!read_all(child->reports, &record, sizeof record)) {
      child_bury(child, finding);
      bool is_over = child_is_done(child) && finding->kind == FINDING_CRASH &&
                     strncmp(strbuf_text(&finding->message), "exit status 0\n", 14) == 0;
      child_close(child);
      return is_over ? CHILD_OVER : CHILD_DEAD;
    }
    child->seed = record.seed;
    if (record.kind == RECORD_STAGE) {
      memcpy(child->stage, record.text, STAGE_LENGTH);
      return CHILD_STAGE;
    }
    if (record.kind == RECORD_DONE) {
      child->is_done[record.seed - child->first] = true;
      child->is_partial = record.is_partial;
      return CHILD_DONE;
    }
    finding->kind = record.finding;
    memcpy(finding->stage, record.text, STAGE_LENGTH);
    char buffer[MESSAGE_LENGTH];
    if (read_all(child->reports, buffer, record.message_length)) {
      strbuf_clear(&finding->message);
      strbuf_write(&finding->message, buffer, record.message_length);
    }
    return CHILD_FINDING;
  }
}

void child_run_seeds(Child *child, const FuzzOptions *options) {
  if (!child_start(child)) return;
  ChildSeeds seeds = {child->reports, options, child};
  stack_run_deep(child_seeds, &seeds);
  exit(EXIT_OK); // with its handlers: a leak checker is one
}

typedef struct ChildCheck {
  ApartCheck *check;
  const void *context;
  FuzzChecks checks;
  Finding finding;
} ChildCheck;

static void child_check(void *data, size_t stack_size) {
  (void)stack_size;
  ChildCheck *check = data;
  check->check(check->context, &check->checks, &check->finding);
}

bool fuzz_apart(ApartCheck *check, const void *context, const FuzzChecks *checks, unsigned timeout,
                Finding *finding) {
  Child child = {.first = 0, .end = 1};
  finding->kind = FINDING_NONE;
  if (child_start(&child)) {
    limit_time(timeout);
    ChildCheck inside = {.check = check, .context = context, .checks = *checks};
    Reporter reporter = {.descriptor = child.reports};
    inside.checks.hook = report_stage;
    inside.checks.hook_context = &reporter;
    stack_run_deep(child_check, &inside);
    report_outcome(&reporter, &inside.finding);
    strbuf_free(&inside.finding.message);
    exit(EXIT_OK);
  }
  Finding last = {0};
  for (;;) {
    ChildNews news = child_next(&child, &last);
    if (news == CHILD_STAGE || news == CHILD_DONE) continue;
    if (news == CHILD_FINDING || news == CHILD_DEAD) {
      strbuf_free(&finding->message);
      *finding = last;
      last = (Finding){0};
    }
    if (news == CHILD_OVER || news == CHILD_DEAD) break;
  }
  strbuf_free(&last.message);
  return finding->kind == FINDING_NONE;
}

static void check_case(const void *context, const FuzzChecks *hooked, Finding *finding) {
  fuzz_check(context, hooked, finding);
}

bool fuzz_check_apart(const FuzzCase *fuzz_case, const FuzzChecks *checks, unsigned timeout,
                      Finding *finding) {
  return fuzz_apart(check_case, fuzz_case, checks, timeout, finding);
}
