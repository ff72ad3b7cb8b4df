// Files of results have the format of Futhark's `bench --json`, so that each reads the other's.
#include <math.h>
#include <string.h>

#include "driver/bench.h"

// ---- Writing ----

// Whole microseconds, as Futhark has them, unless that would say little.
static void write_time(JsonWriter *json, double time) {
  if (time < BENCH_SHORT)
    json_double(json, time);
  else
    json_int(json, (int64_t)time);
}

static void write_series(JsonWriter *json, const Series *series) {
  json_key(json, series->data_set);
  if (series->failure) {
    json_string(json, series->failure);
    return;
  }
  json_begin_object(json);
  json_key(json, "runtimes");
  json_begin_array(json);
  for (size_t i = 0; i < series->times.count; i++)
    write_time(json, series->times.data[i]);
  json_end_array(json);
  json_key(json, "bytes"), json_begin_object(json), json_end_object(json);
  json_key(json, "stderr"), json_string(json, "");
  json_end_object(json);
}

// Was a series of this program written already?
static bool is_known(const AllSeries *all, size_t position) {
  for (size_t i = 0; i < position; i++)
    if (strcmp(all->data[i].program, all->data[position].program) == 0) return true;
  return false;
}

void results_write(StrBuf *out, const AllSeries *all) {
  JsonWriter json = json_begin(out);
  json_begin_object(&json);
  for (size_t i = 0; i < all->count; i++) {
    if (is_known(all, i)) continue;
    const char *program = all->data[i].program;
    json_key(&json, program);
    json_begin_object(&json);
    json_key(&json, "datasets");
    json_begin_object(&json);
    for (size_t k = i; k < all->count; k++)
      if (strcmp(all->data[k].program, program) == 0) write_series(&json, &all->data[k]);
    json_end_object(&json);
    json_end_object(&json);
  }
  json_end_object(&json);
  json_end(&json);
  strbuf_putc(out, '\n');
}

// ---- Reading ----

static int malformed(Driver *driver, const char *path, const char *why) {
  diag_error(driver->diag, ERROR_BENCH_RESULTS, SPAN_NONE, "%s: %s", path, why);
  diag_hint(driver->diag, "such a file is written by ravel bench --json=FILE");
  return EXIT_USAGE;
}

// A string in place of the times says why there are none.
static bool read_series(Driver *driver, const JsonItem *item, const char *program, Series *series) {
  *series = (Series){.program = program, .data_set = item->key};
  if (item->value->kind == JSON_STRING) {
    series->failure = item->value->text;
    return true;
  }
  const JsonValue *times = json_member(item->value, "runtimes");
  if (!times || times->kind != JSON_ARRAY || times->count == 0) return false;
  for (size_t i = 0; i < times->count; i++) {
    const JsonValue *time = times->items[i].value;
    if (time->kind != JSON_NUMBER || time->number < 0) return false;
    vec_push(driver->arena, &series->times, time->number);
  }
  return true;
}

int results_read(Driver *driver, const char *path, AllSeries *all) {
  size_t length = 0, offset = 0;
  const char *error = NULL;
  const char *text = file_read(driver->arena, path, (size_t)1 << 31, &length, &error);
  if (!text) {
    diag_error(driver->diag, ERROR_CANNOT_READ, SPAN_NONE, "cannot read %s: %s", path, error);
    return EXIT_USAGE;
  }
  const JsonValue *root = json_read(driver->arena, text, length, &error, &offset);
  if (!root)
    return malformed(driver, path, arena_printf(driver->arena, "byte %zu: %s", offset, error));
  if (root->kind != JSON_OBJECT) return malformed(driver, path, "expected an object of programs");
  for (size_t i = 0; i < root->count; i++) {
    const JsonItem *program = &root->items[i];
    const JsonValue *sets = json_member(program->value, "datasets");
    if (!sets || sets->kind != JSON_OBJECT)
      return malformed(driver, path,
                       arena_printf(driver->arena, "%s has no datasets", program->key));
    for (size_t k = 0; k < sets->count; k++) {
      Series series;
      if (!read_series(driver, &sets->items[k], program->key, &series))
        return malformed(driver, path,
                         arena_printf(driver->arena, "%s, %s: expected runtimes, a list of numbers",
                                      program->key, sets->items[k].key));
      vec_push(driver->arena, all, series);
    }
  }
  return EXIT_OK;
}

// ---- Comparing ----

const Series *series_find(const AllSeries *all, const Series *like) {
  for (size_t i = 0; i < all->count; i++)
    if (strcmp(all->data[i].program, like->program) == 0 &&
        strcmp(all->data[i].data_set, like->data_set) == 0)
      return &all->data[i];
  return NULL;
}

// Within their intervals two means may be equal, and less than a hundredth is noise whatever they
// say: another day, or another place in memory, makes as much. Where other programs interrupt the
// runs now and then, a few slow ones make the mean; the medians know better.
static bool is_noise(const Statistics *old, const Statistics *now) {
  double difference = fabs(old->mean - now->mean);
  if (!isfinite(old->interval) || !isfinite(now->interval)) return false;
  return difference <= fmax(hypot(old->interval, now->interval), 0.01 * old->mean) ||
         fabs(old->median - now->median) <= 0.01 * old->median;
}

void change_print(StrBuf *out, const Series *before, const Series *after) {
  if (!before || before->failure) {
    strbuf_puts(out, before ? "failed before" : "new");
    return;
  }
  Statistics old = statistics_of(&before->times), now = statistics_of(&after->times);
  double ratio = old.mean / now.mean;
  if (old.mean <= 0 || now.mean <= 0)
    strbuf_puts(out, "too short to tell");
  else if (is_noise(&old, &now))
    strbuf_puts(out, "no difference");
  else if (ratio >= 1)
    strbuf_printf(out, "%.2fx faster", ratio);
  else
    strbuf_printf(out, "%.2fx slower", 1 / ratio);
}

void time_print(StrBuf *out, double microseconds) {
  if (microseconds < 1)
    strbuf_printf(out, "%.*f ns", microseconds < 0.1 ? 1 : 0, microseconds * 1e3);
  else if (microseconds < 1000)
    strbuf_printf(out, "%.*f us", microseconds < 10 ? 1 : 0, microseconds);
  else if (microseconds < 1e6)
    strbuf_printf(out, "%.*f ms", microseconds < 1e5 ? 2 : 1, microseconds / 1e3);
  else
    strbuf_printf(out, "%.*f s", microseconds < 1e8 ? 2 : 1, microseconds / 1e6);
}
