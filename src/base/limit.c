// RLIMIT_CPU and SIGXCPU belong to the XSI part of POSIX.
#define _XOPEN_SOURCE 700

#include "base/limit.h"

#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

// Whole seconds that this process has used so far, rounded up.
static rlim_t seconds_used(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1;
}

void limit_time(unsigned long seconds) {
  struct rlimit limit, core;
  if (getrlimit(RLIMIT_CPU, &limit) == 0) {
    rlim_t wanted = seconds == 0 ? limit.rlim_max : seconds_used() + (rlim_t)seconds;
    bool is_allowed = limit.rlim_max == RLIM_INFINITY || wanted < limit.rlim_max;
    limit.rlim_cur = is_allowed ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
  }
  // The signal would leave a file behind.
  if (seconds != 0 && getrlimit(RLIMIT_CORE, &core) == 0) {
    core.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &core);
  }
  alarm(seconds > UINT_MAX / LIMIT_CLOCK_FACTOR ? 0 : (unsigned)seconds * LIMIT_CLOCK_FACTOR);
}

bool limit_was_reached(int signal) { return signal == SIGXCPU || signal == SIGALRM; }
