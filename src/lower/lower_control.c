// Branches, loops and calls, and what owns which block. A block variable that a function declares
// owns a reference; what dies in the statement that hands it on is moved, otherwise it is counted
// once more. What dies in a call is the callee's to release.
#include <string.h>

#include "lower/lower_internal.h"
#include "mem/blocks.h"

// ---- Blocks ----

void bind_block(Lower *lower, Var *var, ImpVar *block, bool is_lent) {
  Bound *bound = bind(lower, var);
  bound->block = block;
  bound->is_lent = is_lent;
  for (unsigned scalar = 0; scalar < SCALAR_COUNT; scalar++)
    if (usage_of(lower, var)->scalars & 1u << scalar)
      bound->pointers[scalar] =
          imp_pointer(&lower->out, usage_of(lower, var)->label, (Scalar)scalar, block);
}

void block_take(Lower *lower, ImpVar *to, Atom from, bool may_move) {
  Bound *bound = bound_of(lower, from.var);
  if (!bound->block) INTERNAL_ERROR("%s.%u is not a block", from.var->name, (unsigned)from.var->id);
  to->is_fast = bound->block->is_fast;
  if (may_move && !bound->is_lent)
    imp_move(&lower->out, to, bound->block);
  else
    imp_ref(&lower->out, to, bound->block);
}

// A block that is small enough, and that is not handed on, lives on the stack.
int64_t local_count(Lower *lower, const Stm *stm) {
  const Usage *usage = usage_of(lower, stm->vars[0]);
  if (lower->options.target.has_device && !lower->is_device) return -1;
  if (usage->escapes || usage->scalars != 1u << stm->exp->as.to) return -1;
  return mem_local_count(stm->exp);
}

void lower_alloc(Lower *lower, const Stm *stm) {
  Var *var = stm->vars[0];
  Bound *bound = &lower->bound[var->index];
  if (bound->fun == lower->out.fun && bound->is_hoisted) return;
  if (tail_alloc(lower, stm)) return;
  int64_t count = local_count(lower, stm);
  if (count >= 0) {
    ImpVar *local = imp_local(&lower->out, usage_of(lower, var)->label, stm->exp->as.to, count);
    bind(lower, var)->pointers[stm->exp->as.to] = local;
    return;
  }
  ImpVar *block = imp_block(&lower->out, var->name);
  ImpExp **counts = arena_array(lower->arena, ImpExp *, stm->exp->arg_count + 1);
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    counts[i] = lower_atom(lower, stm->exp->args[i]);
  imp_alloc(&lower->out, block, stm->exp->as.to, counts, stm->exp->arg_count);
  bind_block(lower, var, block, false);
  for (unsigned scalar = 0; scalar < SCALAR_COUNT; scalar++)
    if (lower->bound[var->index].pointers[scalar])
      lower->bound[var->index].pointers[scalar]->is_restrict =
          !lower_is_handed_on(lower, var) && usage_of(lower, var)->scalars == 1u << scalar;
}

bool lower_is_last_result(const Body *body, size_t k) {
  for (size_t i = k + 1; i < body->result_count; i++)
    if (body->results[i].var == body->results[k].var) return false;
  return true;
}

// May result number k of a body be moved out of it?
static bool is_movable(Lower *lower, const Body *body, size_t k) {
  return usage_of(lower, body->results[k].var)->list == &body->stms &&
         lower_is_last_result(body, k);
}

void lower_results(Lower *lower, const Body *body) {
  size_t next = 0;
  for (size_t i = 0; i < body->result_count; i++) {
    Atom result = body->results[i];
    const Type *type = atom_type(result);
    if (type->kind == TYPE_SCALAR) {
      imp_result(&lower->out, next++, lower_atom(lower, result));
    } else if (type->kind == TYPE_MEM) {
      ImpVar *block = bound_of(lower, result.var)->block;
      if (!is_movable(lower, body, i) || bound_of(lower, result.var)->is_lent) {
        block = imp_block(&lower->out, result.var->name);
        block_take(lower, block, result, false);
      }
      imp_result(&lower->out, next++, imp_use(lower->imp, block));
    }
  }
}

