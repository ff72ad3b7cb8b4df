// The scalar operations against independent computations: all pairs of i8 against int, all halves
// against double, and the edges of the wider types.
#include "test/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rts/c/scalar.h"

// Fails unless the condition holds, naming the operands.
static void check(bool is_right, const char *what, double x, double y) {
  if (!is_right) fail_msg("%s is wrong for %.17g (%a), %.17g (%a)", what, x, x, y, y);
}

static int wrap8(int x) { return (x & 255) > 127 ? (x & 255) - 256 : (x & 255); }
static int floor_div(int x, int y) { return (int)floor((double)x / y); }

static void i8_agrees_with_int(void **state) {
  (void)state;
  for (int x = -128; x < 128; x++) {
    for (int y = -128; y < 128; y++) {
      int8_t a = (int8_t)x, b = (int8_t)y;
      int ux = x & 255, uy = y & 255;
      check(add_i8(a, b) == wrap8(x + y), "add", x, y);
      check(sub_i8(a, b) == wrap8(x - y), "sub", x, y);
      check(mul_i8(a, b) == wrap8(x * y), "mul", x, y);
      check(smulhi_i8(a, b) == wrap8((x * y - (x * y & 255)) / 256), "smulhi", x, y);
      check(smulfits_i8(a, b) == (x * y == wrap8(x * y)), "smulfits", x, y);
      check(umulhi_i8(a, b) == wrap8(ux * uy / 256), "umulhi", x, y);
      check(squot_i8(a, b) == (y == 0 ? 0 : wrap8(x / y)), "squot", x, y);
      check(srem_i8(a, b) == (y == 0 ? 0 : x % y), "srem", x, y);
      check(sdiv_i8(a, b) == (y == 0 ? 0 : wrap8(floor_div(x, y))), "sdiv", x, y);
      check(smod_i8(a, b) == (y == 0 ? 0 : x - y * floor_div(x, y)), "smod", x, y);
      check(udiv_i8(a, b) == (y == 0 ? 0 : wrap8(ux / uy)), "udiv", x, y);
      check(umod_i8(a, b) == (y == 0 ? 0 : wrap8(ux % uy)), "umod", x, y);
      check(shl_i8(a, b) == (uy >= 8 ? 0 : wrap8(ux << uy)), "shl", x, y);
      check(lshr_i8(a, b) == (uy >= 8 ? 0 : wrap8(ux >> uy)), "lshr", x, y);
      check(ashr_i8(a, b) == (int)floor(x / pow(2, uy)), "ashr", x, y);
      check(and_i8(a, b) == wrap8(ux & uy), "and", x, y);
      check(or_i8(a, b) == wrap8(ux | uy), "or", x, y);
      check(xor_i8(a, b) == wrap8(ux ^ uy), "xor", x, y);
      check(smin_i8(a, b) == (x < y ? x : y), "smin", x, y);
      check(smax_i8(a, b) == (x > y ? x : y), "smax", x, y);
      check(umin_i8(a, b) == wrap8(ux < uy ? ux : uy), "umin", x, y);
      check(umax_i8(a, b) == wrap8(ux > uy ? ux : uy), "umax", x, y);
      check(eq_i8(a, b) == (x == y) && ne_i8(a, b) == (x != y), "eq", x, y);
      check(slt_i8(a, b) == (x < y) && sle_i8(a, b) == (x <= y), "slt", x, y);
      check(ult_i8(a, b) == (ux < uy) && ule_i8(a, b) == (ux <= uy), "ult", x, y);
      int power = 1;
      for (int i = 0; i < uy; i++)
        power = wrap8(power * x);
      check(upow_i8(a, b) == power, "upow", x, y);
      check(spow_i8(a, b) == (y < 0 ? 0 : power), "spow", x, y);
    }
  }
}

