// TuneProgram and TuneVarThreshold. See tune.h.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tune.h"

typedef Vec(int64_t) Degrees;

typedef struct TuneEntry {
  const int64_t *values;
  double time;
} TuneEntry;

// What is known about a data set.
struct TuneMemory {
  Vec(TuneEntry) entries;
  Degrees *degrees;  // by parameter: all that were compared with it, in order
  int64_t *defaults; // by parameter: the least degree that reaches the default, or TUNE_NEVER
  bool *has_default; // by parameter: it was compared when nothing was set
  bool *is_limited;  // by parameter: some degree was 0, so that no value reaches it
};

// ---- Memory ----

static void degrees_add(Arena *arena, Degrees *degrees, int64_t degree) {
  size_t at = 0;
  while (at < degrees->count && degrees->data[at] < degree)
    at++;
  if (at < degrees->count && degrees->data[at] == degree) return;
  vec_push(arena, degrees, degree);
  for (size_t i = degrees->count - 1; i > at; i--)
    degrees->data[i] = degrees->data[i - 1];
  degrees->data[at] = degree;
}

// The candidate that decides as the value does.
static int64_t candidate_of(const TuneMemory *memory, size_t param, int64_t value) {
  if (value == TUNE_DEFAULT) return memory->defaults[param];
  const Degrees *degrees = &memory->degrees[param];
  for (size_t i = 0; i < degrees->count; i++)
    if (degrees->data[i] >= value) return degrees->data[i];
  return TUNE_NEVER;
}

// Is the parameter asked when these are the values?
static bool is_asked(const Tuner *tuner, const TuneMemory *memory, size_t param,
                     const int64_t *values) {
  const TuneParam *info = &tuner->params[param];
  if (info->parent == 0) return true;
  size_t parent = info->parent - 1;
  const Degrees *degrees = &memory->degrees[parent];
  if (!is_asked(tuner, memory, parent, values)) return false;
  if (degrees->count == 0) return true;
  int64_t candidate = candidate_of(memory, parent, values[parent]);
  if (info->is_taken) return candidate <= vec_last(degrees);
  return candidate > degrees->data[0] || memory->is_limited[parent];
}

// Do both decide alike, as far as it matters?
static bool are_same(const Tuner *tuner, const TuneMemory *memory, const int64_t *a,
                     const int64_t *b) {
  for (size_t i = 0; i < tuner->param_count; i++) {
    bool is_first = is_asked(tuner, memory, i, a), is_second = is_asked(tuner, memory, i, b);
    if (is_first != is_second) return false;
    if (is_first && candidate_of(memory, i, a[i]) != candidate_of(memory, i, b[i])) return false;
  }
  return true;
}

static const TuneEntry *entry_find(const Tuner *tuner, const TuneMemory *memory,
                                   const int64_t *values) {
  for (size_t i = 0; i < memory->entries.count; i++)
    if (are_same(tuner, memory, memory->entries.data[i].values, values))
      return &memory->entries.data[i];
  return NULL;
}

static void note_comparisons(Tuner *tuner, TuneMemory *memory, const TuneRun *run,
                             bool is_default) {
  for (size_t i = 0; i < run->comparisons.count; i++) {
    TuneComparison comparison = run->comparisons.data[i];
    size_t param = comparison.param;
    if (comparison.degree > 0)
      degrees_add(tuner->arena, &memory->degrees[param], comparison.degree);
    else
      memory->is_limited[param] = true;
    if (!is_default) continue;
    memory->has_default[param] = true;
    if (comparison.is_reached && comparison.degree < memory->defaults[param])
      memory->defaults[param] = comparison.degree;
  }
}

bool tune_time(Tuner *tuner, size_t set, const int64_t *values, double *time) {
  TuneMemory *memory = &tuner->memories[set];
  const TuneEntry *known = entry_find(tuner, memory, values);
  if (known) {
    *time = known->time;
    return true;
  }
  TuneRun run = {.time = INFINITY};
  if (!tuner->measure(tuner->context, set, values, &run)) return false;
  tuner->run_count++;
  bool is_default = true;
  int64_t *copy = arena_array(tuner->arena, int64_t, tuner->param_count + 1);
  for (size_t i = 0; i < tuner->param_count; i++) {
    copy[i] = values[i];
    is_default = is_default && values[i] == TUNE_DEFAULT;
  }
  note_comparisons(tuner, memory, &run, is_default);
  vec_push(tuner->arena, &memory->entries, ((TuneEntry){copy, run.time}));
  *time = run.time;
  return true;
}

