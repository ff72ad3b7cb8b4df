// Floats to text and back.
//
// Printing finds the shortest decimal that lies in the interval of numbers that round to the given
// one, and among those the closest, after R. Giulietti's "The Schubfach way to render doubles". The
// number is c * 2^q; with k such that the interval's width, 2^q, is between 10^k and 10^(k+1), the
// interval holds at most one multiple of 10^(k+1) that matters, or else some multiple of 10^k. All
// is scaled by 10^-k, of which 128 bits are enough to decide exactly: products are rounded to odd,
// that is, the last bit says whether something was cut off.
//
// Reading takes the exact way for up to 2^53 and powers of ten up to 22, where one multiplication
// or division of doubles rounds once; else it asks strtod.

#include <float.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/scalar.h"
#include "rts/c/value_internal.h"

// ---------------------------------------------------------------------------------------------
// Powers of ten

#define BIG_LIMBS 40

// A natural number in limbs of 32 bits, least significant first.
typedef struct Big {
  uint32_t limbs[BIG_LIMBS];
} Big;

// The 128 highest bits, the first of them set, rounded down. Returns whether bits were cut off.
static bool big_top(const Big *big, uint64_t *high, uint64_t *low) {
  int last = BIG_LIMBS - 1;
  while (big->limbs[last] == 0)
    last--;
  uint32_t top[5]; // five limbs hold 128 bits after the leading zeros
  for (int i = 0; i < 5; i++)
    top[i] = last - i >= 0 ? big->limbs[last - i] : 0;
  int shift = clz_i32((int32_t)top[0]);
  for (int i = 0; i < 4 && shift > 0; i++)
    top[i] = top[i] << shift | top[i + 1] >> (32 - shift);
  *high = (uint64_t)top[0] << 32 | top[1];
  *low = (uint64_t)top[2] << 32 | top[3];
  bool is_cut = (top[4] << shift) != 0;
  for (int i = last - 5; i >= 0; i--)
    is_cut = is_cut || big->limbs[i] != 0;
  return is_cut;
}

static void powers_set(PowersOfTen *powers, int exponent, const Big *big, bool is_inexact) {
  int i = exponent - POWERS_OF_TEN_MIN;
  bool is_cut = big_top(big, &powers->high[i], &powers->low[i]);
  if (!is_cut && !is_inexact) return;
  if (++powers->low[i] == 0) powers->high[i]++;
}

// Few powers are needed for most programs: a table grows to twice what is asked for.
#define POWERS_OF_TEN_FIRST 32

static int powers_goal(int wanted, int limit) {
  int goal = wanted < POWERS_OF_TEN_FIRST ? POWERS_OF_TEN_FIRST : 2 * wanted;
  return goal < limit ? goal : limit;
}

// Upwards by multiplying with ten, exactly.
static void powers_grow_up(PowersOfTen *powers, int wanted) {
  powers->up = powers_goal(wanted, POWERS_OF_TEN_MAX + 1);
  Big big = {.limbs = {1}};
  for (int exponent = 0; exponent < powers->up; exponent++) {
    powers_set(powers, exponent, &big, false);
    uint64_t carry = 0;
    for (int i = 0; i < BIG_LIMBS; i++) {
      carry += (uint64_t)big.limbs[i] * 10;
      big.limbs[i] = (uint32_t)carry;
      carry >>= 32;
    }
  }
}

// Downwards by dividing a large power of two by ten, each time rounding down; that is the same as
// dividing by the power of ten and rounding down once.
static void powers_grow_down(PowersOfTen *powers, int wanted) {
  powers->down = powers_goal(wanted, -POWERS_OF_TEN_MIN);
  Big big = {.limbs = {[BIG_LIMBS - 1] = (uint32_t)1 << 31}};
  for (int exponent = -1; exponent >= -powers->down; exponent--) {
    uint64_t rest = 0;
    for (int i = BIG_LIMBS - 1; i >= 0; i--) {
      rest = rest << 32 | big.limbs[i];
      big.limbs[i] = (uint32_t)(rest / 10);
      rest %= 10;
    }
    powers_set(powers, exponent, &big, true);
  }
}

// The place of a power in the table, which is made to reach it.
static int powers_find(PowersOfTen *powers, int exponent) {
  if (exponent >= powers->up) powers_grow_up(powers, exponent + 1);
  if (-exponent > powers->down) powers_grow_down(powers, -exponent);
  return exponent - POWERS_OF_TEN_MIN;
}

// ---------------------------------------------------------------------------------------------
// Shortest digits

// A decimal number: digits * 10^exponent.
typedef struct Decimal {
  uint64_t digits;
  int exponent;
} Decimal;

