// What the loops of generated programs call: copies between strided places, locks, and numbers in
// messages. This file is pasted into generated programs.

#ifndef RAVEL_RTS_LOOPS_H
#define RAVEL_RTS_LOOPS_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "rts/c/context.h"

// In front of what a round does. GCC's predictive commoning (12, -O3) looks at what rounds hand on
// through short local arrays, unrolls the loop, and then leaves a part of them in memory, which
// takes a third longer than all registers do. It leaves a loop with an instruction alone that it
// does not know.
#if defined(__GNUC__) && !defined(__clang__)
#define HELD __asm__ volatile("")
#else
#define HELD (void)0
#endif

// ---------------------------------------------------------------------------------------------
// Recursion

// What is seldom needed is not put into functions that call themselves: it would make their frames
// larger.
#if defined(__GNUC__)
#define SELDOM static __attribute__((noinline, unused))
#else
#define SELDOM static inline
#endif

// Tells where the stack of a thread is; of the first thread as far as it may grow.
#if defined(__linux__)
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
#endif

// What is left for functions that do not call themselves, those of the C library among them: a
// quarter of the stack, but so much.
enum { STACK_LEFT_LEAST = 16 << 10, STACK_LEFT_MOST = 32 << 10 };

// How deep this thread, which is at the place, may go. Others may have used most of its stack.
// Without a limit the first thread could fill all of memory, and others have two MiB from the C
// library; a stack that the thread did not begin with is taken to be as large as its own.
SELDOM uintptr_t stack_floor(uintptr_t place) {
  const size_t most = (size_t)1 << 30;
  size_t size = 0;
  uintptr_t top = place;
#if defined(__linux__)
  pthread_attr_t attributes;
  void *lowest = NULL;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) size = 0;
    pthread_attr_destroy(&attributes);
    bool is_inside = size > 0 && place > (uintptr_t)lowest && place - (uintptr_t)lowest <= size;
    if (is_inside) top = (uintptr_t)lowest + size;
  }
#endif
  struct rlimit limit;
  if (size == 0 && getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    size = (size_t)limit.rlim_cur;
  if (size == 0) size = (size_t)2 << 20;
  if (size > most) size = most;
  size_t left = size / 4;
  if (left < STACK_LEFT_LEAST) left = STACK_LEFT_LEAST;
  if (left > STACK_LEFT_MOST) left = STACK_LEFT_MOST;
  return top - size + left;
}

// Is most of the stack of this thread used up? It is looked for where a thread asks first, or from
// a shallower place than before. Sanitizers may keep variables elsewhere: where there is one, the
// frame is asked for.
static inline bool stack_is_deep(void) {
  static _Thread_local uintptr_t base, lowest;
#if defined(__GNUC__)
  uintptr_t place = (uintptr_t)__builtin_frame_address(0);
#else
  char here;
  uintptr_t place = (uintptr_t)&here;
#endif
  if (place > base) {
    base = place;
    lowest = stack_floor(place);
  }
  return place < lowest;
}

// The functions of a program that is compiled in several pieces see each other.
#ifndef PIECE
#define PIECE static
#endif

// A part of a function is not put back into it: the compiler finds registers for small functions.
#if defined(__GNUC__)
#define PART PIECE __attribute__((noinline))
#else
#define PART PIECE
#endif

// A function that only calls parts, one after the other: optimising it costs a C compiler much
// time and gains nothing.
#if defined(__clang__)
#define GLUE PIECE __attribute__((noinline, optnone))
#elif defined(__GNUC__)
#define GLUE PIECE __attribute__((noinline, optimize("O0")))
#else
#define GLUE PIECE
#endif

// ---------------------------------------------------------------------------------------------
// Parallel loops with something in the middle of each iteration that is done in order
//
// An iteration has three steps: one before its turn, the turn, and the rest. Threads take
// iterations in order. One that is before its turn waits in a list of its thread, which goes on
// with another; and whoever comes along does the turns that are due. So a thread that does not run
// for a while holds up only those that are much further.

