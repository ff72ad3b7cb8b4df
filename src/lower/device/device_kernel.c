// The functions of a kernel (imp.h: IMP_ROLES): what happens at a point, and how what is
// accumulated is combined. What point and total do is what a sequential loop does in one iteration,
// with the fields of acc in place of the variables that are carried from iteration to iteration.
#include <string.h>

#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/print.h"
#include "lower/device/device.h"

// No block has more threads.
enum { BLOCK_MOST = 256 };

ImpExp *grid_number(Grid *grid, int64_t value) { return imp_i64(grid->lower->imp, value); }

ImpExp *grid_let(Grid *grid, const char *name, ImpExp *value) {
  Lower *lower = grid->lower;
  if (value->kind == IMP_CONST || value->kind == IMP_VAR) return value;
  return imp_use(lower->imp, imp_let(&lower->out, name_of(lower, name), value));
}

void grid_emit_around(Lower *lower, const Stm *outer, const Stm *inner) {
  const Stms *stms = &outer->exp->as.par->body.stms;
  for (size_t i = 0; i < stms->count; i++)
    if (stms->data[i] != inner) lower_stm(lower, stms->data[i]);
}

// ---- Numbers of points ----

// NULL is a condition that always holds.
static void require_points(Grid *grid, ImpExp *fits) {
  Lower *lower = grid->lower;
  if (!fits || lower->options.is_unsafe) return;
  ImpStm *test = imp_if(&lower->out, imp_not(lower->imp, fits));
  ImpBuilder inside = imp_into(&lower->out, &test->as.branch.body);
  imp_fail(&inside, name_of(lower, "a space has too many points"), &(ImpExps){0});
}

ImpExp *grid_product(Grid *grid, const char *name, const ImpExps *sizes) {
  ImpProgram *imp = grid->lower->imp;
  ImpExp *product = grid_number(grid, 1), *fits = NULL, *zero = grid_number(grid, 0);
  for (size_t i = 0; i < sizes->count; i++) {
    ImpExp *size = sizes->data[i];
    if (!imp_is_i64(product, 1) && !imp_is_i64(size, 1)) {
      ImpExp *next = imp_binary(imp, OP_SMULFITS, product, size);
      fits = fits ? imp_binary(imp, OP_AND, fits, next) : next;
    }
    product = grid_let(grid, name, imp_mul(imp, product, size));
  }
  // Where one of three is 0, the others may be anything.
  for (size_t i = 0; fits && sizes->count > 2 && i < sizes->count; i++)
    fits = imp_binary(imp, OP_OR, fits, imp_binary(imp, OP_EQ, sizes->data[i], zero));
  require_points(grid, fits);
  return product;
}

ImpExp *grid_steps(Grid *grid, ImpExp *count, ImpExp *size) {
  ImpProgram *imp = grid->lower->imp;
  ImpExps sizes = {0};
  vec_push(grid->lower->arena, &sizes, count);
  vec_push(grid->lower->arena, &sizes, size);
  ImpExp *total = grid_product(grid, "points", &sizes);
  ImpExp *steps = grid_let(grid, "steps", imp_add(imp, total, count));
  require_points(grid, imp_binary(imp, OP_SLE, grid_number(grid, 0), steps));
  return steps;
}

// ---- Kernels and their functions ----

// The mode of an output, and the operator where it is one operation.
static const char *output_words(Lower *lower, const Output *output) {
  bool has_op = output->op != NULL && output->value_count == 1;
  Op op = has_op ? operator_primitive(output->op, 0, 1) : OP_COUNT;
  return arena_printf(lower->arena, "%s%s%s%s", output->is_exclusive ? "exclusive " : "",
                      mode_text(output->mode), op == OP_COUNT ? "" : " ",
                      op == OP_COUNT ? "" : op_info(op)->text);
}

// What the outputs of a thunk are, after what `words` has already, each kind once.
static const char *thunk_words(Lower *lower, const char *words, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const char *next = output_words(lower, &thunk->outputs[i]);
    bool is_known = false;
    for (size_t k = 0; k < i && !is_known; k++)
      is_known = strcmp(next, output_words(lower, &thunk->outputs[k])) == 0;
    if (is_known) continue;
    words = arena_printf(lower->imp->arena, "%s%s%s", words, *words == '\0' ? "" : ", ", next);
  }
  return words;
}

