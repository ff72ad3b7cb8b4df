// The inside of the pass `plan`, shared by its files only. mem/plan.c has the contract.
//
//   plan.c           versions and pars, and plans that were there before
//   plan_choose.c    amounts, and choices by them
//   plan_map.c       maps: nests, rows, products, blocks of threads
//   plan_outputs.c   what accumulates: histograms, filters, sums
//   plan_report.c    the choices with their reasons, for people
#ifndef RAVEL_MEM_PLAN_INTERNAL_H
#define RAVEL_MEM_PLAN_INTERNAL_H

#include "ir/build.h"
#include "ir/plan.h"
#include "mem/product.h"
#include "mem/team.h"

typedef struct Planning {
  Program *program;
  Diag *diag;
  Arena *scratch;
  VarSet nests;    // conditions that choose between a nest and what it is taken apart to
  VarSet versions; // conditions that choose between versions of any kind
  uint32_t count;  // of choices
  const Stm *par;  // that is planned
} Planning;

// ---- Amounts ----

bool amount_is_known(Atom amount);
Atom amount_of(int64_t value);
Atom amount_times(Builder *builder, Atom a, Atom b);
Atom amount_divided(Builder *builder, Atom a, Atom b);
Atom amount_larger(Builder *builder, Atom a, Atom b);

// ---- Choices ----

// Conditions that must all hold.
typedef struct Demands {
  Builder *builder;
  Atom all;         // `true` when there are none
  bool is_possible; // false when one never holds
} Demands;

Demands demands_new(Builder *builder);
void demands_add(Demands *demands, Atom condition);
// The size must be at least this.
void demands_least(Demands *demands, int64_t least, Dim size);
// The amount where the demands hold, otherwise 0.
Atom demands_guard(Demands *demands, Atom amount);

// Does the amount reach a threshold of this name?
Atom plan_reaches(Planning *planning, Builder *builder, const char *what, int64_t initial,
                  Atom amount);
// The plan when there is this much to do, or more, otherwise the other one.
Plan *plan_choose(Planning *planning, Builder *builder, const char *what, int64_t initial,
                  Atom amount, const Plan *plan, Plan *otherwise);

// Notes for people why the par that is planned is not this kernel; without a span it is the par's.
void plan_refuse(Planning *planning, Kernel kernel, const char *why, Span where);

// ---- Pars ----

// Where the outputs of a par leave several kernels: the choice between them.
Plan *plan_map(Planning *planning, Builder *builder, const Stm *stm);
Plan *plan_histogram(Planning *planning, Builder *builder, const Stm *stm);
// The par of rows, those of a nest, or its innermost dimension: elements are shared out evenly, or
// rows that are long, or many and side by side in memory, are.
Plan *plan_segments(Planning *planning, Builder *builder, const Stm *row, const MapNest *nest);
// A block of threads for each point. With many points, and rows that are not short, blocks are
// small and their threads have several elements each. `inside`: what is not known in front of the
// kernel.
Plan *plan_by_team(Planning *planning, Builder *builder, const Par *par, const Team *team,
                   const VarSet *inside);
// Are the arrays of a block of threads more than fast memory has room for?
Atom plan_is_too_large(Planning *planning, Builder *builder, const Team *team);

// What a block of threads needs to share a point of the par; false: it cannot.
bool plan_team(const Planning *planning, const Stm *stm, Team *team);

// The kernel for a par whose outputs and space alone decide. KERNEL_SEG_REDUCE and KERNEL_SEG_KEEP
// stand for all that go through rows, KERNEL_HISTOGRAM for all with bins; KERNEL_COUNT: nests count
// too.
Kernel plan_kernel(Planning *planning, const Stm *stm);

#endif
