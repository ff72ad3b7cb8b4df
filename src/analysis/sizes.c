#include "analysis/sizes_internal.h"

#include "ir/build.h"
#include "ir/par.h"
#include "ir/type.h"

// ---- Variables ----

VarSize *sizes_at(Sizes *sizes, const Var *var) { return table_at(&sizes->vars, var); }

Algebra *sizes_algebra(Sizes *sizes) { return sizes->algebra; }

Bounds *sizes_bounds(Sizes *sizes) { return sizes->bounds; }

const Poly *sizes_poly(Sizes *sizes, Atom atom) {
  const Type *type = atom_type(atom);
  if (!sizes_is_integer(type)) return NULL;
  if (!atom.var) return poly_constant(sizes->algebra, constant_to_i64(atom.constant));
  if (!sizes_at(sizes, atom.var)->poly) define_interval(sizes, atom.var, INT64_MIN, INT64_MAX);
  return sizes_at(sizes, atom.var)->poly;
}

static const Poly *dim_poly(Sizes *sizes, Dim dim) {
  if (dim.result >= 0 || dim_is_varying(dim)) return NULL;
  return sizes_poly(sizes, dim_size(dim));
}

// ---- Types ----

// The variables of a telescope exist: those that are sizes of its arrays are not negative.
static void bind_telescope(Sizes *sizes, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (sizes_is_integer(vars[i]->type) && !sizes_at(sizes, vars[i])->poly)
      define_interval(sizes, vars[i], INT64_MIN, INT64_MAX);
  }
}

// The sizes of an array that are themselves bound with it, at these positions of the telescope.
static void bind_sizes(Sizes *sizes, Var *const *vars, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const Type *type = vars[i]->type;
    for (size_t k = 0; k < type->rank; k++) {
      Var *size = type->dims[k].var;
      if (!size || !sizes_is_integer(size->type)) continue;
      for (size_t j = 0; j < i; j++) {
        if (vars[j] == size)
          bounds_limit(sizes->bounds, size, 1, poly_constant(sizes->algebra, 0), NULL);
      }
    }
  }
  bind_lengths(sizes, vars, count);
}

// The size of a square of that many elements.
static void limit_root(Sizes *sizes, const Poly *total) {
  const Term *term = total->terms;
  if (total->count != 1 || term->degree != 2 || term->factor < 1) return;
  if (term->vars[0] == term->vars[1])
    bounds_limit(sizes->bounds, term->vars[0], -1,
                 poly_constant(sizes->algebra, ARRAY_SQUARE_LIMIT), NULL);
}

// An array that is a parameter, of a function or a loop, is not larger than memory.
static void limit_elements(Sizes *sizes, const Type *type) {
  Algebra *algebra = sizes->algebra;
  const Poly *total = poly_constant(algebra, 1);
  for (size_t i = 0; i < type->rank; i++)
    total = poly_mul(algebra, total, dim_poly(sizes, type->dims[i]));
  const Poly *limit = poly_constant(algebra, ARRAY_ELEMENT_LIMIT);
  if (type->kind != TYPE_ARRAY) return;
  bounds_assume(sizes->bounds, poly_sub(algebra, limit, total), NULL);
  if (total) limit_root(sizes, total);
  if (type->rank > 1 && total && sizes->limited.count < LIMITED_LIMIT)
    vec_push(sizes->arena, &sizes->limited, type);
}

// Arguments from outside have no huge size, even when they have no elements.
static void limit_argument(Sizes *sizes, const Type *type) {
  Algebra *algebra = sizes->algebra;
  const Poly *limit = poly_constant(algebra, ARRAY_SIZE_LIMIT);
  for (size_t i = 0; type->kind == TYPE_ARRAY && i < type->rank; i++)
    bounds_assume(sizes->bounds, poly_sub(algebra, limit, dim_poly(sizes, type->dims[i])), NULL);
}

