// What is known about a device while it works: the time of each kernel, for profiles, and which
// arrays are live, for the message when memory is short. See gpu.h.
//
// Times are those of the device's own clock. Nothing waits for a kernel to end because of them:
// they are kept in a list, and asked for when a report is wanted or the list is long.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"
#include "rts/gpu/gpu.h"

enum { TIMING_MOST = 4096 };

struct Timing {
  ProfileEntry event;
  void *timer;
  int64_t queued; // when the host queued it
  int64_t fast;
};

// ---------------------------------------------------------------------------------------------
// Times

bool timing_begin(Context *ctx) {
  if (!ctx->is_profiling || ctx->is_paused) return false;
  device_timer_begin(ctx);
  return true;
}

void timing_end(Context *ctx, bool is_timed, const char *name, const char *where, int64_t bytes) {
  if (!is_timed) return;
  Gpu *gpu = ctx->gpu;
  ProfileEntry event = {
      .name = name, .where = where, .count = 1, .bytes = bytes, .is_device = true};
  void *timer = device_timer_end(ctx);
  if (gpu->timings == NULL) gpu->timings = calloc(TIMING_MOST, sizeof *gpu->timings);
  if (gpu->timings == NULL) {
    event.nanoseconds = device_timer_take(ctx, timer);
    profile_add(ctx, &event);
    return;
  }
  gpu->timings[gpu->timing_count++] =
      (struct Timing){.event = event,
                      .timer = timer,
                      .queued = ctx->recording != NULL ? clock_now() : 0,
                      .fast = gpu->used};
  gpu->used = 0;
  if (gpu->timing_count == TIMING_MOST) memory_measure(ctx);
}

void memory_measure(Context *ctx) {
  Gpu *gpu = ctx->gpu;
  if (gpu == NULL) return;
  for (size_t i = 0; i < gpu->timing_count; i++) {
    struct Timing *timing = &gpu->timings[i];
    ProfileEntry *event = &timing->event;
    event->nanoseconds = device_timer_take(ctx, timing->timer);
    profile_add(ctx, event);
    record_device(ctx, &(DeviceMoment){.name = event->name,
                                       .where = event->where,
                                       .time = timing->queued,
                                       .nanoseconds = event->nanoseconds,
                                       .bytes = event->bytes,
                                       .fast = timing->fast});
  }
  gpu->timing_count = 0;
}

void memory_works(Context *ctx, int64_t *ops) {
  size_t count = ctx->table->work_count;
  int64_t *read = calloc(count + 1, sizeof *read);
  int64_t first = ctx->gpu->record->size - (int64_t)(count * sizeof *read);
  int error = RT_MEMORY;
  if (read != NULL)
    error = block_read(ctx, read, ctx->gpu->record, first, (int64_t)(count * sizeof *read));
  for (size_t i = 0; error == RT_OK && i < count; i++)
    ops[i] += read[i];
  free(read);
}

// A kernel that does nothing but multiply and add, after a definition of T.
static const char RATE_TEXT[] =
    "#ifdef __CUDACC__\n"
    "#define KERNEL extern \"C\" __global__\n"
    "#define GLOBAL\n"
    "#define NUMBER (blockIdx.x * blockDim.x + threadIdx.x)\n"
    "#else\n"
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define KERNEL __kernel\n"
    "#define GLOBAL __global\n"
    "#define NUMBER get_global_id(0)\n"
    "#endif\n"
    "#define STEP(x) x = fma(x, factor, step);\n"
    "KERNEL void rate(GLOBAL T *out, int rounds) {\n"
    "  const T factor = (T)0.75, step = (T)NUMBER;\n"
    "  T a = step, b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5, g = a + 6, h = a + 7;\n"
    "  for (int i = 0; i < rounds; i++) {\n"
    "    STEP(a) STEP(b) STEP(c) STEP(d) STEP(e) STEP(f) STEP(g) STEP(h)\n"
    "  }\n"
    "  const T sum = a + b + c + d + e + f + g + h;\n"
    "  if (sum < 0) out[0] = sum;\n"
    "}\n";

// How many operations there are in a nanosecond, the best of several tries; 0 if that cannot be
// measured.
static double rate_measure(Context *ctx, void *handle, Block *out) {
  enum { BLOCK = 256, TRIES = 4, OPS = 16 };
  int32_t rounds = 1 << 12;
  int64_t groups = (ctx->gpu->threads + BLOCK - 1) / BLOCK;
  double best = 0;
  GpuArg args[] = {{.block = out}, {.data = &rounds, .size = sizeof rounds}};
  for (int i = 0; i < TRIES; i++) {
    device_timer_begin(ctx);
    int error = device_run(ctx, handle, "rate", groups, BLOCK, args, 2);
    void *timer = device_timer_end(ctx);
    int64_t time = device_timer_take(ctx, timer);
    if (error != RT_OK || time <= 0) return 0;
    double rate = (double)groups * BLOCK * rounds * OPS / (double)time;
    if (rate > best) best = rate;
  }
  return best;
}