// Is the segment of a point found by a search? Kernels over segments know it.
static bool is_searching(const Par *par, ImpSkeleton skeleton) {
  for (size_t i = 0; !imp_skeleton_has(skeleton, IMP_SEGMENTED) && i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return true;
  return false;
}

int64_t grid_cost(const Grid *grid) {
  int64_t cost = cost_point(grid->par);
  if (!grid->nest) return cost;
  Stms around = nest_around_row(grid->lower->arena, grid->nest);
  return cost + cost_stms(&around);
}

void kernel_open(Grid *grid, ImpSkeleton skeleton, ImpExp *size, int64_t cost) {
  grid->classes = NULL;
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  // The operator runs in all threads of a block.
  ImpExp *least = skeleton == IMP_SKELETON_MAP
                      ? size
                      : imp_binary(imp, OP_SMAX, size, imp_i64(imp, BLOCK_MOST));
  grid->room = (LowerRoom){0};
  if (!imp_skeleton_has(skeleton, IMP_SHARED)) room_open(lower, &grid->room, grid->par, least);
  part_open(lower, &grid->part, "kernel");
  grid->part.is_kernel = true;
  grid->part.fun->is_part = false;
  grid->part.fun->is_device = true;
  lower->is_device = true;
  grid->kernel = arena_make(imp->arena, ImpKernel);
  *grid->kernel =
      (ImpKernel){.name = grid->part.fun->name, .span = grid->stm->span, .skeleton = skeleton};
  grid->kernel->makes =
      thunk_words(lower, thunk_words(lower, "", &grid->par->body), &grid->par->epilogue);
  grid->kernel->is_long = cost > COST_LONG || is_searching(grid->par, skeleton);
  grid->kernel->has_room = grid->room.threads != NULL;
  grid->kernel->index = loop_index(lower, "point");
  if (!imp_skeleton_has(skeleton, IMP_SEGMENTED)) return;
  grid->kernel->as.segments = (ImpSegmentKernel){.segment = loop_index(lower, "segment"),
                                                 .start = loop_index(lower, "start"),
                                                 .inside = loop_index(lower, "inside")};
}

// Statements go to a function of the kernel from now on.
void function_open(Grid *grid, ImpRole role) {
  Lower *lower = grid->lower;
  ImpFun *fun = arena_make(lower->imp->arena, ImpFun);
  fun->name = name_of(
      lower, arena_printf(lower->imp->arena, "%s_%s", grid->kernel->name, imp_role_text(role)));
  fun->is_device = true;
  fun->span = grid->stm->span;
  grid->kernel->functions[role] = fun;
  lower->out.stms = &fun->body;
  lower->out.span = fun->span;
  numbers_forget(lower);
  const ImpKernel *kernel = grid->kernel;
  const ImpSegmentKernel *segments = &kernel->as.segments;
  bool is_keep = imp_skeleton_has(kernel->skeleton, IMP_OFFERS);
  bool is_point = role == IMP_ROLE_POINT || role == IMP_ROLE_TOTAL ||
                  (role == IMP_ROLE_FINISH && !imp_skeleton_has(kernel->skeleton, IMP_PRODUCT));
  bool has_segments =
      imp_skeleton_has(kernel->skeleton, IMP_SEGMENTED) && (is_point || role == IMP_ROLE_END);
  bool is_numbered = is_point || role == IMP_ROLE_STORE || is_keep;
  if (is_numbered) vec_push(lower->imp->arena, &fun->params, kernel->index);
  if (has_segments) vec_push(lower->imp->arena, &fun->params, segments->segment);
  if (has_segments) vec_push(lower->imp->arena, &fun->params, segments->start);
  if (has_segments && is_point) vec_push(lower->imp->arena, &fun->params, segments->inside);
  if (is_point || role == IMP_ROLE_COMBINE) room_bind(lower, &grid->room);
}

void function_close(Grid *grid, ImpRole role) {
  ImpFun *fun = grid->kernel->functions[role];
  fun->blocks = grid->part.fun->blocks;
  grid->part.fun->blocks = (ImpVars){0};
  numbers_forget(grid->lower);
}

// Notes failures, and what is written through pointers. A function that is called may do both.
static void note_effects(void *context, ImpStm *stm) {
  ImpKernel *kernel = context;
  if (stm->kind == IMP_STM_FAIL || stm->kind == IMP_STM_CALL) kernel->can_fail = true;
  if (stm->kind == IMP_STM_STORE || stm->kind == IMP_STM_ATOMIC) stm->as.set.var->is_read = false;
  for (size_t i = 0; stm->kind == IMP_STM_CALL && i < stm->as.call->args.count; i++)
    if (stm->as.call->args.data[i]->kind == IMP_VAR)
      stm->as.call->args.data[i]->as.var->is_read = false;
}

// The block that an argument of a kernel reaches, or NULL.
static const ImpVar *arg_block(const ImpExp *arg) {
  if (arg->kind != IMP_VAR) return NULL;
  if (arg->as.var->kind == IMP_BLOCK) return arg->as.var;
  return arg->as.var->kind == IMP_POINTER ? arg->as.var->block : NULL;
}

// Says of the parameters of a kernel what is read only, and what is reached through one of them
// only. Blocks with different names may be one when the program runs, but then no point writes what
// another one, or itself afterwards, reads: for this it makes no difference.
static void note_params(Grid *grid) {
  ImpKernel *kernel = grid->kernel;
  for (size_t i = 0; i < kernel->params.count; i++) {
    ImpVar *param = kernel->params.data[i];
    const ImpVar *block = arg_block(grid->part.args.data[i]);
    if (param->kind != IMP_POINTER) continue;
    param->is_read = true;
    param->is_restrict = block != NULL;
    for (size_t k = 0; k < kernel->params.count; k++)
      if (k != i && block == arg_block(grid->part.args.data[k])) param->is_restrict = false;
  }
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++)
    if (kernel->functions[role]) imp_walk(&kernel->functions[role]->body, note_effects, kernel);
}

