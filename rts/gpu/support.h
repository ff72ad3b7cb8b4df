// What the functions of programs use in kernels, beside dialect.h: names of types and functions of
// C, failures, locks, and atomic steps.
//
//   THREAD_NUMBER        of all threads of the kernel; THREAD_COUNT: how many there are
//   add_word(p, v)       p: 32-bit word on the device; gives the value before
//   swap_word(p, v), cas_word(p, old, new), cas_long(p, old, new)   likewise
//   local_add_i32(p, v), local_cas_word(p, old, new) ...   the same in fast memory
//   read_word(p)         the value that others may have changed just now
//   LOCK_BEGIN(n) { ... } LOCK_END(n)   no other thread is between them with the same n; no nesting
//
// Scalar operations are those of rts/c/scalar.h, which follows this text; atomics.h follows that.
// Names that kernels have for themselves have an underscore, so that they differ from those of
// programs.

#define SCALAR_KERNEL

#ifdef __OPENCL_VERSION__

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

typedef uchar Bool;

#define THREAD_NUMBER ((int64_t)get_global_id(0))
#define THREAD_COUNT  ((int64_t)get_global_size(0))

DEVICE int32_t add_word(volatile GLOBAL int32_t *p, int32_t v) { return atomic_add(p, v); }
DEVICE int32_t swap_word(volatile GLOBAL int32_t *p, int32_t v) { return atomic_xchg(p, v); }
DEVICE int32_t min_word(volatile GLOBAL int32_t *p, int32_t v) { return atomic_min(p, v); }
DEVICE int32_t cas_word(volatile GLOBAL int32_t *p, int32_t old, int32_t new_value) {
  return atomic_cmpxchg(p, old, new_value);
}
DEVICE int64_t cas_long(volatile GLOBAL int64_t *p, int64_t old, int64_t new_value) {
  return atom_cmpxchg(p, old, new_value);
}
DEVICE int64_t add_long(volatile GLOBAL int64_t *p, int64_t v) { return atom_add(p, v); }
DEVICE int32_t read_word(volatile GLOBAL int32_t *p) { return atomic_add(p, 0); }
DEVICE int32_t local_cas_word(volatile LOCAL int32_t *p, int32_t old, int32_t new_value) {
  return atomic_cmpxchg(p, old, new_value);
}
DEVICE int64_t local_cas_long(volatile LOCAL int64_t *p, int64_t old, int64_t new_value) {
  return atom_cmpxchg(p, old, new_value);
}
DEVICE int32_t local_swap_word(volatile LOCAL int32_t *p, int32_t v) { return atomic_xchg(p, v); }
DEVICE void local_add_i32(volatile LOCAL int32_t *p, int32_t v) { atomic_add(p, v); }
DEVICE int32_t local_fetch_add(volatile LOCAL int32_t *p, int32_t v) { return atomic_add(p, v); }
DEVICE void local_add_i64(volatile LOCAL int64_t *p, int64_t v) { atom_add(p, v); }
DEVICE void local_add_f32(volatile LOCAL float *p, float v) {
  for (float old = *p, seen;; old = seen) {
    seen = as_float(local_cas_word((volatile LOCAL int32_t *)p, as_int(old), as_int(old + v)));
    if (as_int(seen) == as_int(old)) return;
  }
}
DEVICE void local_add_f64(volatile LOCAL double *p, double v) {
  for (double old = *p, seen;; old = seen) {
    seen = as_double(local_cas_long((volatile LOCAL int64_t *)p, as_long(old), as_long(old + v)));
    if (as_long(seen) == as_long(old)) return;
  }
}
#define LOCAL_FENCE() mem_fence(CLK_LOCAL_MEM_FENCE)

DEVICE uint32_t bits_of_float(float x) { return as_uint(x); }
DEVICE uint64_t bits_of_double(double x) { return as_ulong(x); }
DEVICE float float_from_bits(uint32_t bits) { return as_float(bits); }
DEVICE double double_from_bits(uint64_t bits) { return as_double(bits); }

#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-9223372036854775807L - 1)

