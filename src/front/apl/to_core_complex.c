// Functions of complex numbers that are more than arithmetic on their parts.
#include <math.h>

#include "front/apl/to_core_internal.h"

static Atom real(double value) { return atom_constant(constant_float(SCALAR_F64, value)); }

static Elem complex_elem(Atom re, Atom im) { return (Elem){.kind = APL_COMPLEX, .part = {re, im}}; }

static Elem complex_of(double re, double im) { return complex_elem(real(re), real(im)); }

static Elem square_root(AplLower *lower, Elem z) {
  return apl2_power(lower, z, apl_elem_double(0.5));
}

// ---- Floor ----

// McDonnell's: what is left of z has parts whose sum is below 1.
Elem apl_complex_floor(AplLower *lower, Elem z) {
  Atom below[2], rest[2];
  for (size_t i = 0; i < 2; i++) {
    below[i] = apl_op1(lower, OP_FLOOR, z.part[i]);
    rest[i] = apl_op2(lower, OP_SUB, z.part[i], below[i]);
  }
  Atom is_more = apl_op2(lower, OP_FLE, real(1), apl_op2(lower, OP_ADD, rest[0], rest[1]));
  Atom is_wide = apl_op2(lower, OP_FLE, rest[1], rest[0]);
  Atom goes[2] = {emit_and(&lower->emit, is_more, is_wide),
                  emit_and(&lower->emit, is_more, emit_not(&lower->emit, is_wide))};
  for (size_t i = 0; i < 2; i++) {
    Atom next = apl_op2(lower, OP_ADD, below[i], real(1));
    z.part[i] = emit_select(&lower->emit, goes[i], next, below[i]);
  }
  return z;
}

// The number of size 1 in the same direction; 0 of 0.
Elem apl_complex_sign(AplLower *lower, Elem z) {
  Atom size = apl_magnitude(lower, z).part[0];
  Atom is_zero = apl_op2(lower, OP_EQ, size, real(0));
  Atom safe = emit_select(&lower->emit, is_zero, real(1), size);
  for (size_t i = 0; i < 2; i++)
    z.part[i] = apl_op2(lower, OP_FDIV, z.part[i], safe);
  return z;
}

// ---- Circles ----

// Sine or cosine of x+iy, of which the functions of y are hyperbolic; with `is_turned` those of x.
static Elem sine(AplLower *lower, Elem z, bool is_turned) {
  Atom round = z.part[is_turned ? 1 : 0], other = z.part[is_turned ? 0 : 1];
  Atom sin_cosh =
      apl_op2(lower, OP_MUL, apl_op1(lower, OP_SIN, round), apl_op1(lower, OP_COSH, other));
  Atom cos_sinh =
      apl_op2(lower, OP_MUL, apl_op1(lower, OP_COS, round), apl_op1(lower, OP_SINH, other));
  return is_turned ? complex_elem(cos_sinh, sin_cosh) : complex_elem(sin_cosh, cos_sinh);
}

static Elem cosine(AplLower *lower, Elem z, bool is_turned) {
  Atom round = z.part[is_turned ? 1 : 0], other = z.part[is_turned ? 0 : 1];
  Atom cos_cosh =
      apl_op2(lower, OP_MUL, apl_op1(lower, OP_COS, round), apl_op1(lower, OP_COSH, other));
  Atom sin_sinh =
      apl_op2(lower, OP_MUL, apl_op1(lower, OP_SIN, round), apl_op1(lower, OP_SINH, other));
  return complex_elem(cos_cosh, is_turned ? sin_sinh : apl_op1(lower, OP_NEG, sin_sinh));
}

// sqrt(sign × z×z + one)
static Elem leg(AplLower *lower, Elem z, double sign, double one) {
  Elem square = apl2_multiply(lower, apl2_multiply(lower, z, z), apl_elem_double(sign));
  return square_root(lower, apl2_add(lower, square, apl_elem_double(one)));
}

// ln(z + leg): the inverse of sinh.
static Elem arsinh(AplLower *lower, Elem z) {
  return apl_natural_log(lower, apl2_add(lower, z, leg(lower, z, 1, 1)));
}

