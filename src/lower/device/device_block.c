// A par whose points are done by blocks of threads (mem/team.h).
//
//   par@grid (i < n) by block {              kernel block: for point i, in each thread
//     let ys = par@block (j < m) { … }         team { for team j from lane to m { … } }
//     let s = par@block (j < m) { reduce … }   barrier
//     …                                        team { for team j … sum = sum + ys[j] … }
//   }                                          fold sum
//
// What is between the pars is done by all threads, with the same values; what it writes to memory
// one of them writes. There is a barrier in front of everything that writes what others may be
// reading, and behind everything that writes, unless nothing needs it (imp_barriers.c). Prefixes
// and filters go in rounds: in each, every thread has one point, and the threads' values are
// combined in order.
#include "ir/par.h"
#include "ir/type.h"
#include "lower/device/device.h"
#include "mem/team.h"

// ---- Barriers ----

static bool is_quiet(const ImpStm *stm) {
  if (stm->kind == IMP_STM_NOTE) return true;
  return stm->kind == IMP_STM_DECLARE && stm->as.set.var->kind == IMP_SCALAR &&
         (!stm->as.set.value || !lower_has_load(stm->as.set.value));
}

// All threads wait, unless they have just done so.
void team_wait(Lower *lower) {
  const ImpStms *stms = lower->out.stms;
  for (size_t i = stms->count; i-- > 0;) {
    if (stms->data[i]->kind == IMP_STM_BARRIER) return;
    if (!is_quiet(stms->data[i])) break;
  }
  imp_barrier(&lower->out);
}

ImpBuilder team_alone(Lower *lower) {
  team_wait(lower);
  ImpBuilder saved = lower->out;
  ImpExp *is_first = imp_binary(lower->imp, OP_EQ, imp_lane(lower->imp), imp_i64(lower->imp, 0));
  ImpStm *test = imp_if(&lower->out, is_first);
  lower->out = imp_into(&saved, &test->as.branch.body);
  return saved;
}

// ---- Points that are dealt out ----

// How many points the first dimensions of a par have.
static ImpExp *count_points(Lower *lower, const Par *par, size_t rank) {
  ImpExp *count = imp_i64(lower->imp, 1);
  for (size_t i = 0; i < rank; i++)
    count = imp_mul(lower->imp, count, lower_dim(lower, par->space[i]));
  if (count->kind == IMP_CONST || count->kind == IMP_VAR) return count;
  return imp_use(lower->imp, imp_let(&lower->out, name_of(lower, "points"), count));
}

// Binds the indices of the first dimensions to those of a point.
static void bind_point(Lower *lower, const Par *par, size_t rank, ImpExp *point, ImpExp **outer) {
  Grid grid = {.lower = lower, .par = par};
  for (size_t i = rank; i-- > 0;) {
    outer[i] = i > 0 ? grid_split_index(&grid, &point, lower_dim(lower, par->space[i]),
                                        par->indices[i]->name)
                     : point;
    bind_alias(lower, par->indices[i], outer[i]);
  }
}

// Opens the loop of a team over this many points. Statements go to its body.
static ImpExp *deal_out(Lower *lower, ImpExp *count) {
  ImpStm *team = imp_team(&lower->out);
  ImpVar *index = loop_index(lower, "at");
  ImpBuilder inside = imp_into(&lower->out, &team->as.branch.body);
  ImpFor *loop = imp_for(&inside, IMP_FOR_TEAM, index, imp_lane(lower->imp), count);
  lower->out = imp_into(&lower->out, &loop->body);
  lower->is_team = false;
  return imp_use(lower->imp, index);
}

static void emit_points(Lower *lower, ParState *state) {
  const Par *par = state->par;
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, par->rank + 1);
  ImpExp *count = count_points(lower, par, par->rank);
  ImpBuilder saved = lower->out;
  bind_point(lower, par, par->rank, deal_out(lower, count), indices);
  par_emit_point(lower, state);
  lower->out = saved;
  lower->is_team = true;
}

