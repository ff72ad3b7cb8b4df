// Slots and last uses: where each object of a function is used for the last time.
//
// Bodies are walked backwards; a use of a variable that is not live yet is its last. If the
// operand can be handed over, the last use does so; otherwise the object is dropped after the
// statement. A loop, a par and an operator form a region that may run many times: a variable from
// outside is dropped after the statement that owns the region, never inside. A branch in which a
// variable is not used, but that dies in another branch, drops it at its start.
#include "interp/interp_internal.h"
#include "ir/par.h"

// The slot of a global that this function has not used yet.
#define SLOT_GLOBAL UINT32_MAX

typedef VarList VarLog;

// `log` lists what became live since the innermost branch (or region) began.
typedef struct InterpRegion {
  struct InterpRegion *parent;
  uint32_t depth;
  const Stm *owner;
  VarLog *owner_log;
} InterpRegion;

struct LiveState {
  Arena *arena;
  Liveness live;
  bool *is_live, *is_bound;
  uint32_t *depths; // of the region that binds the variable
  uint32_t *stamps, stamp;
  InterpRegion *region;
  VarLog *log;
  const Stm *stm;
};

bool interp_is_object_type(const Type *type) {
  return type->kind == TYPE_ARRAY || type->kind == TYPE_SEG || type->kind == TYPE_ACC;
}

uint32_t liveness_slot(const Liveness *liveness, const Var *var) {
  uint32_t slot = liveness->slots[var->index];
  return interp_is_object_type(var->type) ? slot : slot + liveness->object_count;
}

// ---- Numbering ----

static void number_body(LiveState *state, const Body *body, uint32_t depth);

static void number_var(LiveState *state, const Var *var, uint32_t depth) {
  bool is_object = interp_is_object_type(var->type);
  state->depths[var->index] = depth;
  state->live.slots[var->index] =
      is_object ? state->live.object_count++ : state->live.scalar_count++;
}

static void number_vars(LiveState *state, Var *const *vars, size_t count, uint32_t depth) {
  for (size_t i = 0; i < count; i++)
    number_var(state, vars[i], depth);
}

static void number_lambda(LiveState *state, const Lambda *lambda, uint32_t depth) {
  if (lambda == NULL) return;
  number_vars(state, lambda->params, lambda->param_count, depth + 1);
  number_body(state, lambda->body, depth + 1);
}

static void number_stms(LiveState *state, const Stms *stms, uint32_t depth);

static void number_thunk(LiveState *state, const Thunk *thunk, uint32_t depth) {
  number_stms(state, &thunk->stms, depth + 1);
  for (size_t i = 0; i < thunk->output_count; i++)
    number_lambda(state, thunk->outputs[i].op, depth);
}

static void number_par(LiveState *state, const Par *par, uint32_t depth) {
  number_vars(state, par->indices, par->rank, depth + 1);
  for (size_t i = 0; i < par->consumed_count; i++)
    number_var(state, par->consumed[i].inside, depth + 1);
  for (size_t i = 0; i < par->acc_count; i++)
    number_var(state, par->accs[i].inside, depth + 1);
  number_thunk(state, &par->body, depth);
  if (!par->has_epilogue) return;
  number_vars(state, par->scan_params, par->scan_param_count, depth + 1);
  number_thunk(state, &par->epilogue, depth);
}

static void number_exp(LiveState *state, const Exp *exp, uint32_t depth) {
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++)
      number_body(state, exp->as.branches.bodies[i], depth);
  } else if (exp->op == OP_LOOP) {
    const Loop *loop = exp->as.loop;
    number_vars(state, loop->params, loop->param_count, depth + 1);
    if (loop->index != NULL) number_var(state, loop->index, depth + 1);
    if (loop->condition != NULL) number_body(state, loop->condition, depth + 1);
    number_body(state, loop->body, depth + 1);
  } else if (exp->op == OP_PAR) {
    number_par(state, exp->as.par, depth);
  } else if (exp->op == OP_WITH_ACC) {
    const WithAcc *with_acc = exp->as.with_acc;
    for (size_t i = 0; i < with_acc->acc_count; i++) {
      number_var(state, with_acc->accs[i].param, depth);
      number_lambda(state, with_acc->accs[i].op, depth);
    }
    number_body(state, with_acc->body, depth);
  }
}