static void count_blocks(void *context, ImpStm *stm) {
  uint32_t *counts = context;
  bool has_block = stm->kind == IMP_STM_RELEASE || stm->kind == IMP_STM_REF ||
                   stm->kind == IMP_STM_MOVE || stm->kind == IMP_STM_RESERVE ||
                   stm->kind == IMP_STM_TRIM || stm->kind == IMP_STM_PARK ||
                   stm->kind == IMP_STM_TAKE || stm->kind == IMP_STM_SHARE;
  if (!has_block) return;
  if (stm->as.block.var) counts[stm->as.block.var->number]++;
  if (stm->as.block.from) counts[stm->as.block.from->number]++;
}

// Leaves out the parameters that no function needs: what is captured of a block is the block and
// pointers into it.
static void kernel_params(Grid *grid) {
  ImpKernel *kernel = grid->kernel;
  const ImpVars *params = &grid->part.fun->params;
  Arena *arena = grid->lower->arena;
  uint32_t *counts = arena_array(arena, uint32_t, grid->lower->imp->last_number + 1);
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++) {
    if (!kernel->functions[role]) continue;
    imp_count_uses(kernel->functions[role], counts);
    imp_walk(&kernel->functions[role]->body, count_blocks, counts);
  }
  const ImpProductKernel *product =
      imp_skeleton_has(kernel->skeleton, IMP_PRODUCT) ? &kernel->as.product : NULL;
  for (size_t i = 0; product && i < IMP_SIDES; i++)
    if (product->bases[i]) counts[product->bases[i]->number]++;
  for (size_t i = 0; product && i < IMP_EXTENTS; i++)
    if (product->extents[i]->kind == IMP_VAR) counts[product->extents[i]->as.var->number]++;
  size_t kept = 0;
  for (size_t i = 0; i < params->count; i++) {
    if (counts[params->data[i]->number] == 0) continue;
    vec_push(grid->lower->imp->arena, &kernel->params, params->data[i]);
    grid->part.args.data[kept++] = grid->part.args.data[i];
  }
  grid->part.args.count = kept;
}

// Closes the kernel and launches it. Gives the launch.
ImpLaunch *kernel_close(Grid *grid, ImpExp *size) {
  Lower *lower = grid->lower;
  ImpKernel *kernel = grid->kernel;
  part_close(lower, &grid->part);
  lower->is_device = false;
  kernel_params(grid);
  for (size_t role = 0; role < IMP_ROLE_COUNT; role++) {
    ImpFun *fun = kernel->functions[role];
    if (!fun) continue;
    ImpVars own = fun->params;
    fun->params = (ImpVars){0};
    vec_append(lower->imp->arena, &fun->params, kernel->params.data, kernel->params.count);
    vec_append(lower->imp->arena, &fun->params, own.data, own.count);
  }
  note_params(grid);
  kernel->needs_trust = imp_needs_trust(lower->arena, lower->imp, kernel);
  vec_push(lower->imp->arena, &lower->imp->kernels, kernel);
  ImpLaunch *launch = imp_launch(&lower->out, kernel);
  launch->size = size;
  launch->threads = grid->room.threads;
  vec_append(lower->imp->arena, &launch->args, grid->part.args.data, grid->part.args.count);
  return launch;
}

