// What is inside, parallel, cheap.
#include "analysis/cost.h"
#include "analysis/nest.h"
#include "flat/flatten.h"
#include "ir/par.h"
#include "ir/rules.h"

bool flatten_is_at_point(const Lift *lift, const Var *var) {
  return map_find(lift->inside, map_key(var), NULL);
}

bool flatten_is_atom_at_point(const Lift *lift, Atom atom) {
  return atom.var && flatten_is_at_point(lift, atom.var);
}

bool flatten_is_sized_inside(const Lift *lift, const Type *type) {
  for (size_t i = 0; i < type->rank; i++)
    if (type->dims[i].var && flatten_is_at_point(lift, type->dims[i].var)) return true;
  return false;
}

bool flatten_is_needed(const Lift *lift, const Var *var) {
  return !lift->used || map_find(lift->used, map_key(var), NULL);
}

// ---- Parallelism ----

typedef struct FlattenSearch {
  Walker walker;
  const Lift *lift;
  const Flatten *flatten;
  size_t pars, calls; // that were found
} FlattenSearch;

// Does the statement read an element of a row that only this point has?
static bool reads_own_row(const Lift *lift, const Stm *stm, const Var *index) {
  const Exp *exp = stm->exp;
  if (exp->op != OP_INDEX || exp->args[exp->arg_count - 1].var != index) return false;
  for (size_t i = 0; i + 1 < exp->arg_count; i++)
    if (flatten_is_atom_at_point(lift, exp->args[i])) return true;
  return false;
}

static bool reads_rows(const Lift *lift, const Par *par) {
  for (size_t i = 0; i < par->body.stms.count; i++)
    if (reads_own_row(lift, par->body.stms.data[i], par->indices[0])) return true;
  return false;
}

// Does it do more than map, reduce or scan, so that a kernel for all rows has to be one over all
// elements?
static bool has_places(const Par *par) {
  if (!thunk_has_only(&par->body, TRAIT_ELEMENTS | TRAIT_FOLDS)) return true;
  return flatten_has_busy_epilogue(par);
}

bool flatten_is_long_row(Dim dim) {
  enum { SHORT_ROW = 64 };
  return dim.var || dim.size > SHORT_ROW;
}

static bool has_rows(const Lift *lift, const Par *par) {
  return par->rank == 1 && flatten_is_long_row(par->space[0]) &&
         (has_places(par) || reads_rows(lift, par));
}

// Is it a long reduction, of the same length at all points? All its elements are one kernel, apart
// from what is around it.
static bool is_long_sum(const Lift *lift, const Par *par) {
  bool is_plain = par->rank == 1 && par->acc_count + par->consumed_count == 0 && !par->has_epilogue;
  if (!is_plain || !flatten_is_long_row(par->space[0]) ||
      flatten_is_atom_at_point(lift, dim_size(par->space[0])))
    return false;
  return thunk_has_only(&par->body, TRAIT_TOTAL);
}

bool flatten_has_long_sum(const Lift *lift, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_PAR && is_long_sum(lift, exp->as.par)) return true;
  }
  return false;
}

bool flatten_has_computed_rows(const Lift *lift, const Stms *stms) {
  if (lift->lifts_sums) return true;
  for (size_t i = 0; i < stms->count && lift->lifts_rows; i++) {
    const Exp *exp = stms->data[i]->exp;
    if (exp->op == OP_PAR && has_rows(lift, exp->as.par) && !reads_rows(lift, exp->as.par))
      return true;
  }
  return false;
}

typedef struct RowSearch {
  Walker walker;
  const Lift *lift;
  const Par *found; // the first one
} RowSearch;

static bool rows_enter(Walker *walker, Stm *stm) {
  RowSearch *search = walker->context;
  bool is_row = stm->exp->op == OP_PAR && has_rows(search->lift, stm->exp->as.par);
  if (is_row && !search->found) search->found = stm->exp->as.par;
  return !search->found;
}

// The first par in the statement that goes over a row, or NULL.
static const Par *find_row(const Lift *lift, Stm *stm) {
  RowSearch search = {.lift = lift};
  search.walker = (Walker){.context = &search, .enter = rows_enter};
  walk_stm(&search.walker, stm);
  return search.found;
}

bool flatten_has_several_rows(const Lift *lift, const Stms *stms) {
  size_t count = 0, others = 0;
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    Op op = stm->exp->op;
    if (op == OP_PAR && has_rows(lift, stm->exp->as.par))
      count += has_places(stm->exp->as.par) ? 2 : 1;
    else if (op == OP_PAR && stm->exp->as.par->rank == 1)
      others += flatten_is_long_row(stm->exp->as.par->space[0]);
    else if ((op == OP_IF || op == OP_SWITCH || op == OP_LOOP) && find_row(lift, stm))
      count += 2;
  }
  return count > 1 || count * others > 0 || flatten_has_updated_row(lift, stms);
}

Atom row_length(const Lift *lift, const Stms *stms) {
  for (size_t i = 0; i < stms->count && lift->lifts_rows; i++) {
    const Par *par = find_row(lift, stms->data[i]);
    if (par && !flatten_is_atom_at_point(lift, dim_size(par->space[0])))
      return dim_size(par->space[0]);
  }
  return atom_i64(0);
}

static bool par_enter(Walker *walker, Stm *stm) {
  bool *is_found = walker->context;
  if (stm->exp->op == OP_PAR) *is_found = true;
  return !*is_found;
}

static bool has_par(const Stm *stm) {
  bool is_found = false;
  Walker walker = {.context = &is_found, .enter = par_enter};
  walk_stm(&walker, (Stm *)stm);
  return is_found;
}

