// Plans: which kernel runs a par at level grid on a device (kernels.def; doc/gpu.md).
#ifndef RAVEL_IR_PLAN_H
#define RAVEL_IR_PLAN_H

#include "ir/ir.h"

// A split into more classes is done by one thread.
enum { PLAN_CLASS_BITS = 3, PLAN_CLASSES_MOST = 1 << PLAN_CLASS_BITS };
// No more maps are taken as one.
enum { PLAN_DEPTH_MOST = 8, PLAN_SIDE_MOST = 1024 };
// What decides between kernels; the table says why these numbers are good.
enum {
#define KERNEL_NUMBER(id, value, why) PLAN_##id = (value),
#include "ir/kernel_numbers.def"
#undef KERNEL_NUMBER
};

const KernelTraits *kernel_traits(Kernel kernel);

// A plan without a condition. Depth and side are 0 where the kernel has none.
Plan *plan_new(Arena *arena, Kernel kernel, uint32_t depth, uint32_t side);
// The first plan if the condition holds, otherwise the other.
Plan *plan_choice(Arena *arena, Atom condition, const Plan *plan, Plan *otherwise);

// Are there squares of this side?
bool plan_has_side(uint32_t side);
// The side of squares for the products of a batch of matrices, whose sizes may be known only when
// the program runs; 0 where these are too few rows, columns or steps, or enough for other squares.
uint32_t plan_batch_side(Dim rows, Dim columns, Dim steps);

// What the outputs of a par ask for.
typedef struct PlanDemand {
  bool has_reduce, has_prefix;
  bool is_deep;   // the epilogue accumulates
  bool appends;   // rows whose number, or size, is known only when they are there
  size_t classes; // of all splits
  unsigned modes; // bits
} PlanDemand;

PlanDemand plan_demand(const Stm *stm);
// The plan that looks at nothing but the outputs and the rank: a thread for each point or segment,
// and one kernel over all elements where there is one segment.
Plan *plan_plain(Arena *arena, const Stm *stm);

// The bytes of values that threads combine, one after the other: each has at least 4, so that it
// is exchanged in words.
typedef struct PlanBytes {
  int64_t end, widest;
} PlanBytes;

void plan_bytes_add(PlanBytes *bytes, Scalar scalar);
int64_t plan_bytes(const PlanBytes *bytes);

#endif
