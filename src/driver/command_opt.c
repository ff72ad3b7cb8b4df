// ravel opt and ravel dump: a program after passes, as text.
#include "core/core.h"
#include "driver/pipeline.h"
#include "ir/print.h"
#include "mem/report.h"

static int program_write(Driver *driver, const Program *program, const char *path) {
  StrBuf text = {0};
  program_print(&text, program);
  int status = text_write(driver, path, strbuf_text(&text), text.length);
  strbuf_free(&text);
  return status;
}

// Compiles the first operand, runs the pipeline and writes the result.
static int transform(Driver *driver, const Arguments *arguments, const Pipeline *pipeline) {
  int status = EXIT_OK;
  Program *program = source_compile(driver, arguments->operands.data[0],
                                    option_text(arguments, OPTION_LANGUAGE, NULL), &status);
  if (!program) return status;
  program = pipeline_run(driver, pipeline, program, &status);
  if (!program) return status;
  return program_write(driver, program, option_text(arguments, OPTION_OUTPUT, NULL));
}

int command_opt(Driver *driver, const Arguments *arguments) {
  if (option_is_set(arguments, OPTION_LIST_PASSES)) return command_passes(driver, arguments);
  if (arguments->operands.count == 0) {
    diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE, "ravel opt needs FILE");
    diag_hint(driver->diag, "ravel opt --help shows examples");
    return EXIT_USAGE;
  }
  Pipeline pipeline;
  if (!pipeline_from(driver, arguments, &pipeline)) return EXIT_USAGE;
  return transform(driver, arguments, &pipeline);
}

// Compiles the first operand for what is shown of it at this level; NULL after an error.
static Program *program_at(Driver *driver, const Arguments *arguments, const Pipeline *pipeline,
                           IrLevel level, const char *option, int *status) {
  Program *program = source_compile(driver, arguments->operands.data[0],
                                    option_text(arguments, OPTION_LANGUAGE, NULL), status);
  if (program) program = pipeline_run(driver, pipeline, program, status);
  if (!program || program->level == level) return program;
  diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE, "%s needs a program at level %s", option,
             level == LEVEL_CORE ? "core" : "mem");
  *status = EXIT_USAGE;
  return NULL;
}

static int write_and_free(Driver *driver, const Arguments *arguments, StrBuf *text) {
  int status = text_write(driver, option_text(arguments, OPTION_OUTPUT, NULL), strbuf_text(text),
                          text->length);
  strbuf_free(text);
  return status;
}

// Shapes are inferred on Core; the source itself is what they are asked of most.
static int dump_shapes(Driver *driver, const Arguments *arguments, const Pipeline *pipeline) {
  int status = EXIT_OK;
  StrBuf text = {0};
  Program *program = program_at(driver, arguments, pipeline, LEVEL_CORE, "--shapes", &status);
  if (!program) return status;
  shapes_print(&text, program);
  return write_and_free(driver, arguments, &text);
}

static int dump_memory(Driver *driver, const Arguments *arguments, const Pipeline *pipeline) {
  int status = EXIT_OK;
  StrBuf text = {0};
  Program *program = program_at(driver, arguments, pipeline, LEVEL_MEM, "--memory", &status);
  if (!program) return status;
  const MemReport *report = mem_report_new(driver->arena, program);
  if (option_is_set(arguments, OPTION_JSON))
    mem_report_json(&text, report, driver->sources);
  else
    mem_report_print(&text, report, driver->sources);
  return write_and_free(driver, arguments, &text);
}

int command_dump(Driver *driver, const Arguments *arguments) {
  const char *after = option_text(arguments, OPTION_AFTER, NULL);
  bool is_shapes = option_is_set(arguments, OPTION_SHAPES);
  if (is_shapes && !after && !option_is_set(arguments, OPTION_TO)) after = "parse";
  bool is_memory = option_is_set(arguments, OPTION_MEMORY);
  const char *to = option_text(arguments, OPTION_TO, is_memory && !after ? "mem" : NULL);
  Pipeline pipeline = pipeline_for(driver, arguments, to, after);
  if (after && !pipeline_stop_after(driver, &pipeline, after)) return EXIT_USAGE;
  if (is_shapes) return dump_shapes(driver, arguments, &pipeline);
  if (is_memory) return dump_memory(driver, arguments, &pipeline);
  return transform(driver, arguments, &pipeline);
}