static void i8_unary_agrees_with_int(void **state) {
  (void)state;
  for (int x = -128; x < 128; x++) {
    int8_t a = (int8_t)x;
    int ones = 0, leading = 0, trailing = 0;
    for (int i = 0; i < 8; i++)
      ones += x >> i & 1;
    while (leading < 8 && (x & 128 >> leading) == 0)
      leading++;
    while (trailing < 8 && (x & 1 << trailing) == 0)
      trailing++;
    check(popcount_i8(a) == ones, "popcount", x, 0);
    check(clz_i8(a) == leading, "clz", x, 0);
    check(ctz_i8(a) == trailing, "ctz", x, 0);
    check(neg_i8(a) == wrap8(-x), "neg", x, 0);
    check(not_i8(a) == -x - 1, "not", x, 0);
    check(sabs_i8(a) == wrap8(x < 0 ? -x : x), "sabs", x, 0);
    check(ssgn_i8(a) == (x > 0) - (x < 0), "ssgn", x, 0);
    check(usgn_i8(a) == (x != 0), "usgn", x, 0);
    check(sext_i8_i64(a) == x && zext_i8_i64(a) == (x & 255), "sext, zext", x, 0);
    check(sitofp_i8_f16(a) == half_from_double(x), "sitofp", x, 0);
    check(uitofp_i8_f16(a) == half_from_double(x & 255), "uitofp", x, 0);
    check(uitofp_i8_f64(a) == (x & 255), "uitofp", x, 0);
    check(ntob_i8_bool(a) == (x != 0), "ntob", x, 0);
  }
}

static void wide_integers_wrap_at_their_edges(void **state) {
  (void)state;
  assert_int_equal(add_i16(INT16_MAX, 1), INT16_MIN);
  assert_int_equal(add_i32(INT32_MAX, 1), INT32_MIN);
  assert_int_equal(add_i64(INT64_MAX, 1), INT64_MIN);
  assert_int_equal(mul_i16(-1, INT16_MIN), INT16_MIN);
  assert_int_equal(mul_i16(-1, -1), 1); // 65535 * 65535 does not fit an int
  assert_int_equal(mul_i64(INT64_MIN, -1), INT64_MIN);
  assert_int_equal(neg_i64(INT64_MIN), INT64_MIN);
  assert_int_equal(sabs_i32(INT32_MIN), INT32_MIN);
  assert_int_equal(sdiv_i32(INT32_MIN, -1), INT32_MIN);
  assert_int_equal(squot_i64(INT64_MIN, -1), INT64_MIN);
  assert_int_equal(srem_i32(INT32_MIN, -1), 0);
  assert_int_equal(smod_i64(INT64_MIN, -1), 0);
  assert_int_equal(sdiv_i64(-7, 2), -4);
  assert_int_equal(smod_i64(-7, 2), 1);
  assert_int_equal(smod_i64(7, -2), -1);
  assert_int_equal(udiv_i64(-1, 2), INT64_MAX);
  assert_int_equal(sdiv_i64(5, 0), 0);
  assert_int_equal(shl_i32(1, 31), INT32_MIN);
  assert_int_equal(shl_i32(1, 32), 0);
  assert_int_equal(shl_i64(1, -1), 0);
  assert_int_equal(lshr_i64(-1, 63), 1);
  assert_int_equal(ashr_i64(INT64_MIN, 63), -1);
  assert_int_equal(ashr_i64(INT64_MIN, 1000), -1);
  assert_int_equal(ashr_i16(INT16_MAX, 15), 0);
  assert_int_equal(spow_i32(3, 20), -808182895);
  assert_int_equal(upow_i64(2, 64), 0);
  assert_int_equal(upow_i64(1, -1), 1);
  assert_int_equal(upow_i32(0, 0), 1);
  assert_int_equal(clz_i64(0), 64);
  assert_int_equal(ctz_i64(0), 64);
  assert_int_equal(ctz_i32(0), 32);
  assert_int_equal(clz_i32(1), 31);
  assert_int_equal(clz_i64(INT64_MIN), 0);
  assert_int_equal(ctz_i64(INT64_MIN), 63);
  assert_int_equal(popcount_i64(-1), 64);
  assert_int_equal(popcount_i32(-1), 32);
  assert_int_equal(sext_i64_i8(0x1ff), -1);
  assert_int_equal(zext_i32_i64(-1), 0xffffffff);
  assert_int_equal(sext_i32_i64(-1), -1);
  assert_int_equal(zext_i16_i32(-1), 65535);
}

