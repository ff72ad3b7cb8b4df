// The kernel dialect: the C that kernels are written in, and what it means in CUDA and in OpenCL C.
//
//   KERNEL, DEVICE       a kernel, a function that kernels call
//   GLOBAL, LOCAL        qualifiers of pointers to device memory and to fast memory
//   RESTRICT             of a parameter of a kernel: nothing else reaches what is written there
//   SHARED               declares a variable in fast memory, at the top of a kernel
//   ROOM_PARAM           parameter of a kernel that asks for fast memory when it is launched;
//   ROOM_DECLARE         declares that, at its top, as `room`
//   LIMITS(b, k)         a kernel runs in blocks of b threads, k of them at a time on one processor
//   LIMITS_MOST(b, k)    it runs in blocks of at most b threads, k such blocks at a time
//   UNROLL, ROLLED       the next loop has a small constant number of iterations; must stay one
//   UNROLL_16            16 iterations of the next loop are one, where that pays
//   UNROLL_AHEAD         the same as UNROLL where kernels are compiled before a program runs
//   ALIGNED              declares a variable at a multiple of 16 bytes
//   IS_ALIGNED(p)        is the pointer such a multiple? ASSUME_ALIGNED(p): it is, and the compiler
//                        may load several elements at a time
//   BARRIER, FENCE       for the threads of a block; orders writes to device memory
//   WARP                 how many threads run in step and may shuffle; 1 where none may, and when
//                        PLAIN is defined (ravel cuda --plain-kernels), to test that
//   HAS_HALF             halves are converted by the hardware; not when PLAIN is defined
//
// Kernels count in int64_t and in int for what is inside a block.
#ifdef __CUDACC__

#ifdef __CUDACC_RTC__ // NVRTC, which has no headers of C, but all functions
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define INFINITY  __int_as_float(0x7f800000)
#else
#include <math.h>
#include <stdint.h>
#endif

#define KERNEL extern "C" __global__
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define LOCAL
#define RESTRICT                  __restrict__
#define SHARED                    __shared__
#define LIMITS(block, count)      __launch_bounds__(block, count)
#define LIMITS_MOST(block, count) __launch_bounds__(block, count)
#define UNROLL                    _Pragma("unroll")
#define ROLLED                    _Pragma("unroll 1")
#define UNROLL_AHEAD              UNROLL
#define UNROLL_16                 _Pragma("unroll 16")
#define ALIGNED                   __align__(16)
#define IS_ALIGNED(pointer)       ((uint64_t)(pointer) % 16 == 0)
#define ASSUME_ALIGNED(pointer)   ((decltype(pointer))__builtin_assume_aligned(pointer, 16))
#define ROOM_PARAM
#define ROOM_DECLARE extern __shared__ __align__(16) uint8_t room[];
#define BARRIER()    __syncthreads()
#define FENCE()      __threadfence()
#ifdef PLAIN
#define WARP 1
#define WARP_BARRIER()
#define HAS_WIDE_STATES 0
#else
#define WARP            32
#define WARP_BARRIER()  __syncwarp()
#define HAS_WIDE_STATES 1
#endif
#define LOCAL_ID           ((int)threadIdx.x)
#define BLOCK_ID           ((int64_t)blockIdx.x)
#define BLOCK_COUNT        ((int64_t)gridDim.x)
#define BLOCK_SIZE         ((int64_t)blockDim.x)
#define PAUSE(nanoseconds) __nanosleep(nanoseconds)

// A scan by `a * b % 7` is a chain of remainders, which nvcc would expand without end. The copy is
// written out: nvcc gives "+l" two registers, and an empty text would leave the second one
// undefined.
#define SCALAR_HIDDEN(T, x) hidden_##T(x)
DEVICE int8_t hidden_i8(int8_t x) { return x; }
DEVICE int16_t hidden_i16(int16_t x) { return x; }
DEVICE int32_t hidden_i32(int32_t x) {
  int32_t y;
  asm("mov.b32 %0, %1;" : "=r"(y) : "r"(x));
  return y;
}
DEVICE int64_t hidden_i64(int64_t x) {
  int64_t y;
  asm("mov.b64 %0, %1;" : "=l"(y) : "l"(x));
  return y;
}
#define ALL_LANES                  0xffffffffu
#define FROM_LANE(word, lane)      __shfl_sync(ALL_LANES, word, lane)
#define FROM_ABOVE(word, distance) __shfl_down_sync(ALL_LANES, word, distance)
#define FROM_BELOW(word, distance) __shfl_up_sync(ALL_LANES, word, distance)
#define BALLOT(condition)          __ballot_sync(ALL_LANES, condition)
#define SAME_LANES(word)           __match_any_sync(ALL_LANES, word)
#define COUNT_BITS(word)           __popc(word)
#define FIRST_BIT(word)            (__ffs(word) - 1)
#define LAST_BIT(word)             (31 - __clz(word))

// Halves as rts/c/scalar.h has them, in one instruction; a nan loses its payload.
#ifndef PLAIN
#define HAS_HALF
DEVICE float half_to_float(uint16_t x) {
  float y;
  asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x));
  return y;
}
DEVICE uint16_t half_from_float(float x) {
  uint16_t y;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y) : "f"(x));
  return y;
}
DEVICE uint16_t half_from_double(double x) {
  uint16_t y;
  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(y) : "d"(x));
  return y;
}
#endif
// Do all threads of a warp have the same word?
DEVICE bool all_same(uint32_t word) {
  int is_same;
  __match_all_sync(ALL_LANES, word, &is_same);
  return is_same != 0;
}

