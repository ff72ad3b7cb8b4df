// The walk of the shape inference: the constraints of each statement (paper 004, 4.3).
//
// Only numbers of type i64 and arrays of them matter, because every size is one. Their definitions
// are known to analysis/sizes.h. Here come the equalities that a program asserts or that its
// structure implies: results of branches that agree, loops that keep a size, sizes of
// concatenations, calls.
#include "core/shapes.h"
#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"

// How many times a loop is tried with fewer parameters that stay the same.
enum { LOOP_ROUNDS = 4, CONDITION_DEPTH = 6 };

const Poly *shapes_value(Solver *solver, Atom atom) {
  const Type *type = atom_type(atom);
  if (type_is_scalar(type, SCALAR_I64)) return solver_value(solver, atom);
  bool is_function = type_is_array(type) && type->scalar == SCALAR_I64;
  return is_function ? solver_function(solver, atom.var) : NULL;
}

static void bind(Solver *solver, const Stm *def, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++) {
    ShapeVar *at = solver_at(solver, vars[i]);
    at->depth = solver_depth(solver);
    at->def = def;
  }
}

static void report(const Shapes *shapes, Solver *solver, const Stms *stms) {
  for (size_t i = 0; shapes->report && i < stms->count; i++) {
    for (size_t k = 0; k < stms->data[i]->var_count; k++)
      shapes->report(shapes->context, solver, stms->data[i]->vars[k]);
  }
}

static bool walk_stms_of(Shapes *shapes, Solver *solver, const Stms *stms);

// ---- Constraints ----

static void equate_condition(Solver *solver, Atom condition, unsigned depth) {
  const Stm *def = condition.var ? solver_at(solver, condition.var)->def : NULL;
  if (!def || depth == 0) return;
  const Exp *exp = def->exp;
  if (exp->op == OP_AND) {
    equate_condition(solver, exp->args[0], depth - 1);
    equate_condition(solver, exp->args[1], depth - 1);
  } else if (exp->op == OP_EQ && type_is_scalar(atom_type(exp->args[0]), SCALAR_I64)) {
    solver_equate(solver, solver_value(solver, exp->args[0]), solver_value(solver, exp->args[1]));
  }
}

// The dimensions of two types are the same, but for one of them.
static void equate_dims(Solver *solver, const Type *a, const Type *b, size_t except) {
  for (size_t i = 0; i < a->rank && a->rank == b->rank; i++) {
    Dim left = a->dims[i], right = b->dims[i];
    if (i == except || dim_equal(left, right)) continue;
    if (dim_is_varying(left) && dim_is_varying(right)) {
      solver_equate_functions(solver, solver_function(solver, left.var),
                              solver_function(solver, right.var));
    } else if (dim_is_varying(left) || dim_is_varying(right)) {
      Var *lengths = dim_is_varying(left) ? left.var : right.var;
      Dim size = dim_is_varying(left) ? right : left;
      solver_equate_functions(solver, solver_function(solver, lengths),
                              solver_value(solver, dim_size(size)));
    } else {
      solver_equate(solver, solver_value(solver, dim_size(left)),
                    solver_value(solver, dim_size(right)));
    }
  }
}

static void equate_concat(Solver *solver, const Stm *stm) {
  const Type *type = stm->vars[stm->var_count - 1]->type;
  uint32_t along = stm->exp->as.dim;
  const Poly *sum = poly_constant(sizes_algebra(solver->sizes), 0);
  for (size_t i = 0; i < stm->exp->arg_count; i++) {
    const Type *part = atom_type(stm->exp->args[i]);
    equate_dims(solver, part, type, along);
    if (dim_is_varying(part->dims[along])) return;
    const Poly *size = solver_value(solver, dim_size(part->dims[along]));
    sum = poly_add(sizes_algebra(solver->sizes), sum, size);
  }
  if (!dim_is_varying(type->dims[along]))
    solver_equate(solver, solver_value(solver, dim_size(type->dims[along])), sum);
}

// How many elements there are: a product, or a sum of lengths. NULL: unknown.
static const Poly *element_count(Solver *solver, const Type *type) {
  Algebra *algebra = sizes_algebra(solver->sizes);
  const Poly *count = poly_constant(algebra, 1);
  Var *at = sizes_sum_placeholder(solver->sizes);
  for (size_t i = 0; i < type->rank; i++) {
    bool is_summed = i == 1 && type->rank == 2 && dim_is_varying(type->dims[i]);
    if (dim_is_varying(type->dims[i]) && !is_summed) return NULL;
    const Poly *index = poly_var(algebra, at);
    const Poly *size = solver_dim(solver, type, i, &index);
    if (!size) return NULL;
    count = is_summed ? solver_resolve(solver, sizes_sum(solver->sizes, count, size))
                      : poly_mul(algebra, count, size);
  }
  return count;
}

