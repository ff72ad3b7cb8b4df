// A par as loops: one pass over the innermost dimension does everything for all outputs. What is
// carried from point to point (sums, prefixes, counts) are scalars in front of the loop.
#include "analysis/cost.h"
#include "ir/par.h"
#include "lower/lower_internal.h"

// ---- The outputs and what is done about them ----

static void init_outputs(ParState *state, const Thunk *thunk, bool is_epilogue, size_t *result) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    OutputState *output = &state->outputs[state->output_count++];
    *output = (OutputState){.output = &thunk->outputs[i], .action = ACTION_FULL};
    output->is_epilogue = is_epilogue;
    output->results = state->stm->vars + *result;
    *result += par_result_count(state->par, &thunk->outputs[i]);
  }
}

void par_state_init(Lower *lower, ParState *state, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  size_t count = par->body.output_count + par->epilogue.output_count;
  size_t result = par_block_count(stm);
  *state = (ParState){.stm = stm, .par = par, .is_whole = true};
  for (size_t i = 0; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) state->varying = i;
  state->outputs = arena_array(lower->arena, OutputState, count + 1);
  init_outputs(state, &par->body, false, &result);
  if (par->has_epilogue) init_outputs(state, &par->epilogue, true, &result);
  joins_init(lower, state);
}

static bool is_counted(const OutputState *output) { return output_has(output, TRAIT_SELECTS); }

static void need_atoms(VarSet *needed, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (atoms[i].var) varset_add(needed, atoms[i].var);
}

static void need_output(VarSet *needed, const OutputState *output) {
  const Output *source = output->output;
  if (output->action == ACTION_NONE || output->is_given) return;
  need_atoms(needed, &source->selector, 1);
  if (output->action == ACTION_COUNT) return;
  need_atoms(needed, source->values, source->value_count);
  need_atoms(needed, source->indices, source->index_count);
}

// Adds the blocks that a list binds. Those of a point are its own: others see nothing of them.
static void own_blocks(VarSet *own, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k]->type->kind == TYPE_MEM) varset_add(own, stms->data[i]->vars[k]);
}

// Is the variable needed, or the block of the point that it is in? What is in a block may be read
// by another name: the first offset of segments is never asked for by its own.
static bool is_needed_var(const VarSet *needed, const VarSet *own, const Var *var) {
  if (varset_has(needed, var)) return true;
  const Place *place = var->type->place;
  return place && varset_has(own, place->block) && varset_has(needed, place->block);
}

// Adds the needed statements of a list and what they use, last statement first.
static void need_stms(Lower *lower, VarSet *needed, const VarSet *own, const Stms *stms) {
  for (size_t i = stms->count; i-- > 0;) {
    Stm *stm = stms->data[i];
    bool is_needed = false;
    for (size_t k = 0; k < stm->var_count; k++)
      is_needed = is_needed || is_needed_var(needed, own, stm->vars[k]);
    if (!is_needed) continue;
    for (size_t k = 0; k < stm->var_count; k++)
      varset_add(needed, stm->vars[k]);
    VarSet used = free_vars_stm(lower->arena, stm);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      varset_add(needed, var);
  }
}

// Sets the actions; an epilogue with anything to do needs the scans.
void par_actions(Lower *lower, ParState *state, Action scans, Action counts, Action others) {
  bool has_epilogue = false;
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    bool is_scan = output_has(output, TRAIT_RUNNING);
    output->action = is_scan ? scans : is_counted(output) ? counts : others;
    if (output->is_epilogue && output->action != ACTION_NONE) has_epilogue = true;
  }
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    if (output_has(output, TRAIT_RUNNING) && has_epilogue && output->action == ACTION_NONE)
      output->action = ACTION_TOTAL;
  }
  par_needs(lower, state);
}

// Checks in these statements are needed too, and what they check.
static void need_checks(Lower *lower, ParState *state, const VarSet *own, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      if (stms->data[i]->vars[k]->type->kind == TYPE_CERT)
        varset_add(&state->needed, stms->data[i]->vars[k]);
  need_stms(lower, &state->needed, own, stms);
}

