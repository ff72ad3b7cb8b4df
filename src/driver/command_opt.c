// ravel opt and ravel dump: a program after passes, as text.
#include <string.h>

#include "base/json.h"
#include "core/core.h"
#include "driver/build.h"
#include "driver/pipeline.h"
#include "imp/imp_launches.h"
#include "ir/print.h"
#include "mem/plan_report.h"
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

// The first operand as loops and kernels for a target. NULL: *status says why.
static ImpProgram *lower_for(Driver *driver, const Arguments *arguments, const char *target,
                             int *status) {
  BuildOptions build = {0};
  build_choose(&build, target);
  const Arguments none = {0};
  Pipeline pipeline;
  Program *program = source_compile(driver, arguments->operands.data[0],
                                    option_text(arguments, OPTION_LANGUAGE, NULL), status);
  if (!program) return NULL;
  if (!pipeline_to_mem(driver, &none, build.device != DEVICE_NONE, &pipeline)) {
    *status = EXIT_USAGE;
    return NULL;
  }
  program = pipeline_run(driver, &pipeline, program, status);
  if (!program) return NULL;
  ExecutableOptions options = {.imp = {.is_parallel = build.is_parallel}, .device = build.device};
  return executable_lower(driver, program, &options, status);
}

// ---- Kernels ----

// The target with a device that is asked for, at first cuda; NULL after an error.
static const char *device_target(Driver *driver, const Arguments *arguments, const char *option) {
  const char *target = option_text(arguments, OPTION_FOR_TARGET, "cuda");
  if (strcmp(target, "cuda") == 0 || strcmp(target, "opencl") == 0) return target;
  diag_error(driver->diag, ERROR_OPERANDS, SPAN_NONE, "%s is for targets with a device, not for %s",
             option, target);
  return NULL;
}

static int dump_plans(Driver *driver, const Arguments *arguments) {
  int status = EXIT_USAGE;
  StrBuf text = {0};
  const Arguments none = {0};
  Pipeline pipeline;
  if (!device_target(driver, arguments, "--plans") ||
      !pipeline_to_mem(driver, &none, true, &pipeline))
    return status;
  Program *program = program_at(driver, arguments, &pipeline, LEVEL_MEM, "--plans", &status);
  if (!program) return status;
  if (option_is_set(arguments, OPTION_JSON))
    plan_report_json(&text, program, driver->sources);
  else
    plan_report_print(&text, program, driver->sources);
  return write_and_free(driver, arguments, &text);
}

static int dump_launches(Driver *driver, const Arguments *arguments) {
  const char *target = device_target(driver, arguments, "--launches");
  if (!target) return EXIT_USAGE;
  int status = EXIT_OK;
  ImpProgram *imp = lower_for(driver, arguments, target, &status);
  if (!imp) return status;
  StrBuf text = {0};
  imp_print_launches(&text, imp, driver->arena);
  status = text_write(driver, option_text(arguments, OPTION_OUTPUT, NULL), strbuf_text(&text),
                      text.length);
  strbuf_free(&text);
  return status;
}

// ---- Versions ----

static void put_span(JsonWriter *json, const SourceMap *sources, Span span) {
  json_key(json, "span");
  const SourceFile *file = span_is_known(span) ? source_get(sources, span.file) : NULL;
  if (!file) {
    json_null(json);
    return;
  }
  uint32_t line, column;
  source_position(file, span.start, &line, &column);
  json_begin_object(json);
  json_key(json, "file"), json_string(json, file->path);
  json_key(json, "line"), json_int(json, line);
  json_key(json, "column"), json_int(json, column);
  json_end_object(json);
}

static void put_param(JsonWriter *json, const ImpProgram *imp, size_t number) {
  const ImpParam *param = &imp->params.data[number];
  const ImpParam *parent = param->parent ? &imp->params.data[param->parent - 1] : NULL;
  StrBuf class = {0};
  imp_print_class(&class, imp, number);
  json_begin_object(json);
  json_key(json, "name"), json_string(json, param->threshold.name);
  json_key(json, "class"), json_string(json, strbuf_text(&class));
  json_key(json, "guard");
  if (param->degree)
    json_string(json, param->degree);
  else
    json_null(json);
  json_key(json, "is_tuned"), json_bool(json, !imp_param_is_limit(param));
  json_key(json, "parent");
  if (parent)
    json_string(json, parent->threshold.name);
  else
    json_null(json);
  if (parent) json_key(json, "when"), json_bool(json, param->is_taken);
  put_span(json, imp->sources, param->span);
  json_end_object(json);
  strbuf_free(&class);
}

// Versions that nests do not have.
static void put_obstacles(JsonWriter *json, const ImpProgram *imp) {
  json_key(json, "impossible");
  json_begin_array(json);
  for (size_t i = 0; i < imp->origin->obstacles.count; i++) {
    const VersionObstacle *obstacle = &imp->origin->obstacles.data[i];
    json_begin_object(json);
    json_key(json, "version"), json_string(json, obstacle->version);
    json_key(json, "why"), json_string(json, obstacle->why);
    put_span(json, imp->sources, obstacle->span);
    json_end_object(json);
  }
  json_end_array(json);
}

// The forest of comparisons that choose between versions.
static int dump_tuning(Driver *driver, const Arguments *arguments) {
  const char *target = option_text(arguments, OPTION_FOR_TARGET, "multicore");
  int status = EXIT_OK;
  const ImpProgram *imp = lower_for(driver, arguments, target, &status);
  if (!imp) return status;
  StrBuf text = {0};
  JsonWriter json = json_begin(&text);
  json_begin_object(&json);
  json_key(&json, "program"), json_string(&json, arguments->operands.data[0]);
  json_key(&json, "target"), json_string(&json, target);
  json_key(&json, "parameters");
  json_begin_array(&json);
  for (size_t i = 0; i < imp->params.count; i++)
    put_param(&json, imp, i);
  json_end_array(&json);
  if (imp->origin->obstacles.count > 0) put_obstacles(&json, imp);
  json_end_object(&json);
  json_end(&json);
  strbuf_putc(&text, '\n');
  status = text_write(driver, option_text(arguments, OPTION_OUTPUT, NULL), strbuf_text(&text),
                      text.length);
  strbuf_free(&text);
  return status;
}

int command_dump(Driver *driver, const Arguments *arguments) {
  const char *after = option_text(arguments, OPTION_AFTER, NULL);
  if (option_is_set(arguments, OPTION_LAUNCHES)) return dump_launches(driver, arguments);
  if (option_is_set(arguments, OPTION_PLANS)) return dump_plans(driver, arguments);
  bool is_shapes = option_is_set(arguments, OPTION_SHAPES);
  if (option_is_set(arguments, OPTION_DUMP_TUNING)) return dump_tuning(driver, arguments);
  if (is_shapes && !after && !option_is_set(arguments, OPTION_TO)) after = "parse";
  bool is_memory = option_is_set(arguments, OPTION_MEMORY);
  const char *to = option_text(arguments, OPTION_TO, is_memory && !after ? "mem" : NULL);
  Pipeline pipeline = pipeline_for(driver, arguments, to, after);
  if (after && !pipeline_stop_after(driver, &pipeline, after)) return EXIT_USAGE;
  if (is_shapes) return dump_shapes(driver, arguments, &pipeline);
  if (is_memory) return dump_memory(driver, arguments, &pipeline);
  return transform(driver, arguments, &pipeline);
}
