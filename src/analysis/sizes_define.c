// What a definition says about its variable. A definition that might wrap around says nothing but
// the range of its type.
#include "analysis/sizes_internal.h"

#include "ir/type.h"

// ---- Ranges ----

bool sizes_is_integer(const Type *type) {
  return type->kind == TYPE_SCALAR && scalar_info(type->scalar)->class == CLASS_INT;
}

void type_range(const Type *type, int64_t *low, int64_t *high) {
  unsigned width = scalar_info(type->scalar)->width;
  *high = (int64_t)(UINT64_MAX >> (65 - width));
  *low = -*high - 1;
}

bool poly_fits(Sizes *sizes, const Poly *poly, const Type *type) {
  int64_t least, most, low, high;
  if (!poly) return false;
  type_range(type, &least, &most);
  if (bounds_interval(sizes->bounds, poly, &low, &high) && low >= least && high <= most)
    return true;
  Algebra *algebra = sizes->algebra;
  size_t scratch = algebra_enter(algebra);
  // The proof asks for half of the 64-bit numbers, so that it has room for its own constants. Where
  // that is too little, intervals do better anyway.
  int64_t room = most == INT64_MAX ? most / 2 : most;
  const Poly *above = poly_add_constant(algebra, poly, room);
  const Poly *below = poly_sub(algebra, poly_constant(algebra, room), poly);
  bool does_fit = prove_nonnegative(sizes->bounds, above, NULL) &&
                  prove_nonnegative(sizes->bounds, below, NULL);
  algebra_leave(algebra, scratch);
  return does_fit;
}

bool define_poly(Sizes *sizes, Var *var, const Poly *poly) {
  if (!poly_fits(sizes, poly, var->type)) return false;
  VarSize *at = sizes_at(sizes, var);
  at->poly = poly_keep(sizes->algebra, poly);
  at->depth = sizes->depth;
  return true;
}

void define_interval(Sizes *sizes, Var *var, int64_t low, int64_t high) {
  int64_t least, most;
  type_range(var->type, &least, &most);
  if (low < least) low = least;
  if (high > most) high = most;
  bounds_bind(sizes->bounds, var, low, high);
  VarSize *at = sizes_at(sizes, var);
  at->poly = poly_var(sizes->algebra, var);
  at->depth = sizes->depth;
}

static void define_any(Sizes *sizes, Var *var) {
  define_interval(sizes, var, INT64_MIN, INT64_MAX);
}

void define_at_most(Sizes *sizes, Var *var, const Poly *poly) {
  bounds_limit(sizes->bounds, var, -1, poly, NULL);
}

void define_at_least(Sizes *sizes, Var *var, const Poly *poly) {
  bounds_limit(sizes->bounds, var, 1, poly_negate(sizes->algebra, poly), NULL);
}

static bool is_proved(Sizes *sizes, const Poly *poly) { return sizes_prove(sizes, poly, NULL); }

static bool is_positive(Sizes *sizes, const Poly *poly) {
  return is_proved(sizes, poly_add_constant(sizes->algebra, poly, -1));
}

// ---- Arithmetic ----

static unsigned width_of(const Type *type) { return scalar_info(type->scalar)->width; }

// The polynomial with the definitions in the place of the variables that may have wrapped around:
// equal as long as numbers wrap around at the width of this type, or earlier.
static const Poly *unwrapped(Sizes *sizes, const Poly *poly, const Type *type) {
  for (size_t i = sizes->wraps.count; poly && i-- > 0;) {
    const Wrap *wrap = &sizes->wraps.data[i];
    if (width_of(wrap->var->type) >= width_of(type) && poly_has_var(poly, wrap->var))
      poly = poly_substitute(sizes->algebra, poly, wrap->var, wrap->poly);
  }
  return poly;
}

// The constant that is added to a variable; 0: it is another sum.
static int64_t added_constant(Sizes *sizes, const Wrap *wrap, const Poly **rest) {
  int64_t constant = 0;
  for (size_t i = 0; i < wrap->poly->count; i++)
    if (wrap->poly->terms[i].degree == 0) constant = wrap->poly->terms[i].factor;
  if (constant == 0 || constant == INT64_MIN) return 0;
  *rest = poly_add_constant(sizes->algebra, wrap->poly, -constant);
  return *rest && poly_is_var(*rest) ? constant : 0;
}

