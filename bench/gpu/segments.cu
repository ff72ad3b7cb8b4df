// Sums and prefix sums of segments that are given by their lengths. The references get more than
// the program: offsets for cub::DeviceSegmentedReduce, the segment of each element for
// cub::DeviceScan by key. The goal is a rate: no length may be slow, nor a mix.
#include "bench.cuh"
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>

static const int64_t TOTAL = (int64_t)1 << 28;

// The segment of each element: marks, then their running maximum.
static __global__ void mark_kernel(const int64_t *offsets, int64_t count, int32_t *marks) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
       i += (int64_t)gridDim.x * blockDim.x)
    if (offsets[i] < offsets[i + 1]) marks[offsets[i]] = (int32_t)i;
}

struct Largest {
  __host__ __device__ int32_t operator()(int32_t a, int32_t b) const { return a > b ? a : b; }
};

struct Segments {
  int64_t count, total;
  int64_t *lengths, *offsets;
  int32_t *owners;
};

static Segments segments_make(int64_t size) {
  std::vector<int64_t> lengths =
      size > 0 ? std::vector<int64_t>((size_t)(TOTAL / size), size) : power_law(TOTAL / 256, TOTAL);
  Segments made = {(int64_t)lengths.size(), 0, device_copy(lengths), nullptr, nullptr};
  std::vector<int64_t> offsets = offsets_of(lengths);
  made.total = offsets.back();
  made.offsets = device_copy(offsets);
  made.owners = device_array<int32_t>(made.total);
  CUDA(cudaMemset(made.owners, 0, (size_t)made.total * sizeof(int32_t)));
  mark_kernel<<<2048, 256>>>(made.offsets, made.count, made.owners);
  Room room;
  CUB(room, cub::DeviceScan::InclusiveScan, made.owners, made.owners, Largest(), (int)made.total);
  CUDA(cudaDeviceSynchronize());
  return made;
}

static void segments_free(Segments &segments) {
  CUDA(cudaFree(segments.lengths)), CUDA(cudaFree(segments.offsets));
  CUDA(cudaFree(segments.owners));
}

static void line_segments(Line &line, int64_t size) {
  if (size > 0)
    line_size(line, "", size);
  else
    snprintf(line.size, sizeof line.size, "power law");
  line.goal = size == 1 ? 1500 : 2500;
}

static void run_sums(struct futhark_context *ctx, float *xs, const Segments &segments,
                     int64_t size) {
  float *to = device_array<float>(segments.count);
  struct futhark_i64_1d *lengths =
      futhark_new_raw_i64_1d(ctx, raw(segments.lengths), segments.count);
  struct futhark_f32_1d *array = futhark_new_raw_f32_1d(ctx, raw(xs), segments.total);
  struct futhark_f32_1d *out = nullptr;
  Room room;
  auto program = [&] {
    check(ctx, futhark_entry_sums(ctx, &out, lengths, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DeviceSegmentedReduce::Sum, xs, to, (int)segments.count, segments.offsets,
        segments.offsets + 1);
  };
  double bytes = 4.0 * (double)segments.total + 12.0 * (double)segments.count;
  Line line = line_bytes("sums of segments", bytes, GOAL_RATE, 0);
  line_segments(line, size);
  bench_line(line, program, clear, reference, [&] {
    return are_close(futhark_values_raw_f32_1d(ctx, out), to, segments.count, 1e-4);
  });
  futhark_free_f32_1d(ctx, array), futhark_free_i64_1d(ctx, lengths);
  CUDA(cudaFree(to));
}

static void run_scans(struct futhark_context *ctx, float *xs, const Segments &segments,
                      int64_t size) {
  float *to = device_array<float>(segments.total);
  struct futhark_i64_1d *lengths =
      futhark_new_raw_i64_1d(ctx, raw(segments.lengths), segments.count);
  struct futhark_f32_1d *array = futhark_new_raw_f32_1d(ctx, raw(xs), segments.total);
  struct futhark_f32_1d *out = nullptr;
  Room room;
  auto program = [&] {
    check(ctx, futhark_entry_scans(ctx, &out, lengths, array));
    check(ctx, futhark_context_sync(ctx));
  };
  auto clear = [&] {
    if (out) futhark_free_f32_1d(ctx, out);
    out = nullptr;
  };
  auto reference = [&] {
    CUB(room, cub::DeviceScan::InclusiveSumByKey, segments.owners, xs, to, (int)segments.total);
  };
  double bytes = 8.0 * (double)segments.total + 8.0 * (double)segments.count;
  Line line = line_bytes("scans of segments", bytes, GOAL_RATE, 0);
  line_segments(line, size);
  bench_line(line, program, clear, reference, [&] {
    return futhark_shape_f32_1d(ctx, out)[0] == segments.total &&
           are_close(futhark_values_raw_f32_1d(ctx, out), to, segments.total, 1e-3);
  });
  futhark_free_f32_1d(ctx, array), futhark_free_i64_1d(ctx, lengths);
  CUDA(cudaFree(to));
}

static void bench(struct futhark_context *ctx, bool is_quick) {
  static const int64_t SIZES[] = {1, 8, 64, 1000, 100000, 1000000, 0};
  float *xs = device_uniform<float>(TOTAL, 1);
  for (int64_t size : SIZES) {
    if (is_quick && size != 8 && size != 0) continue;
    Segments segments = segments_make(size);
    run_sums(ctx, xs, segments, size);
    run_scans(ctx, xs, segments, size);
    segments_free(segments);
  }
  CUDA(cudaFree(xs));
}
