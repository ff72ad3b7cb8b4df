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

static void report_stage(void *context, const char *stage) {
  report(*(int *)context, (Record){.kind = RECORD_STAGE}, stage, NULL);
}

static void report_outcome(int descriptor, uint64_t seed, const Finding *finding) {
  if (finding->kind != FINDING_NONE)
    report(descriptor, (Record){.kind = RECORD_FINDING, .finding = finding->kind, .seed = seed},
           finding->stage, &finding->message);
  report(descriptor, (Record){.kind = RECORD_DONE, .seed = seed, .is_partial = finding->is_partial},
         "", NULL);
}

typedef struct ChildSeeds {
  int descriptor;
  const FuzzOptions *options;
  uint64_t first, end;
} ChildSeeds;

static void child_seeds(void *data, size_t stack_size) {
  (void)stack_size;
  const ChildSeeds *seeds = data;
  const FuzzOptions *options = seeds->options;
  int descriptor = seeds->descriptor;
  FuzzChecks checks = {options->variants, options->variant_count, report_stage, &descriptor, NULL};
  for (uint64_t seed = seeds->first; seed < seeds->end; seed++) {
    alarm(options->timeout);
    report_stage(&descriptor, "generate");
    Arena *arena = arena_new();
    FuzzCase fuzz_case = fuzz_generate(arena, interner_new(arena), seed);
    Finding finding = {0};
    fuzz_check(&fuzz_case, &checks, &finding);
    report_outcome(descriptor, seed, &finding);
    strbuf_free(&finding.message);
    fuzz_case_free(&fuzz_case);
    arena_free(arena);
  }
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
  return true;
}

// What a dead child wrote to stderr, from the start, and how it died.
static void child_bury(Child *child, Finding *finding) {
  int status = 0;
  while (waitpid(child->process, &status, 0) < 0 && errno == EINTR)
    continue;
  bool is_timeout = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
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

ChildNews child_next(Child *child, Finding *finding) {
  Record record;
  for (;;) {
    if (!read_all(child->reports, &record, sizeof record)) {
      child_bury(child, finding);
      bool is_over = child->next == child->end && finding->kind == FINDING_CRASH &&
                     strncmp(strbuf_text(&finding->message), "exit status 0\n", 14) == 0;
      child_close(child);
      return is_over ? CHILD_OVER : CHILD_DEAD;
    }
    if (record.kind == RECORD_STAGE) {
      memcpy(child->stage, record.text, STAGE_LENGTH);
      return CHILD_STAGE;
    }
    if (record.kind == RECORD_DONE) {
      child->next = record.seed + 1;
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

void child_run_seeds(Child *child, const FuzzOptions *options, uint64_t first, uint64_t end) {
  *child = (Child){.next = first, .end = end};
  if (!child_start(child)) return;
  ChildSeeds seeds = {child->reports, options, first, end};
  stack_run_deep(child_seeds, &seeds);
  exit(EXIT_OK); // with its handlers: a leak checker is one
}

typedef struct ChildCheck {
  ApartCheck *check;
  void *context;
  FuzzChecks checks;
  Finding finding;
} ChildCheck;

static void child_check(void *data, size_t stack_size) {
  (void)stack_size;
  ChildCheck *check = data;
  check->check(check->context, &check->checks, &check->finding);
}

void fuzz_apart(ApartCheck *check, void *context, const FuzzChecks *checks, unsigned timeout,
                Finding *finding) {
  Child child = {.next = 0, .end = 1};
  finding->kind = FINDING_NONE;
  if (child_start(&child)) {
    alarm(timeout);
    ChildCheck inside = {.check = check, .context = context, .checks = *checks};
    inside.checks.hook = report_stage;
    inside.checks.hook_context = &child.reports;
    stack_run_deep(child_check, &inside);
    report_outcome(child.reports, 0, &inside.finding);
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
}

static void check_case(void *context, const FuzzChecks *hooked, Finding *finding) {
  fuzz_check(context, hooked, finding);
}

bool fuzz_check_apart(const FuzzCase *fuzz_case, const FuzzChecks *checks, unsigned timeout,
                      Finding *finding) {
  FuzzCase copy = *fuzz_case;
  fuzz_apart(check_case, &copy, checks, timeout, finding);
  return finding->kind == FINDING_NONE;
}