// ---- One threshold ----

// The search for a threshold on a data set. Candidate k is degree number k; the last is
// TUNE_NEVER.
typedef struct TuneSearch {
  Tuner *tuner;
  size_t set, param;
  int64_t *values;
  size_t last;
  size_t best;
  double best_time;
  bool is_stopped;
  bool is_broken; // times do not fall and then rise
} TuneSearch;

static int64_t search_value(const TuneSearch *search, size_t candidate) {
  const Degrees *degrees = &search->tuner->memories[search->set].degrees[search->param];
  return candidate == search->last ? TUNE_NEVER : degrees->data[candidate];
}

static double search_time(TuneSearch *search, size_t candidate) {
  double time = INFINITY;
  search->values[search->param] = search_value(search, candidate);
  if (!search->is_stopped && !tune_time(search->tuner, search->set, search->values, &time))
    search->is_stopped = true;
  if (time < search->best_time) {
    search->best_time = time;
    search->best = candidate;
  }
  return time;
}

// Candidates between the ends, which are measured.
static void search_between(TuneSearch *search, double first_time, double last_time) {
  size_t low = 1, high = search->last - 1;
  double margin = 1 + search->tuner->epsilon;
  while (low <= high && !search->is_stopped) {
    size_t middle = low + (high - low) / 2;
    double time = search_time(search, middle);
    if (time > first_time * margin && time > last_time * margin) search->is_broken = true;
    if (last_time < time) {
      low = middle + 1;
    } else if (first_time < time) {
      high = middle - 1;
    } else {
      double next = search_time(search, middle + 1);
      if (time < next)
        high = middle - 1;
      else
        low = middle + 2;
    }
  }
}

// The default, if it is known to be fast enough.
static void prefer_default(TuneSearch *search, TuneInterval *interval) {
  const Tuner *tuner = search->tuner;
  const TuneMemory *memory = &tuner->memories[search->set];
  for (size_t k = 0; k <= search->last && memory->has_default[search->param]; k++) {
    int64_t value = search_value(search, k);
    if (value != memory->defaults[search->param]) continue;
    search->values[search->param] = value;
    const TuneEntry *entry = entry_find(tuner, memory, search->values);
    if (entry && isfinite(entry->time) && entry->time <= search->best_time * (1 + tuner->epsilon)) {
      search->best = k;
      return;
    }
  }
  interval->is_default = false;
}

static void interval_intersect(TuneInterval *interval, int64_t low, int64_t high, size_t set) {
  if (!interval->is_known || low > interval->low) {
    interval->low = low;
    interval->low_set = set;
  }
  if (!interval->is_known || high < interval->high) {
    interval->high = high;
    interval->high_set = set;
  }
  interval->is_known = true;
}

// Leaves the best value for the data set behind. False: stop.
static bool tune_threshold(Tuner *tuner, size_t set, size_t param, int64_t *values) {
  TuneSearch search = {.tuner = tuner,
                       .set = set,
                       .param = param,
                       .values = values,
                       .last = tuner->memories[set].degrees[param].count,
                       .best_time = INFINITY};
  search.best = search.last;
  if (search.last == 0) {
    values[param] = TUNE_NEVER;
    return true;
  }
  double last_time = search_time(&search, search.last), first_time = search_time(&search, 0);
  if (search.last > 1) search_between(&search, first_time, last_time);
  if (search.is_stopped) return false;
  TuneInterval *interval = &tuner->intervals[param];
  prefer_default(&search, interval);
  values[param] = search_value(&search, search.best);
  int64_t low = search.best == 0 ? 0 : search_value(&search, search.best - 1) + 1;
  interval_intersect(interval, low, values[param], set);
  if (search.is_broken)
    vec_push(tuner->arena, &tuner->conflicts, ((TuneConflict){param, set, set}));
  return true;
}

// ---- The forest ----

static bool tune_children(Tuner *tuner, size_t set, size_t parent, bool is_taken, int64_t *values);

// Tunes the threshold and all below it. A data set that cannot come to it leaves it alone.
static bool tune_tree(Tuner *tuner, size_t set, size_t param, int64_t *values) {
  double time;
  values[param] = tuner->is_fixed[param] ? TUNE_DEFAULT : TUNE_NEVER;
  if (!tune_time(tuner, set, values, &time)) return false;
  if (!tune_children(tuner, set, param, false, values)) return false;
  if (!tuner->is_fixed[param]) values[param] = 1;
  if (!tune_children(tuner, set, param, true, values)) return false;
  return tuner->is_fixed[param] || tune_threshold(tuner, set, param, values);
}