void par_needs_checks(Lower *lower, ParState *state, bool is_epilogue) {
  VarSet own = varset_new(lower->arena);
  own_blocks(&own, &state->par->body.stms);
  own_blocks(&own, &state->par->epilogue.stms);
  if (is_epilogue) need_checks(lower, state, &own, &state->par->epilogue.stms);
  if (!is_epilogue) need_checks(lower, state, &own, &state->par->body.stms);
  need_stms(lower, &state->needed, &own, &state->par->body.stms);
}

void par_needs(Lower *lower, ParState *state) {
  state->is_whole = true;
  state->needed = varset_new(lower->arena);
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    if (output->action != ACTION_FULL) state->is_whole = false;
    need_output(&state->needed, output);
  }
  VarSet own = varset_new(lower->arena);
  own_blocks(&own, &state->par->body.stms);
  own_blocks(&own, &state->par->epilogue.stms);
  need_stms(lower, &state->needed, &own, &state->par->epilogue.stms);
  need_stms(lower, &state->needed, &own, &state->par->body.stms);
}

// ---- One point ----

// A block that is left out is not released either: that of another function of the kernel may still
// be bound.
static void leave_out(Lower *lower, const Stm *stm) {
  if (stm->exp->op != OP_ALLOC) return;
  Bound *bound = &lower->bound[stm->vars[0]->index];
  if (!bound->is_hoisted) bound->block = NULL;
}

static void emit_stms(Lower *lower, ParState *state, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    bool is_needed = state->is_whole;
    for (size_t k = 0; k < stms->data[i]->var_count && !is_needed; k++)
      is_needed = varset_has(&state->needed, stms->data[i]->vars[k]);
    if (is_needed)
      lower_stm(lower, stms->data[i]);
    else
      leave_out(lower, stms->data[i]);
  }
}

void par_emit_outputs(Lower *lower, ParState *state, bool is_epilogue) {
  const Par *par = state->par;
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, par->rank + 1);
  for (size_t i = 0; i < par->rank; i++)
    indices[i] = lower_atom(lower, atom_var(par->indices[i]));
  for (size_t i = 0; i < state->output_count; i++)
    if (state->outputs[i].is_epilogue == is_epilogue)
      output_emit(lower, state, &state->outputs[i], indices);
}

void par_emit_thunk(Lower *lower, ParState *state, bool is_epilogue) {
  emit_stms(lower, state, is_epilogue ? &state->par->epilogue.stms : &state->par->body.stms);
  par_emit_outputs(lower, state, is_epilogue);
}

void par_emit_point(Lower *lower, ParState *state) {
  const Par *par = state->par;
  for (size_t i = 0; i < par->acc_count; i++) {
    LowerAcc acc = bound_of(lower, par->accs[i].outside)->acc;
    acc.is_shared |= state->is_shared;
    bind(lower, par->accs[i].inside)->acc = acc;
  }
  par_emit_thunk(lower, state, false);
  if (par->has_epilogue) {
    par_emit_thunk(lower, state, true);
    lower_releases(lower, &par->epilogue.stms);
  }
  lower_releases(lower, &par->body.stms);
}

// ---- Loops ----

ImpVar *loop_index(Lower *lower, const char *name) {
  ImpVar *var = imp_var(lower->imp, IMP_SCALAR, SCALAR_I64, name_of(lower, name));
  var->is_const = var->is_index = true;
  return var;
}

ImpVar *chunk_index(Lower *lower) {
  ImpVar *index = loop_index(lower, "chunk");
  index->is_chunk = true;
  return index;
}

static ImpVar *index_var(Lower *lower, const Var *index) { return loop_index(lower, index->name); }

static void note_complex(void *context, ImpStm *stm) {
  bool *is_simple = context;
  bool is_scalar = stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_SCALAR;
  if (!is_scalar && stm->kind != IMP_STM_ASSIGN && stm->kind != IMP_STM_STORE &&
      stm->kind != IMP_STM_IF && stm->kind != IMP_STM_NOTE)
    *is_simple = false;
}

