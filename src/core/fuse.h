// The inside of fuse: what its files share. fuse.c opens with the contract of the pass.
//
//   fuse.c         the pass: one body at a time, the outer ones first
//   fuse_work.c    how much work a thunk is, and what in it may fail
//   fuse_product.c matrix products, which stay by themselves
//   fuse_flatten.c pars over flattened nests become nests
//   fuse_inline.c  producers that are cheap, or read once, are computed where they are read
//   fuse_inside.c  which indices are certainly inside
//   fuse_graph.c   the dependence graph of a body, and the problem that it poses
//   fuse_plan.c    plans: validity, cost, greedy (fuse_plan.h)
//   fuse_ilp.c     exact plans
//   fuse_merge.c   makes one par of each cluster
//
// Two pars may become one
//   - vertically, when the later one reads what the earlier one makes at its own index only: maps
//     into every mode; what reads a scan goes to the epilogue;
//   - when the later one is over the count of the earlier one's `keep` and uses its index only to
//     read what was kept: its maps become values of that keep, its keeps have both conditions, its
//     reductions take the neutral element and its writes the index -1 elsewhere; statements that
//     may fail or are much work stand under an `if`;
//   - horizontally, when their spaces are the same size by name. The pass shapes has given equal
//     sizes one name before (doc/shapes.md).
//
// They may not when a path between them has a closed dependence: a scalar or gather in between, a
// certificate, another statement, storage that the one reads and the other consumes, or an effect
// that happens before the other can fail; when a scan
// would depend on a scan of the same par; or when level requests or attributes differ. `put` into
// `put` is not fused: unlike paper 002's PERMUTE a `put` need not write every place.
//
// For a device, a nest of maps and a map whose rows have another size stay apart: all points of
// such a nest are threads of one kernel. A histogram outside all pars takes in only what exists for
// it alone: it is a kernel of its own. What reduces, keeps or splits prefixes is not put into the
// epilogue of a scan outside all pars: a kernel knows its prefixes when it is nearly done, and one
// thread would have to combine them.
//
// A plan costs, for each array, 1.5 times its weight when it is stored (written, and its storage)
// and once its weight for every cluster that reads it; the weight is the bytes of an element, and 4
// times that for each further dimension; a launch is 1. Greedy planning joins the pairs that save
// most first. When it does not reach a simple lower bound and the body has at most 16 pars, integer
// programming finds the cheapest plan. The search visits at most 400 nodes, a number and not a
// time, so that a program is compiled alike everywhere; when it gives up, the greedy plan is taken.
// `--no-ilp` always takes it.
#ifndef RAVEL_CORE_FUSE_H
#define RAVEL_CORE_FUSE_H

#include "analysis/algebra.h"
#include "core/facts.h"
#include "core/fuse_plan.h"
#include "ir/alias.h"
#include "ir/ir.h"

typedef Vec(Atom) FuseAtoms;

typedef struct FuseVar {
  uint32_t stamp;              // of the body whose statements bind it
  uint32_t position;           // of the statement there
  Stm *def;                    // what binds it, at whatever depth
  uint32_t array_stamp, array; // its number among the arrays of the body with that stamp
  uint32_t seen;               // of the last statement that was found to use it
  uint32_t uses, own_reads;    // in the body with array_stamp
} FuseVar;

typedef struct Fuser {
  Program *program;
  Arena *scratch;
  Aliases *aliases;
  Facts *facts; // of the function
  Algebra *algebra;
  FuseVar *vars; // by Var.index
  size_t capacity;
  uint32_t last_stamp;
  bool use_ilp;
  bool is_device;   // for a target with a device
  bool has_effects; // somewhere
  uint32_t depth;   // how many pars are around
  bool has_changed;
} Fuser;

FuseVar *fuse_var(Fuser *fuser, const Var *var);
// Records what binds the variables of the statement.
void fuse_define(Fuser *fuser, Stm *stm);
// The same for the statements in its bodies, too.
void fuse_define_inside(Fuser *fuser, Stm *stm);

// ---- Work (fuse_work.c) ----

typedef struct Work {
  uint32_t cost;  // roughly in cycles; saturates
  uint32_t reads; // of array elements
  bool is_safe;   // nothing in it can fail, wherever it is computed
  bool is_flat;   // no statement with bodies, but branches of such
} Work;