static bool tune_children(Tuner *tuner, size_t set, size_t parent, bool is_taken, int64_t *values) {
  for (size_t i = tuner->param_count; i-- > 0;)
    if (tuner->params[i].parent == parent + 1 && tuner->params[i].is_taken == is_taken &&
        !tune_tree(tuner, set, i, values))
      return false;
  return true;
}

static bool tune_set(Tuner *tuner, size_t set) {
  int64_t *values = arena_array(tuner->arena, int64_t, tuner->param_count + 1);
  double time;
  for (size_t i = 0; i < tuner->param_count; i++)
    values[i] = TUNE_DEFAULT;
  if (!tune_time(tuner, set, values, &time)) return false;
  for (size_t i = 0; i < tuner->param_count; i++)
    if (!tuner->is_fixed[i]) values[i] = TUNE_NEVER;
  for (size_t i = tuner->param_count; i-- > 0;)
    if (tuner->params[i].parent == 0 && !tune_tree(tuner, set, i, values)) return false;
  return true;
}

// Thresholds that data sets want on different sides keep their default. Is there a new one?
static bool fix_conflicts(Tuner *tuner) {
  bool is_new = false;
  for (size_t i = 0; i < tuner->param_count; i++) {
    const TuneInterval *interval = &tuner->intervals[i];
    if (tuner->is_fixed[i] || !interval->is_known || interval->low <= interval->high) continue;
    TuneConflict conflict = {i, interval->low_set, interval->high_set};
    vec_push(tuner->arena, &tuner->conflicts, conflict);
    tuner->is_fixed[i] = is_new = true;
  }
  for (size_t i = 0; i < tuner->conflicts.count; i++) {
    if (tuner->is_fixed[tuner->conflicts.data[i].param]) continue;
    tuner->is_fixed[tuner->conflicts.data[i].param] = is_new = true;
  }
  return is_new;
}

static void memories_open(Tuner *tuner) {
  Arena *arena = tuner->arena;
  size_t count = tuner->param_count;
  tuner->memories = arena_array(arena, TuneMemory, tuner->set_count + 1);
  for (size_t set = 0; set < tuner->set_count; set++) {
    TuneMemory *memory = &tuner->memories[set];
    *memory = (TuneMemory){.degrees = arena_array(arena, Degrees, count + 1),
                           .defaults = arena_array(arena, int64_t, count + 1),
                           .has_default = arena_array(arena, bool, count + 1),
                           .is_limited = arena_array(arena, bool, count + 1)};
    for (size_t i = 0; i < count; i++) {
      memory->degrees[i] = (Degrees){0};
      memory->defaults[i] = TUNE_NEVER;
      memory->has_default[i] = memory->is_limited[i] = false;
    }
  }
}

// Where a threshold cannot be tuned, those around it are tuned again with its default. What was
// measured is known, so that little runs again.
bool tune_program(Tuner *tuner) {
  tuner->intervals = arena_array(tuner->arena, TuneInterval, tuner->param_count + 1);
  tuner->is_fixed = arena_array(tuner->arena, bool, tuner->param_count + 1);
  for (size_t i = 0; i < tuner->param_count; i++)
    tuner->is_fixed[i] = tuner->params[i].is_limit;
  memories_open(tuner);
  do {
    for (size_t i = 0; i < tuner->param_count; i++)
      tuner->intervals[i] = (TuneInterval){.high = TUNE_NEVER, .is_default = true};
    for (size_t set = 0; set < tuner->set_count; set++)
      if (!tune_set(tuner, set)) return false;
  } while (fix_conflicts(tuner));
  return true;
}

// In the middle of the interval, where both sides are as likely; one without an end is for versions
// that no data set wants.
int64_t tune_value(const Tuner *tuner, size_t param) {
  static const int64_t HUGE_DEGREE = 2000000000; // as large as Futhark's own tuner writes
  const TuneInterval *interval = &tuner->intervals[param];
  if (tuner->is_fixed[param] || !interval->is_known || interval->is_default) return TUNE_DEFAULT;
  if (interval->high == TUNE_NEVER)
    return interval->low > HUGE_DEGREE ? interval->low : HUGE_DEGREE;
  int64_t middle = interval->low + (interval->high - interval->low) / 2;
  return middle > 0 ? middle : 1;
}
