#include "mem/early.h"

#include "analysis/lmad_here.h"
#include "ir/par.h"
#include "ir/type.h"
#include "ir/walk.h"
#include "mem/early_view.h"

// How many pairs of sets a function may compare, and how many sets there are at a time.
enum { PAIR_LIMIT = 400, SET_LIMIT = 48 };
// How many statements in front of an update are looked at, at most.
enum { BACK_LIMIT = 64 };

struct Early {
  EarlyViews views;
  Arena *notes; // lives as long as the program
  Aliases *aliases;
  Map *uses;      // Var -> how often
  Map *permits;   // Stm -> EarlyPermit
  Map *once;      // the slices that select no element twice
  unsigned pairs; // left
  bool is_device;
};

// The update that is looked at.
typedef struct EarlyGoal {
  Early *early;
  Var *array;           // that is updated
  Var *root;            // of which it is a view
  Lmad sets[SET_LIMIT]; // what may have been written
  size_t set_count;
  EarlyFacts facts; // about them
  Witnesses witnesses;
  VarSet inner;         // certificates that are not there when the value is made
  const char *obstacle; // the last thing that could not be proved
} EarlyGoal;

// ---- Sets that may have been written ----

static void set_push(EarlyGoal *goal, Lmad set) {
  // Beyond the limit nothing is known: an unknown set is apart from none.
  if (goal->set_count == SET_LIMIT)
    goal->sets[SET_LIMIT - 1] = (Lmad){0};
  else
    goal->sets[goal->set_count++] = set;
}

// What the points of a space write that come before this one and, unless they run in order, after
// it. The first dimensions of the set are those of the space.
static void push_others(EarlyGoal *goal, Lmad set, Var *const *indices, size_t rank,
                        bool is_ordered) {
  Algebra *algebra = sizes_algebra(goal->early->views.sizes);
  for (size_t k = 0; k < rank; k++) {
    const Poly *index = early_poly(&goal->early->views, atom_var(indices[k]));
    const Poly *next = poly_add_constant(algebra, index, 1);
    Lmad before = set, after = set;
    before.dims[0].size = index;
    after.offset = poly_add(algebra, set.offset, poly_mul(algebra, next, set.dims[0].stride));
    after.dims[0].size = poly_sub(algebra, set.dims[0].size, next);
    set_push(goal, before);
    if (!is_ordered) set_push(goal, after);
    set = lmad_fix(algebra, &set, 0, index);
  }
}

static Lmad own_part(EarlyGoal *goal, Lmad set, Var *const *indices, size_t rank) {
  for (size_t k = 0; k < rank; k++)
    set = lmad_fix(sizes_algebra(goal->early->views.sizes), &set, 0,
                   early_poly(&goal->early->views, atom_var(indices[k])));
  return set;
}

// ---- Uses ----

static bool shares(const EarlyGoal *goal, const Var *var) {
  return type_is_array(var->type) && alias_may_share(goal->early->aliases, var, goal->array);
}

static bool are_witnesses_there(const EarlyGoal *goal, const Witnesses *witnesses) {
  for (size_t i = 0; i < witnesses->count; i++) {
    Var *witness = witnesses->vars[i];
    if (witness->type->kind != TYPE_CERT || varset_has(&goal->inner, witness)) return false;
  }
  return true;
}

// Is it proved, with certificates that are there when the value is made?
static bool is_pair_certified(EarlyGoal *goal, const Lmad *used, const Lmad *written) {
  Witnesses witnesses = goal->witnesses;
  if (!lmad_is_apart_here(goal->early->views.sizes, used, written, &witnesses)) return false;
  if (!are_witnesses_there(goal, &witnesses)) return false;
  goal->witnesses = witnesses;
  return true;
}

static void assume_facts(Early *early, const EarlyFacts *facts) {
  for (size_t i = 0; i < facts->count; i++)
    bounds_assume(sizes_bounds(early->views.sizes), facts->polys[i], NULL);
}