enum { TURNS_AHEAD = 64, TURNS_SPINS = 1000 };

typedef enum TurnsStep { TURNS_BEFORE, TURNS_TURN, TURNS_REST, TURNS_WAIT, TURNS_END } TurnsStep;

// Each number has a line of the cache for itself.
typedef struct Turns {
  _Alignas(64) _Atomic int64_t claimed;  // the next iteration that a thread may take
  _Alignas(64) _Atomic int64_t next;     // whose turn it is
  _Alignas(64) _Atomic uint64_t waiting; // by iteration modulo 64: is its turn due?
  _Alignas(64) atomic_flag is_taken;     // a thread is at a turn
} Turns;

// The iterations of a thread that wait for the rest, in order.
typedef struct TurnsOwn {
  int64_t waiting[TURNS_AHEAD];
  int64_t first, last;
  bool is_out; // there are no more to be taken
  int spins;
} TurnsOwn;

static inline uint64_t turns_bit(int64_t iteration) {
  return (uint64_t)1 << iteration % TURNS_AHEAD;
}

static inline bool turns_is_due(Turns *turns) {
  int64_t next = atomic_load_explicit(&turns->next, memory_order_acquire);
  return (atomic_load_explicit(&turns->waiting, memory_order_acquire) & turns_bit(next)) != 0;
}

// What this thread does next, and for which of `count` iterations.
static inline TurnsStep turns_step(Turns *turns, TurnsOwn *own, int64_t count, int64_t *iteration) {
  if (turns_is_due(turns) &&
      !atomic_flag_test_and_set_explicit(&turns->is_taken, memory_order_acquire)) {
    *iteration = atomic_load_explicit(&turns->next, memory_order_relaxed);
    if (turns_is_due(turns)) return TURNS_TURN;
    atomic_flag_clear_explicit(&turns->is_taken, memory_order_release);
  }
  int64_t next = atomic_load_explicit(&turns->next, memory_order_acquire);
  if (own->first < own->last && own->waiting[own->first % TURNS_AHEAD] < next) {
    *iteration = own->waiting[own->first++ % TURNS_AHEAD];
    return TURNS_REST;
  }
  int64_t claimed = atomic_load_explicit(&turns->claimed, memory_order_relaxed);
  while (!own->is_out && claimed < count && claimed < next + TURNS_AHEAD)
    if (atomic_compare_exchange_weak(&turns->claimed, &claimed, claimed + 1)) {
      *iteration = claimed;
      return TURNS_BEFORE;
    }
  own->is_out = claimed >= count;
  if (own->is_out && own->first == own->last) return TURNS_END;
  if (++own->spins > TURNS_SPINS) sched_yield();
  return TURNS_WAIT;
}

// The thread has done a step.
static inline void turns_done(Turns *turns, TurnsOwn *own, TurnsStep step, int64_t iteration) {
  own->spins = 0;
  if (step == TURNS_BEFORE) {
    own->waiting[own->last++ % TURNS_AHEAD] = iteration;
    atomic_fetch_or_explicit(&turns->waiting, turns_bit(iteration), memory_order_release);
  } else if (step == TURNS_TURN) {
    atomic_fetch_and_explicit(&turns->waiting, ~turns_bit(iteration), memory_order_relaxed);
    atomic_store_explicit(&turns->next, iteration + 1, memory_order_release);
    atomic_flag_clear_explicit(&turns->is_taken, memory_order_release);
  }
}

// ---------------------------------------------------------------------------------------------
// Copies. Element (i, j) of a place is `base + (i * strides[0] + j * strides[1]) * size`.

// A copy of at least this many bytes uses several threads, if the program has them.
#define COPY_PARALLEL_BYTES (1 << 22)