static void number_stms(LiveState *state, const Stms *stms, uint32_t depth) {
  for (size_t i = 0; i < stms->count; i++) {
    number_vars(state, stms->data[i]->vars, stms->data[i]->var_count, depth);
    number_exp(state, stms->data[i]->exp, depth);
  }
}

static void number_body(LiveState *state, const Body *body, uint32_t depth) {
  number_stms(state, &body->stms, depth);
}

// ---- Uses ----

static void drop_at(LiveState *state, Map *map, const void *place, const Var *var) {
  SlotList *list = map_get(map, map_key(place));
  if (list == NULL) {
    list = arena_make(state->arena, SlotList);
    map_put(map, map_key(place), list);
  }
  vec_push(state->arena, list, liveness_slot(&state->live, var));
}

// A use; `key` is where the operand is found when the object can be handed over there.
static void use_var(LiveState *state, Var *var, const void *key) {
  if (state->live.slots[var->index] == SLOT_GLOBAL) {
    number_var(state, var, 0);
    vec_push(state->arena, &state->live.imports, var);
    state->is_live[var->index] = true; // to the end of the frame
    return;
  }
  if (!interp_is_object_type(var->type) || state->is_live[var->index]) return;
  state->is_live[var->index] = true;
  uint32_t depth = state->depths[var->index];
  if (depth == state->region->depth) {
    vec_push(state->arena, state->log, var);
    if (key != NULL)
      map_put(state->live.last_uses, map_key(key), state);
    else
      drop_at(state, state->live.drops_after, state->stm, var);
    return;
  }
  const InterpRegion *region = state->region;
  while (region->depth != depth + 1)
    region = region->parent;
  vec_push(state->arena, region->owner_log, var);
  drop_at(state, state->live.drops_after, region->owner, var);
}

static void use_atom(LiveState *state, const Atom *atom, bool is_handed_over) {
  if (atom->var != NULL) use_var(state, atom->var, is_handed_over ? atom : NULL);
}

static void use_atoms(LiveState *state, const Atom *atoms, size_t count, bool are_handed_over) {
  for (size_t i = count; i-- > 0;)
    use_atom(state, &atoms[i], are_handed_over);
}

static void use_dims(LiveState *state, const Dim *dims, size_t rank) {
  for (size_t i = 0; i < rank; i++)
    if (dims[i].var != NULL) use_var(state, dims[i].var, NULL);
}

static void use_type(LiveState *state, const Type *type) {
  use_dims(state, type->dims, type->rank);
  for (size_t i = 0; i < type->acc_count; i++)
    use_type(state, type->acc_types[i]);
}

// Ends the life of a variable, walking backwards; a parameter that was never used is dropped at
// once.
static void bind_var(LiveState *state, const Var *var, Map *drops, const void *place) {
  state->is_bound[var->index] = true;
  if (!interp_is_object_type(var->type)) return;
  if (!state->is_live[var->index]) drop_at(state, drops, place, var);
  state->is_live[var->index] = false;
}

static void bind_at_start(LiveState *state, Var *const *vars, size_t count, const void *place) {
  for (size_t i = 0; i < count; i++)
    bind_var(state, vars[i], state->live.drops_at_start, place);
}

// ---- Bodies ----

static void live_stm(LiveState *state, const Stm *stm);

static void live_stms(LiveState *state, const Stms *stms) {
  for (size_t i = stms->count; i-- > 0;)
    live_stm(state, stms->data[i]);
}

static void live_body(LiveState *state, const Body *body) {
  use_atoms(state, body->results, body->result_count, true);
  live_stms(state, &body->stms);
}

static InterpRegion region_enter(LiveState *state, VarLog *log) {
  InterpRegion region = {.parent = state->region, .owner = state->stm, .owner_log = state->log};
  region.depth = region.parent == NULL ? 0 : region.parent->depth + 1;
  state->log = log;
  return region;
}

static void region_leave(LiveState *state, const InterpRegion *region) {
  state->region = region->parent;
  state->log = region->owner_log;
  state->stm = region->owner;
}