// Is it a long map, of the same length at all points, whose points have parallelism that is more
// than another dimension of its kernel? A thread for each point of the context would do all of it.
static bool is_busy_map(const Lift *lift, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->rank != 1 || !nest_is_map(stm) || !flatten_is_long_row(par->space[0])) return false;
  if (flatten_is_atom_at_point(lift, dim_size(par->space[0]))) return false;
  size_t pars = 0;
  bool is_light = true;
  for (size_t i = 0; i < par->body.stms.count; i++) {
    const Stm *inner = par->body.stms.data[i];
    bool is_map = inner->exp->op == OP_PAR && nest_is_map(inner);
    if (is_map && is_busy_map(lift, inner)) return true;
    if (!is_map && !cost_is_within(inner->exp, COST_LIMIT_LIGHT)) is_light = false;
    pars += has_par(inner);
  }
  return pars > 1 || (pars == 1 && !is_light);
}

// What a block of threads shares stays in its point, which is lifted.
static bool has_varying_size(const Lift *lift, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  if (par->level == PAR_BLOCK) return false;
  if (par_has_blocks(par)) return true;
  for (size_t i = 0; i < par->rank; i++)
    if (par->space[i].var && flatten_is_at_point(lift, par->space[i].var)) return true;
  if (lift->lifts_sums && is_long_sum(lift, par)) return true;
  return lift->lifts_rows && (has_rows(lift, par) || is_busy_map(lift, stm));
}

static bool is_parallel_call(const Flatten *flatten, const Stm *stm) {
  return stm->exp->op == OP_CALL &&
         map_find(flatten->parallel_funs, map_key(stm->exp->as.callee), NULL);
}

static bool search_enter(Walker *walker, Stm *stm) {
  FlattenSearch *search = walker->context;
  if (stm->exp->op == OP_PAR && has_varying_size(search->lift, stm)) search->pars++;
  if (is_parallel_call(search->lift->flatten, stm)) search->calls++;
  return true;
}

static FlattenSearch search_stm(const Lift *lift, const Stm *stm) {
  FlattenSearch search = {.lift = lift};
  search.walker = (Walker){.context = &search, .enter = search_enter};
  walk_stm(&search.walker, (Stm *)stm);
  return search;
}

bool flatten_is_worth_lifting(const Lift *lift, const Stm *stm) {
  FlattenSearch search = search_stm(lift, stm);
  return search.pars + search.calls > 0;
}

bool flatten_has_parallel_call(const Lift *lift, const Stm *stm) {
  return search_stm(lift, stm).calls > 0;
}

bool flatten_is_complicated(const Lift *lift, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    const Stm *stm = stms->data[i];
    FlattenSearch search = search_stm(lift, stm);
    size_t found = search.pars + search.calls;
    if (found == 0 || stm->exp->op == OP_CALL) continue;
    if (stm->exp->op != OP_PAR || flatten_is_complicated(lift, &stm->exp->as.par->body.stms))
      return true;
  }
  return false;
}

static bool find_enter(Walker *walker, Stm *stm) {
  FlattenSearch *search = walker->context;
  if (stm->exp->op == OP_PAR) {
    const Par *par = stm->exp->as.par;
    for (size_t i = 0; i < par->rank; i++)
      if (par->space[i].var) search->pars++;
  }
  if (is_parallel_call(search->flatten, stm)) search->calls++;
  return search->pars + search->calls == 0;
}

void find_parallel_funs(Flatten *flatten) {
  Program *program = flatten->program;
  for (size_t i = 0; i < program->funs.count && flatten->target->has_device; i++)
    if (fun_is_recursive(program->arena, program->funs.data[i]))
      map_put(flatten->parallel_funs, map_key(program->funs.data[i]), program->funs.data[i]);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (size_t i = 0; i < program->funs.count; i++) {
      Fun *fun = program->funs.data[i];
      if (map_find(flatten->parallel_funs, map_key(fun), NULL)) continue;
      FlattenSearch search = {.flatten = flatten};
      search.walker = (Walker){.context = &search, .enter = find_enter};
      walk_body(&search.walker, fun->body);
      if (search.pars + search.calls == 0) continue;
      map_put(flatten->parallel_funs, map_key(fun), fun);
      has_changed = true;
    }
  }
}

// ---- Irregular arrays ----

typedef struct Irregular {
  Walker walker;
  bool is_reshape; // the statement that is being walked
  bool is_found;
} Irregular;

static void irregular_use(Walker *walker, Var *var) {
  Irregular *irregular = walker->context;
  if (type_is_irregular(var->type) && !irregular->is_reshape) irregular->is_found = true;
}

static bool irregular_enter(Walker *walker, Stm *stm) {
  Irregular *irregular = walker->context;
  irregular->is_reshape = stm->exp->op == OP_RESHAPE && stm->vars[0]->type->rank == 1;
  return true;
}

static void irregular_leave(Walker *walker, Stm *stm) {
  Irregular *irregular = walker->context;
  (void)stm;
  irregular->is_reshape = false;
}

bool flatten_has_irregular_arrays(const Body *body) {
  Irregular irregular = {0};
  irregular.walker = (Walker){.context = &irregular,
                              .use = irregular_use,
                              .enter = irregular_enter,
                              .leave = irregular_leave};
  walk_body(&irregular.walker, body);
  return irregular.is_found;
}

// ---- Single statements ----

bool flatten_is_unstorable(const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++) {
    const Type *type = stm->vars[i]->type;
    if (type->kind != TYPE_SCALAR && type->kind != TYPE_ARRAY) return true;
    if (type_is_irregular(type)) return true;
  }
  return false;
}

bool flatten_has_acc(const Stm *stm) {
  for (size_t i = 0; i < stm->var_count; i++)
    if (stm->vars[i]->type->kind == TYPE_ACC) return true;
  return false;
}