// What is used is used: the selections that it is a view of have elements, and so does what is
// written, or there is nothing to prove. What follows from that makes proofs longer, so it is tried
// last.
static bool is_pair_apart(EarlyGoal *goal, const EarlyView *view, const Lmad *written) {
  Early *early = goal->early;
  const Lmad *used = &view->lmad;
  if (early->pairs == 0) return false;
  early->pairs--;
  if (lmad_is_apart_here(early->views.sizes, used, written, NULL)) return true;
  if (is_pair_certified(goal, used, written)) return true;
  if (view->facts.count + goal->facts.count == 0) return false;
  SizesMark mark = sizes_mark(early->views.sizes);
  assume_facts(early, &view->facts);
  assume_facts(early, &goal->facts);
  bool is_apart = is_pair_certified(goal, used, written);
  sizes_leave(early->views.sizes, mark);
  return is_apart;
}

// Notes that these sets are not proved apart.
static void note_obstacle(EarlyGoal *goal, const Var *array, const Lmad *used,
                          const Lmad *written) {
  StrBuf text = {0};
  strbuf_printf(&text, "not proved: what is used of `%s`, ", array->name);
  lmad_print(&text, used);
  strbuf_puts(&text, ", is apart from what is written, ");
  lmad_print(&text, written);
  goal->obstacle = arena_strndup(goal->early->notes, strbuf_text(&text), text.length);
  strbuf_free(&text);
}

static bool is_set_apart(EarlyGoal *goal, const Var *array, const EarlyView *used) {
  if (used->root != goal->root) {
    goal->obstacle = arena_printf(goal->early->notes, "`%s` may share storage with `%s`",
                                  array->name, goal->array->name);
    return false;
  }
  for (size_t i = 0; i < goal->set_count; i++) {
    if (is_pair_apart(goal, used, &goal->sets[i])) continue;
    note_obstacle(goal, array, &used->lmad, &goal->sets[i]);
    return false;
  }
  return true;
}

// All elements of these arrays are used.
static bool are_atoms_apart(EarlyGoal *goal, const Atom *atoms, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Var *var = atoms[i].var;
    if (!var) continue;
    if (var->type->kind == TYPE_ACC) return false;
    if (shares(goal, var) && !is_set_apart(goal, var, early_view(&goal->early->views, var)))
      return false;
  }
  return true;
}

static bool is_stm_apart(EarlyGoal *goal, Stm *stm);

static void learn(EarlyGoal *goal, Stm *stm) {
  if (stm->exp->op == OP_ASSERT) varset_add(&goal->inner, stm->vars[0]);
  sizes_stm(goal->early->views.sizes, stm);
}

static bool are_stms_apart(EarlyGoal *goal, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    if (!is_stm_apart(goal, stms->data[i])) return false;
    learn(goal, stms->data[i]);
  }
  return true;
}

static bool is_body_apart(EarlyGoal *goal, const Body *body) {
  return are_stms_apart(goal, &body->stms) &&
         are_atoms_apart(goal, body->results, body->result_count);
}

static bool is_operator_apart(EarlyGoal *goal, const Lambda *op) {
  if (!op) return true;
  SizesMark mark = sizes_mark(goal->early->views.sizes);
  sizes_enter_body(goal->early->views.sizes);
  bool is_apart = is_body_apart(goal, op->body);
  sizes_leave(goal->early->views.sizes, mark);
  return is_apart;
}

static bool are_outputs_apart(EarlyGoal *goal, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    const Output *output = &thunk->outputs[i];
    bool is_apart = are_atoms_apart(goal, output->values, output->value_count) &&
                    is_operator_apart(goal, output->op);
    if (is_apart && output->dests)
      is_apart = are_atoms_apart(goal, output->dests, output->value_count);
    if (is_apart && output->neutral)
      is_apart = are_atoms_apart(goal, output->neutral, output->value_count);
    if (!is_apart) return false;
  }
  return true;
}

// What a par consumes and what it threads; the rows inside have other names.
static bool are_inputs_apart(const EarlyGoal *goal, const Par *par) {
  for (size_t i = 0; i < par->consumed_count; i++)
    if (shares(goal, par->consumed[i].outside)) return false;
  return par->acc_count == 0;
}

static bool is_par_apart(EarlyGoal *goal, const Par *par) {
  if (!are_inputs_apart(goal, par)) return false;
  sizes_enter_par(goal->early->views.sizes, par);
  return are_stms_apart(goal, &par->body.stms) && are_outputs_apart(goal, &par->body) &&
         are_stms_apart(goal, &par->epilogue.stms) && are_outputs_apart(goal, &par->epilogue);
}

