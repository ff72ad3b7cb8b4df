// Factorials and binomial coefficients.
#include "front/apl/to_core_internal.h"

enum { GAMMA_END = 170 }; // the factorials of larger numbers are no doubles

static Atom real(double value) { return atom_constant(constant_float(SCALAR_F64, value)); }

static Elem number_like(AplLower *lower, Elem like, int64_t value) {
  return apl_convert(lower, apl_elem_int(value), like.kind);
}

static Atom is_negative(AplLower *lower, Elem a) {
  return apl2_less(lower, a, number_like(lower, a, 0)).part[0];
}

static Elem choose(AplLower *lower, Atom condition, Elem yes, Elem no) {
  for (size_t i = 0; i < apl_kind_parts(yes.kind); i++)
    yes.part[i] = emit_select(&lower->emit, condition, yes.part[i], no.part[i]);
  return yes;
}

// ---- Products ----

enum { STATE_LIMIT = 3 };

// One step of a loop over 0 … count-1: the state becomes what comes next.
typedef void ProductStep(AplLower *lower, Atom *state, Atom index, const void *context);

static void product_loop(AplLower *lower, Atom count, Atom *state, size_t state_count,
                         ProductStep *step, const void *context) {
  Emitter *emit = &lower->emit;
  Loop *loop = arena_make(lower->arena, Loop);
  loop->params = arena_array(lower->arena, Var *, state_count);
  loop->param_count = state_count;
  Atom next[STATE_LIMIT];
  for (size_t i = 0; i < state_count; i++) {
    loop->params[i] = var_new(emit->program, "product", atom_type(state[i]), emit->span);
    next[i] = atom_var(loop->params[i]);
  }
  loop->index = var_new(emit->program, "i", type_scalar(SCALAR_I64), emit->span);
  EmitBlock *block = emit_open(emit);
  step(lower, next, atom_var(loop->index), context);
  emit_close(emit, block);
  loop->body = body_new(emit->program, block->stms, next, state_count);
  Builder builder = emit_builder(emit);
  Stm *stm = build_infer(&builder, "product", exp_loop(emit->program, loop, state, count));
  for (size_t i = 0; i < state_count; i++)
    state[i] = atom_var(stm->vars[i]);
}

// ---- Factorials ----

static void factorial_step(AplLower *lower, Atom *state, Atom index, const void *context) {
  (void)context;
  state[0] = apl_mul(lower, state[0], apl_add(lower, index, atom_i64(1)));
}

static Atom gamma_of(AplLower *lower, Atom x) {
  return apl_op1(lower, OP_GAMMA, apl_op2(lower, OP_ADD, x, real(1)));
}

// The lowest 64 bits of larger factorials than that of 66 are 0, as its own are.
Elem apl_factorial(AplLower *lower, Elem a) {
  enum { ALL_ZERO = 66 };
  AplKind kind = apl_number(lower, &a, APL_INT);
  if (kind == APL_COMPLEX) return apl_complex_factorial(lower, a);
  if (kind == APL_DOUBLE) return apl_elem(APL_DOUBLE, gamma_of(lower, a.part[0]));
  Atom number = apl_size_of(lower, a), product = atom_i64(1);
  apl_check(lower, apl_op2(lower, OP_SLE, atom_i64(0), number), ERROR_APL_DOMAIN,
            "DOMAIN ERROR: {} has no factorial", &number, 1);
  product_loop(lower, apl_min(lower, number, atom_i64(ALL_ZERO)), &product, 1, factorial_step,
               NULL);
  return apl_int_low(lower, product);
}

// ---- Binomial coefficients of whole numbers ----

// n×(n-1)×… ÷ 1×2×…, of so many factors; there is none when the count is negative.
typedef struct Falling {
  Elem n, count;
  Elem sign; // 1 or -1
} Falling;

// Of whole n and k as few factors as possible. k!n is (n-k)!n, and for a negative n either
// (-1)^k × k!(k-n-1) or, when k is negative too, (-1)^(n-k) × (n-k)!(-k-1).
static Falling falling_of(AplLower *lower, Elem k, Elem n, Elem other) {
  Elem one = number_like(lower, k, 1), two = number_like(lower, k, 2);
  Atom is_below = is_negative(lower, n), is_twice = is_negative(lower, k);
  Elem power = choose(lower, is_twice, other, k);
  Elem raised = choose(lower, is_twice, apl_negate(lower, k), apl_negate(lower, other));
  Falling falling;
  falling.n = choose(lower, is_below, apl2_subtract(lower, raised, one), n);
  Elem rest = choose(lower, is_below, apl2_subtract(lower, apl_negate(lower, n), one), other);
  falling.count = apl2_minimum(lower, choose(lower, is_below, power, k), rest);
  Elem is_odd = choose(lower, is_below, apl2_residue(lower, two, power), number_like(lower, k, 0));
  falling.sign = apl2_subtract(lower, one, apl2_multiply(lower, two, is_odd));
  return falling;
}

