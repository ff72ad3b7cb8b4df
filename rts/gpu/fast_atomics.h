// The operations of atomics.h, which this text follows, in the memory that the threads of a block
// share.

ATOMIC_ALL(fast, LOCAL, local_cas_word, local_cas_long)
ATOMIC_WIDE(fast, LOCAL, local_cas_word, int32_t, fmin, f32, float, bits_of_float, float_from_bits)
ATOMIC_WIDE(fast, LOCAL, local_cas_word, int32_t, fmax, f32, float, bits_of_float, float_from_bits)
ATOMIC_WIDE(fast, LOCAL, local_cas_long, int64_t, fmin, f64, double, bits_of_double,
            double_from_bits)
ATOMIC_WIDE(fast, LOCAL, local_cas_long, int64_t, fmax, f64, double, bits_of_double,
            double_from_bits)
DEVICE void fast_add_i32(LOCAL int32_t *p, int32_t v) { local_add_i32(p, v); }
DEVICE void fast_add_i64(LOCAL int64_t *p, int64_t v) { local_add_i64(p, v); }
DEVICE void fast_add_f32(LOCAL float *p, float v) { local_add_f32(p, v); }
DEVICE void fast_add_f64(LOCAL double *p, double v) { local_add_f64(p, v); }