bool lower_is_simple_loop(const ImpFor *loop) {
  bool is_simple = true;
  imp_walk(&loop->body, note_complex, &is_simple);
  return is_simple;
}

// Does OpenMP know the reduction?
static bool is_vector_op(Op op, Scalar scalar) {
  if (scalar == SCALAR_F16) return false;
  if (op == OP_XOR) return scalar != SCALAR_BOOL;
  return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_SMIN ||
         op == OP_SMAX || op == OP_FMIN || op == OP_FMAX;
}

// Does it count what is kept, and nothing else? A program that adds up what it filters needs
// nothing else.
static bool is_mere_count(const OutputState *output) {
  return output_has(output, TRAIT_DROPS) &&
         (output->action == ACTION_COUNT || output->output->value_count == 0);
}

bool lower_is_vector_output(const OutputState *output) {
  const Output *source = output->output;
  if (output->action == ACTION_CHANGE || is_mere_count(output)) return true;
  for (size_t k = 0; mode_has(source->mode, TRAIT_TOTAL) && k < source->value_count; k++) {
    Op op = operator_primitive(source->op, k, source->value_count);
    if (op == OP_COUNT || !is_vector_op(op, output->carry[k]->scalar)) return false;
  }
  return mode_has(source->mode, TRAIT_TOTAL);
}

static void add_reductions(Lower *lower, const OutputState *output, ImpReductions *reductions) {
  Arena *arena = lower->imp->arena;
  const Output *source = output->output;
  if (output->action == ACTION_CHANGE) {
    reductions->count = 0; // all outputs have the same
    vec_push(arena, reductions, (ImpReduction){.op = OP_OR, .var = output->count});
  } else if (is_mere_count(output)) {
    vec_push(arena, reductions, (ImpReduction){.op = OP_ADD, .var = output->count});
  } else {
    for (size_t k = 0; k < source->value_count; k++) {
      Op op = operator_primitive(source->op, k, source->value_count);
      vec_push(arena, reductions, (ImpReduction){.op = op, .var = output->carry[k]});
    }
  }
}

// Marks the loop when its points are independent of each other but for simple reductions.
static void choose_kind(Lower *lower, const ParState *state, ImpFor *loop) {
  ImpReductions reductions = {0};
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    Mode mode = output->output->mode;
    if (output->action == ACTION_NONE || mode_has(mode, TRAIT_ELEMENTS | TRAIT_REPLACES)) continue;
    if (!lower_is_vector_output(output)) return;
    add_reductions(lower, output, &reductions);
  }
  if (!lower_is_simple_loop(loop) || state->par->acc_count > 0) return;
  loop->kind = IMP_FOR_SIMD;
  loop->reductions = reductions;
}

void par_emit_loop(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  ImpBuilder saved = lower->out;
  bool is_plain = state->varying == 0 && !lower->options.target.has_device;
  ImpStm *choice = is_plain && state->is_whole ? tile_emit(lower, state, first, last) : NULL;
  if (!choice && is_plain) choice = lanes_emit(lower, state, first, last);
  if (choice) lower->out = imp_into(&saved, &choice->as.branch.otherwise);
  if (!is_plain || !state->is_whole || !strips_emit(lower, state, first, last))
    par_emit_points(lower, state, first, last);
  lower->out = saved;
}

// Are 32 bits of this index taken, which is below a constant bound and has no more?
static bool is_counted_in_32(const Lower *lower, const Par *par, const Var *index,
                             const ImpExp *first, const ImpExp *last) {
  if (lower->options.target.has_device || !imp_is_i64(first, 0) || last->kind != IMP_CONST)
    return false;
  if (constant_to_i64(last->as.constant) > INT32_MAX) return false;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Exp *exp = par->body.stms.data[i]->exp;
    if (exp->op == OP_SEXT && exp->as.to == SCALAR_I32 && exp->args[0].var == index) return true;
  }
  return false;
}