static bool is_loop_apart(EarlyGoal *goal, Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  sizes_enter_loop(goal->early->views.sizes, stm);
  if (loop->condition) {
    if (!is_operator_apart(goal, &(Lambda){.body = loop->condition})) return false;
    sizes_assume(goal->early->views.sizes, loop->condition->results[0], true, NULL);
  }
  return is_body_apart(goal, loop->body);
}

static bool is_with_acc_apart(EarlyGoal *goal, const WithAcc *with_acc) {
  for (size_t i = 0; i < with_acc->acc_count; i++) {
    const AccDecl *acc = &with_acc->accs[i];
    if (!are_atoms_apart(goal, acc->dests, acc->dest_count) || !is_operator_apart(goal, acc->op))
      return false;
  }
  sizes_enter_body(goal->early->views.sizes);
  return are_stms_apart(goal, &with_acc->body->stms);
}

static bool are_branches_apart(EarlyGoal *goal, const Exp *exp) {
  for (size_t i = 0; i < exp->as.branches.body_count; i++) {
    SizesMark mark = sizes_mark(goal->early->views.sizes);
    sizes_enter_branch(goal->early->views.sizes, exp, i);
    bool is_apart = is_body_apart(goal, exp->as.branches.bodies[i]);
    sizes_leave(goal->early->views.sizes, mark);
    if (!is_apart) return false;
  }
  return true;
}

// Does anything in the statement share storage with the array?
static bool is_untouched(const EarlyGoal *goal, Stm *stm) {
  VarSet uses = free_vars_stm(goal->early->views.scratch, stm);
  Var *used;
  for (size_t cursor = 0; varset_each(&uses, &cursor, &used);)
    if (shares(goal, used) || used->type->kind == TYPE_ACC) return false;
  return true;
}

static bool are_bodies_apart(EarlyGoal *goal, Stm *stm) {
  const Exp *exp = stm->exp;
  if (is_untouched(goal, stm)) return true;
  if (!are_atoms_apart(goal, exp->args, exp->arg_count)) return false;
  SizesMark mark = sizes_mark(goal->early->views.sizes);
  bool is_apart = false;
  if (exp->op == OP_PAR)
    is_apart = is_par_apart(goal, exp->as.par);
  else if (exp->op == OP_LOOP)
    is_apart = is_loop_apart(goal, stm);
  else if (exp->op == OP_WITH_ACC)
    is_apart = is_with_acc_apart(goal, exp->as.with_acc);
  else
    is_apart = are_branches_apart(goal, exp);
  sizes_leave(goal->early->views.sizes, mark);
  return is_apart;
}

// An element is read only after the checks that the statement needs.
static bool is_read_apart(EarlyGoal *goal, const Stm *stm) {
  Early *early = goal->early;
  const Exp *exp = stm->exp;
  Var *array = exp->args[0].var;
  if (!shares(goal, array)) return true;
  EarlyView used = *early_view(&early->views, array);
  if (exp->op == OP_INDEX)
    used.lmad = early_index(&early->views, used.lmad, exp->args + 1, exp->arg_count - 1);
  else
    early_view_select(&early->views, &used, &exp->as.selector, exp->args + 1);
  SizesMark mark = sizes_mark(early->views.sizes);
  sizes_assume_certs(early->views.sizes, stm);
  bool is_apart = is_set_apart(goal, array, &used);
  sizes_leave(early->views.sizes, mark);
  return is_apart;
}

static bool is_write_apart(EarlyGoal *goal, const Stm *stm) {
  const Exp *exp = stm->exp;
  Var *array = exp->args[0].var;
  if (!are_atoms_apart(goal, exp->args + 1, 1)) return false;
  if (!shares(goal, array)) return true;
  EarlyView used = *early_view(&goal->early->views, array);
  early_view_select(&goal->early->views, &used, &exp->as.selector, exp->args + 2);
  return is_set_apart(goal, array, &used);
}