// Where the other sizes of such an array are positive, each one is not larger than memory.
static void limit_sizes(Sizes *sizes) {
  Algebra *algebra = sizes->algebra;
  for (size_t i = 0; i < sizes->limited.count; i++) {
    const Type *type = sizes->limited.data[i];
    size_t empty_count = 0, last = 0;
    for (size_t k = 0; k < type->rank; k++) {
      const Poly *size = dim_poly(sizes, type->dims[k]);
      if (sizes_prove(sizes, poly_add_constant(algebra, size, -1), NULL)) continue;
      empty_count++;
      last = k;
    }
    for (size_t k = 0; k < type->rank && empty_count <= 1; k++) {
      if (empty_count == 1 && k != last) continue;
      const Poly *limit = poly_constant(algebra, ARRAY_ELEMENT_LIMIT);
      bounds_assume(sizes->bounds, poly_sub(algebra, limit, dim_poly(sizes, type->dims[k])), NULL);
    }
  }
}

Sizes *sizes_new(Arena *arena, Program *program, const Fun *fun) {
  Sizes *sizes = arena_make(arena, Sizes);
  sizes->arena = arena;
  sizes->program = program;
  sizes->algebra = algebra_new(arena);
  sizes->bounds = bounds_new(arena, sizes->algebra);
  sizes->vars = table_new(arena, sizeof(VarSize));
  functions_start(sizes);
  for (size_t i = 0; i < program->globals.count; i++) {
    const Global *global = program->globals.data[i];
    bind_telescope(sizes, global->vars, global->var_count);
    bind_sizes(sizes, global->vars, global->var_count);
  }
  if (!fun) return sizes;
  Var **vars = arena_array(arena, Var *, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++)
    vars[i] = fun->params[i].var;
  bind_telescope(sizes, vars, fun->param_count);
  bind_sizes(sizes, vars, fun->param_count);
  for (size_t i = 0; i < fun->param_count; i++) {
    limit_elements(sizes, vars[i]->type);
    if (fun->entry) limit_argument(sizes, vars[i]->type);
  }
  return sizes;
}

// ---- Scopes ----

SizesMark sizes_mark(const Sizes *sizes) {
  return (SizesMark){.assumption_count = bounds_mark(sizes->bounds),
                     .wrap_count = sizes->wraps.count,
                     .division_count = sizes->divisions.count,
                     .limited_count = sizes->limited.count,
                     .depth = sizes->depth};
}

void sizes_leave(Sizes *sizes, SizesMark mark) {
  bounds_undo(sizes->bounds, mark.assumption_count);
  sizes->wraps.count = mark.wrap_count;
  sizes->divisions.count = mark.division_count;
  sizes->limited.count = mark.limited_count;
  sizes->depth = mark.depth;
  for (size_t i = 0; i < sizes->divisions.count; i++)
    if (sizes->divisions.data[i].settled_depth > mark.depth)
      sizes->divisions.data[i].settled_depth = 0;
}

// A bound that is positive here, and is the larger one of something and 0, is that something.
static void assume_larger(Sizes *sizes, const Poly *bound) {
  Var *var = bound ? poly_is_var(bound) : NULL;
  const Stm *def = var ? sizes_at(sizes, var)->def : NULL;
  if (!def || def->exp->op != OP_SMAX) return;
  for (size_t i = 0; i < 2; i++) {
    const Poly *poly = sizes_poly(sizes, def->exp->args[i]);
    int64_t other;
    if (sizes_constant(sizes, def->exp->args[1 - i], &other) && other <= 0)
      bounds_assume_zero(sizes->bounds, poly_sub(sizes->algebra, bound, poly), NULL);
  }
}

// How far what follows from a bound that is positive is followed.
enum { INDEX_SPREAD = 2 };

void sizes_assume_positive(Sizes *sizes, const Poly *size) {
  int64_t number;
  if (!size || poly_is_constant(size, &number)) return;
  bounds_assume(sizes->bounds, poly_add_constant(sizes->algebra, size, -1), NULL);
  const Var *own = poly_is_var(size);
  if (own) bounds_spread(sizes->bounds, own, INDEX_SPREAD);
  assume_larger(sizes, size);
}

