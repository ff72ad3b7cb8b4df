// The C API of a library for CUDA with streams of the caller's: several contexts on streams of one
// device at a time, also from several threads; memory of the caller's; the order of a stream; a
// failure in one context; and nothing is left. scripts/test-gpu compiles this with
// test/gpu/streams.fut and runs it, also under compute-sanitizer.
#include <cuda.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { COUNT = 100000, WORKERS = 4, BINS = 37 };

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "streams.c:%d: %s\n", __LINE__, #condition);                                 \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

typedef struct futhark_context Library;

static Library *library_open(CUstream stream, struct futhark_context_config **config) {
  *config = futhark_context_config_new();
  if (stream) futhark_context_config_set_stream(*config, stream);
  Library *library = futhark_context_new(*config);
  char *error = futhark_context_get_error(library);
  if (error) fprintf(stderr, "%s\n", error);
  CHECK(error == NULL);
  CHECK(!stream || futhark_context_get_stream(library) == stream);
  return library;
}

static void library_close(Library *library, struct futhark_context_config *config) {
  futhark_context_free(library);
  futhark_context_config_free(config);
}

// Rounds of everything, with numbers that differ from worker to worker.
static void library_use(Library *library, int64_t seed, int rounds) {
  int64_t *numbers = malloc(COUNT * sizeof *numbers), *results = malloc(COUNT * sizeof *results);
  CHECK(numbers && results);
  for (int64_t i = 0; i < COUNT; i++)
    numbers[i] = (i * seed) % 1009;
  for (int round = 0; round < rounds; round++) {
    struct futhark_i64_1d *in = futhark_new_i64_1d(library, numbers, COUNT), *sums, *bins, *steps;
    CHECK(in != NULL);
    CHECK(futhark_entry_sums(library, &sums, in) == FUTHARK_SUCCESS);
    CHECK(futhark_entry_bins(library, &bins, BINS, in) == FUTHARK_SUCCESS);
    CHECK(futhark_entry_steps(library, &steps, in, 3) == FUTHARK_SUCCESS);
    CHECK(futhark_values_i64_1d(library, sums, results) == FUTHARK_SUCCESS);
    CHECK(futhark_context_sync(library) == FUTHARK_SUCCESS);
    int64_t sum = 0, counted[BINS] = {0};
    for (int64_t i = 0; i < COUNT; i++) {
      sum += numbers[i];
      counted[numbers[i] % BINS]++;
      CHECK(results[i] == sum);
    }
    CHECK(futhark_values_i64_1d(library, bins, results) == FUTHARK_SUCCESS);
    CHECK(futhark_context_sync(library) == FUTHARK_SUCCESS);
    for (int i = 0; i < BINS; i++)
      CHECK(results[i] == counted[i]);
    CHECK(futhark_values_i64_1d(library, steps, results) == FUTHARK_SUCCESS);
    CHECK(futhark_context_sync(library) == FUTHARK_SUCCESS);
    CHECK((results[0] - results[1] - numbers[0] + numbers[1]) % 1000 == 0);
    futhark_free_i64_1d(library, in), futhark_free_i64_1d(library, sums);
    futhark_free_i64_1d(library, bins), futhark_free_i64_1d(library, steps);
  }
  free(numbers), free(results);
}

typedef struct Worker {
  pthread_t thread;
  CUstream stream;  // NULL: the context makes its own
  Library *library; // NULL: the worker opens one
  int64_t seed;
  int rounds;
} Worker;

static void *worker_run(void *data) {
  Worker *worker = data;
  struct futhark_context_config *config = NULL;
  Library *library = worker->library ? worker->library : library_open(worker->stream, &config);
  library_use(library, worker->seed, worker->rounds);
  if (!worker->library) library_close(library, config);
  return NULL;
}

static void workers_run(Worker *workers) {
  for (int i = 0; i < WORKERS; i++)
    CHECK(pthread_create(&workers[i].thread, NULL, worker_run, &workers[i]) == 0);
  for (int i = 0; i < WORKERS; i++)
    CHECK(pthread_join(workers[i].thread, NULL) == 0);
}

