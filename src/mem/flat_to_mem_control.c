// Branches, loops and with_acc: arrays that leave a body, and where they are then.
//
// A value that leaves a body is in a place that is known outside, or the body gives the block, and
// where needed the offset and strides, as results to the left of the value. Row-major at offset 0
// in any block is the usual case, and binds the block only.
#include "ir/type.h"
#include "mem/flat_to_mem.h"

// ---- Joins ----

// One of several bodies whose results meet: statements, and the results at Flat and at Mem.
typedef struct Arm {
  Stms stms;
  Atom *results;
  Atoms lowered;
} Arm;

static const Type *arm_part(const Arm *arm, size_t result, size_t part) {
  return part_type(atom_type(arm->results[result]), part);
}

// Is the value in the same place, known outside, in every arm?
static FormKind join_form(const Settler *settler, const SettleScope *scope, const Arm *arms,
                          size_t count, size_t result, size_t part) {
  const Type *first = arm_part(&arms[0], result, part);
  bool is_fixed = placing_is_place_outside(settler, scope, first);
  FormKind form = FORM_BLOCK;
  for (size_t i = 0; i < count; i++) {
    const Type *type = arm_part(&arms[i], result, part);
    is_fixed = is_fixed && lmads_same_place(settler->lmads, first->place, type->place, type->rank);
    if (form_needed(type) > form) form = form_needed(type);
  }
  return is_fixed ? FORM_FIXED : form;
}

// Results that have no place: every arm just gives them.
static void join_value(Settler *settler, Arm *arms, size_t count, size_t result) {
  for (size_t i = 0; i < count; i++)
    vec_push(settler->program->arena, &arms[i].lowered, arms[i].results[result]);
}

static void join_places(Settler *settler, const SettleScope *outside, Arm *arms, size_t count,
                        size_t result, Var *var, Vars *pattern) {
  size_t parts = part_count(var->type);
  Place *places = arena_array(settler->scratch, Place, parts);
  for (size_t part = 0; part < parts; part++) {
    FormKind form = join_form(settler, outside, arms, count, result, part);
    const Type *first = arm_part(&arms[0], result, part);
    places[part] = form_bind(settler, form, var, first, first->place, pattern);
    for (size_t i = 0; i < count; i++) {
      SettleScope scope = settle_open(settler, &arms[i].stms);
      form_values(settler, form, arm_part(&arms[i], result, part), &arms[i].lowered);
      settle_close(settler, &scope);
    }
  }
  settle_place(settler, var, places);
}

// Places the variables, which take the results from number `first` on, and extends pattern and
// results by what of the places must be bound.
static void join(Settler *settler, const SettleScope *outside, Arm *arms, size_t count,
                 size_t first, Var *const *vars, size_t var_count, Vars *pattern) {
  for (size_t k = 0; k < var_count; k++) {
    join_places(settler, outside, arms, count, first + k, vars[k], pattern);
    join_value(settler, arms, count, first + k);
    vec_push(settler->program->arena, pattern, vars[k]);
  }
}

static Body *arm_body(Settler *settler, const Arm *arm) {
  return body_new(settler->program, arm->stms, arm->lowered.data, arm->lowered.count);
}

// ---- if, switch ----

// The places where results should be: where they wish to be; and a block for those that each branch
// makes afresh, or that are small and not just some array in each branch. A block of NULL where it
// does not matter.
static Place *branch_wishes(Settler *settler, const Stm *stm) {
  Place *places = arena_array(settler->scratch, Place, stm->var_count);
  for (size_t k = 0; k < stm->var_count; k++) {
    Var *var = stm->vars[k];
    places[k].block = NULL;
    if (!type_is_array(var->type) || wish_grant(settler, var, &places[k])) continue;
    bool is_copied = placing_is_small(var->type) && !wish_branch_origin(&stm->exp->as.branches, k);
    bool is_allocated = is_copied || wish_all_fresh(stm, k);
    places[k] = is_allocated ? wish_early(settler, var) : (Place){0};
  }
  return places;
}