// An index with 0 <= index < bound; so the bound is positive here.
static void bind_index(Sizes *sizes, Var *index, const Poly *bound) {
  int64_t low, high = INT64_MAX;
  if (!bounds_interval(sizes->bounds, bound, &low, &high) || high < 1) high = INT64_MAX;
  define_interval(sizes, index, 0, high - 1);
  if (!bound) return;
  const Poly *last = poly_add_constant(sizes->algebra, bound, -1);
  define_at_most(sizes, index, last);
  const Poly *canonical = sizes_canonical(sizes, last);
  if (canonical != last) define_at_most(sizes, index, canonical);
  sizes_assume_positive(sizes, bound);
}

void sizes_enter_par(Sizes *sizes, const Par *par) {
  sizes->depth++;
  for (size_t i = 0; i < par->rank; i++)
    bind_index(sizes, par->indices[i], dim_poly(sizes, par->space[i]));
  // What a scan gives is different at each point, and nothing is known about it.
  bind_telescope(sizes, par->scan_params, par->scan_param_count);
  bind_sizes(sizes, par->scan_params, par->scan_param_count);
  limit_sizes(sizes);
  settle_divisions(sizes, 0);
  settle_wraps(sizes);
}

// Marks the next values of the parameters, so that one look at the body finds what makes them.
static void mark_steps(Sizes *sizes, const Loop *loop, bool is_set) {
  for (size_t i = 0; i < loop->param_count; i++) {
    Var *next = loop->body->results[i].var;
    if (next) sizes_at(sizes, next)->stepped_by = is_set ? (uint32_t)i + 1 : 0;
  }
}

// The amount by which the statement steps a parameter: a constant, or bound outside the loop.
static const Poly *step_of(Sizes *sizes, const Exp *exp, const Var *param) {
  if (exp->op != OP_ADD && exp->op != OP_SUB) return NULL;
  bool is_first = exp->args[0].var == param;
  if (!is_first && (exp->op == OP_SUB || exp->args[1].var != param)) return NULL;
  Atom amount = exp->args[is_first ? 1 : 0];
  if (amount.var) {
    const VarSize *at = sizes_at(sizes, amount.var);
    if (!at->poly || at->depth >= sizes->depth) return NULL;
  }
  const Poly *step = sizes_poly(sizes, amount);
  return exp->op == OP_SUB ? poly_negate(sizes->algebra, step) : step;
}

// param = initial + step * index, when that fits for all iterations; the result likewise.
static void define_step(Sizes *sizes, const Stm *stm, size_t position, const Poly *step) {
  Algebra *algebra = sizes->algebra;
  const Loop *loop = stm->exp->as.loop;
  const Poly *initial = sizes_poly(sizes, stm->exp->args[position]);
  const Poly *index = sizes_poly(sizes, atom_var(loop->index));
  define_poly(sizes, loop->params[position],
              poly_add(algebra, initial, poly_mul(algebra, step, index)));
}

static void define_steps(Sizes *sizes, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  mark_steps(sizes, loop, true);
  for (size_t i = 0; i < loop->body->stms.count; i++) {
    const Stm *inner = loop->body->stms.data[i];
    size_t position = inner->var_count == 1 ? sizes_at(sizes, inner->vars[0])->stepped_by : 0;
    if (position == 0 || !sizes_is_integer(inner->vars[0]->type)) continue;
    const Poly *step = step_of(sizes, inner->exp, loop->params[position - 1]);
    if (step) define_step(sizes, stm, position - 1, step);
  }
  mark_steps(sizes, loop, false);
}

