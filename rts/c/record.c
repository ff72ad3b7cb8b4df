// Recordings. See record.h.

#include "rts/c/record.h"

#include "rts/c/limits.h"
#include "rts/c/object.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GLIBC__)
#include <execinfo.h>
#endif

// Calls of a sample beyond these are left out; the first two are the handler and its return.
enum { SAMPLE_CALLS = 30, SAMPLE_OWN = 2, SAMPLE_MOST = 1 << 14 };

typedef struct Sample {
  int64_t time;
  int count;
  void *calls[SAMPLE_CALLS];
} Sample;

// A handler of signals is told nothing, so the samples are the one thing that is not in a context.
static struct Sampler {
  Sample *samples;
  _Atomic size_t count; // beyond SAMPLE_MOST they are only counted
} sampler;

#if defined(__GLIBC__)
static timer_t sampler_timer;

static void sample_take(int number) {
  (void)number;
  size_t i = atomic_fetch_add_explicit(&sampler.count, 1, memory_order_relaxed);
  if (i >= SAMPLE_MOST) return;
  sampler.samples[i].time = clock_now();
  sampler.samples[i].count = backtrace(sampler.samples[i].calls, SAMPLE_CALLS);
}

static void sampler_arm(long nanoseconds) {
  struct itimerspec every = {{0, nanoseconds}, {0, nanoseconds}};
  timer_settime(sampler_timer, 0, &every, NULL);
}

// The first call of backtrace loads a library, which a handler must not.
static void sampler_begin(void) {
  void *calls[1];
  struct sigaction action = {.sa_handler = sample_take, .sa_flags = SA_RESTART};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
  backtrace(calls, 1);
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGPROF, &action, NULL) != 0) return;
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &sampler_timer) == 0) sampler_arm(1000000);
}

static void sampler_end(void) { sampler_arm(0); }
#else
static void sampler_begin(void) {}
static void sampler_end(void) {}
#endif

int recording_begin(Context *ctx) {
  ctx->recording = calloc(1, sizeof *ctx->recording);
  sampler.samples = calloc(SAMPLE_MOST, sizeof *sampler.samples);
  if (ctx->recording == NULL || sampler.samples == NULL) return RT_MEMORY;
  size_t count = ctx->table->work_count;
  ctx->recording->works = calloc(count * RECORDED_PLACES + 1, sizeof *ctx->recording->works);
  if (ctx->recording->works == NULL) return RT_MEMORY;
  ctx->recording->work_count = count;
  if (ctx->gpu == NULL) sampler_begin();
  return RT_OK;
}

void recording_run(Context *ctx, int64_t calls) {
  Recording *recording = ctx->recording;
  if (recording == NULL) return;
  int64_t now = clock_now();
  pthread_mutex_lock(&ctx->lock);
  RecordedRun *latest = &recording->runs[recording->run_count];
  if (calls == 0 && recording->run_count < RECORDED_RUNS)
    *latest = (RecordedRun){.begin = now, .end = now}, recording->run_count++;
  else if (calls > 0 && recording->run_count > 0)
    latest[-1].end = now, latest[-1].calls = calls;
  record_memory(ctx);
  pthread_mutex_unlock(&ctx->lock);
}

int64_t recording_wants(Context *ctx) {
  enum { ENOUGH = 1000000000, EACH = ENOUGH / RECORDED_RUNS };
  Recording *recording = ctx->recording;
  if (ctx->has_acted || recording->run_count >= RECORDED_RUNS) return 0;
  // The first run on a device compiles its kernels.
  if (ctx->gpu != NULL && recording->run_count < 2) return 1;
  if (clock_now() - recording->runs[0].begin >= ENOUGH) return 0;
  const RecordedRun *latest = &recording->runs[recording->run_count - 1];
  int64_t each = (latest->end - latest->begin) / latest->calls + 1;
  recording->is_crowded = ctx->gpu == NULL && each < EACH;
  return recording->is_crowded ? EACH / each : 1;
}

// ---------------------------------------------------------------------------------------------
// Writing