static int floor_shift(int64_t number, int shift) {
  int64_t unit = (int64_t)1 << shift;
  return (int)(number >= 0 ? number / unit : -((unit - 1 - number) / unit));
}

// Logarithms, rounded down; right for all exponents of doubles.
static int log10_of_power_of_two(int exponent) { return floor_shift(exponent * 1262611LL, 22); }
static int log2_of_power_of_ten(int exponent) { return floor_shift(exponent * 1741647LL, 19); }
// Of 3/4 * 2^exponent: the interval of a power of two is that much narrower.
static int log10_of_narrow(int exponent) { return floor_shift(exponent * 1262611LL - 524031, 22); }

// The highest 64 bits of the 192 bits of a product with a power of ten, rounded to odd. A power
// that was rounded up may add one to the next bits; that is not a fraction.
static uint64_t multiply_to_odd(uint64_t high, uint64_t low, uint64_t factor) {
  uint64_t carry = (uint64_t)umulhi_i64((int64_t)low, (int64_t)factor);
  uint64_t middle = high * factor + carry;
  uint64_t top = (uint64_t)umulhi_i64((int64_t)high, (int64_t)factor) + (middle < carry);
  return top | (middle > 1);
}

// The shortest decimal for significand * 2^exponent, both at least as a float stores them. The gap
// to the next smaller number is half as wide where `is_narrow`.
static Decimal shortest_decimal(PowersOfTen *powers, uint64_t significand, int exponent,
                                bool is_narrow) {
  int scale = is_narrow ? log10_of_narrow(exponent) : log10_of_power_of_two(exponent);
  int shift = exponent + log2_of_power_of_ten(-scale) + 1;
  int place = powers_find(powers, -scale);
  uint64_t high = powers->high[place];
  uint64_t low = powers->low[place];
  // The number and the bounds of its interval, in quarters of a unit of the last digit.
  uint64_t quarters = multiply_to_odd(high, low, 4 * significand << shift);
  uint64_t lower = multiply_to_odd(high, low, (4 * significand - 2 + is_narrow) << shift);
  uint64_t upper = multiply_to_odd(high, low, (4 * significand + 2) << shift);
  // The bounds round to this number only if it is even.
  if ((significand & 1) != 0) {
    lower++;
    upper--;
  }
  uint64_t digits = quarters / 4;
  if (digits >= 10) {
    uint64_t tens = digits / 10;
    bool is_below_inside = lower <= 40 * tens;
    bool is_above_inside = 40 * tens + 40 <= upper;
    if (is_below_inside != is_above_inside) return (Decimal){tens + is_above_inside, scale + 1};
  }
  bool is_below_inside = lower <= 4 * digits;
  bool is_above_inside = 4 * digits + 4 <= upper;
  if (is_below_inside != is_above_inside) return (Decimal){digits + is_above_inside, scale};
  bool is_up = quarters > 4 * digits + 2 || (quarters == 4 * digits + 2 && (digits & 1) != 0);
  return (Decimal){digits + is_up, scale};
}

// ---------------------------------------------------------------------------------------------
// Printing

// Plain notation is used from 10^PLAIN_MIN up to, not including, 10^PLAIN_MAX.
#define PLAIN_MIN (-4)
#define PLAIN_MAX 16

static char *text_put(char *target, const char *text, size_t length) {
  memcpy(target, text, length);
  return target + length;
}

static char *zeros_put(char *target, int count) {
  memset(target, '0', (size_t)count);
  return target + count;
}

static char *exponent_print(char *target, int exponent) {
  *target++ = 'e';
  if (exponent < 0) *target++ = '-';
  int magnitude = abs(exponent);
  if (magnitude >= 100) *target++ = (char)('0' + magnitude / 100);
  if (magnitude >= 10) *target++ = (char)('0' + magnitude / 10 % 10);
  *target++ = (char)('0' + magnitude % 10);
  return target;
}

static char *decimal_print(Decimal decimal, char *target) {
  while (decimal.digits % 100 == 0) { // not 0, so this ends
    decimal.digits /= 100;
    decimal.exponent += 2;
  }
  if (decimal.digits % 10 == 0) {
    decimal.digits /= 10;
    decimal.exponent++;
  }
  char buffer[20];
  char *digits = buffer + sizeof buffer;
  for (uint64_t rest = decimal.digits; rest != 0; rest /= 10)
    *--digits = (char)('0' + rest % 10);
  int count = (int)(buffer + sizeof buffer - digits);
  int order = count - 1 + decimal.exponent; // the exponent of the first digit
  if (order < PLAIN_MIN || order >= PLAIN_MAX) {
    *target++ = digits[0];
    *target++ = '.';
    target = count > 1 ? text_put(target, digits + 1, (size_t)count - 1) : zeros_put(target, 1);
    return exponent_print(target, order);
  }
  if (order < 0) {
    target = text_put(target, "0.", 2);
    target = zeros_put(target, -order - 1);
    return text_put(target, digits, (size_t)count);
  }
  int whole = count < order + 1 ? count : order + 1;
  target = text_put(target, digits, (size_t)whole);
  target = zeros_put(target, order + 1 - whole);
  *target++ = '.';
  if (count == whole) return zeros_put(target, 1);
  return text_put(target, digits + whole, (size_t)(count - whole));
}

