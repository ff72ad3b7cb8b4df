// The meaning of every scalar operation, once.
//
// For each scalar operation of src/ir/ops.def and each type it may have, there is a function
// `<text>_<type>`: add_i32, sqrt_f16, slt_i8, popcount_i64; conversions name both types:
// sext_i8_i64. The interpreter and the constant folder call these functions, and generated C calls
// them too, so all agree by construction. This file is also pasted into generated programs: it uses
// only libc and libm, has no state, and its helper macros are undefined at the end.
//
// Integers are signed in storage; operations that differ by signedness have two names (sdiv, udiv).
// Arithmetic is done in an unsigned type, so wrapping is defined. A half (f16) is kept as its bits;
// its operations compute in float, which is precise enough that rounding the result once more is
// the correct rounding for + - * / and sqrt. Operations that FAIL in ops.def for some operands are
// total here (they return 0); whoever must report the failure checks before calling.
//
// The floating point environment is assumed to be the default one: round to nearest even, and no
// more precision than the types have.

#ifndef RAVEL_RTS_SCALAR_H
#define RAVEL_RTS_SCALAR_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// An IEEE 754 binary16 number, as its bits.
typedef uint16_t Half;

// A scalar of any type; which member is valid is known from its type.
typedef union ScalarValue {
  bool b;
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  Half f16;
  float f32;
  double f64;
} ScalarValue;

// SCALAR_INTS(X): X(name, width, signed type, unsigned type, type to compute in). The last is
// unsigned and at least as wide as unsigned int, so that no operand is promoted to a signed int.
#define SCALAR_INTS(X)                                                                             \
  X(i8, 8, int8_t, uint8_t, uint32_t)                                                              \
  X(i16, 16, int16_t, uint16_t, uint32_t)                                                          \
  X(i32, 32, int32_t, uint32_t, uint32_t)                                                          \
  X(i64, 64, int64_t, uint64_t, uint64_t)

// SCALAR_NATIVE_FLOATS(X): X(name, type, suffix of the libm function).
#define SCALAR_NATIVE_FLOATS(X)                                                                    \
  X(f32, float, f)                                                                                 \
  X(f64, double, )

// ---------------------------------------------------------------------------------------------
// Bits of floats, and halves

#ifndef SCALAR_KERNEL // kernels have them already