// Moves `count` elements that stand in order. Nothing happens when they are there already.
static inline void copy_flat(Context *ctx, void *to, const void *from, int64_t count, size_t size) {
  if (to == from || count <= 0) return;
  size_t bytes = (size_t)count * size;
#ifdef _OPENMP
  bool is_apart = (const char *)to + bytes <= (const char *)from ||
                  (const char *)from + bytes <= (const char *)to;
  if (is_apart && bytes >= COPY_PARALLEL_BYTES && ctx->num_threads > 1) {
    size_t chunks = bytes / (COPY_PARALLEL_BYTES / 4);
#pragma omp parallel for num_threads(ctx->num_threads)
    for (size_t i = 0; i < chunks; i++) {
      size_t first = bytes / chunks * i, last = i + 1 == chunks ? bytes : bytes / chunks * (i + 1);
      memcpy((char *)to + first, (const char *)from + first, last - first);
    }
    return;
  }
#endif
  (void)ctx;
  memmove(to, from, bytes);
}

enum { COPY_TILE = 64 };

// One row with strides, by the size of the elements, so that the compiler knows it.
#define COPY_ROW(T)                                                                                \
  static inline void copy_row_##T(T *to, int64_t to_stride, const T *from, int64_t from_stride,    \
                                  int64_t count) {                                                 \
    for (int64_t i = 0; i < count; i++)                                                            \
      to[i * to_stride] = from[i * from_stride];                                                   \
  }                                                                                                \
  /* Rows of one are columns of the other: in tiles, so that both stay in the cache. */            \
  static inline void copy_tiles_##T(T *restrict to, int64_t to_row, int64_t to_column,             \
                                    const T *restrict from, int64_t from_row, int64_t from_column, \
                                    int64_t rows, int64_t columns) {                               \
    for (int64_t i = 0; i < rows; i += COPY_TILE)                                                  \
      for (int64_t j = 0; j < columns; j += COPY_TILE) {                                           \
        int64_t rows_end = rows - i > COPY_TILE ? i + COPY_TILE : rows;                            \
        int64_t columns_end = columns - j > COPY_TILE ? j + COPY_TILE : columns;                   \
        for (int64_t k = i; k < rows_end; k++)                                                     \
          for (int64_t l = j; l < columns_end; l++)                                                \
            to[k * to_row + l * to_column] = from[k * from_row + l * from_column];                 \
      }                                                                                            \
  }                                                                                                \
  /* Rows of `to` and columns of `from` stand in order. */                                         \
  static inline void copy_turned_##T(T *restrict to, int64_t to_row, const T *restrict from,       \
                                     int64_t from_column, int64_t rows, int64_t columns) {         \
    copy_tiles_##T(to, to_row, 1, from, 1, from_column, rows, columns);                            \
  }
COPY_ROW(uint8_t)
COPY_ROW(uint16_t)
COPY_ROW(uint32_t)
COPY_ROW(uint64_t)
#undef COPY_ROW

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define HAS_SHUFFLE
#endif
#endif

#ifdef HAS_SHUFFLE
typedef uint32_t CopyVector __attribute__((vector_size(32)));

