// Plans for fusion: what is valid, what it costs, and a greedy one. fuse_ilp.c finds exact ones.
#include "core/fuse_plan.h"

#include <stdlib.h>
#include <string.h>

FuseProblem *fuse_problem_new(Arena *arena, uint32_t count) {
  FuseProblem *problem = arena_make(arena, FuseProblem);
  problem->arena = arena;
  problem->count = count;
  problem->fusible = arena_array(arena, bool, (size_t)count *count);
  return problem;
}

bool fuse_is_possible(const FuseProblem *problem, uint32_t a, uint32_t b) {
  return problem->fusible[(size_t)a * problem->count + b];
}

void set_fusible(FuseProblem *problem, uint32_t a, uint32_t b, bool value) {
  problem->fusible[(size_t)a * problem->count + b] = value;
  problem->fusible[(size_t)b * problem->count + a] = value;
}

// ---- Validity ----

// Can the clusters be put in an order? Takes the ones that nothing left over leads to, again and
// again, until none is left.
static bool is_acyclic(const FuseProblem *problem, const uint32_t *plan) {
  uint32_t count = problem->count, done = 0, clusters = 0;
  size_t edge_count = problem->edges.count;
  Arena *scratch = arena_new();
  uint32_t *degree = arena_array(scratch, uint32_t, count);
  uint32_t *first = arena_array(scratch, uint32_t, (size_t)count + 1);
  uint32_t *targets = arena_array(scratch, uint32_t, edge_count);
  uint32_t *work = arena_array(scratch, uint32_t, count);
  for (size_t i = 0; i < edge_count; i++) {
    FuseEdge edge = problem->edges.data[i];
    if (plan[edge.from] == plan[edge.to]) continue;
    degree[plan[edge.to]]++;
    first[plan[edge.from] + 1]++;
  }
  for (uint32_t i = 0; i < count; i++)
    first[i + 1] += first[i];
  uint32_t *next = arena_array(scratch, uint32_t, count);
  memcpy(next, first, count * sizeof *next);
  for (size_t i = 0; i < edge_count; i++) {
    FuseEdge edge = problem->edges.data[i];
    if (plan[edge.from] != plan[edge.to]) targets[next[plan[edge.from]]++] = plan[edge.to];
  }
  uint32_t ready = 0;
  for (uint32_t i = 0; i < count; i++) {
    clusters += plan[i] == i;
    if (plan[i] == i && degree[i] == 0) work[ready++] = i;
  }
  for (; done < ready; done++) {
    for (uint32_t k = first[work[done]]; k < first[work[done] + 1]; k++)
      if (--degree[targets[k]] == 0) work[ready++] = targets[k];
  }
  arena_free(scratch);
  return done == clusters;
}

static bool needs_hold(const FuseProblem *problem, const uint32_t *plan) {
  for (size_t i = 0; i < problem->needs.count; i++) {
    FuseNeed need = problem->needs.data[i];
    if (plan[need.a] == plan[need.b] && plan[need.c] != plan[need.d]) return false;
  }
  return true;
}

static bool edges_hold(const FuseProblem *problem, const uint32_t *plan) {
  for (size_t i = 0; i < problem->edges.count; i++) {
    FuseEdge edge = problem->edges.data[i];
    if (!edge.is_open && plan[edge.from] == plan[edge.to]) return false;
  }
  return true;
}

bool plan_is_valid(const FuseProblem *problem, const uint32_t *plan) {
  for (uint32_t a = 0; a < problem->count; a++) {
    for (uint32_t b = a + 1; b < problem->count; b++)
      if (plan[a] == plan[b] && !fuse_is_possible(problem, a, b)) return false;
  }
  return edges_hold(problem, plan) && needs_hold(problem, plan) && is_acyclic(problem, plan);
}

// ---- Cost ----

static bool is_read_by_earlier(const FuseArray *array, const uint32_t *plan, size_t reader) {
  for (size_t i = 0; i < reader; i++)
    if (plan[array->readers.data[i]] == plan[array->readers.data[reader]]) return true;
  return false;
}

uint64_t plan_cost(const FuseProblem *problem, const uint32_t *plan) {
  uint64_t cost = 0;
  for (size_t i = 0; i < problem->arrays.count; i++) {
    const FuseArray *array = &problem->arrays.data[i];
    bool is_stored = array->producer != NO_NODE && array->escapes;
    for (size_t k = 0; k < array->readers.count; k++) {
      if (array->producer != NO_NODE && plan[array->readers.data[k]] == plan[array->producer])
        continue;
      is_stored |= array->producer != NO_NODE;
      if (!is_read_by_earlier(array, plan, k)) cost += 2 * (uint64_t)array->weight;
    }
    if (is_stored) cost += STORE_HALVES * (uint64_t)array->weight;
  }
  for (uint32_t i = 0; i < problem->count; i++)
    cost += plan[i] == i ? 2 * LAUNCH_COST : 0;
  return cost;
}

