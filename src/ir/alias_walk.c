// The walk of the alias analysis: what each statement uses, consumes and binds.
#include "ir/alias_internal.h"
#include "ir/par.h"
#include "ir/type.h"

// ---- Bodies and regions ----

static void walk_stm(Aliases *aliases, const Stm *stm);

void alias_walk_stms(Aliases *aliases, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    walk_stm(aliases, stms->data[i]);
}

Roots *alias_walk_body(Aliases *aliases, const Body *body) {
  alias_walk_stms(aliases, &body->stms);
  aliases->time++;
  Roots *sets = arena_array(aliases->arena, Roots, body->result_count);
  for (size_t i = 0; i < body->result_count; i++) {
    bool is_legal = alias_use(aliases, body->results[i]);
    sets[i] = is_legal ? roots_of(aliases, body->results[i]) : (Roots){0};
  }
  return sets;
}

static void walk_lambda(Aliases *aliases, const Lambda *lambda) {
  if (lambda == NULL) return;
  const char *outer = aliases->region;
  aliases->region = "an operator";
  aliases->depth++;
  for (size_t i = 0; i < lambda->param_count; i++)
    alias_bind_fresh(aliases, lambda->params[i], ROOT_OPERATOR);
  alias_walk_body(aliases, lambda->body);
  aliases->depth--;
  aliases->region = outer;
}

// ---- Branches ----

// Forgets what was consumed since the trail was `mark` long, and notes it.
static void undo_trail(Aliases *aliases, size_t mark, Ids *undone) {
  while (aliases->trail.count > mark) {
    uint32_t id = vec_pop(&aliases->trail);
    root_at(aliases, id)->is_consumed = false;
    vec_push(aliases->arena, undone, id);
  }
}

static void redo_trail(Aliases *aliases, const Ids *undone) {
  for (size_t i = 0; i < undone->count; i++) {
    Root *root = root_at(aliases, undone->data[i]);
    if (root->is_consumed) continue;
    root->is_consumed = true;
    vec_push(aliases->arena, &aliases->trail, undone->data[i]);
  }
}

static void walk_branches(Aliases *aliases, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  alias_use_all(aliases, stm->exp->args, stm->exp->arg_count);
  uint32_t first = (uint32_t)aliases->roots.count;
  size_t mark = aliases->trail.count;
  Ids undone = {0};
  Roots *sets = arena_array(aliases->arena, Roots, stm->var_count);
  for (size_t i = 0; i < branches->body_count; i++) {
    Roots *results = alias_walk_body(aliases, branches->bodies[i]);
    for (size_t k = 0; k < stm->var_count; k++) {
      sets[k] = roots_union(aliases, sets[k], results[k]);
      Atom result = branches->bodies[i]->results[k];
      alias_expect_origin(aliases, result, alias_origin(aliases, atom_var(stm->vars[k])));
      if (i == 0) alias_set_origin(aliases, stm->vars[k], alias_origin(aliases, result));
    }
    undo_trail(aliases, mark, &undone);
  }
  redo_trail(aliases, &undone);
  alias_bind_results(aliases, stm->vars, sets, stm->var_count, first);
}

// ---- Accumulators ----

static void walk_with_acc(Aliases *aliases, const Stm *stm) {
  const WithAcc *with_acc = stm->exp->as.with_acc;
  uint32_t first = (uint32_t)aliases->roots.count;
  size_t dest_count = 0;
  Vec(Roots) dests = {0};
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *decl = &with_acc->accs[i];
    for (size_t k = 0; k < decl->dest_count; k++) {
      vec_push(aliases->arena, &dests, roots_base(aliases, roots_of(aliases, decl->dests[k])));
      alias_consume(aliases, decl->dests[k]);
    }
    dest_count += decl->dest_count;
  }
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *decl = &with_acc->accs[i];
    if (decl->op != NULL) alias_use_all(aliases, decl->neutral, decl->dest_count);
    walk_lambda(aliases, decl->op);
    alias_bind_fresh(aliases, decl->param, ROOT_OWNED);
    alias_set_origin(aliases, decl->param, decl->param);
  }
  Roots *sets = alias_walk_body(aliases, with_acc->body);
  for (size_t i = 0; i < with_acc->acc_count; i++)
    alias_expect_origin(aliases, with_acc->body->results[i], with_acc->accs[i].param);
  for (size_t i = dest_count; i < stm->var_count; i++) {
    Atom result = with_acc->body->results[i - dest_count + with_acc->acc_count];
    alias_set_origin(aliases, stm->vars[i], alias_origin(aliases, result));
  }
  for (size_t i = 0; i < dest_count; i++)
    alias_bind_heir(aliases, stm->vars[i], dests.data[i], false);
  alias_bind_results(aliases, stm->vars + dest_count, sets + with_acc->acc_count,
                     stm->var_count - dest_count, first);
}