// ---- Branches ----

// Variables for the results of a statement with bodies; NULL for arrays and certificates.
static ImpVar **declare_results(Lower *lower, Var *const *vars, size_t count) {
  ImpVar **targets = arena_array(lower->arena, ImpVar *, count + 1);
  for (size_t i = 0; i < count; i++) {
    if (vars[i]->type->kind == TYPE_SCALAR)
      targets[i] = imp_declare(&lower->out, vars[i]->name, vars[i]->type->scalar, NULL);
    else if (vars[i]->type->kind == TYPE_MEM)
      targets[i] = imp_block(&lower->out, vars[i]->name);
  }
  return targets;
}

// Binds the results of a statement with bodies to the variables that hold them.
static void bind_results(Lower *lower, Var *const *vars, ImpVar *const *targets, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (vars[i]->type->kind == TYPE_SCALAR)
      bind_alias(lower, vars[i], imp_use(lower->imp, targets[i]));
    else if (vars[i]->type->kind == TYPE_MEM)
      bind_block(lower, vars[i], targets[i], targets[i]->is_lent);
  }
}

// Lowers a body into a list and assigns its results.
static void lower_arm(Lower *lower, const Body *body, ImpStms *stms, Var *const *vars,
                      ImpVar *const *targets) {
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, stms);
  lower_releases(lower, body);
  lower_stms(lower, &body->stms);
  for (size_t i = 0; i < body->result_count; i++) {
    Atom result = body->results[i];
    if (vars[i]->type->kind == TYPE_SCALAR)
      imp_assign(&lower->out, targets[i], lower_atom(lower, result));
    else if (vars[i]->type->kind == TYPE_MEM)
      block_take(lower, targets[i], result, is_movable(lower, body, i));
    else if (vars[i]->type->kind == TYPE_ACC)
      bind(lower, vars[i])->acc = bound_of(lower, result.var)->acc;
  }
  lower->out = saved;
}

// Is one version of a nest recursion that a device would run? Threads have no stack for it: the
// other one, which is flattened, is always taken.
static bool must_flatten(Lower *lower, const Stm *stm) {
  if (!lower->options.target.has_device || lower->is_device || stm->exp->op != OP_IF) return false;
  const Var *condition = stm->exp->args[0].var;
  if (!condition || !usage_of(lower, condition)->is_threshold) return false;
  return body_reaches_recursion(lower->arena, stm->exp->as.branches.bodies[1]);
}

ImpGuard guard_enter(Lower *lower, Atom condition) {
  ImpGuard around = lower->guard;
  const Usage *usage = condition.var ? usage_of(lower, condition.var) : NULL;
  if (!usage || !usage->is_threshold) return around;
  ImpParam *param = &lower->imp->params.data[usage->param];
  // It may have been asked in front of another choice, in whose arm it is used.
  if (param->parent == 0 && around.param != usage->param + 1) {
    param->parent = around.param;
    param->is_taken = around.is_taken;
  }
  lower->guard = (ImpGuard){usage->param + 1, true};
  return around;
}

void guard_turn(Lower *lower, Atom condition) {
  if (condition.var && usage_of(lower, condition.var)->is_threshold) lower->guard.is_taken = false;
}

