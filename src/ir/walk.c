#include "ir/walk.h"

#include "ir/map.h"

static void walk_use(Walker *walker, Var *var) {
  if (walker->use) walker->use(walker, var);
}

static void walk_bind(Walker *walker, Var *var) {
  walk_type(walker, var->type);
  if (walker->bind) walker->bind(walker, var);
}

static void walk_binds(Walker *walker, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++)
    walk_bind(walker, vars[i]);
}

static void walk_dims(Walker *walker, const Dim *dims, size_t rank) {
  for (size_t i = 0; i < rank; i++) {
    if (dims[i].var) walk_use(walker, dims[i].var);
  }
}

static void walk_place(Walker *walker, const Place *place, size_t rank) {
  walk_use(walker, place->block);
  walk_atoms(walker, &place->offset, 1);
  if (place->strides) walk_atoms(walker, place->strides, rank);
}

void walk_type(Walker *walker, const Type *type) {
  walk_dims(walker, type->dims, type->rank);
  if (type->place) walk_place(walker, type->place, type->rank);
  for (size_t i = 0; i < type->acc_count; i++)
    walk_type(walker, type->acc_types[i]);
}

void walk_atoms(Walker *walker, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (atoms[i].var) walk_use(walker, atoms[i].var);
  }
}

void walk_body(Walker *walker, const Body *body) {
  walk_stms(walker, &body->stms);
  walk_atoms(walker, body->results, body->result_count);
}

void walk_lambda(Walker *walker, const Lambda *lambda) {
  walk_binds(walker, lambda->params, lambda->param_count);
  walk_body(walker, lambda->body);
}

// What an output takes from inside the thunk.
static void walk_output(Walker *walker, const Output *output) {
  walk_atoms(walker, &output->selector, 1);
  walk_atoms(walker, output->indices, output->index_count);
  walk_atoms(walker, output->values, output->value_count);
}

// What the outputs take from around the par.
static void walk_outputs_outside(Walker *walker, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    if (output->op) walk_lambda(walker, output->op);
    if (output->neutral) walk_atoms(walker, output->neutral, output->value_count);
    if (output->dests) walk_atoms(walker, output->dests, output->value_count);
  }
}

void walk_thunk(Walker *walker, const Thunk *thunk) {
  walk_stms(walker, &thunk->stms);
  for (size_t i = 0; i < thunk->output_count; i++)
    walk_output(walker, &thunk->outputs[i]);
}

static void walk_par(Walker *walker, const Par *par) {
  walk_outputs_outside(walker, &par->body);
  if (par->has_epilogue) walk_outputs_outside(walker, &par->epilogue);
  walk_dims(walker, par->space, par->rank);
  for (const Plan *plan = par->plan; plan && plan->otherwise; plan = plan->otherwise)
    walk_atoms(walker, &plan->condition, 1);
  for (size_t i = 0; i < par->consumed_count; i++)
    walk_use(walker, par->consumed[i].outside);
  for (size_t i = 0; i < par->acc_count; i++)
    walk_use(walker, par->accs[i].outside);
  walk_binds(walker, par->indices, par->rank);
  for (size_t i = 0; i < par->consumed_count; i++)
    walk_bind(walker, par->consumed[i].inside);
  for (size_t i = 0; i < par->acc_count; i++)
    walk_bind(walker, par->accs[i].inside);
  walk_thunk(walker, &par->body);
  if (!par->has_epilogue) return;
  walk_binds(walker, par->scan_params, par->scan_param_count);
  walk_thunk(walker, &par->epilogue);
}

static void walk_loop(Walker *walker, const Loop *loop) {
  walk_binds(walker, loop->params, loop->param_count);
  if (loop->index) walk_bind(walker, loop->index);
  if (loop->condition) walk_body(walker, loop->condition);
  walk_body(walker, loop->body);
}

static void walk_with_acc(Walker *walker, const WithAcc *with_acc) {
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    walk_atoms(walker, acc->dests, acc->dest_count);
    if (!acc->op) continue;
    walk_lambda(walker, acc->op);
    walk_atoms(walker, acc->neutral, acc->dest_count);
  }
  for (size_t i = 0; i < with_acc->acc_count; i++)
    walk_bind(walker, with_acc->accs[i].param);
  walk_body(walker, with_acc->body);
}

void walk_exp(Walker *walker, const Exp *exp) {
  walk_atoms(walker, exp->args, exp->arg_count);
  if (!op_has(exp->op, FLAG_BODIES)) return;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      walk_body(walker, exp->as.branches.bodies[i]);
  } else if (exp->op == OP_LOOP) {
    walk_loop(walker, exp->as.loop);
  } else if (exp->op == OP_PAR) {
    walk_par(walker, exp->as.par);
  } else if (exp->op == OP_WITH_ACC) {
    walk_with_acc(walker, exp->as.with_acc);
  } else {
    INTERNAL_ERROR("the walker does not know the bodies of %s", op_info(exp->op)->text);
  }
}

