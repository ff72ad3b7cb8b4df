// Logs, profiles and reports of contexts. See context.h.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rts/c/object.h"

int64_t clock_now(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void context_log(Context *ctx, const char *format, ...) {
  if (!ctx->is_logging) return;
  va_list arguments;
  va_start(arguments, format);
  pthread_mutex_lock(&ctx->lock);
  FILE *log = ctx->log != NULL ? ctx->log : stderr;
  vfprintf(log, format, arguments);
  fputc('\n', log);
  pthread_mutex_unlock(&ctx->lock);
  va_end(arguments);
}

bool context_reaches(Context *ctx, size_t param, int64_t limit, int64_t amount) {
  bool is_reached = limit <= amount;
  if (ctx->is_logging)
    context_log(ctx, "Compared %s <= %" PRId64 ": %s.", ctx->table->params[param].name, amount,
                is_reached ? "true" : "false");
  return is_reached;
}

// ---------------------------------------------------------------------------------------------
// Profiles

int64_t profile_start(Context *ctx) {
  return ctx->is_profiling && !ctx->is_paused ? clock_now() : 0;
}

static bool is_same_text(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

// The entry of this name and place, a new one if there is none; NULL if memory is short. Places
// whose kernels are the same have one name.
static ProfileEntry *profile_find(Context *ctx, const ProfileEntry *event) {
  for (size_t i = 0; i < ctx->profile_count; i++) {
    const ProfileEntry *entry = &ctx->profile[i];
    if (entry->is_device == event->is_device && is_same_text(entry->name, event->name) &&
        is_same_text(entry->where, event->where))
      return &ctx->profile[i];
  }
  if (ctx->profile_count == ctx->profile_capacity) {
    size_t capacity = ctx->profile_capacity == 0 ? 16 : 2 * ctx->profile_capacity;
    ProfileEntry *grown = realloc(ctx->profile, capacity * sizeof *grown);
    if (grown == NULL) return NULL;
    ctx->profile = grown;
    ctx->profile_capacity = capacity;
  }
  ProfileEntry *entry = &ctx->profile[ctx->profile_count++];
  *entry =
      (ProfileEntry){.name = event->name, .where = event->where, .is_device = event->is_device};
  return entry;
}

void profile_add(Context *ctx, const ProfileEntry *event) {
  pthread_mutex_lock(&ctx->lock);
  ProfileEntry *entry = profile_find(ctx, event);
  if (entry != NULL) {
    entry->count += event->count;
    entry->nanoseconds += event->nanoseconds;
    entry->bytes += event->bytes;
  }
  pthread_mutex_unlock(&ctx->lock);
}

void profile_stop(Context *ctx, int64_t start, const char *name) {
  if (start == 0) return;
  profile_add(ctx, &(ProfileEntry){.name = name, .count = 1, .nanoseconds = clock_now() - start});
}

// ---------------------------------------------------------------------------------------------
// Recordings

// Every second moment goes, but for one that was higher than both beside it.
static void memory_thin(Recording *recording) {
  size_t kept = 0;
  for (size_t i = 0; i + 1 < recording->memory_count; i += 2) {
    const MemoryMoment *pair = &recording->memory[i];
    recording->memory[kept++] = pair[0].live > pair[1].live ? pair[0] : pair[1];
  }
  recording->memory_count = kept;
  recording->memory_pace = 2 * recording->memory_pace + 1000;
}

// The memory of the process, as Linux tells it; 0 elsewhere.
static int64_t host_memory(void) {
  long all = 0, resident = 0, page = sysconf(_SC_PAGESIZE);
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  bool is_read = fscanf(file, "%ld %ld", &all, &resident) == 2;
  fclose(file);
  return is_read && page > 0 ? (int64_t)resident * page : 0;
}

// A moment that comes soon after another one takes its place, if it is higher.
void record_memory(Context *ctx) {
  Recording *recording = ctx->recording;
  if (recording == NULL || recording->is_crowded) return;
  if (recording->memory_count == RECORDED_MOMENTS) memory_thin(recording);
  MemoryMoment now = {clock_now(), context_live(ctx), ctx->footprint, 0};
  size_t count = recording->memory_count;
  MemoryMoment *last = count > 1 ? &recording->memory[count - 1] : NULL;
  bool is_new = last == NULL || now.time - last[-1].time >= recording->memory_pace;
  if (!is_new && now.live <= last->live) return;
  if (ctx->gpu != NULL) now.host = host_memory();
  if (is_new)
    recording->memory[recording->memory_count++] = now;
  else
    *last = now;
}

// A device does one thing after the other: it cannot have begun before the last one was done.
void record_device(Context *ctx, const DeviceMoment *moment) {
  Recording *recording = ctx->recording;
  if (recording == NULL || recording->device_count == RECORDED_MOMENTS) return;
  DeviceMoment *to = &recording->device[recording->device_count++];
  *to = *moment;
  if (to == recording->device) return;
  int64_t free_at = to[-1].time + to[-1].nanoseconds;
  if (to->time < free_at) to->time = free_at;
}

void record_work(Context *ctx, size_t number, int64_t ops, int64_t bytes) {
  static _Thread_local char mark;
  const Recording *recording = ctx->recording;
  if (ctx->is_paused || number >= recording->work_count) return;
  size_t place = (uintptr_t)&mark / 4096 % RECORDED_PLACES;
  RecordedWork *work = &recording->works[place * recording->work_count + number];
  atomic_fetch_add_explicit(&work->count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&work->ops, ops, memory_order_relaxed);
  atomic_fetch_add_explicit(&work->bytes, bytes, memory_order_relaxed);
}

// ---------------------------------------------------------------------------------------------
// Reports

// Text that grows; `data` becomes NULL for good when memory is short.
typedef struct ReportText {
  char *data;
  size_t length, capacity;
  bool is_failed;
} ReportText;

static void report_put(ReportText *text, const char *piece) {
  size_t length = strlen(piece);
  if (text->is_failed) return;
  if (text->length + length + 1 > text->capacity) {
    size_t capacity = 2 * (text->length + length + 1);
    char *grown = realloc(text->data, capacity);
    if (grown == NULL) {
      text->is_failed = true;
      return;
    }
    text->data = grown;
    text->capacity = capacity;
  }
  memcpy(text->data + text->length, piece, length + 1);
  text->length += length;
}

static void report_number(ReportText *text, const char *before, int64_t number) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRId64, number);
  report_put(text, before);
  report_put(text, digits);
}