// Views use nothing by themselves.
static bool is_stm_apart(EarlyGoal *goal, Stm *stm) {
  const Exp *exp = stm->exp;
  bool is_scalar = stm->var_count == 1 && stm->vars[0]->type->kind == TYPE_SCALAR;
  if (op_has(exp->op, FLAG_BODIES)) return are_bodies_apart(goal, stm);
  if ((exp->op == OP_INDEX || exp->op == OP_SLICE) && is_scalar) return is_read_apart(goal, stm);
  if (exp->op == OP_INDEX || exp->op == OP_SLICE || exp->op == OP_PERMUTE || exp->op == OP_COERCE ||
      exp->op == OP_OPAQUE)
    return true;
  if (exp->op == OP_UPDATE) return is_write_apart(goal, stm);
  return are_atoms_apart(goal, exp->args, exp->arg_count);
}

// ---- Makers ----

static bool is_apart_from(EarlyGoal *goal, Stm *stm, Lmad set) {
  size_t count = goal->set_count;
  set_push(goal, set);
  bool is_apart = is_stm_apart(goal, stm);
  goal->set_count = count;
  return is_apart;
}

// The position of the statement that binds the variable, and which of its results it is; false when
// none does.
static bool binder_of(const Stms *stms, const Var *var, size_t *position, size_t *number) {
  for (size_t i = 0; i < stms->count; i++) {
    for (size_t k = 0; k < stms->data[i]->var_count; k++) {
      if (stms->data[i]->vars[k] != var) continue;
      *position = i;
      *number = k;
      return true;
    }
  }
  return false;
}

// The update that writes the row of an iteration, and its position; NULL when there is none.
static const Exp *row_update(const Loop *loop, size_t number, size_t *position) {
  const Stms *stms = &loop->body->stms;
  const Var *result = loop->body->results[number].var;
  size_t first;
  if (!loop->index || !result || !binder_of(stms, result, position, &first)) return NULL;
  const Exp *exp = stms->data[*position]->exp;
  if (exp->op != OP_UPDATE) return NULL;
  const Selector *selector = &exp->as.selector;
  bool is_row = !selector->is_lmad && selector->rank == 1 && !selector->is_range[0] &&
                exp->args[0].var == loop->params[number] && exp->args[2].var == loop->index;
  return is_row ? exp : NULL;
}

// A loop over rows that starts from room of which nothing is read.
static bool is_rows_loop(const Stms *stms, const Stm *stm, size_t number) {
  size_t position, result;
  const Var *room = stm->exp->args[number].var;
  if (!room || !row_update(stm->exp->as.loop, number, &position)) return false;
  if (!binder_of(stms, room, &position, &result)) return false;
  return par_is_overwritten(stms->data[position]);
}

// Is it a copy of what the list makes, and not of a view? Then that may be the copy.
static bool is_copy_of_made(const Stms *stms, const Exp *exp) {
  size_t position, number;
  return exp->op == OP_COPY && exp->args[0].var &&
         binder_of(stms, exp->args[0].var, &position, &number) &&
         !op_has(stms->data[position]->exp->op, FLAG_VIEW);
}

// The statement that makes the value first, if it is in the list: coercions give it other sizes, a
// permutation an order, for which `set` is seen the other way, and a loop works on what it starts
// from.
static bool maker_of(const Stms *stms, Atom value, size_t *position, size_t *number, Lmad *set) {
  bool is_found = false;
  size_t found, result;
  while (value.var && binder_of(stms, value.var, &found, &result)) {
    const Stm *stm = stms->data[found];
    const Exp *exp = stm->exp;
    is_found = true;
    *position = found;
    *number = result;
    if (exp->op == OP_PERMUTE) {
      uint32_t inverse[LMAD_RANK_LIMIT];
      if (set->rank != stm->vars[0]->type->rank) return true;
      permutation_invert(exp->as.permutation, set->rank, inverse);
      *set = lmad_permute(set, inverse);
    } else if (exp->op == OP_LOOP && is_rows_loop(stms, stm, result)) {
      return true;
    } else if (exp->op != OP_COERCE && exp->op != OP_LOOP && !is_copy_of_made(stms, exp)) {
      return true;
    }
    value = exp->args[exp->op == OP_LOOP ? result : 0];
  }
  return is_found;
}

static bool is_maker_apart(EarlyGoal *goal, const Stms *stms, Stm *stm, size_t number, Lmad set);