void walk_stm(Walker *walker, Stm *stm) {
  if (walker->enter && !walker->enter(walker, stm)) return;
  for (size_t i = 0; i < stm->cert_count; i++)
    walk_use(walker, stm->certs[i]);
  walk_exp(walker, stm->exp);
  walk_binds(walker, stm->vars, stm->var_count);
  if (walker->leave) walker->leave(walker, stm);
}

void walk_stms(Walker *walker, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++)
    walk_stm(walker, stms->data[i]);
}

void walk_fun(Walker *walker, Fun *fun) {
  for (size_t i = 0; i < fun->param_count; i++)
    walk_bind(walker, fun->params[i].var);
  for (size_t i = 0; i < fun->result_count; i++)
    walk_bind(walker, fun->results[i].var);
  walk_body(walker, fun->body);
}

void walk_global(Walker *walker, Global *global) {
  walk_body(walker, global->body);
  walk_binds(walker, global->vars, global->var_count);
}

void walk_program(Walker *walker, Program *program) {
  for (size_t i = 0; i < program->globals.count; i++)
    walk_global(walker, program->globals.data[i]);
  for (size_t i = 0; i < program->funs.count; i++)
    walk_fun(walker, program->funs.data[i]);
}

// ---- Sets of variables ----

VarSet varset_new(Arena *arena) { return (VarSet){.map = map_new(arena)}; }

bool varset_has(const VarSet *set, const Var *var) {
  return map_find(set->map, map_key(var), NULL);
}

bool varset_add(VarSet *set, Var *var) {
  if (varset_has(set, var)) return false;
  map_put(set->map, map_key(var), var);
  return true;
}

size_t varset_count(const VarSet *set) { return map_count(set->map); }

bool varset_each(const VarSet *set, size_t *cursor, Var **var) {
  MapEntry entry;
  if (!map_each(set->map, cursor, &entry)) return false;
  *var = entry.value;
  return true;
}

// ---- Free and bound variables ----

typedef struct FreeVars {
  VarSet bound, free;
} FreeVars;

static void free_use(Walker *walker, Var *var) {
  FreeVars *vars = walker->context;
  if (!varset_has(&vars->bound, var)) varset_add(&vars->free, var);
}

static void free_bind(Walker *walker, Var *var) {
  FreeVars *vars = walker->context;
  varset_add(&vars->bound, var);
}

static FreeVars free_vars_new(Arena *arena) {
  return (FreeVars){.bound = varset_new(arena), .free = varset_new(arena)};
}

static Walker free_walker(FreeVars *vars) {
  return (Walker){.context = vars, .use = free_use, .bind = free_bind};
}

VarSet free_vars_exp(Arena *arena, const Exp *exp) {
  FreeVars vars = free_vars_new(arena);
  Walker walker = free_walker(&vars);
  walk_exp(&walker, exp);
  return vars.free;
}

VarSet free_vars_stm(Arena *arena, Stm *stm) {
  FreeVars vars = free_vars_new(arena);
  Walker walker = free_walker(&vars);
  walk_stm(&walker, stm);
  return vars.free;
}

VarSet free_vars_body(Arena *arena, const Body *body) {
  FreeVars vars = free_vars_new(arena);
  Walker walker = free_walker(&vars);
  walk_body(&walker, body);
  return vars.free;
}

VarSet free_vars_lambda(Arena *arena, const Lambda *lambda) {
  FreeVars vars = free_vars_new(arena);
  Walker walker = free_walker(&vars);
  walk_lambda(&walker, lambda);
  return vars.free;
}

VarSet bound_vars_stms(Arena *arena, const Stms *stms) {
  FreeVars vars = free_vars_new(arena);
  Walker walker = {.context = &vars, .bind = free_bind};
  walk_stms(&walker, stms);
  return vars.bound;
}

VarSet bound_vars_par(Arena *arena, const Par *par) {
  FreeVars vars = free_vars_new(arena);
  Walker walker = {.context = &vars, .bind = free_bind};
  walk_stms(&walker, &par->body.stms);
  walk_stms(&walker, &par->epilogue.stms);
  for (size_t i = 0; i < par->rank; i++)
    varset_add(&vars.bound, par->indices[i]);
  for (size_t i = 0; i < par->scan_param_count; i++)
    varset_add(&vars.bound, par->scan_params[i]);
  return vars.bound;
}

// ---- Consumption ----