DEVICE uint32_t fetch_add(GLOBAL uint32_t *at, uint32_t amount) { return atomicAdd(at, amount); }
DEVICE void local_or(LOCAL uint32_t *at, uint32_t bits) { atomicOr(at, bits); }
// Sets a bit for each thread of a warp whose number is not below 0. They are in ascending order, so
// that many are in the same word: those in the first two are one operation each, because operations
// on one word wait for each other.
#if WARP > 1 && __CUDA_ARCH__ >= 800
DEVICE void local_set(LOCAL uint32_t *words, int number) {
  const uint32_t here = BALLOT(number >= 0);
  if (here == 0) return;
  const uint32_t bit = number < 0 ? 0 : 1u << number % 32;
  const int word = number / 32, lane = LOCAL_ID % WARP, leader = FIRST_BIT(here);
  const int behind = word - FROM_LANE(word, leader);
  const uint32_t first = __reduce_or_sync(ALL_LANES, behind == 0 ? bit : 0);
  const uint32_t second = __reduce_or_sync(ALL_LANES, behind == 1 ? bit : 0);
  if (lane == leader) {
    atomicOr(&words[word], first);
    if (second != 0) atomicOr(&words[word + 1], second);
  }
  if (bit != 0 && behind > 1) atomicOr(&words[word], bit);
}
#else
DEVICE void local_set(LOCAL uint32_t *words, int number) {
  if (number >= 0) atomicOr(&words[number / 32], 1u << number % 32);
}
#endif

// Reads and writes that other blocks see whole, in no particular order.
DEVICE void state_store(GLOBAL uint64_t *at, uint64_t value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(value) : "memory");
}
DEVICE uint64_t state_load(const GLOBAL uint64_t *at) {
  uint64_t value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
  return value;
}
// The same for two words, at an address that is a multiple of 16.
DEVICE void state_store_wide(GLOBAL uint64_t *at, uint64_t tag, uint64_t value) {
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(at), "l"(tag), "l"(value)
               : "memory");
}
DEVICE uint64_t state_load_wide(const GLOBAL uint64_t *at, uint64_t *value) {
  uint64_t tag;
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(tag), "=l"(*value)
               : "l"(at)
               : "memory");
  return tag;
}

#else // OpenCL C

typedef char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;

#define KERNEL               __kernel
#define DEVICE               static inline
#define GLOBAL               __global
#define LOCAL                __local
#define SHARED               __local
#define RESTRICT             restrict
#define LIMITS(block, count) __attribute__((reqd_work_group_size(block, 1, 1)))
#define LIMITS_MOST(block, count)
#define UNROLL              // compilers there do that when they like; PoCL 3.1 may crash on much code
#define ROLLED              _Pragma("nounroll")
#define UNROLL_AHEAD        ROLLED
#define UNROLL_16           ROLLED
#define ALIGNED             __attribute__((aligned(16)))
#define IS_ALIGNED(pointer) ((uint64_t)(pointer) % 16 == 0)
#define ROOM_PARAM          LOCAL ulong2 *room_pairs, // which is aligned for everything
#define ROOM_DECLARE        LOCAL uint8_t *room = (LOCAL uint8_t *)room_pairs;
#define BARRIER()           barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#ifdef __NV_CL_C_VERSION // where mem_fence is one for the threads of a block
#define FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
#define WARP 1
#define WARP_BARRIER()
#define LOCAL_ID    ((int)get_local_id(0))
#define BLOCK_ID    ((int64_t)get_group_id(0))
#define BLOCK_COUNT ((int64_t)get_num_groups(0))
#define BLOCK_SIZE  ((int64_t)get_local_size(0))
#define PAUSE(nanoseconds)
#define COUNT_BITS(word) ((int)popcount((uint32_t)(word)))
#define FIRST_BIT(word)  (31 - (int)clz((uint32_t)(word) & (0u - (uint32_t)(word))))
#define LAST_BIT(word)   (31 - (int)clz((uint32_t)(word)))

DEVICE uint32_t fetch_add(GLOBAL uint32_t *at, uint32_t amount) { return atomic_add(at, amount); }
DEVICE void local_or(LOCAL uint32_t *at, uint32_t bits) { atomic_or(at, bits); }
DEVICE void local_set(LOCAL uint32_t *words, int number) {
  if (number >= 0) atomic_or(&words[number / 32], 1u << number % 32);
}
DEVICE void state_store(GLOBAL uint64_t *at, uint64_t value) {
  *(volatile GLOBAL uint64_t *)at = value;
}
DEVICE uint64_t state_load(const GLOBAL uint64_t *at) {
  return *(const volatile GLOBAL uint64_t *)at;
}
#define HAS_WIDE_STATES  0

#endif

// a / b for numbers that are not negative; mostly both are small. nvcc tells such numbers
// apart itself, late; told to, it would copy what follows a division for each of the ways.
#ifdef __CUDACC__
#define ARE_SMALL(a, b) false
#else
#define ARE_SMALL(a, b) ((uint64_t)((a) | (b)) >> 32 == 0)
#endif
DEVICE int64_t divide(int64_t a, int64_t b) {
  if (ARE_SMALL(a, b)) return (uint32_t)a / (uint32_t)b;
  return (int64_t)((uint64_t)a / (uint64_t)b);
}