static void live_lambda(LiveState *state, const Lambda *lambda) {
  if (lambda == NULL) return;
  VarLog log = {0};
  InterpRegion region = region_enter(state, &log);
  state->region = &region;
  live_body(state, lambda->body);
  bind_at_start(state, lambda->params, lambda->param_count, lambda->body);
  region_leave(state, &region);
}

static void live_branches(LiveState *state, const Exp *exp) {
  const Branches *branches = &exp->as.branches;
  const Stm *stm = state->stm;
  VarLog *outer = state->log;
  VarLog *logs = arena_array(state->arena, VarLog, branches->body_count);
  for (size_t i = 0; i < branches->body_count; i++) {
    state->log = &logs[i];
    live_body(state, branches->bodies[i]);
    state->stm = stm;
    for (size_t k = 0; k < logs[i].count; k++)
      state->is_live[logs[i].data[k]->index] = false;
  }
  state->log = outer;
  size_t start = outer->count;
  for (size_t i = 0; i < branches->body_count; i++) {
    for (size_t k = 0; k < logs[i].count; k++) {
      Var *var = logs[i].data[k];
      if (state->is_bound[var->index] || state->is_live[var->index]) continue;
      state->is_live[var->index] = true;
      vec_push(state->arena, outer, var);
    }
  }
  for (size_t i = 0; i < branches->body_count; i++) {
    uint32_t stamp = ++state->stamp;
    for (size_t k = 0; k < logs[i].count; k++)
      state->stamps[logs[i].data[k]->index] = stamp;
    for (size_t k = start; k < outer->count; k++)
      if (state->stamps[outer->data[k]->index] != stamp)
        drop_at(state, state->live.drops_at_start, branches->bodies[i], outer->data[k]);
  }
}

static void live_loop(LiveState *state, const Loop *loop) {
  VarLog log = {0};
  InterpRegion region = region_enter(state, &log);
  state->region = &region;
  live_body(state, loop->body);
  bind_at_start(state, loop->params, loop->param_count, loop->body);
  if (loop->condition != NULL) {
    // The condition only looks: the parameters go on to the body or become the results.
    for (size_t i = 0; i < loop->param_count; i++)
      state->is_live[loop->params[i]->index] = true;
    live_body(state, loop->condition);
    for (size_t i = 0; i < loop->param_count; i++)
      state->is_live[loop->params[i]->index] = false;
  }
  region_leave(state, &region);
}

static void live_thunk(LiveState *state, const Thunk *thunk) {
  for (size_t i = thunk->output_count; i-- > 0;) {
    const Output *output = &thunk->outputs[i];
    use_atoms(state, output->values, output->value_count, true);
    use_atoms(state, output->indices, output->index_count, true);
    if (mode_has(output->mode, TRAIT_SELECTS)) use_atom(state, &output->selector, true);
  }
  live_stms(state, &thunk->stms);
}

static void live_operators(LiveState *state, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    live_lambda(state, output->op);
    if (output->neutral != NULL) use_atoms(state, output->neutral, output->value_count, false);
  }
}

static void live_dests(LiveState *state, const Thunk *thunk) {
  for (size_t i = thunk->output_count; i-- > 0;)
    if (thunk->outputs[i].dests != NULL)
      use_atoms(state, thunk->outputs[i].dests, thunk->outputs[i].value_count, true);
}

static void live_inputs(LiveState *state, ParInput *inputs, size_t count) {
  for (size_t i = count; i-- > 0;)
    use_var(state, inputs[i].outside, &inputs[i].outside);
}

static void live_par(LiveState *state, const Par *par) {
  use_dims(state, par->space, par->rank);
  live_operators(state, &par->body);
  if (par->has_epilogue) live_operators(state, &par->epilogue);
  VarLog log = {0};
  InterpRegion region = region_enter(state, &log);
  state->region = &region;
  if (par->has_epilogue) {
    live_thunk(state, &par->epilogue);
    bind_at_start(state, par->scan_params, par->scan_param_count, &par->epilogue);
  }
  live_thunk(state, &par->body);
  for (size_t i = 0; i < par->consumed_count; i++)
    bind_at_start(state, &par->consumed[i].inside, 1, &par->body);
  for (size_t i = 0; i < par->acc_count; i++)
    bind_at_start(state, &par->accs[i].inside, 1, &par->body);
  region_leave(state, &region);
  if (par->has_epilogue) live_dests(state, &par->epilogue);
  live_dests(state, &par->body);
  live_inputs(state, par->accs, par->acc_count);
  live_inputs(state, par->consumed, par->consumed_count);
}

