// The host of a device: what generated programs call, and what a kind of device (rts/opencl,
// rts/cuda) must do for that. Blocks (rts/c/context.h) have their data on the device; `data` is
// the device's handle of it. This file is pasted into generated programs.
//
// All work is queued in order. The host waits only where it reads; that is also where a failure in
// a kernel is found.

#ifndef RAVEL_RTS_GPU_H
#define RAVEL_RTS_GPU_H

#include "rts/c/context.h"
#include "rts/c/kept.h"

// How a kernel is run: see rts/gpu/README.md.
typedef enum Skeleton {
  SKELETON_MAP,
  SKELETON_PRODUCT,
  SKELETON_REDUCE,
  SKELETON_SCAN,
  SKELETON_KEEP,
  SKELETON_WALK, // these accumulate in segments
  SKELETON_SEG_REDUCE,
  SKELETON_ROWS,
  SKELETON_COLUMNS,
  SKELETON_SEG_SCAN,
  SKELETON_COLUMN_SCAN,
  SKELETON_HISTOGRAM,
  SKELETON_DIRECT, // histogram in device memory
  SKELETON_BLOCK   // a point is what the threads of a block do together
} Skeleton;

typedef struct KernelInfo {
  const char *name;
  Skeleton skeleton;
  int64_t block;       // threads of a block
  int64_t tile;        // points of a block at a time
  int64_t acc_bytes;   // of what is accumulated
  int64_t state_bytes; // of the state of a tile
  size_t starts;       // kernel that finds where tiles start, or 0
  size_t carry;        // kernel that finishes what is in several tiles, or 0
  int64_t warp;        // threads that run in step
  size_t buckets;      // direct: the first of four that sort the points by bins before, or 0
  int64_t ranges;      // histogram: of bins, at most
  bool has_constant;   // histogram: all points have the same values
  bool is_counting;    // histogram: which are one integer that is added
  bool has_locks;      // histogram: a bin in fast memory has a lock of 4 bytes
  const char *where;   // position in the source
  bool can_fail;
  bool is_harmless; // also with what a kernel that has failed left behind
  bool has_heap;    // its threads allocate
} KernelInfo;

// What a program brings along.
typedef struct GpuProgram {
  const KernelInfo *kernels;
  size_t kernel_count;
  int (*failure)(Context *ctx, int64_t number, const int64_t *values); // records what a kernel says
  const char *const *text;      // kernels as text, in lines; NULL at the end
  const uint16_t *parts;        // in which part a kernel is, those of the run-time system, too
  size_t part_count;            // what is compiled together
  const uint32_t *const *lines; // of each part: from, to, from, to ... 0, 0
  const void *const *binaries;  // or the parts as the device takes them, NULL at the end
  bool has_heap;                // all kernels take the heap as a parameter
  unsigned copies;              // bits: the sizes of elements for which there are kernels that copy
} GpuProgram;

// An argument of a kernel: a block, a scalar at `data`, or else this many bytes of fast memory.
typedef struct GpuArg {
  Block *block;
  const void *data;
  size_t size;
} GpuArg;

// Runs kernel number `kernel` for `size` points, with at most `threads` threads if that is not 0.
// Then waits and gives the results, if there are any.
RTS_API int gpu_launch(Context *ctx, size_t kernel, int64_t size, int64_t threads,
                       const GpuArg *args, size_t arg_count, int64_t *results, size_t result_count);
// The segments of a space. A step is a point or the end of a segment.
typedef struct GpuSegments {
  int64_t count, steps;
  int64_t size;   // of each, when there are no offsets
  Block *offsets; // from entry `origin` on: where they start, one more than there are
  int64_t origin;
  int32_t is_narrow; // offsets have 32 bits
} GpuSegments;

// The same for a kernel that accumulates in each segment.
RTS_API int gpu_launch_segments(Context *ctx, size_t kernel, const GpuSegments *segments,
                                int64_t threads, const GpuArg *args, size_t arg_count);
// The same for a kernel that combines into this many bins. Points and bins are cut into this many
// rows, equal parts one after the other: the points of a row have bins of that row.
RTS_API int gpu_launch_histogram(Context *ctx, size_t kernel, int64_t size, int64_t bins,
                                 int64_t rows, int64_t threads, const GpuArg *args,
                                 size_t arg_count);
// The same for a kernel that has a block for each point: this many threads can do something at a
// time, and arrays take this many bytes of fast memory.
RTS_API int gpu_launch_block(Context *ctx, size_t kernel, int64_t size, int64_t lanes, int64_t room,
                             const GpuArg *args, size_t arg_count);