// ---- Results that the host wants to know ----

// The bits of a value as a number.
static ImpExp *to_bits(ImpProgram *imp, ImpExp *value) {
  Scalar type = value->type;
  if (type == SCALAR_I64) return value;
  if (type == SCALAR_BOOL) return imp_op(imp, OP_BTOI, SCALAR_I64, &value, 1);
  if (type == SCALAR_F64) return imp_op(imp, OP_BITCAST, SCALAR_I64, &value, 1);
  if (type == SCALAR_F32) value = imp_op(imp, OP_BITCAST, SCALAR_I32, &value, 1);
  if (type == SCALAR_F16) value = imp_op(imp, OP_BITCAST, SCALAR_I16, &value, 1);
  return imp_op(imp, OP_SEXT, SCALAR_I64, &value, 1);
}

static ImpExp *from_bits(ImpProgram *imp, ImpExp *bits, Scalar type) {
  if (type == SCALAR_I64) return bits;
  if (type == SCALAR_BOOL) return imp_op(imp, OP_NTOB, SCALAR_BOOL, &bits, 1);
  if (type == SCALAR_F64) return imp_op(imp, OP_BITCAST, SCALAR_F64, &bits, 1);
  Scalar narrow = type == SCALAR_F32 ? SCALAR_I32 : type == SCALAR_F16 ? SCALAR_I16 : type;
  bits = imp_op(imp, OP_SEXT, narrow, &bits, 1);
  return narrow == type ? bits : imp_op(imp, OP_BITCAST, type, &bits, 1);
}

// Kernels know the memory for results by this name.
ImpVar *kernel_results(Grid *grid) {
  ImpVar *results = imp_var(grid->lower->imp, IMP_POINTER, SCALAR_I64, name_of(grid->lower, "r"));
  results->access = name_of(grid->lower, "RESULTS");
  return results;
}

void grid_make_cells(Grid *grid) {
  Lower *lower = grid->lower;
  ImpExp *one = grid_number(grid, 1);
  grid->cells = arena_array(lower->arena, ImpVar *, grid->stm->var_count + 1);
  for (size_t i = 0; i < grid->stm->var_count; i++) {
    Var *var = grid->stm->vars[i];
    if (var->type->kind != TYPE_SCALAR || !lower_is_on_device(lower, var)) continue;
    ImpVar *block = imp_block(&lower->out, var->name);
    imp_release(&lower->out, block); // from the previous iteration of a loop around
    imp_alloc(&lower->out, block, SCALAR_I64, &one, 1);
    grid->cells[i] = imp_pointer(&lower->out, var->name, SCALAR_I64, block);
  }
}

static ImpVar *cell_of(const Grid *grid, size_t i) { return grid->cells ? grid->cells[i] : NULL; }

// In a kernel: stores all results of the par that are scalars.
void kernel_store_scalars(Grid *grid, const ParState *state) {
  Lower *lower = grid->lower;
  ImpVar *results = kernel_results(grid);
  int64_t next = 0;
  for (size_t i = 0; i < state->stm->var_count; i++) {
    Var *var = state->stm->vars[i];
    if (var->type->kind != TYPE_SCALAR) continue;
    ImpExp *value = to_bits(lower->imp, bound_of(lower, var)->exp);
    ImpVar *cell = cell_of(grid, i);
    imp_store(&lower->out, cell ? part_take_pointer(lower, cell) : results,
              grid_number(grid, cell ? 0 : next++), value);
  }
}

// On the host: binds them.
void grid_bind_scalars(Grid *grid, ImpLaunch *launch) {
  Lower *lower = grid->lower;
  for (size_t i = 0; i < grid->stm->var_count; i++) {
    Var *var = grid->stm->vars[i];
    if (var->type->kind != TYPE_SCALAR) continue;
    if (cell_of(grid, i)) {
      ImpExp *there = imp_load(lower->imp, cell_of(grid, i), grid_number(grid, 0));
      bind_alias(lower, var, from_bits(lower->imp, there, var->type->scalar));
      continue;
    }
    ImpVar *bits = imp_var(lower->imp, IMP_SCALAR, SCALAR_I64, name_of(lower, "bits"));
    bits->is_const = true;
    vec_push(lower->imp->arena, &launch->results, bits);
    ImpExp *value = from_bits(lower->imp, imp_use(lower->imp, bits), var->type->scalar);
    bind_alias(lower, var, grid_let(grid, var->name, value));
  }
}