// The parts of a float as it is stored.
typedef struct FloatBits {
  bool is_negative;
  int fraction_bits, exponent_bits;
  int exponent;
  uint64_t fraction;
} FloatBits;

static FloatBits float_bits(Prim prim, const void *data) {
  FloatBits result = {.fraction_bits = prim == PRIM_F16   ? 10
                                       : prim == PRIM_F32 ? 23
                                                          : 52,
                      .exponent_bits = prim == PRIM_F16   ? 5
                                       : prim == PRIM_F32 ? 8
                                                          : 11};
  uint64_t bits;
  if (prim == PRIM_F16) {
    Half half;
    memcpy(&half, data, sizeof half);
    bits = half;
  } else if (prim == PRIM_F32) {
    uint32_t single;
    memcpy(&single, data, sizeof single);
    bits = single;
  } else {
    memcpy(&bits, data, sizeof bits);
  }
  result.fraction = bits & (((uint64_t)1 << result.fraction_bits) - 1);
  result.exponent = (int)(bits >> result.fraction_bits & ((1u << result.exponent_bits) - 1));
  result.is_negative = (bits >> (result.fraction_bits + result.exponent_bits)) != 0;
  return result;
}

char *float_print(PowersOfTen *powers, Prim prim, const void *data, char *target) {
  FloatBits bits = float_bits(prim, data);
  const char *name = prim_name(prim);
  int special = (1 << bits.exponent_bits) - 1;
  if (bits.exponent == special) {
    if (bits.is_negative && bits.fraction == 0) *target++ = '-';
    target = text_put(target, name, 3);
    return text_put(target, bits.fraction == 0 ? ".inf" : ".nan", 4);
  }
  if (bits.is_negative) *target++ = '-';
  if (bits.exponent == 0 && bits.fraction == 0) {
    target = text_put(target, "0.0", 3);
    return text_put(target, name, 3);
  }
  uint64_t significand = bits.fraction;
  if (bits.exponent != 0) significand |= (uint64_t)1 << bits.fraction_bits;
  int exponent = (bits.exponent == 0 ? 1 : bits.exponent) - special / 2 - bits.fraction_bits;
  bool is_narrow = bits.fraction == 0 && bits.exponent > 1;
  target = decimal_print(shortest_decimal(powers, significand, exponent, is_narrow), target);
  return text_put(target, name, 3);
}

// ---------------------------------------------------------------------------------------------
// Reading

// Whether the bits of a double below those of a narrower format are exactly a tie, so that rounding
// it again may be wrong.
static bool is_tie(double number, int fraction_bits) {
  int dropped = 52 - fraction_bits;
  uint64_t mask = ((uint64_t)1 << dropped) - 1;
  return (bits_of_double(number) & mask) == (uint64_t)1 << (dropped - 1);
}

// Correctly rounded where it succeeds: both factors are exact, and there is one operation.
static bool fast_double(const Literal *literal, double *number) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1) return false; // extra precision rounds twice
  if (literal->is_overflow || literal->magnitude > (uint64_t)1 << 53) return false;
  if (literal->exponent < -22 || literal->exponent > 22) return false;
  *number = literal->exponent < 0 ? (double)literal->magnitude / powers[-literal->exponent]
                                  : (double)literal->magnitude * powers[literal->exponent];
  return true;
}

// Copies the literal without sign and underscores, with the locale's decimal point, for strtod.
static void literal_copy(const Literal *literal, char *text) {
  const char *point = localeconv()->decimal_point;
  for (size_t i = literal->is_negative ? 1 : 0; i < literal->length; i++) {
    char c = (char)literal->text[i];
    if (c == '.')
      text = text_put(text, point, strlen(point));
    else if (c != '_')
      *text++ = c;
  }
  *text = '\0';
}

