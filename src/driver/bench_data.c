// The data sets of a program, for ravel bench and ravel tune.
#include <stdlib.h>
#include <string.h>

#include "driver/bench.h"

// ---- Names ----

const char *bench_set_name(Arena *arena, const TestCase *test, size_t position) {
  enum { LONGEST = 50 };
  if (test->name) return arena_printf(arena, "%s", test->name);
  if (test->input.kind == DATA_FILE) return arena_printf(arena, "%s", test->input.text);
  StrBuf text = {0};
  bool is_blank = false;
  for (size_t i = 0; i < test->input.length && text.length < LONGEST; i++) {
    char c = test->input.text[i];
    bool is_space = strchr(" \t\r\n", c) != NULL;
    if (is_space) {
      is_blank = text.length > 0;
      continue;
    }
    if (is_blank) strbuf_putc(&text, ' ');
    is_blank = false;
    strbuf_putc(&text, c);
  }
  const char *name = arena_printf(arena, "#%zu (%s%s)", position, strbuf_text(&text),
                                  text.length == LONGEST ? "..." : "");
  strbuf_free(&text);
  return name;
}

// ---- Files ----

int bench_file_open(BenchFile *file, const char *path, const char *language) {
  file->path = path;
  session_open(&file->session, 0);
  Driver *driver = &file->session.driver;
  file->front = front_choose(driver, path, language);
  file->source = file->front ? diag_load_source(driver->diag, path) : NULL;
  if (file->source && test_spec_parse(driver, file->front, file->source, &file->spec))
    return EXIT_OK;
  fputs(session_text(&file->session), stderr);
  return EXIT_SOURCE_ERROR;
}

// Files are named relative to the program.
static TestData data_beside(const BenchFile *file, TestData data) {
  Arena *arena = file->session.driver.arena;
  if (data.kind == DATA_FILE)
    data.text = path_join(arena, path_dirname(arena, file->path), data.text);
  return data;
}

static bool values_save(const char *path, const Values *values, StrBuf *why) {
  FILE *stream = fopen(path, "wb");
  Writer *writer = stream ? writer_to_file(stream) : NULL;
  ValueError error = {0};
  bool is_good = writer != NULL;
  for (size_t i = 0; is_good && i < values->count; i++)
    is_good = value_write_binary(writer, &values->data[i], &error);
  is_good = is_good && writer_flush(writer, &error);
  writer_free(writer);
  if (stream && fclose(stream) != 0) is_good = false;
  if (!is_good) strbuf_printf(why, "cannot write %s: %s", path, error.message);
  return is_good;
}

// What scripts call: the program that is measured.
typedef struct ScriptCalls {
  const Program *program;
  const BenchCase *run;
} ScriptCalls;

static bool script_call(const ScriptHost *host, const char *name, const Values *arguments,
                        Values *results, StrBuf *why) {
  const ScriptCalls *calls = host->context;
  BenchCase run = *calls->run;
  ValueType *types = entry_result_types(program_entry(calls->program, name), &run.result_count);
  run.entry = name;
  run.input = path_join(run.driver->arena, run.scratch->folder, "arguments");
  run.result_types = types;
  bool is_good = values_save(run.input, arguments, why) && bench_call(&run, results, why);
  free(types);
  return is_good;
}

bool bench_data_make(BenchFile *file, const TestCase *test, const Fun *entry, BenchCase *run,
                     Values *expected, StrBuf *why) {
  size_t count = 0;
  Values arguments = {0};
  Driver *driver = &file->session.driver;
  ValueType *types = entry_param_types(entry, &count);
  TestData input = data_beside(file, test->input), output = data_beside(file, test->output);
  ScriptCalls calls = {.program = file->program, .run = run};
  ScriptHost host = {.program = file->program,
                     .folder = path_dirname(driver->arena, file->path),
                     .run = script_call,
                     .context = &calls};
  TestWhose whose = {.entry = entry, .host = &host};
  bool is_good = test_data_read(driver, &input, whose, types, count, &arguments, why) &&
                 values_save(run->input, &arguments, why);
  free(types);
  values_free(&arguments);
  if (!is_good || output.kind == DATA_NONE) return is_good;
  whose.are_results = true;
  if (!test_data_read(driver, &output, whose, run->result_types, run->result_count, expected, why))
    return false;
  run->expected = expected;
  return true;
}