// Settles a body whose results end up at the places, copied when they are made elsewhere.
static void settle_arm(Settler *settler, const Body *from, const Place *places, Arm *arm) {
  PlaceWishes wishes = {0};
  arm->results = arena_array(settler->scratch, Atom, from->result_count);
  for (size_t k = 0; k < from->result_count; k++) {
    arm->results[k] = from->results[k];
    if (places[k].block)
      vec_push(settler->scratch, &wishes,
               (PlaceWish){.value = from->results[k], .place = places[k]});
  }
  settle_stms_at(settler, &from->stms, &wishes);
  for (size_t k = 0; k < from->result_count && !settler->has_failed; k++) {
    Atom result = from->results[k];
    if (places[k].block && !lmads_same_place(settler->lmads, result.var->type->place, &places[k],
                                             result.var->type->rank))
      arm->results[k] = settle_copy_to(settler, result.var, &places[k],
                                       placing_is_small(result.var->type) ? ERROR_COPY_SMALL
                                                                          : ERROR_COPY_ELSEWHERE);
  }
}

void settle_branches(Settler *settler, Stm *stm) {
  const Branches *from = &stm->exp->as.branches;
  size_t count = from->body_count;
  Arm *arms = arena_array(settler->scratch, Arm, count);
  const Place *places = branch_wishes(settler, stm);
  SettleScope outside = {0};
  for (size_t i = 0; i < count; i++) {
    SettleScope scope = settle_open(settler, &arms[i].stms);
    if (i == 0) outside = scope;
    settle_arm(settler, from->bodies[i], places, &arms[i]);
    settle_close(settler, &scope);
  }
  if (settler->has_failed) return;
  Vars pattern = {0};
  join(settler, &outside, arms, count, 0, stm->vars, stm->var_count, &pattern);
  Branches branches = *from;
  branches.bodies = arena_array(settler->program->arena, Body *, count);
  for (size_t i = 0; i < count; i++)
    branches.bodies[i] = arm_body(settler, &arms[i]);
  Exp *exp = exp_new(settler->program, stm->exp->op, stm->exp->args, stm->exp->arg_count);
  exp->as.branches = branches;
  settle_emit(settler, stm, exp, pattern.data, pattern.count);
}

// ---- with_acc ----

static AccDecl settle_acc(Settler *settler, const AccDecl *from, Span span, Var **results) {
  AccDecl acc = *from;
  acc.op = settle_operator(settler, from->op, span);
  Place *places = arena_array(settler->scratch, Place, acc.dest_count);
  acc.dests = arena_array(settler->program->arena, Atom, acc.dest_count);
  for (size_t i = 0; i < acc.dest_count; i++) {
    acc.dests[i] = settle_apart(settler, from->dests[i]);
    places[i] = *acc.dests[i].var->type->place;
    settle_place(settler, results[i], &places[i]);
  }
  settle_place(settler, acc.param, places);
  return acc;
}

void settle_with_acc(Settler *settler, Stm *stm) {
  Program *program = settler->program;
  const WithAcc *from = stm->exp->as.with_acc;
  WithAcc *with_acc = arena_make(program->arena, WithAcc);
  *with_acc = *from;
  with_acc->accs = arena_array(program->arena, AccDecl, from->acc_count);
  Vars pattern = {0};
  for (size_t i = 0; i < from->acc_count; i++) {
    Var **results = stm->vars + pattern.count;
    with_acc->accs[i] = settle_acc(settler, &from->accs[i], stm->span, results);
    vec_append(program->arena, &pattern, results, from->accs[i].dest_count);
  }
  Arm arm = {.results = from->body->results};
  SettleScope scope = settle_open(settler, &arm.stms);
  for (size_t i = 0; i < from->acc_count; i++)
    settle_bind(settler, from->accs[i].param);
  settle_stms(settler, &from->body->stms);
  settle_close(settler, &scope);
  if (settler->has_failed) return;
  vec_append(program->arena, &arm.lowered, from->body->results, from->acc_count);
  Var **rest = stm->vars + pattern.count;
  join(settler, &scope, &arm, 1, from->acc_count, rest, stm->var_count - pattern.count, &pattern);
  with_acc->body = arm_body(settler, &arm);
  settle_emit(settler, stm, exp_with_acc(program, with_acc), pattern.data, pattern.count);
}

// ---- Loops ----

// A loop on its way to Mem.
typedef struct MemLoopState {
  const Exp *exp;   // at Flat
  FormKind **forms; // one row per parameter, one form per part in it
  Atom *inits;      // the initial values; a copy where the parameter has a home
} MemLoopState;

