// The clustering problem of fusion, free of the IR: which pars become one.
//
// Nodes are pars in program order. Two that are `fusible` may be in one cluster; a plan gives each
// node the first node of its cluster. What a plan must keep:
//
//   - all pairs in a cluster are fusible, and no closed edge is inside one
//   - clusters can be ordered: contracting them leaves the graph without a cycle. So no path leads
//     from a cluster through a statement outside and back
//   - a need: when `a` and `b` are together, `c` and `d` are too
//
// What a plan costs, in units of an array's weight: an array that a node makes and that is read
// outside the node's cluster, or escapes, is written and stored; each cluster but the maker's that
// reads an array reads it once; each cluster is a launch.
#ifndef RAVEL_CORE_FUSE_PLAN_H
#define RAVEL_CORE_FUSE_PLAN_H

#include "base/base.h"

typedef struct FuseEdge {
  uint32_t from, to; // from < to
  bool is_open;      // the two may be in one cluster
} FuseEdge;

typedef struct FuseNeed {
  uint32_t a, b, c, d;
} FuseNeed;

#define NO_NODE UINT32_MAX

typedef struct FuseArray {
  uint32_t producer; // NO_NODE: it is made elsewhere
  bool escapes;      // something that is not a node, or cannot be fused, uses it
  uint32_t weight;
  Vec(uint32_t) readers; // ascending, each once
} FuseArray;

typedef struct FuseProblem {
  Arena *arena;
  uint32_t count;
  bool *fusible; // count * count, symmetric
  Vec(FuseEdge) edges;
  Vec(FuseNeed) needs;
  Vec(FuseArray) arrays;
} FuseProblem;

// What a launch costs, beside FuseArray.weight; and an array that is stored, in halves of its
// weight.
enum { LAUNCH_COST = 1, STORE_HALVES = 3 };

// Beyond this many nodes a body is planned greedily.
enum { ILP_NODE_LIMIT = 16 };
// How many nodes of its own search tree the solver may visit before it gives up.
enum { ILP_TREE_LIMIT = 400 };

// A problem of this many nodes, none of them fusible yet.
FuseProblem *fuse_problem_new(Arena *arena, uint32_t count);
bool fuse_is_possible(const FuseProblem *problem, uint32_t a, uint32_t b);
void set_fusible(FuseProblem *problem, uint32_t a, uint32_t b, bool value);

// Does the plan keep the rules above?
bool plan_is_valid(const FuseProblem *problem, const uint32_t *plan);
uint64_t plan_cost(const FuseProblem *problem, const uint32_t *plan);
// What no plan can beat: every fusible pair together, whether they may all be or not.
uint64_t plan_bound(const FuseProblem *problem);

// Merges the pairs that save most first, while that is valid and saves something.
uint32_t *plan_greedy(const FuseProblem *problem);
// A cheapest plan, by integer programming; NULL when the solver is not there or gave up.
uint32_t *plan_exact(const FuseProblem *problem);
// The plan to use: greedy, and the exact one where that may be cheaper and the problem is small.
uint32_t *plan_best(const FuseProblem *problem, bool use_ilp);
// Was ravel built with the solver?
bool fuse_has_ilp(void);

#endif