// ---- par ----

static void consume_outputs(Aliases *aliases, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (mode_has(output->mode, TRAIT_WRITES))
      for (size_t k = 0; k < output->value_count; k++)
        alias_consume(aliases, output->dests[k]);
  }
}

static void walk_operators(Aliases *aliases, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (output->op == NULL) continue;
    alias_use_all(aliases, output->neutral, output->value_count);
    walk_lambda(aliases, output->op);
  }
}

static void walk_thunk(Aliases *aliases, const Thunk *thunk) {
  alias_walk_stms(aliases, &thunk->stms);
  aliases->time++;
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    alias_use_all(aliases, output->indices, output->index_count);
    alias_use_all(aliases, output->values, output->value_count);
  }
}

// Binds the results of a thunk from result `next` on; returns how many there are so far.
static size_t bind_outputs(Aliases *aliases, const Stm *stm, const Thunk *thunk, bool has_scans,
                           Roots *dest_bases, size_t next) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    size_t count = output_count_results(output) + output->value_count;
    if (mode_has(output->mode, TRAIT_RUNNING) && !has_scans) continue;
    for (size_t k = 0; k < count && next < stm->var_count; k++, next++) {
      alias_bind_heir(aliases, stm->vars[next], dest_bases[next], false);
      if (mode_has(output->mode, TRAIT_HANDS_ON))
        alias_set_origin(aliases, stm->vars[next], alias_origin(aliases, output->values[k]));
    }
  }
  return next;
}

// The storage that put and combine outputs own, by result.
static size_t collect_dest_bases(Aliases *aliases, const Thunk *thunk, bool has_scans, Roots *bases,
                                 size_t next) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (mode_has(output->mode, TRAIT_RUNNING) && !has_scans) continue;
    next += output_count_results(output);
    bool has_dests = mode_has(output->mode, TRAIT_WRITES);
    for (size_t k = 0; k < output->value_count; k++, next++)
      if (has_dests) bases[next] = roots_base(aliases, roots_of(aliases, output->dests[k]));
  }
  return next;
}

static void bind_inputs(Aliases *aliases, const ParInput *inputs, size_t count,
                        const Roots *bases) {
  for (size_t i = 0; i < count; i++) {
    alias_bind_heir(aliases, inputs[i].inside, bases[i], false);
    Atom outside = {.var = inputs[i].outside};
    alias_set_origin(aliases, inputs[i].inside, alias_origin(aliases, outside));
  }
}

static Roots *consume_inputs(Aliases *aliases, const ParInput *inputs, size_t count) {
  Roots *bases = arena_array(aliases->arena, Roots, count);
  for (size_t i = 0; i < count; i++) {
    Atom outside = {.var = inputs[i].outside};
    bases[i] = roots_base(aliases, roots_of(aliases, outside));
    alias_consume(aliases, outside);
  }
  return bases;
}

static void walk_par(Aliases *aliases, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  const char *outer = aliases->region;
  Roots *dest_bases = arena_array(aliases->arena, Roots, stm->var_count);
  size_t split = collect_dest_bases(aliases, &par->body, !par->has_epilogue, dest_bases, 0);
  if (par->has_epilogue) collect_dest_bases(aliases, &par->epilogue, true, dest_bases, split);
  for (size_t k = 0; k < par->rank; k++)
    alias_use(aliases, (Atom){.var = par->space[k].var});
  Roots *consumed = consume_inputs(aliases, par->consumed, par->consumed_count);
  Roots *accs = consume_inputs(aliases, par->accs, par->acc_count);
  consume_outputs(aliases, &par->body);
  if (par->has_epilogue) consume_outputs(aliases, &par->epilogue);
  walk_operators(aliases, &par->body);
  if (par->has_epilogue) walk_operators(aliases, &par->epilogue);
  aliases->depth++;
  aliases->region = "a par";
  for (size_t k = 0; k < par->rank; k++)
    alias_bind(aliases, par->indices[k], (Roots){0});
  bind_inputs(aliases, par->consumed, par->consumed_count, consumed);
  bind_inputs(aliases, par->accs, par->acc_count, accs);
  walk_thunk(aliases, &par->body);
  if (par->has_epilogue) {
    for (size_t k = 0; k < par->scan_param_count; k++)
      alias_bind_fresh(aliases, par->scan_params[k], ROOT_OPERATOR);
    walk_thunk(aliases, &par->epilogue);
  }
  aliases->depth--;
  aliases->region = outer;
  split = bind_outputs(aliases, stm, &par->body, !par->has_epilogue, dest_bases, 0);
  if (par->has_epilogue) bind_outputs(aliases, stm, &par->epilogue, true, dest_bases, split);
}