// Every thunk runs once per point, and its values are written after it.
static bool is_plain_map(const Par *par) {
  if (par->has_epilogue || par->rank == 0) return false;
  return thunk_has_only(&par->body, TRAIT_ELEMENTS | TRAIT_TOTAL);
}

// A CPU may run points with prefixes twice, but writes what they give the second time. Rows that
// points make it would write both times.
static bool is_running_map(const Early *early, const Par *par) {
  if (early->is_device || par->rank == 0) return false;
  if (!thunk_has_only(&par->body, TRAIT_ELEMENTS | TRAIT_TOTAL | TRAIT_RUNNING)) return false;
  return !par->has_epilogue || thunk_has_only(&par->epilogue, TRAIT_ELEMENTS | TRAIT_TOTAL);
}

// The statements of a point that makes a row: nothing else than the maker of the row may touch it.
static bool is_row_apart(EarlyGoal *goal, const Stms *stms, Atom row, Lmad own) {
  size_t maker = stms->count, number = 0;
  maker_of(stms, row, &maker, &number, &own);
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    bool is_apart =
        i == maker ? is_maker_apart(goal, stms, stm, number, own) : is_apart_from(goal, stm, own);
    if (!is_apart) return false;
    learn(goal, stm);
  }
  return true;
}

static bool is_map_apart(EarlyGoal *goal, const Par *par, Atom value, Lmad set) {
  size_t count = goal->set_count;
  SizesMark mark = sizes_mark(goal->early->views.sizes);
  sizes_enter_par(goal->early->views.sizes, par);
  push_others(goal, set, par->indices, par->rank, false);
  bool is_apart;
  if (type_is_array(atom_type(value)))
    is_apart =
        is_row_apart(goal, &par->body.stms, value, own_part(goal, set, par->indices, par->rank));
  else
    is_apart = are_stms_apart(goal, &par->body.stms);
  is_apart = is_apart && are_outputs_apart(goal, &par->body) &&
             are_stms_apart(goal, &par->epilogue.stms) && are_outputs_apart(goal, &par->epilogue);
  goal->set_count = count;
  sizes_leave(goal->early->views.sizes, mark);
  return is_apart;
}

// Does the par write the value of each point to the set, and nothing before it?
static bool is_map_to(const EarlyGoal *goal, const Par *par, size_t number, Lmad set, Atom *value) {
  size_t first;
  bool is_plain = is_plain_map(par);
  if (!is_plain && !is_running_map(goal->early, par)) return false;
  if (!are_inputs_apart(goal, par) || set.rank < par->rank) return false;
  const Output *output = par_output_at(par, number, &first);
  if (!mode_has(output->mode, TRAIT_ELEMENTS | TRAIT_RUNNING)) return false;
  *value = output->values[number - first];
  return is_plain || !type_is_array(atom_type(*value));
}

static bool are_rows_apart(EarlyGoal *goal, Stm *stm, size_t number, Lmad set) {
  Loop *loop = stm->exp->as.loop;
  size_t count = goal->set_count, last = 0, maker = 0, result = 0;
  Atom row = row_update(loop, number, &last)->args[1];
  for (size_t i = 0; i < stm->exp->arg_count; i++)
    if (i != number && !are_atoms_apart(goal, &stm->exp->args[i], 1)) return false;
  SizesMark mark = sizes_mark(goal->early->views.sizes);
  sizes_enter_loop(goal->early->views.sizes, stm);
  push_others(goal, set, &loop->index, 1, true);
  Lmad own = own_part(goal, set, &loop->index, 1);
  const Stms *stms = &loop->body->stms;
  bool has_maker = type_is_array(atom_type(row)) && maker_of(stms, row, &maker, &result, &own);
  bool is_apart = has_maker || !type_is_array(atom_type(row));
  for (size_t i = 0; i < stms->count && is_apart; i++) {
    if (i == last) continue;
    if (has_maker && i == maker)
      is_apart = is_maker_apart(goal, stms, stms->data[i], result, own);
    else if (i > (has_maker ? maker : last))
      is_apart = is_apart_from(goal, stms->data[i], own);
    else
      is_apart = is_stm_apart(goal, stms->data[i]);
    learn(goal, stms->data[i]);
  }
  goal->set_count = count;
  sizes_leave(goal->early->views.sizes, mark);
  return is_apart;
}

