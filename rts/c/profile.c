// Logs, profiles and reports of contexts. See context.h.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rts/c/context.h"

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

// ---------------------------------------------------------------------------------------------
// Profiles

int64_t profile_start(Context *ctx) {
  return ctx->is_profiling && !ctx->is_paused ? clock_now() : 0;
}

// The entry of this name, a new one if there is none; NULL if memory is short.
static ProfileEntry *profile_find(Context *ctx, const char *name) {
  for (size_t i = 0; i < ctx->profile_count; i++)
    if (ctx->profile[i].name == name || strcmp(ctx->profile[i].name, name) == 0)
      return &ctx->profile[i];
  if (ctx->profile_count == ctx->profile_capacity) {
    size_t capacity = ctx->profile_capacity == 0 ? 16 : 2 * ctx->profile_capacity;
    ProfileEntry *grown = realloc(ctx->profile, capacity * sizeof *grown);
    if (grown == NULL) return NULL;
    ctx->profile = grown;
    ctx->profile_capacity = capacity;
  }
  ProfileEntry *entry = &ctx->profile[ctx->profile_count++];
  *entry = (ProfileEntry){.name = name};
  return entry;
}

void profile_stop(Context *ctx, int64_t start, const char *name) {
  if (start == 0) return;
  int64_t duration = clock_now() - start;
  pthread_mutex_lock(&ctx->lock);
  ProfileEntry *entry = profile_find(ctx, name);
  if (entry != NULL) {
    entry->count++;
    entry->nanoseconds += duration;
  }
  pthread_mutex_unlock(&ctx->lock);
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
  pthread_mutex_lock(&ctx->lock);
  report_number(&text, "{\"memory\": {\"live\": ", context_live(ctx));
  report_number(&text, ", \"peak\": ", ctx->peak);
  report_number(&text, ", \"footprint\": ", ctx->footprint);
  report_number(&text, ", \"footprint_peak\": ", ctx->footprint_peak);
  report_put(&text, "}, \"events\": [");
  for (size_t i = 0; i < ctx->profile_count; i++) {
    const ProfileEntry *entry = &ctx->profile[i];
    report_put(&text, i == 0 ? "{\"name\": " : ", {\"name\": ");
    report_string(&text, entry->name);
    report_number(&text, ", \"count\": ", entry->count);
    report_number(&text, ", \"nanoseconds\": ", entry->nanoseconds);
    report_put(&text, "}");
  }
  report_put(&text, "]}");
  pthread_mutex_unlock(&ctx->lock);
  if (!text.is_failed) return text.data;
  free(text.data);
  return NULL;
}

void context_summary(Context *ctx, FILE *file) {
  pthread_mutex_lock(&ctx->lock);
  fprintf(file, "Peak memory usage: %" PRId64 " bytes.\n", ctx->peak);
  for (size_t i = 0; i < ctx->profile_count; i++) {
    const ProfileEntry *entry = &ctx->profile[i];
    fprintf(file, "%-32s %8" PRId64 " times %12" PRId64 " us\n", entry->name, entry->count,
            entry->nanoseconds / 1000);
  }
  pthread_mutex_unlock(&ctx->lock);
}