typedef struct Consumption {
  Arena *arena;
  Vars *vars;
} Consumption;

static void consume(Consumption *consumption, Var *var) {
  if (var) vec_push(consumption->arena, consumption->vars, var);
}

static void consume_outputs(Consumption *consumption, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    for (size_t k = 0; output->dests && k < output->value_count; k++)
      consume(consumption, output->dests[k].var);
  }
}

static void consume_par(Consumption *consumption, const Par *par) {
  for (size_t i = 0; i < par->consumed_count; i++)
    consume(consumption, par->consumed[i].outside);
  for (size_t i = 0; i < par->acc_count; i++)
    consume(consumption, par->accs[i].outside);
  consume_outputs(consumption, &par->body);
  consume_outputs(consumption, &par->epilogue);
}

// What a loop consumes of its parameters it takes from their initial values.
static bool consumption_enter(Walker *walker, Stm *stm) {
  Consumption *consumption = walker->context;
  const Exp *exp = stm->exp;
  if (exp->op == OP_PAR) {
    consume_par(consumption, exp->as.par);
  } else if (exp->op == OP_WITH_ACC) {
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++) {
      const AccDecl *acc = &exp->as.with_acc->accs[i];
      for (size_t k = 0; k < acc->dest_count; k++)
        consume(consumption, acc->dests[k].var);
    }
  } else if (exp->op == OP_CALL) {
    for (size_t i = 0; i < exp->arg_count; i++)
      if (exp->as.callee->params[i].is_consumed) consume(consumption, exp->args[i].var);
  } else if (op_has(exp->op, FLAG_CONSUMES)) {
    consume(consumption, exp->args[0].var);
  }
  return true;
}

void consumed_by_stm(Arena *arena, Stm *stm, Vars *vars) {
  Consumption consumption = {arena, vars};
  Walker walker = {.context = &consumption, .enter = consumption_enter};
  walk_stm(&walker, stm);
}

// ---- Globals ----

typedef struct Needs {
  Map *numbers; // Var -> its global's number, from 1
  Map *seen;    // functions
  bool *is_needed;
  bool is_direct; // what a needed global needs itself is left out
  Vec(const Body *) pending;
  const Program *program;
  Arena *arena;
} Needs;

static void need_global(Needs *needs, size_t number) {
  if (needs->is_needed[number]) return;
  needs->is_needed[number] = true;
  if (!needs->is_direct)
    vec_push(needs->arena, &needs->pending, needs->program->globals.data[number]->body);
}

static void need_var(Walker *walker, Var *var) {
  Needs *needs = walker->context;
  size_t number = (size_t)(uintptr_t)map_get(needs->numbers, map_key(var));
  if (number > 0) need_global(needs, number - 1);
}

static bool need_callee(Walker *walker, Stm *stm) {
  Needs *needs = walker->context;
  if (stm->exp->op != OP_CALL) return true;
  Fun *callee = stm->exp->as.callee;
  if (map_find(needs->seen, map_key(callee), NULL)) return true;
  map_put(needs->seen, map_key(callee), callee);
  vec_push(needs->arena, &needs->pending, callee->body);
  return true;
}

static Needs needs_new(Arena *arena, const Program *program) {
  size_t count = program->globals.count;
  Needs needs = {.arena = arena, .program = program};
  needs.numbers = map_new(arena);
  needs.seen = map_new(arena);
  needs.is_needed = arena_array(arena, bool, count + 1);
  for (size_t i = 0; i < count; i++) {
    const Global *global = program->globals.data[i];
    for (size_t k = 0; k < global->var_count; k++)
      map_put(needs.numbers, map_key(global->vars[k]), (void *)(uintptr_t)(i + 1));
  }
  return needs;
}

static void need_pending(Needs *needs) {
  Walker walker = {.context = needs, .use = need_var, .enter = need_callee};
  while (needs->pending.count > 0)
    walk_body(&walker, vec_pop(&needs->pending));
}

bool *globals_needed(Arena *arena, const Program *program, const Fun *fun) {
  Needs needs = needs_new(arena, program);
  for (size_t i = 0; fun == NULL && i < program->globals.count; i++)
    if (!program->globals.data[i]->is_late) need_global(&needs, i);
  if (fun != NULL) vec_push(arena, &needs.pending, fun->body);
  need_pending(&needs);
  return needs.is_needed;
}

typedef Vec(uint32_t) Numbers;

typedef struct Sorting {
  Numbers *needed; // of each global, without what these need
  bool *is_placed;
  Global **globals; // as they were
  Program *program;
} Sorting;