// What the caller has put into the stream is done before an entry point, and what it puts there
// afterwards behind it; the memory stays the caller's.
static void check_order(Library *library, CUstream stream, int rounds) {
  CUdeviceptr memory;
  int32_t read[4] = {0};
  CHECK(cuMemAlloc(&memory, COUNT * 4) == CUDA_SUCCESS);
  struct futhark_i32_1d *xs = futhark_new_raw_i32_1d(library, memory, COUNT), *ys;
  CHECK(xs != NULL && futhark_values_raw_i32_1d(library, xs) == memory);
  for (int32_t round = 1; round <= rounds; round++) {
    CHECK(cuMemsetD32Async(memory, (unsigned)round, COUNT, stream) == CUDA_SUCCESS);
    CHECK(futhark_entry_twice(library, &ys, xs) == FUTHARK_SUCCESS);
    CHECK(cuMemcpyDtoHAsync(read, futhark_values_raw_i32_1d(library, ys) + (COUNT - 4) * 4,
                            sizeof read, stream) == CUDA_SUCCESS);
    CHECK(cuMemsetD32Async(memory, 0, COUNT, stream) == CUDA_SUCCESS);
    CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS);
    CHECK(read[0] == 2 * round && read[3] == 2 * round);
    futhark_free_i32_1d(library, ys);
  }
  futhark_free_i32_1d(library, xs);
  CHECK(cuMemsetD32(memory, 7, COUNT) == CUDA_SUCCESS);
  CHECK(cuMemFree(memory) == CUDA_SUCCESS);
}

// A failure is one of its own context, which goes on working.
static void check_failure(Library *library, Library *other) {
  int32_t numbers[3] = {1, 2, 3}, one = 0;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(library, numbers, 3);
  CHECK(futhark_entry_pick(library, &one, xs, 3) == FUTHARK_PROGRAM_ERROR);
  char *error = futhark_context_get_error(library);
  CHECK(error != NULL && strstr(error, "streams.fut:") != NULL);
  free(error);
  CHECK(futhark_context_get_error(other) == NULL);
  CHECK(futhark_entry_pick(library, &one, xs, 2) == FUTHARK_SUCCESS && one == 3);
  futhark_free_i32_1d(library, xs);
  library_use(other, 3, 2);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 20;
  CUdevice device;
  CUcontext context;
  CUstream streams[WORKERS];
  Worker workers[WORKERS];
  size_t before, after, total;
  CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  CHECK(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS);
  CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  for (int i = 0; i < WORKERS; i++)
    CHECK(cuStreamCreate(&streams[i], i % 2 ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT) ==
          CUDA_SUCCESS);
  // Contexts in threads, each on a stream of its own; the last one makes it itself. Twice, so that
  // what the driver keeps is there before memory is compared.
  for (int turn = 0; turn < 2; turn++) {
    CHECK(cuCtxSynchronize() == CUDA_SUCCESS && cuMemGetInfo(&before, &total) == CUDA_SUCCESS);
    for (int i = 0; i < WORKERS; i++)
      workers[i] = (Worker){
          .stream = i + 1 < WORKERS ? streams[i] : NULL, .seed = 5 + 2 * i, .rounds = rounds};
    workers_run(workers);
  }
  CHECK(cuCtxSynchronize() == CUDA_SUCCESS && cuMemGetInfo(&after, &total) == CUDA_SUCCESS);
  CHECK(after + (8 << 20) >= before);
  // One context in several threads.
  struct futhark_context_config *configs[2];
  Library *library = library_open(streams[0], &configs[0]);
  for (int i = 0; i < WORKERS; i++)
    workers[i] = (Worker){.library = library, .seed = 3 + i, .rounds = rounds};
  workers_run(workers);
  check_order(library, streams[0], rounds);
  Library *other = library_open(streams[1], &configs[1]);
  check_failure(library, other);
  library_close(library, configs[0]);
  library_use(other, 11, rounds); // the stream and the device of others are still there
  library_close(other, configs[1]);
  for (int i = 0; i < WORKERS; i++)
    CHECK(cuStreamDestroy(streams[i]) == CUDA_SUCCESS);
  CHECK(cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS);
  puts("ok");
  return 0;
}
