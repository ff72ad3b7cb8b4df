// The frame of the GPU benchmarks: runs the compiled program and a reference alternately in one
// process on the same arrays in device memory, compares their results, and prints one line for each
// size: times, rates, the ratio of the rates, and whether the goal is reached.
//
// Times are medians, by the clock of the host, from the call until everything is done on the device
// and scalar results are on the host: what a caller waits for. Nothing is copied to the device.
#ifndef BENCH_CUH
#define BENCH_CUH

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

#include "prog.h"

// ---- Errors ----

#define CUDA(call) cuda_check((call), #call, __FILE__, __LINE__)

static inline void cuda_check(cudaError_t error, const char *call, const char *file, int line) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  exit(3);
}

static inline void check(struct futhark_context *ctx, int status) {
  if (status == 0) return;
  char *error = futhark_context_get_error(ctx);
  fprintf(stderr, "%s\n", error ? error : "the program failed");
  exit(4);
}

// ---- Lines ----

enum Unit { GIGABYTES, TERAFLOPS };

// What the goal is about: the rate next to the reference's, the rate itself, or nothing.
enum GoalKind { GOAL_NONE, GOAL_RATIO, GOAL_RATE };

struct Line {
  const char *name;
  char size[32];
  Unit unit;
  double amount;           // compulsory bytes, or floating-point operations
  double reference_amount; // of the reference
  GoalKind kind;
  double goal;
};

struct Timing {
  double program, reference; // seconds
  int runs;
};

static inline double line_rate(const Line &line, double amount, double seconds) {
  return amount / seconds * (line.unit == GIGABYTES ? 1e-9 : 1e-12);
}

// A reference of no seconds is none.
static inline void line_print(const Line &line, const Timing &timing, bool is_right) {
  const char *unit = line.unit == GIGABYTES ? "GB/s" : "TFLOP/s";
  int digits = line.unit == GIGABYTES ? 0 : 1;
  double rate = line_rate(line, line.amount, timing.program);
  bool has_reference = timing.reference > 0;
  double other = has_reference ? line_rate(line, line.reference_amount, timing.reference) : NAN;
  char goal[32] = "-";
  if (line.kind == GOAL_RATIO) snprintf(goal, sizeof goal, ">= %.2fx", line.goal);
  if (line.kind == GOAL_RATE) snprintf(goal, sizeof goal, ">= %.0f", line.goal);
  bool is_reached = line.kind == GOAL_NONE ||
                    (line.kind == GOAL_RATIO ? rate / other >= line.goal : rate >= line.goal);
  printf("%-20s %-12s %10.1f %8.*f ", line.name, line.size, 1e6 * timing.program, digits, rate);
  if (has_reference)
    printf("%10.1f %8.*f %-7s %6.2f", 1e6 * timing.reference, digits, other, unit, rate / other);
  else
    printf("%10s %8s %-7s %6s", "-", "-", unit, "-");
  printf(" %10s  %s\n", goal,
         !is_right                ? "WRONG"
         : !is_reached            ? "MISS"
         : line.kind == GOAL_NONE ? "-"
                                  : "ok");
  fflush(stdout);
}

static inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times.empty() ? 0 : times[times.size() / 2];
}

// What is slow is run less often: once 2 seconds are over, three times are enough.
enum { WARM_RUNS = 2, RUNS = 21, LEAST_RUNS = 3 };
static const double ENOUGH_SECONDS = 2;

// Runs both in turns. `clear` gives the results of the program back, and may find none.
template <class Program, class Clear, class Reference>
static Timing bench_time(Program program, Clear clear, Reference reference) {
  std::vector<double> programs, references;
  double start = seconds_now();
  for (int i = 0; i < WARM_RUNS + RUNS; i++) {
    if (i >= WARM_RUNS + LEAST_RUNS && seconds_now() - start > ENOUGH_SECONDS) break;
    double before = seconds_now();
    reference();
    CUDA(cudaDeviceSynchronize());
    double between = seconds_now();
    clear();
    double after_clear = seconds_now();
    program();
    double after = seconds_now();
    if (i < WARM_RUNS) continue;
    references.push_back(between - before);
    programs.push_back(after - after_clear);
  }
  return {median(programs), median(references), (int)programs.size()};
}

template <class Program, class Clear, class Reference, class IsRight>
static Timing bench_line(const Line &line, Program program, Clear clear, Reference reference,
                         IsRight is_right) {
  Timing timing = bench_time(program, clear, reference);
  line_print(line, timing, is_right());
  clear();
  return timing;
}

static inline Line line_bytes(const char *name, double bytes, GoalKind kind, double goal) {
  return {name, "", GIGABYTES, bytes, bytes, kind, goal};
}

// The size as a power of two where it is one.
static inline void line_size(Line &line, const char *before, int64_t size) {
  int power = 0;
  while (((int64_t)1 << (power + 1)) <= size)
    power++;
  if (size >= 1024 && size == (int64_t)1 << power)
    snprintf(line.size, sizeof line.size, "%s2^%d", before, power);
  else
    snprintf(line.size, sizeof line.size, "%s%lld", before, (long long)size);
}

