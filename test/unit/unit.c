// Runs the groups of units.def, or only those named on the command line.
#include "test/unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNIT(name) UnitCount test_##name(void);
#include "test/unit/units.def"
#undef UNIT

typedef struct Group {
  const char *name;
  UnitCount (*run)(void);
} Group;

static const Group GROUPS[] = {
#define UNIT(name) {#name, test_##name},
#include "test/unit/units.def"
#undef UNIT
};

static bool is_wanted(const char *name, int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], name) == 0) return true;
  return argc == 1;
}

UnitChild unit_run_child(void (*action)(void *data), void *data) {
  UnitChild result = {.exit_code = -1};
  int ends[2];
  fflush(NULL);
  if (pipe(ends) != 0) return result;
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    action(data);
    fflush(NULL);
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  ssize_t got = 0;
  char rest[256];
  while ((got = length < sizeof result.error_text - 1 ? read(ends[0], result.error_text + length,
                                                             sizeof result.error_text - 1 - length)
                                                      : read(ends[0], rest, sizeof rest)) > 0)
    if (length < sizeof result.error_text - 1) length += (size_t)got;
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

int main(int argc, char **argv) {
  size_t total = 0, failed = 0;
  // cmocka writes to both streams; what is said about one test is to stay together.
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (size_t i = 0; i < sizeof GROUPS / sizeof *GROUPS; i++) {
    if (!is_wanted(GROUPS[i].name, argc, argv)) continue;
    UnitCount count = GROUPS[i].run();
    printf("%s: %zu passed, %zu failed\n", GROUPS[i].name, count.total - count.failed,
           count.failed);
    total += count.total;
    failed += count.failed;
  }
  fflush(NULL);
  printf("%zu passed, %zu failed\n", total - failed, failed);
  return failed == 0 ? 0 : 1;
}
