// Exact plans by integer programming, after Robinson et al. (paper 002, section 4.3), with
// lp_solve.
//
// Unknowns, for nodes i < j
//   x(i,j)   0 when the two are in one cluster, 1 when not; only for fusible pairs
//   p(i)     the place of i's cluster in the schedule
//   s(A)     1 when array A is stored
//   r(A,k)   1 when the k-th reader of A is the first of its cluster, so that the array is read
//   l(j)     1 when j is the first of its cluster, which is then launched
//
// Constraints
//   an open edge i -> j       x(i,j) <= p(j) - p(i) <= N x(i,j)
//   a closed edge i -> j      1 <= p(j) - p(i)
//   fusible without an edge   -N x(i,j) <= p(j) - p(i) <= N x(i,j)
//   clusters are closed       x(i,k) <= x(i,j) + x(j,k), with 1 for a pair that is not fusible
//   a need                    x(c,d) <= x(a,b)
//   s(A) >= x(maker, reader); r(A,k) >= 1 - sum of (1 - x(k,i)) over earlier readers i and the
//   maker; l(j) >= 1 - sum of (1 - x(i,j)) over i < j
//
// The objective is plan_cost. Only x is integral: the others follow. The search is bounded by the
// number of nodes of its tree, so that it takes the same steps on every machine.
#include "core/fuse_plan.h"

#ifdef RAVEL_HAS_LPSOLVE

#include <lpsolve/lp_lib.h>

bool fuse_has_ilp(void) { return true; }

typedef struct Ilp {
  const FuseProblem *problem;
  lprec *lp;
  int columns;  // so far
  int *pairs;   // count * count: the column of x(i,j), or 0
  int *places;  // the column of p(i)
  int *indices; // the row that is being made
  REAL *values;
  int length;
  REAL right; // what goes to its right-hand side
  bool is_failed;
} Ilp;

// ---- Rows ----

static void term(Ilp *ilp, int column, REAL factor) {
  for (int i = 0; i < ilp->length; i++) {
    if (ilp->indices[i] != column) continue;
    ilp->values[i] += factor;
    return;
  }
  ilp->indices[ilp->length] = column;
  ilp->values[ilp->length++] = factor;
}

static int pair_of(const Ilp *ilp, uint32_t a, uint32_t b) {
  return ilp->pairs[(size_t)a * ilp->problem->count + b];
}

// Adds factor * x(a,b), which is 1 for a pair that is not fusible.
static void term_apart(Ilp *ilp, uint32_t a, uint32_t b, REAL factor) {
  int column = pair_of(ilp, a, b);
  if (column)
    term(ilp, column, factor);
  else if (a != b)
    ilp->right -= factor;
}

// Adds factor * (1 - x(a,b)).
static void term_together(Ilp *ilp, uint32_t a, uint32_t b, REAL factor) {
  ilp->right -= factor;
  term_apart(ilp, a, b, -factor);
}

static void row(Ilp *ilp, int relation, REAL right) {
  if (ilp->length > 0 && !add_constraintex(ilp->lp, ilp->length, ilp->values, ilp->indices,
                                           relation, ilp->right + right))
    ilp->is_failed = true;
  ilp->length = 0;
  ilp->right = 0;
}

// ---- The encoding ----

static bool has_edge(const FuseProblem *problem, uint32_t a, uint32_t b) {
  for (size_t i = 0; i < problem->edges.count; i++)
    if (problem->edges.data[i].from == a && problem->edges.data[i].to == b) return true;
  return false;
}

static void add_edges(Ilp *ilp) {
  const FuseProblem *problem = ilp->problem;
  for (size_t i = 0; i < problem->edges.count; i++) {
    FuseEdge edge = problem->edges.data[i];
    bool is_open = edge.is_open && pair_of(ilp, edge.from, edge.to);
    term(ilp, ilp->places[edge.to], 1);
    term(ilp, ilp->places[edge.from], -1);
    if (is_open) term_apart(ilp, edge.from, edge.to, -1);
    row(ilp, GE, is_open ? 0 : 1);
    if (edge.is_open || !pair_of(ilp, edge.from, edge.to)) continue;
    term_apart(ilp, edge.from, edge.to, 1);
    row(ilp, GE, 1);
  }
}

// Nodes of one cluster have one place.
static void add_places(Ilp *ilp) {
  uint32_t count = ilp->problem->count;
  for (uint32_t a = 0; a < count; a++) {
    for (uint32_t b = a + 1; b < count; b++) {
      if (!pair_of(ilp, a, b)) continue;
      term(ilp, ilp->places[b], 1);
      term(ilp, ilp->places[a], -1);
      term_apart(ilp, a, b, -(REAL)count);
      row(ilp, LE, 0);
      if (has_edge(ilp->problem, a, b)) continue;
      term(ilp, ilp->places[a], 1);
      term(ilp, ilp->places[b], -1);
      term_apart(ilp, a, b, -(REAL)count);
      row(ilp, LE, 0);
    }
  }
}

static void add_closure(Ilp *ilp) {
  uint32_t count = ilp->problem->count;
  for (uint32_t j = 0; j < count; j++) {
    for (uint32_t i = 0; i < count; i++) {
      for (uint32_t k = i + 1; k < count; k++) {
        if (i == j || k == j || !pair_of(ilp, i, j) || !pair_of(ilp, j, k)) continue;
        term_apart(ilp, i, j, 1);
        term_apart(ilp, j, k, 1);
        term_apart(ilp, i, k, -1);
        row(ilp, GE, 0);
      }
    }
  }
}

