// ravel tune on made-up programs: what each version costs on each data set is a function, so the
// best values are known, and how often a program ran can be counted.
#include "test/unit/unit.h"

#include <math.h>

#include "driver/tune.h"

enum { PARAM_LIMIT = 6 };

// A program is a forest, and a number of rounds; in each, every parameter has a degree. The time is
// the sum of what the versions that are taken cost.
typedef struct World World;
typedef double Cost(const World *world, size_t set, size_t round, const bool *is_reached);

struct World {
  const TuneParam *params;
  size_t param_count, rounds;
  int64_t (*degree)(size_t set, size_t round, size_t param);
  Cost *cost;
  int64_t defaults[PARAM_LIMIT];
  size_t runs, stop_after; // 0: never
  int64_t border;          // from which degree on a version is better
  double close;            // what it costs
  Arena *arena;
};

static bool is_asked(const World *world, size_t param, const bool *is_reached) {
  size_t parent = world->params[param].parent;
  return parent == 0 || (is_asked(world, parent - 1, is_reached) &&
                         is_reached[parent - 1] == world->params[param].is_taken);
}

static double time_of(World *world, size_t set, const int64_t *values, TuneComparisons *comparisons,
                      Arena *arena) {
  double time = 0;
  for (size_t round = 0; round < world->rounds; round++) {
    bool is_reached[PARAM_LIMIT];
    for (size_t i = 0; i < world->param_count; i++) {
      int64_t value = values[i] == TUNE_DEFAULT ? world->defaults[i] : values[i];
      is_reached[i] = value <= world->degree(set, round, i);
    }
    for (size_t i = 0; comparisons && i < world->param_count; i++)
      if (is_asked(world, i, is_reached))
        vec_push(arena, comparisons,
                 ((TuneComparison){i, world->degree(set, round, i), is_reached[i]}));
    time += world->cost(world, set, round, is_reached);
  }
  return time;
}

static bool measure(void *context, size_t set, const int64_t *values, TuneRun *run) {
  World *world = context;
  if (world->stop_after > 0 && world->runs == world->stop_after) return false;
  world->runs++;
  run->time = time_of(world, set, values, &run->comparisons, world->arena);
  return true;
}

static Tuner tuner_for(World *world, size_t sets) {
  world->arena = arena_new();
  return (Tuner){.arena = world->arena,
                 .params = world->params,
                 .param_count = world->param_count,
                 .set_count = sets,
                 .epsilon = 0.01,
                 .measure = measure,
                 .context = world};
}

static void values_of(const Tuner *tuner, int64_t *values) {
  for (size_t i = 0; i < tuner->param_count; i++)
    values[i] = tune_value(tuner, i);
}

// ---- Three versions in a chain, as in listing 7.1 ----

static const TuneParam CHAIN[] = {{"outer", 0, false, false}, {"intra", 1, false, false}};

// The outer degree is 2^(2 set); the inner one what is left of 2^10.
static int64_t chain_degree(size_t set, size_t round, size_t param) {
  (void)round;
  int64_t outer = (int64_t)1 << (2 * set);
  return param == 0 ? outer : 1024 / outer;
}

// Outer is best from 64 on, intra when its degree is 32 or more.
static double chain_cost(const World *world, size_t set, size_t round, const bool *is_reached) {
  (void)world;
  int64_t outer = chain_degree(set, round, 0), inner = chain_degree(set, round, 1);
  if (is_reached[0]) return outer >= 64 ? 10 : 1000;
  if (is_reached[1]) return inner >= 32 ? 20 : 500;
  return 100;
}

static void chain(void **state) {
  (void)state;
  World world = {.params = CHAIN,
                 .param_count = 2,
                 .rounds = 1,
                 .degree = chain_degree,
                 .cost = chain_cost,
                 .defaults = {1000000, 1}};
  Tuner tuner = tuner_for(&world, 6);
  int64_t values[PARAM_LIMIT];
  assert_true(tune_program(&tuner));
  values_of(&tuner, values);
  assert_int_equal(tuner.conflicts.count, 0);
  for (size_t set = 0; set < 6; set++) {
    int64_t outer = chain_degree(set, 0, 0), inner = chain_degree(set, 0, 1);
    double best = outer >= 64 ? 10 : inner >= 32 ? 20 : 100;
    assert_true(time_of(&world, set, values, NULL, NULL) <= best);
  }
  assert_true(world.runs <= 3 * 6);
  arena_free(world.arena);
}

// ---- Degrees that vary within a run: procedure 7.3 ----

static const TuneParam SINGLE[] = {{"only", 0, false, false}};

static int64_t many_degrees(size_t set, size_t round, size_t param) {
  (void)param;
  return (int64_t)(round + 1) * 10 + (int64_t)set;
}

