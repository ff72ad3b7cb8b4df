// Loops in blocks of points, so that a C compiler vectorises what it otherwise would not.
//
// Reductions that most points leave as they are: the least of many elements, and where it is.
//
//   for i < n {                     for i of the first block { ... }
//     let x = xs[i]                 for block of the others {
//     let is_less = x < a             var changes = 0
//     a = is_less ? x : a     =>      for simd i of the block { changes |= xs[i] < a ? 1 : 0 }
//     at = is_less ? i : at           if changes != 0 { for i of the block { ... } }
//   }                               }
//
// From one point to the next the loop on the left waits for a comparison and a choice. Whether any
// point of a block changes anything is asked of all of them at once; when none does, the block is
// done. So each point does what it would have done, in its order, whatever the operator is.
//
// Sums beside what goes from point to point, as the places of what is kept do:
//
//   for i < n {                     for block {
//     let x = xs[i]                   for simd i of the block { sum += xs[i] }
//     ys[count] = x           =>      for i of the block { let x = xs[i]; ys[count] = x; ... }
//     count += x > 0                }
//     sum += x
//   }
//
// Adding floats takes the machine four steps, and each sum waits for the one before it. The
// elements of a block are still in the cache when they are read again.
#include "analysis/cost.h"
#include "ir/par.h"
#include "ir/walk.h"
#include "lower/lower_internal.h"

enum {
  SKIP_POINTS = 256, // of a block
  SUM_POINTS = 1024
};

// Opens a loop over blocks of this many points.
static void open_blocks(Lower *lower, int64_t points, ImpExp **first, ImpExp **last) {
  ImpProgram *imp = lower->imp;
  ImpExp *size = imp_i64(imp, points);
  ImpExp *up = imp_add(imp, imp_sub(imp, *last, *first), imp_i64(imp, points - 1));
  ImpVar *block = loop_index(lower, "block");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, block, imp_i64(imp, 0),
                         imp_binary(imp, OP_SQUOT, up, size));
  lower->out = imp_into(&lower->out, &loop->body);
  ImpExp *before = imp_mul(imp, imp_use(imp, block), size);
  ImpVar *start = imp_let(&lower->out, name_of(lower, "start"), imp_add(imp, *first, before));
  ImpExp *after = imp_add(imp, imp_use(imp, start), size);
  ImpVar *end = imp_let(&lower->out, name_of(lower, "end"), imp_binary(imp, OP_SMIN, after, *last));
  *first = imp_use(imp, start);
  *last = imp_use(imp, end);
}

// Does a point change arrays? Then it cannot go twice: it may read what it wrote.
static bool is_changing(const Lower *lower, const Par *par) {
  Vars consumed = {0};
  for (size_t i = 0; i < par->body.stms.count; i++)
    consumed_by_stm(lower->arena, par->body.stms.data[i], &consumed);
  return consumed.count > 0;
}

static bool can_go_twice(Lower *lower, const ParState *state) {
  return !lower->options.target.has_device && !state->is_value && state->par->acc_count == 0 &&
         par_cost(lower, state->par).amount <= COST_REPEATED && !is_changing(lower, state->par);
}

// ---- Reductions: which operators ----

static bool can_flatten(const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_IF) {
      for (size_t k = 0; k < exp->as.branches.body_count; k++)
        if (!can_flatten(&exp->as.branches.bodies[k]->stms)) return false;
    } else if (!op_is_scalar(exp->op) || op_has(exp->op, FLAG_FAILS)) {
      return false;
    }
  }
  return true;
}

// Finds what binds a variable in an operator, in its branches too, and which of the results it is.
static const Stm *find_binding(const Stms *stms, const Var *var, size_t *position) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    for (size_t k = 0; k < stm->var_count; k++) {
      if (stm->vars[k] != var) continue;
      *position = k;
      return stm;
    }
    for (size_t k = 0; stm->exp->op == OP_IF && k < stm->exp->as.branches.body_count; k++) {
      const Stm *found = find_binding(&stm->exp->as.branches.bodies[k]->stms, var, position);
      if (found) return found;
    }
  }
  return NULL;
}

// The choice that gives a value, if one does: by `condition` between two values.
typedef struct CpuChoice {
  Atom condition, if_true, if_false;
} CpuChoice;