// Transposes 8 by 8 elements in registers: pairs, then pairs of pairs, then halves.
static inline void copy_square(uint32_t *restrict to, int64_t to_row, const uint32_t *restrict from,
                               int64_t from_column) {
  CopyVector a[8], b[8];
  for (int i = 0; i < 8; i++)
    memcpy(&a[i], from + i * from_column, sizeof a[i]);
  for (int i = 0; i < 8; i += 2) {
    b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += i % 2 == 0 ? 1 : 3) {
    a[i] = __builtin_shufflevector(b[i], b[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    a[i + 2] = __builtin_shufflevector(b[i], b[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (int i = 0; i < 4; i++) {
    b[i] = __builtin_shufflevector(a[i], a[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    b[i + 4] = __builtin_shufflevector(a[i], a[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (int i = 0; i < 8; i++)
    memcpy(to + i * to_row, &b[i], sizeof b[i]);
}

// Whole squares of each tile in registers; what is left at the edges by elements.
static inline void copy_squares(uint32_t *restrict to, int64_t to_row,
                                const uint32_t *restrict from, int64_t from_column, int64_t rows,
                                int64_t columns) {
  int64_t whole_rows = rows / 8 * 8, whole_columns = columns / 8 * 8;
  for (int64_t i = 0; i < whole_rows; i += COPY_TILE)
    for (int64_t j = 0; j < whole_columns; j += COPY_TILE)
      for (int64_t k = i; k < i + COPY_TILE && k < whole_rows; k += 8)
        for (int64_t l = j; l < j + COPY_TILE && l < whole_columns; l += 8)
          copy_square(to + k * to_row + l, to_row, from + k + l * from_column, from_column);
  copy_turned_uint32_t(to + whole_columns, to_row, from + whole_columns * from_column, from_column,
                       whole_rows, columns - whole_columns);
  copy_turned_uint32_t(to + whole_rows * to_row, to_row, from + whole_rows, from_column,
                       rows - whole_rows, columns);
}
#else
#define copy_squares copy_turned_uint32_t
#endif

// The innermost two dimensions, whose strides do not fit each other.
static inline void copy_plane(char *to, const int64_t *to_strides, const char *from,
                              const int64_t *from_strides, const int64_t *shape, size_t size) {
  int row = to_strides[1] == 1 ? 0 : 1, column = 1 - row; // along `to`, if it can be
  bool is_turned = to_strides[column] == 1 && from_strides[row] == 1;
#define COPY_PLANE(T, turned)                                                                      \
  if (is_turned)                                                                                   \
    turned((T *)(void *)to, to_strides[row], (const T *)(const void *)from, from_strides[column],  \
           shape[row], shape[column]);                                                             \
  else                                                                                             \
    copy_tiles_##T((T *)(void *)to, to_strides[0], to_strides[1], (const T *)(const void *)from,   \
                   from_strides[0], from_strides[1], shape[0], shape[1])
  switch (size) {
  case 1: COPY_PLANE(uint8_t, copy_turned_uint8_t); break;
  case 2: COPY_PLANE(uint16_t, copy_turned_uint16_t); break;
  case 4: COPY_PLANE(uint32_t, copy_squares); break;
  default: COPY_PLANE(uint64_t, copy_turned_uint64_t); break;
  }
#undef COPY_PLANE
}

static inline void copy_line(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                             int64_t count, size_t size) {
  if (to_stride == 1 && from_stride == 1) {
    memmove(to, from, (size_t)count * size);
    return;
  }
#define COPY_LINE(T)                                                                               \
  copy_row_##T((T *)(void *)to, to_stride, (const T *)(const void *)from, from_stride, count)
  switch (size) {
  case 1: COPY_LINE(uint8_t); break;
  case 2: COPY_LINE(uint16_t); break;
  case 4: COPY_LINE(uint32_t); break;
  default: COPY_LINE(uint64_t); break;
  }
#undef COPY_LINE
}

static inline void copy_nest(char *to, const int64_t *to_strides, const char *from,
                             const int64_t *from_strides, const int64_t *shape, size_t rank,
                             size_t size) {
  if (rank == 0) {
    memmove(to, from, size);
    return;
  }
  if (rank == 1) {
    copy_line(to, to_strides[0], from, from_strides[0], shape[0], size);
    return;
  }
  bool is_turned = rank == 2 && (to_strides[1] == 1) != (from_strides[1] == 1);
  if (is_turned) {
    copy_plane(to, to_strides, from, from_strides, shape, size);
    return;
  }
  for (int64_t i = 0; i < shape[0]; i++)
    copy_nest(to + i * to_strides[0] * (int64_t)size, to_strides + 1,
              from + i * from_strides[0] * (int64_t)size, from_strides + 1, shape + 1, rank - 1,
              size);
}

// Merges dimensions that both places step through as if they were one. Returns how many are left;
// those of size 1 go.
static inline size_t copy_merge(int64_t *to_strides, int64_t *from_strides, int64_t *shape,
                                size_t rank) {
  size_t left = 0;
  for (size_t i = 0; i < rank; i++) {
    if (shape[i] == 1) continue;
    bool fits = left > 0 && to_strides[left - 1] == to_strides[i] * shape[i] &&
                from_strides[left - 1] == from_strides[i] * shape[i];
    if (fits) {
      shape[left - 1] *= shape[i];
    } else {
      shape[left++] = shape[i];
    }
    to_strides[left - 1] = to_strides[i];
    from_strides[left - 1] = from_strides[i];
  }
  return left;
}

#define COPY_RANK_MAX 64

// Copies elements in order between two strided places. Nothing happens when they are the same.
// Places that overlap otherwise go through a copy.
static inline void copy_strided(Context *ctx, void *to, const int64_t *to_strides, const void *from,
                                const int64_t *from_strides, const int64_t *shape, size_t rank,
                                size_t size) {
  int64_t to_left[COPY_RANK_MAX], from_left[COPY_RANK_MAX], sizes[COPY_RANK_MAX];
  bool is_same = to == from;
  for (size_t i = 0; i < rank; i++) {
    if (shape[i] <= 0) return;
    if (to_strides[i] != from_strides[i] && shape[i] > 1) is_same = false;
    to_left[i] = to_strides[i], from_left[i] = from_strides[i], sizes[i] = shape[i];
  }
  if (is_same) return;
  rank = copy_merge(to_left, from_left, sizes, rank);
  if (rank == 0 || (rank == 1 && to_left[0] == 1 && from_left[0] == 1)) {
    copy_flat(ctx, to, from, rank == 0 ? 1 : sizes[0], size);
    return;
  }
#ifdef _OPENMP
  int64_t bytes = (int64_t)size;
  for (size_t i = 0; i < rank; i++)
    bytes = size_times(bytes, sizes[i]);
  if (bytes >= COPY_PARALLEL_BYTES && ctx->num_threads > 1 && sizes[0] >= ctx->num_threads) {
    // Whole tiles, if every thread gets some.
    int64_t step = (sizes[0] + ctx->num_threads - 1) / ctx->num_threads;
    if (step > COPY_TILE) step = COPY_TILE;
    int64_t chunks = (sizes[0] + step - 1) / step;
#pragma omp parallel for num_threads(ctx->num_threads)
    for (int64_t i = 0; i < chunks; i++) {
      int64_t first = i * step, some[COPY_RANK_MAX];
      memcpy(some, sizes, rank * sizeof *some);
      some[0] = sizes[0] - first < step ? sizes[0] - first : step;
      copy_nest((char *)to + first * to_left[0] * (int64_t)size, to_left,
                (const char *)from + first * from_left[0] * (int64_t)size, from_left, some, rank,
                size);
    }
    return;
  }
#endif
  copy_nest(to, to_left, from, from_left, sizes, rank, size);
}

// ---------------------------------------------------------------------------------------------
// Locks, chosen by a number. They are free whenever no loop runs.

#ifdef _OPENMP
#define LOCK_COUNT 1024
static atomic_flag lock_flags[LOCK_COUNT];

static inline void lock_enter(int64_t number) {
  while (atomic_flag_test_and_set_explicit(&lock_flags[(uint64_t)number % LOCK_COUNT],
                                           memory_order_acquire)) {
  }
}

static inline void lock_leave(int64_t number) {
  atomic_flag_clear_explicit(&lock_flags[(uint64_t)number % LOCK_COUNT], memory_order_release);
}
#else
static inline void lock_enter(int64_t number) { (void)number; }
static inline void lock_leave(int64_t number) { (void)number; }
#endif

// ---------------------------------------------------------------------------------------------
// Numbers in messages

typedef struct FloatText {
  char text[40];
} FloatText;

// The shortest decimal that reads back as the same number.
static inline const char *float_text(FloatText *text, double value, bool is_double) {
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text->text, sizeof text->text, "%.*g", digits, value);
    double back = strtod(text->text, NULL);
    if (is_double ? back == value : (float)back == (float)value) break;
  }
  if (strpbrk(text->text, ".en") == NULL) strcat(text->text, ".0");
  return text->text;
}

#endif