ImpFor *par_emit_for(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  const Par *par = state->par;
  const Var *innermost = par->indices[par->rank - 1];
  ImpVar *index = index_var(lower, innermost);
  ImpExp *at = imp_use(lower->imp, index);
  if (is_counted_in_32(lower, par, innermost, first, last)) {
    // C compilers make no vectors of a loop around one whose numbers differ in width.
    index->scalar = SCALAR_I32;
    first = imp_const(lower->imp, constant_int(SCALAR_I32, 0));
    last = imp_const(lower->imp, constant_int(SCALAR_I32, constant_to_i64(last->as.constant)));
    ImpExp *narrow = imp_use(lower->imp, index);
    at = imp_op(lower->imp, OP_SEXT, SCALAR_I64, &narrow, 1);
  }
  ImpBuilder saved = lower->out;
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, first, last);
  if (first->type == SCALAR_I64 && !imp_is_i64(first, 0)) {
    loop->least = imp_i64(lower->imp, 0);
    loop->most = space_size(lower, state, par->rank - 1);
  }
  lower->out = imp_into(&lower->out, &loop->body);
  bind_alias(lower, par->indices[par->rank - 1], at);
  par_emit_point(lower, state);
  lower->out = saved;
  choose_kind(lower, state, loop);
  return loop;
}

// May the loop be short and run again and again? The segments of an irregular space may be short,
// and so may the rows that the loops around it go through. What is short by its type is known to
// the C compiler.
static bool may_be_short(Lower *lower, const ParState *state, const ImpExp *last) {
  const Par *par = state->par;
  if (state->varying > 0) return state->varying + 1 == par->rank;
  if (lower->options.target.has_device || last->kind == IMP_CONST) return false;
  if (par->level == PAR_GRID && par->rank == 1) return false;
  return par_cost(lower, par).amount <= COST_SHORT;
}

// Integers are combined quickly without being asked to.
static bool has_slow_reduction(const ParState *state, const ImpFor *loop) {
  bool is_slow = false;
  for (size_t i = 0; i < loop->reductions.count; i++)
    is_slow |= scalar_info(loop->reductions.data[i].var->scalar)->class == CLASS_FLOAT;
  return loop->kind == IMP_FOR_SIMD &&
         (is_slow || (state->varying > 0 && loop->reductions.count > 0));
}

// A few elements are combined faster without vectors, whose lanes must be combined in the end.
static void emit_short_points(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  enum { SHORT_SEGMENT = 16 };
  ImpBuilder saved = lower->out;
  ImpStms vector = {0};
  lower->out = imp_into(&saved, &vector);
  ImpFor *loop = par_emit_for(lower, state, first, last);
  lower->out = saved;
  if (!has_slow_reduction(state, loop)) {
    vec_append(lower->imp->arena, saved.stms, vector.data, vector.count);
    return;
  }
  ImpExp *size = imp_sub(lower->imp, last, first);
  ImpExp *is_short = imp_binary(lower->imp, OP_SLT, size, imp_i64(lower->imp, SHORT_SEGMENT));
  ImpStm *test = imp_if(&lower->out, is_short);
  test->as.branch.otherwise = vector;
  lower->out = imp_into(&saved, &test->as.branch.body);
  loop = par_emit_for(lower, state, first, last);
  // Segments may be shorter still. Rows are mostly as long as a vector: the C compiler knows best.
  loop->kind = state->varying > 0 ? IMP_FOR_SHORT : IMP_FOR_PLAIN;
  if (loop->kind == IMP_FOR_PLAIN) loop->reductions = (ImpReductions){0};
  lower->out = saved;
}

void par_emit_points(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  if (blocks_emit(lower, state, first, last)) return;
  if (may_be_short(lower, state, last))
    emit_short_points(lower, state, first, last);
  else
    par_emit_for(lower, state, first, last);
}