static void report_string(ReportText *text, const char *string) {
  report_put(text, "\"");
  for (; *string != '\0'; string++) {
    unsigned char byte = (unsigned char)*string;
    char piece[8];
    if (byte < 0x20) {
      snprintf(piece, sizeof piece, "\\u%04x", (unsigned)byte);
    } else {
      bool is_escaped = byte == '"' || byte == '\\';
      snprintf(piece, sizeof piece, "%s%c", is_escaped ? "\\" : "", *string);
    }
    report_put(text, piece);
  }
  report_put(text, "\"");
}

char *context_report(Context *ctx) {
  ReportText text = {0};
  memory_measure(ctx);
  pthread_mutex_lock(&ctx->lock);
  report_number(&text, "{\"memory\": {\"live\": ", context_live(ctx));
  report_number(&text, ", \"peak\": ", ctx->peak);
  report_number(&text, ", \"footprint\": ", ctx->footprint);
  report_number(&text, ", \"footprint_peak\": ", ctx->footprint_peak);
  report_number(&text, ", \"limit\": ", ctx->memory_limit);
  report_number(&text, ", \"blocks_made\": ", ctx->made);
  report_number(&text, ", \"blocks_reused\": ", ctx->reused);
  report_put(&text, "}, \"events\": [");
  for (size_t i = 0; i < ctx->profile_count; i++) {
    const ProfileEntry *entry = &ctx->profile[i];
    report_put(&text, i == 0 ? "{\"name\": " : ", {\"name\": ");
    report_string(&text, entry->name);
    report_number(&text, ", \"count\": ", entry->count);
    report_number(&text, ", \"nanoseconds\": ", entry->nanoseconds);
    if (entry->is_device) {
      report_number(&text, ", \"bytes\": ", entry->bytes);
      report_put(&text, ", \"source\": ");
      report_string(&text, entry->where == NULL ? "" : entry->where);
    }
    report_put(&text, "}");
  }
  report_put(&text, "]}");
  pthread_mutex_unlock(&ctx->lock);
  if (!text.is_failed) return text.data;
  free(text.data);
  return NULL;
}