static void equate_reshape(Solver *solver, const Stm *stm) {
  const Poly *before = element_count(solver, atom_type(stm->exp->args[0]));
  const Poly *after = element_count(solver, stm->vars[stm->var_count - 1]->type);
  if (before && after) solver_equate(solver, before, after);
}

// ---- Branches ----

// What the branches agree on. A branch that does not return has no say.
static bool walk_branches(Shapes *shapes, Solver *solver, const Stm *stm) {
  const Branches *branches = &stm->exp->as.branches;
  const Poly **joined = arena_array(solver->arena, const Poly *, stm->var_count);
  bool is_first = true;
  for (size_t i = 0; i < branches->body_count; i++) {
    const Body *body = branches->bodies[i];
    uint32_t depth = solver_depth(solver);
    solver_enter(solver, (ShapeScope){0});
    if (stm->exp->op == OP_IF && i == 0)
      equate_condition(solver, stm->exp->args[0], CONDITION_DEPTH);
    bool returns = walk_stms_of(shapes, solver, &body->stms);
    for (size_t k = 0; k < stm->var_count && returns; k++) {
      const Poly *value = shapes_value(solver, body->results[k]);
      bool is_known = value && solver_is_visible(solver, value, depth);
      if (is_first && is_known) joined[k] = value;
      if (!is_known || !poly_equal(joined[k], value)) joined[k] = NULL;
    }
    if (returns) is_first = false;
    solver_leave(solver);
  }
  for (size_t k = 0; k < stm->var_count && !is_first; k++)
    solver_define(solver, stm->vars[k], joined[k]);
  return !is_first;
}

// ---- Loops ----

// Takes the parameters that are marked to be their initial values; unmarks those that change.
// Whether none was unmarked.
static bool walk_loop_once(Shapes *shapes, Solver *solver, const Stm *stm, bool *is_same) {
  const Loop *loop = stm->exp->as.loop;
  bool is_stable = true;
  solver_enter(solver, (ShapeScope){.index = loop->index});
  bind(solver, NULL, loop->params, loop->param_count);
  for (size_t i = 0; i < loop->param_count; i++)
    if (is_same[i]) solver_define(solver, loop->params[i], shapes_value(solver, stm->exp->args[i]));
  if (loop->condition) (void)walk_stms_of(shapes, solver, &loop->condition->stms);
  (void)walk_stms_of(shapes, solver, &loop->body->stms);
  for (size_t i = 0; i < loop->param_count; i++) {
    if (!is_same[i]) continue;
    const Poly *before = shapes_value(solver, stm->exp->args[i]);
    is_same[i] = poly_equal(before, shapes_value(solver, loop->body->results[i]));
    is_stable &= is_same[i];
  }
  solver_leave(solver);
  return is_stable;
}

static void walk_loop(Shapes *shapes, Solver *solver, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  bool *is_same = arena_array(solver->arena, bool, loop->param_count);
  ShapeReport *reporter = shapes->report;
  bool is_stable = false;
  for (size_t i = 0; i < loop->param_count; i++)
    is_same[i] = shapes_value(solver, stm->exp->args[i]) != NULL;
  shapes->report = NULL;
  for (unsigned round = 0; round < LOOP_ROUNDS && !is_stable && shapes->effort > 0; round++)
    is_stable = walk_loop_once(shapes, solver, stm, is_same);
  shapes->report = reporter;
  for (size_t i = 0; i < loop->param_count && !is_stable; i++)
    is_same[i] = false;
  if (reporter || !is_stable) (void)walk_loop_once(shapes, solver, stm, is_same);
  for (size_t i = 0; i < loop->param_count; i++)
    if (is_same[i]) solver_define(solver, stm->vars[i], shapes_value(solver, stm->exp->args[i]));
}

// ---- Pars ----

static void walk_lambda_of(Shapes *shapes, Solver *solver, const Lambda *lambda) {
  if (!lambda) return;
  solver_enter(solver, (ShapeScope){0});
  bind(solver, NULL, lambda->params, lambda->param_count);
  (void)walk_stms_of(shapes, solver, &lambda->body->stms);
  solver_leave(solver);
}

static void walk_operators(Shapes *shapes, Solver *solver, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++)
    walk_lambda_of(shapes, solver, thunk->outputs[i].op);
}

// What a mapped array of i64 holds, over placeholders, by all that is known inside the par.
static const Poly *mapped_value(Solver *solver, Var *index, Atom value, uint32_t depth) {
  const Poly *own = shapes_value(solver, value);
  size_t rank = type_rank(atom_type(value));
  if (!own || rank >= PLACEHOLDER_LIMIT) return NULL;
  Var *from[PLACEHOLDER_LIMIT] = {index};
  const Poly *to[PLACEHOLDER_LIMIT];
  for (size_t i = 0; i <= rank; i++) {
    to[i] = poly_var(sizes_algebra(solver->sizes), sizes_placeholder(solver->sizes, i));
    if (i > 0) from[i] = sizes_placeholder(solver->sizes, i - 1);
  }
  own = sizes_substitute(solver->sizes, own, from, to, rank + 1);
  return own && solver_is_visible(solver, own, depth) ? own : NULL;
}