// Where the value is worked on in place, or put together of parts, these are made before.
static bool is_made_at_once(const Stms *stms, const Stm *stm, size_t number) {
  const Exp *exp = stm->exp;
  size_t first;
  if (exp->op == OP_LOOP) return is_rows_loop(stms, stm, number);
  if (exp->op == OP_PAR)
    return !mode_has(par_output_at(exp->as.par, number, &first)->mode, TRAIT_WRITES);
  return exp->op == OP_IF || exp->op == OP_SWITCH || exp->op == OP_COPY;
}

// A body that gives the value: up to its maker nothing is written, if that makes it at once.
static bool is_arm_apart(EarlyGoal *goal, const Body *body, size_t result, Lmad set) {
  const Stms *stms = &body->stms;
  size_t maker = 0, number = 0;
  if (!maker_of(stms, body->results[result], &maker, &number, &set)) return false;
  bool is_at_once = is_made_at_once(stms, stms->data[maker], number);
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (i == maker && !is_maker_apart(goal, stms, stm, number, set)) return false;
    // What is used before the maker may be made early itself: an operand of a concat, say.
    bool is_checked = i > maker || (i < maker && !is_at_once && !par_is_overwritten(stm));
    if (is_checked && !is_apart_from(goal, stm, set)) return false;
    learn(goal, stm);
  }
  for (size_t i = 0; i < body->result_count; i++)
    if (i != result && !are_atoms_apart(goal, &body->results[i], 1)) return false;
  return true;
}

static bool are_arms_apart(EarlyGoal *goal, const Exp *exp, size_t number, Lmad set) {
  for (size_t i = 0; i < exp->as.branches.body_count; i++) {
    SizesMark mark = sizes_mark(goal->early->views.sizes);
    sizes_enter_branch(goal->early->views.sizes, exp, i);
    bool is_apart = is_arm_apart(goal, exp->as.branches.bodies[i], number, set);
    sizes_leave(goal->early->views.sizes, mark);
    if (!is_apart) return false;
  }
  return true;
}

// Is the array this selection, or apart from it? Then a copy to it moves nothing, or reads nothing
// that it writes.
static bool is_there_or_apart(EarlyGoal *goal, Var *array, const Lmad *set) {
  Early *early = goal->early;
  Sizes *sizes = early->views.sizes;
  const EarlyView *view = array ? early_view(&early->views, array) : NULL;
  if (!view || view->root != goal->root || !lmad_is_known(&view->lmad)) return false;
  if (lmad_is_equal_here(sizes, &view->lmad, set)) return true;
  EarlyView root = early_root_view(&early->views, goal->root);
  SizesMark mark = sizes_mark(sizes);
  assume_facts(early, &view->facts);
  assume_facts(early, &goal->facts);
  bool is_proved = false;
  for (size_t k = 0; k < root.lmad.rank && !is_proved; k++)
    is_proved = lmad_is_same_or_apart_here(sizes, &view->lmad, set, root.lmad.dims[k].stride, NULL);
  sizes_leave(sizes, mark);
  return is_proved;
}

// The statement, one of the list, makes the value and writes it to the set meanwhile.
static bool is_maker_apart(EarlyGoal *goal, const Stms *stms, Stm *stm, size_t number, Lmad set) {
  const Exp *exp = stm->exp;
  Atom value;
  if (exp->op == OP_IF || exp->op == OP_SWITCH) return are_arms_apart(goal, exp, number, set);
  if (exp->op == OP_LOOP && is_rows_loop(stms, stm, number))
    return are_rows_apart(goal, stm, number, set);
  if (exp->op == OP_COPY && is_there_or_apart(goal, exp->args[0].var, &set))
    return is_stm_apart(goal, stm);
  if (exp->op == OP_PAR && is_map_to(goal, exp->as.par, number, set, &value))
    return is_map_apart(goal, exp->as.par, value, set);
  return is_apart_from(goal, stm, set);
}

// ---- Updates ----

// Is it certified that the selection has no element twice? The check was for that alone.
static bool is_certified_once(const Early *early, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    const Stm *check = map_get(early->views.definitions, map_key(stm->certs[i]));
    if (check && stm_has(check, ATTR_ONCE)) return true;
  }
  return false;
}