static bool find_choice(const Lambda *op, Atom value, CpuChoice *choice) {
  size_t position = 0;
  const Stm *stm = value.var ? find_binding(&op->body->stms, value.var, &position) : NULL;
  if (!stm) return false;
  const Exp *exp = stm->exp;
  if (exp->op == OP_SELECT) {
    *choice = (CpuChoice){exp->args[0], exp->args[1], exp->args[2]};
  } else if (exp->op == OP_IF) {
    Body *const *bodies = exp->as.branches.bodies;
    *choice = (CpuChoice){exp->args[0], bodies[0]->results[position], bodies[1]->results[position]};
  } else {
    return false;
  }
  return true;
}

// Does the operator sometimes give this parameter as it is?
static bool may_keep(const Lambda *op, Atom value, const Var *param) {
  CpuChoice choice;
  if (value.var == param) return true;
  return find_choice(op, value, &choice) &&
         (may_keep(op, choice.if_true, param) || may_keep(op, choice.if_false, param));
}

static bool can_skip_output(const Output *output) {
  if (!mode_has(output->mode, TRAIT_TOTAL) || !can_flatten(&output->op->body->stms)) return false;
  for (size_t k = 0; k < output->value_count; k++)
    if (!may_keep(output->op, output->op->body->results[k], output->op->params[k])) return false;
  return true;
}

static bool can_skip(Lower *lower, const ParState *state) {
  bool is_any = false;
  for (size_t i = 0; i < state->output_count; i++) {
    if (state->outputs[i].action == ACTION_NONE) continue;
    if (state->outputs[i].action != ACTION_FULL || !can_skip_output(state->outputs[i].output))
      return false;
    is_any = true;
  }
  return is_any && can_go_twice(lower, state);
}

// ---- Reductions: does a point change anything? ----

static ImpExp *number(Lower *lower, int64_t value) {
  return imp_const(lower->imp, constant_int(SCALAR_I32, value));
}

static ImpExp *choose(Lower *lower, ImpExp *condition, ImpExp *if_true, ImpExp *if_false) {
  if (imp_equal(if_true, if_false)) return if_true;
  ImpExp *args[] = {condition, if_true, if_false};
  return imp_op(lower->imp, OP_SELECT, if_true->type, args, 3);
}

// All statements of an operator, those of both arms of its branches too.
static void lower_flattened(Lower *lower, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    if (stm->exp->op != OP_IF) {
      lower_stm(lower, stm);
      continue;
    }
    Body *const *bodies = stm->exp->as.branches.bodies;
    lower_flattened(lower, &bodies[0]->stms);
    lower_flattened(lower, &bodies[1]->stms);
    for (size_t k = 0; k < stm->var_count; k++) {
      ImpExp *value = choose(lower, lower_atom(lower, stm->exp->args[0]),
                             lower_atom(lower, bodies[0]->results[k]),
                             lower_atom(lower, bodies[1]->results[k]));
      bind_scalar(lower, stm->vars[k], value);
    }
  }
}

// 0 when the value is the parameter, 1 when it may be something else.
static ImpExp *change_of(Lower *lower, const Lambda *op, Atom value, const Var *param) {
  CpuChoice choice;
  if (value.var == param) return number(lower, 0);
  if (!find_choice(op, value, &choice)) return number(lower, 1);
  return choose(lower, lower_atom(lower, choice.condition),
                change_of(lower, op, choice.if_true, param),
                change_of(lower, op, choice.if_false, param));
}

void blocks_note_change(Lower *lower, const OutputState *output) {
  ImpProgram *imp = lower->imp;
  const Output *source = output->output;
  const Lambda *op = source->op;
  for (size_t k = 0; k < source->value_count; k++) {
    ImpExp *value = lower_atom(lower, source->values[k]);
    if (value->kind != IMP_CONST && value->kind != IMP_VAR)
      value = imp_use(imp, imp_let(&lower->out, op->params[k]->name, value));
    bind_alias(lower, op->params[k], imp_use(imp, output->carry[k]));
    bind_alias(lower, op->params[source->value_count + k], value);
  }
  lower_flattened(lower, &op->body->stms);
  ImpExp *changes = imp_use(imp, output->count), *last = NULL;
  for (size_t k = 0; k < source->value_count; k++) {
    ImpExp *change = change_of(lower, op, op->body->results[k], op->params[k]);
    if (!last || !imp_equal(change, last)) changes = imp_binary(imp, OP_OR, changes, change);
    last = change;
  }
  imp_assign(&lower->out, output->count, changes);
}