void sizes_enter_loop(Sizes *sizes, const Stm *stm) {
  const Loop *loop = stm->exp->as.loop;
  sizes->depth++;
  if (loop->index) {
    bind_index(sizes, loop->index, sizes_poly(sizes, loop_bound(stm->exp)));
    limit_sizes(sizes);
    settle_divisions(sizes, 0);
    settle_wraps(sizes);
    define_steps(sizes, stm);
  }
  for (size_t i = 0; i < loop->param_count; i++) {
    bool is_same = loop->body->results[i].var == loop->params[i];
    if (is_same && sizes_is_integer(loop->params[i]->type))
      define_poly(sizes, loop->params[i], sizes_poly(sizes, stm->exp->args[i]));
  }
  bind_telescope(sizes, loop->params, loop->param_count);
  bind_sizes(sizes, loop->params, loop->param_count);
  for (size_t i = 0; i < loop->param_count; i++)
    limit_elements(sizes, loop->params[i]->type);
  limit_sizes(sizes);
}

void sizes_enter_body(Sizes *sizes) { sizes->depth++; }

// In the last branch of a switch the value is none of the cases.
static void assume_case(Sizes *sizes, const Exp *exp, size_t branch) {
  Algebra *algebra = sizes->algebra;
  const Poly *value = sizes_poly(sizes, exp->args[0]);
  if (branch + 1 == exp->as.branches.body_count) return;
  int64_t number = constant_to_i64(exp->as.branches.cases[branch]);
  bounds_assume_zero(sizes->bounds, poly_sub(algebra, value, poly_constant(algebra, number)), NULL);
}

void sizes_enter_branch(Sizes *sizes, const Exp *exp, size_t branch) {
  sizes->depth++;
  if (exp->op == OP_IF) {
    sizes_assume(sizes, exp->args[0], branch == 0, NULL);
  } else {
    assume_case(sizes, exp, branch);
  }
  settle_divisions(sizes, 0);
  settle_wraps(sizes);
}

// ---- Statements ----

// The results of a for loop whose parameters step: their values after all iterations.
static void define_loop_results(Sizes *sizes, const Stm *stm) {
  Algebra *algebra = sizes->algebra;
  const Loop *loop = stm->exp->as.loop;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (!sizes_is_integer(stm->vars[i]->type)) continue;
    const Poly *initial = sizes_poly(sizes, stm->exp->args[i]);
    const Poly *param = sizes_at(sizes, loop->params[i])->poly;
    if (loop->body->results[i].var == loop->params[i]) define_poly(sizes, stm->vars[i], initial);
    if (!loop->index || poly_is_var(param) == loop->params[i]) continue;
    const Poly *bound = sizes_poly(sizes, loop_bound(stm->exp));
    const Poly *after = poly_substitute(algebra, param, loop->index, bound);
    if (poly_has_var(param, loop->index) && sizes_prove(sizes, bound, NULL))
      define_poly(sizes, stm->vars[i], after);
  }
}

static void define_count(Sizes *sizes, Var *count, const Poly *space) {
  if (!sizes_is_integer(count->type)) return;
  define_interval(sizes, count, 0, INT64_MAX);
  define_at_most(sizes, count, space);
}

// How many elements a filter keeps or a partition puts into a class; and what the elements of a
// mapped array are.
static void define_par_results(Sizes *sizes, const Stm *stm) {
  const Par *par = stm->exp->as.par;
  const Poly *space = par->rank == 1 ? dim_poly(sizes, par->space[0]) : NULL;
  Var *const *results = stm->vars + par_block_count(stm);
  for (size_t i = 0; results + i < stm->vars + stm->var_count; i++) {
    size_t first;
    const Output *output = par_output_at(par, i, &first);
    if (i < first + output_count_results(output)) define_count(sizes, results[i], space);
    if (!mode_has(output->mode, TRAIT_ELEMENTS) || par->rank != 1) continue;
    VarSize *at = sizes_at(sizes, results[i]);
    if (!sizes_is_integer(atom_type(output->values[i - first]))) continue;
    at->element_index = par->indices[0];
    at->element = output->values[i - first];
  }
}

