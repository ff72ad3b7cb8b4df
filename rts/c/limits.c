// What the machine can do at most. See limits.h.
//
// Each measurement is that of a short piece of work, the same in all threads, which begin together;
// the best of several tries counts, since other programs only make it slower. What computes is
// compiled as the program itself is, so that it gets the same vector instructions.

#include "rts/c/limits.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_TRIES = 4, LIMIT_THREADS = 1024 };

// ---------------------------------------------------------------------------------------------
// Pieces of work

enum { FAR_BYTES = 1 << 28, FAR_LEAST = 1 << 22, FAR_MOST = 1 << 25 }; // of all threads; of one
enum { NEAR_BYTES = 1 << 13, NEAR_ROUNDS = 1 << 12, SPIN_ROUNDS = 1 << 13 };
enum { SPIN_LANES = 128, SPIN_OPS = 8 };

// A thread's own memory, and what it computes, so that it is computed.
typedef struct LimitWork {
  char *from, *to;
  size_t bytes;
  volatile double result;
} LimitWork;

typedef double LimitPiece(LimitWork *work); // gives bytes, or operations

// Nobody knows what the call does, so that all of them are done.
static void *(*volatile limit_copy)(void *, const void *, size_t) = memcpy;

static double far_copy(LimitWork *work) {
  limit_copy(work->to, work->from, work->bytes);
  return 2.0 * (double)work->bytes;
}

static double near_copy(LimitWork *work) {
  for (int i = 0; i < NEAR_ROUNDS; i++)
    limit_copy(work->to, work->from, NEAR_BYTES);
  return 2.0 * NEAR_BYTES * NEAR_ROUNDS;
}

// Lanes are many enough that none waits for what it has just computed.
#define LIMIT_SPIN(NAME, T)                                                                        \
  static double NAME(LimitWork *work) {                                                            \
    T lanes[SPIN_LANES];                                                                           \
    const T factor = (T)0.75, step = (T)0.125 + (T)work->result;                                   \
    for (int i = 0; i < SPIN_LANES; i++)                                                           \
      lanes[i] = (T)i;                                                                             \
    for (int k = 0; k < SPIN_ROUNDS; k++)                                                          \
      for (int i = 0; i < SPIN_LANES; i++) {                                                       \
        T x = lanes[i] * factor + step;                                                            \
        x = x * factor + step;                                                                     \
        x = x * factor + step;                                                                     \
        lanes[i] = x * factor + step;                                                              \
      }                                                                                            \
    T sum = 0;                                                                                     \
    for (int i = 0; i < SPIN_LANES; i++)                                                           \
      sum += lanes[i];                                                                             \
    work->result = sum > (T)1e9 ? 1 : 0;                                                           \
    return (double)SPIN_ROUNDS * SPIN_LANES * SPIN_OPS;                                            \
  }
LIMIT_SPIN(spin_f32, float)
LIMIT_SPIN(spin_f64, double)

// ---------------------------------------------------------------------------------------------
// In all threads

typedef struct LimitRun {
  LimitPiece *piece;
  LimitWork *works;
  _Atomic int next;           // of the works
  _Atomic int waiting, ready; // threads that are to begin together
  _Atomic int64_t begin, end; // of the first and of the last
  double done;                // by the first
} LimitRun;

static void *limit_thread(void *data) {
  LimitRun *run = data;
  LimitWork *work = &run->works[atomic_fetch_add(&run->next, 1)];
  atomic_fetch_add(&run->ready, 1);
  while (atomic_load(&run->ready) < atomic_load(&run->waiting))
    sched_yield();
  int64_t begin = clock_now(), none = 0;
  atomic_compare_exchange_strong(&run->begin, &none, begin);
  double done = run->piece(work);
  if (work == run->works) run->done = done;
  int64_t end = clock_now(), last = atomic_load(&run->end);
  while (last < end && !atomic_compare_exchange_weak(&run->end, &last, end))
    ;
  return NULL;
}

static double limit_try(LimitPiece *piece, LimitWork *works, int thread_count) {
  pthread_t threads[LIMIT_THREADS];
  LimitRun run = {.piece = piece, .works = works};
  atomic_store(&run.waiting, thread_count);
  int started = 0;
  while (started + 1 < thread_count &&
         pthread_create(&threads[started], NULL, limit_thread, &run) == 0)
    started++;
  atomic_store(&run.waiting, started + 1);
  limit_thread(&run);
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], NULL);
  double time = (double)(run.end - run.begin);
  return time > 0 ? run.done * (started + 1) / time : 0;
}

static double limit_find(LimitPiece *piece, LimitWork *works, int thread_count) {
  double best = 0;
  for (int i = 0; i < LIMIT_TRIES; i++) {
    double rate = limit_try(piece, works, thread_count);
    if (rate > best) best = rate;
  }
  return best;
}

static MachineLimits host_limits(Context *ctx) {
  MachineLimits limits = {0};
  int threads = ctx->num_threads < LIMIT_THREADS ? ctx->num_threads : LIMIT_THREADS;
  LimitWork *works = calloc((size_t)threads, sizeof *works);
  bool has_memory = works != NULL;
  size_t bytes = (size_t)FAR_BYTES / (size_t)threads;
  if (bytes > FAR_MOST) bytes = FAR_MOST;
  if (bytes < FAR_LEAST) bytes = FAR_LEAST;
  for (int i = 0; has_memory && i < threads; i++) {
    works[i].bytes = bytes;
    works[i].from = malloc(bytes);
    works[i].to = malloc(bytes);
    has_memory = works[i].from != NULL && works[i].to != NULL;
    if (has_memory) memset(works[i].from, 1, bytes);
  }
  if (has_memory) {
    limits.copy_rate = limit_find(far_copy, works, threads);
    limits.near_rate = limit_find(near_copy, works, threads);
  }
  if (works != NULL) {
    limits.f32_rate = limit_find(spin_f32, works, threads);
    limits.f64_rate = limit_find(spin_f64, works, threads);
  }
  for (int i = 0; works != NULL && i < threads; i++) {
    free(works[i].from);
    free(works[i].to);
  }
  free(works);
  return limits;
}

// ---------------------------------------------------------------------------------------------
// Of a device

// A large block is copied where blocks have their data.
static double device_copy_rate(Context *ctx) {
  enum { BYTES = 1 << 26 };
  Block *from = NULL, *to = NULL;
  double best = 0;
  int error = block_new(ctx, &from, BYTES, NULL);
  if (error == RT_OK) error = block_new(ctx, &to, BYTES, NULL);
  if (error == RT_OK) error = block_zero(ctx, from, 0, BYTES);
  for (int i = 0; error == RT_OK && i <= LIMIT_TRIES; i++) {
    error = memory_wait(ctx);
    int64_t start = clock_now();
    if (error == RT_OK) error = block_copy(ctx, to, 0, from, 0, BYTES);
    if (error == RT_OK) error = memory_wait(ctx);
    double rate = 2.0 * BYTES / (double)(clock_now() - start + 1);
    if (i > 0 && error == RT_OK && rate > best) best = rate;
  }
  block_unref(ctx, &from);
  block_unref(ctx, &to);
  if (error != RT_OK) free(context_take_error(ctx));
  return error == RT_OK ? best : 0;
}

MachineLimits limits_measure(Context *ctx) {
  if (ctx->gpu == NULL) return host_limits(ctx);
  double rates[2];
  MachineLimits limits = {.copy_rate = device_copy_rate(ctx), .fast = memory_fast(ctx)};
  memory_rates(ctx, rates);
  limits.f32_rate = rates[0];
  limits.f64_rate = rates[1];
  return limits;
}