// The number without the twos in it, whose count goes to `twos`.
static Atom odd_part(AplLower *lower, Atom number, Atom *twos) {
  *twos = apl_op_convert(lower, OP_SEXT, apl_op1(lower, OP_CTZ, number), SCALAR_I64);
  return apl_op2(lower, OP_ASHR, number, *twos);
}

// The state: the product of the odd parts above, that below, and how many more twos are above.
static void odd_step(AplLower *lower, Atom *state, Atom index, const void *context) {
  const Falling *falling = context;
  Atom above, below;
  Atom n = apl_sub(lower, falling->n.part[0], index);
  state[0] = apl_mul(lower, state[0], odd_part(lower, n, &above));
  Atom divisor = apl_add(lower, index, atom_i64(1));
  state[1] = apl_mul(lower, state[1], odd_part(lower, divisor, &below));
  state[2] = apl_add(lower, state[2], apl_sub(lower, above, below));
}

// The inverse of an odd number, in arithmetic of 64 bits: Newton's method, from 3 bits on.
static Atom odd_inverse(AplLower *lower, Atom odd) {
  enum { STEPS = 5 };
  Atom inverse = odd;
  for (int i = 0; i < STEPS; i++)
    inverse = apl_mul(lower, inverse, apl_sub(lower, atom_i64(2), apl_mul(lower, odd, inverse)));
  return inverse;
}

// The lowest 64 bits, also where the result has more.
static Elem binomial_int(AplLower *lower, Elem a, Elem b) {
  enum { BITS = 64 };
  Elem k = apl_elem_size(apl_size_of(lower, a)), n = apl_elem_size(apl_size_of(lower, b));
  Falling falling = falling_of(lower, k, n, apl2_subtract(lower, n, k));
  Atom state[STATE_LIMIT] = {atom_i64(1), atom_i64(1), atom_i64(0)};
  Atom count = falling.count.part[0];
  product_loop(lower, count, state, STATE_LIMIT, odd_step, &falling);
  Atom odd = apl_mul(lower, state[0], odd_inverse(lower, state[1]));
  Atom shifted = apl_op2(lower, OP_SHL, odd, state[2]);
  Atom is_some = emit_and(&lower->emit, apl_op2(lower, OP_SLE, atom_i64(0), count),
                          apl_op2(lower, OP_SLT, state[2], atom_i64(BITS)));
  Atom product = emit_select(&lower->emit, is_some, shifted, atom_i64(0));
  return apl_int_low(lower, apl_mul(lower, product, falling.sign.part[0]));
}

// ---- Of real numbers ----

// Products of whole numbers stay exact as long as there are 53 bits for them.
static void real_step(AplLower *lower, Atom *state, Atom index, const void *context) {
  static const double EXACT = 9007199254740992.0;
  const Falling *falling = context;
  Atom i = apl_op_convert(lower, OP_SITOFP, index, SCALAR_F64);
  Atom above = apl_op2(lower, OP_SUB, falling->n.part[0], i),
       below = apl_op2(lower, OP_ADD, i, real(1));
  Atom product = apl_op2(lower, OP_MUL, state[0], above);
  Atom is_exact = apl_op2(lower, OP_FLE, apl_op1(lower, OP_FABS, product), real(EXACT));
  Atom rounded = apl_op2(lower, OP_MUL, state[0], apl_op2(lower, OP_FDIV, above, below));
  state[0] = emit_select(&lower->emit, is_exact, apl_op2(lower, OP_FDIV, product, below), rounded);
}

typedef struct Binomial {
  Elem k, n, rest;
  Falling falling;
} Binomial;

static Elem binomial_falling(AplLower *lower, void *context) {
  const Binomial *binomial = context;
  Atom product = real(1), count = binomial->falling.count.part[0];
  Atom steps = apl_op_convert(lower, OP_FPTOSI, count, SCALAR_I64);
  product_loop(lower, steps, &product, 1, real_step, &binomial->falling);
  Atom is_some = apl_op2(lower, OP_FLE, real(0), count);
  product = apl_op2(lower, OP_MUL, product, binomial->falling.sign.part[0]);
  return apl_elem(APL_DOUBLE, emit_select(&lower->emit, is_some, product, real(0)));
}

