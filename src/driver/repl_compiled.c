// Evaluation by a compiled program, which takes its arguments and gives its results in the binary
// format, and says in JSON why it failed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_read.h"
#include "driver/build.h"
#include "driver/process.h"
#include "driver/repl.h"
#include "ir/print.h"
#include "ir/walk.h"

// What programs call the new input, whatever its number: the same form gives the same program.
static const char NEW_INPUT[] = "<input>";

typedef struct ReplCompiled {
  Driver builder;
  Evaluation *evaluation;
  Scratch scratch;
  Build build;
  const char *input, *output, *errors; // files in the scratch folder
} ReplCompiled;

// ---- Building ----

// The same sources under the same numbers.
static void sources_copy(ReplCompiled *compiled) {
  const Evaluation *evaluation = compiled->evaluation;
  const SourceFile *file;
  for (uint32_t id = 1; (file = source_get(evaluation->driver->sources, id)); id++)
    source_add(compiled->builder.sources, id == evaluation->newest ? NEW_INPUT : file->path,
               file->text, file->length);
}

typedef struct Keying {
  const SourceMap *sources;
  CacheKey key;
  uint32_t last; // the file of the span before
} Keying;

// Positions are part of the program's messages.
static bool key_add_position(Walker *walker, Stm *stm) {
  Keying *keying = walker->context;
  Span span = stm->span;
  const SourceFile *file = source_get(keying->sources, span.file);
  if (file && span.file != keying->last) {
    cache_key_text(&keying->key, file->path);
    digest_add(&keying->key, file->text, file->length);
    keying->last = span.file;
  }
  uint32_t places[2] = {span.start, span.end};
  digest_add(&keying->key, places, sizeof places);
  return true;
}

static CacheKey key_of_program(const ReplCompiled *compiled) {
  Program *program = compiled->evaluation->program;
  Keying keying = {.sources = compiled->builder.sources};
  StrBuf text = {0};
  program_print(&text, program);
  digest_add(&keying.key, strbuf_text(&text), text.length);
  strbuf_free(&text);
  Walker walker = {.context = &keying, .enter = key_add_position};
  walk_program(&walker, program);
  return keying.key;
}

static bool build(ReplCompiled *compiled) {
  Driver *builder = &compiled->builder;
  const char *cache = cache_open(builder);
  BuildOptions options = {.source = source_get(builder->sources, compiled->evaluation->newest),
                          .cache = cache};
  options.is_parallel = build_prefers_threads(builder, cache);
  CacheKey key = key_of_program(compiled);
  return build_program(builder, &options, compiled->evaluation->program, key, &compiled->build) ==
         EXIT_OK;
}

// ---- Running ----

static bool write_input(const ReplCompiled *compiled) {
  const Values *arguments = compiled->evaluation->arguments;
  FILE *file = fopen(compiled->input, "wb");
  ValueError error = {0};
  bool is_good = file && values_write(file, arguments->data, arguments->count, &error);
  if (file && fclose(file) != 0) is_good = false;
  return is_good;
}

static bool read_output(ReplCompiled *compiled) {
  Evaluation *evaluation = compiled->evaluation;
  FILE *file = fopen(compiled->output, "rb");
  Reader *reader = file ? reader_from_file(file) : NULL;
  ValueError error = {0};
  bool is_good =
      reader && entry_read_results(reader, evaluation->entry, &evaluation->results, &error);
  reader_free(reader);
  if (file) fclose(file);
  return is_good;
}

// ---- Failures ----

static const char *member_text(const JsonValue *object, const char *key) {
  const JsonValue *value = json_member(object, key);
  return value && value->kind == JSON_STRING ? value->text : NULL;
}

static uint32_t member_count(const JsonValue *object, const char *key) {
  const JsonValue *value = json_member(object, key);
  return value && value->kind == JSON_NUMBER ? (uint32_t)value->number : 0;
}

// The offset of a line and a column, which counts code points.
static uint32_t offset_of(const SourceFile *file, uint32_t line, uint32_t column) {
  size_t length = 0, at = 0;
  if (line == 0 || line > file->line_count) return 0;
  const char *text = source_line(file, line, &length);
  for (uint32_t code; column > 1 && at < length; column--) {
    size_t step = utf8_decode(text + at, length - at, &code);
    at += step ? step : 1;
  }
  return (uint32_t)(text + at - file->text);
}

static Span failure_span(const ReplCompiled *compiled, const JsonValue *object) {
  const char *path = member_text(object, "file");
  const SourceFile *file;
  for (uint32_t id = 1; path && (file = source_get(compiled->builder.sources, id)); id++) {
    if (strcmp(file->path, path) != 0) continue;
    return span_new(
        id, offset_of(file, member_count(object, "line"), member_count(object, "column")),
        offset_of(file, member_count(object, "end_line"), member_count(object, "end_column")));
  }
  return SPAN_NONE;
}