// OpenCL has one name for all types.
#define fmodf      fmod
#define powf       pow
#define ldexpf     ldexp
#define fmaf       fma
#define rintf      rint
#define tgammaf    tgamma
#define lgammaf    lgamma
#define fabsf      fabs
#define sqrtf      sqrt
#define cbrtf      cbrt
#define expf       exp
#define exp2f      exp2
#define expm1f     expm1
#define logf       log
#define log2f      log2
#define log10f     log10
#define log1pf     log1p
#define sinf       sin
#define cosf       cos
#define tanf       tan
#define asinf      asin
#define acosf      acos
#define atanf      atan
#define sinhf      sinh
#define coshf      cosh
#define tanhf      tanh
#define asinhf     asinh
#define acoshf     acosh
#define atanhf     atanh
#define erff       erf
#define erfcf      erfc
#define floorf     floor
#define ceilf      ceil
#define truncf     trunc
#define atan2f     atan2
#define hypotf     hypot
#define copysignf  copysign
#define nextafterf nextafter

#else // CUDA

typedef bool Bool;

#define THREAD_NUMBER ((int64_t)blockIdx.x * blockDim.x + threadIdx.x)
#define THREAD_COUNT  ((int64_t)gridDim.x * blockDim.x)

DEVICE int32_t add_word(volatile int32_t *p, int32_t v) { return atomicAdd((int32_t *)p, v); }
DEVICE int32_t swap_word(volatile int32_t *p, int32_t v) { return atomicExch((int32_t *)p, v); }
DEVICE int32_t min_word(volatile int32_t *p, int32_t v) { return atomicMin((int32_t *)p, v); }
DEVICE int32_t cas_word(volatile int32_t *p, int32_t old, int32_t new_value) {
  return atomicCAS((int32_t *)p, old, new_value);
}
DEVICE int64_t cas_long(volatile int64_t *p, int64_t old, int64_t new_value) {
  return (int64_t)atomicCAS((unsigned long long *)p, (unsigned long long)old,
                            (unsigned long long)new_value);
}
DEVICE int64_t add_long(volatile int64_t *p, int64_t v) {
  return (int64_t)atomicAdd((unsigned long long *)p, (unsigned long long)v);
}
DEVICE int32_t read_word(volatile int32_t *p) { return *p; }
DEVICE int32_t local_cas_word(volatile int32_t *p, int32_t old, int32_t new_value) {
  return cas_word(p, old, new_value);
}
DEVICE int64_t local_cas_long(volatile int64_t *p, int64_t old, int64_t new_value) {
  return cas_long(p, old, new_value);
}
DEVICE int32_t local_swap_word(int32_t *p, int32_t v) { return atomicExch(p, v); }
DEVICE void local_add_i32(int32_t *p, int32_t v) { atomicAdd(p, v); }
DEVICE int32_t local_fetch_add(int32_t *p, int32_t v) { return atomicAdd(p, v); }
DEVICE void local_add_i64(int64_t *p, int64_t v) { add_long(p, v); }
DEVICE void local_add_f32(float *p, float v) { atomicAdd(p, v); }
DEVICE void local_add_f64(double *p, double v) { atomicAdd(p, v); }
#define LOCAL_FENCE() __threadfence_block()

DEVICE uint32_t bits_of_float(float x) { return __float_as_uint(x); }
DEVICE uint64_t bits_of_double(double x) { return (uint64_t)__double_as_longlong(x); }
DEVICE float float_from_bits(uint32_t bits) { return __uint_as_float(bits); }
DEVICE double double_from_bits(uint64_t bits) { return __longlong_as_double((long long)bits); }

#endif

enum { RT_OK = 0, RT_FAILURE = 4 };

// ---------------------------------------------------------------------------------------------
// Failures. `failure` has a record: two words, the number of a failure, and its values. The first
// word says whether it is taken, the second is the number of the first launch that failed; a kernel
// that was launched later does nothing. So a whole kernel runs or does not.

#define FAILURE_VALUES      2
#define FAILURE_VALUE_COUNT 128 // an index and a shape of 64 dimensions
#define WORK_FIRST          (FAILURE_VALUES + FAILURE_VALUE_COUNT) // operations, for a profile

// `report` is what the host looks at after each wait: whether anything failed, then what the result
// function of the last kernel stored. It may be memory of the host.
#define RESULTS (report + 1)

#ifdef HAS_HEAP
#define STANDARD_PARAMS                                                                            \
  GLOBAL int64_t *failure, GLOBAL int64_t *report, int32_t launch, GLOBAL int32_t *locks,          \
      GLOBAL uint8_t *heap
#define STANDARD_ARGS failure, report, launch, locks, heap
#else
#define STANDARD_PARAMS                                                                            \
  GLOBAL int64_t *failure, GLOBAL int64_t *report, int32_t launch, GLOBAL int32_t *locks