static inline uint32_t bits_of_float(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline uint64_t bits_of_double(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline float float_from_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline double double_from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#endif

// HAS_HALF: kernels on a device that converts by itself.
#ifndef HAS_HALF

// The value of a half; exact. A nan becomes quiet and keeps its payload.
static inline float half_to_float(Half x) {
  uint32_t sign = (uint32_t)(x & 0x8000) << 16;
  uint32_t exponent = (x >> 10) & 0x1f;
  uint32_t fraction = x & 0x3ff;
  if (exponent == 0x1f) {
    uint32_t quiet = fraction != 0 ? 0x400000 : 0;
    return float_from_bits(sign | 0x7f800000 | quiet | fraction << 13);
  }
  if (exponent == 0) { // zero or subnormal: the fraction counts units of 2^-24
    float magnitude = (float)fraction * 0x1p-24f;
    return float_from_bits(sign | bits_of_float(magnitude));
  }
  return float_from_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

// The half nearest to x, ties to even; infinity from 65520 on. A nan becomes quiet.
static inline Half half_from_double(double x) {
  uint64_t bits = bits_of_double(x);
  uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
  uint64_t magnitude = bits & 0x7fffffffffffffff;
  if (magnitude > 0x7ff0000000000000) return (Half)(sign | 0x7e00 | (magnitude >> 42 & 0x3ff));
  int exponent = (int)(magnitude >> 52) - 1023;
  if (exponent >= 16) return (Half)(sign | 0x7c00);
  if (exponent < -25) return sign;
  uint64_t significand = (magnitude & 0xfffffffffffff) | 0x10000000000000;
  int shift = exponent < -14 ? 42 - 14 - exponent : 42;
  uint64_t rest = significand & (((uint64_t)1 << shift) - 1);
  uint64_t tie = (uint64_t)1 << (shift - 1);
  // The implicit bit of a normal number is still there and adds one to the exponent field.
  uint32_t result = (uint32_t)(significand >> shift);
  if (exponent >= -14) result += (uint32_t)(exponent + 14) << 10;
  // A carry out of the fraction correctly steps to the next exponent, and at last to infinity.
  if (rest > tie || (rest == tie && (result & 1) != 0)) result++;
  return (Half)(sign | result);
}

// As half_from_double; widening to double is exact, so there is only one rounding.
static inline Half half_from_float(float x) { return half_from_double((double)x); }

#endif

// ---------------------------------------------------------------------------------------------
// Integer arithmetic

#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline S add_##T(S x, S y) { return (S)(U)((C)x + (C)y); }                                \
  static inline S sub_##T(S x, S y) { return (S)(U)((C)x - (C)y); }                                \
  static inline S mul_##T(S x, S y) { return (S)(U)((C)x * (C)y); }                                \
  static inline S neg_##T(S x) { return (S)(U)((C)0 - (C)x); }                                     \
  static inline S and_##T(S x, S y) { return (S)(x & y); }                                         \
  static inline S or_##T(S x, S y) { return (S)(x | y); }                                          \
  static inline S xor_##T(S x, S y) { return (S)(x ^ y); }                                         \
  static inline S not_##T(S x) { return (S)~x; }                                                   \
  static inline S smin_##T(S x, S y) { return x < y ? x : y; }                                     \
  static inline S smax_##T(S x, S y) { return x < y ? y : x; }                                     \
  static inline S umin_##T(S x, S y) { return (U)x < (U)y ? x : y; }                               \
  static inline S umax_##T(S x, S y) { return (U)x < (U)y ? y : x; }                               \
  static inline S sabs_##T(S x) { return x < 0 ? neg_##T(x) : x; }                                 \
  static inline S ssgn_##T(S x) { return (S)((x > 0) - (x < 0)); }                                 \
  static inline S usgn_##T(S x) { return (S)(x != 0); }                                            \
  static inline bool eq_##T(S x, S y) { return x == y; }                                           \
  static inline bool ne_##T(S x, S y) { return x != y; }                                           \
  static inline bool slt_##T(S x, S y) { return x < y; }                                           \
  static inline bool sle_##T(S x, S y) { return x <= y; }                                          \
  static inline bool ult_##T(S x, S y) { return (U)x < (U)y; }                                     \
  static inline bool ule_##T(S x, S y) { return (U)x <= (U)y; }                                    \
  static inline S select_##T(bool c, S x, S y) { return c ? x : y; }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// A remainder, where it must be hidden from what a compiler knows about it (rts/gpu/dialect.h).
#ifndef SCALAR_HIDDEN
#define SCALAR_HIDDEN(T, x) (x)
#endif

// Division. A zero divisor gives 0; the smallest number divided by -1 wraps to itself, remainder 0.
#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline S udiv_##T(S x, S y) { return y == 0 ? 0 : (S)(U)((U)x / (U)y); }                  \
  static inline S umod_##T(S x, S y) {                                                             \
    return y == 0 ? 0 : SCALAR_HIDDEN(T, (S)(U)((U)x % (U)y));                                     \
  }                                                                                                \
  static inline S squot_##T(S x, S y) { return y == 0 ? 0 : y == -1 ? neg_##T(x) : (S)(x / y); }   \
  static inline S srem_##T(S x, S y) {                                                             \
    return y == 0 || y == -1 ? 0 : SCALAR_HIDDEN(T, (S)(x % y));                                   \
  }                                                                                                \
  static inline S sdiv_##T(S x, S y) {                                                             \
    if (y == 0) return 0;                                                                          \
    if (y == -1) return neg_##T(x);                                                                \
    return (S)(x / y - (y > 0 ? x % y < 0 : x % y > 0));                                           \
  }                                                                                                \
  static inline S smod_##T(S x, S y) {                                                             \
    if (y == 0 || y == -1) return 0;                                                               \
    S rest = SCALAR_HIDDEN(T, (S)(x % y));                                                         \
    return (y > 0 ? rest < 0 : rest > 0) ? (S)(rest + y) : rest;                                   \
  }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// Shifts by an unsigned amount, total. The result of ashr is computed without shifting a negative
