// Loops of the host that go through arrays element by element. Each element that the host reads or
// writes is a message to the device and back, so one thread of the device runs such a loop, and the
// host waits for it once, if it needs a result.
//
//   let (s: i64, ys: [n]i64) = loop (s = 0, xs) for i < n do { … index xs[i] … update xs[i] = s … }
//
// A loop with anything parallel, calls, copies or memory that grows inside is the host's.
#include "analysis/cost.h"
#include "ir/walk.h"
#include "lower/device/device.h"

// What was found in a loop.
typedef struct DeviceSurvey {
  bool has_access; // reads or writes elements
  bool is_refused;
} DeviceSurvey;

// May one thread make this small array for itself?
static bool is_small(const Exp *exp) {
  enum { SMALL = 64 };
  int64_t count = 1;
  for (size_t i = 0; i < exp->arg_count; i++) {
    if (exp->args[i].var) return false;
    int64_t size = constant_to_i64(exp->args[i].constant);
    if (size < 0 || size > SMALL || (count *= size) > SMALL) return false;
  }
  return true;
}

static bool is_plain(const Exp *exp, DeviceSurvey *survey) {
  static const Op VIEWS[] = {OP_SLICE,  OP_RESHAPE, OP_COERCE, OP_PERMUTE, OP_ASSERT,
                             OP_OPAQUE, OP_IF,      OP_SWITCH, OP_LOOP,    OP_ARRAY};
  if (op_is_scalar(exp->op)) return true;
  if (exp->op == OP_ALLOC) return is_small(exp);
  if (exp->op == OP_INDEX) return survey->has_access = true;
  if (exp->op == OP_UPDATE) {
    survey->has_access = true;
    return atom_type(exp->args[1])->kind == TYPE_SCALAR;
  }
  for (size_t i = 0; i < sizeof VIEWS / sizeof *VIEWS; i++)
    if (exp->op == VIEWS[i]) return true;
  return false;
}

static bool survey_enter(Walker *walker, Stm *stm) {
  DeviceSurvey *survey = walker->context;
  const Exp *exp = stm->exp;
  if (!is_plain(exp, survey)) survey->is_refused = true;
  for (size_t i = 0; i < stm->var_count; i++) {
    TypeKind kind = stm->vars[i]->type->kind;
    if (kind == TYPE_ACC || (kind == TYPE_MEM && exp->op != OP_ALLOC)) survey->is_refused = true;
  }
  return !survey->is_refused;
}

bool lower_is_device_loop(const Lower *lower, const Stm *stm) {
  if (!lower->options.target.has_device || stm->exp->op != OP_LOOP) return false;
  DeviceSurvey survey = {0};
  Walker walker = {.context = &survey, .enter = survey_enter};
  survey_enter(&walker, (Stm *)stm);
  if (!survey.is_refused) walk_stm(&walker, (Stm *)stm);
  return survey.has_access && !survey.is_refused;
}

void launch_loop(Lower *lower, const Stm *stm) {
  Par *par = arena_make(lower->arena, Par);
  vec_push(lower->arena, &par->body.stms, (Stm *)stm);
  Grid grid = {.lower = lower, .stm = stm, .par = par};
  ParState state = {.stm = stm, .par = par};
  ImpExp *size = grid_number(&grid, 1);
  grid_make_cells(&grid);
  kernel_open(&grid, IMP_SKELETON_MAP, size, COST_LOOP);
  function_open(&grid, IMP_ROLE_POINT);
  lower_repeat(lower, stm);
  kernel_store_scalars(&grid, &state);
  function_close(&grid, IMP_ROLE_POINT);
  ImpLaunch *launch = kernel_close(&grid, size);
  grid_bind_scalars(&grid, launch);
  room_close(lower, &grid.room);
}

void launch_store(Lower *lower, const Region *region, ImpExp *value) {
  Stm *stm = arena_make(lower->arena, Stm);
  stm->span = lower->out.span;
  Grid grid = {.lower = lower, .stm = stm, .par = arena_make(lower->arena, Par)};
  ImpExp *size = grid_number(&grid, 1);
  ImpExp *at = grid_let(&grid, "at", region->offset);
  kernel_open(&grid, IMP_SKELETON_MAP, size, 1);
  function_open(&grid, IMP_ROLE_POINT);
  imp_store(&lower->out, part_take_pointer(lower, region->pointer), part_take(lower, "at", at),
            part_take_value(lower, "value", value));
  function_close(&grid, IMP_ROLE_POINT);
  kernel_close(&grid, size);
}
