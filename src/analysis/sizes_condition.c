// Conditions: what follows from one that holds, and whether one holds.
#include "analysis/sizes_internal.h"

#include "ir/type.h"

// ---- The definition of a boolean ----

static const Stm *condition_def(Sizes *sizes, Atom condition) {
  if (!condition.var || !type_is_scalar(condition.var->type, SCALAR_BOOL)) return NULL;
  return sizes_at(sizes, condition.var)->def;
}

// a - b - slack, where a and b are integers.
static const Poly *difference(Sizes *sizes, Atom a, Atom b, int64_t slack) {
  Algebra *algebra = sizes->algebra;
  const Poly *poly = poly_sub(algebra, sizes_poly(sizes, a), sizes_poly(sizes, b));
  return poly_add_constant(algebra, poly, -slack);
}

static bool compares_integers(const Exp *exp) {
  return op_info(exp->op)->shape == SHAPE_COMPARE && sizes_is_integer(atom_type(exp->args[0]));
}

// ---- Assuming ----

static void assume(Sizes *sizes, Atom condition, bool value, Var *witness, unsigned depth);

// What is known about a value read from an array is also recorded for the array's element, so that
// it holds wherever else that is read.
static void assume_at_least(Sizes *sizes, Atom a, Atom b, int64_t slack, Var *witness) {
  const Poly *poly = difference(sizes, a, b, slack), *canonical = sizes_canonical(sizes, poly);
  bounds_assume(sizes->bounds, poly, witness);
  if (canonical != poly) bounds_assume(sizes->bounds, canonical, witness);
}

static void assume_equal(Sizes *sizes, Atom a, Atom b, Var *witness) {
  const Poly *poly = difference(sizes, a, b, 0), *canonical = sizes_canonical(sizes, poly);
  bounds_assume_zero(sizes->bounds, poly, witness);
  if (canonical != poly) bounds_assume_zero(sizes->bounds, canonical, witness);
}

// By how much a differs from b at least if it does: bits `x & 8` that are not 0 are 8.
static int64_t least_difference(Sizes *sizes, Atom a, Atom b) {
  const Stm *def = a.var ? sizes_at(sizes, a.var)->def : NULL;
  if (!def || def->exp->op != OP_AND || b.var || constant_to_i64(b.constant) != 0) return 1;
  for (size_t i = 0; i < 2; i++) {
    Atom mask = def->exp->args[i];
    int64_t bits = mask.var ? 0 : constant_to_i64(mask.constant);
    if (bits > 0) return bits & -bits;
  }
  return 1;
}

// a and b differ, so that where one is at least the other it is more.
static void assume_unequal(Sizes *sizes, Atom a, Atom b, Var *witness) {
  Witnesses witnesses = {0};
  Witnesses *allowed = witness ? &witnesses : NULL;
  bool is_above = sizes_prove(sizes, difference(sizes, a, b, 0), allowed);
  bool is_below = !is_above && sizes_prove(sizes, difference(sizes, b, a, 0), allowed);
  // What hangs on two witnesses is more than a fact can say, unless one follows the other.
  if (witnesses.count > 1 || (witnesses.count == 1 && witnesses.vars[0] != witness)) return;
  if (is_above) {
    const Var *own = a.var ? poly_is_var(sizes_poly(sizes, a)) : NULL;
    assume_at_least(sizes, a, b, least_difference(sizes, a, b), witness);
    if (own && !witness) bounds_spread(sizes->bounds, own, 1);
  }
  if (is_below) assume_at_least(sizes, b, a, 1, witness);
}

// a < b or a <= b, without a sign: when b is not negative, neither is a, and the signed order
// holds.
static void assume_unsigned(Sizes *sizes, Atom a, Atom b, int64_t slack, Var *witness) {
  if (!sizes_prove(sizes, sizes_poly(sizes, b), NULL)) return;
  bounds_assume(sizes->bounds, sizes_poly(sizes, a), witness);
  assume_at_least(sizes, b, a, slack, witness);
}

// The product is within its type: what may have wrapped around to it did not.
static void assume_fits(Sizes *sizes, const Exp *exp, Var *witness) {
  const Poly *a = sizes_poly(sizes, exp->args[0]), *b = sizes_poly(sizes, exp->args[1]);
  settle_product(sizes, poly_mul(sizes->algebra, a, b), atom_type(exp->args[0]), witness);
}