static void learn_coerce(Sizes *sizes, const Stm *stm) {
  const Type *from = atom_type(stm->exp->args[0]), *to = stm->vars[stm->var_count - 1]->type;
  Var *result = stm->vars[stm->var_count - 1];
  for (size_t i = 0; i < from->rank && from->rank == to->rank; i++) {
    const Poly *difference =
        poly_sub(sizes->algebra, dim_poly(sizes, from->dims[i]), dim_poly(sizes, to->dims[i]));
    if (difference && !poly_is_zero(difference))
      bounds_assume_zero(sizes->bounds, difference, result);
  }
}

// What an array is read through: the same elements under another name.
static void share_elements(Sizes *sizes, const Stm *stm) {
  const Var *source = stm->exp->args[0].var;
  Var *result = stm->vars[stm->var_count - 1];
  if (!source || type_rank(result->type) != 1 || type_rank(source->type) != 1) return;
  VarSize from = *sizes_at(sizes, source);
  VarSize *to = sizes_at(sizes, result);
  to->element_index = from.element_index;
  to->element = from.element;
}

// An `opaque` that needs a certificate only ties its operands to that check: who uses the result
// for the operand must name the check. Without one it hides them on purpose.
static void learn_checked(Sizes *sizes, const Stm *stm) {
  Algebra *algebra = sizes->algebra;
  if (stm->cert_count != 1) return;
  for (size_t i = 0; i < stm->var_count; i++) {
    if (!sizes_is_integer(stm->vars[i]->type)) continue;
    const Poly *result = sizes_poly(sizes, atom_var(stm->vars[i]));
    const Poly *operand = sizes_poly(sizes, stm->exp->args[i]);
    bounds_assume_zero(sizes->bounds, poly_sub(algebra, result, operand), stm->certs[0]);
  }
}

// The certificates that a statement needs hold for whatever uses its result.
void sizes_assume_certs(Sizes *sizes, const Stm *stm) {
  for (size_t i = 0; i < stm->cert_count; i++) {
    const Stm *def = sizes_at(sizes, stm->certs[i])->def;
    if (def && def->exp->op == OP_ASSERT) sizes_assume(sizes, def->exp->args[0], true, NULL);
  }
}

static void learn_definitions(Sizes *sizes, Stm *stm) {
  Op op = stm->exp->op;
  if (op == OP_LOOP) define_loop_results(sizes, stm);
  if (op == OP_PAR) define_par_results(sizes, stm);
  bool is_plain = op_is_scalar(op) || op == OP_INDEX || op == OP_IF || op == OP_ASSERT;
  for (size_t i = 0; i < stm->var_count && is_plain; i++)
    define_var(sizes, stm, i);
  define_functions(sizes, stm);
}

// What a variable is modulo a power of 2, and what it divides, hangs on no certificate.
static void leave_certs(Sizes *sizes, SizesMark mark) {
  bounds_undo(sizes->bounds, mark.assumption_count);
  for (size_t i = mark.division_count; i < sizes->divisions.count; i++)
    sizes->divisions.data[i].settled_depth = 0;
  settle_divisions(sizes, mark.division_count);
}

void sizes_stm(Sizes *sizes, Stm *stm) {
  Op op = stm->exp->op;
  bounds_refill(sizes->bounds, EFFORT_PER_STATEMENT);
  bool takes_certs = stm->cert_count > 0 && op_is_scalar(op);
  SizesMark mark = sizes_mark(sizes);
  if (takes_certs) sizes_assume_certs(sizes, stm);
  learn_definitions(sizes, stm);
  if (takes_certs) leave_certs(sizes, mark);
  bind_telescope(sizes, stm->vars, stm->var_count);
  bind_sizes(sizes, stm->vars, stm->var_count);
  if (op == OP_ASSERT) sizes_assume(sizes, stm->exp->args[0], true, stm->vars[0]);
  if (op == OP_COERCE) learn_coerce(sizes, stm);
  if (op == OP_OPAQUE) learn_checked(sizes, stm);
  if (op == OP_COERCE || op == OP_COPY) share_elements(sizes, stm);
}

