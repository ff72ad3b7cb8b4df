#include "analysis/prove.h"

#include <string.h>

#include "analysis/table.h"

// How many facts about products, and bounds of one variable on each side, are kept at a time. More
// would only make failing proofs slow.
enum { FACT_LIMIT = 16, BOUND_LIMIT = 12 };

// scale * var + rest >= 0
typedef struct ProveBound ProveBound;
struct ProveBound {
  int64_t scale;
  const Poly *rest;
  Var *witness;
  const ProveBound *next;
};

typedef struct VarBounds {
  uint32_t order; // of binding; 0: unknown
  int64_t low, high;
  const ProveBound *lower, *upper; // the latest first
  const Poly *value;               // that it equals, or NULL
} VarBounds;

// poly >= 0
typedef struct Fact {
  const Poly *poly;
  Var *witness;
} Fact;

// What a variable's bounds were before an assumption; or, without a variable, how many facts there
// were.
typedef struct ProveSaved {
  const Var *var;
  VarBounds bounds;
  size_t fact_count;
} ProveSaved;

struct Bounds {
  Arena *arena;
  Algebra *algebra;
  VarTable vars; // VarBounds
  uint32_t last_order;
  uint64_t effort; // steps that proofs may still take
  Vec(ProveSaved) trail;
  Vec(Fact) facts; // those that no single variable can be solved for
};

Bounds *bounds_new(Arena *arena, Algebra *algebra) {
  Bounds *bounds = arena_make(arena, Bounds);
  bounds->arena = arena;
  bounds->algebra = algebra;
  bounds->vars = table_new(arena, sizeof(VarBounds));
  bounds->effort = PROVE_EFFORT;
  return bounds;
}

void bounds_refill(Bounds *bounds, unsigned steps) { bounds->effort += steps; }

// ---- Variables ----

static VarBounds *bounds_at(Bounds *bounds, const Var *var) { return table_at(&bounds->vars, var); }

static const VarBounds *bounds_find(const Bounds *bounds, const Var *var) {
  static const VarBounds any = {.low = INT64_MIN, .high = INT64_MAX};
  const VarBounds *found = table_find(&bounds->vars, var);
  return found && found->order != 0 ? found : &any;
}

void bounds_bind(Bounds *bounds, Var *var, int64_t low, int64_t high) {
  *bounds_at(bounds, var) = (VarBounds){.order = ++bounds->last_order, .low = low, .high = high};
}

// ---- Facts ----

static void bound_push(Bounds *bounds, VarBounds *at, int64_t scale, const Poly *rest,
                       Var *witness) {
  const ProveBound **list = scale > 0 ? &at->lower : &at->upper;
  size_t count = 0;
  for (const ProveBound *bound = *list; bound; bound = bound->next) {
    bool is_as_free = !bound->witness || bound->witness == witness;
    if (bound->scale == scale && is_as_free && poly_equal(bound->rest, rest)) return;
    if (++count == BOUND_LIMIT) return;
  }
  ProveBound *bound = arena_make(bounds->arena, ProveBound);
  *bound = (ProveBound){.scale = scale, .rest = rest, .witness = witness, .next = *list};
  *list = bound;
}

