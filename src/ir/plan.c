#include "ir/plan.h"

#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"

#define ON(mode) (1u << MODE_##mode)
enum { NOTHING, DEPTH, ROWS, SIDE };
// The modes that a point does by itself, and all.
enum {
#define MODE(id, text, traits, purpose) | ((traits)&TRAIT_FREE ? ON(id) : 0)
  FREE = 0
#include "ir/modes.def"
#undef MODE
  ,
  ANY = (1u << MODE_COUNT) - 1
};

const KernelTraits *kernel_traits(Kernel kernel) {
  static const KernelTraits traits[] = {
#define KERNEL(id, text, modes, room, purpose)                                                     \
  {text, modes, (room) == DEPTH, (room) == SIDE, (room) == ROWS, purpose},
#include "ir/kernels.def"
#undef KERNEL
  };
  return &traits[kernel];
}

Plan *plan_new(Arena *arena, Kernel kernel, uint32_t depth, uint32_t side) {
  Plan *plan = arena_make(arena, Plan);
  *plan = (Plan){.kernel = kernel, .depth = depth, .side = side};
  return plan;
}

Plan *plan_choice(Arena *arena, Atom condition, const Plan *plan, Plan *otherwise) {
  Plan *choice = arena_make(arena, Plan);
  *choice = *plan;
  choice->condition = condition;
  choice->otherwise = otherwise;
  return choice;
}

bool plan_has_side(uint32_t side) {
  return side == PLAN_BATCH_LEAST_SIDE || side == PLAN_BATCH_SIDE ||
         side == PLAN_BATCH_LARGE_SIDE || side == PLAN_TILE_SMALL || side == PLAN_TILE_LARGE;
}

uint32_t plan_batch_side(Dim rows, Dim columns, Dim steps) {
  int64_t known[] = {rows.var ? 0 : rows.size, columns.var ? 0 : columns.size};
  int64_t most = known[0] > known[1] ? known[0] : known[1];
  if (most >= PLAN_TILE_LEAST || (!steps.var && steps.size < PLAN_BATCH_STEPS)) return 0;
  uint32_t side = most == 0                       ? PLAN_BATCH_SIDE
                  : most <= PLAN_BATCH_LEAST_SIDE ? PLAN_BATCH_LEAST_SIDE
                  : most <= PLAN_BATCH_SIDE       ? PLAN_BATCH_SIDE
                                                  : PLAN_BATCH_LARGE_SIDE;
  // Less than half of a square is not worth it.
  bool is_full = (rows.var || rows.size > side / 2) && (columns.var || columns.size > side / 2);
  return is_full ? side : 0;
}

static void demand_add(PlanDemand *demand, const Thunk *thunk, bool is_epilogue) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    Mode mode = output->mode;
    bool is_prefix = mode_has(mode, TRAIT_PREFIX);
    demand->modes |= 1u << mode;
    if (mode_has(mode, TRAIT_TOTAL)) demand->has_reduce = true;
    if (is_prefix) demand->has_prefix = true;
    if (mode_has(mode, TRAIT_SORTS)) demand->classes += output->class_count;
    if (is_epilogue && (is_prefix || mode_has(mode, TRAIT_TOTAL))) demand->is_deep = true;
  }
}

PlanDemand plan_demand(const Stm *stm) {
  const Par *par = stm->exp->as.par;
  PlanDemand demand = {.appends = par_block_count(stm) > 0};
  demand_add(&demand, &par->body, false);
  if (par->has_epilogue) demand_add(&demand, &par->epilogue, true);
  return demand;
}

Plan *plan_plain(Arena *arena, const Stm *stm) {
  PlanDemand demand = plan_demand(stm);
  bool is_accumulating = demand.has_reduce || demand.has_prefix;
  bool has_segments = stm->exp->as.par->rank > 1;
  if (!is_accumulating)
    return demand.appends ? plan_new(arena, KERNEL_APPEND, 0, 0)
                          : plan_new(arena, KERNEL_MAP, 1, 0);
  Kernel kernel = demand.has_prefix ? KERNEL_SCAN : KERNEL_REDUCE;
  if (demand.is_deep || demand.classes > PLAN_CLASSES_MOST) kernel = KERNEL_SINGLE;
  if (has_segments) kernel = KERNEL_SERIES;
  if (demand.appends) kernel = has_segments ? KERNEL_APPEND_SERIES : KERNEL_APPEND_SINGLE;
  return plan_new(arena, kernel, 0, 0);
}

static int64_t round_up(int64_t bytes, int64_t to) { return (bytes + to - 1) / to * to; }

void plan_bytes_add(PlanBytes *bytes, Scalar scalar) {
  int64_t width = scalar_info(scalar)->width == 64 ? 8 : 4;
  bytes->end = round_up(bytes->end, width) + width;
  if (width > bytes->widest) bytes->widest = width;
}

int64_t plan_bytes(const PlanBytes *bytes) {
  return round_up(bytes->end, bytes->widest > 4 ? bytes->widest : 4);
}