// number, which C leaves to the implementation.
#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline S shl_##T(S x, S y) { return (U)y >= WIDTH ? 0 : (S)(U)((C)x << (U)y); }           \
  static inline S lshr_##T(S x, S y) { return (U)y >= WIDTH ? 0 : (S)(U)((U)x >> (U)y); }          \
  static inline S ashr_##T(S x, S y) {                                                             \
    U amount = (U)y >= WIDTH ? WIDTH - 1 : (U)y;                                                   \
    return x < 0 ? (S) ~((U) ~(U)x >> amount) : (S)((U)x >> amount);                               \
  }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// Powers by repeated squaring. spow gives 0 for a negative exponent.
#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline S upow_##T(S x, S y) {                                                             \
    C result = 1, power = (U)x;                                                                    \
    for (U exponent = (U)y; exponent != 0; exponent = (U)(exponent >> 1)) {                        \
      if ((exponent & 1) != 0) result *= power;                                                    \
      power *= power;                                                                              \
    }                                                                                              \
    return (S)(U)result;                                                                           \
  }                                                                                                \
  static inline S spow_##T(S x, S y) { return y < 0 ? 0 : upow_##T(x, y); }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// The high half of the double-width product, and whether a product fits into one width. Short
// integers are multiplied in 32 bits: gcc 12 takes the high half of a 64-bit product of unsigned
// 16-bit ones as if they were signed when it vectorises.
#define SCALAR_DEFINE(T, WIDTH, S, U, WIDE_S, WIDE_U)                                              \
  static inline S smulhi_##T(S x, S y) {                                                           \
    return (S)(U)((WIDE_U)((WIDE_S)x * (WIDE_S)y) >> WIDTH);                                       \
  }                                                                                                \
  static inline S umulhi_##T(S x, S y) { return (S)(U)((WIDE_U)(U)x * (WIDE_U)(U)y >> WIDTH); }    \
  static inline bool smulfits_##T(S x, S y) {                                                      \
    WIDE_S product = (WIDE_S)x * (WIDE_S)y;                                                        \
    return product == (WIDE_S)(S)(U)(WIDE_U)product;                                               \
  }
SCALAR_DEFINE(i8, 8, int8_t, uint8_t, int32_t, uint32_t)
SCALAR_DEFINE(i16, 16, int16_t, uint16_t, int32_t, uint32_t)
SCALAR_DEFINE(i32, 32, int32_t, uint32_t, int64_t, uint64_t)
#undef SCALAR_DEFINE

static inline int64_t umulhi_i64(int64_t x, int64_t y) {
  uint64_t x_low = (uint32_t)x, x_high = (uint64_t)x >> 32;
  uint64_t y_low = (uint32_t)y, y_high = (uint64_t)y >> 32;
  uint64_t low = x_low * y_low;
  uint64_t middle = x_high * y_low + (low >> 32);
  uint64_t other = x_low * y_high + (uint32_t)middle;
  return (int64_t)(x_high * y_high + (middle >> 32) + (other >> 32));
}

static inline int64_t smulhi_i64(int64_t x, int64_t y) {
  // Reading a negative number as unsigned adds 2^64 to it; take the surplus off again.
  uint64_t high = (uint64_t)umulhi_i64(x, y);
  if (x < 0) high -= (uint64_t)y;
  if (y < 0) high -= (uint64_t)x;
  return (int64_t)high;
}

