// The context of a compiled program: memory, errors, tuning parameters, logs and profiles.
//
// Everything that a program keeps while it runs hangs off one Context; there is no other state, so
// two contexts can be used by two threads at the same time, and two programs can live in one
// process. This file is part of the compiler's own build, where it is tested, and is pasted into
// generated programs. Nothing here ends the process: what can fail returns an error code.
//
// Generated functions have the form
//
//   static int fun_NAME(Context *ctx, out pointers..., in values...);
//
// and return RT_OK or the code that context_fail or block_new gave them.

#ifndef RAVEL_RTS_CONTEXT_H
#define RAVEL_RTS_CONTEXT_H

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rts/c/world.h"

#ifndef RTS_API
#define RTS_API
#endif

// What functions return. The numbers are the exit codes of executables.
enum { RT_OK = 0, RT_USAGE = 2, RT_DEVICE = 3, RT_FAILURE = 4, RT_MEMORY = 5 };

typedef struct futhark_context_config Config;
typedef struct futhark_context Context;
typedef struct ProgramTable ProgramTable; // what a program exports; see rts/c/object.h

// ---------------------------------------------------------------------------------------------
// Blocks of memory

// Where the data of a block is from. Own data is aligned to BLOCK_ALIGNMENT bytes; data from
// outside (the arguments of an entry point) only as its elements need.
typedef enum BlockOrigin {
  BLOCK_OWN,     // after the block's head
  BLOCK_MALLOC,  // to be freed with the block
  BLOCK_FOREIGN, // kept alive by someone else
  BLOCK_SLOTS    // own data that consists of references to other blocks, or NULL
} BlockOrigin;

// A piece of memory with a reference count. Every variable that holds a block owns one reference.
// `data` is never NULL, also for a block of no bytes.
typedef struct Block {
  _Atomic int64_t references;
  int64_t size;     // bytes that were asked for
  int64_t capacity; // bytes that there are
  void *data;
  struct Block *next; // while it is on the free list
  const char *where;  // what asked for it: a source position, or NULL
  BlockOrigin origin;
} Block;

#define BLOCK_ALIGNMENT 64

// Small blocks that were given up wait on shelves, lists by size. A thread nearly always has one
// for itself, so that a recursive function that makes many small arrays asks for no lock.
enum { SHELF_COUNT = 16, SHELF_SIZES = 64, SHELF_BYTES = 1 << 20 };

typedef struct Shelf {
  _Alignas(64) atomic_flag is_taken;
  _Atomic int64_t live; // bytes of blocks in use: what left the shelf less what came to it
  int64_t bytes;        // of the blocks on it
  Block *blocks[SHELF_SIZES];
} Shelf;

// The product of two sizes, INT64_MAX if it is larger than that. If one is negative, the product is
// that one: block_new refuses it.
static inline int64_t size_times(int64_t a, int64_t b) {
  if (a < 0 || b < 0) return a < 0 ? a : b;
  if (b != 0 && a > INT64_MAX / b) return INT64_MAX;
  return a * b;
}

