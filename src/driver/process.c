#include "driver/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/limit.h"

const char *environment(const char *name, const char *fallback) {
  const char *value = getenv(name);
  return value && *value ? value : fallback;
}

const char *scratch_parent(void) { return environment("TMPDIR", "/tmp"); }

// ---- The keeper ----

static void pause_briefly(long milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

// Removes what is in the open folder; it is closed.
static void folder_empty(int folder) {
  DIR *stream = fdopendir(folder);
  if (!stream) {
    close(folder);
    return;
  }
  for (struct dirent *entry; (entry = readdir(stream));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (unlinkat(dirfd(stream), entry->d_name, 0) == 0) continue;
    int inner = openat(dirfd(stream), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (inner >= 0) folder_empty(inner);
    unlinkat(dirfd(stream), entry->d_name, AT_REMOVEDIR);
  }
  closedir(stream);
}

// A process that was just ended may still write into the folder, so this is tried for a while.
void folder_remove(const char *path) {
  enum { TRIES = 100, PAUSE = 20 };
  if (unlink(path) == 0) return;
  for (int i = 0; i < TRIES; i++) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (folder >= 0) folder_empty(folder);
    if (rmdir(path) == 0 || errno == ENOENT) return;
    pause_briefly(PAUSE);
  }
}

// The keeper is told which process runs, 0 for none. That has a group of its own, so that what it
// has started ends with it.
static _Noreturn void keeper_run(int pipe, const char *folder) {
  pid_t process = 0, news;
  setsid();
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  // Nobody who waits for the end of a pipe must wait for the keeper: neither who reads what ravel
  // prints nor another keeper.
  enum { DESCRIPTORS = 256 };
  for (int i = 0; i < DESCRIPTORS; i++)
    if (i != pipe) close(i);
  for (;;) {
    ssize_t length = read(pipe, &news, sizeof news);
    if (length < 0 && errno == EINTR) continue;
    if (length != (ssize_t)sizeof news) break;
    process = news;
  }
  if (process > 0) kill(-process, SIGKILL);
  folder_remove(folder);
  _exit(EXIT_OK);
}

static void keeper_tell(const Scratch *scratch, pid_t process) {
  while (write(scratch->keeper_pipe, &process, sizeof process) < 0 && errno == EINTR)
    continue;
}

// ---- Scratch folders ----

static bool scratch_failed(Driver *driver, const char **error) {
  *error = arena_printf(driver->arena, "%s", strerror(errno));
  return false;
}

static bool keeper_start(Scratch *scratch) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fflush(NULL);
  scratch->keeper = fork();
  if (scratch->keeper == 0) keeper_run(ends[0], scratch->folder);
  scratch->keeper_pipe = ends[1];
  close(ends[0]);
  if (scratch->keeper > 0) return true;
  close(ends[1]);
  return false;
}

bool scratch_open(Driver *driver, Scratch *scratch, const char *parent, const char **error) {
  char *folder = arena_printf(driver->arena, "%s/.ravel-XXXXXX", parent);
  *scratch = (Scratch){.folder = folder};
  if (!mkdtemp(folder)) return scratch_failed(driver, error);
  if (keeper_start(scratch)) return true;
  scratch_failed(driver, error);
  rmdir(folder);
  return false;
}