// ---- Learning everything ----

static void learn_stms(Sizes *sizes, const Stms *stms);

void sizes_learn(Sizes *sizes, const Body *body) {
  SizesMark mark = sizes_mark(sizes);
  sizes_enter_body(sizes);
  learn_stms(sizes, &body->stms);
  sizes_leave(sizes, mark);
}

static void learn_operators(Sizes *sizes, const Thunk *thunk) {
  for (size_t i = 0; i < thunk->output_count; i++) {
    if (thunk->outputs[i].op) sizes_learn(sizes, thunk->outputs[i].op->body);
  }
}

static void learn_par(Sizes *sizes, const Par *par) {
  learn_operators(sizes, &par->body);
  learn_operators(sizes, &par->epilogue);
  sizes_enter_par(sizes, par);
  learn_stms(sizes, &par->body.stms);
  learn_stms(sizes, &par->epilogue.stms);
}

static void learn_inside(Sizes *sizes, Stm *stm) {
  const Exp *exp = stm->exp;
  SizesMark mark = sizes_mark(sizes);
  if (exp->op == OP_IF || exp->op == OP_SWITCH) {
    for (size_t i = 0; i < exp->as.branches.body_count; i++) {
      sizes_enter_branch(sizes, exp, i);
      learn_stms(sizes, &exp->as.branches.bodies[i]->stms);
      sizes_leave(sizes, mark);
    }
  } else if (exp->op == OP_LOOP) {
    sizes_enter_loop(sizes, stm);
    const Body *condition = exp->as.loop->condition;
    if (condition) {
      sizes_learn(sizes, condition);
      sizes_assume(sizes, condition->results[0], true, NULL);
    }
    learn_stms(sizes, &exp->as.loop->body->stms);
  } else if (exp->op == OP_PAR) {
    learn_par(sizes, exp->as.par);
  } else if (exp->op == OP_WITH_ACC) {
    for (size_t i = 0; i < exp->as.with_acc->acc_count; i++) {
      if (exp->as.with_acc->accs[i].op) sizes_learn(sizes, exp->as.with_acc->accs[i].op->body);
    }
    sizes_learn(sizes, exp->as.with_acc->body);
  } else {
    INTERNAL_ERROR("sizes does not know the bodies of %s", op_info(exp->op)->text);
  }
  sizes_leave(sizes, mark);
}

static void learn_stms(Sizes *sizes, const Stms *stms) {
  for (size_t i = 0; i < stms->count; i++) {
    Stm *stm = stms->data[i];
    if (op_has(stm->exp->op, FLAG_BODIES)) learn_inside(sizes, stm);
    sizes_stm(sizes, stm);
    if (sizes->visit) sizes->visit(sizes->visit_context, stm);
  }
}

void sizes_visit(Sizes *sizes, const Body *body, SizesVisitor *visit, void *context) {
  sizes->visit = visit;
  sizes->visit_context = context;
  sizes_learn(sizes, body);
  sizes->visit = NULL;
}

// ---- Asking ----

// The variable of the polynomial that is a choice, and the choice; the one bound last.
static Var *find_choice(Sizes *sizes, const Poly *poly, Choice *choice) {
  for (size_t i = 0; i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      Var *var = poly->terms[i].vars[k];
      const VarSize *at = sizes_at(sizes, var);
      if (at->def && choice_of(at->def, at->position, choice)) return var;
    }
  }
  return NULL;
}

static bool prove_side(Sizes *sizes, const Poly *poly, const Var *var, const Choice *choice,
                       bool is_yes, Witnesses *witnesses, unsigned depth);