// Does the statement consume storage of the array?
static bool consumes(const EarlyGoal *goal, Stm *stm) {
  Vars consumed = {0};
  consumed_by_stm(goal->early->views.scratch, stm, &consumed);
  for (size_t i = 0; i < consumed.count; i++)
    if (consumed.data[i]->type->kind == TYPE_ACC || shares(goal, consumed.data[i])) return true;
  return false;
}

// Does no statement after the update overwrite the set?
static bool is_kept_behind(EarlyGoal *goal, const Stms *stms, size_t position, Lmad set) {
  bool is_kept = true;
  SizesMark mark = sizes_mark(goal->early->views.sizes);
  for (size_t i = position; i < stms->count && is_kept; i++) {
    Stm *stm = stms->data[i];
    if (i > position && consumes(goal, stm)) is_kept = is_apart_from(goal, stm, set);
    learn(goal, stm);
  }
  sizes_leave(goal->early->views.sizes, mark);
  return is_kept;
}

static void look_at_update(Early *early, const Stms *stms, size_t position) {
  Stm *update = stms->data[position];
  const Exp *exp = update->exp;
  EarlyGoal goal = {.early = early, .array = exp->args[0].var};
  if (!type_is_array(atom_type(exp->args[1]))) return;
  const EarlyView *view = early_view(&early->views, goal.array);
  EarlyView selection = *view;
  early_view_select(&early->views, &selection, &exp->as.selector, exp->args + 2);
  goal.facts = selection.facts;
  Lmad set = selection.lmad;
  if (!lmad_is_known(&set)) return;
  size_t direct = 0, number = 0;
  bool has_maker = maker_of(stms, exp->args[1], &direct, &number, &set);
  // The sizes that the value is made with are those of the selection: its coercions check that
  // before.
  const Type *made = has_maker ? stms->data[direct]->vars[number]->type : NULL;
  for (size_t k = 0; made && k < set.rank && set.rank == made->rank; k++) {
    const Poly *size = early_size(&early->views, made->dims[k]);
    if (size) set.dims[k].size = size;
  }
  goal.root = view->root;
  goal.inner = varset_new(early->views.scratch);
  EarlyPermit permit = {.from = position};
  // The checks of the update are made before its value.
  SizesMark mark = sizes_mark(early->views.sizes);
  sizes_assume_certs(early->views.sizes, update);
  permit.is_injective =
      is_certified_once(early, update) || lmad_is_injective_here(early->views.sizes, &set, NULL);
  bool is_at_once = has_maker && is_made_at_once(stms, stms->data[direct], number);
  size_t first = is_at_once ? direct : position < BACK_LIMIT ? 0 : position - BACK_LIMIT;
  while (permit.from > first && is_apart_from(&goal, stms->data[permit.from - 1], set))
    permit.from--;
  if (is_at_once && permit.from == direct + 1) {
    Witnesses before = goal.witnesses;
    if (is_maker_apart(&goal, stms, stms->data[direct], number, set))
      permit.maker = stms->data[direct];
    else
      goal.witnesses = before;
  }
  const Var *value = exp->args[1].var;
  if ((uintptr_t)map_get(early->uses, map_key(value)) > 1)
    permit.is_kept = is_kept_behind(&goal, stms, position, set);
  sizes_leave(early->views.sizes, mark);
  permit.witnesses = goal.witnesses;
  permit.obstacle = goal.obstacle;
  EarlyPermit *stored = arena_make(early->views.scratch, EarlyPermit);
  *stored = permit;
  map_put(early->permits, map_key(update), stored);
}

// ---- Slices ----

bool slice_may_repeat(const Exp *slice) {
  const Selector *selector = &slice->as.selector;
  const Atom *atoms = slice->args + 1;
  for (size_t k = 0; k < selector->rank && !selector->is_lmad; k++) {
    if (selector->is_range[k] && atoms[2].var) return true;
    atoms += selector->is_range[k] ? 3 : 1;
  }
  return selector->is_lmad;
}

