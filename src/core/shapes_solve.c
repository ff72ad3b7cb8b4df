// Constraints between sizes, in solved form.
//
// A constraint a = b is brought into the form v = rest, where v is a dimension variable, an
// instance s(i) or, when the constraint holds for every i < n, the function s itself: then s is
// another function, or constant (paper 004, 4.3). What is solved occurs in no canonical form any
// more. The variable that was bound last is solved for, so that parameters stay.
#include "core/shapes.h"
#include "ir/type.h"

// Constraints are dropped when canonical forms need more steps than this.
enum { RESOLVE_DEPTH = 12 };

Solver *solver_new(Arena *arena, Sizes *sizes) {
  Solver *solver = arena_make(arena, Solver);
  *solver = (Solver){.arena = arena, .sizes = sizes};
  solver->vars = table_new(arena, sizeof(ShapeVar));
  return solver;
}

ShapeVar *solver_at(Solver *solver, const Var *var) { return table_at(&solver->vars, var); }

// ---- Scopes ----

uint32_t solver_depth(const Solver *solver) { return (uint32_t)solver->scopes.count; }

void solver_enter(Solver *solver, ShapeScope scope) {
  scope.mark = solver->trail.count;
  vec_push(solver->arena, &solver->scopes, scope);
  vec_last(&solver->scopes).depth = solver_depth(solver);
  if (scope.index) solver_at(solver, scope.index)->depth = solver_depth(solver);
}

// Functions that were solved in a par hold for all of its points, so they hold after it.
void solver_leave(Solver *solver) {
  ShapeScope scope = vec_pop(&solver->scopes);
  size_t kept = scope.mark;
  for (size_t i = solver->trail.count; i-- > scope.mark;) {
    ShapeUndo undo = solver->trail.data[i];
    bool is_function = undo.var->type->kind == TYPE_ARRAY;
    bool is_visible = solver_at(solver, undo.var)->depth < scope.depth;
    if (scope.is_par && is_function && is_visible) continue;
    *solver_at(solver, undo.var) = (ShapeVar){.value = undo.value,
                                              .function = undo.function,
                                              .def = solver_at(solver, undo.var)->def,
                                              .depth = solver_at(solver, undo.var)->depth};
    solver->trail.data[i].var = NULL;
  }
  for (size_t i = scope.mark; i < solver->trail.count; i++)
    if (solver->trail.data[i].var) solver->trail.data[kept++] = solver->trail.data[i];
  solver->trail.count = kept;
}

static void solver_save(Solver *solver, Var *var) {
  const ShapeVar *at = solver_at(solver, var);
  ShapeUndo undo = {.var = var, .value = at->value, .function = at->function};
  vec_push(solver->arena, &solver->trail, undo);
}

// ---- Canonical forms ----

static const Poly *resolve(Solver *solver, const Poly *poly, unsigned depth);

static const Poly *resolve_instance(Solver *solver, const Instance *instance, unsigned depth) {
  Sizes *sizes = solver->sizes;
  const Poly **args = arena_array(solver->arena, const Poly *, instance->arg_count);
  for (size_t i = 0; i < instance->arg_count; i++) {
    args[i] = resolve(solver, instance->args[i], depth);
    if (!args[i]) return NULL;
  }
  if (!instance->array) {
    bool is_constant = !sizes_mentions(sizes, args[1], sizes_sum_placeholder(sizes));
    return is_constant ? poly_mul(sizes_algebra(sizes), args[0], args[1])
                       : sizes_sum(sizes, args[0], args[1]);
  }
  const Poly *function = solver_at(solver, instance->array)->function;
  if (!function) return sizes_apply(sizes, instance->array, args);
  Var *from[PLACEHOLDER_LIMIT];
  for (size_t i = 0; i < PLACEHOLDER_LIMIT; i++)
    from[i] = sizes_placeholder(sizes, i);
  return resolve(solver, sizes_substitute(sizes, function, from, args, instance->arg_count), depth);
}

static const Poly *resolve_var(Solver *solver, Var *var, unsigned depth) {
  const Poly *value = solver_at(solver, var)->value;
  if (depth == 0) return NULL;
  if (value) return resolve(solver, value, depth - 1);
  const Instance *instance = sizes_instance(solver->sizes, var);
  if (!instance) return poly_var(sizes_algebra(solver->sizes), var);
  const Poly *resolved = resolve_instance(solver, instance, depth - 1);
  const Var *other = resolved ? poly_is_var(resolved) : NULL;
  // An instance that is solved by itself may only appear now.
  if (other && other != var && solver_at(solver, other)->value)
    return resolve(solver, solver_at(solver, other)->value, depth - 1);
  return resolved;
}

