// What the threads of a block combine (device_block.c).
//
// Sums whose points may be combined in any order: each thread adds up its share, and the threads'
// sums are folded. Prefixes, filters and other sums go in rounds. In each, every thread has some
// neighbouring points, its items:
//
//   let ys = par@block (j < m) { … scan op x }
//     becomes
//   items = an odd number, at most 9
//   team { for item < items { own = own op x at first + item } }
//   fold own                                    before: what the threads below have
//   team { for item < items { shown = shown op x at first + item    from `before` on
//                             ys[first + item] = shown } }
//
// With a single item the values are at hand, and the fold has the prefix.
#include "ir/par.h"
#include "ir/plan.h"
#include "ir/type.h"
#include "lower/device/device.h"
#include "mem/team.h"

static ImpVar *like(Lower *lower, const char *name, const ImpVar *var) {
  return imp_declare(&lower->out, name_of(lower, name), var->scalar, NULL);
}

static size_t folded_count(const Output *output) {
  return mode_has(output->mode, TRAIT_DROPS)   ? 1
         : mode_has(output->mode, TRAIT_FOLDS) ? output->value_count
                                               : 0;
}

// sum := sum op value, for what an output folds
static void emit_append(Lower *lower, const Output *output, ImpVar *const *sum,
                        ImpVar *const *value) {
  ImpProgram *imp = lower->imp;
  if (mode_has(output->mode, TRAIT_DROPS)) {
    imp_assign(&lower->out, sum[0], imp_add(imp, imp_use(imp, sum[0]), imp_use(imp, value[0])));
    return;
  }
  size_t count = output->value_count;
  ImpExp **values = arena_array(imp->arena, ImpExp *, count + 1);
  for (size_t k = 0; k < count; k++)
    values[k] = imp_use(imp, value[k]);
  operator_apply(lower, output->op, sum, values, count);
}

static void assign_vars(Lower *lower, ImpVar *const *to, ImpVar *const *from, size_t count) {
  for (size_t k = 0; k < count; k++)
    imp_assign(&lower->out, to[k], imp_use(lower->imp, from[k]));
}

// acc := other op acc, for what an output folds
static void emit_combine(Lower *lower, ImpFold *fold, const Output *output, size_t first) {
  ImpVar *const *acc = fold->acc.data + first, *const *other = fold->other.data + first;
  emit_append(lower, output, other, acc);
  assign_vars(lower, acc, other, folded_count(output));
}

static bool is_folded(const OutputState *output) {
  return !output->is_epilogue && folded_count(output->output) > 0;
}

// Folds these variables; the totals are declared, and so is what is before each thread, with these
// first values, if there are any.
static ImpFold *emit_fold(Lower *lower, const ParState *state, const ImpVars *acc,
                          const ImpVars *first) {
  ImpProgram *imp = lower->imp;
  ImpVars total = {0}, before = {0}, other = {0};
  for (size_t i = 0; i < acc->count; i++) {
    vec_push(imp->arena, &total, like(lower, "total", acc->data[i]));
    vec_push(imp->arena, &other,
             imp_var(imp, IMP_SCALAR, acc->data[i]->scalar, name_of(lower, "other")));
    if (first)
      vec_push(imp->arena, &before,
               imp_declare(&lower->out, name_of(lower, "before"), acc->data[i]->scalar,
                           imp_use(imp, first->data[i])));
  }
  ImpFold *fold = imp_fold(&lower->out);
  *fold = (ImpFold){.acc = *acc, .before = before, .total = total, .other = other};
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &fold->combine);
  lower->is_team = false;
  size_t next = 0;
  for (size_t i = 0; i < state->output_count; i++) {
    if (!is_folded(&state->outputs[i])) continue;
    emit_combine(lower, fold, state->outputs[i].output, next);
    next += folded_count(state->outputs[i].output);
  }
  lower->is_team = true;
  lower->out = saved;
  return fold;
}

// What the outputs carry, one after the other.
static ImpVars carried(Lower *lower, const ParState *state) {
  ImpVars vars = {0};
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    if (!is_folded(output)) continue;
    if (output_has(output, TRAIT_DROPS))
      vec_push(lower->imp->arena, &vars, output->count);
    else
      vec_append(lower->imp->arena, &vars, output->carry, output->output->value_count);
  }
  return vars;
}