// ---- Calls ----

// The n-th accumulator that a function gives is made from the n-th that it takes.
static const Var *accumulator_param(const Fun *fun, size_t n, size_t *position) {
  for (size_t i = 0; i < fun->param_count; i++) {
    if (fun->params[i].var->type->kind != TYPE_ACC || n-- > 0) continue;
    *position = i;
    return fun->params[i].var;
  }
  return NULL;
}

static void bind_call_origins(Aliases *aliases, const Stm *stm) {
  size_t n = 0;
  for (size_t k = 0; k < stm->var_count; k++) {
    size_t i = 0;
    if (stm->vars[k]->type->kind == TYPE_ACC &&
        accumulator_param(stm->exp->as.callee, n++, &i) != NULL)
      alias_set_origin(aliases, stm->vars[k], alias_origin(aliases, stm->exp->args[i]));
  }
}

static void check_fun_origins(Aliases *aliases, const Fun *fun) {
  size_t n = 0;
  for (size_t k = 0; k < fun->result_count; k++) {
    size_t i = 0;
    if (fun->results[k].var->type->kind == TYPE_ACC)
      alias_expect_origin(aliases, fun->body->results[k], accumulator_param(fun, n++, &i));
  }
}

// Non-consumed arguments are used after the others were consumed: they must not share storage.
static void walk_call(Aliases *aliases, const Stm *stm) {
  bind_call_origins(aliases, stm);
  const Fun *callee = stm->exp->as.callee;
  const Atom *args = stm->exp->args;
  Roots given = {0};
  Roots *roots = arena_array(aliases->arena, Roots, callee->param_count);
  for (size_t i = 0; i < callee->param_count; i++) {
    roots[i] = roots_of(aliases, args[i]);
    if (callee->params[i].is_consumed)
      given = roots_union(aliases, given, roots_base(aliases, roots[i]));
  }
  for (size_t i = 0; i < callee->param_count; i++)
    if (callee->params[i].is_consumed) alias_consume(aliases, args[i]);
  for (size_t i = 0; i < callee->param_count; i++)
    if (!callee->params[i].is_consumed) alias_use(aliases, args[i]);
  // The results of an entry point may share storage with each other, those of a function not.
  const Var *first = NULL;
  for (size_t k = 0; k < stm->var_count; k++) {
    const Result *result = &callee->results[k];
    const Var *var = stm->vars[k];
    if (callee->entry != NULL && first != NULL && alias_has_storage(var->type))
      alias_bind(aliases, var, roots_of(aliases, (Atom){.var = (Var *)first}));
    else
      alias_bind_heir(aliases, var, given, true);
    if (!alias_has_storage(var->type)) continue;
    if (first == NULL) first = var;
    Roots set = roots_of(aliases, (Atom){.var = (Var *)var});
    for (size_t i = 0; i < result->alias_count; i++)
      if (!callee->params[result->aliases[i]].is_consumed)
        set = roots_union(aliases, set, roots[result->aliases[i]]);
    alias_bind(aliases, var, set);
  }
}

// ---- Other statements ----

static void bind_all_fresh(Aliases *aliases, const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    alias_bind_fresh(aliases, stm->vars[i], ROOT_OWNED);
}

static void walk_update(Aliases *aliases, const Stm *stm) {
  const Exp *exp = stm->exp;
  Roots base = roots_base(aliases, roots_of(aliases, exp->args[0]));
  alias_consume(aliases, exp->args[0]);
  alias_use_all(aliases, exp->args + 1, exp->arg_count - 1);
  for (size_t i = 0; i < stm->var_count; i++) {
    alias_bind_heir(aliases, stm->vars[i], base, false);
    alias_set_origin(aliases, stm->vars[i], alias_origin(aliases, exp->args[0]));
  }
}

// The last result is a view of the array; lengths in front of it may be views of its lengths.
static void walk_view(Aliases *aliases, const Stm *stm) {
  const Exp *exp = stm->exp;
  alias_use_all(aliases, exp->args, exp->arg_count);
  Roots lengths = {0};
  const Var *array = exp->args[0].var;
  for (uint32_t k = 0; array != NULL && k < array->type->rank; k++)
    lengths =
        roots_union(aliases, lengths, roots_of(aliases, (Atom){.var = array->type->dims[k].var}));
  for (size_t i = 0; i < stm->var_count; i++) {
    Roots roots = i + 1 == stm->var_count ? roots_of(aliases, exp->args[0]) : lengths;
    alias_bind(aliases, stm->vars[i], alias_has_storage(stm->vars[i]->type) ? roots : (Roots){0});
  }
}