static void write_text(FILE *file, const char *text) {
  fputc('"', file);
  for (; text != NULL && *text != '\0'; text++) {
    if ((unsigned char)*text < 0x20)
      fprintf(file, "\\u%04x", (unsigned)*text);
    else
      fprintf(file, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
  }
  fputc('"', file);
}

static void write_samples(FILE *file) {
  size_t count = sampler.count < SAMPLE_MOST ? sampler.count : SAMPLE_MOST;
  for (size_t i = 0; i < count; i++) {
    const Sample *sample = &sampler.samples[i];
    fprintf(file, "%s\n[%" PRId64, i > 0 ? "," : "", sample->time);
    // Where a call returns to may be the next line.
    for (int k = SAMPLE_OWN; k < sample->count; k++)
      fprintf(file, ",%" PRIu64, (uint64_t)(uintptr_t)sample->calls[k] - (k > SAMPLE_OWN));
    fputc(']', file);
  }
}

static void write_memory(FILE *file, const Recording *recording) {
  for (size_t i = 0; i < recording->memory_count; i++) {
    const MemoryMoment *moment = &recording->memory[i];
    fprintf(file, "%s\n[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "]", i > 0 ? "," : "",
            moment->time, moment->live, moment->footprint, moment->host);
  }
}

static void write_events(FILE *file, const Recording *recording) {
  for (size_t i = 0; i < recording->device_count; i++) {
    const DeviceMoment *moment = &recording->device[i];
    fprintf(file, "%s\n{\"name\":", i > 0 ? "," : "");
    write_text(file, moment->name);
    fputs(",\"source\":", file);
    write_text(file, moment->where);
    fprintf(file,
            ",\"start\":%" PRId64 ",\"nanoseconds\":%" PRId64 ",\"bytes\":%" PRId64
            ",\"fast\":%" PRId64 "}",
            moment->time, moment->nanoseconds, moment->bytes, moment->fast);
  }
}

// Those of all threads, and of a device.
static void write_works(Context *ctx, FILE *file) {
  const Recording *recording = ctx->recording;
  size_t count = recording->work_count;
  int64_t *device_ops = calloc(count + 1, sizeof *device_ops);
  if (device_ops == NULL) return;
  memory_works(ctx, device_ops);
  for (size_t i = 0; i < count; i++) {
    int64_t times = 0, ops = device_ops[i], bytes = 0;
    for (size_t place = 0; place < RECORDED_PLACES; place++) {
      const RecordedWork *work = &recording->works[place * count + i];
      times += work->count;
      ops += work->ops;
      bytes += work->bytes;
    }
    fprintf(file, "%s\n{\"name\":", i > 0 ? "," : "");
    write_text(file, ctx->table->works[i].name);
    fputs(",\"source\":", file);
    write_text(file, ctx->table->works[i].where);
    fprintf(file, ",\"count\":%" PRId64 ",\"ops\":%" PRId64 ",\"bytes\":%" PRId64 "}", times, ops,
            bytes);
  }
  free(device_ops);
}

bool recording_write(Context *ctx, const char *entry, FILE *file) {
  if (ctx->gpu == NULL) sampler_end();
  char *report = context_report(ctx);
  Recording *recording = ctx->recording;
  ctx->recording = NULL; // what follows is not part of it
  bool is_paused = ctx->is_paused;
  ctx->is_paused = true;
  MachineLimits limits = limits_measure(ctx);
  ctx->is_paused = is_paused;
  ctx->recording = recording;
  if (report == NULL) return false;
  fputs("{\"entry\":", file);
  write_text(file, entry);
  fprintf(file, ",\"threads\":%d,\"processor_samples\":%zu,\"runs\":[", ctx->num_threads,
          (size_t)sampler.count);
  for (size_t i = 0; i < recording->run_count; i++)
    fprintf(file, "%s[%" PRId64 ",%" PRId64 ",%" PRId64 "]", i > 0 ? "," : "",
            recording->runs[i].begin, recording->runs[i].end, recording->runs[i].calls);
  fputs("],\"samples\":[", file);
  write_samples(file);
  fputs("],\"memory\":[", file);
  write_memory(file, recording);
  fputs("],\"moments\":[", file);
  write_events(file, recording);
  fputs("],\"works\":[", file);
  write_works(ctx, file);
  fprintf(file,
          "],\"report\":%s,\"copy_rate\":%.3f,\"near_rate\":%.3f,\"f32_rate\":%.3f,"
          "\"f64_rate\":%.3f,\"fast\":%" PRId64 ",\"limit\":%" PRId64 ",\"device\":",
          report, limits.copy_rate, limits.near_rate, limits.f32_rate, limits.f64_rate, limits.fast,
          ctx->memory_limit);
  write_text(file, memory_name(ctx));
  fputs("}\n", file);
  free(report);
  free(sampler.samples);
  sampler.samples = NULL;
  return true;
}