// The outputs carry these instead.
static void carry_on(Lower *lower, ParState *state, const ImpVars *vars) {
  size_t next = 0;
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    if (!is_folded(output)) continue;
    size_t count = folded_count(output->output);
    if (output_has(output, TRAIT_DROPS)) {
      output->count = vars->data[next];
    } else {
      output->carry = arena_array(lower->arena, ImpVar *, count + 1);
      for (size_t k = 0; k < count; k++)
        output->carry[k] = vars->data[next + k];
    }
    next += count;
  }
}

// Sums whose points may be combined in any order: each thread adds up its share.
void fold_sums(Lower *lower, ParState *state) {
  outputs_begin(lower, state);
  ImpVars sums = carried(lower, state);
  team_points(lower, state);
  ImpFold *fold = emit_fold(lower, state, &sums, NULL);
  carry_on(lower, state, &fold->total);
  outputs_end(lower, state, NULL);
}

// ---- Rounds ----

// What a round has of a par. A thread with several points goes through them twice: it combines
// their values, and shows their prefixes when it knows what is before it. Then their values are
// computed again, which takes less than keeping them.
typedef struct TeamRound {
  ImpVars values;       // of a point
  ImpVars sums;         // of a thread's points; the same, if it has one
  ImpVar **kept;        // per output that keeps values: whether those of the point are
  Vars taken;           // the scalars of a point that its epilogue asks for
  ImpVars takes;        // where they are
  ImpVar *item;         // of those of a thread; NULL if it has one
  ImpExp *items;        // how many it has
  ImpExp *first, *size; // its first point, and how many there are
} TeamRound;

static void take(Lower *lower, TeamRound *round, const VarSet *bound, Var *var) {
  if (!varset_has(bound, var) || var->type->kind != TYPE_SCALAR) return;
  for (size_t i = 0; i < round->taken.count; i++)
    if (round->taken.data[i] == var) return;
  Scalar scalar = var->type->scalar;
  vec_push(lower->arena, &round->taken, var);
  vec_push(lower->imp->arena, &round->takes,
           imp_declare(&lower->out, var->name, scalar, imp_zero(lower->imp, scalar)));
}

static void find_taken(Lower *lower, const Par *par, TeamRound *round) {
  if (!par->has_epilogue) return;
  VarSet bound = bound_vars_stms(lower->arena, &par->body.stms);
  for (size_t i = 0; i < par->epilogue.stms.count; i++) {
    VarSet used = free_vars_stm(lower->arena, par->epilogue.stms.data[i]);
    Var *var;
    for (size_t cursor = 0; varset_each(&used, &cursor, &var);)
      take(lower, round, &bound, var);
  }
  for (size_t i = 0; i < par->epilogue.output_count; i++) {
    const Output *output = &par->epilogue.outputs[i];
    for (size_t k = 0; k < output->value_count; k++)
      if (output->values[k].var) take(lower, round, &bound, output->values[k].var);
    for (size_t k = 0; k < output->index_count; k++)
      if (output->indices[k].var) take(lower, round, &bound, output->indices[k].var);
  }
}

// Variables for the values of a point: neutral ones, as those after the last point have.
static void declare_values(Lower *lower, ParState *state, const ImpVars *sums, TeamRound *round) {
  ImpProgram *imp = lower->imp;
  round->kept = arena_array(lower->arena, ImpVar *, state->output_count + 1);
  size_t next = 0;
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &state->outputs[i];
    if (!is_folded(output)) continue;
    const Output *source = output->output;
    for (size_t k = 0; k < folded_count(source); k++) {
      Scalar scalar = sums->data[next++]->scalar;
      ImpExp *neutral =
          output_has(output, TRAIT_DROPS) ? imp_i64(imp, 0) : lower_atom(lower, source->neutral[k]);
      vec_push(imp->arena, &round->values,
               imp_declare(&lower->out, name_of(lower, "value"), scalar, neutral));
    }
    if (!output_has(output, TRAIT_DROPS)) continue;
    output->action = ACTION_OFFER;
    output->carry = arena_array(lower->arena, ImpVar *, source->value_count + 1);
    for (size_t k = 0; k < source->value_count; k++) {
      Scalar scalar = atom_type(source->values[k])->scalar;
      output->carry[k] =
          imp_declare(&lower->out, name_of(lower, "offered"), scalar, imp_zero(lower->imp, scalar));
    }
    round->kept[i] = imp_declare(&lower->out, name_of(lower, "is_kept"), SCALAR_BOOL,
                                 imp_zero(lower->imp, SCALAR_BOOL));
    output->count = round->kept[i];
  }
}