static void bind_inputs(Solver *solver, const Par *par) {
  for (size_t i = 0; i < par->consumed_count; i++)
    bind(solver, NULL, &par->consumed[i].inside, 1);
  for (size_t i = 0; i < par->acc_count; i++)
    bind(solver, NULL, &par->accs[i].inside, 1);
  bind(solver, NULL, par->indices, par->rank);
  bind(solver, NULL, par->scan_params, par->scan_param_count);
}

// The classes of a split are all points.
static void equate_split(Solver *solver, const Stm *stm, const Output *output, size_t first) {
  const Par *par = stm->exp->as.par;
  const Poly *sum = poly_constant(sizes_algebra(solver->sizes), 0);
  if (par->rank != 1 || dim_is_varying(par->space[0])) return;
  for (size_t i = 0; i < output->class_count; i++)
    sum = poly_add(sizes_algebra(solver->sizes), sum,
                   solver_value(solver, atom_var(stm->vars[first + i])));
  if (sum) solver_equate(solver, sum, solver_value(solver, dim_size(par->space[0])));
}

static void walk_par(Shapes *shapes, Solver *solver, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  const Poly **values = arena_array(solver->arena, const Poly *, stm->var_count);
  uint32_t depth = solver_depth(solver);
  bool is_plain = par->rank == 1 && !dim_is_varying(par->space[0]);
  walk_operators(shapes, solver, &par->body);
  walk_operators(shapes, solver, &par->epilogue);
  ShapeScope scope = {.is_par = is_plain};
  if (is_plain) scope.index = par->indices[0], scope.space = par->space[0];
  solver_enter(solver, scope);
  bind_inputs(solver, par);
  (void)walk_stms_of(shapes, solver, &par->body.stms);
  (void)walk_stms_of(shapes, solver, &par->epilogue.stms);
  for (size_t i = 0; i < stm->var_count && is_plain; i++) {
    size_t first;
    const Output *output = par_output_at(par, i, &first);
    if (mode_has(output->mode, TRAIT_ELEMENTS))
      values[i] = mapped_value(solver, par->indices[0], output->values[i - first], depth);
  }
  solver_leave(solver);
  for (size_t i = 0; i < stm->var_count; i++) {
    size_t first;
    const Output *output = par_output_at(par, i, &first);
    solver_define(solver, stm->vars[i], values[i]);
    if (mode_has(output->mode, TRAIT_SORTS) && i == first) equate_split(solver, stm, output, first);
  }
}

static void walk_with_acc(Shapes *shapes, Solver *solver, const WithAcc *with_acc) {
  for (size_t i = 0; i < with_acc->acc_count; i++)
    walk_lambda_of(shapes, solver, with_acc->accs[i].op);
  solver_enter(solver, (ShapeScope){0});
  for (size_t i = 0; i < with_acc->acc_count; i++)
    bind(solver, NULL, &with_acc->accs[i].param, 1);
  (void)walk_stms_of(shapes, solver, &with_acc->body->stms);
  solver_leave(solver);
}

// ---- Statements ----

// False: what follows is never reached.
static bool walk_statement(Shapes *shapes, Solver *solver, const Stm *stm) {
  const Exp *exp = stm->exp;
  if (shapes->effort > 0) shapes->effort--;
  bind(solver, stm, stm->vars, stm->var_count);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) return walk_branches(shapes, solver, stm);
  if (exp->op == OP_CALL) return shapes_call(shapes, solver, stm);
  if (exp->op == OP_LOOP) walk_loop(shapes, solver, stm);
  if (exp->op == OP_PAR) walk_par(shapes, solver, stm);
  if (exp->op == OP_WITH_ACC) walk_with_acc(shapes, solver, exp->as.with_acc);
  if (exp->op == OP_ASSERT) equate_condition(solver, exp->args[0], CONDITION_DEPTH);
  if (exp->op == OP_CONCAT) equate_concat(solver, stm);
  if (exp->op == OP_RESHAPE) equate_reshape(solver, stm);
  if (exp->op == OP_COERCE)
    equate_dims(solver, atom_type(exp->args[0]), stm->vars[stm->var_count - 1]->type, SIZE_MAX);
  return true;
}

static bool walk_stms_of(Shapes *shapes, Solver *solver, const Stms *stms) {
  bool returns = true;
  for (size_t i = 0; i < stms->count; i++)
    returns &= walk_statement(shapes, solver, stms->data[i]);
  report(shapes, solver, stms);
  return returns;
}

bool shapes_body(Shapes *shapes, Solver *solver, const Body *body) {
  return walk_stms_of(shapes, solver, &body->stms);
}