// These kernels, which NO_KERNEL ends, will mostly be launched soon: what has to be compiled of
// them is begun.
enum { NO_KERNEL = UINT16_MAX };
RTS_API void gpu_expect(Context *ctx, const uint16_t *kernels);
// Reads or writes one element.
RTS_API int gpu_read(Context *ctx, void *to, const Block *from, int64_t index, size_t size);
RTS_API int gpu_write(Context *ctx, Block *to, int64_t index, const void *from, size_t size);
// Has the device put an element where gpu_results finds it as that result, later.
RTS_API int gpu_post(Context *ctx, size_t slot, const Block *from, int64_t index, size_t size);
// This many elements of that size.
RTS_API int gpu_write_all(Context *ctx, Block *to, int64_t index, const void *from, int64_t count,
                          size_t size);
// Copies elements in order between two strided places.
RTS_API int gpu_copy(Context *ctx, Block *to, int64_t to_first, const int64_t *to_strides,
                     Block *from, int64_t from_first, const int64_t *from_strides,
                     const int64_t *shape, size_t rank, size_t size);
// A new block with what `n` slots on the device hold, in order: places in the heap, and how many
// elements count.
RTS_API int gpu_gather(Context *ctx, Block **out, Block *slots, int64_t n, size_t size,
                       const char *where);
// A tuning parameter that is a number of the device's own, unless it was set.
RTS_API int64_t gpu_param(const Context *ctx, size_t number, int64_t own);
// How many threads a kernel with this many points may have, when each needs this many bytes.
RTS_API int64_t gpu_room(Context *ctx, int64_t size, int64_t bytes);

// ---------------------------------------------------------------------------------------------
// What a kind of device does. An error is recorded, and its code returned.

struct Device; // of the kind's own
struct Timing; // something whose time is not known yet

// A block with memory on the device. All of them are in a list, those on the free list too.
typedef struct DeviceBlock {
  Block block;
  struct DeviceBlock *previous, *following;
} DeviceBlock;

// What a kernel has for itself between launches: memory for its blocks to tell each other sums.
// States are zero at first; each launch writes its own epoch into them, so that they are not
// cleared again.
typedef struct Scratch {
  Block *block;
  uint32_t epoch; // of the last launch
} Scratch;

typedef struct Gpu {
  struct Device *device;
  int64_t threads;  // that keep the device busy
  int64_t fast;     // bytes of fast memory that a block may have
  int32_t launch;   // number of the last launch
  Block *report;    // whether something failed, and the results of the last kernel
  int64_t *mailbox; // the same where the host can read it, or NULL
  Block *record;    // failure record, and results after it
  Block *locks;
  Block *heap;        // that threads allocate from; NULL until it is needed
  Block *counter;     // that blocks of a kernel count themselves with
  uint32_t counted;   // its value when all that was launched is done
  Scratch *scratches; // of the kernels
  bool is_risky;      // something that could have failed was launched since the last check
  bool is_pending;    // something was launched since the last check
  bool is_busy;       // something else was queued since the last wait
  DeviceBlock *blocks;
  const char *fault;   // why memory was refused, if not for lack of it
  struct Parts *parts; // of the kernels, while they are compiled and loaded
  struct Timing *timings;
  size_t timing_count;
  int64_t used; // bytes of fast memory that a block of the last kernel has; while it is recorded
} Gpu;

// Waits; reports what failed, and gives what kernels stored as their results, and what was posted.
RTS_API int gpu_results(Context *ctx, int64_t *results, size_t count);

// Opens the device that the configuration asks for.
RTS_API int device_open(Context *ctx);
RTS_API void device_close(Context *ctx);
RTS_API const char *device_name(const Context *ctx);
// Memory, NULL if there is none.
RTS_API void *device_allocate(Context *ctx, int64_t bytes);
RTS_API void device_free(Context *ctx, void *data);
// Memory of the host that kernels write to, where there is such a thing: *host for the host, and
// the device's handle of it. NULL: there is none. It is the device's to free.
RTS_API void *device_mailbox(Context *ctx, int64_t bytes, void **host);
// Waits and reads; writes what may change afterwards; copies between places that do not overlap;
// sets bytes.
RTS_API int device_read(Context *ctx, void *to, void *from, int64_t offset, int64_t bytes);
RTS_API int device_write(Context *ctx, void *to, int64_t offset, const void *from, int64_t bytes);
RTS_API int device_copy(Context *ctx, void *to, int64_t to_offset, void *from, int64_t from_offset,
                        int64_t bytes);