// The high half by way of 32-bit digits, in another order of steps than the implementation's.
static void mulhi_of_64_bits_is_exact(void **state) {
  (void)state;
  assert_int_equal(umulhi_i64(-1, -1), -2);
  assert_int_equal(smulhi_i64(-1, -1), 0);
  assert_true(smulfits_i64(INT64_MIN, 1) && smulfits_i64(1, INT64_MIN) && smulfits_i64(0, -1));
  assert_true(!smulfits_i64(INT64_MIN, -1) && !smulfits_i64(-1, INT64_MIN));
  assert_true(smulfits_i64(3037000499, 3037000499) && !smulfits_i64(3037000500, 3037000500));
  assert_true(smulfits_i64((int64_t)1 << 32, -((int64_t)1 << 31)));
  assert_true(!smulfits_i64((int64_t)1 << 32, (int64_t)1 << 31));
  assert_true(!smulfits_i64((int64_t)1 << 62, 4) &&
              !smulfits_i64((int64_t)1 << 32, (int64_t)1 << 32));
  assert_true(smulfits_i32(46340, 46340) && !smulfits_i32(46341, 46341));
  assert_int_equal(smulhi_i64(INT64_MIN, INT64_MIN), 0x4000000000000000);
  assert_int_equal(smulhi_i64(INT64_MIN, 1), -1);
  assert_int_equal(smulhi_i64(INT64_MAX, INT64_MAX), 0x3fffffffffffffff);
  assert_int_equal(umulhi_i64(INT64_MIN, 2), 1);
  uint64_t random = 88172645463325252;
  for (int i = 0; i < 100000; i++) {
    random = random * 6364136223846793005 + 1442695040888963407;
    uint64_t x = random ^ random >> 29, y = (random << 17) + random;
    uint64_t digits[4] = {0};
    for (int j = 0; j < 2; j++) {
      uint64_t carry = 0;
      for (int k = 0; k < 2; k++) {
        carry += digits[j + k] + (x >> 32 * j & 0xffffffff) * (y >> 32 * k & 0xffffffff);
        digits[j + k] = carry & 0xffffffff;
        carry >>= 32;
      }
      digits[j + 2] += carry;
    }
    uint64_t high = digits[3] << 32 | digits[2];
    assert_true((uint64_t)umulhi_i64((int64_t)x, (int64_t)y) == high);
    if ((int64_t)x < 0) high -= y;
    if ((int64_t)y < 0) high -= x;
    assert_true((uint64_t)smulhi_i64((int64_t)x, (int64_t)y) == high);
  }
}

