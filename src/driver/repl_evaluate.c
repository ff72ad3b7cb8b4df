// Evaluation in another process. What comes back through a pipe is a line, and after it
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
#include <sys/socket.h>
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
  int pipe;    // -1: it has ended, or was never started
  int effects; // through which it asks for effects (repl_world.c)
  bool is_compiled;
  StrBuf said;
} Racer;

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// ---- The child ----

static void tell_failure(FILE *out, const Driver *driver, Failure *failure) {
  failure_list_calls(diag_sources(driver->diag), failure);
  fputs("F\n", out);
  fwrite(failure, sizeof *failure, 1, out);
  if (failure->message) fputs(failure->message, out);
}

static void tell_results(FILE *out, const Values *results) {
  ValueError error = {0};
  fputs("V\n", out);
  if (!values_write(out, results->data, results->count, &error)) _exit(EXIT_OUT_OF_MEMORY);
}

static bool interpret(Evaluation *evaluation, int effects) {
  InterpOptions options = {.default_threshold = 1,
                           .is_plain = evaluation->is_plain,
                           .act = world_ask_session,
                           .act_context = &effects};
  Interp *interp = interp_new(evaluation->program, options);
  return interp_run(interp, evaluation->entry, evaluation->arguments->data,
                    evaluation->arguments->count, &evaluation->results.data,
                    &evaluation->results.count, &evaluation->failure);
}

typedef struct ReplChild {
  Evaluation *evaluation;
  FILE *out;
  int effects;
  bool is_compiled;
} ReplChild;

static void child_act(void *data, size_t stack_size) {
  (void)stack_size;
  const ReplChild *child = data;
  Evaluation *evaluation = child->evaluation;
  bool is_good = false, is_there = true;
  if (child->is_compiled)
    is_there = evaluate_compiled(evaluation, &is_good);
  else
    is_good = interpret(evaluation, child->effects);
  fflush(stdout);
  if (!is_there)
    fputs("N\n", child->out);
  else if (is_good)
    tell_results(child->out, &evaluation->results);
  else
    tell_failure(child->out, evaluation->driver, &evaluation->failure);
  fflush(child->out);
}

// The child has no input: what the user types is for the session.
static _Noreturn void child_run(Evaluation *evaluation, int pipe, int effects, bool is_compiled) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  ReplChild child = {.evaluation = evaluation,
                     .out = fdopen(pipe, "wb"),
                     .effects = effects,
                     .is_compiled = is_compiled};
  if (child.out == NULL) _exit(EXIT_INTERNAL);
  stack_run_deep(child_act, &child);
  _exit(EXIT_OK);
}

// ---- The race ----

// Both ends of a pipe and of a socket, which programs that are started do not inherit.
static bool open_channels(int pipes[2], int sockets[2]) {
  if (pipe(pipes) != 0) return false;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) {
    close(pipes[0]);
    close(pipes[1]);
    return false;
  }
  for (size_t i = 0; i < 2; i++) {
    fcntl(pipes[i], F_SETFD, FD_CLOEXEC);
    fcntl(sockets[i], F_SETFD, FD_CLOEXEC);
  }
  return true;
}

static bool racer_start(Evaluation *evaluation, Racer *racer, bool is_compiled) {
  int pipes[2], sockets[2];
  *racer = (Racer){.pipe = -1, .is_compiled = is_compiled};
  if (!open_channels(pipes, sockets)) return false;
  diag_flush(evaluation->driver->diag);
  fflush(NULL);
  racer->process = fork();
  if (racer->process == 0) {
    close(pipes[0]);
    close(sockets[0]);
    child_run(evaluation, pipes[1], sockets[1], is_compiled);
  }
  close(pipes[1]);
  close(sockets[1]);
  if (racer->process < 0) {
    close(pipes[0]);
    close(sockets[0]);
    return false;
  }
  racer->pipe = pipes[0];
  racer->effects = sockets[0];
  return true;
}