static FailureKind failure_kind(const char *code, int exit_code) {
  static const struct {
    ErrorCode code;
    FailureKind kind;
  } KINDS[] = {{ERROR_RUN_ASSERT, FAILURE_ASSERT},     {ERROR_RUN_BOUNDS, FAILURE_BOUNDS},
               {ERROR_RUN_DIVISION, FAILURE_DIVISION}, {ERROR_RUN_SHAPE, FAILURE_SHAPE},
               {ERROR_RUN_ARGUMENT, FAILURE_ARGUMENT}, {ERROR_RUN_DEPTH, FAILURE_DEPTH},
               {ERROR_RUN_MEMORY, FAILURE_MEMORY}};
  for (size_t i = 0; code && i < sizeof KINDS / sizeof *KINDS; i++)
    if (strcmp(error_code_text(KINDS[i].code), code) == 0) return KINDS[i].kind;
  if (code && exit_code == EXIT_RUN_TIME) return FAILURE_ASSERT;
  return exit_code == EXIT_OUT_OF_MEMORY ? FAILURE_MEMORY : FAILURE_CRASH;
}

// The calls around it, which are notes.
static void read_calls(const ReplCompiled *compiled, const JsonValue *object, Failure *failure) {
  const JsonValue *notes = json_member(object, "notes");
  for (size_t i = 0; notes && notes->kind == JSON_ARRAY && i < notes->count; i++) {
    const JsonValue *note = notes->items[i].value;
    const char *text = member_text(note, "message");
    Span call = failure_span(compiled, note);
    size_t more = 0;
    if (span_is_known(call))
      failure_add_call(failure, call);
    else if (text && sscanf(text, "and %zu", &more) == 1 && failure->call_count > 0)
      failure->calls[failure->call_count - 1].more = more;
    else if (text && sscanf(text, "and from %zu", &more) == 1)
      failure->hidden_count = more;
  }
}

// What the program said. False when it said nothing that tells why.
static bool read_failure(ReplCompiled *compiled, ProcessEnd end) {
  size_t length = 0;
  const char *error = NULL;
  Arena *arena = compiled->builder.arena;
  const char *text = file_read(arena, compiled->errors, 1 << 20, &length, &error);
  const JsonValue *object = text ? json_read(arena, text, length, &error, &length) : NULL;
  const char *message = object ? member_text(object, "message") : NULL;
  if (!message) return false;
  StrBuf copy = {0};
  strbuf_puts(&copy, message);
  Failure failure = {.kind = failure_kind(member_text(object, "code"), end.code),
                     .span = failure_span(compiled, object),
                     .message = strbuf_take(&copy)};
  const char *code = member_text(object, "code");
  failure.has_code = code && error_code_find(code, strlen(code), &failure.code);
  read_calls(compiled, object, &failure);
  compiled->evaluation->failure = failure;
  return true;
}

// ---- All of it ----

static bool run(ReplCompiled *compiled, bool *is_good) {
  Driver *builder = &compiled->builder;
  Words words = {0};
  vec_push(builder->arena, &words,
           arena_printf(builder->arena, "/proc/self/fd/%d", compiled->build.descriptor));
  vec_push(builder->arena, &words, "-b");
  vec_push(builder->arena, &words, "--json");
  vec_push(builder->arena, &words, "-e");
  vec_push(builder->arena, &words, compiled->evaluation->entry->entry->name);
  Process process = {.words = &words,
                     .input = compiled->input,
                     .output = compiled->output,
                     .errors = compiled->errors};
  ProcessEnd end = process_run(builder, &compiled->scratch, &process);
  if (!end.is_started || end.signal) return false;
  *is_good = end.code == EXIT_OK;
  return *is_good ? read_output(compiled) : read_failure(compiled, end);
}

bool evaluate_compiled(Evaluation *evaluation, bool *is_good) {
  DiagSettings silent = diag_settings_default();
  silent.is_silent = true;
  ReplCompiled compiled = {.builder = driver_open(silent), .evaluation = evaluation};
  const char *error = NULL;
  compiled.builder.crash_folder = NULL;
  sources_copy(&compiled);
  if (!scratch_open(&compiled.builder, &compiled.scratch, scratch_parent(), &error)) return false;
  compiled.input = path_join(compiled.builder.arena, compiled.scratch.folder, "input");
  compiled.output = path_join(compiled.builder.arena, compiled.scratch.folder, "output");
  compiled.errors = path_join(compiled.builder.arena, compiled.scratch.folder, "errors");
  bool is_there = write_input(&compiled) && build(&compiled) && run(&compiled, is_good);
  scratch_close(&compiled.scratch);
  return is_there;
}