// Turns the counts of the classes into the places where the classes start.
static void places_from_counts(Lower *lower, OutputState *output, OutputState *counted) {
  ImpProgram *imp = lower->imp;
  ImpVar *sum = imp_declare(&lower->out, name_of(lower, "sum"), SCALAR_I64, imp_i64(imp, 0));
  ImpVar *class = loop_index(lower, "class");
  ImpExp *limit = imp_i64(imp, output->output->class_count);
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, class, imp_i64(imp, 0), limit);
  ImpBuilder inside = imp_into(&lower->out, &loop->body);
  ImpExp *at = imp_use(imp, class);
  ImpVar *count = imp_let(&inside, name_of(lower, "count"), imp_load(imp, counted->places, at));
  imp_store(&inside, output->places, at, imp_use(imp, sum));
  imp_assign(&inside, sum, imp_add(imp, imp_use(imp, sum), imp_use(imp, count)));
}

// A split needs to know how many values of each class there are before it writes the first.
static void emit_count_pass(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  bool has_split = false;
  for (size_t i = 0; i < state->output_count; i++)
    if (output_has(&state->outputs[i], TRAIT_SORTS)) has_split = true;
  if (!has_split) return;
  ParState counting = *state;
  counting.outputs = arena_array(lower->arena, OutputState, state->output_count);
  for (size_t i = 0; i < state->output_count; i++) {
    counting.outputs[i] = state->outputs[i];
    counting.outputs[i].carry = NULL;
  }
  par_actions(lower, &counting, ACTION_NONE, ACTION_COUNT, ACTION_NONE);
  for (size_t i = 0; i < counting.output_count; i++)
    if (output_has(&counting.outputs[i], TRAIT_DROPS)) counting.outputs[i].action = ACTION_NONE;
  outputs_begin(lower, &counting);
  par_emit_loop(lower, &counting, first, last);
  for (size_t i = 0; i < counting.output_count; i++)
    if (output_has(&counting.outputs[i], TRAIT_SORTS))
      places_from_counts(lower, &state->outputs[i], &counting.outputs[i]);
}

// One segment: the loop over the innermost dimension and what is around it.
void par_emit_segment(Lower *lower, ParState *state, ImpExp *const *outer) {
  const Par *par = state->par;
  ImpExp *zero = imp_i64(lower->imp, 0), *size = space_size(lower, state, par->rank - 1);
  joins_begin_segment(lower, state, size);
  outputs_begin(lower, state);
  emit_count_pass(lower, state, zero, size);
  par_emit_loop(lower, state, zero, size);
  outputs_end(lower, state, outer);
}

ImpExp *par_is_run(Lower *lower, const Par *par) {
  ImpExp *all = NULL;
  for (size_t i = 0; i < par->rank; i++) {
    ImpExp *test =
        imp_binary(lower->imp, OP_SLT, imp_i64(lower->imp, 0), lower_dim(lower, par->space[i]));
    all = all ? imp_binary(lower->imp, OP_AND, all, test) : test;
  }
  return all;
}

// The segments of an irregular dimension follow each other: each starts where the last one ended.
static void emit_segment_loop(Lower *lower, ParState *state, size_t dim) {
  ImpProgram *imp = lower->imp;
  Region offsets = segment_offsets(lower, state);
  ImpVar *next = imp_declare(&lower->out, name_of(lower, "next"), SCALAR_I64, imp_i64(imp, 0));
  ImpVar *index = index_var(lower, state->par->indices[dim]);
  ImpFor *loop =
      imp_for(&lower->out, IMP_FOR_PLAIN, index, imp_i64(imp, 0), space_size(lower, state, dim));
  lower->out = imp_into(&lower->out, &loop->body);
  ImpExp *at = imp_use(imp, index);
  bind_alias(lower, state->par->indices[dim], at);
  ImpVar *start = imp_let(&lower->out, name_of(lower, "start"), imp_use(imp, next));
  ImpExp *after = segment_offset(lower, &offsets, imp_add(imp, at, imp_i64(imp, 1)));
  ImpVar *end = imp_let(&lower->out, name_of(lower, "end"), after);
  imp_assign(&lower->out, next, imp_use(imp, end));
  segment_enter(lower, state, at, imp_use(imp, start), imp_use(imp, end));
}

