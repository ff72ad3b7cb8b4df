// ravel opt and ravel dump: a program after passes, as text.
#include <string.h>

#include "core/core.h"
#include "driver/executable.h"
#include "driver/pipeline.h"
#include "imp/imp_launches.h"
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

// Shapes are inferred on Core; the source itself is what they are asked of most.
static int dump_shapes(Driver *driver, const Arguments *arguments, const Pipeline *pipeline) {
  int status = EXIT_OK;
  Program *program = source_compile(driver, arguments->operands.data[0],
                                    option_text(arguments, OPTION_LANGUAGE, NULL), &status);
  if (program) program = pipeline_run(driver, pipeline, program, &status);
  if (!program) return status;
  if (program->level != LEVEL_CORE) {
    diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE, "--shapes needs a program at level core");
    return EXIT_USAGE;
  }
  StrBuf text = {0};
  shapes_print(&text, program);
  status = text_write(driver, option_text(arguments, OPTION_OUTPUT, NULL), strbuf_text(&text),
                      text.length);
  strbuf_free(&text);
  return status;
}

static int dump_launches(Driver *driver, const Arguments *arguments) {
  const char *target = option_text(arguments, OPTION_FOR_TARGET, "cuda");
  if (strcmp(target, "cuda") != 0 && strcmp(target, "opencl") != 0) {
    diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE,
               "--launches is for targets with a device, not for %s", target);
    return EXIT_USAGE;
  }
  int status = EXIT_OK;
  Pipeline pipeline = pipeline_gpu(driver->arena);
  Program *program = source_compile(driver, arguments->operands.data[0],
                                    option_text(arguments, OPTION_LANGUAGE, NULL), &status);
  if (program) program = pipeline_run(driver, &pipeline, program, &status);
  if (!program) return status;
  ExecutableOptions options = {.device = strcmp(target, "cuda") == 0 ? DEVICE_CUDA : DEVICE_OPENCL};
  ImpProgram *imp = executable_lower(driver, program, &options, &status);
  if (!imp) return status;
  StrBuf text = {0};
  imp_print_launches(&text, imp, driver->arena);
  status = text_write(driver, option_text(arguments, OPTION_OUTPUT, NULL), strbuf_text(&text),
                      text.length);
  strbuf_free(&text);
  return status;
}

int command_dump(Driver *driver, const Arguments *arguments) {
  const char *after = option_text(arguments, OPTION_AFTER, NULL);
  if (option_is_set(arguments, OPTION_LAUNCHES)) return dump_launches(driver, arguments);
  bool is_shapes = option_is_set(arguments, OPTION_SHAPES);
  if (is_shapes && !after && !option_is_set(arguments, OPTION_TO)) after = "parse";
  Pipeline pipeline =
      pipeline_for(driver, arguments, option_text(arguments, OPTION_TO, NULL), after);
  if (after && !pipeline_stop_after(driver, &pipeline, after)) return EXIT_USAGE;
  if (is_shapes) return dump_shapes(driver, arguments, &pipeline);
  return transform(driver, arguments, &pipeline);
}