// ---- Fields of what is accumulated ----

static ImpVar *field(Grid *grid, const char *of, size_t position, ImpVar *like) {
  Lower *lower = grid->lower;
  ImpVar *var = imp_var(lower->imp, like->kind, like->scalar, like->name);
  var->access = name_of(lower, arena_printf(lower->imp->arena, "%s_v%zu", of, position));
  return var;
}

static ImpVar *declare_field(Grid *grid, ImpKind kind, Scalar scalar, const char *name) {
  ImpVar *like = imp_var(grid->lower->imp, kind, scalar, name_of(grid->lower, name));
  ImpVar *var = field(grid, "acc", grid->kernel->fields.count, like);
  vec_push(grid->lower->imp->arena, &grid->kernel->fields, var);
  return var;
}

// The output carries its values in fields.
static void declare_output(Grid *grid, OutputState *output) {
  const Output *source = output->output;
  bool is_histogram =
      mode_has(source->mode, TRAIT_ADDS) && imp_skeleton_has(grid->kernel->skeleton, IMP_BINS);
  if (mode_has(source->mode, TRAIT_FOLDS) || is_histogram) {
    output->carry = arena_array(grid->lower->arena, ImpVar *, source->value_count + 1);
    for (size_t k = 0; k < source->value_count; k++)
      output->carry[k] = declare_field(grid, IMP_SCALAR, atom_type(source->neutral[k])->scalar,
                                       source->op->params[k]->name);
  } else if (mode_has(source->mode, TRAIT_DROPS)) {
    output->count = declare_field(grid, IMP_SCALAR, SCALAR_I64, "count");
  }
}

// A split has a field for each class. Functions work on a local array: a field that is chosen when
// the kernel runs would keep all of acc out of registers, and PoCL 3.1 gets it wrong.
static void declare_classes(Grid *grid, const ParState *state) {
  grid->classes = arena_array(grid->lower->arena, ImpVar **, state->output_count + 1);
  for (size_t i = 0; i < state->output_count; i++) {
    const Output *output = state->outputs[i].output;
    if (!mode_has(output->mode, TRAIT_SORTS) || state->outputs[i].action == ACTION_NONE) continue;
    grid->classes[i] = arena_array(grid->lower->arena, ImpVar *, output->class_count + 1);
    for (uint32_t k = 0; k < output->class_count; k++)
      grid->classes[i][k] = declare_field(grid, IMP_SCALAR, SCALAR_I64, "place");
  }
}

static void open_classes(Grid *grid, ParState *state) {
  Lower *lower = grid->lower;
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    if (!grid->classes[i]) continue;
    uint32_t count = output->output->class_count;
    output->places = imp_local(&lower->out, name_of(lower, "places"), SCALAR_I64, count);
    for (uint32_t k = 0; k < count; k++)
      imp_store(&lower->out, output->places, grid_number(grid, k),
                imp_use(lower->imp, grid->classes[i][k]));
  }
}

static void close_classes(Grid *grid, ParState *state) {
  Lower *lower = grid->lower;
  for (size_t i = 0; i < state->output_count; i++)
    for (uint32_t k = 0; grid->classes[i] && k < state->outputs[i].output->class_count; k++)
      imp_assign(&lower->out, grid->classes[i][k],
                 imp_load(lower->imp, state->outputs[i].places, grid_number(grid, k)));
}

void grid_take_fields(ParState *state, const ParState *from) {
  for (size_t i = 0; i < state->output_count; i++) {
    state->outputs[i].carry = from->outputs[i].carry;
    state->outputs[i].count = from->outputs[i].count;
  }
}

// The type of kept values names their count.
static void bind_counts(Grid *grid, const ParState *state) {
  for (size_t i = 0; i < state->output_count; i++)
    if (state->outputs[i].count)
      bind_alias(grid->lower, state->outputs[i].results[0],
                 imp_use(grid->lower->imp, state->outputs[i].count));
}

// ---- The functions that accumulate ----

// The value that changes nothing, if the operator is a simple one. -0.0 + x is x for every x, 0.0 +
// x is not: to add the former is no operation.
static bool neutral_of(Op op, Scalar scalar, Constant *neutral) {
  if (op == OP_COUNT) return false;
  if (op != OP_ADD || scalar_info(scalar)->class != CLASS_FLOAT)
    return identity_of(op, scalar, neutral);
  *neutral = constant_float(scalar, -0.0);
  return true;
}

