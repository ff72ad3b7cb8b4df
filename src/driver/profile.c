// From the recording of a run to its page. See profile.h.
//
// Samples are addresses of the calls that were under way, the innermost first. The debugging
// information of the executable says which lines they stand for, and addr2line, which comes with
// every C compiler, reads it. The line of a sample is that of the innermost call which is in a
// source of the user, however much was inlined there.
#include "driver/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/json_read.h"

typedef struct ProfileLine {
  uint32_t file; // of the source map; 0: not known
  uint32_t line;
} ProfileLine;

typedef struct Profile {
  Driver *driver;
  const Arguments *arguments;
  const ProfileRun *run;
  const JsonValue *trace;
  Map *lines; // address -> ProfileLine
} Profile;

// ---- The file ----

static const char *page_path(Driver *driver, const Arguments *arguments) {
  const char *source = path_basename(arguments->operands.data[0]);
  const char *name = path_without_extension(driver->arena, source);
  return option_text(arguments, OPTION_PROFILE_PAGE, arena_printf(driver->arena, "%s.html", name));
}

int profile_page_check(Driver *driver, const Arguments *arguments) {
  if (option_is_set(arguments, OPTION_INTERPRET) || option_is_set(arguments, OPTION_HEAP)) {
    diag_error(driver->diag, ERROR_BAD_OPTION, SPAN_NONE, "what is interpreted has no profile");
    diag_hint(driver->diag, "--target chooses what the program is compiled for");
    return EXIT_USAGE;
  }
  const char *path = page_path(driver, arguments);
  for (size_t i = 0; i < arguments->operands.count; i++)
    if (strcmp(path, arguments->operands.data[i]) == 0) {
      diag_error(driver->diag, ERROR_CANNOT_WRITE, SPAN_NONE, "%s is read, and not written", path);
      diag_hint(driver->diag, "-o FILE says where the page goes");
      return EXIT_USAGE;
    }
  return output_check(driver, path, NULL);
}

static int failed(const Profile *profile, const char *what) {
  diag_error(profile->driver->diag, ERROR_NOT_PROFILED, SPAN_NONE, "%s", what);
  return EXIT_USAGE;
}

// ---- Lines of addresses ----

static uint64_t address_key(double address) { return (uint64_t)address; }

// All addresses of all samples, once each.
static void addresses_put(Profile *profile, StrBuf *out) {
  const JsonValue *samples = json_member(profile->trace, "samples");
  for (size_t i = 0; i < samples->count; i++) {
    const JsonValue *sample = samples->items[i].value;
    for (size_t k = 1; k < sample->count; k++) {
      uint64_t key = address_key(sample->items[k].value->number);
      if (map_find(profile->lines, key, NULL)) continue;
      map_put(profile->lines, key, arena_make(profile->driver->arena, ProfileLine));
      strbuf_printf(out, "0x%llx\n", (unsigned long long)key);
    }
  }
}

// A path of the source map; relative ones have come to stand after the C compiler's folder.
static bool is_path_of(const char *text, const char *path) {
  size_t length = strlen(text), tail = strlen(path);
  if (length < tail || strcmp(text + length - tail, path) != 0) return false;
  return length == tail || (path[0] != '/' && text[length - tail - 1] == '/');
}

// `path:line`, perhaps with words after it.
static bool line_read(const SourceMap *sources, char *text, ProfileLine *line) {
  char *colon = strrchr(text, ':');
  if (!colon) return false;
  *colon = '\0';
  line->line = (uint32_t)strtoul(colon + 1, NULL, 10);
  const SourceFile *file;
  for (uint32_t id = 1; (file = source_get(sources, id)); id++) {
    if (!is_path_of(text, file->path)) continue;
    line->file = id;
    return line->line > 0;
  }
  return false;
}

// An address in a line of its own comes before its lines, the innermost first.
static void lines_read(Profile *profile, char *text) {
  ProfileLine *at = NULL;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    if (strncmp(line, "0x", 2) == 0) {
      at = map_get(profile->lines, (uint64_t)strtoull(line, NULL, 16));
      continue;
    }
    ProfileLine found = {0};
    if (at && at->file == 0 && line_read(profile->driver->sources, line, &found)) *at = found;
  }
}

// The executable under a name, for other programs.
static const char *executable_copy(Profile *profile) {
  enum { LIMIT = 1 << 30 };
  Driver *driver = profile->driver;
  size_t length = 0;
  const char *error = NULL;
  const char *from =
      arena_printf(driver->arena, "/proc/self/fd/%d", profile->run->build->descriptor);
  const char *to = path_join(driver->arena, profile->run->scratch->folder, "executable");
  const char *text = file_read(driver->arena, from, LIMIT, &length, &error);
  return text && file_write(driver->arena, to, text, length, &error) ? to : NULL;
}