static ImpBuilder open_if(Lower *lower, ImpExp *condition) {
  ImpBuilder saved = lower->out;
  ImpStm *test = imp_if(&lower->out, condition);
  lower->out = imp_into(&saved, &test->as.branch.body);
  return saved;
}

static void note_fail(void *context, ImpStm *stm) {
  if (stm->kind == IMP_STM_FAIL) *(bool *)context = true;
}

// A prefix is needed of what is shown at a point, and not of a sum.
static bool has_prefix(const OutputState *output) {
  return is_folded(output) && !output_has(output, TRAIT_TOTAL);
}

// Is the prefix of a point that which is before it?
static bool shows_before(const Output *output) {
  return mode_has(output->mode, TRAIT_DROPS) || output->is_exclusive;
}

// Opens what each thread does for each of its points. Statements go to its body.
static ImpStm *open_items(Lower *lower, const ParState *state, const TeamRound *round) {
  ImpProgram *imp = lower->imp;
  ImpStm *team = imp_team(&lower->out);
  lower->out = imp_into(&lower->out, &team->as.branch.body);
  lower->is_team = false;
  ImpExp *point = round->first;
  if (round->item) {
    ImpFor *loop =
        imp_for(&lower->out, IMP_FOR_UNROLLED, round->item, imp_i64(imp, 0), round->items);
    lower->out = imp_into(&lower->out, &loop->body);
    point = imp_add(imp, point, imp_use(imp, round->item));
    point = imp_use(imp, imp_let(&lower->out, name_of(lower, "at"), point));
  }
  bind_alias(lower, state->par->indices[0], point);
  open_if(lower, imp_binary(imp, OP_SLT, point, round->size));
  return team;
}

// The values of a point, and what its epilogue takes.
static void emit_value(Lower *lower, ParState *state, const TeamRound *round) {
  ImpProgram *imp = lower->imp;
  state->is_value = true;
  par_emit_thunk(lower, state, false);
  size_t next = 0;
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    if (!is_folded(output)) continue;
    if (round->kept[i]) {
      ImpExp *is_kept = imp_use(imp, round->kept[i]);
      imp_assign(&lower->out, round->values.data[next],
                 imp_op(imp, OP_BTOI, SCALAR_I64, &is_kept, 1));
    }
    next += folded_count(output->output);
  }
  for (size_t i = 0; i < round->taken.count; i++)
    imp_assign(&lower->out, round->takes.data[i],
               lower_atom(lower, atom_var(round->taken.data[i])));
}

// The values of a point go after those of the thread's points before it.
static void emit_item(Lower *lower, const ParState *state, const TeamRound *round) {
  ImpProgram *imp = lower->imp;
  ImpExp *is_first = imp_binary(imp, OP_EQ, imp_use(imp, round->item), imp_i64(imp, 0));
  ImpStm *test = imp_if(&lower->out, is_first);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  assign_vars(lower, round->sums.data, round->values.data, round->sums.count);
  lower->out = imp_into(&saved, &test->as.branch.otherwise);
  for (size_t i = 0, next = 0; i < state->output_count; i++) {
    if (!is_folded(&state->outputs[i])) continue;
    const Output *output = state->outputs[i].output;
    emit_append(lower, output, round->sums.data + next, round->values.data + next);
    next += folded_count(output);
  }
  lower->out = saved;
}

// The values of this thread's points, if it has any. Where that may fail no thread goes on with
// values that are not there.
static void emit_values(Lower *lower, ParState *state, TeamRound *round) {
  ImpBuilder saved = lower->out;
  round->sums = round->values;
  if (round->item) {
    round->sums = (ImpVars){0};
    for (size_t i = 0; i < round->values.count; i++) {
      ImpVar *value = round->values.data[i];
      vec_push(lower->imp->arena, &round->sums,
               imp_declare(&lower->out, name_of(lower, "own"), value->scalar,
                           imp_use(lower->imp, value)));
    }
    saved = lower->out;
  }
  ImpStm *team = open_items(lower, state, round);
  emit_value(lower, state, round);
  if (round->item) emit_item(lower, state, round);
  lower->is_team = true;
  lower->out = saved;
  bool can_fail = false;
  imp_walk(&team->as.branch.body, note_fail, &can_fail);
  if (can_fail) imp_barrier(&lower->out);
}

