// The shrinker: greedy and deterministic. It tries every edit at every position, keeps what shows
// the same finding, and stops when a whole round changed nothing. An edit is tried in a child
// process first, together with the check; only one that succeeded there is made here.
#include "fuzz/shrink.h"

#include <string.h>

#include "fuzz/apart.h"

ShrinkLimits shrink_limits(const Finding *finding, unsigned timeout) {
  enum { SECONDS = 2, ATTEMPTS = 4000, ATTEMPTS_TIMEOUT = 200 };
  if (finding->kind != FINDING_TIMEOUT) return (ShrinkLimits){timeout, ATTEMPTS};
  return (ShrinkLimits){timeout > SECONDS ? SECONDS : timeout, ATTEMPTS_TIMEOUT};
}

bool finding_is_same(const Finding *finding, const Finding *wanted) {
  return finding->kind == wanted->kind && strcmp(finding->stage, wanted->stage) == 0;
}

typedef struct Shrinker {
  FuzzCase current;
  const FuzzChecks *checks;
  const Finding *wanted;
  ShrinkLimits limits;
} Shrinker;

typedef struct Attempt {
  const Shrinker *shrinker;
  EditKind kind;
  size_t position;
} Attempt;

static FuzzCase edited(const Attempt *attempt, bool *is_edited) {
  FuzzCase candidate = fuzz_case_clone(&attempt->shrinker->current, arena_new());
  *is_edited = edit_apply(&candidate, attempt->kind, attempt->position);
  return candidate;
}

static void attempt_check(const void *context, const FuzzChecks *hooked, Finding *finding) {
  const Attempt *attempt = context;
  hooked->hook(hooked->hook_context, "edit");
  bool is_edited;
  FuzzCase candidate = edited(attempt, &is_edited);
  if (is_edited) fuzz_check(&candidate, hooked, finding);
}

static bool attempt_succeeds(const Attempt *attempt) {
  const Shrinker *shrinker = attempt->shrinker;
  Finding finding = {0};
  fuzz_apart(attempt_check, attempt, shrinker->checks, shrinker->limits.timeout, &finding);
  bool is_same = finding_is_same(&finding, shrinker->wanted);
  strbuf_free(&finding.message);
  return is_same;
}

static void case_drop(FuzzCase *fuzz_case) {
  Arena *arena = fuzz_case->program->arena;
  fuzz_case_free(fuzz_case);
  arena_free(arena);
}

// Tries one kind of edit everywhere, from the end: what is used last can go first.
static bool shrink_by(Shrinker *shrinker, EditKind kind) {
  bool is_changed = false;
  for (size_t position = edit_positions(&shrinker->current, kind); position > 0;) {
    Attempt attempt = {shrinker, kind, position - 1};
    if (shrinker->limits.attempts_left == 0) return false;
    if (!edit_is_possible(&shrinker->current, kind, position - 1)) {
      position--;
      continue;
    }
    shrinker->limits.attempts_left--;
    if (!attempt_succeeds(&attempt)) {
      position--;
      continue;
    }
    bool is_edited;
    FuzzCase candidate = edited(&attempt, &is_edited);
    case_drop(&shrinker->current);
    shrinker->current = candidate;
    is_changed = true;
    size_t count = edit_positions(&shrinker->current, kind);
    position = position - 1 < count ? position - 1 : count;
  }
  return is_changed;
}

FuzzCase fuzz_shrink(const FuzzCase *fuzz_case, const FuzzChecks *checks, unsigned timeout,
                     const Finding *finding) {
  Shrinker shrinker = {fuzz_case_clone(fuzz_case, arena_new()), checks, finding,
                       shrink_limits(finding, timeout)};
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (int kind = 0; kind < EDIT_COUNT; kind++) {
      if (!shrink_by(&shrinker, (EditKind)kind)) continue;
      is_changed = true;
      if (kind != EDIT_DEAD) shrink_by(&shrinker, EDIT_DEAD);
    }
  }
  edit_unmark(&shrinker.current);
  return shrinker.current;
}
