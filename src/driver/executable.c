#include "driver/executable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/pipeline.h"
#include "imp/imp.h"
#include "target/library/library.h"

// The first message without its code: `error[U2001]: words` becomes `words`.
static const char *first_message(Driver *driver, const char *text) {
  const char *colon = strstr(text, "]: ");
  const char *start = colon ? colon + 3 : text;
  return arena_strndup(driver->arena, start, strcspn(start, "\n"));
}

// The program at Mem; NULL after a report, or when something is not supported.
static Program *lower(Driver *driver, Program *program, const char **why_not, int *status) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) fatal_out_of_memory(0);
  DiagSettings settings = diag_settings_default();
  settings.color = DIAG_COLOR_NEVER;
  settings.output = stream;
  Driver inner = *driver;
  inner.diag = diag_new(driver->arena, driver->sources);
  diag_configure(inner.diag, settings);
  Pipeline pipeline = pipeline_default(driver->arena, LEVEL_MEM);
  Program *lowered = pipeline_run(&inner, &pipeline, program, status);
  diag_flush(inner.diag);
  fclose(stream);
  if (!lowered && *status == EXIT_UNSUPPORTED)
    *why_not = first_message(driver, text);
  else
    fputs(text, stderr);
  free(text);
  return lowered;
}

int executable_make(Driver *driver, Program *program, const ExecutableOptions *options,
                    const char *output, const char **why_not) {
  int status = EXIT_OK;
  program = lower(driver, program, why_not, &status);
  if (!program) return status;
  ImpProgram *imp =
      mem_to_imp(program, driver->sources, (ImpOptions){.is_parallel = options->is_parallel});
  LibraryOptions library = {.form = LIBRARY_EXECUTABLE,
                            .name = options->name,
                            .backend = options->is_parallel ? "multicore" : "c",
                            .version = RAVEL_VERSION,
                            .flags = cc_flags(driver->arena, options->cc),
                            .cgen = {.has_threads = options->is_parallel, .has_simd = true}};
  StrBuf text = {0};
  library_source(&text, imp, &library);
  status = cc_compile(driver, strbuf_text(&text), text.length, output, options->cc);
  strbuf_free(&text);
  return status;
}