static inline bool smulfits_i64(int64_t x, int64_t y) {
#if defined(__GNUC__) && !defined(__OPENCL_VERSION__) && !defined(__CUDACC__)
  int64_t product;
  return !__builtin_mul_overflow(x, y, &product);
#else
  return smulhi_i64(x, y) == (mul_i64(x, y) < 0 ? -1 : 0);
#endif
}

static inline int32_t popcount_i64(int64_t x) {
  uint64_t bits = (uint64_t)x;
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (int32_t)(bits * 0x0101010101010101 >> 56);
}

static inline int32_t popcount_i8(int8_t x) { return popcount_i64((uint8_t)x); }
static inline int32_t popcount_i16(int16_t x) { return popcount_i64((uint16_t)x); }
static inline int32_t popcount_i32(int32_t x) { return popcount_i64((uint32_t)x); }

// Leading and trailing zeros; the width for 0.
#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline int32_t clz_##T(S x) {                                                             \
    U bits = (U)x;                                                                                 \
    for (int i = 1; i < WIDTH; i *= 2)                                                             \
      bits = (U)(bits | bits >> i);                                                                \
    return WIDTH - popcount_##T((S)bits);                                                          \
  }                                                                                                \
  static inline int32_t ctz_##T(S x) { return popcount_##T((S)(U)(~(C)(U)x & ((C)(U)x - 1))); }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// ---------------------------------------------------------------------------------------------
// Booleans

static inline bool and_bool(bool x, bool y) { return x && y; }
static inline bool or_bool(bool x, bool y) { return x || y; }
static inline bool xor_bool(bool x, bool y) { return x != y; }
static inline bool not_bool(bool x) { return !x; }
static inline bool eq_bool(bool x, bool y) { return x == y; }
static inline bool ne_bool(bool x, bool y) { return x != y; }
static inline bool ult_bool(bool x, bool y) { return !x && y; }
static inline bool ule_bool(bool x, bool y) { return !x || y; }
static inline bool select_bool(bool c, bool x, bool y) { return c ? x : y; }

// ---------------------------------------------------------------------------------------------
// Float arithmetic

// Where one operand of fmin or fmax is nan the result is the other; of two zeros, the second.
#define SCALAR_DEFINE(T, F, SUFFIX)                                                                \
  static inline F add_##T(F x, F y) { return x + y; }                                              \
  static inline F sub_##T(F x, F y) { return x - y; }                                              \
  static inline F mul_##T(F x, F y) { return x * y; }                                              \
  static inline F fdiv_##T(F x, F y) { return x / y; }                                             \
  static inline F neg_##T(F x) { return -x; }                                                      \
  static inline F fmod_##T(F x, F y) { return fmod##SUFFIX(x, y); }                                \
  static inline F fpow_##T(F x, F y) { return pow##SUFFIX(x, y); }                                 \
  /* With one choice for each question GCC needs no branch for the larger one. */                  \
  static inline F fmin_##T(F x, F y) {                                                             \
    F least = x < y ? x : y;                                                                       \
    return y != y ? x : least;                                                                     \
  }                                                                                                \
  static inline F fmax_##T(F x, F y) {                                                             \
    F most = x > y ? x : y;                                                                        \
    return y != y ? x : most;                                                                      \
  }                                                                                                \
  static inline F ldexp_##T(F x, int32_t y) { return ldexp##SUFFIX(x, y); }                        \
  static inline F fma_##T(F x, F y, F z) { return fma##SUFFIX(x, y, z); }                          \
  static inline F select_##T(bool c, F x, F y) { return c ? x : y; }                               \
  static inline F fsgn_##T(F x) { return x > 0 ? 1 : x < 0 ? -1 : x; }                             \
  static inline F rsqrt_##T(F x) { return 1 / sqrt##SUFFIX(x); }                                   \
  static inline F round_##T(F x) { return rint##SUFFIX(x); }                                       \
  static inline F gamma_##T(F x) { return tgamma##SUFFIX(x); }                                     \
  static inline bool eq_##T(F x, F y) { return x == y; }                                           \
  static inline bool ne_##T(F x, F y) { return x != y; }                                           \
  static inline bool flt_##T(F x, F y) { return x < y; }                                           \
  static inline bool fle_##T(F x, F y) { return x <= y; }                                          \
  static inline bool isnan_##T(F x) { return x != x; }                                             \
  static inline bool isinf_##T(F x) { return fabs##SUFFIX(x) == (F)INFINITY; }
