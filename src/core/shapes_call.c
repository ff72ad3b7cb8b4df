// Functions: schemes, calls, recursion.
//
// A scheme says what the results are in terms of the parameters, and which parameters are equal
// because the function asserts it. A recursive function starts with "no call returns": a branch
// that calls it has no say in what the results are. It is walked again with what that gives, until
// nothing changes; that is induction over the depth of calls. When it takes too long, or for
// functions that call each other, nothing is said about the call.
#include "core/shapes.h"
#include "ir/type.h"

enum { RECURSION_ROUNDS = 5 };
// Statements that may be walked again, over all.
enum { SHAPES_EFFORT = 200000 };

Shapes *shapes_new(Arena *arena, Program *program) {
  Shapes *shapes = arena_make(arena, Shapes);
  *shapes = (Shapes){.arena = arena, .program = program, .effort = SHAPES_EFFORT};
  shapes->funs = map_new(arena);
  return shapes;
}

// ---- From one function to another ----

// What the callee's polynomials mean at a call.
typedef struct Passing {
  FunShape *callee;
  Solver *caller;
  const Stm *stm;
} Passing;

static const Poly *pass_poly(const Passing *passing, const Poly *poly);

static const Poly *pass_instance(const Passing *passing, const Instance *instance) {
  Sizes *sizes = passing->caller->sizes;
  const Poly *args[PLACEHOLDER_LIMIT];
  for (size_t i = 0; i < instance->arg_count; i++) {
    args[i] = pass_poly(passing, instance->args[i]);
    if (!args[i]) return NULL;
  }
  if (!instance->array) return sizes_sum(sizes, args[0], args[1]);
  const Fun *fun = passing->callee->fun;
  for (size_t i = 0; i < fun->param_count; i++) {
    if (fun->params[i].var == instance->array)
      return sizes_apply(sizes, passing->stm->exp->args[i].var, args);
  }
  return NULL;
}

static const Poly *pass_var(const Passing *passing, Var *var) {
  Sizes *to = passing->caller->sizes, *from = passing->callee->sizes;
  const Fun *fun = passing->callee->fun;
  for (size_t i = 0; i < PLACEHOLDER_LIMIT; i++)
    if (sizes_placeholder(from, i) == var)
      return poly_var(sizes_algebra(to), sizes_placeholder(to, i));
  if (sizes_sum_placeholder(from) == var)
    return poly_var(sizes_algebra(to), sizes_sum_placeholder(to));
  const Instance *instance = sizes_instance(from, var);
  if (instance) return pass_instance(passing, instance);
  for (size_t i = 0; i < fun->param_count; i++)
    if (fun->params[i].var == var) return sizes_poly(to, passing->stm->exp->args[i]);
  return NULL;
}

static const Poly *pass_poly(const Passing *passing, const Poly *poly) {
  Algebra *algebra = sizes_algebra(passing->caller->sizes);
  const Poly *sum = poly ? poly_constant(algebra, 0) : NULL;
  for (size_t i = 0; sum && i < poly->count; i++) {
    const Poly *product = poly_constant(algebra, poly->terms[i].factor);
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      product = poly_mul(algebra, product, pass_var(passing, poly->terms[i].vars[k]));
    sum = poly_add(algebra, sum, product);
  }
  return sum;
}

static void equate_values(Solver *solver, const Poly *a, const Poly *b, const Type *type) {
  if (!a || !b) return;
  if (type->kind == TYPE_SCALAR)
    solver_equate(solver, a, b);
  else
    solver_equate_functions(solver, a, b);
}

bool shapes_call(Shapes *shapes, Solver *solver, const Stm *stm) {
  const Exp *exp = stm->exp;
  FunShape *callee = shapes_of_fun(shapes, exp->as.callee);
  const Scheme *scheme = &callee->scheme;
  Passing passing = {.callee = callee, .caller = solver, .stm = stm};
  bool is_unfinished = !callee->is_done && callee != shapes->current;
  if (is_unfinished) return true;
  if (scheme->state == SCHEME_NEVER) return false;
  if (scheme->state == SCHEME_ANY) return true;
  for (size_t i = 0; i < exp->arg_count; i++) {
    const Type *type = callee->fun->params[i].var->type;
    equate_values(solver, shapes_value(solver, exp->args[i]),
                  pass_poly(&passing, scheme->params[i]), type);
  }
  for (size_t i = 0; i < stm->var_count; i++) {
    solver_define(solver, stm->vars[i], pass_poly(&passing, scheme->results[i]));
    if (!scheme->results[i] && scheme->twins[i] < i) {
      Var *twin = stm->vars[scheme->twins[i]];
      equate_values(solver, shapes_value(solver, atom_var(stm->vars[i])),
                    shapes_value(solver, atom_var(twin)), twin->type);
    }
  }
  return true;
}

// ---- Schemes ----

static bool has_size(const Type *type) {
  bool is_integers = type_is_array(type) && type->scalar == SCALAR_I64;
  return type_is_scalar(type, SCALAR_I64) || is_integers;
}