// value := sum op value, in the first thread: what is before the round comes first.
static void emit_first(Lower *lower, const ParState *state, const ImpVars *sums,
                       const ImpVars *values) {
  ImpProgram *imp = lower->imp;
  ImpBuilder saved = open_if(lower, imp_binary(imp, OP_EQ, imp_lane(imp), imp_i64(imp, 0)));
  size_t next = 0;
  for (size_t i = 0; i < state->output_count; i++) {
    const OutputState *output = &state->outputs[i];
    if (!is_folded(output)) continue;
    size_t count = folded_count(output->output);
    ImpVar **own = arena_array(lower->arena, ImpVar *, count + 1);
    for (size_t k = 0; k < count; k++)
      own[k] = imp_declare(&lower->out, name_of(lower, "own"), sums->data[next + k]->scalar,
                           imp_use(imp, sums->data[next + k]));
    emit_append(lower, output->output, own, values->data + next);
    assign_vars(lower, values->data + next, own, count);
    next += count;
  }
  lower->out = saved;
}

// Variables for what is shown at a point, one after the other: what the fold has, or where a thread
// has several points what is before the thread, to which their values are added.
static ImpVars declare_shown(Lower *lower, const ParState *state, const TeamRound *round,
                             const ImpFold *fold) {
  ImpVars shown = {0};
  for (size_t i = 0; i < state->output_count; i++) {
    if (!is_folded(&state->outputs[i])) continue;
    const Output *output = state->outputs[i].output;
    bool is_before = round->item || shows_before(output);
    for (size_t end = shown.count + folded_count(output); shown.count < end;) {
      ImpVar *var = is_before ? fold->before.data[shown.count] : fold->acc.data[shown.count];
      if (round->item && has_prefix(&state->outputs[i]))
        var = imp_declare(&lower->out, name_of(lower, "shown"), var->scalar,
                          imp_use(lower->imp, var));
      vec_push(lower->imp->arena, &shown, var);
    }
  }
  return shown;
}

// What is shown goes on by a point, where that shows what is before it, or where not.
static void show_next(Lower *lower, const ParState *state, const TeamRound *round,
                      const ImpVars *shown, bool is_before) {
  for (size_t i = 0, next = 0; i < state->output_count; i++) {
    if (!is_folded(&state->outputs[i])) continue;
    const Output *output = state->outputs[i].output;
    if (has_prefix(&state->outputs[i]) && shows_before(output) == is_before)
      emit_append(lower, output, shown->data + next, round->values.data + next);
    next += folded_count(output);
  }
}

// Whatever has no value of its own at a point is what the fold has.
static void show_folded(Lower *lower, const ParState *state, const ImpFold *fold,
                        const ImpVars *shown) {
  for (size_t i = 0, next = 0; i < state->output_count; i++) {
    if (!is_folded(&state->outputs[i])) continue;
    const Output *output = state->outputs[i].output;
    size_t count = folded_count(output);
    if (has_prefix(&state->outputs[i]) && !shows_before(output))
      assign_vars(lower, shown->data + next, fold->acc.data + next, count);
    next += count;
  }
}

// The values of the point again, if the thread has several, and its prefixes.
static void show_item(Lower *lower, ParState *state, const TeamRound *round, const ImpFold *fold,
                      const ImpVars *shown, ImpExp *are_several) {
  ImpStm *test = imp_if(&lower->out, are_several);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &test->as.branch.body);
  emit_value(lower, state, round);
  show_next(lower, state, round, shown, false);
  lower->out = imp_into(&saved, &test->as.branch.otherwise);
  show_folded(lower, state, fold, shown);
  lower->out = saved;
}

// Stores what is kept and what prefixes show; the epilogue.
static void emit_shown(Lower *lower, ParState *state, const TeamRound *round, const ImpFold *fold) {
  ImpProgram *imp = lower->imp;
  ImpVars prefixes = declare_shown(lower, state, round, fold);
  ImpBuilder saved = lower->out;
  open_items(lower, state, round);
  ImpExp *are_several = round->item ? imp_binary(imp, OP_SLT, imp_i64(imp, 1), round->items) : NULL;
  if (round->item) show_item(lower, state, round, fold, &prefixes, are_several);
  ParState shown = *state;
  shown.outputs = arena_array(lower->arena, OutputState, state->output_count + 1);
  shown.is_value = false;
  size_t next = 0;
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &shown.outputs[i];
    *output = state->outputs[i];
    const Output *source = output->output;
    bool is_scan = !output->is_epilogue && output_has(output, TRAIT_RUNNING);
    if (!output->is_epilogue) output->action = is_scan ? ACTION_FULL : ACTION_NONE;
    if (is_scan) {
      output->is_given = true;
      output->carry = prefixes.data + next;
    }
    if (round->kept[i]) {
      ImpBuilder around = open_if(lower, imp_use(imp, round->kept[i]));
      keep_store(lower, state, &state->outputs[i], imp_use(imp, prefixes.data[next]));
      lower->out = around;
    }
    if (is_folded(output)) next += folded_count(source);
  }
  for (size_t i = 0; i < round->taken.count; i++)
    bind_alias(lower, round->taken.data[i], imp_use(imp, round->takes.data[i]));
  shown.is_whole = false;
  shown.needed = varset_new(lower->arena); // the statements of the point have run
  par_emit_outputs(lower, &shown, false);
  shown.is_whole = true;
  if (state->par->has_epilogue) par_emit_thunk(lower, &shown, true);
  if (round->item) {
    open_if(lower, are_several);
    show_next(lower, state, round, &prefixes, true);
  }
  lower->is_team = true;
  lower->out = saved;
}