RTS_API int device_fill(Context *ctx, void *to, int64_t offset, unsigned char byte, int64_t bytes);
// Kernels of the run-time system, numbered after those of the program. Those that copy are four,
// for elements of 1, 2, 4 and 8 bytes. Programs have those that they need.
typedef enum OwnKernel {
  OWN_COPY = 0,
  OWN_TRANSPOSE = 4,
  OWN_GATHER = 8,
  OWN_GATHER_SUMS = 12,
  OWN_GATHER_STARTS = 13,
  OWN_COUNT = 14
} OwnKernel;
// The name of one; NULL when the program does not have it.
RTS_API const char *own_kernel_name(const GpuProgram *program, size_t number);
// Before a launch of a kernel whose threads allocate: there is a heap, and it is empty.
RTS_API int heap_prepare(Context *ctx);
RTS_API void heap_close(Context *ctx);
// Runs a kernel by its handle; the name is for messages.
RTS_API int device_run(Context *ctx, void *handle, const char *name, int64_t groups, int64_t block,
                       const GpuArg *args, size_t arg_count);
// The same by its number.
RTS_API int device_launch(Context *ctx, size_t kernel, int64_t groups, int64_t block,
                          const GpuArg *args, size_t arg_count);
RTS_API int device_wait(Context *ctx);
// Times of what is queued between the two, for profiles; `take` waits for the end, gives
// nanoseconds, 0 if they are not known, and frees the timer.
RTS_API void device_timer_begin(Context *ctx);
RTS_API void *device_timer_end(Context *ctx);
RTS_API int64_t device_timer_take(Context *ctx, void *timer);

// ---------------------------------------------------------------------------------------------
// Kernels are compiled in parts: each with what it needs of the text, when it is launched for the
// first time or expected to be. parts.c

// What a kind of device makes of a part.
typedef struct Built {
  void *module;  // the device's handle; NULL: it could not be made
  char *message; // then: why, to be freed
  char *binary;  // what may be kept, to be freed; NULL: nothing
  size_t size;   // of that
} Built;

// Compiles a text. These may be called by several threads at a time, if the device says so.
RTS_API Built device_compile(Context *ctx, const char *text);
// Takes what was kept, or what was compiled ahead.
RTS_API Built device_restore(Context *ctx, const void *binary, size_t size);
RTS_API void device_discard(Context *ctx, void *module);
RTS_API bool device_compiles_aside(Context *ctx);
// Adds what compiled kernels depend on beside their text: the device, its compiler, options.
RTS_API void device_key_add(Context *ctx, Digest *key);
// Does the device's interface keep compiled kernels itself?
RTS_API bool device_keeps(Context *ctx);
// The device's handle of the kernel of this name.
RTS_API int device_kernel(Context *ctx, void *module, const char *name, void **handle);
RTS_API void device_kernel_free(Context *ctx, void *kernel);

// After the device was opened; before it is closed, which waits for what is being compiled.
RTS_API int parts_open(Context *ctx);
RTS_API void parts_close(Context *ctx);
// The device's handle of a kernel, which is compiled if it has to be.
RTS_API int parts_kernel(Context *ctx, size_t kernel, void **handle);
// The name of a kernel, of the program or the run-time system; NULL: it is not there.
RTS_API const char *kernel_name_of(const GpuProgram *program, size_t kernel);

// ---------------------------------------------------------------------------------------------
// Kernels as text, and in files

// A message, to be freed; NULL if memory is short.
RTS_API char *text_say(const char *format, ...) RTS_FORMAT(1, 2);
// The pieces as one text, to be freed; NULL if memory is short.
RTS_API char *text_join(const char *const *pieces);
// What is in a file, to be freed, with a zero after it; NULL if it cannot be read.
RTS_API char *file_load(const char *name, size_t *size);
// Writes a file; false if that fails.
RTS_API bool file_save(const char *name, const void *data, size_t size);
// Writes the text to the file that --dump-kernels names, if it does.
RTS_API int text_dump(Context *ctx, const char *text);
// The text of the kernels, which the configuration keeps; NULL if memory is short.
RTS_API const char *config_program(Config *config);
// Is it the device or platform that was asked for: one with these words in its name, or `#k`, the
// one with this index? NULL and "" take any.
RTS_API bool name_is_wanted(const char *wanted, const char *name, uint64_t index);
// Adds a line with the name of what is there to a message, as far as there is room.
RTS_API void name_list(char *lines, size_t size, const char *name);
// The command queue or stream that the context uses.
RTS_API void *device_queue(Context *ctx);

// ---------------------------------------------------------------------------------------------
// Profiles

// Before and after something is queued: counts it, its time and the bytes that it reads and writes
// under that name, if there is a profile.
RTS_API bool timing_begin(Context *ctx);
RTS_API void timing_end(Context *ctx, bool is_timed, const char *name, const char *where,
                        int64_t bytes);
// How many bytes the arrays in these arguments have.
RTS_API int64_t args_bytes(const GpuArg *args, size_t count);

#endif