// Waits for the process, which has closed its pipe or was killed. Gives the signal that ended it.
static int racer_end(Racer *racer) {
  int status = 0;
  if (racer->pipe < 0) return 0;
  close(racer->pipe);
  close(racer->effects);
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

// ---- Effects ----

// Waits until the user has typed something; false: that is to stop. A terminal that is read by
// lines has something to read when a line is complete.
static bool wait_for_user(void) {
  struct pollfd file = {.fd = STDIN_FILENO, .events = POLLIN};
  for (;;) {
    if (is_interrupted()) return false;
    if (poll(&file, 1, (int)(GLANCE * 1000)) > 0) return true;
  }
}

// Carries out an effect for the process; false when the user wants it to stop.
static bool racer_act(Repl *repl, const Racer *racer) {
  SessionQuestion question;
  bool is_going = true;
  if (session_take_question(racer->effects, &question)) {
    bool is_for_user =
        question.kind == EFFECT_READ && question.numbers[0] == 0 && repl->is_interactive;
    fflush(stdout); // a question comes before its answer
    is_going = !is_for_user || wait_for_user();
    if (is_going) session_answer(repl, racer->effects, &question);
  }
  session_question_free(&question);
  return is_going;
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

static EvaluationEnd take_failure(Evaluation *evaluation, const char *data, size_t length) {
  Failure *failure = &evaluation->failure;
  if (length < sizeof *failure)
    return fail(evaluation, FAILURE_CRASH, "the evaluation ended while it said why it failed");
  memcpy(failure, data, sizeof *failure);
  StrBuf message = {0};
  strbuf_write(&message, data + sizeof *failure, length - sizeof *failure);
  failure->message = failure->message ? strbuf_take(&message) : NULL;
  strbuf_free(&message);
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
    *end = take_failure(evaluation, line_end + 1, racer->said.length - 2);
  else if (signal == SIGKILL)
    *end = fail(evaluation, FAILURE_MEMORY, "the evaluation was killed; was memory short?");
  else
    *end =
        fail(evaluation, FAILURE_CRASH, "the evaluation ended without a value (signal %d)", signal);
  return true;
}

typedef struct Race {
  Repl *repl;
  Racer racers[2]; // interpreted, compiled
  double start;
  bool may_compile;
} Race;

// Who can be read: what a process says, and what it asks for.
typedef struct Ready {
  bool says, asks;
} Ready;

// Waits until something comes, for a while.
static void race_wait(const Race *race, Ready *ready) {
  struct pollfd files[4];
  bool *marks[4];
  size_t count = 0;
  for (size_t i = 0; i < 2; i++) {
    const Racer *racer = &race->racers[i];
    ready[i] = (Ready){0};
    if (racer->pipe < 0) continue;
    marks[count] = &ready[i].says;
    files[count++] = (struct pollfd){.fd = racer->pipe, .events = POLLIN};
    marks[count] = &ready[i].asks;
    files[count++] = (struct pollfd){.fd = racer->effects, .events = POLLIN};
  }
  if (poll(files, count, (int)(GLANCE * 1000)) <= 0) return;
  for (size_t i = 0; i < count; i++)
    *marks[i] = files[i].revents != 0;
}

static EvaluationEnd race_run(Race *race, Evaluation *evaluation) {
  EvaluationEnd end = EVALUATION_STOPPED;
  Ready ready[2];
  for (;;) {
    race_wait(race, ready);
    for (size_t i = 0; i < 2; i++)
      if (ready[i].asks && !racer_act(race->repl, &race->racers[i])) return EVALUATION_STOPPED;
    for (size_t i = 0; i < 2; i++)
      if (ready[i].says && !racer_read(&race->racers[i]) &&
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

// ---- Who may run it ----

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
  Race race = {.repl = repl, .racers = {{.pipe = -1}, {.pipe = -1}}, .start = seconds_now()};
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