static void booleans_have_their_tables(void **state) {
  (void)state;
  for (int x = 0; x < 2; x++) {
    assert_true(not_bool(x != 0) == (x == 0));
    assert_true(btoi_bool_i64(x != 0) == x && btoi_bool_f64(x != 0) == x);
    assert_true(btoi_bool_f16(x != 0) == half_from_double(x));
    for (int y = 0; y < 2; y++) {
      bool a = x != 0, b = y != 0;
      assert_true(and_bool(a, b) == (x * y != 0) && or_bool(a, b) == (x + y != 0));
      assert_true(xor_bool(a, b) == (x != y) && eq_bool(a, b) == (x == y));
      assert_true(ne_bool(a, b) == (x != y));
      assert_true(ult_bool(a, b) == (x < y) && ule_bool(a, b) == (x <= y));
      assert_true(select_bool(a, b, !b) == (a ? b : !b));
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Halves

// The value of a half, by its definition.
static double half_value(unsigned bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
  return sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25));
}

// The bits of the half nearest to a double, by search among all of them.
static unsigned half_nearest(double x) {
  if (isnan(x)) return 0x7e00;
  unsigned sign = signbit(x) ? 0x8000 : 0;
  double magnitude = fabs(x);
  unsigned low = 0, high = 0x7c00; // infinity stands for 65536 here
  while (high - low > 1) {
    unsigned middle = (low + high) / 2;
    if (half_value(middle) <= magnitude)
      low = middle;
    else
      high = middle;
  }
  double below = half_value(low), above = high == 0x7c00 ? 65536 : half_value(high);
  if (magnitude >= 65536) return sign | 0x7c00;
  double to_below = magnitude - below, to_above = above - magnitude;
  bool is_up = to_above < to_below || (to_above == to_below && (low & 1) != 0);
  return sign | (is_up ? high : low);
}

static bool same_half(unsigned a, unsigned b) {
  return a == b || (isnan(half_value(a)) && isnan(half_value(b)));
}

static void halves_convert_exactly_and_back(void **state) {
  (void)state;
  for (unsigned bits = 0; bits < 65536; bits++) {
    double value = half_value(bits);
    Half half = (Half)bits;
    if (isnan(value)) {
      assert_true(isnan_f16(half) && isnan(half_to_float(half)));
      assert_int_equal(half_from_float(half_to_float(half)), bits | 0x200);
      continue;
    }
    check(half_to_float(half) == value && fpconv_f16_f64(half) == value, "from f16", value, 0);
    check((signbit(half_to_float(half)) != 0) == (bits >= 0x8000), "sign", value, 0);
    assert_int_equal(half_from_double(value), bits);
    assert_int_equal(fpconv_f32_f16((float)value), bits);
    assert_int_equal(bitcast_i16_f16(bitcast_f16_i16(half)), bits);
    assert_true(isinf_f16(half) == (isinf(value) != 0));
    check(fptosi_f16_i64(half) == (isinf(value) ? 0 : (int64_t)value), "fptosi", value, 0);
  }
}

// Every tie and its two neighbours in double: the places where rounding can go wrong.
static void rounding_to_half_is_to_nearest_even(void **state) {
  (void)state;
  for (unsigned bits = 0; bits < 0x7c00; bits++) {
    double next = bits == 0x7bff ? 65536 : half_value(bits + 1);
    double tie = (half_value(bits) + next) / 2;
    unsigned even = (bits & 1) == 0 ? bits : bits + 1;
    assert_int_equal(half_from_double(tie), even);
    assert_int_equal(half_from_double(nextafter(tie, 0)), bits);
    assert_int_equal(half_from_double(nextafter(tie, INFINITY)), bits + 1);
    assert_int_equal(half_from_double(-tie), even | 0x8000);
    assert_int_equal(half_from_float((float)tie), even);
  }
  assert_int_equal(half_from_double(0x1p-26), 0);
  assert_int_equal(half_from_double(5e-324), 0);
  assert_int_equal(half_from_double(-1e300), 0xfc00);
  assert_int_equal(half_from_double(INFINITY), 0x7c00);
  assert_int_equal(half_from_double(-0.0), 0x8000);
}

// One operand runs over all halves, the other over a sample; sums and products of halves are exact
// in double up to a rounding that does not matter, quotients and roots likewise.
static void half_arithmetic_rounds_correctly(void **state) {
  (void)state;
  static const Half sample[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0x3c01, 0xbfff,
                                0x3555, 0x7bff, 0xfbff, 0x7c00, 0x7e00, 0x1234, 0x5aa5};
  for (unsigned bits = 0; bits < 65536; bits++) {
    Half half = (Half)bits;
    double x = half_value(bits);
    check(same_half(sqrt_f16(half), half_nearest(sqrt(x))), "sqrt", x, 0);
    check(same_half(neg_f16(half), bits ^ 0x8000), "neg", x, 0);
    check(same_half(floor_f16(half), half_nearest(floor(x))), "floor", x, 0);
    check(same_half(round_f16(half), half_nearest(rint(x))), "round", x, 0);
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
      Half other = sample[i];
      double y = half_value(other);
      check(same_half(add_f16(half, other), half_nearest(x + y)), "add", x, y);
      check(same_half(sub_f16(half, other), half_nearest(x - y)), "sub", x, y);
      check(same_half(mul_f16(half, other), half_nearest(x * y)), "mul", x, y);
      check(same_half(fdiv_f16(half, other), half_nearest(x / y)), "fdiv", x, y);
      check(same_half(fmod_f16(half, other), half_nearest(fmod(x, y))), "fmod", x, y);
      check(eq_f16(half, other) == (x == y), "eq", x, y);
      check(flt_f16(half, other) == (x < y) && fle_f16(half, other) == (x <= y), "flt", x, y);
    }
  }
}