static bool is_placeholder(Sizes *sizes, const Var *var) {
  for (size_t i = 0; i < PLACEHOLDER_LIMIT; i++)
    if (sizes_placeholder(sizes, i) == var) return true;
  return sizes_sum_placeholder(sizes) == var;
}

static bool is_of_params(const FunShape *shape, const Poly *poly);

static bool is_var_of_params(const FunShape *shape, const Var *var) {
  const Instance *instance = sizes_instance(shape->sizes, var);
  const Var *named = instance ? instance->array : var;
  bool is_known = !named || is_placeholder(shape->sizes, var);
  for (size_t i = 0; i < shape->fun->param_count; i++)
    is_known |= shape->fun->params[i].var == named;
  for (size_t i = 0; instance && i < instance->arg_count; i++)
    is_known &= is_of_params(shape, instance->args[i]);
  return is_known;
}

// Is it made of parameters only?
static bool is_of_params(const FunShape *shape, const Poly *poly) {
  for (size_t i = 0; i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      if (!is_var_of_params(shape, poly->terms[i].vars[k])) return false;
  }
  return true;
}

static Scheme scheme_of(Shapes *shapes, FunShape *shape) {
  const Fun *fun = shape->fun;
  Arena *arena = shapes->arena;
  Scheme scheme = {.state = SCHEME_KNOWN};
  scheme.params = arena_array(arena, const Poly *, fun->param_count);
  scheme.results = arena_array(arena, const Poly *, fun->result_count);
  scheme.twins = arena_array(arena, size_t, fun->result_count);
  const Poly **values = arena_array(arena, const Poly *, fun->result_count);
  for (size_t i = 0; i < fun->param_count; i++) {
    if (!has_size(fun->params[i].var->type)) continue;
    const Poly *value = shapes_value(shape->solver, atom_var(fun->params[i].var));
    if (value && is_of_params(shape, value)) scheme.params[i] = value;
  }
  for (size_t i = 0; i < fun->result_count; i++) {
    scheme.twins[i] = i;
    if (!has_size(fun->results[i].var->type)) continue;
    values[i] = shapes_value(shape->solver, fun->body->results[i]);
    if (values[i] && is_of_params(shape, values[i])) scheme.results[i] = values[i];
    for (size_t k = i; k-- > 0;)
      if (values[i] && poly_equal(values[i], values[k])) scheme.twins[i] = k;
  }
  return scheme;
}

static bool is_same_poly(const Poly *a, const Poly *b) { return (!a && !b) || poly_equal(a, b); }

static bool is_same_scheme(const Fun *fun, const Scheme *a, const Scheme *b) {
  if (a->state != b->state) return false;
  for (size_t i = 0; i < fun->param_count && a->state == SCHEME_KNOWN; i++)
    if (!is_same_poly(a->params[i], b->params[i])) return false;
  for (size_t i = 0; i < fun->result_count && a->state == SCHEME_KNOWN; i++)
    if (!is_same_poly(a->results[i], b->results[i]) || a->twins[i] != b->twins[i]) return false;
  return true;
}

static Scheme walk_once(Shapes *shapes, FunShape *shape) {
  shape->solver = solver_new(shapes->arena, shape->sizes);
  if (!shapes_body(shapes, shape->solver, shape->fun->body)) return (Scheme){.state = SCHEME_NEVER};
  return scheme_of(shapes, shape);
}

static void infer(Shapes *shapes, FunShape *shape) {
  shape->sizes = sizes_new(shapes->arena, shapes->program, shape->fun);
  sizes_learn(shape->sizes, shape->fun->body);
  shape->scheme = (Scheme){.state = SCHEME_NEVER};
  for (unsigned round = 0; round < RECURSION_ROUNDS; round++) {
    Scheme scheme = walk_once(shapes, shape);
    bool is_stable = !shape->is_recursive || is_same_scheme(shape->fun, &scheme, &shape->scheme);
    shape->scheme = scheme;
    if (is_stable && scheme.state == SCHEME_KNOWN) return;
    if (is_stable) break;
  }
  shape->scheme = (Scheme){.state = SCHEME_ANY};
  Scheme scheme = walk_once(shapes, shape);
  if (scheme.state == SCHEME_KNOWN) shape->scheme = scheme;
}

FunShape *shapes_of_fun(Shapes *shapes, Fun *fun) {
  FunShape *shape = map_get(shapes->funs, map_key(fun));
  if (shape && !shape->is_done) shape->is_recursive = true;
  if (shape) return shape;
  shape = arena_make(shapes->arena, FunShape);
  shape->fun = fun;
  map_put(shapes->funs, map_key(fun), shape);
  Shapes around = *shapes;
  shapes->report = NULL;
  shapes->current = shape;
  infer(shapes, shape);
  shapes->report = around.report;
  shapes->current = around.current;
  shape->is_done = true;
  return shape;
}
