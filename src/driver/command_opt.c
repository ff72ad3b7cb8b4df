// ravel opt and ravel dump: a program after passes, as text.
#include "driver/pipeline.h"
#include "ir/print.h"

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

int command_dump(Driver *driver, const Arguments *arguments) {
  const char *after = option_text(arguments, OPTION_AFTER, NULL);
  const char *last = option_text(arguments, OPTION_TO, NULL);
  Pipeline pipeline = pipeline_default(driver->arena, goal_from(last, after));
  if (after && !pipeline_stop_after(driver, &pipeline, after)) return EXIT_USAGE;
  return transform(driver, arguments, &pipeline);
}