static Elem artanh(AplLower *lower, Elem z) {
  Elem one = complex_of(1, 0);
  Elem difference = apl2_subtract(lower, apl_natural_log(lower, apl2_add(lower, one, z)),
                                  apl_natural_log(lower, apl2_subtract(lower, one, z)));
  return apl2_multiply(lower, apl_elem_double(0.5), difference);
}

// (z+1)×sqrt((z-1)÷z+1), which is on the right side of the cut.
static Elem upper_leg(AplLower *lower, Elem z) {
  Elem above = apl2_add(lower, z, complex_of(1, 0));
  Elem below = apl2_subtract(lower, z, complex_of(1, 0));
  return apl2_multiply(lower, square_root(lower, above), square_root(lower, below));
}

Elem apl_complex_circle(AplLower *lower, int64_t which, Elem z) {
  Elem turn = complex_of(0, 1), back = complex_of(0, -1);
  switch (which) {
  case 0: return leg(lower, z, -1, 1);
  case 1: return sine(lower, z, false);
  case 2: return cosine(lower, z, false);
  case 3: return apl2_divide(lower, sine(lower, z, false), cosine(lower, z, false));
  case 4: return leg(lower, z, 1, 1);
  case 5: return sine(lower, z, true);
  case 6: return cosine(lower, z, true);
  case 7: return apl2_divide(lower, sine(lower, z, true), cosine(lower, z, true));
  case -1: return apl2_multiply(lower, back, arsinh(lower, apl2_multiply(lower, turn, z)));
  case -2: return apl2_subtract(lower, complex_of(acos(0), 0), apl_complex_circle(lower, -1, z));
  case -3: return apl2_multiply(lower, back, artanh(lower, apl2_multiply(lower, turn, z)));
  case -4: return upper_leg(lower, z);
  case -5: return arsinh(lower, z);
  case -6: return apl_natural_log(lower, apl2_add(lower, z, upper_leg(lower, z)));
  case -7: return artanh(lower, z);
  }
  INTERNAL_ERROR("a circle function that is none");
}

// ---- Factorials ----

// The approximation of Lanczos, for numbers that are not left of ¯0.5.
static Elem factorial_right(AplLower *lower, void *context) {
  static const double FACTORS[] = {
      676.5203681218851,  -1259.1392167224028,  771.32342877765313,    -176.61502916214059,
      12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
  Elem z = *(const Elem *)context, sum = complex_of(0.99999999999980993, 0);
  for (size_t i = 0; i < sizeof FACTORS / sizeof *FACTORS; i++) {
    Elem below = apl2_add(lower, z, apl_elem_double((double)i + 1));
    sum = apl2_add(lower, sum, apl2_divide(lower, complex_of(FACTORS[i], 0), below));
  }
  Elem base = apl2_add(lower, z, apl_elem_double(7.5));
  Elem power = apl2_power(lower, base, apl2_add(lower, z, apl_elem_double(0.5)));
  Elem decay = apl_exponential(lower, apl_negate(lower, base));
  Elem scale = complex_of(sqrt(4 * acos(0)), 0);
  return apl2_multiply(lower, apl2_multiply(lower, power, decay), apl2_multiply(lower, scale, sum));
}

// By reflection: !z is -π ÷ sin(πz) × !(-z-1).
static Elem factorial_left(AplLower *lower, void *context) {
  Elem z = *(const Elem *)context;
  Elem other = apl2_subtract(lower, complex_of(-1, 0), z);
  Elem sine_there = sine(lower, apl_pi_times(lower, z), false);
  Elem below = apl2_multiply(lower, sine_there, factorial_right(lower, &other));
  return apl2_divide(lower, complex_of(-2 * acos(0), 0), below);
}

Elem apl_complex_factorial(AplLower *lower, Elem z) {
  Atom is_right = apl_op2(lower, OP_FLE, real(-0.5), z.part[0]);
  return apl_if(lower, is_right, factorial_right, factorial_left, &z);
}

Elem apl_complex_binomial(AplLower *lower, Elem a, Elem b) {
  Elem below = apl2_multiply(lower, apl_complex_factorial(lower, a),
                             apl_complex_factorial(lower, apl2_subtract(lower, b, a)));
  return apl2_divide(lower, apl_complex_factorial(lower, b), below);
}