static void add_needs(Ilp *ilp) {
  for (size_t i = 0; i < ilp->problem->needs.count; i++) {
    FuseNeed need = ilp->problem->needs.data[i];
    if (!pair_of(ilp, need.a, need.b)) continue;
    term_apart(ilp, need.a, need.b, 1);
    term_apart(ilp, need.c, need.d, -1);
    row(ilp, GE, 0);
  }
}

// ---- The objective ----

// A new continuous unknown in 0 .. 1 with this cost.
static int add_unknown(Ilp *ilp, REAL cost) {
  int column = ++ilp->columns;
  if (!set_obj(ilp->lp, column, cost) || !set_bounds(ilp->lp, column, 0, 1)) ilp->is_failed = true;
  return column;
}

static void add_array(Ilp *ilp, const FuseArray *array) {
  bool is_made = array->producer != NO_NODE;
  int stored =
      is_made && !array->escapes ? add_unknown(ilp, STORE_HALVES * (REAL)array->weight) : 0;
  for (size_t k = 0; k < array->readers.count; k++) {
    uint32_t reader = array->readers.data[k];
    if (stored) {
      term(ilp, stored, 1);
      term_apart(ilp, array->producer, reader, -1);
      row(ilp, GE, 0);
    }
    term(ilp, add_unknown(ilp, 2 * (REAL)array->weight), 1);
    for (size_t i = 0; i < k; i++)
      term_together(ilp, array->readers.data[i], reader, 1);
    if (is_made) term_together(ilp, array->producer, reader, 1);
    row(ilp, GE, 1);
  }
}

static void add_launches(Ilp *ilp) {
  for (uint32_t j = 1; j < ilp->problem->count; j++) {
    term(ilp, add_unknown(ilp, 2 * LAUNCH_COST), 1);
    for (uint32_t i = 0; i < j; i++)
      term_together(ilp, i, j, 1);
    row(ilp, GE, 1);
  }
}

static int count_columns(const FuseProblem *problem) {
  size_t columns = (size_t)problem->count * (problem->count + 1);
  for (size_t i = 0; i < problem->arrays.count; i++)
    columns += 1 + problem->arrays.data[i].readers.count;
  return (int)columns;
}

static void encode(Ilp *ilp) {
  const FuseProblem *problem = ilp->problem;
  uint32_t count = problem->count;
  for (uint32_t a = 0; a < count; a++) {
    for (uint32_t b = a + 1; b < count; b++) {
      if (!fuse_is_possible(problem, a, b)) continue;
      int column = ++ilp->columns;
      ilp->pairs[(size_t)a * count + b] = ilp->pairs[(size_t)b * count + a] = column;
      if (!set_binary(ilp->lp, column, TRUE)) ilp->is_failed = true;
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    ilp->places[i] = ++ilp->columns;
    if (!set_upbo(ilp->lp, ilp->columns, count)) ilp->is_failed = true;
  }
  set_add_rowmode(ilp->lp, TRUE);
  add_edges(ilp);
  add_places(ilp);
  add_closure(ilp);
  add_needs(ilp);
  for (size_t i = 0; i < problem->arrays.count; i++)
    add_array(ilp, &problem->arrays.data[i]);
  add_launches(ilp);
  set_add_rowmode(ilp->lp, FALSE);
}

// ---- Solving ----

static int __WINAPI has_searched_enough(lprec *lp, void *context) {
  (void)context;
  return get_total_nodes(lp) > ILP_TREE_LIMIT;
}

// The plan that the solution stands for; NULL when rounding has broken it.
static uint32_t *decode(const Ilp *ilp, const REAL *solution) {
  const FuseProblem *problem = ilp->problem;
  uint32_t *plan = arena_array(problem->arena, uint32_t, problem->count);
  for (uint32_t j = 0; j < problem->count; j++) {
    plan[j] = j;
    for (uint32_t i = 0; i < j && plan[j] == j; i++) {
      int column = pair_of(ilp, i, j);
      if (column && solution[column - 1] < 0.5) plan[j] = plan[i];
    }
  }
  return plan_is_valid(problem, plan) ? plan : NULL;
}

static uint32_t *solve_ilp(Ilp *ilp) {
  REAL *solution = NULL;
  set_minim(ilp->lp);
  set_verbose(ilp->lp, NEUTRAL);
  put_abortfunc(ilp->lp, has_searched_enough, NULL);
  // Together first, and where most is at stake: that visits far fewer nodes than the usual order.
  set_bb_floorfirst(ilp->lp, BRANCH_FLOOR);
  set_bb_rule(ilp->lp, NODE_GAPSELECT);
  int status = solve(ilp->lp);
  if (status != OPTIMAL && status != SUBOPTIMAL) return NULL;
  if (!get_ptr_variables(ilp->lp, &solution)) return NULL;
  return decode(ilp, solution);
}

uint32_t *plan_exact(const FuseProblem *problem) {
  Arena *scratch = arena_new();
  int columns = count_columns(problem);
  Ilp ilp = {.problem = problem, .lp = make_lp(0, columns)};
  if (!ilp.lp) {
    arena_free(scratch);
    return NULL;
  }
  ilp.pairs = arena_array(scratch, int, (size_t)problem->count * problem->count);
  ilp.places = arena_array(scratch, int, problem->count);
  ilp.indices = arena_array(scratch, int, (size_t)columns + 1);
  ilp.values = arena_array(scratch, REAL, (size_t)columns + 1);
  encode(&ilp);
  uint32_t *plan = ilp.is_failed ? NULL : solve_ilp(&ilp);
  delete_lp(ilp.lp);
  arena_free(scratch);
  return plan;
}

#else

bool fuse_has_ilp(void) { return false; }

uint32_t *plan_exact(const FuseProblem *problem) {
  (void)problem;
  return NULL;
}

#endif
