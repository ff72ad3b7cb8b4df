// Evaluation in another process. What comes back through a pipe is a line, and behind it
//
//   V               the results in the binary format
//   F K FILE START END   a failure: its kind and span; the message
//   N               nothing: it cannot be compiled
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/cc.h"
#include "driver/repl.h"
#include "ir/walk.h"

// How long a form is interpreted before it is compiled as well, and how often a user who wants it
// to stop is looked for.
static const double PATIENCE = 0.5, GLANCE = 0.05;

// One of the processes that evaluate the same.
typedef struct Racer {
  pid_t process;
  int pipe; // -1: it has ended, or was never started
  bool is_compiled;
  StrBuf said;
} Racer;

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// ---- The child ----

static void tell_failure(FILE *out, const Failure *failure) {
  fprintf(out, "F %d %u %u %u\n%s", (int)failure->kind, failure->span.file, failure->span.start,
          failure->span.end, failure->message ? failure->message : "");
}

static void tell_results(FILE *out, const Values *results) {
  ValueError error = {0};
  fputs("V\n", out);
  if (!values_write(out, results->data, results->count, &error)) _exit(EXIT_OUT_OF_MEMORY);
}

static bool interpret(Evaluation *evaluation) {
  InterpOptions options = {.default_threshold = 1, .is_plain = evaluation->is_plain};
  Interp *interp = interp_new(evaluation->program, options);
  return interp_run(interp, evaluation->entry, evaluation->arguments->data,
                    evaluation->arguments->count, &evaluation->results.data,
                    &evaluation->results.count, &evaluation->failure);
}

typedef struct Child {
  Evaluation *evaluation;
  FILE *out;
  bool is_compiled;
} Child;

static void child_act(void *data, size_t stack_size) {
  (void)stack_size;
  const Child *child = data;
  Evaluation *evaluation = child->evaluation;
  bool is_good = false, is_there = true;
  if (child->is_compiled)
    is_there = evaluate_compiled(evaluation, &is_good);
  else
    is_good = interpret(evaluation);
  fflush(stdout);
  if (!is_there)
    fputs("N\n", child->out);
  else if (is_good)
    tell_results(child->out, &evaluation->results);
  else
    tell_failure(child->out, &evaluation->failure);
  fflush(child->out);
}

// The child has no input: what the user types is for the prompt.
static _Noreturn void child_run(Evaluation *evaluation, int pipe, bool is_compiled) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  Child child = {.evaluation = evaluation, .out = fdopen(pipe, "wb"), .is_compiled = is_compiled};
  if (child.out == NULL) _exit(EXIT_INTERNAL);
  stack_run_deep(child_act, &child);
  _exit(EXIT_OK);
}

// ---- The race ----

static bool racer_start(Evaluation *evaluation, Racer *racer, bool is_compiled) {
  int ends[2];
  *racer = (Racer){.pipe = -1, .is_compiled = is_compiled};
  if (pipe(ends) != 0) return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  diag_flush(evaluation->driver->diag);
  fflush(NULL);
  racer->process = fork();
  if (racer->process == 0) {
    close(ends[0]);
    child_run(evaluation, ends[1], is_compiled);
  }
  close(ends[1]);
  if (racer->process < 0) {
    close(ends[0]);
    return false;
  }
  racer->pipe = ends[0];
  return true;
}

