// Addresses as polynomials: whether two of them are one number, however they are written, and
// whether a variable has it already, as in a kernel over the elements of rows:
//
//   point = start + inside, start = segment * size
//   xs[(segment * size + inside) - 1]   =>   xs[point - 1]
//
// Numbers wrap around at 64 bits, and so do sums, differences and products of them: what is one
// polynomial is one number. A variable that never changes is the polynomial of its value; any other
// stands for itself.
#include "analysis/algebra.h"
#include "lower/lower_internal.h"

// A variable, and what it is besides.
typedef struct LowerKnown {
  ImpExp *use;
  const Poly *poly;
} LowerKnown;

typedef struct LowerNumbers {
  Algebra *algebra;
  Map *polys; // ImpVar -> Poly
  Vec(LowerKnown) known;
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

// ---- Numbers that a variable has ----

void number_know(Lower *lower, ImpExp *use, const ImpExp *value) {
  LowerNumbers *numbers = numbers_of(lower);
  const Var *var = poly_is_var(poly_of(lower, use));
  const Poly *poly = poly_of(lower, value);
  if (!var || !poly) return;
  for (size_t i = 0; i < numbers->known.count; i++) {
    LowerKnown *known = &numbers->known.data[i];
    known->poly = poly_substitute(numbers->algebra, known->poly, var, poly);
  }
  map_put(numbers->polys, map_key(use->as.var), (void *)poly);
  vec_push(lower->arena, &numbers->known, (LowerKnown){.use = use, .poly = poly});
}

void numbers_forget(Lower *lower) {
  LowerNumbers *numbers = numbers_of(lower);
  for (size_t i = 0; i < numbers->known.count; i++)
    map_remove(numbers->polys, map_key(numbers->known.data[i].use->as.var));
  numbers->known.count = 0;
}

// The operand of the sum that is this polynomial.
static ImpExp *summand_of(Lower *lower, ImpExp *sum, const Poly *poly) {
  if (!poly || poly_equal(poly_of(lower, sum), poly)) return poly ? sum : NULL;
  if (sum->kind != IMP_OP || sum->as.op.op != OP_ADD) return NULL;
  ImpExp *left = summand_of(lower, sum->as.op.args[0], poly);
  return left ? left : summand_of(lower, sum->as.op.args[1], poly);
}

ImpExp *number_known(Lower *lower, ImpExp *exp) {
  const LowerNumbers *numbers = numbers_of(lower);
  if (exp->kind != IMP_OP || numbers->known.count == 0) return exp;
  const Poly *poly = poly_of(lower, exp);
  for (size_t i = 0; i < numbers->known.count; i++)
    if (poly_equal(numbers->known.data[i].poly, poly)) return numbers->known.data[i].use;
  return exp;
}

// The address as a variable plus a constant, or plus one of its summands.
static ImpExp *plainer(Lower *lower, ImpExp *exp) {
  const LowerNumbers *numbers = numbers_of(lower);
  const Poly *poly = numbers->known.count > 0 ? poly_of(lower, exp) : NULL;
  ImpExp *made = exp;
  for (size_t i = 0; poly && i < numbers->known.count; i++) {
    const LowerKnown *known = &numbers->known.data[i];
    const Poly *rest = poly_sub(numbers->algebra, poly, known->poly);
    int64_t constant;
    if (poly_is_constant(rest, &constant))
      return imp_add(lower->imp, known->use, imp_i64(lower->imp, constant));
    ImpExp *summand = made == exp ? summand_of(lower, exp, rest) : NULL;
    if (summand) made = imp_add(lower->imp, known->use, summand);
  }
  return made;
}

ImpExp *number_sum(Lower *lower, ImpExp *a, ImpExp *b) {
  return plainer(lower, imp_add(lower->imp, a, b));
}

ImpExp *number_product(Lower *lower, ImpExp *a, ImpExp *b) {
  return number_known(lower, imp_mul(lower->imp, a, b));
}