// ---- Arrays on the device ----

template <class T> static T *device_array(int64_t count) {
  void *data = nullptr;
  CUDA(cudaMalloc(&data, (size_t)(count > 0 ? count : 1) * sizeof(T)));
  return (T *)data;
}

// Device memory as the program's interface wants it.
template <class T> static CUdeviceptr raw(T *data) { return (CUdeviceptr)(uintptr_t)data; }

__host__ __device__ static inline uint32_t mix(uint64_t number) {
  number = (number + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)(number >> 32);
}

// Numbers in [0, 1) that look random.
__host__ __device__ static inline double uniform(uint64_t number) {
  return mix(number) / 4294967296.0;
}

template <class T> static __global__ void fill_kernel(T *data, int64_t count, uint64_t seed) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += (int64_t)gridDim.x * blockDim.x)
    data[i] = (T)uniform(seed + (uint64_t)i);
}

template <class T> static T *device_uniform(int64_t count, uint64_t seed) {
  T *data = device_array<T>(count);
  fill_kernel<<<2048, 256>>>(data, count, seed);
  CUDA(cudaDeviceSynchronize());
  return data;
}

template <class T>
static __global__ void differ_kernel(const T *a, const T *b, int64_t count, double tolerance,
                                     unsigned long long *differences) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += (int64_t)gridDim.x * blockDim.x) {
    double x = (double)a[i], y = (double)b[i];
    bool is_close = fabs(x - y) <= tolerance * fmax(1.0, fmax(fabs(x), fabs(y)));
    if (!is_close) atomicAdd(differences, 1ull);
  }
}

template <class T>
static bool are_close(CUdeviceptr a, const T *b, int64_t count, double tolerance) {
  unsigned long long *differences = device_array<unsigned long long>(1), found = 1;
  CUDA(cudaMemset(differences, 0, sizeof *differences));
  differ_kernel<<<2048, 256>>>((const T *)(uintptr_t)a, b, count, tolerance, differences);
  CUDA(cudaMemcpy(&found, differences, sizeof found, cudaMemcpyDeviceToHost));
  CUDA(cudaFree(differences));
  return found == 0;
}

// Lengths that add up to `total`; few are very long, most very short: the k-th longest of `count`
// is proportional to 1 / k, and they come in an order that looks random.
static inline std::vector<int64_t> power_law(int64_t count, int64_t total) {
  std::vector<int64_t> lengths((size_t)count);
  double sum = 0;
  for (int64_t k = 1; k <= count; k++)
    sum += 1.0 / (double)k;
  int64_t left = total;
  for (int64_t k = 1; k <= count; k++) {
    int64_t length = (int64_t)((double)total / sum / (double)k);
    lengths[(size_t)(k - 1)] = length;
    left -= length;
  }
  for (int64_t k = 0; left > 0; k = (k + 1) % count, left--)
    lengths[(size_t)(count - 1 - k)]++;
  for (int64_t k = count - 1; k > 0; k--)
    std::swap(lengths[(size_t)k], lengths[mix((uint64_t)k) % (uint64_t)(k + 1)]);
  return lengths;
}

template <class T> static T *device_copy(const std::vector<T> &values) {
  T *data = device_array<T>((int64_t)values.size());
  CUDA(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return data;
}

static inline std::vector<int64_t> offsets_of(const std::vector<int64_t> &lengths) {
  std::vector<int64_t> offsets(lengths.size() + 1);
  for (size_t i = 0; i < lengths.size(); i++)
    offsets[i + 1] = offsets[i] + lengths[i];
  return offsets;
}

// Room for algorithms of CUB, which first say how much they want.
struct Room {
  void *data = nullptr;
  size_t bytes = 0;
  ~Room() { cudaFree(data); }
};

// Calls a function of CUB, making room for it first if there is none.
#define CUB(room, function, ...)                                                                   \
  do {                                                                                             \
    if (!(room).data) {                                                                            \
      CUDA(function(nullptr, (room).bytes, __VA_ARGS__));                                          \
      (room).data = device_array<char>((int64_t)(room).bytes);                                     \
    }                                                                                              \
    CUDA(function((room).data, (room).bytes, __VA_ARGS__));                                        \
  } while (0)

// ---- The run ----

// What a benchmark defines: all its lines; with `is_quick` the important ones.
static void bench(struct futhark_context *ctx, bool is_quick);

int main(int argc, char **argv) {
  CUDA(cudaSetDevice(0));
  CUDA(cudaFree(nullptr));
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(config);
  char *error = futhark_context_get_error(ctx);
  if (error) {
    fprintf(stderr, "%s\n", error);
    return 3;
  }
  bench(ctx, argc > 1 && strcmp(argv[1], "--quick") == 0);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}

#endif