// x - c does not wrap around after a check that x is not negative, and x + c has not when a check
// says that the sum is not negative: then it is what it says, on the witness of that check.
static void settle_checked(Sizes *sizes, const Wrap *wrap) {
  Algebra *algebra = sizes->algebra;
  const Poly *rest = NULL, *sum = poly_var(algebra, wrap->var);
  int64_t constant = added_constant(sizes, wrap, &rest);
  Witnesses witnesses = {0};
  if (constant == 0) return;
  if (!prove_nonnegative(sizes->bounds, constant < 0 ? rest : sum, &witnesses)) return;
  if (witnesses.count > 1) return;
  const Poly *difference = bounds_normalise(sizes->bounds, poly_sub(algebra, sum, wrap->poly));
  if (difference && !poly_is_zero(difference))
    bounds_assume_zero(sizes->bounds, difference, witnesses.count ? witnesses.vars[0] : NULL);
}

// A sum that may wrap around is a number of its own, but equal to another such sum.
static void define_wrapped(Sizes *sizes, Var *var, const Poly *sum) {
  sum = unwrapped(sizes, sum, var->type);
  for (size_t i = 0; sum && i < sizes->wraps.count; i++) {
    const Wrap *wrap = &sizes->wraps.data[i];
    bool is_alike = width_of(wrap->var->type) == width_of(var->type);
    if (wrap->var == var || !is_alike || !poly_equal(wrap->poly, sum)) continue;
    if (define_poly(sizes, var, poly_var(sizes->algebra, wrap->var))) return;
  }
  define_any(sizes, var);
  if (!sum || sizes->wraps.count >= WRAP_LIMIT) return;
  Wrap wrap = {.var = var, .poly = poly_keep(sizes->algebra, sum)};
  vec_push(sizes->arena, &sizes->wraps, wrap);
  settle_checked(sizes, &wrap);
}

void settle_wraps(Sizes *sizes) {
  Algebra *algebra = sizes->algebra;
  for (size_t i = 0; i < sizes->wraps.count; i++) {
    const Wrap *wrap = &sizes->wraps.data[i];
    if (!poly_fits(sizes, wrap->poly, wrap->var->type)) {
      settle_checked(sizes, wrap);
      continue;
    }
    const Poly *difference = poly_sub(algebra, poly_var(algebra, wrap->var), wrap->poly);
    difference = bounds_normalise(sizes->bounds, difference);
    if (difference && !poly_is_zero(difference))
      bounds_assume_zero(sizes->bounds, difference, NULL);
  }
}

void settle_product(Sizes *sizes, const Poly *product, const Type *type, Var *witness) {
  Algebra *algebra = sizes->algebra;
  // Both are equal modulo the same power of 2, and within the type.
  const Poly *sum = unwrapped(sizes, product, type);
  for (size_t i = 0; sum && i < sizes->wraps.count; i++) {
    const Wrap *wrap = &sizes->wraps.data[i];
    if (width_of(wrap->var->type) != width_of(type) || !poly_equal(wrap->poly, sum)) continue;
    const Poly *difference = poly_sub(algebra, poly_var(algebra, wrap->var), product);
    difference = bounds_normalise(sizes->bounds, difference);
    if (difference && !poly_is_zero(difference))
      bounds_assume_zero(sizes->bounds, difference, witness);
  }
}

static void define_sum(Sizes *sizes, Var *var, const Poly *sum) {
  if (!define_poly(sizes, var, sum)) define_wrapped(sizes, var, sum);
}

// Of a quotient by what is no constant there are facts about a product, which hold in a scope only.
static void note_division(Sizes *sizes, Var *var, bool is_quotient, const Poly *a, const Poly *b,
                          uint32_t settled_depth) {
  if (!a || !b || sizes->divisions.count >= OPEN_DIVISION_LIMIT) return;
  OpenDivision division = {.var = var,
                           .is_quotient = is_quotient,
                           .a = poly_keep(sizes->algebra, a),
                           .b = poly_keep(sizes->algebra, b),
                           .settled_depth = settled_depth};
  vec_push(sizes->arena, &sizes->divisions, division);
}