void par_emit_outer(Lower *lower, ParState *state, ImpExp **outer, size_t first) {
  const Par *par = state->par;
  for (size_t i = first; i + 1 < par->rank; i++) {
    if (state->varying == i + 1) {
      emit_segment_loop(lower, state, i);
    } else {
      ImpVar *index = index_var(lower, par->indices[i]);
      ImpExp *size = space_size(lower, state, i);
      ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, index, imp_i64(lower->imp, 0), size);
      lower->out = imp_into(&lower->out, &loop->body);
      bind_alias(lower, par->indices[i], imp_use(lower->imp, index));
    }
    outer[i] = lower_atom(lower, atom_var(par->indices[i]));
  }
}

void par_emit_space(Lower *lower, ParState *state) {
  const Par *par = state->par;
  if (par->rank == 0) {
    par_emit_point(lower, state);
    return;
  }
  ImpVars hoisted = {0};
  size_t tails = lower->tails.count;
  const Segment *around = segment_around(lower, state);
  joins_begin(lower, state);
  par_hoist(lower, par, par_is_run(lower, par), &hoisted);
  ImpBuilder saved = lower->out;
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, par->rank);
  par_emit_outer(lower, state, outer, 0);
  par_emit_segment(lower, state, outer);
  lower->out = saved;
  segment_leave(lower, state, around);
  lower->tails.count = tails;
  par_unhoist(lower, &hoisted);
  joins_end(lower, state);
}

// ---- Allocations that every point would do ----

static void hoist_alloc(Lower *lower, const Stm *stm, ImpExp *is_run, const VarSet *inside,
                        ImpVars *hoisted) {
  Var *var = stm->vars[0];
  const Bound *bound = &lower->bound[var->index];
  if (bound->fun == lower->out.fun && bound->is_hoisted) return;
  bool is_constant = true;
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    if (stm->exp->args[i].var) is_constant = false;
    if (stm->exp->args[i].var && varset_has(inside, stm->exp->args[i].var)) return;
  }
  if (is_constant && !usage_of(lower, var)->escapes) return; // may live on the stack
  ImpVar *block = imp_block(&lower->out, var->name);
  ImpExp **counts = arena_array(lower->arena, ImpExp *, stm->exp->arg_count + 1);
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    counts[i] = lower_atom(lower, stm->exp->args[i]);
  ImpExp *choice[] = {is_run, stm->exp->arg_count > 0 ? counts[0] : imp_i64(lower->imp, 1),
                      imp_i64(lower->imp, 0)};
  counts[0] = imp_op(lower->imp, OP_SELECT, SCALAR_I64, choice, 3);
  size_t count = stm->exp->arg_count > 0 ? stm->exp->arg_count : 1;
  Span outer = lower->out.span;
  lower->out.span = stm->span;
  imp_alloc(&lower->out, block, stm->exp->as.to, counts, count);
  lower->out.span = outer;
  bind_block(lower, var, block, true);
  lower->bound[var->index].is_hoisted = true;
  vec_push(lower->arena, hoisted, block);
  vec_push(lower->arena, &lower->hoisted, var);
}

static void hoist_stms(Lower *lower, const Stms *stms, ImpExp *is_run, const VarSet *inside,
                       ImpVars *hoisted) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_ALLOC) {
      hoist_alloc(lower, stms->data[i], is_run, inside, hoisted);
    } else if (exp->op == OP_PAR) {
      hoist_stms(lower, &exp->as.par->body.stms, is_run, inside, hoisted);
      hoist_stms(lower, &exp->as.par->epilogue.stms, is_run, inside, hoisted);
    }
  }
}