// Whether a half is the correct rounding of product + addend. The product of two halves is exact in
// double, and so is the distance of the addend from a tie; the sign of a sum of two doubles is
// always right, so each comparison below is exact.
static bool is_rounded_sum(double product, double addend, Half half) {
  unsigned magnitude = half & 0x7fff;
  bool is_even = (half & 1) == 0;
  if ((half & 0x8000) != 0) {
    product = -product;
    addend = -addend;
  }
  double here = magnitude == 0x7c00 ? 65536 : half_value(magnitude);
  double below = magnitude == 0 ? -half_value(1) : half_value(magnitude - 1);
  double above = magnitude >= 0x7bff ? 65536 : half_value(magnitude + 1);
  double over_lower = product + (addend - (below + here) / 2);
  double over_upper = product + (addend - (here + above) / 2);
  bool is_above = over_lower > 0 || (over_lower == 0 && is_even);
  bool is_below = over_upper < 0 || (over_upper == 0 && is_even);
  return is_above && (is_below || magnitude == 0x7c00);
}

static void check_fma(unsigned x, unsigned y, unsigned z) {
  double a = half_value(x), b = half_value(y), c = half_value(z);
  Half half = fma_f16((Half)x, (Half)y, (Half)z);
  if (isnan(a * b + c) || isinf(a * b) || isinf(c))
    assert_true(same_half(half, half_nearest(a * b + c)));
  else if (!is_rounded_sum(a * b, c, half))
    fail_msg("fma_f16(%a, %a, %a) is not %a", a, b, c, half_value(half));
}

static void half_fma_rounds_once(void **state) {
  (void)state;
  unsigned random = 1;
  for (int i = 0; i < 1000000; i++) {
    random = random * 1664525 + 1013904223;
    unsigned x = random >> 16;
    random = random * 1664525 + 1013904223;
    unsigned y = random >> 16;
    random = random * 1664525 + 1013904223;
    check_fma(x, y, random >> 16);
  }
  // A product on a tie beside a tiny addend, and a product that is tiny itself: double cannot hold
  // these sums. 2049 * 32 = 3 * 683 * 32 is such a tie.
  static const unsigned tiny[] = {0x0001, 0x8001, 0x0003, 0x0400, 0x8400, 0x0000};
  for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
    for (unsigned scale = 0x4000; scale < 0x5c00; scale += 0x400) {
      check_fma(half_nearest(683), half_nearest(3 * half_value(scale)), tiny[i]);
      check_fma(half_nearest(-683), half_nearest(3 * half_value(scale)), tiny[i]);
    }
    for (unsigned z = 0; z < 65536; z++)
      check_fma(tiny[i], 0x0001, z);
  }
  assert_int_equal(fma_f16((Half)half_nearest(683), (Half)half_nearest(96), 0x0001), 0x7c00);
  assert_int_equal(fma_f16((Half)half_nearest(683), (Half)half_nearest(24), 0x0000),
                   half_nearest(16384));
  assert_int_equal(fma_f16((Half)half_nearest(683), (Half)half_nearest(24), 0x0001),
                   half_nearest(16400));
}

static void half_odds_and_ends(void **state) {
  (void)state;
  assert_int_equal(nextafter_f16(0x0000, 0x3c00), 0x0001);
  assert_int_equal(nextafter_f16(0x0000, 0xbc00), 0x8001);
  assert_int_equal(nextafter_f16(0x8001, 0x3c00), 0x8000);
  assert_int_equal(nextafter_f16(0x3c00, 0x0000), 0x3bff);
  assert_int_equal(nextafter_f16(0x7bff, 0x7c00), 0x7c00);
  assert_int_equal(nextafter_f16(0xbc00, 0xfc00), 0xbc01);
  assert_int_equal(nextafter_f16(0x8000, 0x0000), 0x0000);
  assert_true(isnan_f16(nextafter_f16(0x7e00, 0x3c00)));
  assert_int_equal(ldexp_f16(0x3c00, -25), 0x0000);
  assert_int_equal(ldexp_f16(0x3c01, -25), 0x0001);
  assert_int_equal(ldexp_f16(0x3c00, 16), 0x7c00);
  assert_int_equal(ldexp_f16(0x0001, 24), 0x3c00);
  assert_int_equal(ldexp_f16(0x3c00, INT32_MIN), 0);
  assert_int_equal(copysign_f16(0x3c00, 0x8000), 0xbc00);
  assert_int_equal(sitofp_i64_f16(INT64_MIN), 0xfc00);
  assert_int_equal(uitofp_i64_f16(-1), 0x7c00);
  assert_int_equal(sitofp_i32_f16(65519), 0x7bff);
  assert_int_equal(sitofp_i32_f16(65520), 0x7c00);
  assert_int_equal(sitofp_i64_f16(2049), half_nearest(2049));
  assert_int_equal(sitofp_i64_f16(-2051), half_nearest(-2051));
  assert_int_equal(fpconv_f64_f16(1 + 0x1p-11 + 0x1p-40), 0x3c01); // by way of float it would tie
  assert_int_equal(fmax_f16(0x7e00, 0x3c00), 0x3c00);
  assert_int_equal(fmin_f16(0x3c00, 0x7e00), 0x3c00);
  assert_int_equal(fsgn_f16(0x8000), 0x8000);
  assert_int_equal(fsgn_f16(0x8001), 0xbc00);
  assert_int_equal(rsqrt_f16(0x4400), 0x3800);
}