static const Poly *resolve(Solver *solver, const Poly *poly, unsigned depth) {
  Algebra *algebra = sizes_algebra(solver->sizes);
  poly = sizes_canonical(solver->sizes, poly);
  const Poly *sum = poly ? poly_constant(algebra, 0) : NULL;
  for (size_t i = 0; sum && i < poly->count; i++) {
    const Poly *product = poly_constant(algebra, poly->terms[i].factor);
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      product = poly_mul(algebra, product, resolve_var(solver, poly->terms[i].vars[k], depth));
    sum = poly_add(algebra, sum, product);
  }
  return sum;
}

const Poly *solver_resolve(Solver *solver, const Poly *poly) {
  return resolve(solver, poly, RESOLVE_DEPTH);
}

const Poly *solver_value(Solver *solver, Atom atom) {
  if (!type_is_scalar(atom_type(atom), SCALAR_I64)) return NULL;
  return solver_resolve(solver, sizes_poly(solver->sizes, atom));
}

const Poly *solver_function(Solver *solver, Var *array) {
  const Poly *own = solver_at(solver, array)->function;
  return solver_resolve(solver, own ? own : sizes_function(solver->sizes, array));
}

const Poly *solver_dim(Solver *solver, const Type *type, size_t k, const Poly *const *indices) {
  Dim dim = type->dims[k];
  if (!dim_is_varying(dim)) return solver_value(solver, dim_size(dim));
  if (dim.var->type->kind != TYPE_ARRAY || dim_rank(dim) > PLACEHOLDER_LIMIT) return NULL;
  const Poly *function = solver_function(solver, dim.var);
  Var *from[PLACEHOLDER_LIMIT];
  for (size_t i = 0; i < PLACEHOLDER_LIMIT; i++)
    from[i] = sizes_placeholder(solver->sizes, i);
  const Poly *const *first = indices + (k - dim.skip - dim_rank(dim));
  return solver_resolve(solver,
                        sizes_substitute(solver->sizes, function, from, first, dim_rank(dim)));
}

// ---- Visibility ----

static bool is_var_visible(Solver *solver, const Var *var, uint32_t depth) {
  const Instance *instance = sizes_instance(solver->sizes, var);
  if (!instance) return solver_at(solver, var)->depth <= depth;
  if (instance->array && solver_at(solver, instance->array)->depth > depth) return false;
  for (size_t i = 0; i < instance->arg_count; i++)
    if (!solver_is_visible(solver, instance->args[i], depth)) return false;
  return true;
}

bool solver_is_visible(Solver *solver, const Poly *poly, uint32_t depth) {
  for (size_t i = 0; poly && i < poly->count; i++)
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      if (!is_var_visible(solver, poly->terms[i].vars[k], depth)) return false;
  return poly != NULL;
}

// ---- Solving ----

// Which is solved for: elements of arrays before variables, sums last.
static int readiness(Solver *solver, const Var *var) {
  const Instance *instance = sizes_instance(solver->sizes, var);
  if (!instance) return 1;
  return instance->array ? 2 : 0;
}

// Of the same kind, what was bound later.
static bool is_later(Solver *solver, const Var *a, const Var *b) {
  int of_a = readiness(solver, a), of_b = readiness(solver, b);
  if (of_a != of_b) return of_a > of_b;
  const Instance *left = sizes_instance(solver->sizes, a),
                 *right = sizes_instance(solver->sizes, b);
  if (of_a == 2 && left->array != right->array) return left->array->index > right->array->index;
  return a->index > b->index;
}

// The rest of poly = 0 when it is solved for variable k, which stands alone; NULL when it cannot
// be.
static const Poly *solved_for(Solver *solver, const Poly *poly, size_t k) {
  const Term *term = &poly->terms[k];
  Algebra *algebra = sizes_algebra(solver->sizes);
  if (term->degree != 1 || (term->factor != 1 && term->factor != -1)) return NULL;
  const Poly *quotient, *rest;
  if (!poly_split(algebra, poly, term->vars[0], &quotient, &rest)) return NULL;
  int64_t factor;
  if (!poly_is_constant(quotient, &factor) || sizes_mentions(solver->sizes, rest, term->vars[0]))
    return NULL;
  return term->factor == 1 ? poly_negate(algebra, rest) : rest;
}

static void solve(Solver *solver, const Poly *poly) {
  Var *best = NULL;
  const Poly *value = NULL;
  for (size_t i = 0; i < poly->count; i++) {
    const Poly *rest = solved_for(solver, poly, i);
    if (!rest || (best && !is_later(solver, poly->terms[i].vars[0], best))) continue;
    best = poly->terms[i].vars[0];
    value = rest;
  }
  if (!best) return;
  solver_save(solver, best);
  solver_at(solver, best)->value = value;
}

// ---- Solving for functions ----

