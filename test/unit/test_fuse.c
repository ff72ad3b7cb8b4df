// Plans for fusion: the exact ones against all there are, on small problems.
#include <string.h>

#include "core/fuse_plan.h"
#include "test/unit/unit.h"

enum { NODES = 6 };

// ---- All plans of a problem ----

typedef struct Search {
  const FuseProblem *problem;
  uint32_t plan[NODES];
  uint64_t best;
} Search;

static void search_from(Search *search, uint32_t node) {
  if (node == search->problem->count) {
    if (!plan_is_valid(search->problem, search->plan)) return;
    uint64_t cost = plan_cost(search->problem, search->plan);
    if (cost < search->best) search->best = cost;
    return;
  }
  for (uint32_t first = 0; first <= node; first++) {
    if (first < node && search->plan[first] != first) continue;
    search->plan[node] = first;
    search_from(search, node + 1);
  }
}

static uint64_t cheapest(const FuseProblem *problem) {
  Search search = {.problem = problem, .best = UINT64_MAX};
  search_from(&search, 0);
  return search.best;
}

// ---- Problems ----

static uint32_t next_random(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33);
}

static void add_edge(FuseProblem *problem, uint32_t from, uint32_t to, bool is_open) {
  vec_push(problem->arena, &problem->edges, (FuseEdge){from, to, is_open});
}

static FuseArray *add_array(FuseProblem *problem, uint32_t producer, uint32_t weight) {
  FuseArray array = {.producer = producer, .weight = weight};
  vec_push(problem->arena, &problem->arrays, array);
  return &vec_last(&problem->arrays);
}

static void add_reader(FuseProblem *problem, FuseArray *array, uint32_t reader) {
  vec_push(problem->arena, &array->readers, reader);
}

static FuseProblem *random_problem(Arena *arena, uint64_t *state) {
  FuseProblem *problem = fuse_problem_new(arena, 2 + next_random(state) % (NODES - 1));
  uint32_t count = problem->count;
  for (uint32_t b = 1; b < count; b++) {
    for (uint32_t a = 0; a < b; a++) {
      set_fusible(problem, a, b, next_random(state) % 4 > 0);
      uint32_t kind = next_random(state) % 5;
      if (kind < 2) add_edge(problem, a, b, kind == 0 && fuse_is_possible(problem, a, b));
    }
  }
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t producer = next_random(state) % count;
    FuseArray *array = add_array(problem, i == 0 ? NO_NODE : producer, 4);
    array->escapes = next_random(state) % 4 == 0;
    for (uint32_t k = i == 0 ? 0 : producer + 1; k < count; k++)
      if (next_random(state) % 2) add_reader(problem, array, k);
  }
  if (next_random(state) % 2) {
    FuseNeed need = {0, count - 1, 0, next_random(state) % count};
    if (need.d != 0) vec_push(arena, &problem->needs, need);
  }
  return problem;
}

static void exact_plans_are_cheapest(void **state) {
  (void)state;
  uint64_t seed = 7;
  size_t solved = 0, count = 300;
  for (size_t i = 0; i < count; i++) {
    Arena *arena = arena_new();
    FuseProblem *problem = random_problem(arena, &seed);
    uint64_t best = cheapest(problem);
    uint32_t *greedy = plan_greedy(problem);
    assert_true(plan_is_valid(problem, greedy));
    assert_true(plan_cost(problem, greedy) >= best);
    assert_true(plan_bound(problem) <= best);
    uint32_t *exact = plan_exact(problem);
    if (exact) {
      solved++;
      assert_true(plan_is_valid(problem, exact));
      assert_int_equal(plan_cost(problem, exact), best);
    }
    assert_true(plan_cost(problem, plan_best(problem, true)) <= plan_cost(problem, greedy));
    arena_free(arena);
  }
  if (fuse_has_ilp()) assert_true(solved > count * 9 / 10);
}

// Two maps and a sum of the same input; the second map needs the sum and the first map's result.
static void the_maps_of_normalize_inc_go_together(void **state) {
  (void)state;
  Arena *arena = arena_new();
  FuseProblem *problem = fuse_problem_new(arena, 3); // xs, sum, ys
  set_fusible(problem, 0, 1, true);
  set_fusible(problem, 0, 2, true);
  add_edge(problem, 0, 2, true);
  add_edge(problem, 1, 2, false);
  FuseArray *input = add_array(problem, NO_NODE, 4);
  add_reader(problem, input, 0);
  add_reader(problem, input, 1);
  FuseArray *xs = add_array(problem, 0, 4);
  add_reader(problem, xs, 2);
  for (int use_ilp = 0; use_ilp < 2; use_ilp++) {
    uint32_t *plan = plan_best(problem, use_ilp);
    assert_int_equal(plan[2], 0);
    assert_int_equal(plan[1], 1);
  }
  arena_free(arena);
}

// The pair that saves most bars two others that together save more.
static void exact_beats_greedy(void **state) {
  (void)state;
  Arena *arena = arena_new();
  FuseProblem *problem = fuse_problem_new(arena, 4);
  set_fusible(problem, 0, 1, true);
  set_fusible(problem, 1, 2, true);
  set_fusible(problem, 2, 3, true);
  static const uint32_t weights[] = {8, 10, 8};
  for (uint32_t i = 0; i < 3; i++) {
    add_edge(problem, i, i + 1, true);
    add_reader(problem, add_array(problem, i, weights[i]), i + 1);
  }
  assert_int_equal(plan_greedy(problem)[2], 1);
  if (fuse_has_ilp()) {
    uint32_t *plan = plan_best(problem, true);
    assert_int_equal(plan[1], 0);
    assert_int_equal(plan[3], 2);
  }
  arena_free(arena);
}

static void paths_through_others_are_refused(void **state) {
  (void)state;
  Arena *arena = arena_new();
  FuseProblem *problem = fuse_problem_new(arena, 3);
  set_fusible(problem, 0, 2, true);
  add_edge(problem, 0, 1, false);
  add_edge(problem, 1, 2, false);
  static const uint32_t around[] = {0, 1, 0}, apart[] = {0, 1, 2};
  assert_false(plan_is_valid(problem, around));
  assert_true(plan_is_valid(problem, apart));
  assert_int_equal(plan_best(problem, true)[2], 2);
  arena_free(arena);
}

static void needs_are_kept(void **state) {
  (void)state;
  Arena *arena = arena_new();
  FuseProblem *problem = fuse_problem_new(arena, 3);
  set_fusible(problem, 0, 2, true);
  vec_push(arena, &problem->needs, (FuseNeed){0, 2, 1, 2});
  static const uint32_t pair[] = {0, 1, 0};
  assert_false(plan_is_valid(problem, pair));
  assert_int_equal(plan_best(problem, true)[2], 2);
  arena_free(arena);
}

UnitCount test_fuse(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_plans_are_cheapest),
      cmocka_unit_test(the_maps_of_normalize_inc_go_together),
      cmocka_unit_test(exact_beats_greedy),
      cmocka_unit_test(paths_through_others_are_refused),
      cmocka_unit_test(needs_are_kept),
  };
  return UNIT_RUN("fuse", tests);
}