SCALAR_NATIVE_FLOATS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// Functions that are libm's own, under the same name.
// clang-format off
#define SCALAR_LIBM_UNARY(X)                                                                       \
  X(fabs) X(sqrt) X(cbrt) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p)                 \
  X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh)  \
  X(erf) X(erfc) X(floor) X(ceil) X(trunc)
// clang-format on
#define SCALAR_LIBM_BINARY(X) X(atan2) X(hypot) X(copysign) X(nextafter)

#define SCALAR_DEFINE(NAME)                                                                        \
  static inline float NAME##_f32(float x) { return NAME##f(x); }                                   \
  static inline double NAME##_f64(double x) { return NAME(x); }
SCALAR_LIBM_UNARY(SCALAR_DEFINE)
#undef SCALAR_DEFINE

#define SCALAR_DEFINE(NAME)                                                                        \
  static inline float NAME##_f32(float x, float y) { return NAME##f(x, y); }                       \
  static inline double NAME##_f64(double x, double y) { return NAME(x, y); }
SCALAR_LIBM_BINARY(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// lgamma writes the global signgam, a data race between threads; the reentrant functions do not.
// They exist on every Unix, but headers hide them in strict C11, hence the declarations.
#if (defined(__unix__) || defined(__APPLE__)) && !defined(SCALAR_KERNEL)
double lgamma_r(double, int *);
float lgammaf_r(float, int *);
static inline float lgamma_f32(float x) {
  int sign;
  return lgammaf_r(x, &sign);
}
static inline double lgamma_f64(double x) {
  int sign;
  return lgamma_r(x, &sign);
}
#else
static inline float lgamma_f32(float x) { return lgammaf(x); }
static inline double lgamma_f64(double x) { return lgamma(x); }
#endif

// Trigonometry in half turns. The argument is reduced exactly to a multiple of one half plus a rest
// of at most a quarter, so results at multiples of one half are exact. Zeros have the signs of C23:
// sinpi of an integer has the sign of its argument, cospi at odd halves is +0. A result that is a
// zero with the wrong sign is corrected by adding 0 (cos) or by copysign (sin).
#define SCALAR_PI 3.14159265358979323846

#define SCALAR_DEFINE(T, F, SUFFIX)                                                                \
  static inline F sinpi_##T(F x) {                                                                 \
    F turn = fmod##SUFFIX(x, (F)2);                                                                \
    F halves = rint##SUFFIX(2 * turn);                                                             \
    F angle = (F)SCALAR_PI * (turn - halves / 2);                                                  \
    if (!(x - x == 0)) return x - x;                                                               \
    switch ((int)halves & 3) {                                                                     \
    case 0: return angle == 0 ? copysign##SUFFIX((F)0, x) : sin##SUFFIX(angle);                    \
    case 1: return cos##SUFFIX(angle);                                                             \
    case 2: return angle == 0 ? copysign##SUFFIX((F)0, x) : -sin##SUFFIX(angle);                   \
    default: return -cos##SUFFIX(angle);                                                           \
    }                                                                                              \
  }                                                                                                \
  static inline F cospi_##T(F x) {                                                                 \
    F turn = fmod##SUFFIX(x, (F)2);                                                                \
    F halves = rint##SUFFIX(2 * turn);                                                             \
    F angle = (F)SCALAR_PI * (turn - halves / 2);                                                  \
    if (!(x - x == 0)) return x - x;                                                               \
    switch ((int)halves & 3) {                                                                     \
    case 0: return cos##SUFFIX(angle);                                                             \
    case 1: return 0 - sin##SUFFIX(angle);                                                         \
    case 2: return -cos##SUFFIX(angle);                                                            \
    default: return sin##SUFFIX(angle) + 0;                                                        \
    }                                                                                              \
  }                                                                                                \
  static inline F tanpi_##T(F x) { return sinpi_##T(x) / cospi_##T(x); }                           \
  static inline F asinpi_##T(F x) { return asin##SUFFIX(x) / (F)SCALAR_PI; }                       \
  static inline F acospi_##T(F x) { return acos##SUFFIX(x) / (F)SCALAR_PI; }                       \
  static inline F atanpi_##T(F x) { return atan##SUFFIX(x) / (F)SCALAR_PI; }                       \
  static inline F atan2pi_##T(F y, F x) { return atan2##SUFFIX(y, x) / (F)SCALAR_PI; }