// Each thread does whole segments of the innermost dimension.
static void emit_segments(Lower *lower, ParState *state) {
  const Par *par = state->par;
  ImpExp **outer = arena_array(lower->imp->arena, ImpExp *, par->rank + 1);
  ImpExp *count = count_points(lower, par, par->rank - 1);
  ImpBuilder saved = lower->out;
  bind_point(lower, par, par->rank - 1, deal_out(lower, count), outer);
  par_emit_segment(lower, state, outer);
  lower->out = saved;
  lower->is_team = true;
}

// ---- What threads have to themselves ----

ImpVar *team_own(const Lower *lower, const Var *array) {
  return lower->own ? map_get(lower->own, map_key(array)) : NULL;
}

static bool is_own(const Lower *lower, const Var *var) {
  return lower->own && map_find(lower->own, map_key(var), NULL);
}

// Where its elements are is declared.
static void declare_own(Lower *lower, const Var *var) {
  if (!is_own(lower, var)) return;
  int64_t count =
      lower->options.target.has_warps && !lower->options.is_plain ? 1 : var->type->dims[0].size;
  map_put(lower->own, map_key(var), imp_local(&lower->out, var->name, var->type->scalar, count));
}

// to[j] := from[j]: both are one thread's.
static void copy_own(Lower *lower, const Var *to, const Var *from) {
  ImpBuilder saved = lower->out;
  ImpExp *at = deal_out(lower, lower_dim(lower, to->type->dims[0]));
  Region there = region_at(lower, region_of(lower, to), &at, 1);
  Region here = region_at(lower, region_of(lower, from), &at, 1);
  region_store(lower, &there, region_load(lower, &here));
  lower->out = saved;
  lower->is_team = true;
}

bool team_copy_own(Lower *lower, const Var *to, const Var *from) {
  if (!is_own(lower, to)) return false;
  declare_own(lower, to);
  copy_own(lower, to, from);
  return true;
}

void team_begin_loop(Lower *lower, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < loop->param_count; i++) {
    declare_own(lower, loop->params[i]);
    if (is_own(lower, loop->params[i])) copy_own(lower, loop->params[i], stm->exp->args[i].var);
  }
}

// All of them before any changes.
void team_next_round(Lower *lower, const Loop *loop) {
  Vars next = {0};
  for (size_t i = 0; i < loop->param_count; i++) {
    Var *result = loop->body->results[i].var;
    if (!is_own(lower, loop->params[i]) || result == loop->params[i]) continue;
    Var *copy = var_like(lower->program, result, result->type);
    map_put(lower->own, map_key(copy), copy);
    declare_own(lower, copy);
    copy_own(lower, copy, result);
    vec_push(lower->arena, &next, copy);
  }
  for (size_t i = 0, k = 0; i < loop->param_count; i++) {
    if (!is_own(lower, loop->params[i]) || loop->body->results[i].var == loop->params[i]) continue;
    copy_own(lower, loop->params[i], next.data[k++]);
  }
}

void team_end_loop(Lower *lower, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < loop->param_count; i++)
    if (is_own(lower, stm->vars[i]))
      map_put(lower->own, map_key(stm->vars[i]), team_own(lower, loop->params[i]));
}

// ---- Values of all threads ----

static ImpVar *like(Lower *lower, const char *name, const ImpVar *var) {
  return imp_declare(&lower->out, name_of(lower, name), var->scalar, NULL);
}

static void add_sum(Lower *lower, ImpFold *fold, size_t at) {
  ImpProgram *imp = lower->imp;
  ImpVar *acc = fold->acc.data[at], *other = fold->other.data[at];
  imp_assign(&lower->out, acc, imp_add(imp, imp_use(imp, other), imp_use(imp, acc)));
}

