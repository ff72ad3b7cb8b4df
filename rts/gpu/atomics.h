// Operations as one step, by compare and swap; what the hardware has itself is used instead. What
// would change nothing is not written, so that threads with the same element do not wait. This text
// follows rts/c/scalar.h.

// PREFIX is `atomic` for the device's memory, and `fast` for that of a block (fast_atomics.h).

// Elements of one and two bytes are changed within their word.
#define ATOMIC_SMALL(PREFIX, SPACE, CAS, OP, NAME, T, U)                                           \
  DEVICE void PREFIX##_##OP##_##NAME(SPACE T *p, T v) {                                            \
    const int32_t inside = (int32_t)((uint64_t)p & 3), shift = inside * 8;                         \
    volatile SPACE int32_t *word = (volatile SPACE int32_t *)((SPACE uint8_t *)p - inside);        \
    uint32_t mask = (uint32_t)(U)-1 << shift;                                                      \
    int32_t seen, old = *word;                                                                     \
    do {                                                                                           \
      seen = old;                                                                                  \
      T now = OP##_##NAME((T)(U)((uint32_t)seen >> shift), v);                                     \
      if (now == (T)(U)((uint32_t)seen >> shift)) return;                                          \
      old = CAS(word, seen, (int32_t)(((uint32_t)seen & ~mask) | (uint32_t)(U)now << shift));      \
    } while (old != seen);                                                                         \
  }

// The others, as a WORD of this type.
#define ATOMIC_WIDE(PREFIX, SPACE, CAS, WORD, OP, NAME, T, TO, FROM)                               \
  DEVICE void PREFIX##_##OP##_##NAME(SPACE T *p, T v) {                                            \
    volatile SPACE WORD *word = (volatile SPACE WORD *)p;                                          \
    WORD seen, old = *word;                                                                        \
    do {                                                                                           \
      seen = old;                                                                                  \
      WORD now = (WORD)TO(OP##_##NAME(FROM(seen), v));                                             \
      if (now == seen) return;                                                                     \
      old = CAS(word, seen, now);                                                                  \
    } while (old != seen);                                                                         \
  }

#define ATOMIC_F32(PREFIX, SPACE, CAS, OP)                                                         \
  ATOMIC_WIDE(PREFIX, SPACE, CAS, int32_t, OP, f32, float, bits_of_float, float_from_bits)
#define ATOMIC_F64(PREFIX, SPACE, CAS, OP)                                                         \
  ATOMIC_WIDE(PREFIX, SPACE, CAS, int64_t, OP, f64, double, bits_of_double, double_from_bits)

#define ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, OP)                                          \
  ATOMIC_SMALL(PREFIX, SPACE, CAS_WORD, OP, i8, int8_t, uint8_t)                                   \
  ATOMIC_SMALL(PREFIX, SPACE, CAS_WORD, OP, i16, int16_t, uint16_t)                                \
  ATOMIC_WIDE(PREFIX, SPACE, CAS_WORD, int32_t, OP, i32, int32_t, , )                              \
  ATOMIC_WIDE(PREFIX, SPACE, CAS_LONG, int64_t, OP, i64, int64_t, , )

// All but what the hardware has, and what is below.
#define ATOMIC_ALL(PREFIX, SPACE, CAS_WORD, CAS_LONG)                                              \
  ATOMIC_SMALL(PREFIX, SPACE, CAS_WORD, add, i8, int8_t, uint8_t)                                  \
  ATOMIC_SMALL(PREFIX, SPACE, CAS_WORD, add, i16, int16_t, uint16_t)                               \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, mul)                                               \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, and)                                               \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, or)                                                \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, xor)                                               \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, smin)                                              \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, smax)                                              \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, umin)                                              \
  ATOMIC_INT(PREFIX, SPACE, CAS_WORD, CAS_LONG, umax)                                              \
  ATOMIC_F32(PREFIX, SPACE, CAS_WORD, mul)                                                         \
  ATOMIC_F64(PREFIX, SPACE, CAS_LONG, mul)

// Not inside another macro: names of functions are macros in some OpenCL compilers, and must not be
// replaced.
ATOMIC_ALL(atomic, GLOBAL, cas_word, cas_long)
ATOMIC_WIDE(atomic, GLOBAL, cas_word, int32_t, fmin, f32, float, bits_of_float, float_from_bits)
ATOMIC_WIDE(atomic, GLOBAL, cas_word, int32_t, fmax, f32, float, bits_of_float, float_from_bits)
ATOMIC_WIDE(atomic, GLOBAL, cas_long, int64_t, fmin, f64, double, bits_of_double, double_from_bits)
ATOMIC_WIDE(atomic, GLOBAL, cas_long, int64_t, fmax, f64, double, bits_of_double, double_from_bits)
DEVICE void atomic_add_i32(GLOBAL int32_t *p, int32_t v) { add_word(p, v); }
DEVICE void atomic_add_i64(GLOBAL int64_t *p, int64_t v) { add_long(p, v); }
#ifdef __OPENCL_VERSION__
ATOMIC_F32(atomic, GLOBAL, cas_word, add)
ATOMIC_F64(atomic, GLOBAL, cas_long, add)
#else
DEVICE void atomic_add_f32(float *p, float v) { atomicAdd(p, v); }
DEVICE void atomic_add_f64(double *p, double v) { atomicAdd(p, v); }
#endif