static void assume_comparison(Sizes *sizes, const Exp *exp, bool value, Var *witness) {
  Atom a = exp->args[0], b = exp->args[1];
  if (exp->op == OP_EQ || exp->op == OP_NE) {
    if (value == (exp->op == OP_EQ)) {
      assume_equal(sizes, a, b, witness);
    } else {
      assume_unequal(sizes, a, b, witness);
    }
  } else if (exp->op == OP_SLT || exp->op == OP_SLE) {
    bool is_strict = (exp->op == OP_SLT) == value;
    assume_at_least(sizes, value ? b : a, value ? a : b, is_strict ? 1 : 0, witness);
  } else if (exp->op == OP_ULT || exp->op == OP_ULE) {
    bool is_strict = (exp->op == OP_ULT) == value;
    assume_unsigned(sizes, value ? a : b, value ? b : a, is_strict ? 1 : 0, witness);
  } else if (exp->op == OP_SMULFITS && value) {
    assume_fits(sizes, exp, witness);
  }
}

static bool is_known(Atom atom, bool value) {
  return !atom.var && atom.constant.type == SCALAR_BOOL && atom.constant.value.b == value;
}

// A choice between booleans has this value: then a side that is the other constant was not taken.
static void assume_result(Sizes *sizes, const Choice *choice, bool value, Var *witness,
                          unsigned depth) {
  if (is_known(choice->no, !value)) {
    assume(sizes, choice->condition, true, witness, depth);
    assume(sizes, choice->yes, value, witness, depth);
  } else if (is_known(choice->yes, !value)) {
    assume(sizes, choice->condition, false, witness, depth);
    assume(sizes, choice->no, value, witness, depth);
  }
}

static void assume(Sizes *sizes, Atom condition, bool value, Var *witness, unsigned depth) {
  const Stm *def = condition_def(sizes, condition);
  if (!def || depth == 0) return;
  const Exp *exp = def->exp;
  Choice choice;
  if (exp->op == OP_NOT) {
    assume(sizes, exp->args[0], !value, witness, depth - 1);
  } else if ((exp->op == OP_AND && value) || (exp->op == OP_OR && !value)) {
    assume(sizes, exp->args[0], value, witness, depth - 1);
    assume(sizes, exp->args[1], value, witness, depth - 1);
  } else if (compares_integers(exp)) {
    assume_comparison(sizes, exp, value, witness);
  } else if (choice_of(def, sizes_at(sizes, condition.var)->position, &choice)) {
    assume_result(sizes, &choice, value, witness, depth - 1);
  }
}

// How deep chains of conditions are followed: with two conditions in each step, at most 2^6 leaves.
enum { ASSUME_DEPTH = 6 };

void sizes_assume(Sizes *sizes, Atom condition, bool value, Var *witness) {
  assume(sizes, condition, value, witness, ASSUME_DEPTH);
}

void assume_choice(Sizes *sizes, const Choice *choice, bool is_yes) {
  if (!choice->is_extremum) {
    sizes_assume(sizes, choice->condition, is_yes, NULL);
  } else if (is_yes) {
    assume_at_least(sizes, choice->right, choice->left, 0, NULL);
  } else {
    assume_at_least(sizes, choice->left, choice->right, 0, NULL);
  }
}

// ---- Asking ----

static Truth truth(Sizes *sizes, Atom condition, Witnesses *witnesses);

static Truth truth_not(Truth value) {
  if (value == TRUTH_UNKNOWN) return value;
  return value == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
}

static Truth truth_order(Sizes *sizes, Atom a, Atom b, int64_t slack, Witnesses *witnesses) {
  if (sizes_prove(sizes, difference(sizes, b, a, slack), witnesses)) return TRUTH_TRUE;
  if (sizes_prove(sizes, difference(sizes, a, b, 1 - slack), witnesses)) return TRUTH_FALSE;
  return TRUTH_UNKNOWN;
}

static Truth truth_equal(Sizes *sizes, Atom a, Atom b, Witnesses *witnesses) {
  if (sizes_equal(sizes, a, b, witnesses)) return TRUTH_TRUE;
  if (sizes_prove(sizes, difference(sizes, a, b, 1), witnesses)) return TRUTH_FALSE;
  if (sizes_prove(sizes, difference(sizes, b, a, 1), witnesses)) return TRUTH_FALSE;
  return TRUTH_UNKNOWN;
}

// The unsigned order is the signed one when both are not negative; a negative number is larger than
// any other.
static Truth truth_unsigned(Sizes *sizes, Atom a, Atom b, int64_t slack, Witnesses *witnesses) {
  const Poly *poly_a = sizes_poly(sizes, a), *poly_b = sizes_poly(sizes, b);
  bool is_natural = sizes_prove(sizes, poly_a, witnesses);
  if (is_natural && sizes_prove(sizes, difference(sizes, b, a, slack), witnesses))
    return TRUTH_TRUE;
  if (!sizes_prove(sizes, poly_b, witnesses)) return TRUTH_UNKNOWN;
  const Poly *negative = poly_add_constant(sizes->algebra, poly_negate(sizes->algebra, poly_a), -1);
  bool is_above = sizes_prove(sizes, negative, witnesses) ||
                  sizes_prove(sizes, difference(sizes, a, b, 1 - slack), witnesses);
  return is_above ? TRUTH_FALSE : TRUTH_UNKNOWN;
}