// ---------------------------------------------------------------------------------------------
// Floats

static void float_to_integer_saturates(void **state) {
  (void)state;
  assert_int_equal(fptosi_f64_i32(2147483648.0), INT32_MAX);
  assert_int_equal(fptosi_f64_i32(2147483647.9), INT32_MAX);
  assert_int_equal(fptosi_f64_i32(-2147483648.9), INT32_MIN);
  assert_int_equal(fptosi_f64_i32(-2147483650.0), INT32_MIN);
  assert_int_equal(fptosi_f32_i32(2147483648.0f), INT32_MAX);
  assert_int_equal(fptosi_f32_i64(1e30f), INT64_MAX);
  assert_int_equal(fptosi_f64_i64(-9223372036854775808.0), INT64_MIN);
  assert_int_equal(fptosi_f64_i64(0x1p63), INT64_MAX);
  assert_int_equal(fptosi_f64_i8(-128.9), -128);
  assert_int_equal(fptosi_f64_i8(-129), -128);
  assert_int_equal(fptosi_f64_i8(127.9), 127);
  assert_int_equal(fptosi_f32_i16(40000), INT16_MAX);
  assert_int_equal(fptosi_f64_i32(NAN), 0);
  assert_int_equal(fptosi_f64_i32(INFINITY), 0);
  assert_int_equal(fptosi_f64_i64(-INFINITY), 0);
  assert_int_equal(fptosi_f32_i32(-1.9f), -1);
  assert_int_equal((uint8_t)fptoui_f64_i8(255.9), 255);
  assert_int_equal((uint8_t)fptoui_f64_i8(256), 255);
  assert_int_equal(fptoui_f64_i8(-0.9), 0);
  assert_int_equal(fptoui_f64_i8(-5), -5);
  assert_int_equal(fptoui_f64_i8(-300), -128);
  assert_int_equal(fptoui_f64_i64(-1), -1);
  assert_int_equal(fptoui_f64_i64(-0x1p70), INT64_MIN);
  assert_int_equal(fptoui_f32_i32(-INFINITY), 0);
  assert_int_equal(fptoui_f64_i64(0x1p64), -1);
  assert_int_equal(fptoui_f64_i64(0x1p63), INT64_MIN);
  assert_int_equal(fptoui_f32_i32(INFINITY), 0);
  assert_int_equal(fptoui_f32_i32(NAN), 0);
  assert_int_equal(fptoui_f32_i32(4294967040.0f), -256);
  assert_true(uitofp_i64_f64(-1) == 0x1p64 && uitofp_i64_f32(-1) == 0x1p64f);
  assert_true(sitofp_i64_f32(0x1000001000000001) == 0x1.000002p60f); // one rounding, not two
  assert_true(ntob_f64_bool(NAN) && !ntob_f32_bool(-0.0f));
}