static FormKind **loop_forms(Settler *settler, const Loop *loop) {
  FormKind **forms = map_get(settler->loops, map_key(loop));
  if (forms) return forms;
  forms = arena_array(settler->scratch, FormKind *, loop->param_count);
  for (size_t k = 0; k < loop->param_count; k++)
    forms[k] = arena_array(settler->scratch, FormKind, part_count(loop->params[k]->type));
  map_put(settler->loops, map_key(loop), forms);
  return forms;
}

static void raise_form(FormKind *form, FormKind needed) {
  if (*form < needed) *form = needed;
}

static bool has_home(const MemLoopState *state, size_t k) {
  return type_is_array(state->exp->as.loop->params[k]->type) && state->forms[k][0] == FORM_HOME;
}

// A parameter with a home is in the block of its initial value if nothing else is.
static void find_homes(Settler *settler, MemLoopState *state) {
  size_t count = state->exp->as.loop->param_count;
  state->inits = arena_array(settler->scratch, Atom, count);
  for (size_t k = 0; k < count; k++) {
    Atom init = state->exp->args[k];
    state->inits[k] = init;
    if (has_home(state, k) && !wish_is_fresh(settler, init.var))
      state->inits[k] = settle_copy(settler, init.var, ERROR_COPY_SMALL);
  }
}

// The initial values with what the forms bind, to the left of each.
static Atoms loop_inits(Settler *settler, MemLoopState *state) {
  Atoms inits = {0};
  for (size_t k = 0; k < state->exp->as.loop->param_count; k++) {
    const Type *type = atom_type(state->inits[k]);
    for (size_t part = 0; part < part_count(type); part++) {
      const Type *value = part_type(type, part);
      FormKind *form = &state->forms[k][part];
      if (*form > FORM_HOME) raise_form(form, form_needed(value));
      form_values(settler, *form, value, &inits);
    }
    vec_push(settler->program->arena, &inits, state->inits[k]);
  }
  return inits;
}

// Places variables, the parameters or the pattern, and extends them by what is bound of the places.
static Vars loop_vars(Settler *settler, const MemLoopState *state, Var *const *vars) {
  Vars all = {0};
  for (size_t k = 0; k < state->exp->as.loop->param_count; k++) {
    const Type *init = atom_type(state->inits[k]);
    size_t parts = part_count(init);
    Place *places = arena_array(settler->scratch, Place, parts);
    for (size_t part = 0; part < parts; part++) {
      const Type *type = part_type(init, part);
      places[part] = form_bind(settler, state->forms[k][part], vars[k], type, type->place, &all);
    }
    settle_place(settler, vars[k], places);
    settle_bind(settler, vars[k]);
    vec_push(settler->program->arena, &all, vars[k]);
  }
  return all;
}

// Does the form hold for a value that the body gives? Otherwise makes it more general.
static bool is_form_right(const Settler *settler, FormKind *form, const Type *param,
                          const Type *value) {
  if (*form == FORM_HOME) return true;
  bool is_right = *form == FORM_FIXED
                      ? lmads_same_place(settler->lmads, value->place, param->place, value->rank)
                      : form_needed(value) <= *form;
  if (is_right) return true;
  bool is_copied = *form == FORM_FIXED && placing_is_small(param);
  raise_form(form, is_copied ? FORM_HOME : form_needed(value));
  return false;
}

static bool are_forms_right(const Settler *settler, const MemLoopState *state) {
  const Loop *loop = state->exp->as.loop;
  bool are_right = true;
  for (size_t k = 0; k < loop->param_count; k++) {
    const Type *param = loop->params[k]->type;
    const Type *next = atom_type(loop->body->results[k]);
    for (size_t part = 0; part < part_count(param); part++) {
      FormKind *form = &state->forms[k][part];
      if (!is_form_right(settler, form, part_type(param, part), part_type(next, part)))
        are_right = false;
    }
  }
  return are_right;
}

static Body *settle_condition(Settler *settler, const Body *from) {
  if (!from) return NULL;
  Stms stms = {0};
  SettleScope scope = settle_open(settler, &stms);
  settle_stms(settler, &from->stms);
  settle_close(settler, &scope);
  return body_new(settler->program, stms, from->results, from->result_count);
}