SCALAR_NATIVE_FLOATS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// ---------------------------------------------------------------------------------------------
// Halves: through float, except where float would round a second time or bits say it simpler

#define SCALAR_DEFINE(NAME)                                                                        \
  static inline Half NAME##_f16(Half x) { return half_from_float(NAME##_f32(half_to_float(x))); }
SCALAR_LIBM_UNARY(SCALAR_DEFINE)
SCALAR_DEFINE(fsgn)
SCALAR_DEFINE(rsqrt)
SCALAR_DEFINE(round)
SCALAR_DEFINE(gamma)
SCALAR_DEFINE(lgamma)
SCALAR_DEFINE(sinpi)
SCALAR_DEFINE(cospi)
SCALAR_DEFINE(tanpi)
SCALAR_DEFINE(asinpi)
SCALAR_DEFINE(acospi)
SCALAR_DEFINE(atanpi)
#undef SCALAR_DEFINE

#define SCALAR_DEFINE(NAME)                                                                        \
  static inline Half NAME##_f16(Half x, Half y) {                                                  \
    return half_from_float(NAME##_f32(half_to_float(x), half_to_float(y)));                        \
  }
SCALAR_DEFINE(add)
SCALAR_DEFINE(sub)
SCALAR_DEFINE(mul)
SCALAR_DEFINE(fdiv)
SCALAR_DEFINE(fmod)
SCALAR_DEFINE(fpow)
SCALAR_DEFINE(fmin)
SCALAR_DEFINE(fmax)
SCALAR_DEFINE(atan2)
SCALAR_DEFINE(atan2pi)
SCALAR_DEFINE(hypot)
#undef SCALAR_DEFINE

#define SCALAR_DEFINE(NAME)                                                                        \
  static inline bool NAME##_f16(Half x, Half y) {                                                  \
    return NAME##_f32(half_to_float(x), half_to_float(y));                                         \
  }
SCALAR_DEFINE(eq)
SCALAR_DEFINE(ne)
SCALAR_DEFINE(flt)
SCALAR_DEFINE(fle)
#undef SCALAR_DEFINE

static inline bool isnan_f16(Half x) { return (x & 0x7fff) > 0x7c00; }
static inline bool isinf_f16(Half x) { return (x & 0x7fff) == 0x7c00; }
static inline Half neg_f16(Half x) { return x ^ 0x8000; }
static inline Half copysign_f16(Half x, Half y) { return (Half)((x & 0x7fff) | (y & 0x8000)); }
static inline Half select_f16(bool c, Half x, Half y) { return c ? x : y; }

static inline Half nextafter_f16(Half x, Half y) {
  if (isnan_f16(x) || isnan_f16(y)) return add_f16(x, y);
  if (eq_f16(x, y)) return y;
  if ((x & 0x7fff) == 0) return (Half)((y & 0x8000) | 1);
  // The bits of a number grow with its magnitude.
  bool is_away_from_zero = flt_f16(x, y) == ((x & 0x8000) == 0);
  return (Half)(is_away_from_zero ? x + 1 : x - 1);
}