// b * var <= a < b * var + b; facts about a product, so only in this scope.
static void assume_quotient(Sizes *sizes, Var *var, const Poly *a, const Poly *b) {
  Algebra *algebra = sizes->algebra;
  const Poly *product = poly_mul(algebra, b, poly_var(algebra, var));
  const Poly *slack = poly_sub(algebra, poly_add_constant(algebra, b, -1), a);
  bounds_assume_product(sizes->bounds, poly_sub(algebra, a, product));
  bounds_assume_product(sizes->bounds, poly_add(algebra, slack, product));
}

typedef struct BelowProduct {
  Sizes *sizes;
  Var *var;
  const Poly *b;
} BelowProduct;

// From a < b * c follows a / b < c.
static bool note_below(void *context, int64_t scale, const Poly *rest, Var *witness) {
  const BelowProduct *below = context;
  Algebra *algebra = below->sizes->algebra;
  if (scale != -1 || witness) return true;
  const Poly *factor = poly_divide(algebra, poly_add_constant(algebra, rest, 1), below->b);
  if (factor) define_at_most(below->sizes, below->var, poly_add_constant(algebra, factor, -1));
  return true;
}

static void define_below(Sizes *sizes, Var *var, const Poly *a, const Poly *b) {
  const Var *dividend = a ? poly_is_var(a) : NULL;
  BelowProduct below = {.sizes = sizes, .var = var, .b = b};
  if (dividend) bounds_each(sizes->bounds, dividend, note_below, &below);
}

// a / b rounded down, where b is positive.
static void define_quotient(Sizes *sizes, Var *var, const Poly *a, const Poly *b) {
  Algebra *algebra = sizes->algebra;
  const Poly *exact = poly_divide(algebra, a, b);
  if (exact && define_poly(sizes, var, exact)) return;
  int64_t low = INT64_MIN, high = INT64_MAX, divisor;
  bool is_natural = is_proved(sizes, a);
  if (!bounds_interval(sizes->bounds, a, &low, &high)) low = INT64_MIN, high = INT64_MAX;
  if (is_natural && low < 0) low = 0;
  bool is_constant = poly_is_constant(b, &divisor) && divisor > 1;
  // A quotient is nearer to 0, or -1.
  if (low > 0) low = is_constant ? low / divisor : 0;
  if (high > 0 && is_constant) high /= divisor;
  if (high < 0) high = -1;
  define_interval(sizes, var, low, high);
  if (is_natural) define_at_most(sizes, var, a);
  const Poly *slack = poly_sub(algebra, poly_add_constant(algebra, b, -1), a);
  if (is_constant) {
    bounds_limit(sizes->bounds, var, -divisor, a, NULL);
    bounds_limit(sizes->bounds, var, divisor, slack, NULL);
    return;
  }
  define_below(sizes, var, a, b);
  assume_quotient(sizes, var, a, b);
  note_division(sizes, var, true, a, b, sizes->depth);
}

// a modulo b, with the sign of b, where b is positive.
static void define_modulus(Sizes *sizes, Var *var, const Poly *a, const Poly *b) {
  Algebra *algebra = sizes->algebra;
  bool is_natural = is_proved(sizes, a);
  if (is_natural && is_positive(sizes, poly_sub(algebra, b, a)) && define_poly(sizes, var, a))
    return;
  define_interval(sizes, var, 0, INT64_MAX);
  define_at_most(sizes, var, poly_add_constant(algebra, b, -1));
  if (is_natural) define_at_most(sizes, var, a);
}

// Rounding towards zero, and the unsigned operations, agree with rounding down where neither
// operand is negative.
static void define_division(Sizes *sizes, Var *var, Op op, const Poly *a, const Poly *b) {
  bool is_floor = op == OP_SDIV || op == OP_SMOD;
  bool is_quotient = op == OP_SDIV || op == OP_SQUOT || op == OP_UDIV;
  if (!is_positive(sizes, b) || (!is_floor && !is_proved(sizes, a))) {
    define_any(sizes, var);
    note_division(sizes, var, is_quotient, a, b, 0);
  } else if (is_quotient) {
    define_quotient(sizes, var, a, b);
  } else {
    define_modulus(sizes, var, a, b);
  }
}

