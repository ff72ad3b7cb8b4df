// The processes of ravel test. Each file is tested in a process of its own, so that a crash or an
// endless loop is a failure of that file only.
//
// A child tells its parent about its checks through a pipe, in records: a letter, the length of a
// text, the text. B begins a check (the text names it), P passes it, F fails and S skips it (the
// text says why). What the child prints goes to a temporary file and is shown when the child ends
// badly.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/bundle.h"
#include "driver/test.h"

// ---- The child ----

typedef struct PipeReport {
  TestReport report; // first, so that a TestReport is a PipeReport
  int descriptor;
  uint64_t timeout; // of a check
} PipeReport;

static void send_bytes(int descriptor, const void *bytes, size_t length) {
  const char *next = bytes;
  while (length > 0) {
    ssize_t written = write(descriptor, next, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(EXIT_INTERNAL); // the parent is gone
    next += written;
    length -= (size_t)written;
  }
}

static void send_record(TestReport *report, char kind, const char *text) {
  int descriptor = ((PipeReport *)report)->descriptor;
  uint32_t length = (uint32_t)strlen(text);
  send_bytes(descriptor, &kind, 1);
  send_bytes(descriptor, &length, sizeof length);
  send_bytes(descriptor, text, length);
}

static void report_begin(TestReport *report, const char *what) {
  limit_time((unsigned long)((PipeReport *)report)->timeout);
  send_record(report, 'B', what);
}
static void report_pass(TestReport *report) { send_record(report, 'P', ""); }
static void report_fail(TestReport *report, const char *why) { send_record(report, 'F', why); }
static void report_skip(TestReport *report, const char *why) { send_record(report, 'S', why); }

typedef struct ChildTest {
  const TestSettings *settings;
  const char *path;
  TestReport *report;
} ChildTest;

static void child_test(void *data, size_t stack_size) {
  (void)stack_size;
  const ChildTest *test = data;
  file_test(test->settings, path_basename(test->path), test->report);
}

static _Noreturn void child_run(const TestSettings *settings, const char *path, int descriptor,
                                FILE *printed, Runner *runner) {
  TestSettings own = *settings;
  if (runner->program) own.target.runner = runner;
  PipeReport report = {
      {report_begin, report_pass, report_fail, report_skip}, descriptor, settings->timeout};
  if (dup2(fileno(printed), STDOUT_FILENO) < 0 || dup2(fileno(printed), STDERR_FILENO) < 0)
    _exit(EXIT_INTERNAL);
  Arena *arena = arena_new();
  const char *folder = path_dirname(arena, path);
  if (chdir(folder) != 0) {
    report_begin(&report.report, "test blocks");
    report_fail(&report.report,
                arena_printf(arena, "cannot enter %s: %s", folder, strerror(errno)));
  } else {
    ChildTest test = {&own, path, &report.report};
    stack_run_deep(child_test, &test);
  }
  arena_free(arena);
  // With exit's handlers: a leak checker is one.
  exit(EXIT_OK);
}

// ---- The parent ----

static const char OUT_OF_TIME[] = "there was no time left (--within)";

typedef struct Worker {
  bool is_busy, is_late;
  pid_t process;
  int descriptor; // the reading end of the pipe
  FILE *printed;
  size_t file;
  double started; // in seconds
  StrBuf inbox;
  Runner runner;
  const char *running; // the check that has begun and not ended; NULL: none
} Worker;

typedef struct Pool {
  Driver *driver;
  Scratch *scratch;
  Arena *arena;
  const TestSettings *settings;
  const Words *paths;
  Worker *workers;
  size_t worker_count;
  const size_t *order; // of starting
  size_t next;         // place in it
  TestOutcomes *outcomes;
  double *seconds;
  double deadline; // of all; 0: none
  bool *is_done;
  size_t done_count, told_count; // the latter in order
  TestDone *done;
  TestProgress *progress;
  void *context;
} Pool;

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void outcome_add(Pool *pool, Worker *worker, TestOutcome outcome) {
  vec_push(pool->arena, &pool->outcomes[worker->file], outcome);
}

static void worker_start(Pool *pool, Worker *worker) {
  size_t file = pool->order[pool->next++];
  const char *path = pool->paths->data[file];
  int ends[2];
  StrBuf inbox = worker->inbox;
  strbuf_clear(&inbox);
  Runner runner = {pool->settings->runner_program, pool->settings->runner_device,
                   worker->runner.helper};
  if (runner.program) runner_start(pool->driver, pool->scratch, &runner);
  *worker = (Worker){.is_busy = true, .file = file, .inbox = inbox, .runner = runner};
  worker->printed = tmpfile();
  if (!worker->printed || pipe(ends) != 0)
    INTERNAL_ERROR("cannot make a pipe or a temporary file: %s", strerror(errno));
  // What is buffered would otherwise be printed by the child too.
  fflush(stdout);
  fflush(stderr);
  worker->process = fork();
  if (worker->process < 0) INTERNAL_ERROR("cannot start a process: %s", strerror(errno));
  if (worker->process == 0) {
    close(ends[0]);
    child_run(pool->settings, path, ends[1], worker->printed, &worker->runner);
  }
  close(ends[1]);
  worker->descriptor = ends[0];
  worker->started = seconds_now();
}

// Takes all complete records out of the inbox.
static void worker_digest(Pool *pool, Worker *worker) {
  StrBuf *inbox = &worker->inbox;
  size_t at = 0;
  uint32_t length;
  while (inbox->length - at >= 1 + sizeof length) {
    char kind = inbox->data[at];
    memcpy(&length, inbox->data + at + 1, sizeof length);
    if (inbox->length - at - 1 - sizeof length < length) break;
    char *text = arena_strndup(pool->arena, inbox->data + at + 1 + sizeof length, length);
    at += 1 + sizeof length + length;
    if (kind == 'B') {
      worker->running = text;
    } else {
      const char *why = kind == 'P' ? NULL : text;
      outcome_add(pool, worker, (TestOutcome){worker->running, why, kind == 'S'});
      worker->running = NULL;
    }
  }
  size_t rest = inbox->length - at;
  if (at > 0 && rest > 0) memmove(inbox->data, inbox->data + at, rest);
  inbox->length = rest;
}

// The end of what the child printed.
static void put_printed(StrBuf *out, FILE *printed) {
  enum { LONGEST = 4000 };
  char text[LONGEST];
  if (fseek(printed, 0, SEEK_END) != 0) return;
  long size = ftell(printed);
  long start = size > LONGEST ? size - LONGEST : 0;
  if (size <= 0 || fseek(printed, start, SEEK_SET) != 0) return;
  size_t length = fread(text, 1, (size_t)(size - start), printed);
  strbuf_puts(out, "\nit printed:\n");
  strbuf_write(out, text, length);
}

// A child that ended badly fails the check that it was at.
static void worker_judge(Pool *pool, Worker *worker, int status) {
  bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OK;
  if (is_good && !worker->is_late) return;
  runner_end(&worker->runner); // it may be waiting for a kernel that does not end
  StrBuf why = {0};
  if (worker->is_late) {
    outcome_add(pool, worker, (TestOutcome){"not ended", OUT_OF_TIME, true});
    return;
  }
  unsigned long long timeout = pool->settings->timeout;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    strbuf_printf(&why, "did not end in %llu seconds", LIMIT_CLOCK_FACTOR * timeout);
  else if (WIFSIGNALED(status) && limit_was_reached(WTERMSIG(status)))
    strbuf_printf(&why, "took longer than %llu seconds of processor time", timeout);
  else if (WIFSIGNALED(status))
    strbuf_printf(&why, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    strbuf_printf(&why, "ended with exit code %d", WEXITSTATUS(status));
  put_printed(&why, worker->printed);
  const char *what = worker->running ? worker->running : "the process that tests the file";
  const char *text = arena_strndup(pool->arena, strbuf_text(&why), why.length);
  outcome_add(pool, worker, (TestOutcome){.what = what, .why = text});
  strbuf_free(&why);
}

// Tells about the files whose turn it is.
static void file_finish(Pool *pool, size_t done) {
  pool->is_done[done] = true;
  pool->done_count++;
  while (pool->told_count < pool->paths->count && pool->is_done[pool->told_count]) {
    size_t file = pool->told_count++;
    pool->done(pool->context, pool->paths->data[file], &pool->outcomes[file], pool->seconds[file]);
  }
  pool->progress(pool->context, pool->done_count, pool->paths->count);
}

static void worker_finish(Pool *pool, Worker *worker) {
  int status = 0;
  close(worker->descriptor);
  while (waitpid(worker->process, &status, 0) < 0)
    if (errno != EINTR) INTERNAL_ERROR("cannot wait for a process: %s", strerror(errno));
  worker_judge(pool, worker, status);
  fclose(worker->printed);
  worker->is_busy = false;
  pool->seconds[worker->file] = seconds_now() - worker->started;
  file_finish(pool, worker->file);
}

// The files that will not be started because the time is over.
static void pool_give_up(Pool *pool) {
  while (pool->next < pool->paths->count) {
    size_t file = pool->order[pool->next++];
    TestOutcome outcome = {"not started", OUT_OF_TIME, true};
    vec_push(pool->arena, &pool->outcomes[file], outcome);
    file_finish(pool, file);
  }
}

static void worker_read(Pool *pool, Worker *worker) {
  char bytes[4096];
  ssize_t length = read(worker->descriptor, bytes, sizeof bytes);
  if (length < 0 && errno == EINTR) return;
  if (length > 0) {
    strbuf_write(&worker->inbox, bytes, (size_t)length);
    worker_digest(pool, worker);
  } else {
    worker_finish(pool, worker);
  }
}

// How long poll may wait, in milliseconds; ends the children when the time of all is over.
static int pool_timeout(Pool *pool) {
  double left = pool->deadline - seconds_now();
  if (pool->deadline == 0) return -1;
  if (left > 0) return (int)(left * 1000) + 1;
  for (size_t i = 0; i < pool->worker_count; i++) {
    Worker *worker = &pool->workers[i];
    if (!worker->is_busy || worker->is_late) continue;
    worker->is_late = true;
    kill(worker->process, SIGKILL);
  }
  return -1;
}

// Waits for news from the children.
static void pool_wait(Pool *pool, struct pollfd *polled) {
  int timeout = pool_timeout(pool);
  for (size_t i = 0; i < pool->worker_count; i++) {
    Worker *worker = &pool->workers[i];
    polled[i] = (struct pollfd){.fd = worker->is_busy ? worker->descriptor : -1, .events = POLLIN};
  }
  if (poll(polled, (nfds_t)pool->worker_count, timeout) < 0) {
    if (errno == EINTR) return;
    INTERNAL_ERROR("cannot wait for processes: %s", strerror(errno));
  }
  for (size_t i = 0; i < pool->worker_count; i++)
    if (pool->workers[i].is_busy && polled[i].revents) worker_read(pool, &pool->workers[i]);
}

typedef struct FileSize {
  size_t file, size;
} FileSize;

// The largest first; files of one size stay in order.
static int compare_sizes(const void *a, const void *b) {
  const FileSize *x = a, *y = b;
  if (x->size != y->size) return x->size > y->size ? -1 : 1;
  return x->file < y->file ? -1 : 1;
}

// Large files take long, so they are not started when everything else has ended.
static size_t *order_make(Arena *arena, const Words *paths) {
  FileSize *sizes = arena_array(arena, FileSize, paths->count);
  size_t *order = arena_array(arena, size_t, paths->count);
  for (size_t i = 0; i < paths->count; i++) {
    struct stat status;
    bool is_known = stat(paths->data[i], &status) == 0;
    sizes[i] = (FileSize){i, is_known ? (size_t)status.st_size : 0};
  }
  if (paths->count) qsort(sizes, paths->count, sizeof *sizes, compare_sizes);
  for (size_t i = 0; i < paths->count; i++)
    order[i] = sizes[i].file;
  return order;
}

void test_pool_run(Driver *driver, Scratch *scratch, const TestSettings *settings,
                   const Words *paths, TestDone *done, TestProgress *progress, void *context) {
  Arena *arena = driver->arena;
  size_t count = settings->jobs < paths->count ? (size_t)settings->jobs : paths->count;
  Pool pool = {.driver = driver,
               .scratch = scratch,
               .arena = arena,
               .settings = settings,
               .paths = paths,
               .workers = arena_array(arena, Worker, count),
               .worker_count = count,
               .order = order_make(arena, paths),
               .seconds = arena_array(arena, double, paths->count),
               .outcomes = arena_array(arena, TestOutcomes, paths->count),
               .is_done = arena_array(arena, bool, paths->count),
               .done = done,
               .progress = progress,
               .context = context};
  struct pollfd *polled = arena_array(arena, struct pollfd, count);
  if (settings->within) pool.deadline = seconds_now() + (double)settings->within;
  while (pool.done_count < paths->count) {
    if (pool.deadline != 0 && seconds_now() >= pool.deadline) pool_give_up(&pool);
    for (size_t i = 0; i < count && pool.next < paths->count; i++)
      if (!pool.workers[i].is_busy) worker_start(&pool, &pool.workers[i]);
    pool_wait(&pool, polled);
  }
  for (size_t i = 0; i < count; i++) {
    strbuf_free(&pool.workers[i].inbox);
    runner_end(&pool.workers[i].runner);
  }
}