Work work_of(const Stms *stms);
// May something fail in the statement, or in what it calls?
bool fuse_may_fail(const Stm *stm);

// ---- Products (fuse_product.c) ----

// Two pars around a reduction, of values by row and depth and values by depth and column, or maps
// around that?
bool fuse_is_matrix_product(const Fuser *fuser, const Par *par);
// Does it make numbers, one for each point? Such a par inside another one will be inlined.
bool fuse_makes_numbers(const Stm *stm);
// The par inside this one that makes all of its rows; NULL when there is none.
const Par *fuse_row_map(const Par *par);

// ---- Flattened nests (fuse_flatten.c) ----

// Makes nests of pars over the elements of a nest that another par makes, or of a view. True when
// there is one of a view.
bool fuse_flatten(Fuser *fuser, Stms *stms);

// ---- Indices that are inside (fuse_inside.c) ----

// The statements with bodies around a statement, from the outside in.
typedef struct FuseScopes {
  Fuser *fuser;
  Algebra *algebra;
  Vec(Stm *) around;
} FuseScopes;

// What binds the variable, alone; NULL for others.
const Exp *fuse_def_of(const FuseScopes *scopes, Atom atom);
// Is the dimension this number, or the larger one of it and 0, as rows have it (ir/natural.h)? That
// is the same number wherever there are rows.
bool fuse_is_size_of(Fuser *fuser, Dim dim, Atom number);
// Are all indices of the read certainly inside?
bool fuse_are_inside(const FuseScopes *scopes, const Stm *stm);
// Is it the index of the par around it, rotated: each place once?
bool fuse_is_rotation(const FuseScopes *scopes, Atom place, const Var *index);
// Is it the index and something that only depends on sizes: each place once?
bool fuse_is_shifted(const FuseScopes *scopes, Atom place, const Var *index);

// ---- Inlining (fuse_inline.c) ----

// Makes rows that cost next to nothing where they are copied to.
void fuse_fill(Fuser *fuser, Stms *stms);
// Is it a producer that is computed where it is read, if nothing else reads it?
bool fuse_is_cheap_nest(const Fuser *fuser, Stm *stm);
// Replaces reads of producers by their work.
void fuse_inline(Fuser *fuser, Stms *stms, const Atom *results, size_t result_count);

// ---- The graph (fuse_graph.c) ----

// How a later par uses an earlier one. A closed edge is any use but those below.
typedef enum EdgeKind {
  EDGE_CLOSED,
  EDGE_BODY, // reads values of the body at its own index
  EDGE_LATE, // reads scans, or values of the epilogue, at its own index
} EdgeKind;

typedef struct FuseNode {
  Stm *stm;
  Par *par;
  uint32_t position;
  uint32_t keeper;    // the node whose `keep` counts this node's space, or NO_NODE
  const Output *kept; // that output
  bool has_scan;
  bool is_product;       // a matrix product
  bool is_guardable;     // can be computed for the kept points only
  Vec(uint32_t) late;    // nodes by EDGE_LATE
  Vec(uint32_t) early;   // nodes by EDGE_BODY
  Vec(uint32_t) sources; // nodes whose kept values or maps over kept points it reads
} FuseNode;

#define NO_POSITION UINT32_MAX

typedef struct FuseGraph {
  Fuser *fuser;
  Stms *stms;
  uint32_t stamp;
  Vec(FuseNode) nodes;
  uint32_t *node_of;    // by position; NO_NODE
  uint32_t last_effect; // the position of the last effect so far; NO_POSITION
  Vec(FuseEdge) edges;  // by position: all dependences, for the order of the statements
  FuseProblem *problem;
} FuseGraph;

// NULL when there are no two pars that could become one.
FuseGraph *fuse_graph(Fuser *fuser, Stms *stms, const Atom *results, size_t result_count);
// Is this the array read at the node's own index, so that one value can stand for it?
bool fuse_is_own_read(const FuseNode *node, const Stm *stm);

// ---- Merging (fuse_merge.c) ----

// Makes one par of each cluster and puts the statements in order.
void fuse_merge(FuseGraph *graph, const uint32_t *plan);

#endif