void par_hoist(Lower *lower, const Par *par, ImpExp *is_run, ImpVars *hoisted) {
  if (lower->options.target.has_device) return; // in front of the kernel; see device_room.c
  VarSet inside = bound_vars_par(lower->arena, par);
  hoist_stms(lower, &par->body.stms, is_run, &inside, hoisted);
  hoist_stms(lower, &par->epilogue.stms, is_run, &inside, hoisted);
}

void par_unhoist(Lower *lower, const ImpVars *hoisted) {
  for (size_t i = 0; i < hoisted->count; i++) {
    imp_release(&lower->out, hoisted->data[i]);
    lower->bound[vec_pop(&lower->hoisted)->index].is_hoisted = false;
  }
}

// ---- The statement ----

// In a loop that also calls functions GCC keeps the constants of all inner loops on the stack and
// loads them again and again. A function of its own keeps them in registers.
static bool is_outlined(const Lower *lower, const Par *par) {
  if (!lower->is_repeated || lower->part || lower->options.target.has_device ||
      par->level != PAR_GRID || par->rank == 0)
    return false;
  for (size_t i = 0; i < par->body.output_count; i++)
    if (!mode_has(par->body.outputs[i].mode, TRAIT_ELEMENTS)) return false;
  return par->acc_count == 0 && !par->has_epilogue;
}

static void emit_outlined(Lower *lower, const Stm *stm) {
  LowerPart part;
  ParState state;
  par_state_init(lower, &state, stm);
  part_open(lower, &part, "part");
  par_emit_space(lower, &state);
  part_close(lower, &part);
  ImpCall *call = imp_call(&lower->out, part.fun);
  vec_append(lower->imp->arena, &call->args, part.args.data, part.args.count);
}

// An irregular space is cut along its first dimension.
static bool can_cut(const Par *par) {
  for (size_t i = 2; i < par->rank; i++)
    if (dim_is_varying(par->space[i])) return false;
  return true;
}

// The user is told: one place of the source may be several pars.
static void note_host_par(Lower *lower, const Par *par, Span span) {
  ImpHostPar noted = {.span = span};
  for (size_t i = 0; i < lower->imp->host_pars.count; i++) {
    Span other = lower->imp->host_pars.data[i].span;
    if (other.file == span.file && other.start == span.start && other.end == span.end) return;
  }
  noted.is_acting = lower->has_effects && par_reaches_effect(lower->arena, par);
  vec_push(lower->imp->arena, &lower->imp->host_pars, noted);
}

// The accumulators that the par gives are those that it was given.
static void bind_accs(Lower *lower, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  ParState state;
  par_state_init(lower, &state, stm);
  for (size_t i = 0; i < state.output_count; i++) {
    const Output *output = state.outputs[i].output;
    if (!mode_has(output->mode, TRAIT_HANDS_ON)) continue;
    const AccDecl *decl = lower->bound[output->values[0].var->index].acc.decl;
    size_t k = 0;
    while (bound_of(lower, par->accs[k].outside)->acc.decl != decl)
      k++;
    bind(lower, state.outputs[i].results[0])->acc = bound_of(lower, par->accs[k].outside)->acc;
  }
}

void lower_par(Lower *lower, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->is_overwritten) return;
  bool is_host = lower->options.target.has_device && !lower->is_device && par->rank > 0;
  bool is_own = is_host && lower_is_host_par(lower, par);
  if (is_own) note_host_par(lower, par, stm->span);
  if (is_host && !is_own) {
    lower_par_device(lower, stm);
  } else if (lower->is_team && par->rank > 0) {
    lower_par_team(lower, stm);
  } else if (lower->options.is_parallel && par->level == PAR_GRID && par->rank > 0 &&
             !lower->part && can_cut(par)) {
    lower_par_parallel(lower, stm);
  } else if (is_outlined(lower, par) && par_block_count(stm) == 0) { // a join binds its block here
    emit_outlined(lower, stm);
  } else {
    ParState state;
    par_state_init(lower, &state, stm);
    par_emit_space(lower, &state);
  }
  bind_accs(lower, stm);
}