void settle_divisions(Sizes *sizes, size_t first) {
  Algebra *algebra = sizes->algebra;
  for (size_t i = first; i < sizes->divisions.count; i++) {
    OpenDivision *division = &sizes->divisions.data[i];
    if (division->settled_depth > 0) continue;
    if (!is_positive(sizes, division->b) || !is_proved(sizes, division->a)) continue;
    const Poly *value = poly_var(algebra, division->var);
    division->settled_depth = sizes->depth;
    bounds_assume(sizes->bounds, value, NULL);
    bounds_assume(sizes->bounds, poly_sub(algebra, division->a, value), NULL);
    if (division->is_quotient)
      assume_quotient(sizes, division->var, division->a, division->b);
    else
      bounds_assume(sizes->bounds,
                    poly_add_constant(algebra, poly_sub(algebra, division->b, value), -1), NULL);
  }
}

static void define_extremum(Sizes *sizes, Var *var, Op op, const Poly *a, const Poly *b) {
  const Poly *difference = poly_sub(sizes->algebra, a, b);
  bool is_min = op == OP_SMIN;
  const Poly *above = NULL, *below = NULL;
  if (is_proved(sizes, difference)) {
    above = a, below = b;
  } else if (is_proved(sizes, poly_negate(sizes->algebra, difference))) {
    above = b, below = a;
  }
  if (above && define_poly(sizes, var, is_min ? below : above)) return;
  int64_t low_a = INT64_MIN, high_a = INT64_MAX, low_b = INT64_MIN, high_b = INT64_MAX;
  if (!bounds_interval(sizes->bounds, a, &low_a, &high_a)) low_a = INT64_MIN, high_a = INT64_MAX;
  if (!bounds_interval(sizes->bounds, b, &low_b, &high_b)) low_b = INT64_MIN, high_b = INT64_MAX;
  bool takes_low = is_min == (low_a < low_b), takes_high = is_min == (high_a < high_b);
  define_interval(sizes, var, takes_low ? low_a : low_b, takes_high ? high_a : high_b);
  if (is_min) {
    define_at_most(sizes, var, a);
    define_at_most(sizes, var, b);
  } else {
    define_at_least(sizes, var, a);
    define_at_least(sizes, var, b);
  }
}

static void define_shift(Sizes *sizes, Var *var, Op op, const Poly *a, const Poly *b) {
  int64_t amount;
  if (!poly_is_constant(b, &amount) || amount < 0 || amount >= 62) {
    define_any(sizes, var);
    return;
  }
  const Poly *power = poly_constant(sizes->algebra, (int64_t)1 << amount);
  if (op == OP_SHL) {
    define_sum(sizes, var, poly_mul(sizes->algebra, a, power));
  } else if (op == OP_ASHR || is_proved(sizes, a)) {
    define_quotient(sizes, var, a, power);
  } else {
    define_any(sizes, var);
  }
}

// The bits of both: at most each of them that is not negative.
static void define_and(Sizes *sizes, Var *var, const Poly *a, const Poly *b) {
  bool is_a = is_proved(sizes, a), is_b = is_proved(sizes, b);
  define_interval(sizes, var, is_a || is_b ? 0 : INT64_MIN, INT64_MAX);
  if (is_a) define_at_most(sizes, var, a);
  if (is_b) define_at_most(sizes, var, b);
}

// The bits of one or the other: as many as the wider one has.
static void define_or(Sizes *sizes, Var *var, const Poly *a, const Poly *b) {
  int64_t low, high_a, high_b;
  bool is_natural = is_proved(sizes, a) && is_proved(sizes, b);
  bool is_bounded = is_natural && bounds_interval(sizes->bounds, a, &low, &high_a) &&
                    bounds_interval(sizes->bounds, b, &low, &high_b);
  int64_t most = 1;
  while (is_bounded && most <= INT64_MAX / 4 && (most <= high_a || most <= high_b))
    most *= 2;
  define_interval(sizes, var, is_natural ? 0 : INT64_MIN,
                  is_bounded && most > high_a && most > high_b ? most - 1 : INT64_MAX);
}