void lower_choice(Lower *lower, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  ImpExp *value = lower_atom(lower, stm->exp->args[0]);
  if (must_flatten(lower, stm)) value = imp_const(lower->imp, constant_bool(true));
  ImpVar **targets = declare_results(lower, stm->vars, stm->var_count);
  if (stm->exp->op == OP_IF && value->kind == IMP_CONST) {
    const Body *taken = branches->bodies[value->as.constant.value.b ? 0 : 1];
    lower_arm(lower, taken, lower->out.stms, stm->vars, targets);
  } else if (stm->exp->op == OP_IF) {
    ImpStm *test = imp_if(&lower->out, value);
    ImpGuard around = guard_enter(lower, stm->exp->args[0]);
    lower_arm(lower, branches->bodies[0], &test->as.branch.body, stm->vars, targets);
    guard_turn(lower, stm->exp->args[0]);
    lower_arm(lower, branches->bodies[1], &test->as.branch.otherwise, stm->vars, targets);
    lower->guard = around;
  } else {
    ImpSwitch *choice = imp_switch(&lower->out, value);
    size_t last = branches->body_count - 1;
    for (size_t i = 0; i < last; i++) {
      vec_push(lower->imp->arena, &choice->cases, (ImpCase){.value = branches->cases[i]});
      lower_arm(lower, branches->bodies[i], &vec_last(&choice->cases).body, stm->vars, targets);
    }
    lower_arm(lower, branches->bodies[last], &choice->otherwise, stm->vars, targets);
  }
  bind_results(lower, stm->vars, targets, stm->var_count);
}

// ---- Loops ----

static bool is_dying(Lower *lower, const Stm *stm, const Var *block) {
  const Vars *dying = releases_after(lower, stm);
  for (size_t i = 0; dying && i < dying->count; i++)
    if (dying->data[i] == block) return true;
  return false;
}

// May the loop take over the block of its initial value number k?
static bool is_init_movable(Lower *lower, const Stm *stm, size_t k) {
  const Exp *exp = stm->exp;
  const Var *block = exp->args[k].var;
  for (size_t i = 0; i < exp->arg_count; i++)
    if (i != k && exp->args[i].var == block) return false;
  return is_dying(lower, stm, block) && !lower_is_block_used_inside(lower, exp, block);
}

// The number of the parameter that the variable is, or the count.
static size_t param_number(const Loop *loop, const Var *var) {
  size_t k = 0;
  while (k < loop->param_count && loop->params[k] != var)
    k++;
  return k;
}

// Finds the parameters that hold nothing but blocks which were allocated for all points, and so
// stay for longer than the loop.
static bool *find_lent(Lower *lower, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  bool *are_lent = arena_array(lower->arena, bool, loop->param_count + 1);
  for (size_t i = 0; i < loop->param_count; i++)
    are_lent[i] = loop->params[i]->type->kind == TYPE_MEM && !lower->options.target.has_device &&
                  bound_of(lower, stm->exp->args[i].var)->is_hoisted;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < loop->param_count; i++) {
      if (!are_lent[i] || are_lent[param_number(loop, loop->body->results[i].var)]) continue;
      are_lent[i] = false;
      has_changed = true;
    }
  }
  return are_lent;
}

// The variables that hold the parameters, with the initial values.
static ImpVar **begin_loop(Lower *lower, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  const bool *are_lent = find_lent(lower, stm);
  ImpVar **vars = arena_array(lower->arena, ImpVar *, loop->param_count + 1);
  for (size_t i = 0; i < loop->param_count; i++) {
    Var *param = loop->params[i];
    Atom init = stm->exp->args[i];
    if (param->type->kind == TYPE_SCALAR) {
      vars[i] = imp_declare(&lower->out, param->name, param->type->scalar, lower_atom(lower, init));
    } else if (param->type->kind == TYPE_MEM) {
      vars[i] = imp_block(&lower->out, param->name);
      vars[i]->is_lent = are_lent[i];
      block_take(lower, vars[i], init, !are_lent[i] && is_init_movable(lower, stm, i));
    } else if (param->type->kind == TYPE_ACC) {
      bind(lower, param)->acc = bound_of(lower, init.var)->acc;
    }
  }
  return vars;
}