// A device or a pipe is written to; to rename a file to it would replace it.
static bool is_special(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

static bool file_pour(const char *from, const char *to) {
  char bytes[1 << 14];
  FILE *source = fopen(from, "rb"), *sink = fopen(to, "wb");
  bool is_right = source && sink;
  for (size_t count; is_right && (count = fread(bytes, 1, sizeof bytes, source)) > 0;)
    is_right = fwrite(bytes, 1, count, sink) == count;
  is_right = is_right && !ferror(source);
  if (source) fclose(source);
  if (sink && fclose(sink) != 0) is_right = false;
  return is_right;
}

bool file_move(const char *from, const char *to, const char **error) {
  if (is_special(to) ? file_pour(from, to) : rename(from, to) == 0) return true;
  *error = strerror(errno);
  return false;
}

void scratch_close(Scratch *scratch) {
  close(scratch->keeper_pipe);
  while (waitpid(scratch->keeper, NULL, 0) < 0 && errno == EINTR)
    continue;
}

// ---- Processes ----

// Puts a file in the place of a descriptor, or ends the process.
static void redirect(const char *path, int flags, int descriptor) {
  if (!path) return;
  int file = open(path, flags, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(127);
  close(file);
}

static _Noreturn void process_become(const Process *process, char **argv, const char *folder) {
  redirect(process->input, O_RDONLY, STDIN_FILENO);
  redirect(process->output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(process->errors, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  setpgid(0, 0);
  if (process->timeout) limit_time((unsigned long)process->timeout);
  if (setenv("TMPDIR", folder, 1) != 0) _exit(127);
  execvp(argv[0], argv);
  _exit(127);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Waits for the process. It has limits of its own (base/limit.h); what it has started ends with it
// when they are reached, and by the clock when nothing else helps.
static int process_wait(pid_t process, uint64_t timeout, bool *is_late) {
  int status = 0;
  double deadline = seconds_now() + (double)LIMIT_CLOCK_FACTOR * (double)timeout;
  for (long pause = 1;; pause = pause < 50 ? pause * 2 : pause) {
    pid_t ended = waitpid(process, &status, timeout && !*is_late ? WNOHANG : 0);
    if (ended == process) {
      bool is_limit = timeout && WIFSIGNALED(status) && limit_was_reached(WTERMSIG(status));
      if (is_limit) kill(-process, SIGKILL);
      *is_late = *is_late || is_limit;
      return status;
    }
    if (ended < 0 && errno != EINTR)
      INTERNAL_ERROR("cannot wait for a process: %s", strerror(errno));
    if (ended == 0 && seconds_now() > deadline) {
      *is_late = true;
      kill(-process, SIGKILL);
    } else if (ended == 0) {
      pause_briefly(pause);
    }
  }
}

static char **words_argv(Driver *driver, const Words *words) {
  char **argv = arena_array(driver->arena, char *, words->count + 1);
  for (size_t i = 0; i < words->count; i++)
    argv[i] = arena_printf(driver->arena, "%s", words->data[i]);
  return argv;
}

// Waits for a child that was just started.
static ProcessEnd process_end(Scratch *scratch, pid_t child, uint64_t timeout) {
  if (child < 0) return (ProcessEnd){.code = 127};
  setpgid(child, child); // here as well, whoever comes first
  keeper_tell(scratch, child);
  ProcessEnd end = {0};
  int status = process_wait(child, timeout, &end.is_late);
  keeper_tell(scratch, 0);
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.is_started = end.code != 127;
  return end;
}

static void command_tell(Driver *driver, const Words *words) {
  StrBuf text = {0};
  for (size_t i = 0; i < words->count; i++)
    strbuf_printf(&text, "%s%s", i > 0 ? " " : "", words->data[i]);
  diag_tell(driver->diag, "%s", strbuf_text(&text));
  strbuf_free(&text);
}

// Of what is tried, whose errors nobody sees, nothing is told.
ProcessEnd process_run(Driver *driver, Scratch *scratch, const Process *process) {
  char **argv = words_argv(driver, process->words);
  if (!process->errors) command_tell(driver, process->words);
  diag_flush(driver->diag);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) process_become(process, argv, scratch->folder);
  return process_end(scratch, child, process->timeout);
}

// The processes of a group, whose first one this is: the keeper knows them by it.
static _Noreturn void group_become(char ***argvs, size_t count, const Scratch *scratch) {
  enum { MOST = 64 };
  pid_t children[MOST];
  int first = 0;
  close(scratch->keeper_pipe); // it would keep the keeper waiting
  setpgid(0, 0);
  if (count > MOST || setenv("TMPDIR", scratch->folder, 1) != 0) _exit(127);
  for (size_t i = 0; i < count; i++) {
    children[i] = fork();
    if (children[i] != 0) continue;
    execvp(argvs[i][0], argvs[i]);
    _exit(127);
  }
  for (size_t i = 0; i < count; i++) {
    int status = 0;
    while (children[i] > 0 && waitpid(children[i], &status, 0) < 0 && errno == EINTR)
      continue;
    int code = children[i] < 0 ? 127 : WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    if (first == 0) first = code;
  }
  _exit(first);
}

ProcessEnd process_run_all(Driver *driver, Scratch *scratch, const Words *commands, size_t count) {
  char ***argvs = arena_array(driver->arena, char **, count);
  for (size_t i = 0; i < count; i++) {
    argvs[i] = words_argv(driver, &commands[i]);
    command_tell(driver, &commands[i]);
  }
  diag_flush(driver->diag);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) group_become(argvs, count, scratch);
  return process_end(scratch, child, 0);
}

// ---- Helpers ----

static _Noreturn void helper_become(char **argv, const char *folder, const char *errors,
                                    int question, int answer) {
  if (dup2(question, STDIN_FILENO) < 0 || dup2(answer, STDOUT_FILENO) < 0) _exit(127);
  process_become(&(Process){.errors = errors}, argv, folder);
}

bool helper_start(Driver *driver, Scratch *scratch, const Words *words, const char *errors,
                  Helper *helper) {
  int questions[2], answers[2];
  char **argv = words_argv(driver, words);
  *helper = (Helper){0};
  if (pipe(questions) != 0) return false;
  if (pipe(answers) != 0) {
    close(questions[0]), close(questions[1]);
    return false;
  }
  for (int i = 0; i < 2; i++) {
    fcntl(questions[i], F_SETFD, FD_CLOEXEC);
    fcntl(answers[i], F_SETFD, FD_CLOEXEC);
  }
  diag_flush(driver->diag);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) helper_become(argv, scratch->folder, errors, questions[0], answers[1]);
  close(questions[0]), close(answers[1]);
  helper->questions = fdopen(questions[1], "w");
  helper->answers = fdopen(answers[0], "r");
  if (child < 0) return false;
  helper->process = child;
  setpgid(child, child); // here as well, whoever comes first
  keeper_tell(scratch, child);
  return true;
}

// A helper that has ended must not end this process by SIGPIPE.
bool helper_ask(Helper *helper, const char *line, int *answer) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
  sigaction(SIGPIPE, &ignore, &old);
  bool is_good = helper->questions && fprintf(helper->questions, "%s\n", line) > 0 &&
                 fflush(helper->questions) == 0;
  sigaction(SIGPIPE, &old, NULL);
  return is_good && helper->answers && fscanf(helper->answers, "%d", answer) == 1;
}

ProcessEnd helper_end(Scratch *scratch, Helper *helper) {
  ProcessEnd end = {.is_started = true};
  if (helper->questions) fclose(helper->questions);
  if (helper->answers) fclose(helper->answers);
  if (helper->process > 0) {
    int status = process_wait(helper->process, 0, &end.is_late);
    keeper_tell(scratch, 0);
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  }
  *helper = (Helper){0};
  return end;
}

int descriptor_execute(int descriptor, char **argv) {
  extern char **environ;
  fexecve(descriptor, argv, environ);
  return errno;
}

const char *command_find_file(Driver *driver, const char *name) {
  if (strchr(name, '/')) return access(name, X_OK) == 0 ? name : NULL;
  for (const char *path = environment("PATH", "/usr/bin:/bin"); *path;) {
    size_t length = strcspn(path, ":");
    const char *folder = length ? arena_strndup(driver->arena, path, length) : ".";
    const char *file = path_join(driver->arena, folder, name);
    if (access(file, X_OK) == 0) return file;
    path += length + (path[length] == ':');
  }
  return NULL;
}