static double border_cost(const World *world, size_t set, size_t round, const bool *is_reached) {
  bool is_better = many_degrees(set, round, 0) >= world->border;
  return is_reached[0] == is_better ? 1 : 3;
}

// Every border, also those outside all degrees: the candidate at low = high is not lost, and the
// interval ends at the degree that was found.
static void borders(void **state) {
  (void)state;
  for (size_t rounds = 1; rounds <= 40; rounds++) {
    for (int64_t border = 5; border <= (int64_t)rounds * 10 + 15; border += 5) {
      World world = {.params = SINGLE,
                     .param_count = 1,
                     .rounds = rounds,
                     .degree = many_degrees,
                     .cost = border_cost,
                     .border = border,
                     .defaults = {1}};
      Tuner tuner = tuner_for(&world, 1);
      int64_t values[PARAM_LIMIT];
      assert_true(tune_program(&tuner));
      values_of(&tuner, values);
      assert_true(time_of(&world, 0, values, NULL, NULL) <= (double)rounds * 1.01);
      assert_true(world.runs <= 2 + 2 * (size_t)ceil(log2((double)rounds + 1)));
      arena_free(world.arena);
    }
  }
}

// ---- A version in a version ----

static const TuneParam NESTED[] = {{"root", 0, false, false},
                                   {"low", 1, false, false},
                                   {"high", 1, true, false},
                                   {"other", 0, false, false}};

static int64_t nested_degree(size_t set, size_t round, size_t param) {
  (void)round;
  return (int64_t)(set + 1) * 100 + (int64_t)param;
}

// The best for each data set is one that only the branch of `root` has.
static double nested_cost(const World *world, size_t set, size_t round, const bool *is_reached) {
  (void)world;
  (void)round;
  double other = is_reached[3] == (set >= 1) ? 5 : 50;
  if (is_reached[0]) return other + (is_reached[2] == (set >= 2) ? 10 : 40);
  return other + (is_reached[1] ? 20 : 30);
}

static void nested(void **state) {
  (void)state;
  World world = {.params = NESTED,
                 .param_count = 4,
                 .rounds = 1,
                 .degree = nested_degree,
                 .cost = nested_cost,
                 .defaults = {1000000, 1000000, 1000000, 1000000}};
  Tuner tuner = tuner_for(&world, 4);
  int64_t values[PARAM_LIMIT];
  assert_true(tune_program(&tuner));
  values_of(&tuner, values);
  for (size_t set = 0; set < 4; set++)
    assert_true(time_of(&world, set, values, NULL, NULL) <= 15);
  assert_true(world.runs <= 6 * 4);
  arena_free(world.arena);
}

// ---- What cannot be tuned ----

// The larger degree wants the lower version.
static double reversed_cost(const World *world, size_t set, size_t round, const bool *is_reached) {
  (void)world;
  (void)round;
  return is_reached[0] == (set == 0) ? 10 : 20;
}

static void not_monotone(void **state) {
  (void)state;
  World world = {.params = SINGLE,
                 .param_count = 1,
                 .rounds = 1,
                 .degree = many_degrees,
                 .cost = reversed_cost,
                 .defaults = {7}};
  Tuner tuner = tuner_for(&world, 2);
  assert_true(tune_program(&tuner));
  assert_int_equal(tuner.conflicts.count, 1);
  assert_int_equal(tuner.conflicts.data[0].param, 0);
  assert_int_equal(tuner.conflicts.data[0].first, 1);
  assert_int_equal(tuner.conflicts.data[0].second, 0);
  assert_int_equal(tune_value(&tuner, 0), TUNE_DEFAULT);
  arena_free(world.arena);
}

// The version is worse just in the middle of a run.
static double hill_cost(const World *world, size_t set, size_t round, const bool *is_reached) {
  (void)set;
  bool is_better = round < world->rounds / 2;
  return is_reached[0] == is_better ? 1 : 3;
}

static void not_monotone_inside(void **state) {
  (void)state;
  World world = {.params = SINGLE,
                 .param_count = 1,
                 .rounds = 20,
                 .degree = many_degrees,
                 .cost = hill_cost,
                 .defaults = {7}};
  Tuner tuner = tuner_for(&world, 1);
  assert_true(tune_program(&tuner));
  assert_int_equal(tuner.conflicts.count, 1);
  assert_int_equal(tuner.conflicts.data[0].first, tuner.conflicts.data[0].second);
  assert_int_equal(tune_value(&tuner, 0), TUNE_DEFAULT);
  arena_free(world.arena);
}

// `intra` has no value for all; then `outer` has to live with its default.
static double entangled_cost(const World *world, size_t set, size_t round, const bool *is_reached) {
  (void)world;
  (void)round;
  if (is_reached[0]) return 30;
  return is_reached[1] == (set == 0) ? 20 : 100;
}