static void half_turns_are_exact(void **state) {
  (void)state;
  for (int i = -2000; i <= 2000; i++) {
    double x = i / 2.0;
    int quarter = i & 3;
    double sine = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
    double cosine = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
    check(sinpi_f64(x) == sine && sinpi_f32((float)x) == (float)sine, "sinpi", x, 0);
    check(cospi_f64(x) == cosine && cospi_f32((float)x) == (float)cosine, "cospi", x, 0);
    if (sine == 0) check(!signbit(sinpi_f64(x)) == !signbit(x), "sign of sinpi", x, 0);
    if (cosine == 0) check(!signbit(cospi_f64(x)) && !signbit(cospi_f32((float)x)), "+0", x, 0);
    if (cosine == 0) check(isinf(tanpi_f64(x)) != 0, "tanpi", x, 0);
    if (sine == 0) check(tanpi_f64(x) == 0, "tanpi", x, 0);
  }
  assert_true(signbit(sinpi_f64(-0.0)) && !signbit(sinpi_f64(0.0)));
  assert_true(sinpi_f64(1e300) == 0 && cospi_f64(1e300) == 1);
  assert_true(cospi_f64(9007199254740991.0) == -1);
  assert_true(isnan_f64(sinpi_f64(INFINITY)) && isnan_f64(cospi_f64(NAN)));
  assert_true(asinpi_f64(1) == 0.5 && acospi_f64(-1) == 1 && atanpi_f32(1) == 0.25f);
  assert_true(atan2pi_f64(1, -1) == 0.75 && atan2pi_f64(-0.0, -1) == -1);
  for (double x = -3; x < 3; x += 0.0173) {
    double pi = 3.14159265358979323846;
    check(fabs(sinpi_f64(x) - sin(pi * x)) < 1e-14, "sinpi", x, 0);
    check(fabs(cospi_f64(x) - cos(pi * x)) < 1e-14, "cospi", x, 0);
    check(fabs((double)sinpi_f32((float)x) - sin(pi * (double)(float)x)) < 2e-7, "sinpi", x, 0);
  }
}

static void float_edges(void **state) {
  (void)state;
  assert_true(round_f64(0.5) == 0 && round_f64(1.5) == 2 && round_f64(-2.5) == -2);
  assert_true(signbit(round_f32(-0.3f)));
  assert_true(fmin_f64(NAN, 1) == 1 && fmin_f64(1, NAN) == 1 && fmax_f32(NAN, -1) == -1);
  assert_true(isnan_f64(fmin_f64(NAN, NAN)));
  assert_true(fmin_f64(1, 2) == 1 && fmax_f64(1, 2) == 2 && fmax_f64(2, 1) == 2);
  assert_true(fsgn_f64(-3) == -1 && fsgn_f32(3) == 1 && isnan_f64(fsgn_f64(NAN)));
  assert_true(signbit(fsgn_f64(-0.0)) && fsgn_f64(-0.0) == 0);
  assert_true(gamma_f64(5) == 24 && fabs(lgamma_f64(0.5) - 0.57236494292470008) < 1e-15);
  assert_true(fabs((double)lgamma_f32(-0.5f) - 1.2655121234846454) < 1e-6);
  assert_true(fma_f64(1 + 0x1p-30, 1 - 0x1p-30, -1) == -0x1p-60);
  assert_true(ldexp_f32(1, 200) == INFINITY && ldexp_f64(1, -1074) == 5e-324);
  assert_true(fmod_f64(-7, 3) == -1 && isnan_f64(fmod_f64(1, 0)));
  assert_true(rsqrt_f64(4) == 0.5 && rsqrt_f32(0) == INFINITY);
  assert_true(!eq_f64(NAN, NAN) && ne_f64(NAN, NAN) && eq_f32(0.0f, -0.0f));
  assert_true(!flt_f64(NAN, 1) && !fle_f64(1, NAN) && fle_f64(1, 1));
  assert_true(isinf_f32(-INFINITY) && !isinf_f64(NAN) && isnan_f32(NAN));
  assert_true(bitcast_i32_f32(0x3f800000) == 1 && bitcast_f64_i64(-0.0) == INT64_MIN);
  assert_true(fpconv_f64_f32(1e300) == INFINITY);
}

UnitCount test_scalar(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(i8_agrees_with_int),
      cmocka_unit_test(i8_unary_agrees_with_int),
      cmocka_unit_test(wide_integers_wrap_at_their_edges),
      cmocka_unit_test(mulhi_of_64_bits_is_exact),
      cmocka_unit_test(booleans_have_their_tables),
      cmocka_unit_test(halves_convert_exactly_and_back),
      cmocka_unit_test(rounding_to_half_is_to_nearest_even),
      cmocka_unit_test(half_arithmetic_rounds_correctly),
      cmocka_unit_test(half_fma_rounds_once),
      cmocka_unit_test(half_odds_and_ends),
      cmocka_unit_test(float_to_integer_saturates),
      cmocka_unit_test(half_turns_are_exact),
      cmocka_unit_test(float_edges),
  };
  return UNIT_RUN("scalar", tests);
}