// ---- Reductions: the loops ----

// The loop that asks all points of a block; false when it is more than that.
static bool emit_question(Lower *lower, const ParState *state, ImpVar *changes, ImpExp *first,
                          ImpExp *last) {
  ParState asking = *state;
  asking.outputs = arena_array(lower->arena, OutputState, state->output_count);
  for (size_t i = 0; i < state->output_count; i++) {
    asking.outputs[i] = state->outputs[i];
    if (asking.outputs[i].action == ACTION_NONE) continue;
    asking.outputs[i].action = ACTION_CHANGE;
    asking.outputs[i].count = changes;
  }
  par_needs(lower, &asking);
  return par_emit_for(lower, &asking, first, last)->kind == IMP_FOR_SIMD;
}

// The first points change what there was before any of them, so they are not asked.
static bool emit_skipping(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  ImpProgram *imp = lower->imp;
  ImpExp *some = imp_add(imp, first, imp_i64(imp, SKIP_POINTS));
  ImpVar *head = imp_let(&lower->out, name_of(lower, "head"), imp_binary(imp, OP_SMIN, some, last));
  par_emit_for(lower, state, first, imp_use(imp, head));
  first = imp_use(imp, head);
  open_blocks(lower, SKIP_POINTS, &first, &last);
  ImpVar *changes =
      imp_declare(&lower->out, name_of(lower, "changes"), SCALAR_I32, number(lower, 0));
  if (!emit_question(lower, state, changes, first, last)) return false;
  ImpExp *is_same = imp_binary(imp, OP_EQ, imp_use(imp, changes), number(lower, 0));
  ImpStm *test = imp_if(&lower->out, imp_not(imp, is_same));
  lower->out = imp_into(&lower->out, &test->as.branch.body);
  par_emit_for(lower, state, first, last);
  return true;
}

// ---- Sums ----

// Are there sums of floats, and beside them something that cannot be vectorised?
static bool can_part(Lower *lower, const ParState *state) {
  bool has_sum = false, has_chain = false;
  if (state->par->has_epilogue) return false;
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    if (output->action == ACTION_NONE) continue;
    if (output->action != ACTION_FULL) return false;
    Mode mode = output->output->mode;
    bool is_sum = lower_is_vector_output(output);
    if (is_sum && mode_has(mode, TRAIT_TOTAL) && output->output->value_count > 0 &&
        scalar_info(output->carry[0]->scalar)->class == CLASS_FLOAT)
      has_sum = true;
    if (!is_sum && !mode_has(mode, TRAIT_ELEMENTS | TRAIT_REPLACES)) has_chain = true;
  }
  return has_sum && has_chain && can_go_twice(lower, state);
}

// The state with only the sums, or only the rest.
static ParState part_of(Lower *lower, const ParState *state, bool is_sums) {
  ParState part = *state;
  part.outputs = arena_array(lower->arena, OutputState, state->output_count);
  for (size_t i = 0; i < state->output_count; i++) {
    part.outputs[i] = state->outputs[i];
    if (lower_is_vector_output(&state->outputs[i]) != is_sums) part.outputs[i].action = ACTION_NONE;
  }
  par_needs(lower, &part);
  if (!is_sums) par_needs_checks(lower, &part, false);
  return part;
}

static bool emit_parted(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  ParState sums = part_of(lower, state, true), rest = part_of(lower, state, false);
  open_blocks(lower, SUM_POINTS, &first, &last);
  if (par_emit_for(lower, &sums, first, last)->kind != IMP_FOR_SIMD) return false;
  return lower_is_simple_loop(par_emit_for(lower, &rest, first, last));
}

bool blocks_emit(Lower *lower, ParState *state, ImpExp *first, ImpExp *last) {
  bool is_skipping = can_skip(lower, state);
  if (!is_skipping && !can_part(lower, state)) return false;
  ImpBuilder saved = lower->out;
  ImpStms stms = {0};
  lower->out = imp_into(&saved, &stms);
  bool is_done = is_skipping ? emit_skipping(lower, state, first, last)
                             : emit_parted(lower, state, first, last);
  lower->out = saved;
  if (is_done) vec_append(lower->imp->arena, saved.stms, stms.data, stms.count);
  return is_done;
}
