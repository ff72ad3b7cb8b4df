// ravel run: an entry point on the values of stdin.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/pipeline.h"
#include "driver/target.h"

// Does the user want the passes to run?
static bool has_pipeline_option(const Arguments *arguments) {
  for (size_t i = 0; i < arguments->options.count; i++)
    if (option_info(arguments->options.data[i].id)->group == GROUP_PIPELINE ||
        arguments->options.data[i].id == OPTION_TO)
      return true;
  return false;
}

static bool value_show(Writer *writer, const Value *value, bool is_binary, ValueError *error) {
  if (is_binary) return value_write_binary(writer, value, error);
  return value_write_text(writer, value, error) && writer_put(writer, "\n", 1, error);
}

static int results_print(Driver *driver, const Values *results, bool is_binary) {
  Writer *writer = writer_to_file(stdout);
  if (!writer) fatal_out_of_memory(0);
  ValueError error = {0};
  bool is_good = true;
  for (size_t i = 0; is_good && i < results->count; i++)
    is_good = value_show(writer, &results->data[i], is_binary, &error);
  is_good = is_good && writer_flush(writer, &error);
  writer_free(writer);
  if (is_good) return EXIT_OK;
  diag_error(driver->diag, ERROR_CANNOT_WRITE, SPAN_NONE, "standard output: %s", error.message);
  return EXIT_USAGE;
}

static uint64_t microseconds_since(struct timespec start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000);
}

// Runs as often as asked, keeps the last results, and appends a line per run to `times`.
static int entry_run(Driver *driver, const Target *target, Program *program, Fun *entry,
                     const Values *arguments, uint64_t runs, Values *results, StrBuf *times) {
  void *prepared = target->prepare(driver, program);
  if (!prepared) return EXIT_SOURCE_ERROR;
  int status = EXIT_OK;
  for (uint64_t i = 0; status == EXIT_OK && i < runs; i++) {
    struct timespec start;
    Failure failure = {0};
    values_free(results);
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (target->run(prepared, entry, arguments, results, &failure))
      strbuf_printf(times, "%llu\n", (unsigned long long)microseconds_since(start));
    else
      status = failure_report(driver, &failure);
  }
  target->release(prepared);
  return status;
}

static int arguments_read(Driver *driver, const Fun *entry, Values *arguments) {
  size_t count = 0;
  free(entry_param_types(entry, &count));
  bool is_terminal = isatty(STDIN_FILENO) != 0;
  if (is_terminal && count == 0) return EXIT_OK;
  Reader *reader = reader_from_file(stdin);
  if (!reader) fatal_out_of_memory(0);
  int status = entry_read(driver, entry, reader, "<stdin>", is_terminal, arguments);
  reader_free(reader);
  return status;
}

// Reads, runs, prints.
static int entry_execute(Driver *driver, const Arguments *arguments, Program *program, Fun *entry) {
  Values inputs = {0}, results = {0};
  StrBuf times = {0};
  const char *time_path = option_text(arguments, OPTION_TIME_FILE, NULL);
  int status = arguments_read(driver, entry, &inputs);
  const Target *target = target_named(option_is_set(arguments, OPTION_HEAP) ? "heap" : "interpret");
  if (status == EXIT_OK)
    status = entry_run(driver, target, program, entry, &inputs,
                       option_count(arguments, OPTION_RUNS, 1), &results, &times);
  if (status == EXIT_OK && time_path)
    status = text_write(driver, time_path, strbuf_text(&times), times.length);
  if (status == EXIT_OK && !option_is_set(arguments, OPTION_NO_PRINT))
    status = results_print(driver, &results, option_is_set(arguments, OPTION_BINARY));
  values_free(&inputs);
  values_free(&results);
  strbuf_free(&times);
  return status;
}

// The program as it is to be run, after the passes that the options ask for. NULL after a report.
static Program *program_prepare(Driver *driver, const Arguments *arguments, Program *program,
                                int *status) {
  bool is_heap = option_is_set(arguments, OPTION_HEAP);
  if (!is_heap && !has_pipeline_option(arguments)) return program;
  Pipeline pipeline = pipeline_default(driver->arena, LEVEL_MEM);
  if (has_pipeline_option(arguments) && !pipeline_from(driver, arguments, &pipeline)) {
    *status = EXIT_USAGE;
    return NULL;
  }
  program = pipeline_run(driver, &pipeline, program, status);
  if (!program || !is_heap || program->level == LEVEL_MEM) return program;
  diag_error(driver->diag, ERROR_PASS_ORDER, SPAN_NONE,
             "the interpreter by heap runs programs at level mem, but this one is at level %s",
             level_name(program->level));
  *status = EXIT_USAGE;
  return NULL;
}

int command_run(Driver *driver, const Arguments *arguments) {
  const char *path = arguments->operands.data[0];
  int status = EXIT_OK;
  if (strcmp(path, "-") == 0) {
    diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE,
               "ravel run reads arguments from stdin, not the program");
    return EXIT_USAGE;
  }
  Program *program =
      source_compile(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL), &status);
  if (!program) return status;
  program = program_prepare(driver, arguments, program, &status);
  if (!program) return status;
  Fun *entry = entry_select(driver, program, option_text(arguments, OPTION_ENTRY, NULL));
  if (!entry) return EXIT_USAGE;
  return entry_execute(driver, arguments, program, entry);
}