// The sum of two such sizes.
static inline int64_t size_plus(int64_t a, int64_t b) {
  if (a < 0 || b < 0) return a < 0 ? a : b;
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// Makes a block of `bytes` bytes, not initialised, with one reference. `where` is the source
// position that needs it ("prog.fut:3:5-9"), or NULL. Returns RT_OK; or RT_MEMORY, or RT_FAILURE
// for a negative size, and *out is NULL.
RTS_API int block_new(Context *ctx, Block **out, int64_t bytes, const char *where);
// Makes a block of data that is there already: malloc'd, and the block's from now on unless this
// fails; or foreign, and then where blocks have their data, on a device if that is the target.
RTS_API int block_wrap(Context *ctx, Block **out, void *data, int64_t bytes, BlockOrigin origin);
// Makes the block in *block, which nobody else refers to, larger, so that it has `bytes` bytes;
// what is in it stays. NULL counts as an empty block. Room is made in advance, so that many small
// steps cost little. Returns RT_OK; or RT_MEMORY, and the block is as it was.
RTS_API int block_grow(Context *ctx, Block **block, int64_t bytes, const char *where);
static inline int block_reserve(Context *ctx, Block **block, int64_t bytes, const char *where) {
  if (*block == NULL || bytes < 0 || bytes > (*block)->capacity)
    return block_grow(ctx, block, bytes, where);
  if (bytes > (*block)->size) (*block)->size = bytes;
  return RT_OK;
}
// Gives back what the block in *block, which nobody else refers to, has after its first `bytes`
// bytes, if that is much by itself, or next to what is needed: thousands of calls may each keep
// such a block. The block may be elsewhere afterwards. Returns RT_OK; or RT_MEMORY, and there is no
// block anymore.
enum { BLOCK_TRIM = 1 << 16, BLOCK_TRIM_SMALL = 1 << 11 };
RTS_API int block_cut(Context *ctx, Block **block, int64_t bytes, const char *where);
static inline int block_trim(Context *ctx, Block **block, int64_t bytes, const char *where) {
  int64_t rest = (*block)->capacity - bytes;
  bool is_much = rest >= BLOCK_TRIM || (rest >= BLOCK_TRIM_SMALL && rest / 4 >= bytes);
  return is_much ? block_cut(ctx, block, bytes, where) : RT_OK;
}
// Makes a block of `count` slots, each of which may hold a reference to a block; none does at
// first.
RTS_API int block_slots(Context *ctx, Block **out, int64_t count, const char *where);
static inline Block **block_slot(Block *slots, int64_t number) {
  return (Block **)slots->data + number;
}
// Moves a reference to a slot, which holds none, or out of it.
static inline void block_move(Block **slot, Block **block, bool is_to_slot) {
  Block **to = is_to_slot ? slot : block, **from = is_to_slot ? block : slot;
  *to = *from;
  *from = NULL;
}
// One more reference to the block, which may be NULL. Returns the block.
RTS_API Block *block_ref(Block *block);
// Gives up the reference in *block and sets it to NULL; NULL is allowed.
RTS_API void block_unref(Context *ctx, Block **block);

// What is in a block, in bytes from its start; it may be on a device. Each gives RT_OK, or the
// error that it recorded.
RTS_API int block_read(Context *ctx, void *to, const Block *from, int64_t offset, int64_t bytes);
RTS_API int block_write(Context *ctx, Block *to, int64_t offset, const void *from, int64_t bytes);
RTS_API int block_copy(Context *ctx, Block *to, int64_t to_offset, const Block *from,
                       int64_t from_offset, int64_t bytes);
RTS_API int block_zero(Context *ctx, Block *block, int64_t offset, int64_t bytes);
// All data of a block where the host can read it: *data, in a *copy for the caller to free when it
// is not NULL.
RTS_API int block_show(Context *ctx, const Block *block, void **data, void **copy);

// For block_new, block_wrap and block_unref: the memory of a block of this capacity, NULL if there
// is none; frees it; makes it smaller, and gives the block that has the data then, NULL if it is
// lost; and counts a block with data of its own.
RTS_API Block *block_allocate(Context *ctx, int64_t capacity);
RTS_API void block_destroy(Context *ctx, Block *block);
// How many bytes may be kept beyond what was live at some time: where blocks are slow to make.
RTS_API int64_t memory_spare(const Context *ctx);
RTS_API Block *block_shrink(Context *ctx, Block *block, int64_t capacity);
RTS_API int block_adopt(Context *ctx, Block *block);

// Makes memory ready when a context starts; waits for all that is under way, and reports what
// failed there; and gives everything back.
RTS_API int memory_open(Context *ctx);
RTS_API int memory_wait(Context *ctx);
RTS_API void memory_close(Context *ctx);
// Records that this much memory is not to be had, with what is known about the memory there is.
RTS_API int memory_refuse(Context *ctx, int64_t bytes, const char *where);
// Adds times that were measured where blocks have their data to the profile.
RTS_API void memory_measure(Context *ctx);
// The operations that kernels have counted themselves, for each of the table's works.
RTS_API void memory_works(Context *ctx, int64_t *ops);
// Operations on floats of 4 and 8 bytes in a nanosecond, where kernels run; 0 where there are none,
// or where that cannot be measured.
RTS_API void memory_rates(Context *ctx, double *rates);
// What the device is called; NULL: there is none.
RTS_API const char *memory_name(const Context *ctx);
// How many bytes of fast memory the threads of a block can have there; 0: there is none.
RTS_API int64_t memory_fast(const Context *ctx);

// ---------------------------------------------------------------------------------------------
// Errors

// Lets a compiler check formats; means nothing where it cannot.
#if defined(__GNUC__)
#define RTS_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define RTS_FORMAT(text, first)
#endif

// Records what went wrong, unless something is recorded already: the first error wins, and of those
// in a parallel loop the one of the first iteration. Returns RT_FAILURE.
RTS_API int context_fail(Context *ctx, const char *format, ...) RTS_FORMAT(2, 3);
// The same under another code of doc/errors.md than that of an assertion, which lives on.
RTS_API int context_fail_as(Context *ctx, const char *code, const char *format, ...)
    RTS_FORMAT(3, 4);
// A function has failed: where it was called, as lines after a line break. The first calls are
// kept after the message, the others counted.
RTS_API void context_called(Context *ctx, const char *calls);
// The same for a device that is not there or does not work. Returns RT_DEVICE.
RTS_API int context_fail_device(Context *ctx, const char *format, ...) RTS_FORMAT(2, 3);
// The same for a file that an option names and that cannot be used; `verb` is what cannot be done,
// and errno says why. Returns RT_USAGE.
RTS_API int context_fail_file(Context *ctx, const char *verb, const char *name);
// The same for a lack of memory, with the number of bytes asked for. Returns RT_MEMORY.
RTS_API int context_fail_memory(Context *ctx, int64_t bytes, const char *where);
// The same with a note after the message, which may have several lines.
RTS_API int context_fail_memory_note(Context *ctx, int64_t bytes, const char *where,
                                     const char *note);
// This thread begins with an iteration of a parallel loop, or goes on with it. False if one before
// it has failed. Those that are after it may still be needed: their failure is reported first.
RTS_API bool context_enter(Context *ctx, int64_t iteration);
// This thread goes on after a parallel loop that failed.
RTS_API void context_leave(Context *ctx);
// The error that was recorded, as memory for the caller to free, and forgets it; NULL if there is
// none.
RTS_API char *context_take_error(Context *ctx);
// The code that goes with the recorded error, RT_OK if there is none.
RTS_API int context_error_code(Context *ctx);
// The one in doc/errors.md, if it was given; or NULL.
RTS_API const char *context_error_name(Context *ctx);

// ---------------------------------------------------------------------------------------------
// Configurations

// A tuning parameter: a number that the program consults when it chooses between versions of code.
typedef struct TuningParam {
  const char *name;   // "main.threshold_0"
  const char *family; // what kind of number it is: "threshold(def, !main.threshold_1)"
  int64_t value;      // the default
} TuningParam;

// A configuration for programs with this table, or NULL if memory is short.
RTS_API Config *config_new(const ProgramTable *table);
RTS_API void config_free(Config *config);
// Sets a tuning parameter; false if there is none of that name.
RTS_API bool config_set_param(Config *config, const char *name, int64_t value);
// Sets all of them that are thresholds without a number of their own.
RTS_API void config_set_thresholds(Config *config, int64_t value);
// Adds words for the compiler of kernels; false if memory is short.
RTS_API bool config_add_build_option(Config *config, const char *text);

// OpenMP's library keeps what it knows of the threads of a loop on the stack.
enum { THREADS_MAX = 4096 };

struct futhark_context_config {
  const ProgramTable *table;
  int64_t *params; // values, in the order of the table
  bool is_debugging, is_logging, is_profiling;
  FILE *out;            // where the program prints; NULL: standard output
  bool is_plain;        // arrays are shown without brackets (layout_apl.h)
  int num_threads;      // 0: as many as there are processors; at most THREADS_MAX are used
  int64_t memory_limit; // bytes that may be live, 0 for what the machine has
  char *cache_file;     // where compiled kernels are kept, when there are any
  bool has_no_cache;    // they are not
  char *device;         // which device to use: words of its name, or #k; NULL for any
  char *dump_kernels;   // where to write the text of the kernels, or NULL
  char *load_kernels;   // where to read it instead, or NULL
  char *platform;       // OpenCL: which platform to use, as for the device
  char *build_options;  // further words for the compiler of the kernels, or NULL
  char *program;        // another text of the kernels, or NULL
  char *shown;          // the text of the kernels, when somebody asked for it
  void *queue;          // the caller's own command queue or stream, or NULL
};

// ---------------------------------------------------------------------------------------------
// Contexts

// What one kind of event cost so far.
typedef struct ProfileEntry {
  const char *name;
  const char *where; // position in the source, or NULL
  int64_t count;
  int64_t nanoseconds;
  int64_t bytes;  // of device memory that was read and written, as far as is known
  bool is_device; // it happened on a device, and was measured there
} ProfileEntry;

// What happened when, for `ravel profile` (record.h). When there is no room for more, moments of
// memory are thinned out, and what a device does is no longer noted.
typedef struct MemoryMoment {
  int64_t time, live, footprint;
  int64_t host; // with a device: what the process has on the host; 0: not known
} MemoryMoment;

typedef struct DeviceMoment {
  const char *name, *where;
  int64_t time; // when it began, as far as the host knows
  int64_t nanoseconds, bytes;
  int64_t fast; // bytes of fast memory that a block of the kernel has
} DeviceMoment;

// A run, or so many short ones that they can be seen.
typedef struct RecordedRun {
  int64_t begin, end, calls;
} RecordedRun;

// Operations on floats, and bytes that were loaded and stored, of a source line or a kernel: how
// often they were added, too, which for a kernel is at each launch. Threads have places of their
// own, as far as there are enough.
typedef struct RecordedWork {
  _Atomic int64_t count, ops, bytes;
} RecordedWork;

enum { RECORDED_RUNS = 1000, RECORDED_MOMENTS = 1 << 13, RECORDED_PLACES = 16 };

typedef struct Recording {
  RecordedRun runs[RECORDED_RUNS];
  size_t run_count;
  MemoryMoment memory[RECORDED_MOMENTS];
  size_t memory_count;
  int64_t memory_pace; // moments closer than this to the last one are not noted
  bool is_crowded;     // there are many calls in a run, and their moments are not noted
  DeviceMoment device[RECORDED_MOMENTS];
  size_t device_count;
  RecordedWork *works; // RECORDED_PLACES times as many as the table has
  size_t work_count;
} Recording;

struct Globals; // of the program: its global values, defined by generated code
struct Gpu;     // a device, in rts/gpu

struct futhark_context {
  const ProgramTable *table;
  Config *config;
  struct Globals *globals; // table->globals_size bytes, zero at first
  bool is_unfit;           // the constants of the program failed, so nothing can be called
  const int64_t *params;   // tuning parameters: a copy of the configuration's
  int num_threads;         // how many threads the program may use, at least 1
  struct Gpu *gpu;         // the device, or NULL
  EffectWorld world;       // what effects act on

  pthread_mutex_t call_lock; // one call at a time through the API
  Shelf shelves[SHELF_COUNT];

  atomic_bool has_acted;   // the program has printed, or acted on the world otherwise
  _Atomic int64_t stopped; // the iteration of a parallel loop that failed, or INT64_MAX

  pthread_mutex_t lock; // guards what follows
  char *error;          // the first error, or NULL
  int error_code;
  const char *error_name; // the code of doc/errors.md, or NULL
  const char *error_call; // the last call that the error was handed on by, or NULL
  int64_t error_again;    // how many times more it was that one
  int64_t error_calls;    // how many calls are after the message, and beyond
  Block *cached;          // the free list
  int64_t live;           // bytes of blocks in use, but for what the shelves count
  int64_t peak;           // the most that `live` ever was
  int64_t footprint;      // bytes taken from the system: in use, or on the free list
  int64_t footprint_peak;
  int64_t made, reused; // how many blocks were made, and how many came from the free list
  int64_t memory_limit;
  bool is_debugging, is_logging, is_profiling, is_paused;
  Recording *recording; // NULL: nobody asks for one
  FILE *log;            // where -L and -D write; NULL for stderr
  ProfileEntry *profile;
  size_t profile_count, profile_capacity;
};

// For programs that are made for a profile (imp/imp_work.c): adds to what is recorded under this
// number.
RTS_API void record_work(Context *ctx, size_t number, int64_t ops, int64_t bytes);
static inline void work_add(Context *ctx, size_t number, int64_t ops, int64_t bytes) {
  if (ctx->recording != NULL) record_work(ctx, number, ops, bytes);
}

// A context in which the program's globals are computed. NULL if memory is short for the context
// itself; else look at context_error_code.
RTS_API Context *context_new(Config *config);
// Forgets the globals, and the world outside, as if the context were new.
RTS_API int context_renew(Context *ctx);
// Frees the context; every object that was made with it must be gone.
RTS_API void context_free(Context *ctx);
// Bytes of blocks in use.
RTS_API int64_t context_live(Context *ctx);
// Gives cached memory back to the system.
RTS_API void context_clear_caches(Context *ctx);

// ---------------------------------------------------------------------------------------------
// Effects

// Characters in memory: `bytes`, or from the first one on in a block, which may be on a device.
typedef struct ContextText {
  char *bytes;
  Block *block;
  int64_t first, count;
} ContextText;

// Carries out an effect (world.h). RT_OK, or the error that was recorded.
// `where` is a position in the source, or "".
RTS_API int context_act(Context *ctx, int kind, const int64_t *numbers, const ContextText *texts,
                        size_t text_count, int64_t *results, const char *where);
// Writes what the last effect left, which must be as long as the text.
RTS_API int context_receive(Context *ctx, const ContextText *text);
// The time in nanoseconds, and 1, when everything under way is done.
RTS_API int context_clock(Context *ctx, int64_t *results);
// A message to standard error, when its line is complete. Threads that trace at the same time do
// not mix their lines.
RTS_API void context_trace(Context *ctx, const char *format, ...) RTS_FORMAT(2, 3);

// ---------------------------------------------------------------------------------------------
// Logs, traces and profiles

// Writes a line to the log, if there is one.
RTS_API void context_log(Context *ctx, const char *format, ...) RTS_FORMAT(2, 3);
// Does the amount reach what this tuning parameter is now? The log tells.
RTS_API bool context_reaches(Context *ctx, size_t param, int64_t limit, int64_t amount);
// Nanoseconds of a clock that only goes forward.
RTS_API int64_t clock_now(void);
// The time at which an event starts, or 0 if nothing is profiled now.
RTS_API int64_t profile_start(Context *ctx);
// Counts the event `name`, which started at that time. The name must live as long as the context.
RTS_API void profile_stop(Context *ctx, int64_t start, const char *name);
// Adds a kind of event with its count, time and so on to the profile.
RTS_API void profile_add(Context *ctx, const ProfileEntry *event);
// Notes how much memory is in use now, and what a device did, if there is a recording. Memory is
// noted by who has the lock.
RTS_API void record_memory(Context *ctx);
RTS_API void record_device(Context *ctx, const DeviceMoment *moment);
// Memory use and the profile as JSON, in memory for the caller to free; NULL if memory is short.
RTS_API char *context_report(Context *ctx);
// The same for people.
RTS_API void context_summary(Context *ctx, FILE *file);

#endif