// Exact in double for every amount that does not end at zero or infinity anyway.
static inline Half ldexp_f16(Half x, int32_t y) {
  return half_from_double(ldexp((double)half_to_float(x), y));
}

// The product is exact in double; the sum may not be. It is rounded to odd -- an inexact sum gets
// its last bit set, by going to the neighbour towards the exact value when the bit is not set -- so
// that the rounding to half sees on which side of a tie the exact value lies.
static inline Half fma_f16(Half x, Half y, Half z) {
  double product = (double)half_to_float(x) * (double)half_to_float(y);
  double addend = (double)half_to_float(z);
  double sum = product + addend;
  double back = sum - product;
  double error = (product - (sum - back)) + (addend - back);
  uint64_t bits = bits_of_double(sum);
  if (error == error && error != 0 && (bits & 1) == 0) {
    bool is_away_from_zero = (error > 0) == (sum > 0);
    sum = double_from_bits(is_away_from_zero ? bits + 1 : bits - 1);
  }
  return half_from_double(sum);
}

// ---------------------------------------------------------------------------------------------
// Conversions

// Every list below is "to each type"; the outer lists spell the source types. Two lists are needed
// because a macro cannot expand inside itself.
#define SCALAR_TO_INTS(X, FROM, S, U)                                                              \
  X(FROM, S, U, i8, int8_t, uint8_t)                                                               \
  X(FROM, S, U, i16, int16_t, uint16_t)                                                            \
  X(FROM, S, U, i32, int32_t, uint32_t)                                                            \
  X(FROM, S, U, i64, int64_t, uint64_t)

// Integer to integer: extends with the sign (sext) or zeros (zext), or drops high bits.
#define SCALAR_CONVERT(FROM, S, U, TO, TO_S, TO_U)                                                 \
  static inline TO_S sext_##FROM##_##TO(S x) { return (TO_S)(TO_U)x; }                             \
  static inline TO_S zext_##FROM##_##TO(S x) { return (TO_S)(TO_U)(U)x; }
#define SCALAR_DEFINE(T, WIDTH, S, U, C) SCALAR_TO_INTS(SCALAR_CONVERT, T, S, U)
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE
#undef SCALAR_CONVERT

// Integer to float, rounded to nearest. Numbers beyond the range of halves are cut to ones that are
// exact in double and also become infinite.
#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline float sitofp_##T##_f32(S x) { return (float)x; }                                   \
  static inline double sitofp_##T##_f64(S x) { return (double)x; }                                 \
  static inline float uitofp_##T##_f32(S x) { return (float)(U)x; }                                \
  static inline double uitofp_##T##_f64(S x) { return (double)(U)x; }                              \
  static inline Half sitofp_##T##_f16(S x) {                                                       \
    int64_t wide = x;                                                                              \
    return half_from_double((double)(wide < -65536 ? -65536 : wide > 65536 ? 65536 : wide));       \
  }                                                                                                \
  static inline Half uitofp_##T##_f16(S x) {                                                       \
    uint64_t wide = (U)x;                                                                          \
    return half_from_double((double)(wide > 65536 ? 65536 : wide));                                \
  }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// Float to integer, towards zero. Nan and infinities give 0; what is out of range saturates. What