static void sort_global(Sorting *sorting, uint32_t number) {
  if (sorting->is_placed[number]) return;
  sorting->is_placed[number] = true;
  for (size_t i = 0; i < sorting->needed[number].count; i++)
    sort_global(sorting, sorting->needed[number].data[i]);
  vec_push(sorting->program->arena, &sorting->program->globals, sorting->globals[number]);
}

void program_sort_globals(Program *program) {
  size_t count = program->globals.count;
  Arena *arena = arena_new();
  Needs needs = needs_new(arena, program);
  Sorting sorting = {.program = program, .globals = arena_array(arena, Global *, count + 1)};
  sorting.is_placed = arena_array(arena, bool, count + 1);
  sorting.needed = arena_array(arena, Numbers, count + 1);
  needs.is_direct = true;
  bool is_sorted = true;
  for (uint32_t i = 0; i < count; i++) {
    sorting.globals[i] = program->globals.data[i];
    needs.seen = map_new(arena);
    vec_push(arena, &needs.pending, program->globals.data[i]->body);
    need_pending(&needs);
    for (uint32_t k = 0; k < count; k++) {
      if (needs.is_needed[k]) vec_push(arena, &sorting.needed[i], k);
      is_sorted = is_sorted && !(needs.is_needed[k] && k >= i);
      needs.is_needed[k] = false;
    }
  }
  if (!is_sorted) program->globals.count = 0;
  for (uint32_t i = 0; i < count && !is_sorted; i++)
    sort_global(&sorting, i);
  arena_free(arena);
}

// ---- Calls ----

typedef struct Calls {
  Walker walker;
  Arena *arena;
  Map *seen;       // functions that were looked at
  const Fun *goal; // NULL: any function that reaches itself
  bool is_effect;  // an effect is the goal
  bool is_found;
} Calls;

static bool calls_enter(Walker *walker, Stm *stm) {
  Calls *calls = walker->context;
  if (calls->is_effect && op_has(stm->exp->op, FLAG_ACTS)) calls->is_found = true;
  if (stm->exp->op != OP_CALL || calls->is_found) return !calls->is_found;
  Fun *callee = stm->exp->as.callee;
  calls->is_found = callee == calls->goal;
  if (calls->is_found || map_find(calls->seen, map_key(callee), NULL)) return true;
  map_put(calls->seen, map_key(callee), callee);
  if (!calls->goal && !calls->is_effect) calls->is_found = fun_is_recursive(calls->arena, callee);
  if (!calls->is_found) walk_body(walker, callee->body);
  return true;
}

static bool body_reaches(Arena *arena, const Body *body, const Fun *goal) {
  Calls calls = {.arena = arena, .seen = map_new(arena), .goal = goal};
  calls.walker = (Walker){.context = &calls, .enter = calls_enter};
  walk_body(&calls.walker, body);
  return calls.is_found;
}

bool fun_reaches(Arena *arena, const Fun *fun, const Fun *goal) {
  return body_reaches(arena, fun->body, goal);
}

bool fun_is_recursive(Arena *arena, const Fun *fun) { return fun_reaches(arena, fun, fun); }

bool body_reaches_recursion(Arena *arena, const Body *body) {
  return body_reaches(arena, body, NULL);
}

static bool look_for_effects(Walker *walker, Stm *stm) {
  *(bool *)walker->context |= op_has(stm->exp->op, FLAG_ACTS);
  return true;
}

bool program_has_effects(const Program *program) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = look_for_effects};
  walk_program(&walker, (Program *)program);
  return is_found;
}

static bool par_reaches(Arena *arena, const Par *par, bool is_effect) {
  Calls calls = {.arena = arena, .seen = map_new(arena), .is_effect = is_effect};
  calls.walker = (Walker){.context = &calls, .enter = calls_enter};
  Exp exp = {.op = OP_PAR, .as.par = (Par *)par};
  walk_exp(&calls.walker, &exp);
  return calls.is_found;
}

bool par_reaches_recursion(Arena *arena, const Par *par) { return par_reaches(arena, par, false); }

bool body_reaches_effect(Arena *arena, const Body *body) {
  Calls calls = {.arena = arena, .seen = map_new(arena), .is_effect = true};
  calls.walker = (Walker){.context = &calls, .enter = calls_enter};
  walk_body(&calls.walker, body);
  return calls.is_found;
}

bool par_reaches_effect(Arena *arena, const Par *par) { return par_reaches(arena, par, true); }

bool stm_reaches_effect(Arena *arena, const Stm *stm) {
  Calls calls = {.arena = arena, .seen = map_new(arena), .is_effect = true};
  calls.walker = (Walker){.context = &calls, .enter = calls_enter};
  walk_stm(&calls.walker, (Stm *)stm);
  return calls.is_found;
}
