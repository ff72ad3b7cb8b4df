#include "driver/executable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/pipeline.h"

// The first message without its code: `error[U2001]: words` becomes `words`.
static const char *first_message(Driver *driver, const char *text) {
  const char *colon = strstr(text, "]: ");
  const char *start = colon ? colon + 3 : text;
  return arena_strndup(driver->arena, start, strcspn(start, "\n"));
}

// The program at Mem; NULL after a report, or when something is not supported.
static Program *lower(Driver *driver, Program *program, LibraryDevice device, const char **why_not,
                      int *status) {
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
  Pipeline pipeline = device == DEVICE_NONE ? pipeline_default(driver->arena, LEVEL_MEM)
                                            : pipeline_gpu(driver->arena);
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

static CcOptions cc_options(const ExecutableOptions *options) {
  CcOptions cc = options->cc;
  cc.has_opencl = options->device == DEVICE_OPENCL;
  cc.has_cuda = options->device == DEVICE_CUDA;
  cc.has_threads = options->imp.is_parallel;
  return cc;
}

LibraryOptions executable_library(Driver *driver, const ExecutableOptions *options) {
  static const char *const BACKENDS[][2] = {
      [DEVICE_NONE] = {"c", "multicore"},
      [DEVICE_OPENCL] = {"opencl", "opencl"},
      [DEVICE_CUDA] = {"cuda", "cuda"},
  };
  bool is_parallel = options->imp.is_parallel;
  return (LibraryOptions){.form = options->form,
                          .name = options->name,
                          .backend = BACKENDS[options->device][is_parallel ? 1 : 0],
                          .device = options->device,
                          .version = RAVEL_VERSION,
                          .flags = cc_flags(driver->arena, cc_options(options)),
                          .cgen = {.has_threads = is_parallel,
                                   .has_simd = true,
                                   .is_gpu = options->device != DEVICE_NONE,
                                   .is_cuda = options->device == DEVICE_CUDA}};
}

ImpProgram *executable_lower(Driver *driver, Program *program, const ExecutableOptions *options,
                             int *status) {
  ImpOptions imp_options = options->imp;
  imp_options.is_gpu = options->device != DEVICE_NONE;
  ImpProgram *imp = mem_to_imp(program, driver->sources, imp_options);
  for (size_t i = 0; i < imp->refusals.count; i++)
    diag_error(driver->diag, ERROR_NOT_ON_GPU, imp->refusals.data[i].span,
               "not supported on GPUs: %s", imp->refusals.data[i].message);
  for (size_t i = 0; i < imp->host_pars.count; i++)
    diag_warning(driver->diag, ERROR_HOST_LOOP, imp->host_pars.data[i],
                 "the host runs this, one point after the other: it calls a function that calls "
                 "itself, and cannot be flattened");
  if (imp->refusals.count == 0 && imp_options.is_gpu) kernels_share(imp, options->device);
  if (imp->refusals.count == 0) return imp;
  diag_hint(driver->diag, "ravel c and ravel multicore can compile this program");
  *status = EXIT_UNSUPPORTED;
  return NULL;
}

int executable_write(Driver *driver, Program *program, const ExecutableOptions *options,
                     const char *output) {
  int code = EXIT_OK;
  ImpProgram *imp = executable_lower(driver, program, options, &code);
  if (!imp) return code;
  LibraryOptions library = executable_library(driver, options);
  if (options->device == DEVICE_CUDA) {
    code = nvcc_kernels(driver, imp, &library, output);
    if (code != EXIT_OK) return code;
  }
  StrBuf text = {0};
  library_source(&text, imp, &library);
  int status = cc_compile(driver, strbuf_text(&text), text.length, output, cc_options(options));
  strbuf_free(&text);
  return status;
}

int executable_make(Driver *driver, Program *program, const ExecutableOptions *options,
                    const char *output, const char **why_not) {
  int status = EXIT_OK;
  program = lower(driver, program, options->device, why_not, &status);
  return program ? executable_write(driver, program, options, output) : status;
}