// acc := the values before the first point, or values that change nothing.
static void emit_values(Grid *grid, const ParState *state, ImpRole role, ImpVar *const *starts) {
  Lower *lower = grid->lower;
  function_open(grid, role);
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    const Output *source = output->output;
    for (size_t k = 0; output->carry && k < source->value_count; k++) {
      ImpExp *value = lower_atom(lower, source->neutral[k]);
      Constant neutral;
      Op op = operator_primitive(source->op, k, source->value_count);
      bool is_known = neutral_of(op, output->carry[k]->scalar, &neutral);
      if (role == IMP_ROLE_NEUTRAL && is_known) value = imp_const(lower->imp, neutral);
      imp_assign(&lower->out, output->carry[k], value);
    }
    if (output->count) imp_assign(&lower->out, output->count, grid_number(grid, 0));
    for (uint32_t k = 0; grid->classes[i] && k < source->class_count; k++) {
      ImpExp *value = grid_number(grid, 0);
      if (role == IMP_ROLE_START && starts)
        value = part_take(lower, "start", imp_use(lower->imp, *starts++));
      imp_assign(&lower->out, grid->classes[i][k], value);
    }
  }
  function_close(grid, role);
}

static void add_other(Grid *grid, ImpVar *sum, size_t position) {
  ImpProgram *imp = grid->lower->imp;
  ImpExp *other = imp_use(imp, field(grid, "other", position, sum));
  imp_assign(&grid->lower->out, sum, imp_add(imp, imp_use(imp, sum), other));
}

// acc := acc op other
static void emit_combine(Grid *grid, const ParState *state) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  size_t next = 0;
  function_open(grid, IMP_ROLE_COMBINE);
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    const Output *source = output->output;
    if (output->carry) {
      ImpExp **values = arena_array(imp->arena, ImpExp *, source->value_count + 1);
      for (size_t k = 0; k < source->value_count; k++)
        values[k] = imp_use(imp, field(grid, "other", next++, output->carry[k]));
      operator_apply(lower, source->op, output->carry, values, source->value_count);
    } else if (output->count) {
      add_other(grid, output->count, next++);
    }
  }
  for (size_t i = 0; i < state->output_count; i++)
    for (uint32_t k = 0; grid->classes[i] && k < state->outputs[i].output->class_count; k++)
      add_other(grid, grid->classes[i][k], next++);
  function_close(grid, IMP_ROLE_COMBINE);
}

// Takes the index of an innermost dimension of this size off a number.
ImpExp *grid_split_index(Grid *grid, ImpExp **rest, ImpExp *size, const char *name) {
  ImpProgram *imp = grid->lower->imp;
  ImpExp *number = *rest;
  ImpExp *quotient = imp_binary(imp, OP_SQUOT, number, size);
  quotient->as.op.is_exact = true;
  *rest = grid_let(grid, "rest", quotient);
  // A remainder would divide once more.
  ImpExp *index = grid_let(grid, name, imp_sub(imp, number, imp_mul(imp, *rest, size)));
  number_know(grid->lower, number, imp_add(imp, imp_mul(imp, *rest, size), index));
  return index;
}

static ImpExp *is_before(Grid *grid, ImpExp *a, ImpExp *b) {
  return imp_binary(grid->lower->imp, OP_SLT, a, b);
}

// The last segment that starts at or before an element.
static ImpExp *find_segment(Grid *grid, const Region *offsets, ImpExp *count, ImpExp *element) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  ImpVar *low = imp_declare(&lower->out, name_of(lower, "low"), SCALAR_I64, grid_number(grid, 0));
  ImpVar *high = imp_declare(&lower->out, name_of(lower, "high"), SCALAR_I64, count);
  ImpStm *loop = imp_while(&lower->out);
  ImpBuilder saved = lower->out;
  loop->as.branch.condition =
      is_before(grid, imp_add(imp, imp_use(imp, low), grid_number(grid, 1)), imp_use(imp, high));
  lower->out = imp_into(&saved, &loop->as.branch.body);
  ImpExp *both = imp_add(imp, imp_use(imp, low), imp_use(imp, high));
  ImpExp *half = imp_binary(imp, OP_SQUOT, both, grid_number(grid, 2));
  half->as.op.is_exact = true;
  half = grid_let(grid, "middle", half);
  ImpStm *test =
      imp_if(&lower->out, is_before(grid, element, segment_offset(lower, offsets, half)));
  ImpBuilder less = imp_into(&lower->out, &test->as.branch.body);
  ImpBuilder more = imp_into(&lower->out, &test->as.branch.otherwise);
  imp_assign(&less, high, half);
  imp_assign(&more, low, half);
  lower->out = saved;
  return imp_use(imp, low);
}