static Elem binomial_gamma(AplLower *lower, void *context) {
  const Binomial *binomial = context;
  Atom below = apl_op2(lower, OP_MUL, gamma_of(lower, binomial->k.part[0]),
                       gamma_of(lower, binomial->rest.part[0]));
  return apl_elem(APL_DOUBLE, apl_op2(lower, OP_FDIV, gamma_of(lower, binomial->n.part[0]), below));
}

// The logarithm of the factorial of a number that is not a negative whole one, and its sign.
static Atom log_factorial(AplLower *lower, Elem x, Elem *sign) {
  Elem next = apl2_add(lower, x, apl_elem_double(1));
  Elem floor = apl_elem(APL_DOUBLE, apl_op1(lower, OP_FLOOR, next.part[0]));
  Elem is_odd = apl2_residue(lower, apl_elem_double(2), floor);
  Elem turned =
      apl2_subtract(lower, apl_elem_double(1), apl2_multiply(lower, apl_elem_double(2), is_odd));
  *sign = apl2_multiply(lower, *sign,
                        choose(lower, is_negative(lower, next), turned, apl_elem_double(1)));
  return apl_op1(lower, OP_LGAMMA, next.part[0]);
}

static Elem binomial_log(AplLower *lower, void *context) {
  const Binomial *binomial = context;
  Elem sign = apl_elem_double(1);
  Atom log = log_factorial(lower, binomial->n, &sign);
  log = apl_op2(lower, OP_SUB, log, log_factorial(lower, binomial->k, &sign));
  log = apl_op2(lower, OP_SUB, log, log_factorial(lower, binomial->rest, &sign));
  return apl2_multiply(lower, sign, apl_elem(APL_DOUBLE, apl_op1(lower, OP_EXP, log)));
}

// Are the factorials of all of them doubles?
static Atom are_small(AplLower *lower, const Binomial *binomial) {
  const Elem *numbers[] = {&binomial->k, &binomial->n, &binomial->rest};
  Atom are = atom_bool(true);
  for (size_t i = 0; i < 3; i++) {
    Atom size = apl_op1(lower, OP_FABS, numbers[i]->part[0]);
    are = emit_and(&lower->emit, are, apl_op2(lower, OP_FLE, size, real(GAMMA_END)));
  }
  return are;
}

static Elem binomial_smooth(AplLower *lower, void *context) {
  return apl_if(lower, are_small(lower, context), binomial_gamma, binomial_log, context);
}

static Atom is_whole(AplLower *lower, Elem a) {
  Atom is_same = apl_op2(lower, OP_EQ, apl_op1(lower, OP_FLOOR, a.part[0]), a.part[0]);
  return emit_and(&lower->emit, is_same,
                  emit_not(&lower->emit, apl_op1(lower, OP_ISINF, a.part[0])));
}

// A product where k or n-k is whole and not too large. Of whole n and k, the product of so many
// factors is beyond all doubles, and is as infinite as that of all of them.
static Elem binomial_real(AplLower *lower, Elem k, Elem n) {
  static const double FACTORS = 1024;
  Binomial binomial = {.k = k, .n = n, .rest = apl2_subtract(lower, n, k)};
  Atom is_k = is_whole(lower, k), is_rest = is_whole(lower, binomial.rest);
  Atom are_both = emit_and(&lower->emit, is_k, is_whole(lower, n));
  Falling one = {
      .n = n, .count = choose(lower, is_k, k, binomial.rest), .sign = apl_elem_double(1)};
  Falling both = falling_of(lower, k, n, binomial.rest);
  both.count = apl2_minimum(lower, both.count, apl_elem_double(FACTORS));
  binomial.falling = (Falling){.n = choose(lower, are_both, both.n, one.n),
                               .count = choose(lower, are_both, both.count, one.count),
                               .sign = choose(lower, are_both, both.sign, one.sign)};
  Atom is_short = apl_op2(lower, OP_FLE, binomial.falling.count.part[0], real(FACTORS));
  Atom is_product = apl_op2(lower, OP_OR, is_k, is_rest);
  return apl_if(lower, emit_and(&lower->emit, is_product, is_short), binomial_falling,
                binomial_smooth, &binomial);
}

Elem apl2_binomial(AplLower *lower, Elem a, Elem b) {
  switch (apl_numbers(lower, &a, &b, APL_INT)) {
  case APL_COMPLEX: return apl_complex_binomial(lower, a, b);
  case APL_DOUBLE: return binomial_real(lower, a, b);
  case APL_BOOL:
  case APL_SIZE:
  case APL_INT: return binomial_int(lower, a, b);
  case APL_CHAR: break;
  }
  INTERNAL_ERROR("a number that is none");
}