// acc := other op acc, for what an output folds
static void emit_combine(Lower *lower, ImpFold *fold, const Output *output, size_t first) {
  ImpProgram *imp = lower->imp;
  if (output->mode == MODE_KEEP) {
    add_sum(lower, fold, first);
    return;
  }
  size_t count = output->value_count;
  ImpExp **values = arena_array(imp->arena, ImpExp *, count + 1);
  for (size_t k = 0; k < count; k++)
    values[k] = imp_use(imp, fold->acc.data[first + k]);
  operator_apply(lower, output->op, fold->other.data + first, values, count);
  for (size_t k = 0; k < count; k++)
    imp_assign(&lower->out, fold->acc.data[first + k], imp_use(imp, fold->other.data[first + k]));
}

static size_t folded_count(const Output *output) {
  return output->mode == MODE_KEEP             ? 1
         : mode_has(output->mode, TRAIT_FOLDS) ? output->value_count
                                               : 0;
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
    if (output->output->mode == MODE_KEEP)
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
    if (output->output->mode == MODE_KEEP) {
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
static void emit_sums(Lower *lower, ParState *state) {
  outputs_begin(lower, state);
  ImpVars sums = carried(lower, state);
  emit_points(lower, state);
  ImpFold *fold = emit_fold(lower, state, &sums, NULL);
  carry_on(lower, state, &fold->total);
  outputs_end(lower, state, NULL);
}

// ---- Rounds ----

// What a round has of a par: the values of a point, and the scalars of the point that its epilogue
// asks for.
typedef struct TeamRound {
  ImpVars values;
  ImpVar **kept; // per output that keeps values: whether those of the point are
  Vars taken;    // by the epilogue
  ImpVars takes; // where they are
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

// Variables for the values of a point: neutral ones, as those behind the last point have.
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
          source->mode == MODE_KEEP ? imp_i64(imp, 0) : lower_atom(lower, source->neutral[k]);
      vec_push(imp->arena, &round->values,
               imp_declare(&lower->out, name_of(lower, "value"), scalar, neutral));
    }
    if (source->mode != MODE_KEEP) continue;
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

// The values of this thread's point, if it has one. Where that may fail no thread goes on with
// values that are not there.
static void emit_values(Lower *lower, ParState *state, TeamRound *round, ImpExp *is_there) {
  ImpProgram *imp = lower->imp;
  ImpBuilder saved = lower->out;
  ImpStm *team = imp_team(&lower->out);
  lower->out = imp_into(&saved, &team->as.branch.body);
  lower->is_team = false;
  open_if(lower, is_there);
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
    ImpExp **added = arena_array(imp->arena, ImpExp *, count + 1);
    for (size_t k = 0; k < count; k++) {
      ImpExp *sum = imp_use(imp, sums->data[next + k]);
      own[k] = imp_declare(&lower->out, name_of(lower, "own"), sums->data[next + k]->scalar, sum);
      added[k] = imp_use(imp, values->data[next + k]);
    }
    if (output->output->mode == MODE_KEEP)
      imp_assign(&lower->out, own[0], imp_add(imp, imp_use(imp, own[0]), added[0]));
    else
      operator_apply(lower, output->output->op, own, added, count);
    for (size_t k = 0; k < count; k++)
      imp_assign(&lower->out, values->data[next + k], imp_use(imp, own[k]));
    next += count;
  }
  lower->out = saved;
}

// Stores what is kept and what prefixes show; the epilogue.
static void emit_shown(Lower *lower, ParState *state, TeamRound *round, const ImpFold *fold,
                       ImpExp *is_there) {
  ImpProgram *imp = lower->imp;
  ImpBuilder saved = lower->out;
  ImpStm *team = imp_team(&lower->out);
  lower->out = imp_into(&saved, &team->as.branch.body);
  lower->is_team = false;
  open_if(lower, is_there);
  ParState shown = *state;
  shown.outputs = arena_array(lower->arena, OutputState, state->output_count + 1);
  shown.is_value = false;
  size_t next = 0;
  for (size_t i = 0; i < state->output_count; i++) {
    OutputState *output = &shown.outputs[i];
    *output = state->outputs[i];
    const Output *source = output->output;
    bool is_scan = !output->is_epilogue && source->mode == MODE_SCAN;
    if (!output->is_epilogue) output->action = is_scan ? ACTION_FULL : ACTION_NONE;
    if (is_scan) {
      const ImpVars *from = source->is_exclusive ? &fold->before : &fold->acc;
      output->is_given = true;
      output->carry = arena_array(lower->arena, ImpVar *, source->value_count + 1);
      for (size_t k = 0; k < source->value_count; k++)
        output->carry[k] = from->data[next + k];
    }
    if (round->kept[i]) {
      ImpBuilder around = open_if(lower, imp_use(imp, round->kept[i]));
      keep_store(lower, state, &state->outputs[i], imp_use(imp, fold->before.data[next]));
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
  lower->is_team = true;
  lower->out = saved;
}

// In each round every thread has a point.
static void emit_rounds(Lower *lower, ParState *state) {
  ImpProgram *imp = lower->imp;
  ImpExp *size = lower_dim(lower, state->par->space[0]), *lanes = imp_lanes(imp);
  outputs_begin(lower, state);
  ImpVars sums = carried(lower, state);
  ImpExp *up = imp_add(imp, size, imp_sub(imp, lanes, imp_i64(imp, 1)));
  ImpExp *rounds = imp_binary(imp, OP_SQUOT, up, lanes);
  rounds->as.op.is_exact = true;
  ImpVar *round_index = loop_index(lower, "round");
  ImpVar *round_count = imp_let(&lower->out, name_of(lower, "rounds"), rounds);
  ImpFor *loop =
      imp_for(&lower->out, IMP_FOR_PLAIN, round_index, imp_i64(imp, 0), imp_use(imp, round_count));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &loop->body);
  ImpExp *number = imp_add(imp, imp_mul(imp, imp_use(imp, round_index), lanes), imp_lane(imp));
  ImpExp *point = imp_use(imp, imp_let(&lower->out, name_of(lower, "at"), number));
  ImpExp *is_there = imp_use(
      imp, imp_let(&lower->out, name_of(lower, "is_there"), imp_binary(imp, OP_SLT, point, size)));
  bind_alias(lower, state->par->indices[0], point);
  TeamRound round = {0};
  ParState values = *state;
  values.outputs = arena_array(lower->arena, OutputState, state->output_count + 1);
  for (size_t i = 0; i < state->output_count; i++) {
    values.outputs[i] = state->outputs[i];
    if (values.outputs[i].output->mode == MODE_SCAN) values.outputs[i].action = ACTION_TOTAL;
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
  emit_values(lower, &values, &round, is_there);
  emit_first(lower, state, &sums, &round.values);
  ImpFold *fold = emit_fold(lower, state, &round.values, &sums);
  emit_shown(lower, &values, &round, fold, is_there);
  for (size_t i = 0; i < sums.count; i++)
    imp_assign(&lower->out, sums.data[i], imp_use(imp, fold->total.data[i]));
  imp_barrier(&lower->out);
  lower->out = saved;
  outputs_end(lower, state, NULL);
}

// ---- The par of a team ----

static bool has_mode(const ParState *state, unsigned modes) {
  for (size_t i = 0; i < state->output_count; i++)
    if (modes >> state->outputs[i].output->mode & 1) return true;
  return false;
}

void lower_par_team(Lower *lower, const Stm *stm) {
  ParState state;
  par_state_init(lower, &state, stm);
  for (size_t i = 0; i < stm->var_count; i++)
    declare_own(lower, stm->vars[i]);
  team_wait(lower);
  bool has_order = has_mode(&state, 1u << MODE_SCAN | 1u << MODE_KEEP | 1u << MODE_SPLIT);
  bool has_sums = has_mode(&state, 1u << MODE_REDUCE);
  if (!has_order && !has_sums)
    emit_points(lower, &state);
  else if (state.par->rank > 1)
    emit_segments(lower, &state);
  else if (!has_order && par_commutes(state.par))
    emit_sums(lower, &state);
  else
    emit_rounds(lower, &state);
  team_wait(lower);
}

// ---- The kernel ----

// Elements of a block, at least 0.
static ImpExp *alloc_count(Lower *lower, const Team *team, const Stm *stm) {
  ImpProgram *imp = lower->imp;
  ImpExp *count = imp_i64(imp, 1);
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    Atom known = team_size(team, stm->exp->args[i]);
    ImpExp *size = lower_atom(lower, known);
    if (known.var) size = imp_binary(imp, OP_SMAX, size, imp_i64(imp, 0));
    count = imp_mul(imp, count, size);
  }
  return count;
}

// On the host: where each array is in fast memory, and how much there is of it.
static ImpExp **place_arrays(Lower *lower, const Team *team, ImpExp *has_gaps, ImpExp **room) {
  enum { ALIGNMENT = 16 };
  ImpProgram *imp = lower->imp;
  ImpExp **offsets = arena_array(lower->arena, ImpExp *, team->allocs.count + 1);
  ImpExp *end = imp_i64(imp, 0);
  for (size_t i = 0; i < team->allocs.count; i++) {
    const Stm *stm = team->allocs.data[i];
    int64_t width = scalar_info(stm->exp->as.to)->width / 8;
    ImpExp *bytes = imp_mul(imp, alloc_count(lower, team, stm), imp_i64(imp, width));
    ImpExp *gaps = imp_binary(imp, OP_SQUOT, bytes, imp_i64(imp, TEAM_GAPS));
    gaps = imp_binary(imp, OP_MUL, gaps, has_gaps);
    bytes = imp_add(imp, imp_add(imp, bytes, gaps), imp_i64(imp, ALIGNMENT - 1));
    bytes = imp_binary(imp, OP_AND, bytes, imp_i64(imp, -ALIGNMENT));
    offsets[i] = end;
    end = imp_use(imp, imp_let(&lower->out, name_of(lower, "end"), imp_add(imp, end, bytes)));
  }
  *room = end;
  return offsets;
}

// How many threads a block has, where that is a constant; otherwise 0.
static int64_t known_threads(const Lower *lower, const Team *team) {
  return lower->program->block_size > 0 ? lower->program->block_size : team->points;
}

static bool is_repeated(const Team *team, const Par *par) {
  if (team->repeated.count == 0) return true;
  for (size_t i = 0; i < team->repeated.count; i++)
    if (team->repeated.data[i] == par) return true;
  return false;
}

// As many threads as the source says; or one for each point, where all pars are over one space that
// fits a block and has a constant size; or the most points that a par has which is dealt out, as
// far as the host knows. If there are loops, what is in them counts, and a share of what is done
// once.
static ImpExp *most_lanes(Lower *lower, const Par *outer, const Team *team) {
  enum { SOME = 256, LANES_MOST = 256 }; // more take longer at barriers than they gain
  enum { ONCE = 16 };                    // points of what is done once, for a thread
  ImpProgram *imp = lower->imp;
  int64_t known = known_threads(lower, team);
  if (known > 0) return imp_i64(imp, known);
  VarSet inside = bound_vars_par(lower->arena, outer);
  ImpExp *most = imp_i64(imp, 1);
  for (size_t i = 0; i < team->pars.count; i++) {
    const Par *par = team->pars.data[i];
    ImpExp *points = imp_i64(imp, 1);
    for (size_t k = 0; k < par->rank; k++) {
      Dim dim = par->space[k];
      bool is_known = !dim.var || !varset_has(&inside, dim.var);
      points = imp_mul(imp, points, is_known ? lower_dim(lower, dim) : imp_i64(imp, SOME));
    }
    if (!is_repeated(team, par)) points = imp_binary(imp, OP_SQUOT, points, imp_i64(imp, ONCE));
    most = imp_binary(imp, OP_SMAX, most, points);
  }
  most = imp_binary(imp, OP_SMIN, most, imp_i64(imp, LANES_MOST));
  return imp_use(imp, imp_let(&lower->out, name_of(lower, "lanes"), most));
}

static void bind_array(Lower *lower, const Stm *alloc, ImpVar *room, ImpExp *offset) {
  Var *var = alloc->vars[0];
  ImpVar *mine = imp_block(&lower->out, var->name);
  mine->is_fast = true;
  imp_share(&lower->out, mine, room, SCALAR_I8, offset);
  bind_block(lower, var, mine, true);
  lower->bound[var->index].is_hoisted = true;
}

// In the kernel: the arrays that threads share, and those that they have to themselves.
static void bind_arrays(Lower *lower, const Team *team, ImpExp *const *offsets) {
  ImpVar *room = imp_var(lower->imp, IMP_BLOCK, SCALAR_I8, name_of(lower, "room"));
  room->access = name_of(lower, "room");
  room->is_fast = true;
  for (size_t i = 0; i < team->allocs.count; i++)
    bind_array(lower, team->allocs.data[i], room, part_take(lower, "offset", offsets[i]));
  for (size_t i = 0; i < team->idle.count; i++)
    bind_array(lower, team->idle.data[i], room, imp_i64(lower->imp, 0));
  lower->own = NULL;
  if (varset_count(&team->own) == 0) return;
  lower->own = map_new(lower->arena);
  Var *var;
  for (size_t cursor = 0; varset_each(&team->own, &cursor, &var);)
    map_put(lower->own, map_key(var), NULL);
}

static size_t own_words(const Team *team) {
  size_t bits = 0;
  Var *var;
  for (size_t cursor = 0; varset_each(&team->own, &cursor, &var);)
    bits += (size_t)scalar_info(var->type->scalar)->width;
  return bits / 32;
}

static void forget_arrays(Lower *lower, const Team *team) {
  for (size_t i = 0; i < team->allocs.count; i++)
    lower->bound[team->allocs.data[i]->vars[0]->index].is_hoisted = false;
  for (size_t i = 0; i < team->idle.count; i++)
    lower->bound[team->idle.data[i]->vars[0]->index].is_hoisted = false;
  lower->own = NULL;
}

void launch_block(Grid *grid) {
  Lower *lower = grid->lower;
  Team team;
  if (!team_find(lower->arena, grid->stm, lower->program->block_size, &team))
    INTERNAL_ERROR("a plan for a block of threads that cannot share a point: %s",
                   team.obstacle.why);
  ParState state = grid_state(grid);
  ImpExp *size = grid_points(grid, &state, grid->par->rank), *room;
  ImpExp *has_gaps = imp_i64(lower->imp, 0);
  ImpExp **offsets = place_arrays(lower, &team, has_gaps, &room);
  ImpExp *lanes = most_lanes(lower, grid->par, &team);
  kernel_open(grid, IMP_SKELETON_BLOCK, size, grid_cost(grid));
  grid->kernel->as.block = (ImpBlockKernel){.fold_count = team.fold_count,
                                            .threads = known_threads(lower, &team),
                                            .own_words = own_words(&team),
                                            .has_gaps = has_gaps};
  function_open(grid, IMP_ROLE_POINT);
  ImpExp **indices = arena_array(lower->imp->arena, ImpExp *, grid->par->rank + 1);
  bind_arrays(lower, &team, offsets);
  grid_bind_indices(grid, &state, grid->par->rank, indices);
  lower->is_team = true;
  par_emit_point(lower, &state);
  lower->is_team = false;
  function_close(grid, IMP_ROLE_POINT);
  forget_arrays(lower, &team);
  ImpLaunch *launch = kernel_close(grid, size);
  launch->lanes = lanes;
  launch->room = room;
}