// Both degrees grow with the data set.
static int64_t growing_degree(size_t set, size_t round, size_t param) {
  return many_degrees(set, round, param);
}

static void around_a_conflict(void **state) {
  (void)state;
  World world = {.params = CHAIN,
                 .param_count = 2,
                 .rounds = 1,
                 .degree = growing_degree,
                 .cost = entangled_cost,
                 .defaults = {1000000, 1}};
  Tuner tuner = tuner_for(&world, 2);
  int64_t values[PARAM_LIMIT];
  assert_true(tune_program(&tuner));
  values_of(&tuner, values);
  assert_int_equal(values[1], TUNE_DEFAULT);
  assert_true(time_of(&world, 0, values, NULL, NULL) <= 20);
  assert_true(time_of(&world, 1, values, NULL, NULL) <= 30);
  arena_free(world.arena);
}

// ---- Failures, limits, noise, the default ----

static double failing_cost(const World *world, size_t set, size_t round, const bool *is_reached) {
  (void)world;
  (void)set;
  (void)round;
  if (is_reached[0]) return INFINITY;
  return is_reached[1] ? 40 : INFINITY;
}

static void failing_versions(void **state) {
  (void)state;
  World world = {.params = CHAIN,
                 .param_count = 2,
                 .rounds = 1,
                 .degree = chain_degree,
                 .cost = failing_cost,
                 .defaults = {1, 1}};
  Tuner tuner = tuner_for(&world, 5);
  int64_t values[PARAM_LIMIT];
  assert_true(tune_program(&tuner));
  values_of(&tuner, values);
  for (size_t set = 0; set < 5; set++)
    assert_true(time_of(&world, set, values, NULL, NULL) <= 40);
  arena_free(world.arena);
}

static int64_t no_degree(size_t set, size_t round, size_t param) {
  (void)set, (void)round, (void)param;
  return 0;
}

// A version whose limits are exceeded has degree 0, and no value takes it.
static void limited_version(void **state) {
  (void)state;
  World world = {.params = SINGLE,
                 .param_count = 1,
                 .rounds = 1,
                 .degree = no_degree,
                 .cost = reversed_cost,
                 .defaults = {1}};
  Tuner tuner = tuner_for(&world, 2);
  assert_true(tune_program(&tuner));
  assert_int_equal(tune_value(&tuner, 0), TUNE_DEFAULT);
  assert_int_equal(world.runs, 2);
  arena_free(world.arena);
}

// Half a percent is no reason to leave the default; two are.
static double nearly_equal(const World *world, size_t set, size_t round, const bool *is_reached) {
  (void)set;
  (void)round;
  return is_reached[0] ? world->close : 100;
}

static void default_is_preferred(void **state) {
  (void)state;
  for (int step = 0; step < 2; step++) {
    World world = {.params = SINGLE,
                   .param_count = 1,
                   .rounds = 1,
                   .degree = many_degrees,
                   .cost = nearly_equal,
                   .close = step == 0 ? 99.5 : 98,
                   .defaults = {1000000}};
    Tuner tuner = tuner_for(&world, 3);
    assert_true(tune_program(&tuner));
    assert_int_equal(tune_value(&tuner, 0) == TUNE_DEFAULT, step == 0);
    arena_free(world.arena);
  }
}

static void stopped(void **state) {
  (void)state;
  for (size_t after = 1; after < 12; after++) {
    World world = {.params = CHAIN,
                   .param_count = 2,
                   .rounds = 1,
                   .degree = chain_degree,
                   .cost = chain_cost,
                   .defaults = {1000000, 1},
                   .stop_after = after};
    Tuner tuner = tuner_for(&world, 6);
    assert_false(tune_program(&tuner));
    assert_int_equal(world.runs, after);
    arena_free(world.arena);
  }
}

static void nothing_to_tune(void **state) {
  (void)state;
  World world = {.params = SINGLE, .rounds = 1, .degree = many_degrees, .cost = border_cost};
  Tuner tuner = tuner_for(&world, 2);
  assert_true(tune_program(&tuner));
  assert_int_equal(world.runs, 2);
  arena_free(world.arena);
}

UnitCount test_tune(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(chain),
      cmocka_unit_test(borders),
      cmocka_unit_test(nested),
      cmocka_unit_test(not_monotone),
      cmocka_unit_test(not_monotone_inside),
      cmocka_unit_test(around_a_conflict),
      cmocka_unit_test(failing_versions),
      cmocka_unit_test(limited_version),
      cmocka_unit_test(default_is_preferred),
      cmocka_unit_test(stopped),
      cmocka_unit_test(nothing_to_tune),
  };
  return UNIT_RUN("tune", tests);
}
