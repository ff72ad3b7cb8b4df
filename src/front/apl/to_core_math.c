// Scalar functions of real and complex numbers.
#include <math.h>

#include "front/apl/to_core_internal.h"

static const double PI = 3.14159265358979323846;

static Atom real(double value) { return atom_constant(constant_float(SCALAR_F64, value)); }

static Elem complex_elem(Atom re, Atom im) { return (Elem){.kind = APL_COMPLEX, .part = {re, im}}; }

// ---- Products and quotients ----

Elem apl2_multiply(AplLower *lower, Elem a, Elem b) {
  AplKind kind = apl_numbers(lower, &a, &b, APL_BOOL);
  if (kind == APL_BOOL) {
    kind = APL_INT;
    a = apl_convert(lower, a, kind);
    b = apl_convert(lower, b, kind);
  }
  if (kind != APL_COMPLEX) return apl_elem(kind, apl_op2(lower, OP_MUL, a.part[0], b.part[0]));
  Atom products[4];
  for (size_t i = 0; i < 4; i++)
    products[i] = apl_op2(lower, OP_MUL, a.part[i / 2], b.part[i % 2]);
  return complex_elem(apl_op2(lower, OP_SUB, products[0], products[3]),
                      apl_op2(lower, OP_ADD, products[1], products[2]));
}

Elem apl2_divide(AplLower *lower, Elem a, Elem b) {
  if (apl_numbers(lower, &a, &b, APL_DOUBLE) == APL_DOUBLE)
    return apl_elem(APL_DOUBLE, apl_op2(lower, OP_FDIV, a.part[0], b.part[0]));
  Elem product = apl2_multiply(lower, a, apl_conjugate(lower, b));
  Atom norm = apl_op2(lower, OP_ADD, apl_op2(lower, OP_MUL, b.part[0], b.part[0]),
                      apl_op2(lower, OP_MUL, b.part[1], b.part[1]));
  return complex_elem(apl_op2(lower, OP_FDIV, product.part[0], norm),
                      apl_op2(lower, OP_FDIV, product.part[1], norm));
}

Elem apl_reciprocal(AplLower *lower, Elem a) { return apl2_divide(lower, apl_elem_double(1), a); }

Elem apl_magnitude(AplLower *lower, Elem a) {
  switch (apl_number(lower, &a, APL_BOOL)) {
  case APL_BOOL: return a;
  case APL_SIZE:
  case APL_INT: return apl_elem(a.kind, apl_op1(lower, OP_SABS, a.part[0]));
  case APL_DOUBLE: return apl_elem(APL_DOUBLE, apl_op1(lower, OP_FABS, a.part[0]));
  case APL_COMPLEX: return apl_elem(APL_DOUBLE, apl_op2(lower, OP_HYPOT, a.part[0], a.part[1]));
  case APL_CHAR: break;
  }
  INTERNAL_ERROR("a number that is none");
}

// ---- Powers ----

Elem apl_exponential(AplLower *lower, Elem a) {
  if (apl_number(lower, &a, APL_DOUBLE) == APL_DOUBLE)
    return apl_elem(APL_DOUBLE, apl_op1(lower, OP_EXP, a.part[0]));
  Atom size = apl_op1(lower, OP_EXP, a.part[0]);
  return complex_elem(apl_op2(lower, OP_MUL, size, apl_op1(lower, OP_COS, a.part[1])),
                      apl_op2(lower, OP_MUL, size, apl_op1(lower, OP_SIN, a.part[1])));
}

Elem apl_natural_log(AplLower *lower, Elem a) {
  if (apl_number(lower, &a, APL_DOUBLE) == APL_DOUBLE)
    return apl_elem(APL_DOUBLE, apl_op1(lower, OP_LOG, a.part[0]));
  return complex_elem(apl_op1(lower, OP_LOG, apl_magnitude(lower, a).part[0]),
                      apl_op2(lower, OP_ATAN2, a.part[1], a.part[0]));
}

// The product of this many factors, of which as many as possible are squares.
static Elem power_of(AplLower *lower, Elem a, int64_t exponent) {
  if (exponent == 1) return a;
  Elem half = power_of(lower, a, exponent / 2), square = apl2_multiply(lower, half, half);
  return exponent % 2 == 0 ? square : apl2_multiply(lower, square, a);
}

// x*3 is x×x×x, and x*0.5 a root: functions for any power cost much more.
Elem apl2_power(AplLower *lower, Elem a, Elem b) {
  enum { FACTORS = 8 };
  int64_t exponent;
  if (apl_elem_to_int(b, &exponent) && exponent >= 2 && exponent <= FACTORS && a.kind != APL_CHAR) {
    apl_number(lower, &a, APL_DOUBLE);
    return power_of(lower, a, exponent);
  }
  bool is_root =
      b.kind == APL_DOUBLE && b.part[0].var == NULL && b.part[0].constant.value.f64 == 0.5;
  if (is_root && a.kind <= APL_DOUBLE) {
    apl_number(lower, &a, APL_DOUBLE);
    return apl_elem(APL_DOUBLE, apl_op1(lower, OP_SQRT, a.part[0]));
  }
  if (b.kind <= APL_DOUBLE && a.kind == APL_COMPLEX) { // of 0, too, whose logarithm has no product
    Elem log = apl_natural_log(lower, a);
    apl_number(lower, &b, APL_DOUBLE);
    for (size_t i = 0; i < 2; i++)
      log.part[i] = apl_op2(lower, OP_MUL, log.part[i], b.part[0]);
    Elem power = apl_exponential(lower, log);
    Atom is_one = apl_op2(lower, OP_EQ, b.part[0], real(0)); // also of 0
    for (size_t i = 0; i < 2; i++)
      power.part[i] = emit_select(&lower->emit, is_one, real(i == 0), power.part[i]);
    return power;
  }
  if (apl_numbers(lower, &a, &b, APL_DOUBLE) == APL_DOUBLE)
    return apl_elem(APL_DOUBLE, apl_op2(lower, OP_FPOW, a.part[0], b.part[0]));
  return apl_exponential(lower, apl2_multiply(lower, b, apl_natural_log(lower, a)));
}

