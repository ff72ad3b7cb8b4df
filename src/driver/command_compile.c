// ravel c and ravel multicore: from a source to C, and with the C compiler to an executable.
#include "driver/pipeline.h"
#include "imp/imp.h"
#include "target/target.h"

#include <string.h>

// The program at level Mem; NULL after a report.
static Program *compile_to_mem(Driver *driver, const Arguments *arguments, int *status) {
  const char *path = arguments->operands.data[0];
  Program *program =
      source_compile(driver, path, option_text(arguments, OPTION_LANGUAGE, NULL), status);
  if (!program) return NULL;
  Pipeline pipeline = pipeline_default(driver->arena, LEVEL_MEM);
  program = pipeline_run(driver, &pipeline, program, status);
  if (!program || program->level == LEVEL_MEM) return program;
  // The pass is not in the default pipeline while it is new.
  Words last = words_split(driver->arena, "flat_to_mem", sizeof "flat_to_mem" - 1);
  Pipeline lowering;
  if (!pipeline_of(driver, &last, &lowering)) return NULL;
  return pipeline_run(driver, &lowering, program, status);
}

static int compile(Driver *driver, const Arguments *arguments, bool is_parallel) {
  int status = EXIT_OK;
  Program *program = compile_to_mem(driver, arguments, &status);
  if (!program) return status;
  ImpOptions options = {.is_parallel = is_parallel,
                        .is_unsafe = option_is_set(arguments, OPTION_UNSAFE),
                        .is_deterministic = option_is_set(arguments, OPTION_DETERMINISTIC),
                        .has_lines = option_is_set(arguments, OPTION_LINES)};
  ImpProgram *imp = mem_to_imp(program, driver->sources, options);
  const char *emit = option_text(arguments, OPTION_EMIT, "executable");
  StrBuf text = {0};
  if (strcmp(emit, "imp") == 0)
    imp_print(&text, imp);
  else
    imp_to_c(&text, imp, (CgenOptions){.has_threads = is_parallel, .has_simd = true});
  status = text_write(driver, option_text(arguments, OPTION_EXECUTABLE, NULL), strbuf_text(&text),
                      text.length);
  strbuf_free(&text);
  return status;
}

int command_c(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, false);
}

int command_multicore(Driver *driver, const Arguments *arguments) {
  return compile(driver, arguments, true);
}