static int lines_find(Profile *profile) {
  enum { LIMIT = 1 << 30 };
  Driver *driver = profile->driver;
  Scratch *scratch = profile->run->scratch;
  StrBuf addresses = {0};
  addresses_put(profile, &addresses);
  const char *input = path_join(driver->arena, scratch->folder, "addresses");
  const char *output = path_join(driver->arena, scratch->folder, "lines");
  const char *executable = addresses.length > 0 ? executable_copy(profile) : NULL;
  int status = EXIT_OK;
  if (addresses.length > 0)
    status = executable ? text_write(driver, input, strbuf_text(&addresses), addresses.length)
                        : failed(profile, "the executable cannot be read");
  bool is_empty = addresses.length == 0;
  strbuf_free(&addresses);
  if (status != EXIT_OK || is_empty) return status;
  Words words = {0};
  const char *const COMMAND[] = {environment("ADDR2LINE", "addr2line"), "-i", "-a", "-e",
                                 executable};
  for (size_t i = 0; i < sizeof COMMAND / sizeof *COMMAND; i++)
    vec_push(driver->arena, &words, COMMAND[i]);
  ProcessEnd end =
      process_run(driver, scratch, &(Process){.words = &words, .input = input, .output = output});
  if (!end.is_started || end.signal || end.code != 0) {
    failed(profile, "addr2line, which finds the source lines, cannot be run");
    diag_hint(driver->diag, "it is in Debian's binutils; the environment variable ADDR2LINE names "
                            "another one");
    return EXIT_USAGE;
  }
  size_t length = 0;
  const char *error = NULL;
  char *text = file_read(driver->arena, output, LIMIT, &length, &error);
  if (!text) return write_failed(driver, output, error);
  lines_read(profile, text);
  return EXIT_OK;
}

// ---- The data of the page ----

static const ProfileLine *sample_line(const Profile *profile, const JsonValue *sample) {
  for (size_t k = 1; k < sample->count; k++) {
    const ProfileLine *line = map_get(profile->lines, address_key(sample->items[k].value->number));
    if (line && line->file) return line;
  }
  return NULL;
}

// [time, file, line], or [time] alone for what is in no source.
static void put_samples(const Profile *profile, JsonWriter *json) {
  const JsonValue *samples = json_member(profile->trace, "samples");
  json_key(json, "samples"), json_begin_array(json);
  for (size_t i = 0; i < samples->count; i++) {
    const JsonValue *sample = samples->items[i].value;
    const ProfileLine *line = sample_line(profile, sample);
    json_begin_array(json);
    json_int(json, (int64_t)sample->items[0].value->number);
    if (line) json_int(json, line->file - 1), json_int(json, line->line);
    json_end_array(json);
  }
  json_end_array(json);
}

static void put_files(const Profile *profile, JsonWriter *json) {
  const SourceFile *file;
  json_key(json, "files"), json_begin_array(json);
  for (uint32_t id = 1; (file = source_get(profile->driver->sources, id)); id++) {
    bool is_prelude = strncmp(file->path, "/prelude/", strlen("/prelude/")) == 0;
    json_begin_object(json);
    json_key(json, "path"), json_string(json, file->path);
    json_key(json, "text"), json_text(json, file->text, is_prelude ? 0 : file->length);
    json_end_object(json);
  }
  json_end_array(json);
}

static void put_value(JsonWriter *json, const JsonValue *value) {
  switch (value->kind) {
  case JSON_NULL: json_null(json); return;
  case JSON_BOOL: json_bool(json, value->truth); return;
  case JSON_NUMBER: json_double(json, value->number); return;
  case JSON_STRING: json_string(json, value->text); return;
  case JSON_ARRAY:
    json_begin_array(json);
    for (size_t i = 0; i < value->count; i++)
      put_value(json, value->items[i].value);
    json_end_array(json);
    return;
  case JSON_OBJECT:
    json_begin_object(json);
    for (size_t i = 0; i < value->count; i++) {
      json_key(json, value->items[i].key);
      put_value(json, value->items[i].value);
    }
    json_end_object(json);
    return;
  }
}

// What the processor is called, as far as the system says.
static const char *machine_name(Driver *driver) {
  enum { LIMIT = 1 << 24 };
  size_t length = 0;
  const char *error = NULL;
  const char *text = file_read(driver->arena, "/proc/cpuinfo", LIMIT, &length, &error);
  const char *line = text ? strstr(text, "model name") : NULL;
  const char *name = line ? strchr(line, ':') : NULL;
  if (!name) return "";
  name += 1 + strspn(name + 1, " \t");
  return arena_strndup(driver->arena, name, strcspn(name, "\n"));
}