#define STANDARD_ARGS failure, report, launch, locks
#endif

// `launch` is negative when nothing was launched that could have failed, or the kernel does no harm
// either way. Looking takes as long as a small kernel.
DEVICE bool has_failed(GLOBAL int64_t *failure, int32_t launch) {
  return launch > 0 && ((volatile GLOBAL int32_t *)failure)[1] < launch;
}

// The number of points of a kernel that is launched after a failure is 0. A kernel does not return
// early: PoCL 3.1 loses variables when a return is in front of a barrier.
#define LIVE(n) (has_failed(failure, launch) ? 0 : (n))

// Threads without points combine neutral elements. Where there is no point at all the program does
// not use its operator, so that it cannot fail; wherever there is one it would fail too. After
// LIVE.
#define NO_FAILURE_WITHOUT(n)                                                                      \
  if ((n) == 0) failure = 0;

// Whether this thread is the first to fail, and records the values. A point that is only tried has
// no record.
DEVICE bool failure_claim(STANDARD_PARAMS, int64_t number) {
  if (failure == 0) return false;
  volatile GLOBAL int32_t *words = (volatile GLOBAL int32_t *)failure;
  min_word(words + 1, launch < 0 ? -launch : launch);
  if (cas_word(words, 0, 1) != 0) return false;
  failure[1] = number;
  report[0] = 1;
  return true;
}

// Counts operations for a profile. A point that is only tried counts when it is done.
DEVICE void work_add(STANDARD_PARAMS, int64_t number, int64_t ops) {
  if (failure != 0 && ops != 0) add_long(failure + WORK_FIRST + number, ops);
}

// ---------------------------------------------------------------------------------------------
// Division by a number that is known only when the kernel runs
//
// Quotient and remainder of the same numbers come from one division, of what they are without
// signs, and without a branch: what is divided by 0 counts as divided by 1.

#define DIVISIONS(T, S, U)                                                                         \
  DEVICE U size_##T(S x) { return (U)(x < 0 ? (U)0 - (U)x : (U)x); }                               \
  DEVICE U parts_##T(S x, S y) { return (U)(size_##T(x) / (y == 0 ? (U)1 : size_##T(y))); }        \
  DEVICE S quot_##T(S x, S y) {                                                                    \
    const U q = parts_##T(x, y);                                                                   \
    return y == 0 ? (S)0 : (S)((x < 0) != (y < 0) ? (U)0 - q : q);                                 \
  }                                                                                                \
  DEVICE S rem_##T(S x, S y) {                                                                     \
    const U r = (U)(size_##T(x) - parts_##T(x, y) * (y == 0 ? (U)1 : size_##T(y)));                \
    return (S)(x < 0 ? (U)0 - r : r);                                                              \
  }
DIVISIONS(i8, int8_t, uint8_t)
DIVISIONS(i16, int16_t, uint16_t)
DIVISIONS(i32, int32_t, uint32_t)
DIVISIONS(i64, int64_t, uint64_t)
#undef DIVISIONS

// ---------------------------------------------------------------------------------------------
// Locks

#define LOCK_COUNT 65536
#define LOCK_OF(n) (locks + (uint64_t)(n) % LOCK_COUNT)
#define LOCK_BEGIN(n)                                                                              \
  for (bool lock_held = false; !lock_held;)                                                        \
    if (cas_word(LOCK_OF(n), 0, 1) == 0) {                                                         \
      FENCE();                                                                                     \
      LOCAL_FENCE();
#define LOCK_END(n)                                                                                \
  FENCE();                                                                                         \
  LOCAL_FENCE();                                                                                   \
  swap_word(LOCK_OF(n), 0);                                                                        \
  lock_held = true;                                                                                \
  }                                                                                                \
  else PAUSE(300); // its holder needs the memory's time to give it back

// ---------------------------------------------------------------------------------------------
// Numbers of points: not negative, and mostly small

// With an underscore, unlike `divide`, which may be the name of a program's variable.
DEVICE int64_t index_quot(int64_t a, int64_t b) { return divide(a, b); }
DEVICE int64_t index_rem(int64_t a, int64_t b) {
  if (ARE_SMALL(a, b)) return (uint32_t)a % (uint32_t)b;
  return (int64_t)((uint64_t)a % (uint64_t)b);
}