// What a product has beyond 64 bits.
static void define_high(Sizes *sizes, Var *var, const Poly *a, const Poly *b) {
  bool is_natural = is_proved(sizes, a) && is_proved(sizes, b);
  bool fits = is_natural && poly_fits(sizes, poly_mul(sizes->algebra, a, b), var->type);
  define_interval(sizes, var, is_natural ? 0 : INT64_MIN, fits ? 0 : INT64_MAX);
}

static void define_binary(Sizes *sizes, Var *var, const Exp *exp) {
  Algebra *algebra = sizes->algebra;
  const Poly *a = sizes_poly(sizes, exp->args[0]), *b = sizes_poly(sizes, exp->args[1]);
  Op op = exp->op;
  if (op == OP_ADD) {
    define_sum(sizes, var, poly_add(algebra, a, b));
  } else if (op == OP_SUB) {
    define_sum(sizes, var, poly_sub(algebra, a, b));
  } else if (op == OP_MUL) {
    define_sum(sizes, var, poly_mul(algebra, a, b));
  } else if (op == OP_SMIN || op == OP_SMAX) {
    define_extremum(sizes, var, op, a, b);
  } else if (op == OP_SHL || op == OP_ASHR || op == OP_LSHR) {
    define_shift(sizes, var, op, a, b);
  } else if (op == OP_AND) {
    define_and(sizes, var, a, b);
  } else if (op == OP_OR || op == OP_XOR) {
    define_or(sizes, var, a, b);
  } else if (op == OP_SMULHI) {
    define_high(sizes, var, a, b);
  } else if (op == OP_SDIV || op == OP_UDIV || op == OP_SQUOT || op == OP_SMOD || op == OP_UMOD ||
             op == OP_SREM) {
    define_division(sizes, var, op, a, b);
  } else {
    define_any(sizes, var);
  }
}

// ---- Conversion ----

static void define_convert(Sizes *sizes, Var *var, const Exp *exp) {
  Atom source = exp->args[0];
  if (exp->op == OP_BTOI) {
    define_interval(sizes, var, 0, 1);
  } else if (exp->op == OP_SEXT) {
    define_sum(sizes, var, sizes_poly(sizes, source));
  } else if (exp->op == OP_ZEXT) {
    const Poly *poly = sizes_poly(sizes, source);
    unsigned from = scalar_info(atom_type(source)->scalar)->width;
    unsigned to = scalar_info(var->type->scalar)->width;
    if (is_proved(sizes, poly) && define_poly(sizes, var, poly)) return;
    bool is_wider = from < to && from < 63;
    define_interval(sizes, var, is_wider ? 0 : INT64_MIN,
                    is_wider ? ((int64_t)1 << from) - 1 : INT64_MAX);
  } else {
    define_any(sizes, var);
  }
}

static void define_unary(Sizes *sizes, Var *var, const Exp *exp) {
  const Poly *a = sizes_poly(sizes, exp->args[0]);
  if (exp->op == OP_NEG) {
    define_sum(sizes, var, poly_negate(sizes->algebra, a));
  } else if (exp->op == OP_SSGN) {
    define_interval(sizes, var, -1, 1);
  } else if (exp->op == OP_SABS && is_proved(sizes, a)) {
    define_sum(sizes, var, a);
  } else {
    define_any(sizes, var); // the absolute value of the smallest number is itself
  }
}

// ---- Choices ----

bool choice_of(const Stm *stm, size_t position, Choice *choice) {
  const Exp *exp = stm->exp;
  if (exp->op == OP_SELECT) {
    *choice = (Choice){.condition = exp->args[0], .yes = exp->args[1], .no = exp->args[2]};
  } else if (exp->op == OP_IF) {
    Body *const *bodies = exp->as.branches.bodies;
    *choice = (Choice){.condition = exp->args[0],
                       .yes = bodies[0]->results[position],
                       .no = bodies[1]->results[position]};
  } else if (exp->op == OP_SMIN || exp->op == OP_SMAX) {
    size_t first = exp->op == OP_SMIN ? 0 : 1;
    *choice = (Choice){.is_extremum = true,
                       .left = exp->args[0],
                       .right = exp->args[1],
                       .yes = exp->args[first],
                       .no = exp->args[1 - first]};
  } else {
    return false;
  }
  return true;
}