const char *memory_name(const Context *ctx) { return device_name(ctx); }

int64_t memory_fast(const Context *ctx) { return ctx->gpu->fast; }

void memory_rates(Context *ctx, double *rates) {
  static const char *const TYPES[] = {"#define T float\n", "#define T double\n"};
  Block *out = NULL;
  int error = block_new(ctx, &out, 64, NULL);
  for (int i = 0; i < 2; i++) {
    void *handle = NULL;
    char *text = text_join((const char *const[]){TYPES[i], RATE_TEXT, NULL});
    rates[i] = 0;
    if (error != RT_OK || text == NULL) continue;
    Built built = device_compile(ctx, text);
    if (built.module != NULL && device_kernel(ctx, built.module, "rate", &handle) == RT_OK)
      rates[i] = rate_measure(ctx, handle, out);
    if (handle != NULL) device_kernel_free(ctx, handle);
    if (built.module != NULL) device_discard(ctx, built.module);
    free(built.message);
    free(built.binary);
    free(text);
  }
  block_unref(ctx, &out);
  free(context_take_error(ctx));
}

// An array that two arguments are in counts once.
int64_t args_bytes(const GpuArg *args, size_t count) {
  int64_t bytes = 0;
  for (size_t i = 0; i < count; i++) {
    bool is_new = args[i].block != NULL;
    for (size_t k = 0; is_new && k < i; k++)
      is_new = args[k].block != args[i].block;
    if (is_new) bytes = size_plus(bytes, args[i].block->size);
  }
  return bytes;
}

// ---------------------------------------------------------------------------------------------
// Live arrays

// What one place in the source has allocated.
typedef struct Place {
  const char *where;
  int64_t bytes, count;
} Place;

static bool is_same_place(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static int compare_places(const void *left, const void *right) {
  const Place *a = left, *b = right;
  return (a->bytes < b->bytes) - (a->bytes > b->bytes);
}

// Adds up the live blocks by place, as many places as there is room for; the last is for the rest.
static size_t places_find(const Gpu *gpu, Place *places, size_t room) {
  size_t count = 0;
  for (const DeviceBlock *at = gpu->blocks; at != NULL; at = at->following) {
    const Block *block = &at->block;
    if (atomic_load_explicit(&block->references, memory_order_relaxed) <= 0) continue;
    size_t k = 0;
    while (k < count && !is_same_place(places[k].where, block->where))
      k++;
    if (k == room) k = room - 1;
    if (k == count) places[count++] = (Place){.where = block->where};
    places[k].bytes += block->capacity;
    places[k].count++;
  }
  qsort(places, count, sizeof *places, compare_places);
  return count;
}

// Appends to a text of fixed size; what does not fit is left out.
static void note_put(char *note, size_t size, const char *format, ...) RTS_FORMAT(3, 4);
static void note_put(char *note, size_t size, const char *format, ...) {
  size_t length = strlen(note);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(note + length, size - length, format, arguments);
  va_end(arguments);
}

int memory_refuse(Context *ctx, int64_t bytes, const char *where) {
  enum { PLACES = 64, SHOWN = 8 };
  Place places[PLACES];
  char note[2048] = "";
  const char *fault = ctx->gpu->fault;
  ctx->gpu->fault = NULL;
  if (fault != NULL)
    return context_fail_device(ctx, "%s%sthe device gives no memory: %s",
                               where != NULL ? where : "", where != NULL ? ": " : "", fault);
  pthread_mutex_lock(&ctx->lock);
  size_t count = places_find(ctx->gpu, places, PLACES);
  note_put(note, sizeof note, "\nThe %s %" PRId64 " bytes. In use are %" PRId64 "%s",
           ctx->config->memory_limit > 0 ? "limit is" : "device has", ctx->memory_limit,
           context_live(ctx), count > 0 ? ":" : ".");
  for (size_t i = 0; i < count && i < SHOWN; i++)
    note_put(note, sizeof note, "\n  %14" PRId64 " bytes in %" PRId64 " array%s: %s",
             places[i].bytes, places[i].count, places[i].count == 1 ? "" : "s",
             places[i].where != NULL ? places[i].where : "arguments and copies");
  if (count > SHOWN) note_put(note, sizeof note, "\n  and %zu more places", count - SHOWN);
  pthread_mutex_unlock(&ctx->lock);
  return context_fail_memory_note(ctx, bytes, where, note);
}