Elem apl2_logarithm(AplLower *lower, Elem a, Elem b) {
  return apl2_divide(lower, apl_natural_log(lower, b), apl_natural_log(lower, a));
}

// ---- Circles ----

Elem apl_pi_times(AplLower *lower, Elem a) { return apl2_multiply(lower, apl_elem_double(PI), a); }

// sqrt(sign × x×x + one)
static Atom leg(AplLower *lower, Atom x, double sign, double one) {
  Atom square = apl_op2(lower, OP_MUL, apl_op2(lower, OP_MUL, x, x), real(sign));
  return apl_op1(lower, OP_SQRT, apl_op2(lower, OP_ADD, square, real(one)));
}

static Atom circle_double(AplLower *lower, int64_t which, Atom x) {
  static const Op FORWARD[] = {OP_SIN, OP_COS, OP_TAN, OP_SQRT, OP_SINH, OP_COSH, OP_TANH};
  static const Op BACKWARD[] = {OP_ASIN, OP_ACOS, OP_ATAN, OP_SQRT, OP_ASINH, OP_ACOSH, OP_ATANH};
  if (which == 0) return leg(lower, x, -1, 1);
  if (which == 4) return leg(lower, x, 1, 1);
  if (which == -4) return leg(lower, x, 1, -1);
  return apl_op1(lower, which > 0 ? FORWARD[which - 1] : BACKWARD[-which - 1], x);
}

typedef struct Circle {
  int64_t which;
  Atom choice, x;
} Circle;

static Elem circle_here(AplLower *lower, void *context) {
  const Circle *circle = context;
  return apl_elem(APL_DOUBLE, circle_double(lower, circle->which, circle->x));
}

static Elem circle_choose(AplLower *lower, void *context) {
  Circle *circle = context;
  if (++circle->which > 7) return apl_elem_double(NAN);
  Atom is_this = apl_op2(lower, OP_EQ, circle->choice, atom_i64(circle->which));
  return apl_if(lower, is_this, circle_here, circle_choose, circle);
}

enum { REAL_PART = 9, MAGNITUDE, IMAGINARY_PART, PHASE };

// A part of a complex number, or what a real number has of it.
static Elem complex_part(AplLower *lower, int64_t which, Elem a) {
  Atom imaginary = a.kind == APL_COMPLEX ? a.part[1] : real(0);
  if (which == MAGNITUDE) return apl_magnitude(lower, a);
  if (which == REAL_PART) return apl_elem(APL_DOUBLE, a.part[0]);
  if (which == IMAGINARY_PART) return apl_elem(APL_DOUBLE, imaginary);
  return apl_elem(APL_DOUBLE, apl_op2(lower, OP_ATAN2, imaginary, a.part[0]));
}

// Which part it is is only known at run time.
static Elem complex_part_chosen(AplLower *lower, Atom which, Elem z) {
  Atom is_good = apl_op2(lower, OP_AND, apl_op2(lower, OP_SLE, atom_i64(REAL_PART), which),
                         apl_op2(lower, OP_SLE, which, atom_i64(PHASE)));
  apl_check(lower, is_good, ERROR_APL_DOMAIN,
            "DOMAIN ERROR: the left argument of ○ must be from 9 to 12, or a number that is "
            "written down, for complex numbers, but it is {}",
            &which, 1);
  Elem result = complex_part(lower, PHASE, z);
  for (int64_t part = REAL_PART; part < PHASE; part++) {
    Atom is_this = apl_op2(lower, OP_EQ, which, atom_i64(part));
    Atom value = complex_part(lower, part, z).part[0];
    result.part[0] = emit_select(&lower->emit, is_this, value, result.part[0]);
  }
  return result;
}

Elem apl2_circle(AplLower *lower, Elem a, Elem b) {
  int64_t part;
  AplKind kind = apl_number(lower, &b, APL_DOUBLE);
  bool is_known = a.kind <= APL_INT && apl_elem_to_int(a, &part);
  if (is_known && part >= REAL_PART && part <= PHASE) return complex_part(lower, part, b);
  if (a.kind > APL_INT)
    apl_fail(lower, ERROR_APL_DOMAIN,
             "DOMAIN ERROR: the left argument of ○ must be an int from ¯7 to 7, but it is %s",
             apl_kind_name(a.kind));
  Atom which = apl_size_of(lower, a);
  if (kind == APL_COMPLEX && !is_known) return complex_part_chosen(lower, which, b);
  Atom is_good = apl_op2(lower, OP_AND, apl_op2(lower, OP_SLE, atom_i64(-7), which),
                         apl_op2(lower, OP_SLE, which, atom_i64(7)));
  apl_check(lower, is_good, ERROR_APL_DOMAIN,
            "DOMAIN ERROR: the left argument of ○ must be from ¯7 to 7, but it is {}", &which, 1);
  bool is_circle = is_known && part >= -7 && part <= 7;
  if (kind == APL_COMPLEX) // of other numbers only where it may never run
    return is_circle ? apl_complex_circle(lower, part, b) : complex_elem(real(NAN), real(NAN));
  if (is_circle) return apl_elem(APL_DOUBLE, circle_double(lower, part, b.part[0]));
  Circle circle = {.which = -8, .choice = which, .x = b.part[0]};
  return circle_choose(lower, &circle);
}