static void define_choice(Sizes *sizes, Var *var, const Choice *choice) {
  const Poly *yes = sizes_poly(sizes, choice->yes), *no = sizes_poly(sizes, choice->no);
  if (poly_equal(yes, no) && define_poly(sizes, var, yes)) return;
  int64_t low_yes, high_yes, low_no, high_no;
  sizes_interval(sizes, choice->yes, &low_yes, &high_yes);
  sizes_interval(sizes, choice->no, &low_no, &high_no);
  define_interval(sizes, var, low_yes < low_no ? low_yes : low_no,
                  high_yes > high_no ? high_yes : high_no);
}

// ---- Elements ----

typedef struct ElementBounds {
  Sizes *sizes;
  Var *var;         // the element
  const Var *index; // of the par that made the array
  const Poly *at;   // where it is read
} ElementBounds;

// Does the polynomial mention nothing that is bound in the par, but for its index?
static bool is_of_index(Sizes *sizes, const Poly *poly, const Var *index) {
  uint32_t depth = sizes_at(sizes, index)->depth;
  for (size_t i = 0; i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      const Var *var = poly->terms[i].vars[k];
      if (var != index && sizes_at(sizes, var)->depth >= depth) return false;
    }
  }
  return true;
}

static bool copy_bound(void *context, int64_t scale, const Poly *rest, Var *witness) {
  ElementBounds *bounds = context;
  Sizes *sizes = bounds->sizes;
  if (witness || !is_of_index(sizes, rest, bounds->index)) return true;
  const Poly *moved = poly_substitute(sizes->algebra, rest, bounds->index, bounds->at);
  bounds_limit(sizes->bounds, bounds->var, scale, moved, NULL);
  return true;
}

// The element of an array that a par made: what its value is, with the index that is read for the
// index of the par.
static bool define_element(Sizes *sizes, Var *var, const Exp *exp) {
  const VarSize *array = exp->args[0].var ? sizes_at(sizes, exp->args[0].var) : NULL;
  if (!array || !array->element_index || exp->arg_count != 2) return false;
  const Var *index = array->element_index;
  Atom element = array->element;
  const Poly *value = sizes_poly(sizes, element), *at = sizes_poly(sizes, exp->args[1]);
  if (value && is_of_index(sizes, value, index) &&
      define_poly(sizes, var, poly_substitute(sizes->algebra, value, index, at)))
    return true;
  int64_t low, high;
  sizes_interval(sizes, element, &low, &high);
  define_interval(sizes, var, low, high);
  ElementBounds bounds = {.sizes = sizes, .var = var, .index = index, .at = at};
  Var *own = poly_is_var(value);
  if (own && at) bounds_each(sizes->bounds, own, copy_bound, &bounds);
  return true;
}

// ---- All of them ----

static void define_scalar(Sizes *sizes, Stm *stm, size_t position) {
  Var *var = stm->vars[position];
  const Exp *exp = stm->exp;
  OpShape shape = op_info(exp->op)->shape;
  Choice choice;
  if (shape == SHAPE_BINARY) {
    define_binary(sizes, var, exp);
  } else if (shape == SHAPE_UNARY) {
    define_unary(sizes, var, exp);
  } else if (shape == SHAPE_CONVERT) {
    define_convert(sizes, var, exp);
  } else if (shape == SHAPE_TALLY) {
    define_interval(sizes, var, 0, 64);
  } else if (choice_of(stm, position, &choice)) {
    define_choice(sizes, var, &choice);
  } else if (exp->op != OP_INDEX || !define_element(sizes, var, exp)) {
    define_any(sizes, var);
  }
}

void define_var(Sizes *sizes, Stm *stm, size_t position) {
  Var *var = stm->vars[position];
  VarSize *at = sizes_at(sizes, var);
  at->def = stm;
  at->position = position;
  if (sizes_is_integer(var->type)) define_scalar(sizes, stm, position);
}
