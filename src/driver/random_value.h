// Random values, for test blocks and data sets: the same seed gives the same value everywhere.
#ifndef RAVEL_DRIVER_RANDOM_VALUE_H
#define RAVEL_DRIVER_RANDOM_VALUE_H

#include "rts/c/value.h"

// The values that elements of one type have: from `least` to `most`, both included for integers.
// The numbers are kept as texts are read: integers as bits, floats as doubles.
typedef struct ValueBounds {
  bool is_given; // otherwise integers and bools are any, floats in [0, 1)
  int64_t least, most;
  double least_real, most_real;
} ValueBounds;

// Makes a value of this type and shape. `bounds` may be NULL. False when it is too large.
bool value_random(ValueType type, const int64_t *shape, uint64_t seed, const ValueBounds *bounds,
                  Value *value);

#endif