// is negative becomes unsigned by way of the signed type. LIMIT is 2^(width - 1), exact in every
// type; twice that bounds the unsigned range.
#define SCALAR_CONVERT(FROM, F, LIMIT, TO, TO_S, TO_U)                                             \
  static inline TO_S fptosi_##FROM##_##TO(F x) {                                                   \
    if (!(x - x == 0)) return 0;                                                                   \
    if (x >= (F)LIMIT) return (TO_S)((TO_U)-1 >> 1);                                               \
    if (x < -(F)LIMIT) return (TO_S)(-(TO_S)((TO_U)-1 >> 1) - 1);                                  \
    return (TO_S)x;                                                                                \
  }                                                                                                \
  static inline TO_S fptoui_##FROM##_##TO(F x) {                                                   \
    if (!(x - x == 0)) return 0;                                                                   \
    if (x < 0) return fptosi_##FROM##_##TO(x);                                                     \
    if (x >= 2 * (F)LIMIT) return (TO_S)(TO_U)-1;                                                  \
    return (TO_S)(TO_U)x;                                                                          \
  }
#define SCALAR_DEFINE(T, F, SUFFIX)                                                                \
  SCALAR_CONVERT(T, F, 0x1p7, i8, int8_t, uint8_t)                                                 \
  SCALAR_CONVERT(T, F, 0x1p15, i16, int16_t, uint16_t)                                             \
  SCALAR_CONVERT(T, F, 0x1p31, i32, int32_t, uint32_t)                                             \
  SCALAR_CONVERT(T, F, 0x1p63, i64, int64_t, uint64_t)
SCALAR_NATIVE_FLOATS(SCALAR_DEFINE)
#undef SCALAR_DEFINE
#undef SCALAR_CONVERT

#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline S fptosi_f16_##T(Half x) { return fptosi_f32_##T(half_to_float(x)); }              \
  static inline S fptoui_f16_##T(Half x) { return fptoui_f32_##T(half_to_float(x)); }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE

// Float to float.
static inline Half fpconv_f16_f16(Half x) { return x; }
static inline float fpconv_f16_f32(Half x) { return half_to_float(x); }
static inline double fpconv_f16_f64(Half x) { return (double)half_to_float(x); }
static inline Half fpconv_f32_f16(float x) { return half_from_float(x); }
static inline float fpconv_f32_f32(float x) { return x; }
static inline double fpconv_f32_f64(float x) { return (double)x; }
static inline Half fpconv_f64_f16(double x) { return half_from_double(x); }
static inline float fpconv_f64_f32(double x) { return (float)x; }
static inline double fpconv_f64_f64(double x) { return x; }

// Booleans to numbers and back; nan is not zero, hence true.
#define SCALAR_DEFINE(T, WIDTH, S, U, C)                                                           \
  static inline S btoi_bool_##T(bool x) { return x; }                                              \
  static inline bool ntob_##T##_bool(S x) { return x != 0; }
SCALAR_INTS(SCALAR_DEFINE)
#undef SCALAR_DEFINE
#define SCALAR_DEFINE(T, F, SUFFIX)                                                                \
  static inline F btoi_bool_##T(bool x) { return x; }                                              \
  static inline bool ntob_##T##_bool(F x) { return x != 0; }
SCALAR_NATIVE_FLOATS(SCALAR_DEFINE)
#undef SCALAR_DEFINE
static inline Half btoi_bool_f16(bool x) { return x ? 0x3c00 : 0; }
static inline bool ntob_f16_bool(Half x) { return (x & 0x7fff) != 0; }

// The same bits as another type.
static inline Half bitcast_i16_f16(int16_t x) { return (Half)x; }
static inline int16_t bitcast_f16_i16(Half x) { return (int16_t)x; }
static inline float bitcast_i32_f32(int32_t x) { return float_from_bits((uint32_t)x); }
static inline int32_t bitcast_f32_i32(float x) { return (int32_t)bits_of_float(x); }
static inline double bitcast_i64_f64(int64_t x) { return double_from_bits((uint64_t)x); }
static inline int64_t bitcast_f64_i64(double x) { return (int64_t)bits_of_double(x); }

#undef SCALAR_INTS
#undef SCALAR_NATIVE_FLOATS
#undef SCALAR_LIBM_UNARY
#undef SCALAR_LIBM_BINARY
#undef SCALAR_TO_INTS
#undef SCALAR_PI

#endif