static bool prove_choices(Sizes *sizes, const Poly *poly, Witnesses *witnesses, unsigned depth) {
  if (prove_nonnegative(sizes->bounds, poly, witnesses)) return true;
  Choice choice;
  Var *var = depth > 0 ? find_choice(sizes, poly, &choice) : NULL;
  return var && prove_side(sizes, poly, var, &choice, true, witnesses, depth - 1) &&
         prove_side(sizes, poly, var, &choice, false, witnesses, depth - 1);
}

static bool prove_side(Sizes *sizes, const Poly *poly, const Var *var, const Choice *choice,
                       bool is_yes, Witnesses *witnesses, unsigned depth) {
  SizesMark mark = sizes_mark(sizes);
  assume_choice(sizes, choice, is_yes);
  const Poly *value = sizes_poly(sizes, is_yes ? choice->yes : choice->no);
  const Poly *chosen = poly_substitute(sizes->algebra, poly, var, value);
  bool is_proved = chosen && prove_choices(sizes, chosen, witnesses, depth);
  sizes_leave(sizes, mark);
  return is_proved;
}

bool sizes_prove(Sizes *sizes, const Poly *poly, Witnesses *witnesses) {
  if (!poly) return false;
  Witnesses before = {0};
  if (witnesses) before = *witnesses;
  bool is_proved = prove_choices(sizes, poly, witnesses, CHOICE_DEPTH);
  const Poly *canonical = is_proved ? poly : sizes_canonical(sizes, poly);
  if (canonical && canonical != poly)
    is_proved = prove_nonnegative(sizes->bounds, canonical, witnesses);
  if (!is_proved && witnesses) *witnesses = before;
  return is_proved;
}

bool sizes_equal(Sizes *sizes, Atom a, Atom b, Witnesses *witnesses) {
  if (atom_equal(a, b)) return true;
  const Poly *difference = poly_sub(sizes->algebra, sizes_poly(sizes, a), sizes_poly(sizes, b));
  const Poly *canonical = sizes_canonical(sizes, difference);
  return prove_zero(sizes->bounds, difference, witnesses) ||
         (canonical != difference && prove_zero(sizes->bounds, canonical, witnesses));
}

bool sizes_at_least(Sizes *sizes, Atom a, Atom b, Witnesses *witnesses) {
  const Poly *difference = poly_sub(sizes->algebra, sizes_poly(sizes, a), sizes_poly(sizes, b));
  return sizes_prove(sizes, difference, witnesses);
}

bool sizes_less(Sizes *sizes, Atom a, Atom b, Witnesses *witnesses) {
  const Poly *difference = poly_sub(sizes->algebra, sizes_poly(sizes, b), sizes_poly(sizes, a));
  return sizes_prove(sizes, poly_add_constant(sizes->algebra, difference, -1), witnesses);
}

bool sizes_constant(Sizes *sizes, Atom atom, int64_t *value) {
  const Poly *poly = sizes_poly(sizes, atom);
  if (poly_is_constant(bounds_normalise(sizes->bounds, poly), value)) return true;
  int64_t low, high;
  if (!bounds_interval(sizes->bounds, poly, &low, &high) || low != high) return false;
  *value = low;
  return true;
}

void sizes_interval(Sizes *sizes, Atom atom, int64_t *low, int64_t *high) {
  int64_t least, most;
  type_range(atom_type(atom), &least, &most);
  if (!bounds_interval(sizes->bounds, sizes_poly(sizes, atom), low, high)) {
    *low = least;
    *high = most;
  }
  if (*low < least) *low = least;
  if (*high > most) *high = most;
}

bool sizes_dims_equal(Sizes *sizes, Dim a, Dim b, Witnesses *witnesses) {
  if (dim_equal(a, b)) return true;
  if (dim_is_varying(a) && dim_is_varying(b))
    return a.skip == b.skip && sizes_arrays_equal(sizes, a.var, b.var, witnesses);
  bool are_plain = a.result < 0 && b.result < 0 && !dim_is_varying(a) && !dim_is_varying(b);
  return are_plain && sizes_equal(sizes, dim_size(a), dim_size(b), witnesses);
}
