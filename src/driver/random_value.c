#include "driver/random_value.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "rts/c/scalar.h"

// A float in [0, 1) with as many bits as the type has.
static double unit(Prim prim, uint64_t bits) {
  if (prim == PRIM_F16) return (double)(bits >> 53) * 0x1p-11;
  if (prim == PRIM_F32) return (double)(bits >> 40) * 0x1p-24;
  return (double)(bits >> 11) * 0x1p-53;
}

static void float_put(Prim prim, double number, unsigned char *at) {
  if (prim == PRIM_F16) {
    Half half = half_from_float((float)number);
    memcpy(at, &half, sizeof half);
  } else if (prim == PRIM_F32) {
    float single = (float)number;
    memcpy(at, &single, sizeof single);
  } else {
    memcpy(at, &number, sizeof number);
  }
}

static void float_random(Prim prim, uint64_t bits, const ValueBounds *bounds, unsigned char *at) {
  double number = unit(prim, bits);
  if (bounds && bounds->is_given) {
    number = bounds->least_real + number * (bounds->most_real - bounds->least_real);
    number = fmin(fmax(number, bounds->least_real), bounds->most_real); // against rounding
  }
  float_put(prim, number, at);
}

static void int_random(Prim prim, uint64_t bits, const ValueBounds *bounds, unsigned char *at) {
  if (bounds && bounds->is_given) {
    uint64_t range = (uint64_t)bounds->most - (uint64_t)bounds->least + 1; // 0: all there are
    if (range) bits = (uint64_t)bounds->least + bits % range;
  }
  memcpy(at, &bits, prim_size(prim)); // the low bytes come first
}

bool value_random(ValueType type, const int64_t *shape, uint64_t seed, const ValueBounds *bounds,
                  Value *value) {
  if (!value_make(value, type.prim, type.rank, shape)) return false;
  size_t size = prim_size(type.prim);
  int64_t count = value_count(value);
  for (int64_t i = 0; i < count; i++) {
    uint64_t bits = hash_u64(hash_combine(seed, (uint64_t)i));
    unsigned char *at = (unsigned char *)value->data + (size_t)i * size;
    if (prim_is_float(type.prim))
      float_random(type.prim, bits, bounds, at);
    else if (type.prim == PRIM_BOOL)
      *at = bits & 1;
    else
      int_random(type.prim, bits, bounds, at);
  }
  return true;
}