static void enter_segment(Grid *grid, ParState *state, const Region *offsets, ImpExp *segment) {
  Lower *lower = grid->lower;
  ImpExp *start = grid_let(grid, "start", segment_offset(lower, offsets, segment));
  ImpExp *after = imp_add(lower->imp, segment, grid_number(grid, 1));
  ImpExp *end = grid_let(grid, "end", segment_offset(lower, offsets, after));
  segment_enter(lower, state, segment, start, end);
}

// The indices of the point, or of the segment, from its number. A dimension that varies and the one
// in front of it are numbered together, by elements.
void grid_bind_indices(Grid *grid, ParState *state, size_t rank, ImpExp **outer) {
  Lower *lower = grid->lower;
  const Par *par = grid->par;
  const ImpSegmentKernel *segments = &grid->kernel->as.segments;
  bool is_segment = imp_skeleton_has(grid->kernel->skeleton, IMP_SEGMENTED) && rank < par->rank;
  ImpExp *rest = imp_use(lower->imp, is_segment ? segments->segment : grid->kernel->index);
  for (size_t i = rank; i-- > 0;) {
    bool is_varying_here = state->varying > 0 && i == state->varying;
    size_t last = is_varying_here ? 1 : 0;
    ImpExp *size = lower_dim(lower, par->space[i]);
    outer[i] = i > last ? grid_split_index(grid, &rest, size, par->indices[i]->name) : rest;
    if (is_varying_here) {
      Region offsets = segment_offsets(lower, state);
      ImpExp *element = outer[i];
      outer[i - 1] = find_segment(grid, &offsets, lower_dim(lower, par->space[i - 1]), element);
      enter_segment(grid, state, &offsets, outer[i - 1]);
      ImpExp *index = imp_sub(lower->imp, element, state->segment->start);
      outer[i] = grid_let(grid, par->indices[i]->name, index);
      number_know(lower, element, imp_add(lower->imp, state->segment->start, outer[i]));
      bind_alias(lower, par->indices[i], outer[i]);
      i--;
    }
    bind_alias(lower, par->indices[i], outer[i]);
  }
  if (state->varying == 0 || state->varying != rank) return;
  Region offsets = segment_offsets(lower, state);
  if (!is_segment) {
    enter_segment(grid, state, &offsets, outer[rank - 1]);
    return;
  }
  ImpExp *after = imp_add(lower->imp, outer[rank - 1], grid_number(grid, 1));
  ImpExp *end = grid_let(grid, "end", segment_offset(lower, &offsets, after));
  segment_enter(lower, state, outer[rank - 1], imp_use(lower->imp, segments->start), end);
}

// The indices of a point from its segment and its number in it. Where elements are is known by the
// number of the point then.
static void grid_bind_inside(Grid *grid, ParState *state, ImpExp **indices) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  const ImpKernel *kernel = grid->kernel;
  size_t last = grid->par->rank - 1;
  grid_bind_indices(grid, state, last, indices);
  const ImpSegmentKernel *segments = &kernel->as.segments;
  ImpExp *segment = imp_use(imp, segments->segment), *start = imp_use(imp, segments->start);
  ImpExp *point = imp_use(imp, kernel->index);
  indices[last] = imp_use(imp, segments->inside);
  bind_alias(lower, grid->par->indices[last], indices[last]);
  number_know(lower, point, imp_add(imp, start, indices[last]));
  if (state->varying == last) return;
  ImpExp *size = lower_dim(lower, grid->par->space[last]);
  number_know(lower, start, imp_mul(imp, segment, size));
}

ParState grid_state(Grid *grid) {
  ParState state;
  par_state_init(grid->lower, &state, grid->stm);
  state.is_shared = true;
  return state;
}

// What happens at one point, for outputs with these actions.
void kernel_emit_point(Grid *grid, ParState *state, ImpRole role) {
  Lower *lower = grid->lower;
  function_open(grid, role);
  bind_counts(grid, state);
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, grid->par->rank + 1);
  if (grid->nest)
    rows_bind_point(grid);
  else if (imp_skeleton_has(grid->kernel->skeleton, IMP_SEGMENTED))
    grid_bind_inside(grid, state, indices);
  else
    grid_bind_indices(grid, state, grid->par->rank, indices);
  if (grid->classes) open_classes(grid, state);
  par_emit_point(lower, state);
  if (grid->classes) close_classes(grid, state);
  function_close(grid, role);
}