// The first of the innermost scopes that are all pars.
static size_t first_par(const Solver *solver) {
  size_t first = solver->scopes.count;
  while (first > 0 && solver->scopes.data[first - 1].is_par)
    first--;
  return first;
}

static bool mentions_array(Solver *solver, const Poly *poly, const Var *array) {
  for (size_t i = 0; i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      const Instance *instance = sizes_instance(solver->sizes, poly->terms[i].vars[k]);
      if (!instance) continue;
      if (instance->array == array) return true;
      for (size_t j = 0; j < instance->arg_count; j++)
        if (mentions_array(solver, instance->args[j], array)) return true;
    }
  }
  return false;
}

// Is it s(i, j) for the indices of all pars from the first on, and these range over all of s?
static bool is_general(Solver *solver, const Instance *instance, size_t first) {
  size_t count = solver->scopes.count - first;
  const ShapeScope *pars = solver->scopes.data + first;
  if (!instance || !instance->array || instance->arg_count != count || count == 0) return false;
  if (solver_at(solver, instance->array)->depth > first) return false;
  for (size_t i = 0; i < count; i++) {
    if (!pars[i].index || poly_is_var(instance->args[i]) != pars[i].index) return false;
    const Poly *size = solver_dim(solver, instance->array->type, i, instance->args);
    if (dim_is_varying(pars[i].space) ||
        !poly_equal(size, solver_value(solver, dim_size(pars[i].space))))
      return false;
  }
  return true;
}

// poly = 0 at all points of the pars: lets a function have the rest as its value.
static bool solve_function(Solver *solver, const Poly *poly) {
  size_t first = first_par(solver), count = solver->scopes.count - first;
  Var *best = NULL, *from[PLACEHOLDER_LIMIT];
  const Poly *value = NULL, *to[PLACEHOLDER_LIMIT];
  if (count > PLACEHOLDER_LIMIT) return false;
  for (size_t i = 0; i < poly->count; i++) {
    const Poly *rest = solved_for(solver, poly, i);
    if (!rest) continue;
    const Instance *instance = sizes_instance(solver->sizes, poly->terms[i].vars[0]);
    if (!is_general(solver, instance, first)) continue;
    if (mentions_array(solver, rest, instance->array)) continue;
    if (best && instance->array->index < best->index) continue;
    best = instance->array;
    value = rest;
  }
  for (size_t i = 0; i < count && best; i++) {
    from[i] = solver->scopes.data[first + i].index;
    to[i] = poly_var(sizes_algebra(solver->sizes), sizes_placeholder(solver->sizes, i));
  }
  if (best) value = sizes_substitute(solver->sizes, value, from, to, count);
  if (!best || !solver_is_visible(solver, value, (uint32_t)first)) return false;
  solver_save(solver, best);
  solver_at(solver, best)->function = value;
  return true;
}

void solver_equate(Solver *solver, const Poly *a, const Poly *b) {
  const Poly *poly = poly_sub(sizes_algebra(solver->sizes), a, b);
  poly = solver_resolve(solver, poly);
  if (!poly || poly_is_zero(poly)) return;
  if (!solve_function(solver, poly)) solve(solver, poly);
}

// Is it s(p0, p1, ...) itself? Gives s.
static Var *own_array(Solver *solver, const Poly *function) {
  const Var *var = poly_is_var(function);
  const Instance *instance = var ? sizes_instance(solver->sizes, var) : NULL;
  if (!instance || !instance->array || solver_at(solver, instance->array)->function) return NULL;
  for (size_t i = 0; i < instance->arg_count; i++)
    if (poly_is_var(instance->args[i]) != sizes_placeholder(solver->sizes, i)) return NULL;
  return instance->array;
}

void solver_equate_functions(Solver *solver, const Poly *a, const Poly *b) {
  a = solver_resolve(solver, a);
  b = solver_resolve(solver, b);
  if (!a || !b || poly_equal(a, b)) return;
  Var *left = own_array(solver, a), *right = own_array(solver, b);
  bool is_left = left && (!right || left->index > right->index);
  Var *array = is_left ? left : right;
  const Poly *value = is_left ? b : a;
  if (!array || mentions_array(solver, value, array)) return;
  if (!solver_is_visible(solver, value, solver_at(solver, array)->depth)) return;
  solver_save(solver, array);
  solver_at(solver, array)->function = value;
}

void solver_define(Solver *solver, Var *var, const Poly *poly) {
  if (!poly) return;
  if (type_is_scalar(var->type, SCALAR_I64)) {
    solver_equate(solver, sizes_poly(solver->sizes, atom_var(var)), poly);
  } else if (type_is_array(var->type) && own_array(solver, solver_function(solver, var)) == var) {
    if (mentions_array(solver, poly, var)) return;
    solver_save(solver, var);
    solver_at(solver, var)->function = poly;
  }
}
