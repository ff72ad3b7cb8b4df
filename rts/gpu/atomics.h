// Operations as one step, by compare and swap; what the hardware has itself is used instead. What
// would change nothing is not written, so that threads with the same element do not wait. This text
// follows rts/c/scalar.h.

// Elements of one and two bytes are changed within their word.
#define ATOMIC_SMALL(OP, NAME, T, U)                                                               \
  DEVICE void atomic_##OP##_##NAME(GLOBAL T *p, T v) {                                             \
    int32_t shift = (int32_t)((uint64_t)p & 3) * 8;                                                \
    volatile GLOBAL int32_t *word = (volatile GLOBAL int32_t *)((uint64_t)p & ~(uint64_t)3);       \
    uint32_t mask = (uint32_t)(U)-1 << shift;                                                      \
    int32_t seen, old = *word;                                                                     \
    do {                                                                                           \
      seen = old;                                                                                  \
      T now = OP##_##NAME((T)(U)((uint32_t)seen >> shift), v);                                     \
      if (now == (T)(U)((uint32_t)seen >> shift)) return;                                          \
      old = cas_word(word, seen, (int32_t)(((uint32_t)seen & ~mask) | (uint32_t)(U)now << shift)); \
    } while (old != seen);                                                                         \
  }

#define ATOMIC_WORD(OP, NAME, T, TO, FROM)                                                         \
  DEVICE void atomic_##OP##_##NAME(GLOBAL T *p, T v) {                                             \
    volatile GLOBAL int32_t *word = (volatile GLOBAL int32_t *)p;                                  \
    int32_t seen, old = *word;                                                                     \
    do {                                                                                           \
      seen = old;                                                                                  \
      int32_t now = (int32_t)TO(OP##_##NAME(FROM(seen), v));                                       \
      if (now == seen) return;                                                                     \
      old = cas_word(word, seen, now);                                                             \
    } while (old != seen);                                                                         \
  }

#define ATOMIC_LONG(OP, NAME, T, TO, FROM)                                                         \
  DEVICE void atomic_##OP##_##NAME(GLOBAL T *p, T v) {                                             \
    volatile GLOBAL int64_t *word = (volatile GLOBAL int64_t *)p;                                  \
    int64_t seen, old = *word;                                                                     \
    do {                                                                                           \
      seen = old;                                                                                  \
      int64_t now = (int64_t)TO(OP##_##NAME(FROM(seen), v));                                       \
      if (now == seen) return;                                                                     \
      old = cas_long(word, seen, now);                                                             \
    } while (old != seen);                                                                         \
  }

#define ATOMIC_INT(OP)                                                                             \
  ATOMIC_SMALL(OP, i8, int8_t, uint8_t)                                                            \
  ATOMIC_SMALL(OP, i16, int16_t, uint16_t)                                                         \
  ATOMIC_WORD(OP, i32, int32_t, , )                                                                \
  ATOMIC_LONG(OP, i64, int64_t, , )

#define TO_FLOAT  float_from_bits
#define TO_DOUBLE double_from_bits

ATOMIC_SMALL(add, i8, int8_t, uint8_t)
ATOMIC_SMALL(add, i16, int16_t, uint16_t)
DEVICE void atomic_add_i32(GLOBAL int32_t *p, int32_t v) { add_word(p, v); }
DEVICE void atomic_add_i64(GLOBAL int64_t *p, int64_t v) { add_long(p, v); }
#ifdef __OPENCL_VERSION__
ATOMIC_WORD(add, f32, float, bits_of_float, TO_FLOAT)
ATOMIC_LONG(add, f64, double, bits_of_double, TO_DOUBLE)
#else
DEVICE void atomic_add_f32(float *p, float v) { atomicAdd(p, v); }
DEVICE void atomic_add_f64(double *p, double v) { atomicAdd(p, v); }
#endif
ATOMIC_INT(mul)
ATOMIC_INT(and)
ATOMIC_INT(or)
ATOMIC_INT(xor)
ATOMIC_INT(smin)
ATOMIC_INT(smax)
ATOMIC_INT(umin)
ATOMIC_INT(umax)
// Written out: names of functions are macros in some OpenCL compilers, and must not be replaced.
ATOMIC_WORD(mul, f32, float, bits_of_float, TO_FLOAT)
ATOMIC_WORD(fmin, f32, float, bits_of_float, TO_FLOAT)
ATOMIC_WORD(fmax, f32, float, bits_of_float, TO_FLOAT)
ATOMIC_LONG(mul, f64, double, bits_of_double, TO_DOUBLE)
ATOMIC_LONG(fmin, f64, double, bits_of_double, TO_DOUBLE)
ATOMIC_LONG(fmax, f64, double, bits_of_double, TO_DOUBLE)