// Waits for the process, which has closed its pipe or was killed. Gives the signal that ended it.
static int racer_end(Racer *racer) {
  int status = 0;
  if (racer->pipe < 0) return 0;
  close(racer->pipe);
  racer->pipe = -1;
  while (waitpid(racer->process, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void racer_stop(Racer *racer) {
  if (racer->pipe >= 0) kill(racer->process, SIGKILL);
  racer_end(racer);
  strbuf_free(&racer->said);
}

// Reads what is there; false at the end.
static bool racer_read(Racer *racer) {
  char bytes[1 << 16];
  ssize_t count = read(racer->pipe, bytes, sizeof bytes);
  if (count > 0) strbuf_write(&racer->said, bytes, (size_t)count);
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

// Has the user asked to stop? SIGINT is blocked in a session at a terminal.
static bool is_interrupted(void) {
  sigset_t pending, wanted;
  int number;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGINT);
  if (sigpending(&pending) != 0 || !sigismember(&pending, SIGINT)) return false;
  sigwait(&wanted, &number);
  return true;
}

// ---- What came back ----

static EvaluationEnd fail(Evaluation *evaluation, FailureKind kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  StrBuf text = {0};
  strbuf_vprintf(&text, format, arguments);
  va_end(arguments);
  evaluation->failure = (Failure){.kind = kind, .message = strbuf_take(&text)};
  return EVALUATION_FAILED;
}

static EvaluationEnd take_results(Evaluation *evaluation, const char *data, size_t length) {
  ValueError error = {0};
  Reader *reader = reader_from_memory(data, length);
  if (!reader) fatal_out_of_memory(length);
  bool is_good = entry_read_results(reader, evaluation->entry, &evaluation->results, &error);
  reader_free(reader);
  if (is_good) return EVALUATION_DONE;
  return fail(evaluation, FAILURE_CRASH, "the value cannot be read: %s", error.message);
}

static EvaluationEnd take_failure(Evaluation *evaluation, const char *line, const char *message) {
  int kind = FAILURE_CRASH;
  Span span = SPAN_NONE;
  sscanf(line, "F %d %u %u %u", &kind, &span.file, &span.start, &span.end);
  fail(evaluation, (FailureKind)kind, "%s", message);
  evaluation->failure.span = span;
  if (!*message) {
    free(evaluation->failure.message);
    evaluation->failure.message = NULL;
  }
  return EVALUATION_FAILED;
}

// What a process said that has ended. False when that decides nothing.
static bool decide(Evaluation *evaluation, Racer *racer, EvaluationEnd *end) {
  int signal = racer_end(racer);
  const char *said = strbuf_text(&racer->said), *line_end = strchr(said, '\n');
  char first = line_end ? said[0] : 'N';
  if (first != 'V' && first != 'F' && racer->is_compiled) return false;
  evaluation->is_compiled = racer->is_compiled;
  if (signal == SIGINT)
    *end = EVALUATION_STOPPED;
  else if (first == 'V')
    *end = take_results(evaluation, line_end + 1, racer->said.length - 2);
  else if (first == 'F')
    *end = take_failure(evaluation, said, line_end + 1);
  else if (signal == SIGKILL)
    *end = fail(evaluation, FAILURE_MEMORY, "the evaluation was killed; was memory short?");
  else
    *end =
        fail(evaluation, FAILURE_CRASH, "the evaluation ended without a value (signal %d)", signal);
  return true;
}

typedef struct Race {
  Racer racers[2]; // interpreted, compiled
  double start;
  bool may_compile;
} Race;

// Waits until something comes, for a while. Marks in `is_ready` who can be read.
static void race_wait(const Race *race, bool *is_ready) {
  struct pollfd files[2];
  size_t numbers[2], count = 0;
  for (size_t i = 0; i < 2; i++) {
    is_ready[i] = false;
    if (race->racers[i].pipe < 0) continue;
    files[count] = (struct pollfd){.fd = race->racers[i].pipe, .events = POLLIN};
    numbers[count++] = i;
  }
  if (poll(files, count, (int)(GLANCE * 1000)) <= 0) return;
  for (size_t i = 0; i < count; i++)
    is_ready[numbers[i]] = files[i].revents != 0;
}

static EvaluationEnd race_run(Race *race, Evaluation *evaluation) {
  EvaluationEnd end = EVALUATION_STOPPED;
  bool is_ready[2];
  for (;;) {
    race_wait(race, is_ready);
    for (size_t i = 0; i < 2; i++)
      if (is_ready[i] && !racer_read(&race->racers[i]) &&
          decide(evaluation, &race->racers[i], &end))
        return end;
    if (is_interrupted()) return EVALUATION_STOPPED;
    bool is_late = seconds_now() - race->start > PATIENCE;
    if (race->may_compile && is_late) {
      race->may_compile = false;
      racer_start(evaluation, &race->racers[1], true);
    }
    // What cannot be compiled is interpreted after all.
    if (race->racers[0].pipe < 0 && race->racers[1].pipe < 0 &&
        !racer_start(evaluation, &race->racers[0], false))
      return fail(evaluation, FAILURE_MEMORY, "no process can be started: %s", strerror(errno));
  }
}

// ---- Effects ----

static bool note_effect(Walker *walker, Stm *stm) {
  bool *has_effect = walker->context;
  *has_effect = *has_effect || stm->exp->op == OP_EFFECT;
  return true;
}

// What acts on the world does so once: only the interpreter runs it.
static bool has_effects(Program *program) {
  bool has_effect = false;
  Walker walker = {.context = &has_effect, .enter = note_effect};
  walk_program(&walker, program);
  return has_effect;
}

void forget_interrupts(void) { (void)is_interrupted(); }

EvaluationEnd evaluate(Repl *repl, Evaluation *evaluation) {
  Race race = {.racers = {{.pipe = -1}, {.pipe = -1}}, .start = seconds_now()};
  bool has_effect = has_effects(evaluation->program);
  bool is_compiled = repl->compiling == COMPILE_ALWAYS && !has_effect;
  race.may_compile =
      repl->compiling == COMPILE_AUTO && !has_effect && cc_is_there(evaluation->driver);
  EvaluationEnd end = EVALUATION_FAILED;
  if (racer_start(evaluation, &race.racers[is_compiled ? 1 : 0], is_compiled))
    end = race_run(&race, evaluation);
  else
    end = fail(evaluation, FAILURE_MEMORY, "no process can be started: %s", strerror(errno));
  racer_stop(&race.racers[0]);
  racer_stop(&race.racers[1]);
  forget_interrupts(); // the user who stopped one process stopped both
  evaluation->seconds = seconds_now() - race.start;
  return end;
}