static void live_with_acc(LiveState *state, const WithAcc *with_acc) {
  const Stm *stm = state->stm;
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    live_lambda(state, acc->op);
    if (acc->neutral != NULL) use_atoms(state, acc->neutral, acc->dest_count, false);
  }
  live_body(state, with_acc->body);
  state->stm = stm;
  for (size_t i = 0; i < with_acc->acc_count; i++)
    bind_at_start(state, &with_acc->accs[i].param, 1, with_acc->body);
  for (size_t i = with_acc->acc_count; i-- > 0;)
    use_atoms(state, with_acc->accs[i].dests, with_acc->accs[i].dest_count, true);
}

// Does the op hand its operands over, rather than look at them?
static bool takes_operands(Op op) {
  return op == OP_UPDATE || op == OP_OPAQUE || op == OP_CALL || op == OP_LOOP ||
         op == OP_ACC_UPDATE;
}

static void live_stm(LiveState *state, const Stm *stm) {
  const Exp *exp = stm->exp;
  state->stm = stm;
  for (size_t i = 0; i < stm->var_count; i++)
    bind_var(state, stm->vars[i], state->live.drops_after, stm);
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    for (size_t k = 0; k < type->rank; k++) {
      Var *var = type->dims[k].var;
      if (var != NULL && !state->is_bound[var->index]) use_var(state, var, NULL);
    }
  }
  if (exp->op == OP_IF || exp->op == OP_SWITCH)
    live_branches(state, exp);
  else if (exp->op == OP_LOOP)
    live_loop(state, exp->as.loop);
  else if (exp->op == OP_PAR)
    live_par(state, exp->as.par);
  else if (exp->op == OP_WITH_ACC)
    live_with_acc(state, exp->as.with_acc);
  state->stm = stm;
  // A selection of an irregular array reads the lengths that the array's type names.
  if ((exp->op == OP_INDEX || exp->op == OP_SLICE) && exp->args[0].var != NULL)
    use_type(state, exp->args[0].var->type);
  use_atoms(state, exp->args, exp->arg_count, takes_operands(exp->op));
}

// ---- Functions ----

LiveState *live_state_new(const Program *program, Arena *arena) {
  LiveState *state = arena_make(arena, LiveState);
  size_t count = program->var_count + 1;
  state->arena = arena;
  state->live.slots = arena_array(arena, uint32_t, count);
  state->is_live = arena_array(arena, bool, count);
  state->is_bound = arena_array(arena, bool, count);
  state->depths = arena_array(arena, uint32_t, count);
  state->stamps = arena_array(arena, uint32_t, count);
  for (size_t i = 0; i < program->globals.count; i++)
    for (size_t k = 0; k < program->globals.data[i]->var_count; k++)
      state->live.slots[program->globals.data[i]->vars[k]->index] = SLOT_GLOBAL;
  return state;
}

const Liveness *liveness_run(LiveState *state, Var *const *params, size_t param_count, Body *body) {
  Liveness *live = &state->live;
  for (size_t i = 0; i < live->imports.count; i++) {
    live->slots[live->imports.data[i]->index] = SLOT_GLOBAL;
    state->is_live[live->imports.data[i]->index] = false;
  }
  *live = (Liveness){.slots = live->slots,
                     .last_uses = map_new(state->arena),
                     .drops_after = map_new(state->arena),
                     .drops_at_start = map_new(state->arena)};
  number_vars(state, params, param_count, 0);
  number_body(state, body, 0);
  VarLog log = {0};
  InterpRegion region = {0};
  state->region = &region;
  state->log = &log;
  live_body(state, body);
  bind_at_start(state, params, param_count, body);
  return live;
}
