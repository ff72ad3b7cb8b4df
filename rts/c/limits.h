// What the machine can do at most, for the rooflines of `ravel profile`: how fast memory is, and
// how many operations on floats there are in a nanosecond, both by all threads that the program may
// use, or by the device.
#ifndef RAVEL_RTS_LIMITS_H
#define RAVEL_RTS_LIMITS_H

#include "rts/c/context.h"

// 0: not known.
typedef struct MachineLimits {
  double copy_rate;          // bytes that are read and written where blocks have their data
  double near_rate;          // the same in the cache that is nearest to the processors of a host
  double f32_rate, f64_rate; // additions and multiplications
  int64_t fast;              // bytes of fast memory that a block of threads may have
} MachineLimits;

RTS_API MachineLimits limits_measure(Context *ctx);

#endif