// A line for what the host did: an entry point, or the program's constants.
static void print_host(FILE *file, const ProfileEntry *entry) {
  fprintf(file, "%-32s %8" PRId64 " times %12" PRId64 " us\n", entry->name, entry->count,
          entry->nanoseconds / 1000);
}

// How wide the columns with names and places are.
typedef struct TableWidths {
  int name, where;
} TableWidths;

// A line of the table of what the device did.
static void print_device(FILE *file, const ProfileEntry *entry, TableWidths widths) {
  double microseconds = (double)entry->nanoseconds / 1e3;
  double count = entry->count > 0 ? (double)entry->count : 1;
  double rate = entry->nanoseconds > 0 ? (double)entry->bytes / (double)entry->nanoseconds : 0;
  fprintf(file, "%-*s %-*s %8" PRId64 " %12.1f %10.1f %14.0f %8.1f\n", widths.name, entry->name,
          widths.where, entry->where == NULL ? "" : entry->where, entry->count, microseconds,
          microseconds / count, (double)entry->bytes / count, rate);
}

static void widen(int *width, const char *text) {
  if (text != NULL && (int)strlen(text) > *width) *width = (int)strlen(text);
}

// What took longest first; those of a kind that took equally long stay in order.
static int compare_times(const void *left, const void *right) {
  const ProfileEntry *a = left, *b = right;
  return (a->nanoseconds < b->nanoseconds) - (a->nanoseconds > b->nanoseconds);
}

static void print_table(const Context *ctx, FILE *file) {
  size_t count = 0;
  TableWidths widths = {24, 20};
  ProfileEntry all = {.name = "all"};
  ProfileEntry *entries = calloc(ctx->profile_count + 1, sizeof *entries);
  if (entries == NULL) return;
  for (size_t i = 0; i < ctx->profile_count; i++)
    if (ctx->profile[i].is_device) entries[count++] = ctx->profile[i];
  qsort(entries, count, sizeof *entries, compare_times);
  for (size_t i = 0; i < count; i++) {
    widen(&widths.name, entries[i].name);
    widen(&widths.where, entries[i].where);
    all.count += entries[i].count;
    all.nanoseconds += entries[i].nanoseconds;
    all.bytes += entries[i].bytes;
  }
  if (count > 0)
    fprintf(file, "%-*s %-*s %8s %12s %10s %14s %8s\n", widths.name, "on the device", widths.where,
            "source", "launches", "us", "us each", "bytes each", "GB/s");
  for (size_t i = 0; i < count; i++)
    print_device(file, &entries[i], widths);
  if (count > 1) print_device(file, &all, widths);
  free(entries);
}

void context_summary(Context *ctx, FILE *file) {
  memory_measure(ctx);
  pthread_mutex_lock(&ctx->lock);
  fprintf(file, "Peak memory usage: %" PRId64 " bytes.\n", ctx->peak);
  if (ctx->is_debugging)
    fprintf(file,
            "Memory: %" PRId64 " bytes are in use, %" PRId64 " are taken from the system, %" PRId64
            " at most, of %" PRId64 "; blocks that were made: %" PRId64 ", used again: %" PRId64
            ".\n",
            context_live(ctx), ctx->footprint, ctx->footprint_peak, ctx->memory_limit, ctx->made,
            ctx->reused);
  for (size_t i = 0; i < ctx->profile_count; i++)
    if (!ctx->profile[i].is_device) print_host(file, &ctx->profile[i]);
  print_table(ctx, file);
  pthread_mutex_unlock(&ctx->lock);
}