static void bind_params(Lower *lower, const Loop *loop, ImpVar *const *vars) {
  for (size_t i = 0; i < loop->param_count; i++) {
    if (loop->params[i]->type->kind == TYPE_SCALAR)
      bind_alias(lower, loop->params[i], imp_use(lower->imp, vars[i]));
    else if (loop->params[i]->type->kind == TYPE_MEM)
      bind_block(lower, loop->params[i], vars[i], true);
  }
}

static bool is_next_block(const Loop *loop, size_t i) {
  return loop->params[i]->type->kind == TYPE_MEM && loop->body->results[i].var != loop->params[i];
}

// Does the parameter let go of its block, which one other takes over?
static bool is_handed_over(const Loop *loop, ImpVar *const *vars, size_t k) {
  size_t takers = 0;
  if (vars[k]->is_lent) return false;
  for (size_t i = 0; i < loop->param_count; i++)
    takers += loop->body->results[i].var == loop->params[k];
  return is_next_block(loop, k) && takers == 1;
}

// The blocks of the next iteration. One that another parameter held is moved, or where more need it
// counted, before any parameter lets go of its own.
static void next_blocks(Lower *lower, const Loop *loop, ImpVar *const *vars) {
  ImpVar **ready = arena_array(lower->arena, ImpVar *, loop->param_count + 1);
  for (size_t i = 0; i < loop->param_count; i++) {
    Atom next = loop->body->results[i];
    size_t from = next.var ? param_number(loop, next.var) : loop->param_count;
    if (!is_next_block(loop, i) || from == loop->param_count) continue;
    ready[i] = imp_block(&lower->out, loop->params[i]->name);
    ready[i]->is_fast = vars[from]->is_fast;
    ready[i]->is_lent = vars[i]->is_lent;
    if (is_handed_over(loop, vars, from))
      imp_move(&lower->out, ready[i], vars[from]);
    else
      imp_ref(&lower->out, ready[i], vars[from]);
  }
  for (size_t i = 0; i < loop->param_count; i++) {
    if (!is_next_block(loop, i)) continue;
    if (!vars[i]->is_lent && !is_handed_over(loop, vars, i)) imp_release(&lower->out, vars[i]);
    if (vars[i]->is_lent)
      imp_ref(&lower->out, vars[i], ready[i]);
    else if (ready[i])
      imp_move(&lower->out, vars[i], ready[i]);
    else
      block_take(lower, vars[i], loop->body->results[i], is_movable(lower, loop->body, i));
  }
}

static void next_values(Lower *lower, const Loop *loop, ImpVar *const *vars) {
  ImpVar **targets = arena_array(lower->arena, ImpVar *, loop->param_count + 1);
  ImpExp **values = arena_array(lower->arena, ImpExp *, loop->param_count + 1);
  size_t count = 0;
  for (size_t i = 0; i < loop->param_count; i++) {
    if (loop->params[i]->type->kind != TYPE_SCALAR) continue;
    ImpExp *value = lower_atom(lower, loop->body->results[i]);
    if (value->kind == IMP_VAR && value->as.var == vars[i]) continue;
    targets[count] = vars[i];
    values[count++] = value;
  }
  assign_all(lower, targets, values, count);
  team_next_round(lower, loop);
  next_blocks(lower, loop, vars);
}

static void lower_for(Lower *lower, const Stm *stm, ImpVar *const *vars) {
  const Loop *loop = stm->exp->as.loop;
  Atom bound = stm->exp->args[stm->exp->arg_count - 1];
  ImpVar *index = imp_var(lower->imp, IMP_SCALAR, loop->index->type->scalar, loop->index->name);
  index->is_const = index->is_index = true;
  ImpExp *zero = imp_const(lower->imp, constant_int(index->scalar, 0));
  ImpFor *node = imp_for(&lower->out, IMP_FOR_PLAIN, index, zero, lower_atom(lower, bound));
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &node->body);
  bind_alias(lower, loop->index, imp_use(lower->imp, index));
  bind_params(lower, loop, vars);
  lower_stms(lower, &loop->body->stms);
  next_values(lower, loop, vars);
  lower->out = saved;
}