static void look_at_slice(Early *early, Stm *stm) {
  if (!type_is_array(stm->vars[0]->type) || !slice_may_repeat(stm->exp)) return;
  EarlyView whole = early_root_view(&early->views, stm->exp->args[0].var);
  early_view_select(&early->views, &whole, &stm->exp->as.selector, stm->exp->args + 1);
  SizesMark mark = sizes_mark(early->views.sizes);
  sizes_assume_certs(early->views.sizes, stm);
  if (lmad_is_injective_here(early->views.sizes, &whole.lmad, NULL))
    map_put(early->once, map_key(stm), stm);
  sizes_leave(early->views.sizes, mark);
}

bool early_selects_once(const Early *early, const Stm *slice) {
  return map_find(early->once, map_key(slice), NULL);
}

// ---- The walk ----

static void walk_list(Early *early, const Stms *stms);

static void walk_inner(Early *early, const Body *body) {
  SizesMark mark = sizes_mark(early->views.sizes);
  sizes_enter_body(early->views.sizes);
  walk_list(early, &body->stms);
  sizes_leave(early->views.sizes, mark);
}

static void walk_operators(Early *early, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++)
    if (thunk->outputs[i].op) walk_inner(early, thunk->outputs[i].op->body);
}

static void walk_par(Early *early, const Par *par) {
  walk_operators(early, &par->body);
  walk_operators(early, &par->epilogue);
  sizes_enter_par(early->views.sizes, par);
  walk_list(early, &par->body.stms);
  walk_list(early, &par->epilogue.stms);
}

static void walk_loop(Early *early, Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  sizes_enter_loop(early->views.sizes, stm);
  if (loop->condition) {
    walk_inner(early, loop->condition);
    sizes_assume(early->views.sizes, loop->condition->results[0], true, NULL);
  }
  walk_list(early, &loop->body->stms);
}

static void walk_bodies(Early *early, Stm *stm) {
  const Exp *exp = stm->exp;
  SizesMark mark = sizes_mark(early->views.sizes);
  if (exp->op == OP_PAR) {
    walk_par(early, exp->as.par);
  } else if (exp->op == OP_LOOP) {
    walk_loop(early, stm);
  } else if (exp->op == OP_WITH_ACC) {
    walk_inner(early, exp->as.with_acc->body);
  } else {
    for (size_t i = 0; i < exp->as.branches.body_count; i++) {
      sizes_enter_branch(early->views.sizes, exp, i);
      walk_list(early, &exp->as.branches.bodies[i]->stms);
      sizes_leave(early->views.sizes, mark);
    }
  }
  sizes_leave(early->views.sizes, mark);
}

static void walk_list(Early *early, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (op_has(stm->exp->op, FLAG_BODIES)) walk_bodies(early, stm);
    if (stm->exp->op == OP_UPDATE) look_at_update(early, stms, i);
    if (stm->exp->op == OP_SLICE) look_at_slice(early, stm);
    sizes_stm(early->views.sizes, stm);
  }
}

static bool note_definition(Walker *walker, Stm *stm) {
  Early *early = walker->context;
  for (size_t i = 0; i < stm->var_count; i++)
    map_put(early->views.definitions, map_key(stm->vars[i]), stm);
  return true;
}

static void count_use(Walker *walker, Var *var) {
  const Early *early = walker->context;
  uintptr_t count = (uintptr_t)map_get(early->uses, map_key(var));
  map_put(early->uses, map_key(var), (void *)(count + 1));
}

Early *early_new(Arena *scratch, Program *program, Aliases *aliases, const Fun *fun,
                 const Body *body, bool is_device) {
  Early *early = arena_make(scratch, Early);
  early->views = (EarlyViews){.scratch = scratch,
                              .sizes = sizes_new(scratch, program, fun),
                              .definitions = map_new(scratch),
                              .by_var = map_new(scratch)};
  early->notes = program->arena;
  early->aliases = aliases;
  early->uses = map_new(scratch);
  early->permits = map_new(scratch);
  early->once = map_new(scratch);
  early->pairs = PAIR_LIMIT;
  early->is_device = is_device;
  Walker walker = {.context = early, .enter = note_definition, .use = count_use};
  walk_body(&walker, body);
  walk_inner(early, body);
  return early;
}

const EarlyPermit *early_find(const Early *early, const Stm *update) {
  return map_get(early->permits, map_key(update));
}