void kernel_emit_result(Grid *grid, ParState *state) {
  function_open(grid, IMP_ROLE_RESULT);
  open_classes(grid, state);
  outputs_end(grid->lower, state, NULL);
  kernel_store_scalars(grid, state);
  function_close(grid, IMP_ROLE_RESULT);
}

// How many points the first dimensions have. One that varies stands for itself and the one in front
// of it.
ImpExp *grid_points(Grid *grid, const ParState *state, size_t rank) {
  ImpExps sizes = {0};
  for (size_t i = 0; i < rank; i++) {
    bool is_counted_later = state->varying > 0 && i + 1 == state->varying && i + 1 < rank;
    if (is_counted_later) continue;
    vec_push(grid->lower->arena, &sizes, lower_dim(grid->lower, grid->par->space[i]));
  }
  return grid_product(grid, "size", &sizes);
}

// Where a value of a split goes: its number in its class, which the last three bits are, after the
// start of that.
static ImpExp *split_place(Grid *grid, ImpExp *number, ImpVar *const *starts, uint32_t count) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  ImpExp *class = grid_let(
      grid, "class", imp_binary(imp, OP_AND, number, grid_number(grid, PLAN_CLASSES_MOST - 1)));
  ImpExp *start = grid_number(grid, 0);
  for (uint32_t k = 1; k < count; k++) {
    ImpExp *args[] = {imp_binary(imp, OP_EQ, class, grid_number(grid, k)),
                      part_take(lower, "start", imp_use(imp, starts[k])), start};
    start = imp_op(imp, OP_SELECT, SCALAR_I64, args, 3);
  }
  ImpExp *inside = imp_binary(imp, OP_ASHR, number, grid_number(grid, PLAN_CLASS_BITS));
  return grid_let(grid, "place", imp_add(imp, start, inside));
}

// The functions of a filter: a point offers its values, and those that are kept are stored later.
void kernel_emit_keep(Grid *grid, ParState *state, OutputState *output, ImpVar *const *starts) {
  Lower *lower = grid->lower;
  ImpProgram *imp = lower->imp;
  const Output *source = output->output;
  output->action = ACTION_OFFER;
  output->carry = arena_array(lower->arena, ImpVar *, source->value_count + 1);
  for (size_t k = 0; k < source->value_count; k++)
    output->carry[k] =
        declare_field(grid, IMP_SCALAR, atom_type(source->values[k])->scalar, "value");
  output->count =
      imp_var(imp, IMP_SCALAR, starts ? SCALAR_I32 : SCALAR_BOOL, name_of(lower, "kept"));
  output->count->access = name_of(lower, starts ? "k_class" : "k_is_kept");
  size_t rank = grid->par->rank;
  par_needs(lower, state);
  state->is_whole = rank == 1; // segments: the rest is done with the counts
  function_open(grid, IMP_ROLE_POINT);
  ImpExp **indices = arena_array(imp->arena, ImpExp *, rank + 1);
  grid_bind_indices(grid, state, rank, indices);
  par_emit_point(lower, state);
  function_close(grid, IMP_ROLE_POINT);
  ImpExp *number = imp_use(imp, grid->kernel->index);
  if (!starts && rank == 1) bind_alias(lower, output->results[0], number);
  function_open(grid, IMP_ROLE_STORE);
  if (starts) number = split_place(grid, number, starts, source->class_count);
  keep_store(lower, state, output, number);
  function_close(grid, IMP_ROLE_STORE);
  if (starts) return;
  function_open(grid, IMP_ROLE_RESULT);
  kernel_store_scalars(grid, state);
  function_close(grid, IMP_ROLE_RESULT);
}

void kernel_emit_start(Grid *grid, ParState *state) {
  for (size_t i = 0; i < state->output_count; i++)
    declare_output(grid, &state->outputs[i]);
  declare_classes(grid, state);
  emit_values(grid, state, IMP_ROLE_START, NULL);
}

void kernel_emit_operator(Grid *grid, ParState *state, ImpVar *const *starts) {
  for (size_t i = 0; i < state->output_count; i++)
    if (state->outputs[i].action != ACTION_NONE) declare_output(grid, &state->outputs[i]);
  declare_classes(grid, state);
  emit_values(grid, state, IMP_ROLE_NEUTRAL, NULL);
  emit_values(grid, state, IMP_ROLE_START, starts);
  emit_combine(grid, state);
}
