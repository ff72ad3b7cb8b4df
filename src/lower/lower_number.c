// Addresses as polynomials: whether two of them are one number, however they are written.
//
// Numbers wrap around at 64 bits, and so do sums, differences and products of them: what is one
// polynomial is one number. A variable that never changes is the polynomial of its value; any other
// stands for itself.
#include "analysis/algebra.h"
#include "lower/lower_internal.h"

typedef struct LowerNumbers {
  Algebra *algebra;
  Map *polys; // ImpVar -> Poly
} LowerNumbers;

static LowerNumbers *numbers_of(Lower *lower) {
  if (lower->numbers) return lower->numbers;
  lower->numbers = arena_make(lower->arena, LowerNumbers);
  lower->numbers->algebra = algebra_new(lower->arena);
  lower->numbers->polys = map_new(lower->arena);
  return lower->numbers;
}

static const Poly *poly_of_var(Lower *lower, const ImpVar *var) {
  LowerNumbers *numbers = numbers_of(lower);
  const Poly *known = map_get(numbers->polys, map_key(var));
  if (known) return known;
  // The algebra knows variables of the IR by their index.
  Var *leaf = arena_make(lower->arena, Var);
  leaf->name = var->name;
  leaf->index = var->number;
  known = poly_var(numbers->algebra, leaf);
  map_put(numbers->polys, map_key(var), (void *)known);
  return known;
}

static const Poly *poly_of(Lower *lower, const ImpExp *exp) {
  Algebra *algebra = numbers_of(lower)->algebra;
  if (exp->type != SCALAR_I64) return NULL;
  if (exp->kind == IMP_CONST) return poly_constant(algebra, constant_to_i64(exp->as.constant));
  if (exp->kind == IMP_VAR) return poly_of_var(lower, exp->as.var);
  Op op = exp->kind == IMP_OP ? exp->as.op.op : OP_COUNT;
  if (op != OP_ADD && op != OP_SUB && op != OP_MUL) return NULL;
  const Poly *a = poly_of(lower, exp->as.op.args[0]), *b = poly_of(lower, exp->as.op.args[1]);
  if (op == OP_ADD) return poly_add(algebra, a, b);
  return op == OP_SUB ? poly_sub(algebra, a, b) : poly_mul(algebra, a, b);
}

// Does the expression stay what it is, as long as its variables are in scope?
static bool is_lasting(const ImpExp *exp) {
  if (exp->kind == IMP_CONST) return true;
  if (exp->kind == IMP_VAR) return exp->as.var->is_const || exp->as.var->is_index;
  if (exp->kind != IMP_OP) return false;
  for (size_t i = 0; i < exp->as.op.arg_count; i++)
    if (!is_lasting(exp->as.op.args[i])) return false;
  return true;
}

void number_bind(Lower *lower, const ImpVar *var, const ImpExp *value) {
  if (!var->is_const || var->scalar != SCALAR_I64 || !is_lasting(value)) return;
  const Poly *poly = poly_of(lower, value);
  if (poly) map_put(numbers_of(lower)->polys, map_key(var), (void *)poly);
}

bool number_is_same(Lower *lower, const ImpExp *a, const ImpExp *b) {
  return imp_equal(a, b) || poly_equal(poly_of(lower, a), poly_of(lower, b));
}