// Is the value in the home of a parameter, which is about to be overwritten?
static bool is_in_a_home(const MemLoopState *state, const Type *value) {
  const Loop *loop = state->exp->as.loop;
  for (size_t k = 0; k < loop->param_count; k++) {
    if (has_home(state, k) && loop->params[k]->type->place->block == value->place->block)
      return true;
  }
  return false;
}

// The values of the next iteration, those with a home in it. A value that is in another's home is
// saved first.
static Atom *next_values(Settler *settler, const MemLoopState *state) {
  const Loop *loop = state->exp->as.loop;
  Atom *values = arena_array(settler->scratch, Atom, loop->param_count);
  for (size_t k = 0; k < loop->param_count; k++) {
    values[k] = loop->body->results[k];
    if (!has_home(state, k)) continue;
    const Type *type = values[k].var->type;
    bool is_home =
        lmads_same_place(settler->lmads, type->place, loop->params[k]->type->place, type->rank);
    if (!is_home && is_in_a_home(state, type))
      values[k] = settle_copy(settler, values[k].var, ERROR_COPY_SMALL);
  }
  for (size_t k = 0; k < loop->param_count; k++) {
    if (!has_home(state, k)) continue;
    const Type *type = values[k].var->type;
    const Place *home = loop->params[k]->type->place;
    if (!lmads_same_place(settler->lmads, type->place, home, type->rank))
      values[k] = settle_copy_to(settler, values[k].var, home, ERROR_COPY_SMALL);
  }
  return values;
}

static Body *loop_body(Settler *settler, const MemLoopState *state, const Stms *stms) {
  const Loop *from = state->exp->as.loop;
  const Atom *values = next_values(settler, state);
  Atoms results = {0};
  for (size_t k = 0; k < from->param_count; k++) {
    const Type *type = atom_type(values[k]);
    for (size_t part = 0; part < part_count(type); part++)
      form_values(settler, state->forms[k][part], part_type(type, part), &results);
    vec_push(settler->program->arena, &results, values[k]);
  }
  return body_new(settler->program, *stms, results.data, results.count);
}

// What goes to the next round of a point's loop should stand in order, as the parameter does.
static PlaceWishes round_wishes(const Settler *settler, const MemLoopState *state) {
  const Loop *loop = state->exp->as.loop;
  PlaceWishes wishes = {0};
  for (size_t k = 0; settler->par_depth > 0 && k < loop->param_count; k++) {
    const Type *type = loop->params[k]->type;
    if (!type_is_array(type) || type_is_irregular(type) || !place_is_plain(type)) continue;
    vec_push(settler->scratch, &wishes, (PlaceWish){.value = loop->body->results[k]});
  }
  return wishes;
}

// Settles the loop with these forms; NULL when they had to become more general.
static Exp *try_loop(Settler *settler, MemLoopState *state) {
  const Loop *from = state->exp->as.loop;
  size_t known = lmads_open(settler->lmads), count = settler->builder.stms->count;
  find_homes(settler, state);
  Atoms inits = loop_inits(settler, state);
  Loop *loop = arena_make(settler->program->arena, Loop);
  *loop = *from;
  Stms stms = {0};
  SettleScope scope = settle_open(settler, &stms);
  Vars params = loop_vars(settler, state, from->params);
  loop->params = params.data;
  loop->param_count = params.count;
  loop->condition = settle_condition(settler, from->condition);
  if (from->index) settle_bind(settler, from->index);
  PlaceWishes wishes = round_wishes(settler, state);
  settle_stms_at(settler, &from->body->stms, &wishes);
  bool is_right = !settler->has_failed && are_forms_right(settler, state);
  if (is_right) loop->body = loop_body(settler, state, &stms);
  settle_close(settler, &scope);
  if (!is_right) { // what was put in front of the loop was in vain too
    lmads_close(settler->lmads, known);
    settler->builder.stms->count = count;
    return NULL;
  }
  Atom bound = from->index ? loop_bound(state->exp) : atom_i64(0);
  return exp_loop(settler->program, loop, inits.data, bound);
}

void settle_loop(Settler *settler, Stm *stm) {
  MemLoopState state = {.exp = stm->exp, .forms = loop_forms(settler, stm->exp->as.loop)};
  Exp *exp = NULL;
  while (!exp && !settler->has_failed)
    exp = try_loop(settler, &state);
  if (!exp) return;
  Vars pattern = loop_vars(settler, &state, stm->vars);
  settle_emit(settler, stm, exp, pattern.data, pattern.count);
}