uint64_t plan_bound(const FuseProblem *problem) {
  uint64_t cost = 0;
  for (size_t i = 0; i < problem->arrays.count; i++) {
    const FuseArray *array = &problem->arrays.data[i];
    bool is_stored = array->producer != NO_NODE && array->escapes;
    for (size_t k = 0; k < array->readers.count; k++) {
      uint32_t reader = array->readers.data[k];
      if (array->producer != NO_NODE && fuse_is_possible(problem, array->producer, reader))
        continue;
      is_stored |= array->producer != NO_NODE;
      size_t other = 0;
      while (other < k && !fuse_is_possible(problem, array->readers.data[other], reader))
        other++;
      if (other == k) cost += 2 * (uint64_t)array->weight;
    }
    if (is_stored) cost += STORE_HALVES * (uint64_t)array->weight;
  }
  for (uint32_t j = 0; j < problem->count; j++) {
    uint32_t i = 0;
    while (i < j && !fuse_is_possible(problem, i, j))
      i++;
    if (i == j) cost += 2 * LAUNCH_COST;
  }
  return cost;
}

// ---- Greedy ----

typedef struct Candidate {
  uint32_t a, b;
  uint64_t cost; // of a plan that only joins these two
} Candidate;

static int candidate_compare(const void *left, const void *right) {
  const Candidate *a = left, *b = right;
  if (a->cost != b->cost) return a->cost < b->cost ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  return a->a < b->a ? 1 : a->a > b->a ? -1 : 0; // the nearest first
}

// How far apart two nodes may be to be tried in a body with many nodes.
enum { GREEDY_ALL = 64, GREEDY_REACH = 24 };

typedef Vec(Candidate) Candidates;

static Candidates candidates_of(const FuseProblem *problem, uint32_t *plan) {
  Candidates candidates = {0};
  uint32_t reach = problem->count <= GREEDY_ALL ? problem->count : GREEDY_REACH;
  for (uint32_t a = 0; a < problem->count; a++) {
    for (uint32_t b = a + 1; b < problem->count && b - a <= reach; b++) {
      if (!fuse_is_possible(problem, a, b)) continue;
      plan[b] = a;
      vec_push(problem->arena, &candidates, (Candidate){a, b, plan_cost(problem, plan)});
      plan[b] = b;
    }
  }
  if (candidates.count > 1)
    qsort(candidates.data, candidates.count, sizeof *candidates.data, candidate_compare);
  return candidates;
}

static bool are_all_fusible(const FuseProblem *problem, const uint32_t *plan, uint32_t left,
                            uint32_t right) {
  for (uint32_t a = 0; a < problem->count; a++) {
    if (plan[a] != left) continue;
    for (uint32_t b = 0; b < problem->count; b++)
      if (plan[b] == right && !fuse_is_possible(problem, a, b)) return false;
  }
  return true;
}

// Joins the clusters of two nodes when that is valid and cheaper.
static bool plan_join(const FuseProblem *problem, uint32_t *plan, uint32_t *trial, Candidate pair,
                      uint64_t *cost) {
  uint32_t left = plan[pair.a], right = plan[pair.b];
  if (left == right || !are_all_fusible(problem, plan, left, right)) return false;
  uint32_t low = left < right ? left : right;
  for (uint32_t i = 0; i < problem->count; i++)
    trial[i] = plan[i] == left || plan[i] == right ? low : plan[i];
  uint64_t trial_cost = plan_cost(problem, trial);
  if (trial_cost >= *cost || !edges_hold(problem, trial) || !needs_hold(problem, trial) ||
      !is_acyclic(problem, trial))
    return false;
  memcpy(plan, trial, problem->count * sizeof *plan);
  *cost = trial_cost;
  return true;
}

uint32_t *plan_greedy(const FuseProblem *problem) {
  uint32_t *plan = arena_array(problem->arena, uint32_t, problem->count);
  uint32_t *trial = arena_array(problem->arena, uint32_t, problem->count);
  for (uint32_t i = 0; i < problem->count; i++)
    plan[i] = i;
  Candidates candidates = candidates_of(problem, plan);
  uint64_t cost = plan_cost(problem, plan);
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (size_t i = 0; i < candidates.count; i++)
      has_changed |= plan_join(problem, plan, trial, candidates.data[i], &cost);
  }
  return plan;
}

uint32_t *plan_best(const FuseProblem *problem, bool use_ilp) {
  uint32_t *greedy = plan_greedy(problem);
  uint64_t cost = plan_cost(problem, greedy);
  if (!use_ilp || problem->count > ILP_NODE_LIMIT || cost == plan_bound(problem)) return greedy;
  uint32_t *exact = plan_exact(problem);
  return exact && plan_cost(problem, exact) < cost ? exact : greedy;
}