// Rounded down; the divisor is positive.
static int64_t divide_down(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// A bound by a number narrows the interval.
static bool bound_number(VarBounds *at, int64_t scale, int64_t rest) {
  if (rest == INT64_MIN || scale == INT64_MIN) return false;
  if (scale > 0) {
    int64_t low = -divide_down(rest, scale);
    if (low > at->low) at->low = low;
  } else {
    int64_t high = divide_down(rest, -scale);
    if (high < at->high) at->high = high;
  }
  return true;
}

static void bound_add(Bounds *bounds, VarBounds *at, int64_t scale, const Poly *rest,
                      Var *witness) {
  int64_t number;
  if (!witness && poly_is_constant(rest, &number) && bound_number(at, scale, number)) return;
  bound_push(bounds, at, scale, poly_keep(bounds->algebra, rest), witness);
}

void bounds_limit(Bounds *bounds, Var *var, int64_t scale, const Poly *rest, Var *witness) {
  if (rest) bound_add(bounds, bounds_at(bounds, var), scale, rest, witness);
}

static void bounds_save(Bounds *bounds, const Var *var) {
  VarBounds *at = bounds_at(bounds, var);
  ProveSaved saved = {.var = var, .bounds = *at};
  vec_push(bounds->arena, &bounds->trail, saved);
  if (at->order == 0)
    *at = (VarBounds){.order = ++bounds->last_order, .low = INT64_MIN, .high = INT64_MAX};
}

// The variable that occurs in just one term, alone: the one bound last. NULL when there is none.
static Var *solved_var(const Bounds *bounds, const Poly *poly, int64_t *scale) {
  Var *best = NULL;
  for (size_t i = 0; i < poly->count; i++) {
    if (poly->terms[i].degree != 1) continue;
    Var *var = poly->terms[i].vars[0];
    bool is_single = true;
    for (size_t k = 0; k < poly->count && is_single; k++) {
      for (uint32_t j = 0; j < poly->terms[k].degree && k != i; j++)
        is_single &= poly->terms[k].vars[j] != var;
    }
    if (!is_single) continue;
    if (best && bounds_find(bounds, var)->order <= bounds_find(bounds, best)->order) continue;
    best = var;
    *scale = poly->terms[i].factor;
  }
  return best;
}

static void fact_add(Bounds *bounds, const Poly *poly, Var *witness) {
  int64_t number;
  if (poly_is_constant(poly, &number) || bounds->facts.count == FACT_LIMIT) return;
  ProveSaved saved = {.fact_count = bounds->facts.count};
  vec_push(bounds->arena, &bounds->trail, saved);
  Fact fact = {.poly = poly_keep(bounds->algebra, poly), .witness = witness};
  vec_push(bounds->arena, &bounds->facts, fact);
}

// All variables of poly >= 0 are bounded by the numbers between which the rest is.
static void assume_numbers(Bounds *bounds, const Poly *poly, Var *witness) {
  for (size_t i = 0; i < poly->count; i++) {
    Var *var = poly->terms[i].degree == 1 ? poly->terms[i].vars[0] : NULL;
    int64_t scale = poly->terms[i].factor, low, high;
    const Poly *quotient, *rest;
    if (!var || !poly_split(bounds->algebra, poly, var, &quotient, &rest)) continue;
    bool is_single = poly_is_constant(quotient, &low);
    if (!is_single || !bounds_interval(bounds, rest, &low, &high)) continue;
    const Poly *number = poly_constant(bounds->algebra, high);
    bounds_save(bounds, var);
    bound_add(bounds, bounds_at(bounds, var), scale, number, witness);
  }
}

void bounds_assume(Bounds *bounds, const Poly *poly, Var *witness) {
  Algebra *algebra = bounds->algebra;
  size_t scratch = algebra_enter(algebra);
  poly = bounds_normalise(bounds, poly);
  int64_t scale = 0;
  Var *var = poly ? solved_var(bounds, poly, &scale) : NULL;
  const Poly *quotient, *rest;
  if (poly && !var) fact_add(bounds, poly, witness);
  if (var && poly_split(algebra, poly, var, &quotient, &rest)) {
    bounds_save(bounds, var);
    bound_add(bounds, bounds_at(bounds, var), scale, rest, witness);
    assume_numbers(bounds, poly, witness);
  }
  algebra_leave(algebra, scratch);
}

void bounds_assume_product(Bounds *bounds, const Poly *poly) {
  size_t scratch = algebra_enter(bounds->algebra);
  poly = bounds_normalise(bounds, poly);
  if (poly) fact_add(bounds, poly, NULL);
  algebra_leave(bounds->algebra, scratch);
}

// What the bounds of the list say when the variable is this number.
static void spread_list(Bounds *bounds, const ProveBound *list, int64_t number, unsigned depth) {
  Algebra *algebra = bounds->algebra;
  for (const ProveBound *bound = list; bound; bound = bound->next) {
    int64_t product;
    if (bound->witness || !number_mul(bound->scale, number, &product)) continue;
    const Poly *poly = bounds_normalise(bounds, poly_add_constant(algebra, bound->rest, product));
    if (poly) assume_numbers(bounds, poly, NULL);
    for (size_t i = 0; poly && i < poly->count; i++)
      if (poly->terms[i].degree == 1) bounds_spread(bounds, poly->terms[i].vars[0], depth - 1);
  }
}

void bounds_spread(Bounds *bounds, const Var *var, unsigned depth) {
  if (depth == 0) return;
  VarBounds at = *bounds_find(bounds, var);
  size_t scratch = algebra_enter(bounds->algebra);
  if (at.low != INT64_MIN) spread_list(bounds, at.upper, at.low, depth);
  if (at.high != INT64_MAX) spread_list(bounds, at.lower, at.high, depth);
  algebra_leave(bounds->algebra, scratch);
}

// Among the variables alone in their term with factor 1 or -1, the one bound last.
static Var *unit_var(const Bounds *bounds, const Poly *poly, int64_t *scale) {
  Var *best = NULL;
  for (size_t i = 0; i < poly->count; i++) {
    const Term *term = &poly->terms[i];
    if (term->degree != 1 || (term->factor != 1 && term->factor != -1)) continue;
    Var *var = term->vars[0];
    size_t count = 0;
    for (size_t k = 0; k < poly->count; k++) {
      for (uint32_t j = 0; j < poly->terms[k].degree; j++)
        count += poly->terms[k].vars[j] == var;
    }
    if (count > 1) continue;
    if (best && bounds_find(bounds, var)->order <= bounds_find(bounds, best)->order) continue;
    best = var;
    *scale = term->factor;
  }
  return best;
}

// From now on what the bounds of a variable say holds for the polynomial that it equals.
static void hand_on_bounds(Bounds *bounds, const Var *var, const Poly *value) {
  Algebra *algebra = bounds->algebra;
  VarBounds at = *bounds_at(bounds, var);
  if (at.low != INT64_MIN) bounds_assume(bounds, poly_add_constant(algebra, value, -at.low), NULL);
  if (at.high != INT64_MAX)
    bounds_assume(bounds, poly_sub(algebra, poly_constant(algebra, at.high), value), NULL);
  const ProveBound *lists[2] = {at.lower, at.upper};
  for (int i = 0; i < 2; i++) {
    for (const ProveBound *bound = lists[i]; bound; bound = bound->next) {
      const Poly *scaled = poly_scale(algebra, value, bound->scale);
      bounds_assume(bounds, poly_add(algebra, scaled, bound->rest), bound->witness);
    }
  }
}

// Lets one variable of plain = 0 have the others as its value; false when there is none for it.
static bool assume_value(Bounds *bounds, const Poly *plain) {
  Algebra *algebra = bounds->algebra;
  int64_t scale = 0;
  Var *var = plain ? unit_var(bounds, plain, &scale) : NULL;
  const Poly *quotient, *rest;
  if (!var || !poly_split(algebra, plain, var, &quotient, &rest)) return false;
  const Poly *value = poly_keep(algebra, scale == 1 ? poly_negate(algebra, rest) : rest);
  if (!value) return false;
  bounds_save(bounds, var);
  bounds_at(bounds, var)->value = value;
  hand_on_bounds(bounds, var, value);
  return true;
}

// What is equal already is replaced first, so that no variable comes to equal itself. An equality
// on a witness is two inequalities: replacing by it would make every proof about the variable hang
// on the witness.
void bounds_assume_zero(Bounds *bounds, const Poly *poly, Var *witness) {
  Algebra *algebra = bounds->algebra;
  size_t scratch = algebra_enter(algebra);
  const Poly *plain = bounds_normalise(bounds, poly);
  if (witness || !assume_value(bounds, plain)) {
    bounds_assume(bounds, plain, witness);
    bounds_assume(bounds, poly_negate(algebra, plain), witness);
  }
  algebra_leave(algebra, scratch);
}

size_t bounds_mark(const Bounds *bounds) { return bounds->trail.count; }

void bounds_undo(Bounds *bounds, size_t mark) {
  while (bounds->trail.count > mark) {
    ProveSaved saved = vec_pop(&bounds->trail);
    if (saved.var) {
      *bounds_at(bounds, saved.var) = saved.bounds;
    } else {
      bounds->facts.count = saved.fact_count;
    }
  }
}

void bounds_each(const Bounds *bounds, const Var *var, BoundVisitor *visit, void *context) {
  const VarBounds *at = bounds_find(bounds, var);
  for (const ProveBound *bound = at->lower; bound; bound = bound->next) {
    if (!visit(context, bound->scale, bound->rest, bound->witness)) return;
  }
  for (const ProveBound *bound = at->upper; bound; bound = bound->next) {
    if (!visit(context, bound->scale, bound->rest, bound->witness)) return;
  }
}

// ---- Intervals ----

static bool interval_multiply(int64_t *low, int64_t *high, int64_t by_low, int64_t by_high) {
  int64_t corners[4];
  if (!number_mul(*low, by_low, &corners[0]) || !number_mul(*low, by_high, &corners[1]) ||
      !number_mul(*high, by_low, &corners[2]) || !number_mul(*high, by_high, &corners[3]))
    return false;
  *low = *high = corners[0];
  for (int i = 1; i < 4; i++) {
    if (corners[i] < *low) *low = corners[i];
    if (corners[i] > *high) *high = corners[i];
  }
  return true;
}

bool bounds_interval(const Bounds *bounds, const Poly *poly, int64_t *low, int64_t *high) {
  if (!poly) return false;
  *low = *high = 0;
  for (size_t i = 0; i < poly->count; i++) {
    const Term *term = &poly->terms[i];
    int64_t term_low = term->factor, term_high = term->factor;
    for (uint32_t k = 0; k < term->degree; k++) {
      const VarBounds *at = bounds_find(bounds, term->vars[k]);
      if (!interval_multiply(&term_low, &term_high, at->low, at->high)) return false;
    }
    if (!number_add(*low, term_low, low) || !number_add(*high, term_high, high)) return false;
  }
  return true;
}

// Is no term negative?
static bool is_plainly_nonnegative(const Bounds *bounds, const Poly *poly) {
  for (size_t i = 0; i < poly->count; i++) {
    const Term *term = &poly->terms[i];
    bool is_negative = term->factor < 0;
    for (uint32_t k = 0; k < term->degree; k++) {
      const VarBounds *at = bounds_find(bounds, term->vars[k]);
      bool is_square = k + 1 < term->degree && term->vars[k] == term->vars[k + 1];
      if (is_square) {
        k++;
      } else if (at->high <= 0) {
        is_negative = !is_negative;
      } else if (at->low < 0) {
        return false;
      }
    }
    if (is_negative) return false;
  }
  return true;
}

// Values mention no variable that has a value of its own at the time, so chains end.
const Poly *bounds_normalise(const Bounds *bounds, const Poly *poly) {
  for (unsigned step = 0; poly && step < PROVE_STEP_LIMIT; step++) {
    const Var *found = NULL;
    for (size_t i = 0; i < poly->count && !found; i++) {
      for (uint32_t k = 0; k < poly->terms[i].degree && !found; k++) {
        if (bounds_find(bounds, poly->terms[i].vars[k])->value) found = poly->terms[i].vars[k];
      }
    }
    if (!found) return poly;
    poly = poly_substitute(bounds->algebra, poly, found, bounds_find(bounds, found)->value);
  }
  return NULL;
}

// ---- Proofs ----

typedef struct Prover {
  Bounds *bounds;
  Algebra *algebra;
  bool takes_witnesses;
  Witnesses used;
  unsigned steps;
} Prover;

bool witness_add(Witnesses *witnesses, Var *witness) {
  if (!witness) return true;
  for (size_t i = 0; i < witnesses->count; i++) {
    if (witnesses->vars[i] == witness) return true;
  }
  if (witnesses->count == WITNESS_LIMIT) return false;
  witnesses->vars[witnesses->count++] = witness;
  return true;
}

static bool can_use(Prover *prover, Var *witness) {
  return !witness || (prover->takes_witnesses && witness_add(&prover->used, witness));
}

typedef enum Sign { SIGN_UNKNOWN, SIGN_NONNEGATIVE, SIGN_NONPOSITIVE } Sign;

static bool prove(Prover *prover, const Poly *poly, unsigned depth);

static Sign sign_of(Prover *prover, const Poly *poly, unsigned depth) {
  int64_t number;
  if (poly_is_constant(poly, &number)) return number >= 0 ? SIGN_NONNEGATIVE : SIGN_NONPOSITIVE;
  if (depth == 0) return SIGN_UNKNOWN;
  if (prove(prover, poly, depth - 1)) return SIGN_NONNEGATIVE;
  if (prove(prover, poly_negate(prover->algebra, poly), depth - 1)) return SIGN_NONPOSITIVE;
  return SIGN_UNKNOWN;
}

// p = var * quotient + rest, and scale * var + limit >= 0 with scale of the sign of the quotient.
// Then |scale| * p >= |scale| * rest -+ quotient * limit; or, where the quotient is a multiple of
// the scale, p >= rest -+ quotient / |scale| * limit.
static bool prove_with(Prover *prover, const Poly *quotient, const Poly *rest, int64_t scale,
                       const Poly *limit, unsigned depth) {
  Algebra *algebra = prover->algebra;
  if (scale == INT64_MIN) return false;
  int64_t size = scale > 0 ? scale : -scale;
  if (size != 1) {
    const Poly *part = poly_divide(algebra, quotient, poly_constant(algebra, size));
    if (part) quotient = part, size = 1;
  }
  const Poly *replaced = poly_mul(algebra, quotient, limit);
  const Poly *scaled = poly_scale(algebra, rest, size);
  const Poly *next =
      scale > 0 ? poly_sub(algebra, scaled, replaced) : poly_add(algebra, scaled, replaced);
  return next && prove(prover, next, depth - 1);
}

static bool eliminate(Prover *prover, const Poly *poly, const Var *var, unsigned depth) {
  const Poly *quotient, *rest;
  if (!poly_split(prover->algebra, poly, var, &quotient, &rest)) return false;
  Witnesses before = prover->used;
  Sign sign = sign_of(prover, quotient, depth);
  if (sign == SIGN_UNKNOWN) return false;
  const VarBounds *at = bounds_find(prover->bounds, var);
  bool is_up = sign == SIGN_NONNEGATIVE;
  Witnesses after_sign = prover->used;
  for (const ProveBound *bound = is_up ? at->lower : at->upper; bound; bound = bound->next) {
    prover->used = after_sign;
    if (!can_use(prover, bound->witness)) continue;
    if (prove_with(prover, quotient, rest, bound->scale, bound->rest, depth)) return true;
  }
  prover->used = after_sign;
  int64_t number = is_up ? at->low : at->high;
  bool is_bounded = number != (is_up ? INT64_MIN : INT64_MAX) && number != INT64_MIN;
  if (is_bounded) {
    const Poly *limit = poly_constant(prover->algebra, is_up ? -number : number);
    if (prove_with(prover, quotient, rest, is_up ? 1 : -1, limit, depth)) return true;
  }
  prover->used = before;
  return false;
}

static bool is_same_product(const Term *a, const Term *b) {
  if (a->degree != b->degree) return false;
  for (uint32_t i = 0; i < a->degree; i++) {
    if (a->vars[i] != b->vars[i]) return false;
  }
  return true;
}

// Uses a fact about a product: when p and f have the same leading term, up to a factor, p - k * f
// is simpler, and p is not negative when that is not. `is_upper`: with facts that bound the product
// from above; the others are tried last, because a product is bounded below by its factors.
static bool prove_with_facts(Prover *prover, const Poly *poly, bool is_upper, unsigned depth) {
  const Bounds *bounds = prover->bounds;
  for (size_t i = 0; i < bounds->facts.count; i++) {
    const Fact *fact = &bounds->facts.data[i];
    if ((fact->poly->terms[0].factor < 0) != is_upper) continue;
    for (size_t k = 0; k < poly->count; k++) {
      Witnesses before = prover->used;
      Term term = fact->poly->terms[0];
      int64_t factor = poly->terms[k].factor;
      if (!is_same_product(&term, &poly->terms[k]) || (factor < 0) != (term.factor < 0)) continue;
      if (factor == INT64_MIN && term.factor == -1) continue; // the quotient is no int64_t
      if (factor % term.factor != 0 || !can_use(prover, fact->witness)) continue;
      const Poly *part = poly_scale(prover->algebra, fact->poly, factor / term.factor);
      if (prove(prover, poly_sub(prover->algebra, poly, part), depth - 1)) return true;
      prover->used = before;
    }
  }
  return false;
}

enum { PROVE_VAR_LIMIT = 12 };

// The distinct variables, the one bound last first; at most PROVE_VAR_LIMIT.
static size_t collect_vars(const Bounds *bounds, const Poly *poly, Var **vars) {
  size_t count = 0;
  for (size_t i = 0; i < poly->count; i++) {
    for (uint32_t k = 0; k < poly->terms[i].degree; k++) {
      Var *var = poly->terms[i].vars[k];
      uint32_t order = bounds_find(bounds, var)->order;
      size_t at = 0;
      while (at < count && vars[at] != var && bounds_find(bounds, vars[at])->order >= order)
        at++;
      bool is_known = false;
      for (size_t j = 0; j < count; j++)
        is_known |= vars[j] == var;
      if (is_known || count == PROVE_VAR_LIMIT) continue;
      memmove(&vars[at + 1], &vars[at], (count - at) * sizeof *vars);
      vars[at] = var;
      count++;
    }
  }
  return count;
}

static bool prove(Prover *prover, const Poly *poly, unsigned depth) {
  if (!poly || prover->steps == 0) return false;
  prover->steps--;
  poly = bounds_normalise(prover->bounds, poly);
  if (!poly) return false;
  int64_t low, high;
  if (bounds_interval(prover->bounds, poly, &low, &high)) {
    if (low >= 0) return true;
    if (high < 0) return false;
  } else if (is_plainly_nonnegative(prover->bounds, poly)) {
    return true;
  }
  if (depth == 0) return false;
  if (prove_with_facts(prover, poly, true, depth)) return true;
  Var *vars[PROVE_VAR_LIMIT];
  size_t count = collect_vars(prover->bounds, poly, vars);
  for (size_t i = 0; i < count; i++) {
    if (eliminate(prover, poly, vars[i], depth)) return true;
  }
  return prove_with_facts(prover, poly, false, depth);
}

static bool prove_within(Prover *prover, const Poly *poly) {
  Bounds *bounds = prover->bounds;
  unsigned steps = PROVE_STEP_LIMIT;
  if (bounds->effort < steps) steps = (unsigned)bounds->effort;
  if (steps < PROVE_STEP_FLOOR) steps = PROVE_STEP_FLOOR;
  prover->steps = steps;
  bool is_proved = prove(prover, poly, PROVE_DEPTH_LIMIT);
  unsigned used = steps - prover->steps;
  bounds->effort -= used < bounds->effort ? used : bounds->effort;
  return is_proved;
}

bool prove_nonnegative(Bounds *bounds, const Poly *poly, Witnesses *witnesses) {
  if (!poly) return false;
  Prover prover = {.bounds = bounds, .algebra = bounds->algebra};
  size_t scratch = algebra_enter(bounds->algebra);
  bool is_proved = prove_within(&prover, poly);
  if (!is_proved && witnesses) {
    prover.takes_witnesses = true;
    prover.used = *witnesses;
    is_proved = prove_within(&prover, poly);
    if (is_proved) *witnesses = prover.used;
  }
  algebra_leave(bounds->algebra, scratch);
  return is_proved;
}

bool prove_positive(Bounds *bounds, const Poly *poly, Witnesses *witnesses) {
  size_t scratch = algebra_enter(bounds->algebra);
  bool is_proved =
      prove_nonnegative(bounds, poly_add_constant(bounds->algebra, poly, -1), witnesses);
  algebra_leave(bounds->algebra, scratch);
  return is_proved;
}

bool prove_zero(Bounds *bounds, const Poly *poly, Witnesses *witnesses) {
  if (!poly) return false;
  Witnesses before = {0};
  if (witnesses) before = *witnesses;
  size_t scratch = algebra_enter(bounds->algebra);
  bool is_proved = poly_is_zero(bounds_normalise(bounds, poly)) ||
                   (prove_nonnegative(bounds, poly, witnesses) &&
                    prove_nonnegative(bounds, poly_negate(bounds->algebra, poly), witnesses));
  algebra_leave(bounds->algebra, scratch);
  if (!is_proved && witnesses) *witnesses = before;
  return is_proved;
}