static void lower_while(Lower *lower, const Stm *stm, ImpVar *const *vars) {
  const Loop *loop = stm->exp->as.loop;
  ImpStm *node = imp_while(&lower->out);
  ImpBuilder saved = lower->out;
  lower->out = imp_into(&saved, &node->as.branch.head);
  bind_params(lower, loop, vars);
  lower_stms(lower, &loop->condition->stms);
  node->as.branch.condition = lower_atom(lower, loop->condition->results[0]);
  lower->out = imp_into(&saved, &node->as.branch.body);
  bind_params(lower, loop, vars);
  lower_stms(lower, &loop->body->stms);
  next_values(lower, loop, vars);
  lower->out = saved;
}

void lower_repeat(Lower *lower, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  if (!lower->is_device && lower_is_device_loop(lower, stm)) {
    launch_loop(lower, stm);
    return;
  }
  ImpVar **vars = begin_loop(lower, stm);
  team_begin_loop(lower, stm);
  bool is_inner = lower->is_repeated;
  lower->is_repeated = true;
  if (loop->index)
    lower_for(lower, stm, vars);
  else
    lower_while(lower, stm, vars);
  lower->is_repeated = is_inner;
  for (size_t i = 0; i < loop->param_count; i++)
    if (loop->params[i]->type->kind == TYPE_ACC)
      bind(lower, stm->vars[i])->acc = lower->bound[loop->params[i]->index].acc;
  team_end_loop(lower, stm);
  bind_results(lower, stm->vars, vars, stm->var_count);
}

// ---- Calls ----

// The variable that holds the argument for this parameter if nothing needs it after the call;
// otherwise 0.
static ImpExp *argument_owner(Lower *lower, const Stm *stm, const Var *param) {
  const Exp *exp = stm->exp;
  ImpExp *none = imp_i64(lower->imp, 0);
  size_t at = 0;
  while (exp->as.callee->params[at].var != param)
    at++;
  const Var *block = exp->args[at].var;
  for (size_t i = 0; i < exp->arg_count; i++)
    if (i != at && exp->args[i].var == block) return none;
  const Bound *bound = bound_of(lower, exp->args[at].var);
  if (!is_dying(lower, stm, block) || bound->is_hoisted) return none;
  if (bound->owner) return imp_use(lower->imp, bound->owner);
  return bound->is_lent ? none : imp_use(lower->imp, bound->block);
}

void lower_invoke(Lower *lower, const Stm *stm) {
  const Exp *exp = stm->exp;
  ImpVar **targets = declare_results(lower, stm->vars, stm->var_count);
  ImpExps args = {0};
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Type *type = atom_type(exp->args[i]);
    if (type->kind == TYPE_SCALAR)
      vec_push(lower->imp->arena, &args, lower_atom(lower, exp->args[i]));
    else if (type->kind == TYPE_MEM)
      vec_push(lower->imp->arena, &args,
               imp_use(lower->imp, bound_of(lower, exp->args[i].var)->block));
  }
  const Vars *owners = owners_of(lower, exp->as.callee);
  for (size_t i = 0; i < owners->count && !lower->is_device; i++)
    vec_push(lower->imp->arena, &args, argument_owner(lower, stm, owners->data[i]));
  ImpFun *callee = lower->is_device ? device_fun(lower, exp->as.callee)
                                    : map_get(lower->funs, map_key(exp->as.callee));
  if (!lower->is_device) map_put(lower->wanted, map_key(exp->as.callee), exp->as.callee);
  ImpCall *call = imp_call(&lower->out, callee);
  call->args = args;
  for (size_t i = 0; i < stm->var_count; i++)
    if (targets[i]) vec_push(lower->imp->arena, &call->results, targets[i]);
  bind_results(lower, stm->vars, targets, stm->var_count);
}