// Compares the decimal number in `text` (digits, anything else as the point, maybe an exponent)
// with a tie between halves, a double whose decimal expansion has no more than 25 digits after the
// point. Returns -1, 0 or 1.
static int tie_compare(const char *text, double tie) {
  char tie_text[64];
  snprintf(tie_text, sizeof tie_text, "%.25f", tie);
  const char *texts[2] = {text, tie_text};
  const char *first[2];   // the first digit that is not zero
  long order[2] = {0, 0}; // its distance from the point
  for (int i = 0; i < 2; i++) {
    const char *p = texts[i];
    bool is_fraction = false, is_started = false;
    first[i] = "";
    for (; *p != '\0' && *p != 'e' && *p != 'E'; p++) {
      bool is_digit = *p >= '0' && *p <= '9';
      if (is_digit && *p != '0' && !is_started) {
        first[i] = p;
        is_started = true;
      }
      if (!is_digit) is_fraction = true;
      if (is_digit && is_started && !is_fraction) order[i]++;
      if (is_digit && !is_started && is_fraction) order[i]--;
    }
    if (*p != '\0') order[i] += strtol(p + 1, NULL, 10);
  }
  if (order[0] != order[1]) return order[0] < order[1] ? -1 : 1;
  const char *a = first[0], *b = first[1];
  for (;;) {
    while (*a != '\0' && *a != 'e' && *a != 'E' && (*a < '0' || *a > '9'))
      a++;
    while (*b != '\0' && (*b < '0' || *b > '9'))
      b++;
    bool is_a_done = *a == '\0' || *a == 'e' || *a == 'E', is_b_done = *b == '\0';
    char x = is_a_done ? '0' : *a, y = is_b_done ? '0' : *b;
    if (x != y) return x < y ? -1 : 1;
    if (is_a_done && is_b_done) return 0;
    a += !is_a_done;
    b += !is_b_done;
  }
}

// Whether a positive double lies exactly between two halves, or between the largest and infinity.
static bool is_half_tie(double number) {
  if (number >= 0x1p16) return false;
  if (number >= 0x1p-14) return is_tie(number, 10);
  return fmod(number * 0x1p25, 2) == 1;
}

// The half nearest to a literal of which the nearest double is known. Where that is a tie, a nudge
// to the side on which the decimal lies decides. (A hexadecimal literal is not examined: it is
// rounded twice if it has more than 53 bits.)
static Half half_from_literal(const Literal *literal, double number) {
  if (literal->is_prefixed || !is_half_tie(number)) return half_from_double(number);
  char text[READER_LOOKAHEAD + 64];
  literal_copy(literal, text);
  int side = tie_compare(text, number);
  return half_from_double(side == 0 ? number : nextafter(number, side < 0 ? 0 : INFINITY));
}

// The magnitude of a literal as a float; infinite if it is too large.
static void magnitude_to_float(const Literal *literal, Prim prim, ScalarValue *scalar) {
  char text[READER_LOOKAHEAD + 64];
  double number;
  bool is_integer = literal->is_prefixed && !literal->is_float;
  if (is_integer) {
    int64_t bits = (int64_t)literal->magnitude;
    if (prim == PRIM_F16) scalar->f16 = uitofp_i64_f16(bits);
    if (prim == PRIM_F32) scalar->f32 = uitofp_i64_f32(bits);
    if (prim == PRIM_F64) scalar->f64 = uitofp_i64_f64(bits);
    return;
  }
  bool is_fast = !literal->is_prefixed && fast_double(literal, &number);
  if (!is_fast || (prim == PRIM_F32 && is_tie(number, 23))) literal_copy(literal, text);
  if (prim == PRIM_F32) {
    scalar->f32 = is_fast && !is_tie(number, 23) ? (float)number : strtof(text, NULL);
    return;
  }
  if (!is_fast) number = strtod(text, NULL);
  if (prim == PRIM_F64)
    scalar->f64 = number;
  else
    scalar->f16 = half_from_literal(literal, number);
}

bool literal_to_float(const Literal *literal, Prim prim, void *target) {
  ScalarValue scalar;
  bool is_finite = true;
  if (literal->is_nan || literal->is_infinite) {
    double number = literal->is_nan ? NAN : INFINITY;
    if (prim == PRIM_F16) scalar.f16 = half_from_double(number);
    if (prim == PRIM_F32) scalar.f32 = (float)number;
    if (prim == PRIM_F64) scalar.f64 = number;
  } else {
    if (literal->is_overflow && literal->is_prefixed && !literal->is_float) return false;
    magnitude_to_float(literal, prim, &scalar);
    is_finite = prim == PRIM_F16   ? !isinf_f16(scalar.f16)
                : prim == PRIM_F32 ? !isinf_f32(scalar.f32)
                                   : !isinf_f64(scalar.f64);
  }
  if (literal->is_negative) {
    if (prim == PRIM_F16) scalar.f16 = neg_f16(scalar.f16);
    if (prim == PRIM_F32) scalar.f32 = neg_f32(scalar.f32);
    if (prim == PRIM_F64) scalar.f64 = neg_f64(scalar.f64);
  }
  memcpy(target, &scalar, prim_size(prim));
  return is_finite;
}