// The points of a thread in a round, and how many rounds there are.
static ImpExp *deal_rounds(Lower *lower, TeamRound *round, int64_t most) {
  ImpProgram *imp = lower->imp;
  ImpExp *lanes = imp_lanes(imp);
  ImpExp *up = imp_add(imp, round->size, imp_sub(imp, lanes, imp_i64(imp, 1)));
  ImpExp *share = imp_binary(imp, OP_SQUOT, up, lanes);
  share->as.op.is_exact = true;
  if (most == 1) return imp_use(imp, imp_let(&lower->out, name_of(lower, "rounds"), share));
  share = imp_use(imp, imp_let(&lower->out, name_of(lower, "share"), share));
  ImpExp *odd = imp_binary(imp, OP_OR, share, imp_i64(imp, 1));
  ImpExp *items = imp_binary(imp, OP_SMIN, odd, imp_i64(imp, most));
  round->items = imp_use(imp, imp_let(&lower->out, name_of(lower, "items"), items));
  ImpExp *rounds =
      imp_binary(imp, OP_SQUOT, imp_add(imp, share, imp_i64(imp, most - 1)), imp_i64(imp, most));
  rounds->as.op.is_exact = true;
  return imp_use(imp, imp_let(&lower->out, name_of(lower, "rounds"), rounds));
}

// In each round every thread has its items.
void fold_in_rounds(Lower *lower, ParState *state) {
  ImpProgram *imp = lower->imp;
  int64_t most = lower->has_items && team_has_items(state->par) ? PLAN_ITEMS : 1;
  outputs_begin(lower, state);
  ImpVars sums = carried(lower, state);
  TeamRound round = {.size = lower_dim(lower, state->par->space[0])};
  ImpExp *rounds = deal_rounds(lower, &round, most);
  ImpVar *round_index = loop_index(lower, "round");
  ImpFor *loop = imp_for(&lower->out, IMP_FOR_PLAIN, round_index, imp_i64(imp, 0), rounds);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *number =
      imp_add(imp, imp_mul(imp, imp_use(imp, round_index), imp_lanes(imp)), imp_lane(imp));
  if (round.items) number = imp_mul(imp, number, round.items);
  if (round.items) round.item = loop_index(lower, "item");
  round.first = imp_use(imp, imp_let(&lower->out, name_of(lower, "at"), number));
  ParState values = *state;
  values.outputs = arena_array(lower->arena, OutputState, state->output_count + 1);
  for (size_t i = 0; i < state->output_count; i++) {
    values.outputs[i] = state->outputs[i];
    if (output_has(&values.outputs[i], TRAIT_RUNNING)) values.outputs[i].action = ACTION_TOTAL;
  }
  find_taken(lower, state->par, &round);
  declare_values(lower, &values, &sums, &round);
  for (size_t i = 0, next = 0; i < values.output_count; i++) {
    OutputState *output = &values.outputs[i];
    if (!is_folded(output)) continue;
    size_t count = folded_count(output->output);
    if (!round.kept[i]) output->carry = round.values.data + next;
    next += count;
  }
  emit_values(lower, &values, &round);
  emit_first(lower, state, &sums, &round.sums);
  ImpFold *fold = emit_fold(lower, state, &round.sums, &sums);
  emit_shown(lower, &values, &round, fold);
  for (size_t i = 0; i < sums.count; i++)
    imp_assign(&lower->out, sums.data[i], imp_use(imp, fold->total.data[i]));
  imp_barrier(&lower->out);
  lower->out = saved;
  outputs_end(lower, state, NULL);
}