static const char *target_name(const BuildOptions *options) {
  return options->device == DEVICE_OPENCL ? "opencl"
         : options->device == DEVICE_CUDA ? "cuda"
         : options->is_parallel           ? "multicore"
                                          : "c";
}

// Those that say what is run; not those of the page and of messages, nor the target, which is shown
// whether it was given or not.
static void put_options(const Arguments *arguments, StrBuf *out) {
  for (size_t i = 0; i < arguments->options.count; i++) {
    const OptionUse *use = &arguments->options.data[i];
    const OptionInfo *info = option_info(use->id);
    bool is_shown = info->group == GROUP_RUN || info->group == GROUP_SOURCE;
    if (!is_shown || use->id == OPTION_RUN_TARGET) continue;
    strbuf_printf(out, use->value ? " --%s=%s" : " --%s", info->name, use->value);
  }
}

static void put_command(const Profile *profile, JsonWriter *json) {
  const Words *operands = &profile->arguments->operands;
  enum { SHOWN = 60 };
  StrBuf text = {0};
  put_options(profile->arguments, &text);
  for (size_t i = 1; i < operands->count; i++)
    strbuf_printf(&text, " %.*s%s", SHOWN, operands->data[i],
                  strlen(operands->data[i]) > SHOWN ? "..." : "");
  json_key(json, "program"), json_string(json, operands->data[0]);
  json_key(json, "arguments"), json_string(json, strbuf_text(&text));
  strbuf_free(&text);
}

static void put_data(const Profile *profile, StrBuf *out) {
  static const char *const COPIED[] = {"entry", "threads",   "runs",      "memory",   "moments",
                                       "works", "copy_rate", "near_rate", "f32_rate", "f64_rate",
                                       "fast",  "limit",     "device"};
  JsonWriter json = json_begin(out);
  json_begin_object(&json);
  put_command(profile, &json);
  json_key(&json, "version"), json_string(&json, RAVEL_VERSION);
  json_key(&json, "target"), json_string(&json, target_name(profile->run->options));
  json_key(&json, "machine"), json_string(&json, machine_name(profile->driver));
  for (size_t i = 0; i < sizeof COPIED / sizeof *COPIED; i++) {
    const JsonValue *value = json_member(profile->trace, COPIED[i]);
    json_key(&json, COPIED[i]);
    if (value)
      put_value(&json, value);
    else
      json_null(&json);
  }
  put_samples(profile, &json);
  put_files(profile, &json);
  json_end_object(&json);
  json_end(&json);
}

// A `<` in the data must not end the script that it stands in.
static void put_escaped(StrBuf *out, const StrBuf *data) {
  for (size_t i = 0; i < data->length; i++)
    if (data->data[i] == '<')
      strbuf_puts(out, "\\u003c");
    else
      strbuf_putc(out, data->data[i]);
}

static int page_write(const Profile *profile) {
  static const char MARKER[] = "/*DATA*/";
  Driver *driver = profile->driver;
  const PageFile *page = PAGE_FILES;
  const char *marker = strstr(page->text, MARKER);
  if (!marker) INTERNAL_ERROR("the page of profiles has no place for the data");
  StrBuf data = {0}, out = {0};
  put_data(profile, &data);
  strbuf_write(&out, page->text, (size_t)(marker - page->text));
  put_escaped(&out, &data);
  strbuf_puts(&out, marker + sizeof MARKER - 1);
  const char *path = page_path(driver, profile->arguments);
  int status = text_write(driver, path, strbuf_text(&out), out.length);
  strbuf_free(&data);
  strbuf_free(&out);
  if (status == EXIT_OK && !option_is_set(profile->arguments, OPTION_QUIET))
    printf("wrote %s\n", path);
  return status;
}

// Is it what a program writes (rts/c/record.c)?
static bool is_trace(const JsonValue *trace) {
  static const char *const LISTS[] = {"runs", "samples", "memory", "moments", "works"};
  if (!trace || trace->kind != JSON_OBJECT) return false;
  for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS; i++) {
    const JsonValue *list = json_member(trace, LISTS[i]);
    if (!list || list->kind != JSON_ARRAY) return false;
  }
  return true;
}

int profile_write(Driver *driver, const Arguments *arguments, const ProfileRun *run) {
  enum { LIMIT = 1 << 30 };
  size_t length = 0, offset = 0;
  const char *error = NULL;
  Profile profile = {
      .driver = driver, .arguments = arguments, .run = run, .lines = map_new(driver->arena)};
  const char *text = file_read(driver->arena, run->trace, LIMIT, &length, &error);
  profile.trace = text ? json_read(driver->arena, text, length, &error, &offset) : NULL;
  if (!is_trace(profile.trace)) return failed(&profile, "the program left no recording");
  int status = lines_find(&profile);
  return status == EXIT_OK ? page_write(&profile) : status;
}