static void walk_opaque(Aliases *aliases, const Stm *stm) {
  const Exp *exp = stm->exp;
  for (size_t i = 0; i < stm->var_count; i++) {
    bool is_legal = alias_use(aliases, exp->args[i]);
    alias_set_origin(aliases, stm->vars[i], alias_origin(aliases, exp->args[i]));
    if (is_legal && stm->vars[i]->type->kind != TYPE_ACC)
      alias_bind(aliases, stm->vars[i], roots_of(aliases, exp->args[i]));
    else
      alias_bind_fresh(aliases, stm->vars[i], ROOT_OWNED);
  }
}

static void walk_exp(Aliases *aliases, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_IF || exp->op == OP_SWITCH)
    walk_branches(aliases, stm);
  else if (exp->op == OP_LOOP)
    alias_walk_loop(aliases, stm);
  else if (exp->op == OP_PAR)
    walk_par(aliases, stm);
  else if (exp->op == OP_WITH_ACC)
    walk_with_acc(aliases, stm);
  else if (exp->op == OP_CALL)
    walk_call(aliases, stm);
  else if (exp->op == OP_OPAQUE)
    walk_opaque(aliases, stm);
  else if (op_has(exp->op, FLAG_CONSUMES))
    walk_update(aliases, stm);
  else if (op_has(exp->op, FLAG_VIEW))
    walk_view(aliases, stm);
  else {
    alias_use_all(aliases, exp->args, exp->arg_count);
    bind_all_fresh(aliases, stm);
  }
}

static void walk_stm(Aliases *aliases, const Stm *stm) {
  const Stm *outer = aliases->stm;
  Span outer_span = aliases->span;
  aliases->stm = stm;
  aliases->span = stm->span;
  aliases->time++;
  walk_exp(aliases, stm);
  aliases->stm = outer;
  aliases->span = outer_span;
}

// ---- Functions and globals ----

static bool is_declared(const Fun *fun, const Result *result, const Var *param) {
  for (size_t i = 0; i < result->alias_count; i++)
    if (fun->params[result->aliases[i]].var == param) return true;
  return false;
}

static void check_result(Aliases *aliases, const Fun *fun, size_t k, Roots roots) {
  const Result *result = &fun->results[k];
  for (uint32_t i = 0; i < roots.count; i++) {
    Root *root = root_at(aliases, roots.ids[i]);
    bool is_declared_param = root->kind == ROOT_PARAM && is_declared(fun, result, root->var);
    AliasViolation violation = {.var = result->var, .other = root->var};
    if (root->kind == ROOT_GLOBAL || (root->kind == ROOT_PARAM && !is_declared_param)) {
      violation.rule = ALIAS_RESULT;
      violation.place = root->kind == ROOT_GLOBAL ? "global" : "parameter";
      alias_report(aliases, violation);
      return;
    }
    if (root->kind != ROOT_PARAM && root->result != 0 && fun->entry == NULL) {
      violation.rule = ALIAS_RESULTS_SHARE;
      violation.other = fun->results[root->result - 1].var;
      alias_report(aliases, violation);
      return;
    }
  }
  for (uint32_t i = 0; i < roots.count; i++)
    root_at(aliases, roots.ids[i])->result = (uint32_t)k + 1;
}

void alias_walk_fun(Aliases *aliases, const Fun *fun) {
  aliases->fun = fun;
  aliases->span = fun->span;
  aliases->stm = NULL;
  aliases->depth = 1;
  aliases->trail.count = 0;
  for (size_t i = 0; i < fun->param_count; i++) {
    const Var *param = fun->params[i].var;
    alias_bind_fresh(aliases, param, fun->params[i].is_consumed ? ROOT_OWNED : ROOT_PARAM);
    alias_set_origin(aliases, param, param);
  }
  Roots *sets = alias_walk_body(aliases, fun->body);
  check_fun_origins(aliases, fun);
  for (size_t k = 0; k < fun->result_count; k++)
    if (fun->results[k].var->type->kind != TYPE_ACC) check_result(aliases, fun, k, sets[k]);
}

void alias_walk_global(Aliases *aliases, const Global *global) {
  aliases->fun = NULL;
  aliases->span = global->span;
  aliases->stm = NULL;
  aliases->depth = 1;
  aliases->trail.count = 0;
  alias_walk_body(aliases, global->body);
  aliases->depth = 0;
  for (size_t i = 0; i < global->var_count; i++)
    alias_bind_fresh(aliases, global->vars[i], ROOT_GLOBAL);
}