static Truth truth_fits(Sizes *sizes, Atom a, Atom b) {
  const Poly *product = poly_mul(sizes->algebra, sizes_poly(sizes, a), sizes_poly(sizes, b));
  return poly_fits(sizes, product, atom_type(a)) ? TRUTH_TRUE : TRUTH_UNKNOWN;
}

static Truth truth_comparison(Sizes *sizes, const Exp *exp, Witnesses *witnesses) {
  Atom a = exp->args[0], b = exp->args[1];
  if (exp->op == OP_EQ) return truth_equal(sizes, a, b, witnesses);
  if (exp->op == OP_NE) return truth_not(truth_equal(sizes, a, b, witnesses));
  if (exp->op == OP_SLT || exp->op == OP_SLE)
    return truth_order(sizes, a, b, exp->op == OP_SLT ? 1 : 0, witnesses);
  if (exp->op == OP_ULT || exp->op == OP_ULE)
    return truth_unsigned(sizes, a, b, exp->op == OP_ULT ? 1 : 0, witnesses);
  if (exp->op == OP_SMULFITS) return truth_fits(sizes, a, b);
  return TRUTH_UNKNOWN;
}

// `and` is false when one side is, true when both are; `or` the other way round.
static Truth truth_both(Sizes *sizes, const Exp *exp, Truth decisive, Witnesses *witnesses) {
  Witnesses before = {0};
  if (witnesses) before = *witnesses;
  Truth left = truth(sizes, exp->args[0], witnesses);
  if (left == decisive) return left;
  if (left == TRUTH_UNKNOWN && witnesses) *witnesses = before;
  Truth right = truth(sizes, exp->args[1], witnesses);
  if (right == decisive || (left != TRUTH_UNKNOWN && right != TRUTH_UNKNOWN)) return right;
  return TRUTH_UNKNOWN;
}

static Truth truth_side(Sizes *sizes, const Choice *choice, bool is_yes, Witnesses *witnesses) {
  SizesMark mark = sizes_mark(sizes);
  assume_choice(sizes, choice, is_yes);
  Truth value = truth(sizes, is_yes ? choice->yes : choice->no, witnesses);
  sizes_leave(sizes, mark);
  return value;
}

static Truth truth_choice(Sizes *sizes, const Choice *choice, Witnesses *witnesses) {
  Truth condition = truth(sizes, choice->condition, witnesses);
  if (condition != TRUTH_UNKNOWN)
    return truth(sizes, condition == TRUTH_TRUE ? choice->yes : choice->no, witnesses);
  Truth yes = truth_side(sizes, choice, true, witnesses);
  if (yes == TRUTH_UNKNOWN) return yes;
  return truth_side(sizes, choice, false, witnesses) == yes ? yes : TRUTH_UNKNOWN;
}

static Truth truth(Sizes *sizes, Atom condition, Witnesses *witnesses) {
  if (is_known(condition, true)) return TRUTH_TRUE;
  if (is_known(condition, false)) return TRUTH_FALSE;
  const Stm *def = condition_def(sizes, condition);
  if (!def || sizes->effort == 0) return TRUTH_UNKNOWN;
  sizes->effort--;
  const Exp *exp = def->exp;
  Choice choice;
  if (exp->op == OP_NOT) return truth_not(truth(sizes, exp->args[0], witnesses));
  if (exp->op == OP_AND) return truth_both(sizes, exp, TRUTH_FALSE, witnesses);
  if (exp->op == OP_OR) return truth_both(sizes, exp, TRUTH_TRUE, witnesses);
  if (compares_integers(exp)) return truth_comparison(sizes, exp, witnesses);
  if (choice_of(def, sizes_at(sizes, condition.var)->position, &choice))
    return truth_choice(sizes, &choice, witnesses);
  return TRUTH_UNKNOWN;
}

Truth sizes_truth(Sizes *sizes, Atom condition, Witnesses *witnesses) {
  Witnesses before = {0};
  if (witnesses) before = *witnesses;
  sizes->effort = TRUTH_EFFORT;
  Truth value = truth(sizes, condition, witnesses);
  if (value == TRUTH_UNKNOWN && witnesses) *witnesses = before;
  return value;
}
